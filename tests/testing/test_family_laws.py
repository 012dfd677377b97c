"What the battery of a family finds: nothing for every family, and a planted fault for every law."

import pytest
import torch

from cases import cases, families, in_turn, left_out, make_posterior, refused, rng, stacks
from lengths import some
from symbayes.distributions.base import _families, Posterior
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.samples import Samples, as_distribution
from symbayes.information.symmetrized_elbo import symmetrize
from symbayes.testing import check_family_laws, check_group_laws, laws

signed = cases['signed']

@pytest.mark.parametrize('family,name,members', some(stacks, in_turn), ids=str)
def test_families(family, name, members):
    g = cases[name].group
    found = left_out(check_family_laws(make_posterior(family, cases[name], members), g))
    others = {'informative tensors', 'informative part', 'bound network', 'integrated bound'} # of families whose tensors follow each other, or a network
    if g.labels: assert set(found)-others <= ({'unit densities'} if family=='LowRank' else set())

def test_families_with_laws_of_a_network_are_asked_them():
    "By tests of their own, which have a problem: test_collapsed, test_inducing, test_few_images and test_sampling"
    import symbayes.experiments.few_images, symbayes.distributions.collapsed, symbayes.distributions.inducing  # noqa: F401
    import symbayes.inference.sampling  # noqa: F401
    bases = {'NetworkFamily'}  # that no posterior is of alone
    claims = {k for k,f in _families.items() if f.__module__.startswith('symbayes.') and (hasattr(f, 'bind') or hasattr(f, 'elbo_draws'))}
    assert claims-bases=={'CollapsedLastLayer', 'InducingPosterior', 'InducingLastLayer', 'SampledPosterior'}

@pytest.mark.parametrize('family', families)
def test_families_in_float32(family): check_family_laws(make_posterior(family, signed, 2, dtype=torch.float32), signed.group)

@pytest.mark.parametrize('seed', range(3))
def test_other_random_numbers(seed):
    check_family_laws(make_posterior('UnitGaussian', signed), signed.group, generator=rng(seed))
    check_group_laws(cases['deep'].group, generator=rng(seed))

def test_samples_and_samplers():
    "Draws without a density"
    q, g = make_posterior('MeanField', signed), signed.group
    found = check_family_laws(Samples(q.sample(50, rng(0)), q.layout), g)
    assert {'draws', 'same generator', 'moments', 'pushforward', 'members', 'files'} <= set(found.asked)
    check_family_laws(as_distribution(lambda n, generator: q.sample(n, generator), q.layout), g)

def test_a_symmetrised_posterior():
    "Draws, and a density that integrates to one; its points come along one axis"
    case = cases['no_bias_signed']
    found = check_family_laws(symmetrize(make_posterior('MeanField', case), case.group), case.group, skip=['leading axes'])
    assert {'draws', 'same generator', 'density of the draws'} <= set(found.asked) and found['leading axes']=='skipped'

class OwnTested(MeanField):
    "A family of one's own, which moves within the family"
    def pushforward(self, g, a):
        p = super().pushforward(g, a)
        return type(self)(p.layout, p.loc.detach(), p.log_std.detach())

class CarriesGradient(OwnTested):
    def sample(self, n=1, generator=None): return self.rsample(n, generator)

class ForgetsMembers(OwnTested):
    def flat_rsample(self, n, generator=None): return super().flat_rsample(n, generator)[:, 0]

class GlobalDraws(OwnTested):
    def flat_rsample(self, n, generator=None): return super().flat_rsample(n)

class ByPlace(OwnTested):
    def flat_log_prob(self, x): return super().flat_log_prob(x) + 1e-6*torch.arange(x.shape[-2])

class Pinned(OwnTested):
    "One weight is never drawn anew, though it has a density"
    def flat_rsample(self, n, generator=None):
        x = super().flat_rsample(n, generator)
        return torch.cat([x[..., :1]*0+self.loc[..., None, :1], x[..., 1:]], -1)

