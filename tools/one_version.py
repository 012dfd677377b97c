"""The version stands in settings.ini and its date in CHANGELOG.md; here they are written where others read them: symbayes/__init__.py, CITATION.cff and the site's footer.

tools/generated.py does that. `python tools/one_version.py v1.2.3` fails unless the tag is of this version. Standard library only."""
import re, sys
from configparser import ConfigParser
from datetime import date
from pathlib import Path

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
        'nbs/index.ipynb': {r'    "  version = \{.*\},\\n",': f'    "  version = {{{v}}},' r'\\n",'},
        'CITATION.cff': {r'version: .*': f'version: {v}', r'date-released: .*': f"date-released: '{released(v)}'"}}
    for name,said in lines.items():
        text = (root/name).read_text(encoding='utf-8')
        for pattern,line in said.items():
            text, n = re.subn(f'^{pattern}$', line, text, flags=re.M)
            if n!=1: raise SystemExit(f'{name}: {n} lines are like {pattern!r}, expected one')
        found[root/name] = text
    return found


def main(tag: str) -> int:
    if tag==f'v{version()}' and wanted(): return 0
    print(f'The tag is {tag}, and settings.ini says {version()}: expected v{version()}.', file=sys.stderr)
    return 1


if __name__ == '__main__': sys.exit(main(sys.argv[1]))
