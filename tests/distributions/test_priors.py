"Priors over every layout and group in `cases`: densities, draws, invariance, and the KL by every way there is."

import pytest, torch
from torch.distributions import Categorical, Laplace, MixtureSameFamily, Normal, StudentT

from cases import cases, close, families, has_family, make_posterior, mlp, normal, pick, random_params, refused, rng, rngs
from symbayes.core.tensors import Layout
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.priors import kl_monte_carlo, kl_to, Prior
from symbayes.distributions.priors import (
    DiagonalNormal, IsotropicNormal, LaplacePrior, LearnedNormal, MixturePrior, StudentTPrior)

def scales(layout: Layout) -> dict: return {k: .5+.1*i for i,k in enumerate(layout.shapes)}
def prior_for(layout: Layout) -> IsotropicNormal: return IsotropicNormal(scales(layout))

makers = dict(normal=prior_for, laplace=lambda l: LaplacePrior(scales(l)), student=lambda l: StudentTPrior(3., scales(l)), mixture=lambda l: MixturePrior((2., .1), (.3, .7), scales(l)),
    learned=lambda l: LearnedNormal(l, scales(l)).double(), diagonal=lambda l: DiagonalNormal(l, scales(l)))
torch_densities = dict(normal=lambda s: Normal(0., s), laplace=lambda s: Laplace(0., s), student=lambda s: StudentT(3., 0., s),
    mixture=lambda s: MixtureSameFamily(Categorical(torch.tensor([.3, .7]).double()), Normal(torch.zeros(2).double(), torch.tensor([2., .1]).double()*s)), learned=lambda s: Normal(0., s), diagonal=lambda s: Normal(0., s))
over_priors = pytest.mark.parametrize('name', makers)
double = torch.zeros((), dtype=torch.float64)

@over_priors
@pytest.mark.parametrize('case', ['mixed', 'scaled', 'twice'])
def test_density(name, case):
    layout = cases[case].group.layout
    prior, w = makers[name](layout), random_params(layout, 4, 2)
    found = prior.log_prob(layout, w)
    known = sum(torch_densities[name](torch.tensor(s).double()).log_prob(w[k]).reshape(4, 2, -1).sum(-1) for k,s in scales(layout).items())
    assert found.shape==(4, 2)
    close(found, known, 1e-6)
    close(prior.log_prob(layout, pick(w, 0, 0)), known[0, 0], 1e-6)

class Uneven(Prior):
    "One weight of one tensor is narrower than the others"
    def __init__(self, name): self.name = name
    def log_prob(self, layout, w): return -.5*layout.flatten(w).square().sum(-1) - w[self.name].flatten(w[self.name].ndim-len(layout.shapes[self.name]))[..., 0].square()

class Skew(Prior):
    "Symmetric in the units, but not in their signs"
    def log_prob(self, layout, w): return -.5*layout.flatten(w).square().sum(-1) + w['0.bias'].sum(-1)

def test_a_prior_that_is_not_invariant_is_found_out():
    for name in ('unsigned', 'signed', 'deep'):
        refused(r"Uneven\(name='0.bias'\) is not invariant under the group.*by up to [0-9.e+]+ nats", lambda: Uneven('0.bias').check_invariant(cases[name].group))
    Skew().check_invariant(cases['unsigned'].group)
    refused('not invariant', lambda: Skew().check_invariant(cases['signed'].group))
    Uneven('2.bias').check_invariant(cases['signed'].group)  # which no label touches

# a learned width

def test_a_learned_width_of_a_stack_and_of_its_members():
    q = make_posterior('MeanField', cases['mixed'], 3)
    prior = makers['learned'](q.layout)
    prior.join_stack(q.batch_shape)
    with torch.no_grad(): prior.log_std += .2*normal(prior.log_std.shape)
    w = q.sample(5, rngs(0, 1, 2))
    together, draws, d = q.kl(prior), prior.log_prob(q.layout, w), prior.on(q.layout, double)
    assert d.batch_shape==(3,) and prior.std['0.bias'].shape==(3,) and q.layout.lead(d.sample(4, rngs(0, 1, 2)))==(3, 4)
    for i in range(3):
        one = prior.member(i)
        close(q.member(i).kl(one), together[i])
        close(one.log_prob(q.layout, pick(w, i)), draws[i])
        close(one.on(q.layout, double).sample(4, rng(i))['0.bias'], d.sample(4, rngs(0, 1, 2))['0.bias'][i])
    refused('fitted with leading axes \\(3,\\)', lambda: prior.join_stack(torch.Size([2])))
    assert '0x' not in repr(prior)

