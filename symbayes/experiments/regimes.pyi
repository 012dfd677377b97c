# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['setting', 'regime_cell', 'regime_cells', 'regime_table', 'regime_effects', 'draw_panel', 'plot_regimes', 'judge_regimes', 'run_regimes', 'run_grid', 'regime_levels', 'beaten', 'plot_levels', 'run_long', 'run_draws']
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any
import numpy as np
from ..core import lazy_module
from .artefacts import Claim, Setup, artefact
from .tasks import ImageCell
from ..intervals import effects, paired_by_seed
import pandas as pd
import matplotlib.pyplot as plt
def regime_cell(n_train: int, width: int, prior_std: float, estimator: str, steps: int | None=None, **options: Any) -> ImageCell:
    """One cell of the grid

    Parameters
    ----------
    n_train : int
        training images
    width : int
        hidden units
    prior_std : float
        of every weight
    estimator : str
        'none' is mean field
    steps : int | None = None
        of training, default 1,000 up to 300 units, 500 above
    **options : Any
        further fields of `ImageCell`

    Returns
    -------
    ImageCell
    """
    ...
def regime_cells(quick: bool=False) -> list[ImageCell]:
    """The grid; mean field and symmetrised by Soules' bound

    Parameters
    ----------
    quick : bool = False
        two small settings on the 8x8 digits, two seeds, to see that everything works

    Returns
    -------
    list[ImageCell]
    """
    ...
setting: list
def regime_table(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """What symmetrised training changes, setting by setting

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_regimes`

    Returns
    -------
    pd.DataFrame
        a row per setting, a column per number: paired differences, symmetrised minus mean field
    """
    ...
def regime_effects(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """Where symmetrised training helps, harms or changes nothing significantly

    Parameters
    ----------
    table : pd.DataFrame
        as of `regime_table`

    Returns
    -------
    pd.DataFrame
        the same rows; 'helps', 'harms' or 'undecided', as of `effects`, for symmetrised ELBO, accuracy, NLL and ECE
    """
    ...
def draw_panel(ax: 'plt.Axes', text: 'pd.DataFrame', shade: 'pd.DataFrame', title: str, cmap: str) -> None:
    """One panel of a map

    Parameters
    ----------
    ax : plt.Axes
        to draw in
    text : pd.DataFrame
        what to write, a row per number of images, a column per prior
    shade : pd.DataFrame
        the same for the colour, from -1 to 1
    title : str
        above
    cmap : str
        colours; those beyond .75 on either side are dark
    """
    ...
def plot_regimes(table: 'pd.DataFrame', fig: 'plt.Figure|None'=None) -> 'plt.Figure':
    """The map: symmetrised ELBO gained at least (above) and test NLL (below), a panel per width; what is not significant is in brackets,
    red is harm

    Parameters
    ----------
    table : pd.DataFrame
        as of `regime_table`
    fig : plt.Figure|None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
def judge_regimes(table: 'pd.DataFrame') -> list[Claim]:
    """Where symmetrised training helps and harms

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_regimes`

    Returns
    -------
    list[Claim]
    """
    ...
def run_regimes(cells: Sequence[ImageCell], data_dir: str | None=None, out: str | Path | None=None, tell: Callable=lambda *_: None) -> 'pd.DataFrame':
    """Train and score all cells

    Parameters
    ----------
    cells : Sequence[ImageCell]
        what to run
    data_dir : str | None = None
        folder with the data files
    out : str | Path | None = None
        folder; cells that are there are read
    tell : Callable = lambda *_: None
        is told the name of every cell

    Returns
    -------
    pd.DataFrame
        a row per cell and training seed
    """
    ...
def run_grid(s: Setup) -> 'pd.DataFrame':
    """All cells of the grid

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `run_regimes`
    """
    ...
def regime_levels(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """The symmetrised ELBO per training image, its upper end, and the test NLL, setting by setting

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_regimes`

    Returns
    -------
    pd.DataFrame
        a row per setting, columns by number and estimator: means over seeds
    """
    ...
def beaten(levels: 'pd.DataFrame', classes: int=10) -> 'pd.DataFrame':
    """Where guessing is better

    Parameters
    ----------
    levels : pd.DataFrame
        as of `regime_levels`
    classes : int = 10
        to guess among

    Returns
    -------
    pd.DataFrame
        the same shape, of booleans
    """
    ...
def plot_levels(levels: 'pd.DataFrame', fig: 'plt.Figure|None'=None) -> 'plt.Figure':
    """Mean field, and after the arrow symmetrised; grey where guessing is better than one of them, dark grey where it is better than both

    Parameters
    ----------
    levels : pd.DataFrame
        as of `regime_levels`
    fig : plt.Figure|None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
def run_long(s: Setup) -> 'pd.DataFrame':
    """100 units on 1,000 images with a prior of 1, for 3,000 steps

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_regimes`
    """
    ...
def run_draws(s: Setup) -> 'pd.DataFrame':
    """The same setting for 1,000 steps with four draws a step for I(g;w)

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_regimes`
    """
    ...
from symbayes.core import document
