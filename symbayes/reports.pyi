# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Powers', 'Move', 'Place', 'label_places', 'unit_numbers', 'Flip', 'Continuous', 'SymmetryReport', 'symmetry_report']
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves
from .axes import Axis, Rearranged, Slab, as_written
from .core import Params, lazy_module
from .discovery import LeftOut, find_symmetries
from .elements import Element, PermutationGroup
from .trials import Trial, model_call
import matplotlib.pyplot as plt
import pandas as pd
@dataclass(frozen=True)
class Place:
    """Where a label stands: a segment of an axis of a tensor

    Parameters
    ----------
    name : str
        of the tensor
    slab : int
        number of the slab
    axis : int
        number of the axis
    segment : int
        number of the segment
    shown : str
        what the report calls it
    """
    name: str
    slab: int
    axis: int
    segment: int
    shown: str
    def __str__(self) -> str: ...
def label_places(g: PermutationGroup, label: str) -> list[Place]:
    """Where a label stands, in the order of the tensors

    Parameters
    ----------
    g : PermutationGroup
        any group
    label : str
        a label of the group

    Returns
    -------
    list[Place]
    """
    ...
def _alone(g: PermutationGroup, label: str, place: Place) -> PermutationGroup:
    """The group that moves the label at this place, and nothing else"""
    ...
def unit_numbers(g: PermutationGroup, label: str, place: Place) -> Tensor:
    """Which unit stands where

    Parameters
    ----------
    g : PermutationGroup
        any group
    label : str
        a label of the group
    place : Place
        one of its places

    Returns
    -------
    Tensor
        int64, like the tensor: the unit that an entry belongs to, block after block; -1 elsewhere
    """
    ...
Powers: TypeAlias = dict[Place, int]
Move: TypeAlias = Callable[[Params], Params]
class _Units:
    """The units of a label, to be multiplied and mixed place by place"""
    label: str
    generator: torch.Generator
    shape: Any
    n: Any
    places: Any
    alone: Any
    numbers: Any
    total: Any
    def __init__(self, g: PermutationGroup, label: str, generator: torch.Generator): ...
    def random(self, *shape: int) -> Tensor: ...
    def spread(self, p: Place, values: Tensor, elsewhere: float, like: Tensor) -> Tensor:
        """A number per unit, `(units,)`, at the entries of the units"""
        ...
    def times(self, values: Callable[[], Tensor], powers: Powers) -> Move:
        """Multiply every unit by a number of its own, raised to the power of the place"""
        ...
    def flips(self, places: Sequence[Place]) -> Move:
        """Flip the first unit, and others at random, at some places"""
        ...
    def scales(self, powers: Powers, together: bool) -> Move:
        """Multiply by positive numbers: one per unit, or one for all"""
        ...
def _pairs(u: _Units, stretch: bool) -> Tensor:
    """A random rotation for every pair of units, also stretched if asked; the identity for the last of an odd number

    Parameters
    ----------
    u : _Units
        `(units, 2, 2)`, the same for both units of a pair
    stretch : bool
        `(units, 2, 2)`, the same for both units of a pair

    Returns
    -------
    Tensor
        `(units, 2, 2)`, the same for both units of a pair
    """
    ...
def _mixed(u: _Units, p: Place, t: Tensor, m: Tensor) -> Tensor:
    """Units mapped in pairs at one place"""
    ...
def _turns(u: _Units, powers: Powers, stretch: bool=False) -> Move:
    """Map units in pairs: by matrices where the power is 1, by their inverse transposes where it is -1"""
    ...
def _slopes(trial: Trial, labels: Sequence[_Units], rows: int) -> list[Tensor]:
    """By how much mixtures of outputs change as the first unit is scaled at one place, and as all units are

    Parameters
    ----------
    trial : Trial
        for each label `(2, rows, places)`
    labels : Sequence[_Units]
        for each label `(2, rows, places)`
    rows : int
        for each label `(2, rows, places)`

    Returns
    -------
    list[Tensor]
        for each label `(2, rows, places)`
    """
    ...
def _log_slopes(trial: Trial, params: Params) -> Params:
    """Derivative of a random mixture of outputs with respect to the logarithm of every weight, of length one"""
    ...
def _whole_basis(a: Tensor, tol: float=0.0001) -> list[list[int]]:
    """Whole numbers that span the null space of slopes `(rows, places)`

    Parameters
    ----------
    a : Tensor
        powers, one per place
    tol : float = 0.0001
        powers, one per place

    Returns
    -------
    list[list[int]]
        powers, one per place
    """
    ...
def _echelon(rows: Tensor) -> Tensor:
    """The same space, spanned by vectors with as many zeros as elimination brings"""
    ...
@dataclass(frozen=True)
class Flip:
    """Units that may flip at some of their places, or blocks that may flip as a whole

    Parameters
    ----------
    label : str
        whose units
    places : list[Place]
        where they flip
    gap : float
        largest change of an output, relative to its spread
    """
    label: str
    places: list[Place]
    gap: float
