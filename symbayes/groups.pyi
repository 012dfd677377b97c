# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = []
from collections.abc import Callable, Sequence
from math import inf, prod
from typing import Any
from weakref import WeakKeyDictionary
import torch
from fastcore.basics import patch
from torch import Tensor, nn
from .axes import Axis, Piece, Rearranged, Slab, as_written, coordinates, factors, of_axis, rearranged, shortest, with_factors
from .core import Inputs, Layout, Params, SymbayesError, input_tensors, map_inputs, require
from .elements import Element, PermutationGroup
from .trials import Trial, model_call, model_copy, named_tensors
def _moving(g: PermutationGroup, generator: torch.Generator | None) -> Element:
    """A random element that moves every label, and flips a sign in every signed one"""
    ...
_verified: WeakKeyDictionary[nn.Module, tuple]
from symbayes.core import document
