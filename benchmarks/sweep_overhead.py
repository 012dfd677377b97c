"""What a sweep costs beyond its runs: milliseconds a run of 200 runs that do nothing, a result file each.

Here, one after the other; on two processes; on two workers of a local Dask cluster; and, as the yardstick, the same function handed to a bare
`ProcessPoolExecutor` of two processes, which keeps nothing. Workers are up before the clock starts. All take turns in every round; a number is the median over rounds, a ratio that of ratios within a round."""
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from report import driver, formatted, Ratio

import pandas as pd

from symbayes.runs import Call, ProcessPools, run_cells

title = 'Overhead of a sweep'
about = 'Milliseconds that a sweep adds to each run, to hand it out, set its random numbers, keep its result and know of it, beside a bare ProcessPoolExecutor that keeps nothing.'

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
    took = {'bare ProcessPoolExecutor': bare_seconds(n, pool), 'one after the other': seconds(n, n_workers=0), 'two processes': seconds(n, pools)}
    if client: took['Dask, two workers'] = seconds(n, client)
    return {k: 1e3*v/n for k,v in took.items()}

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

options = dict(
    rounds=(5, 3),
    runs=(200, 100),
)

def run(a):
    every = rounds(a.runs, a.rounds)
    ratio = every.div(every['bare ProcessPoolExecutor'], axis=0)
    t = pd.DataFrame({'executor': every.columns, 'ms': every.median().values, 'best_ms': every.min().values, 'worst_ms': every.max().values,
        'ratio': ratio.median().values, 'low': ratio.quantile(.25).values, 'high': ratio.quantile(.75).values})
    yield 'sweep_overhead', t.round(3)

main = driver(run, options, peers=('distributed',))

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'sweep_overhead.csv').set_index('executor')
    slowest = t.loc[t.ms.idxmax()]
    peer = t.drop('bare ProcessPoolExecutor')
    return [Ratio(f'{e}: overhead of a run / bare ProcessPoolExecutor', r.ratio, r.low, r.high, beside='ProcessPoolExecutor') for e,r in peer.iterrows()] + [
        Ratio('slowest way to run a sweep: milliseconds a run (all rounds)', slowest.ms, slowest.best_ms, slowest.worst_ms, 50.)]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'sweep_overhead.csv')[['executor', 'ms', 'best_ms', 'worst_ms', 'ratio']]
    names = {'ms': 'ms a run', 'best_ms': 'best round', 'worst_ms': 'worst round', 'ratio': 'time / bare pool'}
    return formatted(t, {k: '{:.1f}' for k in t}|{'executor': '{}'}).rename(columns=names)

if __name__=='__main__': main()
