"Files that are whole and nobody else's, and tables that are made once."
import os, random, stat, subprocess, sys, time
from pathlib import Path

import pandas as pd
import pytest
import torch
from safetensors.torch import save as packed
from cases import refused
from symbayes.core import files
from symbayes.core.files import check_writable, fingerprint, read_tensors, saved_table, tables_read, atomic_write, write_tensors
from symbayes.core.messages import SymbayesError

others = ['.env.local', '.env.production', '.env', '.env.symbayes', '.env.symbayes-1-2', '.env.aaaaaaaa']

@pytest.mark.parametrize('name', ['env', 'a[bc]', 'a*', 'metrics.json'])
def test_files_of_others_are_left_alone(name, tmp_path):
    foreign = [*others, '.a.x', '.b.x', '.ab', '.metrics.json.backup.json', f'.{name}.mine']
    for f in foreign: (tmp_path/f).write_text(f)
    (tmp_path/f'.{name}.x').mkdir()
    check_writable(tmp_path/name)
    with atomic_write(tmp_path/name) as p: p.write_text('whole')
    assert all((tmp_path/f).read_text()==f for f in foreign) and (tmp_path/f'.{name}.x').is_dir() and (tmp_path/name).read_text()=='whole'

def test_a_running_writer_keeps_its_file(tmp_path):
    with atomic_write(tmp_path/'checkpoint.pt') as f:
        f.write_bytes(b'x')
        check_writable(tmp_path/'checkpoint.pt')
        assert f.exists()
    assert [p.name for p in tmp_path.iterdir()]==['checkpoint.pt']

def test_permissions_are_the_users(tmp_path):
    was = os.umask(0o027)
    try:
        with atomic_write(tmp_path/'new') as p: p.write_text('1')
        (tmp_path/'shared').touch()
        (tmp_path/'shared').chmod(0o664)
        with atomic_write(tmp_path/'shared') as p: p.write_text('1')
    finally: os.umask(was)
    mode = lambda name: stat.S_IMODE((tmp_path/name).stat().st_mode)
    assert mode('new')==0o640 and mode('shared')==0o664

@pytest.mark.parametrize('exists', [True, False])
def test_links_are_followed(exists, tmp_path):
    if exists: (tmp_path/'real').write_text('old')
    (tmp_path/'link').symlink_to(tmp_path/'real')
    check_writable(tmp_path/'link')
    with atomic_write(tmp_path/'link') as p: p.write_text('new')
    assert (tmp_path/'link').is_symlink() and (tmp_path/'real').read_text()=='new'

def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(SymbayesError, match='it is a folder'):
        with atomic_write(tmp_path): pass
    refused('it is a folder', check_writable, tmp_path)

def test_what_is_no_plain_file_is_left_alone(tmp_path):
    os.mkfifo(tmp_path/'pipe')
    for f in (check_writable, lambda p: atomic_write(p).__enter__()):
        refused('no plain file', f, tmp_path/'pipe')
        refused('cannot write', f, tmp_path/'x\0y')
        refused('File name too long', f, tmp_path/('x'*250))
    assert stat.S_ISFIFO((tmp_path/'pipe').stat().st_mode) and [p.name for p in tmp_path.iterdir()]==['pipe']

def test_a_table_is_made_once(tmp_path):
    calls, before = [], len(tables_read)
    def make():
        calls.append(1)
        return pd.DataFrame({'x': [len(calls), .5]})
    first, again, elsewhere = (saved_table(p, make) for p in (tmp_path/'a.csv', str(tmp_path/'a.csv'), tmp_path/'deep'/'b.csv'))
    assert len(calls)==2 and first.equals(again) and not first.equals(elsewhere)
    assert [p.name for p in tables_read[before:]]==['a.csv']
    assert len(saved_table(None, make))==2 and len(calls)==3
    assert sorted(p.name for p in tmp_path.iterdir())==['a.csv', 'deep']

@pytest.mark.parametrize('content', [b'', b'\xff\xfe\x00', b'a,b\n1,2,3\n4,5,6,7\n'])
def test_what_is_no_table_is_refused(content, tmp_path):
    (tmp_path/'a.csv').write_bytes(content)
    before = len(tables_read)
    refused('cannot read the table', saved_table, tmp_path/'a.csv', pd.DataFrame)
    assert len(tables_read)==before and (tmp_path/'a.csv').read_bytes()==content

def test_a_table_that_fails_leaves_nothing(tmp_path):
    def make(): raise RuntimeError('of its own')
    with pytest.raises(RuntimeError, match='of its own'): saved_table(tmp_path/'a.csv', make)
    assert not list(tmp_path.iterdir())

@pytest.mark.parametrize('path', [3, None, ['a']])
def test_what_is_no_path_is_said(path):
    "In one line, wherever a file is written or read"
    from symbayes.symmetry.permutations import Element, PermutationGroup
    from symbayes.distributions.base import Posterior
    e = PermutationGroup({'h': 2}, {'w': ('h',)}).identity()
    calls = [e.save, Element.load, Posterior.load, check_writable, lambda p: atomic_write(p).__enter__()]
    for f in calls + [lambda p: saved_table(p, pd.DataFrame)]*(path is not None):
        refused(rf'path is .* of type {type(path).__name__}, expected a str or Path', f, path)

