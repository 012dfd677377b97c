# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['InverseAndLogDet', 'LayerPosterior', 'in_double', 'Step', 'Tap', 'Wires', 'check_linear', 'InducingPosterior', 'newton_targets', 'SharedSites']
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import log, pi
from numbers import Integral, Real
from typing import Any, NamedTuple
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from symbayes.core import Generators, Inputs, Layout, Params, check_finite, first_derivative, free_parameters, map_inputs, network_outputs, normal_draws, require
from .elements import Element, PermutationGroup
from .families import NetworkFamily
from .likelihoods import Likelihood
from .posteriors import check_elements, tensor_numbers
from .prediction import as_tensors
from .priors import IsotropicNormal, Prior
from .sites import Sites
class InverseAndLogDet(torch.autograd.Function):
    """Inverse of positive definite matrices and half the log of their determinants"""
    @staticmethod
    def forward(ctx: Any, k: Tensor) -> tuple[Tensor, Tensor]:
        """`(*lead, n, n)` and `(*lead)`, of matrices `(*lead, n, n)`"""
        ...
    @staticmethod
    def backward(ctx: Any, to_inverse: Tensor, to_log: Tensor) -> Tensor:
        """The gradient for the matrices"""
        ...
class LayerPosterior:
    """The weights of a layer's units given what arrives at it, in units of the prior: one covariance, a mean for each unit

    Parameters
    ----------
    features : Tensor
        what arrives, times the prior's standard deviations, `(*lead, M, p)`
    targets : Tensor
        pseudo-targets `(*lead, M, units)`
    log_precision : Tensor
        of the pseudo-targets `(*lead, M)`
    kernel : bool | None = None
        invert an M x M matrix, rather than p x p? Default whichever is smaller
    """
    root: Any
    pull: Any
    units: Any
    kernel: Any
    def __init__(self, features: Tensor, targets: Tensor, log_precision: Tensor, kernel: bool | None=None):
        """Parameters
        ----------
        features : Tensor
            what arrives, times the prior's standard deviations, `(*lead, M, p)`
        targets : Tensor
            pseudo-targets `(*lead, M, units)`
        log_precision : Tensor
            of the pseudo-targets `(*lead, M)`
        kernel : bool | None = None
            invert an M x M matrix, rather than p x p? Default whichever is smaller
        """
        ...
    def solved(self, start: Tensor | float, pull: Tensor) -> Tensor:
        """`(1 + B'B)^-1 (start + B' pull)`

        Parameters
        ----------
        start : Tensor | float
            `(*lead, p, units)`, or zero
        pull : Tensor
            `(*lead, M, units)`

        Returns
        -------
        Tensor
            `(*lead, p, units)`
        """
        ...
    def mean(self) -> Tensor:
        """Means of the weights

        Returns
        -------
        Tensor
            `(*lead, units, p)`
        """
        ...
    def draw(self, prior: Tensor, errors: Tensor) -> Tensor:
        """A draw of the weights, by Matheron's rule

        Parameters
        ----------
        prior : Tensor
            standard normal noise `(*lead, units, p)`: a draw from the prior
        errors : Tensor
            standard normal noise `(*lead, units, M)`

        Returns
        -------
        Tensor
            `(*lead, units, p)`
        """
        ...
    def log_density(self, z: Tensor) -> Tensor:
        """Log density of the weights of all units

        Parameters
        ----------
        z : Tensor
            weights in units of the prior `(*lead, units, p)`

        Returns
        -------
        Tensor
            `(*lead)` nats
        """
        ...
    def kl(self) -> Tensor:
        """Divergence from the prior, of all units

        Returns
        -------
        Tensor
            `(*lead)` nats
        """
        ...
def in_double(t: Tensor) -> Tensor:
    """In float64, where the device has it

    Parameters
    ----------
    t : Tensor
        of real numbers

    Returns
    -------
    Tensor
    """
    ...
