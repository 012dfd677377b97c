# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from .core import Inputs
from .trials import Trial
from torch import nn
from typing import Any
__all__ = ['element_format', 'PermutationGroup', 'Element', 'stack_elements']
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, permutations, product
from math import factorial, lgamma, log, prod
from numbers import Integral
from pathlib import Path
import json
import torch
from fastcore.basics import patch
from torch import Tensor
from .axes import Axis, Factor, Piece, Rearranged, Segment, Slab, as_slabs, as_written, coordinates, factors
from .axes import pieces_of, shortest
from .core import Generators, Layout, Params, SymbayesError, check_generator, each_draws, require
from .files import blaming, read_tensors, write_tensors
def _are_statistics(name: str) -> bool: ...
@dataclass(frozen=True)
class PermutationGroup:
    """A product of symmetric groups, one factor per label, acting on named tensors; units of `signed` labels may also flip sign

    Parameters
    ----------
    sizes : dict[str, int]
        label to its number of units; of one block, if the label is inside another
    axes : dict[str, tuple | list]
        tensor name to its axes, in the notation of `as_axis`; to a list of such tuples for slabs
    signed : frozenset[str] = frozenset()
        labels whose units may flip sign, as odd activations allow
    inside : dict[str, str] = field(default_factory=dict)
        label to the label whose every unit holds a block of it
    buffers : tuple[str, ...] | None = None
        names among `axes` that are buffers; None: those that end in running_mean or running_var
    still : dict[str, int] = field(default_factory=dict)
        labels whose units hold blocks and stay where they are, with sizes
    """
    sizes: dict[str, int]
    axes: dict[str, tuple | list]
    signed: frozenset[str] = ...
    inside: dict[str, str] = ...
    buffers: tuple[str, ...] | None = ...
    still: dict[str, int] = ...
    def __repr__(self) -> str: ...
    def __post_init__(self): ...
    def _check_labels(self) -> None: ...
    @property
    def labels(self) -> list[str]:
        """The sets of units that are permuted, in order"""
        ...
    def size(self, factor: Factor) -> int:
        """Number of units, of one block

        Parameters
        ----------
        factor : Factor
            a label or a fixed size

        Returns
        -------
        int
        """
        ...
    def segment_shape(self, segment: Segment) -> tuple[int, ...]:
        """Sizes of the factors of a segment

        Parameters
        ----------
        segment : Segment
            factors of a product

        Returns
        -------
        tuple[int, ...]
            their sizes
        """
        ...
    def _length(self, axis: Axis) -> int: ...
    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of all tensors that the group acts on, buffers included"""
        ...
    @cached_property
    def layout(self) -> Layout:
        """Names and shapes of the parameters that the group acts on"""
        ...
    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The parts of the parameters in which the same labels stand, by name"""
        ...
    @cached_property
    def places(self) -> dict[str, list[tuple[str, int, int]]]:
        """Tensor name, axis and segment wherever a label stands, by label"""
        ...
    def outers(self, label: str) -> list[str]:
        """The labels that a label is inside of

        Parameters
        ----------
        label : str
            a label of the group

        Returns
        -------
        list[str]
            outermost first; empty for a label that is inside none
        """
        ...
    def _check_blocks(self) -> None:
        """Every label that is inside another has to find it"""
        ...
    def _block_axes(self, name: str, slab: Slab) -> list[int | None]:
        """For every axis of a slab, the other axis on which the blocks of its labels are counted; None where that is not needed"""
        ...
    def _block_axis(self, name: str, slab: Slab, j: int) -> int | None:
        """Of one axis"""
        ...
    def _check_not_torn(self, name: str, segment: Segment, j: int) -> None:
        """Blocks within blocks: where the inner blocks are counted on another axis, so must be the outer ones"""
        ...
    def index_shape(self, label: str) -> tuple[int, ...]:
        """How the units of a label are indexed: by the units of the labels it is inside of, and by an axis on which they change places

        Parameters
        ----------
        label : str
            a label of the group

        Returns
        -------
        tuple[int, ...]
            of the label's index array in a single element
        """
        ...
    def _check_label(self, label: str) -> None: ...
    def label_log_order(self, label: str) -> float:
        """Log of the number of elements that move the units of this label alone

        Parameters
        ----------
        label : str
            a label of the group

        Returns
        -------
        float
            nats
        """
        ...
    @property
    def log_order(self) -> float:
        """`log |G|` in nats"""
        ...
    @property
    def order(self) -> int:
        """`|G|`, exactly"""
        ...
    def identity(self, device: torch.device | str='cpu') -> Element:
        """The element that moves nothing

        Parameters
        ----------
        device : torch.device | str = 'cpu'
            where its arrays shall be

        Returns
        -------
        Element
            a single element
        """
        ...
    @property
    def _signed_labels(self) -> list[str]: ...
    def _made(self, index: dict[str, Tensor], signs: dict[str, Tensor]) -> Element: ...
    @property
    def _depth(self) -> dict[str, int]: ...
    def sample(self, *shape: int, generator: Generators=None) -> Element:
        """Uniform random elements

        Parameters
        ----------
        *shape : int
            leading axes of the stack; none for a single element
        generator : Generators = None
            one generator; or one per index of the first axis

        Returns
        -------
        Element
            index arrays `(*shape, n)`, of blocks `(*shape, blocks, n)`, on the generator's device
        """
        ...
    def elements(self, chunk: int | None=None) -> Iterator[Element]:
        """Every element of the group, the identity first

        Parameters
        ----------
        chunk : int | None = None
            yield stacks of at most this many; None yields single elements

        Returns
        -------
        Iterator[Element]
        """
        ...
    def unit_origins(self, a: Element, label: str) -> Tensor:
        """The old unit that lands in every new place: new place (i, j) of a block holds old unit `(a[h][i], a[d][i, j])`

        Parameters
        ----------
        a : Element
            one element or a stack
        label : str
            a label of the group, or one that stays still

        Returns
        -------
        Tensor
            `(*lead, units)`, for a label inside others the units of all its blocks, block after block
        """
        ...
    def _lead(self, a: Element) -> torch.Size:
        """Leading axes, also of an element that was not made by the group"""
        ...
    def _segment_index(self, a: Element, segment: Segment, around: dict[str, Tensor] | None, device: torch.device) -> tuple[Tensor, Tensor | None]:
        """Old places and signs along a segment, given the coordinates `(places, 1)` of the labels on another axis

        Parameters
        ----------
        a : Element
        segment : Segment
        around : dict[str, Tensor] | None
        device : torch.device

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*lead, length)`, with an axis before the last one if `around` is given; signs None where none flips
        """
        ...
    def _axis_index(self, a: Element, slab: Slab, j: int, k: int | None, device: torch.device) -> tuple[Tensor, Tensor | None]:
        """Indices and signs along axis `j` of a slab; signs None where none flips

        Parameters
        ----------
        a : Element
        slab : Slab
        j : int
        k : int | None
        device : torch.device

        Returns
        -------
        tuple[Tensor, Tensor | None]
            each `(*lead, length)`, or `(*lead, places of axis k, length)` where blocks are counted on axis `k`
        """
        ...
    def check_element(self, a: Element) -> None:
        """Refuse what is no element of this group, naming the label. That a stack holds permutations is not checked, for that takes long

        Parameters
        ----------
        a : Element
            one element or a stack
        """
        ...
    def _check_array_shape(self, label: str, i: Tensor) -> None: ...
    def _check_single(self, label: str, i: Tensor) -> None: ...
    def act(self, a: Element, params: Params, signs: bool=True) -> Params:
        """The action of the group: `new[i] = old[a[i]]` on every axis with a label. Raises `SymbayesError` if element or tensors do not fit

        Parameters
        ----------
        a : Element
            one element or a stack, with leading axes that broadcast with those of `params`
        params : Params
            tensors of shape `(*lead, *shape)`: all parameters, these with buffers, or buffers alone
        signs : bool = True
            flip signs as the element says; False for quantities without a sign, such as standard deviations

        Returns
        -------
        Params
            the moved tensors
        """
        ...
    def _handed(self, params: Params) -> Layout:
        """Names and shapes of what is to be moved: the parameters, and buffers if some are handed"""
        ...
    def _act_tensor(self, a: Element, name: str, t: Tensor, n_lead: int, signs: bool) -> Tensor: ...
    def _act_slab(self, a: Element, slab: Slab, counted: list[int | None], t: Tensor, signs: bool) -> Tensor: ...
    def compose(self, a: Element, b: Element) -> Element:
        """Group product: `act(compose(a, b), w) = act(a, act(b, w))`

        Parameters
        ----------
        a : Element
            acts second; leading axes broadcast with those of `b`
        b : Element
            acts first

        Returns
        -------
        Element
            the element whose action is that of `b` followed by that of `a`
        """
        ...
    def _in_blocks(self, label: str, t: Tensor, own: bool=False) -> Tensor:
        """Values of all units of a label as `(*lead, *index_shape)`; of units, the number within their block if `own`"""
        ...
    def inverse(self, a: Element) -> Element:
        """The element that undoes `a`

        Parameters
        ----------
        a : Element
            one element or a stack

        Returns
        -------
        Element
            of the same shape
        """
        ...
    def element(self, index: dict[str, Tensor | Sequence[int]], signs: dict[str, Tensor | Sequence[int]] | None=None) -> Element:
        """The element that moves the units of some labels and leaves all others. Raises `SymbayesError` for what is no permutation

        Parameters
        ----------
        index : dict[str, Tensor | Sequence[int]]
            label to the old unit that lands in each new place, `(*lead, n)`
        signs : dict[str, Tensor | Sequence[int]] | None = None
            signed label to the signs of the new places, `(*lead, n)`, each -1 or 1

        Returns
        -------
        Element
            leading axes are those that all arrays broadcast to
        """
        ...
    def _as_index(self, label: str, values: Tensor | Sequence[int]) -> Tensor: ...
    def _as_signs(self, label: str, values: Tensor | Sequence[int]) -> Tensor: ...
    def _as_array(self, label: str, values: Tensor | Sequence[int], what: str) -> Tensor: ...
    def occurrences(self, label: str) -> list[tuple[str, int, int]]:
        """Where a label stands

        Parameters
        ----------
        label : str
            a label of the group

        Returns
        -------
        list[tuple[str, int, int]]
            tensor name, axis and segment, wherever the label stands
        """
        ...
    def tensors_of(self, label: str) -> list[str]:
        """Which tensors a label's units own

        Parameters
        ----------
        label : str
            a label of the group

        Returns
        -------
        list[str]
            names of the parameters that have the label on an axis
        """
        ...
    def pieces_of(self, label: str, names: Sequence[str] | None=None) -> dict[str, Piece]:
        """The pieces on which a label stands

        Parameters
        ----------
        label : str
            a label of the group
        names : Sequence[str] | None = None
            only of these tensors, or these pieces; default all

        Returns
        -------
        dict[str, Piece]
            by key
        """
        ...
    @property
    def _pieces_by_label(self) -> dict[str, dict[str, Piece]]: ...
    def self_coupled(self, label: str, names: Sequence[str] | None=None) -> bool:
        """Does a unit of this label share an entry with another unit of the same label?

        Parameters
        ----------
        label : str
            a label of the group
        names : Sequence[str] | None = None
            look at these tensors or pieces only; default all

        Returns
        -------
        bool
            True if some entry of a tensor carries the label twice: on two axes, or twice in one product
        """
        ...
    def unit_vectors(self, params: Params, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Each unit's own weights side by side. Raises `SymbayesError` if a tensor carries the label twice, for then no unit owns its weights

        Parameters
        ----------
        params : Params
            tensors of shape `(*lead, *shape)`
        label : str
            whose units
        names : Sequence[str] | None = None
            only these tensors or pieces; default all that carry the label

        Returns
        -------
        Tensor
            `(*lead, n, p)`: one row per unit, all entries that move with it; `(*lead, blocks, n, p)` for a label inside others
        """
        ...
    def _cuts(self, label: str, names: Sequence[str] | None) -> list[tuple[Piece, int | None]]:
        """What to cut out of the tensors: a piece; or, where all pieces beside it along the other axes are wanted, the axis of the label"""
        ...
    def _unit_rows(self, t: Tensor, label: str, n_lead: int, piece: Piece, whole: int | None) -> Tensor:
        """`(*lead, *blocks, n, rest)`: a piece, or all that stands at its place on axis `whole`, the units in front"""
        ...
    def _axes_of(self, piece: Piece, slab: Slab, label: str) -> dict[str, int]:
        """On which axis of a piece the label stands, and the labels that it is inside of: beside it, or on an axis of one segment"""
        ...
    def _segment_of(self, t: Tensor, dim: int, axis: Axis, i: int) -> Tensor:
        """What stands in a segment, in the order of its description"""
        ...
    def unit_index(self, label: str, layout: Layout | None=None) -> Tensor:
        """Where each unit's own weights stand in the flat parameter vector

        Parameters
        ----------
        label : str
            whose units
        layout : Layout | None = None
            of the flat vector, default the group's; the same tensors may stand in another order

        Returns
        -------
        Tensor
            `(n, p)` positions in the flat vector, `(blocks, n, p)` for a label inside others
        """
        ...
    def labels_on(self, name: str) -> list[str]:
        """Which labels stand on a tensor's axes

        Parameters
        ----------
        name : str
            a tensor, or a piece of one

        Returns
        -------
        list[str]
            labels on its axes, with repetition; those that stay still are left out
        """
        ...
    def restrict(self, names: Sequence[str]) -> PermutationGroup:
        """The group acting on some of the tensors

        Parameters
        ----------
        names : Sequence[str]
            tensors to keep

        Returns
        -------
        PermutationGroup
            the same action on these tensors, with the labels that they carry
        """
        ...
    def subgroup(self, labels: Sequence[str]) -> PermutationGroup:
        """The elements that move the units of these labels alone

        Parameters
        ----------
        labels : Sequence[str]
            whose units may still be permuted, at least one

        Returns
        -------
        PermutationGroup
            on the same tensors
        """
        ...
    def unnested(self) -> PermutationGroup:
        """The subgroup that leaves labels with blocks where they are; every block is a label of its own

        Returns
        -------
        PermutationGroup
            without labels inside others
        """
        ...
    def _split(self, outer: str) -> PermutationGroup:
        """The same group with a name of its own for each of the blocks that a still label holds"""
        ...
    def _split_slab(self, name: str, slab: Slab, outer: str, of: Callable[[str, int], str]) -> list[Slab]:
        """A slab with blocks named apart: in the axis where the outer label stands beside them, else as a slab for every block"""
        ...
    def _split_axis(self, axis: Axis, outer: str, of: Callable[[str, int], str]) -> Axis:
        """An axis on which the outer label stands beside its blocks: block after block, rearranged if they stood otherwise"""
        ...
    def colours(self) -> list[tuple[str, ...]]:
        """Divide the labels into independent sets, greedily; self-coupled labels are left out

        Returns
        -------
        list[tuple[str, ...]]
            each a set of labels no two of which share an entry of a tensor
        """
        ...
    def function_gap(self, model: nn.Module, *inputs: Any, n: int | None=None, generator: torch.Generator | None=None, **named: Any) -> Tensor:
        """How much do random elements change the model's function? Zero, up to rounding, for a symmetry

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        *inputs : Any
            its arguments by position; one tuple, list or dict alone stands for the arguments in it
        n : int | None = None
            number of random elements, each with weights of its own; default 8, fewer for huge models
        generator : torch.Generator | None = None
            of elements, weights and disturbed inputs; it may also stand last among `inputs`
        **named : Any
            arguments by name

        Returns
        -------
        Tensor
            `(n,)` largest change of an output, relative to that output's spread over weights and inputs
        """
        ...
    def _trial(self, model: nn.Module, inputs: tuple, generator: torch.Generator | None, named: dict) -> Trial: ...
    def _check_model(self, model: nn.Module) -> None:
        """Refuse a model with other tensors"""
        ...
    def _moved_at_random(self, w: Params, generator: torch.Generator | None, label: str | None=None, part: str='units and signs') -> Params:
        """Parameters
        ----------
        w : Params
        generator : torch.Generator | None
        label : str | None = None
        part : str = 'units and signs'

        Returns
        -------
        Params
            what the group moves, moved; by units or signs of one label, if that is given
        """
        ...
    def verify(self, model: nn.Module, *inputs: Any, generator: torch.Generator | None=None, **named: Any) -> 'PermutationGroup':
        """Raise `SymbayesError` unless random elements of the group leave the model's function unchanged, whatever the weights and statistics

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        *inputs : Any
            its arguments by position; one tuple, list or dict alone stands for the arguments in it
        generator : torch.Generator | None = None
            of the weights and elements tried; it may also stand last among `inputs`
        **named : Any
            arguments by name

        Returns
        -------
        PermutationGroup
            the group itself, so that the check can stand inside an expression
        """
        ...
    def _why(self, trial: Trial) -> str:
        """What a refusal says of its cause"""
        ...
    def _unmoved(self, model: nn.Module) -> list[str]:
        """Buffers and frozen parameters that the group leaves alone, with an axis as long as one that it moves"""
        ...
    def moved(self, model: nn.Module, a: Element) -> nn.Module:
        """The model, moved: its parameters, and the buffers that belong to the group

        Parameters
        ----------
        model : nn.Module
            with the tensors that the group acts on; it is left as it is
        a : Element
            a single element

        Returns
        -------
        nn.Module
            a copy in the same mode; what the group does not move is as it was
        """
        ...
    def check_inference(self) -> None:
        """Raise `SymbayesError` for a group that moves buffers, which a posterior over weights leaves where they are"""
        ...
    @property
    def _without_statistics(self) -> list[str]: ...
    def without_buffers(self) -> PermutationGroup:
        """The elements that move no buffer: what inference can use of a network with running statistics

        Returns
        -------
        PermutationGroup
            on the parameters alone
        """
        ...
    def verify_once(self, model: nn.Module, x: Inputs) -> 'PermutationGroup':
        """`verify` for inference, unless it was done last time for this model, with the same kinds of layers, buffers and frozen tensors

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Inputs
            inputs `(batch, ...)`, of which a few are taken

        Returns
        -------
        PermutationGroup
        """
        ...
class Element(dict):
    """An element of a `PermutationGroup`, or a stack of them: `a[label]` is an index array `(*lead, n)`, `a.signs[label]` holds its signs

    Parameters
    ----------
    index : dict[str, Tensor]
        label to indices `(*lead, n)`, int64: `new[i] = old[a[i]]`; of blocks `(*lead, blocks, n)`
    signs : dict[str, Tensor] | None = None
        signed label to signs of the same shape, each -1 or 1
    depth : dict[str, int] | None = None
        label to the number of labels it is inside of; none if left out
    """
    signs: Any
    depth: Any
    def __init__(self, index: dict[str, Tensor], signs: dict[str, Tensor] | None=None, depth: dict[str, int] | None=None):
        """Parameters
        ----------
        index : dict[str, Tensor]
            label to indices `(*lead, n)`, int64: `new[i] = old[a[i]]`; of blocks `(*lead, blocks, n)`
        signs : dict[str, Tensor] | None = None
            signed label to signs of the same shape, each -1 or 1
        depth : dict[str, int] | None = None
            label to the number of labels it is inside of; none if left out
        """
        ...
    @property
    def lead(self) -> torch.Size:
        """Leading axes; empty for a single element, and for a group without labels"""
        ...
    def map(self, f: Callable[[Tensor], Tensor]) -> 'Element':
        """The element with `f` applied to its arrays, for instance to take some of a stack or to move it to a device

        Parameters
        ----------
        f : Callable[[Tensor], Tensor]
            applied to every index and sign array

        Returns
        -------
        Element
        """
        ...
    def __repr__(self) -> str: ...
    def save(self, path: str | Path) -> None:
        """Write the element, or the stack of them, as safetensors; equal elements make equal files

        Parameters
        ----------
        path : str | Path
            the file to write, as a whole or not at all
        """
        ...
    @classmethod
    def load(cls, path: str | Path, device: torch.device | str='cpu') -> Element:
        """Read an element. Raises `SymbayesError` for any other file, and for arrays that are no permutations and signs

        Parameters
        ----------
        path : str | Path
            a file written by `save`
        device : torch.device | str = 'cpu'
            where its arrays shall be

        Returns
        -------
        Element
            with the labels in their order
        """
        ...
    def _check_arrays(self) -> None:
        """Refuse arrays that are no permutations and signs of one stack, naming the label"""
        ...
def stack_elements(elements: Sequence[Element]) -> Element:
    """Stack elements along a new first axis

    Parameters
    ----------
    elements : Sequence[Element]
        elements with the same leading axes

    Returns
    -------
    Element
        the same, with one more axis in front
    """
    ...
def _along(i: Tensor, j: int, k: int | None, d: int, ndim: int) -> Tensor:
    """`(*lead, n)` to `(*lead, 1.., n, ..1)`, with `n` at axis `j` of the last `d` of `ndim` axes; `(*lead, m, n)` with `m` at axis `k`"""
    ...
def _same_lead(t: Tensor, i: Tensor) -> tuple[Tensor, Tensor]:
    """Expand two tensors to common leading axes; the last axis stays"""
    ...
element_format: str
from symbayes.core import document
