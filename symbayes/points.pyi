# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['WideNet', 'MappedNet', 'stack_nets', 'Points', 'train_points', 'check_pairs', 'ensemble', 'drawn_anew']
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from math import cos, pi
from numbers import Integral, Real
from pathlib import Path
from typing import Any
import inspect
import json
import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional as F
from fastcore.basics import patch
from tqdm.auto import tqdm
from .core import Layout, Params, SymbayesError, check_finite, check_generator, first_line, gradients_on, lazy_module, member_buffers, network_outputs, own_random_state, progress_bar, require, seeded_module, streams
from .data import batches
from .files import blaming, read_tensors, write_tensors
from .inference import data_identity, no_denormals, seeded_from
from .likelihoods import Categorical, Likelihood
from .priors import Prior
from .samples import Samples
from .settling import Course, default_epochs
import pandas as pd
class _Narrow(Exception):
    """A module that has no wide version here"""
class _Wide(nn.Module):
    """A layer of several networks, which stand beside each other on the axis of channels"""
    n: Any
    alike: Any
    def __init__(self, layers: Sequence[nn.Module]): ...
    def flat(self, name: str) -> Tensor | None:
        """A tensor of all networks in a row"""
        ...
    def own(self, x: Tensor, axis: int, size: int) -> bool:
        """Has the input a part for each network? If not, it is what all of them read"""
        ...
class _WideLinear(_Wide):
    def forward(self, x: Tensor) -> Tensor:
        """`(*lead, in)` or `(*lead, members*in)` to `(*lead, members*out)`"""
        ...
class _SmallConvolution(torch.autograd.Function):
    """Convolution of pictures `(b, g*c, h, w)` by kernels `(g, o, c, k, l)`, written as matrices `(g, c*h*w, o*oh*ow)`"""
    @staticmethod
    def forward(ctx: Any, x: Tensor, kernel: Tensor, stride: tuple[int, int]) -> Tensor: ...
    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor, None]: ...
class _WideConv2d(_Wide):
    def forward(self, x: Tensor) -> Tensor:
        """`(batch, in, h, w)` or `(batch, members*in, h, w)` to `(batch, members*out, h, w)`"""
        ...
    @staticmethod
    def _is_small(x: Tensor, m: nn.Conv2d) -> bool: ...
    def by_matrices(self, x: Tensor, m: nn.Conv2d) -> Tensor:
        """Of small pictures: a matrix product for each group"""
        ...
def _channels_last(x: Tensor) -> Tensor: ...
class _WideBatchNorm(_Wide):
    def forward(self, x: Tensor) -> Tensor:
        """`(batch, members*channels, ...)`"""
        ...
class _WideGroupNorm(_Wide):
    def forward(self, x: Tensor) -> Tensor:
        """`(batch, members*channels, ...)`"""
        ...
class _WideLayerNorm(_Wide):
    def forward(self, x: Tensor) -> Tensor:
        """`(batch, ..., members*size, ...)`: the first axis over which the norm goes has the members"""
        ...
_wide: dict
class WideNet(nn.Module):
    """Several networks of one architecture as one, whose layers hold them beside each other as channels

    Parameters
    ----------
    nets : Sequence[nn.Module]
        of one architecture
    """
    n: Any
    net: Any
    def __init__(self, nets: Sequence[nn.Module]):
        """Parameters
        ----------
        nets : Sequence[nn.Module]
            of one architecture
        """
        ...
    def forward(self, x: Tensor) -> Tensor:
        """All networks at once

        Parameters
        ----------
        x : Tensor
            inputs `(batch, ...)`, shared by all

        Returns
        -------
        Tensor
            outputs `(members, batch, out)`
        """
        ...
    @property
    def weights(self) -> dict[str, nn.Parameter]:
        """Parameters by the names that they have in one network

        Returns
        -------
        dict[str, nn.Parameter]
            `(members, *shape)`; those that are not frozen
        """
        ...
    @property
    def statistics(self) -> Params:
        """Buffers by the names that they have in one network

        Returns
        -------
        Params
            `(members, *shape)`
        """
        ...
def _widened(nets: list[nn.Module], done: dict[int, nn.Module]) -> nn.Module:
    """A tree like that of the first network; what stands there twice stands here twice"""
    ...
def _without_children(module: nn.Module) -> nn.Module:
    """A copy that may be given others"""
    ...
class MappedNet(nn.Module):
    """Several networks of one architecture by `vmap`, or one by one where that has no rule

    Parameters
    ----------
    nets : Sequence[nn.Module]
        of one architecture
    """
    model: Any
    weights: Any
    statistics: Any
    def __init__(self, nets: Sequence[nn.Module]):
        """Parameters
        ----------
        nets : Sequence[nn.Module]
            of one architecture
        """
        ...
    def train(self, mode: bool=True) -> 'MappedNet':
        """Set the mode

        Parameters
        ----------
        mode : bool = True
            of training, or of use?

        Returns
        -------
        MappedNet
        """
        ...
    def forward(self, x: Tensor) -> Tensor:
        """All networks at once

        Parameters
        ----------
        x : Tensor
            inputs `(batch, ...)`, shared by all

        Returns
        -------
        Tensor
            outputs `(members, batch, out)`
        """
        ...
