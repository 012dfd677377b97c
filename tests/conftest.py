import gc, json, os, random, subprocess, sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, settings

os.environ.setdefault('MPLBACKEND', 'Agg')

# A busy machine is no fault of a test, and the same examples are drawn each time; with --slow, others
settings.register_profile('same', deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile('others', settings.get_profile('same'), derandomize=False)

servers = []   # processes that live as long as the session

def cpu_seconds() -> float:
    "What this process has taken so far, its ended children and its servers"
    seconds = sum(os.times()[:4])
    for p in servers:
        if p.poll() is None: seconds += sum(map(int, Path(f'/proc/{p.pid}/stat').read_text().rpartition(')')[2].split()[11:15]))/os.sysconf('SC_CLK_TCK')
    return seconds

@pytest.fixture(scope='session')
def counted() -> list:
    "Processes that live as long as the session: what those in here take counts for the test that asks them"
    return servers

@pytest.fixture(scope='session')
def root() -> Path: return Path(__file__).resolve().parent.parent


@pytest.fixture(scope='session')
def from_tools(root):
    "A module of tools/, which import each other; the folder is on the path while it is imported"
    def load(name: str) -> ModuleType:
        sys.path.insert(0, str(root/'tools'))
        try: return import_module(name)
        finally: sys.path.remove(str(root/'tools'))
    return load

@pytest.fixture
def loose_figures(monkeypatch):
    "Pictures are drawn, but their parts are not fitted to each other, which takes as long as two more drawings; the chapters fit them"
    monkeypatch.setattr('matplotlib.figure.Figure.get_layout_engine', lambda fig: None)

@pytest.fixture
def short_chains(monkeypatch):
    "Chains of tables take few steps"
    from symbayes.runs import table_fits
    move = table_fits.sample_posterior
    monkeypatch.setattr(table_fits, 'sample_posterior', lambda *a, **how: move(*a, **how|dict(warmup=20, between=1, leaps=2)))

@pytest.fixture
def no_search(monkeypatch):
    "The optimum of the evidence is not sought, which takes longer than short chains"
    monkeypatch.setattr('symbayes.inference.evidence.laplace_optimum', lambda *args: (float('nan'), None))

@pytest.fixture(scope='session')
def sweeps():
    "A process that starts sweeps at once"
    from sweep_server import Server
    server = Server(os.pathsep.join([str(Path(__file__).parent), os.environ.get('PYTHONPATH', '')]).rstrip(os.pathsep))
    servers.append(server.process)
    yield server
    server.close()

def of_torch() -> dict:
    "What a test may not leave behind: none of it is put back, so that one that does is named itself, not one that comes later"
    return {'default dtype': torch.get_default_dtype(), 'threads': torch.get_num_threads(), 'gradients': torch.is_grad_enabled(), 'deterministic algorithms': torch.are_deterministic_algorithms_enabled()}

def start_streams() -> None:
    "The same global random numbers, whatever ran before; torch would begin each process with others"
    seed = torch.manual_seed if torch.cuda.is_available() else torch.default_generator.manual_seed  # the former keeps a traceback for CUDA, a millisecond each time
    random.seed(0), np.random.seed(0), seed(0)  # noqa: NPY002

@pytest.fixture(autouse=True)
def process_as_found(tmp_path_factory):
    "A test does not see which others ran before: the working directory, the path, modules of temporary folders, figures and global random numbers are put back"
    at, path, known, torchs = os.getcwd(), list(sys.path), set(sys.modules), of_torch()
    start_streams()
    yield
    os.chdir(at)
    sys.path[:] = path
    temporary = str(tmp_path_factory.getbasetemp())
    for name in set(sys.modules)-known:
        if str(getattr(sys.modules[name], '__file__', None)).startswith(temporary): del sys.modules[name]
    if plt := sys.modules.get('matplotlib.pyplot'): plt.close('all')
    assert of_torch()==torchs, 'settings of torch are others from here on'

forking = '''
import gc, json, os, sys, torch
gc.freeze()
for line in sys.stdin:
    code, file = json.loads(line)
    if not (pid := os.fork()):
        os.dup2(os.open(file, os.O_WRONLY|os.O_CREAT|os.O_TRUNC), 1)
        os.dup2(1, 2)
        status = 1
        try:
            exec(code, {'__name__': '__main__'})
            status = 0
        except BaseException:
            import traceback
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
'''

@pytest.fixture(scope='session')
def after_torch(root, tmp_path_factory):
    "Runs code in a fresh process that has imported torch, which takes seconds, and nothing else; returns what it prints"
    p = subprocess.Popen([sys.executable, '-c', forking], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    servers.append(p)
    file = tmp_path_factory.mktemp('forked')/'out'
    def run(code: str) -> str:
        print(json.dumps([code, str(file)]), file=p.stdin, flush=True)
        status = p.stdout.readline().strip()
        assert status=='0', file.read_text()
        return file.read_text().strip()
    yield run
    p.stdin.close()
    p.wait(120)
    p.stdout.close()

def pytest_addoption(parser):
    parser.addoption('--slow', action='store_true', help='run tests marked slow, too')
    parser.addoption('--cpu', type=int, metavar='N', default=10, help='name the N tests, and the files (10; 0 for none), that take the most CPU seconds, those of processes that they start included; a busy machine hardly changes them')

def pytest_configure(config):
    config.addinivalue_line('markers', 'slow: left out of `make test` for its length; `make test-slow` runs it')
    settings.load_profile('others' if config.getoption('--slow') else 'same')

def pytest_collectstart(collector):
    "What a file draws when it is imported does not depend on which were imported before"
    if isinstance(collector, pytest.Module): start_streams()

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    "CPU seconds of a test and its fixtures travel with its last report"
    before = cpu_seconds()
    item.user_properties.append(('cpu', lambda: cpu_seconds()-before))
    return (yield)

@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when=='teardown': report.user_properties = [(k, v() if k=='cpu' else v) for k,v in report.user_properties]
    else: report.user_properties = [(k, v) for k,v in report.user_properties if k!='cpu']
    return report

def pytest_terminal_summary(terminalreporter, config):
    if not (n := config.getoption('--cpu')): return
    tests = {r.nodeid: seconds for rs in terminalreporter.stats.values() for r in rs if (seconds := dict(getattr(r, 'user_properties', [])).get('cpu')) is not None}
    files = Counter()
    for name,s in tests.items(): files[name.partition('::')[0]] += s
    for what,seconds in {'files': files, 'tests': tests}.items():
        terminalreporter.section(f'CPU seconds of {what}: {sum(seconds.values()):.0f} in all')
        for name,s in sorted(seconds.items(), key=lambda i: -i[1])[:n]: terminalreporter.write_line(f'{s:7.2f} {name}')

def pytest_collection_finish(session):
    "What was imported stays: the collector walks it no more, and walks the rest less often; a third of the seconds of small tests"
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)

def pytest_ignore_collect(collection_path, config):
    "Tests on the pretend device run where they are named: a process with such a device cannot fork once it has trained"
    return True if collection_path.name=='devices' and not any('devices' in a for a in config.args) else None

def pytest_collection_modifyitems(config, items):
    if config.getoption('--slow'): return
    long = set((Path(__file__).parent/'data/long_tests.txt').read_text().splitlines())   # single cases of a test; what is long as a whole is marked there
    left_out = [i for i in items if i.get_closest_marker('slow') or i.nodeid in long]
    if not left_out: return
    config.hook.pytest_deselected(items=left_out)  # a report of each as skipped would take seconds
    left_out = {id(i) for i in left_out}
    items[:] = [i for i in items if id(i) not in left_out]
