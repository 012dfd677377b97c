"""`fit` beside compiled peers: NumPyro's SVI under a scan, and JAX by hand under a scan.

All maximise the same mean-field ELBO of the same tanh networks from the same start: draws of weights, closed-form KL, prior N(0, 1), Adam. `fit` is
timed whole, with its history and all that it checks before the first step; of the peers the second call, and the first one, which compiles, in a column
of its own. JAX starts threads whatever its flags say, so the process is pinned to one core. Contestants take turns in a new order every round;
a ratio is one within a round. The limit of a step is its matrix products at the rate of a large product on this core, or its numbers at the rate of
a large copy, whichever takes longer. `2-80-1` and `10-50-50-1` take all their examples at every step, 784-100-10 batches of 500."""
import os, random, time
from collections.abc import Callable
from dataclasses import dataclass
from math import log, pi

os.environ.setdefault('XLA_FLAGS', '--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1')
os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[-1]})  # before torch and jax start threads

import numpy as np
import pandas as pd
import torch
from torch import nn

from symbayes.all import Categorical, Gaussian, IsotropicNormal, MeanField, Problem, fit, seeded_module

from report import driver, formatted, growing, over_rounds, Ratio

title = 'fit beside compiled peers'
about = "A whole `fit` beside NumPyro's SVI and JAX by hand, both compiled into one call, in CPU time of one core."
peers = {'numpyro': 'numpyro', 'jax': 'jax', 'optax': 'optax'}  # by what they are imported as
noise, lr, std = .1, 1e-2, .05

@dataclass(frozen=True)
class Task:
    "A network, its data, and how a step takes them"
    sizes: tuple[int, ...]   # units by layer
    examples: int            # number of examples
    batch: int|None = None   # examples per step, None for all
    draws: int = 1           # weight draws per step
    members: int = 1         # networks trained at once
    classes: bool = False    # labels, not numbers
    steps: int = 2000        # steps of a round

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        "Inputs and targets"
        rng = np.random.default_rng(0)
        if self.classes: return rng.normal(size=(self.examples, self.sizes[0])).astype('f'), rng.integers(0, self.sizes[-1], self.examples)
        x = rng.uniform(-2, 2, (self.examples, self.sizes[0])).astype('f')
        return x, (np.sin(3*x[:, :1]) + noise*rng.normal(size=(self.examples, 1))).astype('f')

    def network(self, seed: int) -> nn.Sequential:
        "Network of a member"
        layers = lambda: [m for i,o in zip(self.sizes, self.sizes[1:]) for m in (nn.Linear(i, o), nn.Tanh())][:-1]
        return seeded_module(lambda: nn.Sequential(*layers()), seed)

    def flop(self) -> int:
        "Multiplications and additions of a step's matrix products: outputs, gradients by weights, and by the inputs of all layers but the first"
        each = [i*o for i,o in zip(self.sizes, self.sizes[1:])]
        return 2*(self.batch or self.examples)*self.draws*self.members*(3*sum(each)-each[0])

    def bytes(self) -> int:
        "Numbers of four bytes that a step reads or writes at least: means, deviations, gradients and moments, inputs, and outputs of all layers"
        weights = self.members*sum((i+1)*o for i,o in zip(self.sizes, self.sizes[1:]))
        return 4*(14*weights+(self.batch or self.examples)*(self.sizes[0]+2*self.draws*self.members*sum(self.sizes[1:])))

tasks = {
    '10-50-50-1': Task((10, 50, 50, 1), 100),
    '1-100-1, 4 draws': Task((1, 100, 1), 128, draws=4),
    'five 1-100-1, 4 draws': Task((1, 100, 1), 128, draws=4, members=5, steps=1000),
    '2-80-1, 3 draws': Task((2, 80, 1), 100, draws=3),
    '784-100-10, batches': Task((784, 100, 10), 6000, 500, classes=True, steps=240)}
goals = {'10-50-50-1': .8, '1-100-1, 4 draws': .8, 'five 1-100-1, 4 draws': .8, '784-100-10, batches': 1.}

# %% contestants: functions that train for a number of steps

