"The map of the chapters: made from the sidebar, the notebooks and a list of needs, and refused where they do not fit."
import json, subprocess, sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

@pytest.fixture(scope='module')
def made(from_tools) -> ModuleType: return from_tools('make_map')

def pages(made, **needs: list[str]):
    "Pages in the order given; a name that begins with `use` is used, one that begins with `why` fails, the others are learnt"
    section = lambda n: {'use': ('Use it', 'Fit'), 'why': ('Why it fails',)}.get(n[:3], ('Learn',))
    return {n: made.Page(n, section(n), f'Title of {n}', 'What it is about.', 3, ks) for n,ks in needs.items()}

def wrong(made, these, needs=None, ways=()):
    return made.faults(these, {'needs': {n: p.needs for n,p in these.items()} if needs is None else needs, 'paths': list(ways)})


def test_the_map_is_up_to_date(root):
    r = subprocess.run([sys.executable, root/'tools/make_map.py', '--check'], capture_output=True, text=True)
    assert r.returncode==0, r.stderr

def test_every_page_is_in_it(made, root):
    "In the drawing those that say what they need, in a list all"
    from sidebar import order
    text, (found, ways) = made.text(), made.read()
    listed = {e.src.with_suffix('').as_posix() for e in order(root/'nbs/sidebar.yml')} - {'index', '02_map'}
    assert set(found)==listed
    drawn = text[text.index('<svg'):text.index('</svg>')]
    for p in found.values():
        assert (f'<a href="{p.href}">' in drawn)==(p.section[0] in made.mapped), p.name
        assert f'\n- {p.link} (' in text, p.name
    assert sum(found[n].minutes for n in ways[0]['pages'])<=60  # it is called one hour

def test_boxes_do_not_overlap(made):
    found, _ = made.read()
    made.place(found)
    places = [p.at for p in found.values() if p.section[0] in made.mapped]
    assert not [(a, b) for i,a in enumerate(places) for b in places[:i] if abs(a[0]-b[0])<made.wide and abs(a[1]-b[1])<made.high]

def test_what_is_wrong_is_named(made):
    fine = pages(made, a=[], b=['a'], use=['b'])
    assert wrong(made, fine)==[]
    assert wrong(made, fine, {'a': [], 'use': []})==['b is missing']
    assert wrong(made, pages(made, a=['z']))==['a needs z, which is no page']
    assert wrong(made, fine, {'a': [], 'b': [], 'use': [], 'gone': []})==['gone is no page of Learn, Why it fails, Use it']
    assert wrong(made, pages(made, a=['b'], b=[]))==['a needs b, which comes later']
    assert wrong(made, pages(made, use=['why'], why=['use']))==['use needs why needs use: that goes round']
    assert wrong(made, pages(made, why=['why']))==['why needs why: that goes round']
    assert wrong(made, fine, ways=[{'name': 'quick', 'pages': ['a', 'z']}])==['quick: z is no page']

def test_an_arrow_that_others_imply_is_left_out(made):
    three = pages(made, a=[], b=['a'], c=['a', 'b'])
    assert made.direct(three['c'], three)==['b'] and made.before('c', three)=={'a', 'b'}
    assert [made.depth(n, three) for n in three]==[0, 1, 2]
    assert made.drawing(three).count('class="way"')==2

def test_too_many_in_a_row_is_said(made):
    with pytest.raises(SystemExit, match='no room for d'): made.place(pages(made, a=[], b=[], c=[], d=[]))

def test_minutes(made):
    code = lambda src, **outputs: {'cell_type': 'code', 'source': src, 'outputs': [{'data': outputs}] if outputs else []}
    prose = {'cell_type': 'markdown', 'source': 'word '*200}
    assert made.minutes({'cells': [prose]})==1
    assert made.minutes({'cells': [prose, code('x = 1\n'*25)]})==2
    assert made.minutes({'cells': [prose, code('x = 1\n'*26)]})==3
    for hidden in ('#| exports\n', '#| hide\n', '#| code-fold: true\n', '#| echo: false\n', '%pip install a\n'*20):
        assert made.minutes({'cells': [prose, code(hidden+('' if '%' in hidden else 'x = 1\n'*50))]})==1
    assert made.minutes({'cells': [prose, code('x = 1\n'*50+'assert x==1')]})==1
    assert made.minutes({'cells': [prose, code('ax.plot(1)\n'*50, **{'image/png': ''})]})==1

