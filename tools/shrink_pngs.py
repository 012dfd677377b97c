"""Store the notebooks' figures with a palette, a third of their size, for tools/generated.py.
Pictures already stored so stay as they are."""
import base64, io, json
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from address import notebooks


def figures(nb: dict) -> Iterator[dict]:
    "Outputs that hold a PNG"
    for c in nb['cells']:
        for o in c.get('outputs', []):
            if 'image/png' in o.get('data', {}): yield o['data']


def shrunk(png: bytes) -> bytes:
    "The same picture in at most 256 colours; itself where that is no smaller"
    im = Image.open(io.BytesIO(png))
    if im.mode=='P': return png
    if im.mode=='RGBA' and im.getextrema()[3]!=(255, 255): return png  # transparent somewhere
    buffer = io.BytesIO()
    dots = {k: im.info[k] for k in ('dpi',) if k in im.info}  # that there are two to a pixel
    im.convert('RGB').quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(buffer, 'PNG', optimize=True, **dots)
    return min(buffer.getvalue(), png, key=len)


def wanted() -> dict[Path, str]:
    "Notebooks with figures that can be stored smaller"
    found = {}
    for path in notebooks():
        nb = json.loads(path.read_text(encoding='utf-8'))
        for data in figures(nb):
            stored = ''.join(data['image/png'])
            png = base64.b64decode(stored)
            new = shrunk(png)
            if new==png: continue
            data['image/png'] = base64.b64encode(new).decode() + '\n'*stored.endswith('\n')
            found[path] = json.dumps(nb, ensure_ascii=False, indent=1)+'\n'
    return found
