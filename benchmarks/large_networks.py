"""Continuous symmetries of larger networks: seconds and memory of finding, verifying and rotating, and of certificates.

A transformer with the shapes of GPT-2 small, its head tied to the embedding, in float32 on one thread. A copy is the memory of its weights; the
peak of each step counts the network itself, and not what the process had before there was one. Certificates are of small pre-norm transformers."""
import ctypes, gc
from functools import partial
from pathlib import Path
import time

from report import driver, formatted, made, Ratio

import pandas as pd
import torch
from torch import Tensor, nn

from symbayes.all import seeded_module
from symbayes.discovery import certify, continuous_group

title = 'Continuous symmetries of larger networks'
about = 'Seconds of one thread and memory in copies of the weights, for finding, verifying and rotating; certificates by number of weights.'

class Block(nn.Module):
    def __init__(self, d: int, heads: int, bias: bool):
        super().__init__()
        self.heads, norm = heads, partial(nn.LayerNorm if bias else nn.RMSNorm, elementwise_affine=bias)
        self.n1, self.n2 = norm(d), norm(d)
        self.qkv, self.o, self.up, self.down = (nn.Linear(i, o, bias) for i,o in [(d, 3*d), (d, d), (d, 4*d), (4*d, d)])
    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(self.n1(x)).chunk(3, -1))
        x = x+self.o(nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        return x+self.down(nn.functional.gelu(self.up(self.n2(x))))

class Decoder(nn.Module):
    "Pre-norm decoder; with biases and gains and a tied head, or without any of them"
    def __init__(self, d: int = 768, layers: int = 12, heads: int = 12, words: int = 50257, length: int = 1024, bias: bool = True):
        super().__init__()
        self.emb, self.at, self.blocks = nn.Embedding(words, d), nn.Embedding(length, d), nn.ModuleList(Block(d, heads, bias) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(d) if bias else nn.RMSNorm(d, elementwise_affine=False), nn.Linear(d, words, bias=False)
        if bias: self.head.weight = self.emb.weight
    def forward(self, ids: Tensor) -> Tensor:
        x = self.emb(ids)+self.at(torch.arange(ids.shape[1]))
        for b in self.blocks: x = b(x)
        return self.head(self.norm(x))

def memory(which: str) -> float:
    "Bytes of this process, now ('VmRSS') or at the peak ('VmHWM')"
    return 1024*int(next(l for l in Path('/proc/self/status').read_text().splitlines() if l.startswith(which)).split()[1])

def step(name: str, f, before: float, unit: float) -> tuple:
    "Result of a step, and its row: seconds, and the peak of memory since it began"
    gc.collect()
    ctypes.CDLL('libc.so.6').malloc_trim(0)  # what was freed before goes back, and the peak begins anew
    Path('/proc/self/clear_refs').write_text('5')
    begun = time.process_time()
    out = f()
    return out, dict(task=name, seconds=time.process_time()-begun, copies=(memory('VmHWM')-before)/unit)

def moved(**sizes: int) -> list[dict]:
    "Rows of finding, verifying and rotating"
    ids = torch.arange(8).reshape(2, 4)
    tiny = seeded_module(partial(Decoder, 16, 1, 2, 20, 8), 0).eval()
    g = continuous_group(tiny, ids)  # what is imported, is
    g.moved(tiny, g.rotation())
    before = memory('VmRSS')
    model = seeded_module(partial(Decoder, **sizes), 0).eval()
    n = sum(p.numel() for p in model.parameters())
    group, found = step('find', lambda: continuous_group(model, ids), before, 4*n)
    _, verified = step('verify', lambda: group.verify(model, ids), before, 4*n)
    turn = group.rotation(generator=torch.Generator().manual_seed(0))
    _, rotated = step('rotate', lambda: group.moved(model, turn), before, 4*n)
    return [r | dict(weights=n, dimension=group.dimension) for r in (found, verified, rotated)]

def certified(d: int, layers: int, words: int) -> dict:
    "Row of a certificate; copies are squares of the number of weights, in double precision"
    ids = torch.arange(48).reshape(4, 12)%words
    model = seeded_module(partial(Decoder, d, layers, 4, words, 12, False), 0).eval()
    n = sum(p.numel() for p in model.parameters())
    ctypes.CDLL('libc.so.6').malloc_trim(0)
    c, row = step('certify', lambda: certify(model, ids), memory('VmRSS'), 8*n**2)
    return row | dict(weights=n, dimension=c.found, nullity=c.nullity, broken=c.broken, seen=c.gap[0], unseen=c.gap[1])

options = dict(
    layers=(12, 1),
    certificates=([1, 2, 3], [1]),  # numbers of layers of 16 channels
)

def run(a):
    about = made(f'large_networks.py --layers {a.layers} --certificates {" ".join(map(str, a.certificates))}')
    rows = moved(layers=a.layers) + [certified(16, k, 20) for k in a.certificates]
    yield 'large_networks', [r | about for r in rows]

main = driver(run, options, digits='%.4g')

def ratios(folder: Path) -> list[Ratio]:
    "Memory in copies, asked to be at most four"
    t = pd.read_csv(folder/'large_networks.csv')
    return [Ratio(f'{r.task} a network of {r.weights:,} weights: copies of its weights', *[r.copies]*3, limit=4.) for r in t[t.task!='certify'].itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'large_networks.csv')[['task', 'weights', 'dimension', 'nullity', 'seconds', 'copies']]
    return formatted(t, {'weights': '{:,}', 'dimension': '{:,}', 'nullity': '{:.0f}', 'seconds': '{:.1f}', 'copies': '{:.2f}'})

if __name__=='__main__': main()
