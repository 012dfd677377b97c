# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Convs', 'LocalReparam']
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any
import re
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from torch.func import functional_call, vmap
from torch.nn import functional as F
from .core import Generators, Inputs, Layout, Params, SymbayesError, call_model, first_derivative, input_tensors, map_inputs, network_outputs, normal_draws, own_random_state, require
from .posteriors import MeanField, Posterior
from .prediction import evaluation_mode
Convs: tuple
class LocalReparam:
    """Outputs of a network under a mean-field posterior, with noise on activations instead of weights

    Parameters
    ----------
    model : nn.Module
        the network; `nn.Linear` and convolution layers get noise on their outputs
    q : Posterior
        a `MeanField` posterior over its parameters
    buffers : Params | None = None
        buffers in which members of the stack differ, as of `member_buffers`
    """
    model: nn.Module
    q: Posterior
    buffers: Any
    shapes: Any
    stacks: Any
    twin: Any
    layers: Any
    def __init__(self, model: nn.Module, q: Posterior, buffers: Params | None=None):
        """Parameters
        ----------
        model : nn.Module
            the network; `nn.Linear` and convolution layers get noise on their outputs
        q : Posterior
            a `MeanField` posterior over its parameters
        buffers : Params | None = None
            buffers in which members of the stack differ, as of `member_buffers`
        """
        ...
    def own(self, names: Iterable[str]) -> list[str]:
        """The parameters of some layers

        Parameters
        ----------
        names : Iterable[str]
            names of layers

        Returns
        -------
        list[str]
            names of their parameters
        """
        ...
    def of_layer(self, name: str, tensors: Params) -> Params:
        """The tensors of one layer

        Parameters
        ----------
        name : str
            of a layer
        tensors : Params
            of all layers

        Returns
        -------
        Params
            by the layer's own names
        """
        ...
    def noise_shapes(self, x: Inputs) -> dict[str, torch.Size]:
        """Output shape of every layer that runs on such a batch, by running it once; a layer whose weight is only read does not

        Parameters
        ----------
        x : Inputs
            one batch `(batch, ...)`

        Returns
        -------
        dict[str, torch.Size]
        """
        ...
    def check_read_once(self, x: Inputs, names: list[str]) -> None:
        """Raise `SymbayesError` if a layer's weight acts in any other way than through that layer's output, where it would stay at its mean

        Parameters
        ----------
        x : Inputs
            one batch `(batch, ...)`
        names : list[str]
            layers that run on it
        """
        ...
    def traced(self, x: Inputs, names: list[str], moved: Iterable[str], outputs: dict[str, Tensor]) -> dict[str, Tensor]:
        """What goes into every layer, and comes out of the model, with some parameters moved and the layers' outputs as given

        Parameters
        ----------
        x : Inputs
            one batch `(batch, ...)`
        names : list[str]
            layers that run on it
        moved : Iterable[str]
            parameters that are moved
        outputs : dict[str, Tensor]
            the layers' outputs; filled where there are none yet

        Returns
        -------
        dict[str, Tensor]
        """
        ...
    def noisy_call(self, means: Params, variances: Params, noise: dict[str, Tensor], x: Inputs) -> Tensor:
        """Run the model at `means`; each layer's output gets its variance times `noise`

        Parameters
        ----------
        means : Params
            of all parameters
        variances : Params
            of the layers' own
        noise : dict[str, Tensor]
            for every layer
        x : Inputs
            inputs `(batch, ..)`

        Returns
        -------
        Tensor
            `(batch, out)`
        """
        ...
    def make_twin(self) -> nn.Module:
        """A copy of the model, with the same tensors, whose noisy linear layers take members and draws as axes in front of the batch"""
        ...
    def stacked_outputs(self, means: Params, variances: Params, rest: Params, noise: dict[str, Tensor], x: Tensor) -> Tensor:
        """Run the model once, with members and draws as further axes of the batch

        Parameters
        ----------
        means : Params
            of the layers' own parameters `(R, *shape)`
        variances : Params
            likewise
        rest : Params
            draws of all other parameters `(R, S, *shape)`, and buffers `(R, 1, *shape)`
        noise : dict[str, Tensor]
            for every layer `(R, S, batch, .., out)`
        x : Tensor
            inputs `(R, S, batch, ..)`

        Returns
        -------
        Tensor
            `(R, S, batch, out)`
        """
        ...
    def can_stack(self, x: Inputs) -> bool:
        """Does the model take further axes in front of the batch? Tried once, without noise, against `vmap`

        Parameters
        ----------
        x : Inputs
            one batch `(batch, ...)`

        Returns
        -------
        bool
        """
        ...
    def twin_agrees(self, x: Tensor, noise: dict[str, Tensor]) -> bool:
        """Do two settings of the weights, three times each, give at once what they give one by one?

        Parameters
        ----------
        x : Tensor
            two examples
        noise : dict[str, Tensor]
            zeros `(2, 3, batch, .., out)` for every layer

        Returns
        -------
        bool
        """
        ...
    def draw(self, x: Inputs, n_samples: int=1, member_x: bool=False, generator: Generators=None) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """The standard normal noise of one call

        Parameters
        ----------
        x : Inputs
            inputs `(batch, ...)`, or `(members, batch, ...)`
        n_samples : int = 1
            draws S
        member_x : bool = False
            does `x` have a first axis of members?
        generator : Generators = None
            one, or one per member

        Returns
        -------
        tuple[dict[str, Tensor], dict[str, Tensor]]
            `(*members, S, ..)`: of the outputs of layers, of all other parameters
        """
        ...
    def outputs(self, noise: dict[str, Tensor], others: dict[str, Tensor], x: Inputs, member_x: bool=False) -> Tensor:
        """What the network computes with such noise

        Parameters
        ----------
        noise : dict[str, Tensor]
            for the outputs of layers, as of `draw`
        others : dict[str, Tensor]
            for all other parameters
        x : Inputs
            inputs `(batch, ...)`, or `(members, batch, ...)`
        member_x : bool = False
            does `x` have a first axis of members?

        Returns
        -------
        Tensor
            `(*members, S, batch, out)`
        """
        ...
    def outputs_by_twin(self, local: Params, var: Params, rest: Params, noise: dict[str, Tensor], x: Tensor, member_x: bool) -> Tensor:
        """With members and draws as axes of the batch"""
        ...
    def outputs_by_hooks(self, local: Params, var: Params, rest: Params, noise: dict[str, Tensor], x: Inputs, member_x: bool) -> Tensor:
        """By `vmap` over draws and members"""
        ...
    def __call__(self, x: Inputs, n_samples: int=1, member_x: bool=False, generator: Generators=None) -> Tensor:
        """Draw outputs

        Parameters
        ----------
        x : Inputs
            inputs `(batch, ...)`, or `(members, batch, ...)`
        n_samples : int = 1
            draws S
        member_x : bool = False
            does `x` have a first axis of members?
        generator : Generators = None
            one, or one per member

        Returns
        -------
        Tensor
            `(*members, S, batch, out)`
        """
        ...
