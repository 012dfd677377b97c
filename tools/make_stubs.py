"""Write what editors, mypy and `help` need to know of `symbayes/`, made from what the notebooks export. Git ignores these files: `make setup`,
`make export` and the build of the wheel (setup.py) write them.

`X.pyi` beside every `X.py`: methods added by `@patch` stand in their classes, lazily imported libraries are imports.
`_docments.py`: every docstring with its parameters, which the comments in the source say and `help` cannot see. Standard library only."""
import ast, copy, io, textwrap, tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from whole import put

root = Path(__file__).resolve().parent.parent
package = root/'symbayes'
note = '# Made from the modules by tools/make_stubs.py: edit the notebooks.\n'
written = '_docments.py', '_modidx.py', '__init__.py'  # not made by a notebook
Function = ast.FunctionDef


@dataclass
class Room:
    "A module: its source, its comments by line, and what other rooms add to its classes"
    path: Path
    tree: ast.Module
    comments: dict[int, str]
    added: dict[str, list[tuple['Room', Function]]] = field(default_factory=dict) # class to patches

    @property
    def name(self) -> str: return '.'.join(self.path.relative_to(package).with_suffix('').parts)

    @property
    def classes(self) -> dict[str, ast.ClassDef]: return {n.name: n for n in self.tree.body if isinstance(n, ast.ClassDef)}


@cache
def parsed(path: Path) -> ast.Module: return ast.parse(path.read_text(encoding='utf-8'))


def read(path: Path) -> Room:
    "A module with its comments"
    text = path.read_text(encoding='utf-8')
    said = {t.start[0]: t.string.lstrip('# ').strip() for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type==tokenize.COMMENT}
    return Room(path, parsed(path), said)


def patched(f: Function) -> ast.Call|ast.Name|None:
    "The decorator that adds a function to a class"
    return next((d for d in f.decorator_list if getattr(getattr(d, 'func', d), 'id', '')=='patch'), None)


def patch_option(f: Function, name: str) -> bool:
    "Is an option of `@patch` set?"
    d = patched(f)
    return isinstance(d, ast.Call) and any(k.arg==name and getattr(k.value, 'value', False) for k in d.keywords)


def targets(ann: ast.expr) -> list[str]:
    "Classes that `self: A|B` names"
    if isinstance(ann, ast.BinOp): return targets(ann.left) + targets(ann.right)
    if isinstance(ann, ast.Constant): return [ann.value]
    return [ann.id]


def bound(tree: ast.Module) -> dict[str, ast.stmt]:
    "Names of a module's top level, by the statement that binds them"
    names: dict[str, ast.stmt] = {}
    for n in tree.body:
        if isinstance(n, (ast.Import, ast.ImportFrom)): names |= {a.asname or a.name.split('.')[0]: n for a in n.names}
        elif isinstance(n, (Function, ast.ClassDef)): names[n.name] = n
        elif isinstance(n, ast.Assign): names |= {t.id: n for target in n.targets for t in getattr(target, 'elts', [target]) if isinstance(t, ast.Name)}
        elif isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name): names[n.target.id] = n
    return names


def decorated_by(f: Function) -> dict[str, ast.expr]:
    "Decorators by name"
    return {getattr(getattr(d, 'func', d), 'id', ''): d for d in f.decorator_list}


home_of_class: dict[str, Room] = {}  # rooms by their classes


def options_class(f: Function) -> str|None:
    "Name of the dataclass whose fields a function takes by `**kwargs`, as `@delegates(Class)` says; None if it delegates to a function"
    d = decorated_by(f).get('delegates')
    name = None if d is None or f.args.kwarg is None else ast.unparse(d.args[0])
    return name if name in home_of_class else None


def with_options(f: Function) -> Function:
    "Return the function with the fields of a dataclass in place of `**kwargs`, and with their comments"
    name = options_class(f)
    if name is None: return f
    room, full = home_of_class[name], copy.deepcopy(f)
    full.args.kwarg = None
    for n in room.classes[name].body:
        if not isinstance(n, ast.AnnAssign): continue
        arg = ast.copy_location(ast.arg(n.target.id, n.annotation), n)
        arg.comment = room.comments.get(n.end_lineno, '')
        full.args.kwonlyargs.append(arg)
        full.args.kw_defaults.append(n.value)
    return full


