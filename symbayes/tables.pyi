# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['largest', 'table_file', 'read_arrays', 'table_of_arrays', 'read_table', 'numbers', 'TableScheme', 'table_scheme']
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
import numpy as np
import torch
from fastcore.basics import patch
from .core import SymbayesError, lazy_module, require
from torch import Tensor
import pandas as pd
_separators: dict
def _name(frame: 'pd.DataFrame') -> str:
    """How messages call a table: by its file, where it came from one"""
    ...
def _of_file(path: Path, sep: str | None) -> 'pd.DataFrame': ...
def table_file(path: str | Path) -> Path:
    """Refuse a path that is no file, or whose ending is unknown

    Parameters
    ----------
    path : str | Path
        of a table

    Returns
    -------
    Path
        the same, with its ending in lower case where messages and readers look
    """
    ...
def read_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """All arrays of a file, none of them pickled

    Parameters
    ----------
    path : str | Path
        a `.npz` file

    Returns
    -------
    dict[str, np.ndarray]
    """
    ...
def table_of_arrays(arrays: dict[str, np.ndarray]) -> 'pd.DataFrame':
    """A table of two arrays

    Parameters
    ----------
    arrays : dict[str, np.ndarray]
        `x` of shape `(n, p)` or `(n,)`, and `y` `(n,)` if there are targets

    Returns
    -------
    pd.DataFrame
        columns `x0`, `x1`, ..., and `y`
    """
    ...
def read_table(table: 'pd.DataFrame|str|Path', sep: str | None=None) -> 'pd.DataFrame':
    """A table, read from its file if need be

    Parameters
    ----------
    table : pd.DataFrame|str|Path
        a table, or a file: `.csv`, `.tsv` or `.npz`
    sep : str | None = None
        what separates columns; default: a comma, a tab in `.tsv`

    Returns
    -------
    pd.DataFrame
    """
    ...
def _refuse(frame: 'pd.DataFrame', column: str, bad: 'pd.Series', what: str) -> None:
    """Raise, naming the column and the first row, unless nothing is `bad`"""
    ...
def _some(names: Iterable[str]) -> str:
    """The first ten names, on one line"""
    ...
def _column(frame: 'pd.DataFrame', column: str) -> 'pd.Series':
    """A column without holes"""
    ...
largest: float
def numbers(frame: 'pd.DataFrame', column: str) -> np.ndarray | None:
    """The numbers of a column. Raises `SymbayesError` if some values are numbers and others are missing, infinite or text

    Parameters
    ----------
    frame : pd.DataFrame
    column : str
        name of a column

    Returns
    -------
    np.ndarray | None
        `(n,)` in float64, or `None` if it is a category
    """
    ...
@dataclass(frozen=True)
class TableScheme:
    """How the columns of a table become inputs and targets: all that is needed to treat another table alike

    Parameters
    ----------
    target : str
        column that is predicted
    columns : tuple[str, ...]
        columns that it is predicted from, in order
    categories : dict[str, tuple[str, ...]] = field(default_factory=dict)
        values of those that hold no numbers
    mean : dict[str, float] = field(default_factory=dict)
        of those that do, in the training rows
    std : dict[str, float] = field(default_factory=dict)
        likewise; 1 where nothing varies
    classes : tuple[str | int | float | bool, ...] | None = None
        values of the target, label 0 first; `None`: regression
    y_mean : tuple[float, ...] = (0.0,)
        of the target of a regression, per output
    y_std : tuple[float, ...] = (1.0,)
        likewise
    """
    target: str
    columns: tuple[str, ...]
    categories: dict[str, tuple[str, ...]] = ...
    mean: dict[str, float] = ...
    std: dict[str, float] = ...
    classes: tuple[str | int | float | bool, ...] | None = ...
    y_mean: tuple[float, ...] = ...
    y_std: tuple[float, ...] = ...
    @property
    def inputs(self) -> list[str]:
        """Names of the inputs of a network, as `area` and `city=Oslo`"""
        ...
    @property
    def n_classes(self) -> int | None:
        """Number of classes; `None`: regression"""
        ...
    def scaling(self) -> dict[str, Tensor]:
        """What is subtracted and divided, as tensors

        Returns
        -------
        dict[str, Tensor]
            `x_mean`, `x_std` `(1, p)`, 0 and 1 for zeros and ones; `y_mean`, `y_std` `(1, outputs)`
        """
        ...
    def to_dict(self) -> dict:
        """For JSON"""
        ...
    @classmethod
    def from_dict(cls, saved: dict) -> 'TableScheme':
        """The scheme that was saved

        Parameters
        ----------
        saved : dict
            as of `to_dict`, also after a way through JSON

        Returns
        -------
        TableScheme
        """
        ...
    def transform(self, table: 'pd.DataFrame|str|Path') -> Tensor:
        """Inputs of a network for every row of a table

        Parameters
        ----------
        table : pd.DataFrame|str|Path
            a table, or its file

        Returns
        -------
        Tensor
            `(n, p)` float32 inputs, scaled
        """
        ...
    def targets(self, table: 'pd.DataFrame|str|Path') -> Tensor:
        """Targets of every row of a table

        Parameters
        ----------
        table : pd.DataFrame|str|Path
            a table, or its file, with the column of the target

        Returns
        -------
        Tensor
            `(n,)` labels, or `(n, 1)` float32, scaled
        """
        ...
    def unscale(self, y: Tensor) -> Tensor:
        """Undo the scaling of targets

        Parameters
        ----------
        y : Tensor
            `(..., 1)` outputs or targets of a regression

        Returns
        -------
        Tensor
            in the units of the table
        """
        ...
    def fitted(self, frame: 'pd.DataFrame') -> TableScheme:
        """The scheme with means and standard deviations of these rows

        Parameters
        ----------
        frame : pd.DataFrame
            the training rows

        Returns
        -------
        TableScheme
        """
        ...
def _levels(frame: 'pd.DataFrame', column: str) -> tuple[str, ...]:
    """Values of a category, in order"""
    ...
def _classes(frame: 'pd.DataFrame', target: str, kind: str | None) -> tuple | None:
    """Values of a target that is a class, or `None` for a regression"""
    ...
def table_scheme(frame: 'pd.DataFrame', target: str, kind: str | None=None, categorical: Sequence[str]=(), drop: Sequence[str]=()) -> TableScheme:
    """Decide what each column is

    Parameters
    ----------
    frame : pd.DataFrame
        the whole table
    target : str
        column that is predicted
    kind : str | None = None
        'regression' or 'classification'; default: by the target's values
    categorical : Sequence[str] = ()
        columns of numbers that are names of categories
    drop : Sequence[str] = ()
        columns that are not used

    Returns
    -------
    TableScheme
        with means of 0 and standard deviations of 1
    """
    ...
def _one_hot(frame: 'pd.DataFrame', column: str, levels: tuple[str, ...]) -> np.ndarray: ...
def _numeric(frame: 'pd.DataFrame', column: str) -> np.ndarray: ...
from symbayes.core import document
