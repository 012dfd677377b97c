
import pytest
import torch
from hypothesis import given, settings, strategies as st

from cases import refused
from symbayes.data.splits import (
    DataSplits, Request, SOURCES, balanced_order, batches, data_source, data_sources, from_parts, from_pool, load_data,
    stored_table)

gen = lambda s: torch.Generator().manual_seed(s)
small = dict(x_train=torch.randn(6, 3), y_train=torch.arange(6)%2, x_valid=torch.randn(0, 3), y_valid=torch.arange(0), x_test=torch.randn(4, 3), y_test=torch.arange(4)%2, n_classes=2)

# batches and orders

@settings(max_examples=60, deadline=None)
@given(n=st.integers(1, 40), batch_size=st.none()|st.integers(1, 50), seeds=st.lists(st.integers(0, 99), min_size=1, max_size=4))
def test_batches_law(n, batch_size, seeds):
    "Every index once per epoch and member, full batches but the last, and a stacked member equal to itself alone"
    stacked = list(batches(n, batch_size, [gen(s) for s in seeds]))
    assert [b.shape[1] for b in stacked[:-1]]==[batch_size or n]*(len(stacked)-1)
    for r,s in enumerate(seeds):
        alone = torch.cat(list(batches(n, batch_size, gen(s))))
        assert torch.equal(torch.cat(stacked, 1)[r], alone)
        assert torch.equal(alone.sort().values, torch.arange(n))

def test_epochs_differ_and_leave_the_global_seed_alone():
    g = gen(0)
    state = torch.get_rng_state()
    a, b = (torch.cat(list(batches(100, 10, g))) for _ in range(2))
    assert not torch.equal(a, b) and torch.equal(state, torch.get_rng_state())

@settings(max_examples=40, deadline=None)
@given(counts=st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(lambda c: sum(c)>0), seed=st.integers(0, 99))
def test_balanced_order_deals_like_cards(counts, seed):
    y = torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts))
    order = balanced_order(y, len(counts), gen(seed))
    assert torch.equal(order.sort().values, torch.arange(len(y)))
    for n in range(1, len(y)+1):
        got = y[order[:n]].bincount(minlength=len(counts))
        assert all(g==c or g>=got.max()-1 for g,c in zip(got, torch.tensor(counts)))

# DataSplits

bad = [
    (dict(y_train=torch.arange(6)), 'y_train holds label 2 at 2, expected 0 to 1'),
    (dict(y_test=torch.tensor([0, -1, 0, 0])), 'y_test holds label -1 at 1'), (dict(y_train=torch.ones(6, dtype=torch.bool)), 'torch.bool'),
    (dict(y_train=torch.zeros(6, 1, dtype=torch.long)), 'y_train has shape'),
    (dict(y_train=torch.zeros(5, dtype=torch.long)), '6 inputs x_train and 5 targets y_train'),
    (dict(x_test=torch.full((4, 3), float('nan'))), 'x_test of shape .* has 12 NaN'),
    (dict(x_test=torch.full((4, 3), float('inf'))), 'x_test .* infinite'),
    (dict(x_test=torch.zeros(4, 2)), 'x_test has shape \\(4, 2\\)'),
    (dict(x_train=torch.zeros(6, 3, dtype=torch.long)), 'x_train .* expected floats'),
    (dict(x_train=torch.zeros(0, 3), y_train=torch.arange(0)), 'no training examples'),
    (dict(n_classes=None), 'expected floats \\(n, outputs\\) for regression'),
    (dict(n_classes=None, y_train=torch.full((6, 1), float('nan')), y_valid=torch.zeros(0, 1), y_test=torch.zeros(4, 1)), 'y_train of shape .* NaN'),
]
@pytest.mark.parametrize('change,message', bad)
def test_splits_refuse(change, message):
    refused(message, lambda: DataSplits('mine', **(small|change)))

def test_to_moves_everything_and_keeps_labels():
    d = load_data('digits').to('cpu', torch.float64)
    assert d.x_test.dtype==d.scaling['x_std'].dtype==torch.float64 and d.y_test.dtype==torch.int64
    assert load_data('wide_sinc').to(dtype=torch.float64).y_train.dtype==torch.float64

def test_subset_is_nested_and_bounded():
    d = load_data('digits')
    a, b = (d.subset(n, gen(3)) for n in (30, 70))
    assert torch.equal(a.x_train, b.x_train[:30]) and set(a.y_train.bincount().tolist())=={3}
    assert torch.equal(a.x_test, d.x_test)
    for n in (0, 1201):
        refused('out of 1200', d.subset, n)

# sources

@pytest.mark.parametrize('args,message', [
    (dict(name='minst'), "unknown data set 'minst', expected one of digits"),
    (dict(name='digits', alpha=1), "'digits' has no option alpha, expected none"),
    (dict(name='digits', data_dir='nowhere/at all'), "data folder 'nowhere/at all' does not exist"),
    (dict(name='digits', n_train=1437), 'of 1437 in the training part'),
])
def test_load_data_refuses(args, message):
    refused(message, load_data, **args)

def test_own_sources(monkeypatch):
    "By name, by pattern of a file, in place of one of ours; a name goes before a pattern"
    load_data('digits')
    monkeypatch.setattr('symbayes.data.splits.SOURCES', dict(SOURCES))
    @data_source('a.mine')
    def named(request, shift=0.): return DataSplits('by name', **small)
    @data_source('*.mine')
    @data_source('digits')
    def mine(request): return DataSplits(request.name, **small)
    assert load_data('a.mine', shift=1.).name=='by name' and load_data('b.mine').name=='b.mine' and len(load_data('digits').x_train)==6
    assert data_sources().loc['a.mine', 'options']=='shift=0.0' and data_sources().index[-1]=='*.mine'

def test_parts_are_scaled_by_the_training_part():
    parts = dict(train=(torch.arange(4.)[:, None], torch.ones(4, 1)), valid=(torch.zeros(0, 1), torch.zeros(0, 1)), test=(torch.tensor([[1.5]]), torch.tensor([[3.]])))
    d = from_parts('mine', parts)
    assert d.x_test.item()==0 and d.y_test.item()==2 and abs(d.x_train.std(correction=0)-1)<1e-6 and d.y_train.tolist()==[[0.]]*4
    pool = from_pool(Request(n_valid=0), 'mine', parts['train'], parts['test'], n_valid=1)
    assert torch.equal(pool.x_train.sort(0).values, d.x_train) and torch.equal(pool.y_test, d.y_test)

# tables that travel with the package

def test_stored_tables():
    assert len(stored_table('proximity'))>10 and 'seed' in stored_table('wide_nets')
    refused("unknown table 'x', expected one of: acquisition, alignment, annealing_others, architectures, architectures_baselines, chains, ", stored_table, 'x')
    refused('unknown table', stored_table, '../results/fig2')