# the parts of a problem in the order of `short_form`, before and after `q`, and those by name
first_part = ['model: nn.Module']
parts_behind = ['prior: Prior', 'likelihood: Likelihood', 'data: Data']
parts_of_short_form = 'from torch import nn\nfrom symbayes.distributions.likelihoods import Likelihood\nfrom symbayes.distributions.prior_base import Prior\n' \
    'from symbayes.distributions.problem import Data\nfrom symbayes.symmetry.permutations import PermutationGroup\nfrom symbayes.core.tensors import Params\n'


def of_parts(f: Function) -> Function:
    "A function of a problem as one of its parts, as `@short_form` allows"
    first, *others = f.args.args
    has_q, n = others[:1] and others[0].arg=='q', len(f.args.args)-len(f.args.defaults)
    plain = [ast.unparse(a) + (f' = {ast.unparse(f.args.defaults[i+1-n])}' if i+1>=n else '') for i,a in enumerate(others)]
    args = [*first_part, *plain[:bool(has_q)], *parts_behind, *(['group: PermutationGroup|str|None = None'] if has_q else []), *plain[bool(has_q):]]
    named = [ast.unparse(a) + (f' = {ast.unparse(d)}' if d is not None else '') for a,d in zip(f.args.kwonlyargs, f.args.kw_defaults)]
    if has_q: named += ['buffers: Params|None = None', 'n_data: int|None = None']
    short = ast.parse(f'def {f.name}({", ".join([*args, *(["*", *named] if named else [])])}): ...').body[0]
    short.returns = f.returns
    return short


def args_of(f: Function) -> Iterator[tuple[ast.arg, ast.expr|None]]:
    "Arguments with their defaults"
    a = f.args
    plain = [*a.posonlyargs, *a.args]
    defaults = [None]*(len(plain)-len(a.defaults)) + a.defaults
    yield from zip(plain, defaults)
    if a.vararg: yield a.vararg, None
    yield from zip(a.kwonlyargs, a.kw_defaults)
    if a.kwarg: yield a.kwarg, None


def section(title: str, rows: list[tuple[str, str]]) -> list[str]:
    "A part of a docstring"
    if not rows: return []
    return ['', title, '-'*len(title), *(line for head,words in rows for line in [head, *([f'    {words}'] if words else [])])]


def annotation(node: ast.expr|None) -> str:
    "A type as a reader wants it"
    return '' if node is None else node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def doc_of(room: Room, f: Function) -> str:
    "A function's docstring with its parameters"
    f, rows = with_options(f), []
    for a,default in args_of(f):
        if a.arg in ('self', 'cls'): continue
        star = '*' if a is f.args.vararg else '**' if a is f.args.kwarg else ''
        head = f'{star}{a.arg} : {annotation(a.annotation)}'.rstrip(' :') + (f' = {ast.unparse(default)}' if default else '')
        rows.append((head, getattr(a, 'comment', None) or room.comments.get((default or a).end_lineno, '')))
    returned = [] if f.returns is None or annotation(f.returns)=='None' else [(annotation(f.returns), room.comments.get(f.returns.end_lineno, ''))]
    if not any(words for _,words in rows+returned): return ast.get_docstring(f) or ''
    one_line = f.lineno==f.body[0].lineno  # a comment behind a whole definition is none of its parameters
    return '' if one_line else '\n'.join([ast.get_docstring(f) or '', *section('Parameters', rows), *section('Returns', returned)]).strip()


def doc_of_class(room: Room, c: ast.ClassDef) -> str:
    "A class's docstring with its constructor's parameters, or its fields"
    init = next((f for f in c.body if isinstance(f, Function) and f.name=='__init__'), None)
    if init: return '\n\n'.join(filter(None, [ast.get_docstring(c), doc_of(room, init)]))
    fields = [n for n in c.body if isinstance(n, ast.AnnAssign)]
    rows = [(f'{n.target.id} : {annotation(n.annotation)}' + (f' = {ast.unparse(n.value)}' if n.value else ''), room.comments.get(n.end_lineno, '')) for n in fields]
    if not any(words for _,words in rows): return ast.get_docstring(c) or ''
    return '\n'.join([ast.get_docstring(c) or '', *section('Parameters', rows)])


