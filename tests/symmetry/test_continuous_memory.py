"Large tensors are turned in place, a piece at a time."
import torch
from torch import nn

from cases import rng
from small_nets import Model, ids
from symbayes.core.tensors import seeded_module
from symbayes.discovery.continuous import continuous_group

def test_pieces_change_nothing(monkeypatch):
    "The same weights as by whole tensors, and the tensors of the caller stay as they are"
    net = seeded_module(lambda: Model(norm=nn.LayerNorm, bias=True), 0).double().eval()
    group = continuous_group(net, ids)
    a, w = group.sample(generator=rng(0)), {k: p.detach() for k,p in net.named_parameters()}
    before, whole = {k: t.clone() for k,t in w.items()}, group.act(a, w)
    monkeypatch.setattr('symbayes.symmetry.continuous_groups._large', 5)
    pieces = group.act(a, w)
    assert all(torch.equal(w[k], t) for k,t in before.items())
    for k,t in whole.items(): torch.testing.assert_close(pieces[k], t, rtol=1e-12, atol=1e-12)
    assert any((pieces[k]-t).abs().max()>.1 for k,t in before.items())
