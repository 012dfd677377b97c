"""What users do, with network, data and generator on a device: the same numbers as on the CPU.

A flow takes a device and returns numbers. Draws come from generators on that device, which give the CPU's numbers on the pretend one; with
DEVICE=cuda, or another one that is there, they come from the CPU's."""
import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
import torch
from torch import nn
from torch.utils._pytree import tree_leaves

import symbayes as sb
from lengths import among, some
from modules import Net, modules
from pretend_device import accelerator, chosen, counting
from symbayes import comparison, discovery, information, inference, metrics
from symbayes.comparison.gauges import gauge
from symbayes.core.tensors import free_parameters
from symbayes.distributions import priors
from symbayes.inference.factor_models import FactorModel, fit_factors
from symbayes.information import permanents
from symbayes.runs.commands import run_training
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

cpu = torch.device('cpu')
flows = {}

def flow(f):
    "Note a flow under its name"
    flows[f.__name__] = f
    return f

def rng(d, seed=0): return torch.Generator(cpu if chosen else d).manual_seed(seed)
def draws(d, *shape, seed=0): return torch.randn(*shape, generator=rng(cpu, seed), dtype=torch.float64).to(d)

def mlp(d, *sizes, act=nn.Tanh, seed=0):
    def make():
        layers = [m for i,o in zip(sizes, sizes[1:]) for m in (nn.Linear(i, o), act())]
        return nn.Sequential(*layers[:-1])
    return sb.seeded_module(make, seed).double().to(d)

def curve(d, n=24):
    x = torch.linspace(-2, 2, n, dtype=torch.float64)[:, None]
    return x.to(d), (torch.sin(3*x)+.1*torch.cos(17*x)).to(d)

def classes(d, n=24):
    x = draws(cpu, n, 3)
    return x.to(d), ((x[:, 0]>0).long()+(x[:, 1]>.5).long()).to(d)

def regression(d, *hidden, likelihood=None, prior=None, seed=0):
    net = mlp(d, 1, *(hidden or (5,)), 1, seed=seed)
    return sb.Problem(net, prior or sb.IsotropicNormal(1.), likelihood or sb.Gaussian(.2), curve(d))

def classification(d): return sb.Problem(mlp(d, 3, 4, 3), sb.IsotropicNormal(1.), sb.Categorical(), classes(d))

families = {
    'MeanField': lambda p: sb.MeanField.from_module(p.model, std=.05),
    'UnitGaussian': lambda p: sb.UnitGaussian.from_module(p.model, p.group, std=.05),
    'LowRank': lambda p: sb.LowRank.from_module(p.model, std=.05, generator=rng(cpu)),
    'CollapsedLastLayer': lambda p: sb.CollapsedLastLayer.from_module(p.model, p.prior, p.likelihood, p.data, generator=rng(cpu)),
    'InducingPosterior': lambda p: sb.InducingPosterior.from_module(p.model, p.prior, p.data[0], 6, targets=p.data[1], likelihood=p.likelihood,
        generator=rng(cpu))}
short = dict(epochs=12, lr=1e-2, progress=False)

def fitted(d, family, p=None, **options):
    p = regression(d) if p is None else p
    q = families[family](p)
    history = sb.fit(p, q, **(short | options), generator=rng(d))
    return p, q, history

def weights(d, n, *sizes, act=nn.Tanh): return [{k: t.detach() for k,t in mlp(d, *(sizes or (1, 5, 1)), seed=i, act=act).named_parameters()} for i in range(n)]


# fits, for every family

def fits(d, family):
    p, q, history = fitted(d, family)
    return history, q.state_dict(), sb.predict(p, q, p.data[0], 4, generator=rng(d))

def judged(d, family):
    p, q, _ = fitted(d, family, epochs=4)
    terms = sb.evaluate(p, q, n_samples=4, n_mi_samples=3, generator=rng(d), progress=False)
    return terms.total, terms.mi, sb.account(p, q, curve(d, 7), 6, 3, generator=rng(d), progress=False)

def drawn_by_the_cpu(d, family):
    p = regression(d)
    q = families[family](p)
    sb.fit(p, q, **short, generator=rng(cpu))
    return q.state_dict(), q.sample(3, rng(cpu))

