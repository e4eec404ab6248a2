"""Sorts by digits of keys, and what stands at a place of an order: around the lengths at which the way changes, with keys that differ in
few bits and in all, NaN of both signs among them, and zeros of both signs."""

import numpy as np
import pytest
import unpython as up
from support import paths

TYPES = ["int8", "int64", "float32", "float64", *(["bool", "uint16", "int32", "uint32", "uint64"] if paths.RARE else [])]
LENGTHS = [0, 1, 128, 129, 1024, 3000]


def values(a):
    return np.sort(a, kind="stable")


def places(a):
    return np.argsort(a, kind="stable")


def rows(a):
    b = a[: len(a) // 3 * 3].reshape(-1, 3).T
    return np.sort(b), np.argsort(b, kind="stable")


def in_place(a):
    b = a.copy()
    b[::-1].sort()
    b[1::2].sort()
    return b


def in_a_loop(a):
    out = np.empty((4, len(a)), dtype=a.dtype)
    orders = np.empty((4, len(a)), dtype=np.int64)
    for i in up.prange(4):
        out[i] = np.sort(a[::-1])
        orders[i] = np.argsort(a, kind="stable")
    return out, orders


def middles(a):
    return np.median(a), np.quantile(a, 1.0), np.quantile(a, 0.0)


PROGRAMS = [values, places, in_place, *([rows, in_a_loop] if paths.RARE else [])]


def numbers(n, dtype):
    """Vectors that use all bits, few, none, and that are in order."""
    generator = np.random.default_rng(n)
    wide = np.frombuffer(generator.bytes(n * np.dtype(dtype).itemsize), dtype="u1" if dtype == "bool" else dtype).astype(dtype)
    few = generator.integers(0, 2 if dtype == "bool" else 40, n).astype(dtype)
    if wide.dtype.kind == "f":
        for step, value in ((5, -0.0), (7, np.nan), (11, np.inf), (13, -np.inf), (3, 0.0), (17, -np.nan)):
            wide[generator.integers(0, step) :: step] = value
        few[generator.random(n) < 0.3] = -0.0
    return [wide, few[::-1], np.sort(wide), few * few.dtype.type(0)]


@pytest.mark.parametrize("n", [200, 1023, 3000])
def test_keys_that_differ_in_their_lower_bits_alone_beside_one_that_is_far(n):
    ordered, placed = up.jit(values), up.jit(places)
    for most in (3, 1 << 20):
        a = np.random.default_rng(n).integers(0, most, n)
        a[n // 2], a[5] = 1 << 62, -(1 << 62)
        for b in (a, np.sort(a)[::-1], a.astype("float64"), 1.0 + a * 1e-16):
            assert np.array_equal(ordered(b), values(b))
            assert np.array_equal(placed(b), places(b))


@pytest.mark.parametrize("dtype", TYPES)
def test_orders(dtype):
    for function in PROGRAMS:
        compiled = up.jit(strict=True)(function)
        for n in LENGTHS:
            for a in numbers(n, dtype):
                expected = function(a)
                found = compiled(a)
                for e, f in zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]:
                    exact = e.dtype.kind != "f" or function is values  # of zeros that are equal, NumPy's order is its own
                    assert e.dtype == f.dtype and np.array_equal(e, f, equal_nan=e.dtype.kind == "f"), (function.__name__, n)
                    assert not exact or e.tobytes() == f.tobytes(), (function.__name__, n)


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float32"])
def test_what_stands_at_a_place(dtype):
    compiled = up.jit(strict=True)(middles)
    with np.errstate(all="ignore"):
        for n in LENGTHS[1:]:
            for a in numbers(n, dtype):
                for e, f in zip(middles(a), compiled(a), strict=True):
                    assert e.dtype == f.dtype and np.array_equal(e, f, equal_nan=True), n


@pytest.mark.parametrize("dtype", ["int32", "float64"])
def test_interpreted(dtype):
    for function in (values, places, middles):
        for a in numbers(200, dtype)[:2]:
            expected = function(a)
            found = paths.interpreted(up.jit(function), "source")(a)
            for e, f in zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]:
                assert np.array_equal(e, f, equal_nan=dtype == "float64")


def middle(a):
    return np.median(a)


def test_the_sign_of_a_zero_in_the_middle():
    compiled = up.jit(middle)
    for more in range(8):
        a = np.array([1.0, -0.0, 0.0, -3.0, -0.0, 2.0, 0.0] * 41 + [-1.0] * 2 * more)
        assert str(compiled(a)) == str(a[np.argsort(a, kind="stable")[len(a) // 2]])


def test_between_equal_elements_nothing_is_added():
    a = np.array([1.0, 0.0, -3.0, 2.0] * 70 + [0.0])
    compiled = up.jit(quantile)
    for place in range(10, 270, 20):
        assert compiled(a, place / 280) == quantile(a, place / 280)


def quantile(a, q):
    return np.quantile(a, q)
