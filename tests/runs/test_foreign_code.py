"Folders and files made by somebody else name and place code: nothing of it is imported"
import os, pickle, shutil, subprocess, sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from safetensors.torch import load_file

from cases import refused, said
from symbayes.core.files import read_json, write_json, write_tensors
from symbayes.core.messages import SymbayesError
from symbayes.runs import commands
from symbayes.runs.run_results import TrainedRun, load_run
from symbayes.runs.sweeps import collect, sweep
from symbayes.runs.commands import run_training

net = '''
from torch import nn
def net(shape, n_out): return nn.Sequential(nn.Linear(*shape, 3), nn.Tanh(), nn.Linear(3, n_out))
'''
tiny = dict(data='sinc', max_steps=2, progress=False)
mlp = tiny | dict(width=3, inference='variational', noise='constant')

@pytest.fixture(scope='module')
def runs(tmp_path_factory) -> Path:
    "A run with a network of its own, and one of an MLP"
    home, here = tmp_path_factory.mktemp('runs'), os.getcwd()
    (home/'honest_nets.py').write_text(net)
    os.chdir(home)
    with pytest.MonkeyPatch.context() as m:
        m.setattr(TrainedRun, 'plot', lambda self: plt.figure())
        run_training(**tiny, model='honest_nets:net', out='own')
        run_training(**mlp, out='mlp')
    os.chdir(here)
    plt.close('all')
    return home

def resign(folder: Path, **config) -> None:
    "Change the options in run.json, with digests that fit"
    record = read_json(folder/'run.json')
    record['options'] |= config
    write_json(folder/'run.json', record)

class Evil:
    "Runs code when it is unpickled"
    def __init__(self, marker: Path): self.marker = marker
    def __reduce__(self): return Path.touch, (self.marker,)

# the name in run.json; files with code; where the reader is: in the folder, or one or two above it
payload = ['payload.py']
named = [
    ('payload:net', payload, 0), ('r.payload:net', payload, 1), ('shared.r.payload:net', payload, 2), ('payload:net', ['payload/__init__.py'], 0),
    ('pack.sub:net', ['pack/__init__.py', 'pack/sub.py'], 0), ('pack.sub:net', ['pack/sub.py'], 0), ('r.pack.sub:net', ['pack/sub.py'], 1), ('pack.__main__:net', ['pack/__main__.py'], 0),
    ('__main__:net', ['__main__.py'], 0), ('r.__main__:net', ['__main__.py'], 1), ('torch.distributed.run:main', ['__main__.py'], 1), ('runpy:run_path', ['__main__.py'], 1), ('setuptools:setup', ['setup.py'], 0),
    ('sitecustomize:net', ['sitecustomize.py'], 0), ('usercustomize:net', ['usercustomize.py'], 0), ('numpy:net', ['numpy.py'], 0), ('laplace:net', ['laplace.py'], 0), ('dask.array:net', ['dask/array.py'], 0),
    ('os:abort', [], 1), ('torch._C:_abort', [], 1), ('faulthandler:_sigabrt', [], 1), ('pip._internal.cli.main:main', [], 1), ('torch.utils.collect_env:main', [], 1), ('torchvision.models:resnet18', [], 1),
    ('torch.nn:Sequential', [], 1), ('symbayes.runs.commands:train', [], 1), ('symbayes.runs.commands:run_training', [], 1), ('builtins:breakpoint', [], 1),
    ('payload.py:net', payload, 0), ('..payload:net', payload, 0), ('./payload:net', payload, 0), ('payload:net\n', payload, 0), ('payload:net; touch x', payload, 0), ('payload', payload, 0),
    (['payload:net'], payload, 0), (None, ['payload.py', 'conftest.py', 'pandas.py', 'matplotlib.py', 'filelock.py'], 0),
    (None, ['evil-1.dist-info/entry_points.txt', 'payload.py'], 0), (None, ['__init__.py', '__main__.py', 'payload.pth'], 1),
]

