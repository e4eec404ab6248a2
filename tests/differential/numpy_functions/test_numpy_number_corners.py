"""Numbers at the ends: powers of a complex zero, Python's integers beside empty arrays, bounds of ranges near 2 ** 63, digits
before the point of large floats, bad parameters of random numbers."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values
from support.texts import check, function_of

_ZEROS = np.zeros(3, np.complex128)


def _returns(parameters, text):
    return f"def f({parameters}):\n    return {text}\n"


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("exponent", [-1, -2, -2.5, 0, 2.5, 3, 1j, 1 + 1j, -1 + 1j, np.array([-1, 0, 2]), np.array([-1.5, 0.0, 0.5])], ids=str)
def test_powers_of_a_complex_zero(dtype, exponent):
    check(_returns("a, b", "a ** b"), [np.zeros(3, dtype), exponent], strict=True)
    if np.ndim(exponent) == 0:
        check(_returns("a", f"a ** ({exponent})"), [np.zeros(3, dtype)], strict=True)
        check(_returns("a, b", "a ** b"), [dtype(0), exponent], strict=True)
        check(_returns("a, b", "a ** b"), [0j, exponent], strict=True)


@pytest.mark.parametrize("text", [
    "a + 300", "300 - a", "a * -1", "-300 + a", "a & 300", "a | 256", "a ** 300", "a // 300", "a % 256", "a << 300", "np.maximum(a, 300)",
    "np.add(a, -1)", "np.fmin(a, 256)", "a + k", "k * a", "a[:0] ^ k", "a - 1", "a > 300", "a / 300",
    *(["np.where(a > 1, a, 300)"] if np.lib.NumpyVersion(np.__version__) < "2.5.0" else []),
])  # fmt: skip
def test_integers_beside_empty_arrays(text):
    for a in (np.empty(0, np.uint8), np.empty((2, 0), np.uint8), np.zeros(2, np.uint8)):
        check(_returns("a, k", text), [a, 300], strict=True)


def test_updates_of_empty_arrays_by_integers():
    check("def f(a):\n    a += 300\n    return a\n", [np.empty(0, np.uint8)], strict=True)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32])
@pytest.mark.parametrize("number", [300, -200, np.int64(300), np.int64(2**40), np.float64(-300.5), np.float64(3.7), np.float64(np.nan), np.uint64(2**63 + 1)], ids=str)
def test_numbers_that_do_not_fit_an_array(number, dtype):
    for store in ("a.fill(k)", "a[...] = k", "a[1:] = k", "a[0] = k", "a[a > 0] = k", "np.copyto(a, k)"):
        if store == "np.copyto(a, k)" and not isinstance(number, int) and not np.can_cast(number.dtype, dtype, "same_kind"):
            continue  # which is refused in other words
        if store == "a[a > 0] = k" and isinstance(number, np.floating) and not np.can_cast(np.min_scalar_type(int(abs(np.nan_to_num(number)))), dtype):
            continue  # C says nothing about such casts
        check(f"def f(a, k):\n    {store}\n    return a\n", [np.ones(4, dtype), number], strict=True)
    if np.dtype(type(number)).kind in "iu":
        for text in ("np.insert(a, 1, k)", "np.max(a, initial=k)"):
            check(_returns("a, k", text), [np.ones(4, dtype), number], strict=True)


@pytest.mark.parametrize("loop", ["range", "prange"])
def test_bounds_above_64_bits_are_refused(loop):
    text = f"def f(a, b):\n    s = 0\n    for i in {loop}(a, b):\n        s += 1\n    return s\n"
    for a, b in [(2**63 - 5, 2**63 - 1), (-(2**63), -(2**63) + 4), (np.uint64(2**63 - 5), np.uint64(2**63 - 1))]:
        check(text, [a, b], strict=True)
    check(text, [np.uint64(3), np.uint64(7)], strict=True)
    with pytest.raises(NotImplementedError, match="more than 64 bits"):
        up.jit(strict=True)(function_of(text))(np.uint64(2**63 - 2), np.uint64(2**63 + 2))
    for a, b in [(3, 7), (2**63 - 2, 2**63 + 2)]:
        check(_returns("a, b", "np.arange(a, b)"), [np.uint64(a), np.uint64(b)], strict=True)


def test_bounds_that_may_be_bools():
    check("def f(n):\n    return [k for k in range(min(True, 5), n)]\n", [6], strict=True)
    check("def f(n):\n    s = 0\n    for k in prange(min(True, n), n + 2):\n        s += k\n    return s\n", [6], strict=True)
    check("def f(n):\n    s = 0\n    for k in prange(n > 3, max(False, n)):\n        s += k\n    return s\n", [6], strict=True)


def test_digits_before_the_point():
    @up.jit(strict=True)
    def rounded(x, digits):
        return round(x, digits)

    generator = np.random.default_rng(4)
    numbers = generator.uniform(-1, 1, 200) * 10.0 ** generator.integers(15, 26, 200)
    ties = [5.0 * 10**k for k in range(1, 23)] + [1.5 * 10**k for k in range(3, 23)] + [2.5 * 10**k for k in range(3, 23)]
    for x in [*numbers.tolist(), *ties, 1e22, -1e22, 2.0**63, 2.0**64 + 4096, 9e18, 1.5e300, 1.7e308, -0.0, float("inf")]:
        for digits in [*range(-22, 0), 0, 1, 5, -309, -400]:
            if x == float("inf") and digits < 0:
                continue
            assert repr(rounded(x, digits)) == repr(round(x, digits)), (x, digits)
    assert rounded(3e22, -24) == round(3e22, -24) == 0.0
    with pytest.raises(NotImplementedError, match="fewer than -22 digits"):
        rounded(1e30, -25)


def _outcome(call):
    try:
        return type(call())
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("text", [
    "normal(0.0, s)", "normal(1.0, scale=s)", "exponential(s)", "poisson(s)", "integers(0, int(s))", "integers(7, int(s))", "integers(int(s))",
    "choice(int(s))",
])  # fmt: skip
def test_bad_parameters_of_random_numbers(text):
    """NumPy's generator raises the same."""
    numpy, ours = np.random.default_rng(3), up.random(3)
    scope = {"up": up, "prange": up.prange}
    exec(f"def f(rng, s):\n    return rng.{text}\n", scope)
    for s in (-1.0, -0.0, 0.0, 2.0, 1e19, float("nan")):
        if "int(" in text and not abs(s) < 100:
            continue
        wanted = _outcome(lambda s=s: scope["f"](numpy, s))
        assert isinstance(wanted, type) or _outcome(lambda s=s: scope["f"](ours, s)) == wanted, s
        program = f"def f(s, x, up):\n    rng = up.random(5)\n    for i in prange(x.shape[0]):\n        x[i] = rng.{text}\n"
        found = _outcome(lambda s=s, program=program: _compiled(program)(s, np.zeros(3)))
        assert found == (type(None) if isinstance(wanted, type) else wanted), s


