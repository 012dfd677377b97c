"Every figure and table of the papers, and the benchmarks' page."
from symbayes.core.doors import lazy_door

__getattr__, __dir__, __all__ = lazy_door(__name__, {})
