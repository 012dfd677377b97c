"Ensembles: equal to networks trained alone, whatever they are made of; checkpoints, seeds, warnings, wrong input."
from copy import deepcopy
from functools import partial
import re

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from symbayes.all import *
from symbayes.core.networks import network_outputs
from symbayes.core.random import seeded_module, streams
from symbayes.distributions.priors import LaplacePrior
from symbayes.inference import Checkpoint, convergence
from symbayes.inference.methods import ensemble, reinitialised, train_ensemble

quiet = dict(progress=False)

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

class Gain(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.gain = nn.Linear(50, 3), nn.Parameter(torch.ones(3))
    def forward(self, x): return self.gain*self.inner(x.flatten(1))

class Recurrent(nn.Module):
    "`vmap` has no rule for its layer"
    def __init__(self):
        super().__init__()
        self.gru, self.out = nn.GRU(10, 4, batch_first=True), nn.Linear(4, 3)
    def forward(self, x): return self.out(self.gru(x.flatten(1).unflatten(1, (5, 10)))[0][:, -1])

def mlp(act=nn.Tanh): return nn.Sequential(nn.Flatten(), nn.Linear(50, 6), act(), nn.Linear(6, 3))

networks = {'mlp': mlp, 'residual': Residual, 'joined': Joined, 'tied': Tied, 'gain': Gain, 'recurrent': Recurrent, 'batch norm, evaluated': lambda: Residual(nn.BatchNorm2d).eval(),
    'layer norm': lambda: nn.Sequential(nn.Conv2d(2, 3, 2), nn.LayerNorm([3, 4, 4]), nn.GELU(), nn.Flatten(), nn.Linear(48, 3), nn.LayerNorm(3)),
    'groups': lambda: nn.Sequential(nn.Conv2d(2, 4, 2, groups=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 6, 2, groups=2, bias=False), nn.Flatten(), nn.Linear(6, 3)),
    'circular': lambda: nn.Sequential(nn.Conv2d(2, 3, 3, padding=1, padding_mode='circular'), nn.AdaptiveAvgPool2d(1), nn.Flatten())}

def data(n=40, classes=3, seed=0, dtype=torch.double):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(n, 2, 5, 5, dtype=torch.double, generator=g).to(dtype), torch.randint(0, classes, (n,), generator=g)

def alone(make, seed, xy, epochs, batch, lr):
    "The ordinary loop of one network, by Adam at a constant rate"
    net, order = seeded_module(make, seed), streams(seed, 'order of the data')
    opt = torch.optim.Adam(net.parameters(), lr)
    for _ in range(epochs):
        for i in torch.randperm(len(xy[1]), generator=order).split(batch):
            opt.zero_grad()
            F.cross_entropy(net(xy[0][i]), xy[1][i]).backward()
            opt.step()
    return net

@pytest.mark.parametrize('name', networks)
def test_stacks_are_single_networks(name):
    "After 50 steps in double precision"
    make, xy = lambda: networks[name]().double(), data()
    q, _ = train_ensemble(make, [5, 3, 8], xy, Categorical(), epochs=10, batch_size=8, lr=.01, anneal=0., **quiet)
    net = alone(make, 3, xy, 10, 8, .01)
    for k,t in q.mean.items(): torch.testing.assert_close(t[1].detach(), dict(net.named_parameters())[k].detach(), rtol=1e-6, atol=1e-8)

def test_dropout_is_each_networks_own_and_repeats():
    make = lambda: nn.Sequential(nn.Flatten(), nn.Dropout(.5), nn.Linear(50, 4), nn.Dropout(.5), nn.Linear(4, 3))
    state, net = torch.random.get_rng_state(), seeded_module(make, 0)
    same = lambda: deepcopy(net)
    def trained(m): return train_ensemble(m, range(2), data(dtype=torch.float), Categorical(), epochs=1, batch_size=40, lr=.01, **quiet)[0].loc.detach()
    a, b = trained(make), trained(make)
    assert torch.equal(torch.random.get_rng_state(), state) and torch.equal(a, b)
    a, b = trained(same)
    assert not torch.equal(a, b)  # equal starts on all examples: masks alone differ
    a, b = trained(lambda: deepcopy(net).eval())
    assert torch.equal(a, b)

def test_any_prior_goes():
    def size(prior): return train_ensemble(lambda: mlp().double(), range(2), data(), Categorical(), prior, epochs=30, batch_size=10, lr=.05, **quiet)[0].mean['1.weight'].abs().mean()
    assert size(LaplacePrior(.1))<.8*size(None)

def test_an_ensemble_goes_on_from_its_checkpoint(tmp_path):
    train = partial(ensemble, mlp, None, Categorical(), data(dtype=torch.float), 3, lr=.01, batch_size=10, **quiet)
    whole = train(epochs=6)
    def interrupt(row):
        if row['epoch']==3: raise KeyboardInterrupt
    kept = Checkpoint(tmp_path/'e', every=0., resume=True)
    with pytest.raises(KeyboardInterrupt): train(epochs=6, checkpoint=kept, callback=interrupt)
    assert torch.equal(train(epochs=6, checkpoint=kept).draws, whole.draws)
    begun = (tmp_path/'e').stat().st_mtime_ns
    assert torch.equal(train(epochs=6, checkpoint=kept).draws, whole.draws) and (tmp_path/'e').stat().st_mtime_ns==begun
    with pytest.raises(SymbayesError, match='checkpoint'): train(epochs=6, checkpoint=kept, batch_size=20)

def test_ensemble():
    xy, short = data(dtype=torch.float), dict(epochs=1, **quiet)
    a = ensemble(mlp(), IsotropicNormal(1.), Categorical(), xy, 4, **short)
    b = ensemble(mlp, IsotropicNormal(1.), Categorical(), xy, 4, **short)
    assert len(a)==4 and torch.equal(a.draws, b.draws)  # `make` and redrawing draw alike
    c, d, e = (ensemble(mlp, None, Categorical(), xy, 4, generator=streams(s, 'members'), **short) for s in (0, 0, 1))
    assert torch.equal(c.draws, d.draws) and not torch.equal(c.draws, e.draws)
    two = ensemble(mlp, IsotropicNormal(1.), Categorical(), xy, 2, **short)
    torch.testing.assert_close(two.draws, a.draws[:2])  # a network does not depend on those beside it
    with pytest.raises(SymbayesError, match="layer 'norm' .* would change its buffers"): ensemble(lambda: Residual(nn.BatchNorm2d), None, Categorical(), xy, 2, **short)
    with pytest.raises(SymbayesError, match='reset_parameters'): ensemble(Gain(), None, Categorical(), xy, 2)
    def shifted(seed):
        net = Residual(nn.BatchNorm2d).eval()
        net.norm.running_mean += seed
        return net
    with pytest.raises(SymbayesError, match=r"buffers \['norm.running_mean'\] differ"): ensemble(shifted, None, Categorical(), xy, 2)

@pytest.mark.parametrize('change,message', [(dict(seeds=[]), 'at least one'), (dict(seeds=[1, 1]), 'different'), (dict(epochs=-1), 'epochs is -1'), (dict(batch_size=.5), 'batch_size'),
    (dict(lr=0.), 'lr is 0.0'), (dict(data=torch.ones(3)), 'data are'), (dict(data=(torch.ones(3, 2, 5, 5), torch.zeros(2))), '3 inputs and 2 targets'),
    (dict(make=lambda: 3), 'make returns a int'), (dict(data=data(classes=4)), 'labels run from 0 to 3'), (dict(seeds='ab'), 'seeds are'), (dict(prior=1.), 'prior is a float')])
def test_bad_input(change, message):
    given_all = dict(make=lambda: mlp().double(), seeds=range(2), data=data(), likelihood=Categorical()) | quiet | change
    with pytest.raises(SymbayesError, match=message) as e: train_ensemble(**given_all)
    assert '\n' not in str(e.value)

def test_a_network_that_diverges_is_named():
    def make(seed):
        net = mlp()
        if seed==7: nn.init.constant_(net[1].weight, 1e30)
        return net
    with pytest.raises(SymbayesError, match=r'in epoch 1'): train_ensemble(make, [3, 7], data(dtype=torch.float), Categorical(), IsotropicNormal(1.), epochs=1, **quiet)

def test_an_ensemble_of_a_network_with_a_frozen_layer_trains_beside_that_layer():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 2))
    net[0].requires_grad_(False)
    x = torch.randn(60, 2)
    y = (x[:, 0]>0).long()
    q = ensemble(net, None, Categorical(), (x, y), 3, epochs=80, lr=.02, **quiet)
    assert set(q.params)=={'2.weight', '2.bias'}
    _, history = train_ensemble(reinitialised(net), range(3), (x, y), Categorical(), epochs=80, lr=.02, **quiet)
    loss = torch.stack([F.cross_entropy(o, y) for o in network_outputs(net, q.params, x)])
    torch.testing.assert_close(loss, -torch.tensor(history.log_lik[-3:].to_numpy()).float()/60, atol=.01, rtol=0)

