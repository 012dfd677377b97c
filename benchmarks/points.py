"""Training of plain networks: one at a time in an ordinary loop of PyTorch, and by `fit`, alone and in stacks.

The networks are 1-50-1 on 100 rows, all of them in a step, and two small convolutional networks on random images in batches of 32: one for 8x8
digits, and LeNet, without the largest stack. A rate is examples x networks a second of processor time in one thread, of the steps after the first few, which record. "loop" is one
network with fused Adam, "fit" a stack of so many networks, each with its own order of the data. Contestants take turns in every round, and ratios are
medians over rounds of ratios within a round."""
import time
from functools import partial
from pathlib import Path

from report import driver, formatted, Ratio

import pandas as pd
import torch
from torch import nn

from symbayes.all import Categorical, Gaussian, IsotropicNormal, Problem, fit, seeded_module, streams
from symbayes.distributions import Point
from symbayes.experiments.tasks import lenet

title = 'Many networks at once'
about = 'Examples times networks a second of plain networks trained by fit, alone and in stacks, beside an ordinary loop of one network.'

def mlp(): return nn.Sequential(nn.Linear(1, 50), nn.Tanh(), nn.Linear(50, 1))

def small_cnn():
    front = [nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 8, 2), nn.ReLU(), nn.Flatten()]
    return nn.Sequential(*front, nn.Linear(32, 10))

networks = {'1-50-1': (mlp, (1,), 100, 100, 600), 'small CNN': (small_cnn, (1, 8, 8), 320, 32, 60), 'LeNet': (lenet, (1, 28, 28), 320, 32, 20)}
# by name: what builds it, the shape of an input, examples, examples in a step, and steps that are timed

def problem_of(name: str) -> Problem:
    "Return a problem with random examples"
    make, shape, n, _, _ = networks[name]
    g = streams(0, name)
    y = torch.randint(10, (n,), generator=g) if len(shape)>1 else torch.randn(n, 1, generator=g)
    likelihood = Categorical() if len(shape)>1 else Gaussian(.1)
    return Problem(seeded_module(make, 0), IsotropicNormal(1.), likelihood, (torch.randn(n, *shape, generator=g), y), None)

def by_loop(p: Problem, batch: int, steps: int) -> None:
    "Train one network in an ordinary loop"
    net, (x, y) = seeded_module(lambda: p.model, 0), p.tensors
    adam, n, done = torch.optim.Adam(net.parameters(), 1e-3, fused=True), len(y), 0
    while done<steps:
        for i in torch.randperm(n).split(batch):
            prior = sum(w.square().sum() for w in net.parameters())/2
            loss = prior/n-p.likelihood.log_prob(net(x[i]), y[i]).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
            done += 1

def by_fit(p: Problem, make, members: int, batch: int, steps: int) -> None:
    "Train a stack"
    q = Point.from_module([seeded_module(make, s) for s in range(members)])
    fit(p, q, epochs=max(1, steps*batch//p.n), batch_size=batch, lr=1e-3, progress=False, recorded='at once')

def seconds(train, steps: int) -> float:
    "Return the processor time of so many steps, without what comes before them"
    def timed(n):
        begun = time.process_time()
        train(n)
        return time.process_time()-begun
    few = timed(steps)
    return max(timed(3*steps)-few, 1e-6)/2

options = dict(
    members=([1, 10, 64], [1, 10]),
    rounds=(5, 3),
)

def run(a):
    torch.set_flush_denormal(True)
    rows = []
    for name,(make,_,_,batch,steps) in networks.items():
        problem, rates = problem_of(name), []
        by_fit(problem, make, 2, batch, 3)  # imports what is imported lazily
        for _ in range(a.rounds):
            rate = {'loop': batch*steps/seconds(partial(by_loop, problem, batch), steps)}
            for m in a.members[:2] if name=='LeNet' else a.members: rate[m] = m*batch*steps/seconds(partial(by_fit, problem, make, m, batch), steps)
            rates.append(rate)
        t = pd.DataFrame(rates)
        for k in t:
            ratio = t[k]/t.loop
            own = dict(network=name, how='loop' if k=='loop' else 'fit', members=1 if k=='loop' else k, rate=t[k].median())
            rows.append(own | dict(ratio=ratio.median(), ratio_low=ratio.quantile(.25), ratio_high=ratio.quantile(.75)))
    yield 'points', pd.DataFrame(rows).round(3).round({'rate': -2})

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'points.csv').query('how=="fit"')
    return [Ratio(f'{r.members} networks {r.network} by fit: rate / one in a loop', r.ratio, r.ratio_low, r.ratio_high, None, 'at least')
        for r in t.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'points.csv')
    names = {'network': 'network', 'how': 'how', 'members': 'networks', 'rate': 'examples x networks a second', 'ratio': 'to one in a loop'}
    return formatted(t[[*names]], {'rate': '{:,.0f}', 'ratio': '{:.2f}'}).rename(columns=names)

if __name__=='__main__': main()
