"""Every figure and table of Gelberg et al. 2024: quick runs, resuming, planted answers for every verdict, the command line."""
import sys
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import torch
from symbayes.data.splits import stored_table
from symbayes.experiments import commands, kurle, reproduce as command
from symbayes.experiments.artefacts import (
    Artefact, Claim, Folded, Setup, Verdicts, artefacts, judged_together, make_artefact, verdicts)
from symbayes.experiments.mnist import paper_table1, _table1_growth
from symbayes.experiments.modes import _judge_dimensions, _judge_sigmas, _run_distances, _wider_between
from symbayes.experiments.tasks import Reference
from symbayes.experiments.regimes import _judge_regimes, regime_table
from symbayes.experiments.tractable import _judge_evidence, _judge_optima, _judge_theorems, _toy_claims, two_blobs

sys.path.insert(0, str(Path(__file__).parents[2]/'tools'))
from table_commits import rows_by_commit

shared = {'fig4', 'table2', 'table3'}  # judge the same runs
elsewhere = {'wide_nets', 'wide_nets_reference', 'wide_nets_images', 'moving_reference', 'tempering_reference'}  # with the tests of commands and of their own rooms

long = {'wide_nets_baselines', 'moving_baselines', 'few_images_baselines', 'few_images_settled', 'kurle_baselines', 'architectures_baselines', 'regimes_baselines', 'fig3', 'fig5', 'moving', 'kurle_moving', 'architectures', 'few_images', 'min_mass', 'larger_nets', 'laurent_toy', 'laurent_toy_spread', 'laurent_optunet', 'laurent_posterior', 'laurent_chains', 'rossi', 'rossi_plane', 'kurle', 'proximity'}  # what they compute has tests of its own, or shares its code with others
names = [[n] for n in artefacts if n not in shared | elsewhere | long] + [sorted(shared)]

@pytest.mark.parametrize('names', [*names, *(pytest.param([n], marks=pytest.mark.slow) for n in sorted(long))], ids=' '.join)
@pytest.mark.usefixtures('loose_figures')
def test_quick_runs_write_everything_and_resume(names, tmp_path, monkeypatch):
    sampled = lambda task, hidden, grid, *a, **k: Reference(-1., .1, 1., 9., 0, .5, grid, torch.zeros(20, len(grid)))
    monkeypatch.setattr(kurle, 'reference', sampled)  # NUTS itself runs in its own room; compiling it takes a minute
    monkeypatch.setattr(kurle, 'worst_r_hat', lambda *a: 1.)
    for name in names: quick_run(name, tmp_path, monkeypatch)

def quick_run(name, tmp_path, monkeypatch):
    a = artefacts[name]
    claims = make_artefact(name, tmp_path, quick=True, progress=False)
    assert all(isinstance(c, Claim) and c.verdict in ('reproduced', 'not reproduced', 'undecided') and c.evidence for c in claims)
    assert bool(claims)==bool(a.claims)==(tmp_path/f'{name}-quick.txt').exists() and bool(a.plot)==(tmp_path/f'{name}-quick.png').exists()
    table = pd.read_csv(tmp_path/f'{name}-quick.csv')
    assert len(table)>1
    if a.plot: assert (tmp_path/f'{name}-quick.png').stat().st_size>5000
    if a.claims:
        text = (tmp_path/f'{name}-quick.txt').read_text()
        assert all(c.text in text and c.evidence in text for c in claims) and 'quick' in text
    cells = {p: p.stat().st_mtime_ns for p in (tmp_path/'cells').iterdir()}
    (tmp_path/f'{name}-quick.csv').unlink()
    with monkeypatch.context() as m:
        m.setattr(plt.Figure, 'savefig', lambda fig, f, **how: f.write_bytes(b'drawn'))  # the picture has been looked at
        assert cells and [str(c) for c in make_artefact(name, tmp_path, quick=True, progress=False)]==[str(c) for c in claims]
    assert {p: p.stat().st_mtime_ns for p in (tmp_path/'cells').iterdir()}==cells, 'cells were run again'
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path/f'{name}-quick.csv'), table)
    assert not (tmp_path/f'{name}.csv').exists()
    made = pd.read_csv(tmp_path/'provenance.csv').set_index('table').loc[f'{name}-quick']
    assert made.rows==len(table) and made.command==f'symbayes-reproduce {name} --quick' and made.notna().all()
    if name=='fig2':
        digits = [v.lstrip('-').partition('e')[0].replace('.', '').lstrip('0') for l in (tmp_path/f'{name}-quick.csv').read_text().splitlines()[1:] for v in l.split(',') if v[-1].isdigit()]
        assert digits and max(map(len, digits))<=6

