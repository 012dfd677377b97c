"""What the symmetrised ELBO adds to a training step, against width, and the memory it takes.

One hidden layer on MNIST's shapes (784 inputs, 10 outputs: 795 weights a unit), batches of 500, one weight sample a step, Adam. Two states:
units far apart, as training starts, and units merged, all means equal. Ratios are medians over rounds within which the methods take turns."""
import argparse, os, subprocess, sys, time
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch
from torch import nn

from symbayes.core import network_outputs, seeded_module
from symbayes.groups import mlp_group
from symbayes.likelihoods import Categorical
from symbayes.posteriors import IsotropicNormal, MeanField
from symbayes.symmetrized_elbo import Bethe, Sampled, Sinkhorn, Soules, Uniform, elbo_from_outputs

from report import here, into_readme, machine, markdown

estimators = {'mean_field': None, 'Uniform(20)': Uniform(20), 'Sinkhorn': Sinkhorn(), 'Soules': Soules(), 'Bethe': Bethe(), 'Sampled(16)': Sampled(16)}

def stepper(width: int, state: str, name: str, batch: int):
    "A function that takes one training step"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(784, width), nn.ReLU(), nn.Linear(width, 10)), 0)
    if state=='merged':
        with torch.no_grad():
            for p in net.parameters(): p.mul_(1e-2)
    q, g = MeanField.from_module(net, .2 if state=='merged' else .05), mlp_group(net) if estimators[name] else None
    prior, lik, opt, gen = IsotropicNormal(.2), Categorical(), torch.optim.Adam(q.parameters(), lr=1e-5, fused=True), torch.Generator().manual_seed(1)
    data = torch.randn(batch, 784), torch.randint(10, (batch,))
    def step():
        opt.zero_grad()
        w = q.rsample(1, gen)
        terms = elbo_from_outputs(network_outputs(net, w, data[0]), q, prior, lik, data[1], 60_000, g, estimators[name], generator=gen, w=w)
        (-terms.total/60_000).backward()
        opt.step()
    return step

def peak_memory(width: int, name: str) -> float:
    "MiB at the peak of a fresh process that takes two steps"
    code = rf'''import re, torch; torch.set_num_threads(1)
from step_cost import stepper
s = stepper({width}, "merged", {name!r}, 8); s(); s()
print(int(re.search(r'VmHWM:\s+(\d+)', open('/proc/self/status').read())[1])/1024)'''
    return float(subprocess.run([sys.executable, '-c', code], cwd=here, capture_output=True, text=True, check=True).stdout)

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--widths', type=int, nargs='*', default=[64, 128, 256, 512, 1024, 2048, 4096], help='none: read the last measurement')
    a.add_argument('--rounds', type=int, default=7)
    a.add_argument('--batch', type=int, default=500)
    a.add_argument('--memory-widths', type=int, nargs='*', default=[1024, 2048, 4096])
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    rows = []
    if not a.widths: rows = pd.read_csv(a.out/'step_cost.csv').to_dict('records')  # measure memory only
    for width in a.widths:
        for state in ('separated', 'merged'):
            steps = {k: stepper(width, state, k, a.batch) for k in estimators if width<=1024 or k in ('mean_field', 'Sinkhorn', 'Soules')}
            times = {k: [] for k in steps}
            for r in range(a.rounds+1):
                for k,step in steps.items():
                    begun = time.perf_counter()
                    step()
                    if r: times[k].append(1e3*(time.perf_counter()-begun))
            t = pd.DataFrame(times)
            rows += [dict(width=width, state=state, method=k, ms=t[k].median(), ratio=(t[k]/t['mean_field']).median()) for k in steps]
            print(width, state, {r['method']: (round(r['ms'], 1), round(r['ratio'], 2)) for r in rows[-len(steps):]}, flush=True)
    t = pd.DataFrame(rows)
    memory = pd.DataFrame([dict(width=w, plain=peak_memory(w, 'mean_field'), soules=peak_memory(w, 'Soules')) for w in a.memory_widths])
    memory['h_by_h'] = (memory.soules-memory.plain)*2**20/(4*memory.width**2)
    print(memory.round(1).to_string(index=False))
    a.out.mkdir(parents=True, exist_ok=True)
    t.round(3).to_csv(a.out/'step_cost.csv', index=False)
    memory.round(2).to_csv(a.out/'step_memory.csv', index=False)
    if a.out!=here/'results': return
    t.round(3).to_csv(here.parent/'symbayes/results/step_cost.csv', index=False)  # the pages read it there
    if not (t.width==512).any(): return
    wide = t.assign(at=t.width.astype(str)+', '+t.state).pivot(index='at', columns='method', values='ratio').loc[[f'{w}, {s}' for w in t.width.unique() for s in ('separated', 'merged')], list(estimators)]
    wide.insert(0, 'mean_field, ms', t[t.method=='mean_field'].ms.to_numpy())
    wide = wide.drop(columns='mean_field')
    wide.index.name = 'width, units'
    of = t.set_index(['width', 'state', 'method']).ratio
    told = [f'- width 512, units {s}: {of[512, s, "Soules"]:.2f} times the mean-field step, to be at most {most}' for s,most in (('separated', 2), ('merged', 4))]
    told += [f'- memory at width {int(r.width)}: {r.soules:.0f} MiB against {r.plain:.0f}, the difference is {r.h_by_h:.1f} matrices of the width squared' for r in memory.itertuples()]
    into_readme('step_cost', f'{machine()}; ratios to the mean-field step.\n\n{markdown(wide, {c: "{:.2f}" for c in wide}|{"mean_field, ms": "{:.1f}"})}\n\n' + '\n'.join(told))

if __name__=='__main__': main()
