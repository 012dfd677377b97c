# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['real_options', 'Convs', 'check_options', 'evaluation_mode', 'check_buffers', 'predict', 'member_generators', 'LocalReparam', 'NoisyLinear', 'plain_noisy_linear', 'NoisyForward', 'most_unlike', 'check_examples', 'first_line', 'check_fit', 'check_group', 'Run', 'save_checkpoint', 'OtherRunError', 'load_checkpoint', 'same_identity', 'check_state', 'seeded_dropout', 'Objective', 'train_step', 'train_epoch', 'predictive_nll', 'start_run', 'epoch_rows', 'no_denormals', 'fit', 'described', 'settings', 'digest', 'function_sample', 'run_identity', 'train_loop', 'reporting_copy', 'evaluate']
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import inf, isfinite, log, prod
from numbers import Integral, Real
from pathlib import Path
from typing import Any
import time
import pandas as pd
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.func import functional_call, vmap
from torch.nn import functional as F
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from tqdm.auto import tqdm
from .core import Generators, Layout, Params, SymbayesError, check_finite, check_writable, each_draws, first_derivative, network_outputs, normal_draws, require, whole_file, with_buffers
from .data import batches, take
from .groups import PermutationGroup
from .likelihoods import Likelihood
from .posteriors import IsotropicNormal, MeanField, Posterior
from .symmetrized_elbo import ElboTerms, Estimator, Uniform, default_estimator, elbo_from_outputs
real_options: set
def check_options(**options: float | None) -> None:
    """Refuse an option that is not a positive number, naming it

    Parameters
    ----------
    **options : float | None
        numbers that have to be positive and finite where they are given; counts have to be whole
    """
    ...
@contextmanager
def evaluation_mode(model: nn.Module) -> Iterator[None]:
    """The module in evaluation mode; afterwards every part is in the mode it was in

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    Iterator[None]
    """
    ...
def check_buffers(model: nn.Module, q: Posterior, buffers: Params | None) -> None:
    """Raise `SymbayesError` if they are not buffers of the model, one for each member

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        a stack
    buffers : Params | None
        `(members, *shape)`
    """
    ...
def predict(model: nn.Module, q: Posterior, x: Tensor, n_samples: int=100, batch_size: int=2000, generator: Generators=None, buffers: Params | None=None) -> Tensor:
    """Outputs under draws from the posterior

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    x : Tensor
        inputs `(n, ...)`, shared by all members
    n_samples : int = 100
        weight draws S
    batch_size : int = 2000
        inputs evaluated at a time
    generator : Generators = None
        one, or one per member; members with the same one share its draws
    buffers : Params | None = None
        the model's buffers where the members differ in them, as of `member_buffers`

    Returns
    -------
    Tensor
        `(*batch, S, n, ..)`, in the model's evaluation mode
    """
    ...
def member_generators(q: Posterior, generator: Generators=None) -> list[torch.Generator]:
    """A generator for every member, seeded from the one given or from the global generator

    Parameters
    ----------
    q : Posterior
        one posterior or a stack
    generator : Generators = None
        None, one, or one per member

    Returns
    -------
    list[torch.Generator]
        one per member; one for a single posterior
    """
    ...