@pytest.fixture
def folder(tmp_path, runs, monkeypatch) -> Path:
    "A run as somebody else hands it on"
    shutil.copytree(runs/'own', tmp_path/'shared'/'r')
    shutil.copytree(runs/'mlp', tmp_path/'shared'/'mlp')
    monkeypatch.setattr(sys, 'path', [p for p in sys.path if p not in ('', '.')])
    return tmp_path/'shared'/'r'

def place(folder: Path, files: list[str]) -> Path:
    "Write code that leaves a mark where it runs"
    mark = folder/'ran'
    for name in files:
        (folder/name).parent.mkdir(exist_ok=True)
        (folder/name).write_text(f'open({str(mark)!r}, "a").write("x")\n{net}')
    return mark

@pytest.mark.defect('A1')
@pytest.mark.parametrize('model,files,above', named, ids=str)
def test_a_folder_names_and_places_code_that_nobody_imports(model, files, above, folder, monkeypatch):
    "By `load_run` and two commands, with the reader in the folder or above it; a run of an MLP loads as it is"
    if model is None: folder = folder.rename(folder.with_name('other')) and folder.with_name('mlp').rename(folder)
    else: resign(folder, model=model)
    mark, loaded = place(folder, files), set(sys.modules)
    monkeypatch.chdir([folder, *folder.parents][above])
    path = os.path.relpath(folder)
    for command in (['predict', path], ['align', path, path])[:2 if model else 1]:  # alignment takes seconds
        status, err = said(*command)
        assert status==(2 if model else 0) and err.count('\n')==(1 if model else 0), err
        named = isinstance(model, str) and ('expected' in err or 'never imported unasked: if you trust it, name it again' in err)
        assert not model or named or isinstance(model, list), err
    if model: refused('', load_run, folder)
    new = {m.partition('.')[0] for m in set(sys.modules)-loaded}
    assert not mark.exists() and not new & {'payload', 'r', 'shared', 'pack', 'sitecustomize', 'usercustomize', 'pip', 'setuptools', 'conftest', 'evil'}

@pytest.mark.defect('A1')
@pytest.mark.parametrize('link', ['module', 'folder', 'run.json'])
def test_links_bring_no_code(link, folder, monkeypatch, tmp_path):
    mark = place(folder, payload)
    resign(folder, model='payload:net')
    path = {'module': folder/'payload.py', 'folder': folder, 'run.json': folder/'run.json'}[link]
    (tmp_path/'moved').parent.mkdir(exist_ok=True)
    path.rename(tmp_path/'moved')
    path.symlink_to(tmp_path/'moved')
    monkeypatch.chdir(folder)
    assert said('predict', '.')[0]==2 and not mark.exists()

@pytest.mark.defect('A1')
def test_a_module_from_elsewhere_leaves_the_current_folder_alone(folder, tmp_path, monkeypatch):
    "Libraries that others look for without needing them are not taken from the folder that is read"
    (tmp_path/'lib').mkdir()
    (tmp_path/'lib'/'trusted_nets.py').write_text(net)
    monkeypatch.syspath_prepend(tmp_path/'lib')
    mark = place(folder, ['numexpr.py', 'cython.py', 'pytz.py', 'bottleneck.py'])
    monkeypatch.chdir(folder)
    assert said('predict', '.', '--model', 'trusted_nets:net', '--out', tmp_path/'p.csv')==(0, '')
    assert str(folder) not in sys.path and not mark.exists()

