"The information of layers and networks by permanents: every estimator against the enumerated truth, over the battery of groups and families."
import pytest, torch
from torch import nn

from cases import cases, has_family, make_posterior, mlp, one_layer, rng, rngs
from symbayes.core import Layout, SymbayesError
from symbayes.groups import PermutationGroup, mlp_group
from symbayes.layers import all_apart, chains, credited, information_above, information_below, label_log_order, layer_information, layers_information, move_label, nested_information, unit_matrix
from symbayes.permanents import log_permanent, log_permanent_bounds, lower_bound, upper_bound
from symbayes.posteriors import LowRank, MeanField, UnitGaussian, double_draws
from symbayes.symmetrized_elbo import Bethe, EachBy, Exact, Planted, Sampled, Sinkhorn, Soules, Uniform, default_estimator, mi_sandwich, mutual_information, symmetrize

lower, upper = [Sinkhorn(), Soules(), Planted(8), Uniform(8)], [Bethe(), Sampled(8)]
small = [(f, c) for f in ('MeanField', 'UnitGaussian') for c in cases if has_family(f, c) and cases[c].group.labels and cases[c].group.order<=600]
over_small = pytest.mark.parametrize('family,name', small, ids=str)
deep = ['mixed', 'signed_twice', 'deep', 'conv_flatten', 'kernels', 'segments']

def value(e, q, g, w, seed=0):
    with torch.no_grad(): return e(q, g, w, rng(seed))

def check_in_mean(difference, slack=1e-6):
    "Not below zero by more than 4 standard errors, of some hundred draws"
    assert difference.mean() >= -4*difference.std()/len(difference)**.5-slack

@over_small
@pytest.mark.parametrize('std', (.1, .4, 1.5))
def test_every_estimator_is_on_its_side(family, name, std):
    case = cases[name]
    q, g = make_posterior(family, case, std=std), case.group
    w = q.sample(300, rng(1))
    truth = value(Exact(), q, g, w)
    for e in lower: check_in_mean(truth-value(e, q, g, w))
    for e in upper: check_in_mean(value(e, q, g, w)-truth)

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('name', one_layer)
def test_one_layer_is_a_permanent_draw_by_draw(family, name):
    q, g = make_posterior(family, cases[name]), cases[name].group
    w = q.sample(40, rng(1))
    truth, sinkhorn, soules, bethe = (value(e, q, g, w) for e in (Exact(), Sinkhorn(), Soules(), Bethe()))
    torch.testing.assert_close(layer_information(q, g, w, g.labels[0], log_permanent).detach(), truth, rtol=0, atol=1e-9)
    for a,b in ((sinkhorn, soules), (soules, truth), (truth, bethe)): assert (a<=b+1e-9).all()

@pytest.mark.parametrize('signed', (False, True))
@pytest.mark.parametrize('sep', (0., .5, 1., 2.))
@pytest.mark.parametrize('h', (3, 5))
def test_sandwich_covers_the_enumerated_truth(h, sep, signed):
    "200 draws, both ends within 3 standard errors"
    g = mlp_group([2, h, 1], signed=signed)
    q = MeanField(g.layout, .7*sep*torch.randn(g.layout.numel, generator=rng(h)).double(), torch.full((g.layout.numel,), .7).double().log())
    w = q.sample(200, rng(1))
    truth = value(Exact(), q, g, w)
    for below in (Planted(4), Planted(64)): check_in_mean(.75*(truth-value(below, q, g, w)), 1e-4)
    for above in (Sampled(4), Sampled(64)): check_in_mean(.75*(value(above, q, g, w)-truth), 1e-4)

