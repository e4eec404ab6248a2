"""Iterators of which some items are taken at a time."""

import itertools
from itertools import islice

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def chunked(iterable, size):
    it = iter(iterable)
    while chunk := list(itertools.islice(it, size)):
        yield chunk


def means(values, size=3):
    found = []
    for i, chunk in enumerate(chunked(values, size)):
        found.append((i, sum(chunk) / len(chunk), len(chunk)))
    return found


def sums(values, size):
    return [sum(c) for c in chunked(values, size)]


def here(values, size):
    found = []
    it = iter(values)
    while part := list(islice(it, size)):
        if part[0] < 0:
            continue
        if len(found) > 3:
            break
        found.append(part[-1])
    return found, part


def as_tuples(values):
    it = iter(values)
    total = 0
    while part := tuple(islice(it, 2)):
        total += part[0] * len(part)
    return total


def asked_behind(values, size):
    it = iter(values)
    total = 0
    while part := list(islice(it, size)):
        total += sum(part)
        if total > 3:
            break
    return total, list(it)


def grows(values, size):
    it = iter(values)
    total = 0
    while part := list(islice(it, size)):
        total += sum(part)
        if len(values) < 6:
            values.append(1)
    return total


A = [1.5, 2.0, -3.0, 4.0, 5.0, 6.0, 7.0]
CASES = [
    (means, A), (means, A[:3]), (means, [1, 2, 3, 4], 3), (means, [], 3), (sums, A, 2), (sums, [1, 2, 3], 9), (sums, A, 0),
    (sums, range(7), 3), (means, range(10), 4), (here, A, 1), (here, A, 2), (here, [1, 2, 3, 4, 5, 6, 7, 8, 9], 1), (here, [1], 2),
]  # fmt: skip
OTHERS = [(sums, A, -1), (sums, A, None), (sums, np.array(A), 3), (as_tuples, [1, 2, 3]), (asked_behind, [1, 2, 3, 4, 5], 2),
          (grows, [1, 2, 3], 2), (sums, {1: 2, 3: 4}, 1)]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_compiled(case):
    function, *given = case
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case[0].__name__)
def test_others(case):
    function, *given = case
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)