def symbayes_fit(t: Task) -> Callable[[int], None]:
    nets = [t.network(i) for i in range(t.members)]
    data = tuple(map(torch.as_tensor, t.arrays()))
    problem = Problem(nets[0], IsotropicNormal(1.), Categorical() if t.classes else Gaussian(noise), data, None)
    q = MeanField.from_module(nets if t.members>1 else nets[0], std)
    gens = [torch.Generator().manual_seed(i) for i in range(t.members)]
    each = len(data[1])//t.batch if t.batch else 1
    return lambda steps: fit(problem, q, epochs=max(1, steps//each), lr=lr, batch_size=t.batch, n_samples=t.draws, anneal=0., progress=False, generator=gens)

def in_jax(t: Task):
    "Data and start"
    import jax.numpy as jnp
    start = lambda i: [(jnp.asarray(m.weight.detach().numpy()), jnp.asarray(m.bias.detach().numpy())) for m in t.network(i) if isinstance(m, nn.Linear)]
    return [jnp.asarray(a) for a in t.arrays()], start

def scanned(t: Task, data: list, body: Callable, state: object) -> Callable[[int], None]:
    "All steps in one compiled call, each with a batch of its own"
    import jax
    def some(key):
        if not t.batch: return data
        i = jax.random.randint(key, (t.batch,), 0, t.examples)
        return [a[i] for a in data]
    def step(state, key):
        ours, theirs = jax.random.split(key)
        return body(state, ours, *some(theirs))
    many = jax.jit(lambda s, key, k: jax.lax.scan(step, s, jax.random.split(key, k)), static_argnums=2)
    calls = 0
    def go(steps):
        nonlocal state, calls
        calls += 1
        state, _ = many(state, jax.random.key(calls), steps)
        jax.block_until_ready(state)
    return go

def by_hand(t: Task) -> Callable[[int], None]:
    import jax, jax.numpy as jnp, optax
    data, start = in_jax(t)
    loc = start(0) if t.members==1 else jax.tree.map(lambda *a: jnp.stack(a), *[start(i) for i in range(t.members)])
    params, adam = (loc, jax.tree.map(lambda a: jnp.full_like(a, log(std)), loc)), optax.adam(lr)
    def log_lik(w, x, y):
        for j,(a,b) in enumerate(w): x = (jnp.tanh(x) if j else x)@a.T + b
        if t.classes: return jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], -1).mean()
        return (-.5*((x-y)/noise)**2 - log(noise) - .5*log(2*pi)).mean()
    def loss(params, key, x, y):
        loc, log_std = params
        leaves, tree = jax.tree.flatten(loc)
        def one(key):
            keys = jax.random.split(key, len(leaves))
            return log_lik(jax.tree.unflatten(tree, [m+jnp.exp(s)*jax.random.normal(k, m.shape) for m,s,k in zip(leaves, jax.tree.leaves(log_std), keys)]), x, y)
        kl = sum((.5*(m**2+jnp.exp(2*s)-1)-s).sum() for m,s in zip(leaves, jax.tree.leaves(log_std)))
        return kl/t.examples - jax.vmap(one)(jax.random.split(key, t.draws)).mean()
    def step(state, key, x, y):
        params, opt = state
        value, grads = jax.value_and_grad(loss)(params, key, x, y)
        moves, opt = adam.update(grads, opt, params)
        return (optax.apply_updates(params, moves), opt), value
    one = t.members==1
    body = step if one else lambda s, key, x, y: jax.vmap(step, in_axes=(0, 0, None, None))(s, jax.random.split(key, t.members), x, y)
    return scanned(t, data, body, (params, adam.init(params) if one else jax.vmap(adam.init)(params)))

def numpyro_svi(t: Task) -> Callable[[int], None]:
    import jax, jax.numpy as jnp, numpyro, numpyro.distributions as dist
    from numpyro.infer import SVI, TraceMeanField_ELBO, autoguide
    data, start = in_jax(t)
    def model(x, y):
        for j,(i,o) in enumerate(zip(t.sizes, t.sizes[1:])):
            w = numpyro.sample(f'w{j}', dist.Normal(jnp.zeros((o, i)), 1.).to_event(2))
            b = numpyro.sample(f'b{j}', dist.Normal(jnp.zeros(o), 1.).to_event(1))
            x = (jnp.tanh(x) if j else x)@w.T + b
        with numpyro.handlers.scale(scale=t.examples/len(x)):
            if t.classes: numpyro.sample('y', dist.Categorical(logits=x).to_event(1), obs=y)
            else: numpyro.sample('y', dist.Normal(x, noise).to_event(2), obs=y)
    values = {f'{k}{j}': a for j,wb in enumerate(start(0)) for k,a in zip('wb', wb)}
    guide = autoguide.AutoNormal(model, init_loc_fn=numpyro.infer.init_to_value(values=values), init_scale=std)
    svi = SVI(model, guide, numpyro.optim.Adam(lr), TraceMeanField_ELBO(num_particles=t.draws))
    few, one = [a[:t.batch or t.examples] for a in data], t.members==1
    init = lambda key: svi.init(key, *few)
    state = init(jax.random.key(0)) if one else jax.vmap(init)(jax.random.split(jax.random.key(0), t.members))
    update = svi.update if one else jax.vmap(svi.update, in_axes=(0, None, None))
    return scanned(t, data, lambda s, key, x, y: update(s, x, y), state)

