"Reports: what they list beside the group was tried on the model, and what was tried and fails is not listed."
from functools import cache

import pytest
import torch
from torch import nn

from cases import copies, same
from modules import L, Net, X, modules, seq
from symbayes.discovery.reports import SymmetryReport, label_places, symmetry_report
from symbayes.symmetry.permutations import PermutationGroup

@cache
def report(name: str, **options) -> SymmetryReport:
    m = modules[name]
    return symmetry_report(m.model(), *m.inputs, **options, **m.kwargs)

signed = 'scaled, also by negative numbers'
def moves(r: SymmetryReport) -> set: return {(c.kind, c.where) for c in r.continuous}

@pytest.mark.parametrize('name,expected', {
    'relu mlp': {('scaled', 'times 0.weight, 0.bias; divided at 2.weight'), ('scaled', 'times 2.weight, 2.bias; divided at 4.weight')},
    'one unit': set(),
    'tanh mlp, as many examples as units': set(),
    'swiglu': {(signed, 'times b.weight, b.bias; divided at c.weight')},
    'bilinear gate': {(signed, 'times a.weight, a.bias; divided at c.weight'), (signed, 'times b.weight, b.bias; divided at c.weight')},
    'linear units': {(signed, 'times 0.weight, 0.bias; divided at 1.weight'), ('GL(4)', '0.weight, 0.bias, 1.weight'), ('shift', '0.bias, 1.bias')}}.items())
def test_continuous_moves(name, expected): assert moves(report(name))==expected

def test_which_scales_may_be_negative():
    "None of ReLU units; those behind a gate in one tensor with it, whose rows stay as they are"
    assert moves(symmetry_report(seq(L(3, 4), nn.ReLU(), L(4, 2)), X(5, 3)))=={('scaled', 'times 0.weight, 0.bias; divided at 2.weight')}
    net = Net(lambda s, x: s.b(s.a(x)[:, :4].sigmoid()*s.a(x)[:, 4:]), a=(3, 8), b=(4, 2))
    assert moves(symmetry_report(net, X(5, 3)))=={(signed, 'times a.weight, a.bias; divided at b.weight')}

def test_weights_in_front_of_a_layer_norm_are_shifted_together(): assert 'shift' in {k for k,_ in moves(report('layer norm'))}

def test_channels_of_queries_and_values():
    "Both may be mapped by any invertible matrix; and key biases do not matter"
    found = moves(report('attention by hand'))
    assert sum(k.startswith('GL') for k,_ in found)==2 and ('shift', 'k.bias') in found

def test_places_of_labels():
    g = PermutationGroup({'g': 2, 'i': 2, 'o': 3}, {'w': (('g', 'o'), ['i', 1]), 'b': (('g', 'o'),), 'v': (2, ('g', 'i'))}, inside={'i': 'g', 'o': 'g'})
    assert [label_places(g, l) for l in g.labels]==[['w:0', 'b', 'v:1'], ['w:1[0]', 'v:1'], ['w:0', 'b']]

def test_what_the_report_shows():
    r = report('relu mlp')
    assert list(r.table.label)==r.group.labels and r.table.nats.sum()==pytest.approx(r.group.log_order)
    assert [e.size for e in r.left_out]==[3, 2]  # inputs and outputs
    text, page = str(r), r._repr_markdown_()
    assert 'log-order 7.966 nats' in text and '2.weight:1' in text and repr(r)==text
    assert page.count('\n|---') == 3 and max(map(len, text.splitlines())) < 200

@pytest.mark.parametrize('name', ['running sum', 'positions added', 'unused layers and parameters', 'a frozen bias', 'spectrum of units', 'spectral norm'])
def test_what_is_left_out_is_named(name):
    r = report(name, probe=False)
    assert r.left_out and 'Left out' in str(r) and all(e.why for e in r.left_out)

def test_the_unknown_is_named(): assert 'fft' in str(report('spectrum of units', probe=False)).lower()

@pytest.mark.parametrize('name', ['attention by hand', 'shuffled halves', 'no hidden layer', *(pytest.param(n, marks=pytest.mark.slow) for n in ('relu mlp', 'grouped, odd', 'decoder layer, streams free', 'concatenated twice'))])
def test_drawings(name):
    import matplotlib.pyplot as plt
    r = report(name, probe=False)
    ax = r.plot()
    assert ax is r.plot(ax)
    plt.close('all')

@pytest.mark.slow
@pytest.mark.defect('V11')
def test_large_networks_are_tried_if_asked():
    "The report names the argument either way, and either remedy works"
    net, small = seq(L(3, 400), nn.ReLU(), L(400, 2600), nn.ReLU(), L(2600, 2)), seq(L(3, 4), nn.ReLU(), L(4, 2))
    large, probed, spared = symmetry_report(net, X(2, 3)), symmetry_report(small, X(2, 3)), symmetry_report(small, X(2, 3), probe=False)
    assert '`probe=True` looks for them' in large.tried and not large.continuous
    assert '`probe=False` leaves this out' in probed.tried and probed.continuous
    assert '`probe=True` looks for them' in spared.tried and not spared.continuous

@pytest.mark.defect('V12')
def test_a_large_group_is_shown_in_one_line():
    "As the report's head; a small one as it can be written down"
    net = seq(*(l for _ in range(9) for l in (L(3, 3), nn.Tanh())))
    r = symmetry_report(net, X(2, 3), probe=False)
    shown = repr(r.group)
    assert shown==f'PermutationGroup({r.group.summary})' and '\n' not in shown and len(shown)<110 and r.group.summary in str(r)
    assert '8 labels on 18 tensors, 108 weights' in shown and repr(symmetry_report(net[:3], X(2, 3)).group).startswith("PermutationGroup({'0': 3}, {")

def test_the_model_stays_as_it_is():
    model = seq(L(3, 4), nn.Dropout(.5), nn.BatchNorm1d(4), nn.ReLU(), L(4, 2))
    before, seed = copies(model), torch.get_rng_state()
    symmetry_report(model, X(5, 3))
    assert model.training and same(model.state_dict(), before) and torch.equal(seed, torch.get_rng_state())
    assert all(p.grad is None for p in model.parameters())