@pytest.mark.parametrize('widths,signed', [((2, 3, 3, 1), False), ((2, 2, 2, 1), True), ((1, 2, 3, 2, 1), False), ((1, 2, 2, 2, 1), True)], ids=str)
@pytest.mark.parametrize('scale', (.2, .6, 1.5))
def test_deep_bounds_hold_the_enumerated_truth(widths, signed, scale):
    g = mlp_group(list(widths), signed=signed)
    q = MeanField(g.layout, scale*torch.randn(g.layout.numel, generator=rng(5)).double(), torch.full((g.layout.numel,), .5).double().log())
    w = q.sample(400, rng(6))
    truth = value(Exact(), q, g, w)
    with torch.no_grad():
        below, above = (f(q, g, w, log_permanent) for f in (information_below, information_above))
        colour = max((sum(layer_information(q, g, w, l, log_permanent) for l in c) for c in g.colours()), key=lambda v: v.mean())
        nested = [nested_information(q, g, w, 4, side, generator=rng(1)) for side in (True, False)]
    check_in_mean(truth-below); check_in_mean(above-truth); check_in_mean(truth-nested[0]); check_in_mean(nested[1]-truth)
    assert below.mean() >= colour.mean()-1e-9  # a colour alone is one of the chains, or part of one

@pytest.mark.parametrize('name', deep)
def test_nested_sampling_closes_in(name):
    q, g = make_posterior('MeanField', cases[name], std=.5), cases[name].group
    if g.order>5000: pytest.skip('too many elements to sum')
    w = q.sample(100, rng(1))
    truth = value(Exact(), q, g, w)
    off = [[(nested_information(q, g, w, K, side, generator=rng(2))-truth).detach() for side in (True, False)] for K in (2, 64)]
    for side in (0, 1): assert off[1][side].mean().abs() <= off[0][side].mean().abs()+4*off[1][side].std()/10+1e-6

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('name', ('unsigned', 'signed', 'mixed', 'segments', 'residual'))
def test_stacks_equal_their_members(family, name):
    q, g = make_posterior(family, cases[name], 3), cases[name].group
    w = q.sample(4, rngs(1, 2, 3))
    for e in (Sinkhorn(), Soules(), Bethe(), Sampled(5), Planted(5)):
        with torch.no_grad():
            together = e(q, g, w, rngs(4, 5, 6))
            alone = [e(q.member(i), g, {k: t[i] for k,t in w.items()}, rng(4+i)) for i in range(3)]
        torch.testing.assert_close(together, torch.stack(alone), rtol=1e-9, atol=1e-9)

@pytest.mark.parametrize('estimator', (Sinkhorn(60, quiet=False), Soules(60, 5, quiet=False), Bethe(60, 60, quiet=False)), ids=repr)
@pytest.mark.parametrize('signed', (False, True))
def test_gradient_by_envelope(estimator, signed):
    "Against differences of the value, in random directions; Soules' few weighted sweeps leave its factors short of the optimum"
    g = mlp_group([2, 6, 1], signed=signed)
    loc = .5*torch.randn(g.layout.numel, generator=rng(0)).double()
    q = MeanField(g.layout, loc, torch.full_like(loc, .7).log())
    eps = torch.randn(1, g.layout.numel, generator=rng(1)).double()
    def f(loc, log_std): return estimator(MeanField(g.layout, loc, log_std), g, g.layout.unflatten(loc+log_std.exp()*eps))
    def through(q): return estimator(q, g, g.layout.unflatten(q.loc+q.log_std.exp()*eps))
    through(q).sum().backward()
    for seed in range(3):
        d, e = torch.randn(2, g.layout.numel, generator=rng(9+seed)).double()*1e-4
        with torch.no_grad(): slope = (f(q.loc+d, q.log_std+e)-f(q.loc-d, q.log_std-e)).item()/2
        assert abs(slope-(q.loc.grad@d+q.log_std.grad@e).item()) < (.15 if isinstance(estimator, Soules) else .02)*abs(slope)+2e-6

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('signed', (False, True))
def test_units_apart_know_their_place(family, signed):
    "log|G| to the last digit, and a gradient of zero that is there"
    net = nn.Sequential(nn.Linear(20, 30), nn.Tanh() if signed else nn.ReLU(), nn.Linear(30, 5))
    g = mlp_group(net)
    q = MeanField.from_module(net, .01) if family=='MeanField' else UnitGaussian.from_module(net, g, std=.01)
    w = q.rsample(3, rng(0))
    assert all_apart(unit_matrix(q, g, w, g.labels[0]), torch.zeros(3, 30)).all()
    for e in (Sinkhorn(), Soules(), Bethe(), Sampled(2), Planted(2)):
        v = e(q, g, w, rng(1))
        torch.testing.assert_close(v, torch.full_like(v, g.log_order))
        grads = torch.autograd.grad(v.sum(), list(q.parameters()), retain_graph=True, allow_unused=True)
        assert all(x is None or not x.any() for x in grads) and any(x is not None for x in grads)

