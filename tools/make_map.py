"""The map of the chapters in nbs/learn/03_map.ipynb, between its markers; with `--check`, fail if it is out of date.

The order of the pages is in nbs/sidebar.yml, what a page needs in nbs/map.yml; titles, subtitles and minutes of reading are read
off the notebooks (the finished pages have minutes of their own: tools/finish_site.py). The map is a drawing with links, without a script, in the colours of the page around it; on a phone the list
below it takes its place."""
import argparse, ast, json, math, re, sys
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from textwrap import wrap

import yaml

from notebook import directives, joined
from sidebar import order
from whole import put

root = Path(__file__).resolve().parent.parent
nbs = root/'nbs'
notebook, start, end = nbs/'02_map.ipynb', '<!-- map: made by tools/make_map.py -->', '<!-- end of the map -->'
mapped = 'Learn', 'Why it fails', 'Use it'           # sections whose pages say what they need
colours = dict(zip(mapped, ('#0072b2', '#d55e00', '#009e73')))  # told apart by colour-blind readers
wide, high, gap, across, down = 156, 46, 16, 172, 88           # of a box, and from box to box
words_a_minute, lines_a_minute = 200, 25


@dataclass
class Page:
    name: str                  # file within nbs/, without its ending
    section: tuple[str, ...]   # headings above it in the list of pages
    title: str
    about: str
    minutes: int
    needs: list[str] = field(default_factory=list)
    at: tuple[float, float] = (0, 0)  # upper left corner of its box

    @property
    def href(self) -> str:
        folder, _, stem = self.name.rpartition('/')
        return f'{folder}{"/" if folder else ""}{re.sub(r"^[0-9]+[a-zA-Z0-9]*_", "", stem)}.html'

    @property
    def link(self) -> str: return f'[{self.title}]({self.href})'

    @property
    def time(self) -> str: return f'<span class="minutes" data-page="{self.href}">{self.minutes} min</span>'


def shown_lines(cell: dict) -> int:
    "Lines of code that a page shows open: not hidden, exported or folded"
    d, src = directives(joined(cell['source']))
    if d.keys() & {'hide', 'export', 'exporti', 'exports', 'default_exp'} or 'false' in (d.get('echo'), d.get('include')) or d.get('code-fold')=='true': return 0
    lines = [l for l in src.splitlines() if l.strip() and not l.startswith('%')]
    try: last = ast.parse('\n'.join(lines)).body[-1:]
    except SyntaxError: last = []
    drawn = any('image/png' in o.get('data', {}) for o in cell['outputs']) and re.search(r'\b(plt|axs?|fig|sns)\b', src)
    return 0 if drawn or last and isinstance(last[0], ast.Assert) else len(lines)


def minutes(nb: dict) -> int:
    "Of reading: words and open code, rounded up"
    prose = '\n'.join(joined(c['source']) for c in nb['cells'] if c['cell_type']=='markdown')
    prose = re.sub(r'<(style|svg)\b.*?</\1>|^```.*?^```|<[^>]*>', ' ', prose, flags=re.S|re.M)
    lines = sum(map(shown_lines, (c for c in nb['cells'] if c['cell_type']=='code')))
    return max(1, math.ceil(len(prose.split())/words_a_minute + lines/lines_a_minute))


def read() -> tuple[dict[str, Page], list[dict]]:
    "All pages in the order of the sidebar, but for the front page and the map, and the suggested ways"
    kept, pages = yaml.safe_load((nbs/'map.yml').read_text(encoding='utf-8')), {}
    for e in order():
        if e.src.name in ('index.ipynb', notebook.name): continue
        try: nb = json.loads((nbs/e.src).read_text(encoding='utf-8'))
        except (OSError, ValueError) as wrong: raise SystemExit(f'nbs/{e.src}: {wrong}') from None
        m = re.match(r'# (.*)\n\s*> (.*)', joined(nb['cells'][0]['source']) if nb.get('cells') else '')
        if not m: raise SystemExit(f'nbs/{e.src}: its first cell is not "# Title" with a "> subtitle"')
        name = e.src.with_suffix('').as_posix()
        pages[name] = Page(name, e.section, re.sub('[`$]', '', m[1]).strip(), m[2].strip(), minutes(nb), kept['needs'].get(name, []))
    wrong = faults(pages, kept)
    if wrong: raise SystemExit('nbs/map.yml: ' + '; '.join(wrong))
    return pages, kept['paths']


