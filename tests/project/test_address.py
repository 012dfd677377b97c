"The project's address: in one place, and from there everywhere; the pages' links to Colab, and the cell that installs the package there."
import email, json, os, re, shlex, subprocess, sys
from pathlib import Path
from shutil import copy2
from textwrap import dedent
from types import ModuleType

import pytest
import yaml

url, docs = 'https://github.com/some-one/symbayes', 'https://some-one.github.io/symbayes'
read_by_it = 'pyproject.toml', 'settings.ini', 'CITATION.cff', 'README.md', 'symbayes/_modidx.py', 'nbs/index.ipynb', 'nbs/learn/02_tour.ipynb', 'nbs/guides/01_intervals.ipynb', 'nbs/experiments/07_digits.ipynb'


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
    said = address._table.sub('', (tmp_path/'pyproject.toml').read_text(encoding='utf-8'))
    (tmp_path/'pyproject.toml').write_text(said, encoding='utf-8')
    readme, idx = tmp_path/'README.md', tmp_path/'symbayes/_modidx.py'
    readme.write_text(re.sub(r'^\[!\[Tests\].*\n\n', '', readme.read_text(encoding='utf-8'), flags=re.M), encoding='utf-8')
    idx.write_text(re.sub(r"('(?:git_url|doc_host)': )'.*?'", r"\1''", idx.read_text(encoding='utf-8'), count=2), encoding='utf-8')
    return tmp_path

@pytest.fixture
def call(address, clone, monkeypatch):
    "The tool in the copy"
    def run(*argv):
        monkeypatch.setattr(sys, 'argv', ['address.py', *argv])
        return address.main()
    return run

def contents(folder: Path) -> dict[str, str]: return {f: (folder/f).read_text(encoding='utf-8') for f in read_by_it}

def made(address: ModuleType, clone: Path) -> None:
    "What `make export` would make"
    said = address.badges(address.address())
    (clone/'README.md').write_text(f'# symbayes\n\n{said}\n', encoding='utf-8')
    host = 'https://some-one.github.io' if said else ''
    (clone/'symbayes/_modidx.py').write_text(f"d = {{ 'settings': {{'doc_host': '{host}', 'git_url': '{address.address().repository}'}}}}\n", encoding='utf-8')

def test_set_everywhere_and_taken_away_again(address, clone, call, capsys):
    before = contents(clone)
    assert call('--check')==0
    assert call('--url', url)==0
    assert call('--check')==1 and 'README.md, symbayes/_modidx.py. Run `make export`.' in capsys.readouterr().err  # these are made from it
    made(address, clone)
    assert call('--check')==0
    assert f'[project.urls]\nRepository = "{url}"\nDocumentation = "{docs}"\nIssues = "{url}/issues"\n' in (clone/'pyproject.toml').read_text()
    cited = yaml.safe_load((clone/'CITATION.cff').read_text())
    assert (cited['repository-code'], cited['url'])==(url, docs)
    for f in read_by_it:
        if f.endswith('.ipynb'): assert f'git+{url}' in ''.join(json.loads((clone/f).read_text())['cells'][1]['source'])
    tour = 'https://colab.research.google.com/github/some-one/symbayes/blob/main/nbs/learn/02_tour.ipynb'
    there = f'pip install \\"symbayes @ git+{url}\\"'
    assert f'{there}  # from the repository' in (clone/'nbs/index.ipynb').read_text() and f'# {there}' in (clone/'nbs/guides/01_intervals.ipynb').read_text()
    assert tour in (clone/'README.md').read_text() and f'({docs})' in (clone/'README.md').read_text()
    assert call('--url', '')==0
    after = contents(clone)
    assert {f for f in before if before[f]!=after[f]}=={'README.md', 'symbayes/_modidx.py'}
    made(address, clone)
    assert call('--check')==0

def test_stopped_while_writing(clone, call, stopped_while_writing):
    "Each file is the old one or the new one, and nothing else is left"
    files = lambda: {p: p.read_bytes() for p in clone.rglob('*') if p.is_file()}
    before = files()
    stopped_while_writing()
    with pytest.raises(KeyboardInterrupt): call('--url', url)
    assert files()==before

