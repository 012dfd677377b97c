# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Drawn', 'laws', 'LevelCell', 'kernel_product', 'ShiftTheory', 'PowerCell', 'small_classifier', 'OrbitCell', 'plot_mmd', 'judge_mmd', 'run_mmd']
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import comb, exp
from statistics import NormalDist
import numpy as np
import torch
from torch import Tensor, nn
from ..canonical import canonicalize
from ..cells import Cell
from ..core import Params, lazy_module, streams
from ..data import load_data
from ..discovery import symmetry_group
from ..elements import PermutationGroup
from .artefacts import Claim, Setup, artefact, held
from ..mmd import Kernel, MMDTest, mmd_blocks, mmd_test
from ..points import train_points
from ..runs import choose
from ..scaling import ScalingGroup, scaling_group
import pandas as pd
import matplotlib.pyplot as plt
Drawn: TypeAlias = tuple[tuple, dict]
def _normal(g: torch.Generator, *shape: int) -> Tensor: ...
def _cauchy(g: torch.Generator, n: int, p: int) -> Tensor: ...
def _lattice(g: torch.Generator, n: int, p: int) -> Tensor: ...
def _in_runs(g: torch.Generator, runs: int, draws: int, p: int) -> Tensor:
    """Draws around modes, run by run"""
    ...
def _of_runs(g: torch.Generator) -> Drawn: ...
laws: dict[str, tuple[Callable[..., MMDTest], Callable[[torch.Generator], Drawn]]]
@dataclass(frozen=True)
class LevelCell(Cell):
    """How often samples of one distribution are rejected

    Parameters
    ----------
    law : str = 'weights'
        of `laws`
    repeats : int = 1000
        tests
    n_permutations : int = 199
        of each
    """
    law: str = ...
    repeats: int = ...
    n_permutations: int = ...
    def run(self) -> 'pd.DataFrame':
        """All tests

        Returns
        -------
        pd.DataFrame
            a row
        """
        ...
def kernel_product(edges: list[tuple[int, int]], at: tuple[float, ...], p: int, b: float) -> float:
    """Mean of a product of Gaussian kernels between independent normal samples with unit variances

    Parameters
    ----------
    edges : list[tuple[int, int]]
        pairs of samples, one kernel each
    at : tuple[float, ...]
        where the samples' distributions are centred, along the shift
    p : int
        dimensions
    b : float
        bandwidth

    Returns
    -------
    float
    """
    ...
class ShiftTheory:
    """Moments of the squared MMD by one Gaussian kernel, n samples a side of normal distributions in p dimensions that are apart by a shift

    Parameters
    ----------
    n : int
        samples of each side
    p : int
        dimensions
    shift : float
        between the means, in standard deviations
    b : float
        bandwidth
    """
    n: int
    p: int
    b: float
    ends: Any
    def __init__(self, n: int, p: int, shift: float, b: float):
        """Parameters
        ----------
        n : int
            samples of each side
        p : int
            dimensions
        shift : float
            between the means, in standard deviations
        b : float
            bandwidth
        """
        ...
    def E(self, edges: str, *at: float) -> float:
        """Mean of a product of kernels

        Parameters
        ----------
        edges : str
            '01 12': an edge between samples 0 and 1, and one between 1 and 2
        *at : float
            '01 12': an edge between samples 0 and 1, and one between 1 and 2

        Returns
        -------
        float
            '01 12': an edge between samples 0 and 1, and one between 1 and 2
        """
        ...
    def pooled(self, edges: str) -> float:
        """The same where every sample is from one or the other distribution with equal chances"""
        ...
    @property
    def mean(self) -> float:
        """The squared MMD itself"""
        ...
    def f(self, u: float) -> float:
        """Parameters
        ----------
        u : float
            mean of the witness function on samples around u

        Returns
        -------
        float
            mean of the witness function on samples around u
        """
        ...
    def ff(self, edges: str, *at: float) -> float:
        """Parameters
        ----------
        edges : str
            a product with two witness functions more, of the first and of the last sample
        *at : float
            a product with two witness functions more, of the first and of the last sample

        Returns
        -------
        float
            a product with two witness functions more, of the first and of the last sample
        """
        ...
    @property
    def variance(self) -> float:
        """Of the statistic, exactly"""
        ...
    @property
    def null(self) -> tuple[float, float]:
        """Where samples are dealt out by chance

        Returns
        -------
        tuple[float, float]
            variance and third central moment of permuted samples
        """
        ...
    @property
    def third(self) -> float:
        """Third central moment: that of permuted samples, and what the witness function adds"""
        ...
    def power(self, level: float=0.05) -> float:
        """How often a permutation test with this kernel rejects

        Parameters
        ----------
        level : float = 0.05
            of the test

        Returns
        -------
        float
        """
        ...
@dataclass(frozen=True)
class PowerCell(Cell):
    """How often a shift is found

    Parameters
    ----------
    shift : float = 0.8
        between the means, in standard deviations
    n : int = 50
        samples of each side
    p : int = 10
        dimensions
    repeats : int = 1000
        tests; a quarter of them with all kernels too
    n_permutations : int = 199
        of each
    """
    shift: float = ...
    n: int = ...
    p: int = ...
    repeats: int = ...
    n_permutations: int = ...
    def run(self) -> 'pd.DataFrame':
        """All tests

        Returns
        -------
        pd.DataFrame
            a row per test
        """
        ...
    def _p_value(self, i: int, test: Callable[..., MMDTest]) -> float: ...
def small_classifier() -> nn.Sequential:
    """Two hidden layers of 12 ReLU units for the 8x8 digits"""
    ...
@dataclass(frozen=True)
class OrbitCell(Cell):
    """Networks against the same networks, each moved by its own random element

    Parameters
    ----------
    nets : int = 100
        trained, from as many seeds
    epochs : int = 20
        of training on the 8x8 digits
    spread : float = 0.1
        of draws around one network, over the standard deviation of each tensor
    n_permutations : int = 1000
        of a test
    """
    nets: int = ...
    epochs: int = ...
    spread: float = ...
    n_permutations: int = ...
    def run(self) -> 'pd.DataFrame':
        """Train, move, compare

        Returns
        -------
        pd.DataFrame
            a row per case, raw and canonical
        """
        ...
    def _compared(self, form: str, pair: tuple[Params, Params], g: PermutationGroup, s: ScalingGroup) -> dict: ...
def plot_mmd(table: 'pd.DataFrame') -> 'plt.Figure':
    """Level, power, and networks against themselves

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mmd`

    Returns
    -------
    plt.Figure
    """
    ...
def _draw_power(ax: 'plt.Axes', power: 'pd.DataFrame') -> None:
    """Against the shift, a colour per number of dimensions, a marker per test"""
    ...
def judge_mmd(table: 'pd.DataFrame') -> list[Claim]:
    """What a test must do

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mmd`

    Returns
    -------
    list[Claim]
    """
    ...
def run_mmd(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per cell and test
    """
    ...
from symbayes.core import document
