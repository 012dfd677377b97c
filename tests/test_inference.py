"Training, stopping, resuming and predicting: known answers, exactness, and refusals."
from copy import deepcopy
from functools import partial
from math import log, pi
from shutil import which

import pandas as pd
import pytest
import torch
from torch import nn
from torch.distributions import MultivariateNormal, Normal
from torch.nn import functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR

from cases import MadeEntries, cases, families, make_posterior, members_of, mlp, rng, rngs
from symbayes.core import SymbayesError, member_buffers, network_outputs, seeded_module
from symbayes.groups import PermutationGroup, mlp_group
from symbayes.breaking import fix_weights, order_biases, skip_mlp, would_be_group
from symbayes.inference import LocalReparam, evaluate, fit, predict, predictive_nll
from symbayes.likelihoods import Categorical, Gaussian
from symbayes.posteriors import IsotropicNormal, LowRank, MeanField, UnitGaussian
from symbayes.runs import make_mlp
from symbayes.symmetrized_elbo import Exact, Uniform, elbo

over_families = pytest.mark.parametrize('family', families)
close = lambda a, b, tol=1e-9: torch.testing.assert_close(torch.as_tensor(a), torch.as_tensor(b), rtol=tol, atol=tol)
case, prior = cases['signed'], IsotropicNormal(1.)
net, group, x = case.model(), case.group, case.x(24)
y = torch.stack([x[:, 0].sin(), x[:, 1]*x[:, 2]], 1) + .1*torch.randn(24, 2, generator=rng(1), dtype=torch.float64)
labels = (x[:, 0]>0).long()
valid = case.x(12, 5), torch.zeros(12, 2, dtype=torch.float64)
gens = lambda members, seed=0: rngs(*range(seed, seed+members)) if members else rng(seed)
quiet = dict(progress=False)
state = lambda q, lik=None: {**q.state_dict(), **({f'lik.{k}': t for k,t in lik.state_dict().items()} if lik else {})}
same = lambda a, b: a.keys()==b.keys() and all(torch.equal(a[k], b[k]) for k in a)
def no_seconds(h: pd.DataFrame) -> pd.DataFrame: return h.drop(columns='seconds')

# known answers

lin_x = torch.randn(30, 3, generator=rng(2), dtype=torch.float64)@torch.tensor([[1., .6, 0.], [0., 1., .4], [0., 0., 1.]]).double()
lin_y = lin_x@torch.tensor([.5, -1., .2]).double() + .3 + .5*torch.randn(30, generator=rng(3), dtype=torch.float64)
one_unit = PermutationGroup({'h': 1}, {'weight': ('h', 3), 'bias': ('h',)})

def linear_answer() -> tuple:
    "Posterior mean, precision and log evidence of `y = w.x + b + noise`, noise std .5, prior std .8"
    a = torch.cat([lin_x, torch.ones(30, 1).double()], 1)
    precision = a.T@a/.25 + torch.eye(4).double()/.64
    evidence = MultivariateNormal(torch.zeros(30).double(), .64*a@a.T+.25*torch.eye(30).double()).log_prob(lin_y)
    return torch.linalg.solve(precision, a.T@lin_y/.25), precision, evidence

@pytest.mark.parametrize('family,options', [('MeanField', {}), ('MeanField', dict(local_reparam=True)), ('UnitGaussian', {}), ('LowRank', {})], ids=str)
def test_bayesian_linear_regression(family, options):
    "Mean field finds the mean and 1/diag(precision); a full covariance finds the posterior, and its ELBO is the evidence"
    mean, precision, evidence = linear_answer()
    model = seeded_module(lambda: nn.Linear(3, 1), 0).double()
    q = dict(MeanField=lambda: MeanField.from_module(model, .3), UnitGaussian=lambda: UnitGaussian.from_module(model, one_unit, std=.3), LowRank=lambda: LowRank.from_module(model, 4, .1, rng(0)))[family]()
    prior = IsotropicNormal(.8)
    fit(model, q, prior, Gaussian(.5), (lin_x, lin_y), epochs=400, lr=6e-2, n_samples=16, scheduler=lambda o: CosineAnnealingLR(o, 400), generator=rng(4), **options, **quiet)
    std = precision.diagonal().rsqrt() if family=='MeanField' else torch.linalg.inv(precision).diagonal().sqrt()
    assert ((q.loc-mean)/std).abs().max()<.1
    assert (q.flat_std()/std-1).abs().max()<.05
    exact_kl = .5*(precision.diagonal().log().sum()-precision.logdet()) if family=='MeanField' else 0.
    t = evaluate(model, q, prior, Gaussian(.5), (lin_x, lin_y), n_samples=10_000, generator=rng(5))
    assert abs(t.total-(evidence-exact_kl))<.06

def test_learned_noise_finds_the_noise():
    model, noise = seeded_module(lambda: nn.Linear(3, 1), 0).double(), Gaussian(2., learned=True)
    big = torch.randn(500, 3, generator=rng(6), dtype=torch.float64)
    fit(model, MeanField.from_module([model]*2, .05), prior, noise, (big, big[:, 0]+.3*torch.randn(500, generator=rng(7), dtype=torch.float64)), epochs=300, lr=5e-2, generator=rng(8), **quiet)
    assert noise.std.shape==(2,) and ((noise.std-.3).abs()<.03).all()

def test_predictions_average_over_draws():
    q = make_posterior('MeanField', case)
    out = predict(net, q, x, 7, batch_size=5, generator=rng(0))
    assert out.shape==(7, 24, 2) and not out.requires_grad
    close(out, network_outputs(net, q.rsample(7, rng(0)), x).detach())
    lp = Normal(out, .3).log_prob(y).sum(-1)
    close(predictive_nll(out, y, Gaussian(.3)), -lp.exp().mean(0).log().mean(), 1e-6)
    assert predict(net, q, x[:0], 7, generator=rng(0)).shape==(7, 0, 2)

@pytest.mark.parametrize('members', [None, 2])
def test_many_draws_are_evaluated_in_blocks_that_do_not_show(members):
    q, n = make_posterior('MeanField', case, members), 2**16//(24*(members or 1))*2+5  # two whole blocks and a bit
    close(predict(net, q, x, n, generator=gens(members)), network_outputs(net, q.rsample(n, gens(members)), x).detach())

# stacked and single

@over_families
@pytest.mark.parametrize('options', [dict(), dict(batch_size=7, n_samples=2, n_mi_samples=3, kl_warmup=2, likelihood='learned'), dict(likelihood='classes', batch_size=10, valid=True, patience=2, group=None)], ids=['full batch', 'batches, learned noise', 'classes, stopping'])
def test_stacked_equals_single(family, options):
    options = dict(group=group) | options
    kind, v = options.pop('likelihood', 'known'), options.pop('valid', False)
    lik = lambda: {'known': Gaussian(.3), 'learned': Gaussian(.3, learned=True), 'classes': Categorical()}[kind]
    data = (x, labels if kind=='classes' else y)
    options |= dict(epochs=6, lr=3e-2, valid=(valid[0], torch.zeros(12).long()) if v else None, **quiet)
    stack, ls = make_posterior(family, case, 3), lik()
    starts = members_of(stack)
    h = fit(net, stack, prior, ls, data, generator=rngs(0, 1, 2), **options)
    for i,q in enumerate(starts):
        l = lik()
        single = fit(net, q, prior, l, data, generator=rng(i), **options)
        for k,t in stack.member(i).state_dict().items(): close(t, q.state_dict()[k], 1e-6)
        if kind=='learned': close(ls.std[i], l.std, 1e-6)
        mine = no_seconds(h[h.member==i]).reset_index(drop=True).assign(member=0)
        pd.testing.assert_frame_equal(mine[:len(single)], no_seconds(single), rtol=1e-6, atol=1e-6)

@pytest.mark.parametrize('options', [dict(), dict(group=group, n_mi_samples=2, batch_size=7), dict(local_reparam=True, batch_size=7, n_samples=2)], ids=['plain', 'symmetrised', 'local'])
def test_members_with_one_generator_share_its_draws(options, tmp_path):
    "As if each had its own generator with the same seed, also after an interruption"
    def run(gens, epochs=4, **more):
        q = make_posterior('MeanField', case, 3)
        return no_seconds(fit(net, q, prior, Gaussian(.5), (x, y), epochs=epochs, generator=gens, **options, **more, **quiet)), state(q)
    shared = lambda: [g:=rng(1), rng(2), g]
    h, s = run(rngs(1, 2, 1))
    assert run(shared())[0].equals(h) and same(run(shared())[1], s)
    run(shared(), 2, checkpoint=tmp_path/'a')
    assert same(run(shared(), checkpoint=tmp_path/'a', resume=True)[1], s)
    run(rngs(1, 2, 1), 2, checkpoint=tmp_path/'b')
    with pytest.raises(SymbayesError, match='generators is'): run(shared(), checkpoint=tmp_path/'b', resume=True)
    with pytest.raises(SymbayesError, match='expected a torch.Generator per member'): run([None, rng(1), rng(2)])

