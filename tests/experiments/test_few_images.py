"Few images: families with a last layer that follows its features, the exact posterior, planted answers, cells."
import math

import numpy as np
import pandas as pd
import pytest
import torch
from cases import refused
from symbayes.core.tensors import streams
from symbayes.data.splits import stored_table
from symbayes.distributions.base import Family
from symbayes.experiments.few_images import ExactImagesCell, FewImagesCell, ImageTarget, _exact_cells, _few_cells, few_looks, _few_points, _judge_few, measures, _prediction_row, start_few, tempered, InducingLastLayer
from symbayes.testing import check_family_laws, laws

small = dict(n_train=25, data='digits', width=4, seeds=2, steps=5, n_test=30, draws=6)


def gen(seed=0): return torch.Generator().manual_seed(seed)


def test_a_cell_without_steps_says_how_long_it_was(monkeypatch):
    for k,most in dict(default_max_steps=15, max_work=0.).items(): monkeypatch.setattr(f'symbayes.inference.checkpoints.{k}', most)  # epochs, of one step each; at least 20 are allowed
    t = FewImagesCell('mean_field', **small | dict(steps=None)).run()
    assert t.steps.between(5, 20).all() and t.settled.isin([True, False, None]).all() and 'settled' not in FewImagesCell('mean_field', **small).run()


def started(method, **how):
    c = FewImagesCell(method, **small | how)
    images = c.images()
    problem, q = start_few(c, images)
    return c, problem.in_precision(torch.zeros((), dtype=torch.double)), q.double()


@pytest.mark.parametrize('points', [5, 25])
def test_a_last_layer_that_follows_its_features_obeys_the_laws(points):
    "It moves with its units, is saved and stacked, and its density is that of its draws"
    _, problem, q = started('last_inducing', points=points)
    q.bind(problem.model)
    with torch.no_grad(): q.body.log_std += 1.
    found = check_family_laws(q, problem.group, problem=problem, skip=['gradient'])
    assert {'informative part', 'members', 'files', 'bound network', 'integrated bound'}<=set(found.asked)


def test_a_variational_last_layer_is_saved_and_stacked():
    asked = ['draws', 'same generator', 'members', 'files']
    assert check_family_laws(started('vbll')[-1], skip=[k for k in laws['family'] if k not in asked]).asked==asked


def test_a_file_asks_for_its_network(tmp_path):
    _, problem, q = started('last_inducing')
    w = q.bind(problem.model).sample(3, streams([0, 1], 'x'))
    q.save(tmp_path/'q')
    assert torch.equal(InducingLastLayer.load(tmp_path/'q', problem.model).log_prob(w), q.log_prob(w))
    refused(r'does not know its network: q.bind\(model\), or InducingLastLayer.load\(path, model\)', Family.load(tmp_path/'q').log_prob, w)


def test_annealing_and_importance_sampling_agree():
    c = ExactImagesCell(n_train=3, data='digits', width=3, chains=16, temperatures=80, kept=4, between=4, n_test=20, prior_std=.3)
    r = c.run().iloc[0]
    images = c.images()
    target = ImageTarget(images.x_train, images.y_train, 3, .3, 10)
    v = target.log_lik(target.weights(torch.randn(50_000, len(target.std), generator=gen())))
    assert abs(r.log_evidence-(v.logsumexp(0).item()-math.log(50_000)))<.15+4*r.log_evidence_error and r.log_evidence_error<.3


def test_a_temperature_is_mended():
    "Predictions that are right as often as they say, but for a power: the power is found"
    y = torch.arange(2000)%10
    sharp = torch.where(torch.rand(2000, generator=gen())<.8, y, (y+1)%10)
    p = torch.full((2000, 10), .2/9).scatter(1, sharp[:, None], .8)
    flat = p**.25/(p**.25).sum(-1, keepdim=True)
    task = type('T', (), dict(y_valid=y, y_test=y))
    r = _prediction_row(flat, flat, task)
    assert r['temperature']<.5 and r['tempered_nll']<=tempered(flat, y, 1.)-.2 and r['confidence']<.5


def planted(gain, methods=('mean_field', 'symmetrized', 'inducing'), seeds=4, draws=(0, 1)):
    rng, rows = np.random.default_rng(0), []
    for d in draws:
        for m in methods:
            for s in range(seeds):
                new = m=='inducing'
                low = -200+50*new+rng.normal()
                rows.append(dict(method=m, points=50*new, n_train=50, data='mnist', prior_std=.2, image_draw=d, seed=s, nll=1-gain*new+.01*rng.normal(),
                    accuracy=.5+.01*rng.normal(), ece=.1+.01*rng.normal(), tempered_nll=1+.01*rng.normal(), symmetrized_elbo_lower=low, symmetrized_elbo_upper=low+1))
    return pd.DataFrame(rows)


@pytest.mark.parametrize('gain,word', [(.3, 'reproduced'), (-.3, 'not reproduced'), (0., 'undecided')])
def test_planted_tables_are_judged_as_planted(gain, word):
    t = planted(gain)
    looks = few_looks(t)
    assert len(looks)==2*2*len(measures) and (looks.xs('bound', level='measure').effect=='helps').all()
    claims = {c.text: c.verdict for c in _judge_few(t)}
    assert claims['inducing is better than mean_field in NLL']==word and claims['inducing is better than symmetrized in bound']=='reproduced'
    refused('no two methods that are compared have two seeds in common', lambda: few_looks(planted(gain, seeds=1)))


def test_the_stored_tables_are_those_of_the_cells():
    t, known = stored_table('few_images'), stored_table('few_images_reference')
    for c in _few_cells():
        keys = dict(method=c.method, n_train=c.n_train, points=_few_points(c), prior_std=c.prior_std, image_draw=c.image_draw, data=c.data, steps=c.steps, lr=c.lr)
        rows = t[(t[list(keys)]==pd.Series(keys)).all(axis=1)]
        assert set(range(c.first_seed, c.first_seed+c.seeds))<=set(rows.seed) and rows.seed.is_unique
    assert len(t)==sum(c.seeds for c in _few_cells()) and len(known)==len(_exact_cells())
