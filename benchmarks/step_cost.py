"""What the symmetrised ELBO adds to a training step, against width, and the memory it takes.

One hidden layer on MNIST's shapes (784 inputs, 10 outputs: 795 weights a unit), batches of 500, one weight sample a step, Adam: the steps
that `fit` takes, recorded where their memory allows it. Two states: units far apart, as training starts, and units merged, all means equal.
Rows stored before 2026-11-27 are of steps by autograd. Both kinds of steps skip most of the bound where units are far apart.
Processor time in one thread; ratios are medians over rounds within which the methods take turns."""
import re, subprocess, sys, time
from collections.abc import Callable
from pathlib import Path

from report import driver, formatted, here, Ratio

import pandas as pd
import torch
from torch import Tensor, nn

from symbayes.all import (
    Bethe, Categorical, IsotropicNormal, MeanField, Problem, Sampled, Sinkhorn, Soules, TrainConfig,
    Uniform, mlp_group, seeded_module)
from symbayes.core import Processes
from symbayes.inference.fitting import objective_of
from symbayes.inference.objective import start_run, take_batch
from symbayes.inference.steps import Steps, plain_steps

title = 'Cost of a symmetrised training step'
about = 'What the symmetrised objective adds to a mean-field step on the shapes of MNIST, against the width, for units far apart and for units merged.'

estimators = {'mean_field': None, 'Uniform(20)': Uniform(20), 'Sinkhorn': Sinkhorn(), 'Soules': Soules(), 'Bethe': Bethe(), 'Sampled(16)': Sampled(16)}

def stepper(width: int, state: str, name: str, batch: int) -> Callable[[], Tensor]:
    "A function that takes one of the steps of `fit`, each on a batch of its own"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(784, width), nn.ReLU(), nn.Linear(width, 10)), 0)
    if state=='merged':
        with torch.no_grad():
            for p in net.parameters(): p.mul_(1e-2)
    q, g = MeanField.from_module(net, .2 if state=='merged' else .05), mlp_group(net) if estimators[name] else None
    data = torch.randn(10*batch, 784), torch.randint(10, (10*batch,))
    problem, config = Problem(net, IsotropicNormal(.2), Categorical(), data, g), TrainConfig(lr=1e-5, batch_size=batch).on(data, q)
    how = config.lr, config.optimizer, config.scheduler, torch.Generator().manual_seed(1)
    run = start_run(q, problem.likelihood, *how, problem.prior)
    steps = Steps(run, objective_of(problem, q, estimators[name], config, Processes()), plain_steps)
    return lambda: steps(take_batch(data, torch.randint(len(data[1]), (batch,))))

def peak_memory(width: int, name: str) -> float:
    "MiB at the peak of a fresh process that takes two steps"
    code = f'''import torch; torch.set_num_threads(1)
from step_cost import stepper
s = stepper({width}, "merged", {name!r}, 8); s(); s()
print(open('/proc/self/status').read())'''
    told = subprocess.run([sys.executable, '-c', code], cwd=here, capture_output=True, text=True, check=True).stdout
    return int(re.search(r'VmHWM:\s+(\d+)', told)[1])/1024

def measured(width: int, state: str, batch: int, rounds: int) -> list[dict]:
    "A row per method; the methods take turns"
    steps = {k: stepper(width, state, k, batch) for k in estimators if width<=1024 or k in ('mean_field', 'Sinkhorn', 'Soules')}
    times = {k: [] for k in steps}
    for r in range(rounds+1):
        for k,step in steps.items():
            begun = time.process_time()
            step()
            if r: times[k].append(1e3*(time.process_time()-begun))
    t = pd.DataFrame(times)
    ratio = t.div(t.mean_field, axis=0)
    return [dict(width=width, state=state, method=k, ms=t[k].median(), ratio=ratio[k].median(), low=ratio[k].quantile(.25), high=ratio[k].quantile(.75)) for k in steps]

options = dict(
    widths=([64, 128, 256, 512, 1024, 2048, 4096], [128, 512]),
    rounds=7,
    batch=500,
    memory_widths=([1024, 2048, 4096], [1024]),
)

def run(a):
    rows = []
    for width in a.widths:
        for state in ('separated', 'merged'):
            rows += measured(width, state, a.batch, a.rounds)
    memory = pd.DataFrame([dict(width=w, plain=peak_memory(w, 'mean_field'), soules=peak_memory(w, 'Soules')) for w in a.memory_widths])
    memory['h_by_h'] = (memory.soules-memory.plain)*2**20/(4*memory.width**2)
    yield 'step_cost', pd.DataFrame(rows).round(3)
    yield 'step_memory', memory.round(2)

main = driver(run, options)

limits = {(512, 'separated'): 2., (512, 'merged'): 4.}

def ratios(folder: Path) -> list[Ratio]:
    t, memory = pd.read_csv(folder/'step_cost.csv').query('method=="Soules"'), pd.read_csv(folder/'step_memory.csv')
    found = [Ratio(f'{r.width} units {r.state}: symmetrised step / mean-field step', r.ratio, r.low, r.high, limits.get((r.width, r.state))) for r in t.itertuples()]
    return found + [Ratio(f'{int(r.width)} units: peak memory, symmetrised / mean field', *[r.soules/r.plain]*3) for r in memory.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'step_cost.csv')
    at = t.width.astype(str)+', '+t.state
    wide = t.assign(at=at).pivot(index='at', columns='method', values='ratio').reindex(at.unique())
    wide = wide.rename_axis(None, axis=1).assign(mean_field=t[t.method=='mean_field'].ms.to_numpy())[[m for m in estimators if m in wide]]
    memory = {f'{int(r.width)}, merged': f'{r.plain:.0f}, {r.soules:.0f}' for r in pd.read_csv(folder/'step_memory.csv').itertuples()}
    wide['MiB, mean field and Soules'] = wide.index.map(memory)
    if (other := folder/'step_cost_intel.csv').exists(): # an earlier measurement on another machine
        t = pd.read_csv(other).query('width==512').pivot(index='state', columns='method', values='ratio')[list(estimators)[1:]]
        wide = pd.concat([wide, t.set_axis('512, '+t.index+', on Intel')])
    form = {m: '{:.2f}' for m in estimators} | {'mean_field': '{:.1f} ms'}
    return formatted(wide, form).rename_axis('width, units').reset_index()

if __name__=='__main__': main()
