# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['verdicts', 'artefacts', 'styles', 'Claim', 'held', 'shown', 'on_difference', 'Verdicts', 'judged_together', 'in_silence', 'Setup', 'Artefact', 'artefact', 'made_by', 'hours', 'add_provenance', 'write_table', 'make_artefact', 'worker_count', 'table_function', 'style', 'InShort', 'Folded']
import platform, subprocess, sys, time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from html import escape
from os import cpu_count
from pathlib import Path
from typing import Any
from .. import __version__
from ..cells import Cell, cached
from ..core import lazy_module, require
from ..executors import results
from ..files import check_writable, saved_table, whole_file
from ..intervals import Difference, false_discovery
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
import joblib as joblib
@dataclass(frozen=True)
class Claim:
    """Statement of a paper or of ours, with its verdict

    Parameters
    ----------
    text : str
        statement
    verdict : str
        one of `verdicts`
    evidence : str
        numbers that the verdict rests on
    p_value : float | None = None
        p-value of their difference; None where nothing is random
    smaller : bool = field(default=False, repr=False)
        whether the setting is smaller than that of the statement
    pilot : bool = field(default=False, repr=False)
        whether a pilot on the same data came before the statement
    """
    text: str
    verdict: str
    evidence: str
    p_value: float | None = ...
    smaller: bool = ...
    pilot: bool = ...
    @property
    def word(self) -> str:
        """Verdict as pages and files print it

        Returns
        -------
        str
            such as 'holds in a smaller setting'
        """
        ...
    def __str__(self) -> str: ...
verdicts: tuple
def held(ok: bool) -> str:
    """Verdict on something that has no noise

    Parameters
    ----------
    ok : bool
        was it found as claimed?

    Returns
    -------
    str
        'reproduced' or 'not reproduced'
    """
    ...
def shown(d: Difference, more: bool=True) -> str:
    """Verdict on a difference by itself: undecided if the interval holds zero, is unknown, or has no width

    Parameters
    ----------
    d : Difference
        with its interval and p-value
    more : bool = True
        does the claim say that it is positive?

    Returns
    -------
    str
        as of `held`, or 'undecided'
    """
    ...
def on_difference(text: str, d: Difference, evidence: str, more: bool=True, **about: bool) -> Claim:
    """Judge a claim by a difference

    Parameters
    ----------
    text : str
        statement
    d : Difference
        difference that the statement is about
    evidence : str
        numbers that the verdict rests on
    more : bool = True
        whether the statement says that the difference is positive
    **about : bool
        `smaller` and `pilot` of `Claim`

    Returns
    -------
    Claim
        judged by the difference
    """
    ...
class Verdicts(list):
    """Claims that were judged; shown as a table"""
    @property
    def counted(self) -> str:
        """Count the claims by their verdict as printed

        Returns
        -------
        str
            such as '4 claims: 3 reproduced, 1 undecided'
        """
        ...
    def __str__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
def judged_together(claims: Sequence[Claim]) -> Verdicts:
    """Verdicts as one family of looks, by `false_discovery`

    Parameters
    ----------
    claims : Sequence[Claim]
        of one figure or table

    Returns
    -------
    Verdicts
        the same; verdicts on differences stand up to an adjusted p-value of .05
    """
    ...
def in_silence(*_: object) -> None:
    """Say nothing

    Parameters
    ----------
    *_ : object
        anything
    """
    ...
@dataclass(frozen=True)
class Setup:
    """How to run

    Parameters
    ----------
    quick : bool = False
        a few seconds' worth, to see that everything works: its verdicts mean little
    data_dir : str | None = None
        folder with MNIST, default where downloads go; quick runs use the 8x8 digits
    cells : Path | None = None
        folder for cells; what is there is read
    tell : Callable = in_silence
        is told what runs
    executor : Any = None
        what runs the cells, as of `results`; None for processes of this machine
    n_workers : int = 0
        how many of these; 0 for none, so that cells run here, one after the other
    """
    quick: bool = ...
    data_dir: str | None = ...
    cells: Path | None = ...
    tell: Callable = ...
    executor: Any = ...
    n_workers: int = ...
    def saved(self, name: str, make: Callable[[], 'pd.DataFrame']) -> 'pd.DataFrame':
        """Make a table, or read what is there

        Parameters
        ----------
        name : str
            of the table
        make : Callable[[], 'pd.DataFrame']
            makes it

        Returns
        -------
        pd.DataFrame
            what was there, or what was made
        """
        ...
    def tables(self, cells: Sequence[Cell], **how: Any) -> list['pd.DataFrame']:
        """The results of cells, each made or read; one that stands there twice runs once

        Parameters
        ----------
        cells : Sequence[Cell]
            what to run
        **how : Any
            for their `run`

        Returns
        -------
        list['pd.DataFrame']
            in the order of the cells
        """
        ...
    def _here(self, cells, how):
        """One after the other"""
        ...
    def _on_workers(self, cells, how):
        """Side by side"""
        ...
    def cached(self, cells: Sequence[Cell], **how: Any) -> 'pd.DataFrame':
        """As `tables`, in one

        Parameters
        ----------
        cells : Sequence[Cell]
            what to run
        **how : Any
            for their `run`

        Returns
        -------
        pd.DataFrame
            rows of all cells, in their order
        """
        ...
