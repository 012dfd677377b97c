"""Store the notebooks' figures with a palette, a third of their size; with `--check`, fail if one is not. Pictures already stored so stay as they are."""
import argparse, base64, io, json, sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from whole import put

root = Path(__file__).resolve().parent.parent


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


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument('--check', action='store_true', help='write nothing; fail if a figure can be stored smaller')
    check, late, before, after = ap.parse_args().check, [], 0, 0
    for path in sorted((root/'nbs').rglob('*.ipynb')):
        if '.ipynb_checkpoints' in path.parts: continue
        nb, changed = json.loads(path.read_text(encoding='utf-8')), False
        for data in figures(nb):
            png = base64.b64decode(''.join(data['image/png']))
            new = shrunk(png)
            before, after = before+len(png), after+len(new)
            if new is png or new==png: continue
            data['image/png'], changed = base64.b64encode(new).decode()+('\n' if ''.join(data['image/png']).endswith('\n') else ''), True
        if changed: late.append(path)
        if changed and not check: put(path, json.dumps(nb, ensure_ascii=False, indent=1)+'\n')
    if check and late:
        print(f'Figures without a palette in {", ".join(str(p.relative_to(root)) for p in late)}. Run `make export`.', file=sys.stderr)
        return 1
    print(f'figures: {before/1e6:.2f} MB' + (f', were {before/1e6:.2f} and are {after/1e6:.2f}' if late else ''))
    return 0


if __name__ == '__main__': sys.exit(main())
