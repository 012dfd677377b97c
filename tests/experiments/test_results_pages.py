"Results pages: the answer is asserted, the box says what its cell prints from today's tables, and sentences say no more than tables."
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from notebooks import cells_of
import pytest
from symbayes.data.splits import stored_table
from symbayes.experiments.reproduce import artefacts
from symbayes.experiments.rossi import paired_heights
from symbayes.metrics.intervals import paired_difference

pages = sorted(p for p in (Path(__file__).parents[2]/'nbs/experiments').glob('*.ipynb') if not p.stem.endswith('artefacts'))


def code(page: Path) -> list[dict]: return [c for c in cells_of(page) if c['cell_type']=='code']

def source(cell: dict) -> str: return ''.join(cell['source'])

def is_box(cell: dict) -> bool: return re.search(r'(?m)^InShort\(', source(cell)) is not None

boxes = [p for p in pages if any(map(is_box, code(p)))]

def test_answers_are_asserted():
    assert len(boxes)==20
    for p in boxes: assert [re.search(r'(?m)^assert .*\nInShort\(', source(c)) is not None for c in code(p) if is_box(c)]==[True], p.name

@pytest.mark.slow
@pytest.mark.parametrize('page', boxes, ids=lambda p: p.stem)
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

root = Path(__file__).parents[2]

def said(name: str) -> str:
    "What a reader of a results page reads: its prose and the markdown that its cells print"
    page = next(p for p in pages if p.stem.endswith(name))
    cells = cells_of(page)
    printed = [''.join(o.get('data', {}).get('text/markdown', '')) for c in cells for o in c.get('outputs', [])]
    return ' '.join(' '.join([*(source(c) for c in cells if c['cell_type']=='markdown'), *printed]).split())

@pytest.mark.defect('T9')
def test_the_mass_is_said_over_all_rates():
    "Answer and callout have the least and the largest excess of every run without weight decay, and the verdict judges all networks"
    t = stored_table('min_mass').query('epoch==epochs')
    excess = 100*t[t.weight_decay==0].groupby(['network', 'optimiser', 'schedule', 'lr']).excess.mean()
    text = said('laurent_mass')
    assert text.count(f'{excess.min():.0f} to {excess.max():.0f} % above')==2 and 'Only with weight decay' not in text
    assert f'{100*t.excess.max():.0f} % in {len(t)} networks' in artefacts['min_mass'].judge(stored_table('min_mass'))[0].evidence

@pytest.mark.defect('T6')
def test_the_fall_of_the_elbo_is_that_of_the_table():
    t = stored_table('architectures').query("network=='residual'")
    fall = t.groupby(['data', 'n_train', 'image_draw', 'symmetrized']).elbo.mean().unstack()
    fall = fall[False]-fall[True]
    assert f'the plain ELBO falls by {fall.min():.0f} to {fall.max():.0f} nats' in said('architectures')

@pytest.mark.defect('T11')
def test_few_seeds_do_not_show_equality():
    "Where a difference is not significant, its interval is said"
    t = stored_table('few_images_settled')
    inducing, exact = (t[t.method==m].sort_values('image_draw').nll.to_numpy() for m in ('inducing', 'exact posterior'))
    assert f"not significantly different from the exact posterior's (± {paired_difference(inducing, exact).half:.2f} nats" in said('few_images')
    changes = ' '.join((root/'CHANGELOG.md').read_text(encoding='utf-8').split())
    for text in (said('few_images'), said('moving'), changes):
        assert not re.search(r'predicts? (nearly )?as the exact|as well as logistic|and predicts the same|seeds find no difference|An ensemble of five equals', text)
    assert '(± .04)' in changes and '(± .12 nats an image)' in changes

@pytest.mark.defect('T17')
def test_what_the_papers_intervals_are():
    text = said('mnist')
    assert 'standard deviations over evaluation seeds' in text and not re.search(r'F\$-test|Of what are', text)
    assert 'does not say' not in (root/'symbayes/experiments/mnist.py').read_text(encoding='utf-8')

@pytest.mark.defect('T18')
def test_both_tables_of_the_paper_are_quoted(): assert re.search('eight of nine rows on CIFAR-100, and lowers it in five of seven on TinyImageNet', said('laurent'))

@pytest.mark.defect('T20')
def test_one_split_has_no_order(): assert 'one split was run, so its order has no interval' in said('moving') and 'exact inference is first' not in said('moving')

@pytest.mark.defect('T4')
def test_the_verdicts_on_alignment_name_the_longer_run():
    twelve = next(iter(paired_heights(stored_table('rossi_longer')).values()))
    assert f'{100*twelve.aligned.mean()/twelve.plain.mean():.0f} % of the barrier between small residual networks' in said('reproduce')
