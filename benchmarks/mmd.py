"""What maximum mean discrepancies cost: processor seconds of one thread, and memory beyond that of the samples.

Distances of both kinds (L1 and Euclidean) for n+n samples of many weights, and tests with 20 kernels and 1000 permutations. Each case runs in a process
of its own, so that its peak of memory is its own, and the cases take turns in rounds; one that takes more than ten seconds is measured once. Beside
it: `torch.cdist` for the L1 distances alone. Distances take time in proportion to pairs and weights; their memory does not grow with the weights."""
import json, os, resource, subprocess, sys, time
from collections.abc import Callable
from pathlib import Path

from report import Ratio, driver, formatted

import pandas as pd
import torch

from symbayes.all import mmd_test
from symbayes.metrics import pooled_distances

title = 'Maximum mean discrepancy'
about = 'Processor seconds and memory of distances between all samples of two sides, and of tests with 20 kernels and 1,000 permutations.'

def resident() -> float:
    "Memory of this process in MiB"
    return int(Path('/proc/self/statm').read_text().split()[1])*os.sysconf('SC_PAGE_SIZE')/2**20

def samples(n: int, p: int) -> list[torch.Tensor]:
    "Two sets, each in one piece"
    return [torch.empty(n, p).normal_(generator=torch.Generator().manual_seed(s)) for s in (0, 1)]

def whole(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    "L1 distances of all pairs at once"
    z = torch.cat([x, y])
    return torch.cdist(z, z, 1)

def test(x: torch.Tensor, y: torch.Tensor) -> float: return mmd_test(x, y, generator=torch.Generator().manual_seed(0)).p_value

tasks: dict[str, Callable] = {'distances': pooled_distances, 'test': test, 'torch.cdist, L1 alone': whole}
cases = [('distances', 100, 10_000), ('distances', 100, 100_000), ('distances', 100, 1_000_000), ('distances', 100, 11_000_000),
    ('distances', 1000, 10_000), ('torch.cdist, L1 alone', 100, 100_000), ('test', 100, 392), ('test', 1000, 392)]

def measured(task: str, n: int, p: int) -> dict:
    "Seconds and memory of one case, here"
    torch.set_num_threads(1)
    small = samples(5, 20)
    tasks[task](*small)  # what is imported, is
    x, y = samples(n, p)
    before, begun = resident(), time.process_time()
    tasks[task](x, y)
    took = time.process_time()-begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/2**10
    return dict(task=task, samples=n, weights=p, seconds=took, mib=max(peak-before, 0.))

def in_a_process(task: str, n: int, p: int) -> dict:
    run = subprocess.run([sys.executable, __file__, '--quick', '--case', task, str(n), str(p)], capture_output=True, text=True, check=True)
    print(run.stdout.splitlines()[-1], flush=True)
    return json.loads(run.stdout.splitlines()[-1])

options = dict(
    rounds=(3, 1),
    most=(24., .5),  # GiB of memory that samples may take
    case=dict(default=None, nargs=3),  # one case, in a process of its own
)

def run(a):
    if a.case: return print(json.dumps(measured(a.case[0], *map(int, a.case[1:]))))
    rows = {}
    for c in [c for _ in range(a.rounds) for c in cases]:
        if 8*c[1]*c[2]>a.most*2**30 or (c in rows and rows[c][0]['seconds']>10): continue
        rows.setdefault(c, []).append(in_a_process(*c))
    t = pd.DataFrame([r for c in rows.values() for r in c]).groupby(['task', 'samples', 'weights'], sort=False)
    seconds = dict(seconds=('seconds', 'median'), least=('seconds', 'min'), most=('seconds', 'max'))
    yield 'mmd_cost', t.agg(**seconds, mib=('mib', 'median')).reset_index()

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'mmd_cost.csv').set_index(['task', 'samples', 'weights'])
    t = t.assign(least=t.least.fillna(t.seconds), most=t.most.fillna(t.seconds))  # a table of before spreads were kept
    ours, theirs = t.loc['distances', 100, 100_000], t.loc['torch.cdist, L1 alone', 100, 100_000]
    name = '100 + 100 samples of 100,000 weights: L1 and Euclidean distances / L1 alone by torch.cdist (all rounds)'
    return [Ratio(name, ours.seconds/theirs.seconds, ours.least/theirs.most, ours.most/theirs.least, beside='torch.cdist')]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'mmd_cost.csv')[['task', 'samples', 'weights', 'seconds', 'mib']]
    return formatted(t, {'weights': '{:,}', 'seconds': '{:.2f}', 'mib': '{:.0f}'}).rename(columns={'samples': 'samples a side', 'mib': 'MiB beyond samples'})

if __name__=='__main__': main()
