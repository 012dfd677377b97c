# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['settings', 'place', 'tempered_lines', 'order_of_pairs', 'kind_of_pair', 'disagreements', 'prior_kernel', 'Directions', 'directions', 'width_along', 'gaussian_process', 'TemperedReferenceCell', 'summary', 'in_folder', 'TemperingCell', 'tempered_method', 'noise_at', 'start_tempered', 'fit_tempered', 'predictive', 'put_right', 'score_tempered', 'bounds', 'place_name', 'beside_exact', 'cooling', 'parts_of_loss', 'judge_tempering', 'plot_tempering', 'tempering_cells', 'tempering_references', 'quick_cells', 'run_tempering_references', 'run_tempering']
import time
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from math import log
from pathlib import Path
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import MultivariateNormal, Normal
from ..cells import Cell
from ..collapsed import CollapsedLastLayer
from ..core import Layout, lazy_module, require
from ..data import stored_table
from ..elements import PermutationGroup
from .artefacts import Claim, Setup, artefact, on_difference, style
from .comparisons import Method, families, named, start
from .references import covered, make_net, reference, read_draws, write_draws
from .tasks import Task, estimators, small_task
from ..families import Family
from ..inference import fit
from ..intervals import Difference, effects, mean_and_interval, paired_by_seed, paired_difference
from ..likelihoods import Gaussian
from ..posteriors import MeanField
from ..prediction import account, predict
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
import scipy.stats as stats
settings: list
def order_of_pairs(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """Every two methods of a setting by either measure, on common seeds, all as one family of looks

    Parameters
    ----------
    results : pd.DataFrame
        as of the page on wide nets: rows per seed and cell

    Returns
    -------
    pd.DataFrame
        as of `effects`, by setting, pair and measure
    """
    ...
def kind_of_pair(one: str, other: str) -> str:
    """In what two methods differ: the first that applies of temperature, Sinkhorn's bound, signs, family, symmetry

    Parameters
    ----------
    one : str
        name of a method, as `Method` writes it
    other : str
        of another

    Returns
    -------
    str
    """
    ...
def disagreements(looks: 'pd.DataFrame') -> 'pd.DataFrame':
    """Pairs that are ordered significantly one way by the bound and significantly the other way by test log likelihood

    Parameters
    ----------
    looks : pd.DataFrame
        as of `order_of_pairs`

    Returns
    -------
    pd.DataFrame
        a row per pair, that with the higher bound first: both differences, and the kind of pair
    """
    ...
def prior_kernel(task: Task, a: Tensor, b: Tensor, units: int=10000) -> Tensor:
    """Covariance of a network's values under the prior: the same at every width of one hidden layer

    Parameters
    ----------
    task : Task
        its prior
    a : Tensor
        inputs `(n, d)`
    b : Tensor
        inputs `(m, d)`
    units : int = 10000
        tanh units that are averaged over, always the same ones

    Returns
    -------
    Tensor
        `(n, m)`, float64
    """
    ...
@dataclass(frozen=True, eq=False)
class Directions:
    """Directions in the space of functions, by how far the prior reaches along them

    Parameters
    ----------
    vectors : Tensor
        values at the training inputs: orthonormal columns `(n, n)`, the widest first
    held_out : Tensor
        the first `determined` of them at the test inputs `(m, k)`
    variance : Tensor
        of the prior along each `(n,)`
    determined : int
        along how many the prior reaches farther than the noise
    """
    vectors: Tensor
    held_out: Tensor
    variance: Tensor
    determined: int
    def along(self, f: Tensor) -> Tensor:
        """Coordinates of what deviates from the mean

        Parameters
        ----------
        f : Tensor
            function values at the training inputs `(*lead, S, n)`

        Returns
        -------
        Tensor
            `(*lead, S, n)`
        """
        ...
    def spread(self, f: Tensor) -> Tensor:
        """Standard deviation along each

        Parameters
        ----------
        f : Tensor
            function values at the training inputs `(*lead, S, n)`

        Returns
        -------
        Tensor
            `(*lead, n)`
        """
        ...
def directions(task: Task) -> Directions:
    """Eigenvectors of the prior's covariance at the training inputs; those wider than the noise are the ones that data determine

    Parameters
    ----------
    task : Task
        its data and prior

    Returns
    -------
    Directions
    """
    ...
def width_along(std: Tensor, determined: int) -> dict[str, Tensor]:
    """Standard deviations along the data's directions (their geometric mean), in all others together, and one by one

    Parameters
    ----------
    std : Tensor
        along all directions `(*lead, n)`, as of `Directions.spread`
    determined : int
        the first so many are the data's

    Returns
    -------
    dict[str, Tensor]
        `(*lead)` each
    """
    ...
def gaussian_process(task: Task, *temperatures: float) -> tuple[float, list[float]]:
    """Exact inference in the limit of many units, in closed form

    Parameters
    ----------
    task : Task
        its data and prior
    *temperatures : float
        the likelihood enters with power one over this

    Returns
    -------
    tuple[float, list[float]]
        log evidence at temperature 1; test log likelihoods per point
    """
    ...
@dataclass(frozen=True)
class TemperedReferenceCell(Cell):
    """Exact inference in a network with one hidden layer, at a temperature

    Parameters
    ----------
    task : str = 'wide_sinc'
        name of the data set
    width : int = 100
        hidden tanh units
    temperature : float = 1.0
        the likelihood enters with power one over this
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    data_seed : int = 0
        which draw of the data
    warmup : int = 250
        transitions before, per chain
    draws : int = 250
        transitions kept, per chain
    """
    task: str = ...
    width: int = ...
    temperature: float = ...
    scale: float = ...
    data_seed: int = ...
    warmup: int = ...
    draws: int = ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Sample, and say how well the posterior predicts and how wide it is

        Parameters
        ----------
        out : str | Path | None = None
            folder for the functions

        Returns
        -------
        pd.DataFrame
            one row
        """
        ...
    @property
    def name(self) -> str:
        """What tells references apart

        Returns
        -------
        str
            in files of functions
        """
        ...
    def read(self, folder: str | Path | None=None) -> Tensor | None:
        """The functions of this cell

        Parameters
        ----------
        folder : str | Path | None = None
            where the cell was run; default the package's functions

        Returns
        -------
        Tensor | None
            as of `summary`, None where there are none
        """
        ...
def summary(f: Tensor, std: Tensor) -> Tensor:
    """What is kept of functions

    Parameters
    ----------
    f : Tensor
        function values at training and test inputs `(S, n+m)`
    std : Tensor
        along all directions `(n,)`

    Returns
    -------
    Tensor
        `(3, n+m)`: means and standard deviations, input by input; and those along the directions, then NaN
    """
    ...
def in_folder(folder: str | Path, path: Path) -> Path:
    """The path, once its folder is there

    Parameters
    ----------
    folder : str | Path
        to make
    path : Path
        of a file

    Returns
    -------
    Path
    """
    ...
@dataclass(frozen=True)
class TemperingCell(Cell):
    """A network with one hidden layer on a task, and how its posterior is fitted

    Parameters
    ----------
    task : str = 'wide_sinc'
        name of the data set
    width : int = 100
        hidden tanh units
    family : str = 'mean_field'
        or 'unit_gaussian', 'collapsed'
    estimator : str = 'none'
        of `I(g;w)` in training; 'none' is the plain ELBO
    temperature : float = 1.0
        the likelihood enters with power one over this
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    seeds : int = 3
        training seeds, side by side
    steps : int = 1500
        full-batch steps of Adam at 1e-2, annealed by a cosine
    data_seed : int = 0
        which draw of the data
    first_seed : int = 0
        the seeds are this one and the following
    """
    task: str = ...
    width: int = ...
    family: str = ...
    estimator: str = ...
    temperature: float = ...
    scale: float = ...
    seeds: int = ...
    steps: int = ...
    data_seed: int = ...
    first_seed: int = ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Fit and score; a posterior that is there is not fitted again

        Parameters
        ----------
        out : str | Path | None = None
            folder of cells: with functions of references, default the package's; posteriors are written there

        Returns
        -------
        pd.DataFrame
            a row per seed
        """
        ...
    def sampled(self) -> TemperedReferenceCell:
        """Exact inference in the same setting, at the same temperature

        Returns
        -------
        TemperedReferenceCell
            task, network, prior and temperature alone matter
        """
        ...
def tempered_method(c: 'TemperingCell|pd.Series') -> str:
    """Name of a method, in columns and legends

    Parameters
    ----------
    c : TemperingCell|pd.Series
        a cell, or a row of results

    Returns
    -------
    str
        the family, and what it was symmetrised by
    """
    ...
def noise_at(task: Task, temperature: float) -> Gaussian:
    """The likelihood to the power of `1/temperature`, but for a factor: that of noise `sqrt(temperature)` times as large

    Parameters
    ----------
    task : Task
        its noise
    temperature : float
        of the posterior

    Returns
    -------
    Gaussian
    """
    ...
def start_tempered(cell: TemperingCell, task: Task) -> tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]:
    """Where training starts: as on the page on wide nets, and as `CollapsedLastLayer` starts by itself

    Parameters
    ----------
    cell : TemperingCell
        what to fit
    task : Task
        its data

    Returns
    -------
    tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]
        network, posteriors before training, prior, symmetry
    """
    ...
