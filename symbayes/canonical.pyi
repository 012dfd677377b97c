# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Canonical', 'canonicalize', 'Symmetries', 'canonical_gaps']
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .axes import pieces_of
from .balancing import min_mass
from .core import Inputs, Layout, Params, check_finite, free_parameters, require
from .discovery import symmetry_group
from .elements import Element, PermutationGroup
from .matching import Channel, Move, Objective, cut, fronted, label_axes, moved
from .posteriors import Posterior
from .samples import is_network, with_weights
from .scaling import Scaling, ScalingGroup, scaling_group
from .starts import _along, search
from .trials import named_tensors
class Part(NamedTuple):
    """Some weights with an axis for every label that stands on them, and a last one for all the rest

    Parameters
    ----------
    weights : Tensor
        `(B, *sizes, rest)` float64, relative to `size`
    size : Tensor
        `(B,)` root mean square
    labels : tuple[str, ...]
        one for each axis
    parents : tuple[tuple[int, ...], ...]
        for each axis, the axes of the labels that its own is inside of, outermost first
    odd : tuple[bool, ...]
        for each axis: do the signs of its units flip the weights?
    counts : bool
        for the norms of units?
    """
    weights: Tensor
    size: Tensor
    labels: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]
    odd: tuple[bool, ...]
    counts: bool
    def chain(self, x: int) -> list[int]:
        """The axes that number the units of one axis: of the blocks that they are in, and their own"""
        ...
    def summed(self, x: int, t: Tensor) -> Tensor:
        """The sum for every unit of an axis

        Parameters
        ----------
        x : int
            an axis
        t : Tensor
            `(B, *sizes, rest)`

        Returns
        -------
        Tensor
            `(B, *blocks, n)`
        """
        ...
def parts_of(g: PermutationGroup, params: Params, by: Sequence[str] | None=None) -> Iterator[Part]:
    """All that a label stands on

    Parameters
    ----------
    g : PermutationGroup
    params : Params
        `(B, *shape)` float64; buffers may be among them
    by : Sequence[str] | None = None
        names of tensors that count for norms; None: all parameters

    Returns
    -------
    Iterator[Part]
    """
    ...
def diagonals(p: Part) -> Iterator[Part]:
    """Where a label stands on two axes: what its units share with themselves"""
    ...
def _twins(p: Part) -> tuple[int, int] | None:
    """Two axes of one label, in the same blocks"""
    ...
def _no_zero(t: Tensor) -> Tensor: ...
def _wide(t: Tensor, ndim: int) -> Tensor: ...
def tied(place: Tensor) -> Tensor:
    """Do units share a place?

    Parameters
    ----------
    place : Tensor
        `(.., n)`

    Returns
    -------
    Tensor
        `(..)`
    """
    ...
def split(place: Tensor, keys: Tensor, tol: float) -> Tensor:
    """Units that share a place sorted by keys, the largest first

    Parameters
    ----------
    place : Tensor
        `(*lead, n)` numbers of units before, int64
    keys : Tensor
        `(*lead, n, K)`, the first first
    tol : float
        differences up to this are rounding

    Returns
    -------
    Tensor
        `(*lead, n)`
    """
    ...
def _spread(place: Tensor, keys: Tensor) -> Tensor:
    """How far apart are the keys of a place?

    Parameters
    ----------
    place : Tensor
        `(R, n, K)`
    keys : Tensor
        `(R, n, K)`

    Returns
    -------
    Tensor
        `(R, n, K)`
    """
    ...
def _split_by(place: Tensor, key: Tensor, tol: float) -> Tensor:
    """Parameters
    ----------
    place : Tensor
        `(R, n)`
    key : Tensor
        `(R, n)`
    tol : float
        `(R, n)`

    Returns
    -------
    Tensor
        `(R, n)`
    """
    ...
