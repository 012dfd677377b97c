"Groups over every one of `cases`; elements, files, what `verify` must not overlook. The laws are in testing/test_group_laws, orders and colours in test_grammar."
import gc, weakref

import pytest
import torch
from safetensors.torch import save as packed
from torch import nn

from cases import cases, drop_label, key, mlp, Net, normal, pick, random_params, refused, rng, rngs, two_layers
from lengths import by_turns
from symbayes.core.files import _signed
from symbayes.core.tensors import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.symmetry.axes import rearranged, as_axis
from symbayes.symmetry.permutations import Element, PermutationGroup, stack_elements

every = pytest.mark.parametrize('case', cases.values(), ids=cases.keys())
same = lambda v, w: all(torch.equal(v[k], w[k]) for k in w) and v.keys()==w.keys()
labelled = {k: c for k,c in cases.items() if c.group.labels}

@every
def test_function_kept_in_float32(case): case.group.verify(case.model(dtype=torch.float32), case.x(dtype=torch.float32), rng(3))

@pytest.mark.parametrize('name', [k for k in labelled if k!='one_unit'])
def test_wrong_group_is_refused(name):
    case = cases[name]
    wrong = [g for g in drop_label(case.group) if g.labels]
    assert wrong
    for g in wrong:
        refused('no symmetry of the model', lambda: g.verify(case.model(), case.x(), rng(4)))

def test_wrong_group_is_refused_where_biases_start_at_zero():
    "A constant tensor hides whether it is moved, so `verify` has to perturb it too"
    model = mlp(3, 5, 2)
    nn.init.zeros_(model[0].bias)
    g = PermutationGroup({'h': 5}, two_layers() | {'0.bias': (5,)})
    refused('no symmetry', lambda: g.verify(model, torch.randn(20, 3, generator=rng(0)), rng(1)))

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
@pytest.mark.parametrize('offset', [0., 1e3, 1e4])
def test_verify_on_outputs_far_from_zero(offset, dtype):
    "What counts is how the outputs vary, not how large they are: targets around 1000 and a bias to match hide nothing"
    model, x = mlp(3, 5, 2).to(dtype), torch.randn(20, 3, generator=rng(0), dtype=dtype)
    nn.init.constant_(model[2].bias, offset)
    mlp_group(model).verify(model, x, rng(1))
    refused('no symmetry', lambda: PermutationGroup({'h': 5}, two_layers() | {'0.bias': (5,)}).verify(model, x, rng(1)))

@every
def test_non_contiguous_parameters(case):
    g = case.group
    w = {k: t.movedim(0, -1).contiguous().movedim(-1, 0) for k,t in random_params(g.layout, 3).items()}
    a = g.sample(3, generator=rng(9))
    assert same(g.act(a, w), g.act(a, {k: t.contiguous() for k,t in w.items()}))

def test_generators_of_a_stack():
    g, state = cases['mixed'].group, torch.get_rng_state()
    stacked, again = g.sample(3, 2, generator=rngs(1, 2, 3)), stack_elements([g.sample(2, generator=rng(s)) for s in (1, 2, 3)])
    assert stacked.lead==again.lead==(3, 2) and same(stacked, again) and same(stacked.signs, again.signs)
    refused('2 generators', lambda: g.sample(3, generator=rngs(1, 2)))
    g.sample(5, generator=rng(0))
    assert torch.equal(torch.get_rng_state(), state)

# an element from what it moves

def test_leading_axes_of_labels_broadcast():
    g, w = cases['mixed'].group, random_params(cases['mixed'].group.layout, 3)
    a = g.sample(generator=rng(23))
    one, two = g.subgroup(['h1']).sample(5, 1, generator=rng(24)), g.subgroup(['h2']).sample(3, generator=rng(25))
    b = g.element({'h1': one['h1'], 'h2': two['h2']}, two.signs)
    assert b.lead==(5, 3) and all(t.shape[:-1]==(5, 3) for d in (b, b.signs) for t in d.values())
    for i in range(5):
        for j in range(3):
            single = g.element({'h1': one['h1'][i, 0], 'h2': two['h2'][j]}, {'h2': two.signs['h2'][j]})
            assert same(pick(g.act(b, w), i, j), g.act(single, pick(w, j)))
    wide = g.element({'h1': a['h1']}, {'h2': two.signs['h2']})
    assert wide.lead==(3,) and key(g.inverse(g.inverse(wide)))==key(wide) and g.compose(wide, b).lead==(5, 3)

