"Named tensors, frozen parameters, models that vmap refuses, and names that have moved."

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest, torch
from torch import nn
from symbayes.core.tensors import (Layout, SymbayesError, check_generator, first_line, lazy_module, member_buffers, network_outputs, normal_draws,
    seeded_module, streams, uniform_draws)
from cases import random_params, rng

def test_frozen_parameters_are_constants():
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double()
    net[0].requires_grad_(False)
    layout, x = Layout.of(net), torch.randn(5, 3, generator=rng(0), dtype=torch.float64)
    assert list(layout.shapes)==['2.weight', '2.bias']
    w = random_params(layout, 6, seed=1)
    hidden = net[:2](x)
    assert torch.allclose(network_outputs(net, w, x), hidden@w['2.weight'].mT + w['2.bias'][:, None])
    with pytest.raises(SymbayesError, match='nothing to infer'): Layout.of(net.requires_grad_(False))

class Rnn(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.rnn, self.out = kind(2, 3, batch_first=True), nn.Linear(3, 1)
    def forward(self, x): return self.out(self.rnn(x)[0][:, -1])

@pytest.mark.parametrize('kind', [nn.RNN, nn.GRU, nn.LSTM])
@pytest.mark.parametrize('lead', [(4,), (2, 3)])
@pytest.mark.parametrize('member_x', [False, True])
def test_models_that_vmap_refuses_run_one_by_one(kind, lead, member_x):
    net = Rnn(kind).double()
    w = {k: .5*t for k,t in random_params(Layout.of(net), *lead).items()}
    x = torch.randn(*(lead[:1] if member_x else ()), 5, 4, 2, generator=rng(1), dtype=torch.float64)
    out = network_outputs(net, {k: t.clone().requires_grad_() for k,t in w.items()}, x, member_x)
    each = [torch.func.functional_call(net, {k: t.reshape(-1, *t.shape[len(lead):])[i] for k,t in w.items()}, (x[i//(out[0].numel()//5)] if member_x else x,)) for i in range(torch.Size(lead).numel())]
    assert out.shape==(*lead, 5, 1) and out.requires_grad and torch.allclose(out.flatten(0, len(lead)-1), torch.stack(each))

def test_other_errors_of_a_model_stay_errors():
    class Odd(nn.Linear):
        def forward(self, x): raise RuntimeError('of its own')
    with pytest.raises(RuntimeError, match='of its own'): network_outputs(Odd(2, 1), random_params(Layout.of(Odd(2, 1)), 3), torch.zeros(4, 2))
    class Pair(nn.Linear):
        def forward(self, x): return super().forward(x), x
    with pytest.raises(SymbayesError, match='returns a tuple, expected a tensor'): network_outputs(Pair(2, 1), random_params(Layout.of(Pair(2, 1)), 3), torch.zeros(4, 2, dtype=torch.float64))

def test_a_generator_is_a_generator():
    with pytest.raises(SymbayesError, match='generator is 0'): normal_draws((2,), 0)

def test_what_is_no_generator_is_refused():
    for f in (check_generator, lambda g: uniform_draws((2, 3), g), lambda g: normal_draws((2,), [rng(0), g])):
        with pytest.raises(SymbayesError, match='expected a torch.Generator'): f(7)

@pytest.mark.parametrize('source', [[1, 2], 'net', None, 3.])
def test_layouts_of_other_things_are_refused(source):
    with pytest.raises(SymbayesError, match=f'takes a module or a dict of tensors, got {type(source).__name__}'): Layout.of(source)
    with pytest.raises(SymbayesError, match=f'parameters are a {type(source).__name__}'): Layout({'w': (2,)}).lead(source)

def test_messages_name_what_does_not_fit_alone():
    big = Layout({f't{i:02}': (2, 3) for i in range(40)})
    one = Layout({k: s for k,s in big.shapes.items() if k!='t07'})
    with pytest.raises(SymbayesError) as e: big.check_same(one, 'the file', 'the model')
    assert "'t07' is (2, 3) in the file and missing in the model" in str(e.value) and 't06' not in str(e.value)
    params = random_params(one)
    with pytest.raises(SymbayesError) as e: big.lead(params)
    assert "missing ['t07'], unexpected []" in str(e.value) and 't06' not in str(e.value)
    with pytest.raises(SymbayesError) as e: big.lead({})
    assert len(str(e.value))<200 and 'and 35 more' in str(e.value)
    with pytest.raises(SymbayesError) as e: big.check_same(Layout({'x': ()}), 'the file', 'the model')
    assert len(str(e.value))<500 and 'and 36 more' in str(e.value)

def test_first_lines():
    assert first_line(ValueError('a\nb'))=='a' and first_line(ValueError())=='ValueError' and first_line(KeyError('k'))=="'k'"

def test_what_is_heavy_is_imported_when_it_is_used(after_torch):
    heavy = ['matplotlib', 'pandas', 'scipy', 'seaborn', 'sklearn', 'torchmetrics', 'torchvision']
    rooms = 'core, symbayes.core.files, symbayes.symmetry.groups, symbayes.discovery.finding, symbayes.information.permanents'
    code = f'import symbayes.{rooms}, sys; print([m for m in {heavy} if m in sys.modules])'
    assert after_torch(code)=='[]'

def test_a_lazy_module_stands_for_the_module():
    import colorsys
    lazy = lazy_module('colorsys')
    assert lazy.rgb_to_hls is colorsys.rgb_to_hls
    with pytest.raises(AttributeError): lazy.nothing
    with pytest.raises(ModuleNotFoundError): lazy_module('no_such_library').x

@pytest.mark.defect('R13')
def test_threads_build_the_networks_of_their_seeds(monkeypatch):
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
    with pytest.raises(SymbayesError, match='expected a whole number'): streams(seed, 'x')

@pytest.mark.defect('R16')
def test_streams_take_numpys_numbers():
    "A whole number of numpy is the same seed"
    assert torch.equal(streams(np.int64(3), 'x').get_state(), streams(3, 'x').get_state())

@pytest.mark.defect('R16')
def test_values_that_are_no_tensors_are_named():
    "A text in place of a tensor is refused by its name"
    with pytest.raises(SymbayesError, match="'0.weight' is a str, expected a tensor"): Layout.of(nn.Sequential(nn.Linear(2, 1))).lead({'0.weight': 'a', '0.bias': torch.ones(1)})

@pytest.mark.defect('R16')
def test_a_message_is_one_line():
    "Tensors and texts that a message quotes may have several lines"
    message = str(SymbayesError(f'n is {torch.zeros(2, 2)!r},\n expected a number'))
    assert message=='n is tensor([[0., 0.], [0., 0.]]), expected a number'

@pytest.mark.defect('R16')
@pytest.mark.parametrize('call', [lambda: network_outputs(3, {}, torch.zeros(2, 2)), lambda: network_outputs(nn.Linear(2, 1), None, torch.zeros(2, 2)),
    lambda: seeded_module(nn.Linear(2, 1).weight, 0), lambda: seeded_module(lambda: nn.Linear(2, 1), 'a'), lambda: member_buffers(None), lambda: member_buffers([3]),
    lambda: streams(torch.zeros(3), 'x')])
def test_values_of_other_kinds_are_refused_in_a_line(call):
    "Raises one line, not an AttributeError from inside"
    with pytest.raises(SymbayesError, match='expected'): call()
