"""What a function of a device stores to arrays that only its host part touches, above all the state of generators: after each call, and
after one that raises, it is what the CPU leaves, and what CPython leaves."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import unpython as up
from support import devices
from unpython import prange

FOUND = {d.name.partition(":")[0]: d.name for d in reversed(up.devices()) if d.available and ":" in d.name}
DEVICES = [FOUND[kind] for kind in ("opencl", "cuda") if kind in FOUND]
if not DEVICES:
    devices.absent("opencl", "no device")


def one_loop(rng, out):
    for i in prange(out.shape[0]):
        out[i] = rng.normal()


def some_loops(rng, out):
    first = rng.random()
    for i in prange(out.shape[0]):
        out[i] = rng.random() + first
    for _ in range(3):
        for i in prange(out.shape[0] // 2):
            out[i] += rng.normal()
    for i in prange(out.shape[0]):
        out[i] += rng.integers(0, 10)
    out[0] += rng.normal()


def no_turn(rng, out):
    for i in prange(out.shape[0] - out.shape[0]):
        out[i] = rng.random()
    for i in prange(out.shape[0]):
        out[i] = rng.random()


def gives_a_sum(rng, out):
    s = 0.0
    for i in prange(out.shape[0]):
        s += rng.normal()
    for i in prange(out.shape[0]):
        out[i] = rng.random() * s
    return s


def two_helpers(rng, out):
    one_loop(rng, out)
    one_loop(rng, out)
    return gives_a_sum(rng, out)


CASES = (one_loop, some_loops, no_turn, gives_a_sum, two_helpers)


def fresh(function, device=None):
    return up.jit(function) if device is None else up.gpu(function, device=device, force=True)


def there(array, device):
    return array if device is None else up.to_device(array, device)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("resident", (False, True), ids=("host", "resident"))
@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_calls_go_on_where_the_last_one_stopped(function, resident, device):
    compiled, expected = fresh(function, device), fresh(function)
    rng, other = up.random(5), up.random(5)
    place = device if resident else None
    seen = []
    for n in (700, 700, 700, 33, 700):
        out, own = there(np.zeros(n), place), np.zeros(n)
        assert compiled(rng, out) == expected(other, own)
        np.testing.assert_array_equal(np.asarray(out), own)
        np.testing.assert_array_equal(rng, other)
        seen.append(own[-1])
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("device", DEVICES)
def test_the_state_does_not_cross(device):
    f = fresh(one_loop, device)
    rng, out = up.random(1), up.to_device(np.zeros(1000), device)
    for _ in range(3):
        f(rng, out)
        assert f.last["bytes_in"] == 0 and f.last["bytes_out"] == 0
    assert "host stores rng" in f.inspect("steps") and rng[3] == 3


def raises_between(rng, places, table, out):
    for i in prange(out.shape[0]):
        out[i] = rng.random()
    for t in range(3):
        for i in prange(places.shape[0]):
            out[i] += rng.random() + table[places[i] + t]
    for i in prange(out.shape[0]):
        out[i] += rng.random()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("resident", (False, True), ids=("host", "resident"))
def test_what_stands_behind_an_exception_is_not_stored(resident, device):
    compiled, expected = fresh(raises_between, device), fresh(raises_between)
    rng, other, python = up.random(2), up.random(2), up.random(2)
    place = device if resident else None
    for last in (3, 60, 4, 49, 48, 100):
        own = np.array([0, 1, 2, last]), np.ones(50), np.zeros(50)
        given = tuple(there(a.copy(), place) for a in own)
        for f, generator, arguments in ((compiled, rng, given), (expected, other, own), (raises_between, python, own)):
            if last < 48:
                f(generator, *arguments)
                continue
            with pytest.raises(IndexError):
                f(generator, *arguments)
        np.testing.assert_array_equal(rng, other)
        np.testing.assert_array_equal(rng, python)


def of_two(a, b, out):
    for i in prange(out.shape[0]):
        out[i] = a.random() - b.random()
    for i in prange(out.shape[0]):
        out[i] += b.normal()


@pytest.mark.parametrize("device", DEVICES)
def test_two_generators_and_one_given_twice(device):
    compiled, expected = fresh(of_two, device), fresh(of_two)
    for pair in ((3, 4), (3,)):
        rngs, others = [up.random(s) for s in pair], [up.random(s) for s in pair]
        for _ in range(3):
            out, own = np.zeros(300), np.zeros(300)
            compiled(rngs[0], rngs[-1], out)
            expected(others[0], others[-1], own)
            np.testing.assert_array_equal(out, own)
            for rng, other in zip(rngs, others):
                np.testing.assert_array_equal(rng, other)


def counted(count, scale, a):
    count[0] += 1
    scale[1] = scale[0] * 0.5
    for i in prange(a.shape[0]):
        a[i] = a[i] * 2.0 + count[0]
    if count[0] > 2:
        count[1] = count[0]
    for i in prange(a.shape[0]):
        a[i] += scale[1]
    scale[0] = scale[1] + count[1]
    return count[0] + scale[0]


@pytest.mark.parametrize("device", DEVICES)
def test_arrays_of_a_few_numbers(device):
    compiled = fresh(counted, device)
    makers = {
        "apart": lambda: (np.zeros(2, np.int64), np.array([3.0, 0.0]), np.arange(40.0)),
        "strided": lambda: (np.zeros(6, np.int64)[::3], np.array([3.0, 1.0, 0.0])[::-2], np.arange(80.0)[::2]),
        "one behind the other": lambda: (lambda a: (np.zeros(2, np.int64), a[40:], a[:40]))(np.arange(42.0)),
        "both in one": lambda: (lambda a: (a[:2].view(np.int64), a[1:3], np.arange(40.0)))(np.zeros(4)),
    }
    for name, make in makers.items():
        own, python = make(), make()
        for _ in range(4):
            assert compiled(*own) == counted(*python), name
            for left, right in zip(own, python):
                np.testing.assert_array_equal(left, right, name)
    for places in ((0,), (1,), (2,), (0, 1), (0, 1, 2)):  # on the device
        own, python = makers["apart"](), makers["apart"]()
        own = tuple(there(a, device if n in places else None) for n, a in enumerate(own))
        for _ in range(4):
            assert compiled(*own) == counted(*python)
            for left, right in zip(own, python):
                np.testing.assert_array_equal(np.asarray(left), right)


def printed(count, a):
    count[0] += 1
    for i in prange(a.shape[0]):
        a[i] += count[0]
    print("so far", count[0])
    count[0] += 1


@pytest.mark.parametrize("device", DEVICES)
def test_functions_of_the_host_find_what_was_stored(device, capsys):
    compiled = fresh(printed, device)
    count, a = np.zeros(1, np.int64), np.zeros(10)
    for _ in range(3):
        compiled(count, a)
    assert capsys.readouterr().out == "so far 1\nso far 3\nso far 5\n" and count[0] == 6 and a[0] == 9


@pytest.mark.parametrize("device", DEVICES)
def test_a_call_that_goes_elsewhere_has_stored_nothing(device):
    """The device has too little memory: the processor runs the call from its beginning."""
    compiled = up.jit(device=device, memory_limit=64, strict=False)(one_loop)
    expected = fresh(one_loop)
    rng, other = up.random(8), up.random(8)
    for _ in range(2):
        out, own = np.zeros(1000), np.zeros(1000)
        compiled(rng, out)
        expected(other, own)
        np.testing.assert_array_equal(out, own)
        np.testing.assert_array_equal(rng, other)


@pytest.mark.parametrize("device", DEVICES)
def test_threads_with_generators_of_their_own(device):
    compiled, expected = fresh(some_loops, device), fresh(some_loops)

    def drawn(seed):
        rng, out = up.random(seed), np.zeros(200)
        for _ in range(10):
            compiled(rng, out)
        return np.array(rng), out

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(drawn, range(8)))
    for seed, (state, out) in enumerate(found):
        rng, own = up.random(seed), np.zeros(200)
        for _ in range(10):
            expected(rng, own)
        np.testing.assert_array_equal(state, rng)
        np.testing.assert_array_equal(out, own)


@pytest.mark.parametrize("device", DEVICES)
def test_threads_with_one_generator(device):
    """Which loop of the generator a call gets nobody says, but each has the numbers of one."""
    compiled, expected = fresh(one_loop, device), fresh(one_loop)
    rng, other, calls = up.random(9), up.random(9), 40

    def drawn(_):
        out = np.zeros(100)
        compiled(rng, out)
        return out.tobytes()

    with ThreadPoolExecutor(2) as pool:
        found = set(pool.map(drawn, range(calls)))
    known = set()
    for _ in range(calls):
        own = np.zeros(100)
        expected(other, own)
        known.add(own.tobytes())
    assert found <= known and rng[3] <= calls


def scaled(factors, a):
    half, shift = factors[0] * 0.5, factors[1]
    for i in prange(a.shape[0]):
        a[i] = a[i] * half + shift
    factors[1] = shift + half
    shift = factors[1] + 1.0
    for i in prange(a.shape[0]):
        a[i] += shift
    return half


def as_many_as(counts, a):
    for i in prange(counts[0]):
        a[i] += counts[1]
    if counts[1] > 3:
        for i in prange(a.shape[0]):
            a[i] = 0.0
    counts[1] = counts[1] + 1


def is_repeated(f, *arguments):
    with up.profile() as found:
        f(*arguments)
    return not any(row.kind == "prepare" for row in found.rows)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("resident", (False, True), ids=("host", "resident"))
def test_calls_that_are_repeated_by_their_steps_compute_again_what_the_host_makes(resident, device):
    place = device if resident else None
    drawing, other = fresh(one_loop, device), fresh(one_loop)
    rng, same = up.random(12), up.random(12)
    for turn in range(6):
        out, own = there(np.zeros(900), place), np.zeros(900)
        again = is_repeated(drawing, rng, out)
        other(same, own)
        np.testing.assert_array_equal(np.asarray(out), own)
        np.testing.assert_array_equal(rng, same)
        assert again == (turn > 0)
    scaling = fresh(scaled, device)
    factors, a = np.array([3.0, 1.0]), there(np.arange(50.0), place)
    python, b = factors.copy(), np.arange(50.0)
    for turn in range(8):
        factors[0] = python[0] = turn * 0.75
        if turn == 5:  # another place, and no neighbours
            factors, python = np.array([9.0, 0.0, 5.0, 0.0])[::2], np.array([9.0, 5.0])
        if turn == 7 and resident:
            factors = up.to_device(factors.copy(), device)
        assert scaling(factors, a) == scaled(python, b)
        np.testing.assert_allclose(np.asarray(a), b, rtol=1e-14)
        np.testing.assert_array_equal(np.asarray(factors), python)
    assert is_repeated(scaling, python.copy(), a)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("resident", (False, True), ids=("host", "resident"))
def test_elements_that_decide_are_asked_in_each_call(resident, device):
    f = fresh(as_many_as, device)
    counts, a = np.array([3, 1]), there(np.zeros(20), device if resident else None)
    python, b = counts.copy(), np.zeros(20)
    for turn in range(7):
        counts[0] = python[0] = (turn * 5) % 17
        f(counts, a)
        as_many_as(python, b)
        np.testing.assert_array_equal(np.asarray(a), b)
        np.testing.assert_array_equal(counts, python)
