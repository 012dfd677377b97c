"Posteriors whose last layer is exact given the features: closed forms, equivariance, the lemma by enumeration, files, stacks, bad input."
from math import log

import pytest, torch
from torch import nn
from torch.distributions import MultivariateNormal
from torch.utils.data import DataLoader, TensorDataset

from cases import close, Net, normal, prior_of, refused, rng, rngs
from lengths import by_turns
from symbayes.all import *
from symbayes.distributions.last_layer import small_unit
from symbayes.distributions.regression import LogMarginal, Regression, factor, log_marginal
from symbayes.distributions.likelihoods import NoiseByInput
from symbayes.information.estimators import default_estimator
from symbayes.information.unit_information import layer_information
from symbayes.testing import check_family_laws

def net(d=2, h=5, out=2, act=nn.Tanh, bias=True, depth=1):
    layers = [nn.Linear(d, h), act()]
    for _ in range(depth-1): layers += [nn.Linear(h, h), act()]
    return nn.Sequential(*layers, nn.Linear(h, out, bias=bias)).double()

def data(n=7, d=2, out=2): return torch.randn(n, d, generator=rng(1)).double(), torch.randn(n, out, generator=rng(2)).double()
noise = Gaussian(.3)

def made(model=None, members=0, xy=None, likelihood=noise, std=.4, seed=3, **how):
    model = net() if model is None else model
    models = [model]*members if members else model
    gens = rngs(*range(seed, seed+members)) if members else rng(seed)
    return model, CollapsedLastLayer.from_module(models, prior_of(model), likelihood, data() if xy is None else xy, std=std, generator=gens, **how)

# closed forms

@pytest.mark.parametrize('n,p,out', [(7, 3, 2), (3, 7, 1), (4, 4, 3), (1, 5, 2), (5, 1, 1), (1, 1, 1)])
def test_both_forms_and_the_dense_gaussian(n, p, out):
    f, r = torch.randn(n, p, generator=rng(0)).double(), torch.randn(n, out, generator=rng(1)).double()
    dense = MultivariateNormal(torch.zeros(n).double(), torch.eye(n)+f@f.T)
    close(log_marginal(f, r, 1., 1.), dense.log_prob(r.T).sum())
    wide = torch.cat([f, torch.zeros(n, n+1)], 1).double()      # more features than examples: the other form of the same regression
    close(log_marginal(wide, r, 1., 1.), log_marginal(f, r, 1., 1.))
    a, b = (Regression(t, r, factor(t)) for t in (f, wide))
    close(b.mean()[:p], a.mean())
    test = torch.randn(6, p, generator=rng(2)).double()
    close(b.variance(torch.cat([test, torch.zeros(6, n+1)], 1)), a.variance(test))
    cov = (torch.eye(p)+f.T@f).inverse()
    u = torch.randn(4, p, out, generator=rng(3)).double()
    truth = MultivariateNormal((cov@f.T@r).mT.unsqueeze(0), cov).log_prob(u.mT).sum(-1)
    close(a.log_density(u), truth)
    more = torch.cat([u, torch.zeros(4, n+1, out)], 1)
    close(b.log_density(more), truth-out*(n+1)/2*log(2*torch.pi))
    for t in (f, wide): torch.autograd.gradcheck(lambda f, r: LogMarginal.apply(f, r)[0], (t.requires_grad_(), r.requires_grad_()))

@pytest.mark.parametrize('n,p', [(60, 5), (5, 60)])
def test_residuals_of_nearly_collinear_features(n, p):
    "Features of known singular values, ten orders of magnitude apart when squared"
    k = min(n, p)
    u, v = (torch.linalg.qr(torch.randn(m, k, generator=rng(m)).double())[0] for m in (n, p))
    s, r = torch.logspace(0, 5, k).double(), 1e3*torch.randn(n, 1, generator=rng(0)).double()
    along = u.mT@r
    e = r-u@along + u@(along/(1+s.square())[:, None])
    slope, = torch.autograd.grad(LogMarginal.apply(u*s@v.mT, r.requires_grad_())[0], r)
    assert (slope+e).abs().max()<1e-10*e.abs().max()