def fit_tempered(cell: TemperingCell, task: Task, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup) -> 'pd.DataFrame':
    """Maximise the ELBO of the tempered likelihood, or the symmetrised one

    Parameters
    ----------
    cell : TemperingCell
        how
    task : Task
        its data
    net : nn.Module
        the network
    q : Family
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
def predictive(task: Task, f: Tensor) -> Tensor:
    """Test log likelihood per point of all draws together, under the data's own noise

    Parameters
    ----------
    task : Task
        its test data
    f : Tensor
        function values at the test inputs `(*members, S, m)`

    Returns
    -------
    Tensor
        `(*members)`
    """
    ...
def put_right(task: Task, along: Directions, f: Tensor, exact: Tensor) -> dict[str, Tensor]:
    """The same functions with the exact spread around their own mean (input by input, or along the data's directions alone), with
    their own spread around the exact mean, and with both

    Parameters
    ----------
    task : Task
        its data
    along : Directions
        of the task
    f : Tensor
        function values at training and test inputs `(*members, S, n+m)`
    exact : Tensor
        as of `summary`

    Returns
    -------
    dict[str, Tensor]
        function values at the test inputs `(*members, S, m)`, by what is put right
    """
    ...
def score_tempered(cell: TemperingCell, task: Task, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup, exact: Tensor | None, draws: int=400) -> 'pd.DataFrame':
    """Predictions, spread along the data's directions, what would be if it were put right, and bounds under the data's own noise

    Parameters
    ----------
    cell : TemperingCell
        whose posteriors
    task : Task
        its data
    net : nn.Module
        the network
    q : Family
        trained posteriors, one per seed
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's whole group
    exact : Tensor | None
        as of `summary`, of exact inference at the same temperature
    draws : int = 400
        of weights, for functions

    Returns
    -------
    pd.DataFrame
        a row per seed
    """
    ...
def bounds(cell: TemperingCell, task: Task, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup, f: Tensor) -> dict[str, Tensor]:
    """The ELBO under the data's own noise, also of a posterior that was fitted to another, and the symmetrised one between its ends

    Parameters
    ----------
    cell : TemperingCell
        whose posteriors
    task : Task
        its data
    net : nn.Module
        the network
    q : Family
        trained posteriors, one per seed
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's whole group
    f : Tensor
        function values at the training inputs `(seeds, S, n)`

    Returns
    -------
    dict[str, Tensor]
        `(seeds,)` nats each
    """
    ...
place: list
def place_name(r: 'pd.Series') -> str:
    """A setting in words

    Parameters
    ----------
    r : pd.Series
        a row of results

    Returns
    -------
    str
    """
    ...
def beside_exact(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> 'pd.DataFrame':
    """Rows beside exact inference of the same setting

    Parameters
    ----------
    table : pd.DataFrame
        rows per seed
    references : pd.DataFrame|None = None
        as of `run_tempering_references`; default the stored ones

    Returns
    -------
    pd.DataFrame
        with columns `place`, and `exact_...`: at the same temperature, and `plain_...`: at temperature 1
    """
    ...
def cooling(found: 'pd.DataFrame') -> 'pd.DataFrame':
    """What a lower temperature changes, seed by seed: test log likelihood, also of exact inference, and the log of both spreads

    Parameters
    ----------
    found : pd.DataFrame
        as of `beside_exact`

    Returns
    -------
    pd.DataFrame
        a row per seed, setting, method and temperature below 1
    """
    ...
def parts_of_loss(found: 'pd.DataFrame') -> 'pd.DataFrame':
    """What is lost against exact inference at the same temperature: what putting one right gains, alone and after the other, on average

    Parameters
    ----------
    found : pd.DataFrame
        as of `beside_exact`, where scores with an exact spread or mean are known

    Returns
    -------
    pd.DataFrame
        the same with columns `lost`, and `by_spread` and `by_mean`, which make up for it
    """
    ...
def judge_tempering(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> list[Claim]:
    """What either reason predicts, setting by setting

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_tempering`
    references : pd.DataFrame|None = None
        default the stored ones

    Returns
    -------
    list[Claim]
    """
    ...
def _beyond(values: 'pd.Series', bound: float=0.0) -> Difference:
    """Of values, seed by seed, and a number"""
    ...
def _chains(a: 'pd.Series', b: 'pd.Series') -> Difference:
    """Of two references, with the errors of their chains"""
    ...
def _of_exact(known: 'pd.DataFrame') -> list[Claim]:
    """Does exact inference predict better when it is colder?"""
    ...
def _of_spread(at: str, t: 'pd.DataFrame', follows: bool) -> list[Claim]:
    """Is it wider than the exact posterior along the data's directions, and is that what it loses?"""
    ...
def _of_cooling(at: str, t: 'pd.DataFrame', follows: bool) -> list[Claim]:
    """Does cooling gain more than it does in exact inference, and does it shrink the data's directions above all?"""
    ...
def _of_sinkhorn(where: str, at: 'dict[str, pd.DataFrame]') -> Claim:
    """Is Sinkhorn's fit narrower where the data decide?"""
    ...
tempered_lines: dict
def plot_tempering(table: 'pd.DataFrame', references: 'pd.DataFrame|None'=None) -> 'plt.Figure':
    """First setting: predictions over the temperature, spread along directions, and what would be if spread or mean were exact

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_tempering`
    references : pd.DataFrame|None = None
        default the stored ones

    Returns
    -------
    plt.Figure
    """
    ...
def _by_method(rows: 'pd.DataFrame'):
    """Rows of each method, with how it is drawn"""
    ...
def _over_temperature(ax: 'plt.Axes', rows: 'pd.DataFrame', exact: 'pd.DataFrame') -> None:
    """Test log likelihood, with intervals over seeds"""
    ...
def _over_directions(ax: 'plt.Axes', rows: 'pd.DataFrame', exact: 'pd.Series') -> None:
    """Standard deviations over exact ones"""
    ...
def _put_right(ax: 'plt.Axes', rows: 'pd.DataFrame', exact: 'pd.Series') -> None:
    """Scores as they are, and with an exact spread or mean"""
    ...
def tempering_cells() -> list[TemperingCell]:
    """All cells of the experiment

    Returns
    -------
    list[TemperingCell]
        the most important ones first
    """
    ...
def tempering_references() -> list[TemperedReferenceCell]:
    """What is sampled: every setting of the cells

    Returns
    -------
    list[TemperedReferenceCell]
        each once
    """
    ...
def quick_cells() -> list[TemperingCell]:
    """Every method, two seeds and few steps, to see that everything works

    Returns
    -------
    list[TemperingCell]
        settings that have a reference in the package
    """
    ...
def run_tempering_references(s: Setup) -> 'pd.DataFrame':
    """What the methods are held against

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per reference; the functions are written beside the cells
    """
    ...
def run_tempering(s: Setup) -> 'pd.DataFrame':
    """All cells

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
from symbayes.core import document
