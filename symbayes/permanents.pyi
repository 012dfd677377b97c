# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['optimize', 'log_permanent', 'log_entries', 'sinkhorn', 'row_stochastic', 'sinkhorn_bound', 'soules_weights', 'rank_weights', 'soules', 'bethe_marginals', 'doubly_stochastic', 'bethe_bound', 'best_permutation', 'upper_bound', 'lower_bound', 'log_permanent_bounds', 'permutation_particles', 'rows_between', 'log_permanent_sandwich']
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any
import numpy as np
import torch
from torch import Tensor
from .core import Generators, SymbayesError, first_derivative, lazy_module, require, uniform_draws
import scipy.optimize as optimize
max_exact: int
def log_permanent(log_a: Tensor) -> Tensor:
    """Exact log-permanent, `O(2^n n)` per matrix, with a gradient. Raises `SymbayesError` for larger matrices

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`, -inf for zero; n at most 20

    Returns
    -------
    Tensor
        `(*batch,)` nats, float64; -inf where no permutation avoids the zeros
    """
    ...
def check_log_matrix(log_a: Tensor) -> Tensor:
    """Raise `SymbayesError` unless this is a batch of square matrices of logs

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`; -inf for an entry of zero

    Returns
    -------
    Tensor
        `log_a` itself
    """
    ...
def _refuse_entries(name: str, bad: Tensor, what: str, expected: str) -> None: ...
def log_entries(a: Tensor) -> Tensor:
    """Logs of a matrix of densities. Raises `SymbayesError` for a negative entry: bounds on permanents need entries of one sign

    Parameters
    ----------
    a : Tensor
        entries `(*batch, n, n)`, zero or positive

    Returns
    -------
    Tensor
        their logs; -inf for zero
    """
    ...
def sinkhorn(log_a: Tensor, sweeps: int=20, start: Tensor | None=None) -> Tensor:
    """Column factors that, with rows normalised afterwards, make the matrix doubly stochastic up to convergence

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    sweeps : int = 20
        of rows and columns
    start : Tensor | None = None
        log column factors to start from, default zeros

    Returns
    -------
    Tensor
        log column factors `log c`, `(*batch, n)`
    """
    ...
def row_stochastic(log_a: Tensor, log_c: Tensor) -> Tensor:
    """`P = diag(r) A diag(c)` with r chosen to normalise the rows

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    log_c : Tensor
        log column factors `(*batch, n)`

    Returns
    -------
    Tensor
        the scaled matrix P, whose rows sum to one
    """
    ...
class Envelope(torch.autograd.Function):
    """A value with a known gradient: `apply(log_a, value, gradient)` is `value`, and passes `gradient` on to `log_a`"""
    @staticmethod
    def forward(ctx: Any, log_a: Tensor, value: Tensor, gradient: Tensor) -> Tensor:
        """`value`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:
        """The gradient for `log_a`"""
        ...
def sinkhorn_bound(log_a: Tensor, log_c: Tensor) -> Tensor:
    """Upper bound on the log-permanent, for any column factors; least at those of `sinkhorn`

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    log_c : Tensor
        log column factors `(*batch, n)`, any

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
def soules_weights(n: int, like: Tensor) -> Tensor:
    """Logs of the weights of a row's entries in Soules' bound, largest entry first

    Parameters
    ----------
    n : int
        number of columns
    like : Tensor
        device and dtype

    Returns
    -------
    Tensor
        `log d_j`, `(n,)`, falling
    """
    ...
def descending_order(x: Tensor) -> Tensor:
    """Argsort of rows; on the CPU by numpy, whose sorts of short rows are several times faster than torch's

    Parameters
    ----------
    x : Tensor
        `(*batch, n)`

    Returns
    -------
    Tensor
        places of the entries of each row, largest first
    """
    ...
def rank_weights(log_a: Tensor, log_c: Tensor) -> Tensor:
    """Soules' weights, put where the entries stand

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    log_c : Tensor
        log column factors `(*batch, n)`

    Returns
    -------
    Tensor
        `log d` of every entry, by its rank in its row of the scaled matrix
    """
    ...
def soules(log_a: Tensor, log_c: Tensor, sweeps: int=5) -> tuple[Tensor, Tensor]:
    """Column factors for Soules' bound, never worse than the ones given

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    log_c : Tensor
        log column factors to start from `(*batch, n)`, as of `sinkhorn`
    sweeps : int = 5
        of the weighted matrix

    Returns
    -------
    tuple[Tensor, Tensor]
        log column factors `(*batch, n)`, and the log weights at their ranks `(*batch, n, n)`
    """
    ...
