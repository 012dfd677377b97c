"Least mass: the optimum of a general solver, whatever the network; one result per orbit; dead units named; speed."

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from cases import Net, normal, refused, rng
from symbayes.comparison.gauges import mass, min_mass, squares, unit_mass, unit_norm
from symbayes.core.tensors import free_parameters, Params, seeded_module
from symbayes.discovery.continuous import scaling_group
from symbayes.distributions.priors import DiagonalNormal, IsotropicNormal
from symbayes.symmetry.scalings import ScalingGroup
from torch import Tensor, nn

def u(n: int, *shape: int) -> Tensor: return torch.arange(n).reshape(shape or (n,))

def mlp(*sizes: int) -> ScalingGroup:
    last, terms, shapes = len(sizes)-1, {}, {}
    for i,(a,b) in enumerate(zip(sizes, sizes[1:]), 1):
        shapes |= {f'w{i}': (b, a), f'b{i}': (b,)}
        terms |= {f'w{i}': [(f'h{i-1}', -1, u(a))]*(i>1)+[(f'h{i}', 1, u(b, b, 1))]*(i<last), f'b{i}': [(f'h{i}', 1, u(b))]*(i<last)}
    return ScalingGroup({f'h{i}': s for i,s in enumerate(sizes[1:-1], 1)}, terms, shapes)

