"The information of layers and networks by permanents, against the enumerated truth over the battery of groups and families."

import pytest, torch
from torch import nn

from cases import cases, check_in_mean, make_posterior, mlp, one_layer, refused, rng, value
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField, UnitGaussian
from symbayes.distributions.base import DiagonalSites
from symbayes.information.estimators import (
    Bethe, Sinkhorn, Soules, nested_information)
from symbayes.information.orbit_averages import Exact
from symbayes.information.permanents import log_permanent, log_permanent_bounds, lower_bound, upper_bound
from symbayes.information.unit_information import (
    GradientAhead, assign_tensors_to_labels, chain_lower_bound, chain_upper_bound, label_chains, layer_information, layers_information, unit_matrices)

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('name', one_layer)
def test_one_layer_is_a_permanent_draw_by_draw(family, name):
    q, g = make_posterior(family, cases[name]), cases[name].group
    w = q.sample(40, rng(1))
    truth, sinkhorn, soules, bethe = (value(e, q, g, w) for e in (Exact(), Sinkhorn(), Soules(), Bethe()))
    torch.testing.assert_close(layer_information(q, g, w, g.labels[0], log_permanent).detach(), truth, rtol=0, atol=1e-9)
    for a,b in ((sinkhorn, soules), (soules, truth), (truth, bethe)): assert (a<=b+1e-9).all()

@pytest.mark.parametrize('widths,signed', [((2, 3, 3, 1), False), ((2, 2, 2, 1), True), ((1, 2, 3, 2, 1), False), ((1, 2, 2, 2, 1), True)], ids=str)
@pytest.mark.parametrize('scale', (.2, .6, 1.5))
def test_deep_bounds_hold_the_enumerated_truth(widths, signed, scale):
    g = mlp_group(list(widths), signed=signed)
    q = MeanField(g.layout, scale*torch.randn(g.layout.numel, generator=rng(5)).double(), torch.full((g.layout.numel,), .5).double().log())
    w = q.sample(400, rng(6))
    truth = value(Exact(), q, g, w)
    with torch.no_grad():
        below, above = (f(q, g, w, log_permanent) for f in (chain_lower_bound, chain_upper_bound))
        colour = max((sum(layer_information(q, g, w, l, log_permanent) for l in c) for c in g.colours()), key=lambda v: v.mean())
        nested = [nested_information(q, g, w, 4, side, generator=rng(1)) for side in (True, False)]
    check_in_mean(truth-below); check_in_mean(above-truth); check_in_mean(truth-nested[0]); check_in_mean(nested[1]-truth)
    assert below.mean() >= colour.mean()-1e-9  # a colour alone is one of the chains, or part of one

@pytest.mark.parametrize('name', cases)
def test_every_tensor_is_credited_once(name):
    g = cases[name].group
    if not g.labels: return
    given = assign_tensors_to_labels(g, list(g.labels))
    names = [k for _,ks in given for k in ks]
    assert len(names)==len(set(names)) and all(l in g.labels_on(k) for l,ks in given for k in ks)
    found = [k for l,ks in given for k in g.pieces_of(l, ks)]  # tensors, or parts of them on which other labels stand
    assert len(found)==len(set(found))
    lost = {k for k in g.pieces if g.labels_on(k)}-set(found)
    assert all(any(g.self_coupled(l, [k]) for l in g.labels_on(k)) for k in lost)
    assert abs(sum(g.label_log_order(l) for l in g.labels)-g.log_order)<1e-9

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('signed', (False, True))
def test_gradient_with_variance_reduction(family, signed):
    "The same values; gradients of the same mean, over 8,000 draws, and of less variance where units overlap"
    n, net = 200, mlp(2, 3, 1, act=nn.Tanh if signed else nn.ReLU).double()
    with torch.no_grad():
        for p in net.parameters(): p.mul_(.4)
    g = mlp_group(net)
    q = MeanField.from_module([net]*n, .5) if family=='MeanField' else UnitGaussian.from_module([net]*n, g, std=.5)
    def values_and_gradients(reduce):
        values = [layer_information(q, g, q.rsample(1, rng(seed)), 'h1', log_permanent, variance_reduction=reduce) for seed in range(40)]
        grads = [torch.cat([d.flatten(1) for d in torch.autograd.grad(v.sum(), list(q.parameters()))], 1) for v in values]
        return values[-1], torch.cat(grads)
    (a, plain), (b, less) = values_and_gradients(False), values_and_gradients(True)
    torch.testing.assert_close(a, b)
    off = (plain.mean(0)-less.mean(0)).abs()
    assert (off<=5*((plain.var(0)+less.var(0))/len(plain)).sqrt()+1e-9).all() and less.var(0).sum()<.5*plain.var(0).sum()

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64], ids=str)
def test_layers_side_by_side_are_as_one_by_one(dtype):
    "Values and gradients, for layers of two sizes of which one is apart: its gradient is zero, whatever stands beside it"
    g = mlp_group([6, 6, 6, 5, 6, 6, 1])
    scale = g.layout.flatten({k: torch.full(s, 30. if k=='2.weight' else .3) for k,s in g.layout.shapes.items()}).to(dtype)
    q = MeanField(g.layout, torch.randn(2, g.layout.numel, generator=rng(0)).to(dtype)*scale, torch.full((2, g.layout.numel), -.7, dtype=dtype))
    parts = list(dict.fromkeys((l, tuple(names)) for c in label_chains(q, g) for l,names in c))
    w = q.rsample(3, [rng(1), rng(2)])
    log_perm = lambda m: Soules().log_permanent(m)
    gradient = lambda v: torch.cat([t.flatten() for t in torch.autograd.grad(v, list(q.parameters()), retain_graph=True)])
    together, off = layers_information(q, g, w, parts, log_perm, variance_reduction=True), 0
    for part in parts:
        alone = layer_information(q, g, w, part[0], log_perm, part[1], variance_reduction=True)
        torch.testing.assert_close(together[part], alone, rtol=1e-5, atol=1e-4)
        a, b = gradient(together[part].sum()), gradient(alone.sum())
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-4)
        off += not b.any()
    assert 0<off<len(parts) and len({tuple(q.units(w, g, *p).shape) for p in parts})>1

