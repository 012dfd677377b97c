# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['block_names', 'block_densities', 'block_information']
from collections.abc import Callable, Sequence
import torch
from torch import Tensor
from .core import Params
from .elements import PermutationGroup
from .information import cancels, no_information
from .permanents import log_permanent, lower_bound, upper_bound
from .posteriors import Posterior, over_blocks
def outer_first(g: PermutationGroup, sequence: Sequence[str]) -> list[str]:
    """Labels in an order in which blocks stand before what is in them

    Parameters
    ----------
    g : PermutationGroup
        the group
    sequence : Sequence[str]
        labels

    Returns
    -------
    list[str]
        with those that they are inside of, each as late as it can be
    """
    ...
def holds_blocks(g: PermutationGroup, label: str) -> bool:
    """Do units of this label hold blocks of others, that can be summed as blocks?

    Parameters
    ----------
    g : PermutationGroup
        the group
    label : str
        a label of the group

    Returns
    -------
    bool
        False, too, where blocks have signs of their own
    """
    ...
def block_names(g: PermutationGroup, sequence: Sequence[str], label: str) -> list[str]:
    """Pieces that tell blocks apart: beside known labels, one of the block's own at most, and that once

    Parameters
    ----------
    g : PermutationGroup
        the group
    sequence : Sequence[str]
        labels, of which those before this one are known
    label : str
        whose units hold blocks

    Returns
    -------
    list[str]
        pieces
    """
    ...
def exact_or(bound: Callable[[Tensor], Tensor], rows: int=8) -> Callable[[Tensor], Tensor]:
    """The log-permanent itself of small matrices, a bound of larger ones

    Parameters
    ----------
    bound : Callable[[Tensor], Tensor]
        of the log-permanent
    rows : int = 8
        of the largest matrix whose permanent is summed

    Returns
    -------
    Callable[[Tensor], Tensor]
    """
    ...
def sums_of_lines(m: Tensor) -> Tensor:
    """The product of all rows' sums, or of all columns', bounds a permanent from above

    Parameters
    ----------
    m : Tensor
        logs of the entries `(.., n, n)`

    Returns
    -------
    Tensor
        `(..)` nats
    """
    ...
def pairs(q: Posterior, g: PermutationGroup, w: Params, label: str, of: str, names: Sequence[str] | None) -> Tensor:
    """Log density of every unit of every block at every site of every block, less that at its own

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    label : str
        the blocks
    of : str
        whose units: of this label, or of one inside it
    names : Sequence[str] | None
        look at these pieces only; None for all

    Returns
    -------
    Tensor
        `(*batch, *blocks, S, n, n, ..)`: for each label from the blocks down to the units, site and unit
    """
    ...
def block_densities(q: Posterior, g: PermutationGroup, w: Params, label: str, names: Sequence[str] | None, inner: Callable[[Tensor], Tensor], own: bool=False) -> Tensor:
    """Log density of every block at every site, less that of its units where they are

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    label : str
        whose units hold blocks
    names : Sequence[str] | None
        look at these pieces only, as of `block_names`; None for whole units
    inner : Callable[[Tensor], Tensor]
        value or bound of the log-permanent, for what is inside
    own : bool = False
        the diagonal only: every block at its own site, `(*batch, *blocks, S, n)`?

    Returns
    -------
    Tensor
        `(*batch, *blocks, S, n, n)` nats: block j at site i, summed over orders of what it holds
    """
    ...
def _pieces_of(q: Posterior, g: PermutationGroup, label: str, names: Sequence[str] | None) -> dict[str, tuple[str, ...] | None]:
    """Pieces by the innermost of their labels, from these blocks on"""
    ...
def block_information(q: Posterior, g: PermutationGroup, w: Params, label: str, names: Sequence[str] | None=None, side: str='lower bound') -> Tensor:
    """The information about the order of blocks, while the orders of what they hold are not known

    Parameters
    ----------
    q : Posterior
        a family whose units are independent
    g : PermutationGroup
        the group
    w : Params
        draws `(*batch, S, *shape)`
    label : str
        whose units hold blocks
    names : Sequence[str] | None = None
        look at these pieces only, as of `block_names`; None for whole units
    side : str = 'lower bound'
        or 'upper bound': which side bounds of large permanents are on; small ones are exact

    Returns
    -------
    Tensor
        `(*batch, S)` nats
    """
    ...
def _apart(m: Tensor) -> bool:
    """Are all blocks so far from each other's sites that none can be taken for another?"""
    ...
from symbayes.core import document
