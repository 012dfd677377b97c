"""Benchmarks: who made their tables, what their ratios are, and a check that finds planted slow-downs."""
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
from notebooks import cells_of
import pytest

root = Path(__file__).parents[2]
sys.path.insert(0, str(root/'benchmarks'))
import report, run
from report import Ratio, parsed, parser, ratio_table, script, scripts, stored, worse, write

def asked(*argv, options=None): # what a script with such options is told
    p, quick = parser('', options or {})
    return parsed(p, argv, quick)

def run_yet(s) -> bool:
    try: return len(s.ratios(stored))>0
    except FileNotFoundError: return False

@pytest.mark.parametrize('name', scripts())
def test_every_script_keeps_the_contract(name):
    s = script(name)
    assert s.title and s.about.endswith('.') and len(s.title)<60 and callable(s.main)
    if not run_yet(s): pytest.skip('no table yet')
    assert [r.name for r in s.ratios(stored)]==list({r.name: r for r in s.ratios(stored)})
    assert len(s.shown(stored)) and s.shown(stored).map(lambda v: isinstance(v, str)).all(axis=None)

r = Ratio('a / b', 2., 1.9, 2.1)
more = replace(r, side='at least')

@pytest.mark.parametrize('then,times,told', [(r, 1., False), (r, 1.25, False), (r, 1.4, True), (r, .2, False), (more, .7, True), (more, .8, False), (more, 3., False)])
def test_a_planted_slow_down_is_found(then, times, told):
    now = replace(then, value=then.value*times, low=then.low*times, high=then.high*times)
    said = worse(now, then)
    assert bool(said)==told and (not told or ('a / b' in said and '1.3 times worse' in said and '\n' not in said))

def test_a_limit_that_is_left_is_found():
    "However small the step; one that was never kept is no news, nor is a spread that reaches it"
    then = Ratio('x', .95, .94, .96, 1.)
    assert 'NOT met' in worse(Ratio('x', 1.05, 1.01, 1.1, 1.), then) and not worse(Ratio('x', 1.05, .99, 1.1, 1.), then)
    assert not worse(Ratio('x', 1.2, 1.2, 1.2, 1.), Ratio('x', 1.1, 1.1, 1.1, 1.))
    assert worse(Ratio('n', 14, 14, 14, 15, 'at least'), Ratio('n', 15, 15, 15, 15, 'at least'))

class Planted:
    "A benchmark whose runs are so many times slower than the stored ones, one run after the other"
    title, about = 'Planted', 'Nothing is measured.'
    def __init__(self, *times): self.times = iter(times)
    def ratios(self, folder):
        if folder==stored: return [r, replace(r, name='full runs only'), Ratio('c', 2., 2., 2., 1., 'at least')]
        t = next(self.times)
        return [replace(r, value=r.value*t, low=r.low*t, high=r.high*t), Ratio('c', 2., 2., 2., 1., 'at least'), Ratio('new', 1., 1., 1.)]

@pytest.mark.parametrize('times,status', [((1.,), 0), ((1.6, 1.), 0), ((1.6, 1.7), 1), ((.5,), 0)])
def test_a_check_says_what_became_slower(times, status, tmp_path, monkeypatch, capsys):
    "In two runs, one after the other"
    planted, calls = Planted(*times), []
    monkeypatch.setattr(run, 'script', lambda name: planted)
    monkeypatch.setattr(run, 'scripts', lambda: ['planted'])
    monkeypatch.setattr(run, 'run', lambda *a: calls.append(a) or 0)
    assert run.main(['--check', '--out', str(tmp_path)])==status and calls==[('planted', True, tmp_path)]*len(times)
    said = capsys.readouterr().out.splitlines()
    assert ('planted: 2 of 3 stored ratios compared, none worse' in said)==(not status)
    assert len([s for s in said if s.startswith('planted: a / b: ') and '1.3 times worse' in s])==status

def test_a_quick_run_leaves_the_stored_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(report, 'commit', lambda: '1234567')
    assert asked('--quick').out!=stored and asked().out==stored and asked('--quick', '--out', str(tmp_path)).out==tmp_path
    with pytest.raises(SystemExit): asked('--quick', '--out', str(stored))

def test_rows_that_were_done_before_stay(tmp_path):
    "Jobs are not done twice, and rows with other keys are kept"
    a, done = SimpleNamespace(out=tmp_path), []
    def measured(job): return done.append(job) or dict(score=1.)
    for n in (1, 2):
        for name,rows in report.resumed(a, 'planted', [dict(split=i) for i in range(n)], measured): pd.DataFrame(rows).to_csv(tmp_path/f'{name}.csv', index=False)
    assert done==[dict(split=0), dict(split=1)]
    both = report.beside(tmp_path/'planted.csv', [dict(split=1, score=2.)], ['split'])
    assert both[['split', 'score']].to_numpy().tolist()==[[0., 1.], [1., 2.]]

