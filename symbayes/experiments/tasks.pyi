# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['estimators', 'Task', 'small_task', 'IsotropicTask', 'ImageCell', 'image_data', 'train_images', 'both_ends', 'run_image_cell', 'cell_file']
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..cells import Cell, cached
from ..core import Layout, lazy_module, seeded_module
from ..data import DataSplits, load_data
from ..discovery import mlp_group
from ..elements import PermutationGroup
from ..estimators import Bethe, Planted, Sampled, Sinkhorn, Soules
from ..inference import Stopping, fit
from ..information import Uniform
from ..likelihoods import Categorical
from ..metrics import classification_metrics
from ..mode_proximity import nearest_in_nats, nearest_mode
from ..posteriors import MeanField
from ..prediction import evaluate, predict
from ..priors import IsotropicNormal
from ..runs import choose, make_mlp
import pandas as pd
@dataclass(frozen=True)
class Task:
    """A small regression with known noise, and how wide a network's prior is

    Parameters
    ----------
    name : str
        of the data set
    x : Tensor
        training inputs `(n, d)`
    y : Tensor
        training targets `(n, 1)`
    x_valid : Tensor
        held-out inputs, to choose methods by
    y_valid : Tensor
        their targets
    x_test : Tensor
        test inputs
    y_test : Tensor
        test targets
    noise_std : float
        standard deviation of the noise
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    truth : Callable[[Tensor], Tensor] | None = None
        inputs `(n, d)` to noise-free targets `(n, 1)`, where they are known
    """
    name: str
    x: Tensor
    y: Tensor
    x_valid: Tensor
    y_valid: Tensor
    x_test: Tensor
    y_test: Tensor
    noise_std: float
    scale: float = ...
    truth: Callable[[Tensor], Tensor] | None = ...
    def prior(self, layout: Layout) -> IsotropicNormal:
        """Weights have variance one over their number of inputs, biases one

        Parameters
        ----------
        layout : Layout
            of the network

        Returns
        -------
        IsotropicNormal
        """
        ...
def small_task(name: str, n_train: int | None=None, scale: float=1.0, data_seed: int=0) -> Task:
    """A task by name; inputs and targets of the tables are standardised

    Parameters
    ----------
    name : str
        of a function with known noise, as 'wide_sinc' or 'humps', or of a table, as 'diabetes' or 'wine_alcohol'
    n_train : int | None = None
        training points, default all there are (a function: 128 or 100)
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    data_seed : int = 0
        which draw of the synthetic data, and of the rows held out of a table

    Returns
    -------
    Task
    """
    ...
@dataclass(frozen=True)
class IsotropicTask(Task):
    """A task whose prior is the same for all weights

    Parameters
    ----------
    std : float = 1.0
        of every weight
    """
    std: float = ...
    def prior(self, layout: Layout) -> IsotropicNormal:
        """The same for all weights

        Parameters
        ----------
        layout : Layout
            of the network

        Returns
        -------
        IsotropicNormal
        """
        ...
estimators: dict
@dataclass(frozen=True)
class ImageCell(Cell):
    """A network with one hidden layer of ReLU units on images, and how it is trained

    Parameters
    ----------
    width : int = 30
        hidden units
    estimator : str = 'soules'
        a key of `estimators`: of I(g;w) in training; 'none' is mean field
    n_train : int | None = None
        training images, default all; always the same ones
    prior_std : float = 1.0
        of every weight
    seeds : int = 10
        training seeds, side by side
    epochs : int = 10
        passes over the images, in batches of 100
    lr : float = 0.001
        learning rate of Adam
    anneal : bool = False
        anneal it to zero by a cosine?
    init_std : float = 0.02
        of the posterior at the start
    trace : bool = True
        follow the distance to the nearest equivalent posterior, epoch by epoch?
    draws : int = 100
        of weights, for predictions
    data : str = 'mnist'
        name of the data set
    first_seed : int = 0
        the seeds are this one and the following
    n_mi_samples : int = 1
        weight draws a step for I(g;w)
    """
    width: int = ...
    estimator: str = ...
    n_train: int | None = ...
    prior_std: float = ...
    seeds: int = ...
    epochs: int = ...
    lr: float = ...
    anneal: bool = ...
    init_std: float = ...
    trace: bool = ...
    draws: int = ...
    data: str = ...
    first_seed: int = ...
    n_mi_samples: int = ...
    def run(self, data_dir: str | None=None) -> 'pd.DataFrame':
        """Train and score

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        pd.DataFrame
            as of `run_image_cell`
        """
        ...
def image_data(cell: ImageCell, data_dir: str | None) -> DataSplits:
    """The images of a cell

    Parameters
    ----------
    cell : ImageCell
        says which
    data_dir : str | None
        folder with the data files

    Returns
    -------
    DataSplits
        images flattened
    """
    ...
def train_images(cell: ImageCell, data: DataSplits) -> tuple[nn.Module, MeanField, PermutationGroup, 'pd.DataFrame']:
    """Train a stack of posteriors, one per seed

    Parameters
    ----------
    cell : ImageCell
        what to train
    data : DataSplits
        as of `image_data`

    Returns
    -------
    tuple[nn.Module, MeanField, PermutationGroup, 'pd.DataFrame']
        network, trained posteriors, the network's group, history
    """
    ...
def both_ends(q: MeanField, g: PermutationGroup, generator: list[torch.Generator], tolerance: float=2.0) -> tuple[Tensor, Tensor]:
    """The information between two bounds, each on average over draws

    Parameters
    ----------
    q : MeanField
        trained posteriors
    g : PermutationGroup
        of the network
    generator : list[torch.Generator]
        one per member
    tolerance : float = 2.0
        nats that the deterministic bounds may lie apart

    Returns
    -------
    tuple[Tensor, Tensor]
        lower and upper value of the information `(members,)`, nats
    """
    ...
def _mean_bounds(q: MeanField, g: PermutationGroup, n: int, bounds: tuple, generator: list[torch.Generator]) -> list[Tensor]:
    """Bounds of the information draw by draw, as many draws at a time as memory is kind to

    Parameters
    ----------
    q : MeanField
        in double precision
    g : PermutationGroup
        of the network
    n : int
        draws
    bounds : tuple
        estimators, all on the same draws
    generator : list[torch.Generator]
        one per member

    Returns
    -------
    list[Tensor]
        `(members, n)` for each estimator
    """
    ...
def _score_images(cell: ImageCell, data: DataSplits) -> 'pd.DataFrame':
    """Train one cell, and score it

    Parameters
    ----------
    cell : ImageCell
        what to run
    data : DataSplits
        as of `image_data`

    Returns
    -------
    pd.DataFrame
        as of `run_image_cell`
    """
    ...
def run_image_cell(cell: ImageCell, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
    """Train and score one cell. `relative` is the distance of the means to the nearest equivalent network;
    `nearest_0`, `nearest_1`, .. are nats to the nearest equivalent posterior before training and after every epoch

    Parameters
    ----------
    cell : ImageCell
        what to run
    data_dir : str | None = None
        folder with the data files
    out : str | Path | None = None
        folder; a cell that is there is read

    Returns
    -------
    pd.DataFrame
        a row per seed: test metrics, the account in nats, distances
    """
    ...
def cell_file(cell: ImageCell, out: str | Path) -> Path:
    """Where the table of a cell is

    Parameters
    ----------
    cell : ImageCell
        whose
    out : str | Path
        folder

    Returns
    -------
    Path
    """
    ...
from symbayes.core import document
