# Made from the modules by tools/make_stubs.py: edit the notebooks.
from .core import SymbayesError as SymbayesError, Layout as Layout, seeded_module as seeded_module, streams as streams, network_outputs as network_outputs, member_buffers as member_buffers
from .axes import rearranged as rearranged
from .elements import PermutationGroup as PermutationGroup, Element as Element
from .discovery import mlp_group as mlp_group, symmetry_group as symmetry_group, would_be_group as would_be_group
from .reports import symmetry_report as symmetry_report, SymmetryReport as SymmetryReport
from .permanents import log_permanent as log_permanent, log_permanent_bounds as log_permanent_bounds, log_permanent_sandwich as log_permanent_sandwich, best_permutation as best_permutation
from .posteriors import Posterior as Posterior, MeanField as MeanField, UnitGaussian as UnitGaussian, LowRank as LowRank
from .families import stack_posteriors as stack_posteriors
from .priors import IsotropicNormal as IsotropicNormal, Prior as Prior, LaplacePrior as LaplacePrior, StudentTPrior as StudentTPrior, MixturePrior as MixturePrior, LearnedNormal as LearnedNormal
from .likelihoods import Likelihood as Likelihood, Categorical as Categorical, Gaussian as Gaussian, Bernoulli as Bernoulli, Poisson as Poisson, StudentT as StudentT, HeteroscedasticGaussian as HeteroscedasticGaussian
from .mode_interpolation import TwoModes as TwoModes
from .mode_proximity import nearest_mode as nearest_mode
from .information import Estimator as Estimator, Exact as Exact, Uniform as Uniform
from .estimators import Sinkhorn as Sinkhorn, Soules as Soules, Bethe as Bethe, Sampled as Sampled, Planted as Planted, mutual_information as mutual_information, mi_sandwich as mi_sandwich
from .symmetrized_elbo import symmetrize as symmetrize, ElboTerms as ElboTerms, elbo as elbo, elbo_from_outputs as elbo_from_outputs
from .breaking import OrthogonalSkip as OrthogonalSkip, skip_mlp as skip_mlp, order_biases as order_biases, fix_weights as fix_weights, MixingGate as MixingGate, breaking_strength as breaking_strength, swap_strengths as swap_strengths
from .data import DataSplits as DataSplits, load_data as load_data, data_source as data_source, data_sources as data_sources
from .own_data import from_table as from_table
from .metrics import accuracy as accuracy, nll as nll, brier as brier, ece as ece, adaptive_ece as adaptive_ece, plot_reliability as plot_reliability, predictive_probs as predictive_probs, predictive_entropy as predictive_entropy, epistemic_mi as epistemic_mi, ood_metrics as ood_metrics, classification_metrics as classification_metrics, regression_metrics as regression_metrics, rmse as rmse, coverage as coverage
from .plots import plot_predictions as plot_predictions, plot_calibration as plot_calibration, plot_history as plot_history
from .intervals import mean_and_interval as mean_and_interval, interval_table as interval_table, paired_difference as paired_difference, paired_by_seed as paired_by_seed, false_discovery as false_discovery, effects as effects
from .prediction import predict as predict, evaluate as evaluate, account as account
from .local_reparam import LocalReparam as LocalReparam
from .inference import fit as fit, TrainConfig as TrainConfig, Stopping as Stopping, Checkpoint as Checkpoint
from .collapsed import CollapsedLastLayer as CollapsedLastLayer
from .inducing import InducingPosterior as InducingPosterior
from .evidence import log_evidence as log_evidence, importance_bound as importance_bound
from .metrics import function_distances as function_distances
from .runs import run_training as run_training, load_run as load_run, make_mlp as make_mlp
from .cells import Cell as Cell
from .sweeps import sweep as sweep, sweep_summary as sweep_summary, plot_sweep as plot_sweep, collect as collect
from .samples import Samples as Samples
from .alignment import align as align, find_alignment as find_alignment, wasserstein2 as wasserstein2
from .barriers import interpolate as interpolate, loss_barrier as loss_barrier
from .merging import merge as merge
from .chains import chain_diagnostics as chain_diagnostics
from .points import ensemble as ensemble
from .methods import mc_dropout as mc_dropout, swag as swag, laplace as laplace, sghmc as sghmc, multi_mode as multi_mode
from .scaling import scaling_group as scaling_group
from .balancing import min_mass as min_mass, unit_norm as unit_norm
from .canonical import canonicalize as canonicalize
from .mmd import mmd2 as mmd2, mmd_test as mmd_test
