"""fp='strict' on the CPU has the bits of CPython's math and of NumPy; fp='standard' stays within one unit in the last place."""

import math

import numpy as np
import pytest
import unpython as up
from support import devices
from support.texts import check, function_of, same_bits

_POINTS = 3000
_GENERATOR = np.random.default_rng(3)
_UNIT = _GENERATOR.uniform(-1, 1, _POINTS)
_SMALL = _GENERATOR.uniform(-6, 6, _POINTS)
_WIDE = _GENERATOR.uniform(-1, 1, _POINTS) * 10.0 ** _GENERATOR.integers(-12, 3, _POINTS)
_POSITIVE = np.abs(_WIDE) + 1e-300
_ABOVE_ONE = 1 + _POSITIVE
_HUGE = _GENERATOR.uniform(-1, 1, _POINTS) * 10.0 ** _GENERATOR.integers(3, 300, _POINTS)

_MATH = {
    "exp": _SMALL, "exp2": _SMALL, "expm1": _WIDE / 2, "log": _POSITIVE, "log2": _POSITIVE, "log10": _POSITIVE, "log1p": _POSITIVE,
    "sin": _SMALL, "cos": _SMALL, "tan": _SMALL, "asin": _UNIT, "acos": _UNIT, "atan": _WIDE, "sinh": _SMALL, "cosh": _SMALL,
    "tanh": _WIDE, "asinh": _WIDE, "acosh": _ABOVE_ONE, "atanh": _UNIT, "erf": _SMALL, "erfc": _SMALL, "gamma": _SMALL * 5,
    "lgamma": _SMALL * 9, "cbrt": _WIDE, "sqrt": _POSITIVE,
}  # fmt: skip
_NUMPY = {
    "exp": _SMALL, "exp2": _SMALL, "expm1": _WIDE / 2, "log": _POSITIVE, "log2": _POSITIVE, "log10": _POSITIVE, "log1p": _POSITIVE,
    "sin": _SMALL, "cos": _SMALL, "tan": _SMALL, "arcsin": _UNIT, "arccos": _UNIT, "arctan": _WIDE, "sinh": _SMALL, "cosh": _SMALL,
    "tanh": _WIDE, "arcsinh": _WIDE, "arccosh": _ABOVE_ONE, "arctanh": _UNIT, "cbrt": _WIDE, "sqrt": _POSITIVE,
}  # fmt: skip
_SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-310, -1e-310, 1e308, -745.5, 709.9, 2.0**20, 1e22])


@pytest.mark.parametrize("name", [n for n in _MATH if hasattr(math, n)])
def test_functions_of_math(name):
    x = _MATH[name]
    for loop in ("range", "prange"):
        text = f"def f(x, y):\n    for i in {loop}(x.shape[0]):\n        y[i] = math.{name}(x[i])\n"
        y = np.zeros(_POINTS)
        up.jit(fp="strict", threads=3)(function_of(text))(x, y)
        assert same_bits(y, np.array([getattr(math, name)(float(v)) for v in x]))


@pytest.mark.parametrize("name", ["pow", "atan2", "hypot", "fmod"])
def test_functions_of_math_of_two_numbers(name):
    x, y = (_POSITIVE, _SMALL) if name == "pow" else (_WIDE, _SMALL)
    text = f"def f(x, y, z):\n    for i in prange(x.shape[0]):\n        z[i] = math.{name}(x[i], y[i])\n"
    z = np.zeros(_POINTS)
    up.jit(fp="strict", threads=3)(function_of(text))(x, y, z)
    assert same_bits(z, np.array([getattr(math, name)(float(a), float(b)) for a, b in zip(x, y)]))


@pytest.mark.parametrize("scale", [1.0, 1e-150, 1e300, 1e-310, 1e-321])
def test_distances(scale):
    rows = [tuple(row) for row in (_UNIT * scale).reshape(-1, 6)[:60].tolist()]
    text = "def f(r):\n    return [math.dist(p[:3], p[3:]) for p in r], [math.hypot(p[0], p[1], p[2], p[3]) for p in r]\n"
    function = function_of(text)
    assert up.jit(fp="strict", strict=True)(function)(rows) == function(rows)


