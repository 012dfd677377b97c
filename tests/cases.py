"Every kind of group, with a model it is a symmetry of, and every family over it: the laws of the package run over all of them."
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import product
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from symbayes.core.messages import SymbayesError
from symbayes.core.tensors import Layout, Params, seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.distributions.gaussian import LowRank, MatrixNormal, MeanField, UnitGaussian
from symbayes.distributions.base import Posterior
from symbayes.distributions.priors import IsotropicNormal
from symbayes.symmetry.axes import rearranged
from symbayes.symmetry.permutations import Element, PermutationGroup

def rng(seed: int = 0) -> torch.Generator: return torch.Generator().manual_seed(seed)
def rngs(*seeds: int) -> list[torch.Generator]: return [rng(s) for s in seeds]
def close(a, b, tol: float = 1e-9) -> None: torch.testing.assert_close(torch.as_tensor(a), torch.as_tensor(b), rtol=tol, atol=tol)
def normal(*shape: int|tuple[int, ...], seed: int = 0) -> Tensor: return torch.randn(*shape, generator=rng(seed), dtype=torch.float64)
def refused(match: str, f: Callable, *args, **kwargs) -> str:
    "The message of a refusal, which is one line"
    with pytest.raises(SymbayesError, match=match or None) as e: f(*args, **kwargs)
    assert '\n' not in str(e.value)
    return str(e.value)

def message(f: Callable) -> str: return refused('', f)

def two_layers(first: str = '0', last: str = '2', i: int = 3, h: str|int = 'h', o: int = 2) -> dict:
    "Axes of two linear layers with hidden units h"
    return {f'{first}.weight': (h, i), f'{first}.bias': (h,), f'{last}.weight': (o, h), f'{last}.bias': (o,)}

def shell(command: Callable, *argv: object, name: str = '') -> tuple[int, str, str]:
    "Status, output and errors of a command"
    from symbayes.runs.terminal import run_command
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err: status = run_command(command, [str(a) for a in argv], name or command.__name__)
    return status, out.getvalue(), err.getvalue()

def said(command: str, *argv: object) -> tuple[int, str]:
    "Status and errors of a command of runs, by its name"
    from symbayes.runs import commands
    return shell(getattr(commands, command), *argv)[::2]

class Function(nn.Module):
    "A function of the input as a module"
    def __init__(self, f: Callable): super().__init__(); self.f = f
    def forward(self, x): return self.f(x)

def part(p: Any) -> Any:
    "A part of a network: a pair stands for a linear layer, a class for a module without options, a function for one that computes it"
    if isinstance(p, tuple): return nn.Linear(*p)
    if isinstance(p, type): return p()
    return Function(p) if callable(p) and not isinstance(p, nn.Module) else p

class Net(nn.Module):
    "A forward function over named parts: modules, parameters and, as plain tensors, buffers"
    def __init__(self, call: Callable, **parts: Any):
        super().__init__()
        self.call = call
        for k,p in parts.items():
            if isinstance(p, Tensor) and not isinstance(p, nn.Parameter): self.register_buffer(k, p)
            else: setattr(self, k, part(p))
    def forward(self, *args, **kwargs): return self.call(self, *args, **kwargs)

def recurrent(layer: nn.Module, *sizes: int) -> Net:
    "A recurrent layer, and a linear one of these sizes that reads its last state"
    return Net(lambda s, x: s.out(s.layer(x)[0][:, -1]), layer=layer, out=sizes)

def copies(net: nn.Module) -> Params: return {k: t.clone() for k,t in net.state_dict().items()}
def same(a: Params, b: Params) -> bool: return a.keys()==b.keys() and all(torch.equal(a[k], b[k]) for k in a)

def branches() -> Net:
    "Two hidden layers and the input side by side: an axis of segments"
    return Net(lambda s, x: s.out(torch.cat([s.a(x).tanh(), s.b(x).relu(), x], 1)), a=(3, 3), b=(3, 2), out=(8, 2))

