# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['start', 'default_starts', 'search']
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log10, prod
import numpy as np
import torch
from torch import Tensor
from .core import check_generator, lazy_module, require
from .elements import Element, PermutationGroup, stack_elements
from .matching import Entries, Move, Objective, State, fronted, label_axes
import pandas as pd
def sorted_along(t: Tensor, axes: Sequence[int]) -> Tensor:
    """Sorted along each of some axes in turn

    Parameters
    ----------
    t : Tensor
        any tensor
    axes : Sequence[int]
        in the order in which to sort

    Returns
    -------
    Tensor
    """
    ...
def binned(t: Tensor, n: int=64) -> Tensor:
    """Long axes shortened: neighbours in a sorted list are nearly alike

    Parameters
    ----------
    t : Tensor
        `(.., n)` sorted along the last axis
    n : int = 64
        number of bins

    Returns
    -------
    Tensor
        `(.., n)` means, times the root of how many they are of
    """
    ...
def sorted_units(e: Entries, x: int, signed: bool) -> Entries:
    """Descriptions of the units that no other label moves

    Parameters
    ----------
    e : Entries
        both sides, `(B, *sizes, rest)`
    x : int
        the axis of the label whose units are described, behind the first
    signed : bool
        does any label on these entries flip signs?

    Returns
    -------
    Entries
        `(B, *outers, n, p)`, with the labels that the own one is inside of, and itself
    """
    ...
def on_diagonal(e: Entries) -> Iterator[Entries]:
    """Of a label that stands twice on some entries: those that a unit shares with itself"""
    ...
def top_labels(s: State) -> list[str]:
    """The labels that are matched by themselves, with all that their units hold

    Parameters
    ----------
    s : State

    Returns
    -------
    list[str]
        those that are inside no other that moves
    """
    ...
def matched(s: State, sketch: list[Entries]) -> State:
    """Every label to the best places by some other entries than its own

    Parameters
    ----------
    s : State
        whose labels are to be moved
    sketch : list[Entries]
        something that stands for them, with a label's outers and itself on the axes

    Returns
    -------
    State
    """
    ...
def by_sorted_units(s: State) -> State:
    """Every label matched once, by descriptions that the other labels do not change; signs stay

    Parameters
    ----------
    s : State
        as it stands

    Returns
    -------
    State
    """
    ...
def soft_signs(s: State) -> dict[str, Tensor]:
    """Signs by the votes of all entries, spread from those that are known

    Parameters
    ----------
    s : State
        places are matched, signs are not

    Returns
    -------
    dict[str, Tensor]
        signed label to `(B, *blocks, n)` between -1 and 1
    """
    ...
def _with(votes: list[tuple[Entries, Tensor]], label: str) -> Iterator[tuple[Entries, int, Tensor, list[int]]]:
    """Entries and axes where a label stands"""
    ...
def _votes(votes: list[tuple[Entries, Tensor]], label: str, soft: dict[str, Tensor]) -> Tensor:
    """For the signs of one label, `(B, *blocks, n)`"""
    ...
def _along(t: Tensor, axes: list[int], ndim: int) -> Tensor:
    """`(B, *blocks, n)` with its axes where they stand among `ndim`"""
    ...
def _take_one(soft: dict[str, Tensor], asleep: dict[str, Tensor]) -> None:
    """Where a label has no votes, one of its units is taken to be positive"""
    ...
def _any(t: Tensor) -> Tensor:
    """`(B, 1.., 1)`: is anything of it not zero?"""
    ...
def with_signs(s: State) -> State:
    """Every unit flipped by the votes of its entries

    Parameters
    ----------
    s : State
        places are matched

    Returns
    -------
    State
    """
    ...
def by_neighbours(s: State) -> list[str]:
    """Labels that are matched by themselves: those that share entries with few others, as blocks do, before streams, which meet many"""
    ...
def one_sweep(s: State, labels: Sequence[str]) -> State:
    """One step for each of some labels

    Parameters
    ----------
    s : State
        changed in place
    labels : Sequence[str]

    Returns
    -------
    State
    """
    ...
def apart(e: Entries) -> Entries | None:
    """Entries with an axis for every label that holds no other there

    Parameters
    ----------
    e : Entries
        of a piece

    Returns
    -------
    Entries | None
        `(B, *units, rest)`, the units of all blocks on one axis; None where two labels share their blocks
    """
    ...
def entry_scale(places: list[tuple[Entries, int]], signed: bool) -> Tensor:
    """Variance of an inner product of unrelated units, divided by that of a unit with itself: the variance of a weight

    Parameters
    ----------
    places : list[tuple[Entries, int]]
        where a label stands
    signed : bool

    Returns
    -------
    Tensor
        `(B, 1, 1)`
    """
    ...
def balanced(k: Tensor, sweeps: int) -> Tensor:
    """Rows and columns scaled in turn, so that both sum to 1

    Parameters
    ----------
    k : Tensor
        `(.., n, n)` logarithms
    sweeps : int

    Returns
    -------
    Tensor
    """
    ...
