# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['pd', 'np', 'check_options', 'evaluation_mode', 'bind', 'predict', 'outputs_of', 'predictive_nll', 'evaluate', 'account']
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from copy import deepcopy
from math import inf, log
from numbers import Integral, Real
from typing import Any
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
from .baselines import baseline_table
from .core import Generators, Inputs, Layout, Params, SymbayesError, call_model, check_count, check_dense, check_finite, check_network, each_draws, first_line, input_tensors, lazy_module, map_inputs, n_examples, network_outputs, own_random_state, progress_bar, require, with_buffers
from .estimators import Planted, Soules, default_estimator, drawn_singly, joined, mi_sandwich, of_each_draw
from .families import Family, WeightDistribution
from .groups import PermutationGroup
from .information import Estimator, reporting_copy
from .likelihoods import Categorical, Gaussian, HeteroscedasticGaussian, Likelihood
from .metrics import classification_metrics, regression_metrics
from .posteriors import Posterior
from .priors import Prior, check_prior, closed_form_kl, kl_draws, kl_to
from .processes import Processes
from .samples import as_distribution
from .symmetrized_elbo import ElboTerms, elbo_from_outputs, prior_terms
import pandas as pd
import numpy as np
real_options: set
_draws: set
def check_options(**options: float | None) -> None:
    """Refuse an option that is not a positive number, naming it

    Parameters
    ----------
    **options : float | None
        numbers that have to be positive and finite where they are given; counts have to be whole
    """
    ...
@contextmanager
def evaluation_mode(model: nn.Module) -> Iterator[None]:
    """The module in evaluation mode; afterwards every part is in the mode it was in

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    Iterator[None]
    """
    ...
def as_tensors(x: Any, dtype: torch.dtype) -> Any:
    """Return arrays of numpy as tensors, tensors of inference mode as copies that training can use, and anything else as it is

    Parameters
    ----------
    x : Any
        a tensor or an array, or a tuple or a dict of these
    dtype : torch.dtype
        that an array of real numbers takes

    Returns
    -------
    Any
        with tensors in place of arrays
    """
    ...
def collated(loader: DataLoader) -> tuple[Inputs, Tensor]:
    """Everything that a loader gives, in one piece

    Parameters
    ----------
    loader : DataLoader
        gives batches of inputs and targets

    Returns
    -------
    tuple[Inputs, Tensor]
    """
    ...
def inputs_and_targets(data: Any) -> tuple[Inputs, Tensor]:
    """Inputs and targets. Raises `SymbayesError` for anything else

    Parameters
    ----------
    data : Any
        supposed to be a pair

    Returns
    -------
    tuple[Inputs, Tensor]
    """
    ...
def data_tensors(data: Any, dtype: torch.dtype) -> tuple[Inputs, Tensor]:
    """Inputs and targets of a whole data set

    Parameters
    ----------
    data : Any
        two tensors or arrays, a `Dataset` or a `DataLoader`
    dtype : torch.dtype
        of real numbers in arrays

    Returns
    -------
    tuple[Inputs, Tensor]
    """
    ...
@contextmanager
def factorised(when: str='') -> Iterator[None]:
    """A covariance that cannot be factorised any more is what a diverged run looks like; one line says so

    Parameters
    ----------
    when : str = ''
        what the message adds

    Returns
    -------
    Iterator[None]
    """
    ...
def check_examples(model: nn.Module, likelihood: Likelihood, data: tuple[Inputs, Tensor], device: torch.device) -> None:
    """Raise `SymbayesError` if the data do not fit the network or the likelihood

    Parameters
    ----------
    model : nn.Module
        the network
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    device : torch.device
        where the model lives
    """
    ...
def _tried(model: nn.Module, x: Inputs) -> Any: ...
@contextmanager
def taking(x: Inputs) -> Iterator[None]:
    """A first call of the model, whose errors are those of its inputs"""
    ...
def check_statistics(model: nn.Module) -> None:
    """Raise `SymbayesError` for a layer whose running statistics would change, naming its buffers

    Parameters
    ----------
    model : nn.Module
        the network
    """
    ...