def twice() -> Net:
    "One hidden layer seen through two activations: a label twice on one axis"
    return Net(lambda s, x: s.out(torch.cat([(h := s.a(x)).relu(), x[:, :1], h.sin()], 1)), a=(3, 4), out=(9, 2, False))

def outer() -> Net:
    "Products of all pairs of two layers' units: a product of two labels"
    return Net(lambda s, x: s.out((s.a(x).tanh()[:, :, None]*s.b(x).relu()[:, None]).flatten(1)), a=(3, 3), b=(3, 2), out=(6, 2))

def residual() -> Net:
    "A residual stream, also mixed with itself: a label on two axes of one tensor"
    def call(s, x):
        r = s.read(x)
        r = r + s.down(s.up(r).relu())
        return s.out(r + s.mix(r).relu())
    return Net(call, read=(3, 4), up=(4, 3), down=(3, 4), mix=(4, 4), out=(4, 2))

def scaled() -> Net:
    "A number without axes among the parameters, and a buffer"
    return Net(lambda s, x: s.scale*s.net(x-s.shift), net=mlp(3, 4, 2), scale=nn.Parameter(torch.tensor(.7)), shift=torch.arange(3.))

class Attention(nn.Module):
    "Attention by hand over a few tokens; queries and keys, and values, have channels of their own in every head"
    def __init__(self, h: int = 2, d: int = 2, e: int = 1):
        super().__init__()
        self.h = h
        self.q, self.k, self.v, self.out = nn.Linear(2, h*d), nn.Linear(2, h*d, bias=False), nn.Linear(2, h*e), nn.Linear(h*e, 2)
    def heads(self, x): return (f(x).unflatten(-1, (self.h, -1)).transpose(-2, -3) for f in (self.q, self.k, self.v))
    def forward(self, x):
        q, k, v = self.heads(x)
        return self.out(((q@k.mT).softmax(-1)@v).transpose(-2, -3).flatten(-2)).mean(-2)

class AttentionInOne(Attention):
    "The same, with queries, keys and values side by side in one tensor"
    def __init__(self):
        super().__init__(2, 1, 2)
        del self.q, self.k, self.v
        self.into, self.parts = nn.Linear(2, 8), (2, 2, 4)
    def heads(self, x): return (t.unflatten(-1, (self.h, -1)).transpose(-2, -3) for t in self.into(x).split(self.parts, -1))

class Grouped(nn.Module):
    "A convolution in two groups, whose inputs may be shuffled; without `alike` the groups have activations of their own"
    def __init__(self, i: int = 3, o: int = 2, alike: bool = True, shuffle: bool = False):
        super().__init__()
        self.a, self.b, self.out = nn.Conv1d(2, 2*i, 1), nn.Conv1d(2*i, 2*o, 2, groups=2), nn.Linear(2*o, 2)
        self.alike, self.shuffle = alike, shuffle
    def forward(self, x):
        x = self.a(x).relu()
        if self.shuffle: x = x.unflatten(-2, (2, -1)).transpose(-2, -3).flatten(-3, -2)
        x = self.b(x)
        one, two = x.chunk(2, -2)
        return self.out((x.relu() if self.alike else torch.cat([one.relu(), two.tanh()], -2)).mean(-1))

def tree() -> Net:
    "Units in blocks in blocks: each of two branches sums over two twigs, each of which sums over two leaves"
    def call(s, x):
        x = (s.leaf(x).relu()*s.twig).unflatten(-1, (4, 2)).sum(-1).relu()
        x = (x*s.branch).unflatten(-1, (2, 2)).sum(-1).relu()
        return torch.stack([(x*s.root).sum(-1), (x*s.root.square()).sum(-1)], -1)
    return Net(call, leaf=nn.Linear(3, 8), **{k: nn.Parameter(torch.randn(n)) for k,n in dict(twig=8, branch=4, root=2).items()})

def tokens() -> Net:
    "A stream read from a table, with a layer beside it"
    return Net(lambda s, x: s.out((r := s.table(x))+s.down(s.up(r).relu())).mean(-2), table=nn.Embedding(5, 3), up=(3, 2), down=(2, 3),
        out=(3, 2))

