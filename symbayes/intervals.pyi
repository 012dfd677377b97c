# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['decimals', 'Interval', 'mean_and_interval', 'interval_table', 'plot_intervals', 'Difference', 'paired_difference', 'paired_by_seed', 'false_discovery', 'effects', 'plot_effects']
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
from .core import check_finite, check_level, lazy_module, require
from .metrics import as_real
from torch import Tensor
import pandas as pd
import matplotlib.pyplot as plt
import seaborn as sns
import scipy.special as special
import scipy.stats as stats
def decimals(half: float) -> int:
    """As many digits as an interval warrants

    Parameters
    ----------
    half : float
        half-width of an interval

    Returns
    -------
    int
        decimals to print, so that the half-width has two digits
    """
    ...
@dataclass(frozen=True, repr=False)
class Interval:
    """A mean and the half-width of its interval; unpacks into the two

    Parameters
    ----------
    mean : float
    half : float
        NaN for a single value; shown only if positive
    """
    mean: float
    half: float
    @property
    def ends(self) -> tuple[float, float]:
        """Lower and upper end"""
        ...
    def __iter__(self) -> Iterator[float]: ...
    def __repr__(self) -> str: ...
def _one_axis(name: str, values: 'Sequence[float]|np.ndarray|Tensor|pd.Series') -> np.ndarray:
    """Finite numbers `(n,)`, in float64"""
    ...
def mean_and_interval(values: 'Sequence[float]|np.ndarray|Tensor|pd.Series', level: float=0.95) -> Interval:
    """Mean over training seeds with its Student-t interval

    Parameters
    ----------
    values : Sequence[float]|np.ndarray|Tensor|pd.Series
        `(n,)`: one number per training seed
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Interval
        mean and half-width; the half-width of a single value is NaN
    """
    ...
def _check_table(name: str, table: 'pd.DataFrame', columns: Sequence[str]=()) -> None: ...
def interval_table(runs: 'pd.DataFrame', by: str | None=None, level: float=0.95) -> 'pd.DataFrame':
    """Mean and interval of every metric

    Parameters
    ----------
    runs : pd.DataFrame
        one row per training run, a column per metric
    by : str | None = None
        column that holds the method; default: all rows belong to one
    level : float = 0.95
        probability of the intervals

    Returns
    -------
    pd.DataFrame
        one row per method; entries are `Interval`
    """
    ...
def plot_intervals(runs: 'pd.DataFrame', column: str, by: str, level: float=0.95, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Every run as a dot, and the mean of each method with its Student-t interval

    Parameters
    ----------
    runs : pd.DataFrame
        one row per training run
    column : str
        the metric that is drawn
    by : str
        column that holds the method
    level : float = 0.95
        probability of the intervals
    ax : plt.Axes|None = None

    Returns
    -------
    plt.Axes
    """
    ...
@dataclass(frozen=True, repr=False)
class Difference(Interval):
    """A mean difference with its interval, and the p-value of there being none; unpacks into the three

    Parameters
    ----------
    p_value : float
        NaN for a single pair, and for differences that are all the same
    """
    p_value: float
    def __iter__(self) -> Iterator[float]: ...
    @property
    def no_spread(self) -> bool:
        """Is it the same for every seed, and not zero? Then nothing says how far it is from chance"""
        ...
    def __repr__(self) -> str: ...
def paired_difference(a: 'Sequence[float]|np.ndarray|Tensor|pd.Series', b: 'Sequence[float]|np.ndarray|Tensor|pd.Series', level: float=0.95) -> Difference:
    """Mean of `a-b` over training seeds, its Student-t interval, and the p-value of a paired t-test

    Parameters
    ----------
    a : Sequence[float]|np.ndarray|Tensor|pd.Series
        `(n,)`: one method, a number per training seed
    b : Sequence[float]|np.ndarray|Tensor|pd.Series
        `(n,)`: the other, on the same seeds in the same order
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Difference
        of `a-b`
    """
    ...
def paired_by_seed(a: 'pd.DataFrame', b: 'pd.DataFrame', column: str, against: str | None=None, level: float=0.95) -> Difference:
    """`paired_difference` of rows with the same seed. Raises `SymbayesError` unless both have every seed once

    Parameters
    ----------
    a : pd.DataFrame
        one method's rows, with a column `seed`
    b : pd.DataFrame
        the other's
    column : str
        what to compare
    against : str | None = None
        column of `b`, default the same
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Difference
        of `a-b`
    """
    ...
def false_discovery(p_values: 'Sequence[float]|np.ndarray|pd.Series') -> np.ndarray:
    """Benjamini and Hochberg's adjustment: of the looks kept up to .05, a share of at most .05 is expected to be chance

    Parameters
    ----------
    p_values : Sequence[float]|np.ndarray|pd.Series
        `(n,)`: one per look; NaN, as of a single pair or without spread, counts as 1

    Returns
    -------
    np.ndarray
        `(n,)` adjusted p-values, in the same order
    """
    ...
def _differences(name: str, given: Any) -> list[Difference]: ...
def effects(least: 'Sequence[Difference]|pd.Series', most: 'Sequence[Difference]|pd.Series|None'=None, more_is_better: bool | Sequence[bool]=True, false: float=0.05) -> 'pd.DataFrame':
    """What paired differences show, as one family of looks: each 'helps', 'harms' or is 'undecided'

    Parameters
    ----------
    least : Sequence[Difference]|pd.Series
        one per look: new less old; between bounds, the smallest that the difference can be
    most : Sequence[Difference]|pd.Series|None = None
        the largest that it can be; default the same
    more_is_better : bool | Sequence[bool] = True
        is a gain good? For all looks, or for each
    false : float = 0.05
        share of what is called an effect that may be none, on average

    Returns
    -------
    pd.DataFrame
        a row per look: the difference on the side of the effect, its p-value, the adjusted one, and what it does
    """
    ...
def plot_effects(table: 'pd.DataFrame', ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Differences as a heat map: blue helps, red harms, pale is undecided

    Parameters
    ----------
    table : pd.DataFrame
        as of `effects`, with an index of two levels: rows and columns of the map
    ax : plt.Axes|None = None

    Returns
    -------
    plt.Axes
    """
    ...
from symbayes.core import document