class OtherStd(OwnTested):
    @property
    def std(self): return {k: 1.2*t for k,t in super().std.items()}

class OtherMean(OwnTested):
    @property
    def mean(self): return {k: t+.1 for k,t in super().mean.items()}

class MoreEntropy(OwnTested):
    def entropy(self): return super().entropy()+.5

class MoreKL(OwnTested):
    def kl(self, prior): return prior.kl_from(self)+.5

class WrongWay(OwnTested):
    def orbit_log_ratio(self, w, g, a): return super().orbit_log_ratio(w, g, g.inverse(a))

class OtherDiagonal(OwnTested):
    def unit_log_density(self, w, g, label):
        both, own = super().unit_log_density(w, g, label)
        return both, own+1

class Mixed(OwnTested):
    "The matrix is that of the units in another order"
    def units(self, w, group, label, names=None): return super().units(w, group, label, names).flip(-2)
    def orbit_log_ratio(self, w, g, a): return Posterior.orbit_log_ratio(self, w, g, a)

class OtherMember(OwnTested):
    def member(self, i):
        m = super().member(i)
        with torch.no_grad(): m.loc[0] += 1
        return m

class Rounded(OwnTested):
    def save(self, path): Rounded(self.layout, self.loc.detach(), self.log_std.detach().float().double())._save(path)
    def _save(self, path): return super().save(path)

class OtherTensors(OwnTested):
    def informative_tensors(self, group): return {'h1': [k for k in self.layout.shapes if 'h1' not in group.labels_on(k)]}

class OtherPart(OwnTested):
    def informative_part(self, group): return self, group.restrict(list(self.layout.shapes)[:1])

family_faults = [('informative tensors', OtherTensors, 'which does not move them'), ('informative part', OtherPart, 'the group of the part'), ('draws', CarriesGradient, 'carry a gradient'), ('same generator', GlobalDraws, 'global'), ('leading axes', ByPlace, 'log_prob'),
    ('density of the draws', Pinned, 'log_prob'), ('moments', OtherStd, 'variance'), ('moments', OtherMean, 'mean'), ('entropy', MoreEntropy, 'minus the mean'),
    ('KL', MoreKL, 'log q - log p'), ('orbit', WrongWay, 'orbit_log_ratio'),
    ('unit densities', OtherDiagonal, 'where they are'), ('unit densities', Mixed, "label 'h1' are exchanged"), ('members', OtherMember, 'member 0'), ('files', Rounded, "tensor 'log_std'")]

def uneven(cls: type) -> MeanField:
    q = make_posterior('MeanField', signed)
    return cls(q.layout, q.loc.detach().clone(), q.log_std.detach().clone())

@pytest.mark.parametrize('name,wrong,says', family_faults, ids=str)
def test_wrong_families(name, wrong, says):
    refused(f"^{wrong.__name__} breaks the law '{name}': .*({says})", check_family_laws, uneven(wrong), signed.group)

def test_wrong_stacks():
    q = make_posterior('MeanField', signed, 3)
    wrong = ForgetsMembers(q.layout, q.loc.detach().clone(), q.log_std.detach().clone())
    refused("breaks the law 'draws': .*leading axes \\(3,\\), expected \\(3, 3\\)", check_family_laws, wrong)

def test_other_errors_are_named_too():
    class Crashes(MeanField):
        def entropy(self): return {}['x']
    refused("Crashes breaks the law 'entropy': KeyError: 'x'", check_family_laws, uneven(Crashes))


def test_every_law_of_a_family_can_fail():
    "Some of them in their chapter, nbs/testing/02_batteries; those of a network in test_inducing, where there is a problem"
    elsewhere = {'gradient', 'pushforward', 'bound network', 'integrated bound'}
    assert set(laws['family'])-{'device'}=={f[0] for f in family_faults} | elsewhere
