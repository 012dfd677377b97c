"Posteriors by inducing points: both forms, the exact case, equivariance, products of permanents by enumeration, stacks, files, bad input."

from copy import deepcopy
from functools import partial
from math import log
import pytest, torch
from torch import nn
from torch.distributions import MultivariateNormal

from cases import rng, rngs
from lengths import by_turns
from symbayes.core.messages import SymbayesError
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import Layout, float64_copy
from symbayes.discovery.finding import mlp_group, symmetry_group
from symbayes.distributions.base import Family, stack_posteriors
from symbayes.distributions.inducing import InducingPosterior
from symbayes.distributions.layer_posteriors import LayerPosterior, newton_targets
from symbayes.distributions.sites import SharedSites
from symbayes.distributions.priors import IsotropicNormal, LaplacePrior, LearnedNormal
from symbayes.distributions.likelihoods import Bernoulli, Categorical, Gaussian, HeteroscedasticGaussian, Poisson, StudentT
from symbayes.distributions.problem import Problem
from symbayes.distributions.prior_base import kl_draws
from symbayes.inference.fitting import Checkpoint
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import account, evaluate, predict
from symbayes.information.estimators import Bethe, Planted, Sampled, Sinkhorn, Soules, default_estimator, mi_sandwich
from symbayes.information.orbit_averages import Exact, Uniform
from symbayes.information.permanents import log_permanent
from symbayes.information.symmetrized_elbo import elbo, symmetrize
from symbayes.information.unit_information import layer_information
from symbayes.symmetry.permutations import PermutationGroup
from symbayes.testing import check_family_laws

close = lambda a, b, tol=1e-9: torch.testing.assert_close(a, b, rtol=tol, atol=tol)
randn = lambda seed, *shape: torch.randn(*shape, generator=rng(seed)).double()

def mlp(*widths, act=nn.Tanh, bias=True):
    layers = [f for i,o in zip(widths, widths[1:]) for f in (nn.Linear(i, o, bias=bias), act())]
    return nn.Sequential(*layers[:-1]).double()

def prior_of(model): return IsotropicNormal({k: .7 if k.endswith('weight') else 1.1 for k in Layout.of(model).shapes})

def made(*widths, members=0, M=4, seed=2, precision=4., prior=None, **how):
    model = mlp(*widths, **{k: how.pop(k) for k in ('act', 'bias') if k in how})
    gens = rngs(*range(seed, seed+members)) if members else rng(seed)
    q = InducingPosterior.from_module([model]*members if members else model, prior or prior_of(model), randn(1, M, widths[0]),
        precision=precision, generator=gens, **how)
    with torch.no_grad():
        for i in range(len(q.steps)): q.get_parameter(f'strength_{i}').add_(.2*randn(10+i, *q.get_parameter(f'strength_{i}').shape))
    return model, q

# one layer

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

def test_draws_have_the_covariance_they_should():
    "Matheron's map is linear in the noise: its square is the covariance, in both forms"
    for kernel in (True, False):
        at = LayerPosterior(randn(0, 6, 4), torch.zeros(6, 10).double(), randn(2, 6), kernel)
        noise = torch.eye(10).double()
        root = at.draw(noise[:, :4], noise[:, 4:])  # a unit for every number of the noise
        close(root.mT@root, torch.linalg.inv(torch.eye(4).double() + at.root.mT@at.root))

def test_gradients_of_a_layer():
    f = lambda x, v, s: (lambda c: (c.kl(), c.draw(randn(3, 2, 3), randn(4, 2, 4)), c.log_density(randn(5, 2, 3))))(LayerPosterior(x, v, s))
    args = [t.requires_grad_() for t in (randn(0, 4, 3), randn(1, 4, 2), randn(2, 4))]
    assert torch.autograd.gradcheck(f, args)
    wide = [t.requires_grad_() for t in (randn(0, 2, 3), randn(1, 2, 2), randn(2, 2))]
    g = lambda x, v, s: (lambda c: (c.kl(), c.draw(randn(3, 2, 3), randn(4, 2, 2)), c.log_density(randn(5, 2, 3))))(LayerPosterior(x, v, s))
    assert torch.autograd.gradcheck(g, wide)

# the family

