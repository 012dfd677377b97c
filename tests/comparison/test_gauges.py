"Gauges of continuous symmetries: moved networks come back, alone and next to a reference; adapters; invalid input."
from functools import partial

import pytest
import torch
from torch.func import functional_call

from cases import normal, refused, rng
from small_nets import networks, Adapter, Attention, Model, OnePlus, X, ids, plain_layer_norm
from symbayes.comparison.alignment import align, find_alignment, pushed
from symbayes.comparison.canonical import canonicalize
from symbayes.comparison.gauges import gauge
from symbayes.comparison.merging import merge
from symbayes.comparison.wasserstein import wasserstein2
from symbayes.core.tensors import seeded_module
from symbayes.discovery.reports import symmetries
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.symmetry.verification import Symmetry

shared = 'three gains', 'three gains 1+w', 'LayerNorm and biases', 'a rotary head', 'grouped queries with biases', 'three linear layers', 'a 1x1 convolution', 'a router'
nets = {k: networks[k] for k in shared} | {
    'norms of heads with gains 1+w': (partial(Attention, 5, 2, 1, 4, turn=True, norms=OnePlus), X(2, 5, 5)),
    'an inner dimension above the rank': (partial(Model, plain_layer_norm, heads=1, kv=1, size=4), ids)}

def found(name, seed=0):
    "Network, inputs, symmetries, random weights"
    make, x = nets[name]
    net, x = seeded_module(make, 0).eval().double(), x.double() if x.is_floating_point() else x
    g = rng(seed)
    return net, x, symmetries(net, x), {k: torch.randn(p.shape, generator=g, dtype=p.dtype) for k,p in net.named_parameters() if p.requires_grad}

def gap(a, b) -> float: return max(((a[k]-b[k]).abs().max()/b[k].abs().max().clamp_min(1e-3)).item() for k in b)

@pytest.mark.parametrize('name', nets)
def test_moved_networks_come_back(name):
    net, x, sym, w = found(name)
    assert isinstance(sym, Symmetry)
    a = sym.sample(generator=rng(1))
    moved = sym.act(a, w)
    assert gap(sym.act(sym.compose(sym.inverse(a), a), w), w)<1e-9
    one, other = (canonicalize(v, sym.permutations, sym.scalings, continuous=sym.continuous) for v in (w, moved))
    assert gap(one, other)<1e-8 and gap(one, canonicalize(one, sym.permutations, sym.scalings, continuous=sym.continuous))<1e-8
    y = functional_call(net, w, (x,))
    torch.testing.assert_close(functional_call(net, one, (x,)), y, rtol=1e-9, atol=1e-9*y.abs().max().item())
    if gauge(w, sym.continuous, sym.scalings).limit:
        refused('inner dimension above its rank', align, w, moved, sym)
    else: assert gap(pushed(moved, sym, align(w, moved, sym, generator=rng(2))), w)<1e-8

def test_least_norm_and_unit_gains():
    "No element of the group has less norm; Gram matrices are diagonal and equal"
    _, _, sym, w = found('three gains')
    one = canonicalize(w, sym.permutations, sym.scalings, continuous=sym.continuous)
    norm = lambda v: sum(t.square().sum() for t in v.values()).item()
    for i in (1, 2, 3): torch.testing.assert_close(one[f'n{i}.weight'], torch.ones(4).double())
    blocks = sym.continuous.restrict(['attn.q', 'attn.v'])
    assert all(norm(blocks.act(blocks.sample(spread=.1, generator=rng(i)), one))>norm(one) for i in range(5))
    q, k = one['attn.q.weight'][:2], one['attn.k.weight'][:2]
    torch.testing.assert_close(q@q.mT, k@k.mT)
    assert (q@q.mT).tril(-1).abs().max()<1e-10

def test_stacks_networks_and_references():
    net, x, sym, w = found('a rotary head')
    stack = {k: torch.stack([w[k], t]) for k,t in sym.act(sym.sample(generator=rng(1)), w).items()}
    both = canonicalize(stack, sym.permutations, sym.scalings, continuous=sym.continuous)
    assert gap({k: t[:1] for k,t in both.items()}, {k: t[1:] for k,t in both.items()})<1e-8
    moved = canonicalize(net, sym.permutations, sym.scalings, continuous=sym.continuous)
    torch.testing.assert_close(moved(x), net(x))
    assert isinstance(moved, Model) and gap(canonicalize(w, continuous=sym.continuous), canonicalize(w, continuous=sym.continuous))==0

@pytest.mark.defect('P16')
def test_merged_adapters():
    "Of two ranks, too: at the rank of the group that is given"
    net = seeded_module(Adapter, 0).double().eval()
    group = symmetries(net, X(9, 5).double()).continuous
    pair = [{k: normal(s, seed=i) for k,s in group.shapes.items()} for i in range(2)]
    product = lambda w: w['b.weight']@w['a.weight']
    def best(*ws):
        "The product of rank 2 that is nearest to the mean of products"
        u, s, vh = torch.linalg.svd(sum(map(product, ws))/2)
        return u[:, :2]*s[:2]@vh[:2]
    torch.testing.assert_close(product(merge(pair, group)), best(*pair))
    moved = [group.act(group.sample(generator=rng(i)), w) for i,w in enumerate(pair)]
    torch.testing.assert_close(product(merge(moved, group)), product(merge(pair, group)))
    narrow = {'a.weight': pair[0]['a.weight'][:1], 'b.weight': pair[0]['b.weight'][:, :1]}
    torch.testing.assert_close(product(merge([pair[1], narrow], group)), best(narrow, pair[1]))
    alone = merge([narrow, pair[1]], group)
    assert torch.linalg.matrix_rank(product(alone))==2

@pytest.mark.parametrize('name', ['three linear layers', 'a router'])
def test_moved_gaussians_come_back(name):
    "The covariance of draws that are moved one by one is that of the moved posterior; alignment finds the way back"
    _, _, sym, w = found(name)
    n, g = sym.layout.numel, rng(3)
    mean, std = sym.layout.flatten(w), torch.full((n,), -2.).double()
    for q in (MeanField(sym.layout, mean, std), LowRank(sym.layout, mean, std, .1*torch.randn(4, n, generator=g, dtype=mean.dtype))):
        a = sym.sample(generator=rng(1))
        moved = pushed(q, sym, a)
        if name=='a router':  # its moves are linear; shifts that readers take up are not
            probe = torch.randn(n, 6, generator=g, dtype=mean.dtype)
            by_draws = (sym.layout.flatten(sym.act(a, q.sample(20000, g)))@probe).std(0)
            by_hand = ((moved.factor@probe).square().sum(0)+(moved.log_std.exp()[:, None]*probe).square().sum(0)).sqrt()
            torch.testing.assert_close(by_draws, by_hand, rtol=.05, atol=0)
        back = find_alignment(q, moved, sym, generator=rng(2))
        assert back.distance<1e-8*back.before and wasserstein2(pushed(q, sym, sym.identity()), pushed(moved, sym, back.element))<1e-8*back.before
