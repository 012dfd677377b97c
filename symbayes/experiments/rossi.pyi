# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['networks', 'groups', 'settings', 'temperatures', 'closed', 'looks', 'Solutions', 'fit_solutions', 'BarrierCell', 'pair_rows', 'calibrated', 'above_the_line', 'heights', 'by_seed', 'setting_name', 'paired_heights', 'over_seeds', 'summary', 'starts_table', 'judge_rossi', 'one_inner_point', 'judge_widening', 'plot_rossi', 'along', 'base_of', 'rossi_cells', 'quick_cells', 'run_rossi', 'PlaneCell', 'aligned_with', 'plane_rows', 'plot_planes', 'judge_planes', 'run_rossi_plane']
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
import time
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..alignment import find_alignment, wasserstein2
from ..barriers import interpolate, loss_barrier, solution_plane
from ..cells import Cell
from ..core import lazy_module, require, seeded_module, streams
from ..data import DataSplits, load_data
from ..discovery import mlp_group
from .artefacts import Claim, Setup, artefact, held, on_difference
from .networks import norm_resnet, norm_resnet_group
from ..families import Family
from ..groups import PermutationGroup
from ..inference import Checkpoint, fit
from ..intervals import Difference, paired_difference
from ..likelihoods import Categorical
from ..posteriors import MeanField
from ..prediction import predict
from ..priors import IsotropicNormal
from ..runs import choose, make_mlp
import pandas as pd
import matplotlib.pyplot as plt
networks: dict
groups: dict
@dataclass(frozen=True)
class Solutions(Cell):
    """Posteriors of one network from several training seeds

    Parameters
    ----------
    network : str = 'mlp'
        of `networks`
    width : int = 512
        hidden units of a layer, or channels of the first stage
    depth : int = 2
        hidden layers, or blocks of a stage
    data : str = 'mnist'
        name of the data set
    n_train : int = 10000
        training images
    prior_std : float = 0.1
        of every weight, but for scales of norms, which start at 1 and have 1
    kl_weight : float = 0.1
        factor on the KL; 1 is the ELBO
    symmetrized : bool = False
        fit the symmetrised ELBO?
    seeds : int = 4
        training seeds, side by side
    epochs : int = 6
        passes over the images
    lr : float = 0.01
        learning rate of Adam, annealed by a cosine
    batch_size : int = 200
        images a step
    image_draw : int = 0
        which images
    first_seed : int = 0
        the seeds are this one and the following
    """
    network: str = ...
    width: int = ...
    depth: int = ...
    data: str = ...
    n_train: int = ...
    prior_std: float = ...
    kl_weight: float = ...
    symmetrized: bool = ...
    seeds: int = ...
    epochs: int = ...
    lr: float = ...
    batch_size: int = ...
    image_draw: int = ...
    first_seed: int = ...
    def __str__(self) -> str: ...
    def images(self, data_dir: str | None=None) -> DataSplits:
        """Training images, and all test images, in random order where they lie by class

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        DataSplits
        """
        ...
    def start(self, task: DataSplits) -> list[nn.Module]:
        """Where training starts: at weights as torch draws them

        Parameters
        ----------
        task : DataSplits
            its images

        Returns
        -------
        list[nn.Module]
            a network per seed
        """
        ...
    def prior(self, net: nn.Module) -> IsotropicNormal:
        """Gaussian, with a standard deviation for each tensor

        Parameters
        ----------
        net : nn.Module
            its network

        Returns
        -------
        IsotropicNormal
        """
        ...
    def fitted(self, task: DataSplits, out: str | Path | None=None) -> tuple[nn.Module, MeanField]:
        """Fit, or read

        Parameters
        ----------
        task : DataSplits
            its images
        out : str | Path | None = None
            folder for posteriors; what is there is read

        Returns
        -------
        tuple[nn.Module, MeanField]
            the network, and the posteriors as a stack
        """
        ...
def fit_solutions(cell: Solutions, task: DataSplits, checkpoint: Checkpoint | None=None) -> MeanField:
    """Maximise the tempered ELBO, with noise on the outputs of layers, or on weights where there are convolutions

    Parameters
    ----------
    cell : Solutions
        what to fit, and how
    task : DataSplits
        its images
    checkpoint : Checkpoint | None = None
        file for the state of the run

    Returns
    -------
    MeanField
        a stack
    """
    ...
@dataclass(frozen=True)
class BarrierCell(Cell):
    """Losses on the way between all pairs of solutions, as they are and aligned

    Parameters
    ----------
    solutions : Solutions = Solutions()
        between which
    starts : tuple[str, ...] = ('best',)
        where alignment starts: 'best' is the default search, else one of its starts
    points : int = 5
        of the way, both ends among them
    draws : int = 4
        of weights, common to all points
    n_images : int = 500
        training images for losses, at most
    n_test : int = 1000
        test images for losses, at most
    calibrated : bool = False
        also by predictions at the temperature that training images prefer?
    """
    solutions: Solutions = ...
    starts: tuple[str, ...] = ...
    points: int = ...
    draws: int = ...
    n_images: int = ...
    n_test: int = ...
    calibrated: bool = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """Fit, align and measure

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files
        out : str | Path | None = None
            folder for posteriors; what is there is read

        Returns
        -------
        pd.DataFrame
            a row per pair, alignment and point of the way
        """
        ...
