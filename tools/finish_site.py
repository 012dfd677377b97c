"""What can be said of the pages only when all are there, written into them: `finish_site.py _docs`.

The first figure of each guide, in guides/guides.html's `<div id="guides">`. `llms.txt`: the pages and what each is about. Minutes of reading,
under each title. What Quarto writes and nobody needs is taken out. Works on the pages of the preview and on Quarto's, and may run twice."""
import re, sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from math import ceil
from os.path import relpath
from pathlib import Path
from types import MappingProxyType

from bs4 import PageElement, Tag

from address import address
from check_pages import pages_in, read
from sidebar import order
from whole import put

words_a_minute, lines_a_minute = 200, 20
_unread = {'script', 'style', 'template', 'annotation', 'nav', 'button', 'table', 'header'}
_prose = 'p', 'li', 'figcaption', 'dd', 'dt', 'blockquote'
_headings = 'h1', 'h2', 'h3', 'h4'
_reading = re.compile(r'(?:<p class="reading">[^<]*</p>)?(?=\s*</header>)')
# Quarto loads two libraries in every page with an output that is HTML, for widgets that expect them, and links a logo that is not there
_empty = re.compile(r'<th\b([^>]*)>(?:\s|&nbsp;)*</th>')  # the corner of a table heads nothing
_needless = re.compile(r'''<script src="https://cdn\.jsdelivr\.net/npm/(?:requirejs|jquery)@[^>]*></script>\s*|<script type="application/javascript">define\('jquery'[^<]*</script>\s*|<a\b[^>]*\bclass="[^"]*(?:navbar-brand-logo|sidebar-logo-link)[^"]*"[^>]*>\s*</a>''')
_grid = """<style>
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11.4rem, 100%), 1fr)); gap: 1.2rem 1.4rem; list-style: none; padding: 0; }
.gallery a { display: block; color: inherit; text-decoration: none; } .gallery :is(img, svg) { width: 100%; height: 7.5rem !important; object-fit: contain; display: block; }
.gallery span { display: block; font-size: .85rem; line-height: 1.35; margin-top: .4rem; } .gallery a:hover span { text-decoration: underline; } .gallery small { font-size: .8rem; }
</style>"""


class Unfinished(Exception):
    "Something is not there that others are written into"


@dataclass
class Figure:
    alt: str
    src: str = ''      # of an image, as seen from its page
    svg: str = ''      # of a figure with a slider; a drawing that is a group of links, as the map is, is none


@dataclass
class Section:
    "A heading and the prose below it; an entry of the API that is folded is one, too"
    id: str = ''
    entry: bool = False
    name: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def heading(self) -> str: return flat(''.join(self.name))

    @property
    def text(self) -> str: return flat(''.join(self.said))

    @property
    def opening(self) -> str:
        "Its first paragraph"
        return flat(next(filter(str.strip, ''.join(self.said).split('\n\n')), ''))


def flat(text: str) -> str: return ' '.join(text.split())


def said_in_header(page: Tag, *classes: str) -> str:
    "Text of the first element of such a class in a header"
    found = page.select_one(', '.join(f'header .{c}' for c in classes))
    return words_of(found) if found else ''


def words_of(e: Tag) -> str:
    "Its text, without what mathematics says a second time"
    return flat(''.join(t for t in e.find_all(string=True) if t.parent.name!='annotation'))


class Page:
    "What a page says: title, sections, figures, and how many minutes it takes to read"
    def __init__(self, html: str):
        page = read(html)
        self.title, self.subtitle = (said_in_header(page, *names) for names in (['title'], ['subtitle', 'description']))
        self.sections, self.figures, self.words, self.lines = [Section()], [], 0, 0
        self.last, self.entries = self.sections[0], {}  # the last heading's, and those of entries of the API
        for node in (page.main or page).descendants:
            tags = {e.name for e in node.parents}
            if tags & _unread: continue
            self.read_tag(node) if isinstance(node, Tag) else self.read_text(node, tags)
        self.minutes = max(1, ceil(self.words/words_a_minute + self.lines/lines_a_minute))

    def section_of(self, node: PageElement) -> Section:
        "The one that a part of the page stands in"
        entry = node.find_parent('details', class_='api')
        return self.entries[id(entry)] if entry else self.last

    def read_tag(self, e: Tag) -> None:
        if e.name in _headings:
            around = e.find_parent('section')  # has the id on Quarto's pages
            self.last = Section(e.get('id') or (around and around.get('id')) or '')
            self.sections.append(self.last)
        elif e.name=='details' and 'api' in e.get('class', []):
            self.entries[id(e)] = Section(e.get('id', ''), entry=True)
            self.sections.append(self.entries[id(e)])
        elif e.name in _prose: self.section_of(e).said.append('\n\n')
        elif e.name=='pre' and 'sourceCode' in e.get('class', []) and not is_folded(e): self.lines += 1+e.get_text().count('\n')
        elif e.name=='img' and e.get('alt') and not re.match('https?:|data:|$', e.get('src', '')): self.add_figure(e, src=e['src'])
        elif e.name=='svg' and e.get('aria-label') and e.get('role')!='group': self.add_figure(e, svg=str(e))

    def add_figure(self, e: Tag, **shown: str) -> None: self.figures.append(Figure(e.get('alt') or e['aria-label'], **shown))

    def read_text(self, text: PageElement, tags: set[str]) -> None:
        section = self.section_of(text)
        if tags & {'pre', 'svg'}: return
        if tags & {*_headings}: section.name.append(text)
        elif 'summary' in tags and section.entry: (section.name if 'code' in tags and not section.name else section.said).append(text)
        elif tags & {*_prose}:
            section.said.append(text)
            self.words += 0 if is_folded(text) else len(text.split())


