# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['losses', 'fresh_optunets', 'train_by_kernel', 'ChainState', 'hmc_transition', 'climb', 'ChainsCell']
import ctypes, shutil, subprocess, tempfile, time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, log, pi
from pathlib import Path
import torch
from fastcore.basics import patch
from torch import Tensor
from torch.nn import functional as F
from ..cells import Cell
from ..core import Layout, Params, lazy_module, require, seeded_module, streams
from ..data import batches
from .optunet import optunet, optunet_images, recipes
from ..files import read_tensors, write_tensors
from ..likelihoods import Categorical
from ..inference import data_identity
from ..points import Points
import pandas as pd
_forth: str
_back: str
def _compiled() -> Callable | None:
    """The program, None where it cannot be made"""
    ...
def _address(t: Tensor | None) -> ctypes.c_void_p | None: ...
def _by_c(w, x, y, rows, wanted): ...
def _by_torch(w, x, y, rows, wanted): ...
def losses(w: Tensor, x: Tensor, y: Tensor | None=None, rows: Tensor | None=None, wanted: str='nll grad', by: str | None=None) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
    """Outputs of many OptuNets, their negative log likelihoods and gradients, in single precision with sums in double

    Parameters
    ----------
    w : Tensor
        weights of OptuNets `(members, 392)`
    x : Tensor
        images `(n, 1, 28, 28)`
    y : Tensor | None = None
        labels `(n,)`, needed for losses
    rows : Tensor | None = None
        which images, `(m,)`; default all
    wanted : str = 'nll grad'
        of 'logits', 'nll' and 'grad'
    by : str | None = None
        'c' or 'torch'; default C where it can be compiled

    Returns
    -------
    tuple[Tensor | None, Tensor | None, Tensor | None]
        logits `(members, m, 10)`; summed losses `(members,)` in nats, their gradients
    """
    ...
def fresh_optunets(seeds: Sequence[int]) -> Tensor:
    """Weights of new networks

    Parameters
    ----------
    seeds : Sequence[int]
        of the initialisations

    Returns
    -------
    Tensor
        `(len(seeds), 392)`
    """
    ...
def train_by_kernel(n_images: int, seeds: Sequence[int], out: str | Path | None=None, data: tuple[Tensor, Tensor] | None=None, *, epochs: int | None=None, data_dir: str | Path | None=None) -> Points:
    """What `train_optunets` does, with the gradients of `losses`

    Parameters
    ----------
    n_images : int
        a key of `recipes`
    seeds : Sequence[int]
        of the networks
    out : str | Path | None = None
        folder with a file per block of 64; what is there is read
    data : tuple[Tensor, Tensor] | None = None
        images and labels; default those of MNIST
    epochs : int | None = None
        passes over the images, default the recipe's
    data_dir : str | Path | None = None
        folder with MNIST

    Returns
    -------
    Points
    """
    ...
def _trained_block(seeds: Sequence[int], x: Tensor, y: Tensor, how: dict) -> tuple[Params, Params, Tensor]:
    """Weights, no buffers, and losses by epoch"""
    ...
@dataclass
class ChainState:
    """Where chains are, and what they have learned; everything has a first axis, of chains

    Parameters
    ----------
    w : Tensor
        weights `(chains, 392)`, float64, as all that follows
    potential : Tensor
        `(chains,)` nats: negative log density
    gradient : Tensor
        of that, `(chains, 392)`
    log_step : Tensor
        `(chains,)`
    averaged : Tensor
        `(chains,)` log step size that adaptation settles at
    centre : Tensor
        `(chains,)` log step size that it is drawn to
    shortfall : Tensor
        `(chains,)` of the acceptance
    adapted : Tensor
        `(chains,)` transitions since adaptation began
    variance : Tensor
        `(chains, 392)`: the inverse of the masses
    sums : Tensor
        `(3, chains, 392)`: number, sums and sums of squares of weights in this window
    """
    w: Tensor
    potential: Tensor
    gradient: Tensor
    log_step: Tensor
    averaged: Tensor
    centre: Tensor
    shortfall: Tensor
    adapted: Tensor
    variance: Tensor
    sums: Tensor
    @classmethod
    def at(cls, w: Tensor, step: float=0.02) -> 'ChainState':
        """Chains that have learned nothing

        Parameters
        ----------
        w : Tensor
            weights `(chains, 392)`
        step : float = 0.02
            first step size

        Returns
        -------
        ChainState
        """
        ...
    def start_again(self, by: float=10.0) -> None:
        """Adaptation of the step size begins anew, drawn to `by` times what it is"""
        ...
    def learn_step(self, accepted: Tensor, target: float=0.8) -> None:
        """Dual averaging (Hoffman and Gelman 2014, section 3.2)"""
        ...
    def see(self) -> None:
        """Count the weights in"""
        ...
    def learn_variance(self, sizes: list[int], strength: float=20.0) -> None:
        """Variances of this window, drawn to their tensor's mean as by so many further draws"""
        ...
