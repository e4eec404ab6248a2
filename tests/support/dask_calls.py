"""What tests of unpython.dask call, on Dask's own schedulers."""

import numpy as np
import pytest
import unpython as up
from support.devices import package
from unpython import prange

package("dask")
import dask  # noqa: E402


@pytest.fixture(autouse=True, params=["synchronous", "threads"])
def scheduler(request):
    with dask.config.set(scheduler=request.param):
        yield request.param


@up.jit
def scaled(x, by):
    out = np.empty_like(x)
    for i in prange(x.shape[0]):
        out[i] = x[i] * by
    return out


@up.jit
def smooth(x, out):
    for i in prange(1, x.shape[0] - 1):
        out[i] = (x[i - 1] + x[i] + x[i + 1]) / 3.0


@up.jit
def every_fourth(x, out):
    for i in prange(out.shape[0]):
        out[i] = x[4 * i]


def numbers(*shape):
    return np.random.default_rng(5).random(shape)


def keys(count, most):
    return np.random.default_rng(3).integers(0, most, count)


def same(a, b):
    if isinstance(a, tuple):
        assert isinstance(b, tuple) and len(a) == len(b)
        for left, right in zip(a, b, strict=True):
            same(left, right)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype and a.shape == b.shape
        assert a.tobytes() == np.ascontiguousarray(b).tobytes()
    else:
        assert type(a) is type(b) and np.array(a).tobytes() == np.array(b).tobytes()
