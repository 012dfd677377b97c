"""The pages as HTML in _docs/, without Quarto: nbdev makes them (_proc/), pandoc renders them, finish_site.py adds what needs them all.

This is the check that every page can be built, and a preview; the public site is Quarto's. It fails on an error in
an exported cell or an import, on any warning of pandoc (such as mathematics it cannot read), on a link within the
site that leads nowhere, on what check_pages.py finds in a page, and when there are no pages.

`build_docs.py 09_elements experiments/kurle` builds these pages anew and leaves the others as they are. With `--plain` code has no
colours, which take pandoc longer than all the rest of a page and can neither fail nor be wrong."""
import argparse, gc, json, os, re, subprocess, sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from shutil import copytree, copy2, ignore_patterns, rmtree
from typing import Any

import nbdev.config, nbdev.doclinks, nbdev.processors, nbdev.serve, nbdev.showdoc, yaml
from execnb.shell import CaptureShell
from pypandoc import get_pandoc_path

from check_pages import faults, wanting
from finish_site import Page as Finished, Unfinished, arranged, finish
from notebook import joined, picture, to_markdown
from sidebar import Entry, entries, order
from whole import put

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


def around(page: Page) -> str:
    "The site's top folder, as seen from a page, with a slash at its end; '' where the page is in it"
    return page.to(Path()) + '/' if page.out.parent!=Path() else ''


def navigation(page: Page, pages: list[Page], listed: Sequence[Entry]) -> str:
    "The list of pages, by section; the one shown is marked, and what lies below the first level is open where it is in it"
    by = {p.src: p for p in pages}
    def link(e: Entry) -> str:
        to, here = by[e.src], e.src==page.src and not e.anchor
        return f'<a href="{page.to(to.out)}{"#"*bool(e.anchor)}{e.anchor}"{" aria-current=" + chr(34) + "page" + chr(34) if here else ""}>{escape(e.text or plain(to.title))}</a>'
    def part(depth: int, listed: Sequence[Entry]) -> list[str]:
        res = []
        for key,group in groupby(listed, lambda e: e.section[depth:depth+1]):
            inside = list(group)
            if not key: res += map(link, inside)
            elif not depth: res += [f'<span>{escape(key[0])}</span>', *part(1, inside)]
            else: res += [f'<details{" open" if any(e.src==page.src and not e.anchor for e in inside) else ""}><summary>{escape(key[0])}</summary>', *part(depth+1, inside), '</details>']
        return res
    return '\n'.join(['<nav id="site" aria-label="All pages">', *part(0, listed), '</nav>'])


def neighbours(page: Page, listed: list[Page]) -> str:
    "Links to the page before and the page after in the list of pages; a page that is in no list has none"
    if page not in listed: return ''
    i = listed.index(page)
    def link(p: Page, rel: str) -> str: return f'<a rel="{rel}" href="{page.to(p.out)}">{escape(plain(p.title))}</a>'
    return '<nav id="neighbours" aria-label="The page before, the page after">' + ''.join([link(p, 'prev') for p in listed[:i][-1:]] + [link(p, 'next') for p in listed[i+1:i+2]]) + '</nav>'


