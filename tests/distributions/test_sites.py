"Moments and gradients of units at sites, in plain tensors. Their densities are those of the chapter, and a law of families."

import pytest, torch
from torch.distributions import MultivariateNormal

from cases import close, normal
from symbayes.distributions.base import DiagonalSites, FullSites, Sites

over_kinds = pytest.mark.parametrize('kind', ['diagonal', 'full'])

def make_sites(kind: str, *lead: int, h: int = 4, p: int = 3) -> Sites:
    mean, log_std = normal(*lead, h, p, seed=1), .3*normal(*lead, h, p, seed=2)
    if kind=='diagonal': return DiagonalSites(mean, log_std)
    return FullSites(mean, normal(*lead, h, p, p, seed=3).tril(-1) + torch.diag_embed(log_std.exp()))

def dense(s: Sites) -> MultivariateNormal:
    tril = s.tril if isinstance(s, FullSites) else torch.diag_embed(s.log_std.exp())
    return MultivariateNormal(s.mean, scale_tril=tril)

@over_kinds
@pytest.mark.parametrize('lead', [(), (3,), (2, 3)], ids=str)
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
    s, x = make_sites(kind, 2), normal(2, 3, 4, 3)
    f = lambda x, *ts: [t for t in type(s)(*ts).log_density(x, signed) if t is not None]
    def tril_only(x, mean, second): return f(x, mean, second.tril() if kind=='full' else second)
    assert torch.autograd.gradcheck(tril_only, [t.detach().requires_grad_() for t in (x, *s.tensors)])
