"""Links from where a page names a paper, *Vontobel (2013)* or *Kurle et al. 2021*, to its entry in nbs/learn/08_literature.ipynb: one of
nbdev's `doc_procs`. A name counts by its first author and its year; what stands in code, in mathematics, in a heading or in a link
already is left alone."""
import json, re
from functools import cache
from pathlib import Path
from typing import Any

from nbdev.process import Processor

literature = Path(__file__).resolve().parent.parent/'nbs/learn/08_literature.ipynb'
_entry = re.compile(r'\[\]\{#(?P<key>\w+)\}\*\*(?P<names>[^*]+) \((?P<year>\d{4})\)\*\*')
_other = r"(?: et al\.|(?:, (?:van der |van den )?[A-ZÀ-Ý][\w'-]+)*,? and (?:van der |van den )?[A-ZÀ-Ý][\w'-]+)"
_left = re.compile(r'(^ *```.*?^ *```|`[^`\n]+`|\$\$.+?\$\$|\$[^$\n]+\$|!?\[[^\]]*\](?:\([^)]*\)|\{[^}]*\})|<[^>]*>|^#[^\n]*$)', re.S|re.M)


def entries(path: Path = literature) -> dict[tuple[str, str], str]:
    "Key of an entry by its first author and its year"
    text = '\n'.join(''.join(c['source']) for c in json.loads(path.read_text(encoding='utf-8'))['cells'])
    return {(re.split(r',| and | et al', m['names'])[0], m['year']): m['key'] for m in _entry.finditer(text)}


@cache
def known() -> tuple[dict[tuple[str, str], str], re.Pattern[str]]:
    "The entries, and a pattern of what names one"
    found = entries()
    first = '|'.join(sorted({re.escape(n) for n,_ in found}, key=len, reverse=True))
    return found, re.compile(rf'(?<![\w-])(?P<first>{first}){_other}?,? (?P<open>\()?(?P<year>\d{{4}})(?(open)\))(?!\d)')


def cited(text: str) -> str:
    "Markdown with names of papers as links"
    found, names = known()
    def link(m: re.Match[str]) -> str:
        key = found.get((m['first'], m['year']))
        return f'[{m[0]}](/learn/literature.html#{key})' if key else m[0]
    return ''.join(p if i%2 else names.sub(link, p) for i,p in enumerate(_left.split(text)))


class Cite(Processor):
    def cell(self, cell: dict[str, Any]) -> None:
        if cell['cell_type']=='markdown' and not _entry.search(cell['source']): cell['source'] = cited(cell['source'])


def unlisted(text: str) -> list[str]:
    "Papers that a text names by several authors and a year, and that have no entry"
    found = entries()
    free = ''.join(_left.split(text)[::2])
    return [m[0] for m in re.finditer(rf"(?<![\w-])((?:van der |van den )?[A-ZÀ-Ý][\w'-]+){_other} \(?(\d{{4}})", free) if (m[1], m[2]) not in found]
