"Posteriors as models of BoTorch. What needs BoTorch is skipped without it."
import sys

import pytest
import torch
from torch import nn

from cases import refused, rng, tanh_net
import symbayes as sb
from symbayes.core.tensors import seeded_module
from symbayes.distributions import HeteroscedasticGaussian
from symbayes.inference import botorch_model

x = torch.rand(20, 2, generator=rng()).double()
y = -(x-.3).square().sum(1, keepdim=True)
net = tanh_net(2, 8, 1).double()
problem = sb.Problem(net, sb.IsotropicNormal(1.), sb.Gaussian(.1), (x, y), None)
posteriors = {'mean field': lambda: sb.MeanField.from_module(net, .1), 'full': lambda: sb.laplace(problem, net, structure='full', progress=False),
    'chains': lambda: sb.sample_posterior(problem, chains=2, draws=4, warmup=20, generator=rng(), progress=False)}

def test_without_botorch_the_extra_is_named(monkeypatch):
    for name in ('botorch', 'botorch.models', 'botorch.models.ensemble'): monkeypatch.setitem(sys.modules, name, None)
    refused(r"pip install 'symbayes\[botorch\]'", lambda: botorch_model(problem, sb.MeanField.from_module(net)))

@pytest.mark.parametrize('name', posteriors)
def test_outputs_are_those_of_predict_and_the_acquisition_climbs(name):
    "Shapes with further batches, the same draws at every call, and a candidate that improves on its start"
    pytest.importorskip('botorch')
    from botorch.acquisition import qLogExpectedImprovement
    from botorch.optim import optimize_acqf
    q = posteriors[name]()
    model = botorch_model(problem, q, 8, rng())
    points = torch.rand(3, 2, 2, generator=rng(1)).double()
    values = model.posterior(points).values
    assert values.shape==(3, 8, 2, 1) and torch.equal(values, model.posterior(points).values)
    if name!='chains': assert torch.allclose(values[1].detach(), sb.predict(problem, q, points[1], 8, generator=rng()))
    gain = qLogExpectedImprovement(model, best_f=y.max())
    found, best = optimize_acqf(gain, torch.tensor([[0., 0.], [1., 1.]]).double(), 1, num_restarts=2, raw_samples=8)
    assert best>=gain(points[:, :1]).max() and found.shape==(1, 2)

def test_noise_by_input_is_no_output():
    pytest.importorskip('botorch')
    both = seeded_module(lambda: nn.Linear(2, 2), 0).double()
    p = sb.Problem(both, sb.IsotropicNormal(1.), HeteroscedasticGaussian(), (x, y), None)
    model = botorch_model(p, sb.MeanField.from_module(both, .1), 4, rng())
    assert model.num_outputs==1 and model.posterior(x[:3]).values.shape==(4, 3, 1)
