"Lazy doors, and docstrings with parameters, in fresh processes."
import subprocess, sys

import pytest
import symbayes
from symbayes.core.doors import lazy_door, lazy_module, list_rooms

def run(code: str, root) -> str:
    r = subprocess.run([sys.executable, '-c', code], cwd=root, capture_output=True, text=True)
    assert r.returncode==0, r.stderr
    return r.stdout.strip()

@pytest.mark.parametrize('name', ['', 'a.b', '_hidden', 'nowhere', '1'])
def test_a_name_that_is_not_there_is_an_attribute_error(name): assert not hasattr(symbayes, name) and not hasattr(symbayes.core, name)

def test_a_door_offers_names_and_rooms():
    get, names, offered = lazy_door('symbayes.metrics', {'scores': 'ece nll'})
    assert names()==offered==['ece', 'nll'] and get('ece') is symbayes.metrics.ece and get('intervals').__name__=='symbayes.metrics.intervals'
    assert '- [intervals](02_intervals.ipynb). ' in list_rooms('symbayes.metrics')
    shown, hidden = list_rooms('symbayes.metrics', inside='scores').split('### Inside')
    assert 'scores' not in shown and '- [scores](01_scores.ipynb)' in hidden and 'intervals' not in hidden

def test_experiments_are_reached_through_the_package(root): assert run('import symbayes; print(symbayes.experiments.tasks.__name__)', root)=='symbayes.experiments.tasks'

def test_docstrings_have_parameters_when_threads_import_first(root):
    code = '''
from importlib import import_module
from threading import Thread
rooms = ['inference.fitting', 'metrics.intervals', 'comparison.merging', 'distributions.priors', 'discovery.continuous', 'runs.sweeps']
threads = [Thread(target=import_module, args=[f'symbayes.{r}']) for r in rooms]
for t in threads: t.start()
for t in threads: t.join()
import symbayes as sb
print([n for n in ('fit', 'mmd_test', 'merge', 'scaling_group', 'sweep') if 'Parameters' not in getattr(sb, n).__doc__], 'Parameters' in sb.core.doors.lazy_door.__doc__)'''
    assert run(code, root)=='[] True'

def test_what_is_heavy_is_imported_when_it_is_used(after_torch):
    heavy = ['PIL', 'matplotlib.pyplot', 'pandas', 'scipy', 'seaborn', 'sklearn', 'torchmetrics', 'torchvision']
    rooms = ['core', 'core.files', 'symmetry.permutations', 'discovery.finding', 'data.tables', 'data.splits', 'data.datasets', 'metrics.scores', 'metrics.intervals', 'information.two_modes',
        'information.mode_proximity', 'information.permanents', 'runs.commands']
    code = f"import sys\nfor r in {rooms}: __import__('symbayes.'+r)\nprint([m for m in {heavy} if m in sys.modules])"
    assert after_torch(code)=='[]'

def test_a_lazy_module_stands_for_the_module():
    import colorsys
    lazy = lazy_module('colorsys')
    assert lazy.rgb_to_hls is colorsys.rgb_to_hls
    with pytest.raises(AttributeError): lazy.nothing
    with pytest.raises(ModuleNotFoundError): lazy_module('no_such_library').x
