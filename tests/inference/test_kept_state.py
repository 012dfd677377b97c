"What functions of a network leave as it was: its buffers, its modes and torch's global generator; and learned noise, which they fix and say so."
import warnings
from copy import deepcopy

import pytest
import torch
from torch import nn
from torch.nn.utils import parametrizations

from cases import recurrent, refused
import symbayes.all as sb
from symbayes.inference import laplace_evidence
from symbayes.core.messages import SymbayesError
from symbayes.core.networks import Effects, effects_of, state_fingerprint, network_outputs
from symbayes.core.tensors import streams
from symbayes.inference.laplace_approximation import laplace_evidence

x = torch.randn(24, 3, generator=streams(1, 'x'))
y = torch.sin(x[:, :1])
prior, noise = sb.IsotropicNormal(1.), sb.Gaussian(.3)
quiet = dict(progress=False)
short = dict(training=dict(epochs=2), **quiet)

class Mean(nn.Linear):
    "A layer that takes away a running mean"
    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.register_buffer('mean', torch.zeros(sizes[1]))
    def forward(self, x):
        h = super().forward(x)
        if self.training: self.mean.mul_(.9).add_(h.detach().mean(0), alpha=.1)
        return h-self.mean

class Counting(nn.Linear):
    "A layer that counts its calls, in evaluation mode, too"
    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.register_buffer('calls', torch.zeros(()))
    def forward(self, x):
        self.calls = self.calls+1
        return super().forward(x)

def of(*first): return nn.Sequential(*first, nn.Tanh(), nn.Linear(5, 1))

networks = dict(
    batch_norm=lambda: of(nn.Linear(3, 5), nn.BatchNorm1d(5)), spectral_norm=lambda: of(parametrizations.spectral_norm(nn.Linear(3, 5))),
    old_spectral_norm=lambda: of(nn.utils.spectral_norm(nn.Linear(3, 5))), running_mean=lambda: of(Mean(3, 5)),
    counting=lambda: of(Counting(3, 5)).eval(), dropout=lambda: nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Dropout(.3), nn.Linear(5, 1)))

def rng(): return streams(0, 'kept')

def problem(model, likelihood=noise, prior=prior):
    "The problem of a network that was in evaluation mode when the problem was made"
    modes = [(m, m.training) for m in model.modules()]
    try: return sb.Problem(model.eval(), prior, likelihood, (x, y), None)
    finally:
        for m,mode in modes: m.training = mode

def posterior(p): return sb.MeanField.from_module(p.model, .05)

def rate(p): return None if any(isinstance(m, nn.Dropout) for m in p.model.modules()) else .2

around = dict(
    ensemble=lambda p: sb.ensemble(p, n_members=2, epochs=2, generator=rng(), **quiet),
    swag=lambda p: sb.swag(p, n_snapshots=3, discard=1, rank=2, generator=rng(), **short),
    laplace=lambda p: sb.laplace(p, generator=rng(), **short),
    laplace_evidence=lambda p: laplace_evidence(p, structure='diag', generator=rng(), **short),
    sghmc=lambda p: sb.sghmc(p, n_draws=3, every=1, discard=2, generator=rng(), **short),
    mc_dropout=lambda p: sb.mc_dropout(p, p=rate(p), n_draws=3, generator=rng(), **short),
    multi_mode=lambda p: sb.multi_mode(sb.laplace, 2, 2)(p, generator=rng(), **short))
calls = around | dict(
    Problem=lambda p: sb.Problem(p.model, prior, noise, (x, y), None),
    fit=lambda p: sb.fit(p, posterior(p), epochs=2, generator=rng(), **quiet),
    local=lambda p: sb.fit(p, posterior(p), epochs=2, local_reparam=True, generator=rng(), **quiet),
    predict=lambda p: sb.predict(p.model, posterior(p), x, 5, generator=rng()),
    elbo=lambda p: sb.elbo(p.model, posterior(p), prior, noise, (x, y), 24, n_samples=2, generator=rng()),
    evaluate=lambda p: sb.evaluate(p, posterior(p), n_samples=5, generator=rng(), **quiet),
    account=lambda p: sb.account(p, posterior(p), n_samples=5, generator=rng(), **quiet),
    sample_posterior=lambda p: sb.sample_posterior(p, posterior(p), chains=2, draws=2, warmup=20, between=1, generator=rng(), **quiet),
    importance_bound=lambda p: sb.importance_bound(p, posterior(p), n=4, repeats=2, generator=rng(), **quiet),
    loss_barrier=lambda p: sb.loss_barrier(p, posterior(p), posterior(p), generator=rng()),
    symmetry_group=lambda p: sb.symmetry_group(p.model, x))

