"What CUDA allows is allowed on the pretend device, with the CPU's numbers; what it refuses is refused"
import io

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from pretend_device import accelerator, counting, real

pytestmark = pytest.mark.skipif(bool(real), reason='the harness is the pretend device')

cpu = torch.device('cpu')
def draws(*shape, seed=0): return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))
def seeded(make):
    torch.manual_seed(0)
    return make()


# groups of calls that CUDA allows

def scalars_join(d):
    x = draws(3, 4).to(d)
    return x*torch.tensor(2.), torch.where(x>0, x, torch.tensor(0.)), x.masked_fill(x<0, torch.tensor(1.)), torch.tensor(3.)-x, x.lerp(x+1, torch.tensor(.5))

def cpu_indices(d):
    x, i = draws(5, 3).to(d), torch.tensor([2, 0])
    y = x.clone()
    y[i] = 1.
    y[torch.tensor([True, False, False, True, False])] = torch.tensor(7.)
    return x[i], x[[1, 2]], y, x[x[:, 0]>0]

def copies(d):
    x = draws(4).to(d)
    y = torch.zeros(4)
    y.copy_(x)
    return y, x.cpu().to(d), torch.zeros(4, device=d).copy_(draws(4)), x.to(torch.float64), x.to(d, torch.float16).float()

def factories(d):
    x = draws(2, 3).to(d)
    made = torch.zeros(3, device=d), torch.arange(4, device=d), torch.eye(2, device=d), torch.full((2,), 3., device=d)
    return *made, torch.tensor([1., 2.], device=d), torch.as_tensor(np.ones(2), device=d), x.new_zeros(2), torch.ones_like(x), torch.linspace(0, 1, 3, device=d)

def own_generator(d):
    g = torch.Generator(d).manual_seed(3)
    return torch.randn(4, generator=g, device=d), torch.randint(9, (5,), generator=g, device=d), torch.randperm(6, generator=g, device=d), torch.rand(3, generator=g, device=d), \
        torch.randint(0, 9, (5,), generator=g, out=torch.zeros(5, dtype=torch.int64, device=d))

def generator_states(d):
    g = torch.Generator(d).manual_seed(3)
    state = g.get_state()
    first = torch.randn(4, generator=g, device=d)
    g.set_state(state)
    return first, torch.randn(4, generator=g, device=d)

def global_numbers(d):
    torch.manual_seed(5)
    x = torch.randn(4, device=d)
    torch.manual_seed(5)
    return x-torch.randn(4, device=d)

def forked(d):
    torch.manual_seed(5)
    with torch.random.fork_rng(): torch.randn(100)
    return torch.randn(4).to(d)

def parameters_kept(d):
    net = nn.Linear(2, 2)
    before = net.weight
    net.to(d)
    return torch.tensor(float(net.weight is before)), torch.tensor(float(isinstance(net.weight, nn.Parameter)))

def recurrent_layers(d):
    x = draws(2, 5, 3).to(d)
    made = [seeded(lambda kind=kind: kind(3, 4, batch_first=True)).to(d)(x) for kind in (nn.GRU, nn.LSTM, nn.RNN)]
    return [t for out in made for t in (out[0], out[1][0] if isinstance(out[1], tuple) else out[1])]

def recurrent_cells(d):
    x, h = draws(2, 3).to(d), draws(2, 4).to(d)
    return seeded(lambda: nn.GRUCell(3, 4)).to(d)(x, h), *seeded(lambda: nn.LSTMCell(3, 4)).to(d)(x, (h, h)), seeded(lambda: nn.RNNCell(3, 4)).to(d)(x, h)

def optimisers(d):
    out = []
    for make in (torch.optim.Adam, torch.optim.SGD, lambda ps, lr: torch.optim.Adam(ps, lr, fused=True), torch.optim.AdamW):
        p = nn.Parameter(draws(3).to(d))
        o = make([p], lr=.1)
        for _ in range(3):
            o.zero_grad()
            (p**2).sum().backward()
            o.step()
        out.append(p)
    return out

def files(d):
    f = io.BytesIO()
    torch.save({'x': draws(3).to(d)}, f)
    return torch.load(io.BytesIO(f.getvalue()), map_location='cpu')['x'], torch.load(io.BytesIO(f.getvalue()), map_location=d)['x']

