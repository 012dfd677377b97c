"""Networks without the symmetry: fixed parts stay, functions change, strengths have known values."""
import pytest
import torch
from cases import Net, normal, refused, rng
from hypothesis import given, settings
from hypothesis import strategies as st
from symbayes.core.tensors import Layout, seeded_module
from symbayes.discovery.breaking import (FixedWeights, MixingGate, OrderedBias, OrthogonalSkip, breaking_strength, fix_weights, order_biases,
    semi_orthogonal, skip_mlp)
from symbayes.discovery.finding import would_be_group
from symbayes.distributions.priors import IsotropicNormal
from torch import nn

def plain(width=6, depth=3): return nn.Sequential(nn.Linear(2, width), nn.SELU(), *(m for _ in range(depth-1) for m in (nn.Linear(width, width), nn.SELU())), nn.Linear(width, 2))
def gated(width=6): return nn.Sequential(nn.Linear(2, width), MixingGate(width, generator=rng(1)), nn.Linear(width, width), MixingGate(width, generator=rng(2)), nn.Linear(width, 2))

cures = {'skips': lambda: skip_mlp(2, 2, 6, 3, generator=rng(0)), 'ordered': lambda: order_biases(plain()), 'skips and order': lambda: order_biases(skip_mlp(2, 2, 6, 3, generator=rng(0))),
    'fixed weights': lambda: fix_weights(plain(), generator=rng(0)), 'mixing': gated, 'one layer with a skip': lambda: skip_mlp(2, 2, 6, 1, generator=rng(0))}
x = torch.randn(20, 2, generator=rng(9))
draws = lambda net, n, std=.7, seed=3: IsotropicNormal(std).rsample(Layout.of(net), n, rng(seed))
close = torch.testing.assert_close

def test_semi_orthogonal_has_no_preferred_direction():
    o = torch.stack([semi_orthogonal(3, 2, rng(i)) for i in range(4000)])
    assert (o.mean(0).abs()<5*(1/3/4000)**.5).all() and ((o.square().mean(0)-1/3).abs()<.03).all()

def test_a_skip_layer_is_its_equation():
    layer = OrthogonalSkip(3, 5, nn.Tanh(), rng(0))
    h = torch.randn(7, 3, generator=rng(1))
    close(layer(h), h@layer.skip.T + h.tanh()@layer.linear.weight.T + layer.linear.bias)
    assert {k for k,_ in layer.named_parameters()}=={'linear.weight', 'linear.bias'} and not layer.skip.requires_grad

@settings(max_examples=40, deadline=None)
@given(st.integers(1, 20), st.floats(.01, 10), st.integers(0, 10**6))
def test_ordered_biases_increase_and_invert(n, scale, seed):
    raw, f = normal(3, n, seed=seed), OrderedBias(scale)
    b = f(raw)
    assert (b.diff(dim=-1)>0).all() and torch.equal(b[:, 0], raw[:, 0])
    if raw[:, 1:].numel()==0 or scale*raw[:, 1:].exp().min()>1e-5: close(f.right_inverse(b), raw, atol=1e-6, rtol=1e-6)

def test_unordered_biases_are_sorted_on_the_way_in():
    net = plain()
    biases = net[0].bias.detach().clone()
    order_biases(net)
    close(net[0].bias, biases.sort().values, atol=1e-4, rtol=0)
    assert '0.parametrizations.bias.original' in dict(net.named_parameters()) and 'parametrizations' not in ' '.join(k for k,_ in net[-1].named_parameters())

@pytest.mark.parametrize('name', cures)
def test_the_symmetry_is_gone_but_not_without_the_cure(name):
    net = seeded_module(cures[name], 0)
    g = would_be_group(net)
    assert g.layout==Layout.of(net) and g.log_order>0
    refused('no symmetry of the model', lambda: g.verify(net, x, rng(0)))
    assert (breaking_strength(net, draws(net, 50), x, rng(1))>1e-4).all()

@pytest.mark.parametrize('bias', [False, True])
def test_strength_has_a_known_value(bias):
    "One unit per input coordinate, read out by fixed weights: half of the permutations exchange independent weights. A bias that no permutation moves does not count"
    net = Net(lambda s, x: (s.a(x)*s.out).sum(1, keepdim=True) + s.b(0*s.a(x)), a=(1, 2, False), b=(2, 1, bias), out=torch.tensor([1., 0.]))
    s = breaking_strength(net, draws(net, 20_000), torch.ones(1, 1), rng(0)).square()
    assert abs((s>0).double().mean()-.5)<.02 and abs(s.mean()-.5)<.03  # f(gw) - f(w) has the variance of the difference of two draws

@pytest.mark.parametrize('width', [8, 16])
def test_fixed_weights_tell_units_of_the_first_layer_apart(width):
    for seed in range(40):
        net = fix_weights(nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width//2), nn.Tanh(), nn.Linear(width//2, 1)), share=.3, generator=rng(seed))
        assert (~net[2].parametrizations.weight[0].mask.any(0)).sum()<2
    refused('8 fixed entries in each of 1 row', lambda: fix_weights(nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))))

def test_what_stands_under_constants_does_not_count():
    "What stands under a constant does not matter, neither before nor after a permutation"
    net = cures['fixed weights']()
    w = draws(net, 30)
    other = {k: torch.where(net.get_submodule(k.removesuffix('.original'))[0].mask, 7., t) if k.endswith('.original') else t for k,t in w.items()}
    close(breaking_strength(net, other, x, rng(0)), breaking_strength(net, w, x, rng(0)))

@pytest.mark.parametrize('n,k', [(8, 1), (4, 1), (6, 2), (5, 5)])
def test_fixed_positions_differ_where_they_can(n, k):
    for seed in range(40):
        mask = FixedWeights(n, n, k, generator=rng(seed)).mask
        assert len(mask.unique(dim=0))==(n if k<n else 1) and (mask.sum(1)==k).all()
