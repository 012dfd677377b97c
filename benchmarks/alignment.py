"""Two unrelated ResNet18 matched: seconds and squared distance, beside the package `rebasin` on the same weights.

One thread, CPU time, the networks fresh from torchvision. Both are given the networks' structure, which is not timed: the group
that `symmetry_group` finds, and the paths that rebasin traces. Distances are of all parameters; the contestants take turns."""
import argparse, os, time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch

from symbayes.core import import_torchvision, seeded_module
from symbayes.discovery import symmetry_group
from symbayes.groups import PermutationGroup
from symbayes.matching import Channel, Objective
from symbayes.starts import search
from torch import nn

from report import here, into_readme, machine, markdown

def weights(m: nn.Module) -> dict: return {k: p.detach() for k,p in m.named_parameters()}
def apart(one: nn.Module, two: nn.Module) -> float:
    "Squared distance of all parameters"
    return sum((p.double()-q.double()).square().sum().item() for p,q in zip(weights(one).values(), weights(two).values()))

def ours(g: PermutationGroup, one: nn.Module, two: nn.Module, how: list[str], r: torch.Generator) -> Callable[[], nn.Module]:
    "Objective, starts, descents, and the second network moved"
    def run():
        a, _ = search(Objective(g, [Channel(weights(one), weights(two))]), how, r)
        return g.moved(two, a)
    return run

def rebasin(one: nn.Module, two: nn.Module, x: torch.Tensor) -> Callable[[], nn.Module]:
    "As its README shows it"
    from rebasin import PermutationCoordinateDescent
    two = deepcopy(two)
    descent = PermutationCoordinateDescent(one, two, x)
    def run():
        descent.rebasin()
        return two
    return run

def kept(one: nn.Module, two: nn.Module, x: torch.Tensor) -> bool:
    "Is it the same function?"
    with torch.no_grad(): return torch.allclose(one(x), two(x), rtol=1e-3, atol=1e-3*one(x).std().item())

def measured(g: PermutationGroup, name: str, pair: int, annealed: bool) -> list[dict]:
    "A row per contestant"
    make = getattr(import_torchvision().models, name)
    one, two = (seeded_module(make, 2*pair+i).eval() for i in range(2))
    x, r = torch.randn(1, 3, 64, 64, generator=torch.Generator().manual_seed(pair)), torch.Generator().manual_seed(pair)
    torch.manual_seed(pair)   # rebasin visits its layers in an order by the global generator
    contestants = {'rebasin': rebasin(one, two, x)}
    hows = [['identity'], ['identity', 'invariants'], *[['annealed']]*annealed]
    contestants |= {'symbayes, '+' and '.join(how): ours(g, one, two, how, r) for how in hows}
    rows = [dict(method='as they are', distance=apart(one, two), seconds=None, kept=True)]
    for method in sorted(contestants, key=lambda m: (pair+list(contestants).index(m))%len(contestants)):
        begun = time.process_time()
        moved = contestants[method]()
        took = time.process_time()-begun
        rows.append(dict(method=method, distance=apart(one, moved), seconds=took, kept=kept(two, moved, x)))
        print(pair, rows[-1], flush=True)
    return [dict(architecture=name, pair=pair, **row) for row in rows]

def table(t: pd.DataFrame) -> pd.DataFrame:
    "Means over pairs; time is in seconds, and as a share of rebasin's on the same pair"
    t = t.merge(t[t.method=='rebasin'][['pair', 'seconds']], on='pair', suffixes=('', '_rebasin'))
    t['time / rebasin'] = t.seconds/t.seconds_rebasin
    wide = t.groupby('method', sort=False).agg(**{'squared distance': ('distance', 'mean'), 'CPU seconds': ('seconds', 'median'),
        'time / rebasin': ('time / rebasin', 'median'), 'function kept': ('kept', 'all')})
    return wide.sort_values('squared distance', ascending=False)

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--model', default='resnet18')
    a.add_argument('--pairs', type=int, default=3)
    a.add_argument('--annealed', action='store_true', help='annealing too')
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    a.out.mkdir(parents=True, exist_ok=True)
    make = getattr(import_torchvision().models, a.model)
    g = symmetry_group(seeded_module(make, 0).eval(), torch.randn(1, 3, 64, 64))
    t = pd.DataFrame([row for pair in range(a.pairs) for row in measured(g, a.model, pair, a.annealed)])
    t.to_csv(a.out/'alignment.csv', index=False, float_format='%.10g')
    shown = table(t)
    print(shown)
    if a.out!=here/'results': return
    t.to_csv(here.parent/'symbayes/results/alignment.csv', index=False, float_format='%.10g')  # the pages read it there
    form = {'squared distance': '{:,.0f}', 'CPU seconds': '{:.1f}', 'time / rebasin': '{:.2f}'}
    into_readme('alignment', f'{machine()}; {a.pairs} pairs.\n\n'+markdown(shown, form))

if __name__=='__main__': main()
