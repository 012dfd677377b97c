# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Processes', 'Watch', 'join_processes', 'draw_generators']
import atexit, ctypes, os, sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from operator import eq
from signal import SIG_DFL, SIGTERM, getsignal, signal
from threading import Event, Lock, Thread, current_thread, get_ident, main_thread
from time import sleep
from typing import Any
from weakref import WeakKeyDictionary
import torch
import torch.distributed as dist
from fastcore.basics import patch
from torch import Tensor
from .core import Generators, SymbayesError, each_draws, first_line, require
@dataclass(frozen=True)
class Processes:
    """The processes that work together, as one of them sees it

    Parameters
    ----------
    rank : int = 0
        number of this process
    size : int = 1
        how many there are
    device : torch.device = torch.device('cpu')
        where this process computes
    watch : Any = field(default=None, repr=False, compare=False)
        looks after the others
    """
    rank: int = ...
    size: int = ...
    device: torch.device = ...
    watch: Any = ...
    @property
    def first(self) -> bool:
        """Is this the process that writes files and talks?"""
        ...
    def share(self, n: int) -> slice:
        """This process's part of some things in order

        Parameters
        ----------
        n : int
            things

        Returns
        -------
        slice
            of them for this process, maybe none
        """
        ...
    def _part(self, rank: int, n: int) -> slice: ...
    @contextmanager
    def together(self) -> Iterator[None]:
        """While this lasts, the end of one process ends all with one line. It begins and ends in all of them; one within another does nothing"""
        ...
    @contextmanager
    def by_itself(self, what: str) -> Iterator[None]:
        """While this lasts, a request to do something together is refused: it would meet what the others wait for, or nothing

        Parameters
        ----------
        what : str
            goes on, of which the other processes know nothing

        Returns
        -------
        Iterator[None]
        """
        ...
    def _all_do(self, collective: Callable, t: Tensor, *args) -> Tensor:
        """Something that all processes do at the same time, or none

        Parameters
        ----------
        collective : Callable
            of `torch.distributed`
        t : Tensor
            changed in place
        *args

        Returns
        -------
        Tensor
            `t`
        """
        ...
    def add_up(self, tensors: Sequence[Tensor]) -> None:
        """Sums over the processes, by one operation for each dtype

        Parameters
        ----------
        tensors : Sequence[Tensor]
            of any shapes, the same in all processes; changed in place
        """
        ...
    def gathered(self, t: Tensor, axis: int, n: int) -> Tensor:
        """The whole of which every process has its `share`

        Parameters
        ----------
        t : Tensor
            this process's part, without a gradient
        axis : int
            along which the parts lie
        n : int
            things in all parts

        Returns
        -------
        Tensor
            all parts in order, in every process
        """
        ...
    def from_first(self, thing: Any) -> Any:
        """What the first process has, in all of them

        Parameters
        ----------
        thing : Any
            anything that can be pickled

        Returns
        -------
        Any
            as the first process has it; its tensors on this process's device
        """
        ...
    def _from(self, rank: int, thing: Any) -> Any:
        """What one process has, in all of them"""
        ...
    def agree(self, what: dict[str, Any], same: Callable[[Any, Any], bool]=eq) -> None:
        """Raise `SymbayesError`, in all processes, that names what differs and where

        Parameters
        ----------
        what : dict[str, Any]
            what has to be the same everywhere, by name
        same : Callable[[Any, Any], bool] = eq
            are two of them the same?
        """
        ...
class Watch(Thread):
    """Beats once a second and looks whether the other processes do

    Parameters
    ----------
    store : dist.Store
        a table that all processes can read
    rank : int
        number of this process
    size : int
        how many there are
    timeout : float = 20.0
        seconds of silence after which a process counts as lost
    """
    store: dist.Store
    rank: int
    timeout: float
    missed: Any
    beats: Any
    rounds: Any
    block: Any
    inside: Any
    lost: Any
    alone: Any
    stuck: Any
    leaving: Any
    lock: Any
    def __init__(self, store: dist.Store, rank: int, size: int, timeout: float=20.0):
        """Parameters
        ----------
        store : dist.Store
            a table that all processes can read
        rank : int
            number of this process
        size : int
            how many there are
        timeout : float = 20.0
            seconds of silence after which a process counts as lost
        """
        ...
    def run(self) -> None: ...
    def leave(self) -> None:
        """Stop beating: a thread must not be in the middle of something when Python ends"""
        ...
    def look(self) -> None:
        """Beat, and count the rounds in which another one did not: rounds, not seconds, for this process may have been stopped itself"""
        ...
    def end(self, why: str) -> None:
        """Nothing can be done together any more"""
        ...
    def tell(self, e: BaseException) -> None:
        """Tell the others why this process stops, and wait until they know, unless they know anyway"""
        ...
    def interrupt(self, thrown: type | None) -> None:
        """Throw into the thread that computes; None takes back what has not arrived"""
        ...
    def give_up(self) -> None:
        """End a process that cannot be interrupted, as in a call of a driver that never returns"""
        ...
    def check(self) -> None:
        """Raise `SymbayesError` if nothing can be done together any more"""
        ...
    def find_out(self, e: RuntimeError) -> str:
        """The other's own words, or who does not beat any more

        Parameters
        ----------
        e : RuntimeError
            a connection has broken

        Returns
        -------
        str
        """
        ...
class _Ended(BaseException):
    """Thrown into a computation that has lost another process"""
@contextmanager
def _asked_to_end(watch: Watch) -> Iterator[None]:
    """What torchrun does when another process has ended; in one line here, where Python would end without a word"""
    ...
@contextmanager
def _watched(watch: Watch) -> Iterator[None]: ...
def _done(work: dist.Work, cuda: bool) -> bool:
    """Has it come to its end? On a GPU that is for the stream to know"""
    ...
def _never_end(group: dist.ProcessGroup) -> None:
    """A group that waits for an answer would go on waiting for it when Python ends; not if it is never destroyed"""
    ...
def join_processes(device: torch.device | str | None=None, timeout: float | None=None) -> Processes:
    """The processes that `torchrun` has started, or this one alone

    Parameters
    ----------
    device : torch.device | str | None = None
        where this process computes, default the CPU; 'cuda': each on a GPU of its own
    timeout : float | None = None
        seconds of silence after which another process counts as lost, default 20

    Returns
    -------
    Processes
    """
    ...
_watches: WeakKeyDictionary[Any, Watch]
def _own_gpu() -> torch.device:
    """The GPU with this process's number on its machine"""
    ...
def _start_group(device: torch.device) -> None:
    """Join the others"""
    ...
def draw_generators(generator: Generators, n: int) -> list[Generators]:
    """A generator for each of n draws. Whoever draws which, the draws are the same

    Parameters
    ----------
    generator : Generators
        one; or one per member of a stack
    n : int
        draws

    Returns
    -------
    list[Generators]
        of the same kind, one for each draw
    """
    ...
from symbayes.core import document
