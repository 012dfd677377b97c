"Fits of an estimator: kinds of noise, rows left out, and the share of a budget"
from math import inf

import numpy as np
import pytest
import torch

from symbayes.core.tensors import streams
from symbayes.distributions.likelihoods import Categorical, Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.distributions.problem import Problem
from symbayes.runs import table_fits
from symbayes.runs.table_fits import _held_out_probabilities, HeldOut, ShortFits, TablePlan, chain_seconds, chosen_inference, _climb, fit_table, kinds_of_noise, _short_share, usual_starts
from symbayes.runs.table_models import perceptron


def small(classes: bool, n: int = 30) -> Problem:
    "A problem with a few rows"
    x = torch.randn(n, 2, dtype=torch.float64, generator=streams(0, 'inputs'))
    y = (x[:, 0]>0).long() if classes else x[:, :1].sin()
    return Problem(perceptron([2, 4, 1+classes], 'tanh'), IsotropicNormal(1.), Categorical() if classes else Gaussian(.3, learned=True).double(), (x, y))

def plan(classes: bool = False, family: str = '', **how) -> TablePlan:
    return TablePlan([2, 4, 1+classes], 'tanh', family or ('inducing' if classes else 'collapsed'), 0, **how)


@pytest.mark.parametrize('noise,rows,limited,kinds', [('auto', 149, False, [False]), ('auto', 150, False, [False, True]), ('auto', 1000, False, [False, True]),
    ('auto', 1001, False, [False]), ('auto', 200, True, [False]), ('constant', 200, False, [False]), ('input', 20, True, [True]), (1., 200, False, [False]), (None, 200, False, [False])])
def test_both_kinds_of_noise_are_tried_where_rows_and_time_are_enough(noise, rows, limited, kinds):
    assert kinds_of_noise(noise, 'collapsed', rows, limited)==kinds
    assert len(kinds_of_noise(noise, 'inducing', rows, limited))==1

@pytest.mark.parametrize('noise,rows,limited,kinds', [('auto', 149, False, [False]), ('auto', 150, False, [True]), ('auto', 5000, False, [True]), ('auto', 5001, False, [False]),
    ('auto', 200, True, [False]), ('constant', 200, False, [False]), ('input', 20, True, [True]), ('student', 20, True, [True])])
def test_chains_try_one_kind_of_noise(noise, rows, limited, kinds):
    assert kinds_of_noise(noise, 'collapsed', rows, limited, True)==kinds

def test_longer_chains_are_told_longer():
    usual = chain_seconds(1000, [10, 50, 1])
    assert 30<usual<=60 and chain_seconds(100, [10, 50, 1])<chain_seconds(1000, [10, 20, 1])<usual<chain_seconds(1000, [100, 50, 1])<chain_seconds(2000, [100, 50, 1])

@pytest.mark.parametrize('change,chosen,why', [({}, 'sampled', 'take 31 s of an idle core, at most 60'), (dict(rows=149), 'variational', 'fewer than 150 rows'), (dict(rows=1200), 'variational', 'more than 60'), (dict(rows=5001, sizes=[2, 3, 1]), 'variational', 'up to 5,000 rows'),
    (dict(sizes=[500, 50, 1]), 'variational', 'more than 60'), (dict(sizes=[10, 16, 16, 1]), 'sampled', 'at most 150'), (dict(sizes=[10, 16, 16, 1], rows=10**6), 'variational', 'more than 150'), (dict(sizes=[10, 16, 16, 1], rows=60), 'sampled', 'at most 150'), (dict(sizes=[10, 16, 16, 1], rows=40), 'variational', 'fewer than 50'), (dict(sizes=[10, 16, 16, 1], budget=9.), 'sampled', 'the 9 s of the budget'),
    (dict(family='mean_field'), 'variational', 'a family is asked for'),
    (dict(noise='constant'), 'variational', 'noise of kind auto'), (dict(noise=2.), 'variational', 'noise of kind auto'), (dict(noise=None), 'variational', ''), (dict(noise='input', family='collapsed'), 'sampled', 'take 31 s'),
    (dict(max_steps=9), 'variational', 'max_steps limits'), (dict(budget=20.), 'variational', 'take 31 s of an idle core, more than 20'), (dict(budget=40.), 'sampled', 'at most 40'), (dict(noise='student', rows=20), 'sampled', 'alone'),
    (dict(inference='sampled', rows=20), 'sampled', ''), (dict(inference='variational'), 'variational', '')])
def test_chains_are_chosen_where_their_time_fits(change, chosen, why):
    usual = dict(inference='auto', noise='auto', family='auto', rows=500, sizes=[10, 50, 1], max_steps=None, budget=None)
    found = chosen_inference(**usual|change)
    assert found[0]==chosen and why in found[1] and bool(found[1])==('inference' not in change)