def faults(pages: dict[str, Page], kept: dict) -> list[str]:
    "What the hand-kept list has wrong: pages left out, names that are no page, needs that come later or go round"
    needs, place = kept['needs'], {n: i for i,n in enumerate(pages)}
    res = [f'{n} is missing' for n,p in pages.items() if p.section[0] in mapped and n not in needs]
    res += [f'{n} is no page of {", ".join(mapped)}' for n in needs if n not in pages or pages[n].section[0] not in mapped]
    res += [f'{n} needs {k}, which is no page' for n,ks in needs.items() for k in ks if k not in pages]
    res += [f'{w["name"]}: {n} is no page' for w in kept['paths'] for n in w['pages'] if n not in pages]
    if res: return res
    res += [f'{n} needs {k}, which comes later' for n,ks in needs.items() for k in ks if pages[n].section[0]==pages[k].section[0]=='Learn' and place[k]>place[n]]
    return res + [f'{" needs ".join(c)}: that goes round' for c in circles(needs)]


def circles(needs: dict[str, list[str]]) -> list[list[str]]:
    "Chains of needs that come back to where they began, each once"
    done: set[str] = set()
    def walk(n: str, chain: list[str]) -> list[list[str]]:
        if n in chain: return [chain[chain.index(n):]+[n]]
        if n in done: return []
        found = [c for k in needs.get(n, []) for c in walk(k, [*chain, n])]
        done.add(n)
        return found
    return [c for n in needs for c in walk(n, [])]


def before(n: str, pages: dict[str, Page]) -> set[str]:
    "All that must be read before a page"
    return {m for k in pages[n].needs for m in {k} | before(k, pages)}


def direct(p: Page, pages: dict[str, Page]) -> list[str]:
    "Needs that no other need brings along"
    return [k for k in p.needs if not any(k in before(o, pages) for o in p.needs)]


def depth(n: str, pages: dict[str, Page]) -> int: return max((1+depth(k, pages) for k in pages[n].needs), default=0)


def place(pages: dict[str, Page]) -> float:
    """Puts the boxes somewhere; says how far down they reach. What is learnt goes downwards by depth, what fails beside it; what is
    used stands in a column for each part"""
    taken, lowest = {}, 0.
    lanes = {'Learn': range(3), 'Why it fails': range(3, 5)}
    theory = [p for p in pages.values() if p.section[0] in lanes]
    for p in sorted(theory, key=lambda p: depth(p.name, pages)):
        row = depth(p.name, pages)
        above = [pages[k].at[0]/across for k in direct(p, pages) if pages[k].section[0]==p.section[0]]
        wish = sum(above)/len(above) if above else lanes[p.section[0]].start + (p.section[0]=='Learn')
        free = [c for c in lanes[p.section[0]] if (c, row) not in taken]
        if not free: raise SystemExit(f'The map has no room for {p.name}: a row of {p.section[0]} is full')
        column = min(free, key=lambda c: abs(c-wish))
        taken[column, row], p.at = p, (column*across, 30+row*down)
        lowest = max(lowest, p.at[1]+high)
    used = [p for p in pages.values() if p.section[0]=='Use it']
    parts = list(dict.fromkeys(p.section[1:] for p in used))
    if len(parts)>5: raise SystemExit(f'The map has five columns for the parts of Use it, which are {len(parts)}')
    filled, top = dict.fromkeys(parts, 0), lowest+80
    for p in used:
        p.at = parts.index(p.section[1:])*across, top+filled[p.section[1:]]*(high+gap)
        filled[p.section[1:]] += 1
    return top+max(filled.values(), default=0)*(high+gap)


