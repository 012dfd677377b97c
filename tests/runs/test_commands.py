"The commands as a shell sees them: what they print, write and refuse, and what a kill leaves behind."
import json, os, re, shutil, signal, socket, struct, subprocess, sys, time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import torch
from fastcore.docments import get_source

import symbayes
from lengths import among, by_turns, some
from symbayes.core.files import write_json
from symbayes.core.random import seeded_module, streams
from symbayes.data.splits import data_sources
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.distributions.gaussian_base import Posterior
from symbayes.distributions.unit_gaussian import UnitGaussian
from symbayes.runs import commands
from symbayes.runs.terminal import run_command
from symbayes.runs.config import RunConfig
from symbayes.runs.run_files import load_run
from symbayes.runs.run_results import RunResult
from symbayes.symmetry.permutations import Element

pytestmark = pytest.mark.skipif(not hasattr(os, 'fork'), reason='commands are forked')

# Importing takes seconds, so one process imports once, draws once (which reads the fonts), and forks every command.
# The call stands at a script's top level, as in a console script.
server = '''
from symbayes.experiments.commands import demo, digits, reproduce, wide_nets
from symbayes.runs.commands import train, align, predict
import gc, io, json, os, signal, sys, traceback
import matplotlib.pyplot as plt
import sklearn.datasets, torch._dynamo, torch.fx.experimental.symbolic_shapes  # what every run imports: seconds of it
from symbayes.core.doors import import_torchvision
import_torchvision()
import torchmetrics.functional.classification, sklearn.datasets, torch.export._trace, torch.profiler
from functools import cache
import fastcore.docments
fastcore.docments.get_source = cache(fastcore.docments.get_source)  # a third of a second for all commands
from symbayes.runs.terminal import command_parser
for command in (train, predict): command_parser(command)
plt.subplots(layout='constrained')[0].savefig(io.BytesIO())
plt.close()
plt.Figure.get_layout_engine = lambda fig: None  # as `loose_figures`
from symbayes.runs.run_results import RunResult
own_plot, RunResult.plot = RunResult.plot, lambda self: plt.figure()  # as `blank`
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
drawn = 'RunResult.plot = own_plot'
script = 'from symbayes.runs.commands import train; import sys; sys.exit(train())\n'

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

own_plot = RunResult.plot
read_once = cache(get_source)  # of the options of a command: a tenth of a second each time

def blank(self: RunResult) -> plt.Figure: return plt.figure()

@pytest.fixture
def call(monkeypatch, loose_figures, tmp_path) -> Callable[..., Done]:
    "A command in this process, which is quicker: what it would print and its exit status. Its picture is blank unless asked for: drawing takes half of a short run"
    monkeypatch.setattr('fastcore.docments.get_source', read_once)
    def one(*argv: object, command: str = 'train', cwd: Path|None = None, drawn: bool = False) -> Done:
        monkeypatch.chdir(cwd or tmp_path)
        monkeypatch.setattr(RunResult, 'plot', own_plot if drawn else blank)
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err: status = run_command(getattr(commands, command), [str(a) for a in argv], command)
        return Done(status, out.getvalue(), err.getvalue())
    return one

tiny = '--width', 3, '--epochs', 2, '--eval-samples', 5, '--batch-size', 500  # three steps an epoch on the digits
quiet = *tiny, '--no-progress'
results = ['checkpoint.pt', 'history.csv', 'metrics.json', 'picture.png', 'posterior.safetensors', 'run.json']
columns = ['epoch', 'member', 'log_lik', 'kl', 'mi', 'elbo', 'symmetrized_elbo', 'beta', 'objective', 'seconds', 'valid']

def names(folder: Path) -> list[str]: return sorted(str(p.relative_to(folder)) for p in folder.rglob('*')) if folder.exists() else []
def contents(folder: Path) -> dict[str, bytes]: return {n: (folder/n).read_bytes() for n in names(folder) if (folder/n).is_file()}

def strict_json(path: Path) -> dict:
    "JSON without the NaN and Infinity that Python would take and no other reader does"
    def refuse(token): raise ValueError(f'{path.name} holds {token}')
    return json.loads(path.read_text(), parse_constant=refuse)

def check_png(path: Path) -> None:
    b = path.read_bytes()
    assert b[:8]==b'\x89PNG\r\n\x1a\n' and b[-8:-4]==b'IEND'

readers: dict[str, Callable] = {'.json': strict_json, '.csv': pd.read_csv, '.safetensors': Posterior.load, '.png': check_png, '.pt': lambda f: torch.load(f, weights_only=True)}

def check_whole(folder: Path) -> None:
    "Every file with a name of its own can be read to its end"
    for n in names(folder):
        if n[0]!='.': readers[Path(n).suffix](folder/n)

def outcome(folder: Path) -> tuple[dict, dict, pd.DataFrame]:
    "What two runs of the same thing have in common: posterior, metrics.json without where and how, history without seconds"
    report = strict_json(folder/'metrics.json')
    report.pop('digest')
    for k in ('out', 'resume', 'overwrite', 'checkpoint_every'): report['config'].pop(k)
    return Posterior.load(folder/'posterior.safetensors').state_dict(), report, pd.read_csv(folder/'history.csv').drop(columns='seconds')

def check_same(a: Path, b: Path) -> None:
    (qa, ra, ha), (qb, rb, hb) = outcome(a), outcome(b)
    assert qa.keys()==qb.keys() and all(torch.equal(qa[k], qb[k]) for k in qa)
    assert ra==rb
    pd.testing.assert_frame_equal(ha, hb, check_exact=True)

def refused(d: Done, hint: str = '') -> None:
    "One clear line, status 2"
    assert d.status==2, f'status {d.status}: {d.err[-2000:]}'
    lines = d.err.splitlines()
    assert len(lines)==1 and '\r' not in d.err and '\x1b' not in d.err, d.err
    assert lines[0].startswith('error: ') and hint.lower() in lines[0].lower() and len(lines[0])<700, d.err
    assert 'traceback' not in d.err.lower() and 'weights_only' not in d.err

# what it does when all is well

def test_train(call, tmp_path):
    "Two seeds on the digits: everything that a run promises"
    d = call('--data', 'digits', '--seeds', 2, '--out', 'there/deep', *quiet, drawn=True)
    assert d.status==0 and d.err==''
    for part in ('digits. 10 classes: 8 x 8 digits', '\nsymmetrized, 1 hidden layer of 3 relu units, 2 training seeds', '\nfamily mean_field, prior std 0.3\n', 'Exact', '± 95 % over seeds', 'I(g;w), exactly, nats',
                 'symmetrised ELBO, exactly, nats', 'test accuracy', 'written to there/deep'): assert part in d.out, part
    assert 'at most, nats' not in d.out and ' a exact' not in d.out
    out = tmp_path/'there'/'deep'
    assert names(out)==results and names(tmp_path)==sorted(['there', 'there/deep', *(f'there/deep/{n}' for n in results)])
    check_whole(out)
    report, h, q = strict_json(out/'metrics.json'), pd.read_csv(out/'history.csv'), Posterior.load(out/'posterior.safetensors')
    assert [s['seed'] for s in report['seeds']]==[0, 1] and report['config']['width']==3
    for s in report['seeds']:
        assert 0<=s['test_accuracy']<=1 and s['mi_lower']==s['mi_upper']<=s['log_order']+.2  # sampled, so only on average below
        assert s['elbo']==pytest.approx(s['log_lik']-s['kl']) and s['symmetrized_elbo_lower']==pytest.approx(s['elbo']+s['mi_lower'])
    assert list(h.columns)==columns and h.epoch.tolist()==[1, 1, 2, 2] and h.member.tolist()==[0, 1, 0, 1] and h.notna().all().all()
    assert isinstance(q, MeanField) and q.batch_shape==(2,) and q.layout.shapes['0.weight']==(3, 64)

@pytest.mark.parametrize('command', ['train', 'digits'])
def test_help(command, run):
    "Every option with its comment, switches that are on as their negation"
    d = run('--help', command=command)
    assert d.status==0 and d.err=='' and d.out.startswith('usage:')
    for o in ('--out', '--seeds', '--epochs', '--width', '--no-progress'): assert o in d.out
    if command=='train':
        for o in ('--data', '--method', '--estimator', '-k', '--depth', '--lr', '--prior-std', '--data-dir', '--resume', '--device', '--target', '--version', 'do not show progress bars\n'): assert o in d.out
        assert 'do not draw outputs of layers' in d.out and '(default: True)' not in d.out

@pytest.mark.defect('U10')
def test_help_and_error_name_every_data_set(run):
    "Both list all names, and the endings of files once"
    names = {n for n in data_sources().index if '*' not in n}
    for said in (run('--help', command='train').out.split('\n  --data (str) ')[1].split('--method')[0], run('--data', 'minst', command='train').err):
        assert names <= set(re.findall(r'\w+', said)) and '*' not in said and all(said.count(end)==1 for end in ('.csv', '.tsv', '.npz'))

@pytest.mark.parametrize('command', ['train', 'predict'])
def test_version(command, call):
    d = call('--version', command=command)
    assert d==Done(0, f'{command}, symbayes {symbayes.__version__}\n', '')

def test_both_forms_of_a_switch(call):
    assert call(*quiet, '--local-reparam', '--progress').status==0

good = {
    'mean field': ('--method', 'mean_field'),
    'exact': ('--estimator', 'exact', '--activation', 'tanh'),
    'deep low rank': ('--family', 'low_rank', '--depth', 2, '--seeds', 2),
    'unit gaussian bf16': ('--family', 'unit_gaussian', '--bf16'),
    'weight draws': ('--no-local-reparam', '--samples', 2, '-k', 3),
    'early stopping': ('--patience', 1, '--n-train', 20, '--activation', 'selu'),
    'one unit, one example': ('--width', 1, '--n-train', 1, '-k', 1, '--kl-warmup', 1),
    'diabetes': ('--data', 'diabetes', '--method', 'mean_field', '--seeds', 2),
    'sinc': ('--data', 'sinc', '--learn-noise', '--noise-std', .5, '--seeds', 2),
    'toy2d': ('--data', 'toy2d', '--family', 'unit_gaussian'),
}

ignored = {'exact': 0, 'weight draws': 1, 'one unit, one example': 1}

@pytest.mark.parametrize('case', some(good, lambda c: c not in ('mean field', 'toy2d', 'diabetes')))
def test_options(case, call, tmp_path):
    d = call(*quiet, *good[case], '--out', tmp_path, drawn=True)
    assert d.status==0 and len(d.err.splitlines())==ignored.get(case, 0) and all(line.startswith('note: --k ') for line in d.err.splitlines())
    assert names(tmp_path)==results
    check_whole(tmp_path)
    a, report = good[case], strict_json(tmp_path/'metrics.json')
    regression = '--data' in a
    assert ('test RMSE' in d.out, 'test accuracy' in d.out)==(regression, not regression)
    assert ('test_rmse' in report['seeds'][0], 'test_accuracy' in report['seeds'][0])==(regression, not regression)
    assert load_run(tmp_path).config==RunConfig(**report['config'])
    family = {'low_rank': LowRank, 'unit_gaussian': UnitGaussian}.get(a[a.index('--family')+1] if '--family' in a else '', MeanField)
    assert isinstance(Posterior.load(tmp_path/'posterior.safetensors'), family)
    mi = pd.read_csv(tmp_path/'history.csv').mi
    assert (mi==0).all() if 'mean_field' in a else mi.notna().all()

def test_without_out_nothing_is_written(run, tmp_path):
    d = run(*tiny, cwd=tmp_path)
    assert d.status==0 and names(tmp_path)==[] and 'written' not in d.out and '2/2' in d.err

def test_a_stream_that_cannot_spell_the_table(run):
    "A pipe in an old encoding does not cost the numbers of a finished training"
    d = run(*quiet, before='sys.stdout.reconfigure(encoding="ascii")')
    assert d.status==0 and 'test accuracy' in d.out and d.err==''

# refusals; with the progress bar on, so that a bar before the line tells that training had begun

bad = {
    '--data nope': 'nope', '--method nope': 'nope', '--estimator nope': 'nope', '--activation nope': 'nope', '--family nope': 'nope',
    '--device nope': 'nope', '--device cuda:99': 'cuda:99', '--device meta': 'meta', '--device xla': 'xla', '--device=': 'device',
    '--width 0': 'width', '--width -1': 'width', '--depth 0': 'depth', '-k 0': 'K is 0', '-k -2': 'K is -2', '--epochs 0': 'epochs', '--lr -1': 'lr', '--lr nan': 'lr', '--lr inf': 'lr', '--lr 0': 'lr',
    '--prior-std inf': 'prior', '--prior-std nan': 'prior', '--prior-std 0': 'prior', '--init-std inf': 'std', '--init-std nan': 'std',
    '--noise-std inf --data sinc': 'noise', '--noise-std nan --data sinc': 'noise', '--noise-std -1 --data sinc': 'noise',
    '--kl-warmup nan': 'warm', '--kl-warmup inf': 'warm', '--kl-warmup -3': 'warm',
    '--batch-size 0': 'batch', '--samples 0': 'samples', '--seeds 0': 'seeds', '--eval-samples 0': 'eval', '--patience -1': 'patience', '--n-train -1': '-1', '--n-train 5000': '5000',
    f'--width {10**30}': 'memory', f'--depth {10**12}': 'depth 1000000000000 need', f'--samples {10**12}': 'samples', f'--eval-samples {10**12}': 'eval_samples', f'--seeds {10**12}': 'memory', f'-k {10**12}': 'K 1000000000000',
    '--prior-std 1e308': 'prior_std is 1e+308', '--init-std 1e308': 'init_std', '--noise-std 1e308 --data sinc': 'noise_std', '--temperature 1e308': 'temperature', '--prior-std 1e-30': 'prior_std',
    '--method mean_field --estimator soules': 'estimator soules', '--data-dir nowhere': "'nowhere' does not exist", '--resume --overwrite': 'exclude each other',
    '--processes all': 'processes is \'all\', expected data or samples', '--seed 99999999999999999999': 'seed', '--inducing -1': 'inducing is -1', '--inducing 999 --data sinc --family inducing': 'inducing is 999, more than the 128 training examples of sinc',
    '--family collapsed': 'family collapsed is for regressions with Gaussian noise, digits has classes', '--estimator exact --width 50': 'too many', '--learn-noise': 'noise', '--resume --out=': '',
}

@pytest.mark.parametrize('case', by_turns(2, bad))
def test_bad_options(case, call, tmp_path):
    d = call(*tiny, '--out', tmp_path/'out', *case.split())
    assert names(tmp_path)==[], 'not even an empty folder is left'
    refused(d, bad[case])

@pytest.mark.parametrize('option', ['resume', 'overwrite'])
def test_options_that_need_a_folder(option, call): refused(call(*tiny, f'--{option}'), option)

def test_patience_without_end(call):
    d = call(*quiet, '--patience', 10**30)
    assert d.status==0 and d.err==''

@pytest.mark.parametrize('family', ['low_rank', 'unit_gaussian'])
def test_a_rate_that_breaks_a_covariance(family, call):
    refused(call('--data', 'diabetes', '--epochs', 20, '--width', 4, '--lr', 1e6, '--family', family, '--no-progress'), 'learning rate')

@pytest.mark.parametrize('command', ['train', 'digits', 'demo', 'wide_nets', 'reproduce'])
def test_no_command_takes_an_empty_name_for_a_folder(command, run, tmp_path):
    d = run(*['fig2', '--quick'][:2*(command=='reproduce')], '--out=', command=command, cwd=tmp_path)
    refused(d, 'empty name')
    assert d.out=='' and names(tmp_path)==[]

# errors that no check foresees

def failing(error: str) -> str: return f'import symbayes.runs.training as r\ndef fail(*args, **kwargs): raise {error}\nr.fit = fail'

@pytest.mark.parametrize('error,hint', some([('MemoryError()', 'memory'), ('OverflowError("math range error")', 'too large'), ('TypeError("Overflow when unpacking long long")', 'too large'),
    ('RuntimeError("[enforce fail at alloc_cpu.cpp:118] DefaultCPUAllocator: can\'t allocate memory\\nException raised from here")', 'memory'), ('OSError(28, "No space left on device")', 'No space left')],
    among('MemoryError()', 'TypeError("Overflow when unpacking long long")', 'OSError(28, "No space left on device")')))
def test_what_the_machine_refuses_is_one_line(error, hint, run, tmp_path):
    refused(run(*quiet, '--out', tmp_path/'out', before=failing(error)), hint)
    assert names(tmp_path)==[]

def test_a_bug_keeps_its_traceback(run):
    d = run(*quiet, before=failing('KeyError("nothing was read")'))
    assert d.status==1 and 'Traceback' in d.err and 'nothing was read' in d.err

@pytest.mark.parametrize('broken,hint', [('os.dup2(os.open("/dev/full", os.O_WRONLY), 1)', 'No space left'), ('r, w = os.pipe(); os.close(r); os.dup2(w, 1)', 'Broken pipe')], ids=['full', 'closed'])
def test_an_output_that_nobody_takes(broken, hint, run, tmp_path):
    "The results are on disk all the same"
    refused(run(*quiet, '--out', tmp_path, before=broken), f'standard output: {hint}')
    assert names(tmp_path)==results
    check_whole(tmp_path)

@pytest.mark.parametrize('case,hint', [('--epochs many', "argument --epochs: invalid int value: 'many'"), ('--lr x', '--lr'), ('--width 1.5', '--width'), ('--seeds', 'expected one argument'),
    ('digits', 'unrecognized arguments: digits'), ('--zzz 3', '--help lists'), ('--widht 3', 'did you mean --width?')])
def test_wrong_options_are_one_line(case, hint, call, tmp_path):
    d = call('--out', tmp_path/'out', *case.split())
    refused(d, hint)
    assert d.out=='' and not (tmp_path/'out').exists()

@pytest.mark.parametrize('case,part', [('-k 3', '--k 3 is not used'), ('--noise-std .5', '--noise-std 0.5 is not used'), ('--data-dir .', '--data-dir . is not used'), ('--checkpoint-every 3', '--checkpoint-every 3.0 is not used'),
    ('--kl-warmup 8', '--kl-warmup 8.0 is longer than --epochs 2: the factor on KL - I never reaches --temperature 1.0, it ends at 0.25 of it')])
def test_an_option_without_effect_is_said(case, part, call):
    d = call(*quiet, *case.split())
    assert d.status==0 and d.err.startswith(f'note: {part}') and len(d.err.splitlines())==1

def test_advice_in_the_words_of_the_options(call):
    d = call(*tiny, '--estimator', 'exact', '--width', 50)
    refused(d, 'soules')
    assert '()' not in d.err and 'Soules' not in d.err

# predicting, from a script as pip writes it and in another process

def flats(n: int = 150) -> pd.DataFrame:
    "A table with a number and a category, and a rent in the hundreds"
    draw = np.random.default_rng(0)
    t = pd.DataFrame(dict(area=draw.uniform(20, 120, n).round(1), city=draw.choice(['Bergen', 'Oslo'], n)))
    return t.assign(rent=(12*t.area+150*(t.city=='Oslo')+draw.normal(0, 40, n)).round(2), kind=np.where(t.area<50, 'small', 'large'))

@pytest.mark.parametrize('alone', [False, pytest.param(True, marks=pytest.mark.slow)], ids=['forked', 'alone'])
def test_from_a_table_to_predictions_elsewhere(alone, root, run, tmp_path):
    "One command as a console script, in a process of its own if it stands alone, the other in a forked one; the numbers are those of this process"
    flats().drop(columns='kind').to_csv(tmp_path/'flats.csv', index=False)
    flats()[:7].drop(columns='rent').to_csv(tmp_path/'new.csv', index=False)
    (tmp_path/'symbayes-train').write_text(script)
    argv = [str(a) for a in ('--data', 'flats.csv', '--target', 'rent', '--family', 'mean_field', '--seeds', 2, '--out', 'there/deep', *tiny, '--no-progress')]
    if alone:
        p = subprocess.run([sys.executable, 'symbayes-train', *argv], cwd=tmp_path, env=environment(root), capture_output=True, text=True, encoding='utf-8')
        d = Done(p.returncode, p.stdout, p.stderr)
    else: d = run(*argv, cwd=tmp_path)
    assert d.status==0 and d.err=='', d.err
    for part in ('flats.csv. rent from 3 inputs', '2 training seeds', 'test RMSE', 'written to there/deep'): assert part in d.out, part
    assert run('there/deep', '--data', 'new.csv', '--out', 'p/new.csv', '--samples', 20, '--seed', 5, command='predict', cwd=tmp_path)==Done(0, '7 rows written to p/new.csv\n', '')
    found, result = pd.read_csv(tmp_path/'p'/'new.csv'), load_run(tmp_path/'there'/'deep')
    pd.testing.assert_frame_equal(found, result.predict(tmp_path/'new.csv', 20, 5), check_exact=False, rtol=1e-6)
    assert list(found)==['mean', 'std', 'std_with_noise', 'lower', 'upper'] and found['mean'].between(0, 3000).all() and (found['std']<found.std_with_noise).all()

def test_a_plain_line_learns_the_noise_of_an_own_table(call, tmp_path):
    "It fits as the estimators do, covers its held rows, says with what, and goes on as itself; noise that is given is held"
    flats().drop(columns='kind').to_csv(tmp_path/'flats.csv', index=False)
    plain = '--data', 'flats.csv', '--target', 'rent', '--no-progress', '--epochs', 200, '--eval-samples', 20
    d = call(*plain, '--out', 'run')
    for part in ('1 hidden layer of 50 tanh units', '\nfamily collapsed, prior std 0.3, noise learned from 0.2\n'): assert part in d.out, part
    r = load_run(tmp_path/'run')
    usual = dict(family='collapsed', width=50, activation='tanh', noise_std=.2, learn_noise=True)
    assert d.err=='' and usual.items()<=strict_json(tmp_path/'run'/'run.json')['config'].items() and .85<=r.metrics.test_coverage.item()<=1
    assert .5*40<r.likelihood.std.item()*r.info.y_units[1].item()<2*40 and r.metrics.test_log_lik.item()>r.metrics.test_log_lik_constant.item()+.5
    again = call(*plain, '--out', 'run', '--resume')
    assert again.status==0 and all(torch.equal(t, r.q.state_dict()[k]) for k,t in load_run(tmp_path/'run').q.state_dict().items())
    held = call(*plain[:-4], '--epochs', 200, '--eval-samples', 5, '--width', 3, '--activation', 'relu', '--noise-std', .3)
    assert '1 hidden layer of 3 relu units' in held.out and '\nfamily collapsed, prior std 0.3, noise held at 0.3\n' in held.out

# holes and skewed targets

def test_all_holes_are_named_at_once_and_filled_if_asked(call, tmp_path):
    t = flats().drop(columns='kind')
    t.assign(area=t.area.where(t.index%9!=0), city=t.city.where(t.index%7!=0)).to_csv(tmp_path/'flats.csv', index=False)
    refused = call('--data', 'flats.csv', '--target', 'rent', *tiny, '--no-progress')
    assert refused.status==2 and len(refused.err.splitlines())==1
    for part in ("column 'area' has no value in row 1 of 150 (17 such rows)", "column 'city' has no value in row 1 of 150 (22 such rows)", '--fill median'): assert part in refused.err, part
    d = call('--data', 'flats.csv', '--target', 'rent', *tiny, '--no-progress', '--family', 'mean_field', '--fill', 'median', '--out', 'run')
    assert d.status==0 and d.err=='' and 'rent from 4 inputs' in d.out
    found = pd.read_csv(StringIO(call('run', '--data', 'flats.csv', '--level', .5, command='predict').out))
    wide = pd.read_csv(StringIO(call('run', '--data', 'flats.csv', command='predict').out))
    assert len(found)==150 and (found.lower<found.upper).all() and (wide.lower<found.lower).all() and (wide.upper>found.upper).all()
    assert load_run(tmp_path/'run').config.fill=='median' and len(load_run(tmp_path/'run').predict())==30

def test_a_skewed_target(call, tmp_path):
    t = flats().drop(columns='kind')
    t.assign(rent=np.exp(t.rent/300)).to_csv(tmp_path/'flats.csv', index=False)
    d = call('--data', 'flats.csv', '--target', 'rent', *tiny, '--no-progress', '--family', 'mean_field', '--log-target', '--out', 'run')
    assert d.status==0 and d.err=='' and 'logarithms of the targets are scaled' in d.out
    found = pd.read_csv(StringIO(call('run', command='predict').out))
    assert list(found)==['median', 'lower', 'upper', 'target'] and (0<found.lower).all() and (found.lower<found['median']).all() and (found['median']<found.upper).all()
    held = pd.read_csv(tmp_path/'flats.csv').rent
    assert np.isin(found.target.round(2), held.round(2)).mean()>.9
    t.assign(rent=t.rent-500).to_csv(tmp_path/'flats.csv', index=False)
    refused = call('--data', 'flats.csv', '--target', 'rent', *tiny, '--log-target')
    assert refused.status==2 and 'expected positive numbers for their logarithms (log_target)' in refused.err and len(refused.err.splitlines())==1

@pytest.mark.parametrize('argv,message', [(('--fill', 'mean'), "fill is 'mean', expected 'median' or None"), (('--target', 'kind', '--log-target'), "log_target is for a regression, and 'kind' holds classes")])
def test_options_of_tables_are_checked(argv, message, call, tmp_path):
    flats().to_csv(tmp_path/'flats.csv', index=False)
    d = call('--data', 'flats.csv', *(() if '--target' in argv else ('--target', 'rent')), *argv, *tiny, '--no-progress')
    assert d.status==2 and message in d.err and len(d.err.splitlines())==1

def test_predict_classes(call, tmp_path):
    "Class names of the table; a member alone; the test part, with its targets"
    flats().drop(columns='rent').to_csv(tmp_path/'flats.csv', index=False)
    assert call(*quiet, '--data', 'flats.csv', '--target', 'kind', '--seeds', 2, '--out', 'run').status==0
    shown = call('run', '--data', 'flats.csv', '--member', 1, command='predict')
    t = pd.read_csv(StringIO(shown.out))
    assert shown.status==0 and shown.err=='' and list(t)==['class', 'p_large', 'p_small'] and len(t)==150 and set(t['class'])<={'large', 'small'}
    assert np.allclose(t.p_large+t.p_small, 1) and call('run', '--data', 'flats.csv', command='predict').out!=shown.out
    own = pd.read_csv(StringIO(call('run', command='predict').out))
    assert list(own)==['class', 'p_large', 'p_small', 'target'] and set(own.target)=={'large', 'small'}

def test_a_run_whose_data_have_changed_is_not_predicted_without_a_table(call, tmp_path):
    "Other rows would be split and scaled otherwise; a table that is handed over is predicted as ever"
    rents = flats().drop(columns='kind')
    rents.to_csv(tmp_path/'flats.csv', index=False)
    assert call(*quiet, '--data', 'flats.csv', '--target', 'rent', '--out', 'run').status==0
    before = call('run', command='predict')
    assert before.status==0
    rents.assign(rent=rents.rent+1).to_csv(tmp_path/'flats.csv', index=False)
    refused(call('run', command='predict'), 'the data of this run have changed: hand over a table by --data')
    assert call('run', '--data', 'flats.csv', command='predict').status==0
    rents.to_csv(tmp_path/'flats.csv', index=False)
    assert call('run', command='predict').out==before.out
    (tmp_path/'else').mkdir()
    refused(call('../run', command='predict', cwd=tmp_path/'else'), "table 'flats.csv', the data of this run, does not exist here: hand over a table by --data")
    assert call('../run', '--data', '../flats.csv', command='predict', cwd=tmp_path/'else').status==0

def test_targets_beside_predictions_of_several(call, tmp_path):
    x = np.random.default_rng(0).normal(size=(60, 3))
    np.savez(tmp_path/'two.npz', x=x, y=np.stack([x.sum(1), 100+10*x[:, 0]], 1))
    d = call(*quiet, '--data', 'two.npz', '--out', 'run')
    assert d.status==0 and 'two.npz. regression from 3 inputs; ' in d.out and d.out.split('0 stands for ')[1].split(', 1 for ')[0].count(',')==1
    t = pd.read_csv(StringIO(call('run', command='predict').out))
    assert list(t)==['mean_0', 'mean_1', 'std_0', 'std_1', 'std_with_noise_0', 'std_with_noise_1', 'lower_0', 'lower_1', 'upper_0', 'upper_1', 'target_0', 'target_1']
    assert t.target_0.abs().max()<20 and t.target_1.between(50, 150).all()

def test_an_npz_file_of_images(call, tmp_path):
    "Is scaled as the training images were"
    draw = np.random.default_rng(0)
    y = draw.integers(0, 2, 90)
    x = (100+50*y[:, None, None]+draw.normal(0, 5, (90, 4, 5))).astype(np.float32)
    np.savez(tmp_path/'img.npz', x=x, y=y)
    np.savez(tmp_path/'new.npz', x=x[:7])
    np.savez(tmp_path/'small.npz', x=x[:, :3])
    d = call(*quiet, '--epochs', 30, '--width', 5, '--data', 'img.npz', '--out', 'run')
    assert d.status==0 and 'img.npz. 2 classes from 20 inputs; 65 training, 7 validation, 18 test examples\n' in d.out, d.out
    t = pd.read_csv(StringIO(call('run', '--data', 'new.npz', command='predict').out))
    assert list(t)==['class', 'p_0', 'p_1'] and list(t['class'])==list(y[:7])
    assert np.allclose(t.p_0, load_run(tmp_path/'run').predict(x[:7]).p_0, atol=1e-5)
    refused(call('run', '--data', 'small.npz', command='predict'), 'inputs have shape')
    np.savez(tmp_path/'nan.npz', x=x*np.nan)
    np.savez(tmp_path/'text.npz', x=x.astype(str))
    refused(call('run', '--data', 'nan.npz', command='predict'), 'not finite')
    refused(call('run', '--data', 'text.npz', command='predict'), 'expected numbers')

def spoil(name: str, content: str|None) -> Callable:
    def change(folder: Path) -> None:
        (folder/name).unlink()
        if content is not None: (folder/name).write_text(content)
    return change

def rewritten(content: dict) -> Callable: return lambda folder: write_json(folder/'run.json', content)

damage = {
    'no run.json': (spoil('run.json', None), 'run.json missing'), 'no posterior': (spoil('posterior.safetensors', None), 'posterior.safetensors missing'),
    'cut': (spoil('run.json', '{"format": '), 'cannot read'), 'a list': (spoil('run.json', '[]'), 'expected an object'), 'empty': (rewritten({}), 'another version'), 'no digest': (spoil('run.json', '{}'), 'has no digest'),
    'later': (rewritten({'format': 'symbayes run 7', 'symbayes': '3.0'}), 'symbayes 3.0'), 'other keys': (rewritten({'format': 'symbayes run 2', 'config': {}}), 'damaged'),
    'posterior': (spoil('posterior.safetensors', 'x'), 'safetensors'), 'metrics': (spoil('metrics.json', '{}'), 'damaged'), 'history': (spoil('history.csv', ''), 'damaged'),
}

@pytest.mark.parametrize('case', damage)
def test_damaged_runs(case, call, finished, tmp_path):
    shutil.copytree(finished['digits'], tmp_path/'run')
    change, hint = damage[case]
    change(tmp_path/'run')
    refused(call('run', command='predict'), hint)

def test_a_posterior_of_another_network(call, finished, tmp_path):
    shutil.copytree(finished['digits'], tmp_path/'run')
    shutil.copy(finished['sinc']/'posterior.safetensors', tmp_path/'run')
    refused(call('run', command='predict'), "'run/posterior.safetensors' is damaged or of another run")

@pytest.mark.parametrize('case,hint', [('nowhere', "no folder 'nowhere'"), ('.', 'no folder of a run'), ('run --member 1', 'member is 1'), ('run --samples 0', 'n_samples'), ('run --data x.csv', 'no table'),
    ('run --out x.txt', '.csv'), (f'run --out {os.devnull}/x.csv', 'cannot write'), ('', 'required')])
def test_predict_refuses(case, hint, call, finished, tmp_path):
    shutil.copytree(finished['digits'], tmp_path/'run')
    before = contents(tmp_path)
    refused(call(*case.split(), command='predict'), hint)
    assert contents(tmp_path)==before

# data files

offline = '''
import urllib.error, urllib.request
def urlopen(*args, **kwargs): raise urllib.error.URLError('no network in this test')
urllib.request.urlopen = urlopen
'''

@pytest.mark.parametrize('data', some(['mnist', 'fashion_mnist', 'cifar10', 'cifar100'], among('mnist', 'cifar10')))
def test_missing_data_files(data, run, tmp_path):
    (tmp_path/'data').mkdir()
    refused(run(*tiny, '--data', data, '--data-dir', tmp_path/'data', '--out', tmp_path/'out', before=offline), str(tmp_path/'data'))
    assert names(tmp_path/'data')==names(tmp_path/'out')==[]
    refused(run(*tiny, '--data', data, '--data-dir', tmp_path/'nowhere'), 'does not exist')

def idx(*dims: int) -> bytes: return struct.pack(f'>I{len(dims)}I', 0x800+len(dims), *dims) + bytes(torch.Size(dims).numel())

corrupt: dict[str, Callable[[bytes], bytes]] = {
    'empty': lambda b: b'', 'header cut': lambda b: b[:6], 'data cut': lambda b: b[:-1], 'too long': lambda b: b+b'x', 'text': lambda b: b'<html>404</html>',
    'other magic': lambda b: b'\0\0\x0d'+b[3:], 'huge': lambda b: b[:4]+b'\xff'*4+b[8:], 'gzip': lambda b: b'\x1f\x8b\x08'+b[3:],
}

@pytest.mark.parametrize('step', [3, pytest.param(1, marks=pytest.mark.slow)], ids=['some', 'all'])
def test_corrupt_idx_files(step, run, tmp_path):
    raw = tmp_path/'MNIST'/'raw'
    raw.mkdir(parents=True)
    files = {f'{p}-{k}-ubyte': idx(n, *s) for p,n in (('train', 5100), ('t10k', 20)) for k,s in (('images-idx3', (28, 28)), ('labels-idx1', ()))}
    for n,b in files.items(): (raw/n).write_bytes(b)
    again = lambda: run(*tiny, '--data', 'mnist', '--data-dir', tmp_path, '--out', tmp_path/'out')
    for n in ('train-images-idx3-ubyte', 't10k-labels-idx1-ubyte'):
        for spoil in list(corrupt.values())[::step]:
            (raw/n).write_bytes(spoil(files[n]))
            refused(again(), n)
        (raw/n).write_bytes(files[n])
    labels = 'train-labels-idx1-ubyte'
    (raw/labels).write_bytes(files[labels][:-1]+b'\x0a')
    refused(again(), 'label 10')
    (raw/labels).write_bytes(idx(5099))
    refused(again(), '5099 labels')
    assert names(tmp_path/'out')==[]

def test_corrupt_zip(run, tmp_path):
    (tmp_path/'cifar10-jpeg.zip').write_bytes(b'PK\x03\x04 and then nothing')
    refused(run(*tiny, '--data', 'cifar10', '--data-dir', tmp_path), 'cifar10-jpeg.zip')

# the output folder

def test_unwritable_folders(run, tmp_path):
    (tmp_path/'file').write_text('mine')
    for out in (tmp_path/'file', tmp_path/'file'/'below', Path(os.devnull)/'x', Path('/proc/nowhere')):
        refused(run(*tiny, '--out', out), str(out))
    assert contents(tmp_path)=={'file': b'mine'}
    refused(run(*tiny, '--out', tmp_path/'file'), 'is a file')
    (tmp_path/'link').symlink_to(tmp_path/'gone')
    refused(run(*tiny, '--out', tmp_path/'link'), 'link to a place that does not exist')
    assert (tmp_path/'link').is_symlink()

@pytest.mark.parametrize('name', results)
def test_a_folder_where_a_file_shall_be(name, run, tmp_path):
    "Is noticed before hours of training"
    (tmp_path/name).mkdir()
    d = run(*tiny, '--out', tmp_path)
    assert contents(tmp_path)=={}
    refused(d, name)

@pytest.mark.parametrize('size', [4000, 20_000])
def test_a_full_disk(size, run, tmp_path):
    "Files may not grow beyond `size`: the checkpoint does not fit, or just the picture"
    d = run(*quiet, '--out', tmp_path, before=f'{drawn}; import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))')
    check_whole(tmp_path)
    refused(d, str(tmp_path))
    assert not [n for n in names(tmp_path) if n[0]=='.']

def test_a_folder_keeps_what_it_has(run, tmp_path):
    for n in ('.try', 'notes.txt', '.checkpoint'): (tmp_path/n).write_text('mine')
    assert run(*quiet, '--out', tmp_path).status==0
    assert {n: b for n,b in contents(tmp_path).items() if n not in results}=={n: b'mine' for n in ('.try', 'notes.txt', '.checkpoint')}

@pytest.mark.parametrize('case', ['--lr 1e30', '--lr 1e30 --batch-size 5000 --epochs 1'])
def test_a_diverged_run_leaves_no_diverged_checkpoint(case, run, tmp_path):
    "Also when it is the last step that goes wrong"
    refused(run(*quiet, *case.split(), '--out', tmp_path))
    assert names(tmp_path) in ([], ['checkpoint.pt'])
    for f in tmp_path.iterdir(): assert all(t.isfinite().all() and t.abs().max()<1e6 for t in torch.load(f, weights_only=True)['run']['q'].values())

# resuming

often = '--checkpoint-every', 0

@pytest.fixture(scope='session')
def finished(run, tmp_path_factory) -> dict[str, Path]:
    "Folders of finished runs"
    at = tmp_path_factory.mktemp('finished')
    for k,a in dict(digits=(), sinc=('--data', 'sinc')).items(): assert run(*quiet, *a, '--out', at/k).status==0
    return {k: at/k for k in ('digits', 'sinc')}

@pytest.mark.defect('U15')
@pytest.mark.parametrize('lost,kind', [((), 'a finished run'), pytest.param(('checkpoint.pt',), 'a finished run', marks=pytest.mark.slow), ([n for n in results if n!='checkpoint.pt'], 'an unfinished run, in progress or interrupted')], ids=['all', 'results', 'checkpoint'])
def test_a_run_is_not_overwritten_unasked(lost, kind, run, finished, tmp_path):
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    for n in lost: (out/n).unlink()
    was = contents(out)
    for option in ([], ['--resume'][:'checkpoint.pt' in lost]):
        d = run(*quiet, *option, '--width', 4, '--out', out)
        refused(d, f"'{out}' holds {kind}")
        assert '--overwrite' in d.err and d.out=='' and contents(out)==was
    d = run(*quiet, '--width', 4, '--overwrite', '--out', out, before=drawn)
    assert d.status==0 and names(out)==results and all(contents(out)[n]!=was[n] for n in was)

def test_overwrite_takes_an_empty_folder(run, tmp_path):
    assert run(*quiet, '--overwrite', '--out', tmp_path).status==0 and names(tmp_path)==results

others = ['digits '+o for o in ('--width 4', '--depth 2', '--method mean_field', '--data diabetes', '--activation tanh', '--activation gelu', '--family low_rank', '--seeds 2', '--seed 1', '--lr .1', '--n-train 100',
    '--prior-std .5', '--init-std .1', '--kl-warmup 1', '--estimator uniform', '--estimator exact', '--batch-size 50', '--samples 2', '--no-local-reparam', '--bf16')]
others += ['sinc '+o for o in ('--data wide_sinc', '--data abs', '--noise-std .7', '--learn-noise')]

@pytest.mark.parametrize('case', ['--family collapsed --data sinc --learn-noise', '--family inducing --data sinc --inducing 9 --depth 2', pytest.param('--family inducing --n-train 40', marks=pytest.mark.slow)])
def test_families_that_move_with_the_symmetry(case, call, tmp_path):
    "Trained, interrupted and resumed to the same numbers, refused with other options, and predicted with"
    options, whole, again = [*tiny[:3], 30, *tiny[4:], '--seeds', 2, '--no-progress', *case.split()], tmp_path/'whole', tmp_path/'again'
    d = call(*options, '--out', whole)
    assert d.status==0 and 'symmetrised ELBO' in d.out and names(whole)==results
    with pytest.MonkeyPatch.context() as patch:
        from symbayes.runs import training as runs
        patch.setattr(runs, 'run_account', lambda run: (_ for _ in ()).throw(KeyboardInterrupt))
        assert call(*options, '--checkpoint-every', 0, '--out', again).status and names(again)==['checkpoint.pt']
    assert call(*options, '--resume', '--out', again).status==0
    a, b = (load_run(f) for f in (whole, again))
    assert all(torch.equal(t, b.q.state_dict()[k]) for k,t in a.q.state_dict().items())
    pd.testing.assert_frame_equal(a.metrics, b.metrics)
    for other in ('--width', 4), *([('--inducing', 8)] if 'inducing' in case else []):
        d = call(*options, *other, '--resume', '--out', again)
        refused(Done(d.status, d.out, d.err.splitlines(True)[-1]), 'checkpoint')
    assert call(whole, '--out', tmp_path/'p.csv', command='predict').status==0
    assert pd.read_csv(tmp_path/'p.csv').notna().all().all()

@pytest.mark.parametrize('case', some(others, among('digits --width 4', 'digits --method mean_field', 'digits --family low_rank', 'digits --seeds 2', 'digits --estimator exact', 'digits --lr .1', 'sinc --noise-std .7', 'sinc --data abs')))
def test_a_checkpoint_of_another_run(case, run, finished, tmp_path):
    which, *options = case.split()
    shutil.copytree(finished[which], out := tmp_path/'out')
    data = [] if '--data' in options else ['--data', which]
    d = run(*quiet, *data, *options, '--resume', '--out', out)
    refused(d, 'checkpoint')
    assert contents(out)==contents(finished[which])

def test_resuming_the_finished(run, finished, tmp_path):
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    assert run(*quiet, '--resume', '--out', out).status==0
    check_same(out, finished['digits'])

def test_resuming_from_nothing_starts(run, finished, tmp_path):
    assert run(*quiet, '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, finished['digits'])

@pytest.mark.parametrize('epochs', [1, 4])
def test_resuming_with_other_epochs(epochs, run, finished, tmp_path):
    "The learning rate is annealed over all epochs: another number is another run. Refused, or what an uninterrupted run of that length gives"
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    d = run(*quiet, '--epochs', epochs, '--resume', '--out', out)
    if d.status: return refused(d, 'epochs')
    assert run(*quiet, '--epochs', epochs, '--out', tmp_path/'whole').status==0
    check_same(out, tmp_path/'whole')

def test_resuming_with_patience(run, finished, tmp_path):
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    d = run(*quiet, '--patience', 1, '--resume', '--out', out)
    if d.status: refused(d, 'checkpoint')

@pytest.mark.parametrize('step', [4, pytest.param(1, marks=pytest.mark.slow)], ids=['some', 'all'])
def test_corrupt_checkpoints(step, run, finished, tmp_path):
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    f, wrong = out/'checkpoint.pt', []
    whole = f.read_bytes()
    def again(what):
        before = contents(out)
        try: refused(run(*quiet, '--resume', '--out', out), 'checkpoint.pt')
        except AssertionError as e: wrong.append((what, str(e).splitlines()[0]))
        assert contents(out)==before
    for content in (b'', b'not a checkpoint\n'*9, whole[:100], b'\x80\x02', whole[:len(whole)//2], whole[:-1])[::step]:
        f.write_bytes(content)
        again(content[:20])
    for obj in ({'a': 1}, torch.zeros(3), torch.nn.Linear(2, 2), {'identity': 1, 'run': {}})[::step]:
        torch.save(obj, f)
        again(obj)
    f.unlink()
    f.mkdir()
    again('a folder')
    assert not wrong, wrong

# kill at any moment

long = '--width', 3, '--eval-samples', 5, '--no-progress', '--n-train', 200, '--seeds', 2, '--epochs', 30

@pytest.fixture(scope='session')
def uninterrupted(run, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp('uninterrupted')
    assert run(*long, '--out', out).status==0
    return out

def until(there: Callable[[], bool], seconds: float = 300.) -> None:
    end = time.monotonic()+seconds
    while not there():
        assert time.monotonic()<end, 'nothing happened'
        time.sleep(.002)

@pytest.mark.slow
def test_killed_at_random_moments(run, uninterrupted, tmp_path):
    "Six kills between start and end: some hit an epoch, some the checkpoint after it"
    random, epochs = Random(0), []
    for _ in range(6):
        f = tmp_path/'checkpoint.pt'
        was = f.stat().st_mtime_ns if f.exists() else 0
        run.start(*long, *often, '--resume', '--out', tmp_path)
        until(lambda: f.exists() and f.stat().st_mtime_ns>was)
        time.sleep(random.uniform(.02, .12))
        if not (status := run.wait(signal.SIGKILL).status): break  # a fast machine may be done
        assert status==-signal.SIGKILL
        check_whole(tmp_path)
        epochs.append(torch.load(f, weights_only=True)['run']['epoch'])
    assert len(epochs)>1 and epochs==sorted(epochs) and 0<epochs[-1]<=30, epochs
    assert run(*long, '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, uninterrupted)

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
before_the_picture = 'import symbayes.runs.run_results as r; r.RunResult.plot = lambda self: os.kill(os.getpid(), signal.SIGKILL)'

@pytest.mark.parametrize('moment,left', [(in_a_write, ['checkpoint.pt']), (before_the_picture, [n for n in results if n!='picture.png'])], ids=['in a write', 'before the picture'])
def test_killed_at_the_worst_moment(moment, left, run, uninterrupted, tmp_path):
    assert run(*long, *often, '--out', tmp_path, before=moment).status==-signal.SIGKILL
    assert [n for n in names(tmp_path) if n[0]!='.']==left
    check_whole(tmp_path)
    if left==['checkpoint.pt']: assert torch.load(tmp_path/'checkpoint.pt', weights_only=True)['run']['epoch'] in (1, 2)
    assert run(*long, '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, uninterrupted)

def test_a_kill_leaves_no_litter_for_ever(run, tmp_path):
    "The half file that a kill leaves under a hidden name goes with the next run"
    run(*quiet, *often, '--epochs', 4, '--out', tmp_path, before=in_a_write)
    assert run(*quiet, '--epochs', 4, '--resume', '--out', tmp_path).status==0
    assert names(tmp_path)==results

def test_interrupt(run, uninterrupted, tmp_path):
    run.start(*long, *often, '--out', tmp_path)
    until((tmp_path/'checkpoint.pt').exists)
    d = run.wait(signal.SIGINT)
    kept, line = d.err.splitlines()
    assert d.status==130 and kept.startswith('interrupted: epoch ') and '--resume' in line and d.out==''
    assert names(tmp_path)==['checkpoint.pt']
    assert run(*long, '--resume', '--out', tmp_path).status==0
    check_same(tmp_path, uninterrupted)

# several processes, as torchrun starts them

def in_two(port: int, second: str = '', first: str = '') -> str:
    "Code that makes a new process two: this one is the first, the other one writes to files of its own. Each may do something before"
    return f'''
