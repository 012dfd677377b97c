# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'Stopping', 'Checkpoint', 'TrainConfig', 'fit']
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import partial
from hashlib import sha256
from inspect import Parameter, signature
from numbers import Real
from pathlib import Path
from typing import Any
import signal, sys, threading, time
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset
from tqdm.auto import tqdm
from .baselines import fit_notes
from .checkpoints import TrainState, digest, identity_of, load_checkpoint, same_identity, save_checkpoint
from .core import Generators, Inputs, Layout, Params, SymbayesError, gradients_on, input_tensors, lazy_module, map_inputs, network_outputs, own_random_state, require, take_examples, with_buffers
from .data import batches
from .elements import PermutationGroup
from .estimators import ceiling_note, default_estimator
from .families import Family
from .files import check_writable
from .information import Estimator, check_kinds
from .likelihoods import Likelihood
from .local_reparam import LocalReparam
from .posteriors import Posterior
from .prediction import check_buffers, check_examples, check_group, check_options, check_parts, check_use, data_tensors, factorised, inputs_and_targets, member_generators, predict, predictive_nll
from .priors import Prior, closed_form_kl
from .processes import Processes, draw_generators, join_processes
from .settling import Course, check_course, default_epochs
from .symmetrized_elbo import ElboTerms, elbo_from_outputs, expected_log_lik, prior_terms, terms_of_draws
import pandas as pd
def check_fit(model: nn.Module, q: Posterior, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], group: PermutationGroup | None=None, buffers: Params | None=None) -> None:
    """Raise `SymbayesError` if these do not fit together

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : Prior
        its prior
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    group : PermutationGroup | None = None
        symmetrise over this group
    buffers : Params | None = None
        in which members differ
    """
    ...
def check_estimator(estimator: Estimator | None, group: PermutationGroup | None) -> None:
    """Raise `SymbayesError` for an estimator that is none, or that the group is too large for

    Parameters
    ----------
    estimator : Estimator | None
        of `I(g;w)`
    group : PermutationGroup | None
        that it is about
    """
    ...
def start_run(q: Posterior, likelihood: Likelihood, lr: float, optimizer: Callable[..., Optimizer], scheduler: Callable[[Optimizer], LRScheduler] | None, generator: Generators, prior: Any=None) -> TrainState:
    """A run before its first step

    Parameters
    ----------
    q : Posterior
        posterior, one or a stack
    likelihood : Likelihood
        of the targets
    lr : float
        learning rate
    optimizer : Callable[..., Optimizer]
        makes an optimiser from parameters and `lr`
    scheduler : Callable[[Optimizer], LRScheduler] | None
        makes a scheduler, stepped at every step
    generator : Generators
        of all randomness
    prior : Any = None
        of the weights; its scales may be learned

    Returns
    -------
    TrainState
    """
    ...
def _check_step(name: str, thing: Any) -> None:
    """Refuse what has to be told something at every step"""
    ...
@contextmanager
def seeded_from(generator: torch.Generator) -> Iterator[None]:
    """PyTorch's global generator seeded from another one, and put back afterwards

    Parameters
    ----------
    generator : torch.Generator
        supplies the seed

    Returns
    -------
    Iterator[None]
    """
    ...
@contextmanager
def seeded_dropout(model: nn.Module, generator: torch.Generator) -> Iterator[None]:
    """Dropout layers draw from a global generator seeded from `generator`, whose state is put back afterwards; nothing to do without them

    Parameters
    ----------
    model : nn.Module
        the network
    generator : torch.Generator
        supplies the seed

    Returns
    -------
    Iterator[None]
    """
    ...