Convs: tuple
class LocalReparam:
    """Outputs of a network under a mean-field posterior, with noise on activations instead of weights

    Parameters
    ----------
    model : nn.Module
        the network; `nn.Linear` and convolution layers get noise on their outputs
    q : Posterior
        a `MeanField` posterior over its parameters
    buffers : Params | None = None
        buffers in which members of the stack differ, as of `member_buffers`
    """
    def __init__(self, model: nn.Module, q: Posterior, buffers: Params | None=None):
        """Parameters
        ----------
        model : nn.Module
            the network; `nn.Linear` and convolution layers get noise on their outputs
        q : Posterior
            a `MeanField` posterior over its parameters
        buffers : Params | None = None
            buffers in which members of the stack differ, as of `member_buffers`
        """
        ...
    def own(self, names: Iterable[str]) -> list[str]:
        """The parameters of some layers

        Parameters
        ----------
        names : Iterable[str]
            names of layers

        Returns
        -------
        list[str]
            names of their parameters
        """
        ...
    def of_layer(self, name: str, tensors: Params) -> Params:
        """The tensors of one layer

        Parameters
        ----------
        name : str
            of a layer
        tensors : Params
            of all layers

        Returns
        -------
        Params
            by the layer's own names
        """
        ...
    def noise_shapes(self, x: Tensor) -> dict[str, torch.Size]:
        """Output shape of every layer that runs on such a batch, by running it once; a layer whose weight is only read does not

        Parameters
        ----------
        x : Tensor
            one batch `(batch, ...)`

        Returns
        -------
        dict[str, torch.Size]
        """
        ...
    def check_read_once(self, x: Tensor, names: list[str]) -> None:
        """Raise `SymbayesError` if a layer's weight acts in any other way than through that layer's output, where it would stay at its mean

        Parameters
        ----------
        x : Tensor
            one batch `(batch, ...)`
        names : list[str]
            layers that run on it
        """
        ...
    def noisy_call(self, means: Params, variances: Params, noise: dict[str, Tensor], x: Tensor) -> Tensor:
        """Run the model at `means`; each layer's output gets its variance times `noise`

        Parameters
        ----------
        means : Params
            of all parameters
        variances : Params
            of the layers' own
        noise : dict[str, Tensor]
            for every layer
        x : Tensor
            inputs `(batch, ..)`

        Returns
        -------
        Tensor
            `(batch, out)`
        """
        ...
    def make_twin(self) -> nn.Module:
        """A copy of the model, with the same tensors, whose linear layers are noisy and take members and draws as further axes in front of the batch. What else the model holds is that of the moment"""
        ...
    def stacked_outputs(self, means: Params, variances: Params, rest: Params, noise: dict[str, Tensor], x: Tensor) -> Tensor:
        """Run the model once, with members and draws as further axes of the batch

        Parameters
        ----------
        means : Params
            of the layers' own parameters `(R, *shape)`
        variances : Params
            likewise
        rest : Params
            draws of all other parameters `(R, S, *shape)`, and buffers `(R, 1, *shape)`
        noise : dict[str, Tensor]
            for every layer `(R, S, batch, .., out)`
        x : Tensor
            inputs `(R, S, batch, ..)`

        Returns
        -------
        Tensor
            `(R, S, batch, out)`
        """
        ...
    def can_stack(self, x: Tensor) -> bool:
        """Does the model take further axes in front of the batch? Tried once, without noise, against `vmap`

        Parameters
        ----------
        x : Tensor
            one batch `(batch, ...)`

        Returns
        -------
        bool
        """
        ...
    def draw(self, x: Tensor, n_samples: int=1, member_x: bool=False, generator: Generators=None) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """The noise of one call

        Parameters
        ----------
        x : Tensor
            inputs `(batch, ...)`, or `(members, batch, ...)`
        n_samples : int = 1
            draws S
        member_x : bool = False
            does `x` have a first axis of members?
        generator : Generators = None
            one, or one per member

        Returns
        -------
        tuple[dict[str, Tensor], dict[str, Tensor]]
            standard normal `(*batch, S, ..)`: for the outputs of layers, and for all other parameters
        """
        ...
    def outputs(self, noise: dict[str, Tensor], others: dict[str, Tensor], x: Tensor, member_x: bool=False) -> Tensor:
        """What the network computes with such noise

        Parameters
        ----------
        noise : dict[str, Tensor]
            for the outputs of layers, as of `draw`
        others : dict[str, Tensor]
            for all other parameters
        x : Tensor
            inputs `(batch, ...)`, or `(members, batch, ...)`
        member_x : bool = False
            does `x` have a first axis of members?

        Returns
        -------
        Tensor
            `(*batch, S, batch, out)`
        """
        ...
    def __call__(self, x: Tensor, n_samples: int=1, member_x: bool=False, generator: Generators=None) -> Tensor:
        """Draw outputs

        Parameters
        ----------
        x : Tensor
            inputs `(batch, ...)`, or `(members, batch, ...)`
        n_samples : int = 1
            draws S
        member_x : bool = False
            does `x` have a first axis of members?
        generator : Generators = None
            one, or one per member

        Returns
        -------
        Tensor
            `(*batch, S, batch, out)`
        """
        ...
