"What the battery of a prior finds: nothing for every prior, and a planted fault for every law."

import pytest

from cases import Case, cases, left_out, refused
from lengths import by_turns
from symbayes.core.messages import SymbayesError
from symbayes.distributions.priors import (
    IsotropicNormal, LaplacePrior, LearnedNormal, MixturePrior, StudentTPrior)
from symbayes.distributions.priors import Prior
from symbayes.testing import check_prior_laws, laws

signed = cases['signed']

def tensor_numbers(case: Case) -> dict[str, float]: return {k: .2+.1*i for i,k in enumerate(case.group.layout.shapes)}

priors = dict(normal=lambda c: IsotropicNormal(.7), normal_each=lambda c: IsotropicNormal(tensor_numbers(c)), laplace=lambda c: LaplacePrior(tensor_numbers(c)),
    student=lambda c: StudentTPrior(4., .3), mixture=lambda c: MixturePrior(), learned=lambda c: LearnedNormal(c.group.layout, tensor_numbers(c)))

@pytest.mark.parametrize('prior,name', by_turns(3, priors, cases))
def test_priors(prior, name):
    found = left_out(check_prior_laws(priors[prior](cases[name]), cases[name].group))
    assert set(found) <= {'KL', 'density of the draws'} and ('KL' in found)==(prior in ('student', 'mixture'))
    if name in ('no_bias', 'signed'): assert 'density of the draws' not in found

class Summed(IsotropicNormal):
    def log_prob(self, layout, w): return super().log_prob(layout, w).sum()

class GlobalPrior(LaplacePrior):
    def rsample(self, layout, n=1, generator=None, like=None): return super().rsample(layout, n, None, like)

class WiderPrior(StudentTPrior):
    def draw(self, shape, generator, like): return 1.4*super().draw(shape, generator, like)

class HalfSlope(IsotropicNormal):
    def log_prob(self, layout, w): return super().log_prob(layout, {k: .5*(t+t.detach()) for k,t in w.items()})

class Refuses(IsotropicNormal):
    def check_invariant(self, g): raise SymbayesError('not this one')

class OtherKL(IsotropicNormal):
    def kl_from(self, q): return super().kl_from(q)-1

prior_faults = [('leading axes', Summed, 'shape'), ('same generator', GlobalPrior, 'global'), ('density of the draws', WiderPrior, 'log_prob'),
    ('gradient', HalfSlope, 'slope'), ('invariance', Refuses, 'not this one'), ('KL', OtherKL, 'log q - log p')]

@pytest.mark.parametrize('name,wrong,says', prior_faults, ids=str)
def test_wrong_priors(name, wrong, says):
    refused(f"^{wrong.__name__} breaks the law '{name}': .*{says}", lambda: check_prior_laws(wrong(), signed.group))

class OwnPrior:
    "No class of ours: a density alone"
    def log_prob(self, layout, w): return -layout.flatten(w).square().sum(-1)
    def check_invariant(self, g): pass

def test_a_prior_with_nothing_but_a_density():
    assert set(left_out(check_prior_laws(OwnPrior(), signed.group)))=={'same generator', 'density of the draws', 'KL'}
    class NoDraws(Prior): log_prob = OwnPrior.log_prob
    assert 'has no rsample' in check_prior_laws(NoDraws(), signed.group)['density of the draws']

def test_every_law_of_a_prior_can_fail():
    assert set(laws['prior'])-{'device'}=={f[0] for f in prior_faults}
