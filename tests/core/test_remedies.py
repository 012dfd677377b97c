"What a message tells one to do works: each remedy is provoked, read from the message, and followed."
import ast, re, warnings
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

from cases import Net
import symbayes.all as sb
from symbayes.comparison.initial_elements import weight_matching
from symbayes.core.files import check_no_overwrite
from symbayes.core.messages import SymbayesError
from symbayes.core.tensors import free_parameters, Layout, streams
from symbayes.data.tables import read_table, table_scheme
from symbayes.discovery import continuous_group
from symbayes.distributions import CollapsedLastLayer, last_layer_problem
from symbayes.inference import linearised_moments
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

x = torch.linspace(-1, 1, 24)[:, None]
y = x.sin()
prior, noise, quiet = sb.IsotropicNormal(1.), sb.Gaussian(.3), dict(progress=False)

def rng(): return streams(0, 'remedies')

def mlp(act=nn.Tanh): return nn.Sequential(nn.Linear(1, 4), act(), nn.Linear(4, 1))

def dropping(): return nn.Sequential(nn.Linear(1, 4), nn.Dropout(), nn.Tanh(), nn.Linear(4, 1))

def problem(model=None, **parts): return sb.Problem(**dict(model=model or mlp(), prior=prior, likelihood=noise, data=(x, y), group=None) | parts)

def fitted(p, **options):
    q = sb.MeanField.from_module(p.model, .05)
    sb.fit(p, q, **dict(epochs=2, generator=rng(), **quiet) | options)
    return q

def square(likelihood):
    "Three labels for each example, of three classes"
    net = nn.Sequential(nn.Linear(1, 9), nn.Unflatten(-1, (3, 3)))
    return problem(net, likelihood=likelihood, data=(x, torch.arange(24)[:, None].expand(24, 3)%3))

halves = torch.full((24,), .5)

def around(**parts): return sb.multi_mode(sb.laplace, 2, 2)(problem(**parts), training=dict(epochs=2), **quiet)

def normed(structure):
    net = nn.Sequential(nn.Linear(1, 4), nn.LayerNorm(4), nn.Tanh(), nn.Linear(4, 1))
    return sb.laplace(problem(net), net, structure=structure, **quiet)

class Rows(IterableDataset):
    def __iter__(self): return iter(zip(x, y))

def untraced() -> Net:
    "A network whose graph depends on its weights"
    return Net(lambda s, x: s.inner(x) if s.inner.weight.sum()>0 else -s.inner(x), inner=(1, 1))

def twice() -> Net:
    "A network that reads the weights of a layer outside of it, too"
    return Net(lambda s, x: s.last(s.inner(x)+x@s.inner.weight.T), inner=(1, 4), last=(4, 1))

def then(inner: nn.Module, f) -> Net:
    "A network and a function of its outputs"
    return Net(lambda s, x: f(s.inner(x)), inner=inner)

def flat() -> Net: return then(mlp(), lambda t: t[:, 0])
def two_outputs() -> Net: return then(mlp(), lambda t: (t, t))

def dead_unit():
    net = mlp(nn.ReLU)
    for t in (net[0].weight, net[0].bias): t.data[0] = 0.
    return free_parameters(net), sb.scaling_group(net, x)


def kept(folder, **how):
    p = problem()
    return fitted(p, checkpoint=sb.Checkpoint(folder/'c.pt', **how))

def twice_kept(folder, **how):
    kept(folder)
    return kept(folder, **how)

def read_with(folder, **how):
    pd.DataFrame(dict(a=[1., 2.], y=[3., 4.]), index=['first', 'second']).to_csv(folder/'t.csv', **how)
    return read_table(folder/'t.csv')

def notation(folder, **how):
    (folder/'t.csv').write_text('a;y\n'+'\n'.join(f'1.{100+i};{i}' for i in range(20)))
    return table_scheme(read_table(folder/'t.csv', **how), 'y')

def of_semicolons(folder, sep):
    (folder/'t.csv').write_text('a|y\n'+'\n'.join(f'{i}|{i+.5}' for i in range(20)))
    return table_scheme(read_table(folder/'t.csv', sep=sep), 'y' if sep else 'a|y')

tiny = partial(BayesianMLPRegressor, max_steps=2, hidden_layer_sizes=2, prior=1., random_state=0)
dates = pd.Series(pd.date_range('2020', periods=20))
stack = torch.arange(20.).numpy()
broad = nn.Sequential(nn.Linear(1, 7000), nn.Tanh(), nn.Linear(7000, 1))
many_outputs = nn.Linear(1, 40_000)
outputs = many_outputs, sb.MeanField.from_module(many_outputs)
topped = mlp()
topped[0].requires_grad_(False)
def drawn(n): return {k: p.expand(n, *p.shape) for k,p in mlp().named_parameters()}

