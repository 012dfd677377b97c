# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['trained_nets', 'settings', 'rates', 'small_mlp', 'MassCell', 'accuracy', 'unit_keys', 'kendall_tau', 'way_rows', 'mass_cells', 'usual', 'excess_table', 'crossings', 'judge_mass', 'plot_mass', 'run_mass']
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
import torch
from torch import Tensor, nn
from ..balancing import mass, min_mass, unit_mass
from ..cells import Cell
from ..core import Params, lazy_module, network_outputs, seeded_module
from ..data import DataSplits, load_data
from .artefacts import Claim, Setup, artefact, held, on_difference
from .networks import lenet
from .optunet import optunet
from ..intervals import mean_and_interval, paired_difference
from ..points import Points, train_points
from ..runs import choose
from ..scaling import ScalingGroup, scaling_group
import pandas as pd
import matplotlib.pyplot as plt
def small_mlp(pixels: int=784, width: int=64) -> nn.Sequential:
    """Two hidden ReLU layers, ten classes

    Parameters
    ----------
    pixels : int = 784
        of an image
    width : int = 64
        units of a hidden layer

    Returns
    -------
    nn.Sequential
    """
    ...
trained_nets: dict[str, Callable[[], nn.Module]]
@dataclass(frozen=True)
class MassCell(Cell):
    """Networks of several seeds, and what becomes of their mass and of the order of their units on the way

    Parameters
    ----------
    network : str = 'mlp'
        of `trained_nets`
    optimiser : str = 'sgd'
        or 'adam'
    lr : float = 0.02
        learning rate
    weight_decay : float = 0.0
        added to the gradient: this times the weights
    schedule : str = 'constant'
        of the learning rate, or 'cosine'
    n_train : int = 5000
        images
    epochs : int = 12
        passes over them, after each of which weights are kept
    batch_size : int = 32
        images a step
    seeds : int = 8
        initialisations
    data : str = 'mnist'
        images, or 'digits'
    """
    network: str = ...
    optimiser: str = ...
    lr: float = ...
    weight_decay: float = ...
    schedule: str = ...
    n_train: int = ...
    epochs: int = ...
    batch_size: int = ...
    seeds: int = ...
    data: str = ...
    def images(self, data_dir: str | None=None) -> DataSplits:
        """Training images with equal classes, and all test images

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST

        Returns
        -------
        DataSplits
        """
        ...
    def trained(self, task: DataSplits, out: str | Path | None=None) -> Points:
        """Train, or read

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
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Train, then look at all that was kept

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST
        out : str | Path | None = None
            folder for trained networks

        Returns
        -------
        pd.DataFrame
            a row per seed and epoch, the first one is 0
        """
        ...
settings: list
def accuracy(net: nn.Module, params: Params, x: Tensor, y: Tensor) -> Tensor:
    """Share of images whose label is named

    Parameters
    ----------
    net : nn.Module
        one network
    params : Params
        `(networks, *shape)`
    x : Tensor
        images
    y : Tensor
        their labels

    Returns
    -------
    Tensor
        `(networks,)`
    """
    ...
def unit_keys(g: ScalingGroup, params: Params) -> dict[str, dict[str, Tensor]]:
    """Numbers by which units may be sorted: squared weights that come in, and the first weight of the first tensor that leads in

    Parameters
    ----------
    g : ScalingGroup
        of the network
    params : Params
        `(networks, *shape)`

    Returns
    -------
    dict[str, dict[str, Tensor]]
        'mass' and 'first weight' to place to `(networks, units)`
    """
    ...
def kendall_tau(a: dict[str, Tensor], b: dict[str, Tensor]) -> Tensor:
    """Agreement of two orders, over the pairs of units of all places

    Parameters
    ----------
    a : dict[str, Tensor]
        place to `(networks, units)`
    b : dict[str, Tensor]
        the same

    Returns
    -------
    Tensor
        `(networks,)`
    """
    ...
def _signs(t: Tensor) -> Tensor: ...
def way_rows(g: ScalingGroup, kept: list[Params]) -> 'pd.DataFrame':
    """Mass, the least mass, how far the balanced weights have moved since the state before, and what is left of the orders since then

    Parameters
    ----------
    g : ScalingGroup
        of the network
    kept : list[Params]
        weights on the way, each `(networks, *shape)`

    Returns
    -------
    pd.DataFrame
        a row per network and state
    """
    ...
rates: dict
def mass_cells(quick: bool=False) -> list[MassCell]:
    """Weight decays at one learning rate that falls to zero, and learning rates that stay, without weight decay

    Parameters
    ----------
    quick : bool = False
        quick: a small perceptron on the 8x8 digits

    Returns
    -------
    list[MassCell]
        quick: a small perceptron on the 8x8 digits
    """
    ...
def usual(table: 'pd.DataFrame', schedule: str) -> 'pd.DataFrame':
    """One of the two studies

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mass`
    schedule : str
        'cosine': runs that differ in weight decay; 'constant': in the learning rate

    Returns
    -------
    pd.DataFrame
        those of its rows
    """
    ...
def excess_table(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """Mass above its minimum, in percent: at the start and at the end, with intervals over seeds, and the largest of a network

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mass`

    Returns
    -------
    pd.DataFrame
        by network, optimiser and weight decay
    """
    ...
def crossings(table: 'pd.DataFrame', key: str='mass') -> 'pd.DataFrame':
    """Share of the pairs of units that are exchanged from one epoch to the next, in percent, and how far balanced weights move meanwhile

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mass`
    key : str = 'mass'
        by which units are sorted, or 'first weight'

    Returns
    -------
    pd.DataFrame
        a row per network, optimiser, learning rate and seed
    """
    ...
def judge_mass(table: 'pd.DataFrame') -> list[Claim]:
    """What is said of the mass and of the order

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mass`

    Returns
    -------
    list[Claim]
    """
    ...
def plot_mass(table: 'pd.DataFrame') -> 'plt.Figure':
    """A column per network. Above: mass over its minimum along training. Below: pairs of units exchanged in an epoch, by learning rate

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_mass`

    Returns
    -------
    plt.Figure
    """
    ...
def run_mass(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `MassCell`
    """
    ...
from symbayes.core import document
