"""Barriers between residual networks with batch norms: by which cost the units are aligned, and what new statistics mend.

Four ResNet8 (widths 8, 16, 32) are trained on scikit-learn's digits from starts of their own, on 1,200 of the 1,797 images; the barrier is measured
on the others. Statistics are taken on training images. Six pairs; a row is a pair, a cost of the alignment and a correction."""
from itertools import combinations
from typing import Any

from report import beside, driver, made

import torch
from sklearn.datasets import load_digits
from torch import nn

from symbayes.all import Categorical, align, symmetry_group
from symbayes.comparison.alignment import align_activations
from symbayes.comparison.barriers import loss_barrier, repaired
from symbayes.core.tensors import free_parameters, seeded_module
from symbayes.distributions.samples import with_weights
from symbayes.symmetry.verification import named_tensors

title = 'Statistics after merging'

class Block(nn.Module):
    "Two convolutions with batch norms beside a stream"
    def __init__(self, i, o):
        super().__init__()
        stride = 1+(i!=o)
        self.conv1, self.norm1 = nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o)
        self.conv2, self.norm2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.short = nn.Identity() if i==o else nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))
    def forward(self, x): return (self.norm2(self.conv2(self.norm1(self.conv1(x)).relu()))+self.short(x)).relu()

def resnet8(w=8):
    return nn.Sequential(nn.Conv2d(1, w, 3, 1, 1, bias=False), nn.BatchNorm2d(w), nn.ReLU(), Block(w, w), Block(w, 2*w), Block(2*w, 4*w),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4*w, 10))

def digits() -> tuple:
    "Images and labels of training and test"
    x, y = load_digits(return_X_y=True)
    x, y = torch.tensor(x, dtype=torch.float32).reshape(-1, 1, 8, 8)/16, torch.tensor(y)
    at = torch.randperm(len(x), generator=torch.Generator().manual_seed(0))
    return (x[at[:1200]], y[at[:1200]]), (x[at[1200:]], y[at[1200:]])

def trained(seed: int, data: tuple, epochs: int) -> nn.Module:
    "Train one network"
    net, gen = seeded_module(resnet8, seed), torch.Generator().manual_seed(seed)
    opt = torch.optim.Adam(net.parameters(), 3e-3)
    steps = torch.optim.lr_scheduler.OneCycleLR(opt, 1e-2, total_steps=epochs*12)
    for _ in range(epochs):
        for at in torch.randperm(1200, generator=gen).split(100):
            loss = nn.functional.cross_entropy(net(data[0][at]), data[1][at])
            opt.zero_grad()
            loss.backward()
            opt.step()
            steps.step()
    return net.eval()

def measured(pair: tuple[int, int], nets: list[nn.Module], data: tuple, test: tuple) -> list[dict[str, Any]]:
    "Rows of a pair"
    a, b = (nets[i] for i in pair)
    group, rows = symmetry_group(a, data[0][:8]), []
    element = dict(none=group.identity(), weights=align(a, b, group, generator=torch.Generator().manual_seed(0)),
        activations=align_activations(a, named_tensors(a), named_tensors(b), group, data[0]))
    for cost,e in element.items():
        moved = group.moved(b, e)
        for correction in ('none', 'reset', 'repair'):
            rows.append(dict(pair=f'{pair[0]}-{pair[1]}', cost=cost, correction=correction, height=height(a, moved, data[0], test, correction)))
    return rows

def height(a: nn.Module, b: nn.Module, x: torch.Tensor, test: tuple, correction: str) -> float:
    "Height of the barrier with each network on the way as it is, or mended"
    if correction!='reset': return loss_barrier(a, a, b, Categorical(), test, n_points=11, statistics=x if correction=='repair' else None).loss.value
    w0, w1, t = free_parameters(a), free_parameters(b), torch.linspace(0, 1, 11)
    between = [repaired(with_weights(a, {k: torch.lerp(w0[k], w1[k], s) for k in w0}), x) for s in t]
    with torch.no_grad(): v = torch.stack([nn.functional.cross_entropy(net(test[0]), test[1]) for net in between])
    return (v-torch.lerp(v[0], v[-1], t)).max().item()

options = dict(networks=4, epochs=(12, 2))

def run(a):
    data, test = digits()
    nets = [trained(s, data, a.epochs) for s in range(a.networks)]
    about = dict(epochs=a.epochs, accuracy=min((n(test[0]).argmax(1)==test[1]).float().mean().item() for n in nets))
    about |= made(f'merging_statistics.py --epochs {a.epochs}')
    rows = [r | about for pair in combinations(range(a.networks), 2) for r in measured(pair, nets, data, test)]
    yield 'merging_statistics', beside(a.out/'merging_statistics.csv', rows, ['pair', 'cost', 'correction', 'epochs'])

main = driver(run, options, digits='%.4g')

if __name__=='__main__': main()
