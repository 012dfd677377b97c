"""What a training step of the families that move with the symmetry costs, beside mean field's, against width and inducing points.

One hidden layer of tanh units on one input, one weight draw a step, Adam: 128 examples as in the demo, and 1,000. The methods take turns in
blocks of a few steps, and every ratio is one within a round: its median over rounds, and the quartiles. Processor time, one thread. The collapsed last layer factorises a
matrix of the smaller of examples and units, inducing points one of the smaller of points and weights into a unit; what the symmetrised objective
adds is a matrix of units by units, whatever the family."""
import time
from pathlib import Path

from report import beside, driver, Ratio

import pandas as pd
import torch
from torch import nn

from symbayes.all import (
    CollapsedLastLayer, Gaussian, InducingPosterior, IsotropicNormal, Layout, MeanField, elbo_from_outputs,
    mlp_group, network_outputs, seeded_module)
from symbayes.information import terms_of_draws

title = 'Cost of the families that move with the symmetry'
about = 'A training step of a collapsed last layer and of inducing points, plain and symmetrised, in multiples of a mean-field step.'

def rng(seed: int) -> torch.Generator: return torch.Generator().manual_seed(seed)

def stepper(width: int, n: int, family: str, symmetrized: bool, M: int):
    "A function that takes one training step"
    net, lik = seeded_module(lambda: nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, 1)), 0), Gaussian(.2)
    x = 8*torch.rand(n, 1, generator=rng(0))-4
    y, g = torch.sinc(x) + .2*torch.randn(n, 1, generator=rng(1)), mlp_group(net) if symmetrized else None
    prior = IsotropicNormal({k: s[-1]**-.5 if len(s)>1 else 1. for k,s in Layout.of(net).shapes.items()})
    if family=='mean_field': q = MeanField.from_module(net)
    elif family=='collapsed': q = CollapsedLastLayer.from_module(net, prior, lik, (x, y), generator=rng(2))
    else: q = InducingPosterior.from_module(net, prior, x, M, targets=y, likelihood=lik, generator=rng(2))
    opt, gen = torch.optim.Adam(q.parameters(), lr=1e-3, fused=True), rng(3)
    def terms():
        if family!='mean_field': return terms_of_draws(q.elbo_draws(net, prior, lik, (x, y), n, 1, gen), q, prior, g, generator=gen)
        w = q.rsample(1, gen)
        return elbo_from_outputs(network_outputs(net, w, x), q, prior, lik, y, n, g, generator=gen, w=w)
    def step():
        opt.zero_grad()
        (-terms().total/n).backward()
        opt.step()
    return step

def methods(n: int, points: list[int]) -> list[tuple[str, bool, int]]:
    "Family, symmetrised or not, and inducing points; mean field first"
    plain = [('mean_field', False, 0), ('mean_field', True, 0), ('collapsed', False, 0), ('collapsed', True, 0)]
    return plain + [('inducing', s, M) for M in points if M<=n for s in (False, True)]

def measured(width: int, n: int, points: list[int], rounds: int, block: int) -> list[dict]:
    "A row per method"
    steps, times = {m: stepper(width, n, *m) for m in methods(n, points)}, {}
    for r in range(rounds+1):
        for m,step in steps.items():
            begun = time.process_time()
            for _ in range(block): step()
            if r: times.setdefault(m, []).append(1e3*(time.process_time()-begun)/block)
    t = pd.DataFrame(times)
    ratios = t.div(t.iloc[:, 0], axis=0)
    names = ('family', 'symmetrized', 'M')
    return [dict(zip(names, m), examples=n, width=width, ms=t[m].median(), ratio=ratios[m].median(), low=ratios[m].quantile(.25), high=ratios[m].quantile(.75))
        for m in steps]

options = dict(
    widths=([25, 50, 100, 200, 400, 800], [100, 400]),
    points=([16, 48, 128, 300, 1000], [48]),
    examples=([128, 1000], [128]),
    rounds=7,
    block=3,
)

def run(a):
    for n in a.examples:
        for width in a.widths:
            now = measured(width, n, a.points, a.rounds, a.block)
            both = beside(a.out/'moving_cost.csv', now, ['examples', 'width'])
            yield 'moving_cost', both.sort_values(['examples', 'width'], kind='stable').round(3)

main = driver(run, options)

def named(r) -> str: return f'{r.family}{f", M = {r.M:,}" if r.M else ""}{", symmetrised" if r.symmetrized else ""}'

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'moving_cost.csv').query('examples==128 and width in (100, 400) and M in (0, 48)')
    t = t[(t.family!='mean_field') | t.symmetrized]
    return [Ratio(f'{r.width} units, 128 examples: {named(r)} / mean_field', r.ratio, r.low, r.high) for r in t.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    "Ratios with their quartiles, a row per method; other numbers of inducing points are in the stored table"
    t = pd.read_csv(folder/'moving_cost.csv').query('width in (25, 100, 400, 800) and M in (0, 48, 300)')
    t = t.assign(method=[f'{r.examples:,} examples: {named(r)}' for r in t.itertuples()],
        told=[f'{r.ms:.1f} ms' if r.family=='mean_field' and not r.symmetrized else f'{r.ratio:.1f} ({r.low:.1f} to {r.high:.1f})' for r in t.itertuples()])
    wide = t.pivot(index='method', columns='width', values='told').reindex(t.method.unique()).rename(columns=lambda w: f'{w} units')
    return wide.rename_axis(None, axis=1).fillna('').reset_index()

if __name__=='__main__': main()
