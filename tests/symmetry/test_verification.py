"Claims about a model's function, put to the test: inputs and outputs of any kind, random weights and statistics, one draw at a time."
from collections import OrderedDict, namedtuple
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves

from cases import copies, Function, mlp, Net, rng, same, two_layers
from symbayes.core.messages import SymbayesError
from symbayes.core.tensors import seeded_module
from symbayes.discovery.finding import mlp_group, symmetry_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.fitting import fit
from symbayes.distributions.problem import check_group
from symbayes.inference.prediction import evaluate, predict
from symbayes.information.symmetrized_elbo import elbo, symmetrize
from symbayes.symmetry.permutations import PermutationGroup
from symbayes.symmetry.verification import (
    Trial, draw_statistic, draw_weight, network_gap, output_spread, passing_size, running_statistics, typical_size, usual_draws)

x = torch.randn(12, 3, generator=rng(0))
mlp_axes, plain_axes = two_layers(), two_layers('a', 'b')

def refused(call, *words: str) -> str:
    "In one line"
    with pytest.raises(SymbayesError) as e: call()
    say = str(e.value)
    assert all(w in say for w in words) and '\n' not in say and len(say)<400, say
    return say


# what a model is called with

def gated() -> Net:
    "A real and a whole input, a mask by name, and an option"
    def call(s, value, kind, mask=None, *, times=1):
        h = s.a(value).relu()*s.kind(kind)
        return s.b(h if mask is None else h*mask[:, None])*times
    return Net(call, a=(3, 5), kind=nn.Embedding(4, 5), b=(5, 2))

gated_axes = plain_axes | {'kind.weight': (4, 'h')}
kind, mask = torch.arange(12)%4, (torch.arange(12)%3>0)
calls = {'by position': ((x, kind), {}), 'a tuple': (((x, kind),), {}), 'a dict': (({'kind': kind, 'value': x},), {}), 'by name': ((), dict(value=x, kind=kind)),
    'both': ((x, kind), dict(mask=mask)), 'an option': ((x, kind), dict(mask=mask, times=3)), 'a dict and a name': (({'kind': kind, 'value': x},), dict(times=2))}

@pytest.mark.parametrize('where', ['name', 'position'])
@pytest.mark.parametrize('name', calls)
def test_inputs_of_every_kind(name, where):
    args, named = calls[name]
    net, g = seeded_module(gated, 0), PermutationGroup({'h': 5}, gated_axes)
    how = lambda seed: dict(args=(*args, rng(seed)), named=named) if where=='position' else dict(args=args, named=named|dict(generator=rng(seed)))
    def verified(g, seed, f='verify'):
        h = how(seed)
        return getattr(g, f)(net, *h['args'], **h['named'])
    assert verified(g, 1) is g
    for k in gated_axes:
        if 'h' in gated_axes[k]: refused(lambda: verified(PermutationGroup({'h': 5}, gated_axes|{k: tuple(5 if f=='h' else f for f in gated_axes[k])}), 2), 'no symmetry')
    assert torch.equal(verified(g, 3, 'function_gap'), verified(g, 3, 'function_gap')) and len(verified(g, 3, 'function_gap'))==8

def test_the_old_name_of_the_inputs_is_understood():
    g, net = mlp_group([3, 4, 2]), mlp(3, 4, 2)
    assert g.verify(net, x=x) is g and g.verify(model=net, x=x, generator=rng(0)) is g
    class Named(nn.Sequential):
        def forward(self, x): return super().forward(x)
    assert g.verify(Named(*net), x=x) is g

def test_a_list_as_one_argument():
    net = Net(lambda s, images: torch.cat([s.b(s.a(i).relu()) for i in images]), a=(3, 4), b=(4, 2))
    assert PermutationGroup({'h': 4}, plain_axes).verify(net, ([x, x[:2]],), rng(0))

class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.out = nn.LSTM(3, 4, batch_first=True), nn.Linear(4, 2)
    def forward(self, x, state): return self.out(self.cell(x, state)[0])

