"What a release is made of: one version everywhere, an sdist and a wheel with all files and no others, a workflow that tries what it uploads."
import io, sys, tarfile
from pathlib import Path
from shutil import copy2
from zipfile import ZipFile

import pytest
import yaml


@pytest.fixture(scope='module')
def trial(from_tools): return from_tools('try_release')

@pytest.fixture
def versions(root, from_tools, tmp_path, monkeypatch):
    "The tool in a copy of what it reads"
    mod = from_tools('one_version')
    (tmp_path/'symbayes').mkdir()
    (tmp_path/'nbs').mkdir()
    for f in ('settings.ini', 'CHANGELOG.md', 'CITATION.cff', 'symbayes/__init__.py', 'nbs/_quarto.yml'): copy2(root/f, tmp_path/f)
    monkeypatch.setattr(mod, 'root', tmp_path)
    def call(*argv):
        monkeypatch.setattr(sys, 'argv', ['one_version.py', *argv])
        return mod.main()
    return call

def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding='utf-8')
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding='utf-8')

def test_the_version_is_written_where_it_is_read(root, versions, tmp_path, trial):
    now = trial.version
    assert versions('--check', '--tag', f'v{now}')==0
    assert versions('--check', '--tag', 'v9.9.9')==1 and versions('--check', '--tag', now)==1
    edit(tmp_path/'settings.ini', f'version = {now}', 'version = 9.9.9')
    with pytest.raises(SystemExit, match='the first heading is .* expected "## 9.9.9, YYYY-MM-DD"'): versions('--check')
    edit(tmp_path/'CHANGELOG.md', f'## {now}, ', '## 9.9.9, 2031-02-03\n\n## 1.0.0, ')
    assert versions('--check')==1 and versions()==0 and versions('--check')==0
    assert '__version__ = "9.9.9"' in (tmp_path/'symbayes/__init__.py').read_text() and "version: 9.9.9\ndate-released: '2031-02-03'" in (tmp_path/'CITATION.cff').read_text()
    assert '    left: symbayes 9.9.9\n' in (tmp_path/'nbs/_quarto.yml').read_text()
    edit(tmp_path/'CHANGELOG.md', '## ', '## 10.0.0, unreleased\n\n## ')
    assert versions('--check')==0
    edit(tmp_path/'CHANGELOG.md', '2031-02-03', 'unreleased')
    with pytest.raises(SystemExit, match="has the date 'unreleased'"): versions('--check')
    edit(tmp_path/'settings.ini', 'version = 9.9.9', 'version = 9.9')
    with pytest.raises(SystemExit, match='expected three numbers'): versions('--check')

def test_make_sees_to_the_version(root):
    text = (root/'Makefile').read_text()
    for target,line in {'export': 'tools/one_version.py\n', 'test-sync': 'tools/one_version.py --check', 'release-check': 'tools/try_release.py'}.items():
        assert line in text.partition(f'\n{target}: ')[2].partition('\n\n')[0]+'\n', target

def test_a_readme_that_does_not_render_is_named(trial, tmp_path):
    r = trial.Release(tmp_path, tmp_path, False, sys.executable, True)
    assert trial.rendered('# A\n\n## B\n\n    code\n', r)==['README renders without <table>']

def planted(trial, folder: Path, add=(), drop=(), **texts: str):
    "A release of empty files, some of them stray or missing"
    r = trial.Release(folder, folder, False, sys.executable, True)
    files = trial.tracked()
    def data(f: str) -> bytes: return texts.get(Path(f).name.partition('.')[0], '').encode()
    with tarfile.open(r.sdist, 'w:gz') as t:
        for f in sorted((files | {'PKG-INFO', *add}) - set(drop)):
            info = tarfile.TarInfo(f'{trial.name}-{trial.version}/{f}')
            info.size = len(data('METADATA' if f=='PKG-INFO' else f))
            t.addfile(info, io.BytesIO(data('METADATA' if f=='PKG-INFO' else f)))
    info = f'{trial.name}-{trial.version}.dist-info'
    with ZipFile(r.wheel, 'w') as z:
        for f in sorted(({f for f in files if f.startswith('symbayes/')} | set(add)) - set(drop) | {f'{info}/METADATA', f'{info}/licenses/LICENSE', 'symbayes/__init__.pyi', 'symbayes/_docments.py'}): z.writestr(f, data(f))
    return r

