"Tempering: directions, wrong spreads and verdicts; cells, references, bad input"
import numpy as np
import pandas as pd
import pytest
import torch

from symbayes.core.tensors import Layout
from symbayes.experiments import tasks
from symbayes.experiments.artefacts import Setup, artefacts, judged_together
from symbayes.experiments.tasks import make_net, Reference, small_task
from symbayes.experiments.tempering import judge_tempering, TemperedReferenceCell, TemperingCell, directions, function_summary, predictive, prior_kernel, put_right, tempered_method
from symbayes.inference.prediction import predict


@pytest.mark.parametrize('scale', [1., 3.])
def test_the_kernel_is_the_covariance_of_networks(scale):
    task = small_task('wide_sinc', scale=scale)
    net, x = make_net(1, [7]), task.x[:12]
    prior = task.prior(Layout.of(net))
    f = predict(net, prior.on(Layout.of(net)), x, 20_000, generator=torch.Generator().manual_seed(1))[..., 0].double()
    k = prior_kernel(task, x, x)
    assert torch.allclose(f.T.cov(), k, atol=.05*k.max().item())
    d = directions(task)
    assert torch.allclose(d.vectors*d.variance@d.vectors.T, prior_kernel(task, task.x, task.x), atol=1e-6)
    assert (d.variance[:d.determined]>task.noise_std**2).all() and (d.variance[d.determined:]<=task.noise_std**2).all() and d.held_out.shape==(2000, d.determined)


@pytest.mark.parametrize('members', [(), pytest.param((2,), marks=pytest.mark.slow)])
def test_a_wrong_spread_and_a_wrong_mean_are_put_right(members):
    task = small_task('wide_sinc')
    d, gen = directions(task), torch.Generator().manual_seed(0)
    u = torch.cat([d.vectors[:, :6], d.held_out])
    z = torch.randn(*members, 3000, 6, generator=gen).double()*.3
    truth = torch.cat([task.truth(task.x), task.truth(task.x_test)])[:, 0].double()
    exact = torch.randn(3000, 6, generator=gen).double()*.3@u.T+truth
    kept, goal = function_summary(exact, d.spread(exact[:, :128])), predictive(task, exact[:, 128:])
    at = lambda f: {k: predictive(task, v) for k,v in put_right(task, d, f, kept).items()} | {'as it is': predictive(task, f[..., 128:])}
    wide, off = at(4*z@u.T+truth), at(z@u.T+truth+.2)
    near = lambda v: bool(((v-goal).abs()<.003).all())
    assert wide['spread'].shape==members and (wide['as it is']<goal-.1).all() and (wide['mean']<goal-.1).all()
    assert near(wide['spread']) and near(wide['data_spread']) and near(wide['both'])
    assert (off['as it is']<goal-.1).all() and (off['spread']<goal-.1).all() and near(off['mean']) and near(off['both'])


def exact_rows(gain: float = 0., scale: float = 1.) -> pd.DataFrame:
    "Planted: exact inference scores .17, and `gain` more at T=.3"
    each = {f'std_{k}': .1 for k in range(1, 9)}
    return pd.DataFrame([dict(task='wide_sinc', width=100, scale=scale, data_seed=0, temperature=t, test_log_lik=.17+gain*(t<1), error=.001, std_data=.1*t**.5,
        std_rest=.1, determined=6, **each) for t in (1., .3)])


def methods(kinds: dict[str, dict], seeds: int = 5) -> pd.DataFrame:
    "Planted: score, gain by cooling, what the exact spread recovers, spread along the data's directions, and its change"
    rng, rows = np.random.default_rng(0), []
    for m,k in kinds.items():
        for t in (1., .3):
            for s in range(seeds):
                e = 1+.01*rng.normal(size=10)
                score = k['score']+k['gain']*(t<1)+.001*e[0]
                rows.append(dict(task='wide_sinc', width=100, scale=1., data_seed=0, temperature=t, method=m, seed=s, test_log_lik=score,
                    with_spread=score+k['recovered']*(.17-score)*e[1], std_data=k['ratio']*.1*(t**.5 if k['shrinks'] else 1)*e[2], std_rest=.1*e[3],
                    **{f'std_{i}': .1*k['ratio']*e[4] for i in range(1, 9)}))
    return pd.DataFrame(rows)


