"""Kernels that may raise run behind each other without a wait: what an exception leaves is as without the device."""

import threading

import numpy as np
import pytest
import unpython as up
from support import nvrtc
from support.devices import absent, require
from unpython import prange

N = 700


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def first_of_three(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    for i in prange(a.shape[0]):
        c[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        a[i] = 2.0


def second_of_three(a, b, c, index):
    for i in prange(a.shape[0]):
        c[i] = a[i] + 1.0
    for i in prange(a.shape[0]):
        b[i] = c[index[i]]
    for i in prange(a.shape[0]):
        a[i] = b[i]


def two_that_raise(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    for i in prange(a.shape[0]):
        c[i] = a[index[i] + 1]


def in_a_loop(a, b, c, index):
    for t in range(5):
        for i in prange(a.shape[0]):
            a[i] += 1.0
        for i in prange(a.shape[0]):
            b[i] = a[index[i] * t // 3]
        for i in prange(a.shape[0]):
            c[i] = b[i] + t


def until_it_raises(a, b, c, index):
    t = 0
    while True:
        for i in prange(a.shape[0]):
            b[i] = a[index[i] + t]
        for i in prange(a.shape[0]):
            c[i] = t
        t += 300


def before_a_sum(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    s = 0.0
    for i in prange(a.shape[0]):
        s += b[i]
    c[0] = s
    return s


def before_the_host_stores(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    c[1] = 5.0
    for i in prange(2, a.shape[0]):
        c[i] = a[i]


def before_the_host_raises(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    if a.shape[0] > 3:
        raise ValueError("what comes after the loop")


def before_a_result(a, b, c, index):
    for i in prange(a.shape[0]):
        b[i] = a[index[i]]
    return a * 2.0 + b, c + 1.0


def in_rows(a, b, c, index):
    for i in prange(a.shape[0] // 7):
        for j in prange(7):
            b[i * 7 + j] = a[index[i * 7 + j]]
    for i in prange(a.shape[0] // 7):
        for j in prange(7):
            c[i * 7 + j] = b[i * 7 + j]


FUNCTIONS = [
    first_of_three,
    second_of_three,
    two_that_raise,
    in_a_loop,
    until_it_raises,
    before_a_sum,
    before_the_host_stores,
    before_the_host_raises,
    before_a_result,
    in_rows,
]


def arguments(bad):
    index = np.arange(N)[::-1].copy()
    for place in bad:
        index[place] = N + 5 + place
    return np.arange(float(N)), np.full(N, -1.0), np.full(N, -2.0), index


def outcome(function, *given):
    try:
        return function(*given)
    except (IndexError, ValueError) as error:
        return type(error)


def torn(function, bad):
    """From where on elements of b are those of iterations behind the one that raised."""
    if function is in_a_loop:
        return {"b": 0}
    if function is until_it_raises:
        return {"b": 0 if not bad else min(bad)}
    if function is two_that_raise and not bad:
        return {"c": 0}
    return {"b": min(bad)} if bad else {}


def judge(function, call, bad, device_arrays, device):
    right, given = arguments(bad), arguments(bad)
    expected = outcome(function, *right)
    there = [up.to_device(x, device) for x in given] if device_arrays else given
    found = outcome(call, *there)
    if isinstance(expected, type):
        assert found is expected
    elif expected is not None:
        found, expected = (result if isinstance(result, tuple) else (result,) for result in (found, expected))
        for one, other in zip(found, expected):
            np.testing.assert_allclose(one.to_host() if hasattr(one, "to_host") else one, other, rtol=1e-12)
    ends = torn(function, bad) if isinstance(expected, type) else {}
    for name, one, other in zip("abci", there, right):
        end = ends.get(name, N)
        np.testing.assert_array_equal((one.to_host() if device_arrays else one)[:end], other[:end], err_msg=name)


@pytest.mark.parametrize("device_arrays", [False, True], ids=["host", "device"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_an_exception_leaves_what_python_leaves(function, device_arrays, device):
    call = up.jit(device=device, strict=True)(function)
    for bad in ([], [400, 90, 91], [], [N - 1], [0], [], []):
        judge(function, call, bad, device_arrays, device)


@pytest.mark.parametrize("function", [first_of_three, second_of_three, in_a_loop], ids=lambda f: f.__name__)
def test_what_did_not_run_is_not_brought_to_the_host_to_make_room(function, device):
    call = up.jit(device=device, strict=True, memory_limit=N * 8 * 3 + 4096)(function)
    for bad in ([], [400, 90], []):
        judge(function, call, bad, False, device)


def test_nothing_is_stored_to_arrays_of_loops_that_did_not_run(device):
    """c is stored as a whole behind the loop that raises: it is not brought in, and must not be brought out."""
    call = up.jit(device=device, strict=True)(first_of_three)
    a, b, c, index = arguments([3])
    with pytest.raises(IndexError):
        call(a, b, c, index)
    assert np.all(c == -2.0) and np.all(a == np.arange(float(N)))
    assert call.last["bytes_in"] <= a.nbytes * 3


def test_threads_see_exceptions_of_their_own_calls(device):
    call = up.jit(device=device, strict=True)(first_of_three)
    judge(first_of_three, call, [], True, device)
    wrong = []

    def work(number):
        try:
            for turn in range(12):
                judge(first_of_three, call, [number * 10 + turn] if (turn + number) % 2 else [], turn % 3 > 0, device)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[0]


GUARD = "if (error->iteration < before) return;"


@pytest.mark.parametrize(
    ("function", "guarded"),
    [
        (first_of_three, [False, True, True]),
        (second_of_three, [False, False, True]),
        (two_that_raise, [False, True]),
        (in_a_loop, [True, True, True]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_only_kernels_that_may_run_behind_an_exception_ask_for_one(function, guarded):
    texts = nvrtc.kernels(up.jit(function).inspect("cuda", *arguments([])))
    assert [GUARD in text for text in texts] == guarded
    if nvrtc.library() is None:
        absent("nvrtc", "no NVRTC")
    for text in texts:
        assert nvrtc.problem(text) == ""


def test_a_sum_behind_an_exception_asks_for_it_too():
    texts = nvrtc.kernels(up.jit(before_a_sum).inspect("cuda", *arguments([])))
    assert [GUARD in text for text in texts] == [False] + [True] * (len(texts) - 1)
    assert len(texts) > 2
    if nvrtc.library() is None:
        absent("nvrtc", "no NVRTC")
    for text in texts:
        assert nvrtc.problem(text) == ""
