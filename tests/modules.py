"""Small modules with the order of their group derived by hand: the judge of discovery.

`F(n)` is `n!`, the permutations of n units; `S(n)` is `n! 2^n`, those with sign flips. A label is signed if flipping one unit at ALL its parameter places keeps the function,
so that what is multiplied by an odd number of its own parameters on the way (a scale, a norm's weight, a gate) is not. Their product knows how many units signed labels have.
`also` holds other groups that a reader of the rules may defend; where a module has some, its derivation says why.
A pair stands for a linear layer, a class for a layer without options, a function for a layer that computes it.
"""
from collections.abc import Callable
from dataclasses import dataclass, field
from math import factorial
from typing import Any, NamedTuple

import torch
import torch.nn.functional as f
from torch import Tensor, nn
from cases import Net, part, rng
from symbayes.core.tensors import seeded_module

@dataclass(frozen=True)
class Order:
    "The order of a group, and how many units may flip"
    number: int
    flips: int = 0
    def __mul__(self, other): return Order(self.number*other.number, self.flips+other.flips)
    def __pow__(self, n): return Order(self.number**n, self.flips*n)

def F(n: int) -> Order: return Order(factorial(n))
def S(n: int) -> Order: return Order(factorial(n)*2**n, n)
def X(*shape: int, seed: int = 0) -> Tensor: return torch.randn(*shape, generator=rng(seed))
def whole(n: int, *shape: int) -> Tensor: return torch.randint(0, n, shape, generator=rng(1))
def par(*shape: int) -> nn.Parameter: return nn.Parameter(torch.randn(shape))

L = nn.Linear
def seq(*parts: Any) -> nn.Sequential: return nn.Sequential(*map(part, parts))

def between(f: Callable, n: int = 4, m: int|None = None) -> Net:
    "A function of the n units of a linear layer, whose m values another layer reads"
    return Net(lambda s, x: s.b(f(s.a(x))), a=(3, n), b=(m or n, 2))

@dataclass
class Module:
    "A small module, inputs for it, and its group by hand"
    make: Callable[[], nn.Module]
    group: Order
    inputs: tuple = ()
    kwargs: dict = field(default_factory=dict)
    also: tuple[Order, ...] = ()   # others one may defend
    why: str = ''

    def model(self, seed: int = 0) -> nn.Module: return seeded_module(self.make, seed)

modules: dict[str, Module] = {}
def add(name: str, make: Callable, group: Order, *inputs: Any, also: tuple = (), why: str = '', **kwargs):
    assert name not in modules, name
    modules[name] = Module(make, group, inputs or (X(5, 3),), kwargs, also, why)

image, tokens, words = X(2, 1, 6, 6), X(2, 3, 4), whole(7, 5, 3)

# ---------------------------------------------------------------- linear layers and activations
class Parallel(nn.Module):
    "Two units for every activation, summed after one more layer each"
    def __init__(self, *acts):
        super().__init__()
        self.acts = nn.ModuleList(map(part, acts))
        self.a, self.b = (nn.ModuleList([L(i, o) for _ in acts]) for i,o in ((3, 2), (2, 2)))
    def forward(self, x): return sum(b(act(2*a(x))) for a,b,act in zip(self.a, self.b, self.acts))

odd = [torch.tanh, torch.erf, torch.sin, f.softsign, nn.Hardtanh, nn.Tanhshrink, nn.Softshrink(.3), nn.Hardshrink(.2), nn.Identity, lambda h: h**3, torch.asinh, torch.atan,
    lambda h: h*h.abs(), torch.sinh, lambda h: h.sign()*h.abs().sqrt(), lambda h: h.clamp(-.7, .7), lambda h: h/(1+h.square()), lambda h: h.sigmoid()-(-h).sigmoid()]
even = [torch.cos, lambda h: h**2, torch.abs, torch.cosh, torch.sinc, lambda h: (-h*h).exp()]
neither = [nn.ReLU, nn.LeakyReLU(.2), nn.ELU, nn.SELU, nn.GELU, nn.GELU('tanh'), nn.SiLU, nn.Sigmoid, nn.Softplus, nn.Mish, nn.Hardswish, nn.Hardsigmoid, nn.ReLU6, nn.LogSigmoid,
    torch.exp, nn.CELU, nn.Threshold(.1, .3), nn.Hardtanh(0, 1), lambda h: h.clamp(min=0), lambda h: torch.where(h>0, h, .1*h), nn.RReLU, lambda h: h.tanh()+h.sigmoid()]
add('odd activations', lambda: Parallel(*odd), S(2)**len(odd), also=(F(2)*S(2)**(len(odd)-1),), why='the sign of the last exchanges two values')
add('even activations', lambda: Parallel(*even), F(2)**len(even))
add('other activations', lambda: Parallel(*neither), F(2)**len(neither))

