"Posteriors by inducing points: both forms, the exact case, equivariance, products of permanents by enumeration, stacks, files, bad input."

from functools import partial
import pytest, torch
from torch import nn
from torch.distributions import MultivariateNormal

from cases import close, mlp, Net, prior_of, refused, rng, rngs
from symbayes.all import *
from symbayes.distributions.last_layer import LayerPosterior, newton_targets
from symbayes.distributions.base import SharedSites
from symbayes.information.unit_information import layer_information
from symbayes.testing import check_family_laws

randn = lambda seed, *shape: torch.randn(*shape, generator=rng(seed)).double()

def tanh_mlp(*widths, bias=True): return mlp(*widths, act=nn.Tanh, bias=bias).double()

def made(*widths, members=0, M=4, seed=2, precision=4., prior=None, bias=True, **how):
    model = tanh_mlp(*widths, bias=bias)
    gens = rngs(*range(seed, seed+members)) if members else rng(seed)
    q = InducingPosterior.from_module([model]*members if members else model, prior or prior_of(model), randn(1, M, widths[0]),
        precision=precision, generator=gens, **how)
    with torch.no_grad():
        for i in range(len(q.steps)): q.get_parameter(f'strength_{i}').add_(.2*randn(10+i, *q.get_parameter(f'strength_{i}').shape))
    return model, q

# one layer

def test_exact_where_there_is_one_linear_layer():
    line, x, y = nn.Linear(3, 2).double(), randn(2, 6, 3), randn(3, 6, 2)
    prior, noise = IsotropicNormal(1.), Gaussian(.3)
    q = InducingPosterior.from_module(line, prior, x, targets=y, likelihood=noise)
    cov = x@x.T + 1 + .09*torch.eye(6).double()
    evidence = MultivariateNormal(torch.zeros(6).double(), cov).log_prob(y.T).sum()
    w, log_lik, _ = q.elbo_draws(line, prior, noise, (x, y), 6, 50, rng(0))
    close((log_lik + prior.log_prob(q.layout, w) - q.log_prob(w)).detach(), evidence.expand(50), 1e-8)

@pytest.mark.parametrize('M,p,units', [(4, 9, 3), (9, 4, 3), (5, 5, 1), (1, 3, 2), (3, 1, 2), (1, 1, 1)])
def test_both_forms_and_the_dense_gaussian(M, p, units):
    a, b = (LayerPosterior(randn(0, 2, M, p), randn(1, 2, M, units), 2*randn(2, 2, M), kernel) for kernel in (True, False))
    prior, errors = randn(3, 2, units, p), randn(4, 2, units, M)
    z = a.draw(prior, errors)
    for f in (lambda c: c.mean(), lambda c: c.half_log_det, lambda c: c.kl(), lambda c: c.draw(prior, errors), lambda c: c.log_density(z)):
        close(f(a), f(b))
    cov = torch.linalg.inv(torch.eye(p).double() + a.root.mT@a.root)
    truth = MultivariateNormal(a.mean(), cov.unsqueeze(-3))
    close(a.log_density(z), truth.log_prob(z).sum(-1), 1e-8)
    close(a.kl(), torch.distributions.kl_divergence(truth, MultivariateNormal(torch.zeros(p).double(), torch.eye(p).double())).sum(-1), 1e-8)

@pytest.mark.parametrize('M', [4, 2])
def test_gradients_of_a_layer(M):
    f = lambda x, v, s: (lambda c: (c.kl(), c.draw(randn(3, 2, 3), randn(4, 2, M)), c.log_density(randn(5, 2, 3))))(LayerPosterior(x, v, s))
    args = [t.requires_grad_() for t in (randn(0, M, 3), randn(1, M, 2), randn(2, M))]
    assert torch.autograd.gradcheck(f, args)

# the family

@pytest.mark.parametrize('signed', [False, True])
@pytest.mark.parametrize('widths,bias', [((2, 3, 3, 1), True), ((2, 2, 3, 2, 1), True), ((2, 3, 1), False), ((2, 6, 2), True)])
def test_product_of_permanents(widths, bias, signed):
    net, q = made(*widths, bias=bias, M=3)
    g = mlp_group(net, signed=signed)
    if g.order>50_000: pytest.skip('too many elements')
    w = q.sample(5, rng(3))
    with torch.no_grad():
        each = [layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items()]
        close(Exact()(q, g, w), sum(each))

def layer_sum(q, g, w):
    with torch.no_grad(): return sum(layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items())

def test_moments_of_sites():
    "Their densities are those of the permanents"
    net, q = made(2, 3, 4, 2, M=5)
    g, w = mlp_group(net), q.sample(3, rng(4))
    for l,names in q.informative_tensors(g).items():
        s = q.sites(g, l, names, given=w)
        assert isinstance(s, SharedSites) and s.lead==(3,)
        precision = torch.diag_embed(s.scale**-2) + s.root.mT@s.root
        mean, var, volume = s.moments()
        close(var, precision.inverse().diagonal(dim1=-2, dim2=-1).unsqueeze(-2).expand_as(mean))
        close(volume[:, 0], -.5*torch.logdet(precision))
        close(s.conditional_variance()[:, 0], 1/precision.diagonal(dim1=-2, dim2=-1))

