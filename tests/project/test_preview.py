"The preview and what is written into all pages: search, theme, llms.txt, minutes, the table of pages."
import json, re, shutil, subprocess, sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

chromium = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
needs_browser = pytest.mark.skipif(not chromium, reason='there is no chromium')


@pytest.fixture(scope='module')
def measure(from_tools): return from_tools('measure_pages')

def page(title: str, body: str, subtitle: str = '', quarto: bool = False) -> str:
    if quarto:
        body = re.sub(r'<h2 id="(\w+)">(.*?)</h2>(.*?)(?=<h2|$)', r'<section id="\1" class="level2"><h2 class="anchored">\2</h2>\3</section>', body, flags=re.S)
        head = f'<header id="title-block-header" class="quarto-title-block"><div class="quarto-title"><h1 class="title">{title}</h1></div><div><div class="description">{subtitle}</div></div></header>'
        return f'<html lang="en"><body><header id="quarto-header"><img src="logo.png" alt="A logo."></header><main class="content">{head}\n{body}</main></body></html>'
    head = f'<header id="title-block-header">\n<h1 class="title">{title}</h1>\n<p class="subtitle">{subtitle}</p>\n</header>'
    return f'<html lang="en"><body><nav><img src="logo.png" alt="A logo."></nav><main>{head}\n{body}</main></body></html>'

lesson = '''<p>Words of prose, with $x$ and <code>code</code>.</p>
<h2 id="one">One</h2>
<figure><img src="elements_files/figure-1.png" alt="Dots on a line."><figcaption>The line falls &amp; falls. A second sentence.</figcaption></figure>
<img src="badge.svg" alt=""><img src="https://example.org/badge.svg" alt="Open in Colab"><img src="elements_files/figure-2.png" alt="No caption, only this. And more.">
<h2 id="two">Two</h2>
<details class="api" id="f"><summary><code>f</code> Does it with <code>x</code></summary><pre class="sourceCode python"><code>f(x)
y</code></pre><p>Folded words.</p></details>
<p>After the entry.</p>
<svg viewBox="0 0 1 1" role="group" aria-label="A map of links."><rect/></svg>
<figure class="slides"><figcaption>It moves</figcaption><svg viewBox="0 0 1 1" aria-label="A dot."><circle r="1"/></svg></figure>
<div class="sourceCode"><pre class="sourceCode python"><code>a
b</code></pre></div>'''

def site(at: Path, quarto: bool = False) -> Path:
    for folder in ('experiments', 'guides', 'idea'): (at/folder).mkdir(parents=True)
    made = {'index.html': page('symbayes', '<p>What it is.</p><p>More.</p>', 'A summary.', quarto),
        'idea/modes.html': page('Symmetry groups', lesson, 'Groups act.', quarto),
        'experiments/kurle.html': page('Break it?', '<p>All.</p><h2 id="all">All</h2><img src="kurle_files/figure-1.png" alt="Bars."><img src="../idea/elements_files/figure-1.png" alt="Again.">', '', quarto),
        'notlisted.html': page('Not listed', f'<p>{"word "*1000}</p>', '', quarto),
        'guides/guides.html': page('Guides', '<p>By task.</p>\n<div id="guides">\n\n</div>', 'All guides.', quarto),
        'guides/intervals.html': page('Intervals', lesson, 'They hold.', quarto)}
    for name,html in made.items(): (at/name).write_text(html)
    return at

def texts(docs: Path) -> dict[Path, str]: return {p: p.read_text() for p in docs.rglob('*') if p.is_file()}

def finished(root: Path, docs: Path) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, root/'tools/finish_site.py', docs], capture_output=True, text=True)

