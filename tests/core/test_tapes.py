"Tapes give the numbers of the computations that they were recorded from"
import pytest, torch
from hypothesis import given, settings, strategies as st
from cases import normal, refused, rng
from symbayes.core.tapes import NotRecordable, Tape, run_if, tensors_in
from torch import nn
from torch.func import functional_call, vmap
from torch.nn import functional as F


networks = {
    'tanh': nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3)), 'one unit': nn.Sequential(nn.Linear(4, 1), nn.Sigmoid(), nn.Linear(1, 3)),
    'norm': nn.Sequential(nn.Linear(4, 6), nn.LayerNorm(6), nn.GELU(), nn.Linear(6, 3)), 'softmax': nn.Sequential(nn.Linear(4, 3), nn.LogSoftmax(-1)),
    'wide classes': nn.Sequential(nn.Linear(4, 100), nn.LogSoftmax(-1)),
    'conv': nn.Sequential(nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 2, 2), nn.ReLU(), nn.Flatten(), nn.Linear(6, 3)),
    'inplace': nn.Sequential(nn.Linear(4, 6), nn.ReLU(inplace=True), nn.Linear(6, 3)), 'elu': nn.Sequential(nn.Linear(4, 6), nn.ELU(), nn.Linear(6, 3)),
    'batch norm': nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3)).eval(),
    'attention': nn.Sequential(nn.Unflatten(1, (2, 2)), nn.TransformerEncoderLayer(2, 1, 4, dropout=0., batch_first=True), nn.Flatten(), nn.Linear(4, 3))}

@pytest.mark.filterwarnings('ignore:There is a performance drop')
@pytest.mark.parametrize('name', networks)
@pytest.mark.parametrize('draws', [1, 3])
@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
def test_a_tape_of_losses_and_gradients_has_their_numbers(name, draws, dtype):
    net = networks[name].to(dtype)
    w = {k: p.detach().expand(draws, *p.shape).clone().requires_grad_() for k,p in net.named_parameters()}
    x, gen = torch.randn(5, 4, generator=rng(0)).to(dtype), rng(1)
    def computed():
        noisy = {k: p + .3*torch.randn(p.shape, generator=gen, dtype=dtype) for k,p in w.items()}
        loss = vmap(lambda w: functional_call(net, w, (x,)).square().sum())(noisy).mean()
        return loss.detach(), torch.autograd.grad(loss, list(w.values()))
    tape = Tape(computed, [*w.values(), x])
    for step in range(3):
        with torch.no_grad():
            for t in (*w.values(), x): t.add_(.1*torch.randn(t.shape, generator=rng(10+step)).to(t))
        state = gen.get_state()
        expected = [t.clone() for t in tensors_in(computed())]
        gen.set_state(state)
        with torch.no_grad(): found = tensors_in(tape())
        close = dict(rtol=1e-4, atol=1e-5) if dtype==torch.float32 else dict(rtol=1e-10, atol=1e-12)
        for a,b in zip(found, expected, strict=True): torch.testing.assert_close(a, b, **close)

ops = {'exp': torch.exp, 'tanh': torch.tanh, 'square': torch.square, 'power one': lambda t: t**1, 'sum of one': lambda t: t.unsqueeze(0).sum(0),
    'twice': lambda t: t.sin()+t.sin(), 'changed': lambda t: t.sin().mul_(2)+t.sin(), 'views': lambda t: t.T.reshape(t.shape), 'cumulated': lambda t: t.cumsum(0),
    'sorted': lambda t: t.sort(-1).values, 'matrix': lambda t: t@t.T@t, 'column': lambda t: t+t@t[:1].T, 'outer': lambda t: t+t[:, :1]@t[:1], 'split': lambda t: torch.cat(t.split(1)),
    'axes exchanged in place': lambda t: (t@t).t_()@t, 'and once more': lambda t: (2*t).unsqueeze_(0).transpose_(0, 1).squeeze_(1)+t*2,
    'where': lambda t: torch.where(t>0, t, -t), 'filled': lambda t: t.clone().masked_fill_(t<0, 2.), 'index': lambda t: t[torch.tensor([1, 0, 2])], 'put': lambda t: t.index_add(0, torch.tensor([0, 0, 1]), t)}

@pytest.mark.filterwarnings('error:An output with one or more elements was resized')
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(ops)), min_size=1, max_size=5), st.integers(0, 99))
def test_chains_of_operations(names, seed):
    x = normal(3, 3, seed=seed)
    def computed():
        t = x/3
        for n in names: t = ops[n](t)/3
        return t
    tape = Tape(computed, [x])
    x.copy_(normal(3, 3, seed=seed+1))
    torch.testing.assert_close(tape(), computed(), rtol=1e-12, atol=1e-13)

