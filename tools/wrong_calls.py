"""Call public functions with one argument of the wrong kind, and count errors that are no line of the package.

`python tools/wrong_calls.py` makes 1,500 calls, drawn from all pairs of an argument and a wrong value; another number and another
seed may be given. A call is refused if it raises `SymbayesError`, or Python's own `TypeError` about the signature of that function.
Any other error is bare."""
import argparse, random, re, signal, sys, tempfile, warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import symbayes.all as sb

x = torch.randn(12, 2, generator=torch.Generator().manual_seed(0))
y = torch.sin(x[:, :1])
labels = (x[:, 0]>0).long()
quiet = dict(progress=False)
training = dict(epochs=1)


def rng() -> torch.Generator: return torch.Generator().manual_seed(0)


def net() -> nn.Sequential: return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))


def problem() -> sb.Problem: return sb.Problem(net(), sb.IsotropicNormal(1.), sb.Gaussian(.3), (x, y), None)


def q() -> sb.MeanField: return sb.MeanField.from_module(net(), .1)


def weights() -> dict: return {k: p.detach() for k,p in net().named_parameters()}


def draws() -> dict: return q().sample(4, rng())


def group() -> sb.PermutationGroup: return sb.mlp_group(net())


def lazy() -> nn.Module: return nn.Sequential(nn.LazyLinear(3), nn.Tanh(), nn.Linear(3, 1))


def meta() -> nn.Module: return net().to('meta')


def jitted() -> nn.Module: return torch.jit.trace(net(), x)


def compiled() -> nn.Module: return torch.compile(net(), backend='eager')


def old_norm() -> nn.Module: return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.utils.weight_norm(nn.Linear(3, 1)))


wrong = dict(none=lambda: None, word=lambda: 'word', minus=lambda: -3, zero=lambda: 0, half=lambda: .5, nan=lambda: float('nan'),
    big=lambda: 10**30, true=lambda: True, list=lambda: [], numbers=lambda: [1, 2], words=lambda: ['a', None], dict=lambda: {}, pairs=lambda: {'a': 1},
    thing=object, cls=lambda: nn.Linear, function=lambda: (lambda: None), empty=lambda: torch.zeros(0), scalar=lambda: torch.tensor(1.),
    whole=lambda: torch.arange(3), odd=lambda: torch.zeros(2, 5, 7), infinite=lambda: torch.full((12, 1), float('inf')), complex=lambda: torch.zeros(12, 2)*1j,
    sparse=lambda: torch.eye(3).to_sparse(), array=lambda: np.array(['a', 'b'], dtype=object), path=lambda: Path('nowhere'), other=lambda: nn.Linear(5, 4),
    problem=problem, seed=lambda: 7)
modules = dict(lazy=lazy, meta=meta, jitted=jitted, compiled=compiled, old_norm=old_norm)