def is_folded(node: PageElement) -> bool: return any('open' not in e.attrs for e in node.find_parents('details'))


def page_name(notebook: Path) -> Path:
    "As nbdev names the page of a notebook"
    return notebook.with_name(re.sub(r'^\d+[a-zA-Z]?_', '', notebook.stem)+'.html')


def arranged(pages: dict[str, Page]) -> list[tuple[str, str]]:
    "First section of the sidebar and name of each page, in its order; at the end pages that it does not know"
    known = [(e.section[0] if e.section else '', page_name(e.src).as_posix()) for e in order()]
    return [(s, n) for s,n in known if n in pages] + [('Other pages', n) for n in pages if n not in {n for _,n in known}]


guides_at = 'guides/guides.html'
_guides = re.compile(r'<div id="guides">(?:\s*|<!--figures-->.*?<!--/figures-->)</div>', re.S)

def thumbnails(pages: dict[str, Page], at: str = guides_at) -> str:
    "The first figure of each guide, with the page's title, as links"
    items = []
    for _,name in arranged(pages):
        if Path(name).parent!=Path(at).parent or name==at or not pages[name].figures: continue
        f = pages[name].figures[0]
        picture = f'<img src="{escape(f.src)}" alt="{escape(f.alt)}" loading="lazy">' if f.src else f.svg
        items.append(f'<li><a href="{escape(relpath(name, Path(at).parent))}">{picture}<span>{escape(pages[name].title)}</span></a></li>')
    return '<div id="guides"><!--figures-->' + '\n'.join([_grid, '<ul class="gallery">', *items, '</ul>']) + '<!--/figures--></div>'


def llms(pages: dict[str, Page], site: str) -> str:
    "The pages for machines that read, https://llmstxt.org; `site` is where they are to be, '' while that is not known"
    first = pages['index.html']
    parts = [f'# {first.title}', f'> {first.subtitle or first.title}', first.sections[0].opening]
    for section,group in groupby(arranged({n: p for n,p in pages.items() if n!='index.html'}), lambda a: a[0]):
        lines = [f'- [{pages[n].title}]({site and site+"/"}{n})' + (pages[n].subtitle and f': {pages[n].subtitle}') for _,n in group]
        parts.append(f'## {section or "First"}\n\n' + '\n'.join(lines))
    return '\n\n'.join(filter(None, parts)) + '\n'


def timed(html: str, page: Page) -> str:
    "A page with the minutes that it takes to read, under its title"
    before, head, after = html.partition('id="title-block-header"')
    return before + head + _reading.sub(f'<p class="reading">{page.minutes} min read</p>', after, count=1) if head else html


def finish(docs: Path, known: Mapping[str, Page] = MappingProxyType({})) -> dict[str, Page]:
    "Writes all of it into the pages of a folder; the pages as read, those that are known once"
    html = pages_in(docs)
    if 'index.html' not in html: raise Unfinished(f'{docs/"index.html"} is not there')
    pages = {name: known.get(name) or Page(text) for name,text in html.items()}
    new = {name: timed(_empty.sub(r'<td\1></td>', _needless.sub('', text)), pages[name]) for name,text in html.items()}
    if guides_at in new:
        first = thumbnails(pages)
        new[guides_at] = _guides.sub(lambda m: first, new[guides_at])
    for name,text in new.items():
        if text!=html[name]: put(docs/name, text)
    put(docs/'llms.txt', llms(pages, address().docs))
    return pages


def main() -> int:
    if len(sys.argv)!=2:
        print('usage: finish_site.py FOLDER, one of rendered pages', file=sys.stderr)
        return 2
    try: pages = finish(Path(sys.argv[1]))
    except Unfinished as e:
        print(e, file=sys.stderr)
        return 2
    print(f'{len(pages)} pages with their minutes ({sum(p.minutes for p in pages.values())} in all), llms.txt')
    return 0


if __name__ == '__main__': sys.exit(main())
