"Weights of examples are powers of their likelihoods: whole numbers are repeated rows, for every family and likelihood"
from dataclasses import replace
import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import TensorDataset, DataLoader

from cases import close, message, rng
from symbayes.all import *
from symbayes.distributions.likelihoods import NoiseByInput
from symbayes.inference.annealing import marginal_target
from symbayes.inference.descent import fixed_problem, log_density_per_example
from symbayes.inference.objective import Objective, start_run
from symbayes.inference.sampling import ChainDensity
from symbayes.inference.selection import loo_densities, stacking_weights

def double(seed, *shape): return torch.randn(*shape, generator=rng(seed), dtype=torch.float64)
def near(a, b): close(a, b, 1e-10)

weights = torch.tensor([2., 1., 0., 3., 1., 2.]).double()
x, real = double(0, 6, 2), double(1, 6, 2)
quiet = dict(progress=False)

def plain(n_out): return seeded_module(lambda: nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, n_out)), 0).double()
likelihoods = dict(gaussian=lambda: (Gaussian(.3), real), learned=lambda: (Gaussian(.3, learned=True), real),
    each=lambda: (Gaussian([.3, .5], learned=True), real), student=lambda: (StudentT(4., .3), real),
    by_input=lambda: (HeteroscedasticGaussian(), real[:, :1]), classes=lambda: (Categorical(), (real[:, 0]>0).long()),
    bits=lambda: (Bernoulli(), (real>0).double()), counts=lambda: (Poisson(), real.abs().round()))
networks = dict(by_input=lambda: NoiseByInput(plain(1)), classes=lambda: plain(3))

def of_cases(*names): return pytest.mark.parametrize('name', names or [*likelihoods])

def both(name, **options):
    "The same problem with weights and with repeated rows"
    net, (likelihood, y) = networks.get(name, lambda: plain(2))(), likelihoods[name]()
    prior = LearnedNormal(net, 1., spread=1.).double() if name=='learned' else IsotropicNormal(1.)
    times = weights.long()
    repeated = x.repeat_interleave(times, 0), y.repeat_interleave(times, 0)
    likelihood = likelihood.double()
    first = Problem(net, prior, likelihood, (x, y), weights=weights, **options)
    return first, replace(first, data=repeated, weights=None)

families = dict(mean_field=lambda p: MeanField.from_module(p.model, .2), low_rank=lambda p: LowRank.from_module(p.model, 1, .2, rng(0)),
    unit=lambda p: UnitGaussian.from_module(p.model, p.group, std=.2), stack=lambda p: MeanField.from_module([p.model, p.model], .2),
    inducing=lambda p: InducingPosterior.from_module(p.model, p.prior, x[:4], generator=rng(0)),
    collapsed=lambda p: CollapsedLastLayer.of(p, generator=rng(0)))

def steps(problem, q):
    "Terms of a step, and its gradients"
    problem = problem.with_parts(**{k: p.member(0) if getattr(p, 'members', None) else p for k,p in dict(prior=problem.prior, likelihood=problem.likelihood).items()})
    run = start_run(q, problem.likelihood, 1e-2, torch.optim.Adam, None, [rng(3)]*2 if q.batch_shape else rng(3), problem.prior)
    objective = Objective(problem, integrates=hasattr(q, 'elbo_draws'), n_samples=2, n_mi_samples=2)
    values, gradients = objective.terms_and_gradients(run, problem.batch(), False, 1.)
    return [values, *[g for g in gradients if g is not None]]

@of_cases()
@pytest.mark.parametrize('family', families)
def test_whole_weights_are_repeated_rows(family, name):
    pair = both(name)
    ends = []
    for p in pair:
        q = families[family](p)
        generator = [rng(5), rng(5)] if q.batch_shape else rng(5)
        ends.append([*steps(p, q), evaluate(p, q, n_samples=4, n_mi_samples=4, generator=generator, **quiet).total])
    assert len(ends[0])==len(ends[1])>2
    for a,b in zip(*ends): near(a, b)

