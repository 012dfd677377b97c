"Files and frames of one's own as data sets."
import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.datasets import load_digits, load_wine

from cases import refused
from symbayes.data.tables import from_table
from symbayes.data.splits import load_data

rng = np.random.default_rng(0)
frame = pd.DataFrame(dict(a=rng.normal(5, 2, 100), city=rng.choice(['x', 'y', 'z'], 100), n=rng.integers(0, 10, 100)))
frame['y'] = 3*frame.a+(frame.city=='x')
frame['kind'] = np.where(frame.a>5, 'big', 'small')

@pytest.fixture
def path(tmp_path):
    frame.to_csv(tmp_path/'mine.csv', index=False)
    return tmp_path/'mine.csv'

def rows(x): return sorted(map(tuple, x.double().mul(1e3).round().int().tolist()))

def test_a_table_is_dealt_out_once(path):
    d = from_table(frame, 'y')
    assert [len(x) for x,_ in d.parts.values()]==[72, 8, 20] and d.x_train.shape[1]==7 and d.kind=='regression'
    assert abs(d.x_train[:, 0].mean())<1e-6 and abs(d.x_train[:, 0].std(correction=0)-1)<1e-6 and abs(d.y_train.std(correction=0)-1)<1e-6
    everything = torch.cat([d.unscale(x) for x,_ in d.parts.values()])
    assert rows(everything[:, :1])==rows(torch.tensor(frame[['a']].to_numpy()))
    targets = torch.cat([d.table.unscale(y) for _,y in d.parts.values()])
    assert np.allclose(np.sort(targets[:, 0]), np.sort(frame.y), atol=1e-4)
    by_file = load_data(path, target='y')
    assert by_file.name=='mine.csv' and d.name=='table' and all(torch.equal(*t) for p in d.parts for t in zip(d.parts[p], by_file.parts[p]))

def test_inputs_stay_with_their_targets():
    d = from_table(frame, 'y')
    for x,y in d.parts.values():
        x = d.unscale(x)
        assert torch.allclose(d.table.unscale(y)[:, 0], 3*x[:, 0]+x[:, d.table.inputs.index('city=x')], atol=1e-4)

def test_the_test_part_does_not_move(path):
    a, b, c = load_data(path, target='y'), load_data(path, target='y', seed=1), load_data(path, target='y', test_seed=1)
    assert rows(a.unscale(a.x_test))==rows(b.unscale(b.x_test))!=rows(c.unscale(c.x_test))
    assert rows(a.unscale(a.x_valid))!=rows(b.unscale(b.x_valid))

def test_sizes(path):
    d = load_data(path, target='y', n_train=10, n_valid=.25, n_test=30)
    assert [len(x) for x,_ in d.parts.values()]==[10, 18, 30]
    assert len(load_data(path, target='y', n_test=0).x_test)==0
    small = load_data(path, target='kind', n_train=10)
    assert small.y_train.bincount().tolist()==[5, 5] and small.table.classes==('big', 'small')
    assert abs(small.x_train[:, 0].mean())<1e-6

def test_options_reach_the_scheme(path):
    assert load_data(path, target='n').n_classes==10 and load_data(path, target='n', kind='regression').n_classes is None
    d = load_data(path, target='y', categorical=['n'], drop='kind')
    assert 'kind' not in d.table.columns and sum(k.startswith('n=') for k in d.table.inputs)==10

@pytest.mark.parametrize('options,message', [
    (dict(), 'no target named, expected one of the columns a, city'), (dict(target='price'), "no column 'price', expected one of a, city, n, y, kind"),
    (dict(target='y', n_test=1.), 'n_test is 1.0 of 100 rows'), (dict(target='y', n_test=-1), 'n_test is -1'),
    (dict(target='y', n_train=100), '100 training and .* wanted of 80'), (dict(target='y', kind='other'), "kind is 'other'"),
    (dict(target='y', colour=1), "'.*mine.csv' has no option colour, expected target or kind"), (dict(target='y', drop=['a', 'n', 'city', 'kind']), 'no column beside'),
])
def test_refused(path, options, message): refused(message, load_data, path, **options)

# arrays

x, y = load_wine(return_X_y=True)