def test_every_stored_table_has_a_maker():
    "and says which commit it is from; its names are those of options and legends"
    known = stored_table('provenance').set_index('table')
    others = {'chains', 'mmd', 'rossi_longer'}  # benchmarks say it in a table of their own: tests/project/test_benchmarks.py
    assert set(known.index)==set(artefacts)-{'fig4', 'table3', 'collapse'} | others  # these three judge the tables of others

@pytest.mark.defect('T5', 'T7')
@pytest.mark.parametrize('about,words', [({}, ['reproduced', 'not reproduced', 'undecided']), ({'pilot': True}, ['re-measured', 'not reproduced', 'undecided']),
    ({'smaller': True}, ['holds in a smaller setting', 'does not hold in a smaller setting', 'undecided in a smaller setting'])])
def test_a_verdict_is_printed_with_its_circumstances(about, words, tmp_path):
    "In text, tables and counts; the finding itself is the same"
    claims = Verdicts(Claim('It is more', v, 'By .3.', **about) for v in verdicts)
    assert [c.word for c in claims]==words and [c.verdict for c in claims]==list(verdicts)
    assert claims.counted=='3 claims: '+', '.join(f'1 {w}' for w in words)
    for text in (str(claims), claims._repr_markdown_(), Folded(claims)._repr_html_()): assert all(w in text for w in words)
    assert [c.word for c in judged_together([replace(c, p_value=.001) for c in claims])]==words

@pytest.mark.defect('T6')
def test_every_row_has_the_commit_in_which_it_first_stands():
    "Of the stored tables, and planted: a row that is new, one whose number changed, one that was dropped for a while, and names that changed"
    known = stored_table('provenance')
    for t,n,said in zip(known.table, known.rows, known.rows_by_commit):
        assert sum(int(part.split()[1]) for part in said.split(', '))==n==len(stored_table(t)), t
    tables = [dict(x=[.1, .2], old=['a', 'b']), dict(x=[.1, .25, .3], old=['a', 'b', 'c']), dict(x=[.1, .3], old=['a', 'c']),
        dict(x=[.1, .25, .3, .4], new=['a', 'b', 'c', 'd'], seconds=[1., 2., 3., 4.])]
    assert rows_by_commit([(f'c{i}', pd.DataFrame(t)) for i,t in enumerate(tables)])=={'c0': 1, 'c1': 2, 'c3': 1}

def test_what_there_is_is_listed(capsys):
    commands.reproduce('', list=True)
    lines = capsys.readouterr().out.splitlines()
    assert [l.split()[0] for l in lines]==[*artefacts, 'all'] and all(len(l)<140 and len(l.split())>2 for l in lines)

def test_a_quick_run_says_what_stands_in_for_mnist(tmp_path, capsys):
    commands.reproduce('regimes_draws', quick=True, out=str(tmp_path), progress=False)
    commands.reproduce('estimator', quick=True, out=str(tmp_path), progress=False)
    told = capsys.readouterr().out
    assert told.count('the 8x8 digits stand in for MNIST')==1 and 'regimes_draws-quick.csv\n' in told and 'estimator-quick.csv, .png and .txt' in told

