"""Constant noise beside noise that depends on the input, on tables of UCI in the standard splits (Hernandez-Lobato and Adams, 2015).

One hidden layer of 50 tanh units, a collapsed last layer, learned prior scales (one for each input of the first layer), trained on
the symmetrised bound. Both models see the same rows, standardised by the training rows, and begin at the same body.
Test log likelihoods are in nats per row and in the target's own units. Settings were chosen by the bound on the training rows of
yacht's first split. The tables are not a part of the repository: --data-dir names the folder that holds `uci/NAME.npz`.
Predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from pathlib import Path

from report import driver

import numpy as np
import torch
from torch import Tensor, nn

from symbayes.all import (
    CollapsedLastLayer, Gaussian, HeteroscedasticGaussian, Layout, LearnedNormal, Problem, evaluate, fit,
    streams)
from symbayes.data import data_folder
from symbayes.distributions import NoiseByInput

def rows_of_split(file: Path, split: int) -> tuple[Tensor, ...]: # inputs and targets, training then test, and the target's unit
    "Standardise by the training rows"
    z = np.load(file)
    x, y, test = z['x'].astype(float), z['y'].astype(float), z['test'][split]
    train = np.setdiff1d(np.arange(len(y)), test)
    varies = x[train].std(0)>0
    x = (x-x[train].mean(0))[:, varies]/x[train].std(0)[varies]
    unit = y[train].std()
    y = ((y-y[train].mean())/unit)[:, None]
    return *(torch.tensor(t[i]) for i in (train, test) for t in (x, y)), unit

def fitted(noise: str, split: int, x: Tensor, y: Tensor, x_test: Tensor, y_test: Tensor, unit: float, epochs: int) -> dict[str, float]:
    "Fit, and score on the test rows"
    net = nn.Sequential(nn.Linear(x.shape[1], 50), nn.Tanh(), nn.Linear(50, 1)).double()
    if noise=='by input': net = NoiseByInput(net)
    first, *_ = shapes = Layout.of(net).shapes
    prior = LearnedNormal(net, {k: 1. if k==first or len(s)<2 else s[-1]**-.5 for k,s in shapes.items()}, per_input=first).double()
    likelihood = HeteroscedasticGaussian() if noise=='by input' else Gaussian(.3, learned=True).double()
    problem, start = Problem(net, prior, likelihood, (x, y)), time.process_time()
    q = CollapsedLastLayer.of(problem, std=.1, generator=streams(split, 'start'))
    fit(problem, q, epochs=epochs, lr=.02, progress=False, log_every=10**6, generator=streams(split, 'fit'))
    seconds = time.process_time()-start
    means, stds = q.predictive(x_test, 200, streams(split, 'predict'), noise=True)
    each = torch.distributions.Normal(means, stds).log_prob(y_test).squeeze(-1)
    bound = evaluate(problem, q, n_samples=50, generator=streams(split, 'bound'), progress=False).total.item()
    log_lik = (each.logsumexp(0)-np.log(len(each))).mean().item()-np.log(unit)
    error = means.mean(0)-y_test
    std = (stds.square().mean(0)+means.var(0)).sqrt()
    return dict(log_lik=log_lik, rmse=error.square().mean().sqrt().item()*unit, coverage=(error.abs()<1.96*std).double().mean().item(),
        bound_lower=bound, seconds=seconds)

options = dict(
    data_dir=dict(default=None, type=Path),  # folder that holds uci/NAME.npz; default $SYMBAYES_DATA
    splits=(5, 1),  # of each table
    epochs=(5000, 200),  # of each fit
)

def run(a):
    rows = []
    for name in ('yacht', 'concrete'):
        for split in range(a.splits):
            parts = rows_of_split(data_folder(a.data_dir)/'uci'/f'{name}.npz', split)
            for noise in ('constant', 'by input'):
                rows.append(dict(data=name, split=split, noise=noise) | fitted(noise, split, *parts, a.epochs))
    yield 'noise_by_input', rows

main = driver(run, options)

if __name__=='__main__': main()