@pytest.mark.parametrize('body,members,n', by_turns(2, (MeanField, UnitGaussian, LowRank), (0, 2), (3, 9)))
def test_laws_of_families(body, members, n):
    model, q = made(members=members, xy=data(n), body=body)
    problem = Problem(model, prior_of(model), noise, data(n), mlp_group(model))
    found = check_family_laws(q, mlp_group(model), problem=problem, generator=rng(8))
    assert {'bound network', 'integrated bound'} <= set(found.asked)

def test_units_are_known_by_their_weights():
    "Labels of a group may have other names, and the same name may be that of other units"
    model, q = made(body=UnitGaussian)
    found, written, w = symmetry_group(model, data()[0]), mlp_group(model), q.sample(4, rng(3))
    assert q.body.labels==list(written.labels)!=list(found.labels)
    close(*(default_estimator(q, g)(q, g, w) for g in (found, written)))
    assert isinstance(default_estimator(q, found), Soules)
    deep = net(depth=2)
    own = UnitGaussian.from_module(deep, mlp_group(deep), ['h1'])
    second = PermutationGroup({'h1': 5}, {'2.weight': ('h1', 5), '2.bias': ('h1',), '4.weight': (2, 'h1')})
    assert own.unit_labels(mlp_group(deep))==['h1'] and own.unit_labels(second)==[]
    refused('not for', own.sites, second, 'h1')

def dense_regression(f, std, variance, y):
    "Log evidence and posterior of one output, with the variance of each row's noise"
    cov = (f.T@(f/variance[:, None])+std.pow(-2).diag()).inverse()
    evidence = MultivariateNormal(torch.zeros(len(y)).double(), (f*std)@(f*std).T+variance.diag()).log_prob(y)
    return evidence, MultivariateNormal(cov@(f.T@(y/variance)), (cov+cov.T)/2)

@pytest.mark.parametrize('bias', (True, False))
@pytest.mark.parametrize('scale', (.3, [.2, .5]))
def test_dense_posterior_of_the_last_layer(bias, scale):
    model, (x, y) = net(bias=bias), data()
    prior = IsotropicNormal({**prior_of(model).std, '2.weight': .5})
    q = CollapsedLastLayer.from_module(model, prior, Gaussian(scale), (x, y), generator=rng(0))
    w = q.sample(3, rng(1))
    value = q.log_prob(w)-q.body.log_prob({k: w[k] for k in q.body.layout.shapes})
    for s in range(3):
        phi = (x@w['0.weight'][s].T+w['0.bias'][s]).tanh()
        phi = torch.cat([phi, torch.ones(len(x), 1)], 1) if bias else phi
        std = torch.tensor([.5]*5+[.9]*bias).double()

        total = 0.
        for o in range(2):
            variance = torch.tensor(scale).expand(2)[o].double().square().expand(len(x))
            v = torch.cat([w['2.weight'][s][o], w['2.bias'][s][o:o+1]]) if bias else w['2.weight'][s][o]
            total += dense_regression(phi, std, variance, y[:, o])[1].log_prob(v)
        close(value[s], total, 1e-6)  # torch keeps scales of noise in float32

def test_the_usual_body():
    "Units of few weights of their own get a covariance; coupled, large and unknown ones do not"
    def body(model, **how): return type(CollapsedLastLayer.from_module(model, prior_of(model), noise, data(d=model[0].in_features), **how).body)
    assert body(net(1))==UnitGaussian and body(net(small_unit-1))==UnitGaussian
    assert body(net(small_unit))==MeanField and body(net(depth=2))==MeanField
    assert body(net(1), body=MeanField)==MeanField and body(net(small_unit), body=UnitGaussian)==UnitGaussian
    class Own(nn.Module):
        def __init__(self): super().__init__(); self.a, self.b = nn.Linear(2, 4).double(), nn.Linear(4, 2).double()
        def __getitem__(self, i): return self.a
        def forward(self, x): return self.b(self.a(x).tanh())
    group = PermutationGroup({'h': 4}, {'a.weight': ('h', 2), 'a.bias': ('h',), 'b.weight': (2, 'h'), 'b.bias': (2,)})
    assert body(Own())==MeanField and body(Own(), group=group)==UnitGaussian

