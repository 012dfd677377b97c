# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['log_tril', 'interpolate', 'check_pair', 'Height', 'Barrier', 'loss_barrier', 'Plane', 'solution_plane']
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, nan
from typing import Any
import torch
from fastcore.basics import patch
from .alignment import turned
from .core import Inputs, Layout, Params, SymbayesError, call_model, check_finite, check_generator
from .core import lazy_module, map_inputs, require
from .families import Family
from .information import reporting_copy
from .likelihoods import Likelihood
from .posteriors import LowRank, MeanField, Posterior, UnitGaussian
from .prediction import check_examples, check_options, data_tensors, evaluation_mode, predict
from .priors import Prior, check_prior
from .samples import Samples, as_weights
from .symmetrized_elbo import SymmetrizedPosterior
from torch import Tensor, nn
import matplotlib.pyplot as plt
import pandas as pd
def _times(t: Tensor, like: Tensor) -> Tensor:
    """Times in a shape that broadcasts with `like`, in front of its axes"""
    ...
def _linear(a: Tensor, b: Tensor, t: Tensor) -> Tensor: ...
def _linear_in_exp(a: Tensor, b: Tensor, t: Tensor) -> Tensor:
    """The log of what changes linearly; at the ends exactly what is there"""
    ...
def _factor_between(a: Tensor, b: Tensor, t: Tensor) -> Tensor:
    """A factor of the covariance on the way between `a a^T` and `b b^T`, in float64 where the device has it"""
    ...
def log_tril(factor: Tensor) -> Tensor:
    """The triangular factor of the same covariance with the log of its diagonal, as the family keeps it

    Parameters
    ----------
    factor : Tensor
        square roots of covariances `(*lead, p, p)`

    Returns
    -------
    Tensor
        `(*lead, p, p)`
    """
    ...
def interpolate(q0: Family | Params | nn.Module, q1: Family | Params | nn.Module, t: float | Sequence[float] | Tensor) -> Family | Params:
    """The posterior on the way from one to the other, along the geodesic of W2. An own family takes part if it has `geodesic`

    Parameters
    ----------
    q0 : Family | Params | nn.Module
        a posterior, where `t` is 0; or one network, or its parameters
    q1 : Family | Params | nn.Module
        another one of the same family over the same tensors, where `t` is 1
    t : float | Sequence[float] | Tensor
        how far to go, 0 to 1: one number, or several `(T,)`

    Returns
    -------
    Family | Params
        of the same family, of networks a dict; for several `t` a stack, with their axis in front
    """
    ...
def check_pair(q0: Any, q1: Any) -> None:
    """Raise `SymbayesError` unless there is a way between the two

    Parameters
    ----------
    q0 : Any
        supposed to be a posterior, or a dict of tensors
    q1 : Any
        supposed to be another one of its kind
    """
    ...
def _check_dicts(w0: Params, w1: Params) -> None:
    """Raise `SymbayesError` unless they are parameters of one network each, finite real numbers of one precision"""
    ...
def _lead(a: Tensor, b: Tensor) -> tuple[int, ...] | None:
    """What one shape has in front of the other; None where they are no continuation of one another"""
    ...
def _check_kinds(name: str, a: Tensor, b: Tensor) -> None: ...
def _why_not(q: Family) -> str:
    """Where the geodesic leads"""
    ...
@dataclass(frozen=True, repr=False)
class Height:
    """The height of a barrier; unpacks into value and error

    Parameters
    ----------
    value : float
        nats per example; never negative, since the ends are on the way
    error : float
        standard error of the draws; 0 for parameters of networks, which need none, and NaN for a single draw
    t : float
        where the way is highest
    """
    value: float
    error: float
    t: float
    def __iter__(self) -> Iterator[float]: ...
    def __float__(self) -> float: ...
    def __repr__(self) -> str: ...
