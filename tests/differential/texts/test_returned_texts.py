"""Texts that a function returns, and `match` of tuples: what is returned is CPython's, on every path."""

import math
import warnings
from types import FunctionType

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import told

A = np.random.default_rng(5).normal(size=7)


def formatted(n, x):
    return f"{n} items of {x:.2f}"


def of_two(n):
    return "large" if n > 2 else "small"


def of_several(n):
    if n < 0:
        return "negative"
    elif n == 0:
        return "zero"
    return "odd" if n % 2 else "even"


def joined(a):
    return "mean " + str(a.mean().round(3)) + f", first {a[0]!r:>30}" + repr(len(a))


def of_arrays(a):
    b = a * 2
    return f"{b}", b.dtype == a.dtype


def beside_values(a):
    return len(a), "%d of %s" % (len(a), a[0]), a[0]


def by_method(n):
    return "{} and {}".format(n, n * 2)


def percents(x):
    return "%5.1f %%" % x


def of_width(x, n):
    return f"{x:{n}.{n - 4}f}|{n=}"


def whole(x):
    return f"{x:d}"


def raised(a):
    return f"{a[10]}"


def always():
    return "the same"


def of_loops(n):
    k = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        k += 1
    return f"{k} steps"


def first_above(a, limit):
    for i, x in enumerate(a):
        if x > limit:
            return i
    return None


def first_item_above(a, limit):
    for x in a:
        if x > limit:
            return x


def by_choice(a, limit):
    return a[0] if limit > 0 else None


def pair_or_nothing(a, limit):
    if limit > 1:
        return
    return a[0], 4


def of_several_types(a, limit):
    if limit > 1:
        return None
    if limit > 0:
        return 2.5
    return 7 if a[0] > 5 else True


def without_end(a, limit):
    while True:
        limit += 1
        if limit > 10:
            return limit


def raises_or_nothing(a, limit):
    if limit > 1:
        raise ValueError("large")
    if limit > 0:
        return a[0] > 0


VALUES_OR_NONE = [first_above, first_item_above, by_choice, pair_or_nothing, of_several_types, without_end, raises_or_nothing]

def by_numpy(n, a):
    return np.binary_repr(n), np.base_repr(n, 16), np.array2string(a), np.binary_repr(n, 9) + "!", np.array_str(a[:2])


def by_numpy_alone(n):
    return np.binary_repr(n)


TEXTS = [
    (by_numpy, (12, A)), (by_numpy_alone, (5,)), (by_numpy_alone, (-5,)), (by_numpy_alone, (2.5,)), (by_numpy_alone, (np.int8(5),)),
    (formatted, (3, 2.5)), (formatted, (np.int8(3), np.float32(2.5))), (formatted, (True, 1)), (of_two, (3,)), (of_two, (0,)),
    (of_several, (-1,)), (of_several, (0,)), (of_several, (3,)), (of_several, (4.0,)), (joined, (A,)), (joined, (A.astype(np.float32),)),
    (of_arrays, (A,)), (of_arrays, (A[:0],)), (beside_values, (A,)), (beside_values, (np.arange(3),)), (by_method, (3,)),
    (by_method, (0.1,)), (percents, (12.34,)), (of_width, (math.pi, 8)), (whole, (3,)), (whole, (3.5,)), (raised, (A,)), (always, ()),
    (of_loops, (27,)),
]  # fmt: skip


def of_a_tuple(t):
    match t:
        case (0, y):
            return y
        case (x, 0):
            return x
        case (x, y) if x == y:
            return x * 2
    return 0.0


def of_two_values(x, y):
    match (x, y):
        case (0, 0):
            return 1
        case (a, _) if a > 5:
            return a
        case (_, (1 | 2) as k):
            return k * 10
        case _:
            return -1


def of_a_number(x):
    match x:
        case 0:
            return 5
        case k if k > 10:
            return k
        case 1 | 2:
            return 7
        case other:
            return other + 1


def of_tuples_inside(p):
    match p:
        case ((a, b), c):
            return a + b * c
        case (a,):
            return a
        case ():
            return 0
    return -1


