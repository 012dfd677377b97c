"""What the benchmarks have in common: a ratio with its spread, where tables lie, who ran them and on what.

A script of this folder has `title` and `about` (a sentence each), `main`, which `driver` makes of its options and of a function that yields tables,
`ratios(folder)` and `shown(folder)`, which read the tables that `main` has written there. `run.py` runs scripts, compares their ratios with the
stored ones, and writes what the page shows."""
import os, shlex, subprocess, sys, tempfile, time, warnings
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd
import torch
from threadpoolctl import threadpool_limits

from symbayes import __version__

began, here = time.time(), Path(__file__).parent
stored = here.parent/'symbayes/results/benchmarks'  # inside the package, so that pages and wheels have it

# %% one number

@dataclass(frozen=True)
class Ratio:
    "One number that says where symbayes stands, and how far it moves within one run"
    name: str               # what is divided by what, and for which case: the same name is the same measurement
    value: float            # the median over rounds
    low: float              # lower quartile over rounds, or the lower end of an interval
    high: float             # upper quartile over rounds
    limit: float|None = None # what was promised
    side: str = 'at most'   # 'at most': small is good; 'at least': large is good
    beside: str = ''        # the peer: where symbayes is as good as it, the value is 1; '' where symbayes is compared with itself

    def __post_init__(self):
        if self.side not in ('at most', 'at least'): raise ValueError(f'{self.name}: side is {self.side!r}, expected "at most" or "at least"')
        if not self.low<=self.value<=self.high: raise ValueError(f'{self.name}: {self.value:g} is not within {self.low:g} to {self.high:g}')

    @property
    def met(self) -> bool|None:
        "None without a limit"
        if self.limit is None: return None
        return self.value<=self.limit if self.side=='at most' else self.value>=self.limit

    @property
    def missed(self) -> bool:
        "Whether the whole spread is beyond the limit"
        return self.limit is not None and (self.low>self.limit if self.side=='at most' else self.high<self.limit)

    def __str__(self) -> str:
        told = f'{self.name}: {self.value:.3g} ({self.low:.3g} to {self.high:.3g})'
        return told if self.limit is None else f'{told}, to be {self.side} {self.limit:g}: {"met" if self.met else "NOT met"}'

def over_rounds(
    name: str,
    values: 'pd.Series', # a ratio within each round
    limit: float|None = None,
    side: str = 'at most',
    beside: str = '',
) -> Ratio:
    "Median and quartiles"
    v = pd.Series(values)
    return Ratio(name, *map(float, (v.median(), v.quantile(.25), v.quantile(.75))), limit, side, beside)

def worse(
    now: Ratio,
    then: Ratio,        # the stored one of the same name
    times: float = 1.3,
) -> str|None:          # what is wrong, in one line
    "Whether a ratio is that much worse, beyond both spreads; or whether it has left a limit that it kept"
    big, small = (now, then) if now.side=='at most' else (then, now)
    if big.low>small.high and big.value>times*small.value:
        return f'{now.name}: {now.value:.3g} ({now.low:.3g} to {now.high:.3g}), was {then.value:.3g} ({then.low:.3g} to {then.high:.3g}): more than {times:g} times worse'
    if then.met and now.missed: return f'{now}; was {then.value:.3g}'
    return None

# %% scripts

def scripts() -> list[str]:
    "Names of all benchmarks of this folder"
    return sorted(p.stem for p in here.glob('*.py') if '\ndef ratios(' in p.read_text())

def script(name: str):
    "Its module; peers are not imported"
    if str(here) not in sys.path: sys.path.insert(0, str(here))
    return import_module(name)

def need(*modules: str) -> None:
    "Leave with 2 and one line where a peer is not installed"
    missing = [m for m in modules if find_spec(m) is None]
    if not missing: return
    print(f'{Path(sys.argv[0]).stem}: missing {", ".join(missing)}; pip install -r benchmarks/requirements.txt', file=sys.stderr)
    sys.exit(2)

def one_thread() -> None:
    "Let torch and numpy's libraries compute in one thread, so that methods are compared by processor time"
    torch.set_num_threads(1)
    threadpool_limits(1)

def parser(
    doc: str,
    options: dict[str, Any], # by name: a default; a pair, of it and what --quick takes; or a dict as of `add_argument`, with `quick`
) -> tuple[ArgumentParser, dict[str, Any]]: # with the options of all scripts; what --quick takes
    "A parser of a script's options: a list takes several values, None a word, and what is False is a flag"
    p, quick = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter), {}
    for name,told in options.items():
        if isinstance(told, tuple): told = dict(zip(('default', 'quick'), told, strict=True))
        how = dict(told) if isinstance(told, dict) else dict(default=told)
        default = how['default']
        if 'quick' in how: quick[name] = how.pop('quick')
        if default is False: how['action'] = 'store_true'
        elif isinstance(default, list): how = dict(nargs='*', type=type(default[0])) | how
        elif default is not None: how.setdefault('type', type(default))
        p.add_argument(f'--{name.replace("_", "-")}', **how)
    p.add_argument('--quick', action='store_true', help='at most a minute: fewer rounds or cases, the same table')
    p.add_argument('--out', type=Path, help='folder for the tables; the stored ones, or a new temporary folder for a quick run')
    return p, quick

