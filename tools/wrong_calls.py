"""Call public functions with one argument of the wrong kind, and count errors that are no line of the package.

`python tools/wrong_calls.py` makes 1,500 calls, drawn from all pairs of an argument and a wrong value; another number and another
seed may be given. A call is refused if it raises `SymbayesError`, or Python's own `TypeError` about the signature of that function.
Any other error is bare. Valid arguments are made by their names, `usual`, unless a function has its own."""
import argparse, inspect, random, re, signal, sys, tempfile, warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import torch
from torch import nn

import symbayes.all as sb

x = torch.randn(12, 2, generator=torch.Generator().manual_seed(0))
y = torch.sin(x[:, :1])


def rng() -> torch.Generator: return torch.Generator().manual_seed(0)


def net() -> nn.Sequential: return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))


def relu() -> nn.Sequential: return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def problem() -> sb.Problem: return sb.Problem(net(), sb.IsotropicNormal(1.), sb.Gaussian(.3), (x, y), None)


def q() -> sb.MeanField: return sb.MeanField.from_module(net(), .1)


def group() -> sb.PermutationGroup: return sb.mlp_group(net())


def element() -> sb.Element: return group().sample(generator=rng())


def weights() -> dict: return {k: p.detach() for k,p in net().named_parameters()}


def draws() -> dict: return q().sample(4, rng())


def outputs(classes: int = 1) -> torch.Tensor: return torch.randn(4, 12, classes, generator=rng())


def probs() -> torch.Tensor: return torch.softmax(torch.randn(4, 3, generator=rng()), -1)


def seeds() -> pd.DataFrame: return pd.DataFrame(dict(seed=[0, 1, 2, 0, 1, 2], method=['a']*3+['b']*3, value=[.1, .2, .3, .2, .4, .3]))


wrong = dict(none=lambda: None, word=lambda: 'word', minus=lambda: -3, zero=lambda: 0, half=lambda: .5, nan=lambda: float('nan'),
    big=lambda: 10**30, true=lambda: True, list=lambda: [], numbers=lambda: [1, 2], words=lambda: ['a', None], dict=lambda: {}, pairs=lambda: {'a': 1},
    thing=object, cls=lambda: nn.Linear, function=lambda: (lambda: None), empty=lambda: torch.zeros(0), scalar=lambda: torch.tensor(1.),
    whole=lambda: torch.arange(3), odd=lambda: torch.zeros(2, 5, 7), infinite=lambda: torch.full((12, 1), float('inf')), complex=lambda: torch.zeros(12, 2)*1j,
    sparse=lambda: torch.eye(3).to_sparse(), array=lambda: np.array(['a', 'b'], dtype=object), path=lambda: Path('nowhere'), other=lambda: nn.Linear(5, 4),
    problem=problem, seed=lambda: 7)
modules = dict(lazy=lambda: nn.Sequential(nn.LazyLinear(3), nn.Tanh(), nn.Linear(3, 1)), meta=lambda: net().to('meta'),
    jitted=lambda: torch.jit.trace(net(), x), compiled=lambda: torch.compile(net(), backend='eager'),
    old_norm=lambda: nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.utils.weight_norm(nn.Linear(3, 1))))
usual: dict[str, Any] = dict(model=net, net=net, models=net, make=lambda: net, problem=problem, problems=lambda: [problem()], q=q, q0=q, q1=q,
    qs=lambda: [q(), q()], group=group, params=weights, w=draws, generator=rng, prior=lambda: sb.IsotropicNormal(1.),
    likelihood=lambda: sb.Gaussian(.3), data=(x, y), batch=(x, y), valid=(x, y), test=(x, y), x=x, inputs=x, y=y, n_data=12,
    layout=lambda: sb.Layout.of(net()), log_a=lambda: torch.randn(3, 3, generator=rng()), outputs=outputs, logits=outputs, means=outputs, draws=outputs,
    std=lambda: torch.ones(1), level=.9, progress=False, training=dict(epochs=1), epochs=1, lr=.01, batch_size=6, n_samples=3, n_mi_samples=3,
    n_draws=2, chains=2, K=4, sweeps=4, rounds=2, n_bins=3, n_points=3, every=1, discard=1, rank=2, n_in=2, n_out=1, width=3, depth=2,
    n_permutations=5, n_snapshots=3, n_members=2, temperatures=3, steps=1, log_every=1, between=1, patience=2, repeats=2, temperature=1.,
    estimator=None, buffers=None, start=None, starts=None, local_reparam=False, kl_warmup=0, optimizer=torch.optim.Adam)


