"What CUDA allows is allowed on the pretend device, with the CPU's numbers; what it refuses is refused"
import copy, io

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

def cpu_generator(d): return torch.randn(4, generator=torch.Generator().manual_seed(3)).to(d), torch.randperm(6, generator=torch.Generator().manual_seed(3)).to(d)

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

def distributions(d):
    torch.manual_seed(0)
    p = torch.distributions.Normal(torch.zeros(3, device=d), torch.ones(3, device=d))
    return p.log_prob(draws(3).to(d)), p.rsample().shape[0]*torch.ones(1), torch.distributions.Categorical(logits=draws(2, 3).to(d)).log_prob(torch.tensor([0, 2]).to(d))

def gradients(d):
    x = draws(3, 3).to(d).requires_grad_()
    (x.sin()@x).sum().backward()
    return x.grad, torch.autograd.grad((x**2).sum(), x)[0]

def linear_algebra(d):
    a = draws(4, 4).to(d).double()
    s = a@a.mT+torch.eye(4, device=d, dtype=torch.float64)
    return torch.linalg.cholesky(s), torch.linalg.solve(s, a), torch.linalg.eigvalsh(s), torch.linalg.slogdet(s)[1], torch.linalg.solve_triangular(torch.linalg.cholesky(s), a, upper=False)

def decompositions(d):
    a = draws(4, 3).to(d).double()
    u, s, v = torch.linalg.svd(a, full_matrices=False)
    return s, u@s.diag()@v, torch.linalg.qr(a)[0].abs(), torch.linalg.lstsq(a, draws(4, 1).to(d).double()).solution

def functions(d):
    x = draws(3, 5).to(d)
    f = lambda v: (v**2).sum()
    return torch.vmap(f)(x), torch.func.grad(f)(x), torch.func.jacrev(lambda v: v.sin())(x[0]), torch.func.hessian(f)(x[0])

def modules(d):
    net = seeded(lambda: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))).to(d)
    w = {k: p*2 for k,p in net.named_parameters()}
    x = draws(5, 3).to(d)
    with torch.no_grad(): return net(x), torch.func.functional_call(net, w, (x,)), copy.deepcopy(net)(x), net.to(cpu)(draws(5, 3)).to(d)

def parameters_kept(d):
    net = nn.Linear(2, 2)
    before = net.weight
    net.to(d)
    return torch.tensor(float(net.weight is before)), torch.tensor(float(isinstance(net.weight, nn.Parameter)))

def convolutions(d):
    net = seeded(lambda: nn.Sequential(nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(12, 2))).to(d)
    return net(draws(4, 1, 6, 6).to(d)), net[1].running_mean, net.eval()(draws(4, 1, 6, 6).to(d))

def attention(d):
    layer = seeded(lambda: nn.TransformerEncoderLayer(8, 2, 12, dropout=0., batch_first=True)).to(d)
    x = draws(2, 5, 8).to(d)
    mask = nn.Transformer.generate_square_subsequent_mask(5, device=d)
    return layer(x), layer.eval()(x, src_mask=mask), F.scaled_dot_product_attention(x, x, x, is_causal=True)

def recurrent_layers(d):
    x = draws(2, 5, 3).to(d)
    made = [seeded(lambda kind=kind: kind(3, 4, batch_first=True)).to(d)(x) for kind in (nn.GRU, nn.LSTM, nn.RNN)]
    return [t for out in made for t in (out[0], out[1][0] if isinstance(out[1], tuple) else out[1])]

def recurrent_cells(d):
    x, h = draws(2, 3).to(d), draws(2, 4).to(d)
    return seeded(lambda: nn.GRUCell(3, 4)).to(d)(x, h), *seeded(lambda: nn.LSTMCell(3, 4)).to(d)(x, (h, h)), seeded(lambda: nn.RNNCell(3, 4)).to(d)(x, h)

def packed_sequences(d):
    x = draws(2, 5, 3).to(d)
    packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([5, 3]), batch_first=True)
    out, lengths = nn.utils.rnn.pad_packed_sequence(seeded(lambda: nn.GRU(3, 4, batch_first=True)).to(d)(packed)[0], batch_first=True)
    return out, lengths

def embeddings(d):
    i = torch.tensor([[0, 2], [1, 1]]).to(d)
    return seeded(lambda: nn.Embedding(3, 4)).to(d)(i), F.one_hot(i, 3), F.cross_entropy(draws(2, 3).to(d), i[:, 0])

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

def lbfgs(d):
    p = nn.Parameter(draws(3).to(d))
    o = torch.optim.LBFGS([p])
    def close():
        o.zero_grad()
        loss = ((p-1)**2).sum()
        loss.backward()
        return loss
    o.step(close)
    return p

def files(d):
    f = io.BytesIO()
    torch.save({'x': draws(3).to(d)}, f)
    return torch.load(io.BytesIO(f.getvalue()), map_location='cpu')['x'], torch.load(io.BytesIO(f.getvalue()), map_location=d)['x']