@pytest.mark.defect('T7')
def test_stored_tables_are_made_from_a_commit(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, 'commit', lambda: '1234567+')
    with pytest.raises(SystemExit): asked()
    assert 'changes that are not committed' in capsys.readouterr().err and asked('--out', str(tmp_path)).out==tmp_path

@pytest.mark.defect('T7')
def test_a_table_in_pieces_names_all_its_commands(tmp_path, monkeypatch):
    "Where rows are kept; a table that is made again as a whole names the last command alone"
    t = pd.DataFrame({'a': [1., 2., 3.], 'method': 'none'})
    def made(rows, commit, *words):
        report.lay_there.cache_clear()  # as another process
        monkeypatch.setattr(report, 'commit', lambda: commit)
        monkeypatch.setattr(report.sys, 'argv', ['planted.py', *words, '--out', str(tmp_path)])
        monkeypatch.setattr(report, 'began', report.time.time()-100)
        for _ in range(2): write(rows, 'planted', tmp_path)  # once after each row, as long scripts do
        return pd.read_csv(tmp_path/'runs.csv', dtype=str).set_index('table').loc['planted']
    made(t[:1], '1111111')
    both = made(t[:2], '2222222', '--methods', 'ours, learned')
    assert both.command=="python benchmarks/planted.py --methods 'ours, learned'; python benchmarks/planted.py"
    assert both.commit=='2222222; 1111111' and both.seconds=='200' and both.rows=='2'
    whole = made(t[2:], '3333333')
    assert (whole.command, whole.commit, whole.seconds)==('python benchmarks/planted.py', '3333333', '100')

def test_the_page_shows_what_is_stored():
    "Every benchmark by its title, with the ratios and the table that its script reads today"
    ratios = pd.read_csv(stored/'ratios.csv').fillna({'beside': ''})
    text = ' '.join(c['source'] for c in cells_of(root/'nbs/experiments/17_benchmarks.ipynb'))
    for name in scripts():
        s = script(name)
        if not run_yet(s): continue
        assert s.title in text and s.about in text and f"shown('{name}')" in text
        pd.testing.assert_frame_equal(ratio_table(s.ratios(stored), name).reset_index(drop=True), ratios[ratios.benchmark==name].reset_index(drop=True), check_dtype=False, rtol=1e-5)
        kept = pd.read_csv(stored/'shown'/f'{name}.csv', dtype=str, keep_default_na=False)
        assert kept.to_numpy().tolist()==s.shown(stored).to_numpy().tolist()

@pytest.mark.defect('T12')
def test_the_page_names_the_version_of_each_table():
    "Above each table; and tables older than the newest version are listed before all sentences about them"
    cells = cells_of(root/'nbs/experiments/17_benchmarks.ipynb')
    sources = [c['source'] for c in cells]
    for name in scripts():
        if run_yet(script(name)): assert any(f"shown('{name}')" in s and f"made('{name}')" in s for s in sources), name
    runs = pd.read_csv(stored/'runs.csv').set_index('table')
    newest = runs.version.str.findall(r'[\d.]+').map(max)
    listed = next(''.join(c['outputs'][0]['data']['text/markdown']) for c in cells if c.get('outputs') and 'older = runs' in c['source'])
    assert all(f'`{name}`' in listed for name in newest.index[newest<newest.max()])

def test_changes_say_what_the_tables_show(root):
    "Of permanents: shares of The Walrus' time, and seconds"
    said = (root/'CHANGELOG.md').read_text(encoding='utf-8').partition('An exact permanent of')[2].partition('`account`')[0]
    r = pd.read_csv(root/'symbayes/results/benchmarks/ratios.csv').set_index('name').value
    of = lambda name: f'{min(v := r[r.index.str.contains(name, regex=False)].tolist()):.2g} to {max(v):.2g}'
    ms = pd.read_csv(root/'symbayes/results/benchmarks/shown/permanents.csv').set_index('matrices')['ms, symbayes']
    twenty = [round(v) for k,v in ms.items() if '1 of 20 rows' in k]
    assert said.startswith(f' 20 rows takes {min(twenty)} to {max(twenty)} ms, {of("one of 20 rows")} of') and f'16 rows {of("one of 16 rows")} times' in said
    assert f'256 units take {r["seconds for both sides, (256, 50, 0.3)"]:.2g} s' in said

def test_what_benchmarks_train_still_trains():
    "They use functions below `fit`, whose signatures no other test of a peer's environment sees"
    import torch
    data = torch.randn(1000, 784), torch.randint(10, (1000,))
    throughput, compiled = script('throughput'), script('compiled')
    for how in (dict(), dict(symmetrized=True), dict(local=True), dict(members=2)):
        values = throughput.symbayes(8, **how).epoch(data)
        assert values.isfinite().all() and len(values)==4
    assert len(compiled.symbayes_fit(compiled.tasks['10-50-50-1'])(5))==5
