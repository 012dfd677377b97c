"""Twelve networks for a table, chosen by the bound, by annealing, by Laplace, by leave-one-out densities, and by five-fold cross-validation.

The candidates are three networks (15 tanh units, 50 ReLU units, two layers of 20 tanh units), each with a prior scale of .5 or 2 on the
hidden weights and noise of .15 or .4 standard deviations. Candidates of one network are a stack. Five tables and three functions are drawn
anew for each draw: 150 rows to train on and up to 1,000 others for the test, which no judge sees.
Fits have 200 steps (`--steps`), and `_short` ones 60 (`--short`), as the short fits of the estimators. The test is that of the long fits.
Cross-validation uses the same stacks and steps. Annealing has 8 chains and at most 30 temperatures, and Laplace 150 steps of training.
The regret of a judge is the test log likelihood of the best candidate minus that of its choice, in nats a row.
Seconds are of processor time in one thread. A run that was stopped goes on where it was. This script has no ratios for `run.py`."""
import time, warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path

from report import driver, growing

import numpy as np
import pandas as pd
import torch
from sklearn.datasets import load_diabetes, make_friedman1, make_friedman2
from torch import Tensor, nn

from symbayes.all import (
    CollapsedLastLayer, Gaussian, IsotropicNormal, Problem, account, evaluate, fit, log_evidence,
    mean_and_interval, mlp_group, predict, streams)
from symbayes.data import uci_table
from symbayes.data.tables import varying_columns
from symbayes.distributions.priors import known_scales
from symbayes.inference import laplace_evidence, loo_densities, predictive_nll
from symbayes.runs import Call, cached
from symbayes.runs.table_models import perceptron, start_posterior

Rows = tuple[Tensor, Tensor]
tables = 'yacht', 'energy', 'concrete', 'airfoil', 'diabetes', 'friedman1', 'friedman2', 'waves'
networks = {'15 tanh': ([15], 'tanh'), '50 relu': ([50], 'relu'), '20 and 20 tanh': ([20, 20], 'tanh')}
pairs = list(product((.5, 2.), (.15, .4))) # scale of the hidden weights, and noise
judges = 'bound', 'bound_short', 'elbo', 'loo', 'annealing', 'laplace', 'cross_validation', 'cross_validation_short'

