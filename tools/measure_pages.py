"""A table of all pages of _docs/, as a browser shows them: where the first result stands, what a page is made of, what does not fit.

Chromium loads every page in frames of 390, 1280 and 1500 px, one after the other, and a script in the frame's page measures it:
no network, nothing installed but Debian's `chromium`. Positions are pixels from the top at 1280 px; shares are of the height of
the main column. `--check` fails where a page overflows, an image has no alt text, or text has too little contrast."""
import argparse, csv, json, re, shutil, subprocess, sys, tempfile
from html import unescape
from pathlib import Path

root = Path(__file__).resolve().parent.parent
widths = 390, 1280, 1500

script = r"""
const widths = %(widths)s, pages = %(pages)s, found = [];
const frame = document.createElement('iframe');
frame.style = 'border: 0; height: 900px'; document.body.append(frame);

function kindOf(el) {
  if (el.matches('h1, h2, h3, h4, hr, nav, header, .border')) return 'other';
  if (el.matches('details')) return el.querySelector('summary')?.innerText=='Source' ? 'api' : 'code';
  if (el.matches('figure') || el.querySelector(':scope img, :scope svg, :scope canvas') && !el.matches('.sourceCode')) return 'figures';
  if (el.matches('table, .output')) return 'outputs';
  if (el.matches('div.sourceCode, pre')) return 'code';
  return 'prose';
}
// an API entry begins with a rule and its name, and ends at the fold with its source
function kinds(column) {
  const res = [];
  let api = false;
  for (const el of column.children) {
    if (el.tagName=='HR') api = true;
    if (/^H[12]$/.test(el.tagName) || el.tagName=='H3' && !el.previousElementSibling?.matches('hr')) api = false;
    res.push([el, api ? 'api' : kindOf(el)]);
    if (el.tagName=='DETAILS') api = false;
  }
  return res;
}
const rgb = s => (s.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v<=.03928 ? v/12.92 : ((v+.055)/1.055)**2.4; }); return .2126*r+.7152*g+.0722*b; };
function behind(el, view) {
  for (let e = el; e; e = e.parentElement) { const c = rgb(view.getComputedStyle(e).backgroundColor); if (c.length<4 || c[3]>0) return c; }
  return [255, 255, 255];
}
function contrast(doc) {
  const view = doc.defaultView, seen = new Map(), walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  for (let t; t = walk.nextNode();) {
    const el = t.parentElement;
    if (!t.data.trim() || !el.getClientRects().length) continue;
    const c = view.getComputedStyle(el).color, b = behind(el, view), key = c+b;
    if (seen.has(key)) continue;
    const [x, y] = [light(rgb(c)), light(b)].sort((p, q) => q-p);
    seen.set(key, [(x+.05)/(y+.05), t.data.trim().slice(0, 40)]);
  }
  return [...seen.values()].sort((p, q) => p[0]-q[0])[0] || [21, ''];
}
function widest(doc, width) {
  const view = doc.defaultView, scrolls = el => /auto|scroll|hidden|clip/.test(view.getComputedStyle(el).overflowX);
  const free = el => { for (let e = el.parentElement; e && e!==doc.body; e = e.parentElement) if (scrolls(e)) return false; return true; };
  const all = [...doc.body.querySelectorAll('*')].filter(el => el.getBoundingClientRect().right>width && free(el));
  const el = all.sort((a, b) => b.getBoundingClientRect().right-a.getBoundingClientRect().right)[0];
  return el ? `${el.parentElement.tagName.toLowerCase()} > ${el.tagName.toLowerCase()}: ${el.textContent.trim().slice(0, 40)}` : '';
}
function measure(name, width) {
  const doc = frame.contentDocument, d = doc.documentElement, res = {page: name, width, overflow: Math.max(0, d.scrollWidth-d.clientWidth)};
  if (res.overflow) res.widest = widest(doc, width);
  if (width!=1280) return res;
  const column = doc.querySelector('main') || doc.body, parts = kinds(column).filter(([el]) => !el.matches('nav, #TOC, header, script, .quarto-title-block'));
  const top = el => Math.round(el.getBoundingClientRect().top+frame.contentWindow.scrollY);
  const heights = {}; let words = 0;
  for (const [el, k] of parts) {
    heights[k] = (heights[k] || 0)+el.getBoundingClientRect().height;
    if (k=='prose') words += (el.innerText.match(/\S+/g) || []).length;
  }
  const first = ks => { const p = parts.find(([, k]) => ks.includes(k)); return p ? top(p[0]) : null; };
  const callout = column.querySelector('[class*="callout"]');
  const images = [...column.querySelectorAll('img')], [least, text] = contrast(doc);
  return {...res, height: d.scrollHeight, first_figure: first(['figures']), first_result: [first(['figures', 'outputs']), callout && top(callout)].filter(v => v!==null).sort((a, b) => a-b)[0] ?? null,
    words, heights, images: images.length, no_alt: images.filter(i => !(i.alt || '').trim()).length, contrast: least, faintest: text};
}
const load = (name, width) => new Promise(done => {
  frame.style.width = width+'px';
  frame.onload = () => setTimeout(() => { try { done(measure(name, width)); } catch (e) { done({page: name, width, error: String(e)}); } }, 50);
  frame.src = '%(docs)s/'+name;
});
(async () => {
  for (const name of pages) for (const width of widths) found.push(await load(name, width));
  frame.remove();
  const out = document.createElement('pre'); out.id = 'found'; out.textContent = JSON.stringify(found); document.body.append(out);
})();
"""

