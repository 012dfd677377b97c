"""`fit` beside JAX by hand under a scan, for modules that are more than chains of linear layers, and for families other than mean field.

Both maximise the same objective of the same network from starts of the same kind: draws of weights, closed-form KL, prior N(0, 1), Adam. `residual MLP`
(10 inputs, two blocks of LayerNorm, Linear and tanh on 50 units), `CNN` (two convolutions on 8 x 8 images, batches of 100), `GRU` (20 steps of 3 inputs, 32 units)
under mean field; `collapsed` integrates the last layer of 10-50-50-1 out, `inducing` has 20 inducing points in each of its layers;
the matrices of both are inverted in double precision on both sides. A step has one draw; all but the CNN take all of 100 examples at every step. Rounds, times and columns are those of `compiled.py`."""
from collections.abc import Callable
from functools import partial
from math import log, pi

import compiled  # pins the process before torch and jax start threads
import numpy as np
import pandas as pd
import torch
from torch import nn

from symbayes.all import (
    Categorical, CollapsedLastLayer, Gaussian, InducingPosterior, IsotropicNormal, MeanField, Problem, fit,
    seeded_module)

from compiled import lr, noise, scanned, std
from report import driver, formatted, growing, over_rounds, Ratio

title = 'fit beside JAX by hand: other modules and families'
about = 'A whole `fit` of a residual MLP, a CNN, a GRU, a collapsed last layer and inducing points beside JAX by hand, compiled, in CPU time of one core.'
goals = {'residual MLP': 2., 'CNN': 2., 'GRU': 4., 'collapsed': 1., 'inducing': 1.5}
steps = {'residual MLP': 2000, 'CNN': 500, 'GRU': 300, 'collapsed': 2000, 'inducing': 2000}
points, ours, peer = 20, 'symbayes fit', 'JAX by hand, scan'

# %% networks

class Block(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.norm, self.linear = nn.LayerNorm(n), nn.Linear(n, n)
    def forward(self, x): return x+self.linear(self.norm(x)).tanh()

class Recurrent(nn.Module):
    def __init__(self, n_in: int, n: int):
        super().__init__()
        self.gru, self.out = nn.GRU(n_in, n, batch_first=True), nn.Linear(n, 1)
    def forward(self, x): return self.out(self.gru(x)[0][:, -1])

cnn = lambda: nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(64, 10))
mlp = lambda: nn.Sequential(nn.Linear(10, 50), nn.Tanh(), nn.Linear(50, 50), nn.Tanh(), nn.Linear(50, 1))
makers = {'residual MLP': lambda: nn.Sequential(nn.Linear(10, 50), Block(50), Block(50), nn.Linear(50, 1)), 'CNN': cnn, 'GRU': lambda: Recurrent(3, 32),
    'collapsed': mlp, 'inducing': mlp}

def arrays(name: str) -> tuple[np.ndarray, np.ndarray]:
    "Inputs and targets"
    rng = np.random.default_rng(0)
    if name=='CNN': return rng.normal(size=(1000, 1, 8, 8)).astype('f'), rng.integers(0, 10, 1000)
    x = rng.uniform(-2, 2, (100, 20, 3) if name=='GRU' else (100, 10)).astype('f')
    return x, (np.sin(3*x.reshape(100, -1)[:, :1]) + noise*rng.normal(size=(100, 1))).astype('f')

def network(name: str) -> nn.Module: return seeded_module(makers[name], 0)

# %% contestants: functions that train for a number of steps

def posterior(name: str, problem: Problem) -> nn.Module:
    "Posterior at its start"
    r = torch.Generator().manual_seed(0)
    if name=='collapsed': return CollapsedLastLayer.of(problem, body=MeanField, std=std, generator=r)
    if name=='inducing':
        x, y = problem.tensors
        return InducingPosterior.from_module(problem.model, problem.prior, x, points, targets=y, likelihood=problem.likelihood, generator=r)
    return MeanField.from_module(problem.model, std)

