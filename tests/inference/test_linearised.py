"Predictions of the linearised network: moments against laplace-torch and dense matrices, every family, derivatives by the inputs."
from functools import lru_cache, partial

import pytest
import torch
from torch import nn

from cases import Net, normal, recurrent, refused, rng, tanh_net
import symbayes as sb
from symbayes.core.messages import SymbayesError
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import free_parameters, seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions import (
    CollapsedLastLayer, InducingPosterior, KroneckerGaussian, Point, Samples, freeze, frozen_features, last_layer_problem)
from symbayes.inference import laplace_evidence, linearised_moments
from symbayes.core.doors import import_torchvision
from symbayes.testing import check_family_laws

def mlp(*sizes, seed=0): return tanh_net(*sizes, seed=seed).double()
quiet = dict(progress=False)

def sine(seed=0):
    "P4: one tanh net, 80 points of a sine with noise .1"
    x = (6*torch.rand(80, 1, generator=rng(seed))-3).double()
    return x, torch.sin(2*x)+.1*normal(80, 1, seed=3)

# against laplace-torch

targets = {'classes': (sb.Categorical(), torch.arange(30)%3), 'numbers': (sb.Gaussian(.3), normal(30, 3, seed=1)), 'each': (sb.Gaussian([.3, .7, 1.]), normal(30, 3, seed=1))}

def theirs(net, lik, data, structure, subset, precision):
    "Moments of outputs by laplace-torch at the network's weights"
    import_torchvision()  # laplace-torch imports it
    library, loader = pytest.importorskip('laplace'), torch.utils.data.DataLoader(torch.utils.data.TensorDataset(*data), batch_size=30)
    kind = 'classification' if isinstance(lik, sb.Categorical) else 'regression'
    found = library.Laplace(net, kind, subset, structure, prior_precision=precision)
    if kind=='regression': found.sigma_noise = lik.std.item()
    found.fit(loader)
    return found

@pytest.mark.defect('P4')
@pytest.mark.parametrize('kind', ['classes', 'numbers'])
@pytest.mark.parametrize('structure', ['diag', 'kron', 'full', 'last layer'])
def test_moments_are_those_of_laplace_torch(structure, kind):
    "Means and covariances of outputs, and probabilities under the same draws of logits"
    lik, y = targets[kind]
    net, x, new = mlp(2, 4, 3), normal(30, 2), 2*normal(7, 2, seed=5)
    if structure=='last layer': net[0].requires_grad_(False)
    ours = sb.laplace(net, sb.IsotropicNormal(.5), lik, (x, y), net, structure='full' if structure=='last layer' else structure, rescale=False, **quiet)
    subset, shape = ('last_layer', 'full') if structure=='last layer' else ('all', structure)
    reference = theirs(mlp(2, 4, 3), lik, (x, y), shape, subset, 4.)
    mean, covariance = linearised_moments(net, ours, new)
    f, f_var = reference._glm_predictive_distribution(new)
    assert torch.allclose(mean, f.double(), atol=1e-4) and (covariance-f_var).abs().max()<1e-4*f_var.abs().max()
    if kind=='classes':
        drawn = sb.predict(net, ours, new, 40_000, generator=rng(), linearised=True).softmax(-1).mean(0)
        assert (drawn-reference(new, link_approx='mc', n_samples=40_000)).abs().max()<.01

# against dense matrices

def dense_moments(net, q, x):
    "Outputs' covariance by the Jacobian and the sum of the covariance's columns, drawn from the family's own linear map"
    jacobian = torch.func.jacrev(lambda w: torch.func.functional_call(net, w, (x,)))(free_parameters(net))
    rows = torch.cat([t.flatten(2) for t in jacobian.values()], -1)
    root = q.scaled_normals(torch.eye(q.n_normals, dtype=torch.float64)).detach()  # one column of the root a row
    covariance = root.mT@root
    return torch.einsum('nop,pr,nqr->noq', rows, covariance, rows), covariance

