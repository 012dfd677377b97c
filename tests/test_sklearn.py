import json, pickle, random, re, warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris, make_moons
from sklearn.utils.estimator_checks import check_estimator

from cases import message, refused
from symbayes.core.files import read_tensors, write_tensors
from symbayes.core.messages import SymbayesError
from symbayes.distributions.samples import Samples
from symbayes.inference.prediction import fit_warnings, predict
from symbayes.inference.selection import shared_out
from symbayes.runs import table_fits
from symbayes.runs.table_models import activations, chosen_family, outputs_of_draws, perceptron
from symbayes.runs.table_fits import training_scores, warnings_of
from symbayes.sklearn import BayesianMLP, BayesianMLPClassifier, BayesianMLPRegressor, plot_predictions

both = pytest.mark.parametrize('cls', [BayesianMLPRegressor, BayesianMLPClassifier])
tiny = dict(max_steps=3, hidden_layer_sizes=(4,), random_state=0)
known = tiny|dict(prior=1.)
def moons(rows=40): return make_moons(rows, noise=.2, random_state=0)

@pytest.fixture(scope='module')
def table(): return load_diabetes(return_X_y=True, as_frame=True)

@pytest.fixture(scope='module')
def curve():
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 3, (80, 1))
    return x, 1e3*(np.sinc(x[:, 0])+.1*rng.normal(size=80))+5e3

@pytest.fixture(scope='module')
def reg(curve): return BayesianMLPRegressor(random_state=0).fit(*curve)

@pytest.fixture(scope='module')
def clf(): return BayesianMLPClassifier(random_state=0).fit(*moons(80))

of_rows = dict.fromkeys((f'check_sample_weight_equivalence_on_{kind}_data' for kind in ('dense', 'sparse')),
    'draws of inducing inputs, of held-out parts and of wide last layers depend on the number of rows')

def passes(est, random=False):
    "Pass all checks. With `random`, a fit takes random numbers whose number depends on that of the rows"
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        found = check_estimator(est, on_fail=None, on_skip=None, expected_failed_checks=of_rows if random else None)
    assert len(found)>50 and not [(c['check_name'], c['exception']) for c in found if c['status'] not in ('passed', 'skipped', 'xfail')]
    assert {c['check_name'] for c in found if c['status']=='skipped'}<={'check_array_api_input'}

@both
def test_estimators_pass_scikit_learns_checks(cls):
    "With five steps, since a table that is rounded for the tag of categories needs some"
    passes(cls(max_steps=5, hidden_layer_sizes=(2,), prior=1.), cls is BayesianMLPClassifier)

@pytest.mark.slow
@pytest.mark.parametrize('how', [dict(noise='input'), dict(inference='sampled')])
def test_other_choices_pass_scikit_learns_checks(how): passes(BayesianMLPRegressor(max_steps=2, hidden_layer_sizes=(4,), prior=1., **how), 'inference' in how)

@pytest.mark.slow
@both
def test_estimators_pass_scikit_learns_checks_with_defaults(cls): passes(cls(), True)

def test_predictions_agree_with_each_other(reg, curve):
    x, y = curve
    mean, std = reg.predict(x, return_std=True)
    q = reg.predict(x, quantiles=(.05, .5, .95))
    assert mean.shape==std.shape==(80,) and q.shape==(80, 3) and (np.diff(q)>0).all()
    draws = reg.sample_y(x, 4000)
    assert draws.shape==(80, 4000) and (reg.sample_y(x, 3)==reg.sample_y(x, 3)).all()
    assert np.abs(draws.mean(1)-mean).max()<6*(std/4000**.5).max() and np.abs(np.quantile(draws, .95, axis=1)-q[:, 2]).max()<.2*std.max()
    assert np.allclose(reg.predict(x), mean) and reg.score(x, y)>.8

