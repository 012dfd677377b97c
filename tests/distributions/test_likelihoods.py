"Likelihoods of stacks and of their members."
from math import log

import pytest, torch
from torch import Tensor, nn
from torch import distributions as D
from torch.distributions import StudentT
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import (
    Bernoulli, Categorical, Gaussian, HeteroscedasticGaussian, Likelihood, Poisson, StudentT as StudentNoise)
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import evaluate
from cases import cases, normal, refused, rng, rngs

case = cases['signed']
net, x, prior = case.model(), case.x(24), IsotropicNormal(1.)
y = normal(24, 2, seed=1)
options = dict(epochs=3, lr=3e-2, progress=False)

class Heavy(Likelihood):
    "Student-t noise with a learned scale, written as a user would"
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(()))
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: return StudentT(4., outputs, self.log_scale.exp()).log_prob(y).sum(-1)
    def check(self, y: Tensor, n_out: int) -> None: pass

def test_members_do_not_share_a_learned_parameter_unasked():
    stack = MeanField.from_module([case.model(i) for i in range(2)], .1)
    refused("Heavy has parameters \\['log_scale'\\], and no expand", lambda: fit(net, stack, prior, Heavy(), (x, y), generator=rngs(0, 1), **options))
    fit(net, stack.member(0), prior, Heavy(), (x, y), generator=rng(0), **options)

@pytest.mark.parametrize('std', [0, -1, float('inf'), float('nan'), 'x'])
def test_noise_is_a_positive_number(std):
    refused('expected a positive number', Gaussian, std)

def test_frozen_parameters_of_a_likelihood_are_shared_constants():
    stack, lik = MeanField.from_module([case.model(i) for i in range(2)], .1), Heavy().double().requires_grad_(False)
    fit(net, stack, prior, lik, (x, y), generator=rngs(0, 1), **options)
    assert lik.member(1).log_scale.shape==() and not lik.member(1).log_scale.requires_grad

@pytest.mark.parametrize('lik,y,n_out,say', [
    (Bernoulli(), torch.tensor([0, 2]), 1, '1 targets are neither 0 nor 1, the first of them 2'), (Bernoulli(), torch.zeros(3), 2, 'expected \\(n, 2\\)'), 
    (Poisson(), torch.tensor([1, -1]), 1, 'are no counts, the first of them -1'), (Poisson(), torch.tensor([float('inf')]), 1, 'NaN or infinite'),
    (Gaussian([.1, .2]), torch.zeros(3, 3), 3, 'noise is given for 2 outputs, the network has 3'), (Gaussian(), torch.zeros(3).long(), 1, 'expected real numbers'), (StudentNoise(), torch.zeros(3, 2), 1, 'expected \\(n, 1\\)'),
    (HeteroscedasticGaussian(), torch.zeros(3), 1, 'two per target'), (HeteroscedasticGaussian(), torch.zeros(3, 2), 2, 'expected \\(n, 1\\)'), (Categorical(), torch.tensor([0, 1]), 1, 'take Bernoulli\\(\\)')], ids=str)
def test_targets_that_do_not_fit_are_one_line(lik, y, n_out, say):
    refused(say, lik.check, y, n_out)

class OneLine(Likelihood):
    "All that a likelihood of one's own needs"
    def log_prob(self, outputs, y): return -(outputs-y).abs().sum(-1) - log(2)*outputs.shape[-1]

def test_an_own_likelihood_needs_log_prob_alone():
    q = MeanField.from_module(case.model(), .1)
    fit(net, q, prior, OneLine(), (x, y), generator=rng(0), **options)
    assert evaluate(net, q, prior, OneLine(), (x, y), n_samples=2, generator=rng(0)).log_lik.isfinite()
    for bad,say in ((y[:, :1].squeeze(1), 'mix with|does not take'), (y[:, [0, 1, 1]], 'OneLine does not take targets \\(3, 3\\) with 2 outputs')):
        refused(say, lambda: fit(net, q, prior, OneLine(), (x, bad), generator=rng(0), **options))

def test_targets_that_spread_over_the_outputs_are_found_out():
    refused('another for three examples than for each alone', lambda: OneLine().check(torch.randn(10), 1))
    class Whole(Likelihood):
        def log_prob(self, outputs, y): return -(outputs-y).square().sum()
    refused('log_prob of Whole has shape', lambda: Whole().check(torch.randn(10, 1), 1))
    refused('Nothing has no log_prob', lambda: type('Nothing', (Likelihood,), {})().check(torch.randn(10, 1), 1))
    OneLine().check(torch.randn(1, 1), 1)

class Stacked(Heavy):
    "Says that its formula takes leading axes, and needs no more"
    stacks = True
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: return StudentT(4., outputs, self.in_front(self.log_scale, outputs).exp()).log_prob(y).sum(-1)

def test_an_own_likelihood_says_that_it_stacks():
    stack, lik = MeanField.from_module([case.model(i) for i in range(2)], .1), Stacked().double()
    one, alone = MeanField.from_module(case.model(1), .1), Stacked().double()
    fit(net, stack, prior, lik, (x, y), generator=rngs(0, 1), **options)
    fit(net, one, prior, alone, (x, y), generator=rng(1), **options)
    torch.testing.assert_close(lik.member(1).log_scale, alone.log_scale)
    lik.join_stack(torch.Size([2]))
    assert lik.log_scale.shape==(2,)

@pytest.mark.defect('N5')
@pytest.mark.parametrize('learned', [False, True])
@pytest.mark.parametrize('std', [.1, [.1, .7]])
def test_noise_is_what_was_given_in_double_precision(std, learned):
    "float32 rounds .1 by 1e-9: log likelihoods in float64 were off by 7e-8 of their size"
    out, y = normal(2, 5, 2)
    want = D.Normal(y, torch.tensor(std, dtype=torch.float64)).log_prob(out).sum(-1)
    close = lambda found: ((found-want)/want).abs().max()<1e-12
    assert close(Gaussian(std, learned).double().log_prob(out, y))
    assert close(Gaussian(std, learned).to(out).log_prob(out, y))
    if not learned: assert close(Gaussian(std).log_prob(out, y))
    single = Gaussian(std, learned)
    assert single._log_scale.dtype==torch.float32 and torch.equal(single.double().float()._log_scale, Gaussian(std, learned)._log_scale)

@pytest.mark.defect('N5')
def test_noise_that_has_changed_stays_changed():
    "Learned noise, or that of a file, is no longer the number given"
    one = Gaussian(.1, learned=True)
    with torch.no_grad(): one.log_std.add_(1.)
    was = one.log_std.item()
    assert one.double().log_std.item()==was
    one = Gaussian(.1)
    one.load_state_dict(Gaussian(.3).state_dict())
    assert one.log_scale_in(torch.float64).item()==one.log_std.item()
    assert Gaussian(torch.tensor(.5)).log_std.shape==()

def test_classes_spread_as_their_indicators_do():
    outputs = normal(6, 5, 3)
    p = outputs.softmax(-1)
    torch.testing.assert_close(Categorical().predictive(outputs), (p, (p-p*p).sqrt()))

def test_predictive_moments():
    half = Bernoulli().predictive(torch.zeros(1))
    one = HeteroscedasticGaussian().predictive(torch.tensor([1., 0.]))
    assert [*half, *one]==[.5, .5, 1, 1]
