"""How a training step, the information and their memory grow: with width, depth, permutations K, draws S and members.

A network of 20 inputs, tanh units and one output on 100 examples; units overlap (means .3 times normal numbers, standard deviation .7), so that
the bounds by permanents have to be computed whole. `step` is a step of mean-field training with Adam, `symmetrised` the same with I by Soules,
`I` the value and the gradient of I alone. CPU time of one thread; sizes and steps take turns within a round. An exponent is the slope in logs
over the upper half of the sizes, fitted round by round: median and quartiles. Memory is the peak of a forked process that takes two steps,
beyond that of one that takes two steps of a network of two units: a few MiB are hidden in what the process has already."""
import os, time
from collections.abc import Callable
from pathlib import Path

from report import driver, formatted, growing, over_rounds, Ratio

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from torch import nn

from symbayes.core.networks import network_outputs
from symbayes.core.random import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.information.estimators import Planted, Soules
from symbayes.information.orbit_averages import Estimator, Uniform
from symbayes.information.symmetrized_elbo import elbo_from_outputs
from symbayes.symmetry.permutations import PermutationGroup

title = 'Growth'
about = 'Seconds of a training step and of the information, and their memory, against width, depth, permutations, draws and members.'
sizes = {'width': [32, 64, 128, 256, 512, 1024], 'depth': [1, 2, 4, 8, 16, 32], 'S': [1, 2, 4, 8, 16, 32, 64], 'members': [1, 2, 4, 8, 16, 32, 64],
    'K': [2, 8, 32, 128, 512]}
kinds = {'K': ('Planted', 'Uniform')}  # of an axis; all others have the three steps

def net_of(width: int, depth: int) -> nn.Module:
    n = [20, *[width]*depth, 1]
    return seeded_module(lambda: nn.Sequential(*[m for a,b in zip(n, n[1:]) for m in (nn.Linear(a, b), nn.Tanh())][:-1]), 0)

def stepper(kind: str, width: int = 64, depth: int = 1, S: int = 1, members: int = 0, K: int = 0) -> Callable[[], None]:
    "A function that takes one step"
    net, gen = net_of(width, depth), torch.Generator().manual_seed(0)
    g = mlp_group(net)
    loc = .3*torch.randn(*[members]*(members>0), g.layout.numel, generator=gen)
    q = MeanField(g.layout, loc, torch.full_like(loc, .7).log())
    x, y = torch.randn(100, 20, generator=gen), torch.randn(100, 1, generator=gen)
    gens = [torch.Generator().manual_seed(i) for i in range(members)] if members else gen
    if kind in ('I', 'Planted', 'Uniform'):
        return lambda: information({'I': Soules(), 'Planted': Planted(K or 1), 'Uniform': Uniform(K or 1)}[kind], q, g, S, gens)
    opt, lik, prior = torch.optim.Adam(q.parameters(), lr=1e-6, fused=True), Gaussian(.2), IsotropicNormal(1.)
    of_i = (g, Soules()) if kind=='symmetrised' else (None, None)
    def step():
        opt.zero_grad()
        w = q.rsample(S, gens)
        terms = elbo_from_outputs(network_outputs(net, w, x), q, prior, lik, y, 100, *of_i, generator=gens, w=w)
        (-terms.total.sum()/100).backward()
        opt.step()
    return step

def information(e: Estimator, q: MeanField, g: PermutationGroup, S: int, gens) -> None:
    q.zero_grad()
    e(q, g, q.rsample(S, gens), gens).sum().backward()

def peak(f: Callable[[], object]) -> float:
    "MiB of a forked process"
    if (child := os.fork())==0:
        try: f()
        finally: os._exit(0)
    return os.wait4(child, 0)[2].ru_maxrss/1024

def memory(kind: str, **size: int) -> float:
    "MiB beyond a process that does the same with two units"
    def two(**size):
        step = stepper(kind, **size)
        step()
        step()
    return peak(lambda: two(**size))-peak(lambda: two(width=2))

