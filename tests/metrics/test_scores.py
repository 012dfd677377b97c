import math

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, settings, strategies as st
from sklearn import metrics as sk
from torch import nn
from torch.distributions import Categorical, MixtureSameFamily, Normal

from cases import refused
from symbayes.core.doors import import_torchvision
from symbayes.metrics.scores import (accuracy, adaptive_ece, brier, check_logits, classification_metrics, coverage, ece, epistemic_mi,
    function_distances, mixture_log_lik, nll, ood_metrics, predictive_entropy, predictive_log_probs, predictive_probs, regression_metrics, reliability, rmse)

gen = lambda s: torch.Generator().manual_seed(s)
logits = 2*torch.randn(3, 4, 200, 5, generator=gen(0), dtype=torch.float64) # (members, S, batch, C)
y = torch.multinomial(predictive_probs(logits[0]), 1, generator=gen(1))[:, 0]
probs = predictive_probs(logits)

# classification

def test_probs_are_the_mean_softmax():
    assert probs.dtype==torch.float64 and torch.allclose(probs, logits.softmax(-1).mean(1), atol=1e-14)
    assert torch.allclose(predictive_probs(logits.float()), probs, atol=1e-6)

def test_agreement_with_scikit_learn():
    p, t = probs[1].numpy(), y.numpy()
    assert accuracy(probs, y)[1].item()==sk.accuracy_score(t, p.argmax(1))
    assert abs(nll(probs.log(), y)[1].item()-sk.log_loss(t, p, labels=range(5)))<1e-12
    assert abs(brier(probs, y)[1].item()-((p-np.eye(5)[t])**2).sum(1).mean())<1e-12

def test_ece_agrees_with_torchmetrics_and_reliability():
    import_torchvision()
    from torchmetrics.functional.classification import multiclass_calibration_error
    for n_bins in (1, 10, 15):
        assert abs(ece(probs, y, n_bins)[2]-multiclass_calibration_error(probs[2], y, 5, n_bins=n_bins))<1e-7
        t = reliability(probs[2], y, n_bins)
        assert abs(ece(probs, y, n_bins)[2]-(t.share*(t.confidence-t.accuracy).abs()).sum())<1e-6
    assert abs(t.share.sum()-1)<1e-12

def test_adaptive_ece_by_hand():
    assert reliability(torch.eye(2), torch.arange(2), 3).index.tolist()==[2]  # certain is no bin of its own
    p = torch.tensor([[.8, .2], [.6, .4], [.3, .7], [.1, .9]], dtype=torch.float64)
    t = torch.tensor([0, 1, 1, 1])
    assert abs(adaptive_ece(p, t, 2)-(abs(.6+.7-1)+abs(.8+.9-2))/4)<1e-12
    assert abs(adaptive_ece(p, t, 4)-(.6+.3+.2+.1)/4)<1e-12

def test_huge_logits_and_certain_probabilities():
    l = torch.tensor([[[1e4, 0.], [0., 1e4]], [[1e4, 0.], [0., 1e4]]])
    m = classification_metrics(l, torch.tensor([0, 0])).loc[0]
    assert m['nll']==5000 and m['brier']==1 and m['entropy']==m['epistemic_mi']==0
    closed = torch.tensor([[[0., -math.inf]]])
    assert predictive_probs(closed).tolist()==[[1, 0]] and predictive_entropy(closed)==0 and nll(predictive_log_probs(closed), torch.tensor([1]))==math.inf
    assert ece(torch.eye(3, dtype=torch.float64)*(1+2**-52), torch.arange(3))<1e-6, 'rounding above one does not turn probabilities into logits'

@settings(max_examples=50, deadline=None)
@given(st.integers(1, 5), st.integers(1, 6), st.integers(2, 5), st.floats(0, 50), st.integers(0, 999))
def test_information_and_jensen(S, n, C, scale, seed):
    l = scale*torch.randn(S, n, C, generator=gen(seed), dtype=torch.float64)
    mi, h, t = epistemic_mi(l), predictive_entropy(l), torch.randint(0, C, (n,), generator=gen(seed+1))
    assert (mi>=0).all() and (mi<=min(math.log(S), math.log(C))+1e-9).all() and (mi<=h+1e-9).all()
    if S==1: assert (mi==0).all()
    assert torch.allclose(h, Categorical(probs=predictive_probs(l)).entropy(), atol=1e-6)
    assert nll(predictive_log_probs(l), t)<=nll(predictive_log_probs(l[:, None]), t).mean()+1e-9

