"Several label columns in the classifier"
import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.multioutput import MultiOutputClassifier

from cases import message, refused
from sklearn.utils.class_weight import compute_sample_weight
from symbayes.distributions.likelihoods import Categorical
from symbayes.runs.table_fits import SeveralLabels
from symbayes.sklearn import BayesianMLPClassifier

pytestmark = pytest.mark.filterwarnings('ignore:the fit is behind', 'ignore:training ended', 'ignore:max_steps')
rng = np.random.default_rng(0)
x = rng.normal(size=(60, 2))
y = pd.DataFrame({'size': np.where(x[:, 0]>0, 'large', 'small'), 'side': np.digitize(x[:, 1], [-.5, .5])})
tiny = dict(hidden_layer_sizes=4, max_steps=30, prior=(1., 3.), random_state=0)

@pytest.fixture(scope='module')
def est(): return BayesianMLPClassifier(**tiny|dict(max_steps=60)).fit(x, y)

def test_shapes_are_those_of_scikit_learns_multi_output_classifiers(est):
    theirs = MultiOutputClassifier(BayesianMLPClassifier(**tiny)).fit(x, y.side.to_numpy()[:, None]==[0, 1])
    p, q = est.predict_proba(x), theirs.predict_proba(x)
    assert isinstance(p, list)==isinstance(q, list) and [t.shape for t in p]==[(60, 2), (60, 3)] and all(np.allclose(t.sum(1), 1) for t in p)
    assert [c.tolist() for c in est.classes_]==[['large', 'small'], [0, 1, 2]] and theirs.predict(x).shape==est.predict(x).shape==(60, 2)
    assert (est.predict(x)==y.to_numpy()).all(1).mean()==est.score(x, y)>.8
    assert est.score(x, y, np.arange(60)==0)==(est.predict(x)[0]==y.to_numpy()[0]).all()

def test_a_joint_probability_is_that_of_a_mixture(est):
    "It sums to one over all pairs, has the marginals of each label, and draws agree"
    both = [(a, b) for a in est.classes_[0] for b in est.classes_[1]]
    p = np.exp([est.log_density(x[:1], pd.DataFrame([pair]))[0] for pair in both]).reshape(2, 3)
    first, second = est.predict_proba(x[:1])
    assert np.allclose(p.sum(1), first[0]) and np.allclose(p.sum(0), second[0])
    drawn = est.sample_y(x[:1], 20_000)[0]
    assert drawn.shape==(2, 20_000)
    for (a,b),chance in zip(both, p.ravel()): assert ((drawn[0]==a)&(drawn[1]==b)).mean()==pytest.approx(chance, abs=.02)

def test_one_label_of_several_is_scored_as_alone():
    outputs, labels = torch.randn(5, 7, 5).double(), torch.stack([torch.arange(7)%2, torch.arange(7)%3], 1)
    several = SeveralLabels([2, 3])
    alone = [Categorical().log_prob(o, t) for o,t in zip(outputs.split([2, 3], -1), labels.unbind(-1))]
    assert torch.allclose(several.log_prob(outputs, labels), sum(alone))
    for bad in (labels[:, 0], labels+2):
        message(lambda: several.check(bad, 5))

@pytest.mark.parametrize('how', [dict(), dict(family='mean_field'), dict(inference='sampled', max_steps=2), dict(prior='learned'), dict(class_weight='balanced'), dict(class_weight=[{'small': 3.}, None])],
    ids=['inducing', 'mean field', 'chains', 'learned', 'balanced', 'weights'])
def test_all_ways_of_fitting_are_kept_in_files(how, tmp_path, short_chains, monkeypatch):
    monkeypatch.setattr('symbayes.runs.table_fits.n_draws', 20)
    fitted = BayesianMLPClassifier(**tiny|how).fit(x, y, sample_weight=np.arange(60)%3)
    fitted.save(tmp_path/'a.safetensors')
    again = BayesianMLPClassifier.load(tmp_path/'a.safetensors')
    assert np.array_equal(again.predict(x), fitted.predict(x)) and np.array_equal(again.log_density(x, y), fitted.log_density(x, y))
    assert np.array_equal(clone(again).fit(x, y, sample_weight=np.arange(60)%3).predict(x), fitted.predict(x)) and 'A constant has' in again.report_

def test_labels_in_another_order_are_refused_and_the_remedy_runs(est, tmp_path):
    other = y[['side', 'size']]
    est.save(tmp_path/'a.safetensors')
    for model in (est, BayesianMLPClassifier.load(tmp_path/'a.safetensors')):
        assert model.target_names_==['size', 'side']
        for call in (model.score, model.log_density):
            said = refused('expected those of fit', call, x, other)
            assert np.array_equal(call(x, eval(said.split('fit: ')[1], {'y': other})), call(x, y))

def test_weights_of_classes_are_multiplied_over_labels():
    balanced = [compute_sample_weight('balanced', t) for t in (y['size'], y.side)]
    a = BayesianMLPClassifier(**tiny, family='mean_field', class_weight='balanced').fit(x, y)
    b = BayesianMLPClassifier(**tiny, family='mean_field').fit(x, y, sample_weight=balanced[0]*balanced[1])
    assert np.allclose(a.log_density(x, y), b.log_density(x, y))

def test_indicators_and_scikit_learns_tools():
    bits = (x>0).astype(int)
    assert BayesianMLPClassifier(**tiny).fit(x, bits).predict(x).dtype==int and cross_val_score(BayesianMLPClassifier(**tiny), x, bits, cv=2).shape==(2,)
    with pytest.warns(UserWarning, match='column-vector'): assert BayesianMLPClassifier(**tiny).fit(x, bits[:, :1]).predict(x).shape==(60,)

@pytest.mark.parametrize('labels,how,said', [(y.assign(side=0), {}, "y has one class in column 'side', 0"), (y.assign(side=None), {}, 'missing labels'), (y.assign(side=pd.Timestamp('2020')), {}, 'dates'),
    (y, dict(class_weight={0: 2.}), 'class_weight is {0: 2.0} for several labels, expected a list of 2, one for each label'),
    (y, dict(class_weight=[{'small': 0.}, None]), "class_weight leaves the classes ['large'] of y in column 'size'"),
    (y, dict(class_weight=['balanced']), "class_weight is ['balanced'] for several labels, expected a list of 2"), (y, dict(class_weight=[{'odd': 1.}, None]), "labels ['odd']"),
    (y, dict(calibration=.5), "calibration is 0.5 for several labels, expected 'auto' or None")])
def test_labels_that_do_not_fit_are_one_line(labels, how, said):
    assert said in message(lambda: BayesianMLPClassifier(**tiny|how).fit(x, labels))
