"""zip() and map() of a generator that has no end, or ends where nobody knows, and lists."""

from itertools import count

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def numbers(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


def without_end(start, said):
    while True:
        said.append(start)
        yield start
        start += 2


def ratios(limit):
    pairs = [(a, b) for a, b in zip(numbers(limit), list(numbers(limit))[1:])]
    return pairs, [round(b / a, 3) for a, b in zip(numbers(limit), [*numbers(limit)][1:]) if a], HEAP


def in_front(v):
    said = []
    pairs = [pair for pair in zip(without_end(5, said), v)]
    return pairs, said, HEAP


def behind(v):
    said = []
    pairs = list(zip(v, without_end(5, said), "abcdef"))
    return pairs, said, HEAP


def left(v):
    said, total = [], 0
    for x, y in zip(v, without_end(1, said)):
        if y == 3:
            continue
        if y > 6:
            break
        total += x * y
    return total, said, dict(zip("ab", without_end(0, said))), HEAP


def mapped(v):
    said = []
    return list(map(lambda x, y: x + y, without_end(1, said), v)), sum(a * b for a, b in zip(numbers(9), count(2))), said, HEAP


CALLS = [(ratios, (30,)), (ratios, (0,)), *((function, (v,)) for function in (in_front, behind, left, mapped) for v in ([4, 5, 6], [], [1.5] * 7))]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_generators(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