def test_every_member_of_a_stack_has_its_own_noise():
    means, t, std = torch.randn(3, 4, 50, 1, generator=gen(2)), torch.randn(50, 1, generator=gen(3)), torch.tensor([.3, .5, 2.])
    many = regression_metrics(means, t, std)
    for r in range(3):
        for k,v in regression_metrics(means[r], t, std[r]).loc[0].items(): assert abs(many.loc[r, k]-v)<1e-12
    pd.testing.assert_frame_equal(regression_metrics(means, t, std.reshape(3, 1, 1, 1)), many)

@pytest.mark.parametrize('call,message', [
    (lambda: predictive_entropy(logits.softmax(-1).half()), 'are they probabilities'),
    (lambda: predictive_probs(torch.full((1, 2, 3), math.nan)), 'logits of shape \\(1, 2, 3\\) has 6 NaN'),
    (lambda: predictive_probs(torch.tensor([[[math.inf, 0.]]])), 'largest logit is infinite'),
    (lambda: accuracy(probs, y[:-1]), 'labels \\(199,\\)'),
    (lambda: accuracy(probs, y+1), 'holds label 5 at'),
    (lambda: nll(probs, y), 'sums to one only within'),
    (lambda: rmse(torch.zeros(2, 3, 2), torch.zeros(3)), 'y \\(3,\\)'),
    (lambda: regression_metrics(torch.zeros(2, 5, 3, 2), torch.zeros(3, 2), torch.tensor([1., 2.])), 'one per member or one per output'),
    (lambda: function_distances(torch.zeros(2, 5, 3), torch.zeros(3, 5, 3)), 'expected \\(S, m\\)'),
])
def test_one_clear_line(call, message):
    refused(message, call)

def test_logits_between_zero_and_one_are_logits():
    "Only rows that sum to one, all of them, are taken for probabilities"
    l = torch.rand(2, 30, 2, generator=gen(8))
    assert torch.equal(check_logits(l), l.double()) and check_logits(torch.zeros(1, 1, 3)).shape==(1, 1, 3)

# out of distribution

def test_ood_agrees_with_scikit_learn_and_by_hand():
    a, b = torch.randn(3, 300, generator=gen(4)), 1+torch.randn(3, 200, generator=gen(5))
    label, m = np.repeat([0, 1], [300, 200]), ood_metrics(a, b)
    for r in range(3):
        s = torch.cat([a[r], b[r]]).numpy()
        assert abs(m.auroc[r]-sk.roc_auc_score(label, s))<1e-9 and abs(m.aupr[r]-sk.average_precision_score(label, s))<1e-9
        assert abs(m.auroc[r]-(b[r][:, None]>a[r]).double().mean())<1e-9
        threshold = b[r].sort(descending=True).values[math.ceil(.95*200)-1]
        assert abs(m.fpr95[r]-(a[r]>=threshold).double().mean())<1e-9

# regression

means, target = torch.randn(3, 6, 50, 2, generator=gen(6), dtype=torch.float64), torch.randn(50, 2, generator=gen(7), dtype=torch.float64)

def test_log_lik_is_the_mixture_of_torch():
    m, t = means[..., :1], target[:, :1]
    for r in range(3):
        mix = MixtureSameFamily(Categorical(torch.ones(50, 6)), Normal(m[r, ..., 0].T, .3))
        assert torch.allclose(mixture_log_lik(m, t, .3)[r], mix.log_prob(t[:, 0]), atol=1e-6)
        inside = ((mix.cdf(t[:, 0])-.5).abs()<=.4).double().mean()
        assert abs(coverage(m, t, .3, .8)[r]-inside)<1e-9

