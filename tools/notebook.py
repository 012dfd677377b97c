"""A notebook as one markdown text: what the pages and the README are made from.

The whole notebook becomes one text, as Quarto does it, so that a callout or a footnote may span cells. Outputs are
those stored in the notebook: nothing runs here. Standard library only, so that `make readme` needs no setup."""
import base64, re, struct
from collections.abc import Callable, Iterator
from typing import Any

_ansi = re.compile(r'\x1B(?:[@-Z\\-_]|\[[0-?]*[ -/]*[@-~])')
_style = re.compile(r'<style\b.*?</style>\s*', re.S)
_hidden = {'hide', 'export', 'exporti', 'default_exp'}
_folds = {'true': 'fold', 'show': 'open fold'}  # Quarto's words
_images = {'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg'}

Wrap = Callable[[str, str, str], str]              # kind of block, its markdown and its title, to markdown
Draw = Callable[[str, bytes, dict[str, str], int|None], str]  # suffix and bytes of an image, the cell's directives and width, to markdown


def joined(s: str|list[str]) -> str: return s if isinstance(s, str) else ''.join(s)


def fence(text: str, lang: str = '') -> str:
    "A fenced block, its fence longer than any in `text`"
    ticks = '`'*max(3, 1+max(map(len, re.findall('`+', text)), default=0))
    return f'{ticks}{lang}\n{text.rstrip()}\n{ticks}'


def directives(src: str) -> tuple[dict[str, str], str]:
    "The `#| key: value` lines at the top of a cell, and the rest"
    lines, n, d = src.splitlines(), 0, {}
    while n<len(lines) and (not lines[n].strip() or lines[n].startswith('#|')):
        key, _, value = lines[n][2:].strip().replace(':', ' ', 1).partition(' ')
        if key: d[key] = value.strip()
        n += 1
    return d, '\n'.join(lines[n:])


def stream(text: str) -> str:
    "Text as a terminal shows it: without colours, and with each line as its last carriage return left it"
    return '\n'.join(line.rstrip('\r').rpartition('\r')[2] for line in _ansi.sub('', text).split('\n'))


def png_width(png: bytes) -> int|None:
    """Width to show a retina figure at: nbdev's shell draws two dots to a pixel, 200 to the inch or so, and says that only in the file. One with
    a palette that does not say it was stored by tools/shrink_pngs.py before that kept it"""
    at = png.find(b'pHYs')
    retina = struct.unpack('>I', png[at+4:at+8])[0]*.0254>150 if at>0 else png[25]==3
    return round(struct.unpack('>I', png[16:20])[0]/2) if retina else None


def quoted(value: str) -> str:
    "The text of a directive in quotes, which are YAML's: within double ones a backslash stands twice"
    value = value.strip()
    if value[:1]==value[-1:]=='"' and len(value)>1: return re.sub(r'\\(.)', r'\1', value[1:-1])
    return value[1:-1].replace("''", "'") if value[:1]==value[-1:]=="'" and len(value)>1 else value


def picture(path: str, d: dict[str, str], width: int|None) -> str:
    "Markdown of an image, with its caption and with its text for those who do not see it"
    said = lambda k: quoted(d.get(k, ''))
    marks = [*(f'.{c}' for c in d.get('classes', '').split()), f'alt="{said("fig-alt").replace(chr(34), chr(39))}"' if said('fig-alt') else '', f'width={width}' if width else '']
    return f'![{said("fig-cap")}]({path})' + (f'{{{" ".join(filter(None, marks))}}}' if any(marks) else '')


def output(o: dict[str, Any], draw: Draw, raw_html: Callable[[str], str], d: dict[str, str]) -> tuple[str, str]:
    "Kind and markdown of one stored output, in the richest form it has"
    kind = o['output_type']
    if kind=='stream': return o['name'], fence(stream(joined(o['text'])))
    if kind=='error': return 'error', fence(stream('\n'.join(o['traceback'])))
    data = {k: joined(v) for k,v in o['data'].items() if isinstance(v, (str, list))}
    for mime,suffix in _images.items():
        if mime in data:
            image = data[mime].encode() if suffix=='svg' else base64.b64decode(data[mime])
            width = o.get('metadata', {}).get(mime, {}).get('width') or (png_width(image) if suffix=='png' else None)
            return 'figure', draw(suffix, image, d, width)
    if 'text/markdown' in data: return 'display', data['text/markdown']
    if 'text/html' in data: return 'display', raw_html(_style.sub('', data['text/html']).strip())
    if 'text/latex' in data: return 'display', data['text/latex']
    return 'plain', fence(stream(data.get('text/plain', '')))


def blocks(nb: dict[str, Any], draw: Draw, wrap: Wrap, raw_html: Callable[[str], str]) -> Iterator[str]:
    for cell in nb['cells']:
        src = joined(cell['source'])
        if cell['cell_type']=='markdown': yield src
        if cell['cell_type']!='code': continue
        d, src = directives(src)
        if _hidden & d.keys() or d.get('include')=='false': continue
        if src.strip() and d.get('echo')!='false':
            yield wrap(_folds.get(d.get('code-fold', ''), 'code'), fence(src, 'python'), quoted(d.get('code-summary', 'Code')))
        if d.get('output')!='false':
            for kind,md in (output(o, draw, raw_html, d) for o in cell['outputs']):
                yield md if d.get('output')=='asis' else wrap(kind, md, '')


def to_markdown(
    nb: dict[str, Any],                                   # a notebook as read from its JSON
    draw: Draw,                                           # keeps an image, returns the markdown that shows it
    wrap: Wrap = lambda kind, md, title: md,              # puts a block of code or output into its frame
    raw_html: Callable[[str], str] = lambda html: html,   # marks HTML that is to pass untouched
) -> str:
    return '\n\n'.join(b for b in blocks(nb, draw, wrap, raw_html) if b.strip()) + '\n'
