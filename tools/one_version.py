"""The version stands in settings.ini and its date in CHANGELOG.md; here they are written where others read them: symbayes/__init__.py, CITATION.cff and the site's footer.

With `--check`, fail if one of them is out of date; with `--tag v1.2.3`, fail also unless the tag is of this version. Standard library only."""
import argparse, re, sys
from configparser import ConfigParser
from datetime import date
from pathlib import Path

from whole import put

root = Path(__file__).resolve().parent.parent


def version() -> str:
    "As settings.ini says"
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(root/'settings.ini', encoding='utf-8')
    return ini['DEFAULT']['version']


def released(v: str) -> str:
    "The date in the changelog's heading of a version, which is its first one but for a later version that is still in work"
    headings = re.finditer(r'^## (\S+), (\S+)$', (root/'CHANGELOG.md').read_text(encoding='utf-8'), re.M)
    heading = next((h for h in headings if h[1]==v or h[2]!='unreleased'), None)
    if not heading or heading[1]!=v: raise SystemExit(f'CHANGELOG.md: the first heading is {heading and heading[0]!r}, expected "## {v}, YYYY-MM-DD", the version of settings.ini')
    try: return date.fromisoformat(heading[2]).isoformat()
    except ValueError: raise SystemExit(f'CHANGELOG.md: {v} has the date {heading[2]!r}, expected YYYY-MM-DD') from None


def wanted() -> dict[Path, str]:
    "The files that say the version, as they should be"
    v, found = version(), {}
    if not re.fullmatch(r'\d+\.\d+\.\d+((a|b|rc)\d+)?', v): raise SystemExit(f'settings.ini: the version is {v!r}, expected three numbers, as 1.2.3 or 1.2.3rc1')
    lines = {'symbayes/__init__.py': {r'__version__ = ".*"': f'__version__ = "{v}"'},
        'nbs/_quarto.yml': {r'    left: symbayes .*': f'    left: symbayes {v}'},
        'CITATION.cff': {r'version: .*': f'version: {v}', r'date-released: .*': f"date-released: '{released(v)}'"}}
    for name,said in lines.items():
        text = (root/name).read_text(encoding='utf-8')
        for pattern,line in said.items():
            text, n = re.subn(f'^{pattern}$', line, text, flags=re.M)
            if n!=1: raise SystemExit(f'{name}: {n} lines are like {pattern!r}, expected one')
        found[root/name] = text
    return found


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--check', action='store_true', help='write nothing; fail if a file is out of date')
    ap.add_argument('--tag', help='fail unless this tag is of the version: v and its numbers')
    args, v, new = ap.parse_args(), version(), wanted()
    stale = [p for p,text in new.items() if p.read_text(encoding='utf-8')!=text]
    if args.tag not in (None, f'v{v}'):
        print(f'The tag is {args.tag}, and settings.ini says {v}: expected v{v}.', file=sys.stderr)
        return 1
    if args.check and stale:
        print(f'Not of version {v}: {", ".join(str(p.relative_to(root)) for p in stale)}. Run `make export`.', file=sys.stderr)
        return 1
    for p in stale: put(p, new[p])
    print(f'version {v} of {released(v)} everywhere')
    return 0


if __name__ == '__main__': sys.exit(main())
