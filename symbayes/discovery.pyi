# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['LeftOut', 'Found', 'find_symmetries', 'symmetry_group', 'commutes', 'mlp_group', 'would_be_group']
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any
import copy, warnings
import numpy as np
import torch
from torch import Tensor, fx, nn
from torch.utils._pytree import tree_leaves
from .axes import factors
from .core import Layout, Params, SymbayesError, free_parameters, require
from .groups import PermutationGroup
from .tracing import Trace, operations
from .trials import Trial, named_tensors
from .units import Labels, Units, written_group
@dataclass(frozen=True)
class LeftOut:
    """Units that stay where they are

    Parameters
    ----------
    tensors : tuple[str, ...]
        where they stand, as `name:axis`
    size : int
        how many there are
    operation : str
        that holds them, as `aten.cumsum`; empty if there is none
    layer : str
        of the operation
    why : str
        what happens to them there
    """
    tensors: tuple[str, ...]
    size: int
    operation: str
    layer: str
    why: str
@dataclass(frozen=True)
class Found:
    """What is known of the symmetries of a model

    Parameters
    ----------
    group : PermutationGroup
    left_out : tuple[LeftOut, ...]
        what does not move, and why
    gap : float
        largest change of an output in the test, relative to the output's spread
    flips : dict[str, str]
        labels that are not signed, and where a flip gets lost
    """
    group: PermutationGroup
    left_out: tuple[LeftOut, ...]
    gap: float
    flips: dict[str, str]
def find_symmetries(model: nn.Module, *inputs: Any, **named: Any) -> Found:
    """Find the symmetry group of a model, signs included, and test it. Raises `SymbayesError` where there is no graph of its operations

    Parameters
    ----------
    model : nn.Module
        any module; stays as it is
    *inputs : Any
        its arguments by position
    **named : Any
        and by name

    Returns
    -------
    Found
        the group, and what is known of the rest
    """
    ...
def symmetry_group(model: nn.Module, *inputs: Any, **named: Any) -> PermutationGroup:
    """The group of any module, found on the graph of its operations and verified. Raises `SymbayesError` where there is no graph

    Parameters
    ----------
    model : nn.Module
        any module; stays as it is
    *inputs : Any
        its arguments by position
    **named : Any
        and by name

    Returns
    -------
    PermutationGroup
        labels named after the layers that make the units
    """
    ...
class _Replay:
    """A graph, run with given weights, and what changes in it with others"""
    program: Any
    values: Any
    large: Any
    named: Any
    at: Any
    def __init__(self, program: Any, trial: Trial, weights: Params, call: Any): ...
    def _run(self, held: dict, tensors: Params, alias: dict, inputs: Iterator) -> None: ...
    def _value(self, node: Any, changed: dict) -> Any: ...
    def after(self, tensors: Params) -> str | None:
        """Where the first output stands that changes with these tensors; None if there is none"""
        ...
def _hides(node: Any, changed: dict, new: Any) -> bool:
    """Does the operation select (a branch, a factor of 0, a threshold, the largest), so that a flip may show with other inputs?"""
    ...
def _is_real(v: Any) -> bool: ...
def _size(v: Any) -> Any: ...
def _same(new: Any, old: Any) -> bool: ...
def _signed_labels(group: PermutationGroup, trial: Trial, program: Any) -> tuple[frozenset[str], dict[str, str]]:
    """Labels whose units may flip sign one by one; and for all others, where a flip gets through"""
    ...
def _flipped(group: PermutationGroup, label: str, w: Params, generator: torch.Generator) -> Params:
    """The tensors with a label, some of its units flipped"""
    ...
def _wanted(labels: Labels, trace: Trace) -> set[int]:
    """All sets of several units; and those of one that one tensor makes and another one reads"""
    ...
def _tested(group: PermutationGroup, trial: Trial) -> tuple[float, list[str]]:
    """The gap of random elements, and the labels that are to blame if it is too large"""
    ...
def _left_out(trace: Trace, labels: Labels, lost: dict[int, str]) -> tuple[LeftOut, ...]:
    """Every unit that does not move, with the first operation that holds it"""
    ...
def _where(node: Any) -> tuple[str, str]:
    """Operation and layer of a node of the graph"""
    ...
def commutes(f: Callable[[Tensor], Tensor], n: int) -> tuple[bool, bool]:
    """Probe what stands between two layers on fixed inputs of sizes .01 to 10,000, each row with a permutation and signs of its own

    Parameters
    ----------
    f : Callable[[Tensor], Tensor]
        acts on hidden values `(batch, units)`
    n : int
        number of units

    Returns
    -------
    tuple[bool, bool]
        does it commute with permuting units, and with flipping their signs?
    """
    ...
def mlp_group(net: nn.Module | Sequence[int], signed: bool | None=None, bias: bool=True) -> PermutationGroup:
    """The symmetry group of a multilayer perceptron. Raises `SymbayesError` for a module it cannot read

    Parameters
    ----------
    net : nn.Module | Sequence[int]
        an `nn.Sequential` MLP, `nn.Flatten` and nested `nn.Sequential` allowed; or widths `[in, h1, .., out]`
    signed : bool | None = None
        may units flip sign? None: where the activation is odd; for widths, no
    bias : bool = True
        for widths: do the layers have biases?

    Returns
    -------
    PermutationGroup
        labels `h1`, `h2`, ... for the hidden layers; units of a layer with a frozen parameter have none
    """
    ...
Linears: TypeAlias = list[tuple[str, int, int, bool]]
def _width_group(widths: Sequence[int], signed: bool, bias: bool) -> PermutationGroup: ...
def _chain_group(linears: Linears, signed: list[bool]) -> PermutationGroup: ...
def _refuse(net: nn.Module, why: str) -> None: ...
def _about_statistics(net: nn.Module) -> str: ...
def _statistics(net: nn.Module) -> list[str]:
    """Names of the buffers in which batch norms remember every unit"""
    ...
def _read_mlp(net: nn.Sequential) -> tuple[Linears, list[list[nn.Module]]]:
    """The linear layers in order, and what stands after each"""
    ...
def _called(name: str, m: nn.Module) -> str: ...
def _is_plain(m: nn.Module, kind: type[nn.Module]) -> bool:
    """Does the module compute what `kind` computes, with parameters of its own? A subclass may do anything"""
    ...
def _beyond_reading(m: nn.Module) -> str | None:
    """Why a layer can not be taken for a function between two linear layers"""
    ...
def _check_between(net: nn.Module, fs: list[nn.Module], name: str, n: int) -> bool:
    """Is what stands after layer `name` odd? It has to commute with permutations in any case"""
    ...
def _of_free(g: PermutationGroup, net: nn.Module) -> PermutationGroup:
    """The elements that leave frozen tensors alone, acting on the others"""
    ...
def would_be_group(net: nn.Module) -> PermutationGroup:
    """The permutations of hidden units that would be symmetries if all weights moved along; ordered biases and what is fixed do not

    Parameters
    ----------
    net : nn.Module
        a chain of linear layers, in the order of its modules

    Returns
    -------
    PermutationGroup
        labels `h1`, `h2`, ..
    """
    ...
from symbayes.core import document
