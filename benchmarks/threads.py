"""Processor time of public calls as a user makes them, with as many threads as torch likes, against the same calls with one thread.

Two processes take turns: `free` has no variable of threads in its environment, `one` starts with OMP_NUM_THREADS=1 and MKL_NUM_THREADS=1. A time is
that of all threads, user and system, with the processes that a call starts; a ratio is one within a round, its median over rounds and the
quartiles. --burners processes keep a core busy each, as a user's other programs do. A command and a search start processes of their own, so
their times have the imports. Two workers of scikit-learn are compared with none, each without a variable.
`estimators_speed` has predictions of 50,000 rows by an estimator, beside the general way through any network: draws by `predict`, and their moments."""
import os, subprocess, sys, tempfile, warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import Process, get_context
from pathlib import Path

from report import beside, driver, formatted, growing, over_rounds, Ratio

import numpy as np
import pandas as pd
import torch
from joblib.externals.loky import get_reusable_executor
from sklearn.model_selection import GridSearchCV, cross_val_score
from torch import nn

import symbayes as sb
from symbayes.metrics import predictive_interval
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

title = 'Threads, and predictions of estimators'
about = 'Processor time of public calls without a variable of threads, against one thread; two workers against none; 50,000 rows.'
variables = 'OMP_NUM_THREADS', 'MKL_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'NUMBA_NUM_THREADS'

# %% what the calls take

@cache
def rows(n: int = 300, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 5))
    return x, x[:, 0]+np.sin(2*x[:, 1])+.3*np.exp(.4*x[:, 2])*rng.normal(size=n)

@cache
def regressor(noise: str = 'constant', inference: str = 'variational', steps: int = 300) -> BayesianMLPRegressor:
    return BayesianMLPRegressor(noise=noise, inference=inference, max_steps=steps, random_state=0).fit(*rows())

@cache
def classifier(steps: int = 100) -> BayesianMLPClassifier:
    x, y = rows()
    return BayesianMLPClassifier(max_steps=steps, random_state=0).fit(x, (y>0).astype(int))

@cache
def network() -> tuple[sb.Problem, sb.MeanField]:
    x, y = (torch.tensor(t).float() for t in rows())
    net = nn.Sequential(nn.Linear(5, 50), nn.Tanh(), nn.Linear(50, 1))
    problem = sb.Problem(net, sb.IsotropicNormal(1.), sb.Gaussian(.3), (x, y[:, None]), sb.symmetry_group(net, x))
    return problem, sb.MeanField.from_module(net)

@cache
def table() -> Path:
    folder = Path(tempfile.mkdtemp(prefix='threads-'))
    x, y = rows()
    pd.DataFrame(x).add_prefix('x').assign(y=y).to_csv(folder/'table.csv', index=False)
    return folder

def command(name: str, *words: object) -> None:
    program = Path(sys.executable).with_name(name)
    subprocess.run([program, *map(str, words)], cwd=table(), check=True, capture_output=True)

def train(out: str) -> Path:
    if not (table()/out).exists(): command('symbayes-train', '--data', 'table.csv', '--target', 'y', '--inference', 'variational', '--max-steps', 300, '--out', out)
    return table()/out

unfitted = BayesianMLPRegressor(inference='variational', noise='constant', max_steps=1000, random_state=0)

def search(n_jobs: int|None) -> None:
    GridSearchCV(unfitted, dict(hidden_layer_sizes=[20, 50]), cv=2, n_jobs=n_jobs).fit(*rows())
    if n_jobs: get_reusable_executor().shutdown()  # so that the times of the workers are known

def cross(n_jobs: int|None) -> None:
    cross_val_score(unfitted, *rows(), cv=4, n_jobs=n_jobs)
    if n_jobs: get_reusable_executor().shutdown()

many = 20_000

calls: dict[str, Callable] = {
    'BayesianMLPRegressor.fit': lambda: regressor.__wrapped__(),
    'BayesianMLPClassifier.fit': lambda: classifier.__wrapped__(),
    'est.predict': lambda: regressor().predict(rows(many)[0], return_std=True),
    'est.predict(quantiles=)': lambda: regressor().predict(rows(many)[0], quantiles=(.05, .95)),
    'est.log_density': lambda: regressor().log_density(*rows(many)),
    'fit(problem)': lambda: sb.fit(*network(), epochs=1000, progress=False),
    'predict(problem)': lambda: sb.predict(*network(), torch.tensor(rows(many)[0]).float(), 200),
    'log_evidence': lambda: sb.log_evidence(network()[0], chains=4, temperatures=8, steps=4, progress=False),
    'symmetry_group': lambda: [sb.symmetry_group(network()[0].model, network()[0].data[0]) for _ in range(5)],
    'align': lambda: [sb.align(network()[1], network()[1], network()[0].group) for _ in range(5)],
    'mi_sandwich (permanents)': lambda: sb.mi_sandwich(network()[1], network()[0].group, 20, progress=False),
    'symbayes-train': lambda: train(tempfile.mktemp(dir=table())),
    'symbayes-predict': lambda: command('symbayes-predict', train('run'), '--data', 'table.csv'),
    'GridSearchCV(n_jobs=2)': lambda: search(2),
    'GridSearchCV': lambda: search(None),
    'cross_val_score(n_jobs=2)': lambda: cross(2),
    'cross_val_score': lambda: cross(None),
}