def check_group(model: nn.Module, q: Posterior, prior: Prior, group: PermutationGroup, x: Inputs, buffers: Params | None=None) -> None:
    """Raise `SymbayesError` unless network and prior have the symmetry

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : Prior
        its prior
    group : PermutationGroup
        claimed to be a symmetry of both
    x : Inputs
        inputs
    buffers : Params | None = None
        in which members differ
    """
    ...
def check_buffers(model: nn.Module, batch: torch.Size, buffers: Params | None) -> None:
    """Raise `SymbayesError` if they are not buffers of the model, one for each member

    Parameters
    ----------
    model : nn.Module
        the network
    batch : torch.Size
        leading axes of a posterior: a stack
    buffers : Params | None
        `(members, *shape)`
    """
    ...
def bind(q: Any, model: nn.Module) -> None:
    """Tell a family the network, if it wants to know it: there are some whose draws depend on what the network computes

    Parameters
    ----------
    q : Any
        a distribution over weights
    model : nn.Module
        the network
    """
    ...
def predict(model: nn.Module, q: Any, x: Inputs, n_samples: int=100, batch_size: int=2000, generator: Generators=None, buffers: Params | None=None, processes: bool=False, progress: bool=False) -> Tensor:
    """Compute outputs under draws from the posterior. Threads need a copy of the model each, `deepcopy(model)`

    Parameters
    ----------
    model : nn.Module
        the network
    q : Any
        distribution over its parameters: a posterior, `symmetrize(q, g)`, anything with `sample`
    x : Inputs
        inputs `(n, ...)`, shared by all members; a tuple or a dict of tensors where a network takes several
    n_samples : int = 100
        weight draws S
    batch_size : int = 2000
        inputs evaluated at a time
    generator : Generators = None
        one, or one per member; members with the same one share its draws
    buffers : Params | None = None
        the model's buffers where the members differ in them, as of `member_buffers`
    processes : bool = False
        share the draws out among the processes that `torchrun` has started; all get the result
    progress : bool = False
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    Tensor
        `(*members, S, n, ..)`, in the model's evaluation mode: dropout layers draw nothing
    """
    ...
def outputs_of(model: nn.Module, w: Params, x: Inputs, batch_size: int=2000, buffers: Params | None=None, progress: bool=False) -> Tensor:
    """Outputs under given weights, a few draws and inputs at a time

    Parameters
    ----------
    model : nn.Module
        the network
    w : Params
        draws of its weights `(*members, S, *shape)`
    x : Inputs
        inputs
    batch_size : int = 2000
        evaluated at a time
    buffers : Params | None = None
        in which members differ
    progress : bool = False
        show a bar?

    Returns
    -------
    Tensor
        `(*members, S, n, ..)`
    """
    ...
def _distribution(q: Any, layout: Layout) -> WeightDistribution: ...
def _weights(q: Any, layout: Layout, n: int, generator: Generators) -> Params:
    """Draws of the weights, by whatever q has for it"""
    ...
def _draws_in(w: Params, axis: int) -> int: ...
def _blocks(w: Params, axis: int, rows: int) -> list[Params]:
    """Few enough draws at a time that the layers' outputs stay in a processor's cache, which halves the time of small networks"""
    ...
def _check_outputs(out: Tensor, axis: int, n: int) -> None: ...
def network_constants(model: nn.Module) -> Params:
    """What of a network no posterior draws: frozen parameters, and buffers

    Parameters
    ----------
    model : nn.Module
        any module

    Returns
    -------
    Params
    """
    ...
def shared_outputs(model: nn.Module, q: Any, x: Inputs, n_samples: int, batch_size: int, generator: Generators, buffers: Params | None=None, processes: bool=True) -> Tensor:
    """Outputs under draws that processes share out

    Parameters
    ----------
    model : nn.Module
        the network
    q : Any
        distribution over its parameters
    x : Inputs
        inputs
    n_samples : int
        weight draws S
    batch_size : int
        inputs evaluated at a time
    generator : Generators
        None, one, or one per member
    buffers : Params | None = None
        in which members differ
    processes : bool = True
        as of `predict`

    Returns
    -------
    Tensor
        `(*members, S, n, ..)` on every process
    """
    ...
