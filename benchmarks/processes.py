"""When it pays to share a training step between two processes of one machine, by data or by samples.

Two processes (gloo) train the same network. In every round each case is timed twice within one run: the first process alone with the second one
waiting, and both together. Wall time is what a user waits; CPU time of the first process is what it would be on cores that nobody else uses, without
the waiting. One thread each."""
import os, socket, time
from dataclasses import dataclass
from pathlib import Path

from report import driver, formatted, over_rounds, Ratio

import pandas as pd
import torch
from torch import nn

from symbayes.all import Categorical, IsotropicNormal, MeanField, Problem, Uniform, mlp_group, seeded_module
from symbayes.core import Processes, join_processes
from symbayes.inference.objective import Objective, start_run, train_epoch

title = 'Processes'
about = 'A training step that two processes share, by data or by samples, against the step of one process, on a machine of two cores.'

@dataclass
class Case:
    by: str                  # what is shared out
    width: int               # hidden units of a net 784-width-10
    batch: int               # examples a step
    draws: int = 1           # weight draws a step
    symmetric: bool = False  # with I, which the first process estimates

cases = {
    'wide net, 2,000 examples a step': Case('data', 1000, 2000),
    'the same, with I by 20 elements': Case('data', 1000, 2000, symmetric=True),
    '16 draws a step': Case('samples', 400, 500, 16),
    'small net, 100 examples a step': Case('data', 50, 100),
    'small net, 4 draws a step': Case('samples', 50, 100, 4)}

def epoch_of(c: Case, processes: Processes|None):
    "A function that trains for some steps"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(784, c.width), nn.ReLU(), nn.Linear(c.width, 10)), 0)
    run = start_run(MeanField.from_module(net, .05), Categorical(), 1e-3, torch.optim.Adam, None, torch.Generator().manual_seed(0))
    shared = dict(processes=processes, shared=c.by) if processes else {}
    few = torch.zeros(2, 784), torch.zeros(2, dtype=torch.long)  # the data come with each epoch
    problem = Problem(net, IsotropicNormal(1.), Categorical(), few, mlp_group(net) if c.symmetric else None, n_data=60_000)
    objective = Objective(problem, Uniform(20) if c.symmetric else None, c.draws, **shared)
    return lambda data: train_epoch(run, objective, data, c.batch, lambda i: 1.)

def timed(f, data, steps: int) -> tuple[float, float]:
    "Milliseconds of a step: wall, and CPU of this process"
    wall, cpu = time.perf_counter(), time.process_time()
    f(data)
    return 1e3*(time.perf_counter()-wall)/steps, 1e3*(time.process_time()-cpu)/steps

def measured(p: Processes, rounds: int, steps: int) -> list[dict]:
    "What the first process has measured, with the others"
    torch.set_num_threads(1)
    rows, draw = [], torch.Generator().manual_seed(0)
    made = {k: (epoch_of(c, None), epoch_of(c, p)) for k,c in cases.items()}
    for r in range(-1, rounds):
        for k,c in cases.items():
            n = max(2, steps*2000//(c.batch*c.draws)//8)
            data = torch.rand(n*c.batch, 784, generator=draw), torch.randint(10, (n*c.batch,), generator=draw)
            p.barrier()
            one = timed(made[k][0], data, n) if p.first else None
            p.barrier()  # the others have waited
            two = timed(made[k][1], data, n)
            if r>=0 and p.first: rows.append(dict(round=r, case=k, by=c.by, one=one[0], two=two[0], one_cpu=one[1], two_cpu=two[1]))
    return rows

options = dict(
    rounds=(9, 2),
    steps=(32, 16),  # work of a round, in steps of the widest net
)

def run(a):
    import torch._dynamo  # noqa: F401  before the second process is made
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        os.environ |= dict(MASTER_ADDR='127.0.0.1', MASTER_PORT=str(s.getsockname()[1]), WORLD_SIZE='2')
    second = os.fork()
    os.environ['RANK'] = '0' if second else '1'
    rows = measured(join_processes(), a.rounds, a.steps)
    if not second: os._exit(0)
    os.waitpid(second, 0)
    yield 'processes', pd.DataFrame(rows).round(3)

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    found, t = [], pd.read_csv(folder/'processes.csv')
    for k in dict.fromkeys(t.case):
        c = t[t.case==k]
        found += [over_rounds(f'{k}, by {c.by.iloc[0]}: step of two processes / of one', c.two/c.one),
                  over_rounds(f'{k}, by {c.by.iloc[0]}: CPU time of the first of two processes / of one', c.two_cpu/c.one_cpu)]
    return found

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'processes.csv')
    t = t.assign(ratio=t.two/t.one, cpu=t.two_cpu/t.one_cpu).groupby(['case', 'by'], sort=False)[['one', 'two', 'ratio', 'cpu']].median().reset_index()
    t.columns = ['case', 'by', 'ms, one process', 'ms, two', 'two / one', 'CPU of the first / of one']
    return formatted(t, {c: '{:.2f}' if '/' in c else '{:.1f}' for c in t.columns[2:]})

if __name__=='__main__': main()
