"The pages: what is built from the notebooks, by the public renderer's rules and by ours."
import re
from pathlib import Path

import pandas as pd
import pytest
import yaml


@pytest.fixture(scope='module')
def procs(from_tools): return from_tools('doc_procs')

@pytest.fixture(scope='module')
def check(from_tools): return from_tools('check_pages')

@pytest.fixture(scope='module')
def chapters(root, from_tools) -> list[Path]:
    "Notebooks in the order of the site's pages"
    return [root/'nbs'/e.src for e in from_tools('sidebar').order()]

# Of Quarto: `metadata-files` are merged where they exist and passed over in silence where they do not
# (its src/config/metadata.ts), and without a project type there is no website.

def workflow(root: Path, name: str) -> tuple[dict, dict]:
    "What starts it, and its jobs"
    flow = yaml.safe_load((root/f'.github/workflows/{name}.yml').read_text())
    return flow[True], flow['jobs']  # YAML 1.1 reads `on` as true

def test_only_what_passed_its_tests_is_deployed(root):
    "Pull requests are built, without leave to write anything; from main, the commit that was tested"
    on, jobs = workflow(root, 'deploy')
    tested, _ = workflow(root, 'test')
    assert set(on)=={'pull_request', 'workflow_run'} and on['workflow_run']=={'workflows': ['test'], 'types': ['completed'], 'branches': ['main']}
    assert yaml.safe_load((root/'.github/workflows/test.yml').read_text())['name']=='test' and {'push', 'pull_request'}<=set(tested)
    assert jobs['deploy']['needs']=='build' and jobs['deploy']['if']=="github.event_name == 'workflow_run'" and 'permissions' not in jobs['build']
    assert yaml.safe_load((root/'.github/workflows/deploy.yml').read_text())['permissions']=={'contents': 'read'}
    start = jobs['build']['if']
    assert "workflow_run.conclusion == 'success'" in start and '''contains(fromJSON('["push", "workflow_dispatch"]'), github.event.workflow_run.event)''' in start
    assert jobs['build']['steps'][0]['with']['ref']=='${{ github.event.workflow_run.head_sha || github.ref }}'

def test_check_sees_each_loss(check, tmp_path):
    whole = ('<html lang="en"><head><link rel="stylesheet" href="styles.css"><link class="quarto-color-scheme quarto-color-alternate" href="dark.css">'
        '<meta name="description" content="What it is"><link href="icon.svg" rel="icon"></head><body><div class="quarto-navbar-tools"></div>'
        '<nav class="sidebar sidebar-navigation"><span class="menu-text">Why it fails</span></nav><a href="https://colab.research.google.com/github/a/b">Colab</a><div class="cell"></div><details><summary>Source</summary></details></body></html>')
    docs = tmp_path/'_docs'
    for d in docs, tmp_path/'nbs': d.mkdir()
    (docs/'icon.svg').touch()
    (tmp_path/'nbs/sidebar.yml').write_text('website:\n  sidebar:\n    contents:\n      - section: Why it fails\n        contents: [a.ipynb]\n')
    (tmp_path/'pyproject.toml').write_text('[project.urls]\nRepository = "https://github.com/a/b"\n')
    def found(html, search='[{"href": "index.html#there"}]'):
        (docs/'index.html').write_text(html)
        (docs/'search.json').write_text(search)
        return check.site_faults(docs)
    assert found(whole)==[]
    losses = {'quarto-navbar-tools': 'navigation', 'sidebar-navigation': 'list', 'quarto-color-alternate': 'theme', 'styles.css': 'styles.css', 'lang="en"': 'language',
        'What it is': 'description', 'icon.svg': 'icon', 'Why it fails': 'section', 'colab.research': 'Colab'}
    for mark,word in losses.items(): assert word in ' '.join(said := found(whole.replace(mark, ''))) and len(said)==1+(mark=='sidebar-navigation'), mark
    assert 'open' in found(whole.replace('<details>', '<details open="">'))[0]
    assert found(whole, '[]')==['search.json: does not know index.html']
    for tag in '<script src="https://cdn.example.org/a.js"></script>', '<link rel="stylesheet" href="//example.org/a.css">': assert found(whole+tag)==[f'index.html: loads {re.search("(?:https:)?//[^"+chr(34)+"]*", tag)[0]} from elsewhere']
    (docs/'site_libs').mkdir()
    (docs/'site_libs/theme.css').write_text('@import"https://example.org/font";a{color:red}')
    assert found(whole)==['theme.css: loads https://example.org/font from elsewhere']
    (docs/'site_libs/theme.css').unlink()
    (docs/'styles.css').write_text('@font-face { src: url("fonts/a.woff2") format("woff2"); } a { background: url(data:image/png;base64,AA==); }')
    assert found(whole)==['styles.css: fonts/a.woff2 is not there']
    assert check.site_faults(tmp_path/'nowhere')

def test_check_reads_pages(check):
    fine = '<p><code>a[0](x)</code> and <a href="x">[x]</a></p><pre>torch.tensor(1)</pre><table><tr><td>1.5</td></tr></table><script>f[0](1)</script>'
    assert check.faults(fine)==[]
    assert 'literal Markdown' in check.faults('<p>as in <a href="b.html">[<code>fit</code>](/b.html#fit)</a></p>')[0]
    assert check.faults(r'<p><span class="math display">$$\Bigl(x\Bigr)$$</span></p>')==[r"mathematics that the renderer did not read: '$$\\Bigl(x\\Bigr)$$'"]
    assert check.faults('<link id="a"><link id="a"><p id="b"></p><h2 id="b">B</h2>')==["an id that two things have: 'b'"]
    assert 'tensor' in check.faults('<table><tr><td>tensor(1.5)</td></tr></table>')[0]

def test_names_of_the_index_stand_in_the_row_of_names(procs):
    "Not in one of their own; where the first row is taken, or the index has no name, the head stays"
    def head(frame):
        cell = {'outputs': [{'data': {'text/html': frame.to_html()}}]}
        procs.mark_cells(cell)
        return [re.findall('<th[^>]*>(.*?)</th>', row) for row in re.findall('<tr.*?</tr>', cell['outputs'][0]['data']['text/html'].partition('</thead>')[0], re.S)]
    two = pd.DataFrame({'units': [1, 2], 'family': ['a', 'b'], 'ELBO': [0., 1.], 'KL': [2., 3.]})
    assert head(two.set_index('units'))==[['units', 'family', 'ELBO', 'KL']]
    assert head(two.set_index(['units', 'family']))==[['units', 'family', 'ELBO', 'KL']]
    assert head(two)==[['', 'units', 'family', 'ELBO', 'KL']]
    assert len(head(two.set_index('units').rename_axis(columns='term')))==2

def test_every_notebook_is_listed_once(root, chapters):
    assert sorted(chapters)==sorted(p for p in (root/'nbs').rglob('*.ipynb') if not any(part[0] in '._' for part in p.relative_to(root/'nbs').parts))
    assert chapters[0].name=='index.ipynb'

def test_next_is_next(check):
    "A paragraph that speaks of the next page leads there"
    page = '<main><p>The next page counts: <a href="{}#x">permanents</a>.</p></main><nav id="neighbours"><a rel="next" href="permanents.html">P</a></nav>'
    assert check.faults(page.format('permanents.html'))==[] and 'another page than the next link' in check.faults(page.format('blocks.html'))[0]
