# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['laplace', 'swag_moments', 'swag', 'sghmc', 'mc_dropout', 'multi_mode']
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import signature
from itertools import islice
from numbers import Real
from typing import Any
import warnings
import torch
from torch import Tensor, nn
from torch.func import hessian, jacrev, vmap
from torch.utils.data import DataLoader, TensorDataset
from .core import Inputs, Layout, Params, SymbayesError, call_model, check_finite, check_generator, first_line, free_parameters, gradients_on, import_torchvision, map_inputs, network_outputs, normal_draws, progress_bar, require, seeded_module, take_examples, uniform_draws
from .data import batches
from .inference import no_denormals, seeded_dropout, seeded_from
from .likelihoods import Categorical, Gaussian, Likelihood
from .points import drawn_anew
from .posteriors import LowRank, MeanField
from .prediction import check_examples, check_options, data_tensors
from .priors import Prior, ScaledPrior, check_prior
from .samples import Samples
from .settling import Course, default_epochs
@dataclass(frozen=True, eq=False)
class _Problem:
    """What every method is given, checked, on the network's device and in its precision

    Parameters
    ----------
    model : nn.Module
        a copy, in evaluation mode
    prior : Prior
        of the weights; what it has learned is taken as it stands
    likelihood : Likelihood
        of the targets; what it has learned is taken as it stands
    x : Inputs
        `(n, ...)`
    y : Tensor
        `(n, ..)`, in full shape
    layout : Layout
        of the weights
    like : Tensor
        device and precision
    """
    model: nn.Module
    prior: Prior
    likelihood: Likelihood
    x: Inputs
    y: Tensor
    layout: Layout
    like: Tensor
    @property
    def n(self) -> int: ...
    def batch(self, index: Tensor | None) -> tuple[Inputs, Tensor]: ...
    def log_density(self, w: Params, batch: tuple[Inputs, Tensor]) -> Tensor:
        """Log likelihood and log prior, over the number of examples; of a batch, an estimate of that

        Parameters
        ----------
        w : Params
            one network's weights
        batch : tuple[Inputs, Tensor]
            inputs and targets

        Returns
        -------
        Tensor
            `()`, nats per example
        """
        ...
def _problem(model: nn.Module, prior: Prior, likelihood: Likelihood, data: Any) -> _Problem:
    """Raises `SymbayesError` for parts that do not fit together"""
    ...
def _frozen(part: Any, like: Tensor) -> Any:
    """A copy whose parameters, if it has some, take no gradient"""
    ...
def _descend(problem: _Problem, start: Params | Tensor, lr: float, optimiser: str='sgd', momentum: float=0.9, batch_size: int | None=None, schedule: Callable[[int], float] | None=None, *, generator: torch.Generator) -> Iterator[Tensor]:
    """Weights along the path of an optimiser, without end

    Parameters
    ----------
    problem : _Problem
        what to minimise
    start : Params | Tensor
        weights to begin with; flat ones are changed in place
    lr : float
        learning rate
    optimiser : str = 'sgd'
        or 'adam'
    momentum : float = 0.9
        of SGD
    batch_size : int | None = None
        examples a step; None for all
    schedule : Callable[[int], float] | None = None
        factor on the learning rate by step
    generator : torch.Generator
        of the batches, and of dropout

    Returns
    -------
    Iterator[Tensor]
        `(P,)`, after every step; the same memory every time
    """
    ...
def _steps_per_epoch(n: int, batch_size: int | None) -> int: ...
def _trained(problem: _Problem, epochs: int | None=None, lr: float=0.01, batch_size: int | None=None, optimiser: str='adam', *, generator: torch.Generator, progress: bool=False) -> Params:
    """Weights where the log posterior is large

    Parameters
    ----------
    problem : _Problem
        the network, whose own weights are the beginning
    epochs : int | None = None
        passes over the data; default: until training has settled, at most 4,000 steps or 20 epochs
    lr : float = 0.01
        learning rate at the beginning; with `epochs` it falls to zero along a cosine
    batch_size : int | None = None
        examples a step; default all of them up to 1,000, else 100
    optimiser : str = 'adam'
        or 'sgd'
    generator : torch.Generator
        of the batches, and of dropout
    progress : bool = False
        show a bar?

    Returns
    -------
    Params
    """
    ...