@pytest.mark.parametrize('estimator', (Sinkhorn(), Soules(), Bethe(), Sampled(4), Planted(4)), ids=repr)
@pytest.mark.parametrize('name', ('unsigned', 'signed', 'mixed', 'residual'))
@pytest.mark.parametrize('std', (1e-3, .3, 30.))
def test_float32_values_and_gradients(estimator, name, std):
    q, g = make_posterior('MeanField', cases[name], std=std, dtype=torch.float32), cases[name].group
    v = estimator(q, g, q.rsample(2, rng(0)), rng(1))
    v.sum().backward()
    assert v.dtype==torch.float32 and v.isfinite().all() and all(p.grad.isfinite().all() for p in q.parameters() if p.grad is not None)

def test_merged_units_carry_nothing():
    "All sites equal: every estimator by permanents but Sinkhorn's says zero"
    g = mlp_group([3, 12, 2])
    q = MeanField(g.layout, torch.zeros(g.layout.numel).double(), torch.zeros(g.layout.numel).double())
    w = q.sample(3, rng(0))
    for e in (Soules(), Bethe(), Planted(4), Sampled(4)): torch.testing.assert_close(value(e, q, g, w), torch.zeros(3).double(), rtol=0, atol=2.2 if isinstance(e, Bethe) else 1e-6)
    assert (value(Sinkhorn(), q, g, w)<-5).all()

def test_move_by_a_label_alone():
    "Moving all the labels one after another is moving by the whole element"
    case = cases['segments']
    g, w = case.group, make_posterior('MeanField', case).sample(3, rng(0))
    a = g.sample(3, generator=rng(1))
    step = w
    for l in g.labels: step = move_label(g, type(a)({l: a[l]}, {l: a.signs[l]} if l in a.signs else {}), step)
    whole = g.act(a, w)
    for k in w: torch.testing.assert_close(step[k], whole[k])

@pytest.mark.parametrize('name', cases)
def test_every_tensor_is_credited_once(name):
    g = cases[name].group
    if not g.labels: return
    given = credited(g, list(g.labels))
    names = [k for _,ks in given for k in ks]
    assert len(names)==len(set(names)) and all(l in g.labels_on(k) for l,ks in given for k in ks)
    lost = {k for k in g.axes if g.labels_on(k)}-set(names)
    assert all(any(g.self_coupled(l, [k]) for l in g.labels_on(k)) for k in lost)
    assert abs(sum(label_log_order(g, l) for l in g.labels)-g.log_order)<1e-9

def test_default_estimator():
    g, net = cases['signed'].group, cases['signed'].model()
    assert default_estimator(MeanField.from_module(net, .1), g)==Soules() and default_estimator(LowRank.from_module(net, 1, .1), g)==Uniform(20)
    assert default_estimator(MeanField.from_module(net, .1), PermutationGroup(g.sizes, g.axes))==Soules()

