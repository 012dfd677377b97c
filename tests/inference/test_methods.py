"Laplace, SWAG, SGHMC, MC dropout and several modes: planted answers, and what comes back works like any posterior."
from copy import deepcopy
from functools import partial
import re

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cases import mlp, Net, recurrent, refused, tanh_net
from symbayes.all import *
from symbayes.core.tensors import Params, free_parameters
from symbayes.distributions.gaussian import KroneckerGaussian
from symbayes.inference import checkpoints
from symbayes.inference.descent import HMCState, baoa_step
from symbayes.inference.methods import train_ensemble

noise = .5

def regression(n: int = 60, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor]:
    x = torch.randn(n, 2, generator=streams(0, 'x')) @ torch.tensor([[1., .6], [0., .8]])
    return x.to(dtype), (x@torch.tensor([[1.], [-.5]]) + .3 + noise*torch.randn(n, 1, generator=streams(0, 'noise'))).to(dtype)

def with_one(x: Tensor) -> Tensor: return torch.cat([x, torch.ones(len(x), 1)], -1)

def line() -> nn.Linear: return seeded_module(lambda: nn.Linear(2, 1), 0).double()

def closed_form(std: Tensor|float = 1., mean: float = 0.) -> tuple[Params, Tensor]:
    "Mode and covariance of the linear regression"
    (x, y), std = regression(), torch.as_tensor(std).double().expand(3)
    phi = with_one(x)
    covariance = torch.linalg.inv(phi.T@phi/noise**2 + torch.diag(std**-2))
    best = covariance @ (phi.T@y[:, 0]/noise**2 + mean/std**2)
    return {'weight': best[None, :2], 'bias': best[2:]}, covariance

quick = dict(
    diag=laplace, full=partial(laplace, structure='full'), kron=partial(laplace, structure='kron'),
    swag=partial(swag, n_snapshots=5, discard=1, batch_size=20), sghmc=partial(sghmc, chains=2, n_draws=3, every=2, discard=2),
    dropout=partial(mc_dropout, p=.2, n_draws=6))
quick['modes'] = multi_mode(partial(quick['swag'], training=dict(epochs=2)), 3, 2)
families = dict(diag=MeanField, full=LowRank, kron=KroneckerGaussian, swag=LowRank)

# what comes back

@pytest.mark.parametrize('name', quick)
def test_comes_back_as_a_family(name):
    "Whose laws are those of the family; it predicts, and is evaluated where it has a density"
    net, (x, y) = tanh_net(2, 3, 1), regression(dtype=torch.float32)
    prior, lik, g = IsotropicNormal(1.), Gaussian(noise), mlp_group(net)
    make = lambda seed: quick[name](net, prior, lik, (x, y), None if name=='modes' else net, generator=streams(seed, 'q'))
    q, again, other = make(0), make(0), make(1)
    assert type(q) is families.get(name, Samples) and q.dtype==torch.float32 and q.layout==Layout.of(net)
    for k,t in q.tensors().items(): assert torch.equal(t, again.tensors()[k])
    assert name in ('diag', 'full', 'kron') or any(not torch.equal(t, other.tensors()[k]) for k,t in q.tensors().items())
    assert predict(net, q, x[:5], 4, generator=streams(0, 'p')).shape==(4, 5, 1)
    if name in families: assert torch.isfinite(evaluate(net, q, prior, lik, (x, y), g if name=='diag' else None, n_samples=4, n_mi_samples=4).total)
    else: refused(r'expected a Posterior', evaluate, net, q, prior, lik, (x, y))

# Laplace

@pytest.mark.parametrize('lik', [Categorical(), Gaussian([.3, .7, 1.]), StudentT(4., .5)], ids=['classes', 'each', 'student'])
@pytest.mark.parametrize('frozen', [False, True])
def test_kronecker_factors_are_exact_for_one_example(lik, frozen):
    "Of one matrix, whose inputs are those of the network or of a layer that is not free, in front of another"
    x = torch.randn(1, 2, dtype=torch.float64, generator=streams(0, 'x'))
    y = torch.tensor([1]) if isinstance(lik, Categorical) else torch.zeros(1, 3, dtype=torch.float64)
    net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 2, bias=False), nn.Tanh(), nn.Linear(2, 3)) if frozen else nn.Linear(2, 3, bias=False), 0).double()
    if frozen: net[2].requires_grad_(False)
    q, exact = (laplace(net, IsotropicNormal(.3), lik, (x, y), net, structure=s, rescale=False) for s in ('kron', 'full'))
    root = q.root_products(torch.eye(q.layout.numel, dtype=torch.float64))
    assert torch.allclose(root@root.mT, exact.distribution().covariance_matrix, rtol=1e-6, atol=1e-9)