@pytest.mark.parametrize('index', [[1, 0, 3, 2], (1, 0, 3, 2), torch.tensor([1, 0, 3, 2]), torch.tensor([1, 0, 3, 2], dtype=torch.uint8), torch.tensor([1, 0, 3, 2]).int(), torch.tensor([1, 0, 3, 2]).numpy()],
    ids=['list', 'tuple', 'int64', 'uint8', 'int32', 'numpy'])
@pytest.mark.parametrize('signs', [[1, -1, 1, -1], torch.tensor([1., -1., 1., -1.]), torch.tensor([1, -1, 1, -1], dtype=torch.int8)], ids=['list', 'float', 'int8'])
def test_elements_from_any_whole_numbers(index, signs):
    a = cases['signed'].group.element({'h1': index}, {'h1': signs})
    assert a['h1'].tolist()==[1, 0, 3, 2] and a['h1'].dtype==torch.int64 and a.signs['h1'].tolist()==[1, -1, 1, -1] and a.signs['h1'].dtype==torch.int8

def alike(a: Element, b: Element) -> bool:
    arrays = lambda d: [(l, t.dtype, t.tolist()) for l,t in d.items()]
    return type(b) is Element and arrays(a)==arrays(b) and sorted(arrays(a.signs))==sorted(arrays(b.signs)) and a.lead==b.lead and a.depth==b.depth

def test_elements_are_read_as_they_were_written(tmp_path):
    for i,c in enumerate(cases.values()):
        for shape in ((), (2, 3)):
            a = c.group.sample(*shape, generator=rng(i))
            for name in ('a', 'again'): a.save(tmp_path/name)
            assert alike(a, Element.load(str(tmp_path/'a'))) and (tmp_path/'a').read_bytes()==(tmp_path/'again').read_bytes()
    stack = cases['mixed'].group.sample(3, generator=rng(0))
    stack.map(lambda t: t[1]).save(tmp_path/'a')   # views of a stack, and a file that is replaced
    assert alike(stack.map(lambda t: t[1]), Element.load(tmp_path/'a')) and sorted(p.name for p in tmp_path.iterdir())==['a', 'again']
    assert next(iter(Element.load(tmp_path/'a', 'meta').values())).device.type=='meta'

def spoilt(header=(), **tensors) -> bytes:
    whole = {'index h': torch.tensor([1, 0]), 'signs h': torch.tensor([1, -1], dtype=torch.int8)} | {k.replace('_', ' '): t for k,t in tensors.items()}
    return _signed(packed(whole, metadata={'format': 'symbayes-element-1', 'labels': '["h"]', 'depth': '{}'}|dict(header)))

damaged = {
    'a posterior': (spoilt({'format': 'symbayes-posterior-2'}), "is no element of a group of symbayes"),
    'no labels': (spoilt({'labels': '["k"]'}), 'damaged'), 'twice': (spoilt(index_h=torch.tensor([1, 1])), "index of label 'h' is no permutation of 0 to 1"),
    'floats': (spoilt(index_h=torch.tensor([1., 0.])), 'expected whole numbers'), 'zero': (spoilt(signs_h=torch.tensor([1, 0], dtype=torch.int8)), "signs of label 'h' hold \\[0\\], expected -1 or 1"),
    'more': (spoilt(index_k=torch.tensor([0])), 'besides'), 'deep': (spoilt({'depth': '{"h": 1}'}), 'other leading axes'),
}

@pytest.mark.parametrize('name', damaged)
def test_other_files_are_no_elements(name, tmp_path):
    file, say = damaged[name]
    (tmp_path/'x').write_bytes(file)
    assert repr(str(tmp_path/'x')) in refused(say, Element.load, tmp_path/'x')

def test_files_that_cannot_be_read_or_written(tmp_path):
    refused('no file', lambda: Element.load(tmp_path/'x'))
    refused('cannot write', lambda: cases['mixed'].group.identity().save(tmp_path))
    assert not list(tmp_path.iterdir())

