"""Boolean masks: what they select, stores and updates through them, and what happens where both sides overlap."""

import numpy as np
import pytest
import unpython as up
from support import devices, paths
from support.outcomes import check_values
from support.programs import FLOATS, Programs, array, out

PROGRAMS = Programs(whole_arrays=True)
ALL = ("float64", "float32", "int16", "uint64", "complex64", "bool")
SOME = ("float64", "uint8", "complex128")


@PROGRAMS.add(out("n"), array("n", "bool"), dtypes=ALL)
def a_number_where(a, m):
    a[m] = 1
    a[~m & (a != 0)] = True


@PROGRAMS.add(array("n"), array("n", "bool"), dtypes=ALL)
def what_is_selected(a, m):
    return a[m], a[~m], a[m][::-1], a[m] == a[m]


@PROGRAMS.add(out("nm"), array("nm"), array("nm", "bool"), dtypes=SOME)
def same_mask_on_both_sides(a, b, m):
    a[m] = a[m] * b[m] + b[m]
    a[m] += b[m]
    a[m] -= 1


@PROGRAMS.add(out("nm"), dtypes=FLOATS)
def masks_of_the_array_itself(a):
    a[a > 0] = a[a > 0] * 2 + 1
    a[a < a[::-1]] = 0
    a[1:-1, 1:-1][a[1:-1, 1:-1] > 2] -= 3


@PROGRAMS.add(out("n"), array("n"), array("n", "bool"), dtypes=("float64", "int16", "complex64"))
def other_places(a, b, m):
    picked = b[m]
    a[: picked.size] = picked
    a[m] = picked[::-1]
    a[m] = a[m][::-1]
    a[m] *= picked


@PROGRAMS.add(out("nmk"), array("nm", "bool"), array("k"), dtypes=("float64", "uint8", "complex128"))
def leading_axes(a, m, c):
    a[m] = c
    a[m] += a[m]
    a[m, 0] = 3
    a[m, 1:] = a[m, 1:] * 2
    return a[m], a[m, -1], a[m][:, ::2]


@PROGRAMS.add(out("nm"), array("m", "bool"), array("n", "bool"), dtypes=("float64", "int32"))
def one_axis(a, columns, rows):
    a[:, columns] += 1
    a[rows] *= 2
    a[0:2, columns] = 5
    return a[:, columns], a[rows][:, columns], a[..., columns]


@PROGRAMS.add(out("nmk"), array("m", "bool"), array("k", "bool"), array("mk", "bool"), dtypes=SOME, skip_layouts=("empty",))
def masks_behind_a_kept_axis(a, rows, columns, both):
    a[:, both] += a[0, both]
    a[:, rows, 0] *= 2
    a[1:, rows, 0] = a[:-1, rows, 0]
    a[..., columns] = a[0, 0, columns]
    rows[:] = False
    rows[0] = True
    columns[:] = rows[0]
    a[0, rows] -= 3
    return a[:, rows], a[:, both], a[::-1, ..., columns]


@PROGRAMS.add(array("n"), array("n", "bool"), dtypes=SOME)
def sums_of_selections(a, m):
    return a[m].sum(), np.any(a[m] != 1), (a[m] != 3).all(), np.count_nonzero(a[m]), len(a[m]), a[m].size


@PROGRAMS.add(
    array("nm"), array("n", "bool"), dtypes=FLOATS, skip_layouts=("empty", "one_element"), strict_exact=False
)
def reductions_of_selections(a, rows):
    rows[0] = True
    chosen = a[rows]
    return chosen.mean(), chosen.max(), a[rows].min(axis=0), a[rows].sum(axis=1), a[a > a.min()].std(), a[rows].argmax()


@PROGRAMS.add(array("nm"), dtypes=ALL)
def places(a):
    rows, columns = np.nonzero(a)
    return rows, columns, np.flatnonzero(a), np.where(a[:, 0])[0], a[rows, columns]


test_paths = PROGRAMS.as_test()


def test_what_a_mask_selects_has_the_type_and_shape_of_numpy():
    @up.jit
    def run(a, m):
        return a[m], np.nonzero(m)[0]

    for dtype in ("float32", "uint16", "complex64", "bool"):
        a = np.ones((4, 3), dtype)
        m = np.array([True, False, True, False])
        picked, places = run(a, m)
        assert picked.dtype == a.dtype
        assert picked.shape == (2, 3)
        assert picked.flags.owndata or picked.base is not a
        assert places.dtype == np.int64
    assert run(np.ones((4, 3)), np.zeros(4, bool))[0].shape == (0, 3)


@pytest.mark.parametrize(("selected", "given"), [(2, 3), (3, 2), (0, 2)])
def test_another_count_of_values(selected, given):
    @up.jit
    def run(a, m, b):
        a[m] = b

    m = np.arange(5) < selected
    a, b = np.zeros(5), np.ones(given)
    with pytest.raises(ValueError) as expected:
        run.py_func(a, m, b)
    with pytest.raises(ValueError) as found:
        run(a, m, b)
    assert str(found.value).startswith(str(expected.value))
    assert not a.any()


