"Branches with tensors of their own that compute alike: stacks, the exchange as a label, decoys, bad input."
from math import factorial, log, prod

import pytest
import torch
import torch.nn.functional as F
from cases import refused
from symbayes.comparison.alignment import align
from symbayes.core.random import seeded_module
from symbayes.discovery.branches import stack_branches
from symbayes.discovery.finding import symmetry_group
from symbayes.discovery.reports import symmetry_report
from symbayes.distributions.gaussian import MeanField
from torch import nn

def expert(act: type = nn.ReLU, n: int = 3) -> nn.Module: return nn.Sequential(nn.Linear(4, n), act(), nn.Linear(n, 2))

class Experts(nn.Module):
    "Experts of a list, weighed by a router, beside one that all rows see"
    def __init__(self, *experts: nn.Module, stack: bool = False):
        super().__init__()
        self.router, self.shared, self.experts, self.stack = nn.Linear(4, len(experts)), nn.Linear(4, 2), nn.ModuleList(experts), stack
    def forward(self, x):
        w, y = self.router(x).softmax(-1), self.shared(x)
        if self.stack: return y+torch.einsum('nk,nko->no', w, torch.stack([e(x) for e in self.experts], 1))
        for i,e in enumerate(self.experts): y = y+w[:, i:i+1]*e(x)
        return y

class Heads(nn.Module):
    "Attention heads of a list, side by side"
    def __init__(self, fused: bool, d: int = 6, h: int = 2, e: int = 3):
        super().__init__()
        self.fused, self.read, self.norm, self.out = fused, nn.Linear(5, d), nn.LayerNorm(d), nn.Linear(h*e, 4)
        self.heads = nn.ModuleList(nn.ModuleDict({k: nn.Linear(d, e) for k in 'qkv'}) for _ in range(h))
    def forward(self, x):
        x, found = self.norm(self.read(x)), []
        for h in self.heads:
            q, k, v = (h[k](x) for k in 'qkv')
            found.append(F.scaled_dot_product_attention(q, k, v) if self.fused else (q@k.mT/3**.5).softmax(-1)@v)
        return self.out(torch.cat(found, -1))

class Ensemble(nn.Module):
    "The mean of three networks with names of their own"
    def __init__(self): super().__init__(); self.first, self.second, self.third = (expert(nn.Tanh) for _ in range(3))
    def forward(self, x): return (self.first(x)+self.second(x)+self.third(x))/3

units, signed = factorial(3), factorial(3)*2**3  # orders of three units, and of three that may flip
networks = dict(  # network, shape of an input, branches that change places, order of the units inside and elsewhere
    loop=(lambda: Experts(*(expert() for _ in range(3))), (4,), 3, units**3),
    stack=(lambda: Experts(*(expert() for _ in range(3)), stack=True), (4,), 3, units**3),
    heads=(lambda: Heads(False), (7, 5), 2, factorial(6)*signed**4), fused_heads=(lambda: Heads(True), (7, 5), 2, factorial(6)*signed**4),
    ensemble=(Ensemble, (4,), 3, signed**3),
    two_of_three=(lambda: Experts(expert(nn.Tanh), expert(), expert(nn.Tanh)), (4,), 2, units*signed**2))

def made(name: str) -> tuple[nn.Module, torch.Tensor, int, int]:
    make, shape, n, order = networks[name]
    return seeded_module(make, 0).double().eval(), torch.randn(5, *shape, generator=torch.Generator().manual_seed(1)).double(), n, order