@pytest.mark.parametrize("name", list(_NUMPY))
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_functions_of_numpy(name, dtype):
    x = _NUMPY[name].astype(dtype)
    if name == "arccosh":
        x = np.maximum(x, 1)
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x)
        whole = up.jit(fp="strict")(function_of(f"def f(x):\n    return np.{name}(x)\n"))(x)
        assert same_bits(whole, expected)
        text = f"def f(x, y):\n    for i in prange(x.shape[0]):\n        if i % 3 > 0:\n            y[i] = np.{name}(x[i])\n"
        y = np.zeros_like(x)
        up.jit(fp="strict", threads=3)(function_of(text))(x, y)
        chosen = np.arange(_POINTS) % 3 > 0
        assert same_bits(y[chosen], expected[chosen])
        special = _SPECIAL.astype(dtype)
        found = up.jit(fp="strict")(function_of(f"def f(x):\n    return np.{name}(x)\n"))(special)
        assert same_bits(found, getattr(np, name)(special))


@pytest.mark.parametrize("name", ["exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sqrt"])
def test_functions_of_complex_numbers(name):
    z = (_UNIT + 1j * _SMALL)[:500]
    check(f"def f(z):\n    return np.{name}(z)\n", [z], tolerance=1e-12, fp="strict")


@pytest.mark.parametrize("n", [2, 2.0, 3, 0.5, -1, -2, -0.5, 2.5, 1, 0, 7])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_powers(n, dtype):
    x = _POSITIVE.astype(dtype)
    with np.errstate(all="ignore"):
        check(f"def f(x):\n    return x ** {n}\n", [x], tolerance=1e-5, fp="strict")
        check("def f(x, n):\n    return x ** n\n", [x, x[::-1].copy()], tolerance=1e-5, fp="strict")
    text = f"def f(x, y):\n    for i in range(x.shape[0]):\n        y[i] = float(x[i]) ** {n}\n"
    y = np.zeros(300)
    up.jit(fp="strict")(function_of(text))(x[:300], y)
    assert same_bits(y, np.array([float(float(v) ** n) for v in x[:300]]))


_SHAPES = [(0,), (1,), (5,), (7,), (8,), (9,), (127,), (128,), (129,), (136,), (257,), (1000,), (4099,), (33333,), (7, 300), (300, 7), (3, 5, 129), (2, 1, 1000)]


@pytest.mark.parametrize("shape", _SHAPES, ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128, np.complex64])
def test_sums_of_whole_arrays(shape, dtype):
    generator = np.random.default_rng(1)
    x = (generator.uniform(-1, 1, shape) * 10.0 ** generator.integers(-3, 4, shape)).astype(dtype)
    if np.dtype(dtype).kind == "c":
        x = (x + 1j * generator.uniform(-1, 1, shape)).astype(dtype)
    for text in ("x.sum()", "np.sum(x)", "x.mean()", "(x * 2 + 1).sum()"):
        if "mean" in text and x.size == 0:
            continue
        check(f"def f(x):\n    return {text}\n", [x], fp="strict")
    if np.dtype(dtype).kind == "f" and x.size:
        check("def f(x):\n    return x.var(), x.std(), np.std(x, ddof=0)\n", [x], fp="strict")


