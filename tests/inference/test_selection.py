"Candidates are ranked by the judge that was asked for, and leave-one-out densities are those of the regression without the row"
import pytest, torch
from cases import normal, refused, rng, tanh_net
from symbayes.all import *
from symbayes.inference.selection import best_temperature, calibrated, Calibration, default_posterior, loo_densities, loo_probabilities, pareto_smoothed, shared_out, stacking_weights


x = 4*torch.rand(12, 2, generator=rng(0), dtype=torch.float64)-2
y = torch.sin(2*x[:, :1]) + .1*normal(12, 1, seed=1)
def net(h=4, out=1): return tanh_net(2, h, out).double()
def problem(std=1., targets=y, h=4, noise=.2): return Problem(net(h, targets.shape[1]), IsotropicNormal(std), Gaussian(noise), (x, targets))

@pytest.mark.parametrize('out,noise,members', [(1, .2, 1), (2, .2, 1), (2, torch.tensor([.2, .5]), 1), (1, .2, 3)])
def test_leave_one_out_is_the_regression_without_the_row(out, noise, members):
    targets = torch.cat([y, y.square()], 1)[:, :out]
    p = problem(targets=targets, noise=noise)
    gens = [rng(2+i) for i in range(members)] if members>1 else rng(2)
    q = default_posterior(p, members, gens)
    draws = [rng(9)]*members if members>1 else rng(9)
    found = loo_densities(q, 3, draws).reshape(members, 12)
    w = q.body.rsample(3, [rng(9)]*members if members>1 else rng(9))
    f = q.features(w, q.x).reshape(members, 3, 12, -1)
    scales = torch.as_tensor(noise, dtype=torch.float64).expand(out)
    def density(g, rows):
        "Of the targets of some rows, jointly, given the features"
        covariances = [g[rows]@g[rows].T+s**2*torch.eye(len(rows)) for s in scales]
        return sum(torch.distributions.MultivariateNormal(torch.zeros(len(rows)).double(), c).log_prob(t) for c,t in zip(covariances, targets[rows].T))
    every = list(range(12))
    for m in range(members):
        for i in every:
            rest = [j for j in every if j!=i]
            each = torch.stack([density(g, every)-density(g, rest) for g in f[m]])
            torch.testing.assert_close(found[m, i], each.logsumexp(0)-torch.tensor(3.).double().log(), rtol=1e-6, atol=1e-6)

def test_a_row_of_weight_zero_has_no_term():
    weights = torch.tensor([0., *[1.]*11], dtype=torch.float64)
    all_rows, few = (CollapsedLastLayer.from_module(net(), IsotropicNormal(1.), Gaussian(.2), data, generator=rng(2))
        for data in ((x, y, weights), (x[1:], y[1:])))
    found = loo_densities(all_rows, 5, rng(9))
    assert found[0]==0.
    torch.testing.assert_close(found[1:], loo_densities(few, 5, rng(9)))

@pytest.mark.parametrize('by', ['bound', 'annealing'])
def test_a_prior_that_cannot_explain_the_data_is_last(by):
    options = dict(chains=2, temperatures=10, reverse=False, steps=1) if by=='annealing' else dict(epochs=60, lr=2e-2)
    narrow, good = problem(.01, h=24), problem(1.5, h=24)  # more hidden weights than Laplace's approximation takes
    table = compare({'narrow': narrow, 'good': good}, by, generator=rng(0), progress=False, n_samples=50, **options)
    assert list(table.index)==['good', 'narrow'] and table.chosen.tolist()==[True, False] and table.behind.iloc[0]==0
    assert table.lower.is_monotonic_decreasing and (table.error>=0).all() and (table.seconds>0).all()
    again = compare([narrow, good], by, generator=rng(0), progress=False, n_samples=50, **options)
    assert list(again.index)==[1, 0] and again.lower.tolist()==table.lower.tolist()

def test_stacking_finds_the_best_mixture():
    d = normal(3, 40)
    score = lambda w: (d+w.log()[..., None]).logsumexp(-2).mean(-1)
    w = stacking_weights(d)
    others = torch.distributions.Dirichlet(torch.ones(3, dtype=torch.float64)).sample((2000,))
    assert w.sum().item()==pytest.approx(1.) and score(w)>=score(others).max()
    assert stacking_weights(torch.stack([d[0]-5e3, d[0]-5e3-1.])).tolist()==pytest.approx([1., 0.])
    assert stacking_weights(torch.tensor([[0., -9.], [-9., 0.]])).tolist()==pytest.approx([.5, .5])
    refused('rounds', stacking_weights, d, 0)

@pytest.mark.parametrize('weights,n,expected', [([1., 0., 1.], 4, [2, 0, 2]), ([.999, .001], 200, [200, 0]), ([3.], 7, [7])])
def test_draws_are_shared_out_by_weight(weights, n, expected): assert shared_out(torch.tensor(weights), n)==expected

# %% leave-one-out probabilities by draws, and a temperature