def growing(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(0, 4, (n, 1))
    noise = 10*(.05+.2*x[:, 0])
    return x, 10*np.sin(2*x[:, 0])+50+noise*rng.normal(size=n), noise

@pytest.fixture(scope='module')
def by_input(): return BayesianMLPRegressor(hidden_layer_sizes=20, noise='input', prior=(1., 3.), max_steps=600, random_state=0).fit(*growing(150, 0)[:2])

def test_planted_noise_is_found_where_it_is(by_input):
    x, y, noise = growing(2000, 1)
    std = by_input.predict(x, return_std=True)[1]
    assert np.corrcoef(std, noise)[0, 1]>.9 and noise.min()<by_input.noise_<noise.max()
    low, high = by_input.predict(x, quantiles=(.05, .95)).T
    inside, quiet = (low<y)&(y<high), noise<np.median(noise)
    assert .85<inside[quiet].mean()<.995 and .85<inside[~quiet].mean()<.995 and (high-low)[~quiet].mean()>1.5*(high-low)[quiet].mean()
    constant = BayesianMLPRegressor(hidden_layer_sizes=20, prior=(1., 3.), max_steps=150, random_state=0).fit(*growing(150, 0)[:2])
    assert by_input.log_density(x, y).mean()>constant.log_density(x, y).mean()+.1 and by_input.evidence_.lower>constant.evidence_.lower+5
    assert 'depends on the input' in by_input.report_

@pytest.fixture(scope='module')
def chained():
    "Chains, with constant noise, with noise by input, and with Student-t noise"
    how = dict(hidden_layer_sizes=6, inference='sampled', prior=(1., 3.), max_steps=40, random_state=0)
    with pytest.MonkeyPatch.context() as m:
        m.setattr(table_fits, 'sample_posterior', partial(table_fits.sample_posterior, leaps=4))
        return [BayesianMLPRegressor(noise=n, **how).fit(*growing(60, 0)[:2]) for n in ('constant', 'input', 'student')]

def test_chains_are_kept_with_their_noise(chained):
    x, _, _ = growing(40, 1)
    for est in chained:
        noise = est._given(est._outputs(est._scaled(x)))[1]
        parts = 8 if est.noise=='student' else 1
        assert noise.shape==(200*parts, 40, 1) and noise.std(0).min()>0 and (noise.std(1).max()>0)==(est.noise!='constant')
        assert len(est.chains_)==200 and est.chains_.chains==5 and '5 chains gave 200 draws' in est.report_
        assert est.evidence_.lower<=est.evidence_.upper and noise.min()<est.noise_<noise.max()

def test_student_noise_is_student_t(chained):
    parts, (_, plain, student) = chained[2].log_noises_.exp().square(), chained
    assert parts.shape==(200, 8, 1) and parts.mean().item()==pytest.approx(5/3, rel=.05) and parts.median().item()==pytest.approx(5/4.35, rel=.05)
    x, far = np.array([[2.]]), np.array([1e3])
    assert student.log_density(x, far)[0]>plain.log_density(x, far)[0]+100 and 'Student-t tails' in student.report_

@pytest.mark.parametrize('activation', activations)
@pytest.mark.parametrize('by_input', [False, True])
def test_stored_draws_are_computed_as_predict_does(activation, by_input):
    net, x = perceptron([3, 7, 5, 2], activation, by_input=by_input, least=.01), 3*torch.randn(50, 3, dtype=torch.float64)
    q = Samples({k: torch.randn(40, *p.shape, dtype=torch.float64) for k,p in net.named_parameters()})
    torch.testing.assert_close(outputs_of_draws(net, q.params, x), predict(net, q, x, 40), rtol=1e-12, atol=1e-12)

def test_noise_of_several_parts_is_drawn_row_by_row(chained):
    draws, x = chained[2].sample_y(np.full((400, 1), .5), 300, random_state=1), np.full((1, 1), .5)
    scale = np.median(np.abs(draws-draws.mean(0)), 0)
    assert scale.std()<.5*scale.mean() and draws.std()==pytest.approx(chained[2].predict(x, return_std=True)[1][0], rel=.1)

def test_chains_are_chosen_by_rows_and_time(few_draws, short_chains, monkeypatch):
    monkeypatch.setattr('symbayes.runs.table_fits._steps_of_starts', 5)
    x, y, _ = growing(150, 0)
    est = BayesianMLPRegressor(hidden_layer_sizes=2, random_state=0).fit(x, y)
    assert est.inference_=='sampled' and est.log_noises_.shape==(10, 8, 1) and len(est.chains_)==10 and est.summary().fit.tolist().count('left')==4
    assert "(inference='auto'), since by an estimate they take 5 s of an idle core, at most 60" in est.report_ and 'Student-t tails' in est.report_
    few = BayesianMLPRegressor(hidden_layer_sizes=2, prior=1., n_starts=1, random_state=0).fit(x[:20], y[:20])
    assert few.inference_=='variational' and 'No chains were run, since there are fewer than 150 rows' in few.report_

@pytest.fixture
def few_draws(monkeypatch):
    "Chains of two draws each"
    monkeypatch.setattr('symbayes.runs.table_fits.n_draws', 10)

def test_chains_fit_into_a_budget():
    x, y, _ = growing(30, 0)
    est = BayesianMLPRegressor(hidden_layer_sizes=3, inference='sampled', prior=1., budget=.5, random_state=0).fit(x, y)
    assert len(est.chains_)==200 and 'depend on the machine' in est.report_ and np.isfinite(est.log_density(x, y)).all()

def test_classes_have_chains_and_a_temperature_by_default(clf):
    x, y = moons(80)
    assert clf.inference_=='sampled' and 'from there' in clf.report_ and 'They were chosen' in clf.report_
    assert clf.pareto_k_.shape==(80,) and f'temperature {clf.temperature_:.2g}, chosen by leave-one-out' in clf.report_
    plain = clf._outputs(clf._scaled(x)).softmax(-1).mean(0).numpy()
    powers = plain**(1/clf.temperature_)
    assert clf.predict_proba(x)==pytest.approx(powers/powers.sum(1, keepdims=True))
    assert clf.log_density(x, y)==pytest.approx(np.log(clf.predict_proba(x)[np.arange(80), y]))

def test_a_given_temperature_changes_the_probabilities_alone(tmp_path):
    x, y = moons()
    a, b = (BayesianMLPClassifier(**known, calibration=c).fit(x, y) for c in (None, .5))
    p = a.predict_proba(x)**2
    assert b.predict_proba(x)==pytest.approx(p/p.sum(1, keepdims=True)) and (a.predict(x)==b.predict(x)).all()
    assert np.array_equal(a.sample_y(x, 20), b.sample_y(x, 20)) and a.evidence_==b.evidence_
    assert 'temperature 0.5, as given; the bound and the draws are without it' in b.report_ and 'temperature' not in a.report_
    b.save(tmp_path/'b.safetensors')
    assert np.array_equal(BayesianMLPClassifier.load(tmp_path/'b.safetensors').predict_proba(x), b.predict_proba(x))

def test_a_low_temperature_gives_finite_densities():
    x, y = moons()
    with warnings.catch_warnings():
        warnings.simplefilter('error', RuntimeWarning)
        warnings.filterwarnings('ignore', 'the fit is behind')
        cold = BayesianMLPClassifier(**known, calibration=1e-6).fit(x, y)
        logs = cold.log_density(x, y)
    assert np.isfinite(logs).all() and logs.min()<-1e3 and 'per row of inf' not in cold.report_

def test_a_class_of_weight_zero_counts_as_left_out():
    x, y = moons()
    said = message(lambda: BayesianMLPClassifier(**known, class_weight={0: 0.}).fit(x, y))
    assert 'class_weight leaves the classes [1] of y, expected positive weights of two or more' in said
    y[:10] = 2
    assert 'a class has one row' not in BayesianMLPClassifier(**known, class_weight={2: 0.}).fit(x, y).report_

def test_weights_of_more_rows_than_can_be_passed_are_refused_and_the_remedy_runs(curve):
    x, y = curve
    w = np.full(len(y), 1e12)
    said = message(lambda: BayesianMLPRegressor(**known).fit(x, y, w))
    by = float(re.search(r'expected at most 1e\+09: divide them by (\S+) for a mean of one', said)[1])
    near = BayesianMLPRegressor(**known).fit(x, y, w/by).predict(x)
    assert np.allclose(near, BayesianMLPRegressor(**known).fit(x, y).predict(x))

@pytest.mark.parametrize('inference', ['variational', 'sampled'])
def test_a_class_with_one_row_leaves_the_temperature_alone(inference):
    x, y = moons()
    y[0] = 2
    est = BayesianMLPClassifier(**known, inference=inference).fit(x, y)
    assert est.temperature_==1 and 'since a class has one row' in est.report_

def test_noise_by_input_takes_depth_starts_and_half_the_digits():
    x, y, _ = growing(40, 0)
    for params in (dict(hidden_layer_sizes=(4, 3)), dict(n_starts=3), dict(dtype='float32'), dict(budget=.3), dict(activation='relu', prior=.3)):
        est = BayesianMLPRegressor(**tiny|dict(noise='input')|params).fit(x, y)
        assert est.family_=='collapsed' and np.isfinite(est.predict(x, return_std=True)).all() and est.evidence_.lower<=est.evidence_.upper
    refused('5,001 rows are given, expected .* at most 5,000 rows', lambda: BayesianMLPRegressor(**tiny|dict(noise='input')).fit(np.arange(5001.)[:, None], np.arange(5001.)))

@pytest.mark.parametrize('name', ['reg', 'clf', 'by_input'])
def test_a_rows_prediction_depends_on_that_row_alone(name, request):
    est = request.getfixturevalue(name)
    x = np.random.default_rng(0).normal(size=(4100, est.n_features_in_))
    of = est.predict_proba if name=='clf' else est.predict
    together = of(x)
    assert np.allclose(together[[5, 2500, 4099]], np.concatenate([of(x[i:i+1]) for i in (5, 2500, 4099)]), rtol=1e-12, atol=1e-12)

def test_probabilities_densities_and_labels_agree(clf):
    x, y = make_moons(300, noise=.2, random_state=1)
    p = clf.predict_proba(x)
    assert np.allclose(p.sum(1), 1) and (clf.predict(x)==p.argmax(1)).all() and clf.score(x, y)>.9
    by_draws = p**clf.temperature_  # draws are without the temperature
    assert np.abs(clf.sample_y(x, 2000).mean(1)-by_draws[:, 1]/by_draws.sum(1)).max()<.06
    assert clf.log_density(x, y).mean()>-.3 and 'logistic regression' in clf.report_

def test_labels_may_be_texts():
    x, y = make_moons(40, random_state=0)
    est = BayesianMLPClassifier(**tiny).fit(x, np.array(['no', 'yes'])[y])
    assert set(est.predict(x))<={'no', 'yes'} and set(est.sample_y(x, 9).ravel())<={'no', 'yes'} and est.log_density(x[:1], ['yes']).shape==(1,)
    refused("labels \\['maybe'\\]", lambda: est.log_density(x[:1], ['maybe']))

@pytest.mark.parametrize('est,kind', [
    (BayesianMLPRegressor(**tiny), 'collapsed'), (BayesianMLPRegressor(**tiny|dict(hidden_layer_sizes=(4, 3))), 'inducing'),
    (BayesianMLPRegressor(family='mean_field', **tiny), 'mean_field'), (BayesianMLPRegressor(family='inducing', activation='relu', **tiny), 'inducing'),
    (BayesianMLPClassifier(**tiny), 'inducing'), (BayesianMLPClassifier(family='mean_field', **tiny), 'mean_field'),
    (BayesianMLPRegressor(dtype='float32', **tiny), 'collapsed')])
@pytest.mark.parametrize('starts', [pytest.param(1, marks=pytest.mark.slow), 2])
def test_all_families_fit_from_one_start_or_several(est, kind, starts):
    x, y = make_moons(30, noise=.1, random_state=0)
    est = clone(est).set_params(n_starts=starts).fit(x, y if 'Class' in type(est).__name__ else y+.1*x[:, 0])
    t = est.summary()
    assert est.family_==kind and (t.fit=='kept').sum()==1 and (t.fit=='left').sum()==starts-1 and (t.fit=='short').sum() in (5, 6)
    assert est.evidence_.lower==t.lower[t.fit=='kept'].iloc[0]==t.lower[t.fit!='short'].max() and est.evidence_.lower<=est.evidence_.upper
    assert np.isfinite(est.predict(x)).all() and est.posterior_.batch_shape==() and str(starts) in est.report_

def test_a_narrow_network_keeps_the_best_of_many_starts():
    x, y = make_moons(20, noise=.1, random_state=0)
    est = BayesianMLPRegressor(hidden_layer_sizes=3, activation='relu', prior=1., random_state=0).fit(x, y)
    t = est.summary()
    assert est.n_starts_==len(t)==32 and t.lower.idxmax()==t.index[t.fit=='kept'][0] and 'the best of 32 starts' in est.report_
    assert t.lower.max()>t.lower[t.start==0].item() and est.evidence_.lower==t.lower.max()
    assert est.get_params()['n_starts']=='auto' and est.set_params(max_steps=2).fit(x, y).n_starts_==1

def test_starts_are_mixed_by_their_weights():
    x, y = make_moons(40, noise=.1, random_state=0)
    est = BayesianMLPRegressor(hidden_layer_sizes=3, activation='relu', prior=1., n_starts=4, max_steps=60, random_state=0).fit(x, y)
    t = est.summary()
    counts = shared_out(torch.tensor(t.weight.to_numpy()), len(est.samples_))
    stds = torch.tensor(t.noise.to_numpy()).repeat_interleave(torch.tensor(counts))
    assert t.weight.sum()==pytest.approx(1.) and est.log_noises_.exp().flatten()*est.y_scale_==pytest.approx(stds)
    assert 'stacking' in est.report_ and f'{t.weight.max():.0%} from the heaviest' in est.report_
    means = predict(est.problem_.model, est.samples_, est._scaled(x), len(stds)).squeeze(-1)*est.y_scale_+est.y_mean_
    by_hand = torch.distributions.Normal(means, stds[:, None]).log_prob(torch.tensor(y)).logsumexp(0)-np.log(len(stds))
    assert est.log_density(x, y)==pytest.approx(by_hand)
    alone = clone(est).set_params(n_starts=1).fit(x, y)
    assert alone.log_noises_ is None and 'weight' not in alone.summary() and 'stacking' not in alone.report_

def test_the_prior_with_the_highest_lower_end_is_kept(reg):
    t = reg.summary()
    short, kept, scales = t[t.fit=='short'], t[t.fit=='kept'], ['hidden', 'output']
    assert reg.prior_==tuple(short.loc[short.lower.idxmax(), scales])==tuple(kept[scales].iloc[0]) and reg.prior_[1]>1
    assert f'{reg.prior_[0]:g} for hidden layers' in reg.report_ and 'ridge' in reg.report_ and 'converged' in reg.report_

def test_classes_choose_their_prior_by_held_out_rows():
    x, y = moons(30)
    est = BayesianMLPClassifier(**tiny).fit(x, y)
    t = est.summary()
    short = t[t.fit=='short']
    assert est.prior_==tuple(short.loc[short.held_out.idxmax(), ['hidden', 'output']]) and (short.held_out<0).all() and short.lower.isna().all()
    assert 'highest log density of held-out training rows' in est.report_
    assert np.isfinite(BayesianMLPClassifier(**tiny).fit(x[:2], [0, 1]).predict_proba(x)).all()

def test_a_column_without_influence_gets_a_smaller_scale():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(100, 2))
    est = BayesianMLPRegressor(hidden_layer_sizes=8, max_steps=300, random_state=0).fit(x, np.sin(2*x[:, 0])+.1*rng.normal(size=100))
    used, idle = est.problem_.prior.std['0.weight'].tolist()
    assert idle<.5*used and 'one for each column' in est.report_
    fixed = BayesianMLPRegressor(**known).fit(x, x[:, 0])
    assert np.ndim(fixed.problem_.prior.std['0.weight'])==0 and 'as given' in fixed.report_

