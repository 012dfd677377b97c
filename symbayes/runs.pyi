# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['activations', 'families', 'estimators', 'methods', 'result_files', 'choose', 'make_mlp', 'register', 'pick_device', 'RunConfig', 'run_config', 'load_run_data', 'network_maker', 'PreparedRun', 'start_posterior', 'prepare_run', 'unused_options', 'DataInfo', 'RunResult', 'metric_names', 'summary_table', 'train_config', 'draws_outputs', 'fit_run', 'run_training', 'training_of_seeds', 'model_source', 'load_run']
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from functools import partial
from hashlib import sha256
from math import inf, nan, prod
from pathlib import Path
from typing import Any
from importlib.machinery import PathFinder
import inspect, os, re, sys, warnings
import numpy as np
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from . import __version__
from .baselines import baseline_names
from .console import counted, function_named, in_shell, writable_folder
from .collapsed import CollapsedLastLayer
from .core import Layout, SymbayesError, deprecated, first_line, lazy_module, member_buffers, moved, require
from .core import own_random_state, seeded_module, streams
from .data import SOURCES, DataSplits, data_sources, found_file, load_data
from .discovery import mlp_group, symmetry_group
from .estimators import Bethe, Planted, Sampled, Sinkhorn, Soules, default_estimator, mi_sandwich
from .families import Family
from .files import read_json, whole_file, write_json
from .groups import PermutationGroup
from .checkpoints import OtherRunError, function_sample
from .inducing import InducingPosterior
from .inference import Checkpoint, Stopping, TrainConfig, fit
from .information import Estimator, Exact, Uniform
from .intervals import Interval, interval_table
from .likelihoods import Categorical, Gaussian, Likelihood
from .metrics import plot_reliability, predictive_probs
from .plots import plot_calibration, plot_history, plot_predictions
from .posteriors import LowRank, MeanField, Posterior, UnitGaussian
from .local_reparam import LocalReparam
from .prediction import account, check_options, check_statistics, evaluation_mode, log_likelihood_draws, predict
from .priors import IsotropicNormal
from .processes import Processes, join_processes
from .settling import default_epochs
from .tables import TableScheme, read_arrays
import matplotlib.pyplot as plt
import pandas as pd
def choose(what: str, name: str, options: dict) -> object:
    """Look a name up. Raises `SymbayesError` listing the known names

    Parameters
    ----------
    what : str
        what kind of thing is chosen, for the message
    name : str
        the name asked for
    options : dict
        the known ones

    Returns
    -------
    object
        `options[name]`
    """
    ...
activations: dict
def make_mlp(n_in: int, n_out: int, width: int=100, depth: int=1, activation: str='relu') -> nn.Sequential:
    """A multilayer perceptron with equally wide hidden layers

    Parameters
    ----------
    n_in : int
        inputs
    n_out : int
        outputs
    width : int = 100
        units in each hidden layer
    depth : int = 1
        hidden layers
    activation : str = 'relu'
        one of `activations`

    Returns
    -------
    nn.Sequential
    """
    ...
families: dict[str, Callable]
estimators: dict[str, Callable]
def register(table: dict[str, Callable], name: str) -> Callable:
    """Decorator: enter a function into a table under a name

    Parameters
    ----------
    table : dict[str, Callable]
        `families`, `estimators` or `activations`
    name : str
        what users call it

    Returns
    -------
    Callable
    """
    ...
def _mean_field(nets: Sequence[nn.Module], g: PermutationGroup, std: float, seeds: Sequence[int]) -> Posterior: ...
def _unit_gaussian(nets: Sequence[nn.Module], g: PermutationGroup, std: float, seeds: Sequence[int]) -> Posterior: ...
def _low_rank(nets: Sequence[nn.Module], g: PermutationGroup, std: float, seeds: Sequence[int]) -> Posterior: ...
def _collapsed(nets: Sequence[nn.Module], g: PermutationGroup, std: float, seeds: Sequence[int], prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor]) -> CollapsedLastLayer: ...
def _inducing(nets: Sequence[nn.Module], g: PermutationGroup, std: float, seeds: Sequence[int], prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor], inducing: int=0) -> InducingPosterior: ...
methods: dict
def pick_device(name: str) -> torch.device:
    """A device that works here; 'auto' is CUDA where there is one, else the CPU

    Parameters
    ----------
    name : str
        'auto', or a device as torch names it: 'cpu', 'cuda', 'cuda:1', 'mps'

    Returns
    -------
    torch.device
    """
    ...
