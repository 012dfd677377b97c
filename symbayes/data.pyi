# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['SOURCES', 'SOURCE_ROOMS', 'check_labels', 'DataSplits', 'check_data', 'random_order', 'batches', 'take', 'balanced_order', 'Request', 'data_source', 'load_data', 'split_rows', 'from_parts', 'from_pool', 'data_folder', 'found_file', 'data_sources', 'stored_table']
import inspect, os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from importlib import import_module
from importlib.resources import files
from numbers import Integral
from pathlib import Path
import torch
import torch.nn.functional as F
from fastcore.basics import patch
from .core import Generators, SymbayesError, check_count, check_finite, each_draws, first_line, lazy_module, moved, require
from .tables import TableScheme
from torch import Tensor
import pandas as pd
_gone: tuple
from symbayes.datasets import fetch_files as fetch_files
from symbayes.datasets import from_function as from_function
from symbayes.datasets import plot_images as plot_images
from symbayes.datasets import plot_regression as plot_regression
from symbayes.datasets import read_jpeg_zip as read_jpeg_zip
from symbayes.datasets import reading as reading
from symbayes.own_data import from_table as from_table
from symbayes.tables import read_table as read_table
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
        what was subtracted and divided: `x_mean`, `x_std`, `y_mean`, `y_std`
    noise_std : float | None = None
        standard deviation of the noise on the targets, where it is known
    truth : Callable[[Tensor], Tensor] | None = None
        the noise-free targets as a function of the inputs, where it is known
    table : TableScheme | None = None
        how columns became inputs and targets, of a set made from a table
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
    table: TableScheme | None = ...
    def __post_init__(self) -> None: ...
    @property
    def parts(self) -> dict[str, tuple[Tensor, Tensor]]:
        """Inputs and targets by part"""
        ...
    @property
    def kind(self) -> str:
        """`'10 classes'` or `'regression'`"""
        ...
    def __repr__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
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
def _check_targets(name: str, y: Tensor, n_classes: int | None) -> None: ...
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
    name : str = ''
        what was asked for
    """
    n_train: int | None = ...
    n_valid: int | float | None = ...
    seed: int = ...
    data_dir: str | Path | None = ...
    flat: bool = ...
    download: bool = ...
    progress: bool = ...
    name: str = ...
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
SOURCE_ROOMS: list[str]
def data_source(name: str) -> Callable:
    """Decorator: register a function `(ask: Request, **own options) -> DataSplits` for `load_data`

    Parameters
    ----------
    name : str
        what users call it; with a `*` in it, a pattern for the names of files, as `'*.csv'`

    Returns
    -------
    Callable
    """
    ...
def _sources() -> dict[str, Callable]:
    """All sources, those of the package's other rooms too; names first, then patterns"""
    ...
def _source(name: str) -> Callable:
    """The source of that name, or else the one whose pattern it fits"""
    ...
def load_data(name: str | Path, data_dir: str | Path | None=None, n_train: int | None=None, n_valid: int | float | None=None, seed: int=0, flat: bool=False, download: bool=True, progress: bool=True, **options) -> DataSplits:
    """A data set by name or from a file, checked and scaled

    Parameters
    ----------
    name : str | Path
        one of `data_sources()`, or a file of your own: `.csv`, `.tsv` or `.npz`
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
        a source's own, as `alpha=.2` for `'abs'` or `target='price'` for a file

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
def _scaled(x: Tensor, moments: Sequence[Tensor]) -> Tensor: ...
def _expanded(moments: Sequence[Tensor], shape: Sequence[int]) -> list[Tensor]:
    """Moments of images for images as vectors"""
    ...
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
def from_parts(name: str, parts: dict[str, Sequence[Tensor]], n_classes: int | None=None, flat: bool=False, note: str='') -> DataSplits:
    """Splits of examples that are dealt out already, scaled by those of the training part

    Parameters
    ----------
    name : str
    parts : dict[str, Sequence[Tensor]]
        inputs and targets of 'train', 'valid' and 'test', unscaled, any dtype
    n_classes : int | None = None
        `None`: regression, and the targets are scaled too
    flat : bool = False
        images as vectors?
    note : str = ''

    Returns
    -------
    DataSplits
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
def found_file(name: str, data_dir: str | Path | None=None) -> Path:
    """Find a table here, or else in the data folder. Raises `SymbayesError` for a path that no file can have

    Parameters
    ----------
    name : str
        path of a table
    data_dir : str | Path | None = None
        folder with the data files

    Returns
    -------
    Path
        which may not exist
    """
    ...
def data_sources() -> 'pd.DataFrame':
    """The data sets that `load_data` knows

    Returns
    -------
    pd.DataFrame
        one row per data set, by name: what it is, and its own options with their defaults
    """
    ...
def stored_table(name: str) -> 'pd.DataFrame':
    """A table of results that is part of the package

    Parameters
    ----------
    name : str
        of a file `symbayes/results/{name}.csv`, or of one in its folder `benchmarks`

    Returns
    -------
    pd.DataFrame
        as it was computed
    """
    ...
from symbayes.core import document
