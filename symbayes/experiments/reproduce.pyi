# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
__all__ = ['rooms', 'on_images', 'listing', 'reproduce']
from importlib import import_module
from pathlib import Path
from typing import Any
from ..console import command, one_line_errors
from ..core import moved
from ..data import load_data, stored_table
from ..executors import chosen_executor
from .artefacts import artefacts, make_artefact, table_function, worker_count
rooms: tuple
_rooms: dict
from symbayes.experiments.artefacts import Claim as Claim
from symbayes.experiments.artefacts import held as held
from symbayes.experiments.artefacts import shown as shown
from symbayes.experiments.artefacts import on_difference as on_difference
from symbayes.experiments.artefacts import judged_together as judged_together
from symbayes.experiments.artefacts import in_silence as in_silence
from symbayes.experiments.artefacts import Setup as Setup
from symbayes.experiments.artefacts import Artefact as Artefact
from symbayes.experiments.artefacts import artefact as artefact
from symbayes.experiments.modes import run_shapes as run_shapes
from symbayes.experiments.modes import plot_shapes as plot_shapes
from symbayes.experiments.modes import wider_between as wider_between
from symbayes.experiments.modes import judge_shapes as judge_shapes
from symbayes.experiments.modes import run_distances as run_distances
from symbayes.experiments.modes import plot_distances as plot_distances
from symbayes.experiments.modes import releases as releases
from symbayes.experiments.modes import judge_dimensions as judge_dimensions
from symbayes.experiments.modes import judge_sigmas as judge_sigmas
from symbayes.experiments.modes import run_proximity as run_proximity
from symbayes.experiments.modes import draw_proximity as draw_proximity
from symbayes.experiments.modes import closer_modes as closer_modes
from symbayes.experiments.modes import judge_proximity as judge_proximity
from symbayes.experiments.tractable import assumptions as assumptions
from symbayes.experiments.tractable import run_assumptions as run_assumptions
from symbayes.experiments.tractable import toy_differences as toy_differences
from symbayes.experiments.tractable import plot_densities as plot_densities
from symbayes.experiments.tractable import two_blobs as two_blobs
from symbayes.experiments.tractable import judge_densities as judge_densities
from symbayes.experiments.tractable import plot_toy_numbers as plot_toy_numbers
from symbayes.experiments.tractable import toy_claims as toy_claims
from symbayes.experiments.tractable import judge_optima as judge_optima
from symbayes.experiments.tractable import judge_theorems as judge_theorems
from symbayes.experiments.tractable import judge_evidence as judge_evidence
from symbayes.experiments.mnist import run_table1 as run_table1
from symbayes.experiments.mnist import table1_growth as table1_growth
from symbayes.experiments.mnist import higher_elbo as higher_elbo
from symbayes.experiments.mnist import judge_table1 as judge_table1
from symbayes.experiments.mnist import run_estimator as run_estimator
from symbayes.experiments.mnist import plot_estimator as plot_estimator
from symbayes.experiments.mnist import judge_estimator as judge_estimator
from symbayes.experiments.regimes import judge_regimes as judge_regimes
from symbayes.experiments.kurle import run_breaking as run_breaking
from symbayes.experiments.kurle import judge_breaking as judge_breaking
from symbayes.experiments.kurle import run_collapse as run_collapse
from symbayes.experiments.kurle import judge_collapse as judge_collapse
def __getattr__(name: str) -> Any:
    """Figures and tables as functions of keywords, by `table_function`, and names that were here in 0.1.0

    Parameters
    ----------
    name : str
        of a figure or table, or of what has moved

    Returns
    -------
    Any
    """
    ...
def listing() -> str:
    """What can be reproduced, a line each, and how long it took where that is known"""
    ...
def reproduce(name: str='', list: bool=False, quick: bool=False, data_dir: str='', out: str='reproduced', progress: bool=True, workers: int=-1, dask: str='', slurm: str=''):
    """Reproduce a figure or table of Gelberg et al. 2024, Kurle 2021, Rossi 2023 or Laurent 2024: numbers, picture, verdicts on all claims

    Parameters
    ----------
    name : str = ''
        a figure or table, as of --list; or all
    list : bool = False
        show what there is, a line each
    quick : bool = False
        some seconds' worth, to see that everything works; the 8x8 digits stand in for MNIST
    data_dir : str = ''
        folder with MNIST, default where downloads go
    out : str = 'reproduced'
        folder for NAME.csv, NAME.png and NAME.txt; what was interrupted there goes on
    progress : bool = True
        print a line per cell; --no-progress hides them
    workers : int = -1
        processes that run cells side by side, 0 for none; -1 for one per core, and none for quick runs
    dask : str = ''
        address of a Dask scheduler that runs the cells instead
    slurm : str = ''
        partition of SLURM that runs them instead, in 2 jobs or as many as there are workers
    """
    ...
on_images: tuple
def _make_one(name, out, quick, data_dir, progress, executor, n_workers):
    """Make one, and say what came of it"""
    ...
from symbayes.core import document