def test_sandwich_of_a_wide_net():
    "Closes to a nat where log|G| is 439, in either family, and unpacks"
    net = nn.Sequential(nn.Linear(1, 100), nn.Tanh(), nn.Linear(100, 1))
    g = mlp_group(net)
    for q in (MeanField.from_module(net, .1), UnitGaussian.from_module(net, g, std=.1)):
        lo, hi = s = mi_sandwich(q, g, n=10, K=64, generator=rng(0))
        assert 0<lo<=hi+4*s.upper_error<g.log_order and hi-lo<1.5 and '|' in s._repr_markdown_()

def test_sandwich_without_bounds():
    case = cases['residual']
    s = mi_sandwich(make_posterior('LowRank', case), case.group, n=4, generator=rng(0))
    assert 0<=s.lower<=s.upper<=case.group.log_order+1e-9
    g = mlp_group([3, 9, 2])
    q = LowRank(g.layout, torch.zeros(g.layout.numel), torch.zeros(g.layout.numel), torch.zeros(1, g.layout.numel))
    assert mi_sandwich(q, g, n=4, generator=rng(0)).upper==pytest.approx(g.log_order)

def test_what_cannot_be_done_is_said():
    case = cases['signed']
    g, low = case.group, make_posterior('LowRank', case)
    w = low.sample(2, rng(0))
    for e in (Sinkhorn(), Soules(), Bethe(), Sampled(2), Planted(2)):
        with pytest.raises(SymbayesError, match='LowRank does not factorise over units'): e(low, g, w)
    with pytest.raises(SymbayesError, match='nested sampling needs independent weights'): nested_information(low, g, w)
    q = make_posterior('MeanField', case)
    with pytest.raises(SymbayesError, match='no exact draw'): symmetrize(q, g).log_prob(w, Planted(4))
    for bad in (lambda: Sinkhorn(0), lambda: Soules(-1), lambda: Bethe(3, 0), lambda: Sampled(0), lambda: Planted(1.5)):
        with pytest.raises(SymbayesError, match='expected a positive whole number'): bad()
    with pytest.raises(SymbayesError, match='at least two draws'): mi_sandwich(q, g, n=1)
    coupled = PermutationGroup({'r': 3}, {'mix': ('r', 'r')})
    only = MeanField(coupled.layout, torch.zeros(9), torch.zeros(9))
    with pytest.raises(SymbayesError, match='stands twice'): Soules()(only, coupled, only.sample(2, rng(0)))
    foreign = UnitGaussian.from_module(mlp(3, 4, 2), mlp_group(mlp(3, 4, 2)), std=.1)
    with pytest.raises(SymbayesError): chains(foreign, PermutationGroup({'other': 4}, {'0.weight': ('other', 3), '0.bias': ('other',), '2.weight': (2, 'other'), '2.bias': (2,)}))

def test_symmetrised_density_from_both_sides():
    "At points drawn from anywhere"
    g = mlp_group([2, 5, 1], signed=True)
    loc = .6*torch.randn(g.layout.numel, generator=rng(0)).double()
    q = symmetrize(MeanField(g.layout, loc, torch.full_like(loc, .6).log()), g)
    w = g.layout.unflatten(torch.randn(20, g.layout.numel, generator=rng(1)).double())
    with torch.no_grad(): exact, bethe, soules, sinkhorn = (q.log_prob(w, e) for e in (Exact(), Bethe(), Soules(), Sinkhorn()))
    assert (bethe<=exact+1e-9).all() and (exact<=soules+1e-9).all() and (soules<=sinkhorn+1e-9).all()

def test_information_of_a_draw_is_differentiable_twice_over_members():
    "One backward pass serves all members: gradients do not mix"
    q, g = make_posterior('MeanField', cases['signed'], 2), cases['signed'].group
    w = q.rsample(2, rngs(0, 1))
    v = Soules()(q, g, w)
    v[0].sum().backward()
    assert q.loc.grad[0].any() and not q.loc.grad[1].any()

