# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Scaling', 'Term', 'Row', 'ScalingGroup', 'Solution', 'FoundScalings', 'find_scalings', 'scaling_group', 'null_scalings']
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import log, prod
from numbers import Integral
from typing import Any
import warnings
import numpy as np
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.utils._pytree import tree_leaves
from .core import Layout, Params, SymbayesError, check_finite, check_generator, lazy_module, require
from .discovery import LeftOut, _where
from .growth import Logs, Scaled, ScaleTrace, Unknowns, _before_norm, _gathered
from .numbering import _compact
from .tracing import operations
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
        tensors (of a stream all together) whose size a norm takes out, to that norm
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
import scipy.sparse as sparse
import scipy.sparse.csgraph as csgraph
Row: TypeAlias = dict[int, Fraction]
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
    def _reduced(self, row: Row) -> Row:
        """Classes in place of unknowns, without zeros"""
        ...
    def _eliminated(self, rows: list) -> dict[int, Row]:
        """Classes that are sums of others"""
        ...
    def at(self, unknown: int) -> dict[int, float]:
        """Free unknowns and their coefficients"""
        ...
def _as_rows(coefs: list[float], unknowns: Tensor) -> Iterator[Row]: ...
def _substituted(row: Row, sums: dict[int, Row]) -> Row: ...
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
def _overlap(indices: Sequence[Tensor]) -> bool:
    """Does a free unknown stand in several of these?"""
    ...
def _summed(logs: Logs) -> Logs:
    """Without what cancels, term by term; and entry by entry where there are more than two"""
    ...
def _as_terms(numbers: dict[str, list[int]], index: Tensor, sign: int, u: Tensor) -> Iterator[Term]:
    """A term for every place that has units among these"""
    ...
def _places_of(book: Unknowns, solution: Solution, free: set[int]) -> dict[str, list[int]]:
    """Free unknowns by the tensor that makes them"""
    ...
def _settled(trace: ScaleTrace) -> dict[int, str]:
    """Unknowns of which there is one too many, as `a + b` of a row and a column has; held if there are fewer scales then"""
    ...
def _tried(group: ScalingGroup, trial: Trial) -> tuple[float, list[str]]:
    """The gap of random scalings, and the places that are to blame if it is too large"""
    ...
def _written(trace: ScaleTrace, solution: Solution) -> tuple[ScalingGroup, dict[str, list[int]], list[int]]:
    """The group; the free unknowns of every place; and those that cannot be told by terms"""
    ...
def _free(trace: ScaleTrace, solution: Solution, terms: dict[str, Logs], alone: set[int]) -> dict[str, str]:
    """Tensors whose size does not matter: all that holds what they make is a norm"""
    ...
def _not_scaled(trace: ScaleTrace, solution: Solution) -> tuple[LeftOut, ...]:
    """Units that do not scale, by the tensor that makes them, with the first operation that holds them"""
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
def null_scalings(model: nn.Module, *inputs: Any, generator: torch.Generator | None=None, tolerance: float=1e-09, **named: Any) -> tuple[Tensor, Tensor]:
    """Directions in which weights can grow without changing the function, from gradients at random weights alone

    Parameters
    ----------
    model : nn.Module
        a small module; stays as it is
    *inputs : Any
        its arguments by position
    generator : torch.Generator | None = None
        of weights and inputs
    tolerance : float = 1e-09
        singular values below this, relative to the largest, are zero
    **named : Any
        arguments by name

    Returns
    -------
    tuple[Tensor, Tensor]
        directions `(k, P)`, orthonormal, in the logs of the flat weights; and all singular values
    """
    ...
def _log_gradients(trial: Trial, i: int, call: Any) -> list[Tensor]:
    """Gradients of random sums of outputs, times weights, `(P,)` each, of length one"""
    ...
from symbayes.core import document
