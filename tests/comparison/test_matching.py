"Plain weight matching: the best order of one label, and no label alone that can be improved."
import pytest
import torch
from scipy.optimize import linear_sum_assignment

from cases import cases, random_params, rng
from symbayes.comparison.initial_elements import weight_matching
from symbayes.comparison.matching import best_assignment

def is_plain(g): return not (g.signed or g.inside or g.still or any(map(g.self_coupled, g.labels)))
plain = [n for n,c in cases.items() if is_plain(c.group)]
def distance(g, r, m, a): return sum((r[k]-t).square().sum() for k,t in g.act(a, m).items())

@pytest.mark.parametrize('n', [1, 2, 3, 7, 140])
def test_assignments_are_those_of_scipy(n):
    gains = torch.randn(4, 2, n, n, generator=rng(n))
    found = best_assignment(gains)
    best = torch.stack([torch.tensor(linear_sum_assignment(m.numpy(), maximize=True)[1]) for m in gains.flatten(0, 1)]).reshape(4, 2, n)
    assert torch.equal(found, best) and found.dtype==torch.int64

@pytest.mark.parametrize('n', [5, 128, 200])
@pytest.mark.parametrize('size', [1e-30, 1., 1e30])
def test_no_order_has_a_higher_sum(n, size):
    "Also where units are alike or dead, or have an obvious partner, and where all numbers are large or small"
    normal = lambda *shape: torch.randn(*shape, generator=rng(n), dtype=torch.float64)
    alive = torch.rand(n, 1, generator=rng(n+1))<.6
    kinds = [normal(n, 4)@normal(4, n), (normal(n, 9)*alive)@(normal(n, 9)*alive).mT, normal(n, n)+9*torch.eye(n)[torch.randperm(n, generator=rng(2))],
        torch.zeros(n, n), normal(n, n).exp()**4, torch.eye(n)]
    for gains in kinds:
        gains = gains.double()*size
        rows, best = linear_sum_assignment(gains.numpy(), maximize=True)
        found = best_assignment(gains)
        assert found.sort().values.tolist()==list(range(n))
        assert gains[rows, found].sum().item()==pytest.approx(gains[rows, best].sum().item(), rel=1e-12, abs=1e-12*size)

@pytest.mark.parametrize('name', plain)
def test_no_label_alone_can_be_improved(name):
    g = cases[name].group
    for seed in range(3):
        r, m = (random_params(g.layout, seed=s) for s in (seed, 100+seed))
        a = weight_matching(g, r, m)
        for l in g.labels:
            gains = g.unit_vectors(r, l) @ g.unit_vectors(g.act(a, m), l).T
            assert gains.trace()>=gains[linear_sum_assignment(gains, maximize=True)].sum()-1e-9
        assert distance(g, r, m, a)<=distance(g, r, m, g.identity())+1e-9
