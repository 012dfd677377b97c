"What the tests of prediction, training and checkpoints share."

import pandas as pd
import torch

from cases import cases, close, families, make_posterior, Net, normal, rng, rngs, same  # noqa: F401
from symbayes.core.tensors import seeded_module
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.priors import IsotropicNormal
from symbayes.inference.fitting import fit


case, prior = cases['signed'], IsotropicNormal(1.)
net, group, x = case.model(), case.group, case.x(24)
y = torch.stack([x[:, 0].sin(), x[:, 1]*x[:, 2]], 1) + .1*normal(24, 2, seed=1)
labels = (x[:, 0]>0).long()
valid = case.x(12, 5), torch.zeros(12, 2, dtype=torch.float64)
gens = lambda members, seed=0: rngs(*range(seed, seed+members)) if members else rng(seed)
quiet = dict(progress=False)
state = lambda q, lik=None: {**q.state_dict(), **({f'lik.{k}': t for k,t in lik.state_dict().items()} if lik else {})}
def no_seconds(h: pd.DataFrame) -> pd.DataFrame: return h.drop(columns='seconds')

def fitted(q=None, data=(x, y), likelihood=None, model=net, **options):
    "Fit the small network's posterior, or another one, from the generator of seed 0; return the history"
    q = make_posterior('MeanField', case) if q is None else q
    return fit(model, q, prior, likelihood or Gaussian(.3), data, **dict(generator=rng(0), **quiet) | options)

# refusals

nan = float('nan')
def with_nan(t, value=nan):
    t = t.clone()
    t[2, 0] = value
    return t

def by_hand(act):
    "A network whose activation is no module, so that no `repr` shows it"
    return seeded_module(lambda: Net(lambda s, x: s.b(act(s.a(x))), a=(3, 4), b=(4, 2)), 0).double()
