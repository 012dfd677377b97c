"Units taken out of networks: by plans that Torch-Pruning agrees with, executed against zeros; permutations for other packages."
import json
from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from cases import Net, refused, rng
from symbayes.core.tensors import seeded_module
from symbayes.discovery.finding import symmetry_group
from symbayes.symmetry.pruning import perm_spec, pruned, pruning_plan, unit_slices

def residual(c=6) -> Net:
    "Blocks with a shortcut of its own, and a depthwise layer"
    def call(s, x):
        x = s.n0(s.first(x)).relu()
        x = (x+s.nb(s.b(s.na(s.a(x)).relu()))).relu()
        return s.head(s.deep(x).mean((2, 3)))
    conv = partial(nn.Conv2d, kernel_size=3, padding=1)
    return Net(call, first=conv(3, c), n0=nn.BatchNorm2d(c), a=conv(c, 4), na=nn.BatchNorm2d(4), b=conv(4, c), nb=nn.BatchNorm2d(c),
        deep=conv(c, c, groups=c), head=(c, 2))

def mlp(act=nn.ReLU, norm=None): return nn.Sequential(nn.Linear(5, 7), *([norm] if norm else []), act(), nn.Linear(7, 6), act(), nn.Linear(6, 2))
def pooled(*more): return nn.Sequential(nn.Conv2d(3, 5, 3), nn.ReLU(), *more, nn.Conv2d(5, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 3))
rows, images = torch.randn(6, 5), torch.randn(2, 3, 8, 8)
networks = {'mlp': (mlp, rows), 'sigmoid': (lambda: mlp(nn.Sigmoid), rows), 'batch norm': (lambda: mlp(norm=nn.BatchNorm1d(7)), rows), 'convolutions': (pooled, images),
    'depthwise': (lambda: pooled(nn.Conv2d(5, 5, 3, groups=5), nn.ReLU()), images), 'residual': (residual, images), 'flat': (lambda: nn.Sequential(nn.Conv2d(3, 4, 3),
    nn.ReLU(), nn.Flatten(), nn.Linear(144, 5), nn.ELU(), nn.Linear(5, 2)), images), 'transposed': (lambda: nn.Sequential(nn.ConvTranspose2d(3, 5, 2), nn.ReLU(), nn.Conv2d(5, 4, 3),
    nn.ReLU(), nn.Conv2d(4, 2, 1)), images)}

def made(name):
    make, x = networks[name]
    net = seeded_module(make, 0).eval()
    return net, x, symmetry_group(net, x)

@pytest.mark.parametrize('name', networks)
def test_units_are_removed(name):
    net, x, group = made(name)
    plan = pruning_plan(group)
    assert list(plan.label)==group.labels and (plan['why not']=='').all()
    units = {l: [0, n-2] for l,n in group.sizes.items()}
    small = pruned(group, net, units)
    assert small(x).shape==net(x).shape
    each = sum(plan.numbers)  # weights at corners of two labels are counted twice
    gone = sum(p.numel() for p in net.state_dict().values())-sum(p.numel() for p in small.state_dict().values())
    assert 0<gone<=2*each and all(p.requires_grad for p in small.parameters())
    again = symmetry_group(small, x)
    assert {l: n+2 for l,n in again.sizes.items()}==group.sizes

@pytest.mark.parametrize('name', networks)
def test_torch_pruning_agrees(name):
    "The same slices of the same tensors for each unit, on all eight networks"
    tp = pytest.importorskip('torch_pruning')
    net, x, group = made(name)
    names = {m: k for k,m in net.named_modules()}
    graph = tp.DependencyGraph().build_dependency(net, example_inputs=x)
    for label in group.labels:
        slices = unit_slices(group, label, [1])
        root = next(k for k in slices if k.endswith('weight') and 0 in slices[k] and isinstance(net.get_submodule(k[:-7]), nn.Linear|nn.Conv2d)
            or k.endswith('weight') and 1 in slices[k] and isinstance(net.get_submodule(k[:-7]), nn.ConvTranspose2d))
        layer = net.get_submodule(root[:-7])
        found = {}
        for dep,at in graph.get_pruning_group(layer, tp.prune_conv_out_channels if isinstance(layer, nn.Conv2d|nn.ConvTranspose2d) else tp.prune_linear_out_channels, [1]):
            m = dep.target.module
            if m not in names: continue
            out = 'out' in dep.handler.__name__ or not hasattr(m, 'bias') or isinstance(m, nn.BatchNorm1d|nn.BatchNorm2d)
            axis = int(not out) if not isinstance(m, nn.ConvTranspose2d) else int(out)
            if getattr(m, 'groups', 1)>1: axis = 0
            found.setdefault(f'{names[m]}.weight', {}).setdefault(axis, set()).update(at)
        ours = {k: {j: set(at.tolist()) for j,at in axes.items()} for k,axes in slices.items() if k.endswith('weight')}
        assert ours==found, label

