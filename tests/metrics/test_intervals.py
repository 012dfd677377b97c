import math, warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from cases import refused
from symbayes.metrics.intervals import (Difference, Interval, effects, false_discovery, holm, interval_table, mean_and_interval, paired_by_seed, paired_difference)

@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=9), st.sampled_from([.5, .9, .95]))
def test_interval_is_students(values, level):
    mean, half = mean_and_interval(values, level)
    assert abs(mean-np.mean(values))<1e-9
    if np.ptp(values)>1e-6:
        low, high = stats.t.interval(level, len(values)-1, loc=np.mean(values), scale=stats.sem(values))
        assert abs(half-(high-low)/2)<1e-7*(1+half)

def test_intervals_of_one_and_of_equal_values():
    assert repr(mean_and_interval([.96396]*5))==repr(Interval(.96396, 1.5e-16))=='0.964', 'rounding is no interval'
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        one, pair = mean_and_interval([4.]), paired_difference([4.], [3.])
    assert one.mean==4 and math.isnan(one.half) and pair.mean==1 and math.isnan(pair.half) and math.isnan(pair.p_value)

def test_paired_difference_is_the_paired_t_test():
    a, b = np.random.default_rng(0).normal(size=(2, 8))
    mean, half, p = paired_difference(a, b)
    r = stats.ttest_rel(a, b)
    ci = r.confidence_interval(.95)
    assert abs(p-r.pvalue)<1e-12 and abs(mean-half-ci.low)<1e-12 and abs(mean+half-ci.high)<1e-12

def test_a_difference_without_spread_shows_nothing():
    "Three equal gains, but for rounding, are undecided; other looks keep their words"
    hits = np.array([343, 347, 340])
    old, new = hits/360, (hits+1)/360
    gained, none = paired_difference(new, old), paired_difference(old, old+[0, 1e-16, 1e-16])
    assert np.ptp(new-old)>0 and gained.no_spread and gained.half==0 and abs(gained.mean-1/360)<1e-15 and none.p_value==1
    assert paired_difference([1., 2.], [0., 0.]).p_value>.1 and not paired_difference([2.], [1.]).no_spread
    clear = Difference(1., .1, 1e-4)
    table = effects([gained, clear, none])
    assert table.effect.tolist()==['undecided', 'helps', 'undecided'] and math.isnan(table.p[0])
    assert table['adjusted p'].tolist()==pytest.approx([1., 3e-4, 1.])

def test_interval_table():
    runs = pd.DataFrame(dict(method=['a', 'a', 'b'], x=[1., 3., 5.]))
    t = interval_table(runs, by='method')
    assert t.x['a'].mean==2 and math.isnan(t.x['b'].half) and '±' in repr(t)
    assert interval_table(runs[['x']]).loc['mean', 'x'].mean==3

@pytest.mark.defect('R16')
@pytest.mark.parametrize('call', [lambda: interval_table(3), lambda: interval_table(pd.DataFrame(dict(a=[1.])), 'b'), lambda: effects(3), lambda: effects([3.]),
    lambda: paired_by_seed(3, 4, 'a'), lambda: mean_and_interval([1., 2.], '3'), lambda: mean_and_interval([]),
    lambda: mean_and_interval([[1., 2.]]), lambda: false_discovery([2.]), lambda: holm([[.5]]), lambda: paired_difference([1., 2.], [1., 1.], overlap=-.1),
    lambda: effects([Difference(1., .1, .01)], [])])
def test_other_kinds_are_refused_in_a_line(call):
    "Raises one line, not an AttributeError from inside"
    refused('expected', call)

# splits that overlap, and Holm's adjustment

def test_the_corrected_t_test_by_hand():
    "Differences 1, 2, 3 over splits of 90 and 10 rows: t = 2/sqrt(1/3+1/9) = 3 with two degrees of freedom"
    d = paired_difference([1., 2., 3.], [0., 0., 0.], overlap=10/90)
    assert d.mean==2 and d.p_value==pytest.approx(2*stats.t.sf(3., 2)) and d.half==pytest.approx(stats.t.ppf(.975, 2)*2/3)
    plain, wide = (paired_difference([1., 2., 3., 7.], [0., 1., 0., 0.], overlap=v) for v in (0., .25))
    assert plain==paired_difference([1., 2., 3., 7.], [0., 1., 0., 0.]) and wide.half==pytest.approx(plain.half*2**.5)

@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(p):
    multitest = pytest.importorskip('statsmodels.stats.multitest')
    found = holm(p)
    assert np.allclose(found, multitest.multipletests(p, method='holm')[1]) and (found>=false_discovery(p)-1e-12).all()
