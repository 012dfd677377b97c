# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['activations', 'families', 'estimators', 'methods', 'result_files', 'tables_read', 'choose', 'make_mlp', 'pick_device', 'RunResult', 'predictive_metrics', 'data_log_liks', 'run_metrics', 'metric_names', 'summary_table', 'run_training', 'n_outputs', 'load_run_data', 'check_scales', 'check_room', 'check_sizes', 'blaming_the_rate', 'check_folder', 'check_unused', 'remove_run', 'saved_table', 'was_interrupted', 'no_empty_folders', 'in_one_line', 'one_line_errors']
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
import errno, json, os, sys
import matplotlib.pyplot as plt
import pandas as pd
import torch
from fastcore.basics import patch
from fastcore.script import is_cli
from torch import Tensor, nn
from .core import Generators, SymbayesError, check_writable, require, seeded_module, whole_file
from .data import DataSplits, load_data
from .groups import PermutationGroup, mlp_group
from .inference import OtherRunError, check_options, first_line, fit, predict, reporting_copy
from .likelihoods import Categorical, Gaussian, Likelihood
from .metrics import classification_metrics, interval_table, plot_reliability, predictive_probs, regression_metrics
from .posteriors import IsotropicNormal, LowRank, MeanField, Posterior, UnitGaussian
from .symmetrized_elbo import Bethe, Estimator, Exact, Planted, Sampled, Sinkhorn, Soules, Uniform, mi_sandwich
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
families: dict
estimators: dict
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
@dataclass
class RunResult:
    """A finished run: posterior, history and numbers, one row per training seed

    Parameters
    ----------
    config : dict
        the options it was run with
    q : Posterior
        a stack over training seeds
    likelihood : Likelihood
        with its learned noise, if any
    group : PermutationGroup
        of the network
    estimator : Estimator
        gave the lower end of the reported `I(g;w)`
    history : pd.DataFrame
        a row per epoch and seed, in nats
    metrics : pd.DataFrame
        a row per seed
    probs : Tensor | None = None
        test predictions `(members, n, classes)`, for classification
    y_test : Tensor | None = None
        their labels
    """
    config: dict
    q: Posterior
    likelihood: Likelihood
    group: PermutationGroup
    estimator: Estimator
    history: pd.DataFrame
    metrics: pd.DataFrame
    probs: Tensor | None = ...
    y_test: Tensor | None = ...
    def summary(self) -> pd.DataFrame:
        """The run's numbers with intervals over training seeds"""
        ...
    def save(self, out: str | Path) -> None:
        """Write metrics.json, history.csv, posterior.safetensors and picture.png, each as a whole

        Parameters
        ----------
        out : str | Path
            folder, made if needed
        """
        ...
    def plot_history(self, ax: plt.Axes | None=None) -> plt.Axes:
        """The objective's course, one line per training seed

        Parameters
        ----------
        ax : plt.Axes | None = None
            axes to draw on

        Returns
        -------
        plt.Axes
        """
        ...
    def plot(self) -> plt.Figure:
        """History, and for classes the calibration of the first seed"""
        ...
def predictive_metrics(outputs: Tensor, y: Tensor, likelihood: Likelihood) -> pd.DataFrame:
    """Metrics of the predictive distribution

    Parameters
    ----------
    outputs : Tensor
        `(members, S, n, out)` on the test inputs
    y : Tensor
        test targets
    likelihood : Likelihood
        decides which metrics make sense

    Returns
    -------
    pd.DataFrame
        a row per member
    """
    ...
def data_log_liks(model: nn.Module, q: Posterior, likelihood: Likelihood, data: tuple[Tensor, Tensor], n_samples: int, generator: Generators, at_once: int) -> Tensor:
    """Log likelihood of a whole data set under each draw

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        a stack
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        inputs and targets
    n_samples : int
        weight draws S
    generator : Generators
        of the draws, one per member
    at_once : int
        draws at a time; it decides what is drawn, so let it not depend on the number of members

    Returns
    -------
    Tensor
        `(members, S)` float64 nats
    """
    ...
def run_metrics(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, splits: DataSplits, group: PermutationGroup, n_samples: int=100, seeds: Sequence[int] | None=None) -> tuple[pd.DataFrame, Tensor, Estimator]:
    """All numbers of a run, by draws of their own

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        a stack over training seeds
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        of the targets
    splits : DataSplits
        data, of which the test part has not been seen
    group : PermutationGroup
        of the network
    n_samples : int = 100
        weight draws, for predictions and again for the likelihood over the training set
    seeds : Sequence[int] | None = None
        the training seeds, which decide the draws; default 0, 1, ..

    Returns
    -------
    tuple[pd.DataFrame, Tensor, Estimator]
        a row per member; the test outputs; and what gave the lower end of I
    """
    ...
def metric_names(side: str) -> dict[str, str]:
    """Rows of the summary

    Parameters
    ----------
    side : str
        side of the estimate of I: 'lower bound', 'upper bound' or 'exact'

    Returns
    -------
    dict[str, str]
        column to what the table calls it, in the table's order
    """
    ...
