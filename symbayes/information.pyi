# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['orbit_log_ratio', 'Exact', 'Uniform', 'Estimator', 'reporting_copy']
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from inspect import signature
from math import log, prod
from typing import Any, ClassVar, Protocol
import torch
from torch import Tensor, nn
from torch.distributions import Distribution
from .core import Generators, Layout, Params, SymbayesError, require
from .elements import Element, PermutationGroup
from .families import WeightDistribution
from .posteriors import MeanField, Posterior, double_draws
from .samples import as_distribution
from .sites import Sites
def orbit_log_ratio(q: WeightDistribution, g: PermutationGroup, w: Params, a: Element) -> Tensor:
    """`log q(g_a^-1 w) - log q(w)`, by the family's own method where it has one

    Parameters
    ----------
    q : WeightDistribution
        a posterior, or anything with `log_prob` of named tensors
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    a : Element
        elements with leading axes that broadcast with `(*batch, S, K)`

    Returns
    -------
    Tensor
        `(*batch, S, K)` nats
    """
    ...
@dataclass(frozen=True)
class Exact:
    """`log q(w) - log q_G(w)` by summing over every element of the group

    Parameters
    ----------
    max_order : int = 1000000
        refuse larger groups
    chunk : int = field(default=4096, repr=False)
        most elements summed at a time
    side : ClassVar[str] = 'exact'
    """
    max_order: int = ...
    chunk: int = ...
    side: ClassVar[str] = ...
    def __repr__(self) -> str: ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` for a group that is too large"""
        ...
    def __call__(self, q: WeightDistribution, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
@dataclass(frozen=True)
class Uniform:
    """The sampled lower bound of Gelberg et al. (2024): the identity and K-1 uniform elements; never above `log K`

    Parameters
    ----------
    K : int = 20
        elements, the identity included
    chunk : int = field(default=2 ** 24, repr=False)
        most numbers held at a time, per member of a stack
    side : ClassVar[str] = 'lower bound'
    """
    K: int = ...
    chunk: int = ...
    side: ClassVar[str] = ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Any group will do"""
        ...
    def __call__(self, q: WeightDistribution, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
class Estimator(Protocol):
    """Estimates `I(g;w)` draw by draw and says which side of it the average is on

    Parameters
    ----------
    side : ClassVar[str]
        'lower bound', 'upper bound' or 'exact'
    """
    side: ClassVar[str]
    def check(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` for a group that the estimator cannot deal with

        Parameters
        ----------
        g : PermutationGroup
            the group
        """
        ...
    def __call__(self, q: WeightDistribution, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw

        Parameters
        ----------
        q : WeightDistribution
            the posterior
        g : PermutationGroup
            the group
        w : Params
            draws from q `(*batch, S, *shape)`
        generator : Generators = None
            of the estimator's own draws

        Returns
        -------
        Tensor
            `(*batch, S)` nats; single values may be negative
        """
        ...
def check_kinds(g: Any, estimator: Any=None, generator: Any=None) -> None:
    """Raise `SymbayesError` for a group, an estimator or a generator that is none"""
    ...
def _kind(v: Any) -> str: ...
def cancels(sites: Sites) -> bool:
    """In float32, would a density of one unit at another's site lose more than about a hundredth of a nat?

    Parameters
    ----------
    sites : Sites
        of units

    Returns
    -------
    bool
    """
    ...
def precise(q: WeightDistribution, g: PermutationGroup, w: Params) -> tuple[WeightDistribution, Params]:
    """Distribution and draws for densities all over the orbit: in float64 if float32 would lose digits

    Parameters
    ----------
    q : WeightDistribution
        a distribution over weights
    g : PermutationGroup
        the group
    w : Params
        draws

    Returns
    -------
    tuple[WeightDistribution, Params]
        in float64, or as they are
    """
    ...
def _far_below(q: Posterior, g: PermutationGroup) -> bool:
    """Is no unit near the limit of `cancels`? By the largest mean and the least deviation of all weights, which is quick"""
    ...
def reporting_copy(q: Any) -> Any:
    """A copy to compute reported numbers with

    Parameters
    ----------
    q : Any
        a posterior, a likelihood, or any distribution over weights

    Returns
    -------
    Any
        its copy in float64, on the CPU if the device has no float64; what is no module and has no `in_double` stays as it is
    """
    ...
class OverNames:
    """A `torch` distribution over flat vectors, as one over named tensors"""
    q: Distribution
    layout: Layout
    batch_shape: Any
    device: Any
    draws: Any
    def __init__(self, q: Distribution, layout: Layout): ...
    def sample(self, n: int=1, generator: Generators=None) -> Params: ...
    def log_prob(self, w: Params) -> Tensor:
        """Log density of weights, `(*lead)` nats"""
        ...
def over_names(q: Any, layout: Layout) -> Any:
    """A distribution over named tensors

    Parameters
    ----------
    q : Any
        a distribution
    layout : Layout
        names and shapes of the weights

    Returns
    -------
    Any
        as it is, if it is no `torch` distribution
    """
    ...
def draws_of(q: Any, layout: Layout, n: int, generator: Generators=None) -> Params:
    """Draws, reparametrised where the distribution has such that take a generator

    Parameters
    ----------
    q : Any
        has `rsample` or `sample`, with or without a generator
    layout : Layout
        names and shapes of the weights
    n : int
        draws S
    generator : Generators = None
        of the draws

    Returns
    -------
    Params
        `(*batch, S, *shape)`
    """
    ...
def changed_options(e: Any) -> str:
    """The representation of an object with options: those that are not as by default"""
    ...
def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words as lines of text, with columns in line"""
    ...
def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """The same as a table in Markdown"""
    ...
def orbit_entries(q: WeightDistribution, g: PermutationGroup) -> int:
    """Numbers that `orbit_log_ratio` holds per element and draw"""
    ...
def elements_at_once(q: WeightDistribution, g: PermutationGroup, w: Params, numbers: int) -> int:
    """How many elements to look at in one piece; the same for a stack and for its members

    Parameters
    ----------
    q : WeightDistribution
        a distribution over weights
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    numbers : int
        that may be held at a time, per member of a stack

    Returns
    -------
    int
    """
    ...
def no_information(g: PermutationGroup, w: Params) -> Tensor:
    """Zeros, one per draw: the log ratio of the identity, and the mutual information under a group without labels

    Parameters
    ----------
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`

    Returns
    -------
    Tensor
        `(*batch, S)`
    """
    ...
from symbayes.core import document
