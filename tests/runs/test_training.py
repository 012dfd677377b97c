"Runs from Python: configurations, numbers of a seed, folders that load again, predictions."
import json
from dataclasses import asdict, replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
import torch

from symbayes.core.messages import SymbayesError
from symbayes.data.splits import SOURCES, DataSplits, data_source, load_data
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.inducing import InducingPosterior
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.prediction import evaluate, predict
from symbayes.runs.commands import report
from symbayes.runs.config import RunConfig, automatic_options
from symbayes.runs.parts import estimators, families, make_mlp, register
from symbayes.runs.preparation import prepare_run, train_config, unused_options
from symbayes.runs.run_results import baseline_notes, metric_names, summary_table
from symbayes.runs.run_files import load_run
from symbayes.runs.training import run_training

tiny = dict(width=3, epochs=2, eval_samples=5, progress=False, device='cpu')
train = partial(run_training, **tiny)

@pytest.fixture(scope='module')
def runs(tmp_path_factory):
    "Two finished runs with their folders: a regression with learned noise, and classes"
    at = tmp_path_factory.mktemp('runs')
    found = {k: train(k, seeds=2, learn_noise=k=='diabetes', out=str(at/k)) for k in ('diabetes', 'digits')}
    return {k: (r, at/k) for k,r in found.items()}

def test_unused_options():
    idle = lambda *a, **k: [line.split()[0] for line in unused_options(prepare_run(*a, width=3, device='cpu', **k))]
    assert idle()==idle('sinc', noise_std=.5)==idle(estimator='uniform', K=3)==idle(family='low_rank', K=3)==[]
    assert idle(K=3, noise_std=.5, data_dir='.', checkpoint_every=1.)==['K', 'noise_std', 'data_dir', 'checkpoint_every']
    assert idle(method='mean_field', K=3)==['K']
    with pytest.warns(UserWarning, match='^K 3 is not used'): train('sinc', K=3)
    fifty = partial(idle, epochs=50)
    assert fifty(kl_warmup=51)==['kl_warmup'] and fifty(kl_warmup=50)==fifty(kl_warmup=20, patience=5)==[] and fifty(kl_warmup=50, patience=5)==['patience']

def test_auto_takes_the_samples_where_it_samples():
    assert prepare_run(family='low_rank', K=7, width=3, device='cpu').estimator.K==7
    assert not hasattr(prepare_run(width=3, device='cpu').estimator, 'K')

# numbers of a seed

@pytest.mark.parametrize('family', ['mean_field', 'low_rank'])
def test_numbers_of_a_seed_are_its_own(family):
    "Beside others or alone; and the standard error says how far they are from those of many draws"
    run = partial(run_training, 'wide_sinc', 'mean_field', family=family, width=5, epochs=20, batch_size=128, progress=False, device='cpu')
    together, alone = run(seeds=2), run(seed=1)
    a, b = together.metrics.iloc[1], alone.metrics.iloc[0]
    assert a.seed==b.seed==1 and a.elbo==pytest.approx(b.elbo, abs=.01) and a.elbo_error==pytest.approx(b.elbo_error, rel=1e-3)
    assert a.test_rmse==pytest.approx(b.test_rmse, rel=1e-4) and a.mi_lower==pytest.approx(b.mi_lower, abs=1e-3)
    assert np.allclose(together.predict(member=1), alone.predict(), rtol=1e-3)
    data, net = load_data('wide_sinc'), make_mlp(1, 1, 5)
    many = evaluate(net, alone.q, IsotropicNormal(.3), alone.likelihood, (data.x_train, data.y_train), n_samples=20_000, generator=[torch.Generator().manual_seed(5)])
    assert 0<b.elbo_error<.2*abs(b.elbo) and abs(b.elbo-many.elbo[0])<4*b.elbo_error

def test_members_do_not_depend_on_how_many_there_are():
    "Nets, factors, training and account: three seeds and two of them"
    many, few = (run_training('sinc', family='low_rank', seed=s, seeds=n, **tiny) for s,n in ((0, 3), (1, 2)))
    for k in many.q.tensors(): assert torch.allclose(many.q.tensors()[k][1:], few.q.tensors()[k], atol=1e-5)
    numbers = [c for c in few.metrics if few.metrics[c].dtype==float]
    assert np.allclose(many.metrics[numbers][1:], few.metrics[numbers], rtol=1e-3, atol=1e-3)

