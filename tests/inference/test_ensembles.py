"Stacks of plain networks: equal to networks trained alone, whatever they are made of; blocks, files, ensembles."
from copy import deepcopy

import pytest
import torch
from hypothesis import given, settings, strategies as st
from torch import nn
from torch.nn import functional as F

from symbayes.core.messages import SymbayesError
from symbayes.core.networks import network_outputs
from symbayes.core.random import seeded_module, streams
from symbayes.distributions.likelihoods import Categorical, Gaussian
from symbayes.distributions.priors import IsotropicNormal, LaplacePrior
from symbayes.inference.ensembles import Points, drawn_anew, ensemble, train_points
from symbayes.inference.wide_networks import MappedNet, WideNet, _SmallConvolution, stack_nets
from symbayes.metrics.mmd import mmd_test


class Residual(nn.Module):
    def __init__(self, norm=lambda c: nn.GroupNorm(2, c)):
        super().__init__()
        self.first, self.norm, self.inner, self.out = nn.Conv2d(2, 4, 3, 1, 1), norm(4), nn.Conv2d(4, 4, 3, 1, 1, bias=False), nn.Linear(4, 3)
    def forward(self, x):
        x = self.norm(self.first(x)).relu()
        return self.out((x+self.inner(x)).relu().mean((2, 3)))

