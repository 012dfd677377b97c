"""What one evaluation of the uniform estimator costs, with its gradient, against the number K of group elements and the width.

For one hidden layer the estimator looks K times `width` numbers up in one matrix of the units' densities. The comparison is the
plain way, which moves all the weights K times and evaluates the density anew: K times the number of weights. `ms` is where training starts,
`alike_ms` has units so similar that every element counts, and so has `plain_ms`; the three take turns, milliseconds are the least of several
rounds of processor time in one thread, a ratio the median over rounds."""
import time
from pathlib import Path

from report import driver, formatted, Ratio

import pandas as pd
import torch
from torch import nn

from symbayes.all import MeanField, PermutationGroup, Posterior, Uniform, mlp_group, seeded_module

title = 'Cost of the uniform estimator'
about = 'One value and gradient of the paper\'s estimator by tables of the units\' densities, against moving all weights K times as its definition says.'

class Plain:
    "The same distribution without the shortcut"
    def __init__(self, q: MeanField): self.q = q
    def log_prob(self, w): return self.q.log_prob(w)
    def orbit_log_ratio(self, w, g, a): return Posterior.orbit_log_ratio(self.q, w, g, a)

def cost(q: MeanField, g: PermutationGroup, K: int, plain: bool, seed: int) -> float:
    "Milliseconds of value and gradient"
    gen = torch.Generator().manual_seed(seed)
    w = q.rsample(1, gen)
    start = time.process_time()
    value = Uniform(K)(Plain(q) if plain else q, g, w, gen)
    if value.requires_grad: value.sum().backward()
    took = 1e3*(time.process_time()-start)
    q.zero_grad()
    return took

def posterior(width: int, alike: bool) -> tuple[MeanField, PermutationGroup]:
    "As training starts, or with units so alike that no element of the group can be neglected"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(784, width), nn.ReLU(), nn.Linear(width, 10)), 0)
    with torch.no_grad():
        for p in net.parameters(): p.mul_(1e-2 if alike else 1.)
    return MeanField.from_module(net, 1. if alike else .05), mlp_group(net)

def measured(width: int, K: int, rounds: int, plain_limit: float) -> dict:
    "A row of the table"
    (q, g), (alike, _) = posterior(width, False), posterior(width, True)
    who = {'ms': (q, False), 'alike_ms': (alike, False)} | ({'plain_ms': (alike, True)} if K*q.layout.numel<=plain_limit else {})
    t = pd.DataFrame([{k: cost(of, g, K, plain, r) for k,(of,plain) in who.items()} for r in range(rounds+1)][1:])
    ratio = t.alike_ms/t.plain_ms if 'plain_ms' in t else pd.Series(dtype=float)
    quartiles = {k: ratio.quantile(f) for k,f in (('ratio', .5), ('low', .25), ('high', .75))}
    return dict(width=width, weights=q.layout.numel, K=K) | t.min().to_dict() | quartiles

options = dict(
    widths=([50, 100, 200, 400], [50, 100]),
    K=[1, 10, 20, 100, 1000],
    rounds=(9, 5),
    plain_limit=10000000.0,  # leave the plain way out above this many moved weights
)

def run(a):
    yield 'uniform_cost', pd.DataFrame([measured(width, K, a.rounds, a.plain_limit) for width in a.widths for K in a.K]).round(3)

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'uniform_cost.csv').query('K==20')
    return [Ratio(f'width {r.width}, K = 20: estimator / moving all weights', r.ratio, r.low, r.high) for r in t.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'uniform_cost.csv')[['width', 'weights', 'K', 'ms', 'alike_ms', 'plain_ms', 'ratio']]
    names = {'alike_ms': 'ms, units alike', 'plain_ms': 'ms, moving all weights', 'ratio': 'units alike / moving all weights'}
    return formatted(t, {'weights': '{:,}', 'K': '{:,}', 'ratio': '{:.2f}'} | {k: '{:.1f}' for k in t if 'ms' in k}).rename(columns=names)

if __name__=='__main__': main()
