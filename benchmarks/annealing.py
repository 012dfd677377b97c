"""Log evidence by annealed chains: the default call, and runs that are ten times as long from the prior and from a fitted posterior.

Settings differ in function, width, inputs, examples, noise and activation. `examples` are like the three that the method was built on;
`others` were not looked at while it was built. `needles` are the 30 sines of `tests/inference/test_evidence.py`; with one unit their truth
is an integral on a grid. Seconds are those of the process."""
import time
from collections.abc import Callable
from math import log, pi

from report import driver

import pandas as pd
import torch
from symbayes.all import (
    CollapsedLastLayer, Gaussian, IsotropicNormal, Problem, fit, log_evidence, mlp_group, streams)
from symbayes.inference import marginal_target
from symbayes.inference.annealing import affordable
from torch import Tensor, nn

def mlp(d: int, widths: tuple[int, ...], act: type) -> nn.Sequential:
    sizes = (d, *widths)
    hidden = [m for a,b in zip(sizes, sizes[1:]) for m in (nn.Linear(a, b), act())]
    return nn.Sequential(*hidden, nn.Linear(sizes[-1], 1)).double()

def setting(d: int, n: int, widths: tuple[int, ...], act: type, f: Callable[[Tensor], Tensor], noise: float, seed: int = 0,
    scale: float = 1., df: int = 0) -> Problem:
    "Inputs uniform in [-2, 2], a function of them with noise, Student-t's if df is given, and a prior of variance `scale**2` over the inputs"
    gen = streams(seed, 'data')
    x = 4*torch.rand(n, d, generator=gen, dtype=torch.float64)-2
    e = torch.randn(n, 1, generator=gen, dtype=torch.float64)
    if df: e = e/torch.randn(n, df, generator=gen, dtype=torch.float64).square().mean(1, keepdim=True).sqrt()
    y, net = f(x).unsqueeze(1) + noise*e, mlp(d, widths, act)
    prior = IsotropicNormal({k: scale*(p.shape[-1]**-.5 if p.ndim>1 else 1.) for k,p in net.named_parameters()})
    return Problem(net, prior, Gaussian(noise), (x, y), mlp_group(net))

sin, cos, tanh, relu = torch.sin, torch.cos, nn.Tanh, nn.ReLU
examples = {
    '1 input, 150 points, 60 ReLU': lambda seed=0: setting(1, 150, (60,), relu, lambda x: sin(3*x[:, 0])+.5*x[:, 0].abs(), .2, seed),
    '2 inputs, 400 points, 40 tanh': lambda seed=0: setting(2, 400, (40,), tanh, lambda x: sin(2*x[:, 0])*cos(1.5*x[:, 1]), .3, seed),
    '4 inputs, 220 points, 50 tanh': lambda seed=0: setting(4, 220, (50,), tanh, lambda x: sin(2*x[:, 0])*x[:, 1]+x[:, 2].abs()-.5*x[:, 3], .4, seed),
}
others = {
    '1 input, 60 points, 30 tanh': lambda: setting(1, 60, (30,), tanh, lambda x: cos(4*x[:, 0]), .1),
    '1 input, 300 points, 80 tanh': lambda: setting(1, 300, (80,), tanh, lambda x: sin(5*x[:, 0])*x[:, 0], .2),
    '1 input, 100 points, 20 ReLU': lambda: setting(1, 100, (20,), relu, lambda x: (x[:, 0]>0).double(), .1),
    '2 inputs, 200 points, 60 ReLU': lambda: setting(2, 200, (60,), relu, lambda x: (x[:, 0]*x[:, 1]).tanh(), .2),
    '3 inputs, 150 points, 30 tanh': lambda: setting(3, 150, (30,), tanh, lambda x: x[:, 0].square()-x[:, 1]*x[:, 2], .3),
    '5 inputs, 300 points, 40 ReLU': lambda: setting(5, 300, (40,), relu, lambda x: x[:, :3].amax(1)+sin(x[:, 3]), .3),
    '8 inputs, 200 points, 30 tanh': lambda: setting(8, 200, (30,), tanh, lambda x: x[:, 0]*x[:, 1]+x[:, 2:].mean(1), .3),
    '10 inputs, 1,000 points, 20 tanh': lambda: setting(10, 1000, (20,), tanh, lambda x: sin(x[:, 0]+x[:, 1])+.3*x[:, 2], .2),
    '1 input, 100 points, 15 and 15 tanh': lambda: setting(1, 100, (15, 15), tanh, lambda x: sin(4*x[:, 0]), .2),
    '2 inputs, 150 points, 20 and 20 ReLU': lambda: setting(2, 150, (20, 20), relu, lambda x: x[:, 0].sin()*x[:, 1], .2),
}

