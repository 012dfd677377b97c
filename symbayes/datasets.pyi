# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['plot_images', 'from_function', 'plot_regression', 'fetch_files', 'reading', 'read_jpeg_zip', 'read_tiny_imagenet']
import os, tempfile, zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from zipfile import BadZipFile, ZipFile
import numpy as np
import torch
import torch.nn.functional as F
from .core import SymbayesError, import_torchvision, lazy_module, require
from .data import DataSplits, Request, check_labels, data_folder, data_source, from_pool
from torch import Tensor
from tqdm.auto import tqdm
import PIL.Image as Image
import matplotlib.pyplot as plt
import sklearn.datasets as sk_datasets
import sklearn.model_selection as model_selection
def _fixed_test(x: np.ndarray, y: np.ndarray, size: int | float, stratify: np.ndarray | None=None) -> tuple:
    """Training and test part of arrays without an official split, always the same"""
    ...
def _digits(ask: Request) -> DataSplits:
    """10 classes: 8 x 8 digits bundled with scikit-learn; 1,200 training, 237 validation, 360 test images"""
    ...
def plot_images(x: Tensor, y: Tensor | None=None, cols: int=10, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """Images side by side, on one grey or colour scale

    Parameters
    ----------
    x : Tensor
        `(n, channels, height, width)`, one or three channels, any scale
    y : Tensor | None = None
        `(n,)` labels, written into the corners
    cols : int = 10
        images in a row
    ax : plt.Axes|None = None

    Returns
    -------
    plt.Axes
    """
    ...
def _class_table(ask: Request, name: str, data) -> DataSplits:
    """Classify the rows of a scikit-learn table; a quarter of the rows for testing, in the proportions of the classes"""
    ...
def _table(ask: Request, name: str, data, target: str | None=None) -> DataSplits:
    """Predict the target of a scikit-learn table, or one column from the others; a quarter of the rows for testing"""
    ...
def _diabetes(ask: Request) -> DataSplits:
    """Regression: progress of diabetes from 10 columns, 442 patients"""
    ...
def _wine_alcohol(ask: Request) -> DataSplits:
    """Regression: alcohol from the other 12 columns of the wine table, 178 wines"""
    ...
def _breast_symmetry(ask: Request) -> DataSplits:
    """Regression: mean symmetry from the other 29 columns of the breast-cancer table, 569 samples"""
    ...
def _wine(ask: Request) -> DataSplits:
    """3 classes: cultivar of a wine from 13 columns, 178 wines"""
    ...
def _breast_cancer(ask: Request) -> DataSplits:
    """2 classes: malignant or benign tumour from 30 columns, 569 samples"""
    ...
def _uniform_and_noise(seed: int, part: int, n: int, dim: int) -> tuple[Tensor, Tensor]:
    """Uniform draws `(n, dim)` in [-1, 1] and standard normal draws `(n, 1)`, from streams of their own"""
    ...
def from_function(ask: Request, name: str, truth: Callable[[Tensor], Tensor], half_width: float, noise_std: float, sizes: tuple[int, int, int], dim: int=1, note: str='') -> DataSplits:
    """Splits of a synthetic regression

    Parameters
    ----------
    ask : Request
    name : str
    truth : Callable[[Tensor], Tensor]
        inputs `(n, dim)` to noise-free targets `(n, 1)`
    half_width : float
        inputs are uniform in `[-half_width, half_width]`
    noise_std : float
        of the Gaussian noise on the targets
    sizes : tuple[int, int, int]
        training, validation and test examples unless the request says otherwise
    dim : int = 1
        of the inputs
    note : str = ''

    Returns
    -------
    DataSplits
    """
    ...
def _wide_sinc(ask: Request, noise_std: float=0.2) -> DataSplits:
    """Regression: sinc on [-3, 3], noise .2; 128 training, 2,000 test points"""
    ...
def _sinc(ask: Request, scale: float=3.0, noise_std: float=0.2) -> DataSplits:
    """Regression: sinc(scale x) on [-1, 1], noise .2; 128 training, 2,000 test points"""
    ...
def _humps(ask: Request, noise_std: float=0.2) -> DataSplits:
    """Regression: two sines on [-3, 3], noise .2; 100 training, 2,000 test points"""
    ...
def _box(ask: Request, noise_std: float=0.2) -> DataSplits:
    """Regression: a box with steep sides on [-3, 3], noise .2; 100 training, 2,000 test points"""
    ...
def _abs(ask: Request, alpha: float=0.2, noise_std: float=0.0) -> DataSplits:
    """Regression: alpha |x| on [-10, 10], no noise; 100 training, 100 test points"""
    ...
def _toy2d(ask: Request, noise_std: float=0.1) -> DataSplits:
    """Regression: a 2-2-1 ReLU network on [-2, 2] x [-2, 2], noise .1; 400 training, 400 test points"""
    ...
def _rows(name: str, t: Tensor | np.ndarray) -> Tensor:
    """As `(n, k)` in float64"""
    ...
def _sampled(draws: tuple[Tensor, Tensor], dim: int) -> tuple[Tensor, Tensor]:
    """Inputs `(m, dim)` and outputs `(S, m)`"""
    ...
def _draw_curves(ax: 'plt.Axes', x: Tensor, y: Tensor, draws: tuple[Tensor, Tensor] | None, truth: Callable | None) -> None: ...
def _draw_plane(ax: 'plt.Axes', x: Tensor, y: Tensor, draws: tuple[Tensor, Tensor] | None, truth: Callable | None) -> None: ...
def plot_regression(data: DataSplits | tuple[Tensor, Tensor], ax: 'plt.Axes|None'=None, draws: tuple[Tensor, Tensor] | None=None, truth: Callable[[Tensor], Tensor] | None=None) -> 'plt.Axes':
    """Training points, the noise-free function, and predictions: curves for one input, the background for two

    Parameters
    ----------
    data : DataSplits | tuple[Tensor, Tensor]
        a set, or your own inputs `(n, 1)`, `(n, 2)` or `(n,)` and targets `(n, 1)` or `(n,)`
    ax : plt.Axes|None = None
    draws : tuple[Tensor, Tensor] | None = None
        inputs `(m, 1)` or `(m, 2)`, and outputs of sampled networks there `(S, m, 1)`
    truth : Callable[[Tensor], Tensor] | None = None
        inputs `(m, 1)` or `(m, 2)` to noise-free targets `(m, 1)`; default: the set's own

    Returns
    -------
    plt.Axes
    """
    ...
def _one_line(e: Exception) -> str: ...
def fetch_files(ask: Request, dataset: type, files: Sequence[str]) -> Path:
    """Make sure that `files` are in the folder, or say which are missing, and where

    Parameters
    ----------
    ask : Request
    dataset : type
        a torchvision data set class
    files : Sequence[str]
        the files it needs, relative to the folder

    Returns
    -------
    Path
        the folder in which they all are
    """
    ...
@contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Turn whatever a reader says about a broken file into one clear line

    Parameters
    ----------
    path : str | Path
        the file that the message names

    Returns
    -------
    Iterator[None]
    """
    ...
def _read_idx(folder: Path, images: str, labels: str) -> tuple[Tensor, Tensor]:
    """Images `(n, 1, 28, 28)` of bytes and their labels"""
    ...
def _idx_set(ask: Request, name: str, dataset: type) -> DataSplits:
    """MNIST, or a set in its format"""
    ...
def _mnist(ask: Request) -> DataSplits:
    """10 classes: 28 x 28 digits; 55,000 training, 5,000 validation, 10,000 test images"""
    ...
def _fashion_mnist(ask: Request) -> DataSplits:
    """10 classes: 28 x 28 pictures of clothes; 55,000 training, 5,000 validation, 10,000 test images"""
    ...
def _cifar_set(ask: Request, name: str, dataset: type, n_classes: int) -> DataSplits:
    """CIFAR-10 or CIFAR-100 in torchvision's format"""
    ...
def _cifar100(ask: Request) -> DataSplits:
    """100 classes: 32 x 32 colour pictures; 45,000 training, 5,000 validation, 10,000 test images"""
    ...
def _decode(archive: ZipFile, path: Path, member: str) -> np.ndarray:
    """One image of the archive, `(height, width, 3)` bytes"""
    ...
def read_jpeg_zip(path: str | Path, progress: bool=True) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor], list[str]]:
    """Decode a zip file of JPEG images in folders by part and class: images `(n, 3, height, width)` of bytes, labels `(n,)`

    Parameters
    ----------
    path : str | Path
        a zip file with members `train|test/<class>/NNNN.jpg`
    progress : bool = True
        show a progress bar?

    Returns
    -------
    tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor], list[str]]
        training and test images with labels, and the names of the classes
    """
    ...