@pytest.mark.parametrize('batch_size', [None, 6])
@pytest.mark.parametrize('n_samples', [1, 3])
def test_stacked_equals_single_with_flat_targets(batch_size, n_samples):
    "Targets of shape `(n,)` and one output: every member is told its own batch's targets"
    model = mlp(3, 4, 1, act=nn.Tanh).double()
    stack = MeanField.from_module([model]*3, .05)
    q, options = stack.member(1), dict(epochs=4, lr=3e-2, batch_size=batch_size, n_samples=n_samples, **quiet)
    fit(model, stack, prior, Gaussian(.3), (x, y[:, 0]), generator=rngs(0, 1, 2), **options)
    fit(model, q, prior, Gaussian(.3), (x, y[:, 0]), generator=rng(1), **options)
    close(stack.loc[1], q.loc, 1e-8)

@over_families
def test_evaluate_stacked_equals_single(family):
    q = make_posterior(family, case, 3)
    t = evaluate(net, q, prior, Gaussian(.3), (x, y), group, Uniform(10, chunk=150), 5, generator=rngs(0, 1, 2))
    for i,m in enumerate(members_of(q)):
        one = evaluate(net, m, prior, Gaussian(.3), (x, y), group, Uniform(10, chunk=150), 5, generator=rng(i))
        for k in ('log_lik', 'kl', 'mi'): close(getattr(t, k)[i], getattr(one, k), 1e-7)

def test_evaluate_is_the_elbo():
    "With many draws: log likelihood by its closed form for a linear model, KL exactly, I between 0 and log|G|; in float64 from float32 parts"
    model = cases['no_hidden'].model(dtype=torch.float32)
    q = make_posterior('MeanField', cases['no_hidden'], dtype=torch.float32)
    t = evaluate(model, q, prior, Gaussian(.5), (x.float(), y.float()), n_samples=20_000, generator=rng(0))
    m, s = ({k: v.detach().double() for k,v in p.items()} for p in (q.mean, q.std))
    second = (x@m['0.weight'].T+m['0.bias']-y).square() + x.square()@s['0.weight'].square().T + s['0.bias'].square()
    assert t.total.dtype==torch.float64 and abs(t.log_lik-(-.5*second/.25-log(.5)-.5*log(2*pi)).sum())<1.
    close(t.kl, deepcopy(q).double().kl(prior), 1e-6)
    e = evaluate(net, make_posterior('MeanField', case), prior, Gaussian(.5), (x, y), group, Exact(), 50, generator=rng(1))
    assert 0<e.mi<=group.log_order+1e-9 and e.side=='exact'

@over_families
def test_evaluate_does_not_hold_all_elements_at_once(family):
    "All weights of a deep network under every element and draw at once: 63 GB at the defaults for two layers of 256 units"
    model, g = mlp(3, 8, 40, 8, 2), mlp_group([3, 8, 40, 8, 2])
    q = dict(MeanField=lambda: MeanField.from_module(model, .1), LowRank=lambda: LowRank.from_module(model, 2, .1, rng(0)), UnitGaussian=lambda: UnitGaussian.from_module(model, g, ['h2'], .1))[family]()
    with MadeEntries() as seen: evaluate(model, q, prior, Gaussian(.5), (x.float(), y.float()), g, Uniform(60, chunk=2**14), 10, 10, generator=rng(0))
    assert seen.largest<=8*2**14 < 10*59*q.layout.numel/3

# resuming

class PowerCut(Exception): "Stands for a killed process"

resume_cases = [('MeanField', None, 'plain'), *((f, m, 'everything') for f in families for m in (None, 3))]

@pytest.mark.parametrize('family,members,options', resume_cases, ids=str)
def test_resumed_equals_uninterrupted(family, members, options, tmp_path):
    "Cut twice, the end is the same bits: posterior, noise, history"
    everything = dict(batch_size=7, n_samples=2, n_mi_samples=2, kl_warmup=3, scheduler=lambda o: ExponentialLR(o, .9), optimizer=torch.optim.AdamW, patience=4, group=group, estimator=Uniform(4)) if options=='everything' else {}
    def run(path, cut=None):
        q, lik, seen = make_posterior(family, case, members), Gaussian(.3, learned=options=='everything'), []
        def metric(*args):
            seen.append(1)
            if cut and len(seen)>cut: raise PowerCut
            return predictive_nll(*args)
        h = fit(net, q, prior, lik, (x, y), epochs=6, lr=5e-2, generator=gens(members), valid=valid, metric=metric, checkpoint=path, checkpoint_every=0, resume=True, **everything, **quiet)
        return q, lik, h
    q0, l0, h0 = run(tmp_path/'whole')
    for cut in (2, 1):
        with pytest.raises(PowerCut): run(tmp_path/'cut', cut)
    q1, l1, h1 = run(tmp_path/'cut')
    assert same(state(q0, l0), state(q1, l1))
    pd.testing.assert_frame_equal(no_seconds(h0), no_seconds(h1), check_exact=True)
    q2, l2, h2 = run(tmp_path/'cut')
    assert same(state(q0, l0), state(q2, l2)) and len(h2)==len(h0)
    assert sorted(p.name for p in tmp_path.iterdir())==['cut', 'whole']

def test_longer_after_the_end(tmp_path):
    "3 epochs and then 3 more are 6"
    ends = []
    for epochs in ([6], [3, 6]):
        for e in epochs:
            q = make_posterior('MeanField', case, 2)
            h = fit(net, q, prior, Gaussian(.3), (x, y), epochs=e, lr=3e-2, batch_size=9, generator=gens(2), checkpoint=tmp_path/f'{len(epochs)}', resume=True, **quiet)
        ends.append(q.loc.detach())
        assert list(h.epoch.unique())==list(range(1, 7))
    assert torch.equal(*ends)

def test_without_resume_a_checkpoint_is_replaced(tmp_path):
    a, b = (make_posterior('MeanField', case) for _ in range(2))
    for q in (a, b): h = fit(net, q, prior, Gaussian(.3), (x, y), epochs=3, generator=rng(0), checkpoint=tmp_path/'c', **quiet)
    assert same(state(a), state(b)) and len(h)==3

def test_a_cut_while_writing_leaves_the_last_whole_checkpoint(tmp_path, monkeypatch):
    options = dict(lr=3e-2, generator=rng(0), checkpoint=tmp_path/'c', checkpoint_every=0, resume=True, **quiet)
    fit(net, make_posterior('MeanField', case), prior, Gaussian(.3), (x, y), epochs=2, **options)
    whole, real = (tmp_path/'c').read_bytes(), torch.save
    def half(obj, f):
        real(obj, f)
        f.truncate(100)
        raise PowerCut
    monkeypatch.setattr(torch, 'save', half)
    with pytest.raises(PowerCut): fit(net, make_posterior('MeanField', case), prior, Gaussian(.3), (x, y), epochs=4, **options)
    assert (tmp_path/'c').read_bytes()==whole and len(list(tmp_path.iterdir()))==1

def resume(path, q=None, model=net, lik=None, **options):
    options = dict(epochs=4, generator=rng(0), **quiet) | options
    return fit(model, q or make_posterior('MeanField', case), options.pop('prior', prior), lik or Gaussian(.3), options.pop('data', (x, y)), checkpoint=path, resume=True, **options)

others = {
    'architecture': lambda: dict(model=(m := cases['deep'].model()), q=MeanField.from_module(m)),
    'family': lambda: dict(q=make_posterior('UnitGaussian', case)),
    'members': lambda: dict(q=make_posterior('MeanField', case, 2)),
    'prior': lambda: dict(prior=IsotropicNormal(.5)),
    'data': lambda: dict(data=(x[:-1], y[:-1])),
    'group': lambda: dict(group=group),
    'batch size': lambda: dict(batch_size=5),
    'optimiser': lambda: dict(optimizer=torch.optim.SGD),
    'scheduler': lambda: dict(scheduler=lambda o: ExponentialLR(o, .9)),
    'learned noise': lambda: dict(lik=Gaussian(.3, learned=True)),
    'another noise': lambda: dict(lik=Gaussian(.7)),
    'learning rate': lambda: dict(lr=.1),
    'local reparametrisation': lambda: dict(local_reparam=True),
    'dtype': lambda: dict(model=deepcopy(net).float(), q=make_posterior('MeanField', case, dtype=torch.float32), data=(x.float(), y.float())),
}

