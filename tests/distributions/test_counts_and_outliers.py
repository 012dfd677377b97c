"The best Gaussian of counts and of Student-t noise: an outlier, gradients, laws of the collapsed family."
import pytest, torch
from torch import nn

from cases import close, prior_of, refused, rng
from symbayes.distributions.regression import best_gaussian, OfCounts, OfStudentT
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.likelihoods import Gaussian, Poisson, StudentT
from symbayes.distributions.problem import Problem
from symbayes.inference.prediction import evaluate
from symbayes.inference.sampling import sample_posterior
from symbayes.inference.selection import default_posterior
from symbayes.testing import check_family_laws

def features(n=9, p=3, seed=0): return torch.randn(n, p, generator=rng(seed)).double()
def targets(likelihood, n=9, out=2):
    z = features(n, out, seed=7)
    return torch.poisson(z.exp(), generator=rng(1)) if isinstance(likelihood, Poisson) else z

both = pytest.mark.parametrize('likelihood,rows', [(Poisson(), OfCounts()), (StudentT(3.), OfStudentT(3.))], ids=['counts', 'outliers'])

# known answers

def test_an_outlier_hardly_moves_the_weights():
    f, y = features(40, 2), features(40, 2)@torch.tensor([[1.], [-1.]]).double()
    off = y.clone()
    off[3] += 1000.
    close(best_gaussian(f, off, OfStudentT(3.))[1].m, best_gaussian(f, y, OfStudentT(3.))[1].m, .05)

@both
def test_gradients_for_features_and_targets(likelihood, rows):
    f, y = .5*features(8, 3), targets(likelihood, 8, 1)
    of = lambda f, y: best_gaussian(f, y, type(rows)(*vars(rows).values()), True)[0]   # through all rounds
    inputs = [f.requires_grad_()]+([y.requires_grad_()] if isinstance(likelihood, StudentT) else [])
    by_hand, through = (torch.autograd.grad(v, inputs) for v in (best_gaussian(f, y, rows)[0], of(f, y)))
    for a,b in zip(by_hand, through): close(a, b, 1e-3)

# the family

likelihoods = pytest.mark.parametrize('likelihood', [Poisson(), StudentT(3., .4), StudentT(3., [.4, .8])], ids=['counts', 'outliers', 'scale by output'])

def made(likelihood, model=None):
    model = model or nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2)).double()
    p = Problem(model, prior_of(model), likelihood, (features(9, 2), targets(likelihood)))
    return p, CollapsedLastLayer.of(p, std=.4, generator=rng(3))

@likelihoods
def test_laws(likelihood):
    p, q = made(likelihood)
    assert 'informative part' in check_family_laws(q, p.group).asked

def test_the_default_and_what_is_refused():
    p, q = made(StudentT(3., .4))
    assert isinstance(default_posterior(p), CollapsedLastLayer) and not isinstance(default_posterior(p, exact=True), CollapsedLastLayer)
    refused('made for Student-t noise with 3 degrees of freedom', evaluate, p.with_parts(likelihood=StudentT(4., .4)), q)
    refused('made for Student-t noise with 3 degrees of freedom', evaluate, p.with_parts(likelihood=Gaussian(.4)), q)
    refused('noise has standard deviation', evaluate, p.with_parts(likelihood=StudentT(3., .5)), q)
    refused('predictive takes a last layer that is exact', q.predictive, p.tensors[0])
    refused('start is a CollapsedLastLayer, expected a Point, a fitted Gaussian', sample_posterior, p, q, draws=2, progress=False)
    refused('2 targets are no counts', CollapsedLastLayer.from_module, p.model, p.prior, Poisson(), (p.tensors[0][:1], -torch.ones(1, 2).double()))
