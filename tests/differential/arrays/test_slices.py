"""Slices: every form of them, read, stored and updated in place, and what happens where both sides overlap."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import FLOATS, NUMBERS, Programs, array, out
from support.texts import function_of
from support.views import assert_same_as_python

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("n"), out("n"), dtypes=NUMBERS)
def neighbours(a, b):
    b[1:-1] = a[:-2] + 2 * a[2:]


@PROGRAMS.add(array("n"), out("n"), 2, 5, -1, 3, dtypes=FLOATS)
def run_time_bounds(a, b, i, j, k, step):
    b[i:j] = a[i:j] + 1
    b[k:] = a[:1]
    b[: i - 7] += 2
    b[j:i] = 3
    b[::step] = a[::step]
    b[::k] += a
    b[j:i:k] -= 1
    b[-99:99] *= 2


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64", "int32"))
def steps(a, b):
    b[::2, 1::2] = a[::2, 1::2]
    b[::-1] += a
    b[-2::-2, ::-1] += a[1::2, :] if a.shape[0] == -1 else a[-2::-2]


@PROGRAMS.add(array("nmk"), out("nmk"), dtypes=("float64", "int16"))
def three_dimensions(a, b):
    b[..., 0] = a[..., -1]
    b[1:, 1:, 1:] += a[:-1, :-1, :-1]
    b[0] = a[-1]
    b[:, 0] += a[:, -1]
    b[0, ..., 1:] = 7


@PROGRAMS.add(array("n"), array("m"), out("nm"), dtypes=NUMBERS)
def new_axes(a, b, c):
    c[:] = a[:, None] + b[None, :]
    c += a[:, np.newaxis] * b


@PROGRAMS.add(out("n"), 5, 0.5, dtypes=FLOATS)
def reversed_onto_itself(y, k, alpha):
    y[:k] += alpha * y[:k][::-1]


@PROGRAMS.add(out("n"), dtypes=NUMBERS)
def shifted_onto_itself(a):
    a[1:] = a[:-1]
    a[:-2] += a[2:]


@PROGRAMS.add(out("nm"), dtypes=("float64", "int64"))
def rows_and_columns_of_itself(a):
    a[0] = a[-1]
    a[:, 1] += a[:, 0]
    a[1:] -= a[0]
    a[1:, :] -= a[1:, 0:1] * a[0, :]


@PROGRAMS.add(out("nm"), dtypes=FLOATS)
def in_place_average(a):
    a[1:-1, 1:-1] = (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:]) / 4


@PROGRAMS.add(out("nn"), dtypes=("float64",), large={"n": 251})
def transposed_onto_itself(a):
    a[:] = a.T + 1
    a += a.T[::-1]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64", "uint8"))
def views_with_names(a, b):
    inner = b[1:-1, ::2]
    row = inner[-1] if b.shape[0] > 2 else b[0, ::2]
    inner += a[1:-1, ::2]
    row[:] = a[0, ::2]
    row *= 2
    b.T[0] = 1


@PROGRAMS.add(array("nm"), out("n"), dtypes=("float64", "int8"))
def loop_over_rows(a, b):
    i = 0
    for row in a[:, 1:]:
        for x in row[::-1]:
            b[i] = b[i] * 2 + x
        b[i : i + 1] -= row[0:1].shape[0]
        i += 1


@PROGRAMS.add(out("nm"), array("nm"), dtypes=("float64",))
def rows_in_a_loop(a, b):
    for i in range(1, a.shape[0]):
        a[i] += a[i - 1] * b[i]
        a[i, i:] = b[i, i:] + a[i - 1, i:]


@PROGRAMS.add(out("nm"), array("nm"), dtypes=("float64",))
def rows_in_a_parallel_loop(a, b):
    for i in up.prange(a.shape[0]):
        a[i] = b[i, ::-1] + a[i]
        a[i, 1:] -= a[i, :-1]


@PROGRAMS.add(out(""), array(""), dtypes=("float64", "int32"), large=False)
def no_dimensions(a, b):
    a[...] = b
    a[()] = a + b[...]
    a += 1


@PROGRAMS.add(array("n"), out("n"), dtypes=("float64",))
def shapes_of_slices(a, b):
    b[0] = a[1:-1].shape[0] + len(a[::-3]) * 10 + a[None, 2:].size * 100 + a[5:2].shape[0]


@PROGRAMS.add(array("nm"), dtypes=("float64",), skip_layouts=("empty", "one_element"))
def slices_of_one_element(a):
    row, column = a[1:2], a[:, 1:2]
    total = a * 0
    for j in range(a.shape[1]):
        total += a[:, j : j + 1] * a[-2:-1]
    return column * row + a, a[0:1].T - a[0:1], total


test_paths = PROGRAMS.as_test()


@pytest.mark.parametrize("n", range(5))
def test_short_arrays_and_all_bounds(n):
    @up.jit
    def run(a, b, i, j, k):
        b[i:j:k] = a[i:j:k]

    for i in range(-n - 2, n + 3):
        for j in range(-n - 2, n + 3):
            for k in (-3, -2, -1, 1, 2, 3):
                a, found, expected = np.arange(1.0, n + 1), np.zeros(n), np.zeros(n)
                run(a, found, i, j, k)
                run.py_func(a, expected, i, j, k)
                assert np.array_equal(found, expected), (n, i, j, k)


@pytest.mark.parametrize(
    "text",
    ["a[1:]", "a[:-1]", "a[-3:]", "a[:3]", "a[5:]", "a[-5:-1]", "a[::-1]", "a[-2::-1]", "a[3:0:-2]", "a[:-4:-1]", "a[2:-2]"],
)
def test_constant_bounds_of_short_arrays(text):
    scope = {"up": up}
    exec(f"def f(a, b):\n    b[:len({text})] = {text}\n", scope)  # noqa: S102
    for n in range(7):
        a, found, expected = np.arange(1.0, n + 1), np.zeros(n), np.zeros(n)
        scope["f"](a, expected)
        up.jit(function_of(f"def f(a, b):\n    b[:len({text})] = {text}\n"))(a, found)
        assert np.array_equal(found, expected), (n, text)


def test_a_mismatch_stores_nothing():
    @up.jit
    def run(a, b):
        a[0] = 1
        a[1:] = b

    a = np.zeros(4)
    with pytest.raises(ValueError, match=r"could not broadcast input array from shape \(4,\) into shape \(3,\)"):
        run(a, np.ones(4))
    assert a.tolist() == [1, 0, 0, 0]


def test_a_slice_of_a_read_only_array_is_not_stored_to():
    @up.jit
    def run(a):
        a[1:] += 1

    a = np.zeros(4)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        run(a)


def test_two_names_of_one_array():
    @up.jit
    def run(a, b):
        a[1:] = b[:-1]

    a = np.arange(6.0)
    run(a, a)
    assert a.tolist() == [0, 0, 1, 2, 3, 4]
    a = np.arange(7.0)
    run(a[1:], a[:-1])
    assert a.tolist() == [0, 1, 0, 1, 2, 3, 4]


ROWS_THAT_SHARE_ELEMENTS = {
    "two_rows": "for i in range(0, 6, 2):\n    m[i + 2] = m[i] + i",
    "parallel": "for i in prange(0, 6, 2):\n    m[i + 2] = m[i] * 2",
    "in_place": "m += 1\nm[1:] *= 2\nm[0] -= m[0]",
    "onto_itself": "m[:] = m + m\nm[:-1] = m[1:] - m[:-1]",
    "held": "r = m[1]\nm[2] = r + 1\nr += m[0]\nm[3] = r * 2 - r[::-1]",
    "by_indices": "k = np.arange(3)\nm[k] = m[k + 3] + 1",
    "by_mask": "m[m[:, 0] > 4] = 7\nm[m > 9] = m[m > 9] - 3",
}


@pytest.mark.parametrize("name", ROWS_THAT_SHARE_ELEMENTS)
def test_rows_that_share_elements(name):
    lines = "\n".join("    " + line for line in ROWS_THAT_SHARE_ELEMENTS[name].splitlines())
    function = function_of(f"def f(m):\n{lines}\n")
    for strides in ((8, 8), (16, 8), (8, 16), (-8, 8), (24, 16)):
        for width in (2, 3, 4, 5, 9):

            def make(strides=strides, width=width):
                return [np.ndarray((9, width), np.int64, np.arange(400), 800, strides)]

            for device in ("cpu", *paths.DEVICES):
                assert_same_as_python(function, make, device=device)
