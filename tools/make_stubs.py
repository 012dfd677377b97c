"""Write what editors, mypy and `help` need to know of `symbayes/`, made from what the notebooks export. Git ignores these files:
`make setup`, `make export` and the build of the wheel (setup.py) write them.

`X.pyi` beside every `X.py`: its signatures, with methods added by `@patch` in their classes and lazily imported libraries as imports.
`_docments.py`: every docstring with its parameters, which the comments in the source say and `help` cannot see. Standard library only."""
import ast, copy, io, tokenize
from collections.abc import Iterator
from pathlib import Path

from whole import put

package = Path(__file__).resolve().parent.parent/'symbayes'
note = '# Made from the modules by tools/make_stubs.py: edit the notebooks.\n'
not_from_notebooks = '_docments.py', '_modidx.py', '__init__.py'
kept_decorators = 'property', 'classmethod', 'staticmethod', 'contextmanager', 'cached_property'
parts_of_a_problem = '''
from torch import nn
from symbayes.core.tensors import Params
from symbayes.distributions.likelihoods import Likelihood
from symbayes.distributions.priors import Prior
from symbayes.distributions.problem import Data
from symbayes.symmetry.permutations import PermutationGroup
def parts(model: nn.Module, prior: Prior, likelihood: Likelihood, data: Data, group: PermutationGroup|str|None = None, *,
    buffers: Params|None = None, n_data: int|None = None): ...'''
Function = ast.FunctionDef


class Module:
    "A module: its tree, its comments by line, and what other modules add to its classes"
    def __init__(self, path: Path):
        text = path.read_text(encoding='utf-8')
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        self.name = '.'.join(path.relative_to(package.parent).with_suffix('').parts)
        self.comments = {t.start[0]: t.string.lstrip('# ').strip() for t in tokens if t.type==tokenize.COMMENT}
        self.body = list(top_level(ast.parse(text)))
        self.functions = [n for n in self.body if isinstance(n, Function)]
        self.classes = {n.name: n for n in self.body if isinstance(n, ast.ClassDef)}
        self.added: dict[str, list[tuple[Module, Function]]] = {}  # by class

    def binding(self, name: str) -> ast.stmt|None:
        "The statement of another module that gives it a name of this one; None if there is no such name"
        for n in self.body:
            for alias in getattr(n, 'names', ()):
                if (alias.asname or alias.name.split('.')[0])!=name: continue
                if isinstance(n, ast.Import): return ast.Import([alias])
                above = self.name.split('.')[:-n.level] if n.level else []
                return ast.ImportFrom('.'.join([*above, n.module or '']), [alias], 0)
            if name in bound_by(n): return ast.ImportFrom(self.name, [ast.alias(name)], 0)
        return None


def bound_by(n: ast.stmt) -> list[str]:
    "Names that a statement binds"
    if isinstance(n, (ast.Import, ast.ImportFrom)): return [a.asname or a.name.split('.')[0] for a in n.names]
    if isinstance(n, (Function, ast.ClassDef)): return [n.name]
    targets = n.targets if isinstance(n, ast.Assign) else [n.target] if isinstance(n, ast.AnnAssign) else []
    return [t.id for target in targets for t in getattr(target, 'elts', [target]) if isinstance(t, ast.Name)]


def top_level(tree: ast.Module) -> Iterator[ast.stmt]:
    "Statements of a module, lazy imports and those for annotations alone as plain ones"
    for n in tree.body:
        if isinstance(n, ast.If) and ast.unparse(n.test)=='TYPE_CHECKING': yield from n.body
        else: yield from lazy_imports(n) or [n]


