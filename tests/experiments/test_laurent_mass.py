"Mass and order along training: Kendall's tau, keys that symmetries do not change, planted verdicts."
import numpy as np
import pandas as pd
import pytest
import torch
from scipy.stats import kendalltau
from symbayes.comparison.gauges import mass, min_mass
from symbayes.core.tensors import streams
from symbayes.discovery.continuous import scaling_group
from symbayes.experiments.laurent_mass import (crossings, excess_table, _judge_mass, kendall_tau, plot_mass, small_mlp, unit_keys, usual, _way_rows)

def drawn(g, n=3, seed=0, kind=torch.float64): return {k: torch.randn(n, *s, generator=streams(seed, k), dtype=kind) for k,s in g.shapes.items()}

@pytest.fixture(scope='module')
def g(): return scaling_group(small_mlp(6, 7), torch.zeros(2, 6))

def test_tau_is_kendalls(g):
    a, b = ({p: torch.randn(2, n, generator=streams(i, p)) for p,n in g.sizes.items()} for i in (0, 1))
    pairs = {p: n*(n-1) for p,n in g.sizes.items()}
    for i in range(2):
        each = [kendalltau(a[p][i], b[p][i]).statistic*pairs[p] for p in g.sizes]
        assert kendall_tau(a, b)[i].item()==pytest.approx(sum(each)/sum(pairs.values()))
    assert torch.equal(kendall_tau(a, {p: -t for p,t in a.items()}), -torch.ones(2))

def test_keys_do_not_depend_on_scales(g):
    w = drawn(g)
    moved = g.act(g.sample(3, generator=streams(0, 'scales')), w)
    one, two = (unit_keys(g, min_mass(v, g)) for v in (w, moved))
    for k in one:
        for p in g.places: torch.testing.assert_close(one[k][p], two[k][p], rtol=1e-7, atol=1e-9)
    own = unit_keys(g, w)
    torch.testing.assert_close(own['mass'][g.places[0]], w['1.weight'].square().sum(2)+w['1.bias'].square())
    torch.testing.assert_close(own['first weight'][g.places[1]], w['3.weight'][:, :, 0])

def test_what_is_kept_is_looked_at(g):
    first, second = drawn(g), drawn(g, seed=1)
    t = _way_rows(g, [first, first, second])
    assert list(t.epoch)==[0]*3+[1]*3+[2]*3 and t.moved[:3].isna().all()
    assert (t.moved[3:6]<1e-9).all() and (t['tau, mass'][3:6]==1).all() and (t.moved[6:]>.5).all() and (t['tau, mass'][6:]<.9).all()
    np.testing.assert_allclose(t['mass'][:3], mass(first, g))
    assert (t.excess>=0).all()
    balanced = _way_rows(g, [min_mass(first, g)])
    assert balanced.excess.abs().max()<1e-9

def planted(decayed=.01, high=4., way=1.):
    rng, rows = np.random.default_rng(0), []
    for s in range(6):
        for e in (0, 2):
            for d in (0., .01): rows.append(dict(schedule='cosine', lr=.1, weight_decay=d, excess=(decayed if d else .3)+.01*rng.random(), epoch=e, seed=s))
            for lr in (.001, .1):
                v = high if lr==.1 else 1.
                rows.append(dict(schedule='constant', lr=lr, weight_decay=0., excess=.3, epoch=e, seed=s, moved=.1*v/way if lr==.1 else .1, **{'tau, mass': 1-v*(.02+.001*rng.random())}))
    return pd.DataFrame(rows).assign(network='mlp', optimiser='sgd', n_train=10, epochs=2, accuracy=.9, loss=.1)

def test_planted_verdicts():
    words = lambda t: [c.verdict for c in _judge_mass(t)]
    assert words(planted())==['reproduced', 'reproduced', 'reproduced', 'undecided']
    assert words(planted(.9, .2, .1))==['not reproduced', 'not reproduced', 'not reproduced', 'not reproduced']
    assert words(planted(way=3.))[-1]=='reproduced'
    t = planted()
    assert crossings(t).exchanged.max()==pytest.approx(4, rel=.1) and len(usual(t, 'cosine'))==len(t)/2 and len(excess_table(t))==2
    assert len(plot_mass(t).axes)==2