def test_large_tables_are_left_to_mean_field():
    assert chosen_family('auto', 1, False, 5001)==chosen_family('auto', 1, True, 1001)==chosen_family('auto', 2, False, 1001)=='mean_field'
    rng = np.random.default_rng(0)
    x = rng.normal(size=(1200, 2))
    est = BayesianMLPClassifier(**tiny).fit(x, x[:, 0]>0)
    assert est.family_=='mean_field' and est.predict(x).dtype==bool

def test_the_same_seed_gives_the_same_numbers_and_no_seed_others(curve):
    a, b, c = (BayesianMLPRegressor(**tiny|dict(random_state=s)).fit(*curve).predict(curve[0]) for s in (0, 0, None))
    assert (a==b).all() and not (a==c).all()

def test_global_state_is_left_alone(curve):
    random.seed(0), torch.manual_seed(0)
    def state(): return random.getstate(), np.random.mtrand._rand.get_state()[1].tolist(), torch.get_rng_state().tolist(), torch.get_num_threads(), torch.get_default_dtype(), torch.is_grad_enabled()
    before = state()
    for seed in (0, None): BayesianMLPRegressor(**tiny|dict(random_state=seed)).fit(*curve).sample_y(curve[0])
    assert state()==before

def test_a_refused_fit_leaves_an_estimator_as_it_was(curve):
    x, y = curve
    est = BayesianMLPRegressor(noise='input', **tiny).fit(x, y)
    before, draws = dict(vars(est)), est.predict(x, return_std=True)
    est.set_params(noise='constant')
    for params,bad in [({}, (np.c_[x, np.full(80, np.inf)], y)), (dict(hidden_layer_sizes=10**6), curve), (dict(family='gp'), curve), (dict(prior='wide'), (np.zeros((80, 2)), y))]:
        with pytest.raises(SymbayesError): clone(est).set_params(**params).fit(*bad)
        with pytest.raises(SymbayesError): est.set_params(**params).fit(*bad)
        est.set_params(hidden_layer_sizes=(4,), family='auto', prior='learned')
    assert all(vars(est)[k] is before[k] for k in before if k.endswith('_')) and est.by_input_
    for a,b in zip(est.predict(x, return_std=True), draws): assert np.array_equal(a, b)

