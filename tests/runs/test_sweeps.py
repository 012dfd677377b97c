"Sweeps: grids, one table, what is there already, files of a study, the command."
import importlib, os
from configparser import ConfigParser
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sweep_runs as sr
from sweep_runs import noted
from cases import refused, shell
from symbayes.core.messages import SymbayesError
from symbayes.runs.jobs import Call, record_names
from symbayes.runs.commands import run_training, sweep_report
from symbayes.runs.sweeps import collect, plot_sweep, read_study, sweep, sweep_summary

pytestmark = pytest.mark.usefixtures('loose_figures')
here = Path(__file__).parents[1]
path = os.pathsep.join([str(here), os.environ.get('PYTHONPATH', '')]).rstrip(os.pathsep)
quiet = partial(sweep, n_workers=0, progress=False)
tiny = dict(data='sinc', width=3, max_steps=5, inference='variational', noise='constant')

def shown(argv, name='symbayes-sweep'):
    "Status, output and errors of the command, as its console script gives them"
    settings_file = ConfigParser(delimiters=['='])
    settings_file.read(here.parent/'settings.ini')
    entry = dict(l.strip().split('=') for l in settings_file['DEFAULT']['console_scripts'].splitlines())[name]
    module, function = entry.split(':')
    return shell(getattr(importlib.import_module(module), function), *argv, name=name)

class Refusing:
    def submit(self, f, *args): raise AssertionError('a run was submitted')

def study(folder, text, name='study.toml'):
    pytest.importorskip('tomllib')
    (folder/name).write_text(text)
    return folder/name

# grids

def test_the_table_and_the_files(tmp_path):
    t = quiet({'i': [3, 1, 2], 'scale': [1., 2.]}, sr.draws, tmp_path/'out')
    assert list(t.columns)==['key', 'i', 'scale', 'torch', 'numpy', 'random', 'status', 'error']
    assert [*zip(t.i, t.scale)]==[(i, s) for i in (3, 1, 2) for s in (1., 2.)]
    assert (t.status=='done').all() and t.key.nunique()==6 and (t.error.fillna('')=='').all()
    names = {p.name for p in (tmp_path/'out').iterdir() if 'lock' not in p.name}
    assert names=={'runs', 'results.csv', 'summary.csv', 'picture.png', 'sweep.json'} and set(record_names(tmp_path/'out'/'runs'))==set(t.key)
    assert (tmp_path/'out'/'picture.png').read_bytes()[:4]==b'\x89PNG' and len(pd.read_csv(tmp_path/'out'/'summary.csv'))
    assert (tmp_path/'out'/'results.csv').read_text()==t.to_csv(index=False)
    pd.testing.assert_frame_equal(collect(tmp_path/'out'), t)

@pytest.mark.parametrize('column', ['mixed', 'nested', 'dicts', 'empty', 'huge', 'odd text'])
def test_columns_of_any_kind_are_written(column, tmp_path, monkeypatch):
    values = {'mixed': [1, 'a', None, .5], 'nested': [[1, 2], [3], [], [[1]]], 'dicts': [{'k': 1}, {'k': 'x'}, {}, {'j': None}], 'empty': [{}, [], {'a': {}}, [[]]], 'huge': [2**70, 1, -2**70, .5], 'odd text': ['ä\u0308', '$x_2$', '\n', '']}[column]
    t = quiet([{'x': v} for v in values], sr.takes_any, tmp_path)
    assert len(t)==4 and (t.status=='done').all() and len(collect(tmp_path))==4 and len(pd.read_csv(tmp_path/'results.csv'))==4

toml_text = '''
[grid]
width = [1, 2.0]
seed = [0, 1]
[fixed]
bad = 7
[[also]]
width = 5
seed = [0, 3]
[[also]]
width = [1]
seed = [9]
'''