def render(page: Page, pages: list[Page], listed: Sequence[Entry], plain_code: bool = False) -> str:
    shown = {e.src for e in listed}
    folder, n = page.out.with_name(f'{page.out.stem}_files'), 0
    def draw(suffix: str, image: bytes, d: dict[str, str], width: int|None) -> str:
        nonlocal n
        n += 1
        p = folder/f'figure-{n}.{suffix}'
        (docs/p).parent.mkdir(parents=True, exist_ok=True)
        (docs/p).write_bytes(image)
        return picture(page.to(p), d, width)
    meta = {'title': page.title, 'subtitle': page.subtitle, 'pagetitle': f'{plain(page.title)} – symbayes', 'lang': 'en'}
    parts = {'root': around(page), 'site': navigation(page, pages, listed), 'neighbours': neighbours(page, [p for p in pages if p.src in shown]), 'description': escape(plain(page.subtitle))}
    md = f'---\n{json.dumps(meta, ensure_ascii=False)}\n---\n\n' + to_markdown(page.nb, draw, frame, html_block)
    r = subprocess.run([get_pandoc_path(), '--from=markdown', '--to=html5', '--standalone', '--mathml', '--toc', '--toc-depth=3', '--wrap=preserve',
        f'--template={root/"tools/docs.html"}', *(f'--variable={k}={v}' for k,v in parts.items()), '--fail-if-warnings', *['--syntax-highlighting=none']*plain_code, '+RTS', '-A32m', '-RTS'],  # the last: it collects its garbage less often
        input=md, capture_output=True, text=True, encoding='utf-8', cwd=proc/page.src.parent)
    if r.returncode: raise SystemExit(f'{page.src}: pandoc: {r.stderr.strip()}')
    return r.stdout


@cache
def places(folder: Path) -> dict[str, tuple[Path, str]]:
    "What links of the pages of a folder lead to, and how it is written there, by what stands in the link"
    return {}


def relink(page: Page, html: str, sources: dict[Path, Path], ids: dict[Path, set[str]]) -> tuple[str, list[str]]:
    """Links to notebooks, and links from the site's top folder (`/page.html`), as links between files; and the links
    that lead nowhere. nbdev links a method by its own name even where only its class has a heading: that one is taken."""
    dead, known = [], places(page.out.parent)
    def fix(m: re.Match[str]) -> str:
        if m[2].startswith(('https:', 'http:', 'mailto:', 'data:')): return m[0]
        address, _, part = m[2].partition('#')
        if not address: to, at = page.out, ''
        elif address in known: to, at = known[address]
        else:
            to = Path(os.path.normpath((Path() if address.startswith('/') else page.out.parent)/address.lstrip('/')))
            known[address] = to, at = sources.get(to, to), page.to(sources.get(to, to))
        while part not in ids.get(to, {part}) and '.' in part: part = part.rpartition('.')[0]
        if part and part not in ids.get(to, {part}) or to not in ids and not (docs/to).is_file(): dead.append(m[2])
        return f'{m[1]}="{at}{part and "#"+part}"'
    return _attr.sub(fix, html), dead


@cache
def shell(**options: Any) -> tuple[CaptureShell, dict[str, Any]]:
    "The one shell of a process, and the names that a new one has"
    res = CaptureShell(**options)
    return res, dict(res.user_ns)


def emptied(**options: Any) -> CaptureShell:
    "A shell as new. Making one takes longer than most pages"
    res, names = shell(**options)
    res.user_ns.clear()
    res.user_ns.update(names)
    res.exc = None
    return res


def processed(only: Sequence[Path] = ()) -> None:
    """nbdev's pages, all or those that are named. It would import torch in processes of its own, make a shell for each page and read
    pyproject.toml for each cell: here what every page imports is imported once, and then forked"""
    import matplotlib_inline.backend_inline, pandas, scipy.stats, symbayes.all  # noqa: F401
    nbdev.processors.CaptureShell, config = emptied, cache(nbdev.config.get_config)
    for module in nbdev.config, nbdev.processors, nbdev.showdoc: module.get_config = config
    nbdev.doclinks.NbdevLookup()  # its table, made once
    gc.freeze()  # nobody need look for what is no longer used among what was imported
    parallel = nbdev.serve.parallel
    nbdev.serve.parallel = lambda f, files, **options: parallel(f, files, **options | {'method': 'fork'})
    for p in only: (proc/p).unlink(missing_ok=True)  # nbdev makes what is missing or older
    # a relative path, because nbdev skips everything below a folder whose name starts with a dot
    nbdev.serve.proc_nbs('nbs', n_workers=2, force=not only)


