# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Part', 'units_and_sites', 'unit_matrix', 'layer_information', 'credited', 'charged_parts', 'charged_part', 'chains', 'remembered', 'chain_lower_bound', 'chain_upper_bound', 'nested_information', 'separated', 'UnitMatrices', 'unit_matrices', 'layers_information']
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import lgamma, log, prod
from typing import Any, NamedTuple
import torch
from fastcore.basics import chunked, groupby
from torch import Tensor
from .blocks import block_densities, block_information, block_names, exact_or, holds_blocks, outer_first, sums_of_lines
from .core import Generators, Params, first_derivative, require, uniform_draws
from .elements import Element, PermutationGroup
from .families import WeightDistribution
from .information import cancels, no_information
from .permanents import lower_bound, permutation_particles, upper_bound
from .posteriors import MeanField, Posterior, cut_once, double_draws, over_blocks
from .sites import Sites
def units_and_sites(q: Posterior, g: PermutationGroup, w: Params, label: str, names: Sequence[str] | None=None) -> tuple[Tensor, Sites]:
    """The units of draws, and where they belong

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
    tuple[Tensor, Sites]
        units `(*batch, S, h, p)`, with the blocks of a label inside others before S, and their sites
    """
    ...
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
        `(*batch, *blocks, S, h, h)` nats: unit j at site i, signs summed, less unit j at its own site
    """
    ...
def _in_places(x: Tensor, sites: Sites) -> tuple[Tensor, Sites]:
    """Where sites depend on the draws, every draw is a place of its own: units `(*batch, S, 1, h, p)`"""
    ...
def log_add(a: Tensor, b: Tensor) -> Tensor:
    """`log(e^a + e^b)`"""
    ...
Part: TypeAlias = tuple[str, tuple[str, ...] | None]
def layer_information(q: Posterior, g: PermutationGroup, w: Params, label: str, log_perm: Callable[..., Tensor], names: Sequence[str] | None=None, variance_reduction: bool=False, generator: Generators | bool=False) -> Tensor:
    """The information about one label's permutation, given all others, per draw. An upper bound of the permanent gives a lower one

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
    variance_reduction : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def credited(g: PermutationGroup, sequence: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Pieces by the last of their labels in the sequence; those that carry this label twice are left out

    Parameters
    ----------
    g : PermutationGroup
        the group
    sequence : Sequence[str]
        all its labels

    Returns
    -------
    list[tuple[str, list[str]]]
        each label with the pieces credited to it: tensors, or parts of tensors in which other labels stand
    """
    ...
def _by_tensor(g: PermutationGroup, keys: list[str]) -> list[str]:
    """Pieces, with a tensor in place of all those of its own that carry labels"""
    ...
def charged_parts(q: WeightDistribution, g: PermutationGroup) -> list[Part] | None:
    """Parts over which the information is a sum: all other tensors move along by themselves

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    g : PermutationGroup
        the group

    Returns
    -------
    list[Part] | None
        labels with the tensors that a unit is charged for; None for a family without `charged`
    """
    ...
def charged_part(q: WeightDistribution, g: PermutationGroup, w: Params) -> tuple[WeightDistribution, PermutationGroup, Params]:
    """What the information is about, where a family draws the rest given it; else what was given

    Parameters
    ----------
    q : WeightDistribution
        the posterior
    g : PermutationGroup
        the group
    w : Params
        draws

    Returns
    -------
    tuple[WeightDistribution, PermutationGroup, Params]
        a distribution over some of the tensors, the group on them, and their draws
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
        candidates: labels with the pieces to look at, None for all
    """
    ...
def _chains_of_pieces(g: PermutationGroup) -> list[list[tuple[str, list[str]]]]:
    """For weights that are all independent: pieces by sequences of labels, those that hold blocks before what is in them"""
    ...
def remembered(g: PermutationGroup, name: str, make: Callable[[], Any]) -> Any:
    """What a group is asked for at every step of a fit and takes long to find

    Parameters
    ----------
    g : PermutationGroup
        what it belongs to
    name : str
        under which it is kept
    make : Callable[[], Any]
        makes it

    Returns
    -------
    Any
    """
    ...
def chain_lower_bound(q: Posterior, g: PermutationGroup, w: Params, log_perm: Callable[..., Tensor], variance_reduction: bool=False, generator: Generators | bool=False) -> Tensor:
    """Lower bound on `I(g;w)` by the chain that is best on average

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
    variance_reduction : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def _of_links(q, g, w, parts, log_perm, variance_reduction, generator) -> dict[Part, Tensor]:
    """The information of all links, `(*batch, S)` nats each: of labels of units by permanents, of blocks by permanents of permanents"""
    ...
def _as_part(g: PermutationGroup, label: str, names: Sequence[str] | None) -> Part:
    """A link of a chain; None instead of all tensors of a label"""
    ...
def _best_by_other_half(values: Tensor) -> Tensor:
    """Of values `(chains, *batch, S)` those of the best chain, for either half of the draws by the other half"""
    ...
def chain_upper_bound(q: Posterior, g: PermutationGroup, w: Params, log_perm: Callable[..., Tensor], variance_reduction: bool=False, generator: Generators | bool=False) -> Tensor:
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
    variance_reduction : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def _at_most(q: Posterior, g: PermutationGroup, w: Params, label: str) -> Tensor | float:
    """What a label without a matrix tells at most: its log order; for blocks whose pieces are all seen, what they tell given all others"""
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
def _draw_sites(q, g, w, label, names, forced, generator):
    """Sites of the units `(*batch, N, *blocks, n)`, the log probability `(*batch, N)`, and the log odds that a unit has its own sign"""
    ...
def _exact_draw(m, forced, generator):
    """A permutation of a few blocks by its share in the permanent of `m`, or the identity; and the log of that share"""
    ...
def _proposal(q, g, w, label, names):
    """Log densities `(*batch, *blocks, N, n, n)` to propose permutations by, and those of flipped units; of blocks by few sums"""
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
        is one of them the identity? Then the value is a lower bound on average, else an upper one
    exact_rows : int = 8
        permanents up to this size are exact; larger ones are bounded on the side that is needed
    generator : Generators = None
        of the elements

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def _follow(q, g, w, planted, forced, generator):
    """Draws moved label by label, all but those of the last colour, and the log probability of their elements"""
    ...
def _proposed_on(g: PermutationGroup, drawn: list[str], last: list[str], planted: bool) -> list[tuple[str, list[str]]]:
    """Labels to draw, and the pieces to match them on: with a planted identity those that no label drawn later moves"""
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
    """A tensor itself, whose gradient leaves out a share"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, share: Tensor) -> Tensor:
        """`x` `(.., h, p)` or `(.., h, p, p)`, of which a share `(.., h, p)` is left out"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        """The gradient for `x`"""
        ...
class Cloud(NamedTuple):
    """All sites taken together as one Gaussian

    Parameters
    ----------
    centre : Tensor
        mean over sites `(*lead, 1, p)`
    spread : Tensor
        variance `(*lead, 1, p)`
    share : Tensor
        of the noise to leave out `(*lead, h, p)`: at most one, and zero for a unit far from the middle
    """
    centre: Tensor
    spread: Tensor
    share: Tensor
def common_cloud(sites: Sites, signed: bool) -> Cloud:
    """The Gaussian that has the mean and the variance of all sites together

    Parameters
    ----------
    sites : Sites
        tensors `(*lead, h, ..)`
    signed : bool
        are units signed?

    Returns
    -------
    Cloud
        without a gradient
    """
    ...
def separated(m: Tensor, own: Tensor) -> Tensor:
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
@dataclass(frozen=True)
class UnitMatrices:
    """Matrices of likelihood ratios of the places whose units are not separated; of the others the information is known

    Parameters
    ----------
    known : Tensor
        `(places, S)` nats: the information if units are separated, with a gradient of zero
    ratios : Tensor | None
        `(open places, S, h, h)` nats: unit j at site i, less unit j at its own site; None if all are separated
    open : Tensor | None
        which places those are; None for all
    """
    known: Tensor
    ratios: Tensor | None
    open: Tensor | None
    def information(self, log_permanents: Tensor | None) -> Tensor:
        """The information about the permutation. An upper bound of the permanent gives a lower one here

        Parameters
        ----------
        log_permanents : Tensor | None
            of `ratios`, values or bounds, `(open places, S)`; None if all are separated

        Returns
        -------
        Tensor
            `(places, S)` nats
        """
        ...
    def generators(self, generator: Generators) -> Generators:
        """Of the places that are not separated"""
        ...
def unit_matrices(x: Tensor, sites: Sites, signed: bool, log_order: float, variance_reduction: bool=False) -> UnitMatrices:
    """What one label's permutations are summed over. Places do not see each other

    Parameters
    ----------
    x : Tensor
        units of draws `(places, S, h, p)`; a place is a layer of one member
    sites : Sites
        where they belong, tensors `(places, h, ..)`
    signed : bool
        are units signed?
    log_order : float
        log of the number of permutations, and signs
    variance_reduction : bool = False
        the gradient with less noise? For reparametrised draws

    Returns
    -------
    UnitMatrices
    """
    ...
def _has_moments(sites: Sites) -> bool:
    """Does this kind of sites define what the reduction of variance needs, with tensors that have an axis of units?"""
    ...
def _if_separated(x: Tensor, sites: Sites, log_order: float) -> Tensor:
    """The information of separated units, `(places, S)`, with a gradient of zero: through the densities it would cost as much as any"""
    ...
def _at_sites(x: Tensor, sites: Sites, signed: bool, cloud: Cloud | None) -> tuple[Tensor, Tensor]:
    """Densities of units at sites, signs summed, `(places, S, h, h)`, and at their own `(places, S, h)`"""
    ...
def _own_density(own: Tensor, x: Tensor, sites: Sites, cloud: Cloud) -> Tensor:
    """Densities of units at their own sites. For draws `w = m + s eps` only the volume moves; the gradient cancels needless noise"""
    ...
def layers_information(q: Posterior, g: PermutationGroup, w: Params, parts: Iterable[Part], log_perm: Callable[..., Tensor], variance_reduction: bool=False, generator: Generators | bool=False) -> dict[Part, Tensor]:
    """The information about a label's permutation, given all others, for several labels. An upper bound of the permanent gives a lower one

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
    variance_reduction : bool = False
        the gradient with less noise? For reparametrised draws from q
    generator : Generators | bool = False
        for a `log_perm` that draws: its second argument, one or one per member

    Returns
    -------
    dict[Part, Tensor]
        `(*batch, S)` nats each
    """
    ...
def _log_permanents(m: UnitMatrices, log_perm: Callable[..., Tensor], generator: Generators | bool) -> Tensor:
    """Of the places that are not separated, `(places, S)`; member by member where each of its draws is a place"""
    ...
def _batches_of_parts(units: dict[Part, tuple[Tensor, Any]], g: PermutationGroup, numbers: int) -> Iterator[tuple[list[Part], bool]]:
    """Parts with units of one kind and size, so many that their matrices have that many numbers; and whether these units are signed"""
    ...
def _side_by_side(xs: Sequence[Tensor], sites: Sequence[Sites]) -> tuple[Tensor, Sites]:
    """Units `(places, S, h, p)` and sites of several layers, members of a stack and blocks among the places"""
    ...
from symbayes.core import document
