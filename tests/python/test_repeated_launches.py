"""Calls whose steps are kept, on arrays of a device and of the host: each call gives what it would have given alone."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange

KNOWN = 10


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        b[i] = a[i] * factor


def smooth(a, b, steps):
    for _ in range(steps):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        for i in prange(a.shape[0]):
            a[i] = b[i]


def either(a, b, choice):
    if choice > 0.5:
        for i in prange(a.shape[0]):
            b[i] = a[i] + choice
    else:
        for i in prange(a.shape[0]):
            b[i] = a[i] - choice


def computed(a, b, n, x):
    last = n * 2
    y = x * x
    for i in prange(last):
        b[i] = a[i] + y
    return last + 1, y


def total(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    for i in prange(a.shape[0]):
        b[i] = s
    return s


def decided_by_data(a, b, unused):
    first = a[0]
    if first > 0:
        for i in prange(a.shape[0]):
            b[i] = first
    a[0] = -first


def gather(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]


def known(a, b, n):
    for i in prange(n):
        b[i] = a[i] + KNOWN


def stepped(a, b, steps, dt):
    for _ in range(steps):
        for i in prange(a.shape[0]):
            b[i] = a[i] * dt
        for i in prange(a.shape[0]):
            a[i] = b[i] + dt


def changed(a, b, x, y):
    for i in prange(a.shape[0]):
        b[i] = a[i] * x + y
    x = x + 1.0
    for i in prange(a.shape[0]):
        a[i] = b[i] - x
    y = 0.5
    for i in prange(a.shape[0]):
        b[i] = b[i] * y
    return x


CALLS = {
    "scalars of a time loop": (stepped, [(3, 0.5), (3, 0.5), (3, 0.25), (2, 0.25), (3, 1.5), (3, 0.5)]),
    "scalars that change": (changed, [(2.0, 1.0), (2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0), (2.0, 1.0)]),
    "other scalars": (scale, [(2.0,), (2.0,), (3.0,), (-1.5,), (2.0,)]),
    "a time loop": (smooth, [(2,), (2,), (5,), (0,), (2,)]),
    "a condition": (either, [(1.0,), (0.75,), (0.25,), (1.0,), (0.25,)]),
    "results": (computed, [(4, 2.0), (4, 2.0), (4, 3.0), (3, 3.0), (4, 2.0)]),
    "a sum": (total, [(), (), ()]),
    "a bound": (known, [(5,), (5,), (6,), (0,), (6,)]),
    "data": (decided_by_data, [(0,), (0,), (0,), (0,)]),
}


@pytest.mark.parametrize("name", CALLS)
def test_each_call_is_as_if_it_were_the_first(device, name):
    function, calls = CALLS[name]
    compiled = up.jit(device=device, strict=True)(function)
    a, b = np.arange(1.0, 21.0), np.zeros(20)
    pairs = [(a, b), (b + 3.0, a - 1.0)]  # other arrays of the same kind take turns
    there = [tuple(up.to_device(x, device) for x in pair) for pair in pairs]
    for turn, scalars in enumerate(calls):
        for mine, theirs in zip(pairs, there, strict=True):
            for order in ((0, 1), (1, 0)) if turn % 2 else ((0, 1),):
                expected = function(*(mine[k] for k in order), *scalars)
                found = compiled(*(theirs[k] for k in order), *scalars)
                assert compiled.ran_on == device
                assert found == expected and type(found) is type(expected)
                for x, y in zip(mine, theirs, strict=True):
                    np.testing.assert_allclose(y.to_host(), x, rtol=1e-14)


@pytest.mark.parametrize("name", CALLS)
def test_calls_on_arrays_of_the_host_are_as_if_each_were_the_first(device, name):
    function, calls = CALLS[name]
    compiled = up.jit(device=device, strict=True)(function)
    pairs = [[np.arange(1.0, 21.0) + k, np.zeros(20)] for k in range(2)]
    spread = np.zeros((20, 3))
    pairs += [[spread[:, 0], spread[::-1, 2]], [np.arange(20.0), np.ones(40)[::2]]]
    for scalars in calls * 2:
        for mine in pairs:
            expected = [np.array(x) for x in mine]
            result = function(*expected, *scalars)
            before = {name: compiled.last[name] for name in ("bytes_in", "bytes_out")} if mine is pairs[1] else None
            found = compiled(*mine, *scalars)
            assert found == result and type(found) is type(result)
            for x, y in zip(expected, mine, strict=True):
                np.testing.assert_allclose(y, x, rtol=1e-14)
            if before:  # the report of the same call with other arrays
                assert before == {name: compiled.last[name] for name in before}
    assert not spread[:, 1].any()


def gaps(a, b, first, step):
    for i in prange(a.shape[0] // 4):
        b[first + step * i] = a[i]
    c = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        c[i] = b[i] + 1.0
    return c


def test_what_no_iteration_stores_stays_and_results_have_memory_of_their_own(device):
    compiled = up.jit(device=device, strict=True)(gaps)
    a, kept = np.arange(32.0), []
    for first, step in ((0, 2), (0, 2), (1, 2), (1, 3), (0, 2), (1, 2)):
        b, expected = np.full(32, 7.0), np.full(32, 7.0)
        kept.append((compiled(a, b, first, step), gaps(a, expected, first, step)))
        assert np.array_equal(b, expected)
    for found, expected in kept:
        assert np.array_equal(found, expected)


def to_a_float(a, b, x):
    for i in prange(int(x)):
        b[i] = a[i] + x


def parts(a, b, x):
    for i in prange(4):
        for j in range(int(x)):
            b[i, j] = a[i, j] + 1.0


@pytest.mark.parametrize("function", [to_a_float, parts])
@pytest.mark.parametrize("on_device", [False, True])
def test_floats_that_say_what_is_touched(device, function, on_device):
    compiled = up.jit(device=device)(function)
    for x in (3.0, 3.0, 3.5, 2.0, 2.0, 4.0, 3.0):
        a, b = np.arange(24.0).reshape(4, 6), np.zeros((4, 6))
        if function is to_a_float:
            a, b = a[0].copy(), b[0].copy()
        expected = b.copy()
        function(a, expected, x)
        if on_device:
            there = up.to_device(b, device)
            compiled(up.to_device(a, device), there, x)
            b = there.to_host()
        else:
            compiled(a, b, x)
        assert np.array_equal(b, expected)


def in_two_steps(a, b, index):
    for i in prange(a.shape[0]):
        b[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        a[i] = b[index[i]]


def test_what_was_stored_before_an_exception_is_there_on_arrays_of_the_host(device):
    compiled = up.jit(device=device)(in_two_steps)
    good, bad = np.arange(8)[::-1].copy(), np.arange(8) + 1
    for turn, index in enumerate((good, good, bad, good, bad, bad, good)):
        a, b = np.arange(8.0) + turn, np.zeros(8)
        if index is bad:
            with pytest.raises(IndexError, match="index 8 is out of bounds"):
                compiled(a, b, index)
        else:
            compiled(a, b, index)
            assert np.array_equal(a, np.arange(8.0)[::-1] + turn + 1)
        assert np.array_equal(b, np.arange(8.0) + turn + 1)


def test_arrays_of_the_host_that_meet_and_arrays_on_both_sides(device):
    compiled = up.jit(device=device, strict=True)(scale)
    a, b = np.arange(8.0), np.zeros(8)
    there = up.to_device(a, device)
    for _ in range(3):
        compiled(a, b, 2.0)
        compiled(b, b, 0.5)
        assert np.array_equal(b, a)
        compiled(there, b, 3.0)
        assert np.array_equal(b, a * 3)
        both = np.arange(16.0)
        compiled(both[::2], both[1::2], 2.0)
        assert np.array_equal(both, np.repeat(np.arange(0.0, 16.0, 2.0), 2) * np.tile([1.0, 2.0], 8))


def test_a_failing_subscript_raises_each_time(device):
    compiled = up.jit(device=device)(gather)
    a, b = up.to_device(np.arange(8.0), device), up.to_device(np.zeros(8), device)
    good, bad = up.to_device(np.arange(8)[::-1], device), up.to_device(np.arange(8) + 1, device)
    for _ in range(3):
        compiled(a, b, good)
        assert np.array_equal(b.to_host(), np.arange(8.0)[::-1])
        with pytest.raises(IndexError, match="index 8 is out of bounds"):
            compiled(a, b, bad)


def test_an_exception_is_told_after_the_call_has_looked_for_earlier_ones(device):
    def count_down(a, turns):
        for _ in range(turns):
            for i in prange(a.shape[0]):
                if a[i] == 0:
                    raise ValueError("nothing left")
                a[i] -= 1

    compiled = up.jit(device=device, strict=True)(count_down)
    turns = 400  # the host looks for errors after 256 launches, and at the end
    for first in (1000, 1000, 1000, 350, 100, 1000):
        a = up.to_device(np.full(8, first), device)
        if first < turns:
            with pytest.raises(ValueError, match="nothing left"):
                compiled(a, turns)
        else:
            compiled(a, turns)
        assert np.array_equal(a.to_host(), np.full(8, max(first - turns, 0)))


def test_arrays_that_meet_are_another_matter(device):
    compiled = up.jit(device=device, strict=True)(scale)
    a, b = up.to_device(np.arange(8.0), device), up.to_device(np.zeros(8), device)
    for _ in range(3):
        compiled(a, b, 2.0)
        compiled(b, b, 0.5)
        assert np.array_equal(b.to_host(), np.arange(8.0))


def test_arrays_without_elements_and_with_others(device):
    compiled = up.jit(device=device, strict=True)(scale)
    a, b = np.arange(8.0), np.zeros(8)
    there = up.to_device(a, device), up.to_device(b, device)
    empty = up.to_device(a[:0], device), up.to_device(b[:0], device)
    for _ in range(3):
        compiled(*empty, 3.0)
        compiled(*there, 3.0)
        compiled(a, there[1], 4.0)
        assert np.array_equal(there[1].to_host(), a * 4)
        assert compiled.last["bytes_in"] == a.nbytes


def test_the_report_is_that_of_the_call(device):
    compiled = up.jit(device=device, strict=True)(scale)
    small = up.to_device(np.ones(8), device), up.to_device(np.ones(8), device)
    large = up.to_device(np.ones(5000), device), up.to_device(np.ones(5000), device)
    for arrays, size in ((small, 8), (large, 5000)) * 3:
        compiled(*arrays, 2.0)
        (kernel,) = compiled.explain().as_dict()["nests"][0]["kernels"]
        assert 0 <= kernel["grid"][0] * kernel["block"][0] - size < 256
        assert compiled.last["device"] == device and compiled.last["bytes_in"] == 0
