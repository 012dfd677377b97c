"What commands share: options, one line for a mistake, folders."
import errno, os, signal, subprocess, sys

import pandas as pd
import pytest
import torch

from cases import refused, shell
import symbayes
from symbayes.core.files import tables_read
from symbayes.core.messages import SymbayesError
from symbayes.runs.terminal import (command, command_parser, counted, function_named, in_one_line, in_shell, no_empty_folders, one_line_errors,
    was_interrupted, writable_folder)

@pytest.fixture(autouse=True)
def nothing_read():
    "Tables that other tests read are no suspects here"
    tables_read.clear()

@command
def paint(
    colour: str,          # of the fence
    coats: int = 2,       # how often
    brush: bool = True,   # use a brush; --no-brush takes a roller
    wet: bool = False,    # leave it wet
):
    "Paint a fence"
    if coats<1: raise SymbayesError(f'coats is {coats}')
    if colour=='bug': raise KeyError('a bug')
    print(colour, coats, brush, wet)
    return 3 if colour=='status' else 'a result'

@command(pos=['name'])
def find(name: str = 'all', deep: bool = False): print(name, deep)

def shown(f, line): return shell(f, *line.split())

@pytest.mark.parametrize('line,out', [('red', 'red 2 True False\n'), ('red --no-brush --wet', 'red 2 False True\n'), ('red --no-brush --brush --coats 3', 'red 3 True False\n')])
def test_options(line, out): assert shown(paint, line)==(0, out, '')

@pytest.mark.parametrize('line,hint', [('', 'colour'), ('red --coats 0', 'coats is 0'), ('red --coats many', "invalid int value: 'many'"), ('red --caots 3', 'did you mean --coats?'), ('red --xyz', '--help lists the options'), ('red blue', 'unrecognized arguments: blue')])
def test_mistakes_are_one_line(line, hint):
    status, out, err = shown(paint, line)
    assert status==2 and out=='' and err.startswith('error: ') and hint in err and err.count('\n')==1

def test_help_and_version():
    status, out, _ = shown(paint, '--help')
    assert status==0 and out.startswith('usage: paint') and 'do not use a brush\n' in out and 'takes a roller' not in out and 'how often (default: 2)' in out and '--version' in out
    assert shown(paint, '--version')==(0, f'paint, symbayes {symbayes.__version__}\n', '')

def test_exit_status(): assert shown(paint, 'status')[0]==3

def test_from_python_a_command_is_its_function():
    refused('coats is 0', paint, 'red', 0)
    with pytest.raises(TypeError): paint()
    assert paint('red')=='a result' and not in_shell()

def test_a_bug_is_raised():
    with pytest.raises(KeyError): shown(paint, 'bug')
    assert not in_shell()

def test_by_position(): assert shown(find, 'me --deep')[1]=='me True\n' and shown(find, '')[1]=='all False\n' and 'name' in command_parser(find, 'find', ['name']).format_usage()

def test_a_script(tmp_path):
    "Called at the top of a script without arguments, as pip's scripts do; and from a function in one, as Python does"
    (tmp_path/'room.py').write_text('from symbayes.runs.terminal import command\n@command\ndef f(n: int = 1):\n    "F"\n    print(n)\n    return n\n')
    (tmp_path/'s.py').write_text('import sys\nfrom room import f\ndef inside(): return f()\nprint(inside())\nsys.exit(f())\n')
    r = subprocess.run([sys.executable, 's.py', '--n', '5'], cwd=tmp_path, capture_output=True, text=True)
    assert (r.returncode, r.stdout, r.stderr)==(5, '1\n1\n5\n', '')

@pytest.mark.parametrize('e,part', [(MemoryError(), 'not enough memory'), (RuntimeError("can't allocate memory"), 'not enough memory'), (OverflowError('x'), 'too large'), (TypeError('Overflow when unpacking'), 'too large'),
    (torch.linalg.LinAlgError('singular'), 'cannot be factored'), (OSError(errno.ENOSPC, 'No space left'), 'standard output'), (SymbayesError('mine'), 'mine')])
def test_known_errors(e, part): assert part in in_one_line(e) and '\n' not in in_one_line(e)

@pytest.mark.parametrize('e', [ValueError('x'), ZeroDivisionError(), OSError(errno.ENOENT, 'gone', 'file')])
def test_bugs_are_not_explained_away(e): assert in_one_line(e) is None

