"The batteries of laws: over every group, family, prior, likelihood and estimator, and over a planted fault for every law."
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any, ClassVar

import pytest
import torch
from torch import nn
from torch import distributions as td

from cases import Case, cases, families, has_family, in_turn, make_posterior, mlp, pairs, rng, row_families, stacks
from lengths import by_turns, some
from symbayes.core.messages import SymbayesError
from symbayes.distributions.base import _families
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.gaussian_base import Posterior
from symbayes.distributions.likelihoods import Bernoulli, Categorical, Gaussian, HeteroscedasticGaussian, Likelihood, Poisson, StudentT
from symbayes.distributions.learned_priors import LearnedNormal
from symbayes.distributions.prior_base import Prior
from symbayes.distributions.priors import IsotropicNormal, LaplacePrior, MixturePrior, StudentTPrior
from symbayes.distributions.samples import Samples, as_distribution
from symbayes.information.estimators import Bethe, Planted, Sampled, Sinkhorn, Soules
from symbayes.information.orbit_averages import Exact, Uniform
from symbayes.information.symmetrized_elbo import symmetrize
from symbayes.symmetry.permutations import Element, PermutationGroup
from symbayes.testing import (Laws, check_estimator_laws, check_family_laws, check_group_laws, check_likelihood_laws, check_prior_laws,
    expect_close, expect_equal, expect_mean, law, laws, only_if)

signed, wide = cases['signed'], make_posterior('MeanField', cases['signed'], std=.6)
small = [c for c in cases if cases[c].group.order<=600]

def left_out(found: Laws) -> dict[str, str]: return {k: v for k,v in found.items() if v!='holds'}

# right ones

@pytest.mark.parametrize('name', by_turns(2, cases))
def test_groups(name):
    case = cases[name]
    found = check_group_laws(case.group, case.model(), case.x())
    if case.group.labels: assert set(left_out(found)) <= {'uniform draws'}

@pytest.mark.parametrize('family,name,members', some(stacks, in_turn), ids=str)
def test_families(family, name, members):
    g = cases[name].group
    found = left_out(check_family_laws(make_posterior(family, cases[name], members), g))
    others = {'informative tensors', 'informative part', 'bound network', 'integrated bound'} # of families whose tensors follow each other, or a network
    if g.labels: assert set(found)-others <= ({'unit densities'} if family=='LowRank' else set())

@pytest.mark.parametrize('family,name,members', by_turns(6, row_families, [c for c in cases if has_family('MatrixNormal', c)], (None, 3)), ids=str)
def test_families_by_rows(family, name, members):
    "An element may move the columns of blocks each in its own way, which rows that are alike cannot follow"
    found = left_out(check_family_laws(make_posterior(family, cases[name], members), cases[name].group))
    assert set(found) <= {'informative tensors', 'informative part', 'bound network', 'integrated bound', 'pushforward'}
    if cases[name].group.labels and not cases[name].group.inside: assert 'pushforward' not in found

def test_families_with_laws_of_a_network_are_asked_them():
    "By tests of their own, which have a problem: test_collapsed, test_inducing, test_few_images and test_sampling"
    import symbayes.experiments.last_layers, symbayes.distributions.collapsed, symbayes.distributions.inducing  # noqa: F401
    import symbayes.inference.sampling  # noqa: F401
    bases = {'NetworkFamily', 'FollowsBody'}  # that no posterior is of alone
    claims = {f.__name__ for named in _families.values() for module,f in named.items() if module.startswith('symbayes.') and (hasattr(f, 'bind') or hasattr(f, 'elbo_draws'))}
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

def tensor_numbers(case: Case) -> dict[str, float]: return {k: .2+.1*i for i,k in enumerate(case.group.layout.shapes)}
priors = dict(normal=lambda c: IsotropicNormal(.7), normal_each=lambda c: IsotropicNormal(tensor_numbers(c)), laplace=lambda c: LaplacePrior(tensor_numbers(c)),
    student=lambda c: StudentTPrior(4., .3), mixture=lambda c: MixturePrior(), learned=lambda c: LearnedNormal(c.group.layout, tensor_numbers(c)))