families = {'mean field': lambda net: sb.MeanField.from_module(net, .3), 'units': lambda net: sb.UnitGaussian.from_module(net, mlp_group(net), std=.3),
    'low rank': lambda net: sb.LowRank.from_module(net, 3, .3, rng())}
approximations = {s: partial(lambda s, net: sb.laplace(net, sb.IsotropicNormal(.5), targets['classes'][0], (normal(30, 2), targets['classes'][1]), net, structure=s, **quiet), s) for s in ('full', 'kron')}

@lru_cache
def gaussian(name):
    net = mlp(2, 4, 3)
    return net, (families | approximations)[name](net)

@pytest.mark.parametrize('name', [*families, *approximations])
def test_moments_by_dense_matrices_and_by_draws(name):
    net, q = gaussian(name)
    new = normal(5, 2, seed=7)
    mean, covariance = linearised_moments(net, q, new)
    want, of_weights = dense_moments(net, q, new)
    assert torch.allclose(mean, net(new)) and torch.allclose(covariance, want, rtol=1e-6, atol=1e-12)
    assert torch.allclose(of_weights.diagonal(), q.flat_std().square(), rtol=1e-6)
    drawn = sb.predict(net, q, new, 20_000, generator=rng(), linearised=True)
    spread = want.diagonal(dim1=-2, dim2=-1).sqrt()
    assert ((drawn.mean(0)-mean)/spread).abs().max()<.04 and (drawn.std(0)/spread-1).abs().max()<.03

@pytest.mark.parametrize('name', ['full', 'kron'])
def test_what_says_so_is_predicted_with_the_linearised_network(name, tmp_path):
    "By default, stacked, read from a file, frozen, symmetrised, and in the terms of the bound"
    net, q = gaussian(name)
    new, lin = normal(5, 2, seed=7), partial(sb.predict, net, x=normal(5, 2, seed=7), n_samples=20)
    want = lin(q=q, generator=rng(), linearised=True)
    assert torch.equal(lin(q=q, generator=rng()), want) and not torch.allclose(lin(q=q, generator=rng(), linearised=False), want)
    q.save(tmp_path/'q')
    assert torch.equal(lin(q=type(q).load(tmp_path/'q'), generator=rng()), want)
    from symbayes.distributions import stack_posteriors
    assert torch.allclose(lin(q=stack_posteriors([q, q]), generator=[rng(), rng(1)])[0], want)
    frozen = freeze(q, 20, rng())
    frozen.save(tmp_path/'draws')
    assert torch.allclose(lin(q=frozen), want) and torch.allclose(lin(q=Samples.load(tmp_path/'draws')), want)
    assert torch.equal(lin(q=sb.symmetrize(q, mlp_group(net)), generator=rng()), want)
    moved = q.pushforward(mlp_group(net), mlp_group(net).sample(generator=rng(1))) if name=='full' else q
    assert torch.allclose(linearised_moments(net, moved, new)[1], linearised_moments(net, q, new)[1], rtol=1e-4)
    x, y = normal(30, 2), torch.arange(30)%3
    p = sb.Problem(net, sb.IsotropicNormal(.5), sb.Categorical(), (x, y), mlp_group(net))
    terms = sb.evaluate(p, q, n_samples=200, generator=rng(3), **quiet)
    outputs = sb.predict(net, q, x, 200, generator=rng(4))
    each = sb.Categorical().log_prob(outputs, y).sum(-1)
    assert terms.mi==0 and abs(terms.log_lik-each.mean())<6*each.std()/200**.5

def test_kronecker_gaussian_obeys_the_laws():
    for q in (gaussian('kron')[1], gaussian('full')[1]): check_family_laws(q)
    one = sb.IsotropicNormal(.5)
    two = {k: torch.stack([t, t+.1]) for k,t in free_parameters(gaussian('kron')[0]).items()}
    stack = sb.laplace(mlp(2, 4, 3), one, targets['classes'][0], (normal(30, 2), targets['classes'][1]), two, structure='kron', **quiet)
    check_family_laws(stack)
    assert isinstance(stack, KroneckerGaussian) and stack.batch_shape==(2,)