def mlp(*widths: int, act: type|list = nn.ReLU, bias: bool = True) -> nn.Sequential:
    acts = act if isinstance(act, list) else [act]*(len(widths)-2)
    layers = [nn.Linear(i, o, bias=bias) for i,o in zip(widths, widths[1:])]
    return nn.Sequential(*(m for l,a in zip(layers, [*acts, None]) for m in ([l, a()] if a else [l])))

def prior_of(model: nn.Module) -> IsotropicNormal:
    "Biases have another scale than weights"
    return IsotropicNormal({k: .9 if k.endswith('bias') else .7 for k in Layout.of(model).shapes})
def tanh_net(*widths: int, seed: int = 0) -> nn.Sequential:
    "The network of a seed"
    return seeded_module(lambda: mlp(*widths, act=nn.Tanh), seed)

@dataclass
class Case:
    "A model, its group, and the shape of one input"
    make: Callable[[], nn.Module]                                  # a fresh model
    group_of: Callable[[nn.Module], PermutationGroup] = mlp_group  # its group
    shape: tuple[int, ...] = (3,)                                  # of one input
    words: int = 0                                                 # inputs are whole numbers below this, if it is not zero

    def model(self, seed: int = 0, dtype: torch.dtype = torch.float64) -> nn.Module: return seeded_module(self.make, seed).to(dtype)
    def x(self, n: int = 7, seed: int = 0, dtype: torch.dtype = torch.float64) -> Tensor:
        if self.words: return torch.randint(self.words, (n, *self.shape), generator=rng(seed))
        return torch.randn(n, *self.shape, generator=rng(seed), dtype=torch.float64).to(dtype)
    @cached_property
    def group(self) -> PermutationGroup: return self.group_of(self.model())

def written(sizes: dict, axes: dict, signed: tuple = (), **blocks) -> Callable: return lambda model: PermutationGroup(sizes, axes, signed, **blocks)