@pytest.mark.parametrize('prior,name', by_turns(3, priors, cases))
def test_priors(prior, name):
    found = left_out(check_prior_laws(priors[prior](cases[name]), cases[name].group))
    assert set(found) <= {'KL', 'density of the draws'} and ('KL' in found)==(prior in ('student', 'mixture'))
    if name in ('no_bias', 'signed'): assert 'density of the draws' not in found

out = 2*torch.randn(4, 6, 2, generator=rng(2), dtype=torch.float64)

class Heavy(Likelihood):
    "Student-t noise with a learned scale"
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))
    def expand(self, batch): self.log_scale = nn.Parameter(self.log_scale.detach().expand(batch).clone())
    def scale(self, outputs): return self.log_scale.exp().to(outputs).reshape(self.log_scale.shape + (1,)*(outputs.ndim-self.log_scale.ndim))
    def log_prob(self, outputs, y): return td.StudentT(4., outputs, self.scale(outputs)).log_prob(y).sum(-1)
    def check(self, y, n_out): pass

bits, counts = torch.tensor([0, 1, 1, 0, 1, 0]), torch.tensor([0., 3., 1., 2., 0., 5.])
likelihoods = [(Categorical(), 2, bits, None), (Gaussian(.3), 2, out[1], None), (Gaussian(1e-3), 1, out[1, :, :1], None), (Gaussian(40.), 1, out[1, :, 0], None),
    (Gaussian(.3, learned=True), 2, out[1], None), (Gaussian([.01, 30.], learned=True), 2, out[1], None), (Heavy(), 1, out[1, :, :1], None), (StudentT(3., .2), 2, out[1], None),
    (StudentT(5., .2, learned=True), 1, out[1, :, 0], None), (HeteroscedasticGaussian(), 2, out[1, :, 0], None), (Bernoulli(), 1, bits, torch.arange(2)), (Bernoulli(), 2, out[1].gt(0).double(), torch.arange(2)),
    (Poisson(), 1, counts, torch.arange(300)), (Poisson(), 2, counts[:, None].expand(-1, 2), torch.arange(200))]

@pytest.mark.parametrize('likelihood,k,y,values', likelihoods, ids=str)
def test_likelihoods(likelihood, k, y, values):
    found = left_out(check_likelihood_laws(likelihood, out[..., :k], y, values))
    assert not found if not isinstance(likelihood, (Categorical, Heavy)) else list(found)==['predictive']
    check_likelihood_laws(likelihood, out[..., :k].float(), y.float() if y.is_floating_point() else y, values)

def test_likelihoods_of_a_stack():
    noise = Gaussian(.3, learned=True)
    noise.join_stack(torch.Size([3]))
    with torch.no_grad(): noise.log_std += torch.arange(3.)
    assert not left_out(check_likelihood_laws(noise, out, out[1]))

def test_many_real_outputs_are_not_integrated():
    outputs = torch.randn(2, 5, 3, generator=rng(0))
    assert '3 real entries' in check_likelihood_laws(Gaussian(1.), outputs, outputs[0])['density of the targets']
    assert 'is not said' in check_likelihood_laws(Poisson(), outputs, outputs.gt(0)[0].long())['density of the targets']
    assert 'too many' in check_likelihood_laws(Poisson(), outputs, outputs.gt(0)[0].long(), torch.arange(300))['density of the targets']
    assert list(left_out(check_likelihood_laws(Categorical(), outputs, torch.tensor([0, 1, 2, 2, 0]))))==['predictive']

estimators = [Exact(), Uniform(1), Uniform(12), Sinkhorn(), Soules(), Bethe(), Sampled(16), Planted(16)]

over = [(f, c) for f,c in pairs if c in small and (f=='MeanField' or c in ('signed', 'no_bias', 'twice', 'no_hidden'))]