@pytest.mark.skipif(not Path('/proc/self/stat').exists(), reason='asks the system for states of processes')
def test_what_a_dead_process_left_is_removed_though_nobody_has_asked_for_it(tmp_path):
    "A killed worker is a zombie until its parent asks for it"
    child = subprocess.Popen([sys.executable, '-c', 'pass'])
    while Path(f'/proc/{child.pid}/stat').read_text().rpartition(')')[2].split()[0]!='Z': time.sleep(.01)
    left = tmp_path/f'.a.json.symbayes-{files._here}-{child.pid}-0123abcd.json'
    left.touch()
    files.remove_leftovers(tmp_path)
    child.wait()
    assert not left.exists()

@pytest.mark.defect('R8')
def test_what_is_read_is_owned(tmp_path):
    "A file that is overwritten in place or cut short after it was read changes nothing that was read"
    path, t = tmp_path/'a.safetensors', torch.arange(1000.)
    write_tensors(path, {'t': t}, {'format': 'x'})
    _, read = read_tensors(path, 'x', 'thing')
    with open(path, 'r+b') as f:
        f.seek(-200, 2)
        f.write(bytes(200))
    assert torch.equal(read['t'], t)
    os.truncate(path, 0)
    assert torch.equal(read['t'], t)

@pytest.mark.defect('R20')
def test_flipped_bits_in_a_file_of_tensors_are_noticed(tmp_path):
    path, rng = tmp_path/'a.safetensors', random.Random(0)
    write_tensors(path, {'t': torch.arange(50.), 'n': torch.arange(7)}, {'format': 'x', 'spec': '{"rank": 2}'})
    whole = path.read_bytes()
    for _ in range(300):
        cut, bit = bytearray(whole), rng.randrange(8*len(whole))
        cut[bit//8] ^= 1<<bit%8
        path.write_bytes(cut)
        try: header, read = read_tensors(path, 'x', 'thing')
        except SymbayesError: continue
        assert header=={'format': 'x', 'spec': '{"rank": 2}'} and torch.equal(read['t'], torch.arange(50.)) and torch.equal(read['n'], torch.arange(7))

@pytest.mark.defect('R20')
def test_a_file_of_tensors_without_a_digest_is_refused_in_a_line(tmp_path):
    (tmp_path/'a').write_bytes(packed({'t': torch.arange(5.)}, metadata={'format': 'x'}))
    refused('is damaged: it has no digest$', read_tensors, tmp_path/'a', 'x', 'thing')

@pytest.mark.defect('R17')
def test_a_pipe_is_no_file_of_tensors(tmp_path):
    os.mkfifo(tmp_path/'pipe')
    refused('no plain file', read_tensors, tmp_path/'pipe', 'x', 'thing')

@pytest.mark.defect('R19')
@pytest.mark.parametrize('name', ['link.csv', 'folder/x.csv'])
def test_no_folder_is_made_at_the_end_of_a_dangling_link(name, tmp_path):
    "A link to a file that is still to be written, in a folder that is there, is followed"
    (tmp_path/'link.csv').symlink_to('gone/x.csv')
    (tmp_path/'folder').symlink_to('gone')
    for f in (check_writable, lambda p: atomic_write(p).__enter__()):
        refused('is a link to a place that does not exist', f, tmp_path/name)
    assert not (tmp_path/'gone').exists()
    (tmp_path/'gone').mkdir()
    check_writable(tmp_path/name)

def test_fingerprints_of_stored_results_do_not_change(tmp_path):
    "Keys of cells, and the digests in files and checkpoints, are compared with those that are on disk"
    from hashlib import sha256
    (tmp_path/'table.csv').write_bytes(b'a,b\n')
    assert fingerprint('a,b\n')==fingerprint(b'a,', 'b\n')==fingerprint(tmp_path/'table.csv')==sha256(b'a,b\n').hexdigest()
    assert fingerprint()==sha256().hexdigest()
    t = torch.arange(3.)
    assert fingerprint(t)==sha256(b'(3,) torch.float32'+t.numpy().tobytes()).hexdigest()
    assert fingerprint({'a': [t, 1, 'x']})==sha256(f"dict 1'a'list 3{fingerprint(t)}int 1str 'x'".encode()).hexdigest()
    assert fingerprint(torch.zeros(2, 1)[::2].mT)!=fingerprint(torch.zeros(1)) and len({fingerprint(v) for v in (t, t.double(), t.flip(0), [t], {'k': t})})==5

@pytest.mark.defect('A7')
def test_a_folder_in_place_of_a_file_is_one_line(tmp_path):
    refused(f"cannot read '{tmp_path}': Is a directory", fingerprint, tmp_path)
    (tmp_path/'locked').touch(0o000)
    if os.geteuid(): refused('Permission denied', fingerprint, tmp_path/'locked')