def test_a_learned_width_over_another_order_of_tensors():
    layout = cases['mixed'].group.layout
    back = Layout(dict(reversed(layout.shapes.items())))
    w, prior = random_params(layout, 3), makers['learned'](layout)
    close(prior.log_prob(back, w), prior.log_prob(layout, w))
    refused('the prior is over other tensors', lambda: prior.log_prob(cases['deep'].group.layout, random_params(cases['deep'].group.layout)))

# a prior of every weight's own

def diagonal_for(layout, members=(), seed=0):
    "Means and standard deviations that differ from weight to weight, and their tensors"
    mean, std = random_params(layout, *members), {k: .3+t.abs() for k,t in random_params(layout, *members).items()}
    return DiagonalNormal(layout, std, mean), mean, std

@pytest.mark.parametrize('members', [(), (3,)])
@pytest.mark.parametrize('family', families)
def test_a_prior_of_every_weight(family, members):
    "Density, draws and KL against torch's own; a stack has a prior for each member"
    case = cases['mixed']
    if not has_family(case, family): pytest.skip('no such posterior')
    q = make_posterior(family, case, *members)
    prior, mean, std = diagonal_for(q.layout, members)
    w = q.sample(4, rngs(*range(3)) if members else rng(0))
    lift = lambda t, k: t.unsqueeze(-len(q.layout.shapes[k])-1)
    known = sum(Normal(lift(mean[k], k), lift(std[k], k)).log_prob(w[k]).flatten(len(members)+1).sum(-1) for k in w)
    close(prior.log_prob(q.layout, w), known)
    draws = q.layout.flatten(prior.rsample(q.layout, 20_000, rngs(*range(3)) if members else rng(1), double))
    assert (draws.mean(-2)-q.layout.flatten(mean)).abs().max()<.1 and (draws.std(-2)/q.layout.flatten(std)-1).abs().max()<.05
    value, how = kl_to(q, prior)
    estimate, error = kl_monte_carlo(q, prior, 20_000, rngs(*range(3)) if members else rng(2))
    assert how=='closed form' and ((value-estimate).abs()<5*error).all()
    if members:
        one = prior.member(1)
        close(q.member(1).kl(one), value[1])
        close(one.log_prob(q.layout, pick(w, 1)), known[1])
        refused(r'leading axes \(3,\), the posterior has \(\): member\(i\)', lambda: q.member(0).kl(prior))

@pytest.mark.parametrize('case', ['signed', 'unsigned', 'mixed', 'deep', 'twice'])
@pytest.mark.parametrize('what', ['mean', 'std'])
def test_what_tells_units_apart_is_refused(case, what):
    "One entry that differs breaks every label that moves it, and equal ones break none; a mean other than zero breaks signs"
    g = cases[case].group
    DiagonalNormal(g.layout, scales(g.layout)).check_invariant(g)
    w = random_params(g.layout)
    moved, broken = g.act(g.sample(20, generator=rng(1)), {k: torch.arange(t.numel()).reshape(t.shape).double()+1 for k,t in w.items()}), 0
    for k in w:
        if (moved[k].abs()==moved[k][:1].abs()).all(): continue
        odd = {j: torch.ones_like(t)*(what=='std') for j,t in w.items()}
        odd[k].view(-1)[0] = 2.
        refused('is not invariant under the group', lambda: DiagonalNormal(g.layout, **{what: odd}).check_invariant(g))
        broken += 1
    assert broken
    name = g.tensors_of(g.labels[0])[0]
    near = {k: torch.ones(v).double() for k,v in g.layout.shapes.items()}
    near[name].view(-1)[0] += 1e-6
    refused(f'change the standard deviations of tensor {name!r}', lambda: DiagonalNormal(g.layout, near).check_invariant(g))
    if g.signed: refused('is not invariant', lambda: DiagonalNormal(g.layout, 1., .5).check_invariant(g))

# what is refused

