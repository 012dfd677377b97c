# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['mass', 'min_mass', 'unit_mass', 'unit_norm']
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any
import torch
from fastcore.basics import patch
from torch import Tensor
from .core import Params, SymbayesError, check_finite, require
from .scaling import Scaling, ScalingGroup
def precisions(weights: Any, g: ScalingGroup, like: Tensor) -> Params:
    """What each squared weight counts

    Parameters
    ----------
    weights : Any
        None, a prior with standard deviations, or a dict, tensor to number or numbers that broadcast to its shape
    g : ScalingGroup
        the group
    like : Tensor
        device and dtype

    Returns
    -------
    Params
        tensor to `(1, *shape)`, or `(n_members, *shape)`; empty without weights
    """
    ...
def _precision(name: str, value: Any, shape: tuple[int, ...], like: Tensor) -> Tensor: ...
def checked(params: Params, g: ScalingGroup) -> torch.Size:
    """Refuse what is no group, and tensors that do not fit

    Parameters
    ----------
    params : Params
        leading axes
    g : ScalingGroup
        leading axes

    Returns
    -------
    torch.Size
        leading axes
    """
    ...
def device_of(params: Params, g: ScalingGroup) -> torch.device:
    """Where the tensors are; the processor, if there is no double precision"""
    ...
def squares(params: Params, g: ScalingGroup, weights: Any=None, most: int=2 ** 24) -> Iterator[tuple[int, Iterator[tuple[str, Tensor]]]]:
    """Squared weights times precisions, in chunks of members

    Parameters
    ----------
    params : Params
        `(*lead, *shape)`
    g : ScalingGroup
        the group
    weights : Any = None
        as of `precisions`
    most : int = 2 ** 24
        numbers in a chunk of members, if it has more than one

    Returns
    -------
    Iterator[tuple[int, Iterator[tuple[str, Tensor]]]]
        members of a chunk, and its tensors `(members, *shape)`, float64
    """
    ...
def mass(params: Params, g: ScalingGroup, weights: Any=None) -> Tensor:
    """Sum of squared weights, those of all tensors of the group's network; twice the energy of a Gaussian prior

    Parameters
    ----------
    params : Params
        `(*lead, *shape)`
    g : ScalingGroup
        whose tensors count
    weights : Any = None
        precisions of the squares: a prior with standard deviations, or a dict, tensor to precision; None for 1

    Returns
    -------
    Tensor
        `(*lead,)`, float64
    """
    ...
