"What the estimators of I, the symmetrised density and the ELBO's terms have to obey."
import json
from math import log

import pytest
import torch
from torch import Tensor, nn
from torch.distributions import Normal

from cases import cases, close, families, make_posterior, members_of, mlp, normal, pairs, rng, rngs
from symbayes.all import *
from symbayes.distributions.priors import kl_monte_carlo

small = [(f, c) for f,c in pairs if cases[c].group.order<=150]
over_small = pytest.mark.parametrize('family,name', small, ids=lambda v: str(v))
over_families = pytest.mark.parametrize('family', families)

class Foreign:
    "Somebody else's distribution: only draws and a density, here a mixture of two Gaussians at `+-m`"
    def __init__(self, model: nn.Module):
        self.layout = Layout.of(model)
        self.m = self.layout.flatten({k: p.detach() for k,p in model.named_parameters()})

    def rsample(self, n: int = 1, generator: torch.Generator|None = None) -> dict[str, Tensor]:
        signs = torch.randint(0, 2, (n, 1), generator=generator)*2.-1
        return self.layout.unflatten(signs*self.m + .5*torch.randn(n, len(self.m), generator=generator, dtype=self.m.dtype))
    def log_prob(self, w: dict[str, Tensor]) -> Tensor:
        flat = self.layout.flatten(w)
        return torch.logaddexp(*(Normal(s*self.m, .5).log_prob(flat).sum(-1) for s in (1, -1))) - log(2)

# q_G

@over_small
def test_symmetrised_density_is_invariant(family, name):
    g, q = cases[name].group, make_posterior(family, cases[name])
    qg, w = symmetrize(q, g), {k: t.detach() for k,t in q.rsample(3, rng(0)).items()}
    lp = qg.log_prob(w)
    for s in range(3): close(qg.log_prob(g.act(g.sample(generator=rng(s)), w)), lp, 1e-8)
    close(lp, q.log_prob(w)-Exact()(q, g, w))

@pytest.mark.parametrize('signed', [False, True])
def test_the_entropy_is_that_of_the_density(signed):
    g = PermutationGroup({'h': 2}, {'w': ('h',)}, {'h'} if signed else ())
    t = torch.linspace(-7, 7, 561, dtype=torch.float64)
    points, q = {'w': torch.cartesian_prod(t, t)}, MeanField(g.layout, torch.tensor([1.2, -.4]).double(), torch.tensor([-.2, -.9]).double())
    p = symmetrize(q, g).log_prob(points).exp().detach()
    h, err = symmetrize(q, g).entropy(Exact(), 20_000, rng(0))
    assert abs(h+(p*p.clamp_min(1e-300).log()).sum()*(t[1]-t[0])**2)<4*err+1e-6 and err<.02

@pytest.mark.parametrize('name', ['mixed', 'segments', 'scaled'])
def test_a_foreign_distribution(name):
    "Draws and a density are enough: the exact value, the bound, the density, and an honest standard error of the entropy"
    case = cases[name]
    g, q = case.group, Foreign(case.model())
    w = q.rsample(50, rng(0))
    exact = q.log_prob(w) - torch.cat([q.log_prob(g.act(a.map(lambda t: t[:, None]), w)) for a in g.elements(chunk=500)]).logsumexp(0) + g.log_order
    close(mutual_information(q, g, w, Exact()), exact)
    assert mutual_information(q, g, w, Uniform(10), rng(1)).shape==(50,)
    qg = symmetrize(q, g)
    close(qg.log_prob(g.act(g.sample(generator=rng(2)), w)), qg.log_prob(w))
    assert g.layout.lead(qg.rsample(6, rng(3)))==(6,)

# the ELBO

@over_families
@pytest.mark.parametrize('members', [None, 3])
def test_elbo_terms(family, members):
    "The sum of its terms, each computed from the same draws by hand; stacked members equal singles"
    case, prior = cases['signed'], IsotropicNormal(.8)
    g, q, x = case.group, make_posterior(family, case, members), case.x(9)
    y = normal(9, 2, seed=1)
    gens = lambda: rngs(*range(10, 13)) if members else rng(10)
    t = elbo(case.model(), q, prior, Gaussian(.4), (x, y), 90, g, Uniform(8), 4, generator=gens())
    assert t.total.shape==q.batch_shape and t.side=='lower bound'
    close(t.total, t.log_lik-t.kl+t.mi); close(t.elbo, t.log_lik-t.kl)
    close(elbo(case.model(), q, prior, Gaussian(.4), (x, y), 90, n_samples=4, generator=gens()).mi, torch.zeros(q.batch_shape).double())
    for i,m in enumerate(members_of(q)):
        gen = rng(10+i)
        out = network_outputs(case.model(), m.rsample(4, gen), x)
        at = lambda v: v[i] if members else v
        close(at(t.log_lik), 10*Normal(out, .4).log_prob(y).sum((1, 2)).mean(), 1e-6)
        w = m.rsample(4, gen)
        close(at(t.mi), Uniform(8)(m, g, w, gen).mean())
        close(at(t.kl), m.kl(prior))

