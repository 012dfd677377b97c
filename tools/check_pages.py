"""What must be true of rendered pages. `check_pages.py _docs` fails unless the public site has its settings;
`check_pages.py _docs --wanting` says of any rendered pages what none may have, and what one should not have and may have for now.

Quarto skips a settings file that it does not find and says nothing: the site would be built, without navigation,
search and theme. Standard library only."""
import json, re, sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

_empty = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'}
_unread = {'code', 'pre', 'script', 'style', 'math', 'svg', 'template', 'title'}
_headings = {f'h{i}' for i in range(1, 7)}
_token = re.compile(r'<span class="[a-z]{2}">([^<]*)</span>')  # of code, for its colour
_tight = re.compile(r'(?<!<msub>)(?<!<munder>)<mrow><mi mathvariant="normal">(\w+)</mi><mo>(?:&#8289;|\u2061)</mo></mrow>(?=<m(?:i|n|row|frac|sub|sup|over)\b)')


class Reader(HTMLParser):
    "The parts of a page that can be wrong"
    def __init__(self, html: str):
        super().__init__()
        self.open: list[str] = []                              # elements around what is being read
        self.classes: set[str] = set()
        self.open_folds, self.folds = 0, 0
        self.prose: list[str] = []                             # text outside code and mathematics
        self.cells: list[str] = []                             # text inside tables
        self.images: list[tuple[str, str]] = []                # address and text of each
        self.links: list[list[str]] = []                       # address of each, and what can be seen or heard of it
        self.headings: list[tuple[int, str]] = []              # level and text of each
        self.ids: Counter[str] = Counter()                     # of all that can be led to
        self.main_ids: set[str] = set()                        # those of the text, or of all where nothing is around it
        self.main = '<main' in html
        self.html, self.at = _token.sub(r'\1', html), 0         # what is read, and how far
        self.feed(self.html)

    def updatepos(self, i: int, j: int) -> int:
        self.at = j
        return j

    def within(self, *tags: str) -> bool: return not set(tags).isdisjoint(self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str|None]]) -> None:
        d = dict(attrs)
        if tag not in _empty: self.open.append(tag)
        if d.get('id') and tag not in ('link', 'script', 'meta', 'style'):  # what renderers name twice, for either theme
            self.ids[d['id']] += 1
            if 'main' in self.open or not self.main: self.main_ids.add(d['id'])
        self.classes |= {c if tag!='link' else f'link.{c}' for c in (d.get('class') or '').split()}
        if tag=='img': self.images.append((d.get('src') or '', (d.get('alt') or '').strip()))
        if tag=='a' and d.get('href') and 'aria-hidden' not in d: self.links.append([d['href'], d.get('aria-label') or d.get('title') or ''])
        if 'a' in self.open and self.links and tag in ('img', 'svg'): self.links[-1].append(tag)
        if tag in _headings and not {'nav', 'header'} & set(self.open[:-1]) - ({'header'} if 'title' in (d.get('class') or '').split() else set()): self.headings.append((int(tag[1]), ''))
        if tag=='details': self.folds, self.open_folds = self.folds+1, self.open_folds+('open' in d)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open: del self.open[len(self.open)-1-self.open[::-1].index(tag):]

    def handle_data(self, text: str) -> None:
        if 'table' in self.open: self.cells.append(text)
        if 'a' in self.open and self.links: self.links[-1].append(text)
        if self.headings and f'h{self.headings[-1][0]}' in self.open: self.headings[-1] = self.headings[-1][0], self.headings[-1][1]+text
        if _unread.isdisjoint(self.open): self.prose.append(text)


def saying(res: list[str]) -> Callable[[str, Iterable[str]], None]:
    def say(what: str, found: Iterable[str]) -> None: res.extend(f'{what}: {" ".join(t.split())[:80]!r}' for t in found)
    return say


@lru_cache(1)
def parsed(html: str|Reader) -> Reader: return html if isinstance(html, Reader) else Reader(html)


def faults(html: str|Reader) -> list[str]:
    "What no page may have, whoever rendered it"
    r, res = parsed(html), []
    say = saying(res)
    say('literal Markdown', [t for t in r.prose if '](' in t])
    say('a tensor in a table', [t for t in r.cells if 'tensor(' in t])
    say('no space after a function in mathematics', [m[1] for m in _tight.finditer(r.html)])
    say('an id that two things have', [i for i,n in r.ids.items() if n>1 and i in r.main_ids])
    say('mathematics that the renderer did not read', re.findall(r'<span class="math (?:inline|display)">(?=[$\\])([^<]*)', r.html))
    say('a link without text', [to for to,*shown in r.links if not ''.join(shown).strip()])
    return res


def wanting(html: str|Reader) -> list[str]:
    "What no page should have; some do still"
    r, res = parsed(html), []
    say = saying(res)
    say('a picture without text for those who do not see it', [src for src,alt in r.images if not alt])
    say('a picture that moves and cannot be stopped', [src for src,_ in r.images if src.endswith('.gif')])
    say('NaN in a table', [t for t in r.cells if len(t)<30 and re.search(r'\bnan\b', t, re.I)])
    say('a heading that skips a level', [b for (m,_),(n,b) in pairwise(r.headings) if n>m+1])
    return res


