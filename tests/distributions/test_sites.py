"The density of units at sites, against dense densities, in plain tensors."
from itertools import permutations, product

import pytest, torch
from torch.distributions import MultivariateNormal

from cases import close, rng
from symbayes.distributions.sites import DiagonalSites, FullSites, Sites, gather_sites

kinds = ['diagonal', 'full']
over_kinds = pytest.mark.parametrize('kind', kinds)
over_leads = pytest.mark.parametrize('lead', [(), (3,), (2, 3)], ids=str)
randn = lambda *s, seed=0: torch.randn(*s, generator=rng(seed), dtype=torch.float64)

def make_sites(kind: str, *lead: int, h: int = 4, p: int = 3) -> Sites:
    mean, log_std = randn(*lead, h, p, seed=1), .3*randn(*lead, h, p, seed=2)
    if kind=='diagonal': return DiagonalSites(mean, log_std)
    return FullSites(mean, randn(*lead, h, p, p, seed=3).tril(-1) + torch.diag_embed(log_std.exp()))

def dense(s: Sites) -> MultivariateNormal:
    tril = s.tril if isinstance(s, FullSites) else torch.diag_embed(s.log_std.exp())
    return MultivariateNormal(s.mean, scale_tril=tril)

@over_kinds
@over_leads
@pytest.mark.parametrize('signed', [False, True])
def test_log_density(kind, lead, signed):
    "Entry (i, j): unit j under site i; the second matrix for the negative"
    s, x = make_sites(kind, *lead), randn(*lead, 2, 4, 3, seed=4)
    plus, minus = s.log_density(x, signed)
    assert plus.shape==(*lead, 2, 4, 4) and (minus is None)!=signed
    under = lambda x: torch.stack([dense(s.map(lambda t: t.unsqueeze(len(lead)))).log_prob(x[..., j:j+1, :]) for j in range(4)], -1)
    close(plus, under(x))
    if signed: close(minus, under(-x))

@over_kinds
@over_leads
def test_moments_and_what_is_left_given_the_rest(kind, lead):
    s = make_sites(kind, *lead)
    mean, var, log_volume = s.moments()
    n = dense(s)
    close(mean, n.mean)
    close(var, n.variance)
    close(log_volume, .5*n.covariance_matrix.logdet())
    close(s.conditional_variance(), n.precision_matrix.diagonal(dim1=-2, dim2=-1).reciprocal())
    assert (s.conditional_variance()<=var+1e-12).all()

@over_kinds
@pytest.mark.parametrize('signed', [False, True])
def test_gradients(kind, signed):
    s, x = make_sites(kind, 2), randn(2, 3, 4, 3)
    f = lambda x, *ts: [t for t in type(s)(*ts).log_density(x, signed) if t is not None]
    def tril_only(x, mean, second): return f(x, mean, second.tril() if kind=='full' else second)
    assert torch.autograd.gradcheck(tril_only, [t.detach().requires_grad_() for t in (x, *s.tensors)])

@over_kinds
def test_density_of_an_arrangement(kind):
    s, x = make_sites(kind), randn(2, 4, 3)
    plus, minus = s.log_density(x, True)
    a = torch.tensor(list(permutations(range(4))))
    sign = torch.where(torch.rand(24, 4, generator=rng(0))<.5, -1., 1.)
    found = gather_sites(plus, minus, a.expand(2, -1, -1), sign.expand(2, -1, -1))
    for k,(i,draw) in product(range(24), enumerate(x)):
        close(found[i, k], sum(MultivariateNormal(s.mean[a[k, j]], scale_tril=dense(s).scale_tril[a[k, j]]).log_prob(draw[j]*sign[k, j]) for j in range(4)))

