# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['cures', 'cure_words', 'n_inputs', 'same_model', 'paper_draws', 'wide', 'Cure', 'in_words', 'KurleRun', 'train_kurle', 'collapsed', 'deep_task', 'KurleDrawsCell', 'distances', 'outside', 'predictions', 'bands', 'band_of', 'run_kurle', 'KurleReferenceCell', 'kurle_reference', 'KurleMovingCell', 'start_deep', 'fit_deep', 'score_deep', 'cure_table', 'plot_kurle', 'cure_gains', 'plot_gains', 'plot_verdict', 'true_log_lik', 'kurle_runs', 'run_all', 'judge_breaking', 'run_breaking', 'judge_collapse', 'run_collapse', 'more_runs', 'run_more', 'run_references', 'moving_kurle_cells', 'soft_runs', 'judge_moving_kurle', 'plot_moving_kurle', 'run_moving_kurle']
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import ceil, lgamma
from pathlib import Path
from shutil import which
from typing import Any
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..breaking import MixingGate, OrthogonalSkip, fix_weights, order_biases, skip_mlp
from ..cells import Cell, cached
from ..core import Layout, lazy_module, member_buffers, normal_draws, require, seeded_module, streams
from ..data import DataSplits, load_data, stored_table
from ..discovery import mlp_group, would_be_group
from ..estimators import Soules, mi_sandwich
from .artefacts import Claim, Setup, artefact, held, on_difference, style
from .comparisons import Method, start
from .references import make_net, read_draws, reference, worst_r_hat, write_draws
from .tasks import IsotropicTask, Task, small_task
from ..groups import PermutationGroup
from ..inducing import InducingPosterior
from ..inference import Checkpoint, fit
from ..intervals import Interval, effects, mean_and_interval, paired_by_seed, paired_difference
from ..likelihoods import Categorical, Gaussian, Likelihood
from ..metrics import classification_metrics, coverage, function_distances, mixture_log_lik
from ..posteriors import MeanField, WeightDistribution
from ..prediction import account, evaluate, predict
from ..priors import DiagonalNormal, IsotropicNormal
from ..runs import choose
import pandas as pd
import matplotlib.pyplot as plt
@dataclass(frozen=True)
class Cure:
    """What is done about the symmetry

    Parameters
    ----------
    skips : str = 'none'
        fixed orthogonal connections: from no hidden layer, from 'all', or from the 'first' alone
    order : bool = False
        order the biases?
    fixed : bool = False
        fix some weights?
    mixing : bool = False
        an activation that mixes units?
    symmetrized : bool = False
        account in the ELBO for the symmetry that is left
    means : float = 0.0
        share of the prior's standard deviation that goes into means, drawn once for every hidden unit's weights
    widths : float = 1.0
        ratio of the widest to the narrowest of a layer's units in the prior
    """
    skips: str = ...
    order: bool = ...
    fixed: bool = ...
    mixing: bool = ...
    symmetrized: bool = ...
    means: float = ...
    widths: float = ...
    def network(self, n_in: int, n_out: int, width: int, depth: int, generator: torch.Generator) -> nn.Sequential:
        """The network

        Parameters
        ----------
        n_in : int
            inputs
        n_out : int
            outputs
        width : int
            units of each hidden layer
        depth : int
            hidden layers
        generator : torch.Generator
            of what is fixed

        Returns
        -------
        nn.Sequential
        """
        ...
    @property
    def soft(self) -> bool:
        """Does the prior tell units apart?"""
        ...
    def prior(self, layout: Layout, std: float, generator: torch.Generator) -> DiagonalNormal:
        """Of the weights: those into hidden units have places and widths of their own, the others do not

        Parameters
        ----------
        layout : Layout
            of the network
        std : float
            root mean square of every weight
        generator : torch.Generator
            of the means

        Returns
        -------
        DiagonalNormal
        """
        ...
    def group(self, net: nn.Sequential) -> PermutationGroup | None:
        """The symmetry that the cure leaves, in the network and in the prior

        Parameters
        ----------
        net : nn.Sequential
            as of `network`

        Returns
        -------
        PermutationGroup | None
            None where no symmetry is left
        """
        ...
