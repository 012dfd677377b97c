"The laws of devices, over everything that the batteries are asked about"
from dataclasses import dataclass

import pytest
import torch

from cases import cases, has_family, make_posterior, families, row_families
from lengths import by_turns, some, among
from pretend_device import accelerator
from symbayes.core.messages import SymbayesError
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.information.orbit_averages import Uniform
from symbayes.symmetry.permutations import PermutationGroup
from symbayes.testing import check_estimator_laws, check_family_laws, check_group_laws, check_likelihood_laws, check_prior_laws, laws
from testing.test_estimator_laws import estimators
from testing.test_likelihood_laws import likelihoods, out
from testing.test_prior_laws import priors

def asked(battery, check, *args):
    "The finding of the law `device` alone"
    with accelerator(): return check(*args, skip=[k for k in laws[battery] if k!='device'])['device']

@pytest.mark.parametrize('name', cases)
def test_groups(name): assert asked('group', check_group_laws, cases[name].group)=='holds'

@pytest.mark.parametrize('family, members, name', by_turns(3, [*families, *row_families], [None, 3], cases))
def test_families(family, members, name):
    if has_family(family, name): assert asked('family', check_family_laws, make_posterior(family, cases[name], members), cases[name].group)=='holds'

@pytest.mark.parametrize('prior, name', by_turns(3, priors, cases))
def test_priors(prior, name): assert asked('prior', check_prior_laws, priors[prior](cases[name]), cases[name].group)=='holds'

@pytest.mark.parametrize('likelihood, k, y, values', likelihoods, ids=str)
def test_likelihoods(likelihood, k, y, values): assert asked('likelihood', check_likelihood_laws, likelihood, out[..., :k], y, values)=='holds'

@pytest.mark.parametrize('estimator', estimators, ids=str)
@pytest.mark.parametrize('name', some(['signed', 'no_bias', 'twice'], among('signed')))
def test_estimators(estimator, name):
    assert asked('estimator', check_estimator_laws, estimator, make_posterior('MeanField', cases[name], std=.6), cases[name].group)=='holds'

def of_the_cpu(t): return t+torch.zeros(t.shape)

class ForgetfulGroup(PermutationGroup):
    def act(self, a, w, **how): return {k: of_the_cpu(t) for k,t in super().act(a, w, **how).items()}

class ForgetfulFamily(MeanField):
    def flat_log_prob(self, x): return of_the_cpu(super().flat_log_prob(x))

class ForgetfulPrior(IsotropicNormal):
    def log_prob(self, layout, w): return of_the_cpu(super().log_prob(layout, w))

class ForgetfulLikelihood(Gaussian):
    def log_prob(self, outputs, y): return of_the_cpu(super().log_prob(outputs, y))

@dataclass(frozen=True)
class ForgetfulEstimator(Uniform):
    def __call__(self, *args): return of_the_cpu(super().__call__(*args))

g = cases['signed'].group
q = make_posterior('MeanField', cases['signed'])
faults = [('group', check_group_laws, ForgetfulGroup(g.sizes, g.axes, g.signed_labels)), ('family', check_family_laws, ForgetfulFamily(q.layout, q.loc, q.log_std)),
    ('prior', check_prior_laws, ForgetfulPrior(1.), g), ('likelihood', check_likelihood_laws, ForgetfulLikelihood(.3), out, out[1]),
    ('estimator', check_estimator_laws, ForgetfulEstimator(4), q, g)]

@pytest.mark.parametrize('battery, check, args', [(b, c, args) for b,c,*args in faults], ids=[f[0] for f in faults])
def test_planted_faults(battery, check, args):
    "A constant of the CPU is found"
    with pytest.raises(SymbayesError, match="breaks the law 'device': .*two devices"): asked(battery, check, *args)
