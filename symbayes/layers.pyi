# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Part', 'unit_matrix', 'log_add', 'label_log_order', 'ZeroMean', 'ScaledGradient', 'common_cloud', 'all_apart', 'cancels', 'precise', 'units_information', 'places_information', 'layers_information', 'layer_information', 'credited', 'chains', 'information_below', 'information_above', 'last_colour', 'draw_label', 'move_label', 'nested_information']
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import lgamma, log
from typing import Any
import torch
from fastcore.basics import chunked, groupby
from torch import Tensor
from .core import Generators, Params, SymbayesError, first_derivative, require, uniform_draws
from .groups import Element, PermutationGroup
from .permanents import log_permanent, lower_bound, permutation_particles, upper_bound
from .posteriors import MeanField, Posterior, UnitGaussian, double_draws
def unit_matrix(q: Posterior, g: PermutationGroup, w: Params, label: str, names: Sequence[str] | None=None) -> Tensor:
    """Log ratios of densities of every unit at every site

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    label : str
        whose units
    names : Sequence[str] | None = None
        look at these tensors only; default all that carry the label

    Returns
    -------
    Tensor
        `(*batch, S, h, h)` nats: unit j at site i, signs summed, less the density of unit j at its own site
    """
    ...
def log_add(a: Tensor, b: Tensor) -> Tensor:
    """`log(e^a + e^b)`"""
    ...
def label_log_order(g: PermutationGroup, label: str) -> float:
    """Log of the number of permutations, and signs, of one label's units

    Parameters
    ----------
    g : PermutationGroup
        the group
    label : str
        one of its labels

    Returns
    -------
    float
        nats
    """
    ...
