"""Fail unless `symbayes/` is what the notebooks export and the notebooks are clean.

The usual check (`nbdev-export && nbdev-clean && git diff --exit-code`) rewrites the working tree and trips over
unrelated changes. Here both commands run in a copy, which is then compared with the original; git is not needed."""
import subprocess, sys, tempfile
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns

root, parts = Path(__file__).resolve().parent.parent, ('nbs', 'symbayes')
junk = ignore_patterns('__pycache__', '.ipynb_checkpoints', '.*', 'nbdev.yml', '*.pyi', '_docments.py')


def files(top: Path) -> dict[Path, bytes]:
    "Every file under the compared folders, by its path from `top`"
    return {p.relative_to(top): p.read_bytes() for part in parts for p in (top/part).rglob('*') if p.is_file()}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix='symbayes-sync-') as d:
        before, after = Path(d)/'before', Path(d)/'after'
        for top in before, after:
            for part in parts: copytree(root/part, top/part, ignore=junk)
        copy2(root/'pyproject.toml', after)
        for cmd in 'nbdev-export', 'nbdev-clean': subprocess.run([Path(sys.executable).parent/cmd], cwd=after, check=True)
        old, new = files(before), files(after)
        bad = sorted(str(p) for p in old.keys()|new.keys() if old.get(p)!=new.get(p))
        for p in bad: subprocess.run(['diff', '-u', '-N', f'before/{p}', f'after/{p}'], cwd=d)
    if bad: print(f'Out of sync: {", ".join(bad)}\nRun nbdev-export and nbdev-clean, and look at the difference.', file=sys.stderr)
    else: print(f'{len(old)} files in sync')
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