@pytest.mark.parametrize('change,chosen,why', [({}, 'sampled', 'at most 60'), (dict(rows=20), 'sampled', 'at most 60'), (dict(sizes=[10, 50, 50, 3]), 'sampled', 'at most 60'),
    (dict(rows=20000), 'variational', 'more than 60'), (dict(family='mean_field'), 'variational', 'a family is asked for'), (dict(max_steps=9), 'variational', 'max_steps'),
    (dict(n_starts=1), 'variational', 'n_starts is below'), (dict(budget=4.), 'variational', 'more than 4')])
def test_chains_of_classes_are_chosen_where_their_time_fits(change, chosen, why):
    usual = dict(inference='auto', noise=None, family='auto', rows=500, sizes=[10, 50, 3], max_steps=None, budget=None, classes=True)
    found = chosen_inference(**usual|change)
    assert found[0]==chosen and why in found[1]

def of_classes(n: int, copies: int = 1, seed: int = 1) -> Problem:
    "A problem whose inputs say nothing of its labels"
    x, y = torch.randn(n, 12, dtype=torch.float64, generator=streams(seed, 'inputs')), torch.arange(n)%2
    return Problem(perceptron([12, 6, 2], 'tanh'), IsotropicNormal(1.), Categorical(), (x.repeat(copies, 1), y.repeat(copies)))

@pytest.mark.parametrize('seed', [1, 4])
def test_parts_never_see_the_rows_that_they_judge(seed):
    "Such labels cannot be predicted; copies of the rows are a planted leak, and it shows"
    how, judged = TablePlan([12, 6, 2], 'tanh', 'inducing', 0, scales=(1., 10.), max_steps=60), {}
    for copies in (1, 4):
        p = of_classes(30, copies, seed)
        logs, rows = _held_out_probabilities(how, p)
        assert sorted(rows.tolist())==list(range(30*copies)) and logs.exp().sum(-1).tolist()==pytest.approx([1.]*30*copies)
        judged[copies] = logs[torch.arange(len(rows)), p.data[1][rows]].mean().item()
    assert judged[1]<-.69<-.6<judged[4], judged

@pytest.mark.parametrize('rows,fits', [(30, 3), (1500, 2), (3000, 1)])
def test_enough_rows_are_judged_by_few_fits(monkeypatch, rows, fits):
    seen = []
    class Kept: posterior = None
    monkeypatch.setattr(table_fits, 'fit_table', lambda plan, problem: Kept)
    monkeypatch.setattr(table_fits, '_without', lambda problem, part: (problem, [seen.append(part) or part]))
    monkeypatch.setattr(table_fits, 'predict', lambda model, q, x, n, **how: torch.zeros(n, len(x), 2))
    logs, judged = _held_out_probabilities(plan(True), of_classes(rows))
    assert len(seen)==fits and len(judged)==len(logs)>=min(rows, 1000)
    shares = torch.stack([of_classes(rows).data[1][part].double().mean() for part in seen])
    assert shares.max()-shares.min()<3/rows*fits+.04

@pytest.mark.parametrize('units,rows,starts', [(1, 20, 32), (10, 100, 32), (10, 200, 16), (10, 5000, 1), (11, 100, 8), (20, 400, 2), (21, 10, 1)])
def test_narrow_networks_have_many_starts_unless_rows_or_limits_make_them_dear(units, rows, starts):
    assert usual_starts(units, 'collapsed', rows, False)==starts
    assert usual_starts(units, 'collapsed', rows, True)==usual_starts(units, 'inducing', rows, False)==1

@pytest.mark.parametrize('family', ['inducing', 'mean_field'])
def test_members_see_nothing_of_the_labels_that_they_leave_out(family):
    def fitted(other: int):
        p, part = small(True), torch.arange(30)%3
        x, y = p.tensors
        y = torch.where(part==other, 1-y, y) # other labels in one part
        short = ShortFits(plan(True, family=family), p)
        return short._fit(p.with_parts(likelihood=HeldOut(Categorical(), 2, 3), data=(x, y+2*part)), [(1., 3.), (3., 3.)], 3)[1].tensors()
    usual = fitted(-1)
    for part in range(3):
        for k,t in fitted(part).items():
            if k in ('inducing', 'log_prior_std'): continue
            same = [torch.equal(a, b) for a,b in zip(t, usual[k])]
            assert same[part] and same[part+3] and not any(same[i] for i in range(6) if i%3!=part)

