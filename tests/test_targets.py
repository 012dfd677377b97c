"Several targets, and targets that are positive, counts or shares"
import re
import warnings

import numpy as np
import pandas as pd
import pytest
import torch
from scipy.sparse import csr_matrix
from scipy.stats import norm
from sklearn.base import clone

from cases import message, refused
from symbayes.core.tensors import streams
from symbayes.runs import table_fits
from symbayes.runs.table_models import chosen_family
from symbayes.runs.targets import said_kind, target_kinds
from symbayes.sklearn import BayesianMLPRegressor

pytestmark = pytest.mark.filterwarnings('ignore:the fit is behind', 'ignore:training ended')
tiny = dict(max_steps=3, hidden_layer_sizes=(4,), random_state=0, prior=1.)

rng = np.random.default_rng(0)
x = rng.uniform(0, 4, (40, 2))
z = np.c_[np.sin(2*x[:, 0])+.2*rng.normal(size=40), 3*x[:, 1]+rng.normal(size=40), np.maximum(rng.normal(size=40), 0)]
named = pd.DataFrame(z, columns=['price', 'area', 'rain'])
values = dict(real=z[:, 0], positive=np.exp(z[:, 0]), share=1/(1+np.exp(-z[:, 0])), count=rng.poisson(3*np.exp(z[:, 0])).astype(float))

# several targets

@pytest.fixture(scope='module')
def several():
    "Fits of three targets: constant noise, several starts, noise by input, Student-t chains, other families"
    with pytest.MonkeyPatch.context() as m:
        move = table_fits.sample_posterior
        m.setattr(table_fits, 'sample_posterior', lambda *a, **how: move(*a, **how|dict(warmup=20, between=1, leaps=2)))
        m.setattr(table_fits, 'n_draws', 40)
        hows = dict(constant={}, starts=dict(n_starts=2), input=dict(noise='input'), student=dict(noise='student', max_steps=2),
            chains=dict(noise='constant', inference='sampled', max_steps=2), deep=dict(hidden_layer_sizes=(4, 3)), mean_field=dict(family='mean_field'),
            known=dict(noise=[.5, 1., .5]), counts=dict(target='count'))
        return {k: BayesianMLPRegressor(**tiny|how).fit(x, named.round().abs() if k=='counts' else named) for k,how in hows.items()}

methods = pytest.mark.parametrize('how', ['constant', 'starts', 'input', 'student', 'chains', 'deep', 'mean_field', 'known', 'counts'])

@methods
def test_shapes_and_files_of_several_targets(how, several, tmp_path):
    est = several[how]
    mean, std = est.predict(x, return_std=True)
    q, draws, means = est.predict(x, quantiles=(.1, .5, .9)), est.sample_y(x, 5), est.draws(x)
    assert mean.shape==std.shape==(40, 3) and q.shape==(40, 3, 3) and draws.shape==(40, 3, 5) and np.shape(est.noise_)==(3,)
    assert (np.diff(q)>=0).all() and (std>0).all() and all(t.shape[1:]==(40, 3) for t in means)
    y = named.round().abs() if how=='counts' else named
    assert est.log_density(x, y).shape==(40,) and np.isfinite(est.score(x, y)) and est.evidence_.lower<=est.evidence_.upper
    est.save(tmp_path/'a.safetensors')
    again = BayesianMLPRegressor.load(tmp_path/'a.safetensors')
    assert np.array_equal(again.log_density(x, y), est.log_density(x, y)) and np.array_equal(again.sample_y(x, 5), draws)
    assert again.target_names_==['price', 'area', 'rain'] and again.report_==est.report_ and 'rain' in est.report_

@methods
def test_a_joint_density_is_that_of_a_mixture_of_independent_targets(how, several):
    est = several[how]
    if how=='counts': return
    means, std = est.draws(x)
    each = torch.as_tensor(norm.logpdf(z, means.numpy(), std.numpy())).sum(-1)
    assert np.allclose(est.log_density(x, z), each.logsumexp(0)-np.log(len(means)))
    two = torch.as_tensor(norm.logpdf(z[:1, :2], means[:, :1, :2].numpy(), std[:, :1, :2].numpy())).sum(-1).logsumexp(0)-np.log(len(means))
    grid = np.linspace(-15, 15, 601)
    joint = np.exp(est.log_density(np.repeat(x[:1], 601, 0), np.c_[np.tile(z[:1, :2], (601, 1)), grid]))
    assert np.trapezoid(joint, grid)==pytest.approx(np.exp(two.item()), rel=1e-3)