net = mlp(3, 4, 2)
@pytest.mark.parametrize('make,say', [
    (lambda: IsotropicNormal(1., mean=[0.]), 'prior mean is a list'),
    (lambda: MixturePrior((1., 2.), (.5, .6)), 'sum to 1.1, expected 1'), (lambda: MixturePrior((1., 2.), (1.,)), '2 stds and 1 weights'),
    (lambda: LearnedNormal(net, per_input='0.bias'), 'expected names of weights'),
    (lambda: IsotropicNormal({'0.weight': 1.}).on(net), 'expected one for each tensor'),
    (lambda: LearnedNormal(net).on(mlp(3, 5, 2)), 'the prior is over other tensors'), (lambda: DiagonalNormal(net).on(mlp(3, 5, 2)), 'the prior is over other tensors'),
    (lambda: DiagonalNormal(net, {'0.weight': 1.}), 'expected one for each tensor'),
    (lambda: DiagonalNormal(net, dict.fromkeys(Layout.of(net).shapes, 1.) | {'0.bias': torch.zeros(4)}), "prior std of tensor '0.bias' has entries that are not positive"),
    (lambda: DiagonalNormal(net, 1., dict.fromkeys(Layout.of(net).shapes, 0.) | {'0.bias': torch.zeros(5)}), r"prior mean of tensor '0.bias' has shape \(5,\), expected \(4,\)"),
    (lambda: DiagonalNormal(net, 1., dict.fromkeys(Layout.of(net).shapes, 0.) | {'0.bias': torch.zeros(3, 4), '2.bias': torch.zeros(2, 2)}), 'expected the same for all tensors')])
def test_what_does_not_fit_is_one_line(make, say):
    refused(say, make)

# own densities that are none, and priors of other stacks

class Forgetful(Prior):
    "Sums over draws and members, too"
    def log_prob(self, layout, w): return -.5*layout.flatten(w).square().sum()

class Unsummed(Prior):
    def log_prob(self, layout, w): return -.5*layout.flatten(w).square()

class Clashing(Prior):
    "Adds what does not broadcast"
    def log_prob(self, layout, w): return -sum(t.abs() for t in w.values())

@pytest.mark.parametrize('own,say', [(Forgetful, r'Forgetful.log_prob of weights \(2, \*shape\) gives \(\), expected \(2,\)'), (Unsummed, r'Unsummed.log_prob of weights .* gives \(2, \d+\), expected \(2,\)'),
    (Clashing, r'Clashing.log_prob of weights .* fails, expected values of shape \(2,\)')])
@pytest.mark.parametrize('members', [None, 3])
def test_a_density_that_is_none_of_each_draw_is_found_out(own, say, members):
    case = cases['signed']
    q = make_posterior('MeanField', case, members)
    for call in (lambda: kl_to(q, own(), q.sample(1, rngs(*range(members)) if members else rng(0))), lambda: kl_monte_carlo(q, own(), 5), lambda: own().check_invariant(case.group)):
        refused(say, call)

def test_a_scale_for_each_input_column():
    "Density, draws and KL are those of a diagonal prior with these columns; invariance holds for inputs alone"
    net = mlp(3, 4, 2).double()
    layout, g = Layout.of(net), mlp_group(net)
    prior = LearnedNormal(net, scales(layout), per_input='0.weight').double()
    with torch.no_grad(): prior.log_std += torch.arange(6.)/5
    std = prior.std
    assert std['0.weight'].shape==(3,) and std['2.weight'].shape==()
    diagonal = DiagonalNormal(net, {k: t.detach().expand(layout.shapes[k]) for k,t in std.items()})
    w, q = diagonal.rsample(layout, 4, rng(0), double), MeanField.from_module(net, .3)
    close(prior.log_prob(layout, w), diagonal.log_prob(layout, w))
    close(prior.kl_from(q), diagonal.kl_from(q))
    close(prior.flat_std(layout, double), diagonal.flat_std(layout, double))
    part = Layout({k: layout.shapes[k] for k in ('2.bias', '0.weight')})       # some tensors, in another order
    close(prior.flat_std(part, double), torch.cat([std['2.bias'].expand(2), std['0.weight'].expand(4, 3).flatten()]))
    prior.check_invariant(g)
    moved = g.act(g.sample(4, generator=rng(1)), w)
    close(prior.log_prob(layout, moved), prior.log_prob(layout, w))
    refused("each input of '2.weight', but these are units of 'h1'", lambda: LearnedNormal(net, per_input=['2.weight']).check_invariant(g))
    prior.join_stack(torch.Size([2]))
    assert prior.std['0.weight'].shape==(2, 3) and prior.log_prob(layout, {k: t.expand(2, *t.shape) for k,t in w.items()}).shape==(2, 4)
    assert prior.log_hyperprior().shape==(2,)
    close(prior.log_hyperprior(), -.5*(torch.arange(6.)/5/2).square().sum().expand(2).double(), 1e-6)