def test_a_study_file(tmp_path):
    "Grid, what is fixed, and more points; the same names as from Python"
    t = quiet(study(tmp_path, toml_text), 'sweep_runs:stacked', tmp_path/'out')
    points = [*({'width': w, 'seed': s} for w in (1, 2) for s in (0, 1)), {'width': 5, 'seed': 0}, {'width': 5, 'seed': 3}, {'width': 1, 'seed': 9}]
    assert t.key.drop_duplicates().tolist()==[Call('sweep_runs:stacked', p | {'bad': 7}).key for p in points]
    assert (t.status=='done').all()
    u = quiet([{'bad': 7} | p for p in points], sr.stacked, tmp_path/'again')
    assert u.to_csv(index=False)==t.to_csv(index=False)

def test_run_training(tmp_path):
    "Two widths and two seeds, each with the numbers of a run alone"
    grid = tiny | {'width': [2, 3], 'seed': [0, 1]}
    t = quiet(grid, run_training, tmp_path/'a', how={'progress': False})
    assert len(t)==4 and (t.status=='done').all() and t.seed.tolist()==[0, 1, 0, 1] and {'symmetrized_elbo_lower', 'test_rmse'}<={*t.columns}
    assert t.symmetrized_elbo_lower.iloc[0]==pytest.approx(run_training(**tiny | {'width': 2}, progress=False).metrics.symmetrized_elbo_lower[0], abs=1e-6)
    assert 'run_training' in t.key[0] and t.test_rmse.nunique()==4

def test_a_column_called_as_a_keyword_or_as_ours(tmp_path):
    "Nothing is overwritten in silence"
    t = quiet({'i': [1, 2]}, sr.empty, tmp_path/'a')
    assert t.i.tolist()==[1, 2] and t.columns.is_unique
    try: t = quiet({'i': [1, 2]}, sr.ours, tmp_path/'b')
    except SymbayesError as e: assert '\n' not in str(e)
    else: assert t.columns.is_unique and t.status.tolist()==['done']*2 and t.key.tolist()==[Call('sweep_runs:ours', {'i': i}).key for i in (1, 2)] or (t.status=='failed').all()

# what fails

def test_failed_runs_are_in_the_table_and_not_run_again(tmp_path):
    grid, log = {'i': [0, 1, 2], 'do': ['draw', 'raise']}, str(tmp_path/'log')
    t = quiet(grid, sr.act, tmp_path/'out', how={'log': log})
    bad = t[t.do=='raise']
    assert t.status.tolist()==['done', 'failed']*3 and bad.error.tolist()==[f'ValueError: run {i} cannot be' for i in range(3)] and bad.torch.isna().all() and bad.i.tolist()==[0, 1, 2]
    u = quiet(grid, sr.act, tmp_path/'out', how={'log': log})
    assert u.equals(t) and len(noted(log, 'start'))==6
    quiet(grid, sr.act, tmp_path/'out', how={'log': log}, retry=True)
    assert len(noted(log, 'start'))==9
    assert pd.read_csv(tmp_path/'out'/'results.csv').status.tolist()==t.status.tolist()

def test_a_kill_between_the_files(tmp_path, monkeypatch):
    "Whichever file the sweep comes to last, the next start writes those that are missing or of an older grid"
    import symbayes.core.files, symbayes.runs.sweeps
    rooms = symbayes.runs.sweeps, symbayes.core.files  # the second for notes and records
    t = quiet({'i': [0, 1]}, sr.draws, tmp_path/'whole')
    atomic_write = symbayes.core.files.atomic_write
    for stop in range(6):
        out = tmp_path/str(stop)
        quiet({'i': [0]}, sr.draws, out)
        made = []
        def until(path):
            if len(made)==stop: raise KeyboardInterrupt
            made.append(path)
            return atomic_write(path)
        for room in rooms: monkeypatch.setattr(room, 'atomic_write', until)
        with pytest.raises(KeyboardInterrupt): quiet({'i': [0, 1]}, sr.draws, out)
        for room in rooms: monkeypatch.setattr(room, 'atomic_write', atomic_write)
        quiet({'i': [0, 1]}, sr.draws, out)
        assert len(pd.read_csv(out/'results.csv'))==2, stop
        for name in ('results.csv', 'summary.csv', 'picture.png'): assert (out/name).read_bytes()==(tmp_path/'whole'/name).read_bytes(), (stop, name)
    assert len(t)==2