def written(through) -> Net:
    "A network of two layers whose pass is given"
    return seeded_module(lambda: Net(through, a=(2, 2), c=(2, 3)), 0).double()

def added_in_place(net, x):
    h = x*1.
    h += net.a(h)
    return net.c(h)

plain = lambda net, x: net.c(net.a(x).relu())
tokens = lambda net, x: net.c(net.a(x).tanh()).mean(1)
same_factors = {
    'masked in place': (lambda net, x: net.c(net.a(x).relu_()), plain), 'output overwritten': (lambda net, x: net.c(net.a(x).mul_(2.)), lambda net, x: net.c(2.*net.a(x))),
    'input overwritten': (added_in_place, lambda net, x: net.c(x+net.a(x))),
    'by name': (lambda net, x: net.c(net.a(input=x).relu()), plain)}
same_of_tokens = {
    'merged': lambda net, x: net.c(net.a(x.reshape(-1, 2)).tanh()).reshape(*x.shape[:2], 3).mean(1), 'sequence first': lambda net, x: net.c(net.a(x.transpose(0, 1)).tanh()).mean(0)}
same_factors['constant input'] = lambda net, x: net.c(net.a(x.new_ones(1, 2)).tanh()*x), lambda net, x: net.c(net.a(x.new_ones(len(x), 2)).tanh()*x)

@pytest.mark.parametrize('ways', [*same_factors.values(), *((t, tokens) for t in same_of_tokens.values())], ids=[*same_factors, *same_of_tokens])
@pytest.mark.parametrize('n', [5, 6])
def test_kronecker_factors_however_a_pass_is_written(ways, n):
    "Rows find their examples, whose weights differ, also where there are as many tokens"
    x = torch.randn(n, *[5]*(ways[1] is tokens), 2, dtype=torch.float64, generator=streams(0, 'x'))
    nets = [written(t) for t in ways]
    data = (x, torch.arange(n)%3)
    q, r = (laplace(Problem(m, IsotropicNormal(1.), Categorical(), data, None, weights=torch.arange(n)+1.), m, structure='kron', rescale=False, progress=False) for m in nets)
    assert torch.allclose(q.flat_std(), r.flat_std(), rtol=1e-9)

def test_kronecker_factors_of_a_likelihood_with_one_axis_of_targets():
    class Logit(Likelihood):
        def log_prob(self, outputs, y): return nn.functional.logsigmoid((2*y-1)*outputs[..., 0])
        def check(self, y, n_out): pass
        def predictive(self, outputs): return outputs.sigmoid(), outputs.sigmoid()
    net = seeded_module(lambda: nn.Sequential(nn.Conv1d(2, 4, 2), nn.Tanh(), nn.Flatten(), nn.Linear(8, 1)), 0).double()
    x, y = torch.randn(6, 2, 3, dtype=torch.float64, generator=streams(0, 'x')), (torch.arange(6)%2).double()
    q, r = (laplace(Problem(net, IsotropicNormal(1.), lik, (x, t), None), net, structure='kron', rescale=False, progress=False)
        for lik,t in ((Logit(), y), (Bernoulli(), y[:, None])))
    assert torch.allclose(q.flat_std(), r.flat_std(), rtol=1e-9)

def test_weights_of_several_uses_have_no_kronecker_factors():
    tied = written(plain)
    tied.b = nn.Linear(2, 2).double()
    tied.b.weight, tied.call = tied.a.weight, lambda net, x: net.c(net.b(net.a(x)))
    decoder = written(lambda net, x: net.c(net.a(x)@net.a.weight.T))
    for net, words in ((tied, 'belong to several layers'), (decoder, 'are used outside of their layers')):
        p = Problem(net, IsotropicNormal(1.), Gaussian(.5), (torch.randn(4, 2).double(), torch.randn(4, 3).double()), None)
        refused(rf"\['a.weight'\] {words}, so they have no Kronecker factors: structure='diag'", laplace, p, net, structure='kron', progress=False)