def stored(d, family, tmp):
    p, q, _ = fitted(d, family, epochs=2)
    q.save(tmp/'q')
    bound = family in ('CollapsedLastLayer', 'InducingPosterior')
    there = type(q).load(tmp/'q', *[p.model]*bound).to(d)
    at_home = type(q).load(tmp/'q', *[mlp(cpu, 1, 5, 1)]*bound)
    return there.state_dict(), at_home.state_dict(), there.sample(2, rng(d))

def moved_later(d, family):
    q = families[family](regression(cpu)).to(d)
    p = regression(d)
    return q.sample(2, rng(d)), sb.evaluate(p, q, n_samples=3, n_mi_samples=2, generator=rng(d), progress=False).total


# further fits

@flow
def a_stack_with_generators_for_each(d):
    p = regression(d)
    q = sb.MeanField.from_module([mlp(d, 1, 5, 1, seed=i) for i in range(3)], std=.05)
    gens = [rng(d, i) for i in range(3)]
    return sb.fit(p, q, **short, generator=gens), q.loc, sb.predict(p, q, p.data[0], 2, generator=[rng(d, i) for i in range(3)])

@flow
def a_loader_on_the_cpu(d):
    from torch.utils.data import DataLoader, TensorDataset
    loader = DataLoader(TensorDataset(*curve(cpu)), 8, shuffle=True, generator=rng(cpu))
    p = sb.Problem(mlp(d, 1, 5, 1), sb.IsotropicNormal(1.), sb.Gaussian(.2), loader)
    return fitted(d, 'MeanField', p)[1].loc

@flow
def data_on_the_cpu(d):
    p = sb.Problem(mlp(d, 1, 5, 1), sb.IsotropicNormal(1.), sb.Gaussian(.2), curve(cpu))
    _, q, history = fitted(d, 'MeanField', p)
    return history, sb.predict(p, q, curve(cpu)[0], 3, generator=rng(d)), sb.evaluate(p, q, n_samples=3, generator=rng(d), progress=False).total

@flow
def local_reparametrisation(d): return fitted(d, 'MeanField', local_reparam=True)[1].loc

@flow
def frozen_weights_buffers_dropout(d):
    make = lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Dropout(.2), nn.Tanh(), nn.Linear(4, 3))
    net = sb.seeded_module(make, 0).double().to(d).eval()
    net[0].weight.requires_grad_(False)
    return fitted(d, 'MeanField', sb.Problem(net, sb.IsotropicNormal(1.), sb.Categorical(), classes(d)))[1].loc

def checkpointed(d, tmp, first, then):
    for at,epochs in ((first, 3), (then, 6)):
        p = regression(at)
        q = families['MeanField'](p)
        kept = inference.Checkpoint(tmp/'c', resume=True)
        history = sb.fit(p, q, epochs=epochs, progress=False, generator=rng(cpu), checkpoint=kept)
    return history, q.loc


# likelihoods, priors, estimators

targets = dict(Categorical=lambda x, y: y, Bernoulli=lambda x, y: (y>0).double()[:, None], Poisson=lambda x, y: y.double()[:, None],
    StudentT=lambda x, y: x[:, :1]**2, HeteroscedasticGaussian=lambda x, y: x[:, :1]**2, Gaussian=lambda x, y: x[:, :1]**2)
made_likelihoods = dict(StudentT=lambda: sb.StudentT(4., .3), Gaussian=lambda: sb.Gaussian(.3))
outputs = dict(Categorical=3, HeteroscedasticGaussian=2)

def of_likelihood(d, name, family):
    x, y = classes(d)
    net = mlp(d, 3, 4, outputs.get(name, 1))
    p = sb.Problem(net, sb.IsotropicNormal(1.), made_likelihoods.get(name, getattr(sb, name))(), (x, targets[name](x, y)))
    _, q, history = fitted(d, family, p, epochs=6)
    return history, q.state_dict(), sb.predict(p, q, x, 3, generator=rng(d)), sb.account(p, q, p.data, 4, 3, generator=rng(d), progress=False)

