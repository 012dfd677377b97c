# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['ticker', 'colours', 'dashes', 'size', 'Slides', 'sliding_lines', 'sliding_grid', 'one_above']
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from numbers import Integral
from typing import Any
import numpy as np
from torch import Tensor
from .core import SymbayesError, first_line, lazy_module, require
import matplotlib.ticker as ticker
colours: tuple
dashes: tuple
size: tuple
@dataclass(frozen=True)
class Slides:
    """A figure with a slider: shows itself in a notebook and on a page

    Parameters
    ----------
    shapes : Sequence[str]
        SVG, at the first position of the slider
    marks : Sequence[tuple[int, str, Sequence[str]]]
        number of a shape, its attribute, and that at every position
    says : Sequence[str]
        what is said at every position
    legend : Mapping[str, str]
        name to CSS of its key
    title : str
        the message
    slider : str
        what is moved
    alt : str
        for those who do not see it
    start : int = 0
        position at which it stands first
    high : int = size[1]
        of the picture, where its width is `size[0]`
    """
    shapes: Sequence[str]
    marks: Sequence[tuple[int, str, Sequence[str]]]
    says: Sequence[str]
    legend: Mapping[str, str]
    title: str
    slider: str
    alt: str
    start: int = ...
    high: int = ...
    def _repr_html_(self) -> str: ...
_page: str
def sliding_lines(x: Sequence[float] | Tensor, lines: Mapping[str, Sequence[Sequence[float]] | Tensor], says: Sequence[str], title: str, slider: str, alt: str, x_name: str='', y_name: str='', start: int=0, ticks: Mapping[float, str] | None=None, colour: Mapping[str, str] | None=None) -> Slides:
    """Lines that move with a slider

    Parameters
    ----------
    x : Sequence[float] | Tensor
        where the lines are, `(n,)`
    lines : Mapping[str, Sequence[Sequence[float]] | Tensor]
        name to heights `(positions, n)`; NaN where there is no line
    says : Sequence[str]
        a sentence for every position
    title : str
        the message
    slider : str
        what is moved
    alt : str
        the picture in words, for those who do not see it
    x_name : str = ''
        of the axis
    y_name : str = ''
        of the axis
    start : int = 0
        position at which it stands first
    ticks : Mapping[float, str] | None = None
        places on the x axis and what is written there, default round numbers
    colour : Mapping[str, str] | None = None
        name of a line to its colour; default five that colour-blind readers tell apart

    Returns
    -------
    Slides
    """
    ...
def _numbers(what: str, v: Any) -> np.ndarray:
    """An array of them"""
    ...
def _check_words(says: Sequence[str], start: int, words: Sequence[str]) -> None:
    """What is said at every position, and the names around"""
    ...
def _expect(what: str, found: tuple, expected: tuple) -> None: ...
class _scale:
    """Numbers to places: a straight line"""
    low: float
    high: Any
    start: float
    end: float
    def __init__(self, low: float, high: float, start: float, end: float): ...
    def __call__(self, v): ...
    def ticks(self) -> list[float]:
        """Round numbers within"""
        ...
def _text(s: str, anchor: str, place: str) -> str: ...
def _path(x: np.ndarray, y: np.ndarray) -> str:
    """Through all points that there are"""
    ...
def _axes(at_x: _scale, at_y: _scale, x_name: str, y_name: str, ticks: Mapping[float, str]) -> list[str]:
    """Two axes with numbers and names, in the colour of the text around them"""
    ...
def sliding_grid(cells: Sequence[Sequence[Sequence[float]]] | Tensor, says: Sequence[str], title: str, slider: str, alt: str, x_name: str='', y_name: str='', start: int=0) -> Slides:
    """A matrix that changes with a slider

    Parameters
    ----------
    cells : Sequence[Sequence[Sequence[float]]] | Tensor
        numbers from 0 to 1 `(positions, rows, columns)`
    says : Sequence[str]
        a sentence for every position
    title : str
        the message
    slider : str
        what is moved
    alt : str
        the picture in words, for those who do not see it
    x_name : str = ''
        of the columns
    y_name : str = ''
        of the rows
    start : int = 0
        position at which it stands first

    Returns
    -------
    Slides
    """
    ...
def one_above(upper: Slides, lower: Slides) -> Slides:
    """Two figures below one another, moved by one slider

    Parameters
    ----------
    upper : Slides
        its title, its slider and what it says stay
    lower : Slides
        another with as many positions

    Returns
    -------
    Slides
    """
    ...
from symbayes.core import document