def test_randomness_of_one_use_is_not_that_of_another():
    "Weights, noise of training and numbers of one seed come from three streams; the global one is left alone"
    torch.manual_seed(3)
    was = torch.get_rng_state()
    r = train('sinc', eval_samples=6)
    assert torch.equal(was, torch.get_rng_state())
    assert r.predict(seed=0).equals(r.predict(seed=0)) and not r.predict(seed=0).equals(r.predict(seed=1))

# the summary

def test_summary_names_both_ends_or_one():
    m = pd.DataFrame({'seed': [0, 1], 'test_rmse': [1., 2.], 'elbo': [-5., -6.], 'mi_lower': [1., 1.], 'mi_upper': [2., 2.], 'mi_lower_error': [.1, .1], 'symmetrized_elbo_lower': [-4., -5.], 'symmetrized_elbo_upper': [-3., -4.]})
    both, one = summary_table(m), summary_table(m.assign(mi_upper=m.mi_lower, symmetrized_elbo_upper=m.symmetrized_elbo_lower))
    assert {'I(g;w), at least, nats', 'I(g;w), at most, nats', 'symmetrised ELBO, at most, nats'}<=set(both.index)
    same = m.assign(mi_upper=m.mi_lower, mi_lower_by='Planted(K=32)')
    assert 'I(g;w), at most, nats' in summary_table(same).index, 'two bounds that meet are bounds'
    assert 'I(g;w), exactly, nats' in one.index and not any('at most' in r for r in one.index)
    assert list(summary_table(m.assign(method='a'), by='method'))==['a'] and not any('upper' in k for k in metric_names('exact'))

# own parts

def test_own_family_and_estimator_and_data():
    before = dict(families), dict(estimators), dict(SOURCES)
    @register(families, 'narrow')
    def narrow(nets, g, std, seeds): return MeanField.from_module(nets, std/10)
    @data_source('mine')
    def mine(ask):
        "Regression: a line"
        x = torch.linspace(-1, 1, 30)[:, None]
        return DataSplits('mine', x, 2*x, x[:0], x[:0], x, 2*x)
    try:
        r = train('mine', family='narrow', init_std=.1)
        assert r.config.family=='narrow' and r.info.what=='Regression: a line' and list(r.predict())==['mean', 'std', 'std_with_noise', 'lower', 'upper', 'target']
    finally:
        for table,was in zip((families, estimators, SOURCES), before):
            table.clear()
            table.update(was)

# folders

@pytest.mark.parametrize('data', ['diabetes', 'digits'])
def test_a_folder_loads_again(data, runs):
    "To the bit: posterior, noise, units, numbers, predictions"
    made, folder = runs[data]
    found = load_run(folder)
    assert found.config==made.config and found.info.what==made.info.what and found.info.n_classes==made.info.n_classes
    assert all(torch.equal(a, b) for a,b in zip(made.q.state_dict().values(), found.q.state_dict().values()))
    assert type(found.likelihood) is type(made.likelihood) and all(torch.equal(a, b) for a,b in zip(made.likelihood.state_dict().values(), found.likelihood.state_dict().values()))
    assert all(torch.equal(made.info.scaling[k], found.info.scaling[k]) for k in made.info.scaling)
    pd.testing.assert_frame_equal(found.metrics, made.metrics, check_dtype=False, check_exact=True)
    pd.testing.assert_frame_equal(found.history, made.history, check_dtype=False, rtol=1e-12)
    assert found.predict(seed=3).equals(made.predict(seed=3)) and found.summary().astype(str).equals(made.summary().astype(str))
    assert found.group.log_order==made.group.log_order and repr(found.prior)==repr(made.prior) and repr(found)==repr(made)
    found.plot_history()

def test_a_loaded_run_can_be_evaluated_and_saved(runs, tmp_path):
    "Its learned noise is one per member, and fits the stack"
    made, folder = runs['diabetes']
    found, s = load_run(folder), load_data('diabetes')
    assert found.likelihood.std.shape==(2,) and found.likelihood.member(1).std.shape==()
    terms = [evaluate(r.model, r.q, r.prior, r.likelihood, (s.x_train, s.y_train), n_samples=5, generator=[torch.Generator().manual_seed(i) for i in range(2)]) for r in (made, found)]
    assert torch.equal(terms[0].elbo, terms[1].elbo)
    found.save(tmp_path)
    assert (tmp_path/'run.json').read_bytes()==(folder/'run.json').read_bytes() and (tmp_path/'posterior.safetensors').read_bytes()==(folder/'posterior.safetensors').read_bytes()

