"""Barriers between transformers that were trained apart: as they are, and after permutations, rotations and learned moves.

Three pairs of GPT-2-like networks predict the next character of the documentation that ships with Python (`pydoc_data.topics`): four layers, 64
channels, four heads, own characters. Three pairs of vision transformers classify scikit-learn's digits. The learned moves start from the rotated
network and lower the loss on the way by gradients, on training data alone. The barrier is measured on data that no step has seen."""
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

from merging_statistics import digits
from report import beside, driver, made

import torch
from torch import Tensor, nn

from symbayes.all import align, seeded_module, symmetries
from symbayes.core.tensors import free_parameters, Params
from symbayes.discovery.reports import Symmetries

title = 'Barriers between transformers'

class Block(nn.Module):
    "Attention and two layers with GELU, each behind a LayerNorm"
    def __init__(self, d: int, heads: int, causal: bool):
        super().__init__()
        self.heads, self.causal, self.n1, self.n2 = heads, causal, nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.o, self.up, self.down = (nn.Linear(i, o) for i,o in [(d, 3*d), (d, d), (d, 4*d), (4*d, d)])
    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(self.n1(x)).chunk(3, -1))
        x = x+self.o(nn.functional.scaled_dot_product_attention(q, k, v, is_causal=self.causal).transpose(1, 2).flatten(2))
        return x+self.down(nn.functional.gelu(self.up(self.n2(x))))

class Text(nn.Module):
    "Decoder of characters; the head is not tied to the embedding"
    def __init__(self, d: int = 64, layers: int = 4, heads: int = 4, words: int = 96, length: int = 64):
        super().__init__()
        self.emb, self.at = nn.Embedding(words, d), nn.Embedding(length, d)
        self.blocks = nn.ModuleList(Block(d, heads, True) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, words, bias=False)
    def forward(self, ids: Tensor) -> Tensor:
        x = self.emb(ids)+self.at(torch.arange(ids.shape[1]))
        for b in self.blocks: x = b(x)
        return self.head(self.norm(x))

class Image(nn.Module):
    "Vision transformer: 16 patches of four pixels, and the mean of their outputs"
    def __init__(self, d: int = 32, layers: int = 2, heads: int = 4):
        super().__init__()
        self.patch, self.at = nn.Conv2d(1, d, 2, 2), nn.Parameter(.02*torch.randn(16, d))
        self.blocks = nn.ModuleList(Block(d, heads, False) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, 10)
    def forward(self, x: Tensor) -> Tensor:
        x = self.patch(x).flatten(2).transpose(1, 2)+self.at
        for b in self.blocks: x = b(x)
        return self.head(self.norm(x).mean(1))

@cache
def texts() -> tuple[Tensor, Tensor]:
    "Numbered characters of training and test: nine topics of ten, and the tenth"
    parts = [''.join(t for i,t in enumerate(topics.values()) if (i%10==9)==test) for test in (False, True)]
    known = {c: i for i,(c,_) in enumerate(sorted({c: parts[0].count(c) for c in {*parts[0]}}.items(), key=lambda p: -p[1])[:95])}
    return tuple(torch.tensor([known.get(c, 95) for c in p]) for p in parts)

def windows(t: Tensor, n: int, gen: torch.Generator) -> tuple[Tensor, Tensor]: # `(n, 64)` each
    "Draw pieces of a text, and what follows each character"
    x = t.unfold(0, 65, 1)[torch.randint(len(t)-65, (n,), generator=gen)]
    return x[:, :-1], x[:, 1:]

def batch(task: str, n: int, gen: torch.Generator, test: bool = False) -> tuple[Tensor, Tensor]:
    "Draw examples; the test images are all taken"
    if task=='text': return windows(texts()[test], n, gen)
    x, y = digits()[test]
    at = slice(None) if test else torch.randint(len(x), (n,), generator=gen)
    return x[at], y[at]

def loss_of(out: Tensor, y: Tensor) -> Tensor: return nn.functional.cross_entropy(out.flatten(0, -2), y.flatten())

def trained(task: str, seed: int, steps: int, kept: Path|None) -> nn.Module:
    "Train a network, or load it"
    net, gen = seeded_module(dict(text=Text, digits=Image)[task], seed), torch.Generator().manual_seed(seed)
    path = kept and kept/f'{task}-{seed}-{steps}.pt'
    if path and path.exists():
        net.load_state_dict(torch.load(path))
        return net.eval()
    opt = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=.01)
    rate = torch.optim.lr_scheduler.OneCycleLR(opt, 3e-3, total_steps=steps, pct_start=.1)
    for _ in range(steps):
        x, y = batch(task, 16 if task=='text' else 100, gen)
        loss = loss_of(net(x), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.)
        opt.step()
        rate.step()
    if path: torch.save(net.state_dict(), path)
    return net.eval()

