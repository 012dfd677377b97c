"""What a page shows open and what it folds, so that the lesson is read first: nbdev's `doc_procs`, named in pyproject.toml.

An exported name that stands at the front door keeps its heading, its signature and what it says. Every other one becomes one line,
its name and its first sentence, which opens to signature and source. `#| open: name` in an exported cell shows the source of the
chapter's equation in place of that. Cells that only check, or only draw, are folded under their
picture. A cell that says `#| code-fold: ...` itself is left alone, as is one that says `#| echo: ...`. And each entry has an id
that nothing else on the page has, so that a link to a name leads to it."""
import ast, re
from collections import Counter
from functools import cache
from html import escape
from importlib import import_module
from inspect import getsource
from itertools import takewhile
from operator import attrgetter
from pathlib import Path
from typing import Any

from fastcore.nbio import mk_cell
from nbdev.process import Processor

from doc_procs import displays, source_fold
from notebook import fence
from sidebar import entries, nbs, title

_check = re.compile(r'(test_\w+|expect\w*|refused|agrees|\w+_agrees|raises|\w+\.raises)$')
_entry = re.compile(r'\s*---\s*### (?P<name>[\w.]+)\s*```python\n(?P<signature>.*?)\n```\s*(?P<said>.*)', re.S)
_fences = re.compile(r'(^ *```.*?^ *```)', re.S|re.M)
_drawing = {'plt', 'ax', 'axs', 'fig', 'sns', 'axes'}


@cache
def front_door() -> frozenset[str]:
    import symbayes.all
    return frozenset(symbayes.all.__all__)


@cache
def twins() -> frozenset[str]:
    "Classes whose module has a function of the same name in small letters"
    from symbayes import _modidx
    of = [{k.removeprefix(f'{module}.') for k in names} for module,names in _modidx.d['syms'].items()]
    return frozenset(n for names in of for n in names if n!=n.lower() and n.lower() in names)


@cache
def users() -> dict[str, list[str]]:
    "The first pages and guides where a name is called, as links, in reading order"
    found: dict[str, list[str]] = {}
    for e in entries():
        if e.anchor or e.section[0] not in ('Start', 'Guides'): continue
        for name in {*re.findall(r'(?<![\w.])(?:sb\.)?([A-Za-z]\w*)(?:\.\w+)?\(', (nbs/e.src).read_text(encoding='utf-8'))}:
            found.setdefault(name, []).append(f'[{title(nbs/e.src)}](/{e.src})')
    return found


def own_id(name: str) -> str:
    "What an entry is called in a page's address: by nbdev, its name in small letters; `Moments` beside `moments` keeps its capital"
    return name if name.partition('.')[0] in twins() else name.lower()


def own_pages(cell: dict[str, Any]) -> None:
    """nbdev links a name that two modules export to either: one that stands at the front door is meant, and leads to its own page. And it
    writes each in small letters: a class that has a twin leads to its own entry"""
    import symbayes.all as door
    def link(m: re.Match[str]) -> str:
        room = getattr(getattr(door, m['name'], None), '__module__', '') if m['name'] in front_door() else ''
        to = f'/{room.removeprefix("symbayes.").replace(".", "/")}.html' if room.startswith('symbayes.') else m['page']
        at = own_id(m['name'])
        return f'[`{m["name"]}{m["call"]}`]({to}#{at if room or m["id"]==at.lower() else m["id"]})'
    def linked(text: str) -> str: return re.sub(r'\[`(?P<name>[A-Za-z_][\w.]*)(?P<call>(?:\(\))?)`\]\((?P<page>/[\w/]+\.html)#(?P<id>[\w.]+)\)', link, text)
    if cell['cell_type']=='markdown': cell['source'] = linked(cell['source'])
    for data in displays(cell, 'text/markdown'): data['text/markdown'] = linked(data['text/markdown'])


def is_check(node: ast.stmt) -> bool:
    "An assertion, a call of a test, or a block of nothing else"
    called = lambda e: isinstance(e, ast.Call) and bool(_check.match(ast.unparse(e.func)))
    match node:
        case ast.Assert(): return True
        case ast.Expr(value=ast.Call() as call): return called(call)
        case ast.With(items=items): return any(called(i.context_expr) for i in items) or all(map(is_check, node.body))
        case ast.For(): return all(map(is_check, node.body))
    return False


