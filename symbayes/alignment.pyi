# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['most_pairs', 'most_rounds', 'Moments', 'moments', 'wasserstein2_bound', 'turned', 'root_gap', 'paired', 'wasserstein2', 'pushed', 'best_units', 'Alignment', 'find_alignment', 'align', 'align_activations']
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import lcm, prod
from typing import Any
import torch
from .axes import as_written
from .collapsed import CollapsedLastLayer
from .core import Generators, Inputs, Layout, Params, call_model, check_finite, lazy_module, n_examples, require
from .elements import Element, PermutationGroup, stack_elements
from .families import WeightDistribution
from .inducing import in_double
from .information import check_kinds
from .matching import Channel, Objective, descend
from .posteriors import LowRank, MeanField, UnitGaussian
from .prediction import evaluation_mode, taking
from .samples import Samples, as_distribution, as_weights, is_network
from .starts import kicked, search
from .symmetrized_elbo import SymmetrizedPosterior
from torch import Tensor, nn
from torch.distributions import Distribution, Independent, LowRankMultivariateNormal, MultivariateNormal, Normal
import pandas as pd
import scipy.optimize as optimize
dense_weights: int
def _kind(q: Any) -> str: ...
def _checked_pair(q0: Any, q1: Any, layout: Layout | None=None) -> Layout:
    """Raise `SymbayesError` unless two posteriors are of one family, over the same tensors

    Parameters
    ----------
    q0 : Any
        names and shapes of one network's weights
    q1 : Any
        names and shapes of one network's weights
    layout : Layout | None = None
        names and shapes of one network's weights

    Returns
    -------
    Layout
        names and shapes of one network's weights
    """
    ...
def _layout_of(q: Any, layout: Layout | None) -> Layout: ...
def _lead_of(q: Any, layout: Layout) -> torch.Size: ...
def _precise(t: Tensor) -> Tensor: ...
@dataclass(frozen=True, eq=False)
class Moments:
    """Means and marginal standard deviations of the weights

    Parameters
    ----------
    mean : Params
        `(*batch, *shape)`
    std : Params | None
        `(*batch, *shape)`; None for networks without spread
    draws : int | None
        the number of draws that they were found from; None: they are exact
    known : tuple[str, ...] = ()
        tensors for which they are exact nevertheless
    """
    mean: Params
    std: Params | None
    draws: int | None
    known: tuple[str, ...] = ...
def moments(q: WeightDistribution | Params, layout: Layout, n_samples: int=1000, generator: Generators=None) -> Moments:
    """Means and marginal standard deviations

    Parameters
    ----------
    q : WeightDistribution | Params
        a posterior, a distribution of `torch` over flat vectors, anything that draws, or a dict of tensors
    layout : Layout
        names and shapes of the weights
    n_samples : int = 1000
        draws, for a family that does not know its moments
    generator : Generators = None
        of these draws

    Returns
    -------
    Moments
    """
    ...
def _of_draws(w: Params, layout: Layout, n: int) -> Moments: ...
def _finite(w: Params, layout: Layout) -> Params:
    """Tensors of the layout, in its order. Raises `SymbayesError` for NaN and infinity"""
    ...
def wasserstein2_bound(q0: WeightDistribution | Params | nn.Module, q1: WeightDistribution | Params | nn.Module, n_samples: int=1000, generator: Generators=None) -> Tensor:
    """A lower bound of the Wasserstein distance, by means and marginal standard deviations; from draws an estimate of it

    Parameters
    ----------
    q0 : WeightDistribution | Params | nn.Module
        a posterior of any family, anything that draws, a dict of tensors, or a network
    q1 : WeightDistribution | Params | nn.Module
        another one of the same family; leading axes as the first, or one of the two is single
    n_samples : int = 1000
        draws of each, for a family that does not know its moments
    generator : Generators = None
        of these draws

    Returns
    -------
    Tensor
        `(*batch)`, float64
    """
    ...
def _moments_gap(layout: Layout, one: Sequence[Moments], other: Sequence[Moments]) -> Tensor:
    """`||m0-m1||^2 + ||s0-s1||^2`, each square a product of two differences, `(*batch)`"""
    ...
def _products(layout: Layout, a0: Params, a1: Params, b0: Params, b1: Params) -> Tensor:
    """Differences times differences, summed over the weights, `(*batch)`"""
    ...