@pytest.mark.parametrize('name', [k for k,a in artefacts.items() if a.cells])
def test_cells_of_a_table_differ_and_tell_their_settings(name):
    "Equal cells may serve several purposes, so each has one name"
    few, all_ = (artefacts[name].cells(q) for q in (True, False))
    for cells in (few, all_):
        assert len({c.key for c in cells})==len(set(map(repr, cells))) and not {'seeds', 'first_seed'} & {*cells[0].settings}
    assert 0<len(few)<=len(all_)

def test_commands_hand_on_where_cells_run(tmp_path, monkeypatch):
    "The number of workers comes as far as `Setup`"
    seen = []
    toy = Artefact('x', lambda s: seen.append(s) or pd.DataFrame({'x': [1]}))
    monkeypatch.setitem(artefacts, 'toy', toy)
    commands.reproduce('toy', quick=True, out=str(tmp_path), progress=False, workers=3)
    commands.reproduce('toy', out=str(tmp_path), progress=False, workers=5)
    assert [(s.executor, s.n_workers, s.quick) for s in seen]==[(None, 3, True), (None, 5, False)]

def test_what_is_kept_is_what_is_read(tmp_path):
    "A quick run and a full one do not read each other's cells"
    s = Setup(quick=True, cells=tmp_path)
    made = _run_distances(s, 'fig3')
    s.saved('fig3', lambda: pytest.fail('made again'))
    with pytest.raises(ZeroDivisionError): Setup(cells=tmp_path).saved('fig3', lambda: 1/0)
    assert len(made) and [p.name for p in tmp_path.iterdir()]==['fig3-quick.csv']

def test_a_table_is_one_family_of_looks():
    "Each verdict alone and among those that show nothing; what has no noise stays, an unknown p counts as 1"
    claim = lambda p, verdict='reproduced': Claim('c', verdict, '1 ± 1.', p)
    words = lambda *c: [j.verdict for j in judged_together(c)]
    assert words(claim(.03))==['reproduced'] and words(claim(.03), *[claim(.5)]*3)==['undecided']*4
    assert words(claim(.004, 'not reproduced'), *[claim(.5)]*3)==['not reproduced', *['undecided']*3]
    assert words(claim(None), claim(float('nan')), claim(.03))==['reproduced', 'undecided', 'undecided']
    assert judged_together([]) == [] and 'Adjusted p = 0.12' in judged_together([claim(.03), *[claim(.5)]*3])[0].evidence

def planted_table1(gain, spread=.01, seeds=10, growth=0., elbo=0., nearest=50.):
    rng = np.random.default_rng(1)
    rows = [dict(width=h, estimator=e, seed=s, accuracy=(paper_table1[h]['none']+(gain+growth*np.log2(h/5) if e!='none' else 0)+spread*rng.normal())/100, symmetrized_elbo_lower=(elbo if e!='none' else 0)+rng.normal(), nearest_0=1000., nearest_1=nearest)
        for h in paper_table1 for e in paper_table1.index for s in range(seeds)]
    return pd.DataFrame(rows).assign(symmetrized_elbo_upper=lambda t: t.symmetrized_elbo_lower)

_judge_table1 = artefacts['table1'].judge

@pytest.mark.parametrize('gain,verdict', [(.1, 'reproduced'), (-.1, 'not reproduced')])
def test_table1_finds_a_planted_gain(gain, verdict):
    claims = _judge_table1(planted_table1(gain))
    gains = [c for c in claims if 'better' in c.text and 'symmetrised' in c.text]
    assert len(gains)==12 and {c.verdict for c in gains}=={verdict}
    assert [c.verdict for c in claims[12:]]==[*['undecided']*5, 'reproduced']

@pytest.mark.parametrize('growth,verdict', [(.1, 'reproduced'), (-.1, 'not reproduced'), (0., 'undecided')])
def test_a_gain_that_grows_with_the_width(growth, verdict):
    table = planted_table1(.2, growth=growth)
    assert [c.verdict for c in _judge_table1(table) if c.text=='The gain grows with the width']==[verdict]
    assert abs(_table1_growth(table)[1].mean-growth)<.01

