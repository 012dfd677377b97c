# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['laws', 'NotAsked', 'law', 'only_if', 'Laws', 'expect_equal', 'expect_close', 'expect_mean', 'check_group_laws', 'check_family_laws', 'check_prior_laws', 'check_likelihood_laws', 'check_estimator_laws']
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from math import log
from pathlib import Path
from statistics import NormalDist
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
import torch
from torch import Tensor, nn
from torch.distributions import MultivariateNormal
from .core import Layout, Params, SymbayesError, document, require, streams
from .elements import Element, PermutationGroup
from .families import WeightDistribution, stack_posteriors
from .information import Estimator, Exact
from .likelihoods import Likelihood
from .posteriors import MeanField, Posterior
from .priors import IsotropicNormal, Prior, kl_to
laws: dict[str, dict[str, Callable]]
class NotAsked(Exception):
    """A law has nothing to say about an object; the message says why"""
def law(battery: str, name: str) -> Callable:
    """Add a law to a battery. Its docstring is the claim

    Parameters
    ----------
    battery : str
        whose law it is: 'group', 'family', 'prior', 'likelihood' or 'estimator'
    name : str
        how messages call it

    Returns
    -------
    Callable
        a decorator, for a function of what the battery takes and a generator
    """
    ...
def only_if(ok: bool, why: str) -> None:
    """Inside a law: leave it with `NotAsked` unless `ok`

    Parameters
    ----------
    ok : bool
        is there something to ask?
    why : str
        what is missing, if not
    """
    ...
class Laws(dict):
    """What a battery found: the name of each law to 'holds', or to why it was not asked

    Parameters
    ----------
    battery : str = ''
        whose laws these are
    """
    battery: str = ...
    def rows(self) -> list[tuple[str, str, str]]:
        """A row per law

        Returns
        -------
        list[tuple[str, str, str]]
            name, claim, and what was found
        """
        ...
    @property
    def asked(self) -> list[str]:
        """The laws that hold"""
        ...
    def _repr_markdown_(self) -> str: ...
    def __repr__(self) -> str: ...
def ask_all(battery: str, who: str, args: tuple, generator: torch.Generator | None, skip: Sequence[str]) -> Laws:
    """Every law of a battery, each with random numbers of its own, so that one more law changes no other"""
    ...
def _answer(f: Callable, name: str, who: str, args: tuple, generator: torch.Generator) -> str: ...
def expect_equal(found: Tensor | Params, expected: Tensor | Params, what: str) -> None:
    """Raise `SymbayesError` unless all entries are the same, naming the first that is not

    Parameters
    ----------
    found : Tensor | Params
        what there is
    expected : Tensor | Params
        what there should be
    what : str
        how a message calls it
    """
    ...
def expect_close(found: Tensor | Params, expected: Tensor | Params, what: str, tol: float | None=None) -> None:
    """Raise `SymbayesError` unless all entries are the same up to rounding, naming the first that is not

    Parameters
    ----------
    found : Tensor | Params
        what there is
    expected : Tensor | Params
        what there should be
    what : str
        how a message calls it
    tol : float | None = None
        allowed difference, absolute and relative; default 1e-9, in float32 1e-4
    """
    ...
def _rounding(t: Tensor) -> float: ...
def _pairs(found: Tensor | Params, expected: Tensor | Params, what: str) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Tensors side by side with their names, once their form is the same"""
    ...
def _refuse(name: str, found: Tensor, expected: Tensor, bad: Tensor) -> None: ...
def expect_mean(draws: Tensor, expected: Tensor | float, what: str, side: str='exact') -> None:
    """Raise `SymbayesError` unless the mean is as expected within its standard error, with a chance below 1e-6 of a false alarm

    Parameters
    ----------
    draws : Tensor
        `(*lead, n)`, independent along the last axis
    expected : Tensor | float
        of their mean, `(*lead)`
    what : str
        how a message calls the mean
    side : str = 'exact'
        or 'lower bound', 'upper bound': the mean may be below, or above
    """
    ...
def _sigmas(k: int) -> float:
    """Standard errors that none of k normal means leaves but once in 1e8"""
    ...
def _weights(layout: Layout, *lead: int, generator: torch.Generator) -> Params: ...
def _places(g: PermutationGroup, a: Element) -> Tensor:
    """`(*lead, P)`: which weight stands where under an element, and with which sign"""
    ...
def _three(g: PermutationGroup, generator: torch.Generator) -> list[Element]: ...
def _moving(g: PermutationGroup, generator: torch.Generator) -> Element:
    """Of a few random elements the one that moves most, since in a small group one in two may be the identity"""
    ...
def _closure(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Drawn elements, products and inverses are elements of the group"""
    ...