def test_a_tuple_among_the_arguments_stays_whole():
    net, state = seeded_module(Recurrent, 0), (torch.zeros(1, 6, 4), torch.zeros(1, 6, 4))
    gates = lambda *rest: ([('h',)]*4, *rest)
    axes = {'cell.weight_ih_l0': gates(3), 'cell.weight_hh_l0': gates('h'), 'cell.bias_ih_l0': gates(), 'cell.bias_hh_l0': gates(), 'out.weight': (2, 'h'), 'out.bias': (2,)}
    axes = {k: tuple(['h']*4 if isinstance(f, list) else f for f in v) for k,v in axes.items()}
    seq = torch.randn(6, 5, 3, generator=rng(1))
    class Started(Recurrent):
        def forward(self, x, state): return super().forward(x, tuple(0*s for s in state))
    g = PermutationGroup({'h': 4}, axes)
    assert g.verify(seeded_module(Started, 0), seq, state, rng(0)) is g
    refused(lambda: g.verify(net, seq, state, rng(0)), 'no symmetry')  # a state that is disturbed belongs to units

def test_masks_that_are_minus_infinity():
    "An attention mask is no number to be disturbed by its size"
    attends = lambda: Net(lambda s, x, mask: s.b((((h := s.a(x).tanh())@h.mT) + mask).softmax(-1)@h), a=(3, 4), b=(4, 2))
    causal = torch.full((12, 12), -torch.inf).triu(1)
    net = seeded_module(attends, 0)
    for seed in range(3):
        gap = PermutationGroup({'h': 4}, plain_axes, {'h'}).function_gap(net, x, causal, generator=rng(seed))
        assert gap.max()<1e-12
        refused(lambda: PermutationGroup({'h': 4}, plain_axes|{'a.bias': (4,)}).verify(net, x, mask=causal, generator=rng(seed)), 'no symmetry')


# what it returns

Point = namedtuple('Point', 'mean, more')

@dataclass
class Answer:
    logits: Tensor
    loss: Tensor|None = None

outs = {
    'a tensor': lambda y: y, 'a tuple': lambda y: (y, y.sum()), 'a list': lambda y: [y[:, :1], y[:, 1:]], 'a dict': lambda y: {'a': y, 'n': None, 's': 'text'}, 'nested': lambda y: {'a': [(y, {'b': y.exp()})]},
    'a named tuple': lambda y: Point(y, (y, 3)), 'a dataclass': lambda y: Answer(y, y.mean()), 'an ordered dict': lambda y: OrderedDict(a=y),
    'a distribution': lambda y: torch.distributions.Normal(y, 1.), 'whole numbers': lambda y: (y*10).round().long(), 'yes and no': lambda y: y>0, 'complex': lambda y: torch.fft.fft(y), 'a number': lambda y: y.sum(),
    'a Python number': lambda y: y.sum().item(), 'sparse': lambda y: y.to_sparse(), 'empty beside': lambda y: (y, y[:0]), 'half NaN': lambda y: torch.where(y>0, y, torch.nan), 'infinite beside': lambda y: (y, y/0.),
    'single precision': lambda y: y.float(), 'the weights': lambda y: y,
}

class Returns(nn.Sequential):
    def __init__(self, how: str):
        super().__init__(*mlp(3, 6, 2))
        self.how = how
    def forward(self, x):
        y = outs[self.how](super().forward(x))
        return (y, self[2].bias) if self.how=='the weights' else y

@pytest.mark.parametrize('how', outs)
def test_outputs_of_every_kind(how):
    net = seeded_module(lambda: Returns(how), 0)
    right = PermutationGroup({'h': 6}, mlp_axes)
    assert right.verify(net, x, rng(0)) is right
    for wrong in (mlp_axes|{'0.bias': (6,)}, mlp_axes|{'2.weight': (2, 6)}):
        refused(lambda: PermutationGroup({'h': 6}, wrong).verify(net, x, rng(0)), 'no symmetry of the model')

@pytest.mark.parametrize('give,say', [(lambda y: None, 'returns no tensor'), (lambda y: 'text', 'returns no tensor'), (lambda y: {}, 'returns no tensor'), (lambda y: y*torch.nan, 'no finite output'),
    (lambda y: y[:, y.mean(0)>0], 'shapes of the outputs depend on the weights')])
def test_outputs_that_say_nothing(give, say):
    refused(lambda: mlp_group([3, 4, 2]).verify(nn.Sequential(*mlp(3, 4, 2), Function(give)), x, rng(0)), say)