def test_known_smoothed_weights():
    "By `psislw` of arviz-stats 0.8 for minus these, whose log weights it normalises by itself"
    raw = (torch.arange(40).double().unsqueeze(-1)*.7).sin()*torch.tensor([1., 3.]).double()
    logs, k = pareto_smoothed(raw)
    assert k.tolist()==pytest.approx([-0.394824308812, -0.323093479096], abs=1e-9)
    assert logs[[2, 9, 20, 38]].flatten().tolist()==pytest.approx([-3.015664577124, -2.498746021801, -3.969378227741, -5.34644233546, -2.991547354347, -2.412949715279, -2.991547354347, -2.412949715279], abs=1e-9)

def test_tails_with_nothing_to_smooth():
    logs, k = pareto_smoothed(torch.zeros(100, 2))
    assert (k==-float('inf')).all() and logs.exp().sum(0).tolist()==pytest.approx([1., 1.])
    few, k = pareto_smoothed(torch.randn(20, 2))
    assert (k==float('inf')).all() and few.exp().sum(0).tolist()==pytest.approx([1., 1.])

def beta_draws(counts: list[int], n: int = 4000) -> torch.Tensor: # logits `(n, 1, 2)`
    "Draws of the posterior of a coin under a uniform prior"
    p = torch.distributions.Beta(*torch.tensor(counts).double()+1).sample((n,))
    return torch.stack([p.log(), (1-p).log()], -1).unsqueeze(1)

def test_leave_one_out_probabilities_of_a_coin():
    "Laplace's rule without the row: exact"
    torch.manual_seed(0)
    y = torch.tensor([0]*7+[1]*4)
    logs, k = loo_probabilities(beta_draws([7, 4]).expand(-1, 11, 2), y)
    assert logs[:7, 0].exp().tolist()==pytest.approx([7/12]*7, abs=.01) and logs[7:, 1].exp().tolist()==pytest.approx([4/12]*4, abs=.01)
    whole, _ = loo_probabilities(beta_draws([7, 4]).expand(-1, 11, 2), y, torch.full((11,), 3.))
    half, _ = loo_probabilities(beta_draws([7, 4]).expand(-1, 11, 2), y, torch.full((11,), .5))
    assert whole[0, 0].exp()==pytest.approx(7/12, abs=.01) and half[0, 0].exp()==pytest.approx(7.5/12.5, abs=.01)
    assert (k<.7).all()

@pytest.mark.parametrize('planted', [.4, 1., 2.5])
def test_a_planted_temperature_is_found(planted):
    gen = rng(1)
    logits = 2*torch.randn(4000, 3, generator=gen).double()
    y = logits.div(planted).softmax(-1).multinomial(1, generator=gen).squeeze(1)
    found = best_temperature(logits, y, spread=float('inf'))
    assert found==pytest.approx(planted, rel=.1)
    weights = torch.zeros(4000)
    assert best_temperature(logits, y, weights)==1.  # the prior alone
    assert Calibration(found).probabilities(logits.unsqueeze(0)).sum(-1).tolist()==pytest.approx([1.]*4000)
    test = [-Calibration(t).probabilities(logits.unsqueeze(0))[torch.arange(4000), y].log().mean() for t in (found, 1.)]
    assert test[0]<=test[1]

def class_problem(n: int = 30) -> Problem:
    x = torch.randn(n, 2, generator=rng(0))
    net = tanh_net(2, 3, 2)
    return Problem(net, IsotropicNormal(1.), Categorical(), (x, net(x).argmax(-1)))  # labels of which it could be surer

def test_calibration_of_draws_and_of_held_out_rows():
    p = class_problem()
    gen = rng(2)
    draws = Samples({k: torch.randn(50, *t.shape, generator=gen) for k,t in p.model.named_parameters()})
    found = calibrated(p, draws)
    logs, k = loo_probabilities(predict(p, draws, p.data[0], 50), p.data[1])
    assert found.temperature==best_temperature(logs, p.data[1]) and torch.equal(found.k, k) and 0<=found.unreliable<=1
    q = MeanField.from_module(p.model, .05)
    refused(r'MeanField.*held_out=\(x, y\)', calibrated, p, q)
    by_rows = calibrated(p, q, p.data, generator=rng(0))
    assert by_rows.k is None and by_rows.unreliable==0 and by_rows.temperature<.9
    lone = p.with_parts(data=(p.data[0], torch.tensor([1]+[0]*29)))
    assert calibrated(lone, draws)==Calibration()  # a class with one row
    refused('Gaussian, expected Categorical', lambda: calibrated(p.with_parts(likelihood=Gaussian(.1), data=(p.data[0], torch.zeros(30, 2))), q, p.data))

def test_whole_weights_leave_one_of_several_rows_out():
    outputs, y = torch.randn(80, 6, 3, generator=rng(3)).double(), torch.tensor([0, 1, 2, 0, 1, 1])
    weights = torch.tensor([1., 2., 3., 1., 1., 2.])
    copies = weights.long()
    one, several = loo_probabilities(outputs, y, weights)[0], loo_probabilities(outputs.repeat_interleave(copies, 1), y.repeat_interleave(copies))[0]
    assert one.repeat_interleave(copies, 0).flatten().tolist()==pytest.approx(several.flatten().tolist())
    assert best_temperature(one, y, weights)==best_temperature(several, y.repeat_interleave(copies))
