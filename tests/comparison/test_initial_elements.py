"Starts: hidden elements are found again, and the best of all where all can be tried."

import pytest
import torch
from cases import rng
from symbayes.comparison.initial_elements import annealed, Channel, default_starts, descend, MatchingObjective, search, soft_signs, start
from symbayes.discovery.finding import mlp_group
from symbayes.symmetry.permutations import Element, PermutationGroup

def residual_group(stream: int, hidden: int, blocks: int, signed: bool, ends: bool) -> PermutationGroup:
    axes = {'read': ('stream', 10), 'out': (10, 'stream')} if ends else {}
    for b in range(blocks): axes |= {f'A{b}': (f'block{b}', 'stream'), f'B{b}': ('stream', f'block{b}')}
    return PermutationGroup({'stream': stream} | {f'block{b}': hidden for b in range(blocks)}, axes, ('stream',) if signed else ())

def hide(g: PermutationGroup, one: dict, noise: float, r: torch.Generator) -> tuple[MatchingObjective, Element]:
    hidden = g.sample(generator=r)
    other = {k: t+noise*t.std()*torch.randn(t.shape, generator=r) if noise else t for k,t in one.items()}
    return MatchingObjective(g, [Channel(one, g.act(g.inverse(hidden), other))]), hidden

def random_weights(g: PermutationGroup, r: torch.Generator) -> dict: return g.layout.unflatten(torch.randn(g.layout.numel, generator=r))

def hidden_pair(g: PermutationGroup, noise: float, seed: int) -> tuple[MatchingObjective, Element]:
    r = rng(seed)
    return hide(g, random_weights(g, r), noise, r)

def same(a: Element, b: Element) -> bool:
    "Every unit of every label, and every sign"
    return all(torch.equal(a[l], b[l]) for l in b) and all(torch.equal(a.signs[l], b.signs[l]) for l in b.signs)

def recovered(g: PermutationGroup, noise: float, seed: int, how: str) -> bool:
    o, hidden = hidden_pair(g, noise, seed)
    return same(descend(o, start(o, how, rng(seed))), hidden)

def count(g: PermutationGroup, noise: float, how: str, n: int = 30) -> int: return sum(recovered(g, noise, seed, how) for seed in range(n))

both = pytest.mark.parametrize('signed', [False, True], ids=['unsigned', 'signed'])
ends = pytest.mark.parametrize('ends', [True, False], ids=['ends', 'no_ends'])

@both
@ends
@pytest.mark.parametrize('noise', [0., .3])
def test_hidden_elements_are_recovered(signed, ends, noise):
    g = residual_group(30, 50, 2, signed, ends)
    assert count(g, noise, 'invariants', 3)==count(g, noise, 'annealed', 3)==3

def unrelated(widths: list[int], seed: int, *lead: int) -> MatchingObjective:
    g, r = mlp_group(widths), rng(seed)
    moved = g.layout.unflatten(torch.randn(*lead, g.layout.numel, generator=r))
    return MatchingObjective(g, [Channel(random_weights(g, r), moved)])

def test_free_signs():
    "Nothing says the sign of all units together of a tanh network without ends: one is taken to be positive"
    g = mlp_group([3, 8, 8, 2], signed=True).restrict(['2.weight'])
    w = random_weights(g, rng(0))
    hidden = g.sample(generator=rng(1))
    o = MatchingObjective(g, [Channel(w, g.act(g.inverse(hidden), w))])
    s = o.state_at(g.element(dict(hidden), {}))
    soft = soft_signs(s)
    agree = [set((t[0].sign()*hidden.signs[l]).tolist()) for l,t in soft.items()]
    assert agree[0]==agree[1] and len(agree[0])==1

def test_annealing_of_blocks():
    "Heads and their channels, with a stream"
    axes = {k: (('h', 'd'), 'r') for k in 'qk'} | {'v': (('h', 'e'), 'r'), 'o': ('r', ('h', 'e'))}
    g = PermutationGroup({'r': 16, 'h': 4, 'd': 5, 'e': 5}, axes, ('d', 'e'), {'d': 'h', 'e': 'h'})
    o, hidden = hidden_pair(g, .5, 0)
    s = annealed(o.state_at(g.identity()), generator=rng(0))
    assert same(o.element(s, ()), hidden)

def test_two_channels_and_leading_axes():
    "Means and stds, several to be aligned at once: each finds its own"
    g, r = residual_group(8, 12, 2, True, False), rng(0)
    mean, std = random_weights(g, r), {k: t.exp() for k,t in random_weights(g, r).items()}
    hidden = g.sample(3, generator=r)
    back = g.inverse(hidden)
    o = MatchingObjective(g, [Channel(mean, g.act(back, mean)), Channel(std, g.act(back, std, signs=False), flips=False)])
    for how in ('invariants', 'annealed'): assert same(descend(o, start(o, how, r)), hidden)
    found, t = search(o, ['identity', 'random', 'random', 'invariants'], generator=r)
    assert same(found, hidden)
    assert len(t)==12 and t.groupby('member').nearest.any().all()

def test_search_keeps_the_nearest():
    o, hidden = hidden_pair(residual_group(6, 8, 2, True, True), .3, 0)
    a, t = search(o, ['identity', hidden, 'kicked', *['random']*3], generator=rng(0))
    assert list(t.start)==['identity', 'given', 'kicked', *['random']*3]
    assert (t.after<=t.before+1e-3).all()
    assert o.distance(a).item()==pytest.approx(t.after.min()) and t.after[t.nearest].nunique()==1

def test_randomness_is_the_generators():
    o = unrelated([4, 6, 6, 2], 0)
    one, two = (search(o, generator=rng(3)) for _ in range(2))
    assert same(one[0], two[0]) and one[1].equals(two[1])

@pytest.mark.parametrize('widths,names', [([5, 6, 3], 'identity invariants annealed random kicked'), ([5, 60, 3], 'identity invariants annealed random'),
    ([784, 512, 512, 10], 'identity invariants annealed'), ([784, *5*[4096], 10], 'identity invariants')])
def test_default_starts(widths, names): assert set(default_starts(mlp_group(widths)))==set(names.split())
