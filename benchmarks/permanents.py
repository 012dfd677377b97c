"""What the bounds on a log-permanent are worth, and what they cost.

Matrices are those of h units with p weights each: site means `sep` times normal numbers, standard deviation .7 at every site, one draw of
all units per matrix, drawn anew with the means. `I = log h! - (log perm - trace)`; the sandwich is of `log_permanent_sandwich`."""
import argparse, os, time
from math import lgamma
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch

from symbayes.permanents import log_permanent, log_permanent_sandwich, lower_bound, upper_bound

from report import here, into_readme, machine, markdown

def site_matrix(
    h: int,          # units
    p: int,          # weights of a unit
    sep: float,      # standard deviation of the means over sites
    seed: int,       # of means and draw
    std: float = .7, # of the weights
) -> torch.Tensor:   # `(h, h)` float64, log densities up to a constant
    "Log density of unit j under site i"
    gen = torch.Generator().manual_seed(seed)
    means, noise = torch.randn(2, h, p, generator=gen, dtype=torch.float64)*torch.tensor([sep, std])[:, None, None]
    return -.5*(torch.cdist(means, means+noise)/std)**2

def measured(f) -> tuple[float, float]:
    "Value and seconds"
    begun = time.perf_counter()
    v = f()
    return v, time.perf_counter()-begun

def row(h: int, p: int, sep: float, draws: int, n_samples: int) -> dict[str, float]:
    "Averages over matrices"
    planted, found = torch.arange(h), []
    for seed in range(draws):
        m = site_matrix(h, p, sep, seed)
        constant = lgamma(h+1)+m.diagonal().sum().item()
        information = lambda log_perm: constant-log_perm.item()
        (free, fixed), seconds = measured(lambda: log_permanent_sandwich(m, n_samples, planted, generator=torch.Generator().manual_seed(seed)))
        one = {'from': information(fixed), 'to': information(free), 'seconds': seconds}
        for name, f in (('Sinkhorn', lambda: upper_bound(m, 50, weighted=False)), ('Soules', lambda: upper_bound(m, 50)), ('Bethe', lambda: lower_bound(m, 50, 50))):
            v, s = measured(f)
            one |= {name: information(v), f'{name} ms': 1e3*s}
        if h<=20: one['exact'] = information(log_permanent(m))
        found.append(one)
    t = pd.DataFrame(found)
    return dict(h=h, p=p, sep=sep) | t.mean().to_dict() | {'width': (t['to']-t['from']).mean(), 'width error': (t['to']-t['from']).std()/draws**.5, 'Soules above Sinkhorn': bool((t['Soules']>=t['Sinkhorn']).all())}

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--draws', type=int, default=20)
    a.add_argument('--n-samples', type=int, default=128)
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    rows = []
    for h,p,sep in ((12, 5, .5), (64, 50, .3), (256, 50, .1), (256, 50, .3), (256, 50, .5)):
        rows.append(row(h, p, sep, a.draws, a.n_samples))
        print({k: round(v, 3) for k,v in rows[-1].items()}, flush=True)
    t = pd.DataFrame(rows)
    a.out.mkdir(parents=True, exist_ok=True)
    t.round(4).to_csv(a.out/'permanents.csv', index=False)
    if a.out!=here/'results': return
    t['h, p, sep'] = [f'{r.h}, {r.p}, {r.sep:g}' for r in t.itertuples()]
    t['width'] = [f'{r.width:.3f} ± {r[t.columns.get_loc("width error")+1]:.3f}' for r in t.itertuples()]
    columns = ['exact', 'from', 'to', 'width', 'seconds', 'Sinkhorn', 'Soules', 'Bethe', 'Sinkhorn ms', 'Soules ms', 'Bethe ms']
    form = {k: '{:.2f}' for k in ('exact', 'from', 'to', 'seconds', 'Sinkhorn', 'Soules', 'Bethe')} | {k: '{:.1f}' for k in columns if k.endswith('ms')}
    met = lambda w, s, at: (lambda r: f'- ({at}): width {r["width"]} nats in {r["seconds"]:.2f} s, to be under {w} in {s} s; Soules {r["to"]-r["Soules"]:.1f} nats below the sandwich')(t.set_index('h, p, sep').loc[at])
    into_readme('permanents', f'{machine()}; mean of {a.draws} draws, {a.n_samples} particles, float64.\n\n{markdown(t.set_index("h, p, sep")[columns], form)}\n\n{met(1, .2, "64, 50, 0.3")}\n{met(3, 3, "256, 50, 0.3")}')

if __name__=='__main__': main()
