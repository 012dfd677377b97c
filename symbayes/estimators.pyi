# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['PermanentEstimator', 'Sinkhorn', 'Soules', 'Bethe', 'Sampled', 'Planted', 'has_chain', 'default_estimator', 'mutual_information', 'EachBy', 'Sandwich', 'ceiling_note', 'mi_sandwich']
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, is_dataclass
from hashlib import blake2b
from math import log, prod
from typing import Any, ClassVar
import torch
from torch import Tensor, nn
from .core import Generators, Params, SymbayesError, check_finite, each_draws, progress_bar, require
from .elements import PermutationGroup
from .families import Family, WeightDistribution
from .information import Estimator, Exact, Uniform, changed_options, check_kinds, draws_of, markdown_table, no_information
from .information import over_names, reporting_copy, text_table
from .permanents import log_permanent_sandwich, lower_bound, permutation_particles, upper_bound
from .posteriors import MeanField, Posterior
from .processes import Processes, draw_generators, join_processes
from .samples import Samples
from .unit_information import chain_lower_bound, chain_upper_bound, chains, charged_part, charged_parts, last_colour
from .unit_information import nested_information
def check_draws(q: Posterior, g: PermutationGroup, w: Params) -> None:
    """Raise `SymbayesError` unless units of q are independent and `w` has draws for every member of it, of its dtype

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
@dataclass(frozen=True, repr=False)
class PermanentEstimator:
    """What the estimators by permanents have in common. They take families whose units are independent; others raise `SymbayesError`

    Parameters
    ----------
    sweeps : int = 10
        of Sinkhorn's iteration
    variance_reduction : bool = field(default=True, kw_only=True)
        leave needless noise out of the gradient? For reparametrised draws
    side : ClassVar[str] = 'lower bound'
    """
    sweeps: int = ...
    variance_reduction: bool = ...
    side: ClassVar[str] = ...
    def __post_init__(self): ...
    def __repr__(self) -> str: ...
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
def _by_permanents(cls: type) -> type:
    """Decorator: a dataclass whose repr shows the options that differ from the defaults"""
    ...
@_by_permanents
class Sinkhorn(PermanentEstimator):
    """Lower bound on `I` by doubly stochastic scaling: cheapest, and pessimistic by up to a nat per unit where units have merged"""
    def log_permanent(self, m: Tensor) -> Tensor: ...
@_by_permanents
class Soules(PermanentEstimator):
    """Lower bound on `I` by Soules' weights on top of the scaling: exact for separated units and for identical ones, never below `Sinkhorn`

    Parameters
    ----------
    refine : int = 0
        sweeps of the weighted matrix
    """
    refine: int = ...
    def log_permanent(self, m: Tensor) -> Tensor: ...
@_by_permanents
class Bethe(PermanentEstimator):
    """Upper bound on `I` by belief propagation; for one layer, once it has converged, at most `h log(2)/2` nats above it

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
def has_chain(q: WeightDistribution, g: PermutationGroup) -> bool:
    """Check whether permanents bound the information from below: of some tensors at least, as of all but the recurrent ones

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    g : PermutationGroup
        the group

    Returns
    -------
    bool
    """
    ...
def default_estimator(q: WeightDistribution, g: PermutationGroup) -> Estimator:
    """`Soules()` for families whose units are independent, else `Uniform(20)`

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    g : PermutationGroup
        the group

    Returns
    -------
    Estimator
    """
    ...
def mutual_information(q: WeightDistribution, g: PermutationGroup, w: Params, estimator: Estimator | None=None, generator: Generators=None) -> Tensor:
    """`I(g;w) = H(q_G) - H(q)`, per draw of w

    Parameters
    ----------
    q : WeightDistribution
        the posterior, or anything with a `log_prob` of named tensors
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
    def __repr__(self) -> str: ...
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
    upper_by : Estimator | None
        what gave the upper end; None if it is `log|G|`, the most that there can be
    """
    lower: Tensor
    upper: Tensor
    lower_error: Tensor
    upper_error: Tensor
    lower_by: Estimator
    upper_by: Estimator | None
    def __iter__(self): ...
    def _rows(self) -> list[list[str]]: ...
    def __str__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
def _spawn(generator: Generators, k: int) -> list[Generators]:
    """`k` generators for each one given. What one of several purposes draws then does not depend on the others"""
    ...
