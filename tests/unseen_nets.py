"Seventeen small networks written before their authors had read how symmetries are found, in the ways in which people write torch code."
import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.utils import parametrize

class GEGLU(nn.Module):
    "A gated MLP with biases on a residual stream"
    def __init__(self):
        super().__init__()
        self.embed, self.proj, self.out, self.head = nn.Linear(6, 4), nn.Linear(4, 10), nn.Linear(5, 4), nn.Linear(4, 5)
    def forward(self, x):
        x = self.embed(x)
        value, gate = self.proj(x).chunk(2, dim=-1)
        return self.head(x+self.out(value*F.gelu(gate)))

class GroupedQueries(nn.Module):
    "Four heads of queries on two of keys and values; the norm of the stream is written by hand, the mask is a buffer"
    def __init__(self, d: int = 6, kv: int = 2, per: int = 2, e: int = 2, n: int = 4):
        super().__init__()
        self.kv, self.per, self.e = kv, per, e
        self.embed = nn.Embedding(9, d)
        self.gain, self.last_gain = nn.Parameter(torch.ones(d)), nn.Parameter(torch.ones(d))
        self.wq, self.wk, self.wv, self.wo = (nn.Parameter(torch.randn(*s)/2) for s in ((d, kv*per*e), (d, kv*e), (d, kv*e), (kv*per*e, d)))
        self.head = nn.Linear(d, 7, bias=False)
        self.register_buffer('mask', torch.full((n, n), -math.inf).triu(1))
    def norm(self, x, gain): return x*torch.rsqrt(x.pow(2).mean(-1, keepdim=True)+1e-6)*gain
    def forward(self, words):
        b, n = words.shape
        x = self.embed(words)
        y = self.norm(x, self.gain)
        q = (y@self.wq).reshape(b, n, self.kv, self.per, self.e)
        k, v = ((y@w).reshape(b, n, self.kv, self.e) for w in (self.wk, self.wv))
        scores = torch.einsum('bsgre,btge->bgrst', q, k)/math.sqrt(self.e)+self.mask[:n, :n]
        mixed = torch.einsum('bgrst,btge->bsgre', scores.softmax(dim=-1), v).reshape(b, n, -1)
        return self.head(self.norm(x+mixed@self.wo, self.last_gain))

class CrossAttention(nn.Module):
    "Queries of one sequence read another of other width, through torch's attention with a learned further key and value"
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(4, 2, kdim=5, vdim=5, add_bias_kv=True, batch_first=True)
        self.read = nn.Linear(4, 3)
    def forward(self, x, memory): return self.read(self.attention(x, memory, memory, need_weights=False)[0]).tanh()

class TwoAdapters(nn.Module):
    "A frozen layer with two low-rank adapters of different scale, and a frozen head"
    def __init__(self, i: int = 6, o: int = 5, r: int = 2):
        super().__init__()
        self.base, self.head = nn.Linear(i, o).requires_grad_(False), nn.Linear(o, 6).requires_grad_(False)
        self.a, self.b = (nn.ParameterDict({k: nn.Parameter(torch.randn(*s)) for k in ('style', 'task')}) for s in ((r, i), (o, r)))
        self.scale = dict(style=.5, task=2.)
    def forward(self, x):
        y = self.base(x)
        for k,s in self.scale.items(): y = y+s*(x@self.a[k].T@self.b[k].T)
        return self.head(torch.tanh(y))

class WideAndDeep(nn.Module):
    "A deep linear network with a bottleneck, beside a wide layer"
    def __init__(self):
        super().__init__()
        self.deep = nn.Sequential(nn.Linear(5, 3), nn.Linear(3, 3), nn.Dropout(.1), nn.Linear(3, 4))
        self.wide, self.mix = nn.Linear(5, 6), nn.Linear(6, 4)
    def forward(self, x): return self.deep(x)+self.mix(F.softplus(self.wide(x)))

class DenseExperts(nn.Module):
    "All experts of a list see every row; a router weighs them"
    def __init__(self, n: int = 3):
        super().__init__()
        self.router = nn.Linear(4, n)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3)) for _ in range(n))
    def forward(self, x):
        weights = F.softmax(self.router(x), dim=-1)
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return (weights.unsqueeze(-1)*outputs).sum(dim=1)

