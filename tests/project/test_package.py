"The package as a whole: what a notebook cannot say about itself."
import os, inspect, pkgutil, re, shutil, subprocess, sys
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import symbayes

names = sorted(m.name for m in pkgutil.walk_packages(symbayes.__path__, 'symbayes.') if not m.name.rpartition('.')[2].startswith('_'))


def exported(mod: ModuleType) -> Iterator[tuple[str, object]]:
    "Functions and classes that a module exports and defines"
    for n in getattr(mod, '__all__', []):
        if n not in vars(mod): continue  # of a room that was left
        o = getattr(mod, n)
        if inspect.isroutine(o) or inspect.isclass(o):
            if getattr(o, '__module__', '')==mod.__name__: yield n, o

def public_functions(mod: ModuleType) -> Iterator[tuple[str, Callable]]:
    "Exported functions, and the public methods and constructors written in this package for exported classes"
    for n,o in exported(mod):
        if not inspect.isclass(o): yield n, o
        else:
            for k,v in vars(o).items():
                f = getattr(v, '__func__', getattr(v, 'fget', None) or v)  # class method, property, plain method
                written = inspect.isfunction(f) and f.__module__.startswith('symbayes') and not f.__code__.co_filename.startswith('<')
                if written and (k=='__init__' or k[0]!='_'): yield f'{n}.{k}', f

def settings(root: Path) -> dict[str, str]:
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(root/'settings.ini')
    return dict(ini['DEFAULT'])


@pytest.mark.parametrize('name', names)
def test_docstrings(name):
    mod = import_module(name)
    bare = [n for n,o in exported(mod) if not (o.__doc__ or '').strip()]
    bare += [n for n,f in public_functions(mod) if '.' in n and not n.endswith('__init__') and not inspect.getdoc(getattr(getattr(mod, n.split('.')[0]), n.split('.')[1]))]
    assert not bare, f'{name}: no docstring on {bare}'

@pytest.mark.parametrize('name', names)
def test_type_hints(name):
    bare = [f'{n}({p.name})' for n,f in public_functions(import_module(name)) for p in inspect.signature(f).parameters.values()
        if p.name not in ('self', 'cls') and p.annotation is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    assert not bare, f'{name}: no type on {bare}'

def test_commands_exist(root):
    for c in settings(root)['console_scripts'].split():
        mod, fn = c.split('=')[1].split(':')
        assert callable(getattr(import_module(mod), fn))

@pytest.mark.parametrize('options,status', [('--help', 0), ('--no-such-option', 2)])
def test_options_are_read_before_torch_is_imported(options, status, root):
    "Help, and the line about a mistake, need not wait for seconds"
    for c in settings(root)['console_scripts'].split():
        name, entry = c.split('=')
        mod, fn = entry.split(':')
        code = f"import sys\nfrom {mod} import {fn}\nfrom symbayes.runs.terminal import run_command\nstatus = run_command({fn}, [{options!r}], {name!r})\nprint(status, 'torch' in sys.modules)"
        done = subprocess.run([sys.executable, '-c', code], cwd=root, capture_output=True, text=True)
        assert done.stdout.splitlines()[-1:]==[f'{status} False'], (name, done.stdout, done.stderr)
        assert done.stdout.startswith(f'usage: {name}') if status==0 else done.stderr.startswith('error: ') and done.stderr.count('\n')==1

def test_star_import():
    "Names that users type are there, and no other"
    ns = {}
    exec('from symbayes.all import *', ns)
    assert {'MeanField', 'fit', 'predict', 'mlp_group', 'mi_sandwich', 'load_data', 'run_training'} <= ns.keys()
    assert ns.keys()-{'__builtins__'}=={*import_module('symbayes.all').__all__}
    with pytest.raises(ImportError): exec('from symbayes.all import unit_matrix')

@pytest.mark.defect('U15')
def test_completion_offers_names_and_not_chapters(after_torch):
    "`dir(symbayes)` is the same before and after all chapters are imported, and `symbayes.all` works"
    assert after_torch("""
import symbayes
before = dir(symbayes)
assert symbayes.all.fit is symbayes.fit
import symbayes.comparison.alignment, symbayes.testing
assert before==dir(symbayes) and {k for k in before if k[:2]!='__'}==set(symbayes.__all__) and symbayes.comparison.alignment.align is symbayes.align
""")==''

@pytest.mark.defect('U15')
def test_help_names_types_without_their_modules():
    "Annotations stay the types themselves"
    for f in (symbayes.fit, symbayes.MeanField, symbayes.MeanField.from_module, symbayes.predict):
        own = inspect.signature(f)
        assert not re.search(r'\w\.[A-Z]', str(own)) and len(str(own))<1100
        assert all(not isinstance(p.annotation, str) for p in own.parameters.values())

def text_files(root: Path) -> Iterator[tuple[Path, str]]:
    "Text files under version control; without git, those in the folders that would be"
    r = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=root, capture_output=True, text=True)
    kept = [root/f for f in r.stdout.split('\0') if f] or [p for d in ('nbs', 'symbayes', 'tests', 'tools', '.ci', '.github') for p in (root/d).rglob('*')] + list(root.glob('*'))
    for p in kept:
        try: yield p, p.read_text(encoding='utf-8')
        except (UnicodeDecodeError, OSError): pass

@pytest.mark.defect('P9')
def test_an_editable_install_is_found_beside_its_clone(root, tmp_path):
    "A program that starts in the folder of a clone called `symbayes` imports the package, not that folder"
    clone = tmp_path/'symbayes'
    shutil.copytree(root/'symbayes', clone/'symbayes', ignore=shutil.ignore_patterns('results', '__pycache__', '*.pyi', '_docments.py'))
    shutil.copytree(root/'tools', clone/'tools', ignore=shutil.ignore_patterns('__pycache__'))
    for f in ('setup.py', 'settings.ini', 'pyproject.toml', 'README.md', 'LICENSE', 'MANIFEST.in'): shutil.copy2(root/f, clone/f)
    (clone/'tools/make_stubs.py').write_text('def write(): pass')  # seconds; of the wheel that notebooks are run with they are made
    (clone/'symbayes/inference/fitting.py').write_text('fit = "found"')
    build = 'import sys, setuptools.build_meta as b; b.build_editable(sys.argv[1])'
    subprocess.run([sys.executable, '-c', build, tmp_path/'wheel'], cwd=clone, check=True, capture_output=True)
    shutil.unpack_archive(next((tmp_path/'wheel').glob('*.whl')), tmp_path/'site', 'zip')
    use = f'import site; site.addsitedir({str(tmp_path/"site")!r}); import symbayes; print(symbayes.fit)'
    env = {k: v for k,v in os.environ.items() if k!='PYTHONPATH'}
    r = subprocess.run([sys.executable, '-S', '-c', use], cwd=tmp_path, capture_output=True, text=True, env=env)
    assert r.stdout=='found\n', r.stderr

def test_no_machine_paths(root):
    "No path of somebody's machine: neither in code nor in a stored output"
    path = re.compile(r'(?<![\w.+=/~-])/(?:work|tmp|home|root|Users)/[\w.]')  # base64 of a figure may contain such letters, but not after a space or quote
    bad = [f'{p.relative_to(root)}: {m[0]}' for p,text in text_files(root) for m in path.finditer(text)]
    assert not bad, bad