@pytest.mark.parametrize('estimator,family,name', by_turns(6, estimators, over), ids=str)
def test_estimators(estimator, family, name):
    if family=='LowRank' and not isinstance(estimator, (Exact, Uniform)): return
    found = check_estimator_laws(estimator, make_posterior(family, cases[name], std=.6), cases[name].group)
    assert not left_out(found) or name=='no_hidden'

def test_estimators_of_large_groups():
    case = Case(lambda: mlp(3, 9, 2))
    found = left_out(check_estimator_laws(Soules(), make_posterior('MeanField', case), case.group))
    assert set(found)=={'side'}

# planted faults: battery, law, a wrong object, a part of the message

Three = {'h': 3}, {'a': ('h', 2), 'b': (1, 'h')}, {'h'}

class Repeats(PermutationGroup):
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        return Element({l: i.clamp_max(1) for l,i in a.items()}, a.signs)

class Reversed(PermutationGroup):
    def identity(self, *args): return super().identity(*args).map(lambda t: t.flip(-1) if t.dtype==torch.int64 else t)

class Bracketed(PermutationGroup):
    "ab is abb, where neither is the identity"
    def compose(self, a, b):
        still = [all(torch.equal(x[l], self.identity()[l]) for l in x) and all((s==1).all() for s in x.signs.values()) for x in (a, b)]
        return super().compose(super().compose(a, b), b) if not any(still) else super().compose(a, b)

class NoInverse(PermutationGroup):
    def inverse(self, a): return a

class Backwards(PermutationGroup):
    def compose(self, a, b): return super().compose(b, a)

class Rescaled(PermutationGroup):
    "An action, but one that changes numbers"
    def act(self, a, params, signs=True):
        d = torch.tensor([[1.], [2.], [4.]], dtype=torch.float64)
        moved = super().act(a, params|{'a': params['a']/d}, signs)
        return moved|{'a': moved['a']*d}

class AlwaysSigned(PermutationGroup):
    def act(self, a, params, signs=True): return super().act(a, params)

class FirstOfStack(PermutationGroup):
    def act(self, a, params, signs=True): return super().act(a.map(lambda t: t[:1].expand_as(t)) if a.lead else a, params, signs)

class LosesSigns(PermutationGroup):
    def element(self, index, signs=None): return super().element(dict(index), {})

class MovesMore(PermutationGroup):
    "Calls the signs of all labels those of one"
    def tensors_of(self, label): return super().tensors_of(label)[:1]

class RolledIndex(PermutationGroup):
    def unit_index(self, label, layout=None): return super().unit_index(label, layout).roll(1, 0)

class OneMore(PermutationGroup):
    order = 49

class Twice(PermutationGroup):
    def elements(self, chunk=None): return iter([c.map(lambda t: torch.cat([t[:-1], t[:1]])) for c in super().elements(chunk)])

class Lazy(PermutationGroup):
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        still = torch.rand(*shape, 1, generator=generator)<1/3
        return Element({l: torch.where(still, torch.arange(i.shape[-1]), i) for l,i in a.items()}, a.signs)

class Global(PermutationGroup):
    def sample(self, *shape, generator=None): return super().sample(*shape)

class Constant(PermutationGroup):
    def sample(self, *shape, generator=None): return super().sample(*shape, generator=rng(int(torch.tensor(shape).prod())))

forgets = PermutationGroup(signed.group.sizes, signed.group.axes | {'0.bias': (4,)}, signed.group.signed)
group_faults = [('closure', Repeats, 'no permutation'), ('identity', Reversed, 'identity'), ('associativity', Bracketed, r'\(ab\)c'), ('inverse', NoInverse, 'inverse'),
    ('action of a product', Backwards, "tensor 'a'"), ('numbers kept', Rescaled, "tensor 'a'"), ('numbers kept', AlwaysSigned, 'without signs'), ('stacks', FirstOfStack, 'element 1 of a stack'),
    ('labels', LosesSigns, 'product over labels'), ('labels', MovesMore, "tensors without label 'h', tensor 'b'"), ('units', RolledIndex, "label 'h'"), ('order', OneMore, 'log'),
    ('order', Twice, '47 of them differ'), ('uniform draws', Lazy, 'expected about 40'), ('same generator', Global, 'global'), ('same generator', Constant, 'two different generators')]

