# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['as_real', 'check_logits', 'predictive_log_probs', 'predictive_probs', 'check_probs', 'accuracy', 'nll', 'brier', 'confidences', 'reliability', 'plot_reliability', 'ece', 'adaptive_ece', 'predictive_entropy', 'epistemic_mi', 'auroc', 'aupr', 'fpr95', 'as_table', 'ood_metrics', 'classification_metrics', 'noise_of_members', 'check_means', 'mixture_log_lik', 'rmse', 'coverage', 'regression_metrics', 'function_distances']
import math
from collections.abc import Callable, Sequence
import numpy as np
import torch
import torch.nn.functional as F
from .core import SymbayesError, check_count, check_dense, check_finite, check_level
from .core import import_torchvision, lazy_module, moved, require
from .data import check_labels
from torch import Tensor
import pandas as pd
import matplotlib.pyplot as plt
import sklearn.metrics as sk_metrics
_gone: tuple
from symbayes.intervals import Difference as Difference
from symbayes.intervals import Interval as Interval
from symbayes.intervals import decimals as decimals
from symbayes.intervals import effects as effects
from symbayes.intervals import false_discovery as false_discovery
from symbayes.intervals import interval_table as interval_table
from symbayes.intervals import mean_and_interval as mean_and_interval
from symbayes.intervals import paired_by_seed as paired_by_seed
from symbayes.intervals import paired_difference as paired_difference
def as_real(name: str, t: 'Tensor|np.ndarray|Sequence|pd.Series') -> Tensor:
    """Anything numeric as a float64 tensor; NaN is refused

    Parameters
    ----------
    name : str
        how a message calls it
    t : Tensor|np.ndarray|Sequence|pd.Series
        numbers

    Returns
    -------
    Tensor
        float64, detached, on its device if that has float64
    """
    ...
def check_logits(logits: Tensor) -> Tensor:
    """Refuse what are no draws of logits, and probabilities in their place

    Parameters
    ----------
    logits : Tensor
        `(*members, S, n, C)`: log-probabilities up to a constant per sample and point; -inf is allowed

    Returns
    -------
    Tensor
        the same in float64
    """
    ...
def predictive_log_probs(logits: Tensor) -> Tensor:
    """Logarithm of the mean probabilities over the samples

    Parameters
    ----------
    logits : Tensor
        `(*members, S, n, C)`

    Returns
    -------
    Tensor
        `(*members, n, C)`
    """
    ...
def predictive_probs(logits: Tensor) -> Tensor:
    """Mean probabilities over the samples

    Parameters
    ----------
    logits : Tensor
        `(*members, S, n, C)`

    Returns
    -------
    Tensor
        `(*members, n, C)`; float64, each row sums to one
    """
    ...
