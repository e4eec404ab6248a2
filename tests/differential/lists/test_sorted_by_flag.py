"""Orders of which a flag says whether they go backwards."""

import copy

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["bb", "a", "ccc", "dd"]
NUMBERS = [3, -1, 2, -3, 0]
PAIRS = [(1, 2), (2, 1), (0, 2)]


def plain(x, r):
    return sorted(x, reverse=r)


def by_key(x, r):
    return sorted(x, key=lambda v: -v, reverse=r)


def by_two_keys(x, r):
    return sorted(x, key=lambda v: (abs(v), v), reverse=r)[:2]


def by_length(x, r):
    return sorted(x, key=len, reverse=r)


def by_second(x, r):
    return sorted(x, key=lambda v: v[1], reverse=r)


def places(x, r):
    order = sorted(range(len(x)), key=lambda i: x[i], reverse=r)
    return order, [x[i] for i in order]


def in_place(x, r):
    x.sort(key=abs, reverse=r)
    return len(x)


def words_in_place(x, r):
    x.sort(key=len, reverse=not r)


def in_a_loop(x, r):
    found = []
    for i, v in enumerate(sorted(x, key=abs, reverse=r)):
        found.append(i * v)
    return found


def of_what_raises(x, r):
    return sorted([6 // v for v in x], key=lambda v: v, reverse=r)


def by_name(x, r):
    order = "down" if r else "up"
    return sorted(x, key=abs, reverse=order == "down")


def of_entries(x, r):
    counts = {}
    for w in x:
        counts[w] = counts.get(w, 0) + len(w)
    return sorted(counts.items(), key=lambda kv: kv[1], reverse=r)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function, given",
    [
        (plain, NUMBERS), (plain, WORDS), (by_key, NUMBERS), (by_two_keys, NUMBERS), (by_length, WORDS), (by_second, PAIRS), (places, NUMBERS),
        (in_place, NUMBERS), (words_in_place, WORDS), (in_a_loop, NUMBERS), (of_what_raises, NUMBERS), (of_what_raises, NUMBERS[:-1]), (by_name, NUMBERS),
        (of_entries, WORDS),
    ],
)  # fmt: skip
def test_both_ways(function, given):
    compiled = up.jit(strict=True)(function)
    for flag in (True, False, 1, 0):
        for x in (given, given[:1], given + given):
            assert outcome(compiled, [copy.deepcopy(x), flag]) == outcome(function, [copy.deepcopy(x), flag])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [plain, by_key, by_two_keys, in_place, places])
@pytest.mark.parametrize("flag", [1.0, None, np.bool_(True), np.int64(1), np.float64(0.0)])
def test_what_is_no_flag(function, flag):
    for x in (NUMBERS, []):
        assert outcome(up.jit(strict=False)(function), [list(x), flag]) == outcome(function, [list(x), flag])