@pytest.mark.parametrize('n,p,out', [(6, 3, 2), (3, 6, 1), (1, 1, 1), (4, 1, 3)])
def test_exact_where_there_is_one_linear_layer(n, p, out):
    line, x, y = nn.Linear(p, out).double(), randn(2, n, p), randn(3, n, out)
    prior, noise = IsotropicNormal({'weight': .7, 'bias': 1.2}, {'weight': .1, 'bias': -.4}), Gaussian(.3)
    q = InducingPosterior.from_module(line, prior, x, targets=y, likelihood=noise)
    f = torch.cat([.7*x, torch.full((n, 1), 1.2, dtype=torch.float64)], 1)
    centre = (.1*x.sum(1)-.4).expand(out, n)
    s2 = .3**2
    evidence = MultivariateNormal(centre, f@f.T + s2*torch.eye(n).double()).log_prob(y.T).sum()
    w, log_lik, kl = q.elbo_draws(line, prior, noise, (x, y), n, 50, rng(0))
    close((log_lik + prior.log_prob(q.layout, w) - q.log_prob(w)).detach(), evidence.expand(50), 1e-8)
    several = torch.stack([(a-b).mean() for _,a,b in [q.elbo_draws(line, prior, noise, (x, y), n, 400, rng(i)) for i in range(8)]]).detach()
    assert (several.mean()-evidence).abs()<5*several.std()/8**.5+1e-9

@pytest.mark.parametrize('widths,M', [((2, 3, 1), 5), ((2, 6, 5, 2), 3), ((3, 4, 4, 4, 1), 4)])
def test_kl_is_the_mean_of_log_ratios(widths, M):
    model, q = made(*widths, M=M)
    with torch.no_grad(): w, kl = q.drawn(4000, rng(0))
    d = kl_draws(q, prior_of(model), w).detach() - kl
    assert d.mean().abs()<4.5*d.std()/4000**.5
    assert (kl>=0).all()

def test_density_integrates_by_importance():
    "Under draws of a wider distribution the density has mean one"
    model, q = made(1, 2, 1, precision=.5)
    wide = IsotropicNormal({k: 1.5 for k in q.layout.shapes})
    w = wide.rsample(q.layout, 200_000, rng(0), torch.zeros((), dtype=torch.float64))
    ratio = (q.log_prob(w).detach()-wide.log_prob(q.layout, w)).exp()
    assert (ratio.mean()-1).abs()<5*ratio.std()/200_000**.5

@pytest.mark.parametrize('signed', [False, True])
@pytest.mark.parametrize('widths,bias', [((2, 3, 3, 1), True), ((2, 2, 3, 2, 1), True), ((2, 3, 1), False), ((2, 6, 2), True)])
def test_product_of_permanents(widths, bias, signed):
    net, q = made(*widths, bias=bias, M=3)
    g = mlp_group(net, signed=signed)
    if g.order>50_000: pytest.skip('too many elements')
    w = q.sample(5, rng(3))
    with torch.no_grad():
        each = [layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items()]
        log_q = torch.cat([q.log_prob(g.act(g.inverse(a), {k: t.unsqueeze(1) for k,t in w.items()})) for a in g.elements(chunk=512)], 1)
        mixture = log_q.logsumexp(1)-g.log_order
        close(q.log_prob(w)-sum(each), mixture)
        close(Exact()(q, g, w), sum(each))

def test_first_layer_alone_can_have_permanents_of_mean_field_size():
    "All estimators take the family, and stand on the sides that they say"
    net, q = made(2, 5, 4, 1, M=4, precision=30.)
    g, w = mlp_group(net), q.sample(40, rng(5))
    exact = layer_sum(q, g, w)
    for e in (Soules(), Sinkhorn()): assert (e(q, g, w)<=exact+1e-6).all()
    assert (Bethe(30, 30)(q, g, w)>=exact-1e-2).all()
    for e in (Planted(16), Sampled(16)): assert (e(q, g, w, rng(6))-exact).abs().mean()<.5
    assert isinstance(default_estimator(q, g), Soules)
    s = mi_sandwich(q, g, 20, generator=rng(7))
    assert s.lower<=s.upper+3*s.upper_error and s.upper-s.lower<.5
    assert Uniform(50)(q, g, w, rng(8)).mean()<=exact.mean()+.3
    close(symmetrize(q, g).log_prob(w, Soules()).detach(), (q.log_prob(w)-Soules(variance_reduction=False)(q, g, w)).detach())

def layer_sum(q, g, w):
    with torch.no_grad(): return sum(layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items())

def test_gradient_of_the_information_is_that_of_the_density():
    net, q = made(2, 3, 3, 1)
    g = mlp_group(net)
    def grads(f):
        w = q.rsample(4, rng(3))
        return torch.autograd.grad(f(w).sum(), list(q.parameters()), allow_unused=True)
    a = grads(lambda w: sum(layer_information(q, g, w, l, log_permanent, names) for l,names in q.informative_tensors(g).items()))
    b = grads(lambda w: Exact()(q, g, w))
    for p,s,t in zip(q.parameters(), a, b): close(*(torch.zeros_like(p) if v is None else v for v in (s, t)), 1e-8)

def visit_as(parts, q, name, i, features, w):
    rows, at = q.steps[i].rows(w), q.layer(i, features)
    std, mean = q._prior_of(i, at.root)
    parts[name, i] = at.log_density((rows-mean)/std).detach()
    return rows