def _output_variance(m: nn.Module, x: Tensor, var: dict[str, Tensor]) -> Tensor: ...
class NoisyLinear(torch.autograd.Function):
    """Outputs of linear layers with independent Gaussian weights, `x W' + b` plus noise, for a stack of them"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, w: Tensor, w_var: Tensor, b: Tensor | None, b_var: Tensor | None, noise: Tensor) -> Tensor:
        """Inputs `(R, n, i)`, means and variances of weights `(R, o, i)` and biases `(R, 1, o)`, standard normal noise `(R, n, o)`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for inputs, means and variances"""
        ...
def plain_noisy_linear(x: Tensor, w: Tensor, w_var: Tensor, b: Tensor | None, b_var: Tensor | None, noise: Tensor) -> Tensor:
    """What `NoisyLinear` computes, in plain operations, for a compiler to fuse

    Parameters
    ----------
    x : Tensor
        inputs `(R, n, i)`
    w : Tensor
        means of weights `(R, o, i)`
    w_var : Tensor
        their variances
    b : Tensor | None
        means of biases `(R, 1, o)`
    b_var : Tensor | None
        their variances
    noise : Tensor
        standard normal `(R, n, o)`

    Returns
    -------
    Tensor
        `(R, n, o)`
    """
    ...
class NoisyForward:
    """What a linear layer computes whose tensors are those of a stack, and which has variances and noise besides"""
    def forward(self, x: Tensor) -> Tensor:
        """Noisy outputs

        Parameters
        ----------
        x : Tensor
            `(R, S, batch, .., in)`

        Returns
        -------
        Tensor
            `(R, S, batch, .., out)`
        """
        ...
def most_unlike(buffers: Params) -> int:
    """The member whose buffers differ from the first one's in most entries

    Parameters
    ----------
    buffers : Params
        `(members, *shape)`

    Returns
    -------
    int
    """
    ...
def check_examples(model: nn.Module, likelihood: Likelihood, data: tuple[Tensor, Tensor], device: torch.device) -> None:
    """Raise `SymbayesError` if the data do not fit the network or the likelihood

    Parameters
    ----------
    model : nn.Module
        the network
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        inputs and targets
    device : torch.device
        where the model lives
    """
    ...
def first_line(e: Exception) -> str:
    """The first line of an error's message, or its kind if it has none

    Parameters
    ----------
    e : Exception
        any error

    Returns
    -------
    str
    """
    ...
def check_fit(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor], group: PermutationGroup | None=None, buffers: Params | None=None) -> None:
    """Raise `SymbayesError` if these do not fit together

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : IsotropicNormal
        its prior
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        inputs and targets
    group : PermutationGroup | None = None
        symmetrise over this group
    buffers : Params | None = None
        in which members differ
    """
    ...
def check_group(model: nn.Module, q: Posterior, prior: IsotropicNormal, group: PermutationGroup, x: Tensor, buffers: Params | None=None) -> None:
    """Raise `SymbayesError` unless network and prior have the symmetry

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : IsotropicNormal
        its prior
    group : PermutationGroup
        claimed to be a symmetry of both
    x : Tensor
        inputs
    buffers : Params | None = None
        in which members differ
    """
    ...
@dataclass
class Run:
    """Everything that the next training step depends on

    Parameters
    ----------
    q : Posterior
        posterior, changed in place
    likelihood : Likelihood
        its noise may be learned
    optimizer : Optimizer
        over the parameters of both
    scheduler : LRScheduler | None
        one step per training step
    generators : list[torch.Generator]
        one per member
    history : list[dict] = field(default_factory=list)
        one row per epoch and member
    epoch : int = 0
        epochs done
    best : Tensor | None = None
        best validation metric per member
    best_state : dict = field(default_factory=dict)
        the members' parameters at their best
    waited : Tensor | None = None
        epochs since, per member
    """
    q: Posterior
    likelihood: Likelihood
    optimizer: Optimizer
    scheduler: LRScheduler | None
    generators: list[torch.Generator]
    history: list[dict] = ...
    epoch: int = ...
    best: Tensor | None = ...
    best_state: dict = ...
    waited: Tensor | None = ...
    @property
    def modules(self) -> dict[str, nn.Module]:
        """The parts with parameters"""
        ...
    @property
    def drawn_from(self) -> Generators:
        """The generators as samplers want them: a list for a stack, a single one otherwise"""
        ...
    def state_dict(self) -> dict:
        """The run as plain data

        Returns
        -------
        dict
            tensors, numbers and strings only
        """
        ...
    def load_state_dict(self, state: dict) -> None:
        """Continue from a state

        Parameters
        ----------
        state : dict
            as `state_dict` gave it
        """
        ...
    def validate(self, model: nn.Module, valid: tuple[Tensor, Tensor], metric: Callable=predictive_nll, n_samples: int=20, buffers: Params | None=None) -> Tensor:
        """The validation metric now, by draws that are the same at every call

        Parameters
        ----------
        model : nn.Module
            the network
        valid : tuple[Tensor, Tensor]
            inputs and targets
        metric : Callable = predictive_nll
            of outputs, targets and likelihood; lower is better
        n_samples : int = 20
            draws
        buffers : Params | None = None
            in which members differ

        Returns
        -------
        Tensor
            `(*batch,)`
        """
        ...
    def keep_best(self, metric: Tensor, patience: int) -> bool:
        """Remember each member's best parameters

        Parameters
        ----------
        metric : Tensor
            validation metric now, `(*batch,)`
        patience : int
            epochs to wait for an improvement

        Returns
        -------
        bool
            have all members waited long enough?
        """
        ...
    def restore_best(self) -> None:
        """Go back to each member's best parameters"""
        ...
    def check(self) -> None:
        """Raise `SymbayesError` if the posterior or the validation metric is no longer finite: such a run is not worth a checkpoint"""
        ...