def host_numbers(d):
    x = draws(3).to(d)
    return torch.tensor(x[0].item()), torch.tensor(x.tolist()), torch.tensor(x.cpu().numpy()), torch.tensor([x[0], x[1]]), torch.tensor(float(f'{x[0]:.3f}'))

def traced(d):
    from torch.fx.experimental.proxy_tensor import make_fx
    f = make_fx(lambda x: (x*2).sin()@x)(draws(3, 3).to(d))
    return f(draws(3, 3, seed=1).to(d))

allowed = [scalars_join, cpu_indices, copies, factories, own_generator, generator_states, global_numbers, forked, parameters_kept, recurrent_layers, recurrent_cells, optimisers, files, host_numbers, traced]

def as_numbers(out): return [t.detach().cpu().double() if not t.is_complex() else t.detach().cpu() for t in torch.utils._pytree.tree_leaves(out) if isinstance(t, torch.Tensor)]

@pytest.mark.parametrize('calls', allowed, ids=lambda f: f.__name__)
def test_allowed(calls):
    expected = as_numbers(calls(cpu))
    with accelerator() as d: found = as_numbers(calls(d))
    assert len(found)==len(expected)>0
    for a,b in zip(found, expected): torch.testing.assert_close(a, b, rtol=1e-5, atol=1e-6)


# faults that CUDA shows

x = draws(3, 3)
net = lambda: seeded(lambda: nn.Linear(3, 2))
refused = {
    'a CPU tensor is added': lambda d: x.to(d)+x,
    'a CPU matrix is multiplied': lambda d: x.to(d)@x,
    'a network on the CPU': lambda d: net()(x.to(d)),
    'inputs on the CPU': lambda d: net().to(d)(x),
    'a mask of the device indexes a CPU tensor': lambda d: x[(x>0).to(d)],
    'values from the CPU are put': lambda d: x.to(d).index_put_((torch.tensor([0]),), torch.ones(1, 3)),
    'a CPU generator draws on the device': lambda d: torch.randn(3, generator=torch.Generator(), device=d),
    'a generator of the device draws on the CPU': lambda d: torch.randn(3, generator=torch.Generator(d)),
    'a generator of the device fills a CPU tensor': lambda d: torch.zeros(3).normal_(generator=torch.Generator(d)),
    'the state of a CPU generator': lambda d: torch.Generator(d).set_state(torch.Generator().get_state()),
    'numpy': lambda d: x.to(d).numpy(),
    'labels on the CPU': lambda d: F.cross_entropy(x.to(d), torch.tensor([0, 1, 2])),
    'a mask on the CPU': lambda d: torch.where(x>0, x.to(d), x.to(d)),
    'a CPU tensor is written in place': lambda d: x.clone().add_(x.to(d)),
    'gathered by CPU indices': lambda d: x.to(d).gather(1, torch.zeros(3, 1, dtype=torch.long)),
    'a buffer that stayed': lambda d: torch.func.functional_call(nn.BatchNorm1d(3).eval(), {'weight': torch.ones(3).to(d), 'bias': torch.zeros(3).to(d)}, (x.to(d),)),
    'a triangular system of both': lambda d: torch.linalg.solve_triangular(torch.eye(3), x.to(d), upper=False)}

@pytest.mark.parametrize('fault', refused)
def test_refused(fault):
    assert len(refused)>=17
    with accelerator() as d, pytest.raises((RuntimeError, TypeError)): refused[fault](d)

@pytest.mark.parametrize('waits, calls', {
    'none': (0, lambda d: (draws(3) , None)), 'a number is read': (1, lambda t: t.sum().item()), 'a truth': (1, lambda t: bool((t>0).all())),
    'a list': (1, lambda t: t.tolist()), 'copied home': (1, lambda t: t.cpu()), 'masked index': (1, lambda t: t[t>0]), 'places': (1, lambda t: (t>0).nonzero()),
    'arithmetic': (0, lambda t: (t*2+1).sin().sum()), 'a constant copied there': (1, lambda t: t+draws(3).to(t.device))}.values())
def test_waits_are_counted(waits, calls):
    with accelerator() as d:
        t = draws(3).to(d)
        with counting() as n: calls(t)
    assert sum(n.values())==waits