made_priors = dict(LearnedNormal=sb.LearnedNormal,
    StudentTPrior=lambda net: priors.StudentTPrior(3., 1.), LaplacePrior=lambda net: priors.LaplacePrior(1.), MixturePrior=lambda net: priors.MixturePrior(),
    scaled=lambda net: sb.IsotropicNormal({k: 1.+i for i,k in enumerate(dict(net.named_parameters()))}))

def of_prior(d, name):
    p = sb.Problem(net := mlp(d, 1, 5, 1), made_priors[name](net), sb.Gaussian(.2), curve(d))
    _, q, history = fitted(d, 'MeanField', p, epochs=6)
    return history, q.loc, sb.evaluate(p, q, n_samples=3, generator=rng(d), progress=False).total

def of_estimator(d, name):
    p = regression(d, 4)
    q = sb.MeanField.from_module(p.model, std=.3)
    kind = getattr(information, name)
    estimator = kind(6) if name in ('Uniform', 'Sampled', 'Planted') else kind()
    found = sb.evaluate(p, q, estimator, 3, 3, generator=rng(d), progress=False).mi, estimator(q, p.group, q.sample(3, rng(d)), rng(d))
    trains = name!='Planted'
    return *found, sb.fit(p, q, estimator, **(short | dict(epochs=3)), generator=rng(d)) if trains else 0, q.loc

@flow
def sandwiches(d):
    p = regression(d)
    ends = [sb.mi_sandwich(families[k](p), p.group, generator=rng(d)) for k in ('MeanField', 'UnitGaussian', 'LowRank')]
    return [v for e in ends for v in (e.lower, e.upper)]

@flow
def a_symmetrised_posterior(d):
    p = regression(d, 4)
    s = sb.symmetrize(sb.MeanField.from_module(p.model, std=.3), p.group)
    w = s.sample(4, rng(d))
    return w, s.log_prob(w), sb.predict(p, s, p.data[0], 3, generator=rng(d))

@flow
def matrix_permanents(d):
    a, large = draws(d, 2, 5, 5), draws(d, 2, 24, 24)
    return [permanents.log_permanent(a), permanents.log_permanent(a.float()), permanents.log_permanent_bounds(large),
        permanents.log_permanent_sandwich(large, 8, generator=rng(d)), permanents.best_permutation(large)]


# evidence, chains and other methods

@flow
def evidence_from_the_prior(d):
    e = sb.log_evidence(regression(d, 4), base=None, chains=4, temperatures=6, steps=2, generator=rng(d), progress=False)
    return e.estimate, e.error, e.log_weights

@flow
def evidence_from_a_posterior(d):
    p, q, _ = fitted(d, 'CollapsedLastLayer', regression(d, 4))
    return sb.log_evidence(p, base=q, chains=4, temperatures=6, steps=2, generator=rng(d), progress=False).estimate

chained = dict(chains=2, draws=3, warmup=20, between=1, leaps=3, progress=False)

@flow
def chains_of_a_curve(d):
    return sb.sample_posterior(regression(d, 4), **chained, training=dict(epochs=8), generator=rng(d)).sample(3, rng(d))

@flow
def chains_of_classes(d):
    p = classification(d)
    s = sb.sample_posterior(p, families['MeanField'](p), **chained, generator=rng(d))
    return sb.predict(p, s, p.data[0], 3, generator=rng(d))

trained = dict(training=dict(epochs=8))
methods = dict(laplace_diag=lambda p, **o: sb.laplace(p, **trained, **o), laplace_full=lambda p, **o: sb.laplace(p, structure='full', **trained, **o),
    swag=lambda p, **o: sb.swag(p, n_snapshots=4, discard=2, rank=2, **trained, **o),
    sghmc=lambda p, **o: sb.sghmc(p, n_draws=3, every=2, discard=2, chains=2, **trained, **o),
    mc_dropout=lambda p, **o: sb.mc_dropout(p, p=.2, n_draws=3, **trained, **o), ensemble=lambda p, **o: sb.ensemble(p, n_members=2, epochs=8, **o))

def of_method(d, name):
    p = regression(d, 4)
    q = methods[name](p, generator=rng(d), progress=False)
    return q.sample(3, rng(d)), sb.predict(p, q, p.data[0], 2, generator=rng(d))

# groups and comparison

