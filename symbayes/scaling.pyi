# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Scaling', 'Term', 'Logs', 'scaling_rules', 'ScalingGroup', 'Scaled', 'Unknowns', 'scaling_rule', 'Step', 'ScaleTrace', 'Solution', 'FoundScalings', 'find_scalings', 'scaling_group']
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import isinf, log, prod
from numbers import Integral
from typing import Any
import warnings
import numpy as np
import torch
from fastcore.basics import patch
from torch import Tensor, fx, nn
from torch.utils._pytree import tree_leaves, tree_map
from .core import Layout, Params, SymbayesError, check_finite, check_generator, lazy_module, require
from .discovery import LeftOut, _where
from .numbering import _compact, _covered
from .tracing import Operation, _like, _live, operations
from .trials import Trial, model_call
from .units import _layer
Scaling: TypeAlias = dict[str, Tensor]
Term: TypeAlias = tuple[str, int, Tensor]
@dataclass(frozen=True, eq=False)
class ScalingGroup:
    """Positive numbers, one for each unit of each place, by which the entries of named tensors are multiplied or divided

    Parameters
    ----------
    sizes : dict[str, int]
        place to its number of units
    terms : dict[str, list[Term]]
        tensor name to what it is multiplied by; tensors that stay as they are may be missing
    shapes : dict[str, tuple[int, ...]]
        tensor name to shape, of all tensors of the network
    free : dict[str, str] = field(default_factory=dict)
        tensors in front of a norm layer, whose size does not matter, to that layer
    """
    sizes: dict[str, int]
    terms: dict[str, list[Term]]
    shapes: dict[str, tuple[int, ...]]
    free: dict[str, str] = ...
    def __post_init__(self): ...
    def _checked(self, name: str, place: str, sign: int, index: Tensor) -> Term:
        """A term, its index with as many axes as the tensor"""
        ...
    @property
    def places(self) -> list[str]:
        """What scales together or one by one: layers, channels, streams"""
        ...
    @property
    def n(self) -> int:
        """Number of scales"""
        ...
    def __repr__(self) -> str: ...
    def check(self, params: Params) -> torch.Size:
        """Refuse tensors that the group does not fit, naming them

        Parameters
        ----------
        params : Params
            tensors `(*lead, *shape)`; further ones, as buffers, do not matter

        Returns
        -------
        torch.Size
            the leading axes
        """
        ...
    @property
    def layout(self) -> Layout:
        """Names and shapes of the network's tensors"""
        ...
    def check_scaling(self, a: Scaling) -> torch.Size:
        """Refuse what is no scaling of this group, naming the place

        Parameters
        ----------
        a : Scaling
            place to logs `(*lead, n)`

        Returns
        -------
        torch.Size
            the leading axes
        """
        ...
    def log_factors(self, a: Scaling) -> Params:
        """Logs of what every entry is multiplied by

        Parameters
        ----------
        a : Scaling
            place to logs `(*lead, n)`

        Returns
        -------
        Params
            `(*lead, *shape)` by name, of the tensors that have terms
        """
        ...
    def _log_factors(self, flat: Tensor) -> Params:
        """Not expanded, from logs `(*lead, n)` of all scales"""
        ...
    def act(self, a: Scaling, params: Params) -> Params:
        """Scaled weights, which compute the same function

        Parameters
        ----------
        a : Scaling
            place to logs `(*lead, n)`: `g.logs(lam)` makes them of positive numbers
        params : Params
            `(*lead, *shape)`; leading axes broadcast with those of the scaling

        Returns
        -------
        Params
            with the common leading axes and the dtypes they had; tensors without terms are not copied
        """
        ...
    def flatten(self, a: Scaling) -> Tensor:
        """Scales of all places side by side

        Parameters
        ----------
        a : Scaling
            place to logs `(*lead, n)`

        Returns
        -------
        Tensor
            `(*lead, n)`, of all places
        """
        ...
    def unflatten(self, flat: Tensor) -> Scaling:
        """Cut the last axis into places

        Parameters
        ----------
        flat : Tensor
            `(*lead, n)`

        Returns
        -------
        Scaling
            place to logs, views of `flat`
        """
        ...
    @property
    def flat_terms(self) -> dict[str, list[tuple[int, Tensor]]]:
        """Terms with one index for all places: from 0 to n-1, and n where an entry has no scale, so that `pad(flat)[..., index]` is its log

        Returns
        -------
        dict[str, list[tuple[int, Tensor]]]
            tensor to signs and indices; made once
        """
        ...
    def identity(self, *shape: int, dtype: torch.dtype=torch.float64, device: torch.device | str='cpu') -> Scaling:
        """The scaling that does nothing

        Parameters
        ----------
        *shape : int
            leading axes; none for a single scaling
        dtype : torch.dtype = torch.float64
        device : torch.device | str = 'cpu'
            where the logs shall be

        Returns
        -------
        Scaling
            logs, all zero
        """
        ...
    def sample(self, *shape: int, spread: float=0.5, generator: torch.Generator | None=None) -> Scaling:
        """Random scalings: independent normal logs

        Parameters
        ----------
        *shape : int
            leading axes of the stack; none for a single scaling
        spread : float = 0.5
            standard deviation of the logs: of all scalings there is no uniform draw
        generator : torch.Generator | None = None

        Returns
        -------
        Scaling
            logs `(*shape, n)`, float64, on the generator's device
        """
        ...
    def compose(self, a: Scaling, b: Scaling) -> Scaling:
        """One after the other, in whatever order: `act(compose(a, b), w) = act(a, act(b, w))`

        Parameters
        ----------
        a : Scaling
            leading axes broadcast with those of `b`
        b : Scaling
            a scaling or a stack of them

        Returns
        -------
        Scaling
            the sum of the logs
        """
        ...
    def inverse(self, a: Scaling) -> Scaling:
        """The scaling that undoes `a`

        Parameters
        ----------
        a : Scaling
            a scaling or a stack of them

        Returns
        -------
        Scaling
            the negative logs
        """
        ...
    def logs(self, lam: Scaling) -> Scaling:
        """A scaling, from the numbers themselves

        Parameters
        ----------
        lam : Scaling
            place to positive numbers `(*lead, n)`; places that are left out are not scaled

        Returns
        -------
        Scaling
            place to logs
        """
        ...
    def lam(self, a: Scaling) -> Scaling:
        """The numbers themselves

        Parameters
        ----------
        a : Scaling
            place to logs

        Returns
        -------
        Scaling
            place to positive numbers
        """
        ...
    def verify(self, model: nn.Module, *inputs: Any, generator: torch.Generator | None=None, **named: Any) -> 'ScalingGroup':
        """Raise `SymbayesError` unless random scalings leave the model's function unchanged, whatever the weights and statistics

        Parameters
        ----------
        model : nn.Module
            the model the group is claimed to fit
        *inputs : Any
            its arguments by position; one tuple, list or dict alone stands for the arguments in it
        generator : torch.Generator | None = None
            of weights and scalings tried
        **named : Any
            arguments by name

        Returns
        -------
        ScalingGroup
            the group itself
        """
        ...
    def _random_move(self, trial: Trial, place: str | None=None) -> Any:
        """Weights, moved by a random scaling of one place or of all; of a large network, drawn in single precision, by powers of two"""
        ...
