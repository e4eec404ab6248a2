"""Calls that NumPy refuses, or takes in a way of its own: NumPy is asked, and the compiled function must do the same."""

import math

import numpy as np
import pytest
import unpython as up
from unpython._find_source import run_text

_X = np.array([3.0, 1.0, 2.0, 5.0])
_MATRIX = np.arange(12.0).reshape(3, 4)
_CALLS = """
np.histogram(x, np.array([3.0, 1.0, 2.0]))[0]
np.histogram(x, np.array([1.0]))[0]
np.histogram(x, x[:0])[0]
np.histogram(x, 0)[0]
np.histogram(x, 3, range=(5, 1))[0]
np.histogram(x, 3, weights=x[:2])[0]
np.histogram(x, 3, weights=np.ones(9))[0]
np.digitize(x, np.array([3.0, 1.0, 2.0]))
np.digitize(x, np.array([3.0, 1.0, 1.0]))
np.bincount(i - 5)
np.bincount(i, minlength=-1)
np.bincount(i, weights=np.ones(9))
np.digitize(x, np.array([np.nan, 1.0, 2.0]))
np.digitize(x, np.array([1.0, 2.0, np.nan]))
np.digitize(x, np.array([3.0, 2.0, np.nan]))
np.digitize(x * np.nan, np.array([1.0, np.nan, np.nan]))
np.digitize(x, np.array([3.0, 3.0, 2.0, 1.0]), right=True)
np.searchsorted(np.array([1.0, np.nan]), x * np.nan, side='right')
np.searchsorted(np.array([1.0, np.nan]), x * np.nan)
np.diff(x, n=-1)
np.convolve(x, x, 'many')
np.correlate(x, x[:0])
np.select([x > 2], [x, x])
np.sort(m, axis=(0,))
np.diff(m, axis=(0,))
np.concatenate((m, m), axis=(0,))
np.swapaxes(m, (0,), 1)
m.sum(axis=[0])
np.ptp(m, axis=[0])
np.partition(x, 9)
np.partition(x, -5)
np.argpartition(x, 4)
np.cumsum(x * 0.7, dtype=np.int16)
np.cumprod(m * 0.7 + 1, axis=1, dtype=np.int64)
np.round(i * 7, -1)
np.round(1234, -2)
np.round(np.int8(125), -1)
np.geomspace(0, 1, 3)
np.pad(x, -1)
np.pad(x[:0], 2, mode='edge')
np.linalg.norm(x, 'fro')
np.linalg.norm(m, 3)
np.linalg.norm(x[:0], np.inf)
np.linalg.norm(x[:0], -np.inf)
np.linalg.inv(m)
np.linalg.solve(np.zeros((2, 2)), x[:2])
np.linalg.cholesky(-np.eye(2))
np.finfo(i.dtype).eps
np.iinfo(x.dtype).max
np.iinfo(np.bool_).max
np.isin(3, i)
np.max(x[:0])
np.argmax(m[:0], axis=1)
np.percentile(x, 101)
np.average(x, weights=x * 0)
np.average(m, 0, x)
np.average(m, 1, m.T)
np.average(m, 1, x)
np.reshape(x, -2)
np.insert(x, 9, 1.0)
np.delete(x, -5)
np.take(x, i + 9)
np.arange(0, 5, 0)
np.concatenate((m, m[:, :2]))
x @ x[:2]
m @ x[:3]
np.reshape(x, (3, 2))
np.where(x > 2, x, x[:2])
np.cumsum(m, axis=(0,))
m.cumprod(axis=(0,))
x.cumsum(axis=(0,))
np.argmax(m, axis=(0, 1))
m.argmin(axis=())
np.nanargmin(x, axis=(0,))
np.angle(x, out=np.empty(4))
np.real(x, out=np.empty(4))
np.sort(x, out=np.empty(4))
np.select([2], [x], x)
np.select([i], [x], x)
np.select([x > 1, i], [x, x], x)
np.select([True, x > 1], [x, x * 2], x)
np.quantile(x[:0], 0.3)
np.quantile(i[:0], 0.3)
np.searchsorted(x, 2.0, side='RIGHT')
np.sort(x, kind='bubble')
np.sort(x, kind='mergesort')
np.meshgrid(x, x, indexing='zz')[0]
np.diag(np.ones((2, 2, 2)))
np.cov(np.ones((2, 2, 2)))
np.corrcoef(np.ones((2, 2, 2)))
np.linalg.solve(np.eye(2), x)
np.linalg.solve(np.eye(2), m)
np.linalg.matrix_power(np.eye(2), 1.5)
np.linalg.matrix_power(np.eye(2) * 2, np.int8(5))
np.rot90(m, -1)
np.rot90(m, np.uint8(7))
round(2.567, 1.5)
round(x[0], 1.0)
np.add(x, x[:1], out=np.empty(1))
np.add(x, x, out=np.empty(3))
np.sqrt(x, np.empty((2, 3)))
np.multiply(x, 2, out=np.empty((2, 1)))
np.subtract(m, x, out=np.empty((1, 4)))
""".strip().splitlines()


def _function(text):
    return run_text(f"def call(x, i, m):\n    return {text}\n", f"<call {text}>", {"np": np})["call"]


