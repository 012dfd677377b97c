"""The scaling of least mass: seconds on growing networks, and beside general convex solvers that are called net by net.

One thread, CPU time. Networks are fresh from their constructors, with every unit's scale moved at random and small random biases.
General solvers are given the sums of squares between units, which symbayes has to make itself, and cvxpy's problem is compiled once for
all nets; only `cvxpy, all weights` is what one writes down at first, a sum over the weights, net by net. The contestants take turns; a
table has medians over rounds, ratios are within rounds. `symbayes, one by one` is called net by net too. A pass is the sum of all squares in
double precision. Discovery of the group is not timed. With `--networks` rows of others stay as they are in the stored table."""
import time
from collections.abc import Callable
from pathlib import Path

from report import beside as with_stored, driver, formatted, over_rounds, Ratio

import numpy as np
import pandas as pd
import torch
from scipy.optimize import minimize
from symbayes.comparison.balancing import Masses, mass, min_mass, squares
from symbayes.core.doors import import_torchvision
from symbayes.core.random import seeded_module
from symbayes.core.tensors import Params
from symbayes.discovery.scaling import scaling_group
from symbayes.symmetry.scalings import ScalingGroup
from torch import nn

title = 'Scalings of least mass'
about = 'The scaling of least mass of 1,000 small networks and of deep ones, beside convex solvers that are called net by net, and seconds on growing networks.'
convex = ('cvxpy', 'cvxpy, all weights')  # the others minimise any smooth function

def rng(seed: int) -> torch.Generator: return torch.Generator().manual_seed(seed)

class OptuNet(nn.Module):
    "392 weights"
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Conv2d(1, 2, 4, bias=False), nn.Conv2d(2, 10, 5, groups=2, bias=False), nn.Linear(10, 10)
    def forward(self, x): return self.c(self.b(nn.functional.max_pool2d(self.a(x).relu(), 3)).relu().mean((2, 3)))

def mlp(*sizes: int) -> nn.Module:
    layers = [m for a,b in zip(sizes, sizes[1:]) for m in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*layers[:-1])

def transformer(layers: int, d: int = 512) -> nn.Module:
    "Blocks of attention and of ReLU layers, with their layer norms"
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(d, 8, 4*d, 0., batch_first=True), layers, enable_nested_tensor=False)

def without_norms(name: str) -> nn.Module: return getattr(import_torchvision().models, name)(norm_layer=nn.Identity)

def networks() -> dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]]:
    "What grows, and the shape of an input"
    found = {f'784-{w}-{w}-10': (lambda w=w: mlp(784, w, w, 10), (2, 784)) for w in (50, 200, 800, 4500)}
    found |= {f'20 hidden layers of {w}': (lambda w=w: mlp(w, *[w]*20, 10), (2, w)) for w in (50, 250, 1000)}
    found |= {f'transformer, {n} blocks': (lambda n=n: transformer(n), (1, 5, 512)) for n in (1, 8)}
    return found | {f'{n} without norms': (lambda n=n: without_norms(n), (1, 3, 64, 64)) for n in ('resnet18', 'resnet50', 'resnext50_32x4d')}

def stack(make: Callable[[], nn.Module], shape: tuple[int, ...], n: int|None = None) -> tuple[ScalingGroup, Params, nn.Module, float]:
    "The group, weights of one network or of several, a network, and the seconds that discovery took"
    nets = [seeded_module(make, s).eval() for s in range(n or 1)]
    begun = time.process_time()
    g = scaling_group(nets[0], torch.randn(shape, generator=rng(0)))
    took = time.process_time()-begun
    w = {k: torch.stack([dict(m.named_parameters())[k].detach() for m in nets]) for k in g.shapes}
    w = {k: .05*torch.randn(t.shape, generator=rng(1)) if k.endswith('bias') else t for k,t in w.items()}
    w = g.act(g.sample(n or 1, generator=rng(2)), w)
    return g, w if n else {k: t[0] for k,t in w.items()}, nets[0], took

def timed(f: Callable) -> tuple[float, object]:
    begun = time.process_time()
    found = f()
    return time.process_time()-begun, found

def moved_by(net: nn.Module, w: Params, v: Params, shape: tuple[int, ...]) -> float:
    "Largest change of an output in float32, relative to their standard deviation"
    x = torch.randn(shape, generator=rng(3))
    with torch.no_grad(): a, b = (torch.func.functional_call(net, p, (x,)) for p in (w, v))
    return ((a-b).abs().max()/a.std()).item()