@methods
def test_moments_quantiles_and_draws_of_several_targets_agree(how, several):
    est, one = several[how], x[:2]
    mean, std = est.predict(one, return_std=True)
    drawn, q = est.sample_y(one, 20_000), est.predict(one, quantiles=(.25, .75))
    assert np.abs(drawn.mean(-1)-mean).max()<.05*std.max() and drawn.std(-1)==pytest.approx(std, rel=.06)
    below = (drawn[..., None]<=q[:, :, None]).mean(2)
    assert (below>[.23, .73]).all() if how=='counts' else np.allclose(below, [.25, .75], atol=.02)

def test_chains_share_a_rows_tails_and_keep_a_noise_for_each_target(several):
    assert several['student'].log_noises_.shape==(40, 8, 1) and several['chains'].log_noises_.shape==(40, 1, 3)
    assert several['starts'].log_noises_.shape==(40, 1, 3) and several['constant'].log_noises_ is None
    assert list(several['constant'].summary().filter(like='noise'))==['noise of price', 'noise of area', 'noise of rain']

@pytest.mark.parametrize('noise', ['auto', 'input'])
def test_units_of_each_target_shift_the_density_alone(noise):
    scale = np.array([1e3, 1., 1e-4])
    a, b = (BayesianMLPRegressor(**tiny, noise=noise).fit(x, y) for y in (z, z*scale))
    assert np.allclose(b.log_density(x, z*scale), a.log_density(x, z)-np.log(scale).sum()) and np.allclose(b.noise_, a.noise_*scale)
    assert b.evidence_.lower==pytest.approx(a.evidence_.lower-40*np.log(scale).sum()) and np.allclose(b.predict(x), a.predict(x)*scale)

def test_a_column_of_targets_is_a_target_as_in_scikit_learns_networks():
    with pytest.warns(UserWarning, match='column-vector'): est = BayesianMLPRegressor(**tiny).fit(x, z[:, :1])
    assert est.predict(x).shape==(40,) and np.array_equal(est.predict(x), BayesianMLPRegressor(**tiny).fit(x, z[:, 0]).predict(x))

def test_twelve_targets_learn_their_own_noise():
    "Planted noises come back, and intervals cover"
    gen = np.random.default_rng(1)
    X, noise = gen.normal(size=(400, 3)), np.geomspace(.05, 2, 12)
    y = np.tanh(X@gen.normal(size=(3, 12)))+noise*gen.normal(size=(400, 12))
    est = BayesianMLPRegressor(hidden_layer_sizes=10, inference='variational', noise='constant', prior=(1., 3.), max_steps=250, random_state=0).fit(X[:200], y[:200])
    assert np.abs(np.log(est.noise_/noise)).max()<.5 and np.corrcoef(np.log(est.noise_), np.log(noise))[0, 1]>.97
    low, high = np.moveaxis(est.predict(X[200:], quantiles=(.05, .95)), -1, 0)
    assert .85<((low<y[200:])&(y[200:]<high)).mean()<.95
    refused('12', est.log_density, X, y[:, :11])

def test_ties_bound_the_noise_by_input_of_their_own_target():
    est = BayesianMLPRegressor(**tiny|dict(noise='input')).fit(x, z)
    free = table_fits._usual_least
    assert est.noise_least_[:2]==[free, free] and est.noise_least_[2]>2*free
    assert est._given(est._outputs(est._scaled(x)))[1].amin((0, 1))[2]>=est.noise_least_[2]*est.y_scale_[2]

# kinds of targets

@pytest.fixture(scope='module')
def kinds(): return {k: BayesianMLPRegressor(**tiny|dict(max_steps=40), target=k).fit(x, y) for k,y in values.items()}