def test_a_second_fit_keeps_nothing_of_the_first(curve, few_draws):
    x, y = curve
    est = BayesianMLPRegressor(hidden_layer_sizes=3, inference='sampled', prior=1., max_steps=2, random_state=0).fit(x, y)
    first = est.evidence_
    est.set_params(inference='auto').fit(x, y)
    assert not hasattr(est, 'chains_') and est.log_noises_ is None and est.evidence_!=first
    assert np.array_equal(est.predict(x), clone(est).fit(x, y).predict(x))

@pytest.mark.parametrize('noise,layers', [('auto', [2, 5, 1, 1]), ('constant', [2, 5, 1]), ('input', [2, 5, 1, 1])])
def test_memory_is_that_of_the_larger_candidate(noise, layers, monkeypatch):
    class Asked(Exception): pass
    def asked(family, rows, sizes, starts, device): raise Asked(sizes)
    monkeypatch.setattr('symbayes.sklearn.check_memory', asked)
    with pytest.raises(Asked) as e: BayesianMLPRegressor(hidden_layer_sizes=5, noise=noise).fit(np.arange(400.).reshape(200, 2), np.arange(200))
    assert e.value.args[0]==layers

@pytest.mark.parametrize('name', ['reg', 'clf', 'by_input'])
def test_pickle_and_file_predict_the_same(name, request, tmp_path):
    est = request.getfixturevalue(name)
    x = np.random.default_rng(0).normal(size=(20, est.n_features_in_))
    est.save(tmp_path/'a.safetensors')
    for again in (pickle.loads(pickle.dumps(est)), type(est).load(tmp_path/'a.safetensors'), BayesianMLP.load(tmp_path/'a.safetensors')):
        assert (again.predict(x)==est.predict(x)).all() and (again.sample_y(x, 3)==est.sample_y(x, 3)).all()
        assert again.report_==est.report_ and again.evidence_==est.evidence_ and type(again.evidence_) is type(est.evidence_)
        assert again.summary().equals(est.summary()) and again.get_params()==est.get_params()

