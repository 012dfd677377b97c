# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['MarginalTarget', 'marginal_target', 'log_mean', 'effective_draws', 'Schedule', 'adapted_schedule', 'anneal', 'laplace_evidence', 'Evidence', 'log_evidence', 'posterior_draws', 'prior_evidence', 'ImportanceBound', 'importance_bound']
import time, warnings
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from math import ceil, cos, exp, inf, log, nan, pi, sin
from typing import Any
import numpy as np
import torch
from fastcore.basics import patch
from .collapsed import LogMarginal, Regression, factor
from .core import Generators, Inputs, Layout, Params, SymbayesError, call_model, check_finite, check_generator, check_network
from .core import gradients_on, map_inputs, network_outputs, normal_draws, progress_bar, require, uniform_draws
from .discovery import symmetry_group
from .estimators import mutual_information, sandwich_estimators
from .groups import PermutationGroup
from .information import Estimator, Exact, Uniform, check_kinds, draws_of, markdown_table, over_names, reporting_copy, text_table
from .likelihoods import Gaussian, Likelihood
from .posteriors import WeightDistribution, per_tensor
from .prediction import check_examples, check_group, check_options, data_tensors
from .prediction import child_generators, member_generators
from .priors import IsotropicNormal, LearnedNormal, Prior, check_prior
from .samples import Samples
from torch import Tensor, nn
def _without_last(net: nn.Module, x: Inputs) -> tuple[nn.Module, str]:
    """Take the last linear layer off

    Parameters
    ----------
    net : nn.Module
        any network, in evaluation mode
    x : Inputs
        a few inputs

    Returns
    -------
    tuple[nn.Module, str]
        the network that gives features, and the name of the layer that is missing
    """
    ...
def _replaced(net: nn.Module, name: str) -> nn.Module:
    """A copy of the network with nothing in place of a layer"""
    ...
@dataclass(frozen=True, eq=False)
class MarginalTarget:
    """`log p(y|W)` as a function of a network's hidden weights W, with its last linear layer integrated out

    Parameters
    ----------
    body : nn.Module
        gives the features, in float64
    layout : Layout | None
        the hidden weights W; None if there are none
    x : Inputs
        training inputs
    y : Tensor
        `(n, out)` targets
    mean : Tensor
        `(P,)`, of the prior of the hidden weights
    std : Tensor
        `(P,)`
    last_mean : Tensor
        `(p,)`, of the prior of the last layer's weights for each feature, and of its bias
    last_std : Tensor
        `(p,)`
    noise : Tensor
        `()`, or `(out,)`: its standard deviation
    last : list[str]
        names of the last layer's weight, and of its bias if that is free
    """
    body: nn.Module
    layout: Layout | None
    x: Inputs
    y: Tensor
    mean: Tensor
    std: Tensor
    last_mean: Tensor
    last_std: Tensor
    noise: Tensor
    last: list[str]
    def regression(self, w: Params) -> tuple[Tensor, Tensor]:
        """The last layer's regression in units in which its weights and the noise have variance one; one per output if noises differ

        Parameters
        ----------
        w : Params
            hidden weights `(*lead, *shape)`

        Returns
        -------
        tuple[Tensor, Tensor]
            features `(*lead, n, p)` and targets `(.., n, out)`; or `(*lead, out, n, p)` and `(.., out, n, 1)`
        """
        ...
    def log_lik(self, w: Params) -> Tensor:
        """`log p(y|W)`; NaN where features are not finite

        Parameters
        ----------
        w : Params
            hidden weights `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead,)` nats
        """
        ...
    def weights(self, z: Tensor) -> Params:
        """Weights whose coordinates these are: standard normal ones under the prior

        Parameters
        ----------
        z : Tensor
            `(*lead, P)`

        Returns
        -------
        Params
            hidden weights `(*lead, *shape)`
        """
        ...
    def coordinates(self, w: Params) -> Tensor:
        """Coordinates of hidden weights

        Parameters
        ----------
        w : Params
            weights `(*lead, *shape)`; those of the last layer may be among them

        Returns
        -------
        Tensor
            `(*lead, P)`
        """
        ...
    def complete(self, w: Params, generator: Generators=None) -> Params:
        """Draw the last layer from its posterior given the hidden weights

        Parameters
        ----------
        w : Params
            hidden weights `(*lead, *shape)`
        generator : Generators = None
            of the draws

        Returns
        -------
        Params
            all weights `(*lead, *shape)`
        """
        ...
def marginal_target(net: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor]) -> MarginalTarget:
    """Integrate the last layer out. Raises `SymbayesError` where that has no closed form

    Parameters
    ----------
    net : nn.Module
        ends in a linear layer; its own weights are not used, frozen ones are constants
    prior : Prior
        `IsotropicNormal`, or a fitted `LearnedNormal`
    likelihood : Likelihood
        `Gaussian`; learned noise is taken as it stands
    data : tuple[Inputs, Tensor]
        training inputs `(n, ...)` and targets

    Returns
    -------
    MarginalTarget
    """
    ...
