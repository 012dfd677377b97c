"""Cures of the symmetry set against each other: networks and what symmetry is left, runs that resume, planted verdicts, bad input."""

import numpy as np
import pandas as pd
import pytest
import torch
from cases import refused, rng
from symbayes.core.tensors import Layout
from symbayes.discovery.finding import would_be_group
from symbayes.experiments.artefacts import artefacts
from symbayes.experiments.kurle import cure_gains, plot_verdict, true_log_lik, cures

@pytest.mark.parametrize('name', cures)
@pytest.mark.parametrize('depth', [3, 5])
def test_what_a_cure_leaves_is_a_symmetry_and_the_rest_is_none(name, depth):
    cure, x = cures[name], torch.linspace(-1, 1, 30)[:, None]
    net = cure.network(1, 2, 6, depth, rng(0))
    g = cure.group(net)
    labels = [f'h{i+1}' for i in range(depth)]
    expected = dict(none=labels, symmetrized=labels) | {'symmetrized+skip': labels[2:]}
    assert (g.labels if g else []) == expected.get(name, [])
    if g: g.verify(net, x)
    if name=='symmetrized+skip':
        refused('no symmetry', lambda: cures['none'].group(cures['none'].network(1, 2, 6, depth, rng(0))).verify(net, x))

phase = dict(zip(('none', 'skip', 'order', 'order+skip'), (0, 1, 2, 4)))

def planted(skip, order, none=-.5, collapsed=.3, outside=None):
    level, out = {'none': none, 'skip': skip, 'order': order, 'order+skip': skip}, outside or {}
    return pd.DataFrame([dict(kind='numbers', cure=c, seed=s, samples=1, width=4, depth=2, mi_upper=5., collapsed=collapsed+.01*np.sin(5*s), test_log_lik=v+.01*np.sin(3*s+phase[c]), outside_log_lik=out.get(c, 0.)+.01*np.sin(3*s+phase[c])) for c,v in level.items() for s in range(5)])

def test_verdicts_on_planted_numbers():
    judge = artefacts['kurle'].judge
    words = lambda *a, **k: [c.verdict for c in judge(planted(*a, **k))]
    assert words(.1, -.5)==['reproduced', 'reproduced', 'reproduced', *['undecided']*4, 'reproduced', 'not reproduced']
    assert words(-.9, -.2)[:4]==['reproduced', 'not reproduced', 'not reproduced', 'reproduced']
    assert words(.1, .1, .182)[0]!='reproduced', 'that is as good as exact inference'
    assert words(.1, -.5, outside={'skip': -.2, 'order': .2})[4:7]==['not reproduced', 'undecided', 'reproduced']
    assert words(.1, -.5, collapsed=.7)[-1]=='reproduced'
    assert [c.verdict for c in judge(planted(.1, -.5).assign(mi_upper=2*np.log(24)))][7]=='not reproduced'

@pytest.mark.defect('T7')
@pytest.mark.parametrize('samples,first', [(1, 'holds in a smaller setting'), (64, 'reproduced')])
def test_fewer_draws_than_the_paper_takes_are_named_in_the_verdict(samples, first):
    claims = artefacts['kurle'].judge(planted(.1, -.5).assign(samples=samples))
    assert claims[0].word==first and [c.smaller for c in claims]==[samples<64]*7+[False, samples<64]

@pytest.mark.parametrize('closed,verdict', [(.1, 'not reproduced'), (.9, 'reproduced'), (.5, 'undecided')])
def test_the_cause_is_what_closes_most_of_the_gap(closed, verdict):
    short = .3
    rows = [dict(kind='numbers', cure=c, seed=s, collapsed=.3-.2*(c=='symmetrized')+.01*np.sin(5*s+(c=='none')), test_log_lik=true_log_lik()-short+closed*short*(c=='symmetrized')+.01*np.sin(3*s+(c=='none'))) for c in ('none', 'symmetrized') for s in range(5)]
    assert [c.verdict for c in artefacts['collapse'].judge(pd.DataFrame(rows))]==['reproduced', verdict]