wide = dict(score=.05, gain=.08, recovered=.9, ratio=3., shrinks=True)
follows = dict(score=.165, gain=.02, recovered=.9, ratio=1., shrinks=True)


def verdicts(t, references):
    return {c.text: c.verdict for c in judged_together(judge_tempering(t, references))}


def test_reasons_are_judged_as_planted():
    found = verdicts(methods({'mean_field': wide, 'collapsed, symmetrized': follows}), exact_rows(.02))
    assert len(found)==7 and set(found.values())=={'reproduced'}, found
    other = verdicts(methods({'mean_field': wide, 'collapsed, symmetrized': follows}), exact_rows(-.02))
    assert [v for k,v in other.items() if 'exact inference: predicts better' in k or 'gains at most .005' in k]==['not reproduced']*2


@pytest.mark.parametrize('change,words', [(dict(ratio=.5), 'wider than the exact'), (dict(recovered=.1), 'at least half of the loss'),
    (dict(gain=-.05), 'gains more by T = .3'), (dict(shrinks=False), "shrinks the data's directions")])
def test_what_is_not_so_is_not_reproduced(change, words):
    found = verdicts(methods({'mean_field': wide | change}, seeds=8), exact_rows(.02))
    bad = {k for k,v in found.items() if v!='reproduced'}
    assert len(bad)==1 and words in bad.pop()
    loose = verdicts(methods({'collapsed': follows | dict(ratio=1.5)}), exact_rows(.02))
    assert [v for k,v in loose.items() if 'within 10 %' in k]==['not reproduced']


def test_sinkhorn_beside_soules():
    t = methods({'unit_gaussian, symmetrized': wide, 'unit_gaussian, by Sinkhorn': wide | dict(ratio=2.)})
    assert [v for k,v in verdicts(t, exact_rows()).items() if 'Sinkhorn\'s bound' in k]==['reproduced']


def test_references_are_written_and_read_and_cells_are_scored_by_them(tmp_path, monkeypatch):
    "NUTS itself runs in its own room"
    def sampled(task, hidden, grid, *a, **how):
        return Reference(-1., .1, 1., 9., 0, .5, grid, torch.randn(40, len(grid), generator=torch.Generator().manual_seed(0)))
    monkeypatch.setattr(tasks, 'reference', sampled)
    t = artefacts['tempering_reference'].run(Setup(True, cells=tmp_path))
    c = TemperedReferenceCell(width=5, warmup=20, draws=20)
    kept = c.read(tmp_path)
    assert len(t)==1 and t.determined[0]==6 and kept.shape==(3, 2128) and abs(kept[2, :6].log().mean().exp()-t.std_data[0])<1e-5
    assert TemperedReferenceCell(width=6).read(tmp_path) is None
    cell = TemperingCell(width=5, family='collapsed', estimator='soules', temperature=.3, seeds=2, steps=4, first_seed=3)
    plain = cell.run(out=tmp_path)
    assert 'with_spread' not in plain and plain.seed.tolist()==[3, 4] and tempered_method(cell)==plain.method[0]=='collapsed, symmetrized'
    TemperedReferenceCell(width=5, temperature=.3).run(out=tmp_path)
    monkeypatch.setattr(TemperingCell, 'fit', lambda *a, **k: pytest.fail('fitted again'))
    again = cell.run(out=tmp_path)
    same = [k for k in plain if k!='seconds']
    pd.testing.assert_frame_equal(again[same], plain[same], check_exact=False, rtol=1e-4)
    assert again[['with_spread', 'with_data_spread', 'with_mean', 'with_both', 'mean_error']].notna().all().all()
