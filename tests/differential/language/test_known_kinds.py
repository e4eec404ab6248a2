"""Names whose kind a test asks for and changes, arguments that are made one kind, tuple(x), and pairs from the last one to the first."""

import copy
import numbers

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

NUMBERS = np.array([1.0, 2.5, 4.0])
TABLE = np.arange(6.0).reshape(2, 3)


def mean_of_rows(a):
    if a.ndim == 2:
        a = a.mean(axis=1)
    return a * 2


def two_tests(a, b):
    if a.ndim == 2:
        a = a.sum(axis=0)
    total = a.sum()
    if b.ndim == 2:
        b = b[0]
    return total + b.sum() + len(b)


def largest_or_none(a):
    a = a.max() if a.size else None
    return a


def of_last(a):
    a = a.sum(axis=0)
    a = a.max() if a.size else None
    return a


def in_both_ways(a, n):
    if a.ndim == 2:
        a = a[:, 0]
    else:
        n = n + 1
    s = 0.0
    for i in range(n):
        s += a[i]
    return s, n


def ends_in_one(a):
    if a.ndim == 2:
        a = a[0]
        if a[0] < 0:
            raise ValueError("negative")
    elif a.size == 0:
        return 0.0
    return a[0]


def of_one_number(x):
    if isinstance(x, (int, float)):
        x = [x]
    return sum(x)


def unless_list(x):
    if not isinstance(x, (list, tuple)):
        x = [x]
    return len(x), sum(x)


def pair_of(p):
    if np.isscalar(p):
        p = (p, 0.0)
    return p[0] + p[1]


def array_of(x):
    if np.isscalar(x):
        x = np.array([x])
    return x.sum() * 2


def by_class(x):
    if isinstance(x, numbers.Number):
        return x * 2
    total = 0.0
    for v in x:
        total += v
    return total


def asked_after(x):
    x = [v * 2 for v in x]
    if isinstance(x, (list, int)):
        x = x[1:]
    return sum(x)


def in_a_loop(x):
    out = []
    for i in range(3):
        if isinstance(x, list):
            out.append(len(x))
            x = i
        else:
            out.append(x)
    return out


def with_weights(x, weights=None):
    if weights is None:
        weights = [1.0] * len(x)
    return sum(weights)


def kept_as_tuple(xs):
    t = tuple(xs)
    s = 0.0
    for v in t:
        s += v
    return s + len(t) + t[0]


def returned_tuple(xs):
    return tuple(xs)


def with_one_more(p):
    return tuple(p) + (0,)


def raised(x, n):
    for _ in range(n):
        x = x / 2
    raise RuntimeError(f"no convergence, x={x:.4f} {x:6.1e}|{x:g}")


def raised_with_more(x, n):
    for _ in range(n):
        x = x * 0.5
    raise ValueError(f"{x:.3f} after {n}")


def backwards(dd):
    s = 0
    for i, d in reversed(list(enumerate(dd))):
        s = 2 * s + i * d
    return s


def backwards_while_changed(n):
    dd = list(range(n))
    out = []
    for i, d in reversed(list(enumerate(dd))):
        dd.append(i)
        dd[0] = 9
        out.append(d)
    return out, dd


def last_zero(dd):
    return next((i for i, d in reversed(list(enumerate(dd))) if d == 0), -1)


def pairs_backwards(a, b):
    s = 0.0
    for x, y in reversed(list(zip(a, b))):
        s = s / 2 + x * y
    return s


def listed_backwards(a, b):
    return [x - y for x, y in reversed(list(zip(a, b)))]


