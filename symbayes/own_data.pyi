# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['from_table']
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
import numpy as np
import torch
from .core import lazy_module, require
from .data import DataSplits, Request, data_source, found_file, from_parts, random_order, split_rows
from .tables import TableScheme, largest, read_arrays, read_table, table_file, table_scheme
from torch import Tensor
import pandas as pd
def _held_out(n: int, n_test: int | float, seed: int) -> tuple[Tensor, Tensor]:
    """Row numbers of the pool and of the test part"""
    ...
def from_table(table: 'pd.DataFrame|str|Path', target: str | None=None, kind: str | None=None, categorical: Sequence[str]=(), drop: Sequence[str]=(), n_test: int | float=0.2, test_seed: int=0, sep: str | None=None, ask: Request=Request()) -> DataSplits:
    """A table as a data set: categories one-hot, numbers and targets of a regression scaled by the training rows

    Parameters
    ----------
    table : pd.DataFrame|str|Path
        a table, or its file
    target : str | None = None
        column that is predicted
    kind : str | None = None
        'regression' or 'classification'; default: by the target's values, see `table_scheme`
    categorical : Sequence[str] = ()
        columns of numbers that are names of categories
    drop : Sequence[str] = ()
        columns that are not used
    n_test : int | float = 0.2
        test examples, or their share of the rows
    test_seed : int = 0
        which rows are tested on
    sep : str | None = None
        what separates columns of a file; default: a comma, a tab in `.tsv`
    ask : Request = Request()
        training and validation examples, the seed, and the name

    Returns
    -------
    DataSplits
        the attribute table is the `TableScheme`
    """
    ...
def _file(ask: Request) -> Path:
    """The file that was asked for, from here or from the data folder"""
    ...
def _csv(ask: Request, target: str | None=None, kind: str | None=None, categorical: Sequence[str]=(), drop: Sequence[str]=(), n_test: int | float=0.2, test_seed: int=0, sep: str | None=None) -> DataSplits:
    """Your own file; `target` names the column to predict"""
    ...
def _labels(y: np.ndarray, kind: str | None, where: str) -> tuple[Tensor, tuple | None]:
    """Targets `(n, outputs)`, or labels `(n,)` and what they stand for"""
    ...
def _array_parts(arrays: dict[str, np.ndarray], where: str) -> dict[str, list[np.ndarray]]:
    """Inputs and targets, whole or by part"""
    ...
def _dealt(ask: Request, parts: dict[str, list[Tensor]], n_classes: int | None, n_test: int | float, test_seed: int) -> dict[str, list[Tensor]]:
    """The training, validation and test part, of arrays that are whole or dealt out in part

    Parameters
    ----------
    ask : Request
    parts : dict[str, list[Tensor]]
        inputs and targets, whole or by part
    n_classes : int | None
    n_test : int | float
    test_seed : int

    Returns
    -------
    dict[str, list[Tensor]]
    """
    ...
def _npz(ask: Request, target: str | None=None, kind: str | None=None, n_test: int | float=0.2, test_seed: int=0) -> DataSplits:
    """Your own: arrays x and y, or x_train, y_train, x_test, y_test, of an npz file"""
    ...
def _array_scheme(splits: DataSplits, classes: tuple | None) -> TableScheme:
    """The scheme of arrays, whose columns are `x0`, `x1`, ..."""
    ...
from symbayes.core import document
