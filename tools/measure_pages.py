"""A table of all pages of _docs/, as a browser shows them: words of prose, what does not fit.

Chromium loads every page in frames of 390, 1280 and 1500 px, one after the other, and a script in the frame's page measures it:
no network, nothing installed but Debian's `chromium`. Words are those of the main column without code, outputs, folded API and
navigation; the scale is of the figure that is shrunk most at 390 px. The last row is of all pages;
`wanting` counts what check_pages.py lists."""
import argparse, json, re, shutil, subprocess, sys, tempfile
from html import unescape
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote

import pandas as pd

from check_pages import pages_in, wanting

root = Path(__file__).resolve().parent.parent
widths = 390, 1280, 1500
worst = {'least contrast': 'min', 'least contrast, dark': 'min', 'figure scale at 390': 'min'}  # of all pages; of other columns the sum

script = r"""
const widths = %(widths)s, pages = %(pages)s, found = [];
const frame = document.createElement('iframe');
frame.style = 'border: 0; height: 900px'; document.body.append(frame);

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
  const column = doc.querySelector('main') || doc.body, text_only = column.cloneNode(true);
  for (const e of text_only.querySelectorAll('nav, #TOC, #contents, pre, div.sourceCode, script, style, svg, template, .output, .cell-output, details.api')) e.remove();
  const words = (text_only.textContent.match(/\S+/g) || []).length;
  const images = [...column.querySelectorAll('img')], [least, text] = contrast(doc);
  await darken(doc, true);
  const [least_dark, text_dark] = contrast(doc);
  return {...res, height: d.scrollHeight, words, images: images.length, no_alt: images.filter(i => !(i.alt || '').trim()).length, contrast: least, faintest: text, dark: least_dark, faintest_dark: text_dark};
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
    html = pages_in(docs)
    ids = {name: set(re.findall(r'\bid="([^"]*)"', h)) for name,h in html.items()}
    def dead(name: str, link: str) -> bool:
        if re.match(r'[a-z]+:|//|#?$', link, re.I): return False
        address, _, part = unescape(link).partition('#')
        to = normpath(Path(name).parent/unquote(address.partition('?')[0])) if address else name
        return not (docs/to).exists() or bool(part) and to in ids and unquote(part) not in ids[to] and part not in ids[to]
    return {name: [link for link in re.findall(r'<[a-z][^>]*?\b(?:href|src)="([^"]*)"', h) if dead(name, link)] for name,h in html.items()}

def table(found: list[dict], dead: dict[str, list[str]], lacking: dict[str, list[str]]) -> pd.DataFrame:
    "A row per page, and one of all: sums, and the worst"
    t = pd.DataFrame(found)
    if 'error' in t: raise SystemExit('\n'.join(t.dropna(subset='error').agg('{0[page]} at {0[width]} px: {0[error]}'.format, axis=1)))
    t['widest'] = t.get('widest', '')
    at = {n: t[t.width==n].set_index('page') for n in widths}
    wide, phone = at[1280], at[390]
    count = lambda found: [len(found.get(page, [])) for page in wide.index]
    named = dict(height='height', words='words of prose', images='images', no_alt='without alt',
        contrast='least contrast', faintest='faintest text', dark='least contrast, dark', faintest_dark='faintest text, dark')
    rows = wide[[*named]].rename(columns=named).assign(**{'wanting': count(lacking), 'dead links': count(dead),
        'title at 390': phone.title, 'figure scale at 390': phone.scale.round(2), 'widest': t.groupby('page').widest.first().fillna('')},
        **{f'overflow {n}': d.overflow for n,d in at.items()})
    numbers = rows.select_dtypes('number').columns
    rows.loc['all pages'] = rows[numbers].agg({c: worst.get(c, 'max' if c.startswith(('overflow', 'title')) else 'sum') for c in numbers})
    whole = {c: 'Int64' for c in numbers if c not in worst}
    return rows.astype(whole).astype(object).rename_axis('page')

def main() -> int:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('docs', nargs='?', type=Path, default=root/'_docs')
    a.add_argument('--pages', nargs='*', default=[''], help='parts of names; default all')
    a.add_argument('--out', type=Path, help='a csv file for the table, which is printed otherwise')
    a = a.parse_args()
    if not browser(): return print('pages are not measured: there is no chromium', file=sys.stderr) or 0
    html = {name: text for name,text in pages_in(a.docs).items() if any(part in name for part in a.pages)}
    if not html: return print(f'there are no such pages in {a.docs}', file=sys.stderr) or 2
    dead, lacking = dead_links(a.docs), {name: wanting(text) for name,text in html.items()}
    t = table(read(a.docs, [*html]), dead, lacking)
    if a.out: t.to_csv(a.out)
    else: print(t.to_string())
    return 0

if __name__=='__main__': sys.exit(main())
