"The house: the names at the front door, and which chapters import which."
import re, subprocess, sys
from functools import cache
from importlib import import_module
from pathlib import Path

from notebooks import cells_of
import pytest
import symbayes

here = Path(__file__).parents[1]
notebooks = sorted((here.parent/'nbs').rglob('*.ipynb'))
sys.path.insert(0, str(here.parent/'tools'))
import sidebar  # noqa: E402

sys.path.remove(str(here.parent/'tools'))


def run(code: str, root: Path) -> str:
    r = subprocess.run([sys.executable, '-c', code], cwd=root, capture_output=True, text=True)
    assert r.returncode==0, r.stderr
    return r.stdout.strip()

def sources(path: Path) -> list[str]: return [c['source'] for c in cells_of(path) if c['cell_type']=='code']

def room_of(path: Path) -> str|None:
    "The module that a notebook exports"
    found = [m[1] for s in sources(path) for m in re.finditer(r'^#\|\s*default_exp\s+(\S+)', s, re.M)]
    return found[0] if found else None

rooms = {r: p for p in notebooks if (r := room_of(p))}
floors = [*sidebar.wings, 'experiments']  # lowest first


def test_front_door_is_small():
    star = import_module('symbayes.all')
    assert 60 <= len(star.__all__) <= 130
    assert len(set(star.__all__))==len(star.__all__)
    assert all((getattr(star, n).__doc__ or '').strip() for n in star.__all__)
    assert len(dir(symbayes))<=50 and all(f'`{n}`' in symbayes.__doc__ for n in dir(symbayes)), 'the docstring lists every name'

def test_import_brings_little(root, after_torch):
    "The package alone does not even import torch; all of it imports no library that is needed for a part"
    assert run('import sys, symbayes; print("torch" in sys.modules, "symbayes.core.messages" in sys.modules)', root)=='False False'
    late = ['scipy', 'sklearn', 'pandas', 'matplotlib', 'seaborn', 'torchmetrics', 'joblib', 'PIL', 'torchvision', 'numpyro', 'arviz_stats']
    assert after_torch(f'import sys; alone = set(sys.modules); import symbayes.all; print(*[m for m in {late} if m in sys.modules and m not in alone])')==''
    traced = 'net = torch.nn.Sequential(torch.nn.Linear(1, 2), torch.nn.Tanh(), torch.nn.Linear(2, 1)); print(symmetry_group(net, torch.ones(3, 1)).log_order>0, "torch._dynamo" in sys.modules)'
    assert after_torch(f'import sys, torch; from symbayes.all import symmetry_group; {traced}')=='True False', 'the compiler of torch, which takes two seconds'

@pytest.mark.parametrize('wing', floors)
def test_imports_go_down(wing, root):
    "A wing imports from wings below it, and from none above"
    for p in (root/'symbayes'/wing).glob('*.py'):
        others = {m for m in re.findall(r'^ *from \.\.(\w+)[.\w]* import', p.read_text(encoding='utf-8'), re.M) if m in floors}
        assert all(floors.index(o)<floors.index(wing) for o in others), (p.name, others)

def test_names_of_rooms_and_doors_differ(root, from_tools):
    "A room would hide a name of the same spelling once it is imported, and one name another of two rooms"
    lazy_names = from_tools('make_stubs').lazy_names
    for wing in floors[:-1]:
        door = import_module(f'symbayes.{wing}')
        assert sum(len(names.split()) for names in lazy_names(root/'symbayes'/wing/'__init__.py').values())==len(dir(door))
        assert not set(dir(door)) & {p.stem for p in (root/'symbayes'/wing).glob('*.py')}
        assert not [n for n in dir(door) if callable(getattr(door, n)) and getattr(door, n).__doc__ is None]
    assert not set(dir(symbayes)) & set(floors)

def test_experiments_share_what_lies_below():
    "No experiment with results of its own is imported by another one, but by the registry's page"
    uses = {r: set(re.findall(r'^from \.(\w+) import', Path(import_module(f'symbayes.{r}').__file__).read_text(encoding='utf-8'), re.M)) for r in rooms if r.startswith('experiments.')}
    uses.pop('experiments.reproduce')
    makers = {r.split('.')[1] for r,p in rooms.items() if r.startswith('experiments.') and any('@artefact(' in s for s in sources(p) if '#| export' in s)}
    assert makers and not {(r, u) for r,us in uses.items() for u in us & makers}

def test_no_function_is_written_twice(root):
    "Rooms import from each other what they share, under whatever name"
    import ast
    from collections import defaultdict
    same = defaultdict(list)
    for p,tree in library(root).items():
        for n in tree.body if p.parent.name in floors[:-1] else ():
            if not isinstance(n, ast.FunctionDef) or n.decorator_list: continue
            said = n.body[1:] if ast.get_docstring(n) else n.body
            same[''.join(map(ast.dump, [n.args, *said]))].append(f'{p.stem}.{n.name}')
    assert [names for names in same.values() if len(names)>1]==[]

@cache
def library(root):
    "Rooms of the library and their syntax trees"
    import ast
    return {p: ast.parse(p.read_text(encoding='utf-8')) for wing in (*floors, 'testing') for p in sorted((root/'symbayes'/wing).glob('*.py'))}

def test_no_private_name_is_imported_elsewhere(root):
    import ast
    for p, tree in library(root).items():
        imports = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level]
        assert not [a.name for n in imports for a in n.names if a.name[0]=='_' and not a.name.startswith('__')], p

def test_one_way_to_a_tool():
    "What stands in tools/ is loaded by the fixture `from_tools`, once and under its name, with the path as it was"
    own = {p.name for p in here.rglob('test_*.py') if p!=Path(__file__) and re.search(r'spec_from_file_location|sys\.path.{0,30}tools', p.read_text(encoding='utf-8'))}
    assert not own

@pytest.mark.defect('P2')
@pytest.mark.parametrize('path', [p for p in notebooks if p.parent.name=='experiments'], ids=lambda p: p.stem)
def test_results_begin_with_a_short_answer(path):
    "A results page asks its question in the title; then follow a short answer, one figure with its message, and the limits"
    cells = cells_of(path)
    said = [c['source'] for c in cells]
    at = next((i for i,s in enumerate(said) if re.search(r'^InShort\(', s, re.M)), None)
    if at is None: return
    assert said[0].splitlines()[0].endswith('?') and '#| output: asis' in said[at] and not any('#| code-fold' in s for s in said[:at])
    box, figure, limits = (c['outputs'][-1]['data'] for c in cells[at:at+3])
    answer = re.fullmatch(r'::: {.callout-note}\n## In short\n\n(.*)\n:::', ''.join(box['text/markdown']), re.S)[1]
    assert len(answer.split())<=40 and len(re.findall(r'\d*\.?\d+', answer))<=2
    assert 'image/png' in figure and 'title' in said[at+1] and ''.join(limits['text/markdown']).startswith('## What this does not show')