@flow
def elements(d):
    g, w = regression(d, 4, 4).group, weights(d, 1, 1, 4, 4, 1)[0]
    a, b = g.sample(generator=rng(d)), g.sample(generator=rng(d, 1))
    return g.act(a, w), dict(g.compose(a, b)), g.act(g.inverse(a), g.act(a, w)), g.act(g.sample(3, generator=rng(d)), w)

@flow
def elements_from_the_cpu(d):
    "An element of the CPU acts on weights of the device, and is composed with one of the device"
    g, w = regression(d, 4).group, weights(d, 1, 1, 4, 1)[0]
    a, b = g.sample(generator=rng(cpu)), g.sample(generator=rng(d, 1))
    return g.act(a, w), g.act(g.compose(a, b), w), g.act(g.compose(g.identity(), b), w), g.act(g.inverse(a), w)

@flow
def alignment_and_merging_of_posteriors(d):
    p = regression(d)
    qs = [sb.MeanField.from_module(mlp(d, 1, 5, 1, seed=i), .1) for i in range(3)]
    product = sb.merge(qs, p.group, how='product', prior=p.prior, generator=rng(d))
    return dict(sb.align(qs[0], qs[1], p.group, generator=rng(d))), sb.merge(qs, p.group, generator=rng(d)).loc, product.loc

@flow
def alignment_of_networks(d):
    nets, g = [mlp(d, 1, 5, 1, seed=i) for i in range(2)], regression(d).group
    barrier = sb.loss_barrier(regression(d), *nets, n_points=3)
    return dict(sb.align(*nets, g)), sb.merge(nets, g).state_dict(), vars(barrier)

@flow
def canonical_forms(d):
    net = mlp(d, 1, 4, 4, 1, act=nn.ReLU)
    s, w = sb.symmetries(net, curve(d)[0]), weights(d, 2, 1, 4, 4, 1, act=nn.ReLU)
    scaled = s.scalings.act(s.scalings.sample(generator=rng(d)), w[0])
    return comparison.min_mass(w[0], s.scalings), sb.canonicalize(w[0], s.permutations, s.scalings), sb.canonicalize(w[0], s.permutations, s.scalings, reference=w[1]), scaled

@flow
def chains_aligned(d):
    ws = weights(d, 2)
    chains = {k: torch.stack([torch.stack([w[k]+.01*i for i in range(3)]) for w in ws]) for k in ws[0]}
    found = comparison.align_chains(chains, regression(d).group, generator=rng(d))
    return vars(found)

@flow
def modes(d):
    p, w = regression(d, 4), weights(d, 1, 1, 4, 1)[0]
    return vars(information.nearest_mode(w, p.group)), comparison.align_activations(p.model, *weights(d, 2, 1, 4, 1), p.group, p.data[0])

@flow
def two_samples(d):
    x, y = draws(d, 16, 3), draws(d, 16, 3, seed=1)
    test = sb.mmd_test(x, y, n_permutations=20, generator=rng(d))
    return test.statistic, test.p_value, metrics.mmd2(x, y)

@flow
def factor_models(d):
    x = draws(d, 20, 2)@draws(d, 2, 4, seed=1)+.3*draws(d, 20, 4, seed=2)
    m = FactorModel.of(x, .1, 1.)
    found = [fit_factors(m, 2, noise='one', n_samples=8, max_iter=4, generator=rng(d)), fit_factors(m, 2, full=True, n_samples=8, max_iter=3, generator=rng(d))]
    numbers = [{k: v for k,v in vars(f).items() if isinstance(v, (float, torch.Tensor))} for f in found]
    return numbers


# searches

def normed() -> nn.Module:
    return sb.seeded_module(lambda: Net(lambda s, x: s.c(s.norm(s.b(s.a(x)))), a=(3, 4), b=(4, 4), norm=nn.LayerNorm(4),
        c=(4, 2)), 0).eval().double()

class Attention(nn.Module):
    "Positions, a causal mask and a constant are made in `forward`, on the device of the inputs"
    def __init__(self):
        super().__init__()
        self.embed, self.places = nn.Embedding(7, 4), nn.Embedding(5, 4)
        self.q, self.k, self.v, self.out = (nn.Linear(4, 4) for _ in range(4))
        self.scale = torch.tensor(.5)
    def forward(self, i):
        n = i.shape[1]
        x = self.embed(i)+self.places(torch.arange(n, device=i.device))
        mask = torch.full((n, n), float('-inf'), device=i.device).triu(1)
        a = (self.scale.to(i.device)*self.q(x)@self.k(x).mT+mask).softmax(-1)
        return self.out(a@self.v(x))+nn.functional.one_hot(i%4, 4).sum()*0

