"""What can be said of the pages only when all are there, written into them: `finish_site.py _docs`.

The gallery, in learn/gallery.html's `<div id="gallery">`: every figure, with a link to the heading above it. The first figure of each guide, in
guides/guides.html's `<div id="guides">`. `llms.txt`: the pages and
what each is about. Minutes of reading, under each title and in `<span class="minutes" data-page="X.html">`. And out of them what Quarto writes
and nobody needs. Works on the pages of the preview and on Quarto's, and may run twice. No packages but what nbdev itself needs."""
import re, sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from math import ceil
from os.path import normpath, relpath
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from address import address
from check_pages import Reader, _empty
from sidebar import order
from whole import put

words_a_minute, lines_a_minute = 200, 20
_unread = 'script', 'style', 'template', 'annotation', 'nav', 'button', 'svg', 'table', 'header'
_prose = 'p', 'li', 'figcaption', 'dd', 'dt', 'blockquote'
_headings = 'h1', 'h2', 'h3', 'h4'
_placeholder = re.compile(r'<div id="gallery">(?:\s*|<!--figures-->.*?<!--/figures-->)</div>', re.S)
_minutes = re.compile(r'(<span class="minutes" data-page="([^"]*)"[^>]*>)[^<]*(</span>)')
_reading = re.compile(r'(?:<p class="reading">[^<]*</p>)?(?=\s*</header>)')
# Quarto loads two libraries in every page with an output that is HTML, for widgets that expect them, and links a logo that is not there
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
    heading: str       # id of the heading above it, '' where there is none
    alt: str
    src: str = ''      # of an image, as seen from its page
    svg: str = ''      # of a figure with a slider; a drawing that is a group of links, as the map is, is none
    caption: str = ''

    @property
    def says(self) -> str:
        "First sentence of the caption, or of the text for those who do not see it; `6!` ends none"
        return re.split(r'(?<=[.?])\s+(?=\S)', self.caption or self.alt, maxsplit=1)[0]


@dataclass
class Section:
    "A heading and the prose below it; an entry of the API that is folded is one, too"
    id: str = ''
    entry: bool = False
    name: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def heading(self) -> str: return flat(self.name)

    @property
    def text(self) -> str: return flat(self.said)

    @property
    def opening(self) -> str:
        "Its first paragraph"
        return flat(next(filter(str.strip, ''.join(self.said).split('\n\n')), ''))


class Element(NamedTuple):
    tag: str
    id: str
    classes: list[str]
    folded: bool       # it is in a fold that is closed
    ours: bool         # it is in what is written by this tool
    read: bool         # what is in it is read
    section: Section   # that it stands in


def flat(parts: Iterable[str]) -> str: return ' '.join(''.join(parts).split())


class Page(Reader):
    "What a page says: title, sections, figures, and how many minutes it takes to read"
    def __init__(self, html: str):
        self.around: list[Element] = []                    # those that are open
        self.section = Section()
        self.sections, self.figures = [self.section], []
        self.titles: dict[str, list[str]] = {'title': [], 'subtitle': []}
        self.caption, self.first, self.drawn = [], 0, (0, '')  # of the figure being read: words, its first picture, its SVG
        self.words = self.lines = 0
        super().__init__(html)
        self.title, self.subtitle = map(flat, self.titles.values())
        self.minutes = max(1, ceil(self.words/words_a_minute + self.lines/lines_a_minute))

    @property
    def reads(self) -> bool: return self.around[-1].read if self.around else not self.main

    def begin(self, section: Section) -> None:
        self.section = section
        self.sections.append(section)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str|None]]) -> None:
        super().handle_starttag(tag, attrs)
        d = {k: v or '' for k,v in attrs}
        classes = d.get('class', '').split()
        parent, here = self.around[-1] if self.around else None, self.section
        folded = bool(parent and parent.folded) or tag=='details' and 'open' not in d
        if self.reads:
            if tag in _headings and 'title' not in classes:
                self.begin(here := Section(d.get('id') or next((e.id for e in reversed(self.around) if e.tag=='section'), '')))
            if tag=='details' and 'api' in classes: self.begin(Section(d.get('id', ''), entry=True))
            if tag=='figure': self.caption, self.first = [], len(self.figures)
            if tag=='img' and d.get('alt') and not re.match('https?:|data:|$', d.get('src', '')): self.figures.append(Figure(here.id, d['alt'], d['src']))
            if tag=='svg' and d.get('aria-label') and d.get('role')!='group': self.drawn = self.at, d['aria-label']
            if tag=='pre' and 'sourceCode' in classes and not folded: self.lines += 1
        if tag in _empty: return
        ours = bool(parent and parent.ours) or d.get('id')=='gallery' or 'minutes' in classes
        read = not ours and tag not in _unread and (self.reads or tag=='main' and not self.within(*_unread))
        self.around.append(Element(tag, d.get('id', ''), classes, folded, ours, read, here))

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        while len(self.around)>len(self.open):
            e = self.around.pop()
            if e.tag=='details' and 'api' in e.classes: self.section = e.section
            if e.tag in _prose or e.tag=='summary': self.section.said.append('\n\n')
            if e.tag=='svg' and self.drawn[1] and self.reads:
                self.figures.append(Figure(self.section.id, self.drawn[1], svg=self.html[self.drawn[0]:self.at]+'</svg>'))
                self.drawn = 0, ''
            if e.tag=='figure':
                for f in self.figures[self.first:]: f.caption = f.caption or flat(self.caption)

    def handle_data(self, text: str) -> None:
        super().handle_data(text)
        part = next((k for k,cs in (('title', {'title'}), ('subtitle', {'subtitle', 'description'})) if any(cs & set(e.classes) for e in self.around)), '') if self.within('header') else ''
        if part and not self.within('annotation'): self.titles[part].append(text)
        if not self.reads: return
        shown = not self.around or not self.around[-1].folded
        if self.within('pre'): self.lines += shown and text.count('\n') if any('sourceCode' in e.classes for e in self.around) else 0
        elif self.within(*_headings): self.section.name.append(text)
        elif self.within('summary'):
            if 'api' in next((e.classes for e in reversed(self.around) if e.tag=='details'), []): (self.section.name if self.within('code') and not self.section.name else self.section.said).append(text)
        elif self.within(*_prose):
            if self.within('figcaption'): self.caption.append(text)
            self.section.said.append(text)
            self.words += shown and len(text.split())


