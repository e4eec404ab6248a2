"""What crosses to a device is what has to: bytes of calls against bytes that enumeration counts, and against explain()."""

import threading
import warnings

import numpy as np
import pytest
import unpython as up
from support.devices import require
from support.moved import patterns
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def call(function, device, *arguments):
    """Runs it on the device; the result is that of plain Python, elements that nobody stores included."""
    compiled = up.gpu(device=device, force=True)(function)
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        returned = compiled(*arguments)
    assert compiled.ran_on == device
    wanted = function(*expected)
    if wanted is not None:
        np.testing.assert_allclose(returned, wanted)
    return compiled, expected


def moved_groups(report):
    groups = [(n, group) for n, nest in enumerate(report.as_dict()["nests"]) for group in nest["groups"]]
    return sorted((n, *group.values()) for n, group in groups if group["copied_in"] + group["copied_out"] > 0)


def moved_arrays(report):
    """Bytes in and out of each array, wherever they are told."""
    moved = {}
    for _, arrays, _, _, _, copied_in, copied_out, _ in moved_groups(report):
        before = moved.get(tuple(arrays), (0, 0))
        moved[tuple(arrays)] = (before[0] + copied_in, before[1] + copied_out)
    return moved


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.name)
def test_bytes_that_cross(device, pattern):
    needed_in, needed_out = pattern.must_cross()
    arguments = pattern.make()
    before = up.gpu(device=device, force=True)(pattern.function).explain(*arguments)
    rehearsed, on_processor = moved_groups(before), up.jit(pattern.function).explain(*arguments)
    # What moves for loops that are one kernel is told with the first of them. A processor has no kernels.
    assert moved_arrays(before) == moved_arrays(on_processor)
    assert rehearsed == moved_groups(on_processor) or "run as one kernel" in str(before)
    compiled, expected = call(pattern.function, device, *arguments)
    for got, wanted in zip(arguments, expected):
        np.testing.assert_allclose(got, wanted)
    last = compiled.last
    report = compiled.explain().as_dict()
    groups = [group for nest in report["nests"] for group in nest["groups"]]
    assert (report["bytes_in"], report["bytes_out"]) == (last["bytes_in"], last["bytes_out"])
    assert sum(group["copied_in"] for group in groups) == last["bytes_in"]
    assert sum(group["copied_out"] for group in groups) == last["bytes_out"]
    if not pattern.returned:  # which has its own kernels, for parts of a sum
        assert rehearsed == moved_groups(compiled.explain())
    assert last["bytes_in"] >= needed_in and last["bytes_out"] >= needed_out + pattern.returned
    if pattern.packed:  # a gap of few elements between rows crosses with them
        assert last["bytes_in"] <= 1.005 * needed_in
        assert last["bytes_out"] - pattern.returned <= 1.005 * needed_out


def test_what_nobody_stores_is_never_stored_to_the_host(device):
    """Another thread changes elements between those that the calls store, and loses none of its changes."""

    def every_third(x, y):
        for i in prange(x.shape[0]):
            y[3 * i] = x[i]

    def triangle(x, y):
        for i in prange(x.shape[0]):
            for j in prange(i + 1):
                y[i, j] = x[i]

    for function, y, gaps in (
        (every_third, np.zeros(30000), np.s_[1::3]),
        (triangle, np.zeros((300, 300)), np.s_[0, 1:]),
    ):
        compiled = up.gpu(device=device, force=True)(function)
        x = np.ones(10000 if y.ndim == 1 else 300)
        compiled(x, y)
        stop, rounds, lost = threading.Event(), [0], []

        def writer(y=y, gaps=gaps, stop=stop, rounds=rounds, lost=lost):
            while not stop.is_set():
                rounds[0] += 1
                y[gaps] = rounds[0]
                if not np.all(y[gaps] == rounds[0]):
                    lost.append(rounds[0])

        thread = threading.Thread(target=writer)
        thread.start()
        calls = 0
        while calls < 40 or rounds[0] < 2:  # a busy machine may leave the thread no turn for long
            compiled(x, y)
            calls += 1
        stop.set()
        thread.join()
        assert compiled.ran_on == device
        assert not lost and np.all(y[gaps] == rounds[0])


