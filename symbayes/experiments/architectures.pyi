# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['networks', 'settings', 'measures', 'small_cnn', 'Block', 'ResidualNet', 'Attention', 'Transformer', 'network_group', 'layer_prior', 'ArchitectureCell', 'few_images_of', 'start_network', 'fit_network', 'architecture_looks', 'setting_in_words', 'plot_architectures', 'judge_architectures', 'architecture_cells', 'run_architectures']
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import prod
from pathlib import Path
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..cells import Cell
from ..core import lazy_module, require, seeded_module
from ..data import DataSplits, load_data
from ..elements import PermutationGroup
from .artefacts import Claim, Setup, artefact, style
from ..families import Family
from ..inference import fit
from ..intervals import effects, paired_by_seed
from ..likelihoods import Categorical
from ..posteriors import MeanField
from ..prediction import account
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
def small_cnn(shape: tuple[int, int, int], n_out: int, channels: tuple[int, int]=(8, 16)) -> nn.Sequential:
    """Two convolutions and a linear layer; images of more than 8 pixels are halved first

    Parameters
    ----------
    shape : tuple[int, int, int]
        channels, height and width of an image
    n_out : int
        classes
    channels : tuple[int, int] = (8, 16)
        of the two convolutions

    Returns
    -------
    nn.Sequential
    """
    ...
class Block(nn.Module):
    """A hidden layer beside a residual stream, which it reads through a layer norm

    Parameters
    ----------
    width : int
        of the stream
    units : int
        hidden ones
    """
    norm: Any
    up: Any
    down: Any
    def __init__(self, width: int, units: int):
        """Parameters
        ----------
        width : int
            of the stream
        units : int
            hidden ones
        """
        ...
    def forward(self, x: Tensor) -> Tensor: ...
class ResidualNet(nn.Module):
    """A stream that two blocks add to

    Parameters
    ----------
    shape : Sequence[int]
        of an input
    n_out : int
        classes
    width : int = 24
        of the stream
    units : int = 32
        of a block
    """
    pool: Any
    read: Any
    first: Any
    second: Any
    norm: Any
    out: Any
    def __init__(self, shape: Sequence[int], n_out: int, width: int=24, units: int=32):
        """Parameters
        ----------
        shape : Sequence[int]
            of an input
        n_out : int
            classes
        width : int = 24
            of the stream
        units : int = 32
            of a block
        """
        ...
    def forward(self, x: Tensor) -> Tensor: ...
class Attention(nn.Module):
    """Self-attention with several heads, written out

    Parameters
    ----------
    width : int
        of the stream
    heads : int
        so many, with `width/heads` channels each
    """
    heads: int
    out: Any
    def __init__(self, width: int, heads: int):
        """Parameters
        ----------
        width : int
            of the stream
        heads : int
            so many, with `width/heads` channels each
        """
        ...
    def forward(self, x: Tensor) -> Tensor: ...
class Transformer(nn.Module):
    """Sixteen patches of an image, one layer of attention and one of hidden units, and the mean over patches

    Parameters
    ----------
    shape : tuple[int, int, int]
        channels, height and width of an image
    n_out : int
        classes
    width : int = 16
        of the stream
    heads : int = 2
        of attention
    units : int = 32
        of the hidden layer
    """
    patches: Any
    places: Tensor
    norm: Any
    attention: Any
    block: Any
    last_norm: Any
    out: Any
    def __init__(self, shape: tuple[int, int, int], n_out: int, width: int=16, heads: int=2, units: int=32):
        """Parameters
        ----------
        shape : tuple[int, int, int]
            channels, height and width of an image
        n_out : int
            classes
        width : int = 16
            of the stream
        heads : int = 2
            of attention
        units : int = 32
            of the hidden layer
        """
        ...
    def forward(self, x: Tensor) -> Tensor: ...
networks: dict
def network_group(name: str, net: nn.Module) -> PermutationGroup:
    """Its symmetries, written down

    Parameters
    ----------
    name : str
        of `networks`
    net : nn.Module
        one of that kind

    Returns
    -------
    PermutationGroup
    """
    ...
def _cnn_group(own: dict[str, tuple[int, ...]]) -> PermutationGroup: ...
def layer_prior(net: nn.Module) -> IsotropicNormal:
    """A prior by tensor: weights by their number of inputs, scales of norms 1, places of patches a half, biases and shifts a tenth

    Parameters
    ----------
    net : nn.Module
        any network of this page

    Returns
    -------
    IsotropicNormal
    """
    ...
