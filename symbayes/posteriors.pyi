# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from .priors import Prior
from symbayes.priors import Prior
__all__ = ['Posterior', 'double_draws', 'tensor_numbers', 'per_tensor', 'module_locs', 'MeanField', 'UnitGaussian', 'LowRank', 'shared_tensors']
from collections.abc import Mapping, Sequence
from math import log, pi, prod
from numbers import Integral, Real
import copy
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.distributions import LowRankMultivariateNormal
import symbayes.groups
from .core import Generators, Layout, Params, SymbayesError, check_finite, free_parameters
from .core import normal_draws, require
from .elements import Element, PermutationGroup
from .families import Family, WeightDistribution, stack_posteriors
from .sites import DiagonalSites, FullSites, Sites, gather_sites
class Posterior(Family):
    """A Gaussian variational family over named tensors, one or a stack of them

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    """
    loc: Tensor
    def __init__(self, layout: Layout, loc: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        loc : Tensor
            means `(*batch, P)`
        """
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: empty for one posterior, `(R,)` for a stack"""
        ...
    @property
    def device(self) -> torch.device:
        """Where the means live, and draws"""
        ...
    @property
    def dtype(self) -> torch.dtype:
        """Precision of the means, and of draws"""
        ...
    @property
    def mean(self) -> Params:
        """Means, as named tensors `(*batch, *shape)`"""
        ...
    @property
    def std(self) -> Params:
        """Marginal standard deviations, as named tensors `(*batch, *shape)`"""
        ...
    def extra_repr(self) -> str: ...
    def flat_std(self) -> Tensor:
        """Marginal standard deviations `(*batch, P)`"""
        ...
    def flat_var(self) -> Tensor:
        """Marginal variances `(*batch, P)`"""
        ...
    def flat_rsample(self, n: int, generator: Generators=None) -> Tensor:
        """Reparametrised draws as flat vectors

        Parameters
        ----------
        n : int
            number of draws S
        generator : Generators = None
            one, or one per member of a stack; members with the same one share its draws

        Returns
        -------
        Tensor
            `(*batch, S, P)`
        """
        ...
    def flat_log_prob(self, x: Tensor) -> Tensor:
        """Log density of flat vectors

        Parameters
        ----------
        x : Tensor
            `(*batch, S, P)`

        Returns
        -------
        Tensor
            `(*batch, S)` nats
        """
        ...
    def log_volume(self) -> Tensor:
        """Half the log determinant of the covariance, `(*batch,)` nats"""
        ...
    def rsample(self, n: int=1, generator: Generators=None) -> Params:
        """Reparametrised draws of the weights

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack; members with the same one share its draws

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, differentiable in the family's parameters
        """
        ...
    def log_prob(self, w: Params) -> Tensor:
        """Log density of weights

        Parameters
        ----------
        w : Params
            tensors `(*batch, *lead, *shape)`

        Returns
        -------
        Tensor
            `(*batch, *lead)` nats
        """
        ...
    def entropy(self) -> Tensor:
        """Differential entropy

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
    def _in_double(self) -> Posterior:
        """The same posterior in float64, no copy: gradients flow back to its own parameters. It has no parameters itself

        Returns
        -------
        Posterior
            itself where it is float64, or on a device that has none
        """
        ...
    def unit_labels(self, g: PermutationGroup) -> list[str]:
        """Labels that have a matrix of unit densities. Raises `SymbayesError` for families not factorised over units

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        list[str]
            labels whose units are independent under this posterior, each with a matrix
        """
        ...
    def units(self, w: Params, group: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each. Raises `SymbayesError` for families not factorised over units

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`; of a label inside others with its blocks' axes before S
        """
        ...
    def sites(self, group: PermutationGroup, label: str, names: Sequence[str] | None=None, given: Params | None=None) -> Sites:
        """The distribution of every unit's own weights. Raises `SymbayesError` for families not factorised over units

        Parameters
        ----------
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label
        given : Params | None = None
            draws on which the sites depend, for families whose sites do

        Returns
        -------
        Sites
            with the leading axes of the posterior
        """
        ...
    def _no_units(self) -> None: ...
    def site_log_densities(self, w: Params, g: PermutationGroup, label: str, names: Sequence[str] | None=None, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit of `w` at every site. Raises `SymbayesError` for families not factorised over units

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label
        constants : bool = True
            add what depends on the site alone? It cancels where every site is taken once

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `L[i, j]`, unit j of w at site i, `(*batch, S, h, h)`; the same for flipped units, None if unsigned
        """
        ...
    def unit_log_density(self, w: Params, g: PermutationGroup, label: str) -> tuple[Tensor, Tensor]:
        """Log density of every unit at every site, and that of the units where they are. Raises for families not factorised over units

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group whose units are meant
        label : str
            which units

        Returns
        -------
        tuple[Tensor, Tensor]
            `(*batch, S, h, h)`: unit j of w at site i, signs summed; `(*batch, S)`: the sum of the unsigned diagonal
        """
        ...
    def orbit_log_ratio(self, w: Params, g: PermutationGroup, a: Element) -> Tensor:
        """`log q(g_a^-1 w) - log q(w)` for every element `a`

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group
        a : Element
            elements with leading axes that broadcast with `(*batch, S, K)`

        Returns
        -------
        Tensor
            `(*batch, S, K)` nats
        """
        ...
    def orbit_entries(self, g: PermutationGroup) -> int:
        """Numbers that `orbit_log_ratio` holds per element and draw

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        int
        """
        ...
    def matrix_orbit(self, w: Params, g: PermutationGroup, a: Element, label: str, **kwargs) -> Tensor:
        """The part of the orbit's log ratio that one label's matrix gives

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group
        a : Element
            elements, as for `orbit_log_ratio`
        label : str
            move this label's units only
        **kwargs
            passed to `site_log_densities`

        Returns
        -------
        Tensor
            `(*batch, S, K)` nats
        """
        ...
    def kl(self, prior: Prior) -> Tensor:
        """Kullback-Leibler divergence from the posterior to the prior, in closed form. Raises `SymbayesError` for priors that have none

        Parameters
        ----------
        prior : Prior
            the prior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
def double_draws(w: Params) -> Params:
    """Draws in float64, where the device has it

    Parameters
    ----------
    w : Params
        draws

    Returns
    -------
    Params
    """
    ...
def tensor_numbers(value: float | dict[str, float], layout: Layout, name: str, positive: bool=False) -> dict[str, float]:
    """One finite number per tensor

    Parameters
    ----------
    value : float | dict[str, float]
        one number for all tensors, or one per tensor
    layout : Layout
        the tensors
    name : str
        how a message calls the value
    positive : bool = False
        refuse zero and less?

    Returns
    -------
    dict[str, float]
        tensor name to its number
    """
    ...
def per_tensor(value: float | dict[str, float], layout: Layout, name: str, like: Tensor, positive: bool=False) -> Tensor:
    """Numbers per tensor, spread over the tensors' entries

    Parameters
    ----------
    value : float | dict[str, float]
        one number for all tensors, or one per tensor
    layout : Layout
        the tensors
    name : str
        how a message calls the value
    like : Tensor
        device and dtype of the result
    positive : bool = False
        refuse zero and less?

    Returns
    -------
    Tensor
        `(P,)`
    """
    ...
def module_locs(models: nn.Module | Sequence[nn.Module]) -> tuple[Layout, Tensor]:
    """The parameters of modules as locations

    Parameters
    ----------
    models : nn.Module | Sequence[nn.Module]
        one module, or one per member

    Returns
    -------
    tuple[Layout, Tensor]
        their layout and parameters that are not frozen, `(P,)` or `(members, P)`
    """
    ...
def _check_frozen(models: Sequence[nn.Module]) -> None: ...
class MeanField(Posterior):
    """Independent Gaussians, one per weight (mean field); `MeanField.from_module(net)` starts one at a network

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    log_std : Tensor
        log standard deviations `(*batch, P)`
    """
    log_std: Tensor
    def __init__(self, layout: Layout, loc: Tensor, log_std: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        loc : Tensor
            means `(*batch, P)`
        log_std : Tensor
            log standard deviations `(*batch, P)`
        """
        ...
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], std: float | dict[str, float]=0.05) -> 'MeanField':
        """Start at a module's parameters

        Parameters
        ----------
        models : nn.Module | Sequence[nn.Module]
            means are its parameters; several modules make a stack
        std : float | dict[str, float] = 0.05
            initial standard deviation, for all or per tensor

        Returns
        -------
        MeanField
        """
        ...
    def flat_std(self) -> Tensor: ...
    def flat_var(self) -> Tensor: ...
    def log_volume(self) -> Tensor: ...
    def flat_rsample(self, n: int, generator: Generators=None) -> Tensor: ...
    def flat_log_prob(self, x: Tensor) -> Tensor: ...
    def geodesic(self, other: MeanField, t: Tensor) -> MeanField:
        """The way of least transport: means and standard deviations change linearly

        Parameters
        ----------
        other : MeanField
            where it leads to, over the same tensors and with the same leading axes
        t : Tensor
            how far to go, 0 to 1, `()` or `(T,)`

        Returns
        -------
        MeanField
            with leading axes `(*batch,)`, or `(T, *batch)`
        """
        ...
    def barycentre(self, others: Sequence[MeanField]) -> MeanField:
        """The posterior with the least sum of squared W2 to this one and the others

        Parameters
        ----------
        others : Sequence[MeanField]
            over the same tensors

        Returns
        -------
        MeanField
        """
        ...
    def product(self, others: Sequence[MeanField], prior: Prior) -> MeanField:
        """The posterior of all the data. Raises `SymbayesError` where it would have no positive precision

        Parameters
        ----------
        others : Sequence[MeanField]
            over the same tensors, each of the posterior of data of its own
        prior : Prior
            Gaussian, and in each of them once

        Returns
        -------
        MeanField
        """
        ...
    def unit_labels(self, g: PermutationGroup) -> list[str]:
        """Labels that have a matrix of unit densities

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        list[str]
            all but those that stand on two axes of one tensor, and those whose units hold blocks of others
        """
        ...
    def units(self, w: Params, group: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`; of a label inside others with its blocks' axes before S
        """
        ...
    def sites(self, group: PermutationGroup, label: str, names: Sequence[str] | None=None, given: Params | None=None) -> DiagonalSites:
        """The distribution of every unit's own weights

        Parameters
        ----------
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label
        given : Params | None = None
            not used: these sites depend on no draws

        Returns
        -------
        DiagonalSites
            with the leading axes of the posterior
        """
        ...
    def _in_tensors(self) -> tuple[Params, Params]:
        """Means and log standard deviations by tensor"""
        ...
    def independent_log_prob(self, w: Params) -> Tensor:
        """Log density of some of the tensors

        Parameters
        ----------
        w : Params
            some of the tensors, `(*batch, S, K, *shape)`

        Returns
        -------
        Tensor
            `(*batch, S, K)` nats
        """
        ...
    def orbit_log_ratio(self, w: Params, g: PermutationGroup, a: Element) -> Tensor:
        """`log q(g_a^-1 w) - log q(w)` for every element `a`, moving only tensors that carry several labels

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group
        a : Element
            elements with leading axes that broadcast with `(*batch, S, K)`

        Returns
        -------
        Tensor
            `(*batch, S, K)` nats
        """
        ...
    def orbit_entries(self, g: PermutationGroup) -> int:
        """Numbers that `orbit_log_ratio` holds per element and draw: an index per unit, and the tensors that have to be moved

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        int
        """
        ...
    def pushforward(self, g: PermutationGroup, a: Element) -> 'MeanField':
        """The moved posterior

        Parameters
        ----------
        g : PermutationGroup
            the group
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        MeanField
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
class UnitGaussian(Posterior):
    """Gaussian with a full covariance within each hidden unit's weights; `UnitGaussian.from_module(net, group)` starts one at a network

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    log_std : Tensor
        log standard deviations `(*batch, P - units' weights)` of the weights that belong to no unit
    labels : Sequence[str]
        the labels whose units get a covariance
    **blocks : Tensor
        for the i-th label: `index_i` `(n, p)`; `tril_i` `(*batch, n, p, p)` lower triangular with log diagonal
    """
    labels: Any
    log_std: Tensor
    def __init__(self, layout: Layout, loc: Tensor, log_std: Tensor, labels: Sequence[str], **blocks: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        loc : Tensor
            means `(*batch, P)`
        log_std : Tensor
            log standard deviations `(*batch, P - units' weights)` of the weights that belong to no unit
        labels : Sequence[str]
            the labels whose units get a covariance
        **blocks : Tensor
            for the i-th label: `index_i` `(n, p)`; `tril_i` `(*batch, n, p, p)` lower triangular with log diagonal
        """
        ...
    def _check_block(self, i: int) -> None: ...
    def _place_the_rest(self) -> None: ...
    def index(self, label: str) -> Tensor:
        """`(n, p)` positions of a label's units in the flat vector"""
        ...
    def scale_tril(self, label: str) -> Tensor:
        """`(*batch, n, p, p)` Cholesky factors of the units' covariances"""
        ...
    def spec(self) -> dict: ...
    def geodesic(self, other: UnitGaussian, t: Tensor) -> UnitGaussian:
        """The way of least transport: for the units' covariances that of Bures, unit by unit

        Parameters
        ----------
        other : UnitGaussian
            where it leads to, over the same tensors and units and with the same leading axes
        t : Tensor
            how far to go, 0 to 1, `()` or `(T,)`

        Returns
        -------
        UnitGaussian
            with leading axes `(*batch,)`, or `(T, *batch)`
        """
        ...
    def barycentre(self, others: Sequence[UnitGaussian]) -> UnitGaussian:
        """The posterior with the least sum of squared W2 to this one and the others, of units by iteration

        Parameters
        ----------
        others : Sequence[UnitGaussian]
            over the same tensors and units

        Returns
        -------
        UnitGaussian
        """
        ...
    def product(self, others: Sequence[UnitGaussian], prior: Prior) -> UnitGaussian:
        """The posterior of all the data. Raises `SymbayesError` where it would have no positive precision

        Parameters
        ----------
        others : Sequence[UnitGaussian]
            over the same tensors and units, each of the posterior of data of its own
        prior : Prior
            Gaussian, and in each of them once

        Returns
        -------
        UnitGaussian
        """
        ...
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], group: PermutationGroup, labels: Sequence[str] | None=None, std: float | dict[str, float]=0.05) -> UnitGaussian:
        """Start at a module's parameters, without correlations

        Parameters
        ----------
        models : nn.Module | Sequence[nn.Module]
            means are its parameters; several modules make a stack
        group : PermutationGroup
            says which weights a unit owns
        labels : Sequence[str] | None = None
            labels of one colour; default the largest colour of the group
        std : float | dict[str, float] = 0.05
            initial standard deviation, for all or per tensor

        Returns
        -------
        UnitGaussian
        """
        ...
    def join(self, units: Sequence[Tensor], rest: Tensor) -> Tensor:
        """Units and the other weights as one flat vector

        Parameters
        ----------
        units : Sequence[Tensor]
            weights of the units of each label, `(.., n, p)`
        rest : Tensor
            the other weights, `(.., rest)`

        Returns
        -------
        Tensor
            `(.., P)`
        """
        ...
    def flat_std(self) -> Tensor:
        """Marginal standard deviations `(*batch, P)`"""
        ...
    def log_volume(self) -> Tensor:
        """Half the log determinant of the covariance, `(*batch,)` nats"""
        ...
    def flat_rsample(self, n: int, generator: Generators=None) -> Tensor:
        """Reparametrised draws as flat vectors

        Parameters
        ----------
        n : int
            number of draws S
        generator : Generators = None
            one, or one per member of a stack; members with the same one share its draws

        Returns
        -------
        Tensor
            `(*batch, S, P)`
        """
        ...
    def flat_log_prob(self, x: Tensor) -> Tensor:
        """Log density of flat vectors

        Parameters
        ----------
        x : Tensor
            `(*batch, S, P)`

        Returns
        -------
        Tensor
            `(*batch, S)` nats
        """
        ...
    def unit_labels(self, g: PermutationGroup) -> list[str]:
        """Labels that have a matrix of unit densities

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        list[str]
            those that have covariances here
        """
        ...
    def units(self, w: Params, group: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each. Raises `SymbayesError` for a label without unit covariances

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            None: all tensors that carry the label

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`; of a label inside others with its blocks' axes before S
        """
        ...
    def sites(self, group: PermutationGroup, label: str, names: Sequence[str] | None=None, given: Params | None=None) -> FullSites:
        """The distribution of every unit's own weights. Raises `SymbayesError` for a label without unit covariances

        Parameters
        ----------
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            None: all tensors that carry the label
        given : Params | None = None
            not used: these sites depend on no draws

        Returns
        -------
        FullSites
            with the leading axes of the posterior
        """
        ...
    def _whole_units(self, label: str, names: Sequence[str] | None) -> Tensor: ...
    def orbit_log_ratio(self, w: Params, g: PermutationGroup, a: Element) -> Tensor:
        """`log q(g_a^-1 w) - log q(w)` for every element `a`, by the units' matrices where they cover the group

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group
        a : Element
            elements with leading axes that broadcast with `(*batch, S, K)`

        Returns
        -------
        Tensor
            `(*batch, S, K)` nats
        """
        ...
    def orbit_entries(self, g: PermutationGroup) -> int:
        """Numbers that `orbit_log_ratio` holds per element and draw: an index per unit where the units' matrices cover the group

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        int
        """
        ...
    def pushforward(self, g: PermutationGroup, a: Element) -> 'UnitGaussian':
        """The moved posterior. Raises `SymbayesError` if the element mixes weights of several units into one

        Parameters
        ----------
        g : PermutationGroup
            the group
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        UnitGaussian
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
    def _moved_tril(self, label: str, place: Tensor, sign: Tensor) -> Tensor: ...
def _largest_colour(g: PermutationGroup) -> list[str]:
    """The colour with the most units, without those that hold blocks of others"""
    ...
class LowRank(Posterior):
    """Gaussian with a diagonal plus a low-rank covariance; `LowRank.from_module(net)` starts one at a network

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    log_std : Tensor
        log standard deviations of the diagonal part `(*batch, P)`
    factor : Tensor
        `(*batch, rank, P)`
    """
    log_std: Tensor
    factor: Tensor
    def __init__(self, layout: Layout, loc: Tensor, log_std: Tensor, factor: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        loc : Tensor
            means `(*batch, P)`
        log_std : Tensor
            log standard deviations of the diagonal part `(*batch, P)`
        factor : Tensor
            `(*batch, rank, P)`
        """
        ...
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], rank: int=4, std: float | dict[str, float]=0.05, generator: Generators=None) -> 'LowRank':
        """Start at a module's parameters, with small random directions

        Parameters
        ----------
        models : nn.Module | Sequence[nn.Module]
            means are its parameters; several modules make a stack
        rank : int = 4
            number of shared directions
        std : float | dict[str, float] = 0.05
            initial standard deviation of the diagonal part, for all or per tensor
        generator : Generators = None
            of the initial directions: at zero the factor would have no gradient

        Returns
        -------
        LowRank
        """
        ...
    def distribution(self, member_axis: bool=False) -> LowRankMultivariateNormal:
        """As a `torch` distribution, with an axis for draws behind the batch if `member_axis`"""
        ...
    def flat_std(self) -> Tensor: ...
    def flat_log_prob(self, x: Tensor) -> Tensor: ...
    def log_volume(self) -> Tensor: ...
    def flat_rsample(self, n: int, generator: Generators=None) -> Tensor: ...
    def pushforward(self, g: PermutationGroup, a: Element) -> 'LowRank':
        """The moved posterior

        Parameters
        ----------
        g : PermutationGroup
            the group
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        LowRank
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
def draws_after_blocks(t: Tensor, g: PermutationGroup, label: str) -> Tensor:
    """Units in the order of axes that sites take

    Parameters
    ----------
    t : Tensor
        `(*lead, S, *blocks, h, p)`
    g : PermutationGroup
        the group
    label : str
        whose units these are

    Returns
    -------
    Tensor
        `(*lead, *blocks, S, h, p)`, so that every block has draws of its own; as it is for a label inside no other
    """
    ...
def over_blocks(t: Tensor, g: PermutationGroup, label: str) -> Tensor:
    """Sum over the blocks of a label that is inside others

    Parameters
    ----------
    t : Tensor
        `(*lead, *blocks, S)`
    g : PermutationGroup
        the group
    label : str
        whose blocks these are

    Returns
    -------
    Tensor
        `(*lead, S)`
    """
    ...
def cut_once(q: WeightDistribution) -> WeightDistribution:
    """For the sites of many labels: with the flat vectors cut into tensors once, instead of for every label

    Parameters
    ----------
    q : WeightDistribution
        a distribution over weights

    Returns
    -------
    WeightDistribution
        the same one, no copy; gradients flow back to its own parameters
    """
    ...
def shared_tensors(g: PermutationGroup) -> list[str]:
    """Tensors that carry several labels, one label twice, or one that is inside another

    Parameters
    ----------
    g : PermutationGroup
        the group

    Returns
    -------
    list[str]
    """
    ...
def check_elements(q: Family, a: Element) -> None:
    """Raise `SymbayesError` unless the elements fit the members

    Parameters
    ----------
    q : Family
        what is to be moved
    a : Element
        one element, or one per member
    """
    ...
from symbayes.core import document
