"Posteriors aligned, measured and merged, from outside: answers found by hand, by enumeration, by scipy."
import math, random
from itertools import permutations

import numpy as np
import pytest, torch
from scipy.linalg import sqrtm
from scipy.stats import norm, rankdata
from torch import Tensor, nn

from cases import cases, dense, make_posterior, mlp, random_params, rng
from symbayes.comparison.activation_matching import align_activations
from symbayes.comparison.alignment import align, find_alignment
from symbayes.comparison.barriers import interpolate, loss_barrier
from symbayes.comparison.chains import align_chains, chain_diagnostics
from symbayes.comparison.merging import find_merge, merge
from symbayes.comparison.wasserstein import wasserstein2, wasserstein2_bound
from symbayes.core.messages import SymbayesError
from symbayes.core.random import seeded_module
from symbayes.core.tensors import Layout, Params
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.base import stack_posteriors
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.distributions.unit_gaussian import UnitGaussian
from symbayes.distributions.likelihoods import Categorical, Gaussian
from symbayes.distributions.priors import IsotropicNormal, LaplacePrior
from symbayes.distributions.samples import Samples
from symbayes.symmetry.permutations import Element, PermutationGroup

close = lambda a, b, tol=1e-9: torch.testing.assert_close(a, b, rtol=tol, atol=tol)
def params(net: nn.Module) -> Params: return {k: v.detach().clone() for k,v in net.named_parameters()}
def net_of(*widths: int, seed: int = 0, **kw) -> nn.Module: return seeded_module(lambda: mlp(*widths, **kw), seed).double()
def gap(p: Params, q: Params) -> Tensor: return sum((p[k]-q[k]).square().flatten(-p[k].ndim).sum(-1) if p[k].ndim else (p[k]-q[k]).square() for k in p)
def equal(a: Element, b: Element) -> bool: return all(torch.equal(a[l], b[l]) for l in a) and all(torch.equal(a.signs[l], b.signs[l]) for l in a.signs)

small = [n for n,c in cases.items() if 1<c.group.order<=1200]
quick = ('outer', 'attention')
marked = lambda names: [pytest.param(n, marks=[] if n in quick else pytest.mark.slow) for n in names]

# ------------------------------------------------------------------------------------------------ alignment
@pytest.mark.parametrize('name', marked(small))
def test_the_best_of_all_elements_is_found(name):
    g = cases[name].group
    p0, p1 = (random_params(g.layout, seed=i) for i in (1, 2))
    every = torch.cat([gap(p0, g.act(a, p1)) for a in g.elements(400)])
    found = find_alignment(p0, p1, g, generator=rng(0))
    close(found.distance.square(), every.min())
    close(found.before.square(), every[0])
    close(wasserstein2(p0, g.act(found.element, p1)), found.distance)

@pytest.mark.parametrize('name', [pytest.param(n, marks=[] if n=='outer' else pytest.mark.slow) for n in small])
def test_stds_count_and_do_not_flip(name):
    g = cases[name].group
    q0, q1 = (make_posterior('MeanField', cases[name], seed=i) for i in (1, 51))
    q0, q1 = (MeanField(q.layout, q.loc.detach()*.2, q.log_std.detach()+1) for q in (q0, q1))
    every = []
    for a in g.elements(400):
        even = Element(dict(a), {l: s.abs() for l,s in a.signs.items()}, a.depth)
        every.append(gap(q0.mean, g.act(a, q1.mean))+gap(q0.std, g.act(even, q1.std)))
    close(find_alignment(q0, q1, g, generator=rng(0)).distance.square(), torch.cat(every).min())

def test_a_pair_by_hand():
    "One input, two hidden units, one output: weights 1, 3 against 3, 1.5 say that they change places, and signs that one flips"
    g = mlp_group([1, 2, 1], signed=True)
    p0 = {'0.weight': torch.tensor([[1.], [3.]]), '0.bias': torch.zeros(2), '2.weight': torch.tensor([[1., 1.]]), '2.bias': torch.zeros(1)}
    p1 = {'0.weight': torch.tensor([[3.], [-1.5]]), '0.bias': torch.zeros(2), '2.weight': torch.tensor([[1., -1.]]), '2.bias': torch.ones(1)}
    found = find_alignment(p0, p1, g)
    label, = g.labels
    assert found.element[label].tolist()==[1, 0] and found.element.signs[label].tolist()==[-1, 1]
    close(found.distance.square(), torch.tensor(.25+1, dtype=torch.float64))
    close(found.before.square(), torch.tensor(4+4.5**2+4+1, dtype=torch.float64))