def grown(name: str, make: Callable[[], nn.Module], shape: tuple[int, ...], rounds: int) -> list[dict]:
    "A row per round"
    g, w, net, discovery = stack(make, shape)
    at, rows = dict(part='growth', network=name, weights=g.layout.numel, scales=g.n, discovery=discovery), []
    for r in range(rounds):
        whole, v = timed(lambda: min_mass(w, g))
        one, before = timed(lambda: mass(w, g))
        m = Masses(g, next(squares(w, g))[1])
        solving, done = timed(m.balance)
        steps = dict(sweeps=sum(how=='sweep' for how,_ in done), newton=sum(how=='newton' for how,_ in done))
        rows.append(dict(at, method='symbayes', round=r, nets=1, seconds=whole, one_pass=one, solving=solving, **steps,
            excess=(before/mass(v, g)).item()-1, moved=moved_by(net, w, v, shape)))
        print(rows[-1], flush=True)
    return rows

def edges(w: Params, g: ScalingGroup, i: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    "Masses of one member of a stack, and the units that they lead to and come from; n is the outside"
    found = []
    for m,sides in Masses(g, next(squares({k: t[i] for k,t in w.items()}, g))[1]).matrices:
        ends = {sign: torch.full(m.shape[1:], g.n) for sign in (1, -1)}
        for side in sides: ends[side.sign] = torch.minimum(ends[side.sign], side.unit[:, None] if side.axis==0 else side.unit)
        found.append((m[0].flatten(), ends[1].flatten(), ends[-1].flatten()))
    return tuple(torch.cat(t).numpy() for t in zip(*found))

def scipy_solver(method: str, n: int) -> Callable:
    def solve(m, i, j):
        def value(z):
            z = np.append(z, 0.)
            e = m*np.exp(2*(z[i]-z[j]))
            return e.sum(), 2*(np.bincount(i, e, n+1)-np.bincount(j, e, n+1))[:n]
        options = dict(gtol=1e-6, maxiter=5000) | (dict(ftol=1e-15, maxfun=50000, maxcor=30) if method=='L-BFGS-B' else {})
        return minimize(value, np.zeros(n), jac=True, method=method, options=options).fun
    return solve

def whole_problem(w: Params, g: ScalingGroup) -> float:
    "Written down as a sum over all weights"
    import cvxpy as cp
    z, terms = cp.Variable(g.n+1), []
    for k,t in w.items():
        t, ids = t.double().flatten().numpy()**2, [(s, i.expand(g.shapes[k]).flatten().numpy()) for s,i in g.flat_terms.get(k, [])]
        exponent = sum(2*s*z[i] for s,i in ids) if ids else np.zeros(len(t))
        terms.append(cp.sum(cp.multiply(t, cp.exp(exponent))))
    return cp.Problem(cp.Minimize(sum(terms)), [z[g.n]==0]).solve(solver=cp.CLARABEL)

def cvxpy_solver(i: np.ndarray, j: np.ndarray, n: int) -> Callable:
    import cvxpy as cp
    from scipy.sparse import coo_matrix
    rows, to, far = np.arange(len(i)), i<n, j<n
    a = coo_matrix((np.r_[np.ones(to.sum()), -np.ones(far.sum())], (np.r_[rows[to], rows[far]], np.r_[i[to], j[far]])), (len(i), n)).tocsr()
    z, logs = cp.Variable(n), cp.Parameter(len(i))
    problem = cp.Problem(cp.Minimize(cp.sum(cp.exp(2*(a@z)+logs))))
    def solve(m, i, j):
        logs.value = np.log(m)
        return problem.solve(solver=cp.CLARABEL)
    solve(np.ones(len(i)), i, j)  # compiled
    return solve

def beside(name: str, make: Callable[[], nn.Module], shape: tuple[int, ...], n: int, peers: dict[str, int], rounds: int) -> list[dict]:
    "Rows per method and round; `peers` says on how many nets of the stack each is called"
    g, w, _, _ = stack(make, shape, n)
    w = {k: t.double() for k,t in w.items()}
    nets = [{k: t[i] for k,t in w.items()} for i in range(max(peers.values()))]
    every = [edges(w, g, i) for i in range(len(nets))]
    keep = every[0][0]>0
    every = [tuple(t[keep] for t in e) for e in every]
    fixed = [mass(v, g).item()-e[0].sum() for v,e in zip(nets, every)]  # what no scale changes
    handed = {k: cvxpy_solver(*every[0][1:], g.n) if k=='cvxpy' else scipy_solver(k, g.n) for k in peers if k in ('cvxpy', 'BFGS', 'L-BFGS-B')}
    own = {'symbayes, one by one': lambda v, g: mass(min_mass(v, g), g).item(), 'cvxpy, all weights': whole_problem}
    best, at, rows = mass(min_mass(w, g), g), dict(part='peers', network=name, weights=g.layout.numel, scales=g.n), []
    for r in range(rounds):
        rows.append(dict(at, method='symbayes', round=r, nets=n, seconds=timed(lambda: min_mass(w, g))[0], above=0.))
        for k,many in peers.items():
            one = (lambda i, k=k: handed[k](*every[i])+fixed[i]) if k in handed else (lambda i, k=k: own[k](nets[i], g))
            took, found = timed(lambda: [one(i) for i in range(many)])
            above = max(abs(v/best[i].item()-1) for i,v in enumerate(found))
            rows.append(dict(at, method=k, round=r, nets=many, seconds=took, above=above))
        print(*rows[-1-len(peers):], sep='\n', flush=True)
    return rows

def races() -> dict[str, tuple]:
    "Networks on which others are called too"
    some = {'symbayes, one by one': 50, 'BFGS': 50, 'L-BFGS-B': 50, 'cvxpy': 20, 'cvxpy, all weights': 10}
    found = {'1000 OptuNets': (OptuNet, (2, 1, 28, 28), 1000, some)}
    deep = lambda w: (lambda: mlp(20, *[w]*20, 5), (2, 20), 1)
    return found | {'50 units in 20 hidden layers': (*deep(50), {'L-BFGS-B': 1}),
        '250 units in 20 hidden layers': (*deep(250), {'L-BFGS-B': 1})}

options = dict(
    rounds=(5, 3),
    networks=(['all'], ['1000 OptuNets', '50 units in 20 hidden layers']),
)

def run(a):
    jobs = {k: (beside, v) for k,v in races().items()} | {k: (grown, v) for k,v in networks().items()}
    order = list(jobs)
    for k in order if a.networks==['all'] else a.networks:
        f, given = jobs[k]
        t = with_stored(a.out/'min_mass_cost.csv', f(k, *given, a.rounds), ['network'])
        yield 'min_mass_cost', t.sort_values('network', key=lambda c: c.map(order.index), kind='stable')

main = driver(run, options, peers=('cvxpy', 'scipy'), modules=['cvxpy'], digits='%.10g')

# %% reading

def beside_symbayes(folder: Path) -> pd.DataFrame:
    "A row per network, method and round, with the ratio to the stack's seconds a net in the same round"
    t = pd.read_csv(folder/'min_mass_cost.csv').query('part=="peers"').assign(ms=lambda d: 1e3*d.seconds/d.nets)
    t = t.merge(t[t.method=='symbayes'][['network', 'round', 'ms']], on=['network', 'round'], suffixes=('', '_ours'))
    return t.assign(ratio=t.ms/t.ms_ours)

def ratios(folder: Path) -> list[Ratio]:
    found = []
    for (network, method),t in beside_symbayes(folder).query('method!="symbayes"').groupby(['network', 'method'], sort=False):
        limit = 100. if method in convex else None
        peer = '' if method=='symbayes, one by one' else method
        found.append(over_rounds(f'seconds a net of {method} / of min_mass, {network}', t.ratio, limit, 'at least', peer))
    for network,t in beside_symbayes(folder).groupby('network', sort=False):  # without a stack
        ms = t.pivot(index='round', columns='method', values='ms')
        if 'symbayes, one by one' not in ms: continue
        peers = [m for m in t.method.unique() if m not in ('symbayes', 'symbayes, one by one')]
        found += [over_rounds(f'seconds a net of {m} / of min_mass one by one, {network}', (ms[m]/ms['symbayes, one by one']).dropna(), None, 'at least', m) for m in peers]
    t = pd.read_csv(folder/'min_mass_cost.csv').query('part=="growth"')
    for network,d in t.groupby('network', sort=False): found.append(over_rounds(f'seconds of min_mass / of a pass, {network}', d.seconds/d.one_pass))
    return found

def shown(folder: Path) -> pd.DataFrame:
    "Beside others; the chapter on balancing shows the growing networks"
    t = beside_symbayes(folder).groupby(['network', 'method'], sort=False)
    wide = t.agg(nets=('nets', 'first'), ms=('ms', 'median'), ratio=('ratio', 'median'), above=('above', 'max')).reset_index()
    wide.columns = ['networks', 'method', 'nets', 'ms a net', 'time / symbayes', 'relative gap']
    return formatted(wide, {'ms a net': '{:.3g}', 'time / symbayes': '{:.3g}', 'relative gap': '{:.0e}'})

if __name__=='__main__': main()