class ParallelBlock(nn.Module):
    "Attention and MLP read one LayerNorm side by side"
    def __init__(self, d: int = 4, h: int = 2, hidden: int = 5):
        super().__init__()
        self.h = h
        self.inp = nn.Linear(5, d)
        self.ln, self.ln_f = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3*d), nn.Linear(d, d)
        self.fc1, self.fc2 = nn.Linear(d, hidden), nn.Linear(hidden, d)
        self.head = nn.Linear(d, 5)
    def forward(self, x):
        x = self.inp(x)
        b, t, d = x.size()
        y = self.ln(x)
        q, k, v = self.qkv(y).split(d, dim=2)
        q, k, v = (z.view(b, t, self.h, d//self.h).transpose(1, 2) for z in (q, k, v))
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).contiguous().view(b, t, d)
        return self.head(self.ln_f(x+self.proj(attended)+self.fc2(F.gelu(self.fc1(y)))))

class LinearBottleneck(nn.Module):
    "Convolution, a 1x1 convolution down to a batch norm that no activation follows, a 1x1 convolution up, and pooling"
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(2, 5, 3, padding=1), nn.ReLU6(), nn.Conv2d(5, 3, 1, bias=False), nn.BatchNorm2d(3),
            nn.Conv2d(3, 6, 1), nn.SiLU(), nn.AdaptiveAvgPool2d(1))
        self.classifier = nn.Linear(6, 4)
    def forward(self, x): return self.classifier(torch.flatten(self.features(x), 1))

class Mixer(nn.Module):
    "One layer that mixes tokens and one that mixes channels"
    def __init__(self, n: int = 4, d: int = 5):
        super().__init__()
        self.patch = nn.Linear(6, d)
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)
        self.tokens = nn.Sequential(nn.Linear(n, 3), nn.GELU(), nn.Linear(3, n))
        self.channels = nn.Sequential(nn.Linear(d, 6), nn.GELU(), nn.Linear(6, d))
        self.head = nn.Linear(d, 3)
    def forward(self, x):
        x = self.patch(x)
        x = x+self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        x = x+self.channels(self.norm2(x))
        return self.head(self.norm3(x).mean(dim=1))

class GatedRecurrence(nn.Module):
    "A state that a gate of the input forgets, no activation on it, and a gated read"
    def __init__(self, i: int = 5, h: int = 4):
        super().__init__()
        self.forget, self.value, self.gate, self.out = nn.Linear(i, h), nn.Linear(i, h), nn.Linear(i, h, bias=False), nn.Linear(h, 3)
    def forward(self, x):
        f, v = torch.sigmoid(self.forget(x)), self.value(x)
        h, states = x.new_zeros(x.shape[0], v.shape[-1]), []
        for t in range(x.shape[1]):
            h = f[:, t]*h+(1-f[:, t])*v[:, t]
            states.append(h)
        return self.out(torch.stack(states, 1)*F.silu(self.gate(x)))

class ConditionalEncoder(nn.Module):
    "A variational encoder at zero noise (the layer of its variances is dead), read with a condition by a bilinear head"
    def __init__(self):
        super().__init__()
        self.hidden, self.mean, self.log_var = nn.Linear(5, 6), nn.Linear(6, 2), nn.Linear(6, 2)
        self.condition, self.decode = nn.Linear(4, 3, bias=False), nn.Bilinear(2, 3, 7)
    def reparametrise(self, mean, log_var, noise): return mean+torch.exp(log_var/2)*noise
    def forward(self, x, c):
        h = torch.tanh(self.hidden(x))
        mean, log_var = self.mean(h), self.log_var(h)
        z = self.reparametrise(mean, log_var, torch.zeros_like(mean))
        return self.decode(z, self.condition(c))

