"""Which units of a network change places? `symmetry_group` beside Torch-Pruning's dependency graph and rebasin's paths.

The architectures are `compared` of tests/architectures.py, a list that was written down before any tool was run on it, with all sets of units
that change places counted by hand; sign flips are left out, since only symbayes looks for them. A tool's claims are sets of units that are
alike: a label of symbayes; a group of Torch-Pruning (`get_all_groups` with the last layer ignored, as its README does; units that its
pruner keeps in channel groups are read as alike within these groups, where that makes more of them right); a permutation of rebasin's `PermutationCoordinateDescent`.
A claim is right if the network computes the same, in double precision at random weights, after its units have changed places at random:
symbayes and rebasin move them by their own code, Torch-Pruning only removes, so its index lists are followed. Statistics of batch norms are
the same for all channels, because rebasin asks to compute them anew. `found` counts the units of right claims that no other right claim has
moved; `units` are those counted by hand. Neither peer is made for this: Torch-Pruning says what is removed together and leaves heads for the user to
name, rebasin wants permutations of whole layers for two networks to be merged, and neither tests what it finds; symbayes does, within its time.
A tool is stopped after a minute. Time is that of one thread, from the network and an input to the claims; the tools take turns, after one warm-up each on a small network."""
import math, signal, sys, time
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
import warnings

from report import beside, driver, formatted, here, over_rounds, Ratio

import pandas as pd
import torch
from torch import Tensor, nn
from torch.func import functional_call

from symbayes.core.messages import first_line
from symbayes.discovery.finding import symmetry_group

sys.path.insert(0, str(here.parent/'tests'))
from architectures import Architecture, beyond, compared

title = 'Which units change places'
about = 'Units that change places, found by symbayes, by Torch-Pruning and by rebasin in networks whose symmetries are counted by hand, and the time that each takes.'
peers = {'torch-pruning': 'Torch-Pruning', 'rebasin': 'rebasin'}
small = ['mlp', 'lenet', 'resnet18', 'mobilenet_v2', 'u_net', 'gpt', 'siamese']  # of a quick run
every = compared | beyond

Params = dict[str, Tensor]
Move = Callable[[Params, torch.Generator], Params|None]  # tensors that move, moved; None: units have unequal shares in some tensor
Claim = tuple  # how many units, and one `Move` for each way in which it may be read: the first that is right counts

# %% what each tool claims

def cycle(shape: tuple[int, ...], r: torch.Generator) -> Tensor:
    "Index arrays that leave no unit where it is: a cycle of all, in random order"
    order = torch.rand(shape, generator=r).argsort(-1)
    return torch.empty_like(order).scatter_(-1, order, order.roll(1, -1))

def of_symbayes(model: nn.Module, other: nn.Module, inputs: tuple) -> Callable[[], list[Claim]]:
    "A claim per label"
    g = symmetry_group(model, *inputs)
    def claim(label):
        own = g.subgroup([label]).restrict(g.tensors_of(label))
        def move(w, r):
            a = own.identity()
            a[label] = cycle(a[label].shape, r)
            return own.act(a, {k: w[k] for k in [*own.layout.shapes, *own.buffers]})
        return torch.Size(g.index_shape(label)).numel(), move
    return lambda: [claim(l) for l in g.labels if g.sizes[l]>1]

def of_rebasin(model: nn.Module, other: nn.Module, inputs: tuple) -> Callable[[], list[Claim]]:
    "A claim per permutation, moved by the modules' own method; both networks are the same one here"
    from rebasin import PermutationCoordinateDescent
    found = PermutationCoordinateDescent(model, other, inputs if len(inputs)>1 else inputs[0])
    every = found.pinit.model_graph.permutation_to_info
    def claim(p, infos):
        names, holders = {id(t): k for k,t in other.named_parameters()}, {id(i.module): i.module for i in infos}.values()
        own = {k: t for m in holders for t in m.module_b.parameters() if (k := names.get(id(t)))}
        def move(w, r):
            with torch.no_grad():
                for k,t in own.items(): t.data = w[k]
                p.perm_indices = cycle((len(p),), r)
                for m in holders: m.apply_permutations()   # all others have nothing to move
                p.perm_indices = torch.arange(len(p))
                return {k: t.data for k,t in own.items()}
        return len(p), move
    return lambda: [claim(p, infos) for p,infos in every]