def test_values_that_are_not_finite_do_not_count():
    assert output_spread(torch.tensor([[1.], [torch.nan], [3.]])).item()==1.
    assert output_spread(torch.full((4, 2), 1e6).double())[0]==1e3 and output_spread(torch.tensor([[-2.]])).item()==2.

def test_weights_that_have_to_be_positive():
    "No output is finite at most weights: then those close to the model's own are tried"
    logs = lambda: Net(lambda s, x: s.b(s.a(x).relu()*s.scale.log()), a=(3, 64), scale=nn.Parameter(torch.ones(64)), b=(64, 2))
    axes = plain_axes | {'scale': ('h',)}
    net = seeded_module(logs, 0)
    PermutationGroup({'h': 64}, axes).verify(net, x, rng(0))
    refused(lambda: PermutationGroup({'h': 64}, axes|{'scale': (64,)}).verify(net, x, rng(0)), 'no symmetry')


# random statistics

image_axes = {'conv.weight': ('c', 1, 3, 3), 'conv.bias': ('c',), 'out.weight': (2, 'c'), 'out.bias': (2,)}
both, one = {'norm.weight': ('c',), 'norm.bias': ('c',)}, {'norm.running_mean': ('c',), 'norm.running_var': ('c',)}
images = torch.randn(7, 1, 6, 6, generator=rng(3))
norms = {'batch norm': (lambda: nn.BatchNorm2d(4), both, one), 'without weights': (lambda: nn.BatchNorm2d(4, affine=False), {}, one),
    'instance norm': (lambda: nn.InstanceNorm2d(4, affine=True, track_running_stats=True), both, one), 'plain instance norm': (lambda: nn.InstanceNorm2d(4, track_running_stats=True), {}, one),
    'no statistics': (lambda: nn.InstanceNorm2d(4, affine=True), both, {}), 'of the batch': (lambda: nn.BatchNorm2d(4, track_running_stats=False), both, {}), 'layer norm': (lambda: nn.GroupNorm(1, 4), both, {})}

@pytest.mark.parametrize('seen', [0, 20])
@pytest.mark.parametrize('name', norms)
def test_statistics_are_drawn(name, seen):
    make, axes, stats = norms[name]
    net = seeded_module(lambda: Net(lambda s, x: s.out(s.norm(s.conv(x)).relu().mean((2, 3))), conv=nn.Conv2d(1, 4, 3), norm=make(),
        out=(4, 2)), 0)
    for _ in range(seen): net(2*images+1)
    g = PermutationGroup({'c': 4}, image_axes|axes|stats)
    before = copies(net)
    for seed in range(3): assert g.verify(net, images, rng(seed)) is g
    assert g.buffers==tuple(stats) and net.training and same(net.state_dict(), before)
    for k in stats:
        fewer = PermutationGroup({'c': 4}, {n: a for n,a in g.axes.items() if n!=k})
        say = refused(lambda: fewer.verify(net, images, rng(0)), 'no symmetry', f'buffers {k!r} (4,) may differ', 'add them to axes')
        refused(lambda: PermutationGroup({'c': 4}, dict(g.axes)|{k: (4,)}).verify(net, images, rng(0)), f'buffers {k!r} (4,) may differ')
        assert not any(repr(o) in say for o in stats if o!=k)

def marked() -> Net:
    "A buffer of its own, a mask of whole numbers, and a frozen tensor, all of them of units"
    return Net(lambda s, x: s.b((s.a(x).relu()+s.frozen)*s.gain*s.on), a=(3, 4), b=(4, 2), gain=torch.ones(4), on=torch.tensor([1, 0, 1, 1]),
        frozen=nn.Parameter(torch.arange(4.), requires_grad=False))

own = {'gain': ('h',), 'on': ('h',), 'frozen': ('h',)}

def test_buffers_of_ones_own_and_frozen_tensors():
    net = seeded_module(marked, 0)
    g = PermutationGroup({'h': 4}, plain_axes|own, buffers=tuple(own))
    assert g.verify(net, x, rng(0)) is g
    for k in own:
        fewer = [n for n in own if n!=k]
        broken = PermutationGroup({'h': 4}, plain_axes|{n: own[n] for n in fewer}, buffers=tuple(fewer))
        if k=='gain': assert broken.verify(net, x, rng(0)) is broken   # alike for all units, and no running statistic
        else: refused(lambda: broken.verify(net, x, rng(0)), f'{k!r} (4,) may differ')
    a = g.sample(generator=rng(1))
    other = g.moved(net, a)
    assert torch.equal(other.on, net.on[a['h']]) and torch.equal(other.frozen, net.frozen[a['h']]) and other.on.dtype==torch.int64 and not other.frozen.requires_grad