class Soft:
    """Soft assignments of all labels: `even[l]` of places, `(B, n, n)`, and `odd[l]` with signs

    Parameters
    ----------
    s : State
        both sides as they stand
    jitter : float = 0.05
        size of the noise at the start, relative to 1/n
    generator : torch.Generator | None = None
        of that noise
    """
    signed: Any
    places: Any
    even: Any
    odd: Any
    scale: Any
    def __init__(self, s: State, jitter: float=0.05, generator: torch.Generator | None=None):
        """Parameters
        ----------
        s : State
            both sides as they stand
        jitter : float = 0.05
            size of the noise at the start, relative to 1/n
        generator : torch.Generator | None = None
            of that noise
        """
        ...
    def gains(self, label: str) -> tuple[Tensor, Tensor]:
        """Inner products of units, the moved side averaged over the orders of all other labels

        Parameters
        ----------
        label : str
            of entries that signs flip, and of the others; `(B, n, n)` each

        Returns
        -------
        tuple[Tensor, Tensor]
            of entries that signs flip, and of the others; `(B, n, n)` each
        """
        ...
    def update(self, label: str, beta: float, sweeps: int=5) -> None:
        """The soft assignment of one label, given those of all others

        Parameters
        ----------
        label : str
        beta : float
            inverse temperature, in units of the variance of a weight
        sweeps : int = 5
            of scaling
        """
        ...
    def sketch(self, s: State) -> list[Entries]:
        """The soft assignments as entries, so that the best places by them can be found, blocks and all"""
        ...
def annealed(s: State, steps: int=20, first: float=0.05, last: float=1.0, generator: torch.Generator | None=None) -> State:
    """Soft assignments, hardened while the temperature falls; then the best places by them

    Parameters
    ----------
    s : State
        as it stands
    steps : int = 20
        number of temperatures
    first : float = 0.05
        lowest inverse temperature
    last : float = 1.0
        highest
    generator : torch.Generator | None = None
        breaks ties

    Returns
    -------
    State
    """
    ...
_named: tuple
def start(objective: Objective, how: str, generator: torch.Generator | None=None) -> Element:
    """Where a descent may begin

    Parameters
    ----------
    objective : Objective
        two sides
    how : str
        'identity', 'random', 'invariants' or 'annealed'
    generator : torch.Generator | None = None
        of random elements, and of what breaks ties

    Returns
    -------
    Element
        with the leading axes of the objective; a single one if it is 'identity'
    """
    ...
def _state(objective: Objective, how: str, generator: torch.Generator | None) -> State: ...
def kicked(g: PermutationGroup, a: Element, n_units: int=4, generator: torch.Generator | None=None) -> Element:
    """Some units of every label change places at random, and signs

    Parameters
    ----------
    g : PermutationGroup
    a : Element
        one element, or a stack
    n_units : int = 4
        of every label and block; of fewer, all
    generator : torch.Generator | None = None

    Returns
    -------
    Element
    """
    ...
def sweep_cost(g: PermutationGroup) -> int:
    """What a soft assignment of every label costs, once

    Parameters
    ----------
    g : PermutationGroup

    Returns
    -------
    int
        multiplications
    """
    ...
def default_starts(group: PermutationGroup) -> list[str]:
    """The starts that a search tries if it is not told which

    Parameters
    ----------
    group : PermutationGroup
        whose elements are looked for

    Returns
    -------
    list[str]
        names, as `search` takes them
    """
    ...
def nearest(a: Element, after: Tensor, found: tuple[Element, Tensor] | None) -> tuple[Element, Tensor]:
    """Of several elements the nearest, for every leading index

    Parameters
    ----------
    a : Element
        `(k, *lead)`
    after : Tensor
        distances
    found : tuple[Element, Tensor] | None
        the nearest before, `(*lead,)`

    Returns
    -------
    tuple[Element, Tensor]
        with these
    """
    ...
def search(objective: Objective, starts: Sequence[str | Element] | None=None, generator: torch.Generator | None=None) -> 'tuple[Element, pd.DataFrame]':
    """Descend from several starts and keep, for every leading index, what brings both sides nearest

    Parameters
    ----------
    objective : Objective
        two sides
    starts : Sequence[str | Element] | None = None
        names of `start`, 'kicked' (from the best so far), elements; None: `default_starts`
    generator : torch.Generator | None = None
        of everything random

    Returns
    -------
    tuple[Element, pd.DataFrame]
        the nearest of all that descent finds, `(*lead,)`; a row for each start and leading index
    """
    ...
def _check_starts(objective: Objective, names: list) -> None: ...
def _chunks(names: list, g: PermutationGroup) -> Iterator[list]:
    """As many starts as are descended at once: small networks in a batch"""
    ...
def _descents(objective: Objective, how: str, chunk: list, found: tuple[Element, Tensor] | None, generator: torch.Generator | None) -> tuple[Tensor, Element, Tensor]:
    """From some starts of one kind

    Parameters
    ----------
    objective : Objective
    how : str
    chunk : list
    found : tuple[Element, Tensor] | None
    generator : torch.Generator | None

    Returns
    -------
    tuple[Tensor, Element, Tensor]
        distance before, element and distance after, each `(k, *lead)`
    """
    ...
def _distance(s: State) -> Tensor:
    """Of both sides as they stand, `(B,)`"""
    ...
def _single(objective: Objective, a: Element) -> Element:
    """One start as a stack of one, `(1, *lead)`"""
    ...
def _table(objective: Objective, tables: list[tuple[str, Tensor, Tensor]], best: Tensor) -> 'pd.DataFrame':
    """A row for every start, and for every leading index"""
    ...
from symbayes.core import document