order = torch.arange
bad_elements = {
    'float': (dict(index={'h1': order(4.)}), "index of label 'h1' has shape .4,. and dtype torch.float32, expected whole numbers"),
    'no dict': (dict(index=order(4)), 'index is a Tensor, expected a dict'),
    'signs of zero': (dict(index={}, signs={'h2': [1, 0, -1]}), "signs of label 'h2' hold \\[0\\], expected -1 or 1"),
    'leads apart': (dict(index={'h1': order(4).expand(2, 4), 'h2': order(3).expand(5, 3)}), r"leading axes do not broadcast: 'h1' has \(2,\), 'h2' has \(5,\)"),
}

@pytest.mark.parametrize('name', bad_elements)
def test_what_is_no_element_is_refused(name):
    args, say = bad_elements[name]
    assert len(refused(say, cases['mixed'].group.element, **args))<200

# what a check must not overlook

def heads(scale: float) -> Net:
    "A ReLU and a tanh layer; the ReLU head speaks a million times more softly"
    return Net(lambda s, x: torch.cat([scale*s.u(s.a(x).tanh()), s.v(s.b(x).relu())], 1), a=(3, 4), u=(4, 1), b=(3, 4), v=(4, 1))

def one_of_many() -> Net:
    "Hidden units that 4,000 outputs treat alike, and one does not"
    return Net(lambda s, x: torch.cat([s.b(h := s.a(x).tanh()), h[:, :1]], 1), a=(3, 4), b=(4, 4000))

def dead() -> Net:
    "A layer whose units never fire as it stands"
    net = Net(lambda s, x: x[:, :1] + s.b(s.a(x).relu()), a=(3, 4), b=(4, 1))
    nn.init.constant_(net.a.bias, -100.)
    return net

def pair() -> Net:
    "Two units that differ"
    return Net(lambda s, x: s.b(torch.stack([(h := s.a(x))[:, 0].tanh(), h[:, 1].sin()], 1)), a=(3, 2, False), b=(2, 1, False))

two_heads = PermutationGroup({'a': 4, 'b': 4}, two_layers('a', 'u', h='a', o=1) | two_layers('b', 'v', h='b', o=1), {'a', 'b'})
hidden = lambda n, out, bias=True: PermutationGroup({'h': n}, {'a.weight': ('h', 3), 'b.weight': (out, 'h')} | ({'a.bias': ('h',), 'b.bias': (out,)} if bias else {}))
no_symmetries = {
    **{f'a head {s:g} times louder': (lambda s=s: heads(s), two_heads) for s in (1., 1e4, 1e8)},
    'one output of 4,001': (one_of_many, hidden(4, 4000)),
    'a label that a bias lacks, in a dead layer': (dead, PermutationGroup({'h': 4}, two_layers('a', 'b', o=1) | {'a.bias': (4,)})),
    'two units that differ': (pair, hidden(2, 1, bias=False)),
    'signs of a ReLU layer': (lambda: mlp(3, 4, 2), mlp_group([3, 4, 2], signed=True)),
    'one unit of a ReLU layer': (lambda: mlp(3, 1, 2), mlp_group([3, 1, 2], signed=True)),
}

@pytest.mark.parametrize('name,zero,dtype', by_turns(2, no_symmetries, [False, True], [torch.float32, torch.float64]))
def test_what_is_no_symmetry_is_refused(name, zero, dtype):
    make, g = no_symmetries[name]
    x = torch.randn(10, 3, generator=rng(0)).to(dtype)*(not zero)
    for seed in range({'one output of 4,001': 1, 'two units that differ': 40}.get(name, 8)):
        refused('no symmetry of the model', lambda: g.verify(seeded_module(make, seed).to(dtype), x, rng(seed)))

# right groups that a strict check could refuse

def single_within() -> Net:
    "Normalises in single precision, as mixed-precision code does"
    return Net(lambda s, x: s.b(nn.functional.layer_norm(s.a(x).tanh().float(), (6,)).to(x.dtype)), a=(3, 6), b=(6, 2))

def shares() -> Net:
    "Probabilities and their sum, which is one but for rounding"
    return Net(lambda s, x: torch.cat([p := s.b(s.a(x).relu()).softmax(1), p.sum(1, keepdim=True)], 1), a=(3, 6), b=(6, 4))

def category() -> Net:
    "The first input stands for one of five kinds"
    return Net(lambda s, x: s.b(s.a(s.e(x[:, 0].long())).relu()), e=nn.Embedding(5, 3), a=(3, 6), b=(6, 2))