@pytest.mark.parametrize("text", _CALLS)
def test_as_numpy(text):
    function = _function(text)
    arguments = (_X, _X.astype(np.int64), _MATRIX)
    try:
        expected = function(*arguments)
    except Exception as error:
        expected = error
    compiled = up.jit(strict=False)(function)
    if isinstance(expected, Exception):
        strict = up.jit(strict=True)(function)
        with pytest.raises((type(expected), up.CompileError, NotImplementedError)) as raised:
            strict(*arguments)
        with pytest.raises((type(expected), up.CompileError, NotImplementedError)) as loose:
            compiled(*arguments)
        if compiled.ran_on == "python" and type(loose.value) is type(expected):
            assert loose.value.args == expected.args
        place = getattr(raised.value, "unpython_place", None)
        assert place[1] == 2 if place else ":2:" in str(raised.value)
        if type(raised.value) is type(expected):
            assert raised.value.args == expected.args
    else:
        found = compiled(*arguments)
        assert np.asarray(found).dtype == np.asarray(expected).dtype
        np.testing.assert_array_equal(found, expected)


def test_a_number_of_python_in_a_union():
    """NumPy gives the type of the array, or an OverflowError."""
    for text in ("np.union1d(np.float32(x), 2)", "np.union1d(np.uint8(i), 300)", "np.union1d(3, x)"):
        with pytest.raises(up.CompileError, match="union1d"):
            up.jit(strict=True)(_function(text))(_X, _X.astype(np.int64), _MATRIX)


@pytest.mark.parametrize("axis", [1, -2, 7])
@pytest.mark.parametrize(
    "text",
    ["np.sort(x, {0})", "x.sort({0})", "np.argsort(x, axis={0})", "np.cumsum(x, {0})", "np.cumprod(x, axis={0})", "np.nancumsum(x, {0})",
     "np.take_along_axis(x, i - 1, {0})", "np.add.accumulate(x, {0})", "np.packbits(i, axis={0})", "np.unpackbits(np.uint8(i), axis={0})", "np.partition(x, 0, {0})"],
)  # fmt: skip
def test_a_vector_has_one_axis(text, axis):
    for wrong in (False, True):
        function = _function(text.format(axis if wrong else axis % 2 - 1))
        arguments = (_X.copy(), _X.astype(np.int64) % 4, _MATRIX)
        if not wrong:
            np.testing.assert_array_equal(up.jit(strict=True)(function)(*arguments), function(*arguments))
            continue
        with pytest.raises((np.exceptions.AxisError, up.CompileError)):
            up.jit(function)(*arguments)


def test_a_mistake_in_a_method_names_the_method():
    for text, words in (("x.sort(what=1)", "sort() got"), ("x.clip(1, 2, 3, 4)", "clip() takes"), ("sorted(x, what=1)", "sorted() got")):
        with pytest.raises(up.CompileError, match=r"3:|2:\d+: " + words.replace("(", r"\(").replace(")", r"\)")):
            up.jit(strict=True)(_function(text))(_X.copy(), _X, _MATRIX)


def reshaped(x, n):
    return x.reshape(n), x.reshape((n, 2))


def test_a_dimension_to_be_worked_out_that_is_no_constant():
    with pytest.raises(NotImplementedError, match="must be written as -1"):
        up.jit(strict=True)(reshaped)(_X, -1)
    for found, expected in zip(up.jit(strict=False)(reshaped)(_X, -1), reshaped(_X, -1), strict=True):
        np.testing.assert_array_equal(found, expected)


def stored_past_the_end(a, b, k):
    a[k:] = b[: len(a) - k]


def test_indices_of_negative_extents():
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        up.jit(_function("np.indices((-1, 2))"))(_X, _X, _MATRIX)


def test_a_store_to_one_element_is_not_stretched():
    with pytest.raises(ValueError, match=r"from shape \(4,\) into shape \(1,\)"):
        up.jit(stored_past_the_end)(_X.copy(), _X, -1)


@up.jit(strict=True)
def kron(a, b):
    return np.kron(a, b)


@pytest.mark.parametrize("of_a", [(3,), (0,), (2, 3), (1, 1)])
@pytest.mark.parametrize("of_b", [(4,), (2, 2), (3, 1), (0, 2)])
def test_kron_of_vectors_and_matrices(of_a, of_b):
    a, b = np.arange(9)[: math.prod(of_a)].reshape(of_a), np.arange(5.0, 9.0)[: math.prod(of_b)].reshape(of_b)
    found, expected = kron(a, b), np.kron(a, b)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert np.array_equal(found, expected)


def sum_where(x, w):
    return np.sum(x, where=w), np.max(x, where=w, initial=9.0), np.any(x, where=w), np.sum(x, where=300), np.sum(x, where=0)


def mean_where(x, w):
    return np.mean(x, where=w)


def add_where(x, w):
    result = np.zeros((2, 3))
    np.add(x, 1, where=w, out=result)
    return result


@pytest.mark.parametrize("function", [sum_where, mean_where, add_where])
@pytest.mark.parametrize(
    "where",
    [300, 0, 1.5, True, False, np.int64(3), np.float64(2), np.bool_(False), np.array([1, 0, 1]), np.array([2, 1, 1], np.uint8), np.array([True, False, True])],
    ids=repr,
)
def test_a_number_says_so_for_all_elements(function, where):
    x = np.arange(6.0).reshape(2, 3)
    found, expected = [], []
    for to, one in ((found, up.jit(strict=False)(function)), (expected, function)):
        try:
            to.append(repr(one(x, where)))
        except Exception as error:
            to.append((type(error), str(error)))
    assert found == expected
