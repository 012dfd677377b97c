"""What the pages need beyond nbdev's own processing: its `doc_procs`, named in pyproject.toml.

nbdev calls each with every cell, after its own processors; the public site and the preview both see the result. This
folder must be on the path: `make site` and `make docs` see to that, and without it nbdev says that it cannot import."""
import base64, re
from itertools import takewhile
from typing import Any

from notebook import joined, png_width

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


def short_types(text: str) -> str:
    "Types by their own names, not their modules'; classes without `def`, and without what only Python knows of them"
    text = re.sub(r'\b(?:__main__|symbayes(?:\.\w+)+|torch\._C|(?:torch|pandas|numpy|matplotlib|collections|pathlib|typing)(?:\.\w+)*)\.(?=[A-Z])', '', text)
    text = text.replace('Generator | Sequence[Generator] | None', 'Generators | None').replace('=<factory>', '=...')
    return re.sub(r'(```python\n)def (?=[A-Z])(.*?)(?:->None)?:?\n```', r'\1class \2\n```', text, flags=re.S)


def drop_source_links(cell: dict[str, Any]) -> None:
    "nbdev's link to the source, above the heading; colab.py puts one in its place once the project has an address"
    for data in displays(cell, 'text/markdown'):
        data['text/markdown'] = short_types(re.sub(r'\A(---\n\n)\[source\]\([^)]*\)(\{[^}]*\})?\n*', r'\1', data['text/markdown']))


def one_header(m: re.Match[str]) -> str:
    "A table's head: pandas gives the names of the index a row of their own; they go where the first row is empty"
    rows = [re.findall(r'<th[^>]*>.*?</th>', row, re.S) for row in re.findall(r'<tr.*?</tr>', m[0], re.S)]
    if len(rows)!=2 or len(rows[0])!=len(rows[1]): return m[0]
    n = sum(1 for _ in takewhile(lambda th: th!='<th></th>', rows[1]))
    if not n or set(rows[0][:n])!={'<th></th>'} or set(rows[1][n:])-{'<th></th>'}: return m[0]
    own = iter(rows[1][:n])
    return re.sub('<th></th>', lambda _: next(own), m[0].partition('</tr>')[0], count=n)+'</tr>\n  </thead>'


def mark_cells(cell: dict[str, Any]) -> None:
    "One row of names. Cells without a number get a dash. Cells do not break, because numbers must not, but for text, and between a number and what stands in brackets after it"
    for data in displays(cell, 'text/html'):
        html = re.sub(r'<thead>.*?</thead>', one_header, data['text/html'], flags=re.S)
        html = re.sub(r'<td>(?:NaN|NaT|&lt;NA&gt;)</td>', '<td>–</td>', html)  # what a table has no number for
        html = re.sub(r'<td>(?=[^<]{41})', '<td class="text">', html)
        data['text/html'] = re.sub(r'<td>([^<(]+) (\([^<]+\))</td>', r'<td class="pair"><span>\1</span> <span>\2</span></td>', html)


def spaced(tex: str) -> str: return _after.sub(r'\1\\,', _before.sub(r'\1\\,', tex))


def space_functions(cell: dict[str, Any]) -> None:
    r"Browsers set no space around the `\log` of MathML, where TeX does; in captions a backslash stands twice"
    if cell['cell_type']=='markdown':
        parts = _code.split(cell['source'])  # code is every second one
        cell['source'] = ''.join(p if i%2 else _math.sub(lambda m: spaced(m[0]), p) for i,p in enumerate(parts))
    elif cell['cell_type']=='code':
        doubled = lambda m: spaced(m[0].replace('\\\\', '\\')).replace('\\', '\\\\')
        cell['source'] = re.sub(r'^#\| fig-cap: ".*"$', lambda line: _math.sub(doubled, line[0]), cell['source'], flags=re.M)


def keep_widths(cell: dict[str, Any]) -> None:
    "A retina figure is shown at the size it was drawn for; otherwise it would fill the column, or be twice as large. Quarto and the preview read a notebook's own words for that"
    for o in cell.get('outputs', []):
        if 'image/png' not in o.get('data', {}): continue
        if width := png_width(base64.b64decode(joined(o['data']['image/png']))): o.setdefault('metadata', {}).setdefault('image/png', {}).setdefault('width', width)