def _has_noisy_outputs(m: nn.Module) -> bool:
    """A plain layer whose weights are parameters. Weights that are computed, or used otherwise, are drawn; frozen ones stay as they are"""
    ...
def _run_hooked(local: LocalReparam, hook: Callable[[str], Callable], names: Iterable[str], run: Callable[[], Any]) -> Any:
    """Run something in evaluation mode, with a hook on every layer, and leave none behind"""
    ...
def _output_variance(m: nn.Module, x: Tensor, var: dict[str, Tensor]) -> Tensor: ...
class NoisyLinear(torch.autograd.Function):
    """Outputs of linear layers with independent Gaussian weights, `x W' + b` plus noise, for a stack of them"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, w: Tensor, w_var: Tensor, b: Tensor | None, b_var: Tensor | None, noise: Tensor) -> Tensor:
        """Noisy outputs

        Parameters
        ----------
        ctx : Any
        x : Tensor
            inputs `(R, n, i)`
        w : Tensor
            means of weights `(R, o, i)`
        w_var : Tensor
            their variances
        b : Tensor | None
            means of biases `(R, 1, o)`
        b_var : Tensor | None
            their variances
        noise : Tensor
            standard normal `(R, n, o)`

        Returns
        -------
        Tensor
            `(R, n, o)`
        """
        ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients for inputs, means and variances"""
        ...
def plain_noisy_linear(x: Tensor, w: Tensor, w_var: Tensor, b: Tensor | None, b_var: Tensor | None, noise: Tensor) -> Tensor:
    """What `NoisyLinear` computes, in plain operations, for a compiler to fuse

    Parameters
    ----------
    x : Tensor
        inputs `(R, n, i)`
    w : Tensor
        means of weights `(R, o, i)`
    w_var : Tensor
        their variances
    b : Tensor | None
        means of biases `(R, 1, o)`
    b_var : Tensor | None
        their variances
    noise : Tensor
        standard normal `(R, n, o)`

    Returns
    -------
    Tensor
        `(R, n, o)`
    """
    ...
class NoisyForward:
    """What a linear layer computes whose tensors are those of a stack, and which has variances and noise besides"""
    def forward(self, x: Tensor) -> Tensor:
        """Noisy outputs

        Parameters
        ----------
        x : Tensor
            `(R, S, batch, .., in)`

        Returns
        -------
        Tensor
            `(R, S, batch, .., out)`
        """
        ...
def most_unlike(buffers: Params) -> int:
    """The member whose buffers differ from the first one's in most entries

    Parameters
    ----------
    buffers : Params
        `(members, *shape)`

    Returns
    -------
    int
    """
    ...
from symbayes.core import document