def symbayes_fit(name: str) -> Callable[[int], None]:
    data = tuple(map(torch.as_tensor, arrays(name)))
    problem = Problem(network(name), IsotropicNormal(1.), Categorical() if name=='CNN' else Gaussian(noise), data, None)
    q, gen, batch = posterior(name, problem), torch.Generator().manual_seed(0), 100 if name=='CNN' else None
    each = len(data[1])//batch if batch else 1
    return lambda steps: fit(problem, q, epochs=max(1, steps//each), lr=lr, batch_size=batch, n_samples=1, anneal=0., progress=False, generator=gen)

def outputs(name: str, w: dict, x):
    "Outputs of a network in JAX, for weights by PyTorch's names"
    import jax, jax.numpy as jnp
    linear = lambda k, x: x@w[f'{k}.weight'].T + w[f'{k}.bias']
    if name=='residual MLP':
        def block(k, x):
            h = (x-x.mean(-1, keepdims=True))*jax.lax.rsqrt(x.var(-1, keepdims=True)+1e-5)
            return x+jnp.tanh(linear(f'{k}.linear', h*w[f'{k}.norm.weight']+w[f'{k}.norm.bias']))
        return linear('3', block('2', block('1', linear('0', x))))
    if name=='CNN':
        x = x.transpose(0, 2, 3, 1)  # channels last, in which XLA convolves faster on a CPU
        for k in '03':
            x = jax.nn.relu(jax.lax.conv_general_dilated(x, w[f'{k}.weight'], (1, 1), 'SAME', dimension_numbers=('NHWC', 'OIHW', 'NHWC'))+w[f'{k}.bias'])
            x = x.reshape(len(x), x.shape[1]//2, 2, x.shape[2]//2, 2, -1).max((2, 4))
        return linear('7', x.transpose(0, 3, 1, 2).reshape(len(x), -1))
    def cell(h, gates):
        r, z, n = jnp.split(gates, 3, -1)
        hr, hz, hn = jnp.split(h@w['gru.weight_hh_l0'].T+w['gru.bias_hh_l0'], 3, -1)
        r, z = jax.nn.sigmoid(r+hr), jax.nn.sigmoid(z+hz)
        return (1-z)*jnp.tanh(n+r*hn)+z*h, None
    gates = (x@w['gru.weight_ih_l0'].T+w['gru.bias_ih_l0']).swapaxes(0, 1)
    return linear('out', jax.lax.scan(cell, jnp.zeros((len(x), 32)), gates)[0])

def log_lik(name: str, out, y):
    "Mean log likelihood of an example"
    import jax, jax.numpy as jnp
    if name=='CNN': return jnp.take_along_axis(jax.nn.log_softmax(out), y[:, None], -1).mean()
    return (-.5*((out-y)/noise)**2 - log(noise) - .5*log(2*pi)).mean()

def mean_field_loss(name: str, n: int, params, key, x, y):
    "Negative ELBO of an example: of a mean field over all weights, or over all but those of a last layer that is integrated out"
    import jax, jax.numpy as jnp
    loc, log_std = params
    keys = dict(zip(loc, jax.random.split(key, len(loc))))
    w = {k: loc[k]+jnp.exp(log_std[k])*jax.random.normal(keys[k], loc[k].shape, dtype=jnp.float32) for k in loc}
    kl = sum((.5*(loc[k]**2+jnp.exp(2*log_std[k])-1)-log_std[k]).sum() for k in loc)
    if name!='collapsed': return kl/n - log_lik(name, outputs(name, w, x), y)
    for k in '02': x = jnp.tanh(x@w[f'{k}.weight'].T+w[f'{k}.bias'])
    f, r = (a.astype(jnp.float64)/noise for a in (jnp.pad(x, ((0, 0), (0, 1)), constant_values=1.), y))
    tril = jnp.linalg.cholesky(f.T@f+jnp.eye(f.shape[1], dtype=f.dtype))
    v = jax.scipy.linalg.solve_triangular(tril, f.T@r, lower=True)
    return (kl+(.5*((r**2).sum()-(v**2).sum())+jnp.log(jnp.diag(tril)).sum()+n*(log(noise)+.5*log(2*pi))).astype(jnp.float32))/n

def inducing_loss(u, n: int, params, key, x, y):
    "Negative ELBO of an example, of layers that are regressions on pseudo-targets at inducing inputs, given the layers below"
    import jax, jax.numpy as jnp
    kl, keys, double = 0., jax.random.split(key, 2*len(params)), jnp.float64
    for j,(targets, strength) in enumerate(params):
        if j: u, x = jnp.tanh(u), jnp.tanh(x)
        u, x = (jnp.pad(a, ((0, 0), (0, 1)), constant_values=1.) for a in (u, x))
        half = jnp.exp(2*strength.astype(double))[:, None]
        root, pull = half*u, half*targets
        prior, errors = (jax.random.normal(k, s, dtype=jnp.float32) for k,s in zip(keys[2*j:], ((u.shape[1], targets.shape[1]), targets.shape)))
        tall = u.shape[1]<=points
        tril = jnp.linalg.cholesky((root.T@root if tall else root@root.T)+jnp.eye(min(root.shape), dtype=double))
        inverse = jax.scipy.linalg.cho_solve((tril, True), jnp.eye(len(tril), dtype=double))
        solved = lambda p, start: inverse@(root.T@p+start) if tall else root.T@(inverse@(p-root@start))+start
        mean, w = solved(pull, jnp.zeros_like(prior)), solved(pull-errors, prior).astype(jnp.float32)
        kl += targets.shape[1]*(jnp.log(jnp.diag(tril)).sum()+.5*(jnp.trace(inverse)-len(tril)))+.5*(mean**2).sum()
        u, x = u@w, x@w
    return kl.astype(jnp.float32)/n - log_lik('inducing', x, y)

def by_hand(name: str) -> Callable[[int], None]:
    import jax, jax.numpy as jnp, optax
    jax.config.update('jax_enable_x64', name in ('collapsed', 'inducing'))
    x, y = (jnp.asarray(a) for a in arrays(name))
    if name=='inducing':
        q = posterior(name, Problem(network(name), IsotropicNormal(1.), Gaussian(noise), tuple(map(torch.as_tensor, arrays(name))), None))
        params = [tuple(jnp.asarray(q.get_parameter(f'{k}_{i}').detach().numpy()) for k in ('targets', 'strength')) for i in range(3)]
        loss = partial(inducing_loss, jnp.asarray(q.inducing.numpy()), len(y))
    else:
        loc = {k: jnp.asarray(p.detach().numpy()) for k,p in network(name).named_parameters() if name!='collapsed' or k[0]!='4'}
        params, loss = (loc, {k: jnp.full_like(a, log(std)) for k,a in loc.items()}), partial(mean_field_loss, name, len(y))
    adam = optax.adam(lr)
    def step(state, key, x, y):
        params, opt = state
        value, grads = jax.value_and_grad(loss)(params, key, x, y)
        moves, opt = adam.update(grads, opt, params)
        return (optax.apply_updates(params, moves), opt), value
    return scanned(compiled.Task((), len(y), 100 if name=='CNN' else None), [x, y], step, (params, adam.init(params)))

# %% times

options = dict(
    tasks=list(goals),
    rounds=(9, 3),
    share=(1.0, 0.25),  # part of a task's steps
)

def run(a):
    makers = {ours: symbayes_fit, peer: by_hand}
    def measured(name):
        trained = {who: make(name) for who,make in makers.items()}
        return compiled.in_turns(name, trained, max(20, int(steps[name]*a.share)), a.rounds)
    return growing('compiled_modules', map(measured, a.tasks))

main = driver(run, options, peers=('jax', 'optax'), modules=('jax', 'optax'))

def ratios(folder) -> list[Ratio]:
    t = pd.read_csv(folder/'compiled_modules.csv')
    return [over_rounds(f'{k}: fit / JAX by hand', v, goals[k], beside='JAX') for k,v in compiled.ratios_to(t, peer).items()]

def shown(folder) -> pd.DataFrame:
    t = pd.read_csv(folder/'compiled_modules.csv')
    wide = t[t['round'].gt(0)].pivot_table(index='task', columns='method', values='cpu', aggfunc='median', sort=False)[[ours, peer]]
    quotients = compiled.ratios_to(t, peer)
    wide['fit / JAX'] = pd.Series({k: f'{v.median():.2f} ({v.min():.2f} to {v.max():.2f})' for k,v in quotients.items()})
    wide['asked, at most'] = pd.Series(goals)
    for who in (ours, peer): wide[f'{who}: seconds of the first call'] = t[t['round'].eq(0) & t.method.eq(who)].set_index('task').eval('cpu*steps/1e6')
    form = {ours: '{:,.0f} us', peer: '{:,.0f} us'} | {f'{who}: seconds of the first call': '{:.1f}' for who in (ours, peer)}
    return formatted(wide, form).reset_index()

if __name__=='__main__': main()
