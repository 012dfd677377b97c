"""Build the sdist and, from it, the wheel; install them in an environment of their own, and try all that a user would: one line for every failure.

Steps, in order; name some to run these alone, with what earlier steps have left in .release/:
  build     from the files under version control, copied to an empty folder, so that nothing else can come in
  contents  nothing missing, nothing stray, sizes
  metadata  version, licence, classifiers, requirements, and the README as a package index shows it
  install   the wheel with its requirements and no extra, versions as in constraints.txt; `pip check`; `import symbayes` without extras
  commands  every command's --help and --version
  quick     every command and every figure and table on little data, in an empty folder
  tour      the code of the tour, run in that environment
  sdist     installed in place of the wheel: the same files to the byte, so that what was tried holds for both
  tests     the sdist's own tests, unpacked: all are collected, the package's run (with the libraries of the environment that runs this tool)

The environment stays in .release/ and is used again as long as requirements and constraints stay what they are; --fresh makes a new one.
--dist FOLDER tries files that were built before. Standard library only, but for what `build` and `tests` need of the development environment."""
import argparse, email, hashlib, json, os, re, shutil, subprocess, sys, tarfile, time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

root = Path(__file__).resolve().parent.parent
ini = ConfigParser(delimiters=['='], interpolation=None)
ini.read(root/'settings.ini', encoding='utf-8')
cfg = ini['DEFAULT']
name, version = cfg['name'], cfg['version']
quiet_pip = '-q', '--disable-pip-version-check', '--no-input'
own_tests = 'project/test_package.py', 'core/test_tensors.py', 'core/test_files.py', 'runs/test_terminal.py'
Faults = list[str]


@dataclass
class Release:
    "Where things are"
    folder: Path                   # for all that is made
    dist: Path                     # with the sdist and the wheel
    fresh: bool                    # is the environment to be made anew?
    with_python: str               # that the environment is made of
    given: bool                    # were the files built before?
    notes: list[str] = field(default_factory=list)

    @property
    def sdist(self) -> Path: return self.dist/f'{name}-{version}.tar.gz'
    @property
    def wheel(self) -> Path: return self.dist/f'{name}-{version}-py3-none-any.whl'
    @property
    def unpacked(self) -> Path: return self.folder/'unpacked'/f'{name}-{version}'

    @cached_property
    def env(self) -> Path:
        "The environment's folder, by what is in it"
        tag = run([self.with_python, '-c', 'import sys; print(sys.version)']).stdout
        what = (root/'constraints.txt').read_text() + cfg['requirements'] + tag
        return self.folder/f'env-{hashlib.sha256(what.encode()).hexdigest()[:8]}'

    @property
    def bin(self) -> Path: return self.env/('Scripts' if os.name=='nt' else 'bin')
    @property
    def python(self) -> str: return str(self.bin/'python')


def environ(**more: str) -> dict[str, str]:
    "This process's environment without what would let it see the clone"
    kept = {k: v for k,v in os.environ.items() if k not in ('PYTHONPATH', 'PYTHONHOME', 'VIRTUAL_ENV')}
    return kept | {'OMP_NUM_THREADS': '1', 'MPLBACKEND': 'Agg', 'PYTHONWARNINGS': 'default', 'COLUMNS': '120'} | more


