# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['cures', 'Cure', 'KurleRun', 'train_kurle', 'collapsed', 'outside', 'predictions', 'bands', 'run_kurle', 'KurleReferenceCell', 'kurle_reference', 'cure_table', 'plot_kurle', 'cure_gains', 'plot_gains', 'true_log_lik', 'kurle_runs', 'run_all', 'judge_breaking', 'run_breaking', 'judge_collapse', 'run_collapse', 'more_runs', 'run_more', 'run_references']
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from ..core import lazy_module, member_buffers, require, seeded_module
from ..data import DataSplits, load_data
from ..discovery import would_be_group
from ..estimators import Soules, mi_sandwich
from .artefacts import Claim, Setup, artefact, held, on_difference
from .references import reference, worst_r_hat
from .tasks import IsotropicTask, small_task
from ..groups import PermutationGroup
from ..inference import fit
from ..intervals import effects, mean_and_interval, paired_by_seed, paired_difference
from ..likelihoods import Categorical, Gaussian, Likelihood
from ..metrics import classification_metrics, coverage, mixture_log_lik
from ..posteriors import MeanField
from ..prediction import evaluate, predict
from ..priors import IsotropicNormal
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
    """
    skips: str = ...
    order: bool = ...
    fixed: bool = ...
    mixing: bool = ...
    symmetrized: bool = ...
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
    def group(self, net: nn.Sequential) -> PermutationGroup | None:
        """The symmetry that the cure leaves

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
def collapsed(net: nn.Module, q: MeanField, prior: IsotropicNormal, nats: float=0.03) -> Tensor:
    """Share of hidden units whose incoming weights are back at the prior. With fixed connections such a unit still passes on what
    these bring

    Parameters
    ----------
    net : nn.Module
        the network
    q : MeanField
        posteriors `(R,)`
    prior : IsotropicNormal
        of the weights
    nats : float = 0.03
        a unit counts as collapsed if the KL of its incoming weights to the prior is below this, per weight

    Returns
    -------
    Tensor
        `(R,)` shares
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
def _account(run, net, q, group, problem, buffers):
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
def cure_table(results: 'pd.DataFrame', reference: Mapping[str, float] | None=None) -> 'pd.DataFrame':
    """Log likelihood per test point, share of points in the 95 % bands, ELBO, the symmetrised one where a symmetry is left, at
    least, and share of collapsed units

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
def judge_breaking(table: 'pd.DataFrame') -> list[Claim]:
    """The claims that the figure of Kurle et al. makes, and their text about it

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
    """Kurle et al. on the cause

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
from symbayes.core import document
