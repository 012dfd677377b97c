# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['network_in_words', 'report', 'train', 'write_table', 'predict', 'sweep_report', 'sweep']
from pathlib import Path
from typing import Any
import os, sys
from .console import command, counted, one_line_errors, takes_options
from .core import check_writable, lazy_module, require
from .executors import chosen_executor
from .files import whole_file
from .runs import RunConfig, RunResult, load_run, run_training
from .sweeps import collect as collected
from .sweeps import sweep as run_sweep
from .sweeps import sweep_summary
import pandas as pd
def network_in_words(result: RunResult) -> str:
    """The network of a run, and which of its units may change places

    Parameters
    ----------
    result : RunResult
        a finished run

    Returns
    -------
    str
    """
    ...
def report(result: RunResult) -> str:
    """What the terminal shows of a run

    Parameters
    ----------
    result : RunResult
        a finished run

    Returns
    -------
    str
    """
    ...
def train(**options):
    """Train a mean-field or symmetrised Bayesian network, an MLP or any module, print its numbers in nats, and write them to a folder"""
    ...
def write_table(table: Any, out: str) -> None:
    """Write predictions, a whole file or the lines

    Parameters
    ----------
    table : Any
        a DataFrame
    out : str
        a .csv file; '' for standard output
    """
    ...
def predict(run: str, data: str='', out: str='', samples: int=100, seed: int=0, member: int=-1):
    """Predict with a trained run: mean and standard deviations, or the class and the probability of each, in the units of the targets

    Parameters
    ----------
    run : str
        folder of a finished run
    data : str = ''
        table with the inputs, as the one that was trained on; without it the run's test part is predicted
    out : str = ''
        file for the predictions, ending in .csv; without it they are printed
    samples : int = 100
        weight draws of each training seed
    seed : int = 0
        decides the draws
    member : int = -1
        predict with this training seed alone, counted from 0; -1 for all in equal parts
    """
    ...
def sweep_report(table: Any) -> str:
    """What the terminal shows of a sweep

    Parameters
    ----------
    table : Any
        as of `sweep`

    Returns
    -------
    str
    """
    ...
def sweep(study: str, workers: int=2, dask: str='', slurm: str='', out: str='', collect: bool=False, retry: bool=False, progress: bool=True):
    """Run a function on every point of a grid, each once, and gather the results in a table, a summary and a picture

    Parameters
    ----------
    study : str
        a TOML file with [grid], [fixed], [[also]]; run = 'module:function' says what runs, if it is not run_training
    workers : int = 2
        processes, 0 for none but this one; with --slurm: jobs
    dask : str = ''
        address of a Dask scheduler, to run there
    slurm : str = ''
        a partition of SLURM, to run there by dask-jobqueue
    out : str = ''
        folder for results, default the name of the study
    collect : bool = False
        run nothing, gather the results that are there
    retry : bool = False
        run again what failed before
    progress : bool = True
        show a progress bar
    """
    ...
from symbayes.core import document
