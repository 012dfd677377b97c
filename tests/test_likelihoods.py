"Likelihoods of stacks and of their members."
import pytest, torch
from torch import Tensor, nn
from torch.distributions import StudentT
from symbayes.core import SymbayesError
from symbayes.inference import evaluate, fit
from symbayes.likelihoods import Categorical, Gaussian, Likelihood
from symbayes.posteriors import IsotropicNormal, MeanField
from cases import cases, rng, rngs

case = cases['signed']
net, x, prior = case.model(), case.x(24), IsotropicNormal(1.)
y = torch.randn(24, 2, generator=rng(1), dtype=torch.float64)
options = dict(epochs=3, lr=3e-2, progress=False)

class Heavy(Likelihood):
    "Student-t noise with a learned scale, written as a user would"
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: return StudentT(4., outputs, self.log_scale.exp()).log_prob(y).sum(-1)
    def check(self, y: Tensor, n_out: int) -> None: pass

class HeavyStack(Heavy):
    def expand(self, batch: torch.Size) -> None:
        if self.log_scale.shape!=batch: self.log_scale = nn.Parameter(self.log_scale.detach().expand(batch).clone())
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor:
        scale = self.log_scale.exp().reshape(self.log_scale.shape + (1,)*(outputs.ndim-self.log_scale.ndim))
        return StudentT(4., outputs, scale).log_prob(y).sum(-1)

def test_members_do_not_share_a_learned_parameter_unasked():
    stack = MeanField.from_module([case.model(i) for i in range(2)], .1)
    with pytest.raises(SymbayesError, match="Heavy has parameters \\['log_scale'\\], and no expand"): fit(net, stack, prior, Heavy(), (x, y), generator=rngs(0, 1), **options)
    fit(net, stack.member(0), prior, Heavy(), (x, y), generator=rng(0), **options)

def test_a_likelihood_that_knows_stacks_learns_as_alone():
    qs = [MeanField.from_module(case.model(i), .1) for i in range(2)]
    stack, lik, alone = MeanField.from_module([case.model(i) for i in range(2)], .1), HeavyStack().double(), [HeavyStack().double() for _ in qs]
    fit(net, stack, prior, lik, (x, y), generator=rngs(0, 1), **options)
    for i,(q,l) in enumerate(zip(qs, alone)):
        fit(net, q, prior, l, (x, y), generator=rng(i), **options)
        torch.testing.assert_close(lik.member(i).log_scale, l.log_scale)
    assert not torch.equal(*lik.log_scale.detach())

@pytest.mark.parametrize('members', [2, 5])
def test_a_member_has_its_own_noise(members):
    "Also with as many draws as members, over which the noises would be spread without a word"
    stack = MeanField.from_module([case.model(i) for i in range(members)], .1)
    noise = Gaussian(.5, learned=True)
    fit(net, stack, prior, noise, (x, y), generator=rngs(*range(members)), **options)
    together = evaluate(net, stack, prior, noise, (x, y), n_samples=members, generator=rngs(*range(members)))
    for i in range(members):
        with pytest.raises(SymbayesError, match=f'noise has leading axes \\({members},\\), the posterior \\(\\)'): evaluate(net, stack.member(i), prior, noise, (x, y), n_samples=members)
        alone = evaluate(net, stack.member(i), prior, noise.member(i), (x, y), n_samples=members, generator=rng(i))
        torch.testing.assert_close(alone.log_lik, together.log_lik[i])

def test_members_of_what_has_none():
    assert Categorical().member(3).__class__ is Categorical and Gaussian(.3).member(1).std==Gaussian(.3).std
    with pytest.raises(SymbayesError, match='no member 0'): Gaussian(.3, learned=True).member(0)
    noise = Gaussian(.3, learned=True)
    noise.expand(torch.Size([2]))
    with pytest.raises(SymbayesError, match='no member 2'): noise.member(2)

@pytest.mark.parametrize('std', [0, -1, float('inf'), float('nan'), 'x'])
def test_noise_is_a_positive_number(std):
    with pytest.raises(SymbayesError, match='expected a positive number'): Gaussian(std)

class PerOutput(Heavy):
    "A scale per output, of which there happen to be as many as members"
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(2))

def test_a_parameter_with_as_many_entries_as_members_is_not_theirs():
    stack = MeanField.from_module([case.model(i) for i in range(2)], .1)
    with pytest.raises(SymbayesError, match='no expand that gives each member'): fit(net, stack, prior, PerOutput(), (x, y), generator=rngs(0, 1), **options)
    fit(net, stack.member(0), prior, PerOutput(), (x, y), generator=rng(0), **options)

def test_an_own_likelihood_of_a_stack_is_not_that_of_a_member():
    stack, lik = MeanField.from_module([case.model(i) for i in range(2)], .1), HeavyStack().double()
    fit(net, stack, prior, lik, (x, y), generator=rngs(0, 1), **options)
    for f in (evaluate, fit):
        with pytest.raises(SymbayesError, match='fitted with leading axes \\(2,\\)'): f(net, stack.member(0), prior, lik, (x, y))
    evaluate(net, stack.member(0), prior, lik.member(0), (x, y), n_samples=2)

def test_an_expand_that_does_nothing_is_noticed():
    class Lazy(Heavy):
        def expand(self, batch): pass
    stack = MeanField.from_module([case.model(i) for i in range(2)], .1)
    with pytest.raises(SymbayesError, match='expected leading axes \\(2,\\)'): fit(net, stack, prior, Lazy(), (x, y), generator=rngs(0, 1), **options)

def test_frozen_parameters_of_a_likelihood_are_shared_constants():
    stack, lik = MeanField.from_module([case.model(i) for i in range(2)], .1), Heavy().double().requires_grad_(False)
    fit(net, stack, prior, lik, (x, y), generator=rngs(0, 1), **options)
    assert lik.member(1).log_scale.shape==() and not lik.member(1).log_scale.requires_grad
