"""The estimators with their defaults beside a Gaussian process and an ensemble of five networks, on tables of several kinds.

Tables: diabetes (scikit-learn); concrete, yacht and energy of UCI in the standard splits (Hernandez-Lobato and Adams, 2015); `skewed`,
a made table whose target is the exponential of a noisy function; `labels`, half-moons with 10 % of the labels flipped in both parts;
`california`, scikit-learn's California housing, 1,000 rows to train and 1,000 to test (--housing names the folder of scikit-learn's copy).
The Gaussian process is scikit-learn's, with a length scale for each column and learned noise (for labels: its classifier). The ensemble has
five networks of 50 ReLU units with a mean and a variance head (Lakshminarayanan et al., 2017), each stopped early by a fifth of its rows.
With --small: 200 rows of kin8nm, airfoil and power, and 1,000 others to test, on which the default's choice of chains was made
(`estimators_small.csv`). With --conformal: 100 rows of ten tables, at most 1,000 others to test, and at most 1,000 steps; intervals of 90 % and
50 % of the posterior beside those by ranks of left-out rows, of one and the same fit (`estimators_conformal.csv`). `variational` are the same estimators without chains. Rows of methods and tables that are not run again stay as they were, each with its commit.
All methods see the same rows. Log densities are in nats per row and in the target's own units; seconds are of processor time in one thread.
The UCI tables are not a part of the repository: --data-dir names the folder that holds `uci/NAME.npz`.
Predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from copy import copy
from functools import partial
from itertools import product, starmap
from pathlib import Path

from report import commit, driver, growing

import numpy as np
import pandas as pd
import torch
from scipy.stats import norm
from sklearn.datasets import fetch_california_housing, load_diabetes, load_wine, make_moons
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.model_selection import train_test_split
from torch import Tensor, nn

from symbayes.all import paired_difference, seeded_module, streams
from symbayes.data import data_folder
from symbayes.metrics import mixture_log_lik, predictive_interval
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

Parts = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
tables = 'diabetes', 'california', 'yacht', 'energy', 'concrete', 'skewed', 'labels'
small = 'kin8nm', 'airfoil', 'power'
of_uci = 'yacht', 'energy', 'concrete', 'airfoil', 'wine_red', 'kin8nm', 'naval', 'power'
scores = 'rmse', 'log_density', 'coverage', 'accuracy', 'seconds'

# %% tables

def skewed(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    "Draw four columns, and a positive target whose logarithm depends on three of them"
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 4))
    return x, np.exp(3+.5*x[:, 0]+.4*np.sin(2*x[:, 1])+.3*x[:, 0]*x[:, 2]+.3*rng.normal(size=n))

def flipped(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    "Draw two half-moons, and flip 10 % of the labels"
    x, y = make_moons(n, noise=.2, random_state=seed)
    return x, np.where(np.random.default_rng(seed).random(n)<.1, 1-y, y)

def parts_of(name: str, folder: Path, split: int, housing: Path|None = None) -> Parts: # training inputs and targets, then test; inputs scaled by the training rows
    if name in ('skewed', 'labels'): x, x_test, y, y_test = train_test_split(*(skewed if name=='skewed' else flipped)(1300, split), train_size=300, random_state=split)
    elif name=='california': x, x_test, y, y_test = train_test_split(*fetch_california_housing(data_home=housing, return_X_y=True), train_size=1000, test_size=1000, random_state=split)
    elif name=='diabetes': x, x_test, y, y_test = train_test_split(*load_diabetes(return_X_y=True), test_size=.2, random_state=split)
    else:
        with np.load(folder/f'{name}.npz', allow_pickle=False) as f: x, y, tests = f['x'].astype(float), f['y'].astype(float).ravel(), f.get('test')
        drawn = np.random.default_rng(split).permutation(len(y))[:1200]
        test = drawn[200:] if name in small else tests[split]
        train = drawn[:200] if name in small else np.setdiff1d(np.arange(len(y)), test)
        x, x_test, y, y_test = x[train], x[test], y[train], y[test]
    varies = x.std(0)>0
    scale = lambda t: (t[:, varies]-x[:, varies].mean(0))/x[:, varies].std(0)
    return scale(x), y, scale(x_test), y_test

# %% methods: each returns scores of the test rows

def of_interval(y: np.ndarray, mean: np.ndarray, log_density: np.ndarray, low: np.ndarray, high: np.ndarray) -> dict[str, float]:
    "Score a regression by its mean, log densities and intervals of 90 %"
    return dict(rmse=np.square(mean-y).mean()**.5, log_density=log_density.mean(), coverage=((low<=y)&(y<=high)).mean())

def of_probabilities(y: np.ndarray, p: np.ndarray) -> dict[str, float]:
    "Score class probabilities `(n, classes)`"
    return dict(log_density=np.log(p[np.arange(len(y)), y]).mean(), accuracy=(p.argmax(1)==y).mean())

def symbayes(parts: Parts, classes: bool, seed: int, inference: str = 'auto') -> dict[str, float]:
    x, y, x_test, y_test = parts
    if classes: return of_probabilities(y_test, BayesianMLPClassifier(random_state=seed, inference=inference).fit(x, y).predict_proba(x_test))
    est = BayesianMLPRegressor(random_state=seed, inference=inference).fit(x, y)
    return of_interval(y_test, est.predict(x_test), est.log_density(x_test, y_test), *est.predict(x_test, quantiles=(.05, .95)).T)

def gaussian_process(parts: Parts, classes: bool, seed: int) -> dict[str, float]:
    x, y, x_test, y_test = parts
    kernel = ConstantKernel(1., (1e-3, 1e5))*RBF(np.ones(x.shape[1]), (1e-2, 1e4))
    if classes: return of_probabilities(y_test, GaussianProcessClassifier(kernel, random_state=seed).fit(x, y).predict_proba(x_test))
    gp = GaussianProcessRegressor(kernel+WhiteKernel(.1, (1e-8, 1e2)), normalize_y=True, n_restarts_optimizer=1, random_state=seed).fit(x, y)
    mean, std = gp.predict(x_test, return_std=True)
    half = norm.ppf(.95)*std
    return of_interval(y_test, mean, norm.logpdf(y_test, mean, std), mean-half, mean+half)

class Members(nn.Module):
    "Several networks of 50 ReLU units with two outputs, computed side by side"
    def __init__(self, inputs: int, members: int = 5, units: int = 50):
        super().__init__()
        uniform = lambda *shape, fan: nn.Parameter((2*torch.rand(*shape, dtype=torch.float64)-1)*fan**-.5)
        self.w, self.b = uniform(members, inputs, units, fan=inputs), uniform(members, 1, units, fan=inputs)
        self.v, self.c = uniform(members, units, 2, fan=units), uniform(members, 1, 2, fan=units)

    def forward(self, x: Tensor) -> Tensor: # `(n, d)` or `(members, n, d)` to `(members, n, 2)`
        return (x@self.w+self.b).relu()@self.v+self.c

def loss_of(out: Tensor, y: Tensor, classes: bool) -> Tensor: # `(members,)`
    "Mean negative log likelihood of each member"
    if classes: return -out.log_softmax(-1).gather(-1, y.long()).squeeze(-1).mean(-1)
    mean, std = moments(out)
    return -torch.distributions.Normal(mean, std).log_prob(y).squeeze(-1).mean(-1)

def moments(out: Tensor) -> tuple[Tensor, Tensor]:
    "Return means and standard deviations `(members, n, 1)`"
    return out[..., :1], (nn.functional.softplus(out[..., 1:])+1e-6).sqrt()

def trained(x: Tensor, y: Tensor, classes: bool, seed: int, epochs: int = 500, size: int = 32) -> Members:
    "Train the members on four fifths of the rows each, and keep each one's weights at the epoch that is best on its other fifth"
    net, gen = seeded_module(lambda: Members(x.shape[1]), seed), streams(seed, 'batches')
    orders = torch.stack([torch.randperm(len(x), generator=gen) for _ in range(5)])
    held, rest = orders[:, :len(x)//5], orders[:, len(x)//5:]
    best, weights = torch.full((5,), torch.inf, dtype=torch.float64), {k: t.clone() for k,t in net.state_dict().items()}
    adam = torch.optim.Adam(net.parameters(), lr=.01)
    for _ in range(epochs):
        shuffled = torch.stack([r[torch.randperm(r.numel(), generator=gen)] for r in rest])
        for i in shuffled.split(size, 1):
            adam.zero_grad()
            loss_of(net(x[i]), y[i], classes).sum().backward()
            adam.step()
        with torch.no_grad(): now = loss_of(net(x[held]), y[held], classes)
        better = now<best
        best = torch.where(better, now, best)
        for k,t in net.state_dict().items(): weights[k][better] = t[better]
    net.load_state_dict(weights)
    return net

def ensemble(parts: Parts, classes: bool, seed: int) -> dict[str, float]:
    x, y, x_test, y_test = (torch.tensor(t, dtype=torch.float64) for t in parts)
    zero, unit = (0., 1.) if classes else (y.mean(), y.std(correction=0))
    net = trained(x, ((y-zero)/unit)[:, None], classes, seed)
    with torch.no_grad(): out = net(x_test)
    if classes: return of_probabilities(parts[3], out.softmax(-1).mean(0).numpy())
    mean, std = (t*unit+shift for t,shift in zip(moments(out), (zero, 0.)))
    low, high = (t.squeeze(-1).numpy() for t in predictive_interval(mean, std, .9))
    return of_interval(parts[3], mean.mean(0).squeeze(-1).numpy(), mixture_log_lik(mean, y_test[:, None], std).numpy(), low, high)

methods = {'symbayes': symbayes, 'variational': partial(symbayes, inference='variational'), 'gaussian process': gaussian_process, 'ensemble': ensemble}

# %% intervals by ranks

def few_of(name: str, folder: Path, split: int) -> Parts: # 100 training rows, at most 1,000 to test
    "Draw rows of a table: of its standard split, or of one of scikit-learn's tables"
    rng = np.random.default_rng(split)
    if name in of_uci: x, y, x_test, y_test = parts_of(name, folder, split)
    else:
        x, y = load_diabetes(return_X_y=True) if name=='diabetes' else load_wine(return_X_y=True)
        if name=='wine_alcohol': x, y = x[:, 1:], x[:, 0]
        x, x_test, y, y_test = train_test_split(x, y, test_size=.2, random_state=split)
    train, test = rng.permutation(len(y))[:100], rng.permutation(len(y_test))[:1000]
    return x[train], y[train], x_test[test], y_test[test]

def interval_score(y: np.ndarray, low: np.ndarray, high: np.ndarray, level: float) -> float:
    "Mean width, and a fine for targets outside (Gneiting and Raftery, 2007)"
    return (high-low+2/(1-level)*(np.maximum(low-y, 0)+np.maximum(y-high, 0))).mean()

def of_ranks(parts: Parts, seed: int) -> list[dict[str, float]]: # rows for the posterior's intervals and for those by ranks
    x, y, x_test, y_test = parts
    begun = time.process_time()
    est = BayesianMLPRegressor(random_state=seed, max_steps=1000, conformal=True).fit(x, y)
    seconds, own, rows = time.process_time()-begun, copy(est), []
    del own.left_out_scores_
    for name,e in dict(posterior=own, ranks=est).items():
        row = dict(method=name, log_density=e.log_density(x_test, y_test).mean())
        for level in (.9, .5):
            low, high = e.predict(x_test, quantiles=((1-level)/2, (1+level)/2)).T
            score = interval_score(y_test, low, high, level)/y.std()
            row |= {f'coverage_{level:.0%}'[:-1]: ((low<=y_test)&(y_test<=high)).mean(), f'score_{level:.0%}'[:-1]: score}
        rows.append(row | dict(seconds=seconds if name=='ranks' else est.processor_seconds_))
    return rows

# %% comparison

def timed(method: str, parts: Parts, classes: bool, split: int) -> dict[str, float]:
    begun = time.process_time()
    return methods[method](parts, classes, split) | dict(seconds=time.process_time()-begun)

def differences(rows: pd.DataFrame) -> pd.DataFrame: # a row per table, peer and score, with a 95 % interval over splits
    "Compute symbayes minus each peer, paired by split"
    found = []
    for name,peer,score in product(rows.table.unique(), list(methods)[1:], scores):
        t = rows[rows.table==name].pivot(index='split', columns='method', values=score).reindex(columns=['symbayes', peer]).dropna()
        if len(t)<2: continue
        d = paired_difference(t['symbayes'], t[peer])
        found.append(dict(table=name, peer=peer, score=score, difference=d.mean, low=d.ends[0], high=d.ends[1], p_value=d.p_value))
    return pd.DataFrame(found)

def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    "Keep the newest row of each method on each split, in the order of tables and methods"
    order = {k: i for i,k in enumerate([*tables, *small, *methods])}
    rows = rows.drop_duplicates(['table', 'split', 'method'])
    return rows.sort_values(['table', 'split', 'method'], key=lambda c: c.map(order).fillna(c) if c.name!='split' else c, ignore_index=True)

options = dict(
    data_dir=dict(default=None, type=Path),  # folder that holds uci/NAME.npz; default $SYMBAYES_DATA
    splits=(5, 1),  # of each table
    housing=dict(default=None, type=Path),  # folder of scikit-learn's copy of California housing; default its own, downloaded once
    methods=[*methods],
    tables=([*tables], ['yacht', 'labels']),  # default all
    small=False,
    conformal=False,
)

def run(a):
    file = 'estimators'
    if a.small: a.tables, a.methods, file = small, ('symbayes', 'variational'), 'estimators_small'
    if a.conformal:
        def rows_of(name, split):
            found = of_ranks(few_of(name, data_folder(a.data_dir)/'uci', split), split)
            return [dict(table=name, split=split) | row | dict(commit=commit()) for row in found]
        return (yield from growing('estimators_conformal', starmap(rows_of, product((*of_uci, 'diabetes', 'wine_alcohol'), range(a.splits)))))
    before, rows = a.out/f'{file}.csv', []
    kept = [pd.read_csv(before)] if before.exists() else []
    for name,split in product(a.tables, range(a.splits)):
        parts = parts_of(name, data_folder(a.data_dir)/'uci', split, a.housing)
        for method in a.methods:
            rows.append(dict(table=name, split=split, method=method) | dict.fromkeys(scores, np.nan) | timed(method, parts, name=='labels', split) | dict(commit=commit()))
        found = in_order(pd.concat([pd.DataFrame(rows), *kept], ignore_index=True))
        yield file, found
    found = differences(found)
    if len(found): print(found.round(3).to_string(index=False))

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
