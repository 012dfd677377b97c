"The table of *Where to change what*, row by row: places, examples and judges are there."
import re
from pathlib import Path

from notebooks import cells_of
import pytest
import symbayes.testing

page = Path(__file__).parents[2]/'nbs/learn/10_changing.ipynb'
rows = re.findall(r'^\| (an? .*?) \| (.*?) \| (.*?) \| (.*?) \|$', '\n'.join(c['source'] for c in cells_of(page)), re.M)

def test_every_kind_has_a_row():
    kinds = 'family', 'prior', 'likelihood', 'estimator', 'operation', 'data set', 'method', 'experiment', 'benchmark', 'page'
    assert all(any(k in row[0] for row in rows) for k in kinds)

@pytest.mark.parametrize('row', rows, ids=lambda r: r[0])
def test_what_a_row_names_is_there(row, root):
    _, place, example, judge = (re.findall(r'`([^`]+)`', r) for r in row)
    at = root/'nbs'/place[0]
    assert at.is_dir() or at.with_suffix('.ipynb').is_file()
    source = '' if at.is_dir() else at.with_suffix('.ipynb').read_text(encoding='utf-8')
    for name in example: assert (root/'benchmarks'/name).is_file() or name in source, name
    for name in judge: assert hasattr(symbayes.testing, name) or (root/'tests'/name).is_file(), name
