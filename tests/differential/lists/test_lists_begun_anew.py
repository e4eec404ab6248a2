"""Lists that a function turns into arrays under the same names, also several at once and after it has asked for their lengths."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def of_two(x, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    if len(x) != len(y):
        raise ValueError("x and y must have the same length")
    return np.round(np.sum((x - x.mean()) * (y - y.mean())), 9)


def lengths_first(x, y):
    if len(x) != len(y):
        raise ValueError(f"{len(x)} and {len(y)}")
    x = np.array(x, dtype=float)
    y = np.array(y, dtype=float)
    x += 1
    return x, y


def changed_copy(x, k):
    x = np.array(x, float)
    out = x.copy()
    x[0] = k
    for i in range(1, len(x)):
        out[i] = x[i - 1 : i + 1].mean()
    return out, x


def exchanged(x, y):
    x, y = np.array(y, float), np.array(x, float)
    x[0] = 5
    return x - y


def list_of_its_own(x):
    n = len(x)
    x = [v * 2 for v in x]
    x.append(n)
    return x


def sorted_twice(x):
    if not x:
        return []
    x = sorted(x, reverse=True)
    x.append(x[0])
    return x


def again(x):
    x = np.asarray(x)
    x = x[x > 1]
    x -= 1
    return x


def two_names(x, y):
    x, z = np.asarray(x, float), y
    return x.sum() + len(z) + z[0]


def given_other(x, y):
    x = np.asarray(x)
    if len(y) > 2:
        x = y
    return x


def loop_of_lists(m, x):
    x = np.asarray(x)
    for x in m:
        x.append(1)
    return len(m)


def swapped(x, y):
    n = len(x)
    if n > 1:
        x, y = y, x
    a, b = x, y
    return sum(a) - len(b)


LISTS = [[1, 2, 3], [1.0, 2.5, 0.5], [1, 2.5, 3], [True, 2, 3.5], [4], [], [1, 2.0, 3, 4.0]]


@pytest.mark.parametrize("function", [of_two, lengths_first, exchanged])
@pytest.mark.parametrize("x", LISTS)
@pytest.mark.parametrize("y", LISTS[:4])
def test_two_lists(function, x, y):
    check(function, x, y, is_compiled=len(x) == len(y) or function is not exchanged)


@pytest.mark.parametrize("x", LISTS)
@pytest.mark.parametrize("y", [[1, 2], [1.5]])
def test_one_of_two_is_begun_anew(x, y):
    check(two_names, x, y)


@pytest.mark.parametrize("x", LISTS[:2])
@pytest.mark.parametrize("y", [[1, 2], [4]])
def test_two_lists_get_other_names(x, y):
    check(swapped, x, y, is_compiled=type(x[0]) is int)


@pytest.mark.parametrize("x", LISTS)
def test_names_that_may_stand_for_another_list(x):
    check(given_other, x, [1, 2], is_compiled=False)
    check(given_other, x, [1, 2.5, 3], is_compiled=False)


@pytest.mark.parametrize("function", [list_of_its_own, sorted_twice, again])
@pytest.mark.parametrize("x", LISTS)
def test_one_list(function, x):
    is_compiled = len({*map(type, x)}) == 1 and (function is not list_of_its_own or type(x[0]) is int)
    check(function, x, is_compiled=is_compiled)


@pytest.mark.parametrize("x", LISTS)
def test_array_that_is_changed(x):
    check(changed_copy, x, 7)


def test_one_list_twice():
    x = [1.0, 2.0]
    check(lengths_first, x, x)
    check(exchanged, x, x)


def test_names_of_loops_stand_for_lists_of_the_caller():
    check(loop_of_lists, [[1], [2, 3]], [1, 2], is_compiled=False)


def test_tuple_of_lists_is_read_in_full():
    """What stands in the tuple of an assignment is looked at."""

    def kept(x, y, hold):
        x, y = np.asarray(x), hold.append(y)
        return x.sum()

    check(kept, [1, 2], [3], [[4]], is_compiled=False)


def check(function, *args, is_compiled=True):
    assert outcome(up.jit(strict=is_compiled)(function), args) == outcome(function, args)
