"The density that chains sample, posteriors that are known, and what a sampled posterior says"
from copy import deepcopy
import signal

import numpy as np
import pytest
import torch
from scipy import stats
from torch import nn

from cases import MadeEntries, refused, tanh_net
from symbayes.all import *
from symbayes.distributions.likelihoods import NoiseByInput
from symbayes.inference import sampling
from symbayes.inference.sampling import ChainDensity, ChainRun, ChainState, SampledPosterior, hmc_transition

def network(units=4, d=2, out=1, dtype=torch.float64):
    return seeded_module(lambda: nn.Sequential(nn.Linear(d, units), nn.Tanh(), nn.Linear(units, out)).to(dtype), 0)

def data(n=12, d=2, out=1, dtype=torch.float64, seed=0):
    gen = streams(seed, 'data')
    x = torch.randn(n, d, generator=gen, dtype=torch.float64)
    return x.to(dtype), (x.sum(1, keepdim=True).sin()+.3*torch.randn(n, out, generator=gen, dtype=torch.float64)).to(dtype)

def made(kind, dtype=torch.float64, n=12):
    net = network(dtype=dtype)
    learned = lambda: LearnedNormal(net, .7, per_input=['0.weight'], spread=1.).to(dtype)
    if kind=='known': return Problem(net, IsotropicNormal(.8), Gaussian(.3), data(n, dtype=dtype))
    if kind=='learned': return Problem(net, learned(), Gaussian(.3, learned=True, spread=1.).to(dtype), data(n, dtype=dtype))
    if kind=='each output':
        net = network(out=2, dtype=dtype)
        return Problem(net, IsotropicNormal(.8), Gaussian([.3, .5], learned=True, spread=1.).to(dtype), data(n, out=2, dtype=dtype))
    if kind=='by input':
        net = NoiseByInput(net, std=.3)
        return Problem(net, LearnedNormal(net, .7, spread=1.).to(dtype), HeteroscedasticGaussian(), data(n, dtype=dtype))
    if kind=='classes':
        net = network(out=3, dtype=dtype)
        x, y = data(n, dtype=dtype)
        return Problem(net, IsotropicNormal(.8), Categorical(), (x, torch.arange(len(x))%3))
    raise ValueError(kind)

def started(problem, chains=3):
    nets, gens = [problem.model]*chains, [streams(i, 'start') for i in range(chains)]
    if isinstance(problem.likelihood, Categorical): return MeanField.from_module(nets, .1)
    return CollapsedLastLayer.from_module(nets, problem.prior, problem.likelihood, problem.tensors, MeanField, .3, gens, problem.group)

kinds = 'known', 'learned', 'each output', 'by input', 'classes'
closed = [*((k, t) for k in kinds[:-1] for t in (False, True)), ('by input', 4.)]  # also with Student-t tails, of sampled or fixed degrees of freedom
quick = dict(draws=4, warmup=20, between=1, leaps=3, progress=False)
def chains_of(problem): return sample_posterior(problem, started(problem), generator=streams(0, 'chains'), **quick)
def point(density): return .3*torch.randn(3, sum(density.sizes), generator=streams(1, 'z'), dtype=torch.float64)

@pytest.mark.parametrize('kind, student_t', [*closed, ('classes', False)])
def test_energies_have_their_gradients(kind, student_t):
    "Against differences of the energy, at points that were not recorded"
    problem = made(kind)
    density = ChainDensity(problem, started(problem), student_t)
    z = point(density)
    density.energy(z+1)
    energy, slope = density.energy(z)
    along = torch.randn(z.shape, generator=streams(2, 'z'), dtype=torch.float64)
    up, down = (density.energy(z+s*1e-5*along)[0].clone() for s in (1, -1))
    torch.testing.assert_close((slope*along).sum(1), (up-down)/2e-5, rtol=1e-6, atol=1e-6)
    with torch.no_grad():
        density.at(z)
        torch.testing.assert_close(-density.value(), energy)

