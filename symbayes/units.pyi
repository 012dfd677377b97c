# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Units', 'Labels', 'written_group']
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from math import prod
from typing import Any
import numpy as np
import torch
from torch import Tensor
from .axes import rearranged
from .core import lazy_module
from .elements import PermutationGroup
from .numbering import Axis_, Ledger, _mix
import scipy.sparse as sparse
import scipy.sparse.csgraph as csgraph
def _scramble(x: np.ndarray) -> np.ndarray: ...
def _array(parts: Sequence[Tensor], shape: tuple[int, ...]) -> np.ndarray: ...
def _spread(mark: np.ndarray, arrows: np.ndarray) -> np.ndarray:
    """Follow arrows from what is marked"""
    ...
class Units:
    """What moves together, by kind

    Parameters
    ----------
    book : Ledger
        after the whole graph
    """
    book: Ledger
    hue: Any
    ties: Any
    members: Any
    def __init__(self, book: Ledger):
        """Parameters
        ----------
        book : Ledger
            after the whole graph
        """
        ...
    def _read_whole(self) -> None:
        """What is read as a whole as well, or in two ways, has one set of numbers after all"""
        ...
    def _join(self) -> None:
        """Units, blocks, what does not move, and what reaches the output"""
        ...
    def _refine(self) -> None:
        """Colours: what does not move has one of its own"""
        ...
    def _relations(self) -> bool:
        """Which kind is in blocks of which: `parents[kind][kind]` holds the block of each unit. True if something new was found out"""
        ...
    def _learn(self, ties: list[np.ndarray], members: list[np.ndarray]) -> None: ...
    def above(self, kind: int) -> set[int]:
        """Kinds of the blocks that it is in, and of those that these are in"""
        ...
class Labels:
    """Labels, and where the units of every kind stand in them

    Parameters
    ----------
    units : Units
        by kind
    axes : list[Axis_]
        numbers of the weights' positions, for their order
    """
    units: Units
    sizes: Any
    inside: Any
    notes: Any
    kinds: Any
    def __init__(self, units: Units, axes: list[Axis_]):
        """Parameters
        ----------
        units : Units
            by kind
        axes : list[Axis_]
            numbers of the weights' positions, for their order
        """
        ...
    @cached_property
    def places(self) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
        """Labels and place in them of every unit that moves"""
        ...
    def _first(self, axes: list[Axis_]) -> None:
        """The first position of every unit (of a block, that of its first member), and its number where units are numbered within blocks"""
        ...
    def _visit(self, kind: int) -> None: ...
    def _place(self, kind: int, units: np.ndarray, columns: dict[int, np.ndarray]) -> None:
        """A label of its own, if several units are in every block"""
        ...
    def of(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Labels and place in them of a position; None for one that does not move"""
        ...
Place: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]] | None
Segments: TypeAlias = tuple[list[tuple], np.ndarray | None]
class _L(int):
    """A label that has no name yet"""
class _Unspeakable(Exception):
    """There are no words for these labels"""
def _lattice(places: Sequence[Place], hues: np.ndarray, sizes: dict[int, int]) -> np.ndarray:
    """Where each unit stands, `(*sizes, copies)`; copies in the order of the operations that they take part in"""
    ...
def _product(places: Sequence[Place], hues: np.ndarray, sizes: dict[int, int]) -> tuple | None:
    """A run of places as one product of labels and fixed sizes, if it is one"""
    ...
def _axis(places: Sequence[Place], hues: np.ndarray, sizes: dict[int, int]) -> Segments:
    """Segments side by side if they are such, else an order behind them"""
    ...
class _Writer:
    """The axes of one tensor"""
    labels: Labels
    shape: tuple[int, ...]
    keep: Callable[[int], bool]
    hues: Any
    plain: Any
    within: Any
    def __init__(self, labels: Labels, shape: tuple[int, ...], axes: dict[int, Axis_], keep: Callable[[int], bool]): ...
    def _ranks(self, hues: np.ndarray) -> np.ndarray:
        """Numbers in the order of first occurrence"""
        ...
    def _places(self, numbers: Tensor) -> list[Place]: ...
    def _cleaned(self, place: Place, keep: Callable[[int, int], bool]) -> Place: ...
    def slabs(self) -> list[list[Segments]]: ...
    def _rows(self, axis: int, n: int) -> list[dict[int, list[Place]]]:
        """Places within each block, without the labels that say on another axis which block it is"""
        ...
    def _slab(self, part: slice, rows: dict[int, list[Place]]) -> list[Segments]: ...
_suffixes: tuple
def _layer(tensor: str) -> str: ...
def _names(written: dict[str, list[list[Segments]]], inside: dict[int, int], kinds: dict[int, str]) -> dict[int, str]:
    """A name for every label that stands somewhere, in the order of the tensors"""
    ...
def written_group(labels: Labels, axes: list[Axis_], shapes: dict[str, tuple[int, ...]], keep: Callable[[int], bool]=lambda label: True) -> tuple[PermutationGroup, dict[int, str]]:
    """The group in the words of `PermutationGroup`. A label that there are no words for stays where it is

    Parameters
    ----------
    labels : Labels
        of the units
    axes : list[Axis_]
        numbers of the weights' positions
    shapes : dict[str, tuple[int, ...]]
        of all tensors
    keep : Callable[[int], bool] = lambda label: True
        which labels may move

    Returns
    -------
    tuple[PermutationGroup, dict[int, str]]
        and the names of the labels
    """
    ...
def _outer(label: int, inside: dict[int, int], names: dict[int, str]) -> str | None:
    """The next label around it that moves"""
    ...
from symbayes.core import document
