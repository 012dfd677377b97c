# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Factor', 'Segment', 'Axis', 'Slab', 'Rearranged', 'as_axis', 'shortest', 'rearranged', 'as_slabs', 'as_written', 'of_axis', 'with_factors', 'factors', 'Piece', 'pieces_of', 'coordinates']
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple
import torch
from torch import Tensor
from .core import require
Factor: Any
Segment: TypeAlias = tuple[Factor, ...]
Axis: TypeAlias = tuple[Segment, ...]
Slab: TypeAlias = tuple[Axis, ...]
class Rearranged(tuple):
    """An axis whose place `p` holds entry `order[p]` of the axis that its segments describe"""
    order: tuple[int, ...]
    def __new__(cls, segments: Axis, order: Sequence[int]):
        """Parameters
        ----------
        segments : Axis
            of the axis as described
        order : Sequence[int]
            a permutation of its entries
        """
        ...
    def __eq__(self, other: Any) -> bool: ...
    def __ne__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple: ...
    def __repr__(self) -> str: ...
def as_axis(spec: Factor | tuple | list) -> Axis:
    """An axis in its full form

    Parameters
    ----------
    spec : Factor | tuple | list
        a factor, a tuple of factors (product), a list of those (side by side), or an axis in full form

    Returns
    -------
    Axis
        a tuple of segments, each a tuple of factors
    """
    ...
def shortest(axis: Axis) -> Factor | tuple | list:
    """What `as_axis` takes for this axis

    Parameters
    ----------
    axis : Axis
        in full form

    Returns
    -------
    Factor | tuple | list
    """
    ...
def rearranged(axis: Factor | tuple | list, order: Sequence[int] | Tensor) -> Axis:
    """An axis whose entries stand in another order. Raises `SymbayesError` if the order is no permutation

    Parameters
    ----------
    axis : Factor | tuple | list
        an axis in any notation
    order : Sequence[int] | Tensor
        place `p` holds entry `order[p]` of the axis as described

    Returns
    -------
    Axis
        the axis itself where the order is that of the description
    """
    ...
def as_slabs(name: str, axes: tuple | list) -> tuple[Slab, ...]:
    """The axes of a tensor in full form. Raises `SymbayesError` for what are none

    Parameters
    ----------
    name : str
        of the tensor, for the message
    axes : tuple | list
        its axes in any notation, or a list of such tuples side by side along the first axis

    Returns
    -------
    tuple[Slab, ...]
    """
    ...
def as_written(slabs: tuple[Slab, ...]) -> Slab | list[Slab]:
    """One slab by itself, several in a list

    Parameters
    ----------
    slabs : tuple[Slab, ...]
        in full form

    Returns
    -------
    Slab | list[Slab]
    """
    ...
def of_axis(axis: Axis, f: Callable[[Segment], Sequence[Segment]]) -> Axis:
    """The axis with its segments replaced by others of the same length altogether

    Parameters
    ----------
    axis : Axis
    f : Callable[[Segment], Sequence[Segment]]
        what stands in place of a segment

    Returns
    -------
    Axis
    """
    ...
def with_factors(slabs: tuple[Slab, ...], new: Callable[[Factor], Factor]) -> tuple[Slab, ...]:
    """The same axes with other factors

    Parameters
    ----------
    slabs : tuple[Slab, ...]
    new : Callable[[Factor], Factor]
        what stands in place of a factor

    Returns
    -------
    tuple[Slab, ...]
    """
    ...
def factors(slabs: tuple[Slab, ...]) -> Iterator[Factor]:
    """Every factor wherever it stands"""
    ...
class Piece(NamedTuple):
    """A part of a tensor in which the same labels stand

    Parameters
    ----------
    name : str
        of the tensor
    slab : int
        number of the slab
    at : tuple[int, ...]
        number of the segment on every axis
    factors : tuple[Segment, ...]
        these segments
    """
    name: str
    slab: int
    at: tuple[int, ...]
    factors: tuple[Segment, ...]
    @property
    def labels(self) -> list[str]:
        """Labels on its axes, with repetition"""
        ...
def pieces_of(name: str, slabs: tuple[Slab, ...]) -> dict[str, Piece]:
    """The pieces of a tensor

    Parameters
    ----------
    name : str
        of the tensor
    slabs : tuple[Slab, ...]
        its axes

    Returns
    -------
    dict[str, Piece]
        by the tensor's name if there is one; else by name and numbers of the segments, as `w[0,1]`
    """
    ...
def coordinates(shape: Sequence[int], device: torch.device | str='cpu') -> tuple[Tensor, ...]:
    """The number of every factor at every place of a segment

    Parameters
    ----------
    shape : Sequence[int]
        sizes of the factors of a segment
    device : torch.device | str = 'cpu'

    Returns
    -------
    tuple[Tensor, ...]
        per factor, `(length,)`
    """
    ...
from symbayes.core import document
