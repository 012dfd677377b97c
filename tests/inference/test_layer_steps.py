"Steps by hand train as autograd does, and every network that is not a plain chain is recorded from autograd"
import copy
import pytest, torch
from symbayes.all import *
from symbayes.core.random import seeded_module
from symbayes.distributions.problem import Problem
from symbayes.inference.layer_steps import chain_of
from symbayes.inference.objective import Objective, start_run, train_epoch
from symbayes.inference.options import TrainConfig
from symbayes.inference.steps import Steps
from torch import nn

def rng(seed): return torch.Generator().manual_seed(seed)
x = 4*torch.rand(40, 2, generator=rng(0))-2
y = torch.sin(2*x[:, :1]) + .1*torch.randn(40, 1, generator=rng(1))
labels, unit = torch.randint(0, 3, (40,), generator=rng(2)), IsotropicNormal(1.)

def mlp(act=nn.Tanh, out=1, seed=0, n_in=2, bias=True):
    return seeded_module(lambda: nn.Sequential(nn.Linear(n_in, 8, bias), act(), nn.Sequential(nn.Linear(8, 8), act()), nn.Linear(8, out)), seed)

def setting(act=nn.Tanh, likelihood=Gaussian(.2), data=(x, y), members=1, S=1, batch=None, prior=unit, dtype=torch.float32, bias=True, beta=1., mi=None, estimator=None):
    out = 3 if isinstance(likelihood, Categorical) else data[1].shape[-1]
    nets = [mlp(act, out, i, data[0].shape[1], bias).to(dtype) for i in range(members)]
    return dict(nets=nets, likelihood=copy.deepcopy(likelihood).to(dtype), data=tuple(t.to(dtype) if t.is_floating_point() else t for t in data), S=S,
        batch=batch, prior=prior, beta=beta, mi=mi or S, group=mlp_group(nets[0]) if estimator else None, estimator=estimator)

settings = {
    'tanh': dict(), 'four draws': dict(S=4), 'one input, four draws': dict(S=4, data=(x[:, :1], y)), 'members': dict(members=3),
    'members in batches, two draws': dict(members=3, S=2, batch=10), 'relu in batches': dict(act=nn.ReLU, batch=16),
    'classes, silu': dict(act=nn.SiLU, likelihood=Categorical(), data=(x, labels)),
    'classes, members in batches': dict(likelihood=Categorical(), data=(x, labels), members=2, S=2, batch=10),
    'zeros and ones, gelu': dict(act=nn.GELU, likelihood=Bernoulli(), data=(x, (y>0).float()), S=2),
    'two outputs, prior off zero, sigmoid': dict(act=nn.Sigmoid, data=(x, torch.cat([y, -y], 1)), prior=IsotropicNormal(.7, .1)),
    'no bias, tempered': dict(bias=False, beta=.3), 'symmetrised, tempered': dict(S=2, estimator=Soules(), beta=.3), 'symmetrised relu': dict(act=nn.ReLU, estimator=Soules(20, 5)),
    'symmetrised, fewer draws': dict(S=4, mi=1, estimator=Sinkhorn()), 'symmetrised members': dict(members=3, S=2, estimator=Soules(), batch=10)}