def _log_densities(problem: _Problem, flat: Tensor) -> Tensor:
    """Log likelihood and log prior; where examples are many, by sixteen batches that stay the same

    Parameters
    ----------
    problem : _Problem
        `(estimates,)`, in nats
    flat : Tensor
        `(estimates,)`, in nats

    Returns
    -------
    Tensor
        `(estimates,)`, in nats
    """
    ...
def _own(generator: torch.Generator | None) -> torch.Generator:
    """The generator itself, or one that is seeded from the global one"""
    ...
def _started(problem: _Problem, start: nn.Module | Params | None, training: Mapping[str, Any] | None, generator: torch.Generator | None, chains: int | None=None, progress: bool=False) -> Params:
    """Where a method begins

    Parameters
    ----------
    problem : _Problem
        the network
    start : nn.Module | Params | None
        trained weights, or None
    training : Mapping[str, Any] | None
        options of the training, if there has to be one
    generator : torch.Generator | None
        of the training
    chains : int | None = None
        may there be so many, `(chains, *shape)`?
    progress : bool = False
        show a bar of the training?

    Returns
    -------
    Params
        `(*shape)`, or `(chains, *shape)`
    """
    ...
def _root_jacobians(problem: _Problem, w: Params, progress: bool) -> Iterator[Tensor]:
    """Rows R with `R.T@R` the Gauss-Newton matrix, some examples at a time

    Parameters
    ----------
    problem : _Problem
        `(examples*out, P)`
    w : Params
        `(examples*out, P)`
    progress : bool
        `(examples*out, P)`

    Returns
    -------
    Iterator[Tensor]
        `(examples*out, P)`
    """
    ...
def _gauss_newton(problem: _Problem, w: Params, diagonal: bool, progress: bool=False) -> Tensor:
    """The likelihood's curvature

    Parameters
    ----------
    problem : _Problem
        `(P,)` or `(P, P)`, float64
    w : Params
        `(P,)` or `(P, P)`, float64
    diagonal : bool
        `(P,)` or `(P, P)`, float64
    progress : bool = False
        `(P,)` or `(P, P)`, float64

    Returns
    -------
    Tensor
        `(P,)` or `(P, P)`, float64
    """
    ...
def _prior_precision(problem: _Problem, w: Params) -> Tensor:
    """Curvature of the negative log prior, for priors of independent weights

    Parameters
    ----------
    problem : _Problem
        `(P,)`, float64
    w : Params
        `(P,)`, float64

    Returns
    -------
    Tensor
        `(P,)`, float64
    """
    ...
def _library(name: str) -> Any:
    """A library of the extra `methods`. Raises `SymbayesError` where it is missing"""
    ...
class _Standardised(nn.Module):
    """A network whose outputs are each in units of their noise"""
    net: nn.Module
    by: Tensor
    def __init__(self, net: nn.Module, std: Tensor): ...
    def forward(self, x: Tensor) -> Tensor: ...
def _laplace_torch(problem: _Problem, w: Params, structure: str, backend: str, precision: Tensor) -> Any:
    """laplace-torch at these weights. Every backend gets a network of its own: their hooks do not go together

    Parameters
    ----------
    problem : _Problem
        fitted
    w : Params
        fitted
    structure : str
        fitted
    backend : str
        fitted
    precision : Tensor
        fitted

    Returns
    -------
    Any
        fitted
    """
    ...
def _by_tensor(layout: Layout, precision: Tensor) -> Tensor:
    """One number per tensor

    Parameters
    ----------
    layout : Layout
        `(tensors,)`
    precision : Tensor
        `(tensors,)`

    Returns
    -------
    Tensor
        `(tensors,)`
    """
    ...
