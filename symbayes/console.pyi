# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['command_parser', 'in_shell', 'run_command', 'command', 'takes_options', 'writable_folder', 'no_empty_folders', 'was_interrupted', 'in_one_line', 'one_line_errors', 'function_named', 'counted']
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from difflib import get_close_matches
from functools import partial, wraps
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from threading import current_thread, main_thread
from time import sleep
import argparse, errno, inspect, os, re, signal, sys
import torch
from fastcore.script import anno_parser, is_cli
from . import __version__
from .core import SymbayesError, first_line, import_torchvision, require
from .files import check_writable, tables_read
_from_shell: ContextVar[bool]
def _refuse(parser: argparse.ArgumentParser, message: str) -> None:
    """What argparse calls for wrong options"""
    ...
def command_parser(f: Callable, name: str | None=None, pos: Sequence[str]=()) -> argparse.ArgumentParser:
    """Reads the options of a function

    Parameters
    ----------
    f : Callable
        its parameters are the options, their comments the help
    name : str | None = None
        of the command; default: as it was called
    pos : Sequence[str] = ()
        parameters that stand by position although they have defaults

    Returns
    -------
    argparse.ArgumentParser
        raises `SymbayesError` for options that do not fit
    """
    ...
def in_shell() -> bool:
    """Was a command started from a shell? Then errors are for a reader, else for a caller"""
    ...
def run_command(f: Callable, words: Sequence[str] | None=None, name: str | None=None, pos: Sequence[str]=()) -> int:
    """Run a command as a shell does: what is wrong is one line on standard error

    Parameters
    ----------
    f : Callable
        a function, or a command made of one
    words : Sequence[str] | None = None
        options as a shell would hand them over; default: those of this process
    name : str | None = None
        of the command, for its help
    pos : Sequence[str] = ()
        parameters by position, where `f` is no command that knows

    Returns
    -------
    int
        exit status
    """
    ...
def _is_script(frame: FrameType | None) -> bool:
    """Is it the top level of a file that is being run, as of the scripts that pip writes for commands?"""
    ...
def command(f: Callable | None=None, *, pos: Sequence[str]=()) -> Callable:
    """Decorator: make a function a console command

    Parameters
    ----------
    f : Callable | None = None
        its parameters are the options, their comments the help
    pos : Sequence[str] = ()
        parameters that stand by position although they have defaults

    Returns
    -------
    Callable
        the same for Python; a console script that calls it gets an exit status
    """
    ...
def takes_options(config: type) -> Callable:
    """Decorator: a function shows the fields of a dataclass in place of its `**options`

    Parameters
    ----------
    config : type
        a dataclass; its fields are the options, their comments the help

    Returns
    -------
    Callable
    """
    ...
def writable_folder(out: str | Path, names: Sequence[str]=()) -> None:
    """Make the folder and try to write there. Raises `SymbayesError` if that is not possible

    Parameters
    ----------
    out : str | Path
        where results shall go
    names : Sequence[str] = ()
        of the files
    """
    ...
@contextmanager
def no_empty_folders(out: str | Path | None) -> Iterator[None]:
    """If the block fails, folders that it made and left empty go again: `out`, those above it, and those directly in it

    Parameters
    ----------
    out : str | Path | None
        folder that the block may make; None if there is none

    Returns
    -------
    Iterator[None]
    """
    ...
def was_interrupted(e: BaseException | None) -> bool:
    """Is it an interrupt, or did one lead to it? Interrupted inside `vmap`, torch answers with an error of its own

    Parameters
    ----------
    e : BaseException | None
        an error

    Returns
    -------
    bool
    """
    ...
def in_one_line(e: BaseException) -> str | None:
    """What a command says about an error that comes from its options, its files or the machine, and is no bug

    Parameters
    ----------
    e : BaseException
        an error

    Returns
    -------
    str | None
        None if it is none of these
    """
    ...
def _suspects() -> str:
    """The tables that a missing column may be missing in"""
    ...
_patience: float
def number_by_torchrun() -> int | None:
    """Which of several processes this is that `torchrun` has started; None if it is no such process"""
    ...
class _Ended(KeyboardInterrupt):
    """The end of another process is the end of this one"""
@contextmanager
def ended_by_torchrun() -> Iterator[None]:
    """In the first of several processes, an end by `torchrun` is an interrupt with a line of its own"""
    ...
@contextmanager
def one_line_errors(out: str | Path | None=None) -> Iterator[None]:
    """In a command, turn an error that is no bug into one line and exit status 2, and an interrupt into exit status 130

    Parameters
    ----------
    out : str | Path | None = None
        the command's output folder, to be checked first; None for none

    Returns
    -------
    Iterator[None]
    """
    ...
def _kept(out: str | Path | None) -> str:
    """What an interrupted command leaves, as the end of a line"""
    ...
def _file_here(module: str) -> Path | None:
    """Its file in the current folder

    Parameters
    ----------
    module : str
        name of a module

    Returns
    -------
    Path | None
        None if there is none
    """
    ...
def _own_module(name: str, path: Path) -> ModuleType:
    """A file as a module: what is loaded already, unless it is of another file or the file has changed"""
    ...
def _module_named(what: str, name: str, module: str) -> ModuleType:
    """Import a module, with the current folder among the places to look"""
    ...
def function_named(what: str, name: str) -> Callable:
    """The function that an option names

    Parameters
    ----------
    what : str
        the option, for messages
    name : str
        'module:function'; the module may be a file in the current folder, without its ending .py

    Returns
    -------
    Callable
        raises `SymbayesError` if there is none
    """
    ...
def counted(n: int, thing: str) -> str:
    """A number with its noun

    Parameters
    ----------
    n : int
        how many
    thing : str
        of what, in the singular

    Returns
    -------
    str
    """
    ...
from symbayes.core import document