def test_curvature_of_any_likelihood_by_finite_differences():
    "A network that is linear in its weights, so that the Gauss-Newton matrix is the Hessian"
    x = torch.randn(20, 2, dtype=torch.float64, generator=streams(0, 'x'))
    for lik, y in ((Poisson(), (torch.arange(20)%4)[:, None]), (Bernoulli(), (torch.arange(20)%2)[:, None].double())):
        net, prior = line(), StudentTPrior(4., .7)
        layout = Layout.of(net)
        q = laplace(net, prior, lik, (x, y), net)
        w = layout.flatten(free_parameters(net))
        f = lambda v: -(lik.log_prob(x@v[:2, None]+v[2], lik.targets(y)).sum()+prior.log_prob(layout, layout.unflatten(v)))
        h = torch.stack([(f(w+1e-4*e)+f(w-1e-4*e)-2*f(w))/1e-8 for e in torch.eye(3).double()])
        torch.testing.assert_close(q.flat_std(), h.rsqrt(), rtol=1e-4, atol=0)

# SWAG

def test_swag_takes_the_iterates_of_its_descent():
    "Plain gradient descent on all examples, done here by hand"
    (x, y), net = regression(), line()
    w, path = torch.cat([net.weight.detach().flatten(), net.bias.detach()]), []
    phi = with_one(x)
    for i in range(12):
        w = w-.05*((phi.T@(phi@w-y[:, 0])/noise**2 + w/2.**2)/len(x))
        if i>=3 and (i-3)%2==0: path.append(w)
    q = swag(net, IsotropicNormal(2.), Gaussian(noise), (x, y), net, lr=.05, momentum=0., batch_size=len(x), n_snapshots=5, every=2, discard=1)
    walk = torch.stack(path)
    deviations = walk-torch.stack([walk[:i+1].mean(0) for i in range(5)])
    assert len(walk)==5 and q.factor.shape==(5, 3)
    torch.testing.assert_close(q.loc, walk.mean(0))
    torch.testing.assert_close(q.distribution().covariance_matrix, .5*walk.var(0, correction=0).diag()+.5*deviations.T@deviations/4)

# SGHMC

def test_sghmc_quickly():
    mode, covariance = closed_form()
    q = sghmc(line(), IsotropicNormal(1.), Gaussian(noise), regression(), mode, chains=300, n_draws=2, every=100, discard=100, lr=.15, friction=.8, generator=streams(0, 'sghmc'))
    flat = q.layout.flatten(q.params)
    assert (flat.std(0)/covariance.diag().sqrt()-1).abs().max()<.12 and ((flat.mean(0)-q.layout.flatten(mode))/covariance.diag().sqrt()).abs().max()<.15

def test_chains_start_where_they_are_told_and_stay_apart():
    starts = {'weight': torch.tensor([[[0., 0.]], [[9., 9.]]]).double(), 'bias': torch.tensor([[0.], [9.]]).double()}
    run = partial(sghmc, line(), IsotropicNormal(1.), Gaussian(noise), regression(), starts, n_draws=2, every=1, discard=0, lr=1e-4, generator=None)
    q = run(chains=2)
    assert q.params['bias'].flatten().round().tolist()==[0, 0, 9, 9] and q.params['bias'].unique().numel()==4
    refused(r'start has leading axes \(2,\), expected none, or \(3,\) for the chains', run, chains=3)

def test_temperature_and_the_global_seed():
    mode, covariance = closed_form()
    torch.manual_seed(5)
    before = torch.random.get_rng_state()
    cold = sghmc(line(), IsotropicNormal(1.), Gaussian(noise), regression(), mode, chains=50, n_draws=1, discard=150, lr=.15, temperature=1e-4, generator=streams(0, 'q'))
    assert torch.equal(before, torch.random.get_rng_state())
    assert (cold.draws.std(0)/covariance.diag().sqrt()).max()<.02

