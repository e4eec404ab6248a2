"""Corners that were wrong once, and their kin: loops over arrays that get new values, ranges as long as 64 bits, powers, signs
of zero, bad subscripts in the middle of scattered updates, sizes that no memory holds."""

import functools

import numpy as np
import pytest
import unpython as up
from support.texts import check

_A = np.array([1.0, 2.0, 3.0])
_I = np.array([3, 1, 2])



def _program(parameters, body):
    return f"def f({parameters}):\n" + "\n".join("    " + line for line in body.strip().split("\n")) + "\n"


_REBOUND = [
    "s = 0.0\nfor x in a:\n    a = a * 10\n    s += x\nreturn s",
    "s = 0.0\nfor x in a[1:]:\n    a = a[::-1]\n    s += x\nreturn s",
    "s = 0.0\nfor x in a:\n    a = np.zeros(7)\n    s += x\nreturn s + a.sum()",
    "s = 0.0\nfor x in a:\n    if x > 1.5:\n        a = a + 100.0\n    s += x\nreturn s + a[0]",
    "b = a * 2\ns = 0.0\nfor x in b:\n    b = b * 10\n    s += x\nreturn s",
    "b = a * 2\ns = 0.0\nfor x in b[::-1]:\n    s = s * 10 + x\n    b = b[:1] + 0.0\nreturn s",
    "b = np.stack((a, a + 1))\ns = 0.0\nfor row in b:\n    b = b * 0\n    s += row.sum()\nreturn s",
    "b = a + 0\nc = a * 3\ns = 0.0\nfor x in b:\n    b, c = c, b\n    s = s * 10 + x\nreturn s",
    "s = 0.0\nfor i, x in enumerate(a):\n    a = a * 10\n    s += x * i\nreturn s",
    "s = 0.0\nfor x, y in zip(a, a[::-1]):\n    a = a * 10\n    s += x * y\nreturn s",
    "s = 0.0\nfor x in a:\n    for y in a:\n        a = a + 1\n        s += x * y\nreturn s",
    "s = 0.0\nk = 0\nwhile k < 2:\n    for x in a:\n        a = a + 1\n        s += x\n    k += 1\nreturn s",
    "s = 0.0\nfor x in a:\n    a = a[1:]\n    s += x\nreturn s",
    "s = 0.0\nfor x in a:\n    a = np.append(a, x)\n    s += x\nreturn s",
    "s = 0.0\nfor x in a + 0:\n    a = a * 0\n    s += x\nreturn s",
    "s = 0.0\nfor x in a:\n    a = a * 10\n    s += x\n    if x > 1:\n        break\nelse:\n    s = -1.0\nreturn s",
    "s = 0.0\nfor x in np.flip(a):\n    a = a * 10\n    s = s * 10 + x\nreturn s",
]


@pytest.mark.parametrize("body", _REBOUND)
def test_a_loop_goes_on_over_the_array_it_began_with(body):
    check(_program("a", body), [_A])


def test_a_store_that_would_tell_the_copy_is_refused():
    text = "def f(a):\n    s = 0.0\n    b = a * 2\n    for x in b:\n        b[2] = 9.0\n        b = b * 10\n        s += x\n    return s\n"
    with pytest.raises(up.CompileError, match=":4:"):
        check(text, [_A])


_M = 2**63
_RANGES = [
    (-_M, _M - 1, 2**62),
    (-(2**62), 2**62 + 1, 2**61),
    (-_M, -_M + 3, 1),
    (_M - 3, _M - 1, 1),
    (_M - 1, -_M, -(2**62)),
    (1, -_M, 1),
    (-1, _M - 1, -1),
    (-_M, _M - 1, _M - 1),
    (_M - 1, -_M, -_M),
    (0, _M - 1, 2**62),
    (5, -_M, 3),
    (-5, _M - 1, -3),
    (0, 5, _M - 1),
    (-2, 3, 2**62),
    (2**62, -(2**62), -(2**61)),
    (_M - 1, _M - 1, 1),
    (-_M, -_M, -1),
]
_WALK = "n = 0\nt = 0\nfor i in {loop}({ends}):\n    n += 1\n    t ^= i\n    if n > 9:\n        break\nreturn n, t"


