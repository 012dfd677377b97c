"""The list of pages, nbs/sidebar.yml, which Quarto reads; tools/generated.py writes it. `site` below
says which page stands where, by what a reader wants; within a folder pages follow their numbers. Standard library only, but for reading."""
import json, re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from notebook import joined

nbs = Path(__file__).resolve().parent.parent/'nbs'
wings = 'core', 'symmetry', 'data', 'metrics', 'discovery', 'distributions', 'information', 'inference', 'comparison', 'runs'  # lowest first


class Fold(NamedTuple):
    "A part of the list that is closed until a reader opens it"
    heading: str
    places: tuple['Place', ...]


class Part(NamedTuple):
    "A section of a page that has an entry of its own"
    text: str
    page: str
    anchor: str


Place = str | Fold | Part  # a page by its name without number, a folder ('guides/': its pages that are named nowhere), or one of the above

site = (
    Fold('Start', ('index', Part('Install', 'index', 'install'), 'learn/tour', 'learn/choosing')),
    Fold('Guides', ('guides/guides', 'guides/intervals', 'guides/your_table', 'runs/sklearn', 'guides/',
        Fold('More recipes, and traps', ('learn/howto', 'learn/traps', 'guides/devices', 'guides/starts', 'guides/free_rotations', 'learn/')))),
    Fold('The idea', ('idea/',)),
    Fold('Theory', ('symmetry/permutations', 'information/two_modes', 'information/mode_proximity', 'information/permanents', 'information/orbit_averages',
        'information/unit_information', 'information/estimators', 'information/symmetrized_elbo', 'distributions/collapsed', 'distributions/inducing',
        'learn/rotations', 'information/haar')),
    Fold('Evidence', (
        Fold('Papers run again: Gelberg, Kurle, Rossi, Laurent', ('experiments/reproduce', 'experiments/modes', 'experiments/tractable', 'experiments/mnist',
            'experiments/kurle', 'experiments/rossi', 'experiments/laurent', 'experiments/laurent_toy', 'experiments/laurent_mass', 'experiments/optunet',
            'experiments/larger_nets', 'experiments/mmd')),
        Fold('What symmetry costs, and what helps', ('experiments/wide_nets', 'experiments/moving', 'experiments/few_images', 'experiments/architectures',
            'experiments/regimes', 'experiments/tempering')),
        'experiments/tables', 'experiments/benchmarks')),
    Fold('Reference', ('all', Fold('To look up: wings, words, literature', ('learn/map', 'learn/words', 'learn/literature')),
        Fold('Modules, wing by wing', tuple(f'{w}/' for w in wings)),
        Fold('How to contribute; changes', ('learn/changing', 'experiments/artefacts', 'project/', 'testing/testing', '')))),
)
inside = ('experiments/', 'testing/')  # folders whose other pages are in no list; each wing's first page names its own
shown_as = {'index': 'Home'}  # entries that are not called by their page's title


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


def pages(folder: str) -> list[Path]: return sorted(p.relative_to(nbs) for p in (nbs/folder).glob('*.ipynb'))

def name(src: Path) -> str: return src.with_name(re.sub(r'^\d+_', '', src.stem)).as_posix()


def unlisted(src: Path) -> bool:
    "Is this a page for those who change the package, whom the wing's first page or a link leads to?"
    folder = src.parent
    if f'{folder}/' in inside: return True
    first = nbs/folder/f'00_{folder}.ipynb'
    said = re.search(r"inside = '([^']*)'", first.read_text(encoding='utf-8')) if first.is_file() else None
    return said is not None and Path(name(src)).name in said[1].split()


def named(places: tuple[Place, ...]) -> set[str]:
    "Pages that have a place of their own"
    return set().union(*(named(p.places) if isinstance(p, Fold) else {p} if isinstance(p, str) else set() for p in places))


def placed(place: Place, section: tuple[str, ...], own: set[str], every: dict[str, Path]) -> Iterator[Entry]:
    "Entries of a place; each wing is a fold with the title of its first page"
    if isinstance(place, Fold):
        for p in place.places: yield from placed(p, (*section, place.heading), own, every)
    elif isinstance(place, Part): yield Entry(section, every[place.page], place.text, place.anchor)
    elif place and place[-1]!='/':
        if place not in every: raise SystemExit(f'nbs/{place}: the sidebar names it, and there is no such page')
        yield Entry(section, every[place], shown_as.get(place, ''))
    else:
        found = [p for p in pages(place) if name(p) not in own and not unlisted(p)]
        if place[:-1] in wings:
            if not found: raise SystemExit(f'nbs/{place[:-1]}: has no page')
            section = *section, title(nbs/found[0])
        yield from (Entry(section, p) for p in found)


def entries() -> list[Entry]:
    "The list of pages, section by section"
    every = {name(p): p for p in all_pages()}
    return [e for part in site for e in placed(part, (), named(site), every)]


def all_pages() -> list[Path]:
    "Notebooks within nbs/"
    return sorted(p for p in (p.relative_to(nbs) for p in nbs.rglob('*.ipynb')) if not any(part[0] in '._' for part in p.parts))


def order() -> list[Entry]:
    "All pages in the order of the site, those last that are in no list"
    listed = [e for e in entries() if not e.anchor]
    others = [Entry((), p) for p in all_pages() if p not in {e.src for e in listed}]
    if missing := [e.src.as_posix() for e in others if not unlisted(e.src)]: raise SystemExit(f'in no section: {", ".join(missing)}')
    return listed + others


def item(e: Entry) -> str|dict[str, str]:
    "What Quarto's list has for an entry"
    if not e.text: return e.src.as_posix()
    return {'text': e.text, 'href': e.src.with_suffix('.html').as_posix() + f'#{e.anchor}' if e.anchor else e.src.as_posix()}


def contents(entries: list[Entry], depth: int = 0) -> list[Any]:
    "Quarto's list of pages"
    res: list[Any] = []
    for e in entries:
        if len(e.section)==depth: res.append(item(e))
        elif res and isinstance(res[-1], dict) and res[-1].get('section')==e.section[depth]: continue
        else: res.append({'section': e.section[depth], 'contents': contents([x for x in entries if x.section[:depth+1]==e.section[:depth+1]], depth+1)})
    return res


def written(items: list[Any], pad: str = '      ') -> str:
    "The list as YAML"
    def line(i: Any) -> str:
        if isinstance(i, str): return f'{pad}- {i}\n'
        if 'text' in i: return f'{pad}- text: "{i["text"]}"\n{pad}  href: {i["href"]}\n'
        return f'{pad}- section: "{i["section"]}"\n{pad}  contents:\n{written(i["contents"], pad+"    ")}'
    return ''.join(map(line, items))


def wanted() -> dict[Path, str]:
    text = '# Made by tools/sidebar.py, which says what stands where.\nwebsite:\n  sidebar:\n    contents:\n'
    return {nbs/'sidebar.yml': text + written(contents(entries()))}
