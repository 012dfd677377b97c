# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'tables_read', 'whole_file', 'remove_leftovers', 'check_writable', 'saved_table']
import os, re, socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from .core import SymbayesError, first_line, lazy_module, require
import pandas as pd
_here: Any
def _temporary(path: Path) -> Path:
    """An empty file beside `path`, under a name that nobody else makes"""
    ...
def _real_path(path: str | Path) -> Path: ...
@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Yields a path to write to; it becomes `path` in one step when the block ends, and vanishes if the block fails

    Parameters
    ----------
    path : str | Path
        where the file shall be; a link is followed

    Returns
    -------
    Iterator[Path]
    """
    ...
def _is_alive(pid: int) -> bool: ...
def remove_leftovers(folder: str | Path, name: str | None=None) -> None:
    """Remove what processes of this machine left half-written when they were killed

    Parameters
    ----------
    folder : str | Path
        where files were being written
    name : str | None = None
        of one of them, default any
    """
    ...
def check_writable(path: str | Path) -> None:
    """Raise `SymbayesError` if `path` could not be written, and remove what killed processes left of it. Makes the folder

    Parameters
    ----------
    path : str | Path
        where a file shall be; a link is followed
    """
    ...
tables_read: list[Path]
def saved_table(path: str | Path | None, make: Callable[[], 'pd.DataFrame']) -> 'pd.DataFrame':
    """Read a table, or make it and write it as a whole. Raises `SymbayesError` for a file that is no table

    Parameters
    ----------
    path : str | Path | None
        a .csv file; None to keep nothing
    make : Callable[[], 'pd.DataFrame']
        makes the table

    Returns
    -------
    pd.DataFrame
        what was there, or what was made
    """
    ...
def _read_table(path: Path) -> 'pd.DataFrame': ...
from symbayes.core import document
