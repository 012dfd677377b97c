"""Build the sdist and, from it, the wheel; try what a user would in an environment of its own in .release/: one line for every failure.

    python tools/try_release.py                    # build and try
    python tools/try_release.py build              # build alone, from the last commit
    python tools/try_release.py try --dist dist    # try files that were built before, on this Python

`build` compares the files of the sdist with those under version control. `try` installs the wheel with its requirements, versions as
in constraints.txt, and no extra; then come `pip check`, every command's --help and --version, some figures on little data, and tests
of the sdist. The workflow checks the metadata with twine."""
import argparse, os, re, shutil, subprocess, sys, tarfile
from pathlib import Path, PurePosixPath

root = Path(__file__).resolve().parent.parent
settings = (root/'settings.ini').read_text(encoding='utf-8')
name, version = (re.search(rf'^{key} = (\S+)', settings, re.M)[1] for key in ('name', 'version'))
commands = re.findall(rf'({name}-[\w-]+)=', settings)
figures = 'fig2', 'estimator', 'laurent_toy'  # that read stored tables, or compute them on little data
own_tests = 'core/test_tensors.py', 'core/test_files.py'


def run(*command: object, at: Path = root, quietly: bool = False) -> str:
    "Run a command without what would let it see the clone, and return what it prints; end with its last line if it fails"
    environment = {k: v for k,v in os.environ.items() if k not in ('PYTHONPATH', 'PYTHONHOME', 'VIRTUAL_ENV')}
    words = [str(c) for c in command]
    done = subprocess.run(words, cwd=at, env=environment | {'OMP_NUM_THREADS': '1', 'MPLBACKEND': 'Agg'}, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or 'nothing was said').splitlines()
        sys.exit(f'{" ".join(words[-4:])}: exit status {done.returncode}: {said[-1][:300]}')
    if not quietly: print('ok', ' '.join(words[-4:]), flush=True)
    return done.stdout


def differences(files: set[str], sdist: Path) -> list[str]:
    "A line for each file that an sdist lacks, or has besides"
    with tarfile.open(sdist) as t: there = {str(PurePosixPath(*PurePosixPath(m.name).parts[1:])) for m in t.getmembers() if m.isfile()}
    made = {f for f in there if f in ('PKG-INFO', 'setup.cfg') or f.startswith(f'{name}.egg-info/')}
    return [f'not in the sdist: {f}' for f in sorted(files-there)] + [f'stray in the sdist: {f}' for f in sorted(there-files-made)]


def build(dist: Path, folder: Path) -> None:
    tree = folder/'tree'
    for old in (tree, dist): shutil.rmtree(old, ignore_errors=True)
    run('git', 'clone', '--quiet', root, tree)
    tracked = set(run('git', 'ls-files', '-z', at=tree, quietly=True).split('\0')) - {''}
    run(sys.executable, '-m', 'build', '--outdir', dist, tree)
    faults = differences(tracked, dist/f'{name}-{version}.tar.gz')
    if faults: sys.exit('\n'.join(faults))


def try_out(dist: Path, folder: Path) -> None:
    env, place = folder/'env', folder/'place'
    for old in (env, place): shutil.rmtree(old, ignore_errors=True)
    place.mkdir()
    run(sys.executable, '-m', 'venv', env)
    bin = env/('Scripts' if os.name=='nt' else 'bin')
    pip = bin/'python', '-m', 'pip', '-q', '--disable-pip-version-check'
    run(*pip, 'install', '-c', root/'constraints.txt', dist/f'{name}-{version}-py3-none-any.whl')
    run(*pip, 'check')
    for c in commands:
        if not run(bin/c, '--help', at=place).startswith(f'usage: {c}'): sys.exit(f'{c} --help does not begin with its usage')
        if run(bin/c, '--version', at=place).strip()!=f'{c}, {name} {version}': sys.exit(f'{c} --version says another version')
    for figure in figures: run(bin/f'{name}-reproduce', figure, '--quick', '--no-progress', '--out', 'reproduced', at=place)
    with tarfile.open(dist/f'{name}-{version}.tar.gz') as t: t.extractall(place)
    run(*pip, 'install', 'pytest', 'hypothesis')
    run(bin/'python', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', *(f'tests/{t}' for t in own_tests), at=place/f'{name}-{version}')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('step', nargs='?', choices=['build', 'try'], help='one of the two alone')
    parser.add_argument('--dist', type=Path, default=root/'.release/dist', help='folder of the sdist and the wheel')
    parser.add_argument('--folder', type=Path, default=root/'.release', help='for all else that is made')
    args = parser.parse_args()
    dist, folder = args.dist.resolve(), args.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if args.step!='try': build(dist, folder)
    if args.step!='build': try_out(dist, folder)


if __name__ == '__main__': main()
