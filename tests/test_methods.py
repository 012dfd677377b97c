"Laplace, SWAG, SGHMC, MC dropout and several modes: planted answers, and what comes back works like any posterior."
from functools import partial

import pytest
import torch
from torch import Tensor, nn

from symbayes.alignment import align
from symbayes.core import Layout, Params, SymbayesError, seeded_module, streams
from symbayes.discovery import mlp_group
from symbayes.families import Family
from symbayes.likelihoods import Bernoulli, Categorical, Gaussian, HeteroscedasticGaussian, Poisson, StudentT
from symbayes.methods import laplace, mc_dropout, multi_mode, sghmc, swag
from symbayes.posteriors import LowRank, MeanField
from symbayes.prediction import evaluate, predict
from symbayes.priors import DiagonalNormal, IsotropicNormal, LaplacePrior, LearnedNormal, StudentTPrior
from symbayes.samples import Samples
from symbayes.symmetrized_elbo import symmetrize

noise = .5

def mlp(*sizes: int, act: type[nn.Module] = nn.Tanh) -> nn.Sequential:
    return nn.Sequential(*[m for i,o in zip(sizes, sizes[1:]) for m in (nn.Linear(i, o), act())][:-1])

def optunet() -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(1, 2, 4, bias=False), nn.ReLU(), nn.MaxPool2d(3), nn.Conv2d(2, 10, 5, groups=2, bias=False), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(10, 10))

def regression(n: int = 60, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor]:
    x = torch.randn(n, 2, generator=streams(0, 'x')) @ torch.tensor([[1., .6], [0., .8]])
    return x.to(dtype), (x@torch.tensor([[1.], [-.5]]) + .3 + noise*torch.randn(n, 1, generator=streams(0, 'noise'))).to(dtype)

def line() -> nn.Linear: return seeded_module(lambda: nn.Linear(2, 1), 0).double()

def closed_form(std: Tensor|float = 1., mean: float = 0.) -> tuple[Params, Tensor]:
    "Mode and covariance of the linear regression"
    (x, y), std = regression(), torch.as_tensor(std).double().expand(3)
    phi = torch.cat([x, torch.ones(len(x), 1)], -1)
    covariance = torch.linalg.inv(phi.T@phi/noise**2 + torch.diag(std**-2))
    best = covariance @ (phi.T@y[:, 0]/noise**2 + mean/std**2)
    return {'weight': best[None, :2], 'bias': best[2:]}, covariance

def refused(message: str, f, *args, **kwargs):
    with pytest.raises(SymbayesError, match=message) as e: f(*args, **kwargs)
    assert '\n' not in str(e.value)

quick = dict(
    diag=laplace, full=partial(laplace, structure='full'), kron=partial(laplace, structure='kron', n_draws=7),
    swag=partial(swag, n_snapshots=5, discard=1, batch_size=20), sghmc=partial(sghmc, chains=2, n_draws=3, every=2, discard=2),
    dropout=partial(mc_dropout, p=.2, n_draws=6))
quick['modes'] = multi_mode(partial(quick['swag'], training=dict(epochs=2)), 3, 2)
families = dict(diag=MeanField, full=LowRank, swag=LowRank)

# what comes back

@pytest.mark.parametrize('name', list(quick))
def test_comes_back_as_a_family(name, tmp_path):
    "Predicts, is saved, moved and aligned; symmetrised and evaluated where it has a density"
    net, (x, y) = seeded_module(lambda: mlp(2, 3, 1), 0), regression(dtype=torch.float32)
    prior, lik, g = IsotropicNormal(1.), Gaussian(noise), mlp_group(net)
    make = lambda seed: quick[name](net, prior, lik, (x, y), None if name=='modes' else net, generator=streams(seed, 'q'))
    q, again, other = make(0), make(0), make(1)
    assert type(q) is families.get(name, Samples) and q.dtype==torch.float32 and q.layout==Layout.of(net)
    for k,t in q.tensors().items(): assert torch.equal(t, again.tensors()[k])
    assert name in ('diag', 'full') or any(not torch.equal(t, other.tensors()[k]) for k,t in q.tensors().items())
    assert predict(net, q, x[:5], 4, generator=streams(0, 'p')).shape==(4, 5, 1)
    assert predict(net, symmetrize(q, g), x[:5], 4, generator=streams(0, 'p')).shape==(4, 5, 1)
    q.save(tmp_path/'q.safetensors')
    back = Family.load(tmp_path/'q.safetensors')
    assert type(back) is type(q) and all(torch.equal(t, back.tensors()[k]) for k,t in q.tensors().items())
    a = g.sample(generator=streams(0, 'a'))
    near = q.pushforward(g, a).pushforward(g, align(q, q.pushforward(g, a), g))
    assert all(torch.allclose(near.mean[k], t, atol=1e-5) for k,t in q.mean.items())
    if name in families: assert torch.isfinite(evaluate(net, q, prior, lik, (x, y), g if name=='diag' else None, n_samples=4, n_mi_samples=4).total)
    else: refused(r'expected a Posterior', evaluate, net, q, prior, lik, (x, y))

@pytest.mark.parametrize('lik, y', [
    (Categorical(), torch.arange(40)%3), (Bernoulli(), (torch.arange(40)%2)[:, None].float().expand(40, 3)), (Poisson(), (torch.arange(40)%4)[:, None].expand(40, 3)),
    (StudentT(4., .3), torch.linspace(-2, 2, 40)[:, None].expand(40, 3)), (Gaussian([.1, .2, .3]), torch.linspace(-2, 2, 40)[:, None].expand(40, 3)),
    (HeteroscedasticGaussian(), torch.linspace(-2, 2, 40))], ids=lambda v: type(v).__name__)
@pytest.mark.parametrize('name', ['diag', 'swag', 'sghmc'])
def test_every_likelihood(lik, y, name):
    n_out = 2 if isinstance(lik, HeteroscedasticGaussian) else 3
    net, x = seeded_module(lambda: mlp(2, 3, n_out), 0), torch.randn(40, 2, generator=streams(0, 'x'))
    q = quick[name](net, IsotropicNormal(1.), lik, (x, y), net, generator=streams(0, 'q'))
    assert all(torch.isfinite(t).all() for t in q.sample(3, streams(0, 's')).values())

@pytest.mark.parametrize('name', ['diag', 'swag', 'sghmc'])
@pytest.mark.parametrize('kind', ['diagonal', 'laplace', 'student', 'learned'])
def test_every_prior(kind, name):
    net = line()
    prior = dict(diagonal=DiagonalNormal(net, {'weight': torch.tensor([[.5, 2.]]), 'bias': 1.}), laplace=LaplacePrior(1.), student=StudentTPrior(4., 1.),
        learned=LearnedNormal(Layout.of(net)) if kind=='learned' else None)[kind]
    q = quick[name](net, prior, Gaussian(noise), regression(), net, generator=streams(0, 'q'))
    assert all(torch.isfinite(t).all() for t in q.sample(3, streams(0, 's')).values()) and q.dtype==torch.float64
