"Canonical networks: the same for all that a symmetry makes of one, whatever the weights; signs, blocks, scales, references."
import pytest, torch
from torch import nn

from cases import cases, close, mlp, normal, refused, rng
from lengths import among, some
from modules import modules
from symbayes.comparison.canonical import Canonical, canonicalize
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import free_parameters, seeded_module
from symbayes.discovery.finding import mlp_group, symmetry_group
from symbayes.discovery.continuous import scaling_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.priors import IsotropicNormal
from symbayes.symmetry.permutations import PermutationGroup
from symbayes.symmetry.scalings import ScalingGroup

def gap(params) -> float: return max((t-t[:1]).abs().max().item() for t in params.values() if t.numel())
def far(a, b) -> float: return max(((a[k]-b[k]).abs().max()/a[k].abs().max()).item() for k in a)

def draw(shapes, kind='normal', seed=0, lead=()):
    "Weights: generic; whole numbers, in which much is alike; with many zeros; of two values only"
    r, found = rng(seed), {}
    for k,s in shapes.items():
        t = torch.randn((*lead, *s), generator=r, dtype=torch.float64)
        if kind=='whole': t = torch.randint(-1, 2, t.shape, generator=r).double()
        if kind=='zeros': t = t*(torch.rand(t.shape, generator=r)<.4)
        if kind=='two': t = torch.randint(0, 2, t.shape, generator=r).double()
        found[k] = t
    return found

def orbit(g, kind='normal', n=10, seed=0):
    "One network, moved n times; statistics go along"
    return g.act(g.sample(n, generator=rng(seed+1)), draw(g.shapes if g.buffers else g.layout.shapes, kind, seed))

kinds = 'normal', 'whole', 'zeros', 'two'

@pytest.mark.parametrize('name', some((n for n,c in cases.items() if c.group.labels), among('mixed', 'segments', 'residual', 'attention_in_one', 'grouped', 'shuffled', 'nested_twice', 'statistics', 'outer')))
def test_the_order_does_not_matter(name):
    g = cases[name].group
    for i,kind in enumerate(kinds): assert gap(canonicalize(orbit(g, kind, seed=i), g))==0.

@pytest.mark.parametrize('kind', kinds)
def test_two_layers_without_ends(kind):
    for seed in range(4):
        g = PermutationGroup({'a': 2+seed, 'b': 3}, {'w': ('b', 'a')}, frozenset('ab'))
        assert gap(canonicalize(orbit(g, kind, 3, seed), g))<1e-12

@pytest.mark.slow
@pytest.mark.parametrize('name', modules)
def test_of_every_module(name):
    "Over all groups whose orders were derived by hand"
    m = modules[name]
    g = symmetry_group(m.model(), *m.inputs, **m.kwargs)
    for i,kind in enumerate(kinds[:3]):
        if g.labels: assert gap(canonicalize(orbit(g, kind, seed=i), g))==0.

def test_symmetric_networks_that_colours_do_not_tell_apart():
    "Rings of four and six, and one of ten, have the same colours; ones and minus ones without ends have none"
    def rings(*sizes):
        n = sum(sizes)
        w, start = torch.zeros(n, n), 0
        for s in sizes:
            for i in range(s): w[start+i, start+i] = w[start+i, start+(i+1)%s] = 1.
            start += s
        return {'w': w.double()}
    plain = PermutationGroup({'a': 5, 'b': 5}, {'w': ('a', 'b')})
    of = {k: canonicalize(plain.act(plain.sample(2, generator=rng(i)), rings(*k)), plain)['w'] for i,k in enumerate([(2, 3), (5,), (3, 2)])}
    assert all(gap({'w': t})==0. for t in of.values())
    first = {k: t[0] for k,t in of.items()}
    assert torch.equal(first[2, 3], first[3, 2]) and not torch.equal(first[2, 3], first[5,])
    small = PermutationGroup({'a': 4, 'b': 4}, {'w': ('a', 'b')}, frozenset('ab'))
    w = {'w': 2.*torch.randint(0, 2, (4, 4), generator=rng(3))-1}
    assert gap(canonicalize(small.act(small.sample(3, generator=rng(0)), w), small))==0.

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
def test_function_and_element(dtype):
    "What comes back is moved by the element, computes the same, and has the leading axes and the type it had"
    case = cases['residual']
    g, model = case.group, case.model(dtype=dtype)
    w = {k: t.to(dtype) for k,t in draw(g.layout.shapes, lead=(2, 3)).items()}
    found = canonicalize(w, g, return_elements=True)
    assert isinstance(found, Canonical) and found.scaling is None and found.element.lead==(2, 3)
    g.check_element(found.element)
    assert all(torch.equal(t, g.act(found.element, w)[k]) and t.dtype==dtype for k,t in found.params.items())
    x = case.x(dtype=dtype)
    close(network_outputs(model, found.params, x), network_outputs(model, w, x), 1e-4)
    again = canonicalize(found.params, g, return_elements=True)
    assert all(torch.equal(i, g.identity()[l].expand(i.shape)) for l,i in again.element.items())
    one = canonicalize({k: t[1, 2] for k,t in w.items()}, g)
    assert all(torch.equal(t, found.params[k][1, 2]) for k,t in one.items())

