# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'linear_model', 'baseline_names', 'baseline_metrics', 'regression_baselines', 'classification_baselines', 'baseline_table', 'fit_notes']
from typing import Any
import warnings
import numpy as np
import torch
from torch import Tensor, nn
from .core import Inputs, lazy_module
from .likelihoods import Categorical, HeteroscedasticGaussian, Likelihood, LocationScale
from .metrics import classification_metrics, regression_metrics
import pandas as pd
import sklearn.linear_model as linear_model
_most_products: int
def _as_matrix(x: Inputs) -> 'np.ndarray|None':
    """Inputs as one vector per example; None for several tensors, and for whole numbers such as tokens

    Parameters
    ----------
    x : Inputs
        `(n, inputs)`, float64

    Returns
    -------
    np.ndarray|None
        `(n, inputs)`, float64
    """
    ...
def _standardised(x: 'np.ndarray', x_test: 'np.ndarray') -> tuple['np.ndarray', 'np.ndarray']:
    """Inputs with mean 0 and standard deviation 1 on the training rows; constant inputs are 0"""
    ...
def _for_linear(x: Inputs, x_test: Inputs, outputs: int) -> 'tuple[np.ndarray, np.ndarray]|None':
    """Training and test inputs of a linear model; None where there is none, or where it would take long"""
    ...
def _ridge(x: 'np.ndarray', y: 'np.ndarray', x_test: 'np.ndarray') -> tuple['np.ndarray', 'np.ndarray']:
    """Predictions `(m, outputs)`, and the noise of each output"""
    ...
def _scored(mean: 'np.ndarray', std: 'np.ndarray', y: Tensor) -> 'pd.Series':
    """Metrics of one Gaussian prediction"""
    ...
def regression_baselines(x: Inputs, y: Tensor, x_test: Inputs, y_test: Tensor) -> 'pd.DataFrame':
    """Score the mean of the targets and ridge regression, each with its noise. Ridge regression needs one tensor of real inputs

    Parameters
    ----------
    x : Inputs
        training inputs `(n, ...)`
    y : Tensor
        training targets `(n, outputs)`
    x_test : Inputs
        test inputs `(m, ...)`
    y_test : Tensor
        test targets `(m, outputs)`

    Returns
    -------
    pd.DataFrame
        rows `constant` and `ridge`, columns as of `regression_metrics`
    """
    ...
def _with_all_classes(p: 'np.ndarray', seen: 'np.ndarray', classes: int, n: int) -> Tensor:
    """Probabilities `(m, classes)` from those of the classes seen; each other class gets 1/(n+classes)"""
    ...
def classification_baselines(x: Inputs, y: Tensor, x_test: Inputs, y_test: Tensor, classes: int) -> 'pd.DataFrame':
    """Score the frequencies of the classes and logistic regression. Logistic regression needs one tensor of real inputs

    Parameters
    ----------
    x : Inputs
        training inputs `(n, ...)`
    y : Tensor
        training labels `(n,)`
    x_test : Inputs
        test inputs `(m, ...)`
    y_test : Tensor
        test labels `(m,)`
    classes : int
        number of classes

    Returns
    -------
    pd.DataFrame
        rows `constant` and `logistic`, columns as of `classification_metrics`
    """
    ...
baseline_names: tuple
baseline_metrics: tuple
def baseline_table(likelihood: Likelihood, train: tuple[Inputs, Tensor], test: tuple[Inputs, Tensor], outputs: int) -> 'pd.DataFrame':
    """Score a constant and a linear model on the rows of a network

    Parameters
    ----------
    likelihood : Likelihood
        of the targets
    train : tuple[Inputs, Tensor]
        training inputs and targets
    test : tuple[Inputs, Tensor]
        test inputs and targets
    outputs : int
        outputs of the network

    Returns
    -------
    pd.DataFrame
        a row per baseline, no rows where there is none
    """
    ...
_little: float
def fit_notes(model: nn.Module, likelihood: Likelihood, y: Tensor | None=None) -> list[str]:
    """Say what of targets, noise and dropout may have kept a fit from learning

    Parameters
    ----------
    model : nn.Module
        a fitted network
    likelihood : Likelihood
        of the targets, with the noise that was fitted
    y : Tensor | None = None
        training targets; None where they come from a loader

    Returns
    -------
    list[str]
        a line each
    """
    ...
def _has_spread(likelihood: Likelihood, y: Any) -> bool: ...
def _notes_of_targets(likelihood: Likelihood, y: Tensor) -> list[str]:
    """Lines on the scale of targets `(n, outputs)`, and on the noise"""
    ...
def _noise(likelihood: LocationScale, outputs: int) -> Tensor:
    """Scale of the noise, the mean over members

    Parameters
    ----------
    likelihood : LocationScale
        `(outputs,)`
    outputs : int
        `(outputs,)`

    Returns
    -------
    Tensor
        `(outputs,)`
    """
    ...
from symbayes.core import document
