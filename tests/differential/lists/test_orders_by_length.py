"""Lists of lists in the order of their lengths and of what they hold, their lengths added up, and rows that change where they lie."""

import math

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def shortest_first(values, size):
    found = []
    for v in values:
        found.append([k % 3 for k in range(v, v + v % size)])
    return sorted(found, key=lambda s: (len(s), s))


def longest_first(values, size):
    found = [[] for _ in range(size)]
    for v in values:
        found[v % size].append(v)
    found.sort(key=lambda row: (-len(row), row))
    return found


def backwards(values, size):
    found = []
    for v in values:
        found.append([k % 2 for k in range(v % size)])
    found.sort(key=lambda s: (-len(s), s), reverse=True)
    return found


def lengths(values, size):
    found = [[] for _ in range(size)]
    for v in values:
        found[v % size].append(v)
    return sum(map(len, found)), max(map(len, found)), sorted(map(len, found))


def sorted_within(values, size):
    buckets = [[] for _ in range(size)]
    for v in values:
        buckets[v % size].append(v)
    out = []
    for b in buckets:
        for i in range(1, len(b)):
            j = i
            while j > 0 and b[j - 1] > b[j]:
                b[j - 1], b[j] = b[j], b[j - 1]
                j -= 1
        out.extend(b)
    return out


COMPILED = [shortest_first, longest_first, backwards, lengths, sorted_within]


def lengths_of_an_iterator(values, size):
    found = [[] for _ in range(size)]
    for v in values:
        found[v % size].append(v)
    return len(map(len, found))


def lengths_that_change(values, size):
    found = [[] for _ in range(size)]
    seen = []
    for n, v in zip(map(len, found), values):
        seen.append(n)
        found[-1].append(v)
    return seen


def in_order(values, size):
    found = []
    for i in range(0, len(values), size):
        found.append(values[i : i + size])
    found.sort()
    return found, len(found)


def in_order_of_lengths(values, size):
    found = []
    for i in range(0, len(values), size):
        found.append(values[i : i + size])
    found.sort(key=lambda s: (len(s), s))
    return found, len(found)


@pytest.mark.parametrize("case", [(f, v, 3) for f in COMPILED for v in ([5, 3, 8, 1, 9, 4, 2], [2, 2], [7])], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, 2) for f in [*COMPILED, lengths_that_change, lengths_of_an_iterator] for v in ([5, 3, 8, 8], [])], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [in_order, in_order_of_lengths], ids=name_of)
def test_nan_is_left(function):
    """The order of lists with nan is that of Python's sort alone."""
    compiled = up.jit(strict=False)(function)
    for k in range(3, 9):
        values = [math.nan if i % k == 1 else float(i * 7 % 5) for i in range(150)]
        assert outcome(compiled, [values, 3]) == outcome(function, [values, 3])