@dataclass(frozen=True)
class Artefact:
    """A figure or table

    Parameters
    ----------
    title : str
        what it shows
    run : Callable[[Setup], 'pd.DataFrame']
        makes the tidy table
    plot : Callable[['pd.DataFrame'], 'plt.Figure'] | None = None
        draws it
    claims : Callable[['pd.DataFrame'], list[Claim]] | None = None
        judges the claims, each by itself
    """
    title: str
    run: Callable[[Setup], 'pd.DataFrame']
    plot: Callable[['pd.DataFrame'], 'plt.Figure'] | None = ...
    claims: Callable[['pd.DataFrame'], list[Claim]] | None = ...
    def judge(self, table: 'pd.DataFrame') -> Verdicts:
        """The claims, judged together

        Parameters
        ----------
        table : pd.DataFrame
            as of `run`

        Returns
        -------
        Verdicts
            none where nothing is claimed
        """
        ...
artefacts: dict[str, Artefact]
def artefact(name: str, title: str, plot: Callable[['pd.DataFrame'], 'plt.Figure'] | None=None, claims: Callable[['pd.DataFrame'], list[Claim]] | None=None) -> Callable:
    """Register a figure or table

    Parameters
    ----------
    name : str
        of the figure or table, and of its files
    title : str
        what it shows
    plot : Callable[['pd.DataFrame'], 'plt.Figure'] | None = None
        draws the table
    claims : Callable[['pd.DataFrame'], list[Claim]] | None = None
        judges it

    Returns
    -------
    Callable
        decorator of the function that makes the table from a `Setup`
    """
    ...
def made_by() -> str:
    """What the package is

    Returns
    -------
    str
        commit, marked where files were changed since; the version where the package is no checkout
    """
    ...
def hours(table: 'pd.DataFrame', passed: float | None=None) -> float | None:
    """How long the computing took

    Parameters
    ----------
    table : pd.DataFrame
        a table, with a column `seconds` that is the same in all rows of a cell
    passed : float | None = None
        seconds that the run took, for tables without the column

    Returns
    -------
    float | None
        None where neither is known
    """
    ...
def add_provenance(folder: str | Path, name: str, table: 'pd.DataFrame', command: str, passed: float) -> None:
    """Write down where a table comes from, in `provenance.csv` beside it

    Parameters
    ----------
    folder : str | Path
        where the table is
    name : str
        of it
    table : pd.DataFrame
        itself
    command : str
        that made it
    passed : float
        seconds that took
    """
    ...
def write_table(table: 'pd.DataFrame', path: str | Path) -> None:
    """Write a table of results as a whole, numbers with six significant digits

    Parameters
    ----------
    table : pd.DataFrame
        tidy
    path : str | Path
        a .csv file
    """
    ...
def make_artefact(name: str, out: str | Path, quick: bool=False, data_dir: str | None=None, progress: bool=True, executor: Any=None, n_workers: int=0) -> Verdicts:
    """Run, write and judge one figure or table. Raises `SymbayesError` for an unknown name or a folder that cannot be written

    Parameters
    ----------
    name : str
        a key of `artefacts`
    out : str | Path
        folder for NAME.csv, NAME.png and NAME.txt, or NAME-quick.csv and so on; the cells are in `cells` in it
    quick : bool = False
        see `Setup`
    data_dir : str | None = None
        folder with MNIST
    progress : bool = True
        print a line per cell
    executor : Any = None
        see `Setup`
    n_workers : int = 0
        see `Setup`

    Returns
    -------
    Verdicts
        what became of the claims
    """
    ...
def _write_picture(fig: 'plt.Figure', path: Path) -> None:
    """Write a picture as a whole

    Parameters
    ----------
    fig : plt.Figure
        closed thereafter
    path : Path
        a .png file
    """
    ...
def worker_count(workers: int, quick: bool) -> int:
    """How many workers a command has: by itself one per core, and none where there is little to do

    Parameters
    ----------
    workers : int
        that were asked for; -1: to be chosen
    quick : bool
        is it a quick run?

    Returns
    -------
    int
        0 for none: cells run one after the other
    """
    ...
def table_function(name: str) -> Callable:
    """A figure or table as a function of keywords, in `symbayes.experiments.reproduce`

    Parameters
    ----------
    name : str
        a key of `artefacts`

    Returns
    -------
    Callable
        of `quick` and `data_dir`, as of `Setup`, to the table
    """
    ...
styles: dict
def style(method: str) -> dict[str, str]:
    """How a method is drawn, on every page

    Parameters
    ----------
    method : str
        a key of `styles`

    Returns
    -------
    dict[str, str]
        arguments of `plot`
    """
    ...
@dataclass(frozen=True)
class InShort:
    """The callout that the page of an experiment begins with

    Parameters
    ----------
    question : str
        that was asked
    answer : str
        with its numbers
    limits : str
        what the experiment does not show
    """
    question: str
    answer: str
    limits: str
    def _repr_markdown_(self) -> str: ...
@dataclass(frozen=True)
class Folded:
    """A table behind a line that opens it

    Parameters
    ----------
    table : pd.DataFrame|Verdicts
        what is folded
    title : str = ''
        of the line; where it is left out verdicts are counted
    """
    table: 'pd.DataFrame|Verdicts'
    title: str = ...
    def _repr_html_(self) -> str: ...
from symbayes.core import document