def test_layouts_are_named():
    "Tensors in another order are the same network"
    net = mlp(3, 5, 2)
    g = mlp_group(net)
    q = MeanField.from_module(net, .3)
    w = q.sample(3, rng(0))
    turned = dict(reversed(list(w.items())))
    assert Layout.of(net)==g.layout
    torch.testing.assert_close(value(Soules(), q, g, w), value(Soules(), q, g, turned))

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('signed', (False, True))
def test_quiet_gradient(family, signed):
    "The same values; gradients of the same mean, over 20,000 draws, and of less variance where units overlap"
    n = 200
    net = mlp(2, 3, 1, act=nn.Tanh if signed else nn.ReLU).double()
    g = mlp_group(net)
    with torch.no_grad():
        for p in net.parameters(): p.mul_(.4)
    q = MeanField.from_module([net]*n, .5) if family=='MeanField' else UnitGaussian.from_module([net]*n, g, std=.5)
    found = []
    for quiet in (False, True):
        rows = []
        for seed in range(100):
            q.zero_grad()
            v = layer_information(q, g, q.rsample(1, rng(seed)), 'h1', log_permanent, quiet=quiet)
            v.sum().backward()
            rows.append(torch.cat([p.grad.flatten(1) for p in q.parameters()], 1))
        found.append((v.detach(), torch.cat(rows)))
    (a, plain), (b, less) = found
    torch.testing.assert_close(a, b)
    off = (plain.mean(0)-less.mean(0)).abs()
    assert (off<=5*((plain.var(0)+less.var(0))/len(plain)).sqrt()+1e-9).all() and less.var(0).sum()<.5*plain.var(0).sum()

@pytest.mark.parametrize('dtype', [torch.float32, torch.float64], ids=str)
def test_layers_side_by_side_are_as_one_by_one(dtype):
    "Values and gradients, for layers of two sizes of which one is apart: its gradient is zero, whatever stands beside it"
    g = mlp_group([6, 6, 6, 5, 6, 6, 1])
    scale = g.layout.flatten({k: torch.full(s, 30. if k=='2.weight' else .3) for k,s in g.layout.shapes.items()}).to(dtype)
    q = MeanField(g.layout, torch.randn(2, g.layout.numel, generator=rng(0)).to(dtype)*scale, torch.full((2, g.layout.numel), -.7, dtype=dtype))
    parts = list(dict.fromkeys((l, tuple(names)) for c in chains(q, g) for l,names in c))
    w = q.rsample(3, [rng(1), rng(2)])
    log_perm = lambda m: Soules().log_permanent(m)
    gradient = lambda v: torch.cat([t.flatten() for t in torch.autograd.grad(v, list(q.parameters()), retain_graph=True)])
    together, off = layers_information(q, g, w, parts, log_perm, quiet=True), 0
    for part in parts:
        alone = layer_information(q, g, w, part[0], log_perm, part[1], quiet=True)
        torch.testing.assert_close(together[part], alone, rtol=1e-5, atol=1e-4)
        a, b = gradient(together[part].sum()), gradient(alone.sum())
        torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-4)
        off += not b.any()
    assert 0<off<len(parts) and len({tuple(q.unit_draws(w, g, *p).shape) for p in parts})>1

def test_quiet_is_for_draws_only():
    "At fixed weights the density's gradient is the plain one"
    g = mlp_group([2, 4, 1])
    loc = .5*torch.randn(g.layout.numel, generator=rng(0)).double()
    w = g.layout.unflatten(torch.randn(3, g.layout.numel, generator=rng(1)).double())
    grads = []
    for e in (Soules(), Soules(quiet=False)):
        q = MeanField(g.layout, loc, torch.full_like(loc, .5).log())
        symmetrize(q, g).log_prob(w, e).sum().backward()
        grads.append(q.loc.grad.clone())
    assert torch.equal(*grads) and grads[0].any()