def _compiled(program):
    return up.jit(strict=True)(function_of(program.replace(", up)", ")"), up=up))


_INF, _NAN = np.inf, np.nan


@pytest.mark.parametrize("x, y", [
    (1.5, np.int32(-(2**31))), (np.int32(-(2**31)), 1.5), (np.int8(-128), np.uint64(2**64 - 1)), (np.float32(5.5), 3.0), (3.0, np.float32(-2)),
    (-1e-20, 1.0), (-0.0, 3.0), (0.0, -3.0), (_INF, 2.0), (2.0, -_INF), (-7, 0.0), (np.int8(-128), np.int8(127)), (np.uint8(200), np.int16(-7)),
    (np.array([-5.5, 5.5, -0.0]), np.array([[2], [-3]], np.int8)), (np.float32(1), np.int64(-(2**63))), (np.int64(-(2**63)), np.float64(3)),
])  # fmt: skip
def test_fmod_keeps_types_and_the_lowest_integers(x, y):
    check(_returns("x, y", "np.fmod(x, y)"), [x, y], strict=True)


@pytest.mark.parametrize("text", ["np.fmod(x, y)", "np.fmod(y, x)", "np.heaviside(x, y)", "np.heaviside(y, x)"])
def test_functions_that_complex_numbers_have_not(text):
    for x in (1j, np.complex64(1j), np.array([1j])):
        with pytest.raises(up.CompileError, match="not defined for a complex|complex number is not supported"):
            up.jit(strict=True)(function_of(_returns("x, y", text)))(x, 2.0)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_common_divisors_of_the_lowest_integers(dtype):
    least = np.iinfo(dtype).min
    for y in (dtype(1), dtype(6), dtype(0), dtype(least), True, np.True_, 12, np.int64(-(2**63))):
        check(_returns("x, y", "np.gcd(x, y), np.gcd(y, x)"), [dtype(least), y], strict=True)
        if y is not np.True_:
            check(_returns("x, y", "np.lcm(x, y)"), [dtype(least), y], strict=True)
    several = np.array([least, least, 6, -6], dtype)
    check(_returns("x, y", "np.gcd(x, y), np.lcm(x, y)"), [several, several[::-1].copy()], strict=True)
    check(_returns("x, y", "np.gcd(x, y)"), [several, True], strict=True)
    check(_returns("x, y", "math.gcd(x, y), math.gcd(y, x)"), [dtype(least), 2**63 - 1], strict=True)
    check(_returns("x, y", "math.gcd(x, y)"), [dtype(least), -(2**63) if least > -(2**63) else 6], strict=True)


