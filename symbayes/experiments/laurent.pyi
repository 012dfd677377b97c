# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['removals', 'n_target', 'n_group', 'approximations', 'wide', 'better', 'names', 'targets', 'looks', 'quick', 'optunet_symmetries', 'removed', 'balanced', 'nearest', 'Problem', 'DrawsCell', 'drawn', 'held_out', 'target_of', 'approximation', 'outside_images', 'disagreement', 'uncertainty', 'distances', 'off_mean', 'Ruler', 'ComparisonCell', 'predictions', 'ruler_of', 'reference_of', 'chain_draws', 'agreement', 'AgreementCell', 'of', 'mean_of', 'rank_correlations', 'judge_target', 'judge_predictions', 'judge_laurent', 'judge_agreement', 'plot_laurent', 'plot_agreement', 'comparison_cells', 'draws_cells', 'folder_of', 'run_laurent_optunet', 'run_laurent_posterior', 'run_laurent_chains']
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any
import tempfile, time
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F
from ..balancing import min_mass
from ..canonical import Symmetries, canonicalize
from ..cells import Cell
from ..chains import chain_diagnostics
from ..core import Params, lazy_module, require, streams
from ..data import load_data
from .artefacts import Claim, Setup, artefact, held, on_difference
from .optunet import optunet, optunet_chains, optunet_checkpoints, optunet_images
from .optunet_chains import ChainsCell, climb, fresh_optunets, losses
from ..files import read_tensors, write_tensors
from ..intervals import mean_and_interval, paired_difference
from ..likelihoods import Categorical
from ..metrics import aupr, classification_metrics, epistemic_mi, fpr95
from ..methods import laplace, swag_moments
from ..mmd import Distances, Kernel, gaussian_kernels, laplace_kernels, mmd_test, pooled_distances
from ..priors import IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
import scipy.stats as stats
def optunet_symmetries() -> Symmetries:
    """Found on the network, and verified"""
    ...
removals: tuple
def removed(w: Tensor, how: str, reference: Tensor | None=None) -> Tensor:
    """Weights with some or all symmetries removed

    Parameters
    ----------
    w : Tensor
        weights `(n, 392)`
    how : str
        of `removals`
    reference : Tensor | None = None
        one network's `(392,)`, for 'aligned'

    Returns
    -------
    Tensor
        `(n, 392)`, of the same functions
    """
    ...
def balanced(params: Params) -> Params:
    """Scales of least mass. A channel that nothing reads, as those that dropout has switched off, has its least mass at zero

    Parameters
    ----------
    params : Params
        OptuNets `(*lead, *shape)`

    Returns
    -------
    Params
    """
    ...
def nearest(params: Params, reference: Params) -> Params:
    """Of all orders of channels the ones nearest to the reference; as there are 120 for either half, all are tried

    Parameters
    ----------
    params : Params
        OptuNets `(n, *shape)`
    reference : Params
        one of them, `(*shape)`

    Returns
    -------
    Params
    """
    ...
@dataclass(frozen=True)
class Problem(Cell):
    """Which OptuNets

    Parameters
    ----------
    n_images : int = 60000
        that they were trained on
    images : str = 'mnist'
        or 'digits': the 8x8 digits enlarged, for quick runs
    prior_std : float = 1.0
        of every weight, in all methods that know a prior
    """
    n_images: int = ...
    images: str = ...
    prior_std: float = ...
    def data(self, data_dir: str | None=None) -> tuple[Tensor, Tensor]:
        """Training images

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST

        Returns
        -------
        tuple[Tensor, Tensor]
            images `(n, 1, 28, 28)`, labels
        """
        ...
    def test_data(self, n: int, data_dir: str | None=None) -> tuple[Tensor, Tensor]:
        """Test images

        Parameters
        ----------
        n : int
            images
        data_dir : str | None = None
            folder with MNIST

        Returns
        -------
        tuple[Tensor, Tensor]
            images `(n, 1, 28, 28)`, labels
        """
        ...
    def checkpoints(self) -> Tensor:
        """Trained networks; of a quick run a few that are trained at once

        Returns
        -------
        Tensor
            `(1500, 392)`
        """
        ...
