"""Launches on arrays that the device has no room for, several of them for one load of a tile: the bits of the CPU, each element
once to the device and once back, and the reason where that cannot be."""

import random

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def changing_names(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        a, b = b, a


def copied_back(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] = b[i, j]


def flat(a, b, steps):
    for _ in range(steps):
        for i in prange(2, a.shape[0] - 1):
            b[i] = 0.3 * (a[i - 2] + a[i] + a[i + 1])
        a, b = b, a


def backwards(a, b, steps):
    for _ in range(steps):
        for i in prange(a.shape[0] - 2, 0, -1):
            b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = b[i] + 1.0


def one_edge(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for j in prange(a.shape[1]):
            b[0, j] = b[1, j]
        for i in prange(a.shape[0]):
            b[i, 0] = b[i, 1]
        a, b = b, a


def last_edge(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(a.shape[1]):
                b[i, j] = 0.3 * (a[i - 1, j] + a[i, j] + a[i + 1, j])
        for j in prange(a.shape[1]):
            b[a.shape[0] - 1, j] = b[a.shape[0] - 2, j] * 0.5
        a, b = b, a


def waves(a, b, c, steps):
    for t in range(steps):
        for i in prange(1, c.shape[0]):
            for j in prange(c.shape[1]):
                b[i, j] = b[i, j] - 0.5 * (c[i, j] - c[i - 1, j]) + t
        for i in prange(c.shape[0]):
            for j in prange(1, c.shape[1]):
                a[i, j] = a[i, j] - 0.5 * (c[i, j] - c[i, j - 1])
        for i in prange(c.shape[0] - 1):
            for j in prange(c.shape[1] - 1):
                c[i, j] = c[i, j] - 0.7 * (a[i, j + 1] - a[i, j] + b[i + 1, j] - b[i, j])


def red_and_black(a, steps):
    for _ in range(steps):
        for i in prange(1, (a.shape[0] - 1) // 2):
            a[2 * i] = 0.5 * (a[2 * i - 1] + a[2 * i + 1])
        for i in prange((a.shape[0] - 2) // 2):
            a[2 * i + 1] = 0.5 * (a[2 * i] + a[2 * i + 2])


def own_array(a, steps):
    b = np.zeros(a.shape)
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(a.shape[1]):
                b[i, j] = 0.3 * (a[i - 1, j] + a[i, j] + a[i + 1, j])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(a.shape[1]):
                a[i, j] = b[i, j]
    return b


def chain(a, b, c, d):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2.0
    for i in prange(1, a.shape[0]):
        c[i] = b[i] + b[i - 1]
    for i in prange(a.shape[0] - 3):
        d[i] = c[i + 3] - a[i]


def until_it_rests(a, b, tolerance):
    change = tolerance + 1.0
    while change > tolerance:
        change = 0.0
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            change = max(change, abs(b[i] - a[i]))
        a, b = b, a
    return change


def both_edges(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(a.shape[1]):
                b[i, j] = 0.3 * (a[i - 1, j] + a[i, j] + a[i + 1, j])
        for j in prange(a.shape[1]):
            b[0, j] = b[1, j]
            b[a.shape[0] - 1, j] = b[a.shape[0] - 2, j]
        a, b = b, a


def shrinking(a, b, steps):
    for t in range(steps):
        for i in prange(t + 1, a.shape[0] - 1 - t):
            b[i] = a[i - 1] + a[i + 1]
        for i in prange(t + 1, a.shape[0] - 1 - t):
            a[i] = 0.5 * b[i]


def turned_over(a, b, steps):
    for _ in range(steps):
        for i in prange(a.shape[0]):
            b[i] = a[a.shape[0] - 1 - i] + 1.0
        a, b = b, a


def transposed(a, b, steps):
    for _ in range(steps):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                b[i, j] = a[j, i] + 1.0
        a, b = b, a


def coefficients(a, b, w, steps):
    for t in range(steps):
        for k in prange(w.shape[0]):
            w[k] = w[k] + 0.5 * t
        for i in prange(1, a.shape[0] - 1):
            b[i] = w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1]
        for i in prange(1, a.shape[0] - 1):
            a[i] = b[i] * 0.5


R = np.random.default_rng(5)


def plane(rows, columns):
    return R.random((rows, columns))


def run(device, function, arguments, limit):
    """The function under a limit of memory, whose arrays end with the bits of the CPU."""
    wanted = [a.copy(order="K") if isinstance(a, np.ndarray) else a for a in arguments]
    own = [a.copy(order="K") if isinstance(a, np.ndarray) else a for a in arguments]
    want = up.jit(function)(*wanted)
    limited = up.jit(device=device, memory_limit=limit, strict=True)(function)
    got = limited(*own)
    assert np.array_equal(got, want) if isinstance(want, np.ndarray) else got == want
    for a, b in zip(own, wanted):
        assert np.array_equal(a, b)
    return limited


def bytes_of(arguments):
    return sum(a.nbytes for a in arguments if isinstance(a, np.ndarray))


TOGETHER = [
    (changing_names, lambda: (plane(601, 30), plane(601, 30), 10), 12),
    (copied_back, lambda: (plane(601, 30), plane(601, 30), 10), 12),
    (flat, lambda: (R.random(30001), R.random(30001), 10), 16),
    (backwards, lambda: (R.random(20001), R.random(20001), 7), 16),
    (one_edge, lambda: (plane(600, 30), plane(600, 30), 6), 12),
    (last_edge, lambda: (plane(600, 30), plane(600, 30), 6), 12),
    (waves, lambda: (plane(600, 20), plane(600, 20), plane(600, 20), 6), 12),
    (red_and_black, lambda: (R.random(20001), 8), 16),
    (chain, lambda: (R.random(9001), R.random(9001), R.random(9001), R.random(9001)), 9),
    (shrinking, lambda: (R.random(20001), R.random(20001), 9), 16),
    (turned_over, lambda: (R.random(20001), R.random(20001), 4), 8),
]


@pytest.mark.parametrize("function, make, part", TOGETHER, ids=lambda value: getattr(value, "__name__", ""))
def test_each_element_comes_once_and_goes_once(device, function, make, part):
    arguments = make()
    total = bytes_of(arguments)
    limited = run(device, function, arguments, total // part)
    # Elements between the pieces of a tile may come with them.
    assert limited.last["bytes_in"] <= 1.05 * total and limited.last["bytes_out"] <= 1.02 * total
    assert "launches for one load of a tile" in str(limited.explain())


def test_ten_sweeps_over_sixteen_times_the_memory(device):
    a, b = plane(800, 100), plane(800, 100)
    limited = run(device, changing_names, (a, b, 10), (a.nbytes + b.nbytes) // 16)
    assert limited.last["bytes_in"] + limited.last["bytes_out"] <= 2.0 * (a.nbytes + b.nbytes)
    (kernel, _) = limited.explain().as_dict()["nests"][0]["kernels"]
    assert kernel["together"] == 10 and kernel["not_together"] is None


@pytest.mark.parametrize("columns", [16384, 20001])
def test_the_ends_of_long_rows_come_without_the_rows(device, columns):
    """The first sweep stores all of b but its edges, of which a row has two elements."""
    a, b = plane(260, columns), plane(260, columns)
    for name in (changing_names, copied_back):
        limited = run(device, name, (a, b, 3), (a.nbytes + b.nbytes) // 3)
        assert limited.last["bytes_in"] <= 1.02 * a.nbytes
        assert limited.last["bytes_out"] <= 1.02 * (a.nbytes + b.nbytes)


def test_single_columns_of_long_rows(device):
    def columns(a, b, steps):
        for t in range(steps):
            for i in prange(a.shape[0]):
                a[i, 5] = b[i, 9] + t
                b[i, 17000] = a[i, 0] - a[i, 16999]

    a, b = plane(600, 20001), plane(600, 20001)
    run(device, columns, (a, b, 2), 1 << 20)


def same_launches_again(a, b, c, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0]):
            b[i] = a[i - 1] + c[i]
        for i in prange(1, a.shape[0]):
            a[i] = 0.5 * b[i]


def test_a_repeated_call_finds_the_plan_of_its_own_arrays(device):
    """Lengths, offsets, layouts and numbers of launches in turn, on one compiled function."""
    limited = up.jit(device=device, memory_limit=40000, strict=True)(same_launches_again)
    plain = up.jit(same_launches_again)
    for length, step, steps in [(4001, 1, 5), (4001, 1, 5), (4001, 2, 5), (4001, -1, 5), (4001, 1, 6), (6001, 1, 5), (4001, 1, 5)]:
        whole = [R.random(2 * length) for _ in range(3)]
        own = [w.copy()[::step][:length] for w in whole]
        wanted = [w.copy()[::step][:length] for w in whole]
        limited(*own, steps)
        plain(*wanted, steps)
        for a, b in zip(own, wanted):
            assert np.array_equal(a, b)


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 150])
def test_any_number_of_sweeps(device, steps):
    a, b = R.random(5001), R.random(5001)
    run(device, flat, (a, b, steps), (a.nbytes + b.nbytes) // 8)


@pytest.mark.parametrize("limit", [5000, 8000, 20000, 60000, 200000])
def test_any_memory(device, limit):
    run(device, copied_back, (plane(97, 31), plane(97, 31), 9), limit)
    run(device, own_array, (plane(97, 31), 5), limit)


def test_views(device):
    for make in (
        lambda: plane(200, 60)[::-1],
        lambda: plane(400, 60)[::2, ::-1],
        lambda: plane(60, 200).T,
        lambda: np.asfortranarray(plane(200, 60)),
        lambda: plane(200, 120)[:, ::-2],
    ):
        for other in (make, lambda: plane(200, 60)):
            a, b = make(), other()
            want_a, want_b = a.copy(), b.copy()
            up.jit(changing_names)(want_a, want_b, 7)
            up.jit(device=device, memory_limit=200 * 60 * 2, strict=True)(changing_names)(a, b, 7)
            assert np.array_equal(a, want_a) and np.array_equal(b, want_b)


def test_arrays_that_share_memory(device):
    whole = R.random(6001)
    want, got = whole.copy(), whole.copy()
    up.jit(flat)(want[::2], want[1::2], 4)
    up.jit(device=device, memory_limit=9000, strict=True)(flat)(got[::2], got[1::2], 4)
    assert np.array_equal(got, want)
    # Between an element of the first array and its neighbour in the second one lies half of the memory that they share.
    limited = up.jit(device=device, memory_limit=9000, strict=True)(flat)
    with pytest.raises(up.DeviceError, match="more than the device has memory for"):
        limited(got[:3001], got[3000:], 4)
    assert np.array_equal(got, want)


def at_rest_somewhere():
    """Equal ends: elements beside ends that differ would never rest."""
    a = R.random(5000)
    return a, a.copy(), 0.08


APART = [
    (until_it_rests, at_rest_somewhere, "between its launches"),
    (both_edges, lambda: (plane(300, 20), plane(300, 20), 4), "touches rows that lie far apart at once"),
    (transposed, lambda: (plane(70, 70), plane(70, 70), 4), "memory for too few rows"),
]


@pytest.mark.parametrize("function, make, reason", APART, ids=lambda value: getattr(value, "__name__", ""))
def test_the_report_says_why_each_launch_moves_its_arrays(device, function, make, reason):
    arguments = make()
    limited = run(device, function, arguments, int(bytes_of(arguments) / 2.5))
    assert reason in str(limited.explain())


def test_a_small_array_that_each_sweep_changes_ends_what_runs_together(device):
    arguments = (R.random(5000), R.random(5000), R.random(3), 6)
    limited = run(device, coefficients, arguments, bytes_of(arguments) // 8)
    assert limited.last["bytes_in"] <= 7 * arguments[0].nbytes


def test_sweeps_of_any_shape(device):
    """Radii, edges, offsets and limits by chance."""

    def sweeps(a, b, c, low, high, left, right, steps):
        for t in range(steps):
            for i in prange(low, a.shape[0] - high):
                for j in prange(left, a.shape[1] - right):
                    b[i, j] = 0.4 * a[i - low, j - left] + 0.3 * a[i + high, j + right] + 0.1 * c[i, j] + t
            for i in prange(a.shape[0] - low):
                for j in prange(a.shape[1]):
                    c[i, j] = c[i, j] + 0.5 * b[i + low, j]
            a, b = b, a

    chance = random.Random(11)
    for _ in range(12):
        rows, columns = chance.randint(30, 150), chance.randint(8, 30)
        shape = [chance.randint(0, 3) for _ in range(4)]
        arguments = (plane(rows, columns), plane(rows, columns), plane(rows, columns), *shape, chance.randint(0, 12))
        run(device, sweeps, arguments, int(bytes_of(arguments) / chance.uniform(1.2, 20)))
