"""Loops over enumerate, zip, reversed, tuples and lists; tuples that hold arrays; names that exchange their arrays."""

import numpy as np
import pytest
import unpython as up
from support.programs import Programs, array, out

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("n"), out("n"), dtypes=("float64", "int32", "complex64"))
def enumerated(a, b):
    for i, x in enumerate(a):
        b[i] += x * 2
    for i, x in enumerate(b[::-1], 3):
        b[-1] += x * i
    for number, i in enumerate(range(0, a.shape[0], 2), start=1):
        b[i] -= number


@PROGRAMS.add(array("n"), array("m"), out("n"), dtypes=("float64", "uint16"))
def zipped(a, b, c):
    for i, x, (j, y) in zip(range(100), a, enumerate(b)):
        c[i] = x + y * j
    for x, k in zip(a, reversed(range(-1, a.shape[0] - 1))):
        c[k] += x


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64", "int64"))
def rows_by_name(a, b):
    for i, (row, target) in enumerate(zip(a, reversed(b))):
        if i == 1:
            continue
        target[:] = row[::-1]
        target[0] = i
        if i == 4:
            break
    else:
        b[:] += 1


@PROGRAMS.add(array("n"), out("n"), dtypes=("float32", "int16"), skip_layouts=("empty", "one_element"))
def tuples_and_lists(a, b):
    weights = [1, 2, 3]
    for dx, dy in ((0, 1), (1, 0), (-1, 2)):
        b[dx] += a[dy] * dx
    for k, w in enumerate(weights):
        b[k] += w * a[weights[-1 - k]]
    for w in reversed(weights):
        if w in (1, 3) and w not in [3]:
            b[w] = w
    b[len(weights)] = np.array(weights).sum()


@PROGRAMS.add(array("n"), dtypes=("float64", "int64", "complex128"))
def tuples_of_arrays(a):
    pair = (a + 1, a * 2)
    for _ in range(2):
        pair = (pair[1] + pair[0], pair[0] - 1)
    found = np.where(a != 2)
    first, second = pair
    return first, second, pair[0], a[found], found[0]


@PROGRAMS.add(array("n"), dtypes=("float64", "uint8"))
def exchanged(a):
    x = a.copy()
    y = np.zeros_like(a)
    z = a * 3
    for i in range(4):
        y[1:-1] = x[:-2] + x[2:]
        x, y, z = y, z, x
        z[:1] = i
    return x, y, z


@PROGRAMS.add(array("n"), dtypes=("float64",))
def shrinking(a):
    kept = np.arange(a.shape[0])
    while len(kept) > 1:
        kept = kept[a[kept] > -5]
        kept = kept[1:]
    return kept


test_paths = PROGRAMS.as_test()


def test_a_dimension_of_one_element_is_stretched():
    @up.jit
    def run(a, b, c):
        row = c[:, 0:1]
        a += b
        a *= row
        return a + b * row, a - b, np.where(b > 0, a, row)

    for shape in ((4, 1), (1, 3), (1, 1), (4, 3)):
        arguments = [np.arange(12.0).reshape(4, 3), np.arange(12.0)[: shape[0] * shape[1]].reshape(shape) - 2, np.ones((4, 2)) * 3]
        expected = [value.copy() for value in arguments]
        found = run(*arguments)
        for x, y in zip(found, run.py_func(*expected)):
            assert np.array_equal(x, y)
        assert np.array_equal(arguments[0], expected[0])


def test_extents_that_do_not_fit():
    @up.jit
    def run(a, b):
        return a + b

    with pytest.raises(ValueError, match=r"operands could not be broadcast together with shapes \(3,\) \(2,\)"):
        run(np.ones(3), np.ones(2))


def test_a_list_that_is_too_short():
    @up.jit
    def run(i):
        values = [1, 2, 3]
        return values[i]

    assert [run(0), run(-1), run(2)] == [1, 3, 3]
    for i in (3, -4):
        with pytest.raises(IndexError, match="list index out of range"):
            run(i)
