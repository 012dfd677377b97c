"Microcanonical chains: posteriors that are known, the integrator, what warm-up learns, and chains that fail"
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from scipy import stats
from torch import nn

from cases import refused
from symbayes.all import *
from symbayes.core.processes import threads_for
from symbayes.distributions.gaussian import Point
from symbayes.distributions.likelihoods import NoiseByInput
from symbayes.distributions.regression import log_marginal
from symbayes.inference import sampling
from symbayes.inference.sampling import ChainDensity, learn_step, learn_units, microcanonical_step, MicrocanonicalState

double = dict(dtype=torch.float64)

def potential(f):
    "Energies and gradients of a differentiable potential"
    def energy(w):
        with torch.enable_grad():
            w = w.detach().requires_grad_()
            value = f(w)
            return value.detach(), torch.autograd.grad(value.sum(), w)[0]
    return energy

def gaussian(d, condition, turned=False):
    "Energy, means and standard deviations of a normal distribution"
    width = torch.logspace(-np.log10(condition)/2, 0, d, **double)
    turn = torch.linalg.qr(torch.randn(d, d, generator=streams(d, 'turn'), **double))[0] if turned else torch.eye(d, **double)
    covariance, mean = turn@width.square().diag()@turn.T, torch.linspace(-1, 1, d, **double)
    precision = covariance.inverse()
    energy = lambda w: (.5*((w-mean)@precision*(w-mean)).sum(1), (w-mean)@precision)
    std = covariance.diagonal().sqrt()
    return energy, d, mean, std, lambda w: stats.norm.cdf(((w-mean)/std).numpy())

def each(f, law, d=4):
    "Independent coordinates of a law of scipy, whose potential is f"
    energy = potential(lambda w: f(w).sum(1))
    return energy, d, torch.full((d,), law.mean(), **double), torch.full((d,), law.std(), **double), lambda w: law.cdf(w.numpy())

def banana():
    "Second coordinate around the square of the first"
    energy = potential(lambda w: .5*w[:, 0].square()+.5*(w[:, 1]-.5*w[:, 0].square()).square())
    return energy, 2, torch.tensor([0., .5], **double), torch.tensor([1., 1.5**.5], **double), lambda w: stats.norm.cdf(w[:, :1].numpy())

laws = {f'{d} dimensions, condition {c}': (lambda d=d, c=c: gaussian(d, c)) for d in (2, 10, 50) for c in (1, 100, 10_000)}
laws |= {f'{d} dimensions, correlated': (lambda d=d: gaussian(d, 30, True)) for d in (3, 10, 30)}
laws |= {'logistic': lambda: each(lambda w: w+2*nn.functional.softplus(-w), stats.logistic()),
    'log gamma': lambda: each(lambda w: w.exp()-3*w, stats.loggamma(3)),
    'Gumbel': lambda: each(lambda w: w+(-w).exp(), stats.gumbel_r()),
    'Student t': lambda: each(lambda w: 5.5*(1+w.square()/10).log(), stats.t(10)),
    'banana': banana}
quick = ['10 dimensions, condition 100', 'log gamma']

@threads_for() # of small products, where threads wait for each other
def sampled(energy, d, chains=96, warmup=1500, steps=2500, wanted=2e-4, seed=0):
    "Draws `(steps, chains, d)`"
    gen = streams(seed, 'chains')
    state = MicrocanonicalState.at(.5*torch.randn(chains, d, generator=gen, **double), gen)
    state.potential, state.gradient = energy(state.w)
    draws = []
    for t in range(warmup+steps):
        error = microcanonical_step(energy, state, gen)
        if t>=warmup: draws.append(state.w)
        else:
            learn_step(state, error, wanted)
            learn_units(state, t, warmup)
    return torch.stack(draws)

@pytest.mark.parametrize('name', [k if k in quick else pytest.param(k, marks=pytest.mark.slow) for k in laws])
def test_moments_and_ranks_are_those_of_the_law(name):
    "Means and standard deviations within 2 % of a standard deviation beyond the chains' own error, and ranks of the last draws uniform"
    energy, d, mean, std, cdf = laws[name]()
    warmup = 8000 if name=='50 dimensions, condition 10000' else 1500  # units of wide directions are learned once these have been seen
    draws = sampled(energy, d, warmup=warmup, steps=2500 if name in quick else 8000)
    off = (draws-mean)/std
    bound = lambda t: .02+3.5*t.std(0)/len(t)**.5  # of d means over chains
    assert (off.mean((0, 1)).abs()<bound(off.mean(0))).all()
    square = off.square().mean(0)
    assert ((square.mean(0).sqrt()-1).abs()<bound(square/2)).all()
    ranks = cdf(draws[-1])
    assert min(stats.kstest(r, 'uniform').pvalue for r in ranks.T)>1e-3/ranks.shape[1]

