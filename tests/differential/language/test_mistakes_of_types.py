"""A mistake of types where a call does not come: Python runs the program, so the loose mode does. Where the call comes, the exception is
Python's own. Calls with other types are compiled."""

import copy
import warnings
from typing import Any

import numpy as np
import pytest
import unpython as up


def length(x: Any) -> Any:
    return len(x) if x < 0 else 5


def length_in_a_branch(x):
    if x < 0:
        return len(x)
    return 5


def in_a_helper(x):
    return length(x) + 1


def least(values):
    best = None
    for c in values:
        if best is None or c < best:
            best = c
    return best


def least_of_none(values):
    best = None
    for c in values:
        if c < best:
            best = c
    return best


def least_beyond(values, x):
    best = None
    for i in range(len(values)):
        if x > 100 and values[i] < best:
            best = values[i]
    return best


def wrong_sum(x):
    if x > 3:
        return x + "a"
    return 1


def wrong_subscript(x):
    if x > 3:
        return x[0]
    return 1


def wrong_arguments(x):
    if x > 3:
        return length(x, 1)
    return 1


def wrong_count(x):
    if x > 3:
        return sum(x)
    return 1


def wrong_name(x):
    if x < 0:
        y = "a" + 1  # noqa: F841
    return x


NUMBERS = [(x,) for x in (1, 5, -1, 1.5, 9.5, [1, 2, 3, 4], "ab", np.ones(3), None, np.uint8(7), True)]
ROWS = [(x,) for x in ([3, 1, 2], [], np.array([3.0, 1, 2]), np.zeros(0), np.array([5, 4], np.uint8), "abc", (1, 2), (), 5)]
PROGRAMS: list[tuple[Any, list[Any]]] = [
    *((f, NUMBERS) for f in (length, length_in_a_branch, in_a_helper, wrong_sum, wrong_subscript, wrong_arguments, wrong_count, wrong_name)),
    *((f, ROWS) for f in (least, least_of_none)),
    (least_beyond, [(*row, k) for row in ROWS[:5] for k in (1, 200)]),
]


def outcome(function, arguments):
    arguments = copy.deepcopy(arguments)
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error), str(error)
    return type(result), repr(result), repr(arguments)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("program", range(len(PROGRAMS)))
def test_calls_of_one_function_with_many_types(program, order):
    function, calls = PROGRAMS[program]
    compiled = up.jit(strict=False)(function)
    for _ in range(2):
        for arguments in calls[::order]:
            assert outcome(compiled, arguments) == outcome(function, arguments), arguments


def test_what_is_refused_does_not_stay():
    compiled = up.jit(strict=False)(wrong_sum)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert compiled(1) == 1
        assert compiled(1) == 1
    assert ["`+` is not defined for a Python int and a string" in str(w.message) for w in caught] == [True]
    assert compiled.ran_on == "python"

    def half(x):
        return x / 2 if x > 3 else x[0]

    compiled = up.jit(strict=False)(half)
    with pytest.raises(TypeError, match="not subscriptable"):
        compiled(1)
    other = up.jit(strict=False)(lambda x, y: x[0] if y else 1)
    assert other(3, False) == 1 and other.ran_on == "python"
    assert other(np.ones(3), True) == 1.0 and other.ran_on == "cpu"
    assert other(3, False) == 1 and other.ran_on == "python"
    assert other(np.ones(2), True) == 1.0 and other.ran_on == "cpu"


def test_strict_mode_keeps_its_sentence():
    for function, argument in ((length, 3), (wrong_sum, 1), (wrong_subscript, 1)):
        with pytest.raises(up.CompileError):
            up.jit(strict=True)(function)(argument)


def test_parallel_loops_stay_refused():
    def in_parallel(a):
        for i in up.prange(len(a)):
            a[i] = len(a[i]) if a[i] < 0 else 1

    with pytest.raises(up.CompileError, match="len is not defined"):
        up.jit(strict=False)(in_parallel)(np.ones(3))


def test_what_dtypes_say_is_asked_in_python():
    def kinds(a):
        return a.dtype.kind, a.dtype.name, a.dtype.char, np.finfo(a.dtype).eps

    compiled = up.jit(strict=False)(kinds)
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        for dtype in ("f8", "f4"):
            assert compiled(np.ones(3, dtype)) == kinds(np.ones(3, dtype))
    assert up.jit(strict=True)(kinds)(np.ones(3)) == kinds(np.ones(3))
    with pytest.raises(up.CompileError, match="attribute 'descr' of a dtype is not supported"):
        up.jit(strict=True)(lambda a: a.dtype.descr)(np.ones(3))
    with pytest.raises(up.CompileError, match="has no attribute 'knd'"):
        up.jit(strict=False)(lambda a: a.dtype.knd)(np.ones(3))
