"Networks of equal shapes that compute different functions are refused by what works weight by weight; those that compute alike are not."
import warnings
from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from cases import refused
from symbayes.comparison.alignment import align, pushed
from symbayes.comparison.barriers import loss_barrier
from symbayes.comparison.canonical import canonicalize
from symbayes.comparison.merging import merge
from symbayes.core.messages import SymbayesError
from symbayes.core.random import seeded_module
from symbayes.discovery.continuous import continuous_group
from symbayes.discovery.finding import symmetry_group
from symbayes.discovery.model_symmetries import symmetries
from symbayes.distributions.likelihoods import Gaussian
from symbayes.symmetry.permutations import PermutationGroup

class Tokens(nn.Module):
    "A small transformer with attention written by hand: all that is no tensor is an argument"
    def __init__(self, heads=2, causal=False, scale=None, act=F.gelu, eps=1e-5, pool='mean', before=True, gain=1., tie=1, config=None):
        super().__init__()
        self.read, self.qkv, self.mix, self.up, self.down, self.out = (nn.Linear(a, b) for a,b in ((3, 8), (8, 24), (8, 8), (8, 12), (12, 8), (8, 2)))
        self.norm = nn.LayerNorm(8, eps=eps)
        self.heads, self.causal, self.scale, self.act, self.pool, self.before, self.gain, self.times = heads, causal, scale, act, pool, before, gain, tie
        self.config = config
    def attend(self, h):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(h).chunk(3, -1))
        return self.mix(F.scaled_dot_product_attention(q, k, v, is_causal=self.causal, scale=self.scale).transpose(1, 2).flatten(2))
    def forward(self, x):
        h = self.read(x)
        for _ in range(self.times):
            h = h+self.gain*self.attend(self.norm(h)) if self.before else self.norm(h+self.attend(h))
            h = h+self.down(self.act(self.up(h)))
        if self.config is not None: h = h*self.config.factor
        return self.out(h.mean(1) if self.pool=='mean' else h.amax(1) if self.pool=='max' else h[:, 0])

class Config:
    "Settings in an object of their own, as those of the transformers library"
    def __init__(self, factor, note=''): self.factor, self.note = factor, note

class Adapter(nn.Module):
    "A frozen layer and an update of rank two, times a number"
    def __init__(self, alpha=8.):
        super().__init__()
        self.base, self.a, self.b, self.alpha = nn.Linear(3, 4), nn.Linear(3, 2, bias=False), nn.Linear(2, 4, bias=False), alpha
        self.base.requires_grad_(False)
    def forward(self, x): return self.base(x)+self.alpha/2*self.b(self.a(x))

class Masked(nn.Module):
    "A network with a buffer that decides which units count"
    def __init__(self, mask=(1., 1., 1., 1.)):
        super().__init__()
        self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 2)
        self.register_buffer('mask', torch.tensor(mask))
    def forward(self, x): return self.b(self.a(x).tanh()*self.mask)

class Written(nn.Module):
    "A network whose activation is a function that it is given"
    def __init__(self, act): super().__init__(); self.a, self.b, self.act = nn.Linear(3, 4), nn.Linear(4, 2), act
    def forward(self, x): return self.b(self.act(self.a(x)))

class WrittenOut(Written):
    def forward(self, x): return F.linear(self.act(F.linear(x, self.a.weight, self.a.bias)), self.b.weight, self.b.bias)

class Centred(Written):
    def forward(self, x): return super().forward(x-1)

def plain(act=nn.Tanh, p=0.): return nn.Sequential(nn.Linear(3, 4), act(), nn.Dropout(p), nn.Linear(4, 2))
def convolutions(padding=1, stride=1, mode='zeros', act=nn.ReLU):
    pooled = nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2)
    return nn.Sequential(nn.Conv2d(1, 4, 3, padding=padding, stride=stride, padding_mode=mode), nn.BatchNorm2d(4), act(), *pooled)
def encoder(heads=2, act='gelu', first=False, eps=1e-5, p=0.): return nn.Sequential(nn.Linear(3, 8), nn.TransformerEncoderLayer(8, heads, 12, p, act, eps, True, first), nn.Linear(8, 2), nn.Flatten())