class Masses:
    """What squared weights add up to between any two units of a group, in a stack; and the scales that they are seen under

    Parameters
    ----------
    g : ScalingGroup
        the group
    squared : Iterable[tuple[str, Tensor]]
        tensors `(n_members, *shape)`, float64
    n_members : int = 1
        of the stack
    device : torch.device | str = 'cpu'
    """
    g: ScalingGroup
    n_places: Any
    n_members: int
    device: torch.device | str
    at: Any
    place: Any
    pairs: Any
    lists: Any
    edges: Any
    def __init__(self, g: ScalingGroup, squared: Iterable[tuple[str, Tensor]], n_members: int=1, device: torch.device | str='cpu'):
        """Parameters
        ----------
        g : ScalingGroup
            the group
        squared : Iterable[tuple[str, Tensor]]
            tensors `(n_members, *shape)`, float64
        n_members : int = 1
            of the stack
        device : torch.device | str = 'cpu'
        """
        ...
    def reset(self, z: Tensor | None=None, on: Tensor | None=None) -> None:
        """See all masses under these scales

        Parameters
        ----------
        z : Tensor | None = None
            `(n_members, n+1)`: logs of all scales, the last one of the outside, 0. Default: all 0
        on : Tensor | None = None
            `(n_members, n+1)`: 1 for units that count, else 0. Default: all 1
        """
        ...
    def zeros(self, *shape: int) -> Tensor: ...
    def size(self, p: int) -> int: ...
    def _read(self, m: Tensor, terms: list[tuple[int, Tensor]]) -> None:
        """Sum a tensor over the axes along which no scale changes, and keep it as a matrix or as a list

        Parameters
        ----------
        m : Tensor
            `(n_members, *shape)`: squared weights
        terms : list[tuple[int, Tensor]]
            signs and indices through all places, as of `flat_terms`
        """
        ...
    def _segments(self, index: Tensor) -> Iterator[tuple[int, Tensor | None, tuple[Tensor, int]]]:
        """The places along an axis

        Parameters
        ----------
        index : Tensor
            `(m,)` through all places

        Returns
        -------
        Iterator[tuple[int, Tensor | None, tuple[Tensor, int]]]
            a place, which entries are its own (None for all), their units and its size
        """
        ...
    def _add(self, p: int, q: int, m: Tensor) -> None: ...
    def _listed(self, m: Tensor, indices: list[Tensor], signs: list[int]) -> None:
        """Keep entries one by one, or as a matrix if they are a quarter of it at least

        Parameters
        ----------
        m : Tensor
            `(n_members, *shape)`
        indices : list[Tensor]
            of the units of every entry
        signs : list[int]
            1 for a unit that it leads to, -1 for one that it comes from
        """
        ...
    def _outside(self) -> None:
        """Masses from and to the outside as vectors; how many units of a place can share an entry"""
        ...
    def put(self, p: int, z: Tensor, on: Tensor | None=None) -> None:
        """Change the scales of one place

        Parameters
        ----------
        p : int
            a place by number
        z : Tensor
            `(n_members, n_p)`: logs of its scales
        on : Tensor | None = None
            `(n_members, n_p)`: which of its units count
        """
        ...
    def pull(self, p: int, back: bool=False) -> Tensor:
        """Mass that comes in to its units, or goes out of them, before their own scales

        Parameters
        ----------
        p : int
            a place by number
        back : bool = False
            what goes out?

        Returns
        -------
        Tensor
            `(n_members, n_p)`
        """
        ...
    def _row(self, k: tuple[int, int]) -> Tensor: ...
    def _col(self, k: tuple[int, int]) -> Tensor: ...
    def factors(self, ids: Tensor, signs: list[int]) -> list[Tensor]:
        """Squared scales of the units of a list's entries

        Parameters
        ----------
        ids : Tensor
            `(n_members, m)` each
        signs : list[int]
            `(n_members, m)` each

        Returns
        -------
        list[Tensor]
            `(n_members, m)` each
        """
        ...
    def _list_pull(self, m: Tensor, ids: Tensor, signs: list[int], back: bool) -> Tensor: ...
    def come_and_go(self, p: int) -> tuple[Tensor, Tensor]:
        """Mass that comes in to the units of a place, and mass that goes out of them

        Parameters
        ----------
        p : int
            `(n_members, n_p)` each

        Returns
        -------
        tuple[Tensor, Tensor]
            `(n_members, n_p)` each
        """
        ...
    def sweep(self, back: bool=False) -> float:
        """Balance the places in turn

        Parameters
        ----------
        back : bool = False
            from the last place to the first?

        Returns
        -------
        float
            the largest change of a log
        """
        ...
    def aggregate(self, most: int=16) -> None:
        """The small problem: which units are taken together, and how each of its masses depends on the scales

        Parameters
        ----------
        most : int = 16
            units that are taken one by one; if there are more, the units of a place go together
        """
        ...
    def gather(self, v: Tensor) -> Tensor:
        """Sums over what is taken together

        Parameters
        ----------
        v : Tensor
            `(n_members, n+1)` to `(n_members, n_lumps)`

        Returns
        -------
        Tensor
            `(n_members, n+1)` to `(n_members, n_lumps)`
        """
        ...
    def spread(self, t: Tensor) -> Tensor:
        """The same number for all that is taken together; 0 for units that are off, and for the outside

        Parameters
        ----------
        t : Tensor
            `(n_members, n_lumps)` to `(n_members, n+1)`

        Returns
        -------
        Tensor
            `(n_members, n_lumps)` to `(n_members, n+1)`
        """
        ...
    def lump_masses(self) -> Tensor:
        """Masses of the small problem, in the order of its edges

        Returns
        -------
        Tensor
            `(n_members, n_edges)`
        """
        ...
    def lump_factor(self, masses: Tensor) -> Tensor:
        """Triangular factor of a quarter of the small problem's matrix of second derivatives

        Parameters
        ----------
        masses : Tensor
            `(n_members, n_lumps, n_lumps)`

        Returns
        -------
        Tensor
            `(n_members, n_lumps, n_lumps)`
        """
        ...
    def lump_step(self, steps: int | None=None) -> None:
        """Balance what is taken together

        Parameters
        ----------
        steps : int | None = None
            of Newton's method, at most. Default: 3, or if the small problem is the whole one, 30
        """
        ...
    def curvature(self, v: Tensor, total: Tensor) -> Tensor:
        """A quarter of the second derivatives, times vectors

        Parameters
        ----------
        v : Tensor
            `(n_members, n+1)`
        total : Tensor
            `(n_members, n+1)`: what comes in and goes out

        Returns
        -------
        Tensor
            `(n_members, n+1)`
        """
        ...
    def newton(self, precision: float=0.0001) -> float:
        """A step of Newton's method for all units, kept so short that the mass falls

        Parameters
        ----------
        precision : float = 0.0001
            of the equations solved

        Returns
        -------
        float
            the largest change of a log
        """
        ...
    def balance(self, tol: float=1e-10, limit: int=1000) -> list[tuple[str, float]]:
        """The scales of least mass

        Parameters
        ----------
        tol : float = 1e-10
            change of a log at which to stop
        limit : int = 1000
            steps

        Returns
        -------
        list[tuple[str, float]]
            what was done, and the largest change of a log
        """
        ...
    def _widest(self) -> str:
        """The place with the largest scale"""
        ...
    def reached(self, back: bool=False) -> Tensor:
        """Which units mass leads to from the outside, or from which it leads there

        Parameters
        ----------
        back : bool = False
            against the direction of the weights?

        Returns
        -------
        Tensor
            `(n_members, n+1)`: 1 or 0
        """
        ...
    def normalise(self, kept: Tensor, back: bool=False) -> Tensor:
        """Switch units on, place by place, with a scale that makes a mass of 1 of what comes in from units that are on

        Parameters
        ----------
        kept : Tensor
            `(n_members, n+1)`: 1 for units whose scales stay
        back : bool = False
            by what goes out, from the last place to the first?

        Returns
        -------
        Tensor
            `(n_members, n)`: changes of logs, infinite where a unit was off
        """
        ...
    def unit_norms(self, tol: float=1e-12, patience: int=100) -> Tensor:
        """Make a mass of 1 of all that comes in to each unit, by passes from the first place to the last

        Parameters
        ----------
        tol : float = 1e-12
            change of a log at which to stop
        patience : int = 100
            passes in which the largest change has to fall by a tenth

        Returns
        -------
        Tensor
            `(n_members, n)`: True where a unit has no norm of 1, and never will
        """
        ...
