"Named tensors, frozen parameters, models that vmap refuses, and files that are whole and nobody else's."
import multiprocessing as mp, os, stat
from pathlib import Path

import pytest, torch
from torch import Tensor, nn
from symbayes.core import Layout, SymbayesError, check_writable, network_outputs, normal_draws, whole_file
from cases import random_params, rng

others = ['.env.local', '.env.production', '.env', '.env.symbayes', '.env.symbayes-1-2', '.env.aaaaaaaa']

@pytest.mark.parametrize('name', ['env', 'a[bc]', 'a*', 'metrics.json'])
def test_files_of_others_are_left_alone(name, tmp_path):
    foreign = [*others, '.a.x', '.b.x', '.ab', '.metrics.json.backup.json', f'.{name}.mine']
    for f in foreign: (tmp_path/f).write_text(f)
    (tmp_path/f'.{name}.x').mkdir()
    check_writable(tmp_path/name)
    with whole_file(tmp_path/name) as p: p.write_text('whole')
    assert all((tmp_path/f).read_text()==f for f in foreign) and (tmp_path/f'.{name}.x').is_dir() and (tmp_path/name).read_text()=='whole'

def test_a_running_writer_keeps_its_file(tmp_path):
    with whole_file(tmp_path/'checkpoint.pt') as f:
        f.write_bytes(b'x')
        check_writable(tmp_path/'checkpoint.pt')
        assert f.exists()
    assert [p.name for p in tmp_path.iterdir()]==['checkpoint.pt']

def _die_writing(path):
    with whole_file(path) as f:
        f.write_text('half')
        os._exit(9)

def test_what_a_killed_writer_left_is_removed(tmp_path):
    child = mp.get_context('fork').Process(target=_die_writing, args=(tmp_path/'result.csv',))
    child.start()
    child.join()
    assert len(list(tmp_path.iterdir()))==1
    check_writable(tmp_path/'result.csv')
    assert not list(tmp_path.iterdir())

def test_permissions_are_the_users(tmp_path):
    was = os.umask(0o027)
    try:
        with whole_file(tmp_path/'new') as p: p.write_text('1')
        (tmp_path/'shared').touch()
        (tmp_path/'shared').chmod(0o664)
        with whole_file(tmp_path/'shared') as p: p.write_text('1')
    finally: os.umask(was)
    mode = lambda name: stat.S_IMODE((tmp_path/name).stat().st_mode)
    assert mode('new')==0o640 and mode('shared')==0o664

@pytest.mark.parametrize('exists', [True, False])
def test_links_are_followed(exists, tmp_path):
    if exists: (tmp_path/'real').write_text('old')
    (tmp_path/'link').symlink_to(tmp_path/'real')
    check_writable(tmp_path/'link')
    with whole_file(tmp_path/'link') as p: p.write_text('new')
    assert (tmp_path/'link').is_symlink() and (tmp_path/'real').read_text()=='new'

def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(SymbayesError, match='it is a folder'):
        with whole_file(tmp_path): pass
    with pytest.raises(SymbayesError, match='it is a folder'): check_writable(tmp_path)

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

def test_what_is_no_plain_file_is_left_alone(tmp_path):
    os.mkfifo(tmp_path/'pipe')
    for f in (check_writable, lambda p: whole_file(p).__enter__()):
        with pytest.raises(SymbayesError, match='no plain file'): f(tmp_path/'pipe')
        with pytest.raises(SymbayesError, match='cannot write'): f(tmp_path/'x\0y')
        with pytest.raises(SymbayesError, match='File name too long'): f(tmp_path/('x'*250))
    assert stat.S_ISFIFO((tmp_path/'pipe').stat().st_mode) and [p.name for p in tmp_path.iterdir()]==['pipe']

def test_an_error_of_another_file_is_its_own(tmp_path):
    with pytest.raises(FileNotFoundError):
        with whole_file(tmp_path/'result'): open(tmp_path/'elsewhere'/'input')
    assert not list(tmp_path.iterdir())

def test_a_number_that_is_no_process(tmp_path):
    whole = tmp_path/'c'
    with whole_file(whole) as f: left = f.with_name(f.name.replace(f'-{os.getpid()}-', f'-{10**30}-'))
    left.touch()
    check_writable(whole)
