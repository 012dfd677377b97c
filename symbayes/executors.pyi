# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['ProcessPools', 'chosen_executor', 'run_cells', 'results']
import json, os, pickle, signal, socket, tempfile, time, traceback, warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from secrets import token_hex
from shutil import which
from threading import Lock, Thread
from typing import Any
from filelock import FileLock, Timeout
from tqdm.auto import tqdm
from .cells import Call, Cell, Record, any_text, full_keywords, is_session, read_record, record_file, record_names, record_of, write_record
from .console import counted, writable_folder
from .core import SymbayesError, first_line, lazy_module, require
from .files import remove_leftovers, whole_file
import pandas as pd
@dataclass(frozen=True)
class _Job:
    """What is handed to a worker

    Parameters
    ----------
    cells : tuple[Cell, ...]
        one; or several that run as a stack
    how : dict[str, Any]
        keywords for every run
    folder : str
        for records
    token : str
        the folder holds this token if it is the one that is meant
    axis : str | None = None
        of a stack: the keyword that tells its cells apart
    """
    cells: tuple[Cell, ...]
    how: dict[str, Any]
    folder: str
    token: str
    axis: str | None = ...
def _tried(cell: Cell, how: dict[str, Any]) -> Record:
    """Run a cell, whatever happens

    Parameters
    ----------
    cell : Cell
        what to run
    how : dict[str, Any]
        for `run`

    Returns
    -------
    Record
        of success or failure
    """
    ...
def _is_leaving(e: BaseException) -> bool:
    """Does submitit end the process, because its machine is wanted back? The run is to be asked for again, then"""
    ...
def _work(packed: bytes) -> list[Record]:
    """In a worker: run what was asked for, and write it down

    Parameters
    ----------
    packed : bytes
        those that could not be written here

    Returns
    -------
    list[Record]
        those that could not be written here
    """
    ...
def _of_stack(job: _Job) -> Iterator[Record]:
    """Records of cells that run together; one by one if that fails"""
    ...
def _stacked(job: _Job) -> list[Record]:
    """Run a stack. The result says in a column, or by having a row for each, whose rows are whose"""
    ...
def _end_with(parent: Any) -> None:
    """In a new worker: end when the other end of the pipe closes; interrupts are for the parent to handle"""
    ...
@contextmanager
def _one_thread() -> Iterator[None]:
    """Processes that are started here have one thread for numerics"""
    ...
class _Worker:
    """A pool of one process"""
    pool: Any
    line: Any
    turn: Any
    processes: Any
    ready: Any
    busy: Any
    lost: Any
    over: Any
    def __init__(self): ...
    def start(self) -> Future:
        """A new process; the future is there when it answers"""
        ...
    def killed_by(self) -> str | None:
        """Name of the signal that ended the process; None if it ended otherwise"""
        ...
    def _answered(self, answer: Future) -> None: ...
    def renew(self) -> None:
        """Try to start another process, unless all is over by now"""
        ...
    def stop(self) -> None:
        """End the process at once"""
        ...
    def end(self, wait: bool, cancel: bool) -> None:
        """End the process for good, after what it does or at once"""
        ...
def _warm() -> None:
    """What a new worker does first: this module is imported, and with it all that runs need"""
    ...
class ProcessPools(Executor):
    """Processes of this machine, each a pool of its own: a process that dies fails its own future only, and is replaced

    Parameters
    ----------
    n_workers : int = 2
        processes
    """
    def __init__(self, n_workers: int=2):
        """Parameters
        ----------
        n_workers : int = 2
            processes
        """
        ...
    @staticmethod
    def _check(worker: _Worker, answer: Future) -> None: ...
    @property
    def size(self) -> int:
        """Workers that are up. Raises `SymbayesError` if none will be again"""
        ...
    def submit(self, f: Callable, /, *args: Any, **kwargs: Any) -> Future:
        """Let a worker call a function

        Parameters
        ----------
        f : Callable
            can be imported by its name
        *args : Any
        **kwargs : Any

        Returns
        -------
        Future
            of one worker; waits for one that is free
        """
        ...
    def _wait(self) -> None:
        """For a worker; raises where none will be up again"""
        ...
    def _replace(self, worker: _Worker) -> None:
        """Let another process take the place of a dead one"""
        ...
    def _handed(self, worker: _Worker, f: Callable, args: tuple, kwargs: dict) -> Future | None:
        """The future of a worker; None for one that died while it had nothing to do, which is replaced"""
        ...
    def _settled(self, worker: _Worker, future: Future) -> None:
        """A worker is free again; a dead one is replaced"""
        ...
    def shutdown(self, wait: bool=True, *, cancel_futures: bool=False) -> None:
        """End all workers; without waiting at once

        Parameters
        ----------
        wait : bool = True
            let workers finish what they do
        cancel_futures : bool = False
            drop what has not begun
        """
        ...
class _Here(Executor):
    """Runs what it is given at once, in this process"""
    size: Any
    def submit(self, f, /, *args, **kwargs): ...
@dataclass
class _Crew:
    """An executor, and what has to be known of it

    Parameters
    ----------
    executor : Any
        has `submit`
    size : Callable[[], int]
        runs that it can take at a time
    close : Callable[[bool], None] = lambda finished: None
        ends what was made for it
    """
    executor: Any
    size: Callable[[], int]
    close: Callable[[bool], None] = ...
    def submit(self, job: _Job) -> Any:
        """A future of a job"""
        ...
def _crew(executor: Any, n_workers: int) -> _Crew:
    """Anything with `submit` as a crew

    Parameters
    ----------
    executor : Any
        as for `run_cells`
    n_workers : int
        as for `run_cells`

    Returns
    -------
    _Crew
    """
    ...
