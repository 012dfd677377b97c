"""Predictions of networks with one hidden layer at equal time: symbayes beside MILE (sklearn-contrib-bde) and NUTS (numpyro).

Everybody has one thread, the same network of ReLU units, the same rows and, but for MILE, the same prior: variance one over the number of
inputs, one for biases. MILE has the standard normal prior that is its default; both were tried on a table that is not in the measurement.
Regressions predict a mean and a standard deviation, as MILE's do; the moving family is a collapsed last layer with one learned noise there,
symmetrised, and an inducing posterior where there are classes. What is compared is the log density of held-out targets, which needs no bound.
Nothing was chosen on test rows: options are the defaults of `fit`, the README of bde, or were tried on `breast_symmetry` and `wine`, which are
not measured. MILE's members are early stopped and sampled side by side, four of them, as in its example of classification.

Time is processor time of everything from the training rows to predictions, with compilation, which is also told apart: symbayes gets the
budgets of --budgets and plans its steps for them, NUTS stops at --nuts, a third of its sampling is warm-up, and MILE, whose steps are fixed
beforehand, gets as many as fill some --mile seconds; its compilation comes on top. So MILE has had more time than anybody else. Imports are not
counted, nor is a first step of ours, which imports. Results are written after every fit; a second call goes on where the first one ended, and
--wall ends it early. Splits are outermost: a table that ended early has fewer of them."""
import os
import contextlib, io, itertools, time, warnings
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from math import log, pi
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from sklearn import datasets
from torch.optim.lr_scheduler import CosineAnnealingLR

from symbayes.core.networks import network_outputs
from symbayes.core.tensors import Layout, seeded_module, streams
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.inducing import InducingPosterior
from symbayes.distributions.likelihoods import Categorical, Gaussian, HeteroscedasticGaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.methods import ensemble
from symbayes.inference.fitting import fit
from symbayes.inference.prediction import predict
from symbayes.metrics.intervals import Difference, effects, paired_difference
from symbayes.runs.table_models import make_mlp

from report import Ratio, driver, formatted, over_rounds, resumed, stored

title = 'Predictions beside MILE and NUTS'
about = 'Held-out log density of networks with one hidden layer: our fits are planned for 15 s of one core, NUTS stops at 15 s, MILE takes 24 to 39.'
ours = ['mean_field', 'mean_field, symmetrized', 'moving', 'ensemble']

# %% data

@dataclass(frozen=True)
class Rows:
    "Training and test rows of a table, scaled by the training rows"
    x: torch.Tensor
    y: torch.Tensor       # `(n, 1)` numbers or `(n,)` classes
    x_test: torch.Tensor
    y_test: torch.Tensor
    n_classes: int|None

    @property
    def n_out(self) -> int: return self.n_classes or 2

def table_of(name: str) -> tuple[np.ndarray, np.ndarray, int|None]:
    "Inputs, targets and the number of classes"
    if name=='concrete':
        t = np.loadtxt(files('bde')/'data'/'concrete.data')
        return t[:, :-1], t[:, -1], None
    if name=='breast_symmetry':
        t = datasets.load_breast_cancer().data
        return np.delete(t, 8, 1), t[:, 8], None
    x, y = getattr(datasets, f'load_{name}')(return_X_y=True)
    return x, y, None if name=='diabetes' else int(y.max())+1

def rows_of_split(name: str, split: int, share: float = .2) -> Rows:
    "A fifth of the rows for testing, drawn anew for every split"
    x, y, n_classes = table_of(name)
    order = np.random.default_rng(split).permutation(len(x))
    test, train = np.split(order, [round(share*len(x))])
    def scaled(t):
        spread = t[train].std(0)
        return torch.tensor((t-t[train].mean(0))/np.where(spread>0, spread, 1.), dtype=torch.float32)
    x, y = scaled(x), torch.tensor(y) if n_classes else scaled(y[:, None])
    return Rows(x[train], y[train], x[test], y[test], n_classes)

def scores(d: Rows, mean: torch.Tensor, log_std: torch.Tensor|None = None) -> dict[str, float]:
    "Log density a test row, its standard error over rows, and the root mean squared error or the share of wrong classes"
    if d.n_classes:
        each = mean.log_softmax(-1).logsumexp(0) - log(len(mean))
        error = (each.argmax(-1)!=d.y_test).float().mean()
        each = each.gather(-1, d.y_test[:, None])[:, 0]
    else:
        y, log_std = d.y_test[:, 0], log_std.expand_as(mean)
        each = (-.5*((y-mean)/log_std.exp()).square() - log_std - .5*log(2*pi)).logsumexp(0) - log(len(mean))
        error = (mean.mean(0)-y).square().mean().sqrt()
    return dict(log_lik=each.mean().item(), log_lik_error=(each.std()/len(each)**.5).item(), error=error.item())

