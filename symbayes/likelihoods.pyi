# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Likelihood', 'Categorical', 'Gaussian']
from copy import deepcopy
from math import inf, log, pi
from numbers import Real
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from .core import document, SymbayesError, check_finite, require
class Likelihood(nn.Module):
    """Log density of targets given the network's outputs

    Parameters
    ----------
    members : torch.Size | None = None
        leading axes of the stack it was trained with, if it was
    """
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor:
        """Log density per example

        Parameters
        ----------
        outputs : Tensor
            `(*lead, batch, out)`
        y : Tensor
            targets; leading axes broadcast with those of `outputs`

        Returns
        -------
        Tensor
            `(*lead, batch)` nats
        """
        ...
    def targets(self, y: Tensor, members: bool=False) -> Tensor:
        """Targets in their full shape

        Parameters
        ----------
        y : Tensor
            targets as given
        members : bool = False
            do they have a first axis of members?

        Returns
        -------
        Tensor
            targets as `log_prob` takes them
        """
        ...
    def check(self, y: Tensor, n_out: int) -> None:
        """Raise `SymbayesError` for targets that do not fit

        Parameters
        ----------
        y : Tensor
            all targets of a data set
        n_out : int
            outputs of the network
        """
        ...
    members: torch.Size | None = ...
    def expand(self, batch: torch.Size) -> None:
        """Give every member of a stack parameters of its own; nothing to do without parameters. Raises `SymbayesError` for a class that has some and does not say how

        Parameters
        ----------
        batch : torch.Size
            leading axes of a stack of posteriors
        """
        ...
    def check_batch(self, batch: torch.Size) -> None:
        """Raise `SymbayesError` unless the free parameters belong to one posterior, or have the leading axes of a stack

        Parameters
        ----------
        batch : torch.Size
            leading axes of a posterior
        """
        ...
    def join_stack(self, batch: torch.Size) -> None:
        """`expand`, and remember for whom. Raises `SymbayesError` for one that was fitted with another stack

        Parameters
        ----------
        batch : torch.Size
            leading axes of a posterior that it is fitted with
        """
        ...
    def member(self, i: int) -> 'Likelihood':
        """The likelihood of one member, with parameters of its own

        Parameters
        ----------
        i : int
            which member of a stack

        Returns
        -------
        Likelihood
        """
        ...
class Categorical(Likelihood):
    """Classes from logits"""
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
class Gaussian(Likelihood):
    """Real targets with independent Gaussian noise

    Parameters
    ----------
    std : float = 1.0
        standard deviation of the noise, in units of the targets; the starting value if learned
    learned : bool = False
        is it fitted along with the posterior?
    """
    def __init__(self, std: float=1.0, learned: bool=False):
        """Parameters
        ----------
        std : float = 1.0
            standard deviation of the noise, in units of the targets; the starting value if learned
        learned : bool = False
            is it fitted along with the posterior?
        """
        ...
    @property
    def std(self) -> Tensor:
        """Standard deviation of the noise, `(*batch,)`"""
        ...
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def check_batch(self, batch: torch.Size) -> None: ...
    def expand(self, batch: torch.Size) -> None: ...
    def __repr__(self) -> str: ...