def _enlarged_digits() -> tuple[Tensor, Tensor]: ...
def _quick_checkpoints(problem: Problem) -> Tensor: ...
approximations: tuple
@dataclass(frozen=True)
class DrawsCell(Cell):
    """Draws of a method around held-out networks, all seeds side by side

    Parameters
    ----------
    problem : Problem = Problem()
    method : str = 'swag'
        of `makers`
    seeds : int = 5
        of approximations
    modes : int = 10
        starts of each
    n_draws : int = 100
        around each start
    """
    problem: Problem = ...
    method: str = ...
    seeds: int = ...
    modes: int = ...
    n_draws: int = ...
    def starts(self) -> Tensor:
        """Trained networks

        Returns
        -------
        Tensor
            `(seeds, modes, 392)`
        """
        ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Draw, and write the draws down

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST
        out : str | Path | None = None
            folder for the draws

        Returns
        -------
        pd.DataFrame
            a row per start
        """
        ...
def drawn(cell: DrawsCell, out: str | Path) -> Tensor:
    """Draws of a run

    Parameters
    ----------
    cell : DrawsCell
        that was run
    out : str | Path
        folder of the draws

    Returns
    -------
    Tensor
        `(seeds, modes, n_draws, 392)`
    """
    ...
def held_out(problem: Problem) -> Tensor:
    """Networks that are not in the target, by seeds of approximations

    Parameters
    ----------
    problem : Problem
        which networks

    Returns
    -------
    Tensor
        `(seeds, networks, 392)`
    """
    ...
def target_of(problem: Problem) -> Tensor:
    """Networks that stand for the posterior

    Parameters
    ----------
    problem : Problem
        which networks

    Returns
    -------
    Tensor
        `(n, 392)`
    """
    ...
@dataclass
class _Run:
    """Networks side by side, and batches that they share

    Parameters
    ----------
    w : Tensor
        starts `(modes, 392)`, float64
    x : Tensor
        training images
    y : Tensor
        labels
    prior_std : float
        of every weight
    gen : torch.Generator
        of batches and of noise
    quick : bool
        a few steps only?
    """
    w: Tensor
    x: Tensor
    y: Tensor
    prior_std: float
    gen: torch.Generator
    quick: bool
    def steps(self, n: int) -> int: ...
    def noise(self, *shape: int) -> Tensor: ...
    def slope(self, w: Tensor, batch_size: int=100) -> Tensor:
        """Gradient of the negative log likelihood of all images, from a batch

        Parameters
        ----------
        w : Tensor
            as `w`
        batch_size : int = 100
            as `w`

        Returns
        -------
        Tensor
            as `w`
        """
        ...
def _copies(r: _Run, n: int) -> Tensor: ...
def _masks(r: _Run, n: int, rate: float=0.1) -> Tensor:
    """What dropout in front of the last layer multiplies weights by

    Parameters
    ----------
    r : _Run
        `(modes, n, 392)`
    n : int
        `(modes, n, 392)`
    rate : float = 0.1
        `(modes, n, 392)`

    Returns
    -------
    Tensor
        `(modes, n, 392)`
    """
    ...
def _mc_dropout(r: _Run, n: int) -> Tensor:
    """Trained on under dropout"""
    ...
def _swag(r: _Run, n: int) -> Tensor:
    """Descent with momentum at a constant learning rate; 40 snapshots, 60 steps from one to the next, after 300 steps"""
    ...
def _sghmc(r: _Run, n: int) -> Tensor:
    """Chains with friction 1 by BAOA steps of .05, as those of `sghmc`; a draw every 30 steps, after 600"""
    ...
def _mean_field(r: _Run, n: int) -> Tensor:
    """The ELBO, by Adam, with one draw of the weights a step; standard deviations begin at .02"""
    ...
def _laplace(r: _Run, n: int) -> Tensor:
    """Diagonal; of more than 2,000 images the curvature is that of 2,000 of them, times how many more there are"""
    ...
swag_lr: float
makers: Any
def approximation(problem: Problem, method: str, modes: int, seed: int, out: str | Path) -> tuple[Tensor, Tensor]:
    """Draws of a method, as they are compared

    Parameters
    ----------
    problem : Problem
        which networks
    method : str
        of `approximations`
    modes : int
        1 or 10; of an ensemble as many as it has members
    seed : int
        of the method
    out : str | Path
        folder where `DrawsCell` was run

    Returns
    -------
    tuple[Tensor, Tensor]
        draws `(n, 392)`, and the number `(n,)` of the start that each is from
    """
    ...
def _size(problem: Problem) -> tuple[int, int]: ...
def outside_images(n: int, images: str='mnist', data_dir: str | None=None, out: str | Path | None=None) -> Tensor:
    """Pictures that are no digits

    Parameters
    ----------
    n : int
        images
    images : str = 'mnist'
        what they are outside of; of digits: noise
    data_dir : str | None = None
        folder with CIFAR-10
    out : str | Path | None = None
        folder in which they are kept, as reading them takes a while

    Returns
    -------
    Tensor
        `(n, 1, 28, 28)`, on the scale of MNIST
    """
    ...
def disagreement(logits: Tensor) -> float:
    """How often two different draws name different classes

    Parameters
    ----------
    logits : Tensor
        `(draws, n, classes)`

    Returns
    -------
    float
        probability
    """
    ...
def uncertainty(w: Tensor, inside: tuple[Tensor, Tensor], outside: Tensor) -> dict[str, float]:
    """How good predictions are, and how they know

    Parameters
    ----------
    w : Tensor
        draws `(n, 392)`
    inside : tuple[Tensor, Tensor]
        test images and labels
    outside : Tensor
        images from elsewhere

    Returns
    -------
    dict[str, float]
    """
    ...
def _single_nll(logits: Tensor, y: Tensor) -> float:
    """Mean over draws of the NLL that each has alone"""
    ...
def distances(x: Tensor, y: Tensor) -> Distances:
    """Of every x from every y

    Parameters
    ----------
    x : Tensor
        `(n, P)`
    y : Tensor
        `(m, P)`

    Returns
    -------
    Distances
        with tensors `(n, m)`
    """
    ...
def off_mean(K: Tensor, runs: Tensor) -> float:
    """Mean similarity of samples from different runs

    Parameters
    ----------
    K : Tensor
        `(n, n)`
    runs : Tensor
        `(n,)`: pairs within a run do not count

    Returns
    -------
    float
        mean of all other pairs, runs counting alike
    """
    ...
@dataclass(frozen=True, eq=False)
class Ruler:
    """A target without symmetries, and what its part in squared MMDs is

    Parameters
    ----------
    w : Tensor
        `(m, 392)`
    labels : Tensor
        `(m,)` network or chain of each
    kernels : list[Kernel]
        of one set of bandwidths
    own : np.ndarray
        `(kernels, 4)`: mean similarity within all of it, its even, its odd part, and between labels
    """
    w: Tensor
    labels: Tensor
    kernels: list[Kernel]
    own: 'np.ndarray'
    @classmethod
    def of(cls, w: Tensor, labels: Tensor, pool: Tensor) -> 'Ruler':
        """Bandwidths from a part of the target and the pool

        Parameters
        ----------
        w : Tensor
            target
        labels : Tensor
            of its samples
        pool : Tensor
            samples of all methods `(n, 392)`

        Returns
        -------
        Ruler
        """
        ...
    def measure(self, x: Tensor, runs: Tensor) -> dict[str, float]:
        """Squared MMDs: of the samples as they are, by halves of the target, and of starts

        Parameters
        ----------
        x : Tensor
            samples `(n, 392)`
        runs : Tensor
            `(n,)` the start of each

        Returns
        -------
        dict[str, float]
        """
        ...
@dataclass(frozen=True)
class ComparisonCell(Cell):
    """An approximation beside a target

    Parameters
    ----------
    problem : Problem = Problem()
    method : str = 'swag'
        of `approximations`
    modes : int = 1
        starts
    seed : int = 0
        of the method
    target : str = 'checkpoints'
        or 'hmc'
    n_permutations : int = 200
        of the test of an ensemble
    n_test : int = 2500
        test images, and as many from outside
    references : int = 3
        networks of the target to align with
    """
    problem: Problem = ...
    method: str = ...
    modes: int = ...
    seed: int = ...
    target: str = ...
    n_permutations: int = ...
    n_test: int = ...
    references: int = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Discrepancies with symmetries and without, and predictions

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data
        out : str | Path | None = None
            folder where draws are

        Returns
        -------
        pd.DataFrame
            a row per removal and reference
        """
        ...
    def test(self, w: Tensor, ruler: Ruler, how: str) -> float:
        """p-value of an ensemble and the networks of the target being of one kind

        Parameters
        ----------
        w : Tensor
            NaN where nothing is tested
        ruler : Ruler
            NaN where nothing is tested
        how : str
            NaN where nothing is tested

        Returns
        -------
        float
            NaN where nothing is tested
        """
        ...
