# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from .core import Params
from symbayes.inference import Stopping
__all__ = ['TrainState', 'digest', 'tree_digest', 'save_checkpoint', 'OtherRunError', 'load_checkpoint', 'same_identity']
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import inf, isfinite, prod
from pathlib import Path
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from .core import Generators, Inputs, SymbayesError, check_finite, first_line, map_inputs, network_outputs, normal_draws
from .core import own_random_state, require
from .files import whole_file
from .likelihoods import Likelihood
from .posteriors import Posterior
from .prediction import evaluation_mode
from .settling import Course
@dataclass
class TrainState:
    """Everything that the next training step depends on

    Parameters
    ----------
    q : Posterior
        posterior, changed in place
    likelihood : Likelihood
        its noise may be learned
    optimizer : Optimizer
        over the parameters of all parts
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
    prior : Any = None
        its scales may be learned
    course : Course | None = None
        how long at the full rate, and how its fall goes
    before : dict | None = None
        the state in which the rate began to fall, for a run that is made longer
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
    prior: Any = ...
    course: Course | None = ...
    before: dict | None = ...
    @property
    def modules(self) -> dict[str, nn.Module]:
        """The parts with parameters"""
        ...
    @property
    def parameters(self) -> dict[str, Tensor]:
        """What is trained, by part and name"""
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
    def before_falling(self) -> dict:
        """A copy of the state as the rate begins to fall, as if it did not

        Returns
        -------
        dict
            as of `state_dict`
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
    def keep_best(self, metric: Tensor, patience: int) -> bool:
        """Remember each member's best parameters

        Parameters
        ----------
        metric : Tensor
            validation metric now, `(*members,)`
        patience : int
            epochs to wait for an improvement

        Returns
        -------
        bool
            have all members waited long enough?
        """
        ...
    def has_waited(self, patience: int | None) -> bool:
        """Have all members waited long enough?

        Parameters
        ----------
        patience : int | None
            epochs to wait for an improvement; None: for ever

        Returns
        -------
        bool
        """
        ...
    def restore_best(self) -> None:
        """Go back to each member's best parameters"""
        ...
    def check(self) -> None:
        """Raise `SymbayesError` if the posterior or the validation metric is no longer finite: such a run is not worth a checkpoint"""
        ...
    def validate(self, model: nn.Module, stopping: Stopping, n_samples: int=20, buffers: Params | None=None) -> Tensor:
        """The validation metric now, by draws that are the same at every call

        Parameters
        ----------
        model : nn.Module
            the network
        stopping : Stopping
            held-out data and the metric
        n_samples : int = 20
            draws
        buffers : Params | None = None
            in which members differ

        Returns
        -------
        Tensor
            `(*members,)`
        """
        ...
_kept: tuple
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
def tree_digest(tree: Any) -> str:
    """Compute a fingerprint of everything that a file holds

    Parameters
    ----------
    tree : Any
        nested dicts and lists of tensors, numbers and strings

    Returns
    -------
    str
    """
    ...
def save_checkpoint(run: TrainState, path: str | Path, identity: dict) -> None:
    """Write a checkpoint

    Parameters
    ----------
    run : TrainState
        the run
    path : str | Path
        the file, written as a whole or not at all
    identity : dict
        what this is a run of: name to string
    """
    ...
class OtherRunError(SymbayesError):
    """A checkpoint is of another run than the one that shall continue"""
def load_checkpoint(run: TrainState, path: str | Path, identity: dict) -> None:
    """Continue from a checkpoint. Raises `SymbayesError` for another file or another run

    Parameters
    ----------
    run : TrainState
        a freshly started run, changed in place
    path : str | Path
        a file that `save_checkpoint` wrote
    identity : dict
        what this is a run of: has to agree with the file
    """
    ...
def _read(path: str | Path, device: torch.device) -> dict: ...
def _difference(k: str, saved: dict, now: dict) -> str: ...
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
def check_state(state: dict, run: TrainState) -> None:
    """Raise `SymbayesError` for what this run cannot have written: other keys, shapes, types or numbers than a fresh one has or could have

    Parameters
    ----------
    state : dict
        as `TrainState.state_dict` gave it
    run : TrainState
        that shall take it
    """
    ...
def check_like(saved: Any, fresh: Any, where: str) -> None:
    """Raise `SymbayesError` unless two trees agree in keys, lengths, shapes, types and words, and the saved one's numbers are finite

    Parameters
    ----------
    saved : Any
        from a file
    fresh : Any
        what a fresh run has there
    where : str
        its name, for the message
    """
    ...
def _check_rows(rows: Any, epoch: int) -> None: ...
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
def _after_a_step(optimizer: Optimizer) -> dict:
    """The state that an optimiser has after a step: that of a copy, whose parameters are copies, too"""
    ...
def _check_steps(state: dict, run: TrainState) -> None:
    """Optimiser and scheduler: torch's fused optimisers write beyond buffers of other shapes than they expect"""
    ...
def _check_course(state: dict, fresh: dict) -> None:
    """Averages so far, what looks have found, and where the rate fell"""
    ...
def _check_best(state: dict, run: TrainState) -> None:
    """The members' best parameters, and how long ago that was"""
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
def _full_name(thing: Any) -> str:
    """Of a function or a class, or of an object's class"""
    ...
def function_sample(model: nn.Module, q: Posterior, x: Inputs) -> Tensor:
    """What the network computes: two of the same shapes may have other activations, or other frozen weights

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    x : Inputs
        inputs

    Returns
    -------
    Tensor
        outputs for four of them, under fixed random weights
    """
    ...
def identity_of(run: TrainState, model: nn.Module, x: Inputs, **options) -> dict[str, str | Tensor | None]:
    """What has to agree for a checkpoint to be continued; the number of epochs may differ

    Parameters
    ----------
    run : TrainState
        a started run
    model : nn.Module
        the network
    x : Inputs
        a few inputs, for what the network computes
    **options
        further options that decide the course of training

    Returns
    -------
    dict[str, str | Tensor | None]
    """
    ...
from symbayes.core import document
