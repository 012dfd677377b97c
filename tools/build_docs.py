"""The pages as HTML in _docs/, without Quarto: nbdev makes them (_proc/), pandoc renders them.

This is the check that every page can be built, and a preview; the public site is Quarto's. It fails on an error in
an exported cell or an import, on any warning of pandoc (such as mathematics it cannot read), on a link within the
site that leads nowhere, on what check_pages.py finds in a page, and when there are no pages."""
import json, os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from shutil import copytree, copy2, ignore_patterns, rmtree

import nbdev.config, nbdev.serve, yaml
from pypandoc import get_pandoc_path

from check_pages import faults
from notebook import joined, picture, to_markdown

root = Path(__file__).resolve().parent.parent
proc, docs = root/'_proc', root/'_docs'
_attr = re.compile(r'\b(href|src)="([^"]*)"')


@dataclass
class Page:
    nb: dict       # the processed notebook
    src: Path      # its path within _proc
    out: Path      # the page's path within _docs
    title: str
    subtitle: str

    @classmethod
    def read(cls, path: Path) -> 'Page':
        "nbdev turns the title cell into YAML in a raw first cell"
        nb = json.loads(path.read_text(encoding='utf-8'))
        raw = joined(nb['cells'][0]['source']) if nb['cells'] and nb['cells'][0]['cell_type']=='raw' else ''
        fm = yaml.safe_load(raw.strip().strip('-')) or {}
        if 'title' not in fm: raise SystemExit(f'{path.name} has no title: its first cell must be "# Title" with a "> subtitle"')
        src = path.relative_to(proc)
        return cls(nb, src, src.with_name(fm['output-file']), fm['title'], fm.get('description', ''))

    def to(self, other: Path) -> str:
        "Address of a file of the site, as seen from this page"
        return Path(os.path.relpath(other, self.out.parent)).as_posix()


def plain(md: str) -> str: return md.replace('`', '').replace('$', '')

def html_block(html: str) -> str: return f'```{{=html}}\n{html}\n```'

def frame(kind: str, md: str, title: str) -> str:
    if kind=='code': return md
    if kind.endswith('fold'):
        start = f'<details{" open" if kind=="open fold" else ""}><summary>{escape(title)}</summary>'
        return '\n\n'.join([html_block(start), md, html_block('</details>')])
    return f'::: {{.output .{kind}}}\n{md}\n:::'


def navigation(page: Page, pages: list[Page]) -> str:
    "The list of all pages, by folder; the one shown is marked"
    res, folder = ['<nav id="site">'], Path()
    for p in pages:
        if p.src.parent!=folder: res.append(f'<span>{escape(p.src.parent.name)}</span>')
        folder = p.src.parent
        here = ' aria-current="page"' if p is page else ''
        res.append(f'<a href="{page.to(p.out)}"{here}>{escape(plain(p.title))}</a>')
    return '\n'.join([*res, '</nav>'])


def neighbours(page: Page, pages: list[Page]) -> str:
    "Links to the page before and the page after"
    i = pages.index(page)
    def link(p: Page, rel: str) -> str: return f'<a rel="{rel}" href="{page.to(p.out)}">{escape(plain(p.title))}</a>'
    return '<nav id="neighbours">' + ''.join([link(p, 'prev') for p in pages[:i][-1:]] + [link(p, 'next') for p in pages[i+1:i+2]]) + '</nav>'