def parsed(p: ArgumentParser, argv: list[str]|None, quick: dict[str, Any]) -> Namespace: # `out` exists
    "What was asked for. A quick run never writes over the stored tables"
    a = p.parse_args(argv)
    if a.quick:
        p.set_defaults(**quick)
        a = p.parse_args(argv)
        if a.out and a.out.resolve()==stored: p.error('a quick run does not replace stored tables: choose another --out')
    a.out = a.out or (Path(tempfile.mkdtemp(prefix='benchmarks-')) if a.quick else stored)
    if a.out.resolve()==stored and commit().endswith('+'): p.error('stored tables are made from a commit, and this tree has changes that are not committed: commit them, or choose another --out')
    a.out.mkdir(parents=True, exist_ok=True)
    return a

def driver(
    run: Callable[[Namespace], Iterable[tuple[str, Any]]], # yields names of tables and their rows: a frame, or dicts
    options: dict[str, Any]|None = None, # as `parser` takes them
    peers: tuple[str, ...] = (), # distributions whose versions matter, as pip knows them
    modules: Iterable[str] = (), # modules of peers that a run cannot do without
    digits: str = '%.6g',
) -> Callable[[list[str]|None], None]:
    "Make the `main` of a script: it writes each table that a run yields, and prints its last rows; ratios at the end"
    def main(argv=None):
        module = sys.modules[run.__module__]
        p, quick = parser(module.__doc__, options or {})
        a = parsed(p, argv, quick)
        need(*modules)
        one_thread()
        warnings.simplefilter('ignore')  # of optimisers of others, at the ends of their ranges
        for name,rows in run(a):
            t = pd.DataFrame(rows)
            print(t.tail(4).round(3).to_string(index=False), flush=True)
            write(t, name, a.out, peers, digits)
        with suppress(AttributeError, FileNotFoundError):  # there are none, or they are of a table that this run leaves alone
            print(*module.ratios(a.out), sep='\n')
    return main

def beside(path: Path, rows: Any, keys: list[str]) -> pd.DataFrame:
    "These rows, after those of a stored table that have other keys"
    t = pd.DataFrame(rows)
    if not path.exists(): return t
    before, index = pd.read_csv(path), lambda d: pd.MultiIndex.from_frame(d[keys])
    return pd.concat([before[~index(before).isin(index(t))], t], ignore_index=True)

def growing(name: str, found: Iterable[dict|list[dict]|pd.DataFrame]) -> Iterator[tuple[str, list[dict]]]:
    "A table that is written after each of its parts: a row or several"
    rows = []
    for part in found:
        rows += part if isinstance(part, list) else [part] if isinstance(part, dict) else part.to_dict('records')
        yield name, rows

def resumed(a: Namespace, name: str, jobs: Iterable[dict], measured: Callable[[dict], dict]) -> Iterator[tuple[str, list[dict]]]:
    "A table with a row for each job, a dict, and what is measured; rows of jobs that were done before stay"
    path = a.out/f'{name}.csv'
    rows = pd.read_csv(path).to_dict('records') if path.exists() else []
    for job in jobs:
        if any(all(row[k]==v for k,v in job.items()) for row in rows): continue
        rows.append(job | measured(job) | dict(commit=commit()))
        yield name, rows

# %% tables

def machine() -> str:
    "This machine in words"
    info = Path('/proc/cpuinfo')
    names = [l.split(':')[1].strip() for l in info.read_text().splitlines() if l.startswith('model name')] if info.exists() else []
    return f'{os.cpu_count()} cores, {names[0] if names else "unknown processor"}'

@cache
def commit() -> str:
    "Of this checkout, when it was first asked for; with a plus where code has changed since"
    git = lambda *a: subprocess.run(['git', '-C', str(here), *a], capture_output=True, text=True).stdout.strip()
    return (git('rev-parse', '--short=7', 'HEAD') or 'unknown') + '+'*bool(git('status', '--porcelain', '--', '../symbayes/*.py', '*.py'))

def versions(distributions: tuple[str, ...]) -> str:
    def of(name):
        try: return version(name)
        except PackageNotFoundError: return 'not installed'
    return ', '.join([f'torch {torch.__version__}', f'Python {sys.version.split()[0]}', *(f'{d} {of(d)}' for d in distributions)])

