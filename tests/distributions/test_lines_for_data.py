"Data and outputs as other libraries give them, and lines that say what to do; each remedy is executed."
import warnings

import pandas as pd
import pytest
import torch
from torch import nn

from cases import refused
import symbayes.all as sb
from symbayes.core.tensors import free_parameters, Layout, streams
from symbayes.distributions.base import Posterior
from symbayes.testing.batteries import check_likelihood_laws, check_prior_laws

prior = sb.IsotropicNormal(1.)
images, rows = torch.randn(6, 1, 4, 4, generator=streams(0, 'images')), torch.randn(8, 2, generator=streams(0, 'rows'))
classes = torch.arange(8)%2

class Pixels(sb.Likelihood):
    "Classes of pixels"
    def log_prob(self, outputs, y):
        logits = outputs.log_softmax(-3)
        return logits.gather(-3, y.expand(*outputs.shape[:-3], 4, 4).unsqueeze(-3)).sum((-3, -2, -1))

@pytest.mark.defect('P11')
def test_outputs_per_pixel_take_a_likelihood_of_ones_own_too():
    net, y = nn.Conv2d(1, 3, 1), torch.arange(96).reshape(6, 4, 4)%3
    own, ours = (sb.Problem(net, prior, lik, (images, y), None) for lik in (Pixels(), sb.Categorical()))
    w = {k: t.detach()[None] for k,t in net.named_parameters()}
    assert torch.allclose(own.log_density(w), ours.log_density(w))
    refused('expected whole-number labels of shape that of the outputs', lambda: sb.Problem(net, prior, sb.Categorical(), (images, y[:, 0]), None))
    refused('Pixels does not take targets|mix with the outputs', lambda: sb.Problem(net, prior, Pixels(), (images, y[:, 0, 0]), None))

def test_frames_and_columns_are_data():
    table = pd.DataFrame(rows.numpy(), columns=['a', 'b']).assign(y=classes.numpy())
    p = sb.Problem(nn.Linear(2, 2), prior, sb.Categorical(), (table[['a', 'b']], table['y']), None)
    assert torch.equal(p.tensors[0], rows) and torch.equal(p.tensors[1], classes)

def test_a_softmax_before_categorical_is_told():
    net = nn.Sequential(nn.Linear(2, 2), nn.Softmax(-1))
    with pytest.warns(UserWarning, match='Categorical takes logits: leave out the Softmax'): sb.Problem(net, prior, sb.Categorical(), (rows, classes), None)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        sb.Problem(net[:1], prior, sb.Categorical(), (rows, classes), None)

class OneWidth(Posterior):
    "A family of one's own: one width for all weights, without a distribution of its units"
    def __init__(self, layout, loc, log_width):
        super().__init__(layout, loc)
        self.log_width = nn.Parameter(log_width)
    @classmethod
    def around(cls, net, width):
        layout = Layout.of(net)
        return cls(layout, layout.flatten(free_parameters(net)), torch.tensor([width]).log())
    def flat_std(self): return self.log_width.exp().expand(self.loc.shape)
    def scaled_normals(self, eps): return eps*self.log_width.exp().unsqueeze(-2)
    def log_volume(self): return self.layout.numel*self.log_width[..., 0]
    def flat_log_prob(self, x): return torch.distributions.Normal(self.loc.unsqueeze(-2), self.flat_std().unsqueeze(-2)).log_prob(x).sum(-1)

ceilings = {'mean field': (lambda net: sb.MeanField.from_module(net, .001), sb.Uniform(4), 4), 'low rank': (lambda net: sb.LowRank.from_module(net, 2, .001), None, 20),
    'own': (lambda net: OneWidth.around(net, .001), sb.Uniform(4), 4), 'own, by default': (lambda net: OneWidth.around(net, .001), None, 20)}

@pytest.mark.defect('V8')
@pytest.mark.parametrize('name', ceilings)
def test_a_fit_at_the_ceiling_of_its_estimator_warns_once(name):
    "Of a family whose units have no distribution of their own, as of a narrow one; one line"
    make, estimator, most = ceilings[name]
    net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
    p = sb.Problem(net, prior, sb.Gaussian(.3), (rows, rows[:, :1].sin()))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        sb.fit(p, make(net), estimator=estimator, epochs=2, progress=False)
    lines = [str(w.message) for w in said if f'the most that Uniform(K={most}) can say' in str(w.message)]
    assert len(lines)==1 and 'units, sites' in lines[0] and '\n' not in lines[0]

@pytest.mark.defect('V9')
def test_small_lines(tmp_path):
    "The number of networks beside a problem, arguments of a battery in another order, and a file that nobody could read"
    p = sb.Problem(nn.Linear(2, 2), prior, sb.Categorical(), (rows, classes), None)
    refused('the number of networks is n_members=5', lambda: sb.ensemble(p, 5))
    sb.ensemble(p, n_members=5, epochs=1, progress=False)
    refused('y is 1, expected Tensor', lambda: check_likelihood_laws(sb.Gaussian(.3), torch.zeros(4, 1), 1))
    q = sb.MeanField.from_module(nn.Linear(2, 2).double(), .1)
    q.log_std.data = q.log_std.data.float()
    refused("'log_std' has dtype torch.float32, expected torch.float64", lambda: q.save(tmp_path/'q.safetensors'))
    own = OneWidth.around(nn.Linear(2, 2).double(), .1)
    refused("'log_width' has dtype torch.float32, expected torch.float64", lambda: own.save(tmp_path/'q.safetensors'))
    assert not list(tmp_path.iterdir())
    refused('start is a int|start is 5|expected', lambda: sb.swag(p, 5))
    refused('expected', lambda: check_prior_laws(1., prior))