def names_in(tree: ast.AST, kind: type) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, kind)}


def spelled(tree: ast.AST, kind: type) -> set[str]:
    "Names that are stored, or loaded, anywhere in a piece of code; functions, classes and imports store theirs, loops do not count"
    found = names_in(tree, kind)
    if kind is ast.Store:
        found -= {name for n in ast.walk(tree) if isinstance(n, (ast.For, ast.comprehension)) for name in names_in(n.target, kind)}
        found |= {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)) and n.name}
        found |= {(a.asname or a.name).partition('.')[0] for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    return found


def acted_on(tree: ast.Module) -> set[str]:
    "What a cell stores into, or calls a method of for nothing but that: the names that `x[1].weight.data` begins with"
    found = [n for n in ast.walk(tree) if isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, (ast.Store, ast.Del))]
    ran = [n for top in tree.body if not is_check(top) for n in ast.walk(top)]
    found += [n.value.func for n in ran if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
    return {ast.unparse(n).partition('.')[0].partition('[')[0] for n in found}


def has_picture(cell: dict[str, Any]) -> bool: return any(k.startswith('image/') for o in cell.get('outputs', []) for k in o.get('data', {}))


def directive(cell: dict[str, Any], key: str) -> bool: return bool(re.search(rf'^#\|\s*{key}\b', cell['source'], re.M))


def folded(source: str, title: str) -> str: return f'#| code-fold: true\n#| code-summary: "{title}"\n{source}'


def parted(source: str, tree: ast.Module, needed: set[str]) -> tuple[str, str]:
    """A cell without its checks, and these; nothing of it is a check where one shares a line with something else. A check stays that binds
    a name which other lines of the cell, or later cells, use"""
    others = set().union(*(spelled(n, ast.Load) for n in tree.body if not is_check(n)))
    checks = [n for n in tree.body if is_check(n) and not spelled(n, ast.Store) & (needed | others)]
    lines_of = lambda nodes: {i for n in nodes for i in range(n.lineno-1, n.end_lineno)}
    mine = lines_of(checks)
    if mine & lines_of(n for n in tree.body if n not in checks): return source, ''
    taken = lambda inside: '\n'.join(line for i,line in enumerate(source.splitlines()) if (i in mine)==inside)
    return taken(False).strip('\n'), taken(True)


def answered(cell: dict[str, Any]) -> list[dict[str, Any]]:
    "An answer with what it prints in one fold, which a reader opens after thinking; and details that few readers want"
    if not re.search(r'^#\| code-summary: *"(?:Answer|Details)', cell['source'], re.M): return [cell]
    title = re.search(r'^#\| code-summary: *"(.*)"', cell['source'], re.M)[1]
    cell['source'] = re.sub(r'^#\| code-(?:fold|summary):.*\n', '', cell['source'], flags=re.M)
    fold = f'<details class="answer"><summary>{escape(title)}</summary>'
    return [mk_cell(fold, 'markdown'), cell, mk_cell('</details>', 'markdown')]


class FoldCells(Processor):
    """Cells that only check, whose names nobody uses later, as *Check*; cells that draw, as *Code of the figure*. What a cell checks
    beside what it shows is folded by itself, after its output."""
    def end(self) -> None:
        later: set[str] = set()  # names that later cells load
        res = []
        for cell in reversed(self.nb.cells):
            res.append(cell)
            if cell['cell_type']!='code' or re.search(r'^\s*[%!]', cell['source'], re.M): continue
            try: tree = ast.parse(cell['source'])
            except SyntaxError: continue
            if tree.body and not any(directive(cell, k) for k in ('code-fold', 'echo', 'include', 'hide')):
                made = names_in(tree, ast.Store) | spelled(tree, ast.Store) | acted_on(tree)
                if not cell.get('outputs') and is_check(tree.body[-1]) and not made & later:
                    cell['source'] = folded(cell['source'], 'Check')
                    continue
                shown, beside = parted(cell['source'], tree, later)
                if has_picture(cell) and spelled(tree, ast.Load) & _drawing: cell['source'] = folded(cell['source'], 'Code of the figure')
                elif beside and shown.strip():
                    cell['source'] = shown
                    res.insert(-1, mk_cell(folded(beside, 'Check'), 'code'))
            later |= spelled(tree, ast.Load)
        self.nb.cells = [c for cell in res[::-1] for c in (answered(cell) if cell['cell_type']=='code' else [cell])]


class Entry:
    "One entry of the API: what nbdev shows of an exported name"
    def __init__(self, cell: dict[str, Any]):
        self.cell = cell
        self.data = next((o['data'] for o in cell.get('outputs', []) if 'text/markdown' in o.get('data', {})), {})
        m = _entry.match(''.join(self.data.get('text/markdown', '')))
        self.name, self.signature, self.said = m.group('name', 'signature', 'said') if m else ('', '', '')

    @property
    def open(self) -> bool: return not self.name or self.name in front_door()

    def show(self, source: str) -> None: self.data['text/markdown'] = f'---\n\n### {self.name}\n\n{fence(source, "python")}\n'

    def fold(self, source: str) -> None:
        "One line that opens to signature, words and source"
        words = ' '.join(re.sub(r'\A\*(.*)\*$', r'\1', self.said.strip(), count=1, flags=re.M).split())  # nbdev's stars are around the first line alone
        first = re.split(r'(?<=[.;:]) ', words)[0].rstrip('.;:') if len(words)>110 else words
        md = [f'<details class="api" id="{own_id(self.name)}"><summary><code>{escape(self.name)}</code> {in_html(first)}</summary>', fence(self.signature, 'python')]
        if first!=words: md.append(self.said.strip())
        if source: md.append(unfolding(source))
        self.data['text/markdown'] = '\n\n'.join([*md, '</details>\n'])


def in_html(text: str) -> str:
    "A sentence with `code` in it; links, of nbdev or written, become their text"
    text = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', text)
    return re.sub(r'`([^`]*)`', r'<code>\1</code>', escape(text, quote=False))


def names_of(node: ast.stmt) -> list[str]:
    "What an entry of a definition may be called, the surest first: a function with `@patch` belongs to the class of its first parameter"
    if not hasattr(node, 'name'): return []
    args = getattr(node, 'args', None)
    of = [node.name]
    if args and args.args and args.args[0].annotation: of.insert(0, f'{ast.unparse(args.args[0].annotation)}.{node.name}')
    return of


def pieces(source: str, names: list[str]) -> dict[str, str]:
    "The source of each of several entries; what has no entry goes with the next that has one"
    lines, res, start = source.splitlines(), dict.fromkeys(names, ''), 0
    after = names[-1]  # gets what follows the last that has an entry
    last = {n.rpartition('.')[2]: n for n in reversed(names)}
    for node in ast.parse(source).body:
        name = next((n for n in names_of(node) if n in res), last.get(getattr(node, 'name', '')))
        if name:
            res[name] += '\n'.join(lines[start:node.end_lineno])+'\n'
            start, after = node.end_lineno, name
    rest = '\n'.join(lines[start:])
    if rest.strip(): res[after] += rest
    return {k: v.strip('\n') for k,v in res.items()}


def source_in(module: str, name: str) -> str:
    "Source of a name of a module, for entries whose cell the page does not show"
    try: found = attrgetter(name)(import_module(module))
    except (ImportError, AttributeError): return ''
    found = getattr(found, 'fget', None) or getattr(found, 'func', found)  # of a property, also of one that is kept
    try: return getsource(found)
    except (TypeError, OSError): return ''


def unfolding(source: str) -> str: return f'\n\n<details><summary>Source</summary>\n\n{fence(source, "python")}\n\n</details>\n'

def shown(cell: dict[str, Any]) -> str: return re.search(r'show_doc\(([\w.]+)', cell['source'])[1]

def is_entry(cell: dict[str, Any]) -> bool: return cell['cell_type']=='code' and 'show_doc(' in cell['source'] and directive(cell, 'echo')


class FoldEntries(Processor):
    "Entries of names that are not at the front door, each as one line"
    def end(self) -> None:
        cells, page = self.nb.cells, Path(getattr(self.nb, 'path_', ''))
        name = re.sub('^[0-9]+_', '', page.stem)
        self.module = 'symbayes.sklearn' if name=='sklearn' else f'symbayes.{page.parent.name}.{name}'
        self.equations: set[str] = set()
        for c in cells:
            self.equations |= set(re.findall(r'^#\| *open: *(\w+)$', c['source'] or '', re.M))
            c['source'] = c['source'] and re.sub(r'^#\| *open: .*\n', '', c['source'], flags=re.M)
        self.nb.cells, i = [], 0
        while i<len(cells):
            first, run = i, list(takewhile(is_entry, cells[i:])) or [cells[i]]
            i += len(run)
            if is_entry(run[0]):
                source = cells[i]['source'] if i<len(cells) and cells[i]['source'].startswith(source_fold) else ''
                if source:  # nbdev puts it after the first of its entries
                    made = {getattr(node, 'name', '') for node in ast.parse(source).body}
                    run += takewhile(lambda c: is_entry(c) and shown(c).rpartition('.')[2] in made, cells[i+1:])  # noqa: B023
                    i = first+len(run)+1
                self.fold([Entry(c) for c in run], source)
            self.nb.cells += run

    def fold(self, entries: list[Entry], source: str) -> None:
        "Give each entry its own source: inside, below what stands at the front door, or open if it is the chapter's equation"
        own = pieces(re.sub(r'(?m)^#\|.*\n', '', source), [e.name for e in entries])
        for e in entries:
            if not e.name: continue
            text = own[e.name] or source_in(self.module, shown(e.cell))  # a wrapped method's heading is without its class
            if e.name.rpartition('.')[2] in self.equations: e.show(text)
            elif not e.open: e.fold(text)
            elif text: e.data['text/markdown'] += unfolding(text)
            if e.open and (by := users().get(e.name)):
                e.data['text/markdown'] += f'\n\n<nav aria-label="Pages that use {e.name}">\n\nUsed in: {", ".join(by[:4])}\n\n</nav>\n'


class AnswerFirst(Processor):
    "Cells that say `#| top: true` are shown under the title: a notebook computes before it answers, and a page answers first. Code of a figure stays"
    def end(self) -> None:
        first, rest = [], []
        for c in self.nb.cells:
            if c['cell_type']!='code' or not re.search(r'^#\| *top: *true *$', c['source'] or '', re.M):
                rest.append(c)
                continue
            said = [l for l in c['source'].splitlines(True) if not re.match(r'#\| *(?:top|echo|code-fold|code-summary):', l)]
            if has_picture(c): rest.append(mk_cell(folded(''.join(l for l in said if not l.startswith('#|')), 'Code of the first figure'), 'code'))
            c['source'] = '#| echo: false\n'+''.join(said)
            first.append(c)
        at = 2 if len(rest)>1 and 'class="colab"' in (rest[1]['source'] or '') else 1
        self.nb.cells = rest[:at]+first+rest[at:]


def heading_id(text: str) -> str:
    "The id that pandoc gives a heading"
    text = re.sub(r'!?\[([^\]]*)\]\([^)]*\)', r'\1', text)
    return re.sub(r'^[\W\d_]+', '', re.sub(r'\s+', '-', re.sub(r'[^\w\s.-]|(?<!\w)_|_(?!\w)', '', text.strip())).lower()) or 'section'


class OwnIds(Processor):
    "The id of an entry is its own: a heading of a lesson that is called like one of the page's entries gives way, `units` becomes `on-units`"
    def end(self) -> None:
        shown = [data for c in self.nb.cells if 'show_doc(' in c['source'] for data in displays(c, 'text/markdown')]
        taken = set()
        for data in shown:
            data['text/markdown'] = re.sub(r'^### ([\w.]+)(?= *$)', lambda m: m[0] if own_id(m[1])==m[1].lower() else f'### {m[1]} {{#{own_id(m[1])}}}', data['text/markdown'], flags=re.M)
            taken |= set(re.findall(r'^<details class="api" id="([^"]*)"', data['text/markdown'], re.M)) | {own_id(n) for n in re.findall(r'^### ([\w.]+)', data['text/markdown'], re.M)}
        given = Counter[str]()
        def away(m: re.Match[str]) -> str:
            if (at := heading_id(m['text'])) not in taken: return m[0]
            given[at] += 1
            return f'{m[0]} {{#on-{at}{f"-{given[at]}" if given[at]>1 else ""}}}'
        for c in self.nb.cells:
            if c['cell_type']!='markdown': continue
            parts = _fences.split(c['source'])  # code is every second one
            c['source'] = ''.join(p if i%2 else re.sub(r'^#{1,6} +(?P<text>.*[^}\s])(?= *$)', away, p, flags=re.M) for i,p in enumerate(parts))
