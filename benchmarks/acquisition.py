"""Bayesian optimisation in six dimensions: our posterior over networks beside a Gaussian process, both through BoTorch.

Three functions of BoTorch on the unit cube (Hartmann, Ackley, Levy), ten first points of a Sobol sequence, then one point at a time
where the logarithm of the expected improvement is highest. Both models see standardised values. *Process* is BoTorch's SingleTaskGP with its
defaults, fitted anew at every step. *Ours* is `default_posterior` of 50 tanh units with learned prior scales, fitted anew by 400 steps,
64 draws of it as an ensemble (`botorch_model`). Its noise is fixed at .05 of the spread of the values, since a learned one took the first ten
values of Hartmann for noise, seed 0; nothing else was chosen on these functions. The regret is the distance of the best value so
far from the optimum. Seeds are outermost, and a second call goes on where the first one ended."""
import time
from functools import partial
from itertools import product

from report import driver, resumed

import torch
from torch import nn

from symbayes.all import Gaussian, LearnedNormal, Problem, fit, seeded_module, streams
from symbayes.inference import default_posterior
from symbayes.inference.prediction import botorch_model

def functions():
    from botorch.test_functions import Ackley, Hartmann, Levy
    return {'Hartmann': Hartmann(dim=6, negate=True), 'Ackley': Ackley(dim=6, negate=True), 'Levy': Levy(dim=6, negate=True)}

def process(x, y, seed):
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from gpytorch.mlls import ExactMarginalLogLikelihood
    model = SingleTaskGP(x, y)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    return model

def ours(x, y, seed):
    net = seeded_module(lambda: nn.Sequential(nn.Linear(6, 50), nn.Tanh(), nn.Linear(50, 1)), seed).double()
    problem = Problem(net, LearnedNormal(net), Gaussian(.05), (2*x-1, (y-y.mean())/y.std()), None)
    q = default_posterior(problem, generator=streams(seed, 'start'))
    fit(problem, q, epochs=400, lr=.01, generator=streams(seed, 'fit'), progress=False)
    model = botorch_model(problem, q, 64, streams(seed, 'draws'))
    inner = model.forward
    model.forward = lambda X: y.mean()+y.std()*inner(2*X-1)
    return model

models = {'ours': ours, 'process': process}

def optimise(job, first, steps):
    "Best values found, and the processor seconds of a step"
    from botorch.acquisition import qLogExpectedImprovement
    from botorch.optim import optimize_acqf
    f, seed = functions()[job['function']], int(job['seed'])
    low, high = f.bounds.double()
    value = lambda x: f(low+x*(high-low)).double()[:, None]
    bounds, begun = torch.stack([torch.zeros(6), torch.ones(6)]).double(), time.process_time()
    x = torch.quasirandom.SobolEngine(6, scramble=True, seed=seed).draw(first).double()
    y = value(x)
    for i in range(steps):
        torch.manual_seed(1000*seed+i)
        model = models[job['model']](x, y, 1000*seed+i)
        best = qLogExpectedImprovement(model, best_f=y.max())
        new, _ = optimize_acqf(best, bounds, 1, num_restarts=2, raw_samples=128, options=dict(maxiter=50))
        x, y = torch.cat([x, new]), torch.cat([y, value(new)])
    regret = f.optimal_value-y[:, 0].cummax(0).values
    seconds = (time.process_time()-begun)/steps
    return {f'regret_{n}': regret[n-1].item() for n in range(first, first+steps+1, 5)} | dict(seconds=seconds)

options = dict(seeds=(10, 1), first=10, steps=(20, 5))

def run(a):
    jobs = [dict(function=f, seed=s, model=m) for s,f,m in product(range(a.seeds), functions(), models)]
    yield from resumed(a, 'acquisition', jobs, partial(optimise, first=a.first, steps=a.steps))

main = driver(run, options, ('botorch', 'gpytorch'), ('botorch',))

if __name__=='__main__': main()
