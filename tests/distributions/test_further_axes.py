"Outputs of pixels, tokens and grids, and targets of which some were not observed: the same numbers as for a flattened problem."
import pytest
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

from cases import Net, normal, refused, rng
import symbayes.all as sb
from symbayes.core.messages import SymbayesError
from symbayes.distributions.base import stack_posteriors
from symbayes.distributions.last_layer import last_layer_problem
from symbayes.distributions.likelihoods import (
    Bernoulli, Categorical, EntrywiseLikelihood, Gaussian, HeteroscedasticGaussian, Likelihood, NegativeBinomial, Poisson, StudentT)
from symbayes.inference import laplace_evidence, linearised_moments, loo_densities
from symbayes.metrics.scores import classification_metrics, coverage_curve, regression_metrics, reliability

def labels(*shape, classes=3, seed=1): return torch.randint(0, classes, shape, generator=rng(seed))
quiet = dict(progress=False)
prior = sb.IsotropicNormal(1.)

def declared(likelihood, y, shape):
    likelihood.check(y, shape)
    return likelihood

def then(net, f) -> Net: return Net(lambda s, x: f(s.net(x)), net=net)

def segmenting(): return sb.seeded_module(lambda: nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.Tanh(), nn.Conv2d(4, 3, 1)), 0).double()
def reading(out): return sb.seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, out)), 0).double()

class Flattened(Likelihood):
    "The same likelihood for outputs as one vector: written from torch's own losses"
    def __init__(self, shape, loss, axes): super().__init__(); self.shape, self.loss, self.axes = shape, loss, axes
    def log_prob(self, outputs, y):
        each = outputs.reshape(-1, *self.shape)
        own = y.shape[-self.axes:]
        y = y.expand(*outputs.shape[:-1], *own).reshape(-1, *own)
        return -self.loss(each, y).flatten(1).sum(1).reshape(outputs.shape[:-1])

def normal_loss(std): return lambda o, y: -torch.distributions.Normal(o, std, validate_args=False).log_prob(y)
def cross_entropy(o, y): return F.cross_entropy(o, y, reduction='none')

images, pixels = normal(8, 1, 5, 4), labels(8, 5, 4).index_fill(2, torch.tensor([3]), -100)
rows = normal(8, 6, 2)
cases = {
    'segmentation': (segmenting, Categorical(), images, pixels, (3, 5, 4), cross_entropy),
    'tokens': (lambda: reading(3), Categorical(), rows, labels(8, 6).index_fill(1, torch.tensor([0, 4]), -100), (6, 3), lambda o, y: cross_entropy(o.mT, y)),
    'regression of rows': (lambda: reading(2), Gaussian(.3), rows, normal(8, 6, 2, seed=3), (6, 2), normal_loss(.3)),
    'image to image': (segmenting, Gaussian(.3), images, normal(8, 3, 5, 4, seed=4), (3, 5, 4), normal_loss(.3)),
    'one output a token': (lambda: reading(1), Gaussian(.3), rows, normal(8, 6, seed=5), (6, 1), lambda o, y: normal_loss(.3)(o[..., 0], y)),
    'yes or no of pixels': (lambda: then(segmenting(), lambda t: t[:, :1]), Bernoulli(), images, labels(8, 1, 5, 4, classes=2), (1, 5, 4),
        lambda o, y: F.binary_cross_entropy_with_logits(o, y.to(o), reduction='none')),
    'counts of tokens': (lambda: reading(2), Poisson(), rows, labels(8, 6, 2, classes=5), (6, 2), lambda o, y: F.poisson_nll_loss(o, y.to(o), reduction='none')+torch.lgamma(y.to(o)+1)),
}

def problems(case):
    make, likelihood, x, y, shape, loss = cases[case]
    net = make()
    return sb.Problem(net, prior, likelihood, (x, y)), sb.Problem(then(net, lambda t: t.flatten(1)), prior, Flattened(shape, loss, y.ndim-1), (x, y))

def posteriors(p, flat, std=.1):
    q, r = sb.MeanField.from_module(p.model, std), sb.MeanField.from_module(flat.model, std)
    return q, r

@pytest.mark.defect('P11')
@pytest.mark.parametrize('case', cases)
def test_the_bound_is_that_of_the_flattened_problem(case):
    p, flat = problems(case)
    q, r = posteriors(p, flat)
    a, b = (sb.evaluate(P, Q, generator=rng(), n_samples=7, **quiet) for P,Q in ((p, q), (flat, r)))
    for part in ('log_lik', 'kl', 'mi', 'total'): assert abs(getattr(a, part)-getattr(b, part))<1e-10
    assert a.mi>0 and p.n==8 and sb.predict(p, q, cases[case][2], 5).shape[:2]==(5, 8)

