# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['swap', 'methods', 'known_posterior', 'TwoUnits', 'Toy', 'toy_log_lik', 'GridPosterior', 'exact_posterior', 'barrier', 'train_toy', 'toy_account', 'run_toy', 'run_toys', 'separation', 'toy_tables', 'plot_toy']
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log, pi
from pathlib import Path
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from torch import Tensor, nn
from ..data import load_data
from ..groups import PermutationGroup
from ..inference import fit
from ..likelihoods import Gaussian
from ..metrics import mean_and_interval
from ..posteriors import IsotropicNormal, MeanField
from ..runs import saved_table
from ..symmetrized_elbo import Exact, Uniform, mutual_information
class TwoUnits(nn.Module):
    """`ReLU(w1 x) + ReLU(w2 x)`"""
    def __init__(self): ...
    def forward(self, x: Tensor) -> Tensor: ...
swap: Any
@dataclass(frozen=True)
class Toy:
    """A setting of the experiment

    Parameters
    ----------
    alpha : float = 0.1
        slope of the data
    noise_std : float = 2.0
        that the likelihood assumes; the data have none
    prior_std : float = 1.0
        of both weights
    start_std : float = 0.05
        of the means at the start
    q_std : float = 0.05
        of the posterior at the start
    """
    alpha: float = ...
    noise_std: float = ...
    prior_std: float = ...
    start_std: float = ...
    q_std: float = ...
    def data(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Training inputs and targets, test inputs and targets: 100 points each, uniform in [-10, 10]"""
        ...
def toy_log_lik(toy: Toy, w: Tensor) -> Tensor:
    """Log likelihood of the training data

    Parameters
    ----------
    toy : Toy
        the setting
    w : Tensor
        weights `(..., 2)`

    Returns
    -------
    Tensor
        nats `(...)`
    """
    ...
def _side(x, y, sign):
    """Inputs of one sign, made positive, and their targets, in double precision"""
    ...
@dataclass(frozen=True)
class GridPosterior:
    """A posterior over two weights on a grid

    Parameters
    ----------
    toy : Toy
        the setting
    axis : Tensor
        grid points of either weight `(n,)`
    log_density : Tensor
        of the normalised posterior `(n, n)`
    log_evidence : float
        nats
    """
    toy: Toy
    axis: Tensor
    log_density: Tensor
    log_evidence: float
    @property
    def points(self) -> Tensor:
        """Weights of the grid `(n, n, 2)`"""
        ...
    @property
    def cell(self) -> float:
        """Log area of a cell"""
        ...
def exact_posterior(toy: Toy, reach: float=2.5, n: int=1001) -> GridPosterior:
    """Posterior and evidence by the trapezoidal rule

    Parameters
    ----------
    toy : Toy
        the setting
    reach : float = 2.5
        the grid goes from minus to plus this
    n : int = 1001
        points per axis; odd, so that zero, where the network has its kink, is one of them

    Returns
    -------
    GridPosterior
    """
    ...
def barrier(p: GridPosterior) -> float:
    """How far the log density has to fall on the way from one mode to the other: any way crosses the diagonal, where the two weights are equal

    Parameters
    ----------
    p : GridPosterior
        a posterior

    Returns
    -------
    float
        nats
    """
    ...
methods: tuple
def train_toy(toy: Toy, method: str, seeds: Sequence[int], converged: bool=True) -> MeanField:
    """Train by mean-field variational inference, with or without the symmetry

    Parameters
    ----------
    toy : Toy
        the setting
    method : str
        'mean field' or 'symmetrised'
    seeds : Sequence[int]
        training seeds, side by side
    converged : bool = True
        train to convergence, instead of the 100 steps of the paper

    Returns
    -------
    MeanField
        a posterior per seed
    """
    ...
def toy_account(q: MeanField, p: GridPosterior, nodes: int=241) -> pd.DataFrame:
    """ELBO, information, evidence and what is left of it

    Parameters
    ----------
    q : MeanField
        posteriors, one per seed
    p : GridPosterior
        the exact one
    nodes : int = 241
        per weight, over eight standard deviations either side

    Returns
    -------
    pd.DataFrame
        a row per seed: nats, and the test error
    """
    ...
known_posterior: Any
def run_toy(toy: Toy, method: str, converged: bool, seeds: int=10, out: str | Path | None=None) -> pd.DataFrame:
    """Train and account for one setting

    Parameters
    ----------
    toy : Toy
        the setting
    method : str
        'mean field' or 'symmetrised'
    converged : bool
        to convergence, or the 100 steps of the paper
    seeds : int = 10
        training seeds
    out : str | Path | None = None
        folder; a result that is there is read

    Returns
    -------
    pd.DataFrame
        a row per seed: the account, and the posterior
    """
    ...
def run_toys(toys: Sequence[Toy], seeds: int=10, converged: Sequence[bool]=(False, True), out: str | Path | None=None) -> pd.DataFrame:
    """Both methods on all settings

    Parameters
    ----------
    toys : Sequence[Toy]
        the settings
    seeds : int = 10
        training seeds of each
    converged : Sequence[bool] = (False, True)
        the paper's training, and to convergence
    out : str | Path | None = None
        folder for the results

    Returns
    -------
    pd.DataFrame
        a row per setting, method, training and seed
    """
    ...
def separation(results: pd.DataFrame) -> pd.Series:
    """How far the fitted Gaussian is from the middle; below about 2 it covers both modes, above 4 it is in one

    Parameters
    ----------
    results : pd.DataFrame
        rows with a posterior

    Returns
    -------
    pd.Series
        distance of the Gaussian from its mirror image, in its own standard deviations
    """
    ...
def toy_tables(results: pd.DataFrame) -> pd.DataFrame:
    """Tables 2 and 3 of the paper: test error, and ELBOs in nats divided by the number of data

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_toys`, one noise

    Returns
    -------
    pd.DataFrame
        means with intervals over seeds
    """
    ...
def plot_toy(results: pd.DataFrame, fig: plt.Figure | None=None) -> plt.Figure:
    """The paper's Fig. 4: exact posterior, and the symmetrised densities of both methods, first seed

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_toys`, one noise and one training
    fig : plt.Figure | None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
from symbayes.core import document