def test_float32_close_to_float64_where_squares_cancel():
    "Units much further from zero than they are wide, some of them next to each other"
    import copy
    g, std = mlp_group([20, 6, 1]), 1e-3
    loc, index = torch.randn(g.layout.numel, generator=rng(0)), g.unit_index('h1')
    loc[index[1]], loc[index[3]], loc[index[5]] = loc[index[0]]+.3*std, loc[index[2]]-.3*std, loc[index[4]]
    q = MeanField(g.layout, loc, torch.full_like(loc, std).log())
    w, double = q.sample(100, rng(1)), copy.deepcopy(q).double()
    for e in (Soules(), Sinkhorn(), Bethe()):
        found, known = value(e, q, g, w), value(e, double, g, {k: t.double() for k,t in w.items()})
        assert found.dtype==torch.float32 and (found-known).abs().max()<1e-3

def test_labels_of_one_colour_are_one_chain():
    g = PermutationGroup({'a': 8, 'b': 8}, {'W': ('a', 2), 'V': ('b', 2)})
    q = MeanField(g.layout, torch.randn(g.layout.numel, generator=rng(0)).double()*.5, torch.full((g.layout.numel,), -.5).double())
    assert len(chains(q, g))==1
    w = q.sample(200, rng(1))
    truth = sum(layer_information(q, g, w, l, log_permanent) for l in 'ab').detach()
    one_by_one = torch.cat([value(Planted(2), q, g, {k: t[i:i+1] for k,t in w.items()}, i) for i in range(200)])
    check_in_mean(truth-one_by_one)

def test_chains_are_chosen_by_other_draws():
    "Each half of the draws takes the chain that is best on the other half; single draws average the chains"
    g = mlp_group([1, 2, 2, 1])
    q = MeanField(g.layout, torch.randn(g.layout.numel, generator=rng(0)).double(), torch.full((g.layout.numel,), -1.).double())
    w = q.sample(51, rng(1))
    with torch.no_grad():
        each = torch.stack([sum(layer_information(q, g, w, l, log_permanent, names) for l,names in c) for c in chains(q, g)])
        found, single = information_below(q, g, w, log_permanent), information_below(q, g, {k: t[:1] for k,t in w.items()}, log_permanent)
    torch.testing.assert_close(found[0::2], each[:, 0::2][each[:, 1::2].mean(1).argmax()])
    torch.testing.assert_close(found[1::2], each[:, 1::2][each[:, 0::2].mean(1).argmax()])
    torch.testing.assert_close(single, each[:, :1].mean(0))

def test_one_label_twice_in_a_tensor():
    "What is left is bounded by the tensor that carries the label once"
    g = PermutationGroup({'h': 4}, {'W': ('h', 'h'), 'U': ('h', 2)})
    q = MeanField(g.layout, torch.randn(24, generator=rng(0)).double(), torch.zeros(24).double())
    w = q.sample(400, rng(1))
    check_in_mean(value(Exact(), q, g, w)-value(Soules(), q, g, w))

@pytest.mark.parametrize('e', [Sinkhorn(), Soules(), Bethe(), Sampled(2), Planted(2)], ids=repr)
def test_draws_that_do_not_fit(e):
    g = mlp_group([2, 3, 1])
    stack, one = MeanField(g.layout, torch.randn(2, 13), torch.zeros(2, 13)), MeanField(g.layout, torch.randn(13), torch.zeros(13))
    w = stack.sample(3)
    for q,bad,message in ((stack, {k: t[0] for k,t in w.items()}, 'leading axes'), (stack, {k: t[:1] for k,t in w.items()}, 'leading axes'), (one, one.sample(0), 'at least one draw'), (one, {k: t.double() for k,t in one.sample(2).items()}, 'dtype')):
        with pytest.raises(SymbayesError, match=message): e(q, g, bad)

def test_gradient_of_separated_units_given_fixed_draws():
    g = mlp_group([2, 3, 1])
    q = MeanField(g.layout, 100*torch.randn(13, generator=rng(0)), torch.full((13,), -3.))
    for e in (Soules(), Bethe()):
        q.zero_grad()
        mutual_information(q, g, q.sample(4), e).sum().backward()
        assert (q.loc.grad==0).all()