@dataclass(frozen=True)
class RunConfig:
    """All that decides a run. Raises `SymbayesError` for values that cannot be, and for such that exclude each other

    Parameters
    ----------
    data : str = 'digits'
    method : str = 'symmetrized'
        mean_field or symmetrized
    estimator : str = 'auto'
    K : int = 20
        samples of the estimators uniform, sampled and planted
    temperature : float = 1.0
        factor on KL - I in training; anything but 1 is no ELBO
    width : int = 100
        units in each hidden layer
    depth : int = 1
        hidden layers
    activation : str = 'relu'
        relu, tanh, selu or gelu
    model : str | None = None
    family : str = 'mean_field'
    inducing : int = 0
        family inducing: training inputs that it rests on; 0 for 128, or all if there are fewer
    epochs : int = 0
        passes over the training data; 0: until training has settled, in 4,000 steps or 20 epochs at most
    lr : float = 0.01
        learning rate of Adam; it falls to zero over the last three tenths of the steps
    batch_size : int = 100
        examples a step
    samples : int = 1
        weight draws a step
    prior_std : float = 0.3
        standard deviation of the prior on every weight
    init_std : float = 0.02
        standard deviation of the posterior at the start
    noise_std : float = 0.2
        regression: standard deviation of the noise, at the start if learned
    learn_noise : bool = False
        regression: fit the noise along with the posterior
    kl_warmup : float = 0.0
        epochs over which KL - I is phased in
    patience : int = 0
        stop after so many epochs without better validation NLL; 0 trains to the end
    local_reparam : bool = True
    n_train : int = 0
        use only so many training examples; 0 for all
    seeds : int = 1
        training seeds, run side by side
    seed : int = 0
        the first of them
    eval_samples : int = 100
        weight draws for test predictions, and again for the reported ELBO
    data_dir : str | None = None
        folder with the data files, default where downloads go
    checkpoint_every : float = 30.0
        seconds between checkpoints; 0 for one after every epoch
    out : str | None = None
        folder for metrics.json, history.csv, the posterior, run.json, a picture and the checkpoint
    resume : bool = False
        continue from the checkpoint in `out`, if there is one
    overwrite : bool = False
        replace the run that is in `out`
    device : str = 'auto'
        auto, cpu, cuda, mps
    bf16 : bool = False
        run the network in bfloat16
    processes : str | None = None
    progress : bool = True
        show progress bars; --no-progress hides them
    target : str | None = None
        column of the table to predict
    """
    data: str = ...
    method: str = ...
    estimator: str = ...
    K: int = ...
    temperature: float = ...
    width: int = ...
    depth: int = ...
    activation: str = ...
    model: str | None = ...
    family: str = ...
    inducing: int = ...
    epochs: int = ...
    lr: float = ...
    batch_size: int = ...
    samples: int = ...
    prior_std: float = ...
    init_std: float = ...
    noise_std: float = ...
    learn_noise: bool = ...
    kl_warmup: float = ...
    patience: int = ...
    local_reparam: bool = ...
    n_train: int = ...
    seeds: int = ...
    seed: int = ...
    eval_samples: int = ...
    data_dir: str | None = ...
    checkpoint_every: float = ...
    out: str | None = ...
    resume: bool = ...
    overwrite: bool = ...
    device: str = ...
    bf16: bool = ...
    processes: str | None = ...
    progress: bool = ...
    target: str | None = ...
    def __post_init__(self): ...
    def __getitem__(self, option: str) -> Any: ...
    @property
    def all_seeds(self) -> range:
        """The training seeds"""
        ...
    @property
    def symmetrized(self) -> bool:
        """Is the symmetrised ELBO maximised?"""
        ...