@pytest.mark.parametrize('kind,inverse,slope', [('positive', np.exp, lambda z: -z), ('share', lambda z: 1/(1+np.exp(-z)), lambda z: z+2*np.log1p(np.exp(-z)))])
@pytest.mark.parametrize('columns', [0, slice(0, 2)], ids=['one', 'two'])
def test_a_kind_is_a_change_of_variables(kind, inverse, slope, columns):
    "Density, evidence and quantiles of the transformed target follow from those of the real one"
    at = z[:, columns]/3
    real, est = BayesianMLPRegressor(**tiny).fit(x, at), BayesianMLPRegressor(**tiny, target=kind).fit(x, inverse(at))
    shift = slope(at).reshape(40, -1).sum(-1)
    assert np.allclose(est.log_density(x, inverse(at)), real.log_density(x, at)+shift, atol=1e-6)
    assert est.evidence_.lower==pytest.approx(real.evidence_.lower+shift.sum(), abs=1e-5)
    assert np.allclose(est.predict(x, quantiles=(.1, .9)), inverse(real.predict(x, quantiles=(.1, .9))))

def test_counts_with_zeros_alone_and_large_ones_are_taken():
    for y in (np.zeros(40), 1e6+np.arange(40.), rng.poisson(.05, 40)):
        est = BayesianMLPRegressor(**tiny, target='count').fit(x, y)
        q = est.predict(x, quantiles=(.05, .95))
        assert np.isfinite(est.log_density(x, y)).all() and (q==q.round()).all() and (q>=0).all() and est.predict(x).max()<1e8

def test_counts_that_scatter_are_covered_where_poisson_would_be_too_narrow():
    gen = np.random.default_rng(2)
    X = gen.uniform(-1, 1, (300, 1))
    y = gen.poisson(20*np.exp(X[:, 0])*gen.gamma(4, .25, 300))
    est = BayesianMLPRegressor(hidden_layer_sizes=5, prior=1., max_steps=200, target='count', random_state=0).fit(X[:150], y[:150])
    low, high = est.predict(X[150:], quantiles=(.05, .95)).T
    assert .83<((low<=y[150:])&(y[150:]<=high)).mean()<=.97 and .35<est.noise_<.65
    bare = clone(est).set_params(noise=.01).fit(X[:150], y[:150])
    assert est.log_density(X[150:], y[150:]).mean()>bare.log_density(X[150:], y[150:]).mean()+.5 and est.evidence_.lower>bare.evidence_.lower+50

def test_counts_take_the_families_of_classes_and_chains():
    assert BayesianMLPRegressor(**tiny, target='count').fit(x, values['count']).family_=='inducing'==chosen_family('auto', 1, True, 1000)
    est = BayesianMLPRegressor(**tiny, target='count', inference='sampled').fit(x, values['count'])
    assert est.family_=='mean_field' and est.inference_=='sampled' and 'beyond what inputs tell' in est.report_

# what is refused, and what mends it

def fits(y, **how): return BayesianMLPRegressor(**tiny|how).fit(np.resize(x, (len(y), 2)), y)

many = np.abs(np.tile(z[:, :1], 12))+.5

@pytest.mark.parametrize('target,y,said,remedy', [
    ('positive', np.r_[values['positive'], -1.], 'y has -1 in row 40, expected positive numbers', "target='real' takes all numbers"),
    ('positive', np.r_[values['count'], 0.], 'y has 0 in row', "target='count' takes zeros"),
    ('positive', np.where((np.arange(40)==7)[:, None] & (np.arange(12)==3), 0., many), "y has 0 in row 7 of target 'y3'", "target='real' takes all numbers"),
    ('count', np.r_[1., 2.5, 3., 4.], 'y has 2.5 in row 1, expected whole numbers from 0 on', "target='positive' takes fractions"),
    ('count', np.r_[1., -2., 3., 4.], 'y has -2 in row 1', "target='real' takes all numbers"),
    ('share', 100*values['share'], 'expected numbers above 0 and below 1', 'y/100 has shares'),
    ('share', np.r_[0., values['share'], 1.], 'y has 0 in row 0', 'moves 0 and 1 inside'),
    ('share', np.where(np.arange(12)==5, 1., np.tile(values['share'][:, None], 12)), "y has 1 in row 0 of target 'y5'", 'moves 0 and 1 inside'),
    ('share', z[:, 1], 'in row', "target='real' takes all numbers")])
