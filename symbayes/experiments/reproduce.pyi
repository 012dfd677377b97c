# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['assumptions', 'artefacts', 'Claim', 'held', 'shown', 'on_difference', 'judged_together', 'in_silence', 'Setup', 'Artefact', 'run_shapes', 'plot_shapes', 'wider_between', 'judge_shapes', 'run_distances', 'plot_distances', 'releases', 'judge_dimensions', 'judge_sigmas', 'run_proximity', 'draw_proximity', 'closer_modes', 'judge_proximity', 'run_assumptions', 'toy_differences', 'plot_densities', 'two_blobs', 'judge_densities', 'plot_toy_numbers', 'toy_claims', 'judge_optima', 'judge_theorems', 'judge_evidence', 'run_table1', 'table1_growth', 'higher_elbo', 'judge_table1', 'run_estimator', 'plot_estimator', 'judge_estimator', 'judge_regimes', 'attended', 'run_breaking', 'judge_breaking', 'run_collapse', 'judge_collapse', 'make_artefact', 'reproduce']
import os, time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import lgamma, log
from pathlib import Path
from shutil import which
from threading import Event, Thread
from typing import Any
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from fastcore.script import call_parse
from joblib import Parallel, cpu_count, delayed
from torch.distributions import MultivariateNormal
from ..core import document, check_writable, whole_file
from ..groups import mlp_group
from ..metrics import Difference, effects, false_discovery, mean_and_interval, paired_by_seed, paired_difference
from ..mode_interpolation import TwoModes, fit_gaussian, mode_curves, plot_fits, plot_mode_curves, release_points, reverse_kl
from ..mode_proximity import plot_proximity, proximity_bounds, proximity_curve
from ..posteriors import MeanField
from .kurle import KurleRun, kurle_runs, plot_kurle, run_kurle, true_log_lik
from .mnist import ImageCell, paper_table1, plot_table1, run_image_cell, table1_cells, table1_differences, table1_nearest, underflow
from .regimes import plot_regimes, regime_cells, regime_effects, regime_table, run_regimes
from .tractable import Toy, barrier, exact_posterior, plot_toy, run_toys, separation
from ..runs import choose, one_line_errors, saved_table
from ..symmetrized_elbo import Exact, Uniform
@dataclass(frozen=True)
class Claim:
    """Something that the paper says, and what was found

    Parameters
    ----------
    text : str
        the claim
    verdict : str
        'reproduced', 'not reproduced' or 'undecided'
    evidence : str
        the numbers
    p_value : float | None = None
        of the difference that the verdict rests on; None where nothing is random
    """
    text: str
    verdict: str
    evidence: str
    p_value: float | None = ...
    def __str__(self) -> str: ...
def held(ok: bool) -> str:
    """Verdict on something that has no noise

    Parameters
    ----------
    ok : bool
        was it found as claimed?

    Returns
    -------
    str
    """
    ...
def shown(d: Difference, more: bool=True) -> str:
    """Verdict on a difference by itself: undecided if the interval holds zero, is unknown, or has no width

    Parameters
    ----------
    d : Difference
        with its interval and p-value
    more : bool = True
        does the claim say that it is positive?

    Returns
    -------
    str
    """
    ...
def on_difference(text: str, d: Difference, evidence: str, more: bool=True) -> Claim:
    """A claim that is judged by a difference

    Parameters
    ----------
    text : str
        the claim
    d : Difference
        that it is about
    evidence : str
        the numbers
    more : bool = True
        does it say that the difference is positive?

    Returns
    -------
    Claim
    """
    ...
def judged_together(claims: Sequence[Claim]) -> list[Claim]:
    """Verdicts as one family of looks, by `false_discovery`

    Parameters
    ----------
    claims : Sequence[Claim]
        of one figure or table

    Returns
    -------
    list[Claim]
        the same; verdicts on differences stand up to an adjusted p-value of .05
    """
    ...
def in_silence(*_: object) -> None:
    """Say nothing

    Parameters
    ----------
    *_ : object
        anything
    """
    ...