@pytest.mark.parametrize('op,tolerance', [(torch.tanh, 2e-7), (lambda t: t.log_softmax(-1), 2e-6)])
def test_what_is_replaced_is_equal_to_rounding(op, tolerance):
    x = torch.cat([torch.linspace(-200, 200, 4001), torch.logspace(-30, 1, 399)]).reshape(-1, 10)
    expected = op(x.double())
    x2 = x.clone()
    tape = Tape(lambda: op(x2), [x2])
    assert ((tape()-expected).abs() <= tolerance*expected.abs().clamp(min=1)).all()

@pytest.mark.parametrize('op', [lambda t: t.log_softmax(-1), lambda t: t.sum(-1), lambda t: t**2, lambda t: t**1, lambda t: t*1, lambda t: t/3, lambda t: t.tanh()])
@pytest.mark.parametrize('t', [torch.tensor(.7), torch.rand(3, 1, generator=rng(0)), torch.rand(3, 2, generator=rng(0)).bfloat16(), torch.tensor([[True], [False]]),
    torch.tensor([[2], [3]])], ids=['no axis', 'one column', 'bfloat16', 'bool', 'integer'])
def test_what_is_replaced_keeps_shape_and_type(op, t):
    try: expected = op(t)
    except (RuntimeError, NotImplementedError): return
    x = t.clone()
    found = Tape(lambda: op(x), [x])()
    assert found.dtype==expected.dtype and found.shape==expected.shape
    torch.testing.assert_close(found, expected)

t, mask = torch.ones(3), torch.tensor([True, False, True])
unrecorded = {'item': (lambda: t*t.sum().item(), 'reads'), 'bool': (lambda: t if (t>0).all() else -t, 'reads'), 'mask': (lambda: t[t>0], 'reads'), 'nonzero': (lambda: t.nonzero(), 'reads'),
    'unique': (lambda: t.unique(), 'reads'), 'global generator': (lambda: t+torch.rand(3), 'without a generator'), 'dropout': (lambda: F.dropout(t, .5), 'without a generator'), 'outside': (lambda: t.add_(1), 'outside')}

@pytest.mark.parametrize('name', unrecorded)
def test_what_may_be_another_computation_next_time_is_refused(name):
    f, why = unrecorded[name]
    with pytest.raises(NotRecordable, match=why): Tape(f, [t])

def test_values_of_constants_may_be_read():
    scale = torch.tensor(3.)
    x = torch.ones(3)
    tape = Tape(lambda: x[mask]*scale.item(), [x])
    x.fill_(2.)
    torch.testing.assert_close(tape(), torch.full((2,), 6.))
    assert not tape.is_stale
    scale.fill_(4.)
    assert tape.is_stale

def test_draws_that_nobody_reads_move_the_generator_on():
    gen, x = rng(0), torch.ones(3)
    def computed():
        torch.rand(3, generator=gen)
        return x+torch.randn(3, generator=gen)
    tape, state = Tape(computed, [x]), gen.get_state()
    expected = computed()
    gen.set_state(state)
    torch.testing.assert_close(tape(), expected)

@pytest.mark.parametrize('op,tolerance', [(torch.exp, 2e-5), (lambda t: t.mean(-1), 1e-6), (lambda t: t.mean((0, 1)), 1e-6)])
def test_large_tensors_are_replaced_to_rounding(op, tolerance):
    x = 80*torch.rand(90, 90, generator=rng(0))-60
    torch.testing.assert_close(Tape(lambda: op(x), [x])().double(), op(x.double()), rtol=tolerance, atol=1e-30)

def test_operations_under_a_condition_run_only_if_it_holds():
    x, gen = torch.ones(3), rng(0)
    def f():
        out, twice = torch.zeros(3), x*2
        def add(): out.add_(twice.exp()).add_(torch.rand(3, generator=gen))
        run_if((x>0).any(), add)
        return out*1, x*2
    tape = Tape(f, [x])
    for value in (1., -1., -2., .5):
        x.fill_(value)
        state = gen.get_state()
        found = tape()
        assert torch.equal(gen.get_state(), state)==(value<0)  # who draws, runs
        gen.set_state(state)
        for a,b in zip(found, f(), strict=True): torch.testing.assert_close(a, b)
    x.fill_(-1.)
    assert not f()[0].any()  # without a tape
    def nested(): run_if(x.any(), lambda: run_if(x.any(), lambda: None))
    refused('one condition', Tape, nested, [x])
