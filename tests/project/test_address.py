"The project's address: in one place, and from there everywhere; the pages' links to Colab, and the cell that installs the package there."
import json, os, re, shlex, subprocess, sys
from pathlib import Path
from shutil import copy2
from textwrap import dedent

from notebooks import cells_of
import pytest
import yaml

url, docs = 'https://github.com/some-one/symbayes', 'https://some-one.github.io/symbayes'
read_by_it = 'pyproject.toml', 'settings.ini', 'CITATION.cff', 'nbs/index.ipynb', 'nbs/learn/02_tour.ipynb', 'nbs/guides/01_intervals.ipynb', 'nbs/experiments/18_modes.ipynb'


@pytest.fixture(scope='module')
def address(from_tools): return from_tools('address')

@pytest.fixture
def clone(root, address, tmp_path, monkeypatch) -> Path:
    "A copy of what the tool reads, without an address; the tool works there"
    for f in read_by_it:
        (tmp_path/f).parent.mkdir(parents=True, exist_ok=True)
        copy2(root/f, tmp_path/f)
    monkeypatch.setattr(address, 'root', tmp_path)
    for p,text in address.wanted(address.Address()).items(): p.write_text(text, encoding='utf-8')
    return tmp_path

@pytest.fixture
def call(address, clone, monkeypatch):
    "The tool in the copy"
    def run(*argv):
        monkeypatch.setattr(sys, 'argv', ['address.py', *argv])
        return address.main()
    return run

def contents(folder: Path) -> dict[str, str]: return {f: (folder/f).read_text(encoding='utf-8') for f in read_by_it}

def test_written_everywhere_and_taken_away_again(address, clone, call, capsys):
    before, pyproject = contents(clone), clone/'pyproject.toml'
    assert call('--check')==0
    table = f'[project.urls]\nRepository = "{url}"\nDocumentation = "{docs}"\nIssues = "{url}/issues"\n\n'
    pyproject.write_text(before['pyproject.toml'].replace('[tool.nbdev]', table+'[tool.nbdev]'))
    assert call('--check')==1 and 'CITATION.cff, nbs/experiments/18_modes.ipynb' in capsys.readouterr().err
    assert call('--write')==0==call('--check')
    cited = yaml.safe_load((clone/'CITATION.cff').read_text())
    assert (cited['repository-code'], cited['url'])==(url, docs)
    for f in read_by_it:
        if f.endswith('.ipynb'): assert f'git+{url}' in ''.join(cells_of(clone/f)[1]['source'])
    tour = 'https://colab.research.google.com/github/some-one/symbayes/blob/main/nbs/learn/02_tour.ipynb'
    there = f'pip install \\"symbayes @ git+{url}\\"'
    assert f'{there}  # from the repository' in (clone/'nbs/index.ipynb').read_text() and f'# {there}' in (clone/'nbs/guides/01_intervals.ipynb').read_text()
    assert tour in address.badges(address.address()) and f'({docs})' in address.badges(address.address())
    pyproject.write_text(before['pyproject.toml'])
    assert call('--write')==0 and contents(clone)==before and address.badges(address.address())==''

colab = dedent('''
    import json, sys
    from types import ModuleType
    from IPython.core.interactiveshell import InteractiveShell
    elsewhere, sources = json.loads(sys.argv[1])
    if elsewhere: shell = InteractiveShell.instance()
    else:  # as in Colab: the shell is of a module google.colab._shell
        for name in ('google', 'google.colab', 'google.colab._shell'): sys.modules[name] = ModuleType(name)
        Shell = type('Shell', (InteractiveShell,), {'__module__': 'google.colab._shell'})
        sys.modules['google.colab._shell'].Shell = Shell
        shell = Shell.instance()
    said = []
    shell.register_magic_function(said.append, 'line', 'pip')
    for s in sources: shell.run_cell(s).raise_error()
    print(json.dumps(said))''')

def installed(where: str, *sources: str) -> list[str]:
    "What cells would give to pip"
    r = subprocess.run([sys.executable, '-c', colab, json.dumps([where=='elsewhere', sources])], capture_output=True, text=True, env=os.environ | {'IPYTHONDIR': '/nonexistent'})
    assert r.returncode==0, r.stderr
    return json.loads(r.stdout.splitlines()[-1])

def test_colab_installs_the_package_and_others_nothing(address):
    "Simulated: in a process whose shell is Colab's by its name, with a recorder for pip; without an address and with one"
    none, one = address.Address(), address.Address(url, docs)
    cells = [''.join(address.install(a)['source']) for a in (none, one)]
    said = installed('colab', *cells)
    from packaging.requirements import Requirement
    for line in said[1::2]: Requirement(shlex.split(line)[-1])  # that pip understands
    assert [shlex.split(l) for l in said]==[['install', '-q', w] for w in ('./symbayes', f'symbayes @ git+{url}')]
    assert installed('elsewhere', *cells)==[]


@pytest.mark.defect('V13')
def test_nothing_is_asked_of_an_index_before_a_release(root, address):
    "Neither Colab's cell nor a line of code to copy, on any page, without an address and with one"
    asks = re.compile(r'(?m)^\s*(?:# |%)pip install (?:-q )?"?symbayes(?! @ )')
    for a in address.Address(), address.Address(url, docs):
        for p in address.notebooks():
            nb = address.with_address_in(json.loads(p.read_text(encoding='utf-8')), a)
            assert not asks.search('\n'.join(''.join(c['source']) for c in nb['cells'] if c['cell_type']=='code')), p.name
    guides = [p for p in address.notebooks() if p.parent.name=='guides' and p.stem!='00_guides']
    told = [l for p in guides for c in cells_of(p) for l in ''.join(c['source']).splitlines() if re.match('# .*pip install', l)]
    assert len(guides)==len(told) and set(told)=={address.with_lines('# pip install symbayes', address.address())}
