"""np.gradient with places of its own and along axes, np.unpackbits along axes, ufunc.reduce of any function, and functions of the modules
of NumPy that are imported by name."""

import numpy as np
import pytest
import unpython as up
from numpy.fft import fft, fftfreq, ifft
from numpy.lib.stride_tricks import sliding_window_view
from numpy.random import default_rng, normal, seed
from support.outcomes import check_near, check_values, name_of

_X = np.array([0.0, 1.0, 3.0, 3.5, 7.0, 8.0])


def along_places(y, x):
    return np.gradient(y, x), np.gradient(y, x, edge_order=2), np.gradient(y, edge_order=2), np.gradient(y, 2)


def along_axes(m, x):
    rows, columns = np.gradient(m)
    return rows, columns, np.gradient(m, 0.5)[1], np.gradient(m, x, axis=1), np.gradient(m, 2, axis=0), np.gradient(m, 0.25, x)


def bits(a):
    return np.unpackbits(a, axis=1), np.unpackbits(a, axis=0, bitorder="little"), np.unpackbits(a[..., None], axis=-1, count=3)


def counted_bits(a):
    return np.unpackbits(a, axis=0, count=5), np.unpackbits(a, axis=1, count=-2)


def reduced(a):
    parity = np.bitwise_xor.reduce(np.unpackbits(a, axis=1), axis=1)
    whole = np.bitwise_or.reduce(a, axis=None), np.bitwise_and.reduce(a[0]), np.gcd.reduce(a[1], 0)
    return parity, whole, np.hypot.reduce(a * 1.0), np.subtract.reduce(a * 1.0, axis=1), np.logical_xor.reduce(a > 5)


def windows(a, n):
    return sliding_window_view(a, n).max(axis=1)


def spectra(a):
    return np.abs(fft(a)), ifft(fft(a)).real, fftfreq(8)


def drawn(n):
    seed(3)
    first = normal(size=n)
    source = default_rng(4)
    return first, source.normal(size=n)


_BYTES = np.array([[1, 7, 255], [16, 0, 128]], dtype=np.uint8)
CASES = [
    (along_places, np.sin(_X), _X),
    (along_places, np.sin(_X).astype(np.float32), _X),
    (along_places, np.arange(6), np.arange(6)),
    (along_places, np.exp(1j * _X), _X.astype(np.float32)),
    (along_axes, np.sin(np.arange(24.0)).reshape(4, 6), _X),
    (along_axes, np.arange(24).reshape(4, 6) ** 2, _X.astype(np.int64)),
    (bits, _BYTES),
    (bits, _BYTES.T),
    (bits, _BYTES[:, :0]),
    (counted_bits, _BYTES),
    (reduced, _BYTES),
    (reduced, _BYTES[::-1, ::-1]),
    (windows, _X, 3),
    (spectra, _X),
    (drawn, 5),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    function, *given = case
    check_near(function, given, 1e-5 if getattr(given[0], "dtype", None) == np.float32 else 1e-12)


def slope(y, x):
    return np.gradient(y, x)


def slopes(m, x):
    return np.gradient(m, x)[0]


def bits_along(a, n):
    return np.unpackbits(a, axis=1, count=n)


MISTAKES = [(slope, _X, _X[:3]), (slope, _X[:1], _X[:1]), (slope, _X, _BYTES * 1.0), (slopes, _BYTES * 1.0, _X[:3]), (bits_along, _BYTES, -99)]


@pytest.mark.parametrize("case", MISTAKES, ids=name_of)
def test_mistakes(case):
    function, *given = case
    with pytest.raises((ValueError, TypeError, IndexError)) as expected:
        function(*given)
    with pytest.raises(type(expected.value)) as found:
        up.jit(strict=True)(function)(*given)
    assert str(found.value) == str(expected.value)


def joined(a):
    return np.bitwise_xor.reduce(a)


def test_no_elements():
    """What a function gives of nothing is known to NumPy: Python makes the call."""
    with pytest.warns(up.UnpythonWarning, match="no elements"):
        assert up.jit(strict=False)(joined)(np.arange(0)) == joined(np.arange(0))


def all_axes_in_order(a, axis):
    return np.subtract.reduce(a, axis=None)


def an_axis_that_is_given(a, axis):
    return np.power.reduce(a, axis=axis)


@pytest.mark.parametrize("function", [all_axes_in_order, an_axis_that_is_given])
def test_numpy_refuses_several_axes_of_what_has_an_order(function):
    for a in (np.ones((2, 3)), np.arange(1.0, 4.0)):
        check_values((function, a, None))
