"Factor models: densities against normal ones, posteriors against the evidence, and exact moves."
from math import log, pi

import pytest, torch

from symbayes.core.tensors import streams
from symbayes.inference.factor_models import (
    FactorModel, evidence_bounds, fit_factors, score_posterior)

def simulated(n, p, r, seed=0):
    gen = streams(seed, 'factor table')
    a, b = torch.randn(n, r, generator=gen).double(), torch.randn(r, p, generator=gen).double()
    return a@b+torch.randn(n, p, generator=gen).double(), b

def test_a_power_of_the_likelihood_is_integrated_over_scores():
    (x, b), power = simulated(4, 3, 1), .3
    grid = torch.linspace(-12, 12, 4001, dtype=torch.float64)
    noise = torch.tensor([.5, 1., 2.]).double()
    residual = x.unsqueeze(1)-grid[:, None]*b
    joint = -.5*power*(residual.square()/noise+(2*pi*noise).log()).sum(-1)-.5*grid.square()-.5*log(2*pi)
    by_grid = (joint.logsumexp(-1)+(grid[1]-grid[0]).log()).sum()
    torch.testing.assert_close(FactorModel.of(x, noise).log_lik(b, power), by_grid)

def test_other_units_change_the_density_by_their_volume():
    (x, b), unit = simulated(20, 4, 2), torch.tensor([.1, 1., 2., 30.]).double()
    model = FactorModel.of(x, .7)
    torch.testing.assert_close(model.in_units(unit).log_lik(b/unit), model.log_lik(b)+20*unit.log().sum())

def test_scores_are_those_of_a_regression():
    (x, b), psi = simulated(5, 6, 2), torch.linspace(.2, 3, 6).double()
    mean, factor = score_posterior(b, x, psi)
    precision = torch.eye(2).double()+b/psi@b.mT
    torch.testing.assert_close(factor@factor.mT, precision)
    torch.testing.assert_close(mean, torch.linalg.solve(precision, b/psi@x.mT))

@pytest.mark.parametrize('rank,evidence', [(1, -368.25), (4, -502.2)])
def test_bounds_are_below_the_evidence_and_rotations_close_the_gap(rank, evidence):
    "The evidence is that of 64 chains from either end, which Gibbs sweeps anneal as on the page: it is known to .1 nats"
    x, _ = simulated(40, 6, rank)
    model = FactorModel.of(x)
    f = fit_factors(model, rank, full=True, max_iter=30, generator=streams(0, 'fit'))
    again = fit_factors(model, rank, full=True, max_iter=30, generator=streams(0, 'fit')) if rank==1 else f
    assert f.lower==again.lower and torch.equal(f.posterior.loc, again.posterior.loc)
    assert f.elbo<f.lower<=f.upper+.05 and f.upper<evidence+.2+3*f.error and f.lower>evidence-4
    assert f.lower-f.elbo>(.5 if rank==1 else 8)

@pytest.mark.parametrize('noise', ['one', 'columns'])
def test_noise_and_scale_are_learned(noise):
    gen = streams(3, 'learned')
    psi = torch.tensor([.25]*6).double() if noise=='one' else torch.tensor([.1, .2, .4, .8, 1.6, 3.2]).double()
    x = torch.randn(800, 2, generator=gen).double()@(3*torch.randn(2, 6, generator=gen).double())+psi.sqrt()*torch.randn(800, 6, generator=gen).double()
    f = fit_factors(FactorModel.of(x), 2, noise, learned_prior=True, generator=gen)
    assert (f.model.noise/psi).log().abs().max()<.4 and 1.5<f.model.prior_std[0]<6
    assert (noise=='one')==torch.allclose(f.model.noise, f.model.noise[0])

def test_both_sides_are_widened_by_rounding():
    x, _ = simulated(40, 6, 2)
    f = fit_factors(FactorModel.of(x), 2, full=True, max_iter=5, generator=streams(0, 'fit'))
    assert f.upper-f.lower<1e-6
    with torch.no_grad():
        f.posterior.scale('factor')[-1, :-1] *= 0
        f.posterior.scale('factor')[-1, -1] = -20.
    _, lower, upper, _ = evidence_bounds(f.model, f.posterior, f.group, generator=streams(0, 'judge'))
    assert upper-lower>1