add('relu mlp', lambda: seq((3, 4), nn.ReLU, (4, 5), nn.ReLU, (5, 2)), F(4)*F(5))
add('tanh mlp, as many examples as units', lambda: seq((3, 4), nn.Tanh, L(4, 4, bias=False), nn.Tanh, (4, 4)), S(4)**2, X(4, 3))
add('no batch', lambda: seq((3, 4), nn.Tanh, (4, 2)), S(4), X(3))
add('one unit', lambda: seq((3, 1), nn.Tanh, (1, 2)), S(1))
add('no hidden layer', lambda: L(3, 2), F(1))
add('linear units', lambda: seq((3, 4), (4, 2)), S(4))
add('dropout, flatten, unflatten', lambda: seq(nn.Flatten, (6, 6), nn.Dropout(.5), nn.Tanh, nn.Unflatten(1, (2, 3)), nn.Flatten, (6, 2), nn.Softmax(-1)), S(6), X(5, 2, 3))
add('prelu by channel', lambda: seq((3, 4), nn.PReLU(4), (4, 2)), F(4))
add('sines and cosines', lambda: between(lambda h: torch.cat([h.sin(), h.cos()], 1), 4, 8), F(4), why='a flip would also flip the columns of the cosines')
add('sum of tanh units', lambda: Net(lambda s, x: s.a(x).tanh().sum(1), a=(3, 4)), F(4))
add('sum of cosines', lambda: Net(lambda s, x: s.a(x).cos().sum(1), a=(3, 4)), S(4), why='all places are the incoming weights and the bias, and the cosine is even')
add('energy', lambda: Net(lambda s, x: s.b(s.a(x).relu()).square().sum(1), a=(3, 4), b=(4, 3)), F(4)*S(3), why='the last units are squared and summed: no output fixes them')
add('length of a vector', lambda: Net(lambda s, x: s.a(x).norm(dim=1), a=(3, 4)), S(4))
add('softmax over hidden units', lambda: seq((3, 4), nn.Softmax(1), (4, 2)), F(4))
add('maximum of two layers', lambda: Net(lambda s, x: s.c(torch.maximum(s.a(x), s.b(x))), a=(3, 4), b=(3, 4), c=(4, 2)), F(4))
add('above the mean', lambda: between(lambda h: h*(h>h.mean(1, keepdim=True))), F(4))
add('squashed by the length', lambda: between(lambda h: f.normalize(h, dim=1)), S(4))
add('softmax temperature', lambda: Net(lambda s, x: s.t.exp()*s.b((s.a(x)/s.u).tanh()), a=(3, 4), b=(4, 2), t=par(), u=par(1)), S(4))

# ---------------------------------------------------------------- what fixes units, what tells them apart
add('running sum', lambda: seq((3, 4), lambda h: h.cumsum(1), (4, 5), nn.ReLU, (5, 2)), F(5))
add('positions added', lambda: Net(lambda s, x: s.c(s.b((s.a(x)+torch.arange(4.)).relu()).relu()), a=(3, 4), b=(4, 5), c=(5, 2)), F(5))
add('a buffer on part of the units', lambda: Net(lambda s, x: s.b(torch.cat([s.a(x)[:, :3].relu(), s.a(x)[:, 3:]*s.k], 1)), a=(3, 7), b=(7, 2), k=torch.tensor([1., 2., 3., 4.])), F(3),
    also=(F(3)*S(1)**4,), why='a unit times a number of its own may not change places; it may flip, if one counts labels of one unit')
add('scalar constants', lambda: Net(lambda s, x: s.b((s.a(x)*s.k+s.e).relu()+torch.zeros(4)), a=(3, 4), b=(4, 2), k=torch.tensor(3.), e=torch.tensor([.5])), F(4), also=(F(1),), why='zeros fix nothing')
add('input added', lambda: Net(lambda s, x: s.c(s.b(x+s.a(x).relu()).relu()), a=(3, 3), b=(3, 4), c=(4, 2)), F(4))
add('one unit goes out', lambda: Net(lambda s, x: (s.b(h:=s.a(x).relu()), h[:, 0]), a=(3, 4), b=(4, 2)), F(3))
add('one unit has a column more', lambda: Net(lambda s, x: s.b(h:=s.a(x).tanh())+s.c(h[:, :1]), a=(3, 4), b=(4, 2), c=(1, 2)), S(1)*S(3), also=(S(3),), why='one unit alone, three alike; a label of one unit may be none')
add('two activations side by side', lambda: between(lambda h: torch.cat([h[:, :2].tanh(), h[:, 2:].relu()], 1), 5), S(2)*F(3))
add('split three ways', lambda: Net(lambda s, x: s.b((p:=s.a(x).relu().split([2, 3, 4], 1))[0])+s.c(p[1])*s.d(p[2]), a=(3, 9), b=(2, 2), c=(3, 2), d=(4, 2)), F(2)*F(3)*F(4))
add('convolution over features', lambda: Net(lambda s, x: s.b(s.c(s.a(x).relu()[:, None]).relu().mean(-1)), a=(3, 6), c=nn.Conv1d(1, 4, 3), b=(4, 2)), F(4), why='features become places')
add('unused layers and parameters', lambda: Net(lambda s, x: s.b(s.a(x).relu()), a=(3, 4), b=(4, 2), c=(4, 5), d=(5, 2), p=par(6), u=nn.BatchNorm1d(7)), F(4))
add('units that reach no output', lambda: Net(lambda s, x: (s.b(s.a(x).relu()), s.d(s.c(x).relu()))[0], a=(3, 4), b=(4, 2), c=(3, 5), d=(5, 2)), F(4))

def frozen(net: nn.Module, *names: str) -> nn.Module:
    for k in names: net.get_parameter(k).requires_grad_(False)
    return net
add('a frozen bias', lambda: frozen(seq((3, 4), nn.ReLU, (4, 5), nn.ReLU, (5, 2)), '0.bias'), F(5))
add('a frozen first layer', lambda: frozen(seq((3, 4), nn.Tanh, (4, 5), nn.Tanh, (5, 2)), '0.weight', '0.bias'), S(5))