def test_steps_are_those_of_posteriors():
    "Two steps on a quadratic density, with the noise that the library draws"
    library = pytest.importorskip('posteriors.sgmcmc.baoa')
    curvature, p = torch.tensor([1., 4., .2]).double(), torch.tensor([1., -1., 2.]).double()
    moves = library.build(lambda p, batch: (-.5*(curvature*p*p).sum(), p.new_zeros(())), lr=.1, alpha=.7, temperature=.3)
    theirs, state = library.init(p, p/2), HMCState(p[None], p[None]/2)
    for i in range(2):
        torch.manual_seed(i)
        theirs, _ = moves.update(theirs, None)
        torch.manual_seed(i)
        state = baoa_step(state, -curvature*state.weights, torch.randn_like(p)[None], .1, .7, .3)
    torch.testing.assert_close(state.weights[0], theirs.params, rtol=1e-6, atol=1e-7)  # the library's constants have single precision
    torch.testing.assert_close(state.momenta[0], theirs.momenta, rtol=1e-6, atol=1e-7)

# MC dropout

def images() -> dict[str, nn.Module]:
    conv = lambda **o: nn.Conv2d(4, 6, 3, **o)
    head = lambda n: (nn.Flatten(), nn.Linear(n, 2))
    return dict(
        channels=nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Dropout2d(.4), conv(), nn.ReLU(), *head(96)),
        groups=nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Dropout2d(.4), conv(groups=2), nn.ReLU(), *head(96)),
        flat=nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Dropout(.4), nn.Linear(144, 2)),
        pixels=nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Dropout(.4), *head(144)),
        pooled=nn.Sequential(nn.Conv2d(1, 4, 3), nn.Dropout2d(.4), nn.AvgPool2d(2), *head(36)))

@pytest.mark.parametrize('name', list(images()))
def test_masks_are_columns(name):
    "A draw of the weights is a mask that all examples share: the outputs say so, for the masks that the zeros in the weights show"
    net = seeded_module(lambda: images()[name], 0).double()
    x = torch.randn(5, 1, 8, 8, dtype=torch.float64, generator=streams(0, 'x'))
    q = mc_dropout(net, IsotropicNormal(1.), Categorical(), (x, torch.arange(5)%2), net, n_draws=8, generator=streams(0, 'q'))
    out = predict(net, q, x, 8)
    at = next(i for i,m in enumerate(net) if isinstance(m, nn.modules.dropout._DropoutNd))
    reader = next(i for i,m in enumerate(net) if i>at and isinstance(m, (nn.Linear, nn.Conv2d)))
    weight, plain = q.params[f'{reader}.weight'], net[reader].weight.detach()
    ratio = weight/plain
    assert set(ratio.unique().mul(.6).round(decimals=9).tolist())=={0., 1.} and abs((ratio==0).double().mean()-.4)<.2
    with torch.no_grad():
        h = net[:at](x)
        after = net[at+1:reader]
        for s in range(8):
            if isinstance(net[reader], nn.Conv2d):
                groups = ratio[s].unflatten(0, (net[reader].groups, -1))[:, 0]
                mask = groups[..., 0, 0].flatten()[:, None, None]
            else:
                mask = ratio[s, 0].reshape(h.shape[1:]) if name in ('flat', 'pixels') else ratio[s, 0].unflatten(0, (4, -1))[:, 0][:, None, None]
            torch.testing.assert_close(net[reader:](after(h*mask)), out[s])

@pytest.mark.slow
def test_dropout_in_front_of_the_last_layer_is_trained_with_it():
    "Linear regression under dropout is ridge regression: the minimum is in closed form (Wager et al. 2013)"
    (x, y), p = regression(), .3
    q = mc_dropout(line(), IsotropicNormal(1e3), Gaussian(noise), (x, y), p=p, n_draws=4000, training=dict(epochs=1500, lr=.05), generator=streams(0, 'q'))
    phi = with_one(x)
    ridge = torch.diag(torch.cat([(x**2).sum(0)*p/(1-p), torch.zeros(1).double()]))
    best = torch.linalg.solve(phi.T@phi+ridge, phi.T@y[:, 0])
    found = torch.cat([q.mean['weight'][0], q.mean['bias']])
    assert (found-best).abs().max()<.08 and (torch.linalg.solve(phi.T@phi, phi.T@y[:, 0])-best).abs().max()>.2

