"Transformers of other people's classes: rules that their graphs need, on small networks of our own."

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from cases import rng
from modules import Net, par
from small_nets import RMS, X
from symbayes.core.tensors import free_parameters, seeded_module
from symbayes.discovery.continuous import certify, continuous_group
from symbayes.discovery.finding import symmetry_group
from symbayes.symmetry.verification import Trial, Widened

ids = torch.arange(20).reshape(4, 5)%7

class Embedded(nn.Module):
    "Two tables of embeddings, a residual layer behind a norm, and a head without bias behind another"
    def __init__(self, padding=None):
        super().__init__()
        self.words, self.places = nn.Embedding(7, 4, padding), nn.Embedding(5, 4)
        self.norm, self.inner, self.outer, self.last, self.head = nn.LayerNorm(4), nn.Linear(4, 3), nn.Linear(3, 4), nn.LayerNorm(4), nn.Linear(4, 9, bias=False)
    def forward(self, x):
        h = self.words(x)+self.places(torch.arange(5))
        return self.head(self.last(h+self.outer(self.inner(self.norm(h)).tanh())))

class Experts(nn.Module):
    "Stacked experts, two for each row, as they are multiplied in batches"
    def __init__(self):
        super().__init__()
        self.norm, self.router = RMS(4), nn.Linear(4, 3, bias=False)
        self.up, self.down, self.head = nn.Parameter(torch.randn(3, 10, 4)), nn.Parameter(torch.randn(3, 4, 5)), nn.Linear(4, 6, bias=False)
        self.first = nn.Linear(6, 4, bias=False)
    def forward(self, x):
        h = self.first(x)
        y = self.norm(h)
        weight, index = self.router(y).softmax(-1).topk(2, -1)
        index = index.flatten()
        gate, up = torch.bmm(self.up[index], y.repeat_interleave(2, 0)[..., None])[..., 0].chunk(2, -1)
        out = torch.bmm(self.down[index], (F.silu(gate)*up)[..., None])[..., 0]*weight.flatten()[:, None]
        return self.head(h+out.reshape(-1, 2, 4).sum(1))

class Filled(nn.Module):
    "Heads whose keys have a part of their own and one in common, written into an empty tensor"
    def __init__(self):
        super().__init__()
        self.q, self.own, self.common, self.v, self.out = (nn.Linear(5, n, bias=False) for n in (10, 6, 2, 4, 4))
    def forward(self, x):
        b, t, _ = x.shape
        q, own, v = (f(x).unflatten(-1, (2, -1)).transpose(1, 2) for f in (self.q, self.own, self.v))
        k = x.new_empty(b, 2, t, 5)
        k[..., :3] = own
        k[..., 3:] = self.common(x)[:, None]
        return F.linear((F.softmax(q@k.mT, -1)@v).transpose(1, 2).flatten(2), self.out.weight[:, :4])

def narrow() -> Net:
    "A norm in single precision"
    def call(s, x):
        h = s.a(x).to(torch.float32)
        return s.b((h*torch.rsqrt(h.pow(2).mean(-1, keepdim=True)+1e-6)).to(x.dtype))
    return Net(call, a=(4, 3), b=(3, 5))

def named() -> Net:
    "A parameter of the network itself, which turns and shifts"
    def call(s, x): return s.head(s.norm(torch.cat([s.start.expand(len(x), -1, -1), s.embed(x)], 1)+s.places))
    return Net(call, start=par(1, 1, 4), places=par(1, 4, 4), embed=(3, 4), norm=nn.LayerNorm(4), head=(4, 6))

def tied_head() -> Net:
    "A table that is the head, too, behind a norm with gain and bias: its rows shift along the inverse gain, and the head's bias takes it up"
    def call(s, x):
        h = s.first(s.words(x)+s.places(torch.arange(5)))
        return F.linear(s.last(s.inner(h).tanh()), s.words.weight, s.bias)
    return Net(call, words=nn.Embedding(7, 4), places=nn.Embedding(5, 4), first=nn.LayerNorm(4), last=nn.LayerNorm(4), inner=(4, 4),
        bias=par(7))

def parallel() -> Net:
    "Two branches behind one norm, the first without biases: what its value reads of the norm's bias arrives at the other's bias"
    def call(s, x):
        h = s.first(x)
        y = s.norm(h)
        return s.head(s.last(h+(s.o(s.v(y))+s.down(s.up(y).tanh()))))
    return Net(call, first=(6, 4), norm=nn.LayerNorm(4), v=(4, 3, False), o=(3, 4, False), up=(4, 3), down=(3, 4), last=nn.LayerNorm(4),
        head=(4, 6))

