# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['as_real', 'predictive_log_probs', 'predictive_probs', 'check_probs', 'accuracy', 'nll', 'brier', 'confidences', 'reliability', 'plot_reliability', 'ece', 'adaptive_ece', 'predictive_entropy', 'epistemic_mi', 'auroc', 'aupr', 'fpr95', 'ood_metrics', 'as_table', 'classification_metrics', 'noise_of_members', 'check_means', 'mixture_log_lik', 'rmse', 'coverage', 'regression_metrics', 'decimals', 'Interval', 'mean_and_interval', 'interval_table', 'Difference', 'paired_difference', 'paired_by_seed', 'false_discovery', 'effects']
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from scipy import stats
from sklearn import metrics as sk_metrics
from .core import SymbayesError, check_finite, import_torchvision, require
from .data import check_labels
from torch import Tensor
def as_real(name: str, t: Tensor | np.ndarray | Sequence) -> Tensor:
    """Anything numeric as a float64 tensor; NaN is refused

    Parameters
    ----------
    name : str
        how a message calls it
    t : Tensor | np.ndarray | Sequence

    Returns
    -------
    Tensor
        float64, detached, on its device if that has float64
    """
    ...
def predictive_log_probs(logits: Tensor) -> Tensor:
    """Logarithm of the mean probabilities over the samples

    Parameters
    ----------
    logits : Tensor
        `(S, batch, C)`, or `(members, S, batch, C)`: log-probabilities up to a constant per sample and point; -inf is allowed

    Returns
    -------
    Tensor
        `(batch, C)`, or `(members, batch, C)`
    """
    ...
def predictive_probs(logits: Tensor) -> Tensor:
    """Mean probabilities over the samples

    Parameters
    ----------
    logits : Tensor
        `(S, batch, C)`, or `(members, S, batch, C)`

    Returns
    -------
    Tensor
        `(batch, C)`, or `(members, batch, C)`; float64, each row sums to one
    """
    ...
