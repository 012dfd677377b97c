"""Two networks matched: seconds and W2 of what is left, beside the package `rebasin` and Frank-Wolfe as C2M3 uses it, on the same weights.

One thread, CPU time. ResNet18 fresh from torchvision; the others trained on scikit-learn's 8 x 8 digits, each from its own seed and in its own
order. All are given the networks' structure, which is not timed: the group that `symmetry_group` finds, and the paths that rebasin traces.
Weights of one network are a point, so W2 is the Euclidean distance of all parameters. The contestants take turns, and a moved network
is run, with the statistics of batch norms alike in all channels, since rebasin leaves these to the user: `kept` says whether it still computes the same (rebasin ties a convolution to the linear layer behind a `Flatten` by length alone, which fails in LeNet).
Frank-Wolfe is written here after Crisostomi et al. 2024 (C2M3) for two networks: all permutations at once as doubly stochastic matrices, a linear
assignment of the gradient for a vertex, exact line search (the objective is a quadratic along a line, and at a vertex costs no product),
until the gain is below 1e-6 five times, at most 100 steps, and an assignment at the end; from the identity, and from the centre, where all places are equally
likely. Each is timed with all that it does, the move included. symbayes: `search` with the starts named; `default` are those that it takes by itself."""
import time
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path

from report import beside, driver, formatted, over_rounds, Ratio

import pandas as pd
import torch
import torch.nn.functional as F
from scipy.optimize import linear_sum_assignment
from symbayes.all import PermutationGroup, load_data, seeded_module, symmetry_group
from symbayes.comparison import Channel, MatchingObjective, search
from symbayes.comparison.matching import LabelledSlices
from symbayes.core import import_torchvision
from torch import Tensor, nn

title = 'Two networks brought near each other'
about = 'How near two networks come by the order of their units, and the CPU time of it, beside rebasin and Frank-Wolfe on the same pairs.'

# %% pairs of networks

def mlp() -> nn.Module: return nn.Sequential(nn.Flatten(), nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10))
def lenet() -> nn.Module:
    features = nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)
    return nn.Sequential(*features, nn.Flatten(), nn.Linear(128, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))
def vgg() -> nn.Module:
    conv = lambda i, o: (nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU())
    convs = *conv(1, 64), *conv(64, 64), nn.MaxPool2d(2), *conv(64, 128), *conv(128, 128), nn.MaxPool2d(2), *conv(128, 256), *conv(256, 256)
    return nn.Sequential(*convs, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(256, 10))

makers = {'resnet18': lambda: import_torchvision().models.resnet18(), 'mlp, trained': mlp, 'lenet, trained': lenet, 'vgg, trained': vgg}
epochs = {'mlp, trained': 20, 'lenet, trained': 20, 'vgg, trained': 4}
sides = {'resnet18': (3, 64)}

def network(case: str, seed: int) -> nn.Module:
    "Fresh, or trained"
    net = seeded_module(makers[case], seed)
    if case not in epochs: return net.eval()
    d, r = load_data('digits'), torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3, weight_decay=1e-4)
    for _ in range(epochs[case]):
        for batch in torch.randperm(len(d.x_train), generator=r).split(50):
            optimizer.zero_grad()
            F.cross_entropy(net(d.x_train[batch]), d.y_train[batch]).backward()
            optimizer.step()
    return net.eval()

def inputs(case: str, seed: int) -> Tensor:
    channels, side = sides.get(case, (1, 8))
    return torch.randn(2, channels, side, side, generator=torch.Generator().manual_seed(seed))

@cache
def group(case: str) -> PermutationGroup: return symmetry_group(seeded_module(makers[case], 0).eval(), inputs(case, 0))

def weights(m: nn.Module) -> dict: return {k: p.detach() for k,p in m.named_parameters()}
def apart(one: nn.Module, two: nn.Module) -> float:
    "Squared distance of all parameters"
    return sum((p.double()-q.double()).square().sum().item() for p,q in zip(weights(one).values(), weights(two).values()))
def kept(one: nn.Module, two: nn.Module, x: Tensor) -> bool:
    "Is it the same function?"
    with torch.no_grad(): return torch.allclose(one(x), two(x), rtol=1e-3, atol=1e-3*one(x).std().item())

# %% contestants: each returns the second network, moved

def ours(g: PermutationGroup, one: nn.Module, two: nn.Module, how: list[str]|None, r: torch.Generator) -> Callable[[], nn.Module]:
    "Objective, starts, descents, and the second network moved"
    def run():
        a, _ = search(MatchingObjective(g, [Channel(weights(one), weights(two))]), how, r)
        return g.moved(two, a)
    return run

