"""Launches that run tile by tile: right in every shape, no more bytes than needed, and nothing lost on the way."""

import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.devices import absent, require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        b[i] = a[i] * factor


def stencil(a, b):
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def turned(a, b):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            for k in prange(a.shape[2]):
                b[k, i, j] = a[i, j, k] + 1.0


def sum_of_squares(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i] * a[i]
    return s


def sweeps(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for j in range(a.shape[1]):
            b[0, j] = b[1, j]
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] = b[i, j]


def count(index, h):
    for i in prange(index.shape[0]):
        h[index[i]] += 1


def odd_from_even(a):
    for i in prange(1, a.shape[0] // 2):
        a[2 * i] = a[2 * i - 1] + a[2 * i + 1]


def backwards(a, b):
    for i in prange(a.shape[0]):
        b[-1 - i] = a[i] * 2.0


def two_parts(a, b, c):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        c[i] = b[a.shape[0] - 1 - i] * 2.0


def eliminate(a, k):
    for i in prange(k + 1, a.shape[0]):
        for j in prange(k + 1, a.shape[1]):
            a[i, j] -= a[i, k] * a[k, j]


def decompose(a):
    for k in range(a.shape[0] - 1):
        for i in prange(k + 1, a.shape[0]):
            a[i, k] = a[i, k] / a[k, k]
        for i in prange(k + 1, a.shape[0]):
            for j in prange(k + 1, a.shape[1]):
                a[i, j] -= a[i, k] * a[k, j]


def outer_products(a, c):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = s


def add_first_of_row_and_column(a, b, first):
    for i in prange(2, a.shape[0]):
        for j in prange(2, a.shape[1]):
            a[i, j] = a[i, j] + a[i, first] * b[i, j] + a[first, j]


R = np.random.default_rng(7)
CASES = [
    (eliminate, (R.random((60, 70)), 3), 9000),
    (decompose, (R.random((30, 30)) + 30 * np.eye(30),), 3000),
    (outer_products, (R.random((50, 8)), R.random((50, 50))), 7000),
    (add_first_of_row_and_column, (R.random((60, 50)), R.random((60, 50)), 1), 9000),
    (scale, (R.random(1000), np.zeros(1000), 3.0), 3000),
    (scale, (R.random(2000)[::-2], np.zeros(3000)[::3], 3.0), 3000),
    (stencil, (R.random((41, 53)), np.zeros((41, 53))), 6000),
    (stencil, (R.random((53, 41)).T, np.zeros((41, 106))[:, ::2]), 6000),
    (product, (R.random((37, 20)), R.random((20, 31)), np.zeros((37, 31))), 6000),
    (turned, (R.random((11, 13, 17)), np.zeros((17, 11, 13))), 4000),
    (sum_of_squares, (R.random(30011),), 50000),
    (sweeps, (R.random((31, 43)), np.zeros((31, 43)), 3), 9000),
    (count, (R.integers(0, 37, 3000), np.zeros(37, np.int64)), 4000),
    (odd_from_even, (R.random(999),), 3000),
    (backwards, (R.random(999), np.zeros(999)), 3000),
    (two_parts, (R.random(999), np.zeros(999), np.zeros(999)), 3000),
]


def on_copies(function, arguments):
    own = [a.copy(order="K") if isinstance(a, np.ndarray) else a for a in arguments]
    return function(*own), own


@pytest.mark.parametrize(
    "function, arguments, limit", CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_tiles_give_the_bits_of_the_cpu(device, function, arguments, limit):
    want, want_arrays = on_copies(up.jit(function), arguments)
    limited = up.jit(device=device, memory_limit=limit, strict=True)(function)
    got, got_arrays = on_copies(limited, arguments)
    assert limited.last["device"] == device
    assert limited.last["tiled_for"] == "memory" and limited.last["tiles"] >= 3
    assert got == want
    for a, b in zip(got_arrays, want_arrays):
        assert np.array_equal(a, b)


def test_the_report_says_how_and_why_a_launch_was_tiled(device):
    f = up.jit(device=device, memory_limit=3000, strict=True)(scale)
    f(np.ones(1000), np.zeros(1000), 2.0)
    (tile,) = f.last["tile"]
    assert -(-1000 // tile) == f.last["tiles"]
    (nest,) = f.explain().as_dict()["nests"]
    assert nest["tiles"] == f.last["tiles"]
    assert nest["kernels"][0]["tiled_for"] == "memory" and nest["kernels"][0]["tile"] == [tile]
    assert "more than the device has memory for" in str(f.explain())
    f = up.jit(device=device, strict=True)(scale)
    f(np.ones(1000), np.zeros(1000), 2.0)
    assert (f.last["tiles"], f.last["tile"], f.last["tiled_for"]) == (1, None, None)


def test_each_byte_of_a_row_by_row_launch_moves_once(device):
    f = up.jit(device=device, memory_limit=20000, strict=True)(scale)
    f(np.ones(10000), np.zeros(10000), 2.0)
    assert (f.last["bytes_in"], f.last["bytes_out"]) == (80000, 80000)


def test_tiles_of_a_stencil_move_its_rows_and_their_neighbours(device):
    a, b = np.ones((100, 20)), np.zeros((100, 20))
    f = up.jit(device=device, memory_limit=8000, strict=True)(stencil)
    f(a, b)
    rows, columns = f.last["tile"]
    boxes = 0
    for i in range(0, 98, rows):
        for j in range(0, 18, columns):
            height, width = min(rows, 98 - i) + 2, min(columns, 18 - j) + 2
            boxes += 8 * height * width
    boxes -= 2 * 8  # the first and the last corner of the array are not read
    # Some elements between the rows of a narrow box may go along; those of whole rows are counted to the byte.
    assert f.last["bytes_in"] >= boxes and (columns < 18 or f.last["bytes_in"] == boxes)
    assert f.last["bytes_out"] >= 8 * 98 * 18


def test_a_product_moves_little_more_than_the_best_tiling(device):
    n = 96
    a, b, c = np.ones((n, n)), np.ones((n, n)), np.zeros((n, n))
    limit = 3 * a.nbytes // 6
    f = up.jit(device=device, memory_limit=limit, strict=True)(product)
    f(a, b, c)
    assert np.all(c == n)
    strips = next(s for s in range(1, n) if (-(-n // s) * n + n + -(-n // s)) * 8 <= limit)
    best = a.nbytes * (2 + strips)
    assert f.last["bytes_in"] + f.last["bytes_out"] <= 1.2 * best


def test_the_row_and_the_column_of_a_pivot_have_regions_of_their_own(device):
    n = 120
    a = R.random((n, n))
    f = up.jit(device=device, memory_limit=a.nbytes // 4, strict=True)(eliminate)
    want = a.copy()
    up.jit(eliminate)(want, 0)
    f(a, 0)
    assert np.array_equal(a, want)
    assert f.last["tiled_for"] == "memory"
    # Each element once, and a piece of the row and of the column for each tile.
    rows, columns = f.last["tile"]
    pieces = f.last["tiles"] * 8 * (rows + columns)
    assert f.last["bytes_in"] <= 1.1 * a.nbytes + pieces
    assert f.last["bytes_out"] == 8 * (n - 1) ** 2


def test_what_one_iteration_stores_and_reads_by_another_subscript_is_not_copied_apart(device):
    def scale_diagonal(a, b):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                if i == j:
                    a[i, i] = 2.0 * a[i, i]
                b[i, j] = a[i, j]

    a, b = R.random((40, 40)), np.zeros((40, 40))
    want = a + np.diag(np.diag(a))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        up.jit(device=device, memory_limit=a.nbytes, races="trust")(scale_diagonal)(a, b)
    assert np.array_equal(a, want) and np.array_equal(b, want)


def test_only_what_is_stored_comes_back_and_only_what_is_read_goes_in(device):
    def part(a, b):
        for i in prange(10, 20):
            b[i] = a[i + 5] * 2.0

    a, b = np.arange(100.0), np.zeros(100)
    f = up.jit(device=device, strict=True)(part)
    f(a, b)
    assert np.array_equal(b[10:20], a[15:25] * 2) and not b[:10].any() and not b[20:].any()
    assert (f.last["bytes_in"], f.last["bytes_out"]) == (80, 80)


def test_a_part_that_fits_of_an_array_that_does_not(device):
    def part(a, b, start):
        for i in prange(200):
            b[start + i] = a[start + i] + 1.0

    a, b = np.arange(10000.0), np.zeros(10000)
    f = up.jit(device=device, memory_limit=4000, strict=True)(part)
    f(a, b, 5000)
    assert np.array_equal(b[5000:5200], a[5000:5200] + 1) and not b[:5000].any() and not b[5200:].any()
    assert f.last["bytes_in"] == 1600 and f.last["bytes_out"] == 1600


def test_arrays_that_share_memory_are_tiled_together(device):
    def smooth(a, b):
        for i in prange(b.shape[0]):
            b[i] = a[i] + 1.0

    whole, want = np.arange(3000.0), np.arange(3000.0)
    up.jit(smooth)(want[0:2999:2], want[1:3000:2])
    f = up.jit(device=device, memory_limit=6000, strict=True)(smooth)
    f(whole[0:2999:2], whole[1:3000:2])
    assert f.last["tiles"] >= 3
    assert np.array_equal(whole, want)


def test_the_lowest_failing_iteration_raises_whatever_the_tiles_are(device):
    def pick(a, index, out):
        for i in prange(index.shape[0]):
            for j in prange(index.shape[1]):
                out[i, j] = a[index[i, j]]

    index = np.zeros((60, 70), np.int64)
    index[31, 5], index[30, 69], index[55, 0] = 901, 902, 903
    for limit in (None, 20000):
        out = np.zeros((60, 70))
        f = up.jit(device=device, memory_limit=limit, strict=True)(pick)
        with pytest.raises(IndexError, match="index 902 is out of bounds"):
            f(np.ones(10), index, out)
        assert np.all(out[:30] == 1.0) and np.all(out[30, :69] == 1.0) and out[30, 69] == 0.0


def test_what_does_not_fit_at_all_runs_on_the_cpu(device):
    def rows(a, y):
        for i in prange(a.shape[0]):
            s = 0.0
            for j in range(a.shape[1]):
                s += a[i, j]
            y[i] = s

    a, y = np.ones((5, 1000)), np.zeros(5)
    f = up.jit(device=device, memory_limit=4000, strict=False)(rows)
    with pytest.warns(up.UnpythonWarning, match="does not fit|memory"):
        f(a, y)
    assert f.ran_on == "cpu" and np.all(y == 1000.0)
    with pytest.raises(up.DeviceError, match="does not fit|memory"):
        up.jit(device=device, memory_limit=4000, strict=True)(rows)(a, y)


def test_who_names_the_device_gets_tiles_however_often_they_move_everything(device):
    a, b, c = np.ones((100, 200)), np.ones((200, 100)), np.zeros((100, 100))
    f = up.jit(device=device, memory_limit=5200, strict=True)(product)
    f(a, b, c)
    assert f.ran_on == device and np.all(c == 200.0)
    assert f.last["bytes_in"] > 20 * (a.nbytes + b.nbytes)


def test_tiles_that_would_move_more_than_the_cpu_is_worth_are_left_to_it():
    require("cuda")
    a = np.ones((1500, 1500))
    c = np.zeros_like(a)
    f = up.gpu(memory_limit=100_000, strict=False)(product)
    with pytest.warns(up.UnpythonWarning, match="longer than the CPU|expected to take"):
        f(a, a, c)
    assert f.ran_on == "cpu" and np.all(c == 1500.0)


def test_a_repeated_call_in_tiles_is_right_when_its_numbers_change(device):
    def part(a, b, start, count):
        for i in prange(count):
            b[start + i] = a[start + i] + 1.0

    f = up.jit(device=device, memory_limit=3000, strict=True)(part)
    a = np.arange(10000.0)
    for start, count in ((0, 2000), (0, 2000), (500, 2000), (500, 1500), (0, 2000)):
        b = np.zeros(10000)
        f(a, b, start, count)
        assert f.last["tiles"] >= 3
        want = np.zeros(10000)
        want[start : start + count] = a[start : start + count] + 1.0
        assert np.array_equal(b, want)


def test_a_later_loop_that_does_not_fit_is_finished_by_the_host(device):
    def two(a, b, y):
        for i in prange(b.shape[0]):
            b[i] = b[i] + 1.0
        for i in prange(a.shape[0]):
            s = 0.0
            for j in range(a.shape[1]):
                s += a[i, j] * b[j]
            y[i] = s

    a, b, y = np.ones((3, 900)), np.zeros(900), np.zeros(3)
    f = up.jit(device=device, memory_limit=4000, strict=True)(two)
    f(a, b, y)
    assert np.all(b == 1.0) and np.all(y == 900.0)


def test_the_limit_counts_the_call_and_not_other_arrays(device):
    there = up.to_device(np.ones(100000), device=device)
    f = up.jit(device=device, memory_limit=20000, strict=True)(scale)
    b = np.zeros(1000)
    f(np.ones(1000), b, 2.0)
    assert f.last["tiles"] == 1 and np.all(b == 2.0)
    assert np.asarray(there).sum() == 100000


def test_large_transfers_overlap_with_kernels(device):
    a, b = np.arange(17000000.0), np.zeros(17000000)
    f = up.jit(device=device, strict=True)(scale)
    f(a, b, 2.0)
    assert np.array_equal(b, a * 2)
    assert f.last["tiled_for"] == "overlap" and f.last["tiles"] >= 2
    assert (f.last["bytes_in"], f.last["bytes_out"]) == (a.nbytes, a.nbytes)


def test_repeated_calls_try_to_move_their_arrays_in_pieces(device):
    a, b = np.arange(600000.0), np.zeros(600000)
    f = up.jit(device=device, strict=True)(scale)
    tried = []
    for n in range(1, 9):
        f(a, b, float(n))
        assert np.array_equal(b, a * n)
        assert (f.last["bytes_in"], f.last["bytes_out"]) == (a.nbytes, a.nbytes)
        tried.append(f.last["tiles"])
    assert tried[:7] == [1, 1, 1, 1, 2, 2, 2]  # then whichever was sooner
    small = np.zeros(1000)
    for _ in range(8):
        f(a[:1000], small, 3.0)
        assert f.last["tiles"] == 1


def test_whatever_call_of_the_driver_fails_no_number_is_wrong():
    require("opencl")
    root = Path(__file__).parents[2]
    library = root / "build/lib/libopencl_faults.so"  # of the C++ tests
    if not library.exists():
        absent("opencl", "the C++ tests are not built")
    environment = {
        **os.environ,
        "UNPYTHON_OPENCL_LIBRARY": str(library),
        "UNPYTHON_LOG": "off",
        "UNPYTHON_STRICT": "0",
    }
    script = root / "tests/support/tile_faults.py"
    done = subprocess.run(
        [sys.executable, script], check=False, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("ok")


def test_a_float_that_decides_subscripts_decides_the_tiles(device):
    def spread(x, y, step):
        for i in prange(y.shape[0]):
            y[i] = x[int(step) * i]

    compiled = up.gpu(device=device, force=True, memory_limit=60000)(spread)
    x = np.arange(200000.0)
    for step in (1.0, 8.0, 2.0, 19.0, 1.0):
        y = np.zeros(10000)
        compiled(x, y, step)
        assert compiled.ran_on == device
        assert np.array_equal(y, x[: int(step) * 10000 : int(step)])
