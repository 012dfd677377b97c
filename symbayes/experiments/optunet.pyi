# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['recipes', 'optunet', 'optunet_images', 'train_optunets', 'optunet_checkpoints', 'optunet_chains', 'optunet_card', 'write_optunets']
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
import torch
from torch import Tensor, nn
from ..core import Layout, Params, require
from ..data import load_data
from ..files import read_tensors, write_tensors
from ..points import Points, train_points
def optunet() -> nn.Sequential:
    """Convolution 1->2 of 4 x 4, pooling of 3, convolution 2->10 of 5 x 5 in two groups, mean over places, 10 logits: 392 weights"""
    ...
def optunet_images(n_images: int=60000, data_dir: str | Path | None=None) -> tuple[Tensor, Tensor]:
    """MNIST for training

    Parameters
    ----------
    n_images : int = 60000
        training images: all, or so many drawn with equal classes
    data_dir : str | Path | None = None
        folder with MNIST

    Returns
    -------
    tuple[Tensor, Tensor]
        `(n, 1, 28, 28)` of mean 0 and variance 1, and labels
    """
    ...
recipes: dict
def train_optunets(n_images: int=60000, seeds: int | Sequence[int]=1500, out: str | Path | None=None, data_dir: str | Path | None=None) -> Points:
    """OptuNets by Adam with a cosine schedule, without weight decay

    Parameters
    ----------
    n_images : int = 60000
        a key of `recipes`
    seeds : int | Sequence[int] = 1500
        of the networks, or how many
    out : str | Path | None = None
        folder with a file per block of 64; what is there is read
    data_dir : str | Path | None = None
        folder with MNIST

    Returns
    -------
    Points
    """
    ...
def _stored() -> tuple[dict[str, str], dict[str, Tensor]]: ...
def optunet_checkpoints(n_images: int=60000) -> Params:
    """Trained networks

    Parameters
    ----------
    n_images : int = 60000
        that they were trained on, or 1,000

    Returns
    -------
    Params
        `(1500, *shape)`, float32; seed by seed
    """
    ...
def optunet_chains() -> Tensor:
    """Draws of the posterior on 1,000 images, chain by chain, in the order of `Layout`

    Returns
    -------
    Tensor
        weights `(32 chains, 50 draws, 392)`, float32
    """
    ...
def optunet_card() -> str:
    """How the networks were trained and the chains drawn

    Returns
    -------
    str
        Markdown
    """
    ...
def write_optunets(path: str | Path, trained: dict[int, Params], chains: Tensor, card: str) -> None:
    """Write the data set

    Parameters
    ----------
    path : str | Path
        the file to write
    trained : dict[int, Params]
        by number of images, `(seeds, *shape)`
    chains : Tensor
        `(chains, draws, 392)`
    card : str
        Markdown
    """
    ...
from symbayes.core import document
