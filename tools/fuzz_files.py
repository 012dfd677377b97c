"""Change files of every kind at random, read and use them in child processes, and count what came of it.

    python tools/fuzz_files.py --n 1000 --kinds mean_field,checkpoint

Even cases get a digest that fits the changed content; odd ones keep the old digest, or have bytes changed. Outcomes:
refused      `SymbayesError`, one line
same         accepted, and every number of the result is the same to the bit
valid other  accepted with other finite numbers: what was read, written again, is this very file, so symbayes itself could have written it
other        accepted, and neither of these; a fault
not finite   accepted, and the result has numbers that are not finite; a fault
bare         another exception, or several lines; a fault
died         the process ended, or did not end in time; a fault
"""
import argparse, io, json, os, resource, shutil, signal, struct, sys, tempfile, time, traceback, warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from math import isclose
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pandas as pd
import safetensors.torch
import torch
from torch import Tensor, nn

from symbayes.core import files
from symbayes.inference import fitting as inference
from symbayes.runs import sweeps
from symbayes.runs.cells import read_record, write_record
from symbayes.core.files import fingerprint
from symbayes.inference.checkpoints import load_checkpoint
from symbayes.distributions.collapsed import CollapsedLastLayer
from symbayes.core.messages import SymbayesError
from symbayes.core.random import seeded_module
from symbayes.discovery.finding import mlp_group
from symbayes.symmetry.permutations import Element
from symbayes.distributions.base import Family, NetworkFamily
from symbayes.distributions.inducing import InducingPosterior
from symbayes.inference.options import Checkpoint, Stopping
from symbayes.inference.fitting import fit
from symbayes.distributions.likelihoods import Gaussian
from symbayes.distributions.gaussian import LowRank, MeanField
from symbayes.distributions.unit_gaussian import UnitGaussian
from symbayes.inference.prediction import predict
from symbayes.distributions.priors import IsotropicNormal
from symbayes.runs.run_files import load_run
from symbayes.runs.training import run_training
from symbayes.distributions.samples import Samples
from symbayes.runs.sweeps import collect, sweep

faults = 'other', 'not finite', 'bare', 'died'
outcomes = 'refused', 'same', 'valid other', *faults
seconds, memory = 60, 8<<30 # what one case, and one process, may take

def rng(seed: int) -> torch.Generator: return torch.Generator().manual_seed(seed)
def networks(n: int) -> list[nn.Module]: return [seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)), i) for i in range(n)]
net = networks(1)[0]
x, y = torch.randn(9, 2, generator=rng(1)), torch.randn(9, 1, generator=rng(2))
group, prior = mlp_group(net), IsotropicNormal(1.)

# what a result is

def flat(v: Any) -> Iterator[Any]:
    "Leaves of nested results in their order"
    if isinstance(v, dict):
        for k,w in v.items(): yield from (k, *flat(w))
    elif isinstance(v, (list, tuple)):
        for w in v: yield from flat(w)
    elif isinstance(v, pd.DataFrame): yield from flat(v.to_dict('list'))
    else: yield v

def bits_fingerprint(result: Any) -> str:
    "Of every bit of a result; 'not finite' if a number of it is not"
    found = sha256()
    for v in flat(result):
        if isinstance(v, Tensor):
            if v.is_floating_point() and not v.isfinite().all(): return 'not finite'
            found.update(f'{v.dtype} {tuple(v.shape)}'.encode()+v.detach().reshape(-1).contiguous().view(torch.uint8).numpy().tobytes())
        else: found.update(repr(v).encode())
    return found.hexdigest()

# kinds of files

@dataclass
class Kind:
    "Files of one kind"
    make: Callable[[Path], Any]        # writes them into a folder
    use: Callable[[Path], Any]         # reads them and gives numbers back
    again: Callable[[Path], Any]       # of a folder: is the file what symbayes would write of it?
    format: str                        # of the changed file: 'tensors', 'tree' or 'json'
    names: tuple[str, ...] = ('file',) # files that are changed, one of them in each case