def run(cmd: list, timeout: float = 1200, cwd: Path|None = None, **more: str) -> subprocess.CompletedProcess:
    "A process, and what it said"
    try: return subprocess.run([str(c) for c in cmd], cwd=cwd, env=environ(**more), capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired: return subprocess.CompletedProcess(cmd, -1, '', f'took longer than {timeout:.0f} s')


def refused(r: subprocess.CompletedProcess, what: str) -> Faults:
    "One line, if it failed: the last one that it said"
    if r.returncode==0: return []
    said = [l for l in (r.stderr+'\n'+r.stdout).strip().splitlines() if l.strip()]
    errors = [l for l in said if re.match(r'\w*(error|Error)\b', l)] or [l for l in (r.stderr.strip() or r.stdout.strip()).splitlines()] or ['nothing was said']
    return [f'{what}: exit status {r.returncode}: {errors[-1].strip()[:300]}']


def tracked() -> set[str]:
    "Files under version control; in an unpacked sdist, all"
    r = run(['git', 'ls-files', '-z'], cwd=root) if (root/'.git').exists() else None
    if r and r.returncode==0: return {f for f in r.stdout.split('\0') if f and (root/f).is_file()}
    hidden = lambda p: any(part[0]=='.' or part in ('__pycache__', 'build', 'dist') or part.endswith('.egg-info') for part in p.parts)
    return {p.relative_to(root).as_posix() for p in root.rglob('*') if p.is_file() and not hidden(p.relative_to(root))} - {'PKG-INFO', 'setup.cfg'}


def build(r: Release) -> Faults:
    if r.given:
        missing = [f'{r.dist} has no {p.name}' for p in (r.sdist, r.wheel) if not p.is_file()]
        if not missing: unpack(r)
        return missing
    changed = run(['git', 'status', '--porcelain'], cwd=root).stdout.strip().splitlines() if (root/'.git').exists() else []
    if changed: r.notes.append(f'{len(changed)} files differ from the last commit')
    tree = r.folder/'tree'
    for p in (tree, r.dist): shutil.rmtree(p, ignore_errors=True)
    r.dist.mkdir(parents=True)
    for f in tracked():
        (tree/f).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root/f, tree/f)
    done = run([sys.executable, '-c', 'import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])', r.dist], cwd=tree)
    shutil.rmtree(tree)
    if done.returncode: return refused(done, 'the sdist was not built')
    with_it = run([sys.executable, '-m', 'pip', *quiet_pip, 'wheel', '--no-deps', '--no-build-isolation', '-w', r.dist, unpack(r)])
    unpack(r)  # without what building has left in it
    made = {p.name for p in r.dist.iterdir()}
    return refused(with_it, 'the wheel was not built from the sdist') or [f'{r.dist} has {made}' for _ in range(made!={r.sdist.name, r.wheel.name})]


def unpack(r: Release) -> Path:
    "The sdist's files, anew"
    shutil.rmtree(r.unpacked.parent, ignore_errors=True)
    with tarfile.open(r.sdist) as t: t.extractall(r.unpacked.parent, **({'filter': 'data'} if hasattr(tarfile, 'data_filter') else {}))
    return r.unpacked


def contents(r: Release) -> Faults:
    with tarfile.open(r.sdist) as t: there = {str(PurePosixPath(*PurePosixPath(m.name).parts[1:])) for m in t.getmembers() if m.isfile()}
    wheel = set(ZipFile(r.wheel).namelist())
    files = tracked()
    made = lambda f: f in ('PKG-INFO', 'setup.cfg') or f.startswith(f'{name}.egg-info/')
    built = lambda f: f.endswith('.pyi') or f==f'{name}/_docments.py'  # by setup.py, from the modules
    info = f'{name}-{version}.dist-info/'
    package = {f for f in files if f.startswith(f'{name}/')}
    say = lambda what, found: [f'{what}: {f}' for f in sorted(found)]
    sizes = {p.name: p.stat().st_size/2**20 for p in (r.sdist, r.wheel)}
    r.notes.append(', '.join(f'{k} {v:.1f} MB' for k,v in sizes.items()))
    return (say('not in the sdist', files-there) + say('stray in the sdist', {f for f in there-files if not made(f)})
        + say('not in the wheel', (package | {f'{name}/__init__.pyi', f'{name}/_docments.py'})-wheel) + say('stray in the wheel', {f for f in wheel-package if not (f.startswith(info) or built(f))})
        + [f'{k} has {v:.0f} MB, an index takes 100' for k,v in sizes.items() if v>100])