def test_what_dropout_refuses():
    prior, lik, data = IsotropicNormal(1.), Gaussian(noise), regression()
    net = Net(lambda s, x: (s.outer(h := s.drop(s.inner(x).tanh()))+h).sum(-1, keepdim=True), inner=(2, 3), drop=nn.Dropout(.5),
        outer=(3, 3)).double()  # read twice
    refused('are no scalings of columns: outputs differ', mc_dropout, net, prior, lik, data, net)
    end = nn.Sequential(nn.Linear(2, 1), nn.Dropout(.1)).double()
    refused("dropout layer '1' has no linear layer or convolution behind it", mc_dropout, end, prior, lik, data, end)
    alpha = nn.Sequential(nn.Linear(2, 3), nn.AlphaDropout(.1), nn.Linear(3, 1)).double()
    refused(r"\['AlphaDropout'\] does not set columns to zero", mc_dropout, alpha, prior, lik, data, alpha)

# starts and modes

stacked = dict(diag=laplace, full=quick['full'], kron=quick['kron'], swag=quick['swag'], sghmc=partial(quick['sghmc'], chains=3, batch_size=20), all_examples=partial(quick['sghmc'], chains=3),
    dropout=quick['dropout'], trained=partial(quick['dropout'], training=dict(epochs=2, batch_size=25)))

@pytest.mark.parametrize('name', stacked)
def test_a_member_of_a_stack_is_the_run_alone(name):
    "Each member has a generator of its own; double precision, to 1e-9"
    net, args = tanh_net(2, 3, 1).double(), (IsotropicNormal(1.), Gaussian(noise), regression())
    starts = {k: torch.stack([p.detach()+.1*i for i in range(3)]) for k,p in net.named_parameters()}
    many, alone = stacked[name], partial(stacked[name], **(dict(chains=1) if name in ('sghmc', 'all_examples') else {}))
    q = many(net, *args, starts, generator=streams([4, 5, 6], 'q'))
    each = [alone(net, *args, {k: t[i] for k,t in starts.items()}, generator=streams(4+i, 'q')) for i in range(3)]
    if isinstance(q, Samples): torch.testing.assert_close(q.draws, torch.cat([s.draws for s in each]), rtol=1e-9, atol=1e-9)
    else:
        assert q.batch_shape==(3,)
        for i,s in enumerate(each):
            for k,t in s.tensors().items(): torch.testing.assert_close(q.member(i).tensors()[k], t, rtol=1e-9, atol=1e-9)

def test_modes_are_pooled_in_order():
    starts = [tanh_net(2, 3, 1, seed=s).double() for s in range(3)]
    stack = {k: torch.stack([dict(m.named_parameters())[k].detach() for m in starts]) for k in dict(starts[0].named_parameters())}
    lap = multi_mode(partial(laplace, structure='diag'), 3, 4)
    args = starts[0], IsotropicNormal(1e-3), Gaussian(noise), regression()
    q, same = (lap(*args, s, generator=streams(0, 'q')) for s in (stack, starts))
    assert len(q)==12 and torch.equal(q.draws, same.draws)
    means = {k: t.unflatten(0, (3, 4)).mean(1) for k,t in q.params.items()}
    assert all((means[k]-t).abs().max()<.01 for k,t in stack.items())
    fresh = multi_mode(partial(laplace, training=dict(epochs=1)), 2, 1)(*args, generator=streams(1, 'q'))
    assert (fresh.params['0.weight'][0]-fresh.params['0.weight'][1]).abs().max()>.1
    def own(model, prior, likelihood, data, at=None, *, generator=None): return laplace(model, prior, likelihood, data, at, structure='diag', generator=generator)
    assert torch.equal(multi_mode(own, 3, 4)(*args, stack, generator=streams(0, 'q')).draws, q.draws)
    for method,name in (ensemble, 'ensemble'), (partial(ensemble, n_members=3), 'partial'), (partial(laplace, start=None), 'partial'), (max, 'max'): refused(f'method {name} takes no start.*expected laplace, swag', multi_mode, method, 2)


def test_frozen_weights_and_several_inputs():
    net, (x, y) = Net(lambda s, u, v: s.a(u)+s.b(v), a=(2, 1), b=(2, 1)).double(), regression()
    net.b.requires_grad_(False)
    for name in ('diag', 'full', 'swag', 'sghmc'):
        q = quick[name](net, IsotropicNormal(1.), Gaussian(noise), ({'u': x, 'v': x.flip(1)}, y), net, generator=streams(0, 'q'))
        assert list(q.layout.shapes)==['a.weight', 'a.bias'] and predict(net, q, {'u': x, 'v': x}, 2).shape==(2, len(x), 1)

