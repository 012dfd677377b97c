"Norms folded into their readers: the same function, gains of one, reasons for what stays."
from functools import partial

import pytest
import torch
from torch import nn

from cases import copies, refused, rng, same
from small_nets import Model, Normed, OnePlus, norm_stream, Stream, X, ids
from symbayes.core.tensors import seeded_module
from symbayes.discovery.rotated_checkpoints import fold_norms

nets = {
    'LayerNorm': (partial(norm_stream, nn.LayerNorm), X(9, 3), {'n', 'm'}, {'n.bias', 'm.bias'}),
    'LayerNorm, a head without bias': (partial(norm_stream, nn.LayerNorm, head_bias=False), X(9, 3), {'n', 'm'}, {'n.bias'}),
    'a block': (partial(Model, nn.LayerNorm, bias=True, kv=1), ids, {'n1', 'n2', 'n3'}, {'n1.bias', 'n2.bias', 'n3.bias'}),
    'norms of queries and keys': (Normed, X(4, 5, 6), {'n', 'm'}, set()),
    'a gain before the sum': (partial(Stream, 'gain'), X(20, 5), {'l', 'm'}, set()),
    'post-norm': (partial(Stream, 'post'), X(20, 5), {'m'}, set()),
    'tied behind a gain': (partial(Stream, 'tied'), X(20, 5), {'n'}, set())}

@pytest.mark.parametrize('name', nets)
def test_the_function_stays(name):
    make, x, gains, zero = nets[name]
    net, gen, x = seeded_module(make, 0).eval().double(), rng(0), x.double() if x.is_floating_point() else x
    for p in net.parameters(): p.data += .3*torch.randn(p.shape, generator=gen, dtype=p.dtype)
    before = copies(net)
    folded, report = fold_norms(net, x)
    assert (folded(x)-net(x)).abs().max()<1e-12 and same(net.state_dict(), before)
    w = dict(folded.named_parameters())
    ones = {k.removesuffix('.weight') for k,t in w.items() if t.ndim==1 and k.endswith('weight') and (t-1).abs().max()<1e-12}
    assert gains<=ones and all(w[k].abs().max()<1e-12 for k in zero)
    stays = report[report['why not']!='']
    assert not set(stays.what) & {f'{k}.weight' for k in gains} and (stays['moved to']=='').all()
    kept = {k for k in w if k.endswith('weight') and w[k].ndim==1} - {f'{k}.weight' for k in ones}
    assert kept<=set(stays.what)

@pytest.mark.parametrize('centred', [False, True])
def test_gains_with_one_added_become_zero(centred):
    "Signs of 1+w included; a weight of -1 is a gain of zero"
    net = seeded_module(partial(norm_stream, partial(OnePlus, centred=centred)), 0).eval().double()
    net.n.weight.data[:2] -= 2
    folded, report = fold_norms(net, X(9, 3).double())
    torch.testing.assert_close(folded(X(9, 3).double()), net(X(9, 3).double()), rtol=1e-11, atol=1e-12)
    assert all(m.weight.abs().max()<1e-12 for m in (folded.n, folded.m)) and {'n.weight', 'm.weight'}<=set(report[report['why not']==''].what)
    net.n.weight.data[1] = -1
    refused(r"gains \['n.weight'\] have zeros", lambda: fold_norms(net, X(9, 3).double()))

def test_centred_writers():
    net = seeded_module(partial(norm_stream, nn.LayerNorm), 0).eval().double()
    for centre in (True, False):
        folded, report = fold_norms(net, X(9, 3).double(), centre=centre)
        means = torch.stack([folded.down.weight.mean(0).abs().max(), folded.inp.weight.mean(0).abs().max()])
        assert bool((means<1e-12).all())==centre and report.what.str.startswith('mean of').any()==centre
