# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['first_look', 'growth', 'longest', 'fewest_epochs', 'Look', 'look_at', 'Course', 'check_course', 'default_epochs']
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor
from .core import require
@dataclass(frozen=True)
class Look:
    """What the bound gained over the last fifth of the steps

    Parameters
    ----------
    step : int
        training steps done
    gain : float
        nats; of members, that of the one furthest from settled
    error : float
        its standard error, paired by draws, in nats
    """
    step: int
    gain: float
    error: float
    @property
    def settled(self) -> bool:
        """Was it less than half a nat, or than twice its error?"""
        ...
def look_at(step: int, gains: Tensor) -> Look:
    """Find the member that is furthest from settled. What is not finite has not settled

    Parameters
    ----------
    step : int
        training steps done
    gains : Tensor
        of the bound, in nats `(draws, *members)`

    Returns
    -------
    Look
    """
    ...
class Course:
    """A training from its full rate to its end: it averages what is trained, looks whether that has settled, and lets the rate fall

    Parameters
    ----------
    parameters : Sequence[Tensor]
        what is trained
    bound : Callable[[], Tensor] | None
        estimates what is maximised, nats `(draws, *members)`, by draws that stay; None: no looks
    epochs : int
        the most epochs
    until : str | None = None
        'settled': let the rate fall as soon as training has settled; None: so that all epochs are used
    anneal : float = 0.3
        part of the steps, the last, over which the rate falls to zero
    """
    parameters: Any
    bound: Callable[[], Tensor] | None
    epochs: int
    until: str | None
    anneal: float
    steps: Any
    since: Any
    due: Any
    sums: Any
    values: Any
    looks: Any
    fall: Any
    end: Any
    def __init__(self, parameters: Sequence[Tensor], bound: Callable[[], Tensor] | None, epochs: int, until: str | None=None, anneal: float=0.3):
        """Parameters
        ----------
        parameters : Sequence[Tensor]
            what is trained
        bound : Callable[[], Tensor] | None
            estimates what is maximised, nats `(draws, *members)`, by draws that stay; None: no looks
        epochs : int
            the most epochs
        until : str | None = None
            'settled': let the rate fall as soon as training has settled; None: so that all epochs are used
        anneal : float = 0.3
            part of the steps, the last, over which the rate falls to zero
        """
        ...
    def __repr__(self) -> str: ...
    @property
    def full(self) -> int:
        """The most epochs at the full rate"""
        ...
    @property
    def settled(self) -> bool:
        """Did the last look, at the last step, say so?"""
        ...
    def step(self) -> None:
        """Count a step of the optimiser"""
        ...
    def rate(self, at: float) -> float:
        """Return the factor on the learning rate

        Parameters
        ----------
        at : float
            epochs done, with the part of the present one

        Returns
        -------
        float
        """
        ...
    def begins_to_fall(self, epoch: int) -> bool:
        """Look, if it is time, after an epoch or before the first

        Parameters
        ----------
        epoch : int
            epochs done

        Returns
        -------
        bool
            does the rate begin to fall now?
        """
        ...
    def falls(self, epoch: int) -> bool:
        """Is this as long as the full rate should last?

        Parameters
        ----------
        epoch : int
            epochs done

        Returns
        -------
        bool
        """
        ...
    def end_of(self, fall: int) -> int:
        """Return where training ends if its rate falls from here

        Parameters
        ----------
        fall : int
            epochs at the full rate

        Returns
        -------
        int
            epochs in all
        """
        ...
    def done(self, epoch: int) -> bool:
        """Is training over?

        Parameters
        ----------
        epoch : int
            epochs done

        Returns
        -------
        bool
        """
        ...
    def goes_on(self, epoch: int) -> bool:
        """Look, if it is time. Is there another epoch?

        Parameters
        ----------
        epoch : int
            epochs done

        Returns
        -------
        bool
        """
        ...
    def _look(self) -> None: ...
    def _bound_of_average(self) -> Tensor: ...
    def state_dict(self) -> dict:
        """Everything that changes in the course of a training

        Returns
        -------
        dict
            tensors, lists and numbers
        """
        ...
    def load_state_dict(self, state: dict) -> None:
        """Go on from a state

        Parameters
        ----------
        state : dict
            as `state_dict` gave it
        """
        ...
    def starts_again(self) -> bool:
        """Compare what was planned, where the rate falls already, with what is asked for now. Raises `SymbayesError` where less is asked for

        Returns
        -------
        bool
            is the training to go on from where its rate began to fall?
        """
        ...
    def verdict(self) -> str:
        """Say whether training has settled, and by how much the bound still rose"""
        ...
    def numbers(self) -> dict[str, Any]:
        """Whether training has settled, by name: None where no look was possible"""
        ...
def check_course(epochs: int, until: str | None, anneal: float) -> None:
    """Raise `SymbayesError` for a course that cannot be

    Parameters
    ----------
    epochs : int
        the most epochs
    until : str | None
        'settled' or None
    anneal : float
        part of the steps
    """
    ...
def default_epochs(steps: int) -> int:
    """Return the most epochs of a training whose length is not given: as many as make 4,000 steps, and at least 20

    Parameters
    ----------
    steps : int
        training steps in an epoch

    Returns
    -------
    int
    """
    ...
from symbayes.core import document
