"Draws that processes share out: predictions, both sides of I and the account are the same, bit for bit, for every number of processes."
import os, socket

import pytest
import torch
from torch import nn

from cases import rng
from symbayes.core.processes import Processes
from symbayes.core.messages import SymbayesError
from symbayes.core.networks import network_outputs
from symbayes.core.random import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal, StudentTPrior
from symbayes.distributions.samples import Samples
from symbayes.inference.prediction import account, evaluate, predict
from symbayes.information.estimators import Planted, drawn_singly, mark, mi_sandwich, over_draws
from symbayes.information.symmetrized_elbo import symmetrize

net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1)), 0)
x, y, g = torch.randn(20, 2, generator=rng(0)), torch.randn(20, 1, generator=rng(1)), mlp_group(net)
q, stack = MeanField.from_module(net, .1), MeanField.from_module([net]*2, .2)
prior, noise = IsotropicNormal(1.), Gaussian(.3)

# what every process computes; `shared` is a function name to tensors
cases = '''
import os, pandas, scipy.linalg, scipy.optimize, torch, torch.fx.experimental.symbolic_shapes
from torch import nn
from symbayes.core.messages import SymbayesError
from symbayes.core.random import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.distributions.gaussian import MeanField
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal, StudentTPrior
from symbayes.inference.prediction import account, evaluate, predict
from symbayes.information.estimators import mi_sandwich
from symbayes.information.symmetrized_elbo import symmetrize
def rng(s): return torch.Generator().manual_seed(s)
def numbers(table): return torch.tensor(table.select_dtypes('number').values)
def ends(s): return torch.stack([s.lower, s.upper, s.lower_error, s.upper_error])
def terms(t): return torch.stack([t.log_lik, t.kl, t.mi])
def refused(f):
    try: f()
    except SymbayesError as e: return str(e)
net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1)), 0)
x, y, g = torch.randn(20, 2, generator=rng(0)), torch.randn(20, 1, generator=rng(1)), mlp_group(net)
q, stack = MeanField.from_module(net, .1), MeanField.from_module([net]*2, .2)
prior, noise, wide = IsotropicNormal(1.), Gaussian(.3), seeded_module(lambda: nn.Sequential(nn.Linear(2, 30), nn.ReLU(), nn.Linear(30, 1)), 0)
moving = CollapsedLastLayer.from_module([net]*2, prior, noise, (x, y), generator=[rng(1), rng(2)], group=g)
listed, by = q.sample(4, rng(9)), dict(processes=True)
def all_cases():
    rank = int(os.environ.get('RANK', 0))
    torch.manual_seed(7+rank)
    yield 'predict', predict(net, q, x, 5, generator=rng(3), **by)
    yield 'a stack, fewer draws than processes', predict(net, stack, x, 1, generator=[rng(3), rng(4)], **by)
    yield 'symmetrised', predict(net, symmetrize(q, g), x, 4, generator=rng(3), **by)
    yield 'seeded by the first', predict(net, q, x, 3, **by)
    yield 'listed draws in their order', predict(net, listed, x, 4, generator=rng(3), **by)
    yield 'exact', ends(mi_sandwich(stack, g, 5, 8, [rng(1), rng(2)], **by))
    yield 'sampled', ends(mi_sandwich(MeanField.from_module(wide, .3), mlp_group(wide), 3, 4, rng(1), **by))
    yield 'evaluate', terms(evaluate(net, q, prior, noise, (x, y), g, n_samples=5, n_mi_samples=4, generator=rng(5), **by))
    yield 'account', numbers(account(net, stack, prior, noise, (x, y), g, (x, y), 4, 8, rng(6), **by))
    yield 'account without a closed form', numbers(account(net, q, StudentTPrior(3., 1.), Gaussian(.3, True), (x, y), None, None, 4, 8, **by))
    yield 'account of a family by draws', numbers(account(net, moving, prior, noise, (x, y), g, (x, y), 3, 8, rng(6), **by))
    if 'RANK' in os.environ:
        yield 'other inputs', refused(lambda: predict(net, q, x+rank, 3, generator=rng(1), **by))
        yield 'other draws', refused(lambda: predict(net, q, x, 3, generator=rng(rank), **by))
        yield 'other K', refused(lambda: mi_sandwich(q, g, 3, 4+rank, rng(1), **by))
'''
fork = '''
torch.save(dict(all_cases()), '{folder}/0 of 1')  # here, so that what is imported on the way is there for the others
children = []
for rank in 0, 1:
    if pid := os.fork(): children.append(pid); continue
    os.environ |= dict(RANK=str(rank), WORLD_SIZE='2', LOCAL_RANK=str(rank), MASTER_ADDR='127.0.0.1', MASTER_PORT='{port}')
    torch.save(dict(all_cases()), '{folder}/%d of 2' % rank)
    os._exit(0)
assert [os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]) for p in children]==[0, 0]
'''

def free_port() -> int:
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]