def test_known_order_and_signs():
    "By norms, the largest first; the sum of what flips with a unit is positive"
    g = PermutationGroup({'h': 3}, {'w': ('h', 2), 'v': (1, 'h')}, frozenset('h'))
    w = {'w': torch.tensor([[1., 0], [0, -4], [2, -1]]), 'v': torch.tensor([[-3., 1, -2]])}
    found = canonicalize(w, g)
    assert found['w'].tolist()==[[0, 4], [-1, 0], [2, -1]] or found['w'].tolist()==[[0, 4], [-1, 0], [-2, 1]]
    assert found['v'].tolist()[0][:2]==[-1, 3]
    by = canonicalize(w, g, by=['w'], return_elements=True).element
    assert by['h'].tolist()==[1, 2, 0]

def test_dead_units_and_their_signs():
    g = mlp_group(mlp(3, 8, 8, 2, act=nn.Tanh))
    w = draw(g.layout.shapes)
    for l in g.labels:
        units = g.unit_index(l)[:4].flatten()
        w = g.layout.unflatten(g.layout.flatten(w).index_fill(-1, units, 0.))
    assert gap(canonicalize(g.act(g.sample(10, generator=rng(0)), w), g))==0.

# ---------------------------------------------------------------- scales
def relu_scales(g, layers):
    "Scalings of a ReLU network: sequential layers with their hidden labels"
    ends, terms = [None, *g.labels, None], {}
    for k,i,o in zip(layers, ends, ends[1:]):
        at = lambda l, j: torch.arange(g.sizes[l]).reshape(-1, *[1]*(1-j))
        terms[f'{k}.weight'] = ([(o, 1, at(o, 0))] if o else []) + ([(i, -1, at(i, 1))] if i else [])
        if o: terms[f'{k}.bias'] = [(o, 1, at(o, 1))]
    return ScalingGroup(dict(g.sizes), terms, g.layout.shapes)

@pytest.mark.parametrize('dtype,tol', [(torch.float32, 1e-5), (torch.float64, 1e-9)])
def test_orbits_with_scales(dtype, tol):
    model = mlp(3, 12, 12, 2)
    g = mlp_group(model)
    scales = relu_scales(g, (0, 2, 4)).verify(model, torch.randn(4, 3))
    w = draw(g.layout.shapes, lead=(100,))
    other = scales.act(scales.sample(100, generator=rng(0)), g.act(g.sample(100, generator=rng(1)), w))
    a, b = (canonicalize({k: t.to(dtype) for k,t in v.items()}, g, scales, return_elements=True) for v in (w, other))
    assert far(a.params, b.params)<tol and far(a.params, g.act(a.element, scales.act(a.scaling, {k: t.to(dtype) for k,t in w.items()})))<tol
    assert far(canonicalize(w, scalings=scales), canonicalize(scales.act(scales.sample(100, generator=rng(2)), w), scalings=scales))<1e-9
    prior = IsotropicNormal({k: .5 if k.endswith('bias') else 1. for k in w})
    heavy = canonicalize(w, g, scales, weights=prior)
    assert far(heavy, canonicalize(other, g, scales, weights=prior))<1e-9 and far(heavy, canonicalize(w, g, scales))>1e-3

