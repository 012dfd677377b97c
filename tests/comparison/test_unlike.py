"Networks of other widths, heads and vocabularies: planted units found, merged networks, bad input; several networks in one frame."
import pytest
import torch
from torch import nn

from cases import Net, refused, rng
from symbayes.comparison.alignment import align, align_unlike
from symbayes.core.tensors import free_parameters, seeded_module, streams
from symbayes.discovery.finding import symmetry_group
from symbayes.symmetry.pruning import pruned

def conv(c=8, h=10, out=3): return nn.Sequential(nn.Conv2d(2, c, 3), nn.ReLU(), nn.Flatten(), nn.Linear(16*c, h), nn.Tanh(), nn.Linear(h, out))
def reader(words=11, d=8, out=4) -> Net:
    return Net(lambda s, ids: s.out(s.up(s.emb(ids)).relu().mean(1)), emb=nn.Embedding(words, d), up=(d, 9), out=(9, out))
images, ids = torch.randn(2, 2, 6, 6), torch.randint(0, 7, (3, 4), generator=rng(0))

def made(make, seed, x): return (net := seeded_module(make, seed).eval()), symmetry_group(net, x)

@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('seed', range(4))
def test_flattened_channels_and_signs(seed, swap):
    "Six of eight channels, whose maps are flattened, and seven of ten tanh units, mixed up and flipped"
    wide, g = made(conv, seed, images)
    gen = streams(seed, 'gone')
    gone = {l: torch.randperm(n, generator=gen)[:n-k].tolist() for (l,n),k in zip(g.sizes.items(), (6, 7))}
    cut = pruned(g, wide, gone)
    gc = symmetry_group(cut, images)
    narrow = gc.moved(cut, gc.sample(generator=gen))
    both = ((narrow, gc), (wide, g)) if swap else ((wide, g), (narrow, gc))
    found = align_unlike(both[0][0], both[1][0], both[0][1], both[1][1], generator=gen)
    assert set(found.left_out)<=set() and [int((u<0).sum()) for u in found.units.values()]==[0, 0] if swap else [2, 3]
    if not swap:
        assert all(sorted((u<0).nonzero().flatten().tolist())==sorted(gone[l]) for l,u in found.units.items())
        w, merged = free_parameters(wide), free_parameters(found.merged)
        assert all(torch.allclose(w[k], merged[k], atol=1e-6) for k in w)  # what both have is equal, and all else stays
    else: assert (found.merged(images)-narrow(images)).abs().max()<1e-5

def test_other_heads_and_words():
    first, g0 = made(reader, 0, ids)
    a = align(first, first, g0, 'identity')
    mixed = g0.sample(generator=streams(1, 'mixed'))
    other, g1 = made(lambda: reader(7, 8, 2), 1, ids)
    w = free_parameters(g0.moved(first, mixed))
    here, there = [3, 0, 10, 5], [1, 2, 6, 0]
    with torch.no_grad():
        other.up.load_state_dict({k[3:]: w[k] for k in w if k.startswith('up')})
        other.emb.weight[there] = w['emb.weight'][here]
    found = align_unlike(first, other, g0, g1, rows={'emb.weight': (here, there)}, generator=streams(0, 'starts'))
    back = g0.compose(g0.element({l: u for l,u in found.units.items()}), mixed)
    assert all(torch.equal(back[l], a[l]) for l in back) and found.distance<1e-5 and set(found.left_out)=={'out.weight', 'out.bias'}
    assert torch.allclose(found.merged.emb.weight, first.emb.weight, atol=1e-6) and torch.equal(found.merged.out.weight, first.out.weight)
    only = align_unlike(first, other, g0, g1, only=['up.weight'], generator=streams(0, 'starts'))
    assert 'emb.weight' in only.left_out and len(only.units)==2

@pytest.mark.parametrize('maps', [False, True])
def test_lost_units_are_folded(maps):
    "A wide network with small copies of three units, moved onto a narrow one, loses nothing by `fold=`, and units by default"
    layers = (lambda h: (nn.Conv2d(2, h, 3), nn.ReLU(), nn.Flatten(), nn.Linear(16*h, 3))) if maps else (lambda h: (nn.Linear(5, h), nn.ReLU(), nn.Linear(h, 3)))
    x = torch.randn(200, *((2, 6, 6) if maps else (5,)), generator=streams(0, 'inputs'))
    narrow, g0 = made(lambda: nn.Sequential(*layers(6)), 0, x[:4])
    wide, g1 = made(lambda: nn.Sequential(*layers(9)), 1, x[:4])
    with torch.no_grad():
        for t,s in ((wide[0].weight, narrow[0].weight), (wide[0].bias, narrow[0].bias)): t[:6], t[6:] = s, .1*s[:3]
        wide[-1].weight[:, :narrow[-1].in_features] = narrow[-1].weight
    nets, want = (narrow, wide, g0, g1), (narrow(x)+wide(x))/2
    gaps = [(align_unlike(*nets, fold=f, generator=streams(0, 'starts')).merged(x)-want).abs().max() for f in (x, None)]
    assert gaps[0]<1e-5<1e-3<gaps[1]
    refused('expected a network', align_unlike, *map(free_parameters, nets[:2]), g0, g1, fold=x)