def same_tensors(a: bytes, b: bytes) -> bool:
    "Have two files the same header, but for the digest, and for an order that older files do not have, and the same numbers?"
    (e, m), (f, n) = map(files._header_and_body, (a, b))
    for h in (e, f): h.get('__metadata__', {}).pop('digest', None)
    if 'order' not in e.get('__metadata__', {}): f['__metadata__'].pop('order', None)
    return e==f and m==n

def rewritten(load: Callable, folder: Path, name: str = 'file') -> bool:
    load(folder/name).save(folder/'again')
    return same_tensors((folder/name).read_bytes(), (folder/'again').read_bytes())

def use_posterior(folder: Path) -> Any:
    q = Family.load(folder/'file')
    if isinstance(q, NetworkFamily): q.bind(net)
    w = q.sample(3, rng(6))
    return w, q.log_prob(w) if hasattr(q, 'log_prob') else None, predict(net, q, x, 3, generator=rng(7))

def posterior(make: Callable) -> Kind: return Kind(lambda folder: make().save(folder/'file'), use_posterior, partial(rewritten, Family.load), 'tensors')

def use_element(folder: Path) -> Any:
    a = Element.load(folder/'file')
    w = MeanField.from_module(networks(2) if a.lead else net).mean
    return group.act(a, w), dict(a), a.signs

def element(*lead: int) -> Kind:
    make = lambda folder: group.sample(*lead, generator=rng(8)).save(folder/'file')
    return Kind(make, use_element, partial(rewritten, Element.load), 'tensors')

def trained(path: Path, epochs: int, resume: bool, everything: bool) -> Any:
    "Train for some epochs; `everything` with a stack, learned noise, validation, batches and a course that is looked at"
    q = UnitGaussian.from_module(networks(2), group) if everything else MeanField.from_module(net)
    noise = Gaussian(.3, learned=everything)
    more = dict(batch_size=4, stopping=Stopping((x, y), 3), optimizer=torch.optim.AdamW, kl_warmup=1, until='settled') if everything else {}
    h = fit(net, q, prior, noise, (x, y), epochs=epochs, generator=[rng(3), rng(4)] if everything else rng(3),
        checkpoint=Checkpoint(path, resume=resume), progress=False, **more)
    return q.state_dict(), noise.state_dict(), h.drop(columns='seconds')

def checkpoint(everything: bool) -> Kind:
    return Kind(lambda folder: trained(folder/'file', 4, False, everything), lambda folder: trained(folder/'file', 6, True, everything),
        lambda folder: taken(folder, everything), 'tree')

def taken(folder: Path, everything: bool) -> bool:
    "Is the state that a run takes over the state that the file holds?"
    found = []
    def noted(run, path, identity):
        load_checkpoint(run, path, identity)
        found.append(fingerprint(run.state_dict())==fingerprint(torch.load(path, weights_only=True)['run']))
    inference.load_checkpoint = noted
    try: trained(folder/'file', 6, True, everything)
    finally: inference.load_checkpoint = load_checkpoint
    return found==[True]

def make_run(folder: Path, data: str, **options) -> None:
    run_training(data, seeds=2, width=3, epochs=2, eval_samples=4, n_train=30, progress=False, out=folder, **options)
    (folder/'checkpoint.pt').unlink()

def use_run(folder: Path, data: str) -> Any:
    r = load_run(folder)
    return r.predict(rows[data], 3), r.metrics, r.summary().to_string(), r.likelihood.state_dict()

rows = {'diabetes': torch.randn(5, 10, generator=rng(5)), 'wine': torch.randn(5, 13, generator=rng(5)).abs()}

def run_again(folder: Path) -> bool:
    load_run(folder).save(folder/'again')
    return all(alike(without_digest(folder/n), without_digest(folder/'again'/n)) for n in ('run.json', 'metrics.json'))

def alike(a: Any, b: Any) -> bool:
    "Are two JSON values equal, but for what a number loses on its way through float32, and for missing numbers?"
    missing = lambda v: v is None or v!=v
    if isinstance(a, dict): return isinstance(b, dict) and a.keys()==b.keys() and all(alike(v, b[k]) for k,v in a.items())
    if isinstance(a, list): return isinstance(b, list) and len(a)==len(b) and all(map(alike, a, b))
    return a==b or missing(a) and missing(b) or all(isinstance(v, float) for v in (a, b)) and isclose(a, b, rel_tol=1e-6, abs_tol=1e-30)