def _hooked(hook):
    net = network(out=2)
    net[0].register_forward_hook(hook)
    return net

def _shifted():
    net = network(out=2)
    net[1].forward = lambda x: x-x.mean(0)
    return net

by_one_network = dict(
    weight_norm=lambda: nn.Sequential(nn.utils.weight_norm(nn.Linear(2, 4)), nn.Tanh(), nn.Linear(4, 2)).double(),
    spectral_norm=lambda: nn.Sequential(nn.utils.spectral_norm(nn.Linear(2, 4)), nn.Tanh(), nn.Linear(4, 2)).double().eval(),
    hook=lambda: _hooked(lambda m, x, out: out-out.mean(0)), forward=_shifted)

@pytest.mark.filterwarnings('ignore::FutureWarning')
@pytest.mark.parametrize('name', [*by_one_network, 'global hook'])
def test_chains_sample_the_network_with_its_hooks(name):
    "A norm or a mean over one network's axes is not taken over the chains"
    net = by_one_network.get(name, lambda: network(out=2))()
    everywhere = name=='global hook' and nn.modules.module.register_module_forward_hook(lambda m, x, out: out-out.mean(0))
    try:
        problem = Problem(net, IsotropicNormal(.8), Gaussian(.3), data(out=2), None)
        density = ChainDensity(problem, MeanField.from_module([net]*3, .1))
        z = point(density)
        energy, _ = density.energy(z)
        for e,flat in zip(energy, z):
            w = {k: t[0] for k,t in density.layout.unflatten(flat[None]).items()}
            log_lik = problem.likelihood.log_prob(torch.func.functional_call(net, w, problem.tensors[0]), problem.tensors[1]).sum()
            torch.testing.assert_close(-e, log_lik+problem.prior.log_prob(density.layout, w))
    finally:
        if everywhere: everywhere.remove()

def test_posteriors_of_missing_targets_are_files_and_leave_rows_out(tmp_path):
    x, y = data(out=2)
    y[0, 0] = y[1] = torch.nan
    problem = Problem(network(out=2), IsotropicNormal(.8), Gaussian(.3), (x, y))
    q = chains_of(problem)
    q.save(tmp_path/'q.safetensors')
    again = SampledPosterior.load(tmp_path/'q.safetensors', problem.model)
    assert torch.equal(again.given.y.isnan(), q.given.y.isnan()) and all(torch.equal(a, b) for a,b in zip(again.predictive(x), q.predictive(x)))
    assert q.loo_densities().isfinite().all() and q.stacking_weights().sum().item()==pytest.approx(1.)

@pytest.mark.parametrize('kind, student_t', [*closed, ('classes', False)])
def test_gradients_by_pieces_are_those_of_all_examples(kind, student_t, monkeypatch):
    "And no tensor of the features is larger than a piece, for each of at most two outputs"
    problem, found = made(kind, n=300), []
    for budget in (2**22, 1000):
        monkeypatch.setattr(sampling, '_numbers_at_once', budget)
        density = ChainDensity(problem, started(problem), student_t)
        z = point(density)
        with MadeEntries() as made_now: found.append([t.clone() for t in density.energy(z)])
        assert (len(density.pieces)>5)==(made_now.largest<=max(2000, z.numel()))==(budget==1000)
    for whole,pieces in zip(*found): torch.testing.assert_close(pieces, whole, rtol=1e-9, atol=1e-9)