@pytest.mark.defect('P11')
@pytest.mark.parametrize('case', ['segmentation', 'tokens', 'regression of rows', 'one output a token'])
@pytest.mark.parametrize('batch', [None, 3])
def test_training_is_that_of_the_flattened_problem(case, batch):
    "Members of a stack with batches of their own, too"
    p, flat = problems(case)
    stacks = [stack_posteriors([sb.MeanField.from_module(P.model, .1) for _ in range(2)]) for P in (p, flat)]
    found = [sb.fit(P, q, epochs=3, batch_size=batch, generator=[rng(1), rng(2)], **quiet) for P,q in zip((p, flat), stacks)]
    assert abs(found[0].elbo-found[1].elbo).max()<1e-8
    weights = [torch.cat([t.detach().flatten() for t in q.parameters()]) for q in stacks]
    assert torch.allclose(*weights, atol=1e-10)

def test_a_batch_of_a_loader_is_scaled_by_examples():
    p, _ = problems('segmentation')
    q = sb.MeanField.from_module(p.model, .1)
    loaded = sb.Problem(p.model, prior, Categorical(), DataLoader(list(zip(images, pixels)), 4))
    assert loaded.n==8 and abs(sb.evaluate(loaded, q, generator=rng(), **quiet).total-sb.evaluate(p, q, generator=rng(), **quiet).total)<1e-9

others = {'unit Gaussian': lambda p: sb.fit(p, sb.UnitGaussian.from_module(p.model, p.group), epochs=2, **quiet), 'low rank': lambda p: sb.fit(p, sb.LowRank.from_module(p.model, 2), epochs=2, **quiet),
    'ensemble': lambda p: sb.ensemble(p, n_members=2, epochs=2, **quiet), 'swag': lambda p: sb.swag(p, n_snapshots=3, training=dict(epochs=2), **quiet),
    'sghmc': lambda p: sb.sghmc(p, n_draws=2, training=dict(epochs=2), **quiet), 'inducing': lambda p: sb.fit(p, sb.InducingPosterior.from_module(p.model, prior, p.data[0][:4]), epochs=2, **quiet)}

@pytest.mark.defect('P11')
@pytest.mark.parametrize('name', others)
@pytest.mark.parametrize('case', ['segmentation', 'tokens'])
def test_methods_and_families_take_more_axes_or_refuse_in_a_line(name, case):
    p, _ = problems(case)
    try: others[name](p)
    except SymbayesError as e:
        assert (name, case)==('inducing', 'tokens') and '\n' not in str(e), e

@pytest.mark.parametrize('case', ['segmentation', 'tokens', 'regression of rows', 'image to image'])
def test_laplace_is_that_of_the_flattened_problem(case):
    p, flat = problems(case)
    start = {k: t.detach() for k,t in p.model.named_parameters()}
    q, r = (sb.laplace(P, s, structure='diag', rescale=False, **quiet) for P,s in ((p, start), (flat, {f'net.{k}': t for k,t in start.items()})))
    assert torch.allclose(q.flat_std(), r.flat_std(), atol=1e-10)

@pytest.mark.parametrize('likelihood,y', [(HeteroscedasticGaussian(), normal(8, 6, 1)), (NegativeBinomial(.5), labels(8, 6, 2, classes=4)), (StudentT(3., .4), normal(8, 6, 2)), (Gaussian([.1, 2.]), normal(8, 6, 2))])
def test_axes_are_sums_of_single_rows(likelihood, y):
    outputs = normal(3, 8, 6, 2, seed=9)
    likelihood.check(y, (6, 2))
    found = likelihood.log_prob(outputs, y)
    likelihood.check(y[:, 0], 2)
    alone = torch.stack([likelihood.log_prob(outputs[:, :, t], y[:, t]) for t in range(6)]).sum(0)
    assert torch.allclose(found, alone, atol=1e-12) and alone.shape==(3, 8)

