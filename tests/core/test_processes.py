"Several processes give what one gives, agree before they start, and end if one of them is killed."
import os, pickle, signal, socket, subprocess, sys, time, traceback
from functools import partial

import pytest
import torch
from cases import refused, rng
import symbayes.core.messages
from symbayes.all import *
from symbayes.core.processes import Processes, init_distributed
from torch import nn
from torch.optim import AdamW
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.utils.data import DataLoader, TensorDataset


x = torch.randn(23, 2, generator=rng(0), dtype=torch.double)
y = x.sum(1, True).sin()

def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]

def in_processes(n, f, folder, timeout=400.):
    "`f(processes)` in n processes; what each returned, the `SymbayesError` it ended with, or the signal"
    import torch._dynamo  # noqa: F401  the first optimiser imports it, for seconds
    os.environ |= dict(MASTER_ADDR='127.0.0.1', MASTER_PORT=str(free_port()), WORLD_SIZE=str(n))
    pids = []
    for rank in range(n):
        if not (pid := os.fork()):
            os.environ['RANK'] = str(rank)
            try:
                try: found = f(init_distributed())
                except SymbayesError as e: found = e
                (folder/f'{rank}').write_bytes(pickle.dumps(found))
            except BaseException: traceback.print_exc()
            finally: os._exit(0)
        pids.append(pid)
    for k in ('MASTER_ADDR', 'MASTER_PORT', 'WORLD_SIZE'): del os.environ[k]
    start, found = time.monotonic(), []
    for rank,pid in enumerate(pids):
        while not (ended := os.waitpid(pid, os.WNOHANG))[0] and time.monotonic()-start<timeout: time.sleep(.02)
        if not ended[0]:
            os.kill(pid, signal.SIGKILL)
            ended = os.waitpid(pid, 0)
        file = folder/f'{rank}'
        found.append(pickle.loads(file.read_bytes()) if file.exists() else os.waitstatus_to_exitcode(ended[1]))
        file.unlink(missing_ok=True)
    return found

def make_net(seed=0): return seeded_module(lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)).double(), seed)

net, group, prior = make_net(), mlp_group(make_net()), IsotropicNormal(1.)

def posterior(family=MeanField, members=0, **how):
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return family.from_module([make_net(s) for s in range(members)] if members else net, std=.1, **how)

def trained(processes, make=posterior, prior=lambda: prior, learned=False, symmetric=False, estimator=None, data=lambda: (x, y), seed=5, **options):
    "All that a run of 50 steps comes to, as numbers by name"
    q, p, likelihood = make(), prior(), Gaussian(.2, learned).double()
    options = dict(epochs=10, batch_size=5, n_samples=3, n_mi_samples=2, progress=False) | options
    generator = seed if seed is None else rng(seed)
    h = fit(net, q, p, likelihood, data(), group if symmetric else None, estimator, processes=processes, generator=generator, **options)
    parts = {f'{type(m).__name__}.{k}': v.detach().clone() for m in (q, p, likelihood) if isinstance(m, nn.Module) for k,v in m.named_parameters()}
    return parts | {'history': torch.tensor(h.drop(columns='seconds').to_numpy())} | ({'next': torch.rand(3, generator=generator)} if seed else {})

def far(a, b): return max(float((a[k]-b[k]).abs().amax()) if a[k].shape==b[k].shape else 99. for k in a if a[k].numel())


# parts and wholes

@pytest.mark.parametrize('size', [1, 2, 3, 7])
def test_parts_as_torch_cuts_them(size):
    for n in (0, 1, 5, 7, 20):
        parts = [torch.arange(n)[Processes(r, size).share(n)] for r in range(size)]
        assert all(map(torch.equal, parts, torch.arange(n).tensor_split(size)))

def test_sums_and_what_the_first_has(tmp_path):
    "Of any dtype"
    def work(p):
        sums = [torch.full((2,), p.rank+.5), torch.full((1, 2), p.rank, dtype=torch.double)]
        p.add_up(sums)
        first = p.from_first({'rank': p.rank, 't': torch.ones(1)})
        p.barrier()
        return sums, first
    for sums, first in in_processes(3, work, tmp_path):
        assert [s.flatten().tolist() for s in sums]==[[4.5]*2, [3.]*2] and first=={'rank': 0, 't': torch.ones(1)}

