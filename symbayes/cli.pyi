# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from .core import moved
__all__ = ['predict', 'train']
from symbayes.commands import predict as predict
from symbayes.commands import train as train