class Joined(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.out = nn.Linear(2*25, 3), nn.Linear(2*25, 2), nn.Linear(5, 3)
    def forward(self, x): return self.out(torch.cat([self.a(x.flatten(1)), self.b(x.flatten(1))], 1).tanh())

class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.out = nn.Linear(50, 50), nn.Linear(50, 50), nn.Linear(50, 3)
        self.b.weight = self.a.weight
    def forward(self, x): return self.out(self.b(self.a(x.flatten(1)).relu()).relu())

class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.out = nn.Linear(50, 50), nn.Linear(50, 3)
    def forward(self, x): return self.out(self.inner(self.inner(x.flatten(1)).relu()).relu())

class Gain(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.gain = nn.Linear(50, 3), nn.Parameter(torch.ones(3))
    def forward(self, x): return self.gain*self.inner(x.flatten(1))

def mlp(act=nn.Tanh): return nn.Sequential(nn.Flatten(), nn.Linear(50, 6), act(), nn.Linear(6, 3))

wide_ones = {'mlp': mlp, 'linear': lambda: nn.Sequential(nn.Flatten(), nn.Linear(50, 3, bias=False)), 'residual': Residual, 'twice': Twice,
    'batch norm': lambda: Residual(nn.BatchNorm2d), 'batch norm of inputs': lambda: nn.Sequential(nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(50, 3)),
    'group norm of inputs': lambda: nn.Sequential(nn.GroupNorm(2, 2), nn.Flatten(), nn.Linear(50, 3)),
    'layer norm': lambda: nn.Sequential(nn.Conv2d(2, 3, 2), nn.LayerNorm([3, 4, 4]), nn.GELU(), nn.Flatten(), nn.Linear(48, 3), nn.LayerNorm(3)),
    'norm without tensors': lambda: nn.Sequential(nn.Flatten(), nn.LayerNorm(50, elementwise_affine=False), nn.Linear(50, 4), nn.BatchNorm1d(4, affine=False), nn.Linear(4, 3)),
    'groups': lambda: nn.Sequential(nn.Conv2d(2, 4, 2, groups=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 6, 2, groups=2, bias=False), nn.Flatten(), nn.Linear(6, 3)),
    'strides': lambda: nn.Sequential(nn.Conv2d(2, 4, 3, 2, 1), nn.ReLU(), nn.Conv2d(4, 3, 2, (2, 1), (1, 0)), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())}
others = {'joined': Joined, 'tied': Tied, 'gain': Gain, 'circular': lambda: nn.Sequential(nn.Conv2d(2, 3, 3, padding=1, padding_mode='circular'), nn.AdaptiveAvgPool2d(1), nn.Flatten())}
everything = wide_ones | others

def data(n=40, classes=3, seed=0):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(n, 2, 5, 5, dtype=torch.double, generator=g), torch.randint(0, classes, (n,), generator=g)

def alone(make, seed, xy, steps, batch, lr, order_seed):
    "The ordinary loop of one network, by Adam without a schedule"
    net, order = seeded_module(make, seed).double(), streams(order_seed, 'order of the data')
    opt, step = torch.optim.Adam(net.parameters(), lr), 0
    while step<steps:
        for i in torch.randperm(len(xy[1]), generator=order).split(batch):
            opt.zero_grad()
            F.cross_entropy(net(xy[0][i]), xy[1][i]).backward()
            opt.step()
            step += 1
    return net


@pytest.mark.parametrize('name', everything)
def test_stacks_are_single_networks(name):
    "After 50 steps in double precision, weights and running statistics"
    make, xy = everything[name], data()
    p = train_points(lambda: make().double(), [5, 3, 8], xy, epochs=10, batch_size=8, lr=.01, schedule='constant', order_seed=1)
    net = alone(make, 3, xy, 50, 8, .01, 1)
    expected = dict(net.named_parameters()) | dict(net.named_buffers())
    assert set(expected)==set(p.params) | set(p.buffers) and p.how==('vmap' if name in others else 'wide')
    for k,t in (p.params | p.buffers).items(): torch.testing.assert_close(t[1], expected[k].detach(), rtol=1e-7, atol=1e-9)

@pytest.mark.parametrize('name', ['mlp', 'batch norm', 'groups'])
def test_vmap_gives_the_same(name):
    make = lambda: wide_ones[name]().double()
    a, b = (train_points(make, 3, data(), epochs=2, batch_size=8, lr=.01, how=how) for how in ('wide', 'vmap'))
    assert (a.how, b.how)==('wide', 'vmap')
    for k,t in (a.params | a.buffers).items(): torch.testing.assert_close(t, (b.params | b.buffers)[k], rtol=1e-8, atol=1e-10)

@settings(max_examples=25, deadline=None)
@given(st.data())
def test_small_convolutions(given_data):
    draw = lambda lo, hi: given_data.draw(st.integers(lo, hi))
    b, g, c, o, k, l, s, t = draw(1, 3), draw(1, 3), draw(1, 3), draw(1, 3), draw(1, 3), draw(1, 3), draw(1, 2), draw(1, 3)
    gen = torch.Generator().manual_seed(draw(0, 99))
    x = torch.randn(b, g*c, draw(k, 6), draw(l, 6), dtype=torch.double, generator=gen, requires_grad=True)
    kernel = torch.randn(g, o, c, k, l, dtype=torch.double, generator=gen, requires_grad=True)
    found, expected = _SmallConvolution.apply(x, kernel, (s, t)), F.conv2d(x, kernel.flatten(0, 1), stride=(s, t), groups=g)
    torch.testing.assert_close(found, expected)
    cotangent = torch.randn(found.shape, dtype=torch.double, generator=gen)
    for a, e in zip(*(torch.autograd.grad(out, (x, kernel), cotangent) for out in (found, expected))): torch.testing.assert_close(a, e)

@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=7, unique=True), st.integers(1, 8))
def test_blocks_hold_each_seed_once_and_in_order(seeds, block):
    p = train_points(mlp, seeds, data(10), epochs=0, block=block)
    assert p.seeds==tuple(seeds) and p.losses.shape==(len(seeds), 0)
    for i,s in enumerate(seeds): torch.testing.assert_close(p.params['1.weight'][i], seeded_module(mlp, s)[1].weight.detach(), rtol=0, atol=0)

def test_wide_network_is_verified():
    nets, x = [seeded_module(Joined, s) for s in range(3)], data()[0].float()
    with pytest.raises(SymbayesError, match='no wide version'): stack_nets(nets, x, 'wide')
    assert isinstance(stack_nets(nets, x), MappedNet)
    assert isinstance(stack_nets([Residual()]*1, x), WideNet)  # one network alone

def test_dropout_is_each_networks_own_and_repeats():
    make = lambda: nn.Sequential(nn.Flatten(), nn.Dropout(.5), nn.Linear(50, 4), nn.Dropout(.5), nn.Linear(4, 3))
    state = torch.random.get_rng_state()
    a, b = (train_points(make, 2, (data()[0].float(), data()[1]), epochs=1) for _ in range(2))
    assert a.how=='wide' and torch.equal(torch.random.get_rng_state(), state)
    for k in a.params: torch.testing.assert_close(a.params[k], b.params[k], rtol=0, atol=0)

