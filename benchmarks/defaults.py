"""What `fit` reaches with its defaults, plain and symmetrised, on five rough functions; before and after the rate was let fall.

Three ways to train, each with the same starts (six networks, a standard deviation of .05) and a learning rate of .01:
`before`: 2,000 steps at the full rate, one draw a step, as version 0.2.0 did; `fall`: the same steps and draws, the rate falls to zero over the
last three tenths; `after`: the defaults, which go on until training has converged, start by start. Every posterior is judged alike, by the lower end of its
symmetrised bound, so that a plain fit is credited with the information of its own units, and by the log likelihood of 1,000 fresh examples.
Seconds are of processor time in one thread, for all six: at once, or one after the other with the defaults."""
import math, time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import torch
from torch import Tensor, nn

from symbayes.core.random import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import account, predict
from symbayes.metrics.intervals import mean_and_interval

from report import Ratio, formatted, options, stored, write

title = 'Symmetrised training with the defaults'
about = 'Lower end of the symmetrised bound and predictions after plain and symmetrised training, six starts each, before and after the rate was let fall.'

class Task(NamedTuple):
    "Data whose noise is known, and the network for them"
    f: Callable[[Tensor], Tensor]
    inputs: int
    width: int
    activation: type[nn.Module]
    n: int
    noise: float
    reach: float # inputs are uniform within plus and minus this

def friedman(x: Tensor) -> Tensor:
    u = (x+1)/2
    return 2*(math.pi*u[:,:1]*u[:,1:2]).sin() + 4*(u[:,2:3]-.5)**2 + 2*u[:,3:4] + u[:,4:5] - 2.8

tasks = dict(
    wave=Task(lambda x: (4*x).sin()*(-x.square()).exp(), 1, 150, nn.Tanh, 100, .15, 2.),
    sinc=Task(lambda x: torch.sinc(3*x), 1, 100, nn.Tanh, 128, .2, 2.),
    kinks=Task(lambda x: (2*x).abs()%1-.5, 1, 60, nn.ReLU, 120, .1, 2.),
    product=Task(lambda x: (2*x[:,:1]).sin()*x[:,1:], 2, 50, nn.Tanh, 200, .15, 2.),
    friedman=Task(friedman, 5, 50, nn.Tanh, 200, .2, 1.))

ways = dict(before=dict(epochs=2000, anneal=0., n_samples=1), fall=dict(epochs=2000, n_samples=1), after={})

def data(t: Task, test: int = 1000) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    "Training and test examples"
    g = torch.Generator().manual_seed(0)
    def draw(n):
        x = (2*torch.rand(n, t.inputs, generator=g)-1)*t.reach
        return x, t.f(x)+t.noise*torch.randn(n, 1, generator=g)
    return draw(t.n), draw(test)

def runs(function: str, way: str, symmetrised: bool, seeds: Sequence[int], **given) -> pd.DataFrame:
    "A row per seed. With the defaults each start ends by itself, as for a user"
    if way=='after' and len(seeds)>1:
        each = pd.concat([runs(function, way, symmetrised, [s], **given) for s in seeds])
        return each.assign(seconds=each.seconds.sum())
    t = tasks[function]
    train, (x, y) = data(t)
    make = lambda: nn.Sequential(nn.Linear(t.inputs, t.width), t.activation(), nn.Linear(t.width, 1))
    nets = [seeded_module(make, s) for s in seeds]
    q, prior, likelihood, g = MeanField.from_module(nets, .05), IsotropicNormal(1.), Gaussian(t.noise), mlp_group(nets[0])
    streams = lambda k: [torch.Generator().manual_seed(1000*k+s) for s in seeds]
    start = time.process_time()
    history = fit(nets[0], q, prior, likelihood, train, g if symmetrised else None, lr=1e-2, progress=False, generator=streams(1), log_every=10**6,
        **ways[way] | given)
    seconds = time.process_time()-start
    bound = account(nets[0], q, prior, likelihood, train, g, n_samples=100, generator=streams(2), progress=False).symmetrized_elbo_lower
    out = predict(nets[0], q, x, 200, generator=streams(3))
    test = (likelihood.log_prob(out, y).logsumexp(-2)-math.log(200)).mean(-1)
    return pd.DataFrame(dict(function=function, way=way, symmetrised=symmetrised, seed=list(seeds), bound=list(bound), test_log_lik=test.tolist(),
        steps=history.attrs['epochs'], settled=history.attrs['converged'], seconds=seconds))

def main(argv: list[str]|None = None) -> None:
    p = ArgumentParser(description=__doc__)
    p.add_argument('--functions', nargs='*', default=list(tasks), choices=list(tasks))
    p.add_argument('--ways', nargs='*', default=list(ways), choices=list(ways), help='rows of the other ways stay as they are stored')
    p.add_argument('--seeds', type=int, default=6)
    p.add_argument('--epochs', type=int, help='as many for every way, instead of its own')
    a = options(p, argv, functions=['product'], seeds=2, epochs=400)
    given = dict(epochs=a.epochs) if a.epochs else {}
    rows = []
    for f in a.functions:
        for way in a.ways:
            for symmetrised in (False, True):
                rows.append(runs(f, way, symmetrised, range(a.seeds), **given))
                print(rows[-1].drop(columns='seed').groupby(['function', 'way', 'symmetrised'], as_index=False).mean().round(3).to_string(header=False, index=False), flush=True)
    if len(a.ways)<len(ways): rows.append(pd.read_csv(stored/'defaults.csv').query('way not in @a.ways'))
    order = {k: i for i,k in enumerate((*tasks, *ways))}
    write(pd.concat(rows).sort_values(['function', 'way', 'symmetrised', 'seed'], key=lambda c: c.map(lambda v: order.get(v, v))), 'defaults', a.out)

def differences(t: pd.DataFrame) -> pd.DataFrame:
    "Symmetrised minus plain of the same start: means and 95 % intervals over starts, by function and way"
    rows = []
    for (f, way), of in t.groupby(['function', 'way'], sort=False):
        plain, sym = (of[of.symmetrised==s].set_index('seed') for s in (False, True))
        row = dict(function=f, way=way, seeds=len(plain), above=int((sym.bound>plain.bound).sum()), seconds=sym.seconds.iloc[0]/plain.seconds.iloc[0])
        for c in ('bound', 'test_log_lik'):
            d = sym[c]-plain[c]
            row |= {c: d.mean(), f'{c}_least': d.min()} | dict(zip((f'{c}_low', f'{c}_high'), mean_and_interval(d).ends))
        rows.append(row)
    return pd.DataFrame(rows)

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'defaults.csv').drop_duplicates(['function', 'way', 'symmetrised']).set_index(['function', 'way', 'symmetrised']).seconds
    found = []
    for s in (False, True):
        r = (t.xs((s, 'after'), level=('symmetrised', 'way'))/t.xs((s, 'before'), level=('symmetrised', 'way')))
        found.append(Ratio(f'{"symmetrised" if s else "plain"}: seconds with the defaults / before', r.median(), r.min(), r.max()))
    return found

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'defaults.csv')
    means = t.groupby(['function', 'way', 'symmetrised'], sort=False)[['bound', 'test_log_lik', 'steps', 'seconds']].mean().reset_index()
    names = dict(test_log_lik='test log lik', seconds='seconds, all starts')
    return formatted(means.assign(symmetrised=means.symmetrised.map({True: 'yes', False: 'no'})),
        {'bound': '{:.1f}', 'test_log_lik': '{:.3f}', 'steps': '{:,.0f}', 'seconds': '{:.0f}'}).rename(columns=names)

if __name__=='__main__': main()
