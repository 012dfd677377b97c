"What a release is made of: one version everywhere, an sdist with all files and no others, a workflow that tries what it uploads."
from configparser import ConfigParser
from pathlib import Path
from shutil import copy2

import pytest
import yaml


@pytest.fixture(scope='module')
def trial(from_tools): return from_tools('try_release')

@pytest.fixture(scope='module')
def settings(root):
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(root/'settings.ini')
    return ini['DEFAULT']

@pytest.fixture
def versions(root, from_tools, tmp_path, monkeypatch):
    "The tool in a copy of what it reads"
    mod = from_tools('one_version')
    (tmp_path/'symbayes').mkdir()
    (tmp_path/'nbs').mkdir()
    for f in ('settings.ini', 'CHANGELOG.md', 'CITATION.cff', 'symbayes/__init__.py', 'nbs/_quarto.yml', 'nbs/index.ipynb'): copy2(root/f, tmp_path/f)
    monkeypatch.setattr(mod, 'root', tmp_path)
    return mod

def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding='utf-8')
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding='utf-8')

def test_the_version_is_written_where_it_is_read(versions, from_tools, tmp_path, trial):
    generated = from_tools('generated')
    stale = lambda: generated.stale('one_version')
    now = trial.version
    assert not stale() and versions.main(f'v{now}')==0 and versions.main('v9.9.9')==versions.main(now)==1
    edit(tmp_path/'settings.ini', f'version = {now}', 'version = 9.9.9')
    with pytest.raises(SystemExit, match='the first heading is .* expected "## 9.9.9, YYYY-MM-DD"'): stale()
    edit(tmp_path/'CHANGELOG.md', f'## {now}, ', '## 9.9.9, 2031-02-03\n\n## 1.0.0, ')
    assert len(stale())==4
    generated.write(stale())
    assert '__version__ = "9.9.9"' in (tmp_path/'symbayes/__init__.py').read_text() and "version: 9.9.9\ndate-released: '2031-02-03'" in (tmp_path/'CITATION.cff').read_text()
    assert '    left: symbayes 9.9.9\n' in (tmp_path/'nbs/_quarto.yml').read_text()
    edit(tmp_path/'CHANGELOG.md', '## ', '## 10.0.0, unreleased\n\n## ')
    assert not stale()
    edit(tmp_path/'CHANGELOG.md', '2031-02-03', 'unreleased')
    with pytest.raises(SystemExit, match="has the date 'unreleased'"): stale()
    edit(tmp_path/'settings.ini', 'version = 9.9.9', 'version = 9.9')
    with pytest.raises(SystemExit, match='expected three numbers'): stale()

def test_every_command_is_tried(trial, settings): assert trial.commands==[s.split('=')[0] for s in settings['console_scripts'].split()]

def test_what_is_uploaded_is_what_was_tried(root, settings):
    flow = yaml.safe_load((root/'.github/workflows/release.yml').read_text())
    jobs, tags = flow['jobs'], flow[True]['push']['tags']  # YAML 1.1 reads `on` as true
    runs = {k: [s.get('run') or s['uses'].partition('@')[0] for s in j['steps']] for k,j in jobs.items()}
    build = runs['build']
    assert tags==['v*'] and jobs['try']['needs']=='build' and jobs['upload']['needs']=='try' and jobs['upload']['environment']=='pypi'
    tag, tests, made, checked = (next(i for i,s in enumerate(build) if w in s) for w in ('one_version.py "$TAG"', '.ci/run', 'try_release.py build', 'twine check'))
    assert tag<tests<made<checked<build.index('actions/upload-artifact')
    assert 'try_release.py try --dist dist' in runs['try'][-1] and runs['upload'][-1]=='pypa/gh-action-pypi-publish' and not any('build' in s for s in runs['upload'])
    assert jobs['upload']['permissions']=={'id-token': 'write'} and flow['permissions']=={'contents': 'read'} and 'secrets.' not in (root/'.github/workflows/release.yml').read_text()
    pythons = jobs['try']['strategy']['matrix']['python']
    assert pythons==settings['pythons'].split()==yaml.safe_load((root/'.github/workflows/test.yml').read_text())['jobs']['test']['strategy']['matrix']['python']
