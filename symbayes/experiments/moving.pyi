# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['moving_families', 'bodies', 'n_inputs', 'one_layer', 'setting_keys', 'comparisons', 'moving_lines', 'MovingCell', 'moving_method', 'start_moving', 'fit_moving', 'last_gain', 'score_moving', 'ReferenceDrawsCell', 'both_ways', 'moving_cells', 'longer_fits', 'mean_field_bodies', 'quick_cells', 'stored_rows', 'filled', 'setting_name', 'beside_exact', 'moving_shares', 'two_by_two', 'with_ends', 'moving_looks', 'common_seeds', 'judge_moving', 'moving_in_words', 'plot_moving', 'run_moving', 'run_moving_references', 'moving_references']
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import log
from pathlib import Path
from typing import Any
import numpy as np
import torch
from torch import Tensor, nn
from ..cells import Cell
from ..collapsed import CollapsedLastLayer
from ..core import Layout, lazy_module, require, streams
from ..data import stored_table
from ..evidence import log_evidence
from .artefacts import Claim, Setup, artefact, on_difference, style
from .comparisons import Method, activations, families, gap_closed, means, share_interval, start
from .references import annealed_reference, make_net, reference, read_draws, write_draws
from .tasks import Task, small_task
from ..groups import PermutationGroup
from ..inducing import InducingPosterior
from ..inference import fit
from ..intervals import effects, mean_and_interval, paired_by_seed, paired_difference
from ..likelihoods import Gaussian
from ..metrics import function_distances
from ..posteriors import MeanField, UnitGaussian, WeightDistribution
from ..prediction import account, predict
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
moving_families: tuple
bodies: dict
@dataclass(frozen=True)
class MovingCell(Cell):
    """A network on a task, and how its posterior is fitted

    Parameters
    ----------
    task : str = 'wide_sinc'
        name of the data set
    width : int = 100
        units of every hidden layer
    hidden : int = 1
        hidden layers
    family : str = 'mean_field'
        or 'unit_gaussian', 'collapsed', 'inducing'
    symmetrized : bool = False
        fit the symmetrised ELBO?
    body : str = 'unit'
        of the collapsed family: a covariance within each 'unit', or 'mean_field'
    points : int = 128
        of the inducing family: so many of the inputs, at most
    begin : str = 'prior'
        pseudo-targets of that family at the start: a draw of the 'prior', or 'zero'
    precision : float = 0.0001
        and their precision
    seeds : int = 3
        training seeds, side by side
    steps : int = 3000
        full-batch steps of Adam at 1e-2, annealed by a cosine
    data_seed : int = 0
        which draw of the data
    activation : str = 'tanh'
        or 'relu', 'selu'
    n_samples : int | None = None
        weight draws a step; default 8, 4 for the inducing family, 1 for the collapsed one
    account_draws : int = 100
        weight draws of the account
    first_seed : int = 0
        the seeds are this one and the following
    """
    task: str = ...
    width: int = ...
    hidden: int = ...
    family: str = ...
    symmetrized: bool = ...
    body: str = ...
    points: int = ...
    begin: str = ...
    precision: float = ...
    seeds: int = ...
    steps: int = ...
    data_seed: int = ...
    activation: str = ...
    n_samples: int | None = ...
    account_draws: int = ...
    first_seed: int = ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Fit and score

        Parameters
        ----------
        out : str | Path | None = None
            folder of cells: with draws of references, default the package's; posteriors are written there

        Returns
        -------
        pd.DataFrame
            a row per seed
        """
        ...
    def sampled(self) -> 'ReferenceDrawsCell':
        """The reference of this cell

        Returns
        -------
        ReferenceDrawsCell
            task and network alone matter
        """
        ...
def moving_method(r: 'MovingCell|pd.Series') -> str:
    """Name of a method, in columns and legends

    Parameters
    ----------
    r : MovingCell|pd.Series
        a cell, or a row of results

    Returns
    -------
    str
        the family, how it differs from what is usual, and whether it was symmetrised
    """
    ...
def _in(folder: str | Path, path: Path) -> Path:
    """The path, once its folder is there"""
    ...
def _draws_a_step(c: MovingCell) -> int: ...
def start_moving(cell: MovingCell, task: Task) -> tuple[nn.Module, WeightDistribution, IsotropicNormal, PermutationGroup]:
    """Where training starts: as on the page on wide nets, and as `CollapsedLastLayer` and `InducingPosterior` start by themselves

    Parameters
    ----------
    cell : MovingCell
        what to fit
    task : Task
        its data

    Returns
    -------
    tuple[nn.Module, WeightDistribution, IsotropicNormal, PermutationGroup]
        network, posteriors before training, prior, symmetry
    """
    ...
def fit_moving(cell: MovingCell, task: Task, net: nn.Module, q: WeightDistribution, prior: IsotropicNormal, g: PermutationGroup) -> 'pd.DataFrame':
    """Maximise the ELBO, or the one that is symmetrised by the default estimator

    Parameters
    ----------
    cell : MovingCell
        how
    task : Task
        its data
    net : nn.Module
        the network
    q : WeightDistribution
        posteriors, changed in place
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's whole group

    Returns
    -------
    pd.DataFrame
        the history of `fit`
    """
    ...
def last_gain(history: 'pd.DataFrame', seeds: int) -> np.ndarray:
    """What the last steps gained in the bound that they maximise: mean of the last tenth minus that of the tenth before

    Parameters
    ----------
    history : pd.DataFrame
        as of `fit`
    seeds : int
        members

    Returns
    -------
    np.ndarray
        `(seeds,)` nats
    """
    ...
def score_moving(cell: MovingCell, task: Task, net: nn.Module, q: WeightDistribution, prior: IsotropicNormal, g: PermutationGroup, exact: Tensor | None, draws: int=400) -> 'pd.DataFrame':
    """Bounds, predictions, and how far functions are from the exact posterior's

    Parameters
    ----------
    cell : MovingCell
        whose posteriors
    task : Task
        its data
    net : nn.Module
        the network
    q : WeightDistribution
        trained posteriors, one per seed
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's whole group
    exact : Tensor | None
        function values by Hamiltonian Monte Carlo at the first m test inputs `(R, m)`
    draws : int = 400
        of weights, for predictions

    Returns
    -------
    pd.DataFrame
        a row per seed: the account, `test_log_lik`, and distances of functions
    """
    ...
n_inputs: int
@dataclass(frozen=True)
class ReferenceDrawsCell(Cell):
    """A network on a task, to be sampled

    Parameters
    ----------
    task : str = 'wide_sinc'
        name of the data set
    width : int = 100
        units of every hidden layer
    hidden : int = 1
        hidden layers
    data_seed : int = 0
        which draw of the data
    activation : str = 'tanh'
        or 'relu', 'selu'
    warmup : int = 500
        transitions before, per chain of NUTS
    draws : int = 500
        transitions kept, per chain of NUTS
    kept : int = 200
        draws of functions that are written
    by : str = 'annealed'
        chains that come from annealing, or 'nuts'
    """
    task: str = ...
    width: int = ...
    hidden: int = ...
    data_seed: int = ...
    activation: str = ...
    warmup: int = ...
    draws: int = ...
    kept: int = ...
    by: str = ...
    @property
    def inputs(self) -> int:
        """Test inputs at which functions are compared, at most

        Returns
        -------
        int
            half of them but for the first setting, so that the file stays small
        """
        ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Sample, and anneal

        Parameters
        ----------
        out : str | Path | None = None
            folder for the draws

        Returns
        -------
        pd.DataFrame
            one row
        """
        ...
    def evidence(self, task: Task) -> dict[str, float]:
        """The log evidence from both sides

        Parameters
        ----------
        task : Task
            the data

        Returns
        -------
        dict[str, float]
            nats
        """
        ...
    @property
    def name(self) -> str:
        """Task, width, activation and draw of the data; how many layers if there are several

        Returns
        -------
        str
            in files of draws
        """
        ...
    def read(self, folder: str | Path | None=None) -> Tensor | None:
        """The draws of this cell

        Parameters
        ----------
        folder : str | Path | None = None
            where the cell was run; default the package's draws

        Returns
        -------
        Tensor | None
            function values `(R, inputs)`, None where there are none
        """
        ...