_positive: tuple
_scales: tuple
def _check_numbers(c: RunConfig) -> None:
    """Refuse counts that are not positive, and what float32 cannot square"""
    ...
def _check_together(c: RunConfig) -> None:
    """Refuse options that exclude each other"""
    ...
def run_config(config: RunConfig | str | None=None, *more: str, **options) -> RunConfig:
    """The configuration that is meant. Raises `SymbayesError` for options that do not exist

    Parameters
    ----------
    config : RunConfig | str | None = None
        a configuration; or the name of the data
    *more : str
        method and estimator, where the data are given by position
    **options
        fields of `RunConfig`; they take the place of those of `config`

    Returns
    -------
    RunConfig
    """
    ...
result_files: tuple
def check_folder(out: str | Path, names: Sequence[str]=result_files) -> None:
    """Make the folder and try to write there. Raises `SymbayesError` if that is not possible

    Parameters
    ----------
    out : str | Path
        where results shall go
    names : Sequence[str] = result_files
        of the files
    """
    ...
def check_unused(out: str | Path, resume: bool, overwrite: bool) -> None:
    """Raise `OtherRunError` where the results of a run would be lost unasked

    Parameters
    ----------
    out : str | Path
        where results shall go
    resume : bool
        shall a run there be continued?
    overwrite : bool
        shall it be replaced?
    """
    ...
def remove_run(out: str | Path) -> None:
    """Remove the files that a run writes

    Parameters
    ----------
    out : str | Path
        folder of a run
    """
    ...
def n_outputs(splits: DataSplits) -> int:
    """Outputs that a network for these data needs

    Parameters
    ----------
    splits : DataSplits
        the data

    Returns
    -------
    int
    """
    ...
def load_run_data(data: str, data_dir: str | None=None, n_train: int=0, seed: int=0, target: str | None=None, flat: bool=True) -> DataSplits:
    """Data for an MLP, or for a network that takes images

    Parameters
    ----------
    data : str
        name of the data set, or a table
    data_dir : str | None = None
        folder with the data files
    n_train : int = 0
        training examples to keep; 0 for all
    seed : int = 0
        decides which
    target : str | None = None
        column to predict
    flat : bool = True
        images as vectors?

    Returns
    -------
    DataSplits
    """
    ...
def data_file(data: str, data_dir: str | None=None) -> Path | None:
    """The file of an own table, from here or from the data folder

    Parameters
    ----------
    data : str
        name of the data set, or a table
    data_dir : str | None = None
        folder with the data files

    Returns
    -------
    Path | None
        which may not exist; None for a data set with a name
    """
    ...
def fingerprint(data: str, data_dir: str | None=None) -> str | None:
    """Of the bytes of an own table: those of its scaled numbers would depend on the machine

    Parameters
    ----------
    data : str
        name of the data set, or a table
    data_dir : str | None = None
        folder with the data files

    Returns
    -------
    str | None
        None for a data set with a name
    """
    ...
def check_room(what: str, n: int, device: torch.device) -> None:
    """Raise `SymbayesError` if there is no memory for so many numbers

    Parameters
    ----------
    what : str
        that takes it, for the message
    n : int
        numbers of four bytes
    device : torch.device
        where
    """
    ...
def check_sizes(splits: DataSplits, c: RunConfig, device: torch.device, net: nn.Module | None=None) -> None:
    """Raise `SymbayesError` for numbers that ask for more memory than there is. Only the largest tensors are counted

    Parameters
    ----------
    splits : DataSplits
        the data
    c : RunConfig
        decides the sizes
    device : torch.device
        where
    net : nn.Module | None = None
        a network of the user's own; default: the MLP of the configuration
    """
    ...
def network_maker(c: RunConfig, shape: Sequence[int], n_out: int) -> Callable[[], nn.Module]:
    """What makes the network of a run. Raises `SymbayesError` for a function that cannot be called so

    Parameters
    ----------
    c : RunConfig
        names the function, or decides the MLP
    shape : Sequence[int]
        of an input
    n_out : int
        outputs

    Returns
    -------
    Callable[[], nn.Module]
        draws weights from torch's global generator
    """
    ...
