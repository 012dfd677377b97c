"The code of guides is complete as it is shown: nothing that a visible cell uses is defined in a hidden one alone."
import ast, builtins, json
from collections.abc import Iterator
from pathlib import Path

import fastcore.test
import pytest

guides = sorted((Path(__file__).parents[2]/'nbs/guides').glob('0[1-9]*.ipynb'))

def shown(path: Path) -> Iterator[str]:
    "Code of the cells whose source a reader sees, folded or not"
    for c in json.loads(path.read_text(encoding='utf-8'))['cells']:
        source = ''.join(c['source'])
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