def optunet() -> ScalingGroup:
    q = u(10, 10, 1, 1, 1)
    return ScalingGroup({'a': 2, 'b': 10}, dict(a=[('a', 1, u(2, 2, 1, 1, 1))], b=[('b', 1, q), ('a', -1, q//5)], c=[('b', -1, u(10))]),
        dict(a=(2, 1, 4, 4), b=(10, 1, 5, 5), c=(10, 10), d=(10,)))

def stream() -> ScalingGroup:
    "A stream that a convolution of its own and a bottleneck lead back into, read through a flattening and beside another place"
    cat = torch.cat([u(12)//2, torch.full((3,), -1)]), torch.cat([torch.full((12,), -1), u(3)])
    return ScalingGroup({'s': 6, 'h': 3}, dict(i=[('s', 1, u(6, 6, 1))], c=[('s', 1, u(6, 6, 1, 1, 1)), ('s', -1, u(6, 6, 1, 1))],
        d=[('h', 1, u(3, 3, 1)), ('s', -1, u(6))], e=[('s', 1, u(6, 6, 1)), ('h', -1, u(3))], b=[('h', 1, u(3))],
        o=[('s', -1, cat[0]), ('h', -1, cat[1])]), dict(i=(6, 4), c=(6, 6, 3, 3), d=(3, 6), e=(6, 3), b=(3,), o=(2, 15)))

def product() -> ScalingGroup:
    "A gate times a value: what reads it is divided by both"
    return ScalingGroup({'g': 4, 'v': 4}, dict(g=[('g', 1, u(4, 4, 1))], v=[('v', 1, u(4, 4, 1))], o=[('g', -1, u(4)), ('v', -1, u(4))]),
        dict(g=(4, 3), v=(4, 3), o=(2, 4)))

def sparse_grouped() -> ScalingGroup:
    "Depthwise, and in many groups: lists that stay lists"
    return ScalingGroup({'a': 30, 'b': 30}, dict(i=[('a', 1, u(30, 30, 1))], d=[('b', 1, u(30, 30, 1, 1, 1)), ('a', -1, u(30, 30, 1, 1, 1))],
        o=[('b', -1, u(30))]), dict(i=(30, 3), d=(30, 1, 3, 3), o=(2, 30)))

groups = dict(mlp=mlp(4, 7, 5, 3), wide=mlp(3, 12, 12, 2), optunet=optunet(), stream=stream(), product=product(), sparse=sparse_grouped())

def weights(g: ScalingGroup, *lead: int, seed: int = 0) -> Params:
    return g.layout.unflatten(normal(*lead, g.layout.numel, seed=seed))

def by_scipy(w: Params, g: ScalingGroup, precision: Params|None = None) -> tuple[float, Tensor]:
    "The optimum in the logs, by a general solver from the formula alone"
    squared = {k: t.square()*(1 if precision is None else precision[k]) for k,t in w.items()}
    def value(z: np.ndarray) -> tuple[float, np.ndarray]:
        z = torch.tensor(z, requires_grad=True)
        f = g.log_factors(g.unflatten(z))
        total = sum((t*(2*f[k]).exp() if k in f else t).sum() for k,t in squared.items())
        total.backward()
        return total.item(), z.grad.numpy()
    r = minimize(value, np.zeros(g.n), jac=True, method='BFGS', options=dict(gtol=1e-9, maxiter=2000))
    return r.fun, torch.tensor(r.x)

def same(a: Params, b: Params, rtol: float = 1e-9) -> None:
    for k in a: torch.testing.assert_close(a[k], b[k], rtol=rtol, atol=rtol*float(b[k].abs().max()))

@pytest.mark.parametrize('name', groups)
def test_the_optimum_is_that_of_a_general_solver(name):
    g = groups[name]
    w = weights(g)
    v, a = min_mass(w, g, return_scaling=True)
    least, z = by_scipy(w, g)
    assert mass(v, g).item()==pytest.approx(least, rel=1e-9)
    torch.testing.assert_close(g.flatten(a), z, rtol=0, atol=1e-5)
    same(v, g.act(a, w), 1e-12)

@pytest.mark.parametrize('name', groups)
def test_precisions(name):
    g = groups[name]
    w, std = weights(g), {k: .3+i for i,k in enumerate(g.shapes)}
    precision = {k: torch.tensor(s**-2, dtype=torch.float64) for k,s in std.items()}
    found = [min_mass(w, g, p) for p in (IsotropicNormal(std), DiagonalNormal(g.layout, std))]
    for v in found[1:]: same(v, found[0])
    assert mass(found[0], g, IsotropicNormal(std)).item()==pytest.approx(by_scipy(w, g, precision)[0], rel=1e-9)
    at = lambda v: IsotropicNormal(std).on(g.layout).log_prob(v)
    assert (at(found[0])>at(g.act(g.sample(50, spread=.1, generator=rng(1)), found[0]))).all()

@settings(max_examples=8, deadline=None)
@given(st.sampled_from(sorted(groups)), st.integers(0, 2**20), st.floats(0, 6))
def test_laws(name, seed, spread):
    "In equals out; one result for an orbit, and for itself; no neighbour has less mass; members do not see each other"
    g = groups[name]
    w = weights(g, 2, seed=seed)
    v = min_mass(w, g)
    for come,go in unit_mass(v, g).values(): torch.testing.assert_close(come, go, rtol=1e-8, atol=0)
    same(min_mass(g.act(g.sample(2, spread=spread, generator=rng(seed+1)), w), g), v)
    same(min_mass(v, g), v)
    same({k: t[1] for k,t in v.items()}, min_mass({k: t[1] for k,t in w.items()}, g))
    near = g.act(g.sample(20, 2, spread=.1, generator=rng(seed+2)), v)
    assert (mass(near, g)>mass(v, g)).all() and (mass(w, g)>=mass(v, g)).all()

@pytest.mark.parametrize('seed', range(3))
@pytest.mark.parametrize('name', groups)
def test_unit_norms(name, seed):
    "One for every unit, one result for an orbit; what leads back into a stream is small enough for a solution"
    g = groups[name]
    w = weights(g, 2, seed=seed)
    if name=='stream': w |= {k: .03*w[k] for k in 'ce'}
    v, a = unit_norm(w, g, return_scaling=True)
    same(unit_norm(g.act(g.sample(2, spread=2., generator=rng(seed+1)), w), g), v)
    same(unit_norm(v, g), v)
    same(g.act(a, w), v)
    for come,_ in unit_mass(v, g).values(): torch.testing.assert_close(come, torch.ones_like(come))

def stream() -> Net:
    "A residual block: a loop among the places of the group"
    return Net(lambda s, x: s.o((h := s.i(x))+s.b(s.a(h).relu())), i=(3, 5), a=(5, 4), b=(4, 5), o=(5, 2))

def meeting() -> Net:
    "Two paths that meet, defined in an order other than that of the graph"
    return Net(lambda s, x: s.o((s.P(a := s.A(x).relu())+s.Q(s.R(a).relu())).relu()), P=(5, 4), Q=(6, 4), R=(5, 6), A=(3, 5), o=(4, 2))

@pytest.mark.defect('M2')
@pytest.mark.parametrize('spread', [0., 4.])
@pytest.mark.parametrize('make', [stream, meeting])
def test_unit_norms_where_paths_meet(make, spread):
    "Both examples, as they come and with weights of unlike sizes: every unit has incoming weights of norm 1"
    net = seeded_module(make, 0)
    g = scaling_group(net, torch.randn(7, 3, generator=rng(0)))
    w = {k: p.detach().double() for k,p in net.named_parameters()}
    v = unit_norm(g.act(g.sample(spread=spread, generator=rng(1)), w), g)
    ends = {'i': ('i', 'b'), 'a': ('a',)} if make is stream else {k: (k,) for k in 'AR'} | {'P': 'PQ'}
    for layers in ends.values():
        norm = sum(v[f'{k}.weight'].square().sum(1)+v[f'{k}.bias'].square() for k in layers)
        torch.testing.assert_close(norm, torch.ones_like(norm), rtol=0, atol=1e-6)

@pytest.mark.defect('M2')
def test_unit_norms_that_do_not_exist_are_refused():
    "A loop that hands on more than it gets has no solution, and the message names its units"
    net = seeded_module(stream, 0)
    g = scaling_group(net, torch.randn(7, 3, generator=rng(0)))
    w = {k: 4*p.detach().double() for k,p in net.named_parameters()}
    refused("no scales were found that give every unit a norm of 1.*of place '[ia]'", unit_norm, w, g)

@pytest.mark.defect('M3')
def test_pre_norm_transformer_layers_have_a_least_mass():
    "36 layers; in one of them the least mass that scipy's BFGS finds, 26.60685"
    for width in (6, 8, 12):
        for seed in range(6):
            make = lambda: nn.TransformerEncoderLayer(width, 2, 2*width, batch_first=True, norm_first=True).eval()
            net = seeded_module(make, seed)
            if not seed: g = scaling_group(net, torch.randn(2, 4, width, generator=rng(0)))
            for times in (1., 8.):
                w = {k: p.detach().double()*(times if 'norm' in k else 1.) for k,p in net.named_parameters()}
                v = min_mass(w, g)
                for come,go in unit_mass(v, g).values(): torch.testing.assert_close(come, go, rtol=1e-7, atol=0)
                if (width, seed, times)==(6, 1, 1.):
                    assert mass(v, g).item()==pytest.approx(26.60685, abs=1e-5)
                    assert mass(v, g).item()==pytest.approx(by_scipy(w, g)[0], rel=1e-8)

def test_chunks_of_members_and_leading_axes(monkeypatch):
    g = groups['optunet']
    w = weights(g, 2, 3)
    torch.testing.assert_close(dict(squares(w, g, rows=slice(2, 4)))['b'], w['b'].reshape(6, 10, 1, 5, 5)[2:4].square())
    v, a = min_mass(w, g, return_scaling=True)
    with monkeypatch.context() as m:
        m.setattr('symbayes.comparison.gauges.most_numbers', 2*g.layout.numel)
        same(min_mass(w, g), v)
    assert v['c'].shape==(2, 3, 10, 10) and a['b'].shape==(2, 3, 10) and mass(w, g).shape==(2, 3)
    same({k: t[1, 2] for k,t in v.items()}, min_mass({k: t[1, 2] for k,t in w.items()}, g))

def dying(members: tuple[int, ...] = ()) -> tuple[ScalingGroup, Params]:
    "Nothing comes in to unit 1 of the first layer; all that goes out of unit 2 of it goes to unit 3 of the second, from which nothing goes out"
    g = mlp(4, 5, 5, 3)
    w = weights(g, *members)
    w['w1'][..., 1, :], w['b1'][..., 1] = 0, 0
    w['w2'][..., [0, 1, 2, 4], 2], w['w3'][..., 3] = 0, 0
    return g, w

def test_dead_units_are_named():
    g, w = dying()
    refused("unit 1 of place 'h1', unit 2 of place 'h1', unit 3 of place 'h2'; dead=", min_mass, w, g)
    refused("nothing comes in: unit 1 of place 'h1'; dead=", unit_norm, w, g)
    g, w = dying((2, 2))
    w = {k: torch.where(torch.tensor([[True, True], [False, True]]).reshape(2, 2, *[1]*(t.ndim-2)), weights(g, 2, 2, seed=1)[k], t) for k,t in w.items()}
    refused(r"unit 1 of place 'h1' of member \(1, 0\)", min_mass, w, g)

def test_dead_units_do_not_count():
    "The living are balanced as if the dead were gone, which is the limit; the result is one for an orbit"
    g, w = dying()
    v = min_mass(w, g, dead='unit_norm')
    gone = {k: t.clone() for k,t in w.items()}
    keep = {'h1': [0, 3, 4], 'h2': [0, 1, 2, 4]}
    small = dict(w1=gone['w1'][keep['h1']], b1=gone['b1'][keep['h1']], w2=gone['w2'][keep['h2']][:, keep['h1']], b2=gone['b2'][keep['h2']],
        w3=gone['w3'][:, keep['h2']], b3=gone['b3'])
    best = min_mass(small, mlp(4, 3, 4, 3))
    same(dict(w1=v['w1'][keep['h1']], w2=v['w2'][keep['h2']][:, keep['h1']]), dict(w1=best['w1'], w2=best['w2']))
    again = min_mass(g.act(g.sample(spread=2., generator=rng(2)), w), g, dead='unit_norm')
    same(again, v)
    assert (v['w1'][2].square().sum()+v['b1'][2].square()).item()==pytest.approx(1)
    same(unit_norm(g.act(g.sample(generator=rng(3)), w), g, dead='unit_norm'), unit_norm(w, g, dead='unit_norm'))

@pytest.mark.parametrize('balanced', [min_mass, unit_norm])
def test_a_network_without_scales_stays(balanced):
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    w = free_parameters(net)
    same(balanced(w, scaling_group(net, torch.randn(4, 2))), w)