# ---------------------------------------------------------------- moves
add('reordered', lambda: between(lambda h: h.tanh()[:, [2, 0, 3, 1]]), S(4))
add('rolled', lambda: between(lambda h: h.relu().roll(1, 1)), F(4))
add('concatenated twice', lambda: Net(lambda s, x: s.b(torch.cat([h:=s.a(x).tanh(), x, h], 1)), a=(3, 4), b=(11, 2)), S(4))
add('chunk gate', lambda: seq((3, 8), nn.GLU, (4, 2)), F(4))
add('interleaved gate', lambda: between(lambda h: h[:, ::2]*h[:, 1::2].sigmoid(), 8, 4), F(4))
add('swiglu', lambda: Net(lambda s, x: s.c(f.silu(s.a(x))*s.b(x)), a=(3, 4), b=(3, 4), c=(4, 2)), F(4), why='flips of the linear branch and its column are flips at some places')
add('bilinear gate', lambda: Net(lambda s, x: s.c(s.a(x)*s.b(x)), a=(3, 4), b=(3, 4), c=(4, 2)), F(4), why='three flips')
add('three factors', lambda: Net(lambda s, x: s.d(s.a(x)*s.b(x)*s.c(x)), a=(3, 4), b=(3, 4), c=(3, 4), d=(4, 2)), S(4), why='four flips')
add('maxout', lambda: between(lambda h: h.view(-1, 4, 2).amax(-1), 8, 4), F(4)*F(2)**4)
add('sums over the other axis', lambda: between(lambda h: h.view(-1, 2, 4).sum(1).relu(), 8, 4), F(4)*F(2)**4)
add('sums of four, odd', lambda: between(lambda h: h.view(-1, 2, 4).sum(-1).tanh(), 8, 2), F(2)*F(4)**2, also=(S(2)*F(4)**2,), why='a block may flip as a whole')
add('softmax of pairs', lambda: between(lambda h: h.view(-1, 4, 2).softmax(-1).flatten(1), 8), F(4)*F(2)**4)
add('one layer for both halves', lambda: Net(lambda s, x: s.c(s.b(s.a(x).relu().view(-1, 2, 4)).relu().flatten(1)), a=(3, 8), b=(4, 3), c=(6, 2)), F(2)*F(4)*F(3),
    why='the halves change places, and the units of both together')
add('outer product', lambda: Net(lambda s, x: s.c((s.a(x).tanh()[:, :, None]*s.b(x).relu()[:, None]).flatten(1)), a=(3, 3), b=(3, 4), c=(12, 2)), S(3)*F(4))
add('padded with zeros', lambda: Net(lambda s, x: s.d((f.pad(h:=s.a(x).relu(), (1, 1))+s.c(s.b(h).relu())).relu()), a=(3, 4), b=(4, 5), c=(5, 6), d=(6, 2)), F(4)*F(2)*F(5))
add('padded with a one', lambda: Net(lambda s, x: s.d((f.pad(h:=s.a(x).relu(), (0, 1), value=1.)+s.c(s.b(h).relu())).relu()), a=(3, 4), b=(4, 5), c=(5, 5), d=(5, 2)), F(4)*F(5))

# ---------------------------------------------------------------- products by hand, several uses of one parameter
add('einsum', lambda: Net(lambda s, x: torch.einsum('bh,ho->bo', torch.einsum('bi,hi->bh', x, s.a).tanh(), s.b), a=par(4, 3), b=par(4, 2)), S(4))
add('addmm and bmm', lambda: Net(lambda s, x: torch.bmm(torch.addmm(s.b, x, s.a).relu()[:, None], s.c.expand(5, 4, 2))[:, 0], a=par(3, 4), b=par(4), c=par(4, 2)), F(4))
add('products summed', lambda: Net(lambda s, x: s.b((x[:, None]*s.a).sum(-1).relu()), a=par(4, 3), b=(4, 2)), F(4))
add('bilinear layer', lambda: Net(lambda s, x: s.d(s.c(s.a(x).tanh(), s.b(x).relu()).relu()), a=(3, 4), b=(3, 3), c=nn.Bilinear(4, 3, 5), d=(5, 2)), S(4)*F(3)*F(5))
add('an ensemble in a list', lambda: Net(lambda s, x: sum(e(x) for e in s.e)/3, e=nn.ModuleList([seq((3, 3), nn.Tanh, (3, 2)) for _ in range(3)])), S(3)**3)
add('low rank', lambda: Net(lambda s, x: s.c((s.w(x)+s.b(s.a(x))).relu()), w=(3, 4), a=L(3, 2, bias=False), b=L(2, 4, bias=False), c=(4, 2)), F(4)*S(2))
add('a network makes the weights', lambda: Net(lambda s, x: s.b(torch.einsum('bhi,bi->bh', s.w(x).view(-1, 4, 3), x).relu()), w=seq((3, 5), nn.Tanh, (5, 12)), b=(4, 2)), S(5)*F(4))
add('tied autoencoder', lambda: Net(lambda s, x: (f.linear(x, s.w, s.b).tanh())@s.w+s.c, w=par(4, 3), b=par(4), c=par(3)), S(4))
add('one layer twice, odd', lambda: Net(lambda s, x: s.b(s.m(s.m(s.a(x).tanh()).tanh()).tanh()), a=(3, 4), m=(4, 4), b=(4, 2)), S(4))
add('one scale twice', lambda: Net(lambda s, x: s.c((s.b((s.a(x)*s.k).relu())*s.k).relu()), a=(3, 4), b=(4, 4), c=(4, 2), k=par(4)), F(4), why='the scale ties both layers')
add('two scales', lambda: Net(lambda s, x: s.b(s.a(x)*s.k*s.l), a=(3, 4), b=(4, 2), k=par(4), l=par(4)), S(4), why='four flips')
add('steps of one field', lambda: Net(lambda s, x: s.o((h:=s.a(x), [h:=h+.1*s.d(s.u(h).tanh()) for _ in range(3)], h)[2]), a=(3, 4), u=(4, 5), d=(5, 4), o=(4, 2)), S(4)*S(5))

def recurrent() -> Net:
    def call(s, x):
        h = x.new_zeros(len(x), 5)
        for t in range(x.shape[1]): h = (s.i(x[:, t])+s.h(h)).tanh()
        return s.o(h)
    return Net(call, i=(4, 5), h=(5, 5), o=(5, 2))
