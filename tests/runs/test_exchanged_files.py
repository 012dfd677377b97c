"Files of two runs or two sweeps that were exchanged, and commands that write to one folder at the same time"
import os, shutil, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import matplotlib.pyplot as plt
import pytest

from cases import refused, said
from symbayes.core.files import read_json, write_json
from symbayes.core.messages import SymbayesError
from symbayes.runs import commands, sweeps
from symbayes.runs.run_results import TrainedRun, load_run, result_files
from symbayes.runs.sweeps import collect, sweep
from symbayes.runs.commands import run_training

tiny = dict(data='sinc', width=3, max_steps=2, inference='variational', noise='constant', progress=False)
made = sorted(set(result_files)-{'checkpoint-input.pt'})

@pytest.fixture(scope='module')
def pair(tmp_path_factory) -> Path:
    "Two runs that differ in their seeds alone, and two sweeps of one grid"
    home = tmp_path_factory.mktemp('pair')
    for seed in (0, 1): run_training(**tiny, seed=seed, out=home/f'run{seed}')
    for i in (0, 1): sweep({'i': [1, 2], 'seed': [0, 1]}, scaled, home/f'sweep{i}', n_workers=0, progress=False, how={'by': i})
    plt.close('all')
    return home

def scaled(i: int, seed: int, by: float = 1.) -> dict: return {'loss': i+.1*seed+by}
scaled.how = ('by',)

@pytest.fixture
def home(pair, tmp_path) -> Path: return shutil.copytree(pair, tmp_path/'home')

def exchange(a: Path, b: Path) -> None:
    a.rename(a.with_name('third'))
    b.rename(a)
    a.with_name('third').rename(b)

@pytest.mark.defect('A2')
@pytest.mark.parametrize('name', [n for n in made if n!='checkpoint.pt'])
def test_files_of_two_runs_are_not_exchanged(name, home):
    "Each is refused in a line that names a file; run.json is compared with all the others. In Python, by predict and by align"
    exchange(home/'run0'/name, home/'run1'/name)
    about = name if name!='run.json' else '(metrics.json|history.csv|estimator.safetensors|posterior.safetensors)'
    for run in ('run0', 'run1'):
        refused(f"{run}/{about}' is damaged or of another run", load_run, home/run)
        for words in (['predict', home/run], ['align', home/'run0', home/run]):
            status, err = said(*words)
            assert status==2 and err.count('\n')==1 and (name in err or name=='run.json'), err

@pytest.mark.defect('A2')
def test_a_posterior_beside_an_aligned_run_is_compared_too(home):
    "The second one of an alignment belongs to its run as well, given as a folder or as a file"
    shutil.copy(home/'run0'/'posterior.safetensors', home/'run1')
    for b in (home/'run1', home/'run1'/'posterior.safetensors'):
        status, err = said('align', home/'run0', b)
        assert status==2 and "run1/posterior.safetensors' is damaged or of another run" in err, err

def test_a_checkpoint_of_another_run_is_not_continued(home):
    exchange(home/'run0'/'checkpoint.pt', home/'run1'/'checkpoint.pt')
    for seed in (0, 1):
        refused("checkpoint.pt' is of another run: .*seed", run_training, **tiny, seed=seed, out=home/f'run{seed}', resume=True)

files_of_sweep = ['sweep.json', 'results.csv', 'summary.csv', 'picture.png', *(f'runs/{i}' for i in range(4))]

@pytest.mark.defect('A2')
@pytest.mark.parametrize('name', files_of_sweep)
def test_files_of_two_sweeps_are_not_exchanged(name, home):
    "Nor are results of one name. Removed, as the line asks for, the file is made anew"
    if name.startswith('runs/'): name = f'runs/{sorted(p.name for p in (home/"sweep0"/"runs").iterdir())[int(name[5:])]}'
    exchange(home/'sweep0'/name, home/'sweep1'/name)
    for i in (0, 1):
        out = home/f'sweep{i}'
        again = lambda: sweep({'i': [1, 2], 'seed': [0, 1]}, scaled, out, n_workers=0, progress=False, how={'by': i})  # noqa: B023
        about = name if name!='sweep.json' else r'runs/.*\.json'
        for read in (again, lambda: collect(out)):  # noqa: B023
            refused(f"{about}' is damaged or of another sweep: .*remove it to make it anew", read)
        if name=='sweep.json': continue
        (out/name).unlink()
        assert again().loss.tolist()==[1+i, 1.1+i, 2+i, 2.1+i] and (out/name).exists() and len(collect(out))==4