def test_a_bool_of_numpy_is_no_integer_of_math():
    for x, y in ((np.True_, 4), (4, np.True_), (True, 4)):
        check(_returns("x, y", "math.gcd(x, y)"), [x, y], strict=True)


@pytest.mark.parametrize("low", [np.int8(-1), np.uint8(3), np.float32(0.5), 2, 0.5])
def test_numbers_that_are_clipped_become_arrays_first(low):
    for x in (-1, 7, 2.5, np.int8(4), np.float32(_NAN)):
        if isinstance(x, int) and x < 0 and isinstance(low, np.uint8):
            continue
        check(_returns("x, y", "np.clip(x, y, y), np.clip(x, None, y), np.clip(x, y, None)"), [x, low], strict=True)


def test_no_number_becomes_the_type_of_a_bool():
    for x in (True, np.True_, 3, np.int8(3), np.array([True])):
        check(_returns("x", "np.nan_to_num(x)"), [x], strict=True)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_parts_of_complex_numbers_keep_their_signs(dtype):
    parts = (-0.0, 0.0, np.nan, -np.inf, np.inf, 2.5)
    z = np.array([[complex(x, y) for x in parts] for y in parts], dtype)
    compiled = up.jit(function_of(_returns("z", "np.nan_to_num(z)")))
    for given in (z, z.T, z[0], z[:, 0][::2], z[:0]):
        found, expected = compiled(given), np.nan_to_num(given)
        assert found.dtype == expected.dtype and found.shape == expected.shape and found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("text", ["np.arctan2(x, y)", "np.hypot(x, y)", "np.copysign(y, x)", "np.nextafter(x, y)"])
def test_narrow_integers_are_half_precision_together(text):
    if "nextafter" in text:
        with pytest.raises(up.CompileError, match="nextafter of float16"):
            up.jit(strict=True)(function_of(_returns("x, y", text)))(np.uint8(3), np.int8(2))
    else:
        check(_returns("x, y", text), [np.uint8(3), np.int8(2)], strict=True)
        check(_returns("x, y", text), [np.bool_(True), np.int8(2)], strict=True)
    check(_returns("x, y", text), [np.uint8(3), np.int16(2)], 1e-6, strict=True, fp="strict")


