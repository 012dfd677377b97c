"Executors: the same table from all of them, deaths that cost one run, kills that cost nothing."
import os, random, re, signal, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
import pytest
import torch

import sweep_runs as sr
from cases import refused
from sweep_runs import noted
from symbayes.core.messages import SymbayesError
from symbayes.runs.jobs import Call, JobResult, ProcessPools, read_record, record_names, results, run_cells

here = Path(__file__).parents[1]

@pytest.fixture(autouse=True)
def importable(monkeypatch):
    "Processes that nobody spawned find the runs, too"
    monkeypatch.setenv('PYTHONPATH', os.pathsep.join([str(here), os.environ.get('PYTHONPATH', '')]).rstrip(os.pathsep))

def calls(name, points, **more): return [Call(f'sweep_runs:{name}', p|more) for p in points]

def drawn(n): return calls('act', [{'i': i} for i in range(n)])

def kinds(n, **special): return calls('act', [{'i': i} | ({'do': special[f'_{i}']} if f'_{i}' in special else {}) for i in range(n)])

def text(records: list[JobResult]) -> str:
    "What runs gave, byte for byte"
    return pd.concat([r.table.assign(key=r.key, status=r.status, error=r.error) for r in sorted(records, key=lambda r: r.key)]).to_csv(index=False)

def alive(pid: int) -> bool:
    try: return psutil.Process(pid).status()!=psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess: return False

def gone_within(pids, seconds: float) -> bool:
    "Have all processes ended after so many seconds?"
    until = time.monotonic()+seconds
    while any(map(alive, pids)) and time.monotonic()<until: time.sleep(.02)
    return not any(map(alive, pids))

def leftovers(folder) -> list[str]:
    "Files of a folder of runs that are no results, a lock apart"
    return [p.name for p in Path(folder).rglob('*') if p.is_file() and p.name not in ('.stdout', '.stderr') and (p.name.startswith('.') or p.suffix=='.tmp') and 'lock' not in p.name]

def children() -> set[int]:
    "Processes of this one, but for Python's own helper"
    return {p.pid for p in psutil.Process().children(recursive=True) if alive(p.pid) and 'resource_tracker' not in ' '.join(p.cmdline())}

def run(cells, *a, **k): return run_cells(cells, *a, **({'progress': False} | k))

# here, one after the other

def test_here_in_order(tmp_path):
    cells, log = kinds(6, _2='raise'), str(tmp_path/'log')
    found = run(cells, tmp_path/'runs', n_workers=0, how={'log': log})
    assert [r.key for r in found]==[c.key for c in cells] and [r.status for r in found]==['done']*2+['failed']+['done']*3
    assert [b for _,b,_ in noted(log, 'start')]==list('012345') and {pid for *_,pid in noted(log)}=={os.getpid()}
    assert found[2].error=='ValueError: run 2 cannot be' and found[2].table.empty and found[0].error=='' and all(r.seconds>=0 for r in found)
    assert record_names(tmp_path/'runs')=={r.key: r.status for r in found} and not leftovers(tmp_path)
    assert 'second line' in (tmp_path/'runs'/f'{cells[2].key}.failed.json').read_text()
    again = run(cells, tmp_path/'runs', n_workers=0, how={'log': log})
    assert text(again)==text(found) and len(noted(log, 'start'))==6

def test_a_retry_that_succeeds_leaves_one_record(tmp_path, monkeypatch):
    cell = Call('sweep_runs:empty', {'i': 1})
    def no(i=0): raise OSError('the disk')
    monkeypatch.setattr(sr, 'empty', no)
    assert run([cell], tmp_path, n_workers=0)[0].error=='OSError: the disk'
    monkeypatch.undo()
    assert run([cell], tmp_path, n_workers=0)[0].status=='failed'
    assert run([cell], tmp_path, n_workers=0, retry=True)[0].status=='done'
    assert record_names(tmp_path)=={cell.key: 'done'} and [p.name for p in tmp_path.iterdir() if p.suffix=='.json']==[f'{cell.key}.json']

def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert [r.status for r in run(kinds(3, _1='raise'), n_workers=0)]==['done', 'failed', 'done'] and not list(tmp_path.iterdir())

