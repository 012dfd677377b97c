"""The names that version 0.1.0 had here, where `symbayes.unit_information` is now. No notebook's: written by hand."""
from collections.abc import Callable, Sequence

from torch import Tensor

from .core import Generators, Params, deprecated, moved
from .groups import Element, PermutationGroup
from .posteriors import Posterior, UnitGaussian
from .sites import DiagonalSites, FullSites
from .unit_information import unit_matrices

__all__ = ['Part', 'ScaledGradient', 'ZeroMean', 'all_apart', 'cancels', 'chains', 'common_cloud', 'credited', 'draw_label',
    'information_above', 'information_below', 'label_log_order', 'last_colour', 'layer_information', 'layers_information', 'log_add',
    'move_label',
    'nested_information', 'places_information', 'precise', 'unit_matrix', 'units_information']

_same = ['Part', 'ScaledGradient', 'ZeroMean', 'chains', 'common_cloud', 'credited', 'draw_label', 'last_colour', 'layer_information',
    'layers_information', 'log_add', 'nested_information', 'unit_matrix']
_renamed = {'information_below': 'unit_information:chain_lower_bound', 'information_above': 'unit_information:chain_upper_bound',
    'all_apart': 'unit_information:separated', 'cancels': 'information', 'precise': 'information'}
__getattr__ = moved(__name__, dict.fromkeys(_same, 'unit_information') | _renamed)

def label_log_order(g: PermutationGroup, label: str) -> float:
    "`g.label_log_order(label)`"
    deprecated('symbayes.layers.label_log_order(g, label)', 'g.label_log_order(label)')
    return g.label_log_order(label)

def move_label(g: PermutationGroup, a: Element, w: Params) -> Params:
    "`g.act(g.element(a), w)`"
    deprecated('symbayes.layers.move_label(g, a, w)', 'g.act(g.element(a), w)')
    return g.act(g.element(a), w)

def units_information(
    q: Posterior, x: Tensor, sites: Sequence[Tensor], signed: bool, order: float, log_perm: Callable[..., Tensor], quiet: bool = False,
    generator: Generators|bool = False
) -> Tensor:
    "`unit_matrices` and what they tell, for units with any leading axes and sites as a tuple of tensors"
    deprecated('symbayes.layers.units_information', 'symbayes.unit_information.unit_matrices(..).information(..)')
    sites, n = (FullSites if isinstance(q, UnitGaussian) else DiagonalSites)(*sites), x.ndim-4
    m = unit_matrices(x.flatten(0, n), sites.map(lambda t: t.flatten(0, n)), signed, order, quiet)
    drawn = () if generator is False else (m.generators(generator),)
    return m.information(None if m.ratios is None else log_perm(m.ratios, *drawn)).reshape(x.shape[:-2])

places_information = units_information