def metadata(r: Release) -> Faults:
    wheel = ZipFile(r.wheel)
    text = wheel.read(f'{name}-{version}.dist-info/METADATA').decode()
    with tarfile.open(r.sdist) as t: other = t.extractfile(f'{name}-{version}/PKG-INFO').read().decode()
    m = email.message_from_string(text)
    wanted = {'Name': name, 'Version': version, 'Summary': cfg['description'], 'Requires-Python': f'>={cfg["min_python"]}', 'License-Expression': 'Apache-2.0',
        'Description-Content-Type': 'text/markdown'}
    bad = [f'metadata: {k} is {m[k]!r}, expected {v!r}' for k,v in wanted.items() if m[k]!=v]
    bad += [] if text==other else ['metadata: sdist and wheel differ']
    bad += [f'metadata: an index refuses the requirement {q!r}' for q in m.get_all('Requires-Dist', []) if '@' in q]
    extras = {k.removesuffix('_requirements') for k in cfg if k.endswith('_requirements')}
    bad += [] if set(m.get_all('Provides-Extra', []))==extras else [f'metadata: extras are {m.get_all("Provides-Extra")}, expected {sorted(extras)}']
    bad += [] if any(f.endswith('/licenses/LICENSE') for f in wheel.namelist()) else ['metadata: no licence in the wheel']
    try: from trove_classifiers import classifiers
    except ImportError: classifiers = None
    odd = [c for c in m.get_all('Classifier', []) if (c not in classifiers if classifiers else c.split(' :: ')[0] not in ('Development Status', 'Intended Audience', 'Operating System', 'Programming Language', 'Topic', 'Typing'))]
    bad += [f'metadata: no classifier {c!r}' for c in odd]
    readme = m.get_payload() or m['Description']
    outside = ''.join(p for p in re.split(r'(^```.*?^```$)', readme, flags=re.M|re.S) if not p.startswith('```'))
    bad += [f'README: on an index the link {l!r} leads nowhere' for l in re.findall(r'\]\((?!https?:|mailto:|#)([^)\s]+)|(?:src|href)="(?!https?:|#)', outside)]
    r.notes += [] if m.get_all('Project-URL') else ['no project URLs: pyproject.toml has no [project.urls] as long as the project has no public address']
    return bad + rendered(readme, r)


def rendered(readme: str, r: Release) -> Faults:
    "Does pandoc read it without a warning, and are headings and tables there?"
    try: from pypandoc import get_pandoc_path
    except ImportError:
        r.notes.append('README was not rendered: pypandoc is not installed')
        return []
    p = subprocess.run([get_pandoc_path(), '--from=gfm', '--to=html5', '--fail-if-warnings'], input=readme, capture_output=True, text=True, encoding='utf-8')
    missing = [t for t in ('<h1', '<h2', '<pre', '<table') if t not in p.stdout]
    return refused(p, 'README does not render') or [f'README renders without {t}>' for t in missing]


