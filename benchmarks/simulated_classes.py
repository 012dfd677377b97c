"""How near the bound of a classifier's collapsed last layer is to the log evidence, on labels simulated from the prior.

A network of 20 tanh units has the inputs of two half-moons, or those of 100 rows of scikit-learn's breast cancer table, standardised.
Weights are drawn from the prior (variance one over the number of inputs, times nine in the last layer), labels from the network's
probabilities. `CollapsedLastLayer.of(problem)` is fitted with the group, and its lower end compared with 16 chains over all weights: from
the prior to the posterior, a lower bound on average, and back from the weights that made the labels, an upper bound on average. Their
distance is the error of the ruler. Bounds are compared and not times, so this script has no ratios for `run.py`."""
import time
from dataclasses import dataclass

from report import driver, growing

import torch
from sklearn import datasets
from symbayes.all import (
    Categorical, CollapsedLastLayer, IsotropicNormal, Layout, Problem, evaluate, fit, make_mlp, mi_sandwich,
    network_outputs, seeded_module, streams, symmetry_group)
from symbayes.core import Params, normal_draws
from symbayes.inference import adapted_schedule, anneal, effective_draws, log_mean
from torch import Tensor

tables = {'moons': lambda n: datasets.make_moons(n, noise=.3, random_state=0)[0],
    'breast cancer': lambda n: datasets.load_breast_cancer().data[:n]}

@dataclass(frozen=True, eq=False)
class AllWeights:
    "Log likelihood as a function of all weights, as annealing takes it"
    problem: Problem
    layout: Layout
    std: Tensor # of the prior `(P,)`

    def weights(self, z: Tensor) -> Params: return self.layout.unflatten(self.std*z)

    def log_lik(self, w: Params) -> Tensor:
        x, y = self.problem.tensors
        return Categorical().log_prob(network_outputs(self.problem.model, w, x), y).sum(-1)

def simulated(table: str, draw: int, n: int, units: int) -> tuple[AllWeights, Tensor]:
    "Return a problem with simulated labels, and the coordinates of the weights that made them"
    x = torch.as_tensor(tables[table](n))
    x = (x-x.mean(0))/x.std(0)
    net = seeded_module(lambda: make_mlp(x.shape[1], 2, units, 1, 'tanh'), draw).double()
    layout = Layout.of(net)
    std = {k: s[-1]**-.5 if len(s)>1 else 1. for k,s in layout.shapes.items()}
    prior = IsotropicNormal(std | {k: 3*v for k,v in std.items() if layout.shapes[k][0]==2})
    z = normal_draws((layout.numel,), streams(draw, 'weights'), x)
    flat = prior.flat_std(layout, x)
    p = network_outputs(net, layout.unflatten(flat*z[None]), x)[0].softmax(-1)
    y = torch.multinomial(p.detach(), 1, generator=streams(draw, 'labels'))[:, 0]
    return AllWeights(Problem(net, prior, Categorical(), (x, y), symmetry_group(net, x[:2])), layout, flat), z

def measured(table: str, draw: int, n: int, units: int, epochs: int, temperatures: int) -> dict[str, float]:
    target, z = simulated(table, draw, n, units)
    problem, begun = target.problem, time.process_time()
    q = CollapsedLastLayer.of(problem, generator=streams(draw, 'start'))
    fit(problem, q, epochs=epochs, lr=1e-2, progress=False, log_every=10**6, generator=streams(draw, 'fit'))
    e = evaluate(problem, q, n_samples=100, generator=streams(draw, 'elbo'), progress=False)
    i = mi_sandwich(q, problem.group, generator=streams(draw, 'information'), progress=False)
    seconds, begun = time.process_time()-begun, time.process_time()
    plan = adapted_schedule(target, 16, temperatures, generator=streams(draw, 'pilot'))
    first = normal_draws((16, len(z)), streams(draw, 'first'), z)
    starts = {'forward': first, 'backward': z.expand(16, -1)}
    forward, back = (anneal(target, plan, s, k=='backward', generator=streams(draw, k))[0][-1] for k,s in starts.items())
    below, above = log_mean(forward)[0].item(), -log_mean(-back)[0].item()
    ends = dict(bound=(e.elbo+i.lower).item(), bound_error=i.lower_error.item(), forward=below, backward=above)
    spent = dict(seconds=seconds, seconds_of_chains=time.process_time()-begun)
    return dict(table=table, n=n, draw=draw) | ends | dict(effective=effective_draws(forward).item()) | spent

options = dict(
    draws=(3, 1),  # of weights and labels
    rows=(100, 40),
    units=(20, 4),
    epochs=(800, 20),
    temperatures=(200, 60),
)

def run(a):
    size = a.rows, a.units, a.epochs, a.temperatures
    return growing('simulated_classes', (measured(table, draw, *size) for draw in range(a.draws) for table in tables))

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