def predictions(problem: Problem, method: str, modes: int, seed: int, n: int, data_dir: str | None, out: str | Path) -> dict[str, float]:
    """As `uncertainty`, of an approximation"""
    ...
def ruler_of(problem: Problem, target: str, how: str, reference: int, out: str | Path) -> Ruler:
    """A target without symmetries

    Parameters
    ----------
    problem : Problem
        which networks
    target : str
        'checkpoints' or 'hmc'
    how : str
        of `removals`
    reference : int
        see `reference_of`
    out : str | Path
        folder where draws are

    Returns
    -------
    Ruler
    """
    ...
def reference_of(problem: Problem, i: int) -> Tensor:
    """A network of the target

    Parameters
    ----------
    problem : Problem
        `(392,)`
    i : int
        `(392,)`

    Returns
    -------
    Tensor
        `(392,)`
    """
    ...
def chain_draws(problem: Problem) -> Tensor:
    """Draws of the posterior on 1,000 images; of a quick run those of a few short chains

    Parameters
    ----------
    problem : Problem
        which networks

    Returns
    -------
    Tensor
        `(chains, draws, 392)`
    """
    ...
def _quick_chains(problem: Problem) -> Tensor: ...
def agreement(chains: Tensor, diagnosed: bool=True) -> dict[str, float]:
    """Mean variances between chains and within them; R-hat and effective draws over entries

    Parameters
    ----------
    chains : Tensor
        `(chains, draws, P)`
    diagnosed : bool = True
        R-hat and effective draws too? They take a while

    Returns
    -------
    dict[str, float]
    """
    ...
