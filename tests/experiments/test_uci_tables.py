"Tables: planted densities, the unit of the target, twins, methods that see no test target, verdicts, cells."
import math
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
import torch
from cases import refused
from symbayes.data.tables import uci_table
from symbayes.experiments.tables import Given, TableCell, _chosen_training, compared, _deep_ensemble, means_by_method, methods, published, published_results, scores, split_table

quick = dict(data='yacht', effort=.002)


def planted(n=600, noise=.5, unit=20., seed=0):
    "A linear function with known noise, in a unit of its own"
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 3))
    return x, 100+unit*(x@[1., -2., .5]+noise*rng.normal(size=n))


def test_a_known_density_gets_its_own_score():
    "The exact predictive in standardised units has the log density of scipy in the target's unit"
    x, y = planted()
    given, held = split_table(x, y, np.arange(200))
    assert held.unit==pytest.approx(y[200:].std()) and len(given.y)==400 and given.y.mean()==pytest.approx(0, abs=1e-9)
    truth = 100+20*(x[:200]@[1., -2., .5])
    means, std = (truth-y[200:].mean())/held.unit, 10/held.unit
    s = scores((torch.tensor(means)[None], torch.full((1, 200), std, dtype=torch.float64)), held)
    z = (y[:200]-truth)/10
    assert s['log_lik']==pytest.approx((-.5*z**2-math.log(10*math.sqrt(2*math.pi))).mean(), abs=1e-9)
    assert s['rmse']==pytest.approx(10*(z**2).mean()**.5) and s['coverage']==pytest.approx((abs(z)<1.6448536).mean())


@pytest.mark.parametrize('method', [pytest.param(m, marks=pytest.mark.slow) if m in ('sampled', 'sampled, noise by input') else m for m in methods])
def test_no_method_sees_a_test_target(method):
    "With other test targets every prediction stays as it is; that they repeat themselves is shown by the way"
    x, y = uci_table('yacht')
    x, y = x[:120], y[:120]
    test = np.arange(30)
    other = y.copy()
    other[test] = other[test][::-1]*3
    a, b = (split_table(x, v, test, effort=.002)[0] for v in (y, other))
    before, after = methods[method](a), methods[method](b)
    assert torch.equal(before[0], after[0]) and (before[1] is None)==(after[1] is None)
    if before[1] is not None: assert torch.equal(before[1], after[1]) and (before[1]>0).all()
    assert before[0].shape[1]==30 and torch.isfinite(before[0]).all() and 'y_test' not in {f.name for f in fields(Given)}


def test_a_choice_is_made_by_the_likelihood():
    "Of no decay and one that holds the network at zero, the first is taken where there is a function to learn"
    x, y = planted(200)
    given = split_table(x, y, np.arange(50))[0]
    decay, epochs = _chosen_training(given, (1e-4, 100.), 60, range(2))
    assert decay==1e-4 and 1<epochs<=60


def test_an_ensemble_learns_noise_and_function():
    "On average over three draws of the data: on one of them, 100 rows and a narrow ensemble, twelve fits were .02 to .45 nats short of the truth"
    short, cover, gain = [], [], []
    best = -math.log(20*.3*math.sqrt(2*math.pi*math.e))
    for seed in range(3):
        x, y = planted(400, noise=.3, seed=seed)
        given, held = split_table(x, y, np.arange(100))
        s, worse = scores(_deep_ensemble(given, decays=(1e-4,), steps=250), held), scores(methods['constant'](given), held)
        for v,k in ((short, best-s['log_lik']), (cover, s['coverage']), (gain, s['log_lik']-worse['log_lik'])): v.append(k)
    assert -.2<np.mean(short)<.35 and min(gain)>1 and .75<np.mean(cover)<1  # .35 nats: the price of a noise taken for .6 or 2.1 of itself


def test_cells():
    a, again, gap = (TableCell(method='ridge', split=s, gap=g, **quick).run().iloc[0].to_dict() for s,g in ((3, False), (3, False), (2, True)))
    assert {k: v for k,v in a.items() if k!='seconds'}=={k: v for k,v in again.items() if k!='seconds'}
    assert (a['n_train'], a['n_test'], gap['n_test'])==(277, 31, 104) and a['seconds']>=0
    refused("unknown method 'magic', expected one of: constant", lambda: TableCell(method='magic').run())
    refused('column is 6, expected 0 to 5', lambda: TableCell(split=6, gap=True).run())
    assert TableCell(method='ridge').key!=TableCell(method='ridge', gap=True).key


def test_published_results(tmp_path):
    refused('published results are not part of the package', published_results, tmp_path)
    (tmp_path/'uci').mkdir()
    (tmp_path/'uci/mc_dropout.csv').write_text('data,split,log_lik,rmse\nyacht,0,-1,.5\nyacht,1,-1.2,.6\n')
    ours = pd.concat([TableCell('yacht', s, 'ridge').run() for s in (0, 1)])
    t = compared(pd.concat([ours, published_results(tmp_path)]), published).iloc[0]
    assert t.method=='ridge' and t.splits==2 and t.difference.mean==pytest.approx(ours.log_lik.mean()+1.1)


def grown(**better):
    rng = np.random.default_rng(0)
    return pd.DataFrame([dict(data=d, split=s, method=m, log_lik=v+luck+.1*rng.normal(), n_train=90, n_test=10, gap=False)
        for d in 'ab' for s,luck in enumerate(rng.normal(size=20)) for m,v in better.items()])


def test_comparisons():
    rows = grown(old=0., same=0., new=1., worse=-1.)
    said = compared(rows, 'old').set_index(['data', 'method']).verdict
    assert said.to_dict()=={(d, m): v for d in 'ab' for m,v in dict(same='not significant', new='ahead', worse='behind').items()}
    best = compared(rows)
    assert (best.to=='new').all() and (best.verdict=='behind').all() and 'new' not in set(best.method)
    few = rows[(rows.method!='same')|(rows.split<3)]
    assert (compared(few, 'old').set_index(['data', 'method']).splits.unstack()['same']==3).all()
    refused('no method shares two splits with other', compared, rows, 'other')


def test_summaries():
    rows = grown(constant=0., good=1., bad=-1.).assign(gap=True)
    t = means_by_method(rows)
    assert list(t)==['a', 'b'] and list(t.index)==['constant', 'good', 'bad']
    a = rows[(rows.data=='a')&(rows.method=='good')].log_lik
    assert t.loc['good', 'a']==f'{a.mean():.3f} ± {a.std()/20**.5:.3f}'