@dataclass(frozen=True)
class Setup:
    """How to run

    Parameters
    ----------
    quick : bool = False
        a few seconds' worth, to see that everything works: its verdicts mean little
    data_dir : str | None = None
        folder with MNIST, default where downloads go; quick runs use the 8x8 digits
    cells : Path | None = None
        folder for cells; what is there is read
    tell : Callable = in_silence
        is told what runs
    """
    quick: bool = ...
    data_dir: str | None = ...
    cells: Path | None = ...
    tell: Callable = ...
    def saved(self, name: str, make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
        """Make a table, or read what is there

        Parameters
        ----------
        name : str
            of the cell
        make : Callable[[], pd.DataFrame]
            makes it

        Returns
        -------
        pd.DataFrame
        """
        ...
@dataclass(frozen=True)
class Artefact:
    """A figure or table

    Parameters
    ----------
    title : str
        what it shows
    run : Callable[[Setup], pd.DataFrame]
        makes the tidy table
    plot : Callable[[pd.DataFrame], plt.Figure]
        draws it
    claims : Callable[[pd.DataFrame], list[Claim]]
        judges the claims, each by itself
    """
    title: str
    run: Callable[[Setup], pd.DataFrame]
    plot: Callable[[pd.DataFrame], plt.Figure]
    claims: Callable[[pd.DataFrame], list[Claim]]
    def judge(self, table: pd.DataFrame) -> list[Claim]:
        """The claims, judged together

        Parameters
        ----------
        table : pd.DataFrame
            as of `run`

        Returns
        -------
        list[Claim]
        """
        ...
def run_shapes(s: Setup) -> pd.DataFrame:
    """Fig. 2: the minimisers in two dimensions

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per distance and family: mean and variances of the minimiser along and across the line through the modes, in units of sigma; KL in nats
    """
    ...
def plot_shapes(table: pd.DataFrame) -> plt.Figure:
    """Targets as shading, minimisers as ellipses; above with a diagonal covariance, below with a full one

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_shapes`

    Returns
    -------
    plt.Figure
    """
    ...
def wider_between(table: pd.DataFrame) -> Claim:
    """Is a Gaussian that lies between the modes wider than one of them?

    Parameters
    ----------
    table : pd.DataFrame
        with columns alpha, sigma, mean, std

    Returns
    -------
    Claim
    """
    ...
def judge_shapes(table: pd.DataFrame) -> list[Claim]:
    """The claims of Fig. 2

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_shapes`

    Returns
    -------
    list[Claim]
    """
    ...
def run_distances(s: Setup, name: str, sigmas: Sequence[float]=(1.0,), dims: Sequence[int]=(2,)) -> pd.DataFrame:
    """Figs. 3 and 5: the minimisers over the distance of the modes

    Parameters
    ----------
    s : Setup
        how
    name : str
        of the figure
    sigmas : Sequence[float] = (1.0,)
        standard deviations of the modes
    dims : Sequence[int] = (2,)
        numbers of dimensions

    Returns
    -------
    pd.DataFrame
        as of `mode_curves`
    """
    ...
def plot_distances(table: pd.DataFrame, by: str, name: str) -> plt.Figure:
    """Position, standard deviation and divergence of what descent finds from a mode

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`
    by : str
        a line per value of this column
    name : str
        how a line is called, with {} for the value

    Returns
    -------
    plt.Figure
    """
    ...
def releases(table: pd.DataFrame, by: str) -> pd.Series:
    """The distance of the modes from which descent that starts at one of them stays there

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`
    by : str
        a value per value of this column

    Returns
    -------
    pd.Series
        in units of sigma
    """
    ...
def judge_dimensions(table: pd.DataFrame) -> list[Claim]:
    """The claims of Fig. 3

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`

    Returns
    -------
    list[Claim]
    """
    ...
def judge_sigmas(table: pd.DataFrame) -> list[Claim]:
    """The claims of Fig. 5

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_distances`

    Returns
    -------
    list[Claim]
    """
    ...
def run_proximity(s: Setup) -> pd.DataFrame:
    """Random networks of MNIST's shape, and trained ones

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per network: width, kind, relative distance to the nearest equivalent network, nats to the nearest equivalent posterior (trained ones), and the bounds
    """
    ...
def draw_proximity(table: pd.DataFrame) -> plt.Figure:
    """Relative distances with the bounds; and what they are in nats for the trained posteriors

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_proximity`

    Returns
    -------
    plt.Figure
    """
    ...
def closer_modes(table: pd.DataFrame, kind: str) -> Claim:
    """Is every network's nearest equivalent nearer than that of every narrower one?

    Parameters
    ----------
    table : pd.DataFrame
        networks of one kind
    kind : str
        which

    Returns
    -------
    Claim
    """
    ...
def judge_proximity(table: pd.DataFrame) -> list[Claim]:
    """The claims of theorem 3.1

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_proximity`

    Returns
    -------
    list[Claim]
    """
    ...
assumptions: dict
def run_assumptions(s: Setup, converged: Sequence[bool]=(False, True)) -> pd.DataFrame:
    """The two-weight network under every assumption, ten training seeds

    Parameters
    ----------
    s : Setup
        how
    converged : Sequence[bool] = (False, True)
        the paper's 100 steps, and to convergence

    Returns
    -------
    pd.DataFrame
        as of `run_toys`, with a column `assumption`
    """
    ...
def toy_differences(results: pd.DataFrame, column: str) -> pd.Series:
    """Differences paired by training seed

    Parameters
    ----------
    results : pd.DataFrame
        as of `run_assumptions`
    column : str
        of them

    Returns
    -------
    pd.Series
        by training, assumption and alpha: symmetrised minus mean field
    """
    ...
def plot_densities(table: pd.DataFrame) -> plt.Figure:
    """Exact posterior and both fits, under the default assumptions

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    plt.Figure
    """
    ...
def two_blobs(table: pd.DataFrame) -> pd.DataFrame:
    """Which densities have two blobs? An equal mixture of two Gaussians has if they are more than two standard deviations apart

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    pd.DataFrame
        by assumption and alpha: does the exact posterior fall by more than log 2 between its modes; the share of seeds whose symmetrised fit has two modes, for either method
    """
    ...
def judge_densities(table: pd.DataFrame) -> list[Claim]:
    """The claims of Fig. 4: under the default, and where else

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
def plot_toy_numbers(table: pd.DataFrame, columns: dict[str, str]) -> plt.Figure:
    """Left: both methods under the default assumptions, after 100 steps (dotted) and converged; right: symmetrised minus mean field under every assumption, converged if there is

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`
    columns : dict[str, str]
        what to draw, with its name

    Returns
    -------
    plt.Figure
    """
    ...
def toy_claims(table: pd.DataFrame, column: str, text: str, more: bool) -> list[Claim]:
    """A claim on a difference at every alpha, after 100 steps and converged: under the default assumptions, and what is significant under the others, which are one family of looks

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`
    column : str
        what is compared
    text : str
        the claim, with {} for alpha
    more : bool
        does it say that the symmetrised fit has more?

    Returns
    -------
    list[Claim]
        one per training and alpha
    """
    ...
def judge_optima(table: pd.DataFrame) -> Claim:
    """Is symmetrised training nearer to the exact posterior at every alpha, once converged? As sure as the least sure of them

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    Claim
    """
    ...
def judge_theorems(table: pd.DataFrame) -> list[Claim]:
    """Theorem 4.1, corollary 4.2 and the bounds of I, by fits whose evidence and divergences come from one set of nodes and whose ELBO and I from another

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
def judge_evidence(table: pd.DataFrame) -> list[Claim]:
    """The claims of table 3

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_assumptions`

    Returns
    -------
    list[Claim]
    """
    ...
def run_table1(s: Setup) -> pd.DataFrame:
    """All cells of table 1

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_image_cell`
    """
    ...
def table1_growth(table: pd.DataFrame) -> tuple[pd.Series, Difference]:
    """Does the gain grow with the width?

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`

    Returns
    -------
    tuple[pd.Series, Difference]
        by width: points gained, averaged over the paper's K; their slope over log2 of the width, by seed
    """
    ...
def higher_elbo(table: pd.DataFrame, width: int) -> Claim:
    """Do the paper's K end at a higher symmetrised ELBO, at least? Not by symmetrising where no copy ever came so near that the gradient of I was anything but zero

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`
    width : int
        hidden units

    Returns
    -------
    Claim
    """
    ...
def judge_table1(table: pd.DataFrame) -> list[Claim]:
    """The claims of table 1

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_table1`

    Returns
    -------
    list[Claim]
    """
    ...
def run_estimator(s: Setup) -> pd.DataFrame:
    """The paper's estimator on random posteriors of networks with three inputs and two outputs

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        a row per width, spread, K and seed: mean of I_K and its standard error over draws, its standard deviation with the weights' draw and by the permutations alone, the norm of its gradient, and the exact I of the same weights up to 5 units
    """
    ...
def plot_estimator(table: pd.DataFrame) -> plt.Figure:
    """Standard deviations over the width, a panel per spread of the means: with the draw of the weights (lines) and by the permutations alone (dotted)

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_estimator`

    Returns
    -------
    plt.Figure
    """
    ...
def judge_estimator(table: pd.DataFrame) -> list[Claim]:
    """Theorem 4.3, and what is said about variance

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_estimator`

    Returns
    -------
    list[Claim]
    """
    ...
def judge_regimes(table: pd.DataFrame) -> list[Claim]:
    """Where symmetrised training helps and harms

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_regimes`

    Returns
    -------
    list[Claim]
    """
    ...
def attended(work: Callable, parent: int, *args: Any) -> Any:
    """Work in a process of its own, which ends with the one that asked for it, however that ends: two that train the same would overwrite each other's checkpoints

    Parameters
    ----------
    work : Callable
        what to do
    parent : int
        identifier of the process that asks for it
    *args : Any
        arguments of the work

    Returns
    -------
    Any
        what it returns
    """
    ...
def run_breaking(s: Setup) -> pd.DataFrame:
    """The four variants of Kurle et al., two by two in processes of their own where there are cores for it

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
def judge_breaking(table: pd.DataFrame) -> list[Claim]:
    """The claims that the figure of Kurle et al. makes, and their text about it

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_breaking`

    Returns
    -------
    list[Claim]
    """
    ...
def run_collapse(s: Setup) -> pd.DataFrame:
    """A tenth of the steps without a cure, and with the symmetry accounted for

    Parameters
    ----------
    s : Setup
        how

    Returns
    -------
    pd.DataFrame
        as of `run_kurle`
    """
    ...
def judge_collapse(table: pd.DataFrame) -> list[Claim]:
    """Kurle et al. on the cause

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_collapse`

    Returns
    -------
    list[Claim]
    """
    ...
artefacts: dict
def make_artefact(name: str, out: str | Path, quick: bool=False, data_dir: str | None=None, progress: bool=True) -> list[Claim]:
    """Run, write and judge one figure or table. Raises `SymbayesError` for an unknown name or a folder that cannot be written

    Parameters
    ----------
    name : str
        a key of `artefacts`
    out : str | Path
        folder for NAME.csv, NAME.png and NAME.txt, or NAME-quick.csv and so on; cells of the work in `cells` in it
    quick : bool = False
        see `Setup`
    data_dir : str | None = None
        folder with MNIST
    progress : bool = True
        print a line per cell

    Returns
    -------
    list[Claim]
    """
    ...
def reproduce(name: str, quick: bool=False, data_dir: str='', out: str='reproduced', progress: bool=True):
    """Reproduce a figure or table of Gelberg et al. 2024, or the figure of Kurle et al. 2021: numbers, picture, and a verdict on every claim

    Parameters
    ----------
    name : str
        fig2, fig3, fig4, fig5, table1, table2, table3, estimator, proximity, regimes, kurle, collapse; or all
    quick : bool = False
        ten seconds' worth, to see that everything works
    data_dir : str = ''
        folder with MNIST, default where downloads go
    out : str = 'reproduced'
        folder for NAME.csv, NAME.png and NAME.txt; what was interrupted there goes on
    progress : bool = True
        print a line per cell; --no-progress hides them
    """
    ...
