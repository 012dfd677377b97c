"Architectures written down by somebody who had not read the engine, with orders derived by hand before it was run."

import pytest
import torch
import torch.nn.functional as f
from torch import nn

from modules import F, L, Net, Order, S, X, par, seq, whole
from lengths import by_turns
from symbayes.discovery.finding import symmetry_group

rules = {}

def net(order: Order, *inputs, **parts):
    "A function of named parts and inputs, and the order of its group"
    def put(call): rules[call.__name__.strip('_').replace('_', ' ')] = (call, order, inputs, parts)
    return put

experts = dict(w1=(3, 4, 2), b1=(3, 2), w2=(3, 2, 2))  # three experts of two hidden units, in one tensor each

@net(F(3)*F(2)**3, X(5, 4), g=lambda: L(4, 3), **experts)
def mixture_of_experts(s, x):
    h = (torch.einsum('bd,edh->beh', x, s.w1)+s.b1).relu()
    return torch.einsum('be,beh,eho->bo', s.g(x).softmax(-1), h, s.w2)

@net(F(3)*F(2)**3, X(5, 4), **experts|dict(b1=(2, 3)))
def experts_with_biases_transposed(s, x):
    return torch.einsum('beh,eho->bo', (torch.einsum('bd,edh->beh', x, s.w1)+s.b1.T).relu(), s.w2)

@net(S(4)*F(3)*F(2)**3, X(5, 5), pre=lambda: L(5, 4), g=lambda: L(4, 3), **experts|dict(b1=(3, 1, 2)))
def mixture_in_batches(s, x):
    x = s.pre(x).tanh()
    h = torch.baddbmm(s.b1, x.expand(3, -1, -1), s.w1).relu()
    return (torch.bmm(h, s.w2)*s.g(x).softmax(-1).T[..., None]).sum(0)

@net(F(3)*S(4)**3, X(5, 2), w1=(3, 4, 2), b1=(3, 1, 4), w2=(3, 2, 4), b2=(3, 1, 2))
def stacked_ensemble(s, x): return ((x@s.w1.mT+s.b1).tanh()@s.w2.mT+s.b2).mean(0)

@net(F(2)*F(3)**2, X(6, 4), (X(6, 6)>-.5).float(), w=lambda: L(4, 6, bias=False), s=(2, 3), t=(2, 3), o=lambda: L(6, 2))
def graph_attention(s, x, near):
    h = s.w(x).view(-1, 2, 3)
    e = f.leaky_relu((h*s.s).sum(-1)[:, None]+(h*s.t).sum(-1)[None], .2)
    return s.o(f.elu(torch.einsum('ijh,jhd->ihd', e.masked_fill(near[..., None]==0, -1e9).softmax(1), h).flatten(1)))

@net(F(4)*F(3), X(5, 5), X(5, 2), w=(4, 3), z=lambda: L(2, 12), a=lambda: L(5, 3), o=lambda: L(4, 2))
def weights_and_what_a_network_adds(s, x, z):
    return s.o(torch.einsum('bhd,bd->bh', s.w+s.z(z).view(-1, 4, 3), s.a(x).relu()).relu())

@net(F(3)*F(4)*F(5), X(2, 1, 7, 7), i=lambda: nn.Conv2d(1, 3, 3), at=lambda: L(3, 4), w=(4, 5, 3, 3, 3), o=lambda: L(5, 2))
def attention_over_kernels(s, x):
    x = s.i(x).relu()
    w = torch.einsum('bk,koixy->boixy', s.at(x.mean((2, 3))).softmax(-1), s.w)
    y = f.conv2d(x.reshape(1, -1, *x.shape[2:]), w.flatten(0, 1), groups=len(x)).view(len(x), 5, 3, 3)
    return s.o(y.relu().mean((2, 3)))

@net(F(3)*S(4)*F(2)*S(2)**4*S(4), X(2, 5, 3), i=(1, 3, 4), a=lambda: nn.MultiheadAttention(4, 2, kdim=3, vdim=3, batch_first=True), o=lambda: L(4, 2))
def learned_queries(s, x):
    return s.o(s.a(s.i.expand(len(x), -1, -1), x, x, need_weights=False)[0].sum(1).tanh())

@net(S(3)*F(4)*F(3)*S(2), X(2, 4, 2), e=lambda: L(2, 3), i=lambda: L(3, 8, bias=False), c=lambda: nn.Conv1d(4, 4, 2, groups=4, padding=1),
    xp=lambda: L(4, 8, bias=False), dt=lambda: L(2, 4), a=(4, 3), d=(4,), o=lambda: L(4, 3, bias=False), u=lambda: L(3, 2))
