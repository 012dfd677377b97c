"The laws of devices, over everything that the batteries are asked about"
import pytest
import torch

from cases import cases, has_family, make_posterior, families, row_families
from lengths import by_turns, some, among
from pretend_device import accelerator
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

def test_a_planted_fault():
    "A likelihood with a constant of the CPU is found"
    class Shifted(type(likelihoods[1][0])):
        def log_prob(self, outputs, y): return super().log_prob(outputs, y)+torch.zeros(outputs.shape[-2])
    with pytest.raises(Exception, match="breaks the law 'device': .*two devices"): asked('likelihood', check_likelihood_laws, Shifted(.3), out, out[1], None)