def net_of(units):
    "A network of one input and no biases, with 25 rows"
    layers = nn.Linear(1, units, bias=False), nn.Tanh(), nn.Linear(units, 1, bias=False)
    net = seeded_module(lambda: nn.Sequential(*layers).double(), 0)
    x = torch.randn(25, 1, generator=streams(3, 'x'), **double)
    y = torch.tanh(2*x)+.5*torch.randn(25, 1, generator=streams(4, 'y'), **double)
    return Problem(net, IsotropicNormal(1.), Gaussian(.5), (x, y))

def quadrature(problem, units, at):
    "Means and standard deviations of the function: sums over a grid of hidden weights, the output weights in closed form"
    x, y = problem.tensors
    line = torch.linspace(-4.5, 4.5, {1: 1001, 2: 121, 3: 37}[units], **double)
    w = torch.cartesian_prod(*[line]*units).reshape(-1, units)
    f = torch.tanh(x*w.unsqueeze(1))/.5
    weight = (log_marginal(f, y/.5, 1., 1.)-.5*w.square().sum(1)).softmax(0)
    precision = f.mT@f+torch.eye(units, **double)
    coefficients, new = torch.linalg.solve(precision, f.mT@(y/.5)), torch.tanh(at*w.unsqueeze(1))
    mean = (new@coefficients).squeeze(-1)
    variance = (new*torch.linalg.solve(precision, new.mT).mT).sum(-1)
    first = (weight.unsqueeze(1)*mean).sum(0)
    return first, ((weight.unsqueeze(1)*(variance+mean.square())).sum(0)-first.square()).sqrt()

@pytest.mark.parametrize('units', [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.slow)])
def test_functions_of_small_networks_are_those_of_quadrature(units):
    "Over all weights, from a spread start"
    problem, at = net_of(units), torch.tensor([[-1.5], [.3], [1.], [3.]], **double)
    mean, std = quadrature(problem, units, at)
    start = MeanField.from_module([problem.model]*64, 1.)
    q = sample_posterior(problem, start, sampler='microcanonical', draws=100, warmup=1000, between=20, energy_variance=2e-4,
        generator=streams(1, 'chains'), progress=False)
    outputs = predict(problem, q, at, len(q)).squeeze(-1)
    draws = (q.by_chain['2.weight']@torch.tanh(at.T*q.by_chain['0.weight'])).squeeze(2)
    assert outputs.shape==(len(q), 4)
    off = (draws-mean)/std
    chains = off.mean(1)
    assert (chains.mean(0).abs()<.02+3.5*chains.std(0)/8).all()
    square = off.square().mean(1)
    assert ((square.mean(0).sqrt()-1).abs()<.02+1.75*square.std(0)/8).all()

def deep(dtype=torch.float32, learned=False):
    "Three hidden layers whose noise depends on the input"
    layers = nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 5), nn.ReLU(), nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1)
    net = NoiseByInput(seeded_module(lambda: nn.Sequential(*layers).to(dtype), 0), std=.5)
    x = torch.randn(40, 2, generator=streams(0, 'x')).to(dtype)
    y = x.sum(1, keepdim=True).sin()+.3*torch.randn(40, 1, generator=streams(1, 'y')).to(dtype)
    prior = LearnedNormal(net, 1., spread=1.).to(dtype) if learned else IsotropicNormal(1.)
    return Problem(net, prior, HeteroscedasticGaussian(), (x, y))

short = dict(sampler='microcanonical', draws=5, warmup=40, between=2, progress=False, training=dict(epochs=3))

@pytest.mark.parametrize('learned', [False, True])
def test_deep_networks_are_sampled_from_trained_starts(learned):
    "In the network's precision, with the columns of the table"
    problem = deep(torch.float64, learned)
    q = sample_posterior(problem, chains=3, generator=streams(0, 'deep'), **short)
    assert len(q)==15 and q.chains==3 and {'energy_variance', 'step', 'log_density'}==set(q.table)
    assert all(t.dtype==torch.float64 and t.isfinite().all() for t in q.params.values())
    assert any(k.startswith('prior.') for k in q.learned)==learned
    again = sample_posterior(problem, chains=3, generator=streams(0, 'deep'), **short)
    assert torch.equal(q.draws, again.draws)

