# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['commutes', 'mlp_group', 'would_be_group']
from collections.abc import Callable, Sequence
import copy
import torch
from torch import Tensor, nn
from .core import SymbayesError, free_parameters, require
from .groups import PermutationGroup
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
