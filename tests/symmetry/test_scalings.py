"Scaling groups: entries without a scale, offsets, refusals. The laws are in test_protocol."
import pytest
import torch
from torch import nn

from cases import mlp, refused, rng
from modules import L, X, seq
from symbayes.comparison.gauges import min_mass
from symbayes.core.tensors import seeded_module
from symbayes.discovery.continuous import scaling_group
from symbayes.symmetry.scalings import ScalingGroup


def found(*widths):
    "The group of a ReLU network, and the network"
    net = seeded_module(lambda: mlp(*widths).double(), 0)
    return scaling_group(net, X(6, widths[0])), net

def test_entries_without_a_scale():
    index = torch.tensor([0, -1, 1])
    g = ScalingGroup({'h': 2}, {'w': [('h', 1, index)]}, {'w': (2, 3), 'b': (2,)})
    w = {'w': torch.ones(2, 3), 'b': torch.ones(2), 'buffer': torch.ones(7)}
    moved = g.act({'h': torch.tensor([2., 4.]).log()}, w)
    assert moved['w'].tolist()==[[2, 1, 4]]*2 and torch.equal(moved['b'], w['b'])
    assert moved['buffer'] is w['buffer']

def test_offsets_of_parts_of_a_group():
    w = {'w': torch.tensor([0., 1., -2.]), 'v': torch.ones(3)}
    terms = {'w': [('h', 1, torch.arange(3))], 'v': [('k', -1, torch.arange(3))]}
    g = ScalingGroup({'h': 3, 'k': 3}, terms, {'w': (3,), 'v': (3,)}, offsets={'w': 1})
    assert g.homogeneous.offsets=={} and g.restrict(['k']).offsets=={} and list(g.restrict(['k']).terms)==['v'] and g.restrict(['h']).offsets=={'w': 1}
    refused(r"tensors \['w'\] scale with a number added", min_mass, w, g, dead='unit_norm')

def test_dtype_stays():
    g, net = found(3, 4, 2)
    w = {k: t.detach().float() for k,t in net.named_parameters()}
    assert all(t.dtype==torch.float32 for t in g.act(g.sample(generator=rng(0)), w).values())

@pytest.mark.parametrize('call,words', [
    (lambda g, w: g.act({'0': torch.zeros(3), '2': torch.zeros(5)}, w), "place '0' have shape \\(3,\\), expected \\(\\*lead, 4\\)"),
    (lambda g, w: g.act({'0': torch.zeros(2, 4), '2': torch.zeros(3, 5)}, w), 'leading axes'),
    (lambda g, w: g.act(g.identity(), {k: t for k,t in w.items() if k!='2.bias'}), "missing \\['2.bias'\\]"),
    (lambda g, w: ScalingGroup({'h': 2}, {'w': [('k', 1, torch.arange(2))]}, {'w': (2,)}), "no place 'k'"),
    (lambda g, w: ScalingGroup({'h': 2}, {'w': [('h', 1, torch.arange(3))]}, {'w': (2,)}), 'broadcasts to')])
def test_refusals(call, words):
    g, net = found(3, 4, 5, 2)
    refused(words, lambda: call(g, {k: t.detach() for k,t in net.named_parameters()}))

def test_verify_names_the_place():
    g, net = found(3, 4, 5, 2)
    assert g.verify(net, X(6, 3)) is g
    half = seq(L(3, 4), nn.ReLU(), L(4, 5), nn.GELU(), L(5, 2))
    refused("those of '2' do so by themselves", lambda: g.verify(half, X(6, 3)))
    refused("'4.weight'", lambda: g.verify(seq(L(3, 4), nn.ReLU(), L(4, 5)), X(6, 3)))

def test_offsets_are_added():
    g = ScalingGroup({'h': 2}, {'w': [('h', 1, torch.arange(2))]}, {'w': (2,)}, offsets={'w': 1})
    assert g.with_offsets({'w': torch.zeros(2)})['w'].tolist()==[1, 1]
