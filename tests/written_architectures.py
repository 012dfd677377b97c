"The groups of some architectures written down by hand, statistics included: no code of the search is behind them."
from collections.abc import Callable

from symbayes.symmetry.axes import rearranged
from symbayes.symmetry.permutations import PermutationGroup
from torch import nn


def norm(k: str, l: str|tuple|list) -> dict: return {f'{k}.{s}': (l,) for s in ('weight', 'bias', 'running_mean', 'running_var')}
def linear(k: str, o: str|tuple|list|int, i: str|tuple|list|int) -> dict: return {f'{k}.weight': (o, i), f'{k}.bias': (o,)}
def layer_norm(k: str, l: str|list) -> dict: return {f'{k}.weight': (l,), f'{k}.bias': (l,)}

def group(m: nn.Module, sizes: dict, axes: dict, signed: set = frozenset(), inside: dict|None = None) -> PermutationGroup:
    fixed = {k: tuple(t.shape) for k,t in m.state_dict().items() if t.is_floating_point()}
    return PermutationGroup(sizes, fixed | axes, frozenset(signed), inside or {})

def encoder(m: nn.Module) -> PermutationGroup:
    axes, sizes, inside = linear('read', 'r', 5) | linear('out', 3, 'r'), {'r': 24}, {}
    for i in range(2):
        k, (h, d, e, f) = f'layers.layers.{i}', (f'{l}{i}' for l in 'hdef')
        sizes, inside = sizes | {h: 4, d: 6, e: 6, f: 32}, inside | {d: h, e: h}
        heads = [(h, d), (h, d), (h, e)]
        axes |= {f'{k}.self_attn.in_proj_weight': (heads, 'r'), f'{k}.self_attn.in_proj_bias': (heads,)}
        axes |= linear(f'{k}.self_attn.out_proj', 'r', (h, e)) | linear(f'{k}.linear1', f, 'r') | linear(f'{k}.linear2', 'r', f)
        axes |= layer_norm(f'{k}.norm1', 'r') | layer_norm(f'{k}.norm2', 'r')
    return group(m, sizes, axes, set(inside), inside)

def grouped_queries(m: nn.Module) -> PermutationGroup:
    axes = linear('read', 'r', 5) | linear('out', 3, 'r') | linear('k', ('kv', 'd'), 'r') | linear('v', ('kv', 'e'), 'r')
    axes |= linear('q', ('kv', 'query', 'd'), 'r') | linear('o', 'r', ('kv', 'query', 'e'))
    inside = {'query': 'kv', 'd': 'kv', 'e': 'kv'}
    return group(m, {'r': 16, 'kv': 2, 'query': 3, 'd': 4, 'e': 4}, axes, {'r', 'd', 'e'}, inside)

def resnet20_pad(m: nn.Module) -> PermutationGroup:
    "New channels stand on both sides of the old ones"
    middle = [*range(8), *range(16, 32), *range(8, 16)]
    second = rearranged(['b', 'a'], middle)
    third = rearranged(['c', 'b', 'a'], [*range(16), *(32+i for i in middle), *range(16, 32)])
    axes, sizes, before = {'conv.weight': ('a', 3, 3, 3)} | norm('bn', 'a'), {'a': 16, 'b': 16, 'c': 32}, 'a'
    for i,stream in enumerate(3*['a'] + 3*[second] + 3*[third]):
        k, l = f'blocks.{i}', f'inside{i}'
        sizes[l] = m.blocks[i].o
        axes |= {f'{k}.conv1.weight': (l, before, 3, 3), f'{k}.conv2.weight': (stream, l, 3, 3)}
        axes |= norm(f'{k}.bn1', l) | norm(f'{k}.bn2', stream)
        before = stream
    return group(m, sizes, axes | {'out.weight': (10, third)})

def resnext50(m: nn.Module) -> PermutationGroup:
    sizes, inside, axes, before = {'stem': 64}, {}, {'conv1.weight': ('stem', 3, 7, 7)} | norm('bn1', 'stem'), 'stem'
    for s,n in enumerate((3, 4, 6, 3)):
        r = f'stream{s}'
        sizes[r] = 256*2**s
        for b in range(n):
            k, (g, i, o) = f'layer{s+1}.{b}', (f'{l}{s}.{b}' for l in 'gio')
            sizes, inside = sizes | {g: 32, i: 4*2**s, o: 4*2**s}, inside | {i: g, o: g}
            axes |= {f'{k}.conv1.weight': ((g, i), before, 1, 1), f'{k}.conv2.weight': ((g, o), i, 3, 3), f'{k}.conv3.weight': (r, (g, o), 1, 1)}
            axes |= norm(f'{k}.bn1', (g, i)) | norm(f'{k}.bn2', (g, o)) | norm(f'{k}.bn3', r)
            if b==0: axes |= {f'{k}.downsample.0.weight': (r, before, 1, 1)} | norm(f'{k}.downsample.1', r)
            before = r
    return group(m, sizes, axes | {'fc.weight': (1000, 'stream3')}, inside=inside)