@pytest.mark.parametrize('params,match', [
    (dict(inference='sampled', family='inducing'), "expected 'collapsed' or 'mean_field'"),
    (dict(noise='input', family='mean_field'), "family 'mean_field'"),
    (dict(noise='student', inference='variational'), "noise='student' and inference='variational' are given, expected 'sampled' or 'auto'"),
    (dict(noise='student', family='mean_field'), "family 'mean_field'"), (dict(noise='both'), "noise is 'both'"), (dict(prior='wide'), "prior is 'wide'"),
    (dict(family='gp'), 'unknown family'), (dict(activation='sine'), 'unknown activation'),
    (dict(hidden_layer_sizes=(0,)), 'hidden_layer_sizes'), (dict(n_starts='many'), 'n_starts'),
    (dict(device='nowhere'), 'device')])
def test_bad_parameters_are_refused_in_a_line(curve, params, match):
    refused(match, lambda: BayesianMLPRegressor(**params).fit(*curve))

def test_bad_calls_are_refused_in_a_line(reg, clf, curve):
    x, y = curve
    for call,match in [(lambda: reg.predict(x, quantiles=(0., .5)), 'between 0 and 1'),
            (lambda: BayesianMLPClassifier(family='collapsed', inference='sampled').fit(x, y>5e3), "'collapsed'"),
            (lambda: reg.predict(np.array([[np.inf]])), r"\['x0'\]"), (lambda: plot_predictions(clf, np.c_[x, x], y), 'est is'),
            (lambda: plot_predictions(reg, x, y[:5]), 'y has 5 rows of 1 targets, expected 80 rows of 1'),
            (lambda: plot_predictions(reg, x, np.c_[y, y]), 'y has 80 rows of 2 targets, expected 80 rows of 1')]:
        refused(match, call)
    with pytest.raises(ValueError, match='minimum of 2'): BayesianMLPRegressor().fit(x[:1], y[:1])

@pytest.mark.parametrize('y', [np.full(30, 3.), np.arange(30), 1e6*np.arange(30.)+1e9, 1e-9*np.arange(30.)])
def test_odd_targets_and_columns_give_numbers(y):
    x = np.c_[np.arange(30.), np.ones(30), np.repeat([0., 1.], 15)]
    est = BayesianMLPRegressor(**tiny|dict(max_steps=60)).fit(x, y)
    mean, std = est.predict(x, return_std=True)
    assert np.isfinite(mean).all() and (std>0).all() and np.isfinite(est.log_density(x, y)).all()

def test_only_runs_import_the_estimators(root):
    "Commands are their shell"
    found = [p for p in (root/'symbayes').rglob('*.py') if p.name not in ('sklearn.py', '_modidx.py', '_docments.py') and any(
        s in p.read_text() for s in ('symbayes.sklearn', 'from .sklearn', 'from ..sklearn'))]
    assert {p.parent.name for p in found}=={'runs'}

# --- faults of 0.3.0
def told(est, x):
    "All that a fitted estimator says of some rows"
    each = [est.predict(x), est.log_density(x, est.predict(x)), est.sample_y(x, 3)]
    more = est.predict(x, quantiles=(.1, .9)) if isinstance(est, BayesianMLPRegressor) else est.predict_proba(x)
    return [*each, more, np.array(est.evidence_)]