@pytest.mark.defect('A1')
def test_no_settings_of_the_current_folder_are_imported(tmp_path):
    (tmp_path/'matplotlibrc').write_text('backend: module://payload')
    (tmp_path/'payload.py').write_text("open('ran', 'w')")
    (tmp_path/'draws.py').write_text("""import sys
from symbayes.runs.terminal import run_command
def draw():
    "Draw"
    sys.path.append('.')
    import matplotlib.pyplot as plt
    plt.figure().savefig('p.png')
sys.exit(run_command(draw, [], 'draw'))""")
    env = {k: v for k,v in os.environ.items() if k!='MPLBACKEND'}
    done = subprocess.run([sys.executable, 'draws.py'], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode==0 and not (tmp_path/'ran').exists(), done.stderr

@pytest.mark.defect('A1')
def test_the_reader_names_the_function_and_the_run_does_not(folder, runs, monkeypatch):
    "What run.json says is only shown; every remedy of the message works"
    monkeypatch.chdir(runs)
    resign(folder, model='os:abort')
    assert 'name it again (--model os:abort, or load_run(.., model=' in said('predict', folder)[1]
    assert said('predict', folder, '--model', 'honest_nets:net', '--out', folder/'p.csv')==(0, '')
    assert load_run(folder, model='honest_nets:net').options['model']=='honest_nets:net'
    assert commands._run_of(str(folder), 'honest_nets:net').options['model']=='honest_nets:net'  # for symbayes-align
    assert 'expected none: the network of this run is an MLP' in said('predict', folder.with_name('mlp'), '--model', 'honest_nets:net')[1]

def other_words(folder: Path, mark: Path) -> None:
    "Names of code in every field of run.json that has a name"
    record = read_json(folder/'run.json')
    for k in ('activation', 'family', 'data', 'target', 'model'):
        write_json(folder/'run.json', record | {'options': record['options'] | {k: 'payload:net'}})
        with suppress(SymbayesError): load_run(folder).predict()
    write_json(folder/'run.json', record | {'network': 'payload:net'})
    with suppress(SymbayesError): load_run(folder)

def other_estimator(folder: Path, mark: Path) -> None:
    "An estimator that is a class of the folder's module, with digests that fit"
    from symbayes.core.files import fingerprint, read_tensors
    record, path = read_json(folder/'run.json'), folder/'estimator.safetensors'
    header, tensors = read_tensors(path, 'symbayes-estimator-3', 'estimator')
    for name in ('payload', 'payload:net', 'os.abort', '__main__'):
        write_tensors(path, tensors, header | {'estimator': name})
        record['files'][path.name] = fingerprint(path)
        write_json(folder/'run.json', record)
        tried(folder)

def tried(folder: Path) -> None:
    refused('', lambda: load_run(folder).predict())

def other_family(folder: Path, mark: Path) -> None:
    "A family that is a module of the folder, and one that is a submodule of the package's door"
    from symbayes.core.files import fingerprint
    from symbayes.distributions.base import file_format
    record = read_json(folder/'run.json')
    for name in ('payload', 'payload:net', 'payload.net', '__main__', 'os', '__builtins__'):
        write_tensors(folder/'posterior.safetensors', load_file(folder/'posterior.safetensors'), {'format': file_format, 'family': name, 'layout': '{}', 'spec': '{}'})
        record['files']['posterior.safetensors'] = fingerprint(folder/'posterior.safetensors')
        write_json(folder/'run.json', record)
        tried(folder)

def other_arrays(folder: Path, mark: Path) -> None:
    np.savez(folder/'t.npz', x=np.array([Evil(mark)], dtype=object))
    refused('', load_run(folder).predict, folder/'t.npz')

def other_checkpoint(folder: Path, mark: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()
    (folder/'checkpoint.pt').write_bytes(pickle.dumps({'identity': {}, 'run': Evil(mark)}))
    refused('', run_training, **mlp, out=folder, resume=True)

@pytest.mark.defect('A1')
@pytest.mark.parametrize('change', [other_words, other_estimator, other_family, other_arrays, other_checkpoint])
def test_other_files_name_no_code(change: Callable, folder, monkeypatch):
    monkeypatch.chdir(folder)
    change(folder.with_name('mlp'), place(folder, payload))
    assert not (folder/'ran').exists() and 'payload' not in sys.modules

studies = {
    'run': ('run = "payload:net"\n[grid]\nseed = [0]\n', '--run payload:net'), 'run of the library': ('run = "os:abort"\n[grid]\nseed = [0]\n', '--run os:abort'),
    'model': ('[grid]\nmodel = ["payload:net", "os:abort"]\n', '--model payload:net,os:abort'), 'fixed': ('[fixed]\nmodel = "payload:net"\n[grid]\nseed = [0]\n', '--model payload:net'),
    'also': ('[[also]]\nmodel = "payload:net"\n', '--model payload:net'), 'how': ('[grid]\nseed = [0]\n[how]\nmodel = "payload:net"\n', '--model payload:net'),
    'a path': ('run = "./payload:net"\n[grid]\nseed = [0]\n', './payload:net'), 'a model in a list': ('[grid]\nmodel = [["payload:net"]]\n', "model is ['payload:net']"),
}

@pytest.mark.defect('A1')
@pytest.mark.parametrize('case', studies)
@pytest.mark.parametrize('inside', [True, False])
def test_a_study_names_no_code(case, inside, tmp_path, monkeypatch):
    "Neither in the folder of the reader nor in that of the study"
    text, remedy = studies[case]
    (tmp_path/'s').mkdir()
    mark = place(tmp_path/'s', ['payload.py', 'pyarrow.py', 'tomli.py'])
    (tmp_path/'s'/'study.toml').write_text(text)
    monkeypatch.chdir(tmp_path/'s' if inside else tmp_path)
    monkeypatch.setattr(sys, 'path', [p for p in sys.path if p not in ('', '.')])
    before = list(sys.path)
    status, err = said('sweep', os.path.relpath(tmp_path/'s'/'study.toml'), '--workers', 0, '--out', tmp_path/'out')
    failed = 'error' in err or any((tmp_path/'out').rglob('*.failed.json'))
    assert failed and (remedy in err or case=='a model in a list') and not mark.exists() and 'payload' not in sys.modules
    assert sys.path==before

@pytest.mark.defect('A1')
def test_functions_and_models_of_a_study_that_are_named_again(tmp_path, monkeypatch, runs):
    "The remedies of the messages"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, 'path', list(sys.path))
    (tmp_path/'counts.py').write_text('def twice(i): return {"twice": 2*i}\n')
    (tmp_path/'s.toml').write_text('run = "counts:twice"\n[grid]\ni = [1, 2]\n')
    assert said('sweep', 's.toml', '--run', 'counts:twice', '--workers', 0, '--no-progress')[0]==0
    assert sweep('s.toml', 'counts:twice', 'again', n_workers=0, progress=False).twice.tolist()==[2, 4]
    shutil.copy(runs/'honest_nets.py', 'grid_nets.py')
    (tmp_path/'m.toml').write_text('[grid]\nmodel = ["grid_nets:net"]\n[fixed]\ndata = "sinc"\nmax_steps = 2\n')
    assert said('sweep', 'm.toml', '--model', 'grid_nets:net', '--workers', 0, '--no-progress')[0]==0
    assert sweep('m.toml', None, 'more', n_workers=0, progress=False, model='grid_nets:net').status.tolist()==['done']

@pytest.mark.defect('A1')
def test_results_of_a_sweep_name_no_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path/'runs').mkdir()
    mark = place(tmp_path, payload)
    found = dict(key='a', content={'function': 'payload:net', 'keywords': {}}, columns={'x': [1]}, status='done', error='', seconds=1., traceback='')
    write_json(tmp_path/'runs'/'a.json', found)
    assert len(collect(tmp_path))==1 and not mark.exists()

@pytest.mark.defect('A1')
@pytest.mark.skipif(sys.version_info<(3, 11), reason='Python 3.10 looks into the current folder first, whatever is asked of it')
def test_workers_import_nothing_from_the_current_folder(tmp_path, root):
    "Python looks there before its own library when it starts a process"
    mark = place(tmp_path, ['multiprocessing.py', 'pickle.py', 'selectors.py', 'sitecustomize.py'])
    code = 'from symbayes.runs.jobs import ProcessPools\nif __name__=="__main__":\n    p = ProcessPools(1)\n    print(p.submit(abs, -3).result())\n    p.shutdown()'
    (tmp_path/'scripts').mkdir()
    (tmp_path/'scripts'/'own.py').write_text(code)
    done = subprocess.run([sys.executable, 'scripts/own.py'], cwd=tmp_path, capture_output=True, text=True, env=os.environ | {'PYTHONPATH': str(root)})
    assert done.stdout=='3\n' and not mark.exists(), done.stderr