def box(p: Page, pages: dict[str, Page]) -> str:
    x, y = p.at
    lines = wrap(p.title, 21)[:3]
    middle = y+high/2+5-8*(len(lines)-1)
    text = ''.join(f'<text x="{x+wide/2:g}" y="{middle+16*i:g}">{escape(l)}</text>' for i,l in enumerate(lines))
    needs = ', '.join(pages[k].title for k in p.needs)
    tip = p.about.replace('`', '') + f' About {p.minutes} min.' + (f' Needs: {needs}.' if needs else '')
    return f'<a href="{p.href}"><title>{escape(tip)}</title><rect x="{x:g}" y="{y:g}" width="{wide}" height="{high}" rx="7" stroke="{colours[p.section[0]]}"/>{text}</a>'


def arrow(a: Page, b: Page, nth: int, blocked: bool) -> str:
    """From a page to one that needs it: along the side of a column, or down, across in the lane below the `nth` box of a row, and down
    again, beside the boxes where one of them is in the way"""
    (x,y), (u,v) = a.at, b.at
    if a.section[0]=='Use it':
        if v-y<high+2*gap: return f'M{x+wide/2:g} {y+high:g}V{v-4:g}'
        return f'M{x+wide:g} {y+high/2+8:g}h5q5 0 5 5V{v+high/2-13:g}q0 5 -5 5h-1'
    turn, middle = y+high+6+6*nth, u+wide/2
    if not blocked: return f'M{x+wide/2:g} {y+high:g}V{turn:g}H{middle:g}V{v-4:g}'
    return f'M{x+wide/2:g} {y+high:g}V{turn:g}H{u-gap/2:g}V{v-12:g}H{middle:g}V{v-4:g}'