def rebasin(one: nn.Module, two: nn.Module, x: Tensor) -> Callable[[], nn.Module]:
    "As its README shows it"
    from rebasin import PermutationCoordinateDescent
    two = deepcopy(two)
    descent = PermutationCoordinateDescent(one, two, x)
    def run():
        descent.rebasin()
        return two
    return run

class FrankWolfe:
    "All permutations at once, relaxed to doubly stochastic matrices `(n, n)`: row is a place of the reference, column a unit of the moved side"
    def __init__(self, entries: list[LabelledSlices], sizes: dict[str, int]):
        self.entries, self.sizes = entries, sizes

    def soft(self, e: LabelledSlices, p: dict[str, Tensor], but: int) -> Tensor:
        "The moved side under the matrices of all axes but one"
        t = e.moved[0]
        for y,l in enumerate(e.labels):
            if y!=but: t = torch.tensordot(p[l], t, ([1], [y])).movedim(0, y)
        return t

    def gradient(self, p: dict[str, Tensor]) -> dict[str, Tensor]:
        found = {l: torch.zeros(n, n) for l,n in self.sizes.items()}
        for e in self.entries:
            for x,l in enumerate(e.labels): found[l] += e.reference[0].movedim(x, 0).flatten(1) @ self.soft(e, p, x).movedim(x, 0).flatten(1).T
        return found

    def at_vertex(self, q: dict[str, Tensor]) -> float:
        "The objective where all matrices are permutations, by index"
        total = 0.
        for e in self.entries:
            t = e.moved[0]
            for y,l in enumerate(e.labels): t = t.index_select(y, q[l])
            total += torch.dot(e.reference[0].flatten(), t.flatten()).item()
        return total

    def value(self, p: dict[str, Tensor]) -> float:
        return sum(torch.dot(e.reference[0].flatten(), self.soft(e, p, -1).flatten()).item() for e in self.entries)

    def run(self, p: dict[str, Tensor], steps: int = 100, patience: int = 5) -> dict[str, Tensor]:
        "Permutations, by index"
        places = lambda g: {l: torch.from_numpy(linear_sum_assignment(t.numpy(), maximize=True)[1]) for l,t in g.items()}
        old, idle = self.value(p), 0
        for _ in range(steps):
            g = self.gradient(p)
            q = places(g)
            corner = {l: torch.zeros_like(t).scatter_(1, q[l][:, None], 1.) for l,t in p.items()}
            slope = sum((g[l]*(corner[l]-p[l])).sum().item() for l in p)
            bend = self.at_vertex(q)-old-slope
            step = 1. if bend>=0 and slope+bend>0 else 0. if slope<=0 else min(1., -slope/(2*bend)) if bend<0 else 1.
            p, new = {l: p[l]+step*(corner[l]-p[l]) for l in p}, old+step*slope+step**2*bend
            idle, old = (idle+1 if new-old<=1e-6*abs(old) else 0), new
            if idle>=patience or step==0: break
        return places(p)

def frank_wolfe(g: PermutationGroup, one: nn.Module, two: nn.Module, start: str) -> Callable[[], nn.Module]:
    assert not g.signed and not g.inside, 'labels are plain in these networks'
    def run():
        entries = [e for e in MatchingObjective(g, [Channel(weights(one), weights(two))]).slices if e.labels]
        at = {'identity': torch.eye, 'centre': lambda n: torch.full((n, n), 1/n)}[start]
        a = g.identity()
        a.update(FrankWolfe(entries, g.sizes).run({l: at(n) for l,n in g.sizes.items()}))
        return g.moved(two, a)
    return run

# %% the comparison

def contestants(case: str, one: nn.Module, two: nn.Module, pair: int, slow: bool) -> dict[str, Callable[[], nn.Module]]:
    g, x = group(case), inputs(case, pair)
    r = lambda: torch.Generator().manual_seed(pair)
    torch.manual_seed(pair)   # rebasin visits its layers in an order by the global generator
    found = {'rebasin': rebasin(one, two, x)}
    hows = {'identity': ['identity'], 'identity and invariants': ['identity', 'invariants'], 'default': None}
    found |= {f'symbayes, {name}': ours(g, one, two, how, r()) for name,how in hows.items() if slow or name!='default'}
    return found | {f'Frank-Wolfe, {start}': frank_wolfe(g, one, two, start) for start in ('identity', 'centre') if slow or case!='resnet18'}

