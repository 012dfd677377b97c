"""Two layers, 150 rows, Gaussian noise: the posteriors of this package beside a Gaussian process, one network and an ensemble.

The function is y = sin(2a) b with noise of .15, with inputs uniform within plus and minus 2 and two layers of 30 tanh units.
There are four draws of the data. Variational fits take up to three priors, and know the noise or learn it.
Every fit is scored on 1,000 test rows: root mean squared error, log likelihood per row, and
the share of rows that its 95 % intervals cover.
The log likelihood of 50 validation rows is there to choose by. Seconds are of processor time in one thread.
Predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from collections.abc import Callable
from functools import partial

from report import driver

import numpy as np
import torch
from torch import Tensor, nn

from symbayes.all import (
    CollapsedLastLayer, Gaussian, InducingPosterior, IsotropicNormal, Layout, MeanField, UnitGaussian,
    account, ensemble, fit, mlp_group, predict, regression_metrics, seeded_module, streams)

noise = .15
Rows = tuple[Tensor, Tensor]

def data(draw: int, n: int = 150) -> dict[str, Rows]:
    "Training, validation and test rows"
    g = torch.Generator().manual_seed(draw)
    def rows(n):
        x = 4*torch.rand(n, 2, generator=g)-2
        return x, (2*x[:, :1]).sin()*x[:, 1:] + noise*torch.randn(n, 1, generator=g)
    return dict(train=rows(n), valid=rows(50), test=rows(1000))

def network(seed: int) -> nn.Module:
    layers = lambda: nn.Sequential(nn.Linear(2, 30), nn.Tanh(), nn.Linear(30, 30), nn.Tanh(), nn.Linear(30, 1))
    return seeded_module(layers, seed)

def priors(net: nn.Module) -> dict[str, IsotropicNormal]:
    "Usual: variance one over the number of inputs, and one for biases"
    usual = {k: s[-1]**-.5 if len(s)>1 else 1. for k,s in Layout.of(net).shapes.items()}
    wider = {k: 3*s if k.endswith('weight') else s for k,s in usual.items()}
    return {'usual': IsotropicNormal(usual), 'three times as wide': IsotropicNormal(wider), 'standard normal': IsotropicNormal(1.)}

def scores(outputs: Callable[[Tensor], Tensor], std: float, rows: dict[str, Rows]) -> dict[str, float]:
    "Of draws of the function `(S, n, 1)`"
    valid, test = (regression_metrics(outputs(rows[k][0]), rows[k][1], std).iloc[0] for k in ('valid', 'test'))
    return dict(rmse=test.rmse, log_lik=test.log_lik, coverage=test.coverage, valid_log_lik=valid.log_lik, noise=std)

def variational(net, q, prior, lik, rows, draw, group=None, **how) -> dict[str, float]:
    "Fit, score, and both ends of the bound"
    start = time.process_time()
    fit(net, q, prior, lik, rows['train'], group, progress=False, log_every=10**6, generator=streams(draw, 'fit'), **how)
    seconds = time.process_time()-start
    how = dict(n_samples=50, generator=streams(draw, 'account'), progress=False)
    t = account(net, q, prior, lik, rows['train'], mlp_group(net), **how).iloc[0]
    found = scores(lambda x: predict(net, q, x, 200, generator=streams(draw, 'predict')), lik.std.item(), rows)
    return found | dict(bound_lower=t.symmetrized_elbo_lower, bound_upper=t.symmetrized_elbo_upper, seconds=seconds)

def points(net, prior, rows, n, draw) -> dict[str, float]:
    "So many networks, the noise known"
    start = time.process_time()
    q = ensemble(net, prior, Gaussian(noise), rows['train'], n, generator=streams(draw, 'points'), progress=False)
    seconds = time.process_time()-start
    return scores(lambda x: predict(net, q, x, 200, generator=streams(draw, 'predict')), noise, rows) | dict(seconds=seconds)

def process(rows: dict[str, Rows]) -> dict[str, float]:
    "A Gaussian process of scikit-learn with a length for each input, all hyperparameters by maximum marginal likelihood"
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
    (x, y), start = (t.numpy() for t in rows['train']), time.process_time()
    gp = GaussianProcessRegressor(ConstantKernel()*RBF([1., 1.])+WhiteKernel(.1)).fit(x, y[:, 0])
    seconds = time.process_time()-start
    def of(rows):
        mean, std = gp.predict(rows[0].numpy(), return_std=True)
        return (rows[1].numpy()[:, 0]-mean), std
    log_lik = lambda e, s: (-.5*(e/s)**2-np.log(s)-.5*np.log(2*np.pi)).mean()
    e, s = of(rows['test'])
    return dict(rmse=(e**2).mean()**.5, log_lik=log_lik(e, s), coverage=(abs(e)<1.96*s).mean(), valid_log_lik=log_lik(*of(rows['valid'])),
        noise=np.exp(gp.kernel_.theta[-1]/2), seconds=seconds)

def constant(rows: dict[str, Rows]) -> dict[str, float]:
    "The mean of the training targets, with their spread as noise"
    y = rows['train'][1]
    return scores(lambda x: y.mean().expand(1, len(x), 1), y.std().item(), rows) | dict(seconds=0.)

def recipes(draw: int, rows: dict[str, Rows], epochs: int) -> dict[tuple[str, str, str], Callable[[], dict[str, float]]]:
    "What is fitted, by method, prior and noise"
    net, (x, y) = network(draw), rows['train']
    group, by_name, begin = mlp_group(net), priors(net), streams(draw, 'start')
    noises = {'learned': lambda: Gaussian(.3, learned=True), 'known': lambda: Gaussian(noise)}
    def inducing(prior, lik):
        q = InducingPosterior.from_module(net, prior, x, len(x), targets=y, likelihood=lik, generator=begin)
        return variational(net, q, prior, lik, rows, draw, epochs=epochs, n_samples=2)
    def collapsed(prior, lik):
        q = CollapsedLastLayer.from_module(net, prior, lik, (x, y), body=UnitGaussian, generator=begin)
        return variational(net, q, prior, lik, rows, draw, group, epochs=epochs, n_samples=1)
    def mean_field(prior, lik):
        return variational(net, MeanField.from_module(net, .05), prior, lik, rows, draw, group, epochs=2*epochs, n_samples=1)
    kinds = {'inducing points': inducing, 'collapsed last layer, symmetrised': collapsed, 'mean field, symmetrised': mean_field}
    corners = [('usual', 'learned'), ('standard normal', 'known')]
    grid = dict(zip(kinds, ([(p, n) for p in by_name for n in noises], corners, corners[1:])))
    found = {('constant', '', 'learned'): partial(constant, rows), ('Gaussian process', '', 'learned'): partial(process, rows)}
    for k,n,p in (('one network', 1, 'standard normal'), ('ensemble of five', 5, 'standard normal'), ('ensemble of five', 5, 'usual')):
        found[k, p, 'known'] = partial(points, net, by_name[p], rows, n, draw)
    return found | {(k, p, n): partial(lambda k, p, n: kinds[k](by_name[p], noises[n]()), k, p, n) for k,c in grid.items() for p,n in c}

options = dict(
    draws=(4, 1),  # of the data
    epochs=(400, 50),  # of the variational fits; twice as many for mean field
    long=False,  # inducing points under the standard normal prior alone, five times the steps
)

def run(a):
    rows, long = [], ('inducing points', 'standard normal', 'known')
    for draw in range(a.draws):
        found = recipes(draw, data(draw), 5*a.epochs if a.long else a.epochs)
        for (method, prior, known),run in ({long: found[long]} if a.long else found).items():
            rows.append(dict(draw=draw, method=method, prior=prior, noise_is=known) | run())
    yield 'two_layers'+'_long'*a.long, rows

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