def stack_nets(nets: Sequence[nn.Module], x: Tensor, how: str='auto') -> WideNet | MappedNet:
    """Several networks as one; a wide one is compared with single ones, in double precision, before it is used

    Parameters
    ----------
    nets : Sequence[nn.Module]
        of one architecture
    x : Tensor
        some inputs `(batch, ...)`, on which a wide network is compared with the single ones
    how : str = 'auto'
        'wide', 'vmap', or the first of them that is right

    Returns
    -------
    WideNet | MappedNet
    """
    ...
def _why_not_wide(nets: Sequence[nn.Module], x: Tensor) -> str | None: ...
def _difference(wide: WideNet, nets: Sequence[nn.Module], x: Tensor, mode: bool) -> str | None: ...
@dataclass
class Points:
    """Trained networks of one architecture

    Parameters
    ----------
    seeds : tuple[int, ...]
        of their initialisations
    params : Params
        weights `(seeds, *shape)`
    buffers : Params
        `(seeds, *shape)`; none in most networks
    losses : Tensor
        `(seeds, epochs)`: mean negative log likelihood over an epoch's batches, nats; NaN after its end
    kept : dict[int, Params] = field(default_factory=dict)
        by step: weights on the way, `(seeds, *shape)`
    how : str = 'wide'
        'wide' or 'vmap': how they were stacked
    options : dict[str, Any] = field(default_factory=dict)
        how they were trained
    """
    seeds: tuple[int, ...]
    params: Params
    buffers: Params
    losses: Tensor
    kept: dict[int, Params] = ...
    how: str = ...
    options: dict[str, Any] = ...
    def __len__(self) -> int: ...
    def __repr__(self) -> str: ...
    @property
    def last_losses(self) -> Tensor:
        """Loss of each network in its last epoch

        Returns
        -------
        Tensor
            `(seeds,)`
        """
        ...
    @property
    def history(self) -> 'pd.DataFrame':
        """Losses on the way, a row per network and epoch

        Returns
        -------
        pd.DataFrame
            columns `seed, epoch, loss`
        """
        ...
    @property
    def samples(self) -> Samples:
        """The networks as draws, each as likely as any other"""
        ...
    @classmethod
    def cat(cls, parts: Sequence['Points']) -> 'Points':
        """Several stacks as one

        Parameters
        ----------
        parts : Sequence['Points']
            of one architecture, trained alike

        Returns
        -------
        Points
        """
        ...
    def save(self, path: str | Path) -> None:
        """Write all of it to one safetensors file

        Parameters
        ----------
        path : str | Path
            the file to write, as a whole or not at all
        """
        ...
    @classmethod
    def load(cls, path: str | Path) -> Points:
        """Read them. Raise `SymbayesError` for any other file

        Parameters
        ----------
        path : str | Path
            a file that `save` wrote

        Returns
        -------
        Points
        """
        ...
    def _check_stack(self) -> None:
        """Raise `SymbayesError` unless all tensors are of these networks"""
        ...
def _flat(kept: dict[int, Params]) -> Params: ...
_schedules: dict
_optimisers: dict
@dataclass(frozen=True)
class _Recipe:
    """How a block is trained; the options of `train_points`"""
    epochs: int
    batch_size: int
    optimiser: str
    lr: float
    schedule: str
    weight_decay: float
    order_seed: int | None
    keep: list[int]
    until: str | None = ...
    def __post_init__(self): ...
class _Run:
    """Training of a block of networks"""
    seeds: Any
    recipe: _Recipe
    likelihood: Likelihood
    stack: Any
    weights: Any
    x: Any
    y: Any
    prior: Any
    optimiser: Any
    order: Any
    steps: Any
    step: Any
    kept: Any
    course: Any
    def __init__(self, make: Callable, seeds: Sequence[int], data: tuple[Tensor, Tensor], likelihood: Likelihood, prior: Prior | None, recipe: _Recipe, how: str): ...
    def keep(self) -> None:
        """Weights at a step that was asked for"""
        ...
    def advance(self, i: Tensor) -> Tensor:
        """One step on the examples `i`

        Parameters
        ----------
        i : Tensor
            `(members,)` nats per example

        Returns
        -------
        Tensor
            `(members,)` nats per example
        """
        ...
    def log_density(self) -> Tensor:
        """What is maximised, summed over the examples; where these are many, by sixteen batches that stay the same

        Returns
        -------
        Tensor
            `(estimates, members)`, in nats
        """
        ...
    def epoch(self) -> Tensor:
        """One pass over the data

        Returns
        -------
        Tensor
            `(members,)` nats per example
        """
        ...
    def points(self, progress: bool) -> Points:
        """Train the block

        Parameters
        ----------
        progress : bool
            show a bar of epochs?

        Returns
        -------
        Points
        """
        ...
