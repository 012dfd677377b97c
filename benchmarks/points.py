"""Training of many small networks: one at a time, side by side as channels of a wide network, and by `vmap`.

OptuNets (392 weights) on MNIST's shapes, batches of 32, fused Adam. A rate is images x networks a second of processor time in one thread (on a
GPU of the clock). Contestants take turns in every round, and ratios are medians over rounds of ratios within a round."""
import argparse, os, time
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch
from torch import nn

from symbayes.core import seeded_module
from symbayes.experiments.optunet import optunet
from symbayes.likelihoods import Categorical
from symbayes.points import stack_nets

from report import here, into_readme, machine, markdown

def stepper(how: str, members: int, batch: int, device: str):
    "A function that takes one training step"
    nets = [seeded_module(optunet, s).to(device) for s in range(members)]
    x, y = torch.randn(2000, 1, 28, 28, device=device), torch.randint(10, (2000,), device=device)
    stack, lik = nets[0] if how=='alone' else stack_nets(nets, x, how), Categorical()
    opt = torch.optim.Adam(stack.parameters() if how=='alone' else list(stack.weights.values()), 1e-3, fused=True)
    def step():
        i = torch.randint(2000, (batch,), device=device)
        opt.zero_grad()
        loss = nn.functional.cross_entropy(stack(x[i]), y[i]) if how=='alone' else -lik.log_prob(stack(x[i]), y[i]).mean(-1).sum()
        loss.backward()
        opt.step()
    return step

def seconds(step, times: int, device: str) -> float:
    "For so many steps"
    clock = time.process_time if device=='cpu' else time.perf_counter
    if device!='cpu': torch.cuda.synchronize()
    begun = clock()
    for _ in range(times): step()
    if device!='cpu': torch.cuda.synchronize()
    return clock()-begun

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--members', type=int, nargs='*', default=[1, 16, 64, 256, 1024])
    a.add_argument('--rounds', type=int, default=7)
    a.add_argument('--device', default='cpu')
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    cases = [('alone', 1, 32), ('alone', 1, 128)] + [(how, m, 32) for m in a.members for how in ('wide', 'vmap')]
    steps = {c: stepper(*c, a.device) for c in cases}
    rates = {c: [] for c in cases}
    for r in range(a.rounds+1):
        for c,step in steps.items():
            times = max(2, 4096//(c[1]*c[2]))
            t = seconds(step, times, a.device)
            if r: rates[c].append(c[1]*c[2]*times/t)
        print(r, {' '.join(map(str, c)): round(v[-1]) for c,v in rates.items() if v}, flush=True)
    t = pd.DataFrame(rates)
    found = pd.DataFrame([dict(how=h, members=m, batch=b, rate=t[h, m, b].median(), ratio=(t[h, m, b]/t['alone', 1, 32]).median(),
        ratio_128=(t[h, m, b]/t['alone', 1, 128]).median()) for h,m,b in cases]).round({'rate': -2, 'ratio': 2, 'ratio_128': 2})
    a.out.mkdir(parents=True, exist_ok=True)
    found.to_csv(a.out/'points.csv', index=False)
    print(found.to_string(index=False))
    if a.out!=here/'results': return
    found.to_csv(here.parent/'symbayes/results/points.csv', index=False)  # the pages read it there
    shown = found.assign(at=[f'{h}, {m}' + (f', batch {b}' if h=='alone' else '') for h,m,b in cases]).set_index('at')[['rate', 'ratio', 'ratio_128']]
    shown.index.name, shown.columns = 'how, members', ['images x networks a second', 'to one at a time', 'to one at a time, batch 128']
    wide = found[(found.how=='wide') & (found.members>=64)]
    met = 'met' if wide.ratio.min()>=1.8 else 'NOT met'
    told = f'- side by side from 64 members on: {wide.ratio.min():.1f} to {wide.ratio.max():.1f} times one at a time, to be at least 1.8: {met}'
    into_readme('points', f'{machine()}; {a.rounds} rounds.\n\n{markdown(shown, {c: "{:.2f}" for c in shown.columns[1:]}|{shown.columns[0]: "{:,.0f}"})}\n\n{told}')

if __name__=='__main__': main()
