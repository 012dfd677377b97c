"Random groups with blocks, slabs and rearranged axes, against a definition of their action that is written down entry by entry."
from itertools import product
from math import factorial, log, prod

import pytest
import torch
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from cases import normal, rng
from symbayes.core.messages import SymbayesError
from symbayes.symmetry.axes import rearranged
from symbayes.symmetry.permutations import Element, PermutationGroup
from symbayes.testing import check_group_laws

@pytest.fixture(scope='module', autouse=True)
def groups_in_full():
    "Show groups of any length as they can be written down"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr('symbayes.symmetry.permutations._max_shown', 10**6)
        yield

tree = {'h': None, 'd': 'h', 'e': 'd', 'c': 'h', 'f': None, 'g': None, 'k': 'g'}  # label to what it is inside of
same = lambda v, w: v.keys()==w.keys() and all(torch.equal(v[k], w[k]) for k in w)
tensors = lambda g, *lead, seed=1: {k: normal(*lead, *s, seed=seed) for k,s in g.shapes.items()}

def above(label: str) -> list[str]: return [*above(tree[label]), tree[label]] if tree[label] else []

@st.composite
def specs(draw, plain: bool = False) -> dict:
    "Arguments of a group, right ones for the most part"
    sizes = {l: draw(st.integers(1, 3)) for l in tree}
    usable = [l for l in tree if not plain or tree[l] is None]
    def segment() -> tuple:
        some = draw(st.lists(st.sampled_from([*usable, 1, 2]), min_size=1, max_size=2, unique=True))
        here = [o for f in some if isinstance(f, str) for o in above(f) if draw(st.integers(0, 3))]
        return tuple(draw(st.permutations(list(dict.fromkeys([*here, *some])))))
    def length(axis) -> int: return sum(prod(sizes.get(f, f) for f in s) for s in axis)
    def axis() -> tuple|list:
        found = [segment() for _ in range(draw(st.sampled_from([1, 1, 1, 2])))]
        assume(length(found)<40)
        if draw(st.integers(0, 3)): return found if len(found)>1 else found[0]
        return rearranged(found, draw(st.permutations(range(length(found)))))
    def tensor() -> tuple|list:
        first = tuple(axis() for _ in range(draw(st.sampled_from([1, 1, 2, 2, 3]))))
        return first if draw(st.integers(0, 4)) else [first, (axis(), *first[1:])]
    axes = {f't{i}': tensor() for i in range(draw(st.integers(1, 3)))}
    slabs = [s for v in axes.values() for s in (v if isinstance(v, list) else [v])]
    listed = lambda a: a if isinstance(a, list) or (isinstance(a, tuple) and all(isinstance(s, tuple) for s in a)) else [a]
    used = {f for slab in slabs for a in slab for s in listed(a) for f in s if isinstance(f, str)}
    assume(used and all(set(above(l))<=used for l in used))
    inside = {l: tree[l] for l in tree if l in used and tree[l]}
    signed = draw(st.sets(st.sampled_from(sorted(used))))
    return dict(sizes={l: n for l,n in sizes.items() if l in used}, axes=axes, signed=frozenset(signed), inside=inside)

def made(spec: dict) -> PermutationGroup:
    try: g = PermutationGroup(**spec)
    except SymbayesError as e:
        assert '\n' not in str(e)
        assume(False)
    assume(sum(prod(s) for s in g.shapes.values())<400)
    return g

groups = specs().map(made)

def described(g: PermutationGroup, axis) -> list[tuple]:
    "What stands at every place of an axis: segment, and factors with their digits"
    parts = axis if isinstance(axis, list) or (isinstance(axis, tuple) and all(isinstance(s, tuple) for s in axis)) else [axis]
    parts = [s if isinstance(s, tuple) else (s,) for s in parts]
    size = lambda f: f if isinstance(f, int) else (g.sizes|g.still)[f]
    entries = [(i, tuple(zip(s, digits))) for i,s in enumerate(parts) for digits in product(*(range(size(f)) for f in s))]
    return [entries[p] for p in getattr(axis, 'order', range(len(entries)))]

def entries(g: PermutationGroup, name: str) -> list[tuple]:
    "What stands at every entry of a tensor, in its order: slab, and a description for every axis"
    spec = g.axes[name]
    slabs = spec if isinstance(spec, list) else [spec]
    return [(i, at) for i,slab in enumerate(slabs) for at in product(*(described(g, axis) for axis in slab))]

def by_definition(g: PermutationGroup, a: Element, w: dict) -> dict:
    "New place (i, j, k) of labels inside labels holds old (a[h][i], a[d][i, j], a[e][i, j, k]), with the sign of the new place"
    out = {}
    for name in w:
        every = entries(g, name)
        where, moved = {e: p for p,e in enumerate(every)}, []
        alone = [[all(axes[j][0]==0 for s,axes in every if s==slab) for j in range(w[name].ndim)] for slab in range(every[-1][0]+1)]
        for slab,axes in every:
            sign, old = 1, []
            for j,(segment,factors) in enumerate(axes):
                beside = {f: n for k,(_,fs) in enumerate(axes) if k!=j and alone[slab][k] for f,n in fs} | dict(factors)
                olds = []
                for f,n in factors:
                    at = (*(beside[o] for o in g.outers(f)), n) if f in g.sizes else None
                    olds.append((f, int(a[f][at]) if at else n))
                    if f in g.signed: sign *= int(a.signs[f][at])
                old.append((segment, tuple(olds)))
            moved.append((where[slab, tuple(old)], sign))
        flat = w[name].flatten()
        out[name] = torch.stack([flat[p]*s for p,s in moved]).reshape(w[name].shape)
    return out

