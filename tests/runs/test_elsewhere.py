"The page about other tools: what it shows is compiled and checked always, and run where the tool is installed."
import ast, os, re, subprocess, sys
from inspect import signature
from pathlib import Path

from notebooks import cells_of
import pytest

from symbayes.runs.sweeps import sweep
from symbayes.runs.commands import run_training

names = ['dask_here', 'dask_slurm', 'submitit_sweep', 'ray_executor', 'hydra_run', 'wandb_run', 'ray_tune_run']
options = set(signature(run_training).parameters)

@pytest.fixture(scope='module')
def fences(root) -> dict[str, str]:
    "The programs of the page, by the names in their first lines"
    cells = cells_of(root/'nbs/runs/08_elsewhere.ipynb')
    prose = '\n'.join(c['source'] for c in cells if c['cell_type']=='markdown')
    found = re.findall(r'^```python\n# (\w+)\.py\n(.*?)^```', prose, re.S|re.M)
    assert len(found)==prose.count('```python')
    return dict(found)

def test_all_are_here(fences): assert list(fences)==names

def called(tree: ast.AST, name: str) -> list[ast.Call]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id==name]

@pytest.mark.parametrize('name', names)
def test_keywords_exist(fences, name):
    "Options in calls and in grids are options of a run, and `sweep` takes what it is given"
    tree, own = ast.parse(fences[name], name), signature(sweep)
    for f in 'run_training', 'dict':
        for call in called(tree, f): assert {k.arg for k in call.keywords if k.arg}<=options, f
    for call in called(tree, 'sweep'): own.bind(*call.args, **{k.arg: k.value for k in call.keywords})
    assert called(tree, 'sweep') or called(tree, 'run_training')
    assert all(len(line)<=120 for line in fences[name].splitlines())

smaller = {'[20, 50, 100]': '[10, 20]', 'seed=[0, 1, 2]': 'seed=[0], max_steps=30', 'max_steps=200': 'max_steps=30', 'max_steps=300': 'max_steps=30',
    'num_samples=20': 'num_samples=2', '_jobs=20': '_jobs=2', 'n_workers=20': 'n_workers=2'}

def run(fences, tmp_path: Path, root: Path, name: str, *args: str, **env: str) -> str:
    "Run a program of the page with small numbers, in a folder of its own; what it printed"
    program = fences[name]
    for long,short in smaller.items(): program = program.replace(long, short)
    (tmp_path/f'{name}.py').write_text(program)
    env = os.environ | {'PYTHONPATH': str(root), 'OMP_NUM_THREADS': '1'} | env
    r = subprocess.run([sys.executable, f'{name}.py', *args], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=400)
    assert r.returncode==0, r.stderr
    return r.stdout

# width 10, seed 0, 30 steps: the same number under every tool
known = '-7.57841'

@pytest.mark.slow
@pytest.mark.parametrize('name, needs', [('dask_here', 'distributed'), ('submitit_sweep', 'submitit'), ('ray_executor', 'ray')])
def test_executors(fences, tmp_path, root, name, needs):
    pytest.importorskip(needs)
    out = run(fences, tmp_path, root, name, RAY_raylet_start_wait_time_s='120')
    assert known in out and out.count(' done')==2
    assert len(list((tmp_path/'study/runs').glob('run_training-*.json')))==2

sbatch = '''#!/bin/bash
cd "$JOBS"; exec 9>lock; flock 9
id=$(($(cat last 2>/dev/null || echo 0)+1)); echo $id > last; exec 9>&-
cp "${@: -1}" $id.sh
setsid bash $id.sh > $id.out 2>&1 < /dev/null & echo $! > $id.pid
echo "Submitted batch job $id"
'''
scancel = '''#!/bin/bash
for id in "$@"; do kill -- -$(cat "$JOBS/$id.pid"); done
exit 0
'''

@pytest.fixture
def slurm(tmp_path) -> dict[str, str]:
    "An environment in which jobs are scripts that a stand-in for SLURM runs in the background"
    if sys.platform!='linux': pytest.skip('the stand-in for SLURM needs setsid and flock')
    pytest.importorskip('dask_jobqueue')
    (jobs := tmp_path/'jobs').mkdir()
    for command,text in {'sbatch': sbatch, 'scancel': scancel}.items():
        (jobs/command).write_text(text)
        (jobs/command).chmod(0o755)
    return {'PATH': f'{jobs}{os.pathsep}{os.environ["PATH"]}', 'JOBS': str(jobs)}

@pytest.mark.slow
def test_slurm(fences, tmp_path, root, slurm):
    out = run(fences, tmp_path, root, 'dask_slurm', **slurm)
    assert known in out and out.count(' done')==2
    assert '#SBATCH -p cpu' in out and '--lifetime 230m' in out
    assert (tmp_path/'jobs/2.sh').exists()

@pytest.mark.slow
def test_hydra(fences, tmp_path, root):
    pytest.importorskip('hydra')
    out = run(fences, tmp_path, root, 'hydra_run', '--multirun', 'width=10,20', 'max_steps=30')
    assert known in out
    assert len(list(tmp_path.glob('multirun/*/*/*/posterior.safetensors')))==2

@pytest.mark.slow
def test_wandb(fences, tmp_path, root):
    pytest.importorskip('wandb')
    run(fences, tmp_path, root, 'wandb_run', WANDB_MODE='offline')
    assert list(tmp_path.glob('wandb/offline-run-*/*.wandb'))

@pytest.mark.slow
def test_ray_tune(fences, tmp_path, root):
    pytest.importorskip('ray.tune')
    out = run(fences, tmp_path, root, 'ray_tune_run', RAY_raylet_start_wait_time_s='120', HOME=str(tmp_path))
    assert "'data': 'wide_sinc'" in out.splitlines()[-1]