def scores_of_outputs(d: Rows, out: torch.Tensor) -> dict[str, float]:
    "Of outputs `(S, n, out)`, in a regression means and log standard deviations"
    return scores(d, out) if d.n_classes else scores(d, out[..., 0], out[..., 1])

# %% symbayes

def over_inputs(net) -> IsotropicNormal: return IsotropicNormal({k: s[-1]**-.5 if len(s)>1 else 1. for k,s in Layout.of(net).shapes.items()})

@dataclass
class Ours:
    "One of our methods on a table: what `trained(steps)` gives goes to `outputs`"
    method: str
    d: Rows
    width: int
    seed: int
    lr: float = .01  # the default of `fit`

    def __post_init__(self):
        d = self.d
        self.collapsed = self.method=='moving' and not d.n_classes
        n_out = 1 if self.collapsed else d.n_out
        self.net = seeded_module(partial(make_mlp, d.x.shape[1], n_out, self.width), self.seed)
        self.prior, self.group = over_inputs(self.net), mlp_group(self.net)

    def likelihood(self): return Categorical() if self.d.n_classes else Gaussian(.5, learned=True) if self.collapsed else HeteroscedasticGaussian()

    def start(self, lik):
        "A posterior before training"
        data, g = (self.d.x, self.d.y), streams(self.seed, 'start')
        if self.method.startswith('mean_field'): return MeanField.from_module(self.net, {k: .1*s for k,s in self.prior.std.items()})
        if self.collapsed: return CollapsedLastLayer.from_module(self.net, self.prior, lik, data, generator=g)
        return InducingPosterior.from_module(self.net, self.prior, data[0], min(100, len(data[0])), targets=data[1], likelihood=lik, generator=g)

    def trained(self, steps: int):
        lik, data, lr = self.likelihood(), (self.d.x, self.d.y), self.lr
        if self.method=='ensemble':
            how = dict(epochs=steps, batch_size=len(data[0]), lr=lr, generator=streams(self.seed, 'ensemble'), progress=False)
            return ensemble(self.net, self.prior, lik, data, **how), lik
        q, group = self.start(lik), self.group if self.collapsed or 'symmetrized' in self.method else None
        fit(self.net, q, self.prior, lik, data, group, epochs=steps, lr=lr, progress=False, log_every=steps,
            batch_size=None if self.collapsed else len(data[0]), local_reparam=isinstance(q, MeanField),
            scheduler=partial(CosineAnnealingLR, T_max=steps), generator=streams(self.seed, 'fit'))
        return q, lik

    def outputs(self, q, draws: int = 100) -> torch.Tensor:
        if self.method=='ensemble': return network_outputs(self.net, q.params, self.d.x_test)
        return predict(self.net, q, self.d.x_test, draws, generator=streams(self.seed, 'predict'))

    def run(self, budget: float) -> dict:
        "Train as many steps as the time allows, which short trials tell"
        self.trained(1)  # imports what is imported lazily
        begun = time.process_time()
        def seconds(f, *args):
            then = time.process_time()
            return f(*args), time.process_time()-then
        (q, _), few = seconds(self.trained, 3)
        _, more = seconds(self.trained, 13)
        _, tell = seconds(self.outputs, q, 20)
        a_step = max((more-few)/10, 1e-4)
        longer = 3+int(.15*budget/a_step)  # the first steps of a process are slow, or quick by luck
        a_step = max((seconds(self.trained, longer)[1]-few)/(longer-3), 1e-4) if longer>20 else a_step
        steps = max(1, int((budget-(time.process_time()-begun)-max(0., few-3*a_step)-5*tell)/a_step))
        q, lik = self.trained(steps)
        with torch.no_grad(): out = self.outputs(q)
        spent = time.process_time()-begun
        found = scores(self.d, out[..., 0], lik.std.log().detach()) if self.collapsed else scores_of_outputs(self.d, out)
        return dict(budget=budget, seconds=spent, compiling=0., steps=steps, draws=len(out)) | found

# %% what jax spends on compiling