class Sine(nn.Module):
    def forward(self, t): return t.sin()

def needle(i: int) -> Problem:
    "A sine with little noise, for a network of one to five units"
    h, s, w = 1+i%5, (.01, .03, .1)[i//5%3], (5., 12.)[i//15]
    x = torch.linspace(-3, 3, 40, dtype=torch.float64).unsqueeze(1)
    y = (4*s if w>5 else .4)*sin(w*x) + s*torch.randn(40, 1, generator=torch.Generator().manual_seed(i), dtype=torch.float64)
    return Problem(nn.Sequential(nn.Linear(1, h), Sine(), nn.Linear(h, 1)).double(), IsotropicNormal(3.), Gaussian(s), (x, y))

def on_a_grid(problem: Problem) -> float:
    "The log evidence of one unit"
    target = marginal_target(problem)
    a, b = torch.linspace(-6, 6, 2401, dtype=torch.float64), torch.linspace(-6, 6, 121, dtype=torch.float64)
    value = torch.cat([target.log_lik(target.weights(z))-.5*z.square().sum(1) for z in torch.cartesian_prod(a, b).split(20_000)])
    return value.logsumexp(0).item()-log(2*pi)+log(a[1]-a[0])+log(b[1]-b[0])

def row(name: str, method: str, problem: Problem, seed: int = 0, **how) -> dict:
    "One run: estimate, error, effective chains, backward value, doubt and seconds"
    begun = time.process_time()
    e = log_evidence(problem, **how, generator=streams(seed, method), progress=False)
    found = dict(estimate=e.estimate, error=e.error, effective=e.effective, laplace=e.laplace)
    found |= dict(zip(('backward', 'backward_error'), e.upper))
    numbers = dict(temperatures=len(e.schedule.betas)-1, steps=e.schedule.steps, seconds=time.process_time()-begun, by=e.by, doubt=e.doubt)
    r = dict(setting=name, method=method, seed=seed) | found | numbers
    print(pd.DataFrame([r]).round(2).to_string(header=False, index=False), flush=True)
    return r

def long_runs(name: str, problem: Problem, times: int) -> list[dict]:
    "Runs of that many times the temperatures, forward only, from the prior and from a fitted posterior averaged over its group"
    usual = affordable(marginal_target(problem))
    how = dict(temperatures=times*usual['temperatures'], steps=usual['steps'], reverse=False)
    found = [row(name, f'prior, {times} times as long', problem, base=None, **how)]
    q = CollapsedLastLayer.of(problem, generator=streams(0, 'start'))
    fit(problem, q, epochs=2000, lr=1e-2, progress=False, generator=streams(0, 'fit'))
    return found + [row(name, f'fitted posterior, {times} times as long', problem, base=q, **how)]

options = dict(
    times=(10, 0),  # how much longer the long runs are; 0 for none
    only=dict(default=None, choices=('examples', 'others', 'needles')),  # one kind of settings, into a table of its own
    first=(99, 1),  # so many settings of each kind
)

def run(a):
    needles = {f'sine {i}': lambda i=i: needle(i) for i in range(30)}
    for kind,settings in dict(examples=examples, others=others, needles=needles).items():
        if a.only not in (None, kind): continue
        rows = []
        for name in list(settings)[:a.first]:
            problem = settings[name]()
            rows.append(row(name, 'default', problem))
            if kind=='needles' and problem.model[0].out_features==1: rows[-1] |= dict(truth=on_a_grid(problem))
            if a.times and kind!='needles': rows += long_runs(name, problem, a.times)
            yield f'annealing_{kind}', rows

main = driver(run, options)

if __name__=='__main__': main()
