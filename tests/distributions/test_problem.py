"A problem is checked once, finds its symmetry, and its functions take it or its parts"
from dataclasses import replace
import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, TensorDataset

from cases import Net, refused, rng
from symbayes.all import *
from symbayes.core.tensors import free_parameters
from symbayes.inference.annealing import marginal_target

def net(h=5, act=nn.Tanh): return seeded_module(lambda: nn.Sequential(nn.Linear(2, h), act(), nn.Linear(h, 1)), 0)
x = torch.randn(30, 2, generator=rng(1))
y = x[:, :1].sin()
prior, noise = IsotropicNormal(1.), Gaussian(.2)
quiet = dict(progress=False)

def both(f, group):
    "A function of the problem and of its parts, each with a posterior of its own"
    model = net()
    qs = [MeanField.from_module(model, .1) for _ in range(2)]
    return f(Problem(model, prior, noise, (x, y), group), qs[0]), f(model, qs[1], prior, noise, (x, y), group)

@pytest.mark.parametrize('group', [None, mlp_group(net())], ids=['plain', 'symmetrised'])
@pytest.mark.parametrize('f', [
    lambda *a: fit(*a, epochs=3, generator=rng(0), **quiet).drop(columns='seconds'), lambda *a: account(*a, n_samples=5, K=4, generator=rng(0), **quiet),
    lambda *a: evaluate(*a, generator=rng(0), **quiet).total, lambda *a: importance_bound(*a, n=4, repeats=3, generator=rng(0), **quiet).mean if len(a)==2 else
        importance_bound(*a[:5], group=a[5], n=4, repeats=3, generator=rng(0), **quiet).mean], ids=['fit', 'account', 'evaluate', 'importance_bound'])
def test_a_problem_and_its_parts_give_the_same(f, group):
    one, two = both(f, group)
    assert one.equals(two) if hasattr(one, 'equals') else one.equal(two)

def test_a_prior_that_is_not_invariant_goes_without_a_group():
    model, odd = net(), IsotropicNormal(1., mean=.5)
    refused('mean', Problem, model, odd, noise, (x, y))
    assert Problem(model, odd, noise, (x, y), None).group is None

def test_data_of_every_kind_are_the_same_problem():
    model, arrays = net(), (x.numpy(), y.numpy())
    w = free_parameters(model)
    of = lambda data: Problem(model, prior, noise, data, None)
    for data in (arrays, TensorDataset(x, y), DataLoader(TensorDataset(x, y), 7), (x.double(), y.double()), (x.double().numpy(), y.double().numpy())):
        assert of(data).n==30 and torch.allclose(of(data).log_density(w), of((x, y)).log_density(w))
    assert of((x.double(), y)).tensors[0].dtype==torch.float32

def test_log_density_in_double():
    model = net()
    problem = Problem(model, prior, noise, (x, y), None)
    w = IsotropicNormal(1.).rsample(problem.layout, 3, rng(0))
    double = problem.in_precision(torch.zeros((), dtype=torch.float64))
    w64 = {k: t.double() for k,t in w.items()}
    out = network_outputs(double.model, w64, x.double())
    assert torch.allclose(double.log_density(w64), noise.log_prob(out, y.double()).sum(-1)+prior.log_prob(problem.layout, w64))
    assert model[0].weight.dtype==torch.float32

@pytest.mark.parametrize('change,line', [
    (dict(model='net'), 'model is a str'), (dict(prior=1.), 'prior is a float'), (dict(likelihood='normal'), 'likelihood is a str'), (dict(group='all'), "group is a str, expected a PermutationGroup, 'auto' or None"),
    (dict(data=(x, y[:7])), '30 inputs and 7 targets'), (dict(data=x), 'expected two tensors'), (dict(data=(x*np.nan, y)), 'NaN'), (dict(n_data=-1), 'n_data is -1'), (dict(likelihood=Categorical()), 'targets'),
    (dict(data=(x.repeat(1, 2), y)), 'does not take inputs'), (dict(group=mlp_group(net(6))), 'tensor')])
def test_bad_parts_are_one_line(change, line):
    parts = dict(model=net(), prior=prior, likelihood=noise, data=(x, y))
    refused(line, lambda: Problem(**parts | change))

def test_a_group_that_cannot_be_found_says_what_to_do():
    branches = Net(lambda s, x: s.a(x) if x.sum()>0 else -s.a(x), a=(2, 1))
    refused('group=None goes without', lambda: Problem(branches, prior, noise, (x, y)))

def test_buffers_of_members_count_in_the_log_density():
    model, buffers = Net(lambda s, x: s.lin(x)+s.c, lin=(2, 1), c=torch.zeros(())), {'c': torch.tensor([0., 50.])}
    q = MeanField.from_module([model]*2, .01)
    problem = Problem(model, prior, noise, (x, y), None, buffers)
    bounds = importance_bound(problem, q, n=4, repeats=3, generator=[rng(0), rng(1)], progress=False).mean
    assert bounds[1]<bounds[0]-1000
    refused('takes no buffers', elbo, problem, q)

def test_a_network_that_changed_is_looked_at_again():
    model = net()
    problem = Problem(model, prior, noise, (x, y))
    model[1] = nn.ReLU()
    refused('no symmetry', lambda: evaluate(problem, MeanField.from_module(model, .1), **quiet))
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1)).eval()
    problem = Problem(model, prior, noise, (x, y), None)
    model.train()
    refused('would change its buffers', lambda: fit(problem, MeanField.from_module(model, .1), epochs=1, **quiet))

