"The groups of whole networks: the sets of units counted by hand, the laws, the function with random weights and statistics, the time."
import copy
import time
from functools import cache

import pytest
import torch
from architectures import architectures, beyond, compared, log_order, sets_of
from cases import copies, refused, rng, same
from lengths import some
from symbayes.core.tensors import Layout
from symbayes.discovery.finding import symmetry_group
from symbayes.symmetry.permutations import PermutationGroup

alike = {'resnet18', 'resnet20_conv', 'encoder'}  # resnet20_pad and encoder_norm_first stand for them in `make test`
named = some(architectures, lambda n: not architectures[n].slow and n not in alike)
small = some([n for n,a in architectures.items() if not a.slow and n!='resnet18'], lambda n: n not in alike)


@cache
def found(name: str) -> tuple[PermutationGroup, float]:
    "Group and seconds of the processor; the model stays as it is"
    model = architectures[name].model()
    before, begun = copies(model), time.process_time()
    g = symmetry_group(model, architectures[name].x())
    seconds = time.process_time()-begun
    assert same(model.state_dict(), before), 'the model was changed'
    return g, seconds

@pytest.mark.parametrize('name', named)
def test_counted_by_hand(name):
    a = architectures[name]
    model, (g, seconds) = a.model(), found(name)
    assert seconds<20
    assert sets_of(g)==a.counter
    assert g.log_order==pytest.approx(a.log_order, rel=1e-12)
    assert dict(g.layout.shapes)==dict(Layout.of(model).shapes)
    keeps_the_function(g, model, a.x())

others = {n: a for n,a in (compared | beyond).items() if a not in architectures.values()}
@pytest.mark.parametrize('name', some(others, lambda n: n in ('u_net', 'siamese', 'lstm')))
def test_others_counted_by_hand(name):
    "What the comparison of tools has beside them"
    a = others[name]
    g = symmetry_group(a.model(), *a.inputs())
    assert sets_of(g)==a.counter and g.log_order==pytest.approx(a.log_order, rel=1e-12)

def keeps_the_function(g: PermutationGroup, model: torch.nn.Module, x: torch.Tensor) -> None:
    "With weights and statistics that are nothing special, by no code of the package but the action itself"
    model, x, r = copy.deepcopy(model).double().eval(), x.double(), rng(2)
    with torch.no_grad():
        for p in model.parameters(): p.copy_((p.ndim==1) + torch.randn(p.shape, generator=r, dtype=p.dtype)*max(p[:1].numel(), 4)**-.5)
        for k,b in model.named_buffers():
            if b.is_floating_point() and k in g.buffers: b.copy_(.5+torch.rand(b.shape, generator=r, dtype=b.dtype))
        y, a = model(x), g.sample(generator=r)
        moved = g.moved(model, a)
        assert not g.labels or any(not torch.equal(p, q) for p,q in zip(model.parameters(), moved.parameters()))
        assert (moved(x)-y).abs().max()<1e-9*y.std()

def test_the_anchor(): assert round(log_order(architectures['resnet18'].sets), 3)==13_664.674

@pytest.mark.parametrize('name', small)
def test_no_other_signs(name):
    "No other signs are free, but those of all that a block holds"
    model, x, (g, _) = architectures[name].model(), architectures[name].x(), found(name)
    on_buffers = {l for k in g.buffers for l in g.labels_on(k)}
    for l in set(g.labels)-g.signed-on_buffers-set(g.inside.values()):
        wider = PermutationGroup(g.sizes, g.axes, g.signed | {l}, inside=g.inside)
        refused('no symmetry', wider.verify, model, x)