def test_a_cell_twice_is_run_once(tmp_path):
    cells, log = drawn(2), str(tmp_path/'log')
    found = run([*cells, cells[0]], tmp_path/'runs', n_workers=0, how={'log': log})
    assert len(found)==3 and found[0].key==found[2].key and text(found[:1])==text(found[2:]) and len(noted(log, 'start'))==2

def test_global_random_numbers_follow_from_the_key_and_are_put_back(tmp_path):
    torch.manual_seed(3), np.random.seed(3), random.seed(3)  # noqa: NPY002
    expected = torch.rand(()).item(), np.random.rand(), random.random()  # noqa: NPY002
    torch.manual_seed(3), np.random.seed(3), random.seed(3)  # noqa: NPY002
    t = run(drawn(3), n_workers=0)
    assert (torch.rand(()).item(), np.random.rand(), random.random())==expected  # noqa: NPY002
    assert text(run(drawn(3)[::-1], tmp_path, n_workers=0))==text(t)==text([read_record(tmp_path, c.key) for c in drawn(3)])
    assert len({(*r.table[['torch', 'numpy', 'random']].iloc[0],) for r in t})==3
    run(kinds(1, _0='raise'), n_workers=0)
    assert run(drawn(1), n_workers=0)[0].table.equals(t[0].table)

def test_one_thread_in_a_run_and_as_many_as_before_after_it():
    was = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        assert run([Call('sweep_runs:threads', {})], n_workers=0)[0].table.torch[0]==1 and torch.get_num_threads()==2
    finally: torch.set_num_threads(was)

def test_results_raise_with_the_first_name(tmp_path):
    cells = kinds(3, _1='raise')
    assert [len(t) for t in results([cells[0], cells[2]], tmp_path)]==[1, 1]
    assert 'run 1 cannot be' in refused(re.escape(cells[1].key), results, cells, tmp_path)

# others' executors

def test_any_executor_gives_the_same(tmp_path):
    "A pool of threads; one that has nothing but submit, done and result; the processes of a fork"
    expected = text(run(drawn(8), n_workers=0))
    with ThreadPoolExecutor(1) as pool: assert text(run(drawn(8), tmp_path/'t', pool))==expected
    assert text(run(drawn(8), tmp_path/'b', Bare()))==expected
    with ThreadPoolExecutor(1) as pool:
        found = run(kinds(4, _1='raise'), None, pool)
        assert [r.status for r in found]==['done', 'failed', 'done', 'done'] and found[1].error=='ValueError: run 1 cannot be'
        pool.submit(print)  # a pool that was given is not shut

class Bare:
    "Nothing but submit"
    def __init__(self, refuse=0): self.given, self.refuse = 0, refuse
    def submit(self, f, *args):
        self.given += 1
        if self.given==self.refuse: raise RuntimeError('the queue is full')
        return Slow(f, args)

class Slow:
    def __init__(self, f, args): self.f, self.args, self.asked = f, args, 0
    def done(self):
        self.asked += 1
        return self.asked>2
    def result(self): return self.f(*self.args)

def test_an_executor_that_refuses(tmp_path):
    "What was done before stays; the error names it"
    with pytest.raises((SymbayesError, RuntimeError), match='the queue is full'): run(drawn(4), tmp_path, Bare(refuse=3))
    assert not leftovers(tmp_path)
    assert all(r.status=='done' for r in run(drawn(4), tmp_path, n_workers=0))

# two processes