def _check_once(name: str, terms: list[Term]) -> None:
    """No entry is multiplied by one scale twice"""
    ...
Logs: TypeAlias = list[tuple[float, Tensor]]
@dataclass
class Scaled:
    """A tensor of the graph, and by how much it grows

    Parameters
    ----------
    shape : tuple[int, ...]
    logs : Logs = field(default_factory=list)
        none: it does not
    weight : tuple[str, Tensor | None] | None = None
        an undecided parameter, and where its entries are; None: in order
    value : Tensor | None = None
        of a constant
    plain : bool = False
        a constant that is no buffer
    """
    shape: tuple[int, ...]
    logs: Logs = ...
    weight: tuple[str, Tensor | None] | None = ...
    value: Tensor | None = ...
    plain: bool = ...
    def __post_init__(self): ...
class Unknowns:
    """What is known of the unknowns; number 0 is zero"""
    n: Any
    node: Any
    def __init__(self): ...
    def fresh(self, shape: Sequence[int], name: str='') -> Tensor:
        """Unknowns that were not there before"""
        ...
    def vanish(self, logs: Logs, why: str) -> None:
        """The sum is zero, entry by entry. Parts on different axes are constant, so that one entry of the others is enough for each"""
        ...
    def collapse(self, logs: Logs, axes: Iterable[int], why: str='is summed with what grows otherwise') -> Logs:
        """Along these axes nothing may change; they have length 1 then"""
        ...
    def claim(self, t: Scaled, logs: Logs) -> None:
        """An undecided parameter, or a part of it, grows by this"""
        ...
    def decided(self, t: Scaled) -> Scaled:
        """A parameter that enters an operation by itself grows along each of its axes by itself"""
        ...
    def hold(self, t: Scaled, why: str) -> None:
        """It does not grow"""
        ...