class Step(NamedTuple):
    """A linear layer of a network, as it is called in order of execution

    Parameters
    ----------
    name : str
        of the submodule
    n_in : int
        what arrives
    n_out : int
        units
    bias : bool
        has it a bias?
    """
    name: str
    n_in: int
    n_out: int
    bias: bool
    @property
    def tensors(self) -> list[str]:
        """Names of its parameters"""
        ...
    @property
    def p(self) -> int:
        """Weights of a unit, its bias included"""
        ...
    def rows(self, w: Params) -> Tensor:
        """The weights of every unit side by side, its bias last

        Parameters
        ----------
        w : Params
            tensors `(*lead, *shape)`

        Returns
        -------
        Tensor
            `(*lead, units, p)`
        """
        ...
    def named(self, rows: Tensor) -> Params:
        """The tensors again

        Parameters
        ----------
        rows : Tensor
            `(*lead, units, p)`

        Returns
        -------
        Params
        """
        ...
    def with_bias(self, x: Tensor) -> Tensor:
        """The features of a layer: a constant one more where it has a bias

        Parameters
        ----------
        x : Tensor
            what arrives `(*lead, n_in)`

        Returns
        -------
        Tensor
            `(*lead, p)`
        """
        ...
    def along(self, numbers: dict[str, float], like: Tensor) -> Tensor:
        """Numbers of the tensors, spread over the weights of a unit

        Parameters
        ----------
        numbers : dict[str, float]
            one for each tensor
        like : Tensor
            device and dtype

        Returns
        -------
        Tensor
            `(p,)`
        """
        ...
class Tap(nn.Module):
    """Stands where a linear layer was

    Parameters
    ----------
    step : Step
        the layer
    wires : Wires
        the network that it is in
    """
    step: Step
    wires: Any
    def __init__(self, step: Step, wires: 'Wires'):
        """Parameters
        ----------
        step : Step
            the layer
        wires : Wires
            the network that it is in
        """
        ...
    def forward(self, x: Tensor) -> Tensor:
        """What the visitor makes of it

        Parameters
        ----------
        x : Tensor
            `(rows, n_in)`

        Returns
        -------
        Tensor
            `(rows, n_out)`
        """
        ...
class Wires:
    """A network without its weights: what happens between its linear layers

    Parameters
    ----------
    model : nn.Module
        the network
    x : Tensor
        a few inputs
    """
    net: Any
    visitor: Any
    steps: Any
    fixed: Any
    def __init__(self, model: nn.Module, x: Tensor):
        """Parameters
        ----------
        model : nn.Module
            the network
        x : Tensor
            a few inputs
        """
        ...
    def _follow(self, layers: dict[str, nn.Linear], x: Tensor) -> None:
        """Note the order of the layers, each of which has to be called once"""
        ...
    def _put(self, name: str, tap: Tap) -> None: ...
    def _check_rows(self, found: Any, first: Any) -> None: ...
    def run(self, x: Tensor, visitor: Callable) -> Tensor:
        """Send inputs through

        Parameters
        ----------
        x : Tensor
            inputs `(rows, ...)`
        visitor : Callable
            of a step and what arrives, gives what the layer puts out

        Returns
        -------
        Tensor
            what the network puts out
        """
        ...
    def probe(self, shape: Sequence[int]) -> list[float]:
        """Outputs at inputs and under weights that are always the same

        Parameters
        ----------
        shape : Sequence[int]
            of an input

        Returns
        -------
        list[float]
            three numbers
        """
        ...
def check_linear(model: nn.Module) -> None:
    """Raise `SymbayesError` unless all free parameters are those of linear layers, each used once, and nothing is remembered in buffers

    Parameters
    ----------
    model : nn.Module
        the network
    """
    ...