def test_several_outputs_and_noise_shapes():
    by_hand = Normal(means, .5).log_prob(target).sum(-1).exp().mean(1).log()
    assert torch.allclose(mixture_log_lik(means, target, .5), by_hand)
    for shape in [(1,), (6, 1, 1), (50, 2), (3, 1, 1, 1)]: assert torch.allclose(mixture_log_lik(means, target, torch.full(shape, .5)), by_hand)
    per_output = torch.tensor([.3, 2.])
    assert torch.allclose(mixture_log_lik(means, target, per_output), Normal(means, per_output.double()).log_prob(target).sum(-1).exp().mean(1).log())
    assert torch.allclose(rmse(means, target), (means.mean(1)-target).square().mean((1, 2)).sqrt())

# functions

def test_function_distances_of_gaussians():
    "Quantiles in place of draws: a shift by 2, twice the spread, both, and a set with itself"
    q = lambda n: Normal(0., 1.).icdf((torch.arange(n, dtype=torch.float64)+.5)/n)
    a, b = q(4000)[:, None].expand(-1, 3), q(1000)[:, None].expand(-1, 3)
    sets = torch.stack([a, a+2, 2*a, 2*a+torch.tensor([0., 1., -1.])])
    t = function_distances(sets, b)
    assert np.allclose(t.w2, [0, 2, 1, (1+2*2**.5)/3], atol=.02)
    assert np.allclose(t.mean_distance, [0, 2, 0, 2/3], atol=1e-9) and np.allclose(t.std_ratio, [1, 1, 2, 2], atol=5e-3)
    assert np.allclose(t['std'], t.std_ratio*t.reference_std) and list(t.index)==[0, 1, 2, 3]
    assert np.allclose(function_distances(sets+3, b+3), t)
    each = function_distances(sets, torch.stack([b, b, 2*b, b]))
    assert np.allclose(each.w2[:3], [0, 2, 0], atol=.025) and len(function_distances(a, b))==1

@pytest.mark.defect('U4')
def test_function_distances_take_what_predict_returns():
    "Outputs `(S, n, 1)` are draws of one network, not S members; with members they have four axes"
    gen = torch.Generator().manual_seed(0)
    a, b = torch.randn(50, 7, 1, generator=gen), 2*torch.randn(40, 7, 1, generator=gen)
    plain, given = function_distances(a[..., 0], b[..., 0]), function_distances(a, b)
    assert len(given)==1 and given.equals(plain) and function_distances(a[None], b).equals(plain) and function_distances(a, b[..., 0]).equals(plain)
    same_number = function_distances(a, a.flip(0))
    assert len(same_number)==1 and same_number.w2[0]<1e-12, 'as many draws on both sides are no members either'
    two = torch.randn(3, 50, 7, 2, generator=gen)
    assert np.allclose(function_distances(two, two.flip(1)).w2, 0) and len(function_distances(two, two))==3

@pytest.mark.defect('R16')
@pytest.mark.parametrize('n_bins', [True, 2.5, '3', 0])
@pytest.mark.parametrize('f', [ece, adaptive_ece, reliability])
def test_bins_are_a_whole_number(f, n_bins):
    "One line for what is no number of bins"
    refused('n_bins is .*, expected a positive whole number', lambda: f(torch.eye(3), torch.arange(3), n_bins))

@pytest.mark.defect('R16')
def test_bins_may_be_counted_by_numpy():
    "A whole number of numpy is a number of bins"
    p, y = torch.rand(9, 3, generator=torch.Generator().manual_seed(0)).softmax(-1), torch.arange(9)%3
    assert ece(p, y, np.int64(10))==ece(p, y, 10)

@pytest.mark.defect('R16')
@pytest.mark.parametrize('level', ['3', None, 1.])
def test_levels_are_numbers(level):
    "One line for what is no probability"
    refused('expected between 0 and 1', lambda: coverage(torch.randn(5, 3, 1), torch.randn(3, 1), 1., level))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('y', ['abc', {}, nn.Linear, torch.zeros(3, device='meta'), torch.eye(3).to_sparse()])
def test_values_that_are_no_numbers_are_refused_in_a_line(y):
    "Raises one line that names the argument"
    refused('y: .* expected', lambda: rmse(torch.randn(5, 3, 1), y))
    refused('expected', lambda: accuracy(torch.eye(3), y))