def test_each_conditional_moves_with_its_inputs():
    net, q = made(2, 3, 4, 2)
    g, w = mlp_group(net), q.sample(6, rng(4))
    a = g.sample(6, generator=rng(5))
    moved = g.act(a, w)
    parts = {}
    for name,v in (('before', w), ('after', moved)):
        q.visit_layers(6, lambda i, features: visit_as(parts, q, name, i, features, v))
    close(parts['after', 2], parts['before', 2])  # the last layer's units stay where they are: it does not notice at all
    assert (parts['after', 0]-parts['before', 0]).abs().max()>1e-3
    only = g.subgroup(['h2'])
    parts = {}
    for name,v in (('before', w), ('after', only.act(only.sample(6, generator=rng(6)), w))):
        q.visit_layers(6, lambda i, features: visit_as(parts, q, name, i, features, v))
    for i in (0, 2): close(parts['after', i], parts['before', i])  # below, nothing has happened, and above all moves along
    assert (parts['after', 1]-parts['before', 1]).abs().max()>1e-3

def test_sites_are_the_density_of_units():
    for kind in (False, True):
        net, q = made(2, 3, 4, 2, M=5)
        g, w = mlp_group(net, signed=kind), q.sample(3, rng(4))
        total = 0.
        for l,names in q.informative_tensors(g).items():
            s, x = q.sites(g, l, names, given=w), q.units(w, g, l, names)
            assert isinstance(s, SharedSites) and s.lead==(3,)
            plus, minus = s.log_density(x.unsqueeze(1), kind)
            total = total + plus.squeeze(1).diagonal(dim1=-2, dim2=-1).sum(-1)
            precision = torch.diag_embed(s.scale**-2) + s.root.mT@s.root
            dense = MultivariateNormal(s.mean.unsqueeze(-2), precision_matrix=precision[:, None, None])
            close(plus.squeeze(1), dense.log_prob(x.unsqueeze(1)), 1e-8)
            if kind: close(minus.squeeze(1), dense.log_prob(-x.unsqueeze(1)), 1e-8)
            mean, var, volume = s.moments()
            close(var, precision.inverse().diagonal(dim1=-2, dim2=-1).unsqueeze(-2).expand_as(mean))
            close(volume[:, 0], -.5*torch.logdet(precision))
            close(s.conditional_variance()[:, 0], 1/precision.diagonal(dim1=-2, dim2=-1))
        last = q.log_prob(w)-total
        def visit(i, features):
            at, rows = q.layer(i, features), q.steps[i].rows(w)
            std, mean = q._prior_of(i, at.root)
            if i==2: close(last, at.log_density((rows-mean)/std)-q.steps[i].n_out*std.log().sum())
            return rows
        q.visit_layers(3, visit)

class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.out, self.b, self.a = nn.Linear(3, 1), nn.Linear(3, 3), nn.Linear(2, 3)
    def forward(self, x):
        h = self.a(x)
        return self.out(torch.tanh(h+self.b(torch.tanh(h))))

@pytest.mark.parametrize('signed', [False, True])
def test_a_stream_that_several_layers_write_to(signed):
    "One label, whose units come out of two layers"
    net = Residual().double()
    axes = {'out.weight': (1, 'h'), 'out.bias': (1,), 'b.weight': ('h', 'h'), 'b.bias': ('h',), 'a.weight': ('h', 2), 'a.bias': ('h',)}
    g = PermutationGroup({'h': 3}, axes, frozenset({'h'} if signed else ())).verify(net, randn(0, 5, 2))
    q = InducingPosterior.from_module(net, IsotropicNormal(.8), randn(1, 4, 2), precision=4., generator=rng(0))
    assert q.informative_tensors(g)=={'h': ('a.weight', 'a.bias', 'b.weight', 'b.bias')}
    w = q.sample(5, rng(1))
    close(layer_sum(q, g, w), Exact()(q, g, w).detach())

@pytest.mark.parametrize('members', [0, 2])
@pytest.mark.parametrize('learn', [False, True])
def test_the_laws_of_families(members, learn):
    net, q = made(2, 3, 3, 1, members=members, learn_inputs=learn)
    problem = Problem(net, prior_of(net), Gaussian(.3), (randn(5, 6, 2), randn(6, 6, 1)), mlp_group(net))
    found = check_family_laws(q, mlp_group(net), problem=problem)
    assert {'bound network', 'integrated bound'} <= set(found.asked)

class CountsTwice(InducingPosterior):
    def elbo_draws(self, *args, **kwargs):
        w, log_lik, kl = super().elbo_draws(*args, **kwargs)
        return w, log_lik, 2*kl