def test_one_value_for_all_selected():
    @up.jit
    def run(a, m, b):
        a[m] = b

    a = np.zeros(5)
    run(a, np.arange(5) > 1, np.array([4.0]))
    assert a.tolist() == [0, 0, 4, 4, 4]


def test_a_mask_behind_a_kept_axis_is_stored_through_in_parallel():
    @up.jit(strict=True)
    def run(a, columns):
        a[:, columns] += 1

    a = np.zeros((200, 30))
    run(a, np.arange(30) % 3 == 0)
    assert np.array_equal(a, np.zeros((200, 30)) + (np.arange(30) % 3 == 0))
    assert run.inspect("ir", a, np.ones(30, bool)).rstrip().split("for ")[-2].split(":")[0].endswith("independent)")


def test_a_mask_of_another_extent():
    @up.jit
    def run(a, m):
        return a[m]

    a = np.zeros((3, 4))
    for m in (np.zeros(2, bool), np.zeros((3, 5), bool)):
        with pytest.raises(IndexError) as expected:
            run.py_func(a, m)
        with pytest.raises(IndexError) as found:
            run(a, m)
        assert str(found.value).startswith(str(expected.value))


def _stacked(v, m, w):
    return np.stack((v[m], v[m]))


def _joined(v, m, w):
    return np.concatenate((v[m], w)), np.hstack((w, v[m], v[m] * 2.0))


def _by_columns(v, m, w):
    return np.column_stack((v[m], v[m])), np.vstack((v[m], -v[m]))


@pytest.mark.parametrize("function", [_stacked, _joined, _by_columns])
def test_selections_among_arrays_that_are_put_together(function):
    v, w = np.array([3.0, 1.0, 2.0, 5.0, 4.0]), np.arange(3.0)
    for m in (v > 1.0, v > 9.0, v > 0.0):
        for device in ("cpu", *paths.DEVICES):
            found, expected = up.jit(function, device=device, strict=False)(v, m, w), function(v, m, w)
            if not isinstance(expected, tuple):
                found, expected = (found,), (expected,)
            assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def _compressed(v, m):
    return np.compress(m, v)


@pytest.mark.parametrize("n, held", [(40, 40), (40, 7), (40, 0), (40, 43), (1025, 1025)])
@pytest.mark.parametrize("dtype", ["bool", "int64", "float64"])
def test_conditions_of_another_length_than_the_array(n, held, dtype):
    v, m = np.arange(float(n)), (np.arange(held) % 3 * (np.arange(held) < n)).astype(dtype)
    for device in ("cpu", *paths.DEVICES):
        found = up.jit(_compressed, device=device, strict=False)(v, m)
        assert found.tobytes() == _compressed(v, m).tobytes()


def _places_and_elements(v, m):
    return np.nonzero(m)[0], np.flatnonzero(v > 0.3), v[m], v[v > 0.6]


@pytest.mark.parametrize("n", [4095, 4096, 4097, 70_000])
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_vectors_of_several_blocks(n, part):
    """On a device, the work items of a group share a block of 4096 places."""
    rng = np.random.default_rng(n)
    v, m = rng.random(n), rng.random(n) < part
    with up.options(device=devices.require("opencl"), strict=True, force=True):
        found = up.jit(_places_and_elements)(v, m)
    for a, b in zip(found, _places_and_elements(v, m), strict=True):
        assert a.dtype == b.dtype and a.tobytes() == b.tobytes()


def taken(x, m):
    return x[m], x[m].sum(), len(x[m]), x[~m]


def given_values(x, m):
    x[m] = 3
    x[m] += x[m] * 2
    x[m] = x[m][::-1]
    return x


def of_rows(x, m):
    x = np.stack((x, x, x), axis=1)
    x[m] = np.arange(3)
    return x, x[m, 1:], x[:, :1].T[:, m]


@pytest.mark.parametrize("function", [taken, given_values, of_rows], ids=lambda f: f.__name__)
@pytest.mark.parametrize("length", [0, 1, 5])
def test_a_mask_without_elements_fits_every_array(function, length):
    for of_mask in (0, 1, 5):
        check_values((function, np.arange(float(length)), np.arange(of_mask) % 2 == 0))


@pytest.mark.parametrize("key", [np.array([True, False, True, True, True]), np.array([0, 2, 3, 4])])
def test_stores_to_rows_that_lie_on_each_other_come_as_numpys(key):
    def f(a, k, v):
        a[:, k] = v

    found = []
    for run in (f, up.jit(f)):
        base = np.zeros(12)
        run(np.lib.stride_tricks.as_strided(base, (4, 5), (8, 8)), key, np.arange(1.0, 5))
        found.append(base.tolist())
    assert found[0] == found[1]
