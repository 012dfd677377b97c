# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Cell', 'cached']
import json, re
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
import numpy as np
import torch
from .core import lazy_module, require, streams
from .runs import saved_table
import pandas as pd
def _plain(v: Any, name: str) -> Any:
    """A value by its content: equal values have one form

    Parameters
    ----------
    v : Any
        of a field
    name : str
        of the field, for the message

    Returns
    -------
    Any
        the same in what JSON knows
    """
    ...
def _word(v: Any) -> str:
    """A value as a short word that any file system takes

    Parameters
    ----------
    v : Any
        of a field

    Returns
    -------
    str
    """
    ...
@dataclass(frozen=True)
class Cell:
    """A run: its fields say all that its result depends on"""
    def run(self, **how: Any) -> 'pd.DataFrame':
        """Compute the result

        Parameters
        ----------
        **how : Any
            where data lie, whether to show progress: nothing that the result depends on

        Returns
        -------
        pd.DataFrame
            tidy, a row per member or seed
        """
        ...
    @property
    def content(self) -> dict[str, Any]:
        """All fields, and the class, in what JSON knows"""
        ...
    @property
    def slug(self) -> str:
        """What differs from the defaults, at most 120 characters"""
        ...
    @property
    def key(self) -> str:
        """Name of the run: the same for equal cells, another one for others"""
        ...
    def file(self, folder: str | Path, suffix: str='.csv') -> Path:
        """Where a result of this run is kept

        Parameters
        ----------
        folder : str | Path
            where results are kept
        suffix : str = '.csv'
            what kind of file

        Returns
        -------
        Path
        """
        ...
    def generators(self, use: str) -> list[torch.Generator]:
        """Random numbers of a cell that has `seeds` of them from `first_seed` on, by `streams`

        Parameters
        ----------
        use : str
            what the random numbers are for

        Returns
        -------
        list[torch.Generator]
            one per seed
        """
        ...
def cached(cell: Cell, folder: str | Path | None=None, **how: Any) -> 'pd.DataFrame':
    """The result of a cell: read if it is there, else run and written whole

    Parameters
    ----------
    cell : Cell
        what to run
    folder : str | Path | None = None
        where results are kept; None to keep nothing
    **how : Any
        for `run`

    Returns
    -------
    pd.DataFrame
        what was there, or what was run
    """
    ...
from symbayes.core import document
