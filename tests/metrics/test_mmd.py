"Maximum mean discrepancy: known answers by enumeration, exact validity of the test, naive formulas, a witness, bad input."
import warnings

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st
from symbayes.core.tensors import streams
from symbayes.distributions.samples import Samples
from symbayes.metrics.intervals import Kernel, _counts, _joint_p_value, mmd2, mmd_interval, mmd_test, pooled_distances
from scipy import stats

kernels = [Kernel('laplace', 3.), Kernel('gaussian', 2.)]

def normal(*shape, seed=0): return torch.randn(*shape, generator=streams(seed, 'normal'), dtype=torch.float64)

def gram(x, y, k):
    "By broadcasting alone"
    d = x[:, None]-y[None]
    return (-d.abs().sum(-1)/k.bandwidth).exp() if k.family=='laplace' else (-d.square().sum(-1)/k.bandwidth**2).exp()

def naive(x, y, k):
    "U-statistic, pair by pair"
    def within(z): return (gram(z, z, k).sum()-len(z))/(len(z)*(len(z)-1))
    return (within(x)+within(y)-2*gram(x, y, k).mean()).item()

# distances

@pytest.mark.parametrize('n,m,p', [(2, 2, 1), (5, 3, 7), (40, 30, 300), (3, 60, 20_000)])
def test_distances_are_those_of_flat_vectors(n, m, p):
    x, y = normal(n, p), normal(m, p, seed=1)
    d, z = pooled_distances(x, y), torch.cat([x, y])
    torch.testing.assert_close(d.l1, torch.pdist(z, 1))
    torch.testing.assert_close(d.l2, torch.pdist(z))
    f = pooled_distances(x.float(), y.float())
    assert f.l1.dtype==torch.float64 and (f.l1/d.l1-1).abs().max()<2e-6 and (f.l2/d.l2-1).abs().max()<2e-6

def test_kinds_of_samples():
    "Named tensors in any memory order, arrays, draws as a family, half precision: one answer"
    w = {'a': normal(6, 4, 3, 2).float(), 'b': normal(6, seed=1).float()}
    v = {'a': normal(5, 4, 3, 2, seed=2).float(), 'b': normal(5, seed=3).float()}
    flat = [torch.cat([t['a'].flatten(1), t['b'][:, None]], 1) for t in (w, v)]
    d = torch.pdist(torch.cat(flat).double(), 1)
    strided = {'a': w['a'].movedim(2, 0).contiguous().movedim(0, 2), 'b': w['b']}
    assert not strided['a'].is_contiguous()
    other_order = dict(reversed(v.items()))
    for x,y in ((w, v), (strided, v), (w, other_order), (Samples(w), Samples(v)), flat, [t.numpy() for t in flat], [t.requires_grad_() for t in flat]):
        torch.testing.assert_close(pooled_distances(x, y).l1, d, rtol=1e-5, atol=1e-5)
    half = pooled_distances(*(t.bfloat16() for t in flat))
    assert ((half.l1/d)-1).abs().max()<.05
    mixed = pooled_distances(flat[0].double(), flat[1])
    torch.testing.assert_close(mixed.l1, d, rtol=1e-6, atol=0)

# kernels

@settings(max_examples=30, deadline=None)
@given(n=st.integers(2, 7), m=st.integers(2, 7), seed=st.integers(0, 99))
def test_it_is_the_mean_over_pairs(n, m, seed):
    x, y = normal(n, 3, seed=seed), normal(m, 3, seed=seed+100)
    by_hand = pytest.approx(np.mean([naive(x, y, k) for k in kernels]), abs=1e-12)
    order = torch.randperm(n, generator=streams(seed, 'order'))
    for args in ((x, y), (y, x), (x[order], y), (pooled_distances(x, y), None)): assert mmd2(*args, kernels)==by_hand