@dataclass(frozen=True)
class ArchitectureCell(Cell):
    """A network on few images, and how its posterior is fitted

    Parameters
    ----------
    network : str = 'cnn'
        of `networks`
    symmetrized : bool = False
        fit the symmetrised ELBO?
    data : str = 'digits'
        name of the data set
    n_train : int = 500
        training images
    image_draw : int = 0
        which images
    seeds : int = 5
        training seeds, side by side
    steps : int = 2000
        of Adam, annealed by a cosine
    lr : float = 0.01
        learning rate
    batch_size : int = 50
        images a step
    n_samples : int = 4
        weight draws a step
    n_test : int = 1000
        test images, at most
    draws : int = 100
        of weights, for the account
    first_seed : int = 0
        the seeds are this one and the following
    """
    network: str = ...
    symmetrized: bool = ...
    data: str = ...
    n_train: int = ...
    image_draw: int = ...
    seeds: int = ...
    steps: int = ...
    lr: float = ...
    batch_size: int = ...
    n_samples: int = ...
    n_test: int = ...
    draws: int = ...
    first_seed: int = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Fit and score

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files
        out : str | Path | None = None
            folder for posteriors; what is there is read

        Returns
        -------
        pd.DataFrame
            a row per seed
        """
        ...
def few_images_of(cell: ArchitectureCell, data_dir: str | None=None) -> DataSplits:
    """The images of a cell

    Parameters
    ----------
    cell : ArchitectureCell
        says which
    data_dir : str | None = None
        folder with the data files

    Returns
    -------
    DataSplits
        images `(n, 1, side, side)`
    """
    ...
def start_network(cell: ArchitectureCell, task: DataSplits) -> tuple[list[nn.Module], IsotropicNormal]:
    """Where training starts: at weights as torch draws them

    Parameters
    ----------
    cell : ArchitectureCell
        which
    task : DataSplits
        its images

    Returns
    -------
    tuple[list[nn.Module], IsotropicNormal]
        networks, one per seed, and the prior
    """
    ...
def fit_network(cell: ArchitectureCell, task: DataSplits, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup) -> np.ndarray:
    """Maximise the ELBO, or the symmetrised one

    Parameters
    ----------
    cell : ArchitectureCell
        how
    task : DataSplits
        its images
    net : nn.Module
        the network
    q : Family
        posteriors, changed in place
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's group

    Returns
    -------
    np.ndarray
        `(seeds,)` nats that the last tenth of the steps gained over the tenth before
    """
    ...
settings: list
measures: dict
def architecture_looks(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """Symmetrised minus mean field on common seeds, all as one family of looks; of the bound the least and the most that it can be

    Parameters
    ----------
    table : pd.DataFrame
        rows per seed and cell

    Returns
    -------
    pd.DataFrame
        as of `effects`, with columns `least` and `most`: a row per measure and setting
    """
    ...
def setting_in_words(r: 'pd.Series|tuple') -> str:
    """What was trained on what

    Parameters
    ----------
    r : pd.Series|tuple
        a row of the results, or values of `settings`

    Returns
    -------
    str
    """
    ...
def plot_architectures(table: 'pd.DataFrame') -> 'plt.Figure':
    """What the symmetry costs, and what symmetrised training adds

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_architectures`

    Returns
    -------
    plt.Figure
    """
    ...
def _draw_charge(ax: 'plt.Axes', j: int, rows: 'pd.DataFrame') -> None:
    """Both ends of the information for both methods, and the most that it can be"""
    ...
def _draw_difference(ax: 'plt.Axes', j: int, row: 'pd.Series', sign: int) -> None:
    """From the least to the most that a difference can be, with the intervals at both ends; coloured if it is significant"""
    ...
def judge_architectures(table: 'pd.DataFrame') -> list[Claim]:
    """What symmetrised training does to each network, and how far the ends of I(g;w) are apart

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_architectures`

    Returns
    -------
    list[Claim]
    """
    ...
def architecture_cells() -> list[ArchitectureCell]:
    """All cells of the experiment

    Returns
    -------
    list[ArchitectureCell]
        the most important ones first
    """
    ...
def run_architectures(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        a row per cell and training seed
    """
    ...
from symbayes.core import document