def test_each_file_that_says_something_else_is_named(address, clone, call, capsys):
    call('--url', url)
    made(address, clone)
    for f in read_by_it:
        if f=='settings.ini': continue
        text = (clone/f).read_text(encoding='utf-8')
        assert 'some-one' in text
        wrong = text.replace('some-one', 'another') if f!='pyproject.toml' else text.replace('description = "', 'description = "not ')
        (clone/f).write_text(wrong, encoding='utf-8')
        capsys.readouterr()
        assert call('--check')==1 and f in capsys.readouterr().err, f
        (clone/f).write_text(text, encoding='utf-8')
    assert call('--check')==0

def test_what_nbdev_reads(clone, call):
    "Repository and site, and the description, which it takes from nowhere else"
    call('--url', url)
    from nbdev.config import get_config
    cfg = get_config(clone)
    assert (cfg.git_url, cfg.doc_host, cfg.doc_baseurl, cfg.user, cfg.repo, cfg.branch)==(url, 'https://some-one.github.io', '/symbayes', 'some-one', 'symbayes', 'main')
    assert f'description = {cfg.description}\n' in (clone/'settings.ini').read_text()

@pytest.mark.parametrize('given,repository,site', [
    (url, url, docs), (f'{url}/', url, docs), (f'{url}.git', url, docs),
    ('https://github.com/Some-One/a.b_c', 'https://github.com/Some-One/a.b_c', 'https://some-one.github.io/a.b_c'),
    ('https://github.com/us/us.github.io', 'https://github.com/us/us.github.io', 'https://us.github.io')])
def test_addresses(address, given, repository, site): assert address.parsed(given)==(repository, site)

def test_a_site_of_ones_own(address):
    assert address.parsed(url, 'https://docs.example.org/bayes/')==(url, 'https://docs.example.org/bayes')

@pytest.mark.parametrize('argv', [
    ['http://github.com/a/b'], ['https://gitlab.com/a/b'], ['https://github.com/a'], ['https://github.com/a/b/tree/main'], ['github.com/a/b'], ['https://github.com/-a/b'],
    ['https://github.com/a/b"\nx = "'], ['https://github.com/a/..'], ['https://github.com/USER/REPO?x'], [url, '--docs', 'example.org'], [url, '--docs', 'https://e.org/a?b'],
    [url, '--docs', 'https://e.org/"'], ['', '--docs', 'https://e.org']])
def test_a_bad_address_is_one_line(clone, call, capsys, argv):
    before = contents(clone)
    assert call('--url', *argv)==2
    assert len(capsys.readouterr().err.splitlines())==1 and contents(clone)==before

def test_make_takes_the_address(root, tmp_path):
    "Only from its command line; without one it says how"
    copy2(root/'Makefile', tmp_path)
    (tmp_path/'.venv/bin').mkdir(parents=True)
    for f in ('settings.ini', 'setup.py', 'pyproject.toml', 'constraints.txt', '.venv/installed'): (tmp_path/f).touch()
    for f in ('python', 'nbdev-export', 'nbdev-clean'):
        (tmp_path/'.venv/bin'/f).write_text('#!/bin/sh\necho $(basename $0) "$@" >> said\ncase "$*" in *--url*) touch pyproject.toml;; esac\n')
        (tmp_path/'.venv/bin'/f).chmod(0o755)
    def make(*args):
        env = {k: v for k,v in os.environ.items() if not k.startswith('MAKE')} | {'URL': 'https://elsewhere.org'}
        return subprocess.run(['make', 'address', *args], cwd=tmp_path, env=env, capture_output=True, text=True)
    r = make()
    assert r.returncode==2 and r.stderr.startswith('make address URL=https://github.com/USER/REPO') and not (tmp_path/'said').exists()
    for args,said in ([f'URL={url}'], f'--url {url} --docs'), (['URL='], '--url --docs'), ([f'URL={url}', 'DOCS=https://e.org'], f'--url {url} --docs https://e.org'):
        r = make(*args)
        lines = [' '.join(l.split()) for l in (tmp_path/'said').read_text().splitlines()]
        assert r.returncode==0, r.stderr
        assert lines[0]==f'python tools/address.py {said}' and 'nbdev-export' in lines and 'python tools/generated.py' in lines
        assert not any('pip' in l for l in lines)  # nothing is installed anew
        (tmp_path/'said').unlink()

