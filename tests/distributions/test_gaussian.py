"The laws of a variational family, over every family and every group in `cases`, single and stacked."

import pytest
import torch
from torch import nn
from torch.distributions import MultivariateNormal, kl_divergence

from cases import cases, close, dense, families, in_turn, MadeEntries, make_posterior, members_of, mlp, normal, pick, refused, rng, rngs, stacks
from lengths import some
from symbayes.core.tensors import Layout
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.base import Posterior, stack_posteriors
from symbayes.distributions.priors import IsotropicNormal, StackedModule
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.gaussian import LowRank, MeanField, UnitGaussian
from symbayes.distributions.inducing import InducingPosterior

over_all = pytest.mark.parametrize('family,name,members', some(stacks, in_turn), ids=lambda v: str(v))
over_families = pytest.mark.parametrize('family', families)
def prior_for(layout: Layout) -> IsotropicNormal: return IsotropicNormal({k: .5+.1*i for i,k in enumerate(layout.shapes)})
def torch_normal(q: Posterior) -> MultivariateNormal: return MultivariateNormal(q.loc.detach(), dense(q).detach())
# density, entropy, KL

@over_all
def test_density_entropy_kl_std(family, name, members):
    q = make_posterior(family, cases[name], members)
    prior = prior_for(q.layout)
    w = q.layout.unflatten(normal(*q.batch_shape, 4, 2, q.layout.numel, seed=1))
    lp, h, kl, std = (t.detach() for t in (q.log_prob(w), q.entropy(), q.kl(prior), q.layout.flatten(q.std)))
    assert lp.shape==(*q.batch_shape, 4, 2) and h.shape==kl.shape==q.batch_shape
    p = MultivariateNormal(torch.zeros(q.layout.numel).double(), torch.diag(prior.flat_std(q.layout, q.loc.detach())**2))
    for i,m in enumerate(members_of(q)):
        at = (i,) if members else ()
        n = torch_normal(m)
        close(lp[at], n.log_prob(m.layout.flatten(pick(w, *at))))
        close(h[at], n.entropy())
        close(kl[at], kl_divergence(n, p))
        close(std[at], n.covariance_matrix.diagonal().sqrt())

# pushforward and orbits

@pytest.mark.parametrize('family', ['MeanField', 'UnitGaussian'])
def test_cost_does_not_grow_with_elements_times_weights(family):
    "500 more elements of a group of 10 units, 950 weights: forward and backward make less than 200 numbers more per element"
    g, made = mlp_group([50, 10, 40], signed=True), {}
    q = MeanField.from_module(mlp(50, 10, 40), .3) if family=='MeanField' else UnitGaussian.from_module(mlp(50, 10, 40), g, std=.3)
    for k in (500, 1000):
        w, a = q.rsample(2, rng(0)), g.sample(2, k, generator=rng(1))
        with MadeEntries() as count: q.orbit_log_ratio(w, g, a).logsumexp(-1).sum().backward()
        made[k] = count.total
    assert made[1000]-made[500]<500*2*200 < 500*2*q.layout.numel/4

# the density matrix

@pytest.mark.parametrize('log_std', [-40., -20., 20.])
@over_families
def test_huge_log_stds_stay_finite(family, log_std):
    "In float32 too: nothing squares a standard deviation before dividing by it"
    q, g = make_posterior(family, cases['signed'], dtype=torch.float32), cases['signed'].group
    with torch.no_grad():
        for k,p in q.named_parameters():
            if k!='loc': p.zero_()
            if k=='log_std': p.fill_(log_std)
            if k.startswith('tril'): p.diagonal(dim1=-2, dim2=-1).fill_(log_std)
        w, a = q.rsample(2, rng(0)), g.sample(2, 3, generator=rng(1))
        for t in (q.log_prob(w), q.entropy(), q.kl(IsotropicNormal(1.))): assert t.isfinite().all()
        assert not q.orbit_log_ratio(w, g, a).isnan().any()

# stacks

