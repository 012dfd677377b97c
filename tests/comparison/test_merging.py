"Posteriors made into one: barycentres, exact products, alignment that never makes it worse, and one line for what does not fit."
import warnings
from copy import deepcopy

import pytest
import torch
from torch import nn

from cases import mlp, normal, refused, rng
from symbayes.comparison.alignment import pushed
from symbayes.comparison.merging import find_merge, merge
from symbayes.comparison.wasserstein import wasserstein2
from symbayes.core.tensors import free_parameters, Layout, seeded_module
from symbayes.discovery.continuous import continuous_group
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.base import stack_posteriors
from symbayes.distributions.gaussian import LowRank, MeanField, UnitGaussian
from symbayes.distributions.priors import IsotropicNormal, LaplacePrior, LearnedNormal
from symbayes.symmetry.permutations import PermutationGroup

net, tanh_net = (seeded_module(lambda act=act: mlp(3, 4, 3, 2, act=act).double(), 0) for act in (nn.ReLU, nn.Tanh))
group, signed, layout = mlp_group(net), mlp_group(tanh_net), Layout.of(net)

def mean_field(seed: int, layout: Layout = layout) -> MeanField: return MeanField(layout, normal(layout.numel, seed=seed), .3*normal(layout.numel, seed=seed+50)-1.5)

def unit_gaussian(seed: int, g: PermutationGroup = group) -> UnitGaussian:
    q = UnitGaussian.from_module(net, g, ['h1'], std=.3)
    with torch.no_grad():
        for p in q.parameters(): p.add_(.5*normal(*p.shape, seed=seed+p.ndim))
        q.tril_0.copy_(q.tril_0.tril())
    return q

def parameters(seed: int) -> dict: return mean_field(seed).mean
quick = dict(starts=['identity', 'invariants'], generator=rng(0))
makers = {'MeanField': mean_field, 'UnitGaussian': unit_gaussian, 'dict': parameters}

def sum_of_squares(q, qs) -> float: return sum(wasserstein2(q, p).item()**2 for p in qs)
def copies(q, g: PermutationGroup, n: int) -> list: return [q, *(pushed(q, g, g.sample(generator=rng(i))) for i in range(1, n))]

# alignment

@pytest.mark.parametrize('g', [group, signed], ids=['unsigned', 'signed'])
@pytest.mark.parametrize('family', makers)
def test_copies_of_one_give_it_back(family, g):
    one = makers[family](0) if family!='UnitGaussian' else unit_gaussian(0, g)
    qs = copies(one, g, 3)
    found = find_merge(qs, g, **quick)
    assert wasserstein2(found.posterior, one)<1e-6 and found.history.total.iloc[-1]<1e-9
    assert wasserstein2(merge(qs, None), one)>.5

@pytest.mark.parametrize('family', makers)
def test_the_sum_of_squares_never_rises(family):
    qs = [makers[family](s) for s in range(3)]
    found = find_merge(qs, group, **quick)
    total = found.history.total
    assert total.is_monotonic_decreasing and total.iloc[0]==pytest.approx(sum_of_squares(merge(qs, None), qs), rel=1e-6)
    moved = [pushed(q, group, found.elements.map(lambda t: t[i])) for i,q in enumerate(qs)]
    assert sum_of_squares(found.posterior, moved)==pytest.approx(total.iloc[-1], rel=1e-4) and total.iloc[-1]<total.iloc[0]
    assert all(torch.equal(found.elements[l][0], torch.arange(group.sizes[l])) for l in group.labels)  # the first stays where it is
    assert wasserstein2(merge(moved, None), found.posterior)<1e-3

# products

outs = PermutationGroup({'out': 3}, {'weight': ('out', 4), 'bias': ('out',)})
line, sigma = nn.Linear(4, 3).double(), .6
own = Layout.of(line)
flat_priors = {'isotropic': IsotropicNormal(1.3), 'per tensor': IsotropicNormal({'weight': .8, 'bias': 2.}, {'weight': 0., 'bias': .7}), 'learned': LearnedNormal(own, 1.3)}