def test_axes_of_classes():
    "Behind the examples as in torch, or last; where both fit, an argument says which"
    out, y = normal(4, 7, 3, 3), labels(7, 3)
    refused('axis=1 or axis=-1', lambda: Categorical().check(y, (3, 3)))
    first, last = (declared(Categorical(axis=a), y, (3, 3)).log_prob(out, y) for a in (1, -1))
    assert torch.allclose(first[0], -cross_entropy(out[0], y).sum(1)) and torch.allclose(last[0], -cross_entropy(out[0].mT, y).sum(1))
    refused('whole-number labels of shape', lambda: Categorical().check(labels(7, 4), (3, 3)))
    refused('all labels are -100', lambda: Categorical().check(torch.full((7, 4), -100), (3, 4)))
    refused('labels run from 0 to 9, expected 0 to 2', lambda: Categorical().check(torch.tensor([[0, 9]]), (2, 3)))
    refused("axis is 2", Categorical, axis=2)

def test_a_shift_is_that_of_language_models():
    out, y = normal(2, 7, 5, 4), labels(7, 5, classes=4)
    y[:, 2] = -100
    expected = -F.cross_entropy(out[0][:, :-1].mT, y[:, 1:], reduction='none').sum(1)
    assert torch.allclose(declared(Categorical(shift=True), y, (5, 4)).log_prob(out, y)[0], expected)
    logits, seen = Categorical(shift=True).rows(out, y)
    assert logits.shape==(2, 7*3, 4) and (seen>=0).all()

def test_metrics_are_those_of_the_rows():
    out, y = normal(5, 8, 3, 4, 6), labels(8, 4, 6)
    y[0] = -100
    flat = out.movedim(2, -1).flatten(1, 3)[:, (y!=-100).flatten()], y[y!=-100]
    assert classification_metrics(out, y).equals(classification_metrics(*flat))
    probs = out.softmax(2).mean(0)
    assert reliability(probs, y).equals(reliability(probs.movedim(1, -1).flatten(0, 2)[(y!=-100).flatten()], flat[1]))
    means, targets = normal(5, 8, 6, 2), normal(8, 6, 2, seed=1)
    assert regression_metrics(means, targets, .5).equals(regression_metrics(means.flatten(1)[..., None], targets.flatten()[:, None], .5))
    assert regression_metrics(means.mT, targets.mT, .5).sub(regression_metrics(means, targets, .5)).abs().max(axis=None)<1e-12
    assert coverage_curve(means, targets, .5).coverage.equals(coverage_curve(means.flatten(1)[..., None], targets.flatten()[:, None], .5).coverage)
    targets[2:, :, 1] = torch.nan
    seen = ~targets.isnan().flatten()
    assert regression_metrics(means, targets, .5).equals(regression_metrics(means.flatten(1)[:, seen][..., None], targets.flatten()[seen][:, None], .5))

# targets that were not observed

def masked(*shape, share=.4):
    y = normal(*shape, seed=2)
    return y.masked_fill(torch.rand(shape, generator=rng(5))<share, torch.nan)

@pytest.mark.parametrize('likelihood', [Gaussian(.3), Gaussian([.2, .5, 1.]), StudentT(4., .3), Gaussian(.3, learned=True)], ids=repr)
@pytest.mark.parametrize('shape', [(9, 3), (9, 5, 3)])
def test_missing_targets_add_nothing(likelihood, shape):
    y, outputs = masked(*shape), normal(4, *shape).requires_grad_()
    likelihood.check(y, shape[-1] if len(shape)==2 else shape[1:])
    found = likelihood.log_prob(outputs, y)
    single = type(likelihood)(*([4.] if isinstance(likelihood, StudentT) else []), 1.)
    each = torch.zeros(4, 9, dtype=torch.float64)
    scales = likelihood._log_scale.exp().expand(3).tolist()
    for at in (~y.isnan()).nonzero().tolist():
        single = StudentT(4., scales[at[-1]]) if isinstance(likelihood, StudentT) else Gaussian(scales[at[-1]])
        o = outputs[(slice(None), *at)]
        each[:, at[0]] += single.log_prob(o[:, None, None], y[tuple(at)].reshape(1))[:, 0]
    assert torch.allclose(found, each, atol=1e-5)
    slopes, = torch.autograd.grad(found.sum(), outputs)
    assert slopes.isfinite().all() and (slopes[:, y.isnan()]==0).all()

