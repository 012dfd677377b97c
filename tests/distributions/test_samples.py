"Draws and samplers as distributions over weights; their laws are in testing/test_family_laws."
import pytest, torch
from torch.distributions import MultivariateNormal, Normal

from cases import cases, random_params, refused, rng, rngs
from symbayes.core.tensors import Layout
from symbayes.distributions.base import WeightDistribution
from symbayes.distributions.samples import Samples, as_distribution

over_members = pytest.mark.parametrize('members', [None, 3])
lead = lambda members: (members,) if members else ()
gens = lambda members, seed=0: rngs(*range(seed, seed+members)) if members else rng(seed)
def make(name: str, members: int|None = None, n: int = 6) -> Samples:
    layout = cases[name].group.layout
    return Samples(random_params(layout, *lead(members), n), layout)
def which(s: Samples, w: dict) -> torch.Tensor:
    "Which of the samples each draw is"
    same = s.layout.flatten(w).unsqueeze(-2)==s.draws.unsqueeze(-3)
    assert (same.all(-1).sum(-1)==1).all(), 'a draw that is none of the samples'
    return same.all(-1).long().argmax(-1)

@over_members
@pytest.mark.parametrize('n', [1, 4, 5])
def test_fewer_are_different_ones(n, members):
    s = make('mixed', members)
    i = which(s, s.sample(n, gens(members)))
    assert i.shape==(*lead(members), n) and all(len(set(row))==n for row in i.reshape(-1, n).tolist())

@over_members
def test_more_come_with_replacement(members):
    s = make('mixed', members)
    i = which(s, s.sample(6000, gens(members)))
    counts = torch.stack([(i==k).sum(-1) for k in range(6)])
    assert (counts-1000).abs().max()<6*1000**.5

def test_each_member_has_a_generator():
    refused('2 generators for 3 members', lambda: make('mixed', 3).sample(2, rngs(0, 1)))

def test_axes_without_a_layout():
    params = {'a': torch.zeros(2, 5, 3), 'b': torch.zeros(2, 5)}
    assert Samples(params).layout.shapes=={'a': (5, 3), 'b': (5,)} and Samples(params).batch_shape==() and len(Samples(params))==2
    both = Samples(params, members=True)
    assert both.layout.shapes=={'a': (3,), 'b': ()} and both.batch_shape==(2,) and len(both)==5
    assert Samples(params, Layout({'b': (5,), 'a': (5, 3)})).batch_shape==()

@pytest.mark.parametrize('make,say', [(lambda: Samples({'a': torch.zeros(())}), "tensor 'a' has shape \\(\\)"),
    (lambda: Samples({'a': torch.zeros(0, 3)}), 'at least one draw'), (lambda: Samples({'a': torch.zeros(2, 3), 'b': torch.zeros(3)}), 'leading axes'), (lambda: Samples({'a': torch.tensor([[1., float('nan')]])}), 'NaN or infinite'),
    (lambda: Samples({'a': torch.zeros(3)}, Layout({'a': (3,)})), 'at least one draw')])
def test_what_does_not_fit_is_one_line(make, say):
    refused(say, make)

# samplers of other kinds

layout = cases['signed'].group.layout

class WithGenerator:
    "As a package might have it: named tensors, a generator as keyword"
    def rsample(self, n, generator=None): return random_params(layout, n) if generator is None else layout.unflatten(torch.randn(n, layout.numel, generator=generator))
    def log_prob(self, w): return layout.flatten(w).sum(-1)

class Without:
    "Flat vectors from the global stream"
    def sample(self, n): return torch.randn(n, layout.numel)

samplers = dict(named=WithGenerator(), flat=Without(), torch=MultivariateNormal(torch.zeros(layout.numel), torch.eye(layout.numel)), function=lambda n, generator: torch.randn(n, layout.numel, generator=generator),
    keywords=lambda n, **kw: torch.randn(n, layout.numel, **kw), independent=Normal(torch.zeros(layout.numel), 1.))

@pytest.mark.parametrize('kind', samplers)
def test_anything_that_draws(kind):
    d = as_distribution(samplers[kind], layout)
    state = torch.get_rng_state()
    a, b, c = d.sample(3, rng(0)), d.sample(3, rng(0)), d.sample(3, rng(1))
    assert torch.equal(torch.get_rng_state(), state), 'a generator leaves the global stream alone'
    assert isinstance(d, WeightDistribution) and layout.lead(a)==(3,) and list(a)==list(layout.shapes) and d.batch_shape==() and '0x' not in repr(d)
    assert all(torch.equal(a[k], b[k]) for k in a) and not torch.equal(a['0.bias'], c['0.bias'])
    assert layout.lead(d.sample(2))==(2,)

def test_a_sampler_of_several_members():
    d = as_distribution(lambda n: random_params(layout, 4, n), layout, batch_shape=(4,))
    assert layout.lead(d.sample(3))==(4, 3) and d.batch_shape==(4,)

def test_draws_of_another_shape_are_refused_in_one_line():
    for q,say in ((lambda n: random_params(layout, 2, n), r'leading axes \(2, 3\), expected \(3,\)'), (lambda n: torch.zeros(n, 5), 'flat parameters have 5 entries'), (lambda n: random_params(layout, n+1), r'\(4,\), expected \(3,\)')):
        refused(say, lambda: as_distribution(q, layout).sample(3))
    refused('this sampler takes none', lambda: as_distribution(Without(), layout).sample(3, rngs(0, 1)))
    refused('layout is a str', lambda: as_distribution(Without(), 'x'))