cures: dict
cure_words: dict
def in_words(cure: str) -> str:
    """What tables and pictures call it

    Parameters
    ----------
    cure : str
        a key of `cures`, or the name of another posterior

    Returns
    -------
    str
    """
    ...
@dataclass(frozen=True)
class KurleRun(Cell):
    """Networks that are trained side by side, and how

    Parameters
    ----------
    cures : tuple[str, ...] = ('none',)
        keys of `cures`, of one layout; several only without `symmetrized`
    data : str = 'sinc'
        data set
    n_train : int | None = None
        training examples, default all
    steps : int = 200000
        of Adam
    samples : int = 1
        draws a step
    seeds : int = 5
        training seeds, side by side; they also draw what is fixed
    prior_std : float = 1.0
        of every weight
    init_std : float = 0.05
        of the posterior at the start
    lr : float = 0.003
        of Adam, annealed to zero by a cosine
    width : int = 32
        units of each hidden layer
    depth : int = 5
        hidden layers
    batch_size : int | None = None
        examples a step, default all
    draws : int = 4000
        of weights, for the ELBO, fewer with many examples; predictions take 256 of them at most
    """
    cures: tuple[str, ...] = ...
    data: str = ...
    n_train: int | None = ...
    steps: int = ...
    samples: int = ...
    seeds: int = ...
    prior_std: float = ...
    init_std: float = ...
    lr: float = ...
    width: int = ...
    depth: int = ...
    batch_size: int | None = ...
    draws: int = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None, compile: bool=False) -> 'pd.DataFrame':
        """Train and score

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files
        out : str | Path | None = None
            folder for a checkpoint, so that an interrupted run goes on, and for the posteriors
        compile : bool = False
            see `fit`

        Returns
        -------
        pd.DataFrame
            as of `run_kurle`
        """
        ...
    def generators(self, use: str, n: int | None=None) -> list[torch.Generator]:
        """One per seed, shared by the cures: these see common random numbers

        Parameters
        ----------
        use : str
            what for: training, prediction and account draw independently
        n : int | None = None
            for how many cures, default all

        Returns
        -------
        list[torch.Generator]
        """
        ...
    def networks(self, splits: DataSplits) -> list[nn.Sequential]:
        """Networks at the start; cures share their random numbers

        Parameters
        ----------
        splits : DataSplits
            the data

        Returns
        -------
        list[nn.Sequential]
            cure by cure, seed by seed
        """
        ...
    def prior(self, layout: Layout, names: Sequence[str] | None=None) -> IsotropicNormal | DiagonalNormal:
        """Of the weights

        Parameters
        ----------
        layout : Layout
            of the networks
        names : Sequence[str] | None = None
            of cures, default all

        Returns
        -------
        IsotropicNormal | DiagonalNormal
            one for all networks or, where a cure is soft, one for each, cure by cure and seed by seed
        """
        ...
    def problem(self, data_dir: str | None=None) -> tuple[DataSplits, Likelihood]:
        """Data and likelihood. The noise of tables is that around a linear fit

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        tuple[DataSplits, Likelihood]
        """
        ...
def train_kurle(run: KurleRun, problem: tuple[DataSplits, Likelihood], folder: str | Path | None=None, compile: bool=False) -> tuple[list[nn.Sequential], MeanField, 'pd.DataFrame']:
    """Train a stack of posteriors, one per cure and seed

    Parameters
    ----------
    run : KurleRun
        what to train
    problem : tuple[DataSplits, Likelihood]
        as of `KurleRun.problem`
    folder : str | Path | None = None
        for the checkpoint; a run that was interrupted there goes on
    compile : bool = False
        see `fit`; where the cure allows it

    Returns
    -------
    tuple[list[nn.Sequential], MeanField, 'pd.DataFrame']
        networks and trained posteriors, cure by cure and seed by seed, history
    """
    ...
