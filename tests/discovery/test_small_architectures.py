"The CNN, the residual net and the transformer of the experiment: cells, and planted answers."
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from symbayes.data.splits import stored_table
from symbayes.experiments.architectures import (ArchitectureCell, _architecture_cells, architecture_looks, _judge_architectures, plot_architectures, setting_in_words, settings)

def planted(gain: float, width: float = 0.) -> pd.DataFrame:
    rng, rows = np.random.default_rng(0), []
    for k,draw in [('cnn', 0), ('cnn', 1), ('residual', 0)]:
        for s in range(5):
            for m in (False, True):
                low = -100+gain*m+.1*rng.normal()
                rows.append(dict(network=k, data='digits', n_train=50, image_draw=draw, symmetrized=m, seed=s, symmetrized_elbo_lower=low, symmetrized_elbo_upper=low+width, mi_lower=3., mi_upper=3.+width,
                    log_order=10., test_accuracy=.8+.01*gain*m+1e-4*rng.normal(), test_nll=.5-.01*gain*m+1e-4*rng.normal(), test_ece=.1+1e-4*rng.normal()))
    return pd.DataFrame(rows)

@pytest.mark.parametrize('gain,width,effect', [(5., 1., 'helps'), (-5., 1., 'harms'), (5., 8., 'undecided')])
def test_planted_gains_are_seen(gain, width, effect):
    t = planted(gain, width)
    looks = architecture_looks(t)
    assert (looks.effect['bound']==effect).all() and (looks.effect['NLL']==('helps' if gain>0 else 'harms')).all() and len(looks)==12
    verdicts = {c.text: c.verdict for c in _judge_architectures(t)}
    assert verdicts['cnn: symmetrised training is better than mean field in bound']=={'helps': 'reproduced', 'harms': 'not reproduced', 'undecided': 'undecided'}[effect]
    assert len(plot_architectures(t).axes)==3

@pytest.mark.defect('P11')
def test_the_picture_has_words_and_no_keys():
    "Neither the legend nor the rows have a name of the code"
    ax = plot_architectures(planted(0.)).axes[0]
    fig = ax.figure
    said = [t.get_text() for t in (*fig.legends[0].get_texts(), *ax.get_yticklabels())]
    assert {'mean field: at least, at most', 'symmetrised: at least, at most'} <= set(said) and not any('_' in t or 'z' in t or 'cnn' in t for t in said)

def test_the_stored_table_is_that_of_the_cells():
    t = stored_table('architectures')
    made = {(c.network, c.data, c.n_train, c.image_draw, c.symmetrized, c.steps, c.lr) for c in _architecture_cells()}
    assert set(t[[*settings, 'symmetrized', 'steps', 'lr']].itertuples(index=False, name=None))==made and len(t)==5*len(made)
    assert setting_in_words(t.iloc[0]).count(',')==2 and replace(ArchitectureCell(), seeds=5)==ArchitectureCell()
