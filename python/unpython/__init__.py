"""Compiles decorated Python/NumPy functions at call time. See `help(unpython.jit)` and `python -m unpython doctor`."""

import sys as _sys

try:
    from unpython import _core  # noqa: F401
except ImportError as _problem:
    # `python -m unpython doctor` has to come up most of all when this fails.
    if _sys.argv[:1] != ["-m"]:
        raise ImportError(
            f"unpython's compiled part cannot be loaded ({_problem}); run `python -m unpython doctor`"
        ) from _problem
else:
    from unpython._core import (
        CompileError,
        DeviceArray,
        DeviceError,
        Function,
        InternalError,
        RaceError,
        UnpythonWarning,
    )
    from unpython._devices import Device, devices, set_device, to_device
    from unpython._loops import gpurange, prange, shape, xrange
    from unpython._options import options
    from unpython.decorators import declare_types as type
    from unpython.decorators import gpu, jit

__version__ = "0.1.0"

__all__ = [
    "CompileError",
    "Device",
    "DeviceArray",
    "DeviceError",
    "Function",
    "InternalError",
    "RaceError",
    "UnpythonWarning",
    "devices",
    "gpu",
    "gpurange",
    "jit",
    "options",
    "prange",
    "set_device",
    "shape",
    "to_device",
    "type",
    "xrange",
]
