"""What must be true of rendered pages. `check_pages.py _docs` fails unless the public site has its settings.

Quarto skips a settings file that it does not find and says nothing: the site would be built, without navigation,
search and theme. Standard library only."""
import json, re, sys
from html.parser import HTMLParser
from pathlib import Path

_empty = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'}
_unread = {'code', 'pre', 'script', 'style', 'math', 'svg', 'template', 'title'}
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
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str|None]]) -> None:
        d = dict(attrs)
        if tag not in _empty: self.open.append(tag)
        self.classes |= {c if tag!='link' else f'link.{c}' for c in (d.get('class') or '').split()}
        if tag=='details': self.folds, self.open_folds = self.folds+1, self.open_folds+('open' in d)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open: del self.open[len(self.open)-1-self.open[::-1].index(tag):]

    def handle_data(self, text: str) -> None:
        if 'table' in self.open: self.cells.append(text)
        if not _unread & set(self.open): self.prose.append(text)


def faults(html: str) -> list[str]:
    "What no page may have, whoever rendered it"
    r, res = Reader(html), []
    def say(what: str, found: list[str]) -> None: res.extend(f'{what}: {" ".join(t.split())[:80]!r}' for t in found)
    say('literal Markdown', [t for t in r.prose if '](' in t])
    say('a tensor in a table', [t for t in r.cells if 'tensor(' in t])
    say('no space after a function in mathematics', [m[1] for m in _tight.finditer(html)])
    return res


def site_faults(docs: Path) -> list[str]:
    "What the public site lacks"
    pages = {p.relative_to(docs).as_posix(): p.read_text(encoding='utf-8') for p in sorted(docs.rglob('*.html')) if 'site_libs' not in p.parts}
    if 'index.html' not in pages: return ['index.html: is not there']
    res = []
    for name,html in pages.items():
        r = Reader(html)
        needs = {
            'navigation bar (quarto-navbar-tools)': 'quarto-navbar-tools' in r.classes,
            'list of pages (sidebar-navigation)': 'sidebar-navigation' in r.classes,
            'theme for light and dark (quarto-color-alternate)': 'link.quarto-color-alternate' in r.classes,
            'styles.css': bool(re.search(r'<link\b[^>]*href="[^"]*styles\.css"', html)),
            'language (lang="en")': bool(re.search(r'<html\b[^>]*\blang="en"', html))}
        res += [f'{name}: no {what}' for what,there in needs.items() if not there] + [f'{name}: {f}' for f in faults(html)]
        if r.open_folds: res.append(f'{name}: {r.open_folds} source folds are open')
    search = docs/'search.json'
    found = {e['href'].partition('#')[0] for e in json.loads(search.read_text(encoding='utf-8'))} if search.is_file() else set()
    return res + [f'search.json: does not know {name}' for name in pages if name not in found]


def main() -> int:
    docs = Path(sys.argv[1])
    bad = site_faults(docs)
    for f in bad: print(f, file=sys.stderr)
    if not bad: print(f'{docs.name}/ has navigation, search and theme on every page')
    return bool(bad)


if __name__ == '__main__': sys.exit(main())