def test_the_bound_of_draws_is_that_of_the_family():
    "How good it is, is asked by the law `integrated bound`, and in the chapter"
    model, q = made()
    prior, (x, y) = prior_of(model), data()
    _, log_lik, kl = q.elbo_draws(model, prior, noise, (x, y), 7, 5, rng(1))
    terms = elbo(model, q, prior, noise, (x, y), 7, n_samples=5, generator=rng(1))
    close(terms.log_lik, log_lik.mean())
    close(terms.kl, kl.mean())

# symmetry

@pytest.mark.parametrize('signed', (False, True))
@pytest.mark.parametrize('body', (MeanField, UnitGaussian))
@pytest.mark.parametrize('std', (.3, 1.))
def test_only_the_body_is_charged(signed, body, std):
    model, q = made(body=body, std=std)
    g = mlp_group(model, signed=signed)
    w = q.sample(6, rng(0))
    part, over = q.informative_part(g)
    below = {k: w[k] for k in part.layout.shapes}
    with torch.no_grad():
        truth = Exact()(q, g, w)
        close(truth, layer_information(part, over, below, 'h1', log_permanent))
        for e in (Sinkhorn(), Soules(), Soules(30, 5)): assert (e(q, g, w)<=truth+1e-9).all()
        assert (Bethe(30, 30)(q, g, w)>=truth-1e-9).all()
        for e in (Planted(16), Sampled(16)): close(e(q, g, w, rng(1)), e(part, over, below, rng(1)))
    assert set(part.layout.shapes)=={'0.weight', '0.bias'} and default_estimator(q, g)==Soules()

def test_deep_bodies():
    big, q = made(net(h=20, depth=2))
    ends = mi_sandwich(q, mlp_group(big), 4, 8, rng(2))
    assert ends.lower<=ends.upper+4*(ends.lower_error+ends.upper_error)

# reports

def test_predictions_in_closed_form():
    for n in (4, 20):
        model, q = made(xy=data(n), std=.1)
        x = torch.randn(3, 2, generator=rng(5)).double()
        means, stds = q.predictive(x, 400, rng(0))
        draws = predict(model, q, x, 20_000, generator=rng(1))
        assert (means.mean(0)-draws.mean(0)).abs().max()<.05
        assert ((stds.square().mean(0)+means.var(0)).sqrt()/draws.std(0)-1).abs().max()<.08

# learned scales of the prior

def learned_of(model, **how): return LearnedNormal(model, prior_of(model).std, per_input='0.weight', **how).double()

@pytest.mark.parametrize('members', (0, 2))
def test_fit_with_learned_scales(tmp_path, members):
    "Evidence, draws and predictions follow the scales; files, members and recorded steps agree"
    model, (x, y) = net(3, 6, 1), data(30, 3, 1)
    y, g = y+2*x[:, :1], mlp_group(model)
    ends = []
    for recorded in (True, False):
        prior, lik = learned_of(model), Gaussian(.3, learned=True, spread=1.).double()
        gens = lambda a: rngs(a, a+1) if members else rng(a)
        q = CollapsedLastLayer.from_module([model]*members if members else model, prior, lik, (x, y), generator=gens(0))
        h = fit(model, q, prior, lik, (x, y), g, epochs=40, progress=False, generator=gens(2), recorded=recorded)
        ends.append(torch.cat([q.body.loc.flatten(), prior.log_std.flatten(), lik.log_std.flatten()]).detach())
    assert 'recorded' in h.attrs['steps'] or 'autograd' in h.attrs['steps']
    close(*ends, 1e-7)
    assert (prior.log_std!=prior.log_start).any() and prior.std['0.weight'].shape==(*q.batch_shape, 3)
    close(q.scales()[..., 0], prior.std['2.weight'].detach())
    terms = evaluate(model, q, prior, lik, (x, y), g, n_samples=3, generator=gens(7))
    assert terms.total.isfinite().all() and account(model, q, prior, lik, (x, y), g, test=(x, y), n_samples=5, generator=gens(1)).test_log_lik.notna().all()
    q.save(tmp_path/'q')
    back = CollapsedLastLayer.load(tmp_path/'q', model)
    for k,t in q.sample(3, gens(0)).items(): close(t, back.sample(3, gens(0))[k], 1e-10)
    close(evaluate(model, back, prior, lik, (x, y), g, n_samples=3, generator=gens(7)).total, terms.total)
    if members:
        one = q.member(1)
        close(evaluate(model, one, prior.member(1), lik.member(1), (x, y), g, n_samples=3, generator=rng(8)).total, terms.total[1], 1e-8)
        again = stack_posteriors([q.member(0), one])
        close(again.scales(), q.scales())