class Compiling:
    "Wall time of traces, lowerings and compilations, which lie within each other"
    def __init__(self):
        import jax
        self.spans, self.on = [], True
        jax.monitoring.register_event_duration_secs_listener(self.note)

    def note(self, name: str, seconds: float, **_):
        if self.on and '/jax/core/compile' in name: self.spans.append((time.monotonic()-seconds, time.monotonic()))

    def seconds(self) -> float:
        "Of their union; forgets them"
        total, end = 0., 0.
        for a,b in sorted(self.spans):
            total, end = total+max(0., b-max(a, end)), max(end, b)
        self.spans = []
        return total

class Clock:
    "Processor time since the start, and the part of it that went into compiling"
    def __init__(self, compiling: Compiling):
        self.compiling = compiling
        compiling.seconds()
        self.cpu, self.wall = time.process_time(), time.monotonic()

    def seconds(self) -> float: return time.process_time()-self.cpu

    def both(self) -> dict[str, float]:
        "Compilation is told in wall time: its share of that is taken for its share of processor time"
        cpu, wall = self.seconds(), time.monotonic()-self.wall
        return dict(seconds=cpu, compiling=cpu*min(1., self.compiling.seconds()/wall))

# %% NUTS

def run_nuts(d: Rows, width: int, seed: int, budget: float, compiling: Compiling) -> dict:
    "One chain in units of the prior, from a small draw: draws as long as the time allows, thinned to at most 400. Steps are gradients"
    import jax, jax.numpy as jnp
    from numpyro.infer import NUTS
    net = seeded_module(partial(make_mlp, d.x.shape[1], d.n_out, width), seed)
    std, shapes = list(over_inputs(net).std.values()), list(Layout.of(net).shapes.values())
    ends = np.cumsum(Layout.of(net).numels)[:-1]
    x, y, x_test = (jnp.asarray(t.numpy()) for t in (d.x, d.y, d.x_test))
    clock = Clock(compiling)
    def outputs(z, x):
        w, b, v, c = (s*p.reshape(shape) for s,p,shape in zip(std, jnp.split(z, ends), shapes))
        return jax.nn.relu(x@w.T+b)@v.T+c
    def energy(z):
        out = outputs(z, x)
        if d.n_classes: lik = jnp.take_along_axis(jax.nn.log_softmax(out), y[:, None], 1).sum()
        else: lik = (-.5*((y[:, 0]-out[:, 0])*jnp.exp(-out[:, 1]))**2 - out[:, 1]).sum()
        return .5*(z@z) - lik
    kernel, planned, kept = NUTS(potential_fn=energy, adapt_mass_matrix=False, max_tree_depth=8), 10**5, []
    key = jax.random.PRNGKey(seed)
    state = kernel.init(key, planned, init_params=.3*jax.random.normal(key, (Layout.of(net).numel,)), model_args=(), model_kwargs={})
    step, predicted = jax.jit(lambda s: kernel.sample(s, (), {})), jax.jit(jax.vmap(outputs, (0, None)))
    state, gradients, warm = step(state), 0, 0
    begun = clock.seconds()
    while clock.seconds()-begun<(budget-begun)/3:
        state = step(state)
        gradients, warm = gradients+state.num_steps, warm+1
    state = state._replace(i=jnp.asarray(planned-1, state.i.dtype))  # the last transition of the warm-up: the average step size is taken
    state = step(state)
    while clock.seconds()<budget or not kept:
        state = step(state)
        kept.append(state.z)
        gradients += state.num_steps
        gradients.block_until_ready()
    z = jnp.stack(kept)[np.unique(np.linspace(0, len(kept)-1, 400).astype(int))]
    out = torch.from_numpy(np.asarray(predicted(z, x_test)).copy())
    return dict(budget=budget, steps=int(gradients), draws=len(kept)) | clock.both() | scores_of_outputs(d, out)

# %% MILE