def test_two_processes(tmp_path, monkeypatch):
    "One that raises, one that kills always, one that kills once; the others are run once, and all is as it is here. Workers have one thread"
    monkeypatch.setenv('OMP_NUM_THREADS', '7')
    others = children()
    cells, log = kinds(14, _3='raise', _6='die', _9='die once'), str(tmp_path/'log')
    *found, own = run([*cells, Call('sweep_runs:threads', {})], tmp_path/'runs', n_workers=2, how={'log': log})
    assert own.table.torch[0]==1 and str(own.table.omp[0])=='1' and os.environ['OMP_NUM_THREADS']=='7' and own.table.pid[0]!=os.getpid()
    begun = [int(b) for _,b,_ in noted(log, 'start')]
    assert [r.status for r in found]==['done']*3+['failed']+['done']*2+['killed']+['done']*7
    assert found[3].error=='ValueError: run 3 cannot be' and found[6].error=='killed its worker twice'
    assert sorted(begun)==sorted([*range(14), 6, 9])
    assert record_names(tmp_path/'runs')=={r.key: r.status for r in (*found, own)} and not leftovers(tmp_path)
    alone, plain = run(kinds(14), n_workers=0), [i for i in range(14) if i not in (3, 6, 9)]
    assert text([found[i] for i in plain])==text([alone[i] for i in plain])
    assert gone_within({pid for *_,pid in noted(log)}, 3) and os.getpid() not in {pid for *_,pid in noted(log)}
    assert gone_within(children()-others, 20)  # one that takes the place of the dead ends when it has begun
    again = run(cells, tmp_path/'runs', executor=Refusing(), how={'log': log})
    assert text(again)==text(found) and [r.status for r in again]==[r.status for r in found]

class Refusing:
    "Nothing is to be run"
    def submit(self, f, *args): raise AssertionError('a run was submitted')

own_script = 'from symbayes.runs.sweeps import sweep\ndef f(i): return {"x": i*i}\n'
own_sweep = "print(sweep({'i': [1, 2, 3]}, f, 'out', n_workers=1, progress=False).x.tolist())"

def script(folder, text):
    (folder/'own.py').write_text(text)
    return subprocess.run([sys.executable, 'own.py'], cwd=folder, capture_output=True, text=True, timeout=300)

@pytest.mark.slow
@pytest.mark.parametrize('guard', ["if __name__=='__main__': ", ''], ids=['guard', 'none'])
def test_a_function_of_the_script_itself(guard, tmp_path):
    "It is sent to the workers, and named by the script"
    p = script(tmp_path, f'{own_script}{guard}{own_sweep}\n')
    assert p.stdout=='[1, 4, 9]\n', p.stderr
    assert record_names(tmp_path/'out/runs')=={Call('own:f', {'i': i}, lambda i: i).key: 'done' for i in (1, 2, 3)}

@pytest.fixture(scope='module')
def cluster():
    distributed, dask = pytest.importorskip('distributed'), pytest.importorskip('dask')
    with dask.config.set({'distributed.scheduler.allowed-failures': 1, 'distributed.comm.timeouts.connect': '20s'}):
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as c: yield c

@pytest.mark.slow
def test_dask(cluster, tmp_path):
    "A client, and an address: the same bytes; one that raises and one that kills its worker are told, their neighbours are unharmed"
    from distributed import Client
    cells, log = kinds(12, _3='raise', _6='die'), str(tmp_path/'log')
    with Client(cluster) as client:
        assert text(run(drawn(12), tmp_path/'a', client))==text(run(drawn(12), n_workers=0))
        found = run(cells, tmp_path/'b', client, how={'log': log})
        assert client.status=='running'
    assert [r.status for r in found]==['done']*3+['failed']+['done']*2+['killed']+['done']*5 and 'killed' in found[6].error
    begun = [int(b) for _,b,_ in noted(log, 'start')]
    assert all(begun.count(i)==1 for i in range(12) if i!=6) and 2<=begun.count(6)<=4
    cells = calls('late', [{'i': i, 'seconds': .4} for i in range(2)])  # meanwhile Dask itself draws from Python's global numbers, in dask.sizeof

# submitit

@pytest.mark.slow
def test_submitit(tmp_path):
    submitit = pytest.importorskip('submitit')
    executor = submitit.AutoExecutor(folder=tmp_path/'jobs', cluster='local')
    executor.update_parameters(timeout_min=2)
    found = run(kinds(3, _1='raise'), tmp_path/'runs', executor)
    assert [r.status for r in found]==['done', 'failed', 'done'] and found[1].error=='ValueError: run 1 cannot be'
    assert text(found)==text(run(kinds(3, _1='raise'), n_workers=0))

# kills

def sweeping(sweeps, tmp_path, n, seconds, n_workers=2):
    "A process that sweeps"
    return sweeps.start(tmp_path, grid={'i': list(range(n)), 'seconds': seconds}, out=str(tmp_path/'out'), n_workers=n_workers, how={'log': str(tmp_path/'log')}, progress=False)

