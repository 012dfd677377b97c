# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from collections.abc import Callable, Sequence
from torch import Tensor
from .core import Generators, Params
from .groups import Element, PermutationGroup
from .information import cancels, precise
from .posteriors import Posterior, UnitGaussian
from .sites import DiagonalSites, FullSites
from .unit_information import Part, ScaledGradient, ZeroMean, chain_lower_bound, chain_upper_bound, chains, common_cloud, credited, draw_label, last_colour, layer_information, layers_information, log_add, nested_information, separated, unit_matrices, unit_matrix
__all__ = ['Part', 'ScaledGradient', 'ZeroMean', 'all_apart', 'cancels', 'chains', 'common_cloud', 'credited', 'draw_label', 'information_above', 'information_below', 'label_log_order', 'last_colour', 'layer_information', 'layers_information', 'log_add', 'move_label', 'nested_information', 'places_information', 'precise', 'unit_matrix', 'units_information']
def label_log_order(g: PermutationGroup, label: str) -> float:
    """`g.label_log_order(label)`"""
    ...
def move_label(g: PermutationGroup, a: Element, w: Params) -> Params:
    """`g.act(g.element(a), w)`"""
    ...
def units_information(q: Posterior, x: Tensor, sites: Sequence[Tensor], signed: bool, order: float, log_perm: Callable[..., Tensor], quiet: bool=False, generator: Generators | bool=False) -> Tensor:
    """`unit_matrices` and what they tell, for units with any leading axes and sites as a tuple of tensors"""
    ...
places_information: Any