def searched(d, make, *inputs):
    net = sb.seeded_module(make, 0).eval().double().to(d)
    inputs = [t.to(d) for t in inputs]
    s = sb.symmetries(net, *inputs)
    return s.permutations.log_order, s.scalings.n, len(repr(sb.symmetry_report(net, *inputs)))

@flow
def a_transformer(d): return searched(d, Attention, torch.tensor([[1, 2, 3, 4], [0, 6, 5, 1]]))

@flow
def frozen_constants(d):
    net = sb.seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), 0).double().to(d)
    net[2].bias.requires_grad_(False)
    return sb.symmetry_group(net, draws(d, 5, 3)).log_order

@flow
def continuous_symmetries(d):
    net = normed().to(d)
    x = draws(d, 5, 3)
    group, certificate = discovery.continuous_group(net, x), discovery.certify(net, x, generator=rng(d))
    folded, _ = discovery.fold_norms(net, x)
    a = group.sample(generator=rng(d))
    return certificate.found, certificate.nullity, folded(x), group.moved(net, a)(x)-net(x)+1, folded.state_dict()

def shifted() -> Net: return Net(lambda s, x: x.clamp(min=0)+s.slope*x.clamp(max=0), slope=torch.tensor(.1))

@flow
def an_activation_with_a_buffer(d): return discovery.mlp_group(nn.Sequential(nn.Linear(2, 4), shifted(), nn.Linear(4, 1)).to(d)).log_order

@flow
def under_a_default_device(d):
    torch.set_default_device(d)
    try:
        p, q, history = fitted(d, 'MeanField', epochs=3)
        g = sb.symmetry_group(p.model, p.data[0])
        return history, q.loc, g.log_order, sb.mi_sandwich(q, g, 3, 3, generator=rng(d)).lower, sb.evaluate(p, q, n_samples=3, generator=rng(d), progress=False).total
    finally: torch.set_default_device(None)

@flow
def factors_under_a_default_device(d):
    x = draws(d, 16, 4)
    with torch.device(d): found = fit_factors(FactorModel.of(x, .1, 1.), 2, n_samples=8, max_iter=3, generator=rng(d))
    return {k: v for k,v in vars(found).items() if isinstance(v, (float, torch.Tensor))}


def linear(d, seed=0): return sb.seeded_module(lambda: nn.Sequential(nn.Linear(4, 3, bias=False), nn.Linear(3, 3, bias=False), nn.Linear(3, 4)), seed).double().to(d).eval()

@flow
def gauges_of_linear_layers(d):
    x, nets = draws(d, 6, 4), [linear(d, i) for i in range(2)]
    g, w = discovery.continuous_group(nets[0], x), {k: p.detach() for k,p in nets[0].named_parameters()}
    fixed = gauge(w, g).params
    merged = sb.merge(nets, sb.symmetries(nets[0], x))
    return [t.norm() for t in fixed.values()], g.tangents(w), merged(x).norm(), sb.canonicalize(w, continuous=g)

@flow
def elements_of_matrices_on_the_device(d):
    net = sb.seeded_module(lambda: nn.Sequential(nn.Linear(6, 3), nn.LayerNorm(3), nn.Linear(3, 6)), 0).double().to(d).eval()
    g, w = discovery.continuous_group(net, draws(d, 5, 6)), free_parameters(net)
    a = {k: t.to(d) for k,t in g.sample(generator=rng(cpu)).items()}
    return g.act(g.inverse(a), g.act(a, w)), g.act(g.compose(a, a), w)

# estimators

