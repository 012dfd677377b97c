"Small modules of every kind: the group that is found has the order and the signs that were derived by hand, and keeps the function."
from math import prod

import pytest
import torch
from torch import nn
from torch.utils._pytree import tree_leaves, tree_map

from cases import cases, copies, normal, same
from exhaustive import Search, involutions_of
from lengths import by_turns
from modules import Module, modules, rng, usual
from symbayes.discovery.finding import symmetry_group

def wide(t): return t.double() if isinstance(t, torch.Tensor) and t.is_floating_point() else t

def randomised(model: nn.Module, seed: int) -> nn.Module:
    "In float64, with random weights and running statistics"
    model = model.double().eval()
    with torch.no_grad():
        for k,t in [*model.named_parameters(), *model.named_buffers()]:
            if not t.is_floating_point() or not (isinstance(t, nn.Parameter) or 'running' in k): continue
            noise = normal(t.shape, seed=seed)
            t.copy_(noise.exp() if k.endswith('running_var') else noise)
    return model

def gap(m: Module, g, seed: int = 0) -> float:
    "How much does a random element change what the module returns? Written apart from `verify`"
    model = randomised(m.model(), seed)
    args, kwargs = tree_map(wide, (m.inputs, m.kwargs))
    a = g.sample(generator=rng(seed))
    with torch.no_grad(): y, z = (tree_leaves(net(*args, **kwargs)) for net in (model, g.moved(model, a)))
    far = [((p-q).abs().max()/(p.abs().max()+1e-9)).item() for p,q in zip(y, z) if isinstance(p, torch.Tensor) and p.numel()]
    return max(far)

def units(g, label: str) -> int: return prod(g.index_shape(label))

missing = {'grouped and shuffled': 'units in a table of blocks: rows and columns move, only some are found'}

def test_what_is_missing_is_no_symmetry_too_many():
    "Where less is found than there is, it is a subgroup"
    for n in missing:
        m = modules[n]
        g = symmetry_group(m.model(), *m.inputs, **m.kwargs)
        assert g.order<m.group.number and m.group.number%g.order==0 and gap(m, g)<1e-8

def as_parameter(name: str):
    marks = [pytest.mark.slow]*(name not in usual) + [pytest.mark.xfail(reason=missing.get(name, ''), strict=True)]*(name in missing)
    return pytest.param(name, marks=marks)

@pytest.mark.parametrize('name', [as_parameter(n) for n in modules])
def test_orders_and_signs(name):
    m = modules[name]
    model = m.model()
    state = copies(model)
    seed = torch.get_rng_state()
    g = symmetry_group(model, *m.inputs, **m.kwargs)
    assert g.order in [o.number for o in (m.group, *m.also)], f'{g.order}, by hand {m.group}: {m.why}; {g}'
    if g.order==m.group.number: assert sum(units(g, l) for l in g.signed)==m.group.flips
    assert gap(m, g) < 1e-8
    assert model.training and torch.equal(seed, torch.get_rng_state()) and same(model.state_dict(), state)

one_channel = {'attention': 4, 'attention_in_one': 4}  # a head of one channel is taken for its channel, and the signs of the two heads are missed

@pytest.mark.parametrize('name', one_channel)
def test_signs_of_heads_of_one_channel_are_missed(name):
    "What is found is a subgroup"
    case = cases[name]
    assert symmetry_group(case.model(), case.x()).verify(case.model(), case.x()).order*one_channel[name]==case.group.order

@pytest.mark.parametrize('name', by_turns(2, (n for n in cases if n not in one_channel)))
def test_groups_of_the_cases_are_found(name):
    case = cases[name]
    g = symmetry_group(case.model(dtype=torch.float32), case.x(dtype=torch.float32))
    assert g.order==case.group.order and g.layout==case.group.layout
    assert sorted((n, l in g.signed) for l,n in g.sizes.items())==sorted((n, l in case.group.signed) for l,n in case.group.sizes.items())

searched = ['energy', 'reordered', 'two scales', 'attention, one head', 'one unit goes out', 'tied autoencoder']
searched_slowly = ['squashed by the length', 'positions added', 'scalar constants', 'one unit has a column more', 'bilinear gate', 'einsum', 'an ensemble in a list', 'one layer twice, odd',
    'a dict out', 'residual on the input', 'layer norm', 'weight norm below', 'depthwise', 'attention, fixed slopes', 'attention by hand', 'maximum of two layers', 'two activations side by side',
    'above the mean', 'input added', 'units that reach no output', 'swiglu', 'low rank', 'batch norm over the batch', 'conv3d', 'classes averaged', 'scores by one matrix', 'group norm, plain and odd']

@pytest.mark.parametrize('name', [*searched, *(pytest.param(n, marks=pytest.mark.slow) for n in searched_slowly)])
def test_a_search_finds_no_more(name):
    "As many involutions as the group has, over all permutations of all axes that are their own inverse"
    m = modules[name]
    assert len(Search(m.model(), m.inputs, m.kwargs).all())==involutions_of(symmetry_group(m.model(), *m.inputs, **m.kwargs))