def test_missing_targets_are_refused_where_they_cannot_be():
    refused('NaN', lambda: Gaussian().check(torch.tensor([1., torch.nan]), 1))
    refused('NaN', lambda: HeteroscedasticGaussian().check(masked(9, 2), 4))
    refused('targets \\[1\\] of all examples are NaN', lambda: Gaussian().check(torch.tensor([[1., torch.nan], [2., torch.nan]]), 2))
    refused('infinite', lambda: Gaussian().check(torch.tensor([[1., torch.inf], [2., 1.]]), 2))
    net, x, y = reading(3), normal(9, 2), masked(9, 3)
    p = sb.Problem(net, prior, Gaussian(.3), (x, y))
    for lik in (StudentT(4., .3), HeteroscedasticGaussian()):
        refused('NaN', sb.CollapsedLastLayer.from_module, net if isinstance(lik, StudentT) else reading(6), prior, lik, (x, y))
    refused('some targets are NaN, which a InducingPosterior does not take', lambda: sb.fit(p, sb.InducingPosterior.from_module(net, prior, x[:4]), **quiet))

def process(phi, at, y, noise, powers=None):
    "Means and variances of a Gaussian process at new inputs, and the log evidence, output by output from the rows that were observed"
    found = []
    for o in range(y.shape[1]):
        seen = ~y[:, o].isnan()
        off = torch.ones(len(y)).double() if powers is None else powers
        kernel = phi[seen]@phi[seen].T+(noise[o]**2/off[seen]).diag()
        gain = at@phi[seen].T@torch.linalg.inv(kernel)
        evidence = torch.distributions.MultivariateNormal(torch.zeros(len(kernel)).double(), kernel).log_prob(y[seen, o])
        found.append((gain@y[seen, o], (at@at.T-gain@phi[seen]@at.T).diag(), evidence))
    return *(torch.stack(t, -1) for t in list(zip(*found))[:2]), sum(e for *_,e in found)

@pytest.mark.parametrize('noise', [[.3]*3, [.2, .5, 1.]])
@pytest.mark.parametrize('seed', range(2))
def test_a_process_with_masks_is_the_closed_form(seed, noise):
    "A network that is linear in its weights is a Gaussian process: moments of Laplace's approximation and its evidence to six decimals"
    x, y, new = normal(12, 2, seed=seed), masked(12, 3), normal(5, 2, seed=7)
    features = sb.seeded_module(lambda: nn.Sequential(nn.Linear(2, 6), nn.Tanh()), seed).double().requires_grad_(False)
    net, lik = nn.Sequential(features, nn.Linear(6, 3)).double(), Gaussian(noise if len(set(noise))>1 else noise[0])
    phi, at = (torch.cat([features(t), torch.ones(len(t), 1)], 1) for t in (x, new))
    mean, var, evidence = process(phi, at, y, noise)
    p = sb.Problem(net, prior, lik, (x, y), None)
    found, covariance = linearised_moments(p, sb.laplace(p, structure='full', **quiet), new)
    assert (found-mean).abs().max()<1e-6 and (covariance.diagonal(dim1=-2, dim2=-1)-var).abs().max()<1e-6
    assert abs(laplace_evidence(p, **quiet)-evidence)<1e-6
    exact = sb.log_evidence(last_layer_problem(net, prior, lik, (x, y)), generator=rng(), **quiet)
    assert abs(exact.estimate-evidence)<1e-6

@pytest.mark.parametrize('noise', [.3, [.2, .5, 1.]])
@pytest.mark.parametrize('weigh', [False, True])
def test_a_last_layer_in_closed_form_takes_masks(noise, weigh, tmp_path):
    "Each output has rows of its own: marginal likelihood, draws of the last layer, leave-one-out densities, a fit, chains, files"
    net, x, y = reading(3), normal(15, 2), masked(15, 3)
    powers, lik = torch.linspace(.5, 2., 15).double() if weigh else None, Gaussian(noise)
    p = sb.Problem(net, prior, lik, (x, y), weights=powers)
    q = sb.CollapsedLastLayer.of(p, generator=rng())
    w = q.body.sample(1, rng(2))
    phi = torch.cat([q.features(w, x)[0, :, :-1], torch.ones(15, 1)], 1)
    each = noise if isinstance(noise, list) else [noise]*3
    mean, var, evidence = process(phi, phi, y, each, powers)
    if not weigh: assert abs(q.marginal(w)[0]-evidence)<1e-9
    drawn = torch.stack([q.complete(w, rng(s))['2.weight'][0] for s in range(3)])
    assert drawn.isfinite().all()
    regression = q.regression(w)
    assert torch.allclose((regression.f@regression.mean()*torch.tensor(each).double()[:, None, None])[0, :, :, 0][~y.isnan().T]*(1 if powers is None else powers.rsqrt().expand(3, 15)[~y.isnan().T]), mean.T[~y.isnan().T])
    if not weigh:
        loo = loo_densities(q, 1, rng(2))
        for i in range(3):
            others = y.clone()
            others[i] = torch.nan
            m, v, _ = process(phi, phi[i:i+1], others, each)
            seen = ~y[i].isnan()
            by_hand = torch.distributions.Normal(m[0], (v[0]+torch.tensor(each).double()**2).sqrt()).log_prob(y[i].nan_to_num())[seen].sum()
            assert abs(loo[i]-by_hand)<1e-5
    history = sb.fit(p, q, epochs=20, generator=rng(), **quiet)
    assert history.elbo.iloc[-1]>history.elbo.iloc[0]
    q.save(tmp_path/'q')
    assert torch.equal(sb.predict(p, type(q).load(tmp_path/'q'), x, 3, generator=rng()), sb.predict(p, q, x, 3, generator=rng()))
    assert sb.predict(p, sb.sample_posterior(p, chains=2, draws=3, warmup=20, generator=rng(), **quiet), x).isfinite().all()