@pytest.mark.parametrize("text", ["np.nanargmin(a)", "np.nanargmax(a)", "np.nanargmin(a, axis=0)", "np.nanargmax(a, axis=-1)"])
def test_places_among_no_numbers(text):
    for a in (np.zeros(0), np.zeros((0, 3)), np.zeros((3, 0)), np.array([_NAN]), np.array([[_NAN, 1.0], [2.0, 3.0]]), np.zeros(0, np.int64)):
        if a.ndim == 2 or "axis" not in text:
            check(_returns("a", text), [a], strict=True)


@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
def test_order_of_complex_numbers_with_nan(dtype):
    parts = [complex(_NAN, 1), complex(_NAN, _NAN), complex(1, _NAN), complex(2, _NAN), 1j, 0, 1 - 1j, complex(_NAN, 0), complex(-_INF, _NAN)]
    draw = np.random.default_rng(4)
    for n in (1, 2, 9, 300):
        a = np.array(parts, dtype)[draw.integers(0, len(parts), n)]
        check(_returns("a", "np.sort(a)"), [a], strict=True)
        check(_returns("a", "a[np.argsort(a, kind='stable')]"), [a], strict=True)
    for part in parts[:3]:
        check(_returns("a", "np.nanmin(a), np.nanmax(a)"), [np.array([part], dtype)], strict=True)


@pytest.mark.parametrize("n", [1, 2, 3, 4, -1, 0])
def test_powers_of_infinite_complex_numbers(n):
    for base in (complex(_INF, 1), complex(1, -_INF), complex(_NAN, 0), 2 - 1j):
        for exponent in (np.int64(n), complex(n, -0.0)):
            check(_returns("x, y", "x ** y"), [np.complex128(base), exponent], strict=True)
    check(_returns("x, y", "np.power(x, y)"), [np.array([complex(_INF, 1), 1j]), np.array([n, 2], np.int8)], strict=True)


@pytest.mark.parametrize("shapes", [((3,), (2,)), ((2, 3), (2,)), ((2, 3), (2, 3)), ((3,), (2, 3)), ((2, 2, 3), (2, 2, 3))])
def test_products_of_what_does_not_fit(shapes):
    a, b = (np.ones(shape) for shape in shapes)
    check(_returns("a, b", "a @ b"), [a, b], strict=True)
    if a.ndim < 3:
        check(_returns("a, b", "np.dot(a, b)"), [a, b], strict=True)


@pytest.mark.parametrize("text", [
    "np.linspace(-0.5, 0.5, 11)", "np.linspace(x, y, 100)", "np.arange(-0.5, 0.5, 0.1)", "np.arange(x, y, 0.07)",
    "np.histogram(a, 10)", "np.histogram(a * 0, 10)", "np.histogram(a, 7, range=(-0.7, 0.7))", "np.mgrid[-1:1:0.1]", "np.linspace(1, 9, 100, dtype=np.int64)",
])  # fmt: skip
def test_numbers_at_equal_distances_have_the_bits_of_numpy(text):
    """Products and sums are rounded each: a value on the edge of a bin of a histogram is counted there."""
    check(_returns("a, x, y", text), [np.array([0.0, 0.25, -0.25, 0.5]), -0.7, 1.3], strict=True)


@pytest.mark.parametrize("points, values", [
    ([1.0], [7.0]), ([-np.inf, -3.0, np.inf], [-np.inf, -3.0, np.inf]), ([1.0, np.inf], [5.0, 6.0]), ([-np.inf, np.inf], [5.0, 5.0]),
    ([0.0, 1.0, 2.0], [np.inf, 1.0, np.nan]), ([-np.inf, 0.0], [2.0, 2.0]), ([0.0, 1.0], [np.inf, np.inf]),
])  # fmt: skip
def test_interpolation_beside_infinities(points, values):
    x = np.array([np.nan, -np.inf, -3.0, 0.0, 0.05, 0.5, 1.0, 1.5, np.inf])
    check(_returns("x, p, v", "np.interp(x, p, v)"), [x, np.array(points), np.array(values)], strict=True)
    check(_returns("x, p, v", "np.interp(x, p, v, left=-1.0, right=9.0)"), [x, np.array(points), np.array(values)], strict=True)
    check(_returns("x, p, v", "np.interp(x, p, v)"), [np.nan, np.array(points), np.array(values)], strict=True)


