"""What a sweep costs beyond its runs: milliseconds a run of 200 runs that do nothing, a result file each.

Here, one after the other; on two processes; on two workers of a local Dask cluster; and, as the yardstick, the same function handed to a bare
`ProcessPoolExecutor` of two processes, which keeps nothing. Workers are up before the clock starts. All take turns in every round; a number is the median over rounds, a ratio that of ratios within a round."""
import argparse, os, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd

from symbayes.cells import Call
from symbayes.executors import ProcessPools, run_cells

from report import here, into_readme, machine, markdown

def empty(i: int) -> dict:
    "A run that does nothing"
    return {'i': i}

def seconds(n: int, executor=None, n_workers: int = 2) -> float:
    "Duration of a sweep of n empty runs in a new folder"
    cells = [Call('sweep_overhead:empty', {'i': i}) for i in range(n)]
    with TemporaryDirectory() as folder:
        begun = perf_counter()
        found = run_cells(cells, folder, executor, n_workers, progress=False)
        took = perf_counter()-begun
    assert all(r.status=='done' for r in found)
    return took

def bare_seconds(n: int, pool: ProcessPoolExecutor) -> float:
    "The same without a sweep"
    import sweep_overhead # by its name, which workers know
    begun = perf_counter()
    assert len([f.result() for f in [pool.submit(sweep_overhead.empty, i) for i in range(n)]])==n
    return perf_counter()-begun

def round_of(n: int, pool: ProcessPoolExecutor, pools: ProcessPools, client) -> dict[str, float]:
    "Milliseconds a run"
    took = {'bare ProcessPoolExecutor': bare_seconds(n, pool)/n, 'one after the other': seconds(n, n_workers=0)/n, 'two processes': seconds(n, pools)/n}
    if client: took['Dask, two workers'] = seconds(n, client)/n
    return {k: 1e3*v for k,v in took.items()}

def rounds(n: int, k: int) -> pd.DataFrame:
    "All contestants, k times in turn, with their workers up"
    try: from distributed import Client, LocalCluster
    except ImportError: Client = None
    with ProcessPoolExecutor(2, mp_context=get_context('spawn')) as pool, ProcessPools(2) as pools:
        bare_seconds(20, pool)
        seconds(20, pools)
        if not Client: return pd.DataFrame([round_of(n, pool, pools, None) for _ in range(k)])
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            seconds(20, client)
            return pd.DataFrame([round_of(n, pool, pools, client) for _ in range(k)])

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--rounds', type=int, default=5)
    a.add_argument('--runs', type=int, default=200)
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    all_of = rounds(a.runs, a.rounds)
    yardstick = all_of['bare ProcessPoolExecutor']
    t = pd.DataFrame({'executor': all_of.columns, 'ms': all_of.median().values, 'worst_ms': all_of.max().values, 'ratio': all_of.div(yardstick, axis=0).median().values})
    a.out.mkdir(parents=True, exist_ok=True)
    t.round(3).to_csv(a.out/'sweep_overhead.csv', index=False)
    print(t.round(2).to_string(index=False))
    if a.out!=here/'results': return
    worst = t.ms.max()
    said = f'- most of all executors: {worst:.1f} ms a run, to be under 50: {"met" if worst<50 else "not met"}'
    into_readme('sweep_overhead', f'{machine()}; {a.runs} runs, {a.rounds} rounds.\n\n' + markdown(t.set_index('executor'), {'ms': '{:.1f}', 'worst_ms': '{:.1f}', 'ratio': '{:.1f}'}) + f'\n\n{said}')

if __name__=='__main__': sys.exit(main())