def _gathered(logs: Logs) -> Logs:
    """Equal terms as one, and none that are zero"""
    ...
def _apart(logs: Logs) -> list[Logs]:
    """Terms that share an axis along which they change, together"""
    ...
scaling_rules: dict[str, Callable[['Step'], Any]]
def scaling_rule(names: str) -> Callable:
    """Register how what an operation returns grows with its arguments

    Parameters
    ----------
    names : str
        of operations, with spaces between

    Returns
    -------
    Callable
    """
    ...
@dataclass
class Step(Operation):
    """One operation of the graph, whose tensors are `Scaled`"""
    @property
    def tensors(self) -> list[Scaled]:
        """All tensors among its arguments"""
        ...
    def run(self, first: Any, *rest: Any) -> Any:
        """The operation itself, on other tensors"""
        ...
    @property
    def whole(self) -> bool:
        """Does it return no real numbers?"""
        ...
def _numbers_of(a: Any) -> Any: ...
def _of_value(value: Tensor, plain: bool=True) -> Scaled: ...
class ScaleTrace:
    """Unknown scales, followed through the graph of a model

    Parameters
    ----------
    program : torch.export.ExportedProgram
        of the model
    model : nn.Module
        whose free parameters scale
    """
    program: torch.export.ExportedProgram
    book: Any
    held: Any
    lifted: Any
    tensors: Any
    alias: Any
    free: Any
    def __init__(self, program: torch.export.ExportedProgram, model: nn.Module):
        """Parameters
        ----------
        program : torch.export.ExportedProgram
            of the model
        model : nn.Module
            whose free parameters scale
        """
        ...
    def _placeholder(self, node: fx.Node) -> Any: ...
    def _get_attr(self, node: fx.Node) -> Any: ...
    def _call_function(self, node: fx.Node) -> Any: ...
    def _output(self, node: fx.Node) -> None: ...
def _grown(op: Step) -> Any:
    """What an operation returns"""
    ...
def _held(op: Step, why: str='enters an operation that does not scale') -> Any:
    """Nothing that goes in may grow, and nothing that comes out does"""
    ...
def _moved(t: Scaled, f: Callable[[Tensor], Tensor]) -> Any:
    """With entries moved, as `f` moves them; `f` may return several tensors"""
    ...
def _reshaped(t: Scaled, shape: Sequence[int]) -> Scaled:
    """The same entries in the same order"""
    ...
def _reshapes(op: Step) -> Any: ...
def _moves(op: Step) -> Any: ...
def _idles(op: Step) -> Any: ...
def _homogeneous(op: Step) -> Scaled: ...
def _clamped(op: Step) -> Scaled: ...
def _signs(op: Step) -> Scaled: ...
def _native_dropout(op: Step) -> tuple: ...
def _prelu(op: Step) -> Scaled: ...
def _glu(op: Step) -> Scaled: ...
def _raised(logs: Logs, d: int) -> Logs:
    """With more axes of length 1 in front"""
    ...
def _zero(t: Scaled) -> Tensor | None: ...
def _same(book: Unknowns, s: Scaled, t: Scaled, why: str='meets what grows otherwise') -> Scaled:
    """Two tensors that have to grow alike, entry by entry, with broadcasting; zeros grow with whatever they meet"""
    ...
def _sums(op: Step) -> Scaled: ...
def _subtracted(op: Step) -> Scaled: ...
def _chosen(op: Step) -> Scaled: ...
def _masked(op: Step) -> Scaled: ...
def _compared(op: Step) -> Scaled: ...
def _product(book: Unknowns, s: Scaled, t: Scaled, signs: tuple[float, float]=(1, 1)) -> Scaled:
    """Entry by entry"""
    ...