def conjugate(x: torch.Tensor, y: torch.Tensor, prior) -> tuple[torch.Tensor, torch.Tensor]: # (5, 3), (5, 5)
    "Exact mean and covariance of the weights into each output, the bias last"
    with torch.no_grad():
        s = own.unflatten(prior.flat_std(own, x))
        m = own.unflatten(prior.flat_mean(own, x)) if hasattr(prior, 'flat_mean') else {k: t*0 for k,t in s.items()}
    joined = lambda t: torch.cat([t['weight'].T, t['bias'][None]])
    precision = x.T@x/sigma**2+torch.diag(joined(s)[:, 0]**-2)
    return torch.linalg.solve(precision, x.T@y/sigma**2+joined(m)*joined(s)**-2), torch.linalg.inv(precision)

def exact_units(x, y, prior) -> UnitGaussian:
    mean, cov = conjugate(x, y, prior)
    tril, q = torch.linalg.cholesky(cov), UnitGaussian.from_module(line, outs, ['out'])
    with torch.no_grad():
        q.loc.copy_(own.flatten({'weight': mean[:4].T, 'bias': mean[4]}))
        q.tril_0.copy_((tril.tril(-1)+torch.diag(tril.diag().log())).expand(3, -1, -1))
    return q

def exact_mean_field(x, y, prior) -> MeanField:
    mean, cov = conjugate(x, y, prior)
    assert (cov-torch.diag(cov.diag())).abs().max()<1e-12
    each = lambda t: own.flatten({'weight': t[:4].T, 'bias': t[4]})
    return MeanField(own, each(mean), each(cov.diag().sqrt()[:, None].expand(-1, 3)).log())

@pytest.mark.parametrize('aligned', [False, True])
@pytest.mark.parametrize('prior', flat_priors)
@pytest.mark.parametrize('exact', [exact_units, exact_mean_field])
def test_shards_of_a_linear_model_multiply_to_all_data(exact, prior, aligned):
    "Independent weights where the inputs are at right angles"
    prior, shards = flat_priors[prior], []
    for k in range(3):
        x = torch.linalg.qr(normal(9, 5, seed=k)).Q*(k+1) if exact is exact_mean_field else torch.cat([normal(9, 4, seed=k), torch.ones(9, 1)], 1)
        shards.append((x, x@normal(5, 3, seed=7)+sigma*normal(9, 3, seed=k+10)))
    qs = [exact(*s, prior) for s in shards]
    if aligned: qs = [qs[0], *(q.pushforward(outs, outs.sample(generator=rng(i))) for i,q in enumerate(qs[1:]))]
    found = merge(qs, outs if aligned else None, 'product', prior, **quick)
    assert wasserstein2(found, exact(*map(torch.cat, zip(*shards)), prior))<1e-6

def wide(make, places: slice):
    q = make(0)
    with torch.no_grad(): q.log_std[places] = 3.
    return q

refusals = {
    'low rank': (lambda: merge([LowRank.from_module(net, generator=rng(0))]*2, group), 'LowRank'),
    'stacks': (lambda: merge([stack_posteriors([mean_field(0)]*2)]*2, group), 'posterior 0: leading axes \\(2,\\), expected a single one'),
    'no prior': (lambda: merge([mean_field(0)]*2, group, 'product'), 'no prior is given'),
    'a prior': (lambda: merge([mean_field(0)]*2, group, prior=IsotropicNormal(1.)), 'the barycentre takes none'),
    'laplace': (lambda: merge([mean_field(0)]*2, group, 'product', LaplacePrior(1.)), 'LaplacePrior is not Gaussian'),
    'wide': (lambda: merge([wide(mean_field, slice(0, 3))]*3, None, 'product', IsotropicNormal(.5)), "'0.weight'.*divided out 2 times the least precision would be -7.9"),
}

@pytest.mark.parametrize('name', refusals)
def test_one_line_for_what_does_not_fit(name):
    f, match = refusals[name]
    refused(match, f)

@pytest.mark.defect('U9')
def test_networks_merge_into_a_network():
    "Copies in other orders give the network back; what was given is left as it was"
    g, x = mlp_group(net), normal(7, 3)
    copies = [net, *(pushed(net, g, g.sample(generator=rng(s))) for s in (1, 2))]
    before = [p.detach().clone() for p in copies[1].parameters()]
    found = find_merge(copies, g, generator=rng(0))
    assert type(found.posterior) is type(net) and found.posterior is not net and found.elements.lead==(3,)
    torch.testing.assert_close(found.posterior(x), net(x))
    assert all(torch.equal(a, b) for a,b in zip(before, copies[1].parameters()))
    other = seeded_module(lambda: mlp(3, 4, 3, 2).double(), 5)
    a, b = (free_parameters(m) for m in (net, other))
    assert merge([net, other], None)[0].weight.equal((net[0].weight+other[0].weight)/2)
    mixed, want = merge([net, b], g, generator=rng(0)), merge([a, b], g, generator=rng(0))
    assert isinstance(mixed, dict) and all(torch.equal(mixed[k], want[k]) for k in want)
    refused('^the first posterior is a MeanField and the second a Sequential: expected two of one family$', lambda: merge([mean_field(0), net], g))