fuzz = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

@given(groups, st.integers(0, 99))
@fuzz
def test_the_action_is_its_definition(g, seed):
    a, w = g.sample(generator=rng(seed)), tensors(g)
    assert same(g.act(a, w), by_definition(g, a, w))
    assert g.shapes=={k: tuple(t.shape) for k,t in w.items()} and all(len(entries(g, k))==t.numel() for k,t in w.items())

@given(groups, st.integers(0, 99))
@fuzz
def test_laws(g, seed):
    "Orders are counted below: labels may cancel each other's signs, so that elements act alike"
    check_group_laws(g, skip=['order', 'uniform draws'], generator=rng(seed))

@given(groups)
@fuzz
def test_orders(g):
    expected = prod((factorial(n)*(2**n if l in g.signed else 1))**prod(g.sizes[o] for o in g.outers(l)) for l,n in g.sizes.items())
    assert g.order==expected and abs(g.log_order-log(expected))<1e-9

@given(groups)
@fuzz
def test_written_down_and_read_again(g):
    again = eval(repr(g), dict(PermutationGroup=PermutationGroup, rearranged=rearranged))
    assert again==g and again.shapes==g.shapes and again.order==g.order and repr(again)==repr(g)

def entries_of(g: PermutationGroup, name: str, label: str) -> set[int]:
    "Where in a tensor a label stands"
    return {p for p,(_,axes) in enumerate(entries(g, name)) if any(f==label for _,fs in axes for f,_ in fs)}

@given(groups)
@fuzz
def test_labels_that_share_entries(g):
    "Pieces, colours and self-coupling, by looking at every entry"
    shared = lambda l, m: any(entries_of(g, k, l) & entries_of(g, k, m) for k in g.layout.shapes)
    twice = lambda l: any(sum(f==l for _,fs in axes for f,_ in fs)>1 for k in g.layout.shapes for _,axes in entries(g, k))
    colours = g.colours()
    assert sorted(l for c in colours for l in c)==sorted(l for l in g.labels if not twice(l)) and all(g.self_coupled(l)==twice(l) for l in g.labels)
    for c in colours: assert not any(shared(l, m) for l in c for m in c if l<m)
    for k in g.layout.shapes:
        own = [p for p in g.pieces.values() if p.name==k]
        assert sum(prod(g.size(f) for s in p.factors for f in s) for p in own)==prod(g.shapes[k])
    for l in g.labels: assert set(g.tensors_of(l))=={k for k in g.layout.shapes if entries_of(g, k, l)}

@given(groups, st.data())
@fuzz
def test_subgroups(g, data):
    labels = data.draw(st.lists(st.sampled_from(g.labels), min_size=1, unique=True))
    h, w = g.subgroup(labels), tensors(g)
    a = h.sample(generator=rng(1))
    assert h.shapes==g.shapes and sorted(h.labels)==sorted(labels) and h.signed==g.signed & set(labels)
    assert same(h.act(a, w), g.act(g.element(a), w)) and same(h.act(a, w), by_definition(h, a, w))
    assert abs(h.log_order-sum(g.label_log_order(l) for l in labels))<1e-9
    assert eval(repr(h), dict(PermutationGroup=PermutationGroup, rearranged=rearranged))==h
    again = h.subgroup(labels[:1])
    assert again==g.subgroup(labels[:1])

@given(groups, st.data())
@fuzz
def test_restrictions(g, data):
    names = data.draw(st.lists(st.sampled_from(list(g.axes)), min_size=1, unique=True))
    try: h = g.restrict(names)
    except SymbayesError: return
    a, w = g.sample(generator=rng(1)), tensors(g)
    part = h.element({l: a[l] for l in h.labels}, {l: a.signs[l] for l in h.signed})
    assert same(h.act(part, {k: w[k] for k in names}), {k: g.act(a, w)[k] for k in names})

@given(groups)
@fuzz
def test_blocks_named_apart(g):
    "The same elements as those that leave outer labels alone"
    try: u = g.unnested()
    except SymbayesError as e:
        assert 'can be told apart only' in str(e)
        return
    w, outer = tensors(g), set(g.inside.values())
    free = [l for l in g.labels if l not in outer]
    b = u.sample(generator=rng(2))
    assert not u.inside and not u.still and u.shapes==g.shapes and abs(u.log_order-sum(g.label_log_order(l) for l in free))<1e-9
    names = {l: [n for n in u.labels if n==l or n.startswith(f'{l}.')] for l in free}
    beside = lambda d, l: torch.stack([d[n] for n in names[l]]).reshape(g.index_shape(l))
    a = g.element({l: beside(b, l) for l in free}, {l: beside(b.signs, l) for l in free if l in g.signed})
    assert same(u.act(b, w), g.act(a, w)) and same(u.act(b, w), by_definition(u, b, w))
