"""Run mypy over the code that users copy, README, the tour and the how-to notebook, and over the stubs. Standard library and mypy only."""
import json, re, subprocess, sys, tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
pages = 'index', 'tour', 'howto'


def code(path: Path) -> str:
    "A notebook's code as a module, without what only a notebook understands"
    cells = [''.join(c['source']) for c in json.loads(path.read_text(encoding='utf-8'))['cells'] if c['cell_type']=='code']
    kept = [s for s in cells if not re.search(r'^#\|\s*(default_exp|export)|%pip', s, re.M)]
    return 'from symbayes.all import *\n' + '\n'.join(re.sub(r'^([%!]|test_\w+\().*$', '', s, flags=re.M) for s in kept) + '\n'


def main() -> int:
    found = [p for p in sorted((root/'nbs').glob('*.ipynb')) if re.sub(r'^\d+[a-z]?_', '', p.stem) in pages]
    with tempfile.TemporaryDirectory() as d:
        for p in found: (Path(d)/f'page_{p.stem}.py').write_text(code(p), encoding='utf-8')
        stubs = sorted((root/'symbayes').rglob('*.pyi'))
        cmd = [sys.executable, '-m', 'mypy', '--follow-imports=silent', '--ignore-missing-imports', '--disable-error-code', 'override', '--cache-dir', str(root/'.mypy_cache'), *map(str, [*sorted(Path(d).glob('*.py')), *stubs])]
        return subprocess.run(cmd, cwd=root).returncode


if __name__ == '__main__': sys.exit(main())