@pytest.mark.defect('P4')
def test_linearised_predictions_are_those_of_the_public_record():
    "Eighty points of a sine: full and kron reach what laplace-torch reaches, where drawn weights do not"
    x, y = sine()
    net = mlp(1, 50, 1)
    problem = sb.Problem(net, sb.IsotropicNormal(1.), sb.Gaussian(.1), (x, y), None)
    start = sb.laplace(problem, training=dict(epochs=2000, lr=.02), generator=rng(), structure='diag', **quiet).mean
    new = (6*torch.rand(200, 1, generator=rng(5))-3).double()
    truth = torch.sin(2*new)
    for structure in ('full', 'kron'):
        q = sb.laplace(problem, start, structure=structure, **quiet)
        of = lambda **how: sb.predict(problem, q, new, 200, generator=rng(7), **how)
        error = lambda f: (f.mean(0)-truth).square().mean().sqrt()
        score = lambda f: -sb.inference.predictive_nll(f, truth+.1*normal(200, 1, seed=9), sb.Gaussian(.1))
        assert error(of())<.06 and score(of())>.6
        assert error(of(linearised=False))>1 and score(of(linearised=False))<-2

@pytest.mark.parametrize('make', [lambda: nn.LSTM(3, 4, batch_first=True), lambda: nn.GRU(3, 4, batch_first=True), lambda: nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), lambda: nn.Sequential(nn.Conv1d(5, 4, 2), nn.BatchNorm1d(4), nn.ReLU())], ids=['lstm', 'gru', 'attention', 'convolution'])
def test_networks_of_all_kinds_linearise(make):
    "Small changes of the weights change the linearised outputs as those of the network; and an operation without a rule is named"
    def call(s, x):
        h = s.inner(s.up(x) if isinstance(s.inner, nn.TransformerEncoderLayer) else x)
        return s.out((h[0] if isinstance(h, tuple) else h).flatten(1))
    net, x = seeded_module(lambda: Net(call, inner=make(), up=(3, 4), out=nn.LazyLinear(2)), 0).eval(), torch.randn(6, 5, 3, generator=rng())
    net(x)
    net = net.double()
    q = sb.MeanField.from_module(net, 1e-4)
    near = sb.predict(net, q, x.double(), 3, generator=rng())
    try: linear = sb.predict(net, q, x.double(), 3, generator=rng(), linearised=True)
    except SymbayesError as e:
        assert 'cannot be linearised, linearised=False takes it as it is' in str(e)
        return
    assert (near-linear).abs().max()<.02*(near-net(x.double())).abs().max()

# derivatives by the inputs

@lru_cache
def fitted(name):
    "A posterior of a family, with its problem"
    x, y = normal(20, 2), normal(20, 1, seed=1)
    net = mlp(2, 4, 1)
    p = sb.Problem(net, sb.IsotropicNormal(1.), sb.Gaussian(.3), (x, y), None)
    return p, (families | others)[name](*((net,) if name in families else (p, net)))

others = {s: partial(lambda s, p, net: sb.laplace(p, net, structure=s, **quiet), s) for s in ('full', 'kron', 'diag')} | {
    'symmetrised': lambda p, net: sb.symmetrize(sb.MeanField.from_module(net, .3), mlp_group(net)), 'point': lambda p, net: Point.from_module(net),
    'samples': lambda p, net: sb.sghmc(p, net, n_draws=4, discard=2, generator=rng(), **quiet),
    'collapsed': lambda p, net: CollapsedLastLayer.from_module(net, p.prior, p.likelihood, p.data, generator=rng()),
    'inducing': lambda p, net: InducingPosterior.from_module(net, p.prior, p.data[0][:5], generator=rng()),
    'chains': lambda p, net: sb.sample_posterior(p, chains=2, draws=3, warmup=20, generator=rng(), **quiet)}

