"What a page folds: entries of the API, cells that check, cells that draw."
import re
from types import SimpleNamespace

from notebooks import cells_of
import pytest


@pytest.fixture(scope='module')
def folding(from_tools): return from_tools('folding')

class Cell(dict):
    "As fastcore's notebooks have them: a dict whose entries are attributes"
    __getattr__ = dict.__getitem__

def code(source, *outputs): return Cell(cell_type='code', source=source, outputs=[{'data': d} for d in outputs])

def page(*cells): return SimpleNamespace(cells=list(cells))

def entry(name, signature='def f():', said='*What it does*'):
    return code(f'#| echo: false\n#| output: asis\nshow_doc({name})', {'text/markdown': f'---\n\n### {name}\n\n```python\n{signature}\n```\n\n{said}'})

def source(text): return code(f'#| code-fold: true\n#| code-summary: "Source"\n#| exports: true\n{text}')

def text(cell): return cell['outputs'][0]['data']['text/markdown']


@pytest.mark.parametrize('src,folded', [
    ('assert f(1)==2', True),
    ('test_eq(f(1), 2)\ntest_close(a, b)', True),
    ('x = f(1)\ntest_eq(x, 2)', True),                                 # nobody uses x
    ('used = f(1)\ntest_eq(used, 2)', False),                          # a later cell does
    ('with expect_fail(SymbayesError, "no"): f(3)', True),
    ('for i in range(3): test_eq(i, i)', True),
    ('for i in range(3):\n    test_eq(i, i)\n    show(i)', False),
    ('test_eq(f(1), 2); f(1)', False),                                  # ends in what is shown, on the same line
    ('x = f(1)', False),
    ('def used(): pass\nassert True', False),
    ('#| code-fold: false\nassert f(1)==2', False),
    ('%time f(1)\nassert True', False),
])
def test_checks(folding, src, folded):
    nb = page(code(src), code('print(used)'))
    folding.FoldCells(nb).end()
    assert nb.cells[0].source.startswith('#| code-fold: true\n#| code-summary: "Check"\n')==folded
    assert nb.cells[-1].source=='print(used)' and (not folded or nb.cells[0].source.endswith(src))

@pytest.mark.parametrize('src,shown,beside', [
    ('gap = f(1)\ntest_close(gap, 0)\ngap', 'gap = f(1)\ngap', 'test_close(gap, 0)'),
    ('assert f(1)\n# why\nused = 2\n\nfor i in (1, 2):\n    assert i\nused', '# why\nused = 2\n\nused', 'assert f(1)\nfor i in (1, 2):\n    assert i'),
    ('x = 1; assert x\nx', 'x = 1; assert x\nx', None),
    ('x = 1\nx', 'x = 1\nx', None),
])
def test_checks_beside_a_lesson(folding, src, shown, beside):
    "They are folded by themselves, after the output"
    nb = page(code(src, {'text/plain': '1'}), code('print(used)'))
    folding.FoldCells(nb).end()
    assert nb.cells[0]['source']==shown and nb.cells[0]['outputs']
    assert [c['source'] for c in nb.cells[1:-1]]==[f'#| code-fold: true\n#| code-summary: "Check"\n{beside}']*bool(beside)

def test_an_entry_behind_the_door_is_one_line(folding):
    nb = page(entry('orbit_entries', 'def orbit_entries(\n    x:int, # one\n)->int: # two', '*Log entries of `x` & more. Raises when [fit](/inference.html#fit) did.*'), source('def orbit_entries(x: int) -> int:\n    return x'))
    folding.FoldEntries(nb).end()
    md = text(nb.cells[0])
    assert md.startswith('<details class="api" id="orbit_entries"><summary><code>orbit_entries</code> Log entries of <code>x</code> &amp; more. Raises when fit did.</summary>')
    assert md.count('<details')==md.count('</details>')==2
    assert 'x:int, # one' in md and '    return x' in md and '###' not in md and len(nb.cells)==1

def test_each_entry_has_its_own_source(folding):
    src = '_at = 3\n\ndef one():\n    return _at\n\n# says more\ndef two(): return 2\n\nafter = 5'
    nb = page(entry('one'), entry('two'), source(src))
    folding.FoldEntries(nb).end()
    one, two = map(text, nb.cells[:2])
    assert '_at = 3' in one and 'return _at' in one and 'two' not in one
    assert '# says more\ndef two(): return 2\n\nafter = 5' in two and len(nb.cells)==2

@pytest.mark.parametrize('name', ['fit', 'two'])
def test_the_equation_is_open(folding, name):
    "At the front door or not, its source stands under its name, and nowhere else"
    nb = page(entry('fit'), entry('two'), source(f'#| open: {name}\ndef fit(): return 1\n\ndef two(): return 2'))
    folding.FoldEntries(nb).end()
    src, i = {'fit': 'def fit(): return 1', 'two': 'def two(): return 2'}, ['fit', 'two'].index(name)
    assert text(nb.cells[i]).startswith(f'---\n\n### {name}\n\n```python\n{src[name]}\n```\n')
    assert str(nb.cells).count(src[name].partition(': ')[2])==1 and 'open:' not in str(nb.cells)