def collapsed(net: nn.Module, q: MeanField, prior: IsotropicNormal | DiagonalNormal, nats: float=0.03) -> Tensor:
    """Share of hidden units whose incoming weights are back at the prior. With fixed connections such a unit still passes on what
    these bring

    Parameters
    ----------
    net : nn.Module
        the network
    q : MeanField
        posteriors `(R,)`
    prior : IsotropicNormal | DiagonalNormal
        of the weights
    nats : float = 0.03
        a unit counts as collapsed if the KL of its incoming weights to the prior is below this, per weight

    Returns
    -------
    Tensor
        `(R,)` shares
    """
    ...
n_inputs: int
def deep_task(data: str, prior_std: float) -> Task:
    """Data, noise and prior

    Parameters
    ----------
    data : str
        'sinc' or 'wide_sinc'
    prior_std : float
        of every weight; 0 for that of the wide nets, one over the root of a layer's inputs, and one for biases

    Returns
    -------
    Task
    """
    ...
@dataclass(frozen=True)
class KurleDrawsCell(Cell):
    """A deep SELU network, to be sampled, and its functions kept

    Parameters
    ----------
    data : str = 'sinc'
        or 'wide_sinc'
    prior_std : float = 1.0
        see `deep_task`
    width : int = 32
        units of each hidden layer
    depth : int = 5
        hidden layers
    warmup : int = 500
        transitions before, per chain
    draws : int = 500
        transitions kept, per chain
    kept : int = 200
        draws of functions that are written
    """
    data: str = ...
    prior_std: float = ...
    width: int = ...
    depth: int = ...
    warmup: int = ...
    draws: int = ...
    kept: int = ...
    def run(self, out: str | Path | None=None) -> 'pd.DataFrame':
        """Sample

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
    @property
    def name(self) -> str:
        """Data, prior and network

        Returns
        -------
        str
            in files of draws
        """
        ...
    def read(self, folder: str | Path | None=None) -> Tensor | None:
        """The draws

        Parameters
        ----------
        folder : str | Path | None = None
            where the cell was run; default the package's draws

        Returns
        -------
        Tensor | None
            function values `(R, 200)`, None where there are none
        """
        ...
def distances(outputs: Tensor, exact: Tensor | None) -> dict[str, Tensor]:
    """Standard deviation of the function, and distance from exact inference where that is known

    Parameters
    ----------
    outputs : Tensor
        `(members, S, n, 1)`, of the first test inputs and more
    exact : Tensor | None
        function values of exact inference `(R, m)`, None where there are none

    Returns
    -------
    dict[str, Tensor]
        `(members,)`
    """
    ...
def outside(n: int=1000, noise_std: float=0.2) -> tuple[Tensor, Tensor]:
    """Test points where there are no data: inputs in [-2, -1] and [1, 2]

    Parameters
    ----------
    n : int = 1000
        points
    noise_std : float = 0.2
        of the noise

    Returns
    -------
    tuple[Tensor, Tensor]
        inputs and targets `(n, 1)`
    """
    ...
def predictions(run: KurleRun, net: nn.Sequential, q: MeanField, buffers: dict[str, Tensor], problem: tuple[DataSplits, Likelihood]) -> dict[str, Tensor]:
    """What the posteriors predict

    Parameters
    ----------
    run : KurleRun
        the run
    net : nn.Sequential
        a network of one cure
    q : MeanField
        its posteriors, one per seed
    buffers : dict[str, Tensor]
        their fixed parts
    problem : tuple[DataSplits, Likelihood]
        as of `KurleRun.problem`

    Returns
    -------
    dict[str, Tensor]
        by name, `(seeds,)`: log likelihood per test point, and calibration
    """
    ...
def bands(run: KurleRun, net: nn.Sequential, q: MeanField, buffers: dict[str, Tensor]) -> 'pd.DataFrame':
    """What the posterior of the first seed believes about the function, inside and outside

    Parameters
    ----------
    run : KurleRun
        the run
    net : nn.Sequential
        a network of one cure
    q : MeanField
        its posteriors, one per seed
    buffers : dict[str, Tensor]
        their fixed parts

    Returns
    -------
    pd.DataFrame
        a row per input: mean and standard deviation of the function
    """
    ...
def band_of(outputs: Callable[[Tensor], Tensor]) -> 'pd.DataFrame':
    """The band of the first seed, for anything that predicts

    Parameters
    ----------
    outputs : Callable[[Tensor], Tensor]
        of inputs `(n, 1)`, those of draws `(seeds, S, n, 1)`

    Returns
    -------
    pd.DataFrame
        as of `bands`
    """
    ...
def _account(run, net, q, cure, problem, buffers):
    """Columns in nats, and the share of collapsed units, for the posteriors of one cure"""
    ...
def _score_kurle(run, data_dir, out, compile):
    """Train a run, and score it cure by cure"""
    ...
def run_kurle(run: KurleRun, data_dir: str | None=None, out: str | Path | None=None, compile: bool=False) -> 'pd.DataFrame':
    """Train and score: a row per cure and seed with predictions, the account in nats, share of collapsed units, seconds; bands as
    of `bands`

    Parameters
    ----------
    run : KurleRun
        what to run
    data_dir : str | None = None
        folder with the data files
    out : str | Path | None = None
        folder; a run that is there is read, one that was interrupted goes on
    compile : bool = False
        see `fit`

    Returns
    -------
    pd.DataFrame
        rows of kind 'numbers', and for the sinc of kind 'band'
    """
    ...
@dataclass(frozen=True)
class KurleReferenceCell(Cell):
    """A network of Kurle et al., to be sampled

    Parameters
    ----------
    of : KurleRun
        says which data, prior and network
    cure : str = 'none'
        'none' or 'skip'
    options : dict[str, Any] = field(default_factory=dict)
        for `reference`
    """
    of: KurleRun
    cure: str = ...
    options: dict[str, Any] = ...
    def run(self) -> 'pd.DataFrame':
        """Sample the posterior of a network with the first seed's connections

        Returns
        -------
        pd.DataFrame
            as of `kurle_reference`
        """
        ...
def kurle_reference(run: KurleRun, cure: str='none', out: str | Path | None=None, **options: Any) -> 'pd.DataFrame':
    """Run the reference of a network with the first seed's connections

    Parameters
    ----------
    run : KurleRun
        says which data, prior and network
    cure : str = 'none'
        'none' or 'skip'
    out : str | Path | None = None
        folder; a result that is there is read
    **options : Any
        for `reference`

    Returns
    -------
    pd.DataFrame
        one row, with R-hat, at most, where the data are (`r_hat_inside`) and outside of them (`r_hat`)
    """
    ...
@dataclass(frozen=True)
class KurleMovingCell(Cell):
    """A deep SELU network, and how its posterior is fitted

    Parameters
    ----------
    data : str = 'sinc'
        or 'wide_sinc'
    prior_std : float = 1.0
        see `deep_task`
    family : str = 'inducing'
        or 'mean_field', which starts as on the page on wide nets
    M : int = 64
        inducing points, training inputs taken at random
    symmetrized : bool = False
        fit the symmetrised ELBO?
    precision : float = 0.0001
        of hidden layers' pseudo-targets at the start, where the posterior is near the prior
    steps : int = 1000
        of Adam, with all data, annealed by a cosine
    samples : int = 2
        draws a step
    lr : float = 0.01
        of Adam
    seeds : int = 3
        training seeds, side by side
    width : int = 32
        units of each hidden layer
    depth : int = 5
        hidden layers
    """
    data: str = ...
    prior_std: float = ...
    family: str = ...
    M: int = ...
    symmetrized: bool = ...
    precision: float = ...
    steps: int = ...
    samples: int = ...
    lr: float = ...
    seeds: int = ...
    width: int = ...
    depth: int = ...
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
    @property
    def name(self) -> str:
        """The family, what differs from the defaults, and whether it was symmetrised"""
        ...
def start_deep(cell: KurleMovingCell, task: Task) -> tuple[nn.Module, WeightDistribution, IsotropicNormal, PermutationGroup]:
    """Where training starts

    Parameters
    ----------
    cell : KurleMovingCell
        what to fit
    task : Task
        its data

    Returns
    -------
    tuple[nn.Module, WeightDistribution, IsotropicNormal, PermutationGroup]
        network, posteriors, prior, symmetry
    """
    ...
def fit_deep(cell: KurleMovingCell, task: Task, net: nn.Module, q: WeightDistribution, prior: IsotropicNormal, g: PermutationGroup, folder: str | Path | None=None) -> 'pd.DataFrame':
    """Maximise the ELBO, or the symmetrised one by the default estimator

    Parameters
    ----------
    cell : KurleMovingCell
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
        the network's group
    folder : str | Path | None = None
        for a checkpoint, so that an interrupted run goes on

    Returns
    -------
    pd.DataFrame
        the history of `fit`
    """
    ...
def score_deep(cell: KurleMovingCell, task: Task, outputs: Callable[[Tensor], Tensor], bounds: 'pd.DataFrame', exact: Tensor | None) -> 'pd.DataFrame':
    """Bounds, predictions, and distances of functions

    Parameters
    ----------
    cell : KurleMovingCell
        whose posteriors
    task : Task
        its data
    outputs : Callable[[Tensor], Tensor]
        of inputs, those of draws `(seeds, S, n, 1)`
    bounds : pd.DataFrame
        as of `account`
    exact : Tensor | None
        functions of exact inference, as of `KurleDrawsCell.read`

    Returns
    -------
    pd.DataFrame
        a row per seed
    """
    ...
def cure_table(results: 'pd.DataFrame', reference: Mapping[str, float] | None=None) -> 'pd.DataFrame':
    """Scores and bands on test points, bounds (with I where a symmetry is left), and the share of collapsed units

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_kurle`, of one data set, prior and training
    reference : Mapping[str, float] | None = None
        test log likelihood of the Monte-Carlo reference, for the cures that have one

    Returns
    -------
    pd.DataFrame
        a row per cure, entries with intervals over training seeds
    """
    ...
def plot_kurle(results: 'pd.DataFrame', axs: 'Sequence[plt.Axes]|None'=None) -> 'Sequence[plt.Axes]':
    """Their figure: epistemic (dark) and total (light) bands of two standard deviations, data and the noise-free function

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_kurle`, one training of each cure
    axs : Sequence[plt.Axes]|None = None
        one per cure

    Returns
    -------
    Sequence[plt.Axes]
    """
    ...
def cure_gains(results: 'pd.DataFrame') -> 'pd.DataFrame':
    """What cures gain in predictions on the network without one, by training seed, and whether that is shown among so many

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_kurle`, one training of each cure for every data set and prior

    Returns
    -------
    pd.DataFrame
        a row per data set, prior and cure; 'gained' in nats per test point, with 'shown' as of `effects`
    """
    ...
def plot_gains(gains: 'pd.DataFrame', fig: 'plt.Figure|None'=None) -> 'plt.Figure':
    """A panel per data set and prior: gains with intervals, filled where they are shown, red where the cure harms

    Parameters
    ----------
    gains : pd.DataFrame
        as of `cure_gains`
    fig : plt.Figure|None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
same_model: tuple
def plot_verdict(settings: 'Mapping[str, tuple[pd.DataFrame, float]]', fig: 'plt.Figure|None'=None) -> 'plt.Figure':
    """On the left, how far predictions are from exact inference; on the right, the bound on the evidence, information included, at its
    lower end. Open marks: a model of its own, by fixed parts or by its prior

    Parameters
    ----------
    settings : Mapping[str, tuple[pd.DataFrame, float]]
        by title: rows of all methods by `cure`, and the score of exact inference
    fig : plt.Figure|None = None
        to draw in

    Returns
    -------
    plt.Figure
    """
    ...
def _mark(ax: 'plt.Axes', at: int, v: Interval, cure: str) -> None:
    """One method"""
    ...
def true_log_lik() -> float:
    """What the true function and its noise predict of the sinc's test points: no more can be expected

    Returns
    -------
    float
        nats per point
    """
    ...
def kurle_runs(quick: bool=False) -> list[KurleRun]:
    """The four variants of the paper

    Parameters
    ----------
    quick : bool = False
        small networks and few steps, to see that everything works

    Returns
    -------
    list[KurleRun]
        two by two, the networks without and with ordered biases
    """
    ...
def run_all(runs: Sequence[KurleRun], s: Setup) -> 'pd.DataFrame':
    """All runs, compiled where there is a compiler and they are worth it; each leaves checkpoints beside its result, and goes on from them

    Parameters
    ----------
    runs : Sequence[KurleRun]
        what to run
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
paper_draws: int
def judge_breaking(table: 'pd.DataFrame') -> list[Claim]:
    """Judge the claims of the figure of Kurle et al., and of their text about it

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_breaking`

    Returns
    -------
    list[Claim]
    """
    ...
def _figure(table): ...
def run_breaking(s: Setup) -> 'pd.DataFrame':
    """The four variants of Kurle et al.

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
def judge_collapse(table: 'pd.DataFrame') -> list[Claim]:
    """Judge what Kurle et al. say of the cause

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_collapse`

    Returns
    -------
    list[Claim]
    """
    ...
