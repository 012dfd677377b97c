"Graphs that are recorded are those of torch's export, operation by operation; what cannot be recorded is exported, or refused in a line."
from collections import Counter

import pytest
import torch
from torch import nn
from torch.nn.functional import conv1d

from cases import copies, refused, same
from modules import Net, par
from symbayes.core.messages import SymbayesError
from symbayes.discovery.finding import symmetry_group
from symbayes.discovery.graphs import Recorded, exported, operations, recorded, without_effects
from symbayes.discovery.graphs import node_location, operation_name

class WithConstants(nn.Module):
    "Reads a plain tensor, numbers made in its code, and a layer twice"
    def __init__(self):
        super().__init__()
        self.scale, self.layer, self.out = torch.linspace(1, 2, 4), nn.Linear(4, 4), nn.Linear(4, 2)
    def forward(self, x, *, shift=1.):
        x = self.layer(self.layer(x).relu_()*self.scale)
        return self.out(x+torch.arange(4.)*shift), {'sum': x.sum(-1)}

def in_place_on_view(s, x):
    h = s.a(x)
    h[:, :3].relu_()
    return s.b(h)

nets = {
    'mlp': (lambda: nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2)), (torch.randn(4, 3),), {}),
    'convolutions': (lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.Flatten(), nn.Dropout(inplace=True), nn.Linear(16, 2)), (torch.randn(2, 1, 4, 4),), {}),
    'encoder': (lambda: nn.TransformerEncoderLayer(8, 2, 12, batch_first=True), (torch.randn(2, 3, 8),), {}),
    'constants': (WithConstants, (torch.randn(2, 4),), {'shift': 2.})}

def counts(program) -> Counter:
    "Operations with their layers, but for those that change nothing"
    ops = (n for n in program.graph.nodes if n.op=='call_function' and operation_name(n) not in ('detach', 'lift_fresh_copy', ''))
    return Counter(node_location(n) for n in ops)

@pytest.mark.parametrize('name', nets)
def test_a_recorded_graph_is_that_of_an_export(name):
    make, inputs, named = nets[name]
    net = make().eval()
    one, other = recorded(net, (inputs, named)), torch.export.export(net, inputs, named, strict=False)
    assert counts(one)==counts(other)
    assert set(one.graph_signature.inputs_to_parameters.values())==set(other.graph_signature.inputs_to_parameters.values())
    assert len(one.graph_signature.user_inputs)==len(other.graph_signature.user_inputs)

def test_a_model_is_left_as_it_is():
    net = WithConstants()
    before = copies(net)
    assert isinstance(operations(net, ((torch.randn(2, 4),), {})), Recorded)
    assert same(net.state_dict(), before)
    assert not any(isinstance(t, torch._subclasses.FakeTensor) for t in net.parameters())
    assert conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 1)).shape==(1, 1, 3)  # no mode is left behind
    assert not nn.modules.module._global_forward_hooks

def test_what_is_written_over_through_a_view_is_exported():
    net, x = Net(in_place_on_view, a=(3, 6), b=(6, 2)).eval(), torch.randn(4, 3)
    assert not without_effects(recorded(net, ((x,), {}))) and not isinstance(operations(net, ((x,), {})), Recorded)
    assert sorted(symmetry_group(net, x).sizes.values())==[3, 3]

def test_a_path_by_values_is_refused():
    net = Net(lambda s, x: s.a(x) if x.sum()>0 else x, a=(3, 3))
    for f in (operations, exported): refused('cannot be written down: what it does depends', f, net, ((torch.randn(4, 3),), {}))

def reads(step):
    "A linear layer, and a second step that looks at values"
    return Net(lambda s, x: step(s.a(x)), a=(3, 3)).eval()

looks = {
    'numpy': lambda x: x*float(x.detach().numpy().max()), 'tolist': lambda x: x+x.flatten().tolist()[0], 'item': lambda x: x*x.max().item(),
    'array': lambda x: x+float(__import__('numpy').asarray(x.detach())[0, 0]), 'mask': lambda x: x[x>0].sum(), 'nonzero': lambda x: (x>0).nonzero()}

@pytest.mark.parametrize('how', looks)
def test_a_model_that_reads_values_is_not_recorded(how):
    with pytest.raises(SymbayesError): recorded(reads(looks[how]), ((torch.randn(4, 3),), {}))

def test_a_recording_draws_no_random_numbers_of_others():
    net, x = reads(lambda x: x+torch.rand(3)), torch.randn(4, 3)
    before = torch.get_rng_state()
    recorded(net, ((x,), {}))
    assert torch.equal(before, torch.get_rng_state())

def test_a_layer_of_two_names_is_put_back():
    twice = nn.Linear(4, 4)
    net, x = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), twice, nn.Tanh(), twice, nn.Tanh(), nn.Linear(4, 2)).eval(), torch.randn(5, 3)
    assert isinstance(operations(net, ((x,), {})), Recorded)
    assert all(type(p) is nn.Parameter for p in net.parameters()) and type(net(x)) is torch.Tensor
    assert symmetry_group(net, x).sizes=={'0': 4}

def test_what_a_transform_hides_is_exported():
    "Two experts whose tensors are read inside `torch.vmap` alone"
    call = lambda s, x: torch.vmap(lambda a, b: torch.tanh(x@a.T)@b.T)(s.a, s.b).sum(0)
    net, x = Net(call, a=par(2, 5, 3), b=par(2, 1, 5)).eval(), torch.randn(4, 3)
    refused('unknown kind', recorded, net, ((x,), {}))
    group = symmetry_group(net, x)
    assert sorted(group.sizes.values())==[2, 5] and len(group.signed)==1