@pytest.mark.defect('A2')
def test_a_note_without_digests_is_written_anew(home):
    "As 0.3.0 wrote it"
    note = read_json(home/'sweep0'/'sweep.json')
    write_json(home/'sweep0'/'sweep.json', {k: v for k,v in note.items() if k!='files'})
    sweep({'i': [1, 2], 'seed': [0, 1]}, scaled, home/'sweep0', n_workers=0, progress=False, how={'by': 0})
    assert read_json(home/'sweep0'/'sweep.json')['files']==note['files']

# one folder at a time

def together(f, n: int = 2) -> list[str]:
    "Results of a function that several threads begin at one moment: 'done', or the error"
    start = Barrier(n)
    def one(i):
        start.wait()
        try: f(i)
        except SymbayesError as e: return str(e)
        return 'done'
    with ThreadPoolExecutor(n) as pool: return sorted(pool.map(one, range(n)))

@pytest.mark.defect('A3')
@pytest.mark.parametrize('resume', [False, True])
def test_one_of_two_runs_has_the_folder(resume, tmp_path, monkeypatch):
    "The other one says so; the folder is that of one run, and no lock is left. Also where both continue"
    inside = Barrier(2)
    def held(options):
        inside.wait()
        inside.wait()
        return own(options)
    own = commands._trained
    monkeypatch.setattr(commands, '_trained', held)
    monkeypatch.setattr(TrainedRun, 'plot', lambda self: plt.figure())
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(run_training, **tiny, out=tmp_path/'run', resume=resume)
        inside.wait()
        refused(f"run' is in use by another command, process {os.getpid()} on ", run_training, **tiny, seed=1, out=tmp_path/'run', resume=resume)
        inside.wait()
        first.result()
    assert sorted(p.name for p in (tmp_path/'run').iterdir())==made
    assert load_run(tmp_path/'run').options['seed']==0

@pytest.mark.defect('A3')
def test_one_of_two_sweeps_has_the_folder_until_its_tables_are_written(tmp_path, monkeypatch):
    "Between the last run and the tables the folder used to be free"
    def tried(table, out, *args):
        refused('in use by another command', sweep, {'i': [3], 'seed': [0]}, scaled, out, n_workers=0, progress=False)
        assert collect(out).loss.tolist()==[2.] and not (out/'summary.csv').exists()
        return own(table, out, *args)
    own = sweeps._write_all
    monkeypatch.setattr(sweeps, '_write_all', tried)
    sweep({'i': [1], 'seed': [0]}, scaled, tmp_path, n_workers=0, progress=False)
    assert (tmp_path/'summary.csv').exists() and not [p for p in tmp_path.rglob('.*')]

@pytest.mark.defect('A3')
def test_a_lock_of_a_dead_process_holds_nobody(tmp_path):
    code = "import os; from symbayes.runs.terminal import held_folder\nwith held_folder('run'): os._exit(9)"
    subprocess.run([sys.executable, '-c', code], cwd=tmp_path)
    assert {p.name for p in (tmp_path/'run').iterdir()}=={'.lock', '.in-use'}
    run_training(**tiny, out=tmp_path/'run')
    assert sorted(p.name for p in (tmp_path/'run').iterdir())==made

@pytest.mark.defect('A3')
def test_twenty_that_begin_at_one_moment(tmp_path):
    "Whoever gets the lock is alone with it, also where it is given back and taken again at once"
    from symbayes.runs.terminal import held_folder
    inside = []
    def count(i):
        with held_folder(tmp_path/'run'):
            inside.append(i)
            seen = list(inside)
            inside.remove(i)
            assert seen==[i]
    found = together(count, 20)
    assert 'done' in found and all(f=='done' or 'in use by another command' in f for f in found) and not list((tmp_path/'run').iterdir())