def wait_for(condition, process, seconds=300.):
    until = time.monotonic()+seconds
    while not condition():
        assert process.poll() is None and time.monotonic()<until, process.communicate(60)
        time.sleep(.005)

def killed_while_sweeping(sweeps, tmp_path, n, seconds, sig, kills, r, each=lambda p: None, n_workers=2):
    "Kill a sweep some times at random moments, let it complete, and say how many runs were begun in all"
    log = tmp_path/'log'
    for _ in range(kills):
        p, before = sweeping(sweeps, tmp_path, n, seconds, n_workers), len(noted(log, 'start'))
        wait_for(lambda: len(noted(log, 'start'))>before, p)
        each(p)
        time.sleep(r.uniform(0, 4*seconds))
        workers = psutil.Process(p.pid).children(recursive=True)
        os.kill(p.pid, sig)
        out, err = p.communicate(timeout=200)
        assert p.returncode!=0 and gone_within([w.pid for w in workers], 3), (out, err)
        if sig==signal.SIGINT: assert not leftovers(tmp_path) and 'SpawnProcess' not in err and 'concurrent.futures' not in err, err
    p = sweeping(sweeps, tmp_path, n, seconds, 0)  # what is left needs no worker
    out, err = p.communicate(timeout=400)
    assert out==f'{n} {n}\n', err
    assert not leftovers(tmp_path) and len(record_names(tmp_path/'out'/'runs'))==n
    assert {b for _,b,_ in noted(log, 'end')}=={str(i) for i in range(n)}
    return len(noted(log, 'start'))

def second_is_refused(p, tmp_path):
    "While a sweep goes on, another one in its folder is refused at once, and harms nothing"
    from symbayes.runs.sweeps import sweep
    refused(str(p.pid), sweep, {'i': [0]}, sr.act, tmp_path/'out', n_workers=0, progress=False)

@pytest.mark.parametrize('n,kills,workers', [(30, 1, 1), pytest.param(30, 2, 2, marks=pytest.mark.slow)])
def test_killed(n, kills, workers, sweeps, tmp_path):
    "Every result exactly once; a kill costs the runs that were going on; a second sweep beside it is refused, a dead one's lock is taken over"
    tried = []
    def beside(p):
        if tried: return
        second_is_refused(p, tmp_path)
        tried.append(p.pid)
    begun = killed_while_sweeping(sweeps, tmp_path, n, .05, signal.SIGKILL, kills, random.Random(5), beside, workers)
    assert begun<=n+workers*kills and tried

@pytest.mark.slow
def test_interrupted_as_a_terminal_does(sweeps, tmp_path):
    "Ctrl-C goes to the workers, too: no run is recorded as failed or killed for it"
    p = sweeping(sweeps, tmp_path, 30, .1)
    wait_for(lambda: len(noted(tmp_path/'log', 'start'))>3, p)
    workers = psutil.Process(p.pid).children(recursive=True)
    os.killpg(p.pid, signal.SIGINT)
    out, err = p.communicate(timeout=200)
    assert p.returncode!=0 and gone_within([w.pid for w in workers], 3) and not leftovers(tmp_path)
    assert set(record_names(tmp_path/'out'/'runs').values())<={'done'} and 'SpawnProcess' not in err, err

@pytest.mark.slow
def test_a_worker_that_hangs_in_a_run_ends_with_its_parent(sweeps, tmp_path):
    "Even in mid-run: a run of ten minutes does not go on for nobody"
    p = sweeping(sweeps, tmp_path, 2, 600.)
    wait_for(lambda: len(noted(tmp_path/'log', 'start'))==2, p)
    workers = psutil.Process(p.pid).children(recursive=True)
    os.kill(p.pid, signal.SIGKILL)
    p.communicate(60)
    assert gone_within([w.pid for w in workers], 3)

@pytest.mark.defect('R18')
def test_a_worker_that_is_killed_while_it_starts_is_called_killed(monkeypatch):
    "The script was told that it lacks a guard, which it had"
    monkeypatch.setattr('symbayes.runs.jobs._warm', sr.dies)
    refused('a worker ended while it started, .*SIGKILL', ProcessPools, 1)