@pytest.mark.parametrize("shape", [(7, 300), (300, 7), (3, 5, 129), (4, 1, 1000)], ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_sums_along_axes(shape, dtype):
    generator = np.random.default_rng(2)
    x = (generator.uniform(-1, 1, shape) * 10.0 ** generator.integers(-3, 4, shape)).astype(dtype)
    axes = [0, 1, -1, (0, 1)] + ([2, (1, 2), (0, 2), (0, 1, 2)] if len(shape) == 3 else [])
    for axis in axes:
        check(f"def f(x):\n    return x.sum(axis={axis}), np.mean(x, axis={axis})\n", [x], fp="strict")
        if isinstance(axis, int):
            check(f"def f(x):\n    return x.std(axis={axis})\n", [x], fp="strict")


@pytest.mark.parametrize("text", ("np.sum(x[m])", "x[m].mean()", "(x[m] ** 2).sum()", "np.std(x[m])", "np.sum(x[m], axis=0)", "y[m].sum()"))
def test_sums_of_rows_that_a_mask_selects(text):
    x = np.resize(_WIDE, (300, 4, 2))
    check(f"def f(x, y, m):\n    return {text}\n", [x, x[:, 0, 0], np.arange(300) % 3 == 1], fp="strict")


def test_sums_in_loops_add_in_order():
    x = _WIDE
    for loop in ("range", "prange"):
        check(f"def f(x):\n    s = 0.0\n    for i in {loop}(x.shape[0]):\n        s += x[i]\n    return s\n", [x], fp="strict")


def _units(found, exact):
    return float(np.max(np.abs(found.astype(np.longdouble) - exact) / np.spacing(np.abs(exact.astype(np.float64)))))


@pytest.mark.parametrize("name", list(_NUMPY))
def test_standard_is_within_a_unit(name):
    """Where the machine has vectors of 512 bits and NumPy's own loops; else the C library's error counts, which is up to 3."""
    x = np.repeat(_NUMPY[name], 8) * np.tile(_GENERATOR.uniform(0.9, 1.0, _POINTS), 8)
    if name == "arccosh":
        x = np.maximum(x, 1)
    text = f"def f(x, y):\n    for i in prange(x.shape[0]):\n        y[i] = np.{name}(x[i])\n"
    y = np.zeros_like(x)
    up.jit(threads=3)(function_of(text))(x, y)
    exact = getattr(np, name)(x.astype(np.longdouble))
    wide = "avx512" in " ".join(open("/proc/cpuinfo").read().split()[:400])
    own = name in ("exp", "log", "sin", "cos", "tanh", "sqrt")
    assert _units(y, exact) <= (1.0 if wide or own else 4.0)


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "log", "tanh", "hypot"])
def test_our_own_vector_functions_at_the_edges(name):
    x = np.concatenate((_SPECIAL, _HUGE, -_SPECIAL, np.array([5e-324, 2.2e-308, -708.5, -740.0, 709.78, 710.5, 0.5, 2**0.5, 2**-0.5])))
    call, second = (f"np.{name}(x[i], z[i])", x[::-1].copy()) if name == "hypot" else (f"np.{name}(x[i])", x)
    text = f"def f(x, z, y):\n    for i in prange(x.shape[0]):\n        y[i] = {call}\n"
    y = np.zeros_like(x)
    up.jit(threads=3)(function_of(text))(x, second, y)
    with np.errstate(all="ignore"):
        expected = np.hypot(x, second) if name == "hypot" else getattr(np, name)(x)
    finite = np.isfinite(expected)
    assert np.array_equal(np.isnan(y), np.isnan(expected))
    assert np.array_equal(y[~finite & ~np.isnan(expected)], expected[~finite & ~np.isnan(expected)])
    assert np.array_equal(np.signbit(y[finite]), np.signbit(expected[finite]))
    assert np.all(np.abs(y[finite] - expected[finite]) <= 2 * np.spacing(np.abs(expected[finite])))


_GAMMA = [0.0, -0.0, -1.0, -2.0, -9.0, -1e15, -1e300, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 1e-310, -1e-310, 5.56e-309, 5.57e-309, 1e-308,
          171.62437695630271, 171.62437695630274, 171.7, 1e308, -170.5, -178.5, -183.5, -184.2, -190.5, -1000.5, -1001.5, -4503599627370495.5,
          2.55e305, 2.5563481638716905e305, 2.5563481638716907e305, 7.999999999999999, -8.000000000000002, 26.5, 27.2, 27.3, 30.0, -30.0, 1e-20,
          -1e-20, 0.5, -0.5, 1.5, 2.5, *(float(n) for n in range(1, 24))]  # fmt: skip


@pytest.mark.parametrize("loop", ["range", "prange"])
@pytest.mark.parametrize("name", ["gamma", "lgamma", "erfc"])
def test_our_own_functions_have_pythons_poles_limits_and_exceptions(name, loop):
    run = up.jit(threads=1)(function_of(f"def f(x, y):\n    for i in {loop}(x.shape[0]):\n        y[i] = math.{name}(x[i])\n"))
    for value in _GAMMA:
        x, y = np.full(9, 0.7), np.zeros(9)
        x[4] = value
        try:
            expected = getattr(math, name)(value)
        except (ValueError, OverflowError) as error:
            with pytest.raises(type(error)):
                run(x, y)
            continue
        run(x, y)
        assert np.isnan(y[4]) == np.isnan(expected), value
        if not np.isnan(expected):
            assert math.copysign(1, y[4]) == math.copysign(1, expected), value
            assert y[4] == expected or abs(y[4] - expected) <= 16 * np.spacing(abs(expected)), value


def test_gamma_of_whole_numbers_is_exact():
    run = up.jit(threads=1)(function_of("def f(x, y):\n    for i in prange(x.shape[0]):\n        y[i] = math.gamma(x[i])\n"))
    x, y = np.arange(1.0, 24.0), np.zeros(23)
    run(x, y)
    assert y.tolist() == [float(math.factorial(n)) for n in range(23)]


