"""zip, map, filter, generator expressions and their kin under a name: evaluated where they are made, asked where they are used."""

import itertools
from itertools import accumulate, chain

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def evens(limit, said):
    for k in range(0, limit, 2):
        said.append(k)
        yield k


def several(v):
    squares = (x * x for x in v)
    pairs = zip(v, v[1:])
    words = map(str, v)
    large = filter(lambda x: x > 1, v)
    numbered = enumerate(v, 1)
    total = sum(squares)
    shown = ",".join(words)
    table = dict(numbered)
    return total, [a + b for a, b in pairs], shown, list(large), table, HEAP


def of_itertools(v):
    joined = chain(v, [9], range(2))
    both = itertools.zip_longest(v, [1], fillvalue=0)
    sums = accumulate(v, lambda a, b: a * b)
    products = itertools.product(v, "ab")
    ones = itertools.repeat(1, len(v))
    return sum(joined), [a - b for a, b in both], list(sums), [p for p in products if p[0] > 1], list(ones), HEAP


def chains(v):
    doubled = (2 * x for x in v)
    small = (x for x in doubled if x < 7)
    shown = map(lambda x: f"<{x}>", small)
    return "".join(shown), HEAP


def changed_between(v):
    k = 10
    late = (x + k for x in v)
    pairs = zip(v, [k] * 9)
    k = 20
    w = v
    v = [0]
    return list(late), [a * b for a, b in pairs], w, v, HEAP


def in_loops(rows):
    totals = []
    for row in rows:
        cells = map(int, row.split())
        if not row:
            continue
        totals.append(sum(cells))
    while len(totals) > 1:
        last = (t for t in totals[1:])
        totals = [x for x in last]
    return totals, HEAP


def when_they_run(v):
    said = []
    items = evens(2 * len(v), said)
    said.append("made")
    total = 0
    for x in items:
        if x > 3:
            break
        total += x
    return total, said, HEAP


def chosen(v, is_first):
    if is_first:
        some = filter(None, v)
        return list(some), HEAP
    else:
        others = (x for x in v if not x)
        found = next(others, "none")
        return found, HEAP


def twice(v):
    pairs = zip(v, v)
    return list(pairs), list(pairs), HEAP


def inside_a_loop(v):
    squares = (x * x for x in v)
    found = []
    for k in range(3):
        found.append(sum(squares))
    return found, HEAP


def returned(v):
    squares = (x * x for x in v)
    return sum(x for x in squares), HEAP


def kept_defaults(v):
    k = 10
    shifted = map(lambda x, by=k: x + by, v)
    pairs_given_0 = k = 20
    pairs = zip(v, v[::-1])
    return list(shifted), [a * b + k for a, b in pairs], pairs_given_0, HEAP


def taken_at_once(v):
    pairs = itertools.product(v, repeat=2)
    orders = itertools.permutations(v, 2)
    few = itertools.combinations(v, 2)
    w = v
    w.append(None)
    return [list(pairs), list(orders), len(list(few)), v], list(accumulate(v[:1], lambda p, q: (p, q), initial=None)), HEAP


def from_the_end(v):
    backwards = reversed(v)
    w = [x for x in backwards]
    both = zip(w, reversed(v))
    return w, list(both), HEAP


def own_zip(v):
    def zip(a, b):
        return [a, b]

    pairs = zip(v, v)
    return sum(len(p) for p in pairs), HEAP


def raising(v):
    inverse = (6 // x for x in v)
    try:
        total = sum(inverse)
    except ZeroDivisionError:
        total = -1
    return total, HEAP


ONE_ARGUMENT = [
    several, of_itertools, chains, changed_between, when_they_run, returned, kept_defaults, taken_at_once, from_the_end, own_zip,
]  # fmt: skip
CALLS = [
    *((function, (v,)) for function in ONE_ARGUMENT for v in ([1, 2, 3], [])),
    (in_loops, (["1 2", "", "3", "4 5 6"],)),
    (chosen, ([1, 0, 2], True)),
    (chosen, ([1, 0, 2], False)),
    (chosen, ([1], False)),
    (raising, ([1, 2],)),
    (raising, ([1, 0],)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_iterators(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def longer_in_between(v):
    backwards = reversed(v)
    v.append(7)
    v[0] = None
    return list(backwards), v, HEAP


def grown(v):
    table = {"a": 1, "b": None}
    pairs = zip(table, v)
    try:
        table["new"] = 1
        return [list(pairs)]
    except RuntimeError as e:
        return [str(e), None]


def other_after(v):
    orders = itertools.permutations(v, 2)
    shown = (x for x in v)
    v.append("L")
    return [list(orders), list(shown), None]


def chained_and_grown(v):
    table = dict.fromkeys(v, 1)
    keys = (k for k in table)
    shown = map(str, keys)
    try:
        table["new"] = 2
        return [",".join(shown), None]
    except RuntimeError as e:
        return [str(e), None]


@pytest.mark.parametrize("function", [chained_and_grown, twice, inside_a_loop, longer_in_between, grown, other_after])
def test_asked_again(function):
    assert left_by(up.jit(strict=False)(function), ([1, 2, 3],)) == left_by(function, ([1, 2, 3],))
