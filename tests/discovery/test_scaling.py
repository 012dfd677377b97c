"Scalings found from gradients: groups with known sizes, what must not scale, and a witness with one unknown for each weight."
import pytest
import torch
import torch.nn.functional as f
from torch import nn

from cases import Net
from modules import L, X, between, seq
from symbayes.core.tensors import seeded_module
from symbayes.discovery.generators import ScaleSearch
from symbayes.discovery.continuous import find_scalings, scaling_group


# ------------------------------------------------------------------------------------------------ found
def optunet():
    convs = nn.Conv2d(1, 2, 4, bias=False), nn.ReLU(), nn.MaxPool2d(3), nn.Conv2d(2, 10, 5, groups=2, bias=False), nn.ReLU()
    return seq(*convs, nn.AdaptiveAvgPool2d(1), nn.Flatten(), L(10, 10))

def residual(norm=nn.Identity) -> Net:
    return Net(lambda s, x: s.d(((h := s.a(x).relu())+s.c(s.b(s.n(h)).relu())).relu()), a=(3, 5), b=(5, 4), c=(4, 5), d=(5, 2), n=norm(5))

def vgg():
    made, i = [], 3
    for o in (4, 'pool', 6, 6, 'pool'):
        if o=='pool': made.append(nn.MaxPool2d(2)); continue
        made += [nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU()]
        i = o
    return seq(*made, nn.Flatten(), L(24, 8), nn.ReLU(), nn.Dropout(), L(8, 3))

def block(**kw): return nn.TransformerEncoderLayer(4, 2, 6, batch_first=True, **kw)

known = {  # scales by hand
    'ReLU': (lambda: seq(L(3, 4), nn.ReLU(), L(4, 5), nn.LeakyReLU(), L(5, 2)), (6, 3), 9),
    'OptuNet': (optunet, (2, 1, 28, 28), 12),
    'residual': (residual, (6, 3), 5+4),
    'transformer': (lambda: block(norm_first=True), (2, 5, 4), 4+4+4+4+6)}
also_known = {
    'residual, norm': (lambda: residual(nn.LayerNorm), (6, 3), 5+4),
    'VGG, batch norm': (vgg, (2, 3, 8, 8), 4+6+6+8),
    'GELU': (lambda: seq(L(3, 4), nn.GELU(), L(4, 2)), (6, 3), 0),
    'transformer, GELU': (lambda: block(norm_first=True, activation='gelu'), (2, 5, 4), 4+4+4+4),
    'transformer, norm last': (block, (2, 5, 4), 4+4+6),
    'depthwise, ReLU6': (lambda: seq(nn.Conv2d(2, 4, 1), nn.ReLU6(), nn.Conv2d(4, 4, 3, groups=4), nn.ReLU6(), nn.Conv2d(4, 3, 1), nn.Conv2d(3, 2, 1)), (2, 2, 5, 5), 3),
    'depthwise, ReLU': (lambda: seq(nn.Conv2d(2, 4, 1), nn.ReLU(), nn.Conv2d(4, 4, 3, groups=4), nn.ReLU(), nn.Conv2d(4, 2, 1)), (2, 2, 5, 5), 8),
    'transposed, grouped': (lambda: seq(nn.Conv2d(2, 4, 2), nn.ReLU(), nn.ConvTranspose2d(4, 6, 2, groups=2), nn.ReLU(), nn.Conv2d(6, 2, 1)), (2, 2, 5, 5), 10),
    'frozen': (lambda: seq(L(3, 4), nn.ReLU(), L(4, 2).requires_grad_(False)), (6, 3), 0)}

@pytest.mark.parametrize('name', [*known, *(pytest.param(k, marks=pytest.mark.slow) for k in also_known)])
def test_known_groups(name):
    make, shape, n = (known | also_known)[name]
    found = find_scalings(seeded_module(make, 0), X(*shape))
    assert found.group.n==n, (found.group, found.left_out)
    assert found.gap<1e-10

def test_depthwise_has_both_on_its_rows():
    g = scaling_group(optunet(), X(2, 1, 28, 28))
    at = {(p, s): i.flatten().tolist() for p,s,i in g.terms['3.weight']}
    assert at=={('3', 1): list(range(10)), ('0', -1): [0]*5+[1]*5}

traps = {  # what looks homogeneous, and is not; the number of scales that stay
    'cut off far out': (lambda h: h.clamp(0, 1e6), 0), 'cut off below': (lambda h: h.clamp(min=1e-6), 0), 'a tiny constant': (lambda h: h.relu()+1e-7, 0),
    'a step at one': (lambda h: torch.where(h>1, h, .1*h), 0), 'a step at zero': (lambda h: torch.where(h>0, h, .1*h), 4), 'whole numbers': (lambda h: h.long().float()*h, 0),
    'hard shrink': (lambda h: f.hardshrink(h, 1e-3), 0), 'threshold': (lambda h: f.threshold(h, 0., 1.), 0), 'compared': (lambda h: h*(h>h.mean(1, keepdim=True)), 1),
    'largest': (lambda h: h*(h==h.amax(1, keepdim=True)), 1), 'the length': (lambda h: h*h.norm(dim=1, keepdim=True), 0), 'masked': (lambda h: h.masked_fill(h<0, 0.), 4),
    'masked by one': (lambda h: h.masked_fill(h<0, 1.), 0), 'squared': (lambda h: h.relu().square(), 0), 'squared, root': (lambda h: h.square().sqrt(), 4),
    'sign times size': (lambda h: h.sign()*h.abs(), 4), 'sorted': (lambda h: h.sort(1)[0], 1), 'summed up': (lambda h: h.cumsum(1), 1), 'a number pair': (lambda h: torch.maximum(h, h.flip(1)), 2),
    'half precision bits': (lambda h: h.float().view(torch.int32).view(torch.float32).double() if h.dtype==torch.float64 else h.view(torch.int32).view(torch.float32), 0)}

