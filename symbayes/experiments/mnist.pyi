# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['paper_table1', 'paper_table1_errors', 'underflow', 'table1_cells', 'table1_means', 'table1_differences', 'table1_nearest', 'plot_table1', 'table1_growth', 'higher_elbo', 'judge_table1', 'run_table1', 'EstimatorCell', 'plot_estimator', 'judge_bound', 'judge_estimator', 'run_estimator']
from dataclasses import dataclass, replace
from math import log
import numpy as np
import torch
from ..cells import Cell
from ..core import lazy_module, streams
from ..discovery import mlp_group
from .artefacts import Claim, Setup, artefact, held, on_difference, style
from .tasks import ImageCell
from ..information import Exact, Uniform
from ..intervals import Difference, mean_and_interval, paired_by_seed, paired_difference
from ..posteriors import MeanField
import pandas as pd
import matplotlib.pyplot as plt
paper_table1: Any
paper_table1_errors: Any
def table1_cells(quick: bool=False) -> list[ImageCell]:
    """The cells of table 1: the paper's methods, and the bounds by permanents

    Parameters
    ----------
    quick : bool = False
        two small networks on the 8x8 digits, to see that everything works

    Returns
    -------
    list[ImageCell]
    """
    ...
def table1_means(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """The table, as the paper prints it

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`

    Returns
    -------
    pd.DataFrame
        test accuracy in percent, with the interval over training seeds; methods by width
    """
    ...
def table1_differences(results: 'pd.DataFrame', column: str='percent', against: str | None=None) -> 'pd.Series':
    """Symmetrised minus mean field

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`
    column : str = 'percent'
        what to compare: `percent` is test accuracy
    against : str | None = None
        column of mean field, default the same

    Returns
    -------
    pd.Series
        by width and method, paired by training seed
    """
    ...
_single: Any
underflow: Any
def table1_nearest(results: 'pd.DataFrame') -> 'pd.Series':
    """How near the nearest equivalent posterior ever was. Beyond `underflow` sampled permutations have no gradient

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`, traced

    Returns
    -------
    pd.Series
        by width and method: nats, over all epochs and seeds
    """
    ...
def plot_table1(results: 'pd.DataFrame', paper: 'pd.DataFrame|None'=None) -> 'plt.Figure':
    """Left: differences to mean field with their intervals, and the paper's; right: nats to the nearest equivalent posterior along training

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`
    paper : pd.DataFrame|None = None
        the paper's accuracies, methods by width

    Returns
    -------
    plt.Figure
    """
    ...
_names: Any
def _draw_gains(ax, d, paper):
    """Differences by width, the methods side by side, and the paper's as bars"""
    ...
def _draw_nearest(ax, rows, colour, name):
    """Mean and range over seeds, epoch by epoch, and log|G|"""
    ...
def table1_growth(table: 'pd.DataFrame') -> tuple['pd.Series', Difference]:
    """Does the gain grow with the width?

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`

    Returns
    -------
    tuple['pd.Series', Difference]
        by width: points gained, averaged over the paper's K; their slope over log2 of the width, by seed
    """
    ...
def higher_elbo(table: 'pd.DataFrame', width: int) -> Claim:
    """Do the paper's K end at a higher symmetrised ELBO, at least? Not by symmetrising where no copy ever came so near that the
    gradient of I was not zero

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`
    width : int
        hidden units

    Returns
    -------
    Claim
    """
    ...
def judge_table1(table: 'pd.DataFrame') -> list[Claim]:
    """The claims of table 1

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`

    Returns
    -------
    list[Claim]
    """
    ...
def run_table1(s: Setup) -> 'pd.DataFrame':
    """All cells of table 1

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `run_image_cell`
    """
    ...
@dataclass(frozen=True)
class EstimatorCell(Cell):
    """The paper's estimator on random posteriors of networks with three inputs and two outputs

    Parameters
    ----------
    width : int
        hidden units
    spread : float
        standard deviation of means, in those of the weights
    Ks : tuple[int, ...] = (5, 20, 100)
        group elements
    draws : int = 200
        of the weights of each
    seeds : int = 10
        posteriors
    """
    width: int
    spread: float
    Ks: tuple[int, ...] = ...
    draws: int = ...
    seeds: int = ...
    def run(self) -> 'pd.DataFrame':
        """Look at the estimator's values, twice with other permutations, and at its gradient

        Returns
        -------
        pd.DataFrame
            a row per K and seed, nats
        """
        ...
def _estimator_rows(h, spread, means, Ks, draws):
    """Rows of all K for posteriors of one width and spread, one per row of `means`"""
    ...
def plot_estimator(table: 'pd.DataFrame') -> 'plt.Figure':
    """Standard deviations over the width, a panel per spread of the means: with the draw of the weights (lines) and by the
    permutations alone (dotted)

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_estimator`

    Returns
    -------
    plt.Figure
    """
    ...
def judge_bound(table: 'pd.DataFrame') -> Claim:
    """Theorem 4.3, against all permutations of few units

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_estimator`

    Returns
    -------
    Claim
    """
    ...
def judge_estimator(table: 'pd.DataFrame') -> list[Claim]:
    """Theorem 4.3, and what is said about variance

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_estimator`

    Returns
    -------
    list[Claim]
    """
    ...
def run_estimator(s: Setup) -> 'pd.DataFrame':
    """The paper's estimator on random posteriors of networks with three inputs and two outputs.
    Columns: mean of I_K, its standard deviation with the weights' draw and by the permutations alone,
    the norm of its gradient, and the exact I of the same weights up to 5 units

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per width, spread, K and seed, nats
    """
    ...
from symbayes.core import document