def trained(s, why=None, steps=100):
    "Posterior after some steps, and the steps"
    q = MeanField.from_module(s['nets'] if len(s['nets'])>1 else s['nets'][0], .05)
    gens = [rng(10+i) for i in range(len(s['nets']))]
    run = start_run(q, s['likelihood'], 1e-3, TrainConfig().optimizer, None, gens)
    objective = Objective(Problem(s['nets'][0], s['prior'], s['likelihood'], s['data'], s['group']), s['estimator'], s['S'], s['mi'])
    taken, per = Steps(run, objective, why=why), -(-40//(s['batch'] or 40))
    values = [train_epoch(run, objective, s['data'], s['batch'], lambda i: s['beta'], take_step=taken) for _ in range(steps//per)]
    return q, taken, torch.stack(values)

def by_hand(steps): return len(steps.tapes)>0 and all(s.by_hand for s in steps.tapes.values())

def both(name):
    "Both precisions, of which the single one is slow where the bound is long"
    return [pytest.param(name, t, id=f'{name}-{k}', marks=pytest.mark.slow if k=='single' and name.startswith('symm') else []) for k,t in (('single', torch.float32), ('double', torch.float64))]

@pytest.mark.parametrize('name,dtype', [p for name in settings for p in both(name)])
def test_steps_by_hand_train_as_autograd_does(name, dtype):
    s = setting(**settings[name], dtype=dtype)
    (q, steps, values), (q2, _, values2) = trained(s), trained(s, 'as asked for')
    assert by_hand(steps), steps
    near = 1e-5 if dtype is torch.float32 else 1e-11
    for a,b in zip(q.parameters(), q2.parameters(), strict=True): torch.testing.assert_close(a, b, rtol=near, atol=near)
    torch.testing.assert_close(values, values2, rtol=20*near, atol=20*near)

def test_a_stack_by_hand_trains_as_its_members_do():
    s = setting(members=3, S=2, batch=10)
    q, steps, _ = trained(s)
    for i in range(3):
        run = start_run(MeanField.from_module(s['nets'][i], .05), s['likelihood'], 1e-3, TrainConfig().optimizer, None, [rng(10+i)])
        objective = Objective(Problem(s['nets'][i], unit, s['likelihood'], s['data'], None), n_samples=2)
        alone = Steps(run, objective)
        for _ in range(25): train_epoch(run, objective, s['data'], 10, lambda i: 1., take_step=alone)
        assert by_hand(alone) and by_hand(steps)
        torch.testing.assert_close(q.loc[i], run.q.loc, rtol=1e-5, atol=1e-5)

class Doubled(nn.Linear):
    def forward(self, x): return 2*super().forward(x)
class Skipping(nn.Sequential):
    def forward(self, x): return super().forward(x)+x
def replaced(make, i, new):
    net = make()
    net[i] = new(net)
    return net
def changed(f):
    net = mlp()
    f(net)
    return net
others = {
    'subclassed layer': lambda: replaced(mlp, 0, lambda n: Doubled(2, 8)), 'own forward': lambda: Skipping(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2)),
    'shared layer': lambda: replaced(mlp, 3, lambda n: nn.Sequential(n[2], nn.Linear(8, 1))), 'tied weights': lambda: changed(lambda n: setattr(
        n[3], 'weight', nn.Parameter(n[3].weight.repeat(8, 1))) or setattr(n[3], 'bias', n[2][0].bias) or setattr(n[3], 'weight', n[2][0].weight)),
    'frozen bias': lambda: changed(lambda n: n[0].bias.requires_grad_(False)), 'dropout': lambda: replaced(mlp, 1, lambda n: nn.Dropout(.5)),
    'normalised': lambda: replaced(mlp, 1, lambda n: nn.LayerNorm(8)), 'further parameter': lambda: changed(lambda n: n[0].register_parameter(
        'scale', nn.Parameter(torch.ones(1)))), 'replaced forward': lambda: changed(lambda n: setattr(n[1], 'forward', lambda x: x)),
    'parametrised': lambda: changed(lambda n: nn.utils.parametrizations.weight_norm(n[0])), 'in place': lambda: mlp(lambda: nn.ReLU(inplace=True))}

@pytest.mark.parametrize('name', others)
def test_other_networks_are_no_plain_chain(name):
    net = others[name]()
    assert chain_of(net, MeanField.from_module(net, .05).layout.shapes) is None
    assert chain_of(mlp(), MeanField.from_module(mlp(), .05).layout.shapes)

@pytest.mark.parametrize('what', ['learned noise', 'low rank', 'prior per tensor', 'Student-t'])
def test_other_problems_are_recorded_from_autograd(what):
    net = mlp()
    q = LowRank.from_module(net, 2, .05, rng(0)) if what=='low rank' else MeanField.from_module(net, .05)
    likelihood = Gaussian(.2, learned=True) if what=='learned noise' else StudentT() if what=='Student-t' else Gaussian(.2)
    prior = IsotropicNormal(dict.fromkeys(q.layout.shapes, 1.)) if what=='prior per tensor' else unit
    steps = Steps(start_run(q, likelihood, 1e-3, TrainConfig().optimizer, None, [rng(0)]), Objective(Problem(net, prior, likelihood, (x, y), None)))
    data = x, y
    for _ in range(12): steps(data)
    assert steps.told=='recorded' and not by_hand(steps)

def test_a_layer_that_is_replaced_between_steps_is_seen():
    net = mlp()
    run = start_run(MeanField.from_module(net, .05), Gaussian(.2), 1e-3, TrainConfig().optimizer, None, [rng(0)])
    steps, data = Steps(run, Objective(Problem(net, unit, run.likelihood, (x, y), None))), (x, y)
    for _ in range(12): steps(data)
    assert by_hand(steps)
    net[1] = nn.Softplus()
    steps.look_again()
    for _ in range(2): steps(data)
    assert steps.told=='recorded' and not by_hand(steps)

def test_symmetrised_steps_are_one_loop():
    _, taken, _ = trained(setting(S=2, estimator=Soules()), steps=8)
    step, = taken.tapes.values()
    assert step.loop is not None and len(step.tape.steps)==1
