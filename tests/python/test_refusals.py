"""What is refused says why in words of the caller, and is the error that Python or NumPy has there."""

import copy

import numpy as np
import pytest
import unpython as up
from support.devices import require


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def _message(kind, call):
    with pytest.raises(kind) as raised:
        call()
    return str(raised.value)


@pytest.mark.parametrize("operate", [
    lambda x: ~x, lambda x: x & 1, lambda x: x << 1, lambda x: x | x, lambda x: x ^ True, lambda x: x @ 3, lambda x: 1 >> x,
])  # fmt: skip
def test_operators_that_floats_do_not_have_are_type_errors(device, operate):
    x = up.to_device(np.arange(6.0), device)
    with pytest.raises(TypeError) as raised:
        operate(x)
    assert isinstance(raised.value, up.CompileError)
    assert "is not defined for" in str(raised.value)
    with pytest.raises((TypeError, ValueError)):
        operate(np.arange(6.0))


def test_updates_that_change_the_type_are_type_errors(device):
    x = up.to_device(np.arange(6), device)
    with pytest.raises(TypeError, match="same_kind"):
        x += 1.5
    with pytest.raises(TypeError, match="same_kind"):
        x /= 2


@pytest.mark.parametrize("key", ["a", 1.5])
def test_subscripts_that_are_none_are_index_errors(device, key):
    x = up.to_device(np.arange(6.0), device)
    for call in (lambda: x[key], lambda: x.__setitem__(key, 1.0)):
        with pytest.raises(IndexError, match="must be an integer"):
            call()


def test_large_integers_beside_arrays_on_a_device(device):
    floats, words, integers = (np.arange(3, dtype=kind) for kind in (np.float64, np.uint64, np.int64))
    for array, number in ((floats, 2**70), (floats, -(2**80)), (words, 2**63 + 5)):
        found = up.to_device(array, device) + number
        np.testing.assert_array_equal(found.to_host(), array + number, strict=True)
    for call in (lambda x: x + 2**70, lambda x: 2**70 - x, lambda x: x.__setitem__(0, 2**70)):
        text = _message(OverflowError, lambda call=call: call(up.to_device(integers, device)))
        assert str(2**70) in text or text == _message(OverflowError, lambda call=call: call(integers.copy()))
        assert "p1" not in text
        assert "on_device" not in text
    np.testing.assert_array_equal((up.to_device(floats, device) ** 2**70).to_host(), floats ** 2**70)


def test_names_of_operations_on_a_device(device):
    """The name of the operation, not of what is made for it."""
    x = up.to_device(np.arange(6.0), device)
    with pytest.warns(up.UnpythonWarning, match="^sum: "):
        assert "np.sum(a, dtype=np.float128) is not compiled" in _message(TypeError, lambda: np.sum(x, dtype=np.longdouble))


def test_masks_are_not_lost(device):
    masked = np.ma.masked_array(np.arange(3.0), [0, 1, 0])
    x = up.to_device(np.arange(3.0), device)
    for call in (
        lambda: up.to_device(masked, device), lambda: up.asarray(masked, device=device), lambda: up.asarray(masked, np.float32, device),
        lambda: x + masked, lambda: x.__setitem__(slice(None), masked), lambda: up.copyto(x, masked), lambda: up.resident(masked, device=device),
    ):  # fmt: skip
        assert "mask" in _message(TypeError, call).lower()


def test_arrays_of_another_byte_order(device):
    swapped = np.arange(3).astype(">i4")
    for call in (
        lambda: up.to_device(swapped, device), lambda: up.zeros(3, ">f8", device), lambda: up.resident(swapped, device=device),
        lambda: up.map(lambda x: x, swapped),
    ):  # fmt: skip
        assert "byte order" in _message(TypeError, call)
    assert "float32" in _message(TypeError, lambda: up.to_device(np.arange(3, dtype=np.longdouble), device))


