"The laws of a `Symmetry`, over groups of every kind; those of permutations are in testing/test_group_laws."
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from cases import cases, check_action, close, close_tensors, Net, random_params, rng
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import Layout, seeded_module
from symbayes.symmetry.verification import Symmetry
from symbayes.symmetry.scalings import RotationGroup, ScalingGroup

@dataclass
class Claimed:
    "A group, its network and inputs"
    group: Any
    model: Callable[[], nn.Module]
    x: Tensor

def relu_mlp() -> nn.Module:
    return seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2)), 0).double()

def scaled_mlp() -> ScalingGroup:
    "Two layers of units that scale one by one"
    rows, columns = (lambda n: torch.arange(n)[:, None]), (lambda n: torch.arange(n)[None])
    terms = {'0.weight': [('h', 1, rows(4))], '0.bias': [('h', 1, torch.arange(4))], '4.weight': [('k', -1, columns(5))],
        '2.weight': [('k', 1, rows(5)), ('h', -1, columns(4))], '2.bias': [('k', 1, torch.arange(5))]}
    return ScalingGroup({'h': 4, 'k': 5}, terms, Layout.of(relu_mlp()).shapes)

scalings = {'scalings': Claimed(scaled_mlp(), relu_mlp, torch.randn(6, 3, generator=rng(0)).double()),
    'no scalings': Claimed(ScalingGroup({}, {}, Layout.of(relu_mlp()).shapes), relu_mlp, torch.randn(6, 3, generator=rng(0)).double())}
def shifted() -> nn.Module:
    "A gain 1+w and its reader"
    return seeded_module(lambda: Net(lambda s, x: s.read(x*(1+s.gain)), gain=nn.Parameter(torch.randn(4)), read=(4, 2)), 0).double()
one_plus = ScalingGroup({'h': 4}, {'gain': [('h', 1, torch.arange(4))], 'read.weight': [('h', -1, torch.arange(4)[None])]}, Layout.of(shifted()).shapes, offsets={'gain': 1})
scalings['scalings with an offset'] = Claimed(one_plus, shifted, torch.randn(6, 4, generator=rng(0)).double())

def linear_mlp() -> nn.Module:
    return seeded_module(lambda: nn.Sequential(nn.Linear(3, 4, bias=False), nn.Linear(4, 2, bias=False), nn.Linear(2, 2)), 0).double()

axes = {'0.weight': ('r', 3), '1.weight': ('s', 'r'), '2.weight': (2, 's'), '2.bias': (2,)}
one_axis = RotationGroup({'r': 1}, {'0.weight': ('r', 3), '1.weight': (2, 'r')})
rotations = {'rotations': Claimed(RotationGroup({'r': 4, 's': 2}, axes), linear_mlp, torch.randn(6, 3, generator=rng(0)).double()),
    'one rotated axis': Claimed(one_axis, lambda: seeded_module(lambda: nn.Sequential(nn.Linear(3, 1, bias=False), nn.Linear(1, 2, bias=False)), 0).double(), torch.randn(6, 3, generator=rng(0)).double())}
groups = {k: Claimed(cases[k].group, cases[k].model, cases[k].x()) for k in ('deep', 'attention')} | scalings | rotations
every = pytest.mark.parametrize('claimed', groups.values(), ids=groups.keys())

@every
def test_laws_of_the_action(claimed): check_action(claimed.group, random_params(claimed.group.layout))

@every
def test_a_stack_is_its_members(claimed):
    g, w = claimed.group, random_params(claimed.group.layout, 4)
    a, b = g.sample(4, generator=rng(0)), g.sample(4, generator=rng(1))
    one = lambda e, i: e.map(lambda t: t[i]) if hasattr(e, 'map') else {k: t[i] for k,t in e.items()}
    for stack,single in ((g.act(a, w), lambda i: g.act(one(a, i), {k: t[i] for k,t in w.items()})),
            (g.act(g.compose(a, b), w), lambda i: g.act(g.compose(one(a, i), one(b, i)), {k: t[i] for k,t in w.items()})),
            (g.act(g.inverse(a), w), lambda i: g.act(g.inverse(one(a, i)), {k: t[i] for k,t in w.items()}))):
        for i in range(4): close_tensors({k: t[i] for k,t in stack.items()}, single(i))

@every
def test_names_shapes_and_function_stay(claimed):
    g, model = claimed.group, claimed.model()
    w = random_params(g.layout, 3)
    moved = g.act(g.sample(3, generator=rng(0)), w)
    assert isinstance(g, Symmetry) and g.layout==Layout.of(model)
    assert {k: t.shape for k,t in moved.items()}=={k: t.shape for k,t in w.items()}
    close(network_outputs(model, moved, claimed.x), network_outputs(model, w, claimed.x), 1e-8)
    assert g.verify(model, claimed.x, generator=rng(0)) is g

@every
def test_draws_repeat(claimed):
    g, w = claimed.group, random_params(claimed.group.layout)
    one, two, other = (g.act(g.sample(5, generator=rng(s)), w) for s in (0, 0, 1))
    assert all(torch.equal(one[k], two[k]) for k in w)
    if getattr(g, 'order', getattr(g, 'n', 0))>100: assert not all(torch.equal(one[k], other[k]) for k in w)
