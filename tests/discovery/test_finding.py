"Groups that are read off a network: which, for which modules, and what is said of the others."
from math import factorial, nan

import pytest
import torch
from torch import nn

from cases import Function, message, mlp, normal, refused, residual, rng, two_layers
from modules import Net, between as between_layers
from symbayes.core.tensors import Layout, seeded_module
from symbayes.discovery.graphs import exported
from symbayes.discovery.reports import symmetry_report
from symbayes.discovery.finding import mlp_group, symmetry_group
from symbayes.symmetry.permutations import PermutationGroup

def test_mlp_group_of_modules_and_widths():
    assert mlp_group([3, 4, 5, 2], bias=False, signed=True)==mlp_group(mlp(3, 4, 5, 2, bias=False), signed=True)
    nested = nn.Sequential(nn.Flatten(), nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Dropout(.5), nn.Linear(4, 1), nn.Sigmoid())
    assert mlp_group(nested)==PermutationGroup({'h1': 4}, two_layers('1.0', '3', h='h1', o=1), {'h1'})

odd = {nn.Tanh: True, nn.Softsign: True, nn.Hardtanh: True, nn.Tanhshrink: True, nn.Softshrink: True, nn.Identity: True, nn.ReLU: False, nn.GELU: False, nn.SELU: False, nn.ELU: False, nn.Sigmoid: False, nn.SiLU: False,
    nn.Softplus: False, nn.LeakyReLU: False, nn.Hardswish: False, nn.LogSigmoid: False}

@pytest.mark.parametrize('n', [1, 2, 3, 8])
@pytest.mark.parametrize('act', odd, ids=lambda a: a.__name__)
def test_signs_are_read_off_the_activation(act, n):
    net = mlp(3, n, 2, act=act)
    assert (mlp_group(net).signed=={'h1'}) is odd[act]
    mlp_group(net.double()).verify(net, normal(30, 3), rng(1))

def first_only(x): return torch.cat([x[:, :1].relu(), x[:, 1:].tanh()], 1)
def running_sum(x): return x.cumsum(1)

@pytest.mark.parametrize('n', range(2, 13))
@pytest.mark.parametrize('act', [first_only, running_sum])
def test_unequal_treatment_is_refused(act, n):
    refused('does not commute with permutations', lambda: mlp_group(nn.Sequential(nn.Linear(3, n), Function(act), nn.Linear(n, 2))))

def test_one_activation_module_used_twice():
    relu, tanh = nn.ReLU(), nn.Tanh()
    assert mlp_group(nn.Sequential(nn.Linear(3, 4), relu, nn.Linear(4, 5), relu, nn.Linear(5, 2))).signed==set()
    assert mlp_group(nn.Sequential(nn.Linear(3, 4), tanh, nn.Linear(4, 5), relu, nn.Linear(5, 4), tanh, nn.Linear(4, 5), relu, nn.Linear(5, 2))).signed=={'h1', 'h3'}

class Skip(nn.Sequential):
    def forward(self, x): return x + super().forward(x)

class Twofold(nn.Linear):
    def forward(self, x): return super().forward(x) + self.weight[:1].sum()*super().forward(x)[:, :1]

@pytest.mark.parametrize('net', [Skip(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3)), nn.Sequential(Skip(nn.Linear(4, 4), nn.ReLU()), nn.Linear(4, 1)), nn.Sequential(Twofold(3, 4), nn.ReLU(), nn.Linear(4, 2)),
    nn.Sequential(nn.utils.parametrizations.weight_norm(nn.Linear(3, 4)), nn.ReLU(), nn.Linear(4, 2))], ids=['residual', 'residual part', 'own linear', 'weight norm'])
def test_layers_that_compute_something_else_are_refused(net):
    refused('mlp_group does not know', mlp_group, net)

@pytest.mark.parametrize('frozen,labels', [(['0.bias'], ['h2', 'h3']), (['2.weight'], ['h3']), (['6.bias'], ['h1', 'h2', 'h3']), (['0.weight', '4.weight'], []), ([], ['h1', 'h2', 'h3'])], ids=str)
def test_labels_of_frozen_tensors_are_left_out(frozen, labels):
    net = mlp(3, 4, 3, 5, 2, act=nn.Tanh).double()
    for k in frozen: net.get_parameter(k).requires_grad_(False)
    g = mlp_group(net)
    assert g.labels==labels and g.signed==set(labels) and g.layout==Layout.of(net)
    g.verify(net, normal(9, 3), rng(1))