@pytest.mark.parametrize('name', ['a step at one', 'largest', *(pytest.param(k, marks=pytest.mark.slow) for k in traps if k not in ('a step at one', 'largest'))])
def test_traps(name):
    act, n = traps[name]
    assert scaling_group(between(act), X(6, 3)).n==n

def test_what_did_not_pass_is_named():
    "Each unit looks homogeneous to all gradients; compared with each other, they scale together"
    assert find_scalings(between(traps['largest'][0]), X(6, 3)).group.sizes=={'a': 1}
    steps = between(traps['a step at one'][0])
    assert any(l.why=='did not pass the test' for l in find_scalings(steps, X(6, 3)).left_out)

# ------------------------------------------------------------------------------------------------ linear algebra
def test_blocks_have_numbers_of_their_own():
    "The channels that a grouped convolution reads are summed group by group, and spread in the same order"
    net = seq(nn.Conv2d(2, 4, 1), nn.ReLU(), nn.Conv2d(4, 6, 1, groups=2), nn.ReLU(), nn.Conv2d(6, 2, 1))
    search = ScaleSearch(net, ((X(2, 2, 3, 3),), {}))
    axis, = (a for a in search.axes if a.blocks is not None)
    t = X(6, 2, 1, 1).double()
    assert torch.equal(axis.summed(t), torch.cat([t[:3].sum((0, 2, 3)), t[3:].sum((0, 2, 3))]))
    assert torch.equal(axis.spread(torch.arange(4), (6, 2, 1, 1)).flatten(1), torch.tensor([[0, 1]]*3+[[2, 3]]*3))

# ------------------------------------------------------------------------------------------------ recurrent, pooled, sent along edges
class Steps(nn.Module):
    "A recurrent layer, and what reads it"
    def __init__(self, n=3, **kw):
        super().__init__()
        self.r = nn.RNN(2, n, nonlinearity='relu', batch_first=True, **kw)
        self.o = L(n*(1+kw.get('bidirectional', False)), 2)
    def forward(self, x, h=None): return self.o(self.r(x, h)[0])

def cells() -> Net:
    def call(s, x):
        h = None
        for t in range(x.shape[1]): h = s.r(x[:, t], h)
        return s.o(h)
    return Net(call, r=nn.RNNCell(2, 3, nonlinearity='relu'), o=(3, 2))

def projected() -> Net: return Net(lambda s, x: s.o(s.r(x)[0]), r=nn.LSTM(2, 4, proj_size=2, batch_first=True), o=(2, 2))

recurrent = {'one layer': (Steps, (), 3), 'two layers': (lambda: Steps(num_layers=2), (), 6), 'both ways': (lambda: Steps(bidirectional=True), (), 6), 'cells': (cells, (), 3), 'an input to begin with': (Steps, (X(1, 2, 3),), 0),
    'projected memory': (projected, (), 2)}

@pytest.mark.defect('M7')
@pytest.mark.parametrize('name', recurrent)
def test_units_of_recurrent_layers_scale(name):
    make, more, n = recurrent[name]
    net, inputs = seeded_module(make, 0), (X(2, 3, 2), *more)
    assert scaling_group(net, *inputs).verify(net, *inputs).n==n

pooled = {'maximum': (lambda h: f.max_pool1d(h[:, None], 3)[:, 0], 3, 3), 'mean': (lambda h: f.avg_pool1d(h[:, None], 3)[:, 0], 3, 3), 'windows that meet': (lambda h: f.max_pool1d(h[:, None], 3, 2)[:, 0], 4, 1),
    'padded': (lambda h: f.avg_pool1d(h[:, None], 3, 3, 1)[:, 0], 3, 3), 'dilated': (lambda h: f.max_pool1d(h[:, None], 3, 1, dilation=3)[:, 0], 3, 3), 'adaptive': (lambda h: f.adaptive_avg_pool1d(h[:, None], 3)[:, 0], 3, 3),
    'rows of two axes': (lambda h: f.max_pool2d(h.view(-1, 1, 3, 3), (1, 3)).flatten(1), 3, 3), 'made longer': (lambda h: f.interpolate(h[:, None], 18)[:, 0], 18, 9)}

@pytest.mark.defect('M7')
@pytest.mark.parametrize('name', pooled)
def test_units_of_one_window_scale_together(name):
    pool, width, n = pooled[name]
    net, x = between(lambda h: pool(h.relu()), 9, width), X(6, 3)
    assert scaling_group(net, x).verify(net, x).n==n

edges = torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]])
sent = {'index_add': (lambda h: torch.zeros_like(h).index_add(0, edges[1], h[edges[0]]), 4), 'scatter_add': (lambda h: h.scatter_add(0, edges[1][:, None].expand(-1, 4), h[edges[0]]), 4),
    'to ones': (lambda h: torch.ones_like(h).index_add(0, edges[1], h[edges[0]]), 0)}

@pytest.mark.defect('M7')
@pytest.mark.parametrize('name', sent)
def test_features_of_messages_scale(name):
    messages, n = sent[name]
    net, x = between(lambda h: messages(h.relu())), X(4, 3)
    assert scaling_group(net, x).verify(net, x).n==n

@pytest.mark.defect('M7')
def test_a_unit_that_is_written_over_frees_no_tensor():
    "The row of one unit has any size, the tensor as a whole has not"
    def first(h):
        h = h.relu().clone()
        h[:, 0] = 1.
        return h
    assert scaling_group(between(first), X(6, 3)).n==3
