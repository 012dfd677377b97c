"Generators, streams and networks from seeds."
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest, torch
from torch import nn
from symbayes.core.tensors import check_generator, child_generators, member_generators, normal_draws, seeded_module, streams, uniform_draws
from cases import refused, rng

def test_what_is_no_generator_is_refused():
    for f in (check_generator, lambda g: uniform_draws((2, 3), g), lambda g: normal_draws((2,), [rng(0), g])):
        refused('expected a torch.Generator', f, 7)

@pytest.mark.defect('R13')
def test_threads_build_the_networks_of_their_seeds():
    "Torch's global generator belongs to all threads: they take turns, so that a seed gives the same network in each"
    def make() -> nn.Module:
        time.sleep(.001)  # between seeding and drawing, where another thread would seed anew
        return nn.Linear(5, 5)
    alone = [seeded_module(make, s).weight for s in range(20)]
    with ThreadPoolExecutor(4) as threads: built = list(threads.map(lambda s: seeded_module(make, s).weight, range(20)))
    assert all(torch.equal(a, b) for a,b in zip(alone, built))

@pytest.mark.defect('R16')
@pytest.mark.parametrize('seed', ['abc', b'ab', 3.5, None, [1, 'a']])
def test_streams_refuse_what_is_no_seed(seed):
    "A text would be taken apart for ever"
    refused('expected a whole number', streams, seed, 'x')

@pytest.mark.defect('R16')
def test_streams_take_numpys_numbers():
    "A whole number of numpy is the same seed"
    assert torch.equal(streams(np.int64(3), 'x').get_state(), streams(3, 'x').get_state())

class Stack:
    device = 'cpu'
    def __init__(self, *shape): self.batch_shape = torch.Size(shape)

def test_members_have_generators_of_their_own():
    own = rng(0)
    assert member_generators(Stack(), own)==[own]
    one, two = (normal_draws((2,), member_generators(Stack(2), g)) for g in (rng(0), rng(0)))
    assert torch.equal(one, two) and one[0]!=one[1]
    refused('2 generators for 3 members', lambda: member_generators(Stack(3), [rng(0), rng(1)]))
    refused('expected a torch.Generator', lambda: member_generators(Stack(3), 3))

def test_members_that_share_a_generator_share_its_children():
    shared = child_generators([g := rng(1), g], 2)
    assert shared[1][0] is shared[1][1]