def loaders(d):
    data = torch.utils.data.TensorDataset(draws(6, 2), draws(6))
    return [x.to(d).sum()+y.to(d).sum() for x,y in torch.utils.data.DataLoader(data, 2)]

def reductions(d):
    x = draws(4, 5).to(d)
    return x.sum(0), x.logsumexp(1), x.median(), x.topk(2).values, x.sort().indices, x.cumsum(0), x.std(), x.quantile(.3), x.unique().shape[0]*torch.ones(1)

def shapes(d):
    x = draws(4, 6).to(d)
    return x.unflatten(1, (2, 3)).movedim(1, 0), torch.cat([x, x]), torch.stack([x, x], 1), F.pad(x, (1, 1)), x.split(2)[1], torch.block_diag(x, x), x.T.contiguous(), torch.cdist(x, x)

def in_place(d):
    x = draws(4).to(d)
    x.add_(1).mul_(torch.tensor(2.)).clamp_(min=0)
    x[1:3] = torch.zeros(2, device=d)
    x.unsqueeze_(0)
    return x, x.scatter_(1, torch.tensor([[0]]).to(d), 5.)

def host_numbers(d):
    x = draws(3).to(d)
    return torch.tensor(x[0].item()), torch.tensor(x.tolist()), torch.tensor(x.cpu().numpy()), torch.tensor([x[0], x[1]]), torch.tensor(float(f'{x[0]:.3f}'))

def traced(d):
    from torch.fx.experimental.proxy_tensor import make_fx
    f = make_fx(lambda x: (x*2).sin()@x)(draws(3, 3).to(d))
    return f(draws(3, 3, seed=1).to(d))

def deep_copies(d):
    p = nn.Parameter(draws(3).to(d))
    q = copy.deepcopy(p)
    return q, torch.tensor(float(q.requires_grad)), p.detach().clone()

def complex_numbers(d):
    x = torch.view_as_complex(draws(3, 2).to(d))
    return torch.view_as_real(x.conj()*x), torch.fft.rfft(draws(4).to(d)).abs()

allowed = [scalars_join, cpu_indices, copies, factories, own_generator, cpu_generator, generator_states, global_numbers, forked, distributions,
    gradients, linear_algebra, decompositions, functions, modules, parameters_kept, convolutions, attention, recurrent_layers, recurrent_cells,
    packed_sequences, embeddings, optimisers, lbfgs, files, loaders, reductions, shapes, in_place, host_numbers, traced, deep_copies, complex_numbers]

def as_numbers(out): return [t.detach().cpu().double() if not t.is_complex() else t.detach().cpu() for t in torch.utils._pytree.tree_leaves(out) if isinstance(t, torch.Tensor)]

@pytest.mark.parametrize('calls', allowed, ids=lambda f: f.__name__)
def test_allowed(calls):
    assert len(allowed)>=30
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
    'joined': lambda d: torch.cat([x.to(d), x]),
    'stacked with a factory of no device': lambda d: torch.stack([x.to(d)[0], torch.zeros(3)]),
    'a mask of the device indexes a CPU tensor': lambda d: x[(x>0).to(d)],
    'values from the CPU are put': lambda d: x.to(d).index_put_((torch.tensor([0]),), torch.ones(1, 3)),
    'a CPU generator draws on the device': lambda d: torch.randn(3, generator=torch.Generator(), device=d),
    'a generator of the device draws on the CPU': lambda d: torch.randn(3, generator=torch.Generator(d)),
    'a generator of the device permutes on the CPU': lambda d: torch.randperm(3, generator=torch.Generator(d)),
    'a generator of the device fills a CPU tensor': lambda d: torch.zeros(3).normal_(generator=torch.Generator(d)),
    'the state of a CPU generator': lambda d: torch.Generator(d).set_state(torch.Generator().get_state()),
    'numpy': lambda d: x.to(d).numpy(),
    'an array': lambda d: np.asarray(x.to(d)),
    'labels on the CPU': lambda d: F.cross_entropy(x.to(d), torch.tensor([0, 1, 2])),
    'a mask on the CPU': lambda d: torch.where(x>0, x.to(d), x.to(d)),
    'a CPU tensor is written in place': lambda d: x.clone().add_(x.to(d)),
    'gathered by CPU indices': lambda d: x.to(d).gather(1, torch.zeros(3, 1, dtype=torch.long)),
    'selected by CPU indices': lambda d: x.to(d).index_select(0, torch.tensor([0])),
    'a buffer that stayed': lambda d: torch.func.functional_call(nn.BatchNorm1d(3).eval(), {'weight': torch.ones(3).to(d), 'bias': torch.zeros(3).to(d)}, (x.to(d),)),
    'a triangular system of both': lambda d: torch.linalg.solve_triangular(torch.eye(3), x.to(d), upper=False),
    'scattered by CPU indices': lambda d: x.to(d).scatter(1, torch.zeros(3, 1, dtype=torch.long), 1.)}

@pytest.mark.parametrize('fault', refused)
def test_refused(fault):
    assert len(refused)>=20
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