@pytest.mark.parametrize('signed', [False, True])
def test_a_stream_that_several_layers_write_to(signed):
    "One label, whose units come out of two layers"
    net = Net(lambda s, x: s.out(((h := s.a(x))+s.b(h.tanh())).tanh()), out=(3, 1), b=(3, 3), a=(2, 3)).double()
    axes = {'out.weight': (1, 'h'), 'out.bias': (1,), 'b.weight': ('h', 'h'), 'b.bias': ('h',), 'a.weight': ('h', 2), 'a.bias': ('h',)}
    g = PermutationGroup({'h': 3}, axes, frozenset({'h'} if signed else ())).verify(net, randn(0, 5, 2))
    q = InducingPosterior.from_module(net, IsotropicNormal(.8), randn(1, 4, 2), precision=4., generator=rng(0))
    assert q.informative_tensors(g)=={'h': ('a.weight', 'a.bias', 'b.weight', 'b.bias')}
    w = q.sample(5, rng(1))
    close(layer_sum(q, g, w), Exact()(q, g, w).detach())

@pytest.mark.parametrize('members', [0, 2])
def test_the_laws_of_families(members):
    net, q = made(2, 3, 3, 1, members=members)
    problem = Problem(net, prior_of(net), Gaussian(.3), (randn(5, 6, 2), randn(6, 6, 1)), mlp_group(net))
    found = check_family_laws(q, mlp_group(net), problem=problem)
    assert {'bound network', 'integrated bound'} <= set(found.asked)

@pytest.mark.parametrize('likelihood,y,out', [(Categorical(), torch.arange(12)%3, 3), (Bernoulli(), (torch.arange(12)%2).double(), 1),
    (Poisson(), (torch.arange(12)%4).double(), 1), (StudentT(4., .3), randn(0, 12, 1), 1), (HeteroscedasticGaussian(), randn(0, 12, 1), 2)])
def test_any_likelihood_and_batches(likelihood, y, out):
    net, x = tanh_mlp(2, 5, out), randn(1, 12, 2)
    values, precision = newton_targets(likelihood, y, torch.zeros(2, 12, out, dtype=torch.float64))
    assert values.shape==(2, 12, out) and torch.equal(*values) and torch.isfinite(values).all() and precision>0
    q = InducingPosterior.from_module(net, prior_of(net), x, 6, targets=y, likelihood=likelihood, generator=rng(0))
    fit(net, q, prior_of(net), likelihood, (x, y), epochs=2, batch_size=5, progress=False, generator=rng(1))
    assert torch.isfinite(evaluate(net, q, prior_of(net), likelihood, (x, y), n_samples=5, generator=rng(2)).total)

# use

def test_frozen_layers_and_odd_networks():
    net = tanh_mlp(2, 3, 3, 1)
    net[0].requires_grad_(False)
    q = InducingPosterior.from_module(net, IsotropicNormal(1.), randn(0, 4, 2), generator=rng(0))
    assert [s.name for s in q.steps]==['2', '4'] and set(q.layout.shapes)=={'2.weight', '2.bias', '4.weight', '4.bias'}
    w = q.sample(3, rng(1))
    assert network_outputs(net, w, randn(1, 5, 2)).shape==(3, 5, 1) and torch.isfinite(q.log_prob(w)).all()
    flat = nn.Sequential(nn.Flatten(), nn.Linear(6, 2, bias=False), nn.SELU(), nn.Linear(2, 1)).double()
    p = InducingPosterior.from_module(flat, IsotropicNormal(1.), randn(0, 4, 2, 3))
    assert p.sample(2)['1.weight'].shape==(2, 2, 6)
    one = InducingPosterior.from_module(nn.Linear(2, 1, bias=False).double(), IsotropicNormal(1.), randn(0, 1, 2))
    assert one.layout.shapes=={'weight': (1, 2)} and one.sample(3)['weight'].shape==(3, 1, 2)

def bad(match, model=None, x=None, *args, prior=None, **how):
    refused(match, lambda: InducingPosterior.from_module(tanh_mlp(2, 3, 1) if model is None else model, prior or IsotropicNormal(1.), randn(0, 4, 2) if x is None else x,
            *args, **how))

