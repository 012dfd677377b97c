"Runs from Python: what is fitted, folders that load again, predictions."
import inspect, json

import numpy as np
import pandas as pd
import pytest
import torch

from cases import refused
from symbayes.data.splits import SOURCES, DataSplits, data_source, load_data
from symbayes.inference.fitting import Checkpoint
from symbayes.runs.jobs import Call
from symbayes.runs.table_models import OwnNetwork, units_of
from symbayes.runs.run_results import load_run, _baseline_notes
from symbayes.runs.commands import run_training
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

tiny = dict(width=3, max_steps=12, inference='variational', progress=False)

@pytest.fixture(scope='module')
def runs(tmp_path_factory):
    "Finished runs with their folders: a regression with noise by input, and classes"
    at = tmp_path_factory.mktemp('runs')
    found = {k: run_training(k, **tiny, out=str(at/k), noise=noise) for k,noise in (('diabetes', 'input'), ('wine', 'auto'))}
    return {k: (r, at/k) for k,r in found.items()}

def test_options_are_those_of_the_classifier():
    "The chapter compares them with the regressor's"
    of_run = inspect.signature(run_training).parameters
    own = {'hidden_layer_sizes', 'random_state', 'verbose', 'target', 'activation'}  # a run's target is a column
    for k,p in inspect.signature(BayesianMLPClassifier).parameters.items(): assert k in own or of_run[k].default==p.default, k

@pytest.mark.parametrize('data,estimator', [('diabetes', BayesianMLPRegressor), ('wine', BayesianMLPClassifier)])
def test_units_are_those_of_the_estimator(data, estimator, runs):
    assert runs[data][0].fitted.activation_==('tanh' if estimator is BayesianMLPRegressor else 'relu')
    assert run_training(data, **tiny, activation='gelu').fitted.activation_=='gelu'

@pytest.mark.parametrize('data', ['diabetes', 'wine'])
def test_a_folder_loads_again(data, runs, tmp_path):
    "To the bit: draws, units, numbers, predictions; it is saved again to the same files, and JSON is strict"
    made, folder = runs[data]
    found = load_run(folder)
    assert repr(found)==repr(made) and found.report()==made.report() and found.group==made.group
    assert torch.equal(found.fitted.samples_.draws, made.fitted.samples_.draws)
    then, now = made.q.tensors(), found.q.tensors()
    assert then.keys()==now.keys() and all(torch.equal(then[k], now[k]) for k in then)
    pd.testing.assert_frame_equal(found.metrics, made.metrics, check_dtype=False, check_exact=True)
    assert found.predict().equals(made.predict())
    json.loads((folder/'run.json').read_text(), parse_constant=lambda c: pytest.fail(c))

def test_numbers_are_in_the_units_of_the_targets(runs):
    "Against the estimator by hand"
    r, _ = runs['diabetes']
    s = load_data('diabetes')
    unit, mean = s.scaling['y_std'].item(), s.scaling['y_mean'].item()
    x, y = s.unscale(s.x_test).double().numpy(), (s.y_test.double()*unit+mean).numpy()[:, 0]
    p, m = r.predict(), r.metrics.iloc[0]
    assert np.allclose(p['mean'], r.fitted.predict(x), rtol=1e-4) and np.allclose(p.target, y, rtol=1e-5) and np.allclose(p[['lower', 'upper']], r.fitted.predict(x, quantiles=(.05, .95)), rtol=1e-4)
    assert m.test_rmse==pytest.approx(np.sqrt(np.mean((p['mean']-y)**2)), rel=1e-4) and m.test_log_lik==pytest.approx(r.fitted.log_density(x, y).mean(), rel=1e-4)
    assert (p['std']<p.std_with_noise).all() and m.symmetrized_elbo_lower==pytest.approx(r.fitted.evidence_.lower)

def test_a_frame_keeps_its_index(tmp_path):
    t = pd.DataFrame(dict(a=np.arange(60.), b=np.sin(np.arange(60.)))).assign(y=lambda t: 3*t.a+t.b)
    t.to_csv(tmp_path/'t.csv', index=False)
    r = run_training(str(tmp_path/'t.csv'), target='y', **tiny)
    new = t.set_axis([f'row {i}' for i in range(60)])[::7]
    assert list(r.predict(new).index)==list(new.index) and np.allclose(r.predict(new), r.predict(new[['b', 'a']]))
    refused(r"lacks columns \['b'\]", lambda: r.predict(new[['a']]))

def test_own_data_and_global_random_numbers():
    "A registered source is a name; torch's random numbers are left alone"
    before, was = dict(SOURCES), torch.get_rng_state()
    @data_source('mine')
    def mine(ask):
        "Regression: a line"
        x = torch.linspace(-1, 1, 30)[:, None]
        return DataSplits('mine', x, 2*x, x[:0], x[:0], x, 2*x)
    try: r = run_training('mine', **tiny)
    finally:
        SOURCES.clear()
        SOURCES.update(before)
    assert r.what=='Regression: a line' and torch.equal(was, torch.get_rng_state())

