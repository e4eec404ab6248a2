"""np.linalg: large matrices and vectors are LAPACK's, signs included; in parallel loops they are compiled, up to signs."""

import numpy as np
import pytest
import unpython as up
from support.paths import DEVICES, interpreted
from support.texts import function_of, left_by

WHOLE = [
    "np.linalg.solve(s, v)", "np.linalg.solve(s, m)", "np.linalg.inv(s)", "np.linalg.det(s / 9)", "np.linalg.cholesky(s)",
    "np.linalg.pinv(m)", "np.linalg.eigvalsh(s)", "np.linalg.svd(m, compute_uv=False)", "np.linalg.matrix_rank(m)", "np.linalg.cond(s)",
]  # fmt: skip
PARTS = [
    "w, x = np.linalg.eigh(s)", "w, x = np.linalg.slogdet(s)", "w, x = np.linalg.qr(m)", "w, x = np.linalg.qr(m, mode='complete')",
    "w, x, y = np.linalg.svd(m)", "w, x, y = np.linalg.svd(m.T, full_matrices=False)", "w, x, y, z = np.linalg.lstsq(m, v, rcond=None)",
    "w, x, y, z = np.linalg.lstsq(m, s, rcond=None)",
]  # fmt: skip
TYPES = ["float64", "float32", "complex128", "int64"]


def _text(statement):
    if "= np" not in statement:
        return f"def f(s, m, v):\n    return {statement}\n"
    return f"def f(s, m, v):\n    {statement}\n    return {statement[: statement.index(' =')]}\n"


