"""np.einsum with a label more than once in one operand: the diagonal of those axes, beside axes of other labels."""

import numpy as np
import pytest
import unpython as up


def traces(a):
    return np.einsum("bii->b", a), np.einsum("iib", a), np.einsum("ibi->b", a)


def diagonals(a):
    return np.einsum("bii->bi", a), np.einsum("ibi->ib", a), np.einsum("iii->i", a), np.einsum("iii", a)


def beside_another(a, b):
    return np.einsum("bii,bj->bj", a, b), np.einsum("bii,ib->i", a, b), np.einsum("bii,bi->b", a, b)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8, np.complex128, np.bool_])
@pytest.mark.parametrize("function", [traces, diagonals, beside_another], ids=lambda f: f.__name__)
def test_labels_twice(function, dtype):
    a = (np.arange(27).reshape(3, 3, 3) % 7).astype(dtype)
    given = (a, a[0]) if function is beside_another else (a,)
    for found, expected in zip(up.jit(function)(*given), function(*given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        assert np.asarray(found).dtype == np.asarray(expected).dtype


def trace_of_each(a):
    return np.einsum("bii->b", a)


def test_extents_that_differ():
    with pytest.raises(ValueError, match="collapsing index"):
        trace_of_each(np.ones((2, 3, 4)))
    with pytest.raises(NotImplementedError, match="extents that differ"):
        up.jit(trace_of_each)(np.ones((2, 3, 4)))
    assert up.jit(trace_of_each)(np.ones((0, 3, 3))).shape == (0,)