_large: int
def _products(op: Step) -> Scaled: ...
def _power(book: Unknowns, t: Scaled, k: float) -> Scaled: ...
def _powers(op: Step) -> Scaled: ...
def _roots(op: Step) -> Scaled: ...
def _added_products(op: Step) -> Scaled: ...
def _together(book: Unknowns, ts: Sequence[Scaled], f: Callable[[list[Tensor]], Tensor], shape: Sequence[int]) -> Scaled:
    """Several tensors put into one, as `f` puts them: their terms with equal coefficients go together"""
    ...
def _cats(op: Step) -> Scaled: ...
def _scattered(op: Step) -> Scaled: ...
def _copied(op: Step) -> Scaled: ...
def _pads(op: Step) -> Scaled: ...
def _over(op: Step, x: Scaled, axes: Iterable[int], power: float=1, shape: Sequence[int] | None=None, why: str | None=None) -> Scaled:
    """Something that is computed over axes, and keeps them with another length, or with length 1"""
    ...
def _dropped(t: Scaled, axes: Iterable[int]) -> Logs: ...
def _reductions(op: Step) -> Any: ...
def _ordered(op: Step) -> Any: ...
_pools: Any
def _pooled(op: Step) -> Any: ...
def _patches(op: Step) -> Scaled: ...
def _index(op: Step) -> Scaled: ...
def _gathers(op: Step) -> Scaled: ...
def _aligned(t: Scaled, letters: Sequence[str], order: Sequence[str]) -> Logs:
    """With one axis for each letter of `order`"""
    ...
def _contract(book: Unknowns, parts: list[tuple[Scaled, Sequence[str]]], out: Sequence[str], shape: Sequence[int]) -> Scaled:
    """A sum of products: axes have letters, those that are not in `out` are summed over"""
    ...
def _decide(book: Unknowns, w: Scaled, letters: Sequence[str], logs: Logs, order: Sequence[str], n_out: int) -> Logs:
    """A weight in a sum of products is what comes out less what goes in"""
    ...
def _letters(d: int) -> list[str]: ...
def _with(op: Step, y: Scaled, *more: Any) -> Scaled:
    """Further tensors, added entry by entry"""
    ...
def _linear_of(book: Unknowns, x: Scaled, w: Scaled) -> Scaled: ...
def _linear(op: Step) -> Scaled: ...
def _matmul(book: Unknowns, s: Scaled, t: Scaled) -> Scaled: ...
def _matrix_products(op: Step) -> Scaled: ...
def _products_added(op: Step) -> Scaled: ...
def _bilinear(op: Step) -> Scaled: ...
def _einsum(op: Step) -> Scaled: ...
def _attention(op: Step) -> Scaled: ...
def _convolution(op: Step) -> Scaled: ...
def _at_axis(t: Any, axis: int, d: int) -> Any:
    """A vector along one of `d` axes"""
    ...
def _embedding(op: Step) -> Scaled: ...
def _embedding_bag(op: Step) -> Any: ...
_before_norm: str
def _affine(op: Step, x: Scaled, weight: Any, bias: Any) -> Scaled:
    """A norm: what goes in does not grow, what comes out does with weight and bias"""
    ...
def _softmax(op: Step) -> Scaled: ...
def _batch_norm(op: Step) -> Any: ...
def _layer_norm(op: Step) -> Any: ...
def _group_norm(op: Step) -> Scaled: ...
def _weight_norm(op: Step) -> Scaled: ...
import scipy.sparse as sparse
import scipy.sparse.csgraph as csgraph
class Solution:
    """Every unknown as a sum of those that stay free

    Parameters
    ----------
    book : Unknowns
        after the whole graph
    held : Sequence[tuple[int, str]] = ()
        unknowns that are zero besides, and why
    """
    book: Unknowns
    causes: Any
    linked: Any
    sums: Any
    of: Any
    def __init__(self, book: Unknowns, held: Sequence[tuple[int, str]]=()):
        """Parameters
        ----------
        book : Unknowns
            after the whole graph
        held : Sequence[tuple[int, str]] = ()
            unknowns that are zero besides, and why
        """
        ...
    def _classes(self, ties: np.ndarray) -> np.ndarray:
        """The least member of the class of every unknown"""
        ...
    def _simple(self, rows: list) -> tuple[list, np.ndarray]:
        """Rows that say that an unknown is zero, or that two are the same, are ties; the others are left"""
        ...
    def _reduced(self, row: dict[int, float]) -> dict[int, float]:
        """Classes in place of unknowns, without zeros"""
        ...
    def _eliminated(self, rows: list) -> dict[int, dict[int, float]]:
        """Classes that are sums of others"""
        ...
    def at(self, unknown: int) -> dict[int, float]:
        """Free unknowns and their coefficients"""
        ...
