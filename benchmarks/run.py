"""Run benchmarks, all or some; or check that none has become slower.

    python benchmarks/run.py                       everything, into the stored tables (some hours)
    python benchmarks/run.py cures points          two of them
    python benchmarks/run.py --quick --out FOLDER  a minute each, elsewhere
    python benchmarks/run.py --check               quick runs, their ratios against the stored ones (--full: full runs)
    python benchmarks/run.py --page                what the page shows, again from the stored tables

Exit status: 0; 1 where a benchmark fails, or with --check where a ratio is more than 1.3 times worse than the stored one beyond both spreads, or
has left a limit that it kept (in two runs, one after the other); else 2 where a peer is not installed."""
import argparse, subprocess, sys, tempfile
from pathlib import Path

from report import Ratio, for_page, here, script, scripts, stored, worse

def run(name: str, quick: bool, out: Path|None) -> int:
    "One script in a process of its own"
    return subprocess.run([sys.executable, str(here/f'{name}.py'), *['--quick']*quick, *(['--out', str(out)] if out else [])]).returncode

def compared(now: list[Ratio], then: list[Ratio]) -> dict[str, str]:
    "What has become worse, by the name of the ratio"
    known = {r.name: r for r in then}
    return {r.name: said for r in now if r.name in known and (said := worse(r, known[r.name]))}

def check(name: str, quick: bool, out: Path) -> tuple[int, list[str]]:
    "Exit status, and what to say. What seems worse is measured once more: on a shared machine one bad minute is no news"
    then, said = script(name).ratios(stored), {}
    for _ in range(2):
        if status := run(name, quick, out): return status, [f'{name}: left with {status}']*(status!=2)
        now = script(name).ratios(out)
        again = compared(now, then)
        said = {k: v for k,v in again.items() if not said or k in said}
        if not said: break
    n = len({r.name for r in now} & {r.name for r in then})
    return int(bool(said)), [f'{name}: {s}' for s in said.values()] or [f'{name}: {n} of {len(then)} stored ratios compared, none worse']

def main(argv: list[str]|None = None) -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('names', nargs='*', help='which benchmarks; without names all')
    p.add_argument('--quick', action='store_true', help='at most a minute each; the stored tables stay')
    p.add_argument('--check', action='store_true', help='compare with the stored ratios')
    p.add_argument('--full', action='store_true', help='with --check: full runs')
    p.add_argument('--list', action='store_true', help='names and what they measure')
    p.add_argument('--page', action='store_true', help='run nothing; make ratios.csv and shown/ again')
    p.add_argument('--out', type=Path, help='folder for the tables')
    a = p.parse_args(argv)
    if unknown := set(a.names)-set(scripts()): p.error(f'unknown {", ".join(sorted(unknown))}, expected some of {", ".join(scripts())}')
    if a.full and not a.check: p.error('--full goes with --check')
    names, found = a.names or scripts(), {}
    if a.list or a.page:
        for name in names*a.list: print(f'{name:24} {script(name).title}. {script(name).about}')
        if a.page: for_page(names)
        return 0
    out = a.out or (Path(tempfile.mkdtemp(prefix='benchmarks-')) if a.check or a.quick else None)
    for name in names:
        print(f'== {name}: {script(name).title}', flush=True)
        if not a.check: found[name] = run(name, a.quick, out)
        else:
            found[name], said = check(name, not a.full, out)
            print(*said, sep='\n', flush=True)
    if not a.check and not a.quick and out is None: for_page([n for n in names if not found[n]])
    if out: print(f'tables are in {out}')
    return 1 if any(s not in (0, 2) for s in found.values()) else max(found.values())

if __name__=='__main__': sys.exit(main())
