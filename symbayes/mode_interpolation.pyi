# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['TwoModes', 'softplus_mean', 'reverse_kl', 'variance_along', 'fit_gaussian', 'plot_fits', 'mode_curves', 'plot_mode_curves', 'reduced_kl', 'mode_branch', 'fold_point', 'switch_point', 'middle_curvature', 'release_points', 'forward_fit', 'animate_modes']
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, pi
from pathlib import Path
import numpy as np
import torch
from .core import lazy_module, require
from .files import whole_file
from .slides import colours
from torch import Generator, Tensor
from torch.distributions import Distribution, Independent, MultivariateNormal, Normal
from torch.nn.functional import normalize
import pandas as pd
import matplotlib.pyplot as plt
import scipy.integrate as integrate
import scipy.optimize as optimize
@dataclass(frozen=True)
class TwoModes:
    """A stack of targets `½ N(0, σ²I) + ½ N(αu, σ²I)`

    Parameters
    ----------
    alpha : Tensor
        distance between the modes `(R,)`
    sigma : Tensor
        standard deviation of both `(R,)`
    direction : Tensor
        `u`, scaled to length one here `(d,)`
    """
    alpha: Tensor
    sigma: Tensor
    direction: Tensor
    def __post_init__(self) -> None: ...
    @property
    def dim(self) -> int:
        """Number of coordinates"""
        ...
    def log_odds(self, x: Tensor) -> Tensor:
        """Log density of the mode at `αu` minus that of the mode at 0

        Parameters
        ----------
        x : Tensor
            points `(..., R, d)`

        Returns
        -------
        Tensor
            `(..., R)`
        """
        ...
    def log_prob(self, x: Tensor) -> Tensor:
        """Log density of the mixture

        Parameters
        ----------
        x : Tensor
            points `(..., R, d)`

        Returns
        -------
        Tensor
            log densities `(..., R)`
        """
        ...
def _softplus(t: Tensor) -> Tensor:
    """`log(1 + exp(t))`, to full precision; torch's default cuts it off at 20"""
    ...
_gauss_legendre: Any
def softplus_mean(mean: Tensor, std: Tensor) -> Tensor:
    """Expectation of `log(1 + exp(t))`, to about 12 digits

    Parameters
    ----------
    mean : Tensor
        of a normal variable t `(...)`
    std : Tensor
        its standard deviation `(...)`

    Returns
    -------
    Tensor
        `(...)`
    """
    ...
def reverse_kl(q: Distribution, target: TwoModes) -> Tensor:
    """`KL(q || p)` by quadrature over the log odds of the modes

    Parameters
    ----------
    q : Distribution
        Gaussians, one per target: batch `(R,)`, events `(d,)`
    target : TwoModes
        the targets

    Returns
    -------
    Tensor
        `(R,)` nats
    """
    ...
def variance_along(q: Distribution, u: Tensor) -> Tensor:
    """Variance of `u·x`

    Parameters
    ----------
    q : Distribution
        Gaussians
    u : Tensor
        direction `(d,)`

    Returns
    -------
    Tensor
        `(R,)`
    """
    ...
def _gaussian(mean: Tensor, scale: Tensor) -> Distribution:
    """Gaussians from unconstrained numbers

    Parameters
    ----------
    mean : Tensor
        `(R, d)`
    scale : Tensor
        log standard deviations `(R, d)`, or Cholesky factors `(R, d, d)` with the logarithm of their diagonal

    Returns
    -------
    Distribution
    """
    ...
def _start(target: TwoModes, mean: Tensor | float, std: Tensor | float, full: bool) -> tuple[Tensor, Tensor]:
    """What is optimised: means, and scales as `_gaussian` takes them"""
    ...
def _mean_log_prob(q: Distribution, target: TwoModes, n: int, generator: Generator | None) -> Tensor: ...
def fit_gaussian(target: TwoModes, mean: Tensor | float=0.0, std: Tensor | float=1.0, full: bool=False, n_samples: int | None=None, steps: int=1500, lr: float=0.01, constant: bool=False, generator: Generator | None=None) -> Distribution:
    """Minimise the reverse divergence for all targets at once

    Parameters
    ----------
    target : TwoModes
        the targets
    mean : Tensor | float = 0.0
        start: as a share of the way from one mode to the other, one for all or `(R,)`
    std : Tensor | float = 1.0
        start: standard deviation of all coordinates, in units of sigma, one for all or `(R,)`
    full : bool = False
        a full covariance instead of a diagonal one
    n_samples : int | None = None
        Monte-Carlo samples a step, default quadrature
    steps : int = 1500
        of Adam
    lr : float = 0.01
        annealed to zero by a cosine unless `constant`
    constant : bool = False
        keep the learning rate
    generator : Generator | None = None
        for the samples

    Returns
    -------
    Distribution
        one Gaussian per target
    """
    ...
def _grid(target: TwoModes) -> tuple[Tensor, Tensor]:
    """Points around all modes in the first two dimensions, for contours"""
    ...
def _ellipse(cov: Tensor) -> Tensor:
    """Points at one standard deviation of a covariance `(2, 2)`

    Parameters
    ----------
    cov : Tensor
        `(2, 100)`

    Returns
    -------
    Tensor
        `(2, 100)`
    """
    ...
