"Pictures of predictions, of calibration and of a fit; the numbers behind them."
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import torch
from scipy.stats import norm

from cases import refused
import symbayes as sb
from symbayes.metrics.scores import mixture_quantile, coverage_curve, plot_calibration, plot_history, plot_predictions, predictive_interval
from symbayes.metrics.scores import coverage

gen = lambda s: torch.Generator().manual_seed(s)
out, y, x = torch.randn(2, 7, 30, 3, generator=gen(0)), torch.randn(30, 3, generator=gen(1)), torch.randn(30, 4, generator=gen(2))
curve = torch.randn(7, 30, 1, generator=gen(3)), torch.randn(30, 1, generator=gen(4)), torch.randn(30, 1, generator=gen(5))

@pytest.mark.defect('U11')
@pytest.mark.parametrize('level', [.5, .9, .99])
@pytest.mark.parametrize('std', [.3, torch.tensor([.1, 2.])])
def test_ends_of_an_interval_have_the_probabilities_of_its_tails(level, std):
    "By the distribution function of the mixture, member by member; with one draw they are quantiles of a Gaussian"
    low, high = predictive_interval(out, std, level)
    noise = torch.as_tensor(std).double().reshape(-1, 1, 1, 1)
    for end,p in ((low, (1-level)/2), (high, (1+level)/2)):
        cdf = norm.cdf(((end[:, None]-out)/noise).numpy()).mean(1)
        assert end.shape==(2, 30, 3) and np.allclose(cdf, p, atol=1e-9)
    one = predictive_interval(out[0, :1], .7, level)
    assert np.allclose(one[1]-one[0], 2*.7*norm.ppf((1+level)/2))

@pytest.mark.defect('U11')
def test_coverage_level_by_level():
    "The shares are those of `coverage`, the errors those of a binomial, and the picture shows both"
    t = coverage_curve(out[0], y, .8, [.2, .9])
    assert t.coverage.tolist()==[coverage(out[0], y, .8, p).item() for p in (.2, .9)] and np.allclose(t.error, [(.16/90)**.5, (.09/90)**.5])
    ax = plot_calibration(out[0], y, .8, [.2, .9])
    assert np.allclose(ax.lines[1].get_xydata(), t[['level', 'coverage']])
    assert plot_calibration(out[0], y, .8, ax=ax) is ax

@pytest.mark.defect('U11')
def test_a_band_over_one_input():
    "Sorted by the input; the noise makes a second, wider band; points are the targets or other data"
    f, t, at = curve
    ax = plot_predictions(f, at, t, .5)
    assert np.allclose(ax.lines[0].get_xydata(), torch.stack([at[:, 0], f.mean(0)[:, 0]], 1)[at[:, 0].argsort()], atol=1e-6)
    assert np.allclose(ax.lines[1].get_xydata(), torch.cat([at, t], 1)) and len(ax.collections)==2
    wide, narrow = (c.get_paths()[0].get_extents().height for c in ax.collections)
    assert wide>narrow
    without = plot_predictions(f, at, ax=plt.subplots()[1])
    assert len(without.collections)==len(without.lines)==1
    assert len(plot_predictions(f, at, data=(at[:4], t[:4]), ax=plt.subplots()[1]).lines[1].get_xdata())==4

@pytest.mark.defect('U11')
def test_predicted_against_observed():
    "Several inputs or outputs: a point per target, and the share within their intervals in the title"
    ax = plot_predictions(out[0], x, y, .8, level=.9)
    assert np.allclose(np.concatenate([c.lines[0].get_xydata() for c in ax.containers]), np.stack([y.T.flatten(), out[0].mean(0).T.flatten()], 1), atol=1e-6)
    assert ax.get_title()==f'{100*coverage(out[0], y, .8, .9):.0f} % of targets in intervals of 90 %'

@pytest.mark.defect('U11')
def test_a_history_is_drawn_in_nats():
    "The bound of each member, and no other column"
    h = pd.DataFrame([dict(epoch=e, member=m, elbo=-100.+e-m, symmetrized_elbo=-90.+e-m, seconds=1e6) for e in range(1, 21) for m in (0, 1)])
    ax = plot_history(h, name='seed')
    assert [l.get_ydata().tolist() for l in ax.lines]==[h[h.member==m].symmetrized_elbo.tolist() for m in (0, 1)] and ax.get_ylabel()=='nats'
    assert [t.get_text() for t in ax.get_legend().get_texts()]==['seed 0', 'seed 1'] and ax.get_ylim()[1]<0
    assert plot_history(h.assign(symmetrized_elbo=h.elbo), ax=plt.subplots()[1]).get_title()=='ELBO'
    refused("no column 'loss', expected one of epoch, member", plot_history, h, 'loss')

@pytest.mark.defect('U11')
@pytest.mark.parametrize('data,shown', [('wide_sinc', 'output'), ('diabetes', 'predicted')])
def test_the_picture_of_a_regression_has_predictions_and_calibration(data, shown, tmp_path):
    "In the units of the source; a run that was read shows its history"
    r = sb.run_training(data, width=3, max_steps=5, noise='constant', inference='variational', progress=False, out=str(tmp_path))
    axs = r.plot().axes
    assert [ax.get_ylabel() for ax in axs]==['nats', shown, 'coverage'] and (tmp_path/'picture.png').stat().st_size>1000
    points = axs[1].lines[1].get_ydata() if data=='wide_sinc' else axs[1].containers[0].lines[0].get_xdata()
    assert np.allclose(points, r.test[1][:1000, 0], rtol=1e-4, atol=1e-4)
    assert len(sb.load_run(tmp_path).plot().axes)==1

mixtures = {'draws with noise by row': (1., .1), 'narrow beside their distance': (10., 1e-3), 'two far groups': (0., 1.), 'one draw': (1., .5)}

@pytest.mark.parametrize('name', mixtures)
@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
def test_quantiles_invert_the_mixtures_distribution_function(name, dtype):
    spread, noise = mixtures[name]
    g = torch.Generator().manual_seed(0)
    draws = 1 if name=='one draw' else 101
    means = spread*torch.randn(2, draws, 50, 3, generator=g, dtype=dtype)
    if name=='two far groups': means = means+100*torch.randint(2, means.shape, generator=g)
    std = noise*(.5+torch.rand(means.shape, generator=g, dtype=dtype))
    for p in (.001, .3, .5, .95):
        q = mixture_quantile(means, std, torch.tensor(p, dtype=torch.float64))
        assert q.shape==(2, 50, 3) and q.dtype==dtype
        below = torch.special.ndtr((q.unsqueeze(1)-means)/std).double().mean(1)
        assert (below-p).abs().max()<(1e-12 if dtype==torch.float64 else 2e-4 if noise>.01 else 2e-3)