def own(folder: str) -> dict[str, dict[str, Any]]:
    "Functions that are called, with the arguments whose names do not say what they are"
    file, labels, around = f'{folder}/q.safetensors', torch.tensor([0, 1, 2, 0]), dict(start=net)
    of_probs, of_table = dict(probs=probs, y=labels, logits=...), dict(table=seeds, over='seed')  # `...`: left out
    return {'network_outputs': dict(params=draws, member_x=False), 'member_buffers': dict(models=lambda: [net(), net()]), 'seeded_module': dict(seed=0),
        'streams': dict(seed=0, use='a', device='cpu'), 'Layout': dict(shapes=lambda: sb.Layout.of(net()).shapes), 'Layout.of': dict(source=net),
        'PermutationGroup': dict(sizes={'a': 3}, axes={'w': ('a', 2)}, signed=[]), 'mlp_group': {}, 'symmetry_group': {}, 'symmetry_report': dict(probe=False),
        'log_permanent': {}, 'log_permanent_bounds': {}, 'log_permanent_sandwich': dict(planted=None), 'best_permutation': {},
        'MeanField.from_module': dict(std=.1), 'LowRank.from_module': dict(std=.1), 'UnitGaussian.from_module': dict(std=.1), 'MeanField.load': dict(path=file),
        'MeanField': dict(loc=lambda: torch.zeros(13), log_std=lambda: torch.zeros(13)), 'stack_posteriors': {},
        'LearnedNormal': dict(layout=net, std=1., per_input=(), spread=1.), 'IsotropicNormal': dict(std=1., mean=0.), 'LaplacePrior': dict(scale=1.),
        'StudentTPrior': dict(df=4., scale=1.), 'MixturePrior': dict(stds=(1., 2.), weights=(.5, .5), scale=1.), 'Problem': dict(group=None),
        'Gaussian': dict(std=.3, learned=False, spread=1.), 'StudentT': dict(df=4., scale=.3, learned=False, spread=1.),
        'TwoModes': dict(alpha=torch.ones(1), sigma=torch.ones(1), direction=torch.tensor([1., 0.])), 'nearest_mode': {}, 'Exact': dict(max_order=100),
        'Uniform': dict(chunk=10), 'Sinkhorn': {}, 'Soules': dict(refine=1), 'Bethe': {}, 'Sampled': {}, 'Planted': {}, 'mutual_information': dict(estimator=sb.Exact()),
        'mi_sandwich': dict(n=3), 'symmetrize': {}, 'elbo': dict(group=None), 'elbo_from_outputs': dict(group=None), 'OrthogonalSkip': dict(n_out=3), 'skip_mlp': {},
        'order_biases': dict(spread=.1), 'fix_weights': dict(share=.5, std=1.), 'MixingGate': dict(n=3, std=1.), 'breaking_strength': dict(params=draws),
        'load_data': dict(name='humps', seed=0), 'data_source': dict(name='humps'),
        'from_table': dict(table=lambda: pd.DataFrame(dict(a=range(20), y=range(20))), target='y', kind=None, categorical=(), drop=(), n_test=4, test_seed=0),
        'accuracy': of_probs, 'nll': dict(log_probs=lambda: probs().log(), y=labels, logits=...), 'brier': of_probs, 'ece': of_probs, 'adaptive_ece': of_probs,
        'predictive_probs': {}, 'predictive_entropy': {}, 'epistemic_mi': {},
        'ood_metrics': dict(scores_in=lambda: torch.rand(5), scores_out=lambda: torch.rand(5)),
        'classification_metrics': dict(logits=lambda: outputs(3), y=(x[:, 0]>0).long()), 'regression_metrics': {}, 'rmse': {}, 'coverage': {},
        'function_distances': dict(reference=outputs), 'plot_history': dict(history=lambda: sb.fit(problem(), q(), epochs=2, progress=False), column=None),
        'plot_predictions': dict(predictions=outputs, x=x[:, 0], y=None, std=None, data=...), 'plot_calibration': {}, 'mean_and_interval': dict(values=[1., 2., 3.]),
        'interval_table': dict(runs=lambda: seeds()[['method', 'value']], by='method'), 'paired_difference': dict(a=[1., 2., 3.], b=[2., 2., 1.], overlap=0.),
        'paired_by_seed': dict(a=lambda: seeds()[:3], b=lambda: seeds()[3:], column='value'), 'false_discovery': dict(p_values=[.1, .2]), 'predict': {},
        'evaluate': {}, 'account': {}, 'LocalReparam': {}, 'fit': dict(config=None, scheduler=None, stopping=None, checkpoint=None, callback=None),
        'TrainConfig': dict(scheduler=None), 'Stopping': {}, 'Checkpoint': dict(path=f'{folder}/c.pt', resume=False, label='', overwrite=True),
        'CollapsedLastLayer.from_module': dict(std=..., group=...), 'log_evidence': dict(base=None, reverse=False, twins=0), 'compare': dict(by='bound', posteriors=None, starts=1),
        'sample_posterior': dict(start=q, training=..., draws=2, warmup=20, student_t=False), 'importance_bound': dict(n=3), 'make_mlp': dict(activation='tanh'),
        'load_run': dict(folder=folder, model=None), 'sweep_summary': of_table | dict(by='method', values='value'), 'plot_sweep': of_table | dict(y='value', x='method'),
        'collect': dict(out=folder), 'Samples': dict(params=draws), 'align': {}, 'find_alignment': {}, 'wasserstein2': {}, 'interpolate': dict(t=.5),
        'loss_barrier': dict(model=problem), 'merge': dict(how='barycentre', prior=...), 'ensemble': dict(group=..., problem=...), 'mc_dropout': around | dict(p=.2),
        'swag': around | dict(optimiser='sgd', momentum=.9, rescale=True), 'laplace': around | dict(structure='diag', rescale=True),
        'sghmc': around | dict(friction=1., integrator='baoa'), 'multi_mode': dict(method=lambda: sb.laplace, n_modes=2), 'symmetries': {}, 'scaling_group': {},
        'min_mass': dict(group=lambda: sb.scaling_group(relu(), x)), 'unit_norm': dict(group=lambda: sb.scaling_group(relu(), x)),
        'canonicalize': dict(permutations=group), 'mmd2': dict(y=x), 'mmd_test': dict(y=x), 'PermutationGroup.act': dict(a=element), 'PermutationGroup.inverse': dict(a=element),
        'PermutationGroup.compose': dict(a=element, b=element), 'PermutationGroup.moved': dict(a=element), 'PermutationGroup.verify': {}}


def bases(folder: str) -> dict[str, tuple[Callable, dict[str, Callable]]]:
    "Functions by name, with what makes each of their arguments in a valid call"
    table = {}
    for name,given in own(folder).items():
        holder, _, method = name.partition('.')
        bound = group() if holder=='PermutationGroup' and method else getattr(sb, holder)
        f = getattr(bound, method) if method else bound
        made = {k: v for k,v in usual.items() if k in inspect.signature(f).parameters} | given
        table[name] = f, {k: v if inspect.isroutine(v) else (lambda v=v: v) for k,v in made.items() if v is not ...}
    return table


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
