"Calls that may last show the time left: bars appear after two seconds, and not where they are switched off."

from functools import partial
import inspect, time

import pytest
import torch
from torch import nn

import symbayes.core.messages
from cases import rng
from symbayes.all import *
from symbayes.core.messages import progress_bar
from symbayes.inference.evidence import posterior_draws

net = nn.Sequential(nn.Linear(1, 3), nn.Tanh(), nn.Linear(3, 1))
x = torch.randn(12, 1, generator=rng(0))
parts, data, q, g = (IsotropicNormal(1.), Gaussian(.3)), (x, x.sin()), MeanField.from_module(net), mlp_group(net)
short = dict(training=dict(epochs=3))
calls = {
    'account': partial(account, net, q, *parts, data, g, data, 4, 4), 'evaluate': partial(evaluate, net, q, *parts, data, n_samples=4, n_mi_samples=4),
    'mi_sandwich': partial(mi_sandwich, q, g, 3, 4), 'log_evidence': partial(log_evidence, net, *parts, data, chains=2, temperatures=40),
    'posterior_draws': partial(posterior_draws, net, *parts, data, 4, chains=2, temperatures=40, moves=1),
    'importance_bound': partial(importance_bound, net, q, *parts, data, n=4, repeats=2), 'laplace': partial(laplace, net, *parts, data, **short),
    'swag': partial(swag, net, *parts, data, n_snapshots=3, discard=1, **short), 'sghmc': partial(sghmc, net, *parts, data, n_draws=3, every=2, discard=2, **short),
    'mc_dropout': partial(mc_dropout, net, *parts, data, p=.1, n_draws=3, **short), 'multi_mode': partial(multi_mode(laplace, 2, 3), net, *parts, data, **short),
    'ensemble': partial(ensemble, net, *parts, data, 2, epochs=3)}

@pytest.mark.defect('U13')
@pytest.mark.parametrize('name', calls)
@pytest.mark.filterwarnings('ignore:log evidence')
def test_a_call_that_lasts_shows_the_time_left(name, monkeypatch, capsys):
    "Without the delay each of these calls has a bar by default, and none where it is switched off"
    bar = symbayes.core.messages.tqdm
    monkeypatch.setattr(symbayes.core.messages, 'tqdm', lambda *args, **how: bar(*args, **how|dict(delay=0., mininterval=0., miniters=1)))
    calls[name]()
    assert '<' in capsys.readouterr().err
    calls[name](progress=False)
    assert capsys.readouterr().err==''

@pytest.mark.defect('U13')
def test_short_calls_show_nothing(capsys):
    "The bar waits, so that notebooks stay clean"
    assert list(progress_bar(range(3)))==[0, 1, 2] and account(net, q, *parts, data, g, data, 4, 4) is not None
    assert capsys.readouterr().err==''
    assert inspect.signature(account).parameters['progress'].default is True
    for _ in progress_bar(range(2), what='slow'): time.sleep(1.2)
    assert 'slow' in capsys.readouterr().err
