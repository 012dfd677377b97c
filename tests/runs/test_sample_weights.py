"Weights of rows in the estimators: whole numbers are repeated rows, and scikit-learn hands them on"
import numpy as np
import pytest
import sklearn
import torch
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier, MultiOutputRegressor, RegressorChain
from sklearn.pipeline import make_pipeline
from sklearn.tests.metadata_routing_common import assert_request_equal, assert_request_is_empty
from sklearn.utils.metadata_routing import get_routing_for_object

from cases import refused
from sklearn.utils.class_weight import compute_sample_weight
from symbayes.runs.table_fits import _tied_share
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

pytestmark = pytest.mark.filterwarnings('ignore:the fit is behind', 'ignore:training ended', 'ignore:max_steps=8 is less')
tiny = dict(hidden_layer_sizes=(3,), random_state=0, max_steps=8)
rng = np.random.default_rng(0)
X = rng.normal(size=(24, 2))
y = np.sin(X[:, 0])+.1*rng.normal(size=24)
labels, weights = np.where(y>0, 'high', 'low'), rng.integers(0, 4, 24)
X_whole, y_whole, labels_whole = (np.repeat(t, weights, 0) for t in (X, y, labels))

def near(a, b): np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-10)

regressors = dict(one_start=dict(prior=1., n_starts=1), learned=dict(n_starts=3), by_input=dict(prior=1., noise='input', n_starts=1),
    two_layers=dict(prior=1., hidden_layer_sizes=(3, 3), family='mean_field'), known=dict(prior=1., noise=.2, n_starts=1))

@pytest.mark.parametrize('how', regressors.values(), ids=regressors)
def test_whole_weights_give_the_regression_of_repeated_rows(how):
    one = BayesianMLPRegressor(**tiny | how).fit(X, y, sample_weight=weights)
    all_ = BayesianMLPRegressor(**tiny | how).fit(X_whole, y_whole)
    near(one.x_mean_, all_.x_mean_), near(one.x_scale_, all_.x_scale_), near([one.y_mean_, one.y_scale_], [all_.y_mean_, all_.y_scale_])
    near(np.array(one.predict(X, return_std=True)), np.array(all_.predict(X, return_std=True)))
    near(one.fits_.lower, all_.fits_.lower)
    near(one.score(X, y, weights), all_.score(X_whole, y_whole))
    if 'weight' in all_.fits_: near(one.fits_.weight, all_.fits_.weight)

def test_whole_weights_give_the_classifier_of_repeated_rows():
    how = tiny | dict(prior=1., family='mean_field', class_weight='balanced', calibration=None)  # folds leave out whole rows
    one, all_ = BayesianMLPClassifier(**how).fit(X, labels, sample_weight=weights), BayesianMLPClassifier(**how).fit(X_whole, labels_whole)
    near(one.predict_proba(X), all_.predict_proba(X))
    near(one.score(X, labels, weights), all_.score(X_whole, labels_whole))
    assert f'{np.count_nonzero(weights)} rows of weight {weights.sum()}' in one.report_

def test_thresholds_count_the_total_weight():
    many = np.full(24, 50)
    est = BayesianMLPClassifier(**tiny, prior=1.).fit(X, labels, sample_weight=many)
    assert est.family_=='mean_field' and BayesianMLPClassifier(**tiny, prior=1.).fit(X, labels).family_=='inducing'
    light = BayesianMLPRegressor(hidden_layer_sizes=3, max_steps=1, prior=1.).fit(X, y, sample_weight=np.full(24, .01))
    assert light.n_starts_==1 and light.problem_.total<1

def test_halves_believe_the_rows_less():
    whole, half = (BayesianMLPRegressor(hidden_layer_sizes=3, max_steps=100, prior=1., noise=.1, n_starts=1, random_state=0).fit(X, y, sample_weight=w)
        for w in (None, np.full(24, .2)))
    assert half.predict(X, return_std=True)[1].mean()>whole.predict(X, return_std=True)[1].mean()

