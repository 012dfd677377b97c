"""What each cure of the symmetry costs: milliseconds of a training step on the sinc of Kurle et al.

Five hidden layers of 32 SELU units, 128 points, five training seeds in one stack, one draw a step, local reparametrisation. All cures train for a
few steps in every round, in turn; a number is the median over the rounds' medians, a ratio the median over rounds of ratios within a round.
`compiled` is the same with steps that are compiled as far as they can be: not with fixed weights, and of symmetrised training not the bounds."""
import argparse, os
from pathlib import Path

os.environ.setdefault('OMP_NUM_THREADS', '1')

import pandas as pd
import torch

from symbayes.experiments.kurle import KurleRun, cures, train_kurle

from report import here, into_readme, machine, markdown

def step_ms(run: KurleRun, compile: bool = False) -> float:
    "Median duration of a step, without the first ones"
    history = train_kurle(run, run.problem(), compile=compile)[2]
    return 1e3*history.groupby('epoch').seconds.first().iloc[min(10, len(history)//4):].median()

def main() -> None:
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument('--rounds', type=int, default=7)
    a.add_argument('--steps', type=int, default=40)
    a.add_argument('--compiled-rounds', type=int, default=3)
    a.add_argument('--compiled-steps', type=int, default=200)
    a.add_argument('--out', type=Path, default=here/'results')
    a = a.parse_args()
    torch.set_num_threads(1)
    plain = pd.DataFrame([{c: step_ms(KurleRun((c,), steps=a.steps)) for c in cures} for _ in range(a.rounds)])
    fused = pd.DataFrame([{c: step_ms(KurleRun((c,), steps=a.compiled_steps), True) for c in cures} for _ in range(a.compiled_rounds)])
    ratio = lambda t: t.div(t['none'], axis=0).median().values
    t = pd.DataFrame({'cure': plain.columns, 'ms': plain.median().values, 'ratio': ratio(plain), 'compiled': fused.median().values, 'compiled_ratio': ratio(fused)})
    a.out.mkdir(parents=True, exist_ok=True)
    t.round(3).to_csv(a.out/'cures.csv', index=False)
    if a.out==here/'results': t.round(3).to_csv(here.parent/'symbayes/results/cures.csv', index=False)  # the pages read it there
    print(t.round(2).to_string(index=False))
    if a.out==here/'results': into_readme('cures', f'{machine()}; {a.rounds} rounds of {a.steps} steps, {a.compiled_rounds} of {a.compiled_steps} compiled ones.\n\n' + markdown(t.set_index('cure'), {'ms': '{:.1f}', 'ratio': '{:.2f}', 'compiled': '{:.1f}', 'compiled_ratio': '{:.2f}'}))

if __name__=='__main__': main()
