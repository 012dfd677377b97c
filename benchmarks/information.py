"""Nats of information at equal time: the bounds by permanents beside the uniform estimator of Gelberg et al. (2024).

Mean-field posteriors with h hidden units of p weights each: means `sep` times normal numbers, standard deviation .7, float64, as in section 4 of
the theory. Every round draws means and weights anew. All values are lower bounds on I(g;w) on average, so more nats are better; `truth` is a
sandwich by 128 sampled permutations. The uniform estimator gets as many group elements K as fit into the time of each of ours: it is run with
growing K until it has taken at least as long, in the same round, and its last value counts. It runs in two ways: `as published` moves all weights
for every element and evaluates the density anew, which is what its definition says; `by the units' matrix` is our own quick way, which looks up
h numbers per element. A time is CPU time of one thread, for the value of one draw without gradient."""
import time
from math import ceil
from pathlib import Path

from report import driver, formatted, growing, over_rounds, Ratio

import matplotlib.pyplot as plt
import pandas as pd
import torch
from torch import Tensor

from symbayes.all import (
    Estimator, MeanField, PermutationGroup, Planted, Posterior, Sampled, Sinkhorn, Soules, Uniform,
    mlp_group)
from symbayes.core import Params

title = 'Information at equal time'
about = 'Nats of I(g;w), lower bounds, that the bounds by permanents find, and that the uniform estimator of Gelberg et al. finds in the same time.'
ours = {'Sinkhorn': Sinkhorn(), 'Soules': Soules(), 'Soules, 30 sweeps': Soules(30, 5), 'Planted(8)': Planted(8), 'Planted(64)': Planted(64)}
cases = [(12, 5, .5), (64, 50, .3), (256, 50, .3), (256, 50, .5)]
asked = (256, 50, .3)

class Plain:
    "The same distribution without the shortcut by matrices"
    def __init__(self, q: MeanField): self.q = q
    def log_prob(self, w: Params) -> Tensor: return self.q.log_prob(w)
    def orbit_log_ratio(self, w: Params, g: PermutationGroup, a) -> Tensor: return Posterior.orbit_log_ratio(self.q, w, g, a)

ways = {'uniform, as published': Plain, 'uniform, by the units\' matrix': lambda q: q}

def posterior(h: int, p: int, sep: float, seed: int) -> tuple[MeanField, PermutationGroup, Params]:
    "One hidden layer of units with p weights, and a draw"
    g, gen = mlp_group([p-2, h, 1]), torch.Generator().manual_seed(seed)
    loc = sep*torch.randn(g.layout.numel, generator=gen, dtype=torch.float64)
    q = MeanField(g.layout, loc, torch.full_like(loc, .7).log())
    return q, g, q.sample(1, gen)

def timed(e: Estimator, q: Posterior|Plain, g: PermutationGroup, w: Params, seed: int) -> tuple[float, float]:
    "Nats, and seconds"
    gen, begun = torch.Generator().manual_seed(seed), time.process_time()
    with torch.no_grad(): nats = e(q, g, w, gen).item()
    return nats, time.process_time()-begun

def as_long(seconds: float, q: Posterior|Plain, g: PermutationGroup, w: Params, seed: int) -> tuple[int, float, float]:
    "K, nats and seconds of the uniform estimator that takes at least as long"
    K = 8
    while True:
        nats, took = timed(Uniform(K), q, g, w, seed)
        if took>=seconds: return K, nats, took
        K = ceil(K*min(8., max(1.1, 1.1*seconds/took)))

def measured(h: int, p: int, sep: float, rounds: int, slow: bool) -> list[dict]:
    "Rows per round and method"
    rows, at = [], dict(h=h, p=p, sep=sep)
    for r in range(-1, rounds):
        q, g, w = posterior(h, p, sep, max(r, 0))
        add = lambda method, K, nats, seconds, beside='': rows.append(dict(at, round=r, method=method, K=K, nats=nats, seconds=seconds, beside=beside))
        for name,e in ours.items():
            if not slow and name=='Planted(64)': continue
            nats, seconds = timed(e, q, g, w, r+1)
            add(name, getattr(e, 'K', 0), nats, seconds)
            for way,of in ways.items(): add(way, *as_long(seconds, of(q), g, w, r+1), name)
        if not slow or r>2: continue  # three times are enough to see where the truth is
        for side,e in (('truth, at least', Planted(128)), ('truth, at most', Sampled(128))): add(side, 128, *timed(e, q, g, w, r+1))
    return [r for r in rows if r['round']>=0]