@pytest.mark.parametrize('kind, student_t', closed)
def test_the_last_layer_is_integrated_out(kind, student_t):
    "Targets are jointly Gaussian given the hidden weights, and the precisions of the examples"
    problem = made(kind)
    density = ChainDensity(problem, started(problem), student_t)
    z = point(density)
    energy, _ = density.energy(z)
    w, parts, tails = density.drawn(z)
    prior, (x, y) = parts['prior'], problem.tensors
    body = 'body.0.' if kind=='by input' else '0.'
    hidden = (x@w[body+'weight'].mT+w[body+'bias'].unsqueeze(1)).tanh()
    def std(k): return prior.std[k].reshape(3, 1, 1) if isinstance(prior.std, dict) else torch.full((3, 1, 1), prior.std)
    weight, bias = (std(k) for k in problem.layout.shapes if k not in w)
    f = torch.cat([hidden*weight, bias.expand(3, len(x), 1)], -1)
    if kind=='by input': noise = (problem.model.start+4*torch.tanh((hidden@w['noise.weight'].mT+w['noise.bias'].unsqueeze(1))/4)).exp()
    else: noise = parts['likelihood'].log_std.exp().reshape(-1, 1, y.shape[1]).expand(3, len(x), -1)
    if student_t: noise = noise*(-.5*tails['log_precision']).exp().unsqueeze(-1)
    expected = prior.log_prob(density.layout, w)
    for o in range(y.shape[1]):
        covariance = f@f.mT+noise[..., o].square().double().diag_embed()
        expected = expected+torch.distributions.MultivariateNormal(torch.zeros(len(x)).double(), covariance).log_prob(y[:, o])
    if student_t:
        log_l, half = tails['log_precision'], tails['log_df'].exp().unsqueeze(-1)/2
        expected = expected+(torch.distributions.Gamma(half, half).log_prob(log_l.exp())+log_l).sum(-1)
        if student_t is True: expected = expected-.5*(tails['log_df']-np.log(5))**2
    for part in parts.values():
        if isinstance(part, nn.Module): expected = expected+part.log_hyperprior()
    torch.testing.assert_close(-energy, expected.detach(), rtol=1e-6, atol=1e-6)

def test_the_density_has_the_networks_symmetry():
    problem = made('known')
    density = ChainDensity(problem, started(problem))
    group = problem.group.restrict(list(density.layout.shapes))
    w = {k: torch.randn(3, *s, generator=streams(3, k), dtype=torch.float64) for k,s in density.layout.shapes.items()}
    a = group.sample(3, generator=streams(4, 'elements'))
    values = [density.energy(density.layout.flatten(v))[0].clone() for v in (w, group.act(a, w))]
    assert a.lead==(3,)
    torch.testing.assert_close(*values)

def one_unit(n=15, seed=0):
    "A network with one hidden weight, so that its posterior is a curve"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(1, 1, bias=False), nn.Tanh(), nn.Linear(1, 1, bias=False)).double(), 0)
    gen = streams(seed, 'one unit')
    x = torch.randn(n, 1, generator=gen, dtype=torch.float64)
    v, w = torch.randn(2, generator=gen, dtype=torch.float64)
    return Problem(net, IsotropicNormal(1.), Gaussian(.5), (x, v*torch.tanh(w*x)+.5*torch.randn(n, 1, generator=gen, dtype=torch.float64)))

def by_quadrature(problem, of):
    "Expectation over the hidden weight"
    (x, y), w = problem.tensors, torch.linspace(-7, 7, 4001, dtype=torch.float64)
    f = torch.tanh(w[:, None]*x[:, 0])/.5
    r = y[:, 0]/.5
    square, dot = f.square().sum(1), f@r
    log_p = -.5*torch.log1p(square)+.5*dot.square()/(1+square)-.5*w.square()
    return (log_p.softmax(0)*of(w)).sum()

def drawn_weight(problem, seed, draws=150):
    q = sample_posterior(problem, MeanField_start(problem, 16), draws=draws, warmup=60, between=3, leaps=6, generator=streams(seed, 'chains'), progress=False)
    return q.by_chain['0.weight'][..., 0, 0]

def MeanField_start(problem, chains):
    return CollapsedLastLayer.from_module([problem.model]*chains, problem.prior, problem.likelihood, problem.tensors, MeanField, .5,
        [streams(i, 'begin') for i in range(chains)], problem.group)

