"""Symmetry-aware Bayesian neural networks.

`import symbayes as sb` is quick: `sb.fit` and every other name of `symbayes.all` are imported when they are first asked for."""
__version__ = "0.2.0"

from .docstrings import document_imports

document_imports()


def __getattr__(name):
    from importlib import import_module
    if name=='__all__': return list(import_module('.all', __name__).__all__)  # for `from symbayes import *`
    if name.startswith('_') or name=='core': raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    door = import_module('.all', __name__)
    if name=='all': return door
    if name not in door.__all__: raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(door, name)


def __dir__():
    "Names that users type. Chapters, which are modules, are imported by name: `symbayes.alignment`"
    from importlib import import_module
    return sorted({*(k for k in globals() if k.startswith('__')), *import_module('.all', __name__).__all__})
