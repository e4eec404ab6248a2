"""Lists as arguments are converted once where the function reads them and does nothing else, or changes them (test_changed_lists.py);
all else runs in Python. Results, their types and the lists afterwards are CPython's."""

import copy
import itertools
import math
from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up


def total(v):
    s = 0
    for x in v:
        s += x
    return s


def ends(v):
    return v[0], v[-1], v[len(v) // 2], len(v)


def parts(v):
    return v[1:], v[:-1], v[::-1], v[::2], v + v, 2 * v


def beside_written_lists(v):
    return v + [v[0]], [v[-1]] + v, v + v + [x for x in (v[0],)], v[1:] + [v[0], v[0]], len(v + [v[0]])


def asked(v):
    return min(v), max(v), sum(v), sorted(v), v.index(v[1]), v.count(v[0]), v[0] in v, list(v)


def shifted(v):
    v = sorted(v, reverse=True)
    v[0] += 1
    v.append(v[0])
    return v, [x * 2 for x in v]


def of_numpy(v):
    return np.array(v), np.sum(v), np.sort(v), np.mean(v)


def never_read(a, n, *, log=None):
    def inner(k):
        return k + n

    return [inner(k) for k in range(3)]


def rows_of(rows):
    s = 0
    for row in rows:
        for x in row:
            s += x
    return s, rows[0][-1], len(rows), len(rows[0])


def chained(a, b):
    s = 0
    for x in itertools.chain(a, b):
        s = s * 3 + x
    return s


def mapped(v):
    return list(map(lambda x: x * 2, v)), list(filter(lambda x: x > 1, v)), sum(map(abs, v))


def by_key(v):
    order = sorted(range(len(v)), key=lambda i: v[i])
    back = sorted(range(len(v)), key=lambda i: -v[i], reverse=True)
    return order, back, max(range(len(v)), key=lambda i: v[i]), min(v, key=lambda x: abs(x - 2)), sorted(v, key=lambda x: -x)


def starred(v):
    first, *middle, last = v[0], v[1], v[-2], v[-1]
    return first, middle, last


def among(v):
    return v[0] in {1, 2}, v[-1] not in {3.0, True}


NUMBERS = [[3, 1, 2, 2], [1.5, -2.0, 0.25], [True, False, True], [2**60, -(2**60)], [5], [0.5]]
ONE_LIST = [total, ends, parts, beside_written_lists, asked, shifted, of_numpy, mapped, by_key, starred, among]
ODD = [[], [1, 2.5], [1, True], [2**70, 1], ["a", "b"], [None, None], [[1], [2, 3]], [(1, 2)], [1j, 2j]]
ROWS = [[[1, 2], [3, 4]], [[1.5], [2.5]], [[1, 2], [3]], [[1, 2], [3.5, 4.5]], [[]], [[], [1]]]


def appended(v):
    v.append(1)
    return len(v)


def stored(v):
    v[0] = 9
    return v[0]


def added(v):
    v += [4]
    return len(v)


def sorted_in_place(v):
    v.sort()
    return v[0]


def same(v):
    return v


def alias(v):
    w = v
    w.append(7)
    return len(v)


def kept(v):
    return (v, 1)


def given_on(v):
    appended(v)
    return len(v)


def shuffled(v):
    np.random.shuffle(v)
    return 1


def deleted(v):
    del v[0]
    return len(v)


def walked_and_changed(v):
    for x in v:
        if x < 3:
            v.append(x + 1)
    return len(v)


def swapped(v):
    v[0], v[-1] = v[-1], v[0]


def inner_stored(rows):
    for row in rows:
        row[0] = 5
    return rows[0][0]


def inner_kept(rows):
    return rows[0]


def inner_alias(rows):
    row = rows[0]
    row.append(3)
    return len(rows[0])


def is_same(v, w):
    return v is w, v == w


CHANGES = [kept, appended, stored, added, sorted_in_place, same, deleted, walked_and_changed, swapped, given_on, alias]
OTHER_CHANGES = [shuffled]


def outcome(function, arguments):
    np.random.seed(1)
    try:
        result = function(*arguments)
        identity = [result is a for a in arguments]
        return repr(result), identity, repr(arguments)
    except Exception as error:
        return type(error), str(error), repr(arguments)


def check(function, *arguments, strict=False):
    compiled = up.jit(strict=strict)(function)
    for _ in range(2):
        assert outcome(compiled, copy.deepcopy(arguments)) == outcome(function, copy.deepcopy(arguments))
    return compiled


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", ONE_LIST, ids=lambda f: f.__name__)
def test_lists_that_are_read(function):
    for values in [*NUMBERS, *ODD]:
        if values or function not in (of_numpy, asked, by_key):  # NumPy's mean of nothing is refused; what min([]) says depends on Python
            check(function, values)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_lists_in_lists():
    for rows in ROWS:
        check(rows_of, rows)
        for function in (inner_stored, inner_kept, inner_alias):
            check(function, rows)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", OTHER_CHANGES, ids=lambda f: f.__name__)
def test_what_does_more_with_a_list_than_change_it_runs_in_python(function):
    for values in ([3, 1, 2], [2.5, 1.5], []):
        assert check(function, values).ran_on == "python"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", CHANGES, ids=lambda f: f.__name__)
def test_what_changes_a_list(function):
    assert check(function, [3, 1, 2]).ran_on == "cpu"
    assert check(function, []).ran_on == ("cpu" if function in (kept, appended, added, same, walked_and_changed) else "python")


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_two_lists():
    for a, b in itertools.product([[1, 2], [1.5], []], [[3, 4, 5], [2.5, 1.0]]):
        check(chained, a, b)
        check(is_same, a, b)
    both = [1, 2]
    assert up.jit(strict=False)(is_same)(both, both) == (True, True)


@pytest.mark.parametrize("function, values", [(total, [3, 1]), (ends, [0.5, 1.5]), (asked, [3, 1, 2]), (by_key, [3, 1, 2]),
                                              (mapped, [3, 1]), (parts, [True, False]), (starred, [1, 2, 3, 4])])  # fmt: skip
def test_they_are_compiled(function, values):
    assert check(function, values, strict=True).ran_on == "cpu"


def test_other_lengths_and_types_of_one_function():
    compiled = up.jit(strict=True)(total)
    for values in ([1], [1, 2, 3], [0.5], [0.5, 1], [True, True], list(range(1000))):
        if values != [0.5, 1]:
            assert repr(compiled(values)) == repr(total(values))
    assert repr(compiled(np.arange(3))) == repr(total(np.arange(3)))


@dataclass
class Point:
    x: float
    y: float

    def shift(self, dx):
        self.x += dx


def sums_of_arrays(arrays):
    t = 0.0
    for a in arrays:
        t += a.sum() / len(a)
    return t


def filled(arrays):
    for a in arrays:
        a[0] = 5
    return len(arrays)


def products(points):
    t = 0.0
    for p in points:
        t = t * 0.5 + p.x * p.y
    return t


def left(arrays):
    for a in arrays:
        if a[0] > 0:
            break
    return a.sum()


def shortened(arrays):
    t = 0.0
    arrays = arrays[1:]
    for a in arrays:
        t += a.sum()
    return t


def shifted_points(points):
    for p in points:
        p.shift(1.0)
    return points[0].x


def counted_points(points):
    t = 0.0
    for p in points:
        t += p.x
    return t / len(points)


def of_functions(x):
    t = 0.0
    for f in (math.sin, math.cos, math.tan):
        t += f(x)
    return t


ARRAYS = [np.array([1.0, 2.0]), np.array([0.5, 1.5, 2.5])]
POINTS = [Point(1.0, 2.0), Point(3.0, 0.5), Point(2, 1)]


@pytest.mark.parametrize("function, argument", [(sums_of_arrays, ARRAYS), (sums_of_arrays, ARRAYS[:1]), (filled, ARRAYS),
                                                (products, POINTS), (products, POINTS[:1]), (of_functions, 0.5)])  # fmt: skip
def test_a_loop_over_a_few_things_is_compiled(function, argument):
    assert check(function, argument, strict=True).ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_other_loops_over_a_few_things():
    for function in (left, shortened, sums_of_arrays, filled):
        for arrays in (ARRAYS, [], ARRAYS[::-1], [ARRAYS[0], ARRAYS[0]], [ARRAYS[0], 1.0]):
            check(function, arrays)
    for function in (shifted_points, counted_points, products):
        for points in (POINTS, [], [POINTS[0], POINTS[0]], [POINTS[0], None]):
            check(function, points)


@pytest.mark.parametrize("value", [
    [[1, [2, 3]], [4]], {}, {(1, 2): 3}, {1, 2}, "text", (1, ("a", None)), [], [1, "a"], object, print, range(3), np.zeros(2, [("x", int)]), [1.5], 7,
])  # fmt: skip
def test_a_parameter_that_is_never_read_takes_anything(value):
    c = up.jit(strict=True)(never_read)
    for log in (value, [value], "ab", None):
        assert c(value, 2, log=log) == never_read(value, 2, log=log) == c([value], 2)
        assert c.ran_on != "python"


def test_what_is_read_elsewhere_in_the_function_is_read():
    def f(a, b):
        def inner():
            return b[0]

        return inner()

    assert up.jit(strict=False)(f)([[1, [2]]], [[1, [2]], 3]) == [1, [2]]
