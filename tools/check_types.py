"""Run mypy over the code that users copy, README, the tour and the how-to notebook, and over the stubs. Standard library and mypy only.

What other libraries give counts as anything, unless `--whole` is given: to read torch takes three times as long as all the rest."""
import argparse, json, re, subprocess, sys, tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
pages = 'index', 'tour', 'howto'
others = 'torch', 'torchvision', 'pandas', 'scipy', 'sklearn', 'matplotlib'


def code(path: Path) -> str:
    "A notebook's code as a module, without what only a notebook understands"
    cells = [''.join(c['source']) for c in json.loads(path.read_text(encoding='utf-8'))['cells'] if c['cell_type']=='code']
    kept = [s for s in cells if not re.search(r'^#\|\s*(default_exp|export)|%pip', s, re.M)]
    return 'from symbayes.all import *\n' + '\n'.join(re.sub(r'^([%!]|test_\w+\().*$', '', s, flags=re.M) for s in kept) + '\n'


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--whole', action='store_true', help='read other libraries, too')
    whole = ap.parse_args().whole
    found = [p for p in sorted((root/'nbs').glob('*.ipynb')) if re.sub(r'^\d+[a-z]?_', '', p.stem) in pages]
    with tempfile.TemporaryDirectory() as d:
        for p in found: (Path(d)/f'page_{p.stem}.py').write_text(code(p), encoding='utf-8')
        stubs = sorted((root/'symbayes').rglob('*.pyi'))
        options = Path(d)/'mypy.ini'
        options.write_text('[mypy]\n'+('' if whole else ''.join(f'[mypy-{name}.*]\nfollow_imports = skip\n' for name in others)), encoding='utf-8')
        cmd = [sys.executable, '-m', 'mypy', '--config-file', str(options), '--follow-imports=silent', '--ignore-missing-imports', '--disable-error-code', 'override', '--cache-dir', str(root/'.mypy_cache'), *map(str, [*sorted(Path(d).glob('*.py')), *stubs])]
        return subprocess.run(cmd, cwd=root).returncode


if __name__ == '__main__': sys.exit(main())