@dataclass(frozen=True)
class AgreementCell(Cell):
    """Chains on 1,000 images, with symmetries and without

    Parameters
    ----------
    problem : Problem = Problem(1000)
    groups : int = 4
        groups of chains, for intervals
    n_test : int = 20
        test images at which functions are compared
    """
    problem: Problem = ...
    groups: int = ...
    n_test: int = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Diagnostics

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST
        out : str | Path | None = None
            not used

        Returns
        -------
        pd.DataFrame
            a row per group and removal; group -1 is all chains
        """
        ...
wide: tuple
better: Any
def of(table: 'pd.DataFrame', method: str, modes: int, column: str, removal: str='none') -> np.ndarray:
    """One number of a method, by seed

    Parameters
    ----------
    table : pd.DataFrame
        as of `ComparisonCell`, of one target
    method : str
        of `approximations`
    modes : int
        1 or ten
    column : str
        what to take
    removal : str = 'none'
        of `removals`; over references the mean is taken

    Returns
    -------
    np.ndarray
        a number per seed
    """
    ...
def mean_of(table: 'pd.DataFrame', modes: int, column: str, removal: str='none') -> np.ndarray:
    """Mean over the methods with a spread of their own

    Parameters
    ----------
    table : pd.DataFrame
        as of `ComparisonCell`, of one target
    modes : int
        1 or ten
    column : str
        what to take
    removal : str = 'none'
        of `removals`

    Returns
    -------
    np.ndarray
        a number per seed
    """
    ...
def rank_correlations(table: 'pd.DataFrame', column: str, removal: str='none') -> np.ndarray:
    """Spearman's correlation of MMD and badness over all methods

    Parameters
    ----------
    table : pd.DataFrame
        as of `ComparisonCell`, of one target
    column : str
        a measure of predictions, of `better`
    removal : str = 'none'
        of `removals`

    Returns
    -------
    np.ndarray
        by seed, from -1 to 1; positive where a larger MMD goes with worse predictions
    """
    ...
names: Any
targets: Any
def _hundred(v: Sequence[float]) -> str: ...
def judge_target(table: 'pd.DataFrame') -> list[Claim]:
    """What Laurent et al. say, against one target; MMDs are squared, times 100

    Parameters
    ----------
    table : pd.DataFrame
        as of `ComparisonCell`, of one target

    Returns
    -------
    list[Claim]
    """
    ...
def judge_predictions(table: 'pd.DataFrame', add: Callable, zero: np.ndarray) -> None:
    """Judge what the MMD says of predictions, over all methods and within those with ten modes"""
    ...
def judge_laurent(table: 'pd.DataFrame') -> list[Claim]:
    """All targets

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_laurent_optunet` or `run_laurent_posterior`

    Returns
    -------
    list[Claim]
    """
    ...
def judge_agreement(table: 'pd.DataFrame') -> list[Claim]:
    """Do symmetries inflate the posterior?

    Parameters
    ----------
    table : pd.DataFrame
        as of `AgreementCell`

    Returns
    -------
    list[Claim]
    """
    ...
looks: Any
def plot_laurent(table: 'pd.DataFrame') -> 'plt.Figure':
    """Draw, for each target, MMDs by method with symmetries and without, and against Brier score and disagreement of draws

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_laurent_optunet` or `run_laurent_posterior`

    Returns
    -------
    plt.Figure
    """
    ...
def _draw_methods(ax: 'plt.Axes', t: 'pd.DataFrame') -> None:
    """A row per method and number of modes, in the method's colour; marks say whether symmetries were removed"""
    ...