@pytest.mark.defect('A10')
@pytest.mark.defect('A11')
@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('call', calls)
@pytest.mark.parametrize('network', ['batch_norm', 'spectral_norm', 'counting', 'dropout'])
def test_a_network_is_left_as_it_was_or_refused(network, call):
    "Buffers, modes and the global generator, for networks whose calls change them"
    model = networks[network]()
    try: p = problem(model)
    except SymbayesError: p = sb.Problem(nn.Linear(3, 1), prior, noise, (x, y), None).with_parts(model=model)
    before, modes, state = deepcopy(model.state_dict()), [m.training for m in model.modules()], torch.get_rng_state()
    try: calls[call](p)
    except SymbayesError as e: assert '\n' not in str(e)
    assert all(torch.equal(t, before[k]) for k,t in model.state_dict().items())
    assert modes==[m.training for m in model.modules()] and torch.equal(state, torch.get_rng_state())

@pytest.mark.defect('A10')
@pytest.mark.defect('A11')
@pytest.mark.parametrize('call', ['Problem', 'fit', 'local', 'elbo', 'outputs'])
@pytest.mark.parametrize('network', ['batch_norm', 'spectral_norm', 'old_spectral_norm', 'running_mean'])
def test_training_mode_is_refused_and_the_remedy_helps(network, call):
    "The line names the buffers, and evaluation mode mends it"
    model = networks[network]()
    f, p = (calls | dict(outputs=lambda p: network_outputs(p.model, posterior(p).sample(1, rng()), x)))[call], problem(model)
    refused(r"would change its buffers \['0.*|1.running_mean.*evaluation mode with .eval\(\)", f, p)
    model.eval()
    f(p)

class Table(nn.Linear):
    "A layer with a table that grows when longer inputs come, in a buffer or in a plain attribute, in place or anew, and a constant NaN"
    def __init__(self, *sizes, plain=False):
        super().__init__(*sizes)
        self.plain = plain
        self.register_buffer('nothing', torch.full((2,), float('nan')))
        if plain: self.table = None
        else: self.register_buffer('table', torch.zeros(0), persistent=False)
    def forward(self, x):
        if self.table is None or len(self.table)<x.shape[-1]: self.table = torch.arange(float(x.shape[-1]))
        return super().forward(x+self.table)

class Calls(nn.Linear):
    "A layer with plain attributes that its calls change, and its outputs not"
    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.calls, self.last, self.sizes = 0, None, []
    def forward(self, x):
        self.calls, self.last = self.calls+1, x.detach()
        self.sizes.append(len(x))
        return super().forward(x)

class Stateful(nn.Linear):
    "A layer whose outputs depend on earlier calls, by one of several ways"
    def __init__(self, *sizes, way='scale'):
        super().__init__(*sizes)
        self.way, self.scale, self.kept, self.memory = way, 1., None, []
        self.register_buffer('mean', torch.zeros(sizes[0]))
        self.register_buffer('started', torch.tensor(False))
    def forward(self, x):
        if self.way=='scale': self.scale = self.scale*.9
        if self.way=='weight' and self.kept is None: self.kept = self.weight.detach().clone()
        if self.way=='memory': self.memory.append(x.detach().mean())
        if self.way=='first' and not self.started:
            self.mean.copy_(x.detach().mean(0))
            self.started.fill_(True)
        out = nn.functional.linear(x-self.mean, self.kept if self.way=='weight' else self.weight, self.bias)
        return self.scale*out+sum(self.memory, torch.zeros(()))

class Late(nn.Linear):
    "A layer that changes a buffer for many rows alone"
    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.register_buffer('rows', torch.zeros(()))
    def forward(self, x):
        if len(x)>12: self.rows += len(x)
        return super().forward(x)