def install(r: Release) -> Faults:
    stamp = r.env/'ready'
    if r.fresh or not stamp.exists():
        for old in r.folder.glob('env-*'): shutil.rmtree(old)
        made = run([r.with_python, '-m', 'venv', r.env])
        if made.returncode: return refused(made, 'no environment')
        done = run([r.python, '-m', 'pip', *quiet_pip, 'install', '--no-compile', '-c', root/'constraints.txt', r.wheel])
        if done.returncode: return refused(done, f'pip install {r.wheel.name}')
        stamp.touch()
    else:
        r.notes.append(f'{r.env.name} is used again')
        done = run([r.python, '-m', 'pip', *quiet_pip, 'install', '--no-compile', '--no-deps', '--force-reinstall', r.wheel])
    bad = refused(done, f'pip install {r.wheel.name}') + refused(run([r.python, '-m', 'pip', 'check']), 'pip check')
    extras = [re.match(r'[\w-]+', q)[0] for k in cfg if k.endswith('_requirements') for q in cfg[k].split()]
    code = f'''
import importlib.metadata as m, sys
print(sorted(n for n in {sorted(set(extras))} if any(True for d in m.distributions() if d.name.lower().replace('_', '-')==n.replace('_', '-'))))
import symbayes
print('torch' in sys.modules, symbayes.__version__, m.version({name!r}), symbayes.__file__)
import warnings
with warnings.catch_warnings():
    warnings.filterwarnings('error', category=DeprecationWarning, module='symbayes')
    import symbayes.all
    print(callable(symbayes.fit))'''
    said = run([r.python, '-c', code], cwd=r.folder)
    lines = said.stdout.strip().splitlines()
    if said.returncode or len(lines)!=3: return bad + (refused(said, 'import symbayes') or [f'import symbayes: {said.stdout!r}'])
    expected = ['[]', f'False {version} {version} {r.env}', 'True']
    return bad + [f'import symbayes without extras: {l!r}, expected {e!r}' for l,e in zip(lines, expected) if not l.startswith(e)]


def scripts(r: Release) -> list[str]: return [s.split('=')[0].strip() for s in cfg['console_scripts'].split()]


def each(f: Callable[[str], Faults], items: list[str]) -> Faults:
    with ThreadPoolExecutor(2) as pool: return [l for found in pool.map(f, items) for l in found]


def commands(r: Release) -> Faults:
    def one(word: str) -> Faults:
        command, option = word.split()
        done = run([r.bin/command, option], 120, cwd=r.folder)
        said, right = done.stdout.strip(), f'usage: {command}' if option=='--help' else f'{command}, {name} {version}'
        return refused(done, word) or [f'{word}: {said[:80]!r}, expected {right!r}' for _ in range(not said.startswith(right))] + [f'{word}: {done.stderr.strip().splitlines()[-1]}' for _ in range(bool(done.stderr.strip()))]
    return each(one, [f'{c} {o}' for c in scripts(r) for o in ('--help', '--version')])


tiny = '--width 3 --epochs 1 --eval-samples 5 --no-progress'
study = '[grid]\nwidth = [2, 3]\n[fixed]\nepochs = 1\neval_samples = 5\n'
chains = [  # commands that need each other's files, side by side with the others
    [f'symbayes-train --out a {tiny}', f'symbayes-train --out b --seed 1 {tiny}', 'symbayes-predict a --out predictions.csv', 'symbayes-align a b --out moved.safetensors',
     f'symbayes-train --data diabetes --method mean_field --out c {tiny}', 'symbayes-sweep study.toml --workers 0 --no-progress'],
    ['symbayes-demo --out demo --width 8 --seeds 1 --steps 20 --no-monte-carlo --no-progress', 'symbayes-digits --out digits --seeds 2 --epochs 1 --width 5 --no-progress',
     'symbayes-wide-nets --out wide --quick --no-monte-carlo --no-progress']]


def quick(r: Release) -> Faults:
    place = r.folder/'quick'
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    (place/'study.toml').write_text(study)
    listed = run([r.bin/'symbayes-reproduce', '--list'], 120, cwd=place)
    artefacts = [l.split()[0] for l in listed.stdout.splitlines()][:-1]
    without = [c for c in scripts(r) if c!='symbayes-reproduce' and not any(w.split()[0]==c for chain in chains for w in chain)]
    bad = refused(listed, 'symbayes-reproduce --list') + [f'{c}: not tried, this tool has no quick use of it' for c in without]
    def chain(i: str) -> Faults:
        if i!='figures': return [l for words in chains[int(i)] for l in refused(run([r.bin/words.split()[0], *words.split()[1:]], 300, cwd=place), words)]
        return figures(r, place, artefacts)
    return bad + each(chain, ['figures', *map(str, range(len(chains)))])