def test_prior_is_a_weight_decay_and_any_prior_goes():
    xy = data()
    options = dict(epochs=3, batch_size=10, optimiser='sgd', lr=.05)
    a = train_points(lambda: mlp().double(), 2, xy, prior=IsotropicNormal(.3), **options)
    b = train_points(lambda: mlp().double(), 2, xy, weight_decay=1/(.09*40), **options)
    for k in a.params: torch.testing.assert_close(a.params[k], b.params[k])
    small = train_points(lambda: mlp().double(), 2, xy, prior=LaplacePrior(.1), **options)
    assert small.params['1.weight'].abs().mean() < .8*train_points(lambda: mlp().double(), 2, xy, **options).params['1.weight'].abs().mean()

def test_regression():
    x = torch.linspace(-1, 1, 40)[:, None]
    p = train_points(lambda: nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1)), 3, (x, x.square()), Gaussian(.1), epochs=100, batch_size=40, lr=.1)
    out = network_outputs(nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1)), p.params, x)
    assert (out-x.square()).square().mean()<.01 and (p.losses[:, -1]<p.losses[:, 0]-1).all()

def test_weights_on_the_way():
    make = lambda: mlp().double()
    p = train_points(make, 3, data(), epochs=2, batch_size=8, keep=[10, 0, 4], block=2)
    assert list(p.kept)==[0, 4, 10]
    for k in p.params:
        assert torch.equal(p.kept[10][k], p.params[k]) and not torch.equal(p.kept[4][k], p.params[k])
        assert torch.equal(p.kept[0][k][2], dict(seeded_module(make, 2).named_parameters())[k].detach())

def test_an_interrupted_run_goes_on(tmp_path):
    made = []
    def make(seed):
        made.append(seed)
        if seed==5 and len(made)<7: raise KeyboardInterrupt
        return mlp()
    xy = data()[0].float(), data()[1]
    with pytest.raises(KeyboardInterrupt): train_points(make, 6, xy, epochs=1, block=2, out=tmp_path)
    assert sorted(f.name for f in tmp_path.iterdir())==['points_0_1.safetensors', 'points_2_3.safetensors']
    made.clear()
    made += 7*[None]
    p = train_points(make, 6, xy, epochs=1, block=2, out=tmp_path, keep=())
    assert made[7:]==[4, 5]
    whole = train_points(mlp, 6, xy, epochs=1, block=2)
    for k in p.params: assert torch.equal(p.params[k], whole.params[k])
    for wrong in (dict(lr=.1), dict(prior=IsotropicNormal(1.)), dict(data=(xy[0]+1, xy[1]))):
        with pytest.raises(SymbayesError, match='expected'): train_points(mlp, 6, wrong.pop('data', xy), **dict(epochs=1, block=2, out=tmp_path) | wrong)

def test_files_hold_everything(tmp_path):
    p = train_points(Residual, 2, (data()[0].float(), data()[1]), epochs=1, keep=[1])
    p.save(tmp_path/'p.safetensors')
    q = Points.load(tmp_path/'p.safetensors')
    assert (q.seeds, q.how, q.options)==(p.seeds, p.how, p.options) and torch.equal(p.losses, q.losses)
    assert all(torch.equal(p.params[k], q.params[k]) and torch.equal(p.kept[1][k], q.kept[1][k]) for k in p.params)
    assert list(p.history.columns)==['seed', 'epoch', 'loss'] and len(p.history)==2
    (tmp_path/'q.safetensors').write_bytes(b'nothing')
    with pytest.raises(SymbayesError, match='no safetensors file'): Points.load(tmp_path/'q.safetensors')

def test_ensemble():
    xy = data()[0].float(), data()[1]
    a = ensemble(mlp(), IsotropicNormal(1.), Categorical(), xy, 4, epochs=1)
    b = ensemble(mlp, IsotropicNormal(1.), Categorical(), xy, 4, epochs=1)
    assert len(a)==4 and all(torch.equal(a.params[k], b.params[k]) for k in a.params)  # `make` and redrawing draw alike
    c, d, e = (ensemble(mlp, None, Categorical(), xy, 4, epochs=1, generator=streams(s, 'members')) for s in (0, 0, 1))
    assert torch.equal(c.draws, d.draws) and not torch.equal(c.draws, e.draws)
    with pytest.raises(SymbayesError, match='buffers .* differ'): ensemble(lambda: Residual(nn.BatchNorm2d), None, Categorical(), xy, 2, epochs=1)
    with pytest.raises(SymbayesError, match='reset_parameters'): ensemble(Gain(), None, Categorical(), xy, 2)

