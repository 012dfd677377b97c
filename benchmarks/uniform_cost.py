"""What one evaluation of the uniform estimator costs, with its gradient, against the number K of group elements and the width.

For one hidden layer the estimator looks K times `width` numbers up in one matrix of the units' densities. The comparison is the
plain way, which moves all the weights K times and evaluates the density anew: K times the number of weights."""
import argparse, os, time
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch
from torch import nn

from symbayes.core import seeded_module
from symbayes.groups import PermutationGroup, mlp_group
from symbayes.posteriors import MeanField, Posterior
from symbayes.symmetrized_elbo import Uniform

from report import here, into_readme, machine, markdown

class Plain:
    "The same distribution without the shortcut"
    def __init__(self, q: MeanField): self.q = q
    def log_prob(self, w): return self.q.log_prob(w)
    def orbit_log_ratio(self, w, g, a): return Posterior.orbit_log_ratio(self.q, w, g, a)

def cost(q: MeanField, g: PermutationGroup, K: int, plain: bool, repeats: int) -> float:
    "Least milliseconds of value and gradient"
    gen, times = torch.Generator().manual_seed(0), []
    for _ in range(repeats):
        w = q.rsample(1, gen)
        start = time.perf_counter()
        value = Uniform(K)(Plain(q) if plain else q, g, w, gen)
        if value.requires_grad: value.sum().backward()
        times.append(1e3*(time.perf_counter()-start))
        q.zero_grad()
    return min(times)

def posterior(width: int, alike: bool) -> tuple[MeanField, PermutationGroup]:
    "As training starts, or with units so alike that no element of the group can be neglected"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(784, width), nn.ReLU(), nn.Linear(width, 10)), 0)
    with torch.no_grad():
        for p in net.parameters(): p.mul_(1e-2 if alike else 1.)
    return MeanField.from_module(net, 1. if alike else .05), mlp_group(net)

def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--widths', type=int, nargs='*', default=[50, 100, 200, 400])
    p.add_argument('--K', type=int, nargs='*', default=[1, 10, 20, 100, 1000])
    p.add_argument('--repeats', type=int, default=15)
    p.add_argument('--plain-limit', type=int, default=10_000_000, help='leave the plain way out above this many moved weights')
    p.add_argument('--out', type=Path, default=here/'results')
    a = p.parse_args()
    torch.set_num_threads(1)
    rows = []
    for width in a.widths:
        (q, g), (q_alike, _) = posterior(width, False), posterior(width, True)
        for K in a.K:
            moved = K*q.layout.numel
            row = dict(width=width, weights=q.layout.numel, K=K, ms=cost(q, g, K, False, a.repeats), alike_ms=cost(q_alike, g, K, False, a.repeats), plain_ms=cost(q_alike, g, K, True, min(3, a.repeats)) if moved<=a.plain_limit else None)
            rows.append(row)
            print({k: v if not isinstance(v, float) else round(v, 2) for k,v in row.items()}, flush=True)
    t = pd.DataFrame(rows).round(3)
    a.out.mkdir(parents=True, exist_ok=True)
    t.to_csv(a.out/'uniform_cost.csv', index=False)
    if a.out==here/'results': into_readme('uniform_cost', f'{machine()}.\n\n{markdown(t.set_index("width"), {k: "{:.1f}" for k in t if "ms" in k}|{k: "{:,.0f}" for k in ("weights", "K")})}')

if __name__=='__main__': main()