def last_layer(model: nn.Module) -> nn.Module: return [m for m in model.modules() if isinstance(m, (nn.Linear, nn.Conv2d))][-1]

def of_pruning(model: nn.Module, other: nn.Module, inputs: tuple) -> Callable[[], list[Claim]]:
    "A claim per group, or per channel group of it"
    import torch_pruning as tp
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        graph = tp.DependencyGraph().build_dependency(model, example_inputs=inputs if len(inputs)>1 else inputs[0])
        groups = list(graph.get_all_groups(ignored_layers=[last_layer(model)]))
    def claims():
        names = {id(t): k for k,t in model.named_parameters()}
        return [claim(*read(group, graph, names)) for group in groups]
    claim = lambda n, places, blocks: (n, *(lambda w, r, b=b: exchanged(w, places, b, r) for b in sorted({1, blocks})))
    return claims

# %% a group of Torch-Pruning in words of tensors

Place = tuple[str, int, int, Tensor]  # tensor, axis, groups of a convolution whose inputs are meant, `(units, positions)`

def axes_of(dep, graph) -> Iterator[tuple[Tensor, int, int, int]]:
    "Tensors, axes, groups and how often the index repeats, as the tool's own functions prune them"
    m, out = dep.target.module, graph.is_out_channel_pruning_fn(dep.handler)
    own = [t for t in (getattr(m, 'weight', None), getattr(m, 'bias', None)) if isinstance(t, nn.Parameter)]
    if isinstance(m, nn.Parameter): yield m, dep.target.pruning_dim, 1, 1
    elif isinstance(m, nn.MultiheadAttention):
        yield from ((m.in_proj_weight, 0, 1, 3), (m.in_proj_bias, 0, 1, 3), (m.in_proj_weight, 1, 1, 1))
        yield from ((m.out_proj.weight, 0, 1, 1), (m.out_proj.bias, 0, 1, 1), (m.out_proj.weight, 1, 1, 1))
    elif isinstance(m, nn.modules.conv._ConvNd):
        turned, depthwise = int(m.transposed), m.groups==m.out_channels>1
        if out or depthwise: yield from ((t, turned if t is m.weight else 0, 1, 1) for t in own)
        elif m.groups>1: yield m.weight, 1, m.groups, 1
        else: yield m.weight, 1-turned, 1, 1
    elif isinstance(m, nn.Linear): yield from ((t, 0, 1, 1) for t in own) if out else [(m.weight, 1, 1, 1)]
    elif isinstance(m, nn.Embedding): yield m.weight, 1, 1, 1
    else: yield from ((t, t.ndim-1, 1, 1) for t in own)  # norms

def read(group, graph, names: dict[int, str]) -> tuple[int, list[Place]|None, int]:
    "Units, where each of them stands, and channel groups; without places where the lists of indices give units no equal share"
    found: dict[tuple, dict[int, set]] = {}
    shared = [1]
    for item in group:
        m = item.dep.target.module
        if isinstance(m, nn.modules.conv._ConvNd) and not m.groups==m.out_channels: shared.append(m.groups)
        for t,axis,groups,times in axes_of(item.dep, graph):
            step = t.shape[axis]//times
            for i,root in zip(item.idxs, item.root_idxs or item.idxs):
                found.setdefault((names[id(t)], axis, groups), {}).setdefault(root, set()).update(i+j*step for j in range(times))
    n = len(group[0].idxs)
    equal = all(len(d)==n and len({len(s) for s in d.values()})==1 and len(set.union(*d.values()))==sum(map(len, d.values())) for d in found.values())
    places = [(*k, torch.tensor([sorted(d[i]) for i in range(n)])) for k,d in found.items()] if equal else None
    return n, places, max(shared)

