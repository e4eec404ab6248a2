"""functools.reduce with a first value, and chain.from_iterable, over values that only the heap has."""

import itertools
from functools import partial, reduce

import pytest
import unpython as up
from support.left import left_by


def composed(x, scale=2.0, *offsets, power=1):
    add = lambda v, o: v + o  # noqa: E731
    steps = [partial(lambda s, v: s * v, scale)]
    steps += [partial(add, o=o) for o in offsets]
    steps.append(lambda v: v**power)
    return reduce(lambda acc, f: f(acc), steps, x)


def of_dicts(rows):
    total = reduce(lambda acc, row: acc + row["n"], rows, 0)
    return total, reduce(lambda a, b: a if a["n"] > b["n"] else b, rows) if rows else None


def chained(rows):
    out = {}
    for x in itertools.chain.from_iterable(rows):
        out.setdefault(x, []).append(x)
    return out, sorted(itertools.chain.from_iterable(r for r in rows), key=str)


CASES = [
    (composed, (2, 3.0, 1, 2)),
    (composed, (2,)),
    (of_dicts, ([{"n": 1}, {"n": 2.5}],)),
    (of_dicts, ([],)),
    (chained, ([[1, 2], ["a", None]],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