@pytest.mark.parametrize("ends", _RANGES, ids=str)
@pytest.mark.parametrize("given", ["constants", "arguments", "elements"])
def test_ranges_as_long_as_64_bits(ends, given):
    if given == "constants":
        check(_program("", _WALK.format(loop="range", ends=", ".join(map(str, ends)))), [])
    elif given == "arguments":
        check(_program("a, b, c", _WALK.format(loop="range", ends="a, b, c")), ends)
    else:
        text = _WALK.format(loop="range", ends="int(v[0]), int(v[1]), int(v[2])")
        check(_program("v", text), [np.array(ends)])


@pytest.mark.parametrize("ends", [r for r in _RANGES if len(range(*r)) < 20], ids=str)
def test_parallel_ranges_as_long_as_64_bits(ends):
    body = "n = 0\nt = 0\nfor i in prange(a, b, c):\n    n += 1\n    t ^= i\nreturn n, t"
    check(_program("a, b, c", body), ends)
    body = "for i in prange(a, b, c):\n    v[(i >> 61) & 7] += 1"
    check(_program("v, a, b, c", body), [np.zeros(8, np.int64), *ends])


@pytest.mark.parametrize("step", [2**62, 2**63 - 1, -(2**62), -(2**63), 5])
def test_long_steps_of_slices(step):
    check(_program("a", f"return a[::{step}].copy()"), [_A])
    check(_program("a, n", "return a[::n].copy()"), [_A, step])
    check(_program("a", f"return a[1::{step}].copy()"), [_A])


_COMPLEX = [1 + 2j, -0.5 + 0.25j, 3.0, 1e-3j, -2.5 - 7j]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 7, 13, 64, 100, -1, -2, -3, -9, -100])
def test_whole_powers_of_complex_numbers(n):
    for z in _COMPLEX:
        check(_program("z", f"return z ** {n}"), [complex(z)])
        check(_program("z, n", "return z ** n"), [complex(z), n])
    if abs(n) < 100:  # np.power from there on is the C library's
        check(_program("z", f"return z ** {n}"), [np.array(_COMPLEX)])
        check(_program("z, n", "return z ** n"), [np.complex128(_COMPLEX[0]), n])


@pytest.mark.parametrize("w", [0.5, -1.5, 1j, 2 - 3j, 101, 2.5 + 0j, -101.0])
def test_other_powers_of_complex_numbers(w):
    for z in _COMPLEX:
        check(_program("z", f"return z ** {w!r}"), [complex(z)], tolerance=1e-13, fp="strict")
        check(_program("z, w", "return z ** w"), [complex(z), complex(w)], tolerance=1e-13, fp="strict")


@pytest.mark.parametrize("n", [3, 4, -1, -2, -3, 0.5, -0.5, 2])
def test_powers_with_small_constant_exponents(n):
    """Rounded as if once: Python's pow nearly always is."""
    generator = np.random.default_rng(7)
    numbers = generator.random(3000) * 10.0 ** generator.integers(-20, 20, 3000)
    text = _program("x, y", f"for i in prange(x.shape[0]):\n    v = float(x[i])\n    y[i] = v ** {n}")
    y = np.zeros(3000)
    up.jit(_function(text))(numbers, y)
    python = np.array([float(v) ** n for v in numbers])
    assert np.count_nonzero(y != python) <= 15
    v = numbers.astype(np.longdouble)
    exact = {3: v * v * v, 4: v * v * v * v, 0.5: np.sqrt(v), -0.5: 1 / np.sqrt(v), 2: v * v}.get(n)
    if exact is None:
        exact = 1 / {-1: v, -2: v * v, -3: v * v * v}[n]
    assert np.max(np.abs(y - exact) / np.spacing(y)) < 0.502
    special = np.array([0.0, np.inf, np.nan, 1e308, 1e-308, 5e-324, 1.0])
    if n < 0:
        special = special[1:]
    with np.errstate(all="ignore"):
        expected = np.array([np.float64(v) ** np.float64(n) for v in special])
    text = _program("x, y", f"for i in range(x.shape[0]):\n    y[i] = x[i] ** {n}")
    y = np.zeros(len(special))
    up.jit(_function(text))(special, y)
    assert np.allclose(y, expected, rtol=1e-15, atol=5e-324, equal_nan=True), (y, expected)


def _function(text):
    from support.texts import function_of

    return function_of(text)


def test_roots_are_exact():
    text = _program("n", "c = 0\nfor i in range(2, n):\n    k = int(i ** 0.5)\n    if k * k == i:\n        c += 1\nreturn c")
    check(text, [20000])
    y = np.zeros(20000)
    up.jit(_function(_program("y", "for i in prange(y.shape[0]):\n    y[i] = i ** 0.5")))(y)
    assert np.array_equal(y, np.sqrt(np.arange(20000.0)))


