# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['statuses', 'Cell', 'Record', 'record_file', 'write_record', 'read_record', 'any_text', 'record_names', 'settled', 'record_of', 'cached', 'full_keywords', 'Call']
import inspect, json, random, re, sys, time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from datetime import date, timedelta
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from typing import Any
import numpy as np
import torch
from . import __version__
from .core import SymbayesError, first_line, lazy_module, require, streams
from .files import read_json, tables_read, write_json
import pandas as pd
def _plain(v: Any, name: str) -> Any:
    """A value by its content: equal values have one form

    Parameters
    ----------
    v : Any
        of a field
    name : str
        of the field, for the message

    Returns
    -------
    Any
        the same in what JSON knows
    """
    ...
def _word(v: Any) -> str:
    """A value as a short word that any file system takes

    Parameters
    ----------
    v : Any
        of a field

    Returns
    -------
    str
    """
    ...
def _short(text: str) -> str:
    """At most 120 bytes, which leaves room for the rest of a file's name"""
    ...
@dataclass(frozen=True)
class Cell:
    """A run: its fields say all that its result depends on"""
    def run(self, **how: Any) -> 'pd.DataFrame':
        """Compute the result

        Parameters
        ----------
        **how : Any
            where data lie, whether to show progress: nothing that the result depends on

        Returns
        -------
        pd.DataFrame
            tidy, a row per member or seed
        """
        ...
    @property
    def content(self) -> dict[str, Any]:
        """All fields, and the class, in what JSON knows"""
        ...
    @property
    def slug(self) -> str:
        """What differs from the defaults, at most 120 bytes"""
        ...
    @property
    def key(self) -> str:
        """Name of the run: the same for equal cells, another one for others"""
        ...
    def file(self, folder: str | Path, suffix: str='.json') -> Path:
        """Where a result of this run is kept

        Parameters
        ----------
        folder : str | Path
            where results are kept
        suffix : str = '.json'
            what kind of file

        Returns
        -------
        Path
        """
        ...
    def generators(self, use: str) -> list[torch.Generator]:
        """Random numbers of a cell that has `seeds` of them from `first_seed` on, by `streams`

        Parameters
        ----------
        use : str
            what the random numbers are for

        Returns
        -------
        list[torch.Generator]
            one per seed
        """
        ...
@dataclass(frozen=True)
class Record:
    """What became of a run

    Parameters
    ----------
    key : str
        its name
    content : dict[str, Any]
        of its cell
    columns : dict[str, list] = field(default_factory=dict)
        the table, column by column; none unless it is done
    status : str = 'done'
        'done', 'failed' or 'killed'
    error : str = ''
        what went wrong, in a line
    seconds : float = 0.0
        that it took
    traceback : str = ''
        of the error
    """
    key: str
    content: dict[str, Any]
    columns: dict[str, list] = ...
    status: str = ...
    error: str = ...
    seconds: float = ...
    traceback: str = ...
    @property
    def table(self) -> 'pd.DataFrame':
        """The result; empty unless the run is done"""
        ...
def record_file(folder: str | Path, key: str, status: str='done') -> Path:
    """Where the record of a run is

    Parameters
    ----------
    folder : str | Path
        of runs
    key : str
        name of a run
    status : str = 'done'
        what became of it

    Returns
    -------
    Path
    """
    ...
def write_record(folder: str | Path, record: Record) -> None:
    """Write a record as a whole; it takes the place of one of the same run that says that it failed

    Parameters
    ----------
    folder : str | Path
        of runs
    record : Record
        what to write
    """
    ...
def read_record(folder: str | Path, key: str, status: str='done') -> Record:
    """Read a record. Raises `SymbayesError` for a file that is none

    Parameters
    ----------
    folder : str | Path
        of runs
    key : str
        name of a run
    status : str = 'done'
        what became of it

    Returns
    -------
    Record
    """
    ...
statuses: tuple
def _check_record(record: Record, key: str, status: str) -> None:
    """Raise `SymbayesError` unless it is the record of this run, with a table"""
    ...
def _as_plain(v: Any) -> Any:
    """What JSON does not know: numbers of numpy and torch by their value, times and paths as text, what is missing as None"""
    ...
def any_text(text: str) -> str:
    """Text that is no UTF-8, as the names of some files, with question marks"""
    ...
