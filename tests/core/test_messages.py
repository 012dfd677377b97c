"One line for each mistake."

import pytest, torch
from symbayes.core.messages import SymbayesError, choose, factorised, first_line

def test_first_lines():
    assert first_line(ValueError('a\nb'))=='a' and first_line(ValueError())=='ValueError' and first_line(KeyError('k'))=="'k'"

@pytest.mark.defect('R16')
def test_a_message_is_one_line():
    "Tensors and texts that a message quotes may have several lines"
    message = str(SymbayesError(f'n is {torch.zeros(2, 2)!r},\n expected a number'))
    assert message=='n is tensor([[0., 0.], [0., 0.]]), expected a number'

def test_unknown_names_are_told_the_known_ones():
    assert choose('fruit', 'fig', {'fig': 1})==1
    for odd in ('nut', 3, ['fig']):
        with pytest.raises(SymbayesError, match='unknown fruit .*expected one of: fig'): choose('fruit', odd, {'fig': 1})

def test_a_failed_decomposition_names_the_learning_rate():
    with pytest.raises(SymbayesError, match='factorised in epoch 2: the learning rate may be too high'), factorised(' in epoch 2'):
        torch.linalg.cholesky(-torch.eye(2))
    with pytest.raises(KeyError), factorised(): {}['k']
