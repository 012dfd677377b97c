# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['plot_shapes', 'wider_between', 'judge_shapes', 'run_shapes', 'run_distances', 'plot_distances', 'releases', 'judge_dimensions', 'run_dimensions', 'judge_sigmas', 'run_sigmas', 'draw_proximity', 'closer_modes', 'judge_proximity', 'run_proximity']
from collections.abc import Sequence
from functools import partial
import numpy as np
import torch
from torch.distributions import MultivariateNormal
from ..core import lazy_module
from .artefacts import Claim, Setup, artefact, held
from .tasks import ImageCell
from ..mode_interpolation import TwoModes, fit_gaussian, mode_curves, plot_fits, plot_mode_curves, release_points, reverse_kl
from ..mode_proximity import plot_proximity, proximity_bounds, proximity_curve
import pandas as pd
import matplotlib.pyplot as plt
def plot_shapes(table: 'pd.DataFrame') -> 'plt.Figure':
    """Targets as shading, minimisers as ellipses, at four distances; above with a diagonal covariance, below with a full one

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_shapes`

    Returns
    -------
    plt.Figure
    """
    ...
def wider_between(table: 'pd.DataFrame') -> Claim:
    """Is a Gaussian that lies between the modes wider than one of them?

    Parameters
    ----------
    table : pd.DataFrame
        with columns alpha, sigma, mean, std

    Returns
    -------
    Claim
    """
    ...
def judge_shapes(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of Fig. 2

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_shapes`

    Returns
    -------
    list[Claim]
    """
    ...
def run_shapes(s: Setup) -> 'pd.DataFrame':
    """Fig. 2: the minimisers in two dimensions

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per distance and family: mean, variances along and across the line through the modes, KL in nats
    """
    ...
def run_distances(s: Setup, name: str, sigmas: Sequence[float]=(1.0,), dims: Sequence[int]=(2,)) -> 'pd.DataFrame':
    """Figs. 3 and 5: the minimisers over the distance of the modes

    Parameters
    ----------
    s : Setup
        how
    name : str
        of the figure
    sigmas : Sequence[float] = (1.0,)
        standard deviations of the modes
    dims : Sequence[int] = (2,)
        numbers of dimensions

    Returns
    -------
    pd.DataFrame
        as of `mode_curves`
    """
    ...
def plot_distances(table: 'pd.DataFrame', by: str, name: str) -> 'plt.Figure':
    """Position, standard deviation and divergence of what descent finds from a mode

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`
    by : str
        a line per value of this column
    name : str
        how a line is called, with {} for the value

    Returns
    -------
    plt.Figure
    """
    ...
def releases(table: 'pd.DataFrame', by: str) -> 'pd.Series':
    """The distance of the modes from which descent that starts at one of them stays there

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`
    by : str
        a value per value of this column

    Returns
    -------
    pd.Series
        in units of sigma
    """
    ...
def judge_dimensions(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of Fig. 3

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`

    Returns
    -------
    list[Claim]
    """
    ...
def run_dimensions(s: Setup) -> 'pd.DataFrame':
    """Fig. 3

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_distances`
    """
    ...
def judge_sigmas(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of Fig. 5

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`

    Returns
    -------
    list[Claim]
    """
    ...
def run_sigmas(s: Setup) -> 'pd.DataFrame':
    """Fig. 5

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_distances`
    """
    ...
def draw_proximity(table: 'pd.DataFrame') -> 'plt.Figure':
    """Relative distances with the bounds; and what they are in nats for the trained posteriors

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_proximity`

    Returns
    -------
    plt.Figure
    """
    ...
def closer_modes(table: 'pd.DataFrame', kind: str) -> Claim:
    """Is every network's nearest equivalent nearer than that of every narrower one?

    Parameters
    ----------
    table : pd.DataFrame
        networks of one kind
    kind : str
        which

    Returns
    -------
    Claim
    """
    ...
def judge_proximity(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of theorem 3.1

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_proximity`

    Returns
    -------
    list[Claim]
    """
    ...
def run_proximity(s: Setup) -> 'pd.DataFrame':
    """Random networks of MNIST's shape, and trained ones; these with nats to the nearest equivalent posterior

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per network, with its relative distance to the nearest equivalent one and the bounds
    """
    ...
from symbayes.core import document
