"Continuous groups that were found: laws, moved networks, precision, elements of several kinds. Dimensions are in test_certificate."
from copy import deepcopy

import pytest
import torch
from torch import nn

from cases import check_action, close, close_tensors, refused, rng
from modules import Net, modules, par
from small_nets import networks, RMS, Model, X, ids
from symbayes.comparison.gauges import gauge
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import free_parameters, seeded_module
from symbayes.discovery.continuous import continuous_group
from symbayes.discovery.reports import symmetries
from symbayes.symmetry.continuous_groups import ContinuousGroup, Place
from symbayes.symmetry.continuous_groups import Block
from symbayes.symmetry.verification import named_tensors, Symmetry

nets = {k: pair for k,pair in networks.items() if k not in ('three gains 1+w', 'a router')} | {
    'a batch norm': (lambda: nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 5), nn.BatchNorm1d(5), nn.Tanh()), X(9, 4))}

def found(name):
    "Network with weights away from their starts, inputs, group"
    make, x = nets[name]
    net, gen = seeded_module(make, 0).eval().double(), rng(0)
    for p in net.parameters(): p.data += .1*torch.randn(p.shape, generator=gen, dtype=p.dtype)
    x = x.double() if x.is_floating_point() else x
    return net, x, continuous_group(net, x)

def branches(s, h): return s.out(h+s.number*s.down(s.up(h).tanh()))
def cut(s, h): return s.b(torch.cat([h[:, :3].relu(), h[:, 3:]*s.buffer], 1))
def centred(s, h): return s.b(h-h.mean(1, keepdim=True))
def behind(f): return lambda s, x: f(s, s.a(x))

L = nn.Linear
dimensions = {
    'a number of a token behind a mean': (lambda: Net(lambda s, x: s.out((x+(s.tokens(x.mT).tanh()+s.bias).mT).mean(1)), tokens=(3, 3), bias=par(3), out=(4, 2)), X(6, 3, 4), 3),
    'one learned number on a branch': (lambda: Net(behind(branches), a=(3, 4), up=(4, 5), down=(5, 4), number=par(), out=(4, 2)), X(6, 3), 16+4+4),
    'a buffer on part of the units': (lambda: Net(behind(cut), a=(3, 7), b=(7, 2), buffer=torch.tensor([1., 2., 3., 4.])), X(6, 3), 4),
    'centred units': (lambda: Net(behind(centred), a=(3, 4), b=(4, 2)), X(6, 3), 9+3+1+2),
    'some outputs': (lambda: Net(lambda net, x: net.b(net.a(x).relu())[:, :2], a=(3, 4), b=(4, 4)), X(6, 3), 2*4+2)}

@pytest.mark.parametrize('name', dimensions)
def test_dimensions(name):
    "Fields that single units of a kind have, or part of them"
    make, x, n = dimensions[name]
    group = continuous_group(seeded_module(make, 0).eval(), x)
    assert group.dimension==n and not group.left_out

@pytest.mark.parametrize('name,n,wrong', [('multihead attention, masked', 24, 0), pytest.param('odd activations', 40, 2, marks=pytest.mark.slow)])
def test_rounding_behind_a_full_softmax_and_many_branches(name, n, wrong):
    "Short gradients are rounding in part; rows of one draw repeat each other; a layer that looks linear to gradients is left out with its reason"
    m = modules[name]
    group = continuous_group(m.model().eval(), *m.inputs, **m.kwargs)
    assert group.dimension==n and len(group.left_out)==wrong

@pytest.mark.parametrize('name', nets)
def test_laws(name):
    net, x, g = found(name)
    w = free_parameters(net)
    check_action(g, w)
    stack = g.sample(3, generator=rng(3))
    close_tensors({k: t[1] for k,t in g.act(stack, w).items()}, g.act({l: t[1] for l,t in stack.items()}, w))
    close(network_outputs(net, g.act(stack, w), x), network_outputs(net, w, x).expand(3, *net(x).shape))
    assert isinstance(g, Symmetry) and g.verify(net, x, generator=rng(0)) is g
    assert int(torch.linalg.matrix_rank(g.tangents(w)))<=g.dimension==g.table().dimension.sum()

