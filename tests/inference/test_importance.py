"Bounds by importance weights: below the evidence, and equal to it for the posterior itself."
import pytest
import torch
from torch import nn

from cases import mlp, normal, rng, rngs
from symbayes.all import *
from symbayes.inference.annealing import log_mean, marginal_target

x = torch.linspace(-2, 2, 24, dtype=torch.float64).unsqueeze(1)
y = torch.sinc(x) + .2*normal(24, 1)
noise, prior = Gaussian(.2), IsotropicNormal(1.)

def net(h: int = 6, **kw) -> nn.Sequential: return mlp(1, h, 1, act=nn.Tanh, **kw)


def test_members_alone_and_side_by_side():
    model = net(4)
    q = MeanField.from_module([seeded_module(lambda: net(4), s) for s in range(2)], .1)
    both = importance_bound(model, q, prior, noise, (x, y), n=5, repeats=4, generator=rngs(3, 4))
    for i in range(2):
        alone = importance_bound(model, q.member(i), prior, noise, (x, y), n=5, repeats=4, generator=rng(3+i))
        assert torch.allclose(both.mean[i], alone.mean, atol=1e-8)
    assert both.mean.shape==both.error.shape==(2,) and 'member 1' in str(both) and '|' in both._repr_markdown_()

@pytest.mark.parametrize('family', [MeanField, UnitGaussian, LowRank])
def test_a_group_lifts_the_bound_and_keeps_it_one(family):
    "All estimators from below are under the exact one's average, which is under the evidence"
    model = seeded_module(lambda: net(3), 0)
    g = mlp_group(model)
    q = UnitGaussian.from_module(model, g, std=.3) if family is UnitGaussian else family.from_module(model, .3) if family is MeanField else LowRank.from_module(model, 1, .3)
    ask = lambda **kw: importance_bound(model, q, prior, noise, (x, y), n=4, repeats=100, generator=rng(0), **kw)
    plain, whole = ask(), ask(group=g)
    assert 'Exact' in whole.by and whole.mean>plain.mean
    kinds = [Uniform(8)] if family is LowRank else [Uniform(8), Soules(), Planted(8)]
    for e in kinds:
        part = ask(group=g, estimator=e)
        assert part.mean<whole.mean+4*(part.error**2+whole.error**2)**.5, e
    by_orbit = importance_bound(model, symmetrize(q, g), prior, noise, (x, y), n=4, repeats=100, generator=rng(0))
    assert abs(by_orbit.mean-whole.mean)<4*(by_orbit.error**2+whole.error**2)**.5

def test_planted_weights_are_unbiased():
    "The mean of many weights with planted samples is the evidence, of a network small enough for a grid"
    model = net(2, bias=False)
    wide = MeanField(Layout.of(model), torch.zeros(4)+torch.tensor([.5, -.5, .3, -.3]), torch.zeros(4))
    target, z = marginal_target(model, prior, Gaussian(1.), (x, y)), normal(50_000, 2, seed=5)
    g, want = mlp_group(model), log_mean(target.log_lik(target.weights(z)))[0].item()
    for e in (Planted(2), Exact()):
        found = importance_bound(model, wide, prior, Gaussian(1.), (x, y), n=5000, repeats=8, group=g, estimator=e, generator=rng(0))
        assert abs(found.mean-want)<4*found.error+.05, e
