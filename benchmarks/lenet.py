"""LeNet on few images of MNIST: inducing points through its convolutions beside symmetrised mean field and an ensemble of five.

Weights have He's prior and biases a standard deviation of .1. Mean field is fitted on the symmetrised bound, inducing points on the plain
one; both take as many steps of Adam with the default decay. Bounds are the lower ends of `account`, in nats; predictions are scored on
1,000 test images. Rates and steps were fixed before any score was seen. Predictions are compared and not times, so this script has
no ratios for `run.py`."""
import time, warnings
from argparse import ArgumentParser

import pandas as pd
import torch

from symbayes.core.random import seeded_module, streams
from symbayes.core.tensors import Layout
from symbayes.data.splits import load_data
from symbayes.discovery.finding import symmetry_group
from symbayes.distributions.base import Family
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.inducing import InducingPosterior
from symbayes.distributions.likelihoods import Categorical
from symbayes.distributions.priors import IsotropicNormal
from symbayes.distributions.problem import Problem
from symbayes.experiments.networks import lenet
from symbayes.inference.ensembles import ensemble
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import account, predict
from symbayes.metrics.scores import classification_metrics

from report import options, write

def problem_of(n: int, draw: int, data_dir: str|None) -> tuple[Problem, torch.Tensor, torch.Tensor]:
    "The problem of so many images, and test images with their labels"
    data, net = load_data('mnist', data_dir=data_dir).subset(n, torch.Generator().manual_seed(draw)), seeded_module(lenet, draw)
    he = {k: (2/torch.Size(s[1:]).numel())**.5 if len(s)>1 else .1 for k,s in Layout.of(net).shapes.items()}
    group = symmetry_group(net, data.x_train[:2])
    return Problem(net, IsotropicNormal(he), Categorical(), (data.x_train, data.y_train), group), data.x_test[:1000], data.y_test[:1000]

def fitted(problem: Problem, method: str, steps: int, draw: int) -> Family:
    "The posterior of a method"
    parts, gen = (problem.model, problem.prior, problem.likelihood, problem.tensors), streams(draw, method)
    if method=='ensemble of five': return ensemble(*parts, 5, generator=gen, progress=False)
    plain = Problem(*parts, None)
    if method=='mean field, symmetrised': plain, q, lr = problem, MeanField.from_module(problem.model, .02), .01
    else:
        (x, y), lr = problem.tensors, .02
        q = InducingPosterior.from_module(problem.model, problem.prior, x, min(len(y), 300), targets=y, likelihood=problem.likelihood,
            precision=1., generator=streams(draw, 'points'))
    fit(plain, q, epochs=steps, lr=lr, n_samples=1, progress=False, log_every=10**6, generator=gen)
    return q

def row(problem: Problem, x: torch.Tensor, y: torch.Tensor, method: str, steps: int, draw: int, draws: int = 50) -> dict[str, float]:
    "Scores, bound and seconds"
    begun = time.process_time()
    q = fitted(problem, method, steps, draw)
    seconds, outputs = time.process_time()-begun, predict(problem, q, x, draws, generator=streams(draw, 'predict'))
    found = classification_metrics(outputs, y).iloc[0][['accuracy', 'nll']].to_dict() | dict(seconds=seconds)
    if 'ensemble' in method: return found
    t = account(problem, q, n_samples=draws, K=8, generator=streams(draw, 'account'), progress=False).iloc[0]
    return found | dict(bound_lower=t.symmetrized_elbo_lower, bound_upper=t.symmetrized_elbo_upper, bound_error=t.symmetrized_elbo_error)

def main(argv: list[str]|None = None) -> None:
    p = ArgumentParser(description=__doc__)
    p.add_argument('--sizes', type=int, nargs='+', default=[100, 300, 1000], help='numbers of images')
    p.add_argument('--draws', type=int, default=3, help='of the images')
    p.add_argument('--steps', type=int, default=400, help='of the variational fits')
    p.add_argument('--data-dir', help='folder with the files of MNIST')
    a = options(p, argv, sizes=[30], draws=1, steps=10)
    warnings.simplefilter('ignore')
    rows = []
    for n in a.sizes:
        for draw in range(a.draws):
            problem, x, y = problem_of(n, draw, a.data_dir)
            for method in ('ensemble of five', 'mean field, symmetrised', 'inducing points'):
                rows.append(dict(n_train=n, draw=draw, method=method, steps=a.steps) | row(problem, x, y, method, a.steps, draw))
                print(pd.DataFrame(rows[-1:]).round(3).to_string(header=len(rows)==1, index=False), flush=True)
                write(pd.DataFrame(rows), 'lenet', a.out, ())

if __name__=='__main__': main()
