"Numbers in prose: a planted wrong one is found, and so is one that no cell computes."

import pytest


@pytest.fixture(scope='module')
def numbers(from_tools): return from_tools('check_numbers')

def markdown(text): return dict(cell_type='markdown', id='prose', source=text)

def code(source, *printed):
    return dict(cell_type='code', id='cell', source=source, outputs=[dict(data={'text/markdown': p}) for p in printed])

table = code("#| hide\nloss, units, steps = {'mean field': -.0447}, {25, 100}, 2000")

def found(numbers, text, sentences, *cells):
    return numbers.check(dict(cells=[table, *cells, markdown(text)]), [numbers.Sentence(*s) for s in sentences.items()])

knows = {'loses {} nats at {} units': "-loss['mean field'], units", 'some {} nats': 'about(158.2)',
    'less than half': "loss['mean field']<-.03"}
right = '**Mean field** loses .045 nats at 100 units, some 160 nats, less than half (2022).'

@pytest.mark.defect('T6')
@pytest.mark.parametrize('wrong,said', [
    (right, None),
    (right.replace('.045', '.046'), '.046 is typed, 0.0447 is computed'),
    (right.replace('100', '200'), '200 is typed, one of [25, 100] is computed'),
    (right.replace('160', '150'), '150 is typed, 158.2 is computed'),
    (right+' It gains 7 nats.', '7 is computed by no cell and no sentence: ...'),
    (right+' It gains $7$ nats, at $T=1$.', '7 is computed by no cell'),
    (right.replace('less than half', 'less'), "no sentence says 'less than half'"),
    (right+'\n\n## The 3 figures\n\n1. `n=4`, $x=5$, [a link](page6.html)\n', None)])
def test_a_planted_number_is_found(numbers, wrong, said):
    "At the precision that is typed"
    told = found(numbers, wrong, knows)
    assert len(told)==bool(said) and (not said or said in told[0])

def test_a_condition_that_does_not_hold_is_found(numbers):
    assert "'less than half': not so" in found(numbers, right, knows | {'less than half': "loss['mean field']>0"})[0]

def test_stored_text_that_its_cell_no_longer_prints_is_found(numbers):
    "The cell is run again"
    cell = lambda stored: code("#| echo: false\nfrom IPython.display import Markdown\nMarkdown(f'It took {steps:,} steps.')", stored)
    assert not found(numbers, right, knows, cell('It took 2,000 steps.'))
    told, = found(numbers, right, knows, cell('It took 3,000 steps.'))
    assert 'It took 3,0' in told and 'It took 2,0' in told

def test_cells_that_export_train_or_check_are_left_alone(numbers):
    "Only what reads tables is run"
    kinds = '#| export', '#| slow\n#| hide', '#| code-fold: true\n#| code-summary: "Check: it fails"', ''
    left = [code(f'{d}\nraise ValueError') for d in kinds]
    assert not found(numbers, right, knows, *left)
    assert 'ValueError' in found(numbers, right, knows, code('#| hide\nraise ValueError'))[0]

spread = dict(cell_type='code', id='spread', source='print(lost)', outputs=[dict(text=['42.7 47.5 59.8\n', '.114'])])

def by_section(numbers, text, *before, typed=()):
    "What is found on a page of which numbers with a unit are read"
    return numbers.check(dict(cells=[*before, markdown(text)]), [], typed=[numbers.Typed(t, 'a setting') for t in typed], whole=False)

@pytest.mark.defect('T6')
@pytest.mark.parametrize('text,wrong', [
    ('The ELBO falls by 43 to 60 nats, or 11 %.', []),
    ('The ELBO falls by 42 to 61 nats.', ['42', '61']),                       # as the page on architectures had it
    ('It falls by 42.7, 47.6 and 59.8 nats, by 12 percent.', ['47.6', '12']),
    ('It gains 3.1 ± 0.2, in 7 seeds and with 512 units.', ['3.1', '0.2']),   # counts without a unit are not read
    ('It takes 20 s, five times or 6.5 times as long.', ['20', '6.5']),
    ('Intervals of 95 %, a 90 % interval, `8 nats` and $9$ units.', []),
    ('## A new section\n\nIt falls by 43 nats.', ['43'])])                    # the output is of another section
def test_every_page_is_read_for_results(numbers, text, wrong):
    said = by_section(numbers, text, spread)
    assert [m.split(': ')[1].split()[0] for m in said]==wrong and all('tools/page_numbers.py' in m for m in said)

@pytest.mark.defect('T6')
def test_a_sentence_says_where_its_numbers_are_from(numbers):
    "Typed numbers are listed word by word, and an expression that is always true is none"
    text = 'Trained for 300 s.'
    assert by_section(numbers, text) and not by_section(numbers, text, typed=['for 300 s'])
    assert "no sentence says 'for 200 s'" in by_section(numbers, text, typed=['for 300 s', 'for 200 s'])[0]
    assert 'says nothing' in found(numbers, right, knows | {'mean field': 'True', 'Mean field': "1 in units or True"})[0]

@pytest.mark.defect('T6')
def test_an_assertion_of_the_page_counts(numbers):
    "With two digits: single digits are everywhere"
    check = code('from fastcore.test import *\ntest_close((left, share), (.167, 3), .006)')
    assert not by_section(numbers, 'It keeps .167 nats.', check) and by_section(numbers, 'It keeps 3 nats.', check)

@pytest.mark.defect('T6')
def test_no_page_is_left_out(numbers, root):
    pages = {p.relative_to(root/'nbs').with_suffix('').as_posix() for p in (root/'nbs').rglob('*.ipynb')}
    assert pages-{*numbers.every_page()}=={'project/01_contributing', 'project/02_changelog', 'learn/03_map'}

