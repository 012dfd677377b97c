"""Regression on tables of UCI at equal time: our chains beside NUTS over all weights (numpyro) and MILE (sklearn-contrib-bde).

Rows, splits and scores are those of the page *Tables*. Everybody has one core, --seconds of its processor time from the training rows to
predictions, and a network with one hidden layer of 50 units whose noise depends on the input. What a rival spends on compiling is not counted
but told; ours is counted whole.

- *ours*: five variational starts, then as many trajectories of the chains as fit, 5/11 of them a warm-up, with the Student-t noise of the
  page's chosen chains. The prior is the standard normal; *learned* has scales that are sampled along, as the page's chains have.
- *NUTS*: one chain of tanh units with numpyro's defaults: diagonal masses, trees of at most 1,023 gradients, float32. Half of the time at most
  is warm-up, and draws come until the time is up. *standard* has the standard normal prior of numpyro's example of a network; *learned* has the
  prior of ours, its scales sampled along.
- *MILE*: eight members, options of the first example in the README of bde but for the length of the chains, which fill the time in the same
  proportion, 5 steps of warm-up to 2. Its units are ReLU, since bde has no tanh, and its prior is the standard normal, its default. Its bar of
  progress, which calls Python at every step, is taken out.

Priors of ours and of NUTS were chosen by --trial: a fifth of the training rows of the first split of a table is scored in place of the test
rows, of yacht and energy for NUTS at a third of the time, of concrete, too, for ours at the whole time; `rivals_trials.csv` has the scores.
Nothing was chosen on test rows. Results are written after every fit, splits are outermost, and a second call goes on where the first one
ended. Scores are compared and not times, so this script has no ratios for `run.py`."""
import os

import contextlib, io, time, warnings
from itertools import product, takewhile
from pathlib import Path
from collections.abc import Callable
from functools import partial

from report import driver, resumed

import numpy as np
import pandas as pd
import torch

from symbayes.all import IsotropicNormal, sample_posterior, streams
from symbayes.data import uci_table
from symbayes.data.tables import test_rows
from symbayes.experiments.tables import Given, Held, Prediction, chain_starts, scores, split_table

from equal_time import Clock, Compiling

units = 50
tables = ['yacht', 'energy', 'concrete', 'airfoil']
Told = dict[str, float] # what a method says about its run

# %% ours

def ours(given: Given, budget: float, compiling: Compiling, rate: float|None = None, learned: bool = False) -> tuple[Prediction, Told]:
    "Plan trajectories by short ones, as many as fit; each has 24 gradients on average, and every fourth after the warm-up is a draw"
    begun = time.process_time()
    problem, q = chain_starts(given, noise_by_input=True, prior=None if learned else IsotropicNormal(1.))
    def run(warmup, draws, between, name, leaps):
        then = time.process_time()
        found = sample_posterior(problem, q, warmup=warmup, draws=draws, between=between, leaps=leaps, student_t=5.,
            generator=streams(given.seed, name), progress=False)
        moved = time.process_time()
        means, stds = found.predictive(given.x_test, noise=True)
        return found, (means.squeeze(-1), stds.squeeze(-1)), moved-then, time.process_time()-moved
    (*_, once, predicted), (*_, often, _) = (run(20, 4, 1, 'try', leaps) for leaps in (1, 8))
    each = max(often-once, 0.)/7+predicted/4*(6/11/4)  # a trajectory of 24 gradients, and the prediction by its share of a draw
    trajectories = max(24, int(.95*(budget-(time.process_time()-begun))/each))
    warmup = max(20, round(5*trajectories/11))
    draws = (trajectories-warmup)//4
    found, prediction, *_ = run(warmup, draws, 4, 'chains', 24)
    told = dict(seconds=time.process_time()-begun, compiling=0., steps=24*(warmup+4*draws), draws=len(found), r_hat=found.r_hat)
    return prediction, told

# %% NUTS

def nuts(given: Given, budget: float, compiling: Compiling, rate: float|None = None, learned: bool = False) -> tuple[Prediction, Told]:
    "One chain, whose draws are thinned to at most 1,000"
    mean, log_std, told = nuts_draws(*(t.numpy() for t in (given.x, given.y, given.x_test)), given.seed, budget, learned)
    return (mean, log_std.exp()), told

