# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['SOURCES', 'check_labels', 'DataSplits', 'check_data', 'random_order', 'batches', 'take', 'balanced_order', 'Request', 'data_source', 'load_data', 'split_rows', 'from_pool', 'plot_images', 'from_function', 'plot_regression', 'data_folder', 'fetch_files', 'reading', 'read_jpeg_zip', 'data_sources']
import inspect, os, tempfile, zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from pathlib import Path
from zipfile import BadZipFile, ZipFile
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from fastcore.basics import patch
from PIL import Image
from sklearn import datasets as sk_datasets
from sklearn.model_selection import train_test_split
from .core import Generators, SymbayesError, check_finite, each_draws, import_torchvision, require
from torch import Tensor
from tqdm import tqdm
def check_labels(name: str, y: Tensor, n_classes: int) -> Tensor:
    """Refuse labels that are not one integer per example in `[0, n_classes)`

    Parameters
    ----------
    name : str
        how the message calls the labels
    y : Tensor
        `(n,)`, integers
    n_classes : int
        labels lie in `0..n_classes-1`

    Returns
    -------
    Tensor
        `y` itself
    """
    ...
@dataclass(frozen=True, eq=False, repr=False)
class DataSplits:
    """A data set in three parts, each a whole tensor of inputs and one of targets

    Parameters
    ----------
    name : str
        shown in tables and figures
    x_train : Tensor
        `(n, *shape)` floats
    y_train : Tensor
        `(n,)` class labels, or `(n, outputs)` floats for regression
    x_valid : Tensor
        `(v, *shape)`; `v` may be 0
    y_valid : Tensor
        like `y_train`
    x_test : Tensor
        `(t, *shape)`; `t` may be 0
    y_test : Tensor
        like `y_train`
    n_classes : int | None = None
        `None`: regression
    note : str = ''
        where the data come from, in a few words
    scaling : dict[str, Tensor] = field(default_factory=dict)
        what was subtracted and divided: `x_mean`, `x_std`, and `y_mean`, `y_std` for regression
    noise_std : float | None = None
        standard deviation of the noise on the targets, where it is known
    truth : Callable[[Tensor], Tensor] | None = None
        the noise-free targets as a function of the inputs, where it is known
    """
    name: str
    x_train: Tensor
    y_train: Tensor
    x_valid: Tensor
    y_valid: Tensor
    x_test: Tensor
    y_test: Tensor
    n_classes: int | None = ...
    note: str = ...
    scaling: dict[str, Tensor] = ...
    noise_std: float | None = ...
    truth: Callable[[Tensor], Tensor] | None = ...
    def __post_init__(self): ...
    @property
    def parts(self) -> dict[str, tuple[Tensor, Tensor]]:
        """Inputs and targets by part"""
        ...
    @property
    def kind(self) -> str:
        """`'10 classes'` or `'regression'`"""
        ...
    def __repr__(self): ...
    def _repr_markdown_(self): ...
    def to(self, device: torch.device | str | None=None, dtype: torch.dtype | None=None) -> DataSplits:
        """The same data on another device, or in another precision

        Parameters
        ----------
        device : torch.device | str | None = None
            default: where they are
        dtype : torch.dtype | None = None
            for inputs and real targets; default: as they are

        Returns
        -------
        DataSplits
        """
        ...
    def subset(self, n: int, generator: torch.Generator | None=None) -> DataSplits:
        """A small training set: `n` random examples, classes in balance

        Parameters
        ----------
        n : int
            training examples to keep
        generator : torch.Generator | None = None
            decides which; a larger `n` under the same seed only adds

        Returns
        -------
        DataSplits
            validation and test parts as they were
        """
        ...
    def unscale(self, x: Tensor) -> Tensor:
        """Undo the scaling of inputs

        Parameters
        ----------
        x : Tensor
            `(n, *shape)` inputs of any part

        Returns
        -------
        Tensor
            the same in the units of the source: grey levels, or a table's own
        """
        ...
def check_data(splits: DataSplits) -> DataSplits:
    """Refuse parts whose lengths or shapes differ, NaN and infinity, and labels out of range

    Parameters
    ----------
    splits : DataSplits

    Returns
    -------
    DataSplits
        `splits` itself
    """
    ...
