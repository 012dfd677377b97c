"Networks as functions of their parameters, also those that vmap refuses, and the calls of their layers."

from itertools import product

import pytest, torch
from torch import nn
from symbayes.core.networks import call_model, member_buffers, network_outputs, recorded, with_output
from symbayes.core.tensors import Layout, seeded_module, streams
from cases import Net, pick, random_params, recurrent, refused, rng

@pytest.mark.parametrize('kind', [nn.RNN, nn.GRU, nn.LSTM])
@pytest.mark.parametrize('lead', [(4,), (2, 3)])
@pytest.mark.parametrize('member_x', [False, True])
def test_models_that_vmap_refuses_run_one_by_one(kind, lead, member_x):
    net = recurrent(kind(2, 3, batch_first=True), 3, 1).double()
    w = {k: .5*t for k,t in random_params(Layout.of(net), *lead).items()}
    x = torch.randn(*(lead[:1] if member_x else ()), 5, 4, 2, generator=rng(1), dtype=torch.float64)
    out = network_outputs(net, {k: t.clone().requires_grad_() for k,t in w.items()}, x, member_x)
    assert out.shape==(*lead, 5, 1) and out.requires_grad
    for i in product(*map(range, lead)):
        one = torch.func.functional_call(net, pick(w, *i), (x[i[0]] if member_x else x,))
        assert torch.allclose(out[i], one)

@pytest.mark.defect('R16')
def test_values_that_are_no_tensors_are_named():
    "A text in place of a tensor is refused by its name"
    refused("'0.weight' is a str, expected a tensor", lambda: Layout.of(nn.Sequential(nn.Linear(2, 1))).lead({'0.weight': 'a', '0.bias': torch.ones(1)}))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('call', [lambda: network_outputs(3, {}, torch.zeros(2, 2)), lambda: network_outputs(nn.Linear(2, 1), None, torch.zeros(2, 2)),
    lambda: seeded_module(nn.Linear(2, 1).weight, 0), lambda: seeded_module(lambda: nn.Linear(2, 1), 'a'), lambda: member_buffers(None), lambda: member_buffers([3]),
    lambda: streams(torch.zeros(3), 'x')])
def test_values_of_other_kinds_are_refused_in_a_line(call):
    "Raises one line, not an AttributeError from inside"
    refused('expected', call)

def test_layers_are_recorded_call_by_call():
    net = nn.Sequential(shared := nn.Linear(3, 3), nn.Dropout(.5), shared, nn.Linear(3, 2)).double()
    x, w = torch.randn(4, 3, generator=rng(0), dtype=torch.float64), {k: t.detach()*2 for k,t in net.named_parameters()}
    out, calls = recorded(net, ['0', '3'], x)
    assert [name for name,_,_ in calls]==['0', '0', '3'] and torch.equal(calls[1][1][0], calls[0][2]) and calls[2][2] is out
    assert not out.requires_grad and net.training and not any(m._forward_hooks for m in net.modules())
    assert torch.equal(recorded(net, [], x, w)[0], call_model(net.eval(), x, w))
    with pytest.raises(RuntimeError): recorded(net, ['3'], x[:, :2])
    assert not net[3]._forward_hooks

class Twice(nn.Module):
    "One module at two places, and a third whose weight is tied to it"
    def __init__(self):
        super().__init__()
        self.a = self.b = nn.Linear(2, 2)
        self.c = nn.Linear(2, 2)
        self.c.weight = self.a.weight
    def forward(self, x): return self.c(self.b(self.a(x).tanh()))

def test_a_module_at_two_places_gets_its_parameters_back():
    net, x = Twice(), torch.ones(1, 2)
    before = dict(net.named_parameters())
    w = {k: torch.randn_like(p) for k,p in before.items()}
    out = call_model(net, x, w)
    assert all(p is before[k] and p.requires_grad for k,p in net.named_parameters()) and net.b.weight is net.c.weight
    with torch.no_grad():
        for k,p in before.items(): p.copy_(w[k])
        assert torch.equal(net(x), out)

def pair() -> Net: return Net(lambda s, x: (s.a(x), s.b(x)), a=(2, 1), b=(2, 3))

def test_a_named_output_is_replaced_by_another():
    "Not looked for in the tensor of the first; errors of a function name it"
    second = with_output(pair(), 1)
    assert second(torch.zeros(4, 2)).shape==(4, 3) and with_output(second, 0)(torch.zeros(4, 2)).shape==(4, 1)
    refused('the model returns a tuple with 2 parts: tuple indices', lambda: with_output(pair(), lambda out: out['logits'])(torch.zeros(4, 2)))
