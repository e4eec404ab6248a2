"""What Python checks before it does something: keys that have no hash, texts that fill, sums of texts, what __len__ and __bool__ give, flags."""

import dataclasses

import pytest
import unpython as up
from support.outcomes import name_of, outcome


@dataclasses.dataclass
class Spot:
    x: int


class Sized:
    def __init__(self, v):
        self.v = v

    def __len__(self):
        return self.v


class Weighed:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self.v


def is_in(d, k):
    try:
        return [k in d, k not in d]
    except TypeError as e:
        return str(e)


def is_in_shown(v):
    try:
        return [v in {1: 2}, v in {(1, 2), 3}, None]
    except TypeError as e:
        return str(e)


def spot_in(n):
    p = Spot(n)
    try:
        return [p in {1, 2}, None]
    except TypeError as e:
        return str(e)


def taken(d, k):
    try:
        return [d.get(k, "none"), (1, k) in d]
    except TypeError as e:
        return str(e)


def counted(v):
    c = {}
    try:
        for x in v:
            c[x] = c.get(x, 0) + 1
    except TypeError as e:
        return str(e)
    return [c, None]


def filled(s, n, w):
    try:
        return [s.center(n, w), s.ljust(n, w), s.rjust(n, w)]
    except TypeError as e:
        return str(e)


def summed(v, s):
    try:
        return [sum(v, s), sum((x for x in v), s)]
    except TypeError as e:
        return str(e)


def length(w):
    try:
        return [len(Sized(w)), None]
    except (TypeError, ValueError) as e:
        return str(e)


def truths(w):
    try:
        return [bool(Sized(w)), not Sized(w), None]
    except (TypeError, ValueError) as e:
        return str(e)


def truths_said(w):
    try:
        return [bool(Weighed(w)), 1 if Weighed(w) else 2, None]
    except TypeError as e:
        return str(e)


def in_order(v, r):
    try:
        return [sorted(v, reverse=r), None]
    except TypeError as e:
        return str(e)


CASES = [
    (is_in, {1: 2}, [1]), (is_in, {1: 2}, (1, [2])), (is_in, {1: 2}, (1, 2)), (is_in, {"a"}, ["a"]), (is_in, {1, 2}, {1}), (is_in, {"a": 1}, None),
    (is_in_shown, []), (is_in_shown, (1, 2)), (is_in_shown, {}), (is_in_shown, "a"), (spot_in, 1), (taken, {1: 2}, [1]), (taken, {1: 2}, 1),
    (counted, [[1]]), (counted, [1, "a", 1]), (filled, "abc", 6, ""), (filled, "abc", 1, "xy"), (filled, "abc", 6, "x"), (filled, "", 2, "xy"),
    (summed, ["a"], ""), (summed, [], ""), (summed, [[1]], []), (summed, [1], 2), (length, "a"), (length, None), (length, -1), (length, True),
    (length, 3), (truths, "a"), (truths, 0), (truths, -1), (truths_said, 1), (truths_said, True), (truths_said, None), (truths_said, []),
    (in_order, [1, 3, 2], "a"), (in_order, [1, 2], None), (in_order, [1, 2], 2), (in_order, [1, 2], 1.0), (in_order, ["a", "b"], True),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_checks(case):
    function, *given = case
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)