def _rows(t: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Parameters
    ----------
    t : Tensor
        `(*batch, *shape)` to `(*batch, n)`
    shape : tuple[int, ...]
        `(*batch, *shape)` to `(*batch, n)`

    Returns
    -------
    Tensor
        `(*batch, *shape)` to `(*batch, n)`
    """
    ...
def turned(r0: Tensor, r1: Tensor) -> Tensor:
    """Another square root of the second covariance, the one next to the first

    Parameters
    ----------
    r0 : Tensor
        square roots of covariances `(*lead, p, k)`
    r1 : Tensor
        `(*lead, p, k)`

    Returns
    -------
    Tensor
        `r1` times the orthogonal matrix that brings it nearest to `r0`
    """
    ...
def root_gap(r0: Tensor, r1: Tensor) -> Tensor:
    """Squared distance of two Gaussians with one mean

    Parameters
    ----------
    r0 : Tensor
        square roots of covariances `(*lead, p, k)`
    r1 : Tensor
        `(*lead, p, k)`

    Returns
    -------
    Tensor
        `(*lead)`
    """
    ...
def paired(x0: Tensor, x1: Tensor) -> Tensor:
    """Draws paired with draws

    Parameters
    ----------
    x0 : Tensor
        draws `(n, P)`
    x1 : Tensor
        draws `(n, P)`

    Returns
    -------
    Tensor
        the second ones, in the order in which they are nearest to the first ones
    """
    ...
most_pairs: int
def _draw_gap(x0: Tensor, x1: Tensor) -> Tensor:
    """Mean squared distance of draws `(n, P)` and `(m, P)` under the best plan"""
    ...
def wasserstein2(q0: WeightDistribution | Params | nn.Module, q1: WeightDistribution | Params | nn.Module) -> Tensor:
    """The Wasserstein distance of two posteriors, itself and not its square. Raises `SymbayesError` for a family without a closed form

    Parameters
    ----------
    q0 : WeightDistribution | Params | nn.Module
        a posterior, draws (then the distance is theirs), a Gaussian of `torch`, a dict, a network
    q1 : WeightDistribution | Params | nn.Module
        another one of the same family; leading axes as the first, or one of the two is single

    Returns
    -------
    Tensor
        `(*batch)`, float64
    """
    ...
def _squared(q0: Any, q1: Any, layout: Layout) -> Tensor:
    """Parameters
    ----------
    q0 : Any
        `(*batch)`
    q1 : Any
        `(*batch)`
    layout : Layout
        `(*batch)`

    Returns
    -------
    Tensor
        `(*batch)`
    """
    ...
def _independent(q: Any) -> bool:
    """Do means and standard deviations say everything?"""
    ...
def _gaussian(q: Any) -> bool: ...
def _same_units(q0: UnitGaussian, q1: UnitGaussian) -> bool: ...
def _unit_gap(q0: UnitGaussian, q1: UnitGaussian) -> Tensor:
    """What the covariances of units, and the other weights' standard deviations, add to the squared distance"""
    ...
def _each_member(f: Callable, t0: Tensor, t1: Tensor) -> Tensor:
    """`f` of two arrays `(*batch, n, P)`, member by member"""
    ...
def _dense_root(q: Any, layout: Layout) -> Tensor:
    """A square root of the covariance over all weights

    Parameters
    ----------
    q : Any
        `(*batch, P, P)`
    layout : Layout
        `(*batch, P, P)`

    Returns
    -------
    Tensor
        `(*batch, P, P)`
    """
    ...
def _units_root(q: UnitGaussian) -> Tensor: ...
def pushed(q: WeightDistribution | Params | nn.Module, group: PermutationGroup, a: Element) -> WeightDistribution | Params | nn.Module:
    """The distribution of `act(a, w)` for weights `w` from `q`

    Parameters
    ----------
    q : WeightDistribution | Params | nn.Module
        a posterior with `pushforward`, an average over a group, a dict `(*lead, *shape)`, a network
    group : PermutationGroup
        the group
    a : Element
        one element, or one per member of a stack

    Returns
    -------
    WeightDistribution | Params | nn.Module
        of the same kind; of a network a copy, its running statistics moved along
    """
    ...
def _with_columns(g: PermutationGroup, n: int) -> PermutationGroup:
    """The same elements, acting on tensors with an axis of `n` more at their end"""
    ...
def _columns(t: Tensor, layout: Layout) -> Params:
    """A matrix `(P, n)` as tensors

    Parameters
    ----------
    t : Tensor
        `(*shape, n)`
    layout : Layout
        `(*shape, n)`

    Returns
    -------
    Params
        `(*shape, n)`
    """
    ...
def _frames(q: Any, n: int=1) -> list[tuple[Tensor, bool]]:
    """What a posterior consists of: means and arrows; of draws, each repeated `n` times, the draws themselves

    Parameters
    ----------
    q : Any
        `(P, columns)`, and whether signs flip them
    n : int = 1
        `(P, columns)`, and whether signs flip them

    Returns
    -------
    list[tuple[Tensor, bool]]
        `(P, columns)`, and whether signs flip them
    """
    ...
def _turned_frame(q0: Any, t0: Tensor, t: Tensor) -> Tensor:
    """The second one's arrows as near to the first one's as they can be turned

    Parameters
    ----------
    q0 : Any
        `(*lead, P, columns)`
    t0 : Tensor
        `(*lead, P, columns)`
    t : Tensor
        `(*lead, P, columns)`

    Returns
    -------
    Tensor
        `(*lead, P, columns)`
    """
    ...
def _both_frames(q0: Any, q: Any) -> list[tuple[Tensor, Tensor, bool]]:
    """Of two posteriors; draws in equal numbers"""
    ...
def _by_arrows(q0: Any, q: Any, g: PermutationGroup) -> Element:
    """From the identity, the element that brings the turned arrows nearer"""
    ...
def _exchanges(g: PermutationGroup, device: torch.device) -> Element:
    """The identity, and all elements that exchange two units of one label, or flip one unit

    Parameters
    ----------
    g : PermutationGroup
        `(K,)`
    device : torch.device
        `(K,)`

    Returns
    -------
    Element
        `(K,)`
    """
    ...
def _frame_gaps(q0: Any, q: Any, g: PermutationGroup, a: Element) -> Tensor:
    """Squared distances of the first posterior and the second one moved by each of a stack of elements

    Parameters
    ----------
    q0 : Any
        `(K,)`
    q : Any
        `(K,)`
    g : PermutationGroup
        `(K,)`
    a : Element
        `(K,)`

    Returns
    -------
    Tensor
        `(K,)`
    """
    ...
def _nearest_of(q0: Any, q: Any, g: PermutationGroup, a: Element) -> Element: ...
def _by_exchanges(q0: Any, q: Any, g: PermutationGroup) -> Element:
    """The best exchange of two units, or flip of one, or the identity"""
    ...
def _exchange_work(q: Any, g: PermutationGroup) -> float:
    """Multiplications of a try of all exchanges, roughly"""
    ...
most_tried: float
def best_units(means: Tensor, r0: Tensor, r1: Tensor) -> tuple[Tensor, Tensor]:
    """Units with covariances, paired as is best for the distance

    Parameters
    ----------
    means : Tensor
        inner products of the means of all pairs of units `(n, n)`, absolute ones where signs flip
    r0 : Tensor
        square roots of the covariances of the first ones `(n, p, p)`
    r1 : Tensor
        and of the second ones

    Returns
    -------
    tuple[Tensor, Tensor]
        for each of the first, which of the second `(n,)`; what was computed `(n, n)`
    """
    ...
def _spread_gain(r0: Tensor, r1: Tensor) -> Tensor:
    """Parameters
    ----------
    r0 : Tensor
        `(pairs,)`
    r1 : Tensor
        `(pairs,)`

    Returns
    -------
    Tensor
        `(pairs,)`
    """
    ...
most_rounds: int
def _by_units(q0: UnitGaussian, q: UnitGaussian, g: PermutationGroup) -> Element:
    """The best units for all labels that have covariances, given the others: these labels share no weights"""
    ...
def _owns(g: PermutationGroup, label: str, q: UnitGaussian) -> bool:
    """Are the units with covariances those that the group moves?"""
    ...
most_work: float
def _is_brought_down(q0: Any, q1: Any) -> bool:
    """Is the distance itself computed, and brought down?"""
    ...
def _brought_down(q0: Any, q1: Any, g: PermutationGroup, a: Element) -> tuple[Element, Tensor]:
    """From an element, a better one for the distance itself, and its square"""
    ...
def _steps(q: Any, g: PermutationGroup) -> list[Callable]:
    """What brings the distance down, the cheapest first"""
    ...
def _and_kicked(q0: Any, q1: Any, g: PermutationGroup, best: tuple, generator: torch.Generator | None) -> tuple[Element, Tensor]:
    """The same from where some units have changed places at random"""
    ...
most_kicks: int
def _to_be_aligned(q0: Any, q1: Any, g: PermutationGroup) -> tuple[Any, Any, str]:
    """Averages over a group are aligned by what was averaged; of networks their parameters, without buffers, as in a `state_dict`"""
    ...
def _objective(m0: Moments, m1: Moments, g: PermutationGroup) -> Objective:
    """Means, which signs flip, and standard deviations, which they do not"""
    ...
def _noise_of(m0: Moments, m1: Moments, layout: Layout) -> Tensor | float:
    """What errors of moments from draws add to the squared distance, for Gaussian weights: the same for all elements

    Parameters
    ----------
    m0 : Moments
        `(*batch)`
    m1 : Moments
        `(*batch)`
    layout : Layout
        `(*batch)`

    Returns
    -------
    Tensor | float
        `(*batch)`
    """
    ...
def _unless_worse(g: PermutationGroup, a: Element, before: Tensor, after: Tensor) -> tuple[Element, Tensor]:
    """The identity for members that are farther away than without an element"""
    ...
def _members_brought_down(q0: Any, q1: Any, g: PermutationGroup, a: Element, kicks: bool, generator: torch.Generator | None) -> tuple[Element, Tensor, Tensor]:
    """Element, distance and distance before, member by member"""
    ...
@dataclass(frozen=True, eq=False)
class Alignment:
    """An element that brings a posterior near to another one, and how near

    Parameters
    ----------
    element : Element
        moves the second posterior onto the first
    distance : Tensor
        `(*batch)`, after: the square root of what was minimised
    before : Tensor
        `(*batch)`, without the element
    minimised : str
        what that is: 'W2^2', or a lower bound of it
    starts : pd.DataFrame
        squared distances of means and standard deviations at every start, and after the descent from there
    """
    element: Element
    distance: Tensor
    before: Tensor
    minimised: str
    starts: 'pd.DataFrame'
    def __repr__(self) -> str: ...
def find_alignment(q0: WeightDistribution | Params | nn.Module, q1: WeightDistribution | Params | nn.Module, group: PermutationGroup, starts: Sequence[str | Element] | None=None, generator: torch.Generator | None=None, n_samples: int=1000) -> Alignment:
    """An element that moves the second posterior near to the first one, the nearest that is found, with distances before and after

    Parameters
    ----------
    q0 : WeightDistribution | Params | nn.Module
        the reference: a posterior, draws, anything with draws, a dict of tensors, or a network
    q1 : WeightDistribution | Params | nn.Module
        what is to be moved: of the same family; one or a stack
    group : PermutationGroup
        whose elements may be used
    starts : Sequence[str | Element] | None = None
        where to begin, as `search` takes it: names and elements; default `default_starts`
    generator : torch.Generator | None = None
        of random starts, and of draws where a family does not know its moments
    n_samples : int = 1000
        such draws

    Returns
    -------
    Alignment
        with an element for each member of a stack
    """
    ...
def align(q0: WeightDistribution | Params | nn.Module, q1: WeightDistribution | Params | nn.Module, group: PermutationGroup, starts: Sequence[str | Element] | None=None, generator: torch.Generator | None=None, n_samples: int=1000) -> Element:
    """An element for which `pushed(q1, group, a)` is near to `q0`: the nearest that is found

    Parameters
    ----------
    q0 : WeightDistribution | Params | nn.Module
        the reference: a posterior, draws, anything with draws, a dict of tensors, or a network
    q1 : WeightDistribution | Params | nn.Module
        what is to be moved: of the same family; one or a stack
    group : PermutationGroup
        whose elements may be used
    starts : Sequence[str | Element] | None = None
        where to begin, as `search` takes it: names and elements; default `default_starts`
    generator : torch.Generator | None = None
        of random starts, and of draws where a family does not know its moments
    n_samples : int = 1000
        such draws

    Returns
    -------
    Element
        with the leading axes of a stack
    """
    ...
_unit_axis: dict
def _recorded_axes(model: nn.Module, g: PermutationGroup) -> dict[str, tuple]:
    """What stands on the axis of units of recorded activations: by name of the layer, and 'in' or 'out'"""
    ...
def _activations(model: nn.Module, w: Params, x: Inputs, names: Sequence[str]) -> Params:
    """Inputs and outputs of layers under some weights

    Parameters
    ----------
    model : nn.Module
        `(units, rows)` by name
    w : Params
        `(units, rows)` by name
    x : Inputs
        `(units, rows)` by name
    names : Sequence[str]
        `(units, rows)` by name

    Returns
    -------
    Params
        `(units, rows)` by name
    """
    ...
def align_activations(model: nn.Module, p0: Params, p1: Params, group: PermutationGroup, x: Inputs) -> Element:
    """An element that brings the activations of the units near to those of the reference

    Parameters
    ----------
    model : nn.Module
        the network; its own weights are not used
    p0 : Params
        weights of the reference `(*shape)`, buffers may be among them
    p1 : Params
        weights of what is to be moved, `(*lead, *shape)`
    group : PermutationGroup
        whose elements may be used
    x : Inputs
        inputs `(n, ...)`

    Returns
    -------
    Element
        with the leading axes of `p1`
    """
    ...
def _of_activations(g: PermutationGroup, axes: dict, z: Params) -> PermutationGroup:
    """The group that acts on activations"""
    ...
from symbayes.core import document