def _check_conjugate(prior: Any, likelihood: Any) -> None: ...
def _number_of(net: nn.Module) -> Tensor:
    """A number in float64 where the network is, or on the CPU where that has none"""
    ...
def _target(net: nn.Module, prior: Prior, likelihood: Gaussian, x: Inputs, y: Tensor) -> MarginalTarget: ...
def log_mean(log_weights: Tensor) -> tuple[Tensor, Tensor]:
    """Logarithm of the mean weight, and its standard error by the jackknife: every draw left out once

    Parameters
    ----------
    log_weights : Tensor
        `(*lead, S)` nats

    Returns
    -------
    tuple[Tensor, Tensor]
        `(*lead,)` nats each; the error of a single one is NaN
    """
    ...
def effective_draws(log_weights: Tensor) -> Tensor:
    """As many draws of equal weight would be worth as much (Kish)

    Parameters
    ----------
    log_weights : Tensor
        `(*lead, S)` nats

    Returns
    -------
    Tensor
        `(*lead,)`, from 1 to S
    """
    ...
@dataclass(frozen=True)
class _State:
    """Where chains are: coordinates `(chains, P)`, and there `log p(y|W)` and its gradient"""
    z: Tensor
    value: Tensor
    slope: Tensor
    @classmethod
    def at(cls, target: MarginalTarget, z: Tensor) -> '_State': ...
    def where(self, ok: Tensor, other: '_State') -> '_State':
        """These where `ok`, else the others"""
        ...
def _energy(s: _State, p: Tensor, beta: float) -> Tensor: ...
def _moved(target: MarginalTarget, s: _State, beta: float, angle: float, steps: int, generator: Generators) -> tuple[_State, float]:
    """One Hamiltonian transition at a temperature, and the share of chains that accept it"""
    ...
@dataclass(frozen=True, eq=False)
class Schedule:
    """The temperatures of an annealing run, and the moves at each

    Parameters
    ----------
    betas : np.ndarray
        `(T+1,)`, from 0, the prior, to 1, the posterior
    angles : np.ndarray
        `(T+1,)`, of a step, in radians
    steps : int
        of a move
    """
    betas: 'np.ndarray'
    angles: 'np.ndarray'
    steps: int
def _smooth(v: np.ndarray) -> np.ndarray:
    """Running means over a fourteenth of the length"""
    ...
def adapted_schedule(target: MarginalTarget, chains: int=16, temperatures: int=300, steps: int=2, spread: float=0.2, *, generator: torch.Generator | None=None, progress: bool=False) -> Schedule:
    """Find temperatures and step sizes by a pilot run

    Parameters
    ----------
    target : MarginalTarget
        what to anneal towards
    chains : int = 16
        of the pilot run
    temperatures : int = 300
        at most; the pilot run has a quarter as many
    steps : int = 2
        of a move
    spread : float = 0.2
        of the log weights, in nats, that decides how many temperatures it takes if chains mix well
    generator : torch.Generator | None = None
        of the pilot run
    progress : bool = False
        show a bar?

    Returns
    -------
    Schedule
    """
    ...
def anneal(target: MarginalTarget, schedule: Schedule, z: Tensor, backward: bool=False, *, generator: torch.Generator | None=None, progress: bool=False) -> tuple[Tensor, Tensor]:
    """Run chains through all temperatures. The last row of the first is each chain's estimate of the log evidence

    Parameters
    ----------
    target : MarginalTarget
        what to anneal towards
    schedule : Schedule
        temperatures and moves
    z : Tensor
        where chains start `(chains, P)`: draws from the prior, or backward from the posterior
    backward : bool = False
        from the posterior to the prior?
    generator : torch.Generator | None = None
        of the moves
    progress : bool = False
        show a bar?

    Returns
    -------
    tuple[Tensor, Tensor]
        log weight up to each temperature `(T+1, chains)`, in nats; where the chains end `(chains, P)`
    """
    ...
def laplace_evidence(net: nn.Module, target: MarginalTarget, z: Tensor, generator: torch.Generator | None=None) -> float:
    """Laplace's approximation of the log evidence at the best optimum that many climbs find, with its equivalent copies

    Parameters
    ----------
    net : nn.Module
        the network
    target : MarginalTarget
        of it
    z : Tensor
        places to begin at besides draws from the prior, such as the ends of chains `(k, P)`
    generator : torch.Generator | None = None
        of these, and of the copies' overlap

    Returns
    -------
    float
        nats; NaN for more than 64 hidden weights, or where no optimum is found
    """
    ...