class InducingPosterior(NetworkFamily):
    """Layers drawn one after the other, each by a regression on pseudo-targets at inducing inputs, given the layers below

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    inducing : Tensor
        inputs `(M, ...)`; `(*batch, M, ...)` if they are learned
    steps : Sequence[Sequence]
        linear layers in order of execution, as of `Step`
    prior_std : dict[str, float]
        standard deviation of the prior by tensor
    prior_mean : dict[str, float]
        mean of the prior by tensor
    probe : list[float]
        what the network puts out, as of `Wires.probe`
    learn_inputs : bool = False
        are the inducing inputs learned?
    **pseudo : Tensor
        of the i-th layer: `targets_i` `(*batch, M, units)`, `strength_i` `(*batch, M)`
    """
    steps: Any
    prior_std: dict[str, float]
    prior_mean: dict[str, float]
    probe: list[float]
    learn_inputs: bool
    inducing: Tensor
    def __init__(self, layout: Layout, inducing: Tensor, steps: Sequence[Sequence], prior_std: dict[str, float], prior_mean: dict[str, float], probe: list[float], learn_inputs: bool=False, **pseudo: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        inducing : Tensor
            inputs `(M, ...)`; `(*batch, M, ...)` if they are learned
        steps : Sequence[Sequence]
            linear layers in order of execution, as of `Step`
        prior_std : dict[str, float]
            standard deviation of the prior by tensor
        prior_mean : dict[str, float]
            mean of the prior by tensor
        probe : list[float]
            what the network puts out, as of `Wires.probe`
        learn_inputs : bool = False
            are the inducing inputs learned?
        **pseudo : Tensor
            of the i-th layer: `targets_i` `(*batch, M, units)`, `strength_i` `(*batch, M)`
        """
        ...
    def _check_parts(self, inducing: Tensor, lead: torch.Size) -> None:
        """Raise unless the layers and the prior name every tensor, and the inducing inputs go with the pseudo-targets"""
        ...
    def spec(self) -> dict:
        """What the constructor needs besides tensors

        Returns
        -------
        dict
            JSON-able
        """
        ...
    @property
    def M(self) -> int:
        """Number of inducing points"""
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: empty for one posterior, `(R,)` for a stack"""
        ...
    @property
    def dtype(self) -> torch.dtype:
        """Precision of draws. What is inverted is in float64"""
        ...
    def extra_repr(self) -> str: ...
    def bind(self, model: nn.Module) -> InducingPosterior:
        """Say which network the posterior is over. A copy without the weights is kept

        Parameters
        ----------
        model : nn.Module
            the network

        Returns
        -------
        InducingPosterior
            itself
        """
        ...
    @property
    def _input_shape(self) -> torch.Size: ...
    def visit_layers(self, n: int, visitor: Callable) -> None:
        """Send the inducing inputs through the network, layer by layer, under weights that the visitor gives

        Parameters
        ----------
        n : int
            draws S
        visitor : Callable
            of a layer's number and features `(*batch, S, M, p)`, S = 1 for the first; gives `(*batch, S, units, p)`
        """
        ...
    def layer(self, i: int, features: Tensor) -> LayerPosterior:
        """The posterior of a layer given what arrives at it

        Parameters
        ----------
        i : int
            which layer
        features : Tensor
            of the layer `(*batch, S, M, p)`

        Returns
        -------
        LayerPosterior
            in units of the prior
        """
        ...
    def _prior_of(self, i: int, like: Tensor) -> tuple[Tensor, Tensor]:
        """Standard deviations and means of a unit's weights `(p,)`"""
        ...
    def drawn(self, n: int=1, generator: Generators=None) -> tuple[Params, Tensor]:
        """Reparametrised draws, and what the prior charges for them: the mean over draws is the divergence

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        tuple[Params, Tensor]
            draws `(*batch, S, *shape)`, and the KL of the layers given those below, summed, `(*batch, S)` nats
        """
        ...
    def rsample(self, n: int=1, generator: Generators=None) -> Params:
        """Reparametrised draws of the weights

        Parameters
        ----------
        n : int = 1
            number of draws S
        generator : Generators = None
            one, or one per member of a stack

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, differentiable in the family's parameters
        """
        ...
    def log_prob(self, w: Params) -> Tensor:
        """Log density of weights: of every layer given those below

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
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], prior: IsotropicNormal, inducing: Tensor, M: int | None=None, *, targets: Tensor | None=None, likelihood: Likelihood | None=None, n_data: int | None=None, learn_inputs: bool=False, precision: float=0.01, start: str='prior', generator: Generators=None) -> InducingPosterior:
        """Start near the prior. Raises `SymbayesError` for a network with anything but linear layers and fixed functions between them

        Parameters
        ----------
        models : nn.Module | Sequence[nn.Module]
            the network; several of one architecture make a stack. Their weights are not used
        prior : IsotropicNormal
            of the weights: the posterior is relative to it
        inducing : Tensor
            inducing inputs `(M, ...)`, or inputs from which to take M
        M : int | None = None
            take so many of the inputs, at random; default all of them
        targets : Tensor | None = None
            what the data say at these inputs: a start for the last layer
        likelihood : Likelihood | None = None
            of the targets, needed with them
        n_data : int | None = None
            size of the data set, default the number of inputs given
        learn_inputs : bool = False
            are the inducing inputs learned along?
        precision : float = 0.01
            of the hidden layers' pseudo-targets at the start; near zero is near the prior
        start : str = 'prior'
            pseudo-targets at the start: a draw of the 'prior', or 'zero'
        generator : Generators = None
            of the choice of inputs and of the start; one, or one per member

        Returns
        -------
        InducingPosterior
        """
        ...
    @classmethod
    def _near_prior(cls, model: nn.Module, batch: tuple, prior: IsotropicNormal, u: Tensor, learn_inputs: bool, precision: float) -> InducingPosterior:
        """Pseudo-targets are zero, with little precision"""
        ...
    def _start_at_a_draw(self, generator: Generators) -> None:
        """Pseudo-targets are the values of a draw"""
        ...
    def _start_at_targets(self, likelihood: Likelihood, y: Tensor, n_data: int) -> None:
        """The last layer begins as a regression on the data"""
        ...
    def elbo_draws(self, model: nn.Module, prior: IsotropicNormal, likelihood: Likelihood, batch: tuple[Inputs, Tensor], n_data: int, n: int, generator: Generators=None, member_x: bool=False) -> tuple[Params, Tensor, Tensor]:
        """Draws, the log likelihood of the data under them, and the divergence of the layers given those below

        Parameters
        ----------
        model : nn.Module
            the network
        prior : IsotropicNormal
            of its weights, the one that the posterior is relative to
        likelihood : Likelihood
            of the targets
        batch : tuple[Inputs, Tensor]
            inputs and targets
        n_data : int
            size of the whole data set, to which the log likelihood is scaled
        n : int
            draws S
        generator : Generators = None
            of the draws
        member_x : bool = False
            does each member of a stack see its own batch?

        Returns
        -------
        tuple[Params, Tensor, Tensor]
            draws; log likelihood and KL `(*batch, S)` nats
        """
        ...
    def check_use(self, prior: Prior, likelihood: Likelihood, data: Any, batch_size: int | None=None) -> None:
        """Raise `SymbayesError` where the posterior was made for another prior

        Parameters
        ----------
        prior : Prior
            of the weights
        likelihood : Likelihood
            of the targets: any
        data : Any
            inputs and targets: any
        batch_size : int | None = None
            examples a step: any
        """
        ...
    def _places(self, g: PermutationGroup, label: str) -> list[tuple[int, int]]:
        """Parameters
        ----------
        g : PermutationGroup
        label : str

        Returns
        -------
        list[tuple[int, int]]
            layers by number, and the first of the label's units among those of the layer
        """
        ...
    def charged(self, g: PermutationGroup) -> dict[str, tuple[str, ...]]:
        """What the units of each label are charged for: all else moves along by itself

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        dict[str, tuple[str, ...]]
            label to the tensors whose rows its units are: weights and biases of the layers they come out of
        """
        ...
    def _check_names(self, g: PermutationGroup, label: str, names: Sequence[str] | None) -> list[tuple[int, int]]: ...
    def units(self, w: Params, group: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """Units of draws, a row each: their incoming weights and bias

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            the tensors they are charged for, which is the default

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`
        """
        ...
    def sites(self, group: PermutationGroup, label: str, names: Sequence[str] | None=None, given: Params | None=None) -> SharedSites:
        """The distribution of every unit's incoming weights, given the layers below

        Parameters
        ----------
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            the tensors they are charged for, which is the default
        given : Params | None = None
            draws `(*batch, S, *shape)` on whose lower layers the sites depend

        Returns
        -------
        SharedSites
            with leading axes `(*batch, S)`
        """
        ...
    def _sites_of(self, i: int, features: Tensor, rows: slice) -> SharedSites:
        """Of some units of a layer"""
        ...
    def _spread(self, t: Tensor, lead: torch.Size) -> Tensor:
        """The first layer's sites are the same for all draws"""
        ...
    def pushforward(self, g: PermutationGroup, a: Element) -> InducingPosterior:
        """The moved posterior: pseudo-targets move with their units, and all layers follow

        Parameters
        ----------
        g : PermutationGroup
            the group, a symmetry of the network
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        InducingPosterior
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
def newton_targets(likelihood: Likelihood, y: Tensor, n_out: int, like: Tensor) -> tuple[Tensor, float]:
    """One Newton step from outputs of zero, with the curvature of the log likelihood on average over points

    Parameters
    ----------
    likelihood : Likelihood
        of the targets
    y : Tensor
        targets at the inducing points
    n_out : int
        outputs of the network
    like : Tensor
        device and dtype

    Returns
    -------
    tuple[Tensor, float]
        outputs `(M, out)`, and the precision with which one target tells them
    """
    ...
def _checked_networks(models: Any) -> list[nn.Module]:
    """The networks, one or more, with layers that can be drawn one after the other"""
    ...
def _check_start(prior: Any, precision: Any, start: Any, targets: Any, likelihood: Any) -> None: ...
def _check_inputs(x: Any, y: Tensor | None) -> None: ...
def _chosen(x: Tensor, y: Tensor | None, M: int | None, n_data: int | None, generator: Any) -> tuple[Tensor, Tensor | None, int]:
    """Inducing inputs, targets there, and the size of the data set"""
    ...
@dataclass(frozen=True, eq=False, repr=False)
class SharedSites(Sites):
    """Gaussian sites with one covariance for all of them, whose inverse is `diag(1/scale^2) + root' root`

    Parameters
    ----------
    scale : Tensor
        `(*lead, p)`
    root : Tensor
        `(*lead, r, p)`
    log_volume : Tensor
        half the log determinant of the covariance `(*lead,)` nats
    """
    scale: Tensor
    root: Tensor
    log_volume: Tensor
    def _turned(self, x: Tensor) -> Tensor:
        """Units `(*lead, .., h, p)` in coordinates `(*lead, .., h, p+r)` in which squared distances are those of the density"""
        ...
    def log_density(self, x: Tensor, signed: bool, constants: bool=True) -> tuple[Tensor, Tensor | None]:
        """Log density of every unit at every site

        Parameters
        ----------
        x : Tensor
            units `(*lead, S, h, p)`
        signed : bool
            may units flip their signs?
        constants : bool = True
            add what is the same for all sites?

        Returns
        -------
        tuple[Tensor, Tensor | None]
            `(*lead, S, h, h)` nats: unit j under site i; the same for flipped units, None if unsigned
        """
        ...
    def conditional_variance(self) -> Tensor:
        """Variance of every weight given the others of its unit

        Returns
        -------
        Tensor
            `(*lead, h, p)`
        """
        ...
    def moments(self) -> tuple[Tensor, Tensor, Tensor]:
        """Moments of every unit's weights, and half the log determinant of their covariance

        Returns
        -------
        tuple[Tensor, Tensor, Tensor]
            means and variances `(*lead, h, p)`, log volumes `(*lead, h)` nats
        """
        ...
def _side_by_side(parts: Sequence[SharedSites]) -> SharedSites:
    """Sites of units that come out of several layers, which are independent given those below"""
    ...
from symbayes.core import document
