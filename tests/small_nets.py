"Small networks with continuous symmetries, as plain modules: blocks of transformers, adapters, routers, linear layers in a row."
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from cases import Net, rng

def linear(i: int, o: int) -> nn.Linear: return nn.Linear(i, o, bias=False)
def X(*shape: int, seed: int = 2) -> Tensor: return torch.randn(*shape, generator=rng(seed))
ids = torch.randint(0, 7, (6, 5), generator=rng(1))

class RMS(nn.Module):
    "RMSNorm written out, as many models do"
    def __init__(self, d): super().__init__(); self.weight = nn.Parameter(1+.3*torch.randn(d))
    def forward(self, x): return self.weight*(x*torch.rsqrt(x.pow(2).mean(-1, keepdim=True)+1e-6))

class OnePlus(nn.Module):
    "A norm with the gain 1+w, with a bias if the stream is centred"
    def __init__(self, d, centred=False):
        super().__init__()
        self.weight, self.bias = nn.Parameter(.3*torch.randn(d)), nn.Parameter(.3*torch.randn(d)) if centred else None
    def forward(self, x):
        if self.bias is not None: return F.layer_norm(x, x.shape[-1:], 1+self.weight, self.bias)
        return x*torch.rsqrt(x.pow(2).mean(-1, keepdim=True)+1e-6)*(1.+self.weight)

def plain_rms(d): return nn.RMSNorm(d, eps=1e-6, elementwise_affine=False)
def plain_layer_norm(d): return nn.LayerNorm(d, elementwise_affine=False)

def rotary(x: Tensor) -> Tensor:
    "Rotate channel i with channel i+d/2"
    d, t = x.shape[-1], torch.arange(x.shape[-2], dtype=x.dtype)
    a = t[:, None]/100**(torch.arange(0, d, 2, dtype=x.dtype)/d)
    a = torch.cat([a, a], -1)
    return x*a.cos() + torch.cat([-x[..., d//2:], x[..., :d//2]], -1)*a.sin()

def _angles(x): return torch.arange(x.shape[-2], dtype=x.dtype)[:, None]/100**(torch.arange(0, x.shape[-1], 2, dtype=x.dtype)/x.shape[-1])

def sliced_rotary(x: Tensor, join=torch.stack) -> Tensor:
    "Rotate channel 2i with channel 2i+1, each written apart"
    a, x1, x2 = _angles(x), x[..., ::2], x[..., 1::2]
    y = join([x1*a.cos()-x2*a.sin(), x1*a.sin()+x2*a.cos()], -1)
    return y.flatten(-2) if join is torch.stack else y

def complex_rotary(x: Tensor) -> Tensor:
    "Rotate channel 2i with channel 2i+1 by complex numbers"
    a = _angles(x)
    z = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))*torch.polar(torch.ones_like(a), a)
    return torch.view_as_real(z).flatten(-2)

class Attention(nn.Module):
    def __init__(self, d, heads, kv, size, bias=False, turn=False, written=False, norms=None):
        super().__init__()
        self.heads, self.kv, self.size, self.turn, self.written = heads, kv, size, turn, written
        self.q, self.k, self.v, self.o = nn.Linear(d, heads*size, bias), nn.Linear(d, kv*size, bias), nn.Linear(d, kv*size, bias), nn.Linear(heads*size, d, bias)
        self.qn, self.kn = (norms(size), norms(size)) if norms else (nn.Identity(), nn.Identity())
    def forward(self, x, y=None):
        y = x if y is None else y
        (b, t, _), s, n = x.shape, y.shape[1], self.heads//self.kv
        q = self.qn(self.q(x).view(b, t, self.heads, self.size).transpose(1, 2))
        k = self.kn(self.k(y).view(b, s, self.kv, self.size).transpose(1, 2))
        v = self.v(y).view(b, s, self.kv, self.size).transpose(1, 2)
        if self.turn: q, k = map(self.turn if callable(self.turn) else rotary, (q, k))
        if n>1: k, v = (z[:, :, None].expand(b, self.kv, n, s, self.size).reshape(b, self.heads, s, self.size) for z in (k, v))
        z = (q@k.transpose(-1, -2)/self.size**.5).softmax(-1)@v if self.written else F.scaled_dot_product_attention(q, k, v)
        return self.o(z.transpose(1, 2).reshape(b, t, -1))

class Gated(nn.Module):
    def __init__(self, d, h, bias=False): super().__init__(); self.gate, self.up, self.down = nn.Linear(d, h, bias), nn.Linear(d, h, bias), nn.Linear(h, d, bias)
    def forward(self, x): return self.down(F.silu(self.gate(x))*self.up(x))

class Model(nn.Module):
    "One pre-norm block with an untied head"
    def __init__(self, norm=plain_rms, d=4, heads=2, kv=2, size=2, hidden=8, out=6, bias=False, **options):
        super().__init__()
        self.emb, self.attn, self.mlp, self.head = nn.Embedding(7, d), Attention(d, heads, kv, size, bias, **options), Gated(d, hidden, bias), nn.Linear(d, out, bias)
        self.n1, self.n2, self.n3 = norm(d), norm(d), norm(d)
    def forward(self, ids):
        x = self.emb(ids)
        x = x + self.attn(self.n1(x))
        return self.head(self.n3(x + self.mlp(self.n2(x))))

class Stream(nn.Module):
    "A stream of five channels with a gated MLP; `kind` says where the norm stands"
    def __init__(self, kind):
        super().__init__()
        self.kind, self.inp, self.head = kind, linear(5, 5), linear(5, 5)
        if kind=='tied': self.inp = None
        self.n, self.m, self.mlp = RMS(5), RMS(5), Gated(5, 6)
        if kind=='gain': self.l = RMS(5)
    def forward(self, x):
        x = F.linear(x, self.head.weight.T if self.kind=='tied' else self.inp.weight)
        if self.kind=='post': return self.head(self.m(self.n(x) + self.mlp(self.n(x))))
        if self.kind=='gain': return self.head(self.m(x + self.n(self.mlp(self.l(x)))))
        return self.head(self.m(x + self.mlp(self.n(x))))

def cross(bias) -> Net: return Net(lambda s, x, y: s.attn(x, y), attn=Attention(4, 1, 1, 3, bias, written=True))

class Adapter(nn.Module):
    "Low-rank adapter on a frozen layer"
    def __init__(self): super().__init__(); self.base, self.a, self.b = nn.Linear(5, 4).requires_grad_(False), linear(5, 2), linear(2, 4)
    def forward(self, x): return self.base(x) + .5*self.b(self.a(x))

def merged_adapter() -> Net:
    return Net(lambda s, x: F.linear(x, s.w+s.b@s.a).tanh(), w=nn.Parameter(torch.randn(4, 5), requires_grad=False),
        a=nn.Parameter(torch.randn(2, 5)), b=nn.Parameter(torch.randn(4, 2)))

class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.route, self.experts = nn.Linear(4, 3), nn.ModuleList(nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 4)) for _ in range(3))
    def forward(self, x):
        p = self.route(x).softmax(-1)
        return sum(p[:, i:i+1]*e(x) for i,e in enumerate(self.experts))