def drawing(pages: dict[str, Page]) -> str:
    height = place(pages)
    shown = [p for p in pages.values() if p.section[0] in mapped]
    def beside(a: Page, b: Page) -> bool: return 'Use it' not in (a.section[0], b.section[0]) or a.section==b.section and a.at[1]<b.at[1]
    def nth(a: Page) -> int: return sum(o.at[1]==a.at[1] and o.at[0]<a.at[0] for o in shown)
    def blocked(a: Page, b: Page) -> bool: return any(o.at[0]==b.at[0] and a.at[1]<o.at[1]<b.at[1] for o in shown)
    pairs = [(pages[k], p) for p in shown for k in direct(p, pages)]
    ways = [arrow(a, b, nth(a), blocked(a, b)) for a,b in pairs if beside(a, b)]
    heads = {'Learn': 0, 'Why it fails': 3*across}
    said = [f'<text class="lane" x="{x}" y="16">{k}</text>' for k,x in heads.items()]
    used: dict[tuple[str, ...], Page] = {}
    for p in shown:
        if p.section[0]=='Use it': used.setdefault(p.section, p)
    for k,p in used.items():
        lines = wrap(k[-1], 20)
        said += [f'<text class="lane" x="{p.at[0]:g}" y="{p.at[1]-12-16*(len(lines)-1-i):g}">{escape(l)}</text>' for i,l in enumerate(lines)]
    return '\n'.join([f'<svg viewBox="-4 0 {4*across+wide+8} {height:g}" role="group" aria-label="Map of the chapters: boxes are links, arrows lead from a page to those that build on it.">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        *said, *(f'<path class="way" d="{d}" marker-end="url(#tip)"/>' for d in ways), *(box(p, pages) for p in shown), '</svg>'])


hint = """Every box is a link, and an arrow leads from a page to one that builds on it. What a page of *Use it* needs from elsewhere stands in the list
[below](#use-it). [Evidence](#evidence) and [Reference](#reference) are for looking things up."""

leads = {
    'Learn': 'The argument of the site, in the order in which it is built. Each page computes what it claims.',
    'Why it fails': 'What goes wrong between equal modes, seen where all can be computed; and networks that are built without the symmetry.',
    'Use it': 'For a network and data of your own: what to fit, how to judge it, how to find its symmetries, and how to compare networks up to them.',
    'Evidence': 'The experiments, each with its question and its answer on the first screen.',
    'Reference': 'All names, figures, words and papers; then the rooms inside, for those who build on the package.'}

style = """<style>
.chapter-map svg { width: 100%; height: auto; }
.chapter-map a { color: inherit; text-decoration: none; }
.chapter-map rect { fill: currentColor; fill-opacity: .04; stroke-width: 1.6; }
.chapter-map a:hover rect, .chapter-map a:focus rect { stroke-width: 3.4; fill-opacity: .1; }
.chapter-map text { fill: currentColor; font: 13.5px sans-serif; text-anchor: middle; }
.chapter-map text.lane { font-weight: 700; text-anchor: start; }
.chapter-map path.way { fill: none; stroke: currentColor; stroke-opacity: .55; stroke-width: 1.3; }
.chapter-map marker path { fill: currentColor; }
.chapters li { margin-bottom: .35rem; }
@media (max-width: 700px) { .chapter-map { display: none; } }
</style>"""


def listed(pages: list[Page], by: dict[str, Page]) -> str:
    "A line for each page: its minutes, what it is about and what it needs"
    def needs(p: Page) -> str: return f' Needs {", ".join(by[k].link for k in p.needs)}.' if p.needs else ''
    return '\n'.join(f'- {p.link} ({p.time}). {p.about}{"" if p.about[-1] in ".?!" else "."}{needs(p)}' for p in pages)


def text() -> str:
    "What stands between the markers"
    pages, ways = read()
    ordered: dict[str, list[Page]] = {}
    for p in pages.values(): ordered.setdefault(p.section[0], []).append(p)
    def step(w: dict) -> str: return ' → '.join(pages[n].link for n in w['pages'])
    paths = [f'- **{w["name"]}** ({sum(pages[n].minutes for n in w["pages"])} min of reading). {w["goal"]} {step(w)}' for w in ways]
    parts = [style, '<div class="chapter-map">', hint, drawing(pages), '</div>', '## Three ways through', '\n'.join(paths), '## All pages',
        'Times are those of reading: the words of a page and its open code. Under each heading the pages stand in the order of the sidebar.']
    for name,those in ordered.items(): parts += [f'### {name}', leads.get(name, ''), '<div class="chapters">', listed(those, pages), '</div>']
    return '\n\n'.join([start, *parts, end])


def same(old: str, new: str) -> bool:
    """Whether a map may stay: what is written in a notebook changes its minutes now and then, and the finished pages have their
    own (tools/finish_site.py), so these may be off by a quarter and three"""
    said = re.compile(r'\b(\d+)(?= min\b)')
    pairs = zip(map(int, said.findall(old)), map(int, said.findall(new)))
    return said.sub('', old)==said.sub('', new) and all(abs(a-b)<=3+max(a, b)/4 for a,b in pairs)


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--check', action='store_true', help='write nothing; fail if the map is out of date')
    check = ap.parse_args().check
    nb = json.loads(notebook.read_text(encoding='utf-8'))
    cell = next((c for c in nb['cells'] if joined(c['source']).startswith(start)), None)
    if cell is None: raise SystemExit(f'{notebook.relative_to(root)} has no cell that begins with {start}')
    new = text()
    old = joined(cell['source'])
    if check and not same(old, new):
        print(f'Out of date: {notebook.relative_to(root)}. Run `python tools/make_map.py`.', file=sys.stderr)
        return 1
    if not check and old!=new:
        cell['source'] = new.splitlines(True)
        put(notebook, json.dumps(nb, sort_keys=True, indent=1, ensure_ascii=False) + '\n')
    print('The map of the chapters is up to date')
    return 0


if __name__ == '__main__': sys.exit(main())
