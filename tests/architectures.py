"""Architectures and their symmetries, counted by hand: nbs/discovery/09_architectures derives them layer by layer.

A set of units that change places is (units of one block, blocks, do signs flip?). Its log order is that of blocks! copies, one per block."""
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import lgamma, log

import torch
import torch.nn.functional as F
from symbayes.core.doors import import_torchvision
from symbayes.core.tensors import seeded_module
from symbayes.symmetry.permutations import PermutationGroup
from torch import Tensor, nn

Units = tuple[int, int, bool]

def log_order(sets: list[Units]) -> float: return sum(b*(lgamma(n+1) + s*n*log(2)) for n,b,s in sets)
def plain(*sizes: int) -> list[Units]: return [(n, 1, False) for n in sizes]
def flipped(*sizes: int) -> list[Units]: return [(n, 1, True) for n in sizes]
def heads(h: int, d: int) -> list[Units]: return [(h, 1, False), (d, h, True), (d, h, True)]  # of query-key and of value channels

def sets_of(g: PermutationGroup) -> Counter:
    "The sets of units of a group, in the same words; a set of one unit that does not flip is none"
    blocks = lambda l: int(torch.tensor(g.index_shape(l)[:-1]).prod())
    return Counter(u for u in ((g.sizes[l], blocks(l), l in g.signed) for l in g.labels) if u[0]>1 or u[2])

@dataclass
class Architecture:
    "A network, what it is shown, and its symmetries by hand"
    make: Callable[[], nn.Module]
    sets: list[Units]
    shape: tuple[int, ...] = (3, 32, 32) # of one input
    slow: bool = True
    arguments: int = 1               # so many inputs of this shape
    words: int = 0                   # whole numbers below this one instead of real ones

    def model(self, seed: int = 0) -> nn.Module: return seeded_module(self.make, seed).eval()
    def x(self, n: int = 2) -> Tensor: return torch.randn(n, *self.shape, generator=torch.Generator().manual_seed(1))
    def inputs(self, n: int = 2) -> tuple[Tensor, ...]:
        "All that it is shown"
        r = torch.Generator().manual_seed(1)
        if self.words: return torch.randint(0, self.words, (n, *self.shape), generator=r),
        return tuple(torch.randn(n, *self.shape, generator=r) for _ in range(self.arguments))
    @property
    def log_order(self) -> float: return log_order(self.sets)
    @property
    def counter(self) -> Counter: return Counter(self.sets)

def lenet(act: type, pool: type) -> nn.Module:
    features = nn.Conv2d(1, 6, 5), act(), pool(2), nn.Conv2d(6, 16, 5), act(), pool(2)
    return nn.Sequential(*features, nn.Flatten(), nn.Linear(400, 120), act(), nn.Linear(120, 84), act(), nn.Linear(84, 10))

class OptuNet(nn.Module):
    "Two halves that do not meet until the end"
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 2, 4, bias=False), nn.Conv2d(2, 10, 5, groups=2, bias=False)
        self.out = nn.Linear(10, 10)
    def forward(self, x): return self.out(self.conv2(F.max_pool2d(self.conv1(x).relu(), 3)).relu().mean((2, 3)))

