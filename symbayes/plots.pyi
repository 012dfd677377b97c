# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['predictive_interval', 'plot_predictions', 'coverage_curve', 'plot_calibration', 'plot_history']
from collections.abc import Sequence
import torch
from .core import lazy_module, require
from .metrics import as_real, check_means, coverage
from torch import Tensor
import pandas as pd
import matplotlib.pyplot as plt
def predictive_interval(means: Tensor, std: float | Tensor | None=None, level: float=0.95) -> tuple[Tensor, Tensor]:
    """Return the ends of the central interval of the predictive mixture

    Parameters
    ----------
    means : Tensor
        draws of the outputs, `(*members, S, n, outputs)`
    std : float | Tensor | None = None
        noise, as in `mixture_log_lik`; None for the interval of the function
    level : float = 0.95
        probability of the central interval

    Returns
    -------
    tuple[Tensor, Tensor]
        lower and upper ends, `(*members, n, outputs)` each
    """
    ...
def _mixture_quantile(means: Tensor, std: Tensor, p: Tensor) -> Tensor:
    """Bisect the distribution function of an equal mixture of Gaussians over axis -3"""
    ...
def plot_predictions(predictions: Tensor, x: Tensor, y: Tensor | None=None, std: float | Tensor | None=None, level: float=0.95, *, data: tuple[Tensor, Tensor] | None=None, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Plot a predictive band over one input, or predicted against observed targets

    Parameters
    ----------
    predictions : Tensor
        draws of the outputs, `(S, n, outputs)`, as from `predict`
    x : Tensor
        inputs of the predictions, `(n, ...)`
    y : Tensor | None = None
        targets `(n, outputs)`; needed unless there is one input and one output
    std : float | Tensor | None = None
        noise, as in `mixture_log_lik`; None for the interval of the function
    level : float = 0.95
        probability of the central intervals
    data : tuple[Tensor, Tensor] | None = None
        other points to draw, one input: inputs and targets
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
        the axes
    """
    ...
def _plot_band(ax: 'plt.Axes', out: Tensor, x: Tensor, y: Tensor | None, std: float | Tensor | None, level: float, data: tuple[Tensor, Tensor] | None) -> 'plt.Axes':
    """Mean, band of the function, band with the noise, and points"""
    ...
def _plot_observed(ax: 'plt.Axes', out: Tensor, y: Tensor, std: float | Tensor | None, level: float) -> 'plt.Axes':
    """Targets against predictions with their intervals, a colour for each output"""
    ...
def coverage_curve(means: Tensor, y: Tensor, std: float | Tensor, levels: Sequence[float] | None=None) -> 'pd.DataFrame':
    """Count the targets within central intervals, level by level

    Parameters
    ----------
    means : Tensor
        draws of the outputs, `(S, n, outputs)`
    y : Tensor
        targets `(n, outputs)`
    std : float | Tensor
        noise, as in `mixture_log_lik`
    levels : Sequence[float] | None = None
        probabilities of central intervals; default .05 to .95 by .05

    Returns
    -------
    pd.DataFrame
        `level`, `coverage`, and `error`: standard error of the coverage if the prediction is calibrated
    """
    ...
def plot_calibration(means: Tensor, y: Tensor, std: float | Tensor, levels: Sequence[float] | None=None, *, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Plot coverage against level; below the diagonal a regression is overconfident

    Parameters
    ----------
    means : Tensor
        draws of the outputs, `(S, n, outputs)`, as from `predict`
    y : Tensor
        targets `(n, outputs)`
    std : float | Tensor
        noise, as in `mixture_log_lik`
    levels : Sequence[float] | None = None
        probabilities of central intervals; default .05 to .95 by .05
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
        the axes
    """
    ...
def plot_history(history: 'pd.DataFrame', column: str | None=None, *, name: str='member', ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Plot the bound in nats against the epoch, one line for each member of a stack

    Parameters
    ----------
    history : pd.DataFrame
        as from `fit`: a row per epoch and member
    column : str | None = None
        what to draw; default the bound: `symmetrized_elbo` if a group was given, else `elbo`
    name : str = 'member'
        name of a line in the legend, before its number
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
        the axes
    """
    ...
def _bound_of(history: 'pd.DataFrame') -> str:
    """The bound in a history: without a group the symmetrised ELBO is the ELBO"""
    ...
from symbayes.core import document
