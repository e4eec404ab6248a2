"""explain, last, ran_on, inspect, signatures; fallbacks and warnings; options at calls."""

import warnings

import numpy as np
import pytest

import unpython as up
from support.devices import skip_with_gpu
from unpython import prange


def fresh():
    """A function that no other test has called."""

    @up.jit
    def scale(a, x):
        for i in prange(a.shape[0]):
            a[i] = a[i] * x

    return scale


def test_nothing_is_known_before_the_first_call():
    scale = fresh()
    assert scale.last is None
    assert scale.ran_on is None
    assert scale.signatures == []
    assert scale.explain().as_dict()["device"] is None


def test_a_refused_call_is_told():
    @up.jit(strict=True)
    def total(x):
        s = 0.0
        for v in x:
            s += v
        return s

    def refused(argument):
        with pytest.raises(TypeError) as caught:
            total(argument)
        assert str(caught.value) in repr(total.explain())
        assert total.explain().as_dict()["refused"] == str(caught.value)

    refused(object())
    assert total.ran_on is None
    total(np.ones(2))
    assert total.explain().as_dict()["refused"] is None and "was refused" not in repr(total.explain())
    refused(np.array(["a"]))
    assert total.ran_on == "cpu" and "all else is of the call before" in repr(total.explain())
    with pytest.raises(ZeroDivisionError):  # of the program, which ran
        up.jit(strict=True)(lambda n: 1 // n)(0)
    total(np.ones(3))
    assert total.explain().as_dict()["refused"] is None


def test_arguments_that_only_python_takes_are_told():
    @up.jit(strict=False)
    def total(x, mode):
        s = 0.0
        for v in x:
            s += v
        return s if mode else 0.0

    with pytest.warns(up.UnpythonWarning, match="mode"):
        total(np.ones(2), {3: object()})
    report = total.explain()
    assert report.as_dict()["not_taken"] == {"mode": "a dict"}
    assert "lines that use mode: in Python, for it is a dict" in repr(report)
    total(np.ones(2), 1)
    assert "runs on cpu" in repr(total.explain())


def test_the_record_of_a_call():
    scale = fresh()
    scale(np.ones(10), 2.0)
    assert scale.ran_on == "cpu"
    last = scale.last
    assert last["device"] == "cpu"
    assert last["compiled"] is True
    assert last["cache"] in ("compiled", "disk", "memory")
    assert (last["bytes_in"], last["bytes_out"]) == (0, 0)
    scale(np.ones(10), 2.0)
    assert scale.last["compiled"] is False
    assert scale.last["cache"] == "memory"
    scale(np.ones(1_000_000), 2.0)
    assert scale.last["times"]["run"] > 0
    scale(np.ones(10, np.float32), 2)
    assert scale.signatures == [
        ("ndarray[float64, 1]", "weak float64"),
        ("ndarray[float32, 1]", "weak int64"),
    ]


def test_explain_tells_the_nests():
    scale = fresh()
    report = scale.explain(np.ones(10), 2.0)
    plain = report.as_dict()
    assert plain["function"].endswith("scale")
    assert plain["device"] == "cpu"
    assert plain["fallbacks"] == []
    (nest,) = plain["nests"]
    assert nest["line"] == scale.py_func.__code__.co_firstlineno + 2
    assert nest["parallel"]["verdict"] == "proven"
    assert len(str(report).splitlines()) <= 25
    assert scale.last is None  # explaining does not call


def test_inspect_shows_each_stage():
    scale = fresh()
    with pytest.raises(ValueError, match="nothing ran yet"):
        scale.inspect("ir")
    a = np.ones(10)
    assert "a[" in scale.inspect("ir", a, 2.0)
    assert "parallel" in scale.inspect("scheduled", a, 2.0)
    assert "define" in scale.inspect("llvm", a, 2.0)
    assert ".text" in scale.inspect("asm", a, 2.0)
    with pytest.raises(ValueError, match="unknown stage 'x'; there are 'ir', 'fused', 'accesses'.*'cuda', 'opencl' and 'steps'"):
        scale.inspect("x", a, 2.0)


def test_the_missing_gpu_is_recorded_and_warned_about_once():
    skip_with_gpu()

    @up.gpu(strict=False)
    def clear(a):
        a[0] = 0

    with pytest.warns(up.UnpythonWarning, match="no usable GPU"):
        clear(np.ones(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clear(np.ones(3))
        clear(np.ones(3, np.float32))
    fallbacks = clear.explain().as_dict()["fallbacks"]
    assert [(f["device"], f["code"], f["line"]) for f in fallbacks] == [
        ("cuda", "NO_DEVICE", None),
        ("opencl", "NO_DEVICE", None),
    ]
    assert all(f["reason"] for f in fallbacks)


def test_each_device_that_is_missing_is_warned_about():
    scale = fresh()
    for device in ("opencl:77", "opencl:78"):
        with up.options(device=device, strict=False), pytest.warns(up.UnpythonWarning, match=f"{device}: there are") as told:
            scale(np.ones(3), 2.0)
        assert told[0].filename == __file__


def test_strict_makes_the_fallback_an_error():
    skip_with_gpu()

    @up.gpu(strict=True)
    def clear(a):
        a[0] = 0

    a = np.ones(3)
    with pytest.raises(up.DeviceError, match="no usable GPU"):
        clear(a)
    assert a[0] == 1
    with up.options(device="cpu"):
        clear(a)
    assert a[0] == 0


def test_a_warning_made_an_error_is_raised():
    skip_with_gpu()

    @up.gpu(strict=False)
    def clear(a):
        a[0] = 0

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(up.UnpythonWarning):
            clear(np.ones(3))


def test_options_of_a_block_apply_to_calls():
    @up.jit
    def get(a, i):
        return a[i] // i

    with up.options(device="python"):
        assert get(np.array([4, 4]), 1) == 4
        assert get.ran_on == "python"
    assert get(np.array([4, 4]), 1) == 4
    assert get.ran_on == "cpu"


def test_strict_floats_equal_python_bit_for_bit():
    def total(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i] * a[i]
        return s

    a = np.random.default_rng(1).normal(size=3000)
    assert up.jit(fp="strict")(total)(a) == total(a)


def test_the_compiled_part_lists_its_reasons():
    reasons = up._core.reasons()
    assert list(reasons) == sorted(reasons)
    assert all(reasons.values())