class Turned(nn.Module):
    "A rotary head from one table of sines and cosines, which turns all channels: the part that is not turned is empty; and a mask of ones"
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.table = nn.Linear(3, 4, bias=False), nn.Linear(3, 4, bias=False), nn.Linear(3, 5, bias=False), nn.Buffer(torch.randn(6, 4))
    def turned(self, x):
        sin, cos = (t.repeat_interleave(2, -1) for t in self.table[torch.arange(x.shape[1])].split(2, -1))
        turn, rest = x[..., :4], x[..., 4:]
        return torch.cat([turn*cos+torch.stack([-turn[..., 1::2], turn[..., ::2]], -1).flatten(2)*sin, rest], -1)
    def forward(self, x):
        x = x*torch.ones(x.shape[1])[:, None]
        return F.softmax(self.turned(self.q(x))@self.turned(self.k(x)).mT, -1)@self.v(x)*torch.ones(x.shape[1])[:, None]

nets = {
    'tables and a bias that readers take up': (Embedded, ids, None),
    'a row that pads': (lambda: Embedded(0), ids, None),
    'stacked experts': (Experts, X(24, 6), None),
    'a norm in single precision': (narrow, X(9, 4), None),
    'a parameter of the network itself': (named, X(5, 3, 3), None),
    'a table that is the head, too': (tied_head, ids, None),
    'a value without bias beside a layer with one': (parallel, X(9, 6), None),
    'a rotary head without channels that stay': (Turned, X(6, 5, 3), 4),
}

@pytest.mark.parametrize('name', nets)
def test_rules_find_all_there_is(name):
    make, x, by_hand = nets[name]
    c = certify(seeded_module(make, 0).eval(), x)
    assert c.complete and by_hand in (None, c.found) and not c.continuous.left_out, str(c)

def test_a_shift_by_one_number_is_a_group():
    "Composed, undone and brought back as all others"
    net = seeded_module(tied_head, 0).double().eval()
    group, w = continuous_group(net, ids), free_parameters(net)
    a, b = (group.sample(generator=rng(i)) for i in (0, 1))
    both, back = group.act(group.compose(a, b), w), group.act(group.inverse(a), group.act(a, w))
    assert 'words.weight:gain' in group.labels and group.kind('words.weight:gain')=='shift'
    for k,t in group.act(a, group.act(b, w)).items(): torch.testing.assert_close(t, both[k], rtol=1e-10, atol=1e-10)
    for k,t in w.items(): torch.testing.assert_close(t, back[k], rtol=1e-10, atol=1e-10)

def test_experts_scale_one_by_one():
    c = certify(seeded_module(Experts, 0).eval(), X(24, 6))
    assert c.scalings.sizes['up']==15 and any(b.kind=='O(4)' for b in c.continuous.blocks.values())

def on(*labels): return tuple(((l,),) for l in labels)

class Chosen(nn.Module):
    "The best of four experts; `how` says what else reads its number"
    def __init__(self, how=''):
        super().__init__()
        self.how, self.router, self.experts, self.buffer = how, nn.Linear(3, 4), nn.Parameter(torch.randn(4, 2, 3)), nn.Buffer(torch.randn(4, 2))
    def forward(self, x):
        weight, index = self.router(x).sigmoid().topk(1, -1)
        y = torch.bmm(self.experts[index.reshape(-1)], x[..., None])[..., 0]*weight
        return y+index if self.how=='number' else y*self.buffer[index[:, 0]] if self.how=='table' else y

@pytest.mark.parametrize('how,order', [('', 4), ('number', 0), ('table', 0)])
def test_experts_that_are_chosen_by_rank_are_exchanged(how, order):
    "Not if their number is an output, or picks from a fixed table"
    g = symmetry_group(seeded_module(lambda: Chosen(how), 0).eval(), X(24, 3))
    assert [*g.sizes.values()]==[4]*bool(order)
    if order: assert {k: g.axes[k][0] for k in ('router.weight', 'router.bias', 'experts')}==dict.fromkeys(('router.weight', 'router.bias', 'experts'), on(*g.labels)[0])

def test_stacked_experts_are_exchanged():
    g = symmetry_group(seeded_module(Experts, 0).eval(), X(24, 6))
    assert g.sizes==dict(up=3, norm=4) | {'up#2': 5} and g.axes['router.weight']==on('up', 'norm') and g.axes['down']==on('up', 'norm', 'up#2')

def test_a_tensor_filled_part_by_part_is_a_join():
    net, x = seeded_module(Filled, 0).eval().double(), X(3, 4, 5).double()
    assert sorted((b.kind, b.count) for b in continuous_group(net, x).blocks.values())==[('GL(2)', 1), ('GL(2)', 2), ('GL(3)', 2)]

def test_casts_are_tried_in_double_precision():
    net, x = seeded_module(narrow, 0).eval().double(), X(9, 4).double()
    trial = Trial(net, ((x,), {}), (), rng(0))
    group = continuous_group(net, x)
    element = group.rotation(generator=rng(0))
    assert [b.kind for b in group.blocks.values()]==['O(3)'] and trial.gaps(lambda w: group.act(element, w)).max()<1e-12 and trial.widened and trial.limit(1e-6)==1e-8
    with Widened(): assert x.to(torch.float32).dtype==torch.float64