@dataclass(frozen=True)
class Continuous:
    """Moves of units that keep the function and form a continuous family: they are listed, not counted

    Parameters
    ----------
    label : str
        whose units
    kind : str
        'scaled one by one', 'scaled together', 'rotated' or 'mapped by any invertible matrix'
    powers : Powers
        power at every place that takes part; of a map, -1 stands for the inverse transpose
    gap : float
        largest change of an output, relative to its spread
    """
    label: str
    kind: str
    powers: Powers
    gap: float
    @property
    def where(self) -> str:
        """Places, those with a positive power first"""
        ...
def _try(trial: Trial, move: Move, n: int=3) -> float:
    """The largest change of an output, over fewer draws if the first is far off"""
    ...
_nearly: float
def _rank(rows: Sequence[Sequence[int]]) -> int: ...
def _scalings(trial: Trial, u: _Units, slopes: Tensor) -> list[Continuous]:
    """Scalings that were tried and hold; of all units together only what does not follow from single ones"""
    ...
def _moves(trial: Trial, move: Move) -> bool:
    """Does it do anything? All units together, up on one axis of a tensor and down on another, do not"""
    ...
def _turnings(trial: Trial, u: _Units, scaled: Sequence[Continuous]) -> list[Continuous]:
    """Rotations of all units at all places; or invertible maps, if scalings say what goes up and what goes down"""
    ...
def _binary_rank(rows: Sequence[int]) -> int:
    """Rank of whole numbers as rows of binary digits, with one plus one equal to zero"""
    ...
def _some_flips(trial: Trial, u: _Units, signed: bool, most: int=6) -> list[Flip]:
    """Flips at some places that do not follow from each other"""
    ...
@dataclass(frozen=True)
class SymmetryReport:
    """What was found of a network's symmetry; prints as tables, and draws itself

    Parameters
    ----------
    model : str
        name of the model's class
    group : PermutationGroup
        that was found and verified
    gap : float
        largest change of an output under random elements, relative to its spread
    left_out : list[LeftOut]
        what is in no label, with operation, layer and reason
    flips : list[Flip]
        at some places
    continuous : list[Continuous]
        scalings, rotations and other maps
    tried : str
        what was tried of the last two
    """
    model: str
    group: PermutationGroup
    gap: float
    left_out: list[LeftOut]
    flips: list[Flip]
    continuous: list[Continuous]
    tried: str
    @property
    def table(self) -> 'pd.DataFrame':
        """A row per label: units (of one block), the label it is inside of, log-order in nats, signed, places"""
        ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
    def plot(self, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
        """Which tensors move together: a row per layer, a band per axis, a colour per label

        Parameters
        ----------
        ax : plt.Axes|None = None
            default: new axes, as high as there are rows

        Returns
        -------
        plt.Axes
        """
        ...
def _shown(places: Sequence[Any], most: int=6) -> str: ...
def _headline(r: SymmetryReport) -> str: ...
def _tables(r: SymmetryReport) -> list[tuple[str, list[list[str]]]]:
    """Titles, and rows with their heads; only what has rows"""
    ...
def _label_row(g: PermutationGroup, label: str) -> list[str]: ...
_plain: tuple
def _kind(e: LeftOut) -> tuple[int, str, str]: ...
def _left_row(entries: Sequence[LeftOut]) -> list[str]:
    """What is held by operations of one kind for one reason"""
    ...
def _text(rows: Sequence[Sequence[str]]) -> str: ...
def _markdown(rows: Sequence[Sequence[str]]) -> str: ...
_few: int
def _besides(model: nn.Module, call: tuple, g: PermutationGroup, generator: torch.Generator) -> tuple[list[Flip], list[Continuous]]:
    """Flips at some places and continuous moves, label by label; a label with blocks is tried as a whole only"""
    ...
def _block_flips(trial: Trial, g: PermutationGroup, generator: torch.Generator) -> list[Flip]:
    """Blocks that may flip as a whole, though not all their units may"""
    ...
def symmetry_report(model: nn.Module, *inputs: Any, probe: bool | None=None, generator: torch.Generator | None=None, **named: Any) -> SymmetryReport:
    """What is known of a network's symmetry: the group of `symmetry_group`, what stays out of it, what there is besides

    Parameters
    ----------
    model : nn.Module
        any module
    *inputs : Any
        inputs for it
    probe : bool | None = None
        try flips at some places, scalings and rotations? Default: for up to a million weights
    generator : torch.Generator | None = None
        of what is drawn; default: always the same
    **named : Any
        further inputs, by name

    Returns
    -------
    SymmetryReport
    """
    ...
def _strips(segment: Sequence, g: PermutationGroup) -> list[tuple[str, str]]:
    """Label and caption of every strip: one for each label of a product, fixed sizes with the last"""
    ...
def _drawn_rows(g: PermutationGroup) -> list[tuple[str, tuple[Slab, ...]]]:
    """Names of rows, and the slabs to be drawn: tensors with labels; vectors only where no weight of their layer has their axis"""
    ...
def _draw_axis(ax: Any, axis: Axis, g: PermutationGroup, colours: dict, corner: tuple[float, float], height: float, font: float) -> None:
    """One band, of width 1: a box for every segment, in it a strip for every label"""
    ...
from symbayes.core import document