def test_a_larger_grid_runs_only_what_is_new(tmp_path):
    log = str(tmp_path/'log')
    a = quiet({'i': [0, 1]}, sr.act, tmp_path/'out', how={'log': log})
    b = quiet({'i': [2, 1, 0]}, sr.act, tmp_path/'out', how={'log': log})
    assert len(noted(log, 'start'))==3 and b.i.tolist()==[2, 1, 0] and b[b.i<2].sort_values('i').torch.tolist()==a.torch.tolist()
    assert quiet({'i': [1]}, sr.act, tmp_path/'out', Refusing()).i.tolist()==[1]

def test_collect_in_the_middle(tmp_path):
    "What is there, and what is not there yet does not stand in the way"
    t = quiet({'i': [0, 1, 2]}, sr.draws, tmp_path)
    (tmp_path/'runs'/f'{t.key[1]}.json').unlink()
    u = collect(tmp_path)
    done = u[u.status=='done']
    assert done.i.tolist()==[0, 2] and done.torch.tolist()==t.torch[[0, 2]].tolist() and len(u) in (2, 3)
    (tmp_path/'results.csv').unlink()
    assert collect(tmp_path).equals(u)

def wrong(tmp_path):
    (tmp_path/'file').write_text('')
    (tmp_path/'broken.toml').write_text('[grid\nx = 1\n')
    (tmp_path/'empty.toml').write_text('')
    (tmp_path/'odd.toml').write_text('run = "sweep_runs:draws"\n[gird]\ni = [1]\n')
    return tmp_path/'out'

bad = {
    'an empty axis': (lambda o: quiet({'i': [], 'scale': [1.]}, sr.draws, o), r'\bi\b'),
    'an empty grid': (lambda o: quiet([], sr.draws, o), 'grid'),
    'a keyword that is unknown': (lambda o: quiet({'i': [1], 'scael': [1.]}, sr.draws, o), "scale"),
    'a function that is unknown': (lambda o: quiet({'i': [1]}, 'sweep_runs:drasw', o), 'drasw'),
    'a lambda': (lambda o: quiet({'i': [1]}, lambda i: {'i': i}, o, n_workers=2), 'lambda'),
    'broken TOML': (lambda o: quiet(o.parent/'broken.toml', sr.draws, o), 'broken.toml'),
    'an unknown table in TOML': (lambda o: quiet(o.parent/'odd.toml', sr.draws, o), 'gird'),
    'no file': (lambda o: quiet(o.parent/'none.toml', sr.draws, o), 'none.toml'),
    'out is a file': (lambda o: quiet({'i': [1]}, sr.draws, o.parent/'file'), 'file'),
    'a value without content': (lambda o: quiet({'i': [object()]}, sr.draws, o), 'object'),
    'how is unknown': (lambda o: quiet({'i': [1]}, sr.draws, o, how={'lgo': ''}), 'lgo'),
    'how and grid': (lambda o: quiet({'i': [1], 'log': ['x']}, sr.act, o, how={'log': 'y'}), 'log'),
}

