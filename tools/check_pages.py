"""What must be true of rendered pages. `check_pages.py _docs` fails unless the public site has its settings;
`check_pages.py _docs --wanting` says of any rendered pages what none may have, and what one should not have and may have for now.

Quarto skips a settings file that it does not find and says nothing: the site would be built, without navigation,
search and theme."""
import json, re, sys
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from bs4 import BeautifulSoup, Tag

_unread = ['code', 'pre', 'script', 'style', 'math', 'svg', 'template', 'title']
_token = re.compile(r'<span class="[a-z]{2}">([^<]*)</span>')  # of code, for its colour
_tight = re.compile(r'(?<!<msub>)(?<!<munder>)<mrow><mi mathvariant="normal">(\w+)</mi><mo>(?:&#8289;|\u2061)</mo></mrow>(?=<m(?:i|n|row|frac|sub|sup|over)\b)')


@lru_cache(1)
def read(html: str) -> BeautifulSoup: return BeautifulSoup(_token.sub(r'\1', html), 'html.parser')


def told(what: str, found: Iterable[str]) -> list[str]: return [f'{what}: {" ".join(t.split())[:80]!r}' for t in found]


def is_silent(link: Tag) -> bool:
    "A link that can neither be seen nor heard of"
    said = link.get('aria-label') or link.get('title') or link.get_text().strip()
    return 'aria-hidden' not in link.attrs and not (said or link.find(['img', 'svg']))


def faults(html: str) -> list[str]:
    "What no page may have, whoever rendered it"
    page = read(html)
    named = Counter(e['id'] for e in page.select('[id]') if e.name not in ('link', 'script', 'meta', 'style'))  # these are named twice, for either theme
    inside = {e['id'] for e in (page.main or page).select('[id]')}
    prose = [t for t in page.find_all(string=re.compile(r'\]\(')) if not t.find_parent(_unread)]
    return [*told('literal Markdown', prose),
        *told('an asterisk beside a word', [t for t in page.find_all(string=re.compile(r'(?<![\w*])[*](?=(?!args\b)\w)|(?<=\w\w)[*](?![\w*])')) if not t.find_parent(_unread)]),
        *told('a tensor in a table', [t for t in page.find_all(string=re.compile(r'tensor\(')) if t.find_parent('table')]),
        *told('no space after a function in mathematics', [m[1] for m in _tight.finditer(html)]),
        *told('an id that two things have', [i for i,n in named.items() if n>1 and i in inside]),
        *told('mathematics that the renderer did not read', re.findall(r'<span class="math (?:inline|display)">(?=[$\\])([^<]*)', html)),
        *told('"next" is another page than the next link', wrong_next(page)),
        *told('a link without text', [a['href'] for a in page.select('a[href]') if is_silent(a)])]


def wrong_next(page: BeautifulSoup) -> list[str]:
    "Paragraphs that speak of the next page and link to others alone; the first two selectors are the preview's and Quarto's"
    link = page.select_one('nav [rel=next], .nav-page-next a')
    after = link['href'] if link else None
    spoken = [p for p in (page.main or page).select('p, li') if re.search(r'\b[Nn]ext (?:page|chapter)\b|^Next:', p.get_text()) and p.find('a')]
    return [p.get_text() for p in spoken if after not in [a['href'].partition('#')[0] for a in p.select('a[href]')]]


def wanting(html: str) -> list[str]:
    "What no page should have; some do still"
    page = read(html)
    images = [(i.get('src', ''), i.get('alt', '').strip()) for i in page.select('img')]
    in_text = lambda h: not h.find_parent('nav') and (not h.find_parent('header') or 'title' in h.get('class', []))
    headings = [h for h in page.find_all(re.compile(r'^h[1-6]$')) if in_text(h)]
    return [*told('a picture without text for those who do not see it', [src for src,alt in images if not alt]),
        *told('a picture that moves and cannot be stopped', [src for src,_ in images if src.endswith('.gif')]),
        *told('NaN in a table', [t for t in page.find_all(string=re.compile(r'\bnan\b', re.I)) if len(t)<30 and t.find_parent('table')]),
        *told('a heading that skips a level', [b.get_text() for a,b in pairwise(headings) if int(b.name[1])>int(a.name[1])+1])]


def pages_in(docs: Path) -> dict[str, str]:
    return {p.relative_to(docs).as_posix(): p.read_text(encoding='utf-8') for p in sorted(docs.rglob('*.html')) if 'site_libs' not in p.parts}


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
        page = read(html)
        icon = page.select_one('link[rel=icon]')
        menu = [t.get_text().strip() for t in page.select('nav.sidebar-navigation .menu-text')]
        colab = 'a[href^="https://colab.research.google.com/github/"]'
        has = lambda selector: page.select_one(selector) is not None  # noqa: B023
        needs = {
            'navigation bar (quarto-navbar-tools)': has('.quarto-navbar-tools'),
            'list of pages (sidebar-navigation)': has('.sidebar-navigation'),
            'theme for light and dark (quarto-color-alternate)': has('link.quarto-color-alternate'),
            'styles.css': has('link[href$="styles.css"]'),
            'language (lang="en")': has('html[lang=en]'),
            'description': has('meta[name=description][content]:not([content=""])'),
            'icon': icon is not None and (docs/name).parent.joinpath(icon['href']).is_file(),
            'link to Colab': not address or not has('.cell') or has(colab),
            **{f'section {h!r} in its list of pages': h in menu for h in headings}}
        res += [f'{name}: no {what}' for what,there in needs.items() if not there] + [f'{name}: {f}' for f in faults(html)]
        res += [f'{name}: loads {to} from elsewhere' for to in re.findall(r'<(?:script|link|img|iframe)\b(?=[^>]*\b(?:rel="stylesheet"|src=))[^>]*\b(?:src|href)="((?:https?:)?//[^"]*)"', html)]
        if folds := page.select('details[open]'): res.append(f'{name}: {len(folds)} source folds are open')
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
