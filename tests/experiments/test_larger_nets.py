"Larger networks: orbits come back, sets are taken apart, planted verdicts."
import pandas as pd
import pytest
from symbayes.experiments.larger_nets import HalvesCell, _judge_halves, plot_halves, stage_names

def test_a_quick_cell():
    t = HalvesCell('small', data='digits', n_train=100, epochs=1, seeds=14, modes=3, single=1, every=1).run()
    assert len(t)==3*(4+1) and set(t.stage)==set(stage_names) and (t.change<1e-5).all()
    own = t[t.reference==0].groupby('stage', sort=False).first()
    assert own.orbit['both removed']<1e-3<own.orbit['as trained'] and own.spread['both removed']<own.spread['as trained']
    assert t.p_value.between(0, 1).all() and t.half.eq(6).all()

def planted(several, after):
    rows = []
    for stage in stage_names:
        f = after if stage=='both removed' else 1.
        rows += [dict(comparison='second half', mmd2=1e-4), dict(comparison='several modes', mmd2=several*f)]
        rows += [dict(comparison=f'one mode, {k}', mmd2=(.5+.02*k)*f**(1+.02*k)) for k in range(3)]
        for r in rows[-5:]: r |= dict(stage=stage, reference=0, half_width=.01, network='lenet')
    return pd.DataFrame(rows)

def test_planted_verdicts():
    words = lambda *a: [c.verdict for c in _judge_halves(planted(*a))]
    assert words(.1, .3)==['reproduced']*3 and words(.9, 3.)==['not reproduced']*3
    assert len(plot_halves(planted(.1, .1)).axes)==1

@pytest.mark.defect('T7')
def test_smaller_networks_are_named_in_the_verdict():
    assert [c.word for c in _judge_halves(planted(.1, .3))]==['holds in a smaller setting']*3
