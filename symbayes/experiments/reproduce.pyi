# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['rooms', 'on_images', 'listing', 'reproduce']
from importlib import import_module
from pathlib import Path
from typing import Any
from ..console import command, one_line_errors
from ..data import load_data, stored_table
from ..executors import chosen_executor
from .artefacts import artefacts, make_artefact, table_function, worker_count
rooms: tuple
def __getattr__(name: str) -> Any:
    """Return a figure or table as a function of keywords, by `table_function`

    Parameters
    ----------
    name : str
        name of a figure or table

    Returns
    -------
    Any
    """
    ...
def listing() -> str:
    """What can be reproduced, a line each, and how long it took where that is known"""
    ...
def reproduce(name: str='', list: bool=False, quick: bool=False, data_dir: str='', out: str='reproduced', progress: bool=True, workers: int=-1, dask: str='', slurm: str=''):
    """Reproduce a figure or table of Gelberg et al. 2024, Kurle 2021, Rossi 2023 or Laurent 2024: numbers, picture, verdicts on all claims

    Parameters
    ----------
    name : str = ''
        a figure or table, as of --list; or all
    list : bool = False
        show what there is, a line each
    quick : bool = False
        some seconds' worth, to see that everything works; the 8x8 digits stand in for MNIST
    data_dir : str = ''
        folder with MNIST, default where downloads go
    out : str = 'reproduced'
        folder for NAME.csv, NAME.png and NAME.txt; what was interrupted there goes on
    progress : bool = True
        print a line per cell; --no-progress hides them
    workers : int = -1
        processes that run cells side by side, 0 for none; -1 for one per core, and none for quick runs
    dask : str = ''
        address of a Dask scheduler that runs the cells instead
    slurm : str = ''
        partition of SLURM that runs them instead, in 2 jobs or as many as there are workers
    """
    ...
on_images: tuple
def _make_one(name, out, quick, data_dir, progress, executor, n_workers):
    """Make one, and say what came of it"""
    ...
from symbayes.core import document
