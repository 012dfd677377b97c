# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['file_format', 'Posterior', 'double_draws', 'tensor_numbers', 'per_tensor', 'module_locs', 'MeanField', 'UnitGaussian', 'LowRank', 'IsotropicNormal', 'kl_monte_carlo', 'SiteProducts', 'gather_sites', 'shared_tensors', 'stack_posteriors']
from collections.abc import Sequence
from math import log, pi, prod
from pathlib import Path
from typing import Any
import copy, json
import torch
from fastcore.basics import patch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as packed
from torch import Tensor, nn
from torch.distributions import LowRankMultivariateNormal
from .core import Generators, Layout, Params, SymbayesError, check_finite, first_derivative, free_parameters, normal_draws, require, whole_file
from .groups import Element, PermutationGroup
class Posterior(nn.Module):
    """A Gaussian variational family over named tensors, one or a stack of them

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    """
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
    def batch(self) -> torch.Size:
        """Leading axes: empty for one posterior, `(R,)` for a stack"""
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
    def tensors(self) -> dict[str, Tensor]:
        """Everything that defines the posterior, by the names of the constructor's arguments"""
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
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack; members with the same one share its draws

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
            tensors `(*batch, *lead, *shape)`

        Returns
        -------
        Tensor
            `(*batch, *lead)` nats
        """
        ...
    def _in_double(self) -> Posterior:
        """The same posterior in float64 for densities and draws, no copy: gradients flow back to its own parameters. It has no parameters itself

        Returns
        -------
        Posterior
            itself where it is float64, or on a device that has none
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
    def kl(self, prior: IsotropicNormal) -> Tensor:
        """Kullback-Leibler divergence from the posterior to the prior, in closed form

        Parameters
        ----------
        prior : IsotropicNormal
            the prior

        Returns
        -------
        Tensor
            `(*batch,)` nats
        """
        ...
    def unit_log_density(self, w: Params, g: PermutationGroup, label: str) -> tuple[Tensor, Tensor]:
        """Log density of every unit at every site, signs summed, and that of the units where they are. Raises `SymbayesError` for families not factorised over units

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
            `(*batch, S, h, h)`: unit j of w under site i, either sign if signed; `(*batch, S)`: the sum of the unsigned diagonal
        """
        ...
    def site_log_densities(self, w: Params, g: PermutationGroup, label: str) -> tuple[Tensor, Tensor | None]:
        """Families not factorised over units have no such matrix: raises `SymbayesError`

        Parameters
        ----------
        w : Params
            draws
        g : PermutationGroup
            the group
        label : str
            which units

        Returns
        -------
        tuple[Tensor, Tensor | None]
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
    def spec(self) -> dict:
        """What the constructor needs besides tensors

        Returns
        -------
        dict
            JSON-able arguments of the constructor
        """
        ...
    def member(self, i: int) -> 'Posterior':
        """One member of a stack

        Parameters
        ----------
        i : int
            which member of the stack

        Returns
        -------
        Posterior
            a posterior without leading axes, on its own memory
        """
        ...
    def save(self, path: str | Path) -> None:
        """Write the posterior as safetensors; equal posteriors make equal files

        Parameters
        ----------
        path : str | Path
            the file to write, as a whole or not at all
        """
        ...
    @classmethod
    def load(cls, path: str | Path) -> 'Posterior':
        """Read a posterior. Raises `SymbayesError` for any other file, and for another family than the class that is asked

        Parameters
        ----------
        path : str | Path
            a file written by `save`

        Returns
        -------
        Posterior
            on the CPU
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
    """Independent Gaussians, one per weight: the mean-field, or fully factorised, family

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    loc : Tensor
        means `(*batch, P)`
    log_std : Tensor
        log standard deviations `(*batch, P)`
    """
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
    def unit_draws(self, w: Params, g: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each

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

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`
        """
        ...
    def unit_parameters(self, g: PermutationGroup, label: str, names: Sequence[str] | None=None) -> tuple[Tensor, Tensor]:
        """What describes the sites

        Parameters
        ----------
        g : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all that carry the label

        Returns
        -------
        tuple[Tensor, Tensor]
            means and log standard deviations, `(*batch, h, p)`
        """
        ...
    def densities_at_sites(self, x: Tensor, sites: Sequence[Tensor], flips: bool, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit under every site

        Parameters
        ----------
        x : Tensor
            units `(*batch, S, h, p)`
        sites : Sequence[Tensor]
            as of `unit_parameters`
        flips : bool
            are units signed?
        constants : bool = True
            add what depends on the site alone? It cancels where every site is taken once

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*batch, S, h, h)`, unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def site_log_densities(self, w: Params, g: PermutationGroup, label: str, names: Sequence[str] | None=None, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit of `w` under every site of the posterior

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
            `L[i, j]`, unit j of w under site i, `(*batch, S, h, h)`; the same for flipped units, None if unsigned
        """
        ...
    def unit_moments(self, sites: Sequence[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights

        Parameters
        ----------
        sites : Sequence[Tensor]
            as of `unit_parameters`

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*batch, h, p)`, and log volumes `(*batch, h)`: the sums of log standard deviations
        """
        ...
    def given_the_rest(self, sites: Sequence[Tensor]) -> Tensor:
        """Variance of every weight given the others of its unit

        Parameters
        ----------
        sites : Sequence[Tensor]
            as of `unit_parameters`

        Returns
        -------
        Tensor
            `(*batch, h, p)`
        """
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
    """A full covariance within each hidden unit's own weights, units and all other weights independent

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
        for the i-th label: `index_i` `(n, p)`, and `tril_i` `(*batch, n, p, p)` lower triangular with log diagonal
    """
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
            for the i-th label: `index_i` `(n, p)`, and `tril_i` `(*batch, n, p, p)` lower triangular with log diagonal
        """
        ...
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], group: PermutationGroup, labels: Sequence[str] | None=None, std: float | dict[str, float]=0.05) -> 'UnitGaussian':
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
    def index(self, label: str) -> Tensor:
        """`(n, p)` positions of a label's units in the flat vector"""
        ...
    def scale_tril(self, label: str) -> Tensor:
        """`(*batch, n, p, p)` Cholesky factors of the units' covariances"""
        ...
    def join(self, units: Sequence[Tensor], rest: Tensor) -> Tensor:
        """Units' weights `(.., n, p)` per label and the other weights `(.., rest)` as one flat vector"""
        ...
    def flat_std(self) -> Tensor: ...
    def log_volume(self) -> Tensor: ...
    def flat_rsample(self, n: int, generator: Generators=None) -> Tensor: ...
    def flat_log_prob(self, x: Tensor) -> Tensor: ...
    def unit_draws(self, w: Params, g: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each. Raises `SymbayesError` for a label without unit covariances

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        g : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            None: all tensors that carry the label

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`
        """
        ...
    def unit_parameters(self, g: PermutationGroup, label: str, names: Sequence[str] | None=None) -> tuple[Tensor, Tensor]:
        """What describes the sites

        Parameters
        ----------
        g : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            None: all tensors that carry the label

        Returns
        -------
        tuple[Tensor, Tensor]
            means `(*batch, h, p)` and Cholesky factors `(*batch, h, p, p)`
        """
        ...
    def densities_at_sites(self, x: Tensor, sites: Sequence[Tensor], flips: bool) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit under every site

        Parameters
        ----------
        x : Tensor
            units `(*batch, S, h, p)`
        sites : Sequence[Tensor]
            as of `unit_parameters`
        flips : bool
            are units signed?

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*batch, S, h, h)`, unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def site_log_densities(self, w: Params, g: PermutationGroup, label: str) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit of `w` under every site of the posterior. Raises `SymbayesError` for a label without unit covariances

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
        tuple[Tensor, Tensor | None]
            `L[i, j]`, unit j of w under site i, `(*batch, S, h, h)`; the same for flipped units, None if unsigned
        """
        ...
    def unit_moments(self, sites: Sequence[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights

        Parameters
        ----------
        sites : Sequence[Tensor]
            as of `unit_parameters`

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*batch, h, p)`, and log volumes `(*batch, h)`: the log determinants of the Cholesky factors
        """
        ...
    def given_the_rest(self, sites: Sequence[Tensor]) -> Tensor:
        """Variance of every weight given the others of its unit

        Parameters
        ----------
        sites : Sequence[Tensor]
            as of `unit_parameters`

        Returns
        -------
        Tensor
            `(*batch, h, p)`
        """
        ...
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
class LowRank(Posterior):
    """A diagonal plus a low-rank covariance over all weights

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
class IsotropicNormal:
    """A Gaussian prior with independent weights, one mean and one standard deviation per tensor

    Parameters
    ----------
    std : float | dict[str, float] = 1.0
        standard deviation, for all tensors or per tensor
    mean : float | dict[str, float] = 0.0
        mean, for all tensors or per tensor
    """
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
    def check_invariant(self, g: PermutationGroup) -> None:
        """Raise `SymbayesError` unless the density is unchanged by every element of `g`

        Parameters
        ----------
        g : PermutationGroup
            the symmetry the prior has to respect
        """
        ...
def kl_monte_carlo(q: Posterior, prior: IsotropicNormal, n: int=10000, generator: Generators=None) -> tuple[Tensor, Tensor]:
    """KL by sampling, for priors without a closed form and as a check

    Parameters
    ----------
    q : Posterior
        the posterior
    prior : IsotropicNormal
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
class SiteProducts(torch.autograd.Function):
    """The two halves of the log density of units at Gaussian sites, that which turns with the sign of the unit and that which does not. Six matrix products with the gradient, and few passes over the weights"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, m: Tensor, log_s: Tensor, constants: bool) -> tuple[Tensor, Tensor]:
        """Odd and even half `(*batch, S, h, h)`, of units `(*batch, S, h, p)`, means and log standard deviations `(*batch, h, p)`"""
        ...
    @staticmethod
    def backward(ctx: Any, odd: Tensor, even: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for units and sites"""
        ...
def gather_sites(plus: Tensor, minus: Tensor | None, a: Tensor, sign: Tensor | None) -> Tensor:
    """Sum over units j of the entry at site `a[j]`

    Parameters
    ----------
    plus : Tensor
        `(*lead, h, h)`: unit j under site i
    minus : Tensor | None
        the same for flipped units, or None
    a : Tensor
        sites of the units, `(*lead, K, h)`
    sign : Tensor | None
        their signs, `(*lead, K, h)`, or None

    Returns
    -------
    Tensor
        `(*lead, K)`
    """
    ...
def shared_tensors(g: PermutationGroup) -> list[str]:
    """Tensors that carry several labels, or one label twice

    Parameters
    ----------
    g : PermutationGroup
        the group

    Returns
    -------
    list[str]
    """
    ...
def _check_elements(q: Posterior, a: Element) -> None: ...
def stack_posteriors(qs: Sequence[Posterior]) -> Posterior:
    """Put posteriors side by side

    Parameters
    ----------
    qs : Sequence[Posterior]
        posteriors of one family over one layout, without leading axes

    Returns
    -------
    Posterior
        one posterior with a leading axis of `len(qs)`
    """
    ...
file_format: str
def _in_order(file: bytes) -> bytes:
    """A safetensors file with its header's entries in alphabetical order, in which the library leaves them to chance"""
    ...
