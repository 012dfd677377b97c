"""Training of many small networks: one at a time, side by side as channels of a wide network, and by `vmap`.

OptuNets (392 weights) on MNIST's shapes, batches of 32, fused Adam. A rate is images x networks a second of processor time in one thread (on a
GPU of the clock). "alone" is an ordinary loop of one network; "wide" are networks side by side as channels (`symbayes.inference.ensembles`), "vmap" the same
networks by `vmap`, and both share their batches. Contestants take turns in every round, and ratios are medians over rounds of ratios within a round."""
import time
from pathlib import Path

from report import driver, formatted, Ratio

import pandas as pd
import torch
from torch import nn

from symbayes.all import Categorical, seeded_module
from symbayes.experiments.optunet import optunet
from symbayes.inference import stack_nets

title = 'Many networks at once'
about = 'Images times networks a second of small networks that are trained side by side, beside the same networks by vmap and one at a time.'

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

def quartiles(ratio: pd.Series, name: str) -> dict: return {name: ratio.median(), f'{name}_low': ratio.quantile(.25), f'{name}_high': ratio.quantile(.75)}

options = dict(
    members=([1, 16, 64, 256, 1024], [1, 64]),
    rounds=(7, 5),
    device='cpu',
)

def run(a):
    torch.set_flush_denormal(True)
    cases = [('alone', 1, 32), ('alone', 1, 128)] + [(how, m, 32) for m in a.members for how in ('wide', 'vmap')]
    steps = {c: stepper(*c, a.device) for c in cases}
    rates = {c: [] for c in cases}
    for r in range(a.rounds+1):
        for c,step in steps.items():
            times = max(2, 4096//(c[1]*c[2]))
            t = seconds(step, times, a.device)
            if r: rates[c].append(c[1]*c[2]*times/t)
    t = pd.DataFrame(rates)
    found = pd.DataFrame([dict(how=h, members=m, batch=b, rate=t[h, m, b].median(), **quartiles(t[h, m, b]/t['alone', 1, 32], 'ratio'),
        **quartiles(t[h, m, b]/t['alone', 1, 128], 'ratio_128'), **(quartiles(t[h, m, b]/t['vmap', m, b], 'vmap') if h=='wide' else {})) for h,m,b in cases])
    yield 'points', found.round(3).round({'rate': -2})

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    t, found = pd.read_csv(folder/'points.csv').query('how=="wide"'), []
    for r in t.itertuples():
        limit = 1.8 if r.members>=64 else None
        found.append(Ratio(f'{r.members} networks side by side: rate / one at a time', r.ratio, r.ratio_low, r.ratio_high, limit, 'at least'))
        found.append(Ratio(f'{r.members} networks side by side: rate / vmap', r.vmap, r.vmap_low, r.vmap_high, None, 'at least', 'torch.vmap'))
    return found

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'points.csv')
    t['how'] = [f'{r.how}, {r.members:,}' + (f', batch {r.batch}' if r.how=='alone' else '') for r in t.itertuples()]
    names = {'how': 'how, members', 'rate': 'images x networks a second', 'ratio': 'to one at a time', 'ratio_128': 'to one at a time, batch 128', 'vmap': 'to vmap'}
    return formatted(t[[*names]], {'rate': '{:,.0f}', 'ratio': '{:.2f}', 'ratio_128': '{:.2f}', 'vmap': '{:.2f}'}).rename(columns=names)

if __name__=='__main__': main()