def bases(folder: str) -> dict[str, tuple[Callable, dict[str, Callable]]]:
    "Functions by name, with what makes each of their arguments in a valid call"
    const = lambda v: (lambda: v)
    fixed = lambda **kw: {k: const(v) for k,v in kw.items()}
    q2, probs, out = (lambda: q()), (lambda: torch.softmax(torch.randn(4, 3, generator=rng()), -1)), (lambda: torch.randn(4, 12, 1, generator=rng()))
    parts = dict(model=net, prior=lambda: sb.IsotropicNormal(1.), likelihood=lambda: sb.Gaussian(.3), data=const((x, y)))
    around = dict(problem=problem, start=lambda: net(), generator=rng, **fixed(training=training, progress=False))
    one = dict(problem=problem, q=q, generator=rng)
    two = dict(q0=q, q1=q2)
    log_a = lambda: torch.randn(3, 3, generator=rng())
    table = lambda: __import__('pandas').DataFrame(dict(a=[1., 2., 3., 4.]*5, b=[2., 1., 0., 5.]*5, y=[.1, .4, .3, .2]*5))
    seeds = lambda: __import__('pandas').DataFrame(dict(seed=[0, 1, 2, 0, 1, 2], method=['a']*3+['b']*3, value=[.1, .2, .3, .2, .4, .3]))
    history = lambda: sb.fit(problem(), q(), epochs=2, **quiet)
    found = {
        'network_outputs': dict(model=net, params=draws, x=const(x), member_x=const(False)), 'member_buffers': dict(models=lambda: [net(), net()]),
        'seeded_module': dict(make=const(net), seed=const(0)), 'streams': dict(seed=const(0), use=const('a'), device=const('cpu')),
        'Layout': dict(shapes=lambda: sb.Layout.of(net()).shapes), 'Layout.of': dict(source=net),
        'PermutationGroup': dict(sizes=const({'a': 3}), axes=const({'w': ('a', 2)}), signed=const([])), 'mlp_group': dict(net=net),
        'symmetry_group': dict(model=net, inputs=const(x)), 'symmetry_report': dict(model=net, inputs=const(x), probe=const(False), generator=rng),
        'log_permanent': dict(log_a=log_a), 'log_permanent_bounds': dict(log_a=log_a, sweeps=const(10), rounds=const(2)),
        'log_permanent_sandwich': dict(log_a=log_a, n_samples=const(4), planted=const(None), generator=rng), 'best_permutation': dict(log_a=log_a),
        'MeanField.from_module': dict(models=net, std=const(.1)), 'LowRank.from_module': dict(models=net, std=const(.1), rank=const(2)),
        'UnitGaussian.from_module': dict(models=net, group=group, std=const(.1)), 'MeanField.load': dict(path=const(f'{folder}/q.safetensors')),
        'MeanField': dict(layout=lambda: sb.Layout.of(net()), loc=lambda: torch.zeros(13), log_std=lambda: torch.zeros(13)),
        'stack_posteriors': dict(qs=lambda: [q(), q()]), 'LearnedNormal': dict(layout=net, std=const(1.), per_input=const(()), spread=const(1.)),
        'IsotropicNormal': fixed(std=1., mean=0.), 'LaplacePrior': fixed(scale=1.), 'StudentTPrior': fixed(df=4., scale=1.),
        'MixturePrior': fixed(stds=(1., 2.), weights=(.5, .5), scale=1.), 'Problem': parts | dict(group=const(None), buffers=const(None), n_data=const(None)),
        'Gaussian': fixed(std=.3, learned=False, spread=1.), 'StudentT': fixed(df=4., scale=.3, learned=False, spread=1.),
        'TwoModes': {k: (lambda: torch.ones(1)) for k in ('alpha', 'sigma')} | dict(direction=lambda: torch.tensor([1., 0.])), 'nearest_mode': dict(params=weights, group=group), 'Exact': fixed(max_order=100, chunk=10),
        'Uniform': fixed(K=4, chunk=10), 'Sinkhorn': fixed(sweeps=4), 'Soules': fixed(sweeps=4, refine=1), 'Bethe': fixed(sweeps=4, rounds=1), 'Sampled': fixed(K=4),
        'Planted': fixed(K=4), 'mutual_information': dict(q=q, group=group, w=draws, estimator=lambda: sb.Exact(), generator=rng),
        'mi_sandwich': dict(q=q, group=group, n=const(3), K=const(4), generator=rng, progress=const(False)), 'symmetrize': dict(q=q, group=group),
        'elbo': dict(model=net, q=q, prior=parts['prior'], likelihood=parts['likelihood'], batch=const((x, y)), n_data=const(12), group=const(None),
            estimator=const(None), n_samples=const(2), n_mi_samples=const(None), generator=rng),
        'elbo_from_outputs': dict(outputs=out, q=q, prior=parts['prior'], likelihood=parts['likelihood'], y=const(y), n_data=const(12), generator=rng),
        'OrthogonalSkip': dict(n_in=const(2), n_out=const(3), generator=rng), 'skip_mlp': dict(**fixed(n_in=2, n_out=1, width=3, depth=2), generator=rng),
        'order_biases': dict(net=net, spread=const(.1)), 'fix_weights': dict(net=net, share=const(.5), std=const(1.), generator=rng),
        'MixingGate': dict(n=const(3), std=const(1.), generator=rng), 'breaking_strength': dict(net=net, params=draws, x=const(x), generator=rng, group=group),
        'load_data': fixed(name='humps', seed=0), 'data_source': fixed(name='humps'),
        'from_table': dict(table=table, **fixed(target='y', kind=None, categorical=(), drop=(), n_test=4, test_seed=0)),
        'accuracy': dict(probs=probs, y=const(torch.tensor([0, 1, 2, 0]))), 'nll': dict(log_probs=lambda: probs().log(), y=const(torch.tensor([0, 1, 2, 0]))),
        'brier': dict(probs=probs, y=const(torch.tensor([0, 1, 2, 0]))), 'ece': dict(probs=probs, y=const(torch.tensor([0, 1, 2, 0])), n_bins=const(3)),
        'adaptive_ece': dict(probs=probs, y=const(torch.tensor([0, 1, 2, 0])), n_bins=const(3)), 'predictive_probs': dict(logits=lambda: out()),
        'predictive_entropy': dict(logits=lambda: out()), 'epistemic_mi': dict(logits=lambda: out()),
        'ood_metrics': dict(scores_in=lambda: torch.rand(5), scores_out=lambda: torch.rand(5)),
        'classification_metrics': dict(logits=lambda: torch.randn(4, 12, 3), y=const(labels), n_bins=const(3)),
        'regression_metrics': dict(means=out, y=const(y), std=lambda: torch.ones(1), level=const(.9)), 'rmse': dict(means=out, y=const(y)),
        'coverage': dict(means=out, y=const(y), std=lambda: torch.ones(1), level=const(.9)),
        'function_distances': dict(draws=out, reference=out), 'plot_history': dict(history=history, column=const(None)),
        'plot_predictions': dict(predictions=out, x=lambda: x[:, 0], y=const(None), std=const(None), level=const(.9)),
        'plot_calibration': dict(means=out, y=const(y), std=lambda: torch.ones(1)), 'mean_and_interval': fixed(values=[1., 2., 3.], level=.9),
        'interval_table': dict(runs=lambda: seeds()[['method', 'value']], by=const('method'), level=const(.9)),
        'paired_difference': fixed(a=[1., 2., 3.], b=[2., 2., 1.], level=.9, overlap=0.),
        'paired_by_seed': dict(a=lambda: seeds()[:3], b=lambda: seeds()[3:], column=const('value'), level=const(.9)),
        'false_discovery': fixed(p_values=[.1, .2]), 'predict': dict(model=net, q=q, x=const(x), n_samples=const(3), batch_size=const(10), generator=rng,
            buffers=const(None)), 'evaluate': one | fixed(estimator=None, n_samples=3, n_mi_samples=3, batch_size=10, progress=False),
        'account': one | fixed(test=(x, y), n_samples=3, K=4, progress=False), 'LocalReparam': dict(model=net, q=q, buffers=const(None)),
        'fit': one | fixed(estimator=None, config=None, epochs=1, lr=.01, batch_size=None, n_samples=1, n_mi_samples=1, local_reparam=False, temperature=1.,
            kl_warmup=0, optimizer=torch.optim.Adam, scheduler=None, stopping=None, checkpoint=None, callback=None, log_every=1, progress=False),
        'TrainConfig': fixed(epochs=1, lr=.01, batch_size=4, n_samples=1, temperature=1., kl_warmup=0, optimizer=torch.optim.Adam, scheduler=None, progress=False),
        'Stopping': fixed(valid=(x, y), patience=2), 'Checkpoint': fixed(path=f'{folder}/c.pt', every=1., resume=False, label='', overwrite=True),
        'CollapsedLastLayer.from_module': dict(models=net, prior=parts['prior'], likelihood=parts['likelihood'], data=const((x, y)), generator=rng),
        'log_evidence': dict(problem=problem, generator=rng, **fixed(base=None, chains=2, temperatures=3, steps=1, reverse=False, start=None, twins=0, progress=False)),
        'compare': dict(problems=lambda: [problem()], generator=rng, **fixed(by='bound', posteriors=None, starts=1, n_samples=3, progress=False, epochs=1)),
        'sample_posterior': dict(problem=problem, start=q, generator=rng, **fixed(chains=2, draws=2, warmup=20, between=1, student_t=False, training=None, progress=False)),
        'importance_bound': one | fixed(n=3, repeats=2, estimator=None, progress=False), 'make_mlp': fixed(n_in=2, n_out=1, width=3, depth=2, activation='tanh'),
        'load_run': fixed(folder=folder, model=None), 'sweep_summary': dict(table=seeds, over=const('seed'), by=const('method'), values=const('value')),
        'plot_sweep': dict(table=seeds, y=const('value'), x=const('method'), over=const('seed')), 'collect': fixed(out=folder), 'Samples': dict(params=draws),
        'align': two | dict(group=group, starts=const(None), generator=rng), 'find_alignment': two | dict(group=group, starts=const(None), generator=rng),
        'wasserstein2': two, 'interpolate': two | fixed(t=.5), 'loss_barrier': dict(model=problem, **two, n_points=const(3), n_samples=const(2), generator=rng),
        'merge': dict(qs=lambda: [q(), q()], group=group, how=const('barycentre'), starts=const(None), generator=rng),
        'ensemble': parts | dict(generator=rng, **fixed(n_members=2, progress=False, epochs=1)), 'mc_dropout': around | fixed(p=.2, n_draws=2),
        'swag': around | fixed(lr=.01, optimiser='sgd', momentum=.9, batch_size=6, n_snapshots=3, every=1, discard=1, rank=2, rescale=True),
        'laplace': around | fixed(structure='diag', backend=None, n_draws=2, rescale=True),
        'sghmc': around | fixed(chains=1, n_draws=2, every=1, discard=1, lr=.01, friction=1., integrator='baoa', batch_size=6, temperature=1.),
        'multi_mode': fixed(method=sb.laplace, n_modes=2, n_draws=2), 'symmetries': dict(model=net, inputs=const(x)), 'scaling_group': dict(model=net, inputs=const(x)),
        'min_mass': dict(params=weights, group=lambda: sb.scaling_group(relu(), x)), 'unit_norm': dict(params=weights, group=lambda: sb.scaling_group(relu(), x)),
        'canonicalize': dict(params=weights, permutations=group), 'mmd2': dict(x=lambda: torch.randn(5, 2), y=lambda: torch.randn(5, 2)),
        'mmd_test': dict(x=lambda: torch.randn(5, 2), y=lambda: torch.randn(5, 2), n_permutations=const(5), generator=rng),
    }
    reach = lambda name: getattr(getattr(sb, name.partition('.')[0]), name.partition('.')[2]) if '.' in name else getattr(sb, name)
    table = {k: (reach(k), args) for k,args in found.items()}
    for k in ('act', 'inverse', 'compose', 'moved', 'verify'):
        table[f'PermutationGroup.{k}'] = getattr(group(), k), {
            'act': dict(element=lambda: group().sample(generator=rng()), params=weights), 'inverse': dict(element=lambda: group().sample(generator=rng())),
            'compose': dict(a=lambda: group().sample(generator=rng()), b=lambda: group().sample(generator=rng())),
            'moved': dict(net=net, element=lambda: group().sample(generator=rng())), 'verify': dict(model=net, x=const(x), generator=rng)}[k]
    return table