settings: list
def pair_rows(cell: BarrierCell, net: nn.Module, q: MeanField, task: DataSplits, pair: tuple[int, int]) -> 'pd.DataFrame':
    """One pair, as it is and aligned

    Parameters
    ----------
    cell : BarrierCell
        what to measure
    net : nn.Module
        the network
    q : MeanField
        the solutions
    task : DataSplits
        images
    pair : tuple[int, int]
        which two: the second is aligned with the first

    Returns
    -------
    pd.DataFrame
        a row per alignment and point of the way
    """
    ...
temperatures: Any
def calibrated(net: nn.Module, q0: MeanField, q1: MeanField, train: tuple[Tensor, Tensor], test: tuple[Tensor, Tensor], draws: int, generator: torch.Generator) -> 'pd.DataFrame':
    """Test NLL of predictions with logits divided by the temperature that is best on training images, and accuracy

    Parameters
    ----------
    net : nn.Module
        the network
    q0 : MeanField
        one end
    q1 : MeanField
        the other end
    train : tuple[Tensor, Tensor]
        images that choose the temperature
    test : tuple[Tensor, Tensor]
        images that judge
    draws : int
        of weights
    generator : torch.Generator
        of the draws

    Returns
    -------
    pd.DataFrame
        by t: at both ends and in the middle
    """
    ...
def above_the_line(rows: 'pd.DataFrame', part: str='test_nll') -> float:
    """The barrier: how far a curve is at most above the straight line between its ends

    Parameters
    ----------
    rows : pd.DataFrame
        one pair's, with columns `t` and `part`
    part : str = 'test_nll'
        which loss

    Returns
    -------
    float
        nats per example
    """
    ...
def heights(table: 'pd.DataFrame', part: str='test_nll') -> 'pd.DataFrame':
    """All barriers of a loss that was measured

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`
    part : str = 'test_nll'
        which loss

    Returns
    -------
    pd.DataFrame
        a row per setting, pair and alignment: the barrier in nats per example
    """
    ...
def by_seed(first: Sequence[int], second: Sequence[int], values: Sequence[float]) -> np.ndarray:
    """A number per seed (jackknife pseudo-values): pairs that share a seed are not independent, seeds are

    Parameters
    ----------
    first : Sequence[int]
        `(pairs,)`: one seed of every pair
    second : Sequence[int]
        the other
    values : Sequence[float]
        a number per pair

    Returns
    -------
    np.ndarray
        `(seeds,)`: their mean is that of the values, their spread what a seed does to it
    """
    ...
def setting_name(row: 'pd.Series|tuple') -> str:
    """What was trained on what

    Parameters
    ----------
    row : pd.Series|tuple
        with `settings`, or their values

    Returns
    -------
    str
    """
    ...
def paired_heights(table: 'pd.DataFrame', part: str='test_nll', alignment: str='best') -> dict[tuple, 'pd.DataFrame']:
    """Barriers as they are and aligned, side by side

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`
    part : str = 'test_nll'
        which loss
    alignment : str = 'best'
        where alignment starts

    Returns
    -------
    dict[tuple, 'pd.DataFrame']
        by setting, in the order of the table: columns `first`, `second`, `plain`, `aligned`
    """
    ...
def over_seeds(pairs: 'pd.DataFrame', values: Sequence[float]) -> Difference:
    """The mean over pairs, with its interval over seeds

    Parameters
    ----------
    pairs : pd.DataFrame
        columns `first` and `second`
    values : Sequence[float]
        a number per pair

    Returns
    -------
    Difference
        from zero
    """
    ...
def summary(table: 'pd.DataFrame', part: str='test_nll') -> 'pd.DataFrame':
    """Barriers before and after, and how much of them is left

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`
    part : str = 'test_nll'
        which loss

    Returns
    -------
    pd.DataFrame
        a row per setting
    """
    ...
def _left(p: 'pd.DataFrame') -> float: ...
def starts_table(table: 'pd.DataFrame', part: str='test_nll') -> 'pd.DataFrame':
    """What becomes of a barrier by where alignment starts, in settings where several were tried

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`
    part : str = 'test_nll'
        which loss

    Returns
    -------
    pd.DataFrame
        a row per setting and start
    """
    ...
def _short(d: Difference) -> str: ...
closed: Any
def judge_rossi(table: 'pd.DataFrame') -> list[Claim]:
    """Judge what Rossi et al. say of barriers, and what is said of widening

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`

    Returns
    -------
    list[Claim]
    """
    ...
