"Log-permanents: exact against formulas, bounds on their sides without an exception, sampling on its side in the mean."
from itertools import permutations, product
from math import inf, log

import pytest
import torch
from torch import Tensor

from cases import refused, rng
from lengths import by_turns
from symbayes.information.permanents import (best_permutation, by_sets, log_permanent, log_permanent_bounds, log_permanent_sandwich, permutation_particles, upper_bound)

def brute(m: Tensor) -> Tensor:
    n = m.shape[-1]
    return m[..., range(n), torch.tensor(list(permutations(range(n))))].sum(-1).logsumexp(-1)

def rand(seed: int, *shape: int) -> Tensor: return torch.rand(*shape, generator=rng(seed), dtype=torch.float64)
def normal(seed: int, *shape: int) -> Tensor: return torch.randn(*shape, generator=rng(seed), dtype=torch.float64)
def embedded(n: int) -> Tensor:
    "The 2 x 2 matrix whose large terms hide behind potentials, in a larger one"
    m = torch.full((n, n), -30.).double().fill_diagonal_(0.)
    if n>1: m[:2, :2] = torch.tensor([[0., -60.], [200., 0.]])
    return m

kinds = {
    'uniform': lambda s, b, n: rand(s, b, n, n).log(), 'near identity': lambda s, b, n: 20*torch.eye(n).double()+3*rand(s, b, n, n), 'nearer identity': lambda s, b, n: 3*torch.eye(n).double()+normal(s, b, n, n),
    'rank one': lambda s, b, n: 30*rand(s, b, n, 1)+30*rand(s+1, b, 1, n), 'block': lambda s, b, n: (torch.block_diag(torch.ones(n//2, n//2), torch.ones(n-n//2, n-n//2))+.01*rand(s, b, n, n)).log(),
    'badly scaled': lambda s, b, n: 600*(rand(s, b, n, n)-.5), 'row and column scales': lambda s, b, n: 300*normal(s, b, n, 1)+300*normal(s+1, b, 1, n)+2*normal(s+2, b, n, n),
    'sparse': lambda s, b, n: rand(s, b, n, n).log().masked_fill(rand(s+1, b, n, n)>.45, -inf), 'triangular': lambda s, b, n: normal(s, b, n, n).masked_fill(torch.ones(n, n).triu(1).bool(), -inf),
    'hidden cycle': lambda s, b, n: embedded(n)+normal(s, b, n, n), 'constant': lambda s, b, n: torch.zeros(b, n, n).double(), 'heavy': lambda s, b, n: 40*normal(s, b, n, n)}
over_kinds = pytest.mark.parametrize('kind', kinds)

# exact

def spread_out(seed: int, b: int, n: int, s: float) -> dict[str, Tensor]:
    "Matrices of log entries `(b, n, n)` whose logs spread over `s` nats, by their structure"
    z, rows, columns = s*normal(seed, b, n, n), s*normal(seed+1, b, n, 1), s*normal(seed+2, b, 1, n)
    apart = (torch.arange(n)[:, None]-torch.arange(n)).abs().double()
    twins = torch.randint(n//2+1, (n,), generator=rng(seed+3))
    order, holes = torch.randperm(n, generator=rng(seed+4)), rand(seed+5, b, n, n)<.4
    return {
        'any': z, 'whole numbers': z.round(), 'rank one': rows+columns, 'nearly rank one': rows+columns+.3*z/s, 'low columns': z/s-s*(columns>0),
        'permutation-like': (s*torch.eye(n).double()+z/s)[:, order], 'banded': z-s*apart**1.5, 'blocks': z/s-s*(apart>1), 'duplicated rows': z[:, twins],
        'duplicated rows and columns': z[:, twins][..., twins], 'two levels': s*(z>0).double(), 'triangular': z.masked_fill(torch.ones(n, n).triu(1).bool(), -inf),
        'sparse': z.masked_fill(holes, -inf), 'underflow': z/s-745*(columns>0)}

@pytest.mark.defect('A3a')
@pytest.mark.parametrize('dtype,limit', [(torch.float64, 1e-9), (torch.float32, 1e-5)])
@pytest.mark.parametrize('sizes,each', [((1, 3, 6), 1), pytest.param(range(1, 13), 8, marks=pytest.mark.slow)])
def test_any_spread_and_structure(dtype, limit, sizes, each):
    "One matrix and a batch equal enumeration, from nine rows on the recursion over sets; prints the worst errors of 21,504 matrices if slow"
    worst: dict[str, float] = {}
    for s,n in product((.01, .1, 1, 10, 30, 100, 300, 1000), sizes):
        for name,m in spread_out(100*n+int(s), each, n, s).items():
            m = m.to(dtype)
            exact = (brute if n<9 else by_sets)(m.double())
            alone, batch = torch.stack([log_permanent(x) for x in m]), log_permanent(torch.cat([m, m]))
            for found in (alone, batch[:each], batch[each:]):
                assert not found.isnan().any() and torch.equal(found==-inf, exact==-inf), (name, s, n)
                error = (found-exact)[exact>-inf].expm1().abs()
                worst[name] = max([worst.get(name, 0.), *error.tolist()])
    print({k: f'{v:.0e}' for k,v in worst.items()})
    assert max(worst.values())<limit

@pytest.mark.defect('A3a')
def test_sums_that_cancel_or_underflow():
    "Glynn's sum of the first ends below zero; the others have a column at the least positive numbers, and one that would overflow twice"
    for m in ([[-49, -60, -56], [67, -20, 194], [-140, -76, 63]], [[0., -744.2], [0, -744.9]], [[0, -1000, -2000.], [0, -1000, -2100], [0, -1100, -2000]]):
        m = torch.tensor(m, dtype=torch.float64)
        torch.testing.assert_close(log_permanent(m), brute(m), rtol=0, atol=1e-11)

def test_one_matrix_has_its_derivatives_and_its_checks():
    m, d = torch.randn(2, 5, 5, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    value, tangent = torch.func.jvp(log_permanent, (m,), (d,))
    torch.testing.assert_close(tangent, (torch.func.grad(log_permanent)(m)*d).sum())
    torch.testing.assert_close(value, log_permanent(m))
    for bad in (float('nan'), float('inf')):
        wrong = m.clone()
        wrong[2, 3] = bad
        refused(r'1 entries that are NaN or \+inf, the first at \(2, 3\)', log_permanent, wrong)

def test_gradients_after_inference_mode():
    "What is kept from one call to the next serves both"
    from symbayes.information.permanents import subset_layers
    subset_layers.cache_clear()
    with torch.inference_mode(): assert by_sets(torch.zeros(1, 4, 4).double()).exp().item()==pytest.approx(24)
    m = normal(0, 2, 4, 4).requires_grad_()
    log_permanent(m).sum().backward()
    assert m.grad.sum((-1, -2)).tolist()==pytest.approx([4, 4])

# bounds

def check_order(m: Tensor, sweeps: int, rounds: int) -> None:
    exact = log_permanent(m)
    lower, upper = log_permanent_bounds(m, sweeps, rounds)
    slack = 1e-9*(1+exact.abs().nan_to_num(posinf=0, neginf=0)) + 1e-12*m.abs().nan_to_num(posinf=0, neginf=0).amax((-1, -2))
    assert (lower<=exact+slack).all() and (exact<=upper+slack).all(), ((lower-exact).max(), (exact-upper).max())

@pytest.mark.parametrize('kind,sweeps', by_turns(2, kinds, (1, 2, 5, 50)))
def test_truth_is_between(kind, sweeps):
    for n in (1, 2, 3, 5, 8): check_order(kinds[kind](100*n+sweeps, 60, n), sweeps, sweeps)

@over_kinds
@pytest.mark.parametrize('dtype', (torch.float32, torch.float64))
def test_gradients_are_finite_and_sum_to_one(kind, dtype):
    m = kinds[kind](9, 20, 6).to(dtype).requires_grad_()
    for f in (lambda m: log_permanent_bounds(m)[0], lambda m: log_permanent_bounds(m)[1], log_permanent):
        v = f(m)
        grad, = torch.autograd.grad(v.sum(), m)
        assert grad.isfinite().all() and (grad>=-1e-9).all()
        if kind not in ('sparse', 'triangular', 'constant', 'rank one'): assert torch.minimum(*((grad.sum(d)-1).abs().amax(-1) for d in (-1, -2))).max()<2e-3  # of rows, or of columns; where entries tie a bound by sorting has many gradients

def test_empty_rows_have_no_permanent():
    m = torch.stack([normal(0, 4, 4)]*3)
    m[0, 1], m[1, :, 2] = -inf, -inf
    x = m.requires_grad_()
    for f in (log_permanent, lambda x: log_permanent_bounds(x)[0], lambda x: log_permanent_bounds(x)[1], lambda x: log_permanent_sandwich(x, 5, generator=rng(0))[0]):
        v = f(x)
        assert v.isneginf().tolist()==[True, True, False]
        assert torch.autograd.grad(v.sum(), x)[0].isfinite().all()

# sampling

@pytest.mark.parametrize('resample', (False, True))
@pytest.mark.parametrize('kind', ('uniform', 'nearer identity', 'sparse', 'badly scaled'))
def test_mean_weight_is_the_permanent(kind, resample):
    m = next(m for m in kinds[kind](1, 20, 5) if log_permanent(m)>-inf)
    p = permutation_particles(m.expand(3000, 5, 5), 4, resample=resample, generator=rng(0))
    ratio = (p.log_mean-log_permanent(m)).exp()
    assert abs(ratio.mean().item()-1)<=4*ratio.std().item()/3000**.5+1e-7
    assert (p.columns.sort(-1).values==torch.arange(5)).all(-1)[p.log_weights>-inf].all()

def test_draws_belong_to_generators():
    m = kinds['nearer identity'](0, 4, 6)
    a, b = (log_permanent_sandwich(m, 8, torch.arange(6), rng(3)) for _ in range(2))
    assert torch.equal(a[0], b[0]) and torch.equal(a[1], b[1])
    stacked = log_permanent_sandwich(m, 8, torch.arange(6), [rng(i) for i in range(4)])
    alone = [log_permanent_sandwich(m[i:i+1], 8, torch.arange(6), [rng(i)]) for i in range(4)]
    for side in (0, 1): torch.testing.assert_close(stacked[side], torch.cat([v[side] for v in alone]))

@pytest.mark.parametrize('sharp', (pytest.param(1., marks=pytest.mark.slow), 3.))
def test_particles_of_wide_matrices_sweep_now_and_then(sharp):
    "From 200 rows on there are rows without a sweep; the estimate stays unbiased, here for blocks whose permanents are known"
    blocks = sharp*torch.randn(14, 15, 15, generator=torch.Generator().manual_seed(0)).double()
    wide = torch.full((210, 210), -float('inf')).double()
    for i,b in enumerate(blocks): wide[15*i:15*i+15, 15*i:15*i+15] = b
    shuffled = torch.randperm(210, generator=torch.Generator().manual_seed(1))
    exact, wide = log_permanent(blocks).sum(), wide[:, shuffled]
    found = permutation_particles(wide.expand(10, -1, -1), 64, generator=torch.Generator().manual_seed(2)).log_mean
    assert abs(found.logsumexp(0)-log(10)-exact)<.3*sharp and found.std()<sharp

@pytest.mark.defect('R16')
@pytest.mark.parametrize('log_a, said', [(torch.zeros(3, 4), 'expected square matrices'), (torch.full((2, 2), float('nan')), 'NaN'), ([[0.]], 'expected a tensor')])
def test_best_permutation_checks_its_matrix(log_a, said):
    "As all other functions of matrices do"
    refused(said, best_permutation, log_a)

def test_columns_of_any_scale_in_single_precision():
    a, scale = torch.randn(3, 20, 20, generator=rng(0)), 3000*torch.randn(3, 2, 20, generator=rng(1))
    scaled = a + scale[:, :1] + scale[:, 1:].mT
    assert torch.equal(upper_bound(a, weighted=False), upper_bound(a, weighted=False, refine=0))
    for bound in (upper_bound, lambda m: upper_bound(m, weighted=False)):
        torch.testing.assert_close(bound(scaled)-scale.sum((-1, -2)), bound(a), rtol=0, atol=.1)