def waves(draw: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    "Draw four columns, and a wave along one whose phase another one shifts; two have no influence"
    rng = np.random.default_rng(draw)
    x = rng.uniform(-2, 2, (n, 4))
    return x, np.sin(3*x[:, 0]+x[:, 1]**2)+.3*rng.normal(size=n)

def table_of(name: str, draw: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    "Return rows of a table in a random order, or draw rows of a function"
    if name=='waves': return waves(draw, n)
    if name.startswith('friedman'):
        x, y = dict(friedman1=make_friedman1, friedman2=make_friedman2)[name](n, random_state=draw)
        return x, y+.2*y.std()*np.random.default_rng(draw).normal(size=n)
    x, y = load_diabetes(return_X_y=True) if name=='diabetes' else uci_table(name)
    order = np.random.default_rng(draw).permutation(len(y))[:n]
    return x[order], y[order]

def rows_of(name: str, draw: int, n: int = 150) -> tuple[Rows, Rows]:
    "Return training and test rows, scaled by the training rows"
    x, y = table_of(name, draw, n+1000)
    x = x[:, varying_columns(x[:n])]
    x, y = torch.tensor((x-x[:n].mean(0))/x[:n].std(0)), torch.tensor((y-y[:n].mean())/y[:n].std())[:, None]
    return (x[:n], y[:n]), (x[n:], y[n:])

def scales(net: nn.Sequential, hidden: float) -> dict[str, float]:
    "Return the scale of each tensor's prior"
    linear = [(k, m.in_features) for k,m in net.named_children() if isinstance(m, nn.Linear)]
    found = {f'{k}.{part}': hidden*(n**-.5 if part=='weight' else 1.) for k,n in linear for part in ('weight', 'bias')}
    last, units = linear[-1]
    return found | {f'{last}.weight': (2/units)**.5, f'{last}.bias': 1.}

def stacked(name: str, data: Rows) -> Problem:
    "Make the problem of a stack with one member for each prior and noise"
    hidden, activation = networks[name]
    net = perceptron([data[0].shape[1], *hidden, 1], activation)
    noise = Gaussian(1., learned=True).double()
    noise.expand((len(pairs),))
    noise.log_std.data.copy_(torch.tensor([s for _,s in pairs]).double().log())
    noise.requires_grad_(False)
    return Problem(net, known_scales(net, [scales(net, h) for h,_ in pairs]).double(), noise, data, mlp_group(net))

def alone(problem: Problem) -> list[Problem]:
    "Return the members' problems"
    return [problem.with_parts(prior=IsotropicNormal(scales(problem.model, h)), likelihood=Gaussian(s).double()) for h,s in pairs]

def of_members(use: str, seed: int) -> list[torch.Generator]: return [streams(seed, use) for _ in pairs]

def fitted(problem: Problem, steps: int, seed: int) -> CollapsedLastLayer:
    "Fit a stack with the same draws for all members"
    q = start_posterior('collapsed', problem, [seed]*len(pairs))
    fit(problem, q, epochs=steps, lr=.03, generator=of_members('fit', seed), progress=False)
    return q

def log_lik(problem: Problem, q: CollapsedLastLayer, rows: Rows, seed: int) -> np.ndarray:
    "Compute the log likelihood per row of held-out rows for each member"
    out = predict(problem.model, q, rows[0], 100, generator=of_members('predict', seed))
    return -predictive_nll(out, rows[1], problem.likelihood).numpy()

def quick_bound(problem: Problem, steps: int, seed: int) -> np.ndarray:
    "Compute the symmetrised bound after a short fit, as the estimators do"
    terms = evaluate(problem, fitted(problem, steps, seed), n_samples=8, n_mi_samples=8, generator=of_members('evaluate', seed), progress=False)
    return terms.total.detach().numpy()

def cross_validated(name: str, data: Rows, steps: int, seed: int, folds: int = 5) -> np.ndarray:
    "Sum the log likelihoods of the rows of each fold, by the posterior of the others"
    parts = torch.randperm(len(data[1]), generator=streams(seed, 'folds')).chunk(folds)
    def of_fold(i):
        rest, held = torch.cat([p for j,p in enumerate(parts) if j!=i]), parts[i]
        p = stacked(name, tuple(t[rest] for t in data))
        return len(held)*log_lik(p, fitted(p, steps, seed), tuple(t[held] for t in data), seed)
    return sum(map(of_fold, range(folds)))

def timed(f: Callable) -> tuple:
    "Return a result and its seconds"
    begun = time.process_time()
    return f(), time.process_time()-begun

def judged(name: str, data: Rows, test: Rows, seed: int, steps: int, short: int) -> pd.DataFrame:
    "Return a row per candidate of one network, with each judge's number and seconds for all of them"
    p = stacked(name, data)
    q, fitting = timed(lambda: fitted(p, steps, seed))
    account_of, judging = timed(lambda: account(p, q, n_samples=20, generator=of_members('evaluate', seed), progress=False))
    loo, by_loo = timed(lambda: loo_densities(q, 100, of_members('loo', seed)).sum(-1).numpy())
    quick, of_short = timed(lambda: quick_bound(p, short, seed))
    annealed, of_annealing = timed(lambda: [log_evidence(m, chains=8, temperatures=30, reverse=False, generator=streams(seed, 'annealing'),
        progress=False).estimate for m in alone(p)])
    laplace, of_laplace = timed(lambda: [laplace_evidence(m, training=dict(epochs=150, lr=.03), generator=streams(seed, 'laplace'), progress=False)
        for m in alone(p)])
    folds, of_folds = timed(lambda: cross_validated(name, data, steps, seed))
    folds_short, of_folds_short = timed(lambda: cross_validated(name, data, short, seed))
    numbers = account_of.symmetrized_elbo_lower, quick, account_of.elbo, loo, annealed, laplace, folds, folds_short
    times = fitting+judging, of_short, fitting+judging, fitting+by_loo, of_annealing, of_laplace, of_folds, of_folds_short
    about = dict(candidate=[f'{name}, scale {h}, noise {s}' for h,s in pairs], test=log_lik(p, q, test, seed))
    return pd.DataFrame(about | dict(zip(judges, numbers))).assign(**{f'{k}_seconds': v for k,v in zip(judges, times)})

def candidates(table: str, draw: int, steps: int, short: int) -> pd.DataFrame:
    "Return a row per candidate for one draw of a table"
    warnings.simplefilter('ignore')
    torch.set_num_threads(1)
    parts = [judged(name, *rows_of(table, draw), draw, steps, short) for name in networks]
    seconds = [f'{k}_seconds' for k in judges]
    return pd.concat(parts, ignore_index=True).assign(table=table, draw=draw, **sum(t[seconds].iloc[0] for t in parts))

def regrets(t: pd.DataFrame) -> pd.DataFrame:
    "Return regret, rank agreement with the test, and seconds: a row per table, draw and judge"
    def row(k, case):
        regret = case.test.max()-case.test[case[k].idxmax()]
        return dict(judge=k, regret=regret, spearman=case[k].corr(case.test, 'spearman'), seconds=case[f'{k}_seconds'].iloc[0])
    return pd.DataFrame([dict(table=name, draw=draw) | row(k, case) for (name,draw),case in t.groupby(['table', 'draw'], sort=False) for k in judges])

def summary(t: pd.DataFrame) -> pd.DataFrame:
    "Return means over tables and draws with intervals, a row per judge"
    def row(of):
        low, high = mean_and_interval(of.spearman).ends
        return dict(regret=of.regret.mean(), worst=of.regret.max(), spearman=of.spearman.mean(), low=low, high=high, seconds=of.seconds.mean())
    return pd.DataFrame({k: row(of) for k,of in regrets(t).groupby('judge', sort=False)}).T

options = dict(
    draws=(3, 1),  # of each table
    steps=(200, 20),  # of each long fit
    short=(60, 10),  # steps of each short fit
    runs=dict(default=None, type=Path),  # folder that keeps each finished draw of a table, so that a stopped run can go on
)

def run(a):
    of = lambda draw, name: cached(Call.of(candidates, table=name, draw=draw, steps=a.steps, short=a.short), a.runs)
    return growing('selection', (of(*job) for job in product(range(a.draws), tables[-1:] if a.quick else tables)))

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