def test_an_entrywise_likelihood_of_ones_own():
    class Laplace(EntrywiseLikelihood):
        def entries(self, outputs, y): return -(outputs-y).abs()-torch.tensor(2.).log()
    one, outputs, y = Laplace(), normal(3, 8, 6, 2), normal(8, 6, 2, seed=1)
    one.check(y, (6, 2))
    assert torch.allclose(one.log_prob(outputs, y), torch.distributions.Laplace(outputs, 1.).log_prob(y).sum((-1, -2)), atol=1e-5)
    refused('has no entries', lambda: EntrywiseLikelihood().log_prob(outputs, y))

# leading axes of draws, and further axes of an example

plain = [(Gaussian(.3), 1), (StudentT(), 1), (Bernoulli(), 1), (Poisson(), 1), (NegativeBinomial(.5), 1), (HeteroscedasticGaussian(), 2), (Gaussian([.1, .2]), 2)]

@pytest.mark.parametrize('likelihood,out', plain, ids=repr)
@pytest.mark.parametrize('seen', [False, True])
def test_leading_axes_of_targets_broadcast(likelihood, out, seen):
    "Targets of each draw, or of one, count as those of single examples"
    width = 1 if isinstance(likelihood, HeteroscedasticGaussian) else out
    outputs, y = normal(4, 5, out), (normal(4, 5, width, seed=2)>0).double()
    if seen: likelihood.check(y[0], out)
    each = torch.stack([likelihood.log_prob(o, t) for o,t in zip(outputs, y)])
    assert torch.allclose(likelihood.log_prob(outputs, y), each) and each.shape==(4, 5)
    assert likelihood.log_prob(outputs[:1], y[:1]).shape==(1, 5) and likelihood.log_prob(outputs[:, None], y[:, None]).shape==(4, 1, 5)

def test_leading_axes_of_labels_broadcast():
    outputs, y = normal(2, 4, 3), labels(2, 4)
    assert torch.allclose(Categorical().log_prob(outputs, y), outputs.log_softmax(-1).gather(-1, y[..., None])[..., 0])

def test_one_likelihood_of_two_problems():
    noise = Gaussian(.3, learned=True)
    flat = sb.Problem(reading(1), prior, noise, (normal(8, 2), normal(8)))
    rows = sb.Problem(reading(1), prior, noise, (normal(8, 6, 2), normal(8, 6)))
    assert flat.likelihood is noise and rows.likelihood.log_std is noise.log_std
    assert [p.likelihood.log_prob(normal(2, *s), p.data[1]).shape for p,s in ((flat, (8, 1)), (rows, (8, 6, 1)))]==[(2, 8)]*2

few = labels(8, 6).index_fill(1, torch.tensor([0, 4]), -100)
few[3] = -100  # an example without any
some = normal(8, 6, 3)
some[::2, :3] = some[1::4, 3:] = torch.nan
partly = {
    'all labels': (Categorical(), labels(8, 6), lambda y: y), 'ignored labels': (Categorical(), few, lambda y: y),
    'shifted labels': (Categorical(shift=True), few, lambda y: F.pad(y[:, 1:], (0, 1), value=-100)), 'numbers': (StudentT(), normal(8, 6, 3), lambda y: y),
    'missing numbers': (Gaussian([.3, .5, 1.]), some, lambda y: y)}