add('recurrent by hand', recurrent, S(5), tokens, why='the start is zero, which fixes nothing')
add('spectrum of units', lambda: Net(lambda s, x: s.c(s.b(torch.fft.rfft(s.a(x)).abs()).relu()), a=(3, 4), b=(3, 5), c=(5, 2)), F(5), why='nothing is known of a Fourier transform')
add('lstm', lambda: Net(lambda s, x: s.b(s.a(s.r(x)[0][:, -1]).relu()), r=nn.LSTM(4, 3, batch_first=True), a=(3, 5), b=(5, 2)), F(3)*F(5), tokens)
add('gru between layers', lambda: Net(lambda s, x: s.b(s.r(s.a(x).relu())[0][:, -1].relu()), a=(4, 5), r=nn.GRU(5, 3, batch_first=True), b=(3, 2)), F(5)*F(3), tokens)
add('lstm, both ways', lambda: Net(lambda s, x: s.b(s.r(x)[0].mean(1)), r=nn.LSTM(4, 3, 2, batch_first=True, bidirectional=True), b=(6, 2)), F(3)**4, tokens)
add('rnn of torch', lambda: Net(lambda s, x: s.b(s.r(x)[1][0]), r=nn.RNN(4, 3, batch_first=True), b=(3, 2)), S(3), tokens)
add('lstm, projected', lambda: Net(lambda s, x: s.b(s.r(x)[0].mean(1)), r=nn.LSTM(4, 5, batch_first=True, proj_size=3), b=(3, 2)), F(5)*S(3), tokens)

# ---------------------------------------------------------------- several inputs, distances
add('cosine of two towers', lambda: Net(lambda s, x, y: f.cosine_similarity(s.a(x), s.b(y)), a=(3, 4), b=(2, 4)), S(4), X(5, 3), X(5, 2))
add('distances to centres', lambda: Net(lambda s, x: s.b((-(s.a(x)[:, None]-s.p).square().sum(-1)).exp()), a=(3, 4), p=par(5, 4), b=(5, 2)), S(4)*F(5))
add('a graph as input', lambda: Net(lambda s, x, a: s.c((a@s.b((a@s.a(x)).relu())).relu().mean(0)), a=(3, 4), b=(4, 5), c=(5, 2)), F(4)*F(5), X(6, 3), X(6, 6))
add('keyword inputs', lambda: Net(lambda s, x, *, y, twice=False: s.c(torch.cat([s.a(x).relu(), s.b(y).tanh()], 1))*(2 if twice else 1), a=(3, 4), b=(2, 3), c=(7, 2)), F(4)*S(3), X(5, 3), y=X(5, 2), twice=True)
class Pair(NamedTuple): first: Tensor; second: Any
add('a dict out', lambda: Net(lambda s, x: dict(y=s.b(h:=s.a(x).relu()), z=[s.c(h), None], n=3), a=(3, 4), b=(4, 2), c=(4, 1)), F(4))
add('a dict in, a named tuple out', lambda: Net(lambda s, d: Pair(s.b(s.a(d['x']).tanh())+d['y'].sum(), (s.c(d['y']),)), a=(3, 4), b=(4, 2), c=(3, 2)), S(4), dict(x=X(5, 3), y=X(5, 3)))
add('whole numbers and a mask', lambda: Net(lambda s, i, m: s.b((s.e(i)*m[..., None]).sum(1)/m.sum(1, keepdim=True).clamp(min=1)), e=nn.Embedding(7, 4), b=(4, 2)), S(4), words, (words>2).float())

# ---------------------------------------------------------------- residual streams and embeddings
add('residual stream, odd', lambda: Net(lambda s, x: s.o((r:=s.a(x))+s.d(s.u(r).tanh())), a=(3, 4), u=(4, 5), d=(5, 4), o=(4, 2)), S(4)*S(5))
add('residual stream, pre-norm', lambda: Net(lambda s, x: s.o(s.m((r:=s.a(x))+s.d(f.gelu(s.u(s.n(r)))))), a=(3, 4), n=nn.LayerNorm(4), u=(4, 5), d=(5, 4), m=nn.LayerNorm(4), o=(4, 2)), F(4)*F(5))
add('residual stream, scaled branch', lambda: Net(lambda s, x: s.o((r:=s.a(x))+s.g*s.d(s.u(r).tanh())), a=(3, 4), u=(4, 5), d=(5, 4), g=par(4), o=(4, 2)), F(4)*S(5), why='the scale flips as well')
add('residual on the input', lambda: Net(lambda s, x: x+s.b(s.a(x).tanh()), a=(3, 4), b=(4, 3)), S(4))
add('bag of embeddings', lambda: Net(lambda s, i: s.b(s.e(i).relu()), e=nn.EmbeddingBag(7, 4), b=(4, 2)), F(4), words)
add('convolution over words', lambda: Net(lambda s, i: s.b(s.c(s.e(i).transpose(1, 2)).relu().amax(-1)), e=nn.Embedding(7, 4), c=nn.Conv1d(4, 3, 2), b=(3, 2)), S(4)*F(3), words)
add('tied embedding', lambda: Net(lambda s, i: f.linear(s.l(s.e(i)).tanh(), s.e.weight), e=nn.Embedding(7, 4), l=(4, 4)), S(4), words, why='one label on both axes of the layer')
def shared_head():
    e, o = nn.Embedding(7, 4), L(4, 7)
    o.weight = e.weight
    return Net(lambda s, i: s.o(s.l(s.e(i)).relu()), e=e, l=(4, 4), o=o)
add('one parameter, two names', shared_head, F(4), words)

