"The commands as a shell sees them: what they print, write and refuse, and what a kill leaves behind."
import json, os, re, shutil, signal, subprocess, sys, time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import load_file, save_file
from fastcore.docments import get_source

from cases import shell
from lengths import among, by_turns, some
from symbayes.core.files import write_json
from symbayes.core.tensors import seeded_module, streams
from symbayes.data.splits import data_sources
from symbayes.data.tables import target_ranges
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.distributions.base import Posterior
from symbayes.runs import commands
from symbayes.runs.run_results import TrainedRun, load_run
from symbayes.sklearn import BayesianMLP
from symbayes.symmetry.permutations import Element

pytestmark = pytest.mark.skipif(not hasattr(os, 'fork'), reason='commands are forked')

# Importing takes seconds, so one process imports once, draws once (which reads the fonts), and forks every command.
# The call stands at a script's top level, as in a console script.
server = '''
from symbayes.experiments.commands import demo, reproduce
from symbayes.runs.commands import train, align, predict
import gc, io, json, os, signal, sys, traceback
import matplotlib.pyplot as plt
import sklearn.datasets, symbayes.sklearn, torch._dynamo, torch.fx.experimental.symbolic_shapes  # what every run imports: seconds of it
from symbayes.core.doors import import_torchvision
import_torchvision()
import torchmetrics.functional.classification, torch.export._trace, torch.profiler
from functools import cache
import fastcore.docments
fastcore.docments.get_source = cache(fastcore.docments.get_source)  # a third of a second for all commands
from symbayes.runs.terminal import command_parser
for command in (train, predict): command_parser(command)
plt.subplots(layout='constrained')[0].savefig(io.BytesIO())
plt.close()
plt.Figure.get_layout_engine = lambda fig: None  # as `loose_figures`
from symbayes.runs.run_results import TrainedRun
own_plot, TrainedRun.plot = TrainedRun.plot, lambda self: plt.figure()  # as `blank`
gc.freeze()
print('ready', flush=True)
for line in sys.stdin:
    job = json.loads(line)
    if not (pid := os.fork()):
        os.chdir(job['cwd'])
        for fd,name in (0, os.devnull), (1, job['out']), (2, job['err']): os.dup2(os.open(name, os.O_RDWR|os.O_CREAT|os.O_TRUNC, 0o644), fd)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ['symbayes', *job['argv']]
        exec(job['before'])
        try: sys.exit(globals()[job['command']]())
        except SystemExit as e: status = e.code or 0
        except BaseException: status = 1; traceback.print_exc()
        sys.stdout.flush()
        os._exit(status)  # at once: tearing down all that was imported takes a second
    print('started', flush=True)
    if sig := int(sys.stdin.readline()): os.kill(pid, sig)  # here, where nobody else can have waited for it
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
'''

@dataclass
class Done:
    "A finished command"
    status: int  # negative: killed by that signal
    out: str
    err: str

@dataclass
class Commands:
    "Starts commands, one at a time, each in a process of its own"
    server: subprocess.Popen
    home: Path

    def start(self, *argv: object, before: str = '', command: str = 'train', cwd: Path|None = None) -> None:
        "`before` is run in the new process first"
        job = dict(argv=[str(a) for a in argv], before=before, command=command, cwd=str(cwd or self.home), out=str(self.home/'stdout'), err=str(self.home/'stderr'))
        print(json.dumps(job), file=self.server.stdin, flush=True)
        self.server.stdout.readline()

    def wait(self, sig: int = 0) -> Done:
        "Send a signal if one is given, and wait for the end"
        print(sig, file=self.server.stdin, flush=True)
        status = int(self.server.stdout.readline())
        return Done(status, *((self.home/n).read_text() for n in ('stdout', 'stderr')))

    def __call__(self, *argv: object, **kwargs) -> Done:
        self.start(*argv, **kwargs)
        return self.wait()

def environment(root: Path) -> dict[str, str]:
    return os.environ | dict(PYTHONPATH=str(root), OMP_NUM_THREADS='1', CUDA_VISIBLE_DEVICES='', MPLBACKEND='Agg', PYTHONIOENCODING='utf-8')

