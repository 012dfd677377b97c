# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['FIXED', 'FREE', 'rules', 'operations', 'Numbered', 'Ledger', 'Operation', 'rule', 'Axis_', 'Trace', 'Units', 'Labels', 'written_group']
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
<<<<<<< HEAD
=======
from functools import cached_property
from hashlib import sha256
>>>>>>> main
from itertools import combinations, product
from math import prod
from typing import Any
import io, logging, warnings
import numpy as np
import torch
<<<<<<< HEAD
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from torch import Tensor, fx, nn
from torch.utils._pytree import tree_leaves, tree_map
from .axes import rearranged
from .core import SymbayesError, first_line
from .groups import PermutationGroup
from .trials import Call, running_statistics
=======
from torch import Tensor, fx, nn
from torch.utils._pytree import tree_leaves, tree_map
from .axes import rearranged
from .core import SymbayesError, first_line, lazy_module
from .groups import PermutationGroup
from .trials import Call, running_statistics
import scipy.sparse as sparse
import scipy.sparse.csgraph as csgraph
>>>>>>> main
def operations(model: nn.Module, call: Call) -> torch.export.ExportedProgram:
    """The graph of a model. Raises `SymbayesError`, in one line, for a model that has none

    Parameters
    ----------
    model : nn.Module
        in evaluation mode
    call : Call
        its arguments, by position and by name

    Returns
    -------
    torch.export.ExportedProgram
    """
    ...
@contextmanager
def _silence() -> Iterator[None]:
    """Without torch's own chatter"""
    ...
def _reason(e: Exception) -> str:
    """What was the matter, in words of ours where torch's say little"""
    ...
@dataclass
class Numbered:
    """A tensor of the graph, as numbers

    Parameters
    ----------
    shape : tuple[int, ...]
    coords : list[Tensor] = field(default_factory=list)
        what moves
    fix : Tensor | None = None
        what is told apart by its position
    ones : dict[int, int] = field(default_factory=dict)
        numbers on axes of length 1
    value : Tensor | None = None
        of a constant
    weight : bool = True
        does it depend on weights and constants alone?
    plain : bool = False
        a constant that is no buffer
<<<<<<< HEAD
=======
    origin : str = 'positions that are told apart'
        of what is fixed, in words
>>>>>>> main
    """
    shape: tuple[int, ...]
    coords: list[Tensor] = ...
    fix: Tensor | None = ...
    ones: dict[int, int] = ...
    value: Tensor | None = ...
    weight: bool = ...
    plain: bool = ...
<<<<<<< HEAD
=======
    origin: str = ...
>>>>>>> main
    def __post_init__(self): ...
    def moved(self, f: Callable[[Tensor], Tensor], ones: dict[int, int]) -> 'Numbered':
        """With `f` applied to shape and numbers"""
        ...
def _covered(t: Tensor) -> tuple[int, ...]: ...
def _common(s: Tensor, t: Tensor) -> tuple[int, ...]: ...
def _compact(t: Tensor) -> Tensor:
    """Without the axes along which nothing changes"""
    ...
def _places(shape: Sequence[int], axes: Iterable[int]) -> Tensor:
    """Numbers of the positions along some axes"""
    ...
def _renumber(t: Tensor) -> Tensor: ...
def _numbers(ns: Iterable[int]) -> Tensor: ...
def _pinned(shape: Sequence[int]) -> dict[int, int]: ...
<<<<<<< HEAD
def _fixed(shape: Sequence[int]) -> Numbered:
=======
def _fixed(shape: Sequence[int], origin: str='what comes out of an operation that is not known') -> Numbered:
>>>>>>> main
    """A tensor of which nothing is known"""
    ...
def _constant(value: Tensor) -> Numbered:
    """Places that hold the same are not told apart"""
    ...
def _mix(t: Tensor) -> Tensor:
    """Scrambled 64-bit integers: sums of them serve as names of multisets"""
    ...
def _name(*keys: Any) -> Tensor:
    """A scrambled integer for a tuple of texts and numbers"""
    ...
def _onto(t: Tensor, axes: Sequence[int]) -> Tensor:
    """One scrambled number for all that stands over a place of these axes"""
    ...
def _pairs(s: Tensor, t: Tensor) -> Tensor:
    """What meets what, `(2, n)`, each pair once"""
    ...
def _n_unique(t: Tensor) -> int: ...
class Ledger:
    """What is known of the numbers"""
    n: Any
    node: Any
    part: Any
    def __init__(self): ...
    def fresh(self, k: int) -> Tensor: ...
    def fix(self, numbers: Tensor, why: str | None) -> None: ...
    def colour(self, c: Tensor, told: Tensor | None, *what: Any) -> None:
        """Its numbers take part in the present operation, each where `told` says"""
        ...
    def count(self, t: Numbered, slot: int) -> Numbered: ...
    def link(self, kept: Tensor, dropped: Tensor) -> None: ...
    def block(self, c: Tensor, axes: Iterable[int]) -> Tensor:
        """A coordinate over some of its axes: one number for every set of members"""
        ...