@pytest.fixture(scope='module')
def found(after_torch, tmp_path_factory) -> dict[str, dict]:
    "By process: 'alone', 'first', 'second'"
    at = tmp_path_factory.mktemp('shared')
    after_torch(f"import os; os.environ['OMP_NUM_THREADS'] = '1'\n{cases}{fork.format(port=free_port(), folder=at)}")
    return {k: torch.load(at/f) for k,f in dict(alone='0 of 1', first='0 of 2', second='1 of 2').items()}

@pytest.mark.skipif(not hasattr(os, 'fork'), reason='processes are forked')
def test_numbers_do_not_depend_on_how_many_share_the_draws(found):
    alone = found['alone']
    assert len(alone)==11 and all(t.isfinite().all() for t in alone.values())
    for who in 'first', 'second':
        off = [k for k,t in alone.items() if not torch.equal(t, found[who][k])]
        assert not off, f'{who}: {off}'

@pytest.mark.skipif(not hasattr(os, 'fork'), reason='processes are forked')
@pytest.mark.parametrize('case,hint', [('other inputs', 'process 1 has another inputs than process 0'), ('other draws', 'another generator'), ('other K', 'another K than process 0: 5, expected 4')])
def test_processes_that_are_asked_for_different_things(case, hint, found):
    assert all(hint in found[who][case] and '\n' not in found[who][case] for who in ('first', 'second'))

def test_listed_draws_are_taken_in_their_order():
    w = q.sample(4, rng(9))
    for listed in w, Samples(w): assert torch.allclose(predict(net, listed, x, 4, processes=True), network_outputs(net, w, x), atol=1e-6)

def test_an_ensemble_is_taken_as_it_comes():
    "A sampler that goes through a list cannot be asked for one draw at a time"
    w = q.sample(3, rng(9))
    class Ensemble:
        def sample(self, n): return {k: t[:n] for k,t in w.items()}
    assert torch.allclose(predict(net, Ensemble(), x, 3, processes=True), network_outputs(net, w, x), atol=1e-6)
    assert [drawn_singly(d) for d in (q, symmetrize(q, g), Samples(w), symmetrize(Samples(w), g), Ensemble())]==[True, True, False, False, False]

def test_one_draw_at_a_time(monkeypatch):
    sizes, sample = [], MeanField.sample
    monkeypatch.setattr(MeanField, 'sample', lambda self, n=1, generator=None: sizes.append(n) or sample(self, n, generator))
    predict(net, q, x, 6, generator=rng(1), processes=True)
    assert sizes==[1]*6

def test_the_same_distribution_as_without_processes():
    "Other draws, of the same: within five standard errors"
    S, by = 200, dict(processes=True)
    a, b = (predict(net, q, x, S, generator=rng(s), processes=p) for s,p in ((1, False), (2, True)))
    assert ((a.mean(0)-b.mean(0)).abs() < 5*(a.var(0)+b.var(0)).sqrt()/S**.5).all()
    assert (a.std(0)/b.std(0)-1).abs().max()<.25
    args = net, q, StudentTPrior(3., 1.), noise, (x, y), g, None, 40, 8
    one, two = account(*args, rng(1)), account(*args, rng(2), **by)
    assert list(one)==list(two) and one.mi_lower_by[0]==two.mi_lower_by[0]
    for k in 'log_lik', 'kl', 'elbo', 'mi_lower', 'mi_upper': assert abs(one[k][0]-two[k][0])<=5*(one[f'{k}_error'][0]**2+two[f'{k}_error'][0]**2)**.5+1e-9, k
    terms = [evaluate(net, q, prior, noise, (x, y), g, n_samples=40, n_mi_samples=10, generator=rng(s), processes=p) for s,p in ((1, False), (2, True))]
    assert terms[0].kl==terms[1].kl and terms[0].side==terms[1].side and terms[0].kl_by==terms[1].kl_by
    assert abs(terms[0].log_lik-terms[1].log_lik)<=5*one.log_lik_error[0]*2**.5

def test_parts_put_together_are_the_whole():
    class Part(Processes):
        def gathered(self, t, axis, n): return t
    part = lambda i, size: over_draws(5, rng(3), lambda k, r: q.sample(k, r), lambda w, r: [Planted(4)(q, g, w, r)], 0, Part(i, size))[0]
    assert torch.equal(torch.cat([part(i, 3) for i in range(3)]), part(0, 1))
    assert part(6, 7).shape==(0,)

def test_marks_of_any_layout():
    "A learned noise of one member is expanded: one number with a stride of zero"
    t = torch.ones(1).expand(1, 1)[0]
    assert mark(t)==mark(torch.ones(1))==mark(torch.ones(2, 1).t()[0, :1])!=mark(torch.ones(2))
    assert mark(torch.arange(6).reshape(2, 3).t())==mark(torch.arange(6).reshape(2, 3).t().contiguous())!=mark(torch.arange(6).reshape(3, 2))

def test_refused():
    for f in (lambda p: predict(net, q, x, 2, processes=p), lambda p: mi_sandwich(q, g, 2, processes=p), lambda p: account(net, q, prior, noise, (x, y), processes=p)):
        with pytest.raises(SymbayesError, match="processes is 'data', expected True or False"): f('data')
