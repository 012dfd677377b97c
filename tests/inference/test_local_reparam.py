"Noise on outputs in place of weights: the same moments, and refusals."

import pytest
import torch
from torch import nn
from torch.distributions import Normal

from cases import cases, make_posterior, members_of, Net, normal, recurrent, refused, rng
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import seeded_module
from symbayes.distributions.gaussian import MeanField
from symbayes.inference.objective import LocalReparam

from fit_cases import case, close, fitted, gens, x, y


# local reparametrisation

def per_example(out, std=.5): return Normal(out, std).log_prob(y).sum(-1).detach()

@pytest.mark.parametrize('name', ['signed', 'mixed', 'no_bias', 'no_hidden', 'scaled', 'segments'])
def test_local_draws_have_the_moments_of_weight_draws(name):
    "Mean and variance of every example's log likelihood, six standard errors, and of its outputs"
    c, n = cases[name], 6000
    q, model = make_posterior('MeanField', c, std=.2), c.model()
    a, b = network_outputs(model, q.rsample(n, rng(0)), x).detach(), LocalReparam(model, q)(x, n, generator=rng(1)).detach()
    assert a.shape==b.shape
    for u,v in ((a, b), (a.square(), b.square()), (a[..., 0]*a[..., 1], b[..., 0]*b[..., 1]), (per_example(a), per_example(b)), (per_example(a).square(), per_example(b).square())):
        assert ((u.mean(0)-v.mean(0)).abs()<6*((u.var(0)+v.var(0))/n).sqrt()).all()
    assert abs(torch.corrcoef(torch.stack([b[:, 0, 0], b[:, 1, 0]]))[0, 1])<.15

@pytest.mark.parametrize('make,shape', [(lambda: nn.Conv1d(2, 3, 2, stride=2, padding=1), (2, 5)), (lambda: nn.Conv2d(2, 4, 3, padding=1, padding_mode='circular', groups=2, bias=False), (2, 4, 4)), (lambda: nn.Conv3d(1, 2, 2, dilation=2), (1, 3, 3, 3)), (lambda: nn.Linear(3, 2, bias=False), (4, 3))], ids=['conv1d', 'conv2d', 'conv3d', 'linear on sequences'])
def test_local_draws_of_one_layer(make, shape):
    "Mean and standard deviation at every place of the output"
    layer, n = seeded_module(make, 0).double(), 4000
    q, z = MeanField.from_module(layer, .3), normal(2, *shape)
    a, b = network_outputs(layer, q.rsample(n, rng(1)), z).detach(), LocalReparam(layer, q)(z, n, generator=rng(2)).detach()
    assert ((a.mean(0)-b.mean(0)).abs()<=6*((a.var(0)+b.var(0))/n).sqrt()).all() and ((a.std(0)-b.std(0)).abs()<=6*b.std(0)/n**.5+1e-9).all()

class Doubled(nn.Linear):
    def forward(self, x): return 2*super().forward(x)

@pytest.mark.parametrize('make', [lambda: nn.Sequential(Doubled(3, 2)), lambda: nn.Sequential(nn.Linear(3, 4), nn.Dropout2d(.5))], ids=['own forward', 'feature dropout'])
@pytest.mark.filterwarnings('ignore:dropout2d. Received a 2-D input:UserWarning')  # of torch: the layer that is planted
def test_local_draws_leave_alone_what_they_cannot_know(make):
    model = seeded_module(make, 0).double().eval()
    q, n = MeanField.from_module(model, .3), 4000
    local = LocalReparam(model, q)
    a, b = network_outputs(model, q.rsample(n, rng(1)), x[:3]).detach(), local(x[:3], n, generator=rng(2)).detach()
    assert ((a.std(0)-b.std(0)).abs()<.1*a.std(0)).all()

def test_nothing_is_left_of_a_call_that_fails():
    class Late(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.fail = nn.Linear(3, 2), False
        def forward(self, x):
            if self.fail: raise RuntimeError('late')
            return self.a(x)
    model = Late().double()
    local = LocalReparam(model, MeanField.from_module(model, .3))
    local(x, generator=rng(0))
    model.fail = True
    with pytest.raises(RuntimeError, match='late'): local(x, generator=rng(0))
    assert 'forward' not in vars(model.a) and not model.a._forward_hooks

@pytest.mark.parametrize('members', [None, 3])
def test_local_draws_follow_their_generator(members):
    for name in ('conv_flatten', 'scaled', 'kernels'):
        c = cases[name]
        q, local, z = make_posterior('MeanField', c, members), LocalReparam(c.model(), make_posterior('MeanField', c, members)), c.x(5)
        before = torch.get_rng_state()
        out = local(z, 2, generator=gens(members))
        assert torch.equal(out, local(z, 2, generator=gens(members))) and torch.equal(torch.get_rng_state(), before)
        assert out.shape[:-1]==(*q.batch_shape, 2, 5)
        for i,m in enumerate(members_of(q)): close(out[i] if members else out, LocalReparam(c.model(), m)(z, 2, generator=rng(i)), 1e-6)
        if members: close(local(torch.stack([z]*3), 2, True, gens(3)), out, 1e-6)

def test_local_draws_need_independent_weights():
    for family in ('UnitGaussian', 'LowRank'):
        refused('expected a MeanField', lambda: fitted(make_posterior(family, case), local_reparam=True))

# a weight that is read twice

def penalised() -> Net:
    "Its second layer's bias is added once more, far from the layer"
    return Net(lambda s, x: s.b(s.a(x).tanh()) + s.b.bias, a=(3, 5), b=(5, 3)).double()

def placed() -> Net:
    "Takes kind, device and shape of its weights, but not their values"
    return Net(lambda s, x: s.a(x.to(s.a.weight))+torch.zeros_like(s.a.bias)+s.a.weight.new_zeros(3), a=(3, 3)).double()

def test_local_draws_take_a_network_that_reads_kinds_of_weights():
    x = normal(6, 3)
    model = placed()
    assert len(fitted(MeanField.from_module(model, .1), data=(x, x), model=model, epochs=1, local_reparam=True))

def test_local_draws_refuse_a_weight_that_is_read_elsewhere():
    model = penalised()
    refused("layer 'b': its weight is also read outside", lambda: fitted(MeanField.from_module(model, .1), data=(x, x), model=model, epochs=1, local_reparam=True))
    fitted(MeanField.from_module(model, .1), data=(x, x), model=model, epochs=1)

def test_local_draws_of_recurrent_networks_are_refused_in_one_line():
    model, xs = recurrent(nn.GRU(3, 4, batch_first=True), 4, 2).double(), normal(24, 5, 3)
    refused('local_reparam=False', lambda: fitted(MeanField.from_module(model, .1), data=(xs, y), model=model, epochs=1, local_reparam=True))
