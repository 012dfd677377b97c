"""Training steps per second on MNIST: symbayes beside the plain network, bayesian-torch, posteriors and Pyro.

Every contestant trains the same network (784-width-10, ReLU) on the same batches with Adam and, but for the plain ones,
the same mean-field ELBO: one weight sample a step, prior N(0, 1), KL weight 1, 60,000 examples. They take turns in short
blocks, in a new order every round, so that a busy neighbour slows all of them. A time is CPU time of the one thread, a ratio is one
within a round, and the table has its median and quartiles over rounds.

Each library runs in the fastest of its sensible configurations that we found (fused Adam where it takes a torch optimiser, updates in place
for posteriors, Pyro's compiled objective where it helps), and bayesian-torch's KL is summed over weights, not averaged, so that all optimise
the same bound. The ELBO, by one function for everyone after equally many steps, shows it: local reparametrisation and flipout have gradients
of lower variance, hence get further. Without MNIST in --data-dir random numbers of the same shape are taken: times do not depend on them."""
import os, random, sys, time
from collections.abc import Callable
from dataclasses import dataclass
from math import expm1, log
from pathlib import Path

from report import driver, formatted, here, over_rounds, Ratio

import pandas as pd
import torch
from torch import Tensor, nn
from torch.func import functional_call
from torch.nn import functional as F

from symbayes.all import (
    Categorical, IsotropicNormal, Layout, LocalReparam, MeanField, Problem, TrainConfig, Uniform, evaluate,
    mlp_group, seeded_module)
from symbayes.core import import_torchvision
from symbayes.data import batches
from symbayes.inference.objective import Objective, start_run, train_epoch
from symbayes.inference.steps import Steps

title = 'Training throughput'
about = 'A step of mean-field training of 784-100-10 on batches of 500 images, beside a plain network, bayesian-torch, posteriors and Pyro.'
peers = {'bayesian-torch': 'bayesian_torch', 'posteriors': 'posteriors', 'torchopt': 'torchopt', 'pyro-ppl': 'pyro'}  # by what they are imported as

Data = tuple[Tensor, Tensor]
n_data, batch_size, lr, std = 60_000, 500, 1e-3, .05
prior = IsotropicNormal(1.)

@dataclass
class Contestant:
    "Something that trains"
    epoch: Callable[[Data], object]       # one pass over some data in batches
    posterior: Callable[[], MeanField]|None = None # what it has learned so far
    members: int = 1                      # networks trained at once

def make_net(width: int, seed: int = 0) -> nn.Sequential:
    return seeded_module(lambda: nn.Sequential(nn.Linear(784, width), nn.ReLU(), nn.Linear(width, 10)), seed)

def epoch_of(step: Callable[[Tensor, Tensor], object]) -> Callable[[Data], None]:
    "The loop around a step for all but symbayes, which brings its own"
    gen = torch.Generator().manual_seed(0)
    def epoch(data):
        x, y = data
        for b in batches(len(x), batch_size, gen): step(x.index_select(0, b), y.index_select(0, b))
    return epoch

# %% plain

def plain(width: int, **adam) -> Contestant:
    "`nn.Sequential`, cross entropy and Adam"
    net = make_net(width)
    opt = torch.optim.Adam(net.parameters(), lr=lr, **adam)
    def step(x, y):
        opt.zero_grad()
        F.cross_entropy(net(x), y).backward()
        opt.step()
    return Contestant(epoch_of(step))

# %% symbayes

def symbayes(width: int, symmetrized: bool = False, local: bool = False, members: int = 1) -> Contestant:
    "As `fit` does it, with its default optimiser"
    nets = [make_net(width, i) for i in range(members)]
    net, q = nets[0], MeanField.from_module(nets if members>1 else nets[0], std)
    gens = [torch.Generator().manual_seed(i) for i in range(members)]
    few = torch.zeros(2, 784), torch.zeros(2, dtype=torch.long)  # the data come with each epoch
    problem = Problem(net, prior, Categorical(), few, mlp_group(net) if symmetrized else None, n_data=n_data)
    run = start_run(q, problem.likelihood, lr, TrainConfig().optimizer, None, gens)
    objective = Objective(problem, Uniform(20) if symmetrized else None, local=LocalReparam(net, q) if local else None)
    steps = Steps(run, objective)
    return Contestant(lambda data: train_epoch(run, objective, data, batch_size, lambda i: 1., take_step=steps), None if members>1 else lambda: q, members)

# %% bayesian-torch