child = os.fork()
os.environ |= dict(RANK=str(int(not child)), LOCAL_RANK='0', WORLD_SIZE='2', MASTER_ADDR='127.0.0.1', MASTER_PORT='{port}')
if not child:
    for fd,name in (1, job['out']), (2, job['err']): os.dup2(os.open(name+' of the second', os.O_RDWR|os.O_CREAT|os.O_TRUNC, 0o644), fd)
exec({first!r} if child else {second!r})
'''

def free_port() -> int:
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]

by_data = *tiny[:3], 4, *tiny[4:], '--no-progress', '--processes', 'data', '--seeds', 2
killed = 'from symbayes.core.processes import Processes; Processes.barrier = lambda p: os.kill(os.getpid(), signal.SIGKILL)'

def near(a: Path, b: Path) -> None:
    "Two runs up to rounding"
    (qa, ra, ha), (qb, rb, hb) = outcome(a), outcome(b)
    assert all(torch.allclose(qa[k], qb[k], atol=1e-5) for k in qa) and ra['config']==rb['config']
    pd.testing.assert_frame_equal(ha, hb, rtol=1e-4)
    pd.testing.assert_frame_equal(pd.DataFrame(ra['seeds']), pd.DataFrame(rb['seeds']), rtol=1e-3)

def test_a_run_in_two_processes(run, call, tmp_path):
    "One folder and one report, with the numbers of one process"
    d, alone = run(*by_data, '--out', tmp_path/'two', before=in_two(free_port())), call(*by_data, '--out', tmp_path/'one')
    assert (d.status, d.err)==(0, '') and 'symmetrised ELBO' in d.out and names(tmp_path/'two')==results
    assert (alone.status, alone.err.count('note: --processes data is not used: this process is alone'))==(0, 1)
    assert [(run.home/f'{n} of the second').read_text() for n in ('stdout', 'stderr')]==['', '']
    near(tmp_path/'one', tmp_path/'two')

@pytest.mark.slow
def test_a_killed_process_ends_the_other_and_resuming_goes_on(run, call, tmp_path):
    begun = time.monotonic()
    refused(run(*by_data, '--out', tmp_path/'two', before=in_two(free_port(), killed)), 'process')
    assert time.monotonic()-begun<30 and names(tmp_path/'two')==['checkpoint.pt']
    assert call(*by_data, '--out', tmp_path/'two', '--resume').status==0, 'another number of processes may go on'
    assert call(*by_data, '--out', tmp_path/'one').status==0
    near(tmp_path/'one', tmp_path/'two')

@pytest.mark.slow
def test_what_the_first_process_finds_wrong_ends_the_other(run, finished, tmp_path):
    shutil.copytree(finished['digits'], out := tmp_path/'out')
    refused(run(*quiet, '--processes', 'samples', '--out', out, before=in_two(free_port())), 'holds a finished run')
    assert contents(out)==contents(finished['digits'])
    until(lambda: 'error: the connection to another process is lost' in (run.home/'stderr of the second').read_text())

@pytest.mark.slow
def test_torchrun(root, tmp_path):
    "As a user types it. A mistake is told once, and processes that were not told to share do not begin"
    def torchrun(*argv):
        words = 'torchrun', '--standalone', '--nproc-per-node', 2, '--no-python', 'symbayes-train', *argv
        path = f'{Path(sys.executable).parent}{os.pathsep}{os.environ["PATH"]}'
        p = subprocess.run([str(w) for w in words], env=environment(root) | dict(PATH=path), cwd=tmp_path, capture_output=True, text=True, timeout=300)
        return Done(p.returncode, p.stdout, p.stderr)
    d = torchrun(*by_data, '--out', 'two')
    assert d.status==0 and d.out.count('symmetrised ELBO, exactly')==1 and names(tmp_path/'two')==results
    for argv, hint in (quiet, 'torchrun has started several processes'), ((*by_data, '--out', 'two'), 'holds a finished run'):
        d = torchrun(*argv)
        assert d.status and d.out=='' and d.err.count('error: ')==1 and hint in d.err

# digits

digits = '--epochs', 2, '--seeds', 2, '--width', 10, '--no-progress'

@pytest.fixture(scope='session')
def shown(run, tmp_path_factory) -> tuple[Done, Path]:
    "The command and the folder it was started in"
    return run(*digits, command='digits', cwd=(at := tmp_path_factory.mktemp('shown'))), at

def test_digits(run, shown, tmp_path):
    d, at = shown
    assert d.status==0 and d.err==''
    for part in ('mean_field', 'sampled', 'symmetrized', '2 training seeds', 'I(g;w), at least, nats', 'ELBO, nats', 'p-value', 'digits/digits.png'): assert part in d.out, part
    check_png(at/'digits'/'digits.png')
    for method in ('mean_field', 'sampled', 'symmetrized'):
        assert names(at/'digits'/method)==results
        assert strict_json(at/'digits'/method/'metrics.json')['config']['method']==('mean_field' if method=='mean_field' else 'symmetrized')
    shutil.copytree(at, tmp_path, dirs_exist_ok=True)
    again = run(*digits, command='digits', cwd=tmp_path)
    assert again.status==0 and again.out==d.out

@pytest.mark.slow
def test_few_digits(run, tmp_path):
    d = run(*digits, '--width', 3, '--seeds', 1, '--epochs', 1, command='digits', cwd=tmp_path)
    assert d.status==0 and d.err=='' and (tmp_path/'digits'/'digits.png').exists()

@pytest.mark.slow
def test_digits_with_other_epochs(run, shown, tmp_path):
    "Does not pass the numbers of an earlier run off as its own"
    shutil.copytree(shown[1], tmp_path, dirs_exist_ok=True)
    was = contents(tmp_path)
    d = run(*digits, '--epochs', 1, command='digits', cwd=tmp_path)
    refused(d, 'epochs')
    assert '--overwrite' in d.err and contents(tmp_path)==was
    assert run(*digits, '--epochs', 1, '--overwrite', command='digits', cwd=tmp_path).status==0
    assert pd.read_csv(tmp_path/'digits'/'mean_field'/'history.csv').epoch.max()==1

@pytest.mark.parametrize('case', ['--seeds 0', f'--out {os.devnull}/x'])
def test_digits_refuses(case, run, tmp_path):
    d = run('--epochs', 2, *case.split(), command='digits', cwd=tmp_path)
    refused(d)
    assert d.out=='' and names(tmp_path)==[]

@pytest.mark.parametrize('name', ['digits.png', 'symmetrized/metrics.json'])
def test_digits_finds_a_folder_in_its_way_before_training(name, run, tmp_path):
    (tmp_path/'out'/name).mkdir(parents=True)
    d = run('--out', 'out', command='digits', cwd=tmp_path)
    refused(d, name)
    assert d.out=='' and contents(tmp_path)=={}

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
    (lost := next((tmp_path/'demo').glob('*.safetensors'))).unlink()
    refused(run(*demo, command='demo', cwd=tmp_path), f"'demo/{lost.stem}.json' is there, but not its posterior")

@pytest.mark.slow
def test_demo_with_other_steps(run, tmp_path):
    "Does not pass the numbers of an earlier demo off as its own"
    a = run(*demo, '--seeds', 1, command='demo', cwd=tmp_path)
    b = run(*demo, '--seeds', 1, '--steps', 31, command='demo', cwd=tmp_path)
    assert a.status==b.status==0 and a.out!=b.out

@pytest.mark.parametrize('case', ['--seeds 0', '--width 0', '--steps 0', f'--out {os.devnull}/x'])
def test_demo_refuses(case, run, tmp_path):
    d = run(*demo, *case.split(), command='demo', cwd=tmp_path)
    refused(d)
    assert names(tmp_path)==[]

@pytest.mark.slow
def test_wide_nets(run, tmp_path):
    "The quick experiment, and again from what is there; a folder that lost a table makes it anew"
    quick = '--quick', '--no-progress', '--no-monte-carlo', '--purposes', 'signs,map'
    d = run(*quick, command='wide_nets', cwd=tmp_path)
    assert d.status==0 and d.err=='' and 'written to wide_nets' in d.out
    t = pd.read_csv(tmp_path/'wide_nets'/'wide_nets.csv')
    assert set(t.purpose)=={'signs', 'map'} and t.notna().all().all() and (t.symmetrized_elbo_lower<=t.symmetrized_elbo_upper+4*t.mi_error+.1).all()
    again = run(*quick, command='wide_nets', cwd=tmp_path)
    assert again.status==0 and again.out==d.out

@pytest.mark.parametrize('case', ['--purposes depth', f'--out {os.devnull}/x'])
def test_wide_nets_refuses(case, run, tmp_path): refused(run('--quick', *case.split(), command='wide_nets', cwd=tmp_path))

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

def test_reproduce_with_a_foreign_table(run, tmp_path):
    (cell := tmp_path/'r'/'cells'/'fig2-quick.csv').parent.mkdir(parents=True)
    cell.write_text('mine,yours\n1,2\n')
    refused(run('fig2', '--quick', '--no-progress', '--out', 'r', command='reproduce', cwd=tmp_path), 'r/cells/fig2-quick.csv')
    assert contents(tmp_path)=={'r/cells/fig2-quick.csv': b'mine,yours\n1,2\n'}

# a network of one's own

nets = '''
import torch
from torch import nn
def vector(): return nn.Sequential(nn.Linear(64, 4), nn.Tanh(), nn.Linear(4, 10))
def conv(n_out): return nn.Sequential(nn.Conv2d(1, 3, 3), nn.Tanh(), nn.AvgPool2d(3), nn.Flatten(), nn.Linear(12, n_out))
def table(shape, n_out): return nn.Sequential(nn.Linear(*shape, 3), nn.Tanh(), nn.Linear(3, n_out))
class Net(nn.Sequential):
    def __init__(self, n_out): super().__init__(nn.Flatten(), nn.Linear(64, 4), nn.ReLU(), nn.Linear(4, n_out))
    def forward(self, x): return super().forward(x)
