"""Symmetry-aware Bayesian neural networks.

`import symbayes as sb` is quick: each name is imported when it is first asked for.

- Problem and data: `Problem`, `load_data`, `from_table`; likelihoods `Gaussian`, `Categorical`, `Bernoulli`, `Poisson`,
  `StudentT`, `HeteroscedasticGaussian`; priors `IsotropicNormal`, `LearnedNormal`.
- Symmetry: `symmetries`, `symmetry_group`, `scaling_group`, `mlp_group`, `symmetry_report`, `PermutationGroup`.
- Posteriors: `MeanField`, `UnitGaussian`, `LowRank`, `CollapsedLastLayer`, `InducingPosterior`, `Samples`, `symmetrize`,
  `stack_posteriors`.
- Fit and judge: `fit`, `predict`, `evaluate`, `account`, `mi_sandwich`, `log_evidence`, `compare`, `sample_posterior`,
  `regression_metrics`, `classification_metrics`, `ensemble`, `laplace`, `swag`, `sghmc`, `mc_dropout`.
- Compare: `align`, `canonicalize`, `loss_barrier`, `merge`, `mmd_test`.
- Runs: `run_training`, `load_run`, `sweep`; `seeded_module`, and the one error, `SymbayesError`.

Everything else is reached through its wing: `sb.metrics.ece`, `sb.information.Soules`. The wings are `core`, `symmetry`, `data`,
`metrics`, `discovery`, `distributions`, `information`, `inference`, `comparison` and `runs`. `symbayes.all` has the names for a
notebook."""
__version__ = "0.3.0"

from .core.doors import document_imports, lazy_door

document_imports()

__getattr__, __dir__, __all__ = lazy_door(__name__, {
    'core.messages': 'SymbayesError',
    'core.tensors': 'seeded_module',
    'data.tables': 'from_table',
    'data.splits': 'load_data',
    'distributions.likelihoods': 'Bernoulli Categorical Gaussian HeteroscedasticGaussian Poisson StudentT',
    'distributions.priors': 'IsotropicNormal LearnedNormal',
    'distributions.problem': 'Problem',
    'symmetry.permutations': 'PermutationGroup',
    'discovery.finding': 'mlp_group symmetry_group',
    'discovery.continuous': 'scaling_group',
    'discovery.reports': 'symmetries symmetry_report',
    'distributions.gaussian': 'LowRank MeanField UnitGaussian',
    'distributions.base': 'stack_posteriors',
    'distributions.samples': 'Samples',
    'distributions.collapsed': 'CollapsedLastLayer',
    'distributions.inducing': 'InducingPosterior',
    'information.symmetrized_elbo': 'symmetrize',
    'information.estimators': 'mi_sandwich',
    'inference.fitting': 'fit',
    'inference.prediction': 'account evaluate predict',
    'inference.evidence': 'log_evidence',
    'inference.selection': 'compare',
    'inference.sampling': 'sample_posterior',
    'inference.methods': 'ensemble mc_dropout',
    'inference.laplace_approximation': 'laplace',
    'inference.descent': 'sghmc swag',
    'metrics.scores': 'classification_metrics regression_metrics',
    'metrics.intervals': 'mmd_test',
    'comparison.alignment': 'align',
    'comparison.canonical': 'canonicalize',
    'comparison.barriers': 'loss_barrier',
    'comparison.merging': 'merge',
    'runs.commands': 'run_training',
    'runs.run_results': 'load_run',
    'runs.sweeps': 'sweep'})
