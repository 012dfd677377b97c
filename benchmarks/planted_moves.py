"""Networks moved by random elements of all their symmetries, and moved back: matrices, shifts, scales and permutations, spread 1.

Eight small architectures of tests/small_nets.py, 25 elements each. A row says how far the network was, and how far it is after `find_alignment` and
after both were put into their gauge by `Symmetries.canonical`: the largest difference of a weight, relative to the largest weight of its tensor.
A run takes some minutes on a core."""
import sys
from functools import partial
from typing import Any

from report import commit, driver, here, versions

import torch
from torch import nn

import symbayes.comparison.canonical  # noqa: F401, methods of Symmetries
from symbayes.all import find_alignment, seeded_module, symmetries
from symbayes.discovery import Symmetries

sys.path.insert(0, str(here.parent/'tests'))
from small_nets import Adapter, Attention, Convolutions, Interleaved, Model, NormStream, RMS, X, ids

title = 'Planted moves'
networks = {
    'transformer, RMSNorm with gains': (partial(Model, RMS), ids),
    'transformer, LayerNorm with biases': (partial(Model, nn.LayerNorm, bias=True), ids),
    'rotary transformer': (partial(Model, heads=1, kv=1, size=4, turn=True), ids),
    'interleaved rotary attention': (Interleaved, X(3, 5, 3)),
    'grouped queries': (partial(Attention, 5, 4, 2, 2, True), X(2, 5, 5)),
    'LayerNorm stream': (partial(NormStream, nn.LayerNorm), X(9, 3)),
    'adapter': (Adapter, X(9, 5)),
    'convolutions': (partial(Convolutions, True), X(3, 2, 5, 5))}

def largest(a: dict, b: dict) -> float: return max(((a[k]-b[k]).abs().max()/b[k].abs().max().clamp_min(1e-3)).item() for k in b)

def measured(sym: Symmetries, seed: int) -> dict[str, Any]:
    "A row of the table"
    g = torch.Generator().manual_seed(seed)
    w = {k: torch.randn(s, generator=g, dtype=torch.float64) for k,s in sym.layout.shapes.items()}
    moved = sym.act(sym.sample(spread=1., generator=g), w)
    found = find_alignment(w, moved, sym, ['identity', 'invariants'], g)
    return dict(seed=seed, before=largest(moved, w), aligned=largest(sym.act(found.element, moved), w), gauge=largest(sym.canonical(moved), sym.canonical(w)))

options = dict(
    elements=(25, 2),
)

def run(a):
    made = dict(command=f'python benchmarks/planted_moves.py --elements {a.elements}', commit=commit(), versions=versions(()))
    rows = []
    for name,(make,x) in networks.items():
        sym = symmetries(seeded_module(make, 0).eval().double(), x.double() if x.is_floating_point() else x)
        rows += [dict(network=name, dimension=sym.continuous.dimension, **measured(sym, s)) | made for s in range(a.elements)]
    yield 'planted_moves', rows

main = driver(run, options, digits='%.4g')

if __name__=='__main__': main()