def _of_dask(client: Any, n_workers: int) -> _Crew:
    """A Dask client: as many runs at a time as its workers have threads, and at least so many that a cluster sees why to grow"""
    ...
def _dask_at(address: str, n_workers: int) -> _Crew:
    """The Dask cluster at an address"""
    ...
@contextmanager
def chosen_executor(dask: str='', slurm: str='', n_workers: int=2) -> Iterator[Any]:
    """An executor by the options of a command. Memory, time and the like of SLURM's jobs come from dask-jobqueue's own file of settings

    Parameters
    ----------
    dask : str = ''
        address of a Dask scheduler
    slurm : str = ''
        a partition of SLURM
    n_workers : int = 2
        jobs on SLURM

    Returns
    -------
    Iterator[Any]
        an executor for `run_cells`; None where nothing is chosen
    """
    ...
_holder: str
def _token(folder: str | Path) -> str | None:
    """What says that a folder is the one that is meant"""
    ...
def _locked(folder: Path) -> FileLock:
    """A lock that is held now. Raises `SymbayesError` if another sweep has it"""
    ...
@contextmanager
def _held(folder: Path) -> Iterator[str]:
    """Hold a folder, so that no other sweep runs in it

    Parameters
    ----------
    folder : Path
        the token

    Returns
    -------
    Iterator[str]
        the token
    """
    ...
_deaths: Any
def _died(error: BaseException) -> int:
    """How many workers a run has brought down, by what its future says; 0 if it is something else"""
    ...
class _Runs:
    """Jobs on their way"""
    crew: _Crew
    folder: Path
    bar: Any
    waiting: Any
    running: Any
    deaths: Any
    failed: Any
    def __init__(self, crew: _Crew, folder: Path, jobs: Sequence[_Job], bar: Any): ...
    def go(self) -> None:
        """Until all jobs are done"""
        ...
    def _back(self) -> list[tuple[_Job, Any]]:
        """Jobs that came back; waits a little for one"""
        ...
    def _settle(self, job: _Job, future: Any) -> None:
        """Take down what became of a job"""
        ...
    def _blame(self, job: _Job, error: Exception) -> None:
        """A worker died: whose fault was it?"""
        ...
    def _count(self, cells: Sequence[Cell]) -> None:
        """Show what is done"""
        ...
def _stacks(cells: Sequence[Cell], axis: str | None) -> list[tuple[Cell, ...]]:
    """Cells that differ in nothing but one keyword, together

    Parameters
    ----------
    cells : Sequence[Cell]
        what is left
    axis : str | None
        a keyword, or None

    Returns
    -------
    list[tuple[Cell, ...]]
    """
    ...
def _check_workers(cells: Sequence[Cell], executor: Any, n_workers: int) -> None:
    """Refuse what no worker can do"""
    ...
def _check_how(cells: Sequence[Cell], how: dict[str, Any], here: bool) -> None:
    """Refuse what runs would not take, and what no worker could be handed"""
    ...
def _run_left(cells: dict[str, Cell], folder: Path, crew: Callable[[int], _Crew], job: _Job, retry: bool, progress: bool, begun: Callable[[], None] | None) -> None:
    """Hold the folder, and run what is left

    Parameters
    ----------
    cells : dict[str, Cell]
        by key
    folder : Path
        for records
    crew : Callable[[int], _Crew]
        makes one for so many jobs
    job : _Job
        what jobs share
    retry : bool
        run again what failed before
    progress : bool
        show a progress bar
    begun : Callable[[], None] | None
        called before the first run
    """
    ...
def _forget_failures(cells: dict[str, Cell], folder: Path) -> None:
    """Remove the records of runs that failed"""
    ...
def run_cells(cells: Sequence[Cell], folder: str | Path | None=None, executor: Any=None, n_workers: int=2, *, stack: str | None=None, how: dict[str, Any] | None=None, retry: bool=False, progress: bool=True, begun: Callable[[], None] | None=None) -> list[Record]:
    """Run what has no record yet. Raises `SymbayesError` for what cannot run at all, and for a folder that is in use

    Parameters
    ----------
    cells : Sequence[Cell]
        what to run; cells that are equal run once
    folder : str | Path | None = None
        where records are kept; None to keep nothing
    executor : Any = None
        a Dask client or the address of a scheduler, anything with `submit`; None for processes
    n_workers : int = 2
        processes, 0 to run here one after the other; for an executor that does not say: runs at a time
    stack : str | None = None
        a keyword of `Call`s; those that differ in nothing else run together
    how : dict[str, Any] | None = None
        for `run`: nothing that the result depends on
    retry : bool = False
        run again what failed before
    progress : bool = True
        show a progress bar
    begun : Callable[[], None] | None = None
        called before the first run, when the folder is held

    Returns
    -------
    list[Record]
        in the order of `cells`, also of those that failed
    """
    ...
def results(cells: Sequence[Cell], folder: str | Path | None=None, executor: Any=None, n_workers: int=0, *, how: dict[str, Any] | None=None, progress: bool=False) -> list['pd.DataFrame']:
    """Tables of all cells. Raises `SymbayesError` if one of them has none; what failed before is tried again

    Parameters
    ----------
    cells : Sequence[Cell]
        what to run
    folder : str | Path | None = None
        as for `run_cells`
    executor : Any = None
        as for `run_cells`
    n_workers : int = 0
        as for `run_cells`
    how : dict[str, Any] | None = None
        as for `run_cells`
    progress : bool = False
        show a progress bar

    Returns
    -------
    list['pd.DataFrame']
        in the order of `cells`
    """
    ...
from symbayes.core import document