class Rotations(Symmetries):
    "Permutations, and matrices on blocks of channels: no scales, no shifts"
    @cached_property
    def continuous(self): return replace(super().continuous, shifts={}, constants={})

def learned(task: str, net: nn.Module, w0: Params, w1: Params, every: Symmetries, only: Rotations, steps: int) -> Params:
    "Move a network by matrices and scales, whose gradients lower the loss at random points of the way"
    group, gen = only.continuous, torch.Generator().manual_seed(1)
    free = {l: torch.zeros(b.count, b.size, b.size, dtype=torch.float64, requires_grad=True) for l,b in group.blocks.items()}
    logs = {k: torch.zeros_like(t, requires_grad=True) for k,t in every.scalings.identity().items()}
    opt = torch.optim.Adam([*free.values(), *logs.values()], .01)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(opt, steps)
    def matrix(l, b):
        f = b.frame()
        return torch.matrix_exp(f.mT@f@(free[l]-free[l].mT if b.orthogonal else free[l])@f.mT@f)
    def moved(): return every.scalings.act(logs, group.act({l: matrix(l, b) for l,b in group.blocks.items()}, w1))
    for _ in range(steps):
        (x, y), t, w = batch(task, 32 if task=='text' else 200, gen), torch.rand((), generator=gen), moved()
        loss = loss_of(torch.func.functional_call(net, {k: torch.lerp(w0[k], w[k].to(w0[k]), t) for k in w0}, x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        rate.step()
    return {k: t.detach() for k,t in moved().items()}

@torch.no_grad()
def way(net: nn.Module, w0: Params, w1: Params, data: tuple[Tensor, Tensor]) -> dict[str, float]:
    "Height of the barrier, and losses at both ends"
    at = torch.linspace(0, 1, 11)
    v = torch.stack([loss_of(torch.func.functional_call(net, {k: torch.lerp(w0[k], w1[k].to(w0[k]), t) for k in w0}, data[0]), data[1]) for t in at])
    return dict(height=(v-torch.lerp(v[0], v[-1], at)).max().item(), first=v[0].item(), second=v[-1].item())

def measured(task: str, pair: int, steps: int, moves: int, kept: Path|None) -> list[dict[str, Any]]:
    "Rows of a pair"
    nets, gen = [trained(task, 2*pair+i, steps, kept) for i in (0, 1)], torch.Generator().manual_seed(0)
    every, test = symmetries(nets[0], batch(task, 4, gen)[0]), batch(task, 200, torch.Generator().manual_seed(9), True)
    only = Rotations(every.permutations, every.scalings.restrict(set()), *(getattr(every, k) for k in ('model', 'call', 'found')))
    w0, as_is = ({k: t.detach() for k,t in free_parameters(n).items()} for n in nets)
    permuted = every.permutations.act(align(w0, as_is, every.permutations, generator=gen), as_is)
    rotated = only.act(align(w0, permuted, only, ['identity']), permuted)
    ways = {'as they are': as_is, 'permutations': permuted, 'permutations and rotations': rotated,
        'learned from there': learned(task, nets[0], w0, rotated, every, only, moves)}
    return [dict(task=task, pair=pair, way=k, **way(nets[0], w0, w, test)) for k,w in ways.items()]

options = dict(tasks=['digits', 'text'], pairs=(3, 1), digits_steps=(1000, 50), text_steps=(1000, 20), moves=(300, 10),
    kept=dict(default=None, type=Path, help='folder that keeps trained networks'))

def run(a):
    about = dict(moves=a.moves) | made(f'transformer_pairs.py --moves {a.moves}')
    if a.kept: a.kept.mkdir(exist_ok=True)
    for task in a.tasks:
        for pair in range(a.pairs):
            steps = vars(a)[f'{task}_steps']
            rows = [r | about | dict(steps=steps) for r in measured(task, pair, steps, a.moves, a.kept)]
            yield 'transformer_pairs', beside(a.out/'transformer_pairs.csv', rows, ['task', 'pair', 'way'])

main = driver(run, options, digits='%.4g')

if __name__=='__main__': main()
