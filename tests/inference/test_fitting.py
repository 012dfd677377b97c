"Training: known answers, exactness, and refusals."
import re
from copy import deepcopy
from functools import partial
from math import log

import pandas as pd
import pytest
import torch
from torch import nn
from torch.distributions import MultivariateNormal
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset

from cases import cases, families, make_posterior, members_of, mlp, Net, normal, refused, rng, rngs
from lengths import by_turns
from symbayes.all import *
from symbayes.discovery.finding import would_be_group
from symbayes.inference.prediction import predictive_nll

from fit_cases import case, close, fitted, gens, group, labels, nan, net, no_seconds, prior, quiet, same, state, valid, with_nan, x, y


# known answers

lin_x = normal(30, 3, seed=2)@torch.tensor([[1., .6, 0.], [0., 1., .4], [0., 0., 1.]]).double()
lin_y = lin_x@torch.tensor([.5, -1., .2]).double() + .3 + .5*normal(30, seed=3)
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

# stacked and single

@pytest.mark.parametrize('family,options', by_turns(2, families, [dict(batch_size=7, n_samples=2, n_mi_samples=3, kl_warmup=2, likelihood='learned'), dict(), dict(likelihood='classes', batch_size=10, stopping=2, group=None)]),
    ids=lambda v: v if isinstance(v, str) else 'batches, learned noise' if v.get('likelihood')=='learned' else 'classes, stopping' if v else 'full batch')
def test_stacked_equals_single(family, options):
    options = dict(group=group) | options
    kind, patience = options.pop('likelihood', 'known'), options.pop('stopping', None)
    lik = lambda: {'known': Gaussian(.3), 'learned': Gaussian(.3, learned=True), 'classes': Categorical()}[kind]
    data = (x, labels if kind=='classes' else y)
    options |= dict(epochs=6, lr=3e-2, stopping=Stopping((valid[0], torch.zeros(12).long()), patience) if patience else None, **quiet)
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
        return no_seconds(fitted(q, likelihood=Gaussian(.5), epochs=epochs, generator=gens, **options, **more)), state(q)
    shared = lambda: [g:=rng(1), rng(2), g]
    h, s = run(rngs(1, 2, 1))
    assert run(shared())[0].equals(h) and same(run(shared())[1], s)
    run(shared(), 2, checkpoint=tmp_path/'a')
    assert same(run(shared(), checkpoint=Checkpoint(tmp_path/'a', resume=True))[1], s)
    run(rngs(1, 2, 1), 2, checkpoint=tmp_path/'b')
    refused('generators is', lambda: run(shared(), checkpoint=Checkpoint(tmp_path/'b', resume=True)))
    refused('expected a torch.Generator per member', lambda: run([None, rng(1), rng(2)]))

# early stopping, warm-up, history

@pytest.mark.parametrize('members', [None, 3])
def test_early_stopping_goes_back_to_each_members_best(members):
    q, seen = make_posterior('MeanField', case, members), []
    def metric(outputs, y, likelihood):
        seen.append((q.loc.detach().clone(), predictive_nll(outputs, y, likelihood)))
        return seen[-1][1]
    h = fitted(q, epochs=200, lr=5e-2, stopping=Stopping(valid, 3, metric), generator=gens(members))
    scores = torch.stack([s for _,s in seen]).reshape(len(seen), -1)
    for i in range(members or 1):
        best, at, waited = float('inf'), None, 0
        for e,s in enumerate(scores[:, i].tolist()):
            if s<best and waited<3: best, at, waited = s, e, 0
            else: waited += 1
        close(q.loc[i] if members else q.loc, seen[at][0][i] if members else seen[at][0])
        assert waited>=3
    assert len(seen)<200 and len(h)==len(seen)*(members or 1)

def test_training_ends_in_time():
    "After the first look at the clock, with the best state"
    h = fitted(make_posterior('MeanField', case), epochs=10**6, lr=5e-2, stopping=Stopping(valid, 10**6, seconds=0.), generator=gens(None))
    assert 0<h.epoch.max()<10**5
    refused("seconds is 'x'", Stopping, valid, seconds='x')

