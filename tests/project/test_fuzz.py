"Files changed at random: without a fitting digest they are refused or read as before, with one refused in one line or read as finite numbers."
import io, json, struct
from collections.abc import Iterator
from random import Random

from cases import tanh_net
import pytest
import safetensors.torch
import torch
from torch import Tensor

import symbayes as sb
from symbayes.core import files
from symbayes.distributions.base import Family
from symbayes.inference.fitting import Checkpoint
from symbayes.symmetry.permutations import Element

rng = torch.Generator().manual_seed
net = tanh_net(2, 4, 1)
x, y = torch.randn(9, 2, generator=rng(1)), torch.randn(9, 1, generator=rng(2))
group, prior = sb.mlp_group(net), sb.IsotropicNormal(1.)
families = dict(
    mean_field=lambda: sb.MeanField.from_module(net), unit_gaussian=lambda: sb.UnitGaussian.from_module(net, group),
    low_rank=lambda: sb.LowRank.from_module(net, 2, generator=rng(3)),
    samples=lambda: sb.Samples(sb.MeanField.from_module(net).sample(5, rng(4))),
    collapsed=lambda: sb.CollapsedLastLayer.from_module(net, prior, sb.Gaussian(.3), (x, y), generator=rng(6)),
    inducing=lambda: sb.InducingPosterior.from_module(net, prior, x, 6, generator=rng(5)))

def read_family(path):
    q = Family.load(path)
    if hasattr(q, 'bind'): q.bind(net)
    return q.sample(3, rng(6))

def read_element(path): return group.act(Element.load(path), dict(net.named_parameters()))

def trained(path, epochs=6, resume=True):
    q = sb.MeanField.from_module(net)
    sb.fit(net, q, prior, sb.Gaussian(.3), (x, y), epochs=epochs, generator=rng(3), checkpoint=Checkpoint(path, resume=resume), progress=False)
    return q.state_dict()

# changes of trees: nested dicts and lists, tensors, numbers, text

odd = None, True, 'low', '', 0, -1, 2**70, .5, 1e300, float('nan'), float('inf'), [], {}, [1], {'a': 1}
odd_tensors = (lambda t: t*1e38, lambda t: t/0, lambda t: t.double(), lambda t: t.to(torch.int64), lambda t: t[None], lambda t: t.flatten()[:-1],
    lambda t: t.new_zeros(0), lambda t: t.new_zeros(()))

def places(tree) -> Iterator[tuple]:
    "Every place below the top: what holds it, and its key there"
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from places(tree[key])

def change(tree, r: Random) -> None:
    "Change a tree in one place"
    holder, key = r.choice(list(places(tree)))
    value = holder[key]
    if r.random()<.2: del holder[key]
    elif isinstance(value, Tensor): holder[key] = r.choice(odd_tensors)(value)
    elif isinstance(value, (int, float)) and r.random()<.5: holder[key] = r.choice((value+1, -value, value*10**6))
    else: holder[key] = r.choice(odd)

def changed_bytes(file: bytes, r: Random) -> bytes:
    "Lose, insert or overwrite some bytes"
    i, new = r.randrange(len(file)), r.randbytes(r.choice((0, 1, 8)))
    return file[:i] + new + file[i+r.choice((0, 1, 8, 64)):]

# files of three formats, whose digests fit

def changed_tensors(file: bytes, r: Random) -> bytes:
    entries, tensors = files._header_and_body(file)[0], safetensors.torch.load(file)
    meta, inner = entries['__metadata__'], {}
    for key,text in meta.items():
        try: inner[key] = json.loads(text)
        except ValueError: inner[key] = text
    inner.pop('digest')
    change(r.choice((tensors, inner)), r)
    meta = {k: v if isinstance(v, str) else json.dumps(v) for k,v in inner.items()}
    entries, body = files._header_and_body(safetensors.torch.save({k: t for k,t in tensors.items() if isinstance(t, Tensor)}, meta))
    entries['__metadata__'] = meta | {'digest': files._digest({**entries, '__metadata__': meta}, body)}
    head = json.dumps(entries).encode()
    return struct.pack('<Q', len(head)) + head + body

def changed_checkpoint(file: bytes, r: Random) -> bytes:
    saved, out = torch.load(io.BytesIO(file), weights_only=True), io.BytesIO()
    change(saved[r.choice(('run', 'identity'))], r)
    torch.save({**saved, 'digest': files.fingerprint({k: v for k,v in saved.items() if k!='digest'})}, out)
    return out.getvalue()

def changed_json(file: bytes, r: Random) -> bytes:
    content = json.loads(file)
    change(content, r)
    content.pop('digest', None)
    return json.dumps({**content, 'digest': files._digest(content)}).encode()

kinds = {name: (lambda path, make=make: make().save(path), read_family, changed_tensors) for name,make in families.items()}
kinds |= dict(
    element=(lambda path: group.sample(generator=rng(8)).save(path), read_element, changed_tensors),
    checkpoint=(lambda path: trained(path, 4, False), trained, changed_checkpoint),
    json=(lambda path: files.write_json(path, {'a': [1, 2., {'b': 'c'}], 'd': None}), files.read_json, changed_json))

def outcome(read, path):
    "What is read, or 'refused': every error is one line"
    try: return read(path)
    except sb.SymbayesError as e: assert '\n' not in str(e), str(e)
    return 'refused'

def numbers(result) -> list[Tensor]: return [t for t in result.values() if isinstance(t, Tensor)] if isinstance(result, dict) else []

@pytest.mark.defect('R4')
@pytest.mark.defect('R8')
@pytest.mark.defect('R11')
@pytest.mark.defect('R15')
@pytest.mark.defect('R20')
@pytest.mark.parametrize('n', [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize('kind', kinds)
def test_changed_files_are_refused_or_sound(kind, n, tmp_path):
    make, read, changed = kinds[kind]
    make(tmp_path/'whole')
    file, found = (tmp_path/'whole').read_bytes(), []
    (tmp_path/'copy').write_bytes(file)
    expected = read(tmp_path/'copy')
    for i in range(n):
        r, path = Random(f'{kind} {i}'), tmp_path/f'case{i}'
        path.write_bytes(changed(file, r) if i%2 else changed_bytes(file, r))
        found.append(outcome(read, path))
        if found[-1]=='refused': continue
        if i%2: assert all(t.isfinite().all() for t in numbers(found[-1])), i
        else: assert str(found[-1])==str(expected), i
    assert 'refused' in found
