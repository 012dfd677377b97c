"""How far below the best of 32 starts the estimators' default ends, for narrow networks of ReLU units with many bad ends.

Networks of 5 and 10 ReLU units on 100 points of two functions with noise of .1, a sinc and a sum of steps, in five draws each. The lower
ends are those of `BayesianMLPRegressor` in nats, under scales of the prior that its short fits chose. Starts of a stack have the seeds
0 to 31, so the best of its first k is what `n_starts=k` keeps. The default begins at the same seeds, so `best_of_others` is the best of 32
starts that it has not seen.

Beside the bounds, `log_density_` is the mean log density, in nats a row, of 1,000 new rows under mixtures of the default's 32 starts: weighed
by leave-one-out stacking as the estimators do it, by the evidence (their lower ends), equally, or the best start alone. That stacking is the
default was decided on draws 50 to 52, which are not among these.
Bounds and predictions are compared and not times, so this script has no ratios for `run.py`."""
import time
from itertools import product
from unittest.mock import patch

from report import driver, growing

import numpy as np
import torch

from symbayes.all import Samples
from symbayes.runs import table_fits
from symbayes.sklearn import BayesianMLPRegressor

functions = {'sinc': lambda x: np.sinc(x), 'steps': lambda x: np.tanh(8*(x+1.5))-np.tanh(8*x)+.5*np.tanh(8*(x-1.5))}
most = 32

def points(name: str, draw: int, n: int = 100) -> tuple[np.ndarray, np.ndarray]:
    "Draw inputs between -3 and 3, and noisy values of a function"
    rng = np.random.default_rng(draw)
    x = rng.uniform(-3, 3, (n, 1))
    return x, functions[name](x[:, 0])+.1*rng.normal(size=n)

def by_weights(data: tuple[np.ndarray, np.ndarray], new: tuple[np.ndarray, np.ndarray], **how) -> dict[str, float]:
    "Fit once, and return the mean log density of new rows under mixtures of the starts with several weights"
    mixture = table_fits._mixture
    with patch.object(table_fits, '_mixture', side_effect=mixture) as of_fit: est = BayesianMLPRegressor(**how).fit(*data)
    lower = torch.as_tensor(of_fit.call_args[0][1].lower)
    weights = dict(evidence=lower.softmax(0), equal=torch.ones_like(lower), best=(lower==lower.max()).double())
    scores = {'log_density_stacking': est.log_density(*new).mean()}
    for k,w in weights.items():
        with patch.object(table_fits, 'stacking_weights', return_value=w): params, est.log_noises_ = mixture(*of_fit.call_args[0])
        est.samples_ = Samples(params)
        scores[f'log_density_{k}'] = est.log_density(*new).mean()
    return scores

def measured(name: str, units: int, draw: int) -> dict:
    "Fit with the defaults, and from many starts; return the lower ends"
    data = points(name, draw)
    def lower_ends(seed=0, **how):
        begun = time.process_time()
        fits = BayesianMLPRegressor((units,), 'relu', random_state=seed, **how).fit(*data).fits_.query("fit!='short'")
        return fits.sort_values('start').lower.to_numpy(), time.process_time()-begun
    default, seconds = lower_ends()
    each, _ = lower_ends(n_starts=most)
    _, of_one = lower_ends(n_starts=1)
    others, _ = lower_ends(1000, n_starts=most)
    best = {f'best_of_{k}': each[:k].max() for k in (1, 4, 8, 16, most)} | dict(best_of_others=others.max())
    densities = by_weights(data, points(name, 1000+draw, 1000), hidden_layer_sizes=(units,), activation='relu', random_state=0)
    return dict(function=name, units=units, draw=draw, default=default.max(), **best, **densities, seconds=seconds, seconds_of_one=of_one)

options = dict(
    draws=(5, 1),  # of each function
)

def run(a):
    return growing('starts', (measured(*job) for job in product(functions, (5, 10), range(a.draws))))

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
