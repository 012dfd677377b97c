"Statistics of merged networks: taken anew, and brought to those of the networks that were merged."
import pytest
import torch
from torch import nn

from cases import close, copies, rng, same
from symbayes.comparison.barriers import loss_barrier, repaired
from symbayes.comparison.merging import merge
from symbayes.core.tensors import seeded_module
from symbayes.discovery.finding import symmetry_group
from symbayes.distributions.likelihoods import Gaussian
from symbayes.symmetry.verification import named_tensors

def plain(): return nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 10), nn.Tanh(), nn.Linear(10, 2))
def normed(): return nn.Sequential(nn.Conv2d(1, 6, 3, bias=False), nn.BatchNorm2d(6), nn.ReLU(), nn.Conv2d(6, 5, 3), nn.ReLU(), nn.Flatten(), nn.Linear(20, 2))
rows, images = torch.randn(300, 4), torch.randn(200, 1, 6, 6)
cases = pytest.mark.parametrize('make, x', [(plain, rows), (normed, images)])

def mean(make, nets):
    out = make()
    with torch.no_grad():
        for p,*ps in zip(out.parameters(), *(n.parameters() for n in nets)): p.copy_(sum(ps)/len(ps))
    return out

@cases
def test_layers_have_the_statistics_of_the_ends(make, x):
    ends = [seeded_module(make, i).eval() for i in range(2)]
    for e in ends: e.load_state_dict(repaired(e, x).state_dict())
    merged = mean(make, ends)
    before = copies(merged)
    fixed = repaired(merged, x, ends)
    assert same(merged.state_dict(), before) and not fixed.training
    for i,m in enumerate(fixed[:-1]):
        if not isinstance(m, nn.Linear|nn.Conv2d): continue
        out = [n[:i+1](x).movedim(1, 0).flatten(1) for n in (fixed, *ends)]
        stds = [t.std(1, correction=0) for t in out]
        torch.testing.assert_close(stds[0], (stds[1]+stds[2])/2, rtol=1e-3, atol=1e-5)
        if m.bias is not None: torch.testing.assert_close(out[0].mean(1), (out[1].mean(1)+out[2].mean(1))/2, rtol=1e-3, atol=1e-4)

def test_statistics_are_those_of_the_data():
    net = seeded_module(normed, 0)
    fresh = repaired(net, images, batch_size=200)
    out = net[0](images)
    torch.testing.assert_close(fresh[1].running_mean, out.mean((0, 2, 3)))
    torch.testing.assert_close(fresh[1].running_var, out.var((0, 2, 3)))
    assert fresh[1].momentum==net[1].momentum and net.training and torch.equal(net[1].running_mean, torch.zeros(6))
    once = repaired(net, images[:101], batch_size=100)  # a batch of one has no variance
    assert bool(once[1].running_var.isfinite().all())

@cases
def test_one_network_stays(make, x):
    net = seeded_module(make, 0).eval()
    net = repaired(net, x)
    torch.testing.assert_close(repaired(net, x, [net, net])(x), net(x), rtol=1e-3, atol=1e-4)

@cases
def test_merge_and_barrier(make, x):
    a, b = (repaired(seeded_module(make, i), x) for i in range(2))
    group = symmetry_group(a, x)
    merged, unmended = (merge([a, b], group, statistics=s, generator=rng(0)) for s in (x, None))
    assert named_tensors(merged).keys()==named_tensors(unmended).keys() and not torch.equal(merged(x), unmended(x))
    both = [loss_barrier(a, a, q, Gaussian(1.), (x, torch.zeros(len(x), 2)), n_points=3, statistics=x) for q in (b, a)]
    assert all(bool(v.isfinite().all()) for r in both for v in r.values.values())
    torch.testing.assert_close(both[1].values['loss'], both[1].values['loss'][:1].expand(3), rtol=1e-3, atol=1e-4)
    copy = loss_barrier(a, dict(a.named_parameters()), dict(a.named_parameters()), Gaussian(1.), (x, torch.zeros(len(x), 2)), n_points=3, statistics=x)
    torch.testing.assert_close(copy.values['loss'], both[1].values['loss'], rtol=1e-3, atol=1e-4)

def test_each_end_of_a_barrier_has_its_own_statistics():
    a, b = (repaired(seeded_module(normed, i), images*(i+1)+i) for i in range(2))
    y = torch.randn(len(images), 2)
    found = loss_barrier(a, a, b, Gaussian(1.), (images, y), n_points=3)
    own = torch.stack([-Gaussian(1.).log_prob(n(images)[None], y).mean() for n in (a, b)]).double().detach()
    close(found.values['loss'][[0, -1]], own, 1e-4)

@pytest.mark.parametrize('batch_size', [1, 7, 250, 500])
def test_statistics_of_unequal_batches_are_over_all_rows(batch_size):
    net, x = seeded_module(normed, 0).eval(), torch.randn(502, 1, 6, 6)
    x[500:] += 10
    found, out = repaired(net, x, batch_size=batch_size)[1], net[0](x)
    torch.testing.assert_close(found.running_mean, out.mean((0, 2, 3)), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(found.running_var, out.var((0, 2, 3)), rtol=1e-4, atol=1e-5)
