"Stopping and resuming: to the bit, or refused."
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
import re, signal

import pandas as pd
import pytest
import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR

from cases import cases, families, make_posterior, refused, rng
from symbayes.all import *
from symbayes.core.files import fingerprint
from symbayes.inference.checkpoints import TrainState
from symbayes.inference.prediction import predictive_nll

from fit_cases import by_hand, case, fitted, gens, group, net, no_seconds, prior, quiet, same, state, valid, x, y


# resuming

class PowerCut(Exception): "Stands for a killed process"

resume_cases = [('MeanField', None, 'plain'), *((f, m, 'everything') for f in families for m in (None, 3))]

@pytest.mark.parametrize('family,members,options', resume_cases, ids=str)
def test_resumed_equals_uninterrupted(family, members, options, tmp_path):
    "Cut twice, the end is the same bits: posterior, noise, history"
    everything = dict(batch_size=7, n_samples=2, n_mi_samples=2, kl_warmup=3, scheduler=lambda o: ExponentialLR(o, .9), optimizer=torch.optim.AdamW, group=group, estimator=Uniform(4)) if options=='everything' else {}
    def run(path, cut=None):
        q, lik, seen = make_posterior(family, case, members), Gaussian(.3, learned=options=='everything'), []
        def metric(*args):
            seen.append(1)
            if cut and len(seen)>cut: raise PowerCut
            return predictive_nll(*args)
        stopping, kept = Stopping(valid, 4 if options=='everything' else None, metric), Checkpoint(path, every=0, resume=True)
        h = fitted(q, likelihood=lik, epochs=6, lr=5e-2, generator=gens(members), stopping=stopping, checkpoint=kept, **everything)
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

def resume(path, q=None, model=net, lik=None, **options):
    options = dict(epochs=4, generator=rng(0), **quiet) | options
    return fit(model, q or make_posterior('MeanField', case), options.pop('prior', prior), lik or Gaussian(.3), options.pop('data', (x, y)), checkpoint=Checkpoint(path, resume=True), **options)

@pytest.mark.parametrize('place', ['a folder', 'below a file', 'nowhere'])
def test_unwritable_checkpoints_are_refused_before_training(place, tmp_path):
    (tmp_path/'file').write_text('x')
    path, seen = {'a folder': tmp_path, 'below a file': tmp_path/'file'/'c', 'nowhere': '/proc/nowhere/c'}[place], []
    refused('cannot write', fitted, epochs=2, checkpoint=path, stopping=Stopping(valid, metric=lambda *a: seen.append(1) or predictive_nll(*a)))
    assert not seen and [p.name for p in tmp_path.iterdir()]==['file']

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
deep = cases['deep'].model()
others = {
    'architecture': dict(model=deep, q=MeanField.from_module(deep)),
    'family': dict(q=make_posterior('UnitGaussian', case)),
    'members': dict(q=make_posterior('MeanField', case, 2)),
    'prior': dict(prior=IsotropicNormal(.5)),
    'data': dict(data=(x[:-1], y[:-1])),
    'group': dict(group=group),
    'batch size': dict(batch_size=5),
    'optimiser': dict(optimizer=torch.optim.SGD),
    'scheduler': dict(scheduler=lambda o: ExponentialLR(o, .9)),
    'learned noise': dict(lik=Gaussian(.3, learned=True)),
    'another noise': dict(lik=Gaussian(.7)),
    'learning rate': dict(lr=.1),
    'local reparametrisation': dict(local_reparam=True),
    'dtype': dict(model=deepcopy(net).float(), q=make_posterior('MeanField', case, dtype=torch.float32), data=(x.float(), y.float())),
    'shifted inputs': dict(data=(x+1, y)),
    'other targets': dict(data=(x, -y)),
    'rows in another order': dict(data=(x.flip(0), y.flip(0))),
    'another activation': dict(model=relu_net),
    'an activation that no repr shows': dict(model=by_hand(torch.relu), q=MeanField.from_module(by_hand(torch.relu))),
    'momentum': dict(optimizer=partial(torch.optim.SGD, momentum=.9)),
    'other betas': dict(optimizer=partial(torch.optim.Adam, fused=True, betas=(.5, .9))),
    'weight decay': dict(optimizer=partial(torch.optim.Adam, fused=True, weight_decay=.1)),
    'a longer cosine': dict(scheduler=partial(CosineAnnealingLR, T_max=4)),
    'another decay': dict(scheduler=partial(ExponentialLR, gamma=.8)),
    'an own prior of another width': dict(prior=Flat(.5)),
    'an own estimator with another factor': dict(group=group, estimator=Zero(.1)),
}
first = {  # options of the run that is there, where these are no defaults
    'an activation that no repr shows': dict(model=by_hand(torch.tanh), q=MeanField.from_module(by_hand(torch.tanh))),
    'momentum': dict(optimizer=partial(torch.optim.SGD)),
    'a longer cosine': dict(scheduler=partial(CosineAnnealingLR, T_max=2)),
    'another decay': dict(scheduler=partial(ExponentialLR, gamma=.9)),
    'an own prior of another width': dict(prior=Flat(1.)),
    'an own estimator with another factor': dict(group=group, estimator=Zero())}

