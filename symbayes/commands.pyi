# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['network_in_words', 'training_in_words', 'report', 'check_shared', 'train', 'run_files', 'write_table', 'predict', 'sweep_report', 'sweep', 'moved_units', 'alignment_report', 'align']
from pathlib import Path
from typing import Any
import inspect, os, sys
import torch
from torch import nn
from .alignment import Alignment, find_alignment, pushed
from .console import command, counted, function_named, number_by_torchrun, one_line_errors, takes_options
from .core import Layout, SymbayesError, first_line, lazy_module, require, seeded_module, streams
from .files import check_absent, check_apart, check_writable, whole_file
from .discovery import mlp_group, symmetry_group
from .executors import chosen_executor
from .families import Family
from .groups import Element, PermutationGroup
from .processes import Processes, join_processes
from .runs import RunConfig, RunResult, data_file, load_run, result_files, run_processes, run_training
from .sweeps import collect as collected, made, sweep as run_sweep, sweep_summary
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
def training_in_words(result: RunResult) -> str:
    """How long a run was trained, and whether that was enough

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
def check_shared(shared: Any, option: str) -> None:
    """Raise `SymbayesError` where several processes would do the same work, and write the same files

    Parameters
    ----------
    shared : Any
        what an option says
    option : str
        its name
    """
    ...
def train(**options):
    """Train a mean-field or symmetrised Bayesian network, an MLP or any module, print its numbers in nats, and write them to a folder"""
    ...
def run_files(path: str) -> list[Path]:
    """Files that a command reads, or that make a run: none of them may be written over

    Parameters
    ----------
    path : str
        a file, or the folder of a run

    Returns
    -------
    list[Path]
    """
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
def predict(run: str, data: str='', out: str='', samples: int=100, seed: int=0, member: int=-1, processes: bool=False, model: str='', overwrite: bool=False):
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
    processes : bool = False
        share the draws out among the processes that torchrun has started
    model : str = ''
        the run's module:function again, where it lies in the run's own folder: it is imported and called
    overwrite : bool = False
        replace the file that `out` names
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
def _sizes(shape: str) -> tuple[int, ...]:
    """Of '1,28,28'

    Parameters
    ----------
    shape : str
        of an input

    Returns
    -------
    tuple[int, ...]
        of an input
    """
    ...
def _made(model: str, sizes: tuple[int, ...]) -> Any:
    """The network of `--model`, or the network and its inputs

    Parameters
    ----------
    model : str
        what the function returns
    sizes : tuple[int, ...]
        what the function returns

    Returns
    -------
    Any
        what the function returns
    """
    ...
def _network(model: str, shape: str) -> tuple[nn.Module, PermutationGroup]:
    """The network that `--model` names. Raises `SymbayesError` for one that takes no such inputs

    Parameters
    ----------
    model : str
        module:function
    shape : str
        of an input, or ''

    Returns
    -------
    tuple[nn.Module, PermutationGroup]
        and its symmetries
    """
    ...
def _posterior(path: str, net: nn.Module) -> Family:
    """From a file, or from the folder of a run"""
    ...
def _run_of(path: str) -> RunResult:
    """The run that a posterior is of. Raises `SymbayesError` where there is none"""
    ...
def _one_member(q: Family, path: str, member: int) -> Family:
    """The reference: a single posterior, or one of a stack"""
    ...
def moved_units(group: PermutationGroup, a: Element) -> 'pd.DataFrame':
    """How many units of each label come to another place, and how many change sign

    Parameters
    ----------
    group : PermutationGroup
        whose element it is
    a : Element
        single or a stack

    Returns
    -------
    pd.DataFrame
        a row per label, for a stack per member and label: `units`, `moved`, `flipped`
    """
    ...
def alignment_report(found: Alignment, group: PermutationGroup) -> str:
    """What the terminal shows of an alignment

    Parameters
    ----------
    found : Alignment
        of two posteriors
    group : PermutationGroup
        whose element it is

    Returns
    -------
    str
    """
    ...
def align(a: str, b: str, model: str='', shape: str='', out: str='', element: str='', member: int=-1, seed: int=0, overwrite: bool=False):
    """Move a posterior near to another one by the symmetries of their network; print distances before and after, and how many units moved

    Parameters
    ----------
    a : str
        posterior that stays, a file as `symbayes-train` writes it, or the folder of a run
    b : str
        posterior that is moved, of the same network and family
    model : str = ''
        module:function that makes the network, or (network, inputs); default: that of the run that A is of
    shape : str = ''
        of an input, as 1,28,28, where the function gives a network that is no plain MLP, and no inputs
    out : str = ''
        file for B, moved, ending in .safetensors
    element : str = ''
        file for the element that moves it, ending in .safetensors
    member : int = -1
        which of several training seeds of A stays, counted from 0
    seed : int = 0
        decides where the search begins
    overwrite : bool = False
        replace the files that `out` and `element` name
    """
    ...
def _check_outputs(inputs: list[Path], overwrite: bool, **outputs: str) -> None:
    """Refuse files that cannot be written, before anything is computed"""
    ...
from symbayes.core import document