@pytest.mark.parametrize('other', others)
def test_a_checkpoint_of_another_run_is_refused(other, tmp_path):
    resume(tmp_path/'c', epochs=2)
    before = (tmp_path/'c').read_bytes()
    with pytest.raises(SymbayesError) as e: resume(tmp_path/'c', **others[other]())
    assert '\n' not in str(e.value) and (tmp_path/'c').read_bytes()==before

def test_a_checkpoint_of_another_rank_or_colour_is_refused(tmp_path):
    resume(tmp_path/'r', LowRank.from_module(net, 2, generator=rng(0)), epochs=2)
    with pytest.raises(SymbayesError): resume(tmp_path/'r', LowRank.from_module(net, 3, generator=rng(0)))
    model = mlp(3, 3, 3, 3, act=nn.Tanh).double()
    g, at = mlp_group(model), dict(model=model, data=(x, x))
    resume(tmp_path/'u', UnitGaussian.from_module(model, g, ['h1']), epochs=2, **at)
    with pytest.raises(SymbayesError): resume(tmp_path/'u', UnitGaussian.from_module(model, g, ['h2']), **at)

def test_patience_asked_for_after_the_end(tmp_path):
    "Nothing left to train and nothing remembered: the posterior of the file"
    resume(tmp_path/'c', q := make_posterior('MeanField', case), epochs=2, valid=valid)
    resume(tmp_path/'c', p := make_posterior('MeanField', case), epochs=2, valid=valid, patience=3)
    assert same(state(q), state(p))

def test_corrupt_checkpoints_are_refused(tmp_path):
    resume(tmp_path/'c', epochs=2)
    whole = (tmp_path/'c').read_bytes()
    def refused():
        with pytest.raises(SymbayesError) as e: resume(tmp_path/'c')
        assert '\n' not in str(e.value) and 'weights_only' not in str(e.value)
    for content in (b'', b'x', b'not a checkpoint\n'*50, whole[:100], whole[:len(whole)//2], whole[:-1]):
        (tmp_path/'c').write_bytes(content)
        refused()
    for obj in ({'a': 1}, [1, 2], torch.zeros(3), {'identity': {}, 'run': {}}, {'identity': 1, 'run': 2}, net):
        torch.save(obj, tmp_path/'c')
        refused()
    saved = torch.load((tmp_path/'c').write_bytes(whole) and tmp_path/'c', weights_only=True)
    for k in ('q', 'optimizer', 'generators', 'epoch'):
        torch.save({'identity': saved['identity'], 'run': {i: v for i,v in saved['run'].items() if i!=k}}, tmp_path/'c')
        refused()
    (tmp_path/'c').unlink()
    (tmp_path/'c').mkdir()
    refused()

@pytest.mark.parametrize('place', ['a folder', 'below a file', 'nowhere'])
def test_unwritable_checkpoints_are_refused_before_training(place, tmp_path):
    (tmp_path/'file').write_text('x')
    path, seen = {'a folder': tmp_path, 'below a file': tmp_path/'file'/'c', 'nowhere': '/proc/nowhere/c'}[place], []
    with pytest.raises(SymbayesError, match='cannot write'):
        fit(net, make_posterior('MeanField', case), prior, Gaussian(.3), (x, y), epochs=2, checkpoint=path, valid=valid, metric=lambda *a: seen.append(1) or predictive_nll(*a), **quiet)
    assert not seen and [p.name for p in tmp_path.iterdir()]==['file']

# early stopping, warm-up, history

@pytest.mark.parametrize('members', [None, 3])
def test_early_stopping_goes_back_to_each_members_best(members):
    q, seen = make_posterior('MeanField', case, members), []
    def metric(outputs, y, likelihood):
        seen.append((q.loc.detach().clone(), predictive_nll(outputs, y, likelihood)))
        return seen[-1][1]
    h = fit(net, q, prior, Gaussian(.3), (x, y), epochs=200, lr=5e-2, valid=valid, metric=metric, patience=3, generator=gens(members), **quiet)
    scores = torch.stack([s for _,s in seen]).reshape(len(seen), -1)
    for i in range(members or 1):
        best, at, waited = float('inf'), None, 0
        for e,s in enumerate(scores[:, i].tolist()):
            if s<best and waited<3: best, at, waited = s, e, 0
            else: waited += 1
        close(q.loc[i] if members else q.loc, seen[at][0][i] if members else seen[at][0])
        assert waited>=3
    assert len(seen)<200 and len(h)==len(seen)*(members or 1)

def test_history_and_warm_up():
    h = fit(net, make_posterior('MeanField', case, 2), prior, Gaussian(.3), (x, y), group, Uniform(5), epochs=6, batch_size=8, kl_warmup=4, generator=rng(0), valid=valid, **quiet)
    assert list(h.columns)==['epoch', 'member', 'log_lik', 'kl', 'mi', 'elbo', 'symmetrized_elbo', 'beta', 'objective', 'seconds', 'valid'] and len(h)==12
    assert h.beta[::2].tolist()==pytest.approx([.25, .5, .75, 1, 1, 1])
    assert (h.elbo-(h.log_lik-h.kl)).abs().max()<1e-9 and (h.symmetrized_elbo-(h.elbo+h.mi)).abs().max()<1e-9
    late = h[h.epoch>4]
    assert (late.objective-late.symmetrized_elbo).abs().max()<1e-9 and (h.mi<=log(5)+1e-9).all()
    plain = fit(net, make_posterior('MeanField', case), prior, Gaussian(.3), (x, y), epochs=1, generator=rng(0), **quiet)
    assert (plain.mi==0).all() and (plain.beta==1).all()

def test_the_log_likelihood_is_scaled_to_the_data_set():
    "A posterior without spread: any batch partition gives the average of the full-data value"
    q = MeanField.from_module(net, 1e-9)
    full, parts = (fit(net, deepcopy(q), prior, Gaussian(.3), (x, y), epochs=1, lr=1e-12, batch_size=b, generator=rng(0), **quiet).log_lik[0] for b in (None, 6))
    assert full==pytest.approx(parts, rel=1e-6)

# local reparametrisation

def per_example(out, std=.5): return Normal(out, std).log_prob(y).sum(-1).detach()

@pytest.mark.parametrize('name', ['signed', 'mixed', 'no_bias', 'no_hidden', 'scaled', 'segments'])
def test_local_draws_have_the_moments_of_weight_draws(name):
    "Mean and variance of every example's log likelihood, six standard errors, and of its outputs"
    c, n = cases[name], 6000
    q, model = make_posterior('MeanField', c, std=.2), c.model()
    a, b = network_outputs(model, q.rsample(n, rng(0)), x).detach(), LocalReparam(model, q)(x, n, generator=rng(1)).detach()
    assert a.shape==b.shape
    for u,v in ((a, b), (a.square(), b.square()), (a[..., 0]*a[..., 1], b[..., 0]*b[..., 1]), (per_example(a), per_example(b)), (per_example(a).square(), per_example(b).square())):
        assert ((u.mean(0)-v.mean(0)).abs()<6*((u.var(0)+v.var(0))/n).sqrt()).all()
    assert abs(torch.corrcoef(torch.stack([b[:, 0, 0], b[:, 1, 0]]))[0, 1])<.15

@pytest.mark.parametrize('make,shape', [(lambda: nn.Conv1d(2, 3, 2, stride=2, padding=1), (2, 5)), (lambda: nn.Conv2d(2, 4, 3, padding=1, padding_mode='circular', groups=2, bias=False), (2, 4, 4)), (lambda: nn.Conv3d(1, 2, 2, dilation=2), (1, 3, 3, 3)), (lambda: nn.Linear(3, 2, bias=False), (4, 3))], ids=['conv1d', 'conv2d', 'conv3d', 'linear on sequences'])
def test_local_draws_of_one_layer(make, shape):
    "Mean and standard deviation at every place of the output"
    layer, n = seeded_module(make, 0).double(), 4000
    q, z = MeanField.from_module(layer, .3), torch.randn(2, *shape, generator=rng(0), dtype=torch.float64)
    a, b = network_outputs(layer, q.rsample(n, rng(1)), z).detach(), LocalReparam(layer, q)(z, n, generator=rng(2)).detach()
    assert ((a.mean(0)-b.mean(0)).abs()<=6*((a.var(0)+b.var(0))/n).sqrt()).all() and ((a.std(0)-b.std(0)).abs()<=6*b.std(0)/n**.5+1e-9).all()

stackable = {
    'mlp': (lambda: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), True),
    'no bias': (lambda: nn.Sequential(nn.Linear(3, 4, bias=False), nn.ReLU(), nn.Linear(4, 2)), True),
    'skips': (lambda: skip_mlp(3, 2, 4, 3, generator=rng(0)), True),
    'ordered biases': (lambda: order_biases(skip_mlp(3, 2, 4, 3, generator=rng(0))), True),
    'fixed weights': (lambda: fix_weights(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 2)), generator=rng(0)), False),
    'norm': (lambda: nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Linear(4, 2)), False),
    'over the batch': (lambda: nn.Sequential(nn.Linear(3, 4), nn.Softmax(0), nn.Linear(4, 2)), False),
    'flatten': (lambda: nn.Sequential(nn.Flatten(), nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)), False),
}
@pytest.mark.parametrize('name', stackable)
@pytest.mark.parametrize('members,member_x', [(None, False), (3, False), (3, True)])
def test_local_draws_of_a_whole_stack_equal_those_by_vmap(name, members, member_x):
    make, stacks = stackable[name]
    model, z, found = seeded_module(make, 0).double(), x[:6].expand(*([3] if member_x else []), 6, -1), []
    for force in (None, False):
        q = MeanField.from_module([seeded_module(make, i).double() for i in range(members)] if members else model, .3)
        local = LocalReparam(model, q)
        local.stacks = force
        out = local(z, 2, member_x, gens(members))
        out.square().sum().backward()
        found.append((out.detach(), q.loc.grad, q.log_std.grad))
        if force is None: assert local.stacks==stacks
    for a,b in zip(*found): close(a, b)

