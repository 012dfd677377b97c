# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['report', 'train', 'write_table', 'predict']
from pathlib import Path
from typing import Any
import sys
from .console import command, counted, one_line_errors, takes_options
from .core import check_writable, lazy_module, require
from .files import whole_file
from .runs import RunConfig, RunResult, load_run, run_training
import pandas as pd
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
    """Train a mean-field or symmetrised Bayesian MLP, print its numbers in nats with intervals over seeds, and write them to a folder"""
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
from symbayes.core import document
