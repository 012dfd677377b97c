"""The list of pages as tools read it: nbs/sidebar.yml, which is written by hand and is Quarto's, too."""
import json, re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from notebook import joined

nbs = Path(__file__).resolve().parent.parent/'nbs'
wings = 'core', 'symmetry', 'data', 'metrics', 'discovery', 'distributions', 'information', 'inference', 'comparison', 'runs'  # lowest first
inside = ('experiments/', 'testing/')  # folders whose other pages are in no list; each wing's first page names its own


class Entry(NamedTuple):
    "A page, or a section of one, and where it stands"
    section: tuple[str, ...]  # headings above it, outermost first
    src: Path                 # the notebook, within nbs/
    text: str = ''            # what the list calls it; empty for the page's title
    anchor: str = ''          # the section of the page; empty for a page


def title(path: Path) -> str:
    "A page's title"
    cells = json.loads(path.read_text(encoding='utf-8'))['cells']
    m = re.match(r'# (.*)', joined(cells[0]['source'])) if cells else None
    if not m: raise SystemExit(f'{path}: its first cell is not "# Title"')
    return re.sub('[`$]', '', m[1]).strip()


def name(src: Path) -> str: return src.with_name(re.sub(r'^\d+_', '', src.stem)).as_posix()


def unlisted(src: Path) -> bool:
    "Is this a page for those who change the package, whom the wing's first page or a link leads to?"
    folder = src.parent
    if f'{folder}/' in inside: return True
    first = nbs/folder/f'00_{folder}.ipynb'
    said = re.search(r"inside = '([^']*)'", first.read_text(encoding='utf-8')) if first.is_file() else None
    return said is not None and Path(name(src)).name in said[1].split()


def contents() -> list[Any]:
    "Quarto's list of pages"
    return yaml.safe_load((nbs/'sidebar.yml').read_text(encoding='utf-8'))['website']['sidebar']['contents']


def placed(items: list[Any], section: tuple[str, ...] = ()) -> Iterator[Entry]:
    "Entries of a part of the list"
    for i in items:
        if isinstance(i, str): yield Entry(section, Path(i))
        elif 'section' in i: yield from placed(i['contents'], (*section, i['section']))
        else:
            page, _, anchor = i['href'].partition('#')
            yield Entry(section, Path(page).with_suffix('.ipynb'), i['text'], anchor)


def entries() -> list[Entry]:
    "The list of pages, section by section"
    found = list(placed(contents()))
    for e in found:
        if not (nbs/e.src).is_file(): raise SystemExit(f'nbs/{e.src}: the sidebar names it, and there is no such page')
    return found


def all_pages() -> list[Path]:
    "Notebooks within nbs/"
    return sorted(p for p in (p.relative_to(nbs) for p in nbs.rglob('*.ipynb')) if not any(part[0] in '._' for part in p.parts))


def order() -> list[Entry]:
    "All pages in the order of the site, those last that are in no list"
    listed = [e for e in entries() if not e.anchor]
    others = [Entry((), p) for p in all_pages() if p not in {e.src for e in listed}]
    if missing := [e.src.as_posix() for e in others if not unlisted(e.src)]: raise SystemExit(f'in no section of nbs/sidebar.yml: {", ".join(missing)}')
    return listed + others