@pytest.mark.parametrize('frozen', ['loc', 'log_std'])
def test_local_draws_with_a_part_that_is_frozen(frozen):
    model, found = seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), 0).double(), []
    for force in (None, False):
        q = MeanField.from_module(model, .3)
        getattr(q, frozen).requires_grad_(False)
        local = LocalReparam(model, q)
        local.stacks = force
        local(x, 2, generator=rng(0)).square().sum().backward()
        found.append((q.log_std if frozen=='loc' else q.loc).grad)
    close(*found)

class Doubled(nn.Linear):
    def forward(self, x): return 2*super().forward(x)

@pytest.mark.parametrize('make', [lambda: nn.Sequential(Doubled(3, 2)), lambda: nn.Sequential(nn.Linear(3, 4), nn.Dropout2d(.5))], ids=['own forward', 'feature dropout'])
def test_local_draws_leave_alone_what_they_cannot_know(make):
    model = seeded_module(make, 0).double().eval()
    q, n = MeanField.from_module(model, .3), 4000
    local = LocalReparam(model, q)
    a, b = network_outputs(model, q.rsample(n, rng(1)), x[:3]).detach(), local(x[:3], n, generator=rng(2)).detach()
    assert not local.stacks and ((a.std(0)-b.std(0)).abs()<.1*a.std(0)).all()

def test_nothing_is_left_of_a_call_that_fails():
    class Late(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.fail = nn.Linear(3, 2), False
        def forward(self, x):
            if self.fail: raise RuntimeError('late')
            return self.a(x)
    model = Late().double()
    local = LocalReparam(model, MeanField.from_module(model, .3))
    local.stacks = False  # a stack runs on a copy of the model
    local(x, generator=rng(0))
    model.fail = True
    with pytest.raises(RuntimeError, match='late'): local(x, generator=rng(0))
    assert 'forward' not in vars(model.a) and not model.a._forward_hooks

@pytest.mark.parametrize('members', [None, 3])
def test_local_draws_follow_their_generator(members):
    for name in ('conv_flatten', 'scaled', 'kernels'):
        c = cases[name]
        q, local, z = make_posterior('MeanField', c, members), LocalReparam(c.model(), make_posterior('MeanField', c, members)), c.x(5)
        before = torch.get_rng_state()
        out = local(z, 2, generator=gens(members))
        assert torch.equal(out, local(z, 2, generator=gens(members))) and torch.equal(torch.get_rng_state(), before)
        assert out.shape[:-1]==(*q.batch, 2, 5)
        for i,m in enumerate(members_of(q)): close(out[i] if members else out, LocalReparam(c.model(), m)(z, 2, generator=rng(i)), 1e-6)
        if members: close(local(torch.stack([z]*3), 2, True, gens(3)), out, 1e-6)

class Functional(nn.Module):
    "Uses a layer's weight without calling the layer"
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 2)
    def forward(self, x): return F.linear(self.a(x).relu(), self.b.weight, self.b.bias)

class Repeated(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 2)
    def forward(self, x): return self.b(self.a(self.a(x)))

def test_local_draws_cover_all_weights_or_are_refused():
    "No weight may silently stay at its mean"
    for model in (Functional().double(), Repeated().double(), nn.TransformerEncoderLayer(4, 2, 8, 0., batch_first=True).double()):
        q, z = MeanField.from_module(model, .3), torch.randn(5, 3, generator=rng(0), dtype=torch.float64)
        z = torch.randn(5, 2, 4, generator=rng(0), dtype=torch.float64) if isinstance(model, nn.TransformerEncoderLayer) else z
        try: out = LocalReparam(model, q)(z, 3, generator=rng(1))
        except SymbayesError: continue
        out.square().sum().backward()
        still = [k for k,g in q.layout.unflatten(q.log_std.grad).items() if not g.any()]
        assert not still, f'{type(model).__name__}: no noise on {still}'

def test_local_draws_need_independent_weights():
    for family in ('UnitGaussian', 'LowRank'):
        with pytest.raises(SymbayesError, match='independent weights'): fit(net, make_posterior(family, case), prior, Gaussian(.3), (x, y), local_reparam=True, **quiet)

@pytest.mark.parametrize('name', ['conv_flatten', 'kernels', 'flat_input'])
@pytest.mark.parametrize('members,batch_size', [(None, None), (2, 5)])
def test_training_with_local_draws(name, members, batch_size):
    c = cases[name]
    z = c.x(12)
    q = make_posterior('MeanField', c, members, std=.05)
    h = fit(c.model(), q, prior, Categorical(), (z, (z.flatten(1)[:, 0]>0).long()), c.group, epochs=25, lr=3e-2, batch_size=batch_size, local_reparam=True, generator=rng(0), **quiet)
    first, last = h[h.epoch<=3].groupby('member').objective.mean(), h[h.epoch>22].groupby('member').objective.mean()
    assert (last>first+5).all()

# what is left alone

@pytest.mark.parametrize('members,generator', [(None, lambda: rng(0)), (3, lambda: rng(0)), (3, lambda: rngs(0, 1, 2))])
@pytest.mark.parametrize('options', [dict(), dict(batch_size=7, n_samples=2, valid=valid, patience=1), dict(local_reparam=True, batch_size=7)], ids=['plain', 'batches', 'local'])
def test_global_random_state_and_model_are_left_alone(members, generator, options):
    torch.manual_seed(123)
    before, model = torch.get_rng_state(), deepcopy(net).train()
    params, q = deepcopy(model.state_dict()), make_posterior('MeanField', case, members)
    fit(model, q, prior, Gaussian(.3), (x, y), group, epochs=2, generator=generator(), **options, **quiet)
    predict(model, q, x, 3, generator=generator())
    evaluate(model, q, prior, Gaussian(.3), (x, y), group, Uniform(5), 3, generator=generator())
    assert torch.equal(torch.get_rng_state(), before) and same(model.state_dict(), params) and model.training
    assert all(p.grad is None for p in model.parameters())

def test_inputs_are_left_alone():
    z, t, w = x.clone(), y.clone(), make_posterior('MeanField', case)
    start = deepcopy(w.state_dict())
    predict(net, w, z, 2, generator=rng(0))
    evaluate(net, w, prior, Gaussian(.3), (z, t), group, generator=rng(0), n_samples=2)
    assert same(w.state_dict(), start) and all(p.grad is None for p in w.parameters())
    fit(net, w, prior, Gaussian(.3), (z, t), epochs=1, generator=rng(0), **quiet)
    assert torch.equal(z, x) and torch.equal(t, y) and not same(w.state_dict(), start)

def test_frozen_parts_keep_their_mode():
    "A model in training mode with a part in evaluation mode, such as a frozen norm layer, is as it was after predictions"
    model = nn.Sequential(nn.Linear(3, 4), nn.Dropout(.5), nn.Linear(4, 2)).double()
    model[1].eval()
    predict(model, MeanField.from_module(model), x, 2, generator=rng(0))
    assert model.training and not model[1].training

def test_mode_is_put_back_after_an_error():
    model = deepcopy(net).train()
    with pytest.raises((RuntimeError, SymbayesError)): predict(model, MeanField.from_module(model), x[:, :1], 2, generator=rng(0))
    assert model.training

# kinds of models