@pytest.mark.parametrize('quarto', [False, True])
def test_site_is_finished(root, tmp_path, quarto):
    "By either renderer's pages, and twice is as once"
    docs = site(tmp_path/'docs', quarto)
    r = finished(root, docs)
    assert r.returncode==0, r.stderr
    once = texts(docs)
    items = re.findall(r'<li><a href="(.*?)">(.*?)<span>(.*?)</span></a></li>', once[docs/'guides/guides.html'])
    assert [(to, title) for to,_,title in items]==[('intervals.html', 'Intervals')] and 'elements_files/figure-1.png' in items[0][1] and 'loading="lazy"' in items[0][1]
    assert all(len(re.findall(r'<p class="reading">\d+ min read</p>\s*</header>', once[docs/n]))==1 for n in ('index.html', 'idea/modes.html', 'experiments/kurle.html'))
    assert '5 min read</p>' in once[docs/'notlisted.html']
    assert once[docs/'llms.txt']==('# symbayes\n\n> A summary.\n\nWhat it is.\n\n## Guides\n\n- [Guides](guides/guides.html): All guides.\n- [Intervals](guides/intervals.html): They hold.\n\n'
        '## The idea\n\n- [Symmetry groups](idea/modes.html): Groups act.\n\n## Evidence\n\n- [Break it?](experiments/kurle.html)\n\n## Other pages\n\n- [Not listed](notlisted.html)\n')
    assert finished(root, docs).returncode==0
    assert texts(docs)==once

def test_what_is_missing_is_said(root, tmp_path):
    "In one line, and nothing is written"
    docs = site(tmp_path/'docs')
    (docs/'index.html').unlink()
    before = texts(docs)
    r = finished(root, docs)
    assert r.returncode==2 and r.stderr.count('\n')==1 and 'index.html is not there' in r.stderr
    assert texts(docs)==before
    assert finished(root, tmp_path/'nowhere').returncode==2

def rendered(root: Path, at: Path, body: str, index: list, more: str = '') -> Path:
    "A page in the preview's frame, beside its files"
    from pypandoc import get_pandoc_path
    for f in 'docs.css', 'preview.js': shutil.copy2(root/'tools'/f, at)
    (at/'search.js').write_text(f'const searchIndex = {json.dumps(index)};')
    links = f'<nav id="site"><a href="index.html">symbayes</a><span>Learn</span><a href="p.html" aria-current="page">A page</a>{more}</nav>'
    r = subprocess.run([get_pandoc_path(), '--from=markdown', '--to=html5', '--standalone', '--toc', f'--template={root/"tools/docs.html"}', '--variable=root=', f'--variable=site={links}',
        '--metadata=title:A page', '--metadata=subtitle:About it', '--metadata=lang:en', '--variable=description=About it'], input=body, capture_output=True, text=True, check=True)
    (at/'p.html').write_text(r.stdout)
    return at/'p.html'

def browser(folder: Path, *words: str) -> str:
    "What a browser prints"
    plain = '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', f'--user-data-dir={folder}/profile'
    return subprocess.run([chromium, *plain, *words], capture_output=True, text=True, timeout=400).stdout

def dom(at: str, folder: Path, *more: str) -> str:
    "What a browser makes of a page"
    return browser(folder, '--virtual-time-budget=2000', '--dump-dom', *more, at)

@needs_browser
@pytest.mark.defect('P5')
@pytest.mark.parametrize('style', ['tools/docs.css', 'nbs/styles.css'])
def test_a_linked_name_shows_its_underscore(root, tmp_path, style):
    "A link to `a_b` looks other than one to `a b`: below the letters, and where no underline would be without that"
    def picture(name: str):
        (tmp_path/'p.html').write_text(f'<html lang="en"><style>a {{ text-decoration: underline }} {(root/style).read_text()}</style><main><p><a href="x.html"><code>{name}</code></a></p></main></html>')
        browser(tmp_path, f'--screenshot={tmp_path}/p.png', '--window-size=300,200', '--force-device-scale-factor=1', (tmp_path/'p.html').as_uri())
        return np.asarray(Image.open(tmp_path/'p.png').convert('L')).astype(int)
    assert (abs(picture('a_b')-picture('a\u00a0b'))>60).sum()>=4