@pytest.mark.parametrize('check', ['with expect_fail(KeyError) as used: f()', 'assert (used := f(1))'])
def test_a_check_that_binds_what_others_want_stays(folding, check):
    "Whether they are in the cell, or in a later one; without it a reader's copy would not run"
    for cells in [code(f'x = 1\n{check}\nstr(used)', {'text/plain': ''})], [code(f'x = 1\n{check}\nx', {'text/plain': ''}), code('print(used)')]:
        src = cells[0]['source']
        nb = page(*cells)
        folding.FoldCells(nb).end()
        assert nb.cells[0]['source']==src
    unused = page(code(f'x = 1\n{check}\nx', {'text/plain': ''}), code('print(x)'))
    folding.FoldCells(unused).end()
    assert [c['source'] for c in unused.cells][:2]==['x = 1\nx', f'#| code-fold: true\n#| code-summary: "Check"\n{check}']

@pytest.mark.parametrize('before,after', [
    ('[`predict`](/runs/commands.html#predict)', '[`predict`](/inference/prediction.html#predict)'),         # a command has that name, too
    ('[`predict()`](/runs/commands.html#predict)', '[`predict()`](/inference/prediction.html#predict)'),
    ('[`MeanField.save`](/distributions/gaussian.html#posterior.save)', '[`MeanField.save`](/distributions/gaussian.html#posterior.save)'),         # nbdev knows where a method is
    ('[`orbit_entries`](/information/symmetrized_elbo.html#orbit_entries)', '[`orbit_entries`](/information/symmetrized_elbo.html#orbit_entries)'),
    ('[predict](commands.html#predict)', '[predict](commands.html#predict)'),                 # written by an author
    ('[`Moments`](/comparison/alignment.html#moments)', '[`Moments`](/comparison/alignment.html#Moments)'),         # beside a function `moments`
    ('[`Moments.of`](/comparison/alignment.html#moments.of)', '[`Moments.of`](/comparison/alignment.html#Moments.of)'),
    ('[`moments`](/comparison/alignment.html#moments)', '[`moments`](/comparison/alignment.html#moments)'),
])
def test_names_of_the_front_door_lead_to_their_own_page(folding, before, after):
    cell = {'cell_type': 'markdown', 'source': f'as {before} does'}
    folding.own_pages(cell)
    assert cell['source']==f'as {after} does'
    shown = {'cell_type': 'code', 'outputs': [{'data': {'text/markdown': [f'as {before}', ' does']}}]}
    folding.own_pages(shown)
    assert text(shown)==f'as {after} does'

def test_what_stays_open_runs_without_the_checks(root, folding):
    "On every page, checks that are folded by hand too: what they bind, nobody else wants"
    import ast
    wrong = []
    for p in sorted((root/'nbs').rglob('*.ipynb')):
        cells = [Cell(c) for c in cells_of(p)]
        nb = page(*cells)
        folding.FoldCells(nb).end()
        bound, checked, is_fold = set(), set(), re.compile('#\\| code-fold: true\n#\\| code-summary: "Check[":]').match
        if not any(is_fold(c['source']) for c in nb.cells): continue
        for c in nb.cells:
            if c['cell_type']!='code' or re.search(r'^ *[%!]', c['source'], re.M): continue
            tree = ast.parse(c['source'])
            brought = folding.spelled(tree, ast.Store)
            if is_fold(c['source']): checked |= brought - bound
            else:
                if '#| export' not in c['source']: wrong += [(p.name, name, c['source'][:60]) for name in folding.spelled(tree, ast.Load) & checked - bound - brought]
                bound |= brought
    assert wrong==[]

def markdown(source): return Cell(cell_type='markdown', source=source)

def test_an_entry_has_its_own_id(folding, monkeypatch):
    "A class and a function that differ in a capital, folded or not; a heading that is called like an entry gives way"
    front = folding.front_door()
    monkeypatch.setattr(folding, 'front_door', lambda: front|{'Reference'})
    nb = page(markdown('text\n\n## Moments\n\n```python\n## moments\n```\n## `moments` {#mine}\n### Moments of all'), *map(entry, ('moments', 'Moments', 'reference', 'Reference', 'fit')),
        markdown('## **Fit**\n### [`reference`](/experiments/references.html#reference)\n## fit()\n'), code('# moments'))
    folding.FoldEntries(nb).end()
    folding.OwnIds(nb).end()
    assert nb.cells[0].source=='text\n\n## Moments {#on-moments}\n\n```python\n## moments\n```\n## `moments` {#mine}\n### Moments of all'
    assert [re.search('id="(.*?)"|(### .*)', text(c))[0] for c in nb.cells[1:6]]==['id="moments"', 'id="Moments"', 'id="reference"', '### Reference {#Reference}', '### fit']
    assert nb.cells[6].source=='## **Fit** {#on-fit}\n### [`reference`](/experiments/references.html#reference) {#on-reference}\n## fit() {#on-fit-2}\n' and nb.cells[7].source=='# moments'

def test_an_answer_comes_first(folding):
    "Cells that say so are shown under the title, and under the link to Colab, in their order; the code of a figure stays where it was"
    title, badge, prose = (Cell(cell_type='markdown', source=t, outputs=[]) for t in ('# What?', '<div><a class="colab" href="a">Run</a></div>', 'More.'))
    for above in ([title], [title, badge]):
        figure = code('#| top: true\n#| fig-cap: "A line."\nplt.plot(x)', {'image/png': ''})
        nb = page(*above, code('x = 1'), code('#| top: true\n#| echo: false\nx'), figure, prose)
        folding.AnswerFirst(nb).end()
        fold = '#| code-fold: true\n#| code-summary: "Code of the first figure"\nplt.plot(x)'
        said = [c['source'] for c in nb.cells]
        assert said==[*(c['source'] for c in above), '#| echo: false\nx', '#| echo: false\n#| fig-cap: "A line."\nplt.plot(x)', 'x = 1', fold, 'More.']
        assert figure['outputs'] and not nb.cells[-2]['outputs']