@pytest.mark.parametrize('seed', [0, 1, *(pytest.param(i, marks=pytest.mark.slow) for i in range(2, 20))])
def test_a_posterior_that_is_known(seed):
    "Means of three functions of the one hidden weight, within four errors"
    problem = one_unit(seed=seed)
    w = drawn_weight(problem, seed)
    for of in (torch.abs, torch.square, lambda w: (w.abs()>1).double()):
        found, true = of(w).mean(1), by_quadrature(problem, of)
        assert abs(found.mean()-true)<4*found.std()/len(found)**.5+.01

def test_chains_keep_no_graph(monkeypatch):
    "A graph of all leapfrog steps took gigabytes"
    runs, move, problem = [], sampling._move, made('learned')
    monkeypatch.setattr(sampling, '_move', lambda run, *args, **how: (runs.append(run), move(run, *args, **how))[1])
    chains_of(problem)
    assert not any(t.requires_grad for t in [*vars(runs[0].state).values(), *runs[0].kept, *runs[0].log])

@pytest.mark.parametrize('kind', kinds)
def test_a_sampled_posterior_is_one_like_the_others(kind, tmp_path):
    problem = made(kind)
    q = chains_of(problem)
    assert len(q)==12 and q.chains==3 and len(q.table)==3 and ((q.table.acceptance>=0)&(q.table.acceptance<=1)).all()
    x = problem.tensors[0]
    out = predict(problem, q, x, 12)
    q.save(tmp_path/'q.safetensors')
    again = SampledPosterior.load(tmp_path/'q.safetensors', problem.model)
    torch.testing.assert_close(predict(problem, again, x, 12), out)
    assert again.table.equals(q.table) and again.numbers==q.numbers
    if kind=='classes':
        refused('not integrated out', q.predictive, x)
        return
    for a,b in zip(q.predictive(x, noise=True), again.predictive(x, noise=True)): torch.testing.assert_close(a, b)
    means, stds = q.predictive(x)
    assert means.shape==(12, len(x), problem.tensors[1].shape[1]) and (q.predictive(x, noise=True)[1]>stds).all()

def test_tails_are_those_of_students_t():
    "Precisions that were sampled, kept and read again; new targets with the tails of their degrees of freedom"
    log_df = torch.linspace(np.log(2.5), np.log(30), 1000, dtype=torch.float64)
    variances = SampledPosterior({'w': torch.zeros(1000, 1)}, learned=dict(log_df=log_df)).tail_variances()
    for level in (1., 3., 8.):
        exact = 2*np.mean([stats.t.sf(level, df) for df in log_df.exp()])
        assert 2*stats.norm.sf(level/variances.sqrt()).mean()==pytest.approx(exact, rel=.1)

def test_single_precision_networks_are_sampled_in_double():
    problem = made('learned', torch.float32)
    q = chains_of(problem)
    assert q.draws.dtype==torch.float32 and q.predictive(problem.tensors[0])[0].dtype==torch.float64

def test_networks_in_single_precision_compute_in_it_and_sums_do_not():
    "Energies of classes differ by the network's rounding alone, and a slope is that of the energy"
    x, y = torch.randn(40, 3, generator=streams(0, 'x')), torch.arange(40)%3
    net = tanh_net(3, 8, 3)
    of = lambda net, x: ChainDensity(Problem(net, IsotropicNormal(1.), Categorical(), (x, y)), MeanField.from_module([net]*2, .1))
    single, double = of(net, x), of(deepcopy(net).double(), x.double())
    z = torch.randn(2, sum(single.sizes), generator=streams(1, 'z'), dtype=torch.float64)
    (a, b), (c, d) = single.energy(z), double.energy(z)
    assert a.dtype==b.dtype==torch.float64 and 0<(a-c).abs().max()<1e-4 and (b-d).abs().max()<1e-3

