# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Draws', 'Kernels', 'Distances', 'distances_of_chunks', 'pooled_distances', 'Kernel', 'laplace_kernels', 'gaussian_kernels', 'mmd2', 'MMDTest', 'mmd_test', 'mmd_interval', 'mmd_blocks']
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, isfinite, isqrt
from numbers import Integral, Real
from typing import Any
import warnings
import numpy as np
import torch
from torch import Tensor
from .core import Params, SymbayesError, check_count, check_finite, check_generator, check_level, first_line, lazy_module, require, uniform_draws
from .intervals import Interval
import pandas as pd
import scipy.stats as stats
@dataclass(frozen=True, eq=False, repr=False)
class Distances:
    """Between any two of n+m samples, every pair once, in the order of `torch.pdist`

    Parameters
    ----------
    l1 : Tensor
        `(pairs,)`, float64: sums of absolute differences
    l2 : Tensor
        `(pairs,)`: Euclidean distances
    sizes : tuple[int, int]
        n and m: the first n samples are x, the others y
    """
    l1: Tensor
    l2: Tensor
    sizes: tuple[int, int]
    def __repr__(self) -> str: ...
def distances_of_chunks(chunks: Iterable[tuple[Tensor, Tensor]]) -> Distances:
    """Distances of samples that need not be in memory at a time

    Parameters
    ----------
    chunks : Iterable[tuple[Tensor, Tensor]]
        some weights of all samples: x `(n, ..)` and y `(m, ..)`; then the next ones, and so on

    Returns
    -------
    Distances
    """
    ...
_cache: int
def _pieces(x: Tensor, y: Tensor, width: int, name: str) -> Iterator[Tensor]:
    """Side by side `(n+m, at most width)`"""
    ...
Draws: TypeAlias = Params | Tensor
def pooled_distances(x: 'Draws|Distances', y: Draws | None=None) -> Distances:
    """Distances between any two samples, of x and of y

    Parameters
    ----------
    x : Draws|Distances
        n samples
    y : Draws | None = None
        m samples of the same weights

    Returns
    -------
    Distances
        what is given as `x`, if that are distances already
    """
    ...
def _named(name: str, samples: Any) -> Params: ...
def _tensor(name: str, t: Any) -> Tensor: ...
@dataclass(frozen=True)
class Kernel:
    """How alike two samples are, from 0 to 1

    Parameters
    ----------
    family : str
        'gaussian': exp(-(|d|_2/lambda)^2), or 'laplace': exp(-|d|_1/lambda)
    bandwidth : float
        lambda, in units of the weights
    """
    family: str
    bandwidth: float
    def __post_init__(self): ...
    def of(self, d: Distances) -> Tensor:
        """Its value for every pair

        Parameters
        ----------
        d : Distances
            between any samples

        Returns
        -------
        Tensor
            `(pairs,)`
        """
        ...
Kernels: TypeAlias = Kernel | Sequence[Kernel] | None
def laplace_kernels(x: Draws | Distances, y: Draws | None=None, n: int=10) -> list[Kernel]:
    """Laplace kernels with bandwidths from a geometric grid that spans the distances of all samples

    Parameters
    ----------
    x : Draws | Distances
        n samples, or distances
    y : Draws | None = None
        m samples
    n : int = 10
        bandwidths

    Returns
    -------
    list[Kernel]
    """
    ...
def gaussian_kernels(x: Draws | Distances, y: Draws | None=None, n: int=10) -> list[Kernel]:
    """Gaussian kernels, likewise

    Parameters
    ----------
    x : Draws | Distances
        n samples, or distances
    y : Draws | None = None
        m samples
    n : int = 10
        bandwidths

    Returns
    -------
    list[Kernel]
    """
    ...
def _bandwidths(distances: Tensor, n: int) -> list[float]:
    """From half of the distance that 5 % are below, to twice the largest"""
    ...
def _kernels(kernels: Kernels, d: Distances) -> list[Kernel]: ...
def _split(kappa: Tensor, a: Tensor, b: Tensor, even: tuple[int, int] | None) -> tuple[Tensor, Tensor]:
    """How alike samples of one side are, the two sides added, and twice that across: squared MMDs are the difference

    Parameters
    ----------
    kappa : Tensor
        kernel matrices `(kernels, units, units)`, zero on the diagonal
    a : Tensor
        weights `(*lead, units)` of x, which sum to 1, and are 0 for what belongs to y
    b : Tensor
        weights of y
    even : tuple[int, int] | None
        so many units on the sides, where all have one weight

    Returns
    -------
    tuple[Tensor, Tensor]
        `(kernels, *lead)` each
    """
    ...