# faults that a reader found

def of(**change): return Problem(**dict(model=net(), prior=prior, likelihood=noise, data=(x, y), group=None) | change)
def posterior(model=None): return MeanField.from_module(model or net(), .1)
def batches_of(**how): return DataLoader(TensorDataset(x, y), 7, **how)
def ends(problem, q=None): return fit(problem, q or posterior(), epochs=1, generator=rng(0), **quiet).objective.iloc[-1]
def log_lik(problem): return evaluate(problem, posterior(), generator=rng(0), **quiet).log_lik

class Stream(IterableDataset):
    def __init__(self, n=30): self.n = n
    def __iter__(self): return iter([(x[i], y[i]) for i in range(self.n)])

@pytest.mark.parametrize('data', [batches_of(drop_last=True), DataLoader(Stream(), 7, drop_last=True), batches_of()], ids=['drop_last', 'stream', 'loader'])
def test_reports_count_the_examples_that_fit_counts(data):
    whole = log_lik(of())
    assert torch.allclose(log_lik(of(data=data, n_data=30)), whole) and torch.allclose(log_lik(of(data=data, n_data=60)), 2*whole)
    twice = account(of(data=data, n_data=60), posterior(), n_samples=100, K=2, generator=rng(0), **quiet).log_lik
    assert np.allclose(twice, 2*account(of(), posterior(), n_samples=100, K=2, generator=rng(0), **quiet).log_lik)
    value = lambda p: marginal_target(p).y
    assert torch.equal(value(of(data=data, n_data=30)), value(of()))
    refused('counts 60 examples and its data give 30', lambda: value(of(data=data, n_data=60)))

@pytest.mark.parametrize('f,line', [
    (lambda p: fit(p, posterior(), prior, noise, (x, y)), 'fit takes a problem or its parts, got a problem and IsotropicNormal, Gaussian'), (lambda p: fit(p, posterior(), data=(x, y)), 'got a problem and data'),
    (lambda p: evaluate(problem=p, q=posterior(), group=None), 'evaluate takes .* and group'), (lambda p: fit(problem='p', q=posterior()), 'problem is a str, expected a Problem'),
    (lambda p: ensemble(p, prior, noise, (x, y)), 'ensemble takes a problem or its parts'), (lambda p: ensemble(p, problem=of()), 'ensemble takes a problem or its parts'), (lambda p: ensemble(), 'model is a NoneType')])
def test_a_problem_together_with_its_parts_is_one_line(f, line):
    refused(line, lambda: f(of()))

def test_a_stream_is_read_in_order():
    assert np.isfinite(ends(of(data=Stream(), n_data=30)))
    refused('give n_data=', lambda: of(data=Stream()))

def test_another_network_in_a_copy_has_its_own_symmetry():
    problem = of(group='auto')
    wider, relu, given = replace(problem, model=net(7)), replace(problem, model=net(act=nn.ReLU)), replace(of(group=mlp_group(net())), likelihood=Gaussian(.5))
    assert wider.group.sizes=={'0': 7} and problem.group.signed and not relu.group.signed and replace(problem, likelihood=Gaussian(.5)).group is problem.group
    assert given.group==mlp_group(net()) and replace(problem, group=None).group is None
    refused('other tensors', lambda: replace(of(group=mlp_group(net())), model=net(7)))

def test_edited_data_are_converted_again():
    xd, yd = x.double(), y.double()
    problem = of(data=(xd, yd))
    assert problem.tensors is problem.tensors
    xd.mul_(2), yd.add_(1)
    assert torch.equal(problem.tensors[0], 2*x) and torch.allclose(problem.tensors[1], y+1)
    for kind in (np.float32, np.float64):
        array = x.numpy().astype(kind)
        copied = of(data=(array, y.numpy()))
        array *= 2
        assert torch.equal(copied.tensors[0], x)
    problem.model.double()
    assert problem.tensors[0].dtype==torch.float64

def test_a_weight_that_was_frozen_later_counts_as_missing():
    model = net()
    problem, q = of(model=model), posterior(model)
    model[0].weight.requires_grad_(False)
    refused(r"'0.weight' is \(5, 2\) in the posterior and missing in the model", ends, problem, q)
    assert np.isfinite(ends(problem, posterior(model)))

def by_length(change) -> Net:
    "A network that does something else for many rows"
    return Net(lambda s, x: s.last(s.inner(x).tanh() if len(x)<100 else change(s.inner(x).tanh())), inner=(2, 4), last=(4, 1))

@pytest.mark.defect('A12')
def test_a_symmetry_of_few_rows_alone_is_refused_at_the_rows_of_training():
    "A fit by batches that are small enough is right; a change that keeps the symmetry is none"
    rows = torch.randn(200, 2, generator=rng(0))
    signed, plain = (Problem(by_length(f), prior, noise, (rows, rows[:, :1])) for f in (torch.relu, torch.sin))
    assert signed.group.signed and plain.group.signed
    def fitted(p, **how): return fit(p, MeanField.from_module(p.model, .1), epochs=1, **how, **quiet)
    refused('group', fitted, signed)
    fitted(signed, batch_size=50), fitted(plain)
