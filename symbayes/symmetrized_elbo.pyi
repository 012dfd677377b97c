# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['orbit_log_ratio', 'orbit_entries', 'elements_at_once', 'no_information', 'check_draws', 'Estimator', 'Exact', 'Uniform', 'PermanentEstimator', 'Sinkhorn', 'Soules', 'Bethe', 'Sampled', 'Planted', 'default_estimator', 'mutual_information', 'EachBy', 'Sandwich', 'sandwich_estimators', 'mi_sandwich', 'SymmetrizedPosterior', 'symmetrize', 'ElboTerms', 'elbo', 'elbo_from_outputs']
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from math import log
from typing import ClassVar, Protocol
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .core import Generators, Params, SymbayesError, check_finite, each_draws, network_outputs, require
from .groups import Element, PermutationGroup
from .layers import information_above, information_below, last_colour, nested_information, precise
from .likelihoods import Likelihood
from .permanents import log_permanent_sandwich, lower_bound, permutation_particles, upper_bound
from .posteriors import IsotropicNormal, MeanField, Posterior
def orbit_log_ratio(q: Posterior, g: PermutationGroup, w: Params, a: Element) -> Tensor:
    """`log q(g_a^-1 w) - log q(w)`, by the family's own method where it has one

    Parameters
    ----------
    q : Posterior
        a posterior, or anything with `log_prob` of named tensors
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    a : Element
        elements with leading axes that broadcast with `(*batch, S, K)`

    Returns
    -------
    Tensor
        `(*batch, S, K)` nats
    """
    ...
def orbit_entries(q: Posterior, g: PermutationGroup) -> int:
    """Numbers that `orbit_log_ratio` holds per element and draw

    Parameters
    ----------
    q : Posterior
        a posterior, or anything with `log_prob` of named tensors
    g : PermutationGroup
        the group

    Returns
    -------
    int
    """
    ...
def elements_at_once(q: Posterior, g: PermutationGroup, w: Params, numbers: int) -> int:
    """How many elements to look at in one piece; the same for a stack and for its members

    Parameters
    ----------
    q : Posterior
        a posterior
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    numbers : int
        that may be held at a time, per member of a stack

    Returns
    -------
    int
    """
    ...
def no_information(g: PermutationGroup, w: Params) -> Tensor:
    """Zeros, one per draw: the log ratio of the identity, and the mutual information under a group without labels

    Parameters
    ----------
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`

    Returns
    -------
    Tensor
        `(*batch, S)`
    """
    ...
def check_draws(q: Posterior, g: PermutationGroup, w: Params):
    """Raise `SymbayesError` unless `w` has draws for every member of q, of its dtype

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        supposed draws
    """
    ...
