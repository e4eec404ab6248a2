"""What np.where and its kin make of numbers is an array without dimensions: `+=` changes it under all its names, and lists and dicts hold
it as it is. Where it has one name, it is compiled as a number."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of

A = np.array([1.5, -2.0])


def two_names(a):
    s = np.where(a[0] > 0, a[0], 0)
    t = s
    t += 1
    return s, t


def in_a_loop(a):
    s = np.where(a[0] > 0, a[0], 0)
    for i in range(3):
        t = s
        t += i
    return s


def given_to_a_function(a):
    s = np.where(a[0] > 0, a[0], 0)

    def more(u):
        u += 1
        return u

    r = more(s)
    return s, r


def at_once(a):
    s = t = np.where(a[0] > 0, a[0], 0)
    s += 1
    return s, t


def by_asarray(a):
    s = np.where(a[0] > 0, a[0], 0)
    t = np.asarray(s)
    t += 1
    return s, t


def gone_through(a):
    s = np.where(a[0] > 0, a[0], 0)
    for t in (s, s):
        t += 1
    return s


def in_a_tuple(a):
    s = np.where(a[0] > 0, a[0], 0)
    p = (s, 1)
    s *= 2
    return p[0], s


def in_a_list(a):
    s = np.where(a[0] > 0, a[0], 0)
    v = [s, s]
    s += 1
    return v


def in_lists(a):
    v = []
    for x in a:
        v.append(np.select([x > 0], [x], 0))
    return v, [np.where(x > 0, x, 0) for x in a], [(np.where(x > 0, x, 0), 1) for x in a]


def in_dicts(a):
    return {i: np.where(a[i] > 0, a[i], 0) for i in range(2)}, {"x": np.isin(a[0], a)}


def bessel(a):
    return np.i0(1.5), np.i0(a[0])


def rounded(a):
    return round(np.where(a[0] > 0, a[0], 0))


def in_a_shape(a):
    return np.reshape(np.float64(a[0]), ()), np.reshape(a[0], ()), a[:1].reshape(())


FUNCTIONS = [two_names, at_once, by_asarray, gone_through, in_a_loop, given_to_a_function, in_a_tuple, in_a_list, in_lists, in_dicts]
FUNCTIONS += [bessel, rounded, in_a_shape]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values(function):
    check_values((function, A))


def one_name(a):
    s = np.where(a[0] > 0, a[0], 0)
    for x in a:
        s += np.round(s) * x
    return s, np.array([np.where(x > 0, x, 0) for x in a])


@pytest.mark.parametrize("case", [(one_name, A)], ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