@pytest.mark.parametrize('values', [torch.zeros(500), torch.full((500,), 2.), torch.full((500,), 1e-8)], ids=['zero', 'two', 'tiny'])
def test_random_statistics_are_what_they_should_be(values):
    mean, var = torch.empty(500), torch.empty(500)
    draw_statistic(mean, values, 1., generator=rng(0))
    draw_statistic(var, values, 1., True, rng(1))
    layer = nn.Linear(3, 4)
    for i,sign in enumerate((1, -1)): layer.register_buffer(f'at{i}', sign*torch.ones(2))
    assert [Trial(layer, ((x,), {}), ['at0', 'at1'])._scale(f'at{i}') for i in (0, 1)]==[(1., True), (1., False)]
    assert mean.std()>.5 and bool((var>0).all()) and len(var.unique())>450 and var.isfinite().all()
    on = torch.tensor([True, False])
    draw_statistic(on, torch.tensor([False, True]), 1.)
    assert on.tolist()==[False, True]

def test_statistics_of_layers_that_are_no_torch_norms():
    own = Net(None, running_mean=torch.zeros(4), other=torch.zeros(4))
    assert running_statistics(nn.Sequential(own, nn.BatchNorm1d(4), nn.LayerNorm(4)))==['0.running_mean', '1.running_mean', '1.running_var']


# random weights

@pytest.mark.parametrize('keep', [True, False])
@pytest.mark.parametrize('n', [1, 1000, 3_000_000])
def test_random_weights(keep, n):
    own, t = torch.full((n,), 5., dtype=torch.float64), torch.empty(n, dtype=torch.float64)
    draw_weight(t, own, 2., keep, rng(0))
    again = torch.empty_like(t)
    draw_weight(again, own, 2., keep, rng(0))
    assert torch.equal(t, again) and torch.equal(own, torch.full_like(own, 5.))
    if n>1: assert abs(t.mean()-5*keep)<.2 and abs(t.std()-2)<.1

def test_no_two_units_of_a_large_layer_are_alike():
    "Its random numbers repeat, but at no distance that is a multiple of a unit's length"
    t = torch.empty(4096, 2048)
    draw_weight(t, torch.zeros(()).expand_as(t), 1., generator=rng(0))
    assert len(t[:, :3].unique(dim=0))==4096 and len(t[:3].T.unique(dim=0))==2048

@pytest.mark.parametrize('t,size', [(torch.zeros(5), .1), (torch.full((5,), 3.), 3.), (torch.tensor([3., torch.inf, torch.nan, 3.]), (18/4)**.5), (torch.full((4,), -torch.inf), .1), (torch.arange(3), 1.), (torch.zeros(0), 1.),
    (torch.full((3,), 3+4j), 5.), (torch.full((100,), 300., dtype=torch.float16), 300.)], ids=str)
def test_typical_sizes(t, size): assert typical_size(t)==pytest.approx(size, rel=1e-3) and passing_size(torch.zeros(4, 8))==.5

def test_fewer_draws_of_huge_models():
    assert [usual_draws(n) for n in (0, 10, 2*10**7, 25*10**6, 138*10**6, 10**10)]==[8, 8, 8, 6, 3, 3]

def test_huge_models_are_held_twice():
    "The own weights, and once in double precision: draws and moves are written into the copy"
    net = nn.Linear(5000, 4100, bias=False)
    trial = Trial(net, ((torch.randn(2, 5000),), {}))
    trial.draw(0)
    held = {t.data_ptr(): t.dtype for t in tree_leaves(vars(trial)) if isinstance(t, torch.Tensor) and t.numel()>1e6}
    assert held=={net.weight.data_ptr(): torch.float32, trial.model.weight.data_ptr(): torch.float64} and not trial.single
    assert .09<trial.model.weight.std()<.11

