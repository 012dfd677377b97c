# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Call', 'model_call', 'output_tensors', 'model_copy', 'named_tensors', 'running_statistics', 'typical_size', 'passing_size', 'draw_weight', 'draw_statistic', 'Trial', 'usual_draws']
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from inspect import signature
from math import inf, isfinite
from typing import Any
import copy
import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map
from .core import Params, SymbayesError, check_generator, first_line, free_parameters, normal_draws, own_random_state, require
Call: TypeAlias = tuple[tuple, dict[str, Any]]
def model_call(model: nn.Module, inputs: Sequence[Any], named: dict[str, Any], generator: torch.Generator | None=None) -> tuple[Call, torch.Generator | None]:
    """How a model is called. Raises `SymbayesError` where it is no module, or where no argument is a tensor

    Parameters
    ----------
    model : nn.Module
        that will be called
    inputs : Sequence[Any]
        its arguments by position; one tuple, list or dict alone stands for the arguments in it
    named : dict[str, Any]
        its arguments by name
    generator : torch.Generator | None = None
        of the trial; one that stands last among `inputs` is taken for it

    Returns
    -------
    tuple[Call, torch.Generator | None]
        arguments by position and by name; and the generator
    """
    ...
def output_tensors(out: Any) -> list[Tensor]:
    """All tensors and numbers in an output, however it is nested

    Parameters
    ----------
    out : Any
        what a model returns

    Returns
    -------
    list[Tensor]
        in the order in which they are found
    """
    ...
def _tensors_in(out: Any, seen: set[int]) -> Iterator[Tensor]: ...
def _parts(out: Any) -> list[Any]:
    """What an object consists of"""
    ...
def model_copy(model: nn.Module) -> nn.Module:
    """A deep copy. Raises `SymbayesError` for a module that Python cannot copy

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    nn.Module
        with parameters and buffers of its own; tied ones stay tied
    """
    ...
def named_tensors(model: nn.Module) -> Params:
    """Parameters and buffers by name

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    Params
        name to tensor, detached, not copied
    """
    ...
def _wide(t: Any) -> Any:
    """In double precision, if it is a tensor of real or complex numbers"""
    ...
def _widen(model: nn.Module) -> nn.Module:
    """A module in double precision, with the tensors that stand on it as plain attributes"""
    ...
def running_statistics(model: nn.Module) -> list[str]:
    """Buffers that hold what norm layers have seen: `running_mean` and `running_var`, of whatever layer

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    list[str]
        names of buffers
    """
    ...
def typical_size(t: Tensor) -> float:
    """Root mean square of its numbers, at least .1; of the finite ones, if there are others

    Parameters
    ----------
    t : Tensor
        of any kind

    Returns
    -------
    float
    """
    ...
def passing_size(t: Tensor) -> float:
    """How large random weights have to be, for signals to keep their size from layer to layer; 0 for a vector

    Parameters
    ----------
    t : Tensor
        a weight

    Returns
    -------
    float
    """
    ...
_many: int
def _add_noise(t: Tensor, size: float, generator: torch.Generator | None) -> None:
    """Add random numbers of this size, in place; a large tensor's repeat themselves, for time's sake"""
    ...
def draw_weight(t: Tensor, own: Tensor, size: float, keep: bool=True, generator: torch.Generator | None=None) -> None:
    """Give a parameter a random value

    Parameters
    ----------
    t : Tensor
        is overwritten
    own : Tensor
        what the model has
    size : float
        how far from it, or from zero
    keep : bool = True
        around `own`, or around zero?
    generator : torch.Generator | None = None
        of the draw
    """
    ...
def draw_statistic(t: Tensor, own: Tensor, size: float, positive: bool=False, generator: torch.Generator | None=None) -> None:
    """Give a buffer a random value; what holds no real numbers gets that of the model

    Parameters
    ----------
    t : Tensor
        is overwritten
    own : Tensor
        what the model has
    size : float
        how far from it
    positive : bool = False
        is it a variance, or positive for another reason?
    generator : torch.Generator | None = None
        of the draw
    """
    ...
class _Spread:
    """By how much the entries of an output vary over draws and examples, as these come in"""
    def __init__(self, y: Tensor): ...
    def add(self, y: Tensor, fine: Tensor) -> None: ...
    def value(self) -> Tensor: ...
def _as_real(t: Tensor) -> Tensor:
    """A copy as real numbers, with an axis in front"""
    ...
def _gap(y: Tensor, z: Tensor, fine: Tensor, whole: bool) -> Tensor:
    """The largest difference over examples, entry by entry"""
    ...
def _magnitude(y: Tensor, fine: Tensor) -> Tensor:
    """Root mean square of an output as a whole, in one draw"""
    ...