makers = {'symbayes fit': symbayes_fit, 'NumPyro SVI, scan': numpyro_svi, 'JAX by hand, scan': by_hand}

# %% times

def in_turns(name: str, who: dict[str, Callable[[int], None]], steps: int, rounds: int) -> pd.DataFrame:
    "CPU and wall microseconds a step, a row per contestant and round; round 0 is the first call"
    rng, rows = random.Random(0), []
    for r in range(rounds+1):
        for k in rng.sample(list(who), len(who)):
            cpu, wall = time.process_time(), time.perf_counter()
            who[k](steps)
            spent = 1e6*(time.process_time()-cpu)/steps, 1e6*(time.perf_counter()-wall)/steps
            rows.append(dict(task=name, method=k, round=r, steps=steps, cpu=spent[0], wall=spent[1]))
    return pd.DataFrame(rows)

def peaks(rounds: int) -> tuple[float, float]:
    "Largest rates of this core: operations a microsecond in a large product, bytes a microsecond in a copy"
    a, b, whole, copied = torch.randn(768, 768), torch.randn(768, 768), torch.randn(2**23), torch.empty(2**23)
    def least(f):
        begun = time.process_time()
        f()
        return 1e6*(time.process_time()-begun)
    times = [(least(lambda: a@b), least(lambda: copied.copy_(whole))) for _ in range(3*rounds)]
    product, copy = map(min, zip(*times))
    return 2*768**3/product, 2*4*2**23/copy

def measured(name: str, rounds: int, share: float) -> pd.DataFrame:
    "Times of all contestants on a task, and the least time that this core's rates allow"
    t = tasks[name]
    found = in_turns(name, {k: make(t) for k,make in makers.items()}, max(1, int(t.steps*share)), rounds)
    rate, width = peaks(rounds)
    limit = max(t.flop()/rate, t.bytes()/width)
    return pd.concat([found, pd.DataFrame([dict(task=name, method='limit', round=1, steps=1, cpu=limit, wall=limit)])])

options = dict(
    tasks=list(tasks),
    rounds=(9, 3),
    share=(1.0, 0.25),  # part of a task's steps
)

def run(a):
    return growing('compiled', (measured(name, a.rounds, a.share) for name in a.tasks))

main = driver(run, options, peers=tuple(peers), modules=peers.values())

def ratios_to(t: pd.DataFrame, peer: str, first: bool = False) -> dict[str, pd.Series]:
    "`fit` over a peer by task: within each round, or for the first call"
    t = t[t['round'].eq(0)] if first else t[t['round'].gt(0)]
    wide = t.pivot(index=['task', 'round'], columns='method', values='cpu')
    return {k: wide.loc[k]['symbayes fit']/wide.loc[k][peer] for k in t.task.unique()}

def ratios(folder) -> list[Ratio]:
    t, peer = pd.read_csv(folder/'compiled.csv'), 'NumPyro SVI, scan'
    found = [over_rounds(f'{k}: fit / NumPyro under a scan', v, goals.get(k), beside='NumPyro') for k,v in ratios_to(t, peer).items()]
    return found + [over_rounds(f'{k}: fit / NumPyro with its first call', v, 1., beside='NumPyro') for k,v in ratios_to(t, peer, True).items()]

def shown(folder) -> pd.DataFrame:
    t = pd.read_csv(folder/'compiled.csv')
    rest, first = t[t['round'].gt(0)], t[t['round'].eq(0)]
    wide = rest.pivot_table(index='task', columns='method', values='cpu', aggfunc='median', sort=False)[list(makers)]
    wide['share of the core\'s peak'] = rest[rest.method.eq('limit')].set_index('task').cpu/wide['symbayes fit']
    wide['fit / NumPyro'] = pd.Series({k: v.median() for k,v in ratios_to(t, 'NumPyro SVI, scan').items()})
    wide['fit / NumPyro by wall clock'] = (lambda w: w['symbayes fit']/w['NumPyro SVI, scan'])(rest.pivot_table(index='task', columns='method', values='wall', aggfunc='median'))
    wide['NumPyro, seconds of the first call'] = first[first.method=='NumPyro SVI, scan'].set_index('task').eval('cpu*steps/1e6')
    form = {k: '{:,.0f} us' for k in makers} | {'share of the core\'s peak': '{:.0%}', 'fit / NumPyro': '{:.2f}', 'fit / NumPyro by wall clock': '{:.2f}', 'NumPyro, seconds of the first call': '{:.1f}'}
    return formatted(wide, form).reset_index()

if __name__=='__main__': main()