class LinearAttention(nn.Module):
    "Heads with a positive feature map in place of the softmax; they share one head of values"
    def __init__(self, d: int = 5, h: int = 2, e: int = 3):
        super().__init__()
        self.q, self.k = (nn.Parameter(torch.randn(d, h, e)/2) for _ in range(2))
        self.v, self.o = nn.Parameter(torch.randn(d, e)/2), nn.Parameter(torch.randn(h, e, 4)/2)
    def forward(self, x):
        q, k = (F.elu(torch.einsum('bnd,dhe->bhne', x, w))+1 for w in (self.q, self.k))
        summary = torch.einsum('bhne,bnf->bhef', k, x@self.v)
        y = torch.einsum('bhne,bhef->bhnf', q, summary)/torch.einsum('bhne,bhe->bhn', q, k.sum(2))[..., None]
        return torch.einsum('bhnf,hfo->bno', y, self.o)

# Five more, committed by another author before a later round of mends

class ComplexRotary(nn.Module):
    "A block as in Llama's own code: positions turn queries and keys by complex products, one head of keys serves two of queries, a gated MLP"
    def __init__(self, d: int = 6, h: int = 2, e: int = 4, hidden: int = 5, n: int = 4):
        super().__init__()
        self.h, self.e = h, e
        self.tok = nn.Embedding(11, d)
        self.wq, self.wk, self.wv, self.wo = (nn.Linear(i, o, bias=False) for i,o in ((d, h*e), (d, e), (d, e), (h*e, d)))
        self.w1, self.w2, self.w3 = nn.Linear(d, hidden, bias=False), nn.Linear(hidden, d, bias=False), nn.Linear(d, hidden, bias=False)
        self.attention_norm, self.ffn_norm, self.norm = (nn.RMSNorm(d, eps=1e-6) for _ in range(3))
        self.output = nn.Linear(d, 8, bias=False)
        angles = torch.outer(torch.arange(n), 1/100**(torch.arange(0, e, 2)/e))
        self.register_buffer('cos_sin', torch.stack([angles.cos(), angles.sin()], -1))
    def turned(self, x):
        x_ = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        return torch.view_as_real(x_*torch.view_as_complex(self.cos_sin.to(x.dtype))[:, None]).flatten(3)
    def attend(self, x):
        b, n, _ = x.shape
        q, k = self.turned(self.wq(x).view(b, n, self.h, self.e)), self.turned(self.wk(x).view(b, n, 1, self.e))
        v = self.wv(x).view(b, n, 1, self.e)
        k, v = (z.expand(b, n, self.h, self.e) for z in (k, v))
        q, k, v = (z.transpose(1, 2) for z in (q, k, v))
        scores = torch.matmul(q, k.transpose(2, 3))/math.sqrt(self.e)
        scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), -math.inf)
        return self.wo((scores.softmax(-1)@v).transpose(1, 2).reshape(b, n, -1))
    def forward(self, words):
        x = self.tok(words)
        x = x+self.attend(self.attention_norm(x))
        y = self.ffn_norm(x)
        x = x+self.w2(F.silu(self.w1(y))*self.w3(y))
        return self.output(self.norm(x))

class LatentReader(nn.Module):
    "Learned latents read a sequence by cross attention with a fused layer of keys and values, then an MLP, all behind LayerNorms"
    def __init__(self, d: int = 5, c: int = 4, h: int = 2, e: int = 2, m: int = 3):
        super().__init__()
        self.h = h
        self.latents = nn.Parameter(torch.randn(m, d))
        self.norm_q, self.norm_c, self.norm_m, self.norm_o = nn.LayerNorm(d), nn.LayerNorm(c), nn.LayerNorm(d), nn.LayerNorm(d)
        self.embed = nn.Linear(6, c)
        self.to_q, self.to_kv, self.to_out = nn.Linear(d, h*e), nn.Linear(c, 2*h*e), nn.Linear(h*e, d)
        self.mlp = nn.Sequential(nn.Linear(d, 6), nn.GELU(), nn.Linear(6, d))
        self.logits = nn.Linear(d, 4)
    def heads(self, x): return x.unflatten(-1, (self.h, -1)).transpose(1, 2)
    def forward(self, x):
        context = self.norm_c(self.embed(x))
        z = self.latents.expand(x.shape[0], -1, -1)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        read = F.scaled_dot_product_attention(self.heads(self.to_q(self.norm_q(z))), self.heads(k), self.heads(v))
        z = z+self.to_out(read.transpose(1, 2).flatten(2))
        z = z+self.mlp(self.norm_m(z))
        return self.logits(self.norm_o(z).mean(1))

