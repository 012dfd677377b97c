"""Measure the shape of the package: `python tools/house.py [FOLDER]`, also for an older checkout. One number a line; standard library only.

`entries` count what git tracks in a folder, `generated` are lines that no person writes, `arrows` are imports between wings."""
import ast, re, subprocess, sys
from pathlib import Path

from sidebar import wings

root = Path(sys.argv[1] if len(sys.argv)>1 else Path(__file__).parent.parent).resolve()


def tracked(folder: str) -> list[Path]:
    "Files under version control below a folder, by their path from the root"
    said = subprocess.run(['git', 'ls-files', '-z', folder], cwd=root, capture_output=True, text=True, check=True).stdout
    return [Path(f) for f in said.split('\0') if f]


def lines(files: list[Path]) -> int: return sum(len((root/f).read_text(encoding='utf-8').splitlines()) for f in files)


def entries(folder: str) -> int: return len({f.parts[1] for f in tracked(folder)})


def is_generated(f: Path) -> bool: return f.suffix=='.pyi' or f.name in ('_docments.py', '_modidx.py')


def imports(f: Path) -> set[str]:
    "Wings that a module imports from"
    return set(re.findall(r'^from \.\.(\w+)[.\w]* import', (root/f).read_text(encoding='utf-8'), re.M)) & set(wings)


def door() -> int:
    "Number of names that `import symbayes` offers; before there were wings, those of `symbayes.all`"
    code = 'import symbayes; print(len([n for n in dir(symbayes) if n[0]!="_"]))'
    return int(subprocess.run([sys.executable, '-c', code], cwd=root, capture_output=True, text=True, check=True).stdout)


bundle = [{'model', 'net', 'problem'}, {'q'}, {'prior'}, {'likelihood', 'lik'}, {'data'}, {'group', 'g'}] # what a posterior is about, a set for each part


def parameters(f: ast.FunctionDef) -> list[str]: return [a.arg for a in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)]


def takes_bundle(f: ast.FunctionDef) -> bool: return sum(bool(part & set(parameters(f))) for part in bundle)>=4


def calls(trees: list[ast.Module], name: str, n_args: int) -> int:
    "Number of calls of a builtin with so many arguments"
    return sum(isinstance(n, ast.Call) and getattr(n.func, 'id', '')==name and len(n.args)==n_args for t in trees for n in ast.walk(t))


def private_imports(trees: list[ast.Module]) -> int:
    "Number of private names that a module takes from another one"
    found = [n for t in trees for n in ast.walk(t) if isinstance(n, ast.ImportFrom) and n.level]
    return sum(a.name.startswith('_') and not a.name.startswith('__') for n in found for a in n.names)


def names_in_several(trees: list[ast.Module]) -> list[str]:
    "Names of functions and classes that more than one module defines; a method by `@patch` belongs to its class"
    patched = lambda n: any('patch' in ast.unparse(d) for d in n.decorator_list)
    own = [{n.name for n in t.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and not patched(n)} for t in trees]
    return sorted({name for names in own for name in names if sum(name in other for other in own)>1})


def measures() -> dict[str, int]:
    package = tracked('symbayes')
    code = [f for f in package if f.suffix=='.py' and not is_generated(f)]
    arrows = {(f.parts[1], w) for f in code for w in imports(f) if f.parts[1] in wings and w!=f.parts[1]}
    trees = [ast.parse((root/f).read_text(encoding='utf-8')) for f in code]
    functions = [n for t in trees for n in ast.walk(t) if isinstance(n, ast.FunctionDef)]
    fit = next(f for f in functions if f.name=='fit' and 'likelihood' in parameters(f)+['likelihood']*('problem' in parameters(f)))
    return {'entries of symbayes/': entries('symbayes'), 'entries of nbs/': entries('nbs'), 'tracked lines of generated code': lines([f for f in package if is_generated(f)]),
        'lines of Python, library': lines([f for f in code if 'experiments' not in f.parts]), 'lines of Python, experiments': lines([f for f in code if 'experiments' in f.parts]),
        'functions': len(functions), 'largest room, lines': max(lines([f]) for f in code), 'names at the front door': door(),
        'arrows between wings': len(arrows), 'arrows that go up': sum(wings.index(a)<wings.index(b) for a,b in arrows),
        'functions with four or more of network, q, prior, likelihood, data, group': sum(map(takes_bundle, functions)),
        'parameters of fit': len(parameters(fit)), 'calls of hasattr': calls(trees, 'hasattr', 2), 'calls of getattr with a default': calls(trees, 'getattr', 3),
        'private names imported from another module': private_imports(trees), 'names that several modules define': len(names_in_several(trees))}


if __name__ == '__main__':
    for k,v in measures().items(): print(f'{v:7,}  {k}')