def test_a_reason_is_given_where_more_crosses_than_is_touched(device):
    def below_diagonals(a, y):
        for i in prange(a.shape[0]):
            s = 0.0
            for j in range(i + 1):
                s += a[i, j]
            for j in range(a.shape[0] - i, a.shape[0]):
                s += a[i, j]
            y[i] = s

    compiled, _ = call(below_diagonals, device, np.ones((200, 200)), np.ones(200))
    (nest,) = compiled.explain().as_dict()["nests"]
    (group,) = (group for group in nest["groups"] if group["arrays"] == ["a"])
    assert group["rule"] == "whole" and "most lines" in group["reason"]


def test_many_steps_do_not_make_many_kernels(device):
    def strided(x, y, step):
        for i in prange(y.shape[0]):
            y[i] = x[step * i]

    compiled = up.gpu(device=device, force=True)(strided)
    x, y = np.arange(5000.0), np.zeros(100)
    for step in range(2, 20):
        compiled(x, y, step)
        assert np.array_equal(y, x[: 100 * step : step])
    assert compiled.inspect("cuda" if device.startswith("cuda") else "opencl").count("__kernel void up_strided") <= 10


def test_arrays_of_kernels_that_are_not_known_before_the_first_one_keep_their_room(device):
    def longer(x, y, n):
        for i in prange(n):
            y[i] = x[4 * i]
        n = 2 * n
        for i in prange(n):
            y[i] += x[4 * i]

    def chosen(x, y, n):
        for i in prange(n):
            y[i] = x[4 * i]
        m = int(y[1])
        for i in prange(m):
            y[i] += x[4 * i + 1]

    def again(x, y, n):
        for k in range(3):
            for i in prange(n):
                y[i] = x[4 * i]
            for i in prange(n):
                y[i] += x[4 * i + k]

    for function in (longer, chosen, again):
        x, y = np.arange(4000.0), np.zeros(1000)
        _, (wanted_x, wanted_y, _) = call(function, device, x, y, 300)
        np.testing.assert_array_equal(x, wanted_x)
        np.testing.assert_array_equal(y, wanted_y)


def test_what_is_stored_between_what_is_loaded_lies_apart_from_it(device):
    def between(x, y, step, c, d):
        for i in prange(y.shape[0]):
            x[step * i + c] = x[step * i + d] + y[i]

    for step, c, d in ((2, 0, 1), (3, 2, 0), (4, 1, 3), (4, 3, 1), (6, 0, 3), (6, 4, 2)):
        x, y = np.arange(400.0), np.arange(50.0)
        compiled, (wanted, *_) = call(between, device, x, y, step, c, d)
        np.testing.assert_array_equal(x, wanted)
        if step > 2:  # else all of it is touched, and arrives as it lies
            assert (compiled.last["bytes_in"], compiled.last["bytes_out"]) == (800, 400)


def from_column(a, b, m):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if j >= m:
                b[i, j] = a[i, j] * 2


def to_column(a, b, m):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            if not (j >= m or j > i + m):
                b[i, j] = a[i, j] * 2


def between_columns(a, b, m):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            if j >= m - 10:
                if j > m and i != 3:
                    b[i, j] = a[i, j] + 1
            else:
                b[i, j] = a[i, j] - 1


@pytest.mark.parametrize("function", [from_column, to_column, between_columns], ids=lambda f: f.__name__)
def test_a_number_in_a_condition_decides_what_moves_in_every_call(device, function):
    compiled = up.gpu(device=device, force=True)(function)
    for m in (50, 20, 70, 0, 99, 100, 120, -5, 50):
        a = np.random.default_rng(m + 5).random((200, 100))
        b = np.full_like(a, -5.0)
        expected = b.copy()
        function(a, expected, m)
        compiled(a, b, m)
        np.testing.assert_array_equal(b, expected, err_msg=str(m))
