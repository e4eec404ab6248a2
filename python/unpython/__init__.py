"""Compiles decorated Python/NumPy functions at call time. See `help(unpython.jit)` and `python -m unpython doctor`."""

import sys as _sys
import typing as _typing


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
    from unpython._device_arrays.operators import add_operators as _add_operators
    from unpython._devices import Device, devices, set_device, to_device
    from unpython._graphs import blocks, join, split, synchronize, task
    from unpython._loops import (
        _adds_in_order,
        _apart,
        _arrays_apart,
        _bits,
        _empty_like,
        _for_device,
        _has_numpy,
        _high_product,
        _in_parallel,
        _one_thread,
        _Refusal,
        _sum_of_terms,
        _time_code,
        gpurange,
        prange,
        shape,
        xrange,
    )
    from unpython._map_reduce import (
        filter,
        map,
        reduce,
        scan,
        segment_reduce,
        sort_by,
        stencil,
    )
    from unpython._options import options
    from unpython.decorators import declare_types as type
    from unpython.decorators import gpu, jit

    _add_operators(DeviceArray)

    def load_ipython_extension(shell: object) -> None:
        """`%load_ext unpython` adds the cell magic `%%unpython`."""
        from unpython._notebooks.magic import register

        register(shell)

    # What few programs ask for is imported then; unpython.dask takes a second.
    _LATER = {"dask": "dask", "profile": "_profile", "python": "_host", "random": "_random", "resident": "_device_arrays.residence"}
    _LATER |= {"guvectorize": "_guvectorize", "vectorize": "_vectorize"}
    _LATER |= {name: "_device_arrays.making" for name in ("asarray", "copyto", "empty", "full", "ones", "zeros")}
    if _typing.TYPE_CHECKING:
        from unpython._device_arrays.making import (
            asarray,
            copyto,
            empty,
            full,
            ones,
            zeros,
        )
        from unpython._device_arrays.residence import resident
        from unpython._guvectorize import guvectorize
        from unpython._host import python
        from unpython._profile import profile
        from unpython._random import random
        from unpython._vectorize import vectorize

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'unpython' has no attribute {name!r}")
        import importlib

        module = importlib.import_module(f"unpython.{_LATER[name]}")
        globals()[name] = found = module if name == _LATER[name] else getattr(module, name)
        return found  # the next time without this function


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
    "asarray",
    "blocks",
    "copyto",
    "devices",
    "empty",
    "filter",
    "full",
    "gpu",
    "gpurange",
    "guvectorize",
    "jit",
    "join",
    "map",
    "ones",
    "options",
    "prange",
    "profile",
    "python",
    "random",
    "reduce",
    "resident",
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
    "zeros",
]
