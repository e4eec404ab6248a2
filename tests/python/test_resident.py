"""`with up.resident(a, b):` keeps NumPy arrays on a device between calls."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def sweep(a, b):
    for i in prange(1, a.shape[0] - 1):
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0


def on(device, function):
    return up.gpu(function, device=device, force=True)


def test_a_loop_of_calls_moves_nothing_and_gives_what_python_gives(device):
    a, b = np.random.default_rng(1).random(1000), np.zeros(1000)
    wanted = [a.copy(), b.copy()]
    step = on(device, sweep)
    moved = []
    with up.resident(a, b, device=device):
        for _ in range(50):
            step(a, b)
            step(b, a)
            moved.append((step.last["bytes_in"], step.last["bytes_out"]))
            sweep(wanted[0], wanted[1])
            sweep(wanted[1], wanted[0])
    assert set(moved) == {(0, 0)}
    np.testing.assert_allclose(a, wanted[0], rtol=1e-12)
    np.testing.assert_allclose(b, wanted[1], rtol=1e-12)
    a[0] = 5.0  # writeable again


def test_parts_orders_and_types(device):
    def double(x):
        for i in prange(x.shape[0]):
            x[i] *= 2

    twice = on(device, double)
    a = np.arange(20, dtype=np.int32)
    f = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    with up.resident(a, f, device=device):
        twice(a[5:10])
        twice(a[::-3])
        twice(f[:, 1])
        twice(f.T[2])
    wanted, g = np.arange(20, dtype=np.int32), np.arange(12.0).reshape(3, 4)
    for part in (wanted[5:10], wanted[::-3], g[:, 1], g.T[2]):
        part *= 2
    np.testing.assert_array_equal(a, wanted)
    np.testing.assert_array_equal(f, g)


def test_sync_shows_the_host_what_is_there(device):
    a, b = np.ones(8), np.zeros(8)
    step = on(device, sweep)
    with up.resident(a, b, device=device) as block:
        step(a, b)
        assert b.sum() == 0.0
        block.sync()
        assert b.sum() == 6.0
        step(b, a)
        block.sync()
        assert a[1] == pytest.approx(2 / 3)
    assert a[1] == pytest.approx(2 / 3)


def test_calls_on_the_processor_take_part(device):
    a, b = np.ones(8), np.zeros(8)
    with up.resident(a, b, device=device):
        up.jit(sweep)(a, b)
        on(device, sweep)(b, a)
    assert b.tolist() == [0, 1, 1, 1, 1, 1, 1, 0]
    assert a[1] == pytest.approx(2 / 3)


def test_nobody_writes_on_the_host(device):
    a, b = np.ones(8), np.zeros(8)
    view = b[2:]
    with up.resident(a, b, device=device), pytest.raises(ValueError, match="read-only"):
        b[0] = 1.0
    with pytest.raises(RuntimeError, match=r"array 1 of resident\(\) was written on the host"), up.resident(a, b, device=device):
        on(device, sweep)(a, b)
        view[3] = 7.0
    assert b[5] == 7.0
    b[0] = 1.0


def test_read_only_arrays_stay_read_only(device):
    a, b = np.ones(8), np.zeros(8)
    b.flags.writeable = False
    with up.resident(a, b, device=device), pytest.raises(ValueError, match="read-only"):
        on(device, sweep)(a, b)
    assert not b.flags.writeable


def test_what_is_refused(device):
    a = np.ones((8, 8))
    with pytest.raises(ValueError, match="contiguous"):
        up.resident(a[:, ::2])
    for wrong in ([1.0], np.array(["a"]), np.zeros(3, ">f8"), up.to_device(a, device)):
        with pytest.raises(TypeError, match=r"resident\(\) takes"):
            up.resident(wrong)
    with up.resident(a, device=device) as block:
        with pytest.raises(ValueError, match="resident already"), up.resident(a[2:3], device=device):
            pass
        with pytest.raises(RuntimeError, match="has begun already"):
            block.__enter__()
    flat = a.reshape(-1)
    with up.resident(flat[:10], device=device), pytest.raises(TypeError, match="only a part is resident"):
        on(device, sweep)(flat, np.zeros(64))
    with pytest.raises(up.DeviceError), up.resident(a, device="cuda:77"):
        pass
    assert a.flags.writeable


def test_a_returned_part_is_one_of_the_hosts_array(device):
    def first(x):
        for i in prange(x.shape[0]):
            x[i, 0] = 3.0
        return x[0], x

    a = np.ones((8, 8))
    for function in (on(device, first), up.jit(first)):
        a[...] = 1.0
        with up.resident(a, device=device):
            row, whole = function(a)
            assert whole is a
            assert row.base is a
            assert not row.flags.writeable
            assert row.tolist() == [1.0] * 8
        assert row.tolist() == [3.0] + [1.0] * 7


def test_empty_arrays_and_none(device):
    with up.resident(np.zeros(0), np.zeros((3, 0)), device=device), up.resident():
        pass


def _add_one(a):
    for i in prange(a.shape[0]):
        a[i] += 1


def _first_of_bytes(a):
    return len(str(a.tobytes())) > 0 and float(a[0])


def _mixed(a):
    text = str(a.tobytes())
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i]
    for i in prange(a.shape[0]):
        a[i] *= 2
    return len(text) > 0, total, float(a[1]), a.tobytes()


def _stores(a):
    text = str(a.tobytes())
    a[0] = 100
    if len(text) == 0:
        a[1] = 5
    return text


@pytest.mark.parametrize("function", [_first_of_bytes, _mixed, _stores])
def test_what_python_runs_sees_the_elements_and_may_store(device, function):
    a, wanted = np.arange(4.0), np.arange(4.0)
    step, given = on(device, _add_one), up.jit(function, strict=False)
    with up.resident(a, device=device):
        step(a)
        _add_one(wanted)
        assert given(a) == function(wanted)
        step(a)
        _add_one(wanted)
        assert given(a[1:]) == function(wanted[1:])
        assert not a.flags.writeable
        step(a)
        _add_one(wanted)
        with pytest.raises(ValueError, match="read-only"):
            a[0] = 1
    np.testing.assert_array_equal(a, wanted)


def test_a_copy_on_a_device_has_the_elements_as_they_are(device):
    a = np.arange(4.0)
    step = on(device, _add_one)
    with up.resident(a, device=device):
        step(a)
        np.testing.assert_array_equal(up.to_device(a, device).to_host(), np.arange(1.0, 5.0))
        np.testing.assert_array_equal(up.asarray(a[1:], device=device).to_host(), np.arange(2.0, 5.0))


def test_a_block_that_nobody_ends(device):
    for _ in range(3):
        up.resident(np.arange(4.0), device=device).__enter__()


def _raises_behind_a_change(a, held):
    held.append(a[0])
    a[0] = 7.0
    return held[int(a[1])]


def test_a_call_that_python_makes_again_and_that_raises(device):
    a, wanted, held, others = np.arange(4.0), np.arange(4.0), [], []
    step, given = on(device, _add_one), up.jit(_raises_behind_a_change, strict=False)
    with up.resident(a, device=device):
        for _ in range(2):
            step(a)
            _add_one(wanted)
            with pytest.raises(IndexError, match="list index out of range"):
                given(a, held)
            with pytest.raises(IndexError):
                _raises_behind_a_change(wanted, others)
            assert not a.flags.writeable
            step(a)
            assert (step.last["bytes_in"], step.last["bytes_out"]) == (0, 0)
            _add_one(wanted)
    np.testing.assert_array_equal(a, wanted)
    assert held == others