@pytest.mark.parametrize('name', marked(['deep', 'outer', 'residual', 'attention', 'shuffled', 'nested_twice', 'conv_flatten', 'embedding']))
def test_laws_of_alignment(name):
    "The same for one and for a stack; inputs and the global seed stay; if q1 is moved before, the element takes that back"
    g = cases[name].group
    p0, p1 = random_params(g.layout, seed=1), random_params(g.layout, 2, seed=2)
    kept, state = {k: v.clone() for k,v in (p0|{f'moved {k}': v for k,v in p1.items()}).items()}, torch.random.get_rng_state()
    found = find_alignment(p0, p1, g, generator=rng(0))
    assert torch.equal(state, torch.random.get_rng_state()) and equal(found.element, align(p0, p1, g, generator=rng(0)))
    assert all(torch.equal(v, p0[k] if k in p0 else p1[k.removeprefix('moved ')]) for k,v in kept.items())
    for i in range(2):
        one = find_alignment(p0, {k: v[i] for k,v in p1.items()}, g, generator=rng(0))
        close(one.distance, found.distance[i])
    a = g.sample(2, generator=rng(3))
    again = find_alignment(p0, g.act(a, p1), g, generator=rng(0))
    close(again.distance, found.distance)
    assert equal(again.element, g.compose(found.element, g.inverse(a)))
    planted = g.act(g.inverse(a), p0)
    assert equal(align(p0, planted, g, generator=rng(0)), a)
    close(find_alignment({k: v.float() for k,v in p0.items()}, p1, g, generator=rng(0)).distance, found.distance, 1e-5)

@pytest.mark.parametrize('scale', [1e20, 1e-20, 1e150])
def test_huge_and_tiny_weights(scale):
    g = cases['mixed'].group
    p0, p1 = (random_params(g.layout, seed=i) for i in (1, 2))
    found, scaled = find_alignment(p0, p1, g, generator=rng(0)), find_alignment(*({k: v*scale for k,v in p.items()} for p in (p0, p1)), g, generator=rng(0))
    assert equal(found.element, scaled.element)
    close(scaled.distance/scale, found.distance)

def test_ties_and_nothing_to_move():
    g, still = mlp_group([3, 4, 2], signed=True), mlp_group([3, 2])
    ones = {k: torch.ones(s) for k,s in g.layout.shapes.items()}
    for p in (ones, {k: 0*v for k,v in ones.items()}):
        assert equal(align(p, p, g), g.identity()) and find_alignment(p, p, g).distance==0
    a = align(ones, {k: v if k=='2.bias' else -v for k,v in ones.items()}, g)
    assert (a.signs['h1']==-1).all()
    w = {k: torch.ones(s) for k,s in still.layout.shapes.items()}
    assert not align(w, {k: v+1 for k,v in w.items()}, still) and find_merge([w, w], still).posterior.keys()==w.keys()

def test_networks_with_statistics():
    "Whole state dicts, but for what counts batches: the moved one computes the same"
    def net(seed):
        made = seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)), seed)
        made(torch.randn(20, 3, generator=rng(seed)))
        return made.eval()
    x, nets = torch.randn(5, 3, generator=rng(9)), [net(i) for i in range(2)]
    own = {f'1.{k}': ('h',) for k in ('weight', 'bias', 'running_mean', 'running_var')}
    axes = {'0.weight': ('h', 3), '0.bias': ('h',), '3.weight': (2, 'h'), '3.bias': (2,)}
    g = PermutationGroup({'h': 4}, axes|own, buffers=('1.running_mean', '1.running_var'))
    p0, p1 = ({k: v for k,v in n.state_dict().items() if v.is_floating_point()} for n in nets)
    moved = g.act(align(p0, p1, g), p1)
    close(torch.func.functional_call(nets[1], moved, (x,)), nets[1](x), 1e-5)
    assert equal(align(p0, g.act(g.inverse(a := g.sample(generator=rng(1))), p0), g), a)