def test_history_and_warm_up():
    h = fitted(make_posterior('MeanField', case, 2), group=group, estimator=Uniform(5), epochs=6, batch_size=8, kl_warmup=4, stopping=Stopping(valid))
    assert list(h.columns)==['epoch', 'member', 'log_lik', 'kl', 'mi', 'elbo', 'symmetrized_elbo', 'beta', 'objective', 'seconds', 'valid'] and len(h)==12
    assert h.beta[::2].tolist()==pytest.approx([.25, .5, .75, 1, 1, 1])
    assert (h.elbo-(h.log_lik-h.kl)).abs().max()<1e-9 and (h.symmetrized_elbo-(h.elbo+h.mi)).abs().max()<1e-9
    late = h[h.epoch>4]
    assert (late.objective-late.symmetrized_elbo).abs().max()<1e-9 and (h.mi<=log(5)+1e-9).all()
    plain = fitted(epochs=1)
    assert (plain.mi==0).all() and (plain.beta==1).all()

def test_the_log_likelihood_is_scaled_to_the_data_set():
    "A posterior without spread: any batch partition gives the average of the full-data value"
    q = MeanField.from_module(net, 1e-9)
    full, parts = (fitted(deepcopy(q), epochs=1, lr=1e-12, batch_size=b).log_lik[0] for b in (None, 6))
    assert full==pytest.approx(parts, rel=1e-6)

# kinds of models

@pytest.mark.parametrize('members,family', by_turns(2, [None, 2], families), ids=str)
def test_bfloat16(family, members):
    "Close to the run in float32, the parameters stay float32"
    model, ends = case.model(dtype=torch.float32), []
    for autocast in (False, True):
        q = make_posterior(family, case, members, std=.05, dtype=torch.float32)
        h = fitted(q, data=(x.float(), y.float()), likelihood=Gaussian(.5), model=model, group=group, epochs=8, lr=1e-2, batch_size=12, autocast=autocast)
        ends.append(h.log_lik[-4:].mean())
        assert {t.dtype for t in q.parameters()}=={torch.float32} and h.objective.notna().all()
    assert ends[0]==pytest.approx(ends[1], rel=.05) and ends[0]!=ends[1]

wide = nn.Linear(3, 4).double()
bad = {
    'epochs 0': dict(epochs=0), 'lr nan': dict(lr=nan), 'batch_size 0': dict(batch_size=0),
    'patience without data': dict(stopping=Stopping(None, 1)),
    'estimator without group': dict(estimator=Uniform(3)),
    'nan inputs': dict(data=(with_nan(x), y)), 'nan targets': dict(data=(x, with_nan(y)), likelihood=HeteroscedasticGaussian(), model=wide, q=MeanField.from_module(wide)), 'lengths': dict(data=(x, y[:3])), 'no data': dict(data=(x[:0], y[:0])),
    'width of inputs': dict(data=(x[:, :2], y)), 'width of targets': dict(data=(x, y[:, :1])), 'whole numbers as targets': dict(data=(x, labels)),
    'label too large': dict(data=(x, labels+1), likelihood=Categorical()),
    'posterior of another model': dict(q=MeanField.from_module(cases['deep'].model())),
    'group of another model': dict(group=cases['deep'].group), 'group that is no symmetry': dict(group=PermutationGroup({'a': 4, 'b': 4}, {'0.weight': ('a', 3), '0.bias': ('a',), '2.weight': (2, 'b'), '2.bias': (2,)})),
    'prior mean under signs': dict(prior=IsotropicNormal(1., mean=.1), group=group),
    'generators': dict(generator=rngs(0, 1)), 'validation lengths': dict(stopping=Stopping((x, y[:3]))),
    'arrays of objects': dict(data=(x.numpy().astype(object), y.numpy())),
    'prior std whose square is infinite': dict(prior=IsotropicNormal(1e200)),
}