def _best(target: MarginalTarget, ends: Tensor) -> Tensor:
    """The three places of the highest density, the first first `(3, P)`"""
    ...
def _misfits(target: MarginalTarget, z: Tensor) -> bool:
    """Is the sum of squared residuals five standard deviations above what the noise explains?"""
    ...
def _climbed(target: MarginalTarget, z: Tensor, whole: Tensor) -> Tensor:
    """Where climbs end `(k, P)`; those that are `whole` have the whole likelihood from the beginning"""
    ...
def _polished(target: MarginalTarget, z: Tensor) -> Tensor:
    """The optimum next to a place `(P,)`"""
    ...
@dataclass(frozen=True, eq=False)
class _AtOptimum:
    """The Gaussian at an optimum, over hidden weights

    Parameters
    ----------
    target : MarginalTarget
    z : Tensor
        where it is `(P,)`
    curvature : Tensor
        eigenvalues of the precision `(P,)`, at least 1: no wider than the prior
    axes : Tensor
        its eigenvectors, the columns of `(P, P)`
    value : float
        log evidence of this optimum alone, in nats
    """
    target: MarginalTarget
    z: Tensor
    curvature: Tensor
    axes: Tensor
    value: float
    @classmethod
    def at(cls, target: MarginalTarget, z: Tensor) -> '_AtOptimum':
        """Curvatures are differences of slopes"""
        ...
    def log_prob(self, w: Params) -> Tensor:
        """Up to a constant"""
        ...
    def copies(self, net: nn.Module, generator: torch.Generator | None) -> float:
        """What a draw tells of its place among the equivalent ones, in nats; 0 where the prior is not known to be the same at all"""
        ...
@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """A log evidence in nats, with its error; unpacks as `estimate, error`

    Parameters
    ----------
    estimate : float
        by the forward chains: on average too small, or right
    error : float
        standard error; 0 for a closed form
    by : str
        what gave it
    log_weights : Tensor
        `(chains,)` nats: the estimate of each
    backward : Tensor | None = None
        `(chains,)`, of the chains from the posterior to the prior
    path : Tensor | None = None
        `(T+1, chains)`: log weights along the temperatures
    backward_path : Tensor | None = None
        `(T+1, chains)`, of the backward chains
    schedule : Schedule | None = None
        temperatures and moves
    seconds : float = 0.0
        that it took
    laplace : float = nan
        of the best optimum that was found, by Laplace's approximation; NaN if none was sought
    """
    estimate: float
    error: float
    by: str
    log_weights: Tensor
    backward: Tensor | None = ...
    path: Tensor | None = ...
    backward_path: Tensor | None = ...
    schedule: Schedule | None = ...
    seconds: float = ...
    laplace: float = ...
    def __iter__(self) -> Iterator[float]: ...
    @property
    def effective(self) -> float:
        """As many chains of equal weight would be worth as much"""
        ...
    @property
    def upper(self) -> tuple[float, float]:
        """Estimate and error by the backward chains: on average too large, if they began with exact draws. NaN without any"""
        ...
    @property
    def doubt(self) -> str:
        """Why not to trust the number; empty if nothing speaks against it"""
        ...
    def _spread(self) -> float: ...
    def _what(self) -> str: ...
    def _rows(self) -> list[list[str]]:
        """Rows of the table, in words"""
        ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
def _said(found: Evidence) -> Evidence:
    """The evidence itself, with a warning if it is in doubt"""
    ...
def log_evidence(net: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], *, chains: int=16, temperatures: int=300, steps: int=2, reverse: bool=True, start: Params | None=None, generator: torch.Generator | None=None, progress: bool=True) -> Evidence:
    """Log evidence by annealed importance sampling over the hidden weights. Warns where the chains disagree

    Parameters
    ----------
    net : nn.Module
        ends in a linear layer; its own weights are not used, frozen ones are constants
    prior : Prior
        `IsotropicNormal`, or a fitted `LearnedNormal`
    likelihood : Likelihood
        `Gaussian`; learned noise is taken as it stands
    data : tuple[Inputs, Tensor]
        training inputs `(n, ...)` and targets
    chains : int = 16
        side by side
    temperatures : int = 300
        from the prior to the posterior, at most; fewer where that is enough
    steps : int = 2
        of a move; there is one move at each temperature
    reverse : bool = True
        run chains from the posterior to the prior, too?
    start : Params | None = None
        draws from the posterior for these: of the hidden weights `(chains, *shape)`, or one for all
    generator : torch.Generator | None = None
        of all draws
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Evidence
    """
    ...
def _several(generator: torch.Generator | None, k: int) -> list[torch.Generator]:
    """Generators of their own for several purposes"""
    ...
