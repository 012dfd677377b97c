"""The order of the pages is that of the folders of nbs/: `python tools/sidebar.py` writes nbs/sidebar.yml, which Quarto reads; with `--check`, fail
if that is out of date. Standard library only, but for reading."""
import json, re, sys
from pathlib import Path
from typing import Any, NamedTuple

from notebook import joined
from whole import put

nbs = Path(__file__).resolve().parent.parent/'nbs'
wings = 'core', 'symmetry', 'data', 'metrics', 'discovery', 'distributions', 'information', 'inference', 'comparison', 'runs'  # lowest first
top = ('Learn', ('learn',)), ('Evidence', ('experiments',)), ('Reference', (*wings, 'testing'))  # sections, and the folders in each


class Entry(NamedTuple):
    "A page and where it stands"
    section: tuple[str, ...]  # headings above it, outermost first
    src: Path                 # the notebook, within nbs/


def title(path: Path) -> str:
    "A page's title"
    cells = json.loads(path.read_text(encoding='utf-8'))['cells']
    m = re.match(r'# (.*)', joined(cells[0]['source'])) if cells else None
    if not m: raise SystemExit(f'{path}: its first cell is not "# Title"')
    return re.sub('[`$]', '', m[1]).strip()


def pages(folder: str) -> list[Path]: return sorted(p.relative_to(nbs) for p in (nbs/folder).glob('*.ipynb'))


def order() -> list[Entry]:
    "All pages in the order of the site: the front page, then section by section, each folder by its numbers"
    found = [Entry((), Path('index.ipynb'))]
    for section,folders in top:
        for f in folders:
            own = pages(f)
            if not own: raise SystemExit(f'nbs/{f}: has no page')
            found += [Entry((section,) if len(folders)==1 else (section, title(nbs/own[0])), p) for p in own]
    found += [Entry(('Reference',), p) for p in pages('') if p.name!='index.ipynb']
    known, there = {e.src for e in found}, {p.relative_to(nbs) for p in nbs.rglob('*.ipynb') if not any(part[0] in '._' for part in p.relative_to(nbs).parts)}
    if there-known: raise SystemExit(f'in no section: {", ".join(sorted(map(str, there-known)))}')
    return found


def contents(entries: list[Entry], depth: int = 0) -> list[Any]:
    "Quarto's list of pages"
    res: list[Any] = []
    for e in entries:
        if len(e.section)==depth: res.append(e.src.as_posix())
        elif res and isinstance(res[-1], dict) and res[-1]['section']==e.section[depth]: continue
        else: res.append({'section': e.section[depth], 'contents': contents([x for x in entries if x.section[:depth+1]==e.section[:depth+1]], depth+1)})
    return res


def written(items: list[Any], pad: str = '      ') -> str:
    "The list as YAML"
    return ''.join(f'{pad}- {i}\n' if isinstance(i, str) else f'{pad}- section: "{i["section"]}"\n{pad}  contents:\n{written(i["contents"], pad+"    ")}' for i in items)


def main() -> int:
    text = '# Made from the folders of nbs/ by tools/sidebar.py.\nwebsite:\n  sidebar:\n    contents:\n' + written(contents(order()))
    at = nbs/'sidebar.yml'
    same = at.exists() and at.read_text(encoding='utf-8')==text
    if '--check' in sys.argv and not same:
        print('Out of date: nbs/sidebar.yml. Run `make export`.', file=sys.stderr)
        return 1
    if not same: put(at, text)
    return 0


if __name__ == '__main__': sys.exit(main())
