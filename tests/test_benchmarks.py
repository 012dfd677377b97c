"""Benchmarks: who made their tables, what their ratios are, and a check that finds planted slow-downs."""
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]/'benchmarks'))
from report import Ratio, script, scripts, stored, worse

def test_every_table_says_who_made_it():
    runs = pd.read_csv(stored/'runs.csv').set_index('table')
    tables = {p.stem for p in stored.glob('*.csv')}-{'runs', 'ratios'}
    assert set(runs.index)==tables and runs.index.is_unique
    assert {n: len(pd.read_csv(stored/f'{n}.csv')) for n in tables}==runs.rows.to_dict()
    assert runs.commit.str.fullmatch('[0-9a-f]{7,}\\+?').all() and runs.notna().all(axis=None)

@pytest.mark.parametrize('name', scripts())
def test_every_script_keeps_the_contract(name):
    s = script(name)
    assert s.title and s.about.endswith('.') and len(s.title)<60 and callable(s.main)
    assert [r.name for r in s.ratios(stored)]==list({r.name: r for r in s.ratios(stored)})
    assert len(s.shown(stored)) and s.shown(stored).map(lambda v: isinstance(v, str)).all(axis=None)

r = Ratio('a / b', 2., 1.9, 2.1)
more = replace(r, side='at least')

@pytest.mark.parametrize('then,times,told', [(r, 1., False), (r, 1.25, False), (r, 1.4, True), (r, .2, False), (more, .7, True), (more, .8, False), (more, 3., False)])
def test_a_planted_slow_down_is_found(then, times, told):
    now = replace(then, value=then.value*times, low=then.low*times, high=then.high*times)
    said = worse(now, then)
    assert bool(said)==told and (not told or ('a / b' in said and '1.3 times worse' in said and '\n' not in said))

def test_noise_is_no_slow_down():
    "Medians far apart, spreads that touch"
    assert not worse(Ratio('x', 4., 2., 5.), Ratio('x', 2., 1., 2.5)) and worse(Ratio('x', 4., 2.6, 5.), Ratio('x', 2., 1., 2.5))

def test_a_limit_that_is_left_is_found():
    "However small the step; one that was never kept is no news, nor is a spread that reaches it"
    then = Ratio('x', .95, .94, .96, 1.)
    assert 'NOT met' in worse(Ratio('x', 1.05, 1.01, 1.1, 1.), then) and not worse(Ratio('x', 1.05, .99, 1.1, 1.), then)
    assert not worse(Ratio('x', 1.2, 1.2, 1.2, 1.), Ratio('x', 1.1, 1.1, 1.1, 1.))
    assert worse(Ratio('n', 14, 14, 14, 15, 'at least'), Ratio('n', 15, 15, 15, 15, 'at least'))