def hmc_transition(energy: Callable[[Tensor], tuple[Tensor, Tensor]], state: ChainState, n_steps: int, *, generator: torch.Generator | None=None) -> Tensor:
    """One trajectory of each chain

    Parameters
    ----------
    energy : Callable[[Tensor], tuple[Tensor, Tensor]]
        weights `(chains, P)` to negative log densities `(chains,)` and gradients
    state : ChainState
        changed in place; knows the energy where it is
    n_steps : int
        leapfrog steps
    generator : torch.Generator | None = None

    Returns
    -------
    Tensor
        `(chains,)` probabilities of acceptance
    """
    ...
def climb(w: Tensor, x: Tensor, y: Tensor, prior_std: float=1.0, steps: int=1500, lr: float=0.02, batch_size: int=50, *, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Maximise the log posterior of many OptuNets side by side

    Parameters
    ----------
    w : Tensor
        weights `(members, 392)` to begin with
    x : Tensor
        images
    y : Tensor
        labels
    prior_std : float = 1.0
        of every weight
    steps : int = 1500
        of Adam
    lr : float = 0.02
        learning rate, which falls along a cosine
    batch_size : int = 50
        images a step
    generator : torch.Generator
        of the batches

    Returns
    -------
    tuple[Tensor, Tensor]
        weights `(members, 392)`, and log posteriors `(members,)` in nats, without constants
    """
    ...
@dataclass(frozen=True)
class ChainsCell(Cell):
    """Hamiltonian chains of OptuNets

    Parameters
    ----------
    n_images : int = 1000
        of MNIST
    prior_std : float = 1.0
        of every weight
    chains : int = 32
    candidates : int = 512
        networks that are trained; chains begin at the best of them
    climbing : int = 1500
        steps of their training
    warmup : int = 150
        transitions in which variances are learned, in four windows
    draws : int = 200
        transitions kept
    steps : int = 50
        leapfrog steps of a trajectory in the mean; they vary by half of that
    seed : int = 0
    """
    n_images: int = ...
    prior_std: float = ...
    chains: int = ...
    candidates: int = ...
    climbing: int = ...
    warmup: int = ...
    draws: int = ...
    steps: int = ...
    seed: int = ...
    @property
    def total(self) -> int:
        """All transitions, with those of the warm-up"""
        ...
    def energy(self, x: Tensor, y: Tensor) -> Callable:
        """The negative log posterior and its gradient"""
        ...
    def start(self, x: Tensor, y: Tensor, generator: torch.Generator) -> ChainState:
        """At the best of the candidates, the seeds of whose initialisations are far from those of other networks on these pages"""
        ...
    def advance(self, state: ChainState, t: int, energy: Callable, generator: torch.Generator) -> Tensor:
        """One transition, and what is learned from it

        Parameters
        ----------
        state : ChainState
            changed in place
        t : int
            number of the transition
        energy : Callable
            see `energy`
        generator : torch.Generator
            of all that is random

        Returns
        -------
        Tensor
            `(chains,)` probabilities of acceptance
        """
        ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None, seconds: float=float('inf'), tell: Callable=lambda s: None) -> 'pd.DataFrame':
        """Draw. Weights are written to a file beside the state

        Parameters
        ----------
        data_dir : str | None = None
            folder with MNIST
        out : str | Path | None = None
            folder for the state and the draws; what is there goes on
        seconds : float = float('inf')
            stop after about so many; then the table says how far it came
        tell : Callable = lambda s: None
            is told how it goes

        Returns
        -------
        pd.DataFrame
            a row per chain
        """
        ...
    def write(self, path: Path, state: ChainState, history: list[Tensor], kept: list[Tensor], seconds: float, generator: torch.Generator):
        """All that a run needs to go on

        Parameters
        ----------
        path : Path
            of the file
        state : ChainState
            where the chains are
        history : list[Tensor]
            `(3, chains)` for each transition
        kept : list[Tensor]
            `(chains, 392)` draws
        seconds : float
            that it has taken
        generator : torch.Generator
            of all that is random
        """
        ...
    def read(self, path: Path, generator: torch.Generator) -> tuple[ChainState, list[Tensor], list[Tensor], float]:
        """What `write` wrote

        Parameters
        ----------
        path : Path
            of the file
        generator : torch.Generator
            is set to where it was

        Returns
        -------
        tuple[ChainState, list[Tensor], list[Tensor], float]
        """
        ...
    def table(self, history: list[Tensor], seconds: float) -> 'pd.DataFrame':
        """Of the transitions that were kept, or of all while there are none

        Parameters
        ----------
        history : list[Tensor]
            `(3, chains)` for each transition: acceptance, potential, step
        seconds : float
            that it has taken

        Returns
        -------
        pd.DataFrame
            a row per chain
        """
        ...
def _progress(t: int, accepted: Tensor, potential: Tensor, step: Tensor) -> str: ...
from symbayes.core import document