def bayesian_torch(width: int, layer: str) -> Contestant:
    from bayesian_torch import layers
    class InNats(getattr(layers, layer)):
        "The library's KL is the mean over a tensor's weights; the ELBO needs the sum"
        def kl_div(self, mu_q, *args): return super().kl_div(mu_q, *args)*mu_q.numel()
    class Net(nn.Module):
        def __init__(self, net: nn.Sequential):
            super().__init__()
            make = lambda m: InNats(m.in_features, m.out_features, posterior_rho_init=log(expm1(std)))
            self.first, self.last = make(net[0]), make(net[2])
            with torch.no_grad():
                for l,m in ((self.first, net[0]), (self.last, net[2])):
                    for p in ('weight', 'bias'): getattr(l, f'mu_{p}').copy_(getattr(m, p)); getattr(l, f'rho_{p}').fill_(log(expm1(std)))
        def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
            h, kl = self.first(x)
            out, kl2 = self.last(h.relu())
            return out, kl+kl2
    net = make_net(width)
    bnn = Net(net)
    opt = torch.optim.Adam(bnn.parameters(), lr=lr, fused=True)
    def step(x, y):
        opt.zero_grad()
        out, kl = bnn(x)
        (F.cross_entropy(out, y) + kl/n_data).backward()
        opt.step()
    def flat(what):
        return torch.cat([getattr(l, f'{what}_{p}').detach().flatten() for l in (bnn.first, bnn.last) for p in ('weight', 'bias')])
    return Contestant(epoch_of(step), lambda: MeanField(Layout.of(net), flat('mu'), F.softplus(flat('rho')).log()))

# %% posteriors

def posteriors_diag(width: int) -> Contestant:
    import posteriors, torchopt
    net = make_net(width)
    def log_posterior(params, batch):
        x, y = batch
        log_prior = sum(-.5*p.square().sum() for p in params.values())
        return -F.cross_entropy(functional_call(net, params, (x,)), y) + log_prior/n_data, torch.empty(0)
    transform = posteriors.vi.diag.build(log_posterior, torchopt.adam(lr=lr), temperature=1/n_data, init_log_sds=log(std))
    state = transform.init({k: p.detach().clone() for k,p in net.named_parameters()})
    def step(x, y):
        nonlocal state
        state, _ = transform.update(state, (x, y), inplace=True)
    layout = Layout.of(net)
    flat = lambda t: layout.flatten({k: t[k].detach() for k in layout.shapes})
    return Contestant(epoch_of(step), lambda: MeanField(layout, flat(state.params), flat(state.log_sd_diag)))

# %% Pyro

def pyro_svi(width: int, guide_name: str, loss_name: str, **loss) -> Contestant:
    import pyro, pyro.distributions as dist
    from pyro.infer import autoguide
    from pyro.nn.module import PyroSample, to_pyro_module_
    guide_type = getattr(autoguide, guide_name)
    pyro.enable_validation(False)
    start = {k: p.detach().clone() for k,p in make_net(width).named_parameters()}
    layout, net = Layout.of(start), make_net(width)
    to_pyro_module_(net)
    for m in (net[0], net[2]):
        for k in ('weight', 'bias'):
            shape = getattr(m, k).shape
            setattr(m, k, PyroSample(dist.Normal(torch.zeros(shape), 1.).to_event(len(shape))))
    def model(x, y):
        out = net(x)
        with pyro.plate('data', n_data, subsample=y): pyro.sample('y', dist.Categorical(logits=out), obs=y)
    guide = guide_type(model, init_loc_fn=autoguide.init_to_value(values=start), init_scale=std)
    scaled = pyro.poutine.scale(model, 1/n_data), pyro.poutine.scale(guide, 1/n_data)
    pyro.clear_param_store()
    guide(torch.zeros(2, 784), torch.zeros(2, dtype=torch.long))
    svi = pyro.infer.SVI(*scaled, pyro.optim.Adam({'lr': lr, 'fused': True}), getattr(pyro.infer, loss_name)(**loss))
    def posterior():
        if guide_name=='AutoNormal':
            cut = lambda part: layout.flatten({k: pyro_get(part, k).detach() for k in layout.shapes})
            return MeanField(layout, cut(guide.locs), cut(guide.scales).log())
        at, names = guide.loc.detach(), list(guide.prototype_trace.iter_stochastic_nodes())
        names = [n for n,_ in names if n in layout.shapes]
        sizes = [torch.Size(layout.shapes[n]).numel() for n in names]
        cut = lambda t: layout.flatten({n: v.reshape(layout.shapes[n]) for n,v in zip(names, t.split(sizes))})
        return MeanField(layout, cut(at), cut(guide.scale.detach().expand_as(at)).log())
    return Contestant(epoch_of(svi.step), posterior)

def pyro_get(part: nn.Module, dotted: str) -> Tensor:
    for k in dotted.split('.'): part = getattr(part, k)
    return part

# %% measuring

def contestants(width: int) -> dict[str, Contestant]:
    "Everyone, by the name in the table"
    return {
        'plain': plain(width, fused=True),
        'plain, default Adam': plain(width),
        'symbayes': symbayes(width),
        'symbayes, symmetrized, uniform K=20': symbayes(width, symmetrized=True),
        'symbayes, local reparametrisation': symbayes(width, local=True),
        'symbayes, 3 members, per member': symbayes(width, members=3),
        'bayesian-torch, reparameterization': bayesian_torch(width, 'LinearReparameterization'),
        'bayesian-torch, flipout': bayesian_torch(width, 'LinearFlipout'),
        'posteriors, vi.diag': posteriors_diag(width),
        'pyro, SVI, AutoDiagonalNormal, jit': pyro_svi(width, 'AutoDiagonalNormal', 'JitTrace_ELBO', ignore_jit_warnings=True),
        'pyro, SVI, AutoNormal, closed-form KL': pyro_svi(width, 'AutoNormal', 'TraceMeanField_ELBO')}

