"""How often each start of a search gets there: hidden elements of residual networks, and the optimum of small unrelated ones.

A residual network has a stream of channels and blocks `x + B relu(A x)`, without biases; the hidden element and the noise are drawn
anew for every seed. Recovered: every unit of every label, and every sign. Rows are merged with those of other settings."""
import time
from itertools import permutations, product
from pathlib import Path

from report import beside, driver, Ratio

import numpy as np
import pandas as pd
import torch
from scipy.optimize import linear_sum_assignment

from symbayes.all import Element, PermutationGroup, mlp_group
from symbayes.comparison import Channel, MatchingObjective, descend, search, start

title = 'Recoveries'
about = 'How often each start of a search finds a hidden element of a residual network, and the optimum of small networks that have nothing to do with each other.'

keys = ['task', 'network', 'signed', 'ends', 'noise', 'start']

def rng(seed: int) -> torch.Generator: return torch.Generator().manual_seed(seed)

def residual_group(stream: int, hidden: int, blocks: int, signed: bool, ends: bool) -> PermutationGroup:
    axes = {'read': ('stream', 10), 'out': (10, 'stream')} if ends else {}
    for b in range(blocks): axes |= {f'A{b}': (f'block{b}', 'stream'), f'B{b}': ('stream', f'block{b}')}
    return PermutationGroup({'stream': stream} | {f'block{b}': hidden for b in range(blocks)}, axes, ('stream',) if signed else ())

def hidden_pair(g: PermutationGroup, noise: float, seed: int) -> tuple[MatchingObjective, Element]:
    "Both sides, and the element that brings them together again"
    r = rng(seed)
    one = g.layout.unflatten(torch.randn(g.layout.numel, generator=r))
    hidden = g.sample(generator=r)
    other = {k: t+noise*torch.randn(t.shape, generator=r) for k,t in one.items()}
    return MatchingObjective(g, [Channel(one, g.act(g.inverse(hidden), other))]), hidden

def same(a: Element, b: Element) -> bool:
    return all(torch.equal(a[l], b[l]) for l in b) and all(torch.equal(a.signs[l], b.signs[l]) for l in b.signs)

def recovered(shape: list[int], signed: bool, ends: bool, noise: float, seeds: int) -> list[dict]:
    "A row per start"
    g, found, seconds = residual_group(*shape, signed, ends), {}, {}
    for seed in range(seeds):
        o, hidden = hidden_pair(g, noise, seed)
        for how in ('identity', 'invariants', 'annealed'):
            begun = time.process_time()
            a = descend(o, start(o, how, rng(seed)))
            seconds[how] = seconds.get(how, 0.) + time.process_time()-begun
            found[how] = found.get(how, 0) + same(a, hidden)
    at = dict(task='hidden', network='-'.join(map(str, shape)), signed=signed, ends=ends, noise=noise)
    return [dict(at, start=how, found=found[how], of=seeds, seconds=round(seconds[how]/seeds, 3)) for how in found]

def smallest_distance(o: MatchingObjective) -> float:
    "By enumeration of the first of two hidden layers, and an assignment of the second for each"
    g, (l, m) = o.group, o.group.labels
    every = torch.tensor(list(permutations(range(g.sizes[l]))))
    gains = o.gains(m, g.element({l: every})).double().numpy()
    best = np.stack([linear_sum_assignment(x, maximize=True)[1] for x in gains])
    return o.distance(g.element({l: every, m: torch.from_numpy(best)})).min().item()

def reached(widths: list[int], seeds: int) -> list[dict]:
    "A row per start: how many reach the smallest distance of all"
    g, counts = mlp_group(widths), []
    for seed in range(seeds):
        r = rng(seed)
        o = MatchingObjective(g, [Channel(*(g.layout.unflatten(torch.randn(g.layout.numel, generator=r)) for _ in range(2)))])
        least, t = smallest_distance(o)+1e-3, search(o, generator=rng(seed))[1]
        after = {how: t.after[t.start==how] for how in ('identity', 'invariants', 'annealed', 'random')}
        some = after | {'8 random': after['random'][:8], '30 random': after['random'], 'default': t.after}
        counts.append({how: bool(x.min()<=least) for how,x in some.items() if how!='random'})
    at = dict(task='unrelated', network='-'.join(map(str, widths)), signed=False, ends=True, noise=np.nan)
    return [dict(at, start=how, found=int(k), of=seeds, seconds=np.nan) for how,k in pd.DataFrame(counts).sum().items()]

options = dict(
    networks=(['30-50-2', '64-128-8'], ['30-50-2']),  # channels, hidden units, blocks
    unrelated=(['5-6-6-3', '2-6-6-1', '10-6-6-10'], ['5-6-6-3']),  # widths
    noise=([0.0, 0.3, 0.6, 1.0, 1.5, 2.0], [0.0, 0.6]),
    signed=[0, 1],
    ends=[0, 1],
    seeds=30,
    pairs=(40, 10),  # of unrelated networks
)

def run(a):
    numbers = lambda name: [int(n) for n in name.split('-')]
    hidden = product(a.networks, a.signed, a.ends, a.noise)
    jobs = [lambda n=n, s=s, e=e, z=z: recovered(numbers(n), bool(s), bool(e), z, a.seeds) for n,s,e,z in hidden]
    jobs += [lambda w=w: reached(numbers(w), a.pairs) for w in a.unrelated]
    for job in jobs: yield 'recoveries', beside(a.out/'recoveries.csv', job(), keys).sort_values(keys[:-1], kind='stable')

main = driver(run, options)

def share(name: str, found: int, of: int, z: float = 1.96) -> Ratio:
    "With Wilson's interval of 95%"
    p, n = found/of, of
    middle, half = (p+z*z/2/n)/(1+z*z/n), z/(1+z*z/n)*(p*(1-p)/n+z*z/4/n/n)**.5
    return Ratio(name, p, max(0., min(p, middle-half)), min(1., max(p, middle+half)), side='at least')

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'recoveries.csv')
    hidden = t[(t.task=='hidden') & (t.start=='annealed') & t.noise.isin([0., .6])]
    found = [share(f'{r.network}{", signed" if r.signed else ""}{"" if r.ends else ", no ends"}, noise {r.noise:g}: hidden elements recovered, annealed start', r.found, r.of)
        for r in hidden.itertuples()]
    return found + [share(f'{r.network}: optima found by the default of search', r.found, r.of) for r in t[(t.task=='unrelated') & (t.start=='default')].itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'recoveries.csv')
    hidden = t[t.task=='hidden'].assign(what=lambda d: 'hidden, ' + d.network + d.signed.map({True: ', signed', False: ''}) + d.ends.map({True: '', False: ', no ends'}))
    wide = hidden.groupby(['what', 'start'], sort=False)[['found', 'of']].sum().reset_index()
    wide = pd.concat([wide, t[t.task=='unrelated'].assign(what=lambda d: 'unrelated, ' + d.network)])
    told = wide.assign(told=[f'{r.found} of {r.of}' for r in wide.itertuples()]).pivot(index='what', columns='start', values='told').reindex(wide.what.unique())
    return told[list(wide.start.unique())].rename_axis(None, axis=1).rename_axis('what is found').fillna('').reset_index()

if __name__=='__main__': main()