def test_log_prob_takes_the_generator():
    g = mlp_group([2, 3, 1])
    q = MeanField(g.layout, torch.randn(13, generator=rng(0)), torch.zeros(13))
    w = q.sample(5, rng(1))
    assert torch.equal(*(symmetrize(q, g).log_prob(w, Sampled(3), rng(2)) for _ in range(2)))

# members of a stack do not see each other

def lone_and_stacked(family: str, name: str, dtype: torch.dtype) -> tuple:
    "A stack of a merged, an ordinary and a separated member, and its members"
    case, nets = cases[name], []
    for i,scale in enumerate((.02, .5, 30.)):
        net = case.model(i, dtype)
        with torch.no_grad():
            for p in net.parameters(): p.mul_(scale)
        nets.append(net)
    make = lambda m: MeanField.from_module(m, .05) if family=='MeanField' else UnitGaussian.from_module(m, case.group, std=.05)
    return make(nets), [make(n) for n in nets], case.group

def with_gradients(q, g, e, generator, draws) -> list:
    "Value and gradients, and where the generator stands afterwards"
    w = q.rsample(3, draws)
    v = e(q, g, w, generator)
    v.sum().backward()
    after = [r.get_state() for r in (generator if isinstance(generator, list) else [generator])]
    return [v.detach(), *(torch.zeros_like(p) if p.grad is None else p.grad for p in q.parameters()), after]

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('name', ('unsigned', 'signed', 'mixed', 'deep', 'segments', 'residual'))
@pytest.mark.parametrize('e', (Sinkhorn(), Sinkhorn(quiet=False), Soules(), Soules(quiet=False), Bethe(), Bethe(quiet=False), Sampled(5), Planted(5), Uniform(5), Exact()), ids=repr)
def test_members_are_treated_as_if_alone(family, name, e):
    "Values, gradients and the random numbers used, whatever the neighbours do: a merged one, one in between, a separated one"
    q, members, g = lone_and_stacked(family, name, torch.float64)
    *together, after = with_gradients(q, g, e, rngs(4, 5, 6), rngs(1, 2, 3))
    for i,m in enumerate(members):
        *alone, own = with_gradients(m, g, e, rng(4+i), rng(1+i))
        for a,b in zip(together, alone): torch.testing.assert_close(a[i] if a.shape!=b.shape else a, b, rtol=1e-8, atol=1e-8)
        assert torch.equal(after[i], own[0])

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('quiet', (False, True))
def test_a_separated_member_gets_a_gradient_of_zero_beside_a_merged_one(family, quiet):
    q, _, g = lone_and_stacked(family, 'unsigned', torch.float64)
    Soules(quiet=quiet)(q, g, q.rsample(3, rngs(1, 2, 3))).sum().backward()
    assert not q.loc.grad[2].any() and q.loc.grad[1].any()

@pytest.mark.parametrize('family', ('MeanField', 'UnitGaussian'))
@pytest.mark.parametrize('name', ('unsigned', 'mixed'))
def test_the_sandwich_of_a_stack_is_that_of_its_members(family, name):
    q, members, g = lone_and_stacked(family, name, torch.float64)
    g = mlp_group([3, 9, 2]) if name=='unsigned' else g   # too many elements to sum
    if name=='unsigned':
        nets = [mlp(3, 9, 2).double() for _ in range(3)]
        q = MeanField.from_module(nets, .3) if family=='MeanField' else UnitGaussian.from_module(nets, g, std=.3)
        members = [q.member(i) for i in range(3)]
    ends = mi_sandwich(q, g, 6, 8, rngs(1, 2, 3))
    for i,m in enumerate(members):
        alone = mi_sandwich(m, g, 6, 8, rng(1+i))
        torch.testing.assert_close(torch.stack([ends.lower[i], ends.upper[i], ends.lower_error[i], ends.upper_error[i]]), torch.stack([alone.lower, alone.upper, alone.lower_error, alone.upper_error]), rtol=1e-8, atol=1e-8)

