"Symmetry or covariance: quick runs, planted tables, stored rows, bad input"

import numpy as np
import pandas as pd
import pytest

from cases import refused
from symbayes.data.splits import stored_table
from symbayes.experiments.artefacts import judged_together
from symbayes.experiments.moving import beside_exact, filled, _judge_moving, _moving_cells, moving_looks, _moving_references, setting_keys, stored_rows, moving_method

keys = dict(task='wide_sinc', hidden=1, activation='tanh')


def references(widths=(25, 100)) -> pd.DataFrame:
    "Planted: evidence 0, the reference scores .2, its functions have standard deviation .04"
    return pd.DataFrame([dict(keys, width=h, data_seed=0, test_log_lik=.2, error=.001, function_std=.04, log_evidence=0., log_evidence_error=.1) for h in widths])


def planted(bounds: dict[str, float], shares: dict[str, float], seeds: int = 5, widths=(25, 100), noise: float = .01) -> pd.DataFrame:
    "Rows of methods with given bounds, and shares of the gap closed in all three measures"
    rng, rows = np.random.default_rng(0), []
    for h in widths:
        for m in bounds:
            for s in range(seeds):
                near = shares[m]+noise*rng.normal(size=3)
                low = bounds[m]+10*noise*rng.normal()
                rows.append(dict(keys, width=h, data_seed=0, method=m, seed=s, test_log_lik=.2*near[0], w2=.1*(1-near[1]), function_std=.04+.14*(1-near[2]),
                    elbo=low-1, symmetrized_elbo_lower=low, symmetrized_elbo_upper=low+.05))
    return pd.DataFrame(rows)


bounds = {'mean_field': -150., 'unit_gaussian, symmetrized': -70., 'collapsed': -5., 'collapsed, symmetrized': -1.}
closed = {'mean_field': 0., 'unit_gaussian, symmetrized': .6, 'collapsed': .92, 'collapsed, symmetrized': .98}


def test_a_planted_table_is_judged_as_planted():
    claims = judged_together(_judge_moving(planted(bounds, closed), references()))
    assert len(claims)==18 and {c.verdict for c in claims}=={'reproduced'}
    assert sum('within 2 nats' in c.text for c in claims)==2 and sum(c.text.startswith('100 units: ') for c in claims)==9
    assert any('98' in c.evidence for c in claims)


@pytest.mark.parametrize('low,share,words', [(-4., .98, 'within 2 nats'), (-1., .9, "at least 95 %"), (-1., .8, "at least 90 %")])
def test_what_is_not_so_is_not_reproduced(low, share, words):
    t = planted(bounds | {'collapsed, symmetrized': low}, closed | {'collapsed, symmetrized': share})
    found = [c for c in judged_together(_judge_moving(t, references())) if words in c.text]
    assert found and {c.verdict for c in found}=={'not reproduced'}


@pytest.mark.defect('T5')
def test_claims_that_a_pilot_had_seen_are_re_measured():
    "Three draws at 100 units; other widths and further draws had no pilot"
    claims = judged_together(_judge_moving(planted(bounds, closed), references()))
    assert {(c.text.split(':')[0], c.word) for c in claims}=={('100 units', 're-measured'), ('25 units', 'reproduced')}
    fourth = _judge_moving(planted(bounds, closed, widths=(100,)).assign(data_seed=3), references().assign(data_seed=3))
    assert fourth and {c.word for c in fourth}=={'reproduced'}


def test_harm_and_nothing_are_told_apart():
    t = planted(bounds | {'collapsed': -1., 'collapsed, symmetrized': -1.}, closed | {'collapsed': .98, 'collapsed, symmetrized': .9}, seeds=8)
    looks = moving_looks(beside_exact(t, references())).sort_index()
    assert (looks.loc['symmetrised as well', 'w2'].effect=='harms').all() and (looks.loc['symmetrised as well', 'test_log_lik'].effect=='harms').all()
    assert (looks.loc['symmetrised as well', 'bound'].effect=='undecided').all() and (looks.loc['last layer follows'].effect=='helps').all()
    single = planted(bounds, closed, seeds=1)
    assert {c.verdict for c in _judge_moving(single, references())}=={'undecided'}
    refused('no two methods that are compared have two seeds in common', lambda: moving_looks(beside_exact(single, references())))


def test_stored_rows_fill_what_was_not_run():
    stored = stored_rows()
    assert set(stored.method)=={'mean_field', 'mean_field, symmetrized', 'unit_gaussian', 'unit_gaussian, symmetrized'} and (stored.steps==3000).all()
    assert not stored.duplicated(['width', 'data_seed', 'method', 'seed']).any()
    made = stored[(stored.width==25) & (stored.method=='mean_field')].drop(columns='source').assign(w2=.1)
    both = filled(made, stored)
    at = both[(both.width==25) & (both.method=='mean_field')]
    assert len(both)==len(stored) and set(at.source)=={'moving'} and at.w2.notna().all()
    assert both[both.width==100].source.eq('wide_nets').all()


def test_the_package_has_the_draws_of_every_reference():
    known = stored_table('moving_reference')
    of = dict(zip(setting_keys, ('task', 'width', 'depth', 'data_seed', 'activation')))
    assert [tuple(r) for r in known[setting_keys].to_numpy()]==[tuple(getattr(c, of[k]) for k in setting_keys) for c in _moving_references()]
    assert len(known)==len(_moving_references()) and known.log_evidence_error.max()<.5
    for c,std in zip(_moving_references(), known.function_std):
        draws = c.read()
        assert draws.shape[0]==200 and 40<=draws.shape[1]<=c.inputs and abs(draws.std(0).mean().item()-std)<.1*std
    assert (known.r_hat<1.05).all()


def test_the_stored_table_is_that_of_the_cells():
    t = stored_table('moving')
    made = t[t.source=='moving']
    for c in _moving_cells():
        same = np.logical_and.reduce([made[k]==getattr(c, k) for k in setting_keys])
        rows = made[same & (made.method==moving_method(c))]
        assert rows.seed.tolist()==list(range(c.seeds)) and (rows.steps==c.steps).all() and rows.w2.notna().all()
    assert len(made)==sum(c.seeds for c in _moving_cells())


def test_only_draws_of_wide_sinc_with_tanh_units_are_judged():
    t = planted(bounds, closed)
    known = pd.concat([references(), references().assign(task='humps'), references().assign(activation='relu')])
    more = _judge_moving(pd.concat([t, t.assign(task='humps'), t.assign(activation='relu')]), known)
    assert [c.text for c in more]==[c.text for c in _judge_moving(t, references())]
    wide = planted(bounds, closed, widths=(100, 400))
    worse = wide.assign(symmetrized_elbo_lower=wide.symmetrized_elbo_lower-3*((wide.width==400) & (wide.method=='collapsed, symmetrized')))
    at = lambda t: [c.verdict for c in _judge_moving(t, references((100, 400))) if 'at most 1 nat further' in c.text]
    assert at(wide)==['reproduced'] and at(worse)==['not reproduced']
