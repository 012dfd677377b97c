"""What the pages need beyond nbdev's own processing: its `doc_procs`, named in pyproject.toml.

nbdev calls each with every cell, after its own processors; the public site and the preview both see the result. This
folder must be on the path: `make site` and `make docs` see to that, and without it nbdev says that it cannot import."""
import re
from typing import Any

nbdev_fold = '#| code-fold: show\n#| code-summary: "Exported source"\n'
source_fold = '#| code-fold: true\n#| code-summary: "Source"\n'
_code = re.compile(r'(^ *```.*?^ *```|`[^`\n]+`)', re.S|re.M)
_math = re.compile(r'\$\$.+?\$\$|(?<![\\$\w])\$(?=\S)[^$]+?(?<=[^\s\\])\$(?!\d)', re.S)
_name = r'\\(?:log|exp|det|sin|cos|tanh|min|max)(?![A-Za-z])'
_greek = r'\\(?:alpha|beta|gamma|delta|epsilon|eta|theta|lambda|mu|pi|rho|sigma|tau|phi|omega)'
_before = re.compile(rf'((?<![\\A-Za-z])[A-Za-z]|[0-9}}!)]|{_greek}) *(?={_name})')
_after = re.compile(rf'({_name}) *(?=[A-Za-z0-9]|\\(?!(?:left|[bB]igg?l?|lVert|lvert|quad|qquad)(?![A-Za-z]))[A-Za-z])')


def close_folds(cell: dict[str, Any]) -> None:
    "nbdev asks for the source of every exported cell to be shown; a reader opens it"
    if cell['cell_type']=='code' and cell['source'].startswith(nbdev_fold):
        cell['source'] = source_fold + cell['source'].removeprefix(nbdev_fold)


def displays(cell: dict[str, Any], mime: str) -> list[dict[str, Any]]:
    "Data of the outputs that have such a form, which is made one text"
    res = [o['data'] for o in cell.get('outputs', []) if mime in o.get('data', {})]
    for data in res: data[mime] = ''.join(data[mime])
    return res


def drop_source_links(cell: dict[str, Any]) -> None:
    "nbdev's link to the source leads nowhere while the project has no public address"
    for data in displays(cell, 'text/markdown'):
        text = re.sub(r'\[source\]\(/blob/[^)]*\)(\{[^}]*\})?\n*', '', data['text/markdown'])
        data['text/markdown'] = re.sub(r'\b(?:__main__|symbayes\.\w+|torch\.nn\.modules\.module|collections\.abc)\.(?=[A-Z])', '', text)  # types by their own names


def mark_cells(cell: dict[str, Any]) -> None:
    "Cells of tables do not break, because numbers must not, but for text, and between a number and what stands in brackets after it"
    for data in displays(cell, 'text/html'):
        html = re.sub(r'<td>(?=[^<]{61})', '<td class="text">', data['text/html'])
        data['text/html'] = re.sub(r'<td>([^<(]+) (\([^<]+\))</td>', r'<td class="pair"><span>\1</span> <span>\2</span></td>', html)


def spaced(tex: str) -> str: return _after.sub(r'\1\\,', _before.sub(r'\1\\,', tex))


def space_functions(cell: dict[str, Any]) -> None:
    r"Browsers set no space around the `\log` of MathML, where TeX does"
    if cell['cell_type']!='markdown': return
    parts = _code.split(cell['source'])  # code is every second one
    cell['source'] = ''.join(p if i%2 else _math.sub(lambda m: spaced(m[0]), p) for i,p in enumerate(parts))