def test_a_higher_elbo_is_believed_only_where_the_gradient_was_not_zero():
    words = lambda **k: {c.verdict for c in _judge_table1(planted_table1(0., **k)) if 'higher ELBO' in c.text}
    assert words(elbo=10.)=={'reproduced'} and words(elbo=-10.)=={'not reproduced'} and words()=={'undecided'}
    assert words(elbo=10., nearest=300.)=={'undecided'}, 'only random numbers can have made it'

def planted_curves(threshold, dims=(5, 30), sigmas=(1.,)):
    rows = [dict(alpha=a*s, sigma=s, start=start, dim=d, mean=a*s/2 if a<threshold(s, d) or start else 0., std=s*(1+.1*(a<threshold(s, d) or start)), kl=.1 if start else .2) for s in sigmas for d in dims for a in np.arange(.5, 10.1, .5) for start in (0., .5)]
    return pd.DataFrame(rows)

def test_thresholds_are_found_where_they_were_planted():
    assert [c.verdict for c in _judge_dimensions(planted_curves(lambda s, d: 5.))]==['reproduced']*3
    assert [c.verdict for c in _judge_dimensions(planted_curves(lambda s, d: 7.))]==['not reproduced', 'reproduced', 'reproduced']
    assert [c.verdict for c in _judge_dimensions(planted_curves(lambda s, d: 5. if d==5 else 6.))]==['not reproduced', 'not reproduced', 'reproduced']
    assert _judge_sigmas(planted_curves(lambda s, d: 5., (2,), (.5, 1., 2.)))[0].verdict=='reproduced'
    assert _judge_sigmas(planted_curves(lambda s, d: 5./s, (2,), (.5, 1., 2.)))[0].verdict=='not reproduced'

def test_a_narrow_solution_in_the_middle_is_seen():
    t = planted_curves(lambda s, d: 5.)
    assert _wider_between(t).verdict=='reproduced' and _wider_between(t.assign(std=.99)).verdict=='not reproduced' and _wider_between(t[t['mean']==0]).verdict=='not reproduced'

def planted_toys(gain):
    rng = np.random.default_rng(0)
    rows = [{'training': t, 'assumption': n, 'alpha': a, 'method': m, 'seed': s, 'I': .6, 'noise_std': 4.,  'prior_std': 1., 'mean_1': .1, 'mean_2': -.1, 'std_1': .02, 'std_2': .02, **{k: (gain if m=='symmetrized' else 0)+.01*rng.normal() for k in ('ELBO', 'ELBO_G', 'test MSE')}}
        for t in ('paper', 'converged') for n in ('default', 'noise 8') for a in (.1, .2) for m in ('mean_field', 'symmetrized') for s in range(5)]
    t = pd.DataFrame(rows).assign(evidence=1.)
    return t.assign(**{'KL(qG||post)': t.evidence-t.ELBO-t.I, 'KL(q||post)': t.evidence-t.ELBO})

def test_two_weights_planted():
    up, down = (_toy_claims(planted_toys(g), 'test MSE', 'alpha {}', False) for g in (.5, -.5))
    assert {c.verdict for c in up}=={'not reproduced'} and {c.verdict for c in down}=={'reproduced'}
    assert up[0].evidence.endswith('0 of 1 other assumptions show it and 1 the opposite.') and down[0].evidence.endswith('1 of 1 other assumptions show it and 0 the opposite.')
    assert [c.verdict for c in _judge_evidence(planted_toys(.5))]==['not reproduced']*4+['reproduced']*8+['not reproduced']
    blobs = two_blobs(planted_toys(0.))
    assert (blobs['mean_field']==1).all() and len(blobs)==4  # means .28 apart, standard deviations of .02