def test_targets_out_of_range_are_one_line_and_the_remedy_runs(target, y, said, remedy):
    found = message(lambda: fits(y, target=target))
    code = re.search(r": ((?:(?! has | takes | moves ).)*) (has|takes|moves)", found.split('expected')[1])[1]
    assert said in found and remedy in found
    est = fits(y, target=eval(code[len('target='):])) if code.startswith('target=') else fits(eval(code, dict(y=y)), target=target)
    assert np.isfinite(est.predict(x)).all()

@pytest.mark.parametrize('y,said', [
    (np.where(np.arange(40)==5, np.nan, z[:, 0]), 'missing values (NaN) or infinity, the first in row 5'), (np.where((np.arange(40)==6)[:, None], np.inf, z), 'in row 6'),
    (named.astype(object).assign(rain=[None if i==9 else 1. for i in range(40)]), 'in row 9'), ([[1., 2.], [1.]]*20, 'y has 1 numbers in row 1 and 2 in row 0'),
    (named.assign(rain='wet'), "y has 'wet' among its targets in row 0"), (csr_matrix(z), 'y is a sparse table, expected a dense one: y.toarray()')])
def test_bad_targets_are_one_line_naming_the_first_row(y, said):
    assert said in message(lambda: BayesianMLPRegressor(**tiny).fit(x, y))
    assert 'sparse' not in said or BayesianMLPRegressor(**tiny).fit(x, y.toarray()).predict(x).shape==z.shape

def test_targets_in_another_order_are_refused_and_the_remedy_runs():
    y = pd.DataFrame(np.exp(z), columns=['s', 'p', 'r'])
    est = BayesianMLPRegressor(**tiny).fit(x, y)
    for call in (est.score, est.log_density):
        said = message(lambda: call(x, y[['p', 's', 'r']]))
        assert np.array_equal(call(x, eval(said.split('expected those of fit: ')[1], {'y': y[['p', 's', 'r']]})), call(x, y))
    assert BayesianMLPRegressor(**tiny).fit(x, y.to_numpy()).score(x, y)==est.score(x, y)==est.score(x, y.to_numpy())

@pytest.mark.parametrize('y,lower,target', [(np.arange(40.)%5, None, 'count'), (np.tile(np.arange(40.)[:, None]%5, 12), None, 'count'), (values['share'], None, 'share'),
    (values['positive']*100, values['positive']-3, 'positive'), (1.+np.arange(40.)*50, None, ''), (np.arange(40.)%2, None, ''), (z, None, '')])
def test_a_kind_is_guessed_and_its_remedy_runs(y, lower, target):
    said = re.search("target='(.*?)'", said_kind(y, lower))
    assert (said[1] if said else '')==target and (not said or fits(y, target=said[1]).target_==target)

def test_a_guess_is_told_and_not_applied():
    est = BayesianMLPRegressor(**tiny).fit(x, values['share'])
    assert est.target_=='real' and "target='share' keeps them there" in est.report_
    assert 'target=' not in BayesianMLPRegressor(**tiny, target='share').fit(x, values['share']).report_

# a kind for each target

def mixed(): return np.c_[z[:, 0], np.exp(z[:, 1]/3), 1/(1+np.exp(-z[:, 2]))]

