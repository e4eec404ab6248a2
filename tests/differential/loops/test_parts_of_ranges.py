"""Parts of ranges that a call gives: r[a:b] in sums, lists and loops."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def listed(r, a, b):
    return list(r[a:b]), list(r[a:]), list(r[:b])


def summed(r, a, b):
    total = 0
    for x in r[a:b]:
        total = total * 3 + x
    return total, sum(r[a:]), [x * x for x in r[:b]]


def in_chunks(r, n):
    return [sum(r[i : i + n]) for i in range(0, len(r), n)]


def as_it_is(r, a, b):
    return r[a:b]


def shadowed(r, range):
    return list(r[range:])


RANGES = [range(9), range(0), range(2, 11, 3), range(10, -3, -2), range(5, 1)]
ENDS = [(0, 4), (2, 2), (-3, -1), (-99, 99), (99, -99), (3, 1), (1, 3)]


@pytest.mark.parametrize("function", [listed, summed], ids=lambda f: f.__name__)
def test_ends(function):
    compiled = up.jit(function, strict=True)
    for r in RANGES:
        for a, b in ENDS:
            assert outcome(compiled, (r, a, b)) == outcome(function, (r, a, b))


@pytest.mark.parametrize("given", [(range(9), 2), (range(9), 20), (range(0), 2), (range(9, 0, -1), 4)], ids=str)
def test_chunks(given):
    assert outcome(up.jit(in_chunks, strict=True), given) == outcome(in_chunks, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "given"),
    [(listed, (range(9), 1.5, 2)), (listed, (range(9), None, 2)), (listed, (range(9), True, 3)), (as_it_is, (range(9), 1, 4)), (shadowed, (range(9), 2)),
     (in_chunks, (range(9), 0)), (in_chunks, (range(9), -1))],
)  # fmt: skip
def test_others(function, given):
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)


def of_numpy_ends(n):
    r = range(-n, n, 2)
    total = 0
    for i in r:
        total += i * 100
    return total, len(r), r.start, r.stop, list(r), r[-1] * 100 if n else 0


def one_end(n):
    r = range(n)
    return r[-1] if n else 0


@pytest.mark.parametrize("function", [of_numpy_ends, one_end])
@pytest.mark.parametrize("n", [np.int8(100), np.int8(-100), np.int64(6), np.int16(0), 5, True], ids=repr)
def test_items_are_numbers_of_python(function, n):
    assert outcome(up.jit(function, strict=True), (n,)) == outcome(function, (n,))
