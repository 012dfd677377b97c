"The code of guides is complete as it is shown: nothing that a visible cell uses is defined in a hidden one alone."
import ast, builtins, re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import fastcore.test
from notebooks import cells_of
import pytest
from fastcore.nbio import read_nb

guides = sorted((Path(__file__).parents[2]/'nbs/guides').glob('0[1-9]*.ipynb'))

def shown(path: Path) -> Iterator[str]:
    "Code of the cells whose source a reader sees, folded or not"
    for c in cells_of(path):
        source = c['source']
        flags = [line for line in source.splitlines() if line.startswith('#|')]
        if c['cell_type']=='code' and not any(f in ('#| hide', '#| echo: false') for f in flags): yield source

def names(tree: ast.AST) -> tuple[set[str], set[str]]:
    "Names that code reads, and names that it makes"
    read, made = set(), set()
    for n in ast.walk(tree):
        if isinstance(n, ast.Name): (read if isinstance(n.ctx, ast.Load) else made).add(n.id)
        if isinstance(n, ast.arg): made.add(n.arg)
        if isinstance(n, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)): made.add(n.name)
        if isinstance(n, ast.ImportFrom) and n.module=='fastcore.test' and n.names[0].name=='*': made |= set(fastcore.test.__all__)
        elif isinstance(n, (ast.Import, ast.ImportFrom)): made |= {(a.asname or a.name).split('.')[0] for a in n.names}
    return read, made

@pytest.mark.parametrize('path', guides, ids=lambda p: p.stem)
def test_code_of_a_guide_is_complete_as_shown(path):
    known = set(dir(builtins))
    for source in shown(path):
        read, made = names(ast.parse(source))
        assert not read-made-known, source
        known |= made

def open_lines(path: Path, folding) -> Iterator[str]:
    "Lines of the code that a page shows open, by the build's own folding"
    hidden = r'^#\|\s*(?:hide|exports?|exporti|default_exp|code-fold: *true|(?:echo|include): *false)\b'
    cells = [c for c in read_nb(path).cells if c.cell_type=='code' and not re.search(hidden, c.source, re.M)]
    fold = folding.FoldCells.__new__(folding.FoldCells)
    fold.nb = SimpleNamespace(cells=cells)
    fold.end()
    for c in fold.nb.cells:
        if c['cell_type']=='code' and not re.search(hidden, c['source'], re.M): yield from c['source'].splitlines()

def test_open_code_of_the_first_pages_fits_their_width(from_tools):
    sections = 'Start', 'Guides', 'The idea', 'Theory'
    folding, sidebar = from_tools('folding'), from_tools('sidebar')
    pages = {e.src for e in sidebar.entries() if not e.anchor and e.section[0] in sections}
    wide = [(p.as_posix(), line) for p in sorted(pages) for line in open_lines(sidebar.nbs/p, folding) if len(line)>95 and line[:2]!='#|']
    assert len(pages)>30 and not wide

def test_open_source_of_an_equation_fits_its_page(from_tools):
    nbs, pieces = from_tools('sidebar').nbs, from_tools('folding').pieces
    cells = [c.source for p in nbs.rglob('*.ipynb') if not re.search(r'/[._]', p.relative_to(nbs).as_posix()) for c in read_nb(p).cells]
    found = []
    for source in cells:
        if equation := re.search(r'^#\| open: (\w+)$', source, re.M):
            made = [n.name for n in ast.parse(source).body if hasattr(n, 'name')]
            found.append(pieces(re.sub(r'(?m)^#\|.*\n', '', source), made)[equation[1]])
    assert len(found)==11 and not [line for source in found for line in source.splitlines() if len(line)>95]

without_a_figure = {
    'a list of names or links': 'all core/core symmetry/symmetry data/data metrics/metrics discovery/discovery distributions/distributions '
        'information/information inference/inference comparison/comparison runs/runs testing/testing learn/words learn/literature',
    'instructions and commands': 'guides/devices runs/elsewhere learn/changing project/contributing project/changelog',
    'a table holds the numbers': 'learn/which_transformers discovery/rotated_checkpoints inference/laplace_approximation symmetry/pruning',
    'an object and its checks': 'distributions/problem',
    'the build gathers the figures of others': 'guides/guides'}

def test_pages_of_the_sidebar_have_a_figure_or_a_reason(from_tools):
    sidebar, page_name = from_tools('sidebar'), from_tools('finish_site').page_name
    pages = {e.src for e in sidebar.entries() if not e.anchor}
    has_figure = lambda src: re.search(r'"image/(png|svg)|<svg|<img|!\[[^]]*\]\(', (sidebar.nbs/src).read_text(encoding='utf-8'))
    without = {page_name(s).with_suffix('').as_posix() for s in pages if not has_figure(s)}
    assert without=={p for of in without_a_figure.values() for p in of.split()}
