"""Call the commands with random options and paths in a folder of a user's files, and count what came of it.

    python tools/fuzz_commands.py --n 500

Each command line runs in a forked process, in a fresh copy of the folder. Outcomes: `done` (exit status 0), `refused` (2, one line);
faults: `lost` (a file that was there has other bytes, or is gone, and the command line does not allow it), `bare` (any other end).
"""
import argparse, json, os, shutil, signal, sys, tempfile, warnings
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

import numpy as np

from symbayes.runs import commands
from symbayes.runs.terminal import run_command
from symbayes.runs.config import result_files
from symbayes.runs.run_files import load_run
from symbayes.runs.sweeps import made

faults, seconds = ('lost', 'bare'), 120
tiny = ['--width', '2', '--epochs', '1', '--eval-samples', '2', '--no-progress']

def make_home(home: Path) -> None:
    "Files of a user: tables, arrays, runs, posteriors, a sweep, results of their own, and links"
    home.mkdir()
    os.chdir(home)
    r = np.random.default_rng(0)
    table = 'a,b,y\n' + ''.join(f'{u:.3f},{v:.3f},{u-v:.3f}\n' for u,v in r.normal(size=(24, 2)))
    for name in ('t.csv', 'Table.CSV', 'u.tsv', 'sub/t.csv'):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(table if name[-3:]!='tsv' else table.replace(',', '\t'))
    np.savez('arrays.npz', x=r.normal(size=(20, 2)), y=r.normal(size=20))
    for name in ('notes.txt', 'results.csv', 'summary.csv', 'picture.png', 'sub/results.csv', 'sub/history.csv', 'noext'): Path(name).write_text(f'my,{name}\n1,2\n')
    Path('study.py').write_text('def measured(i=0): return {"twice": 2*i}\n')
    Path('s.toml').write_text('[grid]\ni = [1, 2]\n')
    for name,seeds in (('run_a', 1), ('run_b', 2)): made_by('train', '--data', 't.csv', '--out', name, '--target', 'y', '--seeds', str(seeds), *tiny)
    shutil.copy('run_a/posterior.safetensors', 'q.safetensors')
    load_run('run_b').group.sample().save('e.safetensors')
    made_by('sweep', 's.toml', '--run', 'study:measured', '--out', 'swept', '--workers', '0', '--no-progress')
    for name,to in (('link.csv', 't.csv'), ('linked_run', 'run_a'), ('linked_sub', 'sub'), ('nowhere.csv', 'not there.csv'), ('linked.safetensors', 'q.safetensors')): os.symlink(to, name)
    os.link('t.csv', 'hard.csv')

def made_by(command: str, *words: str) -> None:
    status, said = run_quietly(command, list(words))
    assert status==0, said

def run_quietly(command: str, words: list[str]) -> tuple[int, str]:
    "Exit status and what was said on standard error"
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as err: status = run_command(getattr(commands, command), words, command)
    return status, err.getvalue()

# command lines

def any_path(r: Random, ending: str = '') -> str:
    "A path in the home folder, in one of many spellings, mostly one that ends so"
    there = sorted(str(p) for p in Path().rglob('*') if 'runs/' not in str(p))
    fits = [p for p in there if p.endswith(ending)]
    new = [f'new{ending}', f'sub/new{ending}', f'fresh/deep/new{ending}', f'run_a/new{ending}']
    p = r.choice(r.choice((fits or there, fits or there, there, new)))
    how = r.choice(('plain', 'plain', 'plain', 'dot', 'up', 'whole', 'link', 'slash', 'upper', 'double'))
    return {'dot': f'./{p}', 'up': f'sub/../{p}', 'whole': str(Path.cwd()/p), 'link': f'linked_sub/../{p}', 'slash': f'{p}/', 'upper': p.upper(),
        'double': p.replace('/', '//')}.get(how, p)

def run_path(r: Random) -> str: return r.choice((*['run_a', 'run_b', 'linked_run', 'sub/../run_a', './run_b/', 'run_a/posterior.safetensors', 'q.safetensors']*2, any_path(r)))
def some(r: Random, part: float, *words: str) -> list[str]: return list(words) if r.random()<part else []

def train_words(r: Random) -> list[str]:
    data = r.choice((any_path(r, '.csv'), any_path(r, '.csv'), any_path(r, '.npz'), 'wine', 't.csv'))
    out = r.choice((any_path(r), any_path(r), 'run_a', 'linked_run', 'new', 'sub', '.'))
    return [*some(r, .9, '--data', data), *some(r, .9, '--out', out), *tiny, *some(r, .3, '--overwrite'), *some(r, .2, '--resume'),
        *some(r, .2, '--seeds', '2'), *some(r, .8, '--target', r.choice('yyyab'))]

def predict_words(r: Random) -> list[str]:
    return [run_path(r), *some(r, .7, '--data', any_path(r, '.csv')), *some(r, .8, '--out', any_path(r, '.csv')), '--samples', '2',
        *some(r, .2, '--member', str(r.choice((0, 1, 5)))), *some(r, .15, '--overwrite')]