def page_name(notebook: Path) -> Path:
    "As nbdev names the page of a notebook"
    return notebook.with_name(re.sub(r'^\d+[a-zA-Z]?_', '', notebook.stem)+'.html')


def arranged(pages: dict[str, Page]) -> list[tuple[str, str]]:
    "First section of the sidebar and name of each page, in its order; at the end pages that it does not know"
    known = [(e.section[0] if e.section else '', page_name(e.src).as_posix()) for e in order()]
    return [(s, n) for s,n in known if n in pages] + [('Other pages', n) for n in pages if n not in {n for _,n in known}]


shown_at = 'learn/gallery.html'

def gallery(pages: dict[str, Page], at: str = shown_at) -> str:
    "All figures, by section"
    parts, seen = [], set()
    for section,group in groupby(arranged(pages), lambda a: a[0]):
        items = []
        for _,name in group:
            up = lambda address: relpath(normpath(Path(name).parent/address), Path(at).parent)
            for f in pages[name].figures if name!=at else ():
                if f.src and up(f.src) in seen: continue
                if f.src: seen.add(up(f.src))
                picture = f'<img src="{escape(up(f.src))}" alt="{escape(f.alt)}" loading="lazy">' if f.src else f.svg
                to = relpath(name, Path(at).parent) + (f.heading and f'#{f.heading}')
                items.append(f'<li><a href="{escape(to)}">{picture}<span>{escape(f.says)}</span></a><small>{escape(pages[name].title)}</small></li>')
        if items: parts.append(f'<h2 id="figures-{re.sub("[^a-z]+", "-", (section or "first").lower())}">{escape(section or "The first page")}</h2>\n<ul class="gallery">\n' + '\n'.join(items) + '\n</ul>')
    return '<div id="gallery"><!--figures-->' + '\n'.join([_grid, *parts]) + '<!--/figures--></div>'


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


def minutes_into(name: str, html: str, pages: dict[str, Page]) -> str:
    "A page with its own minutes, and with those of the pages that it lists"
    def of(m: re.Match[str]) -> str:
        to = Path(normpath(Path(name).parent/m[2])).as_posix()
        if to not in pages: raise Unfinished(f'{name}: minutes are asked for of {m[2]}, which is not there')
        return f'{m[1]} ({pages[to].minutes} min){m[3]}'
    html = _minutes.sub(of, html)
    before, head, after = html.partition('id="title-block-header"')
    return before + head + _reading.sub(f'<p class="reading">{pages[name].minutes} min</p>', after, count=1) if head else html


def read(docs: Path) -> dict[str, str]:
    "Texts of the pages"
    return {p.relative_to(docs).as_posix(): p.read_text(encoding='utf-8') for p in sorted(docs.rglob('*.html')) if 'site_libs' not in p.parts}


def finish(docs: Path, known: Mapping[str, Page] = MappingProxyType({})) -> dict[str, Page]:
    "Writes all of it into the pages of a folder; the pages as read, those that are known once"
    html = read(docs)
    for name in 'index.html', shown_at:
        if name not in html: raise Unfinished(f'{docs/name} is not there')
    if not _placeholder.search(html[shown_at]): raise Unfinished(f'{docs/shown_at} has no place for the figures: <div id="gallery"></div>')
    pages = {name: known.get(name) or Page(text) for name,text in html.items()}
    new = {name: minutes_into(name, _needless.sub('', text), pages) for name,text in html.items()}
    figures = gallery(pages)
    new[shown_at] = _placeholder.sub(lambda m: figures, new[shown_at])
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
    figures = sum(len(p.figures) for p in pages.values())
    print(f'{len(pages)} pages with their minutes ({sum(p.minutes for p in pages.values())} in all), {figures} figures in the gallery, llms.txt')
    return 0


if __name__ == '__main__': sys.exit(main())