cases = dict(
    unsigned=Case(lambda: mlp(3, 4, 2)),
    signed=Case(lambda: mlp(3, 4, 2, act=nn.Tanh)),
    no_bias=Case(lambda: mlp(3, 4, 2, bias=False)),
    no_bias_signed=Case(lambda: mlp(3, 3, 2, act=nn.Tanh, bias=False)),
    mixed=Case(lambda: mlp(3, 4, 3, 2, act=[nn.ReLU, nn.Tanh])),
    signed_twice=Case(lambda: mlp(3, 3, 2, 2, act=nn.Tanh)),
    deep=Case(lambda: mlp(3, 3, 2, 3, 2, act=nn.SELU)),
    flat_input=Case(lambda: nn.Sequential(nn.Flatten(), mlp(6, 4, 2), nn.Softmax(-1)), shape=(2, 3)),
    one_unit=Case(lambda: mlp(3, 1, 2, act=nn.Tanh)),
    no_hidden=Case(lambda: mlp(3, 2)),
    conv_flatten=Case(lambda: nn.Sequential(nn.Conv2d(1, 3, 2), nn.Tanh(), nn.Flatten(), nn.Linear(12, 3), nn.ReLU(), nn.Linear(3, 2)),
        written({'c': 3, 'u': 3}, {'0.weight': ('c', 1, 2, 2), '0.bias': ('c',), '3.weight': ('u', ('c', 4)), '3.bias': ('u',), '5.weight': (2, 'u'), '5.bias': (2,)}, ('c',)), (1, 3, 3)),
    kernels=Case(lambda: nn.Sequential(nn.Conv1d(2, 3, 3), nn.ReLU(), nn.Conv1d(3, 2, 2, bias=False), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(2, 2)),
        written({'c': 3, 'd': 2}, {'0.weight': ('c', 2, 3), '0.bias': ('c',), '2.weight': ('d', 'c', 2), '6.weight': (2, 'd'), '6.bias': (2,)}), (2, 5)),
    segments=Case(branches, written({'a': 3, 'b': 2}, {'a.weight': ('a', 3), 'a.bias': ('a',), 'b.weight': ('b', 3), 'b.bias': ('b',), 'out.weight': (2, ['a', 'b', 3]), 'out.bias': (2,)}, ('a',))),
    twice=Case(twice, written({'a': 4}, {'a.weight': ('a', 3), 'a.bias': ('a',), 'out.weight': (2, ['a', 1, 'a'])})),
    outer=Case(outer, written({'a': 3, 'b': 2}, {'a.weight': ('a', 3), 'a.bias': ('a',), 'b.weight': ('b', 3), 'b.bias': ('b',), 'out.weight': (2, ('a', 'b')), 'out.bias': (2,)}, ('a',))),
    residual=Case(residual, written({'r': 4, 'm': 3}, {'read.weight': ('r', 3), 'read.bias': ('r',), 'up.weight': ('m', 'r'), 'up.bias': ('m',), 'down.weight': ('r', 'm'), 'down.bias': ('r',),
        'mix.weight': ('r', 'r'), 'mix.bias': ('r',), 'out.weight': (2, 'r'), 'out.bias': (2,)})),
    scaled=Case(scaled, written({'h': 4}, {'scale': (), 'net.0.weight': ('h', 3), 'net.0.bias': ('h',), 'net.2.weight': (2, 'h'), 'net.2.bias': (2,)})),
    another_order=Case(lambda: mlp(3, 4, 2), written({'h': 4}, {'2.bias': (2,), '2.weight': (2, 'h'), '0.bias': ('h',), '0.weight': ('h', 3)})),
    attention=Case(Attention, written({'h': 2, 'd': 2, 'e': 1}, {'q.weight': (('h', 'd'), 2), 'q.bias': (('h', 'd'),), 'k.weight': (('h', 'd'), 2), 'v.weight': (('h', 'e'), 2), 'v.bias': (('h', 'e'),),
        'out.weight': (2, ('h', 'e')), 'out.bias': (2,)}, ('d', 'e'), inside={'d': 'h', 'e': 'h'}), (3, 2)),
    attention_in_one=Case(AttentionInOne, written({'h': 2, 'd': 1, 'e': 2}, {'out.weight': (2, ('h', 'e')), 'out.bias': (2,), 'into.weight': ([('h', 'd'), ('h', 'd'), ('h', 'e')], 2),
        'into.bias': ([('h', 'd'), ('h', 'd'), ('h', 'e')],)}, ('d', 'e'), inside={'d': 'h', 'e': 'h'}), (3, 2)),
    grouped=Case(Grouped, written({'g': 2, 'i': 3, 'o': 2}, {'a.weight': (('g', 'i'), 2, 1), 'a.bias': (('g', 'i'),), 'b.weight': (('g', 'o'), 'i', 2), 'b.bias': (('g', 'o'),),
        'out.weight': (2, ('g', 'o')), 'out.bias': (2,)}, inside={'i': 'g', 'o': 'g'}), (2, 3)),
    grouped_fixed=Case(lambda: Grouped(2, 2, alike=False), written({'a': 2, 'b': 2, 'c': 2, 'd': 2}, {'a.weight': (['a', 'b'], 2, 1), 'a.bias': (['a', 'b'],), 'b.weight': [('c', 'a', 2), ('d', 'b', 2)],
        'b.bias': (['c', 'd'],), 'out.weight': (2, ['c', 'd']), 'out.bias': (2,)}, ('d',)), (2, 3)),
    shuffled=Case(lambda: Grouped(3, 1, shuffle=True), written({'g': 2, 'i': 3}, {'a.weight': (rearranged(('g', 'i'), [0, 2, 4, 1, 3, 5]), 2, 1), 'a.bias': (rearranged(('g', 'i'), [0, 2, 4, 1, 3, 5]),),
        'b.weight': ('g', 'i', 2), 'b.bias': ('g',), 'out.weight': (2, 'g'), 'out.bias': (2,)}, inside={'i': 'g'}), (2, 3)),
    nested_twice=Case(tree, written({'k': 2, 'h': 2, 'd': 2}, {'twig': (('k', 'h', 'd'),), 'branch': (('k', 'h'),), 'root': ('k',), 'leaf.weight': (('k', 'h', 'd'), 3), 'leaf.bias': (('k', 'h', 'd'),)},
        inside={'h': 'k', 'd': 'h'})),
    embedding=Case(tokens, written({'r': 3, 'm': 2}, {'table.weight': (5, 'r'), 'up.weight': ('m', 'r'), 'up.bias': ('m',), 'down.weight': ('r', 'm'), 'down.bias': ('r',), 'out.weight': (2, 'r'),
        'out.bias': (2,)}, ('r',)), (4,), 5),
    statistics=Case(lambda: nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)).eval(), written({'h': 4}, {'0.weight': ('h', 3), '0.bias': ('h',), '1.weight': ('h',),
        '1.bias': ('h',), '1.running_mean': ('h',), '1.running_var': ('h',), '3.weight': (2, 'h'), '3.bias': (2,)})),
)
one_layer = ['unsigned', 'signed', 'no_bias', 'no_bias_signed', 'flat_input', 'one_unit', 'scaled', 'twice', 'another_order']  # one label that covers all