def of_estimator_class(d, name, tmp):
    x = np.random.RandomState(0).randn(40, 3)
    y = np.sin(x[:, 0])+.1*x[:, 1]
    how = dict(hidden_layer_sizes=(4,), max_steps=30, n_starts=1, random_state=0, device=str(d))
    if name=='classifier':
        m = BayesianMLPClassifier(**how).fit(x, (x[:, 0]>0).astype(int))
        return m.predict_proba(x), m.score(x, m.predict(x))
    options = dict(sampled=dict(inference='sampled', noise=.2, n_starts=5), mean_field=dict(family='mean_field'), variational=dict(inference='variational'))
    m = BayesianMLPRegressor(**how | options[name]).fit(x, y)
    m.save(tmp/'m')
    again = type(m).load(tmp/'m')
    return m.predict(x), m.predict(x, return_std=True)[1], again.predict(x)


# the comparison

def numbers(found):
    "All numbers in a result"
    out = []
    for t in tree_leaves(found if not isinstance(found, dict) else list(found.values())):
        if hasattr(t, 'select_dtypes'): t = t.select_dtypes('number').drop(columns=[c for c in t if 'second' in str(c)]).to_numpy()
        if isinstance(t, torch.Tensor): t = t.detach().cpu().numpy()
        if isinstance(t, (np.ndarray, float, int, np.generic)): out.append(np.asarray(t, float).ravel())
        elif hasattr(t, '__dict__') and not callable(t): out += numbers({k: v for k,v in vars(t).items() if isinstance(v, (torch.Tensor, float, np.ndarray))})
    return out

def same_on_both(f, tolerance=1e-5):
    torch.manual_seed(0)
    expected = numbers(f(cpu))
    torch.manual_seed(0)
    with accelerator() as d: found = numbers(f(d))
    assert len(found)==len(expected)>0
    for a,b in zip(found, expected): np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance*(1e-3+np.abs(b).max(initial=0)))

@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        yield

long = {'evidence_from_a_posterior', 'evidence_from_the_prior', 'alignment_and_merging_of_posteriors', 'a_transformer', 'continuous_symmetries',
    'chains_of_classes', 'canonical_forms', 'sandwiches'}
defects = dict(alignment_and_merging_of_posteriors='D1', alignment_of_networks='D1', chains_of_a_curve='D2', continuous_symmetries='D3', factor_models='D4',
    a_transformer='D6', frozen_constants='D6', under_a_default_device='D7', factors_under_a_default_device='D7', an_activation_with_a_buffer='D8')
def marked(name):
    marks = [pytest.mark.slow]*(name in long) + [pytest.mark.defect(defects[name]) for _ in range(name in defects)]
    return pytest.param(name, marks=marks)
@pytest.mark.parametrize('name', map(marked, flows))
def test_flow(name): same_on_both(flows[name])

not_counted = pytest.mark.skipif(bool(chosen), reason='waits are counted on the pretend device')
over_families = pytest.mark.parametrize('family', families)

@over_families
@pytest.mark.parametrize('f', some([fits, judged, drawn_by_the_cpu, moved_later], among(fits)), ids=lambda f: f.__name__)
def test_families(f, family): same_on_both(partial(f, family=family))

@over_families
def test_files(family, tmp_path): same_on_both(partial(stored, family=family, tmp=tmp_path))

@pytest.mark.parametrize('way', ['d d', 'd cpu', 'cpu d'])
def test_checkpoints(way, tmp_path):
    def run(d):
        folder = tmp_path/d.type
        folder.mkdir()
        return checkpointed(d, folder, *[d if k=='d' else cpu for k in way.split()])
    same_on_both(run)

@pytest.mark.skipif(bool(chosen), reason='draws come from the CPU')
@pytest.mark.defect('D9')
def test_a_checkpoint_with_a_generator_of_the_device(tmp_path):
    "What was drawn on the device cannot go on by a generator of the CPU: one line says so"
    def run(at, epochs):
        p = regression(at)
        sb.fit(p, families['MeanField'](p), epochs=epochs, progress=False, generator=rng(at), checkpoint=inference.Checkpoint(tmp_path/'c', resume=True))
    with accelerator() as d:
        run(d, 2)
        with pytest.raises(sb.SymbayesError, match='drawn on another kind of device: they cannot go on by a generator on cpu'): run(cpu, 4)

pairs = [(name, family) for name in targets for family in ('MeanField', 'CollapsedLastLayer', 'InducingPosterior')]
@pytest.mark.parametrize('name, family', some([c for c in pairs if c!=('HeteroscedasticGaussian', 'CollapsedLastLayer')], lambda c: c[1]=='MeanField'))
def test_likelihoods(name, family): same_on_both(partial(of_likelihood, name=name, family=family))

