# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['SymmetrizedPosterior', 'symmetrize', 'ElboTerms', 'expected_log_lik', 'terms_of_draws', 'prior_terms', 'elbo', 'elbo_from_outputs']
from dataclasses import dataclass, replace
from math import log
from typing import Any
import torch
from torch import Tensor, nn
from .core import Generators, Layout, Params, network_outputs, require
from .elements import PermutationGroup
from .estimators import PermanentEstimator, Planted, default_estimator, mutual_information
from .families import WeightDistribution
from .information import Estimator, Exact, Uniform, check_kinds, draws_of, markdown_table, orbit_log_ratio, over_names, precise
from .information import reporting_copy, text_table
from .likelihoods import Likelihood
from .posteriors import Posterior
from .priors import Prior, check_prior, closed_form_kl, kl_to
@dataclass(frozen=True)
class SymmetrizedPosterior:
    """The average of a posterior over a group, `q_G`

    Parameters
    ----------
    q : WeightDistribution
        any distribution with draws and a `log_prob` of named tensors
    g : PermutationGroup
        the group
    """
    q: WeightDistribution
    g: PermutationGroup
    @property
    def layout(self) -> Layout:
        """Names and shapes of the weights"""
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: empty for one distribution, `(members,)` for a stack"""
        ...
    @property
    def device(self) -> torch.device:
        """Where draws live"""
        ...
    def in_double(self) -> 'SymmetrizedPosterior':
        """A copy to compute reported numbers with"""
        ...
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
        """Log density, on the other side of the estimator's. Raises `SymbayesError` for `Planted`

        Parameters
        ----------
        w : Params
            points `(*batch, *lead, *shape)`, drawn from anywhere
        estimator : Estimator = Exact()
            `Exact()`, `Uniform(K)`, or one by permanents other than `Planted`
        generator : Generators = None
            of the sampled elements

        Returns
        -------
        Tensor
            `(*batch, *lead)` nats
        """
        ...
    def _average(self, w: Params, n: int, generator: Generators) -> Tensor:
        """Log of the average ratio of densities over sampled elements `(*batch, S)`"""
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
def symmetrize(q: WeightDistribution, g: PermutationGroup) -> SymmetrizedPosterior:
    """The average of `q` over `g`

    Parameters
    ----------
    q : WeightDistribution
        any distribution with draws and a `log_prob` of named tensors, or a `torch` distribution over flat vectors
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
    kl_by : str = 'closed form'
        or 'Monte Carlo', for priors without one; 'given the draws' for families with `elbo_draws`
    """
    log_lik: Tensor
    kl: Tensor
    mi: Tensor
    side: str = ...
    kl_by: str = ...
    @property
    def elbo(self) -> Tensor:
        """The ELBO of q itself: a lower bound on the log evidence"""
        ...
    @property
    def total(self) -> Tensor:
        """The ELBO of q_G. It bounds the log evidence from below if I is exact or bounded from below"""
        ...
    def to_dict(self) -> dict[str, Any]:
        """All terms and totals by name, for a table or a file

        Returns
        -------
        dict[str, Any]
            floats, or a list of them for a stack; and the words `side` and `kl_by`
        """
        ...
    def _rows(self) -> list[list[str]]:
        """Rows of the table, in words"""
        ...
    def __str__(self) -> str: ...
    def _repr_markdown_(self) -> str: ...
def expected_log_lik(outputs: Tensor, likelihood: Likelihood, y: Tensor, n_data: int, member_y: bool=False) -> Tensor:
    """Log likelihood of the whole data set, on average over draws, estimated from a batch of its examples

    Parameters
    ----------
    outputs : Tensor
        `(*batch, S, examples, ..)` under draws from q
    likelihood : Likelihood
        of the targets given the outputs
    y : Tensor
        targets, with a first axis of members if `member_y`
    n_data : int
        size of the whole data set
    member_y : bool = False
        does each member of a stack have its own targets?

    Returns
    -------
    Tensor
        `(*batch,)` nats
    """
    ...
def terms_of_draws(draws: tuple[Params, Tensor, Tensor], q: WeightDistribution, prior: Prior, group: PermutationGroup | None=None, estimator: Estimator | None=None, n_mi_samples: int=1, generator: Generators=None) -> ElboTerms:
    """The terms of a family that integrates in closed form what it can given the draws

    Parameters
    ----------
    draws : tuple[Params, Tensor, Tensor]
        as a family's `elbo_draws` gives them: weights, log likelihoods and KLs `(*batch, S)`
    q : WeightDistribution
        the posterior
    prior : Prior
        its prior
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`
    n_mi_samples : int = 1
        weight draws for I: the same ones if it wants as many
    generator : Generators = None
        of further draws, and of the estimator

    Returns
    -------
    ElboTerms
        of shape `(*batch,)`, in nats
    """
    ...
def prior_terms(log_lik: Tensor, q: Posterior, prior: Prior, group: PermutationGroup | None=None, estimator: Estimator | None=None, *, w: Params | None=None, n_samples: int=1, generator: Generators=None) -> ElboTerms:
    """The expected log likelihood with all that is taken from it, and given back

    Parameters
    ----------
    log_lik : Tensor
        expected log likelihood `(*batch,)` nats
    q : Posterior
        posterior
    prior : Prior
        its prior
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`
    w : Params | None = None
        draws from q, for I and for a KL without a closed form; default fresh ones, if any are needed
    n_samples : int = 1
        number of fresh ones
    generator : Generators = None
        of the draws and of the estimator

    Returns
    -------
    ElboTerms
        of shape `(*batch,)`, in nats
    """
    ...
def elbo(model: nn.Module, q: Posterior, prior: Prior, likelihood: Likelihood, batch: tuple[Tensor, Tensor], n_data: int, group: PermutationGroup | None=None, estimator: Estimator | None=None, n_samples: int=1, n_mi_samples: int | None=None, member_x: bool=False, generator: Generators=None) -> ElboTerms:
    """A reparametrised estimate of the (symmetrised) ELBO, differentiable in the posterior's parameters

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : Prior
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
def elbo_from_outputs(outputs: Tensor, q: Posterior, prior: Prior, likelihood: Likelihood, y: Tensor, n_data: int, group: PermutationGroup | None=None, estimator: Estimator | None=None, n_mi_samples: int=1, member_y: bool=False, generator: Generators=None, w: Params | None=None) -> ElboTerms:
    """The terms, given outputs however these were sampled: `expected_log_lik` and `prior_terms`

    Parameters
    ----------
    outputs : Tensor
        `(*batch, S, batch, out)` under draws from q
    q : Posterior
        posterior
    prior : Prior
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
from symbayes.core import document