def run_network(c: RunConfig, shape: Sequence[int], n_out: int, seed: int=0) -> nn.Module:
    """The network of a run

    Parameters
    ----------
    c : RunConfig
        decides the architecture
    shape : Sequence[int]
        of an input
    n_out : int
        outputs
    seed : int = 0
        decides the initialisation

    Returns
    -------
    nn.Module
    """
    ...
@contextmanager
def _of_model(c: RunConfig) -> Iterator[None]:
    """Errors that say of which model they are"""
    ...
def _misfit(c: RunConfig, net: nn.Module, splits: DataSplits) -> tuple[str | None, bool]:
    """Why a network does not fit the data, None if it does; and whether it takes them at all"""
    ...
@dataclass
class RunNetworks:
    """Data and networks that fit together

    Parameters
    ----------
    splits : DataSplits
        images, or vectors where the network takes nothing else
    nets : list[nn.Module]
        one per training seed
    shape : tuple[int, ...]
        of an input of the source, as the function was told
    """
    splits: DataSplits
    nets: list[nn.Module]
    shape: tuple[int, ...]
def run_networks(c: RunConfig, device: torch.device) -> RunNetworks:
    """The data and a network for each seed. Raises `SymbayesError` where they do not fit

    Parameters
    ----------
    c : RunConfig
        decides both
    device : torch.device
        where

    Returns
    -------
    RunNetworks
    """
    ...
def run_group(c: RunConfig, net: nn.Module, x: Tensor) -> PermutationGroup:
    """Its symmetries

    Parameters
    ----------
    c : RunConfig
        says whether the network is an MLP
    net : nn.Module
        the network
    x : Tensor
        two inputs or more

    Returns
    -------
    PermutationGroup
    """
    ...
def run_processes(c: RunConfig) -> Processes:
    """The processes that a run is shared by

    Parameters
    ----------
    c : RunConfig
        says whether they share the work

    Returns
    -------
    Processes
        this one alone, unless `torchrun` has started several
    """
    ...
@dataclass
class PreparedRun:
    """The parts of a run before training

    Parameters
    ----------
    config : RunConfig
        what was asked for
    splits : DataSplits
        the data, on the run's device
    nets : list[nn.Module]
        one per training seed
    group : PermutationGroup
        of the network
    q : Posterior
        a stack over training seeds
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        of the targets
    estimator : Estimator | None
        of `I(g;w)` in training; None: mean-field training
    fingerprint : str | None = None
        of an own table
    shape : tuple[int, ...] | None = None
        of an input of the source
    """
    config: RunConfig
    splits: DataSplits
    nets: list[nn.Module]
    group: PermutationGroup
    q: Posterior
    prior: IsotropicNormal
    likelihood: Likelihood
    estimator: Estimator | None
    fingerprint: str | None = ...
    shape: tuple[int, ...] | None = ...
    @property
    def batch_size(self) -> int | None:
        """Number of examples per step; None for all of them"""
        ...
    @property
    def steps_per_epoch(self) -> int:
        """Number of training steps per epoch"""
        ...
    @property
    def epochs(self) -> int:
        """The most epochs: those asked for, or the most that `fit` takes by itself"""
        ...
def training_estimator(c: RunConfig, q: Posterior, g: PermutationGroup) -> Estimator | None:
    """The estimator that is trained with. What is wrong with it is told in the words of the options

    Parameters
    ----------
    c : RunConfig
        decides which
    q : Posterior
        a stack
    g : PermutationGroup
        of the network

    Returns
    -------
    Estimator | None
    """
    ...
def start_posterior(c: RunConfig, nets: Sequence[nn.Module], group: PermutationGroup, prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor]) -> Family:
    """The posterior before training

    Parameters
    ----------
    c : RunConfig
        decides the family
    nets : Sequence[nn.Module]
        networks, one per training seed
    group : PermutationGroup
        of the network
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        training inputs and targets

    Returns
    -------
    Family
        a stack
    """
    ...