@cache
def right_laws(blocks: bool = False, flips: bool = True) -> set[str]:
    "Laws that the group itself is not asked, or breaks; once for all its faults"
    sizes, axes, signed, *inside = Blocks if blocks else Three
    return set(left_out(check_group_laws(PermutationGroup(sizes, axes, signed if flips else (), *inside))))

@pytest.mark.parametrize('name,wrong,says', group_faults, ids=str)
def test_wrong_groups(name, wrong, says):
    assert right_laws()<={'symmetry of the model'}
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '{name}': .*{says}"): check_group_laws(wrong(*Three), skip=['uniform draws'] if wrong is Constant else ())

class SameInAllBlocks(PermutationGroup):
    "Draws one order for the units of all blocks"
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        return Element(a | {'d': a['d'][..., :1, :].expand_as(a['d'])}, a.signs)

class ForgetsBlocks(PermutationGroup):
    "Composes labels one by one, as if nothing were inside"
    def compose(self, a, b):
        c = super().compose(a, b)
        return Element(c | {'d': torch.take_along_dim(*torch.broadcast_tensors(b['d'], a['d']), -1)}, c.signs)

class InvertsInPlace(PermutationGroup):
    def inverse(self, a):
        b = super().inverse(a)
        return Element(b | {'d': a['d'].argsort(-1)}, b.signs)

class TurnedBlocks(PermutationGroup):
    "Takes units of the next block for those of a block"
    def unit_index(self, label, layout=None): return super().unit_index(label, layout).roll(1, 0)

class CountsOneBlock(PermutationGroup):
    def label_log_order(self, label): return super().label_log_order(label)/(2 if label=='d' else 1)

class MixesBlocks(PermutationGroup):
    "Moves units of all blocks as if they were of one"
    def act(self, a, params, signs=True):
        moved = super().act(a, params, signs)
        turned = a.lead==() and not torch.equal(a['d'], self.identity()['d'])
        return moved | {'w': moved['w'].roll(1, 0)} if turned else moved

Blocks = {'h': 2, 'd': 3}, {'w': (('h', 'd'), 2), 'b': (('h', 'd'),)}, ('d',), {'d': 'h'}
block_faults = [('uniform draws', SameInAllBlocks, 'expected about 40'), ('associativity', ForgetsBlocks, ''), ('inverse', InvertsInPlace, 'inverse'), ('units', TurnedBlocks, "label 'h' by their flat positions"),
    ('order', CountsOneBlock, 'log'), ('action of a product', MixesBlocks, "tensor 'w'")]

@pytest.mark.parametrize('name,wrong,says', block_faults, ids=str)
def test_wrong_blocks(name, wrong, says):
    sizes, axes, flips, inside = Blocks
    args = (sizes, axes, () if name=='uniform draws' else flips, inside)
    assert right_laws(True, name!='uniform draws')<={'symmetry of the model', 'uniform draws'}
    others = [k for k in laws['group'] if k!=name] if name in ('uniform draws', 'action of a product') else []
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '.*': .*{says}") as e: check_group_laws(wrong(*args), skip=others)
    assert name in str(e.value) or name in ('associativity',)

def test_a_group_of_another_model():
    with pytest.raises(SymbayesError, match="breaks the law 'symmetry of the model'"): check_group_laws(forgets, signed.model(), signed.x())

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

class NoConstant(OwnTested):
    offset = .4
    def flat_log_prob(self, x): return super().flat_log_prob(x) + self.offset

class WiderDraws(OwnTested):
    def flat_rsample(self, n, generator=None): return self.loc.unsqueeze(-2) + 1.2*(super().flat_rsample(n, generator)-self.loc.unsqueeze(-2))

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