@pytest.mark.parametrize('name', [pytest.param(k, marks=pytest.mark.slow) if k in ('stack', 'heads') else k for k in networks])
def test_exchange_is_a_label(name):
    "The group has the order by hand, that of the branches included; a moved network of the old class computes the same"
    net, x, n, order = made(name)
    stacked = stack_branches(net, x)
    assert torch.equal(stacked(x), net(x)) and all(len(ks)==n for ks in stacked.families.values())
    group = symmetry_group(stacked, x)
    assert group.log_order==pytest.approx(log(factorial(n)*order))
    outer = [l for l in group.labels if l in group.inside.values() and group.sizes[l]==n]
    assert len(outer)==1
    a = group.sample(generator=torch.Generator().manual_seed(2))
    a[outer[0]] = a[outer[0]].new_tensor([*range(1, n), 0])
    moved = group.moved(stacked, a).apart()
    assert type(moved) is type(net) and list(moved.state_dict())==list(net.state_dict())
    assert not torch.equal(next(iter(moved.parameters())), next(iter(net.parameters())))
    torch.testing.assert_close(moved(x[:3]), net(x[:3]), rtol=1e-10, atol=1e-10)

def test_planted_exchange_comes_back():
    "An exchange of experts, with units inside, is undone by alignment; posteriors and stacks of networks move along"
    net, x, *_ = made('loop')
    stacked = stack_branches(net, x)
    group, w = symmetry_group(stacked, x), {k: p.detach() for k,p in stacked.named_parameters()}
    a = group.sample(generator=torch.Generator().manual_seed(3))
    back = group.act(align(w, group.act(a, w), group), group.act(a, w))
    assert max((back[k]-w[k]).abs().max().item() for k in w)<1e-8
    q = MeanField.from_module(stacked, std=.1)
    assert torch.equal(q.pushforward(group, a).mean['experts.*.0.weight'], group.act(a, q.mean)['experts.*.0.weight'])
    many = group.act(group.sample(4, generator=torch.Generator().manual_seed(4)), w)
    for y in torch.vmap(lambda p: torch.func.functional_call(net, p, (x,)))(stacked.unstacked(many)): torch.testing.assert_close(y, net(x), rtol=1e-9, atol=1e-9)
    again = stacked.stacked(stacked.unstacked(many))
    assert all(torch.equal(again[k], t) for k,t in many.items())

def test_report_names_the_branches():
    net, x, *_ = made('loop')
    (e,) = symmetry_report(net, x).exchanges
    assert e.size==3 and e.nats==pytest.approx(log(6)) and e.gap<1e-9 and e.tensors==[f'experts.*.{k}' for k in ('0.weight', '0.bias', '2.weight', '2.bias')]
    assert not symmetry_report(expert().eval(), x.float()).exchanges

def one_twice() -> nn.Module:
    net = Experts(expert(), expert())
    net.experts[1] = net.experts[0]
    return net
def half_frozen() -> nn.Module:
    net = Experts(expert(), expert())
    net.experts[1].requires_grad_(False)
    return net
class InARow(nn.Module):
    "One expert behind another"
    def __init__(self): super().__init__(); self.parts = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))
    def forward(self, x):
        for p in self.parts: x = x+p(x).tanh()
        return x
decoys = dict(activations=lambda: Experts(expert(nn.Tanh), expert()), widths=lambda: Experts(expert(n=3), expert(n=4)), one_twice=one_twice,
    half_frozen=half_frozen, in_a_row=InARow)

@pytest.mark.parametrize('name', decoys)
def test_decoys_are_no_branches(name):
    refused('no like branches', lambda: stack_branches(decoys[name]().eval(), torch.randn(5, 4)))

def test_a_branch_that_is_read_elsewhere_stays():
    "The first expert also answers alone: no exchange of all three is claimed"
    class Watched(Experts):
        def forward(self, x): return super().forward(x), self.experts[0](x)
    net = seeded_module(lambda: Watched(*(expert() for _ in range(3))), 0).double().eval()
    x = torch.randn(5, 4, generator=torch.Generator().manual_seed(1)).double()
    stacked = stack_branches(net, x)
    group = symmetry_group(stacked, x)
    assert prod(group.sizes[l] for l in group.labels if l in group.inside.values())<3
    assert all(torch.equal(a, b) for a,b in zip(stacked(x), net(x)))

def test_a_report_shows_stars_of_names_in_markdown():
    from symbayes.discovery.reports import as_markdown
    assert as_markdown([['tensors'], ['experts.*.0.bias, experts.*.2.bias']]).splitlines()[-1]==r'| experts.\*.0.bias, experts.\*.2.bias |'
