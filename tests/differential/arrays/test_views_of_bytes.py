"""a.view(dtype): the bytes of each element as another type. It is a copy where the function cannot see that; else Python runs it."""

import warnings

import numpy as np
import pytest
import unpython as up
from support import paths


def exponents(a):
    b = a.view(np.int64)
    return (b >> 52) & 0x7FF


def unsigned(a):
    return a.view(np.uint64) + 1


def of_a_part(a):
    b = a[::-2].view(dtype=np.int64)
    return b[0] + 0, b.sum()


def counted(a):
    counts = np.zeros(64, np.int64)
    b = a.view(np.int64)
    for i in range(len(b)):
        counts[b[i] & 63] += 1
    return counts


def single(a):
    return a.view(np.int32) ^ 1, a.view(np.uint32) >> 23


def of_integers(a):
    return a.view(np.uint16) + 0, a.view(np.int16) // 2


def of_bools(a):
    return a.view(np.int8) * 3


def of_rows(a):
    return a.view(np.int64)[1] + a.view(np.int64)[0]


A = np.array([1.5, -0.0, 0.0, np.inf, -np.inf, np.nan, 5e-324, 1e300, -2.25])
WRITTEN = [
    *((f, a) for f in (exponents, unsigned, of_a_part, counted) for a in (A, A[::2], A[::-1])),
    (exponents, A[:0]), (unsigned, A.view(np.int64)), (of_rows, A[:8].reshape(2, 4)), (of_rows, A[:8].reshape(4, 2).T),
    (single, A.astype(np.float32)), (single, np.arange(-3, 3, dtype=np.int32)), (of_integers, np.array([-1, 7, -32768], np.int16)),
    (of_bools, A > 0),
]  # fmt: skip


@pytest.mark.parametrize(("function", "a"), WRITTEN, ids=lambda v: getattr(v, "__name__", ""))
@pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:invalid value")
def test_only_read(function, a):
    expected = function(a.copy())
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        given = a.copy()
        found = runner(given)
        assert repr(found) == repr(expected)
        assert given.tobytes() == a.copy().tobytes()


def stores(a, c):
    b = a.view(np.int64)
    b[0] = 0
    return a


def returned(a, c):
    return a.view(np.int64)


def returned_in_a_dict(a, c):
    b = a.view(np.int64)
    return {"b": b}


def changes_the_array(a, c):
    b = a.view(np.int64)
    a[0] = 7.0
    return b[0]


def changes_by_another_name(a, c):
    w = a
    b = w.view(np.int64)
    a[0] = 7.0
    return b[0]


def changes_its_own_by_another_name(a, c):
    own = np.zeros(3)
    w = own[:2]
    b = w.view(np.int64)
    own[0] = a[0]
    return b[0]


def changes_another_argument(a, c):
    b = a.view(np.int64)
    c[0] = 7.0
    return b[0]


def changes_a_part_of_another(a, c):
    d = c[1:]
    b = a.view(np.int64)
    d[0] = 7.0
    return b[1]


def in_place(a, c):
    b = a.view(np.int64)
    a *= 2
    return b[0]


def into_an_output(a, c):
    b = a.view(np.int64)
    np.add(c, 1.0, out=c)
    return b[0]


SEEN = [
    stores, returned, returned_in_a_dict, changes_the_array, changes_by_another_name, changes_its_own_by_another_name,
    changes_another_argument, changes_a_part_of_another, in_place, into_an_output,
]  # fmt: skip


@pytest.mark.parametrize("function", SEEN)
def test_what_could_be_seen_stays_with_python(function):
    a = np.array([1.5, 2.5, -3.0])
    with pytest.raises((up.CompileError, NotImplementedError)):
        up.jit(strict=True)(function)(a, a[:2])
    expected, given = a.copy(), a.copy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        found = up.jit(strict=False)(function)(given, given[:2])
    assert repr(found) == repr(function(expected, expected[:2]))
    assert given.tobytes() == expected.tobytes()


def edges_of_runs(x):
    twice = np.zeros(len(x))
    for i in range(len(x)):
        twice[i] = 2 * x[i]
    mask = twice > 2
    edges = np.flatnonzero(np.diff(np.concatenate(([0], mask.view(np.int8), [0]))))
    return edges, mask.view("i1").sum(), (x > 2).view(np.uint8)


def changed_behind_a_view(x):
    mask = x > 1
    ones = mask.view("int8")
    mask[0] = True
    return ones


def test_masks_as_integers():
    x = np.array([0.0, 2, 3, 1, 4])
    found, expected = up.jit(strict=True)(edges_of_runs)(x), edges_of_runs(x)
    assert repr(found) == repr(expected)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(changed_behind_a_view)(x)
