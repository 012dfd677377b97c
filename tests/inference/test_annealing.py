"Annealed chains: exact expectations from every start, with and without drawing again, from either side; and what does not fit."
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from cases import mlp, normal, rng
from symbayes.all import *
from symbayes.inference.annealing import PathDensity, PosteriorStart, PriorStart, Schedule, affordable, anneal, log_mean, run_from_start, systematic, marginal_target

x = torch.linspace(-2, 2, 8, dtype=torch.float64).unsqueeze(1)
y = torch.sinc(x) + .2*normal(8, 1)

prior = IsotropicNormal(1.)

def problem(h: int, act: type = nn.Tanh, std: float = .5) -> Problem:
    net = mlp(1, h, 1, act=act).double()
    return Problem(net, prior, Gaussian(std), (x, y), mlp_group(net))

def known(p: Problem, n: int = 100_000) -> tuple[float, float]:
    "The log evidence by draws from the prior, with its error"
    t = marginal_target(p)
    with torch.no_grad(): values = [t.log_lik(t.weights(normal(10_000, len(t.std), seed=i))) for i in range(n//10_000)]
    return tuple(v.item() for v in log_mean(torch.cat(values)))

def narrow(p: Problem, std: float = .5, body: type = UnitGaussian) -> CollapsedLastLayer: return CollapsedLastLayer.of(p, body=body, std=std, generator=rng(3))

def short(start, T: int = 6, steps: int = 2, angle: float = .3) -> Schedule:
    "A schedule that nothing was adapted for"
    return Schedule(np.linspace(0, 1, T+1)**2, np.full(T+1, angle), steps, start)

def mean_weight(log_weights: torch.Tensor, truth: float) -> tuple[float, float]:
    w = (log_weights-truth).exp()
    return w.mean().item(), w.std().item()/len(w)**.5


# expectations

starts = {
    'prior': lambda t, p: PriorStart(),
    'q': lambda t, p: PosteriorStart(t, narrow(p, 1.)),
    'q_G by units': lambda t, p: PosteriorStart(t, narrow(p), p.group),
    'q_G by tensors': lambda t, p: PosteriorStart(t, narrow(p, body=MeanField), p.group),
}

@pytest.mark.parametrize('h', [2, 6])
@pytest.mark.parametrize('kind', starts)
def test_the_mean_weight_is_the_evidence(kind, h):
    "2,000 chains of six temperatures; two units are summed over eight elements, six over 46,080 by permanents"
    p = problem(h)
    t, (truth, error) = marginal_target(p), known(p)
    start = starts[kind](t, p)
    z, weight = start.draw(t, 2000, rng(1))
    path, _ = anneal(t, short(start), z, weight=weight, generator=rng(2))
    mean, spread = mean_weight(path[-1], truth)
    assert abs(mean-1)<4*spread+4*error and spread<.2 and path[-1].std()>.05
    assert path[-1].mean()-truth<4*path[-1].std()/len(z)**.5  # Jensen

@pytest.mark.parametrize('kind', ['prior', 'q_G by units'])
def test_drawing_again_keeps_the_mean(kind):
    p = problem(2)
    t, (truth, error) = marginal_target(p), known(p)
    start = PriorStart() if kind=='prior' else PosteriorStart(t, narrow(p, 1.), p.group)
    ends = []
    for i in range(25):
        z, weight = start.draw(t, 40, rng(i))
        path, _ = anneal(t, short(start), z, weight=weight, resample=1., generator=rng(i))
        assert torch.isneginf(path[-1]).any()  # some lines end
        ends.append(path[-1].logsumexp(0)-torch.tensor(40.).log())
    mean, spread = mean_weight(torch.stack(ends), truth)
    assert abs(mean-1)<4*spread+4*error and spread<.1

def test_a_bound_of_the_average_keeps_the_mean_below():
    "Soules' bound of q_G at the first draw alone; the sampled density with the draw planted is exact"
    p = problem(6)
    t, (truth, error) = marginal_target(p), known(p)
    start, means = PosteriorStart(t, narrow(p, .7), p.group), {}
    for by in (Soules(), Planted(8)):
        start.at_draw = by
        z, weight = start.draw(t, 2000, rng(1))
        path, _ = anneal(t, short(start), z, weight=weight, generator=rng(2))
        means[type(by)] = mean_weight(path[-1], truth)
    assert means[Soules][0]<1+2*means[Soules][1] and means[Soules][0]<means[Planted][0]
    assert abs(means[Planted][0]-1)<4*means[Planted][1]+4*error

@pytest.mark.parametrize('kind', ['prior', 'q_G by units', *(pytest.param(k, marks=pytest.mark.slow) for k in ('q', 'q_G by tensors'))])
def test_backward_from_exact_draws_the_mean_inverse_is_exact(kind):
    "Data simulated from the prior, whose draw is known: averaged over data sets, E[1/weight] is 1/evidence"
    p, ratios = problem(2, std=1.), []
    t = marginal_target(p)
    for i in range(60):
        z, twin = simulated_twin(t, rng(i))
        start = starts[kind](twin, p)
        truth = known(replace_data(p, twin.y), 20_000)[0]
        path, end = anneal(twin, short(start), z.expand(4, -1), backward=True, generator=rng(i))
        total = path[-1] if kind=='prior' else path[-1]+start.last_weight(twin, end, rng(i))
        ratios.append((truth-total).exp().mean())
    r = torch.stack(ratios)
    assert abs(r.mean()-1)<4*r.std()/60**.5 and r.std()/60**.5<.2

def simulated_twin(t, generator):
    "Coordinates of hidden weights from the prior, and the target with the data that they make"
    z = torch.randn(len(t.std), generator=generator).to(t.std)
    f, r = t.regression(t.weights(z))
    new = f@torch.randn(f.shape[-1], r.shape[-1], generator=generator).to(f) + torch.randn(r.shape, generator=generator).to(f)
    return z, replace(t, y=t.y+t.noise*(new-r))

def replace_data(p: Problem, y: torch.Tensor) -> Problem: return replace(p, data=(x, y))

# parts

def test_the_recorded_density_is_the_density():
    "Value and gradient of the path for a start at an averaged posterior, by automatic differentiation without a tape; and s keeps the group"
    p = problem(6)
    t = marginal_target(p)
    start = PosteriorStart(t, narrow(p), p.group)
    path = PathDensity(t, start)
    path.at(normal(3, len(t.std), seed=7))
    z = normal(3, len(t.std), seed=8).requires_grad_()
    s, extra = path.at(z.detach()), start.log_ratio(t, z)
    lik = t.log_lik(t.weights(z))
    slopes = [torch.autograd.grad(v.sum(), z, retain_graph=True)[0] for v in (lik-extra, extra)]
    assert torch.allclose(s.gain, lik-extra) and torch.allclose(s.extra, extra)
    assert torch.allclose(s.slope, slopes[0]) and torch.allclose(s.extra_slope, slopes[1])
    moved = t.coordinates(start.group.act(start.group.sample(3, generator=rng(9)), t.weights(z.detach())))
    assert torch.allclose(start.log_ratio(t, moved), extra, atol=1e-9) and torch.allclose(path.at(moved).gain, s.gain, atol=1e-9)

def test_systematic_draws():
    w = torch.tensor([.5, .25, .25, 0.], dtype=torch.float64).log()
    assert sorted(systematic(w, rng(0)).tolist())==[0, 0, 1, 2]
    mean = torch.stack([torch.bincount(systematic(torch.tensor([.1, .6, .3]).double().log(), rng(i)), minlength=3) for i in range(2000)]).double().mean(0)/3
    assert (mean-torch.tensor([.1, .6, .3])).abs().max()<.01

def test_first_draws_carry_the_weights_of_their_lines():
    "The estimate is that of the chains, whether lines end or not; without drawing again every line has one chain"
    p = problem(2, std=.1)
    t = marginal_target(p)
    path, end = run_from_start(t, short(PriorStart(), 12), 30, generator=rng(0))
    ended = torch.isneginf(path).sum(1)
    assert (ended[1:]>=ended[:-1]).all() and ended[-1]>0 and end.shape==(30, 4)
    plain, _ = anneal(t, short(PriorStart(), 12), end, generator=rng(0))
    assert not torch.isneginf(plain).any()

def test_fewer_temperatures_for_more_work():
    small, large = marginal_target(problem(3)), marginal_target(problem(40))
    wide = replace(large, x=large.x.repeat(300, 1), y=large.y.repeat(300, 1))
    assert affordable(small)==dict(temperatures=600, steps=8) and affordable(small, temperatures=9)==dict(temperatures=9, steps=8)
    assert affordable(wide)['steps']<8 and affordable(wide, steps=8)['temperatures']<affordable(wide)['temperatures']<600


# one call