def run_files(data: str, **options) -> Kind:
    return Kind(partial(make_run, data=data, **options), partial(use_run, data=data), run_again, 'json', ('run.json', 'metrics.json'))

def run_posterior(data: str) -> Kind:
    load = lambda folder: rewritten(Family.load, folder, 'posterior.safetensors')
    return Kind(partial(make_run, data=data), partial(use_run, data=data), load, 'tensors', ('posterior.safetensors',))

def measured(i: int = 0, scale: float = 1.) -> dict: return {'elbo': -i*scale, 'what': f'run {i}', 'many': [i, i+.5]}

def make_sweep(folder: Path) -> None: sweep({'scale': [.5, 2.], 'i': [3, 1]}, measured, folder, n_workers=0, progress=False)

def use_sweep(folder: Path) -> Any:
    "Gather the results, without their picture"
    small = lambda *args, **kwargs: sweeps.plt.subplots(figsize=(.1, .1))[1] # half a second for each case
    with patch.object(sweeps, 'plot_sweep', small): t = collect(folder)
    return t, t.attrs['keywords'], (folder/'summary.csv').read_text()

def sweep_again(folder: Path) -> bool:
    note = without_digest(folder/'sweep.json')
    (folder/'again').mkdir()
    sweeps._note(folder/'again', note['keywords'], note['keys'], note['written'])
    return note==without_digest(folder/'again'/'sweep.json') | {'symbayes': note['symbayes']}

def without_digest(path: Path) -> dict: return {k: v for k,v in json.loads(path.read_text()).items() if k not in ('digest', 'files')}

def record_again(folder: Path, name: str) -> bool:
    write_record(folder/'again', read_record(folder/'runs', Path(name).stem))
    return without_digest(folder/name)==without_digest(folder/'again'/Path(name).name)

def sweep_kinds() -> dict[str, Kind]:
    key = sweeps._cells(sweeps.Study([dict(scale=.5, i=3)], measured))[0].key
    name = f'runs/{key}.json'
    return dict(note=Kind(make_sweep, use_sweep, sweep_again, 'json', ('sweep.json',)),
        record=Kind(make_sweep, use_sweep, partial(record_again, name=name), 'json', (name,)))

@cache
def kinds() -> dict[str, Kind]:
    return dict(
        mean_field=posterior(lambda: MeanField.from_module(net)), stack=posterior(lambda: MeanField.from_module(networks(2))),
        unit_gaussian=posterior(lambda: UnitGaussian.from_module(net, group)), low_rank=posterior(lambda: LowRank.from_module(net, 2, generator=rng(3))),
        samples=posterior(lambda: Samples(MeanField.from_module(net).sample(5, rng(4)))),
        collapsed=posterior(lambda: CollapsedLastLayer.from_module(net, prior, Gaussian(.3), (x, y))),
        collapsed_units=posterior(lambda: CollapsedLastLayer.from_module(net, prior, Gaussian(.3), (x, y), body=UnitGaussian)),
        inducing=posterior(lambda: InducingPosterior.from_module(net, prior, x, 6, generator=rng(5))),
        inducing_learned=posterior(lambda: InducingPosterior.from_module(networks(2), prior, x, 6, learn_inputs=True, generator=rng(5))),
        element=element(), elements=element(2), checkpoint=checkpoint(False), checkpoint_all=checkpoint(True),
        run=run_files('diabetes', learn_noise=True), run_classes=run_files('wine'), run_posterior=run_posterior('diabetes')) | sweep_kinds()

# changes of bytes

