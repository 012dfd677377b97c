"Gradients that a caller has switched off are switched on where they are needed."
from copy import deepcopy

import pytest
import torch
from torch import Tensor, nn

from cases import refused
from symbayes.all import *

net = seeded_module(lambda: make_mlp(3, 1, 4, 1, 'tanh'), 0)
x = torch.randn(24, 3, generator=torch.Generator().manual_seed(0))
parts = IsotropicNormal(1.), Gaussian(.2), (x, 2*x[:, :1])
gen = lambda: torch.Generator().manual_seed(1)
start = MeanField.from_module(net, .1)
brief = dict(epochs=3, batch_size=8)

def fitted(q):
    fit(net, q, *parts, epochs=20, lr=.05, progress=False, generator=gen())
    return q.loc.detach().clone()

needs = {
    'fit': fitted,
    'ensemble': lambda q: ensemble(net, *parts, 2, **brief).sample(4, gen())['0.weight'],
    'laplace': lambda q: laplace(net, *parts, training=brief, structure='diag', generator=gen()).mean,
    'swag': lambda q: swag(net, *parts, training=brief, generator=gen()).mean,
    'sghmc': lambda q: sghmc(net, *parts, training=brief, n_draws=2, discard=1, every=1, generator=gen()).sample(2, gen())['0.weight'],
    'log_evidence': lambda q: torch.tensor(log_evidence(net, *parts, chains=2, temperatures=5, generator=gen()).estimate),
}

def flat(found): return torch.cat([t.reshape(-1) for t in found.values()]) if isinstance(found, dict) else found.reshape(-1)

@pytest.mark.defect('R1')
@pytest.mark.parametrize('off', [torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize('name', needs)
@pytest.mark.filterwarnings('ignore')
def test_training_trains_with_gradients_off(name, off):
    one, two = deepcopy(start), deepcopy(start)
    expected = flat(needs[name](one))
    with off(): found = flat(needs[name](two)).clone()
    assert torch.equal(found.detach(), expected.detach())

@pytest.mark.defect('R1')
def test_runs_train_with_gradients_off():
    how = dict(data='sinc', family='mean_field', width=4, max_steps=5, progress=False)
    expected = run_training(**how).history.objective
    torch.set_grad_enabled(False)
    try: found = run_training(**how).history.objective
    finally: torch.set_grad_enabled(True)
    assert found.equals(expected)

@pytest.mark.defect('R16')
def test_data_of_inference_mode_train_and_such_parameters_are_refused():
    q = MeanField.from_module(net, .1)
    with torch.inference_mode(): data = tuple(t.clone() for t in parts[2])
    fit(net, q, *parts[:2], data, epochs=2, progress=False)
    with torch.inference_mode(): stuck = MeanField.from_module(net, .1)
    refused('made under torch.inference_mode', fit, net, stuck, *parts, epochs=2, progress=False)

calls = {
    'fit': lambda net, x, y: fit(net, MeanField.from_module(net), *parts[:2], (x, y), epochs=1, progress=False),
    'predict': lambda net, x, y: predict(net, MeanField.from_module(net), x, 2),
    'evaluate': lambda net, x, y: evaluate(net, MeanField.from_module(net), *parts[:2], (x, y)),
    'account': lambda net, x, y: account(net, MeanField.from_module(net), *parts[:2], (x, y)),
    'symmetry_group': lambda net, x, y: symmetry_group(net, x),
    'laplace': lambda net, x, y: laplace(net, *parts[:2], (x, y)),
    'ensemble': lambda net, x, y: ensemble(net, *parts[:2], (x, y), 2, epochs=1),
    'log_evidence': lambda net, x, y: log_evidence(net, *parts[:2], (x, y)),
}

@pytest.mark.defect('R16')
@pytest.mark.parametrize('name', calls)
def test_networks_that_cannot_be_trained_are_refused_in_a_line(name):
    "Raises at one place: the layout of a network"
    refused('wrapped in DataParallel', lambda: calls[name](nn.DataParallel(deepcopy(net)), *parts[2]))
    words = nn.Sequential(nn.Embedding(7, 4, sparse=True), nn.Flatten(), nn.Linear(8, 1))
    refused("layer '0' has sparse gradients", lambda: calls[name](words, torch.zeros(5, 2).long(), torch.zeros(5, 1)))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('name', [n for n in calls if n!='symmetry_group'])
@pytest.mark.parametrize('make', [lambda t: t.to('meta'), Tensor.to_sparse])
def test_data_without_plain_numbers_are_refused_in_a_line(name, make):
    "Raises one line that names inputs or targets"
    x, y = parts[2]
    refused('inputs: the tensor is of layout .* expected a dense one', lambda: calls[name](net, make(x), y))
    if name=='predict': return
    refused('targets: the tensor is of layout .* expected a dense one', lambda: calls[name](net, x, make(y)))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('other', [None, 'net', [net], nn.Linear, Tensor([1.])])
@pytest.mark.parametrize('name', ['predict', 'evaluate', 'account'])
def test_what_is_no_network_is_refused_in_a_line(name, other):
    "Raises one line that says what was given"
    q, data = MeanField.from_module(net), parts[2]
    of = dict(predict=lambda: predict(other, q, data[0], 2), evaluate=lambda: evaluate(other, q, *parts), account=lambda: account(other, q, *parts))
    refused('expected a network', lambda: of[name]())

@pytest.mark.defect('R16')
@pytest.mark.parametrize('n', [None, True])
def test_numbers_of_draws_are_counted(n):
    "None is a default of predict alone, for draws that are frozen"
    q = MeanField.from_module(net)
    for call in (*[lambda: predict(net, q, x, n)]*(n is not None), lambda: evaluate(net, q, *parts, n_samples=n), lambda: account(net, q, *parts, n_samples=n)):
        refused('n_samples is', call)