EACH = [
    (mean_of_rows, (NUMBERS,)), (mean_of_rows, (TABLE,)), (mean_of_rows, (TABLE[:0],)),
    (two_tests, (NUMBERS, NUMBERS)), (two_tests, (TABLE, NUMBERS)), (two_tests, (NUMBERS, TABLE)), (two_tests, (TABLE, TABLE)),
    (largest_or_none, (NUMBERS,)), (largest_or_none, (NUMBERS[:0],)), (of_last, (TABLE,)), (of_last, (TABLE[:, :0],)),
    (in_both_ways, (NUMBERS, 2)), (in_both_ways, (TABLE, 2)), (in_both_ways, (TABLE, 3)),
    (ends_in_one, (TABLE,)), (ends_in_one, (-1 - TABLE,)), (ends_in_one, (NUMBERS,)), (ends_in_one, (NUMBERS[:0],)),
    (of_one_number, (1.0,)), (of_one_number, (3,)), (of_one_number, ([1.0, 2.0],)), (of_one_number, ([1, 2],)), (of_one_number, ((1.0, 2.0),)),
    (of_one_number, (NUMBERS,)), (unless_list, ([1, 2],)), (unless_list, ((1, 2.5),)), (unless_list, (7,)), (unless_list, (1.5,)),
    (pair_of, (1.0,)), (pair_of, ((1.0, 2.0),)), (pair_of, ([1.0, 2.0],)), (pair_of, (NUMBERS,)), (pair_of, ([1.0],)),
    (array_of, (2,)), (array_of, (2.5,)), (array_of, (NUMBERS,)),
    (by_class, ([1.0, 2.0],)), (by_class, ((1.0, 2.5),)),
    (with_weights, (NUMBERS,)), (with_weights, (NUMBERS, [1.0, 2.0, 3.0])), (with_weights, (NUMBERS, [])), (with_weights, (NUMBERS, NUMBERS)),
    (kept_as_tuple, ([1.0, 2.0],)), (kept_as_tuple, ((1.0, 2.0),)), (kept_as_tuple, (NUMBERS,)), (kept_as_tuple, (NUMBERS[:0],)),
    (returned_tuple, ([1.0, 2.0],)), (returned_tuple, ((1, 2.0),)), (returned_tuple, (NUMBERS,)), (returned_tuple, (NUMBERS[:0],)),
    (with_one_more, ([1, 2],)), (with_one_more, ((1, 2.5),)),
    (raised, (2, 2)), (raised, (2, 0)), (raised, (2.5, 0)), (raised, (-7, 0)), (raised, (2**60 + 1, 0)), (raised_with_more, (1, 0)), (raised_with_more, (1, 2)),
    (backwards, ([1, 2, 3],)), (backwards, ([],)), (backwards, (NUMBERS,)), (backwards, ((1, 2),)), (backwards_while_changed, (3,)),
    (last_zero, ([0, 1, 0, 2],)), (last_zero, ([1],)), (last_zero, (NUMBERS,)),
    (pairs_backwards, ([1.0, 2.0, 3.0], [2.0, 3.0])), (pairs_backwards, (NUMBERS, [2.0])), (pairs_backwards, ([1.0], [2.0, 3.0])),
    (pairs_backwards, ([1.0], [])), (listed_backwards, ([1, 2, 3], [5, 6])), (listed_backwards, (NUMBERS, NUMBERS * 2)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), EACH, ids=lambda v: getattr(v, "__name__", None))
def test_each_gives_what_python_gives(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


LEFT = [
    (in_a_loop, ([1.0],)), (in_a_loop, (2,)), (asked_after, ([1.0, 2.0],)), (asked_after, ((1.0, 2.0),)), (by_class, (3,)), (by_class, (3.5,)),
    (by_class, (NUMBERS,)), (returned_tuple, (TABLE,)), (returned_tuple, ("abc",)), (returned_tuple, ({"a": 1},)), (returned_tuple, (5,)),
    (kept_as_tuple, (TABLE,)), (with_one_more, ([1.5],)), (with_one_more, (NUMBERS,)), (array_of, ([1.0],)), (array_of, ("ab",)),
    (mean_of_rows, ([1.0],)), (raised, (NUMBERS, 0)), (raised, ("1.5", 0)), (raised, (1 + 2j, 0)), (raised, (10**400, 0)), (raised, (None, 0)),
    (backwards, ("abc",)), (backwards, ({1: 2},)), (backwards, ({1, 2},)), (backwards, (5,)), (pairs_backwards, ({1: 2}, [3])), (last_zero, (range(4),)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), LEFT, ids=lambda v: getattr(v, "__name__", None))
def test_others_are_right_or_refused(function, given):
    compiled = up.jit(function, strict=True)
    try:
        compiled(*copy.deepcopy(given))
    except (up.CompileError, NotImplementedError):
        return
    except Exception as error:
        if "argument '" in str(error):
            return
    assert outcome(compiled, given) == outcome(function, given)