def at(p, draws=3):
    "The same weights of the network for both problems"
    return {k: t.double() for k,t in IsotropicNormal(1.).rsample(p.layout, draws, rng(1)).items()}

def chain_density(p, student_t=False):
    q = CollapsedLastLayer.from_module([p.model]*2, p.prior, p.likelihood, p.batch(), MeanField, .3, [rng(0), rng(1)])
    density = ChainDensity(p, q, student_t)
    density.at(double(7, 2, sum(density.sizes)))
    return density.value().detach()

def by_pieces(p):
    density = ChainDensity(p, MeanField.from_module([p.model]*2, .2))
    density.pieces = [slice(0, 2), slice(2, None)]
    density.at(double(7, 2, sum(density.sizes)))
    return torch.cat([density._both_by_pieces()[0].detach(), *(t.flatten() for t in density._both_by_pieces()[1])])

closed = dict(log_density=lambda p: p.log_density(at(p)), elbo=lambda p: elbo(p, MeanField.from_module(p.model, .2), generator=rng(0)).total,
    integrated=lambda p: marginal_target(p).log_lik({k: t for k,t in at(p).items() if k[0]=='0'}), chains=chain_density, pieces=by_pieces,
    importance=lambda p: importance_bound(p, MeanField.from_module(p.model, .2), n=4, repeats=3, generator=rng(0), **quiet).mean,
    laplace=lambda p: laplace(p, {k: t[0] for k,t in at(p).items()}, structure='full', rescale=False, **quiet).log_prob(at(p)),
    per_example=lambda p: log_density_per_example(fixed_problem(p), at(p), fixed_problem(p).batch())*p.total)

@pytest.mark.filterwarnings('ignore:log evidence', 'ignore:draws from structure')
@pytest.mark.parametrize('of', closed)
@of_cases('gaussian', 'each')
def test_densities_are_those_of_repeated_rows(name, of):
    first, second = both(name)
    if name=='each': first, second = (replace(p, likelihood=Gaussian([.3, .5]).double()) for p in (first, second))
    near(closed[of](first), closed[of](second))

@of_cases('gaussian', 'by_input')
def test_leave_one_out_densities_leave_out_one_of_the_repeated_rows(name):
    pair = both(name)
    one, all_ = (loo_densities(CollapsedLastLayer.of(p, generator=rng(0)), 5, rng(1)) for p in pair)
    times = pair[0].weights
    near(one.repeat_interleave(times.long(), 0), all_)
    fits = torch.stack([one, one.flip(0)]), torch.stack([all_, one.flip(0).repeat_interleave(times.long(), 0)])
    near(stacking_weights(fits[0], 50, times), stacking_weights(fits[1], 50))

def test_a_light_row_is_left_out_whole():
    p = both('gaussian')[0]
    light = replace(p, weights=torch.tensor([.4, 1., 1., 1., 1.]))
    without = replace(p, data=tuple(t[1:] for t in p.data), weights=None)
    q, rest = (CollapsedLastLayer.of(p, generator=rng(0)) for p in (light, without))
    means, stds = rest.predictive(p.data[0], 1, rng(1), noise=True)
    near(loo_densities(q, 1, rng(1))[0], torch.distributions.Normal(means[0, 0], stds[0, 0]).log_prob(p.data[1][0]).sum())

def test_powers_of_student_t_noise_are_powers_of_its_mixture():
    "Integrated over the precision of a row, the sampled density is the power of Student's t"
    from symbayes.inference.sampling import _log_tails
    grid = torch.linspace(-30, 12, 40001, dtype=torch.float64).unsqueeze(-1)
    log_df, residual = torch.tensor(3.).double().log(), 1.7
    for power in (.3, 1., 2.5):
        w = torch.tensor([power]).double()
        gaussian = power*(-.5*torch.log(torch.tensor(2*torch.pi))+.5*grid-.5*residual**2*grid.exp()).squeeze(-1)
        total = (gaussian+_log_tails(grid, log_df.expand(len(grid)), w)).logsumexp(0)+torch.log(grid[1]-grid[0]).squeeze()
        close(total, power*torch.distributions.StudentT(3.).log_prob(torch.tensor(residual).double()), 1e-6)

