# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['recipes', 'optunet', 'optunet_images', 'train_optunets']
from collections.abc import Sequence
from pathlib import Path
import torch
from torch import Tensor, nn
from ..core import require
from ..data import load_data
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
from symbayes.core import document
