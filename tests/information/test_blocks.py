"Units that hold blocks of units: what a draw tells of their order, against the enumerated truth; slabs, segments and statistics beside them."
import pytest, torch

from cases import cases, check_in_mean, close, make_posterior, normal, rng, value
from symbayes.all import *
from symbayes.information.unit_information import block_densities, block_information, block_names, outer_first, line_sum_bound
from symbayes.information.mode_proximity import nearest_in_nats
from symbayes.information.unit_information import chain_lower_bound, chain_upper_bound, label_chains
from symbayes.testing.batteries import check_slopes

nested = [k for k,c in cases.items() if c.group.inside]
one_colour = ['attention', 'attention_in_one', 'shuffled', 'nested_twice']  # no weight carries two labels of a block

@pytest.mark.parametrize('std', (.1, .4, 1.5))
@pytest.mark.parametrize('name', one_colour)
def test_permanents_of_permanents_are_the_whole(name, std):
    "Draw by draw, from both sides, and summed over all elements"
    q, g = make_posterior('MeanField', cases[name], std=std), cases[name].group
    w = q.sample(50, rng(1))
    truth = value(Exact(), q, g, w)
    for bound in (chain_lower_bound, chain_upper_bound): close(bound(q, g, w, log_permanent).detach(), truth)

@pytest.mark.parametrize('name', one_colour)
def test_gradient_through_blocks(name):
    "Against differences of the value, in random directions"
    g, q = cases[name].group, make_posterior('MeanField', cases[name], std=.8)
    eps = normal(2, g.layout.numel, seed=1)
    def value(): return chain_lower_bound(q, g, g.layout.unflatten(q.loc+q.log_std.exp()*eps), log_permanent).sum()
    check_slopes(value, dict(q.named_parameters()), rng(9))

def drawn_means(g: PermutationGroup, std: float) -> MeanField:
    return MeanField(g.layout, normal(g.layout.numel), torch.full((g.layout.numel,), std, dtype=torch.float64).log())

@pytest.mark.parametrize('std', (.3, 1., 2.))
def test_large_blocks_are_bounded_from_both_sides(std):
    "Against blocks of eight, which are summed: bounds of nine hold on their sides, and those of eight are the truth"
    g = PermutationGroup({'h': 3, 'd': 9}, {'q': (('h', 'd'), 3), 'k': (('h', 'd'), 2)}, ('d',), {'d': 'h'})
    q = drawn_means(g, std)
    w, names = q.sample(40, rng(1)), block_names(g, ['h', 'd'], 'h')
    with torch.no_grad():
        b = block_densities(q, g, w, 'h', names, log_permanent)
        truth = g.label_log_order('h') - log_permanent(b) + b.diagonal(dim1=-2, dim2=-1).sum(-1)
        low, high = (block_information(q, g, w, 'h', names, side) for side in ('lower bound', 'upper bound'))
    assert (low<=truth+1e-6).all() and (truth<=high+1e-6).all() and (line_sum_bound(b)>=log_permanent(b)-1e-9).all()

def test_which_pieces_tell_blocks_apart():
    assert block_names(PermutationGroup({'r': 2, 'h': 2, 'd': 2}, {'w': (('h', 'd'), 'r'), 's': ('h',)}, inside={'d': 'h'}), ['h', 'd', 'r'], 'h')==['s']
    assert block_names(PermutationGroup({'h': 2, 'd': 2}, {'w': (('h', 'd'), 3)}, ('h',), {'d': 'h'}), ['h', 'd'], 'h')==[]  # blocks with signs
    assert outer_first(cases['nested_twice'].group, ['d', 'h'])==['k', 'h', 'd']

others = {
    'blocks with signs': PermutationGroup({'h': 2, 'd': 2}, {'w': (('h', 'd'), 2), 'u': (3, 'h')}, ('h',), {'d': 'h'}),
    'grouped queries': PermutationGroup({'g': 2, 'r': 2, 'd': 2, 'e': 1}, {'q': (('g', 'r', 'd'), 2), 'k': (('g', 'd'), 2), 'v': (('g', 'e'), 2), 'o': (2, ('g', 'r', 'e'))},
        ('d',), {'r': 'g', 'd': 'g', 'e': 'g'})}

@pytest.mark.parametrize('name,std', [('blocks with signs', .6), ('grouped queries', .3), ('grouped queries', 1.)])
def test_signs_of_blocks_and_labels_that_share_one(name, std):
    g = others[name]
    q = drawn_means(g, std)
    w = q.sample(300, rng(1))
    truth, below, above = value(Exact(), q, g, w), [value(e, q, g, w) for e in (Soules(), Planted(16))], [value(e, q, g, w) for e in (Bethe(), Sampled(16))]
    for v in below: check_in_mean(truth-v, 1e-4)
    for v in above: check_in_mean(v-truth, 1e-4)
    if name=='grouped queries': assert above[1].mean()-below[1].mean()<.3

# sandwiches

def random_means(g: PermutationGroup, std: float) -> MeanField:
    loc = torch.cat([normal(n)*(.25 if len(s)>1 else .3) for n,s in zip(g.layout.numels, g.layout.shapes.values())])
    return MeanField(g.layout, loc, torch.full_like(loc, std).log())

def test_labels_side_by_side_are_summed_together():
    "Four labels of one attention layer in one tensor: of one colour, and both sides the same. By tensors the lower one ended at 20 of 33 nats"
    parts = ['d.0', 'd.1', 'd.0', 'd.1', 'e.0', 'e.1']
    g = PermutationGroup(dict.fromkeys(dict.fromkeys(parts), 5), {'in.weight': (parts, 16), 'in.bias': (parts,), 'out.weight': (16, parts[4:])}, frozenset(parts))
    ends = mi_sandwich(random_means(g, .1), g, 10, 8, rng(1))
    assert len(g.colours())==1 and len(label_chains(random_means(g, .1), g))==1 and ends.upper-ends.lower<.01*g.log_order

# what goes label by label

@pytest.mark.parametrize('name', nested)
def test_nearest_mode_with_blocks(name):
    "No element is nearer than the best swap by more than a chance, and the element leads where it says"
    g, q = cases[name].group, make_posterior('MeanField', cases[name])
    w = {k: t.detach() for k,t in q.mean.items()}
    found, flat = nearest_mode(w, g), g.layout.flatten
    g.check_element(found.element)
    close((flat(g.act(found.element, w))-flat(w)).norm().item(), found.distance, 1e-9)
    every = torch.cat([(flat(g.act(a, w))-flat(w)).norm(dim=-1) for a in g.elements(chunk=100)])
    assert every[every>1e-9].min()<=found.distance+1e-9
    assert nearest_in_nats(q, g)>0
