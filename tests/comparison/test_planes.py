"The plane through three solutions: losses against known answers, levels of its map, and one line for what does not fit."
import pytest
import torch

from cases import mlp, rng
from symbayes.comparison.barriers import solution_plane
from symbayes.core.networks import network_outputs
from symbayes.core.random import seeded_module
from symbayes.core.tensors import Layout
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Categorical
from symbayes.distributions.priors import IsotropicNormal

net = seeded_module(lambda: mlp(3, 4, 2).double(), 0)
layout = Layout.of(net)
x = torch.randn(30, 3, generator=rng(0), dtype=torch.float64)

def randn(*shape: int, seed: int = 0) -> torch.Tensor: return torch.randn(*shape, generator=rng(seed), dtype=torch.float64)
def mean_field(seed: int) -> MeanField: return MeanField(layout, randn(layout.numel, seed=seed), .3*randn(layout.numel, seed=seed+50)-1.5)

y = network_outputs(net, mean_field(0).mean, 3*x).argmax(-1)

def test_a_plane_of_known_losses():
    three, prior = [mean_field(s) for s in (0, 1, 2)], IsotropicNormal(.7)
    found = solution_plane(net, three, Categorical(), (x, y), prior, temperature=.5, n_grid=4, margin=.2)
    flat = torch.stack([q.loc.detach() for q in three])
    far = (found.corners[:, None]-found.corners[None]).norm(dim=-1)
    torch.testing.assert_close(far, (flat[:, None]-flat[None]).norm(dim=-1))
    u = (flat[1]-flat[0])/(flat[1]-flat[0]).norm()
    v = flat[2]-flat[0]-((flat[2]-flat[0])@u)*u
    v = v/v.norm()
    for i,b in enumerate(found.y):
        for j,a in enumerate(found.x):
            w = layout.unflatten(flat[0]+a*u+b*v)
            lp = Categorical().log_prob(network_outputs(net, w, x), y).detach()
            torch.testing.assert_close(found.loss[i, j], -lp.mean())
            torch.testing.assert_close(found.log_posterior[i, j], 2*lp.sum()+prior.log_prob(layout, w))
    at = solution_plane(net, [q.mean for q in three], Categorical(), (x, y), n_grid=4)
    torch.testing.assert_close(at.corner_log_posterior, -30*found.corner_loss)
    assert found.table.shape==(16, 4) and found.table.loss.iloc[5]==found.loss[1, 1].item() and found.table.x.iloc[1]==found.x[1].item()
    room = .2*(found.corners.max(0).values-found.corners.min(0).values).max()
    assert found.x[0]==pytest.approx(found.corners[:, 0].min().item()-room.item())

def test_pictures_of_a_plane():
    found = solution_plane(net, [mean_field(s).mean for s in (0, 1, 2)], Categorical(), (x, y), n_grid=9)
    assert 0<found.inside().sum()<40
    for what in ('loss', 'log_posterior'):
        levels = found.levels(what)
        assert levels==sorted(levels) and levels[0]<=getattr(found, what)[found.inside()].max() and found.plot(what=what, levels=levels).get_title()==what.replace('_', ' ')

@pytest.mark.defect('U9')
def test_networks_span_a_plane():
    "As the dicts of their parameters"
    nets = [seeded_module(lambda: mlp(3, 4, 2).double(), s) for s in (0, 1, 2)]
    dicts = [{k: p.detach() for k,p in m.named_parameters()} for m in nets]
    planes = [solution_plane(net, three, Categorical(), (x, y), n_grid=4).loss for three in (nets, dicts)]
    assert torch.equal(*planes)