def member_generators(q: Posterior, generator: Generators=None) -> list[torch.Generator]:
    """A generator for every member, seeded from the one given or from the global generator

    Parameters
    ----------
    q : Posterior
        one posterior or a stack
    generator : Generators = None
        None, one, or one per member

    Returns
    -------
    list[torch.Generator]
        one per member; one for a single posterior
    """
    ...
def child_generators(generators: Sequence[torch.Generator], k: int) -> list[list[torch.Generator]]:
    """Generators of their own for several purposes, so that what one of them draws does not depend on the others

    Parameters
    ----------
    generators : Sequence[torch.Generator]
        one per member
    k : int
        how many purposes there are

    Returns
    -------
    list[list[torch.Generator]]
        for every purpose one per member; members with the same one share its children
    """
    ...
def predictive_nll(outputs: Tensor, y: Tensor, likelihood: Likelihood) -> Tensor:
    """Negative log likelihood of the predictive distribution, the average over draws

    Parameters
    ----------
    outputs : Tensor
        `(*members, S, n, out)`
    y : Tensor
        targets
    likelihood : Likelihood
        of the targets

    Returns
    -------
    Tensor
        `(*members,)` nats per example
    """
    ...
@dataclass(frozen=True)
class ElboDraws:
    """What a family says of its draws, float64 nats

    Parameters
    ----------
    log_lik : Tensor
        log likelihood of the data `(*members, S)`, as of `elbo_draws`
    kl : Tensor
        divergence from the prior `(*members, S)`, as of `elbo_draws`
    total : Tensor | None
        log p(y|w) + log p(w) - log q_G(w) `(*members, S)`, bounded on the side of the estimator; None without a group
    sharper : Tensor | None
        what a slower estimator adds to that `(*members, few)`, for the first few draws
    side : str
        of the estimator; 'none' without a group
    """
    log_lik: Tensor
    kl: Tensor
    total: Tensor | None
    sharper: Tensor | None
    side: str
    def symmetrized(self) -> tuple[Tensor, Tensor]:
        """The evidence lower bound of the average over the group, and its standard error

        Returns
        -------
        tuple[Tensor, Tensor]
            `(*members,)` each
        """
        ...
def draws_at(group: PermutationGroup | None, n: int) -> int:
    """Draws to sample permutations for: the cost of one grows with the cube of the units, so that there are fewer for wide layers

    Parameters
    ----------
    group : PermutationGroup | None
        the group
    n : int
        draws for layers of up to 400 units

    Returns
    -------
    int
    """
    ...
def elbo_by_draws(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], n: int, generator: Generators, group: PermutationGroup | None=None, estimator: Estimator | None=None, K: int=32, few: int | None=None, shared: Processes | None=None, progress: bool=False) -> ElboDraws:
    """What can be integrated is; and the log density of the average over the group at the same draws

    Parameters
    ----------
    model : nn.Module
        the network
    q : Family
        posterior with `elbo_draws`, one or a stack
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    n : int
        draws S
    generator : Generators
        of the draws and of the estimators
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`; default that of the family, and of a few draws a planted sample, too
    K : int = 32
        its size
    few : int | None = None
        for how many draws, default 6, and fewer for wide layers
    shared : Processes | None = None
        they take a part of the draws each
    progress : bool = False
        show a bar?

    Returns
    -------
    ElboDraws
    """
    ...
def _in_pieces(told: Callable, added: Callable | None, pieces: list, few: int, generator: Generators, progress: bool) -> tuple[list[Tensor], Tensor | None]:
    """Values of all draws, and what is added to those of the first few"""
    ...
def _pieces(q: Family, y: Tensor, n: int) -> list[tuple[int, int]]:
    """Where a piece of `n` draws begins, and how many it has, so that the layers' outputs for all examples stay in memory"""
    ...
def _added(sharp: Estimator, mi: Tensor, q: Family, group: PermutationGroup, w: Params, k: int, generator: Generators) -> Tensor:
    """What a sharper estimator adds for the first `k` draws, `(*members, k)`"""
    ...
