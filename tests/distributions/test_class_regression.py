"The best Gaussian of a linear classifier: known answers by quadrature, sides, gradients, laws of the collapsed family for classes, bad input."
from math import log, pi

import pytest, torch
from hypothesis import given, settings, strategies as st
from torch import nn

from cases import close, prior_of, refused, rng, rngs
from symbayes.distributions.regression import class_regression, class_targets, contrasts, smoothed
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.priors import IsotropicNormal
from symbayes.distributions.likelihoods import Bernoulli, Categorical, Gaussian
from symbayes.distributions.problem import Problem
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import evaluate
from symbayes.inference.sampling import sample_posterior
from symbayes.testing import check_family_laws

def class_evidence(f, y, classes, std): return class_regression((f*std).unsqueeze(-3), class_targets(y, classes).to(f), classes)[0].sum(-1)

def features(n=9, p=3, lead=(), seed=0): return torch.randn(*lead, n, p, generator=rng(seed)).double()
def labels(n=9, classes=3): return torch.arange(n)%classes
def bits(n=9, out=2): return torch.stack([(torch.arange(n)%(i+2)==0) for i in range(out)], 1).double()

# known answers

def by_quadrature(f, y, std):
    "Log evidence of one log-odds weight on one feature, by the trapezoid rule"
    u = torch.linspace(-40, 40, 400_001, dtype=torch.float64)
    lik = nn.functional.logsigmoid((2*y-1)[:, None]*f*u).sum(0)
    log_p = lik-.5*(u/std)**2-.5*log(2*pi)-log(std)
    return torch.logsumexp(log_p, 0)+torch.log(u[1]-u[0])

@pytest.mark.parametrize('std', [.1, 1., 3.])
def test_one_weight(std):
    f, y = features(20, 1), (torch.rand(20, generator=rng(1))<.7).double()
    exact, bound = by_quadrature(f, y, std), class_evidence(f, y[:, None], 1, std)
    assert bound<exact+1e-9 and exact-bound<.05*max(1., std)

def test_without_features_the_evidence_is_that_of_a_coin():
    for classes in (2, 3, 7):
        y = torch.randint(classes, (15,), generator=rng(0))
        close(class_evidence(torch.zeros(15, 2).double(), y, classes, 1.), torch.tensor(-15*log(classes), dtype=torch.float64))

@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), classes=st.integers(2, 5), scale=st.floats(.05, 8.), rows=st.integers(1, 12))
def test_below_importance_sampling(seed, classes, scale, rows):
    f, y = scale*features(rows, 2, seed=seed), torch.randint(classes, (rows,), generator=rng(seed))
    value, at = class_regression(f.unsqueeze(-3), class_targets(y, classes), classes)
    u = at.draw(torch.randn(4000, 1, 2, classes, generator=rng(seed+1)).double())
    lik = (f@u[:, 0]).log_softmax(-1).gather(-1, y.expand(4000, -1).unsqueeze(-1)).sum((-2, -1))
    log_w = lik-.5*u.square().sum((1, 2, 3))-classes*log(2*pi)-at.log_density(u)[:, 0]
    assert value.item()<log_w.mean().item()+5*log_w.std().item()/4000**.5+1e-6  # the mean is the exact ELBO of this Gaussian

@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), k=st.integers(2, 6), std=st.floats(.01, 4.))
def test_the_bound_of_a_log_sum_exp(seed, k, std):
    basis, mean = contrasts(k)[:, :-1], 2*torch.randn(3, k-1, generator=rng(seed)).double()
    root = std*torch.randn(3, k-1, k-1, generator=rng(seed+1)).double()/k**.5
    r, curvature, bound = smoothed(mean, root@root.mT, basis)
    draws = (mean+(torch.randn(4000, 3, 1, k-1, generator=rng(seed+2)).double()@root.mT).squeeze(-2))@basis.mT
    each = draws.logsumexp(-1)
    assert (bound>each.mean(0)-5*each.std(0)/4000**.5).all()
    close(r.sum(-1), torch.ones(3).double())
    assert (torch.linalg.eigvalsh(curvature)>-1e-12).all()

@pytest.mark.parametrize('classes', [1, 2, 4])
def test_draws_and_densities(classes):
    y = bits() if classes==1 else labels(classes=classes)
    out = 2 if classes==1 else classes
    _, at = class_regression(features(lead=(2, 1)), class_targets(y, classes), classes)
    u = at.draw(torch.randn(30_000, 2, 1, 3, out, generator=rng(3)).double())
    close(u.mean(0), at.mean(), .04)
    one = u[:, 0].flatten(1)
    dense = torch.distributions.MultivariateNormal(at.mean()[0].flatten(), one.mT.cov())
    close(at.log_density(u[:4])[:, 0, 0], dense.log_prob(one[:4]), .15)

# the family

def made(likelihood, members=0, std=.4, model=None, **how):
    y = labels() if isinstance(likelihood, Categorical) else bits()
    model = model or nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3 if isinstance(likelihood, Categorical) else 2)).double()
    xy, prior = (features(9, 2), y), prior_of(model)
    gens = rngs(*range(3, 3+members)) if members else rng(3)
    return Problem(model, prior, likelihood, xy), CollapsedLastLayer.from_module([model]*members if members else model, prior, likelihood, xy, std=std, generator=gens, **how)

both = pytest.mark.parametrize('likelihood', [Categorical(), Bernoulli()], ids=['classes', 'bits'])

@both
def test_laws(likelihood):
    p, q = made(likelihood)
    assert 'informative part' in check_family_laws(q, p.group).asked

def test_refused():
    p, q = made(Categorical())
    x, y = p.tensors
    refused('labels run from 0 to 2, expected 0 to 1', CollapsedLastLayer.from_module, nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2)).double(), p.prior, Categorical(), (x, y))
    refused('but the posterior was made for 3 classes', fit, p.with_parts(likelihood=Gaussian(.1), data=(x, torch.zeros(9, 3).double())), q, epochs=1)
    refused('predictive takes a last layer that is exact', q.predictive, x)
    refused("start is a CollapsedLastLayer, expected a Point, a fitted Gaussian", sample_posterior, p, q, draws=2, progress=False)
    refused('these data are not those of the posterior', evaluate, p.with_parts(data=(x, (y+1)%3)), q)
    mean = IsotropicNormal(1., {k: .5 for k,_ in p.model.named_parameters()})
    refused('expected zero', CollapsedLastLayer.from_module, p.model, mean, Categorical(), (x, y))