@over_families
@pytest.mark.parametrize('name', ['segments', 'twice', 'outer', 'residual', 'scaled', 'kernels', 'conv_flatten', 'no_hidden'])
def test_any_module_with_a_group_written_by_hand(family, name):
    c = cases[name]
    if family=='UnitGaussian' and not c.group.colours(): pytest.skip('no units')
    z, model = c.x(10), c.model()
    q = make_posterior(family, c, 2, std=.1)
    h = fit(model, q, prior, Gaussian(.5), (z, torch.zeros(10, 2).double()), c.group, Uniform(5), epochs=3, generator=rng(0), **quiet)
    assert h.symmetrized_elbo.notna().all() and (h.mi<=log(5)+1e-9).all() and (name!='no_hidden' or (h.mi==0).all())
    assert evaluate(model, q, prior, Gaussian(.5), (z, torch.zeros(10, 2).double()), c.group, Uniform(5), 3, generator=rng(0)).total.shape==(2,)

@pytest.mark.parametrize('members', [None, 2])
@pytest.mark.parametrize('n_samples', [1, 3])
def test_dropout(members, n_samples):
    model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(.5), nn.Tanh(), nn.Linear(8, 2)).double()
    models = [model]*members if members else model
    h = fit(model, q := MeanField.from_module(models, .05), prior, Gaussian(.5), (x, y), mlp_group(model), epochs=3, batch_size=9, n_samples=n_samples, generator=rng(0), **quiet)
    assert h.objective.notna().all() and model.training
    assert torch.equal(predict(model, q, x, 2, generator=rng(0)), predict(model, q, x, 2, generator=rng(0)))

def test_dropout_follows_the_generator():
    "Otherwise a run with dropout neither repeats nor resumes exactly, and a fit disturbs the global generator"
    model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(.5), nn.Tanh(), nn.Linear(8, 2)).double()
    a, b, before = *(MeanField.from_module(model, .05) for _ in range(2)), torch.get_rng_state()
    for q in (a, b): fit(model, q, prior, Gaussian(.5), (x, y), epochs=3, generator=rng(0), **quiet)
    assert torch.equal(a.loc, b.loc) and torch.equal(torch.get_rng_state(), before)

@pytest.mark.parametrize('options', [dict(), dict(n_samples=3), dict(local_reparam=True)], ids=str)
def test_batch_norm_runs_or_is_refused_in_one_line(options):
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)).double()
    try: fit(model, MeanField.from_module(model, .05), prior, Gaussian(.5), (x, y), epochs=2, generator=rng(0), **options, **quiet)
    except SymbayesError as e: assert '\n' not in str(e)

def test_batch_norm_in_evaluation_mode():
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)).double().eval()
    fit(model, MeanField.from_module([model]*2, .05), prior, Gaussian(.5), (x, y), epochs=2, n_samples=2, batch_size=8, generator=rng(0), **quiet)

@over_families
@pytest.mark.parametrize('members', [None, 2])
def test_bfloat16(family, members):
    "Close to the run in float32, the parameters stay float32"
    model, ends = case.model(dtype=torch.float32), []
    for autocast in (False, True):
        q = make_posterior(family, case, members, std=.05, dtype=torch.float32)
        h = fit(model, q, prior, Gaussian(.5), (x.float(), y.float()), group, epochs=8, lr=1e-2, batch_size=12, autocast=autocast, generator=rng(0), **quiet)
        ends.append(h.log_lik[-4:].mean())
        assert {t.dtype for t in q.parameters()}=={torch.float32} and h.objective.notna().all()
    assert ends[0]==pytest.approx(ends[1], rel=.05) and ends[0]!=ends[1]

@pytest.mark.skipif(not torch.cuda.is_available(), reason='no CUDA')
@pytest.mark.parametrize('members', [None, 2])
@pytest.mark.parametrize('on', ['cpu', 'cuda'])
def test_on_cuda(members, on, tmp_path):
    "With generators of either device: the group is verified, members get theirs, a run resumes exactly"
    ends = []
    for epochs in ([4], [2, 4]):
        for e in epochs:
            model = deepcopy(net).float().cuda()
            q = make_posterior('MeanField', case, members, dtype=torch.float32).cuda()
            fit(model, q, prior, Gaussian(.3), (x.float(), y.float()), group, epochs=e, batch_size=7, generator=torch.Generator(on).manual_seed(0), checkpoint=tmp_path/f'{len(epochs)}', resume=True, **quiet)
        ends.append(q.loc.detach())
    assert torch.equal(*ends)
    assert evaluate(model, q, prior, Gaussian(.3), (x.float(), y.float()), group, Uniform(5), 3, generator=torch.Generator(on).manual_seed(0)).total.isfinite().all()

def test_bfloat16_with_local_draws_and_convolutions():
    c = cases['conv_flatten']
    h = fit(c.model(dtype=torch.float32), make_posterior('MeanField', c, 2, .05, torch.float32), prior, Categorical(), (c.x(12).float(), torch.zeros(12).long()), c.group, epochs=3, local_reparam=True, autocast=True, generator=rng(0), **quiet)
    assert h.objective.notna().all()

# refusals

nan = float('nan')
def with_nan(t, value=nan):
    t = t.clone()
    t[2, 0] = value
    return t

bad = {
    'epochs 0': dict(epochs=0), 'epochs 2.5': dict(epochs=2.5), 'lr 0': dict(lr=0.), 'lr nan': dict(lr=nan), 'lr inf': dict(lr=float('inf')), 'lr negative': dict(lr=-1e-3), 'batch_size 0': dict(batch_size=0), 'batch_size 2.5': dict(batch_size=2.5),
    'n_samples 0': dict(n_samples=0), 'n_samples 1.5': dict(n_samples=1.5), 'n_mi_samples 0': dict(n_mi_samples=0), 'patience 0': dict(patience=0, valid=valid), 'patience without data': dict(patience=1),
    'warm-up negative': dict(kl_warmup=-1.), 'warm-up nan': dict(kl_warmup=nan), 'estimator without group': dict(estimator=Uniform(3)),
    'nan inputs': dict(data=(with_nan(x), y)), 'infinite inputs': dict(data=(with_nan(x, float('inf')), y)), 'nan targets': dict(data=(x, with_nan(y))), 'lengths': dict(data=(x, y[:3])), 'no data': dict(data=(x[:0], y[:0])),
    'width of inputs': dict(data=(x[:, :2], y)), 'width of targets': dict(data=(x, y[:, :1])), 'dtype of inputs': dict(data=(x.float(), y)), 'whole numbers as targets': dict(data=(x, labels)),
    'label too large': dict(data=(x, labels+1), likelihood=Categorical()), 'label negative': dict(data=(x, labels-1), likelihood=Categorical()), 'real labels': dict(data=(x, labels.double()), likelihood=Categorical()), 'two axes of labels': dict(data=(x, labels[:, None]), likelihood=Categorical()),
    'posterior of another model': dict(q=MeanField.from_module(cases['deep'].model())), 'model without the posterior': dict(model=cases['deep'].model()),
    'group of another model': dict(group=cases['deep'].group), 'group that is no symmetry': dict(group=PermutationGroup({'a': 4, 'b': 4}, {'0.weight': ('a', 3), '0.bias': ('a',), '2.weight': (2, 'b'), '2.bias': (2,)})),
    'prior of another model': dict(prior=IsotropicNormal({'a': 1.})), 'prior std negative': dict(prior=IsotropicNormal(-1.)), 'prior mean under signs': dict(prior=IsotropicNormal(1., mean=.1), group=group), 'prior mean nan': dict(prior=IsotropicNormal(1., mean=nan)),
    'generators': dict(generator=rngs(0, 1)), 'validation lengths': dict(valid=(x, y[:3])), 'validation nan': dict(valid=(with_nan(x), y)), 'validation shape': dict(valid=(x[:, :2], y)), 'validation targets': dict(valid=(x, y[:, :1])),
    'validation labels': dict(data=(x, labels), valid=(x, labels+7), likelihood=Categorical()),
}

@pytest.mark.parametrize('what', bad)
def test_bad_input_is_one_clear_line(what):
    options = dict(model=net, q=None, prior=prior, likelihood=Gaussian(.3), data=(x, y), epochs=2, generator=rng(0), **quiet) | bad[what]
    q = options.pop('q') or make_posterior('MeanField', case)
    before = deepcopy(q.state_dict())
    with pytest.raises(SymbayesError) as e: fit(options.pop('model'), q, options.pop('prior'), options.pop('likelihood'), options.pop('data'), **options)
    assert '\n' not in str(e.value) and len(str(e.value))>10
    assert same(q.state_dict(), before), 'refused after training had begun'

@pytest.mark.parametrize('make,data', [(lambda: nn.Sequential(nn.Embedding(5, 2), nn.Flatten(), nn.Linear(2, 1)), (torch.full((6, 1), 9), torch.zeros(6))), (lambda: nn.Sequential(nn.BatchNorm2d(3), nn.Linear(3, 1)), (torch.zeros(6, 3), torch.zeros(6))),
    (lambda: nn.LSTM(3, 1), (torch.zeros(6, 3), torch.zeros(6)))], ids=['IndexError', 'ValueError', 'a tuple'])
