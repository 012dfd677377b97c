"""What each cure of the symmetry costs: milliseconds of a training step on the sinc of Kurle et al.

Five hidden layers of 32 SELU units, 128 points, five training seeds in one stack, one draw a step, local reparametrisation. All cures train for a
few steps in every round, in turn; a number is the median over the rounds' medians, a ratio the median over rounds of ratios within a round.
`compiled` is the same with steps that are compiled as far as they can be: not with fixed weights, and of symmetrised training not the bounds."""
import os
from argparse import ArgumentParser
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd

from symbayes.experiments.kurle import KurleRun, cures, train_kurle

from report import Ratio, formatted, options, write

title = 'Cost of the cures'
about = 'A training step of the networks of Kurle et al. with each cure of the symmetry, five seeds in one stack, against the step of the network left as it is.'

def step_ms(run: KurleRun, compile: bool = False) -> float:
    "Median duration of a step, without the first ones"
    history = train_kurle(run, run.problem(), compile=compile)[2]
    return 1e3*history.groupby('epoch').seconds.first().iloc[min(10, len(history)//4):].median()

def columns(rounds: pd.DataFrame, prefix: str = '') -> dict:
    "Medians, and quartiles of the ratio to the first column"
    ratio = rounds.div(rounds['none'], axis=0)
    return {prefix or 'ms': rounds.median().values} | {f'{prefix}_{k}'.strip('_'): ratio.quantile(q).values for k,q in (('ratio', .5), ('low', .25), ('high', .75))}

def main(argv: list[str]|None = None) -> None:
    p = ArgumentParser(description=__doc__)
    p.add_argument('--rounds', type=int, default=7)
    p.add_argument('--steps', type=int, default=40)
    p.add_argument('--compiled-rounds', type=int, default=3)
    p.add_argument('--compiled-steps', type=int, default=200)
    a = options(p, argv, rounds=3, steps=30, compiled_rounds=0)
    runs = lambda n, steps, compile: pd.DataFrame([{c: step_ms(KurleRun((c,), steps=steps), compile) for c in cures} for _ in range(n)], columns=cures)
    t = pd.DataFrame({'cure': [*cures]} | columns(runs(a.rounds, a.steps, False)) | columns(runs(a.compiled_rounds, a.compiled_steps, True), 'compiled'))
    write(t.round(3), 'cures', a.out)
    print(shown(a.out).to_string(index=False))

def ratios(folder: Path) -> list[Ratio]:
    t = pd.read_csv(folder/'cures.csv').set_index('cure').drop('none')
    return [Ratio(f'{c}: step / step without a cure', r.ratio, r.low, r.high) for c,r in t.iterrows()]

def shown(folder: Path) -> pd.DataFrame:
    t = pd.read_csv(folder/'cures.csv')[['cure', 'ms', 'ratio', 'compiled', 'compiled_ratio']]
    names = {'compiled': 'compiled, ms', 'compiled_ratio': 'compiled, ratio'}
    return formatted(t, {'ms': '{:.1f}', 'ratio': '{:.2f}', 'compiled': '{:.1f}', 'compiled_ratio': '{:.2f}'}).rename(columns=names)

if __name__=='__main__': main()
