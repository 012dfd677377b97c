# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['Element', 'PermutationGroup', 'element_format', 'stack_elements']
from collections.abc import Callable, Sequence
from math import inf, prod
from typing import Any
from weakref import WeakKeyDictionary
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .axes import Axis, Piece, Rearranged, Slab, as_written, coordinates, factors, of_axis, rearranged, shortest, with_factors
from .core import Inputs, Layout, Params, SymbayesError, check_network, input_tensors, map_inputs, moved, require
from .elements import Element, PermutationGroup, element_format, stack_elements
from .trials import Trial, model_call, model_copy, named_tensors
_all_: list
def _moving(g: PermutationGroup, generator: torch.Generator | None) -> Element:
    """A random element that moves every label, and flips a sign in every signed one"""
    ...
_verified: WeakKeyDictionary[nn.Module, tuple]
_now: dict
from symbayes.discovery import mlp_group as mlp_group
from symbayes.discovery import commutes as commutes
from symbayes.discovery import Linears as Linears
from symbayes.axes import as_axis as as_axis
from symbayes.axes import as_slabs as as_slabs
from symbayes.axes import Factor as Factor
from symbayes.core import document
