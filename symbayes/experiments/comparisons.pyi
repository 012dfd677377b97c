# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['families', 'activations', 'Pairs', 'Method', 'start', 'method_name', 'named', 'means', 'versus', 'paired_effects', 'starred', 'share_interval', 'gap_closed', 'shares']
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
import numpy as np
from torch import nn
from ..core import Layout, lazy_module, require, streams
from ..discovery import mlp_group
from ..elements import PermutationGroup
from .references import make_net
from .tasks import Task
from ..intervals import Interval, effects, mean_and_interval, paired_by_seed
from ..posteriors import MeanField, Posterior, UnitGaussian
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import scipy.stats as stats
families: dict
activations: dict
@dataclass(frozen=True)
class Method:
    """How to train

    Parameters
    ----------
    family : str = 'mean_field'
        or 'unit_gaussian'
    estimator : str = 'soules'
        a key of `estimators`
    signed : bool = True
        symmetrise over signs too?
    temperature : float = 1.0
        factor on `KL - I` in training; anything but 1 is no ELBO
    """
    family: str = ...
    estimator: str = ...
    signed: bool = ...
    temperature: float = ...
    def __str__(self) -> str: ...
def start(task: Task, hidden: Sequence[int], method: Method, seeds: Iterable[int], activation: type[nn.Module]=nn.Tanh, spread: float=0.7) -> tuple[nn.Module, Posterior, IsotropicNormal, PermutationGroup]:
    """Means at a shrunk draw from the prior, standard deviations at .1 times the prior's

    Parameters
    ----------
    task : Task
        the task
    hidden : Sequence[int]
        units of each hidden layer
    method : Method
        the family
    seeds : Iterable[int]
        training seeds, side by side
    activation : type[nn.Module] = nn.Tanh
        its class
    spread : float = 0.7
        means start at this times a draw from the prior

    Returns
    -------
    tuple[nn.Module, Posterior, IsotropicNormal, PermutationGroup]
        network, posterior before training, prior, and the network's whole group
    """
    ...
def method_name(r: 'pd.Series') -> str:
    """Name of the method of a row

    Parameters
    ----------
    r : pd.Series
        a row of the results

    Returns
    -------
    str
        as `Method` writes itself
    """
    ...
def named(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """Rows with the name of their method

    Parameters
    ----------
    results : pd.DataFrame
        rows per seed and cell

    Returns
    -------
    pd.DataFrame
        with a column `method`; one that is there is kept
    """
    ...
def means(results: 'pd.DataFrame', column: str, by: Sequence[str]=('method', 'width')) -> 'pd.DataFrame':
    """Means over training seeds

    Parameters
    ----------
    results : pd.DataFrame
        rows per seed and cell
    column : str
        what to average
    by : Sequence[str] = ('method', 'width')
        columns that tell cells apart

    Returns
    -------
    pd.DataFrame
        mean, half-width of the 95 % interval over training seeds (NaN for one), number of seeds
    """
    ...
Pairs: TypeAlias = dict[tuple, tuple['pd.DataFrame', 'pd.DataFrame']]
def versus(results: 'pd.DataFrame', by: Sequence[str]=('width',), against: str='mean_field, none') -> Pairs:
    """Every method beside another one, setting by setting

    Parameters
    ----------
    results : pd.DataFrame
        rows per seed and cell
    by : Sequence[str] = ('width',)
        columns that tell settings apart
    against : str = 'mean_field, none'
        the method to compare with

    Returns
    -------
    Pairs
        rows of a method and of the other, by setting and method; a single seed is left out
    """
    ...
def paired_effects(pairs: Pairs, column: str, upper: str | None=None, more_is_better: bool=True) -> 'pd.DataFrame':
    """What pairs of methods differ in, as one family of looks

    Parameters
    ----------
    pairs : Pairs
        rows of either side, by what the look is called
    column : str
        what to compare
    upper : str | None = None
        where it is known between bounds, the column of the upper ones
    more_is_better : bool = True
        is a gain good?

    Returns
    -------
    pd.DataFrame
        as of `effects`
    """
    ...
def starred(found: 'pd.DataFrame') -> 'pd.Series':
    """Differences with their intervals, a star on what is significant after the correction; `ends overlap` where bounds leave the sign open

    Parameters
    ----------
    found : pd.DataFrame
        as of `effects`

    Returns
    -------
    pd.Series
        differences as text
    """
    ...
def share_interval(method: 'Sequence[float]|np.ndarray|pd.Series', base: 'Sequence[float]|np.ndarray|pd.Series', reference: float, error: float=0.0, level: float=0.95) -> tuple[float, float, float]:
    """Share of the gap between two scores that a method closes, by Fieller's theorem for paired seeds

    Parameters
    ----------
    method : Sequence[float]|np.ndarray|pd.Series
        `(n,)`: a score per training seed
    base : Sequence[float]|np.ndarray|pd.Series
        `(n,)`: of the method where the gap starts, the same seeds in the same order
    reference : float
        the score where it ends
    error : float = 0.0
        standard error of that
    level : float = 0.95
        probability of the interval

    Returns
    -------
    tuple[float, float, float]
        share, and the ends of its interval: infinite where the gap itself may be none, NaN for one seed
    """
    ...
def gap_closed(results: 'pd.DataFrame', references: 'pd.DataFrame', by: str='width', base: str='mean_field, none') -> 'pd.DataFrame':
    """Share of the gap in test log likelihood up to the reference. Uncertain are both methods' training seeds, paired, and the
    reference's chains

    Parameters
    ----------
    results : pd.DataFrame
        rows per seed and cell of one task
    references : pd.DataFrame
        rows of the reference, one per value of `by`
    by : str = 'width'
        column that both have
    base : str = 'mean_field, none'
        where the gap starts

    Returns
    -------
    pd.DataFrame
        percent: the share, and the ends of its 95 % interval; by setting and method
    """
    ...
def shares(closed: 'pd.DataFrame') -> 'pd.DataFrame':
    """Shares as text, with their intervals where there is more than one seed

    Parameters
    ----------
    closed : pd.DataFrame
        as of `gap_closed`

    Returns
    -------
    pd.DataFrame
        methods by setting
    """
    ...
from symbayes.core import document