def test_without_a_generator():
    "Draws follow the global seed, and every step of a training has masks of its own"
    args = IsotropicNormal(1.), Gaussian(noise), regression()
    net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 8), nn.Dropout(.5), nn.Linear(8, 1)), 0).double()
    torch.manual_seed(3)
    first, second = (mc_dropout(net, *args, net, n_draws=5) for _ in range(2))
    torch.manual_seed(3)
    again = mc_dropout(net, *args, net, n_draws=5)
    assert torch.equal(first.draws, again.draws) and not torch.equal(first.draws, second.draws)
    untouched = nn.Sequential(nn.Linear(2, 64), nn.Dropout(.5), nn.Linear(64, 1, bias=False)).double()
    q = mc_dropout(untouched, IsotropicNormal(1e6), *args[1:], n_draws=1, training=dict(epochs=30, optimizer=partial(torch.optim.SGD, momentum=.9)))
    assert ((q.params['0.weight'][0]-untouched[0].weight.detach()).abs().amax(1)>1e-6).all()  # one mask for all steps would leave half the units alone



# scales that keep the function

def scaled_case(dims: tuple[int, ...] = (2, 7, 5, 1)):
    "A trained ReLU network in float64, its problem, its scalings, and 100 random rescalings of it"
    from symbayes.discovery.continuous import scaling_group
    layers = [m for a,b in zip(dims, dims[1:]) for m in (nn.Linear(a, b), nn.ReLU())][:-1]
    net = seeded_module(lambda: nn.Sequential(*layers), 3).double()
    x = torch.randn(40, 2, generator=streams(0, 'x'), dtype=torch.float64)
    y = (x[:, :1]*x[:, 1:]).tanh() + .2*torch.randn(40, 1, generator=streams(0, 'y'), dtype=torch.float64)
    prior = IsotropicNormal({k: .4+.2*i for i,k in enumerate(dict(net.named_parameters()))})
    problem = Problem(net, prior, Gaussian(.3), (x, y), None)
    w = free_parameters(net)
    group = scaling_group(net, x[:8])
    return problem, w, group, [group.act(group.sample(spread=.7, generator=streams(i, 'scale')), w) for i in range(100)]

def test_the_mode_on_the_orbit_is_that_of_min_mass():
    "The member of least mass weighted by the prior's precisions; a unit without outgoing weights stays as it is"
    from symbayes.comparison.gauges import min_mass
    from symbayes.inference.descent import at_prior_mode, fixed_problem
    problem, w, group, moved = scaled_case()
    problem = fixed_problem(problem)
    best = min_mass(w, group, problem.prior)
    for v in moved[:5]: assert max((at_prior_mode(problem, v)[0][k]-best[k]).abs().max() for k in w)<1e-8
    dead = {k: t.clone() for k,t in w.items()}
    dead['2.weight'][:, 0] = 0.
    found = at_prior_mode(problem, dead)[0]
    assert torch.equal(found['0.weight'][0], dead['0.weight'][0]) and all(t.isfinite().all() for t in found.values())
    stack = {k: torch.stack([v[k] for v in moved[:3]]) for k in w}
    assert max((at_prior_mode(problem, stack)[0][k]-best[k]).abs().max() for k in w)<1e-8