@dataclass
class Colours:
    """What is known of the units of a stack of networks: their places, and their signs

    Parameters
    ----------
    group : PermutationGroup
    parts : list[Part]
    place : dict[str, Tensor]
        label to numbers of units before, `(B, *blocks, n)`
    sign : dict[str, Tensor]
        signed label to -1, 1, or 0 while it is not known, `(B, *blocks, n)`
    tol : float
        relative differences up to this are rounding
    """
    group: PermutationGroup
    parts: list[Part]
    place: dict[str, Tensor]
    sign: dict[str, Tensor]
    tol: float
    @classmethod
    def of(cls, group: PermutationGroup, params: Params, by: Sequence[str] | None, tol: float) -> 'Colours':
        """Before anything is known"""
        ...
    def at(self, label: str) -> list[tuple[int, Part, int]]:
        """Where a label stands

        Parameters
        ----------
        label : str
            number, part and axis

        Returns
        -------
        list[tuple[int, Part, int]]
            number, part and axis
        """
        ...
    def rows(self, rows: Tensor) -> 'Colours':
        """Some networks of the stack, in copies"""
        ...
    def put(self, rows: Tensor, some: 'Colours') -> None:
        """What was found out about some networks"""
        ...
    def norms(self, label: str) -> Tensor:
        """Of all weights of every unit

        Parameters
        ----------
        label : str

        Returns
        -------
        Tensor
            `(B, *blocks, n)`
        """
        ...
    def sorted_weights(self, label: str) -> Tensor:
        """Of every unit, in an order that no other label changes

        Parameters
        ----------
        label : str

        Returns
        -------
        Tensor
            `(B, *blocks, n, K)`
        """
        ...
    def coefficients(self, p: Part, k: int, places: Sequence[int], signs: Sequence[int]) -> Tensor:
        """What the weights are multiplied by in sums

        Parameters
        ----------
        p : Part
        k : int
            number of the table
        places : Sequence[int]
            axes that are told apart by place
        signs : Sequence[int]
            axes whose signs count

        Returns
        -------
        Tensor
            broadcasts with the weights
        """
        ...
    def messages(self, label: str, k: int) -> Tensor:
        """What the neighbours of every unit say of it

        Parameters
        ----------
        label : str
        k : int
            number of the table

        Returns
        -------
        Tensor
            `(B, *blocks, n, K)`
        """
        ...
    def sign_order(self) -> list[str]:
        """Signed labels, those first whose weights depend least on the signs of others"""
        ...
    def votes(self, label: str, k: int) -> tuple[Tensor, Tensor]:
        """Sums of the weights that flip with every unit, as far as the signs of others are known

        Parameters
        ----------
        label : str
        k : int
            number of the table

        Returns
        -------
        tuple[Tensor, Tensor]
            the sums, and the norms of what could be summed, `(B, *blocks, n)`
        """
        ...
    def take_signs(self, label: str, k: int) -> None:
        """Signs that were not known, where there is a vote; where all weights are zero, 1

        Parameters
        ----------
        label : str
        k : int
            number of the table
        """
        ...
    def undone(self) -> Tensor:
        """Which networks have units that share a place, or have no sign?

        Returns
        -------
        Tensor
            `(B,)`
        """
        ...
    def state(self) -> Tensor:
        """All places and signs side by side

        Returns
        -------
        Tensor
            `(B, units)`
        """
        ...
    def ranks(self, label: str) -> Tensor:
        """Places among the units of all blocks: those that share one are alike, blocks and all

        Parameters
        ----------
        label : str
            `(B, units)`

        Returns
        -------
        Tensor
            `(B, units)`
        """
        ...
    def shared(self, label: str) -> Tensor:
        """Which units are not alone in their place?

        Parameters
        ----------
        label : str
            `(B, units)`

        Returns
        -------
        Tensor
            `(B, units)`
        """
        ...
    def unsigned(self, label: str) -> Tensor:
        """Which units have a sign that is not known?

        Parameters
        ----------
        label : str
            `(B, units)`

        Returns
        -------
        Tensor
            `(B, units)`
        """
        ...
    def single_out(self, label: str, rows: Tensor, units: Tensor, signs: Tensor | None=None) -> None:
        """One unit goes before those that it shares a place with

        Parameters
        ----------
        label : str
        rows : Tensor
            networks
        units : Tensor
            a unit of each, numbered through all blocks
        signs : Tensor | None = None
            and its sign, where it has one
        """
        ...
    def part_twins(self, label: str) -> None:
        """Units with the same weights, entry by entry, in the order in which they come"""
        ...
    def take_one(self, any_one: bool) -> None:
        """The first sign that has no vote is positive, where no units share a place; if any one will do, one unit goes before its like"""
        ...
    def heard(self, k: int) -> bool:
        """Messages and votes, once for every label

        Parameters
        ----------
        k : int
            number of the table

        Returns
        -------
        bool
            anything new?
        """
        ...
    def refine(self, any_one: bool=False) -> 'Colours':
        """Messages and votes until they say nothing new; then twins, and choices

        Parameters
        ----------
        any_one : bool = False
            itself

        Returns
        -------
        Colours
            itself
        """
        ...
    def prints(self) -> Tensor:
        """Numbers that are the same for the same tensors, once these are put in order

        Returns
        -------
        Tensor
            `(B, K)`
        """
        ...
    def choices(self) -> 'Colours':
        """Of one network: the units of the first place that is shared each go first, with either sign where that is not known

        Returns
        -------
        Colours
            a copy for every choice
        """
        ...
    def chosen(self, budget: int=256) -> 'Colours':
        """Of one network: the choices by which the tensors come first; as far down as the budget of trials goes"""
        ...
    def _order(self, done: 'Colours') -> Tensor:
        """Parameters
        ----------
        done : Colours
            `(B,)` places of networks, 0 for all if they are the same

        Returns
        -------
        Tensor
            `(B,)` places of networks, 0 for all if they are the same
        """
        ...
    def settle(self) -> 'Colours':
        """Norms for all networks, what else there is for those that need it

        Returns
        -------
        Colours
            itself
        """
        ...
    def element(self, lead: tuple[int, ...]) -> Element:
        """The element that puts every unit in its place

        Parameters
        ----------
        lead : tuple[int, ...]
            what the first axis stands for

        Returns
        -------
        Element
        """
        ...
