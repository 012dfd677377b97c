"""What pages have once the project has an address, and not before: a link to Colab under the title, links to the source, and links within
the site that stay within it. These are nbdev's `doc_procs`, named in pyproject.toml; the address stands in pyproject.toml."""
import re
from functools import cache
from pathlib import Path
from typing import Any

from fastcore.nbio import mk_cell
from nbdev.config import get_config
from nbdev.doclinks import NbdevLookup
from nbdev.process import Processor

from doc_procs import displays

_entry = re.compile(r'(?:\s*---\s*)?### ([\w.]+)\s')
_folded = re.compile(r'<details class="api" id="[^"]*"><summary><code>([\w.]+)</code>')


@cache
def project(folder: Path) -> tuple[str, str, str]:
    "Addresses of the repository and of the site, and the branch; nbdev would read pyproject.toml for every cell"
    cfg = get_config(folder)
    return cfg.git_url.rstrip('/'), cfg.doc_url.rstrip('/'), cfg.branch


def colab(repository: str, branch: str, path: str) -> str:
    "Where Colab opens a notebook"
    return f'{repository.replace("https://github.com", "https://colab.research.google.com/github", 1)}/blob/{branch}/{path}'


class Badge(Processor):
    "The link under the title of a page with code. No picture, so that a page asks nothing of the network, and no paragraph, for those who look for the first"
    def begin(self) -> None:
        repository, _, branch = project(Path.cwd())
        if not repository or not any(c.cell_type=='code' for c in self.nb.cells): return
        path = Path(self.nb.path_).resolve().relative_to(get_config().config_path.resolve()).as_posix()
        self.nb.cells.insert(1, mk_cell(f'<div><a class="colab" href="{colab(repository, branch, path)}">Run this page in Colab</a></div>', 'markdown'))


def own_links(cell: dict[str, Any]) -> None:
    "nbdev links names to the public site; a page of that site, or of a preview, goes to the page beside it"
    _, docs, _ = project(Path.cwd())
    if not docs: return
    if cell['cell_type']=='markdown': cell['source'] = cell['source'].replace(f']({docs}/', '](/')
    for data in displays(cell, 'text/markdown'): data['text/markdown'] = data['text/markdown'].replace(f']({docs}/', '](/')


def link_sources(cell: dict[str, Any]) -> None:
    "Where each entry of the API is in the repository, after folding has had its way"
    if not project(Path.cwd())[0]: return
    for data in displays(cell, 'text/markdown'):
        text = data['text/markdown']
        entry = _entry.match(text) or _folded.match(text)
        to = NbdevLookup().code(entry[1]) if entry and 'show_doc(' in cell['source'] else None
        if not to: continue
        if entry.re is _entry: data['text/markdown'] = f'---\n\n[source]({to}){{.source}}\n\n{text[entry.start(1)-4:]}'
        else: data['text/markdown'] = re.sub(r'</details>\s*\Z', f'[source]({to}){{.source}}\n\n</details>\n', text)
