"The last layer integrated out: the density of the targets, and draws of the layer."
import pytest
import torch
from torch import nn

from cases import normal, rng
from symbayes.core.networks import network_outputs
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.annealing import marginal_target

x = torch.linspace(-2, 2, 24, dtype=torch.float64).unsqueeze(1)



@pytest.mark.parametrize('out,std,bias', [(1, .3, True), (2, [.3, .6], True), (2, .3, False)])
def test_last_layer_is_drawn_from_its_posterior(out, std, bias):
    "Given the features: many draws against the normal equations"
    model, y = nn.Sequential(nn.Linear(1, 2), nn.Tanh(), nn.Linear(2, out, bias=bias)), normal(24, out, seed=3)
    target = marginal_target(model, IsotropicNormal(.7), Gaussian(std), (x, y))
    w = target.weights(normal(4))
    outputs = network_outputs(model.double(), target.complete({k: t.expand(20_000, *t.shape) for k,t in w.items()}, rng(1)), x)
    f = network_outputs(target.body, w, x)
    prior = .49*(f@f.T+bias)
    for o,s in enumerate(torch.tensor(std).double().expand(out)):
        gain = prior@torch.linalg.inv(prior+s**2*torch.eye(24))
        assert torch.allclose(outputs[..., o].mean(0), gain@y[:, o], atol=.02)
        assert torch.allclose(outputs[..., o].T.cov(), prior-gain@prior, atol=.05*float((prior-gain@prior).max()))