# training

cases = {
    'mean_field': {}, 'draws for I': dict(n_mi_samples=3, symmetric=True, estimator=Uniform(4)), 'one draw': dict(n_samples=1, n_mi_samples=1),
    'low rank': dict(make=partial(posterior, LowRank, rank=2)), 'by units': dict(make=lambda: posterior(UnitGaussian, group=group), symmetric=True, estimator=Soules()),
    'members': dict(make=partial(posterior, members=2), learned=True, symmetric=True, estimator=Sampled(3), epochs=3),
    'learned prior': dict(prior=lambda: LearnedNormal(net, 1.)), 'KL by draws': dict(prior=lambda: LaplacePrior(1.), symmetric=True, estimator=Planted(3)),
    'weight decay': dict(optimizer=partial(AdamW, weight_decay=.1), scheduler=lambda o: CosineAnnealingLR(o, 30)),
    'stopping': dict(stopping=Stopping((x, y), 1), epochs=20, lr=.3, kl_warmup=2., temperature=.5), 'one example': dict(batch_size=1, epochs=1),
    'all examples': dict(batch_size=None, epochs=50), 'loader': dict(batch_size=None, epochs=2, data=lambda: DataLoader(TensorDataset(x, y), 5, shuffle=True)),
    **{str(e): dict(symmetric=True, estimator=e, epochs=4) for e in (Exact(), Bethe(), Sinkhorn(5), None)}}
by_samples = {
    'local_reparam': dict(local_reparam=True, epochs=2), 'inducing': dict(make=lambda: InducingPosterior.from_module(net, prior, x[:6], generator=rng(0)), epochs=4),
    'collapsed': dict(make=lambda: CollapsedLastLayer.from_module(net, prior, Gaussian(.2), (x, y), generator=rng(0)), batch_size=None, symmetric=True, estimator=Uniform(3))}
quick = {'data': ['mean_field', 'draws for I', 'members', 'one example', 'loader'], 'samples': ['mean_field', 'draws for I', 'local_reparam']}

def compare(names, by, n, folder):
    options = cases | by_samples
    found = in_processes(n, lambda p: {k: trained(by, **options[k]) for k in names}, folder)
    assert all(isinstance(f, dict) for f in found), found
    for k in names:
        one, plain = trained(by, **options[k]), trained(None, **options[k])
        for f in found:
            assert far(one, f[k])<1e-10, (k, by)
            assert all(map(torch.equal, f[k].values(), found[0][k].values())), (k, by)
        if by=='data':  # recorded steps, which processes do not share, differ by rounding
            assert far(trained(None, recorded=False, **options[k]), one)==0, k
            assert far(plain, one)<1e-12, k
        elif cases.get(k, {}).get('n_samples')!=1: assert far(plain, one)>1e-3, k

@pytest.mark.parametrize('by', ['data', 'samples'])
def test_two_processes_train_as_one(by, tmp_path):
    "To 1e-10 after 50 steps in double precision, in parameters, history, and the generator; by data also as without processes"
    compare(quick[by], by, 2, tmp_path)

@pytest.mark.slow
@pytest.mark.parametrize('by', ['data', 'samples'])
def test_three_processes_train_as_one(by, tmp_path): compare(list(cases if by=='data' else cases|by_samples), by, 3, tmp_path)

def test_a_run_goes_on_with_another_number_of_processes(tmp_path):
    keep = dict(checkpoint=Checkpoint(tmp_path/'c.pt', every=0., resume=True), symmetric=True, estimator=Uniform(3))
    in_processes(3, lambda p: trained('data', epochs=1, **keep), tmp_path)
    trained(None, epochs=2, **keep)
    found = in_processes(2, lambda p: trained('data', epochs=3, **keep), tmp_path)
    whole = trained(None, epochs=3, symmetric=True, estimator=Uniform(3))
    assert [far(whole, f)<1e-10 for f in found]==[True]*2
    refused('is of another run: n_samples', trained, 'samples', epochs=8, **keep)