@pytest.mark.defect('U3')
def test_an_ensemble_trains_by_default(monkeypatch):
    "Until it has converged, as `fit`; three epochs left the members at the mean of the targets"
    g = torch.Generator().manual_seed(0)
    x = torch.linspace(-1, 1, 40)[:, None]
    y = (2*x).sin() + .02*torch.randn(40, 1, generator=g)
    net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
    w = ensemble(net, IsotropicNormal(1.), Gaussian(.1), (x, y), 3, progress=False)
    mean = torch.stack([torch.func.functional_call(net, {k: t[i] for k,t in w.params.items()}, x) for i in range(3)]).mean(0)
    assert (mean-y).square().mean().sqrt() < .2*y.std()

@pytest.mark.defect('T1')
def test_an_ensemble_that_ends_at_its_cap_says_what_mends_it(monkeypatch):
    for k in ('default_max_steps', 'default_max_steps_small'): monkeypatch.setattr(convergence, k, 30)
    x = torch.linspace(-1, 1, 40)[:, None]
    parts = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1)), IsotropicNormal(1.), Gaussian(.02), (x, (3*x).sin())
    with pytest.warns(UserWarning, match='had not converged') as said: ensemble(*parts, 2, **quiet)
    line, = (str(w.message) for w in said if 'converged' in str(w.message))
    assert '\n' not in line
    remedy = eval(f'dict({re.search("epochs=.* goes on", line)[0].removesuffix(" goes on")})')
    assert remedy['epochs']>30 and len(ensemble(*parts, 2, **remedy, **quiet))==2