def asks(depth): return vector()
def wrong(): return nn.Sequential(nn.Linear(64, 4), nn.Linear(4, 3))
def batch(): return nn.Sequential(nn.Linear(64, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 10))
def text(): return 'a network'
def fails(): raise RuntimeError('no such\\nthing')
def empty(): return nn.Flatten()
def drawn():
    net = vector()
    net.register_buffer('own', torch.randn(3))
    return net
one = vector()
'''

@pytest.fixture
def with_nets(tmp_path):
    (tmp_path/'own_nets.py').write_text(nets)
    return tmp_path

@pytest.mark.parametrize('model,part', some([('own_nets:vector', '310 weights'), ('own_nets:conv', '160 weights'), ('own_nets:Net', '310 weights')], among('own_nets:conv', 'own_nets:Net')))
def test_a_network_of_ones_own(model, part, call, with_nets):
    "Is trained, kept, loaded and predicts; every seed has its own start, whoever stands beside it"
    d = call(*tiny[2:], '--model', model, '--no-progress', '--seeds', 2, '--out', 'run')
    assert d.status==0 and d.err=='' and f'{model} with {part}' in d.out and '1 kind of units that may change places' in d.out, d.err
    result = load_run(with_nets/'run', model)
    assert result.config.model==model and result.group.labels and len(result.metrics)==2 and not torch.equal(*result.q.loc)
    t = pd.read_csv(StringIO(call('run', '--model', model, command='predict').out))
    assert len(t)==360 and np.allclose(t.filter(like='p_').sum(axis=1), 1)
    assert call(*tiny[2:], '--model', model, '--no-progress', '--seed', 1, '--out', 'second').status==0
    assert torch.allclose(load_run(with_nets/'second', model).q.loc[0], result.q.loc[1], atol=1e-4)

def test_a_network_for_a_table(call, with_nets):
    flats().drop(columns='kind').to_csv(with_nets/'flats.csv', index=False)
    assert call(*tiny[2:], '--no-progress', '--model', 'own_nets:table', '--data', 'flats.csv', '--target', 'rent', '--out', 'run', '--learn-noise').status==0
    assert list(pd.read_csv(StringIO(call('run', '--data', 'flats.csv', '--model', 'own_nets:table', command='predict').out)))==['mean', 'std', 'std_with_noise', 'lower', 'upper']

@pytest.mark.parametrize('model,hint', [('own_nets', "model is 'own_nets', expected 'module:function'"), ('own_nets:non', "has no 'non'"), ('other_nets:conv', "module 'other_nets' cannot be imported"), ('own_nets:one', 'is a network itself'),
    ('own_nets:asks', 'needs depth'), ('own_nets:wrong', 'returns (2, 3) for 2 inputs, expected (2, 10)'), ('own_nets:batch', 'would change its buffers'), ('own_nets:text', 'gives str, expected an nn.Module'),
    ('own_nets:fails', 'cannot be made: RuntimeError: no such'), ('own_nets:empty', 'no parameters'), ('own_nets:table', 'own_nets:table'), ('own_nets:drawn', "buffer 'own' differs between training seeds")])
def test_networks_that_are_refused(model, hint, call, with_nets):
    refused(call(*tiny[2:], '--no-progress', '--model', model, '--seeds', 2, '--out', 'run'), hint)
    assert not (with_nets/'run').exists()

def test_a_network_that_is_gone_or_another_one(call, with_nets):
    assert call(*tiny[2:], '--no-progress', '--model', 'own_nets:vector', '--out', 'run').status==0
    (with_nets/'own_nets.py').write_text(nets.replace('Tanh', 'ReLU'))
    refused(call('run', '--model', 'own_nets:vector', command='predict'), 'makes another network than the one that was trained')
    (with_nets/'own_nets.py').write_text(nets.replace('64, 4', '64, 5').replace('Linear(4, 10)', 'Linear(5, 10)'))
    refused(call('run', '--model', 'own_nets:vector', command='predict'), 'cannot be loaded')
    (with_nets/'own_nets.py').unlink()
    (with_nets/'own_nets.py').with_name('elsewhere').mkdir()
    refused(call(with_nets/'run', '--model', 'own_nets:vector', command='predict', cwd=with_nets/'elsewhere'), 'cannot be loaded')

def test_options_of_an_mlp_are_not_used_by_another_network(call, with_nets):
    d = call('--epochs', 1, '--eval-samples', 5, '--no-progress', '--model', 'own_nets:vector', '--width', 7)
    assert d.status==0 and d.err=='note: --width 7 is not used: the network is that of model own_nets:vector\n'

def test_a_sweep_over_networks(call, with_nets):
    (with_nets/'study.toml').write_text('run = "run_training"\n[grid]\nmodel = ["own_nets:vector", "own_nets:conv"]\nseed = [0, 1]\n[fixed]\nepochs = 1\neval_samples = 5\nn_train = 60\n')
    d = call('study.toml', '--model', 'own_nets:vector,own_nets:conv', '--workers', 0, '--no-progress', command='sweep')
    assert d.status==0 and '4 runs, 0 without a result' in d.out, d.out
    t = pd.read_csv(with_nets/'study'/'table.csv') if (with_nets/'study'/'table.csv').exists() else None
    again = call('study.toml', '--model', 'own_nets:vector,own_nets:conv', '--workers', 0, '--no-progress', command='sweep')
    assert again.status==0 and (t is None or set(t.model)=={'own_nets:vector', 'own_nets:conv'})

# one posterior next to another

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

@pytest.fixture
def two(tmp_path) -> Path:
    "A folder with functions that make networks, and two posteriors of the first, one hidden in the other's symmetries"
    (tmp_path/'pair_nets.py').write_text(pairs)
    space = {}
    exec(pairs, space)
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
    net = seeded_module(lambda: torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.Tanh(), torch.nn.Linear(5, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2)), 0)
    assert torch.equal(c.loc, a.loc) and torch.equal(b.pushforward(mlp_group(net), Element.load(two/'e.safetensors')).loc, a.loc)

def test_align_every_member_of_a_stack(call, two):
    "With one that stays"
    d = call('stack.safetensors', 'stack.safetensors', '--member', 0, '--model', 'pair_nets:mlp', '--out', 'c.safetensors', command='align')
    assert d.status==0 and 'member 0: W2 0 before, 0 after' in d.out and 'member 1: W2 ' in d.out, d.err
    a, c = Posterior.load(two/'stack.safetensors'), Posterior.load(two/'c.safetensors')
    assert c.batch_shape==(2,) and torch.equal(c.loc[0], a.loc[0]) and (c.loc-c.loc[0]).norm()<(a.loc-a.loc[0]).norm()
    refused(call('stack.safetensors', 'a.safetensors', '--model', 'pair_nets:mlp', command='align'), '--member says which one stays, from 0 to 1')

@pytest.mark.parametrize('options', ['conv_with_x', 'conv --shape 1,4,4', 'shaped --shape 1,4,4'])
def test_align_networks_that_need_an_input(options, call, two):
    d = call('conv.safetensors', 'conv.safetensors', '--model', *f'pair_nets:{options}'.split(), command='align')
    assert d.status==0 and 'W2 0 before, 0 after' in d.out, d.err

def test_align_a_run(call, tmp_path):
    "Which knows its network"
    assert call(*quiet, '--activation', 'tanh', '--family', 'unit_gaussian', '--out', 'run').status==0
    r = load_run(tmp_path/'run')
    r.q.pushforward(r.group, r.group.element({'h1': [2, 0, 1]}, {'h1': [1, -1, 1]})).save(tmp_path/'b.safetensors')
    d = call('run', 'b.safetensors', '--out', 'c.safetensors', command='align')
    assert d.status==0 and d.out.splitlines()[-2].split()==['h1', '3', '3', '1'], d.err
    assert all(torch.equal(t, r.q.mean[k]) for k,t in Posterior.load(tmp_path/'c.safetensors').mean.items())

@pytest.mark.parametrize('case,hint', [('a none --model pair_nets:mlp', "no file 'none.safetensors'"), ('none a --model pair_nets:mlp', "no file 'none.safetensors'"), ('a b', 'so --model has to name its network'), ('none b', "no file 'none.safetensors'"),
    ('a text --model pair_nets:mlp', 'is no safetensors file'), ('a low_rank --model pair_nets:mlp', 'LowRank'), ('a other --model pair_nets:mlp', 'the posterior is of another network'), ('a b --model pair_nets:other', 'another network'),
    ('a b --model pair_nets', 'module:function'), ('a b --model pair_nets:mpl', "did you mean 'mlp'"), ('a b --model other_nets:mlp', 'cannot be imported'), ('a b --model pair_nets:text', 'gives str'), ('a b --model pair_nets:fails', 'RuntimeError: no such'),
    ('a b --model pair_nets:asks', 'needs depth'), ('a b --model pair_nets:shaped', 'needs shape'), ('a b --model pair_nets:linear', 'no units that may change places'), ('a b --model pair_nets:batch', 'running_mean'),
    ('conv conv --model pair_nets:conv', '--shape 1,28,28'), ('conv conv --model pair_nets:conv --shape 2,4,4', "model 'pair_nets:conv'"), ('a b --model pair_nets:mlp --shape x', "shape is 'x'"), ('a b --model pair_nets:mlp --shape 0', "shape is '0'"),
    ('a b --model pair_nets:mlp --out c.csv', 'ending in .safetensors'), ('a b --model pair_nets:mlp --out b.safetensors', 'another file of this command'), ('a b --model pair_nets:mlp --out c.safetensors --element ./c.safetensors', 'another file'),
    (f'a b --model pair_nets:mlp --out {os.devnull}/c.safetensors', 'cannot write'), ('stack a --model pair_nets:mlp --member 2', 'holds 2 posteriors'), ('a b --model pair_nets:mlp --member 1', 'holds 1 posterior,'), ('a b --model pair_nets:mlp --member -2', 'member is -2'), ('a b --model pair_nets:mlp --seed x', '--seed'), ('a', 'required: b')])
def test_align_refuses(case, hint, call, two):
    files, _, options = case.partition(' --')
    before = contents(two)
    refused(call(*(f'{n}.safetensors' for n in files.split()), *f'--{options}'.split()[:10*bool(options)], command='align'), hint)
    assert {k: v for k,v in contents(two).items() if '__pycache__' not in k}==before

def test_help_of_align(run):
    d = run('--help', command='align')
    assert d.status==0 and d.err=='' and all(o in ' '.join(d.out.split()) for o in ('posterior that stays', '--model', '--shape', '--out', '--element', '--member', '--seed', 'or (network, inputs)'))


# what belongs to the user stays

@pytest.fixture(scope='session')
def own_run_made(run, tmp_path_factory) -> Path:
    at = tmp_path_factory.mktemp('own_run')
    (at/'t.csv').write_text('a,y\n'+''.join(f'{i},{i%7}.5\n' for i in range(60)))
    d = run(*quiet, '--data', 't.csv', '--target', 'y', '--out', 'run', cwd=at)
    assert d.status==0, d.err
    return at

@pytest.fixture
def own_run(own_run_made, tmp_path) -> Path:
    "A finished run of one's own table"
    return shutil.copytree(own_run_made, tmp_path, dirs_exist_ok=True)

@pytest.mark.defect('R2')
@pytest.mark.parametrize('out', ['t.csv', './t.csv', 'linked.csv', 'run/history.csv'])
def test_predict_writes_over_none_of_its_files(out, call, own_run):
    os.link(own_run/'t.csv', own_run/'linked.csv')
    before = contents(own_run)
    refused(call('run', '--data', 't.csv', '--out', out, command='predict'), 'another file of this command')
    assert contents(own_run)==before

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
    d = call(*argv, *(quiet if command=='train' else ()), command=command)
    assert d.status==2 and d.out=='' and d.err.count('\n')==1 and d.err.startswith('error: ') and 'Traceback' not in d.err, d.err

@pytest.mark.defect('R5')
def test_arrays_beyond_float32_are_refused(call, tmp_path):
    np.savez(tmp_path/'t.npz', x=np.ones((30, 3)), y=1e150*np.arange(30))
    refused(call('--data', 't.npz', *quiet), 'float32')

@pytest.mark.defect('R12')
@pytest.mark.parametrize('seeds', ['1000000000000000000000', '9223372036854775808'])
def test_the_demo_refuses_seeds_without_end(seeds, monkeypatch, tmp_path):
    from symbayes.experiments.commands import demo
    monkeypatch.chdir(tmp_path)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as err: assert run_command(demo, ['--seeds', seeds], 'symbayes-demo')==2
    assert 'seeds is' in err.getvalue() and names(tmp_path)==[]

@pytest.mark.defect('R19')
def test_epochs_without_end_are_refused(call): refused(call(*quiet, '--epochs', '1000000000000000000000'), 'epochs is')

@pytest.mark.defect('R2')
def test_a_run_replaces_no_table_that_it_is_trained_on(call, tmp_path):
    (tmp_path/'mine').mkdir()
    (tmp_path/'mine'/'history.csv').write_text('a,y\n'+''.join(f'{i},{i%7}.5\n' for i in range(60)))
    before = contents(tmp_path)
    refused(call('--data', 'mine/history.csv', '--target', 'y', '--out', 'mine', '--overwrite', *quiet), 'another file of this command')
    assert contents(tmp_path)==before
