# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from collections.abc import Callable, Sequence
from torch import Tensor
from .core import Generators, Params, deprecated, moved
from .groups import Element, PermutationGroup
from .posteriors import Posterior, UnitGaussian
from .sites import DiagonalSites, FullSites
from .unit_information import unit_matrices
__all__ = ['Part', 'ScaledGradient', 'ZeroMean', 'all_apart', 'cancels', 'chains', 'common_cloud', 'credited', 'draw_label', 'information_above', 'information_below', 'label_log_order', 'last_colour', 'layer_information', 'layers_information', 'log_add', 'move_label', 'nested_information', 'places_information', 'precise', 'unit_matrix', 'units_information']
_same: list
_renamed: dict
from symbayes.unit_information import Part as Part
from symbayes.unit_information import ScaledGradient as ScaledGradient
from symbayes.unit_information import ZeroMean as ZeroMean
from symbayes.unit_information import chains as chains
from symbayes.unit_information import common_cloud as common_cloud
from symbayes.unit_information import credited as credited
from symbayes.unit_information import draw_label as draw_label
from symbayes.unit_information import last_colour as last_colour
from symbayes.unit_information import layer_information as layer_information
from symbayes.unit_information import layers_information as layers_information
from symbayes.unit_information import log_add as log_add
from symbayes.unit_information import nested_information as nested_information
from symbayes.unit_information import unit_matrix as unit_matrix
from symbayes.unit_information import chain_lower_bound as information_below
from symbayes.unit_information import chain_upper_bound as information_above
from symbayes.unit_information import separated as all_apart
from symbayes.information import cancels as cancels
from symbayes.information import precise as precise
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