_ZEROS = [[-0.0, 0.0], [0.0, -0.0], [-0.0, -0.0], [0.0, -0.0, 0.0], [-0.0, 1.0, 0.0], [0.0, -1.0, -0.0], [np.nan, -0.0, 0.0], [0.0, np.nan, -0.0]]


@pytest.mark.parametrize("values", _ZEROS, ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_signs_of_zero(values, dtype):
    a = np.array(values, dtype)
    for name, one in (("nanmin", np.fmin), ("nanmax", np.fmax), ("min", np.minimum), ("max", np.maximum)):
        program = _program("a", f"return np.{name}(a)")
        wanted = {getattr(np, name)(a).tobytes(), functools.reduce(one, a).tobytes()}
        if len(wanted) == 1:
            check(program, [a])
        else:  # the vectors of NumPy choose another one of two zeros on this processor than NumPy's numbers
            assert up.jit(_function(program))(a).tobytes() in wanted, name
    b = a[::-1].copy()
    for name in ("fmin", "fmax", "minimum", "maximum") if dtype == np.float64 else ("minimum", "maximum"):
        # NumPy's fmin and fmax of arrays take the first or the second of equal numbers as the vectors of the processor
        # come. Where they contradict those of numbers, the latter count.
        program = _program("a, b", f"return np.{name}(a, b)")
        one_by_one = np.array([getattr(np, name)(x, y) for x, y in zip(a, b)])
        if name.startswith("f") and getattr(np, name)(a, b).tobytes() != one_by_one.tobytes():
            assert up.jit(_function(program))(a, b).tobytes() == one_by_one.tobytes(), name
        else:
            check(program, [a, b])
        if dtype == np.float64:
            check(_program("a", f"return np.{name}(a[0], a[1]), np.{name}(a[1], a[0])"), [a])


_BAD = [1, 600, 1500, 1999]


@pytest.mark.parametrize("at", _BAD)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.complex128])
def test_updates_before_a_bad_subscript_have_happened(at, dtype):
    """Integers are updated at once by all threads: what lies above the bad subscript may have been added."""
    index = np.arange(2000) % 7
    index[at] = 99
    body = "for i in prange(index.shape[0]):\n    a[index[i]] += 1"
    if dtype != np.int64:
        check(_program("a, index", body), [np.zeros(8, dtype), index], threads=3)
    body = "for i in prange(index.shape[0]):\n    if index[i] > 50:\n        raise ValueError('bad')\n    a[index[i]] += 0.5"
    if dtype in (np.float64, np.complex128):
        check(_program("a, index", body), [np.zeros(8, dtype), index], threads=3)
    body = "for i in prange(index.shape[0]):\n    a[0] += w[index[i]]"
    if dtype != np.complex128:
        check(_program("a, w, index", body), [np.zeros(1, dtype), np.ones(8, dtype), index], threads=3)


@pytest.mark.parametrize("at", _BAD)
def test_other_updates_before_a_bad_subscript(at):
    index = np.arange(2000) % 7
    index[at] = -99
    w = np.arange(2000.0) - 3
    for update in ("a[index[i]] -= w[i]", "a[index[i]] *= 1.5", "a[index[i]] = max(a[index[i]], w[i])"):
        check(_program("a, index, w", f"for i in prange(index.shape[0]):\n    {update}"), [np.ones(8), index, w], threads=3)
    two = "for i in prange(index.shape[0]):\n    b[i] = w[i]\n    a[index[i]] += w[i]"
    text = _program("a, b, index, w", two)
    check(text, [np.ones(8), np.zeros(2000), index, w], threads=3)
    deep = "for i in prange(index.shape[0]):\n    for j in range(2):\n        a[index[i] + j] += w[i]"
    check(_program("a, index, w", deep), [np.ones(9), index, w], threads=3)