@dataclass(frozen=True, eq=False)
class _Sides:
    """What stands against what: samples, or the runs that they are from

    Parameters
    ----------
    distances : Distances
    kernels : list[Kernel]
    x : Tensor
        `(units,)`: weights of x's, 0 for y's
    y : Tensor
        the other way
    even : tuple[int, int] | None
        numbers of units, if all of a side have one weight
    mean : Tensor | None
        `(units, n+m)`: how samples are averaged over runs
    """
    distances: Distances
    kernels: list[Kernel]
    x: Tensor
    y: Tensor
    even: tuple[int, int] | None
    mean: Tensor | None
    def grams(self, rows: int=1) -> Iterator[Tensor]:
        """Kernel matrices, so many at a time that products with `rows` rows stay small

        Parameters
        ----------
        rows : int = 1
            `(kernels, units, units)`, zero on the diagonal

        Returns
        -------
        Iterator[Tensor]
            `(kernels, units, units)`, zero on the diagonal
        """
        ...
    def split(self, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
        """`_split` by every kernel, for weights that may be dealt out anew

        Parameters
        ----------
        a : Tensor
            `(kernels, *lead)` each
        b : Tensor
            `(kernels, *lead)` each

        Returns
        -------
        tuple[Tensor, Tensor]
            `(kernels, *lead)` each
        """
        ...
def _sides(x: Any, y: Any, kernels: Kernels, sample_weights: Any, runs: Any, least: int=2) -> _Sides: ...
def _two(name: str, given: Any) -> Sequence:
    """One for x and one for y"""
    ...
def _weights(side: str, w: Any, n: int, device: torch.device) -> Tensor:
    """Parameters
    ----------
    side : str
        `(n,)`, sum 1
    w : Any
        `(n,)`, sum 1
    n : int
        `(n,)`, sum 1
    device : torch.device
        `(n,)`, sum 1

    Returns
    -------
    Tensor
        `(n,)`, sum 1
    """
    ...
def _averages(side: str, labels: Any, w: Tensor) -> Tensor:
    """Parameters
    ----------
    side : str
        `(runs, n)`, rows sum to 1
    labels : Any
        `(runs, n)`, rows sum to 1
    w : Tensor
        `(runs, n)`, rows sum to 1

    Returns
    -------
    Tensor
        `(runs, n)`, rows sum to 1
    """
    ...
def mmd2(x: Draws | Distances, y: Draws | None=None, kernels: Kernels=None, sample_weights: tuple | None=None, runs: tuple | None=None) -> float:
    """Squared maximum mean discrepancy, without bias: mean over kernels of the U-statistic (Gretton et al. 2012, lemma 6)

    Parameters
    ----------
    x : Draws | Distances
        n samples: named tensors `(n, *shape)` or a matrix `(n, p)`; or distances of both, as of `pooled_distances`
    y : Draws | None = None
        m samples
    kernels : Kernels = None
        one or several; default 10 Laplace and 10 Gaussian ones, with bandwidths from the distances
    sample_weights : tuple | None = None
        weights `(n,)` of x and `(m,)` of y; None in place of one of them where all count the same
    runs : tuple | None = None
        labels `(n,)` and `(m,)` of the runs that samples are from; None where each is one by itself

    Returns
    -------
    float
    """
    ...
@dataclass(frozen=True, eq=False)
class MMDTest:
    """Are two sets of samples from one distribution?

    Parameters
    ----------
    statistic : float
        squared MMD, mean over kernels
    p_value : float
        of all kernels together
    table : pd.DataFrame
        a row per kernel: `family`, `bandwidth`, `mmd2`, `p_value` of this kernel alone
    permuted : Tensor
        `(n_permutations, kernels)`: squared MMDs of samples dealt out by chance
    interval : Interval | None = None
        of the statistic; known from blocks alone
    """
    statistic: float
    p_value: float
    table: 'pd.DataFrame'
    permuted: Tensor
    interval: Interval | None = ...
    def __repr__(self) -> str: ...
def mmd_test(x: Draws | Distances, y: Draws | None=None, kernels: Kernels=None, n_permutations: int=1000, sample_weights: tuple | None=None, runs: tuple | None=None, *, generator: torch.Generator | None=None) -> MMDTest:
    """Permutation test of equal distributions, over all kernels together by the rule of MMDAgg (Schrab et al. 2023, section 3.5)

    Parameters
    ----------
    x : Draws | Distances
        n samples, or distances, as for `mmd2`
    y : Draws | None = None
        m samples
    kernels : Kernels = None
        one or several; default as for `mmd2`
    n_permutations : int = 1000
        ways of dealing out the samples
    sample_weights : tuple | None = None
        of x and of y; they have to be known before the samples are, and stay with the places
    runs : tuple | None = None
        labels, as for `mmd2`: whole runs are dealt out
    generator : torch.Generator | None = None
        of the permutations

    Returns
    -------
    MMDTest
    """
    ...
def _warn_if_powerless(deals: int, n_permutations: int) -> None:
    """Warn where even the most extreme of all distinct deals has a p-value above .05"""
    ...
def _judged(kernels: Sequence[Kernel], within: Tensor, across: Tensor, interval: Interval | None=None, **columns: Any) -> MMDTest:
    """From what is alike within and across sides, `(kernels, 1+n_permutations)`; the first is what was found"""
    ...
def _counts(found: Tensor, rounding: Tensor) -> Tensor:
    """How many of a column are as large as each entry

    Parameters
    ----------
    found : Tensor
        as `found`
    rounding : Tensor
        as `found`

    Returns
    -------
    Tensor
        as `found`
    """
    ...
def _smallest(counts: Tensor) -> float:
    """Share of the rows whose smallest count is at most that of the first; ties are told apart by the next smallest, and so on"""
    ...
def mmd_interval(x: Draws | Distances, y: Draws | None=None, kernels: Kernels=None, sample_weights: tuple | None=None, runs: tuple | None=None, level: float=0.95) -> Interval:
    """Squared MMD with a jackknife interval over the samples of both sides; Student-t, with Welch's degrees of freedom

    Parameters
    ----------
    x : Draws | Distances
        n samples, or distances, as for `mmd2`
    y : Draws | None = None
        m samples
    kernels : Kernels = None
        one or several, as for `mmd2`
    sample_weights : tuple | None = None
        of x and of y
    runs : tuple | None = None
        labels: whole runs are left out
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Interval
        around `mmd2` of the same arguments
    """
    ...
def _left_out(kappa: Tensor, a: Tensor, b: Tensor) -> tuple[float, int]:
    """Jackknife variance over the units of positive weight in `a`, and how many there are"""
    ...
def mmd_blocks(x: Draws, y: Draws, kernels: Kernels=None, block_size: int | None=None, n_permutations: int=1000, *, generator: torch.Generator | None=None) -> MMDTest:
    """Mean over blocks of squared MMDs, and its test, for many samples (Zaremba et al. 2013)

    Parameters
    ----------
    x : Draws
        n samples
    y : Draws
        m samples; what one side has more than the other, and what fills no block, is left out
    kernels : Kernels = None
        one or several; default as for `mmd2`, with bandwidths from distances within blocks
    block_size : int | None = None
        samples of each side in a block; default the root of their number; 2 takes linear time
    n_permutations : int = 1000
        random exchanges of x and y
    generator : torch.Generator | None = None
        of the exchanges

    Returns
    -------
    MMDTest
        with an interval over blocks, and a column `error`: standard errors
    """
    ...
def _within_blocks(x: Params, y: Params, size: int | None) -> Distances:
    """Parameters
    ----------
    x : Params
        with blocks in front: `(blocks, pairs)`
    y : Params
        with blocks in front: `(blocks, pairs)`
    size : int | None
        with blocks in front: `(blocks, pairs)`

    Returns
    -------
    Distances
        with blocks in front: `(blocks, pairs)`
    """
    ...
def _exchanged(values: Tensor, signs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The estimate of each block; and of each exchange what is alike within sides and across them

    Parameters
    ----------
    values : Tensor
        of the kernels, `(kernels, blocks, pairs)`
    signs : Tensor
        `(blocks, 1+n_permutations, block_size)`: -1 where x and y change places

    Returns
    -------
    tuple[Tensor, Tensor, Tensor]
        `(kernels, blocks)`, and twice `(kernels, 1+n_permutations)`
    """
    ...
from symbayes.core import document
