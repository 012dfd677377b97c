import os
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

def pytest_addoption(parser): parser.addoption('--slow', action='store_true', help='run tests marked slow, too')

def pytest_configure(config): config.addinivalue_line('markers', 'slow: left out of `make test` for its length; `make test-slow` runs it')

def pytest_collection_modifyitems(config, items):
    if config.getoption('--slow'): return
    long = set((Path(__file__).parent/'data/long_tests.txt').read_text().splitlines())   # single cases of a test; what is long as a whole is marked there
    for item in items:
        if 'slow' in item.keywords or item.nodeid in long: item.add_marker(pytest.mark.skip(reason='slow: run with --slow'))