_HUGE = [
    "np.repeat(a, 6148914691236517206)",
    "np.repeat(a, n)",
    "np.repeat(a, 2**62)",
    "np.repeat(np.ones((2, 3)), n, axis=1)",
    "np.tile(a, 6148914691236517206)",
    "np.tile(a, n)",
    "np.tile(a, (2**32, 2**32))",
    "np.tile(a, 2**61)",
    "np.diagonal(m, -2**63)",
    "np.diagonal(m, 2**63 - 1)",
    "np.diagonal(m, k)",
    "np.trace(m, k)",
    "np.diag(a, k)",
    "np.diag(a, 2**62)",
    "np.concatenate((np.broadcast_to(u[0], (2**62,)), np.broadcast_to(u[0], (2**62,))))",
    "np.append(np.broadcast_to(u[0], (2**62,)), np.broadcast_to(u[0], (2**62,)))",
    "np.hstack((np.broadcast_to(u[0], (2**62,)), np.broadcast_to(u[0], (2**62,))))",
    "np.kron(np.broadcast_to(u[0], (2**32,)), np.broadcast_to(u[0], (2**32,)))",
    "np.outer(np.broadcast_to(u[0], (2**32,)), np.broadcast_to(u[0], (2**32,)))",
    "np.zeros((n, n))",
    "np.zeros(2**62)",
    "np.ones((2**33, 2**33))",
    "np.full((2**40, 2**40), 1)",
    "np.empty(2**63 - 1)",
    "np.arange(2**62)",
    "np.arange(-2**63, 2**63 - 1, 4)",
    "np.linspace(0, 1, 2**62)",
    "np.ravel(np.broadcast_to(u[0], (2**32, 2**32)))",
    "np.broadcast_to(u[0], (2**32, 2**32)).reshape(-1)",
    "np.broadcast_to(u[0], (2**32, 2**32)).flatten()",
    "np.pad(a, 2**62)",
    "np.pad(a, 2**63 - 1)",
    "np.vander(a, 2**61)",
    "np.eye(2**32)",
    "np.identity(2**33)",
    "np.tri(2**32)",
]


@pytest.mark.parametrize("text", _HUGE)
def test_sizes_that_no_memory_holds(text):
    """NumPy itself crashes on some of these: one of the errors it has for sizes must come, with the line."""
    function = up.jit(_function(_program("a, m, u, n, k", f"return {text}")))
    arguments = [_A, np.ones((3, 3)), np.ones(1, np.int8), 6148914691236517206, -(2**63)]
    with pytest.raises((MemoryError, ValueError, OverflowError, up.CompileError)):
        function(*arguments)
    small = up.jit(_function(_program("a, m, u, n, k", "return np.repeat(a, 2)")))
    assert len(small(*arguments)) == 6


@pytest.mark.parametrize(
    "text",
    ["np.roll(a, k)", "np.tri(3, 3, 2**63 - 1)", "np.triu(m, 2**63 - 1)", "np.tril(m, -2**62)", "np.eye(3, 3, k)", "np.arange(-2**63, 2**63 - 1, 2**62)", "np.arange(0, 2**63 - 1, 2**62)"],
)
def test_large_offsets_that_numpy_takes(text):
    check(_program("a, m, k", f"return {text}"), [_A, np.ones((3, 3)), -(2**63)])


_WALKS = [
    "return [i for i in range(a, b, c)]",
    "n = 0\nfor i in reversed(range(a, b, c)):\n    n = n * 3 + (i >> 50)\nreturn n",
    "n = 0\nfor k, i in enumerate(range(a, b, c)):\n    n = n + k * (i >> 55)\nreturn n",
    "n = 0\nfor i, j in zip(range(a, b, c), range(9)):\n    n = n * 3 + (i >> 55) * j\nreturn n",
]


@pytest.mark.parametrize("body", _WALKS)
def test_long_ranges_that_are_not_the_head_of_a_loop(body):
    for ends in [r for r in _RANGES if len(range(*r)) < 20]:
        check(_program("a, b, c", body), ends)
    text = body.replace("range(a, b, c)", f"range({-_M}, {_M - 1}, {2**62})")
    check(_program("", text), [])


