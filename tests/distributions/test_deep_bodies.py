"A collapsed last layer over inducing points: laws, permanents by enumeration, the exact bound, starts, scales, files, bad input."

import pytest, torch
from torch import nn

from cases import close, mlp, prior_of, refused, rng, rngs
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.inducing import InducingPosterior
from symbayes.distributions.last_layer import feature_network
from symbayes.distributions.priors import IsotropicNormal
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.problem import Problem
from symbayes.information.estimators import mi_sandwich
from symbayes.information.orbit_averages import Exact
from symbayes.information.permanents import log_permanent
from symbayes.information.unit_information import layer_information
from symbayes.testing import check_family_laws

randn = lambda seed, *shape: torch.randn(*shape, generator=rng(seed)).double()

def tanh_mlp(*widths): return mlp(*widths, act=nn.Tanh).double()

def made(*widths, members=0, n=6, likelihood=None, prior=None, precision=4., **how):
    model = tanh_mlp(*widths)
    lik, data = likelihood or Gaussian(.3), (randn(1, n, widths[0]), randn(2, n, widths[-1]))
    q = CollapsedLastLayer.from_module([model]*members if members else model, prior or prior_of(model), lik, data, body=InducingPosterior,
        precision=precision, generator=rngs(*range(3, 3+members)) if members else rng(3), **how)
    return Problem(model, prior or prior_of(model), lik, data, mlp_group(model)), q

@pytest.mark.parametrize('members,widths', [(None, (2, 3, 3, 1)), (2, (2, 3, 2))])
def test_the_laws_of_families(members, widths):
    problem, q = made(*widths, members=members or 0)
    found = check_family_laws(q, problem.group, problem=problem)
    assert {'bound network', 'integrated bound', 'informative part'} <= set(found.asked)

@pytest.mark.parametrize('signed', [False, True])
@pytest.mark.parametrize('widths', [(2, 3, 3, 1), (2, 2, 3, 2, 1), (2, 3, 2)])
def test_the_information_is_a_product_of_permanents(widths, signed):
    "By enumeration over all weights: one permanent for each layer but the last, which is free"
    problem, q = made(*widths)
    g = mlp_group(problem.model, signed=signed)
    w = q.sample(4, rng(3))
    part, over = q.informative_part(g)
    names = part.informative_tensors(over)
    assert names=={f'h{i+1}': (f'{2*i}.weight', f'{2*i}.bias') for i in range(len(widths)-2)}
    with torch.no_grad():
        each = sum(layer_information(part, over, {k: w[k] for k in over.axes}, l, log_permanent, k) for l,k in names.items())
        close(each, Exact()(q, g, w))
    ends = mi_sandwich(q, g, 40, generator=rng(5))
    assert ends.lower<=ends.upper+3*ends.upper_error and ends.upper-ends.lower<.5

def test_the_bound_given_a_draw():
    "log p(y, w) - log q(w) does not depend on the last layer, and its mean is that of the two terms"
    problem, q = made(2, 3, 3, 1)
    w, log_lik, kl = (t if isinstance(t, dict) else t.detach() for t in q.elbo_draws(problem.model, problem.prior, problem.likelihood, problem.tensors, 6, 3000, rng(0)))
    weight = lambda w: problem.log_density(w)-q.log_prob(w).detach()
    below = {k: w[k][:20] for k in q.body.layout.shapes}
    close(weight(q.complete(below, rng(7))), weight(q.complete(below, rng(8))), 1e-8)
    d = weight({k: t.detach() for k,t in w.items()})-(log_lik-kl)
    assert d.mean().abs()<4.5*d.std()/3000**.5

def test_it_starts_at_a_network():
    "With precise pseudo-targets, draws of the body compute the network's features at the inducing points"
    problem, q = made(2, 5, 4, 1, precision=1e8, start='network')
    _, other = made(2, 5, 4, 1, precision=1e8)
    x, model = problem.tensors[0], problem.model
    with torch.no_grad():
        own = feature_network(model, '4')(x)
        assert (q.features(q.body.sample(8, rng(0)), x)[..., :-1]-own).abs().max()<1e-2
        assert (other.features(other.body.sample(8, rng(0)), x)[..., :-1]-own).abs().max()>.1
    nets = [tanh_mlp(2, 3, 1) for _ in range(2)]
    stack = InducingPosterior.from_module(nets, prior_of(nets[0]), randn(1, 5, 2), start='network')
    for i,m in enumerate(nets): close(stack.targets_0[i].detach(), m[0](randn(1, 5, 2)).detach())

def test_refused_in_a_line():
    model, data = tanh_mlp(2, 3, 3, 1), (randn(1, 6, 2), randn(2, 6, 1))
    start = lambda **how: CollapsedLastLayer.from_module(model, prior_of(model), Gaussian(.3), data, **how)
    for how,line in ((dict(body=InducingPosterior, M=7), '7 inducing points are asked for, but only 6 inputs'),
            (dict(body=InducingPosterior, M=7, points=3), r"InducingPosterior.from_module has no options \['points'\]"),
            (dict(precision=1.), r"MeanField.from_module has no options \['precision'\]"),
            (dict(body=InducingPosterior, start='data'), "start is 'data', expected 'prior', 'network' or 'zero'"),
            (dict(body=nn.Linear), 'expected a family as MeanField, UnitGaussian or InducingPosterior')):
        refused(line, start, **how)
    conv = nn.Sequential(nn.Conv1d(1, 2, 2), nn.Flatten(), nn.Tanh(), nn.Linear(2, 1)).double()
    refused('inducing posterior is over Linear and Conv2d layers', lambda: CollapsedLastLayer.from_module(conv, IsotropicNormal(1.), Gaussian(.3), (randn(1, 6, 1, 2), data[1]), body=InducingPosterior))