def test_batches_of_weighted_rows_are_unbiased():
    p = both('gaussian')[0]
    whole, parts = p.log_density(at(p)), [p.log_density(at(p), torch.tensor([i])) for i in range(p.n)]
    near(sum(parts)/p.n, whole)
    q = MeanField.from_module(p.model, 1e-9)
    each = [elbo(p, q, batch=tuple(t[i:i+1] for t in p.batch()), generator=rng(0)).log_lik for i in range(p.n)]
    close(sum(each)/p.n, elbo(p, q, generator=rng(0)).log_lik, 1e-6)

@pytest.mark.parametrize('family,batch_size', [('mean_field', None), ('mean_field', 2), ('stack', 2), ('inducing', 2), ('collapsed', None)])
def test_weighted_fits_take_recorded_steps(family, batch_size):
    ends = []
    for recorded in ('at once', False):
        p = both('learned')[0].with_parts(prior=IsotropicNormal(1.))
        q = families[family](p)
        generator = [rng(1), rng(2)] if q.batch_shape else rng(1)
        history = fit(p, q, epochs=12, batch_size=batch_size, generator=generator, recorded=recorded, **quiet)
        ends.append((history.objective.to_numpy(), history.attrs['steps']))
    assert [s.split(':')[0] for _,s in ends]==['recorded', 'by autograd']
    np.testing.assert_allclose(ends[0][0], ends[1][0], rtol=1e-6)

def test_weights_count_as_rows_and_absent_rows_are_not_looked_at():
    gone = torch.where(weights[:, None]>0, x, torch.nan)
    p = Problem(plain(2), IsotropicNormal(1.), Gaussian(.3).double(), (gone, real), weights=list(weights))
    assert p.n==5 and p.total==9 and '5 examples of weight 9' in repr(p) and replace(p, group=None).total==9
    halves = replace(p, weights=p.weights/2)
    near(halves.log_density(at(p))-p.prior.log_prob(p.layout, at(p)), (p.log_density(at(p))-p.prior.log_prob(p.layout, at(p)))/2)

@pytest.mark.parametrize('bad,says', [(-weights, '5 entries that are negative'), (weights/0, 'missing'), (weights[:3], r'shape (3,), expected (6,)'),
    (0*weights, 'all zero'), (['a']*6, 'no numbers'), (weights.expand(6, 6), 'shape (6, 6)'), (2., 'shape ()')], ids=range(7))
def test_weights_that_are_none_are_refused(bad, says):
    assert says in message(lambda: Problem(plain(2), IsotropicNormal(1.), Gaussian(.3).double(), (x, real), weights=bad))

def test_what_takes_no_weights_says_so():
    p = both('gaussian')[0]
    parts = p.model, p.prior, p.likelihood
    assert 'tensors or arrays' in message(lambda: Problem(*parts, DataLoader(TensorDataset(x, real)), weights=weights))
    assert 'several modes' in message(lambda: multi_mode(laplace, 2)(p, **quiet))
    q = CollapsedLastLayer.of(p)
    for other in (replace(p, weights=None), replace(p, weights=p.weights+1)): assert 'weights of the examples' in message(lambda: evaluate(other, q, **quiet))
    assert 'targets or weights' in message(lambda: compare([p, replace(p, weights=None)], **quiet))

def test_a_family_that_takes_no_weights_is_refused():
    class Own(InducingPosterior): takes_weights = False
    p = both('gaussian')[0]
    q = Own.from_module(p.model, p.prior, x[:4])
    assert 'Own takes none' in message(lambda: p.check(q))

def test_weights_are_in_files(tmp_path):
    p = both('student')[0]
    q = CollapsedLastLayer.of(p, generator=rng(0))
    q.save(tmp_path/'q')
    back = CollapsedLastLayer.load(tmp_path/'q', p.model)
    near(back.weights, p.weights)
    near(evaluate(p, back, generator=rng(0), **quiet).total, evaluate(p, q, generator=rng(0), **quiet).total)
