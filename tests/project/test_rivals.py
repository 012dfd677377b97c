"""Rivals at equal time: a trial never sees the test rows, what is measured is what was said, and our plan keeps to its time."""
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2]/'benchmarks'))
import rivals as r
from symbayes.data.tables import test_rows as standard_rows, uci_table

def test_a_trial_has_no_test_rows():
    "Its rows are the training rows of the standard split, in two parts"
    x, y = uci_table('yacht')
    held_out = standard_rows('yacht', len(y), 1)
    few, _, test = r.trial_rows(np.arange(len(y)), y, held_out, 1)
    assert sorted([*few, *held_out])==list(range(len(y))) and len(test)==len(few)//5==len(set(test))
    given, held = r.rows_of('yacht', 1, True)
    assert len(given.y)==len(few)-len(test) and len(held.y)==len(test) and given.y.mean().abs()<1e-9

@pytest.mark.slow
def test_ours_is_planned_by_the_clock():
    "No time left: the shortest chains that there are. What it says of itself is what it took"
    given, held = r.rows_of('yacht', 0, True)
    prediction, told = r.ours(given, 0., None)
    assert told['draws']==5 and told['steps']==24*24 and told['seconds']>0
    assert 0<r.scores(prediction, held)['coverage']<=1 and len(prediction[0])==8*told['draws']

