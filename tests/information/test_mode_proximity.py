"The nearest mode against a search over the whole group, and the divergence of swaps against torch's"
from itertools import permutations
from math import sqrt

import pytest, torch
from torch.distributions import Normal, kl_divergence

from cases import refused, rng
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField
from symbayes.information.mode_proximity import (
    closest_pair, nearest_in_nats, nearest_mode, proximity_bounds, proximity_curve, swap_divergence)
from symbayes.runs.table_models import make_mlp

def normal(seed, *shape): return torch.randn(*shape, generator=rng(seed), dtype=torch.float64)

def weights(net, seed): return {k: normal(seed+i, *t.shape) for i,(k,t) in enumerate(net.named_parameters())}

def move_distances(group, w, a): return sum((group.act(a, w)[k]-t).flatten(-t.ndim).square().sum(-1) for k,t in w.items()).sqrt()

@pytest.mark.parametrize('n', range(2, 8))
def test_nearest_is_the_least_over_all_permutations(n):
    "Hundreds of draws, among them units that nearly coincide and units of very different length"
    v = normal(n, 300, n, 4)
    v[100:200, 1] = v[100:200, 0] + 1e-3*normal(n+1, 100, 4)
    v[200:] *= (3*normal(n+2, 100, n, 1)).exp()
    apart = (v[:, :, None]-v[:, None]).square().sum(-1)
    p = torch.tensor(list(permutations(range(n))))[1:]
    found, pair, sign = closest_pair(v)
    torch.testing.assert_close(sqrt(2)*found, apart[:, range(n), p].sum(-1).amin(1).sqrt(), rtol=1e-10, atol=1e-12)
    assert (sign==1).all() and (pair[:, 0]<pair[:, 1]).all()

@pytest.mark.parametrize('activation', ('relu', 'tanh'))
@pytest.mark.parametrize('n', (1, 2, 3, 4))
def test_the_element_leads_there(activation, n):
    net = make_mlp(3, 2, n, activation=activation)
    g = mlp_group(net)
    if n==1 and not g.signed:
        refused('no label with two units', nearest_mode, weights(net, 0), g)
        return
    for seed in range(40):
        w = weights(net, 10*seed)
        near, every = nearest_mode(w, g), move_distances(g, w, next(g.elements(10**4)))
        assert near.exact
        torch.testing.assert_close(torch.tensor([near.distance, move_distances(g, w, near.element).item()], dtype=torch.float64), every[1:].min().expand(2), rtol=1e-9, atol=1e-9)

def test_pairs_in_pieces_stacks_and_float32():
    "A stack equals its members; float32 finds the pair of float64"
    v = normal(0, 3, 5, 60, 20)
    whole = closest_pair(v, signed=True)
    for i in range(3):
        for j in range(5):
            for a,b in zip(whole, closest_pair(v[i, j], signed=True)): torch.testing.assert_close(a[i, j], b)
    assert (closest_pair(v.float())[1]==closest_pair(v)[1]).all()
    two = normal(2, 200, 10)
    two[:100] += 3000
    two[100:] -= 3000
    torch.testing.assert_close(closest_pair(two.float())[0], torch.pdist(two).min().float(), rtol=1e-3, atol=0)
    assert closest_pair(torch.zeros(0, 3, 2))[0].shape==(0,)
    far = 1e4+normal(1, 50, 10)
    torch.testing.assert_close(closest_pair(far)[0], torch.pdist(far).min())

def test_bounds_hold_and_are_attained():
    curve = proximity_curve((2, 3, 10, 50), 5, 2, draws=20)
    assert (curve.random<=curve['closest pair']+1e-6).all()
    frame = torch.eye(6).double()
    d = min(sqrt(2)*closest_pair(frame, True)[0].item(), 2.)/frame.norm().item()
    assert abs(d-proximity_bounds(6, 5, 1, signed=True)['closest pair'])<1e-12

@pytest.mark.parametrize('activation', ('relu', 'tanh'))
def test_divergence_of_swaps(activation):
    "Every entry against torch, on a stack of posteriors"
    nets = [make_mlp(3, 2, 4, activation=activation) for _ in range(2)]
    g = mlp_group(nets[0])
    q = MeanField.from_module(nets, .2)
    with torch.no_grad(): q.log_std += .5*torch.randn(q.log_std.shape, generator=rng(0))
    label, = g.labels
    found = swap_divergence(q, g, label).detach()
    m, s = (g.unit_vectors(t, label).detach().double() for t in (q.mean, q.std))
    def apart(sign): return kl_divergence(Normal(m[:, :, None], s[:, :, None]), Normal(sign*m[:, None], s[:, None])).sum(-1)
    nearest, own = (torch.minimum(apart(1), apart(-1)), apart(-1)) if g.signed else (apart(1), torch.full_like(found, torch.inf))
    expected = torch.where(torch.eye(4, dtype=torch.bool), own, nearest+nearest.mT)
    torch.testing.assert_close(found, expected, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(nearest_in_nats(q, g).detach(), found.amin((-1, -2)))