def load_mnist(root: Path) -> tuple[Data, str]:
    "The training set as `(60000, 784)` floats, or noise of that shape"
    try: d = import_torchvision().datasets.MNIST(root, train=True, download=False)
    except RuntimeError: return (torch.rand(n_data, 784), torch.randint(10, (n_data,))), 'random numbers in place of MNIST'
    return ((d.data.flatten(1)/255-.1307)/.3081, d.targets), 'MNIST'

def measure(who: dict[str, Contestant], data: Data, rounds: int, steps: int, seed: int = 0) -> pd.DataFrame:
    "Milliseconds a step and member, one row per round and one column per contestant, all taking turns"
    order, rng, n = list(who), random.Random(seed), steps*batch_size
    rows = []
    for r in range(-1, rounds):
        at = max(r, 0)*n % (n_data-n+1)
        part = tuple(t[at:at+n] for t in data)
        rng.shuffle(order)
        row = {}
        for k in order:
            start = time.process_time()
            who[k].epoch(part)
            row[k] = 1e3*(time.process_time()-start)/steps/who[k].members
        if r>=0: rows.append(row)
        print(f'\rround {r+1} of {rounds}', end='', file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return pd.DataFrame(rows)[list(who)]

def reached(net: nn.Sequential, q: MeanField, data: Data) -> float:
    "The ELBO in nats that training has come to, by the same code for all: no contestant optimises something cheaper"
    t = evaluate(net, q, prior, Categorical(), tuple(t[:10_000] for t in data), n_samples=5, generator=torch.Generator().manual_seed(0))
    return float(t.log_lik)*n_data/10_000 - float(t.kl)

options = dict(
    data_dir=dict(default=os.environ.get('SYMBAYES_DATA', here.parents[1] / 'shared/data'), type=Path),  # folder that holds MNIST/raw
    width=100,
    rounds=(60, 15),
    steps=20,  # steps of one contestant in a round
)

def run(a):
    torch.manual_seed(0)
    data, source = load_mnist(a.data_dir)
    who = contestants(a.width)
    times = measure(who, data, a.rounds, a.steps)
    t = times.rename_axis('round').reset_index().melt('round', var_name='who', value_name='ms')
    elbos = {k: reached(make_net(a.width), c.posterior(), data) for k,c in who.items() if c.posterior}
    yield 'throughput', t.assign(data=source, width=a.width, elbo=t.who.map(elbos))

main = driver(run, options, peers=tuple(peers), modules=peers.values())

# %% reading

def by_round(folder: Path) -> pd.DataFrame:
    "A row per round, a column per contestant"
    t = pd.read_csv(folder/'throughput.csv')
    return t.pivot(index='round', columns='who', values='ms')[t.who.unique()]

def ratios(folder: Path) -> list[Ratio]:
    t = by_round(folder)
    those = [k for k in t if k.split(',')[0] in ('bayesian-torch', 'posteriors', 'pyro')]
    best = t[those].median().idxmin()
    to = lambda name, a, b, limit=None, peer='': over_rounds(name, t[a]/t[b], limit, beside=peer)
    lower, local = 'bayesian-torch, flipout', 'symbayes, local reparametrisation'  # both have gradients of lower variance
    return [to('step of symbayes / of the fastest peer', 'symbayes', best, 1.),
        *(to(f'step of symbayes / of {k}', 'symbayes', k, None, k) for k in those if k!=lower),
        to(f'step of {local} / of {lower}', local, lower, None, lower),
        to('step of symbayes / of the plain network', 'symbayes', 'plain', 2.),
        to('step with uniform K=20 / without', 'symbayes, symmetrized, uniform K=20', 'symbayes', 1.5),
        to('step with local reparametrisation / without', 'symbayes, local reparametrisation', 'symbayes'),
        to('step of 3 members, per member / of one', 'symbayes, 3 members, per member', 'symbayes')]

def shown(folder: Path) -> pd.DataFrame:
    t, elbo = by_round(folder), pd.read_csv(folder/'throughput.csv').groupby('who').elbo.first()
    found = pd.DataFrame({'ms': t.median(), 'steps/s': 1e3/t.median(), 'time / plain': t.div(t['plain'], axis=0).median(),
        'time / symbayes': t.div(t['symbayes'], axis=0).median(), 'ELBO reached': elbo.reindex(t.columns)}).rename_axis('one step, one network')
    return formatted(found.reset_index(), {'ms': '{:.2f}', 'steps/s': '{:.0f}', 'ELBO reached': '{:,.0f}'} | dict.fromkeys(('time / plain', 'time / symbayes'), '{:.2f}'))

if __name__=='__main__': main()
