"Cells: names that follow from content, files that are found again, random numbers by seed and use."
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from symbayes.core import SymbayesError
from symbayes.experiments.kurle import KurleRun
from symbayes.experiments.tasks import ImageCell
from symbayes.experiments.tractable import Toy, ToyCell
from symbayes.experiments.references import ReferenceCell
from symbayes.experiments.wide_nets import Method, WideCell
from symbayes.cells import Cell, cached


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

@pytest.mark.parametrize('cell,other', [
    (ImageCell(), dict(width=31, estimator='none', n_train=0, prior_std=1.0000001, seeds=11, epochs=11, lr=.0010000001, anneal=True, init_std=.02000000001, trace=False, draws=101, data='digits', first_seed=1, n_mi_samples=2)),
    (KurleRun(), dict(cures=('skip',), data='wine', n_train=5, steps=3, samples=2, seeds=2, prior_std=1.0000001, init_std=.051, lr=.1, width=3, depth=2, batch_size=7, draws=2)),
    (WideCell('wide_sinc', 10, Method()), dict(task='wine', width=11, method=Method(temperature=.5000001), seeds=2, steps=2, n_train=3, scale=2., first_seed=2, depth=2, activation='selu', spread=.1, data_seed=1)),
    (ToyCell(Toy(), 'mean_field'), dict(toy=Toy(.1000001), method='symmetrized', converged=False, seeds=2)),
    (ReferenceCell('wide_sinc', 10), dict(task='wine', width=11, depth=2, activation='selu', temperature=.5, scale=2., data_seed=1)),
], ids=lambda v: type(v).__name__)
def test_the_cells_of_the_experiments(cell, other):
    "Every field is told apart in the file's name"
    assert set(other)==set(cell.__dataclass_fields__)
    keys = [cell.key, *(replace(cell, **{k: v}).key for k,v in other.items())]
    assert len(set(keys))==len(keys) and all(re.fullmatch(r'[\w.+=-]{1,140}', k) for k in keys)

@pytest.mark.parametrize('a,b', [(1, 1.), (.5, np.float64(.5)), (3, np.int64(3)), (2., torch.tensor(2)), (Path('a/b'), 'a/b'), ((1, 2), [1, 2]), (-0., 0.)], ids=str)
def test_equal_content_has_one_key(a, b): assert Toss('a', p=a).key==Toss('a', p=b).key

def test_the_order_of_a_dict_does_not_matter():
    assert Toss('a', extra={'x': 1, 'y': 2}).key==Toss('a', extra={'y': 2, 'x': 1}).key!=Toss('a', extra={'x': 2, 'y': 1}).key

def test_keys_stay():
    "Names of files that people have: this changes only if all results are to be made anew"
    assert Toss('a').key=='toss-name=a-56da5d47f6' and Toss('a', sides=(4,), p=.25).slug=='toss-name=a-sides=4-p=0.25'

@pytest.mark.parametrize('name', ['a/b\\c:d*e?f"g<h>i|j', 'ä 漢\n\t', '../../etc', 'x'*1000, ''], ids=repr)
def test_any_text_makes_a_file_name(name, tmp_path):
    cell = Toss(name)
    assert cell.file(tmp_path).parent==tmp_path and len(cell.key)<=140
    assert len(cached(cell, tmp_path))==2 and [p.name for p in tmp_path.iterdir()]==[f'{cell.key}.json']

@pytest.mark.parametrize('value,say', [(len, 'builtin_function'), (torch.zeros(2), 'Tensor'), (object(), 'object'), ({1, 2}, 'set'), (Part, 'type')], ids=lambda v: type(v).__name__)
def test_what_has_no_content_is_refused(value, say):
    with pytest.raises(SymbayesError, match=f'field Toss.p holds {say}'): Toss('a', p=value).key
    with pytest.raises(SymbayesError, match=r"field Toss.extra\['k'\]\[0\] holds"): Toss('a', extra={'k': [value]}).key

def test_a_result_is_read_whole_and_options_do_not_name_it(tmp_path):
    cell = Toss('a')
    made = cached(cell, tmp_path, offset=1.)
    pd.testing.assert_frame_equal(cached(cell, tmp_path, offset=2.), made)
    pd.testing.assert_frame_equal(cached(cell, offset=1.), made)
    assert cell.file(tmp_path).exists() and cell.file(tmp_path, '.safetensors').suffix=='.safetensors'
    cell.file(tmp_path).write_bytes(b'\xff\xfe\x00')
    with pytest.raises(SymbayesError, match='cannot read the result'): cached(cell, tmp_path)

def test_a_run_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(TypeError): cached(Toss('a'), tmp_path, nope=1)
    with pytest.raises(NotImplementedError, match='Cell has no run'): cached(Cell(), tmp_path)
    assert not list(tmp_path.iterdir())

def test_seeds_draw_alone_as_beside_others():
    whole, one = Toss('a', seeds=4).run(), Toss('b', seeds=1, first_seed=2).run()
    assert whole.x[2]==one.x[0] and whole.x.nunique()==4
    uses = [torch.rand((), generator=Toss('a').generators(u)[0]).item() for u in ('train', 'predict', 'account')]
    assert len(set(uses))==3
