"What the information's definition has to obey, summed over all elements and sampled."
from math import log

import pytest
import torch

from cases import MadeEntries, cases, close, dense_log_prob, families, make_posterior, members_of, mlp, one_layer, pairs, pick, rng, rngs
from lengths import some
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.information.orbit_averages import Exact, Uniform

small = [(f, c) for f,c in pairs if cases[c].group.order<=150]
over_small = pytest.mark.parametrize('family,name', some(small, lambda c: (families.index(c[0])+[*cases].index(c[1]))%2==0), ids=lambda v: str(v))
over_families = pytest.mark.parametrize('family', families)

@over_small
def test_exact_is_the_mean_over_all_elements(family, name):
    g, q = cases[name].group, make_posterior(family, cases[name])
    with torch.no_grad():
        w = q.rsample(3, rng(0))
        moved = torch.stack([q.layout.flatten(g.act(a, w)) for a in g.elements()])
        naive = dense_log_prob(q, q.layout.flatten(w)) - dense_log_prob(q, moved).logsumexp(0) + log(g.order)
        for chunk in (7, 4096): close(Exact(chunk=chunk)(q, g, w), naive, 1e-8)

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
def test_pieces_hold_what_is_promised(family):
    "No tensor has many more entries than `chunk`, also where every element moves all weights"
    g, net = mlp_group([3, 8, 8, 2]), mlp(3, 8, 8, 2)
    q = dict(MeanField=MeanField.from_module(net, .3), LowRank=LowRank.from_module(net, 2, .3, rng(0))).get(family) or make_posterior('UnitGaussian', cases['deep'])
    g = cases['deep'].group if family=='UnitGaussian' else g
    with torch.no_grad(), MadeEntries() as seen: Uniform(200, chunk=1000)(q, g, q.rsample(4, rng(1)), rng(2))
    assert seen.largest<=8*1000