def _fine(t: Tensor) -> Tensor: ...
class Trial:
    """A copy of a model, whose weights and statistics are drawn, moved and compared

    Parameters
    ----------
    model : nn.Module
        is left as it is
    call : Call
        arguments by position and by name
    more : Sequence[str] = ()
        further buffers, or frozen parameters, to be drawn
    generator : torch.Generator | None = None
        of all that is drawn
    """
    generator: torch.Generator | None
    weights: Any
    statistics: Any
    own: Any
    sizes: Any
    passing: Any
    numel: Any
    single: Any
    held: Any
    def __init__(self, model: nn.Module, call: Call, more: Sequence[str]=(), generator: torch.Generator | None=None):
        """Parameters
        ----------
        model : nn.Module
            is left as it is
        call : Call
            arguments by position and by name
        more : Sequence[str] = ()
            further buffers, or frozen parameters, to be drawn
        generator : torch.Generator | None = None
            of all that is drawn
        """
        ...
    def _load(self, model: nn.Module, call: Call, wide: bool) -> list[Tensor]: ...
    def _drawn_as(self, dtype: torch.dtype) -> torch.dtype:
        """Weights of a huge network are drawn in single precision, which takes half the memory and time, and is computed with in double"""
        ...
    def set(self, w: Params) -> None:
        """Give the copy these values

        Parameters
        ----------
        w : Params
            some of the weights and statistics, or all
        """
        ...
    def outputs(self, call: Call, seed: int=0) -> list[Tensor]:
        """What the copy returns with the weights that it has now

        Parameters
        ----------
        call : Call
            arguments by position and by name
        seed : int = 0
            of what the model draws itself

        Returns
        -------
        list[Tensor]
            all tensors of its outputs
        """
        ...
    def draw(self, i: int, amount: float=1.0) -> None:
        """Random weights and statistics `w`, which the copy is given as well

        Parameters
        ----------
        i : int
            number of the draw: every other one lies around the model's own weights
        amount : float = 1.0
            how far from them, relative to their size; below 1 all do
        """
        ...
    def _scale(self, name: str) -> tuple[float, bool]:
        """Size of a statistic's disturbance, and whether it is positive. The size of a mean is that of what it is a mean of"""
        ...
    def gaps(self, move: Callable[[Params], Params], n: int | None=None) -> Tensor:
        """How much does a move change the model's function? Raises `SymbayesError` for a model that is not finite at any weights

        Parameters
        ----------
        move : Callable[[Params], Params]
            of weights and statistics, by name: those that it changes, or all
        n : int | None = None
            number of draws, default `usual_draws`

        Returns
        -------
        Tensor
            `(n,)` largest change of an output, relative to that output's spread over draws and examples
        """
        ...
    def _gaps(self, move: Callable[[Params], Params], n: int, amount: float) -> Tensor: ...
    def _pair(self, move: Callable[[Params], Params], i: int, amount: float) -> tuple[list[Tensor], list[Tensor]]:
        """Outputs under random weights, and under the same weights moved"""
        ...
    def disturbed(self) -> Call:
        """Add noise of their own size to real inputs; a sparse matrix keeps its entries

        Returns
        -------
        Call
            arguments by position and by name
        """
        ...
    def limit(self, gap: float) -> float:
        """How large may a gap be? 1e-8, and more for a model that computes in single precision, or does so within

        Parameters
        ----------
        gap : float
            that was found

        Returns
        -------
        float
        """
        ...
    def _narrow(self) -> bool: ...
    def random_within(self) -> bool:
        """Does the model draw random numbers in evaluation mode? Then no two outputs are alike"""
        ...
    def culprits(self, moves: dict[str, Callable[[Params], Params]], n: int=2) -> list[str]:
        """Which of several moves are wrong?

        Parameters
        ----------
        moves : dict[str, Callable[[Params], Params]]
            by name
        n : int = 2
            draws for each

        Returns
        -------
        list[str]
            those that change the function by themselves
        """
        ...
    def held_back(self, move: Callable[[Params], Params], names: Sequence[str], n: int=3) -> list[str]:
        """Which of the tensors that are not moved stand in the way?

        Parameters
        ----------
        move : Callable[[Params], Params]
            that changes the function
        names : Sequence[str]
            of tensors that it leaves alone
        n : int = 3
            draws

        Returns
        -------
        list[str]
            those that differ along an axis, if the move is right once they do not; else none
        """
        ...
@contextmanager
def _refusals(what: str) -> Iterator[None]:
    """Whatever a model raises, in one line"""
    ...
def _described(call: Call) -> str:
    """Inputs, as a message calls them"""
    ...
from fastcore.basics import patch
def usual_draws(numel: int) -> int:
    """How many draws a trial makes: eight, and fewer for networks of more than 20 million weights, but at least three

    Parameters
    ----------
    numel : int
        numbers to be drawn

    Returns
    -------
    int
    """
    ...
class _NotFinite(SymbayesError):
    ...
class _Narrowest(TorchDispatchMode):
    """Looks whether an operation returns real numbers of less than double precision"""
    found: Any
    def __init__(self): ...
    def __torch_dispatch__(self, func, types, args=(), kwargs=None): ...
from symbayes.core import document