@pytest.mark.parametrize('other', others)
def test_a_checkpoint_of_another_run_is_refused(other, tmp_path):
    resume(tmp_path/'c', epochs=2, **first.get(other, {}))
    before = (tmp_path/'c').read_bytes()
    line = refused('of another run', resume, tmp_path/'c', **others[other])
    assert (tmp_path/'c').read_bytes()==before and ('another number of epochs' in line)==(other in ('a longer cosine', 'another decay'))

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

def test_other_validation_data_are_noticed_where_they_decide(tmp_path):
    resume(tmp_path/'c', epochs=2, stopping=Stopping(valid, 5))
    refused('valid is', resume, tmp_path/'c', stopping=Stopping((valid[0]+1, valid[1]), 5))

def test_a_full_disk_is_called_one(tmp_path):
    "A limit on the size of files stands in for it; torch, given a path, would speak of `inline_container.cc`"
    resource = pytest.importorskip('resource')
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, was[1]))
        refused("cannot write '.*c': File too large", resume, tmp_path/'c', epochs=1)
    finally: resource.setrlimit(resource.RLIMIT_FSIZE, was)
    assert not list(tmp_path.iterdir())

@pytest.mark.defect('U5')
@pytest.mark.parametrize('members', [None, 2])
def test_an_interrupt_keeps_the_finished_epochs(members, tmp_path, capsys):
    "The file of an interrupted fit holds its last epoch, from which the fit goes on to the bit; before, there was no file for 30 s"
    options = dict(group=group, epochs=6, lr=3e-2, **quiet)
    generators = lambda: rng(0) if members is None else gens(members)
    start = lambda: make_posterior('MeanField', case, members) if members else make_posterior('MeanField', case)
    whole, cut = start(), start()
    h = fit(net, whole, prior, Gaussian(.3), (x, y), generator=generators(), **options)
    def stop(row):
        if row['epoch']==4: signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background has it ignored
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        fit(net, cut, prior, Gaussian(.3), (x, y), generator=generators(), checkpoint=tmp_path/'c', callback=stop, **options)
    assert signal.getsignal(signal.SIGINT) is before
    line = capsys.readouterr().err.strip()
    assert line==f'interrupted: epoch 4 is kept in {str(tmp_path/"c")!r}: symbayes.all.Checkpoint(path, resume=True) goes on from there'
    again = start()
    k = fit(net, again, prior, Gaussian(.3), (x, y), generator=generators(), checkpoint=Checkpoint(tmp_path/'c', resume=True), **options)
    assert same(state(whole), state(again)) and no_seconds(h).equals(no_seconds(k))