def align_words(r: Random) -> list[str]:
    return [run_path(r), run_path(r), *some(r, .7, '--out', any_path(r, '.safetensors')), *some(r, .5, '--element', any_path(r, '.safetensors')),
        *some(r, .6, '--member', '0'), *some(r, .15, '--overwrite')]

def sweep_words(r: Random) -> list[str]:
    out = r.choice((any_path(r), 'swept', 'sub', '.', 'new', 'run_a', 'linked_sub'))
    return [r.choice(('s.toml', 's.toml', 's.toml', any_path(r, '.toml'))), '--run', 'study:measured', *some(r, .9, '--out', out), '--workers', '0', '--no-progress', *some(r, .3, '--collect'), *some(r, .2, '--retry')]

writers = dict(train=train_words, predict=predict_words, align=align_words, sweep=sweep_words)

# what may be written over

def contents(home: Path) -> dict[str, bytes]: return {str(p.relative_to(home)): p.read_bytes() for p in home.rglob('*') if p.is_file()}
def value(words: list[str], option: str) -> str|None: return words[words.index(option)+1] if option in words else None

def allowed(home: Path, command: str, words: list[str]) -> set[str]:
    "Files, by their real paths, that a command line may replace: those of a run or of a sweep that it goes on with, and what --overwrite names"
    out = value(words, '--out')
    if command=='train' and out and ('--overwrite' in words or '--resume' in words) and (home/out/'run.json').exists(): found = [home/out/n for n in result_files]
    elif command=='sweep' and (home/(out or 's')/'sweep.json').exists(): found = [home/(out or 's')/n for n in (*made, 'sweep.json')]
    elif command in ('predict', 'align') and '--overwrite' in words: found = [home/p for p in (out, value(words, '--element')) if p]
    else: found = []
    return {os.path.realpath(p) for p in found} - read_by(home, command, words)

def read_by(home: Path, command: str, words: list[str]) -> set[str]:
    "Files that a command line reads: nothing allows to replace them"
    named = [w for w in words[:2] if not w.startswith('-')] + [v for v in (value(words, '--data'),) if v]
    if command=='train': return {os.path.realpath(home/named[0])} if named and '--data' in words else set()
    whole = [q for w in named for q in ([home/w/n for n in result_files] if (home/w).is_dir() else [home/w])]
    return {os.path.realpath(p) for p in whole} if command!='sweep' else {os.path.realpath(home/named[0])}

@dataclass
class Done:
    "A command line and what came of it"
    command: str
    words: list[str]
    outcome: str
    says: str = ''

def judge(home: Path, command: str, words: list[str]) -> Done:
    was, may = contents(home), allowed(home, command, words)
    status, said = in_child(home, command, words)
    now = contents(home)
    gone = [n for n in was if now.get(n)!=was[n] and os.path.realpath(home/n) not in may]
    if gone: return Done(command, words, 'lost', f'{gone} (status {status}, {said.strip()[:150]})')
    one_line = said.count('error:')==1 and 'Traceback' not in said
    if status==0 or status==2 and one_line: return Done(command, words, 'refused' if status else 'done', said.strip()[:150])
    return Done(command, words, 'bare', f'status {status}: {said.strip()[-300:]}')

def in_child(home: Path, command: str, words: list[str]) -> tuple[int, str]:
    read, write = os.pipe()
    if not (pid := os.fork()):
        signal.alarm(seconds)
        os.close(read)
        os.chdir(home)
        try: found = run_quietly(command, words)
        except BaseException as e: found = 1, f'{type(e).__name__}: {e}'
        with os.fdopen(write, 'w') as out: out.write(json.dumps(found))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as f: text = f.read()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return tuple(json.loads(text)) if text else (status, 'the process died')

def fuzz(n: int, seed: int, root: Path, tell: Callable[[Done], None] = lambda d: None) -> list[Done]:
    "Judge random command lines, and tell of each"
    at, whole, home, found = os.getcwd(), root/'whole', root/'home', []
    make_home(whole)
    try:
        for i in range(n):
            r = Random(f'{seed} {i}')
            shutil.rmtree(home, ignore_errors=True)
            shutil.copytree(whole, home, symlinks=True)
            (home/'hard.csv').unlink()
            os.link(home/'t.csv', home/'hard.csv')
            os.chdir(home)
            command = r.choice(list(writers))
            found.append(judge(home, command, writers[command](r)))
            tell(found[-1])
    finally: os.chdir(at)
    return found

def faults_of(found: list[Done]) -> list[Done]: return [d for d in found if d.outcome in faults]

def show(d: Done, all_of: bool) -> None:
    if all_of or d.outcome in faults: print(d.outcome, 'symbayes-'+d.command, *map(repr, d.words), '\n   ', d.says, flush=True)

def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--n', type=int, default=500, help='command lines')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--all', action='store_true', help='print every command line, not faults alone')
    args = parser.parse_args()
    warnings.simplefilter('ignore')
    with tempfile.TemporaryDirectory() as root: found = fuzz(args.n, args.seed, Path(root), partial(show, all_of=args.all))
    for (command, outcome), k in sorted(Counter((d.command, d.outcome) for d in found).items()): print(f'{command:8} {outcome:8} {k}')
    return 1 if faults_of(found) else 0

if __name__=='__main__': sys.exit(main())