def _relate(book: Ledger, s: Tensor, t: Tensor) -> str | None:
    """How two coordinates go together: 'tie', 'child' (s of t), 'parent', 'no', or None if they have no axis in common"""
    ...
def _raised(t: Numbered, d: int) -> Numbered:
    """With more axes of length 1 in front"""
    ...
def _meet(book: Ledger, s: Numbered, t: Numbered) -> Numbered:
    """Two tensors entry by entry, with broadcasting"""
    ...
<<<<<<< HEAD
def _meet_fixed(book: Ledger, coords: list[Tensor], fix: Tensor, kinds: list[list[str | None]]) -> None:
    """What of a tensor is fixed by positions that another tells apart"""
    ...
=======
def _meet_fixed(book: Ledger, coords: list[Tensor], fix: Tensor, origin: str, kinds: list[list[str | None]]) -> None:
    """What of a tensor is fixed by positions that another tells apart"""
    ...
def _tells_apart(c: Tensor, fix: Tensor) -> bool:
    """Does every number meet other positions than the rest?"""
    ...
>>>>>>> main
def _both(f: Tensor, g: Tensor) -> Tensor:
    """Places that either tells apart"""
    ...
def _kept(book: Ledger, ss: list[Tensor], ts: list[Tensor], kinds: list[list[str | None]], fix: Tensor) -> list[Tensor]:
    """Of coordinates that say the same one is kept"""
    ...
def _follows(book: Ledger, fine: Tensor, coarse: Tensor, fix: Tensor) -> bool:
    """Does the finer coordinate follow from the coarser one and what is told apart?"""
    ...
def _unique(coords: list[Tensor]) -> list[Tensor]: ...
def _meet_ones(book: Ledger, shape: Sequence[int], s: dict[int, int], t: dict[int, int]) -> dict[int, int]:
    """The same of axes of length 1"""
    ...
def _squeezed(t: Numbered, axes: Iterable[int]) -> Numbered: ...
def _reduce(book: Ledger, t: Numbered, axes: Iterable[int], keep: bool=True) -> Numbered:
    """Sums, means, maxima: functions of a set"""
    ...
<<<<<<< HEAD
def _pin(book: Ledger, t: Numbered, axes: Iterable[int], why: str | None='is a place of an image, a sequence or a table') -> Numbered:
=======
_place: str
def _pin(book: Ledger, t: Numbered, axes: Iterable[int], why: str | None=_place) -> Numbered:
>>>>>>> main
    """Positions along these axes are told apart"""
    ...
def _run(f: Callable, t: Tensor) -> Any: ...
def _move(book: Ledger, t: Numbered, f: Callable) -> Any:
    """An operation that moves entries, on the numbers"""
    ...
def _moved_part(book: Ledger, t: Numbered, j: int, fix: Tensor, *coords: Tensor) -> Numbered: ...
def _cat(book: Ledger, ts: Sequence[Numbered], dim: int) -> Numbered:
    """Tensors side by side"""
    ...
def _alike(ts: Sequence[Numbered], dim: int) -> dict[tuple, dict[int, Tensor]]:
    """Coordinates that stand on the same axes, by tensor"""
    ...
def _beside(ts: Sequence[Numbered], dim: int, axes: tuple[int, ...], have: dict[int, Tensor]) -> tuple[Tensor, bool]:
    """One coordinate of all, and whether the parts have to be told apart"""
    ...
def _fix_beside(ts: Sequence[Numbered], dim: int, apart: bool) -> Tensor: ...
def _aligned(t: Numbered, names: Sequence[str], joint: Sequence[str]) -> Numbered:
    """Axes in the order of a longer list of names"""
    ...
def _contract(book: Ledger, parts: Sequence[tuple[Numbered, Sequence[str]]], out: Sequence[str]) -> Numbered:
    """Products of tensors, whose axes have names, summed over the names that are not in `out`"""
    ...
def _refine(book: Ledger, t: Numbered, batch: list[int], k: int) -> Numbered:
    """A batch of weights, its units numbered within each"""
    ...
def _within(book: Ledger, c: Tensor, lead: list[int], shape: Sequence[int]) -> Tensor: ...
@dataclass
class Operation:
    """One operation of the graph, with numbered tensors for arguments"""
    book: Ledger
    node: fx.Node
    args: tuple
    kwargs: dict[str, Any]
    @property
    def name(self) -> str: ...
    @property
    def shapes(self) -> list[tuple[int, ...]]: ...
    @property
    def several(self) -> bool: ...
    @property
    def tensors(self) -> list[Numbered]: ...
    @property
    def tags(self) -> tuple: ...
    def get(self, name: str, default: Any=None) -> Any:
        """An argument by its name"""
        ...
    def run(self, first: Any, *rest: Any) -> Any:
        """The operation itself, on other tensors"""
        ...
def _values(a: Any) -> Any: ...
rules: dict[str, Callable[[Operation], Any]]
def rule(names: str) -> Callable:
    """Register what an operation does to the numbers

    Parameters
    ----------
    names : str
        of operations, with spaces between

    Returns
    -------
    Callable
    """
    ...
def _unknown(op: Operation) -> Any:
    """Nothing is known of what comes out, and nothing that goes in may move"""
    ...
