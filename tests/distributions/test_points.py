"Points: laws, a stack and its members, what they have instead of a divergence, and what refuses them."
from copy import deepcopy

import pytest
import torch
from torch import nn

from cases import close, refused
from symbayes.all import *
from symbayes.core.tensors import seeded_module, streams
from symbayes.distributions import FlatPrior, Point
from symbayes.distributions.priors import LearnedNormal
from symbayes.inference import TrainConfig
from symbayes.testing.batteries import check_family_laws

def mlp(): return nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1)).double()
nets = [seeded_module(mlp, s) for s in range(3)]
x = torch.randn(30, 2, generator=streams(0, 'x'), dtype=torch.double)
y, noise, quiet = (2*x[:, :1]).sin(), Gaussian(.2).double(), dict(progress=False)

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
@pytest.mark.parametrize('start', [nets[0], nets], ids=['one', 'stack'])
def test_laws(start, dtype):
    q = Point.from_module(deepcopy(start)).to(dtype)
    answers = check_family_laws(q, mlp_group(nets[0]))
    assert {k for k,v in answers.items() if v=='holds'}>={'draws', 'same generator', 'gradient', 'members', 'files'}, answers

@pytest.mark.parametrize('prior', [IsotropicNormal(.7), LaplacePrior(.5), FlatPrior()], ids=repr)
def test_in_place_of_the_divergence_stands_the_prior_density(prior):
    q = Point.from_module(nets)
    expected = torch.stack([-prior.log_prob(q.layout, {k: t.detach() for k,t in net.named_parameters()}) for net in nets])
    torch.testing.assert_close(q.kl(prior).detach(), expected)

def test_the_limit_of_a_narrow_gaussian():
    "The objective of a mean field of small width, less its entropy, is that of a point"
    std, prior = 1e-6, IsotropicNormal(.7)
    q, p = MeanField.from_module(nets[0], std), Point.from_module(nets[0])
    close((q.kl(prior)+q.entropy()).detach(), p.kl(prior).detach())

def test_a_group_changes_nothing():
    found = []
    for group in ('auto', None):
        q = Point.from_module(nets)
        h = fit(Problem(nets[0], IsotropicNormal(1.), noise, (x, y), group), q, epochs=30, generator=streams([0, 1, 2], 'fit'), **quiet)
        assert h.attrs['steps']=='recorded' and (h.mi==0).all()
        found.append(q.loc.detach())
    assert torch.equal(*found)

def test_one_draw_a_step():
    assert TrainConfig().on((x, y), Point.from_module(nets)).n_samples==1
    assert TrainConfig().on((x, y), MeanField.from_module(nets)).n_samples==4

@pytest.mark.parametrize('f,line', [(lambda p, q: evaluate(p, q), 'a Point has no density'), (lambda p, q: account(p, q), 'a Point has no density'),
    (lambda p, q: fit(p, q, Uniform(4), **quiet), 'without a group'), (lambda p, q: Point(q.layout, torch.zeros(3)), r'loc has shape \(3,\)'),
    (lambda p, q: Point(q.layout, 3), 'loc is of type int'), (lambda p, q: Point(nets[0], q.loc), r'Point.from_module\(network\) starts it')])
def test_lines(f, line):
    refused(line, lambda: f(Problem(nets[0], IsotropicNormal(1.), noise, (x, y)), Point.from_module(nets[0])))

def test_noise_is_learned_with_the_weights_and_the_width_of_a_prior_is_not():
    "Each member has its own noise, which ends near that of the targets"
    g = streams(0, 'noise')
    own, prior = Gaussian(.5, learned=True).double(), IsotropicNormal(1.)
    q, data = Point.from_module(nets), (x, y+.1*torch.randn(30, 1, generator=g, dtype=torch.double))
    fit(Problem(nets[0], prior, own, data, None), q, epochs=1500, lr=.02, generator=streams([0, 1, 2], 'fit'), **quiet)
    assert own.std.shape[0]==3 and ((own.std>.03)&(own.std<.2)).all() and q.loc.isfinite().all()
    learned = LearnedNormal(Layout.of(nets[0])).double()
    refused('LearnedNormal is learned, which points cannot', lambda: fit(Problem(nets[0], learned, noise, (x, y), None), q, epochs=1, **quiet))
    fit(Problem(nets[0], learned.requires_grad_(False), noise, (x, y), None), q, epochs=1, **quiet)

def test_predictions_are_those_of_the_networks():
    q = Point.from_module(nets)
    out = predict(Problem(nets[0], IsotropicNormal(1.), noise, (x, y), None), q, x, 2)
    torch.testing.assert_close(out[:, 1], torch.stack([net(x) for net in nets]).detach())
