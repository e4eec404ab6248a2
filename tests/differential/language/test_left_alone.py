"""What compiled code cannot do is done again in Python wherever the call has changed nothing that its caller sees, in whatever words."""

import time

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import check_values, name_of, outcome
from support.texts import function_of

_A = np.array([2.0, np.nan, 1.0])


def orders_by_method(a):
    return a.argsort(), sorted(a.tolist())[0]


def adds_to_own_copy(a, k):
    a = a.copy()
    a += 1
    return a, 2**k


def adds_to_numbers(a, k):
    t = 0.0
    for x in a:
        t += x
    t -= a[0]
    s = a.sum()
    s *= 2
    return t, s, 2**k


def stores_to_new(a, k):
    c = np.concatenate([a, a])
    c[1] = 3
    e = a.astype(np.float32)
    e[0] = 1
    h = a[a > 1]
    h += 1
    w = np.where(a > 1, a, 0)
    w.sort()
    return c, e, h, w, 2**k


def gives_a_place_of_its_own(a, k):
    out = np.zeros(3)
    np.add(a, 1, out=out)
    return out, 2**k


def in_a_with(a, k):
    with np.errstate(invalid="ignore"):
        s = np.sqrt(a)
    return s, 2**k


def declared(k):
    x: float = 1.0
    return x, 2**k


def _doubled(a):
    b = a.copy()
    b *= 2
    return b


def by_a_helper(a, k):
    b = _doubled(a)
    b[0] = 3
    return b, 2**k


def many_methods(a, k):
    return a.cumsum(), a.round(2), a.clip(0, 1), a.nonzero()[0], a.ravel().conj(), a.T.real, 2**k


CASES = [
    (orders_by_method, _A),
    (adds_to_own_copy, _A, -1),
    (adds_to_numbers, _A, -2),
    (stores_to_new, _A, -1),
    (gives_a_place_of_its_own, _A, -1),
    (in_a_with, _A, -1),
    (declared, -3),
    (by_a_helper, _A, -1),
    (many_methods, _A, -1),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_made_again(case):
    check_values(case)


def stores_to_its_argument(a, k):
    a[0] = 7
    return 2**k


def stores_to_a_part(a, k):
    b = a[1:]
    b += 1
    return 2**k


def shows(a, k):
    print(a[0])
    return 2**k


def stores_by_the_last_argument(a, k):
    np.multiply(a, 3, a)
    return 2**k


def stores_where_all_is_a_number(a, k):
    np.nan_to_num(a, copy=False)
    a[:1] += 1
    return 2**k


_NOT_TWICE = [stores_to_its_argument, stores_to_a_part, shows, stores_by_the_last_argument, stores_where_all_is_a_number]


@pytest.mark.parametrize("function", _NOT_TWICE)
def test_not_done_twice(function, capsys):
    compiled = up.jit(strict=False)(function)
    with pytest.raises(NotImplementedError, match="negative exponent -1"):
        compiled(np.arange(3.0), -1)
    assert len(capsys.readouterr().out.splitlines()) <= 1
    assert outcome(compiled, (np.arange(3.0), 2)) == outcome(function, (np.arange(3.0), 2))


def test_what_a_new_program_has_dropped_stores_nothing():
    """np.put has stores for arrays of one dimension; the cache keeps what is left, so the text must be a new one."""
    function = function_of(f"def f(a, b):\n    np.put(a, [1, 2], b)\n    return {time.time_ns()}\n")
    a, expected = np.zeros((2, 3)), np.zeros((2, 3))
    assert up.jit(strict=False)(function)(a, 4.0) == function(expected, 4.0)
    assert a.tolist() == expected.tolist()


def a_number_then_rows(b, m, k):
    u = b[:-1] + k
    for e in u[np.array([1, 0, 1])]:
        pass
    for i in range(2):
        for e in m[2:-1]:
            pass
    return e, m


@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_results_of_variables_that_a_refused_loop_would_have_set(device):
    found = up.jit(strict=False, device=device)(a_number_then_rows)(np.arange(4.0), np.zeros((3, 3)), 2)
    assert repr(found) == repr(a_number_then_rows(np.arange(4.0), np.zeros((3, 3)), 2))


def caught_behind_a_store(a, k):
    try:
        np.multiply(a, a, a)
        return 10 // k
    except ZeroDivisionError:
        return -1


def test_a_caught_exception_does_not_store_twice():
    check_values((caught_behind_a_store, np.array([2.0, 3.0]), 0))