# ------------------------------------------------------------------------------------------------ distances
def test_one_weight_each():
    "sqrt((1+2)^2 + (.3-.7)^2) for each of two weights"
    q0, q1 = (MeanField(Layout({'w': (2,)}), torch.full((2,), m), torch.full((2,), s).log()) for m,s in ((1., .3), (-2., .7)))
    close(wasserstein2(q0, q1), torch.tensor((2*(9+.16))**.5, dtype=torch.float64), 1e-6)
    close(wasserstein2_bound(q0, q1), wasserstein2(q0, q1))

@pytest.mark.parametrize('family', ['UnitGaussian', pytest.param('LowRank', marks=pytest.mark.slow)])
def test_covariances_by_roots_of_matrices(family):
    q0, q1 = (make_posterior(family, cases['signed_twice'], seed=i) for i in (0, 50))
    c0, c1 = (dense(q).detach().numpy() for q in (q0, q1))
    half = sqrtm(c0).real
    by_hand = (q0.loc-q1.loc).square().sum().item()+np.trace(c0+c1-2*sqrtm(half@c1@half).real)
    assert abs(wasserstein2(q0, q1).item()**2-by_hand)<1e-6
    found = find_alignment(q0, q1, g := cases['signed_twice'].group, generator=rng(0))
    close(found.distance, wasserstein2(q0, q1.pushforward(g, found.element)), 1e-7)
    every = [wasserstein2(q0, q1.pushforward(g, a)).item() for i,a in enumerate(g.elements()) if i%8==0]
    assert found.distance.item()<=min(every)+1e-9

def test_draws_by_all_orders():
    layout = Layout({'w': (3,)})
    x, y = (torch.randn(4, 3, generator=rng(i), dtype=torch.float64) for i in range(2))
    best = min((x-y[list(p)]).square().sum(-1).mean().item() for p in permutations(range(4)))
    assert abs(wasserstein2(Samples({'w': x}, layout), Samples({'w': y}, layout)).item()**2-best)<1e-12

# ------------------------------------------------------------------------------------------------ barriers
class Square(nn.Module):
    "One weight, squared: two wells"
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(1, dtype=torch.float64))
    def forward(self, x): return (self.w**2).expand(len(x), 1)

wells = torch.zeros(3, 1, dtype=torch.float64), torch.ones(3, 1, dtype=torch.float64)

def test_barrier_between_two_wells():
    "E (w^2-1)^2 = m^4 + 6 m^2 s^2 + 3 s^4 - 2 m^2 - 2 s^2 + 1"
    layout = Layout.of(Square())
    q0, q1 = (MeanField(layout, torch.tensor([m], dtype=torch.float64), torch.tensor([s], dtype=torch.float64).log()) for m,s in ((-1., .1), (1., .3)))
    t = torch.linspace(0, 1, 11, dtype=torch.float64)
    m, s = 2*t-1, .1+.2*t
    loss = .5*math.log(2*math.pi)+.5*(m**4+6*m**2*s**2+3*s**4-2*m**2-2*s**2+1)
    above = loss-torch.lerp(loss[:1], loss[-1:], t)
    each = [loss_barrier(Square(), q0, q1, Gaussian(1.), wells, n_samples=500, generator=rng(i)) for i in range(20)]
    z, gaps = (torch.stack([torch.stack(f(b)) for b in each]) for f in (lambda b: ((b.values['loss']-loss), b.pseudo['loss'].std(-1)/500**.5), lambda b: b.above('loss')))
    for found in (z[:, 0]/z[:, 1], ((gaps[:, 0]-above)/gaps[:, 1])[:, 1:-1]):
        assert (found.mean(0).abs()<.7).all() and (found.std(0)>.6).all() and (found.std(0)<1.6).all()
    plain = loss_barrier(Square(), {'w': torch.tensor([-1.]).double()}, {'w': torch.tensor([1.]).double()}, Gaussian(1.), wells)
    assert abs(plain.loss.value-.5)<1e-12 and plain.loss.error==0 and plain.loss.t==.5
    close(plain.values['loss'], plain.values['nll'])