def prepare_run(config: RunConfig | str | None=None, *more: str, **options) -> PreparedRun:
    """Load and build everything. Raises `SymbayesError` for what cannot work

    Parameters
    ----------
    config : RunConfig | str | None = None
        as for `run_training`
    *more : str
    **options

    Returns
    -------
    PreparedRun
    """
    ...
def unused_options(run: PreparedRun) -> list[str]:
    """Options that were set and that this run has no use for, and a warm-up that it does not reach the end of

    Parameters
    ----------
    run : PreparedRun
        a run before training

    Returns
    -------
    list[str]
        a line each
    """
    ...
def _named(option: str, value: Any) -> str:
    """An option with its value, as it is typed: in a shell `--k 3`, else `K 3`"""
    ...
_bundled: tuple
def say_unused(run: PreparedRun) -> None:
    """Tell whoever started the run

    Parameters
    ----------
    run : PreparedRun
        a run before training
    """
    ...
@dataclass
class DataInfo:
    """What has to be known of the data to predict in their units

    Parameters
    ----------
    what : str
        they are, in a line
    n_in : int
        inputs
    n_out : int
        outputs of the network
    n_classes : int | None
        None: regression
    scaling : dict[str, Tensor]
        `x_mean`, `x_std`, and `y_mean`, `y_std` for regression, where the data were scaled
    scheme : TableScheme | None = None
        of a table: which columns it has, and how they become numbers
    fingerprint : str | None = None
        of an own table, see `fingerprint`; None where it is not known
    shape : tuple[int, ...] | None = None
        of an input, as the network takes it; None: a vector
    source_shape : tuple[int, ...] | None = None
        of an input of the source
    """
    what: str
    n_in: int
    n_out: int
    n_classes: int | None
    scaling: dict[str, Tensor]
    scheme: TableScheme | None = ...
    fingerprint: str | None = ...
    shape: tuple[int, ...] | None = ...
    source_shape: tuple[int, ...] | None = ...
    def scaled(self, x: Tensor) -> Tensor:
        """Inputs as the network takes them

        Parameters
        ----------
        x : Tensor
            inputs `(n, n_in)` in the units of the source

        Returns
        -------
        Tensor
        """
        ...
    @property
    def y_units(self) -> tuple[Tensor, Tensor]:
        """Mean and standard deviation of the targets, `(n_out,)`: what the network calls 0 and 1"""
        ...
def described_splits(splits: DataSplits) -> str:
    """A line on data that are no named set

    Parameters
    ----------
    splits : DataSplits
        data of a run

    Returns
    -------
    str
        the source's own words where it has some
    """
    ...
def data_info(splits: DataSplits, what: str, mark: str | None=None, shape: tuple[int, ...] | None=None) -> DataInfo:
    """What stays of the data

    Parameters
    ----------
    splits : DataSplits
        data of a run
    what : str
        they are, in a line
    mark : str | None = None
        the fingerprint of an own table
    shape : tuple[int, ...] | None = None
        of an input of the source, which a model was made for

    Returns
    -------
    DataInfo
    """
    ...
