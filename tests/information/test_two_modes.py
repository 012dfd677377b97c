"The Gaussian fitted to two modes: laws of the divergence, thresholds, and a stack against single runs"

import numpy as np
import torch

from cases import rng
from symbayes.information.two_modes import (
    TwoModes, mode_branch, fit_gaussian, reverse_kl, switch_point)

def test_descent_ends_where_the_branches_are():
    a = (1., 3., 4.5, 5., 7.)
    fit = fit_gaussian(TwoModes(a, 1., [1.]))
    for i,d in enumerate(a):
        (m, v), kl = mode_branch(d, False)
        np.testing.assert_allclose([fit.mean[i, 0], fit.variance[i, 0]], [m, v], atol=1e-5)
        assert abs(reverse_kl(fit, TwoModes(a, 1., [1.]))[i]-kl)<1e-8

def test_fold_and_switch():
    assert abs(switch_point()-5.60)<.01
    assert mode_branch(4.83, False)[0][0]/4.83<.1 and abs(mode_branch(4.81, False)[0][0]/4.81-.5)<1e-6
    assert mode_branch(5.59, True)[1]<mode_branch(5.59, False)[1] and mode_branch(5.61, True)[1]>mode_branch(5.61, False)[1]

def test_samples_agree_with_quadrature():
    t = TwoModes([2., 7.], 1., [1., 0.])
    a, b = (fit_gaussian(t, steps=600, lr=2e-2, **kw) for kw in (dict(n_samples=400, generator=rng(0)), {}))
    torch.testing.assert_close(a.mean, b.mean, atol=.05, rtol=0)
    torch.testing.assert_close(a.stddev, b.stddev, atol=.05, rtol=0)
