"""Products of vectors, matrices and batches."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, Programs, array, out
from support.texts import function_of

PROGRAMS = Programs(whole_arrays=True, float64=1e-11, float32=1e-3, strict_exact=False)


@PROGRAMS.add(array("nm"), array("mk"), array("m"), array("n"), dtypes=(*FLOATS, "int32", "complex128"))
def ranks(a, b, x, y):
    return a @ b, a @ x, y @ a, x @ x, np.dot(a, b), np.matmul(a, x), y.dot(a)


@PROGRAMS.add(1.5, 1.2, array("nm"), array("mk"), out("nk"), dtypes=FLOATS)
def gemm(alpha, beta, a, b, c):
    c[:] = alpha * a @ b + beta * c


@PROGRAMS.add(array("nm"), array("n"), array("m"), dtypes=FLOATS)
def chains(a, x, y):
    return (a @ y) @ a, np.outer(x, y), np.add.outer(x, y) + a, a.T @ x


@PROGRAMS.add(array("pnm"), array("m"), array("kpnm"), dtypes=("float64", "float32"))
def rows_of_several_dimensions(a, x, b):
    return a @ x, np.dot(b, x), np.clip(a @ x, 0.0, 1.0)


@PROGRAMS.add(array("pnm"), array("mk"), array("pmk"), dtypes=("float64",))
def batches(a, b, c):
    return a @ b, np.matmul(a, c)


@PROGRAMS.add(out("pmn"), array("nn"), dtypes=("float64",), large={"p": 20, "m": 40, "n": 50})
def stored_onto_itself(a, b):
    for r in range(a.shape[0]):
        a[r, :, :] = a[r] @ b


@PROGRAMS.add(out("mn"), array("nn"), dtypes=("float64",), large={"m": 40, "n": 50})
def rows_by_way_of_a_local(a, b):
    for r in range(a.shape[0]):
        row = a[r] @ b
        a[r, :] = row


@PROGRAMS.add(out("nn"), dtypes=("float64",), large=False)
def triangular(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
        a[i, i:] -= a[i, :i] @ a[:i, i:]


@PROGRAMS.add(array("nn"), array("nn"), array("n"), dtypes=FLOATS, large={"n": 700})
def sums_over_products(a, b, x):
    y = a @ x
    return np.abs(y - x).sum(), (a @ b).sum(), np.max(x @ a), ((a @ b) * a).sum(axis=1)


test_paths = PROGRAMS.as_test()


def test_shapes_that_do_not_fit():
    @up.jit
    def run(a, b):
        return a @ b

    with pytest.raises(ValueError, match=r"mismatch in its core dimension 0.*\(size 2 is different from 3\)"):
        run(np.zeros((2, 3)), np.zeros((2, 3)))


LAYOUTS = {
    "rows": lambda a: a,
    "columns": np.asfortranarray,
    "backwards": lambda a: a[::-1, ::-1],
    "every second": lambda a: np.repeat(np.repeat(a, 2, 0), 2, 1)[::2, ::2],
}
EXTENTS = [(0, 5), (5, 0), (1, 1), (3, 70), (70, 3), (16, 16), (33, 47), (130, 515), (515, 130)]


@up.jit
def both_sides(a, x, y):
    return a @ x, y @ a, a.T @ y, x @ a.T


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int16", "complex128"])
def test_a_matrix_and_a_vector_at_any_extents(dtype, layout):
    rng = np.random.default_rng(3)
    for rows, columns in EXTENTS:
        a, x, y = ((10 * rng.random(shape)).astype(dtype) for shape in ((rows, columns), columns, rows))
        laid = LAYOUTS[layout](a)
        tolerance = {"float32": 1e-4, "float64": 1e-12, "complex128": 1e-12}.get(dtype, 0)
        for found, expected in zip(both_sides(laid, x, y), both_sides.py_func(laid, x, y)):
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found, expected, rtol=tolerance, atol=0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nan_and_infinity_stay_in_their_sums(layout):
    """Rows that stand for missing ones, and zeros behind the last, must not reach a result."""
    rng = np.random.default_rng(4)
    a, x, y = rng.random((37, 43)), rng.random(43), rng.random(37)
    a[36, 42], a[0, 0], a[20, 7] = np.nan, np.inf, -np.inf
    laid = LAYOUTS[layout](a)
    for found, expected in zip(both_sides(laid, x, y), both_sides.py_func(laid, x, y)):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_sums_do_not_depend_on_the_threads(dtype):
    rng = np.random.default_rng(5)
    a, x, y = (rng.random(shape).astype(dtype) for shape in ((1201, 1103), 1103, 1201))
    with up.options(threads=1):
        alone = both_sides(a, x, y)
    for found, expected in zip(both_sides(a, x, y), alone):
        np.testing.assert_array_equal(found, expected)


def three_loops(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def onto_what_is_there(a, b, c):
    for i in range(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def from_another_row(a, b, c):
    n = c.shape[0] // 2
    for i in range(n):
        for j in range(c.shape[1]):
            c[i, j] = c[i + n, j]
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def in_order(start, a, b):
    """One term after the other, as the loops add them."""
    sums = start.copy()
    for k in range(a.shape[1]):
        sums += a[:, k, None] * b[None, k, :]
    return sums


def laid_out(matrix, layout):
    if layout == "columns":
        return matrix.copy(order="F")
    wide = np.full((matrix.shape[0] + 3, 2 * matrix.shape[1] + 5), np.nan, matrix.dtype)
    view = wide[1:-2, 3 : 3 + matrix.shape[1]] if layout == "slices" else wide[1:-2, 3 : 3 + 2 * matrix.shape[1] : 2]
    view[...] = matrix
    return view


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("layout", ["slices", "columns", "steps"])
def test_sums_of_products_keep_their_order_at_any_edge(dtype, layout):
    random = np.random.default_rng(3)
    strict = {f: up.jit(f, fp="strict", threads=1) for f in (three_loops, onto_what_is_there, from_another_row)}
    for n, m, k in ((1, 1, 1), (10, 32, 64), (11, 33, 250), (23, 47, 1), (30, 100, 300), (40, 16, 0), (64, 129, 500)):
        for changed in range(3):  # which of the three lies so
            a, b, c = (random.random(shape).astype(dtype) for shape in ((n, k), (k, m), (n, m)))
            given = [laid_out(x, layout if which == changed else "slices") for which, x in enumerate((a, b, c))]
            half = n // 2
            for function, expected in (
                (three_loops, in_order(np.zeros_like(c), a, b)),
                (onto_what_is_there, in_order(c, a, b)),
                (from_another_row, np.concatenate([in_order(c[half : 2 * half], a[:half], b), c[half:]])),
            ):
                given[2][...] = c
                strict[function](*given)
                assert given[2].tobytes() == expected.tobytes(), (function.__name__, n, m, k, changed)


@pytest.mark.parametrize("x", [2, -0.0, True, 1j, np.uint8(200), np.float32(-1.5), np.int8([1, -2, 0]), np.float32([-0.0, 2.0]), np.array([[1.5, -0.0]])], ids=repr)
@pytest.mark.parametrize("y", [3, 300, -0.0, 2.5, np.float32(-0.0), np.int8([4, 0]), np.array([[-0.0, 1.0]])], ids=repr)
@pytest.mark.parametrize("name", ["dot", "inner"])
def test_products_with_numbers_have_the_type_of_arrays(name, x, y):
    function = function_of(f"def f(x, y):\n    return np.{name}(x, y)\n")
    if np.ndim(x) and np.ndim(y):
        return
    found, expected = up.jit(function)(x, y), function(x, y)
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype
    assert repr(found) == repr(expected)
