"Estimators of several hidden layers: microcanonical chains over all weights"
import warnings

import numpy as np
import pytest

from symbayes.runs import table_fits
from symbayes.runs.table_fits import chosen_layers, deep_steps
from symbayes.sklearn import BayesianMLPRegressor

pytestmark = pytest.mark.filterwarnings('ignore::UserWarning')

def table(n=160, targets=1):
    "Rows of a curve in two inputs"
    gen = np.random.default_rng(0)
    x = gen.normal(size=(n, 2))
    y = np.sin(x[:, 0])+.2*gen.normal(size=n)
    return x, y if targets==1 else np.stack([y, y-x[:, 1]], 1)

short = dict(hidden_layer_sizes=(4, 4), inference='sampled', max_steps=60, random_state=0)

@pytest.mark.parametrize('noise,targets', [('auto', 1), ('constant', 1), ('constant', 2), ('input', 2)])
def test_several_layers_are_sampled(noise, targets, tmp_path):
    "Predictions have noise of their own, the report says what was run, and a file predicts the same"
    x, y = table(targets=targets)
    est = BayesianMLPRegressor(**short, noise=noise).fit(x, y)
    assert (est.inference_, est.family_, est.by_input_)==('sampled', 'mean_field', noise!='constant')
    assert 'energy_variance' in est.chains_.table and 'an energy variance of' in est.report_
    assert (est.log_noises_ is None)==est.by_input_
    mean, std = est.predict(x, return_std=True)
    assert mean.shape==y.shape and np.isfinite(mean).all() and (std>0).all()
    est.save(tmp_path/'deep.safetensors')
    again = BayesianMLPRegressor.load(tmp_path/'deep.safetensors')
    np.testing.assert_allclose(again.log_density(x, y), est.log_density(x, y))

def test_a_budget_is_spent_and_ends():
    "Even where it leaves time for a few steps alone"
    x, y = table()
    est = BayesianMLPRegressor((4, 4), budget=.5, random_state=0).fit(x, y)
    assert est.inference_=='sampled' and np.isfinite(est.predict(x)).all()

@pytest.mark.parametrize('layers', [(4, 4), 4])
def test_a_budget_goes_to_starts_and_chains(layers, monkeypatch):
    "Half of what is left to the starts of deep chains at most, and all of the rest to the chains"
    now, given = [0.], []
    monkeypatch.setattr(table_fits, 'monotonic', lambda: now[0])
    monkeypatch.setattr(table_fits, '_timed', lambda run, few, budget: (.01, 0.))
    def noted(name, seconds):
        whole = getattr(table_fits, name)
        def _run(*args, **how):
            given.append(how['seconds'])
            now[0] += seconds
            return whole(*args, **how | dict(seconds=.1))
        monkeypatch.setattr(table_fits, name, _run)
    noted('trained_starts', 20.)
    noted('sample_posterior', 80.)
    with pytest.warns(UserWarning) if layers==4 else warnings.catch_warnings():
        est = BayesianMLPRegressor(layers, activation='tanh', inference='sampled', budget=100., prior=1., random_state=0).fit(*table())
    assert given==([50., 80.] if layers!=4 else [100.]) and est.history_.attrs['shortened']

def test_student_noise_keeps_the_last_layer_integrated():
    x, y = table()
    est = BayesianMLPRegressor(**{**short, 'max_steps': 3}, noise='student').fit(x[:40], y[:40])
    assert est.family_=='collapsed' and est.student_

def test_mean_field_is_not_taken_in_silence():
    "Where chains would take too long"
    x, y = table(1100)
    with pytest.warns(UserWarning, match="mean field was taken for several layers, since max_steps limits the time: inference='sampled'"):
        est = BayesianMLPRegressor((4, 4), max_steps=12, prior=1., random_state=0).fit(x, y)
    assert est.family_=='mean_field' and est.inference_=='variational'

def test_steps_follow_rows():
    steps = [deep_steps(n, [8, 16, 16, 16, 16, 1]) for n in (100, 1000, 10_000)]
    assert steps[0]==30_000>steps[1]>steps[2]==3000

def test_layers_follow_rows():
    "Several where chains of one take more than a minute, and their own two and a half at most"
    assert [len(chosen_layers(n, 5, 1, True)) for n in (100, 1000, 1300, 10_000, 50_000)]==[1, 1, 4, 4, 1]
    assert chosen_layers(2000, 5, 1, False)==chosen_layers(2000, 5, 1, True, budget=39.)==(50,)
    assert len(chosen_layers(2000, 5, 1, True, budget=42.))==4

def test_the_default_has_several_layers(monkeypatch):
    "And one where an option speaks against chains over all weights; a warning about them is for their report"
    monkeypatch.setattr(table_fits, 'deep_steps', lambda rows, sizes: 60)
    x, y = table(1400)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        est = BayesianMLPRegressor(random_state=0).fit(x, y)
    assert est.sizes_==[2, 16, 16, 16, 16, 1] and est.activation_=='relu' and est.inference_=='sampled'
    for how in (dict(max_steps=2), dict(budget=.1), dict(inference='variational', max_steps=2), dict(noise=.2, max_steps=2)):
        one = BayesianMLPRegressor(**how, prior=1., random_state=0).fit(x, y)
        assert (one.sizes_, one.activation_)==([2, 50, 1], 'tanh')

@pytest.mark.parametrize('rows,n_in', [(40, 2000), (800, 100)])
def test_small_tables_have_one_layer(rows, n_in):
    "However wide: several layers were tried on more than a thousand rows alone"
    assert chosen_layers(rows, n_in, 1, True)==(50,)