@dataclass(repr=False)
class RunResult:
    """A finished run: posterior, history and numbers, one row per training seed

    Parameters
    ----------
    config : RunConfig
        the options it was run with
    model : nn.Module
        the network; its own parameters do not matter
    q : Posterior
        a stack over training seeds
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        with its learned noise, if any
    group : PermutationGroup
        of the network
    info : DataInfo
        shapes and units of the data
    history : pd.DataFrame
        a row per epoch and seed, in nats
    metrics : pd.DataFrame
        a row per seed, columns as of `account`
    probs : Tensor | None = None
        test predictions `(members, n, classes)`, for classification; not kept in the folder
    y_test : Tensor | None = None
        their labels, or targets
    outputs : Tensor | None = None
        test outputs of the first seed `(S, n, outputs)`, for regression; not kept in the folder
    x_test : Tensor | None = None
        their inputs
    """
    config: RunConfig
    model: nn.Module
    q: Posterior
    prior: IsotropicNormal
    likelihood: Likelihood
    group: PermutationGroup
    info: DataInfo
    history: 'pd.DataFrame'
    metrics: 'pd.DataFrame'
    probs: Tensor | None = ...
    y_test: Tensor | None = ...
    outputs: Tensor | None = ...
    x_test: Tensor | None = ...
    def __repr__(self): ...
    def summary(self) -> 'pd.DataFrame':
        """The run's numbers with intervals over training seeds"""
        ...
    def plot_history(self, ax: 'plt.Axes|None'=None) -> 'plt.Axes':
        """Plot the bound in nats against the epoch, one line per training seed

        Parameters
        ----------
        ax : plt.Axes|None = None
            axes to draw on

        Returns
        -------
        plt.Axes
        """
        ...
    def plot(self) -> 'plt.Figure':
        """Plot the history, and of the first seed the calibration and, for a regression, the predictions"""
        ...
    def _plot_outputs(self, predicted: 'plt.Axes', calibrated: 'plt.Axes') -> None:
        """Predictions and calibration of the first seed, in the units of the source"""
        ...
    def inputs(self, x: Any) -> tuple[Tensor, Any]:
        """Inputs for the network. Raises `SymbayesError` for such that do not fit

        Parameters
        ----------
        x : Any
            inputs in the source's units: a tensor or an array `(n, ...)`, or a table with the run's columns, as a frame or a file

        Returns
        -------
        tuple[Tensor, Any]
            as the network takes them; and the index of the rows, or None
        """
        ...
    def in_target_units(self, y: Tensor) -> Any:
        """Targets as in the source

        Parameters
        ----------
        y : Tensor
            targets as the network sees them, `(n,)` labels or `(n, outputs)`

        Returns
        -------
        Any
            `(n,)` numbers or names; `(n, outputs)` numbers of several targets
        """
        ...
    def predict(self, x: Any=None, n_samples: int=100, seed: int=0, member: int | None=None, processes: bool=False) -> 'pd.DataFrame':
        """Predictions of the trained networks

        Parameters
        ----------
        x : Any = None
            inputs, see `inputs`; None: those of the run's test part
        n_samples : int = 100
            weight draws of each training seed
        seed : int = 0
            decides the draws
        member : int | None = None
            one training seed by its place, rather than all
        processes : bool = False
            share the draws out among the processes that `torchrun` has started

        Returns
        -------
        pd.DataFrame
            a row per input, in units of the targets: `mean`, `std`, `std_with_noise`; or `class`, and `p_` of each
        """
        ...
    @property
    def class_names(self) -> tuple:
        """What label 0, 1, ... stand for"""
        ...
    def as_table(self, out: Tensor, member: int | None=None) -> 'pd.DataFrame':
        """Predictions in the units of the targets, a row per input

        Parameters
        ----------
        out : Tensor
            outputs `(members, S, n, out)` in float64
        member : int | None = None
            the one that they are of, if not of all

        Returns
        -------
        pd.DataFrame
        """
        ...
    def save(self, out: str | Path) -> None:
        """Write metrics.json, history.csv, posterior.safetensors, run.json and picture.png, each as a whole

        Parameters
        ----------
        out : str | Path
            folder, made if needed
        """
        ...
def run_account(run: PreparedRun) -> 'pd.DataFrame':
    """All numbers of a run, by draws of their own

    Parameters
    ----------
    run : PreparedRun
        fitted

    Returns
    -------
    pd.DataFrame
        a row per training seed: `seed`, then the columns of `account`
    """
    ...
def run_probs(run: PreparedRun) -> Tensor | None:
    """Predicted probabilities of the test part, for the picture

    Parameters
    ----------
    run : PreparedRun
        fitted

    Returns
    -------
    Tensor | None
        `(members, n, classes)`; None for a regression
    """
    ...
