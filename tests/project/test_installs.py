"What `help`, mypy and editors know of the package, in each way to install it: from the modules alone, since git has neither stubs nor docstrings."
import json, os, re, shutil, subprocess, sys
from pathlib import Path

import pytest

def run(*cmd, cwd: Path|None = None, **env: str) -> str:
    kept = {k: v for k,v in os.environ.items() if k!='PYTHONPATH'}
    r = subprocess.run([str(c) for c in cmd], cwd=cwd, env=kept | env, capture_output=True, text=True)
    assert r.returncode==0, r.stdout+r.stderr
    return r.stdout

def tree(root: Path, at: Path) -> Path:
    "What git tracks, as it stands now"
    for f in filter(None, run('git', 'ls-files', '-z', cwd=root).split('\0')):
        if not (root/f).is_file(): continue
        (at/f).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root/f, at/f)
    return at

def unpacked(wheels: Path) -> Path:
    shutil.unpack_archive(next(wheels.glob('*.whl')), wheels/'site', 'zip')
    return wheels/'site'

def build(hook: str, source: Path, to: Path) -> Path:
    "Run a hook of the build, as pip does"
    to.mkdir()
    run(sys.executable, '-c', f'import sys, setuptools.build_meta as b; b.{hook}(sys.argv[1])', to, cwd=source)
    return to

def of_clone(root: Path, at: Path) -> Path:
    run(sys.executable, root/'tools/make_stubs.py')
    return root

def of_wheel(root: Path, at: Path) -> Path: return unpacked(build('build_wheel', tree(root, at/'tree'), at/'wheels'))

def of_editable(root: Path, at: Path) -> Path:
    "Without make"
    source = tree(root, at/'tree')
    build('build_editable', source, at/'wheels')
    return source

ways = {'a clone': of_clone, 'a wheel': of_wheel, 'an editable install': of_editable}

@pytest.mark.slow
@pytest.mark.parametrize('way', ways)
def test_help_and_types(way, root, tmp_path):
    "`help` has the parameters, and mypy knows methods that other rooms add and names behind lazy doors"
    if not (root/'.git').exists(): pytest.skip('no clone')
    site = ways[way](root, tmp_path)
    said = run(sys.executable, '-c', 'import symbayes as sb; print(sb.__file__); help(sb.fit); help(sb.distributions.Posterior.kl)', cwd=tmp_path, PYTHONPATH=str(site))
    assert said.startswith(str(site)) and 'Parameters' in said and 'epochs : int | None = None' in said and 'prior : ' in said
    (tmp_path/'use.py').write_text('import symbayes as sb\nq: sb.MeanField\nreveal_type(q.kl)\nreveal_type(q.units)\nreveal_type(sb.metrics.ece)\nreveal_type(sb.fit)\n')
    found = run(sys.executable, '-m', 'mypy', '--follow-imports=silent', '--ignore-missing-imports', '--disable-error-code', 'override', '--cache-dir', root/'.mypy_cache', tmp_path/'use.py', cwd=tmp_path, MYPYPATH=str(site))
    types = [l.partition('Revealed type is ')[2] for l in found.splitlines() if 'Revealed' in l]
    assert len(types)==4 and all('def (' in t for t in types), found

in_colab = '''
import json, sys
from types import ModuleType
from IPython.core.interactiveshell import InteractiveShell
for name in ('google', 'google.colab', 'google.colab._shell'): sys.modules[name] = ModuleType(name)
shell = type('Shell', (InteractiveShell,), {'__module__': 'google.colab._shell'}).instance()
for s in json.loads(sys.argv[1]): shell.run_cell(s).raise_error()
'''

@pytest.mark.slow
@pytest.mark.defect('V13')
def test_the_cell_for_colab_installs_a_clone(root, from_tools, tmp_path):
    "In a shell that is Colab's by its name, beside an uploaded clone, and the first lines of README run; nothing is asked of an index"
    tree(root, tmp_path/'symbayes')
    where = tmp_path/'site'
    pip = dict(PIP_NO_INDEX='1', PIP_TARGET=str(where), PIP_NO_DEPS='1', PIP_CONFIG_FILE=os.devnull, PIP_NO_BUILD_ISOLATION='0')
    first = re.search(r'^```python\n(.*?)^```', (root/'README.md').read_text(encoding='utf-8'), re.M|re.S)[1]
    cells = [''.join(from_tools('address').install(from_tools('address').Address())['source']), f'import sys; sys.path.insert(0, {str(where)!r})', 'import symbayes; print(symbayes.__file__)', first]
    said = run(sys.executable, '-c', in_colab, json.dumps(cells), cwd=tmp_path, IPYTHONDIR=str(tmp_path/'ipython'), OMP_NUM_THREADS='1', **pip)
    assert f'{where}/symbayes/__init__.py' in said and len(first.strip().splitlines())<=7
