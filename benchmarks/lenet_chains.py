"""LeNet on few MNIST images: chains over all weights beside an ensemble and logistic regression, as they are and calibrated.

Network, prior, ensemble, logistic regression and variational fits are those of `lenet.py`. Chains are Hamiltonian, over all 61,706 weights in
single precision; each of five begins at a network that was trained for 400 steps with weight decay .01, and 60 trajectories of about 12
leapfrog steps come before the first draw, five before each further one.

`nll_calibrated` is that of the prediction at a temperature. Chains choose it by leave-one-out probabilities of the training images, as
`calibrated(problem, q)` does; all others by a fifth of them, of which a second fit to the other four fifths knows nothing. The prior of
log T is the same. Prior scale, starts and lengths were fixed on another draw of the images (seed 10) and on 1,000 training images that no row
trains on; no choice was made on test images. `seconds` are those of processors, both fits included. Results are written after every
fit, and a second call goes on where the first one ended."""
import time
from functools import partial
from itertools import product

from lenet import decays, fitted, lenet, logistic, trained
from report import driver, resumed

import torch
from symbayes.all import (
    Categorical, MeanField, Problem, classification_metrics, load_data, network_outputs, predict,
    sample_posterior, seeded_module, streams)
from symbayes.experiments.architectures import layer_prior
from symbayes.inference.selection import Calibration, best_temperature, calibrated
from torch import Tensor, nn

Rows = tuple[Tensor, Tensor]

def mixed(outputs: Tensor) -> Tensor: # `(S, m, classes)` to `(m, classes)`
    "Return log probabilities of an equal mixture"
    return Calibration().log_probabilities(outputs.double())

def problem_of(rows: Rows, draw: int) -> Problem:
    net = seeded_module(lenet, draw)
    return Problem(net, layer_prior(net), Categorical(), rows, None)

def by_logistic(rows: Rows, x_test: Tensor, draw: int) -> Tensor: return mixed(logistic(*rows, x_test))

def by_ensemble(rows: Rows, x_test: Tensor, draw: int) -> Tensor:
    "Train five networks, with the weight decay of the single network that predicts a fifth of the rows best"
    (x, y), (valid, rest) = rows, parts(len(rows[1]))
    def loss(decay):
        outputs = network_outputs(lenet(), trained((x[rest], y[rest]), 1, decay, steps), x[valid])
        return nn.functional.cross_entropy(outputs[0], y[valid]).item()
    return mixed(network_outputs(lenet(), trained(rows, 5, min(decays, key=loss), steps), x_test))

def by_family(rows: Rows, x_test: Tensor, draw: int, method: str) -> Tensor:
    problem = problem_of(rows, draw)
    q = fitted(problem, method, steps, draw)
    return mixed(predict(problem, q, x_test, 20, generator=streams(draw, 'predict')))

def parts(n: int) -> tuple[Tensor, Tensor]:
    "Choose a fifth of the rows, and the others"
    return torch.randperm(n, generator=streams(0, 'validation')).tensor_split([n//5])

def by_fifth(predicted, rows: Rows, x_test: Tensor, draw: int) -> tuple[Tensor, dict]:
    "Predict from all rows, and choose a temperature by a fifth that a second fit does not see"
    (x, y), (valid, rest) = rows, parts(len(rows[1]))
    temperature = best_temperature(predicted((x[rest], y[rest]), x[valid], draw), y[valid])
    return predicted(rows, x_test, draw), dict(temperature=temperature)

def by_chains(rows: Rows, x_test: Tensor, draw: int) -> tuple[Tensor, dict]:
    "Let a chain begin at each of five trained networks"
    problem, weights = problem_of(rows, draw), trained(rows, 5, .01, 400)
    nets = [seeded_module(lenet, draw) for _ in range(5)]
    for i,net in enumerate(nets): net.load_state_dict({k: t[i] for k,t in weights.items()})
    start = MeanField.from_module(nets, {k: s/10 for k,s in problem.prior.std.items()})
    q = sample_posterior(problem, start, draws=draws, warmup=60, between=5, generator=streams(draw, 'chains'), progress=False)
    found = calibrated(problem, q)
    told = dict(temperature=found.temperature, unreliable=found.unreliable, r_hat=q.r_hat, acceptance=q.table.acceptance.mean())
    return mixed(predict(problem, q, x_test, len(q))), told

methods = {'chains': by_chains, 'ensemble of five': partial(by_fifth, by_ensemble), 'logistic regression': partial(by_fifth, by_logistic),
    'inducing points': partial(by_fifth, partial(by_family, method='inducing points')),
    'mean field': partial(by_fifth, partial(by_family, method='mean field'))}

def measured(job: dict) -> dict:
    data = load_data('mnist', data_dir=data_dir).subset(job['n'], torch.Generator().manual_seed(job['draw']))
    x_test, y_test = data.x_test[:tests], data.y_test[:tests]
    begun = time.process_time()
    logs, told = methods[job['method']]((data.x_train, data.y_train), x_test, job['draw'])
    seconds = time.process_time()-begun
    scores, tempered = (classification_metrics(t[None], y_test).iloc[0] for t in (logs, logs/told['temperature']))
    each = {k: scores[k] for k in ('nll', 'accuracy', 'ece')} | {f'{k}_calibrated': tempered[k] for k in ('nll', 'ece')}
    return each | told | dict(seconds=seconds)

options = dict(
    sizes=([100, 300, 1000], [100]),  # numbers of training images
    draws=(3, 1),  # of the images
    methods=([*methods], ['chains', 'logistic regression']),
    steps=(400, 10),  # of networks and of the inducing posterior; twice as many of mean field
    kept=(12, 2),  # draws of each chain
    tests=(1000, 200),  # number of test images
    data_dir=None,  # folder with MNIST
)

def run(a):
    global steps, draws, tests, data_dir
    steps, draws, tests, data_dir = a.steps, a.kept, a.tests, a.data_dir
    jobs = [dict(n=n, draw=d, method=m) for d,n,m in product(range(a.draws), a.sizes, a.methods)]
    return resumed(a, 'lenet_chains', jobs, measured)

main = driver(run, options)

if __name__=='__main__': main()
