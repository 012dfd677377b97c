"""A gated recurrent network on sixty sequences: what symmetrising is worth, from a random start and from the trained network.

A target is the largest of eight numbers, plus noise with a known standard deviation of .2. The network is a GRU of twelve units. Mean field
begins at a random network with a standard deviation of .05 or at the trained one, and is fitted on the plain or on the symmetrised bound
for as many steps. Bounds are the lower ends of `account` with the group, in nats; log likelihoods are means over 1,000 test sequences.
Steps and rate were fixed before any score was seen. Predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from copy import deepcopy

from report import driver, growing

import pandas as pd
import torch
from symbayes.all import (
    Gaussian, IsotropicNormal, Layout, MeanField, Problem, account, ensemble, fit, predict,
    regression_metrics, seeded_module, streams, symmetry_group)
from torch import Tensor, nn

noise = .2

class GRU(nn.Module):
    "Gated recurrent units, written out so that draws run side by side"
    def __init__(self, units: int):
        super().__init__()
        self.units, self.input, self.state, self.out = units, nn.Linear(1, 3*units), nn.Linear(units, 3*units), nn.Linear(units, 1)

    def forward(self, x: Tensor) -> Tensor: # `(n, time, 1)` to `(n, 1)`
        s = torch.zeros(len(x), self.units, dtype=x.dtype)
        for t in range(x.shape[1]):
            a, b = self.input(x[:, t]).chunk(3, -1), self.state(s).chunk(3, -1)
            reset, keep = (a[0]+b[0]).sigmoid(), (a[1]+b[1]).sigmoid()
            s = keep*s+(1-keep)*(a[2]+reset*b[2]).tanh()
        return self.out(s)

def sequences(n: int, gen: torch.Generator) -> tuple[Tensor, Tensor]:
    x = torch.randn(n, 8, 1, generator=gen)
    return x, x.amax(1)+noise*torch.randn(n, 1, generator=gen)

def measured(draw: int, units: int, steps: int) -> list[dict]:
    gen, net = streams(draw, 'data'), seeded_module(lambda: GRU(units), draw)
    data, (x, y) = sequences(60, gen), sequences(1000, gen)
    prior = IsotropicNormal({k: s[-1]**-.5 if len(s)>1 else 1. for k,s in Layout.of(net).shapes.items()})
    problem = Problem(net, prior, Gaussian(noise), data, symmetry_group(net, data[0][:4]))
    plain, rows = Problem(net, prior, Gaussian(noise), data, None), []
    def row(start, objective, q, begun, bounds=True):
        outputs, found = predict(problem, q, x, 100, generator=streams(draw, 'predict')), {}
        if bounds:
            t = account(problem, q, n_samples=100, generator=streams(draw, 'account'), progress=False).iloc[0]
            found = dict(bound_lower=t.symmetrized_elbo_lower, bound_upper=t.symmetrized_elbo_upper, information=t.mi_lower, log_order=t.log_order)
        found |= dict(log_lik=regression_metrics(outputs, y, noise).log_lik.iloc[0], seconds=time.process_time()-begun)
        rows.append(dict(draw=draw, start=start, objective=objective) | found)
        print(pd.DataFrame(rows[-1:]).round(3).to_string(header=len(rows)==1, index=False), flush=True)
    begun = time.process_time()
    one = ensemble(net, prior, Gaussian(noise), data, 1, generator=streams(draw, 'network'), progress=False)
    row('one network', '', one, begun, False)
    trained = deepcopy(net)
    trained.load_state_dict({k: v.reshape(one.layout.shapes[k]) for k,v in one.sample(1).items()})
    for start,module in (('random', net), ('trained', trained)):
        for objective,p in (('plain', plain), ('symmetrised', problem)):
            q, begun = MeanField.from_module(module, .05), time.process_time()
            fit(p, q, epochs=steps, lr=.01, n_samples=2, progress=False, log_every=10**6, generator=streams(draw, 'fit'))
            row(start, objective, q, begun)
    return rows

options = dict(
    draws=(4, 1),  # of the sequences
    units=12,
    steps=(1000, 20),
)

def run(a):
    return growing('recurrent', (measured(draw, a.units, a.steps) for draw in range(a.draws)))

main = driver(run, options)

if __name__=='__main__': main()
