"""Where a call goes when nobody says where: by what it is expected to take on either side."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange


def scale(a, b, factor):
    for i in prange(a.shape[0]):
        b[i] = a[i] * factor


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = np.float32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def test_a_small_call_stays_on_the_cpu_and_says_why():
    require("cuda")
    f = up.gpu(strict=False)(scale)
    a, b = np.arange(1000.0), np.zeros(1000)
    with pytest.warns(up.UnpythonWarning, match="is expected to take"):
        f(a, b, 2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        f(a, b, 3.0)
    assert f.ran_on == "cpu" and np.array_equal(b, a * 3)
    report = f.explain().as_dict()
    assert 0 < report["choice"]["cpu_ms"] < report["choice"]["gpu_ms"]
    assert report["fallbacks"][-1]["code"] == "UNPROFITABLE" and "ms" in report["fallbacks"][-1]["reason"]
    assert "expected to take" in str(f.explain())


def test_work_that_pays_goes_to_the_device():
    require("cuda")
    f = up.gpu(strict=False)(product)
    a = np.ones((1500, 1500), np.float32)
    c = np.zeros_like(a)
    f(a, a, c)
    assert f.ran_on == "cuda:0" and np.array_equal(c, a * 1500)
    choice = f.explain().as_dict()["choice"]
    assert 0 < choice["gpu_ms"] <= choice["cpu_ms"]


@pytest.mark.parametrize("options", [{"force": True}, {"strict": True}, {"device": "cuda"}])
def test_who_insists_is_not_asked(options):
    require("cuda")
    f = up.gpu(**options)(scale)
    a, b = np.arange(10.0), np.zeros(10)
    f(a, b, 2.0)
    assert f.ran_on == "cuda:0" and np.array_equal(b, a * 2)
    assert f.explain().as_dict()["choice"] is None


def test_arrays_on_the_device_stay_there():
    device = require("cuda")
    f = up.gpu(strict=False)(scale)
    a, b = up.to_device(np.arange(10.0), device), up.to_device(np.zeros(10), device)
    f(a, b, 2.0)
    assert f.ran_on == device and np.array_equal(b.to_host(), np.arange(10.0) * 2)


def test_force_is_true_or_false():
    with pytest.raises(TypeError, match="force is True or False"):
        up.gpu(force="yes")
    assert up.gpu(force=True)(scale).options["force"] is True