def test_learned_scales_are_exact_given_the_body():
    "Log marginal likelihood and its gradient for the scales against the dense Gaussian"
    model, (x, y) = net(out=1), data(out=1)
    prior = learned_of(model)
    q = CollapsedLastLayer.from_module(model, prior, noise, (x, y), generator=rng(0))
    with torch.no_grad(): prior.log_std += .3*torch.randn(prior.log_std.shape, generator=rng(1)).double()
    w, log_lik, kl = q.elbo_draws(model, prior, noise, (x, y), 7, 1, rng(2))
    grad, = torch.autograd.grad(log_lik.sum()-kl.sum(), prior.log_std)
    s = prior.log_std.detach().clone().requires_grad_()
    f = (x@w['0.weight'][0].T+w['0.bias'][0]).tanh()
    f, std = torch.cat([f, torch.ones(7, 1)], 1), torch.cat([s[-2:-1].expand(f.shape[1]), s[-1:]]).exp()
    dense, _ = dense_regression(f, std, torch.full((7,), .09).double(), y[:, 0])
    close(dense.detach(), log_lik[0].detach(), 1e-6)
    close(torch.autograd.grad(dense, s)[0][-2:], grad[-2:], 1e-6)

# noise by input

rows = HeteroscedasticGaussian()
def noisy(d=2, h=5, out=1, **how): return NoiseByInput(net(d, h, out), **how).double()

def made_noisy(n=7, out=1, members=0, std=.4, model=None, **how):
    model, xy = noisy(out=out) if model is None else model, data(n, out=out)
    group = symmetry_group(model, xy[0])
    gens = rngs(*range(3, 3+members)) if members else rng(3)
    return model, CollapsedLastLayer.from_module([model]*members if members else model, prior_of(model), rows, xy, std=std, generator=gens, group=group, **how), xy, group

@pytest.mark.parametrize('n', (3, 9))
@pytest.mark.parametrize('out', (1, 2))
def test_the_last_layer_is_exact_with_noise_by_input(n, out):
    "Evidence and posterior of a weighted least squares problem with the precisions of the rows, against dense Gaussians"
    model, q, (x, y), _ = made_noisy(n, out)
    w, log_lik, _ = q.elbo_draws(model, prior_of(model), rows, (x, y), n, 3, rng(1))
    given = q.log_prob(w)-q.body.log_prob({k: w[k] for k in q.body.layout.shapes})
    for s in range(3):
        v = {k: t[s].detach() for k,t in w.items()}
        _, log_std = torch.func.functional_call(model, v, (x,)).chunk(2, -1)
        assert log_std.std()>.01
        f = torch.cat([(x@v['body.0.weight'].T+v['body.0.bias']).tanh(), torch.ones(n, 1)], 1)
        std, evidence, density = torch.tensor([.7]*5+[.9], dtype=torch.float64), 0., 0.
        for o in range(out):
            truth, last = dense_regression(f, std, (2*log_std[:, o]).exp(), y[:, o])
            evidence += truth
            density += last.log_prob(torch.cat([v['mean.weight'][o], v['mean.bias'][o:o+1]]))
        close(log_lik[s].detach(), evidence, 1e-8)
        close(given[s].detach(), density, 1e-7)

@pytest.mark.parametrize('members,n,out', [(0, 4, 1), (2, 9, 2)])
def test_laws_with_noise_by_input(members, n, out):
    model, q, xy, group = made_noisy(n, out, members)
    assert set(group.labels_on('noise.weight'))==set(group.labels) and group.log_order>0
    found = check_family_laws(q, group, problem=Problem(model, prior_of(model), rows, xy, group), generator=rng(8))
    assert {'bound network', 'integrated bound'} <= set(found.asked)

