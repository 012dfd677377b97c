import json, os, subprocess, sys
from pathlib import Path

import pytest

os.environ.setdefault('MPLBACKEND', 'Agg')

@pytest.fixture(scope='session')
def root() -> Path: return Path(__file__).resolve().parent.parent


@pytest.fixture(scope='session')
def sweeps():
    "A process that starts sweeps at once"
    from sweep_server import Server
    server = Server(os.pathsep.join([str(Path(__file__).parent), os.environ.get('PYTHONPATH', '')]).rstrip(os.pathsep))
    yield server
    server.close()

forking = '''
import json, os, sys, torch
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
    file = tmp_path_factory.mktemp('forked')/'out'
    def run(code: str) -> str:
        print(json.dumps([code, str(file)]), file=p.stdin, flush=True)
        status = p.stdout.readline().strip()
        assert status=='0', file.read_text()
        return file.read_text().strip()
    yield run
    p.stdin.close()
    p.wait(20)

def pytest_addoption(parser): parser.addoption('--slow', action='store_true', help='run tests marked slow, too')

def pytest_configure(config): config.addinivalue_line('markers', 'slow: left out of `make test` for its length; `make test-slow` runs it')

def pytest_collection_modifyitems(config, items):
    if config.getoption('--slow'): return
    long = set((Path(__file__).parent/'data/long_tests.txt').read_text().splitlines())   # single cases of a test; what is long as a whole is marked there
    for item in items:
        if 'slow' in item.keywords or item.nodeid in long: item.add_marker(pytest.mark.skip(reason='slow: run with --slow'))
