"Configurations of runs: options by name or by position, those of `fit` among them, and what they are on disk."
import inspect
from dataclasses import FrozenInstanceError, asdict, fields

import pytest

from symbayes.core.messages import SymbayesError
from symbayes.runs.cells import Call
from symbayes.runs.config import RunConfig, run_config
from symbayes.runs.training import run_training

def test_a_configuration_is_options_by_name_or_by_position():
    assert run_config('sinc', 'mean_field', width=7)==run_config(RunConfig('sinc', width=7), method='mean_field')==RunConfig(data='sinc', method='mean_field', width=7)
    assert run_config()==RunConfig() and run_config(seeds=3)['seeds']==3 and list(run_config(seed=5, seeds=3).all_seeds)==[5, 6, 7]
    with pytest.raises(FrozenInstanceError): RunConfig().width = 3

@pytest.mark.parametrize('call,hint', [(lambda: run_config(widht=3), "did you mean 'width'"), (lambda: run_config('sinc', data='digits'), 'twice: data'), (lambda: run_config(RunConfig(), 'mean_field'), 'by name'),
    (lambda: RunConfig(width='3'), 'width is'), (lambda: RunConfig(kl_warmup=float('nan')), 'kl_warmup'), (lambda: RunConfig(n_train=-1), 'n_train is -1'), (lambda: RunConfig(family=None), 'family None'),
    (lambda: RunConfig(resume=True), 'resume needs'), (lambda: RunConfig(seed=2**70), 'seed')])
def test_wrong_configurations(call, hint):
    with pytest.raises(SymbayesError, match=hint) as e: call()
    assert '\n' not in str(e.value)

def test_signatures_are_short():
    assert len(inspect.signature(run_training).parameters)==3 and len(fields(RunConfig))>30

def test_options_of_fit_are_held_and_checked_by_its_own_configuration():
    fit = RunConfig(epochs=3, lr=.1, batch_size=7, samples=2, bf16=True, temperature=.5, kl_warmup=2., progress=False).train_config
    assert (fit.epochs, fit.lr, fit.batch_size, fit.n_samples, fit.autocast, fit.temperature, fit.kl_warmup, fit.progress)==(3, .1, 7, 2, True, .5, 2., False)
    assert RunConfig().train_config.epochs is None
    for k in ('lr', 'batch_size', 'temperature'):
        with pytest.raises(SymbayesError, match=f'{k} is -1'): RunConfig(**{k: -1})

def test_stored_runs_keep_their_names():
    "Folders of sweeps hold these keys"
    names = [('run_training-0d4305a3fd', {}), ('run_training-data=wide_sinc-seed=3-width=7-79c6bfd26c', dict(data='wide_sinc', width=7, seed=3)),
        ('run_training-K=5-epochs=3-family=low_rank-bda40a90b8', dict(family='low_rank', K=5, epochs=3))]
    assert all(Call('symbayes.runs.training:run_training', options).key==name for name,options in names)
    assert list(asdict(RunConfig()))[:5]==['data', 'method', 'estimator', 'K', 'temperature']
