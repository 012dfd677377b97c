"Recorded steps train as PyTorch's own, and what would not is not recorded"
import copy, time
from functools import partial
import numpy as np
import pytest, torch
from cases import Net, recurrent, refused, rng, tanh_net
from symbayes.all import *
from symbayes.inference import steps as steps_room
from symbayes.inference.objective import Objective, start_run
from torch import nn


x = 4*torch.rand(40, 2, generator=rng(0))-2
y = torch.sin(2*x[:, :1]) + .1*torch.randn(40, 1, generator=rng(1))
labels, images = torch.randint(0, 3, (40,), generator=rng(2)), torch.randn(40, 1, 6, 6, generator=rng(3))
def mlp(out=1, seed=0): return seeded_module(lambda: nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, out)), seed)
def wide(): return tanh_net(2, 12, 1)
def block() -> Net: return Net(lambda s, x: x+s.linear(s.norm(x)).tanh(), norm=nn.LayerNorm(6), linear=(6, 6))
def residual(): return seeded_module(lambda: nn.Sequential(nn.Linear(2, 6), block(), nn.Linear(6, 1)), 0)
def stepped(): return seeded_module(lambda: nn.Sequential(nn.Unflatten(1, (1, 2)), recurrent(nn.GRU(2, 4, batch_first=True), 4, 1)), 0)
def conv(): return seeded_module(lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(64, 3)), 0)
prior, noise = IsotropicNormal(1.), Gaussian(.2)

def stack(net): return MeanField.from_module([mlp(seed=i) for i in range(3)], .05)
def mean_field(net): return MeanField.from_module(net, .05)
def units(net): return UnitGaussian.from_module(net, mlp_group(net), std=.05)
def collapsed(net): return CollapsedLastLayer.of(Problem(net, prior, noise, (x, y), None), generator=rng(5))
def inducing(net): return InducingPosterior.from_module(net, prior, x, M=6, targets=y, likelihood=noise, generator=rng(5))
loader = torch.utils.data.DataLoader(list(zip(x, y)), batch_size=15, shuffle=True)
settings = {  # network, family and options of `fit`, where these are others than an MLP, mean field, known noise and all data
    'mean field': dict(), 'batches': dict(batch_size=16), 'stack in batches': dict(family=stack, batch_size=16),
    'classes': dict(net=partial(mlp, 3), likelihood=Categorical(), data=(x, labels)), 'two classes': dict(likelihood=Bernoulli(), data=(x, (y>0).float())),
    'learned noise of a stack': dict(family=stack, likelihood=Gaussian(.3, learned=True)), 'low rank': dict(family=lambda net: LowRank.from_module(net, 3, .05, rng(4))),
    'units': dict(net=wide, family=units), 'warm-up': dict(kl_warmup=20), 'convolution': dict(net=conv, likelihood=Categorical(), data=(images, labels), batch_size=16),
    'residual': dict(net=residual), 'recurrent': dict(net=stepped), 'local': dict(local_reparam=True),
    'schedule': dict(scheduler=lambda o: torch.optim.lr_scheduler.ExponentialLR(o, .99)), 'another optimiser': dict(optimizer=torch.optim.SGD, lr=1e-4),
    'loader': dict(data=loader), 'collapsed': dict(net=wide, family=collapsed), 'inducing': dict(net=wide, family=inducing),
    'symmetrised': dict(net=wide, group=True), 'symmetrised, units merged': dict(net=wide, family=lambda net: MeanField.from_module(net, .8), group=True),
    'symmetrised stack in batches': dict(family=stack, group=True, batch_size=16), 'symmetrised units': dict(net=wide, family=units, group=True),
    'symmetrised, collapsed': dict(net=wide, family=collapsed, group=True), 'by sampled elements': dict(net=wide, group=True, estimator=Uniform(5)),
    'by Bethe': dict(net=wide, family=lambda net: MeanField.from_module(net, .3), group=True, estimator=Bethe())}

plain = {'symmetrised stack in batches', 'by sampled elements', 'by Bethe'}  # they read values on their way

