"Every estimator against the enumerated truth, over the battery of groups and families; stacks; float32; the sandwich."
import warnings
import math
from functools import cache

import pytest, torch
from torch import nn

from cases import cases, mlp, recurrent, rng, rngs
from symbayes.all import *
from symbayes.distributions.base import double_draws
from symbayes.information.estimators import default_estimator
from symbayes.information.unit_information import overlapping, unit_matrix

@pytest.mark.parametrize('estimator', (Sinkhorn(60, variance_reduction=False), Soules(60, 5, variance_reduction=False), Bethe(60, 60, variance_reduction=False)), ids=repr)
@pytest.mark.parametrize('signed', (False, True))
def test_gradient_by_envelope(estimator, signed):
    "Against differences of the value, in random directions; Soules' few weighted sweeps leave its factors short of the optimum"
    g = mlp_group([2, 6, 1], signed=signed)
    loc = .5*torch.randn(g.layout.numel, generator=rng(0)).double()
    q = MeanField(g.layout, loc, torch.full_like(loc, .7).log())
    eps = torch.randn(1, g.layout.numel, generator=rng(1)).double()
    def value(q): return estimator(q, g, g.layout.unflatten(q.loc+q.log_std.exp()*eps)).sum()
    value(q).backward()
    for seed in range(3):
        d, e = torch.randn(2, g.layout.numel, generator=rng(9+seed)).double()*1e-4
        with torch.no_grad(): slope = (value(MeanField(g.layout, q.loc+d, q.log_std+e))-value(MeanField(g.layout, q.loc-d, q.log_std-e))).item()/2
        assert abs(slope-(q.loc.grad@d+q.log_std.grad@e).item()) < (.15 if isinstance(estimator, Soules) else .02)*abs(slope)+2e-6

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('signed', (False, True))
def test_units_apart_know_their_place(family, signed):
    "log|G| to the last digit, and a gradient of zero that is there"
    net = nn.Sequential(nn.Linear(20, 30), nn.Tanh() if signed else nn.ReLU(), nn.Linear(30, 5))
    g = mlp_group(net)
    q = MeanField.from_module(net, .01) if family=='MeanField' else UnitGaussian.from_module(net, g, std=.01)
    w = q.rsample(3, rng(0))
    assert not overlapping(unit_matrix(q, g, w, g.labels[0]), torch.zeros(3, 30)).any()
    for e in (Sinkhorn(), Soules(), Bethe(), Sampled(2), Planted(2)):
        v = e(q, g, w, rng(1))
        torch.testing.assert_close(v, torch.full_like(v, g.log_order))
        grads = torch.autograd.grad(v.sum(), list(q.parameters()), retain_graph=True, allow_unused=True)
        assert all(x is None or not x.any() for x in grads) and any(x is not None for x in grads)

def test_default_estimator():
    g, net = cases['signed'].group, cases['signed'].model()
    assert default_estimator(MeanField.from_module(net, .1), g)==Soules() and default_estimator(LowRank.from_module(net, 1, .1), g)==Uniform(20)
    assert default_estimator(MeanField.from_module(net, .1), PermutationGroup(g.sizes, g.axes))==Soules()

def test_the_sandwich_prints_with_its_signs():
    net = mlp(3, 9, 2)
    g = mlp_group(net)
    text = str(mi_sandwich(MeanField.from_module([net, net], .1), g, n=3, K=2, generator=rngs(0, 1)))
    assert text.count('\n')==2 and text.count('≥')==2 and text.count('≤')==2 and 'member 1' in text

# float32

tight = {'deep': ([100, 3, 3, 1], True), 'one layer': ([100, 4, 1], False)}

@pytest.mark.parametrize('e', (Exact(), Uniform(8), Planted(8), Sampled(8), Soules(), Bethe()), ids=repr)
@pytest.mark.parametrize('name', tight)
def test_tight_posteriors_in_float32(name, e):
    "Units that have merged, a thousand standard deviations from zero: squares over variances are millions, their differences a few nats"
    widths, signed = tight[name]
    g = mlp_group(widths, signed=signed)
    loc = 1+2e-4*torch.randn(g.layout.numel, generator=rng(0))
    q = MeanField(g.layout, loc, torch.full_like(loc, 1e-3).log())
    w = q.sample(60, rng(1))
    found, known = e(q, g, w, rng(2)), e(q._in_double(), g, double_draws(w), rng(2))
    assert found.dtype==torch.float32 and (found-known).abs().max()<2e-2
    if e.side=='upper bound' and name=='deep': assert found.mean()>5.

# options and kinds

series = torch.randn(30, 6, 2, generator=rng(2)), torch.randn(30, 1, generator=rng(3))

def gru(units): return seeded_module(lambda: recurrent(nn.GRU(2, units, batch_first=True), units, 1), 0)

@cache
def recurrent_group(units): return symmetry_group(gru(units), torch.randn(5, 6, 2, generator=rng(1)))

def with_group(units, std):
    net = gru(units)
    return net, MeanField.from_module(net, std), recurrent_group(units)

@pytest.mark.defect('U8')
def test_the_information_of_a_recurrent_network_has_no_ceiling(capsys):
    "Of the tensors that carry a label once, permanents bound it: it was log 20 at every epoch, and log 1000 in the account"
    net, q, g = with_group(20, .3)
    assert default_estimator(q, g)==Soules()
    h = fit(net, q, IsotropicNormal(1.), Gaussian(.3), series, g, epochs=3, generator=rng(4), progress=False)
    assert (h.mi>math.log(20)+5).all() and h.mi.nunique()==3
    a = account(net, q, IsotropicNormal(1.), Gaussian(.3), series, g, n_samples=4, generator=rng(5), progress=False)
    assert math.log(1000)+1<a.mi_lower[0]<=a.mi_upper[0]<=g.log_order+1e-9

@pytest.mark.defect('U8')
@pytest.mark.parametrize('std', [.05, .2, .5])
def test_permanents_of_a_recurrent_network_bound_from_below(std):
    "Some tensors tell no more than all of them: against the sum over all elements, under the same draws"
    _, q, g = with_group(4, std)
    w = q.sample(200, rng(6))
    exact = Exact()(q, g, w)
    for estimator in (Soules(), Planted(16)):
        d = exact-estimator(q, g, w, rng(7))
        assert d.mean()>=-3*d.std()/200**.5-1e-6

@pytest.mark.defect('U8')
def test_a_bound_at_its_ceiling_says_so():
    net, q, g = with_group(6, .02)
    with pytest.warns(UserWarning, match=r'log K = 3.00 nats, the most that Uniform\(K=20\) can say; it may be up to 6.6'):
        fit(net, q, IsotropicNormal(1.), Gaussian(.3), series, g, Uniform(20), epochs=2, generator=rng(4), progress=False)
    with warnings.catch_warnings():
        warnings.simplefilter('error', UserWarning)
        fit(net, q, IsotropicNormal(1.), Gaussian(.3), series, g, epochs=2, generator=rng(4), progress=False)
    low = LowRank.from_module(gru(20), 2, .02, rng(8))
    with pytest.warns(RuntimeWarning, match=r'log K = 6.91 nats, the most that Uniform\(K=1000\) can say; it may be up to 42.3'):
        mi_sandwich(low, recurrent_group(20), 4, generator=rng(9), progress=False)
