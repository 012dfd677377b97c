# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['few_methods', 'temperatures', 'settings', 'measures', 'comparisons', 'few_words', 'few_styles', 'FewImagesCell', 'few_points', 'few_images', 'Span', 'inputs_of', 'start_few', 'fit_few', 'tempered', 'prediction_row', 'score_few', 'InducingLastLayer', 'with_ones', 'last_layer', 'drawn', 'VariationalLastLayer', 'vbll_bound', 'fit_vbll', 'ImageTarget', 'ExactImagesCell', 'exact_scores', 'tempered_terms', 'split_r_hat', 'few_cells', 'exact_cells', 'quick_few', 'few_name', 'few_looks', 'plot_few', 'judge_few', 'run_few', 'run_few_longer', 'run_few_references']
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import log, pi
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from ..cells import Cell
from ..collapsed import feature_network, last_linear, last_names
from ..core import Generators, Inputs, Layout, Params, lazy_module, network_outputs, normal_draws, require, seeded_module, streams
from ..data import DataSplits, load_data, stored_table
from ..discovery import mlp_group
from ..evidence import Schedule, adapted_schedule, anneal, effective_draws, log_mean
from .artefacts import Claim, Setup, artefact, style
from ..families import Family, NetworkFamily
from ..groups import PermutationGroup
from ..inducing import InducingPosterior, LayerPosterior, newton_targets
from ..inference import fit
from ..intervals import Difference, effects, mean_and_interval, paired_by_seed
from ..likelihoods import Categorical, Likelihood
from ..metrics import classification_metrics
from ..posteriors import MeanField, Posterior
from ..prediction import account, predict
from ..priors import IsotropicNormal, closed_form_kl
from ..runs import choose, make_mlp
import pandas as pd
import matplotlib.pyplot as plt
few_methods: tuple
@dataclass(frozen=True)
class FewImagesCell(Cell):
    """A network with one hidden layer of ReLU units on few images, and how its posterior is fitted

    Parameters
    ----------
    method : str = 'inducing'
        of `few_methods`
    n_train : int = 300
        training images
    points : int | None = None
        inducing images M, default all; of families that have some
    prior_std : float = 0.2
        of every weight
    seeds : int = 3
        training seeds, side by side
    image_draw : int = 0
        which images
    data : str = 'mnist'
        name of the data set
    width : int = 100
        hidden units
    steps : int = 300
        of Adam, each on all images, annealed by a cosine
    lr : float = 0.03
        learning rate
    n_test : int = 1000
        test images, at most
    draws : int = 100
        of weights, for predictions
    first_seed : int = 0
        the seeds are this one and the following
    """
    method: str = ...
    n_train: int = ...
    points: int | None = ...
    prior_std: float = ...
    seeds: int = ...
    image_draw: int = ...
    data: str = ...
    width: int = ...
    steps: int = ...
    lr: float = ...
    n_test: int = ...
    draws: int = ...
    first_seed: int = ...
    def run(self, data_dir: str | None=None) -> 'pd.DataFrame':
        """Fit and score

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        pd.DataFrame
            a row per seed
        """
        ...
def few_points(cell: FewImagesCell) -> int:
    """Inducing images of a cell

    Parameters
    ----------
    cell : FewImagesCell
        any

    Returns
    -------
    int
        0 for a family that has none
    """
    ...
def few_images(cell: FewImagesCell, data_dir: str | None=None) -> DataSplits:
    """The images of a cell

    Parameters
    ----------
    cell : FewImagesCell
        says which
    data_dir : str | None = None
        folder with the data files

    Returns
    -------
    DataSplits
        flat images
    """
    ...
