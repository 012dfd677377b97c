"Predictions, the ELBO of a whole data set and the account: known answers, exactness, and refusals."
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from math import log, pi

import pytest
import torch
from torch import nn
from torch.distributions import Normal

from cases import cases, make_posterior, members_of, mlp, Net, refused, rng, rngs
from symbayes.all import *
from symbayes.distributions.priors import kl_monte_carlo
from symbayes.inference.prediction import predictive_nll

from fit_cases import case, close, gens, group, net, prior, x, y


def test_predictions_average_over_draws():
    q = make_posterior('MeanField', case)
    out = predict(net, q, x, 7, batch_size=5, generator=rng(0))
    assert out.shape==(7, 24, 2) and not out.requires_grad
    lp = Normal(out, .3).log_prob(y).sum(-1)
    close(predictive_nll(out, y, Gaussian(.3)), -lp.exp().mean(0).log().mean(), 1e-6)
    assert predict(net, q, x[:0], 7, generator=rng(0)).shape==(7, 0, 2)

@pytest.mark.parametrize('members', [None, 2])
def test_many_draws_are_evaluated_in_blocks_that_do_not_show(members):
    q, n = make_posterior('MeanField', case, members), 2**16//(24*(members or 1))*2+5  # two whole blocks and a bit
    close(predict(net, q, x, n, generator=gens(members)), network_outputs(net, q.rsample(n, gens(members)), x).detach())

def test_evaluate_is_the_elbo():
    "With many draws: log likelihood by its closed form for a linear model, KL exactly, I between 0 and log|G|; in float64 from float32 parts"
    model = cases['no_hidden'].model(dtype=torch.float32)
    q = make_posterior('MeanField', cases['no_hidden'], dtype=torch.float32)
    t = evaluate(model, q, prior, Gaussian(.5), (x.float(), y.float()), n_samples=20_000, generator=rng(0))
    m, s = ({k: v.detach().double() for k,v in p.items()} for p in (q.mean, q.std))
    second = (x@m['0.weight'].T+m['0.bias']-y).square() + x.square()@s['0.weight'].square().T + s['0.bias'].square()
    assert t.total.dtype==torch.float64 and abs(t.log_lik-(-.5*second/.25-log(.5)-.5*log(2*pi)).sum())<1.
    close(t.kl, deepcopy(q).double().kl(prior), 1e-6)
    e = evaluate(net, make_posterior('MeanField', case), prior, Gaussian(.5), (x, y), group, Exact(), 50, generator=rng(1))
    assert 0<e.mi<=group.log_order+1e-9 and e.side=='exact'

def test_frozen_parts_keep_their_mode():
    "A model in training mode with a part in evaluation mode, such as a frozen norm layer, is as it was after predictions"
    model = nn.Sequential(nn.Linear(3, 4), nn.Dropout(.5), nn.Linear(4, 2)).double()
    model[1].eval()
    predict(model, MeanField.from_module(model), x, 2, generator=rng(0))
    assert model.training and not model[1].training

def test_mode_is_put_back_after_an_error():
    model = deepcopy(net).train()
    with pytest.raises((RuntimeError, SymbayesError)): predict(model, MeanField.from_module(model), x[:, :1], 2, generator=rng(0))
    assert model.training

# outputs of any shape, frozen layers, other models

def shaped(shape: tuple) -> Net:
    "Outputs `(n,)`, `(n, 2, 2)` or `(n, 2, 2, 1)`"
    return Net(lambda s, x: s.net(x).reshape(-1, *shape), net=(3, 4 if shape else 1))

@pytest.mark.parametrize('shape', [(), (2, 2), (2, 2, 1)], ids=str)
@pytest.mark.parametrize('members', [None, 3])
@pytest.mark.parametrize('batch_size', [5, 12, 100])
def test_predictions_of_any_shape(shape, members, batch_size):
    model = shaped(shape).double()
    q = MeanField.from_module([model]*members if members else model, .3)
    out = predict(model, q, x, 7, batch_size=batch_size, generator=gens(members))
    close(out, network_outputs(model, q.rsample(7, gens(members)), x).detach())
    assert out.shape==(*((members,) if members else ()), 7, 24, *shape)

def test_members_share_what_is_frozen():
    a, b = mlp(3, 6, 2).double(), mlp(3, 6, 2).double()
    for m in (a, b): m[0].requires_grad_(False)
    refused("differ in the frozen parameters .'0", MeanField.from_module, [a, b], .1)
    b[0].load_state_dict(a[0].state_dict())
    q = MeanField.from_module([a, b], .1)
    close(predict(a, q, x, 2, generator=rngs(0, 1))[1], predict(b, q.member(1), x, 2, generator=rng(1)))

@pytest.mark.parametrize('f', [lambda y: y.mean(0), lambda y: y.sum(), lambda y: y.T], ids=['a mean', 'a number', 'turned'])
def test_outputs_without_an_axis_of_inputs_are_refused(f):
    class Joined(nn.Linear):
        def forward(self, x): return f(super().forward(x))
    model = Joined(3, 2).double()
    refused('expected an output for each', lambda: predict(model, MeanField.from_module(model), x, 2, batch_size=7))

# anything that can be sampled

class Sampler:
    "Has `rsample` alone"
    def __init__(self, q): self.q, self.batch_shape = q, q.batch_shape
    def rsample(self, n, generator=None): return self.q.rsample(n, generator)