def test_weights_in_double_precision_are_not_overwritten():
    net = mlp(3, 4, 2).double()
    own = [p.clone() for p in net.parameters()]
    assert mlp_group([3, 4, 2]).verify(net, x.double()) and all(map(torch.equal, own, net.parameters()))

def test_outputs_of_other_shapes_are_infinitely_far():
    class Cut(nn.Linear):
        def forward(self, x): return super().forward(x)[:, :2]
    assert network_gap(nn.Linear(3, 4), Cut(3, 4), ((x,), {}))==torch.inf


# what must not be overlooked

def plain(depth: int, wrong: dict|None = None) -> PermutationGroup:
    at = lambda i: 3 if i<0 else 2 if i==depth else f'h{i}'
    axes = {f'{2*i}.{k}': (at(i), at(i-1))[:n] for i in range(depth+1) for k,n in (('weight', 2), ('bias', 1))}
    return PermutationGroup({f'h{i}': 6 for i in range(depth)}, axes|(wrong or {}))

@pytest.mark.parametrize('depth', [2, 10, 30, 50])
def test_the_first_of_many_layers(depth):
    "With weights as they are at the start, signals fade on their way, and with them what is wrong"
    for seed in range(3):
        net = seeded_module(lambda: mlp(3, *[6]*depth, 2), seed)
        assert plain(depth).verify(net, x, rng(seed))
        refused(lambda: plain(depth, {'0.bias': (6,)}).verify(net, x, rng(seed)), 'no symmetry')

def test_draws_of_different_size_count_alike():
    "One draw in two has outputs that are 1e12 times larger, and ties are wrong where it is small"
    loud = lambda: Net(lambda s, x: s.b(s.a(x).relu()) + torch.where(s.gain>.5e12, s.gain, 0.), a=(3, 4), b=(4, 2),
        gain=nn.Parameter(torch.tensor(1e12)))
    axes = plain_axes | {'gain': ()}
    net = seeded_module(loud, 0)
    assert PermutationGroup({'h': 4}, axes).verify(net, x, rng(0))
    refused(lambda: PermutationGroup({'h': 4}, axes|{'a.bias': (4,)}).verify(net, x, rng(0)), 'no symmetry')


# the model is left alone, whatever it is

def test_modes_and_random_numbers_are_left_alone():
    net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(.5), nn.ReLU(), nn.Linear(4, 2)).train()
    net[1].eval()
    g = PermutationGroup({'h': 4}, two_layers(last='3'))
    before, state = copies(net), torch.get_rng_state()
    g.verify(net, x, rng(0))
    assert [m.training for m in net.modules()]==[True, True, False, True, True] and torch.equal(torch.get_rng_state(), state)
    assert same(net.state_dict(), before)
    net[1] = Function(lambda x: nn.functional.dropout(x, .5))
    refused(lambda: g.verify(net, x, rng(0)), 'draws random numbers in evaluation mode')
    assert torch.equal(torch.get_rng_state(), state)

def test_an_error_leaves_the_model_alone():
    net = mlp(3, 4, 2)
    net.train()
    before = copies(net)
    refused(lambda: mlp_group([3, 4, 2]).verify(net, torch.zeros(5, 7)), 'the model does not take inputs of shape (5, 7) float32')
    assert net.training and same(net.state_dict(), before)

def tied() -> Net:
    net = Net(lambda s, x: s.down((s.up(x)*s.more(x)).relu()), up=(3, 4), down=(4, 3, False), more=(3, 4))
    net.more.weight = net.up.weight
    return net

def test_tied_parameters():
    net = seeded_module(tied, 0)
    axes = {'up.weight': ('h', 3), 'up.bias': ('h',), 'down.weight': (3, 'h'), 'more.bias': ('h',)}
    g = PermutationGroup({'h': 4}, axes)
    assert g.verify(net, x, rng(0)) is g
    refused(lambda: PermutationGroup({'h': 4}, axes|{'more.bias': (4,)}).verify(net, x, rng(0)), 'no symmetry')
    other = g.moved(net, g.sample(generator=rng(1)))
    assert other.more.weight is other.up.weight and other.up.weight is not net.up.weight and torch.allclose(other(x), net(x), atol=1e-6)