def trained(name, recorded, epochs=None, **more):
    options = dict(net=mlp, family=mean_field, likelihood=noise, data=(x, y), group=None) | settings[name]
    make, family, likelihood, data, group = (options.pop(k) for k in ('net', 'family', 'likelihood', 'data', 'group'))
    net, likelihood = make(), copy.deepcopy(likelihood)
    q, group = family(net), mlp_group(net) if group else None
    gens = [rng(10+i) for i in range(3)] if q.batch_shape else rng(10)
    epochs = epochs or (16 if 'batch_size' in options or name=='loader' else 45)
    history = fit(Problem(net, prior, likelihood, data, group), q, epochs=epochs, generator=gens, progress=False, recorded=recorded, **options | more)
    return history, [p.detach() for p in (*q.parameters(), *likelihood.parameters())]

@pytest.mark.parametrize('name', settings)
def test_recorded_steps_train_as_autograd_does(name):
    (h, found), (h2, expected) = trained(name, True), trained(name, False)
    assert h2.attrs['steps']=='by autograd: as asked for' and (name in plain or h.attrs['steps']=='recorded'), h.attrs['steps']
    for a,b in zip(found, expected, strict=True): torch.testing.assert_close(a, b, rtol=1e-3, atol=2e-4)
    terms = ['log_lik', 'kl', 'mi', 'elbo', 'objective', 'beta']
    np.testing.assert_allclose(h[terms], h2[terms], rtol=1e-3, atol=.05)

def test_steps_recorded_at_once_train_as_autograd_does():
    (h, found), (_, expected) = (trained('mean field', r, 9) for r in ('at once', False)) # fewer than steps without a tape
    assert h.attrs['steps']=='recorded'
    for t,e in zip(found, expected, strict=True): torch.testing.assert_close(t, e, rtol=1e-3, atol=2e-4)
    refused("recorded is 'never', expected True, False or 'at once'", TrainConfig, recorded='never')

@pytest.mark.parametrize('name', ['mean field', 'stack in batches', 'warm-up', 'collapsed'])
def test_a_recorded_run_resumes_to_the_bit(name, tmp_path):
    class Cut(Exception): pass
    def cut(row):
        if row['epoch']==21: raise Cut
    kept = Checkpoint(tmp_path/'run.pt', every=0., resume=True)
    with pytest.raises(Cut): trained(name, True, 40, checkpoint=kept, callback=cut)
    h, resumed = trained(name, True, 40, checkpoint=kept)
    h2, whole = trained(name, True, 40)
    for a,b in zip(resumed, whole, strict=True): assert torch.equal(a, b)
    assert h.drop(columns='seconds').equals(h2.drop(columns='seconds'))

def test_the_floor_is_part_of_a_run(tmp_path):
    kept = Checkpoint(tmp_path/'run.pt', resume=True)
    trained('mean field', True, 20, checkpoint=kept)
    refused('recorded', trained, 'mean field', False, 40, checkpoint=kept)

# %% networks made to fool the recorder