sequences, images, rows = torch.randn(4, 5, 3), torch.randn(4, 1, 6, 6), torch.randn(9, 3)
T = partial(partial, Tokens)
unlike = {
    'heads': (Tokens, T(heads=4), sequences), 'causal': (Tokens, T(causal=True), sequences), 'scale': (Tokens, T(scale=1.), sequences),
    'function': (Tokens, T(act=F.relu), sequences), 'lambdas': (T(act=lambda h: h.tanh()), T(act=lambda h: h.sin()), sequences),
    'eps': (Tokens, T(eps=.1), sequences), 'pooling': (Tokens, T(pool='max'), sequences), 'first token': (Tokens, T(pool='first'), sequences),
    'norm last': (Tokens, T(before=False), sequences), 'gain': (Tokens, T(gain=.5), sequences), 'twice': (Tokens, T(tie=2), sequences),
    'config': (T(config=Config(1.)), T(config=Config(2.)), sequences),
    'alpha': (Adapter, partial(Adapter, 32.), rows), 'mask': (Masked, partial(Masked, (1., 1., 0., 1.)), rows),
    'layers': (plain, partial(plain, nn.ReLU), rows), 'slope': (partial(plain, partial(nn.LeakyReLU, .1)), partial(plain, partial(nn.LeakyReLU, .2)), rows),
    'approximate': (partial(plain, nn.GELU), partial(plain, partial(nn.GELU, 'tanh')), rows),
    'subclass': (partial(Written, torch.tanh), partial(Centred, torch.tanh), rows),
    'padding': (convolutions, partial(convolutions, mode='circular'), images), 'no padding': (convolutions, partial(convolutions, 0), images),
    'stride': (convolutions, partial(convolutions, stride=2), images), 'step': (convolutions, partial(convolutions, act=nn.Softplus), images),
    'encoder heads': (encoder, partial(encoder, 4), sequences), 'encoder norm': (encoder, partial(encoder, first=True), sequences)}
alike = {
    'tokens': (Tokens, Tokens, sequences), 'scale by hand': (Tokens, T(scale=4**-.5), sequences), 'one head': (T(heads=1), T(heads=1), sequences),
    'lambdas': (T(act=lambda h: h.relu()), T(act=lambda h: h.clamp_min(0)), sequences), 'same function': (T(act=F.silu), T(act=nn.SiLU()), sequences),
    'config': (T(config=Config(2., 'a')), T(config=Config(2., 'b')), sequences), 'once': (T(tie=2), T(tie=2), sequences),
    'adapters': (Adapter, Adapter, rows), 'masks': (Masked, Masked, rows), 'dropout': (plain, partial(plain, p=.5), rows),
    'in place': (partial(plain, nn.ReLU), partial(plain, partial(nn.ReLU, True)), rows), 'slope zero': (partial(plain, nn.ReLU), partial(plain, partial(nn.LeakyReLU, 0.)), rows),
    'subclass': (partial(Written, torch.tanh), partial(WrittenOut, torch.tanh), rows), 'layer and function': (partial(Written, torch.tanh), partial(Written, nn.Tanh()), rows),
    'convolutions': (convolutions, convolutions, images), 'padding in words': (convolutions, partial(convolutions, 'same'), images),
    'tanh by sigmoid': (plain, partial(plain, lambda: Sigmoids()), rows), 'normed': (lambda: nn.utils.parametrizations.spectral_norm(nn.Linear(3, 2)), lambda: nn.utils.parametrizations.spectral_norm(nn.Linear(3, 2)), rows),
    'encoder': (encoder, partial(encoder, p=.3), sequences), 'encoder first': (partial(encoder, first=True),)*2+(sequences,),
    'relu by name': (partial(encoder, act='relu'), partial(encoder, act=F.relu), sequences),
    'maximum': (T(pool='max'), T(pool='max'), sequences), 'causal': (T(causal=True), T(causal=True), sequences), 'last norm': (T(before=False), T(before=False), sequences)}

class Sigmoids(nn.Module):
    def forward(self, x): return 2*torch.sigmoid(2*x)-1

def made(case):
    first, second, x = case
    return seeded_module(first, 0).eval(), seeded_module(second, 1).eval(), x

def used(a, b, x):
    "What works weight by weight, with the group of the first network"
    group = symmetry_group(a, x)
    data = x, torch.zeros(a(x).shape)
    return {'align': lambda: align(a, b, group, starts='identity'), 'merge': lambda: merge([a, b], group, starts='identity'), 'loss_barrier': lambda: loss_barrier(a, a, b, Gaussian(1.), data, n_points=3),
        'canonicalize': lambda: canonicalize(b, group, reference=a)}