def run_outputs(run: PreparedRun, most: int=1000) -> Tensor | None:
    """Predict the first rows of the test part, for the picture of a regression

    Parameters
    ----------
    run : PreparedRun
        fitted
    most : int = 1000
        largest number of test inputs

    Returns
    -------
    Tensor | None
        `(S, n, outputs)` of the first seed; None for classification
    """
    ...
def metric_names(side: str='lower bound') -> dict[str, str]:
    """Rows of the summary

    Parameters
    ----------
    side : str = 'lower bound'
        of the lower end of I: 'lower bound', or 'exact' where both ends are one

    Returns
    -------
    dict[str, str]
        column to what the table calls it, in the table's order
    """
    ...
_old_names: dict
def _renamed(metrics: 'pd.DataFrame') -> 'pd.DataFrame':
    """Columns of version 0.1.0 under their names of today"""
    ...
def _side(metrics: 'pd.DataFrame') -> str:
    """Of the lower end of I"""
    ...
def summary_table(metrics: 'pd.DataFrame', side: str | None=None, by: str | None=None) -> 'pd.DataFrame':
    """Means and intervals over training seeds, beside a constant and a linear model on the same rows

    Parameters
    ----------
    metrics : pd.DataFrame
        a row per run, with the columns of `account`
    side : str | None = None
        of the lower end of I, see `metric_names`; default: as the numbers say
    by : str | None = None
        column that tells methods apart

    Returns
    -------
    pd.DataFrame
        a column per method, entries mean ± half-width of the 95 % interval over training seeds; baselines last
    """
    ...
def _baseline_entries(metrics: 'pd.DataFrame', names: dict[str, str]) -> dict[str, list]:
    """A column for each baseline: its mean where it has the metric, else nothing"""
    ...
@contextmanager
def blaming_the_rate() -> Iterator[None]:
    """A matrix that cannot be factored is what a diverged run looks like in the families with covariances"""
    ...
def train_config(run: PreparedRun) -> TrainConfig:
    """The options of `fit`

    Parameters
    ----------
    run : PreparedRun
        a run before training

    Returns
    -------
    TrainConfig
    """
    ...
def draws_outputs(run: PreparedRun) -> bool:
    """Can outputs of layers be drawn? In a network of the user's own only if each acts once on an example: other outputs share weights

    Parameters
    ----------
    run : PreparedRun
        a run before training

    Returns
    -------
    bool
    """
    ...
def _label(run: PreparedRun) -> str:
    """What else than `fit` can see makes a run what it is"""
    ...
def fit_run(run: PreparedRun) -> 'pd.DataFrame':
    """Train

    Parameters
    ----------
    run : PreparedRun
        its posterior and likelihood are changed in place

    Returns
    -------
    pd.DataFrame
        a row per epoch and seed
    """
    ...
def run_training(config: RunConfig | str | None=None, *more: str, **options) -> RunResult:
    """Train a Bayesian network with several seeds side by side and measure it

    Parameters
    ----------
    config : RunConfig | str | None = None
        all options at once; or the name of the data
    *more : str
        method and estimator, where the data are given by position
    **options
        fields of `RunConfig`

    Returns
    -------
    RunResult
    """
    ...
def _trained(c: RunConfig, shared: Processes) -> RunResult:
    """A run from its beginning to its end; the first process talks and writes"""
    ...
def training_of_seeds(seed: Sequence[int], **options) -> 'pd.DataFrame':
    """Train with several seeds, those that follow one another side by side

    Parameters
    ----------
    seed : Sequence[int]
        training seeds
    **options
        fields of `RunConfig`

    Returns
    -------
    pd.DataFrame
        their metrics
    """
    ...
def model_source(c: RunConfig) -> str | None:
    """A fingerprint of the file that makes the network

    Parameters
    ----------
    c : RunConfig
        names a function, or none

    Returns
    -------
    str | None
        None without a function, and for one that has no file
    """
    ...
def _training_content(config: RunConfig | str | None=None, **options) -> dict[str, Any]:
    """All that the result of `run_training` depends on"""
    ...
