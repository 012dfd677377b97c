"Averages over O(r): limits, sides, draws, and the estimators in the tables of a fit; the chapter has the closed forms against grids of angles."

import numpy as np
import pytest, torch
from torch import nn

from cases import Case, check_in_mean, make_posterior, normal, refused, rng, value
from symbayes.information.estimators import default_estimator, mi_sandwich
from symbayes.information.orbit_averages import (
    Exact, Haar, HaarExact, HaarPlanted, HaarSampled, log_haar, log_haar_bound, sphere_mean, Uniform,
)
from symbayes.information.symmetrized_elbo import symmetrize
from symbayes.symmetry.permutations import PermutationGroup
from symbayes.symmetry.scalings import RotationGroup
from symbayes.testing import check_estimator_laws

def turned(r: int, p: int = 5) -> Case:
    axes = {'0.weight': ('r', p), '1.weight': (2, 'r'), '1.bias': (2,)}
    return Case(lambda: nn.Sequential(nn.Linear(p, r, bias=False), nn.Linear(r, 2)), lambda model: RotationGroup({'r': r}, axes), (p,))

def draw(p: torch.Tensor, n: int, seed: int = 0) -> torch.Tensor:
    "Matrices F of draws from q whose P has eigenvalues p"
    return p.diag()+normal(n, len(p), len(p), seed=seed)*p.sqrt()

def test_one_dimension_is_two_signs():
    case = turned(1)
    q = make_posterior('MatrixNormal', case)
    signs = PermutationGroup({'r': 1}, case.group.axes, {'r'})
    w = q.sample(20, rng(0))
    torch.testing.assert_close(value(HaarExact(), q, case.group, w), value(Exact(), q, signs, w))

@pytest.mark.parametrize('d', [1, 2, 3, 4, 7, 16, 32])
def test_means_over_spheres(d):
    "Against Bessel functions of scipy, and the slope against differences"
    from scipy.special import gammaln, ive
    s, nu = torch.tensor([1e-2, .3, 2., 17., 300., 5000.]).double(), d/2-1
    known = torch.tensor(np.log(ive(nu, s.numpy()))+s.numpy()+gammaln(nu+1)+nu*np.log(2/s.numpy()))
    found, slope = sphere_mean(d, s)
    usable = known.isfinite()&(torch.tensor(ive(nu, s.numpy()))>1e-280)
    torch.testing.assert_close(found[usable], known[usable], rtol=1e-11, atol=1e-10)
    torch.testing.assert_close(torch.autograd.functional.jacobian(lambda t: sphere_mean(d, t)[0].sum(), s), slope, rtol=1e-7, atol=1e-10)
    assert abs(sphere_mean(d, torch.zeros(1).double())[0].item())<1e-12

@pytest.mark.parametrize('r,size', [pytest.param(r, size, marks=[pytest.mark.slow] if r==6 and size in (.01, 30.) else []) for r in (2, 3, 4, 6) for size in (.01, 1., 30., 1000.)])
def test_the_bound_is_a_bound(r, size):
    "No violation in 500 draws: of the exact value at most three dimensions, of the mean of many weights beyond, up to its error"
    f = size**.5*normal(500, r, r, seed=r)*torch.linspace(.1, 1, r).double()
    s = torch.linalg.svdvals(f)
    product = sphere_mean(torch.arange(r, 0, -1), s)[0].sum(-1)
    if r<=3: assert (product>=log_haar(s)-1e-9).all() and torch.equal(log_haar_bound(s), log_haar(s))
    else: assert (product>=log_haar_bound(s)-1e-9).all() and (log_haar_bound(s)>=HaarSampled(300).log_mean(f, rng(0))-.2).all()

@pytest.mark.parametrize('size', [.01, 1., 30., 1000.])
@pytest.mark.parametrize('r', [1, 2, 3])
def test_both_sides_against_closed_forms(r, size):
    f = draw(size*torch.linspace(.5, 1, r).double(), 500, r)
    exact = log_haar(torch.linalg.svdvals(f))
    check_in_mean(exact-HaarSampled(8).log_mean(f, rng(0)), 1e-9)
    check_in_mean(HaarPlanted(8).log_mean(f, rng(0))-exact, 1e-9)

estimators = [HaarExact(), Haar(), Haar(corrected=True), HaarPlanted(16), HaarSampled(16), Uniform(12)]

@pytest.mark.parametrize('estimator', estimators, ids=repr)
@pytest.mark.parametrize('r,family', [(1, 'MatrixNormal'), (2, 'MatrixNormalFull'), (3, 'MatrixNormal'), (5, 'MatrixNormalFull')])
def test_laws_of_estimators(estimator, r, family):
    if r>3 and isinstance(estimator, HaarExact): return
    case = turned(r)
    found = check_estimator_laws(estimator, make_posterior(family, case, std=.6), case.group)
    assert {k for k,v in found.items() if v!='holds'} <= {'side', 'possible range', 'device'}
    if r<=3 and estimator.side!='approximation': assert found['side']=='holds'

def test_other_families_sample_the_group():
    case = turned(3)
    q = make_posterior('MeanField', case, std=.6)
    assert default_estimator(q, case.group)==Uniform()
    s = mi_sandwich(q, case.group, n=6, generator=rng(0))
    assert 0<=s.lower<s.upper==float('inf') and s.upper_error==0 and str(s).endswith('log|G|')
    same = make_posterior('MatrixNormal', case, std=.6)
    w = same.sample(40, rng(1))
    check_in_mean(value(HaarExact(), same, case.group, w)-value(Uniform(200), same, case.group, w), 1e-6)

def test_the_symmetrised_density_does_not_change_under_rotations():
    case = turned(3)
    q, g = make_posterior('MatrixNormal', case), case.group
    qg = symmetrize(q, g)
    w = qg.sample(5, rng(0))
    torch.testing.assert_close(qg.log_prob(w, HaarExact()), qg.log_prob(g.act(g.sample(generator=rng(1)), w), HaarExact()))
    refused('HaarPlanted needs', lambda: qg.log_prob(w, HaarPlanted(4)))