def test_models_that_do_not_take_the_inputs(make, data):
    model = make()
    with pytest.raises(SymbayesError): fit(model, MeanField.from_module(model), prior, Gaussian(.3), data, epochs=1, **quiet)

@pytest.mark.parametrize('dtype', [torch.uint8, torch.int32, torch.bool])
def test_labels_of_any_whole_number_type(dtype):
    fit(net, make_posterior('MeanField', case), prior, Categorical(), (x, labels.to(dtype)), epochs=1, generator=rng(0), **quiet)

def test_an_objective_that_explodes_is_an_error_and_not_a_result(tmp_path):
    for epochs in (1, 5):
        with pytest.raises(SymbayesError, match='learning rate'):
            q = make_posterior('MeanField', case)
            fit(net, q, prior, Gaussian(.3), (x, y), epochs=epochs, lr=1e300, generator=rng(0), checkpoint=tmp_path/'c', checkpoint_every=0, **quiet)
            assert q.loc.isfinite().all() and q.flat_std().isfinite().all(), 'no error, and a posterior that is not finite'

@pytest.mark.parametrize('args', [dict(data=(x, y[:3])), dict(data=(with_nan(x), y)), dict(data=(x[:, :2], y)), dict(group=cases['deep'].group), dict(model=cases['deep'].model()), dict(data=(x, labels)), dict(n_samples=0), dict(batch_size=0)], ids=lambda d: next(iter(d)))
def test_evaluate_refuses_bad_input(args):
    args = dict(model=net, data=(x, y), n_samples=2) | args
    with pytest.raises(SymbayesError): evaluate(args.pop('model'), make_posterior('MeanField', case), prior, Gaussian(.3), generator=rng(0), **args)

def test_a_likelihood_goes_from_one_stack_to_another():
    "Learned noise of 3 members cannot serve 2: refused in one line; the noise of one is copied"
    noise = Gaussian(.3, learned=True)
    fit(net, make_posterior('MeanField', case, 3), prior, noise, (x, y), epochs=1, generator=rng(0), **quiet)
    for members in (None, 2):
        with pytest.raises(SymbayesError): fit(net, make_posterior('MeanField', case, members), prior, noise, (x, y), epochs=1, generator=rng(0), **quiet)

def test_one_data_point_and_one_output():
    model = mlp(3, 4, 1, act=nn.Tanh).double()
    fit(model, MeanField.from_module([model]*2, .05), prior, Gaussian(.3), (x[:1], y[:1, :1]), mlp_group(model), epochs=2, generator=rng(0), **quiet)

def test_non_contiguous_data():
    wide, z = torch.randn(3, 24, 2, generator=rng(0), dtype=torch.float64), y.T.contiguous().T
    ends = []
    for data in ((wide[..., 0].T, z), (wide[..., 0].T.contiguous(), z.contiguous())):
        fit(net, q := make_posterior('MeanField', case, 2), prior, Gaussian(.3), data, group, epochs=2, batch_size=5, generator=rng(0), **quiet)
        ends.append(q.loc)
    close(*ends)

def test_history_can_be_thin():
    q = [make_posterior('MeanField', case) for _ in range(2)]
    whole, thin = (fit(net, p, prior, Gaussian(.3), (x, y), epochs=10, log_every=n, generator=rng(0), **quiet) for p,n in zip(q, (1, 4)))
    assert thin.epoch.tolist()==[4, 8, 10] and torch.equal(q[0].loc, q[1].loc)
    columns = [c for c in whole if c!='seconds']
    assert thin[columns].equals(whole[whole.epoch.isin(thin.epoch)].reset_index(drop=True)[columns])

# --- members that differ in what is fixed, and compiled steps
class Fixed(nn.Module):
    def __init__(self, seed):
        super().__init__()
        self.inner, self.last = nn.Linear(3, 4), nn.Linear(4, 2)
        self.register_buffer('mix', torch.randn(4, 4, generator=rng(seed)))
    def forward(self, x): return self.last(self.inner(x).tanh() @ self.mix.mT)

def fixed_stack(n=3, dtype=torch.float64):
    nets = [seeded_module(partial(Fixed, i), i).to(dtype) for i in range(n)]
    return nets, MeanField.from_module(nets, .1), member_buffers(nets)

@pytest.mark.parametrize('options', [dict(), dict(local_reparam=True), dict(batch_size=9), dict(local_reparam=True, batch_size=9, n_samples=2), dict(patience=2, valid=True)], ids=str)
def test_members_with_other_buffers_train_as_if_alone(options):
    nets, q, buffers = fixed_stack()
    if options.get('valid'): options = options | dict(valid=(x[:5], y[:5]))
    fit(nets[0], q, prior, Gaussian(.3), (x, y), epochs=8, lr=3e-2, buffers=buffers, generator=gens(3), **options, **quiet)
    out, terms = predict(nets[0], q, x, 4, generator=gens(3), buffers=buffers), evaluate(nets[0], q, prior, Gaussian(.3), (x, y), n_samples=4, generator=gens(3), buffers=buffers)
    for i,net in enumerate(nets):
        alone = MeanField.from_module(net, .1)
        fit(net, alone, prior, Gaussian(.3), (x, y), epochs=8, lr=3e-2, generator=rng(i), **options, **quiet)
        close(q.loc[i], alone.loc, 1e-8)
        close(out[i], predict(net, alone, x, 4, generator=rng(i)), 1e-7)
        close(terms.elbo[i], evaluate(net, alone, prior, Gaussian(.3), (x, y), n_samples=4, generator=rng(i)).elbo, 1e-6)
    assert not torch.allclose(out[0], predict(nets[1], q, x, 4, generator=gens(3))[0])

def test_buffers_that_do_not_fit_are_named():
    nets, q, buffers = fixed_stack()
    for bad,say in [({'mixed': buffers['mix']}, "no buffer 'mixed'"), ({'mix': buffers['mix'][:2]}, r"'mix' has shape \(2, 4, 4\), expected \(3, 4, 4\)"), ({'mix': buffers['mix'].float()}, r"'mix' is torch.float32")]:
        with pytest.raises(SymbayesError, match=say): fit(nets[0], q, prior, Gaussian(.3), (x, y), epochs=1, buffers=bad, **quiet)
        with pytest.raises(SymbayesError, match=say): predict(nets[0], q, x, buffers=bad)
    with pytest.raises(SymbayesError, match='no stack'): predict(nets[0], MeanField.from_module(nets[0]), x, buffers=buffers)
    with pytest.raises(SymbayesError, match='buffers differ'): member_buffers([nets[0], nn.Linear(3, 4)])