def stacked_router() -> Net:
    def call(s, x): return torch.einsum('beh,eoh,be->bo', torch.einsum('bi,ehi->beh', x, s.up).tanh(), s.down, s.route(x).softmax(-1))
    return Net(call, route=(4, 3), up=nn.Parameter(torch.randn(3, 5, 4)), down=nn.Parameter(torch.randn(3, 4, 5)))

def norm_stream(norm, head_bias=True) -> Net:
    "A stream of five channels, read through LayerNorms"
    def call(s, x):
        x = s.inp(x)
        return s.head(s.m(x + s.down(F.gelu(s.up(s.n(x))))))
    return Net(call, inp=(3, 5), up=(5, 6), down=(6, 5), head=(5, 4, head_bias), n=norm(5), m=norm(5))

def convolutions(bias) -> Net:
    return Net(lambda s, x: s.c(s.b(s.a(x)).relu().mean((2, 3))), a=nn.Conv2d(2, 3, 3, padding=1, bias=bias),
        b=nn.Conv2d(3, 4, 1, bias=bias), c=(4, 2))

def packed() -> Net:
    "Attention of torch, with queries, keys and values in one tensor"
    return Net(lambda s, x: s.l((s.a(x, x, x, need_weights=False)[0]+x).tanh()), a=nn.MultiheadAttention(4, 2, batch_first=True), l=(4, 3))

def positions() -> Net:
    return Net(lambda s, ids: s.b(s.a(s.n(s.tok(ids)+s.pos)).tanh()), tok=nn.Embedding(7, 4), pos=nn.Parameter(torch.randn(5, 4)),
        n=plain_rms(4), a=(4, 5), b=(5, 3))

class Interleaved(nn.Module):
    "Rotary embedding that rotates channel 2i with channel 2i+1"
    def __init__(self): super().__init__(); self.q, self.k, self.v = nn.Linear(3, 4), nn.Linear(3, 4), nn.Linear(3, 2)
    def forward(self, x):
        a = (torch.arange(x.shape[-2], dtype=x.dtype)[:, None]*torch.tensor([1., .1], dtype=x.dtype)).repeat_interleave(2, -1)
        turn = lambda y: y*a.cos() + torch.stack([-y[..., 1::2], y[..., ::2]], -1).flatten(-2)*a.sin()
        return (turn(self.q(x))@turn(self.k(x)).mT).softmax(-1)@self.v(x)

class Normed(nn.Module):
    "Queries and keys with norms of their own"
    def __init__(self): super().__init__(); self.inp, self.attn, self.n, self.m, self.head = nn.Linear(6, 4), Attention(4, 2, 2, 4, turn=True, norms=RMS), RMS(4), RMS(4), linear(4, 9)
    def forward(self, x):
        x = self.inp(x)
        return self.head(self.m(x + self.attn(self.n(x))))

networks = {  # with inputs
    'three gains': (partial(Model, RMS), ids),
    'three gains 1+w': (partial(Model, OnePlus), ids),
    'LayerNorm and biases': (partial(Model, nn.LayerNorm, bias=True), ids),
    'a rotary head': (partial(Model, heads=1, kv=1, size=4, turn=True), ids),
    'grouped queries with biases': (partial(Attention, 5, 4, 2, 2, True), X(2, 5, 5)),
    'packed attention': (packed, X(2, 5, 4)),
    'three linear layers': (lambda: nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 3), nn.Linear(3, 5)), X(9, 4)),
    'an adapter': (Adapter, X(9, 5)),
    'a router': (Router, X(9, 4)),
    'a LayerNorm stream': (partial(norm_stream, nn.LayerNorm), X(9, 3)),
    'a 1x1 convolution': (partial(convolutions, True), X(3, 2, 5, 5)),
    'positions': (positions, ids),
    'an interleaved rotary head': (Interleaved, X(3, 5, 3))}