def lazy_imports(n: ast.stmt) -> list[ast.Import]:
    "Imports in place of `x, y = lazy_module('x'), lazy_module('y')`"
    if not isinstance(n, ast.Assign) or 'lazy_module' not in ast.unparse(n.value): return []
    modules = [c.value for c in ast.walk(n.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
    names = bound_by(n)
    return [ast.Import([ast.alias(*pair)]) for pair in zip(modules, names)] if len(modules)==len(names) else []


def decorators(f: Function) -> dict[str, ast.expr]: return {getattr(getattr(d, 'func', d), 'id', ''): d for d in f.decorator_list}


def patched_classes(f: Function) -> list[str]:
    "Classes that `@patch` adds a function to, by its annotation `self: A|B`"
    if 'patch' not in decorators(f): return []
    return annotation(f.args.args[0].annotation).replace(' ', '').split('|')


def annotation(node: ast.expr|None) -> str:
    "A type as a reader wants it"
    if node is None: return ''
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def with_options(f: Function, homes: dict[str, Module]) -> Function:
    "Return a function with the fields of a dataclass in place of `**kwargs`, as `@delegates(Class)` says, and with their comments"
    delegates = decorators(f).get('delegates')
    name = '' if delegates is None or f.args.kwarg is None else ast.unparse(delegates.args[0])
    if name not in homes: return f  # nothing is delegated, or to a function
    full = copy.deepcopy(f)
    full.args.kwarg = None
    for n in homes[name].classes[name].body:
        if not isinstance(n, ast.AnnAssign): continue
        arg = ast.copy_location(ast.arg(n.target.id, n.annotation), n)
        arg.comment = homes[name].comments.get(n.end_lineno, '')
        full.args.kwonlyargs.append(arg)
        full.args.kw_defaults.append(n.value)
    return full


def args_of(f: Function) -> Iterator[tuple[str, ast.arg, ast.expr|None]]:
    "Arguments but for `self`, with their stars and defaults"
    a = f.args
    plain = [*a.posonlyargs, *a.args]
    defaults = [None]*(len(plain)-len(a.defaults)) + a.defaults
    yield from (('', arg, default) for arg,default in zip(plain, defaults) if arg.arg not in ('self', 'cls'))
    if a.vararg: yield '*', a.vararg, None
    yield from (('', arg, default) for arg,default in zip(a.kwonlyargs, a.kw_defaults))
    if a.kwarg: yield '**', a.kwarg, None


# docstrings

def section(title: str, rows: list[tuple[str, str]]) -> list[str]:
    "A part of a docstring"
    lines = [line for head,words in rows for line in (head, f'    {words}') if line.strip()]
    return ['', title, '-'*len(title), *lines] if rows else []


def described(name: str, node: ast.expr|None, default: ast.expr|None) -> str:
    return f'{name} : {annotation(node)}'.rstrip(' :') + (f' = {ast.unparse(default)}' if default else '')


def doc_of(module: Module, f: Function) -> str:
    "A function's docstring with its parameters"
    said, rows, result = ast.get_docstring(f) or '', [], annotation(f.returns)
    for star,a,default in args_of(f):
        comment = getattr(a, 'comment', None) or module.comments.get((default or a).end_lineno, '')
        rows.append((described(star+a.arg, a.annotation, default), comment))
    returned = [(result, module.comments.get(f.returns.end_lineno, ''))] if result not in ('', 'None') else []
    if not any(words for _,words in rows+returned): return said
    if f.lineno==f.body[0].lineno: return ''  # a comment behind a whole definition is none of its parameters
    return '\n'.join([said, *section('Parameters', rows), *section('Returns', returned)]).strip()


def doc_of_class(module: Module, c: ast.ClassDef) -> str:
    "A class's docstring with its constructor's parameters, or its fields"
    said = ast.get_docstring(c) or ''
    for f in c.body:
        if isinstance(f, Function) and f.name=='__init__': return '\n\n'.join(filter(None, [said, doc_of(module, f)]))
    fields = [n for n in c.body if isinstance(n, ast.AnnAssign)]
    rows = [(described(n.target.id, n.annotation, n.value), module.comments.get(n.end_lineno, '')) for n in fields]
    return '\n'.join([said, *section('Parameters', rows)]) if any(words for _,words in rows) else said


def docs_of(module: Module, homes: dict[str, Module]) -> dict[str, str]:
    "Docstrings that have parameters, by name"
    docs = {}
    for f in module.functions:
        for name in [f'{c}.{f.name}' for c in patched_classes(f)] or [f.name]: docs[name] = doc_of(module, with_options(f, homes))
    for c in module.classes.values():
        methods = [f for f in c.body if isinstance(f, Function) and f.name!='__init__']
        docs |= {c.name: doc_of_class(module, c), **{f'{c.name}.{f.name}': doc_of(module, f) for f in methods}}
    return {name: doc for name,doc in sorted(docs.items()) if '\n' in doc}


# stubs

def signature(f: Function) -> Function:
    "A function without its body"
    kept = [d for d in f.decorator_list if ast.unparse(d) in kept_decorators]
    patch = decorators(f).get('patch')
    options = {k.arg for k in patch.keywords if getattr(k.value, 'value', False)} if isinstance(patch, ast.Call) else set()
    kept += [ast.Name(name) for option,name in (('as_prop', 'property'), ('cls_method', 'classmethod')) if option in options]
    said = ast.get_docstring(f)
    short = copy.copy(f)
    short.args, short.body, short.decorator_list = copy.deepcopy(f.args), [ast.Expr(ast.Constant(said if said else ...))], kept
    if patch is not None: short.args.args[0].annotation = None
    return short


def of_parts(f: Function) -> Function:
    "The signature of a function of a problem, for one of its parts, as `@short_form` allows"
    short, parts = signature(f), ast.parse(parts_of_a_problem).body[-1].args
    a, (model, *parts_behind, group) = short.args, parts.args
    has_q = a.args[1:2] and a.args[1].arg=='q'
    if has_q:
        a.args = [model, a.args[1], *parts_behind, group, *a.args[2:]]
        a.defaults = [*parts.defaults, *a.defaults]
        a.kwonlyargs += parts.kwonlyargs
        a.kw_defaults += parts.kw_defaults
    else: a.args = [model, *parts_behind, *a.args[1:]]
    return short


def signatures(f: Function) -> list[Function]:
    "One signature; two where a problem or its parts may be given"
    if 'short_form' not in decorators(f): return [signature(f)]
    both = [signature(f), of_parts(f)]
    for s in both: s.decorator_list.insert(0, ast.Name('overload'))
    return both


def attributes(c: ast.ClassDef) -> dict[str, str]:
    "What a constructor keeps of its arguments, with types; parameters are tensors"
    init = next((f for f in c.body if isinstance(f, Function) and f.name=='__init__'), None)
    types, found = {a.arg: annotation(a.annotation) for _,a,_ in args_of(init)} if init else {}, {}
    for n in ast.walk(init) if init else ():
        if not isinstance(n, ast.Assign): continue
        many = isinstance(n.targets[0], ast.Tuple) and isinstance(n.value, ast.Tuple)
        for target,value in zip(n.targets[0].elts, n.value.elts) if many else [(n.targets[0], n.value)]:
            if not isinstance(target, ast.Attribute) or ast.unparse(target.value)!='self' or target.attr[0]=='_': continue
            is_parameter = isinstance(value, ast.Call) and ast.unparse(value.func)=='nn.Parameter'
            found[target.attr] = 'Tensor' if is_parameter else types.get(ast.unparse(value)) or 'Any'
    return found


def class_stub(module: Module, c: ast.ClassDef) -> ast.ClassDef:
    "A class with all its methods, wherever these were written"
    methods = [n for n in c.body if isinstance(n, Function)] + [f for _,f in module.added.get(c.name, [])]
    fields = [n for n in c.body if isinstance(n, ast.AnnAssign)]
    constants = {t.id: 'Any' for n in c.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    known = {f.name for f in methods} | {name for n in fields for name in bound_by(n)}
    declared = [f'{name}: {type}' for name,type in (attributes(c) | constants).items() if name not in known]
    first = ast.Expr(ast.Constant(ast.get_docstring(c) or ...))
    body = [first, *ast.parse('\n'.join(declared)).body, *fields, *map(signature, methods)]
    return ast.ClassDef(c.name, c.bases, c.keywords, body, c.decorator_list)


def names_in(f: Function) -> set[str]:
    "Names that a signature uses, those in quotes included"
    short = signature(f)
    short.body, found = [], set()
    for n in ast.walk(short):
        if isinstance(n, ast.Name): found.add(n.id)
        if isinstance(n, ast.Constant) and isinstance(n.value, str): found |= set(n.value.replace('|', '.').split('.'))
    return found


def foreign_imports(module: Module, homes: dict[str, Module]) -> set[str]:
    "Imports that signatures need whose parts other modules wrote"
    own = {name for n in module.body for name in bound_by(n)}
    foreign = [pair for pairs in module.added.values() for pair in pairs if pair[0] is not module]
    for f in module.functions:
        full = with_options(f, homes)
        if full is not f: foreign.append((homes[ast.unparse(decorators(f)['delegates'].args[0])], full))
    found = [other.binding(name) for other,f in foreign for name in names_in(f)-own]
    return {ast.unparse(n) for n in found if n is not None}


def stub(module: Module, homes: dict[str, Module]) -> str:
    "The module's `.pyi`"
    lines = ['from typing import Any, overload', *sorted(foreign_imports(module, homes))]
    if any('short_form' in decorators(f) for f in module.functions): lines += parts_of_a_problem.split('\ndef')[0].strip().splitlines()
    for n in module.body:
        if isinstance(n, Function) and not patched_classes(n): lines += map(ast.unparse, signatures(with_options(n, homes)))
        elif isinstance(n, ast.ClassDef): lines.append(ast.unparse(class_stub(module, n)))
        elif isinstance(n, (ast.Import, ast.ImportFrom, ast.AnnAssign)): lines.append(ast.unparse(n))
        elif isinstance(n, ast.Assign):  # of types, or of values, whose types nobody has said
            lines += [ast.unparse(n) if name[0].isupper() or name=='__all__' else f'{name}: Any' for name in bound_by(n)]
    return note + '\n'.join(lines) + '\n'


def lazy_names(path: Path) -> dict[str, str]:
    "The names behind the lazy door of a package, by module; none where it has no such door"
    every = [n for n in ast.walk(ast.parse(path.read_text(encoding='utf-8'))) if isinstance(n, ast.Call)]
    calls = [n for n in every if getattr(n.func, 'id', '')=='lazy_door']
    return ast.literal_eval(calls[0].args[1]) if calls else {}


def door_stub(path: Path, modules: dict[Path, Module]) -> str:
    "The stub of a package, or of `symbayes.all`: each name from its module, said again, for that is what exports it, and the packages inside"
    lazy, own = lazy_names(path), Module(path)
    pairs = [(modules[path.parent/f'{m.replace(".", "/")}.py'], name) for m,names in sorted(lazy.items()) for name in names.split()]
    if not lazy: pairs = [(own, name) for n in own.body if isinstance(n, ast.ImportFrom) for name in bound_by(n)]
    found = [m.binding(name) for m,name in pairs]
    for n in found: n.names[0].asname = n.names[0].name
    inside = sorted(p.parent.name for p in path.parent.glob('*/__init__.py')) if path.name=='__init__.py' else []
    lines = [f'from . import {p} as {p}' for p in inside] + ['__version__: str']*bool(inside) + [ast.unparse(n) for n in found]
    return note + '\n'.join(lines) + '\n'


def made() -> dict[Path, str]:
    "Every file, by path"
    paths = [p for p in sorted(package.rglob('*.py')) if p.name not in not_from_notebooks]
    modules = {p: Module(p) for p in paths}
    homes = {c: m for m in modules.values() for c in m.classes}
    for m in modules.values():
        for f in m.functions:
            for c in patched_classes(f):
                home = m if c in m.classes else homes.get(c)   # two modules may have a class of one name
                if home: home.added.setdefault(c, []).append((m, f))
    files = {p.with_suffix('.pyi'): stub(m, homes) for p,m in modules.items()}
    files |= {p.with_suffix('.pyi'): door_stub(p, modules) for p in [package/'all.py', *package.rglob('__init__.py')]}
    docs = {m.name: found for m in modules.values() if (found := docs_of(m, homes))}
    return files | {package/'_docments.py': f'"Docstrings with their parameters, for `help`."\n{note}docs = {docs!r}\n'}


def write() -> int:
    "Write the files that are not up to date, and delete stubs without a module; return the number of files"
    new = made()
    for p in package.rglob('*.pyi'):
        if p not in new: p.unlink()
    for p,text in new.items():
        if not p.exists() or p.read_text(encoding='utf-8')!=text: put(p, text)
    return len(new)


if __name__ == '__main__': print(f'{write()} files for editors, mypy and help are up to date')
