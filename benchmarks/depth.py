"""Two hidden layers, known Gaussian noise: a collapsed last layer over inducing points beside one network, five, and annealed chains.

The tasks are that of `two_layers.py` (two layers of 30, four draws), a sinc and waves of one input (128 rows, layers of 50; two draws each).
Each posterior is fitted for 2,000 steps on the symmetrised objective. The body of inducing points begins at four starts: draws of the prior
at three precisions, and the trained network. The best is chosen by its lower end of the log evidence, and scored with other draws.
`annealed` is the log evidence by chains from the prior, with the width between both directions on one simulated data set,
and predictions by Hamiltonian chains from their ends. Steps and learning rate were chosen by the lower end on draw 0 of the first task.
Predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from copy import deepcopy

from report import driver, growing

import torch
from torch import Tensor, nn

import two_layers
from symbayes.all import (
    CollapsedLastLayer, Gaussian, InducingPosterior, Problem, account, ensemble, fit, load_data,
    log_evidence, predict, regression_metrics, sample_posterior, seeded_module, streams)
from symbayes.distributions import Family

Rows = dict[str, tuple[Tensor, Tensor]]
starts = {'precision 1': dict(precision=1.), 'precision 100': dict(precision=100.), 'precision 10,000': dict(precision=1e4),
    'trained network': dict(precision=100., start='network')}

def waves(draw: int, n: int = 128) -> Rows:
    g = torch.Generator().manual_seed(1000+draw)
    def rows(n):
        x = 6*torch.rand(n, 1, generator=g)-3
        return x, (1.5*x).sin()*(1+.5*(4*x).cos()) + .2*torch.randn(n, 1, generator=g)
    return dict(train=rows(n), test=rows(1000))

def sinc(draw: int) -> Rows:
    d = load_data('wide_sinc', seed=draw)
    return dict(train=(d.x_train, d.y_train), test=(d.x_test, d.y_test))

def chain(seed: int, *sizes: int) -> nn.Module:
    layers = lambda: nn.Sequential(*[f for i,o in zip(sizes, sizes[1:]) for f in (nn.Linear(i, o), nn.Tanh())][:-1])
    return seeded_module(layers, seed)

tasks = {  # rows, sizes of the network, prior, noise, number of draws
    'two inputs, 30-30': (two_layers.data, (2, 30, 30, 1), 'standard normal', .15, 4),
    'sinc, 50-50': (sinc, (1, 50, 50, 1), 'usual', .2, 2),
    'waves, 50-50': (waves, (1, 50, 50, 1), 'usual', .2, 2)}

class Trial:
    "One draw of one task, and what is fitted to it"
    def __init__(self, task: str, draw: int, epochs: int):
        make, sizes, prior, noise, _ = tasks[task]
        self.task, self.draw, self.epochs, self.rows, net = task, draw, epochs, make(draw), chain(draw, *sizes)
        self.problem = Problem(net, two_layers.priors(net)[prior], Gaussian(noise), self.rows['train'])

    def scores(self, q: Family, n: int = 200) -> dict[str, float]:
        x, y = self.rows['test']
        m = regression_metrics(predict(self.problem, q, x, n, generator=streams(self.draw, 'predict')), y, self.problem.likelihood.std.item())
        return m.iloc[0][['rmse', 'log_lik', 'coverage']].to_dict()

    def bounds(self, q: Family, stream: str, n: int = 100) -> dict[str, float]:
        t = account(self.problem, q, n_samples=n, generator=streams(self.draw, stream), progress=False).iloc[0]
        return dict(bound_lower=t.symmetrized_elbo_lower, bound_error=t.symmetrized_elbo_error, bound_upper=t.symmetrized_elbo_upper)

    def points(self, n: int) -> tuple[Family, dict[str, float]]:
        start, p = time.process_time(), self.problem
        q = ensemble(p.model, p.prior, p.likelihood, p.tensors, n, generator=streams(self.draw, 'points'), progress=False)
        seconds = time.process_time()-start
        return q, self.scores(q) | dict(seconds=seconds)

    def fitted(self, net: nn.Module, **body: object) -> tuple[Family, float]:
        p, start = self.problem, time.process_time()
        q = CollapsedLastLayer.from_module(net, p.prior, p.likelihood, p.tensors, generator=streams(self.draw, 'start'), **body)
        fit(p, q, epochs=self.epochs, lr=.03, n_samples=2, progress=False, log_every=10**6, generator=streams(self.draw, 'fit'))
        return q, time.process_time()-start

    def sampled(self, quick: bool) -> dict[str, float]:
        start, few = time.process_time(), dict(temperatures=60) if quick else {}
        e = log_evidence(self.problem, reverse=False, twins=1, generator=streams(self.draw, 'anneal'), progress=False, **few)
        q = sample_posterior(self.problem, e.as_start(self.problem), draws=20, between=8, leaps=20, warmup=20 if quick else 150,
            generator=streams(self.draw, 'chains'), progress=False)
        found = dict(bound_lower=e.estimate, bound_error=e.error, width=e.width, effective=e.effective, r_hat=q.numbers['r_hat'])
        return self.scores(q, 320) | found | dict(seconds=time.process_time()-start)

    def run(self, quick: bool) -> list[dict]:
        one, of_one = self.points(1)
        found = {('one network', ''): of_one, ('ensemble of five', ''): self.points(5)[1]}
        q, seconds = self.fitted(self.problem.model)
        found['collapsed, Gaussian body', ''] = self.scores(q) | self.bounds(q, 'account') | dict(seconds=seconds)
        trained, w, fits = deepcopy(self.problem.model), one.sample(1), {}
        trained.load_state_dict({k: w[k].reshape(s) for k,s in one.layout.shapes.items()})
        for name,how in starts.items():
            fits[name] = q, seconds = self.fitted(trained, body=InducingPosterior, M=len(self.rows['train'][1]), **how)
            found['collapsed, inducing body', name] = self.scores(q) | self.bounds(q, 'choice') | dict(seconds=seconds)
        best = max(starts, key=lambda k: found['collapsed, inducing body', k]['bound_lower'])
        total = sum(f[1] for f in fits.values())
        found['collapsed, inducing body', 'best'] = self.scores(fits[best][0]) | self.bounds(fits[best][0], 'account') | dict(seconds=total)
        found['annealed', ''] = self.sampled(quick)
        return [dict(task=self.task, draw=self.draw, method=m, start=s) | v for (m,s),v in found.items()]

options = dict(
    epochs=(2000, 50),  # of the variational fits
    draws=(4, 1),  # of the data, at most
)

def run(a):
    few = list(tasks.items())[:1 if a.quick else None]
    trials = [Trial(task, draw, a.epochs) for task,(*_, draws) in few for draw in range(min(a.draws, draws))]
    return growing('depth', (t.run(a.quick) for t in trials))

main = driver(run, options)

if __name__=='__main__': main()