@pytest.mark.parametrize('what', bad)
def test_bad_input_is_one_clear_line(what):
    options = dict(model=net, q=make_posterior('MeanField', case), prior=prior, likelihood=Gaussian(.3), data=(x, y), epochs=2, generator=rng(0), **quiet) | bad[what]
    model, q, *parts = (options.pop(k) for k in ('model', 'q', 'prior', 'likelihood', 'data'))
    before = deepcopy(q.state_dict())
    assert len(refused('', fit, model, q, *parts, **options))>10
    assert same(q.state_dict(), before), 'refused after training had begun'

def test_an_objective_that_explodes_is_an_error_and_not_a_result(tmp_path):
    for epochs in (1, 5):
        with pytest.raises(SymbayesError, match='learning rate'):
            q = make_posterior('MeanField', case)
            fitted(q, epochs=epochs, lr=1e300, checkpoint=Checkpoint(tmp_path/'c', every=0))
            assert q.loc.isfinite().all() and q.flat_std().isfinite().all(), 'no error, and a posterior that is not finite'

class BySize(nn.Sequential):
    "A tanh layer for few rows, a ReLU layer for many"
    def forward(self, x):
        h = self[0](x)
        return self[1](h.tanh() if len(x)<100 else h.relu())

@pytest.mark.defect('A12')
def test_a_group_is_verified_at_the_rows_of_a_step():
    "Signs of the tanh layer: order 384, where 24 is right of 200 rows. The remedy works"
    net, x, y = seeded_module(lambda: BySize(nn.Linear(3, 4), nn.Linear(4, 1)), 0), torch.randn(200, 3, generator=rng(0)), torch.zeros(200, 1)
    few, q = symmetry_group(net, x[:8]), MeanField.from_module(net, .1)
    train = lambda group, data=(x, y), **options: fit(net, q, IsotropicNormal(1.), Gaussian(.1), data, group, epochs=1, **options)
    loader = lambda n: DataLoader(TensorDataset(x, y), batch_size=n)
    for options in (dict(), dict(batch_size=150), dict(data=loader(128))):
        refused('another function of (200|150|128) examples than of 64: the group is no symmetry .* finds another', train, few, **options)
    for options in (dict(batch_size=99), dict(data=loader(32)), dict(data=(x[:80], y[:80]))): train(few, **options)
    right = symmetry_group(net, x)
    train(right)
    assert (few.order, right.order)==(384, 24)

@pytest.mark.defect('V9')
@pytest.mark.parametrize('epochs,says', [(30, 'too few to say whether training has converged'), (300, 'not converged: .* more epochs may help')])
def test_epochs_that_were_too_few_are_said(epochs, says, capsys):
    fit(net, MeanField.from_module(net, .1), prior, Gaussian(.01), (x, 100*y), epochs=epochs, generator=rng(0))
    assert re.search(says, capsys.readouterr().out)

# --- members that differ in what is fixed, and compiled steps
def mixing(seed: int) -> Net:
    return Net(lambda s, x: s.last(s.inner(x).tanh() @ s.mix.mT), inner=(3, 4), last=(4, 2), mix=torch.randn(4, 4, generator=rng(seed)))

def fixed_stack(n=3, dtype=torch.float64):
    nets = [seeded_module(partial(mixing, i), i).to(dtype) for i in range(n)]
    return nets, MeanField.from_module(nets, .1), member_buffers(nets)

