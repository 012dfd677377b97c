"""How far below the best of 32 starts the estimators' default ends, for narrow networks of ReLU units with many bad ends.

Networks of 5 and 10 ReLU units on 100 points of two functions with noise of .1, a sinc and a sum of steps, in five draws each. The lower
ends are those of `BayesianMLPRegressor` in nats, under scales of the prior that its short fits chose. Starts of a stack have the seeds
0 to 31, so the best of its first k is what `n_starts=k` keeps. The default begins at the same seeds, so `best_of_others` is the best of 32
starts that it has not seen. Bounds are compared and not times, so this script has no ratios for `run.py`."""
import os, time, warnings
from argparse import ArgumentParser
from itertools import product

os.environ.setdefault('OMP_NUM_THREADS', '1')

import numpy as np
import pandas as pd

from symbayes.sklearn import BayesianMLPRegressor

from report import options, write

functions = {'sinc': lambda x: np.sinc(x), 'steps': lambda x: np.tanh(8*(x+1.5))-np.tanh(8*x)+.5*np.tanh(8*(x-1.5))}
most = 32

def points(name: str, draw: int) -> tuple[np.ndarray, np.ndarray]:
    "Draw 100 inputs between -3 and 3, and noisy values of a function"
    rng = np.random.default_rng(draw)
    x = rng.uniform(-3, 3, (100, 1))
    return x, functions[name](x[:, 0])+.1*rng.normal(size=100)

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
    return dict(function=name, units=units, draw=draw, default=default.max(), **best, seconds=seconds, seconds_of_one=of_one)

def main(argv: list[str]|None = None) -> None:
    p = ArgumentParser(description=__doc__)
    p.add_argument('--draws', type=int, default=5, help='of each function')
    a = options(p, argv, draws=1)
    warnings.simplefilter('ignore')
    rows = []
    for name,units,draw in product(functions, (5, 10), range(a.draws)):
        rows.append(measured(name, units, draw))
        print(pd.DataFrame(rows[-1:]).round(2).to_string(header=len(rows)==1, index=False), flush=True)
    write(pd.DataFrame(rows), 'starts', a.out, ('scikit-learn',))

if __name__=='__main__': main()
