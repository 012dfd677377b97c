# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['grid_points', 'Study', 'read_study', 'sweep_summary', 'plot_sweep', 'sweep', 'collect']
import json, os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any
import numpy as np
from . import __version__
from .baselines import baseline_names
from .cells import cached as cached
from .cells import Call, Cell, Record, full_keywords, read_record, record_names
from .console import no_empty_folders, writable_folder
from .core import SymbayesError, first_line, lazy_module, require
from .executors import run_cells
from .files import read_json, whole_file, write_json
from .intervals import Interval, mean_and_interval
import pandas as pd
import matplotlib.pyplot as plt
tomllib: Any
def _axis(name: str, values: Any) -> list[Any]:
    """The values of a keyword: those of a list, or the one"""
    ...
def _combined(grid: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All combinations of the values"""
    ...
def grid_points(grid: Any) -> list[dict[str, Any]]:
    """The points of a grid. Raises `SymbayesError` for one that is neither, or that has none

    Parameters
    ----------
    grid : Any
        a dict of lists; or a list of dicts, one for each point

    Returns
    -------
    list[dict[str, Any]]
        keywords, point by point; the last keyword runs fastest
    """
    ...
@dataclass
class Study:
    """What is swept

    Parameters
    ----------
    points : list[dict[str, Any]]
        keywords, point by point
    run : Any = None
        the function, see `sweep`
    stack : str | None = None
        keyword whose values run together
    how : dict[str, Any] = field(default_factory=dict)
        keywords on which results do not depend
    """
    points: list[dict[str, Any]]
    run: Any = ...
    stack: str | None = ...
    how: dict[str, Any] = ...
def read_study(path: str | Path) -> Study:
    """Read a study. Raises `SymbayesError` for a file that is none

    Parameters
    ----------
    path : str | Path
        a TOML file

    Returns
    -------
    Study
    """
    ...
_experiments: str
def _function(run: Any) -> Any:
    """What is meant by `run`

    Parameters
    ----------
    run : Any
        a function, its name, or a class of cells

    Returns
    -------
    Any
        a function, its name, or a class of cells
    """
    ...
def _cells(study: Study) -> list[Cell]:
    """A cell for every point, each once"""
    ...
def _keywords(cells: Sequence[Cell]) -> list[str]:
    """What points are told apart by, in the order of the grid"""
    ...
def _content(record: Record) -> dict[str, Any]:
    """Keywords of a function, or fields of a cell"""
    ...
def _rows(record: Record, keywords: Sequence[str]) -> list[dict[str, Any]]:
    """Rows of the table"""
    ...
def _table(records: Sequence[Record], keywords: Sequence[str]) -> 'pd.DataFrame':
    """All results"""
    ...
def _number_columns(table: 'pd.DataFrame', keywords: Sequence[str]) -> list[str]:
    """Columns with numbers that runs gave"""
    ...
def _settings(table: 'pd.DataFrame', over: str) -> list[str]:
    """Keywords but for the one that is averaged over"""
    ...
def _varying(table: 'pd.DataFrame', over: str) -> list[str]:
    """Those that have more than one value"""
    ...
telling: tuple
def _listed(names: Any) -> list[str]:
    """Several names, or one"""
    ...
def _interval(rows: 'pd.DataFrame', column: str, over: str) -> Interval:
    """Over seeds, of the mean of each run's rows; without a width where a run gave no finite number"""
    ...
def sweep_summary(table: 'pd.DataFrame', over: str='seed', by: str | Sequence[str] | None=None, values: str | Sequence[str] | None=None, baselines: bool=True) -> 'pd.DataFrame':
    """Means over training seeds with their 95 % intervals; a number that is not finite is shown, not left out

    Parameters
    ----------
    table : pd.DataFrame
        as of `sweep`
    over : str = 'seed'
        what is averaged over; of several rows of a run the mean is taken first
    by : str | Sequence[str] | None = None
        what tells settings apart, default the keywords that vary
    values : str | Sequence[str] | None = None
        columns to average, default those that tell most of a model, or all numbers
    baselines : bool = True
        add a row for a constant and for a linear model, where all runs have the same rows of data?

    Returns
    -------
    pd.DataFrame
        a row per setting: `Interval`s, and how many runs there are and have failed
    """
    ...
def _baseline_rows(table: 'pd.DataFrame', by: Sequence[str], values: Sequence[str], rows: Sequence[dict]) -> list[dict]:
    """A row for each baseline that all runs share, named in the first column"""
    ...
def _shown(table: 'pd.DataFrame', y: str | None, x: str | None, over: str) -> tuple[str, str | None, list[str]]:
    """Which number is drawn over which keyword, and what the lines are"""
    ...
def _places(ax: 'plt.Axes', values: Sequence[Any]) -> list[float]:
    """Where values stand on the axis, which gets ticks for them if there are few; logarithmic if they grow by factors"""
    ...
def _draw_line(ax: 'plt.Axes', at: Sequence[float], shift: float, means: Sequence[Interval], marker: str, label: str) -> None:
    """One line, a little beside the others, so that equal ones are seen"""
    ...
def plot_sweep(table: 'pd.DataFrame', y: str | None=None, x: str | None=None, over: str='seed', ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Means and 95 % intervals over seeds, a line per setting; up to twelve lines have a legend

    Parameters
    ----------
    table : pd.DataFrame
        as of `sweep`
    y : str | None = None
        the number to draw, default what tells most of a model, or the first
    x : str | None = None
        the keyword to draw it over, default the numeric one with most values
    over : str = 'seed'
        what is averaged over
    ax : plt.Axes|None = None
        to draw in

    Returns
    -------
    plt.Axes
    """
    ...
def _write_table(table: 'pd.DataFrame', out: Path) -> Path:
    """Parquet where that can be written, else CSV; one of them"""
    ...
def _write_summary(table: 'pd.DataFrame', out: Path, over: str='seed') -> None:
    """Means and half-widths as numbers, and a picture where there is something to draw"""
    ...
def _note(out: Path, keywords: Sequence[str], keys: Sequence[str], written: bool) -> None:
    """Put down what is swept, and whether all that is made of it is there"""
    ...
def _noted(out: Path) -> dict[str, Any]:
    """What was put down; nothing if there is none. Raises `SymbayesError` for a file that holds something else"""
    ...
def _is_current(out: Path, keys: Sequence[str]) -> bool:
    """Is everything there that is made of the results of this grid? A note that cannot be read does not say so"""
    ...
made: tuple
def check_own(out: Path) -> None:
    """Raise `SymbayesError` if files stand where those of a sweep would be, and nothing says that they are of one

    Parameters
    ----------
    out : Path
        folder of a sweep
    """
    ...
def _write_all(table: 'pd.DataFrame', out: Path, keys: Sequence[str]) -> None:
    """Everything that is made of the results"""
    ...
def _state(out: Path) -> dict[str, int]:
    """Files of runs, and when they were written"""
    ...
def sweep(grid: Any, run: Any, out: str | Path, executor: Any=None, n_workers: int=2, *, stack: str | None=None, how: dict[str, Any] | None=None, retry: bool=False, progress: bool=True) -> 'pd.DataFrame':
    """Run a function on every point of a grid, equal points once. Raises `SymbayesError` for what cannot run at all; failed runs are rows

    Parameters
    ----------
    grid : Any
        a dict of lists, a list of dicts, or the path of a TOML file, see `read_study`
    run : Any
        a function or its 'module:name', a class of cells; None: as the file says, or `run_training`
    out : str | Path
        folder for results; what is there is not run again
    executor : Any = None
        a Dask client or the address of a scheduler, anything with `submit`; None for processes
    n_workers : int = 2
        processes; 0 runs here, one after the other
    stack : str | None = None
        a keyword, as 'seed': points that differ in nothing else run together, with a list of its values
    how : dict[str, Any] | None = None
        more keywords for every run, on which results do not depend
    retry : bool = False
        run again what failed before
    progress : bool = True
        show a progress bar

    Returns
    -------
    pd.DataFrame
        in the order of the grid: `key`, keywords, results, `status` (done, failed, killed) and `error`
    """
    ...
def _quiet(cells: Sequence[Cell]) -> dict[str, Any]:
    """Runs of a sweep show no progress of their own"""
    ...
def collect(out: str | Path) -> 'pd.DataFrame':
    """The results of a folder as they are, written to the files that a sweep writes at its end

    Parameters
    ----------
    out : str | Path
        folder of a sweep, also of one that runs

    Returns
    -------
    pd.DataFrame
        as of `sweep`, of what is there of its last grid
    """
    ...
def _varied(records: Sequence[Record]) -> list[str]:
    """What tells runs apart, where nothing says what the grid was"""
    ...
from symbayes.core import document