def figures(r: Release, place: Path, artefacts: list[str]) -> Faults:
    "Every figure and table, in one process: a command of its own each would import torch forty times"
    code = '''
import json, sys, time
from symbayes.runs.terminal import run_command
from symbayes.experiments.commands import reproduce
found = {}
for name in sys.argv[1:]:
    begun = time.monotonic()
    print('>>>', name, file=sys.stderr, flush=True)
    found[name] = run_command(reproduce, [name, '--quick', '--no-progress', '--out', 'reproduced'], 'symbayes-reproduce'), time.monotonic()-begun
print('>>>', file=sys.stderr)
json.dump(found, open('found.json', 'w'))'''
    done = run([r.python, '-c', code, *artefacts], 1800, cwd=place)
    if done.returncode: return refused(done, f'symbayes-reproduce {done.stderr.rpartition(">>> ")[2].partition(chr(10))[0]} --quick')
    said = {s.partition('\n')[0].strip(): s.partition('\n')[2].strip() for s in done.stderr.split('>>>')}
    found = json.loads((place/'found.json').read_text())
    need = lambda n: 'Monte Carlo' in said[n] or 'numpyro' in said[n]  # an extra, which is refused in one line
    left = [n for n,(status,_) in found.items() if status==2 and need(n) and len(said[n].splitlines())==1]
    slow = sorted(((s, n) for n,(_,s) in found.items()), reverse=True)[:3]
    r.notes += [f'{len(found)-len(left)} of {len(found)} figures and tables; without the extra `reference` refused, in one line: {", ".join(left) or "none"}',
        'longest: ' + ', '.join(f'{n} {s:.0f} s' for s,n in slow)]
    bad = [f'symbayes-reproduce {n} --quick: exit status {status}: {(said[n].splitlines() or ["nothing was said"])[-1][:300]}' for n,(status,_) in found.items() if status and n not in left]
    return bad + [f'symbayes-reproduce {n} --quick: no table' for n,(status,_) in found.items() if not status and not (place/'reproduced'/f'{n}-quick.csv').is_file()]


def tour(r: Release) -> Faults:
    place = r.folder/'tour'
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    cells = [''.join(c['source']) for c in json.loads(next((r.unpacked/'nbs').rglob('*_tour.ipynb')).read_text(encoding='utf-8'))['cells'] if c['cell_type']=='code']
    kept = [s for s in cells if '%pip' not in s and not re.search(r'^#\|\s*(slow|cuda|default_exp)', s, re.M)]
    (place/'cells.json').write_text(json.dumps(kept))
    code = '''
import ast, json
space = {'__name__': '__main__', 'display': print}
for i,s in enumerate(json.load(open('cells.json'))):
    tree = ast.parse('\\n'.join(l for l in s.splitlines() if l[:1] not in '%!'or not l))
    try: exec(compile(tree, f'<cell {i}>', 'exec'), space)
    except Exception as e: raise SystemExit(f'error: cell {i}, {s.splitlines()[0][:60]!r}: {type(e).__name__}: {e}')
print(i+1)'''
    done = run([r.python, '-c', code], 600, cwd=place)
    r.notes += [f'{done.stdout.split()[-1]} cells'] if not done.returncode else []
    return refused(done, 'tour')


def installed(r: Release) -> dict[str, str]:
    "The package's installed files, by content"
    code = f'import importlib.util as u; print(u.find_spec({name!r}).submodule_search_locations[0])'
    top = Path(run([r.python, '-c', code], cwd=r.folder).stdout.strip())
    return {p.relative_to(top).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in top.rglob('*') if p.is_file() and '__pycache__' not in p.parts}