def measured(axis: str, rounds: int) -> list[dict]:
    "Rows per round, size and kind of step"
    of, rows = kinds.get(axis, ('step', 'symmetrised', 'I')), []
    for k in of: stepper(k)()  # what torch loads when it is first used
    mib = {(n, k): memory(k, **{axis: n}) for n in sizes[axis] for k in of}
    steps = {(n, k): stepper(k, **{axis: n}) for n,k in mib}
    times = dict.fromkeys(steps, 1)
    for r in range(-1, rounds):
        for (n, k),f in steps.items():
            begun = time.process_time()
            for _ in range(times[n, k]): f()
            took = time.process_time()-begun
            if r<0: times[n, k] = max(1, min(10, int(.02/took)))
            else: rows.append(dict(axis=axis, size=n, kind=k, round=r, ms=1e3*took/times[n, k], MiB=mib[n, k]))
    return rows

options = dict(rounds=(7, 3))

def run(a):
    return growing('growth', (measured(axis, a.rounds) for axis in sizes))

main = driver(run, options)

def exponents(t: pd.DataFrame, column: str = 'ms') -> pd.Series:
    "Slope by round over the upper half of the sizes"
    n = np.sort(t['size'].unique())
    t = t[t['size']>=n[len(n)//2]]
    return t.groupby('round').apply(lambda d: np.polyfit(np.log(d['size']), np.log(d[column].clip(lower=.1)), 1)[0], include_groups=False)

def ratios(folder: Path) -> list[Ratio]:
    "Exponents; and what symmetrisation adds to the step at the largest size"
    found = []
    for (axis, kind),t in pd.read_csv(folder/'growth.csv').groupby(['axis', 'kind'], sort=False):
        found.append(over_rounds(f'exponent of seconds in {axis}, {kind}', exponents(t)))
    for axis,t in pd.read_csv(folder/'growth.csv').query('kind!="I"').groupby('axis', sort=False):
        if axis in kinds: continue
        ms = t[t['size']==t['size'].max()].pivot(index='round', columns='kind', values='ms')
        found.append(over_rounds(f'step symmetrised / plain, {axis} {t["size"].max()}', ms['symmetrised']/ms['step']))
    return found

def shown(folder: Path) -> pd.DataFrame:
    rows = []
    for (axis, kind),t in pd.read_csv(folder/'growth.csv').groupby(['axis', 'kind'], sort=False):
        e, ends = exponents(t), [t['size'].min(), t['size'].max()]
        ms, mib = (t.groupby('size')[c].median() for c in ('ms', 'MiB'))
        rows.append({'grows': axis, 'what': kind, 'from': ends[0], 'to': ends[1], 'ms': f'{ms[ends[0]]:.3g} to {ms[ends[1]]:.3g}',
            'exponent of time': f'{e.median():.2f} ({e.quantile(.25):.2f} to {e.quantile(.75):.2f})', 'MiB': f'{mib[ends[0]]:.0f} to {mib[ends[1]]:.0f}'})
    return formatted(pd.DataFrame(rows), {})

def draw(folder: Path) -> plt.Figure:
    "Milliseconds against size, medians and quartiles; the dotted line grows like the size"
    t = pd.read_csv(folder/'growth.csv')
    fig, axes = plt.subplots(1, len(sizes), figsize=(3*len(sizes), 3.2), sharey=True, layout='constrained')
    for ax,axis in zip(axes, sizes):
        for kind,d in t[t.axis==axis].groupby('kind', sort=False):
            ms = d.groupby('size').ms.quantile([.25, .5, .75]).unstack()
            ax.fill_between(ms.index, ms[.25], ms[.75], alpha=.25)
            ax.plot(ms.index, ms[.5], marker='.', label=kind)
        ends = np.array([min(sizes[axis]), max(sizes[axis])])
        ax.plot(ends, 2*ends/ends[0], ':', color='grey')
        ax.set(xscale='log', yscale='log', xlabel=axis, ylim=(1, 1000), title=f'{axis} from {ends[0]} to {ends[1]}')
        ax.legend(frameon=False, fontsize=8)
    axes[0].set_ylabel('ms')
    return fig

if __name__=='__main__': main()