# what comes next where nothing can be read

@pytest.mark.parametrize('net', [residual(), Skip(nn.Linear(3, 3), nn.ReLU()), nn.Sequential(nn.Linear(3, 4), nn.PReLU(4), nn.Linear(4, 2)),
    nn.Sequential(nn.Linear(3, 4), Function(running_sum), nn.Linear(4, 2)), nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Linear(4, 2))],
    ids=['a module', 'own forward', 'own parameters', 'unequal units', 'layer norm'])
def test_a_refusal_says_what_comes_next(net):
    say = message(lambda: mlp_group(net))
    assert 'write down PermutationGroup(sizes, axes) and check it with verify' in say and 'statistics' not in say.lower()
    assert (axes := '{k: tuple(p.shape) for k,p in model.named_parameters()}') in say
    assert PermutationGroup({}, eval(axes, {'model': net})).layout==Layout.of(net)

# selections hide flips

def filled():
    "Missing inputs are filled in by a network of their own"
    parts = (nn.Sequential(nn.Linear(3, h), nn.ReLU(), nn.Linear(h, o)) for h,o in ((5, 3), (4, 2)))
    return Net(lambda s, x: s.net(torch.where(x.isnan(), s.fill(x.nan_to_num()), x)), **dict(zip(('fill', 'net'), parts)))

@pytest.mark.defect('M1')
def test_a_branch_that_is_not_taken_keeps_its_units_unsigned():
    net, x = seeded_module(filled, 0), torch.randn(100, 3, generator=rng(0))
    g = symmetry_group(net, x)
    assert not g.signed and g.order==factorial(5)*factorial(4)
    x[0, 0] = nan
    assert symmetry_group(net, x).order==g.order
    g.verify(net, x)

def selected(select, act) -> Net:
    "Experts with two hidden units each, values of which one expert is selected by the inputs, and a gate"
    return Net(lambda s, x: select(torch.stack([e(x) for e in s.experts], 1), s.gate(x)), gate=(3, 4),
        experts=nn.ModuleList(mlp(3, 2, 2, act=act) for _ in range(4)))

def among(k, values): return k[:, None, None].expand(-1, 1, values.shape[2])

selections = {
    'index': lambda v, g: v[torch.arange(len(v)), g.argmax(1)], 'gather': lambda v, g: v.gather(1, among(g.argmax(1), v)),
    'along an axis': lambda v, g: v.take_along_dim(among(g.argmax(1), v), 1), 'selected rows': lambda v, g: v.flatten(0, 1).index_select(0, g.argmax(1)),
    'rows of a table': lambda v, g: nn.functional.embedding(g.argmax(1), v.flatten(0, 1)), 'best of a gate': lambda v, g: v.gather(1, among(g.topk(1)[1][:, 0], v)),
    'one of a product': lambda v, g: nn.functional.one_hot(g.argmax(1), 4).to(v.dtype)[:, None] @ v, 'sorted, then cut': lambda v, g: v.sort(1)[0][:, :1],
    'largest': lambda v, g: v.amax(1), 'cut from a ReLU': lambda v, g: v.flatten(1).relu()[:, :1]}

@pytest.mark.defect('M1')
@pytest.mark.parametrize('act,signs', [(nn.ReLU, 0), (nn.Tanh, 4)], ids=['ReLU', 'tanh'])
@pytest.mark.parametrize('name', selections)
@pytest.mark.filterwarnings('error:symmetry_group')
def test_a_flip_is_gone_before_it_is_selected(name, act, signs):
    "By hand: 2! permutations for each of four experts; with tanh, 2^2 flips"
    net = seeded_module(lambda: selected(selections[name], act), 0)
    g = symmetry_group(net, torch.randn(1, 3, generator=rng(0)))
    assert len(g.signed)==signs and [*g.sizes.values()]==[2]*4, g

def chosen(x, *values): return torch.stack(values, 1)[torch.arange(len(x)), (x[:, 0]>0).long()]