class FollowsWeights(InducingPosterior):
    def bind(self, model):
        super().bind(model)
        with torch.no_grad(): self.strength_0.add_(model[0].weight.mean())
        return self

class BindsACopy(InducingPosterior):
    def bind(self, model): return deepcopy(super().bind(model))

@pytest.mark.parametrize('wrong,line', [(CountsTwice, "breaks the law 'integrated bound': log likelihood minus KL"), (FollowsWeights, "breaks the law 'bound network': draws when bound"), (BindsACopy, "breaks the law 'bound network': bind returns another")])
def test_families_that_break_the_laws_of_their_network(wrong, line):
    net = mlp(2, 3, 1)
    q = wrong.from_module(net, prior_of(net), randn(1, 4, 2), precision=4., generator=rng(2))
    problem = Problem(net, prior_of(net), Gaussian(.3), (randn(5, 6, 2), randn(6, 6, 1)), None)
    with pytest.raises(SymbayesError, match=line): check_family_laws(q, problem=problem, skip=['members', 'files', 'gradient'])
    found = check_family_laws(q, skip=['members', 'files', 'gradient'])
    assert all('no problem is given' in found[k] for k in ('bound network', 'integrated bound'))

# stacks, files, devices

def test_stack_equals_members():
    net, q = made(2, 4, 3, 2, members=3)
    w = q.sample(5, rngs(7, 8, 9))
    g = mlp_group(net)
    for i in range(3):
        one = q.member(i)
        for k,t in one.sample(5, rng(7+i)).items(): close(w[k][i], t)
        own = {k: t[i] for k,t in w.items()}
        close(q.log_prob(w)[i], one.log_prob(own))
        close(Soules()(q, g, w)[i], Soules()(one, g, own))
        close(q.drawn(5, rngs(7, 8, 9))[1][i], one.drawn(5, rng(7+i))[1])
    again = stack_posteriors([q.member(i) for i in range(3)])
    close(again.log_prob(w), q.log_prob(w))
    a, b = account_of(net, q), account_of(net, q.member(1), 1)
    close(torch.tensor(a.iloc[1].elbo), torch.tensor(b.iloc[0].elbo), 1e-6)

def account_of(net, q, i=None):
    data = randn(4, 8, 2), randn(5, 8, 2)
    return account(net, q, prior_of(net), Gaussian(.3), data, mlp_group(net), n_samples=20, generator=rngs(0, 1, 2) if i is None else rng(i))

@pytest.mark.parametrize('learn', [False, True])
@pytest.mark.parametrize('members', [0, 2])
def test_files(tmp_path, learn, members):
    net, q = made(2, 3, 3, 1, members=members, learn_inputs=learn)
    q.save(tmp_path/'q')
    back = Family.load(tmp_path/'q')
    assert isinstance(back, InducingPosterior) and back.learn_inputs==learn and back.batch_shape==q.batch_shape
    with pytest.raises(SymbayesError, match='does not know its network'): back.sample()
    x, gens = randn(3, 6, 2), rngs(1, 2) if members else rng(1)
    again = rngs(1, 2) if members else rng(1)
    assert torch.equal(predict(net, back, x, 4, generator=gens), predict(net, q, x, 4, generator=again))
    w = q.sample(3)
    close(InducingPosterior.load(tmp_path/'q', net).log_prob(w), q.log_prob(w), 0)
    for other in (mlp(2, 3, 3, 1, act=nn.ReLU), mlp(2, 3, 4, 1)):
        with pytest.raises(SymbayesError): InducingPosterior.load(tmp_path/'q', other)
    q.save(tmp_path/'again')
    assert (tmp_path/'q').read_bytes()==(tmp_path/'again').read_bytes()

def test_reports_are_in_double():
    net = mlp(1, 6, 1).float()
    q = InducingPosterior.from_module(net, prior_of(net), randn(0, 5, 1).float(), precision=50., generator=rng(0))
    q64 = float64_copy(q)
    w = q.sample(20, rng(1))
    assert q.dtype==torch.float32 and w['0.weight'].dtype==torch.float32 and q64.dtype==torch.float64
    close(q.log_prob(w).double(), q64.log_prob({k: t.double() for k,t in w.items()}), 1e-4)
    terms = evaluate(net, q, prior_of(net), Gaussian(.3), (randn(2, 9, 1).float(), randn(3, 9, 1).float()), generator=rng(2))
    assert terms.total.dtype==torch.float64

# use

