"""Programs about memory itself: rank 0 and high ranks, views of one buffer, read-only arrays, unusual strides."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.compare import Tolerance, assert_agree
from support.layouts import place
from support.programs import NUMBERS, Programs, array, out, strong
from unpython import prange

PROGRAMS = Programs()


@PROGRAMS.add(array(""), out(""), dtypes=NUMBERS)
def rank_0(x, y):
    y[()] = x[()] + x[()]


@PROGRAMS.add(array(""), strong(2), out(""), dtypes=NUMBERS)
def rank_0_and_scalar(x, a, y):
    y[()] += x[()] * a


@PROGRAMS.add(array("kpkpkpkp", "int16"), out("k", "int64"), large=False, skip_layouts=("sliced",))
def rank_8(x, y):
    for a in prange(x.shape[0]):
        for b in range(x.shape[1]):
            y[a] += x[a, b, 0, 1, a, 2, 1, b]


@PROGRAMS.add(out("n"), out("n"), dtypes=NUMBERS)
def both_stored(x, y):
    for i in range(x.shape[0]):
        x[i] = x[i] + 1
        y[i] = x[i] + y[i]


@PROGRAMS.add(out("n"), array("n"), array("n"), dtypes=NUMBERS)
def three_arrays(z, x, y):
    for i in range(x.shape[0]):
        z[i] = x[i] + y[i] + z[x.shape[0] - 1 - i]


@PROGRAMS.add(out("nm"), array("nm"))
def overlapping_rows(z, x):
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            z[i, j] = x[i, j] * 2 - 1


@PROGRAMS.add(array("nm", "bool"), array("nm", "uint8"), out("nm", "uint16"))
def narrow_types(b, x, z):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            z[i, j] = x[i, j] + np.uint16(300) if b[i, j] else x[i, j] * np.uint16(2)


test_paths = PROGRAMS.as_test()


@up.jit
def _store(x, flag):
    y = x[0]
    if flag:
        x[1] = y
    return y


def test_a_store_to_a_read_only_array_raises_at_the_store():
    x = np.arange(3.0)
    x.flags.writeable = False
    assert _store(x, False) == 0.0
    with pytest.raises(ValueError, match="read-only"):
        _store(x, True)
    assert x[1] == 1.0


@up.jit
def _copy(x, y):
    for i in prange(x.shape[0]):
        y[i] = x[i]


@pytest.mark.parametrize("dtype", ["complex128", "float64", "int32", "int16"])
def test_views_of_one_record_array(dtype):
    records = np.zeros(2000, dtype=[("pad", "u1"), ("a", dtype), ("b", dtype)])
    records["a"] = np.arange(2000) % 100
    _copy(records["a"], records["b"])
    assert np.array_equal(records["a"], records["b"])
    assert not records["pad"].any()


def test_real_and_imaginary_parts_of_one_array():
    z = np.arange(1000) + 0j
    _copy(z.real, z.imag)
    assert np.array_equal(z.imag, np.arange(1000))
    assert np.array_equal(z.real, np.arange(1000))


def test_memory_map_and_subclass(tmp_path):
    x = np.memmap(tmp_path / "x", dtype=np.float32, mode="w+", shape=(100,))
    x[:] = np.arange(100)
    y = np.zeros(100, np.float32)
    _copy(x, y)
    assert np.array_equal(x, y)


def _swap(x, y):
    for i in range(x.shape[0]):
        t = x[i]
        x[i] = y[i]
        y[i] = t


@pytest.mark.parametrize("step", [1, 2, -1])
def test_the_same_array_twice_and_reversed(step):
    function = up.jit(_swap)
    x = np.arange(10.0)
    expected = x.copy()
    _swap(expected, expected[::step] if abs(step) == 1 else expected)
    function(x, x[::step] if abs(step) == 1 else x)
    assert np.array_equal(x, expected)


def _increment(x):
    for i in range(x.shape[0]):
        x[i] += 1


def test_stores_through_a_zero_stride():
    function = up.jit(_increment)
    x = np.zeros(1)
    function(np.lib.stride_tricks.as_strided(x, (5,), (0,)))
    assert x[0] == 5


def _touch_one(b, y, n, k):
    for i in prange(n):
        if i == k:
            b[n - 1 - i] -= 1
        elif i == k + 2:
            y[i] = b[i] * 10


def _touch_corner(b, y, n, k):
    for i in prange(n):
        if i == k:
            b[i, i] -= 1
        elif i == k + 2:
            y[i] = b[i, i] * 10


@pytest.mark.parametrize(
    "program, strides",
    [(_touch_one, (0,)), (_touch_corner, (0, 0)), (_touch_corner, (8, -8))],
    ids=["line", "corner", "strides that cancel"],
)
def test_one_element_under_a_condition_that_no_lane_meets(program, strides):
    """All lanes reach one address: nothing may be stored for none of them."""
    function = up.jit(strict=False)(program)
    for n, k in [(1, 0), (1, 5), (3, 7), (8, 9), (9, 0), (9, 8), (40, 3), (40, 39), (40, 41)]:
        found, expected = np.full(120, 100), np.full(120, 100)
        for base, run in ((found, function), (expected, program)):
            run(np.ndarray((40,) * len(strides), np.int64, base, 40 * 8, strides), np.zeros(40, np.int64), n, k)
        assert np.array_equal(found, expected), (n, k)


def test_placement_keeps_what_it_promises():
    values = np.arange(12.0).reshape(3, 4)
    for layout in ("c", "fortran", "sliced", "reversed", "transposed", "unaligned"):
        view = place(values, layout, stored=True).view()
        assert np.array_equal(view, values), layout
    assert not place(values, "unaligned", stored=True).view().flags.aligned
    assert place(values, "reversed", stored=True).view().strides == (-32, -8)
    assert not place(values, "read_only", stored=False).view().flags.writeable
    assert place(values, "zero_stride", stored=False).view().strides[0] == 0


def test_the_comparison_sees_every_kind_of_difference():
    def change_result(x):
        return 1.5

    def change_element(x):
        x[1] = 5

    def change_neighbour(x):
        np.lib.stride_tricks.as_strided(x, (4,), (8,))[1] = 5

    def plain(x):
        return None

    arguments = [place(np.arange(3.0), "sliced", stored=True)]
    expected = paths.run(plain, arguments)
    for change in (change_result, change_element, change_neighbour):
        with pytest.raises(AssertionError):
            assert_agree(paths.run(change, arguments), expected, Tolerance())
    assert_agree(paths.run(plain, arguments), expected, Tolerance())
