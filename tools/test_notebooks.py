"""Run notebooks as a reader does who has installed the package and nothing else: each in an empty folder, with the wheel that this tree makes.

A notebook fails that needs a file of the repository, or a module that the wheel lacks. Cells flagged `slow` or `cuda` are left out
unless `--flags` names them. `SYMBAYES_DATA` says where image data are, as everywhere."""
import argparse, os, shutil, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import ZipFile

root = Path(__file__).resolve().parent.parent
one = '''
import sys
from pathlib import Path
from nbdev.test import test_nb
import symbayes
assert Path(symbayes.__file__).is_relative_to(sys.argv[1]), symbayes.__file__
ok, _ = test_nb(Path(sys.argv[2]), skip_flags=['slow', 'cuda'], force_flags=sys.argv[4:], cell_timing_min=float(sys.argv[3]), profile=False)
sys.exit(not ok)
'''


def installed(folder: Path) -> Path:
    "The package as its wheel holds it"
    tree = folder/'tree'
    shutil.copytree(root, tree, ignore=shutil.ignore_patterns('.*', 'build', '_docs', '_proc', 'demo', '*.egg-info', '__pycache__', 'runs'))
    subprocess.run([sys.executable, '-m', 'pip', '-q', '--disable-pip-version-check', 'wheel', '--no-deps', '--no-build-isolation', '-w', folder, tree], check=True)
    ZipFile(next(folder.glob('*.whl'))).extractall(folder/'site')
    return folder/'site'


def run(path: Path, site: Path, folder: Path, args: argparse.Namespace) -> tuple[Path, bool, float]:
    "One notebook in a folder of its own"
    place, start = folder/path.relative_to(root/'nbs').with_suffix(''), time.monotonic()
    place.mkdir(parents=True)
    shutil.copy2(path, place)
    env = os.environ | {'PYTHONPATH': str(site), 'MPLBACKEND': 'Agg', 'OMP_NUM_THREADS': '1'}
    r = subprocess.run([sys.executable, '-c', one, site, place/path.name, str(args.cell_seconds), *args.flags], cwd=place, env=env, capture_output=True, text=True)
    took = time.monotonic()-start
    print(f'{path.relative_to(root/"nbs")}: {"passed" if r.returncode==0 else "FAILED"}, {took:.0f} s', flush=True)
    if r.stdout.strip(): print(r.stdout.strip(), flush=True)
    if r.returncode: print(r.stderr.strip()[-6000:], file=sys.stderr, flush=True)
    return path, r.returncode==0, took


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('names', nargs='*', help='parts of notebook names; default all')
    ap.add_argument('--workers', type=int, default=2)
    ap.add_argument('--flags', nargs='*', default=[], help='run cells with these flags too')
    ap.add_argument('--cell-seconds', type=float, default=5., help='name cells that take longer')
    args = ap.parse_args()
    local = root.parent/'shared/data'
    if local.exists(): os.environ.setdefault('SYMBAYES_DATA', str(local))
    paths = [p for p in sorted((root/'nbs').rglob('*.ipynb')) if '.ipynb_checkpoints' not in p.parts and (not args.names or any(n in p.stem for n in args.names))]
    paths.sort(key=lambda p: -p.stat().st_size)  # long ones tend to be large: first
    with tempfile.TemporaryDirectory(prefix='symbayes-notebooks-') as d, ThreadPoolExecutor(args.workers) as pool:
        site = installed(Path(d))
        done = list(pool.map(lambda p: run(p, site, Path(d)/'run', args), paths))
    late, bad = [f'{p.stem} {t:.0f} s' for p,ok,t in done if t>30], [p.stem for p,ok,_ in done if not ok]
    print(f'{len(done)-len(bad)} of {len(done)} notebooks passed, each in an empty folder, {sum(t for *_,t in done):.0f} s of work' + (f'; over 30 s: {", ".join(late)}' if late else ''))
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