def save_checkpoint(run: Run, path: str | Path, identity: dict) -> None:
    """Write a checkpoint

    Parameters
    ----------
    run : Run
        the run
    path : str | Path
        the file, written as a whole or not at all
    identity : dict
        what this is a run of: name to string
    """
    ...
class OtherRunError(SymbayesError):
    """A checkpoint is of another run than the one that shall continue"""
def load_checkpoint(run: Run, path: str | Path, identity: dict) -> None:
    """Continue from a checkpoint. Raises `SymbayesError` for another file or another run

    Parameters
    ----------
    run : Run
        a freshly started run, changed in place
    path : str | Path
        a file that `save_checkpoint` wrote
    identity : dict
        what this is a run of: has to agree with the file
    """
    ...
def same_identity(saved: str | Tensor, now: str | Tensor) -> bool:
    """Do they agree? Outputs of a network do up to rounding

    Parameters
    ----------
    saved : str | Tensor
        in the checkpoint
    now : str | Tensor
        of the run that shall continue

    Returns
    -------
    bool
    """
    ...
def check_state(state: dict, run: Run) -> None:
    """Raise `SymbayesError` for what no run can have written

    Parameters
    ----------
    state : dict
        as `Run.state_dict` gave it
    run : Run
        that shall take it
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
    prior : IsotropicNormal
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
    """
    model: nn.Module
    prior: IsotropicNormal
    n_data: int
    group: PermutationGroup | None = ...
    estimator: Estimator | None = ...
    n_samples: int = ...
    n_mi_samples: int = ...
    local: LocalReparam | None = ...
    autocast: bool = ...
    buffers: Params = ...
    compiled: Callable | None = ...
    def outputs(self, run: Run, x: Tensor, member_x: bool, w: Params | None) -> Tensor:
        """Outputs under draws

        Parameters
        ----------
        run : Run
            supplies the posterior and the generators
        x : Tensor
            a batch
        member_x : bool
            does it have a first axis of members?
        w : Params | None
            weight draws; None to draw outputs instead

        Returns
        -------
        Tensor
            `(*batch, S, batch, out)`
        """
        ...
    def terms(self, run: Run, batch: tuple[Tensor, Tensor], member_x: bool) -> ElboTerms:
        """The ELBO's terms on a batch, under fresh draws; I takes those of the likelihood where it wants as many

        Parameters
        ----------
        run : Run
            supplies posterior, likelihood and generators
        batch : tuple[Tensor, Tensor]
            inputs and targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
    def terms_given_noise(self, q: Posterior, likelihood: Likelihood, noise: tuple[Params, Params], x: Tensor, y: Tensor, member_x: bool) -> tuple[Tensor, Tensor]:
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
        tuple[Tensor, Tensor]
            log likelihood and KL `(*batch,)`
        """
        ...
    def compiled_terms(self, run: Run, batch: tuple[Tensor, Tensor], member_x: bool) -> ElboTerms:
        """The same as `terms`, with local reparametrisation; I is not part of what was compiled, for its estimators look at numbers to decide what to compute

        Parameters
        ----------
        run : Run
            supplies posterior, likelihood and generators
        batch : tuple[Tensor, Tensor]
            inputs and targets
        member_x : bool
            do they have a first axis of members?

        Returns
        -------
        ElboTerms
        """
        ...
