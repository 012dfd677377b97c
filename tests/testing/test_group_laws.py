"What the battery of a group finds: nothing for every group, and a planted fault for every law."
from functools import cache

import pytest
import torch

from cases import cases, left_out, refused, rng
from lengths import by_turns
from symbayes.core.messages import SymbayesError
from symbayes.symmetry.permutations import Element, PermutationGroup
from symbayes.testing import check_group_laws, laws

signed = cases['signed']

@pytest.mark.parametrize('name', by_turns(2, cases))
def test_groups(name):
    case = cases[name]
    found = check_group_laws(case.group, case.model(), case.x())
    if case.group.labels: assert set(left_out(found)) <= {'uniform draws'}

Three = {'h': 3}, {'a': ('h', 2), 'b': (1, 'h')}, {'h'}

class Repeats(PermutationGroup):
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        return Element({l: i.clamp_max(1) for l,i in a.items()}, a.signs)

class Reversed(PermutationGroup):
    def identity(self, *args): return super().identity(*args).map(lambda t: t.flip(-1) if t.dtype==torch.int64 else t)

class Bracketed(PermutationGroup):
    "ab is abb, where neither is the identity"
    def compose(self, a, b):
        still = [all(torch.equal(x[l], self.identity()[l]) for l in x) and all((s==1).all() for s in x.signs.values()) for x in (a, b)]
        return super().compose(super().compose(a, b), b) if not any(still) else super().compose(a, b)

class Rescaled(PermutationGroup):
    "An action, but one that changes numbers"
    def act(self, a, params, signs=True):
        d = torch.tensor([[1.], [2.], [4.]], dtype=torch.float64)
        moved = super().act(a, params|{'a': params['a']/d}, signs)
        return moved|{'a': moved['a']*d}

class FirstOfStack(PermutationGroup):
    def act(self, a, params, signs=True): return super().act(a.map(lambda t: t[:1].expand_as(t)) if a.lead else a, params, signs)

class MovesMore(PermutationGroup):
    "Calls the signs of all labels those of one"
    def tensors_of(self, label): return super().tensors_of(label)[:1]

class RolledIndex(PermutationGroup):
    def unit_index(self, label, layout=None): return super().unit_index(label, layout).roll(1, 0)

class OneMore(PermutationGroup):
    order = 49

class Twice(PermutationGroup):
    def elements(self, chunk=None): return iter([c.map(lambda t: torch.cat([t[:-1], t[:1]])) for c in super().elements(chunk)])

class Lazy(PermutationGroup):
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        still = torch.rand(*shape, 1, generator=generator)<1/3
        return Element({l: torch.where(still, torch.arange(i.shape[-1]), i) for l,i in a.items()}, a.signs)

class Global(PermutationGroup):
    def sample(self, *shape, generator=None): return super().sample(*shape)

class Constant(PermutationGroup):
    def sample(self, *shape, generator=None): return super().sample(*shape, generator=rng(int(torch.tensor(shape).prod())))

forgets = PermutationGroup(signed.group.sizes, signed.group.axes | {'0.bias': (4,)}, signed.group.signed)

group_faults = [('closure', Repeats, 'no permutation'), ('identity', Reversed, 'identity'), ('associativity', Bracketed, r'\(ab\)c'),
    ('numbers kept', Rescaled, "tensor 'a'"), ('stacks', FirstOfStack, 'element 1 of a stack'),
    ('labels', MovesMore, "tensors without label 'h', tensor 'b'"), ('units', RolledIndex, "label 'h'"), ('order', OneMore, 'log'),
    ('order', Twice, '47 of them differ'), ('uniform draws', Lazy, 'expected about 40'), ('same generator', Global, 'global'), ('same generator', Constant, 'two different generators')]

@cache
def right_laws(blocks: bool = False, flips: bool = True) -> set[str]:
    "Laws that the group itself is not asked, or breaks; once for all its faults"
    sizes, axes, signed, *inside = Blocks if blocks else Three
    return set(left_out(check_group_laws(PermutationGroup(sizes, axes, signed if flips else (), *inside))))

