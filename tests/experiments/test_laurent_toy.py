"The toy of Laurent et al.: stacks are single networks, removal keeps functions, planted verdicts."
import numpy as np
import pandas as pd
import pytest
import torch
from symbayes.experiments.laurent_toy import (ToyCell, as_params, _density_rows, _judge_toy, plot_laurent_toy, _spread_rows, stages, toy_outputs, toy_stages, weight_names)

tiny = ToyCell(seeds=20, epochs=5)

@pytest.fixture(scope='module')
def table(): return tiny.run()

def test_training_depends_on_the_cell_alone(table):
    again = tiny.run()
    pd.testing.assert_frame_equal(again.drop(columns='seconds'), table.drop(columns='seconds'))
    assert table.loss.mean()<ToyCell(seeds=20, epochs=1).run().loss.mean() and not torch.equal(tiny.data()[1], ToyCell(draw=1).data()[1])

def test_shared_batches_bring_networks_of_one_minimum_together():
    "so a stack whose networks see the same points is no sample"
    own, shared = (ToyCell(seeds=60, epochs=54, shared=s).run() for s in (False, True))
    spreads = [_spread_rows(t, 1).set_index('stage').spread['both removed'] for t in (own, shared)]
    assert spreads[1]<.2*spreads[0]

def test_removal_keeps_functions_and_lowers_mass(table):
    x = tiny.data()[0].double()
    before, kept = toy_outputs(as_params(table), x), toy_stages(table)
    assert set(kept)==set(stages)
    for v in kept.values(): torch.testing.assert_close(toy_outputs(as_params(pd.DataFrame(v.numpy(), columns=weight_names)), x), before)
    total = {s: v.square().sum(1) for s,v in kept.items()}
    assert (total['scalings removed']<=total['as trained']+1e-12).all()
    torch.testing.assert_close(total['permutations removed'], total['as trained'])
    torch.testing.assert_close(total['both removed'], total['scalings removed'])

def test_what_is_drawn_counts_every_network(table):
    rows = _density_rows(table)
    assert (rows.groupby(['stage', 'view']).networks.sum()==20).all()
    assert len(plot_laurent_toy(rows).axes)==7

def planted(left, best=.3):
    rng = np.random.default_rng(0)
    level = {'as trained': 4., 'scalings removed': 3.9, 'permutations removed': .1, 'both removed': 4*left, 'both removed, by sorting': 4.}
    return pd.DataFrame([dict(draw=d, stage=s, reference=0, spread=v*np.exp(.05*rng.normal()), shared=False, best=best) for d in range(6) for s,v in level.items()])

@pytest.mark.parametrize('left,verdict', [(.01, 'reproduced'), (3., 'not reproduced'), (1., 'undecided')])
def test_verdicts_on_planted_spreads(left, verdict):
    claims = _judge_toy(planted(left))
    assert claims[0].verdict==verdict and claims[-1].verdict=='not reproduced'
    assert _judge_toy(planted(left, 1.))[-1].verdict=='reproduced'
