# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['weight_names', 'stages', 'views', 'edges', 'toy_network', 'toy_outputs', 'toy_start', 'ToyCell', 'as_rows', 'as_params', 'toy_symmetries', 'toy_stages', 'density_rows', 'plot_toy', 'spread_rows', 'in_best', 'toy_cells', 'judge_toy', 'run_toy', 'run_toy_spread']
import time
from dataclasses import dataclass
from functools import cache
import numpy as np
import torch
from torch import Tensor, nn
from ..balancing import mass, min_mass
from ..canonical import canonicalize
from ..cells import Cell
from ..core import Params, lazy_module, streams
from ..data import load_data
from ..discovery import mlp_group
from ..elements import PermutationGroup
from .artefacts import Claim, Setup, artefact, held, on_difference
from ..intervals import paired_difference
from ..scaling import ScalingGroup, scaling_group
import pandas as pd
import matplotlib.pyplot as plt
def toy_network() -> nn.Sequential:
    """Two inputs, two hidden ReLU units, one output

    Returns
    -------
    nn.Sequential
        9 weights
    """
    ...
def toy_outputs(params: Params, x: Tensor) -> Tensor:
    """All networks as one product of stacked matrices a layer

    Parameters
    ----------
    params : Params
        of `(networks, *shape)`
    x : Tensor
        points `(n, 2)`, or for each network its own `(networks, n, 2)`

    Returns
    -------
    Tensor
        `(networks, n)`
    """
    ...
def toy_start(n: int, generator: torch.Generator) -> Params:
    """Uniform within `1/sqrt(inputs)`, as torch draws the weights of a linear layer

    Parameters
    ----------
    n : int
        networks
    generator : torch.Generator

    Returns
    -------
    Params
        `(n, *shape)`
    """
    ...
@dataclass(frozen=True)
class ToyCell(Cell):
    """A stack of networks, trained on one draw of the data

    Parameters
    ----------
    draw : int = 0
        of the data
    seeds : int = 1000
        networks in the stack
    first_seed : int = 0
        of the stack
    steps : int = 1500
        of Adam
    lr : float = 0.02
        its learning rate
    batch_size : int = 32
        points a step
    shared : bool = False
        does one batch serve all networks of a step?
    """
    draw: int = ...
    seeds: int = ...
    first_seed: int = ...
    steps: int = ...
    lr: float = ...
    batch_size: int = ...
    shared: bool = ...
    def data(self) -> tuple[Tensor, Tensor]:
        """The training points

        Returns
        -------
        tuple[Tensor, Tensor]
            inputs `(400, 2)` and targets `(400,)`
        """
        ...
    def run(self) -> 'pd.DataFrame':
        """Train

        Returns
        -------
        pd.DataFrame
            a row per network: `loss` is the mean squared error on all points, the rest its weights
        """
        ...
weight_names: list
def as_rows(params: Params) -> Tensor:
    """Weights in the order of `weight_names`

    Parameters
    ----------
    params : Params
        `(networks, *shape)`

    Returns
    -------
    Tensor
        `(networks, 9)`
    """
    ...
def as_params(table: 'pd.DataFrame') -> Params:
    """Weights by the names of the network's tensors

    Parameters
    ----------
    table : pd.DataFrame
        as of `ToyCell`

    Returns
    -------
    Params
        `(networks, *shape)`, in float64
    """
    ...
stages: tuple
def toy_symmetries() -> tuple[PermutationGroup, ScalingGroup]:
    """Of the network"""
    ...
def toy_stages(table: 'pd.DataFrame', reference: int=0) -> dict[str, Tensor]:
    """Weights, before and after symmetries are removed

    Parameters
    ----------
    table : pd.DataFrame
        as of `ToyCell`
    reference : int = 0
        which of the best networks the others are aligned with

    Returns
    -------
    dict[str, Tensor]
        by stage: `(networks, 9)`
    """
    ...
views: dict
edges: Any
def density_rows(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """How many networks lie where; weights beyond the edges count in the last bins

    Parameters
    ----------
    table : pd.DataFrame
        as of `ToyCell`

    Returns
    -------
    pd.DataFrame
        a row per stage, view and bin that holds networks: `x` and `y` are its middle
    """
    ...
def plot_toy(table: 'pd.DataFrame') -> 'plt.Figure':
    """A row per view, a column per stage: densities of the trained networks, on a logarithmic scale

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_toy`

    Returns
    -------
    plt.Figure
    """
    ...
_words: Any
def spread_rows(table: 'pd.DataFrame', references: int=3) -> 'pd.DataFrame':
    """Sums of variances, of the networks in the best minimum and of all

    Parameters
    ----------
    table : pd.DataFrame
        as of `ToyCell`, of one stack
    references : int = 3
        networks to align with, one after the other

    Returns
    -------
    pd.DataFrame
        a row per stage and reference
    """
    ...
def in_best(table: 'pd.DataFrame') -> list[bool]:
    """Which networks found the best minimum

    Parameters
    ----------
    table : pd.DataFrame
        as of `ToyCell`, of one stack

    Returns
    -------
    list[bool]
        by network
    """
    ...
def toy_cells(quick: bool=False) -> list[ToyCell]:
    """Ten stacks of one draw of the data, one of each of seven more, and one whose networks share their batches

    Parameters
    ----------
    quick : bool = False
        quick: few and short

    Returns
    -------
    list[ToyCell]
        quick: few and short
    """
    ...
def judge_toy(table: 'pd.DataFrame') -> list[Claim]:
    """What the figure says

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_toy_spread`

    Returns
    -------
    list[Claim]
    """
    ...
def run_toy(s: Setup) -> 'pd.DataFrame':
    """All networks of the first draw of the data

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `density_rows`
    """
    ...
def run_toy_spread(s: Setup) -> 'pd.DataFrame':
    """All stacks

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `spread_rows`
    """
    ...
from symbayes.core import document