# ---------------------------------------------------------------- norms
add('batch norm', lambda: seq((3, 4), nn.BatchNorm1d(4), nn.ReLU, (4, 2)), F(4))
add('batch norm over the batch', lambda: seq((3, 4), nn.BatchNorm1d(4, affine=False, track_running_stats=False), nn.Tanh, (4, 2)), S(4), why='without statistics and parameters it is odd')
add('layer norm', lambda: seq((3, 4), nn.LayerNorm(4), nn.ReLU, (4, 2)), F(4))
add('layer norm, plain', lambda: seq((3, 4), nn.LayerNorm(4, elementwise_affine=False), nn.Tanh, (4, 2)), F(4), why='all units flip together, one does not')
add('rms norm', lambda: seq((3, 4), nn.RMSNorm(4), (4, 2)), F(4), why='three flips')
add('rms norm, plain', lambda: seq((3, 4), nn.RMSNorm(4, elementwise_affine=False), nn.Tanh, (4, 2)), S(4))
conv = nn.Conv2d
head = lambda c: (nn.AdaptiveAvgPool2d(1), nn.Flatten(), L(c, 2))
add('group norm, one group', lambda: seq(conv(1, 4, 3), nn.GroupNorm(1, 4), nn.ReLU, *head(4)), F(4), image)
add('group norm, two groups', lambda: seq(conv(1, 6, 3), nn.GroupNorm(2, 6), nn.ReLU, *head(6)), F(2)*F(3)**2, image)
add('group norm, plain and odd', lambda: seq(conv(1, 6, 3), nn.GroupNorm(2, 6, affine=False), nn.Tanh, *head(6)), F(2)*F(3)**2, image, also=(S(2)*F(3)**2,), why='a group may flip as a whole')
add('instance norm', lambda: seq(conv(1, 4, 3), nn.InstanceNorm2d(4, affine=True), nn.Tanh, *head(4)), F(4), image)
add('instance norm, plain, mean', lambda: seq(conv(1, 4, 3), nn.InstanceNorm2d(4), nn.Tanh, conv(4, 3, 1), nn.ReLU, *head(3)), S(4)*F(3), image)
add('instance norm with statistics', lambda: seq(conv(1, 4, 3), nn.InstanceNorm2d(4, affine=True, track_running_stats=True), nn.ReLU, *head(4)), F(4), image)
add('layer norm over places', lambda: seq(conv(1, 4, 3), nn.LayerNorm((4, 4, 4)), nn.ReLU, nn.Flatten, (64, 2)), F(4), image)
def filter_response(c: int) -> Net:
    def call(s, x): return torch.max(x*(x.square().mean((2, 3), keepdim=True)+1e-6).rsqrt()*s.g+s.b, s.t)
    return Net(call, **{k: par(1, c, 1, 1) for k in 'gbt'})
add('filter response norm', lambda: seq(conv(1, 4, 3), filter_response(4), conv(4, 3, 2), filter_response(3), *head(3)), F(4)*F(3), image)
add('local response norm', lambda: seq(conv(1, 4, 3), nn.LocalResponseNorm(3, alpha=1.), conv(4, 5, 1), nn.ReLU, *head(5)), F(5), image, why='neighbours count')
wn, old = nn.utils.parametrizations.weight_norm, nn.utils.weight_norm
add('weight norm below', lambda: seq(wn(L(3, 4)), nn.Tanh, (4, 2)), F(4), why='length and direction flip, the weight does not')
add('weight norm above', lambda: seq((3, 4), nn.Tanh, wn(L(4, 2))), S(4))
def old_norm(*nets):
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return seq(old(L(3, 4)), nn.ReLU, old(L(4, 5)), nn.ReLU, (5, 2))
add('weight norm, the old way', old_norm, F(4)*F(5))
add('spectral norm', lambda: seq(nn.utils.parametrizations.spectral_norm(L(3, 4)), nn.ReLU, (4, 5), nn.ReLU, (5, 2)), F(5), why='its vectors are buffers, and no statistics')
add('positive weights', lambda: (n:=seq((3, 4), nn.ReLU, (4, 2)), nn.utils.parametrize.register_parametrization(n[2], 'weight', nn.Softplus()))[0], F(4))

# ---------------------------------------------------------------- convolutions
add('conv1d', lambda: seq(nn.Conv1d(3, 4, 2, padding=1), nn.ReLU, nn.Conv1d(4, 5, 2, bias=False), nn.Tanh, nn.AdaptiveAvgPool1d(1), nn.Flatten, (5, 2)), F(4)*S(5), tokens)
add('lenet', lambda: seq(conv(1, 3, 3, padding=1), nn.ReLU, nn.MaxPool2d(2), conv(3, 4, 2), nn.Tanh, nn.AvgPool2d(2, 1), nn.Flatten, (4, 5), nn.ReLU, (5, 2)), F(3)*S(4)*F(5), image)
add('the maximum is not odd', lambda: seq(conv(1, 4, 3), nn.Tanh, nn.MaxPool2d(2), nn.Flatten, (16, 2)), F(4), image)
add('conv3d', lambda: seq(nn.Conv3d(1, 3, 2), nn.Tanh, nn.Flatten(2), lambda h: h.mean(-1), (3, 2)), S(3), X(2, 1, 3, 3, 3))
add('transposed', lambda: seq(nn.ConvTranspose2d(1, 4, 2), nn.Tanh, nn.ConvTranspose2d(4, 3, 2, stride=2), nn.ReLU, conv(3, 2, 1)), S(4)*F(3), X(2, 1, 3, 3))
add('grouped, odd', lambda: seq(conv(1, 4, 1), nn.Tanh, conv(4, 6, 3, groups=2), nn.Tanh, conv(6, 2, 1)), F(2)*S(2)**2*S(3)**2, image)
add('grouped, on the input', lambda: seq(conv(2, 6, 3, groups=2), nn.ReLU, conv(6, 2, 1)), F(3)**2, X(2, 2, 5, 5), why='the groups see different channels of the input')
add('groups in groups', lambda: seq(conv(1, 4, 1), nn.ReLU, conv(4, 8, 3, groups=2), nn.ReLU, conv(8, 8, 2, groups=4), nn.ReLU, conv(8, 2, 1)), F(2)*F(2)**2*F(2)**2*F(2)**4*F(2)**4, image,
    why='two groups with two units in and two groups each; those have two units in, two out')