@pytest.mark.defect('A10')
@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('layer', [lambda: Table(3, 5), lambda: Table(3, 5, plain=True), lambda: Calls(3, 5)], ids=['buffer', 'attribute', 'calls'])
def test_caches_and_counters_are_taken(layer):
    "The fit is that of the plain layer, buffers stay, and nothing is tried or verified again because of a counter"
    model, plain = of(layer()).eval(), of(nn.Linear(3, 5))
    table = torch.arange(3.) if isinstance(model[0], Table) else torch.zeros(3)
    plain.load_state_dict({k: t for k,t in model.state_dict().items() if 'nothing' not in k})
    before = {k: t.clone() for k,t in model.named_buffers()}
    found = [sb.Problem(m, prior, noise, (i, y), None) for m,i in ((model, x), (plain, x+table))]
    qs = [posterior(p) for p in found]
    for p,q in zip(found, qs): sb.fit(p, q, epochs=4, generator=rng(), **quiet)
    torch.testing.assert_close(*(q.loc for q in qs))
    torch.testing.assert_close(*(sb.predict(p.model, q, i, 3, generator=rng()) for p,q,i in zip(found, qs, (x, x+table))))
    now = dict(model.named_buffers())
    assert all(t.isnan().all() if 'nothing' in k else t.equal(before[k]) for k,t in now.items() if k!='0.table')
    state = state_fingerprint(model)
    network_outputs(model, qs[0].sample(2, rng()), x)
    assert isinstance(model[0], Table) or state_fingerprint(model)==state

@pytest.mark.defect('A10')
@pytest.mark.parametrize('call', ['Problem', 'fit', 'elbo'])
@pytest.mark.parametrize('way', ['scale', 'weight', 'memory', 'first'])
def test_outputs_that_depend_on_earlier_calls_are_refused(way, call):
    "By a number, kept weights, a list or numbers of the first batch; the network stays as it was"
    model = of(Stateful(3, 5, way=way)).eval()
    p = sb.Problem(of(nn.Linear(3, 5)).eval(), prior, noise, (x, y), None).with_parts(model=model)
    before = state_fingerprint(model)
    what = 'buffers' if way=='first' else 'attributes'
    refused(rf"layer '0' \(Stateful\) would change its {what} \['0\.(scale|kept|memory|mean)'.*expected one that leaves them", lambda: calls[call](p))
    assert state_fingerprint(model)==before

@pytest.mark.defect('A10')
def test_a_change_that_few_rows_do_not_show_is_refused_when_it_comes():
    p = problem(of(Late(3, 5)))
    for f in (lambda: sb.fit(p, posterior(p), epochs=2, **quiet), lambda: sb.predict(p.model, posterior(p), x, 3)):
        refused(r"would change its buffers \['0.rows'\]", f)
    sb.predict(p.model, posterior(p), x[:12], 3)

@pytest.mark.defect('A11')
def test_outputs_and_densities_draw_from_the_given_generator():
    "Dropout in training mode, for one network and for several; the global state stays"
    model = networks['dropout']()
    p, w = problem(model), posterior(problem(model)).sample(3, rng())
    for f in (lambda w, g: network_outputs(model, w, x, generator=g), lambda w, g: p.log_density(w, generator=g)):
        for v in (w, {k: t[:1] for k,t in w.items()}):
            state = torch.get_rng_state()
            a, b = f(v, rng()), f(v, rng())
            assert a.equal(b) and state.equal(torch.get_rng_state()) and not a.equal(f(v, streams(1, 'other')))

@pytest.mark.defect('A11')
def test_dropout_draws_from_the_given_generator():
    "Two calls of `elbo` with one seed agree, also under a recurrent layer or attention, which drop by themselves"
    steps = torch.randn(6, 5, 4, generator=rng())
    for layer in (nn.GRU(4, 4, 2, dropout=.5, batch_first=True), nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)):
        model = recurrent(layer, 4, 1) if isinstance(layer, nn.GRU) else nn.Sequential(layer, nn.Flatten(), nn.Linear(20, 1))
        assert effects_of(model, steps)==Effects(draws=True)
        q = sb.MeanField.from_module(model, .01)
        a, b = (sb.elbo(model, q, prior, noise, (steps, y[:6]), 6, generator=rng()).log_lik for _ in range(2))
        assert torch.equal(a, b) and effects_of(model.eval(), steps)==Effects()

