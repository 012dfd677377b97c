"Wrong but plausible input at the public doors: a line of the package, or a result; never an error of torch, NumPy, pandas or scikit-learn."
from itertools import product

import numpy as np
import pandas as pd
import pytest
import torch
from torch import nn

import symbayes.all as sb
from symbayes.core.messages import SymbayesError
from symbayes.sklearn import BayesianMLPClassifier, BayesianMLPRegressor

n, rng, quiet = 12, np.random.default_rng(0), dict(progress=False)
numbers, days, words = rng.normal(size=(n, 2)), pd.date_range('2024-01-01', periods=n), list('abcabcabcabc')
frame = pd.DataFrame(numbers, columns=['a', 'b'])
inputs = {
    'numbers': numbers, 'frame': frame, 'dates': frame.assign(b=days), 'dates alone': days, 'a list of dates': list(days), 'spans': frame.assign(b=days-days[0]), 'zones': frame.assign(b=days.tz_localize('UTC')),
    'words': words, 'words in a frame': frame.assign(b=words), 'categories': frame.assign(b=pd.Categorical(words)), 'None inside': [[1., None]]*n, 'object array': frame.assign(b=[None, 1.]*6).to_numpy(object),
    'ragged': [[1., 2.]]*(n-1)+[[1.]], 'NaN': frame.mask(frame>1), 'infinite': frame.replace(frame.iloc[0, 0], np.inf), 'nullable': frame.round().astype('Int64'), 'complex': numbers+1j, 'whole numbers': (10*numbers).astype(int),
    'half': numbers.astype(np.float16), 'yes or no': numbers>0, 'bytes': numbers.astype('S4'), 'lists': numbers.tolist(), 'a series': frame['a'], 'one number': 3., 'none': None, 'nothing': numbers[:0], 'one row': numbers[0],
    'cube': numbers[..., None], 'more columns': np.hstack([numbers, numbers]), 'a dict of columns': {k: frame[k].to_numpy() for k in frame}, 'a dict of lists': frame.to_dict('list'), 'records': frame.to_dict('records'),
    'two frames': (frame, frame), 'a set': {1., 2.}, 'a path': 'table.csv', 'sparse': torch.eye(n)[:, :2].to_sparse(), 'a generator': (r for r in numbers), 'masked': np.ma.masked_less(numbers, 0), 'structured': frame.to_records(index=False)}
targets = {
    'numbers': numbers[:, 0], 'column': numbers[:, :1], 'dates': days, 'spans': days-days[0], 'words': words, 'word array': np.array(words), 'None inside': [0, 1, None]*4, 'words and None': ['a', 'b', None]*4, 'NaN': frame.mask(frame>0)['a'],
    'labels from one': np.arange(n)%2+1, 'negative labels': np.arange(n)%2-1, 'real labels': (np.arange(n)%2).astype(float), 'yes or no': numbers[:, 0]>0, 'one-hot': np.eye(2)[np.arange(n)%2], 'categories': pd.Series(pd.Categorical(words)),
    'nullable': pd.Series(np.arange(n)%2, dtype='Int64').mask(numbers[:, 0]>1), 'one class': np.zeros(n, int), 'shorter': numbers[:5, 0], 'a frame': frame, 'none': None, 'one number': 1, 'nothing': numbers[:0, 0], 'a set': {0, 1}, 'complex': numbers[:, 0]+1j,
    'cube': numbers[..., None], 'a list of tensors': [torch.tensor(1.)]*n, 'infinite': np.where(numbers[:, 0]>0, np.inf, 0.), 'strings of numbers': [str(v) for v in numbers[:, 0]], 'a name': 'y', 'a list of names': ['y', 'z']}

def net(out=2): return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, out))
prior = sb.IsotropicNormal(1.)
good = torch.as_tensor(numbers).float()
model = net(1)
problem, q = sb.Problem(model, prior, sb.Gaussian(.3), (good, good[:, :1]), None), sb.MeanField.from_module(model, .1)
quick = dict(inference='variational', max_steps=2, random_state=0)
regressor, classifier = BayesianMLPRegressor(3, **quick).fit(numbers, numbers[:, 0]), BayesianMLPClassifier(3, **quick).fit(numbers, np.arange(n)%2)
doors = {
    'Problem, real': lambda x, y: sb.Problem(net(1), prior, sb.Gaussian(.3), (x, y), None), 'Problem, classes': lambda x, y: sb.Problem(net(), prior, sb.Categorical(), (x, y), None),
    'Problem, yes or no': lambda x, y: sb.Problem(net(1), prior, sb.Bernoulli(), (x, y), None), 'Problem, one list': lambda x, y: sb.Problem(net(1), prior, sb.Gaussian(.3), [x, y], None),
    'Problem, dict': lambda x, y: sb.Problem(net(1), prior, sb.Gaussian(.3), dict(input=x, labels=y), None), 'account': lambda x, y: sb.account(problem, q, (x, y), n_samples=2, K=2, **quiet),
    'regressor': lambda x, y: BayesianMLPRegressor(3, **quick).fit(x, y), 'classifier': lambda x, y: BayesianMLPClassifier(3, **quick).fit(x, y)}
of_inputs = {
    'predict': lambda x: sb.predict(problem, q, x, 2), 'symmetry_group': lambda x: sb.symmetry_group(net(), x), 'Problem of inputs alone': lambda x: sb.Problem(net(1), prior, sb.Gaussian(.3), x, None),
    'regressor.predict': lambda x: regressor.predict(x), 'classifier.predict_proba': lambda x: classifier.predict_proba(x)}
of_targets = {
    'Gaussian.check': lambda y: sb.Gaussian(.3).check(y, 1), 'Categorical.check': lambda y: sb.Categorical().check(y, 2), 'regressor.log_density': lambda y: regressor.log_density(numbers, y), 'classifier.score': lambda y: classifier.score(numbers, y),
    'classification_metrics': lambda y: sb.classification_metrics(torch.zeros(3, n, 2), y), 'regression_metrics': lambda y: sb.regression_metrics(torch.zeros(3, n, 1), y, .3)}
calls = {(door, f'inputs: {k}'): (lambda f=f, v=v: f(v, good[:, 0].numpy() if 'classes' not in door and 'classifier' not in door else np.arange(n)%2)) for (door,f),(k,v) in product(doors.items(), inputs.items())}
calls |= {(door, f'targets: {k}'): (lambda f=f, v=v: f(numbers, v)) for (door,f),(k,v) in product(doors.items(), targets.items())}
calls |= {(door, f'inputs: {k}'): (lambda f=f, v=v: f(v)) for (door,f),(k,v) in product(of_inputs.items(), inputs.items())}
calls |= {(door, f'targets: {k}'): (lambda f=f, v=v: f(v)) for (door,f),(k,v) in product(of_targets.items(), targets.items())}

def outcome(call) -> str:
    "Why a call ended in another way than with a result, or with a line of the package"
    try: call()
    except SymbayesError as e: return '' if '\n' not in str(e) and len(str(e))<600 else f'several lines: {e}'
    except Exception as e: return f'{type(e).__name__}: {str(e)[:160]}'
    return ''

@pytest.mark.defect('V4')
@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('door', [*doors, *of_inputs, *of_targets])
def test_wrong_but_plausible_input_is_a_line(door):
    found = {case: outcome(f) for (at,case),f in calls.items() if at==door}
    assert len(found)>20 and len(calls)>300 and not {k: v for k,v in found.items() if v}