@pytest.mark.parametrize('name', [*families, *others])
def test_derivatives_by_the_inputs_are_finite_differences(name):
    p, q = fitted(name)
    x, step = normal(3, 2, seed=4).requires_grad_(), 1e-5
    def outputs(x, grad=False): return sb.predict(p, q, x, 6, generator=rng(2), grad=grad)
    with torch.no_grad(): out = outputs(x, grad=True)
    by = normal(*out.shape, seed=6)
    slope, = torch.autograd.grad((out*by).sum(), x)
    for i in range(2):
        move = step*torch.eye(2, dtype=torch.float64)[i]
        difference = ((outputs(x+move)-outputs(x-move))*by).sum((0, 2))/(2*step)
        assert torch.allclose(slope[:, i], difference.detach(), rtol=1e-5, atol=1e-7)
    assert not outputs(x).requires_grad

# large heads, and the last layer of something pretrained

def test_a_thousand_classes_in_memory_of_the_weights():
    p = sb.Problem(nn.Linear(64, 1000), sb.IsotropicNormal(.1), sb.Categorical(), (normal(500, 64).float(), torch.arange(500)%1000), None)
    q = sb.laplace(p, structure='kron', **quiet)
    assert sum(t.numel() for t in q.parameters())<20*q.layout.numel

@pytest.mark.parametrize('lik,y', [(sb.Categorical(), torch.arange(30)%3), (sb.Gaussian(.3), normal(30, 3, seed=1)), (sb.StudentT(4., .5), normal(30, 3, seed=1)), (sb.Poisson(), torch.arange(90).reshape(30, 3)%4)], ids=['classes', 'numbers', 'student', 'counts'])
@pytest.mark.parametrize('halves', [False, True], ids=['', 'weights'])
def test_a_last_layer_alone_is_a_network_with_frozen_weights(lik, y, halves):
    "Diagonal by features and by Jacobians; the mode has no slope"
    net, x = mlp(2, 4, 3), normal(30, 2)
    power = torch.linspace(.5, 2., 30) if halves else None
    net[0].requires_grad_(False)
    whole = sb.Problem(net, sb.IsotropicNormal(.5), lik, (x, y), None, weights=power)
    q = sb.laplace(whole, structure='diag', **quiet)
    from symbayes.inference.laplace_approximation import _gauss_newton, _prior_precision, fixed_problem
    p, at = fixed_problem(whole), {k: t.detach() for k,t in q.mean.items()}
    precision = _gauss_newton(p, at, True)+_prior_precision(p, at)
    assert torch.allclose(q.flat_std(), precision.rsqrt(), rtol=1e-6)
    w = {k: t.unsqueeze(0).requires_grad_() for k,t in at.items()}
    slopes = torch.autograd.grad(p.log_density(w).sum(), list(w.values()))
    assert max(t.abs().max() for t in slopes)<1e-4
    part = last_layer_problem(net, sb.IsotropicNormal(.5), lik, (x, y), weights=power)
    assert torch.allclose(sb.laplace(part, structure='diag', **quiet).loc, q.loc, atol=1e-5)
    assert torch.allclose(sb.predict(part, q=sb.laplace(part, structure='full', **quiet), x=frozen_features(net, x), n_samples=4000, generator=rng()).std(0),
        sb.predict(whole, q=sb.laplace(whole, structure='full', **quiet), x=x, n_samples=4000, generator=rng()).std(0), rtol=1e-2)

