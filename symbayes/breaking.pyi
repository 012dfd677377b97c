# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['semi_orthogonal', 'OrthogonalSkip', 'skip_mlp', 'OrderedBias', 'order_biases', 'FixedWeights', 'fix_weights', 'MixingGate', 'breaking_strength', 'swap_strengths']
from collections.abc import Callable
from itertools import combinations
from math import comb, prod
from numbers import Real
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize
from .core import Generators, Params, check_network, network_outputs, normal_draws, require, uniform_draws
from .discovery import would_be_group
from .groups import Element, PermutationGroup
def semi_orthogonal(n_out: int, n_in: int, generator: Generators=None) -> Tensor:
    """A random matrix with orthonormal rows, or columns if there are fewer of them, uniform over all such

    Parameters
    ----------
    n_out : int
        rows
    n_in : int
        columns
    generator : Generators = None
        of the draw

    Returns
    -------
    Tensor
        `(n_out, n_in)`
    """
    ...
class OrthogonalSkip(nn.Module):
    """A layer with a fixed random connection, `O h + W f(h) + b` (Kurle et al. 2021)

    Parameters
    ----------
    n_in : int
        units before
    n_out : int
        units after
    activation : nn.Module | None = None
        of the trained connection, default SELU
    generator : Generators = None
        of the fixed one
    """
    linear: Any
    activation: Any
    def __init__(self, n_in: int, n_out: int, activation: nn.Module | None=None, generator: Generators=None):
        """Parameters
        ----------
        n_in : int
            units before
        n_out : int
            units after
        activation : nn.Module | None = None
            of the trained connection, default SELU
        generator : Generators = None
            of the fixed one
        """
        ...
    def forward(self, h: Tensor) -> Tensor:
        """One layer on

        Parameters
        ----------
        h : Tensor
            `(.., n_in)`

        Returns
        -------
        Tensor
            `(.., n_out)`
        """
        ...
def skip_mlp(n_in: int, n_out: int, width: int=32, depth: int=5, activation: Callable[[], nn.Module]=nn.SELU, generator: Generators=None) -> nn.Sequential:
    """A multilayer perceptron with fixed connections from every hidden layer on; inputs cannot be permuted and need none

    Parameters
    ----------
    n_in : int
        inputs
    n_out : int
        outputs
    width : int = 32
        units of each hidden layer
    depth : int = 5
        hidden layers
    activation : Callable[[], nn.Module] = nn.SELU
        makes one
    generator : Generators = None
        of the fixed connections

    Returns
    -------
    nn.Sequential
    """
    ...
class OrderedBias(nn.Module):
    """Biases in increasing order, from the first one and the logarithms of the gaps

    Parameters
    ----------
    scale : float = 1.0
        gaps are this times the exponential of their parameter
    """
    scale: float
    def __init__(self, scale: float=1.0):
        """Parameters
        ----------
        scale : float = 1.0
            gaps are this times the exponential of their parameter
        """
        ...
    def forward(self, raw: Tensor) -> Tensor:
        """From parameters to biases

        Parameters
        ----------
        raw : Tensor
            `(.., n)` any numbers

        Returns
        -------
        Tensor
            `(.., n)` increasing
        """
        ...
    def right_inverse(self, bias: Tensor) -> Tensor:
        """From biases to parameters

        Parameters
        ----------
        bias : Tensor
            `(.., n)`, sorted first

        Returns
        -------
        Tensor
            `(.., n)`
        """
        ...
def order_biases(net: nn.Module, spread: float=2.0) -> nn.Module:
    """Order the biases of all hidden layers of a network that is still to be trained; their parameter is `parametrizations.bias.original`

    Parameters
    ----------
    net : nn.Module
        changed in place
    spread : float = 2.0
        what a layer's biases span when all gap parameters are 0

    Returns
    -------
    nn.Module
        the same
    """
    ...
def fixed_positions(n_out: int, n_in: int, n_fixed: int, generator: Generators=None) -> Tensor:
    """Random positions, other ones in every row if there are enough

    Parameters
    ----------
    n_out : int
        rows
    n_in : int
        columns
    n_fixed : int
        entries in every row
    generator : Generators = None
        of the positions

    Returns
    -------
    Tensor
        boolean `(n_out, n_in)`
    """
    ...