def train_step(run: Run, objective: Objective, batch: tuple[Tensor, Tensor], member_x: bool=False, beta: float=1.0) -> Tensor:
    """One step of the optimiser. Members do not see each other: their objectives are summed

    Parameters
    ----------
    run : Run
        changed in place
    objective : Objective
        what to maximise
    batch : tuple[Tensor, Tensor]
        inputs and targets
    member_x : bool = False
        do they have a first axis of members?
    beta : float = 1.0
        factor on `KL - I`; 1 is the (symmetrised) ELBO

    Returns
    -------
    Tensor
        `(4, *batch)`: log likelihood, KL, I and the objective, in nats
    """
    ...
def train_epoch(run: Run, objective: Objective, data: tuple[Tensor, Tensor], batch_size: int | None, beta: Callable[[int], float]) -> Tensor:
    """One pass over the data

    Parameters
    ----------
    run : Run
        changed in place
    objective : Objective
        what to maximise
    data : tuple[Tensor, Tensor]
        inputs and targets, on the device
    batch_size : int | None
        examples a step; None for all
    beta : Callable[[int], float]
        factor on `KL - I` by step number within this epoch

    Returns
    -------
    Tensor
        `(4, *batch)` averages over the steps
    """
    ...
def predictive_nll(outputs: Tensor, y: Tensor, likelihood: Likelihood) -> Tensor:
    """Negative log likelihood of the predictive distribution, the average over draws

    Parameters
    ----------
    outputs : Tensor
        `(*batch, S, n, out)`
    y : Tensor
        targets
    likelihood : Likelihood
        of the targets

    Returns
    -------
    Tensor
        `(*batch,)` nats per example
    """
    ...