def positive() -> Net:
    def call(s, x):
        if (x<=0).any(): raise ValueError('inputs are not positive')
        return s.b(s.a(x.log()).relu())
    return Net(call, a=(3, 6), b=(6, 2))

right = {single_within: two_layers('a', 'b'), shares: two_layers('a', 'b', o=4), category: {'e.weight': (5, 3)} | two_layers('a', 'b'), positive: two_layers('a', 'b')}

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
@pytest.mark.parametrize('kind', right, ids=lambda k: k.__name__)
def test_right_groups_are_not_refused(kind, dtype):
    x = torch.rand(20, 3, generator=rng(0)).add(.5).to(dtype)
    for seed in range(5): PermutationGroup({'h': 6}, right[kind]).verify(seeded_module(kind, seed).to(dtype), x, rng(seed))

def test_single_precision_within_excuses_no_wrong_group():
    g = PermutationGroup({'h': 6}, two_layers('a', 'b'), {'h'})
    for seed in range(5):
        refused('no symmetry', lambda: g.verify(seeded_module(single_within, seed), torch.randn(9, 3, generator=rng(0)), rng(seed)))

def test_one_entry_a_model_is_remembered():
    from symbayes.symmetry.permutations import last_verified
    class Counting(nn.Sequential):
        def __init__(self, *ms):
            super().__init__(*ms)
            self.register_buffer('n', torch.zeros(()))
        def forward(self, x):
            self.n += 1
            return super().forward(x)
    net, n = Counting(*mlp(3, 4, 2)), len(last_verified)
    for _ in range(5): mlp_group([3, 4, 2]).verify_once(net, torch.zeros(2, 3)+1)
    assert len(last_verified)<=n+1

# blocks, slabs, rearranged axes

def test_units_of_one_piece_of_an_axis():
    g = PermutationGroup({'h': 2, 'd': 3, 'e': 2}, {'in': ([('h', 'd'), ('h', 'd'), ('h', 'e')], 4), 'out': (4, ('h', 'e'))}, inside={'d': 'h', 'e': 'h'})
    rows = g.unit_vectors(random_params(g.layout), 'd', ['in[1,0]'])
    assert torch.equal(rows, random_params(g.layout)['in'][6:12].unflatten(0, (2, 3)))

def test_statistics_are_moved_if_handed():
    g = PermutationGroup({'c': 3}, {'w': ('c', 2), 'n.weight': ('c',), 'n.running_mean': ('c',), 'n.running_var': ('c',)})
    a, w = g.element({'c': [2, 0, 1]}), {k: normal(*s, seed=1) for k,s in g.shapes.items()}
    own = {k: t for k,t in w.items() if 'running' not in k}
    assert g.buffers==('n.running_mean', 'n.running_var') and set(g.layout.shapes)==set(own)
    whole = g.act(a, w)
    assert same(g.act(a, own), {k: whole[k] for k in own}) and same(g.act(a, {'n.running_var': w['n.running_var']}), {'n.running_var': w['n.running_var'][[2, 0, 1]]})
    refused("missing \\['w'\\]", lambda: g.act(a, {k: t for k,t in w.items() if k!='w'}))

@pytest.mark.parametrize('more,axes,say', [
    (dict(inside={'d': 'h'}), {'q': ('d', 'h', 'h')}, 'stands on 2 other axes'),
    (dict(inside={'d': 'h'}), {'q': ('d', ['h', 2])}, 'stands on 0 other axes'),
    (dict(inside={'d': 'h'}), {'q': (('h', 'd', 'h'),)}, 'stands 2 times beside it'),
    (dict(inside={'d': 'd'}), {'q': (('h', 'd'),)}, 'none inside itself'),
    (dict(inside={'d': 'x'}), {'q': (('h', 'd'),)}, 'expected labels of the group'),
    (dict(buffers=['x']), {'q': (('h', 'd'),)}, "buffers \\['x'\\] have no axes"),
    (dict(inside={'d': 'h', 'e': 'd'}, sizes={'h': 2, 'd': 3, 'e': 2}), {'q': (('h', 'e'), ('h', 'd'))}, "'e' on axis 0 is inside 'd', which stands on another axis than the label around it"),
    ({}, {'q': [('h', 'd'), ('d', 2)]}, 'expected the same but for the first axis'),
    ({}, {'q': [('h', 'd'), ('d',)]}, 'expected one number'),
    (dict(sizes={'h': 0}), {'q': ('h',)}, 'has 0 units'), (dict(signed={'k'}), {'q': ('h', 'd')}, 'stand on no axis'),
    ({}, {'q': ('h', 2.5)}, 'hold \\[2.5\\], expected labels and whole numbers'),
    ({}, {'q': (('h', 'd'), rearranged(['h', 'd'], [1, 0]))}, 'rearranged by an order of 2'),
])
def test_blocks_that_make_no_sense(more, axes, say):
    refused(say, lambda: PermutationGroup(**(dict(sizes={'h': 2, 'd': 3}, axes=axes)|more)).layout)