@pytest.mark.slow
def test_fit_takes_it_symmetrised_and_not():
    x = torch.linspace(-2, 2, 40).unsqueeze(-1).double()
    y = torch.sin(2*x) + .2*randn(0, 40, 1)
    net = mlp(1, 10, 1)
    prior, noise, g = IsotropicNormal({k: s[-1]**-.5 if len(s)>1 else 1. for k,s in Layout.of(net).shapes.items()}), Gaussian(.2), mlp_group(net)
    for group,M in ((None, 15), (g, 15)):
        q = InducingPosterior.from_module([net, net], prior, x, M, targets=y, likelihood=noise, generator=rngs(0, 1))
        before = evaluate(net, q, prior, noise, (x, y), generator=rngs(2, 3)).total
        fit(net, q, prior, noise, (x, y), group, epochs=150, n_samples=2, progress=False, generator=rngs(4, 5))
        after = account(net, q, prior, noise, (x, y), g, n_samples=50, generator=rngs(2, 3))
        assert (torch.tensor(after.elbo.to_numpy())>before).all()
    t = elbo(net, q, prior, noise, (x, y), 40, g, n_samples=3, generator=rngs(0, 1))
    assert t.kl_by=='given the draws' and t.total.shape==(2,)

@pytest.mark.parametrize('likelihood,y,out', [(Categorical(), torch.arange(12)%3, 3), (Bernoulli(), (torch.arange(12)%2).double(), 1),
    (Poisson(), (torch.arange(12)%4).double(), 1), (StudentT(4., .3), randn(0, 12, 1), 1), (HeteroscedasticGaussian(), randn(0, 12, 1), 2)])
def test_any_likelihood_and_batches(likelihood, y, out):
    net, x = mlp(2, 5, out), randn(1, 12, 2)
    values, precision = newton_targets(likelihood, y, torch.zeros(2, 12, out, dtype=torch.float64))
    assert values.shape==(2, 12, out) and torch.equal(*values) and torch.isfinite(values).all() and precision>0
    q = InducingPosterior.from_module(net, prior_of(net), x, 6, targets=y, likelihood=likelihood, learn_inputs=True, generator=rng(0))
    fit(net, q, prior_of(net), likelihood, (x, y), epochs=2, batch_size=5, progress=False, generator=rng(1))
    assert torch.isfinite(evaluate(net, q, prior_of(net), likelihood, (x, y), n_samples=5, generator=rng(2)).total)

def test_frozen_layers_and_odd_networks():
    net = mlp(2, 3, 3, 1)
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

def test_duplicates_and_dead_units():
    "Singular features are no trouble: the prior is always there"
    x = torch.zeros(6, 2).double()
    q = InducingPosterior.from_module(mlp(2, 3, 1, act=nn.ReLU), IsotropicNormal(1.), x, precision=1e6)
    w, kl = q.drawn(5, rng(0))
    assert torch.isfinite(kl).all() and torch.isfinite(q.log_prob(w)).all()
    assert q.sample(0)['0.weight'].shape==(0, 3, 2)

def bad(match, model=None, x=None, *args, prior=None, **how):
    with pytest.raises(SymbayesError, match=match) as e:
        InducingPosterior.from_module(mlp(2, 3, 1) if model is None else model, prior or IsotropicNormal(1.), randn(0, 4, 2) if x is None else x,
            *args, **how)
    assert '\n' not in str(e.value)