def _joint(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, x: Inputs, y: Tensor, w: Params) -> Tensor:
    """`log p(y|w) + log p(w) - log q(w)` draw by draw, `(*members, S)`"""
    ...
def _as_model(t: Tensor, own: Params) -> Tensor:
    """Real inputs in the network's precision"""
    ...
def terms_by_draws(draws: ElboDraws) -> ElboTerms:
    """Their means. All that is left to chance by the closed forms is in the information

    Parameters
    ----------
    draws : ElboDraws
        of one posterior or a stack

    Returns
    -------
    ElboTerms
        `(*members,)`
    """
    ...
def evaluate(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], group: PermutationGroup | None=None, estimator: Estimator | None=None, n_samples: int=100, n_mi_samples: int=100, batch_size: int=2000, generator: Generators=None, buffers: Params | None=None, processes: bool=False, progress: bool=True) -> ElboTerms:
    """The (symmetrised) ELBO over a whole data set, for reporting

    Parameters
    ----------
    model : nn.Module
        the network
    q : Family
        posterior over its parameters
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    group : PermutationGroup | None = None
        symmetrise over this group
    estimator : Estimator | None = None
        of `I(g;w)`, default `default_estimator(q, group)`; `mi_sandwich` gives both sides
    n_samples : int = 100
        weight draws for the likelihood
    n_mi_samples : int = 100
        weight draws for I
    batch_size : int = 2000
        inputs evaluated at a time
    generator : Generators = None
        of the draws
    buffers : Params | None = None
        the model's buffers where the members differ in them, as of `member_buffers`
    processes : bool = False
        share the draws out among the processes that `torchrun` has started, as `predict` does
    progress : bool = True
        show a bar with the time left, if it takes more than two seconds

    Returns
    -------
    ElboTerms
        `(*members,)`, float64 nats
    """
    ...
def _shared_terms(log_lik, q, prior, group, estimator, n, generator, shared) -> ElboTerms:
    """The terms of an ELBO, those that need draws by draws that processes share out"""
    ...
def _joined_parts(processes, model, q, prior, likelihood, data, group, generator, **things) -> tuple[Processes | None, Generators]:
    """`joined`, for all that an ELBO is made of"""
    ...
def check_parts(q: Any, prior: Any, likelihood: Any) -> None:
    """Raise `SymbayesError` for things of another kind

    Parameters
    ----------
    q : Any
        a posterior?
    prior : Any
        a prior?
    likelihood : Any
        a likelihood?
    """
    ...
def check_use(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, data: Any, batch_size: int | None, buffers: Params | None=None) -> None:
    """Raise `SymbayesError` where a family was made for something else. It is told the network and the likelihood on the way

    Parameters
    ----------
    model : nn.Module
        the network
    q : Family
        posterior over its parameters
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : Any
        inputs and targets, or a loader
    batch_size : int | None
        examples a step, if any were asked for
    buffers : Params | None = None
        in which members differ
    """
    ...
def checked_parts(model: nn.Module, q: Posterior, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], group: PermutationGroup | None=None, buffers: Params | None=None) -> tuple[Inputs, Tensor]:
    """Raise `SymbayesError` for parts that do not fit together

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        posterior over its parameters
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    group : PermutationGroup | None = None
        symmetrise over this group
    buffers : Params | None = None
        in which members differ

    Returns
    -------
    tuple[Inputs, Tensor]
        the data as tensors
    """
    ...