def test_any_network_with_log_stds_behind_its_means():
    own = Net(lambda s, x: torch.cat([s.b(s.a(x).tanh()), s.c(x).clamp(-3, 3)], -1), a=(2, 4), b=(4, 1), c=(2, 1))
    model, (x, y) = own.double(), data(out=1)
    q = CollapsedLastLayer.from_module(model, IsotropicNormal(1.), rows, (x, y), generator=rng(0))
    assert q.last=='b' and set(q.body.layout.shapes)=={'a.weight', 'a.bias', 'c.weight', 'c.bias'}
    fit(model, q, IsotropicNormal(1.), rows, (x, y), epochs=3, progress=False)

# networks

def two() -> Net:
    "Two inputs, by position or by name, and a last layer that does not come last"
    return Net(lambda s, u, v: s.head(torch.cat([s.a(u-s.shift).relu(), s.b(v).tanh()*s.fixed], -1)),
        head=(6, 1), a=(2, 3), b=(3, 3), shift=torch.ones(2), fixed=nn.Parameter(torch.full((3,), .5), requires_grad=False)).double()

@pytest.mark.parametrize('kind', (tuple, dict))
def test_several_inputs(tmp_path, kind):
    model = two()
    x = torch.randn(6, 2, generator=rng(0)).double(), torch.randn(6, 3, generator=rng(1)).double()
    x, y = dict(u=x[0], v=x[1]) if kind is dict else x, torch.randn(6, 1, generator=rng(2)).double()
    _, q = made(model, xy=(x, y))
    fit(model, q, prior_of(model), noise, (x, y), epochs=3, progress=False)
    q.save(tmp_path/'q')
    close(predict(model, CollapsedLastLayer.load(tmp_path/'q'), x, 4, generator=rng(0)), predict(model, q, x, 4, generator=rng(0)))

def test_frozen_weights_and_buffers_are_read_anew():
    model = two()
    x, y = (torch.randn(6, 2, generator=rng(0)).double(), torch.randn(6, 3, generator=rng(1)).double()), torch.randn(6, 1, generator=rng(2)).double()
    q = CollapsedLastLayer.from_module(model, prior_of(model), noise, (x, y), generator=rng(0))
    before = predict(model, q, x, 2, generator=rng(1))
    with torch.no_grad(): model.fixed.fill_(2.)
    assert not torch.allclose(before, predict(model, q, x, 2, generator=rng(1)))

# bad input

@pytest.mark.parametrize('case', ('one example', 'dead', 'duplicate', 'wide', 'constant', 'huge'))
def test_singular_features(case):
    n, h = (1, 5) if case=='one example' else (4, 30) if case=='wide' else (12, 5)
    model, (x, y) = net(h=h, act=nn.ReLU), data(n)
    if case=='constant': x = torch.zeros_like(x)
    _, q = made(model, xy=(x, y), std=1e-6 if case in ('dead', 'duplicate') else .5)
    with torch.no_grad():
        w = q.body.mean
        if case=='dead': w['0.bias'].fill_(-50.)
        if case=='duplicate': w['0.weight'].copy_(w['0.weight'][:1].expand(5, 2)), w['0.bias'].fill_(.1)
        if case=='huge': w['0.weight'].mul_(1e5)
        q.body.loc.copy_(q.body.layout.flatten(w))
    g = mlp_group(model)
    fit(model, q, prior_of(model), noise, (x, y), g, epochs=5, progress=False, generator=rng(0))
    row = account(model, q, prior_of(model), noise, (x, y), g, n_samples=10, generator=rng(1)).iloc[0]
    numbers = row[[k for k in row.index if isinstance(row[k], float)]].astype(float)
    assert numbers.notna().all()
    out = predict(model, q, x, 10, generator=rng(2))
    assert torch.isfinite(out).all() and torch.isfinite(q.log_prob(q.sample(10, rng(3)))).all()
    if case=='dead': assert out.std()>.01 and (out[:, 0]-out[:, -1]).abs().max()<1e-6