def test_run_json_is_strict(runs):
    for _,folder in runs.values(): json.loads((folder/'run.json').read_text(), parse_constant=lambda c: pytest.fail(c))

# predictions

def test_predictions_are_in_the_units_of_the_targets(runs):
    "Against draws by hand: scaled outputs of all members, turned back"
    r, _ = runs['diabetes']
    s = load_data('diabetes')
    y = r.predict(n_samples=4000, seed=1)
    out = predict(r.model, r.q, s.x_test, 4000, generator=[torch.Generator().manual_seed(i) for i in range(2)]).double().flatten(0, 1)[..., 0]
    mean, std = s.scaling['y_mean'].item(), s.scaling['y_std'].item()
    assert np.allclose(y['mean'], out.mean(0)*std+mean, atol=.02*std) and np.allclose(y['std'], out.std(0)*std, rtol=.1)
    noise = r.likelihood.std.detach().square().mean().item()
    assert np.allclose(y.std_with_noise**2, y['std']**2+noise*std**2, rtol=1e-5) and np.allclose(y.target, s.y_test[:, 0]*std+mean, rtol=1e-5)

def test_inputs_of_every_kind(runs):
    r, _ = runs['digits']
    grey = load_data('digits', flat=True)
    raw = grey.unscale(grey.x_test[:4])
    a = r.predict(raw)
    for x in (raw.numpy(), raw.double(), raw.reshape(4, 1, 8, 8)): assert np.allclose(a.filter(like='p_'), r.predict(x).filter(like='p_'), atol=1e-5)
    assert np.allclose(a.filter(like='p_'), r.predict()[:4].filter(like='p_'), atol=1e-5)
    for x,hint in ((raw[0], 'shape'), (raw[:, :5], r'expected \(n, 64\)'), (pd.DataFrame(raw.numpy()), 'no table')):
        with pytest.raises(SymbayesError, match=hint): r.predict(x)
    with pytest.raises(SymbayesError, match='member is 2'): r.predict(member=2)

def test_a_frame_keeps_its_index(tmp_path):
    t = pd.DataFrame(dict(a=np.arange(60.), b=np.sin(np.arange(60.)))).assign(y=lambda t: 3*t.a+t.b)
    t.to_csv(tmp_path/'t.csv', index=False)
    r = train(str(tmp_path/'t.csv'), target='y')
    new = t.set_axis([f'row {i}' for i in range(60)])[::7]
    assert list(r.predict(new).index)==list(new.index) and np.allclose(r.predict(new), r.predict(new[['b', 'a']]))
    with pytest.raises(SymbayesError, match="column 'b'"): r.predict(new[['a']])

def test_open_options_follow_data_and_family(tmp_path):
    "Those of the estimators for a regression from an own table, those of old for all else; what is given stays"
    path, seen = str(tmp_path/'t.csv'), ('family', 'width', 'activation', 'noise_std', 'learn_noise')
    pd.DataFrame(dict(a=np.arange(60.), y=np.arange(60.)**2, kind=['low']*30+['high']*30)).to_csv(path, index=False)
    shown = lambda c: tuple(c[k] for k in seen)
    prepared = lambda target='y', **k: shown(prepare_run(path, target=target, device='cpu', **k).config)
    of_old, like = ('mean_field', 100, 'relu', .2), ('collapsed', 50, 'tanh', .2)
    assert prepared()==(*like, True) and prepared(noise_std=.3)==(*like[:3], .3, False) and prepared(noise_std=.3, learn_noise=True)==(*like[:3], .3, True)
    assert prepared(depth=2)==('inducing', *like[1:], True) and prepared(width=7, activation='relu')==('collapsed', 7, 'relu', .2, True)
    assert prepared(family='mean_field')==prepared(processes='data')==(*of_old, True) and prepared('kind')==(*of_old, False)
    assert shown(RunConfig('diabetes'))==shown(prepare_run('diabetes', device='cpu').config)==shown(RunConfig())==(*of_old, False)
    usual = dict(zip(seen, (*of_old, True)))
    assert automatic_options(RunConfig(path), 5001)==automatic_options(RunConfig(path, model='nets:own'), 60)==usual
    c = prepare_run(path, target='y', device='cpu').config
    assert prepare_run(**asdict(c)).config==c