def test_arrays_of_a_table(tmp_path):
    np.savez(tmp_path/'wine.npz', x=x, y=y)
    d = load_data(tmp_path/'wine.npz')
    assert d.n_classes==3 and d.x_train.shape[1]==13 and d.table.classes==(0, 1, 2) and abs(d.x_train.mean())<1e-6 and d.name=='wine.npz'
    assert torch.allclose(d.table.transform(tmp_path/'wine.npz').mean(0), ((torch.tensor(x).float()-d.scaling['x_mean'])/d.scaling['x_std']).mean(0), atol=1e-4)
    assert load_data(tmp_path/'wine.npz', kind='regression').kind=='regression'

def test_arrays_of_images(tmp_path):
    images, labels = load_digits().images[:, None], load_digits().target
    np.savez(tmp_path/'digits.npz', x=images.astype(np.uint8), y=labels)
    d = load_data(tmp_path/'digits.npz', n_test=297)
    assert d.x_train.shape==(1350, 1, 8, 8) and d.table is None and d.scaling['x_mean'].shape==(1, 1, 1, 1)
    assert load_data(tmp_path/'digits.npz', flat=True).x_train.shape[1]==64
    assert load_data(tmp_path/'digits.npz', n_train=20).y_train.bincount().tolist()==[2]*10

@pytest.mark.parametrize('valid', [False, True])
def test_arrays_in_parts(tmp_path, valid):
    parts = dict(x_train=x[:100], y_train=x[:100, 0], x_test=x[120:], y_test=x[120:, 0]) | (dict(x_valid=x[100:120], y_valid=x[100:120, 0]) if valid else {})
    np.savez(tmp_path/'parts.npz', **parts)
    d = load_data(tmp_path/'parts.npz', n_train=50)
    assert [len(t) for t,_ in d.parts.values()]==[50, 20 if valid else 10, 58] and d.kind=='regression'
    assert torch.allclose(d.unscale(d.x_test), torch.tensor(x[120:]).float(), rtol=1e-4) and np.allclose(d.table.unscale(d.y_test)[:, 0], x[120:, 0], atol=1e-4)
    if valid: assert torch.allclose(d.unscale(d.x_valid), torch.tensor(x[100:120]).float(), rtol=1e-4)

@pytest.mark.parametrize('arrays,message', [
    (dict(a=x), 'holds arrays a, expected x and y'), (dict(x=x), 'holds arrays x, expected'), (dict(x=x, y=y[:-1]), r'x has shape \(178, .* y has shape \(177,\), expected numbers'),
    (dict(x_train=x, y_train=y), 'expected x and y, or x_train'), (dict(x=x.astype(str), y=y), 'x has shape .* expected numbers'),
    (dict(x=x, y=np.where(y==0, np.nan, y)), "column 'y' has no value in row 1"), (dict(x=np.where(x>1e3, np.nan, x), y=y), 'NaN'),
    (dict(x=x, y=np.stack([y, y], 1), kind='classification'), 'expected .n,. for classes'),
])
def test_arrays_refused(tmp_path, arrays, message):
    options = {k: arrays.pop(k) for k in ('kind',) if k in arrays}
    np.savez(tmp_path/'wrong.npz', **arrays)
    refused(message, load_data, tmp_path/'wrong.npz', **options)

@pytest.mark.defect('R17')
@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('x,said', [(np.zeros((30, 0)), 'has shape \\(30, 0\\)'), (np.full((30, 2), 1e300), 'above 1e\\+30')])
def test_odd_arrays_are_refused_without_warnings(x, said, tmp_path):
    "Raises before torch or numpy warns"
    np.savez(tmp_path/'t.npz', x=x, y=np.arange(30.))
    refused(said, load_data, tmp_path/'t.npz')

@pytest.mark.defect('R16')
@pytest.mark.parametrize('how', [dict(n_test='a'), dict(n_test=float('nan')), dict(n_test=None), dict(test_seed='a'), dict(n_train='a'), dict(seed=None), dict(seed=1.5)])
def test_odd_sizes_and_seeds_are_refused(how, tmp_path):
    "Raises one line that names the option"
    np.savez(tmp_path/'t.npz', x=np.random.default_rng(0).standard_normal((30, 2)), y=np.arange(30.))
    refused(next(iter(how)), load_data, tmp_path/'t.npz', **how)
