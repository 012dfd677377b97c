"""Links of notebooks and Markdown files, as GitHub follows them: each leads to a file that is in the repository. Links between
pages name the notebook (`../information/03_permanents.ipynb#bounds`); the site's build makes pages of them. Standard library only."""
import json, re, sys
from collections.abc import Iterator
from pathlib import Path

from notebook import joined

root = Path(__file__).resolve().parent.parent
_link = re.compile(r'\]\(([^)\s]+)\)')
_elsewhere = re.compile(r'[a-z]+:|#')
_code = re.compile(r'^```.*?^```|`[^`\n]*`', re.M|re.S)


def texts(path: Path) -> Iterator[str]:
    "Markdown of a file: that of its cells and of their outputs, if it is a notebook"
    if path.suffix=='.md': yield path.read_text(encoding='utf-8')
    else:
        for cell in json.loads(path.read_text(encoding='utf-8'))['cells']:
            if cell['cell_type']=='markdown': yield joined(cell['source'])
            for output in cell.get('outputs', ()): yield joined(output.get('data', {}).get('text/markdown', ''))


def links(path: Path) -> Iterator[str]:
    "Links of a file within the repository, without their sections"
    for text in texts(path):
        for to in _link.findall(_code.sub('', text)):
            if not _elsewhere.match(to): yield to.partition('#')[0]


def dead(path: Path) -> list[str]:
    "Links of a file that lead to no file"
    return [to for to in links(path) if not (path.parent/to).resolve().is_file()]


def main() -> int:
    files = sorted([*root.glob('*.md'), *(root/'nbs').rglob('*.ipynb')])
    found = [f'{path.relative_to(root)}: {to}' for path in files if not any(part[0] in '._' for part in path.relative_to(root).parts) for to in dead(path)]
    if found: print('Links to files that are not in the repository:', *found, sep='\n  ', file=sys.stderr)
    else: print(f'links of {len(files)} files lead to files')
    return bool(found)


if __name__ == '__main__': sys.exit(main())
