# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['small_unit', 'log_marginal', 'last_linear', 'feature_network', 'last_names', 'CollapsedLastLayer', 'usual_body']
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import log, pi
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.utils.data import DataLoader
from .core import Generators, Inputs, Layout, Params, SymbayesError, call_model, check_finite, each_draws, first_derivative, first_line, free_parameters, input_tensors, map_inputs, n_examples, network_outputs, normal_draws, require
from .families import NetworkFamily, _families
from .groups import Element, PermutationGroup
from .discovery import mlp_group
from .likelihoods import Gaussian, Likelihood
from .posteriors import LowRank, MeanField, Posterior, UnitGaussian, tensor_numbers
from .prediction import as_tensors, evaluation_mode
from .priors import IsotropicNormal, Prior, closed_form_kl
from .sites import Sites
class LogMarginal(torch.autograd.Function):
    """`-r' K^-1 r/2 - log det K/2`, summed over outputs, for `K = 1 + f f'`; also the factor of the smaller side, without a gradient"""
    @staticmethod
    def forward(ctx: Any, f: Tensor, r: Tensor) -> tuple[Tensor, Tensor]:
        """Value `(*lead)` and factor, of features `(*lead, n, p)` and targets `(*lead, n, out)`"""
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor | None, _: Tensor | None) -> tuple[Tensor | None, Tensor | None]:
        """Gradients for features and targets"""
        ...
def factor(f: Tensor) -> Tensor:
    """A Cholesky factor of the smaller side; NaN where there is none, since features are no numbers

    Parameters
    ----------
    f : Tensor
        scaled features `(*lead, n, p)`

    Returns
    -------
    Tensor
        `(*lead, p, p)` of `1 + f' f`, or `(*lead, n, n)` of `1 + f f'`, whichever is smaller
    """
    ...
def _log_diagonal(tril: Tensor) -> Tensor: ...
def log_marginal(features: Tensor, y: Tensor, prior_std: float | Tensor, noise_std: float | Tensor) -> Tensor:
    """Log marginal likelihood of a linear regression on features, summed over outputs

    Parameters
    ----------
    features : Tensor
        `(*lead, n, p)`, a column of ones among them for a bias
    y : Tensor
        targets `(n, out)`, or with leading axes that broadcast
    prior_std : float | Tensor
        of the weights on the features, `(p,)` or one for all
    noise_std : float | Tensor
        of the targets; leading axes broadcast with those of the features

    Returns
    -------
    Tensor
        `(*lead)` nats
    """
    ...
@dataclass(frozen=True, eq=False)
class Regression:
    """A linear regression in units of prior and noise: weights of variance one, targets with noise of variance one

    Parameters
    ----------
    f : Tensor
        features `(*lead, n, p)`
    r : Tensor
        targets `(*lead, n, out)`
    tril : Tensor
        as of `factor`
    """
    f: Tensor
    r: Tensor
    tril: Tensor
    @property
    def wide(self) -> bool:
        """Are there more features than examples?"""
        ...
    @property
    def noise_rows(self) -> int:
        """Rows of noise that a draw takes"""
        ...
    def mean(self) -> Tensor:
        """Posterior means of the weights, `(*lead, p, out)`"""
        ...
    def _solved(self, r: Tensor) -> Tensor: ...
    def draw(self, noise: Tensor) -> Tensor:
        """Draws of the weights `(*lead, p, out)`, from standard normal noise `(*lead, noise_rows, out)`"""
        ...
    def log_density(self, u: Tensor) -> Tensor:
        """Of weights `(*lead, p, out)`, `(*lead)` nats"""
        ...
    def variance(self, f: Tensor) -> Tensor:
        """Posterior variance of `f @ weights` for other features `(*lead, m, p)`, `(*lead, m)`"""
        ...
def last_linear(model: nn.Module, x: Inputs) -> str:
    """The linear layer whose output is the network's. Raises `SymbayesError` where there is none on features that other weights decide

    Parameters
    ----------
    model : nn.Module
        the network
    x : Inputs
        a few inputs

    Returns
    -------
    str
        name of a submodule
    """
    ...
def _called_linears(model: nn.Module, x: Inputs) -> tuple[Any, list[tuple[str, Any]]]:
    """The network's output, and the outputs of its linear layers by their names, in the order of the calls"""
    ...
def feature_network(model: nn.Module, last: str) -> nn.Module:
    """The network without its last layer

    Parameters
    ----------
    model : nn.Module
        the network
    last : str
        name of its last linear layer

    Returns
    -------
    nn.Module
        a copy in evaluation mode that returns the input of that layer; its own parameters have no values of interest
    """
    ...