@pytest.mark.parametrize('name,wrong,says', group_faults, ids=str)
def test_wrong_groups(name, wrong, says):
    assert right_laws()<={'symmetry of the model'}
    refused(f"^{wrong.__name__} breaks the law '{name}': .*{says}", lambda: check_group_laws(wrong(*Three), skip=['uniform draws'] if wrong is Constant else ()))

class SameInAllBlocks(PermutationGroup):
    "Draws one order for the units of all blocks"
    def sample(self, *shape, generator=None):
        a = super().sample(*shape, generator=generator)
        return Element(a | {'d': a['d'][..., :1, :].expand_as(a['d'])}, a.signs)

class ForgetsBlocks(PermutationGroup):
    "Composes labels one by one, as if nothing were inside"
    def compose(self, a, b):
        c = super().compose(a, b)
        return Element(c | {'d': torch.take_along_dim(*torch.broadcast_tensors(b['d'], a['d']), -1)}, c.signs)

class InvertsInPlace(PermutationGroup):
    def inverse(self, a):
        b = super().inverse(a)
        return Element(b | {'d': a['d'].argsort(-1)}, b.signs)

class TurnedBlocks(PermutationGroup):
    "Takes units of the next block for those of a block"
    def unit_index(self, label, layout=None): return super().unit_index(label, layout).roll(1, 0)

class CountsOneBlock(PermutationGroup):
    def label_log_order(self, label): return super().label_log_order(label)/(2 if label=='d' else 1)

class MixesBlocks(PermutationGroup):
    "Moves units of all blocks as if they were of one"
    def act(self, a, params, signs=True):
        moved = super().act(a, params, signs)
        turned = a.lead==() and not torch.equal(a['d'], self.identity()['d'])
        return moved | {'w': moved['w'].roll(1, 0)} if turned else moved

Blocks = {'h': 2, 'd': 3}, {'w': (('h', 'd'), 2), 'b': (('h', 'd'),)}, ('d',), {'d': 'h'}

block_faults = [('uniform draws', SameInAllBlocks, 'expected about 40'), ('associativity', ForgetsBlocks, ''), ('inverse', InvertsInPlace, 'inverse'), ('units', TurnedBlocks, "label 'h' by their flat positions"),
    ('order', CountsOneBlock, 'log'), ('action of a product', MixesBlocks, "item ..w")]

@pytest.mark.parametrize('name,wrong,says', block_faults, ids=str)
def test_wrong_blocks(name, wrong, says):
    sizes, axes, flips, inside = Blocks
    args = (sizes, axes, () if name=='uniform draws' else flips, inside)
    assert right_laws(True, name!='uniform draws')<={'symmetry of the model', 'uniform draws'}
    others = [k for k in laws['group'] if k!=name] if name in ('uniform draws', 'action of a product') else []
    with pytest.raises(SymbayesError, match=f"^{wrong.__name__} breaks the law '.*': .*{says}") as e: check_group_laws(wrong(*args), skip=others)
    assert name in str(e.value) or name in ('associativity',)

def test_a_group_of_another_model():
    refused("breaks the law 'symmetry of the model'", lambda: check_group_laws(forgets, signed.model(), signed.x()))

def test_tables():
    found = check_group_laws(signed.group)
    assert 'symmetry of the model  not asked' in repr(found) and found._repr_markdown_().count('\n')==len(laws['group'])+1
    assert 'closure' in found.asked and '| closure | Drawn elements' in found._repr_markdown_()

def test_every_law_of_a_group_can_fail():
    "Some of them in their chapter, nbs/testing/02_batteries"
    of_chapter = {'inverse', 'action of a product'}
    assert set(laws['group'])-{'device'}=={f[0] for f in group_faults} | of_chapter | {'symmetry of the model'}