def convolutional(*, pooled=False):
    ends = (nn.Conv2d(3, 2, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten()) if pooled else (nn.Flatten(), nn.Linear(18, 2))
    return nn.Sequential(nn.Conv2d(2, 3, 3, padding=(1, 0), stride=(2, 1)), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(3, 3, (1, 2), dilation=(1, 2)), nn.Tanh(),
        *ends).double()

class Rows(nn.Module):
    "A linear layer at each position of a sequence, with a residual sum"
    def __init__(self): super().__init__(); self.into, self.inner, self.out = nn.Linear(2, 3), nn.Linear(3, 3), nn.Linear(3, 1)
    def forward(self, x):
        h = self.into(x).tanh()
        return self.out((h+self.inner(h).relu()).mean(1))

@pytest.mark.parametrize('make,shape,patches,positions', [(convolutional, (2, 8, 12), None, (40, 6, 1)), (partial(convolutional, pooled=True), (2, 8, 12), 7, (40, 6, 6)),
    (lambda: Rows().double(), (5, 2), 4, (5, 5, 1))])
def test_layers_with_positions(tmp_path, make, shape, patches, positions):
    "Convolutions and linear layers at many positions: what arrives, densities, one permanent each, moves, files, training"
    net, x, y = make(), randn(0, 4, *shape), torch.arange(4)%2
    likelihood = Gaussian(.5) if type(net) is Rows else Categorical()
    y = randn(1, 4, 1) if type(net) is Rows else y
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

def test_sites_of_all_labels_take_one_pass(monkeypatch):
    "The sites of several labels are those of each, and the network runs once for all"
    model, q = made(2, 4, 3, 3, 1)
    g, w, passes, visit_layers = mlp_group(model), q.sample(3, rng(0)), [], InducingPosterior.visit_layers
    each = {(l, None): q.sites(g, l, given=w) for l in g.labels}
    def counted(self, n, visitor):
        passes.append(n)
        visit_layers(self, n, visitor)
    monkeypatch.setattr(InducingPosterior, 'visit_layers', counted)
    found = q.sites_of_parts(g, each, w)
    assert passes==[3] and found.keys()==each.keys()
    for part,sites in each.items():
        for a,b in zip(found[part].tensors, sites.tensors): close(a, b)

def test_one_convolution_is_a_regression_on_patches():
    "With pseudo-targets at all patches a convolution alone has the exact posterior of a linear layer on them"
    net, prior = nn.Conv2d(2, 3, 2).double(), IsotropicNormal(.7)
    x = randn(0, 5, 2, 3, 3)
    q = InducingPosterior.from_module(net, prior, x, precision=1., patches=20, generator=rng(0))
    with torch.no_grad(): q.strength_0.fill_(-log(.3)/2)
    f = q.steps[0].with_bias(nn.functional.unfold(x, 2).mT.flatten(0, 1))
    cov = torch.linalg.inv(f.mT@f/.3**2 + torch.eye(9).double()/.7**2)
    w, kl = q.drawn(3, rng(1))
    rows = q.steps[0].rows(w)
    truth = MultivariateNormal((cov@f.mT@q.targets_0/.3**2).mT, cov.unsqueeze(0))
    close(q.log_prob(w), truth.log_prob(rows).sum(-1), 1e-8)

def test_bad_input():
    bad('M is 0', None, None, 0)
    bad('5 inducing points are asked for, but only 4', None, None, 5)
    bad('expected real numbers', None, torch.zeros(0, 2))
    bad('expected real numbers', None, torch.zeros(3, 2).long())
    bad('expected real numbers', None, [1., 2.])
    bad('NaN or infinite', None, torch.full((3, 2), float('nan')))
    bad(r"Linear '0' receives a tensor of shape \(4, 3\), expected \(4, .., 2\)", None, randn(0, 4, 3))
    bad('prior is a LaplacePrior', prior=LaplacePrior(1.))
    bad('precision is 0', precision=0)
    bad("start is 'one'", start='one')
    bad('give both or none', targets=randn(0, 4, 1))
    bad('3 targets are given for 4', targets=randn(0, 3, 1), likelihood=Gaussian(.1))
    bad('n_data is 0', n_data=0)
    bad('expected a module', 'net')
    bad('no module', [])
    line = nn.Linear(2, 2).double()
    bad("'weight' of Linear '2' is that of '0' again", nn.Sequential(line, nn.Tanh(), line))
    class Twice(nn.Module):
        def __init__(self): super().__init__(); self.a = nn.Linear(2, 2).double()
        def forward(self, x): return self.a(self.a(x))
    bad("layer 'a' is called twice", Twice())
    class Idle(nn.Module):
        def __init__(self): super().__init__(); self.a, self.b = nn.Linear(2, 2).double(), nn.Linear(2, 2).double()
        def forward(self, x): return self.a(x)
    bad("layer 'b' is not called", Idle())
    class Mixing(nn.Module):
        def __init__(self): super().__init__(); self.a = nn.Linear(2, 2).double()
        def forward(self, x): return self.a(x-x.mean(0))
    bad('do not see each other', Mixing())
    bad("LayerNorm '1' has parameters", nn.Sequential(nn.Linear(2, 3), nn.LayerNorm(3), nn.Linear(3, 1)).double())
    bad("BatchNorm1d '1' has buffers", nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3, affine=False), nn.Linear(3, 1)).double())
    bad("Conv1d '0' has parameters", nn.Sequential(nn.Conv1d(2, 3, 1), nn.Flatten(), nn.Linear(3, 1)).double())
    image = randn(0, 4, 2, 5, 5)
    for says,conv,how in (('has groups, or padding by', nn.Conv2d(2, 2, 3, groups=2), {}), ("padding by 'zeros' or 'same'", nn.Conv2d(2, 2, 3, padding='same'), {}),
            (r"Conv2d '0' receives a tensor of shape \(4, 2, 5, 5\), expected \(4, 3, height, width\)", nn.Conv2d(3, 2, 3), {}),
            ('patches is 0, expected', nn.Conv2d(2, 2, 3), dict(patches=0))):
        bad(says, nn.Sequential(conv, nn.Flatten()).double(), image, **how)
    half = mlp(2, 3, 1)
    half[0].bias.requires_grad_(False)
    bad("Linear '0' has frozen and free parameters", half)