def nuts_draws(
    x: np.ndarray, y: np.ndarray, x_test: np.ndarray,
    seed: int, budget: float, learned: bool = False, layers: tuple[int, ...] = (units,), activation: str = 'tanh',
) -> tuple[torch.Tensor, torch.Tensor, Told]: # means and log standard deviations `(draws, test rows)`
    import jax, jax.numpy as jnp
    from numpyro.infer import NUTS
    compiled = time.process_time()
    x, y, x_test = (jnp.asarray(t, jnp.float32) for t in (x, y, x_test))
    model, network, size = nuts_model(x, y, learned, layers, activation)
    gradient = nuts_gradient(model, size)
    warmup = int(np.clip(budget/2/(1023*gradient), 50, 1000))
    kernel = NUTS(model)
    state = kernel.init(jax.random.PRNGKey(seed), warmup, None, model_args=(), model_kwargs={})
    step = jax.jit(lambda s: kernel.sample(s, (), {})).lower(state).compile()
    predict = jax.jit(jax.vmap(lambda z: network(z, x_test)))
    begun = time.process_time()
    steps, kept = 0, []
    while time.process_time()-begun<budget or not kept:
        state = step(state)
        steps += int(state.num_steps)
        if state.i>warmup: kept.append(state.z['z'])
    z = jnp.stack(kept)[np.unique(np.linspace(0, len(kept)-1, 1000).astype(int))]
    mean, log_std = (torch.from_numpy(np.array(t)).double() for t in predict(z))
    return mean, log_std, dict(seconds=time.process_time()-begun, compiling=begun-compiled, steps=steps, draws=len(kept))

def nuts_model(x, y, learned: bool, layers: tuple[int, ...], activation: str) -> tuple[Callable, Callable, int]:
    "The model, its network, which gives means and log standard deviations from a coordinate, and the number of coordinates"
    import jax, jax.numpy as jnp, numpyro, numpyro.distributions as dist
    act = getattr(jax.nn, activation)
    d = x.shape[1]
    shapes = [s for i,o in zip((d, *layers), (*layers, 2)) for s in ((i, o), (o,))]
    ends = np.cumsum([np.prod(s) for s in shapes])
    start = np.ones(0) # scales of the prior: a last layer's are one over the root of its inputs
    if learned:
        width, = layers
        groups = np.concatenate([np.repeat(np.arange(d), width), np.full(width, d), np.tile([d+1, d+2], width), [d+3, d+4]]) # a scale each
        start = np.array([1.]*(d+1)+[width**-.5]*2+[1.]*2)
    def network(z, x):
        w, scales = z[:ends[-1]], z[ends[-1]:]
        if learned: w = w*(jnp.asarray(start, jnp.float32)*jnp.exp(scales))[groups]
        parts = [t.reshape(s) for t,s in zip(jnp.split(w, ends[:-1]), shapes)]
        for a,b in zip(parts[:-2:2], parts[1:-2:2]): x = act(x@a+b)
        mean, noise = (x@parts[-2]+parts[-1]).T
        return mean, np.log(.3)+4*jnp.tanh(noise/4) # as our networks have it
    def model():
        z = numpyro.sample('z', dist.Normal(0, 1).expand([int(ends[-1])+len(start)]).to_event(1))
        mean, log_std = network(z, x)
        numpyro.sample('y', dist.Normal(mean, jnp.exp(log_std)), obs=y)
    return model, network, int(ends[-1])+len(start)

def nuts_gradient(model: Callable, size: int, times: int = 200) -> float:
    "Time a gradient of the log density; a loop of them is one compiled call"
    import jax, jax.numpy as jnp
    from numpyro.infer.util import log_density
    slope = jax.grad(lambda z: log_density(model, (), {}, dict(z=z))[0])
    f = jax.jit(lambda z: jax.lax.fori_loop(0, times, lambda i, z: z+1e-9*slope(z), z))
    z = jnp.full(size, .01)
    f(z).block_until_ready()
    begun = time.process_time()
    f(z).block_until_ready()
    return (time.process_time()-begun)/times

# %% MILE

