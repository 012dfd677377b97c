# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Factor', 'Axis', 'as_axis', 'PermutationGroup', 'Element', 'stack_elements']
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations, product
from math import factorial, lgamma, log, prod
from numbers import Integral
from weakref import WeakKeyDictionary
import copy
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Generators, Layout, Params, SymbayesError, check_generator, each_draws, free_parameters, moved
from .core import Inputs, input_tensors, map_inputs, network_outputs, normal_draws, require
Factor: Any
Axis: TypeAlias = tuple[tuple[Factor, ...], ...]
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
def _as_axes(name: str, axes: tuple | list) -> tuple[Axis, ...]:
    """The axes of a tensor in full form"""
    ...
def _shortest(axis: Axis) -> Factor | tuple | list:
    """What `as_axis` takes for this axis"""
    ...
@dataclass(frozen=True)
class PermutationGroup:
    """A product of symmetric groups, one factor per label, acting on named tensors; units of `signed` labels may also flip sign

    Parameters
    ----------
    sizes : dict[str, int]
        label to its number of units
    axes : dict[str, tuple]
        tensor name to its axes, in the notation of `as_axis`
    signed : frozenset[str] = frozenset()
        labels whose units may flip sign, as odd activations allow
    """
    sizes: dict[str, int]
    axes: dict[str, tuple]
    signed: frozenset[str] = ...
    def __repr__(self) -> str: ...
    def __post_init__(self): ...
    @property
    def labels(self) -> list[str]:
        """The sets of units that are permuted, in order"""
        ...
    def segment_shape(self, segment: tuple[Factor, ...]) -> tuple[int, ...]:
        """Sizes of the factors of a segment

        Parameters
        ----------
        segment : tuple[Factor, ...]
            factors of a product

        Returns
        -------
        tuple[int, ...]
            their sizes
        """
        ...
    @cached_property
    def layout(self) -> Layout:
        """Names and shapes of the tensors that the group acts on"""
        ...
    @cached_property
    def places(self) -> dict[str, list[tuple[str, int, int]]]:
        """Tensor name, axis and segment wherever a label stands, by label"""
        ...
    def index_shape(self, label: str) -> tuple[int, ...]:
        """How the units of a label are indexed: by one axis, on which they change places

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
            index arrays `(*shape, n)` on the generator's device
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
    def _axis_index(self, a: Element, axis: Axis, device: torch.device) -> tuple[Tensor, Tensor | None]:
        """Parameters
        ----------
        a : Element
        axis : Axis
        device : torch.device

        Returns
        -------
        tuple[Tensor, Tensor | None]
            indices and signs along one axis, each `(*lead, length)`; signs None where none flips
        """
        ...
    def act(self, a: Element, params: Params, signs: bool=True) -> Params:
        """The action of the group: `new[i] = old[a[i]]` on every axis with a label. Raises `SymbayesError` if element or parameters do not fit

        Parameters
        ----------
        a : Element
            one element or a stack, with leading axes that broadcast with those of `params`
        params : Params
            tensors of shape `(*lead, *shape)`
        signs : bool = True
            flip signs as the element says; False for quantities without a sign, such as standard deviations

        Returns
        -------
        Params
            the moved parameters
        """
        ...
    def _act_tensor(self, a: Element, axes: tuple[Axis, ...], t: Tensor, n_lead: int, signs: bool) -> Tensor: ...
    def check_element(self, a: Element) -> None:
        """Refuse what is no element of this group, naming the label. That a stack holds permutations is not checked, for that takes long

        Parameters
        ----------
        a : Element
            one element or a stack
        """
        ...
    def _check_single(self, label: str, i: Tensor) -> None: ...
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
            names of the tensors that have the label on an axis
        """
        ...
    def self_coupled(self, label: str, names: Sequence[str] | None=None) -> bool:
        """Does a unit of this label share an entry with another unit of the same label?

        Parameters
        ----------
        label : str
            a label of the group
        names : Sequence[str] | None = None
            look at these tensors only; default all

        Returns
        -------
        bool
            True if some tensor carries the label on two axes, or twice in one product
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
            only these tensors; default all that carry the label

        Returns
        -------
        Tensor
            `(*lead, n, p)`: one row per unit, all entries that move with it
        """
        ...
    def _unit_rows(self, t: Tensor, label: str, n_lead: int, name: str, j: int, i: int) -> Tensor:
        """`(*lead, n, rest)`: what stands in segment `i` of axis `j`, the label's factor in front"""
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
            `(n, p)` positions in the flat vector
        """
        ...
    def labels_on(self, name: str) -> list[str]:
        """Which labels stand on a tensor's axes

        Parameters
        ----------
        name : str
            a tensor

        Returns
        -------
        list[str]
            labels on its axes, with repetition
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
    def colours(self) -> list[tuple[str, ...]]:
        """Divide the labels into independent sets, greedily; self-coupled labels are left out

        Returns
        -------
        list[tuple[str, ...]]
            each a set of labels no two of which share a tensor
        """
        ...
    def function_gap(self, model: nn.Module, x: Inputs, n: int=8, generator: torch.Generator | None=None) -> Tensor:
        """How much do random elements change the model's function? Zero, up to rounding, for a symmetry

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Inputs
            inputs `(batch, ...)`
        n : int = 8
            number of random elements, each with weights of its own
        generator : torch.Generator | None = None
            of the elements, of the weights and of the disturbed inputs

        Returns
        -------
        Tensor
            `(n,)` largest change of an output, relative to that output's spread over weights and inputs
        """
        ...
    def _tried(self, model: nn.Module, x: Inputs, i: int, generator: torch.Generator | None) -> list[Tensor]:
        """Outputs under random weights, and under the same weights moved"""
        ...
    def verify(self, model: nn.Module, x: Inputs, generator: torch.Generator | None=None) -> 'PermutationGroup':
        """Raise `SymbayesError` unless random elements of the group leave the model's function unchanged

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Inputs
            inputs `(batch, ...)`
        generator : torch.Generator | None = None
            of the weights and elements tried

        Returns
        -------
        PermutationGroup
            the group itself, so that the check can stand inside an expression
        """
        ...
    def _held_back(self, model: nn.Module) -> str:
        """What a message says of buffers that differ along an axis as long as a label's"""
        ...
    def verify_once(self, model: nn.Module, x: Inputs) -> 'PermutationGroup':
        """`verify`, unless it was done last time for this model, with the same kinds of layers, buffers and frozen tensors

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
        label to indices `(*lead, n)`, int64: `new[i] = old[a[i]]`
    signs : dict[str, Tensor] | None = None
        signed label to `(*lead, n)`, each -1 or 1
    """
    signs: Any
    def __init__(self, index: dict[str, Tensor], signs: dict[str, Tensor] | None=None):
        """Parameters
        ----------
        index : dict[str, Tensor]
            label to indices `(*lead, n)`, int64: `new[i] = old[a[i]]`
        signs : dict[str, Tensor] | None = None
            signed label to `(*lead, n)`, each -1 or 1
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
def _same_lead(t: Tensor, i: Tensor) -> tuple[Tensor, Tensor]:
    """Expand two tensors to common leading axes; the last axis stays"""
    ...
def _along(i: Tensor, j: int, d: int, ndim: int) -> Tensor:
    """`(*lead, n)` to `(*lead, 1.., n, ..1)`, with `n` at axis `j` of the last `d` of `ndim` axes"""
    ...
def _size(t: Tensor) -> Tensor:
    """Root mean square, at least .1"""
    ...
def _moving(g: PermutationGroup, generator: torch.Generator | None) -> Element:
    """A random element that moves every label, and flips a sign in every signed one"""
    ...
def _real_outputs(model: nn.Module, w: Params, x: Inputs) -> Tensor: ...
def _precise(model: nn.Module, x: Inputs) -> tuple[nn.Module, Inputs]:
    """In float64, where the device has it"""
    ...
def _device(x: Inputs) -> torch.device: ...
def _rounding(model: nn.Module, x: Tensor) -> float:
    """How much do outputs move, relative to their size, when all weights grow by 1e-9 of theirs? In single precision, in steps of 1e-7"""
    ...
_verified: WeakKeyDictionary[nn.Module, tuple]
from symbayes.discovery import mlp_group as mlp_group
from symbayes.discovery import commutes as commutes
from symbayes.discovery import Linears as Linears
from symbayes.core import document
