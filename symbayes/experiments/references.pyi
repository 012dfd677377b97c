# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['make_net', 'Reference', 'reference', 'annealed_reference', 'worst_r_hat', 'covered', 'write_draws', 'read_draws', 'ReferenceCell']
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from math import log
from pathlib import Path
import numpy as np
import torch
from torch import Tensor, nn
from ..cells import Cell
from ..core import Layout, SymbayesError, lazy_module, network_outputs, streams
from ..evidence import posterior_draws
from .tasks import Task, small_task
from ..likelihoods import Gaussian
from ..files import whole_file
import pandas as pd
def make_net(n_in: int, hidden: Sequence[int], activation: type[nn.Module]=nn.Tanh) -> nn.Sequential:
    """An MLP with one output

    Parameters
    ----------
    n_in : int
        inputs
    hidden : Sequence[int]
        units of each hidden layer
    activation : type[nn.Module] = nn.Tanh
        its class

    Returns
    -------
    nn.Sequential
    """
    ...
@dataclass(frozen=True)
class Reference:
    """Predictions by Hamiltonian Monte Carlo, and how far they can be trusted

    Parameters
    ----------
    test_log_lik : float
        per test point, of all draws together
    error : float
        its standard error, from the chains
    r_hat : float
        largest split R-hat of function values on a grid
    ess : float
        smallest effective sample size of the same
    divergences : int
        divergent transitions
    seconds : float
        for warm-up and draws of all chains
    grid : Tensor
        inputs `(m, d)`
    draws : Tensor
        function values on the grid `(S, m)`, chain by chain
    """
    test_log_lik: float
    error: float
    r_hat: float
    ess: float
    divergences: int
    seconds: float
    grid: Tensor
    draws: Tensor
def _numpyro() -> tuple:
    """Raises `SymbayesError` where numpyro is not installed

    Returns
    -------
    tuple
        jax, its numpy, and what is needed of numpyro
    """
    ...
def _jax_network(layout: Layout, std: Sequence[float], activation: str, skips: Sequence[Tensor]):
    """Function of whitened weights and inputs `(n, d)` that gives the network's outputs `(n,)`

    Parameters
    ----------
    layout : Layout
        of the network
    std : Sequence[float]
        of the prior, by tensor
    activation : str
        as `jax.numpy` or `jax.nn` call it
    skips : Sequence[Tensor]
        fixed connections from every hidden layer to the next
    """
    ...
def reference(task: Task, hidden: Sequence[int], grid: Tensor, activation: str='tanh', temperature: float=1.0, warmup: int=500, draws: int=500, chains: int=4, seed: int=0, skips: Sequence[Tensor]=()) -> Reference:
    """NUTS (Hoffman and Gelman 2014) by numpyro. Raises `SymbayesError` where numpyro is not installed

    Parameters
    ----------
    task : Task
        the task
    hidden : Sequence[int]
        units of each hidden layer
    grid : Tensor
        inputs to look at the function `(m, d)`
    activation : str = 'tanh'
        as `jax.numpy` or `jax.nn` call it
    temperature : float = 1.0
        the likelihood enters with power one over this
    warmup : int = 500
        transitions before, per chain
    draws : int = 500
        transitions kept, per chain
    chains : int = 4
        side by side
    seed : int = 0
        of all randomness
    skips : Sequence[Tensor] = ()
        fixed connections from every hidden layer to the next, as in `skip_mlp`

    Returns
    -------
    Reference
    """
    ...
def annealed_reference(task: Task, net: nn.Module, grid: Tensor, draws: int=50, chains: int=16, moves: int=10, seed: int=0) -> Reference:
    """Hamiltonian Monte Carlo on the hidden weights, from where annealed chains end, by `posterior_draws`

    Parameters
    ----------
    task : Task
        the task
    net : nn.Module
        the network, whose weights do not matter; ends in a linear layer
    grid : Tensor
        inputs to look at the function `(m, d)`
    draws : int = 50
        kept, per chain
    chains : int = 16
        side by side
    moves : int = 10
        from draw to draw
    seed : int = 0
        of all randomness

    Returns
    -------
    Reference
    """
    ...
def worst_r_hat(draws: Tensor, chains: int=4) -> float:
    """How far chains are from agreeing on the function where they agree least: 1 if they do, in split halves (Gelman et al. 2013)

    Parameters
    ----------
    draws : Tensor
        of functions `(chains*n, m)`, chain by chain, as of `Reference`
    chains : int = 4
        that they came from

    Returns
    -------
    float
        NaN for no point at all
    """
    ...
def covered(draws: Tensor, truth: Tensor) -> float:
    """Share of the inputs at which the central 95 % of the function values hold the true one

    Parameters
    ----------
    draws : Tensor
        function values `(S, m)`
    truth : Tensor
        noise-free targets `(m, 1)`

    Returns
    -------
    float
        from 0 to 1
    """
    ...
def write_draws(draws: dict[str, Tensor], path: str | Path, dtype: type=np.float16) -> None:
    """Write draws of functions, whole or not at all

    Parameters
    ----------
    draws : dict[str, Tensor]
        function values by name
    path : str | Path
        a .npz file
    dtype : type = np.float16
        half precision: a thousandth of a value is enough to compare functions
    """
    ...
def read_draws(name: str, file: Path | None, stored: str) -> Tensor | None:
    """Draws of functions that `write_draws` has written

    Parameters
    ----------
    name : str
        of a cell, by which its draws are kept
    file : Path | None
        where a run of the cell has left them; None, or where nothing is: the package's own
    stored : str
        the package's file, as 'kurle_draws.npz'

    Returns
    -------
    Tensor | None
        function values as they were written; None where there are none
    """
    ...
@dataclass(frozen=True)
class ReferenceCell(Cell):
    """A network on a task, to be sampled

    Parameters
    ----------
    task : str
        name of the data set
    width : int
        units of every hidden layer
    depth : int = 1
        hidden layers
    activation : str = 'tanh'
        or 'selu'
    temperature : float = 1.0
        the likelihood enters with power one over this
    scale : float = 1.0
        factor on the prior's standard deviations of weights
    data_seed : int = 0
        which draw of the data
    """
    task: str
    width: int
    depth: int = ...
    activation: str = ...
    temperature: float = ...
    scale: float = ...
    data_seed: int = ...
    def run(self) -> 'pd.DataFrame':
        """Sample, and say how well the posterior predicts

        Returns
        -------
        pd.DataFrame
            one row
        """
        ...
from symbayes.core import document