@pytest.mark.parametrize("name", ["gamma", "lgamma", "erfc", "tanh"])
def test_our_own_functions_have_the_same_bits_in_order(name):
    x = np.concatenate((_GENERATOR.uniform(-20, 30, 500), _GENERATOR.uniform(-3, 3, 500)))
    in_order = f"def f(x, y):\n    s = 0.0\n    for i in range(x.shape[0]):\n        s = math.{name}(x[i] + 0.0 * s)\n        y[i] = s\n"
    in_lanes = f"def f(x, y):\n    for i in prange(x.shape[0]):\n        y[i] = math.{name}(x[i])\n"
    found = [np.zeros_like(x), np.zeros_like(x)]
    for text, y in zip((in_order, in_lanes), found):
        up.jit(threads=1)(function_of(text))(x, y)
    assert np.array_equal(found[0].view(np.int64), found[1].view(np.int64))


# By mpmath with 300 bits.
_LOG_GAMMA_BESIDE_ZEROS = {
    -2.4570247382208006: 5.619192358950097e-17, -2.457027081422188: -3.5513374273392775e-06,
    -2.7476826467274127: 1.733509244024501e-16, -3.14358088834998: 1.6978655906121085e-15,
    -3.955294284858598: -4.14382750757705e-16, -4.991544640560048: 1.7683619350849613e-14,
    -7.999975198412699: 5.3092296735860444e-05, -12.99999999983941: 4.201542925270726e-06,
}  # fmt: skip


@pytest.mark.parametrize("kind", ["cpu", "opencl"])
def test_lgamma_beside_its_zeros_at_negative_numbers(kind):
    x, y = np.array(list(_LOG_GAMMA_BESIDE_ZEROS)), np.zeros(len(_LOG_GAMMA_BESIDE_ZEROS))
    text = "def f(x, y):\n    for i in prange(x.shape[0]):\n        y[i] = math.lgamma(x[i])\n"
    up.jit(device="cpu" if kind == "cpu" else devices.require(kind))(function_of(text))(x, y)
    exact = np.array(list(_LOG_GAMMA_BESIDE_ZEROS.values()))
    assert np.all(np.abs(y - exact) <= 1.2 * np.spacing(np.abs(exact)))


_COMPLEX = [complex(*pair) for pair in _GENERATOR.normal(size=(60, 2))] + [1 + 2j, 0.3 - 1.7j, 2j, -3 + 0j, complex(0, -0.0) + 1]


def test_quotients_and_powers_of_complex_numbers():
    """CPython divides by the denominator, where NumPy multiplies by its inverse; a power of a negative integer is a quotient."""
    quotient = up.jit(fp="strict")(function_of("def f(x, y):\n    return x / y\n"))
    power = up.jit(fp="strict")(function_of("def f(x, n):\n    return x ** n\n"))
    fixed = up.jit(fp="strict")(function_of("def f(x):\n    return x ** -3, x ** -11, 1 / x, x / 2.5\n"))
    for x, y in zip(_COMPLEX, _COMPLEX[1:]):
        assert same_bits((quotient(x, y), quotient(1, y), quotient(2.5, y), quotient(x, 2.5)), (x / y, 1 / y, 2.5 / y, x / 2.5))
        assert same_bits(quotient(np.complex128(x), np.complex128(y)), np.complex128(x) / np.complex128(y))
        assert same_bits(fixed(x), (x**-3, x**-11, 1 / x, x / 2.5))
        for n in (-100, -37, -3, -2, -1, 2, 5, 99, 0.5, -1.5):
            assert same_bits(power(x, n), x**n), (x, n)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", ["np.sum(a, where=w)", "np.mean(a, where=w)", "a.var(where=w)", "np.std(i, where=w)", "np.mean(i, where=w), np.sum(i, where=w)"])
def test_sums_of_chosen_elements(text):
    """NumPy adds each run of them on its own, and so it is NumPy that adds floats."""
    function = function_of(f"def f(a, i, w):\n    return {text}\n")
    compiled = up.jit(fp="strict", strict=False)(function)
    generator = np.random.default_rng(1)
    for _ in range(20):
        given = generator.random(30), generator.integers(0, 99, 30), generator.random(30) > 0.5
        assert same_bits(compiled(*given), function(*given))
    assert compiled.ran_on == ("cpu" if "mean(i" in text else "python")
