"Wide nets: shares of a gap and their intervals, families of looks, draws of the data"
import numpy as np
import pandas as pd
import pytest
import torch
from scipy import stats

from symbayes.experiments.tasks import (
    gap_closed, Method, paired_effects, share_interval, share_texts, small_task, starred,
    start_regression, versus,
)
from symbayes.experiments.wide_nets import WideCell

rng = lambda seed: np.random.default_rng(seed)


def rows(scores: dict[str, list[float]], width: int = 100) -> pd.DataFrame:
    "Results of some methods at one width, a score per seed"
    return pd.DataFrame([dict(width=width, method=m, seed=s, test_log_lik=v) for m,vs in scores.items() for s,v in enumerate(vs)])


def known(value: float, error: float = 0., width: int = 100) -> pd.DataFrame: return pd.DataFrame([dict(width=width, test_log_lik=value, error=error)])


@pytest.mark.parametrize('seed', range(20))
def test_share_interval_inverts_a_paired_t_test(seed):
    "Its ends are the shares at which a paired t-test has p = .05, and between them p is larger"
    r = rng(seed)
    base, method = .3*r.normal(size=6), .5+.2*r.normal(size=6)
    share, low, high = share_interval(method, base, 2.)
    p = lambda s: stats.ttest_rel(method, (1-s)*base+s*2.).pvalue
    assert low<share<high and abs(share-(method.mean()-base.mean())/(2-base.mean()))<1e-12
    assert abs(p(low)-.05)<1e-8 and abs(p(high)-.05)<1e-8 and p(share)>.999 and p(low-.01)<.05>p(high+.01)


def test_share_interval_at_the_ends_and_without_a_gap():
    base = np.array([.1, -.2, .15, .05])
    assert share_interval(base, base, 1.)==pytest.approx((0, 0, 0), abs=1e-12)
    assert share_interval(np.ones(4), base, 1.)==pytest.approx((1, 1, 1), abs=1e-12)
    assert share_interval(base+.01, base, base.mean()+.05)[1:]==(-np.inf, np.inf)
    share, low, high = share_interval([.5], [0.], 1.)
    assert share==.5 and np.isnan(low) and np.isnan(high)


def test_gap_closed_counts_the_seeds_of_mean_field():
    "A method without any spread has an interval all the same, because the gap has one; before, it was ± 0"
    t = gap_closed(rows({'mean_field, none': [-.1, 0., .1], 'a': [.5, .5, .5]}), known(1.))
    r = t.loc[100, 'a']
    assert r.share==pytest.approx(50) and r.low<40 and r.high>55
    assert share_texts(t).loc['a', 100]==f'50 ({r.low:.0f} to {r.high:.0f})'


def test_gap_closed_pairs_by_seed():
    "Rows in another order, and a method with fewer seeds"
    r = rows({'mean_field, none': [-.1, 0., .1], 'a': [.4, .5, .6], 'b': [.4, .5]})
    t, again = gap_closed(r, known(1.)), gap_closed(r.sample(frac=1, random_state=0), known(1.))
    pd.testing.assert_frame_equal(t, again)
    assert t.share[100, 'b']==pytest.approx(100*(.45+.05)/(1+.05))


def test_effects_take_the_side_of_the_bounds():
    t = pd.DataFrame([dict(width=1, method=m, seed=s, low=l+.01*s*'bac'.index(m), high=h+.01*s*'bac'.index(m)) for m,l,h in (('a', 1., 3.), ('b', 0., .5), ('c', 2., 4.)) for s in range(3)])
    assert paired_effects(versus(t, against='b'), 'low', 'high').effect.tolist()==['helps', 'helps']
    found = paired_effects(versus(t, against='c'), 'low', 'high')
    assert found.effect[1, 'a']=='undecided' and found.effect[1, 'b']=='harms' and starred(found)[1, 'a']=='ends overlap'


def test_a_last_layer_that_moves_is_trained_and_scored():
    "As the other families, on streams of its own for every seed; its lower end is below the upper one, and no bound is above the evidence by more than errors"
    task, m = small_task('wide_sinc'), Method('collapsed', 'soules')
    q, alone = (start_regression(task, [6], m, s)[1] for s in (range(2), [1]))
    assert torch.equal(q.member(1).body.loc, alone.member(0).body.loc) and type(q.body).__name__=='UnitGaussian'
    t, plain = (WideCell('wide_sinc', 6, k, 2, 40).run() for k in (m, Method('mean_field', 'none')))
    assert (t.symmetrized_elbo_lower<=t.symmetrized_elbo_upper+1e-6).all() and (t.elbo<t.symmetrized_elbo_lower+3*t.mi_error+1).all()
    assert (t.symmetrized_elbo_lower>plain.symmetrized_elbo_lower).all()