def test_bad_use():
    net, q = made(2, 3, 1)
    data = randn(0, 5, 2), randn(1, 5, 1)
    with pytest.raises(SymbayesError, match='prior std of'): fit(net, q, IsotropicNormal(2.), Gaussian(.1), data, epochs=1, progress=False)
    with pytest.raises(SymbayesError, match='relative to an IsotropicNormal'): evaluate(net, q, LaplacePrior(1.), Gaussian(.1), data)
    with pytest.raises(SymbayesError, match='computes something else'): predict(mlp(2, 3, 1, act=nn.ReLU), q, data[0])
    g, w = mlp_group(net), q.sample(2)
    with pytest.raises(SymbayesError, match='expected given=w'): q.sites(g, 'h1')
    with pytest.raises(SymbayesError, match='no label'): q.units(w, g, 'h2')
    with pytest.raises(SymbayesError, match='are charged for'): q.units(w, g, 'h1', ['2.weight'])
    with pytest.raises(SymbayesError, match='draws are asked for'): q.sample(-1)
    with pytest.raises(SymbayesError, match='the group acts on other tensors'): q.informative_tensors(mlp_group(mlp(2, 4, 1)))

def test_a_stack_sees_batches_of_its_own_and_learns_noise():
    net, (x, y) = mlp(2, 4, 1), (randn(1, 12, 2), randn(2, 12, 1))
    noise, prior = Gaussian(.5, learned=True), prior_of(mlp(2, 4, 1))
    q = InducingPosterior.from_module([net]*3, prior, x, 5, targets=y, likelihood=noise, generator=rngs(0, 1, 2))
    history = fit(net, q, prior, noise, (x, y), mlp_group(net), epochs=4, batch_size=5, n_samples=2, progress=False, generator=rngs(3, 4, 5))
    assert noise.std.shape==(3,) and len(set(noise.std.tolist()))==3 and torch.isfinite(torch.tensor(history.elbo.to_numpy())).all()
    alone, own = q.member(1), noise.member(1)
    a = evaluate(net, q, prior, noise, (x, y), n_samples=6, generator=rngs(6, 7, 8))
    close(a.log_lik[1], evaluate(net, alone, prior, own, (x, y), n_samples=6, generator=rng(7)).log_lik, 1e-6)

def test_checkpoints_resume(tmp_path):
    net, (x, y) = mlp(2, 4, 1), (randn(1, 12, 2), randn(2, 12, 1))
    prior, noise, found = prior_of(net), Gaussian(.5), []
    for parts in ((6,), (3, 6)):
        q = InducingPosterior.from_module(net, prior, x, 5, generator=rng(0))
        for n in parts:
            path = Checkpoint(tmp_path/f'run{len(parts)}', every=0, resume=True)
            fit(net, q, prior, noise, (x, y), epochs=n, progress=False, checkpoint=path, generator=rng(3))
        found.append(q.log_prob({k: torch.zeros(1, *s).double() for k,s in q.layout.shapes.items()}).detach())
    close(*found)

@pytest.mark.parametrize('learn,case', by_turns(2, (False, True), ('one', 'two alike', 'copies', 'dead', 'constant', 'large', 'arrays', 'one unit')))
def test_singular_features_and_few_inputs(case, learn):
    "Trained, accounted for and predicted with, where features have no rank"
    x, y = (torch.randn(6, k, generator=rng(k)).double() for k in (2, 1))
    x, y = {'one': (x[:1], y[:1]), 'two alike': (x[:1].repeat(2, 1), y[:2]), 'copies': (x[:2].repeat(3, 1), y), 'dead': (x-50, y), 'constant': (0*x, y),
        'large': (1e4*x, y), 'arrays': (x.numpy(), y.numpy())}.get(case, (x, y))
    h = 1 if case=='one unit' else 4
    model = nn.Sequential(nn.Linear(2, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, 1)).double()
    prior, noise, g = IsotropicNormal(1.), Gaussian(.3), mlp_group(model)
    q = InducingPosterior.from_module(model, prior, x, min(len(x), 4), targets=y, likelihood=noise, learn_inputs=learn, generator=rng(0))
    fit(model, q, prior, noise, (x, y), g, epochs=5, progress=False, generator=rng(1))
    row = account(model, q, prior, noise, (x, y), g, test=(x, y), n_samples=5, generator=rng(2)).iloc[0]
    assert row.symmetrized_elbo_lower<=row.symmetrized_elbo_upper<1e3 and row[['elbo', 'test_log_lik']].astype(float).notna().all()
    assert predict(model, q, x, 3, generator=rng(3)).isfinite().all()