def relu() -> nn.Sequential: return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


class Case(NamedTuple):
    "A call with one wrong argument"
    function: str
    argument: str
    value: str


class Outcome(NamedTuple):
    "What became of it"
    case: Case
    kind: str # 'ran', 'refused', 'signature', 'slow' or 'bare'
    line: str


def cases(n: int, seed: int, folder: str) -> list[Case]:
    "Draw calls without repetition; networks of other kinds where a network or a problem is expected"
    every = []
    for name,(_,args) in bases(folder).items():
        for k in args:
            takes = k in ('model', 'net', 'models', 'problem', 'start')
            every += [Case(name, k, v) for v in [*wrong, *(modules if takes else ())]]
    return random.Random(seed).sample(every, min(n, len(every)))


class TooSlow(Exception): "A call took longer than it may"


def late(*_: Any) -> None: raise TooSlow


def outcome(case: Case, table: dict, seconds: int = 20) -> Outcome:
    "Make a call. Positional arguments come first where names are not known"
    f, args = table[case.function]
    value = {**wrong, **modules}[case.value]()
    given = {k: value if k==case.argument else make() for k,make in args.items()}
    pos = []
    if 'inputs' in given: pos = [given.pop(k) for k in ('model', 'inputs')]
    if case.function.startswith('PermutationGroup.'): pos, given = list(given.values()), {}
    named = case.function.rpartition('.')[2]
    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        f(*pos, **given)
        return Outcome(case, 'ran', '')
    except sb.SymbayesError as e: return Outcome(case, 'refused' if '\n' not in str(e) else 'bare', str(e))
    except TooSlow: return Outcome(case, 'slow', '')
    except TypeError as e:
        own = re.search(rf'\b({named}|__init__)\(\) (got|missing|takes)', str(e))
        return Outcome(case, 'signature' if own else 'bare', f'TypeError: {e}')
    except Exception as e: return Outcome(case, 'bare', f'{type(e).__name__}: {e}'.splitlines()[0])
    finally: signal.alarm(0)


def made(n: int, seed: int = 0) -> list[Outcome]:
    "Make many calls"
    import matplotlib.pyplot as plt
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter('ignore')
        q().save(f'{folder}/q.safetensors')
        table, found = bases(folder), []
        for c in cases(n, seed, folder):
            found.append(outcome(c, table))
            plt.close('all')
        return found


if __name__=='__main__':
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('n', type=int, nargs='?', default=1500)
    parser.add_argument('--seed', type=int, default=0)
    given = parser.parse_args()
    found = made(given.n, given.seed)
    for o in sorted(found):
        if o.kind in ('bare', 'slow'): print(f'{o.case.function}({o.case.argument}={o.case.value}) {o.kind} {o.line[:140]}')
    print(dict(Counter(o.kind for o in found)), file=sys.stderr)
