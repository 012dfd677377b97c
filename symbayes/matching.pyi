# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Channel', 'Objective', 'descend']
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import frexp, prod
from typing import NamedTuple
import numpy as np
import torch
from fastcore.basics import patch
from torch import Tensor
import symbayes.groups
from .axes import Piece
from .core import Params, SymbayesError, check_finite, check_generator, lazy_module, require
from .elements import Element, PermutationGroup
import scipy.optimize as optimize
@dataclass(frozen=True)
class Channel:
    """One kind of tensors on both sides, for instance means, or standard deviations

    Parameters
    ----------
    reference : Params
        `(*shape)`, left where they are; leading axes, if any, broadcast with those of `moved`
    moved : Params
        `(*lead, *shape)`: every leading index is aligned for itself
    flips : bool = True
        do signs flip them? Weights and means, yes; standard deviations, no
    """
    reference: Params
    moved: Params
    flips: bool = ...
class Entries(NamedTuple):
    """A piece of both sides with an axis for every label that stands on it, and a last one for all the rest

    Parameters
    ----------
    labels : tuple[str, ...]
        one for each axis
    parents : tuple[tuple[int, ...], ...]
        for each axis, the axes of the labels that its own is inside of, outermost first
    flips : bool
        do signs flip it?
    reference : Tensor
        `(B, *sizes, rest)`, or with 1 in place of B if it is the same for all
    moved : Tensor
        `(B, *sizes, rest)`, as it stands now
    scale : Tensor | None = None
        `(B,)` product of the norms of both, for what rounding may feign
    """
    labels: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]
    flips: bool
    reference: Tensor
    moved: Tensor
    scale: Tensor | None = ...