def flip(b: bytearray, r: Random) -> None:
    for _ in range(r.choice((1, 1, 1, 2, 8))):
        i = r.randrange(8*len(b))
        b[i//8] ^= 1<<i%8

def cut(b: bytearray, r: Random) -> None: del b[r.randrange(len(b)):]
def lose(b: bytearray, r: Random) -> None:
    i = r.randrange(len(b))
    del b[i:i+r.choice((1, 8, 100))]
def insert(b: bytearray, r: Random) -> None:
    i = r.randrange(len(b)+1)
    b[i:i] = r.randbytes(r.choice((1, 8, 100)))
def blank(b: bytearray, r: Random) -> None:
    i = r.randrange(len(b))
    part = slice(i, min(len(b), i+r.choice((1, 4, 64, 512))))
    b[part] = bytes(len(b[part]))
def overwrite(b: bytearray, r: Random) -> None:
    i = r.randrange(len(b))
    b[i] = r.randrange(256)

changes_of_bytes = flip, flip, flip, cut, lose, insert, blank, overwrite

# changes of trees: nested dicts and lists, tensors, numbers, text

odd = (None, True, False, 'low', '', 0, 1, -1, 2**70, -2**40, .5, -.5, 1e300, 1e-300, 1e38, float('nan'), float('inf'), [], {}, [1], {'a': 1}, [[1.]])

def nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    "Every place below the top: what holds it, and its key there"
    for k in (tree if isinstance(tree, dict) else range(len(tree))) if isinstance(tree, (dict, list)) else ():
        yield tree, k
        yield from nodes(tree[k])

def other_leaf(v: Any, r: Random) -> Any:
    "Another value of the same kind"
    if isinstance(v, Tensor): return other_tensor(v, r)
    if isinstance(v, bool): return not v
    if isinstance(v, int): return r.choice((v+1, v-1, -v, 2*v, 10**6*v, 0, float(v)+.5))
    if isinstance(v, float): return r.choice((v*1.01, -v, 0., v*1e6, v*1e-6, round(v), 1e30))
    if isinstance(v, str): return r.choice((v+'x', v[1:], v.upper(), v[::-1], ''))
    return r.choice(odd)

def other_tensor(t: Tensor, r: Random) -> Tensor:
    "Another tensor: of other numbers, type, shape, or place in memory"
    how = r.choice(('number', 'number', 'number', 'bits', 'odd', 'dtype', 'shape', 'shape', 'empty', 'expanded', 'none'))
    t = t.clone()
    if how in ('number', 'odd', 'bits') and t.numel():
        flat, i = t.flatten(), r.randrange(t.numel())
        if how=='bits':
            b = bytearray(flat.view(torch.uint8).numpy().tobytes())
            flip(b, r)
            return torch.frombuffer(b, dtype=t.dtype).reshape(t.shape)
        whole = [v for v in (0, 1, -1, 3, 10**6, 2**62) if t.dtype not in (torch.int8, torch.uint8, torch.bool) or 0<=v<2]
        some = (float('nan'), float('inf'), -float('inf'), 1e38, -1e38, 1e30, 100., -100., -1e4) if how=='odd' else (.5, -.5, 0., 1., -1., -3.)
        flat[i] = r.choice(some) if t.is_floating_point() else r.choice(whole)
        return flat.reshape(t.shape)
    if how=='dtype': return t.to(r.choice((torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int8, torch.bool)))
    if how=='shape':
        f = r.choice((lambda: t[None], lambda: t.flatten(), lambda: t[..., :-1], lambda: torch.cat([t, t], -1), lambda: t.mT.contiguous(), lambda: t.sum(), lambda: t[:1]))
        try: return f().contiguous()
        except (RuntimeError, IndexError): return torch.zeros(1)
    if how=='empty': return torch.zeros(0, dtype=t.dtype)
    if how=='expanded': return torch.zeros((), dtype=t.dtype).expand(t.shape)
    return torch.zeros(r.choice(((), (1,), (3,), (2, 2), (1000,))))

def change_tree(tree: Any, r: Random) -> None:
    "One change somewhere in a tree, in place"
    places = list(nodes(tree))
    holder, k = r.choice(places)
    how = r.choice(('value', 'value', 'value', 'odd', 'lose', 'rename', 'add', 'swap'))
    if how=='value' and isinstance(holder[k], (dict, list)): how = r.choice(('odd', 'lose', 'twice'))
    if how=='value': holder[k] = other_leaf(holder[k], r)
    elif how=='odd': holder[k] = r.choice(odd)
    elif how=='lose': del holder[k]
    elif how=='swap':
        other, j = r.choice(places)
        holder[k], other[j] = deepcopy(other[j]), deepcopy(holder[k])
    elif isinstance(holder, list): holder.insert(k, r.choice((holder[k], r.choice(odd))))
    else:
        whole = any(isinstance(j, int) for j in holder)  # JSON has text for keys
        new = r.choice((0, 999) if whole else ('more', f'{k}.more', f'{k}x', 'loc', 'log_std'))
        holder[new] = holder.pop(k) if how=='rename' else r.choice((holder[k], r.choice(odd)))

# files of three formats, with or without a digest that fits

def changed_tensors(b: bytes, r: Random, fits: bool) -> bytes:
    "A safetensors file with one change of its numbers, its tensors, or its header"
    entries, numbers = files._header_and_body(b)
    how = r.choice(('tensors', 'tensors', 'header', 'meta', 'meta', 'numbers'))
    if how=='tensors': entries, numbers = files._header_and_body(other_tensors(b, r))
    elif how=='numbers':
        numbers = bytearray(numbers)
        r.choice(changes_of_bytes)(numbers, r) if numbers else None
    elif how=='header': change_tree(entries, r)
    else: change_meta(entries['__metadata__'], r)
    digest = files._digest(entries, bytes(numbers)) if fits and isinstance(entries.get('__metadata__', {}), dict) else None
    if digest: entries.setdefault('__metadata__', {})['digest'] = digest
    head = json.dumps(entries, sort_keys=True, default=str).encode()
    head += b' '*(-len(head)%8)
    return struct.pack('<Q', len(head)) + head + bytes(numbers)

def other_tensors(b: bytes, r: Random) -> bytes:
    entries, tensors = files._header_and_body(b)[0], safetensors.torch.load(b)
    change_tree(tensors, r)
    plain = {str(k): t.contiguous().clone() for k,t in tensors.items() if isinstance(t, Tensor)}
    return safetensors.torch.save(plain, metadata=entries['__metadata__'])

def change_meta(meta: dict, r: Random) -> None:
    "Change what a header says, or the JSON that it holds"
    k = r.choice(sorted(meta))
    try: inner = json.loads(meta[k])
    except ValueError: inner = None
    if not isinstance(inner, (dict, list)) or not inner: return change_tree(meta, r)
    change_tree(inner, r)
    meta[k] = json.dumps(inner)

def changed_tree(b: bytes, r: Random, fits: bool) -> bytes:
    "A checkpoint with one change"
    saved = torch.load(io.BytesIO(b), weights_only=True)
    change_tree(saved if not fits and r.random()<.3 else saved[r.choice(('run', 'run', 'run', 'identity'))], r)
    if fits: saved['digest'] = fingerprint({k: v for k,v in saved.items() if k!='digest'})
    out = io.BytesIO()
    torch.save(saved, out)
    return out.getvalue()

def changed_json(b: bytes, r: Random, fits: bool) -> bytes:
    "A JSON file with one change"
    found = json.loads(b)
    change_tree(found, r)
    if fits and 'digest' in found: found['digest'] = files._json_digest(found)
    return json.dumps({str(k): v for k,v in found.items()}, indent=1).encode()

formats = dict(tensors=changed_tensors, tree=changed_tree, json=changed_json)

def changed(b: bytes, format: str, r: Random, fits: bool) -> bytes:
    if fits or r.random()<.3: return formats[format](b, r, fits)
    own = bytearray(b)
    r.choice(changes_of_bytes)(own, r)
    return bytes(own)

# cases in child processes

@dataclass
class Case:
    "One changed file"
    kind: str
    number: int
    seed: int
    outcome: str = ''
    says: str = ''

    @property
    def fits(self) -> bool: return self.number%2==0

def judge(case: Case, whole: Path, expected: str) -> tuple[str, str]:
    "Change a file, read and use it, and say what came of it"
    kind, r = kinds()[case.kind], Random(f'{case.seed} {case.kind} {case.number}')
    folder = whole.parent/f'{case.kind}-case'
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    path = folder/r.choice(kind.names)
    path.write_bytes(changed(path.read_bytes(), kind.format, r, case.fits))
    try: found = bits_fingerprint(kind.use(folder))
    except SymbayesError as e: return ('bare', repr(str(e))) if '\n' in str(e) else ('refused', str(e))
    except BaseException as e: return 'bare', f'{type(e).__name__}: {str(e)[:200]} at {where(e)}'
    if found==expected: return 'same', ''
    if found=='not finite': return found, ''
    return ('valid other', '') if case.fits and written_so(kind, folder) else ('other', '')

def written_so(kind: Kind, folder: Path) -> bool:
    try: return bool(kind.again(folder))
    except Exception: return False

def where(e: BaseException) -> str:
    t = e.__traceback__
    while t.tb_next: t = t.tb_next
    return f'{Path(t.tb_frame.f_code.co_filename).name}:{t.tb_lineno}'

def judge_all(cases: list[Case], whole: Path, expected: str, to: int) -> None:
    "Judge cases in this process, which may die of it, and write a line for each"
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with os.fdopen(to, 'w') as out, open(os.devnull, 'w') as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for c in cases:
            signal.alarm(seconds)
            print(json.dumps(judge(c, whole, expected)), file=out, flush=True)

def in_child(cases: list[Case], whole: Path, expected: str) -> list[Case]:
    "Judge cases one after the other in a forked process, as far as it gets"
    read, write = os.pipe()
    if not (pid := os.fork()):
        os.close(read)
        try: judge_all(cases, whole, expected, write)
        except BaseException: os.write(2, traceback.format_exc().encode())
        finally: os._exit(0)
    os.close(write)
    with os.fdopen(read) as lines: done = [replace(c, outcome=o, says=s) for c,(o, s) in zip(cases, map(json.loads, lines))]
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return done if len(done)==len(cases) else [*done, replace(cases[len(done)], outcome='died', says=f'status {status}')]

def judged(cases: list[Case], whole: Path, expected: str) -> Iterator[Case]:
    "Judge all cases; a case in which a process died is repeated alone"
    while cases:
        done = in_child(cases, whole, expected)
        if done[-1].outcome=='died' and len(done)>1: done[-1:] = in_child([cases[len(done)-1]], whole, expected)
        yield from done
        cases = cases[len(done):]

def fuzz(name: str, n: int, seed: int, home: Path) -> list[Case]:
    "Judge `n` changed files of a kind"
    kind, whole = kinds()[name], home/name
    whole.mkdir()
    kind.make(whole)
    expected = [bits_fingerprint(kind.use(shutil.copytree(whole, home/f'{name}-{i}'))) for i in range(2)]
    assert expected[0]==expected[1]!='not finite', f'{name}: the whole files do not give the same result twice'
    return list(judged([Case(name, i, seed) for i in range(n)], whole, expected[0]))

def counts(cases: list[Case]) -> pd.DataFrame:
    "Outcomes by kind and digest"
    rows = Counter((c.kind, 'fitting' if c.fits else 'other', c.outcome) for c in cases)
    found = pd.Series(rows).unstack(fill_value=0).reindex(columns=outcomes, fill_value=0).rename_axis(['kind', 'digest'])
    return found.loc[[k for name in kinds() for k in found.index if k[0]==name]]

def faults_of(cases: list[Case]) -> list[Case]: return [c for c in cases if c.outcome in faults]

def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--n', type=int, default=1000, help='files of each kind')
    parser.add_argument('--kinds', default=','.join(kinds()), help='which, separated by commas')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--show', type=int, default=10, help='faults of each kind to print')
    args, all_cases = parser.parse_args(), []
    warnings.simplefilter('ignore')
    with tempfile.TemporaryDirectory() as home:
        for name in args.kinds.split(','):
            begun = time.monotonic()
            cases = fuzz(name, args.n, args.seed, Path(home))
            all_cases += cases
            print(f'{name}: {dict(Counter(c.outcome for c in cases))} in {time.monotonic()-begun:.0f} s', flush=True)
            for c in faults_of(cases)[:args.show]: print(f'   {c.number} {c.outcome} {c.says}', flush=True)
    print(counts(all_cases).to_string())
    return 1 if faults_of(all_cases) else 0

if __name__=='__main__': sys.exit(main())