def _draw_against(ax: 'plt.Axes', t: 'pd.DataFrame', column: str, word: str) -> None:
    """A mark per method and number of modes: means over seeds"""
    ...
def plot_agreement(table: 'pd.DataFrame') -> 'plt.Figure':
    """Variances between and within chains, one over the other, and R-hat

    Parameters
    ----------
    table : pd.DataFrame
        as of `AgreementCell`

    Returns
    -------
    plt.Figure
    """
    ...
def comparison_cells(problem: Problem, targets: Sequence[str], seeds: int=5, methods: Sequence[str]=approximations) -> list[ComparisonCell]:
    """All comparisons

    Parameters
    ----------
    problem : Problem
        which networks
    targets : Sequence[str]
        'checkpoints', 'hmc'
    seeds : int = 5
        of every method
    methods : Sequence[str] = approximations

    Returns
    -------
    list[ComparisonCell]
        seed by seed
    """
    ...
def draws_cells(cells: Sequence[ComparisonCell]) -> list[DrawsCell]:
    """Draws that are to be made first

    Parameters
    ----------
    cells : Sequence[ComparisonCell]
        that need them

    Returns
    -------
    list[DrawsCell]
    """
    ...
def _compared(s: Setup, problem: Problem, targets: Sequence[str], **how: Any) -> 'pd.DataFrame': ...
@contextmanager
def folder_of(s: Setup) -> Iterator[Path]:
    """Where draws are kept between cells: in the folder of cells, or in one that is removed thereafter

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    Iterator[Path]
    """
    ...
quick: Any
def run_laurent_optunet(s: Setup) -> 'pd.DataFrame':
    """All methods, five seeds

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `ComparisonCell`
    """
    ...
def run_laurent_posterior(s: Setup) -> 'pd.DataFrame':
    """All methods, five seeds

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `ComparisonCell`
    """
    ...
def run_laurent_chains(s: Setup) -> 'pd.DataFrame':
    """Diagnostics of the stored chains

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `AgreementCell`
    """
    ...
from symbayes.core import document