def check_probs(probs: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Refuse what is no distribution over classes, and labels that do not fit

    Parameters
    ----------
    probs : Tensor
        `(*members, n, C)`
    y : Tensor
        `(n,)` labels

    Returns
    -------
    tuple[Tensor, Tensor]
        float64 probabilities, and labels on the same device
    """
    ...
def _mean_probs(probs: Tensor | None, logits: Tensor | None) -> Tensor | None:
    """The probabilities that were given, or those of the draws"""
    ...
def accuracy(probs: Tensor | None=None, y: Tensor | None=None, *, logits: Tensor | None=None) -> Tensor:
    """Share of points whose likeliest class is the label

    Parameters
    ----------
    probs : Tensor | None = None
        `(*members, n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `probs`

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def nll(log_probs: Tensor | None=None, y: Tensor | None=None, *, logits: Tensor | None=None) -> Tensor:
    """Negative log-likelihood: mean surprise at the labels

    Parameters
    ----------
    log_probs : Tensor | None = None
        `(*members, n, C)` log mean probabilities, as from `predictive_log_probs`
    y : Tensor | None = None
        `(n,)` labels
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `log_probs`

    Returns
    -------
    Tensor
        `(*members,)`, in nats per point; infinite if a label had probability zero
    """
    ...
def brier(probs: Tensor | None=None, y: Tensor | None=None, *, logits: Tensor | None=None) -> Tensor:
    """Mean squared distance to the label, summed over classes

    Parameters
    ----------
    probs : Tensor | None = None
        `(*members, n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `probs`

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 2]
    """
    ...
def confidences(probs: Tensor | None=None, y: Tensor | None=None, *, logits: Tensor | None=None) -> tuple[Tensor, Tensor]:
    """Confidence and success of each prediction

    Parameters
    ----------
    probs : Tensor | None = None
        `(*members, n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `probs`

    Returns
    -------
    tuple[Tensor, Tensor]
        `(*members, n)` each: the largest probability, and 1. where its class is the label
    """
    ...
def reliability(probs: Tensor | None=None, y: Tensor | None=None, n_bins: int=15, *, logits: Tensor | None=None) -> 'pd.DataFrame':
    """The numbers behind a reliability diagram

    Parameters
    ----------
    probs : Tensor | None = None
        `(n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    n_bins : int = 15
        bins of equal width
    logits : Tensor | None = None
        `(S, n, C)` draws, instead of `probs`

    Returns
    -------
    pd.DataFrame
        one row per bin that is not empty: mean confidence, accuracy, share of the points
    """
    ...
def plot_reliability(probs: Tensor | None=None, y: Tensor | None=None, n_bins: int=15, ax: 'plt.Axes|None'=None, *, logits: Tensor | None=None) -> 'plt.Axes':
    """Accuracy against confidence; bars below the diagonal are overconfident, their shade is their share of the points

    Parameters
    ----------
    probs : Tensor | None = None
        `(n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    n_bins : int = 15
        bins of equal width
    ax : plt.Axes|None = None
    logits : Tensor | None = None
        `(S, n, C)` draws, instead of `probs`

    Returns
    -------
    plt.Axes
    """
    ...
def _per_member(f: Callable, *arrays: Tensor, dims: int) -> Tensor:
    """`f` of the last `dims` axes of all `arrays`, for each index of the axes in front of them"""
    ...
def ece(probs: Tensor | None=None, y: Tensor | None=None, n_bins: int=15, *, logits: Tensor | None=None) -> Tensor:
    """Expected calibration error of the likeliest class

    Parameters
    ----------
    probs : Tensor | None = None
        `(*members, n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    n_bins : int = 15
        bins of equal width
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `probs`

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def adaptive_ece(probs: Tensor | None=None, y: Tensor | None=None, n_bins: int=15, classwise: bool=False, *, logits: Tensor | None=None) -> Tensor:
    """Calibration error with as many points in each bin

    Parameters
    ----------
    probs : Tensor | None = None
        `(*members, n, C)` mean probabilities
    y : Tensor | None = None
        `(n,)` labels
    n_bins : int = 15
        bins of equal mass, as far as ties allow
    classwise : bool = False
        the mean over all classes of each class's own error, instead of the likeliest class only?
    logits : Tensor | None = None
        `(*members, S, n, C)` draws, instead of `probs`

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def predictive_entropy(logits: Tensor) -> Tensor:
    """Entropy of the mean probabilities

    Parameters
    ----------
    logits : Tensor
        `(*members, S, n, C)`

    Returns
    -------
    Tensor
        `(*members, n)`, in nats
    """
    ...
def epistemic_mi(logits: Tensor) -> Tensor:
    """Mutual information of label and weights: entropy of the mean less mean of the entropies

    Parameters
    ----------
    logits : Tensor
        `(*members, S, n, C)`

    Returns
    -------
    Tensor
        `(*members, n)`, in nats, between 0 and log S
    """
    ...
def _ood(f: Callable, scores_in: Tensor, scores_out: Tensor) -> Tensor:
    """`f(labels, scores)` for each member, with label 1 for out"""
    ...
def auroc(scores_in: Tensor, scores_out: Tensor) -> Tensor:
    """Area under the ROC curve: the probability that a point from outside scores higher

    Parameters
    ----------
    scores_in : Tensor
        `(*members, n)` scores of points inside the distribution
    scores_out : Tensor
        `(*members, m)` scores of points outside, the positive class; higher means out

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def aupr(scores_in: Tensor, scores_out: Tensor) -> Tensor:
    """Area under the precision-recall curve, as average precision

    Parameters
    ----------
    scores_in : Tensor
        `(*members, n)` scores of points inside the distribution
    scores_out : Tensor
        `(*members, m)` scores of points outside, the positive class; higher means out

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def _false_positives(label: np.ndarray, score: np.ndarray, tpr: float) -> float: ...
def fpr95(scores_in: Tensor, scores_out: Tensor, tpr: float=0.95) -> Tensor:
    """Share of inside points flagged where at least 95 % of the outside points are

    Parameters
    ----------
    scores_in : Tensor
        `(*members, n)` scores of points inside the distribution
    scores_out : Tensor
        `(*members, m)` scores of points outside, the positive class; higher means out
    tpr : float = 0.95
        share of the outside points to be found

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def as_table(values: dict[str, Tensor]) -> 'pd.DataFrame':
    """Metrics as a table

    Parameters
    ----------
    values : dict[str, Tensor]
        name to `()` or `(members,)`

    Returns
    -------
    pd.DataFrame
        one row per member; one row for a single posterior
    """
    ...
def ood_metrics(scores_in: Tensor, scores_out: Tensor) -> 'pd.DataFrame':
    """AUROC, AUPR and FPR95, the outside being the positive class

    Parameters
    ----------
    scores_in : Tensor
        `(n,)` or `(members, n)` scores of points inside the distribution
    scores_out : Tensor
        `(m,)` or `(members, m)` scores of points outside; higher means out

    Returns
    -------
    pd.DataFrame
        one row per member
    """
    ...
def classification_metrics(logits: Tensor, y: Tensor, n_bins: int=15) -> 'pd.DataFrame':
    """Accuracy, NLL, Brier score, both calibration errors, mean entropy and epistemic mutual information

    Parameters
    ----------
    logits : Tensor
        `(S, n, C)`, or `(members, S, n, C)`: draws
    y : Tensor
        `(n,)` labels
    n_bins : int = 15
        of both calibration errors

    Returns
    -------
    pd.DataFrame
        one row per member; entropy and mutual information are means over the points
    """
    ...
def noise_of_members(std: Tensor, shape: torch.Size) -> Tensor:
    """The noise with axes for draws, points and outputs. Refuses a shape that does not fit, or that fits in two ways

    Parameters
    ----------
    std : Tensor
        of the noise: one number, one per member `(*members,)`, or broadcasts against `means` without enlarging them
    shape : torch.Size
        of the means `(*members, S, n, outputs)`

    Returns
    -------
    Tensor
        broadcasts against `means`
    """
    ...
def check_means(means: Tensor, y: Tensor, std: float | Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Refuse targets that do not fit the predictions, and a noise that is not positive or whose shape does not fit

    Parameters
    ----------
    means : Tensor
        `(*members, S, n, outputs)`, or `(S, n)` with targets `(n,)`
    y : Tensor
        `(n, outputs)`; `(n,)` for one output
    std : float | Tensor
        one number, `(*members,)`, or broadcasts against `means`

    Returns
    -------
    tuple[Tensor, Tensor, Tensor]
        all in float64, and such that they broadcast
    """
    ...
def mixture_log_lik(means: Tensor, y: Tensor, std: float | Tensor) -> Tensor:
    """Log density of the targets under the predictive mixture of Gaussians

    Parameters
    ----------
    means : Tensor
        `(*members, S, n, outputs)`: outputs of each sampled network
    y : Tensor
        `(n, outputs)` targets; `(n,)` for one output
    std : float | Tensor
        of the noise: a number; one per member `(*members,)`, as a stack learns it; or broadcasts, as `(S, 1, 1)`

    Returns
    -------
    Tensor
        `(*members, n)`, in nats per point
    """
    ...
def rmse(means: Tensor, y: Tensor) -> Tensor:
    """Root mean squared error of the mean prediction

    Parameters
    ----------
    means : Tensor
        `(*members, S, n, outputs)`
    y : Tensor
        `(n, outputs)` targets; `(n,)` for one output

    Returns
    -------
    Tensor
        `(*members,)`, in the units of `y`
    """
    ...
def coverage(means: Tensor, y: Tensor, std: float | Tensor, level: float=0.95) -> Tensor:
    """Share of targets within the central predictive interval

    Parameters
    ----------
    means : Tensor
        `(*members, S, n, outputs)`
    y : Tensor
        `(n, outputs)` targets; `(n,)` for one output
    std : float | Tensor
        as in `mixture_log_lik`
    level : float = 0.95
        probability of the central interval

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]: calibrated if it is `level`
    """
    ...
def regression_metrics(means: Tensor, y: Tensor, std: float | Tensor, level: float=0.95) -> 'pd.DataFrame':
    """Test log-likelihood per point, root mean squared error, coverage

    Parameters
    ----------
    means : Tensor
        `(S, n, outputs)`, or `(members, S, n, outputs)`: draws of the outputs
    y : Tensor
        `(n, outputs)` targets; `(n,)` for one output
    std : float | Tensor
        as in `mixture_log_lik`
    level : float = 0.95
        of the intervals whose coverage is counted

    Returns
    -------
    pd.DataFrame
        one row per member; `log_lik` is the mean over the points
    """
    ...
def _w2(a: Tensor, b: Tensor) -> Tensor:
    """Wasserstein distance of two sets on the line. Both quantile functions are steps; a level is a multiple of `1/(S R)`

    Parameters
    ----------
    a : Tensor
        sorted draws `(.., S)`
    b : Tensor
        sorted draws `(.., R)`

    Returns
    -------
    Tensor
        `(..)`
    """
    ...
def _function_values(t: Tensor) -> Tensor:
    """Draws without the axis of outputs. Three axes that end in 1 are one network's outputs, as `predict` returns them"""
    ...
def function_distances(draws: Tensor, reference: Tensor) -> 'pd.DataFrame':
    """Compare marginals by their mean $W_2$, the distance of their means, and their standard deviations with the ratio of these

    Parameters
    ----------
    draws : Tensor
        function values `(S, m)` or `(members, S, m)`; or outputs of `predict`, `(S, m, 1)` or `(members, S, m, outputs)`
    reference : Tensor
        `(R, m)`, or one for each member `(members, R, m)`, at the same inputs; or outputs of `predict`

    Returns
    -------
    pd.DataFrame
        one row per member; means over the inputs, in the units of the function
    """
    ...
from symbayes.core import document