class Widths(sb.Likelihood):
    "A likelihood of one's own, with a learned number"
    def __init__(self):
        super().__init__()
        self.log_width = nn.Parameter(torch.zeros(()))
    def log_prob(self, outputs, y): return -.5*((outputs-y)/self.log_width.exp()).square().sum(-1) - self.log_width

@pytest.mark.defect('V7')
@pytest.mark.filterwarnings('ignore:I.g.w. stands')
@pytest.mark.parametrize('parts', [dict(likelihood=sb.Gaussian(.2, learned=True)), dict(likelihood=sb.StudentT(4., .2, learned=True)),
    dict(prior=sb.LearnedNormal(networks['dropout'](), spread=1.)), dict(likelihood=Widths())], ids=['Gaussian', 'StudentT', 'LearnedNormal', 'own'])
@pytest.mark.parametrize('method', around)
def test_methods_say_that_learned_numbers_stay(method, parts):
    "One warning, which names the part; none after its own remedy"
    p = problem(networks['dropout']().eval(), **deepcopy(parts))
    part = p.likelihood if 'likelihood' in parts else p.prior
    before = [t.clone() for t in part.parameters()]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        around[method](p)
    lines = [str(w.message) for w in said if 'is not learned here and stays as it is: fit(problem, q) learns it' in str(w.message)]
    assert len(lines)==1 and type(part).__name__ in lines[0] and '\n' not in lines[0]
    assert all(torch.equal(a, b) and b.grad is None for a,b in zip(before, part.parameters()))
    part.requires_grad_(False)
    with warnings.catch_warnings():
        warnings.simplefilter('error', UserWarning)
        around[method](p)

@pytest.mark.defect('V7')
def test_the_log_evidence_says_that_learned_numbers_stay():
    p = sb.Problem(nn.Linear(3, 1), prior, sb.Gaussian(.2, learned=True), (x, y), None)
    with pytest.warns(UserWarning, match=r'Gaussian.* is not learned here'): sb.log_evidence(p, **quiet)

@pytest.mark.defect('V7')
@pytest.mark.parametrize('make', [lambda p: sb.multi_mode(sb.laplace, 2, 2)(p, training=dict(epochs=2), **quiet), lambda p: laplace_evidence(p, training=dict(epochs=2), **quiet)], ids=['modes', 'evidence of Laplace'])
def test_compositions_say_that_learned_numbers_stay(make):
    p = problem(networks['dropout']().eval(), likelihood=sb.Gaussian([.2], learned=True))
    with pytest.warns(UserWarning, match=r'Gaussian.* is not learned here'): make(p)

@pytest.mark.filterwarnings('ignore:There is a performance drop')
def test_a_transformer_in_evaluation_mode_is_fitted():
    "Its fast path has no gradient; the gradients are those without it, for one draw and for several"
    layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
    model = nn.Sequential(layer, nn.Flatten(), nn.Linear(20, 1)).eval()
    steps, fast = torch.randn(6, 5, 4, generator=rng()), torch.backends.mha.get_fastpath_enabled()
    p, q = sb.Problem(model, prior, noise, (steps, y[:6]), None), sb.MeanField.from_module(model, .01)
    def slopes(n):
        w = {k: t.requires_grad_() for k,t in q.sample(n, rng()).items()}
        return torch.autograd.grad(network_outputs(model, w, steps).square().sum(), list(w.values()))
    each = [slopes(n) for n in (1, 3)]
    torch.backends.mha.set_fastpath_enabled(False)
    try: expected = [slopes(n) for n in (1, 3)]
    finally: torch.backends.mha.set_fastpath_enabled(fast)
    assert all(torch.allclose(a, b, atol=1e-5) for s,t in zip(each, expected) for a,b in zip(s, t))
    history = sb.fit(p, q, epochs=3, n_samples=2, generator=rng(), **quiet)
    assert torch.backends.mha.get_fastpath_enabled()==fast and history.objective.iloc[-1]>history.objective.iloc[0]
