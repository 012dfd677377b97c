"""Loss barriers between small transformers of five seeds: as they come out, after permutations, and after permutations and matrices.

A pre-norm transformer of one block, norms without gains, learns the sum modulo nine of the last two tokens of a sequence. The barrier of a pair is the
largest expected loss on the straight line between both, above the line that joins the losses of its ends, in nats on sequences that were not trained on.
Ten pairs share five seeds. So the intervals are over seeds: the mean over pairs is taken again without each seed, and the jackknife's standard
error has Student's t with four degrees of freedom."""
from itertools import combinations
from pathlib import Path

from report import commit, driver, formatted, Ratio

import pandas as pd
import torch
from scipy.stats import t as student
from torch import Tensor, nn

from symbayes.all import (
    Categorical, find_alignment, loss_barrier, seeded_module, streams, symmetries, wasserstein2)
from symbayes.core import Params

title = 'Barriers between transformers, modulo rotations'
about = 'Loss barriers of ten pairs of a small transformer trained from five seeds, in nats on held-out data, with intervals over seeds.'

words, length = 9, 6
ways = 'as it comes', 'permutations', 'permutations and matrices'

class Block(nn.Module):
    "One pre-norm block of attention and a gated layer, on a residual stream; norms without gains"
    def __init__(self, d: int = 16, heads: int = 2, hidden: int = 32):
        super().__init__()
        linear = lambda i, o: nn.Linear(i, o, bias=False)
        self.heads, self.emb, self.head, self.norm = heads, nn.Embedding(words, d), linear(d, words), nn.RMSNorm(d, eps=1e-6, elementwise_affine=False)
        self.at = nn.Parameter(.3*torch.randn(length, d))
        self.q, self.k, self.v, self.o = (linear(d, d) for _ in range(4))
        self.gate, self.up, self.down = linear(d, hidden), linear(d, hidden), linear(hidden, d)
    def forward(self, ids: Tensor) -> Tensor:
        x = self.emb(ids)+self.at
        q, k, v = (f(self.norm(x)).unflatten(-1, (self.heads, -1)).transpose(1, 2) for f in (self.q, self.k, self.v))
        x = x+self.o(nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))
        y = self.norm(x)
        return self.head(self.norm(x+self.down(nn.functional.silu(self.gate(y))*self.up(y))))[:, -1]

def drawn(n: int, name: str) -> tuple[Tensor, Tensor]:
    "Sequences, and the sums of their last two tokens"
    ids = torch.randint(0, words, (n, length), generator=streams(0, name))
    return ids, ids[:, -2:].sum(1)%words

def trained(seed: int, steps: int) -> Params:
    "Weights after training on 2,000 sequences, in an order of the seed's own"
    net, (ids, y), g = seeded_module(Block, seed).double(), drawn(2000, 'training'), streams(seed, 'order')
    opt = torch.optim.AdamW(net.parameters(), 5e-3, weight_decay=.01)
    rate = torch.optim.lr_scheduler.OneCycleLR(opt, 5e-3, steps)
    for _ in range(steps):
        rows = torch.randint(0, len(ids), (64,), generator=g)
        opt.zero_grad()
        nn.functional.cross_entropy(net(ids[rows]), y[rows]).backward()
        opt.step()
        rate.step()
    return {k: p.detach().clone() for k,p in net.named_parameters()}

def interval(t: pd.DataFrame, level: float = .95) -> pd.Series:
    "Mean over pairs, and the ends of its interval by leaving out each seed"
    seeds = sorted({*t.one, *t.other})
    without = pd.Series([t[(t.one!=s) & (t.other!=s)].barrier.mean() for s in seeds])
    n = len(seeds)
    half = student.ppf((1+level)/2, n-1)*((n-1)/n*(without-without.mean()).pow(2).sum())**.5 if n>2 else float('nan')
    return pd.Series(dict(mean=t.barrier.mean(), low=t.barrier.mean()-half, high=t.barrier.mean()+half))

options = dict(
    seeds=(5, 3),
    steps=(1500, 200),
)

def run(a):
    net, held = seeded_module(Block, 0).double().eval(), drawn(1000, 'held out')
    sym, few = symmetries(net, held[0][:20]), ['identity', 'invariants', 'annealed']
    ws = [trained(s, a.steps) for s in range(a.seeds)]
    rows = []
    for i,j in combinations(range(a.seeds), 2):
        found = [find_alignment(ws[i], ws[j], g, few, streams(i, j)) for g in (sym.permutations, sym)]
        moved = [ws[j], sym.permutations.act(found[0].element, ws[j]), sym.act(found[1].element, ws[j])]
        for way,w in zip(ways, moved):
            b = loss_barrier(net, ws[i], w, Categorical(), held, n_points=21)
            ends = dict(loss_one=b.values['loss'][0].item(), loss_other=b.values['loss'][-1].item())
            rows.append(dict(one=i, other=j, way=way, barrier=b.loss.value, distance=wasserstein2(ws[i], w).item()) | ends)
    made = dict(command=f'python benchmarks/rotation_barriers.py --seeds {a.seeds} --steps {a.steps}', commit=commit())
    yield 'rotation_barriers', [r | made for r in rows]

main = driver(run, options)

def means(folder: Path) -> pd.DataFrame:
    "Means and intervals of barriers, and of their differences to the barrier as it comes"
    t = pd.read_csv(folder/'rotation_barriers.csv')
    wide = t.pivot(index=['one', 'other'], columns='way', values='barrier')
    less = lambda way, than: (wide[way]-wide[than]).rename('barrier').reset_index()
    rows = {w: interval(t[t.way==w]) for w in ways}
    rows |= {f'{w} minus {v}': interval(less(w, v)) for v,w in combinations(ways, 2)}
    return pd.DataFrame(rows).T

def ratios(folder: Path) -> list[Ratio]:
    "Barriers, in nats"
    return [Ratio(f'{r.Index}: barrier in nats', r.mean, r.low, r.high) for r in means(folder)[:3].itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    return formatted(means(folder).rename_axis('barrier').reset_index(), dict.fromkeys(('mean', 'low', 'high'), '{:.3f}'))

if __name__=='__main__': main()
