"""Factor models: what averaging over rotations is worth, how often the rank is found, and held-out densities of three tables.

Part `models`: six models with data from the prior, noise and prior known. Log evidence by annealing from both sides, and bounds by mean field
(all entries independent), by a pair of factors whose columns share their variances along the turned index, and by loadings alone with the scores
integrated out. Part `ranks`: the number of factors by the evidence, by bounds without rotations, by five-fold cross-validation and by Minka's
method. Part `tables`: held-out log densities of wine, diabetes and digits. Rows that are stored are not run again without --fresh.
This script has no ratios for `run.py`."""
import time
from collections.abc import Callable, Iterator

from report import driver, resumed

import numpy as np
import pandas as pd
import torch
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_digits, load_wine
from sklearn.decomposition import PCA, FactorAnalysis
from sklearn.model_selection import cross_val_score, train_test_split

from symbayes.all import streams
from symbayes.inference import FactorModel, factor_evidence, fit_factors
from symbayes.information import Haar, HaarExact, HaarPlanted, HaarSampled
from symbayes.runs import BayesianFactorAnalysis, BayesianPCA

models = [(50, 8, 1, 1.), (50, 8, 2, 1.), (50, 10, 2, 2.), (100, 12, 4, 1.), (100, 20, 8, 3.), (100, 20, 8, 1.)]  # rows, columns, factors, noise
settings = [('columns', 100, 12, 3, 1., 20), ('one', 100, 12, 3, 1., 20), ('one', 50, 10, 2, 2., 20), ('columns', 100, 10, 4, 1., 10)]  # noise, table, draws
bayes, plain = dict(one=BayesianPCA, columns=BayesianFactorAnalysis), dict(one=PCA, columns=FactorAnalysis)

