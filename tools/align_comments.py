"""Line up the comments behind parameters and fields in code cells of nbs/, for tools/generated.py. A block is the signature of a function
with a parameter a line, or the fields of a class; its comments share a column. A line too long for the column has its comment after one
space. Standard library only."""
import ast, io, json, re, tokenize
from collections.abc import Iterator
from pathlib import Path

from address import notebooks
from notebook import joined

most, apart = 139, 16  # characters in a line; by how many a line may be longer than all others and still decide the column


def blocks(tree: ast.Module) -> Iterator[range]:
    "Line numbers of signatures with a parameter a line, and of fields of classes"
    for n in statements(tree):
        if isinstance(n, ast.FunctionDef|ast.AsyncFunctionDef): yield range(n.lineno+1, n.body[0].lineno)
        if isinstance(n, ast.ClassDef): yield from fields(n)


def statements(n: ast.AST) -> Iterator[ast.stmt]:
    "Every statement inside, at any depth; expressions, most of a tree, are not walked"
    for inner in ast.iter_child_nodes(n):
        if isinstance(inner, ast.expr): continue
        if isinstance(inner, ast.stmt): yield inner
        yield from statements(inner)


def fields(c: ast.ClassDef) -> Iterator[range]:
    "Line numbers of fields that follow one another"
    first = last = 0
    for n in c.body:
        if not isinstance(n, ast.AnnAssign): continue
        between = [s for s in c.body if last<s.lineno<n.lineno]
        if first and between: yield range(first, last+1)
        if not first or between: first = n.lineno
        last = n.end_lineno
    if first: yield range(first, last+1)


def comments(source: str) -> dict[int, int]:
    "Column of the comment behind code, by line number"
    found = [t for t in tokenize.generate_tokens(io.StringIO(source).readline) if t.type==tokenize.COMMENT]
    return {t.start[0]: t.start[1] for t in found if t.line[:t.start[1]].strip()}


def column(code: list[str], remarks: list[str]) -> int:
    "Column that the comments of a block share; longer lines have one of their own"
    widths, longest = sorted({len(c) for c in code}, reverse=True), max(map(len, remarks))
    for i,w in enumerate(widths):
        at, rest = w+1, widths[i+1:]
        fits = all(at+len(r)<=most for c,r in zip(code, remarks) if len(c)<=w)
        if fits and not (rest and w-rest[0]>apart): return at
    return min(widths[-1]+1, most-longest)


def aligned(source: str) -> str:
    "A cell with its comments in line; as it is, if it is not Python"
    if not re.search(r'\b(?:def|class)\b', source) or not re.search(r'(?m)^ +[^\s#].*#', source): return source  # no block, or no comment behind its code
    plain = re.sub(r'^[%!].*$', 'pass', source, flags=re.M)
    try: tree, where = ast.parse(plain), comments(plain)
    except (SyntaxError, tokenize.TokenError): return source
    lines = source.split('\n')
    for block in blocks(tree):
        own = [n for n in block if n in where]
        if not own: continue
        code = [lines[n-1][:where[n]].rstrip() for n in own]
        remarks = [lines[n-1][where[n]:].rstrip() for n in own]
        at = column(code, remarks)
        for n,c,r in zip(own, code, remarks): lines[n-1] = f'{c}{" "*max(1, at-len(c))}{r}'
    return '\n'.join(lines)


def rewritten(path: Path) -> str|None:
    "Text of a notebook with its comments in line; None if nothing changes"
    nb = json.loads(path.read_text(encoding='utf-8'))
    code = [c for c in nb['cells'] if c['cell_type']=='code']
    new = [aligned(joined(c['source'])) for c in code]
    if all(s==joined(c['source']) for s,c in zip(new, code)): return None
    for s,c in zip(new, code): c['source'] = s.splitlines(True)
    return json.dumps(nb, ensure_ascii=False, indent=1)+'\n'


def wanted() -> dict[Path, str]: return {p: text for p in notebooks() if (text := rewritten(p)) is not None}