def test_an_array_file(tmp_path):
    x = np.random.default_rng(0).normal(size=(80, 3))
    np.savez(tmp_path/'mine.npz', x=x, y=x.sum(1))
    np.savez(tmp_path/'new.npz', x=x[:5])
    r = train(str(tmp_path/'mine.npz'), out=str(tmp_path/'run'))
    again = load_run(tmp_path/'run').predict(tmp_path/'new.npz')
    assert again.equals(r.predict(tmp_path/'new.npz')) and np.allclose(again['mean'], r.predict(x[:5])['mean'], rtol=1e-4)

def test_a_run_knows_its_table(tmp_path):
    "Also in memory, and by no fingerprint in a folder that has none"
    t = pd.DataFrame(dict(a=np.arange(60.))).assign(y=lambda t: 3*t.a)
    t.to_csv(tmp_path/'t.csv', index=False)
    r = train(str(tmp_path/'t.csv'), target='y', out=str(tmp_path/'run'))
    assert r.predict().equals(load_run(tmp_path/'run').predict())
    t[:-1].to_csv(tmp_path/'t.csv', index=False)
    for run in (r, load_run(tmp_path/'run')):
        with pytest.raises(SymbayesError, match='^the data of this run have changed: .*--data') as e: run.predict()
        assert '\n' not in str(e.value) and len(run.predict(t))==60

def test_several_targets_in_their_units(tmp_path):
    x = np.random.default_rng(0).normal(size=(60, 3))
    y = np.stack([x.sum(1), 100+10*x[:, 0]], 1)
    np.savez(tmp_path/'two.npz', x_train=x[:40], y_train=y[:40], x_test=x[40:], y_test=y[40:])
    assert np.allclose(train(str(tmp_path/'two.npz')).predict()[['target_0', 'target_1']], y[40:], rtol=1e-4, atol=1e-4)

# the door

def test_runs_import_no_pictures(after_torch):
    "What is drawn or tabulated with is imported when it is used"
    code = "import symbayes.runs.commands, sys; print([m for m in ('pandas', 'matplotlib', 'seaborn', 'sklearn', 'torchvision', 'torchmetrics') if m in sys.modules])"
    assert after_torch(code)=='[]'

def test_a_run_in_a_process_of_its_own_has_a_folder(after_torch, tmp_path):
    "Whoever trains imports what keeps a result, too"
    code = f"from symbayes.runs.training import run_training; run_training('sinc', 'mean_field', width=3, epochs=1, eval_samples=5, progress=False, out={str(tmp_path)!r})"
    after_torch(code)
    assert (tmp_path/'run.json').is_file()

def test_the_collapsed_family(tmp_path):
    "A regression whose last layer is exact: trained, read again, predicted with; what it has no use for is said"
    out = tmp_path/'run'
    with pytest.warns(UserWarning, match='family collapsed takes all examples at every step'):
        run = run_training('diabetes', family='collapsed', width=8, epochs=250, batch_size=50, n_train=60, seeds=2, learn_noise=True, out=out, progress=False)
    assert len(run.history)==500 and run.metrics.kl_by.eq('given the draws').all() and run.metrics.symmetrized_elbo_lower.notna().all()
    again = load_run(out)
    pd.testing.assert_frame_equal(run.predict(n_samples=5), again.predict(n_samples=5))
    with pytest.warns(UserWarning, match='epochs 2 are as many steps'): run_training('sinc', family='collapsed', width=4, epochs=2, progress=False)
    with pytest.raises(SymbayesError, match='family collapsed is for regressions with Gaussian noise, digits has classes'): run_training('digits', family='collapsed')

@pytest.mark.parametrize('data', ('wide_sinc', 'digits'))
def test_the_inducing_family(data, tmp_path):
    "Every layer given those below, for numbers and for classes: trained with the average over the group, read again, predicted with"
    how = dict(family='inducing', width=6, depth=2, epochs=2, batch_size=50, n_train=60, seeds=2, progress=False, device='cpu')
    run = run_training(data, inducing=20, learn_noise=data!='digits', out=tmp_path/'run', **how)
    assert isinstance(run.q, InducingPosterior) and run.q.M==20 and run.q.batch_shape==(2,) and len(run.history)==4
    assert run.metrics.kl_by.eq('given the draws').all() and run.metrics.symmetrized_elbo_lower.notna().all() and run.history.mi.notna().all()
    again = load_run(tmp_path/'run')
    assert again.config==replace(run.config, out=str(tmp_path/'run'))
    pd.testing.assert_frame_equal(run.predict(n_samples=5), again.predict(n_samples=5))
    assert prepare_run(data, **how).q.M==60 and prepare_run(data, **how | dict(n_train=0)).q.M==128
    with pytest.raises(SymbayesError, match=f'inducing is 61, more than the 60 training examples of {data}'): run_training(data, inducing=61, **how)