def _relative(t: Tensor) -> Tensor:
    """To the largest of every network, `(B, ..)`"""
    ...
def table(n: int, k: int) -> Tensor:
    """Numbers that belong to places

    Parameters
    ----------
    n : int
        how many numbers
    k : int
        which table; 0: all ones

    Returns
    -------
    Tensor
        `(n,)` float64 between .5 and 1.5
    """
    ...
most_at_once: Any
def _tolerance(params: Params) -> float: ...
def _handed(g: PermutationGroup, params: Params) -> tuple[Params, torch.Size]:
    """What the group moves, and leading axes. Raises `SymbayesError` for what does not fit and for NaN and infinity"""
    ...
def _chunks(g: PermutationGroup, params: Params, lead: torch.Size) -> Iterator[Params]:
    """As many networks as are looked at at once

    Parameters
    ----------
    g : PermutationGroup
        `(B, *shape)` float64
    params : Params
        `(B, *shape)` float64
    lead : torch.Size
        `(B, *shape)` float64

    Returns
    -------
    Iterator[Params]
        `(B, *shape)` float64
    """
    ...
def _joined(each: Sequence[Element], g: PermutationGroup, lead: torch.Size, like: Tensor) -> Element:
    """Elements of chunks as one stack

    Parameters
    ----------
    each : Sequence[Element]
        `(*lead,)`
    g : PermutationGroup
        `(*lead,)`
    lead : torch.Size
        `(*lead,)`
    like : Tensor
        `(*lead,)`

    Returns
    -------
    Element
        `(*lead,)`
    """
    ...
def _coloured(g: PermutationGroup, params: Params, lead: torch.Size, by: Sequence[str] | None) -> Iterator[Colours]:
    """In chunks, none where there is nothing to sort"""
    ...
def sorted_element(g: PermutationGroup, params: Params, by: Sequence[str] | None=None) -> Element:
    """The element that sorts each network by itself

    Parameters
    ----------
    g : PermutationGroup
    params : Params
        `(*lead, *shape)`; buffers may be among them
    by : Sequence[str] | None = None
        tensors whose weights count for the norms; None: all

    Returns
    -------
    Element
        `(*lead,)`
    """
    ...
def nearest_element(g: PermutationGroup, reference: Params, params: Params) -> Element:
    """The nearest that is found to the reference from invariants of units alone

    Parameters
    ----------
    g : PermutationGroup
    reference : Params
        `(*shape)`
    params : Params
        `(*lead, *shape)`, each network sorted

    Returns
    -------
    Element
        `(*lead,)`
    """
    ...
class Canonical(NamedTuple):
    """Canonical weights, and what led to them

    Parameters
    ----------
    params : Params | nn.Module | Posterior
        `(*lead, *shape)`; a network or a posterior, if one was given
    element : Element | None
        `(*lead,)`, acting on the scaled weights; None if no permutations were given
    scaling : Scaling | None
        place to logs `(*lead, n)`; None if no scalings were given
    """
    params: Params | nn.Module | Posterior
    element: Element | None
    scaling: Scaling | None