def test_bad_units():
    net, x, group = made('mlp')
    label = group.labels[0]
    for units in ([9], list(range(7)), [.5]):
        refused('expected whole numbers', pruned, group, net, {label: units})
    refused('no label', pruned, group, net, {'none': [0]})
    normed = nn.Sequential(nn.Linear(5, 7), nn.LayerNorm(7), nn.Linear(7, 2)).eval()
    refused('computes otherwise than with zeros', lambda: pruned(symmetry_group(normed, x), normed, {'0': [0]}))
    fixed = Net(lambda s, x: s.b(s.a(x).tanh().reshape(-1, 6)), a=(5, 6), b=(6, 2)).eval()
    refused('does not run', lambda: pruned(symmetry_group(fixed, x), fixed, {'a': [0]}))

@pytest.mark.parametrize('name', networks)
def test_a_spec_moves_as_the_group_does(name):
    "Read back from JSON, and applied as Git Re-Basin applies it where all axes are simple"
    net, x, group = made(name)
    spec = json.loads(json.dumps(perm_spec(group)))
    a, w = group.sample(generator=rng(0)), {k: t for k,t in net.state_dict().items() if k in group.shapes}
    moved = group.act(a, w)
    for k,axes in spec['axes_to_perm'].items():
        t = w[k]
        for j,entry in enumerate(axes):
            if entry is None: continue
            factors = [entry] if isinstance(entry, str) else entry['product']
            shape = [f if isinstance(f, int) else spec['sizes'][f] for f in factors]
            at = torch.arange(t.shape[j]).reshape(shape)
            for i,f in enumerate(factors):
                if isinstance(f, str): at = at.index_select(i, a[f])
            t = t.index_select(j, at.flatten())
            if isinstance(entry, str) and entry in a.signs: t = t*a.signs[entry].reshape([-1 if i==j else 1 for i in range(t.ndim)])
        assert torch.equal(t, moved[k])
    assert spec['simple']==(name not in ('convolutions', 'depthwise', 'flat'))

chain = lambda: nn.Sequential(nn.Conv2d(3, 5, 3), nn.ReLU(), nn.Conv2d(5, 4, 3), nn.ReLU(), nn.Conv2d(4, 6, 3), nn.Tanh(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 3))

@pytest.mark.parametrize('make,x', [(mlp, rows), (chain, images)])
def test_layers_of_nfn_read_a_spec(make, x):
    "Hidden units permuted by the JSON before or behind an equivariant layer: the same to 1e-6"
    pytest.importorskip('nfn', reason='nfn is not installed: pip install nfn in an environment of its own')
    from nfn.common import WeightSpaceFeatures, network_spec_from_wsfeat
    from nfn.layers import HNPLinear, NPLinear
    net = seeded_module(make, 0).eval()
    spec, g = json.loads(json.dumps(perm_spec(symmetry_group(net, x)))), rng(1)
    weights = [k for k,axes in spec['axes_to_perm'].items() if len(axes)>1]
    on = [spec['axes_to_perm'][k] for k in weights]
    assert spec['simple'] and on[0][1] is None and on[-1][0] is None and all(a[0]==b[1]!=None for a,b in zip(on, on[1:]))  # noqa: E711
    perms = {l: torch.randperm(n, generator=g) for l,n in spec['sizes'].items()}
    def moved(k, t):  # behind the axes of the batch and of nfn's channels
        for j,l in enumerate(spec['axes_to_perm'][k]): t = t if l is None else t.index_select(j+2, perms[l])
        return t
    def features(f, ws, bs): return WeightSpaceFeatures([f(k, t) for k,t in zip(weights, ws)], [f(f'{k[:-6]}bias', t) for k,t in zip(weights, bs)])
    w = net.state_dict()
    own = features(lambda k, t: t, [w[k][None, None] for k in weights], [w[f'{k[:-6]}bias'][None, None] for k in weights])
    for kind in (NPLinear, HNPLinear):
        layer = seeded_module(lambda kind=kind: kind(network_spec_from_wsfeat(own), 1, 3), 0)
        with torch.no_grad(): before, behind = layer(features(moved, *zip(*own))), layer(own)
        for a,b in zip(before, features(moved, *zip(*behind))): assert all((p-q).abs().max()<1e-6*q.abs().max().clamp_min(1) for p,q in zip(a, b))
        assert any((a-b).abs().max()>1e-3 for p,q in zip(before, behind) for a,b in zip(p, q))

def test_a_plan_with_the_network_is_a_trial_of_each_label():
    x = torch.randn(4, 5)
    normed = nn.Sequential(nn.Linear(5, 7), nn.LayerNorm(7), nn.Linear(7, 6), nn.Tanh(), nn.Linear(6, 2)).eval()
    group = symmetry_group(normed, x)
    plan = pruning_plan(group, normed).set_index('label')['why not']
    assert plan['0'] and not plan['2'] and not pruning_plan(group)['why not'].any()
    for l,why in plan.items():
        if why:
            refused('otherwise', pruned, group, normed, {l: [0]})
        else: pruned(group, normed, {l: [0]})

@pytest.mark.parametrize('units', [torch.tensor([0, 2]), np.array([0, 2]), [np.int64(0), np.int64(2)], [torch.tensor(0), torch.tensor(2)], {0, 2}])
def test_units_of_torch_and_numpy(units):
    net, x, group = made('mlp')
    label = group.labels[0]
    want, found = pruned(group, net, {label: [0, 2]}), pruned(group, net, {label: units})
    assert all(torch.equal(p, q) for p,q in zip(want.parameters(), found.parameters()))