def test_left_out_rows_count_nothing():
    outputs, y = torch.randn(2, 5, 4, 3, generator=streams(0, 'outputs')), torch.tensor([0, 1, 2, 0])
    found = HeldOut(Categorical(), 3, 2).log_prob(outputs, y+3*torch.tensor([0, 0, 1, 1]))
    assert (found[0, :, :2]==0).all() and (found[1, :, 2:]==0).all()
    assert torch.equal(found[0, :, 2:], Categorical().log_prob(outputs[0], y)[:, 2:])

@pytest.mark.parametrize('n,part,family', [(2, 2, 'inducing'), (31, 3, 'inducing'), (31, 3, 'mean_field'), (31, 3, 'collapsed')])
def test_each_row_is_left_out_once(n, part, family, monkeypatch):
    seen = []
    def nll(outputs, y, likelihood, weights): return seen.append((outputs.shape, y)) or torch.tensor([.5, .6])
    monkeypatch.setattr(table_fits, 'predictive_nll', nll)
    problem = small(True, n)
    short = ShortFits(plan(True, family=family, max_steps=3), problem)
    assert np.allclose(short.held_out([(1., 1.), (1., 3.)]), [-.5*n, -.6*n])
    (shape, y), = seen
    assert shape==(2, 20, n, 2) and torch.equal(y, problem.tensors[1])

def test_the_climb_finds_the_top_and_stays_where_there_is_no_time():
    assert _climb(lambda scales: [-abs(hidden-10)-abs(output-3) for hidden,output in scales])==(10., 3.)
    assert _climb(lambda scales: [-inf]*3)==(1., 1.) and _climb(lambda scales: [0. if s==(1., 1.) else -inf for s in scales])==(1., 1.)

@pytest.mark.parametrize('family', ['collapsed', 'inducing', 'mean_field'])
def test_candidates_side_by_side_end_as_they_do_alone(family):
    problem, scales = small(False), [(1., 3.), (.3, 1.), (3., 10.)]
    short = ShortFits(plan(False, family=family), problem)
    together = short.lower(scales)
    for s,v in zip(scales, together): assert ShortFits(plan(False, family=family), problem).lower([s]*2)[0]==pytest.approx(v, abs=.01)

@pytest.fixture
def clock(monkeypatch):
    "A clock that a training step moves by a hundredth of a second, and nothing else"
    now, fit = [0.], table_fits.fit
    def counted(*args, epochs, **how):
        now[0] += .01*epochs
        return fit(*args, epochs=epochs, **how)
    monkeypatch.setattr(table_fits, 'fit', counted)
    monkeypatch.setattr(table_fits, 'monotonic', lambda: now[0])
    return now

@pytest.mark.parametrize('classes', [False, True])
@pytest.mark.parametrize('budget', [.3, 2., 6., 100.])
def test_short_fits_take_a_share_of_the_budget(classes, budget, clock):
    short = ShortFits(plan(classes, budget=budget), small(classes))
    scales, trial = short.choose(), .05
    steps = [r['steps'] for r in short.rows]
    assert clock[0]<=_short_share*budget+trial+1e-9 and len(set(steps))<=1
    if budget==.3: assert not steps and scales==((1., 3.) if classes else (1., 1.))
    if budget==100.: assert len(steps)==6 and steps[0]==(40 if classes else 60)

@pytest.mark.parametrize('classes', [False, True])
def test_a_small_budget_is_left_to_the_kept_fit(classes, clock):
    kept = fit_table(plan(classes, budget=2.), small(classes))
    assert kept.table.steps[kept.table.fit=='kept'].iloc[0]>=100 and clock[0]<=2.2

def test_a_large_budget_chooses_as_none_does(clock):
    tables = [ShortFits(plan(budget=b), small(False)) for b in (None, 1000.)]
    assert tables[0].choose()==tables[1].choose()
    assert np.array_equal([r['lower'] for r in tables[0].rows], [r['lower'] for r in tables[1].rows])

def test_what_comes_before_the_steps_is_not_counted_as_steps(monkeypatch):
    now = [0.]
    monkeypatch.setattr(table_fits, 'monotonic', lambda: now[0])
    def run(n): now[0] += .3+.01*n
    each, before = table_fits._timed(run, 20, 1000.)
    assert abs(each-.01)<1e-9 and abs(before-.3)<1e-9
    now[0] = 0.
    each, before = table_fits._timed(run, 20, 2.)  # one run only
    assert abs(now[0]-.5)<1e-9 and abs(each-.025)<1e-9 and before==0.

def test_a_constant_target_has_no_spread():
    "Its unit is one, and a budget does not train until its noise is no number"
    from symbayes.sklearn import BayesianMLPRegressor
    x = np.random.default_rng(0).normal(size=(40, 2))
    est = BayesianMLPRegressor(3, budget=2, random_state=0).fit(x, np.ones(40))
    assert 'the targets have 0.' in est.report_ and np.allclose(est.predict(x), 1., atol=1e-3)