@pytest.mark.parametrize('name', ['three gains', 'LayerNorm and biases', 'a rotary head', 'packed attention'])
@pytest.mark.parametrize('hadamard', [False, True])
def test_rotated_networks(name, hadamard):
    "The same function to rounding, in a state dict of the same class"
    net, x, g = found(name)
    turn = g.rotation(hadamard, generator=rng(0))
    moved = g.moved(net, turn)
    assert (moved(x)-net(x)).abs().max()<1e-12 and max((p-q).abs().max() for p,q in zip(moved.parameters(), net.parameters()))>.1
    single, x = net.float(), x.float() if x.is_floating_point() else x
    moved = g.moved(single, turn)
    assert (moved(x)-single(x)).abs().max()<1e-5*single(x).abs().max().clamp_min(1)
    again = seeded_module(nets[name][0], 1).eval()
    again.load_state_dict(moved.state_dict())
    assert torch.equal(again(x), moved(x))

def test_a_wrong_claim():
    net = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 4)).double().eval()
    shapes, pair = {k: tuple(p.shape) for k,p in net.named_parameters()}, torch.tensor([[[0, 1]]])
    half = ContinuousGroup(shapes, {'h': Block('GL(2)', 2, 1, False, False)}, {'h': [Place('0.weight', 0, pair), Place('1.weight', 1, pair, dual=True)]})
    refused('random elements change an output', lambda: half.verify(net, X(5, 3).double()))

def test_a_gain_of_zero_is_told():
    net = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Linear(4, 2)).eval().double()
    with torch.no_grad(): net[1].weight[1] = 0.
    group = continuous_group(net, torch.randn(8, 3, generator=rng(0)).double())
    refused('a gain in front of it has zeros', lambda: group.moved(net, group.sample(generator=rng(1))))

def test_statistics_of_a_batch_norm_stay():
    "A network with statistics of its own moves by them; weights alone by those of the network on which the group was found"
    net, x, g = found('a batch norm')
    assert {b.kind for b in g.blocks.values()}=={'GL(3)', 'GL(1)'} and set(g.statistics)=={f'{i}.running_{k}' for i in (1, 3) for k in ('mean', 'var')}
    other = deepcopy(net)
    for i in (1, 3):
        other[i].running_mean.copy_(X(len(other[i].running_mean), seed=i))
        other[i].running_var.copy_(X(len(other[i].running_var), seed=i).exp())
    a, stack = g.sample(generator=rng(0)), g.sample(2, generator=rng(1))
    close(g.moved(other, a)(x), other(x))
    both = g.act(stack, named_tensors(other))
    close(network_outputs(other, {k: both[k] for k in g.shapes}, x), other(x).expand(2, *other(x).shape))
    own = free_parameters(net)
    assert (network_outputs(other, g.act(a, own), x)-network_outputs(other, own, x)).abs().max()>1e-3

def test_the_gauge_of_a_batch_norm():
    "A network and a moved copy have one gauge, also with other statistics than the group's"
    net, x, g = found('a batch norm')
    net[1].running_mean.add_(.5)
    scalings = symmetries(net, x).scalings
    w, moved = named_tensors(net), named_tensors(g.moved(net, g.sample(generator=rng(0))))
    one, two = (gauge(v, g, scalings).params for v in (w, moved))
    close_tensors({k: one[k] for k in g.shapes}, {k: two[k] for k in g.shapes}, 1e-8)

def cast_norm() -> Net:
    "A norm with the gain 1+w, cast before it is used, as Gemma has it"
    return Net(lambda s, x: x*x.pow(2).mean(-1, keepdim=True).add(1e-6).rsqrt()*(1.+s.weight.float()), weight=par(4))

def test_a_gain_behind_a_cast_is_found():
    net = nn.Sequential(nn.Linear(3, 4), cast_norm(), nn.Linear(4, 2)).double().eval()
    x = X(9, 3).double()
    group = continuous_group(net, x)
    assert '0' in group.blocks and group.blocks['0'].orthogonal and group.gains['2.weight', 1].name=='1.weight'
    moved = group.moved(net, group.sample(generator=rng(0)))
    close(moved(x), net(x), 1e-5)

def test_training_mode_that_changes_nothing_is_taken():
    plain = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 5))
    assert plain.training and continuous_group(plain, X(9, 4)).labels
    for layer in (nn.Dropout(), nn.BatchNorm1d(5), nn.RReLU(), Model(RMS)):
        net = nn.Sequential(*plain, layer) if not isinstance(layer, Model) else layer
        refused('training mode', lambda: continuous_group(net.train(), ids if isinstance(layer, Model) else X(9, 4)))
