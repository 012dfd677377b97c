"""The commands where version 0.1.0 had them. The room is `symbayes.commands` now; written by hand, for a module that is no notebook's."""
from .commands import predict, train

__all__ = ['predict', 'train']