# ---------------------------------------------------------------- references
@pytest.mark.parametrize('name', some(['mixed', 'residual', 'grouped', 'attention'], among('residual', 'grouped')))
def test_alignment_finds_what_was_hidden(name):
    "Noise of .1 times the weights, and an order: what was hidden comes back, whatever the order was"
    g = cases[name].group
    one = draw(g.layout.shapes, seed=4)
    near = {k: t+.1*torch.randn(8, *t.shape, generator=rng(5), dtype=t.dtype) for k,t in one.items()}
    found = [canonicalize(g.act(g.sample(8, generator=rng(i)), near), g, reference=one) for i in (6, 7)]
    assert far(*found)<1e-12
    assert sum(torch.equal(found[0]['out.weight' if 'out.weight' in one else '4.weight'][i], near['out.weight' if 'out.weight' in one else '4.weight'][i]) for i in range(8))>=7

def test_chunks_are_the_whole(monkeypatch):
    "Stacks too large to be looked at at once, sorted and aligned"
    g = cases['residual'].group
    w = draw(g.layout.shapes, lead=(3, 2))
    for options in (dict(), dict(reference={k: t[0, 0] for k,t in w.items()})):
        whole = canonicalize(w, g, **options)
        with monkeypatch.context() as m:
            m.setattr('symbayes.comparison.canonical.most_at_once', 2*g.layout.numel)
            assert far(canonicalize(w, g, **options), whole)==0.

# ---------------------------------------------------------------- bad input, edges
def test_edges():
    g = cases['no_hidden'].group
    w = draw(g.layout.shapes, lead=(2,))
    assert all(torch.equal(t, w[k]) for k,t in canonicalize(w, g).items())
    assert canonicalize(w, g, reference={k: t[0] for k,t in w.items()}, return_elements=True).element.keys()==set()
    g = cases['mixed'].group
    empty = canonicalize(draw(g.layout.shapes, lead=(0,)), g)
    assert all(len(t)==0 for t in empty.values())
    more = draw(g.layout.shapes) | {'num_batches_tracked': torch.tensor(3)}
    assert canonicalize(more, g)['num_batches_tracked']==3
    w = draw(g.layout.shapes)
    before = {k: t.clone() for k,t in w.items()}
    canonicalize(w, g)
    assert all(torch.equal(t, before[k]) for k,t in w.items())

@pytest.mark.defect('U9')
def test_networks_and_posteriors_become_canonical():
    "A network gives a network of the same function, with its statistics; a posterior goes where its means are canonical"
    net = nn.Sequential(nn.Linear(3, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 2)).double()
    x = normal(30, 3)
    net(x)
    net.eval()
    g = symmetry_group(net, x)
    copies = [net, *(g.moved(net, g.sample(generator=rng(s))) for s in (1, 2))]
    done = [canonicalize(m, g) for m in copies]
    for m in done:
        torch.testing.assert_close(m(x), net(x))
        for k,t in done[0].state_dict().items(): torch.testing.assert_close(m.state_dict()[k], t)
    assert done[0] is not net and any(not torch.equal(a, b) for a,b in zip(net.parameters(), done[0].parameters()))
    other = seeded_module(lambda: nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2)).double(), 1)
    g, s = mlp_group(other), scaling_group(other, x)
    w = free_parameters(other)
    for options in dict(permutations=g), dict(permutations=g, scalings=s), dict(permutations=g, reference=other), dict(scalings=s):
        want = canonicalize(w, **options | ({'reference': w} if 'reference' in options else {}))
        found = canonicalize(other, **options, return_elements=True).params
        assert all(torch.equal(want[k], p) for k,p in found.named_parameters())
    q = MeanField.from_module(other, .1)
    moved = canonicalize(q, g)
    assert all(torch.equal(t, canonicalize(w, g)[k]) for k,t in moved.mean.items())
    torch.testing.assert_close(canonicalize(q.pushforward(g, g.sample(generator=rng(4))), g).loc, moved.loc)
    refused('^canonicalize: scalings or matrices are given, and a MeanField can be moved by permutations alone$', canonicalize, q, g, s)
    refused('^canonicalize: params is of type str, expected a dict of tensors$', canonicalize, 'net', g)