flipped = {  # what is selected by the inputs from tanh units; do their signs cancel, whatever is selected?
    'a row': (lambda s, x, h: h[s(x).argmax(1)%len(x)], True), 'a part': (lambda s, x, h: torch.where(x[:, :1]>0, h, torch.zeros(())), True),
    'one of two odd functions': (lambda s, x, h: chosen(x, h, h**3), True), 'an odd or an even function': (lambda s, x, h: chosen(x, h, h.abs()), False),
    'an odd function, or a bend': (lambda s, x, h: chosen(x, h, h.relu()), False), 'a size in a branch': (lambda s, x, h: torch.where(x[:, :1]>0, h, h.abs()), False),
    'a part, else 1': (lambda s, x, h: h.masked_fill(x[:, :1]<0, 1.), False)}

def Picked(f): return Net(lambda net, x: net.b(f(net.s, x, net.a(x).tanh())), a=(3, 4), s=(3, 4), b=(4, 2))

@pytest.mark.defect('M1')
@pytest.mark.parametrize('name', flipped)
def test_what_is_selected_flips_whatever_is_selected(name):
    f, odd = flipped[name]
    g = symmetry_group(seeded_module(lambda: Picked(f), 0), torch.tensor([[1., 2., -1.]]))
    assert bool(g.signed) is odd and g.order==24*(16 if odd else 1)

def ending(end): return Net(lambda s, x: end(s.net(x)), net=mlp(3, 4, 2))

ends = {'above zero': lambda v: v>0, 'argmax': lambda v: v.argmax(-1), 'clamped': lambda v: v.clamp(0, 1), 'steep': lambda v: (100*v).sigmoid()}

@pytest.mark.defect('M1', 'M4')
@pytest.mark.parametrize('n', [1, 64])
@pytest.mark.parametrize('end', ends)
@pytest.mark.filterwarnings('error:symmetry_group')
def test_outputs_that_show_little_lose_no_permutation_and_give_no_sign(end, n):
    "By hand: 4! permutations of ReLU units"
    for seed in range(3):
        net = seeded_module(lambda: ending(ends[end]), seed)
        assert symmetry_group(net, torch.randn(n, 3, generator=rng(seed))).order==24

@pytest.mark.defect('M4')
@pytest.mark.filterwarnings('error:symmetry_group')
def test_an_example_of_zeros():
    net = nn.Sequential(nn.Conv2d(1, 4, 3, bias=False), nn.ReLU(), nn.Conv2d(4, 2, 3))
    assert symmetry_group(net, torch.zeros(1, 1, 8, 8)).order==24

@pytest.mark.defect('M4')
@pytest.mark.filterwarnings('error:symmetry_group')
def test_an_input_behind_a_mask_of_zeros():
    call = lambda s, x, z, m: s.o(s.a(x).relu())+m*s.p(s.b(z).relu())
    net = Net(call, a=(3, 4), b=(3, 3), o=(4, 2), p=(3, 2))
    assert symmetry_group(net, torch.randn(2, 3), torch.randn(2, 3), torch.zeros(2, 1)).order==144

nearly_odd = {'clamped': lambda h: h.clamp(-5e4, 6e4), 'hardtanh': nn.Hardtanh(-2e4, 3e4), 'maximum': lambda h: torch.maximum(h, torch.tensor(-1e9)), 'threshold': nn.Threshold(-1e9, 0.), 'late ReLU': lambda h: (h-1e7).relu(), 'clamped far out': lambda h: h.clamp(-1e12, 2e12)}

@pytest.mark.defect('M6')
@pytest.mark.parametrize('f', nearly_odd)
def test_what_is_odd_for_small_values_only_is_not_signed(f):
    assert not symmetry_group(between_layers(nearly_odd[f]), torch.randn(9, 3)).signed

class DynamicCache:
    "Keys and values beside the output, as of causal language models"
    def __init__(self, keys): self.keys = keys

class Cached(nn.Module):
    def __init__(self): super().__init__(); self.a, self.b = nn.Linear(3, 4), nn.Linear(4, 2)
    def forward(self, x, use_cache=True):
        h = self.a(x).tanh()
        return {'logits': self.b(h), **({'past_key_values': DynamicCache(h)} if use_cache else {})}