def _identity(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """The identity moves nothing, and changes no element that it is composed with"""
    ...
def _associativity(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """(ab)c = a(bc)"""
    ...
def _inverse(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """An element and its inverse undo each other, on either side"""
    ...
def _action(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """act(ab, w) = act(a, act(b, w))"""
    ...
def _numbers_kept(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Entries change places and signs alone, and within their tensor; without a sign they change places alone"""
    ...
def _stacks(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """A stack of elements acts, composes and inverts like its elements, one by one"""
    ...
def _labels(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Every element is the product of elements of one label each, which move the tensors of that label alone"""
    ...
def _only(g: PermutationGroup, a: Element, label: str) -> Element:
    """What an element does to one label"""
    ...
def _units(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Weights of one unit move together, up to their common sign, within their block; the flat positions of `unit_index` are theirs"""
    ...
def _order(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """`elements` yields as many different elements as `order` says, the identity first"""
    ...
def _uniform(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Every element is drawn as often as any other"""
    ...
def _group_generator(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """Equal generators draw equal elements, others draw others, and the global generator is left alone"""
    ...
def _check_draws(draw: Callable, random: bool, generator: torch.Generator) -> None: ...
def _symmetry(g: PermutationGroup, model: nn.Module | None, x: Tensor | None, generator: torch.Generator) -> None:
    """The model's outputs are the same under moved weights"""
    ...
def check_group_laws(g: PermutationGroup, model: nn.Module | None=None, x: Tensor | None=None, *, skip: Sequence[str]=(), generator: torch.Generator | None=None) -> Laws:
    """Raise `SymbayesError` at the first law of a group that is broken

    Parameters
    ----------
    g : PermutationGroup
        the group
    model : nn.Module | None = None
        a model that it is said to be a symmetry of
    x : Tensor | None = None
        inputs of the model, `(n, ...)`
    skip : Sequence[str] = ()
        laws not to ask, by name
    generator : torch.Generator | None = None
        for other random numbers than the usual ones

    Returns
    -------
    Laws
        what was asked, and holds
    """
    ...
def _check_density(draw: Callable, log_prob: Callable, layout: Layout, what: str, generator: torch.Generator) -> None:
    """Is `log_prob` normalised, and the density of what `draw(n, generator)` gives? For one distribution, without leading axes"""
    ...
def _gaussian_like(x: Tensor) -> MultivariateNormal:
    """The Gaussian with mean and covariance of draws `(n, P)`"""
    ...
def _log_integral(of_draws: Tensor, of_gaussian: Tensor) -> float:
    """Bennett's estimate of the log integral of a density, by bisection"""
    ...
def _lead(q: Any) -> tuple[int, ...]: ...
def _layout(q: Any, g: PermutationGroup | None) -> Layout: ...
def _singles(q: Any) -> list[Any]:
    """The members of a stack, or one distribution alone"""
    ...
def _many(q: Any, g: PermutationGroup | None) -> int:
    """Draws for averages: fewer of large networks"""
    ...
def _draws(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """Draws are the layout's tensors behind the leading axes, finite, of one dtype on one device; those of `sample` carry no gradient"""
    ...
def _family_generator(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """Equal generators draw equal weights, others draw others, and the global generator is left alone"""
    ...
def _leading(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """The density of many weights is that of each alone, whatever axes they are laid out in"""
    ...
def _density(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """`log_prob` integrates to one and is the density of the draws"""
    ...
def _moments(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """`mean` and `std` are those of the draws"""
    ...
def _entropy(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """`entropy` is minus the mean of `log_prob` over draws"""
    ...
def _kl(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """`kl` to a Gaussian prior is the mean of log q - log p over draws"""
    ...
def _check_slopes(f: Callable, params: Params, generator: torch.Generator) -> None:
    """Is the gradient of `f()` for every parameter finite and the slope of its values, along a random direction?"""
    ...
def _at(f: Callable, p: Tensor, change: Tensor) -> Tensor:
    """The value with a parameter changed"""
    ...
def _gradient(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """Draws, density and entropy pass the right gradient on to every parameter"""
    ...
def _free(m: nn.Module) -> Params: ...
def _check_reach(values: Sequence[Tensor], params: Params) -> None:
    """Does a gradient other than zero reach every parameter?"""
    ...
def _needs_group(g: PermutationGroup | None) -> None: ...
def _pushforward(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """The moved distribution has at moved weights the density of the original one: q_g(g w) = q(w)"""
    ...
def _loose(w: Params) -> float: ...
def _orbit(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """`orbit_log_ratio` is the log density of weights moved back, less that of the weights"""
    ...
def _unit_densities(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """The matrix of units at sites gives the change of density when a label's units are exchanged; its diagonal is the units where they are"""
    ...
def _check_units(q: Any, g: PermutationGroup, l: str, w: Params, n: int, a: Element) -> None: ...
def _members(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """A stack and its members have the same tensors, draws and densities"""
    ...
def _files(q: Any, g: PermutationGroup | None, generator: torch.Generator) -> None:
    """What is saved is read again to the bit, as the same family with the same draws"""
    ...
def check_family_laws(q: WeightDistribution, g: PermutationGroup | None=None, *, skip: Sequence[str]=(), generator: torch.Generator | None=None) -> Laws:
    """Raise `SymbayesError` at the first law of a distribution over weights that is broken

    Parameters
    ----------
    q : WeightDistribution
        a distribution over weights, one or a stack
    g : PermutationGroup | None = None
        a group that acts on its layout
    skip : Sequence[str] = ()
        laws not to ask, by name
    generator : torch.Generator | None = None
        for other random numbers than the usual ones

    Returns
    -------
    Laws
        what was asked, and holds
    """
    ...
def _what(v: Any) -> str: ...
def _bound(prior: Any, g: PermutationGroup) -> Any:
    """The prior over the group's layout, in float64"""
    ...
def _prior_draws(prior: Any, g: PermutationGroup, n: int, generator: torch.Generator) -> Params: ...
def _single(prior: Any) -> Any: ...
def _prior_leading(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """The density of many weights is that of each alone, whatever axes they are laid out in"""
    ...
def _prior_generator(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """Equal generators draw equal weights, others draw others, and the global generator is left alone"""
    ...
def _prior_density(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """`log_prob` integrates to one and is the density of the draws"""
    ...
def _prior_gradient(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """The gradient of the density with respect to the weights is its slope"""
    ...
def _invariance(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """`check_invariant` accepts the group, and the density of moved weights is that of the weights"""
    ...
def _prior_kl(prior: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """A divergence in closed form is the mean of log q - log p over draws"""
    ...
def check_prior_laws(prior: Prior, g: PermutationGroup, *, skip: Sequence[str]=(), generator: torch.Generator | None=None) -> Laws:
    """Raise `SymbayesError` at the first law of a prior that is broken

    Parameters
    ----------
    prior : Prior
        anything with `log_prob(layout, w)` and `check_invariant(g)`
    g : PermutationGroup
        a group that it should not tell apart, over whose layout it is asked
    skip : Sequence[str] = ()
        laws not to ask, by name
    generator : torch.Generator | None = None
        for other random numbers than the usual ones

    Returns
    -------
    Laws
        what was asked, and holds
    """
    ...
def _one(likelihood: Any) -> Any: ...
def _targets(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """`check` accepts the targets, and `targets` leaves those in full shape as they are"""
    ...
def _lik_leading(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """A value per draw and example, which depends on this draw's output and this example's target alone"""
    ...
def _lik_density(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """Over all values of a target, probabilities sum and densities integrate to one"""
    ...
def _lik_predictive(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """`predictive` gives the mean and the standard deviation of the targets"""
    ...
def _distributions(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None) -> Iterator[tuple[int, Tensor, Tensor, Tensor]]:
    """For some examples of the first draw: number, outputs, every value of a target `(m, k)`, and its probability `(m,)`"""
    ...
def _densities(likelihood: Any, o: Tensor, at: Tensor, axes: torch.Size) -> Tensor: ...
def _grid(likelihood: Any, o: Tensor, axes: torch.Size) -> tuple[Tensor, Tensor]:
    """Points `(m, k)` dense around the middle, on the scale of the density, and sparse far away; and the logs of their weights"""
    ...
def _scale(likelihood: Any, o: Tensor, middle: Tensor, j: int, axes: torch.Size) -> float:
    """How far from the middle, along one axis, the density has fallen by half a nat"""
    ...
def _lik_gradient(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """The gradients for outputs, and for what is learned, are the slopes"""
    ...
def _lik_members(likelihood: Any, outputs: Tensor, y: Tensor, values: Tensor | None, generator: torch.Generator) -> None:
    """Each member of a stack has what is learned for itself, and the values it has alone"""
    ...
def _make_stack(likelihood: Any, n: int, generator: torch.Generator) -> None:
    """Give each of n members what it learns, and make it differ"""
    ...
def check_likelihood_laws(likelihood: Likelihood, outputs: Tensor, y: Tensor, values: Tensor | None=None, *, skip: Sequence[str]=(), generator: torch.Generator | None=None) -> Laws:
    """Raise `SymbayesError` at the first law of a likelihood that is broken

    Parameters
    ----------
    likelihood : Likelihood
        the likelihood
    outputs : Tensor
        of a network `(S, n, out)`, for S draws and at least two examples
    y : Tensor
        targets of the n examples
    values : Tensor | None = None
        what an entry of a target that is not real can be; of labels by default 0 to out-1
    skip : Sequence[str] = ()
        laws not to ask, by name
    generator : torch.Generator | None = None
        for other random numbers than the usual ones

    Returns
    -------
    Laws
        what was asked, and holds
    """
    ...
def _value(estimator: Any, q: Any, g: PermutationGroup, n: int, generator: torch.Generator) -> tuple[Params, Tensor]:
    """Draws, and the estimates for them"""
    ...
def _values(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """A finite value per draw, of the draws' dtype, and a side of known name"""
    ...
def _side(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """The mean over draws is on the declared side of the exact one, and equal to it for every draw if it is said to be exact"""
    ...
def _a(word: str) -> str: ...
def _between(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """A lower bound is at most the log order in the mean, an upper bound at least zero"""
    ...
def _no_labels(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """A group that moves nothing gives zero"""
    ...
def _estimator_generator(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """Equal generators give equal values, and the global generator is left alone"""
    ...
def _estimator_members(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """The members of a stack get the values that they get alone, each with a generator of its own"""
    ...
def _disturbed(q: Any, generator: torch.Generator) -> Any: ...
def _estimator_gradient(estimator: Any, q: Any, g: PermutationGroup, generator: torch.Generator) -> None:
    """Values of reparametrised draws carry a gradient, which is finite"""
    ...
def check_estimator_laws(estimator: Estimator, q: Posterior, g: PermutationGroup, *, skip: Sequence[str]=(), generator: torch.Generator | None=None) -> Laws:
    """Raise `SymbayesError` at the first law of an estimator that is broken

    Parameters
    ----------
    estimator : Estimator
        of `I(g;w)`
    q : Posterior
        a distribution that it can deal with, one or a stack
    g : PermutationGroup
        of at most 600 elements for a comparison with the exact value
    skip : Sequence[str] = ()
        laws not to ask, by name
    generator : torch.Generator | None = None
        for other random numbers than the usual ones

    Returns
    -------
    Laws
        what was asked, and holds
    """
    ...
from symbayes.core import document