class Estimator(Protocol):
    """Estimates `I(g;w)` draw by draw and says which side of it the average is on

    Parameters
    ----------
    side : ClassVar[str]
        'lower bound', 'upper bound' or 'exact'
    """
    side: ClassVar[str]
    def check(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` for a group that the estimator cannot deal with

        Parameters
        ----------
        g : PermutationGroup
            the group
        """
        ...
    def __call__(self, q: Posterior, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw

        Parameters
        ----------
        q : Posterior
            the posterior
        g : PermutationGroup
            the group
        w : Params
            draws from q `(*batch, S, *shape)`
        generator : Generators = None
            of the estimator's own draws

        Returns
        -------
        Tensor
            `(*batch, S)` nats; single values may be negative
        """
        ...
@dataclass(frozen=True)
class Exact:
    """`log q(w) - log q_G(w)` by summing over every element of the group

    Parameters
    ----------
    max_order : int = 1000000
        refuse larger groups
    chunk : int = field(default=4096, repr=False)
        most elements summed at a time
    side : ClassVar[str] = 'exact'
    """
    max_order: int = ...
    chunk: int = ...
    side: ClassVar[str] = ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` for a group that is too large"""
        ...
    def __call__(self, q: Posterior, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
@dataclass(frozen=True)
class Uniform:
    """The sampled lower bound of Gelberg et al. (2024): the identity and K-1 uniform elements; never above `log K`

    Parameters
    ----------
    K : int = 20
        elements, the identity included
    chunk : int = field(default=2 ** 24, repr=False)
        most numbers held at a time, per member of a stack
    side : ClassVar[str] = 'lower bound'
    """
    K: int = ...
    chunk: int = ...
    side: ClassVar[str] = ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Any group will do"""
        ...
    def __call__(self, q: Posterior, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
@dataclass(frozen=True)
class PermanentEstimator:
    """What the estimators by permanents have in common. They take families whose units are independent, `MeanField` and `UnitGaussian`; others raise `SymbayesError`

    Parameters
    ----------
    sweeps : int = 10
        of Sinkhorn's iteration
    quiet : bool = field(default=True, kw_only=True)
        leave a part out of the gradient that is noise alone for the permanent itself, and nearly so for its bounds; for reparametrised draws from q
    side : ClassVar[str] = 'lower bound'
    """
    sweeps: int = ...
    quiet: bool = ...
    side: ClassVar[str] = ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Any group will do"""
        ...
    def log_permanent(self, m: Tensor) -> Tensor:
        """The bound on the log-permanent

        Parameters
        ----------
        m : Tensor
            `(.., h, h)` nats

        Returns
        -------
        Tensor
            `(..)` nats
        """
        ...
    def __call__(self, q: Posterior, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
@dataclass(frozen=True)
class Sinkhorn(PermanentEstimator):
    """Lower bound on `I` by doubly stochastic scaling: cheapest, and pessimistic by up to a nat per unit where units have merged"""
    def log_permanent(self, m: Tensor) -> Tensor: ...
@dataclass(frozen=True)
class Soules(PermanentEstimator):
    """Lower bound on `I` by Soules' weights on top of the scaling: exact for units that are apart and for identical ones, never below `Sinkhorn`

    Parameters
    ----------
    refine : int = 0
        sweeps of the weighted matrix: a nat or two of hundreds, for a tenth more of a training step. The gradient is the one at fixed scaling, and that of the value only once these sweeps have converged
    """
    refine: int = ...
    def log_permanent(self, m: Tensor) -> Tensor: ...
@dataclass(frozen=True)
class Bethe(PermanentEstimator):
    """Upper bound on `I` by belief propagation; for one layer, once it has converged, at most `h log(2)/2` nats above it, and further where entries spread over more than its rounds can follow

    Parameters
    ----------
    rounds : int = 10
        of belief propagation
    side : ClassVar[str] = 'upper bound'
    """
    rounds: int = ...
    side: ClassVar[str] = ...
    def log_permanent(self, m: Tensor) -> Tensor: ...
@dataclass(frozen=True)
class Sampled:
    """Upper bound on `I`, on average, by sampling permutations with known probability; the gradient is the weighted share of samples

    Parameters
    ----------
    K : int = 64
        samples per draw
    side : ClassVar[str] = 'upper bound'
    planted : ClassVar[bool] = False
    """
    K: int = ...
    side: ClassVar[str] = ...
    planted: ClassVar[bool] = ...
    def __post_init__(self): ...
    def check(self, g: PermutationGroup) -> None:
        """Any group will do"""
        ...
    def __call__(self, q: Posterior, g: PermutationGroup, w: Params, generator: Generators=None) -> Tensor:
        """Value per draw, `(*batch, S)` nats"""
        ...
    def log_permanent(self, m: Tensor, generator: Generators=None) -> Tensor:
        """Average over samples of the log-permanent

        Parameters
        ----------
        m : Tensor
            `(.., h, h)` nats
        generator : Generators = None
            of the samples

        Returns
        -------
        Tensor
            `(..)` nats
        """
        ...
@dataclass(frozen=True)
class Planted(Sampled):
    """Lower bound on `I`, on average, with the identity planted among the samples. Only for draws from `q` itself"""
    side: ClassVar[str] = ...
    planted: ClassVar[bool] = ...
def default_estimator(q: Posterior, g: PermutationGroup) -> Estimator:
    """`Soules()` for families whose units are independent, else `Uniform(20)`

    Parameters
    ----------
    q : Posterior
        the posterior
    g : PermutationGroup
        the group

    Returns
    -------
    Estimator
    """
    ...
def mutual_information(q: Posterior, g: PermutationGroup, w: Params, estimator: Estimator | None=None, generator: Generators=None) -> Tensor:
    """`I(g;w) = H(q_G) - H(q)`, per draw of w

    Parameters
    ----------
    q : Posterior
        the posterior, or anything with `rsample` and `log_prob` of named tensors
    g : PermutationGroup
        the group
    w : Params
        draws from q, `(*batch, S, *shape)`
    estimator : Estimator | None = None
        how to estimate; its `side` says what the average bounds; default `default_estimator`
    generator : Generators = None
        of the estimator's own draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats, whose average over draws estimates or bounds `I(g;w)`
    """
    ...
@dataclass(frozen=True)
class EachBy:
    """Members of a stack whose values come from different estimators

    Parameters
    ----------
    estimators : tuple[Estimator, ...]
        one per member, all of one side
    """
    estimators: tuple[Estimator, ...]
    @property
    def side(self) -> str:
        """Theirs"""
        ...
    def __repr__(self): ...
@dataclass(frozen=True)
class Sandwich:
    """Both sides of `I(g;w)` in nats, each a scalar or `(members,)`; unpacks as `lower, upper`

    Parameters
    ----------
    lower : Tensor
        mean over draws, at most `I` up to its error
    upper : Tensor
        mean over draws, at least `I` up to its error
    lower_error : Tensor
        standard error over draws
    upper_error : Tensor
        standard error over draws
    lower_by : Estimator
        what gave the lower end
    upper_by : Estimator
        what gave the upper end
    """
    lower: Tensor
    upper: Tensor
    lower_error: Tensor
    upper_error: Tensor
    lower_by: Estimator
    upper_by: Estimator
    def __iter__(self): ...
    def _repr_markdown_(self) -> str: ...
def sandwich_estimators(q: Posterior, g: PermutationGroup, K: int) -> tuple[list[Estimator], list[Estimator]]:
    """What bounds `I(g;w)` for this family and this group

    Parameters
    ----------
    q : Posterior
        the posterior
    g : PermutationGroup
        the group
    K : int
        samples per draw

    Returns
    -------
    tuple[list[Estimator], list[Estimator]]
        for the lower and for the upper side
    """
    ...
def mi_sandwich(q: Posterior, g: PermutationGroup, n: int=20, K: int=128, generator: Generators=None) -> Sandwich:
    """Lower and upper value of `I(g;w)` with their Monte-Carlo errors. Where a family has no upper bound it is `log|G|`

    Parameters
    ----------
    q : Posterior
        the posterior, one or a stack
    g : PermutationGroup
        the group
    n : int = 20
        draws of the weights
    K : int = 128
        samples per draw
    generator : Generators = None
        of all draws; one, or one per member

    Returns
    -------
    Sandwich
        float64
    """
    ...
def _spawn(generator: Generators, k: int) -> list[Generators]:
    """`k` generators for each one given. What one of several purposes draws then does not depend on the others"""
    ...
def _choice(side: list[Estimator], trial: dict[Estimator, Tensor], sign: int) -> Tensor | None:
    """For every member the candidate with the largest, or least, average over a few draws; None where there is no choice"""
    ...
def _best(side: list[Estimator], choice: Tensor | None, final: dict[Estimator, Tensor]) -> tuple[Tensor, Estimator] | None:
    """Values by every member's own choice, over draws that did not take part in it"""
    ...
def _double(q: Posterior) -> Posterior:
    """A copy in float64, on the CPU where the device has none"""
    ...
def _values(q: Posterior, g: PermutationGroup, estimators: Sequence[Estimator], wanted: Sequence[Estimator], n: int, generator: Generators) -> dict[Estimator, Tensor]:
    """Values of the wanted estimators under the same fresh draws, each `(*batch, n)`, a few draws at a time; as many for a stack as for one member"""
    ...
@dataclass(frozen=True)
class SymmetrizedPosterior:
    """The average of a posterior over a group, `q_G`

    Parameters
    ----------
    q : Posterior
        any distribution with `rsample` and `log_prob` of named tensors
    g : PermutationGroup
        the group
    """
    q: Posterior
    g: PermutationGroup
    def rsample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of q, each moved by a uniform element

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`
        """
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of q, each moved by a uniform element

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, without a gradient
        """
        ...
    def log_prob(self, w: Params, estimator: Estimator=Exact(), generator: Generators=None) -> Tensor:
        """Log density: exact for small groups, below on average with `Uniform(K)` and `Sampled(K)`, below with `Bethe()`; for one layer above with `Sinkhorn()` and `Soules()`. Raises `SymbayesError` for `Planted`: at an arbitrary point the identity is no exact draw

        Parameters
        ----------
        w : Params
            points `(*batch, S, *shape)`, drawn from anywhere
        estimator : Estimator = Exact()
            `Exact()`, `Uniform(K)`, or one by permanents other than `Planted`
        generator : Generators = None
            of the sampled elements

        Returns
        -------
        Tensor
            `(*batch, S)` nats
        """
        ...
    def entropy(self, estimator: Estimator | None=None, n: int=1000, generator: Generators=None) -> tuple[Tensor, Tensor]:
        """`H(q_G) = H(q) + I(g;w)`

        Parameters
        ----------
        estimator : Estimator | None = None
            its side is the side of the result
        n : int = 1000
            draws
        generator : Generators = None
            of the draws and of the estimator

        Returns
        -------
        tuple[Tensor, Tensor]
            estimate and its standard error, `(*batch,)` nats
        """
        ...
def symmetrize(q: Posterior, g: PermutationGroup) -> SymmetrizedPosterior:
    """The average of `q` over `g`

    Parameters
    ----------
    q : Posterior
        any distribution with `rsample` and `log_prob` of named tensors
    g : PermutationGroup
        the group

    Returns
    -------
    SymmetrizedPosterior
    """
    ...
@dataclass
class ElboTerms:
    """The terms of a (symmetrised) ELBO in nats, each a scalar or `(members,)`

    Parameters
    ----------
    log_lik : Tensor
        expected log likelihood of the whole data set
    kl : Tensor
        KL from the posterior to the prior
    mi : Tensor
        `I(g;w)` as estimated; zero without a group
    side : str = 'none'
        which side of I the estimate is on: 'lower bound', 'upper bound', 'exact', or 'none' without a group
    """
    log_lik: Tensor
    kl: Tensor
    mi: Tensor
    side: str = ...
    @property
    def elbo(self) -> Tensor:
        """The ELBO of q itself: a lower bound on the log evidence"""
        ...
    @property
    def total(self) -> Tensor:
        """The ELBO of q_G. It bounds the log evidence from below if I is exact or bounded from below"""
        ...
    def _repr_markdown_(self) -> str: ...
def elbo(model: nn.Module, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, batch: tuple[Tensor, Tensor], n_data: int, group: PermutationGroup | None=None, estimator: Estimator | None=None, n_samples: int=1, n_mi_samples: int | None=None, member_x: bool=False, generator: Generators=None) -> ElboTerms:
    """A reparametrised estimate of the (symmetrised) ELBO, differentiable in the posterior's parameters

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : IsotropicNormal
        invariant under `group` if one is given
    likelihood : Likelihood
        of the targets given the outputs
    batch : tuple[Tensor, Tensor]
        inputs `(batch, ...)` and targets, or with a first axis of members, see `member_x`
    n_data : int
        size of the whole data set, to which the batch's log likelihood is scaled
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`
    n_samples : int = 1
        weight draws for the likelihood
    n_mi_samples : int | None = None
        weight draws for I, default as many
    member_x : bool = False
        does each member of a stack see its own batch?
    generator : Generators = None
        one, or one per member

    Returns
    -------
    ElboTerms
        terms of shape `(*batch,)`, in nats
    """
    ...
def elbo_from_outputs(outputs: Tensor, q: Posterior, prior: IsotropicNormal, likelihood: Likelihood, y: Tensor, n_data: int, group: PermutationGroup | None=None, estimator: Estimator | None=None, n_mi_samples: int=1, member_y: bool=False, generator: Generators=None, w: Params | None=None) -> ElboTerms:
    """The terms, given outputs however these were sampled

    Parameters
    ----------
    outputs : Tensor
        `(*batch, S, batch, out)` under draws from q
    q : Posterior
        posterior
    prior : IsotropicNormal
        its prior
    likelihood : Likelihood
        of the targets given the outputs
    y : Tensor
        targets, with a first axis of members if `member_y`
    n_data : int
        size of the whole data set
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`
    n_mi_samples : int = 1
        weight draws for I
    member_y : bool = False
        does each member of a stack have its own targets?
    generator : Generators = None
        one, or one per member
    w : Params | None = None
        the weight draws for I, if they are there already

    Returns
    -------
    ElboTerms
        terms of shape `(*batch,)`, in nats
    """
    ...
