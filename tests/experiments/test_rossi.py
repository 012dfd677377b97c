"Rossi et al.: barriers, intervals over seeds, planted verdicts, what is kept."
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import torch
from symbayes.core.tensors import streams
from symbayes.data.splits import stored_table
from symbayes.distributions.gaussian import MeanField
from symbayes.experiments.artefacts import judged_together
from symbayes.experiments.rossi import by_seed, _judge_planes, _judge_rossi, over_seeds, plot_rossi, rossi_cells, barrier_summary, calibrated_ends, settings
from torch import nn

def test_seeds_count_and_not_pairs():
    "A number per pair that is a sum over its seeds: twice the seed's own"
    a = np.array([1., 4., -2., 7.])
    i, j = np.array([*combinations(range(4), 2)]).T
    np.testing.assert_allclose(by_seed(i+3, j+3, a[i]+a[j]), 2*a)
    v = np.arange(6.)
    assert by_seed(i, j, v).mean()==pytest.approx(v.mean()) and by_seed([0], [1], [3.]).tolist()==[3.]
    d = over_seeds(pd.DataFrame(dict(first=i, second=j)), a[i]+a[j])
    assert d.mean==pytest.approx(2*a.mean()) and d.half==pytest.approx(3.182446*2*a.std(ddof=1)/2)

def test_temperature_undoes_a_scale():
    "A network on the way to a tenth of itself predicts the same, once calibrated"
    net, gen = nn.Linear(4, 3, bias=False), streams(0, 'data')
    q0 = MeanField.from_module(net, 1e-4)
    with torch.no_grad(): q0.loc.copy_(3*torch.randn(12, generator=gen))
    q1, x = MeanField(q0.layout, q0.loc.detach()/10, q0.log_std.detach()), torch.randn(200, 4, generator=gen)
    y = torch.distributions.Categorical(logits=(x@q0.mean['weight'].T).detach()).probs.cumsum(-1).gt(torch.rand(200, 1, generator=gen)).int().argmax(-1)
    t = calibrated_ends(net, q0, q1, (x[:150], y[:150]), (x[150:], y[150:]), 2, streams(0, 'draws'))
    assert np.ptp(t.test_calibrated)<.02 and np.ptp(t.test_accuracy)==0 and t.temperature[0]>1.5*t.temperature[.5]>5*t.temperature[1]

def planted(setting: dict, plain: float, aligned: float, noise: float = .01, own: float|None = None) -> pd.DataFrame:
    "Ways of known heights, for four seeds"
    rng, rows, t = np.random.default_rng(0), [], np.linspace(0, 1, 5)
    known = dict(network='mlp', width=8, depth=1, data='digits', n_train=50, prior_std=.1, kl_weight=.1, symmetrized=False) | setting
    for i,j in combinations(range(4), 2):
        for how,h in (('none', plain), ('best', aligned)):
            for s in t:
                up = 4*s*(1-s)*(1+noise*rng.normal())
                row = known | dict(first=i, second=j, alignment=how, t=s, test_nll=.1+up*h, distance=1., align_seconds=.1)
                rows.append(row | ({} if own is None else dict(test_calibrated=.1+up*own if s in (0, .5, 1) else np.nan)))
    return pd.DataFrame(rows)

def words(t): return {c.text: c.verdict for c in judged_together(_judge_rossi(t))}

@pytest.mark.parametrize('left,verdict', [(.001, 'reproduced'), (.2, 'not reproduced'), (.05, 'undecided')])
def test_planted_barriers_are_judged(left, verdict):
    t = pd.concat([planted({}, 1., left), planted(dict(depth=2), 2., .001), planted(dict(network='resnet', width=16), 1., .02)])
    said = words(t)
    assert said=={'Without alignment there is a barrier, always': 'reproduced', '8 units, 50 digits: aligned, no barrier is left (at most 5%)': verdict,
        '8-8 units, 50 digits: aligned, no barrier is left (at most 5%)': 'reproduced', 'ResNet8 x1, 50 digits: aligned, hardly any barrier is left (at most 10%)': 'reproduced'}
    assert barrier_summary(t).loc['8-8 units, 50 digits', 'left, %']=='0.1'

@pytest.mark.defect('T7')
def test_a_small_residual_network_is_named_in_the_verdict():
    t = pd.concat([planted({}, 1., .001), planted(dict(network='resnet', width=16), 1., .02)])
    assert [c.word for c in _judge_rossi(t)]==['reproduced', 'reproduced', 'holds in a smaller setting']

@pytest.mark.defect('T6')
def test_both_ends_of_every_pair_count():
    "An end that is only ever the second of a pair, too"
    t = planted({}, 1., .1, 0.)
    t['test_nll'] += t.t*t.second  # the NLL of seed k at its own end is .1+k, and .1 for all first ones
    assert barrier_summary(t)['at the ends'].item()==f'{.1+(1+2+3+2+3+3)/12:.3f}'

@pytest.mark.defect('T6')
def test_barriers_from_one_inner_point_are_called_lower_bounds():
    t = planted({}, 1., .001)
    said = lambda t: _judge_rossi(t)[1].evidence
    assert 'Lower bounds, from one inner point' in said(t[t.t.isin([0, .5, 1])]) and 'Lower bounds' not in said(t)

@pytest.mark.parametrize('wide,falls,gone', [(.001, 'reproduced', 'reproduced'), (.3, 'reproduced', 'not reproduced'), (.9, 'not reproduced', 'not reproduced')])
def test_planted_widening(wide, falls, gone):
    t = pd.concat([planted(dict(width=w), 1., .01, own=h) for w,h in ((8, .5), (16, .4), (64, wide))])
    said = [v for k,v in words(t).items() if 'alibrat' in k]
    assert said==[falls, gone]
    assert len(words(t[t.width==8]))==2, 'one width says nothing of widening'
    if wide==.3: assert len(plot_rossi(t).axes)==6

@pytest.mark.parametrize('deep,verdict', [(.01, 'reproduced'), (.5, 'not reproduced')])
def test_planted_planes(deep, verdict):
    x, y = (v.ravel() for v in np.meshgrid(np.linspace(-.2, 1.2, 8), np.linspace(-.2, 1.2, 8)))
    parts = []
    for how,d in (('none', 1.), ('best', deep)):
        grid = pd.DataFrame(dict(x=x, y=y, log_posterior=-d*np.exp(-10*((x-.3)**2+(y-.3)**2)), corner=-1))
        corners = pd.DataFrame(dict(x=[0., 1., 0.], y=[0., 0., 1.], log_posterior=0., corner=range(3)))
        parts.append(pd.concat([grid, corners]).assign(alignment=how))
    t = pd.concat(parts).assign(network='mlp', width=8, depth=1, data='digits', n_train=50, prior_std=.1, kl_weight=.1, symmetrized=False)
    assert [c.verdict for c in _judge_planes(t)]==[verdict]

def test_the_stored_tables_are_those_of_the_cells():
    t = stored_table('rossi')
    made = {tuple(getattr(c.solutions, s) for s in settings): c for c in rossi_cells()}
    found = {k: v for k,v in t.groupby(settings)}
    assert {*found}<={*made} and len(found)>=8
    for k,v in found.items(): assert len(v)==6*made[k].points*(1+len(made[k].starts)) and set(v.alignment)=={'none', *made[k].starts}
    assert set(stored_table('rossi_plane').alignment)=={'none', 'best'}