_STORED = ["np.put(a, k, b)", "np.put(a, k, 5)", "np.put(a, k, a[::-1])", "np.put(k[::-1], k % 3, k)", "np.add.at(a, k, a[: len(k)])", "np.multiply.at(a, k, b[:1])"]


@pytest.mark.parametrize("text", _STORED)
def test_functions_that_store_take_what_was_there_before(text):
    function = function_of(f"def f(a, b, k):\n    {text}\n    return a, b, k\n")
    for n, m, places in ((4, 4, [1, 0, 3]), (3, 0, [0]), (0, 3, [0]), (0, 0, []), (4, 1, [2, 2, 0]), (3, 3, [2, 1, 0]), (5, 2, [0, 4, 3])):
        left = []
        for run in (function, up.jit(function), up.jit(fp="strict")(function)):
            whole = np.arange(1.0, n + 2.0)  # a and b share elements
            try:
                left.append(repr(run(whole[:n], whole[1:][:m], np.array(places, np.int64))))
            except (IndexError, ValueError) as error:
                left.append(repr(error))
        assert left[0] == left[1] == left[2]


_OF_OTHER_TYPES = ["np.put(a[0], [0, 2], b[0])", "np.put_along_axis(a, np.argsort(b, axis=1), b, axis=1)", "np.put_along_axis(a[0], np.argsort(b[0]), b[0], axis=0)"]


@pytest.mark.parametrize("text", _OF_OTHER_TYPES)
@pytest.mark.parametrize("types", [("int8", "uint32"), ("uint8", "int64"), ("int16", "float64"), ("bool", "int64")], ids=str)
def test_functions_that_store_convert_arrays_as_a_whole(text, types):
    """One element of a uint32 array does not go into an int8 array, all of them do."""
    function = function_of(f"def f(a, b):\n    {text}\n    return a\n")
    given = [np.arange(6).reshape(2, 3).astype(types[0]), np.array([[200, 300, 7], [90, 1000, 100]]).astype(types[1])]
    assert up.jit(function)(given[0].copy(), given[1]).tolist() == function(given[0].copy(), given[1]).tolist()


def test_the_covariance_of_one_vector_has_no_dimensions():
    for text in ("np.cov(a)", "np.cov(a, bias=True) * 3", "np.corrcoef(a)"):
        check(_returns("a", text), [np.array([1.0, 2.0, 3.0])], strict=True)
    one_row = up.jit(strict=False)(function_of(_returns("a", "np.cov(a[None])")))  # NumPy's, where only the call knows
    assert one_row(np.array([1.0, 2.0, 3.0])).shape == ()


def test_numbers_of_numpy_keep_their_kind_where_axes_move():
    for text in ("np.transpose(np.sum(a))", "np.permute_dims(a[0])", "np.squeeze(a[1])", "np.transpose(5)", "np.transpose(np.array(3))"):
        check(_returns("a", text), [np.array([3, 4], np.uint64)], strict=True)


_ENDS = np.array([complex(a, b) for a in (np.inf, -np.inf, 1.0) for b in (np.nan, np.inf, 0.0)])


@pytest.mark.parametrize("text", ["np.isclose(a, a, equal_nan=True)", "np.gradient(a)", "np.linalg.norm(a[k:k + 1])", "np.linalg.norm(a[k:], axis=0)"])
def test_infinite_complex_numbers_are_not_multiplied_by_one(text):
    for k in range(len(_ENDS)):
        check(_returns("a, k", text), [_ENDS, k])


@pytest.mark.parametrize("text", ["np.logaddexp2(a, 2)", "np.logaddexp(3, a)", "np.logaddexp(a, a)"])
def test_logarithms_of_sums_beside_numbers_of_python_have_the_type_of_the_array(text):
    for dtype in (np.int16, np.uint16, np.int32):
        check(_returns("a", text), [np.empty(0, dtype)], strict=True)