def _check_nets(nets: Sequence[nn.Module], x: Tensor) -> None:
    """Refuse networks of several architectures, and inputs that they do not take"""
    ...
def _built(make: Callable[..., nn.Module], seed: int) -> nn.Module:
    """A network by its seed, which `make` may take or not"""
    ...
def train_points(make: Callable[..., nn.Module], seeds: int | Sequence[int], data: tuple[Tensor, Tensor], likelihood: Likelihood | None=None, prior: Prior | None=None, *, epochs: int | None=None, batch_size: int=32, optimiser: str='adam', lr: float=0.003, schedule: str='cosine', weight_decay: float=0.0, block: int=64, order_seed: int | None=None, keep: Sequence[int]=(), out: str | Path | None=None, how: str='auto', progress: bool=False) -> Points:
    """Train plain networks side by side, each from its own seed

    Parameters
    ----------
    make : Callable[..., nn.Module]
        builds a network: `make(seed)`, or `make()`, whose initialisation torch draws from the seed
    seeds : int | Sequence[int]
        of the initialisations, a network each; or how many: 0, 1, ...
    data : tuple[Tensor, Tensor]
        inputs `(n, ...)` and targets `(n, ...)`
    likelihood : Likelihood | None = None
        of the targets, default `Categorical()`
    prior : Prior | None = None
        of the weights: the loss is the mean negative log likelihood minus log prior / n; default: none
    epochs : int | None = None
        passes over the data; default: until training has settled, in 4,000 steps or 20 epochs at most
    batch_size : int = 32
        examples a step
    optimiser : str = 'adam'
        'adam', or 'sgd' with momentum .9
    lr : float = 0.003
        learning rate at the beginning
    schedule : str = 'cosine'
        'cosine' down to zero at the last step, or 'constant'; with `epochs` alone
    weight_decay : float = 0.0
        this times the weights is added to the gradient of the loss
    block : int = 64
        networks side by side, which share the order of the data
    order_seed : int | None = None
        of the order of the data; default: the first seed of each block
    keep : Sequence[int] = ()
        steps after which weights are kept; 0 is the initialisation
    out : str | Path | None = None
        folder with a file for each block; a block that is there is read
    how : str = 'auto'
        'wide', 'vmap', or the first that is right
    progress : bool = False
        show a bar of blocks, or of epochs if there is one block?

    Returns
    -------
    Points
    """
    ...
def _steps_per_epoch(n: int, batch_size: int) -> int:
    """Parameters
    ----------
    n : int
        1 for a batch size that `_Recipe` refuses
    batch_size : int
        1 for a batch size that `_Recipe` refuses

    Returns
    -------
    int
        1 for a batch size that `_Recipe` refuses
    """
    ...
def _as_seeds(seeds: Any) -> tuple[int, ...]: ...
def check_pairs(data: Any) -> None:
    """Raise `SymbayesError` unless these are two tensors of equally many examples

    Parameters
    ----------
    data : Any
        should be inputs and targets
    """
    ...
def _stored(seeds: Sequence[int], train: Callable, out: str | Path | None, options: dict) -> Points:
    """A block from its file, or trained and written"""
    ...
def ensemble(model: nn.Module | Callable[..., nn.Module], prior: Prior | None, likelihood: Likelihood, data: tuple[Tensor, Tensor], n_members: int=10, *, generator: torch.Generator | None=None, progress: bool=True, **options) -> Samples:
    """A deep ensemble: networks that maximise the posterior density, from initialisations of their own (Lakshminarayanan et al. 2017)

    Parameters
    ----------
    model : nn.Module | Callable[..., nn.Module]
        a network, whose layers are drawn anew for each member; or what builds one
    prior : Prior | None
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Tensor, Tensor]
        inputs `(n, ...)` and targets `(n, ...)`
    n_members : int = 10
        networks
    generator : torch.Generator | None = None
        of the seeds; default: seeds 0, 1, ...
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds
    **options
        options of `train_points`: epochs (default: until training has settled), lr, batch_size, ...

    Returns
    -------
    Samples
        its draws are the members, each as likely as any other
    """
    ...
def drawn_anew(model: nn.Module) -> Callable[[], nn.Module]:
    """Builds copies of a network whose weights are drawn as those of its layers are; what is frozen, and buffers, stay

    Parameters
    ----------
    model : nn.Module
        any network

    Returns
    -------
    Callable[[], nn.Module]
    """
    ...
from symbayes.core import document