@pytest.mark.parametrize('options', [dict(), dict(local_reparam=True), dict(batch_size=9), dict(local_reparam=True, batch_size=9, n_samples=2), dict(stopping=Stopping((x[:5], y[:5]), 2))], ids=['plain', 'local', 'batches', 'local batches', 'stopping'])
def test_members_with_other_buffers_train_as_if_alone(options):
    nets, q, buffers = fixed_stack()
    fitted(q, model=nets[0], epochs=8, lr=3e-2, buffers=buffers, generator=gens(3), **options)
    out, terms = predict(nets[0], q, x, 4, generator=gens(3), buffers=buffers), evaluate(nets[0], q, prior, Gaussian(.3), (x, y), n_samples=4, generator=gens(3), buffers=buffers)
    for i,own in enumerate(nets):
        alone = MeanField.from_module(own, .1)
        fitted(alone, model=own, epochs=8, lr=3e-2, generator=rng(i), **options)
        close(q.loc[i], alone.loc, 1e-8)
        close(out[i], predict(own, alone, x, 4, generator=rng(i)), 1e-7)
        close(terms.elbo[i], evaluate(own, alone, prior, Gaussian(.3), (x, y), n_samples=4, generator=rng(i)).elbo, 1e-6)
    assert not torch.allclose(out[0], predict(nets[1], q, x, 4, generator=gens(3))[0])

def test_the_group_has_to_fit_every_member():
    nets = [seeded_module(lambda: skip_mlp(3, 2, 4, 3, generator=rng(s)), s).double() for s in range(2)]
    for b in nets[0].buffers(): b.zero_()
    refused('no symmetry', lambda: fitted(MeanField.from_module(nets), model=nets[0], group=would_be_group(nets[0]), epochs=1, buffers=member_buffers(nets)))

@pytest.mark.parametrize('options', [dict(), dict(local_reparam=True), dict(group=True)], ids=str)
@pytest.mark.parametrize('members', [None, 2])
def test_a_frozen_layer_stays_where_it_is(options, members):
    "Bayesian last layer: the same as a linear model on the features"
    model = mlp(3, 6, 2, act=nn.Tanh).double()
    model[0].requires_grad_(False)
    before = deepcopy(model.state_dict())
    q, head = MeanField.from_module([model]*members if members else model, .1), MeanField.from_module([model[2]]*members if members else model[2], .1)
    assert list(q.mean)==['2.weight', '2.bias']
    if 'group' in options: options = dict(group=mlp_group(model), n_samples=1)
    fitted(q, model=model, epochs=3, lr=3e-2, generator=gens(members), **options)
    fitted(head, data=(model[:2](x).detach(), y), model=model[2], epochs=3, n_samples=options.get('n_samples'), lr=3e-2, generator=gens(members), **{'local_reparam': True} if 'local_reparam' in options else {})
    close(q.loc, head.loc)
    assert same(before, model.state_dict()) and predict(model, q, x, 4).shape[-2:]==(24, 2)
    torch.testing.assert_close(evaluate(model, q, prior, Gaussian(.3), (x, y), generator=rng(0)).kl, q.kl(prior))

@pytest.mark.parametrize('scale,std,culprit', [(1e30, 1., 'log likelihood'), (1., 1e-30, 'KL')], ids=['targets', 'prior'])
def test_what_is_not_finite_is_named(scale, std, culprit):
    "In float32, whose largest number is 3e38"
    refused(f'the {culprit} is .* in epoch 1.*scales', lambda: fit(deepcopy(net).float(), make_posterior('MeanField', case, dtype=torch.float32), IsotropicNormal(std), Gaussian(.3), (x.float(), y.float()*scale), epochs=1, **quiet))

# the callback

@pytest.mark.parametrize('members', [None, 2])
def test_the_callback_sees_every_epoch(members, tmp_path):
    rows, q = [], make_posterior('MeanField', case, members)
    h = fitted(q, group=group, epochs=5, log_every=2, stopping=Stopping(valid), callback=rows.append, generator=gens(members))
    assert [r['epoch'] for r in rows]==[1, 2, 3, 4, 5] and all(isinstance(v, (int, float)) for r in rows for v in r.values())
    last = h[h.epoch==5]
    assert rows[-1]['elbo']==pytest.approx(last.elbo.mean()) and rows[-1]['valid']==pytest.approx(last.valid.mean())
    if members: assert [rows[-1][f'elbo/{i}'] for i in range(2)]==last.elbo.tolist()
    else: assert not any('/' in k for k in rows[0])