def indented(doc: str, by: str = '    ') -> str:
    "A docstring as source"
    text = doc.replace('\\', '\\\\').replace('"""', '\\"\\"\\"')
    return by + '"""' + textwrap.indent(text, by).lstrip() + ('\n'+by if '\n' in text else '') + '"""\n'


def stub(room: Room, f: Function, method: bool = False) -> str:
    "A function's signature, and its docstring; two signatures where a problem or its parts may be given"
    f = with_options(f)
    if 'short_form' in decorated_by(f):
        plain = copy.copy(f)
        plain.decorator_list = [d for d in f.decorator_list if d is not decorated_by(f)['short_form']]
        return f'@overload\n{stub(room, plain)}@overload\n{stub(room, of_parts(f))}'
    pad, args = '    ' if method else '', ast.unparse(f.args)
    decorators = [f'@{ast.unparse(d)}' for d in f.decorator_list if d is not patched(f) and ast.unparse(d) in ('property', 'classmethod', 'staticmethod', 'contextmanager', 'cached_property')]
    if patch_option(f, 'as_prop'): decorators.append('@property')
    if patch_option(f, 'cls_method'): decorators.append('@classmethod')
    own = f.args.args[0] if method and f.args.args else None
    if own is not None and patched(f): args = args.replace(ast.unparse(own), own.arg, 1)
    returns = f' -> {ast.unparse(f.returns)}' if f.returns else ''
    head = ''.join(f'{pad}{d}\n' for d in decorators) + f'{pad}def {f.name}({args}){returns}:'
    doc = doc_of(room, f) or ast.get_docstring(f) or ''
    return f'{head}\n{indented(doc, pad+"    ")}{pad}    ...\n' if doc else f'{head} ...\n'


def attributes(c: ast.ClassDef) -> Iterator[tuple[str, str]]:
    "What a constructor keeps of its arguments, with types; parameters are tensors"
    init = next((f for f in c.body if isinstance(f, Function) and f.name=='__init__'), None)
    types = {a.arg: annotation(a.annotation) for a,_ in args_of(init)} if init else {}
    for n in ast.walk(init) if init else ():
        if not isinstance(n, ast.Assign): continue
        target, value = n.targets[0], n.value
        many = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        for t,v in zip(target.elts, value.elts) if many else [(target, value)]:
            if not (isinstance(t, ast.Attribute) and getattr(t.value, 'id', '')=='self') or t.attr.startswith('_'): continue
            kept = types.get(v.id) if isinstance(v, ast.Name) else 'Tensor' if isinstance(v, ast.Call) and ast.unparse(v.func)=='nn.Parameter' else None
            yield t.attr, kept or 'Any'


def stub_class(room: Room, c: ast.ClassDef) -> str:
    "A class with all its methods, wherever these were written"
    bases = ', '.join([*map(ast.unparse, c.bases), *(f'{k.arg}={ast.unparse(k.value)}' for k in c.keywords)])
    head = ''.join(f'@{ast.unparse(d)}\n' for d in c.decorator_list) + f'class {c.name}' + (f'({bases})' if bases else '') + ':\n'
    body = indented(doc_of_class(room, c)) if ast.get_docstring(c) else ''
    defined = {getattr(n, 'name', None) for n in c.body} | {f.name for _,f in room.added.get(c.name, [])}
    body += ''.join(f'    {k}: {t}\n' for k,t in dict(attributes(c)).items() if k not in defined)
    for n in c.body:
        if isinstance(n, Function): body += stub(room, n, True)
        elif isinstance(n, ast.AnnAssign): body += f'    {ast.unparse(n.target)}: {ast.unparse(n.annotation)}' + (' = ...\n' if n.value else '\n')
        elif isinstance(n, ast.Assign): body += ''.join(f'    {t.id}: Any\n' for t in n.targets if isinstance(t, ast.Name))
    for other,f in room.added.get(c.name, []): body += stub(other, f, True)
    return head + (body or '    ...\n')


