# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Prior', 'BoundPrior', 'IsotropicNormal', 'DiagonalNormal', 'ScaledPrior', 'LaplacePrior', 'StudentTPrior', 'MixturePrior', 'LearnedNormal', 'check_prior', 'kl_to', 'closed_form_kl', 'kl_draws', 'kl_monte_carlo']
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, lgamma, log, pi
from numbers import Real
from typing import Any
import weakref
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Generators, Layout, Params, SymbayesError, first_derivative, first_line, normal_draws, require, uniform_draws
from .elements import PermutationGroup
from .families import Companion, WeightDistribution
from .posteriors import MeanField, Posterior, per_tensor, tensor_numbers
class Prior:
    """A density over the weights of any layout"""
    def log_prob(self, layout: Layout, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        layout : Layout
            the tensors
        w : Params
            tensors `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead)` nats
        """
        ...
    def rsample(self, layout: Layout, n: int=1, generator: Generators=None, like: Tensor | None=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        layout : Layout
            the tensors
        n : int = 1
            number of draws S
        generator : Generators = None
            of the draws
        like : Tensor | None = None
            device and dtype, default CPU and float32

        Returns
        -------
        Params
            tensors `(S, *shape)`
        """
        ...
    def check(self, layout: Layout) -> None:
        """Raise `SymbayesError` unless the prior's numbers fit these tensors

        Parameters
        ----------
        layout : Layout
            the tensors
        """
        ...
    def kl_from(self, q: Posterior) -> Tensor | None:
        """Kullback-Leibler divergence from `q` in closed form, None where there is none

        Parameters
        ----------
        q : Posterior
            a posterior

        Returns
        -------
        Tensor | None
            `(*batch,)` nats
        """
        ...
    def check_invariant(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` unless the density is unchanged by elements of `g`; by default, by random ones at random weights

        Parameters
        ----------
        g : PermutationGroup
            the symmetry the prior has to respect
        """
        ...
    def __repr__(self) -> str: ...
    def on(self, layout: Layout | nn.Module, like: Tensor | None=None) -> BoundPrior:
        """This prior as a distribution over the weights of a layout

        Parameters
        ----------
        layout : Layout | nn.Module
            the weights; of a module those that require a gradient
        like : Tensor | None = None
            device and dtype of draws, default CPU and float32

        Returns
        -------
        BoundPrior
        """
        ...
_tried: dict[int, tuple[weakref.ref, Layout]]
def _check_density(prior: Any, layout: Layout, w: Params) -> None:
    """Once for a prior: two points `(*batch, 2, *shape)` have two log densities, each that of the point alone"""
    ...
def _tried_density(prior: Any, layout: Layout, w: Params, lead: tuple[int, ...]) -> Tensor:
    """Log density of weights with these leading axes"""
    ...
def _check_lead(prior: Any, value: Any, lead: tuple[int, ...]) -> None: ...
@dataclass(frozen=True, eq=False)
class BoundPrior:
    """A prior over the weights of one layout

    Parameters
    ----------
    prior : Prior
        the prior
    layout : Layout
        names and shapes of the weights
    like : Tensor
        device and dtype of draws
    """
    prior: Prior
    layout: Layout
    like: Tensor
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: those of the stack that a learned prior belongs to, else empty"""
        ...
    @property
    def device(self) -> torch.device:
        """Where draws live"""
        ...
    def __repr__(self) -> str: ...
    def rsample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights, differentiable in what the prior learns

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            of the draws

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`
        """
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            of the draws

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, without a gradient
        """
        ...
    def log_prob(self, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        w : Params
            tensors `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead)` nats
        """
        ...
    def check_invariant(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` unless the density is unchanged by elements of `g`

        Parameters
        ----------
        g : PermutationGroup
            the symmetry to respect
        """
        ...
class IsotropicNormal(Prior):
    """A Gaussian prior with independent weights, one mean and one standard deviation per tensor

    Parameters
    ----------
    std : float | dict[str, float] = 1.0
        standard deviation, for all tensors or per tensor
    mean : float | dict[str, float] = 0.0
        mean, for all tensors or per tensor
    """
    std: Any
    mean: Any
    def __init__(self, std: float | dict[str, float]=1.0, mean: float | dict[str, float]=0.0):
        """Parameters
        ----------
        std : float | dict[str, float] = 1.0
            standard deviation, for all tensors or per tensor
        mean : float | dict[str, float] = 0.0
            mean, for all tensors or per tensor
        """
        ...
    def __repr__(self) -> str: ...
    def flat_std(self, layout: Layout, like: Tensor) -> Tensor:
        """Standard deviations as a flat vector

        Parameters
        ----------
        layout : Layout
            the tensors
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(P,)`
        """
        ...
    def flat_mean(self, layout: Layout, like: Tensor) -> Tensor:
        """Means as a flat vector

        Parameters
        ----------
        layout : Layout
            the tensors
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(P,)`
        """
        ...
    def log_volume(self, layout: Layout) -> float:
        """Half the log determinant of the covariance

        Parameters
        ----------
        layout : Layout
            the tensors

        Returns
        -------
        float
            nats
        """
        ...
    def energy(self, layout: Layout, squares: Tensor) -> Tensor:
        """Half the sum of squares, in units of the prior's variances

        Parameters
        ----------
        layout : Layout
            the tensors
        squares : Tensor
            `(*lead, P)`

        Returns
        -------
        Tensor
            `(*lead,)`
        """
        ...
    def rsample(self, layout: Layout, n: int=1, generator: Generators=None, like: Tensor | None=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        layout : Layout
            the tensors
        n : int = 1
            number of draws S
        generator : Generators = None
            of the draws
        like : Tensor | None = None
            device and dtype, default CPU and float32

        Returns
        -------
        Params
            tensors `(S, *shape)`
        """
        ...
    def log_prob(self, layout: Layout, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        layout : Layout
            the tensors
        w : Params
            tensors `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead)` nats
        """
        ...
    def check(self, layout: Layout) -> None:
        """Raise `SymbayesError` unless there is a mean and a standard deviation for each tensor

        Parameters
        ----------
        layout : Layout
            the tensors
        """
        ...
    def check_invariant(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` unless the density is unchanged by every element of `g`

        Parameters
        ----------
        g : PermutationGroup
            the symmetry the prior has to respect
        """
        ...
    def kl_from(self, q: Posterior) -> Tensor:
        """Kullback-Leibler divergence from `q`, in closed form

        Parameters
        ----------
        q : Posterior
            a posterior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
class DiagonalNormal(Prior):
    """A Gaussian prior with independent weights and, for each of them, a mean and a standard deviation

    Parameters
    ----------
    layout : Layout | nn.Module
        the tensors; of a module those that require a gradient
    std : float | dict[str, float | Tensor] = 1.0
        standard deviation: for all, per tensor, or per weight `(*members, *shape)`
    mean : float | dict[str, float | Tensor] = 0.0
        mean: for all, per tensor, or per weight `(*members, *shape)`
    """
    layout: Any
    members: Any
    def __init__(self, layout: Layout | nn.Module, std: float | dict[str, float | Tensor]=1.0, mean: float | dict[str, float | Tensor]=0.0):
        """Parameters
        ----------
        layout : Layout | nn.Module
            the tensors; of a module those that require a gradient
        std : float | dict[str, float | Tensor] = 1.0
            standard deviation: for all, per tensor, or per weight `(*members, *shape)`
        mean : float | dict[str, float | Tensor] = 0.0
            mean: for all, per tensor, or per weight `(*members, *shape)`
        """
        ...
    def __repr__(self) -> str: ...
    def check(self, layout: Layout) -> None: ...
    def check_batch(self, batch: torch.Size) -> None:
        """Raise `SymbayesError` for the members of another stack

        Parameters
        ----------
        batch : torch.Size
            leading axes of a posterior
        """
        ...
    def member(self, i: int) -> 'DiagonalNormal':
        """The prior of one member

        Parameters
        ----------
        i : int
            which member of a stack

        Returns
        -------
        DiagonalNormal
        """
        ...
    @classmethod
    def stack(cls, priors: Sequence['DiagonalNormal']) -> 'DiagonalNormal':
        """A prior for each member of a stack

        Parameters
        ----------
        priors : Sequence['DiagonalNormal']
            over the same tensors, without members

        Returns
        -------
        DiagonalNormal
        """
        ...
    def flat_std(self, layout: Layout, like: Tensor) -> Tensor:
        """Standard deviations as a flat vector

        Parameters
        ----------
        layout : Layout
            the tensors
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(*members, P)`
        """
        ...
    def flat_mean(self, layout: Layout, like: Tensor) -> Tensor:
        """Means as a flat vector

        Parameters
        ----------
        layout : Layout
            the tensors
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(*members, P)`
        """
        ...
    def _flat(self, values: Tensor, layout: Layout, like: Tensor) -> Tensor:
        """In the order of `layout`"""
        ...
    def log_prob(self, layout: Layout, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        layout : Layout
            the tensors
        w : Params
            tensors `(*members, *lead, *shape)`

        Returns
        -------
        Tensor
            `(*members, *lead)` nats
        """
        ...
    def rsample(self, layout: Layout, n: int=1, generator: Generators=None, like: Tensor | None=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        layout : Layout
            the tensors
        n : int = 1
            number of draws S
        generator : Generators = None
            of the draws; one, or one per member of a stack
        like : Tensor | None = None
            device and dtype, default CPU and float32

        Returns
        -------
        Params
            tensors `(*members, S, *shape)`
        """
        ...
    def check_invariant(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` if units that the group exchanges, or flips, have another mean or standard deviation

        Parameters
        ----------
        g : PermutationGroup
            the symmetry the prior has to respect
        """
        ...
    def kl_from(self, q: Posterior) -> Tensor:
        """Kullback-Leibler divergence from `q`, in closed form

        Parameters
        ----------
        q : Posterior
            a posterior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
def _entries(value: Any, layout: Layout, name: str, positive: bool) -> Tensor:
    """Numbers for every weight

    Parameters
    ----------
    value : Any
        `(P,)`, or `(*members, P)`
    layout : Layout
        `(P,)`, or `(*members, P)`
    name : str
        `(P,)`, or `(*members, P)`
    positive : bool
        `(P,)`, or `(*members, P)`

    Returns
    -------
    Tensor
        `(P,)`, or `(*members, P)`
    """
    ...
def _generators(g: PermutationGroup, label: str) -> list[Any]:
    """An exchange of two units, a turn of all, and a flip of one: whatever is unchanged by these is unchanged by every element of the label

    Parameters
    ----------
    g : PermutationGroup
        elements
    label : str
        elements

    Returns
    -------
    list[Any]
        elements
    """
    ...
class ScaledPrior(Prior):
    """Independent weights of one density that is symmetric about zero, with a scale per tensor

    Parameters
    ----------
    scale : float | dict[str, float]
        of the weights, for all tensors or per tensor
    """
    scale: float | dict[str, float]
    def log_density(self, z: Tensor) -> Tensor:
        """Log density of standardised weights

        Parameters
        ----------
        z : Tensor
            weights over their scales

        Returns
        -------
        Tensor
            of the same shape, nats
        """
        ...
    def draw(self, shape: Sequence[int], generator: Generators, like: Tensor) -> Tensor:
        """Standardised weights

        Parameters
        ----------
        shape : Sequence[int]
            of the draw
        generator : Generators
            of the draw
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
        """
        ...
    def log_prob(self, layout: Layout, w: Params) -> Tensor: ...
    def rsample(self, layout: Layout, n: int=1, generator: Generators=None, like: Tensor | None=None) -> Params: ...
    def check(self, layout: Layout) -> None: ...
    def check_invariant(self, g: PermutationGroup) -> None: ...
def _positive(value: Any, name: str) -> float: ...
class LaplacePrior(ScaledPrior):
    """Laplace: few weights matter, most are close to zero

    Parameters
    ----------
    scale : float | dict[str, float] = 1.0
        mean absolute weight, for all tensors or per tensor
    """
    scale: float | dict[str, float]
    def __init__(self, scale: float | dict[str, float]=1.0):
        """Parameters
        ----------
        scale : float | dict[str, float] = 1.0
            mean absolute weight, for all tensors or per tensor
        """
        ...
    def log_density(self, z: Tensor) -> Tensor: ...
    def draw(self, shape: Sequence[int], generator: Generators, like: Tensor) -> Tensor: ...
    def kl_from(self, q: Posterior) -> Tensor:
        """Kullback-Leibler divergence from `q`, in closed form

        Parameters
        ----------
        q : Posterior
            a posterior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
class StudentTPrior(ScaledPrior):
    """Student's t: some weights are very large

    Parameters
    ----------
    df : float = 4.0
        degrees of freedom: the smaller, the heavier the tails
    scale : float | dict[str, float] = 1.0
        scale, for all tensors or per tensor; the standard deviation is sqrt(df/(df-2)) of it
    """
    df: Any
    scale: float | dict[str, float]
    def __init__(self, df: float=4.0, scale: float | dict[str, float]=1.0):
        """Parameters
        ----------
        df : float = 4.0
            degrees of freedom: the smaller, the heavier the tails
        scale : float | dict[str, float] = 1.0
            scale, for all tensors or per tensor; the standard deviation is sqrt(df/(df-2)) of it
        """
        ...
    def log_density(self, z: Tensor) -> Tensor: ...
    def draw(self, shape: Sequence[int], generator: Generators, like: Tensor) -> Tensor: ...
class MixturePrior(ScaledPrior):
    """A mixture of centred Gaussians, as the spike and slab of Blundell et al. (2015)

    Parameters
    ----------
    stds : Sequence[float] = (1.0, 0.05)
        standard deviations of the components, in units of the scale
    weights : Sequence[float] = (0.5, 0.5)
        their probabilities
    scale : float | dict[str, float] = 1.0
        scale, for all tensors or per tensor
    """
    stds: Any
    weights: Any
    scale: float | dict[str, float]
    def __init__(self, stds: Sequence[float]=(1.0, 0.05), weights: Sequence[float]=(0.5, 0.5), scale: float | dict[str, float]=1.0):
        """Parameters
        ----------
        stds : Sequence[float] = (1.0, 0.05)
            standard deviations of the components, in units of the scale
        weights : Sequence[float] = (0.5, 0.5)
            their probabilities
        scale : float | dict[str, float] = 1.0
            scale, for all tensors or per tensor
        """
        ...
    def log_density(self, z: Tensor) -> Tensor: ...
    def draw(self, shape: Sequence[int], generator: Generators, like: Tensor) -> Tensor: ...
class LearnedNormal(Companion, Prior):
    """A Gaussian prior with mean zero whose standard deviations, one per tensor, are learned along with the posterior

    Parameters
    ----------
    layout : Layout | nn.Module
        the tensors; of a module those that require a gradient
    std : float | dict[str, float] = 1.0
        where to start, for all tensors or per tensor
    """
    layout: Any
    log_std: Tensor
    stacks: Any
    mean: Any
    def __init__(self, layout: Layout | nn.Module, std: float | dict[str, float]=1.0):
        """Parameters
        ----------
        layout : Layout | nn.Module
            the tensors; of a module those that require a gradient
        std : float | dict[str, float] = 1.0
            where to start, for all tensors or per tensor
        """
        ...
    @property
    def std(self) -> dict[str, Tensor]:
        """Standard deviation of each tensor, `(*batch,)`"""
        ...
    def check(self, layout: Layout) -> None: ...
    def check_invariant(self, g: PermutationGroup) -> None: ...
    def __repr__(self) -> str: ...
    def flat_log_std(self, layout: Layout, like: Tensor) -> Tensor:
        """Log standard deviations `(*batch, P)`, in the order of `layout` and in the precision of `like`"""
        ...
    def flat_std(self, layout: Layout, like: Tensor) -> Tensor:
        """Standard deviations as a flat vector

        Parameters
        ----------
        layout : Layout
            the tensors
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(*batch, P)`
        """
        ...
    def log_prob(self, layout: Layout, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        layout : Layout
            the tensors
        w : Params
            tensors `(*batch, *lead, *shape)`

        Returns
        -------
        Tensor
            `(*batch, *lead)` nats
        """
        ...
    def rsample(self, layout: Layout, n: int=1, generator: Generators=None, like: Tensor | None=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        layout : Layout
            the tensors
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack
        like : Tensor | None = None
            device and dtype, default those of the parameters

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, differentiable in the standard deviations
        """
        ...
    def kl_from(self, q: Posterior) -> Tensor:
        """Kullback-Leibler divergence from `q`, in closed form, differentiable in the standard deviations

        Parameters
        ----------
        q : Posterior
            a posterior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
class _EnergyAndVolume(torch.autograd.Function):
    """`(off^2 + std^2)/2` in units of a variance, less `log std`, summed over weights"""
    @staticmethod
    def forward(ctx: Any, off: Tensor, log_std: Tensor, precision: float) -> Tensor:
        """Offsets and log standard deviations `(*batch, P)` to `(*batch,)`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for offsets and log standard deviations"""
        ...
def check_prior(prior: Prior) -> Prior:
    """Raise `SymbayesError` unless `prior` is a `Prior`, or anything with `log_prob` and `check_invariant`

    Parameters
    ----------
    prior : Prior
        what is meant to be a prior

    Returns
    -------
    Prior
        itself
    """
    ...
def _check_members(q: WeightDistribution, prior: Prior) -> None:
    """Raise `SymbayesError` for what a prior has learned for the members of another stack"""
    ...
def kl_to(q: WeightDistribution, prior: Prior, w: Params | None=None) -> tuple[Tensor, str]:
    """Kullback-Leibler divergence from the posterior to the prior, in closed form where there is one, else the mean over draws

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    prior : Prior
        the prior
    w : Params | None = None
        draws from `q`, `(*batch, S, *shape)`, for a prior without a closed form

    Returns
    -------
    tuple[Tensor, str]
        `(*batch,)` nats, and how: 'closed form' or 'Monte Carlo'
    """
    ...
def closed_form_kl(q: WeightDistribution, prior: Prior) -> Tensor | None:
    """KL in closed form: as a family with one of its own gives it, or as the prior does; None where neither does

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    prior : Prior
        the prior

    Returns
    -------
    Tensor | None
        `(*batch,)` nats
    """
    ...
def kl_draws(q: WeightDistribution, prior: Prior, w: Params) -> Tensor:
    """`log q(w) - log p(w)` for every draw: their mean is an estimate of the KL, their spread says how good

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    prior : Prior
        the prior
    w : Params
        draws from `q`, `(*batch, S, *shape)`

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def kl_monte_carlo(q: WeightDistribution, prior: Prior, n: int=10000, generator: Generators=None) -> tuple[Tensor, Tensor]:
    """KL by sampling, for priors without a closed form and as a check

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    prior : Prior
        the prior
    n : int = 10000
        draws
    generator : Generators = None
        of the draws

    Returns
    -------
    tuple[Tensor, Tensor]
        estimate and its standard error, `(*batch,)` nats
    """
    ...
from symbayes.core import document