def of_a_list(n):
    t = [n, 2]
    match t:
        case [0, b]:
            return b
        case [a, 2]:
            return a + 100
    return -1


def rest_of_tuple(t):
    match t:
        case (0, *_, last):
            return last
        case (a, *rest):
            return a + 10 * len(rest)
    return -1


MATCHES = [
    *((rest_of_tuple, (t,)) for t in ((0, 2, 5), (0, 4), (0,), (3, 1, 1), 7, np.zeros(2))),
    *((of_a_tuple, (t,)) for t in ((0, 2.0), (3.0, 0), (2, 2), (1, 2), (1, 2, 3), np.zeros(2), 3.0, (0, 0))),
    *((of_two_values, t) for t in ((0, 0), (1, 0), (6, 1), (2, 1), (2, 2), (2, 3), (2.0, 2.0))),
    *((of_a_number, (x,)) for x in (0, 11, 1, 2, 3, 12.5, True)),
    *((of_tuples_inside, (t,)) for t in (((1, 2), 3), (4,), (), (1, 2), 5)), (of_a_list, (0,)), (of_a_list, (3,)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), [*TEXTS, *MATCHES, *((f, (A, x)) for f in VALUES_OR_NONE for x in (0.3, -9.0, 2, 99))], ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = told(function, arguments)
    if np.ndarray.__flags__ & 1 << 5 and function in (of_a_tuple, of_two_values, of_tuples_inside, of_a_list, rest_of_tuple):
        # Patterns of this NumPy match arrays: such a match runs in Python.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", up.UnpythonWarning)
            found = told(up.jit(strict=False)(function), arguments)
        assert found == expected
        return
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        assert told(runner, arguments) == expected


def test_a_match_runs_in_python_where_arrays_match_it(monkeypatch):
    monkeypatch.setattr("unpython._writing.sugar._arrays_match", lambda: True)
    monkeypatch.setattr("unpython._kept_programs.surroundings_of", lambda *_: None)  # other processes have this NumPy as it is
    function = FunctionType(of_a_tuple.__code__, of_a_tuple.__globals__, "of_a_tuple")
    with pytest.warns(up.UnpythonWarning, match="runs in Python"):
        assert up.jit(strict=False)(function)(np.zeros(2)) == of_a_tuple(np.zeros(2))
    assert up.jit(strict=True)(function)((0, 2.0)) == 2.0  # no array


def of_a_parallel_loop(a):
    out = np.zeros(len(a))
    for i in up.prange(len(a)):
        out[i] = a[i] * 2
    return f"{out[-1]:.6f}", out


@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_beside_parallel_loops(device):
    decorate = up.jit(strict=True) if device == "cpu" else up.gpu(strict=True, device=device)
    for _ in range(2):
        assert repr(decorate(of_a_parallel_loop)(A)) == repr(of_a_parallel_loop(A))


def of_a_number_or_text(n):
    return "none" if n == 0 else n


def of_texts_with_numbers(n):
    if n > 0:
        return f"{n} left"
    return f"{n:.1f} missing"


def text_in_between(n):
    s = f"{n}"
    return s + s, len(s)


def may_end(n):
    if n > 2:
        return "large"


def names_in_one_way(t):
    match t:
        case (a, 0) | (0, a):
            return a
    return -1


RETURNED = [
    (of_a_number_or_text, 0), (of_a_number_or_text, 2.5), (of_a_number_or_text, np.float64(2.5)),
    (of_texts_with_numbers, 2), (of_texts_with_numbers, -2), (text_in_between, 12), (may_end, 1), (may_end, 3),
]  # fmt: skip


@pytest.mark.parametrize(("function", "argument"), RETURNED)
def test_texts_that_are_not_only_returned(function, argument):
    assert up.jit(strict=True)(function)(argument) == function(argument)


STAY = [(names_in_one_way, np.array([1, 0])), (rest_of_tuple, ())]


@pytest.mark.parametrize(("function", "argument"), STAY, ids=lambda v: getattr(v, "__name__", ""))
def test_what_stays_python(function, argument):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(argument)
    with pytest.warns(up.UnpythonWarning):
        assert up.jit(strict=False)(function)(argument) == function(argument)