def test_a_missing_column_names_the_tables(tmp_path, monkeypatch):
    assert in_one_line(KeyError('elbo')) is None
    monkeypatch.setattr('symbayes.runs.terminal.tables_read', [tmp_path/f'{i}.csv' for i in range(7)])
    assert '0.csv' in in_one_line(KeyError('elbo')) and in_one_line(KeyError('elbo')).count('.csv')==5 and isinstance(tables_read, list)

def test_interrupts_are_found_behind_other_errors():
    try:
        try: raise KeyboardInterrupt
        except KeyboardInterrupt: raise RuntimeError('vmap')
    except RuntimeError as e: assert was_interrupted(e)
    assert not was_interrupted(RuntimeError()) and not was_interrupted(None)

def test_folders(tmp_path):
    with pytest.raises(ZeroDivisionError), no_empty_folders(tmp_path/'c'):
        (tmp_path/'c').mkdir()
        pd.DataFrame({'a': [1]}).to_csv(tmp_path/'c'/'x.csv')
        1/0
    assert (tmp_path/'c'/'x.csv').exists()
    (tmp_path/'link').symlink_to(tmp_path/'gone')
    for out,hint in (('', 'empty name'), (tmp_path/'c'/'x.csv', 'is a file'), (tmp_path/'link', 'link to a place that does not exist')):
        refused(hint, writable_folder, out)

def test_counted(): assert [counted(n, 'seed') for n in (0, 1, 2, 1500)]==['0 seeds', '1 seed', '2 seeds', '1,500 seeds']

# functions by their names

def test_a_function_of_a_file_in_the_current_folder(tmp_path, monkeypatch):
    "It is read again when it has changed, in the same second too, and another folder has another one"
    monkeypatch.chdir(tmp_path)
    found = []
    for i in range(3):
        (tmp_path/'own_things.py').write_text(f'def f(): return {i}')
        found.append(function_named('thing', 'own_things:f')())
    assert found==[0, 1, 2] and function_named('thing', 'own_things:f') is function_named('thing', 'own_things:f')
    (tmp_path/'other').mkdir()
    (tmp_path/'other'/'own_things.py').write_text('class A:\n    def g(self): return 7')
    monkeypatch.chdir(tmp_path/'other')
    assert function_named('thing', 'own_things:A.g')(None)==7 and function_named('thing', 'own_things.py:A').__name__=='A'
    assert function_named('thing', 'os.path:join') is os.path.join

@pytest.mark.defect('U5')
def test_an_interrupted_command_says_what_it_left(tmp_path, capsys, monkeypatch):
    "It said that the same command goes on from what it has written, also where nothing was"
    monkeypatch.setattr(symbayes.runs.terminal, 'in_shell', lambda: True)
    def stopped(out, writes):
        with pytest.raises(SystemExit) as e, one_line_errors(out):
            if writes:
                (tmp_path/'runs').mkdir()
                (tmp_path/'runs'/'part.csv').write_text('1')
            raise KeyboardInterrupt
        assert e.value.code==130
        return capsys.readouterr().err
    at = tmp_path/'runs'
    assert stopped(at, False)==f'interrupted; nothing was written to {str(at)!r}\n' and not at.exists()
    assert stopped(at, True)==f'interrupted; the same command goes on from what is in {str(at)!r} (symbayes-train: with --resume)\n'
    assert stopped(None, False)=='interrupted\n'

@pytest.mark.defect('A15')
def test_a_reader_who_has_gone_is_no_mistake(root, tmp_path):
    "As `| head -1`: no word, and the status of other programs"
    code = 'import errno, sys; from symbayes.runs.terminal import run_command\ndef gone(): raise BrokenPipeError(errno.EPIPE, "Broken pipe")\nsys.exit(run_command(gone, []))'
    (tmp_path/'gone.py').write_text(code)
    done = subprocess.run([sys.executable, tmp_path/'gone.py'], capture_output=True, text=True, env=os.environ | {'PYTHONPATH': str(root)})
    assert (done.returncode, done.stdout, done.stderr)==(141, '', '')

@pytest.mark.defect('A15')
def test_too_many_open_files_are_one_line():
    line = in_one_line(OSError(errno.EMFILE, 'Too many open files'))
    assert line.startswith('too many open files') and '--workers' in line and '\n' not in line

@pytest.mark.defect('A15')
def test_a_signal_to_end_is_an_orderly_end(tmp_path):
    "Temporary files vanish; status and line are those of a signal"
    was = signal.getsignal(signal.SIGTERM)
    def busy(): signal.raise_signal(signal.SIGTERM) if signal.getsignal(signal.SIGTERM) is not was else None
    status, out, err = shown(busy, '')
    assert (status, out, err)==(143, '', 'terminated\n') and signal.getsignal(signal.SIGTERM) is was