def test_make_compares(root):
    text = (root/'Makefile').read_text()
    for target,line in {'export': 'tools/address.py --write', 'test-sync': 'tools/address.py --check'}.items(): assert line in text.partition(f'\n{target}: $')[2].partition('\n\n')[0]

def test_metadata_of_the_wheel(root, clone, call):
    "The index shows links to the repository and the site"
    call('--url', url)
    for f in ('setup.py', 'LICENSE'): copy2(root/f, clone)
    (clone/'made').mkdir()
    code = 'import sys; from setuptools import build_meta; print(build_meta.prepare_metadata_for_build_wheel(sys.argv[1]))'
    r = subprocess.run([sys.executable, '-W', 'error', '-c', code, str(clone/'made')], cwd=clone, capture_output=True, text=True)
    assert r.returncode==0, r.stderr
    text = next((clone/'made').glob('*.dist-info/METADATA')).read_text(encoding='utf-8')
    assert f'src="{url}/raw/main/nbs/images/' in text and f']({url}/blob/main/nbs/learn/02_tour.ipynb)' in text  # and its README leads there
    found = email.message_from_string(text)
    assert dict(p.split(', ') for p in found.get_all('Project-URL'))=={'Repository': url, 'Documentation': docs, 'Issues': f'{url}/issues', 'Changelog': f'{url}/blob/main/CHANGELOG.md'}
    assert f'description = {found["Summary"]}\n' in (clone/'settings.ini').read_text()


def notebook(*code: str) -> dict:
    return {'cells': [{'cell_type': 'markdown', 'id': 't', 'metadata': {}, 'source': ['# Title']},
        *({'cell_type': 'code', 'id': f'c{i}', 'metadata': {}, 'outputs': [], 'execution_count': None, 'source': s.splitlines(keepends=True)} for i,s in enumerate(code))]}

old = "#| hide\nif 'google.colab' in str(get_ipython()):\n    %pip install -q symbayes"

def test_the_cell_stands_after_the_title_once(address):
    cell = address.install(address.Address())
    once = address.with_install(notebook(old, 'x = 1'), cell)
    assert [c['id'] for c in once['cells']]==['t', 'colab-install', 'c1'] and address.with_install(once, cell)==once
    assert address.with_install(notebook(), cell)==notebook()==address.with_install(address.with_install(notebook(), cell), cell)
    own = address.with_install(notebook(old, "%pip install -q numpyro"), cell)
    assert [c['id'] for c in own['cells']]==['t', 'colab-install', 'c1']
    moved = address.with_install(once, address.install(address.Address(url, docs)))
    assert [c['id'] for c in moved['cells']]==['t', 'colab-install', 'c1'] and moved!=once

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
    cells = [''.join(address.install(*a)['source']) for a in ((none,), (one,), (none, 'methods'), (one, 'methods'))]
    said = installed('colab', *cells)
    from packaging.requirements import Requirement
    for line in said[1::2]: Requirement(shlex.split(line)[-1])  # that pip understands
    assert [shlex.split(l) for l in said]==[['install', '-q', w] for w in ('./symbayes', f'symbayes @ git+{url}', './symbayes[methods]', f'symbayes[methods] @ git+{url}')]
    assert installed('elsewhere', *cells)==[]


@pytest.mark.defect('V13')
def test_nothing_is_asked_of_an_index_before_a_release(root, address):
    "Neither Colab's cell nor a line of code to copy, on any page, without an address and with one"
    asks = re.compile(r'(?m)^\s*(?:# |%)pip install (?:-q )?"?symbayes(?! @ )')
    for a in address.Address(), address.Address(url, docs):
        for p in address.notebooks():
            nb = address.with_address_in(json.loads(p.read_text(encoding='utf-8')), a, '')
            assert not asks.search('\n'.join(''.join(c['source']) for c in nb['cells'] if c['cell_type']=='code')), p.name
    guides = [p for p in address.notebooks() if p.parent.name=='guides' and p.stem!='00_guides']
    told = [l for p in guides for c in json.loads(p.read_text(encoding='utf-8'))['cells'] for l in ''.join(c['source']).splitlines() if re.match('# .*pip install', l)]
    assert len(guides)==len(told)==9 and set(told)=={address.with_lines('# pip install symbayes', address.address())}


