"""Predictions at equal time: whose rows are whose, what a log density is, and what a table of fits says."""
import sys
from math import log, pi
from pathlib import Path

import numpy as np
import pandas as pd
import torch

sys.path.insert(0, str(Path(__file__).parents[2]/'benchmarks'))
import equal_time as e

def test_test_rows_are_nobody_elses():
    "Scaled by the training rows alone, and other rows for another split"
    d, other = (e.rows_of_split('diabetes', s) for s in (0, 1))
    assert len(d.x)+len(d.x_test)==442 and len(d.x_test)==88 and d.n_out==2
    assert d.x.mean(0).abs().max()<1e-5 and (d.y.std(correction=0)-1).abs()<1e-5 and d.x_test.mean(0).abs().max()>1e-3
    assert not torch.equal(d.y_test, other.y_test)

def test_scores_of_a_mixture():
    "Two draws, two rows, by hand; classes, too"
    d = e.Rows(torch.zeros(1, 1), torch.zeros(1, 1), torch.zeros(2, 1), torch.tensor([[0.], [1.]]), None)
    means, log_std = torch.tensor([[0., 0.], [1., 1.]]), torch.zeros(2, 2)
    found = e.scores_of_outputs(d, torch.stack([means, log_std], -1))
    assert abs(found['log_lik']-(log((1+np.exp(-.5))/2)-.5*log(2*pi)))<1e-6 and abs(found['error']-.5)<1e-6
    c = e.Rows(d.x, d.y[:, 0].long(), d.x_test, torch.tensor([0, 1]), 2)
    out = torch.tensor([[[0., log(3.)], [0., log(3.)]]])
    assert abs(e.scores_of_outputs(c, out)['log_lik']-(log(.25)+log(.75))/2)<1e-6 and e.scores_of_outputs(c, out)['error']==.5

def test_pairs_are_of_the_same_rows():
    "A planted lead is found in every look that has it, and a fit without a partner does not count"
    rng, rows = np.random.default_rng(0), []
    for data in 'ab':
        for split in range(3):
            level = rng.normal()
            for m,b,lead in (('moving', 3., .5), ('ensemble', 3., 0.), ('MILE', 6., 0.)):
                if (data, split, m)==('b', 2, 'MILE'): continue
                noise = .01*rng.normal() if m!='MILE' else 0.
                rows.append(dict(data=data, width=16, split=split, method=m, budget=b, log_lik=level+lead+noise, seconds=b, compiling=0.))
    t = pd.DataFrame(rows)
    found = e.looks(t)
    assert len(e.pairs(t, 'moving', 3., 'MILE'))==5 and len(found)==2
    at = lambda m: found.loc[(m, 3., 'MILE', 16)]
    assert at('moving').effect=='helps' and abs(at('moving').difference.mean-.5)<.02 and abs(at('ensemble').difference.mean)<.02