def one_inner_point(rows: 'pd.DataFrame') -> str:
    """Say where barriers are lower bounds

    Parameters
    ----------
    rows : pd.DataFrame
        rows of one setting, with column `t`

    Returns
    -------
    str
        empty where the way has more inner points
    """
    ...
def judge_widening(table: 'pd.DataFrame') -> list[Claim]:
    """Ito et al. 2025: without permutations, widening alone closes the barrier of predictions at a calibrated temperature

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`

    Returns
    -------
    list[Claim]
        none where nothing was calibrated
    """
    ...
def plot_rossi(table: 'pd.DataFrame') -> 'plt.Figure':
    """Above: test NLL along the way, a line per pair. Below: barriers by depth, by width, and by everything else

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`

    Returns
    -------
    plt.Figure
    """
    ...
looks: dict
def along(table: 'pd.DataFrame') -> list[tuple]:
    """Whose ways are drawn: those with the most images, of each kind

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`

    Returns
    -------
    list[tuple]
        at most three settings, the one without depth first and residual networks last
    """
    ...
def base_of(table: 'pd.DataFrame') -> tuple:
    """The setting that most others differ from in one factor

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi`

    Returns
    -------
    tuple
        of perceptrons that were fitted as usual
    """
    ...
def _differs(a: tuple, b: tuple) -> set[str]: ...
def _draw_way(ax: 'plt.Axes', rows: 'pd.DataFrame', title: str) -> None:
    """A line per pair"""
    ...
def _draw_factor(ax: 'plt.Axes', pairs: dict[tuple, 'pd.DataFrame'], base: tuple, factor: str) -> None:
    """Barriers over one factor, all else as in the base"""
    ...
def _draw_points(ax: 'plt.Axes', by: dict, which: Sequence[str]) -> None:
    """All pairs as small marks, and their mean"""
    ...
def _draw_rest(ax: 'plt.Axes', rest: dict[str, 'pd.DataFrame']) -> None:
    """A row per setting"""
    ...
def rossi_cells() -> list[BarrierCell]:
    """All cells of the experiment

    Returns
    -------
    list[BarrierCell]
        the most important ones first
    """
    ...
def quick_cells() -> list[BarrierCell]:
    """Small ones on the 8x8 digits"""
    ...
def run_rossi(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `BarrierCell`
    """
    ...
@dataclass(frozen=True)
class PlaneCell(Cell):
    """The log posterior on the plane through the means of three solutions

    Parameters
    ----------
    solutions : Solutions = Solutions()
        of which the first three
    n_grid : int = 21
        points along either side
    n_images : int = 1000
        training images for the likelihood, at most
    """
    solutions: Solutions = ...
    n_grid: int = ...
    n_images: int = ...
    def run(self, data_dir: str | None=None, out: str | Path | None=None) -> 'pd.DataFrame':
        """As they are, and with the second and the third aligned with the first

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files
        out : str | Path | None = None
            folder for posteriors; what is there is read

        Returns
        -------
        pd.DataFrame
            a row per alignment and point
        """
        ...
def aligned_with(q0: MeanField, q1: MeanField, g: PermutationGroup, seed: int=0) -> MeanField:
    """The second, near the first

    Parameters
    ----------
    q0 : MeanField
        stays
    q1 : MeanField
        is moved
    g : PermutationGroup
        of the network
    seed : int = 0
        of random starts

    Returns
    -------
    MeanField
    """
    ...
def plane_rows(cell: PlaneCell, net: nn.Module, three: list[MeanField], task: DataSplits) -> 'pd.DataFrame':
    """Nats per image: log likelihood, and the log prior at its weight

    Parameters
    ----------
    cell : PlaneCell
        how fine
    net : nn.Module
        the network
    three : list[MeanField]
        solutions
    task : DataSplits
        images

    Returns
    -------
    pd.DataFrame
        a row per point of the plane, and one per solution, with its number in `corner`
    """
    ...
def plot_planes(table: 'pd.DataFrame') -> 'plt.Figure':
    """A row per network: the log posterior on the plane as they are, and aligned; both of one scale

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi_plane`

    Returns
    -------
    plt.Figure
    """
    ...
def _within(points: 'pd.DataFrame', corners: 'pd.DataFrame') -> np.ndarray:
    """Which points are inside of the triangle"""
    ...
def _draw_plane(ax: 'plt.Axes', v: 'pd.DataFrame', levels: np.ndarray, best: float) -> None: ...
def judge_planes(table: 'pd.DataFrame') -> list[Claim]:
    """The picture in words

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_rossi_plane`

    Returns
    -------
    list[Claim]
    """
    ...
def run_rossi_plane(s: Setup) -> 'pd.DataFrame':
    """All cells, with posteriors that `rossi` has fitted where it ran in the same folder

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `PlaneCell`
    """
    ...
from symbayes.core import document