def run_collapse(s: Setup) -> 'pd.DataFrame':
    """A tenth of the steps without a cure, and with the symmetry accounted for

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
def more_runs(quick: bool=False) -> list[KurleRun]:
    """Every cure where it was run

    Parameters
    ----------
    quick : bool = False
        two tiny ones

    Returns
    -------
    list[KurleRun]
        all cures of every place, those of one layout side by side
    """
    ...
def run_more(s: Setup) -> 'pd.DataFrame':
    """Every cure where it was run

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
def run_references(s: Setup) -> 'pd.DataFrame':
    """The references of all regressions

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `kurle_reference`
    """
    ...
wide: Any
def moving_kurle_cells(quick: bool=False) -> list[KurleMovingCell]:
    """Posteriors that move with the symmetry, and what they are held against

    Parameters
    ----------
    quick : bool = False
        tiny ones

    Returns
    -------
    list[KurleMovingCell]
        on both settings
    """
    ...
def soft_runs(quick: bool=False) -> list[KurleRun]:
    """Priors that tell units apart, beside the one that does not

    Parameters
    ----------
    quick : bool = False
        tiny ones

    Returns
    -------
    list[KurleRun]
        side by side
    """
    ...
def judge_moving_kurle(table: 'pd.DataFrame') -> list[Claim]:
    """What was expected of posteriors that move with the symmetry, and of priors that break it

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_moving_kurle`

    Returns
    -------
    list[Claim]
    """
    ...
def _of_wide(new: 'pd.DataFrame', old: 'pd.DataFrame') -> list[Claim]:
    """The targets on the deep network of the page on wide nets"""
    ...
def _of_sandwich(t: 'pd.DataFrame') -> list[Claim]:
    """How well is the information known?"""
    ...
def _of_soft(of: Callable) -> list[Claim]:
    """Do priors that tell units apart fit better?"""
    ...
def plot_moving_kurle(table: 'pd.DataFrame') -> 'plt.Figure':
    """What posteriors believe, on the sinc with the widest prior there is

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_moving_kurle`

    Returns
    -------
    plt.Figure
    """
    ...
def run_moving_kurle(s: Setup) -> 'pd.DataFrame':
    """Inducing posteriors on both settings, and soft priors

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        rows of kind 'numbers', and for the sinc of kind 'band'
    """
    ...
from symbayes.core import document