@needs_browser
def test_search_theme_and_folds(root, tmp_path):
    "In a browser, from a file: an entry named so, lessons before entries, and the fold that a link leads into"
    index = [['p.html', 'A page', [['', '', 'Nothing of it.'], ['log-k', 'A ceiling', 'The sampled bound ends at log K, whatever the résumé says.'], ['ceiling_of', 'ceiling_of', 'The ceiling', 1]]], ['b.html', 'A Bayesian page', [['', '', 'Networks.']]]]
    body = '# First\n\nText.\n\n<details class="api" id="inside"><summary>x</summary>\n\nIn it.\n\n</details>\n'
    p = rendered(root, tmp_path, body, index).as_uri()
    found = dom(p+'?q=ceiling&theme=dark#inside', tmp_path)
    assert '<html lang="en" data-theme="dark"' in found
    assert re.findall(r'role="option"><b>(.*?)</b><small>(.*?)</small>', found)==[('A ceiling', 'A page'), ('ceiling_of', 'A page')]
    assert re.search(r'<details class="api" id="inside" open="">', found)
    light, dark = (dom(f'{p}?q={q}', tmp_path, f'--blink-settings=preferredColorScheme={n}') for q,n in (('resume+log', 1), ('zebra', 0)))
    assert 'data-theme="light"' in light and 'p.html#log-k"' in light
    asked = dom(p.partition('?')[0].partition('#')[0]+'?q=bnn', tmp_path)
    assert '<b>A Bayesian page</b>' in asked
    assert 'data-theme="dark"' in dark and 'Nothing has all of these words' in dark

def blues(at: Path) -> str:
    "A wide figure of two blues on white, the darker one on the left, as an element of a page"
    px = np.full((100, 1000, 3), 255, dtype=np.uint8)
    px[:, 100:400], px[:, 600:900] = (0, 114, 178), (86, 180, 233)
    Image.fromarray(px).save(at/'blues.png')
    return '<figure><img src="blues.png" alt="Two blues." width="1000"><figcaption>Two blues</figcaption></figure>\n'

def shot(at: str, folder: Path) -> np.ndarray:
    "Pixels of a page 1000 wide"
    browser(folder, '--hide-scrollbars', '--virtual-time-budget=2000', f'--screenshot={folder}/shot.png', '--window-size=1000,800', '--force-device-scale-factor=1', at)
    return np.asarray(Image.open(folder/'shot.png').convert('RGB')).astype(int).reshape(-1, 3)

@needs_browser
@pytest.mark.defect('P4')
@pytest.mark.parametrize('style', ['tools/docs.css', 'nbs/styles.css'])
def test_colours_of_figures_hold_in_the_dark(root, tmp_path, style):
    "Two blues keep their hues, and the darker one stays the darker one: either of them has a meaning"
    figure = blues(tmp_path)
    if style.startswith('tools'): at = rendered(root, tmp_path, figure, []).as_uri()+'?theme=dark'
    else:
        (tmp_path/'p.html').write_text(f'<html lang="en"><style>{(root/style).read_text()}</style><body class="quarto-dark" style="background: #222"><main>{figure}</main></body></html>')
        at = (tmp_path/'p.html').as_uri()
    px = shot(at, tmp_path)
    colours, counts = np.unique(px[(px.max(1)-px.min(1)>100)], axis=0, return_counts=True)
    two = sorted(colours[np.argsort(-counts)[:2]].tolist(), key=sum)
    for shown,drawn in zip(two, ([0, 114, 178], [86, 180, 233])):
        ratio = np.array(shown)/np.maximum(drawn, 1)
        assert .8<ratio[1]<=1 and np.allclose(shown, ratio[1]*np.array(drawn), atol=2), two