def simulated(n: int, p: int, r: int, sigma: float, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    "A table whose scores and loadings are drawn from the prior, and its loadings"
    gen = streams(seed, f'factors {n} {p} {r} {sigma}')
    a, b, e = (torch.randn(s, generator=gen, dtype=torch.float64) for s in ((n, r), (r, p), (n, p)))
    return a@b+sigma*e, b

# %% mean field

def diagonal_information(mean: torch.Tensor, var: torch.Tensor, n_draws: int = 20, K: int = 400, nu: float = 10., share: float = .01) -> list[float]:
    """Both sides of I for independent entries `(r, k)` that rotations of the first axis mix. Rotations are drawn from Student's t in Cayley
    coordinates around the best one, a `share` of them from the Haar measure; the identity, planted, gives the lower side"""
    r, gen = len(mean), streams(0, 'diagonal')
    i, j = torch.triu_indices(r, r, 1)
    d, eye, m = len(i), torch.eye(r).double(), torch.arange(1, r).double()
    planes = torch.zeros(d, r, r).double()
    planes[torch.arange(d), i, j], planes[torch.arange(d), j, i] = 1., -1.
    log_volume = np.log(2)+(np.log(2)+(m+1)/2*np.log(np.pi)-torch.lgamma((m+1)/2)).sum()
    cayley = lambda a: torch.linalg.solve(eye-torch.tensordot(a, planes, 1)/2, eye+torch.tensordot(a, planes, 1)/2)
    normal = lambda *shape: torch.randn(*shape, generator=gen, dtype=torch.float64)
    found = []
    for _ in range(n_draws):
        w = mean+var.sqrt()*normal(*mean.shape)
        log_q = lambda h: -.5*((h.mT@w-mean).square()/var).sum((-2, -1))  # noqa: B023
        if r==1:
            found.append([-(torch.stack([log_q(eye), log_q(-eye)]).logsumexp(0)-np.log(2)-log_q(eye)).item()]*2)
            continue
        u, _, vt = torch.linalg.svd(w@(mean/var).mT)
        h, zero = u@vt, torch.zeros(d).double()
        f = lambda a: -log_q(h@cayley(a))  # noqa: B023
        for _ in range(8):
            curvature, axes = torch.linalg.eigh(torch.func.hessian(f)(zero))
            slope = torch.func.grad(f)(zero)
            step = -axes@(axes.mT@slope/curvature.abs().clamp_min(1.))
            size = next((s for s in (1., .5, .25, .1, .01) if f(s*step)<=f(zero)), 0.)
            h = h@cayley(size*step)
            if (slope@step).abs()<1e-6: break
        curvature, axes = torch.linalg.eigh(torch.func.hessian(f)(zero))
        curvature = curvature.clamp_min(1.)
        def log_weight(g):
            turn, value = h.mT@g, torch.full(g.shape[:-2], -1e300, dtype=torch.float64)  # noqa: B023
            same = torch.linalg.det(turn)>0
            b = 2*torch.linalg.solve(eye+turn[same], turn[same]-eye)
            square = ((b[:, i, j]@axes).square()*curvature).sum(-1)  # noqa: B023
            t = torch.lgamma(torch.tensor((nu+d)/2))-torch.lgamma(torch.tensor(nu/2))-.5*d*np.log(nu*np.pi)+.5*curvature.log().sum()  # noqa: B023
            value[same] = t-(nu+d)/2*torch.log1p(square/nu)+log_volume+(r-1)*torch.linalg.slogdet(eye-b/2)[1]
            return log_q(g)-torch.logaddexp(value+np.log(1-share), torch.full_like(value, np.log(share)))
        tails = 2*torch._standard_gamma(torch.full((K, 1), nu/2).double(), generator=gen)/nu
        g = h@cayley(normal(K, d)/(tails*curvature).sqrt()@axes.mT)
        wild = torch.rand(K, generator=gen)<share
        g[wild] = torch.linalg.qr(normal(int(wild.sum()), r, r)).Q*normal(int(wild.sum()), 1, r).sign()
        log_w, own = log_weight(g), log_weight(eye[None])
        found.append([-(t.logsumexp(0)-np.log(K)-log_q(eye)).item() for t in (torch.cat([log_w[1:], own]), log_w)])
    return np.mean(found, 0).tolist()

def mean_field(model: FactorModel, rank: int, shared: bool = False, learned: str = '', sides: bool = False, steps: int = 150) -> tuple[float, list[float]]:
    """ELBO of independent scores and loadings in closed form, and with I from both `sides`. With variances `shared` along the turned index the
    ELBO with I is maximised, else the ELBO. `learned`: 'one' or 'columns' learns the noise and a factor of the prior's scale"""
    n, p = model.x.shape
    u, s, v = torch.linalg.svd(model.x/model.noise.sqrt(), full_matrices=False)
    size = (s[:rank].square()/n-1).clamp_min(.01).sqrt()
    start = (u[:, :rank]*s[:rank]*size/(1+size**2)).mT.contiguous(), size[:, None]*v[:rank]*model.noise.sqrt()
    unit = (1+size.square()).rsqrt()[:, None], (n/model.noise+model.prior_std**-2).rsqrt()
    move = [torch.zeros(t.shape, dtype=torch.float64, requires_grad=True) for t in start]
    spread = [torch.zeros(1 if shared else rank, m, dtype=torch.float64, requires_grad=True) for m in (n, p)]
    extra = [torch.zeros(k, dtype=torch.float64, requires_grad=True) for k in (dict(one=1, columns=p).get(learned, 0), int(bool(learned)))]
    noise_draws = torch.randn(50, rank, rank, generator=streams(0, 'rotations'), dtype=torch.float64)

    def parts():
        a, b = (t+u*m for t,u,m in zip(start, unit, move))
        va, vb = (((unit[0].mean() if shared else unit[0])*spread[0].exp()).square().expand(rank, n), (unit[1]*spread[1].exp()).square().expand(rank, p))
        return a, b, va, vb, model.noise*(extra[0].exp() if learned else 1.), model.prior_std*(extra[1].exp() if learned else 1.)

    def elbo():
        a, b, va, vb, noise, std = parts()
        square = (model.x-a.mT@b).square()+va.mT@b.square()+a.square().mT@vb+va.mT@vb
        kl = .5*(a.square()+va-1-va.log()).sum()+.5*((b.square()+vb)/std.square()-1-(vb/std.square()).log()).sum()
        return -.5*(square/noise+(2*torch.pi*noise).log()).sum()-kl

    def matrices(z):
        a, b, va, vb, *_ = parts()
        p_ = (a/va[0])@a.mT+(b/vb[0])@b.mT
        return p_+z@torch.linalg.cholesky(p_+1e-9*torch.eye(rank)).mT

    def information(z, estimator, gen=None):
        f = matrices(z)
        return f.diagonal(dim1=-2, dim2=-1).sum(-1)-estimator.log_mean(f, gen)

    train = HaarExact() if rank<=3 else Haar(corrected=True)
    free = [t for t in (*move, *spread, *extra) if t.numel()]
    lbfgs = torch.optim.LBFGS(free, max_iter=steps, history_size=20, line_search_fn='strong_wolfe', tolerance_change=1e-4)
    def loss():
        lbfgs.zero_grad()
        value = -elbo()-(information(noise_draws, train).mean() if shared else 0.)
        value.backward()
        return value
    lbfgs.step(loss)
    with torch.no_grad():
        value = elbo().item()
        if not shared:
            a, b, va, vb, *_ = parts()
            return value, [value+v for v in diagonal_information(torch.cat([a, b], 1), torch.cat([va, vb], 1))] if sides else []
        many = torch.randn(500, rank, rank, generator=streams(1, 'rotations'), dtype=torch.float64)
        base, both = value+information(many, train).mean().item(), [HaarPlanted(), HaarSampled()] if rank>3 else []
        few = [(information(many[:20], e, streams(2, 'sides'))-information(many[:20], train)).mean().item() for e in both]
    return value, [base+v for v in few or (0., 0.)]

# %% parts

def of_models(quick: bool) -> Iterator[tuple[dict, Callable[[], dict]]]:
    def cell(n, p, r, sigma, seed):
        x, b = simulated(n, p, r, sigma, seed)
        model, row = FactorModel.of(x, sigma**2), {}
        n_steps = 50 if quick else 1000 if r<8 else 1500
        for side,planted in (('evidence_low', None), ('evidence_high', b)):
            row[side] = factor_evidence(model, r, planted, n_steps, 64, streams(seed, side))[0]
        row['mean_field'], (row['mean_field_I_low'], row['mean_field_I_high']) = mean_field(model, r, sides=True)
        row['pair'], (row['pair_I_low'], row['pair_I_high']) = mean_field(model, r, shared=True)
        for name,how in (('plain', dict(averaged=False)), ('diagonal', {}), ('full', dict(full=True))):
            f = fit_factors(model, r, max_iter=5 if quick else 100, generator=streams(seed, name), **how)
            row |= {f'{name}_elbo': f.elbo, f'{name}_I_low': f.lower, f'{name}_I_high': f.upper, f'{name}_error': f.error}
        return row
    for seed in range(1 if quick else 5):
        for n,p,r,sigma in models[:2] if quick else models:
            key = dict(rows=n, columns=p, factors=r, noise=sigma, seed=seed)
            yield key, lambda a=(n, p, r, sigma, seed): cell(*a)

def cv_rank(kind: str, x: np.ndarray, most: int) -> int:
    "Number of factors of the highest five-fold log density"
    return 1+int(np.argmax([cross_val_score(plain[kind](r), x, cv=5).mean() for r in range(1, most+1)]))

def mean_field_rank(kind: str, x: np.ndarray) -> int:
    "Number of factors of the highest ELBO of mean field, with noise and scale learned; the first after which two in a row are lower"
    x = torch.tensor(x-x.mean(0))
    unit = x.square().mean(0).sqrt()
    if kind=='one': unit = unit.square().mean().sqrt().expand_as(unit)
    model, found = FactorModel.of(x, .5*unit.square(), unit), []
    for r in range(1, x.shape[1]):
        found.append(mean_field(model, r, learned=kind)[0])
        if len(found)-int(np.argmax(found))>2: break
    return 1+int(np.argmax(found))

def of_ranks(quick: bool) -> Iterator[tuple[dict, Callable[[], dict]]]:
    def cell(kind, n, p, r, sigma, seed):
        x = simulated(n, p, r, sigma, 100+seed)[0].numpy()
        est = bayes[kind](random_state=seed, max_iter=3 if quick else 60).fit(x)
        lower, elbo = est.ranks_.lower[1:], est.ranks_.elbo[1:]
        return dict(evidence=est.n_components_, margin=lower.max()-lower.drop(lower.idxmax()).max(), collapsed_elbo=elbo.idxmax(),
            mean_field=mean_field_rank(kind, x), cross_validation=cv_rank(kind, x, min(p-1, r+4)), minka=PCA('mle').fit(x).n_components_)
    for kind,n,p,r,sigma,draws in settings[:1] if quick else settings:
        for seed in range(1 if quick else draws):
            yield dict(kind=kind, rows=n, columns=p, factors=r, noise=sigma, seed=seed), lambda a=(kind, n, p, r, sigma, seed): cell(*a)

def rows_of(name: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    "Training and held-out rows; columns of wine and diabetes in units of their training deviations, digits as sixteenths"
    x = dict(wine=load_wine, diabetes=load_diabetes, digits=load_digits)[name]().data
    train, test = train_test_split(x, random_state=seed, **(dict(train_size=300) if name=='digits' else dict(test_size=.2)))
    if name=='digits': return train[:, train.std(0)>0]/16, test[:, train.std(0)>0]/16
    return (train-train.mean(0))/train.std(0), (test-train.mean(0))/train.std(0)

def of_tables(quick: bool) -> Iterator[tuple[dict, Callable[[], dict]]]:
    def cell(name, kind, seed):
        (train, test), ranks = rows_of(name, seed), (2, 4, 8, 12, 16, 20, 24) if name=='digits' else None
        ests = [bayes[kind](r, random_state=seed, max_iter=3 if quick else 60).fit(train) for r in ranks or ['evidence']]
        est, table = max(ests, key=lambda e: e.evidence_.lower), pd.concat([e.ranks_.drop(0) for e in ests])
        scores = [cross_val_score(plain[kind](r), train, cv=5).mean() for r in ranks or range(1, train.shape[1])]
        by_cv, same = (ranks or range(1, train.shape[1]))[int(np.argmax(scores))], plain[kind](est.n_components_).fit(train)
        row = dict(evidence_rank=est.n_components_, elbo_rank=table.elbo.idxmax(), cv_rank=by_cv, evidence_low=est.evidence_.lower,
            evidence_high=est.evidence_.upper, bayes=est.score(test), same_rank=same.score(test), cv=clone(same).set_params(n_components=by_cv).fit(train).score(test))
        if kind=='one':
            minka = PCA('mle').fit(train)
            row |= dict(minka_rank=minka.n_components_, minka=minka.score(test))
        return row | {f'low_{r}': v for r,v in table.lower.items()}
    for seed in range(1 if quick else 5):
        for name,kind in (('wine', 'one'), ('wine', 'columns'), ('diabetes', 'one'), ('diabetes', 'columns'), ('digits', 'one'))[:1 if quick else 5]:
            yield dict(table=name, kind=kind, seed=seed), lambda a=(name, kind, seed): cell(*a)

parts = dict(models=of_models, ranks=of_ranks, tables=of_tables)

options = dict(
    parts=list(parts),  # parts to run
    fresh=False,  # run stored rows again, too
)

def run(a):
    for part in a.parts:
        if a.fresh: (a.out/f'factors_{part}.csv').unlink(missing_ok=True)
        cells = list(parts[part](a.quick))
        of = lambda job: next(cell for key,cell in cells if key==job)  # noqa: B023
        yield from resumed(a, f'factors_{part}', [key for key,_ in cells], lambda job: timed(of(job)))  # noqa: B023

def timed(cell: Callable[[], dict]) -> dict:
    begun = time.process_time()
    return cell() | dict(seconds=time.process_time()-begun)

main = driver(run, options, peers=('scikit-learn',))

if __name__=='__main__': main()