@pytest.mark.defect('P10')
def test_a_cache_is_left_out():
    "Recorded and exported, with or without logits that name themselves"
    x = torch.randn(2, 3)
    assert symmetry_group(Cached().eval(), x=x).order==symmetry_group(Cached().eval(), x=x, use_cache=False).order==384
    assert symmetry_group(CachedTuple().eval(), x).order==384 and str(symmetry_report(CachedTuple().eval(), x))
    found = exported(Cached().eval(), ((x,), {}))
    assert len(found.graph_signature.user_outputs)==1

class CachedTuple(Cached):
    def forward(self, x):
        out = super().forward(x)
        return out['logits'], None, out['past_key_values']

class Stepped(nn.Module):
    "A recurrent cell, stepped by a loop of Python"
    def __init__(self, cell): super().__init__(); self.cell, self.out = cell, nn.Linear(3, 2)
    def forward(self, x):
        state = None
        for t in range(x.shape[1]): state = self.cell(x[:, t], state)
        return self.out(state[0] if isinstance(self.cell, nn.LSTMCell) else state)

@pytest.mark.defect('M5')
@pytest.mark.parametrize('cell,order', [(nn.LSTMCell(2, 3), 6), (nn.GRUCell(2, 3), 6), (nn.RNNCell(2, 3), 48), (nn.RNNCell(2, 3, nonlinearity='relu'), 6), (nn.LSTMCell(2, 3, bias=False), 6)], ids=str)
def test_cells_have_the_symmetries_of_their_layers(cell, order):
    net, x = Stepped(cell), torch.randn(2, 4, 2)
    g = symmetry_group(net, x)
    assert g.order==order
    g.verify(net, torch.randn(5, 4, 2))

# ---------------------------------------------------------------- sorted, sent along edges, written over, masked
edges = torch.tensor([[0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 0, 2]])
twos = torch.tensor([1., 2., 1., 2., 1.])

def written(h, at, value):
    h = h.clone()
    h[at] = value
    return h

S = lambda n: factorial(n)*2**n
between = {  # what stands between two layers with five tanh units; the order by hand
    'sorted over units': (lambda s, h: h.sort(1)[0], 120), 'sorted over inputs': (lambda s, h: h.sort(0)[0], 120), 'falling': (lambda s, h: h.sort(0, descending=True)[0], 120),
    'sizes sorted over inputs': (lambda s, h: h.abs().sort(0)[0]*h.sign(), S(5)), 'largest of units': (lambda s, h: h.topk(5, 1)[0], 120), 'largest of inputs': (lambda s, h: h.topk(2, 0)[0].sum(0), 120),
    'ranks of inputs': (lambda s, h: h.gather(0, h.argsort(0)), 120), 'ranks of units': (lambda s, h: h.gather(1, h.argsort(1)), 1), 'positions of units': (lambda s, h: h.topk(5, 1)[1].to(h.dtype), 1),
    'position of the largest unit': (lambda s, h: h*h.max(1, keepdim=True)[1], 1), 'argmax of inputs': (lambda s, h: h.argmax(0).to(h.dtype)+0*h, 120), 'argmax of units': (lambda s, h: h*h.argmax(1, keepdim=True), 1), 'position of the largest input': (lambda s, h: h.max(0)[1].to(h.dtype)+0*h, 120),
    'sums over edges': (lambda s, h: h.index_add(0, edges[1], h[edges[0]]), S(5)), 'scattered over edges': (lambda s, h: torch.zeros_like(h).scatter_add(0, edges[1][:, None].expand(-1, 5), h[edges[0]]), S(5)),
    'largest over edges': (lambda s, h: torch.zeros_like(h).scatter_reduce(0, edges[1][:, None].expand(-1, 5), h[edges[0]], 'amax'), 120), 'sums over units': (lambda s, h: torch.zeros_like(h).index_add(1, torch.tensor([0, 1, 2, 3, 4]), h), 1),
    'gathered over edges': (lambda s, h: h.gather(0, edges[1][:, None].expand(-1, 5)), S(5)), 'scattered by sign': (lambda s, h: torch.zeros_like(h).scatter_add(0, (h>0).long(), h), 120),
    'an index for three units, another for two': (lambda s, h: h.gather(0, torch.tensor([[0, 1, 0, 1, 0]]).expand(5, -1)), S(3)*S(2)),
    'unequal rows written to': (lambda s, h: h.scatter(0, torch.tensor([[0, 1, 0, 0]]), 2.), 1),
    'one for the first': (lambda s, h: written(h, (slice(None), 0), 1.), S(4)), 'zero in the middle': (lambda s, h: written(h, (slice(None), 2), 0.), S(4)), 'every second': (lambda s, h: written(h, (slice(None), slice(0, None, 2)), 1.), S(2)),
    'two by a list': (lambda s, h: written(h, (slice(None), [0, 3]), 1.), S(3)), 'some inputs': (lambda s, h: written(h, (torch.tensor([0, 2]),), .5), 120), 'negative ones': (lambda s, h: written(h, h<0, .3), 120),
    'one for another': (lambda s, h: written(h, (slice(None), slice(0, 1)), h[:, 4:]), S(3)),
    'mask': (lambda s, h: h*s.mask, S(3)*S(2)), 'mask, added': (lambda s, h: h+s.mask, 6*2), 'mask of ones': (lambda s, h: h*s.ones, S(5)), 'mask of inputs': (lambda s, h: h*s.ones[:, None]+s.mask[:, None], 120),
    'mask that tells inputs and units apart': (lambda s, h: h*s.both, S(3)*S(2))}