def label_axes(g: PermutationGroup, p: Piece) -> tuple[list[int], tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """Which factors of a piece are labels, their names, and for each the numbers of those that it is inside of

    Parameters
    ----------
    g : PermutationGroup
        the group
    p : Piece
        one of its pieces

    Returns
    -------
    tuple[list[int], tuple[str, ...], tuple[tuple[int, ...], ...]]
    """
    ...
def cut(g: PermutationGroup, t: Tensor, p: Piece) -> Tensor:
    """A piece of a tensor with an axis for every label

    Parameters
    ----------
    g : PermutationGroup
        the group
    t : Tensor
        `(B, *shape)`: the tensor that the piece is part of
    p : Piece
        one of its pieces

    Returns
    -------
    Tensor
        `(B, *sizes of labels, rest)`
    """
    ...
def fronted(t: Tensor, n_lead: int, front: Sequence[int]) -> Tensor:
    """Some axes in front, all others as one behind them

    Parameters
    ----------
    t : Tensor
        `(*lead, *sizes)`
    n_lead : int
        number of leading axes
    front : Sequence[int]
        axes behind these, by number

    Returns
    -------
    Tensor
        `(*lead, *sizes of these, rest)`
    """
    ...
Move: TypeAlias = dict[str, tuple[Tensor, Tensor | None]]
def moved(t: Tensor, labels: Sequence[str], parents: Sequence[tuple], move: Move, flips: bool=True) -> Tensor:
    """Tensors with an axis for every label, moved; the outermost labels first

    Parameters
    ----------
    t : Tensor
        `(B, *sizes, ..)`
    labels : Sequence[str]
        of its axes behind the first
    parents : Sequence[tuple]
        axes of the labels that these are inside of
    move : Move
        which units land where
    flips : bool = True
        do signs flip it?

    Returns
    -------
    Tensor
    """
    ...
def _moved_along(t: Tensor, axes: list[int], index: Tensor, sign: Tensor | None, flips: bool) -> Tensor:
    """New places along the last of some axes; indices differ along the others"""
    ...
def best_places(gains: Tensor) -> Tensor:
    """Linear assignments with the highest sum of gains

    Parameters
    ----------
    gains : Tensor
        `(.., n, n)`: of unit j at place i

    Returns
    -------
    Tensor
        `(.., n)`: the unit that is best put at every place, int64
    """
    ...
class Nest(NamedTuple):
    """The labels of a problem, and which are inside which

    Parameters
    ----------
    sizes : dict[str, int]
        label to its units; of one block, if it is inside another
    outers : dict[str, tuple[str, ...]]
        label to those that it is inside of, outermost first
    signed : frozenset[str]
        labels whose units may flip
    still : frozenset[str]
        labels that stay
    """
    sizes: dict[str, int]
    outers: dict[str, tuple[str, ...]]
    signed: frozenset[str]
    still: frozenset[str]
    @classmethod
    def of(cls, g: PermutationGroup) -> 'Nest':
        """All labels of a group"""
        ...
    @property
    def labels(self) -> list[str]:
        """All that move"""
        ...
    def top(self, label: str) -> str:
        """The outermost that moves among those that a label is inside of, or the label itself"""
        ...
    def within(self, label: str) -> 'Nest':
        """The labels of a block that a unit of this label holds"""
        ...
class Gains(NamedTuple):
    """What unit j is worth at place i, at best

    Parameters
    ----------
    gain : Tensor
        `(B, n, n)`: inner product of the two, at its best sign and the best order of what they hold
    sign : Tensor | None
        `(B, n, n)` that sign; None if units do not flip
    inside : Move
        the best order of what they hold: arrays `(B, n, n, *blocks, m)`
    now : Tensor | None = None
        `(B, n)`: what they are worth as they stand; None if they hold others
    """
    gain: Tensor
    sign: Tensor | None
    inside: Move
    now: Tensor | None = ...
    def at(self, rows: Tensor) -> 'Gains':
        """Of some of the batch; blocks, if any, come to stand in front"""
        ...
def pair_gains(units: list[Entries], nest: Nest, signed: bool) -> Gains:
    """All pairs of a unit and a place

    Parameters
    ----------
    units : list[Entries]
        both sides with units on the axis behind the first, `(B, n, *sizes, rest)`
    nest : Nest
        what the units hold
    signed : bool
        may units flip?

    Returns
    -------
    Gains
    """
    ...
def _summed(units: list[Entries], like: Entries) -> Tensor:
    """Inner products of all pairs, `(B, n, n)`"""
    ...
def _products(u: Entries) -> Tensor:
    """Of some entries"""
    ...
def _either_sign(units: list[Entries], nest: Nest) -> Gains:
    """Units that hold others, as they are and flipped"""
    ...
def _components(units: list[Entries], nest: Nest) -> Iterator[tuple[list[str], list[Entries]]]:
    """Labels that share entries, directly or through others, with these entries"""
    ...
def block_units(e: Entries, x: int, n_lead: int=1) -> Entries:
    """The units of a label in front

    Parameters
    ----------
    e : Entries
        both sides, `(B, *sizes, rest)`
    x : int
        the axis of a label, behind the first `n_lead`
    n_lead : int = 1
        number of leading axes

    Returns
    -------
    Entries
        `(*lead, *outers, n, *sizes, rest)`: axes of what its units hold are kept, all others are the rest
    """
    ...
def _of_one(label: str, units: list[Entries], nest: Nest) -> tuple[Tensor, Move]:
    """The best order of one label in every pair of units that hold it: gains `(B, n, n)` and arrays `(B, n, n, m)`"""
    ...
def _of_several(labels: list[str], units: list[Entries], nest: Nest) -> tuple[Tensor, Move]:
    """Labels that share entries: descent in every pair of units, from several orders"""
    ...
def _starts_of_pairs(one: 'State', last: str, lead: tuple[int, ...]) -> list['State']:
    """Orders to begin with; where there is much to do, one: each unit with itself as it stands, others settled"""
    ...
def _all_pairs(labels: list[str], units: list[Entries], nest: Nest) -> 'State':
    """A problem for every pair of units, with some labels of what they hold"""
    ...
def _by_products(units: list[Entries]) -> Entries:
    """Of every pair of units, entries with one label and the same inner products as these, however long their rest is"""
    ...
class Quadratic(NamedTuple):
    """The inner product of both sides as a function of one label's order, `x` of shape `(kinds, b, n, n)`: signed places, and places

    Parameters
    ----------
    linear : Tensor
        `(kinds, b, n, n)`; one kind for units that do not flip
    pairs : list[tuple[int, Tensor, Tensor]]
        kind, and both sides `(b, rest, n, n)` of entries on which the label stands twice
    """
    linear: Tensor
    pairs: list[tuple[int, Tensor, Tensor]]
    def curve(self, x: Tensor) -> Tensor:
        """Half the gradient of the quadratic part"""
        ...
    def value(self, x: Tensor) -> Tensor:
        """Inner product of both sides at `x`, `(b,)`"""
        ...
    def vertex(self, gain: Tensor) -> Tensor:
        """The order and signs that are best by a linear gain"""
        ...
    def climb(self, x: Tensor, steps: int=30) -> Tensor:
        """Frank-Wolfe: towards the order that is best by the gradient, as far as the inner product rises; then the nearest order"""
        ...
    def polish(self, x: Tensor, steps: int=20) -> Tensor:
        """From order to order, each the best by the gradient at the one before, while the inner product rises"""
        ...
    def exchange(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Two units change places, or one flips: whichever helps most

        Parameters
        ----------
        x : Tensor
            an order with signs, `(kinds, b, n, n)`

        Returns
        -------
        tuple[Tensor, Tensor]
            the move that goes before it, and how much the inner product rises by it, `(b,)`
        """
        ...
    def settle(self, x: Tensor) -> Tensor:
        """Exchange after exchange, while they help; of many units that takes long, and is left out"""
        ...
    def best(self) -> Tensor:
        """The best of some climbs: from the present order, from the middle of all without signs and with them, from half way between"""
        ...
    def move(self, label: str, lead: tuple[int, ...]) -> Move:
        """The best that is found, as a move"""
        ...
def ends(t: Tensor) -> Tensor: ...
def cross(t: Tensor) -> Tensor: ...
@dataclass
class State:
    """Both sides as they stand now, with the element that has brought them there

    Parameters
    ----------
    nest : Nest
    entries : list[Entries]
        `(B, *sizes, rest)`
    index : dict[str, Tensor]
        of the element, `(B, *blocks, n)`
    signs : dict[str, Tensor]
    gains : Callable[['State', str], Gains | None] | None = None
        of a label, in place of those of its entries
    measure : Callable[['State'], Tensor] | None = None
        the distance `(B,)`, where it is not that of the entries
    """
    nest: Nest
    entries: list[Entries]
    index: dict[str, Tensor]
    signs: dict[str, Tensor]
    gains: Callable[['State', str], Gains | None] | None = ...
    measure: Callable[['State'], Tensor] | None = ...
    @classmethod
    def identity(cls, nest: Nest, entries: list[Entries], b: int) -> 'State':
        """Before anything is moved"""
        ...
    def on(self, label: str) -> list[int]:
        """Numbers of the entries that a label stands on"""
        ...
    def value(self, which: Sequence[int] | None=None) -> Tensor:
        """Inner product of the two sides, `(B,)` in float64; of some entries"""
        ...
    def rows(self, rows: Tensor, label: str) -> 'State':
        """Some of the batch, and of the entries those on which a label stands"""
        ...
    def after(self, move: Move) -> 'State':
        """Both sides after a move"""
        ...
    def quadratic(self, label: str) -> Quadratic | None:
        """If its units hold nothing, and stand twice on some entries, there within the same block"""
        ...
    def all_gains(self, label: str) -> Gains:
        """What the units of one label are worth at all places, given all other labels; blocks stand in front"""
        ...
    def best_move(self, label: str, own: Gains | None=None) -> tuple[Move, Tensor | None]:
        """The best places of one label's units, and of what they hold

        Parameters
        ----------
        label : str
        own : Gains | None = None
            gains to use in place of those of the entries

        Returns
        -------
        tuple[Move, Tensor | None]
            and how much nearer it brings both sides, `(B,)`, where that is known without moving them
        """
        ...
    def joined(self, rows: Tensor, better: Tensor, new: 'State', label: str) -> None:
        """Take over some of the batch from what `rows` has given, moved"""
        ...
    def step(self, label: str, rows: Tensor) -> Tensor:
        """One label's best places, taken where the sides come nearer: for which of these rows of the batch?"""
        ...
    def gained(self, now: 'State', new: 'State', rows: Tensor) -> Tensor:
        """How much nearer have some of the batch come? In terms of inner products"""
        ...
    def settled(self) -> 'State':
        """A start: each label by the entries on which it stands once, and no other beside it"""
        ...
    def descend(self, max_sweeps: int, generator: torch.Generator | None=None) -> None:
        """Step after step, until none brings the sides nearer"""
        ...
    def at_once(self, label: str) -> int:
        """How many of the batch fit into a step, where labels that share entries are matched in every pair of blocks"""
        ...
    def repeats(self, label: str) -> bool:
        """May a second step with nothing between find more? Where labels share entries, and none of them is inside the other"""
        ...
def placed(gains: Gains, label: str, lead: tuple[int, ...]) -> Move:
    """The best places, as a move

    Parameters
    ----------
    gains : Gains
        of all pairs, `(B, n, n)`
    label : str
        whose units
    lead : tuple[int, ...]
        what B stands for: batch and blocks

    Returns
    -------
    Move
    """
    ...
def _order(n: int, generator: torch.Generator | None) -> list[int]: ...
class Objective:
    """The squared distance of two sides, summed over channels, as a function of the element that moves one of them

    Parameters
    ----------
    group : PermutationGroup
        whose elements are looked for
    channels : Sequence[Channel]
        at least one; in float64 if a tensor is, else in float32
    """
    group: PermutationGroup
    channels: Any
    nest: Any
    unit: Any
    entries: Any
    device: Any
    lead: Any
    def __init__(self, group: PermutationGroup, channels: Sequence[Channel]):
        """Parameters
        ----------
        group : PermutationGroup
            whose elements are looked for
        channels : Sequence[Channel]
            at least one; in float64 if a tensor is, else in float32
        """
        ...
    def unit_gains(self, label: str, a: Element) -> Tensor | tuple[Tensor, Tensor] | None:
        """For subclasses: what unit j of the moved side, as it stands, is worth at place i; half of what the distance falls by

        Parameters
        ----------
        label : str
            of the group
        a : Element
            where the moved side stands, `(*lead,)`

        Returns
        -------
        Tensor | tuple[Tensor, Tensor] | None
            `(*lead, *blocks, n, n)`; as they are and flipped, for a signed label; None: by the channels
        """
        ...
    def _flat(self, params: Params, dtype: torch.dtype) -> Params:
        """`(B, *shape)`, or `(1, *shape)` for a side without leading axes; in units of `unit`"""
        ...
    def _cut(self, reference: Params, moved: Params, flips: bool) -> Iterator[Entries]:
        """A channel in pieces"""
        ...
    def _lead_of(self, a: Element) -> tuple[int, ...]:
        """Leading axes of both sides together with those of an element"""
        ...
    def at(self, a: Element) -> State:
        """Both sides, once `a` has moved one of them

        Parameters
        ----------
        a : Element
            one element, or a stack whose leading axes broadcast with those of the two sides

        Returns
        -------
        State
            leading axes are one, of size B
        """
        ...
    def element(self, state: State, lead: tuple[int, ...]) -> Element:
        """The element that has brought both sides there

        Parameters
        ----------
        state : State
            as it stands
        lead : tuple[int, ...]
            what its first axis stands for

        Returns
        -------
        Element
        """
        ...
    def distance(self, a: Element) -> Tensor:
        """Sum of the squared distances of reference and moved side, over all channels

        Parameters
        ----------
        a : Element
            one element or a stack

        Returns
        -------
        Tensor
            `(*lead,)` float64
        """
        ...
    def assigned(self, label: str, a: Element) -> Element:
        """`a` with this label, and all that its units hold, at its best places given the others

        Parameters
        ----------
        label : str
            of the group
        a : Element
            one element or a stack

        Returns
        -------
        Element
        """
        ...
    def _own_gains(self, label: str, a: Element) -> Gains | None: ...
    def gains(self, label: str, a: Element) -> Tensor:
        """What unit j of the moved side, as it stands, is worth at place i of the reference

        Parameters
        ----------
        label : str
            of the group
        a : Element
            where the moved side stands, `(*lead,)`

        Returns
        -------
        Tensor
            `(*lead, *blocks, n, n)`, at the best sign, and with what the units hold in its best order
        """
        ...
def _unit(tensors: list[Tensor]) -> float:
    """A power of two to divide by, so that products of very large or very small numbers stay within range; else 1"""
    ...
def _weights(g: PermutationGroup, params: Params, side: str) -> Params:
    """The parameters, without buffers; what is no number is refused"""
    ...
def descend(objective: Objective, a: Element, max_sweeps: int=100, generator: torch.Generator | None=None) -> Element:
    """Give every label its best places given the others, until the distance falls no more

    Parameters
    ----------
    objective : Objective
        what is to fall
    a : Element
        where to start: one element, or a stack
    max_sweeps : int = 100
        at most so many passes over all labels
    generator : torch.Generator | None = None
        of the order of labels in every sweep; default the group's own order

    Returns
    -------
    Element
        with the leading axes of both together
    """
    ...
from symbayes.core import document