@dataclass
class Objective:
    """What a training step maximises

    Parameters
    ----------
    model : nn.Module
        the network
    prior : Prior
        of the weights
    n_data : int
        size of the training set
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`
    n_samples : int = 1
        weight draws for the likelihood
    n_mi_samples : int = 1
        weight draws for I
    local : LocalReparam | None = None
        draw outputs instead of weights
    autocast : bool = False
        run the network in bfloat16
    buffers : Params = field(default_factory=dict)
        in which members differ
    compiled : Callable | None = None
        `terms_given_noise`, compiled
    processes : Processes = Processes()
        that share a step
    shared : str | None = None
        what they share out: 'data' or 'samples'
    """
    model: nn.Module
    prior: Prior
    n_data: int
    group: PermutationGroup | None = ...
    estimator: Estimator | None = ...
    n_samples: int = ...
    n_mi_samples: int = ...
    local: LocalReparam | None = ...
    autocast: bool = ...
    buffers: Params = ...
    compiled: Callable | None = ...
    processes: Processes = ...
    shared: str | None = ...
    def precision(self, device: str) -> AbstractContextManager:
        """bfloat16 where it is wanted

        Parameters
        ----------
        device : str
            kind of device

        Returns
        -------
        AbstractContextManager
        """
        ...
    def outputs(self, run: TrainState, x: Tensor, member_x: bool, w: Params | None, n: int | None=None, generator: Generators=None) -> Tensor:
        """Outputs under draws

        Parameters
        ----------
        run : TrainState
            supplies the posterior and the generators
        x : Tensor
            a batch
        member_x : bool
            does it have a first axis of members?
        w : Params | None
            weight draws; None to draw outputs instead
        n : int | None = None
            draws S, default all
        generator : Generators = None
            of outputs, default the run's

        Returns
        -------
        Tensor
            `(*members, S, batch, out)`
        """
        ...
    def integrated_terms(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> ElboTerms:
        """The same as `terms`, for a family that integrates what it can given a draw

        Parameters
        ----------
        run : TrainState
            supplies posterior, likelihood and generators
        batch : tuple[Inputs, Tensor]
            inputs and targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
    def terms(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> ElboTerms:
        """The ELBO's terms on a batch, under fresh draws; I takes those of the likelihood where it wants as many

        Parameters
        ----------
        run : TrainState
            supplies posterior, likelihood and generators
        batch : tuple[Inputs, Tensor]
            inputs and targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
    def terms_given_noise(self, q: Posterior, likelihood: Likelihood, noise: tuple[Params, Params], x: Tensor, y: Tensor, member_x: bool) -> tuple[Tensor, Tensor | None]:
        """All of a step that needs no generator, for a compiler

        Parameters
        ----------
        q : Posterior
            the posterior
        likelihood : Likelihood
            of the targets
        noise : tuple[Params, Params]
            as of `LocalReparam.draw`
        x : Tensor
            inputs
        y : Tensor
            targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        tuple[Tensor, Tensor | None]
            log likelihood and KL `(*members,)`; None for a KL that has to be drawn
        """
        ...
    def compiled_terms(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> ElboTerms:
        """The same as `terms`, with local reparametrisation; I is not compiled, for its estimators look at numbers to decide what to compute

        Parameters
        ----------
        run : TrainState
            supplies posterior, likelihood and generators
        batch : tuple[Inputs, Tensor]
            inputs and targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
    def part_of_terms(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> ElboTerms:
        """What this process has of the terms: the sum over processes is the whole

        Parameters
        ----------
        run : TrainState
            supplies posterior, likelihood and generators
        batch : tuple[Inputs, Tensor]
            inputs and targets, the same in all processes
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
    def part_by_data(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> tuple[Tensor, None, Params | None]:
        """The same draws as in all other processes, and a part of the examples

        Parameters
        ----------
        run : TrainState
        batch : tuple[Inputs, Tensor]
        member_x : bool

        Returns
        -------
        tuple[Tensor, None, Params | None]
            log likelihood of this process's examples, no KL, and the draws for I where it wants as many
        """
        ...
    def part_by_samples(self, run: TrainState, batch: tuple[Inputs, Tensor], member_x: bool) -> tuple[Tensor, Tensor | None, None]:
        """Draws of this process's own, and all examples

        Parameters
        ----------
        run : TrainState
        batch : tuple[Inputs, Tensor]
        member_x : bool

        Returns
        -------
        tuple[Tensor, Tensor | None, None]
            log likelihood under this process's draws, and KL of a family that has it given the draws
        """
        ...
    def add_up(self, run: TrainState, values: Tensor) -> None:
        """Gradients and terms summed over the processes, in one operation; and the first one's generators for all of them

        Parameters
        ----------
        run : TrainState
            whose gradients and generators become those of all processes
        values : Tensor
            `(4, *members)`: the terms and the objective; changed in place
        """
        ...
    def score(self, run: TrainState, stopping: Stopping) -> Tensor:
        """The validation metric, as the first process finds it: where to stop is not for each to decide

        Parameters
        ----------
        run : TrainState
            after an epoch
        stopping : Stopping
            held-out data and the metric

        Returns
        -------
        Tensor
            `(*members,)`
        """
        ...
    def by_same_draws(self, run: TrainState, batches: list[tuple[Inputs, Tensor]], temperature: float=1.0) -> Tensor:
        """Estimate the objective, with the same draws at every call. Of several processes each does it, and the first one's numbers count

        Parameters
        ----------
        run : TrainState
            the posterior as it stands; its generators are not used
        batches : list[tuple[Inputs, Tensor]]
            as of `look_batches`
        temperature : float = 1.0
            factor on `KL - I`

        Returns
        -------
        Tensor
            `(estimates, *members)`, in nats
        """
        ...
    def compile_for(self, x: Inputs) -> None:
        """Compile what needs no generator. Each run compiles anew, for torch gives up after eight versions of one function

        Parameters
        ----------
        x : Inputs
            a few inputs
        """
        ...
def _nothing(q: Posterior) -> Tensor: ...
def check_shared(objective: Objective, q: Posterior) -> None:
    """Raise `SymbayesError` for what processes cannot share out, so that their number would decide the result

    Parameters
    ----------
    objective : Objective
        what to maximise
    q : Posterior
        the posterior
    """
    ...
def train_step(run: TrainState, objective: Objective, batch: tuple[Inputs, Tensor], member_x: bool=False, beta: float=1.0, rate: float=1.0) -> Tensor:
    """One step of the optimiser. Members do not see each other: their objectives are summed

    Parameters
    ----------
    run : TrainState
        changed in place
    objective : Objective
        what to maximise
    batch : tuple[Inputs, Tensor]
        inputs and targets
    member_x : bool = False
        do they have a first axis of members?
    beta : float = 1.0
        factor on `KL - I`; 1 is the (symmetrised) ELBO
    rate : float = 1.0
        part of the optimiser's learning rate

    Returns
    -------
    Tensor
        `(4, *members)`: log likelihood, KL, I and the objective, in nats
    """
    ...
@contextmanager
def at_rate(optimizer: Optimizer, part: float) -> Iterator[None]:
    """Slow an optimiser down

    Parameters
    ----------
    optimizer : Optimizer
        any
    part : float
        of its learning rates, which are put back afterwards

    Returns
    -------
    Iterator[None]
    """
    ...
def epoch_batches(run: TrainState, data: tuple[Inputs, Tensor] | DataLoader, batch_size: int | None) -> Iterator[tuple[tuple[Inputs, Tensor], bool]]:
    """One pass over the data, batch by batch

    Parameters
    ----------
    run : TrainState
        supplies the generators
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device; or a loader of batches
    batch_size : int | None
        examples a step; None for all. A loader has its own

    Returns
    -------
    Iterator[tuple[tuple[Inputs, Tensor], bool]]
        inputs and targets, and whether these have a first axis of members
    """
    ...
def same_batches(each: Iterator[tuple], processes: Processes) -> Iterator[tuple]:
    """The same. Raises `SymbayesError` if the first one differs between processes, as when the loader draws from elsewhere

    Parameters
    ----------
    each : Iterator[tuple]
        batches of a loader, as `epoch_batches` gives them
    processes : Processes
        that all read them

    Returns
    -------
    Iterator[tuple]
    """
    ...
def train_epoch(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, batch_size: int | None, beta: Callable[[int], float], rate: Callable[[int], float]=lambda i: 1.0) -> Tensor:
    """One pass over the data

    Parameters
    ----------
    run : TrainState
        changed in place
    objective : Objective
        what to maximise
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device; or a loader of batches
    batch_size : int | None
        examples a step; None for all. A loader has its own
    beta : Callable[[int], float]
        factor on `KL - I` by step number within this epoch
    rate : Callable[[int], float] = lambda i: 1.0
        part of the learning rate, likewise

    Returns
    -------
    Tensor
        `(4, *members)` averages over the steps
    """
    ...
def first_examples(data: tuple[Inputs, Tensor] | DataLoader, n: int=64) -> tuple[Inputs, Tensor]:
    """A few examples to look at. A loader's order is not begun, but where its data can only be read in order

    Parameters
    ----------
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets, or a loader of batches
    n : int = 64
        how many

    Returns
    -------
    tuple[Inputs, Tensor]
    """
    ...
def count_examples(data: tuple[Inputs, Tensor] | DataLoader, n_data: int | None) -> int:
    """Size of the data set, to which the log likelihood of a batch is scaled

    Parameters
    ----------
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets, or a loader of batches
    n_data : int | None
        as the user says

    Returns
    -------
    int
    """
    ...
def prepared(data: Any, batch_size: int | None, q: Posterior) -> tuple[Inputs, Tensor] | DataLoader:
    """Two tensors, or a loader. A data set is read in batches and shuffled

    Parameters
    ----------
    data : Any
        as `fit` takes it
    batch_size : int | None
        examples a step
    q : Posterior
        decides about the precision of arrays

    Returns
    -------
    tuple[Inputs, Tensor] | DataLoader
    """
    ...
@dataclass(frozen=True)
class Stopping:
    """Held-out data, evaluated after every epoch, and how long to wait for an improvement

    Parameters
    ----------
    valid : tuple[Inputs, Tensor]
        held-out inputs and targets
    patience : int | None = None
        stop after so many epochs without improvement, and go back to the best; counted after the warm-up
    metric : Callable = predictive_nll
        of outputs, targets and likelihood; lower is better
    """
    valid: tuple[Inputs, Tensor]
    patience: int | None = ...
    metric: Callable = ...
    def __post_init__(self): ...
@dataclass(frozen=True)
class Checkpoint:
    """Where the state of a run is kept, and how often

    Parameters
    ----------
    path : str | Path
        the file, written as a whole or not at all
    every : float = 30.0
        seconds between checkpoints; 0 for one after every epoch
    resume : bool = False
        continue from the file if there is one
    label : str = ''
        what else makes this run what it is: a file with another label is refused
    overwrite : bool = False
        start over and replace a file that is there; else it is refused unless `resume`
    """
    path: str | Path
    every: float = ...
    resume: bool = ...
    label: str = ...
    overwrite: bool = ...
    def __post_init__(self): ...
@dataclass(frozen=True)
class TrainConfig:
    """The options of `fit`: `fit(..., **vars(config))`

    Parameters
    ----------
    epochs : int | None = None
        passes over the data; default: until training has settled, in 4,000 steps or 20 epochs at most
    lr : float = 0.01
        learning rate
    batch_size : int | None = None
        examples a step; default all of them up to 1,000, else 100
    n_samples : int | None = None
        weight draws a step for the likelihood; default 4 with all examples in a step, else 1
    n_mi_samples : int = 1
        weight draws a step for I
    local_reparam : bool | str = False
        draw outputs of layers instead of weights, `MeanField` only; 'compiled': fused
    temperature : float = 1.0
        final factor on `KL - I`; anything but 1 is no ELBO
    kl_warmup : float = 0.0
        epochs over which the factor on `KL - I` grows from 0 to `temperature`
    optimizer : Callable[..., Optimizer] = partial(torch.optim.Adam, fused=True)
        makes an optimiser from parameters and `lr`
    scheduler : Callable[[Optimizer], LRScheduler] | None = None
        makes a scheduler, stepped at every step, in place of `anneal`
    until : str | None = None
        'settled': `epochs` is the most, the rate falls once training has settled; so without `epochs`
    anneal : float = 0.3
        part of the steps, the last, over which the rate falls to zero
    stopping : Stopping | None = None
        held-out data, and when to stop
    checkpoint : Checkpoint | str | Path | None = None
        file for the state of the run
    callback : Callable[[dict], Any] | None = None
        called after every epoch with its numbers
    autocast : bool = False
        run the network in bfloat16
    log_every : int = 1
        epochs between rows of the history; the last epoch has one in any case
    progress : bool = True
        show a progress bar
    processes : str | None = None
        what the processes that `torchrun` has started share out: 'data' or 'samples'
    """
    epochs: int | None = ...
    lr: float = ...
    batch_size: int | None = ...
    n_samples: int | None = ...
    n_mi_samples: int = ...
    local_reparam: bool | str = ...
    temperature: float = ...
    kl_warmup: float = ...
    optimizer: Callable[..., Optimizer] = ...
    scheduler: Callable[[Optimizer], LRScheduler] | None = ...
    until: str | None = ...
    anneal: float = ...
    stopping: Stopping | None = ...
    checkpoint: Checkpoint | str | Path | None = ...
    callback: Callable[[dict], Any] | None = ...
    autocast: bool = ...
    log_every: int = ...
    progress: bool = ...
    processes: str | None = ...
    def __post_init__(self): ...
    @property
    def patience(self) -> int | None:
        """Epochs to wait for an improvement"""
        ...
    @property
    def kept(self) -> Checkpoint | None:
        """Where the state is kept"""
        ...
    def on(self, data: tuple[Inputs, Tensor] | DataLoader, q: Posterior) -> TrainConfig:
        """Fill in what depends on data and family: the batch size, the draws, and how long to train

        Parameters
        ----------
        data : tuple[Inputs, Tensor] | DataLoader
            inputs and targets, or a loader
        q : Posterior
            families that take all examples at every step say so

        Returns
        -------
        TrainConfig
        """
        ...
def steps_of(data: tuple[Inputs, Tensor] | DataLoader, batch_size: int | None) -> int:
    """Steps in an epoch; 1 for a loader that does not know

    Parameters
    ----------
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets, or a loader
    batch_size : int | None
        examples a step

    Returns
    -------
    int
    """
    ...
def epoch_rows(run: TrainState, values: Tensor, beta: float, seconds: float, valid: Tensor | None) -> list[dict]:
    """The epoch as rows of the history

    Parameters
    ----------
    run : TrainState
        after the epoch
    values : Tensor
        `(4, *members)` averages over the steps
    beta : float
        factor on `KL - I` at the end
    seconds : float
        duration
    valid : Tensor | None
        validation metric `(*members,)`

    Returns
    -------
    list[dict]
        one per member
    """
    ...
def callback_row(rows: list[dict]) -> dict[str, float]:
    """The epoch as numbers by name: averages over members and, for a stack, each member's own under `name/member`

    Parameters
    ----------
    rows : list[dict]
        of one epoch, one per member

    Returns
    -------
    dict[str, float]
    """
    ...
n_looks: int
def look_batches(data: tuple[Inputs, Tensor] | DataLoader, batch_size: int | None, device: torch.device) -> list[tuple[Inputs, Tensor]]:
    """Batches to look at: all examples each time, where a step takes them all; else examples of its own for each, taken once for all looks

    Parameters
    ----------
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device, or a loader
    batch_size : int | None
        examples a training step
    device : torch.device
        for those of a loader

    Returns
    -------
    list[tuple[Inputs, Tensor]]
        one for each estimate
    """
    ...
def course_of(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, config: TrainConfig) -> Course:
    """The course that a run takes

    Parameters
    ----------
    run : TrainState
        a started run
    objective : Objective
        what it maximises
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device, or a loader of batches
    config : TrainConfig
        filled in by `on`

    Returns
    -------
    Course
    """
    ...
def begins_to_fall(run: TrainState, config: TrainConfig) -> bool:
    """Look, after the warm-up, if it is time. Does the rate begin to fall now?

    Parameters
    ----------
    run : TrainState
        between two epochs
    config : TrainConfig
        filled in by `on`

    Returns
    -------
    bool
    """
    ...
def check_kept(kept: Checkpoint) -> None:
    """Raise `SymbayesError` for a file that cannot be written, or that holds a run which would be lost

    Parameters
    ----------
    kept : Checkpoint
        where the state shall be kept
    """
    ...
def train_loop(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, config: TrainConfig, save: Callable[[], None] | None=None) -> None:
    """Train until the course is over or every member has waited long enough

    Parameters
    ----------
    run : TrainState
        changed in place
    objective : Objective
        what to maximise
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device, or a loader of batches
    config : TrainConfig
        filled in by `on`
    save : Callable[[], None] | None = None
        writes a checkpoint
    """
    ...
def train_and_look(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, config: TrainConfig) -> tuple[Tensor, list[dict], bool]:
    """One epoch, and how well it did

    Parameters
    ----------
    run : TrainState
        changed in place
    objective : Objective
        what to maximise
    data : tuple[Inputs, Tensor] | DataLoader
        inputs and targets on the device, or a loader of batches
    config : TrainConfig
        filled in by `on`

    Returns
    -------
    tuple[Tensor, list[dict], bool]
        terms `(4, *members)`, rows of the history, and whether all members have waited long enough
    """
    ...
def warm_up(config: TrainConfig, epoch: int, steps: int) -> Callable[[int], float]:
    """A straight line from zero to the temperature, and then the temperature

    Parameters
    ----------
    config : TrainConfig
        temperature and warm-up
    epoch : int
        epochs done
    steps : int
        in an epoch

    Returns
    -------
    Callable[[int], float]
        factor on `KL - I` by step number within this epoch
    """
    ...
def check_values(values: Tensor, epoch: int) -> None:
    """Raise `SymbayesError` naming the term that is no longer finite

    Parameters
    ----------
    values : Tensor
        `(4, *members)`: log likelihood, KL, I and the objective
    epoch : int
        epochs done before
    """
    ...
class _Saving:
    """Writer of checkpoints: when one is due, and at an interrupt"""
    run: TrainState
    save: Callable[[], None] | None
    every: Any
    last: Any
    path: Any
    written: Any
    whole: Any
    def __init__(self, run: TrainState, save: Callable[[], None] | None, kept: Checkpoint | None): ...
    @contextmanager
    def within_epoch(self) -> Iterator[None]:
        """Mark the time in which the state is between two epochs, and goes on exactly from neither"""
        ...
    @contextmanager
    def at_interrupt(self, alone: bool) -> Iterator[Callable[[], bool]]:
        """Hold Ctrl-C until the epoch ends, write the state, say what was kept, and raise; a second Ctrl-C does not wait"""
        ...
    def keep_what_there_is(self) -> None:
        """Write the state if it is whole, and say which epoch the file holds"""
        ...
    def save_if_due(self, at_the_end: bool) -> None: ...
@contextmanager
def no_denormals() -> Iterator[None]:
    """Numbers below 1e-38 count as zero, which makes a CPU many times faster; undone afterwards, but for threads that torch started"""
    ...
def with_held_out(config: TrainConfig, model: nn.Module, q: Posterior, likelihood: Likelihood) -> TrainConfig:
    """The same, with held-out data as tensors that fit the model

    Parameters
    ----------
    config : TrainConfig
        of a run
    model : nn.Module
        the network
    q : Posterior
        its posterior
    likelihood : Likelihood
        of the targets

    Returns
    -------
    TrainConfig
    """
    ...
def run_identity(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, config: TrainConfig) -> dict[str, str | Tensor | None]:
    """What has to agree for a checkpoint to be continued; the number of epochs may differ

    Parameters
    ----------
    run : TrainState
        a started run
    objective : Objective
        what it maximises
    data : tuple[Inputs, Tensor] | DataLoader
        what it is trained on
    config : TrainConfig
        its options

    Returns
    -------
    dict[str, str | Tensor | None]
    """
    ...
def tensors_of(data: tuple[Inputs, Tensor]) -> Iterable[Tensor]:
    """One after the other

    Parameters
    ----------
    data : tuple[Inputs, Tensor]
        inputs and targets

    Returns
    -------
    Iterable[Tensor]
    """
    ...
def data_identity(data: tuple[Inputs, Tensor] | DataLoader) -> str:
    """A fingerprint of tensors; of a loader, which may augment, its kind, its order, its batches, and the shapes of an example

    Parameters
    ----------
    data : tuple[Inputs, Tensor] | DataLoader
        what a run is trained on

    Returns
    -------
    str
    """
    ...
def group_identity(group: PermutationGroup) -> tuple:
    """Its labels, and a fingerprint of where they stand

    Parameters
    ----------
    group : PermutationGroup
        any group

    Returns
    -------
    tuple
    """
    ...
def continued(run: TrainState, config: TrainConfig, identity: dict) -> Callable[[], None]:
    """Load the checkpoint, if it is there and wanted

    Parameters
    ----------
    run : TrainState
        a started run, which goes on from its checkpoint if there is one
    config : TrainConfig
        says where that is
    identity : dict
        what this is a run of

    Returns
    -------
    Callable[[], None]
        writes a checkpoint
    """
    ...
@contextmanager
def blamed_on(what: str) -> Iterator[None]:
    """Say what an error is about

    Parameters
    ----------
    what : str
        begins the message

    Returns
    -------
    Iterator[None]
    """
    ...
def started(run: TrainState, objective: Objective, data: tuple[Inputs, Tensor] | DataLoader, config: TrainConfig, seeded: bool) -> Callable[[], None] | None:
    """Begin, or go on. Processes have to agree on everything, and the first one alone reads and writes files

    Parameters
    ----------
    run : TrainState
        before its first step, or where its checkpoint is
    objective : Objective
        what it maximises
    data : tuple[Inputs, Tensor] | DataLoader
        what it is trained on
    config : TrainConfig
        its options
    seeded : bool
        are the generators the user's?

    Returns
    -------
    Callable[[], None] | None
        writes a checkpoint, if there shall be one
    """
    ...
def fit(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor] | DataLoader | Dataset, group: PermutationGroup | None=None, estimator: Estimator | None=None, *, epochs: int | None=None, lr: float=0.01, batch_size: int | None=None, n_samples: int | None=None, n_mi_samples: int=1, local_reparam: bool | str=False, temperature: float=1.0, kl_warmup: float=0.0, optimizer: Callable[..., Optimizer]=partial(torch.optim.Adam, fused=True), scheduler: Callable[[Optimizer], LRScheduler] | None=None, until: str | None=None, anneal: float=0.3, stopping: Stopping | None=None, checkpoint: Checkpoint | str | Path | None=None, callback: Callable[[dict], Any] | None=None, buffers: Params | None=None, autocast: bool=False, log_every: int=1, progress: bool=True, n_data: int | None=None, processes: str | None=None, generator: Generators=None) -> 'pd.DataFrame':
    """Fit a posterior by maximising the (symmetrised) ELBO. Raises `SymbayesError` where something does not fit or is no longer finite

    Parameters
    ----------
    model : nn.Module
        any module; its own parameters are not changed. Threads need a copy each
    q : Family
        posterior over its parameters, or a stack of them; changed in place
    prior : Prior
        of the weights; learned scales are changed in place
    likelihood : Likelihood
        of the targets; learned noise is changed in place
    data : tuple[Inputs, Tensor] | DataLoader | Dataset
        inputs `(n, ...)` and targets; or a loader, whose batches all members share
    group : PermutationGroup | None = None
        maximise the ELBO symmetrised over this group
    estimator : Estimator | None = None
        of `I(g;w)`, default `default_estimator(q, group)`
    epochs : int | None = None
        passes over the data; default: until training has settled, in 4,000 steps or 20 epochs at most
    lr : float = 0.01
        learning rate
    batch_size : int | None = None
        examples a step; default all of them up to 1,000, else 100. A loader has its own
    n_samples : int | None = None
        weight draws a step for the likelihood; default 4 with all examples in a step, else 1
    n_mi_samples : int = 1
        weight draws a step for I
    local_reparam : bool | str = False
        draw outputs of layers, not weights (`MeanField` only); 'compiled': fused, in up to a minute
    temperature : float = 1.0
        final factor on `KL - I`; anything but 1 is no ELBO
    kl_warmup : float = 0.0
        epochs over which the factor on `KL - I` grows from 0 to `temperature`
    optimizer : Callable[..., Optimizer] = partial(torch.optim.Adam, fused=True)
        makes an optimiser from parameters and `lr`
    scheduler : Callable[[Optimizer], LRScheduler] | None = None
        makes a scheduler, stepped at every step, in place of `anneal`
    until : str | None = None
        'settled': `epochs` is the most, the rate falls once training has settled; so without `epochs`
    anneal : float = 0.3
        part of the steps, the last, over which the rate falls to zero
    stopping : Stopping | None = None
        held-out data, evaluated after every epoch, and when to stop
    checkpoint : Checkpoint | str | Path | None = None
        file for the state of the run
    callback : Callable[[dict], Any] | None = None
        called with every new epoch's numbers, before it is saved; its errors end the run
    buffers : Params | None = None
        the model's buffers by name where the members of a stack differ in them, `(members, *shape)`
    autocast : bool = False
        run the network in bfloat16
    log_every : int = 1
        epochs between rows of the history; the last epoch has one in any case
    progress : bool = True
        show a progress bar
    n_data : int | None = None
        size of the data set, for a loader that does not know it
    processes : str | None = None
        what the processes that `torchrun` has started share out: 'data' or 'samples'
    generator : Generators = None
        of all randomness: one, or one per member; members with the same one share its draws

    Returns
    -------
    pd.DataFrame
        a row per epoch and member, in nats, by the draws of its epoch; `.attrs`: has it settled?
    """
    ...
def _ceiling(run: TrainState, estimator: Estimator, group: PermutationGroup) -> str | None:
    """Was the information of the last epoch the most that its estimator can say?"""
    ...
def _run_fit(model, q, prior, likelihood, data, group, estimator, config, buffers, n_data, generator, together) -> tuple[list[dict], dict]:
    """The same with the options in one piece, in one of several processes"""
    ...
from symbayes.core import document
