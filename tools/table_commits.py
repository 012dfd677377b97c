"""In which commit each row of a stored table first stands, by git's history: writes the column `rows_by_commit` of `provenance.csv`;
with `--check`, fail if it differs. Rows are compared by their numbers, to the six digits that tables keep; names of columns and methods may have changed."""
import argparse, subprocess, sys
from collections import Counter
from io import StringIO
from pathlib import Path

import pandas as pd

from whole import put

root = Path(__file__).resolve().parent.parent
results = root/'symbayes'/'results'


def git(*args: str) -> str:
    "Return what git says of this repository"
    return subprocess.run(['git', '-C', str(root), *args], capture_output=True, text=True, check=True).stdout


def versions(path: Path) -> list[tuple[str, pd.DataFrame]]:
    "Return commits that wrote a table, the oldest first, each with the table as it left it"
    lines = git('log', '--follow', '--diff-filter=d', '--abbrev=8', '--format=commit %h', '--name-only', '--', str(path.relative_to(root))).split('\n')
    found, commit = [], ''
    for line in filter(None, lines):
        if line.startswith('commit '): commit = line.removeprefix('commit ')
        else: found.append((commit, pd.read_csv(StringIO(git('show', f'{commit}:{line}')))))
    return found[::-1]


def numbers(table: pd.DataFrame, columns: list[str]) -> list[tuple[str, ...]]:
    "Return the numbers of each row in some columns, with six significant digits"
    return [tuple(f'{v:.6g}' for v in row) for row in table[columns].to_numpy(float)]


def shared_numbers(a: pd.DataFrame, b: pd.DataFrame) -> list[str]:
    "Return columns of numbers that both tables have, without times"
    of = [{*t.select_dtypes('number').columns} for t in (a, b)]
    return [c for c in a if c in of[0] & of[1] and 'seconds' not in c]


def rows_by_commit(history: list[tuple[str, pd.DataFrame]]) -> dict[str, int]:
    "Count the rows of the last version by the commit in which they first stand"
    now = history[-1][1]
    since = ['']*len(now)
    for commit,table in history:
        columns = shared_numbers(now, table)
        rows, there = numbers(now, columns), Counter(numbers(table, columns) if columns else [])
        for k in sorted(range(len(rows)), key=lambda k: not since[k]):  # known rows first: a twin of theirs is another row
            if there[rows[k]]:
                there[rows[k]] -= 1
                since[k] = since[k] or commit
    return dict(Counter(sorted(since, key=[c for c,_ in history].index)))


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument('--check', action='store_true', help='write nothing; fail if the column differs from the history')
    check, path = ap.parse_args().check, results/'provenance.csv'
    table = pd.read_csv(path)
    said = {t: ', '.join(f'{c} {n}' for c,n in rows_by_commit(versions(results/f'{t}.csv')).items()) for t in table.table}
    after = table.assign(rows_by_commit=table.table.map(said)).to_csv(index=False)
    if check and after!=path.read_text(encoding='utf-8'): return print('provenance.csv: rows_by_commit is not that of the history', file=sys.stderr) or 1
    if not check: put(path, after)
    return 0


if __name__=='__main__': sys.exit(main())
