import os
from pathlib import Path

import pytest

os.environ.setdefault('MPLBACKEND', 'Agg')

@pytest.fixture(scope='session')
def root() -> Path: return Path(__file__).resolve().parent.parent