class Outer(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.register_buffer('by', torch.tensor(by, dtype=torch.float64))
    def forward(self, x): return self.inner(x)+self.by

@pytest.mark.parametrize('by', [[0., 5., 0.], [0., 5., 7.]], ids=str)
def test_a_stack_is_refused_where_buffers_broadcast_wrongly(by):
    nets = [seeded_module(partial(Outer, b), 0).double() for b in by]
    q, found = MeanField.from_module(nets, .1), []
    for force in (None, False):
        local = LocalReparam(nets[0], q, member_buffers(nets))
        local.stacks = force
        found.append(local(x, 2, generator=gens(3)))
    close(*found)

def test_buffers_decide_what_a_checkpoint_belongs_to(tmp_path):
    nets, q, buffers = fixed_stack()
    options = dict(epochs=2, checkpoint=tmp_path/'c', resume=True, generator=gens(3), **quiet)
    fit(nets[0], q, prior, Gaussian(.3), (x, y), buffers=buffers, **options)
    with pytest.raises(SymbayesError, match='buffers'): fit(nets[0], q, prior, Gaussian(.3), (x, y), buffers={'mix': 0*buffers['mix']}, **options)

def test_the_group_has_to_fit_every_member():
    nets = [seeded_module(lambda: skip_mlp(3, 2, 4, 3, generator=rng(s)), s).double() for s in range(2)]
    for b in nets[0].buffers(): b.zero_()
    with pytest.raises(SymbayesError, match='no symmetry'): fit(nets[0], MeanField.from_module(nets), prior, Gaussian(.3), (x, y), would_be_group(nets[0]), epochs=1, buffers=member_buffers(nets), **quiet)

@pytest.mark.skipif(not (which('g++') or which('clang++')), reason='no C++ compiler')
@pytest.mark.parametrize('symmetrised', [False, True])
def test_compiled_steps_train_alike(symmetrised):
    found = []
    for compile in (False, True):
        nets, q, buffers = fixed_stack(2, torch.float32)
        if symmetrised: nets, buffers = [seeded_module(partial(make_mlp, 3, 2, 4), s) for s in range(2)], None
        q = MeanField.from_module(nets, .1)
        fit(nets[0], q, prior, Gaussian(.3), (x.float(), y.float()), mlp_group(nets[0]) if symmetrised else None, epochs=6, lr=3e-2, local_reparam=True, compile=compile, buffers=buffers, batch_size=None if symmetrised else 9, n_samples=3, kl_warmup=4, generator=gens(2), **quiet)
        found.append(q)
    close(found[0].loc, found[1].loc, 1e-4)
    close(found[0].log_std, found[1].log_std, 1e-4)

def test_what_cannot_be_compiled_is_refused():
    nets, q, buffers = fixed_stack()
    with pytest.raises(SymbayesError, match='local_reparam=True'): fit(nets[0], q, prior, Gaussian(.3), (x, y), epochs=1, compile=True, **quiet)
    conv = nn.Sequential(nn.Unflatten(-1, (1, 3)), nn.Conv1d(1, 2, 2), nn.Flatten(), nn.Linear(4, 2)).double()
    with pytest.raises(SymbayesError, match='compile needs a network of linear layers'): fit(conv, MeanField.from_module(conv), prior, Gaussian(.3), (x, y), epochs=1, compile=True, local_reparam=True, **quiet)

# outputs of any shape, frozen layers, other models

class Shaped(nn.Module):
    "Outputs `(n,)`, `(n, 2, 2)` or `(n, 2, 2, 1)`"
    def __init__(self, shape: tuple):
        super().__init__()
        self.net, self.shape = nn.Linear(3, max(1, len(shape)*4//max(1, len(shape)))), shape
    def forward(self, x):
        h = self.net(x)
        return h[:, 0] if not self.shape else h.reshape(-1, *self.shape)

@pytest.mark.parametrize('shape', [(), (2, 2), (2, 2, 1)], ids=str)
@pytest.mark.parametrize('members', [None, 3])
@pytest.mark.parametrize('batch_size', [5, 12, 100])
def test_predictions_of_any_shape(shape, members, batch_size):
    model = Shaped(shape).double()
    q = MeanField.from_module([model]*members if members else model, .3)
    out = predict(model, q, x, 7, batch_size=batch_size, generator=gens(members))
    close(out, network_outputs(model, q.rsample(7, gens(members)), x).detach())
    assert out.shape==(*((members,) if members else ()), 7, 24, *shape)

@pytest.mark.parametrize('options', [dict(), dict(local_reparam=True), dict(group=True)], ids=str)
@pytest.mark.parametrize('members', [None, 2])
def test_a_frozen_layer_stays_where_it_is(options, members):
    "Bayesian last layer: the same as a linear model on the features"
    model = mlp(3, 6, 2, act=nn.Tanh).double()
    model[0].requires_grad_(False)
    before = deepcopy(model.state_dict())
    q, head = MeanField.from_module([model]*members if members else model, .1), MeanField.from_module([model[2]]*members if members else model[2], .1)
    assert list(q.mean)==['2.weight', '2.bias']
    if 'group' in options: options = dict(group=mlp_group(model))
    fit(model, q, prior, Gaussian(.3), (x, y), epochs=3, lr=3e-2, generator=gens(members), **quiet, **options)
    fit(model[2], head, prior, Gaussian(.3), (model[:2](x).detach(), y), epochs=3, lr=3e-2, generator=gens(members), **quiet, **({'local_reparam': True} if 'local_reparam' in options else {}))
    close(q.loc, head.loc)
    assert same(before, model.state_dict()) and predict(model, q, x, 4).shape[-2:]==(24, 2)
    torch.testing.assert_close(evaluate(model, q, prior, Gaussian(.3), (x, y), generator=rng(0)).kl, q.kl(prior))

def test_members_share_what_is_frozen():
    a, b = mlp(3, 6, 2).double(), mlp(3, 6, 2).double()
    for m in (a, b): m[0].requires_grad_(False)
    with pytest.raises(SymbayesError, match="differ in the frozen parameter '0"): MeanField.from_module([a, b], .1)
    b[0].load_state_dict(a[0].state_dict())
    q = MeanField.from_module([a, b], .1)
    close(predict(a, q, x, 2, generator=rngs(0, 1))[1], predict(b, q.member(1), x, 2, generator=rng(1)))

@pytest.mark.parametrize('f', [lambda y: y.mean(0), lambda y: y.sum(), lambda y: y.T], ids=['a mean', 'a number', 'turned'])
def test_outputs_without_an_axis_of_inputs_are_refused(f):
    class Joined(nn.Linear):
        def forward(self, x): return f(super().forward(x))
    model = Joined(3, 2).double()
    with pytest.raises(SymbayesError, match='expected an output for each'): predict(model, MeanField.from_module(model), x, 2, batch_size=7)

class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn, self.out = nn.GRU(3, 4, batch_first=True), nn.Linear(4, 2)
    def forward(self, x): return self.out(self.rnn(x)[0][:, -1])

@pytest.mark.parametrize('members', [None, 2])
def test_recurrent_networks_train_and_predict(members):
    model, xs = Sequence().double(), torch.randn(24, 5, 3, generator=rng(0), dtype=torch.float64)
    q = MeanField.from_module([model]*members if members else model, .1)
    h = fit(model, q, prior, Gaussian(.3), (xs, y), epochs=20, lr=3e-2, n_samples=2, valid=(xs, y), generator=gens(members), **quiet)
    assert h.elbo.iloc[-1]>h.elbo.iloc[0] and predict(model, q, xs, 3).shape[-2:]==(24, 2)
    assert evaluate(model, q, prior, Gaussian(.3), (xs, y), n_samples=3, generator=rng(0)).total.isfinite().all()

# the same group meets the same model

def test_evaluate_refuses_a_wrong_group():
    relu = mlp(3, 4, 2).double()
    q = MeanField.from_module(relu, .1)
    for f in (lambda g: evaluate(relu, q, prior, Gaussian(.3), (x, y), g), lambda g: elbo(relu, q, prior, Gaussian(.3), (x, y), 24, g), lambda g: fit(relu, q, prior, Gaussian(.3), (x, y), g, epochs=1, **quiet)):
        with pytest.raises(SymbayesError, match='no symmetry of the model'): f(mlp_group([3, 4, 2], signed=True))
        f(mlp_group(relu))

# a weight that is read twice

class Tied(nn.Module):
    "An autoencoder that decodes with the encoder's weight"
    def __init__(self):
        super().__init__()
        self.e, self.c = nn.Linear(3, 5), nn.Parameter(torch.zeros(3))
    def forward(self, x): return F.linear(self.e(x).tanh(), self.e.weight.T, self.c)

class Penalised(nn.Module):
    "Its second layer's bias is added once more, far from the layer"
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 5), nn.Linear(5, 3)
    def forward(self, x): return self.b(self.a(x).tanh()) + self.b.bias

class TiedBelow(Tied):
    "The same, with layers above it that hide what is read below"
    def __init__(self):
        super().__init__()
        self.o = nn.Linear(3, 3)
    def forward(self, x): return self.o(super().forward(x))

class ReadBefore(nn.Module):
    "Reads its weight before the layer runs, behind a gate that is closed at the start, and works in place"
    def __init__(self):
        super().__init__()
        self.e, self.gate = nn.Linear(3, 3), nn.Parameter(torch.zeros(()))
    def forward(self, x):
        h = self.e(x + self.gate*F.linear(x, self.e.weight))
        return h.mul_(3.)

@pytest.mark.parametrize('make,layer', [(Tied, 'e'), (Penalised, 'b'), (TiedBelow, 'e'), (ReadBefore, 'e')])
def test_local_draws_refuse_a_weight_that_is_read_elsewhere(make, layer):
    model = make().double()
    with pytest.raises(SymbayesError, match=f"layer '{layer}': its weight is also read outside"): fit(model, MeanField.from_module(model, .1), prior, Gaussian(.3), (x, x), epochs=1, local_reparam=True, **quiet)
    fit(model, MeanField.from_module(model, .1), prior, Gaussian(.3), (x, x), epochs=1, **quiet)

# what a checkpoint belongs to

class Flat:
    "A prior whose repr holds its address"
    def __init__(self, std): self.inner = IsotropicNormal(std)
    def __getattr__(self, name): return getattr(self.__dict__['inner'], name)

class Zero:
    "An estimator whose repr holds its address"
    side = 'lower bound'
    def __init__(self, factor=0.): self.factor = factor
    def check(self, g): pass
    def __call__(self, q, g, w, generator=None): return self.factor*q.log_prob(w)

relu_net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).double()

class ByHand(nn.Module):
    "Its activation is no module, so that no `repr` shows it"
    def __init__(self, act):
        super().__init__()
        self.a, self.b, self.act = nn.Linear(3, 4), nn.Linear(4, 2), act
    def forward(self, x): return self.b(self.act(self.a(x)))

by_hand = lambda act: seeded_module(lambda: ByHand(act), 0).double()
more_others = {
    'shifted inputs': (dict(), dict(data=(x+1, y))),
    'other targets': (dict(), dict(data=(x, -y))),
    'rows in another order': (dict(), dict(data=(x.flip(0), y.flip(0)))),
    'another activation': (dict(), dict(model=relu_net, q=make_posterior('MeanField', case))),
    'an activation that no repr shows': (dict(model=by_hand(torch.tanh), q=MeanField.from_module(by_hand(torch.tanh))), dict(model=by_hand(torch.relu), q=MeanField.from_module(by_hand(torch.relu)))),
    'momentum': (dict(optimizer=partial(torch.optim.SGD)), dict(optimizer=partial(torch.optim.SGD, momentum=.9))),
    'other betas': (dict(), dict(optimizer=partial(torch.optim.Adam, fused=True, betas=(.5, .9)))),
    'weight decay': (dict(), dict(optimizer=partial(torch.optim.Adam, fused=True, weight_decay=.1))),
    'a longer cosine': (dict(scheduler=partial(CosineAnnealingLR, T_max=2)), dict(scheduler=partial(CosineAnnealingLR, T_max=4))),
    'another decay': (dict(scheduler=partial(ExponentialLR, gamma=.9)), dict(scheduler=partial(ExponentialLR, gamma=.8))),
    'an own prior of another width': (dict(prior=Flat(1.)), dict(prior=Flat(.5))),
    'an own estimator with another factor': (dict(group=group, estimator=Zero()), dict(group=group, estimator=Zero(.1))),
}

@pytest.mark.parametrize('other', more_others)
def test_a_checkpoint_of_a_run_that_differs_inside_is_refused(other, tmp_path):
    first, then = more_others[other]
    fresh = lambda o: {k: deepcopy(v) if isinstance(v, nn.Module) else v for k,v in o.items()}
    resume(tmp_path/'c', epochs=2, **fresh(first))
    with pytest.raises(SymbayesError, match='of another run') as e: resume(tmp_path/'c', **fresh(then))
    assert '\n' not in str(e.value) and ('another number of epochs' in str(e.value))==(other in ('a longer cosine', 'another decay'))

@pytest.mark.parametrize('options', [dict(prior=lambda: Flat(1.)), dict(group=lambda: group, estimator=lambda: Zero()), dict(scheduler=lambda: partial(CosineAnnealingLR, T_max=4)), dict(optimizer=lambda: lambda ps, lr: torch.optim.SGD(ps, lr=lr, momentum=.9))], ids=lambda o: next(iter(o)))
def test_objects_made_anew_are_the_same_run(options, tmp_path):
    "As in another process, where everything has another address"
    make = lambda: {k: f() for k,f in options.items()}
    resume(tmp_path/'c', epochs=2, **make())
    resume(tmp_path/'c', q := make_posterior('MeanField', case), epochs=4, **make())
    fit(net, p := make_posterior('MeanField', case), make().get('prior', prior), Gaussian(.3), (x, y), epochs=4, generator=rng(0), **quiet, **{k: v for k,v in make().items() if k!='prior'})
    assert same(state(q), state(p))

class Odd(Zero):
    "Holds what has no `__dict__`, an order or an address of its own"
    def __init__(self): self.factor, self.things, self.sets, self.rng, self.f = 0., [object, len, object()], {'a', 'b', 'c'}, [torch.Generator()], {'k': lambda v: v}

def test_any_estimator_can_be_described(tmp_path):
    resume(tmp_path/'c', epochs=2, group=group, estimator=Odd())

def test_a_network_with_randomness_of_its_own_resumes(tmp_path):
    class Noisy(nn.Sequential):
        def forward(self, x): return super().forward(x) + 1e-2*torch.randn(len(x), 2, dtype=x.dtype)
    model = Noisy(*deepcopy(net))
    q = lambda: MeanField.from_module(model, .1)
    resume(tmp_path/'c', q(), model, epochs=2)
    resume(tmp_path/'c', q(), model, epochs=3)

def test_other_validation_data_are_noticed_where_they_decide(tmp_path):
    resume(tmp_path/'c', epochs=2, valid=valid, patience=5)
    with pytest.raises(SymbayesError, match='valid is'): resume(tmp_path/'c', valid=(valid[0]+1, valid[1]), patience=5)

def test_a_changed_activation_is_noticed_by_fit_and_evaluate():
    "Also where the group was verified before"
    model = by_hand(torch.tanh)
    g = PermutationGroup({'h': 4}, {'a.weight': ('h', 3), 'a.bias': ('h',), 'b.weight': (2, 'h'), 'b.bias': (2,)}, {'h'})
    q = MeanField.from_module(model, .1)
    fit(model, q, prior, Gaussian(.3), (x, y), g, epochs=1, **quiet)
    model.act = torch.relu
    for f in (lambda: fit(model, q, prior, Gaussian(.3), (x, y), g, epochs=1, **quiet), lambda: evaluate(model, q, prior, Gaussian(.3), (x, y), g)):
        with pytest.raises(SymbayesError, match='no symmetry'): f()

damaged_runs = {'epoch a string': dict(epoch='7'), 'epoch below zero': dict(epoch=-5), 'history a string': dict(history='abc'), 'generators numbers': dict(generators=[3]), 'no generators': dict(generators=[])}

@pytest.mark.parametrize('what', [*damaged_runs, 'NaN'])
def test_states_that_no_run_has_written_are_refused(what, tmp_path):
    resume(tmp_path/'c', epochs=2)
    saved = torch.load(tmp_path/'c', weights_only=True)
    saved['run'].update(damaged_runs.get(what, {}))
    if what=='NaN': saved['run']['q']['loc'][0] = float('nan')
    torch.save(saved, tmp_path/'c')
    with pytest.raises(SymbayesError) as e: resume(tmp_path/'c')
    assert '\n' not in str(e.value)

def test_a_full_disk_is_called_one(tmp_path):
    "A limit on the size of files stands in for it; torch, given a path, would speak of `inline_container.cc`"
    resource = pytest.importorskip('resource')
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, was[1]))
        with pytest.raises(SymbayesError, match="cannot write '.*c': File too large"): resume(tmp_path/'c', epochs=1)
    finally: resource.setrlimit(resource.RLIMIT_FSIZE, was)
    assert not list(tmp_path.iterdir())

