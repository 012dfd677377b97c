"""How many nats one fitted posterior lacks, and what more of them costs: several starts, their mixture, low rank over all units, chains.

The settings are the three examples of `annealing.py`, in several draws of inputs and noise. `default` is `CollapsedLastLayer.of(problem)`
after 2,000 steps of `fit` at a rate of .01, by its lower end. Four starts are a stack; its best member counts, and its mixture with all
cross terms: the density of a draw under each other component is bounded by Soules' permanents. `low rank` adds to the fitted default a
covariance of low rank over all hidden weights, trained for a quarter as many steps again; given its factors units are independent.
`default, longer` has these further steps, too. Chains go
through 100 temperatures from the fitted default, or are `log_evidence` as it is, which is the ruler. Every number is a lower bound on average;
seconds are those of the process, with the fit that a method begins with.

--starts-of-more asks four single starts in more settings: one wave in which examples, noise, the prior's scale, the tails of the noise or the
activation differ, and Friedman's function of five inputs. `one_posterior_more` has a row for each start."""
import time
from collections.abc import Callable
from copy import deepcopy
from math import lgamma, log, pi

from report import driver, growing

import pandas as pd
import torch
from scipy.optimize import linear_sum_assignment
from symbayes.all import (
    CollapsedLastLayer, PermutationGroup, Planted, Problem, UnitGaussian, account, evaluate, fit,
    log_evidence, mi_sandwich, mutual_information, streams)
from symbayes.core import Params, child_generators
from symbayes.distributions.last_layer import prior_below
from symbayes.inference import marginal_target
from symbayes.inference.annealing import affordable
from symbayes.information import unit_matrix, upper_bound
from torch import Tensor, nn

from annealing import examples, setting

Found = dict[str, float]

def lower_ends(problem: Problem, q: CollapsedLastLayer, seed: int) -> tuple[Tensor, Tensor]:
    "The lower end of each member, and its error"
    gens = lambda name: child_generators(streams(seed, name), len(q.batch_shape) and q.batch_shape[0]) if q.batch_shape else streams(seed, name)
    e = evaluate(problem, q, n_samples=200, generator=gens('elbo'), progress=False)
    i = mi_sandwich(q, problem.group, generator=gens('information'), progress=False)
    return e.elbo+i.lower, i.lower_error

def density_at_most(q: UnitGaussian, group: PermutationGroup, w: Params) -> Tensor:
    "Upper bound of the symmetrised log density by Soules' permanent, after the potentials of the best assignment are taken off"
    m = unit_matrix(q, group, w, group.labels[0])
    at = torch.as_tensor([linear_sum_assignment(-a.numpy())[1] for a in m])
    own = m.gather(-1, at.unsqueeze(-1))
    v = torch.zeros_like(m[:, 0])
    for _ in range(m.shape[-1]): v = torch.maximum(v, (m-own+v.gather(-1, at).unsqueeze(-1)).amax(-2))  # longest paths: no cycle gains
    u = own.squeeze(-1)-v.gather(-1, at)
    rest = m-u.unsqueeze(-1)-v.unsqueeze(-2)               # at most zero, and zero on the assignment
    return q.log_prob(w)+u.sum(-1)+v.sum(-1)+upper_bound(rest, 30)-group.log_order

