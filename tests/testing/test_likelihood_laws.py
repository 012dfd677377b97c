"What the battery of a likelihood finds: nothing for every likelihood, and a planted fault for every law."

import pytest
import torch
from torch import nn
from torch import distributions as td

from cases import left_out, normal, refused, rng
from symbayes.core.messages import SymbayesError
from symbayes.distributions.likelihoods import Bernoulli, Categorical, Gaussian, HeteroscedasticGaussian, Likelihood, NegativeBinomial, Poisson, StudentT
from symbayes.testing import check_likelihood_laws, laws

out = 2*normal(4, 6, 2, seed=2)

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
    (StudentT(5., .2, learned=True), 1, out[1, :, 0], None), (StudentT(5., [.2, 3.]), 2, out[1], None), (HeteroscedasticGaussian(), 2, out[1, :, 0], None), (Bernoulli(), 1, bits, torch.arange(2)), (Bernoulli(), 2, out[1].gt(0).double(), torch.arange(2)),
    (Poisson(), 1, counts, torch.arange(300)), (Poisson(), 2, counts[:, None].expand(-1, 2), torch.arange(200)),
    (NegativeBinomial(.5, learned=True, rate=2.), 1, counts, torch.arange(2000))]

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

class Refusing(Gaussian):
    def check(self, y, n_out): raise SymbayesError('targets do not fit')

class GrowsAxes(Gaussian):
    def targets(self, y, members=False): return y.unsqueeze(-1)

class OverBatch(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(outputs-.01*outputs.mean(-2, keepdim=True), y)

class OneValue(Gaussian):
    def log_prob(self, outputs, y): return super().log_prob(outputs, y).mean(-1)

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
    ('density of the targets', Tempered, 'probabilities sum to 1'), ('density of the targets', Improper, 'does not fall'),
    ('predictive', OtherNoise, 'standard deviation'), ('gradient', NoOutputSlope, "'outputs'"), ('members', SharedScale, 'member 0')]

@pytest.mark.parametrize('name,wrong,says', likelihood_faults, ids=str)
def test_wrong_likelihoods(name, wrong, says):
    y = torch.tensor([0, 1, 1, 0, 1, 0]) if issubclass(wrong, Categorical) else out[1]
    k = 1 if issubclass(wrong, Heavy) else 2
    refused(f"^{wrong.__name__} breaks the law '{name}': .*{says}", lambda: check_likelihood_laws(wrong(), out[..., :k], y[:, :k] if y.ndim>1 else y))

def test_every_law_of_a_likelihood_can_fail():
    assert set(laws['likelihood'])-{'device'}=={f[0] for f in likelihood_faults}