def test_refused_at_the_start():
    model, make = net(), CollapsedLastLayer.from_module
    refused('expected one of Gaussian, HeteroscedasticGaussian, StudentT, Categorical, Bernoulli, Poisson', make, model, prior_of(model), Likelihood(), data())
    refused('expected an IsotropicNormal or a LearnedNormal', make, model, LaplacePrior(1.), noise, data())
    refused('the prior has mean 0.1, expected zero', make, model, IsotropicNormal(1., .1), noise, data())
    refused('targets have shape', make, model, prior_of(model), noise, (data()[0], data(out=3)[1]))
    refused('NaN', make, model, prior_of(model), StudentT(4., .3), (data()[0], data()[1].log()))
    refused('is not that of an nn.Linear', make, nn.Sequential(nn.Linear(2, 2), nn.Tanh()).double(), IsotropicNormal(1.), noise, data())
    frozen = net()
    frozen[2].weight.requires_grad_(False)
    refused('are frozen or shared', make, frozen, IsotropicNormal(1.), noise, data())
    tied = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 2)).double()
    tied[2].weight = tied[0].weight
    refused('shared|shares', make, tied, IsotropicNormal(1.), noise, data())

class Own(Likelihood):
    def log_prob(self, outputs, y): return -(outputs-y).square().sum(-1)

def test_refused_later():
    model, q = made()
    prior, (x, y) = prior_of(model), data()
    for f in (fit, evaluate, account):
        how = dict(epochs=1, progress=False) if f is fit else {}
        refused('these data are not those of the posterior', f, model, q, prior, noise, (x, y+1), **how)
        refused('data have 5 examples of 5, but the posterior was made for 7', f, model, q, prior, noise, data(5), **how)
        refused('expected one of Gaussian', f, model, q, prior, Own(), (x, y), **how)
        refused(r'noise has standard deviation \[0.4\]', f, model, q, prior, Gaussian(.4), (x, y), **how)
        refused(r'noise has standard deviation \[0.3, 0.3\]', f, model, q, prior, Gaussian([.3, .3]), (x, y), **how)
        refused(r"prior std of \['2.weight', '2.bias'\]", f, model, q, IsotropicNormal(1.), noise, (x, y), **how)
        refused('expected an IsotropicNormal', f, model, q, LaplacePrior(1.), noise, (x, y), **how)
    refused('not a DataLoader', fit, model, q, prior, noise, DataLoader(TensorDataset(x, y), batch_size=4), epochs=1)
    refused('batch_size is 4', fit, model, q, prior, noise, (x, y), epochs=1, batch_size=4)
    refused('expected a MeanField: local reparametrisation needs', fit, model, q, prior, noise, (x, y), epochs=1, local_reparam=True)
    refused('these data are not', elbo, model, q, prior, noise, (x+1, y), 7)
    refused('data have 7 examples of 70', elbo, model, q, prior, noise, (x, y), 70)

def test_many_examples_make_one_step():
    "More than a thousand examples are not cut into batches"
    model, (x, y) = net(1, 4, 1), data(1500, 1, 1)
    _, q = made(model, xy=(x, y))
    h = fit(model, q, prior_of(model), noise, (x, y), epochs=2, progress=False)
    assert len(h)==2

@pytest.mark.defect('N5')
def test_the_marginal_likelihood_in_double_precision():
    "A posterior in float64 has the noise that was given, to twelve digits"
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)).double()
    x, y = normal(6, 2, seed=1), normal(6, 1, seed=2)
    prior, noise = IsotropicNormal(.7), Gaussian(.1)
    q = CollapsedLastLayer.from_module(net, prior, noise, (x, y))
    w, found, _ = q.elbo_draws(net, prior, noise, (x, y), 6, 1, rng(3))
    f = (x@w['0.weight'][0].mT+w['0.bias'][0]).tanh()
    want = MultivariateNormal(torch.zeros(6).double(), .49*f@f.mT+.49+.01*torch.eye(6).double()).log_prob(y[:, 0])
    assert ((found-want)/want).abs().max()<1e-12 and abs(q.noise().exp().item()/.1-1)<1e-15