def test_inducing_points_of_no_family():
    assert 'inducing 5 is not used: family mean_field has no inducing points' in unused_options(prepare_run('sinc', inducing=5, device='cpu'))
    idle = unused_options(prepare_run('sinc', family='inducing', init_std=.5, batch_size=50, device='cpu'))
    assert idle==['init_std 0.5 is not used: family inducing starts at a scale of its own']

def test_an_option_that_is_not_used_does_not_make_another_run(tmp_path):
    how = dict(data='sinc', width=3, epochs=1, eval_samples=2, progress=False, device='cpu', out=tmp_path/'run')
    run = run_training(**how)
    with pytest.warns(UserWarning, match='inducing 5 is not used'): again = run_training(**how, inducing=5, resume=True)
    assert torch.equal(run.q.loc, again.q.loc)

@pytest.mark.defect('U1')
def test_a_run_makes_as_many_steps_as_fit_by_default():
    "50 epochs of a small table were 150 steps, 1,400 nats too few; 0 stands for until settled, in at most 4,000 steps"
    small = dict(width=3, progress=False, device='cpu')
    run = prepare_run('diabetes', **small)
    assert train_config(run).epochs is None and 4000<=run.epochs*run.steps_per_epoch<4000+run.steps_per_epoch
    assert train_config(prepare_run('diabetes', epochs=7, **small)).epochs==7

@pytest.mark.defect('R16')
def test_a_folder_is_a_path():
    "A number in its place is one line"
    with pytest.raises(SymbayesError, match='expected the path'): load_run(3)

@pytest.mark.defect('R16')
@pytest.mark.parametrize('data', ['diabetes', 'digits'])
def test_a_run_in_double_precision(data, tmp_path):
    "Where that is torch's default, data and network have it both; the folder loads under either default"
    torch.set_default_dtype(torch.float64)
    try: made = run_training(data=data, width=3, epochs=1, eval_samples=5, out=tmp_path, progress=False)
    finally: torch.set_default_dtype(torch.float32)
    assert made.q.dtype==torch.float64 and load_run(tmp_path).predict(n_samples=3).shape==made.predict(n_samples=3).shape

@pytest.mark.defect('V14')
def test_the_report_says_what_predicts_as_well():
    "Where a constant or a linear model is level with the network, or ahead of it"
    m = pd.DataFrame(dict(test_log_lik=[-.5, -.52], test_log_lik_ridge=-.51, test_log_lik_constant=-1.4))
    assert baseline_notes(m)==['ridge regression predicts the test rows as well: -0.510 nats a row, the network -0.51 ± 0.13']
    assert baseline_notes(m.assign(test_log_lik_ridge=-.6))[0].startswith('ridge regression is not significantly worse on the test rows: -0.600')
    assert 'better' in baseline_notes(m.assign(test_log_lik_ridge=-.1))[0] and not baseline_notes(m.assign(test_log_lik_ridge=-.9))
    assert baseline_notes(pd.DataFrame(dict(test_nll=[.3], test_nll_logistic=.2)))[0].startswith('logistic regression predicts the test rows better')
    r = run_training('diabetes', width=3, epochs=1, eval_samples=5, progress=False, device='cpu')
    assert 'ridge regression predicts the test rows better' in report(r)

@pytest.mark.defect('V16')
def test_the_error_of_logarithms_names_its_unit(tmp_path):
    pd.DataFrame(dict(a=np.arange(60.), y=np.exp(np.arange(60.)/20))).to_csv(tmp_path/'t.csv', index=False)
    r = run_training(str(tmp_path/'t.csv'), target='y', log_target=True, epochs=2, width=3, eval_samples=3, family='mean_field', progress=False)
    assert 'test RMSE, of scaled logarithms' in r.summary().index and 'test RMSE' not in r.summary().index