class Span:
    """Axes at right angles that training images lie along

    Parameters
    ----------
    x : Tensor
        training images `(n, d)`
    """
    axes: Any
    def __init__(self, x: Tensor):
        """Parameters
        ----------
        x : Tensor
            training images `(n, d)`
        """
        ...
    def within(self, x: Tensor) -> Tensor:
        """Images along the axes

        Parameters
        ----------
        x : Tensor
            images `(m, d)`

        Returns
        -------
        Tensor
            `(m, k)`
        """
        ...
    def outputs(self, w: Params, x: Tensor, prior_std: float, generator: Generators) -> Tensor:
        """Outputs at images, whatever part of them is beyond the axes

        Parameters
        ----------
        w : Params
            draws of a network on coordinates `(*batch, S, *shape)`, with tensors as those of `make_mlp`
        x : Tensor
            images `(m, d)`
        prior_std : float
            of every weight
        generator : Generators
            of what training images say nothing of

        Returns
        -------
        Tensor
            logits `(*batch, S, m, classes)`
        """
        ...
def inputs_of(cell: FewImagesCell, task: DataSplits) -> Tensor:
    """What the network takes: the images, or for an inducing posterior their coordinates

    Parameters
    ----------
    cell : FewImagesCell
        whose
    task : DataSplits
        its images

    Returns
    -------
    Tensor
        `(n, d)`
    """
    ...
def start_few(cell: FewImagesCell, task: DataSplits) -> tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]:
    """Where training starts: mean field as on the small-data page, everything inducing near the prior

    Parameters
    ----------
    cell : FewImagesCell
        what to fit
    task : DataSplits
        its images

    Returns
    -------
    tuple[nn.Module, Family, IsotropicNormal, PermutationGroup]
        network, posteriors before training, prior, the network's group
    """
    ...
def fit_few(cell: FewImagesCell, task: DataSplits, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup) -> None:
    """Maximise the bound of the method

    Parameters
    ----------
    cell : FewImagesCell
        how
    task : DataSplits
        its images
    net : nn.Module
        the network
    q : Family
        posteriors, changed in place
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's group
    """
    ...
temperatures: Any
def tempered(probs: Tensor, y: Tensor, temperature: float) -> float:
    """NLL of predictions to the power of one over a temperature

    Parameters
    ----------
    probs : Tensor
        averaged predictions `(n, classes)`
    y : Tensor
        labels `(n,)`
    temperature : float
        1 leaves them as they are

    Returns
    -------
    float
        nats per image
    """
    ...
def prediction_row(test: Tensor, valid: Tensor, task: DataSplits) -> dict[str, float]:
    """Confidence, the temperature that validation images prefer, and the test NLL with it

    Parameters
    ----------
    test : Tensor
        averaged predictions at test images `(n, classes)`
    valid : Tensor
        at validation images `(m, classes)`
    task : DataSplits
        has the labels

    Returns
    -------
    dict[str, float]
    """
    ...
def score_few(cell: FewImagesCell, task: DataSplits, net: nn.Module, q: Family, prior: IsotropicNormal, g: PermutationGroup) -> 'pd.DataFrame':
    """The account, and predictions at test images

    Parameters
    ----------
    cell : FewImagesCell
        whose posteriors
    task : DataSplits
        its images
    net : nn.Module
        the network
    q : Family
        fitted posteriors, one per seed
    prior : IsotropicNormal
        of the weights
    g : PermutationGroup
        the network's group

    Returns
    -------
    pd.DataFrame
        a row per seed: bounds, of families that have them, and predictions
    """
    ...
