# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['chain_diagnostics', 'AlignedChains', 'align_chains']
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
import numpy as np
import torch
from torch import Tensor
from .alignment import align
from .core import Params, SymbayesError, check_finite, first_line, lazy_module, require
from .elements import Element, PermutationGroup
from .information import check_kinds
from .starts import default_starts
import pandas as pd
def _array_stats() -> Any:
    """Raises `SymbayesError` where arviz-stats is not installed"""
    ...
def _tensors(arrays: Mapping[str, Any]) -> Params:
    """Parameters
    ----------
    arrays : Mapping[str, Any]
        without gradients

    Returns
    -------
    Params
        without gradients
    """
    ...
def _of_numbers(name: str, array: Any) -> Tensor: ...
def _as_chains(chains: Mapping[str, Any], least: tuple[int, int]) -> Params:
    """Tensors `(chains, draws, *shape)` of any kind of arrays, by name; at least so many chains and draws"""
    ...
def _names(name: str, shape: Sequence[int]) -> list[str]:
    """Of the entries of a tensor, as one writes them"""
    ...
def _diagnosed(chains: Params) -> dict[str, np.ndarray]:
    """Parameters
    ----------
    chains : Params
        `(P,)` each, tensor by tensor

    Returns
    -------
    dict[str, np.ndarray]
        `(P,)` each, tensor by tensor
    """
    ...
def chain_diagnostics(chains: Mapping[str, Any], group: PermutationGroup | None=None, reference: Params | None=None, each: str='draw', starts: Sequence[str | Element] | None=None, generator: torch.Generator | None=None) -> 'pd.DataFrame':
    """R-hat, rank-normalised and split, and effective sample sizes of bulk and tails. What never changes has R-hat NaN

    Parameters
    ----------
    chains : Mapping[str, Any]
        `(chains, draws, *shape)` by name: weights, or function values, as tensors or arrays
    group : PermutationGroup | None = None
        symmetries of the network: with them, columns of the aligned chains are added
    reference : Params | None = None
        one network's weights, to be moved to; as in `align_chains`, and so the rest
    each : str = 'draw'
        is every 'draw' moved by itself, or every 'chain'?
    starts : Sequence[str | Element] | None = None
        where the alignment begins
    generator : torch.Generator | None = None
        of random starts

    Returns
    -------
    pd.DataFrame
        a row per entry: `tensor`, `r_hat`, `ess_bulk`, `ess_tail`, and the same ending in `_aligned`
    """
    ...
@dataclass(frozen=True, eq=False)
class AlignedChains:
    """Chains whose draws have been moved next to a reference

    Parameters
    ----------
    params : Params
        the moved draws `(chains, draws, *shape)`
    element : Element
        what has moved them, with leading axes `(chains, draws)`
    reference : Params
        where to, `(*shape)`
    group : PermutationGroup
        whose elements were used
    """
    params: Params
    element: Element
    reference: Params
    group: PermutationGroup
    @property
    def switches(self) -> Tensor:
        """Share of the draws for which another element was found than for the draw before

        Returns
        -------
        Tensor
            `(chains,)`, from 0 to 1
        """
        ...
    def __repr__(self) -> str: ...
def align_chains(chains: Mapping[str, Any], group: PermutationGroup, reference: Params | None=None, each: str='draw', starts: Sequence[str | Element] | None=None, generator: torch.Generator | None=None) -> AlignedChains:
    """Move draws by symmetries of the network, next to one reference

    Parameters
    ----------
    chains : Mapping[str, Any]
        weights `(chains, draws, *shape)` by name, tensors or arrays, of what the group acts on
    group : PermutationGroup
        symmetries of the network
    reference : Params | None = None
        one network's weights `(*shape)`, to be moved to; default the mean of the aligned draws
    each : str = 'draw'
        'draw': every draw is moved by itself; 'chain': all draws of a chain by one element
    starts : Sequence[str | Element] | None = None
        where `align` begins; default those of `default_starts` that are not random
    generator : torch.Generator | None = None
        of random starts

    Returns
    -------
    AlignedChains
    """
    ...
def _to_their_mean(points: Params, group: PermutationGroup, starts: Sequence, generator: torch.Generator | None) -> tuple[Params, Element]:
    """Alternate aligning and averaging, from the last of the first chain, as long as the sum of squared distances falls"""
    ...
_most_rounds: int
from symbayes.core import document
