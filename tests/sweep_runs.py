"Runs for the tests of cells, executors and sweeps: workers import them by name. Light to import, quick to run."
import os, random, signal, time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch

from symbayes.runs.jobs import Cell

def note(log: str, text: str) -> None:
    "Add a line to the log; lines of several processes do not mix"
    if not log: return
    fd = os.open(log, os.O_WRONLY|os.O_CREAT|os.O_APPEND, 0o644)
    os.write(fd, f'{text} {os.getpid()}\n'.encode())
    os.close(fd)

def noted(log, what: str = '') -> list[tuple[str, str, int]]:
    "What the log holds: what, of which run, by which process; of one kind where `what` is given"
    lines = Path(log).read_text().splitlines() if Path(log).exists() else []
    all_of = [(a, b, int(pid)) for a,b,pid in (l.rsplit(' ', 2) for l in lines)]
    return [l for l in all_of if l[0]==what] if what else all_of

def empty(i=0): return {'i': i}

def nothing(i=0): return None

def draws(i=0, scale=1.): return {'torch': torch.rand(()).item()*scale, 'numpy': np.random.rand()*scale, 'random': random.random()*scale}  # noqa: NPY002

def late(i=0, seconds=.02):
    "Random numbers while others draw theirs"
    first = draws(i)
    time.sleep(seconds)
    return first | {f'late {k}': v for k,v in draws(i).items()}

def rows(i=0, n=3): return pd.DataFrame({'row': range(n), 'x': [i+j/3 for j in range(n)], 'who': [f'{i} of {j}' for j in range(n)]})

def fails(i=0): raise ValueError(f'no run {i}\nand a second line')

def dies(i=0): os.kill(os.getpid(), signal.SIGKILL)

def threads(i=0, log=''): return {'torch': torch.get_num_threads(), 'omp': os.environ.get('OMP_NUM_THREADS'), 'pid': os.getpid()}

def act(i, do='draw', seconds=0., log=''):
    "One run of many kinds, its beginning and end in the log"
    note(log, f'start {i}')
    x = draws(i)
    time.sleep(seconds)
    if do=='raise': raise ValueError(f'run {i} cannot be\nsecond line')
    if do=='die' or do=='die once' and len([l for l in noted(log, 'start') if l[1]==str(i)])==1: os.kill(os.getpid(), signal.SIGKILL)
    if do=='exit': os._exit(3)
    note(log, f'end {i}')
    return x | {'i2': i*i, 'tiny': 5e-324, 'minus': -0., 'no': None, 'yes': True, 'text': f'"{i}", ü'}

def stacked(seed=0, width=1, bad=-1, deadly=-1, log=''):
    "A run of one seed, or of several side by side: a row each"
    seeds = seed if isinstance(seed, (list, tuple)) else [seed]
    note(log, f'start {",".join(map(str, seeds))}')
    if deadly in seeds: os.kill(os.getpid(), signal.SIGKILL)
    if bad in seeds: raise ValueError(f'seed {bad} cannot be')
    return pd.DataFrame([{'seed': s, 'x': torch.rand((), generator=torch.Generator().manual_seed(s)).item()*width} for s in seeds])

def keyed(a, b=2, *, c='x', d=None, e=(1, .5)): return {'a': str(a)}

def takes_any(**keywords): return {'n': len(keywords)}

@dataclass(frozen=True)
class Toss(Cell):
    name: str = 'a'
    sides: int = 2
    seeds: int = 1
    def run(self, log=''):
        note(log, f'start {self.name}')
        return pd.DataFrame({'face': [int(torch.randint(self.sides, (), generator=g)) for g in self.generators('toss')]})

def ours(i=0): return {'key': 'mine', 'status': 'odd', 'error': 'none', 'x': i}
