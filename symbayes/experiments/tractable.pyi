# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['swap', 'methods', 'method_names', 'known_posterior', 'assumptions', 'assumption_looks', 'TwoUnits', 'Toy', 'toy_log_lik', 'GridPosterior', 'exact_posterior', 'barrier', 'train_toy', 'toy_account', 'ToyCell', 'run_toy', 'toy_cells', 'run_toys', 'separation', 'toy_tables', 'plot_toy', 'run_assumptions', 'toy_differences', 'plot_densities', 'two_blobs', 'judge_densities', 'run_densities', 'plot_toy_numbers', 'toy_claims', 'judge_optima', 'judge_theorems', 'judge_evidence']
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from math import log, pi
from pathlib import Path
import numpy as np
import torch
from torch import Tensor, nn
from ..cells import Cell, cached
from ..core import lazy_module, streams
from ..data import load_data
from ..elements import PermutationGroup
from ..estimators import mutual_information
from .artefacts import Claim, Setup, artefact, held, on_difference, shown, style
from ..inference import fit
from ..information import Exact, Uniform
from ..intervals import effects, mean_and_interval, paired_by_seed
from ..likelihoods import Gaussian
from ..posteriors import MeanField
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
class TwoUnits(nn.Module):
    """`ReLU(w1 x) + ReLU(w2 x)`"""
    unit: Any
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
    """How far the log density has to fall on the way from one mode to the other: any way crosses the diagonal, where the two
    weights are equal

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
method_names: dict
def train_toy(toy: Toy, method: str, seeds: Sequence[int], converged: bool=True) -> MeanField:
    """Train by mean-field variational inference, with or without the symmetry

    Parameters
    ----------
    toy : Toy
        the setting
    method : str
        one of `methods`
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
def toy_account(q: MeanField, p: GridPosterior, nodes: int=241) -> 'pd.DataFrame':
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
def _on_nodes(q, p, nodes):
    """ELBO and information, by quadrature around every mean"""
    ...
def _on_grid(q, p):
    """Divergences, on the grid of the exact posterior"""
    ...
def _test_error(q, toy):
    """Mean squared error of the mean prediction, by a thousand draws"""
    ...
known_posterior: Any
@dataclass(frozen=True)
class ToyCell(Cell):
    """A setting, a method and how it is trained

    Parameters
    ----------
    toy : Toy
        the setting
    method : str
        one of `methods`
    converged : bool = True
        to convergence, or the 100 steps of the paper
    seeds : int = 10
        training seeds
    """
    toy: Toy
    method: str
    converged: bool = ...
    seeds: int = ...
    def run(self) -> 'pd.DataFrame':
        """Train and account for

        Returns
        -------
        pd.DataFrame
            a row per seed: the account, and the posterior
        """
        ...
def run_toy(toy: Toy, method: str, converged: bool, seeds: int=10, out: str | Path | None=None) -> 'pd.DataFrame':
    """Train and account for one setting

    Parameters
    ----------
    toy : Toy
        the setting
    method : str
        one of `methods`
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
def toy_cells(toys: Sequence[Toy], seeds: int=10, converged: Sequence[bool]=(False, True)) -> list[ToyCell]:
    """Both methods on all settings

    Parameters
    ----------
    toys : Sequence[Toy]
        the settings
    seeds : int = 10
        training seeds of each
    converged : Sequence[bool] = (False, True)
        the paper's training, and to convergence

    Returns
    -------
    list[ToyCell]
    """
    ...
def run_toys(toys: Sequence[Toy], seeds: int=10, converged: Sequence[bool]=(False, True), out: str | Path | None=None) -> 'pd.DataFrame':
    """Train and account for all of them

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
def separation(results: 'pd.DataFrame') -> 'pd.Series':
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
def toy_tables(results: 'pd.DataFrame') -> 'pd.DataFrame':
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
def plot_toy(results: 'pd.DataFrame', fig: 'plt.Figure|None'=None) -> 'plt.Figure':
    """The paper's Fig. 4: exact posterior, and the symmetrised densities of both methods, first seed

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_toys`, one noise and one training
    fig : plt.Figure|None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
def _mirrored(row, points):
    """Density of a fit and its mirror image at `points`"""
    ...
assumptions: dict
_colours: tuple
assumption_looks: Any
def run_assumptions(s: Setup, converged: Sequence[bool]=(False, True)) -> 'pd.DataFrame':
    """The two-weight network under every assumption, ten training seeds

    Parameters
    ----------
    s : Setup
        how
    converged : Sequence[bool] = (False, True)
        the paper's 100 steps, and to convergence

    Returns
    -------
    pd.DataFrame
        as of `run_toys`, with a column `assumption`
    """
    ...
def toy_differences(results: 'pd.DataFrame', column: str) -> 'pd.Series':
    """Differences paired by training seed

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_assumptions`
    column : str
        of them

    Returns
    -------
    pd.Series
        by training, assumption and alpha: symmetrised minus mean field
    """
    ...
def plot_densities(table: 'pd.DataFrame') -> 'plt.Figure':
    """Exact posterior and both fits, under the default assumptions

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    plt.Figure
    """
    ...
def two_blobs(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """Which densities have two blobs? The exact one if it falls by more than log 2, an equal mixture of Gaussians if they are two
    standard deviations apart

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    pd.DataFrame
        by assumption and alpha: has the exact posterior two, and the share of seeds whose fit has, for either method
    """
    ...
def judge_densities(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of Fig. 4: under the default, and where else

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
def run_densities(s: Setup) -> 'pd.DataFrame':
    """Fig. 4: fits to convergence

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_assumptions`
    """
    ...
def plot_toy_numbers(table: 'pd.DataFrame', columns: dict[str, str]) -> 'plt.Figure':
    """Left: both methods under the default assumptions, after 100 steps (dotted) and converged; right: symmetrised minus mean field
    under every assumption

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`
    columns : dict[str, str]
        what to draw, with its name

    Returns
    -------
    plt.Figure
    """
    ...
def _draw_means(ax, rows, column):
    """Means with intervals over the slope, a line per method and training"""
    ...
def _draw_differences(ax, d):
    """Differences with intervals, side by side at every slope, a colour per assumption"""
    ...
def toy_claims(table: 'pd.DataFrame', column: str, text: str, more: bool) -> list[Claim]:
    """A claim on a difference at every alpha under the default assumptions, with what is significant under the others, which are
    one family of looks

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`
    column : str
        what is compared
    text : str
        the claim, with {} for alpha
    more : bool
        does it say that the symmetrised fit has more?

    Returns
    -------
    list[Claim]
        one per training and alpha
    """
    ...
_test_claims: Any
_plot_errors: Any
def judge_optima(table: 'pd.DataFrame') -> Claim:
    """Is symmetrised training nearer to the exact posterior at every alpha, once converged? As sure as the least sure of them

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    Claim
    """
    ...
def judge_theorems(table: 'pd.DataFrame') -> list[Claim]:
    """Theorem 4.1, corollary 4.2 and the bounds of I, by fits whose evidence and divergences come from one set of nodes and whose
    ELBO and I from another

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
def judge_evidence(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of table 3

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
_plot_evidence: Any
from symbayes.core import document
