"""All involutions of parameter axes that keep a small module's function, by search: a witness that knows no labels and no rules.

Axes move as wholes, by permutations that are their own inverse, so that blocks which stand on an axis of their own escape it. First every tensor alone, then all pairs, with all other
tensors constant: what keeps the function of random weights keeps that one too, for a constant tensor does not notice moves of its axes. What is left is tried at random weights.
"""
from itertools import combinations, permutations, product
from math import comb, factorial, prod

import torch
from torch import Tensor, nn
from torch.func import functional_call
from torch.utils._pytree import tree_leaves, tree_map
from symbayes.symmetry.permutations import PermutationGroup

def involutions(n: int) -> list[tuple]: return [p for p in permutations(range(n)) if all(p[p[i]]==i for i in range(n))]
def n_involutions(n: int, block: int = 1, own: int = 1) -> int:
    "Of n blocks that change places, each moved by a group of `block` elements, `own` of which are involutions"
    return sum(comb(n, 2*k)*factorial(2*k)//(factorial(k)*2**k) * block**k * own**(n-2*k) for k in range(n//2+1))

def involutions_of(g: PermutationGroup) -> int:
    "How many permutations without signs are their own inverse"
    def of(label: str) -> tuple[int, int]:
        held = [of(d) for d,h in g.inside.items() if h==label]
        block, own = (prod(c) for c in zip((1, 1), *held))
        n = g.sizes.get(label)
        return (factorial(n)*block**n, n_involutions(n, block, own)) if n else (block**g.still[label], own**g.still[label])
    return prod(of(l)[1] for l in [*g.sizes, *g.still] if l not in g.inside)

class Search:
    def __init__(self, model: nn.Module, inputs: tuple, kwargs: dict, longest: int = 6):
        wide = lambda t: t.double() if isinstance(t, Tensor) and t.is_floating_point() else t
        self.model, self.call, self.longest = model.double().eval(), tree_map(wide, (inputs, kwargs)), longest
        self.own = {k: p.detach() for k,p in model.named_parameters() if p.requires_grad} | {k: b for k,b in model.named_buffers() if 'running' in k}
        self.generator = torch.Generator().manual_seed(3)
        y, w = self.outputs(w := self.random()), w
        self.names = [k for k in self.own if not self.same(y, self.outputs(w | {k: self.random()[k]}))]

    def normal(self, *shape: int) -> Tensor: return torch.randn(shape, generator=self.generator, dtype=torch.float64)
    def random(self) -> dict: return {k: self.normal(*t.shape).abs()+.3 if 'var' in k else self.normal(*t.shape) for k,t in self.own.items()}
    def constant(self) -> dict: return {k: torch.full_like(t.double(), (self.normal().abs()+.3 if 'var' in k else self.normal()).item()) for k,t in self.own.items()}
    def same(self, y: Tensor, z: Tensor) -> bool: return bool((y-z).abs().max() <= 1e-9*(1+y.abs().max()))
    def outputs(self, w: dict) -> Tensor:
        with torch.no_grad(): return torch.cat([t.double().flatten() for t in tree_leaves(functional_call(self.model, w, *self.call)) if isinstance(t, Tensor)])

    def moved(self, t: Tensor, move: tuple) -> Tensor:
        for j,p in enumerate(move): t = t.index_select(j, torch.tensor(p))
        return t
    def keeps(self, w: dict, moves: dict) -> bool: return self.same(self.outputs(w), self.outputs(w | {k: self.moved(w[k], m) for k,m in moves.items()}))

    def kept_alone(self, names: tuple, moves: list[tuple], draws: int) -> list[tuple]:
        "Those moves of some tensors that keep the function while all others are constant"
        for _ in range(draws):
            r, w = self.random(), self.constant()
            w |= {k: r[k] for k in names}
            moves = [m for m in moves if self.keeps(w, dict(zip(names, m)))]
        return moves

    def all(self) -> list[dict]:
        each = lambda n: involutions(n) if n<=self.longest else [tuple(range(n))]
        single = {k: [m for m, in self.kept_alone((k,), [(m,) for m in product(*map(each, self.own[k].shape))], 3)] for k in self.names}
        names = [k for k in self.names if len(single[k])>1]
        pairs = {(a, b): set(self.kept_alone((a, b), list(product(single[a], single[b])), 2)) for a,b in combinations(names, 2)}
        found = [{}]
        for i,k in enumerate(names): found = [p | {k: m} for p in found for m in single[k] if all((p[a], m) in pairs[a, k] for a in names[:i])]
        w, v = self.random(), self.random()
        return [p for p in found if self.keeps(w, p) and self.keeps(v, p)]