def test_one_start_serves_all_chains():
    problem = made('known')
    q = CollapsedLastLayer.of(problem, std=.3, generator=streams(0, 'start'))
    found = sample_posterior(problem, q, chains=3, student_t=True, generator=streams(0, 'chains'), **quick)
    assert found.chains==3 and found.by_chain['0.weight'].shape[:2]==(3, 4)
    stds, wide = (found.predictive(problem.tensors[0], noise=n)[1].square() for n in (False, True))
    own = (wide.unflatten(0, (12, 8))-stds[:, None])/found.tail_variances()[..., None, None]
    torch.testing.assert_close(own, own[:, :1, :1].expand_as(own))  # the noise of each draw, at all inputs

def test_leave_one_out_densities_are_below_those_of_the_fit():
    problem = made('known')
    q = chains_of(problem)
    means, stds = q.predictive(problem.tensors[0], noise=True)
    inside = torch.distributions.Normal(means, stds).log_prob(problem.tensors[1]).squeeze(-1).unflatten(0, (3, 4)).logsumexp(1)-np.log(4)
    loo = q.loo_densities()
    assert loo.shape==inside.shape and (loo.sum(1)<inside.sum(1)).all()

def test_weights_choose_draws():
    "Each chain gets its share of draws; equal weights change nothing, and one chain alone predicts as it does"
    problem = made('learned')
    q = sample_posterior(problem, started(problem), generator=streams(0, 'c'), **quick)
    x = problem.tensors[0]
    same, one = q.weighted(torch.ones(3)), q.weighted(torch.tensor([0., 2., 0.]))
    assert torch.equal(same.draws, q.draws) and same.chains==1
    assert len(one)==len(q)==12
    for a,b in zip(one.predictive(x), q.predictive(x)): assert torch.equal(a, b[4:8].repeat_interleave(3, 0))
    assert {k: len(v) for k,v in one.learned.items()}=={k: 12 for k in q.learned}
    counts = lambda q_: [sum(int((q_.draws==d).all(1).sum()) for d in part) for part in q.draws.split(4)]
    assert counts(q.weighted(torch.tensor([.5, .25, .25])))==[6, 3, 3]

def test_what_a_problem_knows_besides_counts():
    "The number of examples scales the likelihood; learned noise is kept where the last layer was not integrated out"
    x, y = data()
    net = network()
    twice = Problem(net, IsotropicNormal(.8), Gaussian(.3), (x, y), n_data=24)
    density = ChainDensity(twice, MeanField.from_module([net]*2, .1))
    z = .3*torch.randn(2, sum(density.sizes), generator=streams(0, 'z'), dtype=torch.float64)
    torch.testing.assert_close(-density.energy(z)[0], twice.log_density(twice.layout.unflatten(z)))
    problem = Problem(net, LearnedNormal(net, .7, spread=1.).double(), StudentT(scale=.3, learned=True, spread=1.).double(), (x, y))
    q = sample_posterior(problem, MeanField.from_module([net]*2, .1), generator=streams(0, 'chains'), **quick)
    assert {k: t.shape for k,t in q.learned.items()}=={'likelihood.log_scale': (8,), 'prior.log_std': (8, 4)}
    assert q.learned['likelihood.log_scale'].std()>0

# Chains on distributions that are known, and runs in pieces

def half(w): return .5*w.square().sum(1)+torch.where((w<0).any(1), torch.inf, 0.), w

def begun(energy, w, step=.3):
    state = ChainState.at(w, step)
    state.potential, state.gradient = energy(state.w)
    return state

def test_chains_keep_their_distribution():
    "One dimension of which the answer is known: a normal one cut in half by a wall is refused there"
    gen, drawn = streams(0, 'half'), []
    state = begun(half, torch.rand(400, 1, generator=gen)+.5)
    for t in range(60):
        hmc_transition(half, state, 4, generator=gen)
        if t>=20: drawn.append(state.w)
    w = torch.cat(drawn)
    assert (w>=0).all() and abs(w.mean()-(2/torch.pi)**.5)<.05