class BasicBlock(nn.Module):
    def __init__(self, i: int, o: int, pad: bool):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(i, o, 3, o//i, 1, bias=False), nn.BatchNorm2d(o)
        self.conv2, self.bn2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.o = o
        self.shortcut = nn.Identity() if i==o or pad else nn.Sequential(nn.Conv2d(i, o, 1, 2, bias=False), nn.BatchNorm2d(o))
    def forward(self, x):
        y = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
        if isinstance(self.shortcut, nn.Identity) and x.shape[1]<self.o: x = F.pad(x[:, :, ::2, ::2], (0, 0, 0, 0, self.o//4, self.o//4))
        return (y + self.shortcut(x)).relu()

class ResNet20(nn.Module):
    def __init__(self, pad: bool):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16)
        widths = [16]*4 + [32]*3 + [64]*3
        self.blocks = nn.Sequential(*(BasicBlock(i, o, pad) for i,o in zip(widths, widths[1:])))
        self.out = nn.Linear(64, 10)
    def forward(self, x): return self.out(self.blocks(self.bn(self.conv(x)).relu()).mean((2, 3)))

class Encoder(nn.Module):
    "Two layers of torch's encoder between linear maps"
    def __init__(self, **options):
        super().__init__()
        self.read = nn.Linear(5, 24)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(24, 4, 32, batch_first=True, **options), 2, enable_nested_tensor=False)
        self.out = nn.Linear(24, 3)
    def forward(self, x): return self.out(self.layers(self.read(x)).mean(1))

class GroupedQueries(nn.Module):
    "2 heads of keys and values, 3 heads of queries for each, 4 channels; the stream is linear"
    def __init__(self, fused: bool):
        super().__init__()
        self.fused = fused
        self.read, self.out = nn.Linear(5, 16), nn.Linear(16, 3)
        self.q, self.k, self.v, self.o = nn.Linear(16, 24), nn.Linear(16, 8), nn.Linear(16, 8), nn.Linear(24, 16)
    def forward(self, x):
        x = self.read(x)
        q, k, v = (f(x).unflatten(-1, (-1, 4)).transpose(1, 2) for f in (self.q, self.k, self.v))
        if self.fused: y = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
        else:
            k, v = (t.repeat_interleave(3, 1) for t in (k, v))
            y = (q@k.mT/2).softmax(-1)@v
        return self.out((x + self.o(y.transpose(1, 2).flatten(2))).mean(1))

class ResidualMLP(nn.Module):
    "Two residual blocks on a stream that nothing but linear maps read"
    def __init__(self, norm: bool):
        super().__init__()
        self.read, self.out, self.norm = nn.Linear(5, 12), nn.Linear(12, 3), nn.LayerNorm(12) if norm else nn.Identity()
        self.up, self.down = (nn.ModuleList(nn.Linear(i, o) for _ in range(2)) for i,o in ((12, 20), (20, 12)))
    def forward(self, x):
        x = self.read(x)
        for up,down in zip(self.up, self.down): x = x + down(F.gelu(up(self.norm(x))))
        return self.out(x)

class MLP(nn.Sequential):
    def __init__(self): super().__init__(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))

class UNet(nn.Module):
    "Two halvings, two doublings that nothing follows but a convolution, and copies across"
    def __init__(self):
        super().__init__()
        block = lambda i, o: nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU())
        self.down1, self.down2, self.bottom, self.left2, self.left1 = (block(i, o) for i,o in ((3, 16), (16, 32), (32, 64), (64, 32), (32, 16)))
        self.up2, self.up1, self.out = nn.ConvTranspose2d(64, 32, 2, 2), nn.ConvTranspose2d(32, 16, 2, 2), nn.Conv2d(16, 2, 1)
    def forward(self, x):
        one = self.down1(x)
        two = self.down2(F.max_pool2d(one, 2))
        y = self.left2(torch.cat([self.up2(self.bottom(F.max_pool2d(two, 2))), two], 1))
        return self.out(self.left1(torch.cat([self.up1(y), one], 1)))

class GPT(nn.Module):
    "Two causal blocks with 4 heads of 6 channels, one linear map for queries, keys and values; words are read and written by one table"
    def __init__(self, n: int = 24, h: int = 4):
        super().__init__()
        self.h, self.words, self.places, self.last = h, nn.Embedding(50, n), nn.Embedding(12, n), nn.LayerNorm(n)
        parts = dict(n1=nn.LayerNorm, qkv=lambda n: nn.Linear(n, 3*n), o=lambda n: nn.Linear(n, n), n2=nn.LayerNorm, up=lambda n: nn.Linear(n, 4*n), down=lambda n: nn.Linear(4*n, n))
        self.blocks = nn.ModuleList(nn.ModuleDict({k: f(n) for k,f in parts.items()}) for _ in range(2))
        self.read = nn.Linear(n, 50, bias=False)
        self.read.weight = self.words.weight
    def forward(self, i):
        x = self.words(i)+self.places(torch.arange(i.shape[1]))
        for b in self.blocks:
            q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(1, 2) for t in b.qkv(b.n1(x)).chunk(3, -1))
            x = x+b.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
            x = x+b.down(F.gelu(b.up(b.n2(x))))
        return self.read(self.last(x))

class Siamese(nn.Module):
    "One encoder for two images; their difference is judged"
    def __init__(self):
        super().__init__()
        convs = nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Conv2d(8, 16, 3), nn.ReLU()
        self.encoder, self.out = nn.Sequential(*convs, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 32), nn.ReLU()), nn.Linear(32, 1)
    def forward(self, x, y): return self.out((self.encoder(x)-self.encoder(y)).abs())

