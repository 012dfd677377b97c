"Cases of a test that `make test` leaves to `make test-slow`, as their siblings say nearly as much."
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

def case(values: Any, quick: bool) -> Any: return values if quick else pytest.param(*(values if type(values) is tuple else (values,)), marks=pytest.mark.slow)

def some(cases: Iterable[Any], kept: Callable[[Any], bool]) -> list[Any]:
    "All cases for `parametrize`; those that are not `kept` are slow"
    cases = list(cases)
    assert any(map(kept, cases)), 'no case is left in `make test`'
    return [case(c, kept(c)) for c in cases]

def among(*names: Any) -> Callable[[Any], bool]:
    "Is a case one of these, or does its tuple begin with one?"
    return lambda c: (c[0] if type(c) is tuple else c) in names

def by_turns(every: int, *axes: Iterable[Any]) -> list[Any]:
    "All combinations of values of several axes for `parametrize`; every value meets one in `every` of another axis in `make test`, the others are slow"
    found = []
    for each in product(*(list(enumerate(a)) for a in axes)):
        values = tuple(v for _,value in each for v in (value if type(value) is tuple else (value,)))
        found.append(case(values if len(values)>1 else values[0], sum(i for i,_ in each)%every==0))
    return found