def swin_t(m: nn.Module) -> PermutationGroup:
    sizes, inside, axes = {}, {}, linear('features.0.0', 'r0', 3) | {'features.0.0.weight': ('r0', 3, 4, 4)} | layer_norm('features.0.2', 'r0')
    for s,(c,n,h) in enumerate(zip((96, 192, 384, 768), (2, 2, 6, 2), (3, 6, 12, 24))):
        r, four = f'r{s}', [f'r{s-1}']*4
        sizes[r] = c
        if s: axes |= layer_norm(f'features.{2*s}.norm', four) | {f'features.{2*s}.reduction.weight': (r, four)}
        for b in range(n):
            k, (H, d, e, f) = f'features.{2*s+1}.{b}', (f'{l}{s}.{b}' for l in 'hdef')
            sizes, inside = sizes | {H: h, d: 32, e: 32, f: 4*c}, inside | {d: H, e: H}
            axes |= linear(f'{k}.attn.qkv', [(H, d), (H, d), (H, e)], r) | linear(f'{k}.attn.proj', r, (H, e))
            axes |= layer_norm(f'{k}.norm1', r) | layer_norm(f'{k}.norm2', r) | {f'{k}.attn.relative_position_bias_table': (169, H)}
            axes |= linear(f'{k}.mlp.0', f, r) | linear(f'{k}.mlp.3', r, f)
    return group(m, sizes, axes | layer_norm('norm', 'r3') | {'head.weight': (1000, 'r3')}, set(inside), inside)

def shuffled(a: list, b: list) -> list: return [u for pair in zip(a, b) for u in pair]

class Stage:
    "A stage of ShuffleNet: which set of units, and which of it, stands where"
    def __init__(self, name: str, n: int, half: int):
        self.name, self.sizes, self.at = name, {}, {}
        made = {o: [(o, j) for j in range(half)] for o in ('left', *range(n))}
        self.made, self.streams = made, [shuffled(made['left'], made[0])]
        for i in range(1, n): self.streams.append(shuffled(self.streams[-1][:half], made[i]))
        read = {u: i for i in range(1, n) for u in self.streams[i-1][half:]} | {u: n for u in self.streams[-1]}
        for u in (u for us in made.values() for u in us):
            l = f'{name} of {u[0]} read at {read[u]}'
            self.at[u] = l, self.sizes.get(l, 0)
            self.sizes[l] = self.sizes.get(l, 0)+1
    def axis(self, units: list) -> tuple:
        "An axis that holds these units"
        labels, start, n = list(dict.fromkeys(self.at[u][0] for u in units)), {}, 0
        for l in labels: start[l], n = n, n+self.sizes[l]
        return rearranged(labels, [start[l]+j for l,j in map(self.at.get, units)])

def shufflenet_v2(m: nn.Module) -> PermutationGroup:
    sizes, axes, before = {'stem': 24, 'last': 1024}, {'conv1.0.weight': ('stem', 3, 3, 3)} | norm('conv1.1', 'stem'), 'stem'
    for name,n,half in (('stage2', 4, 58), ('stage3', 8, 116), ('stage4', 4, 232)):
        stage = Stage(name, n, half)
        sizes |= stage.sizes
        left = stage.axis(stage.made['left'])
        axes |= {f'{name}.0.branch1.0.weight': (before, 1, 3, 3), f'{name}.0.branch1.2.weight': (left, before, 1, 1)}
        axes |= norm(f'{name}.0.branch1.1', before) | norm(f'{name}.0.branch1.3', left)
        for i in range(n):
            k, l, made = f'{name}.{i}.branch2', f'{name}.{i}', stage.axis(stage.made[i])
            sizes[l], reads = half, stage.axis(stage.streams[i-1][half:]) if i else before
            axes |= {f'{k}.0.weight': (l, reads, 1, 1), f'{k}.3.weight': (l, 1, 3, 3), f'{k}.5.weight': (made, l, 1, 1)}
            axes |= norm(f'{k}.1', l) | norm(f'{k}.4', l) | norm(f'{k}.6', made)
        before = stage.axis(stage.streams[-1])
    return group(m, sizes, axes | {'conv5.0.weight': ('last', before, 1, 1), 'fc.weight': (1000, 'last')} | norm('conv5.1', 'last'))

written: dict[str, Callable[[nn.Module], PermutationGroup]] = dict(encoder=encoder, grouped_queries=grouped_queries, resnet20_pad=resnet20_pad,
    resnext50=resnext50, swin_t=swin_t, shufflenet_v2=shufflenet_v2)
