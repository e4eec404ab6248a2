"""sum() of values on the heap has the bits of each version of Python 3."""

import sys
import types

import pytest
import unpython as up
from support.left import left_by
from support.python_sums import python_sum
from unpython import _source

RUNNING = sys.version_info.minor


def nested(t):
    if isinstance(t, (list, tuple)):
        return sum((nested(x) for x in t))
    return t if t is not None else 0


def of_rows(rows):
    return [sum(r) for r in rows], [sum((x / 3 for x in r if x), 0.1) for r in rows], sum([True, *rows[0]], 2)


TENTHS = [0.1, 0.2, 0.3, 0.7, -0.4]
CASES = [
    (nested, ([1, [2, (3, 4.5)], None, TENTHS],)),
    (nested, ([],)),
    (of_rows, ([TENTHS, [1e16, 1.0, -1e16, 3.0], [1, 2], [], [-0.0, -0.0], [1e308, 1e308, -1e308], [0.1, 1, 0.7, True, 3]],)),
]


@pytest.mark.parametrize("minor", sorted({11, 12, 14, RUNNING}))
@pytest.mark.parametrize("case", range(len(CASES)))
def test_sums(minor, case, monkeypatch):
    function, arguments = CASES[case]
    monkeypatch.setattr(_source, "PYTHON", minor)
    names = {**globals()}
    if minor != RUNNING:
        names["sum"] = lambda items, start=0: python_sum(minor, items, start)
    plain = names[function.__name__] = types.FunctionType(function.__code__, names)
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(plain, arguments)
    assert compiled.ran_on == "cpu"