def test_targets_that_do_not_fit():
    x, model = torch.randn(6, 2, generator=rng(0)), nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
    gap = torch.zeros(6, 3)
    gap[1, 2] = float('nan')
    for say, y, lik in (('expected whole-number labels', torch.randn(6, 3), Categorical()), ('labels', torch.full((6,), 3), Categorical()), ('targets of shape (6, 3) has 1 NaN', gap, Gaussian(.2)),
            ('targets have shape', torch.randn(6, 2), Gaussian(.2)), ('5 targets are given for 6', torch.randn(5, 3), Gaussian(.2))):
        with pytest.raises(SymbayesError) as e: InducingPosterior.from_module(model, IsotropicNormal(1.), x, targets=y, likelihood=lik)
        assert say in str(e.value) and '\n' not in str(e.value), str(e.value)

def test_features_too_large_are_said_in_one_line():
    torch.manual_seed(0)
    model, x = nn.Sequential(nn.Linear(1, 6), nn.ReLU(), nn.Linear(6, 6), nn.ReLU(), nn.Linear(6, 1)), torch.linspace(-2, 2, 9).unsqueeze(-1)*1e20
    q = InducingPosterior.from_module(model, IsotropicNormal(1.), x, 4, generator=rng(0))
    with pytest.raises(SymbayesError, match='is nan') as e: fit(model, q, IsotropicNormal(1.), Gaussian(.2), (x, x/1e20), epochs=1, progress=False)
    assert '\n' not in str(e.value)

# learned scales of the prior

def learned_of(model, **how): return LearnedNormal(model, prior_of(model).std, per_input='0.weight', **how).double()

@pytest.mark.parametrize('members', (0, 2))
def test_learned_scales_at_the_start_are_those_of_the_isotropic_prior(members):
    model, x, gens = mlp(2, 4, 1), randn(0, 5, 2), lambda a: rngs(a, a+1) if members else rng(a)
    models, prior = [model]*members if members else model, learned_of(model)
    q, p = (InducingPosterior.from_module(models, m, x, generator=gens(0)) for m in (prior_of(model), prior))
    prior.join_stack(p.batch_shape)
    w = q.sample(3, gens(1))
    for k,t in p.sample(3, gens(1)).items(): close(t, w[k], 1e-5)
    close(p.log_prob(w), q.log_prob(w), 1e-5)
    close(p.drawn(3, gens(2))[1], q.drawn(3, gens(2))[1], 1e-5)
    g = mlp_group(model)
    with torch.no_grad(): close(Soules()(p, g, w), Soules()(q, g, w), 1e-4)

def test_laws_with_learned_scales():
    model, (x, y) = mlp(2, 3, 1), (randn(0, 8, 2), randn(1, 8, 1))
    prior = learned_of(model)
    with torch.no_grad(): prior.log_std += .3*randn(3, *prior.log_std.shape)
    q = InducingPosterior.from_module(model, prior, x, 4, generator=rng(1))
    problem = Problem(model, prior, Gaussian(.3), (x, y), mlp_group(model))
    problem.check(q)
    check_family_laws(q, mlp_group(model), problem=problem, generator=rng(2))

@pytest.mark.parametrize('members', (0, 2))
def test_fit_with_learned_scales(tmp_path, members):
    model, (x, y) = mlp(3, 4, 1), (randn(0, 30, 3), randn(1, 30, 1))
    y, g, gens, ends = y+2*x[:, :1], mlp_group(model), lambda a: rngs(a, a+1) if members else rng(a), []
    for recorded in (True, False):
        prior = learned_of(model)
        q = InducingPosterior.from_module([model]*members if members else model, prior, x, 6, generator=gens(0))
        fit(model, q, prior, Gaussian(.3), (x, y), g, epochs=30, batch_size=30, progress=False, generator=gens(1), recorded=recorded)
        ends.append(torch.cat([q.targets_0.flatten(), prior.log_std.flatten()]).detach())
    close(*ends, 1e-7)
    assert (prior.log_std!=prior.log_start).any() and prior.std['0.weight'].shape==(*q.batch_shape, 3)
    total = evaluate(model, q, prior, Gaussian(.3), (x, y), g, n_samples=3, generator=gens(2)).total
    q.save(tmp_path/'q')
    back = InducingPosterior.load(tmp_path/'q', model)
    for k,t in q.sample(2, gens(3)).items(): close(t, back.sample(2, gens(3))[k])
    close(evaluate(model, back, prior, Gaussian(.3), (x, y), g, n_samples=3, generator=gens(2)).total, total)
    a = g.sample(*q.batch_shape, generator=rng(4))
    w = q.sample(3, gens(5))
    close(q.pushforward(g, a).log_prob(g.act(a.map(lambda t: t.unsqueeze(1)) if members else a, w)), q.log_prob(w), 1e-6)
    if members: close(evaluate(model, q.member(1), prior.member(1), Gaussian(.3), (x, y), g, n_samples=3, generator=rng(3)).total, total[1], 1e-6)
    known = prior_of(model)
    with pytest.raises(SymbayesError, match='relative to a LearnedNormal'): evaluate(model, q, known, Gaussian(.3), (x, y))