def sdist(r: Release) -> Faults:
    before = installed(r)
    done = run([r.python, '-m', 'pip', *quiet_pip, 'install', '--no-compile', '--no-deps', '--force-reinstall', r.sdist])
    if done.returncode: return refused(done, f'pip install {r.sdist.name}')
    after = installed(r)
    r.notes.append(f'{len(after)} files')
    return [f'installed from the sdist and from the wheel, {f} differs' for f in sorted(before.keys()|after.keys()) if before.get(f)!=after.get(f)] + refused(run([r.python, '-m', 'pip', 'check']), 'pip check')


def tests(r: Release) -> Faults:
    at = unpack(r)
    pytest = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider']
    here = run([*pytest, '--collect-only', root/'tests'], 600, cwd=root, PYTHONPATH=str(root)) if (root/'.git').exists() else None
    made = run([sys.executable, 'tools/make_stubs.py'], 300, cwd=at, PYTHONPATH=str(at))  # as an installation makes them
    there = run([*pytest, '--collect-only', 'tests'], 600, cwd=at, PYTHONPATH=str(at))
    count = lambda p: next(iter(re.findall(r'^(\d+)(?:/\d+)? tests? collected', p.stdout, re.M)), None) if p else None
    bad = refused(made, 'stubs of the sdist') + refused(there, 'the tests of the sdist are not collected') or [f'{count(there)} tests in the sdist, {count(here)} in the clone' for _ in range(count(there) is None or here is not None and count(here)!=count(there))]
    ran = run([*pytest, *(f'tests/{t}' for t in own_tests)], 900, cwd=at, PYTHONPATH=str(at))
    r.notes.append(f'{count(there)} collected; {", ".join(own_tests)}: {(ran.stdout.strip().splitlines() or [""])[-1]}')
    return bad + ([l[:300] for l in ran.stdout.splitlines() if l.startswith(('FAILED', 'ERROR'))] or refused(ran, 'the tests of the sdist'))


steps: dict[str, Callable[[Release], Faults]] = {f.__name__: f for f in (build, contents, metadata, install, commands, quick, tour, sdist, tests)}


def tried(r: Release, names: list[str]) -> Iterator[str]:
    "What is wrong, step by step; what cannot go on without a step is left out"
    for n in names:
        begun, r.notes = time.monotonic(), []
        bad = steps[n](r)
        print(f'{n:9} {"ok" if not bad else f"{len(bad)} FAILED"}, {time.monotonic()-begun:.0f} s' + ''.join(f'; {x}' for x in r.notes), flush=True)
        yield from (f'{n}: {l}' for l in bad)
        if bad and n in ('build', 'install'): return  # nothing else can go on


def alone(folder: Path):
    "The lock of a folder, held as long as this process runs; None if another one holds it"
    try: import fcntl
    except ImportError: return True  # Windows has none
    lock = open(folder/'lock', 'w')
    try: fcntl.flock(lock, fcntl.LOCK_EX|fcntl.LOCK_NB)
    except OSError: return None
    return lock


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('steps', nargs='*', metavar='step', choices=[*steps, []], help=f'some of {", ".join(steps)}; default all')
    ap.add_argument('--dist', type=Path, help='folder with an sdist and a wheel that were built before')
    ap.add_argument('--fresh', action='store_true', help='make the environment anew')
    ap.add_argument('--folder', type=Path, default=root/'.release', help='for all that is made')
    ap.add_argument('--python', default=sys.executable, help='that the environment is made of')
    args = ap.parse_args()
    folder = args.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    r_lock = alone(folder)  # until this process ends
    if r_lock is None:
        print(f'{folder}: another run of this tool is at work there', file=sys.stderr)
        return 2
    r = Release(folder, args.dist.resolve() if args.dist else folder/'dist', args.fresh, args.python, args.dist is not None)
    bad: Faults = []
    for line in tried(r, args.steps or list(steps)):
        bad.append(line)
        print(line, file=sys.stderr, flush=True)
    if not bad and not args.steps:
        for p in (r.sdist, r.wheel): print(f'{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}')
    print(f'{name} {version}: ' + (f'{len(bad)} failures' if bad else 'all is well'))
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