def test_small_changes_of_minutes_are_let_pass(made):
    assert made.same('a 12 min b 40 min', 'a 15 min b 51 min') and made.same('a 1 min', 'a 4 min')
    assert not made.same('a 12 min', 'a 30 min') and not made.same('a 12 min', 'b 12 min') and not made.same('a 12 min', 'a 12 min b 3 min')

def test_stale_map_is_told(root, tmp_path):
    "By the check, which writes nothing"
    import shutil
    for part in ('tools', 'nbs'): shutil.copytree(root/part, tmp_path/part, ignore=shutil.ignore_patterns('__pycache__', 'images'))
    notebook = tmp_path/'nbs/learn/03_map.ipynb'
    old = notebook.read_text(encoding='utf-8')
    (tmp_path/'nbs/map.yml').write_text((root/'nbs/map.yml').read_text(encoding='utf-8').replace('One hour', 'An hour'), encoding='utf-8')
    def run(*args): return subprocess.run([sys.executable, tmp_path/'tools/make_map.py', *args], capture_output=True, text=True)
    r = run('--check')
    assert r.returncode==1 and 'Out of date' in r.stderr and notebook.read_text(encoding='utf-8')==old
    assert run().returncode==0 and '**An hour**' in notebook.read_text(encoding='utf-8')
    assert run('--check').returncode==0
    cells = json.loads(notebook.read_text(encoding='utf-8'))['cells']
    assert [c['id'] for c in cells]==[c['id'] for c in json.loads(old)['cells']]

@pytest.mark.parametrize('text,says', [
    ('website: {sidebar: {contents: [a.ipynb, {section: S, contents: [b.ipynb, a.ipynb]}]}}', 'listed twice: a.ipynb'),
    ('website: {sidebar: {contents: []}}', 'lists no page'), ('website: {sidebar: {contents: }}', 'lists no page'), ('', 'expected website'), ('website: {sidebar: }', 'expected website'),
    ('website: {sidebar: {contents: [{section: S}]}}', 'contents'), ('website: [', 'while parsing'), (None, 'No such file')])
def test_a_wrong_sidebar_is_one_line(made, tmp_path, text, says):
    from sidebar import order
    at = tmp_path/'sidebar.yml'
    if text is not None: at.write_text(text)
    with pytest.raises(SystemExit, match=says) as e: order(at)
    assert '\n' not in str(e.value)

def test_a_page_that_cannot_be_read_is_named(made, monkeypatch, tmp_path):
    monkeypatch.setattr(made, 'nbs', tmp_path)
    (tmp_path/'map.yml').write_text('needs: {}\npaths: []\n')
    monkeypatch.setattr(made, 'order', lambda: [SimpleNamespace(src=Path('a.ipynb'), section=('Learn',))])
    for text,says in (None, 'No such file'), ('{', 'a.ipynb: Expecting'), ('{"cells": []}', 'first cell is not'), ('{"cells": [{"source": "# Only a title"}]}', 'first cell is not'):
        if text is not None: (tmp_path/'a.ipynb').write_text(text)
        with pytest.raises(SystemExit, match=says): made.read()

def test_titles_with_marks(made):
    "A title with HTML stays text in the drawing"
    odd = pages(made, a=[])
    odd['a'].title, odd['a'].about = 'P(a|b) <b> "c" & d', 'What a|b is.'
    assert '<b>' not in made.drawing(odd) and '&lt;b&gt;' in made.drawing(odd)
    assert made.listed([odd['a']], odd).count('\n')==0