def plot_fits(target: TwoModes, q: Distribution, axs: 'Sequence[plt.Axes]|None'=None) -> 'Sequence[plt.Axes]':
    """Targets as shading, fitted Gaussians as ellipses of one and two standard deviations

    Parameters
    ----------
    target : TwoModes
        the targets; the first two dimensions are drawn
    q : Distribution
        their Gaussians
    axs : Sequence[plt.Axes]|None = None
        one per target

    Returns
    -------
    Sequence[plt.Axes]
    """
    ...
def mode_curves(alphas: Sequence[float], sigmas: Sequence[float]=(1.0,), dims: Sequence[int]=(2,), starts: Sequence[float]=(0.0, 0.5), oblique: bool=False, **kwargs) -> 'pd.DataFrame':
    """Fit everything, one stacked run per dimension

    Parameters
    ----------
    alphas : Sequence[float]
        distances between the modes, in units of sigma
    sigmas : Sequence[float] = (1.0,)
        standard deviations of the modes
    dims : Sequence[int] = (2,)
        numbers of dimensions
    starts : Sequence[float] = (0.0, 0.5)
        starts, as shares of the way between the modes; as wide as they are far, sigma at least
    oblique : bool = False
        the modes differ equally in all coordinates, instead of in the first only
    **kwargs
        for `fit_gaussian`

    Returns
    -------
    pd.DataFrame
        a row per distance, standard deviation, dimension and start
    """
    ...
def plot_mode_curves(curves: 'pd.DataFrame', by: str='start', axs: 'Sequence[plt.Axes]|None'=None, labels: dict | None=None) -> 'Sequence[plt.Axes]':
    """Where the Gaussian sits, how wide it is, and what is left of the divergence, against the distance of the modes

    Parameters
    ----------
    curves : pd.DataFrame
        as of `mode_curves`
    by : str = 'start'
        a line per value of this column
    axs : Sequence[plt.Axes]|None = None
        three: position, standard deviation, divergence
    labels : dict | None = None
        names of the values

    Returns
    -------
    Sequence[plt.Axes]
    """
    ...
def reduced_kl(m: Tensor, v: Tensor, a: Tensor, dim: float=1) -> Tensor:
    """`KL(q || p)` as a function of what it depends on

    Parameters
    ----------
    m : Tensor
        mean along `u`, in units of sigma
    v : Tensor
        variance of every coordinate in which the modes differ, in units of sigma²
    a : Tensor
        distance of the modes, in units of sigma
    dim : float = 1
        number of these coordinates; 1 where the family can follow `u`

    Returns
    -------
    Tensor
        nats
    """
    ...
def mode_branch(a: float, centred: bool, dim: float=1) -> tuple[np.ndarray, float]:
    """A stationary point, by Newton's method in a small trust region, so that it follows the way downhill

    Parameters
    ----------
    a : float
        distance of the modes, in units of sigma
    centred : bool
        the stationary point in the middle, instead of the one that descent finds from a mode
    dim : float = 1
        as in `reduced_kl`

    Returns
    -------
    tuple[np.ndarray, float]
        mean and variance; divergence
    """
    ...
def fold_point(guess: Sequence[float]=(0.3, 0.5, 4.8)) -> tuple[float, float, float]:
    """Where the off-centre minimum ends

    Parameters
    ----------
    guess : Sequence[float] = (0.3, 0.5, 4.8)
        mean, log variance and distance to start from

    Returns
    -------
    tuple[float, float, float]
        distance of the modes, mean and variance, in units of sigma
    """
    ...
def switch_point() -> float:
    """Where the global minimum moves from the middle to a mode

    Returns
    -------
    float
        distance of the modes, in units of sigma
    """
    ...
def middle_curvature(a: float, dim: float=1) -> float:
    """Second derivative of the divergence by the mean, in the middle; where it is negative the middle is no minimum

    Parameters
    ----------
    a : float
        distance of the modes, in units of sigma
    dim : float = 1
        as in `reduced_kl`

    Returns
    -------
    float
    """
    ...
def release_points(curves: 'pd.DataFrame') -> 'pd.Series':
    """Where descent from a mode stops going to the middle

    Parameters
    ----------
    curves : pd.DataFrame
        as of `mode_curves`, started at a mode

    Returns
    -------
    pd.Series
        by sigma: halfway between the last distance with the mean in the middle and the first with it at the mode
    """
    ...
def forward_fit(target: TwoModes) -> MultivariateNormal:
    """The Gaussian of smallest `KL(p || q)`: mean and covariance of the mixture

    Parameters
    ----------
    target : TwoModes
        the targets

    Returns
    -------
    MultivariateNormal
    """
    ...
def animate_modes(path: str | Path, alphas: Sequence[float], frame_ms: int=90) -> None:
    """The target and the Gaussians that descent finds from a mode and from between, over the distance of the modes

    Parameters
    ----------
    path : str | Path
        a .gif; its folder is made if need be
    alphas : Sequence[float]
        distances, one frame each
    frame_ms : int = 90
        milliseconds per frame
    """
    ...
def _draw_densities(ax: 'plt.Axes', t: TwoModes, fits: dict[str, Distribution], x: Tensor, i: int) -> None:
    """Target number `i` and its Gaussians along the line"""
    ...
from symbayes.core import document