@pytest.mark.parametrize('n_samples', [1, 2, 3])
@pytest.mark.parametrize('shape', [(), (1,)], ids=['targets (n,)', 'targets (n, 1)'])
def test_members_with_their_own_batches(n_samples, shape):
    "Each member's likelihood is of its own targets, also where these have one axis only"
    net = mlp(3, 4, 1)
    q = MeanField.from_module([net]*3, .1)
    x, y = torch.randn(3, 5, 3, generator=rng(0)), torch.randn(3, 5, *shape, generator=rng(1))
    t = elbo(net, q, IsotropicNormal(1.), Gaussian(.3), (x, y), 5, n_samples=n_samples, member_x=True, generator=rngs(2, 3, 4))
    for i in range(3): close(t.log_lik[i], elbo(net, q.member(i), IsotropicNormal(1.), Gaussian(.3), (x[i], y[i]), 5, n_samples=n_samples, generator=rng(2+i)).log_lik, 1e-5)

def test_terms_in_a_page_a_terminal_and_a_file():
    one = ElboTerms(torch.tensor(-1.), torch.tensor(3.), torch.tensor(.5), 'upper bound')
    two = ElboTerms(torch.tensor([-1., -2.]), torch.tensor([3., 4.]), torch.zeros(2), kl_by='Monte Carlo')
    bound = ElboTerms(torch.tensor([-1., -2.]), torch.tensor([3., 4.]), torch.tensor([.5, .25]), 'lower bound')._repr_markdown_()
    assert '| member 0 | member 1 |' in bound and '≥ 0.50' in bound and '≥ -5.75' in bound and bound.count('\n')==6
    assert str(one).splitlines()[-1]=='symmetrised ELBO         ≤ -3.50' and len({len(l) for l in str(one).splitlines()})==1
    assert 'member 1' in str(two) and 'I(g;w)' not in str(two) and 'KL to the prior, Monte Carlo' in str(two)
    assert one.to_dict()==dict(log_lik=-1., kl=3., elbo=-4., mi=.5, total=-3.5, side='upper bound', kl_by='closed form') and json.loads(json.dumps(two.to_dict()))['total']==[-4., -6.]

@pytest.mark.parametrize('symmetrised', (False, True))
@pytest.mark.parametrize('members', (None, 2))
def test_a_kl_without_a_closed_form(symmetrised, members):
    "Monte Carlo over the draws that I sees, or the likelihood does; said; differentiable; of the right mean"
    case, prior = cases['unsigned'], StudentTPrior(4.)
    q, x = make_posterior('MeanField', case, members), case.x(9)
    y, g = normal(9, 2, seed=1), case.group if symmetrised else None
    gens = lambda: rngs(5, 6) if members else rng(5)
    t = elbo(case.model(), q, prior, Gaussian(.4), (x, y), 9, g, n_samples=400, generator=gens())
    assert t.kl_by=='Monte Carlo' and t.kl.shape==q.batch_shape
    known, error = kl_monte_carlo(q, prior, 4000, gens())
    assert ((t.kl-known).abs()<5*error*11**.5).all()
    t.total.sum().backward()
    assert all(p.grad.isfinite().all() for p in q.parameters())
    assert elbo(case.model(), q, IsotropicNormal(1.), Gaussian(.4), (x, y), 9, g, generator=gens()).kl_by=='closed form'

# both sides of the density

def test_variance_reduction_is_for_draws_only():
    "At fixed weights the density's gradient is the plain one"
    g = mlp_group([2, 4, 1])
    loc = .5*torch.randn(g.layout.numel, generator=rng(0)).double()
    w = g.layout.unflatten(torch.randn(3, g.layout.numel, generator=rng(1)).double())
    grads = []
    for e in (Soules(), Soules(variance_reduction=False)):
        q = MeanField(g.layout, loc, torch.full_like(loc, .5).log())
        symmetrize(q, g).log_prob(w, e).sum().backward()
        grads.append(q.loc.grad.clone())
    assert torch.equal(*grads) and grads[0].any()