@pytest.mark.parametrize('tried', [20, pytest.param(100, marks=pytest.mark.slow)])
def test_nothing_that_laplace_says_depends_on_scales(tried):
    "Rescalings: evidence, predictions of the diagonal Gaussian's draws, variances of the full one's linearised outputs"
    from symbayes.inference.laplace_approximation import laplace_evidence
    problem, w, group, moved = scaled_case()
    moved = moved[:tried]
    x = torch.randn(6, 2, generator=streams(1, 'x'), dtype=torch.float64)
    found = torch.tensor([laplace_evidence(problem, v) for v in moved])
    assert found.max()-found.min()<1e-8
    plain = torch.tensor([laplace_evidence(problem, v, rescale=False) for v in moved[:10]])
    assert plain.max()-plain.min()>1
    drawn = torch.stack([network_outputs(problem.model, laplace(problem, v, progress=False).sample(5, streams(0, 'draw')), x) for v in moved])
    assert (drawn-drawn[0]).abs().max()<1e-8 and drawn[0].std(0).min()>1e-3
    for v in (w, *moved[::10]):
        q = laplace(problem, v, structure='full')
        assert max((q.layout.unflatten(q.loc.detach())[k]-v[k]).abs().max() for k in v)<1e-9  # the mean is the start
        rows = torch.func.jacrev(lambda p: torch.func.functional_call(problem.model, p, x)[:, 0])(v)
        j = torch.cat([t.flatten(1) for t in rows.values()], 1)
        variance = (j@q.distribution().covariance_matrix@j.T).diagonal().detach()
        if v is w: first = variance
        assert (variance/first-1).abs().max()<1e-8

# Ensembles: equal to networks trained alone, whatever they are made of; checkpoints, seeds, warnings, wrong input.

quiet = dict(progress=False)

def residual(norm=lambda c: nn.GroupNorm(2, c)) -> Net:
    def call(s, x):
        x = s.norm(s.first(x)).relu()
        return s.out((x+s.inner(x)).relu().mean((2, 3)))
    return Net(call, first=nn.Conv2d(2, 4, 3, 1, 1), norm=norm(4), inner=nn.Conv2d(4, 4, 3, 1, 1, bias=False), out=(4, 3))

def mlp_ense(act=nn.Tanh): return nn.Sequential(nn.Flatten(), nn.Linear(50, 6), act(), nn.Linear(6, 3))

networks = {'mlp': mlp_ense, 'residual': residual, 'recurrent': lambda: nn.Sequential(nn.Flatten(), nn.Unflatten(1, (5, 10)), recurrent(nn.GRU(10, 4, batch_first=True), 4, 3)),  # `vmap` has no rule for it
    'batch norm, evaluated': lambda: residual(nn.BatchNorm2d).eval(),
    'layer norm': lambda: nn.Sequential(nn.Conv2d(2, 3, 2), nn.LayerNorm([3, 4, 4]), nn.GELU(), nn.Flatten(), nn.Linear(48, 3), nn.LayerNorm(3))}

def data(n=40, classes=3, seed=0, dtype=torch.double):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(n, 2, 5, 5, dtype=torch.double, generator=g).to(dtype), torch.randint(0, classes, (n,), generator=g)

def alone(make, seed, xy, epochs, batch, lr):
    "The ordinary loop of one network, by Adam at a constant rate"
    net, order = seeded_module(make, seed), streams(seed, 'order of the data')
    opt = torch.optim.Adam(net.parameters(), lr)
    for _ in range(epochs):
        for i in torch.randperm(len(xy[1]), generator=order).split(batch):
            opt.zero_grad()
            F.cross_entropy(net(xy[0][i]), xy[1][i]).backward()
            opt.step()
    return net

@pytest.mark.parametrize('name', networks)
def test_stacks_are_single_networks(name):
    "After 50 steps in double precision"
    make, xy = lambda: networks[name]().double(), data()
    q, _ = train_ensemble(make, [5, 3, 8], xy, Categorical(), epochs=10, batch_size=8, lr=.01, anneal=0., **quiet)
    net = alone(make, 3, xy, 10, 8, .01)
    for k,t in q.mean.items(): torch.testing.assert_close(t[1].detach(), dict(net.named_parameters())[k].detach(), rtol=1e-6, atol=1e-8)

def test_dropout_is_each_networks_own_and_repeats():
    make = lambda: nn.Sequential(nn.Flatten(), nn.Dropout(.5), nn.Linear(50, 4), nn.Dropout(.5), nn.Linear(4, 3))
    state, net = torch.random.get_rng_state(), seeded_module(make, 0)
    same = lambda: deepcopy(net)
    def trained(m): return train_ensemble(m, range(2), data(dtype=torch.float), Categorical(), epochs=1, batch_size=40, lr=.01, **quiet)[0].loc.detach()
    a, b = trained(make), trained(make)
    assert torch.equal(torch.random.get_rng_state(), state) and torch.equal(a, b)
    a, b = trained(same)
    assert not torch.equal(a, b)  # equal starts on all examples: masks alone differ
    a, b = trained(lambda: deepcopy(net).eval())
    assert torch.equal(a, b)

