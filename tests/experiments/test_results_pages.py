"First screens of the results pages: the verdict is computed, and the box says what its cell prints from today's tables."
import json, re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pages = sorted(p for p in (Path(__file__).parents[2]/'nbs/experiments').glob('*.ipynb') if not p.stem.endswith('artefacts'))


def code(page: Path) -> list[dict]: return [c for c in json.loads(page.read_text(encoding='utf-8'))['cells'] if c['cell_type']=='code']

def source(cell: dict) -> str: return ''.join(cell['source'])

def is_box(cell: dict) -> bool: return re.search(r'(?m)^InShort\(', source(cell)) is not None

boxes = [p for p in pages if any(map(is_box, code(p)))]

def test_verdicts_are_computed():
    assert len(boxes)==22
    for p in boxes: assert ['InShort(verdict_of('] == [m for c in code(p) for m in re.findall(r'(?m)^InShort\((?:verdict_of\()?', source(c))], p.name

@pytest.mark.slow
@pytest.mark.parametrize('page', [p for p in boxes if not p.stem.endswith('digits')], ids=lambda p: p.stem) # digits trains
def test_the_box_says_what_its_cell_prints(from_tools, page):
    cells, run_cell = code(page), from_tools('check_numbers').run_cell
    at = next(i for i,c in enumerate(cells) if is_box(c))
    module = re.search(r'#\| default_exp (\S+)', ' '.join(map(source, cells)))
    names: dict[str, Any] = dict(vars(import_module(f'symbayes.{module[1]}'))) if module else {}
    names |= {'__name__': 'page'}
    for c in cells[:at]:
        if not re.search(r'colab|#\| (export|default_exp)', source(c)): run_cell(source(c), names)
    stored = ''.join(cells[at]['outputs'][0]['data']['text/markdown'])
    assert run_cell(source(cells[at]), names)._repr_markdown_().strip()==stored.strip()
