# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Samples', 'is_network', 'as_weights', 'with_weights', 'as_distribution']
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from numbers import Integral
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.distributions import Distribution
from .core import Generators, Layout, Params, check_finite, free_parameters, own_random_state
from .core import require, uniform_draws
from .elements import Element, PermutationGroup
from .families import Family, WeightDistribution
from .posteriors import check_elements
from .trials import model_copy, named_tensors
class Samples(Family):
    """The distribution of given draws, each as likely as any other. It has no density

    Parameters
    ----------
    params : Params
        the draws, `(N, *shape)`, or `(*batch, N, *shape)` if the layout is given
    layout : Layout | None = None
        names and shapes of one network's weights; default those of `params` without their first axis
    members : bool = False
        without a layout: are there two axes, `(members, N, *shape)`?
    """
    draws: Tensor
    def __init__(self, params: Params, layout: Layout | None=None, members: bool=False):
        """Parameters
        ----------
        params : Params
            the draws, `(N, *shape)`, or `(*batch, N, *shape)` if the layout is given
        layout : Layout | None = None
            names and shapes of one network's weights; default those of `params` without their first axis
        members : bool = False
            without a layout: are there two axes, `(members, N, *shape)`?
        """
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: empty for one distribution, `(R,)` for a stack"""
        ...
    @property
    def params(self) -> Params:
        """All draws in order, `(*batch, N, *shape)`"""
        ...
    @property
    def mean(self) -> Params:
        """Means over the draws, `(*batch, *shape)`"""
        ...
    @property
    def std(self) -> Params:
        """Standard deviations over the draws, `(*batch, *shape)`: those of this distribution, so the sum of squares is divided by N"""
        ...
    def __len__(self) -> int: ...
    def extra_repr(self) -> str: ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """All draws in order if `n` is their number, a random choice without replacement of fewer, and with replacement beyond

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`
        """
        ...
    def pushforward(self, g: PermutationGroup, a: Element) -> Samples:
        """The moved distribution

        Parameters
        ----------
        g : PermutationGroup
            the group
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        Samples
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
    @classmethod
    def build(cls, layout: Layout, tensors: dict[str, Tensor], spec: dict) -> Samples:
        """What `layout` and `tensors` describe

        Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        tensors : dict[str, Tensor]
            the draws
        spec : dict
            empty

        Returns
        -------
        Samples
        """
        ...
def _layout_behind(params: Params, n: int) -> Layout: ...
def _choice(shape: Sequence[int], n: int, generator: Generators) -> Tensor:
    """`n` of the last axis' indices, different ones as long as there are enough"""
    ...
def is_network(q: Any) -> bool:
    """Check whether `q` is a module that is no distribution over weights

    Parameters
    ----------
    q : Any
        anything

    Returns
    -------
    bool
    """
    ...
def as_weights(qs: Sequence) -> list:
    """Replace networks by their weights, so that functions of weights take them, too

    Parameters
    ----------
    qs : Sequence
        networks, dicts of tensors, posteriors

    Returns
    -------
    list
        networks as dicts of their free parameters, if all are networks or dicts; else as they were
    """
    ...
def with_weights(net: nn.Module, w: Params) -> nn.Module:
    """Copy a network and give it other weights

    Parameters
    ----------
    net : nn.Module
        a network, left as it is
    w : Params
        some of its parameters and buffers

    Returns
    -------
    nn.Module
        a copy
    """
    ...
class _Sampler:
    """Any sampler as a distribution over weights; what it has besides is reached through it"""
    q: Any
    draw: Callable
    layout: Layout
    batch_shape: torch.Size
    device: torch.device
    def __init__(self, q: Any, draw: Callable, layout: Layout, batch_shape: torch.Size, device: torch.device): ...
    def __getattr__(self, name: str) -> Any: ...
    def __repr__(self) -> str: ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights"""
        ...
def as_distribution(q: Any, layout: Layout, batch_shape: Sequence[int]=(), device: torch.device | str='cpu') -> WeightDistribution:
    """Anything that draws as a distribution over weights. Draws may be named tensors, or flat vectors `(*batch, S, P)`

    Parameters
    ----------
    q : Any
        has `sample` or `rsample`; or is a function of a number of draws; or a dict of draws
    layout : Layout
        names and shapes of the weights
    batch_shape : Sequence[int] = ()
        leading axes of its draws, before the axis of the draws
    device : torch.device | str = 'cpu'
        where its draws live

    Returns
    -------
    WeightDistribution
        what is one already stays as it is
    """
    ...
def _drawing(f: Callable, of_torch: bool) -> Callable[[int, Generators], Any]:
    """`f` as a function of a number and a generator"""
    ...
def _with_global(draw: Callable[[], Any], generator: Generators) -> Any:
    """A draw from the global stream, seeded by a generator if there is one"""
    ...
from symbayes.core import document
