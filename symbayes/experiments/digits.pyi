# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['estimators', 'compare', 'table', 'differences', 'plot_shuffle', 'plot_metric', 'plot_account', 'plot_comparison', 'digits']
from collections.abc import Sequence
from functools import partial
from pathlib import Path
import numpy as np
import torch
from ..checkpoints import OtherRunError
from ..console import command, counted, one_line_errors
from ..core import lazy_module, require
from .artefacts import style
from ..files import check_writable, whole_file
from ..intervals import Interval, mean_and_interval, paired_difference
from ..prediction import check_options
from ..runs import RunResult, check_folder, run_training, summary_table
import pandas as pd
import matplotlib.pyplot as plt
estimators: dict
def compare(seeds: int=3, epochs: int=200, width: int=50, K: int=20, out: str | Path | None=None, progress: bool=True, overwrite: bool=False) -> dict[str, RunResult]:
    """Train all methods on the digits

    Parameters
    ----------
    seeds : int = 3
        training seeds of each method, side by side
    epochs : int = 200
        passes over the training data
    width : int = 50
        hidden units
    K : int = 20
        group elements of the sampling estimator
    out : str | Path | None = None
        folder for the runs; one that was interrupted there is continued
    progress : bool = True
        show progress bars
    overwrite : bool = False
        replace runs with other options that are in the folder

    Returns
    -------
    dict[str, RunResult]
        by method
    """
    ...
def table(runs: dict[str, RunResult]) -> 'pd.DataFrame':
    """The numbers of all methods side by side

    Parameters
    ----------
    runs : dict[str, RunResult]
        by method

    Returns
    -------
    pd.DataFrame
        a row per metric, a column per method; means with 95 % intervals over training seeds
    """
    ...
def differences(runs: dict[str, RunResult], columns: Sequence[str]=('test_accuracy', 'test_nll', 'test_ece', 'elbo', 'mi_lower', 'symmetrized_elbo_lower')) -> 'pd.DataFrame':
    """Paired differences over training seeds with 95 % intervals; one that is the same for every seed has no p-value

    Parameters
    ----------
    runs : dict[str, RunResult]
        by method
    columns : Sequence[str] = ('test_accuracy', 'test_nll', 'test_ece', 'elbo', 'mi_lower', 'symmetrized_elbo_lower')
        metrics to compare

    Returns
    -------
    pd.DataFrame
        each symmetrised method minus mean-field
    """
    ...
def plot_shuffle(run: RunResult, axs: 'Sequence[plt.Axes]|None'=None, n: int=8) -> 'Sequence[plt.Axes]':
    """What some hidden units of the first seed look at, before and after shuffling them

    Parameters
    ----------
    run : RunResult
        a finished run
    axs : Sequence[plt.Axes]|None = None
        two axes
    n : int = 8
        units to show

    Returns
    -------
    Sequence[plt.Axes]
    """
    ...
def plot_metric(runs: dict[str, RunResult], column: str, label: str, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """One metric of all methods: every seed, and the mean with its interval

    Parameters
    ----------
    runs : dict[str, RunResult]
        by method
    column : str
        a column of the runs' metrics
    label : str
        its name with unit
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
    """
    ...
def plot_account(runs: dict[str, RunResult], ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """ELBO of each method, what sampling shows of the symmetry's worth, and what permanents show

    Parameters
    ----------
    runs : dict[str, RunResult]
        by method
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
    """
    ...
def plot_comparison(runs: dict[str, RunResult]) -> 'plt.Figure':
    """Units, predictions and the account

    Parameters
    ----------
    runs : dict[str, RunResult]
        by method

    Returns
    -------
    plt.Figure
    """
    ...
def digits(out: str='digits', seeds: int=3, epochs: int=200, width: int=50, overwrite: bool=False, progress: bool=True):
    """Train a mean-field network and two symmetrised ones on real digits and draw what the symmetry is worth

    Parameters
    ----------
    out : str = 'digits'
        folder for the picture, the numbers and the runs
    seeds : int = 3
        training seeds of each method
    epochs : int = 200
        passes over the training data
    width : int = 50
        hidden units
    overwrite : bool = False
        replace runs with other options that are in the folder
    progress : bool = True
        show progress bars; --no-progress hides them
    """
    ...
from symbayes.core import document