def mixture(problem: Problem, q: CollapsedLastLayer, seed: int, n: int = 80) -> tuple[float, float]:
    "Bound and error of the mixture of a stack's members, its weights from one half of the draws"
    group, members = problem.group.restrict(list(q.body.layout.shapes)), [q.body.member(i) for i in range(q.batch_shape[0])]
    prior, gen = prior_below(problem.prior, list(q.body.layout.shapes)), streams(seed, 'mixture')
    with torch.no_grad():
        w = q.body.sample(n, child_generators(gen, len(members)))
        joint, rows = q.marginal(w, q.noise())[0]+prior.log_prob(q.body.layout, w), []
        for r in range(len(members)):
            own = {k: t[r] for k,t in w.items()}
            rows.append(torch.stack([density_at_most(m, group, own) for m in members]))
            rows[r][r] = members[r].log_prob(own)-mutual_information(members[r], group, own, Planted(32), gen)
        density = torch.stack(rows)                            # component, density under each, draw
        each = joint-density.diagonal().mT
        first, second = slice(0, n//2), slice(n//2, n)
        log_pi = each[:, first].mean(1).log_softmax(0)
        whole = joint-(log_pi[:, None]+density).logsumexp(1)
        errors = whole[:, second].std(1)/(n-n//2)**.5
    return (log_pi.exp()@whole[:, second].mean(1)).item(), (log_pi.exp()*errors).square().sum().sqrt().item()

class LowRankUnits:
    "Units that are independent given a few factors which all of them share; it begins at a body by units"
    def __init__(self, problem: Problem, q: CollapsedLastLayer, rank: int, gen: torch.Generator):
        self.q, (self.label,), body = q, problem.group.labels, q.body
        self.index, self.signed = body.index(self.label), bool(problem.group.signed)
        self.prior, self.layout = prior_below(problem.prior, list(body.layout.shapes)), body.layout
        self.loc, self.scale = body.loc.detach()[self.index].clone(), body.scale(self.label).detach().clone()
        self.factor = self.tril@(.1*torch.randn(*self.loc.shape, rank, generator=gen).to(self.loc))
        assert self.index.numel()==self.layout.numel, 'expected one layer below the last'
        self.free = [t.requires_grad_() for t in (self.loc, self.scale, self.factor)]

    @property
    def tril(self) -> Tensor: return self.scale.tril(-1)+torch.diag_embed(self.scale.diagonal(dim1=-2, dim2=-1).exp())

    def log_joint(self, units: Tensor) -> Tensor:
        "Log marginal likelihood and prior of units `(S, h, p)`"
        flat = units.new_zeros(len(units), self.layout.numel).index_copy(1, self.index.flatten(), units.flatten(1))
        w = self.layout.unflatten(flat)
        return self.q.marginal(w, self.q.noise())[0]+self.prior.log_prob(self.layout, w)

    def at_sites(self, units: Tensor, z: Tensor) -> tuple[Tensor, Tensor|None]:
        "Log densities `(S, h, h)` of unit j at site i given the factors, and those of its negative"
        mean, inverse = self.loc+(self.factor@z[:, None, :, None]).squeeze(-1), torch.linalg.inv(self.tril)
        of = lambda u: -.5*((u[:, :, None]-mean[:, None]).unsqueeze(-2)@inverse.mT).square().sum((-2, -1)) # unit, site
        const = -self.tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)-self.loc.shape[-1]/2*log(2*pi)
        return (of(units)+const).mT, (of(-units)+const).mT if self.signed else None

    def matrix(self, units: Tensor, z: Tensor) -> Tensor:
        plus, minus = self.at_sites(units, z)
        return plus if minus is None else torch.logaddexp(plus, minus)

    def log_order(self) -> float: return lgamma(len(self.loc)+1)+len(self.loc)*log(2)*self.signed

    def of_factors(self, units: Tensor) -> torch.distributions.MultivariateNormal:
        "The distribution of the factors given units in the order of the sites"
        white = torch.linalg.solve_triangular(self.tril, self.factor, upper=False)
        off = torch.linalg.solve_triangular(self.tril, (units-self.loc).unsqueeze(-1), upper=False)
        precision = torch.eye(white.shape[-1]).to(white)+(white.mT@white).sum(0)
        mean = torch.linalg.solve(precision, (white.mT@off).sum(-3).squeeze(-1).mT).mT
        return torch.distributions.MultivariateNormal(mean, precision_matrix=precision.expand(len(units), -1, -1), validate_args=False)

    def draw(self, n: int, gen: torch.Generator) -> tuple[Tensor, Tensor]:
        z = torch.randn(n, self.factor.shape[-1], generator=gen).to(self.loc)
        eps = torch.randn(n, *self.loc.shape, generator=gen).to(self.loc)
        return self.loc+(self.factor@z[:, None, :, None]).squeeze(-1)+(self.tril@eps.unsqueeze(-1)).squeeze(-1), z

    def objective(self, n: int, gen: torch.Generator) -> Tensor:
        "The bound with one draw of the factors, the true one; the order of units is found from the units"
        units, z = self.draw(n, gen)
        given = self.matrix(units, z)
        log_q = -.5*(z.square()+log(2*pi)).sum(-1)-self.of_factors(self.ordered(units)).log_prob(z)+upper_bound(given, 10, refine=0)-self.log_order()
        return (self.log_joint(units)-log_q).mean()

    def train(self, steps: int, gen: torch.Generator) -> None:
        adam = torch.optim.Adam(self.free, lr=1e-2)
        rate = torch.optim.lr_scheduler.LambdaLR(adam, lambda t: min(1., (steps-t)/(.3*steps)))
        for _ in range(steps):
            adam.zero_grad()
            (-self.objective(4, gen)).backward()
            adam.step()
            rate.step()

    def ordered(self, units: Tensor) -> Tensor:
        "Units in the order and with the signs of the sites, found from the units alone"
        plus, minus = self.at_sites(units, torch.zeros(len(units), self.factor.shape[-1]).to(units))
        best = plus if minus is None else torch.maximum(plus, minus)
        found = [linear_sum_assignment(-m.numpy())[1] for m in best.detach()]
        places = torch.as_tensor(found)
        signs = torch.ones(()).to(units) if minus is None else torch.where(plus>=minus, 1., -1.).to(units).gather(2, places.unsqueeze(-1))
        return units.gather(1, places.unsqueeze(-1).expand_as(units))*signs

    @torch.no_grad()
    def bound(self, n: int, k: int, gen: torch.Generator) -> tuple[float, float]:
        "Lower end and error: factors drawn given the units, with the true ones planted among them"
        units, z = self.draw(n, gen)
        given = self.of_factors(self.ordered(units))
        more = given.mean+(torch.randn(k-1, *z.shape, generator=gen).to(z).unsqueeze(-2)@torch.linalg.inv(
            torch.linalg.cholesky(given.precision_matrix))).squeeze(-2)
        ratios = []
        for zs in torch.cat([z[None], more]):
            matrix = self.matrix(units, zs)
            ratios.append(-.5*(zs.square()+log(2*pi)).sum(-1)-given.log_prob(zs)+upper_bound(matrix, 30)-self.log_order())
        each = self.log_joint(units)-(torch.stack(ratios).logsumexp(0)-log(k))
        return each.mean().item(), each.std().item()/n**.5

def row(setting: str, draw: int, method: str, bound: float, error: float, begun: float, before: float = 0.) -> dict:
    r = dict(setting=setting, draw=draw, method=method, bound=bound, error=error, seconds=time.process_time()-begun+before)
    print(pd.DataFrame([r]).round(2).to_string(header=False, index=False), flush=True)
    return r

def measured(name: str, draw: int, epochs: int, starts: int) -> list[dict]:
    problem, rows = examples[name](draw), []
    def fitted(nets, gen):
        q = CollapsedLastLayer.from_module(nets, problem.prior, problem.likelihood, problem.tensors, generator=gen, group=problem.group)
        fit(problem, q, epochs=epochs, lr=1e-2, progress=False, generator=streams(draw, 'fit'))
        return q
    begun = time.process_time()
    q = fitted(problem.model, streams(draw, 'start'))
    of_fit = time.process_time()-begun
    value, error = lower_ends(problem, q, draw)
    rows.append(row(name, draw, 'default', value.item(), error.item(), begun))
    begun = time.process_time()
    low, gen = LowRankUnits(problem, q, 8, streams(draw, 'factors')), streams(draw, 'low rank')
    low.train(epochs//4, gen)
    rows.append(row(name, draw, 'low rank over all units', *low.bound(100, 16, gen), begun, of_fit))
    begun, longer = time.process_time(), deepcopy(q)
    fit(problem, longer, epochs=epochs//4, lr=1e-2, progress=False, generator=streams(draw, 'longer'))
    value, error = lower_ends(problem, longer, draw)
    rows.append(row(name, draw, 'default, longer', value.item(), error.item(), begun, of_fit))
    begun = time.process_time()
    stack = fitted([problem.model]*starts, child_generators(streams(draw, 'starts'), starts))
    stacked = time.process_time()-begun
    values, errors = lower_ends(problem, stack, draw)
    best = values.argmax()
    rows.append(row(name, draw, f'best of {starts} starts', values[best].item(), errors[best].item(), begun))
    begun = time.process_time()
    rows.append(row(name, draw, f'mixture of {starts} starts', *mixture(problem, stack, draw), begun, stacked))
    few = dict(temperatures=100, steps=affordable(marginal_target(problem))['steps'])
    for method,how,before in (('100 temperatures from the default', dict(base=q) | few, of_fit), ('log_evidence', {}, 0.)):
        begun = time.process_time()
        e = log_evidence(problem, reverse=False, progress=False, generator=streams(draw, method), **how)
        rows.append(row(name, draw, method, e.estimate, e.error, begun, before) | dict(effective=e.effective))
    return rows

def wave(x: Tensor) -> Tensor: return torch.sin(3*x[:, 0])+.5*x[:, 0].abs()

def friedman(x: Tensor) -> Tensor:
    u = (x+2)/4
    return (10*torch.sin(pi*u[:, 0]*u[:, 1])+20*(u[:, 2]-.5)**2+10*u[:, 3]+5*u[:, 4]-14.4)/5

def of_wave(n: int = 128, act: type = nn.Tanh, noise: float = .2, **how) -> Callable[[int], Problem]:
    return lambda seed: setting(1, n, (100,), act, wave, noise, seed, **how)

more = {'wave': of_wave(), '20 points': of_wave(20), '1,000 points': of_wave(1000), 'noise of .8': of_wave(noise=.8),
    'prior times 3': of_wave(scale=3.), 'prior times .3': of_wave(scale=.3), 'ReLU': of_wave(act=nn.ReLU), 'Student-t noise': of_wave(df=3),
    'five inputs': lambda seed: setting(5, 200, (50,), nn.Tanh, friedman, .2, seed), **examples}

def measured_starts(name: str, draw: int, epochs: int, starts: int) -> list[dict]:
    "Return the lower end of each start, by many draws, beside the log evidence"
    problem, begun = more[name](draw), time.process_time()
    gens = lambda of: child_generators(streams(draw, of), starts)
    q = CollapsedLastLayer.from_module([problem.model]*starts, problem.prior, problem.likelihood, problem.tensors,
        generator=gens('starts'), group=problem.group)
    fit(problem, q, epochs=epochs, lr=1e-2, progress=False, generator=streams(draw, 'fit'))
    fitted = time.process_time()
    rows = account(problem, q, n_samples=300, generator=gens('account'), progress=False)
    annealed = time.process_time()
    e = log_evidence(problem, reverse=False, progress=False, generator=streams(draw, 'log_evidence'))
    whole = dict(evidence=e.estimate, evidence_error=e.error, effective=e.effective, seconds=fitted-begun,
        evidence_seconds=time.process_time()-annealed)
    bounds = rows[['symmetrized_elbo_lower', 'symmetrized_elbo_error']].set_axis(['bound', 'error'], axis=1)
    found = [dict(setting=name, draw=draw, start=i) | r | whole for i,r in enumerate(bounds.to_dict('records'))]
    print(pd.DataFrame(found).round(2).to_string(header=False, index=False), flush=True)
    return found

options = dict(
    starts_of_more=False,  # single starts in more settings, with the first draw that --draws does not count
    draws=(1, 1),  # of inputs and noise
    starts=(4, 2),
    epochs=(2000, 50),
)

def run(a):
    names = list(more if a.starts_of_more else examples)[:1 if a.quick else None]
    if a.starts_of_more: return growing('one_posterior_more', (measured_starts(n, a.draws, a.epochs, a.starts) for n in names))
    return growing('one_posterior', (measured(n, draw, a.epochs, a.starts) for draw in range(a.draws) for n in names))

main = driver(run, options)

if __name__=='__main__': main()
