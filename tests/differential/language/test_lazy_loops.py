"""What gives its items one by one - filter, map, takewhile, count, islice, generator expressions - in loops and in what takes all of it,
also over one another and by a name, is CPython's: how many items are asked for, in which order, and what a loop leaves behind."""

import itertools
import math
import sys
from itertools import count, islice, takewhile

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome

V = [3, 1, 2, 0, 5, 8]


def named(xs, n):
    evens = filter(lambda v: v % 2 == 0, itertools.count(3))
    first = list(itertools.islice(evens, n))
    odds = (v for v in count(n) if v % 2)
    squares = (v * v for v in odds)
    return first, sum(islice(squares, n))


def in_loops(xs, n):
    total, x, y = 0, -1, -1
    for x in filter(lambda v: v > 1, xs):
        if x == 5:
            break
        total = total * 3 + x
    for y in map(lambda v: v * 2 - n, xs):
        if y % 3 == 0:
            continue
        total = total * 3 + y
    for z in (v * v for v in xs if v != 2 if v < 8):
        total += z
    return total, x, y


def counted(xs, n):
    total = 0
    for k in count(n, -2):
        if k % 5 == 1:
            continue
        total = total * 2 + k
        if k < -6:
            break
    for v in count():
        if v > n:
            return total, k, v
    return total


def asked_for(xs, n):
    """As many as are taken, each once."""
    order = []

    def seen(v):
        order.append(v)
        return v % 3

    total = 0
    for v in islice(map(seen, xs), n):
        total = total * 2 + v
    for v in takewhile(seen, xs):
        total = total * 2 + v
    for v in filter(seen, xs):
        order.append(-v)
    return total, order


def over_one_another(xs, n):
    by_four = (v for v in map(lambda w: w * w, count(1)) if v % 4 == 1)
    return list(takewhile(lambda v: v < 30 * n, by_four)), [v + 1 for v in islice((x for x in xs if x), n)], [x for x in islice(xs, n)]


def of_generators(xs, n):
    def numbers():
        k = 0
        while True:
            yield k
            k += 2

    return list(islice(filter(lambda v: v % 3 == 1, numbers()), n)), sum(islice(map(lambda v: v + 1, numbers()), n))


def of_other_sources(xs, n):
    out = []
    for i, x in islice(enumerate(xs), n):
        out.append(i * 10 + x)
    for a, b in islice(zip(xs, xs[1:]), n):
        out.append(a - b)
    for x in islice(reversed(xs), n):
        out.append(x)
    return out, list(islice(range(10), n)), max(islice(sorted(xs), n + 1))


def empty(xs, n):
    x = 7
    for x in islice(xs, 0):
        n = x
    for x in islice((1 // v for v in (0, 0)), n - n):
        n = x
    return x, n, list(islice(count(), 0)), list(islice(count(xs[1]), 0))


def same_names(xs, n):
    v = 5
    w = [v]
    for x in (v * 2 for v in (v + 1 for v in xs)):
        w.append(x + v)
    return w, v


def none_as_function(xs, n):
    total = 0
    for x in filter(None, xs):
        total = total * 2 + x
    return total


def floats(xs, n):
    return list(islice(count(0.5), n)), list(islice((v / 4 for v in count(xs[0])), n))


def wrong_count(xs, n):
    return list(islice((v for v in count(2)), n - 5))


def raises_late(xs, n):
    return [v for v in islice((12 // (v - 2) for v in xs), n)]


CASES = [named, in_loops, counted, asked_for, over_one_another, of_generators, of_other_sources, empty, same_names, none_as_function, floats]
CASES += [wrong_count, raises_late]


@pytest.mark.parametrize("case", [(f, V, n) for f in CASES for n in (4, 1)], ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
    check_values(case)


def taken_twice(xs, n):
    evens = (v for v in count(0) if v % 2 == 0)
    return list(islice(evens, n)), list(islice(evens, n))


def read_in_a_loop(xs, n):
    items = (x for x in xs)
    total = 0
    for _ in range(2):
        for x in items:
            total = total * 2 + x
    return total


def changed_before(xs, n):
    items = map(lambda v: v + n, xs)
    n = 100
    return list(items)


def another_source(xs, n):
    items = filter(lambda v: v > 1, xs)
    xs = [7, 8]
    return list(items)


def sliced_before(xs, n):
    xs = [*xs]
    items = filter(lambda v: v > 1, xs[1:])
    xs[1] = 50
    return list(items)


def grows(xs, n):
    xs = [*xs]
    out = []
    for x in (v + 1 for v in xs):
        out.append(x)
        if len(xs) < 9:
            xs.append(x)
    return out


def of_an_iterator(xs, n):
    it = iter(xs)
    return list(islice(it, 2)), list(it)


def no_number(xs, n):
    return list(islice((v for v in count(2)), 2.0))


def no_number_given(xs, n):
    return list(islice((v for v in count(2)), n / 2))


def in_an_inner_function(xs, n):
    items = (x for x in xs)

    def inner():
        return sum(items)

    return inner(), inner()


def with_else(xs, n):
    for x in filter(lambda v: v > 2, xs):
        if x > 100:
            break
    else:
        return -1
    return x


def computed_once(xs, n):
    order = []

    def number(k):
        order.append(k)
        return k

    return list(islice(range(number(5)), number(n))), list(islice(range(number(6)), number(0))), order


def own_names(xs, n):
    def count(k):
        return [k, k + 1]

    def filter(f, v):
        return [f(x) for x in v]

    return [x for x in count(3)], [x for x in filter(lambda v: v > 1, xs)]


def leftovers(xs, n):
    out = []
    for i in count(1):
        for j in islice(count(i), n):
            if (i + j) % 3 == 0:
                continue
            out.append(i * j)
        if i > 2:
            break
    return out


OTHERS = [taken_twice, read_in_a_loop, changed_before, another_source, sliced_before, grows, of_an_iterator, no_number, no_number_given]
OTHERS += [in_an_inner_function, with_else, computed_once, own_names, leftovers]


@pytest.mark.parametrize("case", [(f, V, n) for f in OTHERS for n in (4, 1)], ids=name_of)
def test_values(case):
    check_values(case)


def first_items(xs, n):
    total = 0
    for x in islice(xs, n):
        total += x
    return list(islice(xs, n)), total, [v for v in islice(filter(lambda v: v > 1, xs), n)], sum(islice((v + 1 for v in xs), n))


@pytest.mark.parametrize("n", [sys.maxsize, sys.maxsize - 1, -sys.maxsize - 1, np.int8(127), np.int8(-128), np.uint8(255), np.uint64(2**64 - 1)], ids=repr)
def test_counts_at_the_end_of_their_type(n):
    check_values((first_items, V, n))


def test_arrays():
    def run(a):
        total = 0.0
        for x in filter(lambda v: v > 0.5, a):
            total += math.sqrt(x)
        return total, [float(v) for v in islice(a, 3)]

    a = np.linspace(0.0, 2.0, 7)
    assert outcome(up.jit(run), [a]) == outcome(run, [a])