def measured(case: str, pair: int, slow: bool) -> list[dict]:
    "A row per contestant"
    one, two = (network(case, 2*pair+i) for i in range(2))
    for net in (one, two):   # rebasin leaves statistics to be computed anew: all have the same here
        for m in net.modules():
            if isinstance(m, nn.BatchNorm2d): m.reset_running_stats()
    x, every = inputs(case, pair), contestants(case, one, two, pair, slow)
    rows = [dict(method='as they are', distance=apart(one, two), seconds=None, kept=True)]
    names = [*every]
    for method in names[pair%len(names):]+names[:pair%len(names)]:
        begun = time.process_time()
        moved = every[method]()
        took = time.process_time()-begun
        rows.append(dict(method=method, distance=apart(one, moved), seconds=took, kept=kept(two, moved, x)))
        print(case, pair, rows[-1], flush=True)
    return [dict(architecture=case, pair=pair, **row) for row in rows]

options = dict(
    cases=[*makers],
    pairs=dict(default=[0, 6], quick=[0, 2], nargs=2),
    slow=False,  # contestants of a minute a pair of ResNet18 too: Frank-Wolfe, and the default starts
    more=False,  # keep the rows of other cases and pairs that lie there
)

def run(a):
    rows = [row for case in a.cases for pair in range(*a.pairs) for row in measured(case, pair, a.slow or case!='resnet18')]
    t = beside(a.out/'alignment.csv', rows, ['architecture', 'pair', 'method']) if a.more else pd.DataFrame(rows)
    yield 'alignment', t.sort_values(['architecture', 'pair'], kind='stable')

main = driver(run, options, peers=('rebasin', 'scipy'), digits='%.8g', modules=('rebasin',))

def pairs(folder: Path) -> pd.DataFrame:
    "Every method on every pair, with time and W2 divided by those of the peers on the same pair"
    t = pd.read_csv(folder/'alignment.csv')
    t['w2'] = t.distance.pow(.5)
    beside = t.pivot(index=['architecture', 'pair'], columns='method', values=['seconds', 'w2', 'kept'])
    return t.set_index(['architecture', 'pair', 'method']), beside

descent, most = 'symbayes, identity', 'symbayes, default'

def ratios(folder: Path) -> list[Ratio]:
    """Pair by pair: medians and quartiles over pairs. rebasin descends from the identity, and symbayes beside it from the same place, and from the starts
    that `search` takes by itself; these stand beside Frank-Wolfe too, which looks at all permutations at once. Where a peer's network computes something else, its distance says nothing"""
    _, t = pairs(folder)
    found = []
    for case in [c for c in makers if c in t.index.get_level_values(0)]:
        seconds, w2 = t.seconds.loc[case], t.w2.loc[case]
        for peer, own, words in (('rebasin', descent, 'from the identity'), ('rebasin', most, 'default starts'), *((f'Frank-Wolfe, {start}', most, 'default starts') for start in ('identity', 'centre'))):
            both = [peer, own]
            if not set(both)<=set(seconds) or seconds[both].dropna().empty: continue
            right, of = bool(t.kept.loc[case][peer].dropna().all()), f'alignment of {case}, {words}'
            limits = (1/3, 1.) if own==descent and right else (None, None)
            quotient = lambda d: (d[own]/d[peer]).dropna().astype(float)
            found.append(over_rounds(f"{of}: time / {peer}'s", quotient(seconds), limits[0], beside=peer))
            if right: found.append(over_rounds(f"{of}: W2 / {peer}'s", quotient(w2), limits[1], beside=peer))
    return found

def shown(folder: Path) -> pd.DataFrame:
    t, beside = pairs(folder)
    rows = []
    for case,method in product(makers, t.index.unique('method')):
        if (case, method) not in t.index.droplevel('pair'): continue
        r, b = t.xs((case, method), level=('architecture', 'method')), beside.loc[case]
        ratio = lambda what: (b[what][method]/b[what]['rebasin']).dropna().astype(float)
        times, near = ratio('seconds'), ratio('w2')
        rows.append({'networks': case, 'method': method, 'pairs': len(r), 'W2': r.w2.mean(), 'CPU s': r.seconds.median(), 'time / rebasin': times.median() if len(times) else None,
            'W2 / rebasin': f'{near.median():.3f} ({near.min():.3f} to {near.max():.3f})', 'function kept': 'yes' if r.kept.all() else 'no'})
    return formatted(pd.DataFrame(rows), {'W2': '{:.2f}', 'CPU s': '{:.2f}', 'time / rebasin': '{:.2f}'})

if __name__=='__main__': main()