@pytest.mark.parametrize('name', some(made_priors, among('LearnedNormal')))
def test_priors(name): same_on_both(partial(of_prior, name=name))

@pytest.mark.parametrize('name', some(['Exact', 'Uniform', 'Sinkhorn', 'Soules', 'Bethe', 'Sampled', 'Planted'], among('Exact', 'Planted')))
def test_estimators(name): same_on_both(partial(of_estimator, name=name))

@pytest.mark.parametrize('name', some([k for k in methods if k!='mc_dropout'], among('laplace_diag', 'ensemble')))
def test_methods(name): same_on_both(partial(of_method, name=name))

def test_dropout():
    "Devices draw masks of their own"
    with accelerator() as d: assert all(bool(t.isfinite().all()) for t in of_method(d, 'mc_dropout')[0].values())

def of_the_command(d, target, tmp):
    "What `symbayes-train --device` runs"
    x = np.random.RandomState(0).randn(60, 3)
    table = pd.DataFrame(x, columns=list('abc')).assign(number=np.sin(x[:, 0])+.1*x[:, 1], kind=np.where(x[:, 0]>0, 'u', 'v'))
    table[['a', 'b', 'c', target]].to_csv(tmp/'t.csv', index=False)
    run = run_training(str(tmp/'t.csv'), target=target, width=4, n_starts=1, max_steps=25, progress=False, device=str(d), out=str(tmp/d.type))
    return run.metrics.select_dtypes('number'), run.predict(table)

@pytest.mark.parametrize('target', some(['number', 'kind'], among('number')))
def test_commands(target, tmp_path): same_on_both(partial(of_the_command, target=target, tmp=tmp_path))

@pytest.mark.defect('D5')
@pytest.mark.parametrize('name', some(['classifier', 'variational', 'mean_field', 'sampled'], among('classifier')))
def test_tables(name, tmp_path): same_on_both(partial(of_estimator_class, name=name, tmp=tmp_path))

@pytest.mark.parametrize('name', some(list(modules)[::4], among(*list(modules)[::40])))
def test_groups_of_modules(name):
    m = modules[name]
    on = lambda d: torch.utils._pytree.tree_map(lambda t: t.to(d) if isinstance(t, torch.Tensor) else t, (m.inputs, m.kwargs))
    def found(d):
        inputs, named = on(d)
        return sb.symmetry_group(m.model().to(d), *inputs, **named).log_order
    same_on_both(found)

@not_counted
def test_searches_copy_once():
    "What a search reads is copied to the CPU once; no operation waits for the device"
    with accelerator() as d:
        net, x = normed().to(d), draws(d, 5, 3)
        with counting() as waits: sb.symmetry_group(net, x)
    copied = len([*net.parameters(), *net.buffers()])
    assert {kind for kind,_ in waits}=={'to host: copy'} and sum(waits.values())<=5*copied

def waits_of_steps(d, family, recorded):
    "How often ten steps wait for the device, besides the rows of the history"
    def of(epochs):
        p = regression(d)
        with counting() as waits: history = sb.fit(p, families[family](p), **(short | dict(epochs=epochs)), recorded=recorded, generator=rng(d))
        assert history.attrs['steps'].startswith('recorded' if recorded else 'by autograd')
        return sum(n for (_, place),n in waits.items() if 'fitting.py' not in place)
    return of(20)-of(10)

@not_counted
@over_families
@pytest.mark.parametrize('recorded', some([True, False], among(True)))
def test_steps_do_not_wait(family, recorded):
    "A recorded step of any family makes no transfer, another one at most one"
    with accelerator() as d: assert waits_of_steps(d, family, recorded)<=(0 if recorded else 10)

@not_counted
@over_families
def test_predictions_do_not_wait(family):
    "But for the inducing posterior, which compares its network once a call"
    with accelerator() as d:
        p, q, _ = fitted(d, family, epochs=2)
        with counting() as waits: sb.predict(p, q, p.data[0], 4, generator=rng(d))
    assert sum(waits.values())==(family=='InducingPosterior')
