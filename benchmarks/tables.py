"""Methods for regression on tables of UCI, in the standard splits and with gaps: the runs behind the page *Tables*.

Each method on each split is a cell, whose result lies in --cells; the same command goes on where it was stopped.
`tables.csv` has a row per cell that is there, and keeps the rows of other cells that it had before; `commit` is that of the command which
gathered the row. Where the data folder has MC dropout's published results, `tables_published.csv` has the paired differences to them,
and `tables_looks.csv` those on red wine after as many splits as there were at each of the four times that the table was looked at.
Tables that are not part of the package are read from `uci/NAME.npz` in the data folder. Scores are compared and not times, so this script has no ratios for `run.py`."""
import sys
from dataclasses import fields
from pathlib import Path

from report import commit, driver, stored

import pandas as pd

from symbayes.all import SymbayesError
from symbayes.data import uci_table, uci_tables
from symbayes.experiments.tables import TableCell, compared, methods, published, published_results
from symbayes.runs import read_record, record_names, run_cells

def wanted(a) -> list[TableCell]:
    "Return the cells that were asked for, split by split"
    splits = [(d, s) for d in a.data for s in (range(uci_table(d, a.data_dir)[0].shape[1]) if a.gaps else range(a.first, a.first+a.splits))]
    return [TableCell(d, s, m, gap=a.gaps, effort=a.effort) for d,s in splits for m in a.methods]

def collected(folder: Path, before: Path, effort: float) -> pd.DataFrame:
    "Return the rows of all cells that are done, and those of a table without such a cell, in the order of tables and methods"
    done = [read_record(folder, k).table.assign(commit=commit()) for k,status in record_names(folder).items() if status=='done']
    kept = [pd.read_csv(before)] if before.exists() else []
    rows = pd.concat(done+kept, ignore_index=True).drop_duplicates([f.name for f in fields(TableCell)])
    order = {k: i for i,k in enumerate([*uci_tables, *methods])}
    return rows[rows.effort==effort].sort_values(['gap', 'data', 'method', 'split'], key=lambda c: c.map(order).fillna(c) if c.name in ('data', 'method') else c)

def against_published(rows: pd.DataFrame, data_dir: Path|None) -> pd.DataFrame|None:
    "Return differences to MC dropout as numbers; None where its results are not at hand, or of one split alone"
    try:
        both = pd.concat([rows[~rows.gap], published_results(data_dir)])
        t = compared(both[both.data.isin(rows.data)], published)
    except SymbayesError: return None
    return t.assign(half=[d.half for d in t.difference], difference=[d.mean for d in t.difference])

def at_each_look(rows: pd.DataFrame, data_dir: Path|None, splits: tuple[int, ...] = (5, 6, 12, 20)) -> pd.DataFrame:
    "Return the differences on red wine of both kinds of chains, by the number of first splits that were run when they were looked at"
    both = pd.concat([rows[~rows.gap & rows.method.str.startswith('sampled')], published_results(data_dir)])
    wine, found = both[both.data=='wine_red'], []
    for k in splits:
        t = compared(wine[wine.split<k], published)
        score = wine[wine.split<k].pivot(index='split', columns='method', values='log_lik')
        gained = [(score[m]>score[published]).sum() for m in t.method]
        found.append(t.assign(looked_at=k, gained=gained, half=[d.half for d in t.difference], difference=[d.mean for d in t.difference]))
    return pd.concat(found)[['looked_at', 'method', 'splits', 'gained', 'difference', 'half', 'p']]

options = dict(
    data=(['yacht', 'energy', 'concrete'], ['yacht']),
    splits=(5, 1),      # number of splits of each table
    first=0,            # number of the first of them
    gaps=False,         # gap splits instead, one for each input
    methods=[*methods],
    data_dir=dict(default=None, type=Path),  # folder that holds uci/NAME.npz; default $SYMBAYES_DATA
    effort=(1., .01),   # share of the usual training steps
    cells=dict(default=None, type=Path),     # folder of the results of cells; default: cells in --out
    collect=False,      # run nothing, gather the cells that are there
    workers=0,          # processes; 0: this one alone
)

def run(a):
    if a.out==stored and not a.cells: sys.exit('the stored tables are no place for cells: give --cells or --out')
    folder = a.cells or a.out/'cells'
    records = [] if a.collect else run_cells(wanted(a), folder, n_workers=a.workers, how=dict(data_dir=a.data_dir), retry=True)
    for r in records:
        if r.status!='done': print(f'{r.key}: {r.error}')
    rows = collected(folder, a.out/'tables.csv', a.effort)
    yield 'tables', rows
    beside = against_published(rows, a.data_dir)
    if beside is None: return
    yield 'tables_published', beside
    if (rows.data=='wine_red').any(): yield 'tables_looks', at_each_look(rows, a.data_dir)

main = driver(run, options, peers=('scikit-learn', 'laplace-torch'))

if __name__=='__main__': main()
