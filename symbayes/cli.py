"""The commands where version 0.1.0 had them. The room is `symbayes.commands` now; written by hand, for a module that is no notebook's."""
from .core import moved

__all__ = ['predict', 'train']
__getattr__ = moved(__name__, dict.fromkeys(__all__, 'commands'))
