"""Deques that change while they are gone through, what they lack, pairs of another length, StopIteration in a generator."""

from collections import deque

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def put_behind(v, most):
    d = deque(v)
    try:
        for x in d:
            if x > most:
                d.append(1)
    except RuntimeError as e:
        return str(e)
    return list(d)


def taken_meanwhile(v):
    d = deque(v)
    try:
        return [d.popleft() for x in d]
    except RuntimeError as e:
        return [str(e), len(d)]


def as_many_again(v, other):
    d = deque(v)
    try:
        for x in d:
            if x == other:
                d.pop()
                d.append(x)
    except RuntimeError as e:
        return str(e)
    return list(d)


def without_first(v):
    d = deque(v)
    try:
        for i, _ in enumerate(d):
            if i == 1:
                d.clear()
    except RuntimeError as e:
        return str(e)
    return list(d)


def backwards(v):
    d = deque(v)
    try:
        for _ in reversed(d):
            d.pop()
    except RuntimeError as e:
        return str(e)
    return list(d)


def stored_to(v):
    d = deque(v)
    for x in d:
        d[0] = x
        d.reverse()
    d.append(7)
    d.extend(d)
    return [list(d), None]


def lacks(v, x):
    d = deque(v)
    t = [tuple(v), None]
    said = []
    try:
        d.remove(x)
    except ValueError as e:
        said.append(str(e))
    try:
        d.index(x)
    except ValueError as e:
        said.append(str(e))
    try:
        t[0].index(x)
    except ValueError as e:
        said.append(str(e))
    return said, list(d)


def in_pairs(v):
    d = {}
    try:
        d.update(v)
        return [dict(v), d]
    except ValueError as e:
        return [str(e), d]


def stops(n):
    for i in range(n):
        if i == 2:
            raise StopIteration
        yield i


def of_stops(n):
    try:
        return [None, sum(stops(n))]
    except RuntimeError as e:
        return [str(e), 0]


def no_more(x):
    raise StopIteration(x)


def of_no_more(v):
    try:
        return [None, sum(no_more(x) for x in v)]
    except RuntimeError as e:
        return [str(e), 0]


def stopped_outside(w):
    try:
        for y in stops(2):
            if y == w:
                raise StopIteration
    except StopIteration:
        return [None, 1]
    return [None, 2]


CASES = [
    (put_behind, [1, 2, 3], 2), (put_behind, [1, 2, 3], 3), (put_behind, [], 0), (put_behind, [3, 1], 2), (taken_meanwhile, [1, 2]), (taken_meanwhile, []),
    (as_many_again, [1, 2, 3], 3), (as_many_again, [1, 2], 5), (without_first, [1, 2]), (without_first, [1]), (backwards, [1, 2]), (backwards, [1]),
    (stored_to, [1, 2, 3]), (stored_to, []), (lacks, [1, "a"], 3), (lacks, ["a", None], "b"), (lacks, [1, 3], 3),
    (in_pairs, ["ab", "abc"]), (in_pairs, [[1, 2], [3]]), (in_pairs, [[1, 2]]), (in_pairs, [(1, 2), (1, 2, 3)]), (in_pairs, ["ab", "cd"]),
    (of_no_more, [1]), (of_no_more, []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_in_compiled_code(case):
    function, *given = case
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.parametrize("given", [0, 1, 2, 5])
def test_in_any_way(given):
    for function in (of_stops, stopped_outside):
        assert outcome(up.jit(function, strict=False), [given]) == outcome(function, [given])