class PointwiseStack(nn.Module):
    "A convolution, a 1x1 convolution and a transposed one without an activation between them"
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(2, 3, 3), nn.Conv1d(3, 3, 1), nn.ConvTranspose1d(3, 3, 2, stride=2), nn.Tanh())
        self.classify = nn.Linear(3, 4)
    def forward(self, x): return self.classify(self.body(x).mean(-1))

class SharedExpert(nn.Module):
    "Stacked experts weighed by a softmax and one expert for all, on a stream with a norm that has no gain"
    def __init__(self, d: int = 4, n: int = 3, hidden: int = 5):
        super().__init__()
        self.inp, self.out = nn.Linear(5, d, bias=False), nn.Linear(d, 6, bias=False)
        self.router = nn.Linear(d, n)
        self.up, self.gate, self.down = (nn.Parameter(torch.randn(n, *s)/2) for s in ((d, hidden), (d, hidden), (hidden, d)))
        self.shared = nn.ModuleDict(dict(up=nn.Linear(d, hidden, bias=False), down=nn.Linear(hidden, d, bias=False)))
    def forward(self, x):
        x = self.inp(x)
        y = F.rms_norm(x, x.shape[-1:], eps=1e-6)
        p = F.softmax(self.router(y), -1)
        inner = torch.einsum('bd,ndh->nbh', y, self.up)*F.silu(torch.einsum('bd,ndh->nbh', y, self.gate))
        routed = torch.einsum('nbh,nhd,bn->bd', inner, self.down, p)
        return self.out(F.rms_norm(x+routed+self.shared['down'](F.gelu(self.shared['up'](y))), x.shape[-1:], eps=1e-6))

class LowRank(nn.Module):
    "A low-rank change of a weight, as a parametrisation"
    def __init__(self, o: int, i: int, r: int):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.randn(r, i)), nn.Parameter(torch.randn(o, r))
    def forward(self, w): return w+.5*self.b@self.a

class AdaptedAttention(nn.Module):
    "A frozen attention whose queries and values have low-rank changes, and a trained head"
    def __init__(self, d: int = 5, r: int = 2):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(d, d).requires_grad_(False) for _ in range(4))
        for layer in (self.q, self.v): parametrize.register_parametrization(layer, 'weight', LowRank(d, d, r))
        self.head = nn.Sequential(nn.Linear(d, 3), nn.ReLU(), nn.Linear(3, 4))
    def forward(self, x):
        scores = torch.bmm(self.q(x), self.k(x).mT)/math.sqrt(x.shape[-1])
        return self.head(self.o(torch.bmm(scores.softmax(-1), self.v(x))))

def reals(*shapes: tuple[int, ...]) -> tuple[Tensor, ...]:
    r = torch.Generator().manual_seed(1)
    return tuple(torch.randn(*s, generator=r) for s in shapes)
def words(n: int) -> tuple[Tensor, ...]: return torch.randint(0, n, (12, 4), generator=torch.Generator().manual_seed(1)),

unseen = dict(geglu=(GEGLU, reals((6, 6))), grouped_queries=(GroupedQueries, words(9)), cross_attention=(CrossAttention, reals((6, 3, 4), (6, 4, 5))),
    two_adapters=(TwoAdapters, reals((6, 6))), wide_and_deep=(WideAndDeep, reals((6, 5))), dense_experts=(DenseExperts, reals((6, 4))),
    parallel_block=(ParallelBlock, reals((6, 4, 5))), linear_bottleneck=(LinearBottleneck, reals((6, 2, 4, 4))), mixer=(Mixer, reals((6, 4, 6))),
    gated_recurrence=(GatedRecurrence, reals((6, 4, 5))), conditional_encoder=(ConditionalEncoder, reals((6, 5), (6, 4))),
    linear_attention=(LinearAttention, reals((6, 4, 5))))
later = dict(complex_rotary=(ComplexRotary, words(11)), latent_reader=(LatentReader, reals((6, 4, 6))), pointwise_stack=(PointwiseStack, reals((6, 2, 5))),
    shared_expert=(SharedExpert, reals((8, 5))), adapted_attention=(AdaptedAttention, reals((6, 4, 5))))
