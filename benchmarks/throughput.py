"""Training steps per second on MNIST: symbayes beside the plain network, bayesian-torch, posteriors and Pyro.

Every contestant trains the same network (784-width-10, ReLU) on the same batches with Adam and, but for the plain ones,
the same mean-field ELBO: one weight sample a step, prior N(0, 1), KL weight 1, 60,000 examples. They take turns in short
blocks, in a new order every round, so that a busy neighbour slows all of them: ratios are medians over rounds."""
import argparse, inspect, json, os, random, sys, time, warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import expm1, log
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')
warnings.simplefilter('ignore')  # the peers' own

import pandas as pd
import posteriors
import pyro, pyro.distributions as dist
import torch, torchopt
from bayesian_torch.layers import LinearFlipout, LinearReparameterization
from pyro.infer import ELBO, SVI, JitTrace_ELBO, TraceMeanField_ELBO
from pyro.infer.autoguide import AutoDiagonalNormal, AutoNormal, init_to_value
from pyro.nn.module import PyroSample, to_pyro_module_
from torch import Tensor, nn
from torch.func import functional_call
from torch.nn import functional as F

from symbayes.core import Layout, import_torchvision, seeded_module
from symbayes.data import batches
from symbayes.groups import mlp_group
from symbayes.inference import LocalReparam, Objective, evaluate, fit, start_run, train_epoch
from symbayes.likelihoods import Categorical
from symbayes.posteriors import IsotropicNormal, MeanField
from symbayes.symmetrized_elbo import Uniform

from report import here, into_readme, machine, markdown

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
    run = start_run(q, Categorical(), lr, inspect.signature(fit).parameters['optimizer'].default, None, gens)
    objective = Objective(net, prior, n_data, mlp_group(net) if symmetrized else None, Uniform(20), local=LocalReparam(net, q) if local else None)
    return Contestant(lambda data: train_epoch(run, objective, data, batch_size, lambda i: 1.), None if members>1 else lambda: q, members)

# %% bayesian-torch

class InNats:
    "The library's KL is the mean over a tensor's weights; the ELBO needs the sum"
    def kl_div(self, mu_q, *args): return super().kl_div(mu_q, *args)*mu_q.numel()

class Reparameterization(InNats, LinearReparameterization): pass
class Flipout(InNats, LinearFlipout): pass

class BayesianTorchNet(nn.Module):
    def __init__(self, layer: type, net: nn.Sequential):
        super().__init__()
        make = lambda m: layer(m.in_features, m.out_features, posterior_rho_init=log(expm1(std)))
        self.first, self.last = make(net[0]), make(net[2])
        with torch.no_grad():
            for l,m in ((self.first, net[0]), (self.last, net[2])):
                for p in ('weight', 'bias'): getattr(l, f'mu_{p}').copy_(getattr(m, p)); getattr(l, f'rho_{p}').fill_(log(expm1(std)))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        h, kl = self.first(x)
        out, kl2 = self.last(h.relu())
        return out, kl+kl2

def bayesian_torch(width: int, layer: type) -> Contestant:
    net = make_net(width)
    bnn = BayesianTorchNet(layer, net)
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

