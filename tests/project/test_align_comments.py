"Comments behind parameters and fields share a column."
import json

import pytest


@pytest.fixture(scope='module')
def tool(from_tools): return from_tools('align_comments')

ragged = '''def f(
    x: int,   # first
    long_name: str = 'a',# second
    *,
    odd: bool = True,
) -> Tensor: # result
    "Return nothing"
    y = 1     # stays
    return y'''

level = '''def f(
    x: int,               # first
    long_name: str = 'a', # second
    *,
    odd: bool = True,
) -> Tensor:              # result
    "Return nothing"
    y = 1     # stays
    return y'''

ragged_fields = '''class A:
    a: int # one
    # about the next
    bcd: str = "#"    # two
    def f(self): pass # stays
    longest: float # three'''

level_fields = '''class A:
    a: int         # one
    # about the next
    bcd: str = "#" # two
    def f(self): pass # stays
    longest: float # three'''

def test_a_signature_has_one_column(tool): assert tool.aligned(ragged)==level==tool.aligned(level)

def test_fields_have_one_column_and_a_method_ends_the_block(tool):
    assert tool.aligned(ragged_fields)==level_fields

outlier = ['x: int, # a', 'much_longer_than_the_others: dict[str, tuple] = None, # b', 'yy: int = 0, # c']
beyond_the_margin = ['x: int, # '+'a'*122, 'yyyyyy: int, # c']

@pytest.mark.parametrize('lines,column', [(outlier, 17), (beyond_the_margin, 12)])
def test_a_line_too_long_for_the_column_has_one_space(tool, lines, column):
    text = tool.aligned('\n'.join(['def f(', *('    '+l for l in lines), '): pass']))
    assert text.splitlines()[1].index('#')==column and all(len(l)<=139 for l in text.splitlines()) and ', # ' in text.splitlines()[2]

@pytest.mark.parametrize('cell', ['%pip install -q x', 'not python at all', 'def f(x): return x # same', 'x = [\n    1, # one\n    22, # two\n]', ''])
def test_other_cells_stay(tool, cell): assert tool.aligned(cell)==cell

def test_a_notebook_is_rewritten_once(tool, tmp_path):
    path = tmp_path/'a.ipynb'
    cell = dict(cell_type='code', id='a', metadata={}, outputs=[], execution_count=None, source=ragged.splitlines(True))
    path.write_text(json.dumps({'cells': [cell], 'metadata': {}}, indent=1)+'\n')
    path.write_text(tool.rewritten(path))
    assert tool.rewritten(path) is None
    assert ''.join(json.loads(path.read_text())['cells'][0]['source'])==level and path.read_text().endswith('}\n')