# one line

wrong_kinds = {
    'numpy': dict(data=(x.numpy(), y.numpy())), 'lists': dict(data=([1., 2.], [1., 2.])), 'a dict': dict(data={'x': x}), 'one tensor': dict(data=x), 'a number as generator': dict(generator=0), 'a name as estimator': dict(group=group, estimator='soules'),
    'a number as prior': dict(prior=1.), 'a name as likelihood': dict(lik='gaussian'), 'a model as group': dict(group=net), 'a dict as posterior': dict(q={}),
}

@pytest.mark.parametrize('what', wrong_kinds)
def test_wrong_kinds_are_one_clear_line(what):
    options = dict(q=make_posterior('MeanField', case), prior=prior, lik=Gaussian(.3), data=(x, y)) | wrong_kinds[what]
    with pytest.raises(SymbayesError) as e: fit(net, options.pop('q'), options.pop('prior'), options.pop('lik'), options.pop('data'), epochs=1, **quiet, **options)
    assert '\n' not in str(e.value)

@pytest.mark.parametrize('scale,std,culprit', [(1e30, 1., 'log likelihood'), (1., 1e-30, 'KL')], ids=['targets', 'prior'])
def test_what_is_not_finite_is_named(scale, std, culprit):
    "In float32, whose largest number is 3e38"
    with pytest.raises(SymbayesError, match=f'the {culprit} is .* in epoch 1.*scales'): fit(deepcopy(net).float(), make_posterior('MeanField', case, dtype=torch.float32), IsotropicNormal(std), Gaussian(.3), (x.float(), y.float()*scale), epochs=1, **quiet)

@pytest.mark.parametrize('std', [1e-200, 1e200, {k: 1e-200 for k in case.group.layout.shapes}], ids=['small', 'large', 'by tensor'])
def test_scales_whose_squares_are_no_numbers(std):
    with pytest.raises(SymbayesError, match='prior std is'): fit(net, make_posterior('MeanField', case), IsotropicNormal(std), Gaussian(.3), (x, y), epochs=1, **quiet)

def test_a_covariance_that_cannot_be_factorised():
    q = make_posterior('LowRank', case)
    with torch.no_grad(): q.factor.fill_(1e200)
    with pytest.raises(SymbayesError) as e: fit(net, q, prior, Gaussian(.3), (x, y), group, epochs=1, **quiet)
    assert '\n' not in str(e.value)
