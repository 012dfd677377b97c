"Draws of chains moved next to a reference, and what R-hat and effective sample sizes say before and after."
import sys

import numpy as np
import pytest
import torch
from scipy import stats
from torch import Tensor, nn

from cases import mlp
from symbayes.comparison.chains import align_chains, chain_diagnostics, diagnose_chains, functional_modes
from symbayes.inference.sampling import SampledPosterior
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import Layout, Params, streams
from symbayes.discovery.finding import mlp_group

with_arviz = pytest.mark.skipif(sys.version_info<(3, 11), reason='arviz-stats needs Python 3.11')

def near(w: Params, noise: float, *lead: int, seed: int = 0) -> Params:
    "Draws around one network"
    return {k: t+noise*torch.randn(*lead, *t.shape, generator=streams(seed, k)) for k,t in w.items()}

def weights(net: nn.Module, seed: int = 0) -> Params:
    layout = Layout.of(net)
    return layout.unflatten(torch.randn(layout.numel, generator=streams(seed, 'w')))

def gap(a: Params, b: Params, n_lead: int = 2) -> Tensor: return sum((b[k]-t).double().square().flatten(n_lead).sum(-1) for k,t in a.items())

# diagnostics

def by_definition(x: np.ndarray) -> float:
    "Rank-normalised R-hat of split chains, the larger of bulk and folded (Vehtari et al. 2021)"
    n = x.shape[1]//2
    halves = np.concatenate([x[:, :n], x[:, -n:]])
    def r_hat(v):
        z = stats.norm.ppf((stats.rankdata(v).reshape(v.shape)-3/8)/(v.size+1/4))
        within, between = z.var(1, ddof=1).mean(), n*z.mean(1).var(ddof=1)
        return ((between/within+n-1)/n)**.5
    return max(r_hat(halves), r_hat(abs(halves-np.median(halves))))

@with_arviz
@pytest.mark.parametrize('n', [40, 101])
def test_r_hat_is_what_its_definition_says(n):
    x = torch.randn(3, n, 2, generator=streams(0, 'x'))*torch.tensor([1., 2., 3.])[:, None, None] + torch.tensor([0., 0., 1.])[:, None, None]
    t = chain_diagnostics({'x': x})
    assert np.allclose(t.r_hat, [by_definition(x[..., i].double().numpy()) for i in range(2)], rtol=1e-6) and t.r_hat.min()>1.05

@with_arviz
def test_a_row_for_every_entry():
    "Named as one writes it, of tensors and arrays of any shape; what never changes has no R-hat"
    x = {'w': torch.randn(2, 10, 2, 3, generator=streams(0, 'x')), 's': np.random.default_rng(0).normal(size=(2, 10)), 'still': torch.ones(2, 10, 1), 'apart': torch.arange(2.)[:, None].expand(2, 10)}
    t = chain_diagnostics(x)
    assert t.index.tolist()==[*(f'w[{i}, {j}]' for i in range(2) for j in range(3)), 's', 'still[0]', 'apart'] and t.tensor.tolist()==['w']*6+['s', 'still', 'apart']
    assert list(t)==['tensor', 'r_hat', 'ess_bulk', 'ess_tail'] and t.loc['still[0]'].isna().sum()==3 and t.r_hat['apart']==np.inf
    assert t.r_hat['w[1, 2]']==chain_diagnostics({'v': x['w'][..., 1, 2]}).r_hat['v']

# alignment

@pytest.mark.parametrize('act', [nn.Tanh, nn.ReLU])
def test_each_draw_comes_as_near_as_it_can(act):
    "One hidden layer, every element tried; functions stay"
    net = mlp(2, 3, 1, act=act)
    group, w, x = mlp_group(net), weights(net), torch.randn(5, 2, generator=streams(0, 'x'))
    chains = near({k: 0*t for k,t in w.items()}, 1., 2, 6)
    found = align_chains(chains, group, w)
    every = torch.stack([gap(w, group.act(e, chains)) for stack in group.elements(1) for e in [stack.map(lambda t: t[0])]])
    assert torch.allclose(gap(w, found.params), every.min(0).values) and found.reference is w
    assert torch.allclose(network_outputs(net, found.params, x), network_outputs(net, chains, x), atol=1e-5)
    assert all(torch.equal(t, found.params[k]) for k,t in group.act(found.element, chains).items())

def test_a_chain_as_a_whole():
    "One element for all draws, the best for the sum of their squared distances"
    net = mlp(2, 3, 1, act=nn.Tanh)
    group, w = mlp_group(net), weights(net)
    chains = near({k: .5*t for k,t in w.items()}, 1., 3, 5)
    found = align_chains(chains, group, w, each='chain')
    every = torch.stack([gap(w, group.act(e, chains)).sum(1) for stack in group.elements(1) for e in [stack.map(lambda t: t[0])]])
    assert torch.allclose(gap(w, found.params).sum(1), every.min(0).values) and found.element.lead==(3, 5) and (found.switches==0).all()

def test_how_often_elements_change():
    net = mlp(1, 3, 1, act=nn.Tanh)
    group, w = mlp_group(net), weights(net)
    turn = group.element({'h1': [1, 2, 0]}, {'h1': [1, -1, 1]})
    chains = near(w, .001, 2, 11)
    moved = {k: torch.cat([t[:, :5], group.act(turn, chains)[k][:, 5:]], 1) for k,t in chains.items()}
    moved = {k: torch.cat([chains[k][:1], t[1:]]) for k,t in moved.items()}
    found = align_chains(moved, group, w)
    assert torch.allclose(found.switches, torch.tensor([0., .1], dtype=torch.float64)) and 'at 0%, 10% of the draws' in repr(found)

# modulo symmetry

@with_arviz
@pytest.mark.parametrize('act', [nn.Tanh, nn.ReLU])
def test_modes_are_counted_modulo_symmetry(act):
    "Chains around one network at places of their own are one mode, around another one a second; aligned weights agree in the first case"
    net = mlp(1, 3, 2, 1, act=act)
    w, group, x = weights(net), mlp_group(net), torch.linspace(-2, 2, 9)[:, None]
    places = group.sample(4, 1, generator=streams(1, 'places')).map(lambda t: t.expand(4, 60, *t.shape[2:]))
    one = group.act(places, near(w, .05, 4, 60))
    found = diagnose_chains(net, one, group, x)
    assert found.attrs['modes']==1 and functional_modes(net, one, x).tolist()==[0]*4
    assert found.r_hat_90['functions']<1.1 and found.r_hat_90['aligned weights']<1.1<1.5<found.r_hat_90['weights']
    other = {k: t.clone() for k,t in one.items()}
    other['4.bias'][2:] += 2.
    assert functional_modes(net, other, x).tolist()==[0, 0, 1, 1]
    assert diagnose_chains(net, other, group, x).attrs['modes']==2
    q = SampledPosterior({k: t.flatten(0, 1) for k,t in one.items()}, chains=4)
    assert diagnose_chains(net, q, group, x).equals(found)