def run_mile(d: Rows, width: int, seed: int, budget: float, compiling: Compiling, own_prior: bool = True, members: int = 4) -> dict:
    "As the README of bde has it: an ensemble stopped early, then five steps of warm-up for two samples, every second one kept"
    import jax, jax.numpy as jnp
    from bde import BdeClassifier, BdeRegressor
    x, y = d.x.numpy(), d.y.numpy() if d.n_classes else d.y[:, 0].numpy()
    steps = mile_steps(d, width, members, budget, jax, jnp)
    kind, more = (BdeClassifier, dict(activation='relu')) if d.n_classes else (BdeRegressor, {})
    model = kind(hidden_layers=[width], n_members=members, seed=seed, epochs=1000, validation_split=.15, lr=1e-3, patience=10,
        warmup_steps=5*steps//7, n_samples=max(8, 2*steps//7), n_thinning=2, **more)
    if not own_prior: model.set_params(prior_family=same_prior(d, width))
    clock = Clock(compiling)
    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter('ignore')
        model.fit(x=x, y=y)
        raw = model.predict(d.x_test.numpy(), raw=True)
    raw = torch.from_numpy(np.asarray(raw).copy()).flatten(0, 1)
    spent = clock.both()
    if not d.n_classes: raw = torch.stack([raw[..., 0], (torch.nn.functional.softplus(raw[..., 1])+1e-6).log()], -1)
    return dict(budget=budget, steps=steps, draws=len(raw)) | spent | scores_of_outputs(d, raw.float())

def mile_steps(d: Rows, width: int, members: int, budget: float, jax, jnp) -> int:
    "Two gradients a step for each member, timed beforehand and not counted, and 1.5 ms for what its bar of progress takes"
    sizes = [(d.x.shape[1], width), (width,), (width, d.n_out), (d.n_out,)]
    w = [jnp.full((members, *s), .01) for s in sizes]
    x, y = jnp.asarray(d.x.numpy()), jnp.asarray(d.y.numpy())
    def loss(a, b, v, c):
        out = jax.nn.relu(x@a+b)@v+c
        return jnp.take_along_axis(jax.nn.log_softmax(out), y[:, None], 1).sum() if d.n_classes else ((y[:, 0]-out[:, 0])*jnp.exp(-out[:, 1])).sum()
    def many(*w): return jax.lax.fori_loop(0, 50, lambda i, w: [p+1e-9*g for p,g in zip(w, jax.vmap(jax.grad(loss, (0, 1, 2, 3)))(*w))], list(w))
    f = jax.jit(many)
    jax.block_until_ready(f(*w))
    then = time.process_time()
    for _ in range(4): jax.block_until_ready(f(*w))
    return max(28, int(budget/(2*(time.process_time()-then)/200+1.5e-3)))

def same_prior(d: Rows, width: int):
    "Ours, as bde takes it"
    from bde.sampler.prior import Prior
    spread = [d.x.shape[1]**-.5, width**-.5]
    def log_prior(params): return sum(-.5*((w/s)**2).sum()-.5*(b**2).sum() for (w,b),s in zip(params, spread))
    return Prior(f_init=None, log_prior=log_prior, name='over inputs')

# %% the measurement

def jobs(a) -> list[dict]:
    "Splits are outermost, and the smallest budgets come first, so that an early end leaves what can be compared"
    def cell(d, w, s, some): return [dict(data=d, width=w, split=s, method=m, budget=b) for m,b in some if m in a.methods]
    least, *more = sorted(a.budgets)
    first = [*((m, least) for m in ours), ('MILE', a.mile), ('NUTS', a.nuts)]
    then = [(m, b) for b in more for m in ours]
    return [job for s in a.splits for some in (first, then) for d in a.data for w in a.widths for job in cell(d, w, s, some)]

def measured(job: dict, compiling: Compiling) -> dict:
    d, m = rows_of_split(job['data'], job['split']), job['method']
    if m in ours: row = Ours(m, d, job['width'], job['split']).run(job['budget'])
    else: row = (run_nuts if m=='NUTS' else run_mile)(d, job['width'], job['split'], job['budget'], compiling)
    return job | row | dict(load=round(os.getloadavg()[0], 1))

options = dict(
    data=(['diabetes', 'concrete', 'breast_cancer'], ['diabetes']),
    widths=([16, 256], [16]),
    splits=([0, 1, 2], [0]),
    methods=[*ours, 'NUTS', 'MILE'],
    budgets=([3., 15.], [1.]),  # seconds for each of our methods
    nuts=(15., 12.),  # seconds
    mile=(6., .5),  # seconds of sampling; compilation comes on top
    wall=float('inf'),  # begin nothing new after so many seconds
)

def run(a):
    os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1')  # read when jax is imported
    os.environ.setdefault('JAX_PLATFORMS', 'cpu')
    compiling, begun = Compiling(), time.monotonic()
    in_time = itertools.takewhile(lambda job: time.monotonic()-begun<=a.wall, jobs(a))
    return resumed(a, 'equal_time', in_time, lambda job: measured(job, compiling))

main = driver(run, options, ('jax', 'numpyro', 'sklearn-contrib-bde', 'blackjax'), ('jax', 'numpyro', 'bde'))

# %% what it says

peers = ['MILE', 'NUTS']
cell = ['data', 'width', 'split']

def table(folder: Path) -> pd.DataFrame: return pd.read_csv(folder/'equal_time.csv')

def fullest(t: pd.DataFrame) -> dict[str, float]:
    "For each method the budget that most fits had, the longest of several"
    return {m: max(b.unique(), key=lambda v: ((b==v).sum(), v)) for m,b in t.groupby('method').budget}

def pairs(t: pd.DataFrame, method: str, budget: float, peer: str) -> pd.DataFrame:
    "Log densities of both on the same rows: a row per table, width and split that both have"
    a = t[(t.method==method) & (t.budget==budget)].set_index(cell).log_lik
    b = t[(t.method==peer) & (t.budget==fullest(t).get(peer))].set_index(cell).log_lik
    return pd.concat([a.rename('ours'), b.rename('peer')], axis=1, join='inner').reset_index()

def looks(t: pd.DataFrame) -> pd.DataFrame:
    "Ours less a peer's, nats a test row, by method, seconds, peer and width: paired intervals, and what they show as one family of looks"
    found: dict[tuple, Difference] = {}
    for m,b in t[t.method.isin(ours)].groupby('method').budget.unique().explode().items():
        for peer in peers:
            for width,p in pairs(t, m, b, peer).groupby('width'):
                if len(p)>1: found[m, b, peer, width] = paired_difference(p.ours.to_numpy(), p.peer.to_numpy())
    if not found: return pd.DataFrame(columns=['difference', 'p', 'adjusted p', 'effect'])
    return effects(pd.Series(found, dtype=object).rename_axis(['method', 'budget', 'peer', 'width']))

def ratios(folder: Path = stored) -> list[Ratio]:
    "Density of a test row by a peer over ours: the mean over tables and splits and its 95 % interval, in pairs. A quick run has other names"
    t, found = table(folder), []
    for peer in peers:
        if peer not in set(t.method): continue
        for m in ours:
            if m not in set(t.method): continue
            b = fullest(t)[m]
            for width,p in pairs(t, m, b, peer).groupby('width'):
                more = ' and compiling'*(peer=='MILE')
                name = f'density of a test row, {peer} in {fullest(t)[peer]:g} s{more} / {m} in {b:g} s, {width} units'
                if len(p)<2: continue
                d = paired_difference(p.peer.to_numpy(), p.ours.to_numpy())
                found.append(Ratio(name, *map(float, np.exp([d.mean, d.mean-d.half, d.mean+d.half])), beside=peer))
    return found + step_ratios(t)

def step_ratios(t: pd.DataFrame) -> list[Ratio]:
    "What a step of training takes beside a gradient in NUTS, whose steps are compiled as one: trials and predictions are in both"
    t = t[(t.budget==t.method.map(fullest(t))) & t.method.isin(['mean_field', 'NUTS'])]
    each = t.assign(each=(t.seconds-t.compiling)/t.steps).pivot_table(index=cell, columns='method', values='each').dropna().reset_index()
    if not {'mean_field', 'NUTS'}<=set(each): return []
    return [over_rounds(f'time of a step of mean_field / of a gradient in NUTS, {w} units', r.mean_field/r.NUTS, beside='NUTS')
        for w,r in each.groupby('width')]

def shown(folder: Path = stored) -> pd.DataFrame:
    "A column per method and budget: seconds, log density a test row by table and width, and paired differences of several fits"
    t = table(folder)
    order = [(m, b) for m in [*ours, *peers] for b in sorted(t[t.method==m].budget.unique())]
    head = {(m, b): f'{m}, {b:g} s' + ' and compiling'*(m=='MILE') for m,b in order}
    of = {k: t[(t.method==k[0]) & (t.budget==k[1])] for k in order}
    spent = {head[k]: f'{r.seconds.mean():.1f}, {r.compiling.mean():.1f}' for k,r in of.items()}
    rows = [{'log density of a test row': 'CPU seconds, of these compiling'} | spent]
    for (d,w),_ in t.groupby(['data', 'width']):
        here = {head[k]: r[(r.data==d) & (r.width==w)].log_lik for k,r in of.items()}
        rows.append({'log density of a test row': f'{d}, {w} units'} | {k: f'{v.mean():.3f}' if len(v) else '' for k,v in here.items()})
    known, told = looks(t), {'helps': 'better', 'harms': 'worse', 'undecided': 'undecided'}
    for (peer,w),found in known.groupby(['peer', 'width']):
        each = {head[k[:2]]: f'{d.difference.mean:+.2f} ± {d.difference.half:.2f}, {told[d.effect]}' for k,d in found.iterrows()}
        rows.append({'log density of a test row': f'less {peer}, {w} units, over tables and splits'} | each)
    return formatted(pd.DataFrame(rows), {})

if __name__=='__main__': main()