# the remedy as the message has it: what provokes it, what follows it; each takes a folder of its own
remedies = {
    "dead='unit_norm'": (lambda f: sb.min_mass(*dead_unit()), lambda f: sb.min_mass(*dead_unit(), dead='unit_norm')),
    "dead='unit_norm' ": (lambda f: sb.unit_norm(*dead_unit()), lambda f: sb.unit_norm(*dead_unit(), dead='unit_norm')),
    '`align`': (lambda f: weight_matching(sb.mlp_group(mlp()), free_parameters(mlp()), free_parameters(mlp())), lambda f: sb.align(mlp(), mlp(), sb.mlp_group(mlp()), generator=rng())),
    '--overwrite': (lambda f: check_no_overwrite(False, out=__file__), lambda f: check_no_overwrite(True, out=__file__)),
    '.module': (lambda f: Layout.of(nn.DataParallel(mlp())), lambda f: Layout.of(nn.DataParallel(mlp()).module)),
    'model.eval()': (lambda f: continuous_group(dropping(), x), lambda f: continuous_group(dropping().eval(), x)),
    'with .eval()': (lambda f: problem(nn.Sequential(nn.Linear(1, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))), lambda f: problem(nn.Sequential(nn.Linear(1, 3), nn.BatchNorm1d(3), nn.Linear(3, 1)).eval())),
    'weights=None': (lambda f: around(weights=halves), lambda f: around(weights=None)),
    "structure='diag' and": (lambda f: normed('kron'), lambda f: normed('diag')),
    "structure='full' take": (lambda f: normed('kron'), lambda f: normed('full')),
    'index=False': (lambda f: read_with(f), lambda f: read_with(f, index=False)),
    "decimal=','": (lambda f: notation(f), lambda f: notation(f, decimal=',')),
    '`sep`': (lambda f: of_semicolons(f, None), lambda f: of_semicolons(f, '|')),
    '.unsqueeze(-1)': (lambda f: problem(flat()), lambda f: problem(then(flat(), lambda t: t.unsqueeze(-1)))),
    'outputs= of Problem': (lambda f: problem(two_outputs()), lambda f: problem(two_outputs(), outputs=0)),
    'axis=-1': (lambda f: square(sb.Categorical()), lambda f: square(sb.Categorical(axis=-1))),
    'dataclasses.replace': (lambda f: sb.fit(problem(), sb.MeanField.from_module(mlp()), prior), lambda f: fitted(replace(problem(), prior=sb.IsotropicNormal(2.)))),
    'dataclasses.replace ': (lambda f: sb.ensemble(problem(), prior=prior), lambda f: sb.ensemble(replace(problem(), prior=sb.IsotropicNormal(2.)), n_members=2, epochs=2, **quiet)),
    'group=None': (lambda f: problem(untraced(), group='auto'), lambda f: problem(untraced(), group=None)),
    'n_data=': (lambda f: problem(data=DataLoader(Rows(), batch_size=8)), lambda f: problem(data=DataLoader(Rows(), batch_size=8), n_data=24)),
    'n_members=3': (lambda f: sb.ensemble(problem(), 3), lambda f: sb.ensemble(problem(), n_members=3, epochs=2, **quiet)),
    'Checkpoint(path, resume=True)': (lambda f: twice_kept(f), lambda f: kept(f, resume=True)),
    'Checkpoint(path, overwrite=True)': (lambda f: twice_kept(f), lambda f: kept(f, overwrite=True)),
    'local_reparam=False': (lambda f: fitted(problem(twice()), local_reparam=True), lambda f: fitted(problem(twice()), local_reparam=False)),
    'posteriors=None': (lambda f: sb.compare([problem()], by='annealing', posteriors={0: sb.MeanField.from_module(mlp())}, **quiet), lambda f: sb.compare([problem()], by='annealing', posteriors=None, chains=2, temperatures=3, steps=1, **quiet)),
    "y.astype('int64')": (lambda f: tiny().fit(stack[:, None], dates), lambda f: tiny().fit(stack[:, None], dates.astype('int64'))),
    'y.astype(str)': (lambda f: BayesianMLPClassifier().fit(stack[:, None], np.array(['a', 1]*10, dtype=object)), lambda f: BayesianMLPClassifier(max_steps=2, prior=1.).fit(stack[:, None], np.array(['a', 1]*10, dtype=object).astype(str))),
    'BayesianMLPClassifier()': (lambda f: tiny().fit(stack[:, None], np.array(['a', 'b']*10)), lambda f: BayesianMLPClassifier(max_steps=2, prior=1.).fit(stack[:, None], np.array(['a', 'b']*10))),
    "family='auto'": (lambda f: tiny(family='collapsed').fit(np.random.default_rng(0).normal(size=(5001, 1)), np.arange(5001.)), lambda f: tiny(family='auto').fit(np.random.default_rng(0).normal(size=(5001, 1)), np.arange(5001.))),
    "structure='kron' or structure='diag'": (lambda f: sb.laplace(problem(broad), structure='full'), lambda f: sb.laplace(problem(broad), structure='diag', training=dict(epochs=1), **quiet)),
    'linearised=False': (lambda f: sb.predict(mlp(), drawn, x, 2, linearised=True), lambda f: sb.predict(mlp(), drawn, x, 2, linearised=False)),
    'predict(problem, q, x, linearised=True)': (lambda f: linearised_moments(*outputs, x), lambda f: sb.predict(*outputs, x, 2, linearised=True)),
    'last_layer_problem(model, prior, likelihood, data)': (lambda f: CollapsedLastLayer.from_module(topped, prior, noise, (x, y)), lambda f: sb.laplace(last_layer_problem(topped, prior, noise, (x, y)), structure='kron', **quiet)),
    "'sampled' or 'auto'": (lambda f: tiny(noise='student', inference='variational').fit(stack[:, None], stack), lambda f: tiny(noise='student', inference='auto').fit(stack[:, None], stack)),
}

