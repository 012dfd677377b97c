"Gradients that a caller has switched off are switched on where they are needed."
from copy import deepcopy

import pytest
import torch

from symbayes.core import SymbayesError, seeded_module
from symbayes.evidence import log_evidence
from symbayes.inference import fit
from symbayes.likelihoods import Gaussian
from symbayes.methods import laplace, sghmc, swag
from symbayes.points import ensemble
from symbayes.posteriors import MeanField
from symbayes.priors import IsotropicNormal
from symbayes.runs import make_mlp, run_training

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
    how = dict(data='sinc', method='mean_field', width=4, epochs=5, eval_samples=5, device='cpu', progress=False)
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
    with pytest.raises(SymbayesError, match='made under torch.inference_mode'): fit(net, stuck, *parts, epochs=2, progress=False)
