# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['closest_pair', 'NearestMode', 'nearest_mode', 'proximity_bounds', 'simplex_units', 'proximity_curve', 'plot_proximity', 'swap_divergence', 'nearest_in_nats']
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, lgamma, sqrt
import torch
from .core import Params, lazy_module, require
from .elements import Element, PermutationGroup
from .posteriors import MeanField
from torch import Generator, Tensor, nn
import pandas as pd
import matplotlib.pyplot as plt
def _near_candidates(x: Tensor, signed: bool, refine: int) -> tuple[Tensor, Tensor]:
    """Pairs that are close by matrix products; distances of near rows are differences of large squares, and not exact

    Parameters
    ----------
    x : Tensor
        `(m, n, p)` in float64
    signed : bool
    refine : int
        how many

    Returns
    -------
    tuple[Tensor, Tensor]
        rows `(m, k)` and the nearest later row of each `(m, k)`
    """
    ...
def _exact_distances(x: Tensor, i: Tensor, j: Tensor, signed: bool) -> Tensor:
    """Distances of rows `i` to rows `j`, and to their negatives if that counts

    Parameters
    ----------
    x : Tensor
        `(m, k, 2)`
    i : Tensor
        `(m, k, 2)`
    j : Tensor
        `(m, k, 2)`
    signed : bool
        `(m, k, 2)`

    Returns
    -------
    Tensor
        `(m, k, 2)`
    """
    ...
def closest_pair(units: Tensor, signed: bool=False, refine: int=32) -> tuple[Tensor, Tensor, Tensor]:
    """The two most similar rows: candidates by matrix products in float64, the best of which are computed without cancellation

    Parameters
    ----------
    units : Tensor
        one row per unit `(*lead, n, p)`
    signed : bool = False
        up to sign?
    refine : int = 32
        candidates whose distance is computed again from the difference

    Returns
    -------
    tuple[Tensor, Tensor, Tensor]
        distance `(*lead,)`, the two rows `(*lead, 2)`, and +1 or -1 for the sign of the second `(*lead,)`
    """
    ...
@dataclass(frozen=True)
class NearestMode:
    """The closest equivalent of some weights

    Parameters
    ----------
    distance : float
        Euclidean
    relative : float
        divided by the norm of the weights
    element : Element
        the element that leads there
    label : str
        whose units move
    exact : bool
        False in groups with several labels, where a single swap is only an upper bound
    """
    distance: float
    relative: float
    element: Element
    label: str
    exact: bool
def nearest_mode(params: Params, group: PermutationGroup) -> NearestMode:
    """The nearest equivalent weights: exact with one hidden layer, else the best single swap, of labels that stand once in each tensor

    Parameters
    ----------
    params : Params
        weights of one network
    group : PermutationGroup
        its group

    Returns
    -------
    NearestMode
    """
    ...
def _least(t: Tensor) -> tuple[int, ...]:
    """Where the least number stands"""
    ...
def _swap(group: PermutationGroup, label: str, at: tuple, sign: int) -> Element:
    """The two units last in `at` change place, in the block that stands before them; and both turn over if `sign` is negative"""
    ...
def proximity_bounds(n: int, n_in: int, n_out: int, signed: bool=False) -> dict[str, float]:
    """Theorem 3.1 with the constant of its proof, and the bound by the closest pair

    Parameters
    ----------
    n : int
        hidden units
    n_in : int
        inputs
    n_out : int
        outputs
    signed : bool = False
        can units be turned over?

    Returns
    -------
    dict[str, float]
        upper bounds on the relative distance; no two equivalent weights are further apart than 2
    """
    ...
def simplex_units(n: int, p: int) -> Tensor:
    """Units that are all equally far apart: the largest distance to the nearest mode for their norm

    Parameters
    ----------
    n : int
        units
    p : int
        weights of each, at least `n`

    Returns
    -------
    Tensor
        `(n, p)`
    """
    ...
def proximity_curve(widths: Sequence[int], n_in: int=784, n_out: int=10, draws: int=5, seed: int=0) -> 'pd.DataFrame':
    """Relative distance to the nearest mode over the width

    Parameters
    ----------
    widths : Sequence[int]
        numbers of hidden units
    n_in : int = 784
        inputs
    n_out : int = 10
        outputs
    draws : int = 5
        random networks per width
    seed : int = 0
        of the draws

    Returns
    -------
    pd.DataFrame
        a row per width and draw: relative distance of random weights and of the adversary, and the bounds
    """
    ...
def plot_proximity(curve: 'pd.DataFrame', trained: 'pd.DataFrame|None'=None, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Relative distance to the nearest mode against the width, with the bounds

    Parameters
    ----------
    curve : pd.DataFrame
        as of `proximity_curve`
    trained : pd.DataFrame|None = None
        columns `width` and `after`: relative distances of trained networks
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
    """
    ...
def swap_divergence(q: MeanField, group: PermutationGroup, label: str) -> Tensor:
    """`KL(q || gq)` of every swap of two units

    Parameters
    ----------
    q : MeanField
        posteriors `(*batch)`
    group : PermutationGroup
        of the network
    label : str
        whose units are swapped

    Returns
    -------
    Tensor
        `(*batch, *blocks, n, n)` nats, of the best signs; on the diagonal that of turning a unit over, or infinity
    """
    ...
def nearest_in_nats(q: MeanField, group: PermutationGroup) -> Tensor:
    """Divergence to the nearest equivalent posterior by a single swap, over all labels

    Parameters
    ----------
    q : MeanField
        posteriors `(*batch)`
    group : PermutationGroup
        of the network

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
from symbayes.core import document