def pages_in(docs: Path) -> dict[str, str]:
    return {p.relative_to(docs).as_posix(): p.read_text(encoding='utf-8') for p in sorted(docs.rglob('*.html')) if 'site_libs' not in p.parts}


class Frame(HTMLParser):
    "What Quarto puts around a page"
    def __init__(self, html: str):
        super().__init__()
        self.icon, self.description = '', ''
        self.links: list[str] = []
        self.menu: list[str] = []  # text of the list of pages
        self.listed = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str|None]]) -> None:
        d = {k: v or '' for k,v in attrs}
        if tag=='link' and d.get('rel')=='icon': self.icon = d.get('href', '')
        if tag=='meta' and d.get('name')=='description': self.description = d.get('content', '')
        if tag=='a': self.links.append(d.get('href', ''))
        if 'sidebar-navigation' in d.get('class', '').split(): self.listed = True

    def handle_endtag(self, tag: str) -> None: self.listed = self.listed and tag!='nav'

    def handle_data(self, text: str) -> None:
        if self.listed: self.menu.append(text.strip())


def sections(sidebar: Path) -> list[str]:
    "Headings of the list of pages, as we have it"
    return [s.strip('\'"') for s in re.findall(r'^ *- section: *(.*?) *$', sidebar.read_text(encoding='utf-8'), re.M)] if sidebar.is_file() else []


def has_address(pyproject: Path) -> bool: return pyproject.is_file() and bool(re.search(r'^Repository *= *"', pyproject.read_text(encoding='utf-8'), re.M))


def site_faults(docs: Path) -> list[str]:
    "What the public site lacks of what stands beside it: the list of pages, and the address"
    headings, address = sections(docs.parent/'nbs/sidebar.yml'), has_address(docs.parent/'pyproject.toml')
    pages = pages_in(docs)
    if 'index.html' not in pages: return ['index.html: is not there']
    res = []
    for name,html in pages.items():
        r, frame = parsed(html), Frame(html)
        needs = {
            'navigation bar (quarto-navbar-tools)': 'quarto-navbar-tools' in r.classes,
            'list of pages (sidebar-navigation)': 'sidebar-navigation' in r.classes,
            'theme for light and dark (quarto-color-alternate)': 'link.quarto-color-alternate' in r.classes,
            'styles.css': bool(re.search(r'<link\b[^>]*href="[^"]*styles\.css"', html)),
            'language (lang="en")': bool(re.search(r'<html\b[^>]*\blang="en"', html)),
            'description': bool(frame.description.strip()),
            'icon': bool(frame.icon) and (docs/name).parent.joinpath(frame.icon).is_file(),
            'link to Colab': not address or 'cell' not in r.classes or any(l.startswith('https://colab.research.google.com/github/') for l in frame.links),
            **{f'section {h!r} in its list of pages': h in frame.menu for h in headings}}
        res += [f'{name}: no {what}' for what,there in needs.items() if not there] + [f'{name}: {f}' for f in faults(html)]
        res += [f'{name}: loads {to} from elsewhere' for to in re.findall(r'<(?:script|link|img|iframe)\b(?=[^>]*\b(?:rel="stylesheet"|src=))[^>]*\b(?:src|href)="((?:https?:)?//[^"]*)"', html)]
        if r.open_folds: res.append(f'{name}: {r.open_folds} source folds are open')
    search = docs/'search.json'
    found = {e['href'].partition('#')[0] for e in json.loads(search.read_text(encoding='utf-8'))} if search.is_file() else set()
    for css in docs.glob('*.css'):
        named = re.findall(r'url\(["\']?(?!data:|https?:|#)([^"\')?#]+)', css.read_text(encoding='utf-8'))
        res += [f'{css.name}: {f} is not there' for f in named if not (docs/f).is_file()]
    for css in docs.rglob('*.css'):
        res += [f'{css.name}: loads {to} from elsewhere' for to in re.findall(r'@import *(?:url\()?["\']?((?:https?:)?//[^"\');]*)', css.read_text(encoding='utf-8'))]
    return res + [f'search.json: does not know {name}' for name in pages if name not in found]


def main() -> int:
    args = [a for a in sys.argv[1:] if a!='--wanting']
    if len(args)!=1:
        print('usage: check_pages.py FOLDER [--wanting]', file=sys.stderr)
        return 2
    docs, listed = Path(args[0]), '--wanting' in sys.argv
    bad = [f'{name}: {w}' for name,html in pages_in(docs).items() for w in faults(html)+wanting(html)] if listed else site_faults(docs)
    for f in bad: print(f, file=sys.stderr)
    if not bad: print(f'{docs.name}/: nothing is wanting' if listed else f'{docs.name}/ has navigation, search and theme on every page')
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
