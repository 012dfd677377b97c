# Made from the modules by tools/make_stubs.py: edit the notebooks.
__version__: str
from .all import *