def test_an_ensemble_goes_on_from_its_checkpoint(tmp_path):
    train = partial(ensemble, mlp_ense, None, Categorical(), data(dtype=torch.float), 3, lr=.01, batch_size=10, **quiet)
    whole = train(epochs=6)
    def interrupt(row):
        if row['epoch']==3: raise KeyboardInterrupt
    kept = Checkpoint(tmp_path/'e', every=0., resume=True)
    with pytest.raises(KeyboardInterrupt): train(epochs=6, checkpoint=kept, callback=interrupt)
    assert torch.equal(train(epochs=6, checkpoint=kept).draws, whole.draws)
    begun = (tmp_path/'e').stat().st_mtime_ns
    assert torch.equal(train(epochs=6, checkpoint=kept).draws, whole.draws) and (tmp_path/'e').stat().st_mtime_ns==begun
    refused('checkpoint', train, epochs=6, checkpoint=kept, batch_size=20)

def test_ensemble():
    xy, short = data(dtype=torch.float), dict(epochs=1, **quiet)
    a = ensemble(mlp_ense(), IsotropicNormal(1.), Categorical(), xy, 4, **short)
    b = ensemble(mlp_ense, IsotropicNormal(1.), Categorical(), xy, 4, **short)
    assert len(a)==4 and torch.equal(a.draws, b.draws)  # `make` and redrawing draw alike
    c, d, e = (ensemble(mlp_ense, None, Categorical(), xy, 4, generator=streams(s, 'members'), **short) for s in (0, 0, 1))
    assert torch.equal(c.draws, d.draws) and not torch.equal(c.draws, e.draws)
    refused("layer 'norm' .* would change its buffers", lambda: ensemble(lambda: residual(nn.BatchNorm2d), None, Categorical(), xy, 2, **short))
    refused('reset_parameters', lambda: ensemble(Net(lambda s, x: s.gain*s.inner(x.flatten(1)), inner=(50, 3), gain=nn.Parameter(torch.ones(3))), None, Categorical(), xy, 2))
    def shifted(seed):
        net = residual(nn.BatchNorm2d).eval()
        net.norm.running_mean += seed
        return net
    refused(r"buffers \['norm.running_mean'\] differ", lambda: ensemble(shifted, None, Categorical(), xy, 2))

@pytest.mark.defect('U3')
def test_an_ensemble_trains_by_default(monkeypatch):
    "Until it has converged, as `fit`; three epochs left the members at the mean of the targets"
    g = torch.Generator().manual_seed(0)
    x = torch.linspace(-1, 1, 40)[:, None]
    y = (2*x).sin() + .02*torch.randn(40, 1, generator=g)
    net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
    w = ensemble(net, IsotropicNormal(1.), Gaussian(.1), (x, y), 3, progress=False)
    mean = torch.stack([torch.func.functional_call(net, {k: t[i] for k,t in w.params.items()}, x) for i in range(3)]).mean(0)
    assert (mean-y).square().mean().sqrt() < .2*y.std()

@pytest.mark.defect('T1')
def test_an_ensemble_that_ends_at_its_cap_says_what_mends_it(monkeypatch):
    for k in ('default_max_steps', 'default_max_steps_small'): monkeypatch.setattr(checkpoints, k, 30)
    x = torch.linspace(-1, 1, 40)[:, None]
    parts = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1)), IsotropicNormal(1.), Gaussian(.02), (x, (3*x).sin())
    with pytest.warns(UserWarning, match='had not converged') as said: ensemble(*parts, 2, **quiet)
    line, = (str(w.message) for w in said if 'converged' in str(w.message))
    assert '\n' not in line
    remedy = eval(f'dict({re.search("epochs=.* goes on", line)[0].removesuffix(" goes on")})')
    assert remedy['epochs']>30 and len(ensemble(*parts, 2, **remedy, **quiet))==2

def test_a_likelihood_without_learned_noise_stays_that_of_one_network():
    lik, xy = Gaussian(.5), regression(dtype=torch.float32)
    train_ensemble(lambda: mlp(2, 3, 1, act=nn.Tanh), range(2), xy, lik, epochs=1, progress=False)
    assert lik.members is None