one_layer: tuple
def both_ways(families: Sequence[str], **how: Any) -> list[MovingCell]:
    """Not symmetrised, and symmetrised

    Parameters
    ----------
    families : Sequence[str]
        of posteriors
    **how : Any
        other fields of the cells

    Returns
    -------
    list[MovingCell]
        of each family two
    """
    ...
def moving_cells() -> list[MovingCell]:
    """All cells of the experiment

    Returns
    -------
    list[MovingCell]
        setting by setting
    """
    ...
def longer_fits() -> list[MovingCell]:
    """The collapsed family, three times the steps

    Returns
    -------
    list[MovingCell]
        of tables, where fits had not settled
    """
    ...
def mean_field_bodies() -> list[MovingCell]:
    """The collapsed family with a hidden layer whose weights are independent

    Returns
    -------
    list[MovingCell]
        of the first run of this experiment, which had no other bodies
    """
    ...
def quick_cells() -> list[MovingCell]:
    """Every family, two seeds and few steps, to see that everything works

    Returns
    -------
    list[MovingCell]
        25 units, which have a reference in the package
    """
    ...
def stored_rows() -> 'pd.DataFrame':
    """Rows of the page on wide nets that have the same setting

    Returns
    -------
    pd.DataFrame
        without distances of functions
    """
    ...