class Old(nn.Module):
    "Weight norm as it was, with a tensor that cannot be copied; and a constant that is no buffer"
    def __init__(self):
        super().__init__()
        with pytest.warns(FutureWarning): self.a = nn.utils.weight_norm(nn.Linear(3, 4))
        self.b, self.shift = nn.Linear(4, 2), torch.randn(3)
    def forward(self, x): return self.b(self.a(x+self.shift).relu())

def test_old_weight_norm():
    net = seeded_module(Old, 0)
    g = PermutationGroup({'h': 4}, {'a.weight_g': ('h', 1), 'a.weight_v': ('h', 3), 'a.bias': ('h',), 'b.weight': (2, 'h'), 'b.bias': (2,)})
    assert g.function_gap(net, x, generator=rng(0)).max()<1e-12
    assert torch.allclose(g.moved(net, g.sample(generator=rng(1)))(x), net(x), atol=1e-6)

def test_a_model_that_runs_in_single_precision_alone():
    class Single(nn.Sequential):
        def forward(self, x): return super().forward(x.float())
    g, net = mlp_group([3, 4, 2]), Single(*mlp(3, 4, 2))
    for seed in range(5):
        g.verify(net, x, rng(seed))
        refused(lambda: mlp_group([3, 4, 2], signed=True).verify(net, x, rng(seed)), 'no symmetry')

# causes

def test_the_label_at_fault_is_named():
    axes = {'0.weight': ('a', 3), '0.bias': ('a',), '2.weight': ('b', 'a'), '2.bias': (5,), '4.weight': (2, 'b'), '4.bias': (2,)}
    net = mlp(3, 4, 5, 2)
    assert refused(lambda: PermutationGroup({'a': 4, 'b': 5}, axes).verify(net, x, rng(0)), 'no symmetry').endswith("; units of label 'b' do so by themselves")
    fine = PermutationGroup({'a': 4, 'b': 5}, axes|{'2.bias': ('b',)}, {'a'})
    assert refused(lambda: fine.verify(net, x, rng(0)), 'no symmetry').endswith("; signs of label 'a' do so by themselves")

def test_nested_labels_at_fault():
    "Two blocks of two units, each block with units of its own"
    net = seeded_module(lambda: mlp(3, 4, 2, act=nn.Tanh), 0)
    axes = two_layers(h=('h', 'd'))
    make = lambda axes, signed=(): PermutationGroup({'h': 2, 'd': 2}, axes, signed, inside={'d': 'h'})
    assert make(axes, {'d'}).function_gap(net, x, generator=rng(0)).max()<1e-13
    refused(lambda: make(axes|{'0.bias': (('h', 2),)}).verify(net, x, rng(0)), "units of label 'd' do so by themselves")
    refused(lambda: PermutationGroup({'h': 2, 'd': 2}, axes|{'0.bias': ((2, 'd'),)}).verify(net, x, rng(0)), "units of label 'h' do so by themselves")

bad = {
    'other tensors': (lambda g, net: g.verify(mlp(3, 5, 2), x), "'0.weight' is (4, 3) in the group and (5, 3) in the model"),
    'a buffer that is missing': (lambda g, net: PermutationGroup({'h1': 4}, dict(g.axes)|{'1.running_mean': ('h1',)}).verify(net, x), "'1.running_mean' is (4,) in the group and missing in the model"),
    'a buffer of another shape': (lambda g, net: PermutationGroup({'h1': 4}, dict(g.axes)|{'shift': ('h1', 2)}, buffers=('shift',)).verify(with_shift(net), x), "'shift' is (4, 2) in the group and (4,) in the model"),
    'a model that cannot be copied': (lambda g, net: g.verify(with_lock(net), x), 'cannot be copied'),
    'moved: a stack': (lambda g, net: g.moved(net, g.sample(3)), 'the element: leading axes (3,), expected a single one'),
}

def with_shift(net: nn.Sequential) -> nn.Sequential:
    net.register_buffer('shift', torch.zeros(4))
    return net

def with_lock(net: nn.Sequential) -> nn.Sequential:
    import threading
    net.lock = threading.Lock()
    return net

@pytest.mark.parametrize('name', bad)
def test_bad_input_is_refused_in_one_line(name):
    call, say = bad[name]
    refused(lambda: call(mlp_group([3, 4, 2]), mlp(3, 4, 2)), say)

