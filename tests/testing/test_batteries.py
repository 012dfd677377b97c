"How laws are asked and numbers compared; what holds of all batteries."
from pathlib import Path

import pytest
import torch

from cases import cases, make_posterior, normal, refused, rng
from symbayes.core.messages import SymbayesError
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import LaplacePrior
from symbayes.information.estimators import Sampled, Soules
from symbayes.testing import check_estimator_laws, check_family_laws, check_group_laws, check_likelihood_laws, check_prior_laws, expect_close, expect_equal, expect_mean

signed, wide = cases['signed'], make_posterior('MeanField', cases['signed'], std=.6)
out = 2*normal(4, 6, 2, seed=2)

def test_laws_leave_the_global_generator_alone():
    state = torch.get_rng_state()
    check_group_laws(signed.group, signed.model(), signed.x())
    check_family_laws(wide, signed.group)
    check_prior_laws(LaplacePrior(), signed.group)
    check_estimator_laws(Sampled(8), wide, signed.group)
    check_likelihood_laws(Gaussian(.3, learned=True), out, out[1])
    assert torch.equal(torch.get_rng_state(), state)

def test_laws_change_nothing():
    q, noise = make_posterior('UnitGaussian', signed), Gaussian(.3, learned=True)
    before = {k: t.clone() for k,t in q.state_dict().items()}
    check_family_laws(q, signed.group)
    check_estimator_laws(Soules(), q, signed.group)
    check_likelihood_laws(noise, out, out[1])
    assert all(torch.equal(before[k], t) for k,t in q.state_dict().items()) and all(p.grad is None for p in q.parameters())
    assert noise.members is None and noise.log_std.shape==() and noise.log_std.grad is None

def test_comparisons():
    t = torch.tensor([1., 2.])
    expect_equal(t, t.clone(), 'x'); expect_equal(t/0, t/0, 'x'); expect_close(t, t+1e-6, 'x')
    for f,e in [(t, t+1), (t, t.double()), (t, t[:1]), (t, torch.tensor([1., torch.nan])), (torch.tensor([1., torch.nan]), t), ({'a': t}, {'b': t})]:
        for expect in (expect_equal, expect_close):
            with pytest.raises(SymbayesError): expect(f, e, 'x')
    x = torch.randn(3, 1000, generator=rng(0))
    expect_mean(x, 0., 'x'); expect_mean(x-1, 0., 'x', 'lower bound'); expect_mean(x+1, torch.zeros(3), 'x', 'upper bound')
    for args in [(x+1, 0., 'x'), (x+1, 0., 'x', 'lower bound'), (x-1, 0., 'x', 'upper bound'), (x*torch.nan, 0., 'x')]:
        refused(r'x at \(0,\): found', expect_mean, *args)

def test_no_false_alarms_among_many_draws():
    "Two hundred batteries with other random numbers"
    for i in range(100): expect_mean(torch.randn(50, 200, generator=rng(i)).square(), 1., 'x')
    g, q = cases['no_bias'].group, make_posterior('MeanField', cases['no_bias'])
    for i in range(20): check_family_laws(q, g, skip=['files', 'members', 'gradient'], generator=rng(i))

def test_module_needs_no_pytest():
    import symbayes.testing as t
    assert not [p for p in Path(t.__file__).parent.glob('*.py') if 'pytest' in p.read_text(encoding='utf-8')]
