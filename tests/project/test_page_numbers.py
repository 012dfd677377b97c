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
