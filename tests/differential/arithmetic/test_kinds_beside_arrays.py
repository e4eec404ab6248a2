"""A number that is Python's on one path and NumPy's of the same width on another, beside a whole array: the type of the array is the one of
the path, or the call is refused."""

import numpy as np
import pytest
import unpython as up


def of_a_sum(u, c):
    k = 5
    if c:
        k = u.sum()
    return u * k


def of_a_float(u, c):
    k = 5.0
    if c:
        k = np.float64(3)
    return u * k


def compared(u, c):
    k = 5.1
    if c:
        k = np.float64(3.3)
    return u > k


def given_to_numpy(u, c):
    k = 5.1
    if c:
        k = np.float64(3.3)
    return np.maximum(u, k), np.where(u > 3, u, k), np.clip(u, k, 100)


def in_place(u, c):
    k = 5.1 if c else np.sqrt(2.0)
    u *= k
    return u


def of_a_root(u, c):
    k = 5.1 if c else np.sqrt(2.0)
    return k * u + 1, np.arctan2(u, k), np.add(u, k)


def of_integers(u, c):
    k = 5 if c else np.int64(3)
    v = u.copy()
    v[0] = k
    v += 1
    return v // k, v == k


def fills(n, c):
    k = 5 if c else np.int64(3)
    return np.full(3, k), np.array([k, 1]), np.zeros(3) + k, [k, 2]


def equal(u, c):
    k = 0.1 if c else np.float64(0.1)
    return u == k, np.equal(u, k), np.isclose(u, k), (u == k).sum()


def powers(u, c):
    k = 0.1 if c else np.float64(0.1)
    return np.power(u, k), u ** k, np.dot(u, u) * k, u.sum() * k


def in_a_loop(u, c):
    k = 0.1 if c else np.float64(0.1)
    s = 0.0
    for i in range(len(u)):
        if u[i] > k:
            s += u[i] * k
    return s


def of_a_list(u, c):
    v = [0.5, np.float64(2)]
    return u * v[c]


def of_a_dict(u, c):
    d = {0: 0.5}
    d[1] = np.zeros(2).sum()
    return u * d[c]


def of_a_helper(u, c):
    def k(c):
        if c:
            return 1.0
        return np.float64(2)

    return u * k(c)


def of_tuples(u, c):
    k, j = (1.0, 2) if c else (np.float64(1), np.int64(2))
    return u * k, u * j, (u + k).sum()


def below_zero(u, c):
    k = -1 if c else u.sum()
    return u + k


FUNCTIONS = [of_a_sum, of_a_float, compared, given_to_numpy, in_place, of_a_root, of_integers, fills, equal, powers, in_a_loop, of_a_list,
             of_a_dict, of_a_helper, of_tuples, below_zero]  # fmt: skip
ARRAYS = [
    np.array([100, 3], np.int8), np.array([1.1, 0.1], np.float32), np.array([1.5, 3.3, 0.1]), np.array([3, 7]), np.array([1, 2], np.uint8),
    np.array([1 + 2j, 0.1], np.complex64),
]  # fmt: skip


def results(function, array, c):
    """What a call gives, or the exception that is no refusal."""
    try:
        found = function(len(array) if function is fills or getattr(function, "py_func", None) is fills else array.copy(), c)
    except (TypeError, OverflowError) as error:
        return [type(error)]
    return list(found) if isinstance(found, tuple) else [found]


def agree(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert type(one) is type(other)
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)
        if not isinstance(other, type):
            np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_types_of_arrays(function):
    for array in ARRAYS:
        for c in (0, 1):
            expected = results(function, array, c)
            for strict in (False, True):
                try:
                    found = results(up.jit(strict=strict)(function), array, c)
                except (up.CompileError, NotImplementedError):
                    assert strict or function is in_place  # else Python makes the call
                    continue
                agree(found, expected)