_U, _I, _S, _F, _L = np.uint8, np.int8, np.int16, np.float32, np.uint64
_STEPPED = [
    (_U(200), _U(100)), (100, _U(50)), (_U(50), 100), (_I(-100), _I(100)), (-5, _U(5)), (_U(5), -5), (_S(30000), 32768),
    (_F(0.1), _F(5.1)), (_F(0.1), 1.3), (0.1, _F(1.3)), (_F(16777216), _F(16777220)), (_U(3), 10.5), (2.5, _U(10)), (_U(10), _F(12)),
    (_L(9), _L(3)), (_L(3), _L(9)), (np.int64(3), _L(9)), (0, np.bool_(1)), (True, 5), (3, 7), (3, 7.5), (0.0, 1e30), (0.0, np.nan),
    (_U(200), _U(210), _U(3)), (_U(10), _U(0), -2), (_U(10), _U(0), _I(-2)), (_F(0.1), _F(1.3), _F(0.1)), (_F(0.1), 1.3, 0.1),
    (0, _F(1), 0.3), (_I(100), _I(-100), _I(-3)), (_U(0), 10, _U(200)), (5, _U(3), -1), (0.1, 0.9, 0.1), (0.3, -0.3, -0.1),
    (0.0, 5.0, np.inf), (0.0, -5.0, np.inf), (5e-324, 1e-323, 1e300), (0.0, 1.0, 0.0), (0, 5, 0), (_F(0), _F(1), 0.1),
]  # fmt: skip


@pytest.mark.parametrize("ends", _STEPPED, ids=str)
def test_arange_of_narrow_numbers(ends):
    """NumPy takes lengths and steps from differences and quotients in the types of the ends."""
    parameters = ", ".join("abc"[: len(ends)])
    check(_program(parameters, f"r = np.arange({parameters})\nreturn r[:5], len(r)"), ends)


@pytest.mark.parametrize("dtype", ["np.int64", "np.int32", "np.float32", "np.bool_", "np.float64"])
def test_arange_of_a_given_type(dtype):
    for ends in ("0, 3, .5", "0.5, 5", "2", "3", ".1, 1, .1", "1, 0"):
        check(_program("", f"return np.arange({ends}, dtype={dtype})"), [])


_NEGATIVE = [
    "np.eye(n).sum()", "np.identity(n).sum()", "np.eye(3, n).size", "np.tri(n)", "np.tri(3, n)", "np.repeat(a, n).sum()", "np.tile(a, n).sum()",
    "np.zeros(n).sum()", "np.ones((2, n)).sum()", "np.linspace(0, 1, n)", "np.diff(a, n)",
]  # fmt: skip


@pytest.mark.parametrize("text", _NEGATIVE)
def test_negative_sizes(text):
    check(_program("a, n", f"return {text}"), [_A, -3])


_UNCOUNTABLE = [
    "np.triu_indices(n)", "np.tril_indices(n)", "np.nonzero(np.tri(n, n) > 0)", "np.flatnonzero(np.eye(n) > 0)", "np.argwhere(np.eye(n) > 0)",
    "np.tri(n, n)[np.tri(n, n) > 0]", "np.full((n, n), 2)[np.full((n, n), True)]", "np.argmax(np.eye(n))", "np.eye(n).size", "np.size(np.tri(n, n))",
    "np.nonzero(b[:, None] > b)", "[1, 2] * n", "np.broadcast_to(a, (n, n, 3)).size",
]  # fmt: skip


@pytest.mark.parametrize("text", _UNCOUNTABLE)
def test_more_elements_than_there_are_numbers(text):
    wide = np.broadcast_to(np.int8(1), (2**32,))
    with pytest.raises((MemoryError, ValueError)):
        up.jit(strict=True)(_function(_program("a, b, n", f"return {text}")))(_A, wide, 2**62)


_MISTAKES = [
    "np.stack((a, b))", "np.cross(a, b)", "np.vdot(a, b)", "m.reshape(-1, 4)", "m.reshape(4, -1)", "np.broadcast_to(m, (2, 2))",
    "np.broadcast_to(a, (4,))", "np.broadcast_to(a, (-1, 3))", "np.unravel_index(9, (2, 2))", "np.unravel_index(np.array([1, -2]), (2, 2))", "np.percentile(a, 101)",
    "np.percentile(a, [5, -1])", "np.average(a, weights=b)", "np.clip(a, 5)", "np.clip(a, a_max=5)", "np.clip(a, 1, 2, min=3)",
    "np.gradient(a > 1)", "round(a[0] * 1j, 1)", "round(np.complex64(2j), 1)", "round(2j, len(a))",
]  # fmt: skip


@pytest.mark.parametrize("text", _MISTAKES)
def test_mistakes_have_the_texts_of_numpy(text):
    check(_program("a, b, m", f"return {text}"), [_A, np.arange(4.0), np.ones((3, 2))])


