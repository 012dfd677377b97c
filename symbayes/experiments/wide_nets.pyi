# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['wider_references', 'lines', 'method_styles', 'demo_methods', 'demo_captions', 'demo_words', 'demo_styles', 'begin', 'train', 'score', 'WideCell', 'run_cell', 'run_reference', 'experiment', 'reference_cells', 'image_cells', 'small_experiment', 'run_wide', 'run_wide_references', 'run_wide_images', 'run_experiment', 'plot_widths', 'correction_map', 'plot_map', 'Demo', 'run_demo', 'demo_table', 'demo_rows', 'said_evidence', 'plot_band', 'plot_demo', 'run_demo_table', 'demo', 'wide_nets']
import importlib.util, tempfile, time, warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log
from pathlib import Path
from typing import Any
import numpy as np
import torch
from torch import Tensor, nn
from ..cells import Cell as Run, cached
from ..collapsed import CollapsedLastLayer
from ..console import command, counted, one_line_errors
from ..core import Layout, lazy_module, progress_bar, require, streams
from ..data import load_data
from ..elements import PermutationGroup
from ..estimators import mi_sandwich
from ..evidence import Evidence, log_evidence
from ..executors import chosen_executor
from .artefacts import Setup, add_provenance, artefact, in_silence, style, styles, worker_count, write_table
from .comparisons import Method, activations, means, paired_effects, start
from .references import Reference, ReferenceCell, make_net, reference
from .tasks import ImageCell, Task, estimators, small_task
from ..families import Family
from ..files import check_writable, whole_file
from ..inference import fit
from ..intervals import mean_and_interval
from ..likelihoods import Gaussian
from ..posteriors import UnitGaussian
from ..prediction import account, evaluate, predict
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
def begin(task: Task, hidden: Sequence[int], method: Method, seeds: Sequence[int], activation: type[nn.Module]=nn.Tanh, spread: float=0.7) -> tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]:
    """Where training starts: as of `start`, and as `CollapsedLastLayer` starts by itself, with a covariance within each hidden unit

    Parameters
    ----------
    task : Task
        the task
    hidden : Sequence[int]
        units of each hidden layer
    method : Method
        its family may be 'collapsed', too
    seeds : Sequence[int]
        training seeds, side by side
    activation : type[nn.Module] = nn.Tanh
        its class
    spread : float = 0.7
        means of the other families start at this times a draw from the prior

    Returns
    -------
    tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]
        network, posteriors before training, prior, whole group
    """
    ...
def train(task: Task, hidden: Sequence[int], method: Method, seeds: Sequence[int]=range(3), steps: int=3000, n_mi_samples: int=1, activation: type[nn.Module]=nn.Tanh, spread: float=0.7, progress: bool=False) -> tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]:
    """Train a stack of posteriors, one per seed

    Parameters
    ----------
    task : Task
        the task
    hidden : Sequence[int]
        units of each hidden layer
    method : Method
        how
    seeds : Sequence[int] = range(3)
        training seeds, side by side
    steps : int = 3000
        full-batch steps of Adam at 1e-2, annealed by a cosine
    n_mi_samples : int = 1
        weight draws a step for I; the likelihood takes 8, and 1 where the last layer is collapsed
    activation : type[nn.Module] = nn.Tanh
        its class
    spread : float = 0.7
        means start at this times a draw from the prior
    progress : bool = False
        show a progress bar

    Returns
    -------
    tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]
        network, trained posteriors, prior, whole group
    """
    ...
def score(task: Task, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup, seeds: Sequence[int], draws: int=400, n: int=10, K: int=32) -> 'pd.DataFrame':
    """Predictions, and the (symmetrised) ELBO between its two ends

    Parameters
    ----------
    task : Task
        the task
    net : nn.Module
        the network
    q : Family
        trained posteriors, one per seed
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's whole group
    seeds : Sequence[int]
        the seeds, for independent draws
    draws : int = 400
        of weights, for predictions and the expected likelihood; half as many where the last layer is collapsed
    n : int = 10
        of weights, for the sandwich
    K : int = 32
        samples per draw for the sandwich

    Returns
    -------
    pd.DataFrame
        a row per seed: held-out log likelihoods per point, and the account in nats
    """
    ...
