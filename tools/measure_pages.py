"""A table of all pages of _docs/, as a browser shows them: where the first result stands, what a page is made of, what does not fit.

Chromium loads every page in frames of 390, 1280 and 1500 px, one after the other, and a script in the frame's page measures it:
no network, nothing installed but Debian's `chromium`. Positions are pixels from the top at 1280 px; shares are of the height of
the main column; the scale is of the figure that is shrunk most at 390 px. The last row is of all pages. `--check` fails where a page
overflows, a link leads nowhere, text has too little contrast, light or dark, or something is `wanting` (check_pages.py)."""
import argparse, csv, json, re, shutil, subprocess, sys, tempfile
from collections import Counter
from html import unescape
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote

from check_pages import wanting

root = Path(__file__).resolve().parent.parent
widths = 390, 1280, 1500
shares = 'prose', 'figures', 'outputs', 'code', 'api'
late = 1300   # px from the top: what is below is not on the first screen

script = r"""
const widths = %(widths)s, pages = %(pages)s, found = [];
const frame = document.createElement('iframe');
frame.style = 'border: 0; height: 900px'; document.body.append(frame);

function kindOf(el) {
  if (el.matches('h1, h2, h3, h4, hr, nav, header, .border, #contents')) return 'other';
  if (el.matches('details.api')) return 'api';
  if (el.matches('details')) {
    const title = el.querySelector('summary')?.innerText.trim() || '', code = el.querySelector(':scope > div.sourceCode, :scope > pre');
    return title=='Source' ? 'api' : code || /^(Check|Code)/.test(title) ? 'code' : el.querySelector('table') ? 'outputs' : 'prose';
  }
  if (el.matches('figure') || el.querySelector('img, svg, canvas') && !el.matches('.sourceCode')) return 'figures';
  if (el.matches('.output.display, .cell-output-display') && el.querySelector('p, li') && !el.querySelector('table, pre')) return 'prose'; // with numbers computed
  if (el.matches('table, .output, .cell-output-display') || el.matches('div') && el.querySelector(':scope > table')) return 'outputs';
  if (el.matches('div.sourceCode, pre')) return 'code';
  return 'prose';
}
// Quarto puts headings and cells into boxes of their own
function flat(column) {
  return [...column.children].flatMap(el => el.matches('section, .cell, .cell-output:not(.cell-output-display), .cell-output-display:has(> .cell-output-display)') ? flat(el) : [el]);
}
// an API entry begins with a rule and its name, and ends at the fold with its source
function kinds(column) {
  const res = [];
  let api = false;
  let before = null;
  for (const el of flat(column)) {
    if (el.tagName=='HR') api = true;
    if (/^H[12]$/.test(el.tagName) || el.tagName=='H3' && !before?.matches('hr') || el.matches('details.api')) api = false;
    before = el;
    res.push([el, api ? 'api' : kindOf(el)]);
    if (el.tagName=='DETAILS') api = false;
  }
  return res;
}
const rgb = s => { const c = (s.match(/[\d.]+(?:e-?\d+)?/g) || [0, 0, 0, 0]).map(Number); return /^color\(/.test(s) ? [...c.slice(0, 3).map(v => 255*v), ...c.slice(3)] : c; };
const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v<=.03928 ? v/12.92 : ((v+.055)/1.055)**2.4; }); return .2126*r+.7152*g+.0722*b; };
function behind(el, view) {
  const over = [];
  for (let e = el; e; e = e.parentElement) {
    const c = rgb(view.getComputedStyle(e).backgroundColor), alpha = c[3] ?? 1;
    if (alpha) over.unshift([c, alpha]);
    if (alpha>=1) break;
  }
  return over.reduce((b, [c, alpha]) => b.map((v, i) => alpha*c[i]+(1-alpha)*v), [255, 255, 255]);
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
// the preview's theme stands in an attribute; Quarto has a function, which loads a stylesheet; its colours fade
async function darken(doc, dark) {
  const d = doc.documentElement, view = doc.defaultView;
  if (d.dataset.theme) d.dataset.theme = dark ? 'dark' : 'light';
  else if (view.quartoToggleColorScheme && doc.body.classList.contains('quarto-dark')!=dark) {
    doc.head.append(Object.assign(doc.createElement('style'), {textContent: '* { transition: none !important; }'}));
    view.quartoToggleColorScheme();
    await new Promise(done => setTimeout(done, 1000));
  }
}
async function measure(name, width) {
  const doc = frame.contentDocument, d = doc.documentElement;
  await darken(doc, false);
  const res = {page: name, width, overflow: Math.max(0, d.scrollWidth-d.clientWidth)};
  if (res.overflow) res.widest = widest(doc, width);
  if (width==390) {
    // notebooks draw twice the dots that a figure is to have
    const all = [...doc.querySelectorAll('main img, body > img, figure img')].filter(i => i.loading!='lazy' && !/^http/.test(i.getAttribute('src')) && i.clientWidth);
    res.scale = Math.min(1, ...all.map(i => i.clientWidth/(Number(i.getAttribute('width')) || i.naturalWidth/(/_files\//.test(i.src) ? 2 : 1))));
    res.title = Math.round((doc.querySelector('h1.title')?.getBoundingClientRect().top ?? 0)+frame.contentWindow.scrollY);
  }
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
  await darken(doc, true);
  const [least_dark, text_dark] = contrast(doc);
  return {...res, height: d.scrollHeight, first_figure: first(['figures']), first_result: [first(['figures', 'outputs']), callout && top(callout)].filter(v => v!==null).sort((a, b) => a-b)[0] ?? null,
    words, heights, images: images.length, no_alt: images.filter(i => !(i.alt || '').trim()).length, contrast: least, faintest: text, dark: least_dark, faintest_dark: text_dark};
}
const load = (name, width) => new Promise(done => {
  frame.style.width = width+'px';
  frame.onload = () => setTimeout(async () => { try { done(await measure(name, width)); } catch (e) { done({page: name, width, error: String(e)}); } }, 50);
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

def dead_links(docs: Path) -> dict[str, list[str]]:
    "Addresses in each page that lead to no file of the site, or to no place in it"
    html = {p.relative_to(docs).as_posix(): p.read_text(encoding='utf-8') for p in docs.rglob('*.html') if 'site_libs' not in p.parts}
    ids = {name: set(re.findall(r'\bid="([^"]*)"', h)) for name,h in html.items()}
    def dead(name: str, link: str) -> bool:
        if re.match(r'[a-z]+:|//|#?$', link, re.I): return False
        address, _, part = unescape(link).partition('#')
        to = normpath(Path(name).parent/unquote(address.partition('?')[0])) if address else name
        return not (docs/to).exists() or bool(part) and to in ids and unquote(part) not in ids[to] and part not in ids[to]
    return {name: [link for link in re.findall(r'<[a-z][^>]*?\b(?:href|src)="([^"]*)"', h) if dead(name, link)] for name,h in html.items()}

def percent(heights: dict[str, float]) -> dict[str, int]:
    total = sum(heights.get(k, 0) for k in shares) or 1
    return {f'% {k}': round(100*heights.get(k, 0)/total) for k in shares}

def rows(found: list[dict], dead: dict[str, list[str]], lacking: dict[str, list[str]]) -> list[dict]:
    "A row per page, and one of all"
    by: dict[str, dict[int, dict]] = {}
    for f in found:
        if 'error' in f: raise SystemExit(f'{f["page"]} at {f["width"]} px: {f["error"]}')
        by.setdefault(f['page'], {})[f['width']] = f
    res, total = [], Counter()
    for page,w in by.items():
        d = w[1280]
        total.update(d['heights'])
        row = {'page': page, 'height': d['height'], 'first figure': d['first_figure'], 'first result': d['first_result'], 'words of prose': d['words']}
        row |= percent(d['heights']) | {'images': d['images'], 'without alt': d['no_alt'], 'wanting': len(lacking.get(page, [])), 'dead links': len(dead.get(page, []))}
        row |= {'least contrast': round(d['contrast'], 1), 'faintest text': d['faintest'], 'least contrast, dark': round(d['dark'], 1), 'faintest text, dark': d['faintest_dark']}
        row |= {'title at 390': w[390]['title'], 'figure scale at 390': round(w[390]['scale'], 2)}
        row |= {f'overflow {n}': w[n]['overflow'] for n in widths} | {'widest': next((w[n]['widest'] for n in widths if w[n].get('widest')), '')}
        res.append(row)
    return [*res, whole(res, total)]

def whole(rows: list[dict], heights: dict[str, float]) -> dict:
    "All pages as one row: sums, shares of the whole, and the worst"
    later = {k: [r[k] for r in rows if r[k] is not None] for k in ('first figure', 'first result')}
    res = dict.fromkeys(rows[0], '') | {'page': 'all pages'} | {k: f'{sum(v>late for v in vs)} of {len(vs)} after {late}' for k,vs in later.items()}
    res |= {k: sum(r[k] for r in rows) for k in ('height', 'words of prose', 'images', 'without alt', 'wanting', 'dead links')} | percent(heights)
    res |= {k: min(r[k] for r in rows) for k in ('least contrast', 'least contrast, dark', 'figure scale at 390')}
    return res | {k: max(r[k] for r in rows) for k in ('title at 390', *(f'overflow {n}' for n in widths))}

def complaints(rows: list[dict], dead: dict[str, list[str]], lacking: dict[str, list[str]]) -> list[str]:
    "What `--check` fails on"
    bad = [f'{r["page"]}: {r[f"overflow {n}"]} px too wide at {n} px ({r["widest"]})' for r in rows for n in widths if r[f'overflow {n}']]
    bad += [f'{r["page"]}: contrast {r[f"least contrast{dark}"]} of {r[f"faintest text{dark}"]!r}{dark}, expected 4.5' for r in rows for dark in ('', ', dark') if r[f'least contrast{dark}']<4.5]
    pages = {r['page'] for r in rows}
    return bad + [f'{p}: a link that leads nowhere: {link}' for p,links in dead.items() if p in pages for link in links] + [f'{p}: {w}' for p,ws in lacking.items() if p in pages for w in ws]

def main() -> int:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('docs', nargs='?', type=Path, default=root/'_docs')
    a.add_argument('--pages', nargs='*', help='parts of names; default all')
    a.add_argument('--out', type=Path, help='a csv file for the table, which is printed otherwise')
    a.add_argument('--check', action='store_true', help='fail on what is wrong or wanting')
    a = a.parse_args()
    if not browser():
        print('pages are not measured: there is no chromium', file=sys.stderr)
        return 0
    pages = [p.relative_to(a.docs).as_posix() for p in sorted(a.docs.rglob('*.html')) if 'site_libs' not in p.parts]
    if a.pages: pages = [p for p in pages if any(n in p for n in a.pages)]
    if not pages:
        print(f'there are no such pages in {a.docs}', file=sys.stderr)
        return 2
    dead, lacking = dead_links(a.docs), {p: wanting((a.docs/p).read_text(encoding='utf-8')) for p in pages}
    *t, total = rows(read(a.docs, pages), dead, lacking)
    if a.out:
        with open(a.out, 'w', newline='', encoding='utf-8') as f:
            w = csv.DictWriter(f, total.keys())
            w.writeheader(), w.writerows([*t, total])
    shown = [k for k in total if not k.startswith(('faintest', 'widest'))]
    if not a.out: print('  '.join(shown))
    for r in [*t, total] if not a.out else (): print('  '.join(f'{"" if r[k] is None else r[k]!s:>{0 if k=="page" else len(k)}}'.ljust(34 if k=='page' else 0) for k in shown))
    print(f'{len(t)} pages:', ', '.join(f'{k} {total[f"% {k}"]} %' for k in shares), 'of the main column; first figure', total['first figure'], 'px, first result', total['first result'], 'px')
    bad = complaints(t, dead, lacking)
    for b in bad[:None if a.check else 12]: print(b, file=sys.stderr)
    if bad[12:] and not a.check: print(f'... and {len(bad)-12} more: measure_pages.py --check', file=sys.stderr)
    return bool(bad and a.check)

if __name__=='__main__': sys.exit(main())
