"What CUDA allows is allowed on the pretend device, with the CPU's numbers; what it refuses is refused"

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from cases import rng
from pretend_device import accelerator, counting, real

pytestmark = pytest.mark.skipif(bool(real), reason='the harness is the pretend device')

cpu = torch.device('cpu')
def draws(*shape, seed=0): return torch.randn(*shape, generator=rng(seed))
def seeded(make):
    torch.manual_seed(0)
    return make()


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