def check_probs(probs: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Refuse what is no distribution over classes, and labels that do not fit

    Parameters
    ----------
    probs : Tensor
        `(*lead, batch, C)`
    y : Tensor
        `(batch,)` labels

    Returns
    -------
    tuple[Tensor, Tensor]
        float64 probabilities, and labels on the same device
    """
    ...
def accuracy(probs: Tensor, y: Tensor) -> Tensor:
    """Share of points whose likeliest class is the label

    Parameters
    ----------
    probs : Tensor
        `(*members, batch, C)`
    y : Tensor
        `(batch,)` labels

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def nll(log_probs: Tensor, y: Tensor) -> Tensor:
    """Negative log-likelihood: mean surprise at the labels

    Parameters
    ----------
    log_probs : Tensor
        `(*members, batch, C)`, as from `predictive_log_probs`
    y : Tensor
        `(batch,)` labels

    Returns
    -------
    Tensor
        `(*members,)`, in nats per point; infinite if a label had probability zero
    """
    ...
def brier(probs: Tensor, y: Tensor) -> Tensor:
    """Mean squared distance to the label, summed over classes

    Parameters
    ----------
    probs : Tensor
        `(*members, batch, C)`
    y : Tensor
        `(batch,)` labels

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 2]
    """
    ...
def confidences(probs: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Confidence and success of each prediction

    Parameters
    ----------
    probs : Tensor
        `(*members, batch, C)`
    y : Tensor
        `(batch,)` labels

    Returns
    -------
    tuple[Tensor, Tensor]
        `(*members, batch)` each: the largest probability, and 1. where its class is the label
    """
    ...
def reliability(probs: Tensor, y: Tensor, n_bins: int=15) -> pd.DataFrame:
    """The numbers behind a reliability diagram

    Parameters
    ----------
    probs : Tensor
        `(batch, C)`
    y : Tensor
        `(batch,)` labels
    n_bins : int = 15
        bins of equal width

    Returns
    -------
    pd.DataFrame
        one row per bin that is not empty: mean confidence, accuracy, share of the points
    """
    ...
def plot_reliability(probs: Tensor, y: Tensor, n_bins: int=15, ax: plt.Axes | None=None) -> plt.Axes:
    """Accuracy against confidence; bars below the diagonal are overconfident, their shade is their share of the points

    Parameters
    ----------
    probs : Tensor
        `(batch, C)`
    y : Tensor
        `(batch,)` labels
    n_bins : int = 15
        bins of equal width
    ax : plt.Axes | None = None

    Returns
    -------
    plt.Axes
    """
    ...
def _per_member(f: Callable, *arrays: Tensor, dims: int) -> Tensor:
    """`f` of the last `dims` axes of all `arrays`, for each index of the axes in front of them"""
    ...
def ece(probs: Tensor, y: Tensor, n_bins: int=15) -> Tensor:
    """Expected calibration error of the likeliest class

    Parameters
    ----------
    probs : Tensor
        `(*members, batch, C)`
    y : Tensor
        `(batch,)` labels
    n_bins : int = 15
        bins of equal width

    Returns
    -------
    Tensor
        `(*members,)`, in [0, 1]
    """
    ...
def adaptive_ece(probs: Tensor, y: Tensor, n_bins: int=15, classwise: bool=False) -> Tensor:
    """Calibration error with as many points in each bin

    Parameters
    ----------
    probs : Tensor
        `(*members, batch, C)`
    y : Tensor
        `(batch,)` labels
    n_bins : int = 15
        bins of equal mass, as far as ties allow
    classwise : bool = False
        the mean over all classes of each class's own error, instead of the likeliest class only?

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
        `(*members, S, batch, C)`

    Returns
    -------
    Tensor
        `(*members, batch)`, in nats
    """
    ...
def epistemic_mi(logits: Tensor) -> Tensor:
    """Mutual information of label and weights: entropy of the mean less mean of the entropies

    Parameters
    ----------
    logits : Tensor
        `(*members, S, batch, C)`

    Returns
    -------
    Tensor
        `(*members, batch)`, in nats, between 0 and log S
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
def ood_metrics(scores_in: Tensor, scores_out: Tensor) -> dict[str, float] | pd.DataFrame:
    """AUROC, AUPR and FPR95, the outside being the positive class

    Parameters
    ----------
    scores_in : Tensor
        `(n,)` or `(members, n)` scores of points inside the distribution
    scores_out : Tensor
        `(m,)` or `(members, m)` scores of points outside; higher means out

    Returns
    -------
    dict[str, float] | pd.DataFrame
        a row per member if there are members
    """
    ...
def as_table(values: dict[str, Tensor]) -> dict[str, float] | pd.DataFrame:
    """Plain floats, or one row per member

    Parameters
    ----------
    values : dict[str, Tensor]
        name to `()` or `(members,)`

    Returns
    -------
    dict[str, float] | pd.DataFrame
    """
    ...
def classification_metrics(logits: Tensor, y: Tensor, n_bins: int=15) -> dict[str, float] | pd.DataFrame:
    """Accuracy, NLL, Brier score, both calibration errors, mean entropy and epistemic mutual information

    Parameters
    ----------
    logits : Tensor
        `(S, batch, C)`, or `(members, S, batch, C)`
    y : Tensor
        `(batch,)` labels
    n_bins : int = 15
        of both calibration errors

    Returns
    -------
    dict[str, float] | pd.DataFrame
        a row per member if there are members; entropy and mutual information are means over the points
    """
    ...
def noise_of_members(std: Tensor, shape: torch.Size) -> Tensor:
    """The noise with axes for draws, points and outputs. Refuses a shape that does not fit, or that fits in two ways

    Parameters
    ----------
    std : Tensor
        standard deviation of the noise: one number, one per member `(*members,)`, or broadcast against `means` without enlarging them
    shape : torch.Size
        of the means `(*members, S, batch, outputs)`

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
        `(*members, S, batch, outputs)`
    y : Tensor
        `(batch, outputs)`; `(batch,)` for one output
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
        `(*members, S, batch, outputs)`: outputs of each sampled network
    y : Tensor
        `(batch, outputs)` targets; `(batch,)` for one output
    std : float | Tensor
        standard deviation of the noise: a number; one per member `(*members,)`, as a stack learns it; or a tensor that broadcasts against `means`, as `(S, 1, 1)`

    Returns
    -------
    Tensor
        `(*members, batch)`, in nats per point
    """
    ...
def rmse(means: Tensor, y: Tensor) -> Tensor:
    """Root mean squared error of the mean prediction

    Parameters
    ----------
    means : Tensor
        `(*members, S, batch, outputs)`
    y : Tensor
        `(batch, outputs)` targets; `(batch,)` for one output

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
        `(*members, S, batch, outputs)`
    y : Tensor
        `(batch, outputs)` targets; `(batch,)` for one output
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
def regression_metrics(means: Tensor, y: Tensor, std: float | Tensor, level: float=0.95) -> dict[str, float] | pd.DataFrame:
    """Test log-likelihood per point, root mean squared error, coverage

    Parameters
    ----------
    means : Tensor
        `(S, batch, outputs)`, or `(members, S, batch, outputs)`
    y : Tensor
        `(batch, outputs)` targets; `(batch,)` for one output
    std : float | Tensor
        as in `mixture_log_lik`
    level : float = 0.95
        of the intervals whose coverage is counted

    Returns
    -------
    dict[str, float] | pd.DataFrame
        a row per member if there are members; `log_lik` is the mean over the points
    """
    ...
def decimals(half: float) -> int:
    """As many digits as an interval warrants

    Parameters
    ----------
    half : float
        half-width of an interval

    Returns
    -------
    int
        decimals to print, so that the half-width has two digits
    """
    ...
@dataclass(frozen=True, repr=False)
class Interval:
    """A mean and the half-width of its interval; unpacks into the two

    Parameters
    ----------
    mean : float
    half : float
        NaN for a single value; shown only if positive
    """
    mean: float
    half: float
    def __iter__(self): ...
    def __repr__(self): ...
def _one_axis(name: str, values) -> np.ndarray: ...
def mean_and_interval(values: Sequence[float] | np.ndarray | Tensor | pd.Series, level: float=0.95) -> Interval:
    """Mean over training seeds with its Student-t interval

    Parameters
    ----------
    values : Sequence[float] | np.ndarray | Tensor | pd.Series
        `(n,)`: one number per training seed
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Interval
        mean and half-width; the half-width of a single value is NaN
    """
    ...
def interval_table(runs: pd.DataFrame, by: str | None=None, level: float=0.95) -> pd.DataFrame:
    """Mean and interval of every metric

    Parameters
    ----------
    runs : pd.DataFrame
        one row per training run, a column per metric
    by : str | None = None
        column that holds the method; default: all rows belong to one
    level : float = 0.95
        probability of the intervals

    Returns
    -------
    pd.DataFrame
        one row per method; entries are `Interval`
    """
    ...
@dataclass(frozen=True, repr=False)
class Difference(Interval):
    """A mean difference with its interval, and the p-value of there being none; unpacks into the three

    Parameters
    ----------
    p_value : float
        NaN for a single pair
    """
    p_value: float
    def __iter__(self): ...
    def __repr__(self): ...
def paired_difference(a: Sequence[float] | np.ndarray | Tensor | pd.Series, b: Sequence[float] | np.ndarray | Tensor | pd.Series, level: float=0.95) -> Difference:
    """Mean of `a-b` over training seeds, its Student-t interval, and the p-value of a paired t-test

    Parameters
    ----------
    a : Sequence[float] | np.ndarray | Tensor | pd.Series
        `(n,)`: one method, a number per training seed
    b : Sequence[float] | np.ndarray | Tensor | pd.Series
        `(n,)`: the other, on the same seeds in the same order
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Difference
        of `a-b`
    """
    ...
def paired_by_seed(a: pd.DataFrame, b: pd.DataFrame, column: str, against: str | None=None, level: float=0.95) -> Difference:
    """`paired_difference` of rows with the same seed. Raises `SymbayesError` unless both have every seed once

    Parameters
    ----------
    a : pd.DataFrame
        one method's rows, with a column `seed`
    b : pd.DataFrame
        the other's
    column : str
        what to compare
    against : str | None = None
        column of `b`, default the same
    level : float = 0.95
        probability of the interval

    Returns
    -------
    Difference
        of `a-b`
    """
    ...
def false_discovery(p_values: Sequence[float] | np.ndarray | pd.Series) -> np.ndarray:
    """Benjamini and Hochberg's (1995) adjustment for many looks: keeping those up to .05, a share of at most .05 of what is kept is expected to be chance

    Parameters
    ----------
    p_values : Sequence[float] | np.ndarray | pd.Series
        `(n,)`: one per look; NaN, as of a single pair, counts as 1

    Returns
    -------
    np.ndarray
        `(n,)` adjusted p-values, in the same order
    """
    ...
def effects(least: Sequence[Difference] | pd.Series, most: Sequence[Difference] | pd.Series | None=None, more_is_better: bool | Sequence[bool]=True, false: float=0.05) -> pd.DataFrame:
    """What paired differences show, as one family of looks

    Parameters
    ----------
    least : Sequence[Difference] | pd.Series
        one per look: new less old; where a quantity is known between bounds, the smallest that the difference can be
    most : Sequence[Difference] | pd.Series | None = None
        the largest that it can be; default the same
    more_is_better : bool | Sequence[bool] = True
        is a gain good? For all looks, or for each
    false : float = 0.05
        share of what is called an effect that may be none, on average

    Returns
    -------
    pd.DataFrame
        a row per look: the difference on the side of the effect, its p-value, the adjusted one, and 'helps', 'harms' or 'undecided'
    """
    ...