def in_order(pages: list[Page]) -> list[Page]:
    "Pages as the sidebar has them"
    if not pages: raise SystemExit('There are no pages: nbdev processed no notebook')
    by, listed = {p.src: p for p in pages}, order()
    missing = {e.src for e in listed} ^ set(by)
    if missing: raise SystemExit(f'nbs/sidebar.yml and the notebooks differ: {", ".join(sorted(map(str, missing)))}')
    return [by[e.src] for e in listed]


def written(page: Page, html: str, sources: dict[Path, Path], ids: dict[Path, set[str]]) -> tuple[Finished, list[str], int]:
    "Writes a page and reads it, says what is wrong in it and counts what is wanting"
    text, dead = relink(page, html, sources, ids)
    (docs/page.out).parent.mkdir(parents=True, exist_ok=True)
    put(docs/page.out, text)
    wrong = [f'a link that leads nowhere: {link}' for link in dead] + faults(text)
    return Finished(text), [f'{page.src}: {what}' for what in wrong], len(wanting(text))


def search_index(pages: dict[str, Finished]) -> str:
    "What preview.js searches: of each page its address, title and sections. A script, since a page that is a file may not read others"
    known = [[name, pages[name].title, [[s.id, s.heading, s.text, *[1]*s.entry] for s in pages[name].sections if s.heading or s.text]] for _,name in arranged(pages)]
    return f'const searchIndex = {json.dumps(known, ensure_ascii=False, separators=(",", ":"))};\n'


def chosen(names: Sequence[str]) -> list[Path]:
    "Notebooks by their names, as a path within nbs/ with or without its ending"
    res = [Path(n.removeprefix('nbs/')).with_suffix('.ipynb') for n in names]
    for p in res:
        if not (root/'nbs'/p).is_file(): raise SystemExit(f'nbs/{p} is not there')
    return res


def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('only', nargs='*', help='notebooks, such as 09_elements or experiments/kurle; default all')
    a.add_argument('--plain', action='store_true', help='code without colours')
    args = a.parse_args()
    only = chosen(args.only)
    os.chdir(root)
    processed(only)
    paths = [p for p in proc.rglob('*.ipynb') if not any(part[0] in '._' for part in p.relative_to(proc).parts)]
    pages = in_order([Page.read(p) for p in paths])
    new = [p for p in pages if not only or p.src in only]
    if not only: rmtree(docs, ignore_errors=True)
    copytree(proc, docs, ignore=ignore_patterns('*.ipynb', '*.yml'), dirs_exist_ok=True)
    for name in 'docs.css', 'preview.js': copy2(root/'tools'/name, docs)
    sources, listed = {p.src: p.out for p in pages}, entries()
    with ThreadPoolExecutor(2) as pool: html = dict(zip([p.out for p in new], pool.map(lambda p: render(p, pages, listed, args.plain), new)))
    there = {p.out: html.get(p.out) or (docs/p.out).read_text(encoding='utf-8') for p in pages if p.out in html or (docs/p.out).is_file()}
    ids = {out: set(re.findall(r'\bid="([^"]*)"', h)) for out,h in there.items()}
    told = {p.out.as_posix(): written(p, html[p.out], sources, ids) for p in new}
    wrong, lacking = [w for _,ws,_ in told.values() for w in ws], sum(n for *_,n in told.values())
    if len(there)<len(pages): # some pages alone: what links to others cannot be checked, and there is nothing to finish
        wrong = [w for w in wrong if 'leads nowhere' not in w]
        put(docs/'search.js', 'const searchIndex = [];\n')
    else:
        try: finished = finish(docs, {name: read for name,(read,*_) in told.items()})
        except Unfinished as e: raise SystemExit(str(e)) from None
        put(docs/'search.js', search_index(finished))
    if lacking: print(f'{lacking} things are wanting in the pages: python tools/check_pages.py _docs --wanting')
    if wrong: raise SystemExit('The pages are in _docs/, and wrong:\n  ' + '\n  '.join(wrong))
    print(f'{len(new)} pages in _docs/, start at _docs/{new[0].out}')


if __name__ == '__main__': sys.exit(main())