@needs_browser
@pytest.mark.defect('P3')
@pytest.mark.parametrize('style', ['tools/docs.css', 'nbs/styles.css'])
def test_all_of_a_figure_is_on_a_phone(root, tmp_path, style):
    "It ends where the screen ends, does not scroll sideways, and in the preview a tap shows it as wide as it is drawn"
    figure = blues(tmp_path)
    if style.startswith('tools'): rendered(root, tmp_path, figure, [])
    else: (tmp_path/'p.html').write_text(f'<html lang="en"><style>figure {{ margin: 0 }} {(root/style).read_text()}</style><body><main>{figure}</main></body></html>')
    (tmp_path/'frame.html').write_text('''<iframe src="p.html" width="390" height="800"></iframe><script>
        onload = () => { const d = document.querySelector('iframe').contentDocument, img = d.querySelector('main img'), box = img.getBoundingClientRect();
        const pre = document.createElement('pre'); pre.id = 'found'; document.body.append(pre); img.click();
        pre.textContent = JSON.stringify({left: box.left, right: box.right, figure: d.querySelector('figure').scrollWidth, page: d.documentElement.scrollWidth, full: d.querySelector('#full img')?.getBoundingClientRect().width}); }</script>''')
    f = json.loads(re.search('<pre id="found">(.*?)</pre>', dom((tmp_path/'frame.html').as_uri(), tmp_path, '--allow-file-access-from-files'))[1])
    assert 0<=f['left']<20 and 350<f['right']<=390 and f['figure']<=390>=f['page'] and f.get('full')==(1000 if style.startswith('tools') else None)

def test_what_is_wanting(root, from_tools, tmp_path):
    check = from_tools('check_pages')
    fine = '<h1 class="title">T</h1><h2>a</h2><h3>b</h3><h2>c</h2><img src="a.png" alt="A line."><table><tr><td>–</td></tr></table><a href="x">x</a><a href="y"><img src="a" alt="b"></a>'
    assert check.wanting(fine)==check.faults(fine)==[]
    bad = '<h1>T</h1><h3>skipped</h3><img src="a.png"><img src="b.gif" alt="It moves."><table><tr><td>NaN</td><td>nan ± nan</td></tr></table>'
    assert [w.partition(':')[0] for w in check.wanting(bad)]==['a picture without text for those who do not see it', 'a picture that moves and cannot be stopped', *['NaN in a table']*2, 'a heading that skips a level']
    twice = '<link id="theme"><link id="theme"><nav id="a"></nav><main><h2 id="units">Units</h2><details id="units"></details><p id="a">a</p></main>'
    assert check.faults(twice)==["an id that two things have: 'a'", "an id that two things have: 'units'"]==check.faults(twice.replace('main>', 'div>'))
    (tmp_path/'p.html').write_text(twice)
    r = subprocess.run([sys.executable, root/'tools/check_pages.py', tmp_path, '--wanting'], capture_output=True, text=True)
    assert r.returncode==1 and "p.html: an id that two things have: 'units'" in r.stderr
    assert not check.faults('<header><b id="a"></b></header><footer><b id="a"></b></footer><main id="m">text</main>')  # around the text, for the renderer to mind
    assert 'without text' in check.faults('<a href="x"> </a>')[0] and not check.faults('<a href="x" aria-hidden="true"></a><a href="x" aria-label="up"></a>')


def test_dead_links_are_found(measure, tmp_path):
    (tmp_path/'sub').mkdir()
    (tmp_path/'a.html').write_text('<h2 id="x"></h2><a href="#x"><a href="#y"><a href="sub/b.html#z"><a href="sub/c.html"><a href="https://a.org/no"><a href="#"><pre>href="text.html"</pre>')
    (tmp_path/'sub/b.html').write_text('<img src="../no.png"><p id="z"><a href="../a.html#x"><a href="../a.html?theme=dark">')
    assert measure.dead_links(tmp_path)=={'a.html': ['#y', 'sub/c.html'], 'sub/b.html': ['../no.png']}
