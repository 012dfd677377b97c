# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Scaling', 'Term', 'ScalingGroup']
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from numbers import Integral
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Layout, Params, SymbayesError, check_finite, check_generator, require
from .trials import Trial, model_call
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
        """Weights, moved by a random scaling of one place or of all"""
        ...
def _check_once(name: str, terms: list[Term]) -> None:
    """No entry is multiplied by one scale twice"""
    ...
from symbayes.core import document
