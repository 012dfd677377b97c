"What the battery of an estimator finds: nothing for every estimator, and a planted fault for every law."
from dataclasses import dataclass
from typing import ClassVar

import pytest
import torch

from cases import Case, cases, left_out, make_posterior, mlp, pairs, refused
from lengths import by_turns
from symbayes.information.estimators import Bethe, Planted, Sampled, Sinkhorn, Soules
from symbayes.information.orbit_averages import Exact, Uniform
from symbayes.testing import check_estimator_laws, laws

signed, wide = cases['signed'], make_posterior('MeanField', cases['signed'], std=.6)
small = [c for c in cases if cases[c].group.order<=600]

estimators = [Exact(), Uniform(1), Uniform(12), Sinkhorn(), Soules(), Bethe(), Sampled(16), Planted(16)]

over = [(f, c) for f,c in pairs if c in small and (f=='MeanField' or c in ('signed', 'no_bias', 'twice', 'no_hidden'))]

@pytest.mark.parametrize('estimator,family,name', by_turns(6, estimators, over), ids=str)
def test_estimators(estimator, family, name):
    if family=='LowRank' and not isinstance(estimator, (Exact, Uniform)): return
    found = check_estimator_laws(estimator, make_posterior(family, cases[name], std=.6), cases[name].group)
    assert not left_out(found) or name=='no_hidden'

def test_estimators_of_large_groups():
    case = Case(lambda: mlp(3, 9, 2))
    found = left_out(check_estimator_laws(Soules(), make_posterior('MeanField', case), case.group))
    assert set(found)=={'side'}

@dataclass(frozen=True)
class Wrong:
    "`Uniform`, changed"
    side: ClassVar[str] = 'lower bound'
    def check(self, g): pass
    def __call__(self, q, g, w, generator=None): return self.changed(Uniform(12)(q, g, w, generator), q, g)
    def changed(self, v, q, g): return v

class NoSide(Wrong): side = 'below'

class MeanOnly(Wrong):
    def changed(self, v, q, g): return v.mean(-1)

class Infinite(Wrong):
    def changed(self, v, q, g): return v+torch.inf

class CallsItselfExact(Wrong): side = 'exact'

class TooHigh(Wrong):
    def changed(self, v, q, g): return v+g.log_order

class TooLow(Wrong):
    side = 'upper bound'
    def changed(self, v, q, g): return v-g.log_order

class OwnGenerator(Wrong):
    def __call__(self, q, g, w, generator=None): return Uniform(12)(q, g, w)

class Exchanged(Wrong):
    def changed(self, v, q, g): return v.flip(0) if v.ndim>1 else v

class Detached(Wrong):
    def changed(self, v, q, g): return v.detach()

class NaNGradient(Wrong):
    def changed(self, v, q, g): return v+(0*q.loc.square().sum()).sqrt()

estimator_faults = [('values', NoSide, "'below'"), ('values', MeanOnly, 'shape'), ('values', Infinite, 'infinite'), ('side', CallsItselfExact, 'value of a draw'), ('possible range', TooHigh, 'at most'), ('possible range', TooLow, 'at least 0'),
    ('same generator', OwnGenerator, 'global'), ('members', Exchanged, 'member 0'), ('gradient', Detached, 'no gradient'), ('gradient', NaNGradient, "'loc' .* NaN")]

@pytest.mark.parametrize('name,wrong,says', estimator_faults, ids=str)
def test_wrong_estimators(name, wrong, says):
    skip = ['side', 'no labels'] if name=='possible range' else ()
    refused(f"^.* breaks the law '{name}': .*{says}", lambda: check_estimator_laws(wrong(), wide, signed.group, skip=skip))

def test_every_law_of_an_estimator_can_fail():
    "One of them in their chapter, nbs/testing/02_batteries"
    assert set(laws['estimator'])-{'device'}=={f[0] for f in estimator_faults} | {'no labels'}
