# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Factor', 'Axis', 'Linears', 'as_axis', 'PermutationGroup', 'Element', 'stack_elements', 'commutes', 'mlp_group']
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations, product
from math import factorial, lgamma, log, prod
from weakref import WeakKeyDictionary
import copy
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Generators, Layout, Params, SymbayesError, each_draws, free_parameters, network_outputs, normal_draws, require
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
    @property
    def log_order(self) -> float:
        """`log |G|` in nats"""
        ...
    @property
    def order(self) -> int:
        """`|G|`, exactly"""
        ...
    def identity(self) -> Element:
        """The element that moves nothing

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
        """The action of the group: `new[i] = old[a[i]]` on every axis that carries a label. Raises `SymbayesError` if element or parameters do not fit

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
        """Refuse an element of another group, naming the label, and a single one that is no permutation (of a stack that is not checked, for it would take as long as the action itself)

        Parameters
        ----------
        a : Element
            one element or a stack
        """
        ...
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
    def function_gap(self, model: nn.Module, x: Tensor, n: int=8, generator: torch.Generator | None=None) -> Tensor:
        """How much do random elements change the model's function? Zero, up to rounding, for a symmetry

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Tensor
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
    def verify(self, model: nn.Module, x: Tensor, generator: torch.Generator | None=None) -> 'PermutationGroup':
        """Raise `SymbayesError` unless random elements of the group leave the model's function unchanged

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Tensor
            inputs `(batch, ...)`
        generator : torch.Generator | None = None
            of the weights and elements tried

        Returns
        -------
        PermutationGroup
            the group itself, so that the check can stand inside an expression
        """
        ...
    def verify_once(self, model: nn.Module, x: Tensor) -> 'PermutationGroup':
        """`verify`, unless it was done last time for this model, with the same kinds of layers, buffers and frozen tensors

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        x : Tensor
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
def commutes(f: Callable[[Tensor], Tensor], n: int) -> tuple[bool, bool]:
    """Probe what stands between two layers on fixed inputs of sizes .01 to 10,000, each row with a permutation and signs of its own

    Parameters
    ----------
    f : Callable[[Tensor], Tensor]
        acts on hidden values `(batch, units)`
    n : int
        number of units

    Returns
    -------
    tuple[bool, bool]
        does it commute with permuting units, and with flipping their signs?
    """
    ...
def mlp_group(net: nn.Module | Sequence[int], signed: bool | None=None, bias: bool=True) -> PermutationGroup:
    """The symmetry group of a multilayer perceptron. Raises `SymbayesError` for a module it cannot read

    Parameters
    ----------
    net : nn.Module | Sequence[int]
        an `nn.Sequential` MLP, with `nn.Flatten` and nested `nn.Sequential` where wanted; or widths `[in, h1, .., out]`
    signed : bool | None = None
        may units flip sign? None: where the activation is odd; for widths, no
    bias : bool = True
        for widths: do the layers have biases?

    Returns
    -------
    PermutationGroup
        labels `h1`, `h2`, ... for the hidden layers; a layer with a frozen parameter has none, for its units stay where they are
    """
    ...
Linears: TypeAlias = list[tuple[str, int, int, bool]]
def _read_mlp(net: nn.Sequential) -> tuple[Linears, list[list[nn.Module]]]:
    """The linear layers in order, and what stands after each"""
    ...
def _is_plain(m: nn.Module, kind: type[nn.Module]) -> bool:
    """Does the module compute what `kind` computes, with parameters of its own? A subclass may do anything"""
    ...
def _check_between(fs: list[nn.Module], name: str, n: int) -> bool:
    """Is what stands after layer `name` odd? It has to commute with permutations in any case"""
    ...
def _of_free(g: PermutationGroup, net: nn.Module) -> PermutationGroup:
    """The elements that leave frozen tensors alone, acting on the others"""
    ...
def _chain_group(linears: Linears, signed: list[bool]) -> PermutationGroup: ...
def _size(t: Tensor) -> Tensor:
    """Root mean square, at least .1"""
    ...
def _moving(g: PermutationGroup, generator: torch.Generator | None) -> Element:
    """A random element that moves every label, and flips a sign in every signed one"""
    ...
def _real_outputs(model: nn.Module, w: Params, x: Tensor) -> Tensor: ...
def _precise(model: nn.Module, x: Tensor) -> tuple[nn.Module, Tensor]:
    """In float64, where the device has it"""
    ...
def _rounding(model: nn.Module, x: Tensor) -> float:
    """How much do outputs move, relative to their size, when all weights grow by 1e-9 of theirs? By about 1e-9 in double precision, in steps of 1e-7 in single precision"""
    ...
_verified: WeakKeyDictionary[nn.Module, tuple]