def selective_scan(s, x):
    t = s.e(x)
    x, z = s.i(t).chunk(2, -1)
    x = f.silu(s.c(x.mT)[..., :4].mT)
    dt, b, c = s.xp(x).split([2, 3, 3], -1)
    dt, h, ys = f.softplus(s.dt(dt)), 0, []
    for k in range(4):
        h = (-dt[:, k, :, None]*s.a.exp()).exp()*h + (dt*x)[:, k, :, None]*b[:, k, None]
        ys.append((h*c[:, k, None]).sum(-1))
    return s.u(t+s.o((torch.stack(ys, 1)+s.d*x)*f.silu(z)))

@net(S(4)*F(5)*S(4)*S(3)**2, whole(9, 5, 3), whole(8, 5), u=lambda: nn.EmbeddingBag(9, 4, mode='mean'), i=lambda: nn.Embedding(8, 3),
    a=lambda: seq(L(4, 5), nn.ReLU(), L(5, 4)), b=lambda: seq(L(3, 3), nn.Tanh(), L(3, 4)))
def two_towers(s, user, item): return (s.a(s.u(user))*s.b(s.i(item))).sum(-1)

@net(S(4)*S(3), X(5, 6), w1=(4, 6), w2=(3, 4), b1=(4,), b2=(3,), c1=(4,), c2=(6,))
def autoencoder_with_tied_weights(s, x):
    z = f.linear(f.linear(x, s.w1, s.b1).tanh(), s.w2, s.b2).tanh()
    return f.linear(f.linear(z, s.w2.T, s.c1).tanh(), s.w1.T, s.c2)

@net(F(4), X(6, 3, 5), u=(2, 4), v=(3, 4), w=(5, 4))  # a flip at all three places is no symmetry
def three_factors(s, x): return f.linear(x.flatten(1), torch.einsum('or,jr,kr->ojk', s.u, s.v, s.w).flatten(1))

@net(F(5)*S(4), X(6, 3), e=lambda: L(3, 4), c=(5, 4), d=lambda: L(4, 2))
def soft_codebook(s, x):
    z = s.e(x)
    return s.d((-(z[:, None]-s.c).square().sum(-1)).softmax(-1)@s.c)

@net(F(3), X(2, 3, 2), i=lambda: L(2, 12), h=lambda: L(3, 12), o=lambda: L(3, 2))
def memory_cell_by_hand(s, x):
    h = c = x.new_zeros(2, 3)
    for t in range(3):
        i, g, u, o = (s.i(x[:, t])+s.h(h)).chunk(4, -1)
        c = g.sigmoid()*c + i.sigmoid()*u.tanh()
        h = o.sigmoid()*c.tanh()
    return s.o(h)

@net(S(3)*F(2)**2*F(4)*F(3), X(2, 1, 8), i=lambda: nn.Conv1d(1, 3, 1), o=lambda: seq(nn.ReLU(), nn.Conv1d(4, 3, 1), nn.ReLU(), nn.Conv1d(3, 2, 1)),
    **{f'{k}{d}': lambda i=i, o=o, n=n, d=d: nn.Conv1d(i, o, n, dilation=d) for d in (1, 2) for k,i,o,n in (('f', 3, 2, 2), ('g', 3, 2, 2), ('r', 2, 3, 1), ('s', 2, 4, 1))})
def dilated_and_gated(s, x):
    x, out = s.i(x), 0
    for d,a,b,r,k in ((1, s.f1, s.g1, s.r1, s.s1), (2, s.f2, s.g2, s.r2, s.s2)):
        y = f.pad(x, (d, 0))
        y = a(y).tanh()*b(y).sigmoid()
        out, x = out+k(y), x+r(y)
    return s.o(out)

@net(S(4), X(5, 3), a=lambda: L(3, 4), o=lambda: L(4, 2))
def scaled_by_a_number_of_the_input(s, x): return s.o(s.a(x).tanh())/x.abs().max().item()

@net(F(4), X(5, 3), a=lambda: L(3, 4), o=lambda: L(4, 2))
def units_over_their_largest(s, x):
    h = s.a(x).relu()
    return s.o(h/h.amax(1, keepdim=True).clamp(min=.1))

@pytest.mark.parametrize('name', by_turns(2, rules))
def test_order_by_hand(name):
    call, order, inputs, parts = rules[name]
    torch.manual_seed(0)
    model = Net(call, **{k: p() if callable(p) else par(*p) for k,p in parts.items()})
    g = symmetry_group(model, *inputs)
    assert g.order==order.number, g
    g.verify(model, *inputs)
