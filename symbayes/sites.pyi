# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['few_weights', 'Sites', 'SiteProducts', 'DiagonalSites', 'FullSites', 'gather_sites']
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import log, pi
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor
from .core import SymbayesError, first_derivative, require
@dataclass(frozen=True, eq=False, repr=False)
class Sites:
    """One distribution per hidden unit, over the unit's own weights

    Parameters
    ----------
    mean : Tensor
        `(*lead, h, p)`: of h sites for units of p weights
    """
    mean: Tensor
    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """All that describes the sites, each `(*lead, h, ..)`, in the order of the constructor"""
        ...
    @property
    def lead(self) -> torch.Size:
        """Leading axes: layers, members"""
        ...
    def __repr__(self) -> str: ...
    def log_density(self, x: Tensor, signed: bool, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit at every site

        Parameters
        ----------
        x : Tensor
            units `(*lead, S, h, p)`
        signed : bool
            may units flip their signs?
        constants : bool = True
            add what depends on the site alone? It cancels where every site is taken once

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*lead, S, h, h)` nats: unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def moments(self) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights, and half the log determinant of their covariance

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*lead, h, p)`, and log volumes `(*lead, h)` nats
        """
        ...
    def conditional_variance(self) -> Tensor:
        """Variance of every weight given the others of its unit

        Returns
        -------
        Tensor
            `(*lead, h, p)`
        """
        ...
    def map(self, f: Callable[[Tensor], Tensor]) -> Sites:
        """The same sites with `f` applied to every tensor

        Parameters
        ----------
        f : Callable[[Tensor], Tensor]
            what to do to each tensor

        Returns
        -------
        Sites
            of the same kind
        """
        ...
    @classmethod
    def stack(cls, sites: Sequence[Sites], dim: int=0) -> Sites:
        """Sites side by side on a new axis

        Parameters
        ----------
        sites : Sequence[Sites]
            of one kind and of equal shapes
        dim : int = 0
            where the new axis stands

        Returns
        -------
        Sites
        """
        ...
class SiteProducts(torch.autograd.Function):
    """The two halves of the log density of units at Gaussian sites: that which turns with the sign of the unit, and that which does not"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, m: Tensor, log_s: Tensor, constants: bool) -> tuple[Tensor, Tensor]:
        """Odd and even half `(*batch, S, h, h)`, of units `(*batch, S, h, p)`, means and log standard deviations `(*batch, h, p)`"""
        ...
    @staticmethod
    def backward(ctx: Any, odd: Tensor, even: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for units and sites"""
        ...
@dataclass(frozen=True, eq=False, repr=False)
class DiagonalSites(Sites):
    """Gaussian sites with independent weights

    Parameters
    ----------
    log_std : Tensor
        log standard deviations `(*lead, h, p)`
    """
    log_std: Tensor
    def log_density(self, x: Tensor, signed: bool, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit at every site

        Parameters
        ----------
        x : Tensor
            units `(*lead, S, h, p)`
        signed : bool
            may units flip their signs?
        constants : bool = True
            add what depends on the site alone? It cancels where every site is taken once

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*lead, S, h, h)` nats: unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def moments(self) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights, and the sums of their log standard deviations

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*lead, h, p)`, log volumes `(*lead, h)` nats
        """
        ...
    def conditional_variance(self) -> Tensor:
        """Variance of every weight given the others of its unit: its own

        Returns
        -------
        Tensor
            `(*lead, h, p)`
        """
        ...
few_weights: int
@dataclass(frozen=True, eq=False, repr=False)
class FullSites(Sites):
    """Gaussian sites with a covariance within each unit

    Parameters
    ----------
    tril : Tensor
        Cholesky factors of the covariances `(*lead, h, p, p)`, lower triangular
    """
    tril: Tensor
    def log_density(self, x: Tensor, signed: bool, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit at every site

        Parameters
        ----------
        x : Tensor
            units `(*lead, S, h, p)`
        signed : bool
            may units flip their signs?
        constants : bool = True
            add what depends on the site alone? It cancels where every site is taken once

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*lead, S, h, h)` nats: unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def _keeps_digits(self, x: Tensor) -> bool:
        """Would squares multiplied out be right to about a hundredth of a nat?"""
        ...
    def _multiplied_out(self, x: Tensor, signed: bool, constants: bool) -> tuple[Tensor, Tensor | None]:
        """The same for units of few weights: squares multiplied out, so that all units meet all sites in two products of matrices"""
        ...
    def moments(self) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights, and the log determinants of their Cholesky factors

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*lead, h, p)`, log volumes `(*lead, h)` nats
        """
        ...
    def conditional_variance(self) -> Tensor:
        """Variance of every weight given the others of its unit: one over the diagonal of the precision matrix

        Returns
        -------
        Tensor
            `(*lead, h, p)`
        """
        ...
def gather_sites(plus: Tensor, minus: Tensor | None, a: Tensor, sign: Tensor | None) -> Tensor:
    """Sum over units j of the entry at site `a[j]`

    Parameters
    ----------
    plus : Tensor
        `(*lead, h, h)`: unit j under site i
    minus : Tensor | None
        the same for flipped units, or None
    a : Tensor
        sites of the units, `(*lead, K, h)`
    sign : Tensor | None
        their signs, `(*lead, K, h)`, or None

    Returns
    -------
    Tensor
        `(*lead, K)`
    """
    ...
from symbayes.core import document