def convolutional(*, pooled=False):
    ends = (nn.Conv2d(3, 2, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten()) if pooled else (nn.Flatten(), nn.Linear(18, 2))
    return nn.Sequential(nn.Conv2d(2, 3, 3, padding=(1, 0), stride=(2, 1)), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(3, 3, (1, 2), dilation=(1, 2)), nn.Tanh(),
        *ends).double()

def rows_of_a_sequence() -> Net:
    "A linear layer at each position, with a residual sum"
    return Net(lambda s, x: s.out(((h := s.into(x).tanh())+s.inner(h).relu()).mean(1)), into=(2, 3), inner=(3, 3), out=(3, 1)).double()

@pytest.mark.parametrize('make,shape,patches,positions', [(convolutional, (2, 8, 12), None, (40, 6, 1)), (partial(convolutional, pooled=True), (2, 8, 12), 7, (40, 6, 6)),
    (rows_of_a_sequence, (5, 2), 4, (5, 5, 1))])
def test_layers_with_positions(tmp_path, make, shape, patches, positions):
    "Convolutions and linear layers at many positions: what arrives, densities, one permanent each, moves, files, training"
    net, x, y = make(), randn(0, 4, *shape), torch.arange(4)%2
    likelihood = Gaussian(.5) if type(net) is Net else Categorical()
    y = randn(1, 4, 1) if type(net) is Net else y
    prior = IsotropicNormal(.7)
    q = InducingPosterior.from_module(net, prior, x, targets=y, likelihood=likelihood, precision=30., patches=patches, generator=rng(0))
    assert tuple(s.positions for s in q.steps)==positions and q.M==4
    # under the network's own weights the last layer gets what it gets in the network
    own, seen, gets = {k: p.detach()[None] for k,p in net.named_parameters()}, [], []
    def visit(i, features):
        seen.append(features)
        return q.steps[i].rows(own)
    q.visit_layers(1, visit)
    with net.get_submodule(q.steps[-1].name).register_forward_pre_hook(lambda m, given: gets.append(given[0])): net(x)
    last, layer = q.steps[-1], net.get_submodule(q.steps[-1].name)
    how = (layer.kernel_size, layer.dilation, layer.padding, layer.stride) if last.kernel else ()
    each = nn.functional.unfold(gets[0], *how).mT.flatten(0, 1) if how else gets[0].flatten(0, -2)
    close(seen[-1][0], last.with_bias(q.at_rows(len(q.steps)-1, each)))
    w, kl = q.drawn(2000, rng(1))
    ratio = q.log_prob(w)-prior.log_prob(q.layout, w)
    assert abs((ratio-kl).mean())<4*(ratio-kl).std()/2000**.5
    g = symmetry_group(net, x)
    w = {k: t[:6].detach() for k,t in w.items()}
    with torch.no_grad(): each = [layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items()]
    close(sum(each), Exact()(q, g, w).detach(), 1e-8)
    a = g.sample(generator=rng(2))
    close(q.pushforward(g, a).log_prob(g.act(a, w)), q.log_prob(w), 1e-8)
    q.save(tmp_path/'q')
    close(InducingPosterior.load(tmp_path/'q', net).log_prob(w), q.log_prob(w))
    history = fit(net, q, prior, likelihood, (x, y), g, epochs=20, lr=.03, progress=False, generator=rng(3))
    assert history.elbo.iloc[-5:].mean()>history.elbo.iloc[:5].mean()

def test_bad_input():
    bad('NaN or infinite', None, torch.full((3, 2), float('nan')))
    bad('give both or none', targets=randn(0, 4, 1))
    bad("layer 'a' is called twice", Net(lambda s, x: s.a(s.a(x)), a=(2, 2)).double())
    bad("layer 'b' is not called", Net(lambda s, x: s.a(x), a=(2, 2), b=(2, 2)).double())
    bad('do not see each other', Net(lambda s, x: s.a(x-x.mean(0)), a=(2, 2)).double())
    image = randn(0, 4, 2, 5, 5)
    for says,conv,how in (('has groups, or padding by', nn.Conv2d(2, 2, 3, groups=2), {}), ("padding by 'zeros' or 'same'", nn.Conv2d(2, 2, 3, padding='same'), {}),
            (r"Conv2d '0' receives a tensor of shape \(4, 2, 5, 5\), expected \(4, 3, height, width\)", nn.Conv2d(3, 2, 3), {}),
            ('patches is 0, expected', nn.Conv2d(2, 2, 3), dict(patches=0))):
        bad(says, nn.Sequential(conv, nn.Flatten()).double(), image, **how)
    half = tanh_mlp(2, 3, 1)
    half[0].bias.requires_grad_(False)
    bad("Linear '0' has frozen and free parameters", half)

# learned scales of the prior

def learned_of(model, **how): return LearnedNormal(model, prior_of(model).std, per_input='0.weight', **how).double()

def test_laws_with_learned_scales():
    model, (x, y) = tanh_mlp(2, 3, 1), (randn(0, 8, 2), randn(1, 8, 1))
    prior = learned_of(model)
    with torch.no_grad(): prior.log_std += .3*randn(3, *prior.log_std.shape)
    q = InducingPosterior.from_module(model, prior, x, 4, generator=rng(1))
    problem = Problem(model, prior, Gaussian(.3), (x, y), mlp_group(model))
    problem.check(q)
    check_family_laws(q, mlp_group(model), problem=problem, generator=rng(2))