@pytest.mark.parametrize("text", ["np.kron(b, 2)", "np.kron(np.float64(2), b)", "np.linalg.norm(a, axis=())"])
def test_dimensions_beyond_the_usual(text):
    check(_returns("a, b", text), [np.arange(6.0).reshape(2, 3, 1), np.arange(4.0).reshape(2, 2)])


def test_an_index_out_of_bounds_comes_before_a_read_only_array():
    a = np.empty(0)
    a.flags.writeable = False
    check("def f(a):\n    a[[0, 0]] += 1\n", [a])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_powers_of_all_pairs_are_those_of_arrays(dtype):
    x = np.array([-np.inf, np.inf, -0.0, 0.0, -1.5, np.nan], dtype)  # a number 0.5 as exponent is a root, an array's element is not
    check(_returns("x, y", "np.power.outer(x, y)"), [x, np.array([0.5, 2.0, -1.0, 0.0], dtype)], tolerance=1e-6)


_TWO_TYPES = [("int8", "int16"), ("int8", "uint8"), ("int32", "uint32"), ("int32", "int64"), ("uint32", "int8"), ("int64", "int64")]


@pytest.mark.parametrize("of, beside", _TWO_TYPES)
def test_common_multiples_of_the_lowest_integers(of, beside):
    a, b = (np.array([np.iinfo(t).min, np.iinfo(t).max, 0, 6], t) for t in (of, beside))
    check(_returns("a, b", "np.lcm(a, b), np.gcd(a, b)"), [a[:, None], b], strict=True)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64"])
def test_integers_rounded_before_the_point(dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    for digits in (-1, -3, -18, -19, -40):
        check(_returns("a", f"np.round(a, {digits}), np.round(a[1], {digits})"), [np.array([low, high, low + 3, high - 3, 0, 55, 45], dtype)], strict=True)


@pytest.mark.parametrize("array", ["np.float64(a)", "np.float64(a[1:])", "np.float64(a[::-1])", "a.dtype.type(a)", "np.float32(a)"])
def test_an_array_in_its_own_type_is_itself(array):
    check(f"def f(a):\n    b = {array}\n    b[0] = 5\n    return a\n", [np.zeros(3)], strict=True)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_rounded_complex_infinities(dtype):
    z = np.array([complex(np.inf, 1), complex(1.26, np.nan), complex(-0.04, 2.55), complex(-np.inf, np.inf)], dtype)
    check(_returns("z", "np.round(z, 1), np.round(z, -1), z.round(2), np.round(z[0], 1)"), [z], strict=True)


@pytest.mark.parametrize("number", [2.555, 35, np.int8(35), np.float32(2.5), np.float64(2.5), np.uint64(2**64 - 1)], ids=repr)
def test_digits_of_any_type(number):
    """What counts digits says nothing of the type of the result, nor need there be such a power of ten."""
    with np.errstate(all="ignore"):
        for digits in (np.int8(1), np.int8(-1), np.uint64(2**63), 400, -400, 2**60):
            for text in ("round(x, n)", "np.round(np.array([x]), n)"):
                check_values((function_of(_returns("x, n", text)), number, digits))


@pytest.mark.parametrize("text", ["hex(x)", "oct(x)", "bin(x)", "chr(x)", "round(1.5, x)", "np.round(1.5, x)"])
def test_a_bool_of_numpy_is_no_integer(text):
    check_values((function_of(_returns("x", text)), np.True_))


@pytest.mark.parametrize("method", ["inverted_cdf", "hazen", "median_unbiased", "foo"])
@pytest.mark.parametrize("name", ["quantile(a, 0.4", "percentile(a, 40", "nanquantile(a, 0.4"])
def test_other_methods_of_quantiles_are_those_of_numpy(name, method):
    check_values((function_of(_returns("a", f"np.{name}, method='{method}')")), np.array([3.0, 1, 2, 7, 5])))


@pytest.mark.parametrize("n", [0, -1])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
def test_transforms_of_no_points(name, n):
    check(_returns("a, n", f"np.fft.{name}(a, n)"), [np.arange(3.0), n])