def _matrices(n, dtype):
    """Positive definite, of any kind with fewer columns, and a vector."""
    draw = np.random.default_rng(n).normal
    a = draw(size=(n, n)) + (1j * draw(size=(n, n)) if dtype.startswith("complex") else 0)
    s = a @ a.conj().T + n * np.eye(n)
    return [(x * (9 if dtype == "int64" else 1)).astype(dtype) for x in (s, a[:, : n // 2], a[0])]


def _agree(found, expected, near):
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            _agree(a, b, near)
        return
    assert type(found) is type(expected) and found.dtype == expected.dtype and np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=near, atol=near * max(1.0, float(np.max(np.abs(expected), initial=0))))


def _check(text, arguments, near, **options):
    function = function_of(text)
    expected = left_by(function, arguments)
    compiled = up.jit(strict=True, **options)(function)
    runs = [compiled, interpreted(compiled, "source"), *(up.jit(device=device, **options)(function) for device in DEVICES)]
    for run in runs:
        found = left_by(run, arguments)
        assert type(found.error) is type(expected.error), (text, found.error)
        if expected.error is None:
            _agree(found.result, expected.result, near)
        else:
            assert str(found.error) == str(expected.error)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("statement", WHOLE + PARTS)
def test_whole_matrices_of_any_size(statement, dtype):
    for n in (3, 30):
        _check(_text(statement), _matrices(n, dtype), 2e-4 if dtype == "float32" else 1e-9)


@pytest.mark.parametrize("statement", ["np.linalg.inv(s)", "w, x = np.linalg.eigh(s)", "np.linalg.pinv(m)", "np.linalg.solve(s, v)"])
def test_strict_ones_have_the_bits_of_numpy(statement):
    _check(_text(statement), _matrices(5, "float64"), 0, fp="strict")


@pytest.mark.parametrize("statement", [
    "np.linalg.inv(s)", "np.linalg.det(s)", "np.linalg.solve(s, s)", "np.linalg.solve(s, v)", "np.linalg.cholesky(s)",
    "np.linalg.eigvalsh(s)", "w, x = np.linalg.eigh(s)", "w, x = np.linalg.slogdet(s)", "np.linalg.svd(s, compute_uv=False)",
])  # fmt: skip
def test_stacks_of_matrices(statement):
    s, m, v = _matrices(4, "float64")
    _check(_text(statement), [np.stack([s, s + np.eye(4), s * 2]), m, v], 1e-9)


def test_empty_matrices():
    for statement in ("np.linalg.inv(s)", "np.linalg.det(s)", "w, x = np.linalg.eigh(s)", "w, x = np.linalg.qr(s)", "np.linalg.solve(s, v)"):
        _check(_text(statement), [np.empty((0, 0)), np.empty((0, 0)), np.empty(0)], 0)


@pytest.mark.parametrize("statement", ["np.linalg.inv(s)", "np.linalg.cholesky(s)", "np.linalg.solve(s, v)", "w, x = np.linalg.eigh(m)"])
@pytest.mark.parametrize("n", [4, 40])
def test_exceptions_are_numpys(statement, n):
    _check(_text(statement), [-np.ones((n, n)), np.ones((n, 2)), np.ones(n)], 0)


PARALLEL = '''
def f(stack, out):
    for i in prange(len(stack)):
        a = stack[i]
        w, x = np.linalg.eigh(a)
        u, s, y = np.linalg.svd(a)
        out[i, 0] = (x * w) @ x.T
        out[i, 1] = (u * s) @ y
        out[i, 2] = np.linalg.pinv(a)
        out[i, 3, 0] = np.linalg.solve(a, w)
        out[i, 3, 1] = w
'''


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_in_parallel_loops_they_are_compiled(dtype):
    stack = np.stack([_matrices(5, dtype)[0] + i * np.eye(5, dtype=dtype) for i in range(6)])
    stack[1] = np.eye(5)
    stack[2] = np.diag([3, -2, 0.5, 1, 1])
    near = 1e-4 if dtype == "float32" else 1e-10
    expected = np.empty((6, 4, 5, 5), dtype)
    function = function_of(PARALLEL)
    function(stack, expected)
    compiled = up.jit(strict=True)(function)
    for run in [compiled, interpreted(compiled, "source"), *(up.jit(device=device)(function) for device in DEVICES)]:
        found = np.zeros_like(expected)
        run(stack, found)
        _agree(found[:, :3], expected[:, :3], near)
        _agree(found[:, 3, :2], expected[:, 3, :2], near)


SIZES = [
    "np.linalg.svd(s, compute_uv=False)", "np.linalg.pinv(s)", "np.linalg.matrix_rank(s)", "np.linalg.cond(s)", "np.linalg.norm(s, 2)",
    "np.linalg.qr(s, 'r')", "np.linalg.eigvalsh(s)", "np.linalg.lstsq(s, v, rcond=None)[0]",
]  # fmt: skip


@pytest.mark.parametrize("statement", SIZES)
def test_squares_of_elements_do_not_overflow(statement):
    s, _, v = _matrices(3, "float64")
    for size in (1e-310, 1e-200, 1e-8, 1e-3, 1e5, 1e200):
        _agree_at(statement, s * size, v * size, size)
    s[2] = s[0] + s[1]  # a matrix without an inverse
    if "eigvalsh" not in statement and "cond" not in statement and "qr" not in statement:
        for size in (1e-200, 1e-8, 1.0, 1e5):
            _agree_at(statement, s * size, v * size, size)


def _agree_at(statement, s, v, size):
    """Results grow with the size of the matrix, or shrink with it, or have none."""
    function = function_of(_text(statement))
    expected, found = function(s, s, v), up.jit(strict=True)(function)(s, s, v)
    scale = np.max(np.abs(expected))
    _agree(np.array(found / scale), np.array(expected / scale), 1e-4 if size < 1e-300 else 1e-9)


@pytest.mark.parametrize("statement", [each for each in SIZES if "qr" not in each] + ["np.linalg.cholesky(s)"])
def test_what_is_not_finite_has_no_numbers(statement):
    for place in ((0, 0), (2, 1), (2, 2)):
        s, m, v = _matrices(3, "float64")
        s[place] = s[place[::-1]] = np.nan
        function = function_of(_text(statement))
        expected, found = left_by(function, [s, m, v]), left_by(up.jit(strict=True)(function), [s, m, v])
        assert (type(found.error), str(found.error)) == (type(expected.error), str(expected.error))
        if expected.error is None:
            np.testing.assert_allclose(found.result, expected.result)


@pytest.mark.parametrize(
    "statement",
    [*(each for each in SIZES if "qr" not in each), "np.linalg.cholesky(s)", "np.linalg.slogdet(s)[0]", "np.linalg.matrix_power(s, 3)",
     "np.linalg.matrix_power(s, 5)", "np.linalg.lstsq(s, np.ones(5))"],
)  # fmt: skip
def test_infinities_are_what_numpy_makes_of_them(statement):
    function = function_of(_text(statement))
    compiled = up.jit(strict=True)(function)
    for s in ([[1, 2], [np.inf, 4]], [[1, 2], [2, -np.inf]], [[np.inf, np.inf], [np.inf, np.inf]], [[np.nan, 2], [2, 4]]):
        given = [np.array(s), np.eye(2), np.ones(2)]
        expected, found = left_by(function, given), left_by(compiled, given)
        assert (type(found.error), str(found.error)) == (type(expected.error), str(expected.error))
        if expected.error is None:
            np.testing.assert_allclose(found.result, expected.result)


def test_condition_of_zeros():
    function = function_of("def f(s):\n    return np.linalg.cond(s)\n")
    assert up.jit(strict=True)(function)(np.zeros((2, 2))) == function(np.zeros((2, 2)))


@pytest.mark.parametrize("statement", ["np.linalg.svd(s[i], full_matrices=False)[1]", "np.linalg.eigvalsh(s[i])"])
def test_in_parallel_loops_too(statement):
    function = function_of(f"def f(s, out):\n    for i in prange(len(s)):\n        out[i] = {statement}\n")
    matrix = _matrices(3, "float64")[0]
    for size in (1e-200, 1.0, 1e200):
        stack, expected, found = np.stack([matrix * size] * 4), np.zeros((4, 3)), np.zeros((4, 3))
        function(stack, expected)
        up.jit(strict=True)(function)(stack, found)
        np.testing.assert_allclose(found, expected, rtol=1e-10)
    stack[2, 1, 1] = np.inf  # LAPACK alone knows what that gives
    with pytest.raises(NotImplementedError, match="in a parallel loop"):
        up.jit(strict=True)(function)(stack, found)


def test_a_stack_in_a_parallel_loop_says_what_it_is():
    function = function_of("def f(s, out):\n    for i in prange(2):\n        out[i] = np.linalg.det(s)[i]\n")
    with pytest.raises(up.CompileError, match=r"'numpy.linalg.det' runs in Python, which is not possible inside a parallel loop"):
        up.jit(strict=True)(function)(np.ones((2, 3, 3)), np.empty(2))
