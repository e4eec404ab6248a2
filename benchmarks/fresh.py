"""Run in a new interpreter: `fresh.py first_call unpython|numba`, `gpu_first_call`, `gpu_first_calls` or `import`. Prints its figures as JSON."""

import json
import sys
import time

import numpy as np


def peak_mb() -> float:
    """Of this program: getrusage would count what the process held before it."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


def first_call(compiler: str) -> dict:
    from products import decorated

    function = decorated(compiler)
    a, b = np.random.default_rng(1).random((2, 64, 64))
    c = np.empty((64, 64))
    before = peak_mb()
    start = time.perf_counter()
    function(a, b, c)
    seconds = time.perf_counter() - start
    added = peak_mb() - before
    np.testing.assert_allclose(c, a @ b)
    return {"seconds": seconds, "added_mb": added}


def import_time() -> dict:
    start = time.perf_counter()
    import unpython  # noqa: F401

    return {"seconds": time.perf_counter() - start}


def gpu_first_call() -> dict:
    """Beyond the creation of the device's context."""
    import unpython as up
    from products import decorated

    function = decorated("gpu")
    a, b = np.random.default_rng(1).random((2, 64, 64))
    c = np.empty((64, 64))
    up.to_device(np.zeros(1))
    start = time.perf_counter()
    function(a, b, c)
    seconds = time.perf_counter() - start
    np.testing.assert_allclose(c, a @ b)
    return {"seconds": seconds}


def gpu_first_calls() -> dict:
    from gpu_bars import first_and_next_calls

    return first_and_next_calls()


MEASURES = {"import": import_time, "gpu_first_call": gpu_first_call, "gpu_first_calls": gpu_first_calls, "first_call": first_call}

print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