families = ['MeanField', 'UnitGaussian', 'LowRank']
row_families = ['MatrixNormal', 'MatrixNormalFull'] # rows alike, with diagonal or full column covariances

def make_posterior(family: str, case: Case, members: int|None = None, std: float = .4, dtype: torch.dtype = torch.float64, seed: int = 0) -> Posterior:
    "A posterior with nothing special about its numbers; `members=None` for a single one"
    models = [case.model(seed+i, dtype) for i in range(members or 1)]
    models = models if members else models[0]
    if family=='MeanField': q = MeanField.from_module(models, std)
    elif family=='UnitGaussian': q = UnitGaussian.from_module(models, case.group, std=std)
    elif family in row_families: q = MatrixNormal.from_module(models, case.group, std=std, full=family=='MatrixNormalFull')
    else: q = LowRank.from_module(models, 2, std, rng(seed))
    gen = rng(seed+100)
    with torch.no_grad():
        for k,p in q.named_parameters():
            if k!='loc': p += .3*(std if k=='factor' else 1.)*torch.randn(p.shape, generator=gen, dtype=torch.float64).to(p)
    return q

def has_family(family: str, name: str) -> bool: return family not in ('UnitGaussian', *row_families) or bool(cases[name].group.colours())

pairs = [(f, c) for f,c in product(families, cases) if has_family(f, c)]                           # every family over every group
stacks = [(f, c, r) for f,c in pairs for r in (None, 3)]                                           # single and stacked of 3
turns = {(f, c): families.index(f)+[*cases].index(c) for f,c in pairs}
def in_turn(stack: tuple) -> bool:
    "Every family over every second group, and every group with every second family, the single or the stack by turns: a case for `make test`"
    half, odd = divmod(turns[stack[:2]], 2)
    return (not odd or stack[1]=='no_hidden') and stack[2]==(None, 3)[half%2]   # its two families both stand at odd places

def dense(q: Posterior) -> Tensor:
    "Covariance matrix of a single posterior, written from the family's definition"
    if isinstance(q, MeanField): return torch.diag((2*q.log_std).exp())
    if isinstance(q, LowRank): return torch.diag((2*q.log_std).exp()) + q.factor.T@q.factor
    if isinstance(q, MatrixNormal): return dense_rows(q)
    cov = torch.zeros(q.layout.numel, q.layout.numel, dtype=q.loc.dtype)
    for l in q.labels:
        for i,t in zip(q.index(l), getattr(q, f'tril_{q.labels.index(l)}')):
            f = t.tril(-1) + torch.diag(t.diagonal().exp())
            cov[i[:, None], i] = f@f.T
    free = [i for i in range(q.layout.numel) if not any(i in q.index(l) for l in q.labels)]
    cov[free, free] = (2*q.log_std).exp()
    return cov