def pyro_svi(width: int, guide_type: type, loss: ELBO) -> Contestant:
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
    guide = guide_type(model, init_loc_fn=init_to_value(values=start), init_scale=std)
    scaled = pyro.poutine.scale(model, 1/n_data), pyro.poutine.scale(guide, 1/n_data)
    pyro.clear_param_store()
    guide(torch.zeros(2, 784), torch.zeros(2, dtype=torch.long))
    svi = SVI(*scaled, pyro.optim.Adam({'lr': lr, 'fused': True}), loss)
    def posterior():
        if guide_type is AutoNormal:
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
        'bayesian-torch, reparameterization': bayesian_torch(width, Reparameterization),
        'bayesian-torch, flipout': bayesian_torch(width, Flipout),
        'posteriors, vi.diag': posteriors_diag(width),
        'pyro, SVI, AutoDiagonalNormal, jit': pyro_svi(width, AutoDiagonalNormal, JitTrace_ELBO(ignore_jit_warnings=True)),
        'pyro, SVI, AutoNormal, closed-form KL': pyro_svi(width, AutoNormal, TraceMeanField_ELBO())}

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
            start = time.perf_counter()
            who[k].epoch(part)
            row[k] = 1e3*(time.perf_counter()-start)/steps/who[k].members
        if r>=0: rows.append(row)
        print(f'\rround {r+1} of {rounds}', end='', file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return pd.DataFrame(rows)[list(who)]

def reached(net: nn.Sequential, q: MeanField, data: Data) -> float:
    "The ELBO in nats that training has come to, by the same code for all: no contestant optimises something cheaper"
    t = evaluate(net, q, prior, Categorical(), tuple(t[:10_000] for t in data), n_samples=5, generator=torch.Generator().manual_seed(0))
    return float(t.log_lik)*n_data/10_000 - float(t.kl)

def table(times: pd.DataFrame, elbos: dict[str, float]) -> pd.DataFrame:
    "One row per contestant; ratios are medians over rounds of ratios within a round"
    t = pd.DataFrame({'ms': times.median(), 'best ms': times.min(), 'steps/s': 1e3/times.median(),
        'time / plain': times.div(times['plain'], axis=0).median(), 'time / symbayes': times.div(times['symbayes'], axis=0).median()})
    t['ELBO'] = pd.Series(elbos)
    return t.rename_axis('one step, one network')

def targets(times: pd.DataFrame) -> dict[str, tuple[float, float]]:
    "What the project promises: measured ratio and its limit"
    ratio = lambda a, b: float(times[a].div(times[b], axis=0).median())
    peers = [k for k in times if k.split(',')[0] in ('bayesian-torch', 'posteriors', 'pyro')]
    return {f'time of symbayes / fastest peer ({(best := times[peers].median().idxmin())})': (ratio('symbayes', best), 1.),
            'time of symbayes / plain': (ratio('symbayes', 'plain'), 2.),
            'time with uniform K=20 / without': (ratio('symbayes, symmetrized, uniform K=20', 'symbayes'), 1.5)}

def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--data-dir', type=Path, default=Path('../shared/data'), help='folder that holds MNIST/raw; random numbers are used without it')
    p.add_argument('--width', type=int, default=100)
    p.add_argument('--rounds', type=int, default=60)
    p.add_argument('--steps', type=int, default=20, help='steps of one contestant in a round')
    p.add_argument('--only', nargs='*', help='only contestants whose name contains one of these; plain and symbayes always run')
    p.add_argument('--out', type=Path, default=here/'results', help='folder for throughput.json and throughput.csv')
    a = p.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    data, source = load_mnist(a.data_dir)
    who = contestants(a.width)
    if a.only: who = {k: c for k,c in who.items() if k in ('plain', 'symbayes') or any(o in k for o in a.only)}
    times = measure(who, data, a.rounds, a.steps)
    elbos = {k: reached(make_net(a.width), c.posterior(), data) for k,c in who.items() if c.posterior}
    t = table(times, elbos)
    form = {'ms': '{:.2f}', 'best ms': '{:.2f}', 'steps/s': '{:.0f}', 'time / plain': '{:.2f}', 'time / symbayes': '{:.2f}', 'ELBO': '{:,.0f}'}
    text = f'{machine()}; {source}, width {a.width}, batch {batch_size}, {a.rounds} rounds of {a.steps} steps.\n\n{markdown(t, form)}'
    if not a.only:
        met = targets(times)
        text += '\n\n' + '\n'.join(f'- {k}: {v:.2f}, to be at most {limit}: {"met" if v<=limit else "not met"}' for k,(v,limit) in met.items())
    print(text)
    if a.only: return
    a.out.mkdir(parents=True, exist_ok=True)
    times.round(4).to_csv(a.out/'throughput.csv', index_label='round')
    (a.out/'throughput.json').write_text(json.dumps({'machine': machine(), 'data': source, 'width': a.width, 'batch_size': batch_size, 'rounds': a.rounds, 'steps': a.steps,
        'results': json.loads(t.round(4).to_json(orient='index')), 'targets': {k: {'ratio': round(v, 4), 'at most': l} for k,(v,l) in met.items()}}, indent=1)+'\n')
    if a.out==here/'results': into_readme('throughput', text)

if __name__=='__main__': main()