def _as_rows(coefs: list[float], unknowns: Tensor) -> Iterator[dict[int, float]]: ...
def _substituted(row: dict[int, float], sums: dict[int, dict[int, float]]) -> dict[int, float]: ...
def _agreed(book: Unknowns) -> None:
    """Claims on the same entries say the same"""
    ...
class _Writer:
    """Terms of all tensors, in free unknowns"""
    trace: ScaleTrace
    solution: Solution
    used: Any
    forms: Any
    slots: Any
    def __init__(self, trace: ScaleTrace, solution: Solution): ...
    def terms(self, name: str) -> list[tuple[float, Tensor]]:
        """Coefficients and free unknowns, 0 for none, of a tensor"""
        ...
    def _split(self, logs: Logs) -> Logs:
        """Free unknowns in place of others, one coefficient for each term"""
        ...
    def _in_order(self, t: Scaled, u: Tensor, shape: tuple[int, ...]) -> Tensor:
        """The entries in the order of the parameter"""
        ...
@dataclass(frozen=True)
class FoundScalings:
    """What is known of the scalings of a model

    Parameters
    ----------
    group : ScalingGroup
    left_out : tuple[LeftOut, ...]
        units that do not scale, and why
    gap : float
        largest change of an output in the test, relative to the output's spread
    """
    group: ScalingGroup
    left_out: tuple[LeftOut, ...]
    gap: float
def find_scalings(model: nn.Module, *inputs: Any, **named: Any) -> FoundScalings:
    """Find the scalings of a model, and test them. Raises `SymbayesError` where there is no graph of its operations

    Parameters
    ----------
    model : nn.Module
        any module; stays as it is
    *inputs : Any
        its arguments by position
    **named : Any
        and by name

    Returns
    -------
    FoundScalings
        the group, and what is known of the rest
    """
    ...
def scaling_group(model: nn.Module, *inputs: Any, **named: Any) -> ScalingGroup:
    """The scalings of any module, found on the graph of its operations and verified. Raises `SymbayesError` where there is no graph

    Parameters
    ----------
    model : nn.Module
        any module; stays as it is
    *inputs : Any
        its arguments by position
    **named : Any
        and by name

    Returns
    -------
    ScalingGroup
        places named after the layers that make the units
    """
    ...
def _tried(group: ScalingGroup, trial: Trial) -> tuple[float, list[str]]:
    """The gap of random scalings, and the places that are to blame if it is too large"""
    ...
def _written(trace: ScaleTrace, solution: Solution) -> tuple[ScalingGroup, dict[str, list[int]], list[int]]:
    """The group; the free unknowns of every place; and those that cannot be told by terms"""
    ...
def _as_terms(numbers: dict[str, list[int]], index: Tensor, sign: int, u: Tensor) -> Iterator[Term]:
    """A term for every place that has units among these"""
    ...
def _places_of(book: Unknowns, solution: Solution, free: set[int]) -> dict[str, list[int]]:
    """Free unknowns by the tensor that makes them"""
    ...
def _free(trace: ScaleTrace, solution: Solution, terms: dict[str, Logs], alone: set[int]) -> dict[str, str]:
    """Tensors whose size does not matter: all that holds what they make is a norm"""
    ...
def _not_scaled(trace: ScaleTrace, solution: Solution) -> tuple[LeftOut, ...]:
    """Units that do not scale, by the tensor that makes them, with the first operation that holds them"""
    ...
from symbayes.core import document
