# Made from the modules by tools/make_stubs.py: edit the notebooks.
from typing import Any, TypeAlias
from .commands import predict, train
__all__ = ['predict', 'train']