# %% measurement

def processor_seconds() -> float:
    "Seconds of this process and of those that it has started and that have ended"
    return sum(os.times()[:4])

def timed(name: str) -> float:
    "Call in a process of the pool"
    warnings.simplefilter('ignore')
    before = processor_seconds()
    calls[name]()
    return processor_seconds()-before

def started(**variables_set: str) -> ProcessPoolExecutor:
    "Start a process with these variables of threads and no others"
    kept = {k: os.environ.pop(k) for k in variables if k in os.environ}
    os.environ.update(variables_set)
    pool = ProcessPoolExecutor(1, get_context('spawn'))
    pool.submit(processor_seconds).result()
    for k in variables_set: del os.environ[k]
    os.environ.update(kept)
    return pool

def burn() -> None:
    while True: pass

def by_threads(names: list[str], rounds: int, burners: int) -> Iterator[list[dict]]:
    "Rows of a call, one per round: seconds with free threads and with one"
    pools = dict(free=started(), one=started(OMP_NUM_THREADS='1', MKL_NUM_THREADS='1'))
    busy = [Process(target=burn, daemon=True) for _ in range(burners)]
    for p in busy: p.start()
    for name in names:
        for pool in pools.values(): pool.submit(timed, name).result()  # imports, and what is fitted before
        orders = [list(pools)[::1-2*(i%2)] for i in range(rounds)]
        yield [dict(call=name, round=i) | {k: pools[k].submit(timed, name).result() for k in order} for i,order in enumerate(orders)]
    for p in busy: p.kill()
    for pool in pools.values(): pool.shutdown()

def the_general_way(est: BayesianMLPRegressor, x: np.ndarray, what: str) -> tuple[torch.Tensor, torch.Tensor]:
    "Means and standard deviations, or quantiles, from draws of `predict`"
    out = sb.predict(est.network(), est.samples_, est._scaled(x), 200).double()
    if what=='quantiles': return predictive_interval(out, torch.tensor(est.noise_/est.y_scale_).double(), .9)
    return out.mean(0), out.var(0)

def speeds(rounds: int, many: int) -> pd.DataFrame:
    "A row per call and round: seconds of an estimator, and of the general way"
    est, (x, _) = regressor(), rows(many)
    predictions = dict(moments=lambda: est.predict(x, return_std=True), quantiles=lambda: est.predict(x, quantiles=(.05, .95)))
    found = []
    for i in range(rounds):
        for what,call in predictions.items():
            times = []
            for f in (call, lambda: the_general_way(est, x, what)):
                before = processor_seconds()
                f()
                times.append(processor_seconds()-before)
            found.append(dict(what=what, round=i, rows=many, seconds=times[0], general=times[1]))
    return pd.DataFrame(found)

options = dict(
    rounds=(5, 2),
    burners=1,  # processes that keep a core busy each
    rows=(50_000, 5000),  # predicted by an estimator; 0 leaves that table as it is
    calls=dict(default=[*calls], quick=['BayesianMLPRegressor.fit', 'est.predict', 'symmetry_group']),
)

def run(a):
    if a.rows: yield 'estimators_speed', speeds(a.rounds, a.rows)
    for name,found in growing('threads', by_threads(a.calls, a.rounds, a.burners)): yield name, beside(a.out/'threads.csv', found, ['call'])

main = driver(run, options, peers=('scikit-learn', 'numpy'))

workers = 'GridSearchCV', 'cross_val_score'

def ratios(folder: Path) -> list[Ratio]:
    t, speed = pd.read_csv(folder/'threads.csv'), pd.read_csv(folder/'estimators_speed.csv')
    found = [over_rounds(f'{name}: free threads / one', g.free/g.one, 1.2) for name,g in t.groupby('call', sort=False)]
    for name in workers:
        two, none = (t[t.call==k].set_index('round').free for k in (f'{name}(n_jobs=2)', name))
        if len(two) and len(none): found.append(over_rounds(f'{name}: two workers / none', two/none, 2.))
    return found+[over_rounds(f'{what} of 50,000 rows: estimator / predict', g.seconds/g.general) for what,g in speed.groupby('what', sort=False)]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'threads.csv').assign(ratio=lambda t: t.free/t.one)
    t = t.groupby('call', sort=False)[['free', 'one', 'ratio']].median().reset_index()
    return formatted(t.rename(columns=dict(free='free threads, s', one='one thread, s')), {c: '{:.2f}' for c in ('free threads, s', 'one thread, s', 'ratio')})

if __name__=='__main__': main()
