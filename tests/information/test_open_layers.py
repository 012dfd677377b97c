"Information of independent weights by hand: the values and gradients of autograd through the matrix, whichever layers are open"
import pytest, torch
from symbayes.core.tapes import Tape
from symbayes.distributions.sites import DiagonalSites
from symbayes.information.estimators import Bethe, Sinkhorn, Soules
from symbayes.information.unit_information import OpenInformation, information_and_slopes
from symbayes.information.permanents import log_permanent
from symbayes.information.unit_information import unit_matrices

def rng(seed): return torch.Generator().manual_seed(seed)

def layers(L, S, h, p, spread, dtype=torch.float64):
    mean = torch.randn(L, h, p, generator=rng(0), dtype=dtype)*spread
    log_std = torch.randn(L, h, p, generator=rng(1), dtype=dtype)*.2-1
    return mean.unsqueeze(1)+log_std.exp().unsqueeze(1)*torch.randn(L, S, h, p, generator=rng(2), dtype=dtype), mean, log_std

@pytest.mark.parametrize('reduce', [False, True])
@pytest.mark.parametrize('signed', [False, True])
@pytest.mark.parametrize('log_perm', [log_permanent, Soules().log_permanent, Sinkhorn().log_permanent, Bethe().log_permanent])
def test_value_and_gradient_are_those_of_the_matrix(log_perm, signed, reduce):
    found, expected = [[t.requires_grad_() for t in layers(2, 3, 6, 4, .5)] for _ in range(2)]
    weights = torch.rand(2, 3, generator=rng(3), dtype=torch.float64)
    value = OpenInformation.apply(*found, log_perm, signed, 7., reduce)
    m = unit_matrices(expected[0], DiagonalSites(*expected[1:]), signed, 7., reduce)
    whole = m.information(log_perm(m.ratios))
    torch.testing.assert_close(value, whole)
    for a,b in zip(*(torch.autograd.grad((v*weights).sum(), ts) for v,ts in ((value, found), (whole, expected)))):
        torch.testing.assert_close(a, b, rtol=1e-6, atol=1e-8)

@pytest.mark.parametrize('reduce', [False, True])
@pytest.mark.parametrize('signed', [False, True])
def test_units_in_rows_or_columns_of_memory_have_the_same_gradient(signed, reduce):
    given, how = layers(2, 3, 6, 4, .5), (Soules().log_permanent, signed, 7., reduce)
    in_columns = [t.mT.contiguous().mT for t in given]
    for a,b in zip(information_and_slopes(*given, *how), information_and_slopes(*in_columns, *how)): torch.testing.assert_close(a, b)

def test_a_closed_layer_has_all_information_and_no_gradient():
    x, mean, log_std = layers(2, 1, 8, 30, torch.tensor([9., .1], dtype=torch.float64).view(2, 1, 1))
    value, *slopes = information_and_slopes(x, mean, log_std, Soules().log_permanent, False, 7., True)
    assert value[0]==7. and value[1]<6. and all(not t[0].any() and t[1].any() for t in slopes)

def test_a_tape_asks_anew_which_layers_are_open():
    given = layers(1, 1, 64, 70, 4., torch.float32)
    tape = Tape(lambda: information_and_slopes(*given, Soules().log_permanent, False, 7., True), given)
    for spread in (.01, 4., .1, 4.):
        for t,new in zip(given, layers(1, 1, 64, 70, spread, torch.float32)): t.copy_(new)
        found, expected = tape(), information_and_slopes(*given, Soules().log_permanent, False, 7., True)
        for a,b in zip(found, expected): torch.testing.assert_close(a, b)
        assert (found[0]==7.).all()==(spread==4.)