def test_ties_count_by_their_weights():
    t, w = torch.tensor([1., 2., 2., 3.]), torch.tensor([3., 1., 0., 2.]).double()
    assert _tied_share(t, w)==_tied_share(t.repeat_interleave(w.long()))==2/6 and _tied_share(t)==1/4

@pytest.mark.parametrize('bad,says', [(-np.ones(24), '24 entries that are negative'), (np.full(24, np.nan), 'missing'), (np.ones(23), 'shape (23,)'),
    (np.zeros(24), 'all zero'), (['a']*24, 'no numbers'), (np.ones((24, 1)), 'shape (24, 1)'), (1., 'shape ()')], ids=range(7))
@pytest.mark.parametrize('est,targets', [(BayesianMLPRegressor(**tiny, prior=1.), y), (BayesianMLPClassifier(**tiny, prior=1.), labels)], ids=['reg', 'clf'])
def test_bad_weights_are_refused_in_a_line(est, targets, bad, says):
    before = {k: v for k,v in vars(est).items()}
    line = refused('sample_weight', est.fit, X, targets, sample_weight=bad)
    assert says in line and vars(est)==before

def test_class_weights_multiply_sample_weights(tmp_path):
    how = tiny | dict(prior=1., family='mean_field')
    by_class = BayesianMLPClassifier(**how, class_weight={'low': 3.}).fit(X, labels, sample_weight=weights)
    by_row = BayesianMLPClassifier(**how).fit(X, labels, sample_weight=weights*np.where(labels=='low', 3., 1.))
    near(by_class.predict_proba(X), by_row.predict_proba(X))
    by_class.save(tmp_path/'a.safetensors')
    assert BayesianMLPClassifier.load(tmp_path/'a.safetensors').class_weight=={'low': 3.}
    balanced = compute_sample_weight('balanced', labels)
    assert np.isclose(balanced.sum(), 24) and np.isclose(balanced[labels=='low'].sum(), 12)

@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True): yield

@pytest.mark.parametrize('cls,others', [(BayesianMLPRegressor, dict(predict=dict(return_std=None, quantiles=None))), (BayesianMLPClassifier, {})])
def test_weights_are_requested_as_scikit_learn_asks(cls, others, routing):
    assert_request_is_empty(get_routing_for_object(cls()))
    est = cls().set_fit_request(sample_weight=True).set_score_request(sample_weight='w')
    requests = get_routing_for_object(est)
    assert_request_equal(requests, dict(fit=dict(sample_weight=True, checkpoint=None), score=dict(sample_weight='w'))|others)

several = np.c_[y, -y], np.c_[y>0, X[:, 1]>0].astype(int)
wrappers = [(MultiOutputRegressor, several[0]), (RegressorChain, several[0]), (MultiOutputClassifier, several[1]), (ClassifierChain, several[1]),
    (OneVsRestClassifier, labels), (CalibratedClassifierCV, labels), (lambda est: make_pipeline(est), y)]

@pytest.mark.parametrize('wrap,targets', wrappers, ids=[getattr(w, '__name__', 'pipeline') for w,_ in wrappers])
def test_weights_reach_the_estimator_inside_as_scikit_learns_own_tests_ask(wrap, targets, routing, monkeypatch):
    "Refused while nobody has said whether they are wanted, and handed on when they are"
    seen, own = [], BayesianMLPRegressor.__mro__[2].fit
    cls = BayesianMLPRegressor if targets.dtype==float else BayesianMLPClassifier
    monkeypatch.setattr(cls, 'fit', lambda est, X, y, sample_weight=None, checkpoint=None: seen.append(sample_weight) or own(est, X, y, sample_weight))
    est = cls(hidden_layer_sizes=2, prior=1., max_steps=2, family='mean_field', random_state=0)
    with pytest.raises(UnsetMetadataPassedError, match=f'sample_weight.* not explicitly set as requested or not requested for {cls.__name__}.fit'):
        wrap(est).fit(X, targets, sample_weight=weights+1)
    wrap(est.set_fit_request(sample_weight=True)).fit(X, targets, sample_weight=weights+1)
    assert seen and all(w is not None for w in seen)
