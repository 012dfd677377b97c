"Named tensors, layouts and frozen parameters."

import pytest
from symbayes.core.messages import SymbayesError
from symbayes.core.tensors import Layout, chunks
from cases import random_params

@pytest.mark.parametrize('source', [[1, 2], 'net', None, 3.])
def test_layouts_of_other_things_are_refused(source):
    with pytest.raises(SymbayesError, match=f'takes a module or a dict of tensors, got {type(source).__name__}'): Layout.of(source)
    with pytest.raises(SymbayesError, match=f'parameters are a {type(source).__name__}'): Layout({'w': (2,)}).lead(source)

def test_messages_name_what_does_not_fit_alone():
    big = Layout({f't{i:02}': (2, 3) for i in range(40)})
    one = Layout({k: s for k,s in big.shapes.items() if k!='t07'})
    with pytest.raises(SymbayesError) as e: big.check_same(one, 'the file', 'the model')
    assert "'t07' is (2, 3) in the file and missing in the model" in str(e.value) and 't06' not in str(e.value)
    params = random_params(one)
    with pytest.raises(SymbayesError) as e: big.lead(params)
    assert "missing ['t07'], unexpected []" in str(e.value) and 't06' not in str(e.value)
    with pytest.raises(SymbayesError) as e: big.lead({})
    assert len(str(e.value))<200 and 'and 35 more' in str(e.value)
    with pytest.raises(SymbayesError) as e: big.check_same(Layout({'x': ()}), 'the file', 'the model')
    assert len(str(e.value))<500 and 'and 36 more' in str(e.value)

@pytest.mark.parametrize('n,each,budget', [(0, 1, 4), (1, 10**12, 4), (10, 3, 7), (10, 0, 4), (12, 1, 4)])
def test_pieces_cover_a_range_once_and_fit(n, each, budget):
    pieces = chunks(n, each, budget)
    assert [i for p in pieces for i in range(p.start, p.stop)]==list(range(n))
    assert all(p.stop>p.start and (p.stop-p.start==1 or (p.stop-p.start)*each<=budget) for p in pieces)
    with pytest.raises(SymbayesError, match='budget is 0'): chunks(n, each, 0)

