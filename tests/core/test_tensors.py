"Named tensors, layouts and frozen parameters."

import pytest
from cases import refused
from symbayes.core.tensors import chunks

@pytest.mark.parametrize('n,each,budget', [(0, 1, 4), (1, 10**12, 4), (10, 3, 7), (10, 0, 4), (12, 1, 4)])
def test_pieces_cover_a_range_once_and_fit(n, each, budget):
    pieces = chunks(n, each, budget)
    assert [i for p in pieces for i in range(p.start, p.stop)]==list(range(n))
    assert all(p.stop>p.start and (p.stop-p.start==1 or (p.stop-p.start)*each<=budget) for p in pieces)
    refused('budget is 0', chunks, n, each, 0)