class Fooling(nn.Sequential):
    "A network whose calls depend on something else than tensors"
    def __init__(self): super().__init__(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
class Counting(Fooling):
    calls = 0
    def forward(self, x):
        self.calls += 1
        return super().forward(x)*(1+.1*self.calls)
class Listing(Fooling):
    def __init__(self):
        super().__init__()
        self.seen = []
    def forward(self, x):
        self.seen.append(len(x))
        return super().forward(x)*len(self.seen)
outside, numbers = [], np.random.default_rng(0)
fooling = dict(clock=lambda out: out*(time.perf_counter_ns()%1000/1000+.5), counter=lambda out: outside.append(1) or out*len(outside),
    branch=lambda out: out if out.mean()>0 else 2*out, selection=lambda out: out+out[out>0].sum(), torch=lambda out: out+torch.randn(len(out), 1),
    numpy=lambda out: out+float(numbers.random()))

@pytest.mark.parametrize('kind', fooling)
def test_networks_made_to_fool_the_recorder_are_not_recorded(kind):
    class Changed(Fooling):
        def forward(self, x): return fooling[kind](super().forward(x))
    net = seeded_module(Changed, 0)
    h = fit(Problem(net, prior, noise, (x, y), None), mean_field(net), epochs=15, n_samples=1, generator=rng(0), progress=False)
    assert h.attrs['steps'].startswith('by autograd: ') and 'too few' not in h.attrs['steps'], h.attrs['steps']

@pytest.mark.defect('A10')
@pytest.mark.parametrize('kind', [Counting, Listing])
def test_networks_that_depend_on_earlier_calls_are_refused(kind):
    net = seeded_module(kind, 0)
    refused('would change its attributes', lambda: fit(Problem(net, prior, noise, (x, y), None), MeanField.from_module(net, .05), epochs=2, progress=False))

def test_hooks_and_dropout_are_not_recorded():
    net = mlp()
    net[0].register_forward_hook(lambda m, a, out: out*1.)
    dropping = nn.Sequential(nn.Linear(2, 8), nn.Dropout(.5), nn.Linear(8, 1))
    for n,why in [(net, 'hooks'), (dropping, 'random numbers')]:
        h = fit(Problem(n, prior, noise, (x, y), None), MeanField.from_module(n, .05), epochs=15, generator=rng(0), progress=False)
        assert why in h.attrs['steps']

def test_a_tape_that_would_take_too_much_memory_is_not_recorded(monkeypatch):
    monkeypatch.setattr(steps_room, 'max_memory', 2**14)
    h, _ = trained('mean field', True)
    assert 'GiB of memory' in h.attrs['steps']

class Late(Fooling):
    "Computes something else after some calls, in a way that its attributes do not show"
    def forward(self, x): return super().forward(x)*(1. if late[0] else 2.)
late = [True]

def test_a_difference_that_shows_later_is_an_error(monkeypatch):
    monkeypatch.setattr(steps_room, 'between_checks', 20)
    net = seeded_module(Late, 0)
    def turn(row): late[0] = row['epoch']<25
    refused('recorded=False', lambda: fit(Problem(net, prior, noise, (x, y), None), MeanField.from_module(net, .05), epochs=60, generator=rng(0), progress=False, callback=turn))
    late[0] = True

class Cancelling(nn.Sequential):
    "Adds the difference of two equal means, with ten of its digits lost; a tape takes one of them in another order"
    def __init__(self): super().__init__(nn.Linear(2, 7), nn.Tanh(), nn.Linear(7, 1))
    def forward(self, x):
        h = self[1](self[0](x))
        return (self[2](h)+1e9*(h.mean(-1, keepdim=True)-(h/7).sum(-1, keepdim=True)))*(1. if late[0] else 1.001)

@pytest.mark.parametrize('wrong', [False, True])
def test_rounding_is_told_from_a_difference(wrong, monkeypatch):
    monkeypatch.setattr(steps_room, 'between_checks', 10)
    net, differences = seeded_module(Cancelling, 0).double(), []
    def seen(found, expected, *rounding):
        differences.append(not agree(found, expected))
        return agree(found, expected, *rounding)
    agree = steps_room.agree
    monkeypatch.setattr(steps_room, 'agree', seen)
    def turn(row): late[0] = not wrong or row['epoch']<25
    problem = Problem(net, IsotropicNormal(1.), Gaussian(.2), (x.double(), y.double()), None)
    run = partial(fit, problem, MeanField.from_module(net, .05), epochs=40, generator=rng(0), progress=False, callback=turn)
    try:
        if wrong:
            refused('recorded=False', run)
        else: assert run().attrs['steps']=='recorded'
    finally: late[0] = True
    assert any(differences)  # rounding was more than a well-posed step has

class Scaled(Fooling):
    factor = 1.
    def forward(self, x): return super().forward(x)*self.factor

changes = {'attribute': lambda p: setattr(p.model, 'factor', 2.), 'data': lambda p: p.data[1].add_(1.), 'layer': lambda p: p.model.__setitem__(1, nn.ReLU()),
    'hook': lambda p: p.model[0].register_forward_hook(lambda m, a, out: out+1), 'prior': lambda p: setattr(p.prior, 'std', .3),
    'noise': lambda p: p.likelihood.log_std.add_(1.), 'another noise': lambda p: setattr(p.likelihood, 'log_std', torch.tensor(-.5))}

@pytest.mark.parametrize('change', changes.values(), ids=changes)
def test_what_a_callback_changes_is_seen_at_the_next_step(change):
    def run(recorded):
        problem = Problem(seeded_module(Scaled, 0), IsotropicNormal(1.), Gaussian(.2), (x.clone(), y.clone()), None)
        q = MeanField.from_module(problem.model, .05)
        def watch(row):
            if row['epoch']==18: change(problem)
        h = fit(problem, q, epochs=30, generator=rng(0), progress=False, callback=watch, recorded=recorded)
        return h, q.loc.detach()
    (h, a), (h2, b) = run(True), run(False)
    torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(h.objective, h2.objective, rtol=1e-3, atol=.05)

def test_a_step_recorded_on_all_examples_is_not_taken_on_others():
    def run(why):
        problem = Problem(mlp(), prior, noise, (x, y), None)
        run = start_run(MeanField.from_module(mlp(), .05), noise, 1e-2, torch.optim.Adam, None, rng(2))
        steps = steps_room.Steps(run, Objective(problem), why=why)
        for _ in range(15): steps(problem.tensors)
        for i in range(5): steps(problem.tensors if i%2 else (x.flip(0), y+1))
        return run.q.loc.detach()
    torch.testing.assert_close(run(None), run('as asked for'), rtol=1e-3, atol=1e-4)

def test_the_step_that_sees_a_change_is_not_that_of_before():
    "A change that no callback makes is looked for now and then; the step that finds it is taken by autograd"
    def run(why):
        problem = Problem(seeded_module(Scaled, 0), prior, noise, (x, y), None)
        run = start_run(MeanField.from_module(problem.model, .05), noise, 1e-2, torch.optim.Adam, None, rng(2))
        steps = steps_room.Steps(run, Objective(problem), why=why)
        for _ in range(15): steps(problem.tensors)
        assert bool(steps.tapes)==(why is None)
        problem.model.factor, steps.next_check = 5., steps.done+1
        return steps(problem.tensors)
    torch.testing.assert_close(run(None), run('as asked for'), rtol=1e-3, atol=1e-3)

def test_the_history_is_that_of_every_epoch():
    h, _ = trained('mean field', True)
    assert h.epoch.tolist()==list(range(1, 46)) and (h.seconds>0).all()
    sparse, _ = trained('mean field', True, log_every=20)
    assert sparse.epoch.tolist()==[20, 40, 45]
    np.testing.assert_array_equal(sparse.objective, h.objective[h.epoch.isin(sparse.epoch)])

@pytest.mark.parametrize('batch', [None, 20])
@pytest.mark.parametrize('likelihood', [Gaussian(.2), Gaussian([.2, .3]), StudentT(4., .2)], ids=repr)
def test_complete_targets_have_no_mask(monkeypatch, likelihood, batch):
    kinds, record = [], steps_room.RecordedStep.__post_init__
    def noting(self, *args):
        try: return record(self, *args)
        finally: kinds.append({str(f).split('.')[1] for f,_,_ in self.tape.calls if isinstance(f, torch._ops.OpOverload)})
    monkeypatch.setattr(steps_room.RecordedStep, '__post_init__', noting)
    targets, holed = torch.cat([y, y.cos()], -1), torch.cat([y, y.cos()], -1)
    holed[::3, 1] = torch.nan
    how = dict(epochs=9, batch_size=batch, stopping=Stopping((x, holed)), recorded='at once', progress=False)
    for t in (targets, holed):
        h = fit(mlp(2), MeanField.from_module(mlp(2), .05), prior, likelihood, (x, t), **how)
        assert h.attrs['steps']=='recorded' and h.valid.notna().all()
    assert 'where' in kinds[1] and not kinds[0]&{'where', 'eq', 'isnan'} and likelihood.missing

def test_a_callback_changes_the_likelihood():
    def last(change):
        likelihood = StudentT(4., .2)
        def callback(row):
            if change and row['epoch']==1: likelihood.df = 40.
        how = dict(epochs=2, progress=False, callback=callback, generator=rng(0))
        return fit(mlp(2), MeanField.from_module(mlp(2), .05), prior, likelihood, (x, torch.cat([y, y.cos()], -1)), **how).log_lik
    plain, changed = last(False), last(True)
    assert plain[0]==changed[0] and abs(plain[1]-changed[1])>1

def test_an_attribute_of_ones_own_likelihood_stays():
    class Marked(Likelihood):
        missing = -1e3
        def log_prob(self, outputs, y): return (-(outputs-y).square()*(y!=self.missing)).sum(-1)
    data = x, torch.cat([y[1:], y.new_full((1, 1), -1e3)])
    h = fit(mlp(), MeanField.from_module(mlp(), .05), prior, Marked(), data, epochs=2, progress=False)
    assert h.log_lik.min()>-1e4