def _merged(indices: list[Tensor], n: int, ndim: int) -> Tensor | None:
    """One index where each entry has at most one unit; None where one has several"""
    ...
def _taken(m: Tensor, here: Tensor | None, axis: int) -> Tensor: ...
def _summed(m: Tensor, to: tuple[Tensor, int], axis: int) -> Tensor:
    """Entries along an axis added up by unit; as they are, if they stand there one by one"""
    ...
def times(m: Tensor, v: Tensor) -> Tensor:
    """Products of matrices and vectors, in the order of factors that torch does fastest

    Parameters
    ----------
    m : Tensor
        `(n_members, a, b)`
    v : Tensor
        `(n_members, b)`

    Returns
    -------
    Tensor
        `(n_members, a)`
    """
    ...
def conjugate_gradients(product: Callable[[Tensor], Tensor], b: Tensor, rough: Callable[[Tensor], Tensor], precision: float, limit: int=1000) -> Tensor:
    """Solve linear equations, those of all members side by side

    Parameters
    ----------
    product : Callable[[Tensor], Tensor]
        with positive definite matrices
    b : Tensor
        `(n_members, n)`: right-hand sides
    rough : Callable[[Tensor], Tensor]
        rough solutions
    precision : float
        at which to stop, relative to the start
    limit : int = 1000
        iterations

    Returns
    -------
    Tensor
        `(n_members, n)`
    """
    ...
def _names(g: ScalingGroup, off: Tensor, lead: torch.Size) -> str:
    """The first few of them in words

    Parameters
    ----------
    g : ScalingGroup
    off : Tensor
        `(n_members, n)`: which units
    lead : torch.Size

    Returns
    -------
    str
    """
    ...
def min_mass(params: Params, g: ScalingGroup, weights: Any=None, dead: str='raise', return_scaling: bool=False, tol: float=1e-10) -> Params | tuple[Params, Scaling]:
    """Of all networks that differ by a scaling the one with the least sum of squared weights; tensors in `g.free`, before norms, stay

    Parameters
    ----------
    params : Params
        `(*lead, *shape)`: one network or a stack
    g : ScalingGroup
        its scalings
    weights : Any = None
        precisions of the squares: a prior with standard deviations, or a dict, tensor to precision; None for 1
    dead : str = 'raise'
        what becomes of units without a minimum: refused, or given 'unit_norm'
    return_scaling : bool = False
    tol : float = 1e-10
        precision of the logs

    Returns
    -------
    Params | tuple[Params, Scaling]
        as they came in; on request the logs `(*lead, n)`, float64, that made them
    """
    ...
def _normalise_all(m: Masses) -> None:
    """Scales for units that are off, in one pass forward and one back: these have no best scale, and one of them is enough"""
    ...
def _solved(params: Params, g: ScalingGroup, weights: Any, solve: Callable[[Masses], Tensor]) -> tuple[Tensor, Scaling]:
    """Units that are off `(n_members, n)`, and a scaling, chunk by chunk"""
    ...
def unit_mass(params: Params, g: ScalingGroup, weights: Any=None) -> dict[str, tuple[Tensor, Tensor]]:
    """Mass that comes in to every unit, biases included, and mass that goes out of it; a unit's weight onto itself is neither

    Parameters
    ----------
    params : Params
        `(*lead, *shape)`
    g : ScalingGroup
        its scalings
    weights : Any = None
        precisions of the squares, as of `min_mass`

    Returns
    -------
    dict[str, tuple[Tensor, Tensor]]
        place to `(*lead, n)` each, float64
    """
    ...
def unit_norm(params: Params, g: ScalingGroup, dead: str='raise', return_scaling: bool=False) -> Params | tuple[Params, Scaling]:
    """Scale each unit to incoming weights, bias included, of norm 1. Raise `SymbayesError` if no such scales are found

    Parameters
    ----------
    params : Params
        `(*lead, *shape)`: one network or a stack
    g : ScalingGroup
        its scalings
    dead : str = 'raise'
        what becomes of units that nothing comes in to: refused, or given 'unit_norm' by what goes out
    return_scaling : bool = False

    Returns
    -------
    Params | tuple[Params, Scaling]
        as they came in; on request the logs `(*lead, n)`, float64, that made them
    """
    ...
from symbayes.core import document