@pytest.mark.parametrize('name', unlike)
def test_another_function_is_refused(name):
    a, b, x = made(unlike[name])
    if name=='alpha': b.base.load_state_dict(a.base.state_dict())
    for how,call in used(a, b, x).items():
        with pytest.raises(SymbayesError, match='with the same weights the networks give different outputs') as e: call()
        assert '\n' not in str(e.value), how

@pytest.mark.parametrize('name', alike)
def test_the_same_function_is_taken(name):
    a, b, x = made(alike[name])
    if name=='adapters': b.base.load_state_dict(a.base.state_dict())
    for call in used(a, b, x).values():
        with warnings.catch_warnings():
            warnings.filterwarnings('error', message='.*cannot be compared')
            call()

def test_a_group_by_hand_compares_once_it_is_verified():
    a, b = plain().eval(), plain(nn.ReLU).eval()
    group = PermutationGroup({'h': 4}, {'0.weight': ('h', 3), '0.bias': ('h',), '3.weight': (2, 'h'), '3.bias': (2,)})
    with pytest.warns(UserWarning, match='cannot be compared'): align(a, b, group)
    refused('different outputs', lambda: align(a, b, group.verify(a, rows)))

def test_a_group_of_another_network_is_refused():
    "Signs of tanh units are none of ReLU units, also where both networks are alike"
    a, x = plain().eval(), rows
    relu = [seeded_module(partial(plain, nn.ReLU), i).eval() for i in range(2)]
    group = symmetry_group(a, x)
    for call in (lambda: align(*relu, group), lambda: merge(relu, group), lambda: group.moved(relu[0], group.identity()), lambda: canonicalize(relu[0], group)):
        refused('is no symmetry of the model', call)

class Low(nn.Module):
    "A frozen layer with an update of low rank"
    def __init__(self):
        super().__init__()
        self.base, self.a, self.b = nn.Linear(3, 4).requires_grad_(False), nn.Linear(3, 2, bias=False), nn.Linear(2, 4, bias=False)
    def forward(self, x): return self.base(x)+self.b(self.a(x))

def test_a_third_network_is_compared_before_it_moves():
    a, x = plain().eval(), rows
    sym, c = symmetries(a, x), continuous_group(low := Low().eval(), x)
    moves, relu = sym.sample(generator=torch.Generator().manual_seed(0)), plain(nn.ReLU).eval()
    assert (pushed(twin := plain().eval(), sym, moves)(x)-twin(x)).abs().max()<1e-4
    refused('different outputs', pushed, relu, sym, moves)
    for call in (lambda: align(relu, relu, sym), lambda: merge([relu, relu], sym)):
        refused('different outputs', call)
    class Bent(Low):
        def forward(self, x): return self.base(x)+self.b(self.a(x).relu())
    element = c.sample(generator=torch.Generator().manual_seed(0))
    torch.testing.assert_close(c.moved(low, element)(x), low(x), rtol=1e-3, atol=1e-4)
    refused('is no symmetry of the model', lambda: c.moved(Bent().eval(), element))

def test_a_model_switches_the_check_of_tensors_on():
    a, b, relu = (m.eval() for m in (plain(), plain(), plain(nn.ReLU)))
    group, (w, v) = symmetry_group(a, rows), (dict(n.named_parameters()) for n in (a, b))
    w, v = ({k: t.detach() for k,t in d.items()} for d in (w, v))
    for call in (partial(align, w, v, group), partial(merge, [w, v], group), partial(canonicalize, w, group, reference=v)):
        call(), call(model=a), call(model=[a, b])
        refused('different outputs', call, model=[a, relu])
        refused('is no symmetry', call, model=relu)
        refused('one network, or one for each', call, model=[a])
        refused('tensors are of another network', lambda: call(model=nn.Linear(3, 4)))

def test_the_reason_is_an_activation_and_no_name():
    x, nets = torch.randn(5, 3), []
    for act,name in ((nn.ReLU, 'a'), (nn.GELU, 'b')):
        net = seeded_module(lambda act=act: nn.Sequential(nn.Linear(3, 4), act(), nn.Linear(4, 2)), 0)
        net.name_or_path, net.scale = name, name
        nets.append(net)
    group = symmetry_group(nets[0], x)
    refused("layer '1' differs in its kind", align, *nets, group)