@pytest.mark.parametrize(
    "text", ["np.clip(a, 1.5, None)", "np.clip(a, None, 2)", "np.clip(a, min=2)", "np.clip(a, max=2)", "np.clip(a)", "a.clip(2)", "a.clip(1, 2)",
             "a.clip(max=2)", "np.clip(a[0], 2, 3)", "np.clip(z, 0.0, 1.0)", "np.clip(z, -0.0, 1.0)", "np.clip(z, np.nan, 1)", "np.clip(z, -1, np.nan)",
             "np.clip(z[0], 0.0, 1)", "z.clip(-1, -0.0)", "c ** 0.5", "c ** 2", "np.pad(u, 1, constant_values=300)", "np.pad(u, 1, constant_values=-1)",
             "np.pad(u, (1, 2), constant_values=1.9)", "np.pad(a, 1, constant_values=7)", "np.pad(u[None].astype(np.int8), 1, constant_values=300)", "np.pad(u[None], 1, constant_values=300)", "np.geomspace(f[0], 300, 4)", "np.geomspace(1, f[0] * 3, 4)",
             "np.geomspace(-1, -1000, 4)", "np.geomspace(np.uint8(2), 32, 5)"],
)  # fmt: skip
def test_calls_with_some_of_their_arguments(text):
    arguments = [_A, np.array([200, 100], np.uint8), np.array([0.1], np.float32), np.array([-0.0, 0.0, np.nan]), np.array(_COMPLEX)]
    check(_program("a, u, f, z, c", f"return {text}"), arguments, fp="strict", tolerance=1e-12)


def test_what_only_python_can_answer_is_asked_of_python():
    for text in ("n ** 0.5", "pow(n, 0.5)", "n ** k"):
        f = up.jit(strict=False)(_function(_program("n, k", f"return {text}")))
        assert f(-3, 0.25) == f.py_func(-3, 0.25)
    with pytest.raises(NotImplementedError, match="complex"):
        up.jit(strict=True)(_function(_program("n", "return n ** 0.5")))(-3)
    for name in ("gcd", "lcm"):
        f = up.jit(strict=False)(_function(_program("a", f"return np.{name}(a, a)")))
        with pytest.raises(TypeError, match=f"ufunc '{name}' did not contain a loop"):
            f(_A)


def test_a_function_inside_that_changes_nothing_is_run_again():
    def sums(x, seen):
        """A number that is complex for one x, and what a call has changed."""

        def power(value, times=2):
            root = value**0.5
            return root * times

        return power(x) + seen[0]

    def kept(x, seen):
        own = [0.0]

        def note(own):
            own[0] += 1.0
            return x**0.5

        return note(seen) + own[0]

    f = up.jit(strict=False)(sums)
    one = np.ones(1)
    assert f(4.0, one) == 5.0 and f.ran_on == "cpu"
    assert f(-4.0, one) == sums(-4.0, one) and f.ran_on == "python"
    seen = np.zeros(1)
    with pytest.raises(NotImplementedError, match="complex"):
        up.jit(strict=False)(kept)(-4.0, seen)
    assert seen[0] <= 1.0  # not made twice


_FAR = [complex(x, y) for x in (np.inf, -np.inf, 1e200, -1e200, 1e9, 3.0, -0.0, np.nan) for y in (0.25, -0.0, np.inf, -np.inf, -1e200, 1e9, np.nan) if x == x or y]
_FAR.remove(_FAR[6 * 7 + 6])  # -0.0 beside nan


@pytest.mark.parametrize("name", ["arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "sign", "log1p", "sqrt", "exp", "log"])
@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
def test_functions_of_large_complex_numbers(name, dtype):
    with np.errstate(all="ignore"):
        z = np.array(_FAR).astype(dtype)
        expected = getattr(np, name)(z)
        found = up.jit(_function(_program("z", f"return np.{name}(z)")))(z)
    for got, wanted in ((found.real, expected.real), (found.imag, expected.imag)):
        small = 1e-30 if dtype == np.complex64 else 1e-290
        near = np.isclose(got, wanted, rtol=1e-5 if dtype == np.complex64 else 1e-13, atol=small, equal_nan=True)
        assert np.all(near), [(a, b, c) for a, b, c, same in zip(z, got, wanted, near) if not same]


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint32", "uint64", "float32", "float64"])
def test_the_reciprocal_of_zero(dtype):
    """NumPy converts an infinity to an integer."""
    a = np.array([0, 1, 2, 0, 5], dtype)
    check(_program("a", "return np.reciprocal(a)"), [a])
    check(_program("a", "b = np.empty_like(a)\nfor i in range(a.shape[0]):\n    b[i] = np.reciprocal(a[i])\nreturn b"), [a])