@pytest.mark.defect('U9')
def test_frozen_parameters_and_statistics_of_merged_networks():
    "Frozen parameters have to agree and stay; statistics are those of the first"
    make = lambda s: seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2)).double(), s)
    one, two = make(0), make(1)
    one(normal(9, 3))
    found = merge([one, two], None)
    torch.testing.assert_close(found[1].running_mean, one[1].running_mean)
    torch.testing.assert_close(found[0].weight, (one[0].weight+two[0].weight)/2)
    for m in (one, two): m[2].bias.requires_grad_(False)
    refused("differ in the frozen parameters .'2.bias'", merge, [one, two], None)
    two[2].bias.copy_(one[2].bias)
    assert torch.equal(merge([one, two], None)[2].bias, one[2].bias)

class Encoder(nn.TransformerEncoderLayer):
    def __init__(self, heads=2, activation='relu', eps=1e-5): super().__init__(8, heads, 12, activation=activation, layer_norm_eps=eps, batch_first=True)

class Scaled(nn.Module):
    def __init__(self, by=2.):
        super().__init__()
        self.by, self.body = by, mlp(3, 4, 2)
    def forward(self, x): return self.by*self.body(x)

class Biased(nn.Module):
    "A network with a private number, a private tuple, a constant buffer and a counter"
    def __init__(self, shift=1., sizes=(1, 2), mask=(1., 1.)):
        super().__init__()
        self._shift, self._sizes, self.calls, self.body = shift, sizes, 0, mlp(3, 4, 2)
        self.register_buffer('mask', torch.tensor(mask))
    def forward(self, x):
        self.calls += 1
        return (self.body(x)+self._shift)*self.mask

unlike = {'heads': (Encoder, Encoder, dict(heads=4)), 'eps': (Encoder, Encoder, dict(eps=.1)), 'activation': (Encoder, Encoder, dict(activation='gelu')),
    'constant': (Scaled, Scaled, dict(by=-3.)), 'private': (Biased, Biased, dict(shift=2.)), 'tuple': (Biased, Biased, dict(sizes=(2, 2))), 'buffer': (Biased, Biased, dict(mask=(1., 0.))),
    'stride': (lambda: nn.Conv1d(2, 2, 3), nn.Conv1d, dict(in_channels=2, out_channels=2, kernel_size=3, stride=2)), 'kind': (lambda: mlp(3, 4, 2, act=nn.Tanh), lambda: mlp(3, 4, 2, act=nn.ReLU), {})}

@pytest.mark.defect('P1')
@pytest.mark.parametrize('case', unlike)
def test_networks_that_compute_different_functions_are_told(case):
    first, second, how = unlike[case]
    a, b = first(), second(**how)
    with pytest.warns(UserWarning, match='compute different functions cannot be compared'): merge([a, b], None)
    with pytest.warns(UserWarning, match="differ"): wasserstein2(*[deepcopy(n) for n in (a, b)])

def test_networks_that_differ_in_weights_mode_and_dropout_alone_are_alike():
    a, b = (nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Dropout(p), nn.Linear(4, 2)) for p in (.1, .5))
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        merge([a.eval(), b.train()], None)
        c, d = Biased(mask=(1., float('nan'))), Biased(mask=(1., float('nan')))
        c(normal(2, 3).float())
        merge([c, d], None)
        merge([nn.utils.parametrizations.spectral_norm(nn.Linear(2, 3)) for _ in 'ab'], None)
        merge([Encoder().eval(), Encoder()], None)

def test_products_of_a_rank_above_the_sides_are_averaged():
    "Factors of rank 6 over layers of 3 inputs and 4 outputs"
    make = lambda s: seeded_module(lambda: nn.Sequential(nn.Linear(3, 6, bias=False), nn.Linear(6, 4, bias=False)).double(), s).eval()
    nets, x = [make(0), make(1)], normal(9, 3)
    found = merge(nets, continuous_group(nets[0], x))
    torch.testing.assert_close(found(x), sum(n(x) for n in nets)/2)