def laplace(model: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], start: nn.Module | Params | None=None, *, structure: str='diag', backend: str | None=None, n_draws: int=100, training: Mapping[str, Any] | None=None, generator: torch.Generator | None=None, progress: bool=True) -> MeanField | LowRank | Samples:
    """The Laplace approximation with the generalised Gauss-Newton matrix (Daxberger et al. 2021)

    Parameters
    ----------
    model : nn.Module
        the network
    prior : Prior
        of the weights: Gaussian, or a `ScaledPrior`
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    start : nn.Module | Params | None = None
        trained weights, the mean of the result; default: the network's own are trained first
    structure : str = 'diag'
        of the curvature: 'diag', 'kron' or 'full'
    backend : str | None = None
        of laplace-torch: 'curvlinops' or 'backpack'; default our own Jacobians but for 'kron'
    n_draws : int = 100
        of 'kron'
    training : Mapping[str, Any] | None = None
        `epochs`, `lr`, `batch_size`, `optimiser` of the training of a start
    generator : torch.Generator | None = None
        of the training and of the draws
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    MeanField | LowRank | Samples
        for 'diag', 'full' and 'kron'
    """
    ...
def _mean_field(layout: Layout, flat: Tensor, precision: Tensor) -> MeanField: ...
def _full_rank(layout: Layout, flat: Tensor, precision: Tensor) -> LowRank: ...
def _check_positive(precision: Tensor) -> None: ...
def _kron_draws(problem: _Problem, w: Params, by_prior: Tensor, backend: str, n: int, generator: torch.Generator | None) -> Samples: ...
def swag_moments(iterates: Iterable[Tensor] | Params, layout: Layout, rank: int=20, least_std: float=1e-06) -> LowRank:
    """Mean of iterates, and half their variances plus half the covariance of their last deviations (Maddox et al. 2019, algorithm 1)

    Parameters
    ----------
    iterates : Iterable[Tensor] | Params
        weights one after the other, as flat vectors `(P,)`; or all, as named tensors `(T, *shape)`
    layout : Layout
        names and shapes of the weights
    rank : int = 20
        last deviations that are kept
    least_std : float = 1e-06
        standard deviation of weights that never move

    Returns
    -------
    LowRank
        of rank `min(rank, T)`
    """
    ...
def swag(model: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], start: nn.Module | Params | None=None, *, lr: float=0.01, optimiser: str='sgd', momentum: float=0.9, batch_size: int=100, n_snapshots: int=40, every: int | None=None, discard: int=10, rank: int=20, training: Mapping[str, Any] | None=None, generator: torch.Generator | None=None, progress: bool=True) -> LowRank:
    """Stochastic weight averaging, Gaussian (Maddox et al. 2019): where a descent at a constant learning rate wanders

    Parameters
    ----------
    model : nn.Module
        the network
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    start : nn.Module | Params | None = None
        trained weights; default: the network's own are trained first
    lr : float = 0.01
        learning rate, constant
    optimiser : str = 'sgd'
        or 'adam'
    momentum : float = 0.9
        of SGD
    batch_size : int = 100
        examples a step
    n_snapshots : int = 40
        iterates taken
    every : int | None = None
        steps from one to the next; default those of an epoch
    discard : int = 10
        snapshots before the first that counts
    rank : int = 20
        deviations kept
    training : Mapping[str, Any] | None = None
        `epochs`, `lr`, `batch_size`, `optimiser` of the training of a start
    generator : torch.Generator | None = None
        of the training and of the batches
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    LowRank
    """
    ...
def sghmc(model: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], start: nn.Module | Params | None=None, *, chains: int=1, n_draws: int=100, every: int=20, discard: int=200, lr: float=0.03, friction: float=1.0, integrator: str='baoa', batch_size: int | None=None, temperature: float=1.0, training: Mapping[str, Any] | None=None, generator: torch.Generator | None=None, progress: bool=True) -> Samples:
    """Stochastic-gradient Hamiltonian Monte Carlo (Chen et al. 2014), by posteriors

    Parameters
    ----------
    model : nn.Module
        the network
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    start : nn.Module | Params | None = None
        trained weights, or `(chains, *shape)`; default: the network's own are trained first
    chains : int = 1
        that run at once
    n_draws : int = 100
        kept of every chain
    every : int = 20
        steps from one to the next
    discard : int = 200
        steps before the first
    lr : float = 0.03
        size of a step, in time
    friction : float = 1.0
        share of the momentum that is lost, per time
    integrator : str = 'baoa'
        or 'euler', as in the paper
    batch_size : int | None = None
        examples a step; default all of them up to 1,000, else 100
    temperature : float = 1.0
        of the posterior: 1 is the posterior itself
    training : Mapping[str, Any] | None = None
        `epochs`, `lr`, `batch_size`, `optimiser` of the training of a start
    generator : torch.Generator | None = None
        of all randomness
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Samples
        of `chains*n_draws`, chain by chain
    """
    ...