def canonicalize(params: Params | nn.Module | Posterior, permutations: PermutationGroup | None=None, scalings: ScalingGroup | None=None, reference: Params | nn.Module | Posterior | None=None, by: Sequence[str] | None=None, return_elements: bool=False, *, weights: Any=None) -> Params | nn.Module | Posterior | Canonical:
    """One network for all that the symmetries make of it: scales balanced, then units in canonical places with canonical signs

    A module gives a copy with canonical weights. A posterior is moved to where its means are canonical, by permutations alone.

    Parameters
    ----------
    params : Params | nn.Module | Posterior
        tensors `(*lead, *shape)` of one network or of many, buffers too; a module; a posterior
    permutations : PermutationGroup | None = None
        whose elements may be used, signs included
    scalings : ScalingGroup | None = None
        scalings that are removed first, by `min_mass`
    reference : Params | nn.Module | Posterior | None = None
        one network `(*shape)` to align to; None: every network is sorted by itself
    by : Sequence[str] | None = None
        names of tensors whose weights count for the norms that sort; None: all parameters
    return_elements : bool = False
        also what led there: a `Canonical`?
    weights : Any = None
        precisions of the prior, as `min_mass` takes them

    Returns
    -------
    Params | nn.Module | Posterior | Canonical
        with the leading axes, dtypes and other tensors of `params`
    """
    ...
def _point(w: Any, g: PermutationGroup | None) -> Any:
    """The weights of a network, with the buffers that the group moves, or the means of a posterior; anything else as it is"""
    ...
def _canonical(params: Params, permutations: PermutationGroup | None, scalings: ScalingGroup | None, reference: Params | None, by: Any, weights: Any) -> Canonical:
    """The same for tensors"""
    ...
def _placed(g: PermutationGroup, w: Params, reference: Params | None, by: Sequence[str] | None) -> Element:
    """Sorted, and from there aligned if there is a reference: so the order in which a network comes does not matter"""
    ...
def _balanced(scalings: ScalingGroup, w: Params, weights: Any) -> tuple[Params, Scaling]:
    """Of least mass; dead units, for which there is none, of norm one"""
    ...
@dataclass(frozen=True, eq=False)
class Symmetries:
    """What keeps a network's function: permutations, with sign flips, and scalings"""
    permutations: PermutationGroup
    scalings: ScalingGroup
    @classmethod
    def of(cls, model: nn.Module, *inputs: Inputs) -> 'Symmetries':
        """Found on the network's traced program, and verified

        Parameters
        ----------
        model : nn.Module
            any that `symmetry_group` and `scaling_group` can trace
        *inputs : Inputs
            what it is called with

        Returns
        -------
        Symmetries
        """
        ...
    @property
    def layout(self) -> Layout:
        """Names and shapes of the weights"""
        ...
    def moved(self, params: Params, spread: float=1.0, *, generator: torch.Generator | None=None) -> Params:
        """The same functions: each network permuted and scaled at random

        Parameters
        ----------
        params : Params
            `(*lead, *shape)`
        spread : float = 1.0
            standard deviation of the logs of scales
        generator : torch.Generator | None = None
            of the elements

        Returns
        -------
        Params
            `(*lead, *shape)`
        """
        ...
    def canonical(self, params: Params, reference: Params | None=None, **options) -> Params:
        """One network for all that both make of it, by `canonicalize`

        Parameters
        ----------
        params : Params
            `(*lead, *shape)`
        reference : Params | None = None
            one network `(*shape)` to align to; None: every network is sorted by itself
        **options
            further ones of `canonicalize`

        Returns
        -------
        Params
            `(*lead, *shape)`
        """
        ...
def canonical_gaps(params: Params, permutations: PermutationGroup, by: Sequence[str] | None=None) -> dict[str, Tensor]:
    """Differences of the norms of neighbours, relative to the larger one: below twice the size of a disturbance it may exchange the two

    Parameters
    ----------
    params : Params
        tensors `(*lead, *shape)`, scaled as they shall be
    permutations : PermutationGroup
        whose labels are looked at
    by : Sequence[str] | None = None
        names of tensors whose weights count for the norms, as for `canonicalize`

    Returns
    -------
    dict[str, Tensor]
        by label, `(*lead, *blocks, n-1)` float64, in canonical order
    """
    ...
def _neighbours(norm: Tensor, place: Tensor) -> Tensor:
    """Units in the order of their places; blocks as they came"""
    ...
from symbayes.core import document
