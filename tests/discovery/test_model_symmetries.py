"Both kinds of symmetries of a network in one object."
import torch
from torch import nn

from cases import Net, rng
import symbayes
from symbayes.core.networks import network_outputs
from symbayes.core.tensors import seeded_module
from symbayes.discovery.finding import symmetry_group
from symbayes.discovery.reports import Symmetries, symmetries
from symbayes.discovery.continuous import scaling_group
from symbayes.symmetry.verification import Symmetry

def net(): return seeded_module(lambda: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2)), 0).double()
x = torch.randn(20, 3, generator=rng(0)).double()

def test_both_kinds():
    both = symbayes.symmetries(net(), x)
    assert isinstance(both, Symmetries) and both.permutations==symmetry_group(net(), x) and both.layout==both.scalings.layout
    assert both.scalings.sizes==scaling_group(net(), x).sizes=={'2': 5}
    assert all(isinstance(g, Symmetry) for g in (both.permutations, both.scalings))

def test_moved_keeps_the_function():
    both = symmetries(net(), x)
    w = {k: torch.randn(7, *s, generator=rng(1)).double() for k,s in both.layout.shapes.items()}
    moved = both.moved(w, generator=rng(2))
    torch.testing.assert_close(network_outputs(net(), moved, x), network_outputs(net(), w, x), rtol=1e-8, atol=1e-8)
    assert (moved['2.weight']-w['2.weight']).abs().max()>.1

def test_report_has_both():
    report = symmetries(net(), x).report()
    for text in (str(report), report._repr_markdown_()):
        for words in ('Sequential: 2 labels', '| 2 | scaled | 5 |' if '|' in text else 'scaled', 'Units that do not scale', 'its scale changes the outputs'): assert words in text, words
    assert 'probe=True' in str(symmetries(net(), x).report(probe=False))

def test_arguments_by_name():
    added = lambda: Net(lambda s, left, right: s.b((s.a(left)+s.a(right)).relu()), a=(3, 4), b=(4, 2))
    both = symmetries(seeded_module(added, 0).double(), x, right=x.flip(0))
    assert both.permutations.sizes=={'a': 4} and both.scalings.n==4 and 'a' in str(both.report())