def rows_of(t: pd.DataFrame, into: Path, keys: list[str], order: str|None = None) -> None:
    "Write rows into a table, in place of those with the same keys"
    before = pd.read_csv(into, dtype=str, keep_default_na=False) if into.exists() else pd.DataFrame(columns=t.columns)
    both = pd.concat([before, t.astype(object).where(t.notna(), '').astype(str)]).drop_duplicates(keys, keep='last')
    both.sort_values(order or keys[0], kind='stable').to_csv(into, index=False)

@cache
def lay_there(table: Path) -> tuple[set[str], dict[str, str]]:
    "Rows of a table, and its entry in `runs.csv`, as this process found them"
    runs = table.with_name('runs.csv')
    known = pd.read_csv(runs, dtype=str, keep_default_na=False).set_index('table', drop=False).T.to_dict() if runs.exists() else {}
    return set(table.read_text().splitlines()[1:]) if table.exists() else set(), known.get(table.stem, {})

def joined(
    run: dict[str, str],  # entry of the command that runs
    then: dict[str, str], # entry of the commands whose rows were kept
) -> dict[str, str]:
    "Entry of a table in pieces: all commands, commits and versions, and the seconds together"
    chained = {k: '; '.join(dict.fromkeys([run[k], *then.get(k, 'not recorded').split('; ')])) for k in ('command', 'commit', 'version')}
    both = (then.get('seconds', ''), run['seconds'])
    return run | chained | dict(seconds=str(sum(map(int, both))) if all(map(str.isdecimal, both)) else 'not recorded')

def this_command() -> str:
    "What the shell was told, without --out"
    words = sys.argv[1:]
    if '--out' in words: del words[words.index('--out'):words.index('--out')+2]
    return shlex.join(['python', f'benchmarks/{Path(sys.argv[0]).name}', *words])

def write(
    t: pd.DataFrame,         # a row per measurement
    table: str,              # name of the file, without .csv
    out: Path,               # its folder
    peers: tuple[str, ...] = (), # distributions whose versions matter, as pip knows them
    digits: str = '%.6g',
) -> None:
    "Write a table, and note in `runs.csv` beside it which command made it, when, from which commit and on what machine. Where rows are kept, the commands that made them stay"
    path = out/f'{table}.csv'
    rows, then = lay_there(path)
    t.to_csv(path, index=False, float_format=digits)
    run = dict(table=table, rows=str(len(t)), command=this_command(), seconds=f'{time.time()-began:.0f}', commit=commit(), date=date.today().isoformat(),
        machine=machine(), load=f'{os.getloadavg()[1]:.1f}', versions=versions(peers), version=__version__)
    kept = rows.intersection(path.read_text().splitlines()[1:])
    rows_of(pd.DataFrame([joined(run, then) if kept else run]), out/'runs.csv', ['table'])

def made(
    words: str,  # of the command: script and options
    *peers: str, # distributions whose versions matter
) -> dict[str, str]:
    "Columns that say who made a row"
    return dict(command=f'python benchmarks/{words}', commit=commit(), versions=versions(peers))

def formatted(
    t: pd.DataFrame,
    form: dict[str, str], # column to format
) -> pd.DataFrame:
    "As a reader sees it: text, empty where a value is missing"
    told = lambda c: ['' if pd.isna(v) else form.get(c, '{}').format(v) for v in t[c]]
    return pd.DataFrame({c: told(c) for c in t}, index=t.index)

def ratio_table(found: list[Ratio], benchmark: str) -> pd.DataFrame:
    return pd.DataFrame([dict(benchmark=benchmark, **asdict(r)) for r in found], columns=['benchmark', *Ratio.__dataclass_fields__]).astype({'limit': float})

def for_page(
    names: list[str],
    folder: Path = stored,
) -> None:
    "Write what the page shows: `ratios.csv` of all benchmarks, and a table each in `shown/`. What scripts that are gone have measured stays"
    (folder/'shown').mkdir(exist_ok=True)
    kept = pd.read_csv(folder/'ratios.csv', keep_default_na=False) if (folder/'ratios.csv').exists() else ratio_table([], '')
    every = [kept[~kept.benchmark.isin(scripts())].assign(limit=lambda t: pd.to_numeric(t.limit))]
    for name in scripts():
        try:
            every.append(ratio_table(script(name).ratios(folder), name))
            if name in names: script(name).shown(folder).to_csv(folder/'shown'/f'{name}.csv', index=False)
        except (FileNotFoundError, KeyError, AttributeError) as e: print(f'{name}: not run yet, or its table is an old one ({type(e).__name__} {e})')
    pd.concat(every).sort_values('benchmark', kind='stable').to_csv(folder/'ratios.csv', index=False, float_format='%.6g')
