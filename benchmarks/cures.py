"""What each cure of the symmetry costs: milliseconds of a training step on the sinc of Kurle et al.

Five hidden layers of 32 SELU units, 128 points, five training seeds in one stack, one draw a step, local reparametrisation. All cures train for a
few steps in every round, in turn; a number is the median over the rounds' medians, a ratio the median over rounds of ratios within a round."""
from pathlib import Path

from report import driver, formatted, Ratio

import pandas as pd

from symbayes.experiments.kurle import KurleRun, cures, train_kurle

title = 'Cost of the cures'
about = 'A training step of the networks of Kurle et al. with each cure of the symmetry, five seeds in one stack, against the step of the network left as it is.'

def step_ms(run: KurleRun) -> float:
    "Median duration of a step, without the first ones"
    history = train_kurle(run, run.problem())[2]
    return 1e3*history.groupby('epoch').seconds.first().iloc[min(10, len(history)//4):].median()

def measured(rounds: int, steps: int) -> pd.DataFrame:
    "A row per cure, with the median and the quartiles of its ratio to no cure"
    t = pd.DataFrame([{c: step_ms(KurleRun((c,), steps=steps)) for c in cures} for _ in range(rounds)])
    ratio = t.div(t['none'], axis=0)
    return pd.DataFrame({'cure': t.columns, 'ms': t.median().values} | {k: ratio.quantile(q).values for k,q in (('ratio', .5), ('low', .25), ('high', .75))})

options = dict(
    rounds=(7, 3),
    steps=(40, 30),
)

def run(a):
    yield 'cures', measured(a.rounds, a.steps).round(3)

main = driver(run, options)

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'cures.csv').query('cure!="none"')
    return [Ratio(f'{r.cure}: step / step without a cure', r.ratio, r.low, r.high) for r in t.itertuples()]

def shown(folder: Path) -> pd.DataFrame:
    t, compiled = pd.read_csv(folder/'cures.csv')[['cure', 'ms', 'ratio']], folder/'cures_compiled.csv'
    if compiled.exists(): t = t.merge(pd.read_csv(compiled)[['cure', 'ms', 'ratio']], 'left', 'cure', suffixes=('', ', compiled'))
    return formatted(t, {c: '{:.1f}' if c.startswith('ms') else '{:.2f}' for c in t if c!='cure'})

if __name__=='__main__': main()