def of_notes(capsys, likelihood, train=False):
    model = nn.Sequential(nn.Linear(1, 4), nn.Dropout(.2), nn.Linear(4, 1)).train(train)
    fitted(problem(model, likelihood=likelihood), progress=True)
    return ''.join(capsys.readouterr())

# the same for warnings and for lines that a fit prints
said = {
    "fit(problem, q) learns it": (lambda: sb.laplace(problem(likelihood=sb.Gaussian(.3, learned=True)), training=dict(epochs=2), **quiet), lambda: fitted(problem(likelihood=sb.Gaussian(.3, learned=True)))),
    'requires_grad_(False)': (lambda: sb.laplace(problem(likelihood=sb.Gaussian(.3, learned=True)), training=dict(epochs=2), **quiet), lambda: sb.laplace(problem(likelihood=sb.Gaussian(.3, learned=True).requires_grad_(False)), training=dict(epochs=2), **quiet)),
    'leave out the Softmax': (lambda: classes(nn.Softmax(-1)), lambda: classes(nn.Identity())),
    'max_steps=12': (lambda: tiny(family='mean_field').fit(*many), lambda: tiny(family='mean_field', max_steps=12).fit(*many))}
many = np.random.default_rng(0).normal(size=(1200, 1)), np.arange(1200.)

def classes(last): return problem(nn.Sequential(nn.Linear(1, 3), last), likelihood=sb.Categorical(), data=(x, torch.arange(24)%3))

@pytest.mark.defect('P7')
@pytest.mark.parametrize('remedy', said)
def test_the_remedy_of_a_warning_works(remedy):
    "After it the warning is not there"
    provoke, follow = said[remedy]
    with pytest.warns(UserWarning) as found: provoke()
    assert any(remedy in str(w.message) for w in found), [str(w.message) for w in found]
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        follow()
    assert not any(remedy in str(w.message) for w in found)

@pytest.mark.parametrize('remedy,how', [('learned=True', dict(likelihood=sb.Gaussian(5.))), ('model.eval()', dict(likelihood=noise, train=True))])
def test_the_remedy_of_a_printed_line_works(remedy, how, capsys):
    assert remedy in of_notes(capsys, **how)
    assert remedy not in of_notes(capsys, **dict(learned=dict(likelihood=sb.Gaussian(5., learned=True)), model=dict(likelihood=noise))[remedy.partition('=')[0].partition('.')[0]])

@pytest.mark.defect('P7')
@pytest.mark.parametrize('remedy', remedies)
def test_the_remedy_of_a_message_works(remedy, tmp_path):
    provoke, follow = remedies[remedy]
    for name in ('provoked', 'followed'): (tmp_path/name).mkdir()
    with pytest.raises(SymbayesError) as e: provoke(tmp_path/'provoked')
    assert remedy.strip() in str(e.value), str(e.value)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        follow(tmp_path/('provoked' if 'resume' in remedy else 'followed'))

elsewhere = {'probe=True': 'discovery/test_reports.py', 'probe=False': 'discovery/test_reports.py', 'recorded=False': 'inference/test_steps.py', "processes='samples'": 'core/test_processes.py'}
facts = {'requires_grad=False', 'corrected=True', 'local_reparam=True'}  # what was given, or what a word means

def test_every_argument_that_a_message_names_is_tried(root):
    "Messages of all modules but those of tables and commands"
    told = {}
    for path in sorted((root/'symbayes').rglob('*.py')):
        place = path.relative_to(root/'symbayes').as_posix()
        if place.startswith(('experiments/', 'runs/', 'sklearn', '_', 'testing/')): continue
        tree = ast.parse(path.read_text())
        texts = [''.join(v.value if isinstance(v, ast.Constant) else '{}' for v in n.values) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr)]
        texts += [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and '\n' not in n.value]
        for t in texts:
            if len(t.split())>3: told |= dict.fromkeys(re.findall(r"(?<![\w.(])[a-z_]+=(?:None|True|False|'[\w ]+')", t), place)
    tried = ' '.join([*remedies, *said])
    for remedy,file in elsewhere.items(): assert remedy in (root/'tests'/file).read_text(), remedy
    unknown = {k: v for k,v in told.items() if k not in tried and k not in elsewhere and k not in facts and k!='learned=True'}
    assert len(told)>10 and not unknown, unknown