def _moves(op: Operation) -> Any: ...
def _pads(op: Operation) -> Numbered: ...
def _cats(op: Operation) -> Numbered: ...
def _stacks(op: Operation) -> Numbered: ...
def _pointwise(op: Operation, ts: Sequence[Numbered] | None=None) -> Numbered: ...
def _keeps_zero(op: Operation, n: int) -> bool:
    """Does zero stay zero?"""
    ...
def _acts_entrywise(op: Operation) -> bool:
    """Does an operation on one tensor treat every entry by itself, and all alike? Tried"""
    ...
<<<<<<< HEAD
=======
def _not_marked(op: Operation) -> Numbered: ...
>>>>>>> main
def _glu(op: Operation) -> Numbered: ...
def _prelu(op: Operation) -> Numbered: ...
def _at_axis(t: Any, axis: int, d: int) -> Any:
    """A vector along one of `d` axes"""
    ...
def _idles(op: Operation) -> Numbered: ...
def _native_dropout(op: Operation) -> tuple: ...
def _reductions(op: Operation) -> Any: ...
def _normalised(op: Operation, x: Numbered, axes: Iterable[int], *affine: Any) -> Numbered:
    """A tensor and its sums over axes, and weights"""
    ...
def _with(op: Operation, y: Numbered, *more: Any) -> Numbered:
    """And further tensors, entry by entry"""
    ...
def _softmax(op: Operation) -> Numbered: ...
def _batch_norm(op: Operation) -> Any: ...
def _layer_norm(op: Operation) -> Any: ...
def _group_norm(op: Operation) -> Numbered: ...
def _instance_norm(op: Operation) -> Numbered: ...
def _weight_norm(op: Operation) -> Numbered: ...
def _cosine(op: Operation) -> Numbered: ...
def _cumulated(op: Operation) -> Numbered: ...
def _letters(d: int) -> list[str]: ...
def _linear(op: Operation) -> Numbered: ...
def _matmul(book: Ledger, s: Numbered, t: Numbered) -> Numbered: ...
def _products(op: Operation) -> Numbered: ...
def _products_added(op: Operation) -> Numbered: ...
def _bilinear(op: Operation) -> Numbered: ...
def _einsum(op: Operation) -> Numbered: ...
def _attention(op: Operation) -> Numbered: ...
def _on_places(t: Numbered, shape: Sequence[int]) -> Numbered:
    """With further axes, whose positions are told apart"""
    ...
def _convolution(op: Operation) -> Numbered: ...
def _grouped(op: Operation, t: Numbered, axis: int, groups: int) -> Numbered:
    """An axis as groups and what is in them"""
    ...
def _flat(op: Operation, t: Numbered) -> Numbered:
    """Groups and what is in them as one axis"""
    ...
_pools: Any
def _pooled(op: Operation) -> Any: ...
def _patches(op: Operation) -> Numbered: ...
def _rows(op: Operation, w: Numbered) -> Numbered:
    """A row of a table, whichever"""
    ...
def _embedding(op: Operation) -> Numbered: ...
def _embedding_bag(op: Operation) -> Any: ...
def _index(op: Operation) -> Numbered: ...
_like: Any
def _step(op: Operation) -> Any:
    """What an operation returns, as numbers"""
    ...
@dataclass
class Axis_:
    """Numbers of the positions along an axis of a parameter or of a statistic"""
    tensor: str
    axis: int
    numbers: Tensor
def _live(graph: fx.Graph) -> set[fx.Node]:
    """Nodes that an output depends on"""
    ...
class Trace:
    """Numbers, followed through the graph of a model

    Parameters
    ----------
    program : torch.export.ExportedProgram
        of the model
    model : nn.Module
        whose free parameters and statistics may move
    """
    program: torch.export.ExportedProgram
    book: Any
    axes: Any
<<<<<<< HEAD
=======
    held: Any
    lifted: Any
    parameters: Any
    tensors: Any
>>>>>>> main
    alias: Any
    free: Any
    made: Any
    def __init__(self, program: torch.export.ExportedProgram, model: nn.Module):
        """Parameters
        ----------
        program : torch.export.ExportedProgram
            of the model
        model : nn.Module
            whose free parameters and statistics may move
        """
        ...
    def _numbered(self, name: str, shape: tuple[int, ...]) -> Numbered: ...
    def _run(self) -> None: ...
    def _placeholder(self, node: fx.Node) -> Any: ...
    def _get_attr(self, node: fx.Node) -> Any: ...
    def _call_function(self, node: fx.Node) -> Any: ...
    def _output(self, node: fx.Node) -> None: ...
    def _leave_unused(self, live: set[fx.Node]) -> None: ...
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
<<<<<<< HEAD
=======
    @cached_property
    def places(self) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
        """Labels and place in them of every unit that moves"""
        ...
>>>>>>> main
    def _first(self, axes: list[Axis_]) -> None:
        """The first position of every unit; of a block, that of its first member"""
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
<<<<<<< HEAD
=======
    def _all_labels(self) -> set[int]: ...
>>>>>>> main
    def slabs(self) -> list[list[Segments]]: ...
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