@pytest.mark.parametrize('change,message', [(dict(seeds=[]), 'at least one'), (dict(seeds=[1, 1]), 'different ones'), (dict(epochs=-1), 'epochs is -1'), (dict(batch_size=.5), 'batch_size'),
    (dict(schedule='linear'), "schedule is 'linear', expected one of cosine, constant"), (dict(lr=0.), 'lr is 0.0'), (dict(weight_decay=-1.), 'weight_decay is -1'), (dict(how='fast'), "how is 'fast'"),
    (dict(block=0), 'block is 0'), (dict(data=torch.ones(3)), 'no pair of tensors'), (dict(data=(torch.ones(3, 2, 5, 5), torch.zeros(2))), '3 inputs and 2 targets'),
    (dict(make=lambda: 3), 'make returns a int'), (dict(data=data(classes=4)), 'labels run from 0 to 3')])
def test_bad_input(change, message):
    given_all = dict(make=lambda: mlp().double(), seeds=2, data=data()) | change
    with pytest.raises(SymbayesError, match=message) as e: train_points(**given_all)
    assert '\n' not in str(e.value)

def test_a_network_that_diverges_is_named():
    xy = data()[0].float(), data()[1]
    def make(seed):
        net = mlp()
        if seed==7: nn.init.constant_(net[1].weight, float('nan'))
        return net
    with pytest.raises(SymbayesError, match=r'not finite for seeds \[7\]'): train_points(make, [3, 7], xy, epochs=1, how='vmap')

def test_the_trace_of_a_shared_order_of_data():
    "None between the weights of two blocks by MMD; a faint one between their functions, which the same order for both takes away"
    x, _ = data(200)
    xy, points = (x, x.flatten(1)[:, :3].argmax(1)), data(40, seed=1)[0]
    blocks = [train_points(lambda: mlp().double(), range(32*i, 32*i+32), xy, epochs=8, batch_size=10, lr=.01, order_seed=s) for i,s in enumerate((0, 1, 0))]
    outs = [network_outputs(mlp().double(), p.params, points).softmax(-1).flatten(1) for p in blocks]
    def p_value(a, b): return mmd_test(a, b, n_permutations=300, generator=streams(0, 'permutations')).p_value
    assert p_value(blocks[0].params, blocks[1].params)>.05 and p_value(outs[0], outs[2])>.05
    assert p_value(outs[0], outs[1])<.05

def test_an_ensemble_of_a_network_with_a_frozen_layer_trains_beside_that_layer():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 2))
    net[0].requires_grad_(False)
    x = torch.randn(60, 2)
    y = (x[:, 0]>0).long()
    q = ensemble(net, None, Categorical(), (x, y), 3, epochs=40, lr=.02)
    assert set(q.params)=={'2.weight', '2.bias'}
    trained = train_points(drawn_anew(net), 3, (x, y), epochs=40, lr=.02)
    loss = torch.stack([F.cross_entropy(o, y) for o in network_outputs(net, q.params, x)])
    torch.testing.assert_close(loss, trained.losses[:, -1], atol=.02, rtol=0)

@pytest.mark.defect('U3')
def test_an_ensemble_trains_by_default(monkeypatch):
    "Until they have settled, as `fit`; three epochs left the members at the mean of the targets"
    g = torch.Generator().manual_seed(0)
    x = torch.linspace(-1, 1, 40)[:, None]
    y = (2*x).sin() + .02*torch.randn(40, 1, generator=g)
    net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
    monkeypatch.setattr('symbayes.inference.settling.longest', 600)
    p = train_points(lambda: deepcopy(net), 1, (x, y), Gaussian(.1), IsotropicNormal(1.))
    assert 100<p.losses.shape[1]<=300
    w = ensemble(net, IsotropicNormal(1.), Gaussian(.1), (x, y), 3, progress=False)
    mean = torch.stack([torch.func.functional_call(net, {k: t[i] for k,t in w.params.items()}, x) for i in range(3)]).mean(0)
    assert (mean-y).square().mean().sqrt() < .2*y.std()
