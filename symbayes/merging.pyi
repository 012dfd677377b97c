# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Merged', 'find_merge', 'merge']
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
import torch
from fastcore.basics import patch
from .alignment import find_alignment, pushed, turned, wasserstein2
from .barriers import check_pair, log_tril
from .core import Generators, Layout, Params, lazy_module, require
from .elements import Element, PermutationGroup, stack_elements
from .families import Family
from .inducing import in_double
from .information import check_kinds
from .posteriors import MeanField, UnitGaussian, _check_frozen
from .priors import Prior, check_prior
from .samples import as_weights, is_network, with_weights
from .symmetrized_elbo import SymmetrizedPosterior
from torch import Tensor, nn
import pandas as pd
def _mean_root(roots: Tensor, most: int=200) -> Tensor:
    """A square root of the barycentre of covariances with square roots `(K, n, p, p)`"""
    ...
def _gaussian_prior(prior: Prior, q: Family) -> tuple[Tensor, Tensor]:
    """Its means and standard deviations

    Parameters
    ----------
    prior : Prior
        `(P,)` each
    q : Family
        `(P,)` each

    Returns
    -------
    tuple[Tensor, Tensor]
        `(P,)` each
    """
    ...
def _positive(least: Tensor, name: str, times: int) -> None: ...
def _tensors_at(layout: Layout, places: Tensor) -> list[str]:
    """The tensors in which places of the flat vector are"""
    ...
def _unit_product(qs: Sequence[UnitGaussian], label: str, m0: Tensor, own: Tensor) -> tuple[Tensor, Tensor]:
    """Means of units, and Cholesky factors of their covariances

    Parameters
    ----------
    qs : Sequence[UnitGaussian]
        `(n, p)`, `(n, p, p)`
    label : str
        `(n, p)`, `(n, p, p)`
    m0 : Tensor
        `(n, p)`, `(n, p, p)`
    own : Tensor
        `(n, p)`, `(n, p, p)`

    Returns
    -------
    tuple[Tensor, Tensor]
        `(n, p)`, `(n, p, p)`
    """
    ...
@dataclass(frozen=True, eq=False, repr=False)
class Merged:
    """Several posteriors made into one

    Parameters
    ----------
    posterior : Family | Params | nn.Module
        the barycentre or the product; in the units' order of the first
    elements : Element | None
        what moves each of them there, stacked; None if they were merged as they are
    history : pd.DataFrame
        a row per step: the sweep, its member, and the least sum of squared W2 to the barycentre so far
    """
    posterior: Family | Params | nn.Module
    elements: Element | None
    history: 'pd.DataFrame'
    def __repr__(self) -> str: ...
def find_merge(qs: Sequence[Family | Params | nn.Module] | Family, group: PermutationGroup | None, how: str='barycentre', prior: Prior | None=None, starts: Sequence | str | None=None, generator: Generators=None) -> Merged:
    """Align several posteriors with one another and make one of them

    Parameters
    ----------
    qs : Sequence[Family | Params | nn.Module] | Family
        two or more posteriors of one family, or a stack of them; networks, or their weights
    group : PermutationGroup | None
        whose elements may be used; None merges them as they are
    how : str = 'barycentre'
        or 'product', for posteriors of disjoint data
    prior : Prior | None = None
        of the product: what is in each of the posteriors once
    starts : Sequence | str | None = None
        where alignment begins, as of `align`; by default many, and in later sweeps few
    generator : Generators = None
        of its random starts

    Returns
    -------
    Merged
    """
    ...
def _merged_networks(nets: Sequence[nn.Module], *how: Any) -> Merged:
    """Merge their free parameters, and put them into a copy of the first"""
    ...
def merge(qs: Sequence[Family | Params | nn.Module] | Family, group: PermutationGroup | None, how: str='barycentre', prior: Prior | None=None, starts: Sequence | str | None=None, generator: Generators=None) -> Family | Params | nn.Module:
    """Align several posteriors and make one of them; `find_merge` says how

    Networks give a network: a copy of the first with the merged weights. Its frozen parameters and buffers are those of the first,
    so running statistics have to be taken anew.

    Parameters
    ----------
    qs : Sequence[Family | Params | nn.Module] | Family
        two or more posteriors of one family, or a stack of them; networks, or their weights
    group : PermutationGroup | None
        whose elements may be used; None merges them as they are
    how : str = 'barycentre'
        or 'product', for posteriors of disjoint data
    prior : Prior | None = None
        of the product: what is in each of the posteriors once
    starts : Sequence | str | None = None
        where alignment begins, as of `align`; by default many, and in later sweeps few
    generator : Generators = None
        of its random starts

    Returns
    -------
    Family | Params | nn.Module
        of the same family, in the units' order of the first
    """
    ...
def _several(qs: Any) -> list[Family | Params]:
    """As a list of two or more"""
    ...
def _check_how(q: Family | Params, group: PermutationGroup | None, how: str, prior: Prior | None) -> None:
    """Raise `SymbayesError` where the family or the prior does not go with what is asked"""
    ...
def _centre(qs: Sequence[Family | Params]) -> Family | Params: ...
def _sum_of_squares(qs: Sequence[Family | Params]) -> float:
    """Of the distances to the barycentre"""
    ...
def _row(sweep: int, member: int | None, total: float) -> dict: ...
@dataclass(frozen=True, eq=False)
class _Placed:
    """Where all of them are at one time

    Parameters
    ----------
    total : float
        sum of squared W2 to the barycentre
    moved : list
        the posteriors
    elements : list[Element]
        what moved each of them there
    """
    total: float
    moved: list
    elements: list[Element]
    @classmethod
    def of(cls, moved: Sequence, elements: Sequence[Element]) -> '_Placed': ...
    def with_(self, k: int, one: Any, a: Element) -> '_Placed': ...
def _one_by_one(placed: _Placed, first: int, aligned: Callable) -> _Placed:
    """Each aligned with the barycentre of those before it"""
    ...
def _together(qs: list, group: PermutationGroup, starts: Any, generator: Generators) -> tuple[list, Element, list[dict]]:
    """All of them moved, the elements that did it, and the sums of squares on the way"""
    ...
def _settled(best: _Placed, aligned: Callable, history: list[dict]) -> _Placed:
    """Each in turn aligned with the barycentre of all others, until nothing moves any more"""
    ...
from symbayes.core import document
