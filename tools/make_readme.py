"""README.md from nbs/index.ipynb, for tools/generated.py. Standard library only.

Figures stored in the notebook go to nbs/images/readme-N.png. Links are rewritten to be right from the top folder:
a page of the site (`groups.html`) becomes its notebook, which GitHub renders."""
import json, re
from html import escape
from pathlib import Path

from address import address, badges
from notebook import quoted, to_markdown

root = Path(__file__).resolve().parent.parent
nbs = root/'nbs'
_figure = re.compile(r'!\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)\{fig-alt="([^"]*)"\}')
_link = re.compile(r'''(\]\(|\b(?:src|href)=["'])(?![a-z][a-z+.-]*:|[#/])([^)\s"'#]+)''')


def page_sources() -> dict[str, Path]:
    "Notebook behind each page of the site: nbdev drops the number from the name"
    return {str(p.with_name(re.sub(r'^\d+[a-zA-Z0-9]*_', '', p.name.lower())).with_suffix('.html').relative_to(nbs)): p for p in sorted(nbs.rglob('*.ipynb'))}


def wanted() -> dict[Path, bytes|None]:
    "README.md and its figures, by path"
    files: dict[Path, bytes] = {}
    pages = page_sources()
    def draw(suffix: str, image: bytes, d: dict[str, str], width: int|None) -> str:
        p = nbs/'images'/f'readme-{len(files)+1}.{suffix}'
        files[p] = image
        size = f' width="{width}"' if width else ''  # markdown has no word for it
        return f'<img src="{p.relative_to(nbs).as_posix()}" alt="{escape(quoted(d.get("fig-alt") or d.get("fig-cap", "")))}"{size}>'
    def relink(m: re.Match[str]) -> str:
        to = pages.get(m[2], nbs/m[2])
        if not to.exists() and to not in files: raise SystemExit(f'nbs/index.ipynb links to {m[2]}, which does not exist')
        return m[1] + to.relative_to(root).as_posix()
    nb = json.loads((nbs/'index.ipynb').read_text(encoding='utf-8'))
    md = to_markdown(nb, draw, raw_html=lambda html: re.sub(r'\n\s*\n', '\n', html))  # an empty line would end the HTML block
    note = '<!-- Made from nbs/index.ipynb by `make readme`: edit that. -->\n\n'
    md = _figure.sub(r'![\3](\2)\n\n\1', md)  # without Quarto, a caption is a paragraph
    # code is left alone: only what is outside fences has links
    parts = re.split(r'(^```.*?^```$)', md, flags=re.M|re.S)
    text = note + ''.join(p if p.startswith('```') else _link.sub(relink, p) for p in parts)
    if said := badges(address()): text = re.sub(r'^# .*\n', lambda m: f'{m[0]}\n{said}\n', text, count=1, flags=re.M)
    without = {p: None for p in (nbs/'images').glob('readme-*') if p not in files}
    return {root/'README.md': text.encode(), **files, **without}
