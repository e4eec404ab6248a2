"""`except statistics.StatisticsError` around functions that raise it of too few items."""

import statistics
from statistics import StatisticsError, median

import pytest
import unpython as up
from support.outcomes import outcome


def summary(xs, name="data"):
    try:
        m = statistics.mean(xs)
        s = statistics.stdev(xs)
    except statistics.StatisticsError as exc:
        return f"{name}: error ({exc})"
    return f"{name:>8}: n={len(xs):3d} mean={m:8.3f} sd={s:.2e}"


def middle(xs):
    try:
        return median([x for x in xs if x > 0])
    except StatisticsError:
        return -1.0


def spread(xs):
    found = 0.0
    for i in range(len(xs)):
        try:
            found += statistics.pstdev(xs[i:]) + statistics.variance(xs[i:])
        except ValueError:
            found += 100.0
    return found


CALLS = [
    (summary, [1.0, 2.0, 4.5], "temp"), (summary, [1.0]), (summary, [1, 2, 4]), (summary, [1, 2]), *((middle, xs) for xs in ([1.0, -2.0, 3.5], [-1.0])),
    (spread, [1.0, 2.5, 3.0]),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_caught(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


@pytest.mark.parametrize("function", [summary, middle, spread])
def test_no_items(function):
    assert outcome(up.jit(strict=False)(function), ([],)) == outcome(function, ([],))
