"Simpler methods: known answers, scores of planted densities, methods that see no test target, paired tables, cells."
import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch
from symbayes.experiments import architectures, tasks
from symbayes.experiments.tasks import (
    _by_process, baseline_differences, by_draw, by_laplace, classifications, ImageBaselineCell,
    regression_setting, RegressionBaselineCell, regressions, scores_table, small_task, Task,
)

quick = dict(width=4, seeds=2, effort=.005)
few = dict(data='digits', n_train=40, n_test=30, **quick)


def line(n=30, noise=.1):
    "A noisy line"
    g = torch.Generator().manual_seed(0)
    x = torch.linspace(-1, 1, n)[:, None]
    return Task('line', x, .5*x+.2+noise*torch.randn(n, 1, generator=g), x, x, x+.01, .5*x+.2, noise)


def test_laplace_of_a_linear_network_is_the_exact_posterior():
    "Mean and standard deviation of Bayesian linear regression with unit prior"
    s = regression_setting(line(), [], seeds=[3])
    at = lambda x: torch.cat([x, torch.ones_like(x)], 1)
    covariance = torch.linalg.inv(torch.eye(2).double()+at(s.task.x).T@at(s.task.x)/.01)
    mean, found = at(s.task.x_test)@covariance@at(s.task.x).T@s.task.y/.01, by_laplace(s)
    assert found.means.shape==(1, 1, 30) and torch.allclose(found.means[0, 0], mean[:, 0], atol=1e-3)
    spread = ((at(s.task.x_test)@covariance)*at(s.task.x_test)).sum(-1)
    assert torch.allclose(found.stds[0, 0], (spread+.01).sqrt(), atol=1e-6)


def test_a_process_finds_a_smooth_function_and_its_noise():
    "The known noise is that of the data; a learned one comes near it"
    s = regression_setting(small_task('wide_sinc'), [4], effort=.5)
    known, learned = _by_process(s), _by_process(s, True)
    assert known.means.shape==(1, 1, 2000) and (known.stds>.2).all()
    inside = s.task.x_test[:, 0].abs()<3
    assert .17<learned.stds[0, 0][inside].median()<.25
    assert (known.means[0, 0]-s.task.truth(s.task.x_test)[:, 0]).square().mean().sqrt()<.08


@pytest.mark.parametrize('method', [m for m in regressions if 'exact' not in m])
def test_no_method_sees_test_targets(method):
    "Predictions are the same where the test and validation targets are others"
    s = regression_setting(line(), [4], seeds=[0, 1], effort=.005)
    other = replace(s, y_test=s.y_test+9, task=replace(s.task, y_test=s.task.y_test+9, y_valid=s.task.y_valid-9))
    a, b = (regressions[method](t) for t in (s, other))
    assert torch.equal(a.means, b.means) and torch.equal(a.stds, b.stds)


def planted(better=.1, draws=5):
    luck = np.random.default_rng(0).normal(size=draws)
    rows = [dict(method=m, data_seed=i, seed=s, test_log_lik=v+b+.01*s, rmse=.2, coverage=.9, seconds=1.)
        for m,b in (('exact inference', 0.), ('new', better)) for i,v in enumerate(luck) for s in range(2)]
    return pd.DataFrame(rows)


def test_differences_are_paired_by_draw():
    "Luck that both share drops out; a method with one draw in common has no interval; seeds are averaged first"
    rows = pd.concat([planted(), pd.DataFrame([dict(method='once', data_seed=0, seed=0, test_log_lik=0., rmse=.1, coverage=.9, seconds=np.nan)])])
    found = baseline_differences(rows)
    assert list(found.index)==['new'] and found['new'].mean==pytest.approx(.1) and found['new'].half<1e-9
    assert by_draw(rows).shape==(5, 3) and by_draw(rows)['new'].iloc[0]-by_draw(rows)['exact inference'].iloc[0]==pytest.approx(.1)
    table = scores_table(rows)
    assert table.loc['once', 'minus exact inference']=='' and table.loc['once', 'seconds']=='' and table.loc['new', 'RMSE']=='0.200'


@pytest.mark.parametrize('method', regressions)
def test_rows_of_a_regression(method):
    "A row for each seed where networks are trained, one otherwise; the fields say what was run"
    table = RegressionBaselineCell(method=method, data_seed=1, **quick).run()
    assert len(table)==(2 if method in ('one network', 'Laplace, linearised') else 1)
    assert {'test_log_lik', 'rmse', 'coverage', 'seconds', 'n_train', 'seed'}<=set(table) and np.isfinite(table.test_log_lik).all()
    assert (table.method==method).all() and (table.data_seed==1).all() and ('settled' in table)==('exact' in method)


def test_another_draw_and_another_prior_are_other_data_and_another_posterior():
    base = RegressionBaselineCell(method='one network', **quick)
    scores = [replace(base, **k).run().test_log_lik.tolist() for k in ({}, {}, dict(data_seed=1), dict(prior_std=.1))]
    assert scores[0]==scores[1] and scores[0]!=scores[2] and scores[0]!=scores[3]


@pytest.mark.parametrize('method', classifications)
def test_rows_of_images(method):
    table = ImageBaselineCell(method, **few).run()
    assert len(table)==(2 if method in ('one network', 'Laplace, linearised') else 1) and (table.test_log_lik==-table.nll).all()
    assert table.nll.between(0, 5).all() and table.accuracy.between(0, 1).all()
    if method.startswith('Laplace'): assert set(table.structure)<={'kron', 'diag'}


@pytest.mark.parametrize('cell', [RegressionBaselineCell(**quick), ImageBaselineCell(**few)], ids=['regression', 'images'])
def test_methods_share_trained_networks(cell, monkeypatch):
    "Three methods train once, their rows are those of a training of their own, and each counts its time"
    own, calls, forget = tasks.trained, [], tasks._with_networks.cache_clear
    monkeypatch.setattr(tasks, 'trained', lambda s: own(s) if s.known else (calls.append(s), time.sleep(.01), own(s))[-1])
    monkeypatch.setattr(tasks.time, 'process_time', time.perf_counter)
    def rows(m): return replace(cell, method=m).run()
    forget()
    found = {m: rows(m) for m in ('one network', 'ensemble of five', 'Laplace, linearised')}
    assert len(calls)==1 and all((t.seconds>.01).all() for t in found.values())
    forget()
    pd.testing.assert_frame_equal(rows('ensemble of five').drop(columns='seconds'), found['ensemble of five'].drop(columns='seconds'))
    assert len(calls)==2


@pytest.mark.parametrize('kind', architectures.networks)
def test_cells_of_architectures_have_the_networks_of_their_page(kind):
    cell, x = architectures.ArchitectureBaselineCell(kind=kind), torch.zeros(2, 1, 8, 8)
    net = cell.network(x, 10)
    assert type(net) is type(architectures.networks[kind]((1, 8, 8), 10)) and net(x).shape==(2, 10)
    assert cell.prior(net).std==architectures.layer_prior(net).std
