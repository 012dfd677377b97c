# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'tables_read', 'whole_file', 'remove_leftovers', 'check_writable', 'write_tensors', 'read_tensors', 'saved_table']
import json, os, re, socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from secrets import token_hex
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as packed
from torch import Tensor
from .core import SymbayesError, first_line, lazy_module, require
import pandas as pd
_here: Any
def _temporary(path: Path) -> Path:
    """An empty file beside `path`, under a name that nobody else makes"""
    ...
def _check_path(path: Any) -> None: ...
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
def write_tensors(path: str | Path, tensors: dict[str, Tensor], header: dict[str, str]) -> None:
    """Write tensors as safetensors; equal tensors make equal files

    Parameters
    ----------
    path : str | Path
        the file to write, as a whole or not at all
    tensors : dict[str, Tensor]
        name to tensor
    header : dict[str, str]
        what the file says of itself; `format` is the name that `read_tensors` asks for
    """
    ...
def _in_order(file: bytes) -> bytes:
    """A safetensors file with its header's entries in alphabetical order, in which the library leaves them to chance"""
    ...
def read_tensors(path: str | Path, format: str, what: str) -> tuple[dict[str, str], dict[str, Tensor]]:
    """The header of a file of ours, and its tensors. Raises `SymbayesError` for any other file

    Parameters
    ----------
    path : str | Path
        a file written by `write_tensors`
    format : str
        which its header has to name
    what : str
        is expected in it, for the message: 'posterior'

    Returns
    -------
    tuple[dict[str, str], dict[str, Tensor]]
        the header, and the tensors on the CPU
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
