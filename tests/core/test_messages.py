"One line for each mistake."

import pytest, torch
from cases import refused
from symbayes.core.messages import SymbayesError, blaming_arguments, check_count, choose, factorised, first_line, max_count

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
        refused('unknown fruit .*expected one of: fig', choose, 'fruit', odd, {'fig': 1})

def test_a_failed_decomposition_names_the_learning_rate():
    with pytest.raises(SymbayesError, match='factorised in epoch 2: the learning rate may be too high'), factorised(' in epoch 2'):
        torch.linalg.cholesky(-torch.eye(2))
    with pytest.raises(KeyError), factorised(): {}['k']

@pytest.mark.defect('A7')
def test_counts_that_never_end_are_refused():
    "One line says how many are taken; a number that counts nothing may have any size"
    @blaming_arguments
    def draws(n: int, seed: int = 0) -> int: return n
    for f in (draws, lambda n: check_count('n', n)):
        for n in (max_count+1, 10**9, 10**30):
            refused('n is .*,000,00., expected at most 100,000,000|n is .*,000, expected at most 100,000,000', f, n)
    assert draws(max_count)==max_count and draws(-10**30)==-10**30 and draws(3, seed=10**30)==3
    check_count('n_data', 10**12, float('inf'))

@pytest.mark.defect('A7')
def test_a_count_that_memory_cannot_hold_is_named():
    @blaming_arguments
    def draws(n: int, each: int = 3) -> torch.Tensor: return torch.empty(n, each, 10**9)
    refused(r'n is 10,000,000, which takes more memory than there is \(RuntimeError: .*allocate', lambda: draws(10**7))
    with pytest.raises(RuntimeError, match='allocate'): draws(10, 30)  # no number of the caller's is large

@pytest.mark.defect('A7')
def test_a_long_name_is_shortened():
    name = 'm'*1000+':net'
    assert str(SymbayesError(f'model {name!r} of {name[:299]}'))==f"model '{'m'*99}..{'m'*45}:net' of {'m'*299}"