def test_chains_are_chosen_by_other_draws():
    "Each half of the draws takes the chain that is best on the other half; single draws average the chains"
    g = mlp_group([1, 2, 2, 1])
    q = MeanField(g.layout, torch.randn(g.layout.numel, generator=rng(0)).double(), torch.full((g.layout.numel,), -1.).double())
    w = q.sample(51, rng(1))
    with torch.no_grad():
        each = torch.stack([sum(layer_information(q, g, w, l, log_permanent, names) for l,names in c) for c in label_chains(q, g)])
        found, single = chain_lower_bound(q, g, w, log_permanent), chain_lower_bound(q, g, {k: t[:1] for k,t in w.items()}, log_permanent)
    torch.testing.assert_close(found[0::2], each[:, 0::2][each[:, 1::2].mean(1).argmax()])
    torch.testing.assert_close(found[1::2], each[:, 1::2][each[:, 0::2].mean(1).argmax()])
    torch.testing.assert_close(single, each[:, :1].mean(0))

@pytest.mark.parametrize('f', [lambda m: upper_bound(m).sum(), lambda m: lower_bound(m).sum(), lambda m: log_permanent_bounds(m)[1].sum(), lambda m: log_permanent_bounds(m)[0].sum()], ids=['upper', 'lower', 'bounds 1', 'bounds 0'])
def test_second_derivatives_of_bounds_are_refused(f):
    "They would be zero without a word"
    m = torch.randn(4, 4, generator=rng(0), dtype=torch.float64)
    refused('second derivatives', torch.autograd.functional.hessian, f, m)

# value and gradient at once

def layers(L, S, h, p, spread, dtype=torch.float64):
    mean = torch.randn(L, h, p, generator=rng(0), dtype=dtype)*spread
    log_std = torch.randn(L, h, p, generator=rng(1), dtype=dtype)*.2-1
    return mean.unsqueeze(1)+log_std.exp().unsqueeze(1)*torch.randn(L, S, h, p, generator=rng(2), dtype=dtype), mean, log_std

@pytest.mark.parametrize('reduce', [False, True])
@pytest.mark.parametrize('signed', [False, True])
@pytest.mark.parametrize('log_perm', [log_permanent, Soules().log_permanent, Sinkhorn().log_permanent, Bethe().log_permanent])
def test_value_and_gradient_are_those_of_the_matrix(log_perm, signed, reduce):
    found, expected = [[t.requires_grad_() for t in layers(2, 3, 6, 4, .5)] for _ in range(2)]
    weights = torch.rand(2, 3, generator=rng(3), dtype=torch.float64)
    value = GradientAhead.apply(log_perm, DiagonalSites, 7., (signed, reduce), *found)
    m = unit_matrices(expected[0], DiagonalSites(*expected[1:]), signed, 7., reduce)
    whole = m.information(log_perm(m.ratios))
    torch.testing.assert_close(value, whole)
    for a,b in zip(*(torch.autograd.grad((v*weights).sum(), ts) for v,ts in ((value, found), (whole, expected)))):
        torch.testing.assert_close(a, b, rtol=1e-6, atol=1e-8)