class NoGradient(OwnTested):
    def flat_rsample(self, n, generator=None): return super().flat_rsample(n, generator).detach()

class DoubleSlope(OwnTested):
    def flat_log_prob(self, x): return MeanField.flat_log_prob(SlopeTwice.of(self), x)

@dataclass
class SlopeTwice:
    loc: Any
    log_std: Any
    layout: Any
    @classmethod
    def of(cls, q): return cls(q.loc, 2*q.log_std-q.log_std.detach(), q.layout)
    def log_volume(self): return self.log_std.sum(-1)

class StaysThere(MeanField):
    def pushforward(self, g, a): return StaysThere(self.layout, self.layout.flatten(g.act(a, self.mean)).detach(), self.log_std.detach())

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

family_faults = [('informative tensors', OtherTensors, 'which does not move them'), ('informative part', OtherPart, 'the group of the part'), ('draws', CarriesGradient, 'carry a gradient'), ('same generator', GlobalDraws, 'global'), ('leading axes', ByPlace, 'log_prob'), ('density of the draws', NoConstant, r'integral is about e\^0\.[345]'),
    ('density of the draws', WiderDraws, 'log_prob'), ('density of the draws', Pinned, 'log_prob'), ('moments', OtherStd, 'variance'), ('moments', OtherMean, 'mean'), ('entropy', MoreEntropy, 'minus the mean'),
    ('KL', MoreKL, 'log q - log p'), ('gradient', NoGradient, 'no gradient|slope'), ('gradient', DoubleSlope, "'log_std'"), ('pushforward', StaysThere, 'moved'), ('orbit', WrongWay, 'orbit_log_ratio'),
    ('unit densities', OtherDiagonal, 'where they are'), ('unit densities', Mixed, "label 'h1' are exchanged"), ('members', OtherMember, 'member 0'), ('files', Rounded, "tensor 'log_std'")]

def uneven(cls: type) -> MeanField:
    q = make_posterior('MeanField', signed)
    return cls(q.layout, q.loc.detach().clone(), q.log_std.detach().clone())

@pytest.mark.parametrize('name,wrong,says', family_faults, ids=str)
def test_wrong_families(name, wrong, says):
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '{name}': .*({says})"): check_family_laws(uneven(wrong), signed.group)

def test_a_tenth_of_a_nat_is_seen():
    "What the page says about how small a fault is seen"
    for offset,seen in [(.01, False), (.1, True), (-.1, True)]:
        NoConstant.offset = offset
        refused = False
        try: check_family_laws(uneven(NoConstant), skip=['entropy', 'KL'])
        except SymbayesError as e: refused = 'density of the draws' in str(e)
        assert refused is seen
    NoConstant.offset = .4

def test_wrong_stacks():
    q = make_posterior('MeanField', signed, 3)
    wrong = ForgetsMembers(q.layout, q.loc.detach().clone(), q.log_std.detach().clone())
    with pytest.raises(SymbayesError, match="breaks the law 'draws': .*leading axes \\(3,\\), expected \\(3, 3\\)"): check_family_laws(wrong)

class Summed(IsotropicNormal):
    def log_prob(self, layout, w): return super().log_prob(layout, w).sum()

class GlobalPrior(LaplacePrior):
    def rsample(self, layout, n=1, generator=None, like=None): return super().rsample(layout, n, None, like)

class NoScale(LaplacePrior):
    def log_density(self, z): return -z.abs()

class WiderPrior(StudentTPrior):
    def draw(self, shape, generator, like): return 1.4*super().draw(shape, generator, like)

class HalfSlope(IsotropicNormal):
    def log_prob(self, layout, w): return super().log_prob(layout, {k: .5*(t+t.detach()) for k,t in w.items()})

