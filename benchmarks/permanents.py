"""Permanents: exact ones beside The Walrus, and what bounds on the log are worth and cost.

Matrices are those of h units with p weights each: site means `sep` times normal numbers, standard deviation .7 at every site, one draw of
all units per matrix, drawn anew with the means. `I = log h! - (log perm - trace)`; the sandwich is of `log_permanent_sandwich`.

The Walrus 0.22 (compiled by numba) takes one matrix at a time, of numbers, not logs: it is given the matrix with every row divided by its
largest entry, and a loop. Its default is Glynn's formula (bbfg), the other one Ryser's; compilation is not timed. The truth is the
recursion over sets of columns, whose terms are all positive. Times are CPU times of one thread; contestants take turns within a round."""
import time
from collections.abc import Callable
from math import lgamma
from pathlib import Path

from report import driver, formatted, need, over_rounds, Ratio

import pandas as pd
import torch

from symbayes.all import log_permanent, log_permanent_sandwich
from symbayes.information import lower_bound, upper_bound
from symbayes.information.permanents import by_sets

title = 'Permanents, exact and bounded'
about = 'Exact log-permanents of 4 to 20 rows beside The Walrus, one by one and in batches; and the width of the sandwiches of large ones.'
exact_cases = [(h, many, p, sep) for h,many in ((4, 1), (4, 256), (8, 1), (8, 256), (12, 1), (12, 256), (16, 1), (16, 16), (18, 1), (20, 1)) for p,sep in ((5, .5), (50, .3))]
bound_cases = [(12, 5, .5), (64, 50, .3), (256, 50, .1), (256, 50, .3), (256, 50, .5)]
limits = {(64, 50, .3): (1., .2), (256, 50, .3): (3., 3.)}  # nats between the sides, and seconds

def site_matrix(
    h: int,          # units
    p: int,          # weights of a unit
    sep: float,      # standard deviation of the means over sites
    seed: int,       # of means and draw
    std: float = .7, # of the weights
) -> torch.Tensor:   # `(h, h)` float64, log densities up to a constant
    "Log density of unit j under site i"
    gen = torch.Generator().manual_seed(seed)
    means, noise = torch.randn(2, h, p, generator=gen, dtype=torch.float64)*torch.tensor([sep, std])[:, None, None]
    return -.5*(torch.cdist(means, means+noise)/std)**2

def measured(f: Callable) -> tuple[object, float]:
    "Value and CPU seconds"
    begun = time.process_time()
    v = f()
    return v, time.process_time()-begun

# %% exact

def beside_walrus(h: int, many: int, p: int, sep: float, rounds: int) -> list[dict]:
    "Rows per round and method"
    import numba
    from thewalrus import perm
    numba.set_num_threads(1)
    def walrus(method):
        def run(m):
            top = m.amax(-1)
            entries = (m-top.unsqueeze(-1)).exp().numpy()
            return torch.tensor([perm(a, method=method) for a in entries], dtype=m.dtype).abs().log()+top.sum(-1)
        return run
    ways = {'symbayes': log_permanent, 'thewalrus, bbfg': walrus('bbfg'), 'thewalrus, ryser': walrus('ryser')}
    times, rows = max(1, 2**14//(many*2**h)), []
    for r in range(-1, rounds):
        m = torch.stack([site_matrix(h, p, sep, 1000*max(r, 0)+i) for i in range(many)])
        truth = by_sets(m)
        for name,f in ways.items():
            found, seconds = measured(lambda: [f(m) for _ in range(times)][0])
            off = (found-truth).abs().nan_to_num(float('inf')).max().item()
            rows.append(dict(h=h, many=many, p=p, sep=sep, round=r, method=name, ms=1e3*seconds/times, error=off))
    return [r for r in rows if r['round']>=0]

# %% bounds

def bounds(h: int, p: int, sep: float, draws: int, n_samples: int) -> list[dict]:
    "A row per matrix"
    planted, found = torch.arange(h), []
    for seed in range(draws):
        m = site_matrix(h, p, sep, seed)
        constant = lgamma(h+1)+m.diagonal().sum().item()
        information = lambda log_perm: constant-log_perm.item()
        (free, fixed), seconds = measured(lambda: log_permanent_sandwich(m, n_samples, planted, generator=torch.Generator().manual_seed(seed)))
        one = dict(h=h, p=p, sep=sep, draw=seed) | {'from': information(fixed), 'to': information(free), 'seconds': seconds}
        for name, f in (('Sinkhorn', lambda: upper_bound(m, 50, weighted=False)), ('Soules', lambda: upper_bound(m, 50)), ('Bethe', lambda: lower_bound(m, 50, 50))):
            v, s = measured(f)
            one |= {name: information(v), f'{name} ms': 1e3*s}
        found.append(one | {'exact': information(log_permanent(m)) if h<=20 else None})
    return found

options = dict(
    rounds=(15, 5),
    draws=(8, 3),
    n_samples=128,
    only=dict(default=None, choices=['exact', 'bounds']),  # leave the other table as it is
)

def run(a):
    if a.only!='bounds':
        need('thewalrus')
        yield 'permanents_exact', [r for c in exact_cases for r in beside_walrus(*c, a.rounds)]
    if a.only!='exact': yield 'permanents', [r for c in bound_cases for r in bounds(*c, a.draws, a.n_samples)]

main = driver(run, options, peers=('thewalrus', 'numba'))

# %% reading

def ratios(folder: Path) -> list[Ratio]:
    found = []
    for (h, many, p, sep),t in pd.read_csv(folder/'permanents_exact.csv').groupby(['h', 'many', 'p', 'sep'], sort=False):
        ms = t.pivot(index='round', columns='method', values='ms')
        at = f'{many} of {h} rows' if many>1 else f'one of {h} rows'
        quicker = ms.drop(columns='symbayes').median().idxmin()  # of its two functions
        found.append(over_rounds(f'seconds of log_permanent / of thewalrus, {at}, ({p}, {sep:g})', ms['symbayes']/ms[quicker], beside='thewalrus'))
    for case,t in pd.read_csv(folder/'permanents.csv').groupby(['h', 'p', 'sep'], sort=False):
        if case not in limits: continue
        width, error = (t['to']-t['from']).mean(), (t['to']-t['from']).std()/len(t)**.5
        at, (nats, seconds) = '({}, {}, {:g})'.format(*case), limits[case]
        found.append(Ratio(f'nats between both sides, {at}', width, width-2*error, width+2*error, nats))
        found.append(over_rounds(f'seconds for both sides, {at}', t.seconds, seconds))
    return found

def shown(folder: Path) -> pd.DataFrame:
    "The exact ones; the chapter on permanents shows the bounds"
    t = pd.read_csv(folder/'permanents_exact.csv')
    wide = t.groupby(['h', 'many', 'p', 'sep', 'method'], sort=False).agg(ms=('ms', 'median'), error=('error', 'max')).unstack()
    both = pd.DataFrame({f'{k}, {m}': wide[c, m] for c,k in (('ms', 'ms'), ('error', 'largest error, nats')) for m in ('symbayes', 'thewalrus, bbfg', 'thewalrus, ryser')})
    both.insert(0, 'matrices', [f'{many} of {h} rows, ({p}, {sep:g})' for h,many,p,sep in both.index])
    return formatted(both.reset_index(drop=True), {c: '{:.3g}' if c.startswith('ms') else '{:.0e}' for c in both if c!='matrices'})

if __name__=='__main__': main()