def test_each_target_has_its_kind(tmp_path):
    "Density, quantiles and draws are those of real targets, moved"
    at = np.c_[z[:, 0], z[:, 1]/3, z[:, 2]]
    real, est = BayesianMLPRegressor(**tiny).fit(x, at), BayesianMLPRegressor(**tiny, target=['real', 'positive', 'share']).fit(x, mixed())
    slope = -at[:, 1]+at[:, 2]+2*np.log1p(np.exp(-at[:, 2]))
    assert np.allclose(est.log_density(x, mixed()), real.log_density(x, at)+slope, atol=1e-6)
    assert est.evidence_.lower==pytest.approx(real.evidence_.lower+slope.sum(), abs=1e-5)
    q, r = (e.predict(x, quantiles=(.1, .9)) for e in (est, real))
    assert np.allclose(q, np.stack([r[:, 0], np.exp(r[:, 1]), 1/(1+np.exp(-r[:, 2]))], 1))
    drawn, (mean, std) = est.sample_y(x[:2], 20_000), est.predict(x[:2], return_std=True)
    assert drawn.mean(-1)==pytest.approx(mean, rel=.05) and drawn.std(-1)==pytest.approx(std, rel=.1) and (drawn[:, 1]>0).all()
    est.save(tmp_path/'a.safetensors')
    again = BayesianMLPRegressor.load(tmp_path/'a.safetensors')
    assert np.array_equal(again.predict(x), est.predict(x)) and clone(again).target==('real', 'positive', 'share') and 'scale of each kind' in est.report_
    refused('y has -1 in row 3 of target 1', est.log_density, x, np.where(np.arange(40)[:, None]==3, -1., mixed()))

@pytest.mark.parametrize('target,said', [(['real', 'money', 'share'], "unknown target 'money'"), (['real', 'positive'], 'target names 2 kinds'), (['count', 'real', 'real'], "'count' beside ['real', 'real']"),
    (['positive']*3, "expected positive numbers for target='positive'"), (['share', 'positive', 'real'], "of target 'y0'")])
def test_kinds_that_do_not_fit_are_refused(target, said): assert said in message(lambda: BayesianMLPRegressor(**tiny, target=target).fit(x, np.c_[mixed()[:, :1]-3, mixed()[:, 1:]]))

# ranks of rows that were left out

@pytest.mark.parametrize('kind', values)
def test_scores_undo_quantiles_and_are_standard_normal(kind, kinds):
    est, at = kinds[kind], np.repeat(x[:1], 4000, 0)
    scores = est.normal_scores(at, est.sample_y(x[:1], 4000)[0]).numpy()[:, 0]
    assert abs(scores.mean())<.06 and scores.std()==pytest.approx(1, abs=.04)
    levels = np.array([.001, .05, .5, .95, .999])
    q = est.predict(x[:1], quantiles=levels)[0]
    if kind!='count': assert np.allclose(est.normal_scores(at[:5], q)[:, 0], norm.ppf(levels), atol=1e-5)

def test_scores_and_quantiles_agree_far_outside():
    kind, scores = target_kinds['real'], torch.tensor([-300., -9., -6., 0., 7., 50.]).double()
    means, std = torch.tensor([-1., 0., 2.]).double().reshape(3, 1, 1), torch.tensor([.1, .3, .1]).double().reshape(3, 1, 1)
    q = torch.cat([kind.quantile(means, std, s) for s in scores])
    assert (q.diff(dim=0)>0).all() and torch.allclose(kind.score(means, std, q, None)[:, 0], scores, rtol=1e-4)

@pytest.mark.parametrize('noise', [.02, 2.])
def test_ranks_mend_noise_that_is_given_wrongly(noise):
    gen = np.random.default_rng(3)
    X = gen.normal(size=(1080, 2))
    y = X[:, 0]+.3*gen.normal(size=1080)
    how = dict(hidden_layer_sizes=4, max_steps=40, prior=1., random_state=0, noise=noise)
    own, est = (BayesianMLPRegressor(**how, conformal=c).fit(X[:80], y[:80]) for c in (False, True))
    share = [((low<y[80:])&(y[80:]<high)).mean() for low,high in (e.predict(X[80:], quantiles=(.05, .95)).T for e in (own, est))]
    assert .83<share[1]<.97 and abs(share[0]-.9)>.08 and np.array_equal(own.predict(X), est.predict(X)) and np.array_equal(own.log_density(X, y), est.log_density(X, y))
    assert 'Of rows that were left out' in est.report_

