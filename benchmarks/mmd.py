"""What maximum mean discrepancies cost: processor seconds of one thread, and memory beyond that of the samples.

Distances of both kinds (L1 and Euclidean) for n+n samples of many weights, and tests with 20 kernels and 1000 permutations. Each case runs in a process
of its own, so that its peak of memory is its own. Beside it: `torch.cdist` for the
L1 distances alone."""
import argparse, json, os, resource, subprocess, sys, time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch

from symbayes.mmd import mmd_test, pooled_distances

from report import here, into_readme, machine, markdown

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

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--most', type=float, default=24, help='GiB of memory that samples may take')
    a.add_argument('--out', type=Path, default=here/'results')
    a.add_argument('--case', nargs=3, help=argparse.SUPPRESS)
    a = a.parse_args()
    if a.case: return print(json.dumps(measured(a.case[0], *map(int, a.case[1:]))))
    rows = []
    for task,n,p in cases:
        if 8*n*p>a.most*2**30: continue
        run = subprocess.run([sys.executable, __file__, '--case', task, str(n), str(p)], capture_output=True, text=True, check=True)
        rows.append(json.loads(run.stdout.splitlines()[-1]))
        print(rows[-1], flush=True)
    t = pd.DataFrame(rows)
    a.out.mkdir(parents=True, exist_ok=True)
    t.to_csv(a.out/'mmd_cost.csv', index=False, float_format='%.6g')
    if a.out!=here/'results': return
    t.to_csv(here.parent/'symbayes/results/mmd_cost.csv', index=False, float_format='%.6g')  # the pages read it there
    shown = t.set_index('task').rename(columns={'samples': 'samples a side', 'mib': 'MiB beyond samples'})
    form = {'samples a side': '{:.0f}', 'weights': '{:,.0f}', 'seconds': '{:.2f}', 'MiB beyond samples': '{:.0f}'}
    into_readme('mmd', f'{machine()}.\n\n'+markdown(shown, form))

if __name__=='__main__': main()
