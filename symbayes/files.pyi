# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'tables_read', 'whole_file', 'remove_leftovers', 'check_writable', 'check_apart', 'check_absent', 'write_tensors', 'read_tensors', 'blaming', 'write_json', 'read_json', 'saved_table']
import json, os, re, socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from secrets import token_hex
import torch
from safetensors import SafetensorError
from safetensors.torch import load as unpacked, save as packed
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
def check_apart(reads: Iterable[str | Path], **writes: str | Path | None) -> None:
    """Raise `SymbayesError` if a file to write is one that is read, or is written twice

    Parameters
    ----------
    reads : Iterable[str | Path]
        files that are read; those that do not exist count by their names
    **writes : str | Path | None
        files to write, by the option that names them; empty ones are not written
    """
    ...
def check_absent(overwrite: bool, **writes: str | Path | None) -> None:
    """Raise `SymbayesError` if a file to write is there already, unless it may be replaced

    Parameters
    ----------
    overwrite : bool
        may files be replaced?
    **writes : str | Path | None
        files to write, by the option that names them; empty ones are not written
    """
    ...
def _same_file(a: str | Path, b: str | Path) -> bool: ...
def write_tensors(path: str | Path, tensors: dict[str, Tensor], header: dict[str, str]) -> None:
    """Write tensors as safetensors; equal tensors make equal files. Raise `SymbayesError` for a name that says that torch wrote it

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
def _signed(file: bytes) -> bytes:
    """A safetensors file with a digest, and its header's entries in alphabetical order, in which the library leaves them to chance"""
    ...
def _parts(file: bytes) -> tuple[dict, bytes]:
    """The entries of the header, and the bytes of all tensors"""
    ...
def _digest(entries: dict, numbers: bytes) -> str:
    """A fingerprint of a file, without the place where it is kept"""
    ...
def read_tensors(path: str | Path, format: str, what: str) -> tuple[dict[str, str], dict[str, Tensor]]:
    """Read the header of a file of ours, and its tensors, which are owned: no later change of the file reaches them.
    Raises `SymbayesError` for any other file, and for one whose digest does not fit its numbers

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
def _check_digest(path: str | Path, entries: dict, made: Callable[[], str]) -> None:
    """Take the digest out of a file's entries. Raise `SymbayesError` if it does not fit; files made before there were digests have none"""
    ...
@contextmanager
def blaming(path: str | Path) -> Iterator[None]:
    """Turn what goes wrong while the block takes a file's content apart into one line that calls the file damaged

    Parameters
    ----------
    path : str | Path
        a file that was read

    Returns
    -------
    Iterator[None]
    """
    ...
def write_json(path: str | Path, content: dict[str, Any], default: Callable[[Any], Any] | None=None) -> None:
    """Write an object as JSON, with a digest of its content

    Parameters
    ----------
    path : str | Path
        the file to write, as a whole or not at all
    content : dict[str, Any]
        an object
    default : Callable[[Any], Any] | None = None
        turns what JSON does not know into what it knows
    """
    ...
def _json_digest(content: dict) -> str:
    """A fingerprint of an object, without its digest"""
    ...
def read_json(path: str | Path) -> dict[str, Any]:
    """Read a JSON object. Raise `SymbayesError` for any other file, and for one whose digest does not fit its content

    Parameters
    ----------
    path : str | Path
        a file written by `write_json`

    Returns
    -------
    dict[str, Any]
        its content, without the digest
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