def test_runs_leave_out_pairs_of_a_run():
    x, y, r = normal(6, 3), normal(4, 3, seed=1), ['a', 'b', 'a', 'c', 'b', 'b']
    k = kernels[1]
    K, L, at = gram(x, x, k), gram(x, y, k), {l: [i for i,v in enumerate(r) if v==l] for l in 'abc'}
    within = np.mean([K[at[i]][:, at[j]].mean().item() for i in 'abc' for j in 'abc' if i!=j])
    across = np.mean([L[at[i]].mean().item() for i in 'abc'])
    yy = (gram(y, y, k).sum().item()-4)/12
    assert mmd2(x, y, k, runs=(r, None))==pytest.approx(within+yy-2*across, abs=1e-12)
    assert mmd2(x, y, k, runs=(torch.arange(6), range(4)))==pytest.approx(mmd2(x, y, k), abs=1e-12)

# the test

@settings(max_examples=40, deadline=None)
@given(rows=st.integers(2, 40), columns=st.integers(1, 6), values=st.sampled_from([2, 5, 1000]), seed=st.integers(0, 999))
def test_the_level_holds_exactly(rows, columns, values, seed):
    "Whichever of exchangeable rows was given: at most k of n rows have a p-value of k/n or less, ties or not"
    found = torch.randint(values, (rows, columns), generator=streams(seed, 'rows')).double()
    p = []
    for i in range(rows):
        order = [i, *(j for j in range(rows) if j!=i)]
        p.append(_joint_p_value(_counts(found[order], torch.zeros(columns, dtype=torch.float64))))
    for k in range(1, rows+1): assert sum(v<=k/rows+1e-12 for v in p)<=k
    assert min(p)>=1/rows

def test_permuted_statistics_are_those_of_permuted_samples():
    x, y = normal(7, 3), normal(5, 3, seed=1)
    t = mmd_test(x, y, kernels, 20, generator=streams(0, 'order'))
    order = torch.rand(21, 12, generator=streams(0, 'order'), dtype=torch.float64).argsort(-1)[1:]
    for i,o in enumerate(order):
        dealt = torch.cat([x, y])[o.argsort()]  # sample j is on the side of place o[j]
        assert t.permuted[i].tolist()==pytest.approx([naive(dealt[:7], dealt[7:], k) for k in kernels], abs=1e-12)
    assert t.statistic==pytest.approx(mmd2(x, y, kernels), abs=1e-12) and t.table.mmd2.mean()==pytest.approx(t.statistic)

# intervals

@pytest.mark.parametrize('runs', [None, [0, 0, 1, 1, 1, 2, 3, 3]])
def test_jackknife_leaves_one_out(runs):
    "A sample, or all of a run; Student's t with Welch's degrees of freedom"
    x, y, own = normal(8, 3), normal(5, 3, seed=1), torch.arange(8) if runs is None else torch.tensor(runs)
    given = lambda r: None if runs is None else (r, None)
    left_x = [mmd2(x[own!=i], y, kernels, given(own[own!=i])) for i in own.unique()]
    left_y = [mmd2(x, y[torch.arange(5)!=i], kernels, given(own)) for i in range(5)]
    variances = [(len(v)-1)*np.var(v) for v in (left_x, left_y)]
    freedom = sum(variances)**2/sum(v**2/(len(left)-1) for v,left in zip(variances, (left_x, left_y)))
    found = mmd_interval(x, y, kernels, given(own), level=.9)
    assert found.mean==pytest.approx(mmd2(x, y, kernels, given(own)), abs=1e-12)
    assert found.half==pytest.approx(stats.t.ppf(.95, freedom)*sum(variances)**.5, rel=1e-8)

# slow: a witness, levels, speed

@pytest.mark.defect('N4')
def test_too_few_deals_to_reject_are_said():
    "Four samples can be dealt out in three ways, so that p is a third at least; twelve can in 462"
    g = torch.Generator().manual_seed(0)
    few, many, gap = torch.randn(2, 3, generator=g), torch.randn(6, 3, generator=g), 100.
    with pytest.warns(RuntimeWarning, match='3 distinct deals .* no result can be significant'): mmd_test(few, few+gap, n_permutations=19, generator=g)
    with pytest.warns(RuntimeWarning, match='9 permutations'): mmd_test(many, many+gap, n_permutations=9, generator=g)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert mmd_test(many, many+gap, n_permutations=199, generator=g).p_value<=.05
