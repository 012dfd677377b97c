"""Files that are made from others: `python tools/generated.py` writes those that are out of date; with `--check` it names them, and fails.

A maker is a module of this folder whose `wanted()` returns files with what they should hold, None where there should be no file.
Names choose some makers. They need the standard library only, but for `shrink_pngs`."""
import argparse, sys
from importlib import import_module
from pathlib import Path

from whole import put

root = Path(__file__).resolve().parent.parent
makers = 'shrink_pngs', 'project_pages', 'make_map', 'make_readme', 'one_version'  # later ones read what earlier ones write


def stale(maker: str) -> dict[Path, bytes|None]:
    "Files of a maker that are not as they should be"
    found = {}
    for path,new in import_module(maker).wanted().items():
        new = new.encode() if isinstance(new, str) else new
        if new!=(path.read_bytes() if path.is_file() else None): found[path] = new
    return found


def write(files: dict[Path, bytes|None]) -> None:
    for path,new in files.items():
        if new is None: path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path, new)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('makers', nargs='*', default=makers, help=f'some of {", ".join(makers)}')
    parser.add_argument('--check', action='store_true', help='write nothing; fail if a file is out of date')
    args, late = parser.parse_args(), []
    for maker in args.makers:
        found = stale(maker)
        late += [f'{path.relative_to(root)} ({maker})' for path in found]
        if not args.check: write(found)
    if args.check and late:
        print(f'Out of date: {", ".join(late)}. Run `make export`.', file=sys.stderr)
        return 1
    print(f'{len(late)} generated files written' if not args.check else 'generated files are up to date')
    return 0


if __name__ == '__main__': sys.exit(main())
