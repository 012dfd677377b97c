# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['file_format', 'WeightDistribution', 'Family', 'stack_posteriors', 'NetworkFamily', 'Companion']
from collections.abc import Callable, Sequence
from functools import wraps
from numbers import Integral
from pathlib import Path
from typing import Any, Protocol, runtime_checkable
import copy, json
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Generators, Layout, Params, SymbayesError, check_finite, require
from .files import blaming, read_tensors, write_tensors
@runtime_checkable
class WeightDistribution(Protocol):
    """A distribution over weights, or a stack of them, as everything that only draws asks for it. Some have `rsample` and `log_prob`, too"""
    @property
    def layout(self) -> Layout:
        """Names and shapes of the weights"""
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: empty for one distribution, `(R,)` for a stack"""
        ...
    @property
    def device(self) -> torch.device:
        """Where draws live"""
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        Params
            tensors `(*batch_shape, S, *shape)`, without a gradient
        """
        ...
_families: dict[str, dict[str, type['Family']]]
def _without_network(init: Callable) -> Callable:
    """A constructor that refers to `from_module` where its first argument is a network"""
    ...
class Family(nn.Module):
    """A distribution over weights that consists of its layout and its tensors. Subclasses have `batch_shape`, and `rsample` or `sample`

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    """
    layout: Layout
    def __init_subclass__(cls, **kwargs): ...
    def __init__(self, layout: Layout):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        """
        ...
    @property
    def batch(self) -> torch.Size:
        """The same as `batch_shape`"""
        ...
    @property
    def device(self) -> torch.device:
        """Where the tensors live, and draws"""
        ...
    @property
    def dtype(self) -> torch.dtype:
        """Precision of the tensors, and of draws"""
        ...
    def tensors(self) -> dict[str, Tensor]:
        """Everything that defines the distribution, by the names of the constructor's arguments"""
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights: those of `rsample`, unless a family says otherwise

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack; members with the same one share its draws

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, without a gradient
        """
        ...
    def adopt(self, other: 'Family') -> 'Family':
        """Take over what neither tensors nor `spec` hold, as the network that a family was bound to: nothing, unless a family says so

        Parameters
        ----------
        other : Family
            what it was made from

        Returns
        -------
        Family
            itself
        """
        ...
    def spec(self) -> dict:
        """What the constructor needs besides tensors: nothing, unless a family says so

        Returns
        -------
        dict
            JSON-able
        """
        ...
    def member(self, i: int) -> Family:
        """One member of a stack

        Parameters
        ----------
        i : int
            which member of the stack

        Returns
        -------
        Family
            a distribution without leading axes, on its own memory
        """
        ...
    @classmethod
    def build(cls, layout: Layout, tensors: dict[str, Tensor], spec: dict) -> Family:
        """What `layout`, `tensors` and `spec` describe. A family whose constructor takes something else says here how

        Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        tensors : dict[str, Tensor]
            as of `tensors`
        spec : dict
            as of `spec`

        Returns
        -------
        Family
        """
        ...
    def save(self, path: str | Path) -> None:
        """Write the posterior as safetensors; equal posteriors make equal files

        Parameters
        ----------
        path : str | Path
            the file to write, as a whole or not at all
        """
        ...
    @classmethod
    def load(cls, path: str | Path) -> Family:
        """Read a posterior. Raises `SymbayesError` for any other file, and for another family than the class that is asked

        Parameters
        ----------
        path : str | Path
            a file written by `save`

        Returns
        -------
        Family
            on the CPU
        """
        ...
def stack_posteriors(qs: Sequence[Family]) -> Family:
    """Put posteriors side by side

    Parameters
    ----------
    qs : Sequence[Family]
        of one kind over one layout, without leading axes

    Returns
    -------
    Family
        one distribution with a leading axis of `len(qs)`
    """
    ...
def _check_alike(q: Family, first: Family) -> None: ...
file_format: str
def _check_built(q: Family, tensors: dict[str, Tensor]) -> None:
    """Has every tensor of the file a place in the posterior, and all that is trained one precision?"""
    ...
def _most(dtype: torch.dtype) -> float: ...
def _check_size(name: str, t: Tensor) -> None:
    """Raise `SymbayesError` unless the entries of a tensor are finite, and so are their squares"""
    ...
def _check_range(q: Family) -> None:
    """Raise `SymbayesError` unless standard deviations have squares, and the density has a size"""
    ...
class NetworkFamily(Family):
    """A family that computes with its network. `bind` puts into `network` what is needed of it

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    """
    network: Any
    by_reference: Any
    def __init__(self, layout: Layout):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        """
        ...
    def bind(self, model: nn.Module) -> 'NetworkFamily':
        """Say which network it is

        Parameters
        ----------
        model : nn.Module
            the network

        Returns
        -------
        NetworkFamily
            itself
        """
        ...
    def bound(self) -> Any:
        """What it needs of the network. Raises `SymbayesError` where that is not known"""
        ...
    def adopt(self, other: 'NetworkFamily') -> 'NetworkFamily':
        """Take over the network

        Parameters
        ----------
        other : NetworkFamily
            what it was made from

        Returns
        -------
        NetworkFamily
            itself
        """
        ...
    def __deepcopy__(self, memo: dict) -> 'NetworkFamily': ...
    @classmethod
    def load(cls, path: str | Path, model: nn.Module | None=None) -> 'NetworkFamily':
        """Read a posterior

        Parameters
        ----------
        path : str | Path
            a file written by `save`
        model : nn.Module | None = None
            the network; without one, the first use that has it says

        Returns
        -------
        NetworkFamily
            on the CPU
        """
        ...
class Companion(nn.Module):
    """What is learned along with a posterior: each member of a stack has parameters of its own

    Parameters
    ----------
    members : torch.Size | None = None
        leading axes of the stack that it belongs to, if it does
    """
    stacks: Any
    members: torch.Size | None = ...
    def expand(self, batch: torch.Size) -> None:
        """Give every member of a stack parameters of its own: copies of each that is free. Raises for a class that does not take them

        Parameters
        ----------
        batch : torch.Size
            leading axes of a stack of posteriors
        """
        ...
    def check_batch(self, batch: torch.Size) -> None:
        """Raise `SymbayesError` unless the free parameters belong to one posterior, or have the leading axes of a stack

        Parameters
        ----------
        batch : torch.Size
            leading axes of a posterior
        """
        ...
    def join_stack(self, batch: torch.Size) -> None:
        """`expand`, and remember for whom. Raises `SymbayesError` for one that was fitted with another stack

        Parameters
        ----------
        batch : torch.Size
            leading axes of a posterior that it is fitted with
        """
        ...
    def member(self, i: int) -> Companion:
        """That of one member, with parameters of its own

        Parameters
        ----------
        i : int
            which member of a stack

        Returns
        -------
        Companion
        """
        ...
    def in_front(self, t: Tensor, like: Tensor, own: int=0) -> Tensor:
        """A parameter in a shape that broadcasts with `like`

        Parameters
        ----------
        t : Tensor
            a parameter, `(*batch, *own)`
        like : Tensor
            `(*batch, .., *own)`
        own : int = 0
            axes that it has without a stack

        Returns
        -------
        Tensor
            `(*batch, 1, .., *own)`, in the precision of `like`
        """
        ...
from symbayes.core import document