class Recurrent(nn.Module):
    "Two recurrent layers of torch, and the last state read"
    def __init__(self, kind: type): super().__init__(); self.layers, self.out = kind(5, 16, 2, batch_first=True), nn.Linear(16, 3)
    def forward(self, x): return self.out(self.layers(x)[0][:, -1])

def tv(name: str, **options) -> Callable: return lambda: getattr(import_torchvision().models, name)(**options)

def bottlenecks(inner: Callable) -> list[Units]:
    "ResNet-50 and its relatives: the stem, a stream per stage, and what is inside of a block"
    stages = zip((64, 128, 256, 512), (3, 4, 6, 3))
    return plain(64) + [u for w,n in stages for u in plain(4*w) + n*inner(w)]

def resnext_block(w: int) -> list[Units]: return plain(32) + 2*[(2*w//32, 32, False)]

squeezed = [(64, 0), (72, 0), (72, 24), (120, 32), (120, 32), (240, 0), (200, 0), (184, 0), (184, 0), (480, 120)] + 2*[(672, 168), (960, 240)]
mobilenet = plain(16, 24, 40, 80, 112, 160, 960, 1280) + [u for e,s in squeezed for u in plain(*((e, s) if s else (e,)))]
efficient_inputs = [16] + 2*[24] + 2*[40] + 3*[80] + 3*[112] + 4*[192]
efficientnet = plain(32, 8, 16, 24, 40, 80, 112, 192, 320, 1280) + [u for c in efficient_inputs for u in plain(6*c, c//4)]
convnext = [u for c,n in zip((96, 192, 384, 768), (3, 3, 9, 3)) for u in plain(c) + n*plain(4*c)]
vit = plain(768) + 12*(heads(12, 64) + plain(3072))
swin = [u for c,n,h in zip((96, 192, 384, 768), (2, 2, 6, 2), (3, 6, 12, 24)) for u in plain(c) + n*(heads(h, 32) + plain(4*c))]

def shuffle_stage(n: int, half: int) -> list[Units]:
    "Units of one origin that are read at the same place change places"
    def shuffled(a, b): return [u for pair in zip(a, b) for u in pair]
    stream, read = shuffled(['left']*half, [0]*half), Counter()
    for i in range(1, n):
        read.update((u, i) for u in stream[half:])
        stream = shuffled(stream[:half], [i]*half)
    read.update((u, n) for u in stream)
    return plain(*[half]*n, *(k for k in read.values() if k>1))
shufflenet = plain(24, 1024) + [u for n,half in ((4, 58), (8, 116), (4, 232)) for u in shuffle_stage(n, half)]

mobilenet_v2 = plain(32, 16, 24, 32, 64, 96, 160, 320, 1280, *(6*c for c in (16, 24, 24, *3*[32], *4*[64], *3*[96], *3*[160])))
mnasnet = plain(32, 16, 24, 40, 80, 96, 192, 320, 1280) + plain(*(e*c for e,c in ((3, 16), *2*[(3, 24)], (3, 24), *2*[(3, 40)], *zip([6]*10, (40, 80, 80, 80, 96, 96, 192, 192, 192, 192)))))
fires = plain(64) + [u for s,e in ((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256)) for u in plain(s, e, e)]
inceptions = '''64 96 128 16 32 32  128 128 192 32 96 64  192 96 208 16 48 64  160 112 224 24 64 64  128 128 256 24 64 64
    112 144 288 32 64 64  256 160 320 32 128 128  256 160 320 32 128 128  384 192 384 48 128 128'''
regnet = plain(32) + [u for before,w,n in ((32, 48, 1), (48, 104, 3), (104, 208, 6), (208, 440, 6)) for u in
    plain(w, round(before/4), *[round(w/4)]*(n-1)) + n*[(w//8, 1, False), (8, w//8, False), (8, w//8, False)]]

encoder = plain(24) + 2*(heads(4, 6) + plain(32))
grouped = flipped(16) + plain(2) + [(3, 2, False), (4, 2, True), (4, 2, True)]
quick = partial(Architecture, slow=False)

architectures = dict(
    lenet_tanh=quick(lambda: lenet(nn.Tanh, nn.AvgPool2d), flipped(6, 16, 120, 84), (1, 32, 32)),
    lenet_relu=quick(lambda: lenet(nn.ReLU, nn.MaxPool2d), plain(6, 16, 120, 84), (1, 32, 32)),
    lenet_tanh_max=quick(lambda: lenet(nn.Tanh, nn.MaxPool2d), plain(6, 16) + flipped(120, 84), (1, 32, 32)),
    optunet=quick(OptuNet, plain(2) + [(5, 2, False)], (1, 28, 28)),
    resnet20_conv=quick(lambda: ResNet20(False), 4*plain(16, 32, 64)),
    resnet20_pad=quick(lambda: ResNet20(True), plain(16, 16, 32) + 3*plain(16, 32, 64)),
    encoder=quick(Encoder, encoder, (7, 5)),
    encoder_norm_first=quick(lambda: Encoder(norm_first=True, activation='gelu'), encoder, (7, 5)),
    grouped_queries=quick(lambda: GroupedQueries(False), grouped, (7, 5)),
    grouped_queries_fused=quick(lambda: GroupedQueries(True), grouped, (7, 5)),
    residual_mlp=quick(lambda: ResidualMLP(False), flipped(12) + plain(20, 20), (5,)),
    residual_mlp_norm=quick(lambda: ResidualMLP(True), plain(12, 20, 20), (5,)),
    resnet18=quick(tv('resnet18'), 3*plain(64, 128, 256, 512)),
    resnet50=Architecture(tv('resnet50'), bottlenecks(lambda w: plain(w, w))),
    resnext50=Architecture(tv('resnext50_32x4d'), bottlenecks(resnext_block)),
    vgg16_bn=Architecture(tv('vgg16_bn'), plain(64, 64, 128, 128, 256, 256, 256, *[512]*6, 4096, 4096)),
    densenet121=Architecture(tv('densenet121'), plain(64, 128, 256, 512) + 58*plain(128, 32)),
    mobilenet_v3=Architecture(tv('mobilenet_v3_large'), mobilenet),
    efficientnet_b0=Architecture(tv('efficientnet_b0'), efficientnet),
    convnext_tiny=Architecture(tv('convnext_tiny'), convnext),
    vit_b_16=Architecture(tv('vit_b_16', image_size=32), vit),
    swin_t=Architecture(tv('swin_t'), swin, (3, 64, 64)),
    alexnet=Architecture(tv('alexnet'), plain(64, 192, 384, 256, 256, 4096, 4096), (3, 64, 64)),
    squeezenet=Architecture(tv('squeezenet1_1'), fires),
    googlenet=Architecture(tv('googlenet', init_weights=False), plain(64, 64, 192, *map(int, inceptions.split()))),
    mobilenet_v2=Architecture(tv('mobilenet_v2'), mobilenet_v2),
    mnasnet=Architecture(tv('mnasnet1_0'), mnasnet),
    regnet_y=Architecture(tv('regnet_y_400mf'), regnet),
    swin_v2=Architecture(tv('swin_v2_t'), swin + plain(*12*[512]), (3, 64, 64)),
    resnet34=Architecture(tv('resnet34'), [u for w,n in zip((64, 128, 256, 512), (3, 4, 6, 3)) for u in plain(*[w]*(n+1))]),
    shufflenet_v2=Architecture(tv('shufflenet_v2_x1_0'), shufflenet),
)

# What discovery is compared on with other tools (benchmarks/discovery.py). The list was written down before any of them was run on it.
compared = dict(
    mlp=quick(MLP, plain(64, 32), (20,)),
    lenet=architectures['lenet_relu'],
    **{k: architectures[k] for k in ('vgg16_bn', 'googlenet', 'resnet18', 'resnet50', 'resnext50', 'densenet121', 'mobilenet_v2', 'efficientnet_b0',
        'convnext_tiny', 'vit_b_16')},
    u_net=quick(UNet, plain(16, 32, 64, 32, 16)+flipped(32, 16), (3, 16, 16)),
    gpt=quick(GPT, plain(24)+2*(heads(4, 6)+plain(96)), (7,), words=50),
    siamese=quick(Siamese, plain(8, 16, 32), (1, 8, 8), arguments=2),
)
beyond = dict(lstm=quick(lambda: Recurrent(nn.LSTM), plain(16, 16), (7, 5)), gru=quick(lambda: Recurrent(nn.GRU), plain(16, 16), (7, 5)))  # not in the list of 15
