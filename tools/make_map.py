"""The map of the wings in nbs/learn/, between its markers, for tools/generated.py.

The wings and the arrows between them are read off the modules' imports, what each is about off its first page."""
import json, re
from html import escape
from pathlib import Path

from notebook import joined
from sidebar import nbs, title, wings

root = nbs.parent
start, end = '<!-- map: made by tools/make_map.py -->', '<!-- end of the map -->'
wide, high, across, down = 170, 46, 200, 84 # of a box, and from box to box


def notebook() -> Path: return next(nbs.glob('learn/*_map.ipynb'))


def needs() -> dict[str, set[str]]:
    "The wings that each wing imports from"
    found = {}
    for w in wings:
        text = '\n'.join(p.read_text(encoding='utf-8') for p in (root/'symbayes'/w).glob('*.py'))
        found[w] = set(re.findall(r'^ *from \.\.(\w+)\.\w+ import', text, re.M)) & set(wings) - {w}
    return found


def floors(need: dict[str, set[str]]) -> dict[str, int]:
    "The floor of each wing: one above the highest that it imports from"
    at: dict[str, int] = {}
    for w in wings: at[w] = max((at[n]+1 for n in need[w]), default=0)
    return at


def drawing() -> str:
    "The wings as boxes on their floors, highest first, with arrows to the wings below that no other arrow implies"
    need = needs()
    at = floors(need)
    below = {w: set().union(*({n}|need[n] for n in need[w])) if need[w] else set() for w in wings}
    rows = {f: [w for w in wings if at[w]==f] for f in range(max(at.values())+1)}
    most, place = max(map(len, rows.values())), {}
    for f,ws in rows.items():  # from the ground up, each wing above those that it needs
        ws.sort(key=lambda w: sum(place[n][0] for n in need[w])/max(1, len(need[w])))
        place |= {w: ((i+(most-len(ws))/2)*across, (max(rows)-f)*down) for i,w in enumerate(ws)}
    def box(w: str) -> str:
        (x, y), name = place[w], title(next((nbs/w).glob('00_*.ipynb')))
        return (f'<a href="../{w}/{w}.html"><title>{escape(name)}</title><rect x="{x:g}" y="{y:g}" width="{wide}" height="{high}" rx="7"/>'
            f'<text x="{x+wide/2:g}" y="{y+high/2+5:g}">{w}</text></a>')
    def arrow(a: str, b: str) -> str:
        (x, y), (u, v) = place[a], place[b]
        side, out = (x, -40) if u<x else (x+wide, 40)
        past = f'M{side:g} {y+high/2:g}C{side+out:g} {y+high/2:g} {u+wide/2:g} {y+high:g} {u+wide/2:g} {v-4:g}'  # beside the boxes between
        return f'<path class="way" d="{past if v-y>down else f"M{x+wide/2:g} {y+high:g}L{u+wide/2:g} {v-4:g}"}" marker-end="url(#tip)"/>'
    ways = [(a, b) for a in wings for b in need[a] if not any(b in below[c] for c in need[a]-{b})]
    return '\n'.join([f'<svg viewBox="-4 -4 {most*across} {(max(rows)+1)*down}" role="group" aria-label="The wings of the package: boxes are links, arrows lead to the wings that one imports from.">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        *(arrow(a, b) for a,b in sorted(ways)), *map(box, wings), '</svg>'])


style = """<style>
.chapter-map svg { width: 100%; max-width: 46rem; height: auto; }
.chapter-map a { color: inherit; text-decoration: none; }
.chapter-map rect { fill: currentColor; fill-opacity: .05; stroke: currentColor; stroke-width: 1.4; }
.chapter-map a:hover rect, .chapter-map a:focus rect { stroke-width: 3; fill-opacity: .1; }
.chapter-map text { fill: currentColor; font: 15px sans-serif; text-anchor: middle; }
.chapter-map path.way { fill: none; stroke: currentColor; stroke-opacity: .55; stroke-width: 1.3; }
.chapter-map marker path { fill: currentColor; }
</style>"""

hint = 'Every box is a wing of the package and links to its first page. An arrow leads to a wing that it imports from, unless other arrows imply it.'


def line(wing: str) -> str:
    "A wing with a link to its first page and what it is about"
    page = next((nbs/wing).glob('00_*.ipynb'))
    about = joined(json.loads(page.read_text(encoding='utf-8'))['cells'][0]['source']).partition('> ')[2].strip()
    return f'- [{title(page)}](../{page.relative_to(nbs).as_posix()}). {about}'


def text() -> str:
    "What stands between the markers"
    return '\n\n'.join([start, style, hint, '<div class="chapter-map">', drawing(), '</div>', '\n'.join(map(line, wings)), end])


def wanted() -> dict[Path, str]:
    at = notebook()
    nb = json.loads(at.read_text(encoding='utf-8'))
    cell = next((c for c in nb['cells'] if joined(c['source']).startswith(start)), None)
    if cell is None: raise SystemExit(f'{at.relative_to(root)} has no cell that begins with {start}')
    cell['source'] = text().splitlines(True)
    return {at: json.dumps(nb, sort_keys=True, indent=1, ensure_ascii=False) + '\n'}
