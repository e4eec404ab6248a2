"""The place of the best of many floats: NaN of either sign, zeros of both signs, infinities, numbers below the normal ones."""

import numpy as np
import pytest
import unpython as up
from support import paths


def largest(a):
    return a.argmax()


def least(a):
    return np.argmin(a)


def largest_of_rows(a):
    return np.argmax(a, axis=1)


def values(kind, dtype):
    random = np.random.default_rng(5)
    x = random.integers(-4, 5, 1500) * 1.0
    some = random.random(1500) < 0.5
    if kind == "nan":
        x[700] = np.nan
    elif kind == "nan below zero":
        x[700:900] = np.copysign(np.nan, -1.0)
    elif kind == "zeros":
        x = np.where(some, -0.0, 0.0)
    elif kind == "infinities":
        x = np.where(some, -np.inf, x - 9)
    elif kind == "small":
        x = -np.abs(x) * (1e-310 if dtype == np.float64 else 1e-42)
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("kind", ["plain", "nan", "nan below zero", "zeros", "infinities", "small"])
def test_places(kind, dtype):
    x = values(kind, dtype)
    for function, a in ((largest, x), (largest, x[::-2]), (least, x), (least, x[::-2]), (largest_of_rows, x.reshape(3, 500))):
        compiled = up.jit(function)
        runs = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
        runs += [up.jit(force=True, device=device)(function) for device in paths.DEVICES]
        for run in runs:
            np.testing.assert_array_equal(run(a), function(a))