def random_order(n: int, generator: Generators=None, device: torch.device | str | None=None) -> Tensor:
    """Random permutations, drawn member by member

    Parameters
    ----------
    n : int
        how many
    generator : Generators = None
        one generator, or one per member
    device : torch.device | str | None = None
        where the result shall be; default: where it was drawn

    Returns
    -------
    Tensor
        `(n,)`, or `(members, n)` for a list of generators: each row a permutation of `0..n-1`
    """
    ...
def batches(n: int, batch_size: int | None=None, generator: Generators=None, device: torch.device | str | None=None) -> Iterator[Tensor]:
    """One epoch: every index once, in random order, batch by batch

    Parameters
    ----------
    n : int
        examples in an epoch
    batch_size : int | None = None
        examples in a batch; default: all of them
    generator : Generators = None
        one generator, or one per member
    device : torch.device | str | None = None
        where the indices shall be: where the data are

    Returns
    -------
    Iterator[Tensor]
        indices `(batch,)`, or `(members, batch)`; the last batch may be smaller
    """
    ...
def take(t: Tensor, index: Tensor) -> Tensor:
    """Examples by index: `t[index]`

    Parameters
    ----------
    t : Tensor
        `(n, ...)`
    index : Tensor
        of any shape

    Returns
    -------
    Tensor
        `(*index.shape, ...)`
    """
    ...
def balanced_order(y: Tensor, n_classes: int | None=None, generator: torch.Generator | None=None) -> Tensor:
    """A random order in which the classes take turns, as long as they last

    Parameters
    ----------
    y : Tensor
        `(n,)` class labels; anything `(n, ...)` for regression
    n_classes : int | None = None
        `None`: regression, a plain random order
    generator : torch.Generator | None = None

    Returns
    -------
    Tensor
        `(n,)` a permutation
    """
    ...
@dataclass(frozen=True)
class Request:
    """What a caller of `load_data` wants

    Parameters
    ----------
    n_train : int | None = None
        training examples; default: all there are, or the size the source states
    n_valid : int | float | None = None
        validation examples, or their share of the training part; default: the source's
    seed : int = 0
        which rows are held out; what is drawn
    data_dir : str | Path | None = None
        where the files are; default: see `data_folder`
    flat : bool = False
        images as vectors?
    download : bool = True
        may missing files be fetched?
    progress : bool = True
        show a progress bar while decoding?
    """
    n_train: int | None = ...
    n_valid: int | float | None = ...
    seed: int = ...
    data_dir: str | Path | None = ...
    flat: bool = ...
    download: bool = ...
    progress: bool = ...
    def count_valid(self, n: int, default: int | float) -> int:
        """How many validation examples are meant

        Parameters
        ----------
        n : int
            examples in the training part
        default : int | float
            the source's own

        Returns
        -------
        int
        """
        ...
SOURCES: dict[str, Callable]
def data_source(name: str) -> Callable:
    """Decorator: register a function `(ask: Request, **own options) -> DataSplits` for `load_data`

    Parameters
    ----------
    name : str
        what users call it

    Returns
    -------
    Callable
    """
    ...
def load_data(name: str, data_dir: str | Path | None=None, n_train: int | None=None, n_valid: int | float | None=None, seed: int=0, flat: bool=False, download: bool=True, progress: bool=True, **options) -> DataSplits:
    """A data set by name, checked and scaled

    Parameters
    ----------
    name : str
        one of `data_sources()`
    data_dir : str | Path | None = None
        folder with the files, for sets that have files; default: see `data_folder`
    n_train : int | None = None
        training examples; default: all there are, or the size the source states
    n_valid : int | float | None = None
        validation examples, or their share of the training part; default: the source's
    seed : int = 0
        which rows are held out, and what is drawn; never which rows are the test part of a real set
    flat : bool = False
        images as vectors?
    download : bool = True
        may missing files be fetched?
    progress : bool = True
        show a progress bar while decoding?
    **options
        a source's own, as `alpha=.2` for `'abs'`

    Returns
    -------
    DataSplits
    """
    ...
