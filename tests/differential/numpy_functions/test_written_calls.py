"""What the text of a call says: parts of np.split, places of np.block, `where=`, round with digits; classes of values; tuples put
together or beside arrays; ranges with a name."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, INTS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True)
NUMBERS = ("float64", "float32", "int64", "uint8", "bool")


@PROGRAMS.add(array("n"), array("nm"), dtypes=NUMBERS)
def parts_of_arrays(a, m):
    first, second, third = np.array_split(a, 3)
    x, y = np.split(m, [2], axis=1)
    parts = np.split(a, (1, 3))
    return first, second.copy(), third, x + 0, y[::-1], len(parts), parts[2]


@PROGRAMS.add(array("nm"), dtypes=NUMBERS)
def blocks(m):
    return np.block([[m, m[:, :1]], [m[:1], np.ones((1, 1), dtype=m.dtype)]]), np.block([m[0], m[1, :2]])


@PROGRAMS.add(array("nm"), array("mn"), array("nmk"), dtypes=("float64", "float32", "int32", "complex64"))
def products_along_axes(a, b, c):
    return np.tensordot(a, b, axes=1), np.tensordot(a, c, axes=((0, 1), (0, 1))), np.tensordot(a, b, axes=([0], [-1]))


@PROGRAMS.add(out("n"), array("n"), array("n", nonzero=True), dtypes=FLOATS)
def stored_where(r, a, b):
    np.divide(a, b, out=r, where=a > 0)
    np.negative(a, where=a < -3, out=r)
    return r


@PROGRAMS.add(array("nm"), dtypes=("int16", "uint8", "bool"))
def reduced_where(a):
    mask = a > 2
    return np.sum(a, where=mask), a.sum(axis=0, where=mask), np.any(a, where=mask), np.all(a > 0, axis=1, where=mask), a.prod(where=a == 2)


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def asked_where(a):
    mask = a > 2
    return np.any(a, where=mask), np.all(a > 0, axis=1, where=mask)


def test_sums_of_floats_where():
    def run(a):
        mask = a > 2
        return np.sum(a, where=mask), a.sum(axis=0, where=mask), a.prod(where=a == 2)

    for dtype in FLOATS:
        a = (np.arange(35).reshape(5, 7) % 8 / 2).astype(dtype)
        for found, expected in zip(up.jit(strict=True)(run)(a), run(a), strict=True):
            np.testing.assert_array_equal(found, expected, strict=True)
        with pytest.raises(up.CompileError, match="fp='strict' leaves to NumPy"):
            up.jit(strict=True, fp="strict")(run)(a)


@PROGRAMS.add(array("nm"), array("nmk"), dtypes=("float64", "int32"))
def places_by_number(a, b):
    total = a.sum() * 0
    for index in np.ndindex(a.shape):
        total += a[index] * index[1]
    for place in np.ndindex(*b.shape):
        if place[0] == 2:
            break
        total += b[place]
    return total


@PROGRAMS.add(array("n"), dtypes=("float64", "int64", "uint8"))
def tuples_beside_arrays(a):
    weights = (1.5, 2.0)
    b = a[:2] * weights + (1, 2)
    c = np.zeros(2) + a[0]
    c -= (True, 3)
    c[:] *= weights
    return b, c, (2,) * a


@PROGRAMS.add(array("nmk"), dtypes=("float64",))
def shapes_put_together(a):
    return np.zeros(a.shape[:1] + (2,) + a.shape[2:]), a.shape[:0] + (3,), (1, 2) * 2, 0 * (1,)


@PROGRAMS.add(array("n"), 3, dtypes=(*FLOATS, *INTS, "bool", "complex128"))
def classes_of_values(a, n):
    x = a[0]
    of_array = isinstance(a, np.ndarray), isinstance(a, list), hasattr(a, "shape"), isinstance(a.shape, tuple)
    of_item = isinstance(x, float), isinstance(x, (int, np.integer)), isinstance(x, np.floating), type(x) is np.float32, type(x) is float
    return of_array, of_item, isinstance(n, int), type(n) is not int, isinstance(n > 2, int), type(n > 2) == bool, hasattr(x, "dtype")


@PROGRAMS.add(9)
def ranges_with_a_name(n):
    r = range(1, n, 3)
    n = 100
    backwards = range(7, -1, -2)
    total = 0
    for i in r:
        total = total * 10 + i
    for k, i in enumerate(backwards):
        total += k * i
    return total, len(r), 4 in r, 5 not in r, r[-1], list(backwards), len(backwards), r.stop, -1 in backwards, [i for i in r]


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def windows_and_counts(a):
    windows = np.lib.stride_tricks.sliding_window_view(a, 3)
    h, x, y = np.histogram2d(a, a[::-1], bins=3)
    return windows.max(axis=1), h, x, y, np.repeat(a[:3], [2, 0, 1]), np.piecewise(a, [a < 0, a > 2], [-1.0, lambda x: x * x, 7])


test_paths = PROGRAMS.as_test()


def test_edges_of_values_of_two_types_are_of_the_type_of_both():
    @up.jit(strict=True)
    def counted(x, y):
        return np.histogram2d(x, y, (2, 4))

    for one in (np.bool_, np.int8, np.int16, np.int64, np.float32, np.float64):
        for other in (np.bool_, np.uint8, np.int64, np.float32, np.float64):
            x, y = np.array([1, 0, 2, 3]).astype(one), np.array([0, 1, 5, 1]).astype(other)
            for found, expected in zip(counted(x, y), counted.py_func(x, y), strict=True):
                assert found.dtype == expected.dtype
                np.testing.assert_array_equal(found, expected)


def test_two_short_integers_go_to_the_float_that_holds_both():
    @up.jit(strict=True)
    def computed(x, y):
        return np.hypot(x, y), np.arctan2(x, y)

    for one, other in (("uint16", "int8"), ("uint16", "int16"), ("int16", "uint8"), ("uint16", "bool"), ("uint32", "int8"), ("int32", "int16")):
        x, y = np.array([1, 0, 2, 3]).astype(one), np.array([0, 1, 1, 1]).astype(other)
        for found, expected in zip(computed(x, y), computed.py_func(x, y), strict=True):
            assert found.dtype == expected.dtype, (one, other)
            np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_an_average_is_of_the_type_of_values_and_weights():
    @up.jit(strict=True)
    def averages(x, w):
        return np.average(x, weights=w), np.average(x.reshape(2, 2), axis=0, weights=w[:2]), np.average(x.reshape(2, 2), axis=1, weights=w.reshape(2, 2))

    for one in ("float32", "float64", "int8", "int64", "bool"):
        for other in ("bool", "uint8", "int64", "float32", "float64"):
            x, w = np.array([1, 0, 2, 3]).astype(one), np.array([1, 1, 5, 1]).astype(other)
            for found, expected in zip(averages(x, w), averages.py_func(x, w), strict=True):
                assert found.dtype == expected.dtype, (one, other)
                np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_digits_of_floats_are_those_of_the_exact_value():
    @up.jit(strict=True)
    def rounded(x):
        return round(x, 2), round(x, 0), round(x, 5), round(7, 1), round(1250, -2), round(1350, -2), round(-25, -1)

    values = [2.675, 0.5, 1.5, -2.5, 1e300, -0.0, 0.0005, 2.5e-9, 123456789.12345678, 1.005, 5e-324, float("inf"), 0.285, 1e17]
    generator = np.random.default_rng(1)
    for x in [*values, *generator.normal(size=300).round(3).tolist(), *(generator.integers(0, 10**6, 300) / 1000 + 0.0005).tolist()]:
        assert repr(rounded(x)) == repr(rounded.py_func(x))
    assert np.isnan(rounded(float("nan"))[0])


def test_any_number_of_digits():
    @up.jit(strict=True)
    def rounded(x, digits):
        return round(x, digits)

    generator = np.random.default_rng(2)
    scaled = generator.uniform(-1, 1, 300) * 10.0 ** generator.integers(-6, 17, 300)
    for x in [*scaled.tolist(), 25.0, 35.0, 2.5e10, 9e15 + 5, 9007199254740995.0, 4.5e18, -0.0, 486293320844995.56]:
        for digits in range(-18, 26):
            if abs(x) >= 1e-6 or digits <= 22:
                assert repr(rounded(x, digits)) == repr(round(x, digits)), (x, digits)
    for x in (np.int8(125), np.int32(-155), np.int64(15), np.uint8(25), np.float32(2.675), 7, -25):
        for digits in (-1, 0, 1, 2):
            found, wanted = rounded(x, digits), round(x, digits)
            assert (type(found), found) == (type(wanted), wanted), (x, digits)


def test_windows_of_an_array_that_changes_stay_with_python():
    @up.jit(strict=False)
    def changed(a):
        view = np.lib.stride_tricks.sliding_window_view(a, 2)
        a[0] = 100.0
        return view.max(axis=1)

    a = np.arange(4.0)
    with pytest.warns(up.UnpythonWarning):
        np.testing.assert_array_equal(changed(a), [100.0, 2.0, 3.0])


@pytest.mark.parametrize("wrong", [
    lambda a: np.split(a, 4)[0], lambda a: np.repeat(a, [1, 2])[0], lambda a: np.repeat(a, [1, 2, -1, 1, 1, 1])[0],
    lambda a: np.unpackbits(a.astype(np.uint8), count=-99)[0], lambda a: np.packbits(a * 0.5)[0],
])  # fmt: skip
def test_mistakes_are_numpys(wrong):
    def outcome(function):
        try:
            return function(np.arange(6))
        except Exception as error:
            return type(error)

    assert outcome(up.jit(wrong)) == outcome(wrong)