class ZeroMean(torch.autograd.Function):
    """Zeros, with the gradient of `sum_k -u_k ((x_k-centre_k)^2 - (mean_k-centre_k)^2 - var_k)/2`, which is zero on average"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, mean: Tensor, var: Tensor, u: Tensor, centre: Tensor) -> Tensor:
        """`(*batch, S, h)` zeros, from units `(*batch, S, h, p)` and their moments `(*batch, h, p)`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for the draws and the moments"""
        ...
class ScaledGradient(torch.autograd.Function):
    """A tensor itself; its gradient is multiplied by a factor, which is computed when it is needed"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, factor: Callable[[], Tensor]) -> Tensor:
        """`x`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        """The gradient for `x`"""
        ...
def common_cloud(mean: Tensor, var: Tensor, given: Tensor, signed: bool) -> tuple[Tensor, Tensor, Tensor]:
    """All sites taken together as one Gaussian

    Parameters
    ----------
    mean : Tensor
        of every unit's weights `(*batch, h, p)`
    var : Tensor
        variances
    given : Tensor
        variances given the unit's other weights
    signed : bool
        are units signed?

    Returns
    -------
    tuple[Tensor, Tensor, Tensor]
        mean and variance over all sites together `(*batch, 1, p)`; the share of the noise to leave out `(*batch, h, p)`, at most one, and zero for a unit far from the middle
    """
    ...
def all_apart(m: Tensor, own: Tensor) -> Tensor:
    """Are all units of a place, and signs, so far apart that the permanent is the product of the units' own densities?

    Parameters
    ----------
    m : Tensor
        log densities of units at sites, signs summed, `(places, .., h, h)`; a place is a layer of one member
    own : Tensor
        log densities of units at their own site and with their own sign, `(places, .., h)`

    Returns
    -------
    Tensor
        `(places,)` booleans
    """
    ...
def cancels(q: Posterior, sites: Sequence[Tensor]) -> bool:
    """In float32, would a density of one unit at another's site lose more than about a hundredth of a nat? A square over a variance is expanded into products, and large terms cancel

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    sites : Sequence[Tensor]
        its parameters, as of `unit_parameters`

    Returns
    -------
    bool
    """
    ...
def precise(q: Posterior, g: PermutationGroup, w: Params) -> tuple[Posterior, Params]:
    """Posterior and draws for densities all over the orbit: in float64 if float32 would lose digits

    Parameters
    ----------
    q : Posterior
        a posterior, or anything with `log_prob` of named tensors
    g : PermutationGroup
        the group
    w : Params
        draws

    Returns
    -------
    tuple[Posterior, Params]
        in float64, or as they are
    """
    ...
def units_information(q: Posterior, x: Tensor, sites: Sequence[Tensor], signed: bool, order: float, log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """The information about the permutation of given units, per draw, for layers side by side on the first axis. An upper bound of the permanent gives a lower one here

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    x : Tensor
        units of draws `(layers, *batch, S, h, p)`, as of `unit_draws`
    sites : Sequence[Tensor]
        what describes the sites, each with the axes `(layers, *batch, h, ..)`, as of `unit_parameters`
    signed : bool
        are units signed?
    order : float
        log of the number of permutations, and signs
    log_perm : Callable[..., Tensor]
        value or bound of the log-permanent, `(.., h, h)` to `(..)`
    quiet : bool = False
        the gradient with less noise, see below? For reparametrised draws from q
    generator : Generators | bool = False
        for one layer, and a `log_perm` that draws: handed to it, of those members whose units are not apart

    Returns
    -------
    Tensor
        `(layers, *batch, S)` nats
    """
    ...
def places_information(q: Posterior, x: Tensor, sites: Sequence[Tensor], signed: bool, order: float, log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """`units_information` with layers and members on one axis. Places do not see each other: those whose units are apart are left out, draws of random numbers included

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    x : Tensor
        units of draws `(places, S, h, p)`; a place is a layer of one member
    sites : Sequence[Tensor]
        what describes the sites, each with the axes `(places, h, ..)`
    signed : bool
        are units signed?
    order : float
        log of the number of permutations, and signs
    log_perm : Callable[..., Tensor]
        as for `units_information`
    quiet : bool = False
        likewise
    generator : Generators | bool = False
        likewise; a list has one for every place

    Returns
    -------
    Tensor
        `(places, S)` nats
    """
    ...
Part: TypeAlias = tuple[str, tuple[str, ...] | None]
def layers_information(q: Posterior, g: PermutationGroup, w: Params, parts: Iterable[Part], log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> dict[Part, Tensor]:
    """The information about the permutation of one label, given all others, per draw, for several labels. An upper bound of the permanent gives a lower one here

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    parts : Iterable[Part]
        whose units
    log_perm : Callable[..., Tensor]
        value or bound of the log-permanent, `(.., h, h)` to `(..)`
    quiet : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws: its second argument, one or one per member

    Returns
    -------
    dict[Part, Tensor]
        `(*batch, S)` nats each
    """
    ...
def layer_information(q: Posterior, g: PermutationGroup, w: Params, label: str, log_perm: Callable[..., Tensor], names: Sequence[str] | None=None, quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """The information about one label's permutation, given all others, per draw. An upper bound of the permanent gives a lower one here

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    label : str
        whose units
    log_perm : Callable[..., Tensor]
        value or bound of the log-permanent, as for `layers_information`
    names : Sequence[str] | None = None
        look at these tensors only; default all that carry the label
    quiet : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def credited(g: PermutationGroup, order: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Tensors by the last of their labels in the order; those that carry this label twice are left out

    Parameters
    ----------
    g : PermutationGroup
        the group
    order : Sequence[str]
        all its labels

    Returns
    -------
    list[tuple[str, list[str]]]
        each label with the tensors credited to it
    """
    ...
def chains(q: Posterior, g: PermutationGroup) -> list[list[tuple[str, list[str] | None]]]:
    """Ways to bound the information from below by a sum over labels. Raises `SymbayesError` if the family has no matrix for any label

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group

    Returns
    -------
    list[list[tuple[str, list[str] | None]]]
        candidates: labels with the tensors to look at, None for all
    """
    ...
def information_below(q: Posterior, g: PermutationGroup, w: Params, log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """Lower bound on `I(g;w)`: the chain that is best on average, chosen for either half of the draws by the other half. A single draw has no other half: without a gradient the chains are averaged, in training the better one is taken, which is a lower bound but for the noise of that choice

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    log_perm : Callable[..., Tensor]
        value or upper bound of the log-permanent
    quiet : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def information_above(q: Posterior, g: PermutationGroup, w: Params, log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """Upper bound on `I(g;w)`: every label given all others; a label without a matrix tells at most its log order

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    log_perm : Callable[..., Tensor]
        value or lower bound of the log-permanent
    quiet : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def last_colour(g: PermutationGroup) -> list[str]:
    """The colour with the most permutations

    Parameters
    ----------
    g : PermutationGroup
        the group

    Returns
    -------
    list[str]
        labels that are summed by permanents
    """
    ...
def draw_label(q: MeanField, g: PermutationGroup, w: Params, label: str, names: Sequence[str], forced: bool=False, generator: Generators=None) -> tuple[Element, Tensor]:
    """Draw a permutation, and signs, with known probability, close to that of its term in the permanent

    Parameters
    ----------
    q : MeanField
        the posterior
    g : PermutationGroup
        the group
    w : Params
        weights `(*batch, N, *shape)`
    label : str
        whose permutation to draw
    names : Sequence[str]
        match on these tensors
    forced : bool = False
        take the identity instead of a draw, for its probability
    generator : Generators = None
        of the draws

    Returns
    -------
    tuple[Element, Tensor]
        an element `(*batch, N)` that moves this label alone, and the log of its probability `(*batch, N)`
    """
    ...
def move_label(g: PermutationGroup, a: Element, w: Params) -> Params:
    """Move weights by an element that says nothing of the other labels

    Parameters
    ----------
    g : PermutationGroup
        the group
    a : Element
        of one label, `(*lead, n)`
    w : Params
        weights `(*lead, *shape)`

    Returns
    -------
    Params
    """
    ...
def nested_information(q: MeanField, g: PermutationGroup, w: Params, n_samples: int=64, planted: bool=True, exact_rows: int=8, generator: Generators=None) -> Tensor:
    """Information by sampling all labels but one colour, and summing that colour by permanents. Raises `SymbayesError` for other families

    Parameters
    ----------
    q : MeanField
        the posterior
    g : PermutationGroup
        the group
    w : Params
        draws from q `(*batch, S, *shape)`
    n_samples : int = 64
        elements K for each draw
    planted : bool = True
        is one of them the identity? Then the value is a lower bound on the information, else an upper one, on average
    exact_rows : int = 8
        permanents up to this size are exact; larger ones are bounded on the side that keeps the result valid
    generator : Generators = None
        of the elements

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
from .groups import PermutationGroup
from .information import cancels, precise
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
from .groups import PermutationGroup
from .information import cancels, precise
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
from .groups import PermutationGroup
from .information import cancels, precise
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
from .groups import PermutationGroup
from .information import cancels, precise
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
from .groups import PermutationGroup
from .information import cancels, precise
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
