"Bayesian PCA and factor analysis as estimators of scikit-learn"
import warnings

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.utils.estimator_checks import check_estimator

from symbayes.sklearn import BayesianFactorAnalysis, BayesianPCA

both = pytest.mark.parametrize('cls', [BayesianPCA, BayesianFactorAnalysis])

def table(n=60, p=7, r=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, r))@rng.normal(size=(r, p))+.7*rng.normal(size=(n, p))+5

@pytest.fixture(scope='module', params=[BayesianPCA, BayesianFactorAnalysis])
def fitted(request): return request.param(max_components=4, random_state=0).fit(table())

@both
def test_factors_pass_scikit_learns_checks(cls):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        found = check_estimator(cls(n_components=1, n_samples=5, max_iter=3), on_fail=None, on_skip=None)
    assert len(found)>40 and not [(c['check_name'], c['exception']) for c in found if c['status'] not in ('passed', 'skipped')]

@pytest.mark.slow
@both
def test_factors_pass_scikit_learns_checks_with_defaults(cls):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        found = check_estimator(cls(), on_fail=None, on_skip=None)
    assert not [(c['check_name'], c['exception']) for c in found if c['status'] not in ('passed', 'skipped')]

def test_the_rank_is_found_and_told(fitted):
    assert fitted.n_components_==2==fitted.ranks_.lower.idxmax() and fitted.ranks_.index.tolist()==[0, 1, 2, 3, 4]
    assert fitted.evidence_.lower<=fitted.evidence_.upper+.1 and fitted.evidence_.lower>fitted.ranks_.elbo[2]+2
    assert fitted.report_.startswith('2 factors for 7 columns') and 'Of 4 numbers of factors' in fitted.report_

def test_methods_agree_with_each_other(fitted):
    x = table()
    z = fitted.transform(x)
    assert z.shape==(60, 2) and np.abs(np.corrcoef(z.T)-np.eye(2)).max()<.3
    w = fitted.components_/np.sqrt(fitted.noise_variance_)
    gram = w@w.T
    assert np.abs(gram-np.diag(np.diag(gram))).max()<1e-8*gram.max() and (np.diff(np.diag(gram))<0).all()
    assert (w[range(2), np.abs(w).argmax(1)]>0).all()
    assert np.allclose(fitted.posterior_.mean['loadings'].detach().numpy(), fitted.components_)
    covariance = fitted.get_covariance()
    assert np.allclose(fitted.get_precision()@covariance, np.eye(7), atol=1e-8) and np.abs(covariance/np.cov(x.T)-1)[np.diag_indices(7)].max()<.2
    draws = fitted.posterior_.sample(4000)['loadings']
    assert np.allclose((draws.mT@draws).mean(0)+np.diag(np.broadcast_to(fitted.noise_variance_, 7)), covariance, atol=.05*covariance.max())
    rest = x-fitted.inverse_transform(z)
    assert rest.std()<.75 and fitted.score(x)==pytest.approx(fitted.score_samples(x).mean())
    assert list(fitted.get_feature_names_out())==[f'{type(fitted).__name__.lower()}{i}' for i in range(2)]

def test_a_density_integrates_to_one():
    est = BayesianPCA(1, random_state=0, max_iter=20).fit(table(30, 2, 1))
    at = np.linspace(-15, 25, 201)
    grid = np.stack(np.meshgrid(at, at), -1).reshape(-1, 2)
    assert np.exp(est.score_samples(grid)).sum()*(at[1]-at[0])**2==pytest.approx(1, abs=1e-3)

def test_many_rows_give_the_solution_of_maximum_likelihood():
    x = table(2000, 5, 2)
    est, pca = BayesianPCA(2, random_state=0).fit(x), PCA(2).fit(x)
    assert np.abs(est.get_covariance()-pca.get_covariance()).max()<.03 and abs(est.score(x)-pca.score(x))<.01

def test_units_move_the_evidence_by_their_volume():
    x, unit = table(60, 5, 2), np.array([1e-3, 1., 5., 1e4, 30.])
    a, b = (BayesianFactorAnalysis(2, random_state=0).fit(t) for t in (x, x*unit))
    assert b.evidence_.lower==pytest.approx(a.evidence_.lower-60*np.log(unit).sum(), abs=.1)
    assert np.allclose(b.noise_variance_, a.noise_variance_*unit**2, rtol=1e-2) and np.allclose(b.transform(x*unit), a.transform(x), atol=1e-2)

def test_constant_columns_are_no_trouble():
    x = table()
    x[:, 2] = 7.
    for cls in (BayesianPCA, BayesianFactorAnalysis):
        est = cls(2, random_state=0, max_iter=20).fit(x)
        assert np.isfinite(est.score(x)) and np.abs(est.components_[:, 2]).max()<.1