class FixedWeights(nn.Module):
    """A weight matrix of which some entries are constants (Lim et al. 2024)

    Parameters
    ----------
    n_out : int
        rows
    n_in : int
        columns
    n_fixed : int
        entries fixed in every row, at other positions in every row if there are enough
    std : float = 1.0
        of the constants
    generator : Generators = None
        of positions and constants
    columns : bool = False
        shall the units before be told apart, too? Then one column at most has no fixed entry
    """
    def __init__(self, n_out: int, n_in: int, n_fixed: int, std: float=1.0, generator: Generators=None, columns: bool=False):
        """Parameters
        ----------
        n_out : int
            rows
        n_in : int
            columns
        n_fixed : int
            entries fixed in every row, at other positions in every row if there are enough
        std : float = 1.0
            of the constants
        generator : Generators = None
            of positions and constants
        columns : bool = False
            shall the units before be told apart, too? Then one column at most has no fixed entry
        """
        ...
    def forward(self, weight: Tensor) -> Tensor:
        """From parameters to weights

        Parameters
        ----------
        weight : Tensor
            `(.., n_out, n_in)`, of which the fixed entries do not matter

        Returns
        -------
        Tensor
            the same with constants in their places
        """
        ...
    def right_inverse(self, weight: Tensor) -> Tensor:
        """The weights themselves"""
        ...
def fix_weights(net: nn.Module, share: float=0.25, std: float=1.0, generator: Generators=None) -> nn.Module:
    """Fix some weights of all layers behind a hidden one, so that no exchange of units leaves the function exactly as it is

    Parameters
    ----------
    net : nn.Module
        changed in place
    share : float = 0.25
        of the incoming weights of every unit that are fixed
    std : float = 1.0
        of the constants
    generator : Generators = None
        of positions and constants

    Returns
    -------
    nn.Module
        the same
    """
    ...
class MixingGate(nn.Module):
    """The asymmetric activation `sigmoid(F x) x` of Lim et al. (2024), called FiGLU there

    Parameters
    ----------
    n : int
        units
    std : float = 1.0
        of the fixed matrix' entries, one as in the authors' code
    generator : Generators = None
        of the fixed matrix
    """
    def __init__(self, n: int, std: float=1.0, generator: Generators=None):
        """Parameters
        ----------
        n : int
            units
        std : float = 1.0
            of the fixed matrix' entries, one as in the authors' code
        generator : Generators = None
            of the fixed matrix
        """
        ...
    def forward(self, h: Tensor) -> Tensor:
        """The activation

        Parameters
        ----------
        h : Tensor
            `(.., n)`

        Returns
        -------
        Tensor
            `(.., n)`
        """
        ...
def _to_move(net: nn.Module, params: Params) -> Params:
    """Draws with zeros under the constants: what stands there is no part of the function and shall not become one"""
    ...
def _drawn_anew(g: PermutationGroup, params: Params) -> Params:
    """Draws of which all that the group moves is that of another draw"""
    ...
def breaking_strength(net: nn.Module, params: Params, x: Tensor, generator: Generators=None, group: PermutationGroup | None=None) -> Tensor:
    """How different is a permuted network, compared with one that is drawn anew?

    Parameters
    ----------
    net : nn.Module
        the network
    params : Params
        draws of its weights `(S, *shape)`, at least two
    x : Tensor
        inputs `(m, ..)`
    generator : Generators = None
        of the permutations
    group : PermutationGroup | None = None
        default `would_be_group(net)`

    Returns
    -------
    Tensor
        `(S,)` relative distance of each draw's function from that of one random permutation of it
    """
    ...
def swap_strengths(net: nn.Module, params: Params, x: Tensor, group: PermutationGroup | None=None) -> dict[str, Tensor]:
    """The same for the smallest permutations

    Parameters
    ----------
    net : nn.Module
        the network
    params : Params
        draws of its weights `(S, *shape)`, at least two
    x : Tensor
        inputs `(m, ..)`
    group : PermutationGroup | None = None
        default `would_be_group(net)`

    Returns
    -------
    dict[str, Tensor]
        by label, `(S, n(n-1)/2)`: as `breaking_strength`, for every swap of two units of a block
    """
    ...
def _swaps(g: PermutationGroup, label: str) -> Element:
    """All swaps of two units, a stack of `n(n-1)/2`; of a label inside others as many for each of its blocks"""
    ...
from symbayes.core import document