def _all_batches(problem: _Problem, batch_size: int | None, generator: torch.Generator | None) -> Iterator[Tensor | None]:
    """Indices of batches without end; None for all examples"""
    ...
class _Held(nn.Module):
    """A dropout layer with a mask of its own that all examples share"""
    rate: Any
    channels: Any
    generator: torch.Generator | None
    mask: Any
    def __init__(self, drop: nn.Module, generator: torch.Generator | None): ...
    def forward(self, x: Tensor) -> Tensor: ...
def _masks(shape: Any, rate: float, generator: torch.Generator | None, like: Tensor) -> Tensor: ...
def _children(model: nn.Module, kind: Any) -> dict[str, nn.Module]: ...
def _last_linear(problem: _Problem) -> str:
    """Name of the linear layer whose outputs are those of the network"""
    ...
def _readers(problem: _Problem, layers: Mapping[str, nn.Module]) -> dict[str, tuple[str, Tensor]]:
    """By dropout layer, the layer that reads its outputs, and for every input of that the entry of the mask that it meets"""
    ...
def _masked(problem: _Problem, w: Params, masks: Mapping[str, Tensor], readers: Mapping[str, tuple[str, Tensor]]) -> Params:
    """Weights `(S, *shape)` whose columns are scaled by masks `(S, entries)`"""
    ...
def _check_masked(problem: _Problem, w: Params, layers: Mapping[str, nn.Module], readers: Mapping[str, tuple[str, Tensor]]) -> None:
    """Raise `SymbayesError` unless scaled columns do what masks on the activations do"""
    ...
def _dropping(problem: _Problem, p: float | None) -> tuple[nn.Module, dict[str, nn.Module], dict[str, tuple[str, Tensor]]]:
    """The network with its dropout switched on, its dropout layers, and the layers that read them"""
    ...
def mc_dropout(model: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], start: nn.Module | Params | None=None, *, p: float | None=None, n_draws: int=100, training: Mapping[str, Any] | None=None, generator: torch.Generator | None=None, progress: bool=True) -> Samples:
    """Monte-Carlo dropout (Gal and Ghahramani 2016) as draws of weights: every mask scales columns

    Parameters
    ----------
    model : nn.Module
        the network, with dropout layers or without
    prior : Prior
        of the weights, for the training
    likelihood : Likelihood
        of the targets, for the training
    data : tuple[Inputs, Tensor]
        inputs and targets
    start : nn.Module | Params | None = None
        trained weights; default: the network's own are trained first, under dropout
    p : float | None = None
        rate in front of the last linear layer, for a network without dropout layers
    n_draws : int = 100
        masks
    training : Mapping[str, Any] | None = None
        `epochs`, `lr`, `batch_size`, `optimiser` of the training of a start
    generator : torch.Generator | None = None
        of the training and of the masks
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Samples
    """
    ...
def _anew(model: nn.Module, seed: int) -> nn.Module:
    """A copy with an initialisation of its own; what is frozen, and buffers, are the model's"""
    ...
def multi_mode(method: Callable[..., Any], n_modes: int=10, n_draws: int=10) -> Callable[..., Samples]:
    """The same method from several starts, its draws pooled: `n_modes*n_draws`, start by start

    Parameters
    ----------
    method : Callable[..., Any]
        `laplace`, `swag`, `sghmc`, `mc_dropout`, or a partial of one
    n_modes : int = 10
        starts
    n_draws : int = 10
        of each

    Returns
    -------
    Callable[..., Samples]
        takes what the method takes; `start` is `(n_modes, *shape)`, or a list of modules
    """
    ...
def _takes_start(method: Callable) -> bool:
    """Whether the fifth argument by position, whatever it is called, may be None: that of `ensemble` is a number"""
    ...
def _all_starts(layout: Layout, start: Any, n: int) -> list[Params | None]:
    """One for each mode"""
    ...
from symbayes.core import document