def _closed_form(target: MarginalTarget) -> Evidence: ...
def _backward(target: MarginalTarget, plan: Schedule, log_weights: Tensor, end: Tensor, start: Params | None, gens: list, progress: bool) -> Tensor:
    """Log weights of chains that begin at the posterior `(T+1, chains)`"""
    ...
def _given(target: MarginalTarget, start: Params, n: int) -> Tensor: ...
def _resampled(target: MarginalTarget, plan: Schedule, log_weights: Tensor, end: Tensor, generator: torch.Generator) -> Tensor:
    """Where the forward chains end, drawn again by their weights at even distances, and moved on at the last temperature"""
    ...
def posterior_draws(net: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], n: int=400, *, chains: int=16, temperatures: int=300, moves: int=10, generator: torch.Generator | None=None, progress: bool=True) -> Samples:
    """Draws from the posterior by Hamiltonian Monte Carlo on the hidden weights, from where annealed chains end. Correlated within chains

    Parameters
    ----------
    net : nn.Module
        as for `log_evidence`
    prior : Prior
        the same
    likelihood : Likelihood
        the same
    data : tuple[Inputs, Tensor]
        the same
    n : int = 400
        draws
    chains : int = 16
        side by side
    temperatures : int = 300
        from the prior to the posterior, at most
    moves : int = 10
        of a chain from draw to draw
    generator : torch.Generator | None = None
        of all draws
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Samples
        of all weights, in the precision of `net`
    """
    ...
def prior_evidence(net: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], n: int=4000, *, generator: torch.Generator | None=None, progress: bool=True) -> Evidence:
    """Log evidence as the mean likelihood of draws from the prior: good where some of them fit. Warns where too few do

    Parameters
    ----------
    net : nn.Module
        as for `log_evidence`
    prior : Prior
        the same
    likelihood : Likelihood
        the same
    data : tuple[Inputs, Tensor]
        the same
    n : int = 4000
        draws of the hidden weights
    generator : torch.Generator | None = None
        of the draws
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Evidence
    """
    ...
@dataclass(frozen=True, eq=False, repr=False)
class ImportanceBound:
    """A lower bound on the log evidence in nats, `()` or `(members,)`; unpacks as `mean, error`

    Parameters
    ----------
    mean : Tensor
        over the repeats
    error : Tensor
        its standard error
    effective : Tensor
        draws of equal weight that one repeat is worth, on average
    n : int
        draws in each repeat
    by : str
        what bounds the density of the symmetrised posterior; 'no group' without one
    """
    mean: Tensor
    error: Tensor
    effective: Tensor
    n: int
    by: str
    def __iter__(self) -> Iterator[Tensor]: ...
    def _rows(self) -> list[list[str]]: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
@dataclass(frozen=True, eq=False)
class _Joint:
    """`log p(y, w)` of all weights, in float64"""
    model: nn.Module
    prior: Prior
    likelihood: Likelihood
    x: Inputs
    y: Tensor
    @classmethod
    def of(cls, model: nn.Module, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor]) -> '_Joint': ...
    def __call__(self, w: Params) -> Tensor:
        """Parameters
        ----------
        w : Params
            `(*batch, S)` nats

        Returns
        -------
        Tensor
            `(*batch, S)` nats
        """
        ...
    def at_once(self, q: Any, group: PermutationGroup | None, estimator: Estimator | None) -> int:
        """As many draws as memory is kind to"""
        ...
def _lower_side(q: Any, group: PermutationGroup | None, estimator: Estimator | None) -> Estimator | None:
    """What takes `I` from below: what was asked for if it does, else a default"""
    ...
def importance_bound(model: nn.Module, q: WeightDistribution, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], *, n: int=64, repeats: int=16, group: PermutationGroup | None=None, estimator: Estimator | None=None, generator: Generators=None, progress: bool=True) -> ImportanceBound:
    """A lower bound on the log evidence by importance weights, on average over repeats

    Parameters
    ----------
    model : nn.Module
        the network
    q : WeightDistribution
        a posterior or a stack of them: anything with draws and a `log_prob` of named tensors
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets, of any kind
    data : tuple[Inputs, Tensor]
        training inputs `(n, ...)` and targets
    n : int = 64
        draws in each mean
    repeats : int = 16
        means, whose average and error are reported
    group : PermutationGroup | None = None
        symmetrise `q` over this group
    estimator : Estimator | None = None
        of `I(g;w)`, exact or from below; default `Exact()` for small groups, else by planted samples
    generator : Generators = None
        of all draws: one, or one per member
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    ImportanceBound
    """
    ...
def _log_weights(joint: _Joint, q: Any, n: int, group: PermutationGroup | None, estimator: Estimator | None, gens: list) -> Tensor:
    """`log p(y, w) - log q(w)` for fresh draws `(*batch, n)`, or with `q_G` in place of `q`"""
    ...
from symbayes.core import document