@dataclass(frozen=True, eq=False, repr=False)
class Barrier:
    """Losses on the way from one posterior to another, in nats per example

    Parameters
    ----------
    t : Tensor
        `(T,)`, from 0 to 1
    values : dict[str, Tensor]
        by part, `(T,)`: 'loss' and 'nll', and 'test_loss' and 'test_nll' if test data were given
    pseudo : dict[str, Tensor]
        by part, `(T, S)`: jackknife pseudo-values, whose mean over draws has their error; S is 0 without draws
    """
    t: Tensor
    values: dict[str, Tensor]
    pseudo: dict[str, Tensor]
    def above(self, part: str) -> tuple[Tensor, Tensor]:
        """How far a curve is above the straight line between its ends, and the standard error of that

        Parameters
        ----------
        part : str
            one of `values`

        Returns
        -------
        tuple[Tensor, Tensor]
            `(T,)` each
        """
        ...
    def _over_chord(self, v: Tensor) -> Tensor: ...
    def height(self, part: str) -> Height:
        """The barrier of one curve. A maximum of noisy values is biased upwards, by less than its error or so: a small one may be none

        Parameters
        ----------
        part : str
            one of `values`

        Returns
        -------
        Height
        """
        ...
    @property
    def loss(self) -> Height:
        """Of the expected loss on training data"""
        ...
    @property
    def nll(self) -> Height:
        """Of the negative log likelihood of predictions on training data"""
        ...
    @property
    def test_loss(self) -> Height:
        """Of the expected loss on test data"""
        ...
    @property
    def test_nll(self) -> Height:
        """Of the negative log likelihood of predictions on test data"""
        ...
    def __repr__(self) -> str: ...
    @property
    def table(self) -> 'pd.DataFrame':
        """A row per part and point of the way: the value with its error, and how far it is above the chord with the error of that

        Returns
        -------
        pd.DataFrame
            nats per example
        """
        ...
    def plot(self, ax: 'plt.Axes|None'=None, parts: Sequence[str] | None=None, label: str='', color: str | None=None) -> 'plt.Axes':
        """The curves with two standard errors, and their chords

        Parameters
        ----------
        ax : plt.Axes|None = None
        parts : Sequence[str] | None = None
            some of the curves; default all
        label : str = ''
            what the legend puts in front
        color : str | None = None
            of all curves; default one for each kind

        Returns
        -------
        plt.Axes
        """
        ...
def _error(each: Tensor) -> Tensor:
    """Standard error of a mean over the last axis; without draws there is none"""
    ...
_words: dict
def _chunks(n: int, size: int) -> list[slice]: ...
def _without_each(lp: Tensor) -> Tensor:
    """Log of the sum of `exp(lp)` over S without each of the draws, `(.., S, b)`"""
    ...