def start_run(q: Posterior, likelihood: Likelihood, lr: float, optimizer: Callable[..., Optimizer], scheduler: Callable[[Optimizer], LRScheduler] | None, generator: Generators) -> Run:
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

    Returns
    -------
    Run
    """
    ...
def epoch_rows(run: Run, values: Tensor, beta: float, seconds: float, valid: Tensor | None) -> list[dict]:
    """The epoch as rows of the history

    Parameters
    ----------
    run : Run
        after the epoch
    values : Tensor
        `(4, *batch)` averages over the steps
    beta : float
        factor on `KL - I` at the end
    seconds : float
        duration
    valid : Tensor | None
        validation metric `(*batch,)`

    Returns
    -------
    list[dict]
        one per member
    """
    ...
@contextmanager
def no_denormals() -> Iterator[None]:
    """On the CPU numbers below 1e-38 count as zero, with which it is many times faster; afterwards it is as before (but in threads that torch started meanwhile)"""
    ...
def fit(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor], group: PermutationGroup | None=None, estimator: Estimator | None=None, epochs: int=10, lr: float=0.001, batch_size: int | None=None, n_samples: int=1, n_mi_samples: int=1, local_reparam: bool=False, compile: bool=False, buffers: Params | None=None, kl_warmup: float=0.0, temperature: float=1.0, optimizer: Callable[..., Optimizer]=partial(torch.optim.Adam, fused=True), scheduler: Callable[[Optimizer], LRScheduler] | None=None, valid: tuple[Tensor, Tensor] | None=None, metric: Callable=predictive_nll, patience: int | None=None, checkpoint: str | Path | None=None, checkpoint_every: float=30.0, resume: bool=False, autocast: bool=False, log_every: int=1, label: str='', progress: bool=True, generator: Generators=None) -> pd.DataFrame:
    """Fit a posterior by maximising the (symmetrised) ELBO. Raises `SymbayesError` for inputs that do not fit, and when the objective is no longer finite

    Parameters
    ----------
    model : nn.Module
        any module; its own parameters are not changed
    q : Posterior
        posterior over its parameters, or a stack of them; changed in place
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        of the targets; learned noise is changed in place
    data : tuple[Tensor, Tensor]
        inputs `(n, ...)` and targets
    group : PermutationGroup | None = None
        maximise the ELBO symmetrised over this group
    estimator : Estimator | None = None
        of `I(g;w)`, default `default_estimator(q, group)`
    epochs : int = 10
        passes over the data
    lr : float = 0.001
        learning rate
    batch_size : int | None = None
        examples a step, default all
    n_samples : int = 1
        weight draws a step for the likelihood
    n_mi_samples : int = 1
        weight draws a step for I
    local_reparam : bool = False
        draw outputs of layers instead of weights; `MeanField` only
    compile : bool = False
        fuse the operations of a step with `torch.compile`; takes up to a minute first, and a C++ compiler on the CPU; other functions that were compiled in this process are compiled anew. For local reparametrisation
    buffers : Params | None = None
        the model's buffers by name where the members of a stack differ in them, `(members, *shape)`
    kl_warmup : float = 0.0
        epochs over which the factor on `KL - I` grows from 0 to `temperature`
    temperature : float = 1.0
        final factor on `KL - I`; anything but 1 is no ELBO
    optimizer : Callable[..., Optimizer] = partial(torch.optim.Adam, fused=True)
        makes an optimiser from parameters and `lr`
    scheduler : Callable[[Optimizer], LRScheduler] | None = None
        makes a scheduler, stepped at every step
    valid : tuple[Tensor, Tensor] | None = None
        held-out inputs and targets, evaluated after every epoch
    metric : Callable = predictive_nll
        validation metric of outputs, targets and likelihood; lower is better
    patience : int | None = None
        stop after so many epochs without improvement, and go back to the best; counted after the warm-up
    checkpoint : str | Path | None = None
        file for the state of the run
    checkpoint_every : float = 30.0
        seconds between checkpoints; 0 for one after every epoch
    resume : bool = False
        continue from the checkpoint if there is one
    autocast : bool = False
        run the network in bfloat16
    log_every : int = 1
        epochs between rows of the history; the last epoch has one in any case
    label : str = ''
        what else makes this run what it is: a checkpoint with another label is refused
    progress : bool = True
        show a progress bar
    generator : Generators = None
        of all randomness: one, or one per member; members with the same one share its draws, but for dropout

    Returns
    -------
    pd.DataFrame
        one row per epoch and member, in nats
    """
    ...
def described(thing: Any, depth: int=4) -> str:
    """What an object is, without where in memory it is: an object whose `repr` holds an address is told by its class and its attributes

    Parameters
    ----------
    thing : Any
        an option of a run
    depth : int = 4
        how far to look into attributes

    Returns
    -------
    str
    """
    ...
def settings(state: dict | list) -> dict | list:
    """What was chosen: all but the parameters

    Parameters
    ----------
    state : dict | list
        of a scheduler before its first step, or the groups of an optimiser

    Returns
    -------
    dict | list
    """
    ...
def digest(tensors: Iterable[Tensor]) -> str:
    """A fingerprint of numbers, shapes and types

    Parameters
    ----------
    tensors : Iterable[Tensor]
        any number of them

    Returns
    -------
    str
    """
    ...
def function_sample(model: nn.Module, q: Posterior, x: Tensor) -> Tensor:
    """What the network computes: two of the same shapes may have other activations, or other frozen weights

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    x : Tensor
        inputs

    Returns
    -------
    Tensor
        outputs for four of them, under fixed random weights
    """
    ...
def run_identity(run: Run, objective: Objective, data: Sequence[Tensor], valid: Sequence[Tensor] | None, **options) -> dict[str, str | Tensor | None]:
    """What has to agree for a checkpoint to be continued; the number of epochs may differ

    Parameters
    ----------
    run : Run
        a started run
    objective : Objective
        what it maximises
    data : Sequence[Tensor]
        what it is trained on, inputs first
    valid : Sequence[Tensor] | None
        what it is validated on
    **options
        further options that decide the course of training

    Returns
    -------
    dict[str, str | Tensor | None]
    """
    ...
def train_loop(run: Run, objective: Objective, data: tuple[Tensor, Tensor], epochs: int, batch_size: int | None=None, kl_warmup: float=0.0, temperature: float=1.0, valid: tuple[Tensor, Tensor] | None=None, metric: Callable=predictive_nll, patience: int | None=None, save: Callable[[], None] | None=None, save_every: float=30.0, progress: bool=True, log_every: int=1) -> None:
    """Train until `epochs` are done or every member has waited long enough

    Parameters
    ----------
    run : Run
        changed in place
    objective : Objective
        what to maximise
    data : tuple[Tensor, Tensor]
        inputs and targets
    epochs : int
        passes over the data, those already done included
    batch_size : int | None = None
        examples a step
    kl_warmup : float = 0.0
        epochs of warm-up
    temperature : float = 1.0
        final factor on `KL - I`
    valid : tuple[Tensor, Tensor] | None = None
        held-out inputs and targets
    metric : Callable = predictive_nll
        validation metric
    patience : int | None = None
        epochs to wait for an improvement
    save : Callable[[], None] | None = None
        writes a checkpoint
    save_every : float = 30.0
        seconds between checkpoints
    progress : bool = True
        show a progress bar
    log_every : int = 1
        epochs between rows of the history
    """
    ...
def reporting_copy(q: nn.Module) -> nn.Module:
    """A copy to compute reported numbers with

    Parameters
    ----------
    q : nn.Module
        a posterior or a likelihood

    Returns
    -------
    nn.Module
        its copy in float64, on the CPU if the device has no float64
    """
    ...
def evaluate(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, data: tuple[Tensor, Tensor], group: PermutationGroup | None=None, estimator: Estimator | None=None, n_samples: int=100, n_mi_samples: int=100, batch_size: int=2000, generator: Generators=None, buffers: Params | None=None) -> ElboTerms:
    """The (symmetrised) ELBO over a whole data set, for reporting

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : IsotropicNormal
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        inputs and targets
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`, default `default_estimator(q, group)`; `mi_sandwich` gives both sides
    n_samples : int = 100
        weight draws for the likelihood
    n_mi_samples : int = 100
        weight draws for I
    batch_size : int = 2000
        inputs evaluated at a time
    generator : Generators = None
        of the draws
    buffers : Params | None = None
        the model's buffers where the members differ in them, as of `member_buffers`

    Returns
    -------
    ElboTerms
        `(*batch,)`, float64 nats
    """
    ...