# the model, moved

@pytest.mark.parametrize('training', [True, False])
@pytest.mark.parametrize('dtype', [torch.float32, torch.float64, torch.bfloat16])
def test_moved_models_keep_what_they_are(dtype, training):
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
    for _ in range(5): net(3*x+1)
    net.to(dtype).train(training)
    net[3].bias.requires_grad_(False)
    axes = {'0.weight': ('h', 3), '0.bias': ('h',), '1.weight': ('h',), '1.bias': ('h',), '3.weight': (2, 'h'), '1.running_mean': ('h',), '1.running_var': ('h',)}
    g = PermutationGroup({'h': 4}, axes)
    a, before = g.sample(generator=rng(0)), copies(net)
    other = g.moved(net, a)
    assert other.training==training and [t.dtype for t in other.state_dict().values()]==[t.dtype for t in before.values()]
    assert same(net.state_dict(), before) and not other[3].bias.requires_grad and other[0].weight.requires_grad
    for k in ('1.num_batches_tracked', '3.bias'): assert torch.equal(other.state_dict()[k], before[k])
    for k in axes: assert torch.equal(other.state_dict()[k], before[k].index_select(axes[k].index('h'), a['h'])), k
    back = g.moved(other, g.inverse(a))
    assert same(back.state_dict(), before)
    with torch.no_grad(): torch.testing.assert_close(other.eval()(x.to(dtype)), net.eval()(x.to(dtype)), rtol=2e-2 if dtype==torch.bfloat16 else 1e-5, atol=2e-2 if dtype==torch.bfloat16 else 1e-5)


# inference moves weights alone

half_axes = two_layers(last='3', o='k') | {'1.running_mean': ('h',), '1.running_var': ('h',), '5.weight': (2, 'k'), '5.bias': (2,)}

def half() -> tuple[nn.Module, PermutationGroup]:
    "A network with a batch norm after its first layer, and none after its second"
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4, affine=False), nn.ReLU(), nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
    for _ in range(9): net(3*x+1)
    return net.eval(), PermutationGroup({'h': 4, 'k': 5}, half_axes, {'k'}, buffers=('1.running_mean', '1.running_var'))

data = (x, torch.randn(12, 2, generator=rng(5)))
quiet = dict(progress=False)
inferences = {
    'fit': lambda net, q, g: fit(net, q, prior, Gaussian(.5), data, g, epochs=1, generator=rng(0), **quiet),
    'evaluate': lambda net, q, g: evaluate(net, q, prior, Gaussian(.5), data, g, n_samples=3, generator=rng(0)),
    'elbo': lambda net, q, g: elbo(net, q, prior, Gaussian(.5), data, 12, g, generator=rng(0)),
    'predict': lambda net, q, g: predict(net, symmetrize(q, g), x, 3, generator=rng(0)),
    'check_group': lambda net, q, g: check_group(net, prior, g, x),
    'verify_once': lambda net, q, g: g.verify_once(net, x),
}
prior = IsotropicNormal(1.)

@pytest.mark.parametrize('name', inferences)
def test_groups_that_move_statistics_are_refused_by_inference(name):
    net, g = half()
    q = MeanField.from_module(net, .1)
    assert g.verify(net, x) is g
    say = refused(lambda: inferences[name](net, q, g), "the group moves the statistics '1.running_mean', '1.running_var', but inference moves weights alone", 'LayerNorm', 'GroupNorm', 'FilterResponseNorm', 'fold')
    assert 'no symmetry' not in say
    assert "g.subgroup(['k']) moves none of them" in say
    inferences[name](net, q, g.subgroup(['k']))

def test_all_units_have_statistics():
    _, g = half()
    refused(g.subgroup(['h']).check_inference, 'inference moves weights alone', 'no unit is without')

@pytest.mark.defect('R16')
@pytest.mark.filterwarnings('ignore:Sparse CSR')
@pytest.mark.parametrize('make', [Tensor.to_sparse, Tensor.to_sparse_csr])
def test_sparse_inputs_are_left_undisturbed(make):
    "A network of sparse inputs has the group that it has of dense ones"
    net, x = mlp(2, 4, 1), torch.randn(6, 2, generator=rng(0))
    assert symmetry_group(net, make(x))==symmetry_group(net, x)