class Ordered(IsotropicNormal):
    "The i-th hidden unit has its bias near i"
    def on(self, layout, like=None): return super().on(layout, like)
    def middle(self, w): return w|{'0.bias': w['0.bias']-torch.arange(4.)}
    def rsample(self, layout, n=1, generator=None, like=None):
        w = super().rsample(layout, n, generator, like)
        return w|{'0.bias': w['0.bias']+torch.arange(4.)}
    def log_prob(self, layout, w): return super().log_prob(layout, self.middle(w))

class Refuses(IsotropicNormal):
    def check_invariant(self, g): raise SymbayesError('not this one')

class OtherKL(IsotropicNormal):
    def kl_from(self, q): return super().kl_from(q)-1

prior_faults = [('leading axes', Summed, 'shape'), ('same generator', GlobalPrior, 'global'), ('density of the draws', NoScale, r'about e\^18'), ('density of the draws', WiderPrior, 'log_prob'),
    ('gradient', HalfSlope, 'slope'), ('invariance', Ordered, 'moved weights'), ('invariance', Refuses, 'not this one'), ('KL', OtherKL, 'log q - log p')]

@pytest.mark.parametrize('name,wrong,says', prior_faults, ids=str)
def test_wrong_priors(name, wrong, says):
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '{name}': .*{says}"): check_prior_laws(wrong(), signed.group)

class OwnPrior:
    "No class of ours: a density alone"
    def log_prob(self, layout, w): return -layout.flatten(w).square().sum(-1)
    def check_invariant(self, g): pass

def test_a_prior_with_nothing_but_a_density():
    assert set(left_out(check_prior_laws(OwnPrior(), signed.group)))=={'same generator', 'density of the draws', 'KL'}
    class NoDraws(Prior): log_prob = OwnPrior.log_prob
    assert 'has no rsample' in check_prior_laws(NoDraws(), signed.group)['density of the draws']

class Refusing(Gaussian):
    def check(self, y, n_out): raise SymbayesError('targets do not fit')

class GrowsAxes(Gaussian):
    def targets(self, y, members=False): return y.unsqueeze(-1)