def test_unit_gaussian_refuses_what_it_cannot_do():
    case = cases['mixed']
    refused('share weights', lambda: UnitGaussian.from_module(case.model(), case.group, ['h1', 'h2']))
    refused('no label whose units own', lambda: UnitGaussian.from_module(cases['no_hidden'].model(), cases['no_hidden'].group))
    refused('stands on two axes', lambda: UnitGaussian.from_module(cases['residual'].model(), cases['residual'].group, ['r']))
    refused('no label', lambda: UnitGaussian.from_module(case.model(), case.group, ['h7']))
    refused('the group acts on', lambda: UnitGaussian.from_module(cases['deep'].model(), case.group))

# frozen parameters and files

@pytest.mark.parametrize('members', [None, 2])
def test_pushforward_of_badly_conditioned_units_in_float32(members):
    "A covariance multiplied out has the square of its factor's condition number"
    case, g = cases['signed_twice'], cases['signed_twice'].group
    q = make_posterior('UnitGaussian', case, members, dtype=torch.float32)
    with torch.no_grad():
        for i in range(len(q.labels)):
            t = getattr(q, f'tril_{i}')
            t.diagonal(dim1=-2, dim2=-1).copy_(torch.linspace(0, -12, t.shape[-1]).expand(t.shape[:-1]))
            t.tril_(-1).add_(torch.diag_embed(torch.linspace(0, -12, t.shape[-1]).expand(t.shape[:-1])))
    same_place = g.identity()
    for k,t in q.pushforward(g, same_place if not members else same_place.map(lambda t: t.expand(members, -1))).tensors().items(): torch.testing.assert_close(t, q.tensors()[k], rtol=1e-4, atol=1e-4)
    a = g.sample(*([members] if members else []), generator=rng(1))
    moved, w = q.pushforward(g, a), q.sample(5, rng(2) if not members else rngs(2, 3))
    assert all(t.isfinite().all() for t in moved.tensors().values())
    torch.testing.assert_close(moved.log_prob(g.act(a.map(lambda t: t.unsqueeze(-2)), w)), q.log_prob(w), rtol=1e-3, atol=1e-2)

# what is learned along

class Offset(StackedModule):
    stacks = True
    def __init__(self):
        super().__init__()
        self.a, self.inner = nn.Parameter(torch.tensor([1., 2.])), nn.Linear(2, 1)

def test_a_companion_joins_a_stack_once():
    c = Offset()
    before = {k: p.detach().clone() for k,p in c.named_parameters()}
    for _ in range(2): c.join_stack(torch.Size([3]))
    for k,p in c.named_parameters(): assert torch.equal(p, before[k].expand(3, *before[k].shape)) and p.is_leaf
    for k,p in c.member(1).named_parameters(): assert torch.equal(p, before[k])
    assert c.in_front(c.a, torch.zeros(3, 5, 7, 2), 1).shape==(3, 1, 1, 2) and c.in_front(before['a'], torch.zeros(5, 2), 1).shape==(1, 2)
    refused('fitted with leading axes \\(3,\\), the posterior has \\(2,\\)', lambda: c.join_stack(torch.Size([2])))
    refused("no member 'x'", c.member, 'x')

@pytest.mark.defect('R16')
@pytest.mark.parametrize('qs', [3, [], None])
def test_stacking_takes_a_list(qs):
    "Anything else is one line"
    refused('expected a list', stack_posteriors, qs)

@pytest.mark.defect('U15')
@pytest.mark.parametrize('made', [MeanField, UnitGaussian, LowRank, CollapsedLastLayer, InducingPosterior])
def test_a_family_of_a_network_refers_to_from_module(made):
    "Users have a network, constructors take tensors: one line says which call is meant"
    refused(rf'{made.__name__}\.from_module\(network\)', lambda: made(mlp(2, 3, 1)))

@pytest.mark.defect('U15')
def test_a_file_has_the_name_of_its_format(tmp_path):
    "No posterior is written in safetensors format to a name by which torch's own files are known"
    q = MeanField.from_module(mlp(2, 3, 1))
    refused(r"name it '.*post\.safetensors'", lambda: q.save(tmp_path/'post.pt'))
    assert not list(tmp_path.iterdir())
    q.save(tmp_path/'post.safetensors')