def test_gains_are_found_where_they_were_planted():
    noise, gains = np.random.default_rng(0), {'none': 0., 'skip': .5, 'order': -.5, 'symmetrized': 0.}
    t = pd.concat([pd.DataFrame(dict(kind='numbers', data=d, prior_std=1., cure=c, seed=range(5), test_log_lik=(g if d=='sinc' else 0.)+.02*noise.normal(size=5))) for d in ('sinc', 'wine_alcohol') for c,g in gains.items()])
    found = cure_gains(t).set_index(['data', 'cure'])
    assert found.shown['sinc'].to_dict()=={'order': 'harms', 'skip': 'helps', 'symmetrized': 'undecided'} and set(found.shown['wine_alcohol'])=={'undecided'}
    assert abs(found.gained[('sinc', 'skip')].mean-.5)<.05

@pytest.mark.defect('P12')
def test_the_picture_says_that_its_axis_is_not_linear():
    "The axis of the bounds is symmetric-logarithmic, which its label says where it is"
    t = pd.DataFrame([dict(kind='numbers', cure=c, seed=s, test_log_lik=-.1*s, symmetrized_elbo_lower=-100.-s) for c in ('none', 'inducing') for s in range(3)])
    scores, bounds = plot_verdict({'a task': (t, 0.)}).axes
    assert bounds.get_xscale()=='symlog' and 'linear from -10 to 10' in bounds.get_xlabel() and scores.get_xscale()=='linear'

# priors that tell units apart

@pytest.mark.parametrize('name', [c for c,v in cures.items() if v.soft])
def test_a_soft_prior_breaks_the_symmetry_that_the_network_keeps(name):
    "Means and widths are such that a weight's second moment is, on average, what it was; the output's weights keep their prior"
    cure = cures[name]
    net = cure.network(1, 2, 30, 3, rng(0))
    layout, g = Layout.of(net), would_be_group(net)
    prior = cure.prior(layout, .7, rng(1))
    g.verify(net, torch.linspace(-1, 1, 20)[:, None])
    assert cure.group(net) is None
    for l in g.labels:
        refused('elements of it change the (means|standard deviations) of tensor', lambda: prior.check_invariant(g.subgroup([l])))
    zero = torch.zeros(0).double()
    second = layout.unflatten(prior.flat_std(layout, zero)**2+prior.flat_mean(layout, zero)**2)
    *hidden, weight, bias = second
    for k in hidden[2:]: assert abs(second[k].mean()/.49-1)<.2 or second[k].ndim==1
    std, mean = (layout.unflatten(f(layout, zero)) for f in (prior.flat_std, prior.flat_mean))
    assert all((std[k]==.7).all() and (mean[k]==0).all() for k in (weight, bias))
    assert any(t.any() for t in mean.values())==(cure.means>0)
    widths = std['0.bias']
    assert abs(widths.max()/widths.min()-cure.widths)<1e-4

# layers that move together

def moved(test=.15, bound=-8., width=.1, soft=.1):
    "Planted rows: inducing on the wide nets' setting, mean field there, and a soft prior beside none"
    j = lambda s: .002*np.sin(3*s)
    rows = [dict(kind='numbers', data='wide_sinc', prior_std=0., cure='inducing', seed=s, test_log_lik=test+j(s), symmetrized_elbo_lower=bound+j(s), mi_lower=20., mi_upper=20.+width) for s in range(3)]
    rows += [dict(kind='numbers', data='wide_sinc', prior_std=0., cure='mean_field', seed=s, test_log_lik=-1.06+j(s+1), mi_lower=0., mi_upper=9.) for s in range(3)]
    rows += [dict(kind='numbers', data='sinc', prior_std=1., cure=c, seed=s, test_log_lik=-.1+g+j(s+i), mi_lower=0., mi_upper=0.) for i,(c,g) in enumerate({'none': 0., 'soft means .5': soft}.items()) for s in range(3)]
    return pd.DataFrame(rows)

@pytest.mark.parametrize('how,verdicts', [({}, ['reproduced']*4), (dict(test=-.5, bound=-170., width=5., soft=-.1), ['not reproduced']*4)])
def test_targets_are_judged(how, verdicts): assert [c.verdict for c in artefacts['kurle_moving'].judge(moved(**how))]==verdicts