def test_an_error_in_the_callback_ends_the_run_and_a_resumed_one_calls_it_for_new_epochs(tmp_path):
    rows, kept = [], Checkpoint(tmp_path/'c', 0., True)
    def stop(row):
        rows.append(row['epoch'])
        if row['epoch']==3: raise KeyError('logger')
    with pytest.raises(KeyError, match='logger'): fitted(epochs=5, checkpoint=kept, callback=stop)
    fitted(epochs=5, checkpoint=kept, callback=lambda r: rows.append(r['epoch']))
    assert rows==[1, 2, 3, 3, 4, 5]

# loaders and data sets

class Jittered(Dataset):
    "Examples with fresh noise at every reading"
    def __len__(self): return 24
    def __getitem__(self, i): return x[i]+.1*torch.randn(3, dtype=torch.float64), y[i]

class Endless(IterableDataset):
    "Batches without end but ten of them, and no length"
    def __iter__(self): return iter([(x[i % 24], y[i % 24]) for i in range(40)])

@pytest.mark.parametrize('data', [lambda: DataLoader(Jittered(), batch_size=10, shuffle=True), lambda: Jittered()], ids=['loader', 'data set'])
@pytest.mark.parametrize('members', [None, 2])
def test_loaders_follow_the_generator_and_resume_exactly(data, members, tmp_path):
    "The order and the augmentation come from PyTorch's global generator, which is put back"
    def run(q, epochs, **options):
        fitted(q, data=data(), epochs=epochs, generator=gens(members), **options)
        return state(q)
    before = torch.random.get_rng_state()
    whole = run(make_posterior('MeanField', case, members), 4)
    run(make_posterior('MeanField', case, members), 2, checkpoint=Checkpoint(tmp_path/'c'))
    resumed = run(make_posterior('MeanField', case, members), 4, checkpoint=Checkpoint(tmp_path/'c', resume=True))
    assert same(whole, resumed) and torch.equal(before, torch.random.get_rng_state())

def test_a_loader_without_a_length_is_told_it():
    loader, q = DataLoader(Endless(), batch_size=8), make_posterior('MeanField', case)
    refused('give n_data=', fitted, q, data=loader, epochs=1)
    h = fitted(q, data=loader, group=group, epochs=2, n_data=24, kl_warmup=2)
    assert h.elbo.notna().all() and h.beta.tolist()==[.5, 1.]

def test_loaders_that_do_not_fit_are_one_line(tmp_path):
    go = lambda data, **o: fitted(data=data, epochs=1, **o)
    refused('does not take inputs', lambda: go(DataLoader(TensorDataset(x[:, :2], y), batch_size=3)))
    go(DataLoader(Jittered(), batch_size=3), checkpoint=tmp_path/'c')
    refused('of another run: data', lambda: go(DataLoader(Jittered(), batch_size=4), checkpoint=Checkpoint(tmp_path/'c', resume=True)))
    refused('of another run: data', lambda: go((x, y), checkpoint=Checkpoint(tmp_path/'c', resume=True)))

# networks that take several tensors

def two_inputs() -> Net: return Net(lambda s, first, second: s.b((s.a(first)*second).tanh()), a=(3, 4), b=(4, 2))

@pytest.mark.parametrize('batch_size,members,local', by_turns(2, [7, None], [None, 2], [False, True]), ids=str)
def test_tuples_and_dicts_of_inputs(local, members, batch_size):
    two = seeded_module(two_inputs, 0).double()
    second = torch.rand(24, 1, generator=rng(5), dtype=torch.float64)
    g = PermutationGroup({'h': 4}, {'a.weight': ('h', 3), 'a.bias': ('h',), 'b.weight': (2, 'h'), 'b.bias': (2,)}, {'h'})
    found = []
    for inputs in ((x, second), dict(second=second, first=x)):
        q = MeanField.from_module([two]*members if members else two, .1)
        h = fitted(q, data=(inputs, y), model=two, group=g, epochs=3, batch_size=batch_size, local_reparam=local, stopping=Stopping((inputs, y)), generator=gens(members))
        out = predict(two, q, inputs, 3, batch_size=10, generator=gens(members))
        terms = evaluate(two, q, prior, Gaussian(.3), (inputs, y), g, n_samples=3, generator=gens(members))
        found.append((q.loc.detach(), out, terms.total, torch.tensor(h.elbo)))
    for a,b in zip(*found): close(a, b, 1e-12)
    assert found[0][1].shape==((members,) if members else ())+(3, 24, 2)

