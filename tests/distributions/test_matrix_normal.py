"Matrix normals: densities, laws under rotations, the matrix that the average over rotations needs, the other factor integrated out, bad input."
import pytest, torch
from torch import nn

from cases import Case, dense_log_prob, make_posterior, Net, normal, random_params, refused, rng, row_families
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.gaussian import MatrixNormal
from symbayes.distributions.priors import DiagonalNormal, IsotropicNormal, LaplacePrior
from symbayes.symmetry.scalings import RotationGroup
from symbayes.testing import check_family_laws

def linear() -> nn.Module: return nn.Sequential(nn.Linear(4, 3, bias=False), nn.Linear(3, 2), nn.Linear(2, 2, bias=False))
axes = {'0.weight': ('r', 4), '1.weight': (2, 'r'), '1.bias': (2,), '2.weight': (2, 2)}
turned = RotationGroup({'r': 3}, axes)
case = Case(linear, lambda model: turned, (4,))
made = lambda family, members=None, **kw: make_posterior(family, case, members, **kw)
every = pytest.mark.parametrize('family', row_families)

@every
@pytest.mark.parametrize('members', [None, 3])
def test_laws_of_families(family, members):
    found = check_family_laws(made(family, members), turned)
    assert {'density of the draws', 'moments', 'entropy', 'KL', 'gradient', 'pushforward', 'orbit', 'members', 'files'} <= {k for k,v in found.items() if v=='holds'}

@every
def test_the_density_is_that_of_the_whole_covariance(family):
    q = made(family)
    x = q.layout.flatten(random_params(q.layout, 6))
    torch.testing.assert_close(q.flat_log_prob(x), dense_log_prob(q, x))

def factor_model(n=12, p=5, r=2, seed=0):
    gen = rng(seed)
    B, A = (torch.randn(k, r, generator=gen).double() for k in (p, n))
    X = A@B.T+torch.randn(n, p, generator=gen).double()
    model = nn.Sequential(nn.Linear(p, r, bias=False), nn.Linear(r, n, bias=False)).double()
    return model, RotationGroup({'r': r}, {'0.weight': ('r', p), '1.weight': (n, 'r')}), (torch.eye(p).double(), X.T)

@pytest.mark.parametrize('full', [False, True])
def test_the_other_factor_is_integrated_out(full):
    model, g, data = factor_model()
    prior, noise = IsotropicNormal(1.), Gaussian(.7)
    q = CollapsedLastLayer.from_module(model, prior, noise, data, group=g, generator=rng(0))
    assert isinstance(q.body, MatrixNormal)
    if full: q.body = MatrixNormal.from_module(model[:1], g.restrict(['0.weight']), std=.5, full=True)
    # the conditional turns with the loadings: the ratio of whole weights is that of the loadings
    whole, a = q.sample(3, rng(2)), g.sample(3, generator=rng(3))
    part, over = q.informative_part(g)
    moved = g.act(g.inverse(a), whole)
    torch.testing.assert_close(q.log_prob(moved)-q.log_prob(whole), part.log_prob({'0.weight': moved['0.weight']})-part.log_prob({'0.weight': whole['0.weight']}))
    assert over==g.restrict(['0.weight'])

def test_priors_that_rotations_keep():
    IsotropicNormal({k: .1*(i+1) for i,k in enumerate(axes)}).check_invariant(turned)
    DiagonalNormal(turned.layout, {k: .1*(i+1) for i,k in enumerate(axes)}).check_invariant(turned)
    for prior,says in ((LaplacePrior(1.), 'change their density when they are turned'), (IsotropicNormal(1., {k: 1. for k in axes}), 'expected 0'),
            (DiagonalNormal(turned.layout, {k: torch.rand(s)+.1 for k,s in turned.layout.shapes.items()}), 'is not invariant')):
        refused(says, prior.check_invariant, turned)
    LaplacePrior(1.).check_invariant(RotationGroup({'r': 1}, {'a': ('r', 2)}))

def test_rows_of_another_label_are_not_taken_for_ours():
    "Two pairs of factors whose labels share a name: the density ratio is that of the weights that are turned"
    pairs = Net(lambda s, x: x@s.u@s.v.T + x@s.a@s.b.T, **{k: nn.Parameter(normal(4, 2, seed=ord(k))) for k in 'uvab'})
    ours, other = (RotationGroup({'r': 2}, {k: (4, 'r' if k in on else 2) for k in 'uvab'}) for on in ('uv', 'ab'))
    q = MatrixNormal.from_module(pairs, ours, std=.5)
    w = q.sample(4, rng(0))
    a = other.sample(4, 3, generator=rng(1))
    moved = other.act(other.inverse(a), {k: t.unsqueeze(1) for k,t in w.items()})
    expected = q.log_prob(moved)-q.log_prob(w).unsqueeze(-1)
    torch.testing.assert_close(q.orbit_log_ratio(w, other, a), expected)
    refused('turns other weights', q.rotation_matrix, w, other, 'r')