def _mixture(out: Tensor, noise: Tensor, units: tuple[Tensor, Tensor]) -> dict[str, Tensor]:
    """Moments of predictions, `(n, out)` each, from draws `(members, S, n, out)` and noise that broadcasts with them"""
    ...
def _columns(named: dict[str, Tensor]) -> dict[str, Any]:
    """One column per number, numbered where there are several outputs"""
    ...
def _images(path: str | Path, info: DataInfo) -> np.ndarray | None:
    """Inputs of an npz file that are no table, or are for a run of none"""
    ...
def _data_again(result: RunResult) -> DataSplits:
    """The data of a run. Raises `SymbayesError` for an own table that is gone, or has changed since"""
    ...
_run_format: str
def _as_plain(v: Any) -> Any:
    """Convert numpy's numbers and paths, which JSON does not know"""
    ...
def _likelihood_record(l: Likelihood) -> dict:
    """A likelihood for JSON"""
    ...
def _likelihood_of(record: dict) -> Likelihood:
    """The likelihood that was recorded"""
    ...
def _info_record(info: DataInfo) -> dict:
    """What stays of the data, for JSON"""
    ...
def _info_of(record: dict) -> DataInfo:
    """What was recorded of the data"""
    ...
def _check_info(info: DataInfo) -> None:
    """Raise `SymbayesError` unless sizes are counts, and the units are numbers for each input and output"""
    ...
def _metrics_of(record: dict, seeds: Sequence[int], report: dict) -> 'pd.DataFrame':
    """The numbers of each training seed. Raise `SymbayesError` for those of another run"""
    ...
def _computed(net: nn.Module, q: Family, info: DataInfo) -> list[list[float]]:
    """What a network of the user's own computes, to be told from another of the same shapes"""
    ...
def _check_computes(c: RunConfig, net: nn.Module, q: Family, info: DataInfo, was: list[list[float]]) -> None:
    """Raise `SymbayesError` for a function that makes another network by now"""
    ...
def check_code(model: str | None, folder: Path, again: str | None=None) -> None:
    """Raise `SymbayesError` for code that a run would import unasked: from its own folder, or from Python's own library

    Parameters
    ----------
    model : str | None
        'module:function' that a run names, or none
    folder : Path
        of the run
    again : str | None = None
        what the user names
    """
    ...
def _run_record(folder: Path) -> dict:
    """What run.json says. Raises `SymbayesError` for a folder that has none, or one of another version"""
    ...
def load_run(folder: str | Path, model: str | None=None) -> RunResult:
    """Load a finished run from its folder. A run that was trained with `model='module:function'` imports that module and calls the
    function: code, where all else in the folder is data. Raises `SymbayesError` for code that lies in the folder itself or in Python's own
    library, unless `model` names it again, and for anything that is no run

    Parameters
    ----------
    folder : str | Path
        of a finished run
    model : str | None = None
        the run's 'module:function' again, to import it even from the folder of the run

    Returns
    -------
    RunResult
        on the CPU; without the test predictions behind its picture
    """
    ...
_in_console: tuple
_elsewhere: dict
from symbayes.console import in_one_line as in_one_line
from symbayes.console import no_empty_folders as no_empty_folders
from symbayes.console import one_line_errors as one_line_errors
from symbayes.console import was_interrupted as was_interrupted
from symbayes.files import saved_table as saved_table
from symbayes.files import tables_read as tables_read
from symbayes.prediction import held_out_metrics as predictive_metrics
def check_scales(**options: float) -> None:
    """Refuse what float32 cannot square: `run_training` does so itself"""
    ...
def data_log_liks(model: nn.Module, q: Posterior, likelihood: Likelihood, data: tuple[Tensor, Tensor], n_samples: int, generator: Any, at_once: int | None=None) -> Tensor:
    """Now `log_likelihood_draws`"""
    ...
def run_metrics(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, splits: DataSplits, group: PermutationGroup, n_samples: int=100, seeds: Any=None) -> tuple['pd.DataFrame', Tensor, Any]:
    """Now `account`: its numbers by their old names, test outputs, and what gave the lower end of I"""
    ...
from symbayes.core import document
