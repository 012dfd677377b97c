"Cells: names that follow from content, files that are found again, random numbers by seed and use."
import json, math, re, struct
from dataclasses import dataclass, field, fields, replace

import numpy as np
import pandas as pd
import cloudpickle
import pytest
import torch
from hypothesis import assume, given, settings, strategies as st

from cases import refused
from symbayes.core.messages import SymbayesError
from symbayes.runs.jobs import Call, Cell, cached, read_record, record_names

@dataclass(frozen=True)
class Part: a: int = 1; b: str = 'x'

@dataclass(frozen=True)
class Toss(Cell):
    name: str
    part: Part = Part()
    sides: tuple = (1, 2)
    p: float = .5
    extra: dict = field(default_factory=dict)
    seeds: int = 2
    first_seed: int = 0
    def run(self, offset=0.):
        return pd.DataFrame({'seed': range(self.first_seed, self.first_seed+self.seeds), 'x': [torch.rand((), generator=g).item()+offset for g in self.generators('toss')]})

@dataclass(frozen=True)
class Other(Toss): pass

changed = dict(name='b', part=Part(2), sides=(1, 3), p=.5000000001, extra={'k': 1}, seeds=3, first_seed=1)

def test_every_field_and_the_class_are_in_the_key():
    assert set(changed)=={f.name for f in fields(Toss)}
    keys = [Toss('a').key, Other('a').key, *(replace(Toss('a'), **{k: v}).key for k,v in changed.items())]
    assert len(set(keys))==len(keys)

def test_keys_stay():
    "Names of files that people have: this changes only if all results are to be made anew"
    assert Toss('a').key=='toss-name=a-56da5d47f6' and Toss('a', sides=(4,), p=.25).slug=='toss-name=a-sides=4-p=0.25'

@pytest.mark.parametrize('name', ['a/b\\c:d*e?f"g<h>i|j', 'ä 漢\n\t', '../../etc', 'x'*1000, '', '漢'*200, '🙂'*200, '.', 'CON', 'a.failed'], ids=lambda n: repr(n)[:20])
def test_any_text_makes_a_file_name(name, tmp_path):
    cell = Toss(name)
    assert cell.file(tmp_path).parent==tmp_path and len(cell.key)<=140
    assert len(cached(cell, tmp_path))==2 and [p.name for p in tmp_path.iterdir()]==[f'{cell.key}.json']

def test_a_result_is_read_whole_and_options_do_not_name_it(tmp_path):
    cell = Toss('a')
    made = cached(cell, tmp_path, offset=1.)
    pd.testing.assert_frame_equal(cached(cell, tmp_path, offset=2.), made)
    pd.testing.assert_frame_equal(cached(cell, offset=1.), made)
    assert cell.file(tmp_path).exists() and cell.file(tmp_path, '.safetensors').suffix=='.safetensors'
    cell.file(tmp_path).write_bytes(b'\xff\xfe\x00')
    refused('cannot read the result', cached, cell, tmp_path)

def test_a_run_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(TypeError): cached(Toss('a'), tmp_path, nope=1)
    with pytest.raises(NotImplementedError, match='Cell has no run'): cached(Cell(), tmp_path)
    assert not list(tmp_path.iterdir())

# calls

numbers = st.one_of(st.integers(-2**70, 2**70), st.floats(allow_nan=False), st.booleans())
texts = st.text(st.characters(exclude_categories=['Cs']), max_size=12)
scalars = st.one_of(st.none(), numbers, texts)
values = st.recursive(scalars, lambda v: st.one_of(st.lists(v, max_size=3), st.dictionaries(texts, v, max_size=3)), max_leaves=6)
keywords = st.fixed_dictionaries({'a': values}, optional={k: values for k in 'bcde'})
usual = dict(b=2, c='x', d=None, e=(1, .5))

def key(**k): return Call('sweep_runs:keyed', k).key