def _cifar10(ask: Request) -> DataSplits:
    """10 classes: 32 x 32 colour pictures; 45,000 training, 5,000 validation, 10,000 test images; also from cifar10-jpeg.zip"""
    ...
def read_tiny_imagenet(folder: str | Path, per_class: int | None=None, progress: bool=True) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor], list[str]]:
    """Decode the pictures of `train` and `val`: images `(n, 3, height, width)` of bytes, labels `(n,)`; classes in the order of `wnids.txt`

    Parameters
    ----------
    folder : str | Path
        `tiny-imagenet-200`, or one with the same files
    per_class : int | None = None
        training images of each class; default: all
    progress : bool = True
        show a progress bar?

    Returns
    -------
    tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor], list[str]]
        training and test images with labels, and the names of the classes
    """
    ...
def _pictures(folder: Path, n: int | None) -> list[Path]:
    """JPEG files in the order of their names

    Parameters
    ----------
    folder : Path
        the first `n`
    n : int | None
        the first `n`

    Returns
    -------
    list[Path]
        the first `n`
    """
    ...
def _decoded(files: list[tuple[Path, int]], name: str, progress: bool) -> tuple[Tensor, Tensor]:
    """Images and labels of one part"""
    ...
def _tiny_imagenet(ask: Request, per_class: int | None=None) -> DataSplits:
    """200 classes: 64 x 64 colour pictures; 90,000 training, 10,000 validation, 10,000 test images; from your folder tiny-imagenet-200"""
    ...
from symbayes.core import document