options = dict(
    rounds=(7, 5),
    fast=(False, True),  # without Planted(64) and the truth
)

def run(a):
    return growing('information', (measured(*case, a.rounds, not a.fast) for case in cases))

main = driver(run, options)

def pairs(folder: Path) -> pd.DataFrame:
    "A row per case, round, method of ours and way of the uniform estimator"
    t = pd.read_csv(folder/'information.csv', keep_default_na=False)
    mine, theirs = t[t.beside==''].drop(columns=['beside', 'K']), t[t.beside!='']
    return theirs.merge(mine, left_on=['h', 'p', 'sep', 'round', 'beside'], right_on=['h', 'p', 'sep', 'round', 'method'], suffixes=('', '_ours'))

def ratios(folder: Path) -> list[Ratio]:
    "Of the quickest and of a sampled one: the others stand in the table"
    found = []
    for (h, p, sep, name, way),t in pairs(folder).groupby(['h', 'p', 'sep', 'method_ours', 'method'], sort=False):
        if name not in ('Soules', 'Planted(8)'): continue
        limit = 100. if (h, p, sep)==asked and name=='Soules' else None
        found.append(over_rounds(f'nats of {name} / of {way}, ({h}, {p}, {sep:g})', t.nats_ours/t.nats, limit, 'at least', 'uniform'))
    return found

def shown(folder: Path) -> pd.DataFrame:
    "The case that is asked for, and Soules in the others"
    t = pairs(folder)
    t = t[(t.h==asked[0])&(t.sep==asked[2])|(t.method_ours=='Soules')]
    t = t.assign(case=[f'{r.h}, {r.p}, {r.sep:g}' for r in t.itertuples()], ms=1e3*t.seconds_ours, ratio=t.nats_ours/t.nats)
    wide = t.pivot_table(index=['case', 'method_ours'], columns='method', values=['K', 'nats', 'ratio'], aggfunc='median', sort=False)
    both = t.groupby(['case', 'method_ours'], sort=False)[['ms', 'nats_ours']].median()
    for way in ways:
        for k in ('K', 'nats', 'ratio'): both[f'{k}, {way}'] = wide[k, way]
    form = {c: '{:,.0f}' if c.startswith('K') else '{:.1f}' for c in both}
    both = both.reset_index().rename(columns={'case': 'units, weights, separation', 'method_ours': 'ours', 'nats_ours': 'nats'})
    return formatted(both, form|{'nats': '{:.1f}'})

def draw(folder: Path) -> plt.Figure:
    "Nats against milliseconds in the case that is asked for, medians over rounds"
    t = pd.read_csv(folder/'information.csv', keep_default_na=False)
    t = t[(t.h==asked[0])&(t.sep==asked[2])].assign(ms=1e3*t.seconds)
    fig, ax = plt.subplots(figsize=(7, 4), layout='constrained')
    for way in ways:
        d = t[t.method==way].groupby('beside')[['ms', 'nats']].median().sort_values('ms')
        ax.plot(d.ms, d.nats, marker='.', label=way)
    for name in ours:
        d = t[(t.method==name)&(t.beside=='')]
        if len(d): ax.plot(d.ms.median(), d.nats.median(), 'o', label=name)
    truth = t[t.method.str.startswith('truth')].groupby('method').nats.mean()
    if len(truth): ax.axhline(truth.mean(), color='grey', ls=':', label=f'truth, {truth.min():.0f} to {truth.max():.0f}')
    ax.set(xscale='log', yscale='log', xlabel='ms of a draw', ylabel='nats of I, lower bounds', title='{} units of {} weights, separation {:g}'.format(*asked))
    ax.legend(frameon=False, fontsize=8, loc='center left', bbox_to_anchor=(1, .5))
    return fig

if __name__=='__main__': main()