setting_keys: list
def filled(made: 'pd.DataFrame', stored: 'pd.DataFrame') -> 'pd.DataFrame':
    """Stored rows of settings and methods that were not run here

    Parameters
    ----------
    made : pd.DataFrame
        rows of the cells of this page
    stored : pd.DataFrame
        as of `stored_rows`

    Returns
    -------
    pd.DataFrame
        both, with a column `source`
    """
    ...
def setting_name(r: 'pd.Series|MovingCell') -> str:
    """What a posterior is of

    Parameters
    ----------
    r : pd.Series|MovingCell
        a row, or a cell

    Returns
    -------
    str
        the task but for wide_sinc, the network, and which draw of the data
    """
    ...
def beside_exact(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> 'pd.DataFrame':
    """Rows beside exact inference of the same setting

    Parameters
    ----------
    table : pd.DataFrame
        rows per seed
    references : pd.DataFrame|None = None
        as of `run_moving_references`; default the stored ones

    Returns
    -------
    pd.DataFrame
        with columns `setting`, `log_evidence`, `log_evidence_error`, `hmc_log_lik`, `hmc_error` and `hmc_std`
    """
    ...
def moving_shares(found: 'pd.DataFrame', column: str) -> 'pd.DataFrame':
    """Share of the gap between mean field and exact inference. Where that predicts no better than mean field there is none

    Parameters
    ----------
    found : pd.DataFrame
        as of `beside_exact`
    column : str
        'symmetrized_elbo_lower', 'test_log_lik', 'w2' or 'function_std'

    Returns
    -------
    pd.DataFrame
        percent: the share, and the ends of its 95 % interval; by setting and method
    """
    ...
def two_by_two(found: 'pd.DataFrame', follows: str='collapsed') -> 'pd.DataFrame':
    """What symmetry alone, covariance alone, and both are worth in the bound that was maximised

    Parameters
    ----------
    found : pd.DataFrame
        as of `beside_exact`
    follows : str = 'collapsed'
        the family that moves; 'inducing' for deeper networks

    Returns
    -------
    pd.DataFrame
        by setting: nats below the log evidence, and percent of the gap with the ends of 95 % intervals
    """
    ...
def with_ends(table: 'pd.DataFrame', columns: Sequence[str]=('symmetry', 'covariance', 'both')) -> 'pd.DataFrame':
    """Percentages as text, with their intervals

    Parameters
    ----------
    table : pd.DataFrame
        as of `two_by_two`
    columns : Sequence[str] = ('symmetry', 'covariance', 'both')
        which shares

    Returns
    -------
    pd.DataFrame
    """
    ...
comparisons: dict
def moving_looks(found: 'pd.DataFrame') -> 'pd.DataFrame':
    """Every comparison of methods on common seeds, all as one family of looks

    Parameters
    ----------
    found : pd.DataFrame
        as of `beside_exact`

    Returns
    -------
    pd.DataFrame
        as of `effects`, by comparison, measure and setting
    """
    ...
def common_seeds(a: 'pd.DataFrame', b: 'pd.DataFrame', column: str) -> tuple['pd.DataFrame', 'pd.DataFrame']:
    """Rows of the seeds that both have

    Parameters
    ----------
    a : pd.DataFrame
        rows of a method
    b : pd.DataFrame
        rows of another
    column : str
        that has to be known

    Returns
    -------
    tuple['pd.DataFrame', 'pd.DataFrame']
    """
    ...
def judge_moving(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> list[Claim]:
    """Judge the expectations on draws of `wide_sinc` with tanh units, width by width

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_moving`
    references : pd.DataFrame|None = None
        default the stored ones

    Returns
    -------
    list[Claim]
    """
    ...
def _judge_setting(setting: str, v: 'pd.DataFrame', found: 'pd.DataFrame') -> list[Claim]:
    """Judge one setting; a pilot had fitted three draws at 100 units"""
    ...
def _near_evidence(at: str, rows: 'pd.DataFrame', nats: float=2.0) -> Claim:
    """Is the lower end near the log evidence?"""
    ...
def _no_worse(at: str, rows: 'pd.DataFrame', found: 'pd.DataFrame', nats: float=1.0) -> list[Claim]:
    """Is the lower end of a wider network as near to the log evidence as that of 100 units?"""
    ...
_measures: dict
def _closes(at: str, rows: 'pd.DataFrame', base: 'pd.DataFrame', column: str, percent: float) -> list[Claim]:
    """Is so much of mean field's gap closed?"""
    ...
def _better(text: str, a: 'pd.DataFrame', b: 'pd.DataFrame') -> list[Claim]:
    """Does it raise the bound, predict better, come nearer?"""
    ...
moving_lines: dict
_method_words: dict
def moving_in_words(method: str) -> str:
    """What tables and pictures call a method

    Parameters
    ----------
    method : str
        as of `moving_method` or `setting_name`

    Returns
    -------
    str
    """
    ...
def plot_moving(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> 'plt.Figure':
    """Distance to the log evidence, and shares of the gap to Monte Carlo, setting by setting

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_moving`
    references : pd.DataFrame|None = None
        default the stored ones

    Returns
    -------
    plt.Figure
    """
    ...
def _shortfalls(found: 'pd.DataFrame') -> 'pd.DataFrame':
    """Nats of the bound that was maximised less the log evidence, as of `moving_shares`"""
    ...
def _dots(ax: 'plt.Axes', part: 'pd.DataFrame', settings: Sequence[str], method: str, up: float) -> None:
    """A dot with its interval for each setting that has the method"""
    ...
def run_moving(s: Setup) -> 'pd.DataFrame':
    """All cells, and stored rows of the page on wide nets where the setting is the same

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        rows per seed
    """
    ...
def run_moving_references(s: Setup) -> 'pd.DataFrame':
    """What the methods are held against

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per reference; the draws are written beside the cells
    """
    ...
def moving_references() -> list[ReferenceDrawsCell]:
    """What is sampled

    Returns
    -------
    list[ReferenceDrawsCell]
        each once
    """
    ...
from symbayes.core import document