@pytest.mark.parametrize('sampler', ['microcanonical', 'hamiltonian'])
def test_seconds_shorten_chains(sampler, monkeypatch):
    "By the pace of their first steps; there are draws however short they are, and all steps where there is time"
    problem, tick = deep(), count()
    start = Point(problem.layout, .3*torch.randn(2, problem.layout.numel, generator=streams(0, 'start')))
    monkeypatch.setattr(sampling, 'time', SimpleNamespace(monotonic=lambda: next(tick)/10))
    how = {**short, 'sampler': sampler, 'training': None, 'warmup': 60, 'draws': 20}
    for seconds,draws,steps in ((.5, 20, 24), (.5, 1, 22), (4., 20, 39), (11., 20, 100)):
        q = sample_posterior(problem, start, seconds=seconds, generator=streams(0, 'run'), **how | dict(draws=draws))
        assert abs(q.numbers['steps']-steps)<2 and len(q)>=2*min(draws, 4) and q.draws.isfinite().all()

@pytest.mark.parametrize('steps', [{}, dict(warmup=20, draws=4)])
def test_a_chain_without_finite_gradients_is_dropped(steps):
    "And named, in short runs, too; if all are, an error says so"
    how = {**short, 'training': None, **steps}
    problem = deep()
    w = torch.randn(3, problem.layout.numel, generator=streams(0, 'start'))
    w[1, 0] = 1e38
    with pytest.warns(UserWarning, match=r'1 of 3 chains were dropped, those of starts \[1\]'):
        q = sample_posterior(problem, Point(problem.layout, w), generator=streams(0, 'drop'), **how)
    assert q.chains==2 and len(q.table)==2 and torch.isfinite(q.draws).all()
    refused('all 3 chains were dropped', lambda: sample_posterior(problem, Point(problem.layout, w*0+1e38), generator=streams(0, 'drop'), **how))

def test_an_interrupted_run_goes_on(tmp_path, monkeypatch):
    "To the same draws"
    problem, file = deep(), tmp_path/'chains.safetensors'
    start = Point(problem.layout, .3*torch.randn(2, problem.layout.numel, generator=streams(0, 'start')))
    options = {**short, 'training': None}
    whole = sample_posterior(problem, start, generator=streams(0, 'run'), **options)
    refused('seconds and checkpoint', sample_posterior, problem, start, seconds=1., checkpoint=file, generator=streams(0, 'run'), **options)
    made, calls = ChainDensity.repeat, []
    def stopped(*args):
        calls.append(0)
        if len(calls)>45: raise KeyboardInterrupt
        return made(*args)
    with monkeypatch.context() as m, pytest.raises(KeyboardInterrupt):
        m.setattr(ChainDensity, 'repeat', stopped)
        sample_posterior(problem, start, generator=streams(0, 'run'), checkpoint=Checkpoint(file, every=0), **options)
    again = sample_posterior(problem, start, generator=streams(0, 'run'), checkpoint=Checkpoint(file, every=0, resume=True), **options)
    assert torch.equal(whole.draws, again.draws)

class OneSum(Gaussian):
    "A likelihood without a term for each row"
    def log_prob(self, outputs, y): return super().log_prob(outputs, y).sum()

@pytest.mark.parametrize('parts,words', [
    (dict(likelihood=OneSum(.3)), r'OneSum.log_prob returns \(\) for 2 rows, expected a log density for each'),
    (dict(model=nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))), "layer '1' .BatchNorm1d. would change its buffers"),
])
def test_problems_without_a_log_density_are_named(parts, words):
    x = torch.randn(20, 2, generator=streams(0, 'x'))
    given = dict(model=nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)), likelihood=Gaussian(.3)) | parts
    refused(words, lambda: sample_posterior(Problem(prior=IsotropicNormal(1.), data=(x, x[:, :1]), **given), **short)) # either may refuse

def test_one_row_is_enough():
    problem = deep()
    q = sample_posterior(problem.with_parts(data=tuple(t[:1] for t in problem.tensors)), generator=streams(0, 'row'), **short)
    assert q.draws.isfinite().all()
