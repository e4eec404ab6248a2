"""Dicts, lists of tuples and of texts, and empty lists and dicts that a function is given, or that stand around it, and that it changes: the
result, its type and what is left in them are CPython's, also where it raises."""

import copy

import pytest
import unpython as up
from support.outcomes import check_values

COUNTS = {}
MEMO = {0: 0, 1: 1}
LOG = []
EVENTS = [(1, 2.5)]


def counted(d, words):
    for w in words:
        d[w] = d.get(w, 0) + 1
    return len(d)


def added(d, k):
    d[k] += 1


def entered(d, k, v):
    if k not in d:
        d[k] = v
        return True
    return False


def dropped(d, k):
    del d[k]
    return sorted(d)


def popped(d, k):
    v = d.pop(k)
    d[k] = v
    return v


def emptied(d):
    n = len(d)
    d.clear()
    return n


def gone_through(d):
    for k in list(d):
        if d[k] < 2:
            d[k] = 10
    return sum(d.values())


def appended(v, x):
    v.append(x)
    return len(v)


def pairs(v, x):
    v.append((x, 1.0))
    return v[0][0], len(v)


def texts(v, w):
    v.append(w)
    v.append(v[0])
    return len(v)


def both(d, v, k):
    d[k] = d.get(k, 0) + 1
    v.append(k)
    return len(d), len(v)


def raised(d, k):
    d[k] = 7
    if k > 2:
        raise ValueError(f"too large: {k}")
    return k


def grouped(d, k, v):
    d.setdefault(k, []).append(v)
    return len(d)


def caught(d, k):
    try:
        d[k] += 1
    except KeyError:
        d[k] = 1
    return d[k]


def is_stored(d, v):
    d[0] = v
    return len(d)


def given_back(d, k):
    d[k] = 1
    return d


ARGUMENTS = [
    (counted, ({}, ["a", "b", "a"])), (counted, ({"b": 3}, ["a", "b", "a"])), (counted, ({}, [3, 1, 3])), (counted, ({1: 2}, [3, 1, 3])),
    (added, ({"x": 1, "y": 2}, "y")), (added, ({"x": 1}, "z")), (added, ({1: 0.5}, 1)), (added, ({}, 1)),
    (entered, ({}, 1, 2.5)), (entered, ({1: 2.5}, 1, 3.5)), (entered, ({1: 2.5}, 4, 3.5)), (entered, ({"a": 1}, "b", 2)),
    (dropped, ({1: 1, 5: 2, 3: 3}, 5)), (dropped, ({1: 1}, 2)), (popped, ({1: 1, 5: 2, 3: 3}, 5)), (emptied, ({1: 1},)), (emptied, ({"a": 1.5},)),
    (gone_through, ({1: 1, 2: 5, 3: 0},)), (appended, ([], 1)), (appended, ([], 2.5)), (appended, ([], "a")), (appended, ([1], 2)),
    (pairs, ([], 3)), (pairs, ([(1, 2.0)], 3)), (texts, (["a"], "bc")), (texts, ([], "bc")), (both, ({}, [], 1)), (both, ({1: 2}, [7], 1)),
    (raised, ({1: 1}, 2)), (raised, ({1: 1}, 3)), (raised, ({}, 3)), (grouped, ({}, 1, 2)), (caught, ({1: 1}, 1)), (caught, ({1: 1}, 2)),
]  # fmt: skip


def outcome(function, arguments):
    given = copy.deepcopy(arguments)
    try:
        result = repr(function(*given))
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    return result, repr(given)


@pytest.mark.parametrize(("function", "arguments"), ARGUMENTS, ids=lambda v: getattr(v, "__name__", ""))
def test_arguments(function, arguments):
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert outcome(compiled, arguments) == outcome(function, arguments)


def test_one_function_with_all_of_them():
    compiled = up.jit(strict=True)(entered)
    for arguments in (({}, 1, 2), ({1: 2}, 5, 3), ({}, "a", 1.5), ({"a": 2.5}, "b", 1.5), ({}, 1, 2), ({1: 2}, 1, 3)):
        assert outcome(compiled, arguments) == outcome(entered, arguments)


@pytest.mark.parametrize("function", [is_stored, given_back, both])
def test_what_is_the_same_object(function):
    mine, other = {1: 1}, {1: 1}
    held, others = [5], [5]
    second, seconds = {is_stored: (held, others), given_back: (2, 2), both: (held, others)}[function]
    arguments, expected = ((mine, second), (other, seconds)) if function is not both else ((mine, held, 3), (other, others, 3))
    found = up.jit(strict=False)(function)(*arguments)
    result = function(*expected)
    assert (found, mine, held) == (result, other, others)
    if function is is_stored:
        assert mine[0] is held
    if function is given_back:
        assert found is mine


def test_two_names_of_one_dict():
    def f(d, e, k):
        d[k] = 5
        return e.get(k, 0)

    compiled = up.jit(strict=False)(f)
    assert compiled({1: 1}, {1: 1}, 1) == 1
    d = {1: 1}
    assert compiled(d, d, 1) == 5


def count_around(k):
    COUNTS[k] = COUNTS.get(k, 0) + 1
    return COUNTS[k]


def fib(n):
    if n not in MEMO:
        MEMO[n] = fib(n - 1) + fib(n - 2)
    return MEMO[n]


def log_around(x):
    note(x)
    if x > 2:
        note(x * 2)
    return len(LOG)


def note(x):
    LOG.append(x)


def event(x):
    EVENTS.append((x, x / 2))
    return len(EVENTS)


@pytest.mark.parametrize(("function", "given"), [(count_around, [1, 2, 1]), (fib, [20, 5]), (log_around, [1, 3, 2]), (event, [4, 5])])
def test_around(function, given):
    def run(f):
        for held, start in ((COUNTS, {}), (MEMO, {0: 0, 1: 1})):
            held.clear()
            held.update(start)
        LOG[:], EVENTS[:] = [], [(1, 2.5)]
        return repr([f(x) for x in given]), repr((COUNTS, MEMO, LOG, EVENTS))

    compiled = up.jit(strict=True)(function)
    assert run(compiled) == run(function)
    if function is fib:
        globals()["fib"] = compiled
        try:
            found = run(compiled)
        finally:
            globals()["fib"] = function
        assert found == run(function)


class Bits:
    def __init__(self, bits):
        self.bits = bits

    def __or__(self, other):
        return Bits(self.bits | other.bits)

    def __invert__(self):
        return Bits(~self.bits)


def joined(d, x):
    e = d
    e |= {"w": 3}
    return d, e


def met(d, x):
    e = d
    e &= d
    return e


def joined_bits(d, x):
    x |= Bits(6)
    return x.bits, (~x).bits


@pytest.mark.parametrize("function", [joined, met, joined_bits])
def test_operators_of_bits_of_what_is_no_set(function):
    check_values((function, {"x": 1}, Bits(9)))