def last_names(model: nn.Module, last: str) -> list[str]:
    """The parameters of the last layer. Raises `SymbayesError` if one of them is frozen

    Parameters
    ----------
    model : nn.Module
        the network
    last : str
        name of its last linear layer

    Returns
    -------
    list[str]
        of its weight, and of its bias if it has one
    """
    ...
class CollapsedLastLayer(NetworkFamily):
    """A Gaussian posterior over a network's body, and the exact posterior of its last layer given the body. For Gaussian likelihoods

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    body : Posterior
        over all of them but the last layer's, one posterior or a stack
    inputs : dict[str, Tensor]
        what it was made for: inputs `(n, ...)` by the name of a buffer
    y : Tensor
        and targets `(n, out)`
    log_noise : Tensor
        log standard deviation of the noise `(*batch, 1)`, or `(*batch, out)` if there is one for each output
    last : str
        name of the last layer
    std : dict[str, float]
        the prior's standard deviation of the last layer's weight, and of its bias if it has one
    mean : dict[str, float]
        and the prior's means of them
    kind : str = 'tensor'
        what the network takes: a 'tensor', a 'tuple' or a 'dict' of them
    learned : bool = False
        is the noise learned along?
    """
    body: Posterior
    last: str
    prior_std: dict[str, float]
    prior_mean: dict[str, float]
    kind: str
    learned: bool
    log_noise: Tensor
    input_names: Any
    noise_of: Any
    trusted: Any
    whole_data: Any
    by_reference: Any
    def __init__(self, layout: Layout, body: Posterior, inputs: dict[str, Tensor], y: Tensor, log_noise: Tensor, last: str, std: dict[str, float], mean: dict[str, float], kind: str='tensor', learned: bool=False):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        body : Posterior
            over all of them but the last layer's, one posterior or a stack
        inputs : dict[str, Tensor]
            what it was made for: inputs `(n, ...)` by the name of a buffer
        y : Tensor
            and targets `(n, out)`
        log_noise : Tensor
            log standard deviation of the noise `(*batch, 1)`, or `(*batch, out)` if there is one for each output
        last : str
            name of the last layer
        std : dict[str, float]
            the prior's standard deviation of the last layer's weight, and of its bias if it has one
        mean : dict[str, float]
            and the prior's means of them
        kind : str = 'tensor'
            what the network takes: a 'tensor', a 'tuple' or a 'dict' of them
        learned : bool = False
            is the noise learned along?
        """
        ...
    def _check_given(self, inputs: dict[str, Tensor], y: Tensor, log_noise: Tensor) -> None:
        """Raise unless there are targets for all inputs, and noise for all targets"""
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: those of the body"""
        ...
    @property
    def device(self) -> torch.device:
        """Where the body lives, and draws"""
        ...
    @property
    def dtype(self) -> torch.dtype:
        """Precision of the body, and of draws. The regression is computed in float64"""
        ...
    @property
    def x(self) -> Inputs:
        """The inputs that it was made for"""
        ...
    def extra_repr(self) -> str: ...
    def noise(self) -> Tensor:
        """Log standard deviations of the noise as they are now: of a likelihood that learns them along, or those of the file

        Returns
        -------
        Tensor
            `(*batch, 1)` or `(*batch, out)`
        """
        ...
    def spec(self) -> dict:
        """What the constructor needs besides tensors

        Returns
        -------
        dict
            JSON-able
        """
        ...
    def tensors(self) -> dict[str, Tensor]:
        """Everything that defines the distribution: the body's tensors, the data, and the noise as it is now"""
        ...
    @classmethod
    def build(cls, layout: Layout, tensors: dict[str, Tensor], spec: dict) -> CollapsedLastLayer:
        """What `layout`, `tensors` and `spec` describe, without a network

        Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        tensors : dict[str, Tensor]
            as of `tensors`
        spec : dict
            as of `spec`

        Returns
        -------
        CollapsedLastLayer
        """
        ...
    def bind(self, model: nn.Module) -> CollapsedLastLayer:
        """Say which network computes the features. A copy without the last layer is kept; frozen weights and buffers are read anew

        Parameters
        ----------
        model : nn.Module
            the network

        Returns
        -------
        CollapsedLastLayer
            itself
        """
        ...
    def regression(self, w: Params, log_noise: Tensor) -> Regression:
        """The last layer as a regression on the features under these draws

        Parameters
        ----------
        w : Params
            draws of the body `(*batch, *lead, *shape)`
        log_noise : Tensor
            as of `noise`

        Returns
        -------
        Regression
            `(*batch, *lead, k, ..)` for k kinds of noise
        """
        ...
    def marginal(self, w: Params, log_noise: Tensor) -> tuple[Tensor, Regression]:
        """Log marginal likelihood of the data under these draws, and the regression by the same factor

        Parameters
        ----------
        w : Params
            draws of the body `(*batch, *lead, *shape)`
        log_noise : Tensor
            as of `noise`

        Returns
        -------
        tuple[Tensor, Regression]
            `(*batch, *lead)` nats; and the regression, whose factor has no gradient here
        """
        ...
    def _scaled(self, w: Params, log_noise: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Features `(*batch, *lead, k, n, p)` and targets in units of prior and noise, and the log volume of the noise"""
        ...
    def features(self, w: Params, x: Inputs) -> Tensor:
        """What the last layer sees, with a column of ones if it has a bias. The network runs in its own precision

        Parameters
        ----------
        w : Params
            draws of the body `(*batch, *lead, *shape)`
        x : Inputs
            inputs `(m, ...)`

        Returns
        -------
        Tensor
            `(*batch, *lead, m, p)`, float64 where the device has it
        """
        ...
    def _columns(self) -> tuple[Tensor, Tensor]:
        """The prior's standard deviations and means of the last layer's weights, in the order of the features `(p,)`"""
        ...
    @classmethod
    def from_module(cls, models: nn.Module | Sequence[nn.Module], prior: IsotropicNormal, likelihood: Gaussian, data: tuple[Inputs, Tensor], body: type[Posterior] | None=None, std: float=0.5, generator: Generators=None, group: PermutationGroup | None=None) -> CollapsedLastLayer:
        """Start at draws from the prior

        Parameters
        ----------
        models : nn.Module | Sequence[nn.Module]
            the network, whose weights do not matter; several make a stack
        prior : IsotropicNormal
            of all weights
        likelihood : Gaussian
            of the targets; its noise is known or learned
        data : tuple[Inputs, Tensor]
            all training inputs and targets
        body : type[Posterior] | None = None
            family of the other weights; default `usual_body`: UnitGaussian where units are small
        std : float = 0.5
            standard deviations at the start, in units of the prior's
        generator : Generators = None
            of the means at the start, draws from the prior: one, or one per member
        group : PermutationGroup | None = None
            whose units a body by units has, default `mlp_group` of the network

        Returns
        -------
        CollapsedLastLayer
        """
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
            tensors `(*batch, S, *shape)`, differentiable in the body's parameters and in learned noise
        """
        ...
    def _joined(self, w: Params, at: Regression | None, n: int, generator: Generators) -> Params:
        """Draws of the body with those of the last layer, in the layout's order"""
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
    def elbo_draws(self, model: nn.Module, prior: IsotropicNormal, likelihood: Gaussian, batch: tuple[Inputs, Tensor], n_data: int, n: int, generator: Generators=None, member_x: bool=False) -> tuple[Params, Tensor, Tensor]:
        """Draws of the body, with the last layer integrated out

        Parameters
        ----------
        model : nn.Module
            the network
        prior : IsotropicNormal
            of its weights
        likelihood : Gaussian
            of the targets
        batch : tuple[Inputs, Tensor]
            all examples
        n_data : int
            their number
        n : int
            draws S
        generator : Generators = None
            of the draws
        member_x : bool = False
            not for this family: all members see all examples

        Returns
        -------
        tuple[Params, Tensor, Tensor]
            draws, in which the last layer has no gradient; log marginal likelihood and KL `(*batch, S)` nats
        """
        ...
    def _prior_of_body(self, prior: IsotropicNormal) -> IsotropicNormal:
        """The prior of the weights that the body is over"""
        ...
    def check_use(self, prior: Prior, likelihood: Likelihood, data: Any, batch_size: int | None=None) -> None:
        """Raise `SymbayesError` where the posterior was made for another prior, likelihood or data set, and for batches

        Parameters
        ----------
        prior : Prior
            of the weights
        likelihood : Likelihood
            of the targets; learned noise is followed from now on
        data : Any
            inputs and targets
        batch_size : int | None = None
            examples a step
        """
        ...
    def _check_noise(self, likelihood: Gaussian) -> None:
        """Remember whose noise is learned; refuse other noise"""
        ...
    def _check_examples(self, data: tuple[Inputs, Tensor], n_data: int) -> None:
        """Raise `SymbayesError` for other data than it was made for. Tensors that were looked at before need not be compared again"""
        ...
    def charged_part(self, g: PermutationGroup) -> tuple[Posterior, PermutationGroup]:
        """What the group is charged for: the last layer follows its features

        Parameters
        ----------
        g : PermutationGroup
            the group, over all tensors

        Returns
        -------
        tuple[Posterior, PermutationGroup]
            the body, and the group on its tensors
        """
        ...
    def charged(self, g: PermutationGroup) -> dict[str, tuple[str, ...]]:
        """The tensors that a unit is charged for. Raises `SymbayesError` where the body's layers are coupled: then ask `charged_part`

        Parameters
        ----------
        g : PermutationGroup
            the group, over all tensors

        Returns
        -------
        dict[str, tuple[str, ...]]
            label to the body's tensors that carry it
        """
        ...
    def units(self, w: Params, group: PermutationGroup, label: str, names: Sequence[str] | None=None) -> Tensor:
        """The body's units of draws, a row each

        Parameters
        ----------
        w : Params
            draws `(*batch, S, *shape)`
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all of the body that carry the label

        Returns
        -------
        Tensor
            `(*batch, S, h, p)`
        """
        ...
    def sites(self, group: PermutationGroup, label: str, names: Sequence[str] | None=None, given: Params | None=None) -> Sites:
        """The distribution of every unit's own weights in the body

        Parameters
        ----------
        group : PermutationGroup
            the group whose units are meant
        label : str
            which units
        names : Sequence[str] | None = None
            only these tensors' entries; default all of the body that carry the label
        given : Params | None = None
            not used: the body's sites depend on no draws

        Returns
        -------
        Sites
            with the leading axes of the posterior
        """
        ...
    def orbit_entries(self, g: PermutationGroup) -> int:
        """Numbers that a log ratio holds per element and draw

        Parameters
        ----------
        g : PermutationGroup
            the group

        Returns
        -------
        int
        """
        ...
    def pushforward(self, g: PermutationGroup, a: Element) -> CollapsedLastLayer:
        """The moved posterior: the body is moved, the last layer follows

        Parameters
        ----------
        g : PermutationGroup
            the group, a symmetry of the network
        a : Element
            one element, or one per member of a stack

        Returns
        -------
        CollapsedLastLayer
            the distribution of `act(a, w)` for `w` from this one
        """
        ...
    def predictive(self, x: Inputs, n: int=100, generator: Generators=None) -> tuple[Tensor, Tensor]:
        """Predictions in closed form given each draw of the body: a mixture of S Gaussians, to which the noise is still to be added

        Parameters
        ----------
        x : Inputs
            inputs `(m, ...)`
        n : int = 100
            draws of the body S
        generator : Generators = None
            one, or one per member

        Returns
        -------
        tuple[Tensor, Tensor]
            means and standard deviations of the function values `(*batch, S, m, out)`, float64
        """
        ...
def _noise(likelihood: Gaussian, batch: torch.Size, like: Tensor) -> Tensor:
    """Log standard deviations of the noise, `(*batch, 1)` or `(*batch, out)`, in the precision of `like`"""
    ...
def _check_features(model: nn.Module, part: nn.Module, last: str, x: Inputs) -> None:
    """Raise `SymbayesError` unless the network's output is its last layer's, on features of one axis"""
    ...
def _refresh(model: nn.Module, part: nn.Module, device: torch.device) -> None:
    """Copy frozen parameters and buffers, the same as in the model, to where the posterior lives"""
    ...
small_unit: int
def usual_body(model: nn.Module, names: Sequence[str], group: PermutationGroup | None=None) -> type[Posterior]:
    """`UnitGaussian` where units own their tensors and have at most `small_unit` incoming weights, else `MeanField`

    Parameters
    ----------
    model : nn.Module
        the network
    names : Sequence[str]
        its tensors below the last layer
    group : PermutationGroup | None = None
        default `mlp_group` of the network

    Returns
    -------
    type[Posterior]
        a family
    """
    ...
def _checked_start(models: Any, std: Any) -> list[nn.Module]:
    """The networks, one or more"""
    ...
def _named(x: Inputs) -> dict[str, Tensor]:
    """Inputs by the names of buffers"""
    ...
def _checked_data(data: Any, likelihood: Any, dtype: torch.dtype) -> tuple[Inputs, Tensor]:
    """Inputs and targets `(n, out)`, copies of them. Raises `SymbayesError` for another likelihood than a Gaussian, and for no data"""
    ...
def _check_likelihood(likelihood: Any) -> None: ...
def _check_prior(prior: Any, layout: Layout) -> None: ...
def _started(body, models, last, prior, std, generator, group, single) -> Posterior:
    """The body's posterior, with means drawn from the prior"""
    ...
def _move_to_draws(parts: Sequence[nn.Module], prior: IsotropicNormal, layout: Layout, generator: Generators, like: Tensor) -> None:
    """Draws from the prior take the place of the parameters, with a generator for each network or one for all"""
    ...
def _equal(a: Tensor, b: Tensor) -> bool: ...
def _or_all(g: PermutationGroup, label: str, names: Sequence[str] | None) -> Sequence[str] | None:
    """None for all tensors of a label"""
    ...
from symbayes.core import document