def render(page: Page, pages: list[Page]) -> str:
    folder, n = page.out.with_name(f'{page.out.stem}_files'), 0
    def draw(suffix: str, image: bytes, d: dict[str, str], width: int|None) -> str:
        nonlocal n
        n += 1
        p = folder/f'figure-{n}.{suffix}'
        (docs/p).parent.mkdir(parents=True, exist_ok=True)
        (docs/p).write_bytes(image)
        return picture(page.to(p), d, width)
    meta = {'title': page.title, 'subtitle': page.subtitle, 'pagetitle': f'{plain(page.title)} – symbayes', 'lang': 'en'}
    md = f'---\n{json.dumps(meta, ensure_ascii=False)}\n---\n\n' + to_markdown(page.nb, draw, frame, html_block)
    r = subprocess.run([get_pandoc_path(), '--from=markdown', '--to=html5', '--standalone', '--mathml', '--toc', '--toc-depth=3', '--wrap=preserve',
        f'--css={page.to(Path("docs.css"))}', f'--variable=include-before={navigation(page, pages)}',
        f'--variable=include-after={neighbours(page, pages)}', '--fail-if-warnings'],
        input=md, capture_output=True, text=True, encoding='utf-8', cwd=proc/page.src.parent)
    if r.returncode: raise SystemExit(f'{page.src}: pandoc: {r.stderr.strip()}')
    return r.stdout


def relink(page: Page, html: str, sources: dict[Path, Path], ids: dict[Path, set[str]]) -> tuple[str, list[str]]:
    """Links to notebooks, and links from the site's top folder (`/page.html`), as links between files; and the links
    that lead nowhere. nbdev links a method by its own name even where only its class has a heading: that one is taken."""
    dead = []
    def fix(m: re.Match[str]) -> str:
        if re.match(r'(https?|mailto|data):', m[2]): return m[0]
        address, _, part = m[2].partition('#')
        to = Path(os.path.normpath((Path() if address.startswith('/') else page.out.parent)/address.lstrip('/'))) if address else page.out
        to = sources.get(to, to)
        while part not in ids.get(to, {part}) and '.' in part: part = part.rpartition('.')[0]
        if part and part not in ids.get(to, {part}) or to not in ids and not (docs/to).is_file(): dead.append(m[2])
        return f'{m[1]}="{page.to(to) if address else ""}{part and "#"+part}"'
    return _attr.sub(fix, html), dead


def processed() -> None:
    """nbdev's pages. It would import torch in processes of its own, and read pyproject.toml a hundred times a page:
    here what every page imports is imported once, and then forked"""
    import matplotlib_inline.backend_inline, symbayes.all  # noqa: F401
    nbdev.config._load_toml = cache(nbdev.config._load_toml)
    parallel = nbdev.serve.parallel
    nbdev.serve.parallel = lambda f, files, **options: parallel(f, files, **options | {'method': 'fork'})
    # a relative path, because nbdev skips everything below a folder whose name starts with a dot
    nbdev.serve.proc_nbs('nbs', n_workers=2, force=True)


def main() -> None:
    os.chdir(root)
    processed()
    paths = [p for p in proc.rglob('*.ipynb') if not any(part[0] in '._' for part in p.relative_to(proc).parts)]
    pages = sorted(map(Page.read, paths), key=lambda p: (p.src.parent, p.src.name!='index.ipynb', p.src.name))
    if not pages: raise SystemExit('There are no pages: nbdev processed no notebook')
    rmtree(docs, ignore_errors=True)
    copytree(proc, docs, ignore=ignore_patterns('*.ipynb', '*.yml'))
    copy2(root/'tools/docs.css', docs)
    sources = {p.src: p.out for p in pages}
    with ThreadPoolExecutor(2) as pool: html = dict(zip([p.out for p in pages], pool.map(lambda p: render(p, pages), pages)))
    ids = {out: set(re.findall(r'\bid="([^"]*)"', h)) for out,h in html.items()}
    wrong = []
    for p in pages:
        text, dead = relink(p, html[p.out], sources, ids)
        (docs/p.out).write_text(text, encoding='utf-8')
        wrong += [f'{p.src}: {what}' for what in [f'a link that leads nowhere: {link}' for link in dead] + faults(text)]
    if wrong: raise SystemExit('The pages are in _docs/, and wrong:\n  ' + '\n  '.join(wrong))
    print(f'{len(pages)} pages in _docs/, start at _docs/{pages[0].out}')


if __name__ == '__main__': sys.exit(main())