def sandwich_estimators(q: WeightDistribution, g: PermutationGroup, K: int) -> tuple[list[Estimator], list[Estimator]]:
    """What bounds `I(g;w)` for this family and this group

    Parameters
    ----------
    q : WeightDistribution
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
def ceiling_note(estimator: Estimator, values: Tensor, most: float) -> str | None:
    """Say where `Uniform(K)` stands at the most that it can say: its gradient is nil there

    Parameters
    ----------
    estimator : Estimator
        what gave the values, `Uniform(K)` or another
    values : Tensor
        nats, one per member
    most : float
        the group's log order

    Returns
    -------
    str | None
        a line, if there is something to say
    """
    ...
def mi_sandwich(q: WeightDistribution, g: PermutationGroup, n: int=20, K: int=32, generator: Generators=None, progress: bool=True, processes: bool=False) -> Sandwich:
    """Lower and upper value of `I(g;w)` with their Monte-Carlo errors. Where a family has no upper bound it is `log|G|`

    Parameters
    ----------
    q : WeightDistribution
        the posterior, one or a stack
    g : PermutationGroup
        the group
    n : int = 20
        draws of the weights
    K : int = 32
        samples per draw
    generator : Generators = None
        of all draws; one, or one per member
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds
    processes : bool = False
        share the draws out among the processes that `torchrun` has started, see `join_processes`

    Returns
    -------
    Sandwich
        float64
    """
    ...
def _choice(side: list[Estimator], trial: dict[Estimator, Tensor], sign: int) -> Tensor | None:
    """For every member the candidate with the largest, or least, average over a few draws; None where there is no choice"""
    ...
def _best(side: list[Estimator], choice: Tensor | None, final: dict[Estimator, Tensor]) -> tuple[Tensor, Estimator] | None:
    """Values by every member's own choice, over draws that did not take part in it"""
    ...
def _values(q, g, estimators, wanted, n, generator, bar, shared) -> dict[Estimator, Tensor]:
    """Values of the wanted estimators under the same fresh draws, each `(*batch, n)`, a few at a time; as many for a stack as for a member"""
    ...
def _shared_values(q, g, estimators, wanted, n, generator, bar, shared) -> dict[Estimator, Tensor]:
    """The same by several processes"""
    ...
def mark(thing: Any) -> str:
    """A fingerprint by which processes tell whether they have the same

    Parameters
    ----------
    thing : Any
        a tensor or an array, a module, a generator, a group, a number; tuples, lists, dicts and dataclasses of these

    Returns
    -------
    str
    """
    ...
def joined(processes: bool, q: Any, generator: Generators=None, **things: Any) -> tuple[Processes | None, Generators]:
    """The processes that share draws out, and a generator for all. Raises `SymbayesError` where they were asked for different things

    Parameters
    ----------
    processes : bool
        share draws out?
    q : Any
        a distribution over weights
    generator : Generators = None
        of the draws; None: one that the first process seeds
    **things : Any
        what else all processes have to have in common, by name

    Returns
    -------
    tuple[Processes | None, Generators]
        None where each process works for itself
    """
    ...
def drawn_singly(q: Any) -> bool:
    """Are its draws independent of each other, so that any of them can be asked for alone?

    Parameters
    ----------
    q : Any
        a distribution over weights

    Returns
    -------
    bool
    """
    ...
def of_each_draw(shared: Processes, n: int, generator: Generators, draw: Callable[[int, Generators], Params], of: Callable[[Params, Generators], Sequence[Tensor]], axis: int, singly: bool=True) -> list[Tensor]:
    """What is computed of every draw, by one process each, one after the other

    Parameters
    ----------
    shared : Processes
        they take a part of the draws each
    n : int
        draws S
    generator : Generators
        the same on every process
    draw : Callable[[int, Generators], Params]
        draws of the weights `(*batch, n, *shape)`
    of : Callable[[Params, Generators], Sequence[Tensor]]
        of one draw `(*batch, 1, *shape)`: tensors `(*batch, 1, ..)`
    axis : int
        how many axes a batch has
    singly : bool = True
        can a draw be asked for alone?

    Returns
    -------
    list[Tensor]
        `(*batch, S, ..)` on every process
    """
    ...
from symbayes.core import document
