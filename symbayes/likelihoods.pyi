# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Likelihood', 'Categorical', 'Bernoulli', 'LocationScale', 'Gaussian', 'StudentT', 'HeteroscedasticGaussian', 'Poisson']
from collections.abc import Sequence
from math import inf, lgamma, log, pi
from numbers import Real
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.nn import functional as F
from .core import SymbayesError, check_finite, require
from .families import Companion
class Likelihood(Companion):
    """Log density of targets given the network's outputs"""
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
        """Raise `SymbayesError` for targets that do not fit: by default, where `log_prob` of three examples is not that of each alone

        Parameters
        ----------
        y : Tensor
            all targets of a data set
        n_out : int
            outputs of the network
        """
        ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]:
        """Mean and standard deviation of the targets given the outputs

        Parameters
        ----------
        outputs : Tensor
            `(*lead, batch, out)`

        Returns
        -------
        tuple[Tensor, Tensor]
            of the same shape, or with an axis of as many targets
        """
        ...
    def _try_out(self, y: Tensor, n_out: int) -> None: ...
class Categorical(Likelihood):
    """Classes from logits"""
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
def _check_tensor(y: Tensor) -> None: ...
class Bernoulli(Likelihood):
    """Zeros and ones from log odds"""
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
def _with_outputs(y: Tensor, members: bool) -> Tensor:
    """Targets with an axis of outputs"""
    ...
def _check_shape(y: Tensor, n_out: int) -> None: ...
class LocationScale(Likelihood):
    """Real targets around the outputs, with a scale of the noise that is known or learned, for all outputs or for each

    Parameters
    ----------
    scale : float | Sequence[float] | Tensor
        of the noise, in units of the targets; the starting value if learned
    learned : bool = False
        is it fitted along with the posterior?
    """
    per_output: Any
    given: Any
    stacks: Any
    scale_name: str
    def __init__(self, scale: float | Sequence[float] | Tensor, learned: bool=False):
        """Parameters
        ----------
        scale : float | Sequence[float] | Tensor
            of the noise, in units of the targets; the starting value if learned
        learned : bool = False
            is it fitted along with the posterior?
        """
        ...
    @property
    def _log_scale(self) -> Tensor:
        """Log of the noise scale, `(*batch,)`, or `(*batch, out)` if there is one for each output"""
        ...
    def _widened(self, t: Tensor) -> Tensor:
        """Logs of the scale in float64: the number that was given, as long as the tensor holds its rounded value"""
        ...
    def _apply(self, *args, **kwargs) -> 'LocationScale':
        """Parameters
        ----------
        *args
            behind `.double()` and `.to`
        **kwargs
            behind `.double()` and `.to`

        Returns
        -------
        LocationScale
            behind `.double()` and `.to`
        """
        ...
    @property
    def learned(self) -> bool:
        """Is the noise fitted along with the posterior?"""
        ...
    def log_scale_at(self, outputs: Tensor) -> Tensor:
        """Log of the noise scale in a shape that broadcasts with `outputs`

        Parameters
        ----------
        outputs : Tensor
            `(*batch, .., n, out)`

        Returns
        -------
        Tensor
            of as many axes
        """
        ...
    def log_scale_in(self, dtype: torch.dtype) -> Tensor:
        """Log of the noise scale; in float64 known noise is the number that was given, not its rounded value

        Parameters
        ----------
        dtype : torch.dtype
            precision of a computation

        Returns
        -------
        Tensor
            `(*batch,)`, or `(*batch, out)` if there is one for each output
        """
        ...
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def _lead(self) -> tuple[int, ...]: ...
    def check_batch(self, batch: torch.Size) -> None:
        """Raise `SymbayesError` unless the noise belongs to one posterior, or has the leading axes of a stack"""
        ...
    def expand(self, batch: torch.Size) -> None:
        """Give every member of a stack noise of its own, if it is learned"""
        ...
    def __repr__(self) -> str: ...
class Gaussian(LocationScale):
    """Real targets with independent Gaussian noise

    Parameters
    ----------
    std : float | Sequence[float] | Tensor = 1.0
        standard deviation of the noise, in units of the targets; the starting value if learned
    learned : bool = False
        is it fitted along with the posterior?
    """
    scale_name: Any
    def __init__(self, std: float | Sequence[float] | Tensor=1.0, learned: bool=False):
        """Parameters
        ----------
        std : float | Sequence[float] | Tensor = 1.0
            standard deviation of the noise, in units of the targets; the starting value if learned
        learned : bool = False
            is it fitted along with the posterior?
        """
        ...
    @property
    def std(self) -> Tensor:
        """Standard deviation of the noise, `(*batch,)`, or `(*batch, out)` if there is one for each output"""
        ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
class StudentT(LocationScale):
    """Real targets with independent Student-t noise: a few of them may be far away

    Parameters
    ----------
    df : float = 4.0
        degrees of freedom: the smaller, the more outliers
    scale : float | Sequence[float] | Tensor = 1.0
        of the noise, in units of the targets; the starting value if learned
    learned : bool = False
        is the scale fitted along with the posterior?
    """
    df: Any
    scale_name: Any
    def __init__(self, df: float=4.0, scale: float | Sequence[float] | Tensor=1.0, learned: bool=False):
        """Parameters
        ----------
        df : float = 4.0
            degrees of freedom: the smaller, the more outliers
        scale : float | Sequence[float] | Tensor = 1.0
            of the noise, in units of the targets; the starting value if learned
        learned : bool = False
            is the scale fitted along with the posterior?
        """
        ...
    @property
    def scale(self) -> Tensor:
        """Scale of the noise, `(*batch,)`, or `(*batch, out)` if there is one for each output"""
        ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
    def __repr__(self) -> str: ...
class HeteroscedasticGaussian(Likelihood):
    """Real targets with Gaussian noise whose standard deviation is an output, too: first all means, then all log standard deviations"""
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
class Poisson(Likelihood):
    """Counts from log rates"""
    def targets(self, y: Tensor, members: bool=False) -> Tensor: ...
    def log_prob(self, outputs: Tensor, y: Tensor) -> Tensor: ...
    def check(self, y: Tensor, n_out: int) -> None: ...
    def predictive(self, outputs: Tensor) -> tuple[Tensor, Tensor]: ...
from symbayes.core import document
