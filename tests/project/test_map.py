"The map of the wings and the order of the pages: made from the folders, the modules' imports and the notebooks."
import json, re
from pathlib import Path
from types import ModuleType

from notebooks import cells_of
import pytest, yaml

@pytest.fixture(scope='module')
def made(from_tools) -> ModuleType: return from_tools('make_map')

@pytest.fixture(scope='module')
def sidebar(from_tools) -> ModuleType: return from_tools('sidebar')

def test_every_wing_is_in_it(made, sidebar):
    "As a box, and with a line"
    text = made.text()
    drawn = text[text.index('<svg'):text.index('</svg>')]
    assert all(f'<a href="../{w}/{w}.html">' in drawn and f'\n{made.line(w)}' in text for w in sidebar.wings)

def test_every_page_is_listed_or_inside(root, sidebar):
    "A page is in the list, or its folder's first page or a page of the list leads to it"
    listed = [e.src for e in sidebar.entries() if not e.anchor]
    assert len(listed)==len(set(listed))<=120
    said = ' '.join((sidebar.nbs/p).read_text(encoding='utf-8') for p in listed)
    hidden = [p for p in sidebar.all_pages() if p not in listed]
    assert all(p.name in said for p in hidden), [p for p in hidden if p.name not in said]

def test_the_theory_reads_in_order(sidebar):
    "From groups to the symmetrised ELBO in at most eight steps"
    order = [sidebar.name(e.src) for e in sidebar.entries() if not e.anchor]
    theory = ['symmetry/permutations', 'information/two_modes', 'information/mode_proximity', 'information/permanents', 'information/symmetrized_elbo']
    at = [order.index(name) for name in theory]
    assert at==sorted(at) and at[-1]-at[0]<=8 and order[at[0]-1]=='idea/beyond'

def unfolded(items: list, depth: int = 0) -> list[str]:
    "What a reader of the list sees before anything is unfolded: headings of folds, and entries that are in none"
    return [found for i in items for found in ([i] if isinstance(i, str) else [i['text']] if 'text' in i else [i['section']] if depth else unfolded(i['contents'], 1))]

@pytest.mark.defect('P6')
def test_the_list_is_short_before_it_is_unfolded(sidebar):
    "At most forty-five entries, in six sections by what a reader wants"
    made = sidebar.contents()
    assert [i['section'] for i in made]==['Start', 'Guides', 'The idea', 'Theory', 'Evidence', 'Reference']
    assert len(unfolded(made))<=45 and made[0]['contents'][:2]==[{'text': 'Home', 'href': 'index.ipynb'}, {'text': 'Install', 'href': 'index.html#install'}]

def test_sections_of_pages_are_there(sidebar):
    "An entry that leads into a page leads to a heading of it"
    for e in sidebar.entries():
        headings = [line for c in cells_of(sidebar.nbs/e.src) for line in c['source'].splitlines()]
        assert not e.anchor or any(line.lstrip('#').strip().lower().replace(' ', '-')==e.anchor for line in headings if line.startswith('##')), e

def test_a_page_that_is_not_there_is_named(sidebar, monkeypatch):
    monkeypatch.setattr(sidebar, 'contents', lambda: ['learn/02_nothing.ipynb'])
    with pytest.raises(SystemExit, match='nbs/learn/02_nothing.ipynb: the sidebar names it'): sidebar.entries()

@pytest.mark.defect('P6')
def test_papers_that_are_run_again_are_named(sidebar):
    "Every page of that fold that reproduces one says in its title which"
    fold = [sidebar.title(sidebar.nbs/e.src) for e in sidebar.entries() if e.section[-1].startswith('Papers run again')]
    assert all(any(name in t for t in fold) for name in ('Gelberg et al. (2024), Table 1', 'Kurle et al. (2021)', 'Rossi et al. (2023)', 'Laurent et al. (2024)'))

@pytest.mark.defect('P14')
def test_the_project_is_on_the_site(root, from_tools):
    "How to contribute, and what changed, as the files say it; links lead to pages"
    made = from_tools('project_pages')
    for page,(source,_,_) in made.made.items():
        cells = [''.join(c['source']) for c in json.loads(made.notebook(page))['cells']]
        said = re.sub('<code>(.*?)</code>', r'`\1`', '\n\n'.join(cells[2:]))
        sections = [line for line in (root/source).read_text(encoding='utf-8').splitlines() if line.startswith('## ')]
        shown = sections[:1] if source=='CHANGELOG.md' else sections # older versions are in the file alone
        assert [line for line in said.splitlines() if line.startswith('## ')]==shown and 'nbs/learn' not in said and cells[0].startswith('# ')
    assert made.relinked('[a](nbs/learn/02_tour.ipynb#x), `fit`, `f(x)`, ``b``', Path('project/01_a.ipynb'))=='[a](../learn/02_tour.ipynb#x), <code>fit</code>, `f(x)`, ``b``'
    with pytest.raises(SystemExit, match='nbs/zebra.ipynb'): made.relinked('[a](nbs/zebra.ipynb)', Path('project/01_a.ipynb'))

def test_quarto_finds_what_its_settings_name(root, sidebar):
    "As far as it can be known without Quarto: settings parse, the files that they name are there, every listed page has a title"
    top, site = (yaml.safe_load(p.read_text(encoding='utf-8')) for p in (root/'_quarto.yml', sidebar.nbs/'_quarto.yml'))
    html, website = site['format']['html'], site['website']
    themes = [f for both in html['theme'].values() for f in both if f.endswith('.scss')]
    named = [*themes, html['css'], website['favicon'], website['image'].lstrip('/'), *(i['href'] for i in website['navbar']['left'])]
    named += [f for f in site['metadata-files'] if f!='nbdev.yml']  # which nbdev-docs writes
    missing = [root/f for f in top['metadata-files'] if not (root/f).is_file()] + [f for f in named if not (sidebar.nbs/f).is_file()]
    assert not missing and all(any(sidebar.nbs.glob(pattern)) for pattern in site['project']['resources']), missing
    assert all(sidebar.title(sidebar.nbs/e.src) for e in sidebar.entries())