def _in_parts(net, q, prior, lik, data, g, seeds, draws, n, K) -> dict:
    """The ELBO, and the information by draws of its own"""
    ...
def _by_draws(t) -> dict:
    """The account of a family that gives the lower end draw by draw"""
    ...
@dataclass(frozen=True)
class WideCell(Run):
    """One entry of the experiment

    Parameters
    ----------
    task : str
        name of the data set
    width : int
        units of the hidden layer
    method : Method
        how to train
    seeds : int = 3
        training seeds
    steps : int = 3000
        of training
    n_train : int | None = None
        training points, default all
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    first_seed : int = 0
        the seeds are this one and the following
    depth : int = 1
        hidden layers of this width
    activation : str = 'tanh'
        or 'selu'
    spread : float = 0.7
        means start at this times a draw from the prior
    data_seed : int = 0
        which draw of the data
    """
    task: str
    width: int
    method: Method
    seeds: int = ...
    steps: int = ...
    n_train: int | None = ...
    scale: float = ...
    first_seed: int = ...
    depth: int = ...
    activation: str = ...
    spread: float = ...
    data_seed: int = ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Train and score

        Parameters
        ----------
        out : str | Path | None = None
            folder for the posteriors

        Returns
        -------
        pd.DataFrame
            a row per seed
        """
        ...
    def sampled(self) -> ReferenceCell:
        """The reference of this cell

        Returns
        -------
        ReferenceCell
            task, network, prior and temperature alone matter
        """
        ...
def run_cell(cell: WideCell, out: str | Path | None=None) -> 'pd.DataFrame':
    """Train and score one cell

    Parameters
    ----------
    cell : WideCell
        what to run
    out : str | Path | None = None
        folder; a cell that is there is read

    Returns
    -------
    pd.DataFrame
        a row per seed
    """
    ...
def run_reference(cell: WideCell, out: str | Path | None=None) -> 'pd.DataFrame':
    """Run the reference of a cell

    Parameters
    ----------
    cell : WideCell
        task, network, prior and temperature; the rest does not matter
    out : str | Path | None = None
        folder; a result that is there is read

    Returns
    -------
    pd.DataFrame
        one row
    """
    ...
def experiment() -> dict[str, list[WideCell]]:
    """All cells of the experiment

    Returns
    -------
    dict[str, list[WideCell]]
        by purpose
    """
    ...
def reference_cells(every: dict[str, list[WideCell]]) -> list[ReferenceCell]:
    """What is sampled, by what it is held against

    Parameters
    ----------
    every : dict[str, list[WideCell]]
        as of `experiment`

    Returns
    -------
    list[ReferenceCell]
        each once
    """
    ...
wider_references: Any
def image_cells(quick: bool=False) -> list[ImageCell]:
    """1,000 images, a narrow and a wide prior

    Parameters
    ----------
    quick : bool = False
        small networks, two passes over the images

    Returns
    -------
    list[ImageCell]
    """
    ...
def small_experiment() -> dict[str, list[WideCell]]:
    """Three cells for every purpose, two seeds, to see that everything works

    Returns
    -------
    dict[str, list[WideCell]]
        by purpose
    """
    ...
def run_wide(s: Setup, purposes: Sequence[str] | None=None) -> 'pd.DataFrame':
    """All cells of the experiment on wide nets

    Parameters
    ----------
    s : Setup
        how
    purposes : Sequence[str] | None = None
        keys of `experiment`, default all

    Returns
    -------
    pd.DataFrame
        rows per seed and cell
    """
    ...
def run_wide_references(s: Setup, purposes: Sequence[str] | None=None) -> 'pd.DataFrame':
    """What the methods are held against

    Parameters
    ----------
    s : Setup
        how
    purposes : Sequence[str] | None = None
        keys of `experiment`, default all

    Returns
    -------
    pd.DataFrame
        a row per reference
    """
    ...
def run_wide_images(s: Setup) -> 'pd.DataFrame':
    """Images, with a narrow and a wide prior

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `run_image_cell`
    """
    ...
def run_experiment(out: str | Path, purposes: Sequence[str] | None=None, quick: bool=False, references: bool=True, data_dir: str | None=None, progress: bool=True, executor: Any=None, n_workers: int=0) -> tuple['pd.DataFrame', 'pd.DataFrame', 'pd.DataFrame']:
    """Run the experiment, and write `wide_nets.csv`, `wide_nets_reference.csv` and `wide_nets_images.csv`

    Parameters
    ----------
    out : str | Path
        folder; what is there is not run again
    purposes : Sequence[str] | None = None
        keys of `experiment`, default all
    quick : bool = False
        networks of at most 20 units, 200 steps and two seeds, to see that everything works
    references : bool = True
        run the Monte-Carlo reference as well?
    data_dir : str | None = None
        folder with MNIST; without it the images are left out
    progress : bool = True
        print a line per cell
    executor : Any = None
        what runs the cells, as of `Setup`
    n_workers : int = 0
        see `Setup`

    Returns
    -------
    tuple['pd.DataFrame', 'pd.DataFrame', 'pd.DataFrame']
        rows per seed and cell; per reference; per seed on images
    """
    ...
lines: dict
method_styles: Any
def plot_widths(results: 'pd.DataFrame', column: str, ylabel: str, methods: Sequence[str] | None=None, references: 'pd.DataFrame|None'=None, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
    """A number against the width, with 95 % intervals over training seeds

    Parameters
    ----------
    results : pd.DataFrame
        rows per seed and cell
    column : str
        what to draw
    ylabel : str
        its name
    methods : Sequence[str] | None = None
        which, default all of `method_styles`
    references : pd.DataFrame|None = None
        rows of the Monte-Carlo reference
    ax : plt.Axes|None = None
        axes to draw on

    Returns
    -------
    plt.Axes
    """
    ...
def correction_map(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """What symmetrised training changes, setting by setting: gains in symmetrised ELBO (at least) and in test log likelihood,
    paired by seed, and what either is called after correcting for as many looks as there are settings;
    I(g;w) of both as a share of log|G|

    Parameters
    ----------
    results : pd.DataFrame
        rows of the map

    Returns
    -------
    pd.DataFrame
        a row per setting
    """
    ...
def plot_map(gains: 'pd.DataFrame', column: str='nats gained', axs: 'Sequence[plt.Axes]|None'=None, unit: str='nats') -> 'Sequence[plt.Axes]':
    """The map, a panel per width; a star is on what is significant after the correction

    Parameters
    ----------
    gains : pd.DataFrame
        as of `correction_map`
    column : str = 'nats gained'
        what to show
    axs : Sequence[plt.Axes]|None = None
        one per width
    unit : str = 'nats'
        of the column

    Returns
    -------
    Sequence[plt.Axes]
    """
    ...
demo_methods: dict
@dataclass(frozen=True)
class Demo:
    """Results of the demo

    Parameters
    ----------
    task : Task
        data
    width : int
        hidden units
    scores : pd.DataFrame
        rows per method and seed
    draws : dict[str, Tensor]
        function values of the first seed `(S, m)`, by method
    grid : Tensor
        inputs of these `(m, 1)`
    reference : Reference | None
        Hamiltonian Monte Carlo, where numpyro is installed
    evidence : Evidence | None = None
        log evidence of the network, which all bounds are below of
    """
    task: Task
    width: int
    scores: 'pd.DataFrame'
    draws: dict[str, Tensor]
    grid: Tensor
    reference: Reference | None
    evidence: Evidence | None = ...
def run_demo(width: int=100, seeds: int=3, steps: int=1000, out: str | Path | None=None, monte_carlo: bool=True, progress: bool=True) -> Demo:
    """Train all methods of the demo

    Parameters
    ----------
    width : int = 100
        hidden units
    seeds : int = 3
        training seeds of each method, side by side
    steps : int = 1000
        of training
    out : str | Path | None = None
        folder; what an interrupted demo left there is read
    monte_carlo : bool = True
        run the reference too, where numpyro is installed?
    progress : bool = True
        print a line per method, and show a bar with the time left

    Returns
    -------
    Demo
        everything that the picture needs
    """
    ...
def _of_demo(cell, folder):
    """Scores and posteriors of a cell, made or read"""
    ...
def _evidence_of_demo(task, width, steps, tell, progress):
    """What all bounds are below of"""
    ...
def _sampled_demo(task, width, steps, grid, monte_carlo, tell):
    """The reference, where it is wanted and can be had"""
    ...
def demo_table(d: Demo) -> 'pd.DataFrame':
    """The numbers of the demo

    Parameters
    ----------
    d : Demo
        results

    Returns
    -------
    pd.DataFrame
        rows per number, columns per method; means with 95 % intervals over training seeds
    """
    ...
def _spread_of(r: Reference) -> float: ...
def demo_rows(d: Demo) -> 'pd.DataFrame':
    """The same as a table to keep

    Parameters
    ----------
    d : Demo
        results

    Returns
    -------
    pd.DataFrame
        tidy: `d.scores`, and rows for Hamiltonian Monte Carlo and the log evidence
    """
    ...
def said_evidence(e: Evidence) -> str:
    """The log evidence with its error, and the doubt where there is one

    Parameters
    ----------
    e : Evidence
        of the demo's network

    Returns
    -------
    str
        nats
    """
    ...
def plot_band(draws: Tensor, grid: Tensor, task: Task, ax: 'plt.Axes|None'=None, color: str='C0') -> 'plt.Axes':
    """What is believed of the function (dark: 95 % of function values) and of the next observation (light)

    Parameters
    ----------
    draws : Tensor
        function values `(S, m)`
    grid : Tensor
        inputs `(m, 1)`
    task : Task
        data and noise
    ax : plt.Axes|None = None
        axes to draw on
    color : str = 'C0'
        of the band

    Returns
    -------
    plt.Axes
    """
    ...
demo_captions: dict
demo_words: dict
demo_styles: Any
def plot_demo(d: Demo) -> 'plt.Figure':
    """The demo's picture: predictive bands, and the account in nats

    Parameters
    ----------
    d : Demo
        results

    Returns
    -------
    plt.Figure
    """
    ...
def _draw_panel(d, ax, name, spread):
    """The method's name, under it what it does, its bands, and how unsure it is"""
    ...