def other_form(v, kind):
    "The same value as somebody else writes it"
    if isinstance(v, dict): return {k: other_form(x, kind) for k,x in reversed(v.items())}
    if isinstance(v, (list, tuple)): return (tuple if kind=='tuple' else list)(other_form(x, kind) for x in v)
    if isinstance(v, bool): return np.bool_(v) if kind=='numpy' else v
    if isinstance(v, int) and abs(v)<2**53: return {'float': float(v), 'numpy': np.int64(v), 'torch': torch.tensor(v)}.get(kind, v)
    if isinstance(v, float): return {'numpy': np.float64(v), 'torch': torch.tensor(v, dtype=torch.float64)}.get(kind, v)
    return np.str_(v) if isinstance(v, str) and kind=='numpy' and '\0' not in v else v

@given(keywords, st.sampled_from(['tuple', 'float', 'numpy', 'torch', '']), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_equal_keywords_have_one_key(k, kind, r):
    "In any order, defaults given or not, numbers and lists of any kind"
    names = [*k]
    r.shuffle(names)
    assert key(**k)==key(**{n: other_form(k[n], kind) for n in names})==key(**usual|k)
    assert re.fullmatch(r'[\w.+=-]{1,140}', key(**k))

def same(v, w):
    "Equal as values: True is not 1, and 1.0 is"
    if isinstance(v, bool)!=isinstance(w, bool): return False
    if isinstance(v, dict) and isinstance(w, dict): return v.keys()==w.keys() and all(same(v[k], w[k]) for k in v)
    if isinstance(v, (list, tuple)) and isinstance(w, (list, tuple)): return len(v)==len(w) and all(map(same, v, w))
    return type(v) is type(w) and v==w or isinstance(v, (int, float)) and isinstance(w, (int, float)) and v==w

@given(values, values, st.sampled_from('abcde'))
@settings(max_examples=150, deadline=None)
def test_other_values_have_other_keys(v, w, name):
    assert (key(**{'a': 0} | {name: v})==key(**{'a': 0} | {name: w}))==same(v, w)

@pytest.mark.parametrize('v,w', [(True, 1), (False, 0), (1, '1'), (None, 'None'), ([], None), ([1, 2], [2, 1]), ([1], 1), ({'x': 1}, {'x': '1'}), (math.inf, -math.inf), (math.nan, 'NaN'), (.1, .1+1e-17*2), (2**53, 2**53+1),
    (1e-320, 0), ('a', 'a '), ('ä', 'a\u0308'), ([[1], 2], [1, [2]]), ({}, [])], ids=repr)
def test_these_are_told_apart(v, w): assert key(a=v)!=key(a=w)

def test_the_key_is_that_of_the_keywords_as_given():
    "The function gets what it was given; a float that is whole stays one"
    assert [cached(Call('sweep_runs:keyed', {'a': v})).a[0] for v in (1., 1, '1', None)]==['1.0', '1', '1', 'None']

# results

tables: dict[str, pd.DataFrame] = {}

@dataclass(frozen=True)
class Given(Cell):
    name: str
    def run(self): return tables[self.name]

def bits(v):
    "A value so that equal ones are the same: floats by their bits, any nan alike"
    if isinstance(v, float): return 'nan' if math.isnan(v) else struct.pack('d', v)
    return 'missing' if v is None or v is pd.NA else (type(v).__name__, v)

def same_table(a, b):
    assert list(a.columns)==list(b.columns) and len(a)==len(b)
    for c in a: assert a[c].dtype==b[c].dtype and [*map(bits, a[c].tolist())]==[*map(bits, b[c].tolist())], c

def round_trip(t, folder):
    tables['t'] = t
    cell = Given('t')
    made = cached(cell, folder)
    tables['t'] = None
    read = cached(cell, folder)
    cell.file(folder).unlink()
    same_table(made, read)
    return read

columns = st.sampled_from([st.floats(), st.floats(allow_subnormal=True, width=64), st.integers(-2**63, 2**63-1), st.booleans(), texts, st.one_of(st.none(), texts), st.one_of(st.none(), st.floats(allow_nan=False))])

@given(st.dictionaries(texts, columns, min_size=1, max_size=4), st.integers(0, 4), st.data())
@settings(max_examples=100, deadline=None)
def test_a_table_that_is_read_is_the_one_that_was_made(tmp_path_factory, kinds, n, data):
    "Floats to the bit, numbers, text, truth and what is missing"
    assume(all(c.strip() for c in kinds))
    t = pd.DataFrame({c: data.draw(st.lists(kind, min_size=n, max_size=n)) for c,kind in kinds.items()})
    same_table(round_trip(t, tmp_path_factory.getbasetemp()/'tables'), t)

@pytest.mark.parametrize('back,shape', [({'x': [1, 2], 'y': 'a'}, (2, 2)), ({'x': torch.tensor(1.5), 'y': np.float64(2.)}, (1, 2)), ({'x': torch.arange(3), 'y': np.arange(3.)}, (3, 2)), (pd.Series({'x': 1, 'y': 'a'}), (1, 2)), ({'x': []}, (0, 1)), ({}, None),
    ({'x': [1, 2], 'y': [1, 2, 3]}, None), (None, None), (3, None), ([{'x': 1}], None), ({'x': object()}, None), ({'x': {'a': 1}}, None), ({'x': torch.nn.Linear(1, 1)}, None), ({('a', 1): 2}, None), ({'x': torch.zeros(2, 2)}, None)], ids=lambda v: type(v).__name__)
def test_what_a_run_gives_back(back, shape, tmp_path):
    "Numbers of torch and numpy are numbers; what is no table is refused in a line, or comes back as it was made"
    tables['t'] = back
    if shape is not None: assert round_trip(back, tmp_path).shape==shape
    else:
        try: round_trip(back, tmp_path)
        except Exception as e: assert not list(tmp_path.iterdir()) and isinstance(e, (SymbayesError, ValueError)), repr(e)

def test_records_are_known_by_name(tmp_path):
    cell = Call('sweep_runs:rows', {'i': 1})
    cached(cell, tmp_path)
    assert record_names(tmp_path)=={cell.key: 'done'} and record_names(tmp_path/'none')=={}
    (tmp_path/f'{cell.key}.json').replace(tmp_path/f'{cell.key}.json')
    r = read_record(tmp_path, cell.key)
    assert (r.key, r.status, r.error, r.content)==(cell.key, 'done', '', json.loads(json.dumps(cell.content))) and 0<=r.seconds<60
    same_table(r.table, cached(cell, tmp_path))

@pytest.mark.parametrize('damage', [b'', b'{', b'\xff\xfe', b'[]', b'{"table": 3}', b'null'], ids=repr)
def test_a_damaged_record_is_one_line_with_its_name(damage, tmp_path):
    cell = Call('sweep_runs:rows', {'i': 1})
    cached(cell, tmp_path)
    cell.file(tmp_path).write_bytes(damage)
    refused(re.escape(cell.key), cached, cell, tmp_path)
    refused(re.escape(cell.key), read_record, tmp_path, cell.key)

def test_a_keyword_may_be_called_function(tmp_path, monkeypatch):
    "It does not take the place of the function's own name"
    monkeypatch.syspath_prepend(tmp_path)
    for m in 'ab': (tmp_path/f'room_{m}.py').write_text(f'def f(function=0, keywords=0, script=0, key=0, cls=0): return {{"room": "{m}"}}\n')
    more = dict(function='q', keywords='k', script='s', key='x', cls='c')
    assert Call.of('room_a:f', **more).key!=Call.of('room_b:f', **more).key
    assert cached(Call.of('room_a:f', **more), tmp_path).room[0]=='a' and cached(Call.of('room_b:f', **more), tmp_path).room[0]=='b'

@pytest.mark.parametrize('text,say', [('1/0', 'ZeroDivisionError|division'), ('def f(:', 'syntax'), ('import no_such_thing', 'no_such_thing'), ('raise SystemExit(3)', '3')])
def test_a_module_with_a_mistake(text, say, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path/'faulty_room.py').write_text(text)
    refused(f'faulty_room.*({say})', lambda: Call.of('faulty_room:f').key)

def test_a_class_that_travels_by_value_keeps_the_names_of_its_cells():
    "As one of a script or a notebook: its sentinels are copies"
    own = {'__name__': '__main__', 'Cell': Cell}
    exec('from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Traveller(Cell):\n    seeds: int = 3\n', own)
    cell = own['Traveller'](5)
    again = cloudpickle.loads(cloudpickle.dumps(cell))
    assert type(again) is not Cell and (again.slug, again.key)==(cell.slug, cell.key)