def test_optima_are_judged_by_all_alphas_at_once():
    t = planted_toys(.5)
    assert _judge_optima(t).verdict=='reproduced' and _judge_optima(planted_toys(-.5)).verdict=='not reproduced' and _judge_optima(t[t.training=='paper']).verdict=='undecided'
    one = t.assign(**{'KL(qG||post)': t['KL(qG||post)'].mask((t.alpha==.2) & (t.method=='symmetrized'), t['KL(qG||post)']+1.)})
    assert _judge_optima(one).verdict=='undecided'

@pytest.mark.parametrize('column,off', [('I', .02), ('KL(qG||post)', .6), ('I', .2)])
def test_theorems_fail_where_they_do_not_hold(column, off):
    t = planted_toys(0.)
    assert {c.verdict for c in _judge_theorems(t)}=={'reproduced'}
    assert 'not reproduced' in {c.verdict for c in _judge_theorems(t.assign(**{column: t[column]+off}))}

def planted_estimator(growth, lessened, above=-.1):
    rng = np.random.default_rng(0)
    rows = [dict(width=h, spread=sp, K=K, seed=s, value=1., std=1+growth*(h==40)+.01*rng.normal(), by_permutations=1-lessened*(K==100)+.01*rng.normal(), gradient=1., exact=2. if h==5 else np.nan, above=above*5/K if h==5 else np.nan, above_error=.001) for h in (5, 40) for sp in (.1, 1.) for K in (5, 100) for s in range(5)]
    return pd.DataFrame(rows)

def test_what_is_said_about_the_sampled_estimator_planted():
    words = lambda *a: [c.verdict for c in artefacts['estimator'].judge(planted_estimator(*a))]
    assert words(.5, .5)==['reproduced']*5 and words(-.5, -.5)==['reproduced', *['not reproduced']*4]
    assert words(.5, .5, .1)[0]=='not reproduced' and words(0., 0.)[1:]==['undecided']*4

def planted_regimes(gain, width=1.):
    rng = np.random.default_rng(0)
    rows = []
    for n in (100, 1000):
        for e in ('none', 'soules'):
            for s in range(5):
                g = gain if e=='soules' else 0
                rows.append(dict(width=10, n_train=n, prior_std=.2, estimator=e, seed=s, symmetrized_elbo_lower=g+rng.normal()*.1, accuracy=.5+.001*g+1e-4*rng.normal(), nll=1-.01*g+1e-4*rng.normal(), ece=.1+1e-4*rng.normal()))
                rows[-1]['symmetrized_elbo_upper'] = rows[-1]['symmetrized_elbo_lower']+width
    return pd.DataFrame(rows)

def test_regimes_planted():
    up, down, none = (dict(enumerate(c.verdict for c in _judge_regimes(planted_regimes(g)))) for g in (10., -10., 0.))
    lost = planted_regimes(-10.)
    assert all(repr(d) in _judge_regimes(lost)[1].evidence for d in regime_table(lost)['symmetrised ELBO, at most'])
    assert [up[i] for i in (0, 2, 4)]==['reproduced']*3 and 'not reproduced' not in up.values()
    assert [down[i] for i in (1, 3, 5)]==['not reproduced']*3 and 'reproduced' not in down.values()
    assert set(_judge_regimes(planted_regimes(3., width=5.))[0].verdict.split())=={'undecided'}, 'a gain smaller than the bounds are apart is not shown'

@pytest.mark.defect('V9')
@pytest.mark.parametrize('name,meant', [('figure3', 'fig3'), ('Fig 3'.lower().replace(' ', '-'), 'fig3'), ('table-1', 'table1'), ('fig3', 'fig3'), ('regimes-long', 'regimes_long')])
def test_figures_and_tables_by_other_spellings(name, meant, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(command, 'make_one', lambda name, *args: found.append(name))
    commands.reproduce(name, quick=True, out=str(tmp_path), progress=False)
    assert found==[meant]