def mile(given: Given, budget: float, compiling: Compiling, rate: float|None = None) -> tuple[Prediction, Told]:
    "An ensemble stopped early, warm-up and sampling; `rate` is the time of a step in earlier runs, or in a short one beforehand"
    no_bar()
    if rate is None: rate = mile(given, 4000, compiling, 1)[1]['seconds']/4000
    x, y, x_test = (np.asarray(t, np.float32) for t in (given.x, given.y, given.x_test))
    steps = max(70, int(budget/rate))
    samples = 2*steps//7
    model = waiting_regressor()(hidden_layers=[units], n_members=8, seed=given.seed, epochs=200, validation_split=.15, lr=1e-3, patience=10,
        weight_decay=1e-4, warmup_steps=steps-samples, n_samples=samples, n_thinning=max(2, samples//1000))
    clock = Clock(compiling)
    with contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter('ignore')
        model.fit(x=x, y=y)
        raw = torch.from_numpy(np.array(model.predict(x_test, raw=True))).double().flatten(0, 1)
    spent = clock.both()
    spent['seconds'] -= spent['compiling']
    sound = raw.isfinite().all(-1).all(-1) # a chain that broke down has no say
    means, spread = raw[sound].unbind(-1)
    told = dict(steps=steps, draws=len(raw), broken=1-sound.double().mean().item()) | spent
    return (means, torch.nn.functional.softplus(spread)+1e-6), told

def waiting_regressor() -> type:
    "bde's regressor, which waits for its warm-up: else sampling is compiled beside it, and nobody knows what took the time"
    import jax
    from bde import BdeRegressor
    class Waiting(BdeRegressor):
        def _warmup_sampler(self, logpost): return jax.block_until_ready(super()._warmup_sampler(logpost))
        def _draw_samples(self, *args): return jax.block_until_ready(super()._draw_samples(*args))
    return Waiting

def no_bar() -> None:
    "Take the bar of progress out of bde's warm-up"
    from bde.sampler import warmup
    if isinstance(warmup.mclmc_find_L_and_step_size, partial): return
    found = warmup.mclmc_find_L_and_step_size
    def quiet(*args, tick=None, **how): return found(*args, tick=None, **how)
    warmup.mclmc_find_L_and_step_size = partial(quiet)

# %% the measurement

methods = {'ours': ours, 'ours, learned': partial(ours, learned=True), 'NUTS, standard': nuts, 'NUTS, learned': partial(nuts, learned=True), 'MILE': mile}
chosen = ['ours', 'NUTS, standard', 'MILE']

def trial_rows(x: np.ndarray, y: np.ndarray, test: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    "Inputs and targets without the test rows, and numbers of a fifth of what is left"
    train = np.setdiff1d(np.arange(len(y)), test)
    return x[train], y[train], np.sort(np.random.default_rng(seed).permutation(len(train))[:len(train)//5])

def rows_of(data: str, split: int, trial: bool) -> tuple[Given, Held]:
    "A standard split; in a trial a fifth of its training rows are the test rows, and its own test rows are not there"
    x, y = uci_table(data)
    test = test_rows(data, len(y), split)
    if trial: x, y, test = trial_rows(x, y, test, split)
    return split_table(x, y, test, seed=split)

def measured(job: dict, path: Path, compiling: Compiling) -> dict:
    given, held = rows_of(job['data'], job['split'], job['trial'])
    done = pd.read_csv(path) if path.exists() else pd.DataFrame(columns=[*job, 'seconds', 'steps'])
    like = done[(done.data==job['data'])&(done.method==job['method'])&(done.trial==job['trial'])]
    rate = (like.seconds/like.steps).median() if len(like) else None
    prediction, told = methods[job['method']](given, job['seconds_planned'], compiling, rate)
    sizes = dict(n_train=len(given.y), n_test=len(held.y), twins=held.twins.sum().item(), unit=held.unit)
    return scores(prediction, held) | sizes | told | dict(load=round(os.getloadavg()[0], 1))

options = dict(
    data=(tables, ['yacht']),
    splits=(5, 1),  # number of splits of each table
    methods=chosen,
    seconds=(60.0, 5.0),  # processor seconds of each fit
    trial=False,  # score a fifth of the training rows, for a choice between variants of a rival
    wall=float('inf'),  # begin nothing new after so many seconds
)

def run(a):
    os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1')  # read when jax is imported
    os.environ.setdefault('JAX_PLATFORMS', 'cpu')
    begun, compiling, name = time.monotonic(), Compiling(), 'rivals_trials' if a.trial else 'rivals'
    if any(m.startswith('ours') for m in a.methods): ours(rows_of('yacht', 0, True)[0], 0., compiling) # imports what is imported lazily
    jobs = (dict(data=d, split=s, method=m, seconds_planned=a.seconds, trial=a.trial) for s,d,m in product(range(a.splits), a.data, a.methods))
    in_time = takewhile(lambda job: time.monotonic()-begun<a.wall, jobs)
    return resumed(a, name, in_time, lambda job: measured(job, a.out/f'{name}.csv', compiling))

main = driver(run, options, peers=('jax', 'numpyro', 'sklearn-contrib-bde', 'blackjax'), modules=('jax', 'numpyro', 'bde'))

if __name__=='__main__': main()
