"""Several threads call functions at once: each call is as if it were alone."""

import gc
import threading

import numpy as np
import pytest
import unpython as up
from support.devices import require
from support.thread_calls import quick_turns, storm
from unpython import prange

DEVICES = ["cpu", "opencl", "cuda"]


@pytest.fixture(params=DEVICES)
def device(request):
    """None is the CPU."""
    return None if request.param == "cpu" else require(request.param)


def in_threads(count, work):
    """Runs work(0), work(1), ... at once, which begin together; raises what one of them raised."""
    gate = threading.Barrier(count)
    problems = []

    def run(number):
        gate.wait()
        try:
            work(number)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    with quick_turns():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if problems:
        raise problems[0]


def compiled(device, **options):
    return up.jit(strict=True, **options) if device is None else up.jit(device=device, strict=True, **options)


def to(device, array):
    return array.copy() if device is None else up.to_device(array, device)


def from_(array):
    return array.to_host() if isinstance(array, up.DeviceArray) else array


# As many elements in each shape: a launch for the wrong one stays inside its memory and gives wrong values.
SHAPES = [(60, 70), (70, 60), (42, 100), (100, 42), (84, 50), (50, 84), (20, 210), (210, 20)]


@pytest.mark.parametrize("count", [2, 6, 16])
def test_one_function_with_arrays_of_many_shapes(device, count):
    # The first calls are what went wrong: one thread's launches were kept for the numbers of another. So many loops
    # take a while to schedule, which is when the others come.
    for _ in range(8):

        def fill(a, b, s):
            for i in prange(a.shape[0]):
                for j in prange(a.shape[1]):
                    b[i, j] = a[i, j] * 2.0 + s
            for i in prange(a.shape[0]):
                for j in prange(1, a.shape[1]):
                    b[i, j] += i + a[i, j - 1]
            for i in prange(1, a.shape[0]):
                for j in prange(a.shape[1]):
                    b[i, j] += j + a[i - 1, j]
            for i in prange(1, a.shape[0]):
                for j in prange(1, a.shape[1]):
                    b[i, j] += i * j + a[i - 1, j - 1]
            for i in prange(a.shape[0]):
                for j in prange(a.shape[1] // 2):
                    b[i, 2 * j] += 3.0 * a[i, j]
            for i in prange(a.shape[0] // 2):
                for j in prange(a.shape[1]):
                    b[2 * i, j] += 5.0 * a[i, j]

        f = compiled(device)(fill)

        def work(number, f=f):
            n, m = SHAPES[number % len(SHAPES)]
            a = np.arange(float(n * m)).reshape(n, m)
            i, j = np.ogrid[:n, :m]
            x, y = to(device, a), to(device, np.zeros_like(a))
            for r in range(6):
                f(x, y, float(r))
                b = a * 2.0 + r
                b[:, 1:] += i + a[:, :-1]
                b[1:] += j + a[:-1]
                b[1:, 1:] += i[1:] * j[:, 1:] + a[:-1, :-1]
                b[:, : m // 2 * 2 : 2] += 3.0 * a[:, : m // 2]
                b[: n // 2 * 2 : 2] += 5.0 * a[: n // 2]
                np.testing.assert_array_equal(from_(y), b)

        in_threads(count, work)


@pytest.mark.parametrize("count", [2, 6, 16])
def test_functions_shapes_dtypes_options_and_arrays_of_all_kinds(device, count):
    assert storm(device, count, 400, seed=count) == []


def test_two_calls_of_one_function_run_at_the_same_time(device):
    """One call is over while another one, which began before, still runs."""

    @compiled(device, threads=1)
    def spin(a, n):
        for i in prange(a.shape[0]):
            s = a[i]
            for _ in range(n):
                s = s * 0.5 + 1.0
            a[i] = s

    # A device takes one call after the other; what is asked of it is that the calls end.
    long = 3_000_000 if device is None else 1000
    spin(to(device, np.ones(100)), 1)
    ended = []

    def work(number):
        spin(to(device, np.ones(100)), long if number == 0 else 1)
        ended.append(number)

    in_threads(2, work)
    assert sorted(ended) == [0, 1]
    if device is None:
        assert ended == [1, 0]


def test_a_thread_that_fails_harms_no_other(device):
    @compiled(device)
    def pick(a, b, places):
        for i in prange(places.shape[0]):
            b[i] = a[places[i]]

    def work(number):
        a = np.arange(100.0) + number
        good, bad = np.arange(100)[::-1].copy(), np.arange(100) + 50 + number
        x, y = to(device, a), to(device, np.zeros(100))
        for _ in range(20):
            if number % 2:
                with pytest.raises(IndexError, match=f"index {100} is out of bounds"):
                    pick(x, y, to(device, bad))
            else:
                pick(x, y, to(device, good))
                np.testing.assert_array_equal(from_(y), a[::-1])

    in_threads(6, work)


@pytest.mark.parametrize("collection", range(6))
def test_what_is_told_of_a_call_is_of_one_call(collection):
    """A garbage collection, which may run Python, comes while `last` is made."""

    @up.jit
    def fill(a, value):
        for i in range(a.size):
            a[i] = value

    seen = []

    def interrupt(phase, info):
        if phase == "start":
            seen.append(phase)
            if len(seen) == collection + 1:
                fill(integers, 2)

    integers, floats = np.zeros(20_000, np.int64), np.zeros(20_000)
    for _ in range(2):
        fill(integers, 1)
    fill(floats, 1.0)
    dicts = [{} for _ in range(1000)]  # so that no freed one is taken without a look at the garbage
    thresholds = gc.get_threshold()
    gc.callbacks.append(interrupt)
    try:
        gc.set_threshold(1)
        told = fill.last
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(interrupt)
        dicts.clear()
    assert told["compiled"] == ("analyse" in told["times"]) == (told["cache"] != "memory")


def test_calls_that_another_call_comes_between(monkeypatch):
    """While a call looks at how earlier ones were built, Python runs, and a call of another thread adds its own."""
    from unpython._library.numpy_functions import numpy_generators

    @up.jit
    def chosen(rng, mode):
        return rng.random() * 0 + (1 if mode == "h" else 2)

    rng = np.random.default_rng(1)
    for mode in "abcdefgh":
        chosen(rng, mode)
    kept = numpy_generators.kept

    def interrupted(given):
        monkeypatch.setattr(numpy_generators, "kept", kept)
        chosen(rng, "new")
        return kept(given)

    monkeypatch.setattr(numpy_generators, "kept", interrupted)
    assert chosen(rng, "new") == 2


def test_lists_of_arrays_that_another_thread_empties(monkeypatch):
    @up.jit
    def total(arrays, rng):
        s = rng.random() * 0
        for i in range(1000):
            s += arrays[0][i] + arrays[1][i]
        return s

    from unpython._library.numpy_functions import numpy_generators

    rng, arrays = np.random.default_rng(1), []
    kept = numpy_generators.kept

    def emptied(given):
        arrays.clear()
        gc.collect()
        return kept(given)

    for _ in range(3):
        arrays += [np.ones(1000), np.ones(1000)]
        assert total(arrays, rng) == 2000
        arrays.clear()
    arrays += [np.ones(1000), np.ones(1000)]
    monkeypatch.setattr(numpy_generators, "kept", emptied)
    assert total(arrays, rng) == 2000
