"""Names and fields that are read before the same statement changes them."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import unpython
from unpython import CompileError


class Tally:
    def __init__(self, v: int):
        self.v = v

    def inc(self) -> int:
        self.v += 1
        return self.v

    def more(self, n: int) -> int:
        for _ in range(n):
            self.v += 1
        return self.v


def walrus_in_list(n):
    k = 1
    return k + sum([k := k + i for i in range(n)])


def walrus_on_one_way(n):
    k = n
    return k + (n if n > 2 else (k := 7)), [k := 9, 2][0] + (k := 4)


def sum_of_calls(n):
    k = 1

    def f(m):
        nonlocal k
        k += 1
        return m

    k = k + sum(f(i) for i in range(n))
    k += sum(f(i) for i in range(n))
    return k + sum(f(i) for i in range(n))


def loop_in_call(n):
    k = 1

    def f(m):
        nonlocal k
        for _ in range(m):
            k += 1
        return m

    g = f
    return k + f(n) + k + f(1), k + g(n), [(k + f(i)) * k for i in range(n)], k + (f(3) if n > 1 else f(2)) + k


def in_places(n):
    v = [n, 1, 2]
    k = 0

    def f(x):
        nonlocal k
        k += 1
        return x

    v[k] += sum(f(x) for x in range(2))
    return [k] + sorted(v, key=f) + [k], k + sorted(v, key=f)[0], k * 100 + [f(x) for x in v][0]


def in_heads(n):
    k = 0

    def f(x):
        nonlocal k
        for _ in range(x):
            k += 1
        return x

    while k < 20 and k + sum(f(x) for x in range(3)) > k:
        pass
    return k if k + f(n) < k or k == f(2) - 2 else -k


def of_itself(n):
    k = 0

    def f(m):
        nonlocal k
        k += 1
        return 1 if m < 2 else m * f(m - 1)

    return k + f(n)


def with_and_or(n):
    k = n

    def g():
        nonlocal k
        k += 1
        return k

    return k == g() or k == g(), g()


def of_lists(n):
    v = [1]

    def f(m):
        nonlocal v
        for i in range(m):
            v = v + [i]
        return m

    return len(v) + f(n), v[0] + f(n)


def whole_lists(n):
    v = [1]

    def f(m):
        nonlocal v
        for i in range(m):
            v = v + [i]
        return m

    return v + [f(n)] + v


def fields(n):
    b = Tally(1)
    x = b.v + sum(b.inc() for _ in range(n))
    b.v += b.more(n)
    return x, b.v + b.more(2), b.v * 2 - b.inc()


def fields_of_given(b, n):
    return b.v + sum(b.inc() for _ in range(n))


CASES = [(f, (n,)) for f in (walrus_in_list, walrus_on_one_way, sum_of_calls, loop_in_call, in_places, in_heads, of_itself, with_and_or, of_lists, fields) for n in (1, 3)]


@pytest.mark.parametrize(("function", "given"), [*CASES, (fields_of_given, (Tally(2), 3))])
def test_what_is_read_first_stays_what_it_was(function: Any, given: Any) -> None:
    ours = copy.deepcopy(given)
    assert unpython.jit(strict=True)(function)(*ours) == function(*given)
    assert [getattr(a, "v", a) for a in ours] == [getattr(a, "v", a) for a in given]


def test_a_list_that_gets_another_value_stays_with_python() -> None:
    with pytest.raises(CompileError):
        unpython.jit(strict=True)(whole_lists)(2)
