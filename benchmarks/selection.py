"""Twelve networks for a table, chosen by the bound, by annealing, by leave-one-out densities, and by five-fold cross-validation.

The candidates have 10 or 50 tanh units, a prior scale of .3, 1 or 3 on the hidden weights, and noise of .15 or .4 standard deviations.
Each table is drawn anew for each draw: 150 rows to train on and up to 1,000 others for the test, which no judge sees.
The regret of a judge is the test log likelihood of the best candidate less that of its choice, in nats a row.
Seconds are of processor time in one thread. This script has no ratios for `run.py`."""
import os, time, warnings
from argparse import ArgumentParser
from itertools import product

os.environ.setdefault('OMP_NUM_THREADS', '1')

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import load_diabetes
from torch import Tensor, nn

from symbayes.core.random import seeded_module, streams
from symbayes.data.splits import data_folder
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.distributions.problem import Problem
from symbayes.inference.prediction import predict, predictive_nll
from symbayes.inference.selection import compare, default_posterior, loo_densities

from report import options, write

Rows = tuple[Tensor, Tensor]
tables = 'yacht', 'energy', 'concrete', 'airfoil', 'diabetes'

def rows_of(name: str, folder: str, draw: int, n: int = 150) -> tuple[Rows, Rows]:
    "Training and test rows, scaled by the training rows"
    if name=='diabetes': x, y = load_diabetes(return_X_y=True)
    else:
        with np.load(f'{folder}/{name}.npz', allow_pickle=False) as f: x, y = f['x'], f['y'].reshape(-1)
    order = np.random.default_rng(draw).permutation(len(y))[:n+1000]
    x, y = torch.tensor(x[order], dtype=torch.float64), torch.tensor(y[order], dtype=torch.float64)[:, None]
    spread = x[:n].std(0)
    x = (x[:, spread>0]-x[:n, spread>0].mean(0))/spread[spread>0]
    y = (y-y[:n].mean())/y[:n].std()
    return (x[:n], y[:n]), (x[n:], y[n:])

def candidates(data: Rows) -> dict[str, Problem]:
    found, inputs = {}, data[0].shape[1]
    for h,scale,noise in product((10, 50), (.3, 1., 3.), (.15, .4)):
        net = seeded_module(lambda: nn.Sequential(nn.Linear(inputs, h), nn.Tanh(), nn.Linear(h, 1)), 0).double()
        prior = IsotropicNormal({'0.weight': scale/inputs**.5, '0.bias': scale, '2.weight': (2/h)**.5, '2.bias': 1.})
        found[f'{h} units, scale {scale}, noise {noise}'] = Problem(net, prior, Gaussian(noise), data)
    return found

def log_lik(problem: Problem, q, rows: Rows, seed: int) -> float:
    "Log likelihood per row of held-out rows"
    out = predict(problem.model, q, rows[0], 200, generator=streams(seed, 'predict'))
    return -predictive_nll(out, rows[1], problem.likelihood).item()

def starts(problems: dict[str, Problem], seed: int) -> dict:
    return {k: default_posterior(p, 1, streams(seed, k)) for k,p in problems.items()}

def cross_validated(data: Rows, epochs: int, seed: int, folds: int = 5) -> pd.Series:
    "Log likelihood of the rows of each fold, by the posterior of the others"
    parts, total = torch.randperm(len(data[1]), generator=streams(seed, 'folds')).chunk(folds), 0.
    for i,held in enumerate(parts):
        rest = torch.cat([p for j,p in enumerate(parts) if j!=i])
        problems = candidates(tuple(t[rest] for t in data))
        q = starts(problems, seed)
        compare(problems, posteriors=q, n_samples=2, generator=streams(seed, f'fold {i}'), progress=False, epochs=epochs)
        total = total + pd.Series({k: len(held)*log_lik(p, q[k], tuple(t[held] for t in data), seed) for k,p in problems.items()})
    return total

def judged(name: str, folder: str, draw: int, epochs: int) -> pd.DataFrame:
    "A row per candidate, with each judge's number"
    train, test = rows_of(name, folder, draw)
    problems = candidates(train)
    q, seconds, found = starts(problems, draw), {}, {}
    def timed(judge, f):
        begun = time.process_time()
        found[judge], seconds[judge] = f(), time.process_time()-begun
    judge = lambda by, **how: compare(problems, by, generator=streams(draw, by), progress=False, **how)
    timed('bound', lambda: judge('bound', posteriors=q, epochs=epochs).lower)
    timed('loo', lambda: pd.Series({k: loo_densities(v, 200, streams(draw, 'loo')).sum().item() for k,v in q.items()}))
    seconds['loo'] += seconds['bound']
    timed('annealing', lambda: judge('annealing', reverse=False).lower)
    timed('cross_validation', lambda: cross_validated(train, epochs, draw))
    table = pd.DataFrame(found).rename_axis('candidate').reset_index()
    table['test'] = [log_lik(problems[k], q[k], test, draw) for k in table.candidate]
    return table.assign(table=name, draw=draw, **{f'{k}_seconds': v for k,v in seconds.items()})

def regrets(table: pd.DataFrame) -> pd.DataFrame:
    "Regret, rank agreement with the test, and seconds of each judge: a row per table and draw and judge"
    rows = []
    for (name,draw),t in table.groupby(['table', 'draw'], sort=False):
        for k in ('bound', 'loo', 'annealing', 'cross_validation'):
            regret = t.test.max()-t.test[t[k].idxmax()]
            rows.append(dict(table=name, draw=draw, judge=k, regret=regret, spearman=t[k].corr(t.test, 'spearman'), seconds=t[f'{k}_seconds'].iloc[0]))
    return pd.DataFrame(rows)

def main(argv: list[str]|None = None) -> None:
    p = ArgumentParser(description=__doc__)
    p.add_argument('--draws', type=int, default=2, help='of each table')
    p.add_argument('--epochs', type=int, default=800, help='of each fit')
    p.add_argument('--uci', default=str(data_folder(None)/'uci'), help='folder with the UCI tables as npz files; without it diabetes alone')
    a = options(p, argv, draws=1, epochs=20)
    warnings.simplefilter('ignore')
    names, parts = [n for n in tables if n=='diabetes' or os.path.exists(f'{a.uci}/{n}.npz')], []
    for draw,name in product(range(a.draws), names[-1:] if a.quick else names):
        parts.append(judged(name, a.uci, draw, a.epochs))
        print(regrets(parts[-1]).round(3).to_string(header=False, index=False), flush=True)
        write(pd.concat(parts), 'selection', a.out, ('scikit-learn',))

if __name__=='__main__': main()
