"""LeNet on few MNIST images: bounds and predictions of mean field, of inducing points, of an ensemble and of logistic regression.

The network is that of LeCun et al. (1998) with ReLU and maximum pooling: convolutions of 6 and 16 channels with kernels of 5 by 5, linear
layers of 120 and 84 units, 61,706 weights. Weights have a prior variance of two over their number of inputs, biases a standard deviation
of .1. Posteriors begin at a trained network, mean field with a third of the prior's standard deviations, inducing points at up to 100 of
the training images. Both are fitted on the plain bound, which the group raises afterwards; `symmetrised training` takes the symmetrised
bound instead. Mean field has twice the steps, which take less time. Bounds are lower ends of the symmetrised bound, in nats. Half the
prior: standard deviations of weights and biases are half as large. Weight decay of the ensemble of five is chosen on a fifth of the
training images. Steps, rates and starts were fixed on another draw of the images; no choice was made on test images. Predictions are
compared and not times, so this script has no ratios for `run.py`."""
import time
from copy import deepcopy
from functools import partial

from report import driver, growing

import numpy as np
import torch
from sklearn.linear_model import LogisticRegressionCV
from symbayes.all import (
    Categorical, InducingPosterior, IsotropicNormal, MeanField, Posterior, Problem, account,
    classification_metrics, fit, load_data, network_outputs, predict, seeded_module, streams, symmetry_group)
from symbayes.core import Params
from symbayes.experiments.architectures import layer_prior
from symbayes.inference import train_ensemble
from torch import Tensor, nn

batch, decays = 50, (1e-3, 1e-2, .1)

def lenet() -> nn.Sequential:
    convolutions = [nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*convolutions, nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))

def epochs_of(steps: int, n: int) -> int: return -(-steps//-(-n//batch))

def trained(data: tuple[Tensor, Tensor], members: int, decay: float, steps: int) -> Params: # `(members, *shape)`
    adam = partial(torch.optim.Adam, weight_decay=decay, fused=True)
    how = dict(epochs=epochs_of(steps, len(data[1])), batch_size=batch, lr=.002, optimizer=adam, progress=False)
    q, _ = train_ensemble(lenet, range(members), data, Categorical(), **how)
    return {k: t.detach() for k,t in q.mean.items()}

def ensemble(x: Tensor, y: Tensor, x_test: Tensor, steps: int) -> Tensor: # logits `(5, m, classes)`
    "Train five networks, with the weight decay of the single network that predicts a fifth of the rows best"
    valid, rest = torch.randperm(len(y), generator=streams(0, 'validation')).tensor_split([len(y)//5])
    def loss(decay):
        outputs = network_outputs(lenet(), trained((x[rest], y[rest]), 1, decay, steps), x[valid])
        return nn.functional.cross_entropy(outputs[0], y[valid]).item()
    return network_outputs(lenet(), trained((x, y), 5, min(decays, key=loss), steps), x_test)

def logistic(x: Tensor, y: Tensor, x_test: Tensor) -> Tensor: # log probabilities `(1, m, classes)`
    how = dict(scoring='neg_log_loss', max_iter=200, l1_ratios=(0,), use_legacy_attributes=False)
    found = LogisticRegressionCV(Cs=np.logspace(-3, 1, 5), cv=3, **how).fit(x.flatten(1), y)
    return torch.as_tensor(found.predict_proba(x_test.flatten(1))).clamp(min=1e-12).log()[None]

def fitted(problem: Problem, method: str, steps: int, draw: int) -> Posterior:
    "Start at a trained network and fit"
    x, y = problem.tensors
    net = deepcopy(problem.model)
    net.load_state_dict({k: t[0] for k,t in trained((x, y), 1, .01, 200).items()})
    inducing = method.startswith('inducing')
    if inducing: q = InducingPosterior.from_module(net, problem.prior, x[:100], precision=.1, start='network')
    else: q = MeanField.from_module(net, {k: s/3 for k,s in problem.prior.std.items()})
    over = problem if 'symmetrised' in method else problem.with_parts(group=None)
    how = dict(epochs=epochs_of(steps if inducing else 2*steps, problem.n), batch_size=batch, n_samples=1, lr=.02 if inducing else .01)
    fit(over, q, **how, log_every=10**6, progress=False, generator=streams(draw, 'fit'))
    return q

def scored(problem: Problem, q: Posterior, x_test: Tensor, draws: int, draw: int) -> tuple[dict[str, float], Tensor]:
    "Return ends of the bound, and outputs at test images"
    t = account(problem, q, n_samples=draws, generator=streams(draw, 'account'), progress=False).iloc[0]
    error = t.get('symmetrized_elbo_error', np.hypot(t.elbo_error, t.mi_lower_error))
    bounds = dict(bound=t.symmetrized_elbo_lower, bound_error=error, elbo=t.elbo, information=t.mi_lower, information_upper=t.mi_upper)
    return bounds, predict(problem, q, x_test, draws, generator=streams(draw, 'predict'))

def row(n: int, draw: int, method: str, steps: int, draws: int, n_test: int) -> dict:
    data = load_data('mnist').subset(n, torch.Generator().manual_seed(draw))
    x, y, x_test = data.x_train, data.y_train, data.x_test[:n_test]
    begun, found = time.process_time(), {}
    if method=='logistic regression': outputs = logistic(x, y, x_test)
    elif method=='ensemble of five': outputs = ensemble(x, y, x_test, steps)
    else:
        net = seeded_module(lenet, draw)
        prior = IsotropicNormal({k: s/(1+('half' in method)) for k,s in layer_prior(net).std.items()})
        problem = Problem(net, prior, Categorical(), (x, y), symmetry_group(net, x[:2]))
        found, outputs = scored(problem, fitted(problem, method, steps, draw), x_test, draws, draw)
    scores = classification_metrics(outputs, data.y_test[:n_test]).iloc[0]
    found |= {k: scores[k] for k in ('nll', 'accuracy', 'ece')} | dict(seconds=time.process_time()-begun)
    return dict(n=n, draw=draw, method=method) | found

options = dict(
    sizes=([100, 300, 1000], [100]),  # numbers of training images
    draws=(2, 1),  # of the images
    steps=(400, 10),  # of networks and of the inducing posterior; twice as many of mean field
    weights=(20, 4),  # draws of the weights, for bounds and again for predictions
    tests=(1000, 200),  # number of test images
)

def run(a):
    common = ['logistic regression', 'ensemble of five', 'mean field', 'inducing points']
    rare = ['inducing points, half the prior', 'inducing points, symmetrised training', 'mean field, symmetrised training']
    jobs = [(n, draw, m) for draw in range(a.draws) for n in a.sizes for m in common]
    jobs[len(a.sizes)*len(common):0] = [(a.sizes[0], 0, m) for m in rare]
    return growing('lenet', (row(*job, a.steps, a.weights, a.tests) for job in jobs))

main = driver(run, options)

if __name__=='__main__': main()