def browser() -> str|None:
    "Chromium, under any of its names"
    return next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)

def read(docs: Path, pages: list[str], seconds: int = 600) -> list[dict]:
    "One record for each page and width"
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)/'measure.html'
        text = script % dict(widths=json.dumps(widths), pages=json.dumps(pages), docs=docs.resolve().as_uri())
        at.write_text(f'<!doctype html><meta charset="utf-8"><body style="margin: 0"><script>{text}</script>', encoding='utf-8')
        r = subprocess.run([browser(), '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
            '--disable-component-update', '--disable-sync', '--allow-file-access-from-files', '--window-size=1600,1000', f'--user-data-dir={folder}/profile',
            '--virtual-time-budget=100000000', '--dump-dom', at.as_uri()], capture_output=True, text=True, timeout=seconds, encoding='utf-8')
    m = re.search(r'<pre id="found">(.*?)</pre>', r.stdout, re.S)
    if not m: raise SystemExit(f'the pages were not measured: {r.stderr.strip().splitlines()[-1:] or "chromium said nothing"}')
    return json.loads(unescape(m[1]))

def rows(found: list[dict]) -> list[dict]:
    "A row per page"
    by: dict[str, dict[int, dict]] = {}
    for f in found:
        if 'error' in f: raise SystemExit(f'{f["page"]} at {f["width"]} px: {f["error"]}')
        by.setdefault(f['page'], {})[f['width']] = f
    res = []
    for page,w in by.items():
        d = w[1280]
        total = sum(v for k,v in d['heights'].items() if k!='other') or 1
        row = {'page': page, 'height': d['height'], 'first figure': d['first_figure'], 'first result': d['first_result'], 'words of prose': d['words']}
        row |= {f'% {k}': round(100*d['heights'].get(k, 0)/total) for k in ('prose', 'figures', 'outputs', 'code', 'api')}
        row |= {'images': d['images'], 'without alt': d['no_alt'], 'least contrast': round(d['contrast'], 1), 'faintest text': d['faintest']}
        row |= {f'overflow {n}': w[n]['overflow'] for n in widths} | {'widest': next((w[n]['widest'] for n in widths if w[n].get('widest')), '')}
        res.append(row | {'_heights': d['heights']})
    return res

def main() -> int:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('docs', nargs='?', type=Path, default=root/'_docs')
    a.add_argument('--pages', nargs='*', help='parts of names; default all')
    a.add_argument('--out', type=Path, help='a csv file for the table, which is printed otherwise')
    a.add_argument('--check', action='store_true', help='fail on overflow, missing alt texts and contrast below 4.5')
    a = a.parse_args()
    if not browser():
        print('pages are not measured: there is no chromium', file=sys.stderr)
        return 0
    pages = [p.relative_to(a.docs).as_posix() for p in sorted(a.docs.rglob('*.html')) if 'site_libs' not in p.parts]
    if a.pages: pages = [p for p in pages if any(n in p for n in a.pages)]
    t = rows(read(a.docs, pages))
    total = {k: sum(r['_heights'].get(k, 0) for r in t) for k in ('prose', 'figures', 'outputs', 'code', 'api')}
    for r in t: del r['_heights']
    if a.out:
        with open(a.out, 'w', newline='', encoding='utf-8') as f:
            w = csv.DictWriter(f, t[0].keys())
            w.writeheader(), w.writerows(t)
    shown = [k for k in t[0] if k not in ('faintest text', 'widest')]
    if not a.out: print('  '.join(shown))
    for r in t if not a.out else (): print('  '.join(f'{"" if r[k] is None else r[k]!s:>{0 if k=="page" else len(k)}}'.ljust(34 if k=='page' else 0) for k in shown))
    print(f'{len(t)} pages:', ', '.join(f'{k} {100*v/sum(total.values()):.0f} %' for k,v in total.items()), 'of the main column')
    bad = [f'{r["page"]}: {r[f"overflow {n}"]} px too wide at {n} px ({r["widest"]})' for r in t for n in widths if r[f'overflow {n}']]
    bad += [f'{r["page"]}: {r["without alt"]} of {r["images"]} images without alt text' for r in t if r['without alt']]
    bad += [f'{r["page"]}: contrast {r["least contrast"]} of {r["faintest text"]!r}, expected 4.5' for r in t if r['least contrast']<4.5]
    for b in bad: print(b, file=sys.stderr)
    return bool(bad and a.check)

if __name__=='__main__': sys.exit(main())