def test_the_sandwich_names_what_bounds_each_member():
    by = EachBy((Planted(4), Soules(), Planted(4)))
    assert by.side=='lower bound' and repr(by)=='Planted(K=4) (members 0, 2), Soules(sweeps=10, quiet=True, refine=0) (members 1)'

@pytest.mark.parametrize('spread', (.5, 1., 1.5, 2., 3.))
@pytest.mark.parametrize('signed', (False, True))
def test_quiet_gradient_is_unbiased_where_draws_are_apart_now_and_then(signed, spread):
    "What is left out is zero on average over all draws, not over those in which units happen to be apart"
    g, n = mlp_group([6, 3, 1], signed=signed), 4000
    loc = spread*torch.randn(g.layout.numel, generator=rng(0)).double()
    grads = []
    for quiet in (False, True):
        q = MeanField(g.layout, loc.repeat(n, 1), torch.full((n, len(loc)), .5).log().double())
        layer_information(q, g, q.rsample(1, rng(1)), 'h1', log_permanent, quiet=quiet).sum().backward()
        grads.append(torch.cat([q.loc.grad, q.log_std.grad], 1))
    d = grads[0]-grads[1]
    assert (d.mean(0)/(d.std(0)/n**.5).clamp_min(1e-9)).abs().max()<4.5

# float32

tight = {'deep': ([100, 3, 3, 1], True), 'one layer': ([100, 4, 1], False)}

@pytest.mark.parametrize('e', (Exact(), Uniform(8), Planted(8), Sampled(8), Soules(), Bethe()), ids=repr)
@pytest.mark.parametrize('name', tight)
def test_tight_posteriors_in_float32(name, e):
    "Units that have merged, a thousand standard deviations from zero: squares over variances are millions, their differences a few nats"
    widths, signed = tight[name]
    g = mlp_group(widths, signed=signed)
    loc = 1+2e-4*torch.randn(g.layout.numel, generator=rng(0))
    q = MeanField(g.layout, loc, torch.full_like(loc, 1e-3).log())
    w = q.sample(60, rng(1))
    found, known = e(q, g, w, rng(2)), e(q._in_double(), g, double_draws(w), rng(2))
    assert found.dtype==torch.float32 and (found-known).abs().max()<2e-2
    if e.side=='upper bound' and name=='deep': assert found.mean()>5.

def test_a_double_view_is_no_copy():
    q, g = make_posterior('UnitGaussian', cases['signed'], dtype=torch.float32), cases['signed'].group
    d = q._in_double()
    assert d.loc.dtype==torch.float64 and q.loc.dtype==torch.float32 and q._in_double()._in_double() is not q
    d.log_prob(double_draws(q.sample(2, rng(0)))).sum().backward()
    assert all(p.grad is not None and p.grad.dtype==torch.float32 for p in q.parameters())

@pytest.mark.parametrize('f', [lambda m: upper_bound(m).sum(), lambda m: lower_bound(m).sum(), lambda m: log_permanent_bounds(m)[1].sum(), lambda m: log_permanent_bounds(m)[0].sum()], ids=['upper', 'lower', 'bounds 1', 'bounds 0'])
def test_second_derivatives_of_bounds_are_refused(f):
    "They would be zero without a word"
    m = torch.randn(4, 4, generator=rng(0), dtype=torch.float64)
    with pytest.raises(SymbayesError, match='second derivatives'): torch.autograd.functional.hessian(f, m)

def test_a_posterior_that_is_not_finite_has_no_sandwich():
    q = MeanField.from_module(mlp(3, 9, 2), .1)
    with torch.no_grad(): q.loc[4] = float('nan')
    with pytest.raises(SymbayesError, match="posterior's loc of shape .* NaN"): mi_sandwich(q, mlp_group([3, 9, 2]))
