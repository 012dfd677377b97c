# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['paper_table1', 'paper_table1_errors', 'estimators', 'underflow', 'ImageCell', 'image_data', 'train_images', 'both_ends', 'cell_file', 'run_image_cell', 'table1_cells', 'table1_means', 'table1_differences', 'table1_nearest', 'plot_table1']
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, log
from pathlib import Path
import time
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..core import document, seeded_module
from ..data import DataSplits, load_data
from ..groups import PermutationGroup, mlp_group
from ..inference import evaluate, fit, predict
from ..likelihoods import Categorical
from ..metrics import classification_metrics, effects, mean_and_interval, paired_by_seed
from ..mode_proximity import nearest_in_nats, nearest_mode
from ..posteriors import IsotropicNormal, MeanField
from ..runs import choose, make_mlp, saved_table
from ..symmetrized_elbo import Bethe, Planted, Sampled, Sinkhorn, Soules, Uniform
paper_table1: Any
paper_table1_errors: Any
estimators: dict
@dataclass(frozen=True)
class ImageCell:
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
    @property
    def name(self) -> str:
        """Name of its file, which tells all fields apart"""
        ...
    def generators(self, use: int) -> list[torch.Generator]:
        """One generator per seed

        Parameters
        ----------
        use : int
            what for: training, prediction and account draw independently

        Returns
        -------
        list[torch.Generator]
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
def train_images(cell: ImageCell, data: DataSplits) -> tuple[nn.Module, MeanField, PermutationGroup, pd.DataFrame]:
    """Train a stack of posteriors, one per seed

    Parameters
    ----------
    cell : ImageCell
        what to train
    data : DataSplits
        as of `image_data`

    Returns
    -------
    tuple[nn.Module, MeanField, PermutationGroup, pd.DataFrame]
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
def cell_file(cell: ImageCell, out: str | Path) -> Path:
    """Where the table of a cell is. The first ones without a trace had the name of those with one, and are found by it

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
def run_image_cell(cell: ImageCell, data_dir: str | None=None, out: str | Path | None=None) -> pd.DataFrame:
    """Train and score one cell

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
        a row per seed: test metrics, the account in nats, the relative distance of the means to the nearest equivalent network, and `nearest_0`, `nearest_1`, ..: nats to the nearest equivalent posterior before training and after every epoch
    """
    ...
def table1_cells(quick: bool=False) -> list[ImageCell]:
    """The cells of table 1: the paper's methods, and the bounds by permanents

    Parameters
    ----------
    quick : bool = False
        two small networks on the 8x8 digits, to see that everything works

    Returns
    -------
    list[ImageCell]
    """
    ...
def table1_means(results: pd.DataFrame) -> pd.DataFrame:
    """The table, as the paper prints it

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`

    Returns
    -------
    pd.DataFrame
        test accuracy in percent, with the interval over training seeds; methods by width
    """
    ...
def table1_differences(results: pd.DataFrame, column: str='percent', against: str | None=None) -> pd.Series:
    """Symmetrised minus mean field

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`
    column : str = 'percent'
        what to compare: `percent` is test accuracy
    against : str | None = None
        column of mean field, default the same

    Returns
    -------
    pd.Series
        by width and method, paired by training seed
    """
    ...
underflow: Any
def table1_nearest(results: pd.DataFrame) -> pd.Series:
    """How near the nearest equivalent posterior ever was. Beyond `underflow` sampled permutations have no gradient

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`, traced

    Returns
    -------
    pd.Series
        by width and method: nats, over all epochs and seeds
    """
    ...
def plot_table1(results: pd.DataFrame, paper: pd.DataFrame | None=None) -> plt.Figure:
    """Left: differences to mean field with their intervals, and the paper's; right: nats to the nearest equivalent posterior along training

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_image_cell`
    paper : pd.DataFrame | None = None
        the paper's accuracies, methods by width

    Returns
    -------
    plt.Figure
    """
    ...
