"""Each of the 65536 values of float16, and what lies between them, against NumPy, to the bit."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of

ALL = np.arange(65536, dtype=np.uint16).view(np.float16)
DEVICES = ["interpreter", "cpu", *paths.DEVICES]
EXACT = """
-a
+a
abs(a)
np.fabs(a)
np.sign(a)
np.square(a)
np.reciprocal(a)
np.sqrt(a)
np.floor(a)
np.ceil(a)
np.trunc(a)
np.rint(a)
np.isnan(a)
np.isinf(a)
np.isfinite(a)
np.signbit(a)
np.logical_not(a)
a + a
a * 3
a / 7
7 / a
a // 3
a % 3
a * 0.1
a + 70000.0
a ** 2
a > 0.1
a == 2
a <= 70000.0
np.copysign(a, -1.0)
np.minimum(a, 1)
np.fmax(a, 1)
np.where(a > 0, a, 1)
a.astype(np.float32)
a.astype(np.float64)
a.astype(np.complex64)
a.astype(np.bool_)
a + np.float32(1)
a * np.int16(3)
a - np.int64(1)
""".strip().splitlines()
# Through float32, where NumPy's and ours may differ in the last place before the result is rounded.
NEAR = "exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh cbrt radians degrees".split()


def outcome(function, device, *arguments):
    with np.errstate(all="ignore"):
        if device == "interpreter":
            return paths.interpreted(up.jit(function), "scheduled")(*arguments)
        return up.jit(device=device, strict=False)(function)(*arguments)


def same(found, expected):
    assert found.dtype == expected.dtype
    word = f"u{found.dtype.itemsize}" if found.dtype.itemsize <= 8 and found.dtype.kind == "f" else None
    numbers = ~np.isnan(expected)
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    if word is None:
        assert np.array_equal(found[numbers], expected[numbers])
    else:
        assert np.array_equal(found.view(word)[numbers], expected.view(word)[numbers])


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("text", EXACT)
def test_functions_of_all_values(text, device):
    function = function_of(f"def f(a):\n    return {text}")
    values = ALL if device != "interpreter" else ALL[:: 7]
    with np.errstate(all="ignore"):
        expected = function(values)
    same(outcome(function, device, values), expected)


@pytest.mark.parametrize("device", [device for device in DEVICES if device != "interpreter"])
@pytest.mark.parametrize("name", NEAR)
def test_elementary_functions_of_all_values(name, device):
    """The result is the float16 nearest to a float32 that lies within four places of the exact value (vectors of cbrt: three)."""
    function = function_of(f"def f(a):\n    return np.{name}(a)")
    with np.errstate(all="ignore"):
        exact = function(ALL.astype(np.float64))
    found = outcome(function, device, ALL)
    assert found.dtype == np.float16
    assert np.array_equal(np.isnan(found), np.isnan(exact))
    numbers = ~np.isnan(exact)
    with np.errstate(over="ignore"):
        found, single = found[numbers], exact[numbers].astype(np.float32)
        margin = np.where(np.isfinite(single), 4 * np.abs(np.spacing(single)), 0)
        least, most = (single - margin).astype(np.float16), (single + margin).astype(np.float16)
    assert np.all((places(least) <= places(found)) & (places(found) <= places(most)))


def places(values):
    """Numbers that are one apart where values are neighbours."""
    bits = values.view(np.int16).astype(np.int32)
    return np.where(bits < 0, -(bits & 0x7FFF), bits)


def between():
    """Around each value and around the middle of each two: as double, where float32 would round to the middle first."""
    values = np.sort(ALL[np.isfinite(ALL)]).astype(np.float64)
    middles = (values[1:] + values[:-1]) / 2
    edges = [65519.99999999999, 65520.0, 65519.999, 1e300, 5e-324, 2.0**-25, np.nextafter(2.0**-25, 1), 2.0**-26, np.inf, 0.0]
    some = np.concatenate([values, middles, np.array(edges), -np.array(edges), [np.nan]])
    return np.concatenate([some, np.nextafter(some, np.inf), np.nextafter(some, -np.inf), some * (1 + 2.0**-40), some * (1 - 2.0**-30)])


def converted(x):
    return x.astype(np.float16)


def stored(x, z):
    for i in up.prange(x.shape[0]):
        z[i] = x[i]


@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"])
@pytest.mark.parametrize("device", DEVICES)
def test_conversions_round_once(dtype, device):
    with np.errstate(all="ignore"):
        values = between()
        if dtype in ("float64", "float32"):
            values = values.astype(dtype)
        elif dtype == "bool":
            values = np.array([True, False])
        else:
            limits = np.iinfo(dtype)
            whole = np.arange(max(limits.min, -70000), min(limits.max, 70000) + 1)
            values = np.concatenate([whole.astype(dtype), np.array([limits.min, limits.max], dtype)])
        if device == "interpreter":
            values = np.concatenate([values[::29], values[-40:]])
        expected = values.astype(np.float16)
    same(outcome(converted, device, values), expected)
    z = np.zeros(values.shape, np.float16)
    outcome(stored, device, values, z)
    same(z, expected)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("text", ["a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "a < b", "np.maximum(a, b)", "np.fmod(a, b)", "np.copysign(a, b)"])
def test_pairs(text, device):
    draw = np.random.default_rng(5)
    count = 300_000 if device != "interpreter" else 3000
    a, b = draw.integers(0, 65536, (2, count)).astype(np.uint16).view(np.float16)
    function = function_of(f"def f(a, b):\n    return {text}")
    with np.errstate(all="ignore"):
        expected = function(a, b)
    same(outcome(function, device, a, b), expected)


def test_zeros_of_both_signs():
    """NumPy keeps the first one of float16, and gives the second one to fmin and fmax of float32 scalars."""

    def least(a, b):
        return np.minimum(a, b), np.fmin(a, b), np.min(a), np.nanmin(a)

    def largest(a, b):
        return np.maximum(a, b), np.fmax(a, b), np.max(a), np.nanmax(a)

    def along(a, b):
        both = np.stack((a, b))
        return np.min(both, axis=0), np.max(both, axis=1), np.nanmin(both, axis=1), np.nanmax(both, axis=0)

    def numbers(x, y):
        return np.fmin(x, y), np.fmax(x, y), np.minimum(x, y), np.maximum(x, y)

    for zeros in ([0.0, -0.0], [-0.0, 0.0], [-0.0] * 5 + [0.0] * 30, [0.0] * 20 + [-0.0] * 20, [1.0, -0.0, 0.0, np.nan]):
        a = np.array(zeros, np.float16)
        for function in (least, largest, along):
            for b in (-a, a[::-1].copy()):
                for found, expected in zip(up.jit(function)(a, b), function(a, b), strict=True):
                    np.testing.assert_array_equal(found, expected)
                    assert np.array_equal(np.signbit(found) & (found == 0), np.signbit(expected) & (expected == 0))
    for kind in (np.float16, np.float32, np.float64):
        for x, y in ((0.0, -0.0), (-0.0, 0.0)):
            found, expected = up.jit(numbers)(kind(x), kind(y)), numbers(kind(x), kind(y))
            assert [np.signbit(v) for v in found] == [np.signbit(v) for v in expected]
