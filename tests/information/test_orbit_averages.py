"What the information's definition has to obey, summed over all elements and sampled."
from math import log

import pytest
import torch

from cases import MadeEntries, cases, dense_log_prob, families, make_posterior, members_of, mlp, one_layer, pairs, pick, rng, rngs
from lengths import some
from symbayes.core.messages import SymbayesError
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.information.orbit_averages import Exact, Uniform

small = [(f, c) for f,c in pairs if cases[c].group.order<=150]
over_small = pytest.mark.parametrize('family,name', some(small, lambda c: (families.index(c[0])+[*cases].index(c[1]))%2==0), ids=lambda v: str(v))
over_families = pytest.mark.parametrize('family', families)
close = lambda a, b, tol=1e-9: torch.testing.assert_close(torch.as_tensor(a), torch.as_tensor(b), rtol=tol, atol=tol)

@over_small
def test_exact_is_the_mean_over_all_elements(family, name):
    g, q = cases[name].group, make_posterior(family, cases[name])
    with torch.no_grad():
        w = q.rsample(3, rng(0))
        moved = torch.stack([q.layout.flatten(g.act(a, w)) for a in g.elements()])
        naive = dense_log_prob(q, q.layout.flatten(w)) - dense_log_prob(q, moved).logsumexp(0) + log(g.order)
        for chunk in (7, 4096): close(Exact(chunk=chunk)(q, g, w), naive, 1e-8)

@over_small
def test_between_zero_and_log_order(family, name):
    "0 <= I <= log|G| (4 standard errors), I_K <= min(I, log K) in the mean, per draw never above log K, and 0 for K=1"
    g, n = cases[name].group, 200
    for std in (.1, .7):
        q = make_posterior(family, cases[name], std=std)
        with torch.no_grad():
            w = q.rsample(n, rng(0))
            exact = Exact()(q, g, w)
            assert -4*exact.std()/n**.5<=exact.mean()+1e-9 and exact.max()<=g.log_order+1e-9
            for K in (1, 2, 10):
                v = Uniform(K)(q, g, w, rng(K))
                assert v.shape==(n,) and v.max()<=log(K)+1e-9
                d = v - exact
                assert d.mean()<=4*d.std()/n**.5+1e-9
                if K==1: assert not v.any()

@pytest.mark.parametrize('name', [c for c in cases if cases[c].group.order<=600])
def test_zero_for_an_invariant_posterior(name):
    "Equal means, zero where signs flip, and equal stds within a tensor's labelled part: every draw gives exactly 0"
    g = cases[name].group
    flip = {k for l in g.signed for k in g.tensors_of(l)}
    loc = g.layout.flatten({k: torch.full(s, 0. if k in flip else .3, dtype=torch.float64) for k,s in g.layout.shapes.items()})
    q = MeanField(g.layout, loc, torch.full_like(loc, -1.))
    w = q.rsample(20, rng(0))
    for e in (Exact(), Uniform(7)): close(e(q, g, w, rng(1)).detach(), torch.zeros(20).double())

@pytest.mark.parametrize('family,name', [(f, c) for f,c in pairs if c in one_layer], ids=lambda v: str(v))
def test_uniform_equals_naive_densities(family, name):
    "With the same elements, to 1e-9; stacked, member by member"
    g, K = cases[name].group, 12
    for members in (None, 2):
        q = make_posterior(family, cases[name], members)
        gens = lambda: rngs(5, 6) if members else rng(5)
        with torch.no_grad():
            w = q.rsample(4, gens())
            found, a = Uniform(K)(q, g, w, gens()), g.sample(*q.batch_shape, 4, K-1, generator=gens())
            for i,m in enumerate(members_of(q)):
                v, b = (pick(w, i), a.map(lambda t: t[i])) if members else (w, a)
                lp = lambda u: dense_log_prob(m, m.layout.flatten(u))
                moved = lp(g.act(g.inverse(b), {k: t[:, None] for k,t in v.items()})) - lp(v)[:, None]
                close(found[i] if members else found, log(K)-torch.cat([torch.zeros(4, 1).double(), moved], -1).logsumexp(-1))

@over_families
@pytest.mark.parametrize('chunk', [2**24, 60, 1])
def test_stacked_equals_single(family, chunk):
    "Whatever the size of the pieces the elements are drawn in"
    g, q = cases['mixed'].group, make_posterior(family, cases['mixed'], 3, std=1.5)
    w, e = q.rsample(4, rngs(0, 1, 2)), Uniform(15, chunk=chunk)
    found = e(q, g, w, rngs(7, 8, 9))
    assert found.shape==(3, 4)
    for i,m in enumerate(members_of(q)): close(found[i], e(m, g, pick(w, i), rng(7+i)))
    exact = Exact()(q, g, w)
    for i,m in enumerate(members_of(q)): close(exact[i], Exact()(m, g, pick(w, i)))

@over_families
def test_pieces_hold_what_is_promised(family):
    "No tensor has many more entries than `chunk`, also where every element moves all weights"
    g, net = mlp_group([3, 8, 8, 2]), mlp(3, 8, 8, 2)
    q = dict(MeanField=MeanField.from_module(net, .3), LowRank=LowRank.from_module(net, 2, .3, rng(0))).get(family) or make_posterior('UnitGaussian', cases['deep'])
    g = cases['deep'].group if family=='UnitGaussian' else g
    with torch.no_grad(), MadeEntries() as seen: Uniform(200, chunk=1000)(q, g, q.rsample(4, rng(1)), rng(2))
    assert seen.largest<=8*1000

@pytest.mark.parametrize('family', ['MeanField', 'LowRank'])
def test_exact_works_in_pieces(family):
    "4,096 elements at once, times 53 weights, times 20 draws, would be 4 million numbers a tensor; a 20-7-10 network with 100 draws took 1.8 GB"
    g, net = mlp_group([3, 6, 3, 2]), mlp(3, 6, 3, 2)
    q = MeanField.from_module(net, .3) if family=='MeanField' else LowRank.from_module(net, 2, .3, rng(0))
    with torch.no_grad(), MadeEntries() as seen: Exact()(q, g, q.rsample(20, rng(1)))
    assert seen.largest<2**21

@over_families
def test_gradient_of_exact_and_uniform(family):
    "Against finite differences of the same draws, and reproducible by the generator"
    g, q = cases['signed'].group, make_posterior(family, cases['signed'], std=1.)
    for e in (Exact(), Uniform(6)):
        q.zero_grad()
        f = lambda: e(q, g, q.rsample(3, rng(0)), rng(1)).sum()
        f().backward()
        for p in q.parameters():
            if not p.grad.any(): continue  # weights that no label touches
            at = torch.unravel_index(p.grad.abs().argmax(), p.shape)
            with torch.no_grad():
                p[at] += 1e-5
                up = f()
                p[at] -= 2e-5
                down = f()
                p[at] += 1e-5
            assert p.grad[at].abs()>1e-3 and abs((up-down)/2e-5-p.grad[at])<1e-6*max(1, p.grad[at].abs())

def test_estimators_say_what_they_cannot_do():
    for K in (0, -1, 2.5, 'a', float('nan')):
        with pytest.raises(SymbayesError, match='K is'): Uniform(K)
    g, q = mlp_group([3, 12, 2]), MeanField.from_module(mlp(3, 12, 2))
    with pytest.raises(SymbayesError, match='too many to sum'): Exact()(q, g, q.rsample(1, rng(0)))
    with pytest.raises(SymbayesError): Exact()(q, cases['signed'].group, q.rsample(1, rng(0)))
    assert (Exact.side, Uniform.side)==('exact', 'lower bound')