_named: Any
def record_names(folder: str | Path) -> dict[str, str]:
    """What became of the runs in a folder, from the names of the files alone

    Parameters
    ----------
    folder : str | Path
        of runs

    Returns
    -------
    dict[str, str]
        status by key
    """
    ...
def _columns(found: Any) -> dict[str, list]:
    """The table of a result, column by column

    Parameters
    ----------
    found : Any
        what a run gave back

    Returns
    -------
    dict[str, list]
    """
    ...
@contextmanager
def settled(name: str) -> Iterator[None]:
    """Global random numbers that follow from a name, and a single thread; put back afterwards. Threads of a process take turns

    Parameters
    ----------
    name : str
        of what is run

    Returns
    -------
    Iterator[None]
    """
    ...
_turn: Any
def _dice_of_their_own() -> None:
    """Dask draws from Python's global generator in a thread beside a run: let its modules have another one"""
    ...
def record_of(cell: Cell, **how: Any) -> Record:
    """Run a cell

    Parameters
    ----------
    cell : Cell
        what to run
    **how : Any
        for `run`

    Returns
    -------
    Record
    """
    ...
def cached(cell: Cell, folder: str | Path | None=None, **how: Any) -> 'pd.DataFrame':
    """The result of a cell: read if it is there, else run and written whole

    Parameters
    ----------
    cell : Cell
        what to run
    folder : str | Path | None = None
        where results are kept; None to keep nothing
    **how : Any
        for `run`

    Returns
    -------
    pd.DataFrame
        what was there, or what was run
    """
    ...
def is_session() -> bool:
    """Is this a notebook or a prompt, of which no file can be imported?"""
    ...
def _module_of(f: Callable) -> tuple[str, str | None]:
    """Where to import a function from

    Parameters
    ----------
    f : Callable
        a function

    Returns
    -------
    tuple[str, str | None]
        module, and the file of a script, which no module path leads to
    """
    ...
def _imported(name: str, script: str | None) -> Any:
    """A module by its name, or a script by its file"""
    ...
def full_keywords(f: Callable, given: dict[str, Any]) -> dict[str, Any]:
    """All keywords of a call. Raises `SymbayesError` for unknown ones, and for such that are missing

    Parameters
    ----------
    f : Callable
        a function
    given : dict[str, Any]
        keywords for it

    Returns
    -------
    dict[str, Any]
        these and the defaults of the others
    """
    ...
def _parameters(f: Callable) -> Mapping[str, inspect.Parameter]: ...
@dataclass(frozen=True)
class Call(Cell):
    """A function and its keywords

    Parameters
    ----------
    function : str
        'module:name'
    keywords : dict[str, Any] = field(default_factory=dict)
        those that are given
    script : str | None = None
        file of the module, where it is one that was started as a script
    """
    function: str
    keywords: dict[str, Any] = ...
    script: str | None = ...
    @classmethod
    def of(cls, f: Callable | str, /, **keywords: Any) -> 'Call':
        """A call of a function. Raises `SymbayesError` for one that another process could not import

        Parameters
        ----------
        f : Callable | str
            a function that can be imported by its name, or 'module:name'
        **keywords : Any
            for it

        Returns
        -------
        Call
        """
        ...
    @property
    def target(self) -> Callable:
        """The function itself"""
        ...
    @property
    def content(self) -> dict[str, Any]:
        """The function's name and all its keywords, but for those in its attribute `how`, which results do not depend on"""
        ...
    @property
    def slug(self) -> str:
        """The function's name and the keywords that are given, at most 120 bytes"""
        ...
    def _counts(self, keyword: str, value: Any) -> bool:
        """Is it something else than the default, and does the result depend on it?"""
        ...
    def run(self, **how: Any) -> Any:
        """Call the function"""
        ...
    def stacked(self, axis: str, values: Sequence[Any]) -> 'Call':
        """The call for several values of a keyword together: of the function itself, or of what its attribute `stacks` names for this one

        Parameters
        ----------
        axis : str
            a keyword
        values : Sequence[Any]
            for it

        Returns
        -------
        Call
        """
        ...
def _same(default: Any, value: Any) -> bool: ...
def _by_name(v: Any) -> Any:
    """A default that is a function or a class, by its name"""
    ...
from symbayes.core import document
