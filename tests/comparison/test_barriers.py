"The way between two posteriors and the plane through three: losses against known answers, and one line for what does not fit."
from math import log

import pytest
import torch
from torch import nn

from cases import cases, close, make_posterior, mlp, normal, refused, rng
from symbayes.comparison.barriers import leave_one_out, interpolate, loss_barrier, solution_plane
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import free_parameters, Layout, seeded_module
from symbayes.distributions.gaussian import LowRank, MeanField, UnitGaussian
from symbayes.distributions.likelihoods import Categorical, Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.prediction import predict, predictive_nll

net = cases['unsigned'].model()
layout = Layout.of(net)
x = normal(30, 3)

def mean_field(seed: int, members: int|None = None) -> MeanField: return make_posterior('MeanField', cases['unsigned'], members, seed=seed)

y = network_outputs(net, mean_field(0).mean, 3*x).argmax(-1)

def unit_gaussian(seed: int) -> UnitGaussian:
    q = make_posterior('UnitGaussian', cases['unsigned'], seed=seed)
    with torch.no_grad(): q.tril_0.copy_(q.tril_0.tril())
    return q

makers = {'MeanField': mean_field, 'UnitGaussian': unit_gaussian}

# the way

@pytest.mark.parametrize('family', makers)
def test_it_begins_and_ends_where_it_should(family):
    q0, q1 = (makers[family](s) for s in (0, 10))
    for t,q in ((0, q0), (1., q1)):
        found = interpolate(q0, q1, t)
        for k,v in q.tensors().items(): close(found.tensors()[k], v)
    for k,v in interpolate(q1, q0, .3).tensors().items(): close(interpolate(q0, q1, .7).tensors()[k], v)
    assert not any(p.requires_grad and p.grad_fn for p in found.parameters())

def test_parameters_of_networks():
    a, b = mean_field(0).mean, mean_field(1).mean
    way = interpolate(a, b, [0, .5, 1])
    for k in a: torch.testing.assert_close(way[k], torch.stack([a[k], (a[k]+b[k])/2, b[k]]))
    assert interpolate(a, b, .5)['0.weight'].shape==a['0.weight'].shape

refusals = {
    'kinds': (lambda: interpolate(mean_field(0), unit_gaussian(0), .5), 'first posterior is a MeanField and the second a UnitGaussian'),
    'low rank': (lambda: interpolate(*[LowRank.from_module(net, generator=rng(0))]*2, .5), 'no way between two posteriors LowRank'),
    'names': (lambda: interpolate({'a': x}, {'b': x}, .5), "missing \\['a'\\]"),
    'times': (lambda: interpolate(mean_field(0), mean_field(1), [0, -.1]), 'expected a number from 0 to 1'),
    'nan': (lambda: interpolate(mean_field(0), MeanField(layout, torch.full((layout.numel,), torch.nan).double(), normal(layout.numel)), .5), 'of the second.*26 NaN'),
    'stack': (lambda: barrier(mean_field(0, 2), mean_field(1, 2)), 'leading axes \\(2,\\), expected a single one without'),
}

def barrier(q0, q1, **kw): return loss_barrier(net, q0, q1, Categorical(), (x, y), **dict(n_points=3, n_samples=4, generator=rng(0)) | kw)

@pytest.mark.parametrize('name', refusals)
def test_one_line_for_what_does_not_fit(name):
    f, match = refusals[name]
    refused(match, f)

# barriers

def test_a_convex_loss_has_no_barrier():
    nets = [seeded_module(lambda: nn.Linear(3, 1).double(), s) for s in range(2)]
    height = loss_barrier(nets[0], *nets, Gaussian(1.), (x, x[:, :1]), n_points=5).loss
    assert height.value==height.error==0

def test_values_are_those_of_predictions():
    q0, q1, seed = mean_field(0), mean_field(1), rng(3)
    found = loss_barrier(net, q0, q1, Categorical(), (x, y), (x[:7], y[:7]), n_points=3, n_samples=9, generator=rng(3))
    own = int(torch.randint(2**62, (), generator=seed))
    for i,t in enumerate((0, .5, 1)):
        out = predict(net, interpolate(q0, q1, t), x, 9, generator=rng(own))
        torch.testing.assert_close(found.values['nll'][i], predictive_nll(out, y, Categorical()).detach())
        torch.testing.assert_close(found.values['loss'][i], -Categorical().log_prob(out, y).mean())
        torch.testing.assert_close(found.values['test_nll'][i], predictive_nll(out[:, :7], y[:7], Categorical()))
    assert (found.values['nll']<=found.values['loss']).all()

def test_the_jackknife_leaves_out_one_draw():
    "By hand; and where one draw has all the weight"
    q0, q1 = mean_field(0), mean_field(1)
    found = barrier(q0, q1, n_samples=5)
    own = int(torch.randint(2**62, (), generator=rng(0)))
    out = predict(net, q0, x, 5, generator=rng(own))
    rest = torch.stack([predictive_nll(out[[j for j in range(5) if j!=i]], y, Categorical()) for i in range(5)])
    torch.testing.assert_close(found.pseudo['nll'][0], 5*predictive_nll(out, y, Categorical())-4*rest)
    lp = torch.tensor([[0.], [-800.], [-801.]], dtype=torch.float64)
    torch.testing.assert_close(leave_one_out(lp), torch.tensor([[-800+log(1+2.718281828459045**-1)], [0.], [0.]], dtype=torch.float64))

def three_networks() -> tuple[list, list]:
    nets = [seeded_module(lambda: mlp(3, 4, 2).double(), s) for s in (0, 1, 2)]
    return nets, [free_parameters(m) for m in nets]

@pytest.mark.defect('U9')
def test_networks_are_ends_of_a_way():
    "As the dicts of their parameters"
    nets, dicts = three_networks()
    half = interpolate(*nets[:2], .5)
    assert all(torch.equal(half[k], t) for k,t in interpolate(*dicts[:2], .5).items())
    assert barrier(*nets[:2]).values['nll'].equal(barrier(*dicts[:2]).values['nll'])
    refused('first posterior is a MeanField and the second a Sequential', lambda: interpolate(mean_field(0), nets[0], .5))

# the plane through three solutions

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
    nets, dicts = three_networks()
    planes = [solution_plane(net, three, Categorical(), (x, y), n_grid=4).loss for three in (nets, dicts)]
    assert torch.equal(*planes)
