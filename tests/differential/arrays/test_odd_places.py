"""Places that are no plain int: unsigned numbers beyond int64, NumPy's bools, and what changes while a[...] -= f() is evaluated; and arrays
that no memory holds."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, told
from support.texts import function_of

HUGE = np.array([2**64 - 1, 1], np.uint64)


def of_a_list(a, k):
    return [1, 2, 3][k[1]], [1, 2, 3][k[0]]


def of_a_tuple(a, k):
    return (1, 2, 3)[k[0]]


def diagonal_far_off(a, k):
    return np.eye(3, k=k[0])


def repeated(a, k):
    return np.roll(a, k[0]), [1] * k[1]


def changed_meanwhile(a, k):
    def f():
        a[1] = 7
        return 1.0

    a[[0, 1]] -= f()
    return a


def changed_by_a_mask(a, k):
    def f():
        a[1] = 7
        return 1.0

    a[a > 0] -= f()
    return a


def places_changed_meanwhile(a, k):
    b = np.zeros(2, np.int64)

    def f():
        b[0] = 2
        return 1.0

    a[b] -= f()
    return a


def checked_before(a, k):
    def f():
        if a[0] == 0:
            raise ValueError("too late")
        return 1.0

    a[[0, 9]] -= f()
    return a


def binned(a, k):
    return np.digitize(a * 1j, a)


def in_range(a, k):
    return np.real_if_close(a + 0j), np.digitize(a, a), np.digitize(2.5, a, True)


def accumulated(a, k):
    m = np.stack((a, a))
    return np.add.accumulate(m, axis=(0,)), np.multiply.accumulate(m, (1,))


def repeated_along_a_tuple(a, k):
    return a.repeat(2, (0,))


FUNCTIONS = (
    of_a_list, of_a_tuple, diagonal_far_off, repeated, changed_meanwhile, changed_by_a_mask, places_changed_meanwhile, checked_before, binned, in_range,
    accumulated, repeated_along_a_tuple,
)  # fmt: skip
CASES = [(function, np.arange(3.0), HUGE) for function in FUNCTIONS]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


def letters(s, k):
    return s[k], "abc"[k]


def filled(s, k):
    return s.ljust(k), s.zfill(k)


def parts(s, k):
    return s.split("b", k)


@pytest.mark.parametrize("function", (letters, filled, parts), ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_bool_of_numpy_is_no_place_in_a_text(function):
    compiled = up.jit(strict=False)(function)
    for k in (True, np.bool_(True), np.int8(1), 1.0, np.float32(1)):
        assert told(compiled, ("abc", k)) == told(function, ("abc", k))


@pytest.mark.parametrize(
    "text",
    (
        "np.zeros(n).shape", "np.ones((2, n)).size", "np.full(n, 1)[3]", "np.empty(n).shape", "np.arange(n)[5]", "np.linspace(0, 1, n).shape",
        "np.eye(n).shape", "np.tri(n, 3).shape", "np.bincount(a, minlength=n).shape", "np.arange(0, n, 1.0).shape",
    ),
)  # fmt: skip
def test_arrays_that_no_memory_holds_are_not_made(text):
    function = function_of(f"def f(a, n):\n    return {text}\n")
    compiled = up.jit(strict=False)(function)
    for n in (2**60, 2**62):
        kinds = []
        for called in (compiled, function):
            with pytest.raises((MemoryError, ValueError)) as error:
                called(np.array([1, 2]), n)
            kinds.append(error.type)
        assert kinds[0] is kinds[1], n


@pytest.mark.parametrize("case", CASES[4:-1], ids=name_of)  # numbers beyond int64 and mistakes are for Python
def test_machine_code(case):
    check_machine_code(case)