class InducingLastLayer(NetworkFamily):
    """Mean field for the hidden layers, and a last layer that is a regression on pseudo-targets at the features of inducing inputs

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    body : MeanField
        over all of them but the last layer's, one posterior or a stack
    inducing : Tensor
        inputs `(M, ...)`
    targets : Tensor
        pseudo-targets `(*batch, M, out)`
    strength : Tensor
        a quarter of their log precisions `(*batch, M)`
    last : list[str]
        names of the last layer's weight and bias
    std : Tensor
        standard deviations of the prior of a unit's weights and bias there `(p,)`
    """
    body: MeanField
    last: list[str]
    targets: Tensor
    strength: Tensor
    def __init__(self, layout: Layout, body: MeanField, inducing: Tensor, targets: Tensor, strength: Tensor, last: list[str], std: Tensor):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        body : MeanField
            over all of them but the last layer's, one posterior or a stack
        inducing : Tensor
            inputs `(M, ...)`
        targets : Tensor
            pseudo-targets `(*batch, M, out)`
        strength : Tensor
            a quarter of their log precisions `(*batch, M)`
        last : list[str]
            names of the last layer's weight and bias
        std : Tensor
            standard deviations of the prior of a unit's weights and bias there `(p,)`
        """
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes: those of the body"""
        ...
    def spec(self) -> dict:
        """What the constructor needs besides tensors

        Returns
        -------
        dict
            JSON-able
        """
        ...
    @classmethod
    def build(cls, layout: Layout, tensors: dict[str, Tensor], spec: dict) -> 'InducingLastLayer':
        """What `layout`, `tensors` and `spec` describe, without a network

        Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        tensors : dict[str, Tensor]
            as of `tensors`
        spec : dict
            as of `spec`

        Returns
        -------
        InducingLastLayer
        """
        ...
    def bind(self, model: nn.Module) -> 'InducingLastLayer':
        """Say which network computes the features

        Parameters
        ----------
        model : nn.Module
            the network

        Returns
        -------
        InducingLastLayer
            itself
        """
        ...
    @classmethod
    def from_module(cls, models: Sequence[nn.Module], prior: IsotropicNormal, inducing: Tensor, M: int, targets: Tensor, likelihood: Likelihood, std: float=0.02, generator: Generators=None) -> 'InducingLastLayer':
        """The last layer starts as a regression on the data

        Parameters
        ----------
        models : Sequence[nn.Module]
            networks that make a stack; the body's means start at their weights
        prior : IsotropicNormal
            of all weights
        inducing : Tensor
            inputs from which to take M
        M : int
            take so many of them
        targets : Tensor
            what the data say there
        likelihood : Likelihood
            of the targets
        std : float = 0.02
            standard deviation of the body at the start
        generator : Generators = None
            of the choice of inputs, the first one; one per member

        Returns
        -------
        InducingLastLayer
        """
        ...
    def rsample(self, n: int=1, generator: Generators=None) -> Params:
        """Reparametrised draws of the weights

        Parameters
        ----------
        n : int = 1
            draws S
        generator : Generators = None
            one, or one per member

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`
        """
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the weights

        Parameters
        ----------
        n : int = 1
            draws S
        generator : Generators = None
            one, or one per member

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, without a gradient
        """
        ...
    def log_prob(self, w: Params) -> Tensor:
        """Log density of weights: of the body, and of the last layer given it

        Parameters
        ----------
        w : Params
            tensors `(*batch, *lead, *shape)`

        Returns
        -------
        Tensor
            `(*batch, *lead)` nats
        """
        ...
    def elbo_draws(self, model: nn.Module, prior: IsotropicNormal, likelihood: Likelihood, batch: tuple[Inputs, Tensor], n_data: int, n: int, generator: Generators=None, member_x: bool=False) -> tuple[Params, Tensor, Tensor]:
        """Draws, the log likelihood under them, and what prior and body charge

        Parameters
        ----------
        model : nn.Module
            the network
        prior : IsotropicNormal
            of its weights, the one that the posterior was made for
        likelihood : Likelihood
            of the targets
        batch : tuple[Inputs, Tensor]
            inputs and targets
        n_data : int
            size of the whole data set
        n : int
            draws S
        generator : Generators = None
            of the draws
        member_x : bool = False
            does each member of a stack see its own batch?

        Returns
        -------
        tuple[Params, Tensor, Tensor]
            draws; log likelihood and KL `(*batch, S)` nats
        """
        ...
    def charged_part(self, g: PermutationGroup) -> tuple[Posterior, PermutationGroup]:
        """What the group is charged for: the last layer follows its features

        Parameters
        ----------
        g : PermutationGroup
            the group, over all tensors

        Returns
        -------
        tuple[Posterior, PermutationGroup]
            the body, and the group on its tensors
        """
        ...
def _last_of(model: nn.Module, name: str) -> tuple[Layout, list[str]]: ...
def with_ones(f: Tensor) -> Tensor:
    """Features, and a constant for the bias

    Parameters
    ----------
    f : Tensor
        features `(*lead, p)`

    Returns
    -------
    Tensor
        `(*lead, p+1)`
    """
    ...
def last_layer(q: InducingLastLayer, w: Params) -> LayerPosterior:
    """The posterior of the last layer given the body

    Parameters
    ----------
    q : InducingLastLayer
        bound to its network
    w : Params
        draws of the body `(*batch, S, *shape)`

    Returns
    -------
    LayerPosterior
        in units of the prior
    """
    ...
def drawn(q: InducingLastLayer, n: int, generator: Generators=None) -> tuple[Params, Tensor]:
    """Reparametrised draws

    Parameters
    ----------
    q : InducingLastLayer
        bound to its network
    n : int
        draws S
    generator : Generators = None
        one, or one per member

    Returns
    -------
    tuple[Params, Tensor]
        draws `(*batch, S, *shape)`; divergence of the last layer from the prior, given the body, `(*batch, S)`
    """
    ...
from fastcore.basics import patch
class VariationalLastLayer(Family):
    """Weights of the features as numbers, and a Gaussian for the last layer's weights of each class

    Parameters
    ----------
    layout : Layout
        names and shapes of the network's parameters
    body : Tensor
        weights of the features, side by side, `(*batch, P)`
    mean : Tensor
        of the last layer's weights, in units of the prior, the bias last, `(*batch, classes, p)`
    root : Tensor
        below the diagonal the factor of their covariance `(*batch, classes, p, p)`
    log_scale : Tensor
        logarithm of its diagonal `(*batch, classes, p)`
    last : list[str]
        names of the last layer's weight and bias
    std : float
        standard deviation of the prior of every weight
    """
    last: list[str]
    std: float
    features: Any
    def __init__(self, layout: Layout, body: Tensor, mean: Tensor, root: Tensor, log_scale: Tensor, last: list[str], std: float):
        """Parameters
        ----------
        layout : Layout
            names and shapes of the network's parameters
        body : Tensor
            weights of the features, side by side, `(*batch, P)`
        mean : Tensor
            of the last layer's weights, in units of the prior, the bias last, `(*batch, classes, p)`
        root : Tensor
            below the diagonal the factor of their covariance `(*batch, classes, p, p)`
        log_scale : Tensor
            logarithm of its diagonal `(*batch, classes, p)`
        last : list[str]
            names of the last layer's weight and bias
        std : float
            standard deviation of the prior of every weight
        """
        ...
    def spec(self) -> dict:
        """What the constructor needs besides tensors

        Returns
        -------
        dict
            JSON-able
        """
        ...
    @property
    def batch_shape(self) -> torch.Size:
        """Leading axes"""
        ...
    @classmethod
    def from_module(cls, models: Sequence[nn.Module], prior: IsotropicNormal, x: Tensor, scale: float=0.1) -> 'VariationalLastLayer':
        """Start at the networks' own weights

        Parameters
        ----------
        models : Sequence[nn.Module]
            networks that make a stack; training starts at their weights
        prior : IsotropicNormal
            of all weights
        x : Tensor
            a few inputs
        scale : float = 0.1
            standard deviations of the last layer at the start, in units of the prior's

        Returns
        -------
        VariationalLastLayer
        """
        ...
    def factor(self) -> Tensor:
        """Of the covariances, in units of the prior

        Returns
        -------
        Tensor
            `(*batch, classes, p, p)`
        """
        ...
    def sample(self, n: int=1, generator: Generators=None) -> Params:
        """Draws of the last layer; the features' weights are always the same

        Parameters
        ----------
        n : int = 1
            draws S
        generator : Generators = None
            one, or one per member

        Returns
        -------
        Params
            tensors `(*batch, S, *shape)`, without a gradient
        """
        ...
def vbll_bound(q: VariationalLastLayer, net: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
    """What is maximised: the bound on the log likelihood minus the last layer's divergence, and the log prior of the features' weights

    Parameters
    ----------
    q : VariationalLastLayer
        whose
    net : nn.Module
        gives the features, as of `feature_network`
    batch : tuple[Tensor, Tensor]
        all inputs and labels

    Returns
    -------
    Tensor
        `(members,)` nats
    """
    ...
def fit_vbll(net: nn.Module, q: VariationalLastLayer, data: tuple[Tensor, Tensor], steps: int, lr: float) -> None:
    """Maximise the bound; nothing in it is random

    Parameters
    ----------
    net : nn.Module
        the network
    q : VariationalLastLayer
        changed in place
    data : tuple[Tensor, Tensor]
        all inputs and labels
    steps : int
        of Adam
    lr : float
        learning rate, annealed by a cosine
    """
    ...
class ImageTarget:
    """`log p(y|w)` of a network with one hidden layer of ReLU under an isotropic prior, in coordinates that are standard normal under it

    Parameters
    ----------
    x : Tensor
        images `(n, d)`
    y : Tensor
        labels `(n,)`
    width : int
        hidden units
    prior_std : float
        of every weight
    classes : int
        outputs
    """
    span: Any
    y: Tensor
    prior_std: float
    width: int
    classes: int
    x: Any
    split: Any
    std: Any
    def __init__(self, x: Tensor, y: Tensor, width: int, prior_std: float, classes: int):
        """Parameters
        ----------
        x : Tensor
            images `(n, d)`
        y : Tensor
            labels `(n,)`
        width : int
            hidden units
        prior_std : float
            of every weight
        classes : int
            outputs
        """
        ...
    def weights(self, z: Tensor) -> tuple[Tensor, Tensor]:
        """Coordinates, layer by layer

        Parameters
        ----------
        z : Tensor
            coordinates `(chains, P)`

        Returns
        -------
        tuple[Tensor, Tensor]
            of the hidden layer `(chains, k, width)` and the last one `(chains, width+1, classes)`
        """
        ...
    def log_lik(self, w: tuple[Tensor, Tensor]) -> Tensor:
        """Log likelihood of the labels

        Parameters
        ----------
        w : tuple[Tensor, Tensor]
            as of `weights`

        Returns
        -------
        Tensor
            `(chains,)` nats
        """
        ...
    def probs(self, w: tuple[Tensor, Tensor], x: Tensor, generator: torch.Generator) -> Tensor:
        """Predictions

        Parameters
        ----------
        w : tuple[Tensor, Tensor]
            as of `weights`
        x : Tensor
            other images `(m, d)`
        generator : torch.Generator
            of what the training images say nothing of

        Returns
        -------
        Tensor
            `(chains, m, classes)`
        """
        ...
@dataclass(frozen=True)
class ExactImagesCell(Cell):
    """A network on few images, to be sampled

    Parameters
    ----------
    n_train : int = 100
        training images
    prior_std : float = 0.2
        of every weight
    image_draw : int = 0
        which images
    data : str = 'mnist'
        name of the data set
    width : int = 100
        hidden units
    chains : int = 8
        side by side
    temperatures : int = 200
        from the prior to the posterior, at most
    leaps : int = 3
        of a Hamiltonian move
    kept : int = 12
        draws kept of each chain
    between : int = 15
        moves from one to the next
    n_test : int = 1000
        test images, at most
    """
    n_train: int = ...
    prior_std: float = ...
    image_draw: int = ...
    data: str = ...
    width: int = ...
    chains: int = ...
    temperatures: int = ...
    leaps: int = ...
    kept: int = ...
    between: int = ...
    n_test: int = ...
    def run(self, data_dir: str | None=None) -> 'pd.DataFrame':
        """Anneal, sample and predict

        Parameters
        ----------
        data_dir : str | None = None
            folder with the data files

        Returns
        -------
        pd.DataFrame
            one row
        """
        ...
def exact_scores(probs: Tensor, liks: Tensor, task: DataSplits, n: int) -> dict[str, float]:
    """Metrics of the average over all draws, the error of the NLL from the chains, and how far these agree

    Parameters
    ----------
    probs : Tensor
        predictions, at test images and at validation images, `(chains, kept, n+m, classes)`
    liks : Tensor
        log likelihood of the training labels `(chains, kept)`
    task : DataSplits
        has the labels
    n : int
        test images

    Returns
    -------
    dict[str, float]
    """
    ...
def tempered_terms(probs: Tensor, y: Tensor) -> Tensor:
    """Minus the log probability of every label

    Parameters
    ----------
    probs : Tensor
        `(n, classes)`
    y : Tensor
        labels `(n,)`

    Returns
    -------
    Tensor
        `(n,)` nats
    """
    ...
def split_r_hat(values: Tensor) -> float:
    """Spread of all values over spread within halves of chains (Gelman et al. 2013)

    Parameters
    ----------
    values : Tensor
        `(chains, draws)`, an even number of draws

    Returns
    -------
    float
        1 if halves of chains agree
    """
    ...
def few_cells() -> list[FewImagesCell]:
    """All cells of the experiment

    Returns
    -------
    list[FewImagesCell]
        the most important ones first
    """
    ...
def exact_cells() -> list[ExactImagesCell]:
    """What is sampled"""
    ...
def quick_few() -> list[FewImagesCell]:
    """Every method, two seeds and few steps, to see that everything works"""
    ...
settings: list
measures: dict
comparisons: list
def few_name(r: 'pd.Series') -> str:
    """Name of a method

    Parameters
    ----------
    r : pd.Series
        a row of the results

    Returns
    -------
    str
        in tables and legends
    """
    ...
few_words: dict
def few_looks(table: 'pd.DataFrame') -> 'pd.DataFrame':
    """All comparisons, as one family of looks

    Parameters
    ----------
    table : pd.DataFrame
        rows per seed and cell

    Returns
    -------
    pd.DataFrame
        as of `effects`: a row per setting, comparison and measure
    """
    ...
few_styles: dict
def plot_few(table: 'pd.DataFrame', exact: 'pd.DataFrame|None'=None) -> 'plt.Figure':
    """Bound and test NLL in every setting, and the NLL after calibration

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_few`
    exact : pd.DataFrame|None = None
        default the stored one

    Returns
    -------
    plt.Figure
    """
    ...
def _dots(ax: 'plt.Axes', t: 'pd.DataFrame', column: str, places: dict) -> None:
    """A marker with its interval for each method and setting"""
    ...
def judge_few(table: 'pd.DataFrame') -> list[Claim]:
    """Where each family helps and harms

    Parameters
    ----------
    table : pd.DataFrame
        as of `run_few`

    Returns
    -------
    list[Claim]
    """
    ...
def run_few(s: Setup) -> 'pd.DataFrame':
    """All cells

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        a row per cell and training seed
    """
    ...
def run_few_longer(s: Setup) -> 'pd.DataFrame':
    """Fit mean field and the inducing posterior for longer

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        as of `run_few`
    """
    ...
def run_few_references(s: Setup) -> 'pd.DataFrame':
    """What the methods are held against

    Parameters
    ----------
    s : Setup
        how; quick runs are on the 8x8 digits

    Returns
    -------
    pd.DataFrame
        a row per setting
    """
    ...
from symbayes.core import document