def test_barrier_of_linear_regression():
    "Predictions are Gaussian with variance 1 + s^2 |x|^2; both curves lie below their chords or are found as high as they are"
    net = nn.Linear(2, 1, bias=False).double()
    x, y = (torch.randn(15, n, generator=rng(n), dtype=torch.float64) for n in (2, 1))
    q0, q1 = (MeanField(Layout.of(net), torch.tensor(w, dtype=torch.float64), torch.full((2,), s, dtype=torch.float64).log()) for w,s in (([1., -1.], .2), ([-2., .5], .5)))
    b = loss_barrier(net, q0, q1, Gaussian(1.), (x, y), n_samples=2000, n_points=5, generator=rng(0))
    t = torch.linspace(0, 1, 5, dtype=torch.float64).unsqueeze(1)
    mean, size, s = torch.lerp(q0.loc, q1.loc, t)@x.mT, x.square().sum(1), .2+.3*t
    square = (y.squeeze(1)-mean).square()
    loss = .5*math.log(2*math.pi)+.5*(square+s**2*size).mean(1)
    nll = .5*((2*math.pi*(1+s**2*size)).log()+square/(1+s**2*size)).mean(1)
    for part,truth in (('loss', loss), ('nll', nll)):
        error = b.pseudo[part].std(-1)/2000**.5
        assert ((b.values[part]-truth).abs()<4*error).all() and (error<.1).all()

def test_the_way():
    q0, q1 = (make_posterior('MeanField', cases['signed'], seed=i) for i in (0, 9))
    u0, u1 = (make_posterior('UnitGaussian', cases['signed'], seed=i) for i in (0, 9))
    for p,q in ((q0, q1), (u0, u1)):
        way, whole = interpolate(p, q, [0, .25, 1]), wasserstein2(p, q)
        close(wasserstein2(p, way.member(1)), .25*whole, 1e-6)
        close(wasserstein2(way.member(1), q), .75*whole, 1e-6)
        close(way.member(0).loc, p.loc)
        close(dense(way.member(2)), dense(q))

# ------------------------------------------------------------------------------------------------ merging
def test_shards_of_linear_regression():
    "Every unit is a regression of its own: the product of the shards' posteriors is the posterior of all the data"
    g, r, prior = mlp_group([3, 4, 2]), rng(3), .7**-2
    start = UnitGaussian.from_module(net_of(3, 4, 2), g, std=.7)
    label, = start.labels
    at, eye = start.index(label), torch.eye(6, dtype=torch.float64)
    data = [(torch.randn(4, 8, 6, generator=r, dtype=torch.float64), torch.randn(4, 8, 1, generator=r, dtype=torch.float64)) for _ in range(3)]
    def posterior(shards):
        cov = torch.linalg.inv(prior*eye+sum(x.mT@x for x,_ in shards))
        return (cov@sum(x.mT@y for x,y in shards)).squeeze(-1), cov
    def made(shard):
        (mean, cov), found = posterior([shard]), {k: v.detach().clone() for k,v in start.tensors().items()}
        found['loc'] = torch.zeros_like(start.loc).index_put((at,), mean)
        tril = torch.linalg.cholesky(cov)
        found['tril_0'] = tril.tril(-1)+torch.diag_embed(tril.diagonal(dim1=-2, dim2=-1).log())
        return UnitGaussian.build(start.layout, found, start.spec())
    qs = [made(d) for d in data]
    one, (mean, cov) = merge(qs, None, 'product', IsotropicNormal(.7)), posterior(data)
    close(one.loc[at], mean)
    close(one.scale_tril(label)@one.scale_tril(label).mT, cov)
    close(one.log_std.exp(), torch.full((2,), .7, dtype=torch.float64))
    a = g.sample(3, generator=rng(1))
    moved = find_merge([qs[0].pushforward(g, a.map(lambda t: t[i])) for i in range(3)], g, 'product', IsotropicNormal(.7))
    back = moved.posterior.pushforward(g, g.inverse(a.map(lambda t: t[0])))
    close(dense(back), dense(merge([qs[0]]*3, None, 'product', IsotropicNormal(.7))))