def test_without_a_seed_the_first_process_decides(tmp_path):
    def work(p):
        torch.manual_seed(p.rank)
        return trained('samples', seed=None, epochs=2)
    a, b = in_processes(2, work, tmp_path)
    assert far(a, b)==0

def test_the_first_process_alone_talks(tmp_path, capfd, monkeypatch):
    bar = symbayes.core.messages.tqdm
    monkeypatch.setattr(symbayes.core.messages, 'tqdm', lambda *args, **how: bar(*args, **how|dict(delay=0.)))
    def work(p):
        seen = []
        trained('data', epochs=2, callback=lambda row: seen.append(row['epoch']), progress=True)
        return seen
    assert in_processes(2, work, tmp_path)==[[1, 2], []]
    assert capfd.readouterr().err.count(' 0/2 [')==1


# refusals

def test_what_cannot_be_shared_is_refused():
    refused("which draws for every example: expected processes='samples'", trained, 'data', local_reparam=True)

def test_what_differs_is_named(tmp_path):
    "In every process, and nothing has begun"
    other = {'data': dict(data=lambda: (x, y+1e-9)), 'seed': dict(seed=6), 'optimizer': dict(lr=.02), 'epochs': dict(epochs=3), 'prior': dict(prior=lambda: IsotropicNormal(2.)),
        'start': dict(make=lambda: MeanField.from_module(make_net(1), std=.1)), 'n_samples': dict(n_samples=4), 'estimator': dict(symmetric=True, estimator=Uniform(5)),
        'batch from its loader': dict(batch_size=None, data=lambda: DataLoader(TensorDataset(x, y), 5, shuffle=True, generator=rng(torch.distributed.get_rank())))}
    usual = {'estimator': dict(symmetric=True, estimator=Uniform(4)), 'batch from its loader': other['batch from its loader']}
    def work(p):
        said = {}
        for k,o in other.items():
            try: trained('data', **(o if p.rank else usual.get(k, {})))
            except SymbayesError as e: said[k] = str(e)
        return said
    for said in in_processes(2, work, tmp_path):
        for k in other: assert f'process 1 has another {k} than process 0' in said[k]
        assert said['epochs'].endswith(': 3, expected 10')


# the end of one

def act(how=signal.SIGKILL): os.kill(os.getpid(), how)

@pytest.mark.parametrize('who', [0, 1])
def test_a_killed_process_ends_the_others(who, tmp_path):
    def work(p):
        calls = []
        class Likelihood(Gaussian):
            def log_prob(self, *args):
                calls.append(1)
                if len(calls)==20 and p.rank==who: act()
                return super().log_prob(*args)
        fit(net, posterior(), prior, Likelihood(.2), (x, y), processes='data', epochs=100, batch_size=5, progress=False, generator=rng(0))
    begun = time.monotonic()
    found = in_processes(2, work, tmp_path, timeout=300.)
    assert found[who]==-signal.SIGKILL and time.monotonic()-begun<60
    assert str(found[1-who]).startswith('the connection to another process is lost: ')

@pytest.mark.slow
def test_torchrun(tmp_path):
    "Starts a script that uses nothing but `fit`, and ends what is left when one is killed"
    file = tmp_path/'train.py'
    file.write_text(f"""
import os, sys
sys.path[:0] = {sys.path!r}
from test_processes import *
found = trained('data')
if os.environ['RANK']=='0': torch.save(found, {str(tmp_path/"found")!r})
if len(sys.argv)==1: sys.exit()
def callback(row):
    if row['epoch']==2: act()
trained('data', epochs=10_000, callback=callback)
""")
    run = lambda *a: subprocess.run([sys.executable, '-m', 'torch.distributed.run', '--standalone', '--nproc-per-node', '2', file, *a], capture_output=True, text=True)
    r = run()
    assert r.returncode==0, r.stderr
    assert far(torch.load(tmp_path/'found'), trained(None))<1e-10
    start, r = time.monotonic(), run('killed')
    assert r.returncode and time.monotonic()-start<300