def test_rearranging():
    refused('2 places for an axis of 3', lambda: rearranged(rearranged('a', [2, 0, 1]), [1, 0]))
    once = rearranged('a', torch.tensor([2, 0, 1]))
    assert rearranged(once, [1, 2, 0])==as_axis('a') and rearranged(once, [0, 1, 2])==once!=as_axis('a') and hash(once)!=hash(as_axis('a')) and eval(repr(once))==once
    assert as_axis(once) is once and PermutationGroup({'a': 3}, {'w': (once,)})!=PermutationGroup({'a': 3}, {'w': ('a',)})

@pytest.mark.defect('R16')
@pytest.mark.parametrize('parts', [(3, {}), ({'h': 4}, None), ({'h': 4}, {'w': ('h',)}, frozenset(), 3)])
def test_parts_of_a_group_are_dicts(parts):
    "Raises one line that names the part"
    refused('expected a dict', PermutationGroup, *parts)

class Switched(nn.Module):
    "A number, a list of functions and a table of numbers decide what it computes"
    def __init__(self):
        super().__init__()
        self.a, self.b, self.slope, self.steps, self.table, self.shift = nn.Linear(3, 4), nn.Linear(4, 2), 0., [torch.tanh], {'scale': [1., 1.]}, torch.zeros(4)
    def forward(self, x):
        h = self.a(x)
        for f in self.steps: h = f(h)
        return self.b(h*self.table['scale'][0] + self.slope*torch.arange(4.) + self.shift)

uneven = torch.arange(4.)
@pytest.mark.parametrize('change', [
    lambda net: setattr(net, 'slope', 1.), lambda net: net.steps.append(lambda h: h*uneven), lambda net: net.steps.__setitem__(0, lambda h: h*uneven), lambda net: net.table.update(scale=[uneven]), lambda net: net.shift.add_(uneven),
    lambda net: net.a.register_forward_hook(lambda m, i, out: out*uneven), lambda net: net.b.register_forward_pre_hook(lambda m, i: i[0]*uneven), lambda net: setattr(net.b, 'forward', lambda h: net.b.weight.mv(uneven)+nn.functional.linear(h*uneven, net.b.weight))],
    ids=['number', 'longer list', 'list', 'dict', 'tensor', 'hook', 'hook before', 'forward'])
def test_a_change_of_what_modules_hold_is_noticed(change):
    net, x = Switched(), torch.randn(5, 3, generator=rng(0))
    g = PermutationGroup({'h': 4}, two_layers('a', 'b'))
    assert g.verify_once(net, x) is g.verify_once(net, x)
    change(net)
    refused('no symmetry', g.verify_once, net, x)

def test_a_network_is_looked_at_once_and_can_be_let_go(monkeypatch):
    "Also with its own functions, which refer to it"
    looks, net, x = [], Switched(), torch.randn(5, 3, generator=rng(0))
    net.forward, verify = (lambda x, net=net: Switched.forward(net, x)), PermutationGroup.verify
    monkeypatch.setattr(PermutationGroup, 'verify', lambda self, *args: looks.append(1) or verify(self, *args))
    g = PermutationGroup({'h': 4}, two_layers('a', 'b'))
    for _ in range(3): g.verify_once(net, x)
    gone = weakref.ref(net)
    del net
    gc.collect()
    assert len(looks)==1 and gone() is None

def test_elements_are_listed_once_in_any_chunking():
    g = cases['signed'].group
    singles = [key(a) for a in g.elements()]
    assert singles[0]==key(g.identity()) and len(set(singles))==g.order==sum(len(c['h1']) for c in g.elements(chunk=5))