def summary_table(metrics: pd.DataFrame, side: str='lower bound', by: str | None=None) -> pd.DataFrame:
    """Means and intervals over training seeds

    Parameters
    ----------
    metrics : pd.DataFrame
        a row per run, with the columns of `run_metrics`
    side : str = 'lower bound'
        side of the estimate of I
    by : str | None = None
        column that tells methods apart

    Returns
    -------
    pd.DataFrame
        a column per method, entries mean ± half-width of the 95 % interval over training seeds
    """
    ...
def run_training(data: str='digits', method: str='symmetrized', estimator: str='auto', K: int=20, temperature: float=1.0, width: int=100, depth: int=1, activation: str='relu', family: str='mean_field', epochs: int=50, lr: float=0.01, batch_size: int=100, samples: int=1, prior_std: float=0.3, init_std: float=0.02, noise_std: float=0.2, learn_noise: bool=False, kl_warmup: float=0.0, patience: int=0, local_reparam: bool=True, n_train: int=0, seeds: int=1, seed: int=0, eval_samples: int=100, data_dir: str | None=None, checkpoint_every: float=30.0, out: str | None=None, resume: bool=False, overwrite: bool=False, device: str='auto', bf16: bool=False, progress: bool=True) -> RunResult:
    """Train a Bayesian MLP with several seeds side by side and measure it

    Parameters
    ----------
    data : str = 'digits'
        classes of digits, mnist, fashion_mnist, cifar10, cifar100; or a regression: diabetes, wine_alcohol, breast_symmetry, sinc, wide_sinc, abs, toy2d
    method : str = 'symmetrized'
        mean_field or symmetrized
    estimator : str = 'auto'
        of I(g;w) in training, method symmetrized: soules, sinkhorn, bethe, sampled, planted, uniform or exact; auto is soules where the family allows, else uniform
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
    family : str = 'mean_field'
        mean_field, unit_gaussian or low_rank
    epochs : int = 50
        passes over the training data
    lr : float = 0.01
        learning rate of Adam, annealed to zero by a cosine
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
        family mean_field: draw outputs of layers instead of weights
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
        folder for metrics.json, history.csv, the posterior, a picture and the checkpoint
    resume : bool = False
        continue from the checkpoint in `out`, if there is one
    overwrite : bool = False
        replace the run that is in `out`
    device : str = 'auto'
        auto, cpu, cuda, mps
    bf16 : bool = False
        run the network in bfloat16
    progress : bool = True
        show progress bars; --no-progress hides them

    Returns
    -------
    RunResult
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
def load_run_data(data: str, data_dir: str | None, n_train: int, seed: int) -> DataSplits:
    """Data for an MLP

    Parameters
    ----------
    data : str
        name of the data set
    data_dir : str | None
        folder with the data files
    n_train : int
        training examples to keep; 0 for all
    seed : int
        decides which

    Returns
    -------
    DataSplits
        inputs flattened
    """
    ...
def check_scales(**options: float) -> None:
    """Refuse what float32 cannot square

    Parameters
    ----------
    **options : float
        standard deviations and factors
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
def check_sizes(splits: DataSplits, width: int, depth: int, samples: int, batch_size: int, seeds: int, eval_samples: int, K: int, device: torch.device) -> None:
    """Raise `SymbayesError` for numbers that ask for more memory than there is, before any work is done. Only the largest tensors are counted

    Parameters
    ----------
    splits : DataSplits
        the data
    width : int
        options of `run_training`, as the following
    depth : int
    samples : int
    batch_size : int
    seeds : int
    eval_samples : int
    K : int
    device : torch.device
        where
    """
    ...
@contextmanager
def blaming_the_rate() -> Iterator[None]:
    """A matrix that cannot be factored is what a diverged run looks like in the families with covariances"""
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
tables_read: list[Path]
def saved_table(path: Path | None, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
    """Read a table, or make it and write it as a whole. Raises `SymbayesError` for a file that is no table

    Parameters
    ----------
    path : Path | None
        a .csv file; None to keep nothing
    make : Callable[[], pd.DataFrame]
        makes the table

    Returns
    -------
    pd.DataFrame
        what was there, or what was made
    """
    ...
def was_interrupted(e: BaseException | None) -> bool:
    """Is it an interrupt, or did one lead to it? Interrupted inside `vmap`, torch answers with an error of its own

    Parameters
    ----------
    e : BaseException | None
        an error

    Returns
    -------
    bool
    """
    ...
@contextmanager
def no_empty_folders(out: str | Path | None) -> Iterator[None]:
    """If the block fails, folders that it made and left empty go again: `out`, those above it, and those directly in it

    Parameters
    ----------
    out : str | Path | None
        folder that the block may make; None if there is none

    Returns
    -------
    Iterator[None]
    """
    ...
def in_one_line(e: BaseException) -> str | None:
    """What a command says about an error that comes from its options, its files or the machine, and is no bug

    Parameters
    ----------
    e : BaseException
        an error

    Returns
    -------
    str | None
        None if it is none of these
    """
    ...
@contextmanager
def one_line_errors(out: str | Path | None=None) -> Iterator[None]:
    """In a command, turn an error that is no bug into one line and exit status 2, and an interrupt into exit status 130

    Parameters
    ----------
    out : str | Path | None = None
        the command's output folder, to be checked first; None for none

    Returns
    -------
    Iterator[None]
    """
    ...
