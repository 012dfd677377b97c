"""Run notebooks as a reader does who has installed the package and nothing else: each in an empty folder, with the wheel that this tree makes.

A notebook fails that needs a file of the repository, or a module that the wheel lacks. Cells flagged `slow` or `cuda` are left out
unless `--flags` names them. `SYMBAYES_DATA` says where image data are, as everywhere."""
import argparse, contextlib, gc, io, multiprocessing, os, shutil, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

root = Path(__file__).resolve().parent.parent
# Imported once, before each notebook's process is forked: 48 notebooks trace a network, and torch imports 1,400 modules for that, in 2.6 s
shared = 'torch', 'torch.export._trace', 'pandas', 'seaborn', 'matplotlib.pyplot', 'scipy.stats', 'scipy.optimize', 'sklearn.datasets', 'sklearn.model_selection', 'nbdev.test', 'execnb.shell'


def installed(folder: Path) -> Path:
    "The package as its wheel holds it"
    tree = folder/'tree'
    shutil.copytree(root, tree, ignore=shutil.ignore_patterns('.*', 'build', '_docs', '_proc', 'demo', '*.egg-info', '__pycache__', 'nbdev.yml'))
    subprocess.run([sys.executable, '-m', 'pip', '-q', '--disable-pip-version-check', 'wheel', '--no-deps', '--no-build-isolation', '-w', folder, tree], check=True)
    ZipFile(next(folder.glob('*.whl'))).extractall(folder/'site')
    return folder/'site'


def ready() -> None:
    "What every notebook's process would do again: the package, the first trace, the first figure"
    import symbayes.all, torch  # noqa: F401
    from symbayes.core.doors import import_torchvision
    from symbayes.discovery.finding import symmetry_group
    symmetry_group(torch.nn.Sequential(torch.nn.Linear(1, 2), torch.nn.Tanh(), torch.nn.Linear(2, 1)), torch.ones(1, 1))
    with contextlib.suppress(ImportError): import_torchvision()
    import matplotlib.pyplot as plt
    from matplotlib.backends import backend_agg  # noqa: F401
    with io.BytesIO() as f: plt.subplots()[0].savefig(f)
    plt.close('all')
    draw_once()
    gc.collect()
    gc.freeze()  # the collector of each process would walk, and copy, all that was imported
    gc.set_threshold(20_000, 20, 20)


def draw_once() -> None:
    "Pictures are drawn, but neither fitted nor cut to their parts, which takes as long as two or three more drawings; nobody looks at these"
    from matplotlib.backend_bases import FigureCanvasBase
    from matplotlib.figure import Figure
    Figure.get_layout_engine = lambda self: None
    whole = FigureCanvasBase.print_figure
    FigureCanvasBase.print_figure = lambda self, *args, **how: whole(self, *args, **how | {'bbox_inches': None, 'dpi': 50})


def run(job: tuple[Path, Path, Path, argparse.Namespace]) -> tuple[Path, bool, float, float]:
    "One notebook in a process and a folder of its own"
    path, site, folder, args = job
    place, start = folder/path.relative_to(root/'nbs').with_suffix(''), time.monotonic()
    place.mkdir(parents=True)
    shutil.copy2(path, place)
    for data in path.parent.glob('*.safetensors'): (place/data.name).symlink_to(data)  # no part of the wheel
    os.chdir(place)
    with open('said.txt', 'w') as said, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        sys.__stderr__ = said  # where nbdev writes what went wrong
        import symbayes
        from nbdev.test import test_nb
        assert Path(symbayes.__file__).is_relative_to(site), symbayes.__file__
        ok, _ = test_nb(place/path.name, skip_flags=['slow', 'cuda', *(['py311'] if sys.version_info<(3, 11) else [])], force_flags=args.flags, cell_timing_min=args.cell_seconds, profile=False)
    took, cpu = time.monotonic()-start, sum(os.times()[:4])  # a busy machine changes the one, hardly the other
    print(f'{path.relative_to(root/"nbs")}: {"passed" if ok else "FAILED"}, {took:.0f} s, {cpu:.1f} CPU s', Path('said.txt').read_text()[-6000:].strip(), sep='\n' if not ok else ' ', flush=True)
    return path, bool(ok), took, cpu


def in_a_process(job: tuple) -> tuple:
    "`run` in a process forked for it. It may have processes of its own, which those of a `multiprocessing.Pool` may not"
    fork = multiprocessing.get_context('fork')
    there, here = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: here.send(run(job)))
    process.start()
    here.close()
    try: found = there.recv()
    except EOFError: found = job[0], False, 0., 0.
    process.join()
    return found


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('names', nargs='*', help='parts of notebook names, or paths; default all')
    ap.add_argument('--workers', type=int, default=2)
    ap.add_argument('--flags', nargs='*', default=[], help='run cells with these flags too')
    ap.add_argument('--cell-seconds', type=float, default=5., help='name cells that take longer')
    args = ap.parse_args()
    local = root.parent/'shared/data'
    if local.exists(): os.environ.setdefault('SYMBAYES_DATA', str(local))
    paths = [p for p in sorted((root/'nbs').rglob('*.ipynb')) if '.ipynb_checkpoints' not in p.parts and (not args.names or any(Path(n).name.removesuffix('.ipynb') in p.stem for n in args.names))]
    if not paths:
        print(f'there is no notebook of such a name: {" ".join(args.names)}', file=sys.stderr)
        return 2
    paths.sort(key=lambda p: -p.stat().st_size)  # long ones tend to be large: first
    os.environ |= {'MPLBACKEND': 'Agg', 'OMP_NUM_THREADS': '1'}
    with tempfile.TemporaryDirectory(prefix='symbayes-notebooks-') as d, ThreadPoolExecutor(args.workers) as pool:
        wheel = pool.submit(installed, Path(d))  # pip is a process of its own: it works while this one imports
        for name in shared: import_module(name)
        site = wheel.result()
        sys.path.insert(0, str(site))
        os.environ['PYTHONPATH'] = str(site)  # for what a notebook starts
        ready()
        done = list(pool.map(in_a_process, [(p, site, Path(d)/'run', args) for p in paths]))
    bad, slowest = [p.stem for p,ok,*_ in done if not ok], sorted(done, key=lambda d: -d[3])[:10]
    print(f'{len(done)-len(bad)} of {len(done)} notebooks passed, each in an empty folder, {sum(t for _,_,t,_ in done):.0f} s of work, {sum(cpu for *_,cpu in done):.0f} CPU s')
    print('slowest, in CPU s:', ', '.join(f'{p.stem} {cpu:.0f}' for p,_,_,cpu in slowest))
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