class OverBatch(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(outputs-.01*outputs.mean(-2, keepdim=True), y)

class OneValue(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(outputs, y).mean(-1)

class MeanOverOutputs(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(outputs, y)/outputs.shape[-1]

class Tempered(Categorical):
    def log_prob(self, outputs, y): return .9*super().log_prob(outputs, y)

class NoOutputSlope(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(.5*(outputs+outputs.detach()), y)

class OtherNoise(Gaussian):
    def predictive(self, outputs): return outputs, 2*super().predictive(outputs)[1]

class SharedScale(Heavy):
    def scale(self, outputs): return self.log_scale.exp().mean().to(outputs)

class Improper(Gaussian):
    def log_prob(self, outputs, y): return 0*super().log_prob(outputs, y)

likelihood_faults = [('targets', Refusing, 'do not fit'), ('targets', GrowsAxes, 'once more'), ('leading axes', OverBatch, 'some of the examples'), ('leading axes', OneValue, 'shape'),
    ('density of the targets', MeanOverOutputs, 'integrates to'), ('density of the targets', Tempered, 'probabilities sum to 1'), ('density of the targets', Improper, 'does not fall'),
    ('predictive', OtherNoise, 'standard deviation'), ('gradient', NoOutputSlope, "'outputs'"), ('members', SharedScale, 'member 0')]

@pytest.mark.parametrize('name,wrong,says', likelihood_faults, ids=str)
def test_wrong_likelihoods(name, wrong, says):
    y = torch.tensor([0, 1, 1, 0, 1, 0]) if issubclass(wrong, Categorical) else out[1]
    k = 1 if issubclass(wrong, Heavy) else 2
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '{name}': .*{says}"): check_likelihood_laws(wrong(), out[..., :k], y[:, :k] if y.ndim>1 else y)

@dataclass(frozen=True)
class Wrong:
    "`Uniform`, changed"
    side: ClassVar[str] = 'lower bound'
    def check(self, g): pass
    def __call__(self, q, g, w, generator=None): return self.changed(Uniform(12)(q, g, w, generator), q, g)
    def changed(self, v, q, g): return v

class NoSide(Wrong): side = 'below'
class MeanOnly(Wrong):
    def changed(self, v, q, g): return v.mean(-1)
class Infinite(Wrong):
    def changed(self, v, q, g): return v+torch.inf
class CallsItselfUpper(Wrong): side = 'upper bound'
class CallsItselfExact(Wrong): side = 'exact'
class TooHigh(Wrong):
    def changed(self, v, q, g): return v+g.log_order
class TooLow(Wrong):
    side = 'upper bound'
    def changed(self, v, q, g): return v-g.log_order
class NeverZero(Wrong):
    def changed(self, v, q, g): return v-.1
class OwnGenerator(Wrong):
    def __call__(self, q, g, w, generator=None): return Uniform(12)(q, g, w)
class Exchanged(Wrong):
    def changed(self, v, q, g): return v.flip(0) if v.ndim>1 else v
class Detached(Wrong):
    def changed(self, v, q, g): return v.detach()
class NaNGradient(Wrong):
    def changed(self, v, q, g): return v+(0*q.loc.square().sum()).sqrt()

@dataclass(frozen=True)
class WithoutIdentity(Wrong):
    K: int = 20
    def __call__(self, q, g, w, generator=None):
        a = g.sample(*g.layout.lead(w), self.K, generator=generator)
        return log(self.K) - q.orbit_log_ratio(w, g, a).logsumexp(-1)

estimator_faults = [('values', NoSide, "'below'"), ('values', MeanOnly, 'shape'), ('values', Infinite, 'infinite'), ('side', CallsItselfUpper, 'at least 0'), ('side', CallsItselfExact, 'value of a draw'),
    ('side', WithoutIdentity, 'at most 0'), ('possible range', TooHigh, 'at most'), ('possible range', TooLow, 'at least 0'), ('no labels', NeverZero, 'without labels'),
    ('same generator', OwnGenerator, 'global'), ('members', Exchanged, 'member 0'), ('gradient', Detached, 'no gradient'), ('gradient', NaNGradient, "'loc' is not finite")]

@pytest.mark.parametrize('name,wrong,says', estimator_faults, ids=str)
def test_wrong_estimators(name, wrong, says):
    skip = ['side', 'no labels'] if name=='possible range' else ()
    with pytest.raises(SymbayesError, match=f"^.* breaks the law '{name}': .*{says}"): check_estimator_laws(wrong(), wide, signed.group, skip=skip)

of_network = 'bound network', 'integrated bound'  # planted in test_inducing, where there is a problem

def test_every_law_can_fail():
    planted = dict(group=group_faults+[('symmetry of the model', forgets, '')], family=family_faults+[(n, None, '') for n in of_network], prior=prior_faults, likelihood=likelihood_faults, estimator=estimator_faults)
    assert {b: list(ls) for b,ls in laws.items()}=={b: list(dict.fromkeys(n for n in laws[b] if n in {f[0] for f in fs})) for b,fs in planted.items()}

# how they are asked

def test_laws_leave_the_global_generator_alone():
    state = torch.get_rng_state()
    check_group_laws(signed.group, signed.model(), signed.x())
    check_family_laws(wide, signed.group)
    check_prior_laws(LaplacePrior(), signed.group)
    check_estimator_laws(Sampled(8), wide, signed.group)
    check_likelihood_laws(Gaussian(.3, learned=True), out, out[1])
    assert torch.equal(torch.get_rng_state(), state)

def test_laws_change_nothing():
    q, noise = make_posterior('UnitGaussian', signed), Gaussian(.3, learned=True)
    before = {k: t.clone() for k,t in q.state_dict().items()}
    check_family_laws(q, signed.group)
    check_estimator_laws(Soules(), q, signed.group)
    check_likelihood_laws(noise, out, out[1])
    assert all(torch.equal(before[k], t) for k,t in q.state_dict().items()) and all(p.grad is None for p in q.parameters())
    assert noise.members is None and noise.log_std.shape==() and noise.log_std.grad is None

def test_what_cannot_be_asked_is_refused():
    for ask,args,says in [(check_group_laws, ('x',), 'group is of type str'), (check_family_laws, (MeanField,), 'the class MeanField'), (check_prior_laws, (IsotropicNormal, signed.group), 'the class IsotropicNormal'),
            (check_prior_laws, (IsotropicNormal(), None), 'group is of type NoneType'), (check_estimator_laws, (Soules, wide, signed.group), 'the class Soules'), (check_estimator_laws, (3, wide, signed.group), 'of type int'),
            (check_likelihood_laws, (Gaussian(1.), out[0], out[1]), 'outputs have shape'), (check_family_laws, (wide, cases['deep'].group), 'the group')]:
        with pytest.raises(SymbayesError, match=says): ask(*args)
    with pytest.raises(SymbayesError, match=r"skip names \['colour'\]"): check_group_laws(signed.group, skip=['colour'])
    with pytest.raises(SymbayesError, match='generator is of type int'): check_group_laws(signed.group, generator=3)

def test_other_errors_are_named_too():
    class Crashes(MeanField):
        def entropy(self): return {}['x']
    with pytest.raises(SymbayesError, match="Crashes breaks the law 'entropy': KeyError: 'x'"): check_family_laws(uneven(Crashes))

def test_own_laws_join(monkeypatch):
    monkeypatch.setitem(laws, 'group', dict(laws['group']))
    @law('group', 'few labels')
    def few(g, model, x, generator):
        "At most one label"
        only_if(g.order>1, 'nothing moves')
        if len(g.labels)>1: raise SymbayesError(f'labels are {g.labels}')
    assert check_group_laws(signed.group)['few labels']=='holds'
    assert check_group_laws(cases['no_hidden'].group)['few labels']=='not asked: nothing moves'
    with pytest.raises(SymbayesError, match="the law 'few labels': labels are"): check_group_laws(cases['mixed'].group)

def test_comparisons():
    t = torch.tensor([1., 2.])
    expect_equal(t, t.clone(), 'x'); expect_equal(t/0, t/0, 'x'); expect_close(t, t+1e-6, 'x')
    for f,e in [(t, t+1), (t, t.double()), (t, t[:1]), (t, torch.tensor([1., torch.nan])), (torch.tensor([1., torch.nan]), t), ({'a': t}, {'b': t})]:
        for expect in (expect_equal, expect_close):
            with pytest.raises(SymbayesError): expect(f, e, 'x')
    x = torch.randn(3, 1000, generator=rng(0))
    expect_mean(x, 0., 'x'); expect_mean(x-1, 0., 'x', 'lower bound'); expect_mean(x+1, torch.zeros(3), 'x', 'upper bound')
    for args in [(x+1, 0., 'x'), (x+1, 0., 'x', 'lower bound'), (x-1, 0., 'x', 'upper bound'), (x*torch.nan, 0., 'x')]:
        with pytest.raises(SymbayesError, match=r'x at \(0,\): found'): expect_mean(*args)

def test_no_false_alarms_among_many_draws():
    "Two hundred batteries with other random numbers"
    for i in range(100): expect_mean(torch.randn(50, 200, generator=rng(i)).square(), 1., 'x')
    g, q = cases['no_bias'].group, make_posterior('MeanField', cases['no_bias'])
    for i in range(20): check_family_laws(q, g, skip=['files', 'members', 'gradient'], generator=rng(i))

def test_tables():
    found = check_group_laws(signed.group)
    assert 'symmetry of the model  not asked' in repr(found) and found._repr_markdown_().count('\n')==len(laws['group'])+1
    assert 'closure' in found.asked and found.rows()[0][1].startswith('Drawn elements')

def test_module_needs_no_pytest():
    import symbayes.testing as t
    assert 'pytest' not in open(t.__file__, encoding='utf-8').read()
