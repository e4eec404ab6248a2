"""Arrays of one dimension that a loop appends to a list, which becomes an array of rows: values and dtypes are NumPy's."""

import warnings

import numpy as np
import pytest
import unpython as up


def summed(a):
    rows = []
    for k in range(3):
        rows.append(a * k)
    return np.array(rows).sum(axis=0)


def trajectory(x, n):
    out = []
    for _ in range(n):
        x = x + 0.1 * np.sin(x)
        out.append(x.copy())
    return np.array(out)


def stacked(a, n):
    out = []
    for i in range(n):
        out.append(a + i)
    return np.stack(out), len(out)


def vertical(a):
    out = []
    for i in range(4):
        if i != 1:
            out.append(np.sqrt(a) - i)
    return np.vstack(out).T


def of_numbers(a):
    out = []
    for x in a:
        out.append(x * 2)
    return np.array(out)


def uneven(n):
    out = []
    for i in range(n):
        out.append(np.zeros(i + 1))
    return np.vstack(out)


CASES = [
    (function, (np.arange(4).astype(dtype), *rest))
    for function, *rest in ((summed,), (stacked, 3), (vertical,), (of_numbers,)) for dtype in ("float64", "float32", "int64")
]  # fmt: skip
CASES += [(trajectory, (np.arange(3.0), 4)), (trajectory, (np.zeros(0), 2)), (uneven, (1,))]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_rows(function, arguments):
    found, expected = up.jit(strict=True)(function)(*arguments), function(*arguments)
    for one, other in zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]:
        np.testing.assert_allclose(one, other, rtol=1e-6)
        assert np.asarray(one).dtype == np.asarray(other).dtype and np.shape(one) == np.shape(other)


@pytest.mark.parametrize(("function", "arguments"), [(uneven, (3,)), (trajectory, (np.arange(3.0), 0))])
def test_what_python_does(function, arguments):
    def outcome(f):
        try:
            return repr(f(*arguments))
        except ValueError as error:
            return str(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(function)) == outcome(function)