def lazy(n: ast.stmt) -> list[tuple[str, str]]:
    "`x = lazy_module('y')` as (`y`, `x`); several of them may stand side by side, or be made by one expression"
    if not isinstance(n, ast.Assign) or 'lazy_module' not in ast.unparse(n.value): return []
    names = [x.id for x in getattr(n.targets[0], 'elts', n.targets)]
    modules = [c.value for c in ast.walk(n.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
    return list(zip(modules, names)) if len(modules)==len(names) else []


def is_type(n: ast.expr) -> bool:
    "Does an expression look like a type?"
    if isinstance(n, ast.BinOp) and isinstance(n.op, ast.BitOr): return is_type(n.left) or is_type(n.right)
    if isinstance(n, ast.Subscript): return is_type(n.value) or isinstance(n.value, ast.Name) and n.value.id in ('dict', 'list', 'tuple', 'set', 'type')
    return isinstance(n, (ast.Name, ast.Attribute)) and (getattr(n, 'id', None) or n.attr)[:1].isupper() or isinstance(n, ast.Constant) and n.value is None


def stub_value(room: Room, n: ast.Assign) -> str:
    "A constant or an alias of the module"
    if isinstance(n.targets[0], ast.Tuple): return ''.join(f'{t.id}: Any\n' for t in n.targets[0].elts if isinstance(t, ast.Name))
    name = n.targets[0].id if isinstance(n.targets[0], ast.Name) else None
    if name is None: return ''
    if name=='__all__': return ast.unparse(n)+'\n' if isinstance(n.value, ast.List) else ''
    if isinstance(n.value, ast.Call) and getattr(n.value.func, 'id', '')=='TypeVar': return ast.unparse(n)+'\n'
    if is_type(n.value): return f'{name}: TypeAlias = {ast.unparse(n.value)}\n'
    kinds = {ast.Dict: 'dict', ast.List: 'list', ast.Set: 'set', ast.Tuple: 'tuple'}
    kind = type(n.value.value).__name__ if isinstance(n.value, ast.Constant) else kinds.get(type(n.value), 'Any')
    return f'{name}: {kind}\n'


def foreign_names(room: Room) -> list[str]:
    "Imports that signatures added by other rooms need here"
    own, lines = bound(room.tree), set()
    options = [(home_of_class[options_class(f)], with_options(f)) for f in room.tree.body if isinstance(f, Function) and options_class(f)]
    for other,f in [p for ps in [*room.added.values(), options] for p in ps if p[0] is not room]:
        there = bound(other.tree)
        exprs = [a.annotation for a,_ in args_of(f) if a.annotation] + [d for _,d in args_of(f) if d] + ([f.returns] if f.returns else [])
        quoted = [ast.parse(n.value, mode='eval') for e in exprs for n in ast.walk(e) if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value.replace('.', '').replace('|', '').isidentifier()]
        for name in {n.id for e in [*exprs, *quoted] for n in ast.walk(e) if isinstance(n, ast.Name)}:
            n = there.get(name)
            if name in own or n is None: continue
            if lazy(n): lines |= {f'import {y} as {x}\n' for y,x in lazy(n) if x==name}
            elif isinstance(n, (ast.Import, ast.ImportFrom)):
                alias = next(a for a in n.names if (a.asname or a.name.split('.')[0])==name)
                words = alias.name + (f' as {alias.asname}' if alias.asname else '')
                lines.add(f'import {words}\n' if isinstance(n, ast.Import) else f'from {"."*n.level}{n.module or ""} import {words}\n')
            else: lines.add(f'from symbayes.{other.name} import {name}\n')
    return sorted(lines)


def stub_room(room: Room) -> str:
    "The module's `.pyi`"
    parts = [note, 'from typing import Any, TypeAlias, overload\n', *foreign_names(room)]
    if any('short_form' in decorated_by(n) for n in room.tree.body if isinstance(n, Function)): parts.append(parts_of_short_form)
    for n in room.tree.body:
        if isinstance(n, (ast.Import, ast.ImportFrom)): parts.append(ast.unparse(n)+'\n')
        elif isinstance(n, ast.If) and ast.unparse(n.test)=='TYPE_CHECKING': parts += [ast.unparse(i)+'\n' for i in n.body]  # for annotations alone
        elif lazy(n): parts += [f'import {y} as {x}\n' for y,x in lazy(n)]
        elif isinstance(n, Function) and not patched(n): parts.append(stub(room, n))
        elif isinstance(n, ast.ClassDef): parts.append(stub_class(room, n))
        elif isinstance(n, ast.Assign): parts.append(stub_value(room, n))
        elif isinstance(n, ast.AnnAssign): parts.append(f'{ast.unparse(n.target)}: {ast.unparse(n.annotation)}\n')
    return ''.join(parts)


def stub_door(room: Room) -> str:
    "`symbayes.all`: its names, said again, for that is what exports them from a stub"
    parts = [note]
    for n in room.tree.body:
        if isinstance(n, ast.ImportFrom) and n.names[0].name=='*': parts.append(ast.unparse(n)+'\n')
        elif isinstance(n, ast.ImportFrom): parts.append(f'from {"."*n.level}{n.module or ""} import ' + ', '.join(f'{a.name} as {a.asname or a.name}' for a in n.names) + '\n')
    return ''.join(parts)


def lazy_names(path: Path) -> dict[str, str]:
    "The names behind the lazy door of a package, by room; none where it has no such door"
    calls = [n for n in ast.walk(parsed(path)) if isinstance(n, ast.Call) and getattr(n.func, 'id', '')=='lazy_door']
    return ast.literal_eval(calls[0].args[1]) if calls else {}


def stub_lazy_door(path: Path) -> str:
    "The stub of a package: each name from its room, and the packages inside; a door that imports its rooms says so itself"
    inside = sorted(p.parent.name for p in path.parent.glob('*/__init__.py'))
    def home(room: str, name: str) -> str:
        "The room that defines a name: a door may name one that imports it, for the methods that it adds"
        n = bound(parsed(path.parent/f'{room.replace(".", "/")}.py')).get(name)
        return room if not isinstance(n, ast.ImportFrom) or n.level!=1 else '.'.join([*room.split('.')[:-1], n.module or ''])
    names = [f'from .{home(room, n)} import {n} as {n}\n' for room,names in sorted(lazy_names(path).items()) for n in names.split()]
    tree = parsed(path)
    if '__getattr__' not in bound(tree): names = [f'from {n.module} import {a.name} as {a.name}\n' for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names]
    return ''.join([note, '__version__: str\n' if inside else '', *(f'from . import {p} as {p}\n' for p in inside), *names])


def docments(rooms: list[Room]) -> str:
    "Docstrings with parameters, by module and name"
    found: dict[str, dict[str, str]] = {}
    for room in rooms:
        docs = found.setdefault(f'symbayes.{room.name}', {})
        for n in room.tree.body:
            if isinstance(n, Function) and not patched(n): docs[n.name] = doc_of(room, n)
            if isinstance(n, Function) and patched(n): docs |= {f'{c}.{n.name}': doc_of(room, n) for c in targets(n.args.args[0].annotation)}
            if isinstance(n, ast.ClassDef):
                docs[n.name] = doc_of_class(room, n)
                docs |= {f'{n.name}.{f.name}': doc_of(room, f) for f in n.body if isinstance(f, Function) and f.name!='__init__'}
    found = {k: {n: d for n,d in docs.items() if '\n' in d} for k,docs in found.items()}
    return f'"Docstrings with their parameters, for `help`."\n{note}docs = {{\n' + ''.join(f'{k!r}: {{\n' + ''.join(f' {n!r}: {d!r},\n' for n,d in sorted(docs.items())) + '},\n' for k,docs in sorted(found.items()) if docs) + '}\n'


def made() -> dict[Path, str]:
    "Every file, by path"
    paths = [p for p in sorted(package.rglob('*.py')) if p.name not in written]
    rooms = [read(p) for p in paths]
    home = {c: r for r in rooms for c in r.classes}
    home_of_class.update(home)
    for r in rooms:
        for f in r.tree.body:
            if not isinstance(f, Function) or not patched(f): continue
            for c in targets(f.args.args[0].annotation):
                own = r if c in r.classes else home.get(c)   # two rooms may have a class of one name
                if own: own.added.setdefault(c, []).append((r, f))
    files = {r.path.with_suffix('.pyi'): stub_door(r) if r.name=='all' else stub_room(r) for r in rooms}
    doors = {p.with_suffix('.pyi'): stub_lazy_door(p) for p in sorted(package.rglob('__init__.py'))}
    return files | doors | {package/'_docments.py': docments(rooms)}


def write() -> int:
    "Write the files that are not up to date, and delete stubs without a module; return the number of files"
    new = made()
    for p in package.rglob('*.pyi'):
        if p not in new: p.unlink()
    for p,text in new.items():
        if not p.exists() or p.read_text(encoding='utf-8')!=text: put(p, text)
    return len(new)


if __name__ == '__main__': print(f'{write()} files for editors, mypy and help are up to date')
