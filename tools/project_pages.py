"""Pages of the site that are files of the repository, too: nbs/project/ from CONTRIBUTING.md and CHANGELOG.md, for tools/generated.py.
Standard library only."""
import json, re
from os.path import relpath
from pathlib import Path

from make_readme import nbs, root

made = {  # page: the file it is made from, its title and its subtitle
    'project/01_contributing.ipynb': ('CONTRIBUTING.md', 'Contribute', 'Where the code is written, what checks it, and what a pull request has to show.'),
    'project/02_changelog.ipynb': ('CHANGELOG.md', 'What changed in each version', 'What is new for users, what changed its name and what was wrong; older versions are in the file `CHANGELOG.md`.'),
}
_link = re.compile(r'\]\((nbs/[^)#\s]+\.ipynb)')
_name = re.compile(r'(?<!`)`([\w.]+)`(?!`)')  # nbdev would make a link of it, though what a file of changes names may be gone or have no entry


def relinked(text: str, page: Path) -> str:
    "Markdown of the repository's top folder as of a page in a folder of nbs/"
    def to(m: re.Match[str]) -> str:
        if not (root/m[1]).is_file(): raise SystemExit(f'{m[1]}: a link to it, and it is not there')
        return f']({relpath(m[1], "nbs"/page.parent)}'
    return _name.sub(r'<code>\1</code>', _link.sub(to, text))


def notebook(name: str) -> str:
    "A page as the JSON of its notebook: a cell for its title, and one for each section of the file"
    source, title, about = made[name]
    text = re.sub(r'^# .*\n+', '', relinked((root/source).read_text(encoding='utf-8'), Path(name)))
    text = re.split(r'^## 0\.[0-3]\.', text, flags=re.M)[0]  # older versions are in the file alone
    text = re.sub(r'(?<!\n)\n(?=- )', '\n\n', text)  # each item of a list is a paragraph
    parts = [f'# {title}\n\n> {about}', f'<!-- made from {source} by tools/project_pages.py -->', *re.split(r'^(?=## )', text, flags=re.M)]
    cells = [{'cell_type': 'markdown', 'id': f'part-{i}', 'metadata': {}, 'source': p.strip().splitlines(True)} for i,p in enumerate(p for p in parts if p.strip())]
    kernel = {'kernelspec': {'display_name': 'python3', 'language': 'python', 'name': 'python3'}}
    return json.dumps({'cells': cells, 'metadata': kernel, 'nbformat': 4, 'nbformat_minor': 5}, sort_keys=True, indent=1, ensure_ascii=False) + '\n'


def wanted() -> dict[Path, str]: return {nbs/name: notebook(name) for name in made}