@pytest.mark.parametrize('family', ['MeanField', pytest.param('UnitGaussian', marks=pytest.mark.slow)])
def test_one_posterior_in_many_orders_is_itself(family):
    g, q = cases['signed_twice'].group, make_posterior(family, cases['signed_twice'])
    a = g.sample(3, generator=rng(0))
    found = find_merge([q.pushforward(g, a.map(lambda t: t[i])) for i in range(3)], g, generator=rng(0))
    close(wasserstein2(found.posterior, q.pushforward(g, a.map(lambda t: t[0]))), torch.tensor(0., dtype=torch.float64), 1e-6)
    assert found.history.total.is_monotonic_decreasing and found.history.total.iloc[-1]<1e-9

# ------------------------------------------------------------------------------------------------ activations, chains
@pytest.mark.parametrize('act', [nn.ReLU, nn.Tanh])
def test_planted_activations(act):
    net = seeded_module(lambda: mlp(3, 6, 5, 2, act=act), 4)
    g, p = mlp_group(net), params(net)
    a = g.sample(2, generator=rng(3))
    assert equal(align_activations(net, p, g.act(g.inverse(a), p), g, torch.randn(50, 3, generator=rng(1))), a)

def r_hat(x: np.ndarray) -> float:
    "Of `(chains, draws)`: split, rank-normalised, the larger of bulk and tails"
    n = x.shape[1]//2
    halves = np.concatenate([x[:, :n], x[:, -n:]])
    def ranked(s):
        z = norm.ppf((rankdata(s).reshape(s.shape)-3/8)/(s.size+1/4))
        return (((n-1)/n*z.var(1, ddof=1).mean()+z.mean(1).var(ddof=1))/z.var(1, ddof=1).mean())**.5
    return max(ranked(halves), ranked(abs(halves-np.median(halves))))

def test_chains_in_other_orders():
    pytest.importorskip('arviz_stats')
    g = mlp_group([2, 4, 1], signed=True)
    w = {k: 3*v+.1*torch.randn(3, 60, *v.shape, generator=rng(1), dtype=torch.float64) for k,v in random_params(g.layout).items()}
    a = g.sample(3, 60, generator=rng(2))
    table = chain_diagnostics(g.act(a, w), g, generator=rng(0))
    assert table.r_hat_aligned.max()<1.1 and table.ess_bulk_aligned.min()>100
    close(torch.tensor(table.r_hat.iloc[0]), torch.tensor(r_hat(g.act(a, w)['0.weight'][..., 0, 0].numpy())))
    moved = align_chains(g.act(a, w), g, reference={k: v[0, 0] for k,v in w.items()})
    assert equal(moved.element, g.inverse(a))
    close(moved.params, w)

