/* The preview's pages (tools/build_docs.py): theme, search, folded lists. Nothing is fetched: it works from files. */
(() => {
  const html = document.documentElement, root = document.currentScript.dataset.root, by = id => document.getElementById(id);

  // light or dark: as asked for in the address (?theme=dark), as chosen once, or as the system has it
  const system = matchMedia('(prefers-color-scheme: dark)'), named = dark => dark ? 'dark' : 'light';
  const kept = {get() { try { return localStorage.theme; } catch { return this.value; } }, set(v) { this.value = v; try { v ? localStorage.theme = v : delete localStorage.theme; } catch { /* no storage */ } }};
  let asked = ['light', 'dark'].find(t => t==new URLSearchParams(location.search).get('theme'));
  const show = () => { html.dataset.theme = asked || kept.get() || named(system.matches); };
  const toggle = () => { const next = named(html.dataset.theme!='dark'); asked = null; kept.set(next==named(system.matches) ? '' : next); show(); };
  show(); system.addEventListener('change', show); html.classList.add('js');

  // what stands in a fold is shown when a link leads there
  function reveal() {
    let el = null;
    try { el = location.hash.length>1 && by(decodeURIComponent(location.hash.slice(1))); } catch { /* an address that cannot be decoded leads nowhere */ }
    if (!el) return;
    const closed = [];
    for (let d = el.closest('details'); d; d = d.parentElement.closest('details')) if (!d.open) closed.push(d);
    for (const d of closed) d.open = true;
    if (closed.length) el.scrollIntoView();
  }

  // the index is a script, loaded at the first search: every section's page, heading and text
  const plain = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/([iy])z(?=e|i|a)/g, '$1s'); // symmetrize, symmetrise
  const synonyms = {bnn: ['bayesian'], ood: ['unlike', 'unseen'], rebasin: ['align'], lmc: ['barrier'], hmc: ['hamiltonian'], save: ['checkpoint', 'keep'], overparametrised: ['wide'],
    credible: ['interval'], gpu: ['device'], contribute: ['contributing', 'change'], pca: ['factor'], csv: ['table'], dataframe: ['frame'], huggingface: ['transformers']};
  let loading, entries = [];
  const load = () => loading ||= new Promise(done => {
    const s = document.createElement('script');
    s.src = root+'search.js'; s.onerror = done;
    s.onload = () => {
      for (const [href, title, sections] of searchIndex) for (const [id, heading, text, entry] of sections)
        entries.push({href: root+href+(id && '#'+id), title, heading: heading || title, text, less: entry ? 8 : 0, in: [heading || title, title, text].map(plain)});
      done();
    };
    document.head.append(s);
  });
  function worth(text, word) { // 0 where it is not, 1 within a word, 2 where a word begins
    let best = 0;
    for (let i = text.indexOf(word); i>=0; i = text.indexOf(word, i+1)) { if (!i || /[^a-z0-9]/.test(text[i-1])) return 2; best = 1; }
    return best;
  }
  function find(query) {
    const said = plain(query).split(/\s+/).filter(Boolean), telling = said.filter(w => !/^(a|an|and|do|for|how|i|in|is|my|of|on|the|to|with)$/.test(w)), words = telling.length ? telling : said, found = [];
    if (words.length) for (const e of entries) {
      const [heading, title, text] = e.in;
      let score = ([said, words].some(w => heading==w.join(' ')) ? 20 : 0)-e.less;
      const all = words.every(w => { const s = Math.max(...[w, ...(synonyms[w] || [])].map(v => 5*worth(heading, v)+2*worth(title, v)+worth(text, v))); score += s && s+Math.min(4, Math.log2(text.split(w).length)); return s; }); // entries of the API stand behind lessons, unless they are called so
      if (all) found.push([score+(heading==title ? 4 : 0), e]); // a page before sections of others
    }
    return found.sort((p, q) => q[0]-p[0]).slice(0, 12).map(([, e]) => [e, words]);
  }
  function excerpt(e, words) {
    const at = Math.max(0, Math.min(...words.map(w => e.in[2].indexOf(w)).filter(i => i>=0), 1e9)), from = at<1e9 ? Math.max(0, at-50) : 0;
    const start = from ? e.text.indexOf(' ', from)+1 : 0, text = (start ? '… ' : '')+e.text.slice(start, start+150)+(e.text.length>start+150 ? ' …' : '');
    const p = document.createElement('span');
    for (const part of text.split(new RegExp(`(${words.map(w => w.replace(/[^\w]/g, '\\$&')).join('|')})`, 'i'))) {
      const on = words.includes(plain(part)), el = document.createElement(on ? 'mark' : 'span');
      el.textContent = part; p.append(el);
    }
    return p;
  }

  document.addEventListener('DOMContentLoaded', () => {
    const side = by('side'), box = by('site-search'), hits = by('hits'), menu = by('menu'), site = by('site'), contents = by('contents');
    by('theme').addEventListener('click', toggle);
    menu.addEventListener('click', () => menu.setAttribute('aria-expanded', side.classList.toggle('open')));

    if (contents) { const wide = matchMedia('(min-width: 1260px)'), fit = () => { contents.open = wide.matches; }; fit(); wide.addEventListener('change', fit);
      contents.addEventListener('click', e => { if (e.target.closest('a') && !wide.matches) contents.open = false; }); }
    const here = site?.querySelector('[aria-current]');
    if (here && here.offsetTop>site.clientHeight-60) site.scrollTop = here.offsetTop-site.clientHeight/2;

    // a figure that a narrow screen shows smaller than it is drawn: a tap shows it in full
    const figures = document.querySelectorAll('main img:not(a *)'), narrow = matchMedia('(max-width: 600px)');
    const drawn = img => +img.getAttribute('width') || img.naturalWidth;
    const measure = () => figures.forEach(img => img.classList.toggle('shrunk', narrow.matches && img.complete && drawn(img)>1.2*img.clientWidth));
    figures.forEach(img => { img.addEventListener('load', measure); img.addEventListener('click', () => { if (img.classList.contains('shrunk')) enlarge(img); }); });
    addEventListener('resize', measure); measure();
    function enlarge(img) {
      const full = document.createElement('dialog'), copy = document.createElement('img'), form = document.createElement('form'), button = document.createElement('button');
      full.id = 'full'; full.setAttribute('aria-label', 'Figure in full'); form.method = 'dialog'; button.textContent = 'Close'; form.append(button);
      copy.src = img.src; copy.alt = img.alt; copy.width = drawn(img);
      full.append(form, copy); full.addEventListener('close', () => full.remove()); copy.addEventListener('click', () => full.close());
      document.body.append(full); full.showModal();
    }

    let on = -1;
    const close = () => { hits.hidden = true; hits.replaceChildren(); box.setAttribute('aria-expanded', false); on = -1; };
    function mark(i) {
      const all = hits.querySelectorAll('a');
      on = Math.max(0, Math.min(i, all.length-1));
      all.forEach((a, k) => { a.setAttribute('aria-selected', k==on); if (k==on) a.scrollIntoView({block: 'nearest'}); });
    }
    async function search() {
      if (!box.value.trim()) return close();
      await load();
      const found = find(box.value);
      hits.replaceChildren(...found.map(([e, words]) => {
        const a = document.createElement('a'), b = document.createElement('b'), small = document.createElement('small');
        a.href = e.href; a.setAttribute('role', 'option'); b.textContent = e.heading; small.textContent = e.heading==e.title ? '' : e.title;
        a.append(b, small, excerpt(e, words));
        return a;
      }));
      if (!found.length) hits.textContent = entries.length ? 'Nothing has all of these words.' : 'There is no search.js beside the pages.';
      hits.hidden = false; box.setAttribute('aria-expanded', true); on = -1;
    }
    box.addEventListener('focus', load); box.addEventListener('input', search);
    box.addEventListener('keydown', e => {
      if (e.key=='ArrowDown' || e.key=='ArrowUp') { e.preventDefault(); mark(on+(e.key=='ArrowDown' ? 1 : -1)); }
      if (e.key=='Enter') hits.querySelectorAll('a')[Math.max(on, 0)]?.click();
      if (e.key=='Escape') { box.value = ''; close(); box.blur(); }
    });
    hits.addEventListener('click', e => { if (e.target.closest('a')) { close(); side.classList.remove('open'); } });
    document.addEventListener('click', e => { if (!side.contains(e.target)) close(); });
    document.addEventListener('keydown', e => {
      if (e.key=='/' && !e.ctrlKey && !e.metaKey && !e.target.closest('input, textarea, select')) { e.preventDefault(); box.focus(); box.select(); }
    });
    const query = new URLSearchParams(location.search).get('q');
    if (query) { box.value = query; search(); }

    // what scrolls sideways does so by keyboard, too
    for (const e of document.querySelectorAll('main :is(table, math[display], pre, .output)')) if (e.scrollWidth>e.clientWidth) e.tabIndex = 0;
    addEventListener('scroll', () => html.classList.toggle('far', scrollY>1500), {passive: true});
    addEventListener('hashchange', reveal); reveal();
  });
})();