def account(model: nn.Module, q: Family, prior: Prior, likelihood: Likelihood, data: tuple[Inputs, Tensor], group: PermutationGroup | None=None, test: tuple[Inputs, Tensor] | None=None, n_samples: int=100, K: int=32, generator: Generators=None, processes: bool=False, progress: bool=True) -> 'pd.DataFrame':
    """Compute every number of a trained posterior, with Monte-Carlo errors; and, on the same rows, those of a constant and a linear model

    Parameters
    ----------
    model : nn.Module
        the network
    q : Family
        posterior over its parameters, one or a stack
    prior : Prior
        of the weights
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        what it was fitted to: inputs and targets
    group : PermutationGroup | None = None
        symmetry of the network; without one `I` is zero
    test : tuple[Inputs, Tensor] | None = None
        held-out inputs and targets
    n_samples : int = 100
        weight draws for the likelihood, and again for the predictions
    K : int = 32
        samples per draw in the estimates of `I`
    generator : Generators = None
        of all draws: one, or one per member
    processes : bool = False
        share the draws out among the processes that `torchrun` has started, as `predict` does
    progress : bool = True
        show bars with the time left, if it takes more than two seconds

    Returns
    -------
    pd.DataFrame
        a row per member, float64 nats; columns `test_` as of the metrics, `test_.._ridge` of baselines
    """
    ...
def _baseline_columns(model: nn.Module, likelihood: Likelihood, data: tuple[Inputs, Tensor], test: tuple[Inputs, Tensor]) -> dict:
    """Metrics of a constant and of a linear model, the same for all members"""
    ...
def _rows_of_parts(model, q, prior, likelihood, data, group, n, K, gens, shared, progress) -> dict:
    """The terms, each from draws of its own"""
    ...
def _rows_by_draws(model, q, prior, likelihood, data, group, n, K, gens, shared, progress) -> dict:
    """The terms of a family that integrates what it can given a draw; the lower end draw by draw"""
    ...
def log_likelihood_draws(model: nn.Module, q: Posterior, likelihood: Likelihood, data: tuple[Inputs, Tensor], n_samples: int, generator: Generators, batch_size: int=2000, buffers: Params | None=None, shared: Processes | None=None, progress: bool=False) -> Tensor:
    """Log likelihood of a whole data set under each draw

    Parameters
    ----------
    model : nn.Module
        the network
    q : Posterior
        one posterior or a stack
    likelihood : Likelihood
        of the targets
    data : tuple[Inputs, Tensor]
        inputs and targets
    n_samples : int
        weight draws S
    generator : Generators
        of the draws, one per member for a stack
    batch_size : int = 2000
        inputs evaluated at a time
    buffers : Params | None = None
        in which members differ
    shared : Processes | None = None
        they take a part of the draws each
    progress : bool = False
        show a bar?

    Returns
    -------
    Tensor
        `(*members, S)` float64 nats, on the CPU
    """
    ...
def _shared_likelihoods(likelihoods, model, q, x, n, generator, batch_size, buffers, shared) -> Tensor:
    """The same by draws that processes share out: no process holds the outputs under more than one"""
    ...
def _mean_and_error(values: Tensor) -> tuple['np.ndarray', 'np.ndarray']:
    """Mean over draws `(*members, S)` and its standard error, a number per member"""
    ...
def _likelihood_rows(lik: Tensor) -> dict: ...
def _kl_rows(q: Posterior, prior: Prior, n: int, generator: Generators, shared: Processes | None) -> dict:
    """In closed form where there is one, else the mean over draws"""
    ...
def _information_rows(q: Posterior, group: PermutationGroup | None, K: int, generator: Generators, shared: Processes | None, progress: bool) -> dict:
    """Both sides of I, their errors, and what gave them"""
    ...
def _names(by: Estimator | None, n: int) -> list[str]:
    """What gave a value, for every member"""
    ...
def _test_table(model: nn.Module, q: Posterior, likelihood: Likelihood, test: tuple, n: int, generator: Generators, processes: bool, progress: bool) -> 'pd.DataFrame':
    """Metrics on held-out data, a row per member"""
    ...
def held_out_metrics(outputs: Tensor, y: Tensor, likelihood: Likelihood) -> 'pd.DataFrame':
    """Metrics of the predictive distribution; for a likelihood without metrics of its own, the log likelihood

    Parameters
    ----------
    outputs : Tensor
        `(members, S, n, out)`
    y : Tensor
        targets
    likelihood : Likelihood
        decides which metrics make sense

    Returns
    -------
    pd.DataFrame
        a row per member
    """
    ...
from symbayes.core import document