def _others(x: Tensor, dim: int) -> Tensor:
    """Sum over the other entries along an axis; for the largest entry by a sum without it, where a difference would have no digits left"""
    ...
def bethe_marginals(log_a: Tensor, log_c: Tensor, rounds: int=20) -> Tensor:
    """Belief propagation's marginals: how likely is it that a random permutation, weighed by its term, takes this entry?

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    log_c : Tensor
        log column factors `(*batch, n)`, of a scaling near the doubly stochastic one
    rounds : int = 20
        of messages from rows to columns and back

    Returns
    -------
    Tensor
        `(*batch, n, n)`, doubly stochastic up to convergence
    """
    ...
def doubly_stochastic(p: Tensor) -> Tensor:
    """The repaired matrix: some sweeps of normalisation, then Algorithm 2 of Altschuler et al. (2017)

    Parameters
    ----------
    p : Tensor
        `(*batch, n, n)`, non-negative, rows and columns near one

    Returns
    -------
    Tensor
        rows and columns sum to one up to rounding
    """
    ...
def bethe_bound(log_a: Tensor, marginals: Tensor) -> Tensor:
    """Lower bound on the log-permanent, for any marginals; its gradient at fixed marginals is the marginals

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    marginals : Tensor
        near doubly stochastic `(*batch, n, n)`, as of `bethe_marginals`

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
def best_permutation(log_a: Tensor) -> Tensor:
    """The permutation with the largest term, by linear assignment; one with a zero in it where there is no other

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`

    Returns
    -------
    Tensor
        the column of every row `(*batch, n)`
    """
    ...
def upper_bound(log_a: Tensor, sweeps: int=20, weighted: bool=True, refine: int=5) -> Tensor:
    """Upper bound on the log-permanent, with the gradient at fixed column factors

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    sweeps : int = 20
        of Sinkhorn's iteration
    weighted : bool = True
        Soules' bound? Else Sinkhorn's
    refine : int = 5
        sweeps of the weighted matrix; 0 keeps Sinkhorn's factors

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
def lower_bound(log_a: Tensor, sweeps: int=20, rounds: int=20) -> Tensor:
    """Lower bound on the log-permanent, with the gradient at fixed marginals

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    sweeps : int = 20
        of Sinkhorn's iteration
    rounds : int = 20
        of belief propagation

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
def without_empty(log_a: Tensor) -> tuple[Tensor, Tensor]:
    """Matrices whose permanent is zero at first sight, set aside

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`

    Returns
    -------
    tuple[Tensor, Tensor]
        which matrices have an empty row or column `(*batch,)`; the batch with these replaced by zeros
    """
    ...
def log_permanent_bounds(log_a: Tensor, sweeps: int=50, rounds: int=50) -> tuple[Tensor, Tensor]:
    """Deterministic, differentiable bounds on the log-permanent, which hold at any number of sweeps

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`, -inf for zero, any n
    sweeps : int = 50
        of Sinkhorn's iteration
    rounds : int = 50
        of belief propagation

    Returns
    -------
    tuple[Tensor, Tensor]
        lower and upper `(*batch,)` nats, float64
    """
    ...
@dataclass(frozen=True)
class Particles:
    """Permutations with weights whose mean is an unbiased estimate of the permanent

    Parameters
    ----------
    log_weights : Tensor
        `(*batch, K)` nats
    columns : Tensor
        the column of every row `(*batch, K, n)`
    """
    log_weights: Tensor
    columns: Tensor
    @property
    def log_mean(self) -> Tensor:
        """Log of the mean weight `(*batch,)`"""
        ...
    def marginals(self) -> Tensor:
        """Weighted share of particles at every entry `(*batch, n, n)`"""
        ...
def permutation_particles(log_a: Tensor, n_particles: int=128, planted: Tensor | None=None, resample: bool=True, sweeps: int=2, generator: Generators=None) -> Particles:
    """Sequential Monte Carlo over the rows of a matrix; with a planted particle its conditional variant (Andrieu et al. 2010)

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`
    n_particles : int = 128
        permutations K per matrix
    planted : Tensor | None = None
        a permutation `(*batch, n)` that the first particle has to follow
    resample : bool = True
        replace poor particles? Without, they are independent draws
    sweeps : int = 2
        of Sinkhorn's iteration before every row
    generator : Generators = None
        of the draws; one, or one per index of the first axis

    Returns
    -------
    Particles
        float64
    """
    ...
def _fill_rows(log_p, n_particles, planted, resample, sweeps, noise):
    """Log weights `(B, K)` and columns `(B, n, K)` of particles that fill the rows in order"""
    ...
def rows_between(n: int) -> int:
    """How many rows are filled from one sweep to the next: sweeps are what costs, and two rows of many hardly differ in what they leave

    Parameters
    ----------
    n : int
        rows of a matrix

    Returns
    -------
    int
    """
    ...
def _without_pair(ahead, r, row, c, choice):
    """The bound of what is left without a row and the column it took: to first order in what both share, and without a sweep"""
    ...
def _choose(proposal, u, planted):
    """A column for every particle `(B, K)`, by its odds, and its probability"""
    ...
def _without_nan(x: Tensor) -> Tensor: ...
def _sweep(p, c, free, sweeps):
    """Row and column factors `(B, rows, K)`, `(B, n, K)` after some sweeps over the columns that are free"""
    ...
def _resample(weights, carried, noise, keep_first):
    """Where weights have become uneven, particles are drawn anew in proportion to them"""
    ...
def log_permanent_sandwich(log_a: Tensor, n_samples: int=128, planted: Tensor | None=None, generator: Generators=None) -> tuple[Tensor, Tensor | None]:
    """Stochastic bounds on the log-permanent. The gradient is the weighted share of particles at every entry

    Parameters
    ----------
    log_a : Tensor
        logs of the entries `(*batch, n, n)`, any n
    n_samples : int = 128
        particles K per matrix and side
    planted : Tensor | None = None
        an exact draw from `pi ~ prod_i A[i, pi(i)]`: column of every row `(*batch, n)`, or `(n,)` for all
    generator : Generators = None
        of the draws; one, or one per index of the first axis

    Returns
    -------
    tuple[Tensor, Tensor | None]
        lower and upper `(*batch,)` nats, float64, each on its side in the mean; upper is None unless planted
    """
    ...
def _with_gradient(particles: Particles, log_a: Tensor) -> Tensor: ...
def check_planted(planted: Tensor, log_a: Tensor) -> None:
    """Raise `SymbayesError` unless `planted` has permutations of the right length whose terms are not zero

    Parameters
    ----------
    planted : Tensor
        supposed permutations `(*batch, n)`
    log_a : Tensor
        the matrices `(*batch, n, n)`
    """
    ...
def subset_layers(n: int) -> list[tuple[Tensor, Tensor]]:
    """Sets of columns by size, with the links of the recursion

    Parameters
    ----------
    n : int
        number of columns

    Returns
    -------
    list[tuple[Tensor, Tensor]]
        for k = 1..n: members of each set of size k `(sets, k)`, and the places of the sets without them
    """
    ...
def by_sets(log_a: Tensor) -> Tensor:
    """Log-permanents by recursion over sets of columns. Differentiable

    Parameters
    ----------
    log_a : Tensor
        `(batch, n, n)`, float64

    Returns
    -------
    Tensor
        `(batch,)` nats
    """
    ...
def _by_sets(log_a: Tensor) -> Tensor: ...
def _log_sum(x: Tensor) -> Tensor:
    """`logsumexp` over the last axis, with a gradient of zero instead of NaN where all terms are zero"""
    ...
def sign_table(n: int) -> tuple[Tensor, Tensor]:
    """Every choice of signs

    Parameters
    ----------
    n : int
        number of signs

    Returns
    -------
    tuple[Tensor, Tensor]
        `(2^n, n)`, and their products
    """
    ...
def by_signs(log_a: Tensor, sweeps: int=1, at_once: int=2 ** 17) -> tuple[Tensor, Tensor]:
    """Log-permanents by Glynn's formula, which is quick

    Parameters
    ----------
    log_a : Tensor
        `(batch, n, n)`, float64
    sweeps : int = 1
        of scaling rows and columns to sum to one
    at_once : int = 2 ** 17
        numbers held at a time, few enough to stay in a fast memory

    Returns
    -------
    tuple[Tensor, Tensor]
        log-permanents and estimates of their errors, `(batch,)` nats; NaN or infinite if no digit is left
    """
    ...
def shares(x: Tensor, dim: int=-1) -> tuple[Tensor, Tensor]:
    """`softmax` and `logsumexp` along an axis in one go, without underflow

    Parameters
    ----------
    x : Tensor
        logs; along the axis at least one is finite
    dim : int = -1
        axis

    Returns
    -------
    tuple[Tensor, Tensor]
        shares that sum to one along the axis, and the log of the sum
    """
    ...
from symbayes.core import document