@pytest.mark.parametrize('name', bad)
def test_bad_input_is_one_line_and_leaves_nothing(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, say = bad[name]
    out = wrong(tmp_path)
    was = {*tmp_path.iterdir()}
    assert len(refused(say, call, out))<400 and {*tmp_path.iterdir()}==was

def test_the_command(tmp_path, monkeypatch):
    "Files and exit 0; again it only reads; --collect; mistakes in one line"
    monkeypatch.chdir(tmp_path)
    file = study(tmp_path, toml_text)
    status, out, err = shown([file, '--run', 'sweep_runs:stacked', '--workers', 0, '--out', 'there', '--no-progress'])
    assert status==0 and 'there' in out and not err and (tmp_path/'there'/'results.csv').exists()
    assert len(collect('there'))==7 and 'Traceback' not in out
    (tmp_path/'there'/'results.csv').unlink()
    status, out, err = shown([file, '--collect', '--out', 'there'])
    assert status==0 and (tmp_path/'there'/'results.csv').exists()
    assert shown([file, '--run', 'sweep_runs:stacked', '--workers', 0, '--no-progress'])[0]==0 and [p for p in tmp_path.rglob('results.csv') if p.parent.name!='there']

@pytest.mark.parametrize('argv,say', [(['none.toml'], 'none.toml'), (['broken.toml'], 'broken.toml'), (['norun.toml'], 'name it again (--run sweep_runs:draws'), (['good.toml', '--workers', '-1'], 'workers'), (['good.toml', '--wrokers', '2'], '--workers'), (['good.toml', '--out', 'good.toml'], 'good.toml'),
    (['unknown.toml'], 'scale'), (['good.toml', '--collect', '--out', 'nothing'], 'nothing'), ([], 'study')], ids=lambda v: ' '.join(v) if isinstance(v, list) else '')
def test_mistakes_on_the_command_line(argv, say, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    good = '[grid]\ni = [1]\n'
    for name,text in dict(good=good, norun='run = "sweep_runs:draws"\n'+good, unknown=good+'scael = [1]\n', broken='[grid\n').items(): study(tmp_path, text, f'{name}.toml')
    status, out, err = shown([*argv, *(() if 'norun.toml' in argv else ('--run', 'sweep_runs:draws'))])
    assert status==2 and err.startswith('error: ') and err.count('\n')==1 and say in err, err
    assert not [p for p in tmp_path.iterdir() if p.suffix!='.toml']

@pytest.mark.defect('R3')
@pytest.mark.parametrize('name', ['results.csv', 'summary.csv', 'picture.png'])
def test_results_of_others_stay(name, tmp_path):
    (tmp_path/name).write_text('my,own')
    refused('', collect, tmp_path)
    refused(f'holds {name} and no sweep.json', quiet, {'i': [1]}, sr.draws, tmp_path)
    assert [p.name for p in tmp_path.iterdir()]==[name] and (tmp_path/name).read_text()=='my,own'

@pytest.mark.defect('R3')
def test_collect_keeps_results_of_others(tmp_path):
    quiet({'i': [1, 2]}, sr.draws, tmp_path/'out')
    for n in ('sweep.json', 'summary.csv', 'picture.png'): (tmp_path/'out'/n).unlink()
    (tmp_path/'out'/'results.csv').write_text('my,own')
    refused('no sweep.json', lambda: collect(tmp_path/'out'))
    assert (tmp_path/'out'/'results.csv').read_text()=='my,own'
    (tmp_path/'out'/'results.csv').unlink()
    assert len(collect(tmp_path/'out'))==len(collect(tmp_path/'out'))==2

@pytest.mark.defect('R10')
def test_large_integers_are_gathered(tmp_path):
    t = quiet({'i': [1, 99999999999999999999]}, sr.draws, tmp_path/'out')
    assert (t.status=='done').all() and len(collect(tmp_path/'out'))==2

@pytest.mark.defect('R9')
@pytest.mark.parametrize('value', [np.nan, np.inf])
def test_keywords_that_are_not_finite_are_drawn(value, tmp_path):
    t = quiet([dict(i=1, scale=1.), dict(i=1, scale=value), dict(i=2, scale=1.), dict(i=2, scale=value)], sr.draws, tmp_path/'out')
    assert (t.status=='done').all() and (tmp_path/'out'/'picture.png').exists()

@pytest.mark.defect('R11')
@pytest.mark.parametrize('note', ['{"keys": 5}', '{"keywords": 7}', '{"keys": "foo"}', '{"keys": [5]}', '{"keys": [], "keywords": ["none"]}', '{"keys": [], "keywords": []}', '[1]', '{'])
def test_a_changed_note_is_no_traceback(note, tmp_path):
    t = quiet({'i': [1, 2]}, sr.draws, tmp_path/'out')
    if 'none' in note: note = note.replace('[]', str(list(t.key)).replace("'", '"'))
    (tmp_path/'out'/'sweep.json').write_text(note)
    refused('the same sweep writes it anew', lambda: collect(tmp_path/'out'))
    quiet({'i': [1, 2]}, sr.draws, tmp_path/'out')
    assert len(collect(tmp_path/'out'))==2

@pytest.mark.defect('R16')
def test_a_folder_of_results_is_a_path():
    "Nothing in its place is one line"
    refused('out is None, expected str', collect, None)

@pytest.mark.defect('R17')
@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('odd', ['a\x07b\x00', 'a\nb', '$x_{$'])
def test_labels_of_a_sweep_are_drawn_as_they_are(odd, tmp_path):
    "Control characters are escaped, and dollars begin no mathematics"
    table = pd.DataFrame([dict(a=v, b=w, seed=s, loss=float(s)) for v in (odd, 'ok') for w in (odd, 'ok') for s in range(2)])
    table.attrs['keywords'] = ['a', 'b', 'seed']
    ax = plot_sweep(table, 'loss')
    ax.figure.savefig(tmp_path/'p.png')
    shown = [t.get_text() for t in [*ax.get_xticklabels(), *ax.get_legend().get_texts()]]
    assert len(shown)==4 and all(t.isprintable() for t in shown)

@pytest.mark.defect('R16')
@pytest.mark.parametrize('f', [plot_sweep, sweep_summary])
def test_tables_of_another_kind_are_refused(f):
    "Raises one line for anything but a DataFrame"
    refused('table is a list, expected a DataFrame', f, [3])

# a choice without the test part

def rated(width: int, seed: int) -> dict:
    "Wider is better by the validation rows, and worse by the test rows"
    return {'valid_log_lik': -1+.1*width+.01*seed, 'test_log_lik': -.1*width, 'test_rmse': .3, 'valid_log_lik_ridge': -.2, 'test_log_lik_ridge': -.7, 'elbo': -9.*width}

@pytest.mark.defect('V15')
def test_test_columns_are_shown_for_the_row_that_validation_chooses(tmp_path):
    t = quiet({'width': [1, 2, 8], 'seed': [0, 1]}, rated, tmp_path)
    means = sweep_summary(t, baselines=False)
    assert means.best.tolist()==['', '', '*'] and [isinstance(v, str) for v in means.test_log_lik]==[True, True, False] and means.test_rmse[2].mean==.3
    assert sweep_summary(t, values=['test_log_lik']).test_log_lik.map(lambda v: round(v.mean, 3)).tolist()==[-.1, -.2, -.8, -.7]  # as asked for
    written = pd.read_csv(tmp_path/'summary.csv')
    assert written.test_log_lik.isna().tolist()==[True, True, False] and written.valid_log_lik.notna().all() and plot_sweep(t).get_ylabel()=='valid_log_lik'

@pytest.mark.defect('V15')
@pytest.mark.defect('V14')
def test_the_report_says_how_the_row_was_chosen_and_what_is_as_good(tmp_path):
    t = quiet({'width': [1, 2, 8], 'seed': [0, 1]}, rated, tmp_path)
    said = sweep_report(t)
    assert 'test columns are shown for one row only, the best by valid_log_lik (*)\n' in said and 'predicts the validation rows' in said
    assert 'ridge regression predicts the validation rows as well: -0.200 nats a row, the network ' in said
    worse = sweep_report(t.assign(valid_log_lik_ridge=-.9))
    assert 'ridge regression' not in worse

@pytest.mark.defect('V15')
def test_runs_score_their_validation_rows():
    "By the log density or the negative one, with the baselines beside"
    for data,column,other in (('diabetes', 'valid_log_lik', 'ridge'), ('wine', 'valid_nll', 'logistic')):
        m = run_training(data, width=3, max_steps=1, progress=False).metrics
        assert np.isfinite(m[column]).all() and {f'{column}_constant', f'{column}_{other}'}<=set(m)

@pytest.mark.defect('V16')
def test_a_flat_study_is_answered_by_an_example(tmp_path):
    "Which is a study, written as it says"
    line = refused('four lines are a study: ', quiet, study(tmp_path, 'data = "digits"\n[grid]\nwidth = [2]\n'), None, tmp_path/'out')
    example = line.partition('are a study: ')[2].replace(', [', '\n[').replace('], ', ']\n')
    assert [p['data'] for p in read_study(study(tmp_path, example)).points]==['digits', 'digits']
