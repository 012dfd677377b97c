# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['larger', 'stages', 'small_net', 'HalvesCell', 'by_stages', 'halves_rows', 'flat', 'spread', 'outputs', 'relative', 'difference', 'accuracy_of_mean', 'ratios', 'judge_halves', 'plot_halves', 'halves_cells', 'run_halves']
import copy, time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
import numpy as np
import torch
from torch import Tensor, nn
from ..balancing import mass, min_mass
from ..canonical import Symmetries, canonicalize
from ..cells import Cell
from ..core import Params, lazy_module, seeded_module, streams
from ..data import DataSplits, load_data
from .artefacts import Claim, Setup, artefact, on_difference
from .networks import lenet, norm_resnet
from ..intervals import paired_difference
from ..likelihoods import Categorical
from ..methods import swag
from ..mmd import mmd_interval, mmd_test, pooled_distances
from ..points import Points, train_points
from ..priors import IsotropicNormal
from ..runs import choose
from ..scaling import scaling_group
import pandas as pd
import matplotlib.pyplot as plt
larger: dict[str, Callable[[], nn.Module]]
def small_net() -> nn.Sequential:
    """A convolution and two linear layers"""
    ...
@dataclass(frozen=True)
class HalvesCell(Cell):
    """Trained networks in two halves, compared with each other and with draws around single ones

    Parameters
    ----------
    network : str = 'lenet'
        of `larger`
    data : str = 'mnist'
        images
    n_train : int = 4000
        of them
    epochs : int = 3
        passes over them
    lr : float = 0.003
        learning rate of Adam, annealed by a cosine
    half : int = 40
        networks in a half
    references : int = 2
        further ones, to align with one after the other
    block : int = 20
        networks that share the order of the images
    modes : int = 8
        networks of the second half around which draws are taken; 0 for no draws
    single : int = 3
        of these, those that are also compared one by one
    every : int = 10
        steps of SWAG from one snapshot to the next
    prior_std : float = 0.3
        for SWAG
    """
    network: str = ...
    data: str = ...
    n_train: int = ...
    epochs: int = ...
    lr: float = ...
    half: int = ...
    references: int = ...
    block: int = ...
    modes: int = ...
    single: int = ...
    every: int = ...
    prior_std: float = ...
    def images(self, data_dir: str | None=None) -> DataSplits:
        """Training images with equal classes, and test images in random order

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        DataSplits
        """
        ...
    def trained(self, task: DataSplits, out: str | Path | None=None) -> Points:
        """The first half, the second, and the references

        Parameters
        ----------
        task : DataSplits
            its images
        out : str | Path | None = None
            folder for trained networks; what is there is read

        Returns
        -------
        Points
        """
        ...
    def draws(self, task: DataSplits, params: Params) -> Params:
        """SWAG around the first networks of the second half

        Parameters
        ----------
        task : DataSplits
            its images
        params : Params
            trained networks `(networks, *shape)`

        Returns
        -------
        Params
            `(modes, half, *shape)`; empty without modes
        """
        ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Train, draw, remove and compare

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files
        out : str | Path | None = None
            folder for trained networks

        Returns
        -------
        pd.DataFrame
            as of `halves_rows`
        """
        ...
stages: tuple
def by_stages(s: Symmetries, params: Params, reference: Params, todo: Sequence[str]=stages) -> dict[str, Params]:
    """Weights, before and after symmetries are removed; units that are dead get unit norm

    Parameters
    ----------
    s : Symmetries
        of the network
    params : Params
        `(*lead, *shape)`
    reference : Params
        a network to align with
    todo : Sequence[str] = stages
        which of them

    Returns
    -------
    dict[str, Params]
        by stage
    """
    ...
def halves_rows(cell: HalvesCell, task: DataSplits, params: Params, draws: Params) -> 'pd.DataFrame':
    """Squared MMD from the first half, with a jackknife interval and the p-value of a permutation test

    Parameters
    ----------
    cell : HalvesCell
        how much
    task : DataSplits
        its images
    params : Params
        trained networks, `(2*half+references, *shape)`
    draws : Params
        around networks of the second half, `(modes, half, *shape)`

    Returns
    -------
    pd.DataFrame
        a row per reference, stage and comparison
    """
    ...
def flat(params: Params) -> Tensor:
    """All weights of a network in a row

    Parameters
    ----------
    params : Params
        `(n, *shape)`

    Returns
    -------
    Tensor
        `(n, p)`
    """
    ...
def spread(params: Params) -> float:
    """Sum over all weights of their variance

    Parameters
    ----------
    params : Params
        `(n, *shape)`

    Returns
    -------
    float
    """
    ...
def outputs(net: nn.Module, params: Params, x: Tensor) -> Tensor:
    """Of all networks, one after the other, in float64

    Parameters
    ----------
    net : nn.Module
        one network
    params : Params
        `(n, *shape)`
    x : Tensor
        inputs

    Returns
    -------
    Tensor
        `(n, inputs, out)`
    """
    ...
def relative(a: Tensor, b: Tensor) -> float:
    """The largest difference, relative to the largest entry of `b`

    Parameters
    ----------
    a : Tensor
        any shape
    b : Tensor
        the same

    Returns
    -------
    float
    """
    ...
def difference(a: Params, b: Params) -> float:
    """The largest, relative to the largest weight of a tensor

    Parameters
    ----------
    a : Params
        `(n, *shape)`
    b : Params
        the same

    Returns
    -------
    float
    """
    ...
def accuracy_of_mean(net: nn.Module, params: Params, task: DataSplits) -> float:
    """Of the one network whose weights are the means of all

    Parameters
    ----------
    net : nn.Module
        one network
    params : Params
        `(n, *shape)`
    task : DataSplits
        test images

    Returns
    -------
    float
    """
    ...
def ratios(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """What removal does to the MMD, the first reference

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_halves`

    Returns
    -------
    pd.DataFrame
        by network and comparison: log10 of squared MMD with both removed over that of networks as trained
    """
    ...
def judge_halves(table: 'pd.DataFrame') -> list[Claim]:
    """Judge what the paper says of its networks, on smaller ones

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_halves`

    Returns
    -------
    list[Claim]
    """
    ...
def plot_halves(table: 'pd.DataFrame') -> 'plt.Figure':
    """A column per network: squared MMD by stage, a line per comparison

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_halves`

    Returns
    -------
    plt.Figure
    """
    ...
def halves_cells(quick: bool=False) -> list[HalvesCell]:
    """One of each network

    Parameters
    ----------
    quick : bool = False
        quick: small ones on the 8x8 digits

    Returns
    -------
    list[HalvesCell]
        quick: small ones on the 8x8 digits
    """
    ...
def run_halves(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `halves_rows`
    """
    ...
from symbayes.core import document