add('grouped conv1d with group norm', lambda: seq(nn.Conv1d(3, 4, 1), nn.ReLU, nn.Conv1d(4, 6, 2, groups=2), nn.GroupNorm(2, 6), nn.ReLU, nn.Conv1d(6, 2, 1)), F(2)*F(2)**2*F(3)**2, tokens)
add('grouped, transposed', lambda: seq(conv(1, 4, 1), nn.ReLU, nn.ConvTranspose2d(4, 6, 2, groups=2), nn.ReLU, conv(6, 2, 1)), F(2)*F(2)**2*F(3)**2, image)
add('depthwise', lambda: seq(conv(1, 4, 1), nn.ReLU, conv(4, 4, 3, groups=4), nn.ReLU, conv(4, 2, 1)), F(4), image)
add('depthwise, odd', lambda: seq(conv(1, 4, 1), nn.Tanh, conv(4, 4, 3, groups=4, bias=False), nn.Tanh, conv(4, 2, 1)), F(4), image, why='three flips: rows below, kernel, columns above')
add('depthwise, two each', lambda: seq(conv(1, 3, 1), nn.ReLU, conv(3, 6, 3, groups=3), nn.ReLU, conv(6, 2, 1)), F(3)*F(2)**3, image)
add('circular padding', lambda: seq(conv(1, 4, 3, padding=1, padding_mode='circular'), nn.ReLU, conv(4, 3, 3, padding=1, padding_mode='reflect'), nn.ReLU, *head(3)), F(4)*F(3), image)
add('convolution by unfolding', lambda: Net(lambda s, x: s.o(f.linear(f.unfold(s.a(x).relu(), 2).transpose(1, 2), s.w).tanh().mean(1)), a=conv(1, 3, 3), w=par(4, 12), o=(4, 2)), F(3)*S(4), image)
add('pixel shuffle', lambda: seq(conv(1, 12, 3), nn.ReLU, nn.PixelShuffle(2), conv(3, 2, 1)), F(3), image, why='four places for every channel')
add('upsampling', lambda: seq(conv(1, 4, 3), nn.Tanh, nn.Upsample(scale_factor=2, mode='bilinear'), conv(4, 3, 3), nn.ReLU, nn.Upsample(scale_factor=2), conv(3, 1, 1)), S(4)*F(3), image)
squeeze = lambda c, r: Net(lambda s, x: x*s.b(s.a(x.mean((2, 3), keepdim=True)).relu()).sigmoid(), a=conv(c, r, 1), b=conv(r, c, 1))
add('squeeze and excitation', lambda: seq(conv(1, 4, 3), nn.ReLU, squeeze(4, 2), *head(4)), F(4)*F(2), image)
class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.s, self.out = conv(1, 3, 3), seq(nn.BatchNorm2d(7), nn.ReLU, *head(7))
        self.l = nn.ModuleList([seq(nn.BatchNorm2d(c), nn.ReLU, conv(c, 2, 3, padding=1)) for c in (3, 5)])
    def forward(self, x):
        x = self.s(x)
        for l in self.l: x = torch.cat([x, l(x)], 1)
        return self.out(x)
add('dense net', Dense, F(3)*F(2)*F(2), image)
def shuffled() -> Net:
    "Half of the channels pass, half are convolved, then both are shuffled, twice"
    def call(s, x):
        p, q = s.s(x).relu().chunk(2, 1)
        p, q = f.channel_shuffle(torch.cat([p, s.a(q).relu()], 1), 2).chunk(2, 1)
        return s.o(torch.cat([p, s.b(q).relu()], 1).mean((2, 3)))
    return Net(call, s=conv(1, 8, 3), a=conv(4, 4, 1), b=conv(4, 4, 1), o=(8, 2))
add('shuffled halves', shuffled, F(4)*F(2)**2*F(2)**2*F(4), image, why='first the lower half; of the passing and of the new channels two pass and two are convolved; then the last')
add('grouped and shuffled', lambda: seq(conv(1, 4, 1), nn.ReLU, conv(4, 8, 1, groups=2), nn.ChannelShuffle(2), nn.ReLU, conv(8, 6, 1, groups=2), nn.ReLU, conv(6, 2, 1)),
    F(2)*F(2)**2*F(2)*F(2)**4*F(3)**2, image, also=(F(2)*F(2)**2*F(2)**4*F(3)**2, F(2)**2*F(2)**4*F(3)**2*F(2), F(2)**2*F(2)**4*F(3)**2),
    why='pairs of units stand in a table, groups below by groups above; rows and columns of blocks both move, which blocks inside one label cannot say')