@pytest.mark.parametrize('members', [None, 2])
def test_predictions_of_anything_that_can_be_sampled(members):
    q = make_posterior('MeanField', case, members)
    out = predict(net, q, x, 7, generator=gens(members))
    close(predict(net, Sampler(q), x, 7, generator=gens(members)), out)
    moved = predict(net, symmetrize(q, group), x, 7, generator=gens(members))
    close(moved, network_outputs(net, symmetrize(q, group).sample(7, gens(members)), x))
    close(moved, out, 1e-6)  # the same weights in another order

# the account

columns = ['member', 'log_lik', 'log_lik_error', 'kl', 'kl_error', 'kl_by', 'elbo', 'elbo_error', 'mi_lower', 'mi_lower_error', 'mi_lower_by', 'mi_upper', 'mi_upper_error', 'mi_upper_by',
    'symmetrized_elbo_lower', 'symmetrized_elbo_upper', 'log_order']

@pytest.mark.parametrize('family', ['MeanField', 'LowRank', 'UnitGaussian'])
@pytest.mark.parametrize('test', [None, (x[:9], y[:9])])
def test_the_account_of_a_stack_is_that_of_its_members(family, test):
    q = make_posterior(family, case, 3)
    t = account(net, q, prior, Gaussian(.3), (x, y), group, test, 20, 8, generator=rngs(0, 1, 0))
    assert list(t)[:len(columns)]==columns and all(c.startswith('test_') for c in list(t)[len(columns):]) and (len(list(t))>len(columns))==(test is not None)
    numbers = t.select_dtypes('number').columns.drop('member')
    for i,m in enumerate(members_of(q)):
        one = account(net, m, prior, Gaussian(.3), (x, y), group, test, 20, 8, generator=rng([0, 1, 0][i]))
        close(torch.tensor(one[numbers].to_numpy(float)[0]), torch.tensor(t[numbers].to_numpy(float)[i]), 1e-6)
    close(torch.tensor(t.kl.to_numpy()), q.kl(prior).detach())
    assert (t.kl_by=='closed form').all() and (t.mi_lower<=t.mi_upper+5*(t.mi_lower_error+t.mi_upper_error)).all()

def test_the_account_without_a_group_and_its_arithmetic():
    q = make_posterior('MeanField', case)
    t, g = (account(net, q, prior, Gaussian(.3), (x, y), over, n_samples=50, generator=rng(0)).iloc[0] for over in (None, group))
    assert t.mi_lower==t.mi_upper==t.log_order==0 and t.log_lik==g.log_lik and t.symmetrized_elbo_lower==t.elbo==t.log_lik-t.kl
    assert g.symmetrized_elbo_lower==g.elbo+g.mi_lower and g.log_order==pytest.approx(group.log_order)
    many = evaluate(net, q, prior, Gaussian(.3), (x, y), n_samples=4000, generator=rng(1))
    assert abs(t.log_lik-many.log_lik.item())<5*t.log_lik_error

def test_the_account_of_classes():
    labels = (x[:, 0]>0).long()
    t = account(net, make_posterior('MeanField', case, 2), prior, Categorical(), (x, labels), group, (x, labels), 10, 8, generator=rng(0))
    assert {'test_accuracy', 'test_nll', 'test_ece', 'test_brier'}<=set(t) and len(t)==2 and t.dtypes['log_lik']=='float64'

# priors without a closed form, and learned ones

@pytest.mark.parametrize('members', [None, 2])
def test_a_prior_without_a_closed_form_is_accounted_for_by_draws(members):
    q, prior = make_posterior('MeanField', case, members), StudentTPrior(3., .7)
    t = account(net, q, prior, Gaussian(.3), (x, y), group, n_samples=500, generator=gens(members))
    assert (t.kl_by=='Monte Carlo').all() and (t.kl_error>0).all()
    value, error = (v.reshape(-1).numpy() for v in kl_monte_carlo(q, prior, 20_000, gens(members)))
    assert (abs(t.kl-value)<5*(t.kl_error**2+error**2)**.5).all() and (abs(t.elbo_error-(t.kl_error**2+t.log_lik_error**2)**.5)<1e-9).all()
    assert evaluate(net, q, prior, Gaussian(.3), (x, y), n_samples=20, n_mi_samples=200, generator=rng(0)).kl_by=='Monte Carlo'

def test_the_account_of_a_learned_prior():
    q, prior = make_posterior('MeanField', case, 2), LearnedNormal(net, .5)
    with pytest.raises(SymbayesError): account(net, q, prior, Gaussian(.3), (x, y), n_samples=2)
    prior.join_stack(q.batch_shape)
    with torch.no_grad(): prior.log_std[1] += .3
    t = account(net, q, prior, Gaussian(.3), (x, y), n_samples=2, generator=rng(0))
    for i in range(2): close(torch.tensor(t.kl[i]), q.member(i).kl(prior.member(i)).detach(), 1e-6)

@pytest.mark.defect('R14')
def test_threads_with_a_copy_each_predict_as_one():
    "Copies of a module run side by side, and the docs say so: threads give the numbers of one"
    assert 'copy' in predict.__doc__ and 'hread' in predict.__doc__ and 'Threads take turns' in Problem.__doc__
    q = MeanField.from_module(net)
    def drawn(seed: int) -> torch.Tensor: return predict(deepcopy(net), q, x, 5, generator=rng(seed))
    with ThreadPoolExecutor(4) as threads: found = list(threads.map(drawn, range(40)))
    assert all(torch.equal(a, drawn(i)) for i,a in enumerate(found))