@pytest.fixture(scope='session')
def run(root, counted, tmp_path_factory) -> Iterator[Commands]:
    home = tmp_path_factory.mktemp('commands')
    (home/'server.py').write_text(server)
    p = subprocess.Popen([sys.executable, home/'server.py'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(root), cwd=home)
    counted.append(p)
    assert p.stdout.readline()=='ready\n', 'the package cannot be imported, see its traceback below'
    yield Commands(p, home)
    p.stdin.close()
    p.wait(120)
    p.stdout.close()

own_plot = TrainedRun.plot
read_once = cache(get_source)  # of the options of a command: a tenth of a second each time

@pytest.fixture
def call(monkeypatch, loose_figures, tmp_path) -> Callable[..., Done]:
    "A command in this process, which is quicker. Its picture is blank unless asked for: drawing takes half of a short run"
    monkeypatch.setattr('fastcore.docments.get_source', read_once)
    def one(*argv: object, command: str = 'train', cwd: Path|None = None, drawn: bool = False) -> Done:
        monkeypatch.chdir(cwd or tmp_path)
        monkeypatch.setattr(TrainedRun, 'plot', own_plot if drawn else lambda self: plt.figure())
        return Done(*shell(getattr(commands, command), *argv))
    return one

def predicted(call: Callable, *argv: object) -> pd.DataFrame: return pd.read_csv(StringIO(call(*argv, command='predict').out))

tiny = '--data', 'sinc', '--width', 3, '--max-steps', 12, '--noise', 'constant', '--inference', 'variational'
quiet = *tiny, '--no-progress'
results = ['checkpoint.pt', 'estimator.safetensors', 'history.csv', 'metrics.json', 'picture.png', 'posterior.safetensors', 'run.json']

def names(folder: Path) -> list[str]: return sorted(str(p.relative_to(folder)) for p in folder.rglob('*')) if folder.exists() else []
def contents(folder: Path) -> dict[str, bytes]: return {n: (folder/n).read_bytes() for n in names(folder) if (folder/n).is_file() and '__pycache__' not in n}

def strict_json(path: Path) -> dict:
    "JSON without the NaN and Infinity that Python would take and no other reader does"
    def refuse(token): raise ValueError(f'{path.name} holds {token}')
    return json.loads(path.read_text(), parse_constant=refuse)

def check_png(path: Path) -> None:
    b = path.read_bytes()
    assert b[:8]==b'\x89PNG\r\n\x1a\n' and b[-8:-4]==b'IEND'

def check_tensors(path: Path) -> None:
    assert load_file(path)

readers: dict[str, Callable] = {'.json': strict_json, '.csv': pd.read_csv, '.safetensors': check_tensors, '.png': check_png, '.pt': lambda f: torch.load(f, weights_only=True)}

def check_whole(folder: Path) -> None:
    "Every file with a name of its own can be read to its end"
    for n in names(folder):
        if n[0]!='.': readers[Path(n).suffix](folder/n)

def check_same(a: Path, b: Path) -> None:
    "Two runs of the same thing: draws, numbers, history without seconds"
    one, two = (load_run(f) for f in (a, b))
    assert torch.equal(one.fitted.samples_.draws, two.fitted.samples_.draws)
    pd.testing.assert_frame_equal(one.metrics, two.metrics, check_exact=True)
    pd.testing.assert_frame_equal(*(r.history.drop(columns='seconds') for r in (one, two)), check_exact=True)

def refused(d: Done, hint: str = '') -> None:
    "One clear line, status 2"
    assert d.status==2, f'status {d.status}: {d.err[-2000:]}'
    lines = d.err.splitlines()
    assert len(lines)==1 and '\r' not in d.err and '\x1b' not in d.err, d.err
    assert lines[0].startswith('error: ') and hint.lower() in lines[0].lower() and len(lines[0])<700, d.err
    assert 'traceback' not in d.err.lower() and 'weights_only' not in d.err

def flats(n: int = 150) -> pd.DataFrame:
    "A table with a number and a category, and a rent in the hundreds"
    draw = np.random.default_rng(0)
    t = pd.DataFrame(dict(area=draw.uniform(20, 120, n).round(1), city=draw.choice(['Bergen', 'Oslo'], n)))
    return t.assign(rent=(12*t.area+150*(t.city=='Oslo')+draw.normal(0, 40, n)).round(2), kind=np.where(t.area<50, 'small', 'large'))

def rents() -> pd.DataFrame: return flats().drop(columns='kind')

def write(folder: Path, table: pd.DataFrame) -> None: table.to_csv(folder/'flats.csv', index=False)

own_table = '--data', 'flats.csv', '--target', 'rent', *quiet[2:]

# what it does when all is well

def test_train_and_predict(call, tmp_path):
    "From a table to predictions elsewhere: everything that a run promises"
    write(tmp_path, rents())
    flats()[:7].drop(columns='rent').to_csv(tmp_path/'new.csv', index=False)
    d = call(*own_table, '--out', 'there/deep', drawn=True)
    assert d.status==0 and d.err=='', d.err
    for part in ('flats.csv. rent from 3 inputs, 2 columns; 108 training, 12 validation, 30 test examples\n', 'A network of 3 tanh units', "'collapsed last layer' (--family auto)", 'ridge', 'coverage of 95 % intervals', 'written to there/deep'): assert part in d.out, part
    out = tmp_path/'there'/'deep'
    assert names(out)==results
    check_whole(out)
    m = strict_json(out/'metrics.json')
    assert 0<m['test_rmse']<m['test_rmse_constant'] and m['symmetrized_elbo_lower']<=m['symmetrized_elbo_upper'] and {'valid_log_lik', 'test_coverage', 'test_log_lik_ridge'}<=set(m)
    assert call('there/deep', '--data', 'new.csv', '--out', 'p/new.csv', command='predict')==Done(0, '7 rows written to p/new.csv\n', '')
    found = pd.read_csv(tmp_path/'p'/'new.csv')
    pd.testing.assert_frame_equal(found, load_run(out).predict(tmp_path/'new.csv'), rtol=1e-9)
    assert np.allclose(BayesianMLP.load(out/'estimator.safetensors').predict(pd.read_csv(tmp_path/'new.csv')[['area', 'city']]), found['mean'])  # of the raw table
    assert list(found)==['mean', 'std', 'std_with_noise', 'lower', 'upper'] and found['mean'].between(0, 3000).all() and (found['std']<found.std_with_noise).all()

@pytest.mark.parametrize('command', ['train', 'demo'])
def test_help(command, run):
    "Every option with its comment, switches that are on as their negation"
    d = run('--help', command=command)
    wanted = {'train': ('--data', '--target', '--model', '--width', '--depth', '--noise', '--prior', '--max-steps', '--resume', '--device', '--version', 'do not show progress bars\n'),
        'demo': ('--out', '--seeds', '--steps', '--no-progress')}
    assert d.status==0 and d.err=='' and d.out.startswith('usage:') and all(o in d.out for o in wanted[command]) and '(default: True)' not in d.out

@pytest.mark.defect('U10')
def test_help_and_error_name_every_data_set(run):
    "Both list all names, and the endings of files once"
    known = {n for n in data_sources().index if '*' not in n}
    for said in (run('--help').out.split('\n  --data (str) ')[1].split('--target')[0], run('--data', 'minst').err):
        assert known <= set(re.findall(r'\w+', said)) and '*' not in said and all(said.count(end)==1 for end in ('.csv', '.tsv', '.parquet', '.npz'))

good = {
    'classes': '--data wine --noise auto', 'images as vectors': '--data digits --n-train 40 --noise auto', 'two layers': '--depth 2 --activation relu', 'mean field': '--family mean_field', 'inducing': '--family inducing',
    'known noise and prior': '--noise .2 --prior .3,1', 'noise by input': '--noise input', 'several starts': '--n-starts 2', 'one unit, few rows': '--width 1 --n-train 3', 'float32': '--dtype float32', 'seconds': '--budget 1',
}

@pytest.mark.parametrize('case', some(good, among('classes', 'two layers', 'known noise and prior', 'noise by input')))
def test_options(case, call, tmp_path):
    d = call(*quiet, *good[case].split(), '--out', tmp_path/'out')
    assert d.status==0 and all(line.startswith('note: ') for line in d.err.splitlines()), d.err
    check_whole(tmp_path/'out')
    regression = '--data' not in good[case]
    assert ('root mean squared error  ' in d.out, 'accuracy  ' in d.out)==(regression, not regression)
    assert load_run(tmp_path/'out').report()==TrainedRun.report(load_run(tmp_path/'out'))
    t = predicted(call, tmp_path/'out')
    assert list(t)[-1]=='target' and t.notna().all(axis=None)

def test_without_out_nothing_is_written(run, tmp_path):
    d = run(*tiny, cwd=tmp_path)
    assert d.status==0 and names(tmp_path)==[] and 'written' not in d.out

def test_remedies_are_options(call):
    "What the report and the notes name is typed as it stands"
    assert commands.as_options("noise='input' fits it; max_steps=1000 would tell; a larger max_steps; budget=None")=='--noise input fits it; --max-steps 1000 would tell; a larger --max-steps; no --budget'
    d = call('--data', 'diabetes', '--width', 3, '--max-steps', 40, '--no-progress')
    remedies = re.findall(r'--[a-z-]+ (?:\d+|input|sampled)', d.out+d.err)
    assert remedies and '=' not in ''.join(d.err)
    for r in set(remedies): assert call('--data', 'sinc', '--n-train', 20, '--width', 2, '--no-progress', *r.split()).status==0, r

# refusals; with the progress bar on, so that a bar before the line tells that training had begun

bad = {
    '--data nope': 'nope', '--device nope': 'nope', '--device cuda:99': 'cuda:99', '--width 0': 'width', '--noise nope': 'noise',
    '--n-train 5000': '5000', f'--width {10**30}': 'memory', '--seed 99999999999999999999': 'seed', '--data-dir nowhere': "'nowhere' does not exist", '--resume --overwrite': 'exclude each other',
    '--data digits --noise .3': 'digits has 10 classes', '--inference variational --noise student': '--noise student', '--model nets:one --width 4': 'width', '--resume --out=': ''}

@pytest.mark.parametrize('case', by_turns(2, bad))
def test_bad_options(case, call, tmp_path):
    d = call(*(t for t in tiny if t not in ('--width', 3) or 'model' not in case), '--out', tmp_path/'out', *case.split())
    assert names(tmp_path)==[], 'not even an empty folder is left'
    refused(d, bad[case])

@pytest.mark.parametrize('command', ['train', 'demo', 'reproduce'])
def test_no_command_takes_an_empty_name_for_a_folder(command, run, tmp_path):
    d = run(*['fig2', '--quick'][:2*(command=='reproduce')], '--out=', command=command, cwd=tmp_path)
    refused(d, 'empty name')
    assert d.out=='' and names(tmp_path)==[]

def test_torchrun_is_refused(run):
    d = run(*quiet, before="os.environ |= dict(TORCHELASTIC_RUN_ID='a', WORLD_SIZE='2', RANK='0')")
    refused(d, 'torchrun has started several processes')

# errors that no check foresees

def failing(error: str) -> str: return f'import symbayes.runs.table_fits as r\ndef fail(*args, **kwargs): raise {error}\nr.fit = fail'

def test_a_bug_keeps_its_traceback(run):
    d = run(*quiet, before=failing('KeyError("nothing was read")'))
    assert d.status==1 and 'Traceback' in d.err and 'nothing was read' in d.err

@pytest.mark.parametrize('broken,hint', [('os.dup2(os.open("/dev/full", os.O_WRONLY), 1)', 'No space left'), ('r, w = os.pipe(); os.close(r); os.dup2(w, 1)', 'Broken pipe')], ids=['full', 'closed'])
def test_an_output_that_nobody_takes(broken, hint, run, tmp_path):
    "The results are on disk all the same"
    d = run(*quiet, '--out', tmp_path, before=broken)
    assert d.status in (2, 141)
    assert names(tmp_path)==results
    check_whole(tmp_path)

def test_holes_are_taken_and_those_of_targets_named(call, tmp_path):
    t = rents()
    write(tmp_path, t.assign(rent=t.rent.where(t.index%9!=0)))
    refused(call(*own_table), "column 'rent' has no value in row 1 of 150 (17 such rows)")
    write(tmp_path, t.assign(area=t.area.where(t.index%9!=0), city=t.city.where(t.index%7!=0)))
    d = call(*own_table, '--out', 'run')
    assert d.status==0 and 'rent from 5 inputs' in d.out
    narrow, wide = (predicted(call, 'run', '--data', 'flats.csv', '--level', v) for v in (.5, .9))
    assert len(narrow)==150 and (narrow.lower<narrow.upper).all() and (wide.lower<narrow.lower).all() and (wide.upper>narrow.upper).all()
    assert len(load_run(tmp_path/'run').predict())==30

@pytest.mark.defect('V16')
@pytest.mark.parametrize('kind,change,low,high', [('positive', lambda r: np.exp(r/300), 0, np.inf), ('count', lambda r: (r/100).round(), -1, np.inf), ('share', lambda r: 1/(1+np.exp((500-r)/300)), 0, 1)])
def test_kinds_of_targets(kind, change, low, high, call, tmp_path):
    "Intervals stay in range, for the test part with its targets and for a table"
    t = rents()
    write(tmp_path, t.assign(rent=change(t.rent)))
    d = call(*own_table, '--kind', kind, '--out', 'run', drawn=True)
    assert d.status==0 and 'coverage of 95 % intervals' in d.out
    own, new = (predicted(call, 'run', *more) for more in ((), ('--data', 'flats.csv')))
    assert list(own)==['median', 'lower', 'upper', 'target'] and (low<own.lower).all() and (own.lower<=own['median']).all() and (own['median']<=own.upper).all() and (own.upper<high).all()
    assert len(new)==150 and np.isin(own.target.round(3), pd.read_csv(tmp_path/'flats.csv').rent.round(3)).all()
    write(tmp_path, t.assign(rent=t.rent.where(t.index!=4, -.5)))
    refused(call(*own_table, '--kind', kind), f'holds -0.5, expected {target_ranges[kind][0]} (kind {kind}) in row 5' if kind=='positive' else f'(kind {kind}) in row')

@pytest.mark.parametrize('own', [('--width', 4), ('--model', 'my_nets:mlp')], ids=['estimator', 'own'])
def test_a_training_that_ended_early_names_the_option_that_goes_on(own, call, tmp_path):
    write(tmp_path, rents())
    (tmp_path/'my_nets.py').write_text('from torch import nn\ndef mlp(shape, n_out): return nn.Sequential(nn.Linear(shape[-1], 4), nn.Tanh(), nn.Linear(4, n_out))')
    run = '--data', 'flats.csv', '--target', 'rent', '--prior', '1', '--noise', 'constant', '--no-progress', *own
    option = re.search(r'note: training ended after 150 passes, before it had converged: (--max-steps \d+) takes up to 1000 steps', call(*run, '--max-steps', 150).err)[1]
    assert int(re.search(r'Training took ([\d,]+)', call(*run, *option.split()).out)[1].replace(',', ''))>150

def test_another_number_of_steps_is_another_run_and_the_remedies_run(call, tmp_path):
    "Only what differs is said"
    write(tmp_path, rents())
    run = '--data', 'flats.csv', '--target', 'rent', '--prior', 1, '--width', 3, '--no-progress', '--out', 'run'
    assert call(*run, '--max-steps', 30).status==0
    d = call(*run, '--max-steps', 40, '--resume')
    refused(d, 'label is --max-steps 30, expected --max-steps 40: --resume takes the options of that run, --overwrite in its place starts anew')
    assert call(*run, '--max-steps', 30, '--resume').status==0 and call(*run, '--max-steps', 40, '--overwrite').status==0

def test_weights_of_rows_are_a_column(call, tmp_path):
    "It is no input, and the report counts it"
    t = rents()
    write(tmp_path, t.assign(often=np.arange(len(t))%3+1))
    d = call(*own_table, '--weights', 'often', '--out', 'run')
    weighed = int(re.search(r'on (\d+) rows of weight (\d+)', d.out)[2])
    assert d.status==0 and 150<weighed<300 and 'rent from 2 inputs' not in d.out
    assert call('run', '--data', 'flats.csv', command='predict').status==0
    t.to_csv(tmp_path/'new.csv', index=False)
    assert call('run', '--data', 'new.csv', command='predict').status==0

@pytest.mark.parametrize('argv,message', [('--target rent --decimal ,, ', "decimal is ',,', thousands is none, expected two signs, each one character"), ('--target height', "no column 'height'"),
    ('--target kind --noise auto --kind count', "column 'kind' holds"), ('--kind money', "kind is 'money', expected 'real', 'positive', 'count', 'share' or None"), ('--weights kind', "column 'kind' holds 'large', expected weights from 0 on"),
    ('--weights rent', "column 'rent' is target and weights"), ('--weights size', "no column 'size'")])
def test_options_of_tables_are_checked(argv, message, call, tmp_path):
    write(tmp_path, flats())
    refused(call(*own_table, *argv.split()), message)

@pytest.mark.parametrize('argv,message', [('--kind count', 'digits has 10 classes'), ('--weights a', "no option weights"), ('--kind count --model nets:f', 'kind and model'),
    ('--conformal', 'conformal is True, expected none: digits has 10 classes'), ('--calibration 0 --max-steps 2', "calibration is 0.0, expected 'auto', None or a positive number"),
    ('--class-weight even --max-steps 2', "class_weight is 'even', expected None, 'balanced'"), ('--calibration .5 --model nets:f', 'calibration and model')])
def test_data_sets_with_names_have_no_weights_and_classes_no_kind(argv, message, call): refused(call('--data', 'digits', *argv.split()), message)

def test_classes_take_a_temperature_and_weights_and_regressions_ranks(call, tmp_path):
    t = flats()
    write(tmp_path, t.drop(columns='rent'))
    for given,said in (('.5', 'temperature 0.5, as given'), ('none', '')):
        out = call('--data', 'flats.csv', '--target', 'kind', '--calibration', given, '--class-weight', 'balanced', '--max-steps', '5', '--width', '3').out
        assert said in out and ('temperature' in out)==(given!='none')
    write(tmp_path, t.drop(columns='kind'))
    assert 'their ranks move the quantiles' in call(*own_table, '--conformal', '--max-steps', '5').out
    refused(call(*own_table, '--class-weight', 'balanced'), "class_weight is 'balanced', expected none: flats.csv has no classes")

def test_predict_classes(call, tmp_path):
    "Class names of the table, also of a class that no training row has; the test part with its targets"
    t = flats().drop(columns='rent')
    t.loc[[3], 'kind'] = 'odd'
    write(tmp_path, t)
    assert call('--data', 'flats.csv', '--target', 'kind', '--max-steps', 20, '--no-progress', '--out', 'run').status==0
    p = predicted(call, 'run', '--data', 'flats.csv')
    assert list(p)==['class', 'p_large', 'p_odd', 'p_small'] and len(p)==150 and np.allclose(p.filter(like='p_').sum(axis=1), 1)
    own = predicted(call, 'run')
    assert list(own)[-1]=='target' and set(own.target)<={'large', 'small', 'odd'}

def test_a_run_whose_data_have_changed_is_not_predicted_without_a_table(call, tmp_path):
    "Other rows would be split and scaled otherwise; a table that is handed over is predicted as ever"
    write(tmp_path, rents())
    assert call(*own_table, '--out', 'run').status==0
    before = call('run', command='predict')
    write(tmp_path, rents().assign(rent=rents().rent+1))
    refused(call('run', command='predict'), 'the data of this run, is not what was trained on: hand over a table by --data')
    assert before.status==call('run', '--data', 'flats.csv', command='predict').status==0
    (tmp_path/'else').mkdir()
    refused(call('../run', command='predict', cwd=tmp_path/'else'), "table 'flats.csv', the data of this run, does not exist here: hand over a table by --data")

# files of a run

@pytest.fixture(scope='session')
def finished(run, tmp_path_factory) -> Path:
    "Folder of a finished run"
    at = tmp_path_factory.mktemp('finished')
    assert run(*quiet, '--out', at/'run').status==0
    return at/'run'

@pytest.fixture
def done(finished, tmp_path) -> Path: return shutil.copytree(finished, tmp_path/'run')

def spoil(name: str, content: str|None) -> Callable:
    def change(folder: Path) -> None:
        (folder/name).unlink()
        if content is not None: (folder/name).write_text(content)
    return change

def rewritten(content: dict) -> Callable: return lambda folder: write_json(folder/'run.json', content)

damage = {
    'no run.json': (spoil('run.json', None), 'run.json missing'), 'no posterior': (spoil('posterior.safetensors', None), "posterior.safetensors' is missing"),
    'cut': (spoil('run.json', '{"format": '), 'cannot read'), 'a list': (spoil('run.json', '[]'), 'expected an object'), 'empty': (rewritten({}), 'another version'), 'no digest': (spoil('run.json', '{}'), 'has no digest'),
    'of 0.3.0': (rewritten({'format': 'symbayes run 2', 'symbayes': '0.3.0'}), 'symbayes 0.3.0'), 'other keys': (rewritten({'format': 'symbayes run 5', 'options': {}}), 'damaged'),
    'metrics': (spoil('metrics.json', '{}'), 'damaged'),
}

@pytest.mark.parametrize('case', damage)
def test_damaged_runs(case, call, done):
    change, hint = damage[case]
    change(done)
    refused(call('run', command='predict'), hint)

@pytest.mark.parametrize('case,hint', [('nowhere', "no folder 'nowhere'"), ('.', 'no folder of a run'), ('run --data x.csv', 'no table'), ('run --level 2', 'level'), ('run --out x.txt', '.csv'), (f'run --out {os.devnull}/x.csv', 'cannot write'), ('', 'required')])
def test_predict_refuses(case, hint, call, done, tmp_path):
    before = contents(tmp_path)
    refused(call(*case.split(), command='predict'), hint)
    assert contents(tmp_path)==before

# the output folder

@pytest.mark.defect('U15')
@pytest.mark.parametrize('lost,kind', [((), 'a finished run'), (('checkpoint.pt',), 'a finished run'), ([n for n in results if n!='checkpoint.pt'], 'an unfinished run, in progress or interrupted')], ids=['all', 'results', 'checkpoint'])
def test_a_run_is_not_overwritten_unasked(lost, kind, run, done):
    for n in lost: (done/n).unlink()
    was = contents(done)
    for option in ([], ['--resume'][:'checkpoint.pt' in lost]):
        d = run(*quiet, *option, '--seed', 1, '--out', done)
        refused(d, f"'{done}' holds {kind}")
        assert '--overwrite' in d.err and d.out=='' and contents(done)==was
    d = run(*quiet, '--seed', 1, '--overwrite', '--out', done)
    assert d.status==0 and names(done)==results and all(contents(done)[n]!=was[n] for n in was if n!='picture.png')

def test_resuming_the_finished(call, done, finished):
    assert call(*quiet, '--resume', '--out', 'run').status==0
    check_same(done, finished)

# kill at any moment

often = '--checkpoint-every', 0
kinds = {'regression': (*tiny[:5], 60, *tiny[6:], '--no-progress'), 'noise by input': ('--data', 'sinc', '--width', 3, '--max-steps', 60, '--noise', 'input', '--inference', 'variational', '--no-progress'),
    'classes': ('--data', 'wine', '--width', 3, '--max-steps', 60, '--no-progress')}

@pytest.fixture(scope='session')
def uninterrupted(run, tmp_path_factory) -> dict[str, Path]:
    at = tmp_path_factory.mktemp('uninterrupted')
    for k,argv in kinds.items(): assert run(*argv, '--out', at/k).status==0
    return {k: at/k for k in kinds}

def until(there: Callable[[], bool], seconds: float = 300.) -> None:
    end = time.monotonic()+seconds
    while not there():
        assert time.monotonic()<end, 'nothing happened'
        time.sleep(.002)

in_a_write = '''
import torch
real, calls = torch.save, []
def half(obj, f):
    real(obj, f)
    calls.append(f)
    if len(calls)==3:
        f.truncate(f.tell()//2)
        os.kill(os.getpid(), signal.SIGKILL)
torch.save = half
'''
before_the_picture = 'TrainedRun.plot = lambda self: os.kill(os.getpid(), signal.SIGKILL)'

@pytest.mark.parametrize('kind,moment', some([(k, m) for k in kinds for m in ('in a write', 'before the picture')], lambda c: c in [('regression', 'in a write'), ('classes', 'before the picture')]))
def test_killed_at_the_worst_moment(kind, moment, run, uninterrupted, tmp_path):
    "What is left is whole, without litter after the next run, and goes on to the same numbers"
    assert run(*kinds[kind], *often, '--out', tmp_path, before=in_a_write if moment=='in a write' else before_the_picture).status==-signal.SIGKILL
    left = [n for n in names(tmp_path) if n[0]!='.']
    assert ('run.json' not in left) and any(n.startswith('checkpoint') for n in left) and (len(left)==1)==(moment=='in a write')
    check_whole(tmp_path)
    assert run(*kinds[kind], '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, uninterrupted[kind])
    assert not [n for n in names(tmp_path) if n[0]=='.']

def test_interrupt(run, uninterrupted, tmp_path):
    run.start(*kinds['regression'], *often, '--out', tmp_path)
    until((tmp_path/'checkpoint.pt').exists)
    d = run.wait(signal.SIGINT)
    kept, line = d.err.splitlines()
    assert d.status==130 and kept.startswith('interrupted: epoch ') and '--resume' in line and d.out==''
    assert names(tmp_path)==['checkpoint.pt']
    refused(run(tmp_path, command='predict'), '--resume with its command finishes it')
    assert run(*kinds['regression'], '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, uninterrupted['regression'])

# the demo, and the experiment behind it

demo = '--steps', 30, '--seeds', 2, '--width', 6, '--no-progress', '--no-monte-carlo'

no_search = 'import symbayes.inference.evidence as e; e.laplace_optimum = lambda *args: (float("nan"), None)'  # of the optimum, which takes a third

def test_demo(run, tmp_path):
    d = run(*demo, command='demo', cwd=tmp_path, before=no_search)
    assert d.status==0 and d.err==''
    for part in ('6 hidden units', '2 training seeds', 'mean_field', 'collapsed, symmetrized', 'log evidence', 'I(g;w), at least, nats', 'symmetrised ELBO, at most, nats', 'demo/wide_nets.png'): assert part in d.out, part
    check_png(tmp_path/'demo'/'wide_nets.png')
    assert len(names(tmp_path/'demo'))==8  # three tables, three posteriors, the picture and its numbers
    again = run(*demo, command='demo', cwd=tmp_path, before=no_search)
    assert again.status==0 and again.out==d.out
    next((tmp_path/'demo').glob('*.safetensors')).unlink()  # the numbers are there all the same
    assert run(*demo, command='demo', cwd=tmp_path, before=no_search).out==d.out

# figures and tables of the paper

def test_reproduce(run, tmp_path):
    d = run('fig2', '--quick', '--no-progress', '--out', 'r', command='reproduce', cwd=tmp_path)
    assert d.status==0 and d.err=='' and d.out.count('reproduced:')==3 and 'written to r/fig2-quick' in d.out
    assert names(tmp_path/'r')==['cells', 'cells/fig2-quick.csv', 'fig2-quick.csv', 'fig2-quick.png', 'fig2-quick.txt', 'provenance.csv']
    check_png(tmp_path/'r'/'fig2-quick.png')

@pytest.mark.parametrize('case,hint', [('fig1', "unknown figure or table 'fig1'"), ('table1 --data-dir nowhere', ''), (f'fig2 --out {os.devnull}/x', 'cannot write')])
def test_reproduce_refuses(case, hint, run, tmp_path):
    refused(run(*case.split(), '--no-progress', command='reproduce', cwd=tmp_path), hint)
    assert not [n for n in names(tmp_path) if (tmp_path/n).is_file()]

# a network of one's own

nets = '''
import torch
from torch import nn
def vector(): return nn.Sequential(nn.Linear(64, 4), nn.Tanh(), nn.Linear(4, 10))
def conv(n_out): return nn.Sequential(nn.Conv2d(1, 3, 3), nn.Tanh(), nn.AvgPool2d(3), nn.Flatten(), nn.Linear(12, n_out))
def table(shape, n_out): return nn.Sequential(nn.Linear(*shape, 3), nn.Tanh(), nn.Linear(3, n_out))
def asks(depth): return vector()
def wrong(): return nn.Sequential(nn.Linear(64, 4), nn.Linear(4, 3))
def batch(): return nn.Sequential(nn.Linear(64, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 10))
def text(): return 'a network'
def fails(): raise RuntimeError('no such\\nthing')
def empty(): return nn.Flatten()
'''
short = '--data', 'digits', '--n-train', 60, '--max-steps', 8, '--no-progress'

@pytest.fixture
def with_nets(tmp_path):
    (tmp_path/'own_nets.py').write_text(nets)
    return tmp_path

@pytest.mark.parametrize('model,part', [('own_nets:vector', '310 weights'), ('own_nets:conv', '160 weights')])
def test_a_network_of_ones_own(model, part, call, with_nets):
    "Is trained, kept, loaded and predicts; a checkpoint is of its function"
    d = call(*short, '--model', model, '--out', 'run')
    assert d.status==0 and d.err=='' and f'{model} with {part}' in d.out and '1 kind of units that may change places' in d.out, d.err
    result = load_run(with_nets/'run', model)
    assert result.options['model']==model and result.group.labels and names(with_nets/'run')==[n for n in results if n!='estimator.safetensors']
    t = predicted(call, 'run', '--model', model)
    assert len(t)==360 and np.allclose(t.filter(like='p_').sum(axis=1), 1)
    again = call(*short, '--model', model, '--out', 'run', '--resume')
    assert again.status==0 and all(torch.equal(t, result.q.state_dict()[k]) for k,t in load_run(with_nets/'run', model).q.state_dict().items())
    (with_nets/'own_nets.py').write_text(nets.replace('Tanh', 'ReLU'))
    refused(call(*short, '--model', model, '--out', 'run', '--resume'), 'checkpoint')

@pytest.mark.parametrize('options', ['', '--family mean_field --prior .5 --noise 40'])
def test_a_network_for_a_table(options, call, with_nets):
    "The last layer is exact, or all is mean field"
    write(with_nets, rents())
    d = call('--data', 'flats.csv', '--target', 'rent', '--max-steps', 150, '--no-progress', '--model', 'own_nets:table', '--out', 'run', *options.split())
    assert d.status==0 and ('MeanField' if options else 'CollapsedLastLayer') in d.out, d.err
    t = predicted(call, 'run', '--data', 'flats.csv', '--model', 'own_nets:table')
    assert list(t)==['mean', 'std', 'std_with_noise', 'lower', 'upper'] and np.corrcoef(t['mean'], flats().rent)[0, 1]>.9

@pytest.mark.parametrize('argv,hint', [('own_nets', "model is 'own_nets', expected 'module:function'"), ('other_nets:conv', "module 'other_nets' cannot be imported"), ('own_nets:asks', "missing 1 required positional argument: 'depth'"),
    ('own_nets:wrong', 'returns (2, 3) for 2 inputs, expected (2, 10)'), ('own_nets:batch', 'would change its buffers'), ('own_nets:fails', 'cannot be made: RuntimeError: no such'),
    ('own_nets:vector --width 7', 'width and model'), ('own_nets:vector --family collapsed', "family 'collapsed' is given")])
def test_networks_that_are_refused(argv, hint, call, with_nets):
    refused(call(*short, '--out', 'run', '--model', *argv.split()), hint)
    assert not (with_nets/'run').exists()

def test_a_network_that_is_gone_or_another_one(call, with_nets):
    assert call(*short, '--model', 'own_nets:vector', '--out', 'run').status==0
    for change,hint in {('Tanh', 'ReLU'): 'makes another network than the one that was trained', ('64, 4', '64, 5'): 'cannot be loaded'}.items():
        (with_nets/'own_nets.py').write_text(nets.replace(*change).replace('Linear(4, 10)', 'Linear(5, 10)' if change[0]!='Tanh' else 'Linear(4, 10)'))
        refused(call('run', '--model', 'own_nets:vector', command='predict'), hint)

pairs = '''
import torch
from torch import nn
def mlp(): return nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 2))
def other(): return nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 2))
def conv(): return nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.Flatten(), nn.Linear(12, 2))
def conv_with_x(): return conv(), torch.randn(2, 1, 4, 4)
def shaped(shape): return conv()
def asks(depth): return mlp()
def text(): return 'a network'
def fails(): raise RuntimeError('no such\\nthing')
def batch(): return nn.Sequential(nn.Linear(3, 5), nn.BatchNorm1d(5), nn.ReLU(), nn.Linear(5, 2)), torch.randn(4, 3)
def linear(): return nn.Sequential(nn.Linear(3, 2))
'''

space: dict[str, Callable] = {}
exec(pairs, space)

@pytest.fixture
def two(tmp_path) -> Path:
    "A folder with functions that make networks, and two posteriors of the first, one hidden in the other's symmetries"
    (tmp_path/'pair_nets.py').write_text(pairs)
    net = seeded_module(space['mlp'], 0)
    g, q = mlp_group(net), MeanField.from_module(net, .1)
    q.save(tmp_path/'a.safetensors')
    q.pushforward(g, g.element({'h1': [1, 0, 2, 4, 3]}, {'h2': [1, -1, 1, 1]})).save(tmp_path/'b.safetensors')
    MeanField.from_module([net, seeded_module(space['mlp'], 1)], .1).save(tmp_path/'stack.safetensors')
    LowRank.from_module(net, rank=2, generator=streams(0, 'q')).save(tmp_path/'low_rank.safetensors')
    MeanField.from_module(space['other'](), .1).save(tmp_path/'other.safetensors')
    MeanField.from_module(seeded_module(space['conv'], 0), .1).save(tmp_path/'conv.safetensors')
    (tmp_path/'text.safetensors').write_text('no tensors')
    return tmp_path

def test_align(call, two):
    d = call('a.safetensors', 'b.safetensors', '--model', 'pair_nets:mlp', '--out', 'c.safetensors', '--element', 'e.safetensors', command='align')
    assert d.status==0 and d.err=='' and d.out.startswith('W2 ') and d.out.endswith('written to c.safetensors\nwritten to e.safetensors\n'), d.err
    assert [l.split() for l in d.out.splitlines()[2:5]]==[['label', 'units', 'moved', 'flipped'], ['h1', '5', '4', '0'], ['h2', '4', '0', '1']]
    a, b, c = (Posterior.load(two/f'{n}.safetensors') for n in 'abc')
    assert torch.equal(c.loc, a.loc) and torch.equal(b.pushforward(mlp_group(space['mlp']()), Element.load(two/'e.safetensors')).loc, a.loc)

@pytest.mark.parametrize('options', ['conv_with_x', 'conv --shape 1,4,4', 'shaped --shape 1,4,4'])
def test_align_networks_that_need_an_input(options, call, two):
    d = call('conv.safetensors', 'conv.safetensors', '--model', *f'pair_nets:{options}'.split(), command='align')
    assert d.status==0 and 'W2 0 before, 0 after' in d.out, d.err

def test_align_a_run(call, tmp_path):
    "Which knows its network"
    assert call(*quiet, '--family', 'mean_field', '--out', 'run').status==0
    r = load_run(tmp_path/'run')
    label = r.group.labels[0]
    r.q.pushforward(r.group, r.group.element({label: [2, 0, 1]}, {label: [1, -1, 1]})).save(tmp_path/'b.safetensors')
    d = call('run', 'b.safetensors', '--out', 'c.safetensors', command='align')
    assert d.status==0 and d.out.splitlines()[-2].split()==[label, '3', '3', '1'], d.err
    assert all(torch.allclose(t, r.q.mean[k]) for k,t in Posterior.load(tmp_path/'c.safetensors').mean.items())

@pytest.mark.parametrize('case,hint', [('none a --model pair_nets:mlp', "no file 'none.safetensors'"), ('a b', 'so --model has to name its network'), 
    ('a text --model pair_nets:mlp', 'is no safetensors file'), ('a other --model pair_nets:mlp', 'the posterior is of another network'), ('a b --model pair_nets:other', 'another network'),
    ('a b --model pair_nets:linear', 'no units that may change places'), ('a b --model pair_nets:batch', 'running_mean'),
    ('conv conv --model pair_nets:conv', '--shape 1,28,28'), ('conv conv --model pair_nets:conv --shape 2,4,4', "model 'pair_nets:conv'"), 
    ('a b --model pair_nets:mlp --out b.safetensors', 'another file of this command'), ('a b --model pair_nets:mlp --out c.safetensors --element ./c.safetensors', 'another file'),
    (f'a b --model pair_nets:mlp --out {os.devnull}/c.safetensors', 'cannot write'), ('stack a --model pair_nets:mlp', 'holds 2 posteriors, expected one'), ('a', 'required: b')])
def test_align_refuses(case, hint, call, two):
    files, _, options = case.partition(' --')
    before = contents(two)
    refused(call(*(f'{n}.safetensors' for n in files.split()), *f'--{options}'.split()[:10*bool(options)], command='align'), hint)
    assert contents(two)==before

# networks in folders

@pytest.fixture
def folders(two) -> Path:
    "Three folders with a network of linear layers, one with batch norms, and one of another network"
    net = seeded_module(space['mlp'], 0)
    g = mlp_group(net)
    nets = dict(A=net, B=g.moved(net, g.element({'h1': [1, 0, 2, 4, 3]}, {'h2': [1, -1, 1, 1]})), C=g.moved(net, g.element({'h2': [3, 1, 2, 0]})), D=space['other'](), E=space['batch']()[0], F=space['batch']()[0])
    for name,net in nets.items():
        (two/name).mkdir()
        save_file(net.state_dict(), two/name/'model.safetensors')
    (two/'A'/'notes.txt').write_text('mine')
    return two

def test_merge_folders(call, folders):
    d = call('A', 'B', '--more', 'C', '--model', 'pair_nets:mlp', '--out', 'M', command='merge')
    assert d.status==0 and d.err=='' and d.out.startswith('3 networks, ') and d.out.endswith('written to M\n'), d.err
    a, m = (load_file(folders/n/'model.safetensors') for n in 'AM')
    assert names(folders/'M')==['model.safetensors', 'notes.txt'] and all(torch.allclose(a[k], m[k], atol=1e-6) and m[k].dtype==a[k].dtype for k in a)
    assert call('E', 'F', '--model', 'pair_nets:batch', '--out', 'N', command='merge').status==0
    unmoved = call('A', 'B', '--model', 'pair_nets:mlp', '--unmoved', command='merge')
    assert unmoved.status==0 and 'written' not in unmoved.out

@pytest.mark.parametrize('case,hint', [('A none --model pair_nets:mlp', "no folder 'none'"), ('A D --model pair_nets:mlp', 'holds another network'), ('A B', 'no config.json'), ('A B --model pair_nets:mlp --out A', 'new or an empty folder'),
    ('A B --model pair_nets', 'module:function'), ('A', 'required: b'), ('A B --model pair_nets:conv', '--shape 1,28,28'), ('A B --more C,none --model pair_nets:mlp', "no folder 'none'")])
def test_merge_refuses(case, hint, call, folders):
    before = contents(folders)
    refused(call(*case.split(), command='merge'), hint)
    assert contents(folders)==before

# what belongs to the user stays

@pytest.fixture
def own_run(call, tmp_path) -> Path:
    "A finished run of one's own table"
    write(tmp_path, flats(60).drop(columns=['kind', 'city']))
    assert call(*own_table, '--out', 'run').status==0
    return tmp_path

@pytest.mark.defect('R2')
def test_predict_writes_over_none_of_its_files(call, own_run):
    os.link(own_run/'flats.csv', own_run/'linked.csv')
    before = contents(own_run)
    for out in ('flats.csv', './flats.csv', 'linked.csv', 'run/history.csv'): refused(call('run', '--data', 'flats.csv', '--out', out, command='predict'), 'another file of this command')
    assert contents(own_run)==before

@pytest.mark.defect('R2')
def test_a_run_replaces_no_table_that_it_is_trained_on(call, tmp_path):
    (tmp_path/'mine').mkdir()
    flats(60).to_csv(tmp_path/'mine'/'history.csv')
    before = contents(tmp_path)
    refused(call('--data', 'mine/history.csv', '--target', 'rent', '--out', 'mine', '--overwrite', *quiet[2:]), 'another file of this command')
    assert contents(tmp_path)==before

@pytest.mark.defect('R2')
@pytest.mark.parametrize('option', ['--out', '--element'])
@pytest.mark.parametrize('folder', ['A', 'B'])
def test_align_writes_over_no_run_that_it_reads(folder, option, call, two):
    for n in 'AB':
        (two/n).mkdir()
        shutil.copy(two/f'{n.lower()}.safetensors', two/n/'posterior.safetensors')
    before = contents(two)
    refused(call('A', 'B', '--model', 'pair_nets:mlp', option, f'{folder}/posterior.safetensors', command='align'), 'another file of this command')
    assert contents(two)==before

@pytest.mark.defect('R9')
@pytest.mark.parametrize('command,argv', [('train', ['--data', '~nosuchuser/x.csv']), ('train', ['--data', '~.csv']), ('train', ['--data', 'x'*300+'.csv']), ('predict', ['x'*300]), ('train', ['--data', 'y.npz']), ('train', ['--data', 'p.npz'])], ids=str)
def test_odd_paths_and_arrays_are_refused(command, argv, call, tmp_path):
    r = np.random.default_rng(0).standard_normal
    np.savez(tmp_path/'y.npz', x=r((30, 3)), y=r((30, 2, 2)))
    np.savez(tmp_path/'p.npz', x_train=r((30, 3)), y_train=r(30), x_test=r((9, 2)), y_test=r(9))
    d = call(*(quiet[2:] if command=='train' else ()), *argv, command=command)
    assert d.status==2 and d.out=='' and d.err.count('\n')==1 and d.err.startswith('error: ') and 'Traceback' not in d.err, d.err

@pytest.mark.defect('R5')
def test_arrays_beyond_float32_are_refused(call, tmp_path):
    np.savez(tmp_path/'t.npz', x=np.ones((30, 3)), y=1e150*np.arange(30))
    refused(call('--data', 't.npz', *quiet[2:]), 'float32')

@pytest.mark.defect('R12')
@pytest.mark.parametrize('seeds', ['1000000000000000000000', '9223372036854775808'])
def test_the_demo_refuses_seeds_without_end(seeds, monkeypatch, tmp_path):
    from symbayes.experiments.commands import demo
    monkeypatch.chdir(tmp_path)
    refused(Done(*shell(demo, '--seeds', seeds)), 'seeds is')
    assert names(tmp_path)==[]

@pytest.mark.defect('R19')
@pytest.mark.parametrize('option', ['max-steps', 'width', 'depth', 'n-starts'])
def test_numbers_without_end_are_refused(option, call):
    refused(call(*quiet, f'--{option}', '1000000000000000000000'))