def test_more_bytes_than_a_device_has(device):
    for shape in (2**60, (2**40, 2**40)):
        assert "more bytes than any device" in _message(MemoryError, lambda shape=shape: up.zeros(shape, device=device))


@pytest.mark.parametrize("name", ["cpu", "cpu:0"])
def test_the_cpu_is_no_device_for_arrays(name):
    for call in (lambda: up.zeros(3, device=name), lambda: up.to_device(np.arange(3), name)):
        assert "NumPy's arrays lie in its memory" in _message(up.DeviceError, call)
    assert "no such kind of device" in _message(up.DeviceError, lambda: up.zeros(3, device="tpu"))


def test_copies_of_arrays_on_a_device(device):
    x = up.to_device(np.arange(6.0), device)
    for part in (x, x[::2], x[:0]):
        for copied in (copy.copy(part), copy.deepcopy(part), copy.deepcopy([part])[0]):
            assert isinstance(copied, up.DeviceArray)
            assert copied.device == x.device
            expected = part.to_host()
            copied[...] = -1
            np.testing.assert_array_equal(part.to_host(), expected)


def test_resident_outside_of_its_block(device):
    block = up.resident(np.arange(3.0), device=device)
    assert "inside of its block" in _message(RuntimeError, block.sync)
    with block:
        block.sync()
    assert "inside of its block" in _message(RuntimeError, block.sync)


def test_a_profile_that_was_never_begun(tmp_path):
    profile = up.profile()
    for call in (lambda: profile.rows, lambda: profile.own, profile.as_dict, lambda: profile.trace(tmp_path / "trace"), profile.plot):
        assert "has measured nothing" in _message(RuntimeError, call)
    assert "has measured nothing" in str(profile)
    assert "has measured nothing" in _message(RuntimeError, lambda: profile.__exit__(None, None, None))
    with profile:
        assert "has not ended" in str(profile)
    assert profile.rows


def test_explain_after_a_call_that_was_refused():
    @up.jit(strict=True)
    def refused(a):
        return a.foo

    assert "not called yet" in str(refused.explain())
    with pytest.raises(up.CompileError):
        refused(np.arange(3.0))
    assert "not called" not in str(refused.explain())
    with pytest.raises(up.CompileError, match="foo"):
        refused.explain(np.arange(3.0))


@pytest.mark.parametrize(("call", "kind", "text"), [
    (lambda: up.map(lambda x: x, np.array(["a"])), TypeError, "up.map()"),
    (lambda: up.map(lambda x: x, {}), TypeError, "up.map takes arrays and numbers, not a dict"),
    (lambda: up.map(lambda x, y: x, np.arange(3.0), 2**70), OverflowError, "up.map()"),
    (lambda: up.reduce(lambda x, y: x + y, np.arange(3.0), 2**70), OverflowError, "up.reduce()"),
])  # fmt: skip
def test_names_of_loops_around_functions(call, kind, text):
    message = _message(kind, call)
    assert text in message
    assert "map1" not in message
    assert "map2" not in message


def raises_its_own(x):
    if x > 1:
        raise NotImplementedError("not yet")
    return x


def test_a_programs_own_not_implemented_error_is_no_refusal(recwarn):
    function = up.jit(raises_its_own)
    for _ in range(2):
        with pytest.raises(NotImplementedError, match="not yet") as raised:
            function(3)
        assert raised.value.unpython_place[1] == raises_its_own.__code__.co_firstlineno + 2
        assert function.last["device"] != "python"
    assert not recwarn.list


def clipped(a, b):
    a.clip(0, 1, b)


def summed(a, b):
    a.cumsum(0, None, b)


def given_on(a, b):
    a.take(*b)


def only_read(a, b):
    return a.clip(0, 1).cumsum(0), a.round(1), a.min(0), a.take([0], 0)


def test_methods_that_store_to_an_array_of_their_caller_change_something():
    from unpython import _attempts

    assert [_attempts.may_run_again(f) for f in (clipped, summed, given_on, only_read)] == [False, False, False, True]
