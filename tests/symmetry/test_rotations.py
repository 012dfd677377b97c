"Groups of orthogonal matrices: the Haar measure, restricted groups, wrong claims and bad input. The laws are in test_protocol."
import pytest, torch

from cases import random_params, refused, rng, rngs
from symbayes.symmetry.scalings import RotationGroup

pair = RotationGroup({'r': 3}, {'a': (5, 'r'), 'b': ('r', 4), 'c': (2,)})

@pytest.mark.parametrize('r', [1, 2, 5, 16])
def test_elements_are_orthogonal_and_both_determinants_occur(r):
    g = RotationGroup({'r': r}, {'a': ('r', 2)}).sample(300, generator=rng(r))['r']
    torch.testing.assert_close(g@g.mT, torch.eye(r).double().expand(300, r, r), rtol=0, atol=1e-12)
    assert 100<(torch.linalg.det(g)>0).sum()<200

def test_a_label_on_two_axes():
    g = RotationGroup({'r': 3}, {'form': ('r', 'r')})
    w, a = random_params(g.layout), g.sample(generator=rng(0))
    torch.testing.assert_close(g.act(a, w)['form'], a['r']@w['form']@a['r'].T)
    assert g.colours()==[]
    refused('on two axes of one tensor', g.unit_vectors, w, 'r')

def test_precision_devices_and_generators():
    w = {k: t.float() for k,t in random_params(pair.layout, 2).items()}
    assert all(t.dtype==torch.float32 and t.shape[:2]==(3, 2) for t in pair.act(pair.sample(3, 1, generator=rng(0)), w).values())
    each = pair.sample(2, 4, generator=rngs(0, 1))['r']
    torch.testing.assert_close(each[1], pair.sample(4, generator=rng(1))['r'])

def test_restricted():
    g = RotationGroup({'r': 3, 's': 2}, {'a': ('r', 4), 'b': ('s', 'r'), 'c': (1, 's')})
    assert g.restrict(['a', 'c']).labels==['r', 's'] and g.restrict(['a']).labels==['r'] and g.restrict(['a'])==RotationGroup({'r': 3}, {'a': ('r', 4)})
    assert g.colours()==[('r',), ('s',)] and g.dimension==4 and RotationGroup({}, {'a': (2,)}).log_order==0

def test_equal_groups_have_equal_hashes():
    a, b = (RotationGroup(sizes, {'w': ('a', 'b')}) for sizes in ({'a': 2, 'b': 3}, {'b': 3, 'a': 2}))
    assert a==b and hash(a)==hash(b)

def test_signs_are_counted():
    "Rotations of single coordinates are signs"
    g = RotationGroup({'r': 1}, {'u': (5, 'r'), 'v': (4, 'r')})
    assert g.order==2 and abs(g.log_order-torch.tensor(2.).double().log().item())<1e-12