def through(f) -> Net:
    return Net(lambda s, x: s.b(f(s, s.a(x).tanh())), a=(3, 5), b=(5, 2), mask=twos, ones=torch.ones(5),
        both=torch.outer(torch.arange(1., 6), twos))

@pytest.mark.defect('M7')
@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('name', between)
def test_orders_by_hand_where_units_were_held(name):
    f, order = between[name]
    net, x = seeded_module(lambda: through(f), 0), torch.randn(5, 3, generator=rng(0))
    g = symmetry_group(net, x)
    assert g.order==order, g
    g.verify(net, x)

@pytest.mark.defect('M7')
@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('bias,order', [([.3]*4, 24), ([0.]*4, S(4)), ([1., 2., 1., 2.], 4), ([0., 2., 0., 2.], S(2)*2), ([1., 2., 3., 4.], 1)], ids=str)
def test_equal_entries_of_a_frozen_bias_tell_no_units_apart(bias, order):
    net, x = mlp(3, 4, 2, act=nn.Tanh), torch.randn(6, 3, generator=rng(0))
    net[0].bias.data = torch.tensor(bias)
    net[0].bias.requires_grad_(False)
    assert symmetry_group(net, x).verify(net, x).order==order

@pytest.mark.defect('M7')
@pytest.mark.parametrize('mask,order', [(torch.ones(4, 3), 24*6), (torch.tensor([[1.], [2], [1], [2]]).expand(4, 3), 4*6), (torch.tensor([[1., 1, 0]]).expand(4, 3), 24*2), (torch.arange(12.).view(4, 3), 1)],
    ids=['equal', 'rows', 'columns', 'told apart'])
def test_a_mask_over_a_weight_is_equal_along_one_axis_or_the_other(mask, order):
    class Masked(nn.Linear):
        def forward(self, x): return nn.functional.linear(x, self.weight*self.mask, self.bias)
    net, x = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), Masked(3, 4), nn.ReLU(), nn.Linear(4, 2)), torch.randn(6, 2, generator=rng(0))
    net[2].register_buffer('mask', mask.clone())
    assert symmetry_group(net, x).verify(net, x).order==order

def test_a_buffer_read_as_a_number_is_a_constant():
    net = Net(lambda s, x: s.b((s.a(x)*s.heat.item()).tanh()), a=(3, 4), b=(4, 1), heat=torch.tensor(2.))
    assert symmetry_group(net, torch.randn(6, 3, generator=rng(0))).order==24*2**4

ranked = {'median': (lambda h: h.median(1)[0], True), 'nanmedian': (lambda h: h.nanmedian(1)[0], True), 'kthvalue': (lambda h: h.kthvalue(2)[0], True), 'mode': (lambda h: h.mode()[0], True),
    'position': (lambda h: h.median(1)[1]*1., False), 'over rows': (lambda h: h.kthvalue(2, 0)[0].sum()[None].expand(5), True)}
@pytest.mark.parametrize('name', ranked)
def test_entries_by_rank(name):
    "Along the last axis where none is given, as torch's schema says; positions hold their units"
    f, free = ranked[name]
    net = between_layers(lambda h: f(h)[:, None], 6, 1).eval()
    assert symmetry_group(net, torch.randn(5, 3)).sizes==({'a': 6} if free else {})