def test_what_is_no_number_is_refused():
    "An energy of NaN, and one whose gradient is NaN, leave the chain where it is"
    for bad in ('value', 'gradient'):
        def energy(w):
            far = (w>1).any(1)
            nan = torch.where(far, torch.nan, 0.)
            return .5*w.square().sum(1)+(nan if bad=='value' else 0.), w+(nan[:, None] if bad=='gradient' else 0.)
        state = begun(energy, torch.zeros(50, 1), 1.)
        for _ in range(20): hmc_transition(energy, state, 3, generator=streams(1, bad))
        assert state.w.isfinite().all() and (bad=='gradient' or (state.w<=1).all())

def test_chains_do_not_see_each_other():
    def moved(w, gen):
        state = begun(half, w)
        return hmc_transition(half, state, 4, generator=gen), state.w
    w = torch.rand(3, 2, generator=streams(2, 'start'))
    one, other = (moved(v, streams(3, 'moves')) for v in (w, torch.cat([w[:2], w[2:]+1])))
    assert torch.equal(one[1][:2], other[1][:2])

def test_draws_with_a_collapsed_last_layer_move_and_align():
    from symbayes.comparison import align
    p = made('known')
    q, r = (sample_posterior(p, draws=4, warmup=20, chains=2, generator=streams(i, 'draws'), progress=False) for i in range(2))
    assert q.given is not None
    a = p.group.sample(generator=streams(1, 'element'))
    assert all(torch.equal(t, q.pushforward(p.group, a).params[k]) for k,t in p.group.act(a, q.params).items())
    assert align(q, r, p.group, generator=streams(2, 'align')).lead==()

@pytest.mark.parametrize('sampler', ['hamiltonian', 'microcanonical'])
def test_an_interrupt_keeps_the_steps_so_far(sampler, tmp_path, monkeypatch):
    "Before the first interval has passed, too; the run goes on from there and gives the same draws"
    problem, how = made('known'), dict(sampler=sampler, draws=5, warmup=20, between=1, progress=False)
    start = started(problem)
    whole = sample_posterior(problem, start, generator=streams(0, 'chains'), **how)
    note, steps = ChainRun.note, []
    def stop(run, quality):
        steps.append(1)
        if len(steps)==6: signal.raise_signal(signal.SIGINT)
        return note(run, quality)
    monkeypatch.setattr(ChainRun, 'note', stop)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kept = lambda: sample_posterior(problem, start, generator=streams(0, 'chains'), checkpoint=Checkpoint(tmp_path/'c', resume=True), **how)
    with pytest.raises(KeyboardInterrupt): kept()
    assert len(steps)==6 and (tmp_path/'c').exists()
    again = kept()
    assert len(steps)==25 and all(torch.equal(t, again.params[k]) for k,t in whole.params.items())

def test_a_bound_of_draws_is_refused_and_the_remedy_works():
    problem = made('known')
    q = chains_of(problem)
    refused(r'draws have no density, predict\(problem, q, x\) gives their outputs', evaluate, problem, q)
    assert predict(problem, q, problem.data[0]).shape[1:]==(12, 1)

def test_batch_norms_are_sampled_without_a_group():
    "The remedy of the message about statistics"
    net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Tanh(), nn.Linear(4, 1)).double(), 0).eval()
    parts = IsotropicNormal(1.), Gaussian(.3), data()
    refused('group=None infers without the symmetry', Problem, net, *parts)
    q = sample_posterior(Problem(net, *parts, group=None), chains=2, sampler='microcanonical', draws=4, warmup=20, between=1, progress=False)
    assert q.chains==2 and bool(q.draws.isfinite().all())