# ---------------------------------------------------------------- attention: two heads of two channels, if nothing else is said
H = F(2)*S(2)**2*S(2)**2  # heads; query and key channels of each, and value channels of each
def split(t: Tensor, n: int) -> Tensor: return t.unflatten(-1, (n, -1)).transpose(1, 2)
class Attention(nn.Module):
    "By hand or fused, queries by groups, norms, rotations, biases"
    def __init__(self, e=4, d=2, n=2, kv=None, fused=False, norm=None, rotary=False, causal=False, bias=None, scale=False, talking=False, feature=None, qkv=None):
        super().__init__()
        self.n, self.kv, self.d, self.opts = n, kv or n, d, (fused, rotary, causal, feature, qkv)
        if qkv: self.qkv = L(e, 3*n*d)
        else: self.q, self.k, self.v = L(e, n*d), L(e, self.kv*d), L(e, self.kv*d, bias=False)
        self.o = L(n*d, e)
        self.qn, self.kn = (norm(d), norm(d)) if norm else (nn.Identity(), nn.Identity())
        self.bias = par(5, n) if bias=='learned' else None
        if bias=='fixed': self.register_buffer('slopes', torch.tensor([.5, .25])[:n])
        self.scale, self.talk = par(n, 1, 1) if scale else None, L(n, n, bias=False) if talking else None
    def rotated(self, t):
        a = torch.arange(t.shape[-2])[:, None]*(10.**-torch.arange(self.d//2))
        p, q = t.chunk(2, -1)
        return torch.cat([p*a.cos()-q*a.sin(), p*a.sin()+q*a.cos()], -1)
    def parts(self, x):
        how, b, t = self.opts[4], *x.shape[:2]
        if how=='chunk': return (split(p, self.n) for p in self.qkv(x).chunk(3, -1))
        if how=='by head': return self.qkv(x).view(b, t, self.n, 3*self.d).transpose(1, 2).chunk(3, -1)
        return split(self.q(x), self.n), split(self.k(x), self.kv), split(self.v(x), self.kv)
    def forward(self, x):
        fused, rotary, causal, feature, _ = self.opts
        q, k, v = self.parts(x)
        q, k = self.qn(q), self.kn(k)
        if rotary: q, k = self.rotated(q), self.rotated(k)
        if self.kv<self.n: k, v = (t.repeat_interleave(self.n//self.kv, 1) for t in (k, v))
        if fused: return self.o(f.scaled_dot_product_attention(q, k, v, is_causal=causal).transpose(1, 2).flatten(2))
        if feature is not None:
            q, k = feature(q), feature(k)
            z = q@(k.transpose(-1, -2)@v)
            return self.o((z/(q*k.sum(-2, keepdim=True)).sum(-1, keepdim=True)).transpose(1, 2).flatten(2))
        s, t = q@k.transpose(-1, -2)/self.d**.5, torch.arange(x.shape[1])
        if self.scale is not None: s = s*self.scale
        if self.bias is not None: s = s+self.bias[t[:, None]-t+2].permute(2, 0, 1)
        if hasattr(self, 'slopes'): s = s-self.slopes[:, None, None]*(t[:, None]-t).abs()
        if self.talk is not None: s = self.talk(s.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)
        return self.o((s.softmax(-1)@v).transpose(1, 2).flatten(2))

class MultiHead(nn.Module):
    def __init__(self, **options): super().__init__(); self.m = nn.MultiheadAttention(4, 2, batch_first=True, **options)
    def forward(self, q, k=None, v=None, **options): return self.m(q, q if k is None else k, q if v is None else v, **options)[0]
for name,options in dict(plain={}, unbiased=dict(bias=False), kv=dict(add_bias_kv=True), zero=dict(add_zero_attn=True)).items():
    add(f'multihead attention, {name}', lambda options=options: MultiHead(**options), H, tokens)
add('multihead attention, across', lambda: MultiHead(kdim=3, vdim=5), H, tokens, X(2, 2, 3), X(2, 2, 5))
add('multihead attention, weights out', lambda: Net(lambda s, x: s.m(x, x, x, average_attn_weights=False), m=nn.MultiheadAttention(4, 2, batch_first=True)), S(2)**2*S(2)**2, tokens, why='heads go out one by one')
add('multihead attention, masked', lambda: Net(lambda s, x, m: s.m(x, x, x, attn_mask=torch.full((3, 3), -torch.inf, dtype=x.dtype).triu(1), key_padding_mask=m)[0], m=nn.MultiheadAttention(4, 2, batch_first=True)), H,
    tokens, torch.zeros(2, 3).masked_fill(torch.tensor([[0, 0, 0], [0, 0, 1]])>0, -torch.inf))
add('encoder layer, frozen weights of a norm', lambda: frozen(nn.TransformerEncoderLayer(4, 2, 3, batch_first=True), 'norm1.weight'), H*F(3), tokens)
add('encoder layer, stream free', lambda: seq((4, 4), nn.TransformerEncoderLayer(4, 2, 3, batch_first=True, norm_first=True, activation='gelu'), nn.LayerNorm(4), (4, 2)), F(4)*H*F(3), tokens)
add('decoder layer, streams free', lambda: Net(lambda s, x, y: s.o(s.t(s.a(x), s.b(y))), a=(4, 4), b=(3, 4), t=nn.TransformerDecoderLayer(4, 2, 3, batch_first=True), o=(4, 2)), H**2*F(3)*F(4)*S(4), tokens, X(2, 5, 3),
    why='the memory meets linear maps alone; it stands on the columns of the keys and values, the other stream on those of the queries')
add('attention by hand', lambda: Attention(), H, tokens)
add('attention, one head', lambda: Attention(n=1, d=3), S(3)*S(3), tokens)
add('attention, fused and causal', lambda: Attention(fused=True, causal=True, qkv='chunk'), H, tokens)
add('attention, one layer, by head', lambda: Attention(qkv='by head'), H, tokens, why='queries, keys and values of a head stand side by side')
add('attention, four queries for two keys', lambda: Attention(n=4, kv=2), F(2)*F(2)**2*S(2)**2*S(2)**2, tokens, why='pairs of heads share their channels')
add('attention, rms norm of queries and keys', lambda: Attention(norm=nn.RMSNorm), F(2)*S(2)*S(2)**2, tokens, why='one weight for all heads ties their channels; rows and weights flip twice')
add('attention, plain rms norm of queries and keys', lambda: Attention(norm=lambda d: nn.RMSNorm(d, elementwise_affine=False)), H, tokens)
add('attention, layer norm of queries and keys', lambda: Attention(norm=nn.LayerNorm), F(2)*F(2)*S(2)**2, tokens)
add('attention, rotated', lambda: Attention(d=4, rotary=True), F(2)*S(4)**2, tokens, also=(S(2)*S(4)**2,), why='rotations fix query and key channels; a head may flip as a whole')
add('attention, learned bias', lambda: Attention(bias='learned'), H, tokens)
add('attention, fixed slopes', lambda: Attention(bias='fixed'), S(2)**2*S(2)**2, tokens, why='heads stay, their channels move')
add('attention, scale of each head', lambda: Attention(scale=True), H, tokens)
add('attention, heads mixed', lambda: Attention(talking=True), F(2)*S(2)**2*F(2)*S(2)**2, tokens, why='heads before and after the mix are different units')
add('attention without softmax', lambda: Attention(feature=lambda t: f.elu(t)+1), F(2)*F(2)**2*S(2)**2, tokens)
def pooling() -> Net:
    "Five learned queries look at the tokens; their answers are averaged"
    return Net(lambda s, x: s.o(((s.q(s.s)@s.k(x).transpose(1, 2)).softmax(-1)@s.v(x)).mean(1)), s=par(5, 4), q=(4, 2), k=(4, 2),
        v=(4, 3), o=(3, 2))
add('learned queries', pooling, F(5)*S(4)*S(2)*S(3), tokens)
class Vision(nn.Module):
    def __init__(self):
        super().__init__()
        self.p, self.c, self.pos, self.r = conv(1, 4, 3, 3), par(1, 1, 4), par(1, 5, 4), par(1, 3, 4)
        self.t, self.o = nn.TransformerEncoderLayer(4, 2, 3, batch_first=True, norm_first=True), seq(nn.LayerNorm(4), (4, 2))
    def forward(self, x):
        x = torch.cat([self.c.expand(len(x), -1, -1), self.p(x).flatten(2).transpose(1, 2)], 1)+self.pos
        x = torch.cat([x, self.r.expand(len(x), -1, -1)], 1)
        return self.o(self.t(x)[:, 0])
add('vision transformer, registers', Vision, F(4)*H*F(3)*F(3), image, why='three learned tokens without a position are alike')
class Llama(nn.Module):
    def __init__(self):
        super().__init__()
        self.e, self.a, self.n, self.m, self.z = nn.Embedding(7, 4), Attention(n=4, kv=2, d=2, rotary=True, fused=True, causal=True), nn.RMSNorm(4), nn.RMSNorm(4), nn.RMSNorm(4)
        self.g, self.u, self.d = L(4, 3, bias=False), L(4, 3, bias=False), L(3, 4, bias=False)
    def forward(self, i):
        x = self.e(i)
        x = x+self.a(self.n(x))
        x = x+self.d(f.silu(self.g(y:=self.m(x)))*self.u(y))
        return f.linear(self.z(x), self.e.weight)
add('llama block', Llama, F(4)*F(2)*F(2)**2*S(2)**2*F(3), words, also=(F(4)*S(2)*F(2)**2*S(2)**2*F(3),), why='the stream, two keys with two queries each, value channels, gated units')
def mixer() -> Net:
    def call(s, x):
        x = s.e(x)
        x = x+s.t(s.n(x).transpose(1, 2)).transpose(1, 2)
        return s.o((x+s.c(s.m(x))).mean(1))
    return Net(call, e=(4, 5), n=nn.LayerNorm(5), t=seq((3, 4), nn.GELU, (4, 3)), m=nn.LayerNorm(5), c=seq((5, 3), nn.GELU, (3, 5)),
        o=(5, 2))
add('mixer', mixer, F(5)*F(4)*F(3), tokens)

# ---------------------------------------------------------------- more ways to write and to share
def in_place(s, x):
    h = s.a(x)
    h += s.b(x)
    return s.c(h.relu_())
add('in place', lambda: Net(in_place, a=(3, 4), b=(3, 4), c=(4, 2)), F(4))
def first_is_zero(h):
    h = h.relu().clone()
    h[:, 0] = 0
    return h
add('a unit set to zero', lambda: between(first_is_zero), F(3), also=(F(1),), why='its row and its column reach no output')
add('one encoder, two inputs, difference', lambda: Net(lambda s, x, y: s.b(s.a(x).tanh()-s.a(y).tanh()), a=(3, 4), b=(4, 2)), S(4), X(5, 3), X(5, 3, seed=1))
add('scores by one matrix', lambda: Net(lambda s, x: s.b(((h:=s.a(x))@s.w@h.transpose(1, 2)).softmax(-1)@h), a=(4, 3), w=par(3, 3), b=(3, 2)), S(3), tokens)
add('transformer', lambda: nn.Transformer(4, 2, 1, 1, 3, batch_first=True), H**3*F(3)**2, tokens, X(2, 2, 4))
add('masked weights', lambda: Net(lambda s, x: s.c(s.b(f.linear(x, s.a.weight*s.m, s.a.bias).relu()).relu()), a=(3, 4), b=(4, 5), c=(5, 2), m=torch.tensor([[1., 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1]])), F(5))
add('cubes and units', lambda: between(lambda h: torch.cat([h, h**3], 1), 4, 8), S(4))
add('a loss', lambda: Net(lambda s, x, y: f.mse_loss(s.b(s.a(x).tanh()), y), a=(3, 4), b=(4, 2)), S(4), X(5, 3), X(5, 2))
add('classes averaged', lambda: Net(lambda s, x: s.b(s.a(x).relu()).softmax(1).amax(1), a=(3, 4), b=(4, 3)), F(4)*F(3), why='the maximum does not tell classes apart')

usual = """relu mlp|rolled|sines and cosines|running sum|positions added|a buffer on part of the units|split three ways|convolution over features|unused layers and parameters|a frozen bias|chunk gate|swiglu|maxout|one layer for both halves
padded with zeros|bilinear layer|one layer twice, odd|one scale twice|recurrent by hand|lstm|keyword inputs|whole numbers and a mask|residual stream, pre-norm|tied embedding|one parameter, two names
batch norm|rms norm|group norm, two groups|filter response norm|weight norm below|lenet|grouped, odd|groups in groups|depthwise, two each|squeeze and excitation|shuffled halves
multihead attention, across|encoder layer, stream free|attention, one layer, by head|attention, four queries for two keys|attention, rotated|learned queries|llama block|in place""".replace('\n', '|').split('|')  # a default run of the tests takes these, a slow one all
assert set(usual)<=set(modules)