def _draw_numbers(d, left, right):
    """Bounds beside the evidence, predictions beside Monte Carlo"""
    ...
def _draw_account(ax, y, rows, look, named):
    """ELBO, information and their sum as a bar between two marks"""
    ...
def run_demo_table(s: Setup) -> 'pd.DataFrame':
    """The numbers behind the picture on the first page

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `demo_rows`
    """
    ...
def demo(out: str='demo', width: int=100, seeds: int=3, steps: int=1000, monte_carlo: bool=True, progress: bool=True):
    """Fit 128 noisy points with a wide network by three posteriors, beside exact inference, and draw how far each comes

    Parameters
    ----------
    out : str = 'demo'
        folder for the picture, the numbers and the posteriors
    width : int = 100
        hidden units
    seeds : int = 3
        training seeds of each method
    steps : int = 1000
        of training
    monte_carlo : bool = True
        compare with Hamiltonian Monte Carlo, if numpyro is installed; --no-monte-carlo leaves it out
    progress : bool = True
        print a line per method, and show the time left; --no-progress hides both
    """
    ...
def wide_nets(out: str='wide_nets', purposes: str='', quick: bool=False, data_dir: str='', monte_carlo: bool=True, progress: bool=True, workers: int=-1, dask: str='', slurm: str=''):
    """Run the experiment on wide nets, resuming what is in the folder, and write its tables there

    Parameters
    ----------
    out : str = 'wide_nets'
        folder; what is there is not run again
    purposes : str = ''
        keys of `experiment`, separated by commas; default all
    quick : bool = False
        small networks and few steps, to see that everything works
    data_dir : str = ''
        folder with MNIST; without it the images are left out
    monte_carlo : bool = True
        run the references too, if numpyro is installed; --no-monte-carlo leaves them out
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
from symbayes.core import document