def test_ranks_are_those_of_repeated_rows():
    est = BayesianMLPRegressor(**tiny).fit(x, z[:, 0])
    scores, weights, levels = torch.randn(40, 1, generator=streams(0, 'scores')).double(), torch.arange(40)%3+1, np.array([.02, .1, .5, .9, .97])
    found = []
    for repeat,w in ((weights, torch.ones(int(weights.sum()))), (torch.ones(40).long(), weights)):
        est.left_out_scores_, est.left_out_weights_ = scores.repeat_interleave(repeat, 0), w.double()
        found.append(est._scores_of(levels))
    total = scores.repeat_interleave(weights, 0)[:, 0].sort().values
    k = (len(total)+1)*torch.tensor(levels)
    assert torch.equal(*found) and found[0][[0, 1], 0].tolist()==total[k[:2].long()-1].tolist() and found[0][3:, 0].tolist()==total[k[3:].ceil().long()-1].tolist()

@pytest.mark.parametrize('target,y', [('real', z[:, 0]), ('real', z), ('count', values['count']), (['real', 'positive', 'share'], mixed())], ids=['one', 'several', 'counts', 'mixed'])
def test_ranks_are_kept_and_levels_without_one_refused(target, y, tmp_path):
    "With weights and a frame; the level that the message names is taken, and so is a fit without ranks"
    frame = pd.DataFrame(x, columns=['a', 'b']).assign(c=np.where(x[:, 0]>2, 'u', 'v'))
    est = BayesianMLPRegressor(**tiny, target=target, conformal=True).fit(frame, y, sample_weight=np.arange(40)%2+.5)
    assert (np.diff(est.predict(frame, quantiles=(.1, .3, .5, .7, .9)))>=0).all() and est.left_out_scores_.shape==(40, np.size(y)//40)
    est.save(tmp_path/'a.safetensors')
    again = BayesianMLPRegressor.load(tmp_path/'a.safetensors')
    assert np.array_equal(again.predict(frame, quantiles=(.1, .9)), est.predict(frame, quantiles=(.1, .9))) and again.conformal
    said = message(lambda: est.predict(frame, quantiles=(.5, .001)))
    low, high = map(float, re.search(r'0.001, which no rank of 40 left-out rows has: expected (.*) to (.*), or a fit with conformal=False', said).groups())
    assert np.isfinite(est.predict(frame, quantiles=(low, high))).all()
    assert np.isfinite(est.set_params(conformal=False).fit(frame, y).predict(frame, quantiles=.001)).all() and not hasattr(est, 'left_out_scores_')

def test_ranks_that_one_row_decides_are_warned_of():
    heavy = np.r_[1e3, np.ones(39)]
    with pytest.warns(UserWarning, match='one of 40 rows has 96% of the total weight.*conformal=False'): BayesianMLPRegressor(**tiny, conformal=np.True_).fit(x, z[:, 0], heavy)
    with warnings.catch_warnings():
        warnings.filterwarnings('error', 'one of')
        BayesianMLPRegressor(**tiny, conformal=np.False_).fit(x, z[:, 0], heavy)
        BayesianMLPRegressor(**tiny, conformal=True).fit(x[:5], z[:5, 0], np.full(5, 2.))

def test_weights_that_give_no_rank_are_refused_and_the_remedy_runs():
    w = np.full(40, .01)
    est = BayesianMLPRegressor(**tiny, conformal=True).fit(x, z[:, 0], w)
    said = message(lambda: est.predict(x, quantiles=.5))
    assert 'left-out rows have a total weight of 0.4, expected 1 or more' in said
    scaled = eval(re.search(r'sample_weight/[\d.]+', said)[0], {'sample_weight': w})
    assert np.isfinite(est.fit(x, z[:, 0], scaled).predict(x, quantiles=(.1, .9))).all()

@pytest.mark.parametrize('noise', ['input', 'student'])
def test_left_out_rows_meet_the_choices_of_the_fit(noise, short_chains, monkeypatch):
    made, own = [], BayesianMLPRegressor._fit_numbers
    monkeypatch.setattr(table_fits, 'n_draws', 10)
    monkeypatch.setattr(BayesianMLPRegressor, '_fit_numbers', lambda est, X, y: made.append(est) or own(est, X, y))
    BayesianMLPRegressor(**tiny|dict(max_steps=2), noise=noise, conformal=True).fit(x, z[:, 0])
    assert len(made)==6 and {(e.noise, e.by_input_, e.student_, e.inference_, e.family_) for e in made}=={(noise, True, noise=='student', made[0].inference_, 'collapsed')}
