"Files of posteriors that are well made and hold something else: each is refused in a line when it is read, or bound, or it can be used."
import json

import pytest
import torch
from torch import nn
from cases import refused, rng
from symbayes.all import *
from symbayes.core.files import read_tensors, write_tensors
from symbayes.distributions.base import Family, NetworkFamily, file_format

net = seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)), 0)
x, y = torch.randn(9, 2, generator=rng(1)), torch.randn(9, 1, generator=rng(2))
group, prior = mlp_group(net), IsotropicNormal(1.)

made = dict(
    mean_field=lambda: MeanField.from_module(net),
    unit_gaussian=lambda: UnitGaussian.from_module(net, group),
    low_rank=lambda: LowRank.from_module(net, 2, generator=rng(3)),
    samples=lambda: Samples(MeanField.from_module(net).sample(5, rng(4))),
    collapsed=lambda: CollapsedLastLayer.from_module(net, prior, Gaussian(.3), (x, y)),
    collapsed_units=lambda: CollapsedLastLayer.from_module(net, prior, Gaussian(.3), (x, y), body=UnitGaussian),
    collapsed_scales=lambda: CollapsedLastLayer.from_module(net, LearnedNormal(net, per_input='0.weight'), Gaussian(.3, learned=True), (x, y)),
    inducing_scales=lambda: InducingPosterior.from_module(net, LearnedNormal(net, per_input='0.weight'), x, 6, generator=rng(5)),
    inducing=lambda: InducingPosterior.from_module(net, prior, x, 6, generator=rng(5)))

def used(path):
    "A posterior from a file, bound and used"
    q = Family.load(path)
    if isinstance(q, NetworkFamily): q.bind(net)
    return predict(net, q, x, 3, generator=rng(6))

def refused_or_used(path) -> bool:
    try: out = used(path)
    except SymbayesError as e:
        assert '\n' not in str(e) and len(str(e))<600
        return True
    assert out.shape[-3:]==(3, 9, 1) and out.isfinite().all()
    return False

changes = dict(double=torch.Tensor.double, half=torch.Tensor.half, bool=torch.Tensor.bool, int8=lambda t: t.to(torch.int8), flat=torch.Tensor.flatten,
    deeper=lambda t: t.unsqueeze(0), thinner=lambda t: t[..., :-1], scalar=lambda t: t.sum().to(t.dtype))

@pytest.mark.defect('R15')
@pytest.mark.parametrize('family', made)
def test_a_tensor_of_another_kind_is_refused_when_it_is_read(family, tmp_path):
    made[family]().save(tmp_path/'q')
    header, tensors = read_tensors(tmp_path/'q', file_format, 'posterior')
    assert not refused_or_used(tmp_path/'q')
    for k,t in tensors.items():
        for name,change in changes.items():
            other = change(t).contiguous()
            if other.shape==t.shape and other.dtype==t.dtype: continue
            write_tensors(tmp_path/'bad', tensors | {k: other}, header)
            # one tensor that is all of the distribution, and inputs, which the network may take in any precision
            can_be_used = family=='samples' or k.startswith('input') or (k in ('y', 'log_noise') and other.is_floating_point() and other.shape==t.shape)
            assert refused_or_used(tmp_path/'bad') or can_be_used, f'{family}: {k} as {name} is taken'

@pytest.mark.defect('R15')
@pytest.mark.parametrize('family', made)
def test_a_tensor_that_is_missing_or_unknown_is_refused(family, tmp_path):
    made[family]().save(tmp_path/'q')
    header, tensors = read_tensors(tmp_path/'q', file_format, 'posterior')
    for k in tensors:
        write_tensors(tmp_path/'bad', {j: t for j,t in tensors.items() if j!=k}, header)
        refused('damaged', lambda: Family.load(tmp_path/'bad'))
    for k in ('more', 'loc_2', 'body.more'):
        write_tensors(tmp_path/'bad', tensors | {k: torch.zeros(3)}, header)
        refused('damaged', lambda: Family.load(tmp_path/'bad'))

@pytest.mark.defect('R15')
@pytest.mark.parametrize('family', [f for f in made if f not in ('mean_field', 'low_rank', 'samples')])
def test_a_description_without_a_part_is_refused(family, tmp_path):
    made[family]().save(tmp_path/'q')
    header, tensors = read_tensors(tmp_path/'q', file_format, 'posterior')
    spec = json.loads(header['spec'])
    def pruned(part):
        "Every way to leave out one entry, at any depth"
        if isinstance(part, dict):
            for k in part: yield {j: v for j,v in part.items() if j!=k}
            for k,v in part.items():
                for less in pruned(v): yield part | {k: less}
        if isinstance(part, list):
            for i in range(len(part)): yield part[:i]+part[i+1:]
    seen = 0
    for less in pruned(spec):
        write_tensors(tmp_path/'bad', tensors, header | {'spec': json.dumps(less)})
        seen += refused_or_used(tmp_path/'bad')
    assert seen>=len(spec)-2  # what has a default may be left out

def test_a_file_of_another_version_is_refused_in_a_line(tmp_path):
    made['mean_field']().save(tmp_path/'q')
    header, tensors = read_tensors(tmp_path/'q', file_format, 'posterior')
    for version,age in (('1', 'an earlier'), ('9', 'a later')):
        write_tensors(tmp_path/'other', tensors, header | {'format': f'symbayes-posterior-{version}'})
        refused(f'was written by {age} version of symbayes: .* expected {file_format!r}', lambda: Family.load(tmp_path/'other'))

def test_posteriors_of_missing_targets_are_stacked_and_kept(tmp_path):
    two = seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2)), 0)
    def start(row, seed):
        missing = y.repeat(1, 2)
        missing[row, 0] = torch.nan
        return CollapsedLastLayer.from_module(two, prior, Gaussian(.3), (x, missing), generator=rng(seed))
    stack = stack_posteriors([start(0, 1), start(0, 2)])
    assert torch.equal(stack.member(1).body.sample(3, rng(5))['0.weight'], start(0, 2).body.sample(3, rng(5))['0.weight'])
    refused('cannot stack', lambda: stack_posteriors([start(0, 1), start(1, 2)]))
    stack.save(tmp_path/'q')
    assert torch.equal(Family.load(tmp_path/'q').y.isnan(), stack.y.isnan())