@pytest.mark.defect('A4')
@pytest.mark.parametrize('others', [dict(activation='relu'), object()])
@both
def test_parameters_set_after_fit_change_nothing_that_is_fitted(cls, others, curve, tmp_path):
    x, y = curve[0][:20], np.arange(20)%2
    est = cls(**known).fit(x, y)
    before = told(est, x)
    est.set_params(**(others if isinstance(others, dict) else dict.fromkeys(est.get_params(), others)))
    for a,b in zip(told(est, x), before): assert np.array_equal(a, b)
    est.save(tmp_path/'a.safetensors')
    assert np.array_equal(cls.load(tmp_path/'a.safetensors').predict(x), before[0])

@pytest.mark.defect('A5')
@pytest.mark.parametrize('change', [lambda x,y: (x, y*1e154), lambda x,y: (x, y+1e300*(np.arange(80)==3)), lambda x,y: (x, y*1e-200), lambda x,y: (x, y*5e-324),
    lambda x,y: (x*1e154, y), lambda x,y: (x+1e300*(np.arange(80)==3)[:, None], y), lambda x,y: (x*1e-200, y)])
@both
def test_numbers_that_cannot_be_squared_are_refused(cls, change, curve):
    x, y = change(*curve)
    if cls is BayesianMLPClassifier: y = np.arange(80)%2
    if cls is BayesianMLPClassifier and np.array_equal(x, curve[0]): return
    refused('cannot square', lambda: cls(**known).fit(x, y))

@pytest.mark.defect('A5')
@pytest.mark.parametrize('change', [lambda x,y: (1+1e-12*x, y), lambda x,y: (x+1e17, y), lambda x,y: (x, y/300+1e17), lambda x,y: (x, y-1e15), lambda x,y: (np.c_[x, 1e6-1e-5*x], y)])
def test_spreads_that_the_precision_cannot_hold_are_refused(change, curve):
    "The remedy helps; a column that is constant but for rounding is taken"
    x, y = change(*curve)
    assert 'differ by less than a billionth of their size' in message(lambda: BayesianMLPRegressor(**known).fit(x, y))
    BayesianMLPRegressor(**known).fit(np.c_[curve[0], np.where(curve[0]>0, .1+.2, .3)], curve[1]-curve[1].mean())

@pytest.mark.defect('A7')
@both
def test_counts_that_memory_cannot_hold_are_refused(cls, curve):
    x, y = curve[0], np.arange(80)%2
    for n,said in ((10**9, 'at most 100,000,000'), (10**8, '100,000,000 starts need about')): assert said in message(lambda: cls(n_starts=n, prior=1.).fit(x, y))
    for n,said in ((10**9, 'at most 100,000,000'), (10**8, 'GiB for 80 rows')): assert said in message(lambda: cls(**known).fit(x, y).sample_y(x, n))

@pytest.mark.defect('A5')
def test_rows_and_targets_that_cannot_be_squared_are_refused_after_fit(reg, curve):
    x, y = curve
    for call in (lambda: reg.predict(1e300*x), lambda: reg.log_density(x, 1e300*y), lambda: reg.predict(np.full((1, 1), -1e160))):
        refused('cannot square', call)
    single = BayesianMLPRegressor(dtype='float32', **known).fit(x, y)
    refused('cannot square', lambda: single.predict(1e30*x))

@pytest.mark.parametrize('power', [-140, 100, 140])
def test_numbers_far_from_one_are_taken(power, curve):
    x, y = curve
    a, b = (BayesianMLPRegressor(**known).fit(c*x, c*y) for c in (1., 10.**power))
    for p,q in zip(b.predict(10.**power*x, return_std=True), a.predict(x, return_std=True)): assert np.allclose(p/10.**power, q, rtol=1e-6)

@pytest.mark.defect('V2')
@pytest.mark.parametrize('params,rows,match', [(dict(family='collapsed'), 5001, "family='auto' takes 'mean_field'"), (dict(family='inducing'), 1001, "family='auto' takes 'mean_field'"),
    (dict(n_starts=2, inference='sampled'), 20, 'expected at least 5'), (dict(n_starts=1, noise='student'), 20, 'expected at least 5')])
def test_no_argument_is_overruled(params, rows, match):
    x = np.random.default_rng(0).normal(size=(rows, 2))
    refused(match, lambda: BayesianMLPRegressor(**params).fit(x, x[:, 0]))

@pytest.mark.defect('V2')
def test_chains_keep_a_prior_that_is_given(few_draws, short_chains):
    x = np.random.default_rng(0).normal(size=(40, 2))
    est = BayesianMLPRegressor(hidden_layer_sizes=3, inference='sampled', prior=(1., 3.), max_steps=2, random_state=0).fit(x, x[:, 0])
    assert not [k for k in est.chains_.learned if k.startswith("prior")] and 'around which chains' not in est.report_

@pytest.mark.defect('V1')
def test_noise_by_input_is_bounded_where_targets_are_equal():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(120, 2))
    y = np.maximum(0, x[:, 0]-.8+.3*rng.normal(size=120))
    est = BayesianMLPRegressor(hidden_layer_sizes=5, inference='variational', noise='input', prior=1., max_steps=150, random_state=0).fit(x, y)
    tied = (y==0).mean()
    assert tied>.6 and .1*y.std()<est.noise_least_*est.y_scale_<y.std() and est._given(est._outputs(est._scaled(x)))[1].min()>=est.noise_least_*est.y_scale_
    apart = clone(est).set_params(max_steps=2).fit(x, y+1e-3*rng.normal(size=120))
    assert apart.noise_least_ is None