def _moments(x: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and standard deviation per channel or column

    Parameters
    ----------
    x : Tensor
        `(n, c, ...)`

    Returns
    -------
    tuple[Tensor, Tensor]
        mean and standard deviation, `(1, c, 1, ...)`; 1 where nothing varies
    """
    ...
def _scaled(x: Tensor, moments: tuple[Tensor, Tensor]) -> Tensor: ...
def split_rows(ask: Request, y: Tensor, n_valid: int | float, n_classes: int | None) -> tuple[Tensor, Tensor]:
    """Take the validation rows out at random, then the training rows, all or a balanced few

    Parameters
    ----------
    ask : Request
    y : Tensor
        targets of the whole training part
    n_valid : int | float
        held out unless the request says otherwise
    n_classes : int | None
        `None`: regression

    Returns
    -------
    tuple[Tensor, Tensor]
        row numbers to train on, and to validate on
    """
    ...
def from_pool(ask: Request, name: str, pool: tuple[Tensor, Tensor], test: tuple[Tensor, Tensor], n_valid: int | float, n_classes: int | None=None, note: str='') -> DataSplits:
    """Splits of a real data set: hold out, pick, scale by the training examples

    Parameters
    ----------
    ask : Request
    name : str
    pool : tuple[Tensor, Tensor]
        inputs and targets of the training part, unscaled, any dtype
    test : tuple[Tensor, Tensor]
        of the test part
    n_valid : int | float
        held out of the pool unless the request says otherwise
    n_classes : int | None = None
        `None`: regression, and the targets are scaled too
    note : str = ''

    Returns
    -------
    DataSplits
    """
    ...
def _fixed_test(x, y, size, stratify=None):
    """Training and test part of arrays without an official split, always the same"""
    ...
def _digits(ask: Request) -> DataSplits:
    """10 classes: 8 x 8 digits bundled with scikit-learn; 1,200 training, 237 validation, 360 test images"""
    ...
def plot_images(x: Tensor, y: Tensor | None=None, cols: int=10, ax: plt.Axes | None=None) -> plt.Axes:
    """Images side by side, on one grey or colour scale

    Parameters
    ----------
    x : Tensor
        `(n, channels, height, width)`, one or three channels, any scale
    y : Tensor | None = None
        `(n,)` labels, written into the corners
    cols : int = 10
        images in a row
    ax : plt.Axes | None = None

    Returns
    -------
    plt.Axes
    """
    ...
def _table(ask: Request, name: str, data, target: str | None=None) -> DataSplits:
    """One column of a scikit-learn table from the others, a quarter of the rows for testing"""
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
def _wine(ask: Request, target: str='alcohol') -> DataSplits:
    """Regression: one column of the wine table, alcohol unless asked otherwise, from the other 12, 178 wines"""
    ...
def _breast_cancer(ask: Request, target: str='mean symmetry') -> DataSplits:
    """Regression: one column of the breast-cancer table, mean symmetry unless asked otherwise, from the other 29, 569 samples"""
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
def _abs(ask: Request, alpha: float=0.2, noise_std: float=0.0) -> DataSplits:
    """Regression: alpha |x| on [-10, 10], no noise; 100 training, 100 test points"""
    ...
def _toy2d(ask: Request, noise_std: float=0.1) -> DataSplits:
    """Regression: a 2-2-1 ReLU network on [-2, 2] x [-2, 2], noise .1; 400 training, 400 test points"""
    ...
def plot_regression(splits: DataSplits, ax: plt.Axes | None=None) -> plt.Axes:
    """Training points, and the noise-free function: a curve for one input, the background for two

    Parameters
    ----------
    splits : DataSplits
        a regression with one or two inputs and a known `truth`
    ax : plt.Axes | None = None

    Returns
    -------
    plt.Axes
    """
    ...
def data_folder(data_dir: str | Path | None=None) -> Path:
    """The folder to look in: `data_dir`, or `$SYMBAYES_DATA`, or `~/.cache/symbayes`

    Parameters
    ----------
    data_dir : str | Path | None = None
        as given by the user

    Returns
    -------
    Path
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
    """Decode a zip file of JPEG images in folders by part and class

    Parameters
    ----------
    path : str | Path
        a zip file with members `train|test/<class>/NNNN.jpg`
    progress : bool = True
        show a progress bar?

    Returns
    -------
    tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor], list[str]]
        training and test images `(n, 3, height, width)` with labels `(n,)`, and the names of the classes
    """
    ...
def _cifar10(ask: Request) -> DataSplits:
    """10 classes: 32 x 32 colour pictures; 45,000 training, 5,000 validation, 10,000 test images; also from cifar10-jpeg.zip"""
    ...
def data_sources() -> pd.DataFrame:
    """The data sets that `load_data` knows

    Returns
    -------
    pd.DataFrame
        one row per data set, by name: what it is, and its own options with their defaults
    """
    ...
