"""Index arrays: a[idx] read, stored, updated, beside other subscripts; their checks and NumPy's order of stores."""

import numpy as np
import pytest
import unpython as up
from support.programs import INTS, Programs, array, out
from support.texts import function_of

PROGRAMS = Programs(whole_arrays=True)
ALL = ("float64", "float32", "int16", "uint64", "complex64", "bool")
SOME = ("float64", "uint8", "complex128")


def within(generator, shape):
    """Indices of an axis of as many elements, negative ones too, some of them equal."""
    extent = shape[0]
    return generator.integers(-extent, extent, shape) if extent else np.zeros(shape)


def natural(generator, shape):
    return generator.integers(0, shape[0], shape) if shape[0] else np.zeros(shape)


@PROGRAMS.add(array("n"), array("n", "int64", values=within), dtypes=ALL, skip_layouts=("overlapping",))
def picked(a, i):
    return a[i], a[i[::-1]], a[i] == a[i], a[i[:3]][::2]


@PROGRAMS.add(array("n", "float64"), array("n", values=natural), dtypes=INTS)
def types_of_indices(a, i):
    return a[i].sum(), a[i]


@PROGRAMS.add(out("n"), array("n", "int32", values=within), array("n"), dtypes=ALL, skip_layouts=("overlapping",))
def the_last_store_counts(a, i, b):
    a[i] = b
    a[i[1:]] = b[:-1]
    a[i[:2]] = 1


@PROGRAMS.add(
    out("n"), array("n", "int64", values=within), dtypes=SOME, skip_layouts=("overlapping",)
)
def updates_happen_once(a, i):
    a[i] += 1
    a[i] *= a[i]
    a[i] = a[i[::-1]]


@PROGRAMS.add(out("nm"), array("n", "int64", values=within), array("m", "int16", values=within), dtypes=("float64", "complex64"))
def axes(a, rows, columns):
    a[rows] += 1
    a[:, columns] = a[:, columns[::-1]] * 2
    a[rows, 0] = 7
    a[-1, columns] -= 1
    a[rows[:, None], columns] += 3
    return a[rows], a[:, columns], a[rows, -1], a[0, columns], a[rows[:, None], columns[None, :]], a[..., columns]


@PROGRAMS.add(
    array("nmk"), array("n", "int64", values=within), array("m", "int64", values=within), dtypes=("float32", "int8"),
    skip_layouts=("overlapping",),
)
def three_dimensions(a, i, j):
    return a[i], a[:, j], a[i, :, 0], a[0, j], a[i, 1:, 0], a[:, j, -1], a[0, :, i[:1] * 0], a[None, i, ..., 0]


@PROGRAMS.add(array("nm"), dtypes=("float64", "uint8"), skip_layouts=("empty", "one_element"))
def local_indices(a):
    rows = np.arange(a.shape[0])[::-1]
    found = np.where(a[:, 0] > 0)[0]
    return a[rows], a[rows[1:], 0], a[found], a[[0, 2, -1]], a[np.array([[0, 1], [1, 0]]), 1], a[rows % 2]


@PROGRAMS.add(out("n"), array("n", "int64", values=within), dtypes=("int64",), skip_layouts=("overlapping",))
def indices_of_indices(a, i):
    a[i] = i
    i2 = i[i]
    a[i2] = i2[::-1]
    return i2, i[i2]


@PROGRAMS.add(out("n", "int64", values=natural), dtypes=("int64",))
def indices_that_are_stored_to(a):
    a[a] = a[::-1].copy()


@PROGRAMS.add(array("n"), array("n", "int64", values=within), out("n"), dtypes=("float64",), skip_layouts=("overlapping",))
def rows_of_a_sparse_matrix(x, i, y):
    for k in range(y.shape[0]):
        chosen = i[k : k + 3]
        y[k] = x[: chosen.size] @ x[chosen]


test_paths = PROGRAMS.as_test()


@pytest.mark.parametrize("index", [5, -6])
def test_an_index_out_of_bounds_stores_nothing(index):
    @up.jit
    def run(a, i):
        a[i] = 1

    a, i = np.zeros(5), np.array([0, index, 1])
    with pytest.raises(IndexError) as expected:
        run.py_func(a, i)
    with pytest.raises(IndexError) as found:
        run(a, i)
    assert str(found.value).startswith(str(expected.value))
    assert not a.any()


def test_an_index_out_of_bounds_that_is_read():
    @up.jit
    def run(a, i):
        return a[:, i]

    with pytest.raises(IndexError, match="index 4 is out of bounds for axis 1 with size 3"):
        run(np.zeros((2, 3)), np.array([1, 4]))


def test_index_arrays_that_do_not_fit_each_other():
    @up.jit
    def run(a, i, j):
        return a[i, j]

    with pytest.raises(IndexError, match="shape mismatch: indexing arrays could not be broadcast together"):
        run(np.zeros((5, 5)), np.array([1, 2]), np.array([1, 2, 3]))


@pytest.mark.parametrize("text", ["a[i]", "a[i, :]", "a[i, ..., 0:0]", "a[i][..., 0:0]", "a[i].sum()", "len(a[i])", "a[i].shape", "np.take(a, i, axis=0)",
                                  "np.compress([True, False, False, True], a, axis=0)", "store a[i] = 1", "store a[i] += 1", "store a[i, 0:0] = 2"])  # fmt: skip
@pytest.mark.parametrize("shape", [(3, 0), (3, 0, 2), (3, 2)])
@pytest.mark.parametrize("own", [False, True])
def test_an_index_out_of_bounds_where_there_is_nothing_to_read(text, shape, own):
    body = f"{text.removeprefix('store ')}\n    return a" if text.startswith("store") else f"return {text}"
    made = f"    a = np.zeros(({', '.join(f'n + {extent}' for extent in shape)}))\n" if own else ""
    function = function_of(f"def f(a, i, n):\n{made}    {body}\n")
    compiled = up.jit(function)
    for index in (0, -1, 5, -4):
        i, outcomes = np.array([0, index]), []
        for run in (compiled, function):
            try:
                outcomes.append(str(run(np.zeros(shape), i, 0)))
            except IndexError as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]
