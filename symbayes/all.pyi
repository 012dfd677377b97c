# Made from the modules by tools/make_stubs.py: edit the notebooks.
from .core import *
from .groups import *
from .permanents import *
from .posteriors import *
from .mode_interpolation import *
from .mode_proximity import *
from .likelihoods import *
from .layers import *
from .symmetrized_elbo import *
from .breaking import *
from .data import *
from .metrics import *
from .inference import *
from .runs import *
