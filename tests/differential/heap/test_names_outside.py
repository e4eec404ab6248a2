"""Lists and dicts that have a name outside, names that a call changes, lists that are sorted by a key that sees them, results that are kept."""

from functools import lru_cache

import pytest
import unpython as up
from support.left import left_by

TABLE = {"a": 1, "b": 2}


COUNT = 0


SEEN = []


class Shape:
    count = 0
    names = {"x": 3}

    def __init__(self, n):
        self.n = n
        Shape.count += 1


class Square(Shape):
    def __init__(self, n):
        super().__init__(n)
        self.k = self.names["x"] + self.count


def look(w, d):
    return ([TABLE.get(x, d) for x in w], sorted(TABLE.items()))


def glob(n):
    global COUNT
    for i in range(n):
        COUNT += i
        SEEN.append(i)
    return (COUNT, SEEN)


def shapes(v):
    Shape.count = 0
    s = [Square(x) if x > 1 else Shape(x) for x in v]
    return (Shape.count, Square.count, [x.n for x in s], [x.k for x in s if isinstance(x, Square)])


def alias(v):
    SEEN.append(1)
    v.append(5)
    return (v is SEEN, len(v))


def memo(n, d={}):
    if n not in d:
        d[n] = n * n
    return (d[n], len(d))


MOD = 7


LOG = []


@lru_cache(None)
def fib(n):
    return n if n < 2 else (fib(n - 1) + fib(n - 2)) % MOD


@lru_cache(None)
def noisy(n):
    LOG.append(n)
    return n


def usefib(v):
    return [{"f": fib(x)} for x in v]


def usenoisy(v):
    return ([{"f": noisy(x)} for x in v], len(LOG))


def sees(v):
    seen = []

    def key(x):
        seen.append(len(v))
        return -x[0]

    v.sort(key=key)
    return (v, seen)


def changes(v):
    try:
        v.sort(key=lambda x: v.append(x) or x[0])
    except ValueError as e:
        return (str(e), v)
    return ("no", v)


def fails(v):
    try:
        v.sort(key=lambda x: 1 // (x[0] - len(v)))
    except ZeroDivisionError as e:
        return (str(e), v)
    return ("no", v)


def plain(v, order):
    v.sort(key=lambda x: order.index(x[0]), reverse=True)
    return v


CASES = [
    (look, (["a", "c"], 0)),
    (look, (["a", "c"], None)),
    (shapes, ([1, 2, 3],)),
    (memo, (3,)),
    (usefib, ([5, 9],)),
    (sees, ([[1], [3], [2]],)),
    (sees, ([],)),
    (changes, ([[2], [1]],)),
    (changes, ([],)),
    (fails, ([[2], [0], [1]],)),
    (fails, ([[2], [5], [1]],)),
    (plain, ([[2], [1]], [1, 2])),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def test_what_a_call_changes_outside():
    global COUNT
    compiled = up.jit(strict=True)(glob)
    for count in (0, 5, 2.5):
        COUNT = count
        SEEN[:] = [7]
        expected = glob(3), COUNT, list(SEEN)
        COUNT = count
        SEEN[:] = [7]
        found = compiled(3)
        assert ((found[0], list(found[1])), COUNT, SEEN) == ((expected[0][0], expected[2]), *expected[1:])
        assert found[1] is SEEN


def test_a_list_that_is_outside_and_given():
    SEEN[:] = []
    assert up.jit(strict=True)(alias)(SEEN) == (True, 2)
    assert SEEN == [1, 5]
    assert up.jit(strict=True)(alias)([1]) == (False, 2)


def test_results_that_are_kept_of_a_function_that_does_more():
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(usenoisy)([5, 5])