def exchanged(w: Params, places: list[Place]|None, blocks: int, r: torch.Generator) -> Params|None:
    "Units that have changed places at random, within blocks of them"
    if places is None or len(places[0][3])%blocks: return None
    n = len(places[0][3])
    order = (cycle((blocks, n//blocks), r)+torch.arange(0, n, n//blocks)[:, None]).flatten()
    moved: Params = {}
    for k,axis,groups,at in places:
        t = moved.get(k, w[k])
        if groups>1: t = t.unflatten(0, (groups, -1)).movedim(2, 1).flatten(0, 1)   # inputs of all groups first
        axis_of = 0 if groups>1 else axis
        index = torch.arange(t.shape[axis_of])
        index[at.flatten()] = at[order].flatten()
        t = t.index_select(axis_of, index)
        moved[k] = t.unflatten(0, (groups, -1)).movedim(1, 2).flatten(0, 1) if groups>1 else t
    return moved

# %% are the claims right?

def at_random(model: nn.Module) -> nn.Module:
    "In double precision, with weights that are nothing special; statistics alike in all channels"
    model, r = deepcopy(model).double().eval(), torch.Generator().manual_seed(2)
    with torch.no_grad():
        for p in model.parameters(): p.copy_((p.ndim==1)+torch.randn(p.shape, generator=r, dtype=torch.float32)*max(p[:1].numel(), 4)**-.5)
    return model

def judged(model: nn.Module, inputs: tuple, claims: list[Claim]) -> dict:
    "Units found, right and wrong claims"
    w = {k: t.detach() for k,t in (*model.named_parameters(), *model.named_buffers())}
    x = tuple(t.double() if t.is_floating_point() else t for t in inputs)
    shared = dict(model.named_parameters(remove_duplicate=False))
    first = {id(t): k for k,t in model.named_parameters()}
    def run(new):
        with torch.no_grad(): return functional_call(model, {k: new.get(first[id(t)], t) for k,t in shared.items()}, x)
    base, r = run({}), torch.Generator().manual_seed(3)
    def right(move):
        new = move(w, r)
        return new is not None and bool((run(new)-base).abs().max()<=1e-6*base.std())
    known, verdicts, found = set(), [], 0
    for n,*moves in claims:
        move = next((m for m in moves if right(m)), None)
        verdicts.append(move is not None)
        if move is None: continue
        new = move(w, r)
        where = frozenset(p for k,t in new.items() if not torch.equal(t, w[k]) for p in moved_places(k, w[k], t))
        found += n*(bool(where) and where not in known)
        known.add(where)
    return dict(found=found, claims=len(claims), wrong=verdicts.count(False))

def moved_places(name: str, one: Tensor, two: Tensor) -> Iterator[tuple[str, int, int]]:
    "Tensor, axis and position wherever a sum over all other axes has changed"
    for axis in range(one.ndim):
        other = [a for a in range(one.ndim) if a!=axis]
        s, t = (x.sum(other) if other else x for x in (one, two))
        yield from ((name, axis, i) for i in (~torch.isclose(s, t, rtol=1e-9, atol=1e-12)).nonzero().flatten().tolist())

# %% the comparison

tools = {'symbayes': of_symbayes, 'Torch-Pruning': of_pruning, 'rebasin': of_rebasin}

def units(a: Architecture) -> int: return sum(n*blocks for n,blocks,_ in a.sets if n>1)

limit = 60  # CPU seconds for a tool
def too_long(*_) -> None: raise TimeoutError(f'more than {limit} s')

def measured(name: str, tool: str, judge: bool) -> dict:
    "Seconds of one tool on one network, and what its claims are worth"
    a = every[name]
    model, other, inputs = a.model(), a.model(), a.inputs()
    begun, error = time.process_time(), ''
    signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try: claims = tools[tool](model, other, inputs)
    except Exception as e: claims, error = list, f'{type(e).__name__}: {first_line(e)}'[:100]
    finally: signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    row = dict(architecture=name, tool=tool, seconds=time.process_time()-begun, units=units(a), error=error)
    if not judge: return row
    return row | judged(at_random(model), inputs, claims())

options = dict(
    rounds=(3, 2),
    networks=([*every], small),
    tools=[*tools],
    more=False,  # keep the rows of other networks that lie there
)

def run(a):
    for tool in a.tools: measured('lenet', tool, False)
    jobs = [(r, name, tool) for r in range(a.rounds) for name in a.networks for tool in a.tools[r%len(a.tools):]+a.tools[:r%len(a.tools)]]
    rows = [dict(round=r) | measured(name, tool, r==0) for r,name,tool in jobs]
    t = beside(a.out/'discovery.csv', rows, ['round', 'architecture', 'tool']) if a.more else pd.DataFrame(rows)
    t = t.sort_values('architecture', key=lambda c: c.map([*every].index), kind='stable')
    yield 'discovery', t.sort_values('round', kind='stable')

main = driver(run, options, peers=tuple(peers), modules=('torch_pruning', 'rebasin'))

def judged_rows(folder: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    "All rows, and those of the first round, of the list of 15 alone"
    t = pd.read_csv(folder/'discovery.csv')
    first = t[(t['round']==0) & t.architecture.isin(compared)]
    return t, first.assign(complete=(first.found==first.units) & (first.wrong==0))

def ratios(folder: Path) -> list[Ratio]:
    t, first = judged_rows(folder)
    whole = set(compared)<=set(t.architecture)
    count = lambda name, n, *limit: Ratio(name, *map(float, (n, n, n)), *limit)
    found = []
    complete = first.groupby('tool').complete.sum()
    wrong = first.groupby('tool').wrong.sum()
    if whole:
        found.append(count('discovery: of 15 architectures, found completely', complete['symbayes'], 15, 'at least'))
        found += [count(f'discovery: of 15 architectures, not found completely by {p}', 15-complete[p], 1, 'at least') for p in peers.values()]
    found.append(count(f'discovery: wrong claims of symbayes, {first.architecture.nunique()} of {len(compared)} architectures', wrong['symbayes'], 0))
    for p in peers.values():
        answered = [n for n in compared if t[(t.architecture==n) & (t.tool==p)].error.isna().all()]
        for what,names in ((f'{len(small)} small networks', small), (f'{len(answered)} networks that it answers for', answered)):
            if not set(names)<=set(t.architecture) or not whole and names is answered: continue
            wide = t[t.architecture.isin(names)].pivot(index=['round', 'architecture'], columns='tool', values='seconds')
            logs = (wide['symbayes']/wide[p]).map(math.log).unstack('round').dropna(axis=1).mean()  # of rounds with all of them
            found.append(over_rounds(f"discovery: time / {p}'s, {what} (geometric mean)", logs.map(math.exp), beside=p))
    return found

def shown(folder: Path) -> pd.DataFrame:
    t, _ = judged_rows(folder)
    seconds = t.groupby(['architecture', 'tool']).seconds.median()
    def cell(r):
        if isinstance(r.error, str) and r.error: return 'error'
        share = 'all' if r.found==r.units else f'{100*r.found/r.units:.0f}%'
        return share+(f', {r.wrong:.0f} wrong' if r.wrong else '')
    first = t[t['round']==0]
    wide = first.assign(cell=first.apply(cell, axis=1)).pivot(index='architecture', columns='tool', values='cell')
    order = [n for n in every if n in wide.index]
    out = pd.DataFrame({'network': order, 'units': first.groupby('architecture').units.first()[order].values})
    for tool in [x for x in tools if x in wide]:
        out[tool] = wide[tool][order].values
        out[f'{tool}, s'] = seconds.xs(tool, level='tool')[order].values
    return formatted(out, {'units': '{:,}'} | {c: '{:.1f}' for c in out if c.endswith(', s')})

if __name__=='__main__': main()