@pytest.mark.defect('U5')
def test_an_interrupt_before_the_first_epoch_says_that_nothing_is_kept(tmp_path, capsys):
    "An interrupt within an epoch writes no half of it"
    class Cut(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = deepcopy(net)
            self.armed = False
        def forward(self, x):
            if self.armed and torch.is_grad_enabled(): raise KeyboardInterrupt
            return self.net(x)
    model = Cut()
    q = MeanField.from_module(model)
    model.armed = True
    with pytest.raises(KeyboardInterrupt): fitted(q, model=model, epochs=3, checkpoint=tmp_path/'c')
    assert not (tmp_path/'c').exists()
    assert capsys.readouterr().err=='interrupted: no epoch was finished, and nothing is kept\n'

# files that were changed

def _written(tmp_path, **options):
    path = tmp_path/'c.pt'
    fitted(epochs=2, generator=gens(None), checkpoint=Checkpoint(path), **options)
    return path

def _resumed(path, **options):
    q = make_posterior('MeanField', case)
    fitted(q, epochs=4, generator=gens(None), checkpoint=Checkpoint(path, resume=True), **options)
    return state(q, Gaussian(.3))

def _change(saved, change):
    "As somebody would who means harm: the digest is made anew"
    change(saved['run'])
    saved.pop('digest')
    return saved | {'digest': fingerprint(saved)}

moments = lambda run: run['optimizer']['state'][0]
changes = {
    'a short moment': lambda run: moments(run).update(exp_avg=torch.zeros(1)),
    'a long moment': lambda run: moments(run).update(exp_avg_sq=torch.zeros(10**6)),
    'a moment of halves': lambda run: moments(run).update(exp_avg=moments(run)['exp_avg'].half()),
    'a moment that is none': lambda run: moments(run).update(exp_avg=None),
    'a moment without memory': lambda run: moments(run).update(exp_avg=torch.zeros(1, dtype=moments(run)['exp_avg'].dtype).expand(moments(run)['exp_avg'].shape)),
    'no moments': lambda run: run['optimizer'].update(state={}),
    'no rate': lambda run: run['optimizer']['param_groups'][0].update(lr=None),
    'no betas': lambda run: run['optimizer']['param_groups'][0].pop('betas'),
    'another rate': lambda run: run['optimizer']['param_groups'][0].update(lr=.5),
    'steps that were not made': lambda run: moments(run).update(step=torch.tensor(-3.)),
    'a posterior of another shape': lambda run: run['q'].update({k: t[..., :1] for k,t in list(run['q'].items())[:1]}),
    'a posterior of halves': lambda run: run['q'].update({k: t.half() for k,t in list(run['q'].items())[:1]}),
    'a best that is none': lambda run: run.update(best='low'),
    'a waited without best': lambda run: run.update(waited=torch.tensor(3)),
    'a best state': lambda run: run.update(best_state={'q.loc': torch.zeros(2)}),
    'a history of words': lambda run: run.update(history=[{'epoch': 'one', 'member': 0, 'objective': 1.}]),
    'a history of later epochs': lambda run: run['history'][0].update(epoch=9),
    'a generator cut short': lambda run: run.update(generators=[run['generators'][0][:10]]),
    'a key more': lambda run: run.update(more=1),
    'a key less': lambda run: run.pop('waited'),
}

@pytest.mark.defect('R4')
@pytest.mark.parametrize('change', changes)
def test_what_no_run_can_have_written_is_refused(change, tmp_path):
    "Even with a digest that fits: a short moment would have been written beyond its end"
    path = _written(tmp_path)
    torch.save(_change(torch.load(path, weights_only=True), changes[change]), path)
    refused(r'^checkpoint .* is of another run: ', _resumed, path)

def test_a_digest_made_anew_is_accepted(tmp_path):
    "So that the refusals above are of what was changed"
    path = _written(tmp_path)
    torch.save(_change(torch.load(path, weights_only=True), lambda run: None), path)
    _resumed(path)

@pytest.mark.parametrize('options', [dict(scheduler=lambda o: ExponentialLR(o, .9)), dict(optimizer=partial(torch.optim.SGD, momentum=.9)), dict(optimizer=torch.optim.SGD), dict(optimizer=torch.optim.RMSprop)], ids=['scheduler', 'momentum', 'SGD', 'RMSprop'])
def test_other_optimisers_go_on(options, tmp_path): _resumed(_written(tmp_path, **options), **options)

@pytest.mark.defect('R20')
def test_flipped_bits_are_noticed(tmp_path):
    "Refused in a line, or, where the bit is of no number, the same result"
    path, flips = _written(tmp_path), rng(0)
    whole = path.read_bytes()
    expected = _resumed(path)
    n_refused = 0
    for bit in torch.randint(8*len(whole), (40,), generator=flips).tolist():
        cut = bytearray(whole)
        cut[bit//8] ^= 1<<bit%8
        path.write_bytes(cut)
        try: assert same(_resumed(path), expected)
        except SymbayesError as e:
            assert '\n' not in str(e)
            n_refused += 1
    assert n_refused>10

@pytest.mark.defect('V9')
def test_the_remedies_of_a_checkpoint_that_is_there_can_be_copied(tmp_path):
    "By the names that the line gives, with nothing imported but `symbayes`"
    import symbayes  # noqa: F401
    path, net = tmp_path/'c', nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))
    run = lambda checkpoint: fit(net, MeanField.from_module(net, .1), IsotropicNormal(1.), Gaussian(.3), (torch.ones(4, 3), torch.ones(4, 1)), epochs=1, progress=False, checkpoint=checkpoint)
    run(path)
    remedies = re.findall(r'symbayes\.all\.Checkpoint\([^)]*\)', refused('is there', run, path))
    assert len(remedies)==2
    for remedy in remedies: run(eval(remedy, {'symbayes': symbayes, 'path': path}))

def test_what_members_share_is_kept_whole():
    "A number that is the same for all members has no axis of them"
    state = SimpleNamespace(best=None, waited=None, best_state={}, parameters={'loc': torch.zeros(3, 2), 'scale': torch.tensor(.5)}, has_waited=lambda n: False)
    for metric in ([1., 1., 1.], [.5, 2., .5]):
        TrainState.keep_best(state, torch.tensor(metric), 5)
        state.parameters['loc'] += 1.
    assert state.best_state['scale'].shape==() and state.best_state['loc'][:, 0].tolist()==[1., 0., 1.]
    TrainState.restore_best(state)
    assert state.parameters['loc'][:, 0].tolist()==[1., 0., 1.]