def test_what_names_a_run():
    "Options that results do not depend on are in no name"
    keys = {Call('symbayes.runs.commands:run_training', o).key for o in ({}, dict(out='a'), dict(device='cuda'), dict(progress=False))}
    assert len(keys)==1 and keys!={Call('symbayes.runs.commands:run_training', dict(seed=1)).key}

def test_an_estimator_goes_on_from_its_checkpoint(tmp_path):
    "In Python, too; of another seed it is refused"
    x = np.linspace(-1, 1, 40)[:, None]
    y, kept = np.sin(3*x[:, 0]), Checkpoint(tmp_path/'c.pt', 0., resume=True)
    fit = lambda seed: BayesianMLPRegressor(3, noise='constant', max_steps=15, random_state=seed).fit(x, y, checkpoint=kept)
    one, again = fit(0), fit(0)
    assert torch.equal(one.samples_.draws, again.samples_.draws) and one.get_params()==again.get_params()
    refused('is of another run: .*seed', fit, 1)

@pytest.mark.defect('U1')
def test_a_run_trains_until_it_has_converged():
    "50 epochs of a small table were 150 steps, 1,400 nats too few; without max_steps the estimator decides"
    r = run_training('sinc', width=3, noise='constant', inference='variational', progress=False)
    assert r.metrics.steps.item()>=300 and r.metrics.converged.item() is not None

@pytest.mark.defect('R16')
def test_a_folder_is_a_path():
    "A number in its place is one line"
    refused('folder is 3, expected str', load_run, 3)

@pytest.mark.defect('R16')
@pytest.mark.parametrize('data', ['diabetes', 'wine'])
def test_a_run_in_double_precision(data, tmp_path):
    "Where that is torch's default, the folder loads under either default"
    torch.set_default_dtype(torch.float64)
    try: made = run_training(data, **tiny, out=tmp_path)
    finally: torch.set_default_dtype(torch.float32)
    assert load_run(tmp_path).predict().equals(made.predict())

@pytest.mark.defect('V14')
def test_the_report_says_what_predicts_as_well():
    "Where a constant or a linear model is level with the network, or ahead of it"
    m = pd.DataFrame(dict(test_log_lik=[-.5, -.52], test_log_lik_ridge=-.51, test_log_lik_constant=-1.4))
    assert _baseline_notes(m)==['ridge regression predicts the test rows as well: -0.510 nats a row, the network -0.51 ± 0.13']
    assert _baseline_notes(m.assign(test_log_lik_ridge=-.6))[0].startswith('ridge regression is not significantly worse on the test rows: -0.600')
    assert 'better' in _baseline_notes(m.assign(test_log_lik_ridge=-.1))[0] and not _baseline_notes(m.assign(test_log_lik_ridge=-.9))
    assert _baseline_notes(pd.DataFrame(dict(test_nll=[.3], test_nll_logistic=.2)))[0].startswith('logistic regression predicts the test rows better')
    r = run_training('diabetes', width=3, max_steps=1, progress=False)
    assert 'ridge regression predicts the test rows better' in r.report()

def test_far_offsets_change_no_fit(tmp_path, monkeypatch):
    "Inputs and targets of a network of one's own are centred in float64"
    (tmp_path/'far_nets.py').write_text('from torch import nn\ndef net(shape, n_out): return nn.Sequential(nn.Linear(shape[0], 3), nn.Tanh(), nn.Linear(3, n_out))')
    monkeypatch.syspath_prepend(tmp_path)
    x = torch.randn(20, 2, generator=torch.Generator().manual_seed(0)).double().numpy()
    y, far, found = torch.tensor(x).sum(1, keepdim=True), 2.**30+.5, []
    for at in (0., far):
        net = OwnNetwork('far_nets:net', units_of(x+at, y+at, None))
        net.fit(x+at, y+at, max_steps=20, progress=False)
        found.append(net.draws(x+at)[0]-at)
    torch.testing.assert_close(*found, rtol=0, atol=1e-3)

@pytest.mark.parametrize('inputs', [5., [['a']*10], [[1], [2, 3]], np.ones((2, 10))*1j, np.ones((2, 9)), np.ones((0, 10))], ids=repr)
def test_inputs_that_are_no_numbers(inputs, runs):
    "A run of arrays says what it takes"
    refused('expected|inhomogeneous|there are no inputs', runs['diabetes'][0].predict, inputs)

def test_intervals_of_a_run_are_those_of_its_estimator():
    "Ranks of rows that were left out move them"
    run, x = run_training('diabetes', **tiny, conformal=True), np.zeros((2, 10))
    assert np.allclose(run.predict(x, .8)[['lower', 'upper']], run.fitted.predict(x, quantiles=(.1, .9)))

def test_few_ranks_do_not_stop_a_run(tmp_path):
    "Its picture shows the highest level that they have"
    pd.DataFrame(np.random.default_rng(0).normal(size=(30, 2)), columns=['x', 'y']).to_csv(tmp_path/'t.csv', index=False)
    run_training(str(tmp_path/'t.csv'), target='y', **tiny, conformal=True, out=str(tmp_path/'run'))