def dense_rows(q: MatrixNormal) -> Tensor:
    "The same covariance of columns for every row, and none between rows"
    cov = torch.diag((2*q.flat_std().log()).exp())
    for l in q.labels:
        f = q.scale_tril(l)
        for i in q.index(l): cov[i[:, None], i] = f@f.T if q.full else torch.diag(f.square())
    return cov

def members_of(q: Posterior) -> list[Posterior]: return [q.member(i) for i in range(q.batch_shape[0])] if q.batch_shape else [q]
def pick(params: Params, *i) -> Params: return {k: v[i] for k,v in params.items()}
def random_params(layout: Layout, *lead: int, seed: int = 0) -> Params: return layout.unflatten(normal(*lead, layout.numel, seed=seed))
def only(g: PermutationGroup, a: Element, label: str) -> Element:
    "`a` on one label, the identity on the others"
    return g.element({label: a[label]}, {label: a.signs[label]} if label in g.signed else None)
def key(a: Element) -> tuple: return tuple(tuple(t.flatten().tolist()) for d in (a, a.signs) for t in d.values())
def drop_label(g: PermutationGroup) -> Iterator[PermutationGroup]:
    "Groups that forget a label on one axis of one tensor, and are still groups"
    for name in g.layout.shapes:
        for k,slab in enumerate(g.slabs[name]):
            for j,axis in enumerate(slab):
                for i,segment in enumerate(axis):
                    for l in {f for f in segment if isinstance(f, str) and g.sizes[f]>1}:
                        segments = (*axis[:i], tuple(g.sizes[f] if f==l else f for f in segment), *axis[i+1:])
                        new = (*slab[:j], rearranged(segments, axis.order) if hasattr(axis, 'order') else segments, *slab[j+1:])
                        slabs = [*g.slabs[name][:k], new, *g.slabs[name][k+1:]]
                        try: yield PermutationGroup(g.sizes, g.axes|{name: slabs}, g.signed, g.inside)
                        except SymbayesError: assert l in g.inside.values()  # blocks that nothing counts

def close_tensors(a: Params, b: Params, tol: float = 1e-9) -> None:
    assert a.keys()==b.keys()
    for k in a: torch.testing.assert_close(*torch.broadcast_tensors(a[k], b[k]), rtol=tol, atol=tol)

def check_action(g: Any, w: Params) -> None:
    "The laws of an action on weights, by three random elements"
    a, b, c = (g.sample(generator=rng(i)) for i in range(3))
    close_tensors(g.act(g.identity(), w), w)
    close_tensors(g.act(g.compose(a, b), w), g.act(a, g.act(b, w)))
    close_tensors(g.act(g.compose(g.compose(a, b), c), w), g.act(g.compose(a, g.compose(b, c)), w))
    for u in (g.act(g.inverse(a), g.act(a, w)), g.act(a, g.act(g.inverse(a), w)), g.act(g.compose(a, g.inverse(a)), w)): close_tensors(u, w)
    close_tensors(g.act(g.inverse(g.compose(a, b)), w), g.act(g.compose(g.inverse(b), g.inverse(a)), w))

class MadeEntries(TorchDispatchMode):
    "Counts the entries of all tensors made, and of the largest"
    total = largest = 0
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        sizes = [t.numel() for t in tree_leaves(out) if isinstance(t, Tensor)]
        self.total, self.largest = self.total+sum(sizes), max([self.largest, *sizes])
        return out

def dense_log_prob(q: Posterior, x: Tensor) -> Tensor: return torch.distributions.MultivariateNormal(q.loc.detach(), dense(q).detach()).log_prob(x)

def value(e, q, g, w, seed=0):
    with torch.no_grad(): return e(q, g, w, rng(seed))

def check_in_mean(difference, slack=1e-6):
    "Not below zero by more than 4 standard errors, of some hundred draws"
    assert difference.mean() >= -4*difference.std()/len(difference)**.5-slack

def left_out(found: dict[str, str]) -> dict[str, str]:
    "Laws of a battery that were not found to hold, with the reasons; those of devices are asked in tests/devices"
    return {k: v for k,v in found.items() if v!='holds' and k!='device'}
