"Networks of equal shapes that compute different functions are refused by what works weight by weight; those that compute alike are not."
import warnings
from functools import partial

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from cases import refused, rng, two_layers
from symbayes.comparison.alignment import align, pushed
from symbayes.comparison.barriers import loss_barrier
from symbayes.comparison.canonical import canonicalize
from symbayes.comparison.merging import merge
from symbayes.core.tensors import seeded_module
from symbayes.discovery.continuous import continuous_group
from symbayes.discovery.finding import symmetry_group
from symbayes.discovery.reports import symmetries
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
    for call in used(a, b, x).values(): refused('with the same weights the networks give different outputs', call)

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
    group = PermutationGroup({'h': 4}, two_layers(last='3'))
    with pytest.warns(UserWarning, match='cannot be compared'): align(a, b, group)
    refused('different outputs', lambda: align(a, b, group.verify(a, rows)))

def test_a_group_of_another_network_is_refused():
    "Signs of tanh units are none of ReLU units, also where both networks are alike"
    a, x = plain().eval(), rows
    relu = [seeded_module(partial(plain, nn.ReLU), i).eval() for i in range(2)]
    group = symmetry_group(a, x)
    for call in (lambda: align(*relu, group), lambda: merge(relu, group), lambda: group.moved(relu[0], group.identity()), lambda: canonicalize(relu[0], group)):
        refused('is no symmetry of the model', call)

# %% numbers that multiply products, ranks

class Low(nn.Module):
    "Frozen layers with updates of low rank, times a number, with a bias that is trained"
    def __init__(self, rank=4, number=1., magnitude=False):
        super().__init__()
        self.base, self.head = nn.Linear(10, 9).requires_grad_(False), nn.Linear(9, 3).requires_grad_(False)
        self.a, self.b = nn.Linear(10, rank, bias=False), nn.Linear(rank, 9, bias=False)
        self.bias, self.number = nn.Parameter(torch.zeros(9)), number
        self.size = nn.Parameter(self.base.weight.norm(dim=1)) if magnitude else None
    def update(self): return self.number*self.b.weight@self.a.weight
    def forward(self, x):
        w = self.base.weight+self.update()
        if self.size is not None: w = w*(self.size/w.norm(dim=1))[:, None]
        return self.head((F.linear(x, w, self.base.bias+self.bias)).tanh())

def adapter(seed, *args):
    net, frozen = seeded_module(partial(Low, *args), seed).double(), seeded_module(partial(Low, *args[:1]), 0).double()
    for k in ('base', 'head'): getattr(net, k).load_state_dict(getattr(frozen, k).state_dict())
    nn.init.normal_(net.bias)
    return net.eval()

def truncated(nets, rank):
    u, s, vh = torch.linalg.svd(sum(n.update().detach() for n in nets)/len(nets))
    return u[:, :rank]*s[:rank]@vh[:rank]

features = torch.randn(12, 10, dtype=torch.float64)
pairs = {'alpha 8 and 32': [(4, 8/4), (4, 32/4)], 'rslora': [(4, 8/4**.5), (4, 8/4)], 'ranks 4 and 8': [(4, 2.), (8, 2.)], 'ranks 8 and 4': [(8, 1.), (4, 2.)],
    'rank and alpha of three': [(4, 2.), (8, 3.), (2, -1.)]}

@pytest.mark.parametrize('name', pairs)
def test_effective_updates_are_merged(name):
    nets = [adapter(i, *of) for i,of in enumerate(pairs[name])]
    merged, rank = merge(nets, continuous_group(nets[0], features)), pairs[name][0][0]
    best = truncated(nets, rank)
    assert (merged.update()-best).norm()<1e-6*best.norm() and merged.number==pairs[name][0][1]
    assert torch.allclose(merged.bias, sum(n.bias for n in nets)/len(nets))

def test_magnitudes_are_averaged_beside_the_products():
    "An update with magnitudes is no product: its factors are merged as those of any other, the magnitudes by their mean"
    nets = [adapter(i, 4, c, True) for i,c in enumerate((2., 8.))]
    merged = merge(nets, continuous_group(nets[0], features))
    assert (merged.update()-truncated(nets, 4)).norm()<1e-6*merged.update().norm()
    assert torch.allclose(merged.size, (nets[0].size+nets[1].size)/2)

def test_other_activations_are_no_number():
    nets = [adapter(i, 4, 2.) for i in range(2)]
    class Sine(Low):
        def forward(self, x): return self.head((self.base(x)+self.bias+self.number*self.b(self.a(x))).sin())
    other = Sine(4, 2.).double().eval()
    other.load_state_dict(nets[1].state_dict())
    refused('different outputs', lambda: merge([nets[0], other], continuous_group(nets[0], features)))
    refused("changes no output", lambda: merge([nets[0], adapter(1, 4, 0.)], continuous_group(nets[0], features)))

def test_a_third_network_is_compared_before_it_moves():
    a, x = plain().eval(), rows
    sym, c = symmetries(a, x), continuous_group(low := adapter(0, 4, 2.), features)
    moves, relu = sym.sample(generator=rng(0)), plain(nn.ReLU).eval()
    assert (pushed(twin := plain().eval(), sym, moves)(x)-twin(x)).abs().max()<1e-4
    refused('different outputs', pushed, relu, sym, moves)
    for call in (lambda: align(relu, relu, sym), lambda: merge([relu, relu], sym)):
        refused('different outputs', call)
    class Bent(Low):
        def forward(self, x): return self.head((self.base(x)+self.b(self.a(x).relu())).tanh()+self.bias)
    element = c.sample(generator=rng(0))
    assert (c.moved(low, element)(features)-low(features)).abs().max()<1e-10
    refused('is no symmetry of the model', lambda: c.moved(Bent(4).double().eval(), element))

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

@pytest.mark.parametrize('options', [[dict(r=4, lora_alpha=8), dict(r=4, lora_alpha=32)], [dict(r=4, lora_alpha=8, use_rslora=True), dict(r=8, lora_alpha=8)],
    [dict(r=4, lora_alpha=8, use_dora=True), dict(r=4, lora_alpha=32, use_dora=True)]], ids=['LoRA', 'rsLoRA', 'DoRA'])
def test_adapters_of_peft(options):
    "The merged update is the mean of the effective updates, cut to the first one's rank; magnitudes of DoRA are averaged beside it"
    peft = pytest.importorskip('peft', reason='peft is not installed: pip install peft in an environment of its own')
    nets = []
    for i,o in enumerate(options):
        base = seeded_module(lambda: nn.Sequential(nn.Linear(10, 12), nn.Tanh(), nn.Linear(12, 3)), 0).double()
        nets.append(peft.get_peft_model(base, peft.LoraConfig(target_modules=['0'], **o)).double().eval())
        g = rng(i)
        with torch.no_grad():
            for p in nets[-1].parameters(): p.add_(p.requires_grad*.3*torch.randn(p.shape, generator=g, dtype=p.dtype))
    merged, rank, layer = merge(nets, continuous_group(nets[0], features)), options[0]['r'], lambda n: n.base_model.model[0]
    update = lambda n: layer(n).get_delta_weight('default').detach()
    u, s, vh = torch.linalg.svd(sum(map(update, nets))/2)
    best = u[:, :rank]*s[:rank]@vh[:rank]
    assert (update(merged)-best).norm()<1e-6*best.norm()
    for size,*sizes in zip(*([v.weight for v in layer(n).lora_magnitude_vector.values()] for n in (merged, *nets))): assert torch.allclose(size, sum(sizes)/2)
