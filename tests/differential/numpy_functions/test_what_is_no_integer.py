"""Arguments that NumPy does not take for integers, and small integers that add up to more than their type holds."""

import copy

import numpy as np
import pytest

import unpython as up


def put(a, i):
    np.put_along_axis(a, i, 0, 0)
    return a


def repeat(a, n):
    return np.repeat(a, n)


def indices(n):
    return np.indices((n, 2))


def pad(a, n):
    return np.pad(a, n)


def unique(a, n):
    return np.unique(a, axis=n)


FLAGS, FLOATS, WHOLE = np.array([True, False, True]), np.array([1.0, 2.0, 0.0]), np.array([3, 1, 2])
CASES = [
    (put, FLAGS, FLAGS), (put, FLOATS, FLAGS), (put, FLOATS, np.array([0, 2])),
    (repeat, FLOATS, FLOATS), (repeat, WHOLE, FLOATS.astype(np.float32)), (repeat, WHOLE, np.array([1, 0, 2], np.uint64)),
    (repeat, WHOLE, FLAGS), (repeat, WHOLE, np.array([1, 0, 2], np.int8)),
    (indices, np.uint64(1)), (indices, 1.0), (indices, np.float32(1)), (indices, True), (indices, np.int8(2)), (indices, 3),
    (pad, np.array([1 + 2j, 3]), np.int8(100)), (pad, FLOATS, np.uint64(1)), (pad, FLOATS, 1.0), (pad, FLOATS, (1, np.int8(2))),
    (unique, FLOATS, np.float64(0)), (unique, FLOATS, 0),
]  # fmt: skip


def outcome(function, arguments):
    given = copy.deepcopy(arguments)
    try:
        made = function(*given)
        return made.dtype, made.tolist(), repr(given)
    except Exception as error:
        return type(error), str(error), repr(given)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_as_numpy_says(case):
    function, *arguments = CASES[case]
    assert outcome(up.jit(function, strict=False), arguments) == outcome(function, arguments)


def test_where_is_of_bools():
    add = up.vectorize(lambda x, y: x + y)
    out = np.full(3, 9.0)
    with pytest.raises(TypeError, match="according to the rule 'safe'"):
        add(FLOATS, FLOATS, out=out, where=WHOLE)
    assert out.tolist() == [9.0, 9.0, 9.0]


def spread(a, n):
    return np.var(a, ddof=n) + np.std(a, ddof=n)


@pytest.mark.parametrize("degrees", [1, 1.5, np.array(1), np.array([1, 0]), "a"], ids=str)
def test_degrees_of_freedom(degrees):
    compiled = up.jit(spread, strict=False)
    try:
        expected = spread(FLOATS, degrees)
    except Exception as error:
        with pytest.raises((type(error), up.CompileError)):
            compiled(FLOATS, degrees)
    else:
        np.testing.assert_allclose(compiled(FLOATS, degrees), expected)