# priors beyond one Gaussian

@pytest.mark.parametrize('members', [None, 2])
def test_a_learned_prior_is_optimised_checkpointed_and_restored(members, tmp_path):
    def run(epochs, **more):
        q, prior = make_posterior('MeanField', case, members), LearnedNormal(net, 1.)
        fit(net, q, prior, Gaussian(.3), (x, y), group, epochs=epochs, lr=.05, generator=gens(members), **more, **quiet)
        return state(q), {k: t.clone() for k,t in prior.state_dict().items()}
    whole = run(6)
    assert whole[1]['log_std'].shape==((members,) if members else ())+(len(case.group.layout.shapes),) and whole[1]['log_std'].abs().min()>.01
    run(3, checkpoint=Checkpoint(tmp_path/'c'))
    resumed = run(6, checkpoint=Checkpoint(tmp_path/'c', resume=True))
    assert all(same(a, b) for a,b in zip(whole, resumed))
    worse = iter(range(100))
    best = run(6, stopping=Stopping(valid, 2, lambda o, y, lik: torch.full(o.shape[:-3], float(next(worse)))))
    assert all(same(a, b) for a,b in zip(best, run(1)))
    for i in range(members or 0):
        q, prior = make_posterior('MeanField', case, members).member(i), LearnedNormal(net, 1.)
        fit(net, q, prior, Gaussian(.3), (x, y), group, epochs=6, lr=.05, generator=rng(i), **quiet)
        close(prior.log_std, whole[1]['log_std'][i], 1e-6)

@pytest.mark.defect('R16')
@pytest.mark.parametrize('options,say', [
    (dict(lr='a'), 'lr is'), (dict(epochs=True+.5), 'whole number'), (dict(local_reparam='fast'), 'expected False or True'), (dict(callback=3), 'callback is a int'), (dict(stopping=(x, y)), 'stopping is a tuple'), (dict(checkpoint=3), 'checkpoint is 3'),
    (dict(stopping=Stopping((x, y), patience='3')), 'patience is'), (dict(optimizer=torch.optim.LBFGS), 'LBFGS wants'), (dict(scheduler=torch.optim.lr_scheduler.ReduceLROnPlateau), 'ReduceLROnPlateau wants'),
    (dict(n_data=-5), 'n_data is -5, expected a positive whole number'), (dict(n_data=2.5), 'n_data is 2.5, expected a positive whole number'),
    (dict(stopping=Stopping(None, metric=len)), 'NoneType, expected two tensors'), (dict(stopping=Stopping(3)), 'int, expected two tensors'),
    (dict(lr=None), 'lr'), (dict(n_samples=2**63), 'n_samples'), (dict(optimizer=3), 'optimizer'), (dict(optimizer=lambda p, lr: 3), 'optimizer'), (dict(scheduler=3), 'scheduler'), (dict(scheduler=lambda o: 3), 'scheduler')], ids=lambda o: "-".join(o) if type(o) is dict else o)
def test_options_of_another_kind_are_refused_in_a_line(options, say):
    "Raises `SymbayesError` that names the option"
    refused(say, lambda: fitted(**dict(epochs=1)|options))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('make', [lambda: Checkpoint('c.pt', every='3'), lambda: Checkpoint(3), lambda: Stopping((x, y), metric=3), lambda: LocalReparam(None, None)])
def test_parts_of_another_kind_are_refused_in_a_line(make):
    "Raises `SymbayesError` as it is made"
    refused('expected', make)