def test_gaussian_noise_gives_the_exact_posterior_and_evidence():
    net, x, y = mlp(2, 4, 3), normal(30, 2), normal(30, 3, seed=1)
    p = last_layer_problem(net, sb.IsotropicNormal({'weight': .5, 'bias': 2.}), sb.Gaussian(.3), (x, y))
    phi, scale = torch.cat([frozen_features(net, x), torch.ones(30, 1)], 1), torch.tensor([.25]*4+[4.]).double()
    marginal = torch.distributions.MultivariateNormal(torch.zeros(30).double(), .09*torch.eye(30)+(phi*scale)@phi.mT)
    for structure in ('full', 'kron'): assert abs(laplace_evidence(p, structure=structure, **quiet)-marginal.log_prob(y.mT).sum())<1e-4
    exact = torch.linalg.inv(phi.mT@phi/.09+scale.reciprocal().diag())
    new = torch.cat([frozen_features(net, 2*x), torch.ones(30, 1)], 1)
    covariance = linearised_moments(p, sb.laplace(p, structure='kron', **quiet), new[:, :-1])[1]
    assert torch.allclose(covariance.diagonal(dim1=-2, dim2=-1), (new@exact*new).sum(-1, keepdim=True).expand(30, 3))
    found = sb.log_evidence(p, generator=rng(), **quiet)
    assert abs(found.estimate-marginal.log_prob(y.mT).sum())<1e-4

# what is drawn once, moved and predicted

def curved(structure):
    net, (x, y) = mlp(1, 5, 1), sine()
    p = sb.Problem(net, sb.IsotropicNormal(1.), sb.Gaussian(.3), (x, y))
    return p, sb.laplace(p, net, structure=structure, **quiet)

@pytest.mark.parametrize('structure', ['full', 'kron'])
def test_linearised_gaussians_move_with_their_draws(structure):
    p, q = curved(structure)
    a, flat = p.group.sample(generator=rng(2)), q.layout.flatten
    w = q.sample(4, rng())
    moved = q.pushforward(p.group, a)
    assert torch.allclose(moved.flat_log_prob(flat(p.group.act(a, w))), q.flat_log_prob(flat(w))) and torch.equal(flat(moved.mean), flat(p.group.act(a, q.mean)))
    stack = sb.stack_posteriors([q, q])
    both = p.group.sample(2, generator=rng(3))
    moved = stack.pushforward(p.group, both)
    for i in range(2): assert torch.allclose(moved.member(i).flat_std(), q.pushforward(p.group, both.map(lambda t: t[i])).flat_std())
    assert type(sb.canonicalize(q, p.group)) is type(q)

@pytest.mark.parametrize('how', [{}, dict(num_layers=2, bidirectional=True)], ids=['', 'deep'])
@pytest.mark.parametrize('kind', [nn.RNN, nn.GRU, nn.LSTM])
def test_curvatures_of_recurrent_cells_by_finite_differences(kind, how):
    "Their kernels have no batched derivative, so each row has a backward pass of its own; 'diag' and 'full' agree"
    net, x, step = recurrent(kind(3, 2, batch_first=True, **how), 4 if how else 2, 2).double(), normal(4, 5, 3), 1e-5
    net(x)
    p = sb.Problem(net, sb.IsotropicNormal(.5), sb.Gaussian(.3), (x, normal(4, 2, seed=1)), None)
    w, layout = free_parameters(net), p.layout
    flat = layout.flatten(w)
    def at(flat): return network_outputs(net, layout.unflatten(flat), x).flatten()
    with torch.no_grad(): jacobian = torch.stack([(at(flat+step*e)-at(flat-step*e))/(2*step) for e in torch.eye(len(flat)).double()], 1)
    precision = jacobian.T@jacobian/.09+4*torch.eye(len(flat))
    full, diagonal = (sb.laplace(p, net, structure=s, rescale=False, **quiet) for s in ('full', 'diag'))
    assert torch.allclose(full.distribution().precision_matrix, precision, rtol=1e-5, atol=1e-5)
    assert torch.allclose(diagonal.flat_std(), precision.diagonal().rsqrt(), rtol=1e-6)

def test_the_last_layer_of_a_problem():
    p, _ = curved('diag')
    by_name = sb.IsotropicNormal({'0.weight': 2., '0.bias': 2., '2.weight': .5, '2.bias': .1})
    of_problem = last_layer_problem(sb.Problem(p.model, by_name, p.likelihood, p.data))
    assert of_problem.prior.std=={'weight': .5, 'bias': .1} and torch.equal(of_problem.data[0], last_layer_problem(p).data[0])
    refused('give it alone', last_layer_problem, p, p.prior)
