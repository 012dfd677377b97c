"A constant and a linear model on the rows of a network, where tables show them, and the lines at the end of a fit."

import math

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.linear_model import LogisticRegression, Ridge
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from cases import rng
from symbayes.all import *
from symbayes.inference.prediction import baseline_table, classification_baselines, fit_notes, regression_baselines

def linear_data(n: int, outputs: int = 1, inputs: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    x, w = torch.randn(n, inputs, generator=rng(n)), torch.arange(1., inputs*outputs+1).reshape(inputs, outputs)
    return x, x@w/4+.3*torch.randn(n, outputs, generator=rng(n+1))+2

def by_leaving_out(x: np.ndarray, y: np.ndarray, penalty: float) -> float:
    "Mean squared error of ridge regression, every example left out once, by as many fits"
    rows = range(len(y))
    return np.mean([(Ridge(penalty).fit(np.delete(x, i, 0), np.delete(y, i)).predict(x[i:i+1])[0]-y[i])**2 for i in rows])

@pytest.mark.defect('U1', 'U2')
def test_ridge_is_the_penalty_with_the_least_error_left_out():
    "Penalty and noise are those of as many fits as there are examples, each without one of them"
    (x, y), (xt, yt) = linear_data(25), linear_data(200)
    a, at = ((t-x.mean(0))/x.std(0, correction=0) for t in (x, xt))
    penalties = np.logspace(-3, 6, 19)
    errors = [by_leaving_out(a.double().numpy(), y[:, 0].double().numpy(), p) for p in penalties]
    mean, std = Ridge(penalties[np.argmin(errors)]).fit(a.double(), y[:, 0].double()).predict(at.double()), min(errors)**.5
    found, want = regression_baselines(x, y, xt, yt).loc['ridge'], torch.distributions.Normal(torch.tensor(mean), std).log_prob(yt[:, 0].double()).mean()
    assert abs(found.log_lik-want)<1e-4 and abs(found.rmse-((mean-yt[:, 0].numpy())**2).mean()**.5)<1e-5 and abs(found.coverage-.95)<.05

@pytest.mark.defect('U1', 'U2')
def test_the_constant_by_hand():
    "Mean and standard deviation of each training target"
    (x, y), (xt, yt) = linear_data(40, 2), linear_data(30, 2)
    found = regression_baselines(x, y, xt, yt).loc['constant']
    want = torch.distributions.Normal(y.mean(0), y.std(0, correction=0)).log_prob(yt).sum(-1).mean()
    assert abs(found.log_lik-want)<1e-5 and list(regression_baselines(x, y, xt, yt).index)==['constant', 'ridge']

@pytest.mark.parametrize('x', [torch.ones(20, 3), torch.randn(20, 50, generator=rng(0)), torch.randn(20, 2, 3, 3, generator=rng(1)), torch.full((20, 1), 1e8)])
def test_odd_inputs_have_a_ridge(x):
    "Constant inputs, more inputs than examples, images"
    y = torch.randn(20, 1, generator=rng(2))
    assert np.isfinite(regression_baselines(x, y, x, y)).all(axis=None)

@pytest.mark.parametrize('x', [torch.arange(20).reshape(20, 1), (torch.randn(20, 1), torch.randn(20, 2))])
def test_other_inputs_have_a_constant_alone(x):
    "Tokens, and inputs of several tensors"
    y = torch.randn(20, 1, generator=rng(2))
    assert list(regression_baselines(x, y, x, y).index)==['constant'] and list(classification_baselines(x, (y[:, 0]>0).long(), x, (y[:, 0]>0).long(), 2).index)==['constant']

def test_equal_targets_have_finite_numbers():
    "A standard deviation of zero is no noise"
    x, y = torch.randn(9, 2, generator=rng(0)), torch.ones(9, 1)
    assert np.isfinite(regression_baselines(x, y, x, y)).all(axis=None)

def test_logistic_regression_is_scikit_learns():
    "Probabilities of standardised inputs; classes that training rows lack have a finite surprise"
    x, y = torch.randn(60, 4, generator=rng(0)), torch.arange(60)%3
    x = x+y[:, None]
    a = ((x-x.mean(0))/x.std(0, correction=0)).double().numpy()
    p = LogisticRegression(max_iter=100).fit(a, y).predict_proba(a)
    found = classification_baselines(x, y, x, y, 3)
    assert abs(found.nll['logistic']+np.log(p[np.arange(60), y]).mean())<1e-5 and abs(found.nll['constant']-math.log(3))<1e-9
    unseen = classification_baselines(x, y, x, torch.full((60,), 4), 5)
    assert np.allclose(unseen.nll, math.log(65))

@pytest.mark.parametrize('likelihood, rows', [(Gaussian(.2), 2), (StudentT(), 2), (HeteroscedasticGaussian(), 2), (Poisson(), 0)])
def test_likelihoods_with_baselines(likelihood, rows):
    "Real targets, of one axis too; counts have none"
    x, y = linear_data(20)
    assert len(baseline_table(likelihood, (x, y[:, 0]), (x, y[:, 0]), 1))==rows

def fitted(x, y, likelihood=None, **options):
    net = nn.Sequential(nn.Linear(x.shape[1], 5), nn.Tanh(), nn.Linear(5, 1))
    q, prior, likelihood = MeanField.from_module(net), IsotropicNormal(1.), likelihood or Gaussian(.5)
    fit(net, q, prior, likelihood, (x, y), epochs=2, **{'progress': False}|options)
    return net, q, prior, likelihood

@pytest.mark.defect('U1', 'U2')
def test_an_account_has_the_baselines():
    "Columns for each metric and baseline, the same as of the table"
    (x, y), (xt, yt) = linear_data(30), linear_data(20)
    net, *parts = fitted(x, y)
    table, want = account(net, *parts, (x, y), mlp_group(net), (xt, yt), 5, 4), regression_baselines(x, y, xt, yt)
    for b in ('constant', 'ridge'):
        for k in ('log_lik', 'rmse', 'coverage'): assert table[f'test_{k}_{b}'][0]==want.loc[b, k]
    assert not [c for c in account(net, *parts, (x, y), mlp_group(net), None, 5, 4) if 'ridge' in c], 'without test rows there is nothing to compare'

@pytest.mark.defect('U1')
def test_a_run_shows_coverage_beside_its_baselines(tmp_path):
    "In the table of the terminal, in metrics.json, and in the summary of a sweep"
    run = run_training(data='diabetes', width=3, max_steps=1, out=tmp_path, progress=False)
    table = run.summary()
    assert {'constant', 'ridge'}<set(table) and 'coverage of 95 % intervals' in table.index
    assert table.ridge['root mean squared error']==run.metrics.test_rmse_ridge[0] and 'test_coverage_ridge' in (tmp_path/'metrics.json').read_text()
    runs = pd.concat([run.metrics]*2, ignore_index=True).assign(width=[3, 4])
    found = sweep_summary(runs, by='width')
    assert 'test_coverage' in found and found.width.tolist()==[3, 4, 'constant', 'ridge'] and found.test_coverage.iloc[3].mean==runs.test_coverage_ridge[0]
    other = runs.assign(test_rmse_ridge=[1., 2.])
    assert 'ridge' not in sweep_summary(other, by='width').width.tolist(), 'runs on other rows share no baseline'

x, y = linear_data(60)
y = (y-y.mean())/y.std()
plain = nn.Linear(3, 1)

@pytest.mark.defect('U2', 'U12')
@pytest.mark.parametrize('likelihood, targets, said', [
    (Gaussian(.2), y+1000, ['targets have mean 1e+03']), (Gaussian(.2), y*50, ['standard deviation 50']), (Gaussian(.001), y/50, ['standard deviation 0.02']),
    (Gaussian(.8, learned=True), y, ['noise learned is 0.8 for targets with standard deviation 1: the network explains little']),
    (Gaussian(), y, ['noise given is 1 ']), (StudentT(4., .9, learned=True), y, ['noise learned']), (Gaussian([.1, .9]), torch.cat([y, y], 1), ['0.9 of output 1']),
    (Gaussian(.5, learned=True), y, []), (Gaussian(.5), y[:, 0], []), (Gaussian(.5), torch.ones(9, 1), []), (Gaussian(.5), y[:1], []), (Categorical(), torch.arange(5), []), (Poisson(), 100*torch.ones(5, 1), [])])
def test_notes_of_targets_and_noise(likelihood, targets, said):
    "One line for each, and none for an ordinary fit"
    found = fit_notes(plain, likelihood, targets)
    assert len(found)==len(said) and all(s in f for s,f in zip(said, found))

@pytest.mark.defect('U12')
def test_dropout_is_said():
    "A fit draws dropout and predict does not, unless it was switched off before"
    net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(.2), nn.Linear(4, 1))
    assert 'predict leaves it out' in fit_notes(net, Gaussian(.5), y)[0] and not fit_notes(net.eval(), Gaussian(.5), y) and not fit_notes(nn.Dropout(0.), Gaussian(.5), y)

@pytest.mark.defect('U2', 'U12')
def test_a_fit_ends_with_its_notes(capsys):
    "Where progress is shown; a loader's targets are not looked at"
    fitted(x, y+1000, progress=True)
    assert 'targets have mean 1e+03' in capsys.readouterr().out
    fitted(x, y+1000)
    assert 'targets' not in capsys.readouterr().out
    net = nn.Linear(3, 1)
    fit(net, MeanField.from_module(net), IsotropicNormal(1.), Gaussian(.2), DataLoader(TensorDataset(x, y+1000), 20), epochs=1)
    assert 'targets' not in capsys.readouterr().out