def test_extras_that_a_notebook_needs(root, address):
    "There is such a notebook and such an extra"
    for page,extra in address.extras.items():
        assert f'{extra}_requirements' in (root/'settings.ini').read_text() and len([p for p in address.notebooks() if p.stem.partition('_')[2]==page])==1

pages = dedent('''
    import json, sys
    from pathlib import Path
    from types import SimpleNamespace
    import colab
    res = {}
    for name in ('without', 'with'):
        toml = Path('pyproject.toml').read_text()
        if name=='with': Path('pyproject.toml').write_text(toml + sys.argv[1])
        colab.project.cache_clear()
        nb, plain = (SimpleNamespace(path_='nbs/experiments/a.ipynb', cells=[SimpleNamespace(cell_type=t, source=t) for t in kinds]) for kinds in (('raw', 'code'), ('raw', 'markdown')))
        for page in nb, plain: colab.Badge(page).begin()
        assert len(plain.cells)==2
        def cell(source, text=None): return {'cell_type': 'code' if text else 'markdown', 'source': source, 'outputs': [{'data': {'text/markdown': text}}] if text else []}
        cells = [cell(f'[`fit`]({sys.argv[2]}/inference.html#fit) [x](https://e.org/inference.html)'), cell('show_doc(fit)', '---\\n\\n### fit\\n\\ntext'),
            cell('show_doc(trend)', '<details class="api" id="trend"><summary><code>trend</code> One</summary>\\n\\ntext\\n\\n</details>\\n'), cell('table', '### fit\\n'), cell('show_doc(nobody)', '---\\n\\n### nobody\\n')]
        colab.NbdevLookup = lambda: SimpleNamespace(code=lambda n: {'fit': 'https://F', 'trend': 'https://T'}.get(n))
        for c in cells: colab.own_links(c); colab.link_sources(c)
        res[name] = [c.source for c in nb.cells], [c['outputs'][0]['data']['text/markdown'] if c['outputs'] else c['source'] for c in cells]
    print(json.dumps(res))''')

def test_pages_with_an_address_and_without(root, tmp_path):
    "Under the title a link to the page in Colab, links of nbdev that stay within the site, and where the source is; without an address, nothing"
    (tmp_path/'pyproject.toml').write_text('[project]\nname = "a"\n[tool.nbdev]\nbranch = "main"\n')
    env = os.environ | {'PYTHONPATH': os.pathsep.join([str(root/'tools'), str(root)])}
    table = f'[project.urls]\nRepository = "{url}"\nDocumentation = "{docs}"\n'
    r = subprocess.run([sys.executable, '-c', pages, table, docs], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert r.returncode==0, r.stderr
    (cells, text), (cells_without, text_without) = (json.loads(r.stdout)[k] for k in ('with', 'without'))
    assert cells_without==['raw', 'code'] and text_without[1]=='---\n\n### fit\n\ntext'
    to = 'https://colab.research.google.com/github/some-one/symbayes/blob/main/nbs/experiments/a.ipynb'
    assert cells==['raw', f'<div><a class="colab" href="{to}">Run this page in Colab</a></div>', 'code']
    assert text[0]=='[`fit`](/inference.html#fit) [x](https://e.org/inference.html)'
    assert text[1]=='---\n\n[source](https://F){.source}\n\n### fit\n\ntext'
    assert text[2].endswith('text\n\n[source](https://T){.source}\n\n</details>\n') and text[2].count('</details>')==1
    assert text[3:]==text_without[3:]  # what is no entry, and what has no source

def test_what_cannot_be_read_is_one_line(clone, call, capsys):
    "And nothing is written"
    (clone/'nbs/broken.ipynb').write_text('{')
    before = contents(clone)
    assert call('--url', url)==2 and contents(clone)==before
    assert capsys.readouterr().err.startswith('address: nbs/broken.ipynb is no notebook')
    (clone/'nbs/broken.ipynb').unlink()
    text = (clone/'pyproject.toml').read_text(encoding='utf-8')
    (clone/'pyproject.toml').write_text(re.sub(r'^branch = .*\n', '', text, flags=re.M), encoding='utf-8')
    assert call('--check')==2 and capsys.readouterr().err.count('\n')==1

def test_an_empty_notebook_stays_empty(address): assert address.with_install({'cells': []}, address.install(address.Address()))=={'cells': []}
