"""Compiles decorated Python/NumPy functions at call time. See `help(unpython.jit)` and `python -m unpython doctor`."""

import sys as _sys


def _refuse_sub_interpreters() -> None:
    """The compiled part cannot be loaded there: looking for the lock of the main interpreter would take for ever."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            interpreters = __import__(name)
        except ImportError:
            continue
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("unpython runs in the main interpreter of a process only")
        return


_refuse_sub_interpreters()

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
    from unpython._graphs import blocks, join, split, synchronize, task
    from unpython._loops import _adds_in_order, _empty_like, _for_device, gpurange, prange, random, shape, xrange
    from unpython._map_reduce import filter, map, reduce, scan, segment_reduce, sort_by, stencil
    from unpython._options import options
    from unpython._vectorize import guvectorize, vectorize
    from unpython.decorators import declare_types as type
    from unpython.decorators import gpu, jit

    def __getattr__(name: str) -> object:
        """unpython.dask is imported when it is asked for: Dask takes a second."""
        if name != "dask":
            raise AttributeError(f"module 'unpython' has no attribute {name!r}")
        import importlib

        return importlib.import_module("unpython.dask")


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
    "blocks",
    "devices",
    "filter",
    "gpu",
    "gpurange",
    "guvectorize",
    "jit",
    "join",
    "map",
    "options",
    "prange",
    "random",
    "reduce",
    "scan",
    "segment_reduce",
    "set_device",
    "shape",
    "sort_by",
    "split",
    "stencil",
    "synchronize",
    "task",
    "to_device",
    "type",
    "vectorize",
    "xrange",
]