def _scores(model: nn.Module, draws: Samples, likelihood: Likelihood, data: tuple[Inputs, Tensor], batch_size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Means over all examples, float64 nats, on the CPU

    Parameters
    ----------
    model : nn.Module
        the network
    draws : Samples
        a stack `(T,)` of `S` draws each
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    batch_size : int
        examples at a time, fewer where there are many draws

    Returns
    -------
    tuple[Tensor, Tensor, Tensor]
        loss of each draw `(T, S)`; loss of predictions `(T,)`, and without each draw `(T, S)`
    """
    ...
def loss_barrier(model: nn.Module, q0: Family | Params, q1: Family | Params, likelihood: Likelihood, data: tuple[Inputs, Tensor], test: tuple[Inputs, Tensor] | None=None, n_points: int=11, n_samples: int=50, batch_size: int=2000, generator: torch.Generator | None=None) -> Barrier:
    """Expected loss and loss of predictions on the way from one posterior to another

    Parameters
    ----------
    model : nn.Module
        the network, evaluated as `predict` does
    q0 : Family | Params
        a posterior; or the parameters of one network
    q1 : Family | Params
        another one, of the same family
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    test : tuple[Inputs, Tensor] | None = None
        held-out inputs and targets
    n_points : int = 11
        values of `t`, the ends among them
    n_samples : int = 50
        weight draws at each of them, made of the same random numbers
    batch_size : int = 2000
        inputs evaluated at a time
    generator : torch.Generator | None = None
        of the draws

    Returns
    -------
    Barrier
    """
    ...
def _checked_layout(model: nn.Module, q: Family | Params, likelihood: Likelihood) -> Layout:
    """Names and shapes of the parameters. Raises `SymbayesError` unless these are the network's"""
    ...
def _seed(generator: torch.Generator | None) -> int: ...
def _drawn(q: Family | Params, layout: Layout, n: int, seed: int) -> Samples:
    """Draws of a stack, those of all members made of the same random numbers; of parameters there is one"""
    ...
def _barrier(t: Tensor, found: dict[str, list[Tensor]], known: bool) -> Barrier:
    """The curves and their pseudo-values"""
    ...
@dataclass(frozen=True, eq=False, repr=False)
class Plane:
    """Losses of networks on a plane through three of them

    Parameters
    ----------
    x : Tensor
        `(n,)`: coordinates, in units of the weights, along the way from the first to the second
    y : Tensor
        `(m,)`: and across, on the side of the third
    loss : Tensor
        `(m, n)` nats per example: minus the mean log likelihood
    log_posterior : Tensor
        `(m, n)` nats: log likelihood of all the data, over the temperature, and log prior if one is given
    corners : Tensor
        `(3, 2)`: where the three are
    corner_loss : Tensor
        `(3,)` nats per example
    corner_log_posterior : Tensor
        `(3,)` nats
    """
    x: Tensor
    y: Tensor
    loss: Tensor
    log_posterior: Tensor
    corners: Tensor
    corner_loss: Tensor
    corner_log_posterior: Tensor
    @property
    def table(self) -> 'pd.DataFrame':
        """A row per point"""
        ...
    def plot(self, ax: 'plt.Axes|None'=None, what: str='log_posterior', levels: Sequence[float] | None=None, names: Sequence[str]=('0', '1', '2')) -> 'plt.Axes':
        """A map: bright is good

        Parameters
        ----------
        ax : plt.Axes|None = None
        what : str = 'log_posterior'
            or 'loss'
        levels : Sequence[float] | None = None
            between contours; what is worse than all of them has one colour. Default by this plane
        names : Sequence[str] = ('0', '1', '2')
            of the three

        Returns
        -------
        plt.Axes
        """
        ...
    def levels(self, what: str='log_posterior', n: int=12) -> list[float]:
        """Contours between the best value and the worst one within the triangle: two planes can be drawn with those of one

        Parameters
        ----------
        what : str = 'log_posterior'
            or 'loss'
        n : int = 12
            how many at most, or so

        Returns
        -------
        list[float]
            rising
        """
        ...
    def inside(self) -> Tensor:
        """Which points are within the triangle

        Returns
        -------
        Tensor
            `(m, n)`
        """
        ...
def solution_plane(model: nn.Module, three: Sequence[Posterior | Params], likelihood: Likelihood, data: tuple[Inputs, Tensor], prior: Prior | None=None, temperature: float=1.0, n_grid: int=25, margin: float=0.3, batch_size: int=2000) -> Plane:
    """Loss and log posterior of networks on the plane through three of them

    Parameters
    ----------
    model : nn.Module
        the network, evaluated as `predict` does
    three : Sequence[Posterior | Params]
        posteriors, of which the means count, or parameters of one network each
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    prior : Prior | None = None
        of the weights
    temperature : float = 1.0
        as of `fit`: below one the log likelihood counts more than once in the log posterior
    n_grid : int = 25
        points along either side
    margin : float = 0.3
        how far the picture goes beyond the three, as a share of their extent
    batch_size : int = 2000
        inputs evaluated at a time

    Returns
    -------
    Plane
    """
    ...
def _three_points(three: Sequence[Posterior | Params]) -> tuple[Layout, Tensor]:
    """Their layout, and `(3, P)`"""
    ...
def _frame(flat: Tensor) -> tuple[Tensor, Tensor]:
    """Two directions at right angles `(2, P)`, and the coordinates of the three `(3, 2)`"""
    ...
from symbayes.core import document