def test_missing_and_stray_files_are_named(trial, tmp_path):
    assert trial.contents(planted(trial, tmp_path))==[]
    said = trial.contents(planted(trial, tmp_path, add=['notes.txt'], drop=['symbayes/core/tensors.py', 'tests/conftest.py']))
    assert said==['not in the sdist: symbayes/core/tensors.py', 'not in the sdist: tests/conftest.py', 'stray in the sdist: notes.txt', 'not in the wheel: symbayes/core/tensors.py', 'stray in the wheel: notes.txt']

def test_metadata_that_an_index_refuses_is_named(trial, tmp_path, monkeypatch):
    monkeypatch.setattr(trial, 'rendered', lambda *a: [])  # pandoc takes a second
    good = {'Name': trial.name, 'Version': trial.version, 'Summary': trial.cfg['description'], 'Requires-Python': '>=3.10', 'License-Expression': 'Apache-2.0', 'Description-Content-Type': 'text/markdown'}
    extras = ''.join(f'Provides-Extra: {e}\n' for e in ('dev', 'reference', 'cluster', 'methods'))
    readme = '# A\n\n## B\n\n```sh\n[not](a/link)\n```\n\n| a | b |\n|---|---|\n| c | [d](https://e.org) |\n'
    text = lambda d, more='', body=readme: ''.join(f'{k}: {v}\n' for k,v in d.items()) + extras + more + '\n' + body
    def said(*args): return trial.metadata(planted(trial, tmp_path, METADATA=text(*args)))
    assert said(good)==[]
    assert said(good | {'Version': '0.0.1'})==[f"metadata: Version is '0.0.1', expected '{trial.version}'"]
    assert said(good, 'Requires-Dist: a @ https://b.org/a.whl\n')==["metadata: an index refuses the requirement 'a @ https://b.org/a.whl'"]
    assert said(good, 'Classifier: Framework :: None\n')==["metadata: no classifier 'Framework :: None'"]
    assert said(good, '', readme+'\n![f](nbs/images/f.png)\n')==["README: on an index the link 'nbs/images/f.png' leads nowhere"]

def test_a_failure_is_one_line(trial, capsys, monkeypatch, tmp_path):
    assert trial.refused(trial.run([sys.executable, '-c', 'import sys; print("a\\nerror: wrong\\nb", file=sys.stderr); sys.exit(2)']), 'x')==['x: exit status 2: error: wrong']
    assert trial.refused(trial.run([sys.executable, '-c', 'import time; time.sleep(9)'], .1), 'x')==['x: exit status -1: took longer than 0 s']
    monkeypatch.setattr(trial, 'steps', {'one': lambda r: ['a', 'b'], 'install': lambda r: ['c'], 'three': lambda r: ['never']})
    monkeypatch.setattr(sys, 'argv', ['try_release.py', '--folder', str(tmp_path)])
    assert trial.main()==1
    out, err = capsys.readouterr()
    assert err.splitlines()==['one: a', 'one: b', 'install: c'] and out.splitlines()[-1].endswith('3 failures')

def test_every_command_is_tried(trial):
    assert {w.split()[0] for chain in trial.chains for w in chain} | {'symbayes-reproduce'}=={s.split('=')[0] for s in trial.cfg['console_scripts'].split()}

def test_what_is_uploaded_is_what_was_tried(root, trial):
    flow = yaml.safe_load((root/'.github/workflows/release.yml').read_text())
    jobs, tags = flow['jobs'], flow[True]['push']['tags']  # YAML 1.1 reads `on` as true
    runs = {k: [s.get('run') or s['uses'].partition('@')[0] for s in j['steps']] for k,j in jobs.items()}
    build = runs['build']
    assert tags==['v*'] and jobs['try']['needs']=='build' and jobs['upload']['needs']=='try' and jobs['upload']['environment']=='pypi'
    tag, tests, made = (next(i for i,s in enumerate(build) if w in s) for w in ('one_version.py --check --tag', '.ci/run', 'try_release.py build'))
    assert tag<tests<made<build.index('actions/upload-artifact')
    assert sum('try_release.py build' in s for s in build)==1 and '--dist dist' in runs['try'][-1] and runs['upload'][-1]=='pypa/gh-action-pypi-publish'
    named = ' '.join([build[made], runs['try'][-1]]).split()
    assert set(trial.steps)<=set(named) and not any('build' in s for s in runs['upload'])
    assert jobs['upload']['permissions']=={'id-token': 'write'} and flow['permissions']=={'contents': 'read'} and 'secrets.' not in (root/'.github/workflows/release.yml').read_text()
    pythons = jobs['try']['strategy']['matrix']['python']
    assert pythons==trial.cfg['pythons'].split()==yaml.safe_load((root/'.github/workflows/test.yml').read_text())['jobs']['test']['strategy']['matrix']['python']