@pytest.mark.defect('V6')
def test_text_and_numbers_as_classes_are_told(curve):
    x, y = curve
    assert "'no' among its targets in row 0, expected numbers: BayesianMLPClassifier()" in message(lambda: BayesianMLPRegressor().fit(x, ['no', 'yes']*40))
    with pytest.warns(UserWarning, match='40 numbers as classes.*BayesianMLPRegressor'): BayesianMLPClassifier(**known).fit(x, np.arange(80)//2)

@pytest.mark.defect('A7')
@pytest.mark.parametrize('params,match', [(dict(hidden_layer_sizes=4.), 'is 4.0'), (dict(hidden_layer_sizes=None), 'is None'), (dict(hidden_layer_sizes='4'), "is '4'"), (dict(noise=True), 'noise is True'),
    (dict(noise=np.array([1., 2.])), 'noise is'), (dict(prior=True), 'prior is True'), (dict(budget=True), 'budget is True'), (dict(random_state=True), 'random_state is True'), (dict(n_starts=np.array([1, 2])), 'n_starts is'),
    (dict(random_state=1.5), 'random_state'), (dict(prior=np.array([1., 2., 3.])), 'prior is'), (dict(prior=[1., True]), 'prior is')])
def test_options_of_the_wrong_kind_are_refused_at_fit(params, match, curve):
    assert match in message(lambda: BayesianMLPRegressor(**params).fit(*curve))

@pytest.mark.defect('A7')
def test_targets_of_the_wrong_kind_are_refused(reg, curve, tmp_path):
    x, y = curve
    assert 'dates' in message(lambda: BayesianMLPRegressor().fit(x, pd.date_range('2020', periods=80)))
    assert 'in row 3' in message(lambda: BayesianMLPClassifier().fit(x, np.array(['a', 'b', 'a', None]*20, dtype=object)))
    assert 'several kinds' in message(lambda: BayesianMLPClassifier().fit(x, np.array(['a', 1]*40, dtype=object)))
    for q in ([], 'a', [[.1]]): assert 'quantiles are' in message(lambda: reg.predict(x, quantiles=q))
    given = BayesianMLPRegressor(**tiny, prior=np.array([1., 2.])).fit(x, y)
    given.save(tmp_path/'a.safetensors')
    assert given.prior_==(1., 2.) and BayesianMLPRegressor.load(tmp_path/'a.safetensors').prior==(1., 2.)

@pytest.mark.defect('V2')
def test_less_than_a_pass_is_told():
    x = np.random.default_rng(0).normal(size=(1200, 2))
    with pytest.warns(UserWarning, match='expected max_steps=12 or more'): BayesianMLPRegressor(hidden_layer_sizes=2, family='mean_field', prior=1., max_steps=3, random_state=0).fit(x, x[:, 0])

@pytest.mark.defect('V1')
@both
def test_a_fit_behind_a_linear_model_warns_with_what_mends_it(cls):
    x = np.random.default_rng(0).normal(size=(60, 2))
    y = x[:, 0] if cls is BayesianMLPRegressor else x[:, 0]>0
    short = cls(max_steps=1, hidden_layer_sizes=(5,), family='mean_field', prior=1., random_state=0)
    with pytest.warns(UserWarning, match='behind on its own training rows.*max_steps=None may help'): short.fit(x, y)
    with warnings.catch_warnings():
        warnings.filterwarnings('error', message='.*behind')
        cls(hidden_layer_sizes=(5,), prior=1., random_state=0, max_steps=100).fit(x, y+(.1*x[:, 1] if cls is BayesianMLPRegressor else 0))

@pytest.mark.defect('V1')
def test_chains_that_disagree_and_lost_baselines_are_lines():
    assert fit_warnings(.4, {'a constant': 1., 'ridge regression': .395}, 'RMSE', 'max_steps=1000', .01)==[]
    behind, apart = fit_warnings(3.8, {'a constant': 3.4, 'ridge regression': 3.2}, 'RMSE', "noise='constant'", .1, 2.1)
    assert '3.4 of a constant and 3.2 of ridge regression' in behind and "R-hat is 2.10" in apart and "noise='constant' may help" in apart
    assert len(fit_warnings(float('nan'), {'a constant': 1.}, 'RMSE', 'max_steps=1000'))==1

@pytest.mark.defect('P23')
def test_a_budget_that_shortens_is_told(curve):
    with pytest.warns(UserWarning, match='budget=0.05 ended training after .*budget=0.2 gives it more time'): BayesianMLPRegressor(prior=1., budget=.05, random_state=0).fit(*curve)

@pytest.mark.defect('P19')
def test_negative_ends_of_positive_targets_are_told(curve):
    x, y = curve[0], np.exp(np.random.default_rng(0).normal(size=80))
    est = BayesianMLPRegressor(**known).fit(x, y)
    below = int((est.predict(x, quantiles=.025)<0).sum())
    target = re.search(r"are negative: target=('.*') keeps them so", est.report_)[1]
    mended = clone(est).set_params(target=eval(target)).fit(x, y)
    assert f'{below} of 80 lower ends' in est.report_ and (mended.predict(x, quantiles=(.025, .5))>0).all()
    assert 'lower ends' not in BayesianMLPRegressor(**known).fit(x, -y).report_

@pytest.fixture(scope='module')
def two_files(curve, tmp_path_factory):
    "Files of two estimators of the same sizes"
    folder, files = tmp_path_factory.mktemp('files'), []
    for seed in (0, 1):
        files.append(folder/f'{seed}.safetensors')
        BayesianMLPRegressor(**known|dict(random_state=seed)).fit(*curve).save(files[-1])
    return files

@pytest.mark.defect('A8')
@pytest.mark.parametrize('part', ['about', 'estimator', 'draws.0.weight', 'draws.2.bias', 'x_scale_'])
def test_parts_of_another_estimator_are_refused(part, two_files, tmp_path):
    (header, tensors), (other, others) = (read_tensors(f, 'symbayes-estimator-3', 'estimator') for f in two_files)
    if part in tensors: tensors[part] = others[part] if part!='x_scale_' else 2*tensors[part]
    else: header[part] = other[part] if part=='about' else 'BayesianMLPClassifier'
    write_tensors(tmp_path/'a.safetensors', tensors, header)
    assert 'damaged' in message(lambda: BayesianMLP.load(tmp_path/'a.safetensors'))

@pytest.mark.defect('A8')
@pytest.mark.parametrize('key,value', [('sizes_', [1, 5, 1]), ('sizes_', [1, 10**9, 1]), ('sizes_', 3), ('y_scale_', 0.), ('y_scale_', 'a'), ('y_scale_', float('nan')), ('noise_', -1.), ('activation_', 'sine'), ('by_input_', 1),
    ('prior_', [1.]), ('evidence_', [0., float('inf')]), ('n_features_in_', 2), ('encoder_', {}), ('encoder_', dict(columns=[], decimal=None)), ('fits_', {}), ('x_scale_', torch.zeros(1).double()), ('x_mean_', torch.full((1,), torch.nan).double()), ('x_mean_', torch.zeros(2).double()),
    ('log_noises_', torch.zeros(3, 1, 1)), ('target_', 'money'), ('target_names_', ['a', 'b']), ('more', torch.zeros(1))])
def test_damaged_estimators_are_refused(key, value, two_files, tmp_path):
    header, tensors = read_tensors(two_files[0], 'symbayes-estimator-3', 'estimator')
    if isinstance(value, torch.Tensor): tensors[key] = value
    else: header['about'] = json.dumps(json.loads(header['about'])|{key: value})
    from symbayes.sklearn import _digest_of
    write_tensors(tmp_path/'a.safetensors', tensors, header|dict(whole=_digest_of(header, tensors)))
    assert 'damaged' in message(lambda: BayesianMLP.load(tmp_path/'a.safetensors'))

@pytest.mark.defect('A15')
def test_a_star_brings_all_estimators():
    names = {}
    exec('from symbayes.sklearn import *', names)
    assert {'BayesianPCA', 'BayesianFactorAnalysis', 'BayesianMLPRegressor'}<=set(names)

def test_a_report_speaks_of_this_model_a_constant_and_ridge():
    x = np.random.default_rng(0).normal(size=(60, 40))
    est = BayesianMLPRegressor(**known).fit(x, x[:, 0])
    assert 'this model has a root mean squared error of' in est.report_ and 'A constant has' in est.report_ and 'Ridge regression predicts these rows as well.' in est.report_

@pytest.mark.defect('A14')
@pytest.mark.parametrize('params', [dict(device=1.5), dict(device=[]), dict(device=None), dict(family=pd.NA), dict(family=3), dict(inference=[]), dict(activation=None), dict(dtype=torch.float64), dict(max_steps='9'), dict(budget='1'),
    dict(noise={}), dict(prior=object()), dict(n_starts=1.5), dict(random_state=[]), dict(hidden_layer_sizes={}), dict(hidden_layer_sizes=np.array(3)), dict(hidden_layer_sizes=[3, 'a'])])
def test_no_option_ends_in_another_library(params, curve):
    message(lambda: BayesianMLPRegressor(**known|params).fit(*curve))

@pytest.mark.defect('A14')
@pytest.mark.parametrize('level', [None, '', [], 2, 'auto'])
def test_levels_of_figures_are_checked(level, reg, curve):
    assert 'level is' in message(lambda: plot_predictions(reg, *curve, level))

@pytest.mark.defect('T1')
@pytest.mark.defect('V3')
@pytest.mark.parametrize('cls,table,rows', [(BayesianMLPRegressor, load_diabetes, 140), (BayesianMLPClassifier, load_iris, 150)])
def test_defaults_converge_without_a_warning(cls, table, rows):
    "The first example of README, and a classifier"
    x, y = table(return_X_y=True)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        est = cls(random_state=0).fit(x[:rows], y[:rows])
    if est.inference_=='sampled': assert est.chains_.r_hat<2 and est.chains_.table.acceptance.min()>.6
    else: assert est.history_.attrs['converged'] and 'has converged' in est.report_

@pytest.mark.defect('V1')
@pytest.mark.parametrize('right,lost', [(1., False), (.9, True)])
def test_a_classifier_behind_logistic_regression_warns_if_it_is_right_in_fewer_rows(right, lost):
    "Logistic regression is sure of rows that it was fitted to; another classifier may be as right and less sure"
    x = np.random.default_rng(0).normal(size=(60, 2))
    est = BayesianMLPClassifier(**known).fit(x, x[:, 0]>0)
    labels = est.problem_.tensors[1]
    shown = torch.where(torch.arange(60)<60*right, labels, 1-labels)
    scores = training_scores(est, torch.nn.functional.one_hot(shown, 2)[None].double())
    assert any('behind' in line and 'logistic' in line for line in warnings_of(est, scores)) is lost

@pytest.mark.filterwarnings('error')
def test_a_constant_target_is_learned():
    "With its defaults, and without a word: the noise falls, but not until it is no number"
    rows = np.random.default_rng(0).normal(size=(60, 3))
    m = BayesianMLPRegressor(random_state=0).fit(rows, np.full(60, 5.))
    assert np.allclose(m.predict(rows), 5., atol=1e-6) and np.isfinite(m.evidence_).all()