@pytest.mark.parametrize('axis', [1, -1])
@pytest.mark.parametrize('case', partly)
@pytest.mark.parametrize('weigh', [False, True])
def test_kronecker_factors_of_tokens_are_those_of_the_flattened_problem(case, axis, weigh):
    "The flattened one has a row for each label that counts"
    net, (likelihood, y, at) = reading(3), partly[case]
    if axis==1 and y.is_floating_point(): return
    model = then(net, lambda t: t.movedim(-1, axis)) if axis==1 else net
    weights = torch.arange(8.).double()/4+.25 if weigh else None
    tokens = sb.Problem(model, prior, likelihood, (rows, y), None, weights=weights)
    seen = (at(y)!=-100) if y.ndim==2 else ~y.isnan().any(-1)
    alone = type(likelihood)() if y.ndim==2 else likelihood
    flat = sb.Problem(net, prior, alone, (rows[seen], at(y)[seen]), None, weights=None if weights is None else weights[:, None].expand(8, 6)[seen])
    q, r = (sb.laplace(p, p.model, structure='kron', rescale=False, **quiet) for p in (tokens, flat))
    assert torch.allclose(q.flat_std(), r.flat_std(), rtol=1e-6)

def test_kronecker_factors_of_labels_that_share_pixels_add_up():
    "The curvature of a bias, behind which a convolution reads three places, is the sum over labels"
    net = sb.seeded_module(lambda: nn.Sequential(nn.Conv1d(2, 4, 1), nn.Tanh(), nn.Conv1d(4, 3, 3, padding=1)), 0).double()
    y = labels(4, 6)
    def curvature(y):
        q = sb.laplace(sb.Problem(net, sb.IsotropicNormal(1.), Categorical(), (normal(4, 2, 6), y), None), net, structure='kron', rescale=False, **quiet)
        root = q.root_products(torch.eye(q.layout.numel, dtype=torch.float64)).detach()
        return torch.linalg.inv(root@root.mT)[8:12, 8:12]-torch.eye(4)
    each = [curvature(torch.full_like(y, -100).index_copy(1, torch.tensor([i]), y[:, i:i+1])) for i in range(6)]
    assert torch.allclose(curvature(y), sum(each), rtol=1e-8)

def of_classes(shape):
    y = labels(3, *shape[1:], classes=shape[0])
    y[0, 0], y[1, :, 1] = -100, -100
    return Categorical(), y, y, y!=-100

def of_numbers(shape):
    y = normal(3, *shape, seed=2)
    y[0, :, 0] = y[1, :, :, 1] = torch.nan
    last = y.movedim(1, -1)
    return Gaussian(.5), y, last, ~last.isnan().any(-1)

@pytest.mark.parametrize('kind', [of_classes, of_numbers])
@pytest.mark.parametrize('shape', [(3, 2, 3), (3, 3, 2), (2, 4, 5)])
def test_kronecker_factors_of_images_with_missing_pixels(shape, kind):
    "Convolutions of one pixel are the flattened problem, without the missing ones; also where channels times rows are as many as pixels"
    net = sb.seeded_module(lambda: nn.Sequential(nn.Conv2d(2, 3, 1), nn.Tanh(), nn.Conv2d(3, shape[0], 1)), 0).double()
    one = nn.Sequential(nn.Unflatten(1, (2, 1, 1)), *net, nn.Flatten())
    x, (likelihood, y, last, seen) = normal(3, 2, *shape[1:]), kind(shape)
    q, r = (sb.laplace(sb.Problem(m, prior, likelihood, data, None), m, structure='kron', rescale=False, **quiet)
        for m,data in ((net, (x, y)), (one, (x.movedim(1, -1)[seen], last[seen]))))
    assert torch.allclose(q.flat_std(), r.flat_std(), rtol=1e-6)

@pytest.mark.parametrize('net', [nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 3)), nn.Sequential(nn.Embedding(5, 4), nn.LayerNorm(4), nn.Linear(4, 3))], ids=['embedding', 'norm'])
def test_layers_without_kronecker_factors_are_named(net):
    p = sb.Problem(net, prior, Categorical(axis=-1), (labels(8, 6, classes=5), labels(8, 6)), None)
    refused(r"\['0.weight'\] of a Embedding have no Kronecker factors: structure='diag' and structure='full' take them", sb.laplace, p, net, structure='kron', **quiet)
