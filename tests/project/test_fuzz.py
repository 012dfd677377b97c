"Files changed at random, with digests that fit and with such that do not, and random command lines in a user's folder: nothing worse than one line."
import os

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, 'fork'), reason='cases are forked')
kinds = ['mean_field', 'stack', 'unit_gaussian', 'low_rank', 'samples', 'collapsed', 'collapsed_units', 'inducing', 'inducing_learned', 'element', 'elements',
    'run_posterior', 'checkpoint', 'checkpoint_all', 'record', 'note', 'run', 'run_classes']
slower = dict(run_posterior=20, checkpoint=20, checkpoint_all=10, record=20, note=20, run=6, run_classes=6) # cases, where each trains or reads a run

def check(fuzz, kind, n, tmp_path):
    cases = fuzz.fuzz(kind, n, 0, tmp_path)
    assert len(cases)==n and {c.outcome for c in cases}>={'refused'}
    assert not fuzz.faults_of(cases)

@pytest.mark.defect('R4')
@pytest.mark.defect('R8')
@pytest.mark.defect('R11')
@pytest.mark.defect('R15')
@pytest.mark.defect('R20')
@pytest.mark.parametrize('kind', kinds)
def test_changed_files_are_refused_or_the_same(kind, from_tools, tmp_path): check(from_tools('fuzz_files'), kind, slower.get(kind, 60), tmp_path)

@pytest.mark.slow
@pytest.mark.parametrize('kind', kinds)
def test_a_thousand_changed_files(kind, from_tools, tmp_path): check(from_tools('fuzz_files'), kind, 1000, tmp_path)

def test_every_kind_is_tried(from_tools): assert list(from_tools('fuzz_files').kinds())==sorted(kinds, key=list(from_tools('fuzz_files').kinds()).index)

def lines(fuzz, n, tmp_path):
    found = fuzz.fuzz(n, 0, tmp_path)
    assert len(found)==n and not fuzz.faults_of(found)

@pytest.mark.defect('R2')
@pytest.mark.defect('R3')
def test_random_command_lines_lose_nothing(from_tools, tmp_path): lines(from_tools('fuzz_commands'), 12, tmp_path)

@pytest.mark.slow
def test_five_hundred_command_lines(from_tools, tmp_path): lines(from_tools('fuzz_commands'), 500, tmp_path)