# ------------------------------------------------------------------------------------------------ refusals
def bad_calls() -> dict:
    net, other = net_of(3, 4, 2, seed=1), net_of(3, 5, 2)
    g, p, q = mlp_group(net), params(net), MeanField.from_module(net, .3)
    u, far, prior = UnitGaussian.from_module(net, g, std=.3), MeanField.from_module(other, .3), IsotropicNormal(1.)
    odd, x, y = p|{'0.weight': p['0.weight']*math.nan}, torch.ones(5, 3).double(), torch.ones(5, 2).double()
    two = {k: torch.stack([v, v]) for k,v in p.items()}
    barrier = lambda *a, **k: loss_barrier(net, q, q, *a, n_samples=2, **k)
    return {
        'family': (lambda: align(q, u, g), 'MeanField and the second a UnitGaussian'), 'layout': (lambda: align(q, far, g), r"'0.weight' is \(4, 3\).*\(5, 3\)"),
        'group': (lambda: align(q, q, mlp_group(other)), r"'0.weight' is \(5, 3\) in the group"), 'no group': (lambda: align(q, q, 'g'), 'PermutationGroup'),
        'nan': (lambda: align(p, odd, g), "'0.weight'.*12 NaN"), 'nan merged': (lambda: merge([p, odd], g), "'0.weight'.*12 NaN"), 'text': (lambda: align('a', 'b', g), 'str'),
        'element': (lambda: q.pushforward(g, mlp_group(other).identity()), "5 units of label 'h1', the group has 4"), 'start': (lambda: align(q, q, g, starts=['nowhere']), 'nowhere'),
        'stack first': (lambda: align(two, p, g), r'leading axes \(2,\)'), 'other start': (lambda: align(q, q, g, starts=[mlp_group(other).identity()]), 'group has 4'),
        'distance': (lambda: wasserstein2(q, p), 'dict'), 'shapes': (lambda: wasserstein2(p, params(other)), '0.weight'),
        't': (lambda: interpolate(q, q, 1.5), '1.5'), 'ts': (lambda: interpolate(q, q, [0, -.1]), '-0.1'), 'low rank': (lambda: interpolate(*[LowRank.from_module(net, 1, .1)]*2, .5), 'LowRank'),
        'targets': (lambda: barrier(Categorical(), (x, torch.full((5,), 2))), 'labels run from 2 to 2'), 'rows': (lambda: barrier(Gaussian(1.), (x, y[:3])), '5 inputs and 3 targets'),
        'inputs': (lambda: barrier(Gaussian(1.), (x[:, :2], y)), r'\(2, 2\)'), 'points': (lambda: barrier(Gaussian(1.), (x, y), n_points=2), 'n_points is 2'),
        'test': (lambda: barrier(Gaussian(1.), (x, y), test=(x, y[:, :1])), r'\(5, 1\)'), 'no test': (lambda: barrier(Gaussian(1.), (x, y)).test_nll, 'test_nll'),
        'one': (lambda: merge([q], g), 'one posterior'), 'alone': (lambda: merge(q, g), 'one posterior'), 'none': (lambda: merge([], g), 'two or more'), 'how': (lambda: merge([q, q], g, 'sum'), 'sum'),
        'no prior': (lambda: merge([q, q], g, 'product'), 'no prior'), 'wide': (lambda: merge([q, q], g, 'product', IsotropicNormal(.1)), "'0.weight'.*least precision"),
        'Laplace': (lambda: merge([q, q], g, 'product', LaplacePrior(1.)), 'not Gaussian'), 'prior of another': (lambda: merge([q, q], g, 'product', IsotropicNormal({'w': 1.})), "'w'"),
        'mixed': (lambda: merge([q, u], g), 'UnitGaussian'), 'dicts': (lambda: merge([p, p], g, 'product', prior), 'dict'), 'stacks': (lambda: merge([stack_posteriors([q, q])]*2, g), r'\(2,\)'),
        'activations': (lambda: align_activations(net, p, odd, g, x), "'0.weight'"), 'chains': (lambda: chain_diagnostics(p), '0.bias'), 'one chain': (lambda: chain_diagnostics({'w': torch.ones(1, 9)}), '1 chains'),
    }

@pytest.mark.parametrize('what', bad_calls())
def test_refused_in_one_line(what):
    call, words = bad_calls()[what]
    with pytest.raises(SymbayesError, match=words) as e: call()
    assert '\n' not in str(e.value)

def test_damaged_elements(tmp_path):
    "Wherever one bit of the file is turned, it is refused or the element is the same"
    path, r = tmp_path/'a.safetensors', random.Random(0)
    mlp_group([3, 6, 5, 2], signed=True).sample(2, generator=rng(0)).save(path)
    whole = path.read_bytes()
    for cut in (0, 8, 60, len(whole)//2, len(whole)-1):
        path.write_bytes(whole[:cut])
        with pytest.raises(SymbayesError): Element.load(path)
    for _ in range(60):
        turned = bytearray(whole)
        turned[r.randrange(len(whole))] ^= 1<<r.randrange(8)
        path.write_bytes(turned)
        with pytest.raises(SymbayesError): Element.load(path)
