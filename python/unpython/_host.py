"""Functions that Python runs for compiled code: `print`, `time.perf_counter`, `np.random.normal`, `up.python(f, returns=...)`.

Problem:  a loop that draws a random number, or prints how far it is, must not keep the rest of the function from being compiled.
Choice:   compiled code calls back, outside of parallel loops, under Python's lock. It has to know before what it gets: nothing, one of
          Python's own numbers, or an array of a shape and type that the caller names. Arrays are handed over as they lie in memory,
          read-only, and are the function's own to use only until it returns.
Rejected: values of any type (each would need a box and a dispatch for all that follows); see _steps for those.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from unpython import _library
from unpython._library import by_name

NUMBERS = {"bool": bool, "int64": int, "float64": float, "complex128": complex}


class HostFunction:
    """One of them. `gives`: "none", a name in NUMBERS, "shown" (nothing, and it takes tuples and lists, too), or "array", which is
    called with a shape and a type first. `sized`: that shape is its argument `size`; `fills`: it stores what it gives into its first
    argument. `call` is what compiled code calls: with the array for the result, unless it gives nothing. `is_native`: C runs it, without
    Python's lock, also in parallel loops; it fills, and raises nothing."""

    __slots__ = ("call", "function", "gives", "is_native", "is_sized", "name")

    def __init__(
        self, function: Callable[..., Any], gives: str, is_sized: bool = False, name: str = "", fills: bool = False, is_native: bool = False
    ) -> None:
        self.function = function
        self.gives = gives
        self.is_sized = is_sized
        self.is_native = is_native
        self.name = name or getattr(function, "__name__", "function")
        self.call: Callable[..., Any] = function
        if fills or is_native:
            return
        if gives == "array":
            self.call = self._fill
        elif gives == "shown":
            self.call = self._show
        elif gives != "none":
            self.call = self._give_number

    @property
    def told(self) -> str:
        """What it gives, as programs say it."""
        return f"native-{self.gives}" if self.is_native else self.gives

    @property
    def shown(self) -> str:
        return self.name + getattr(self.function, "__name__", "") if self.name.endswith(".") else self.name

    def __call__(self, *given: Any) -> Any:
        """As the undecorated function means it."""
        if self.gives != "array":
            return self.function(*given)
        import numpy as np

        out = np.empty(*given[:2])
        self.call(out, *given[2:])
        return out

    def _fill(self, out: Any, *given: Any) -> None:
        value = self.function(*given, size=out.shape) if self.is_sized else self.function(*given)
        if getattr(value, "shape", out.shape) != out.shape:
            raise ValueError(f"{self.shown}() gave an array of shape {value.shape}, not {out.shape}")
        out[...] = value

    def _show(self, *given: Any) -> None:
        self.function(*_put_together(iter(given)))

    def _give_number(self, out: Any, *given: Any) -> None:
        value = self.function(*given)
        if type(value) is not NUMBERS[self.gives]:
            raise TypeError(f"{self.shown}() gave {type(value).__name__}, not {NUMBERS[self.gives].__name__}")
        out[0] = value


def own(value: Any) -> Any:
    """A value, an array as one that may be stored to: NumPy's permutation of an empty one asks for that."""
    return value.copy() if getattr(value, "shape", ()) else value


def _put_together(given: Iterator[Any]) -> Iterator[Any]:
    """The values of which compiled code (Lowerer::add_shown) says first what they are: 2 n for a tuple and 2 n + 1 for a list of n
    values, -1 for a number or an array, -2 and -3 for an array that is a list of NumPy's numbers and of Python's, -4 for None;
    -4 - n for a number of one of n types: which one, and the number in each of them."""
    for what in given:
        if what >= 0:
            items = list(itertools.islice(_put_together(given), what // 2))
            yield items if what % 2 else tuple(items)
        elif what == -4:
            yield None
        elif what < -4:
            which = next(given)
            yield list(itertools.islice(given, -4 - what))[which]
        else:
            value = next(given)
            yield value if what == -1 else list(value) if what == -2 else value.tolist()


_FLOATS: tuple[Any, ...] = (time.time, time.perf_counter, time.monotonic, time.process_time)
_INTEGERS: tuple[Any, ...] = (time.time_ns, time.perf_counter_ns, time.monotonic_ns, time.process_time_ns)
_KNOWN = {id(f): HostFunction(f, "float64") for f in _FLOATS}
_KNOWN |= {id(f): HostFunction(f, "int64") for f in _INTEGERS}
_KNOWN |= {id(time.sleep): HostFunction(time.sleep, "none")}


@functools.cache
def _of_random(random: Any) -> dict[int, HostFunction]:
    """Functions of the module that give Python's own numbers, whatever they are given; random.gauss(np.float64(0), 1.0) does not."""
    kinds = {"random": "float64", "randint": "int64", "randrange": "int64", "seed": "none"}
    return {id(getattr(random, name)): HostFunction(getattr(random, name), kind) for name, kind in kinds.items()}


def module_random() -> Any:
    """The module, where it is imported, which takes some milliseconds: else, or while a thread still imports it, no value is a function of it."""
    module = sys.modules.get("random")
    return None if getattr(getattr(module, "__spec__", None), "_initializing", False) else module


def statistics(value: Any) -> str:
    """The full name of a function of the module `statistics` that is known here; empty for anything else."""
    name = f"statistics.{getattr(value, '__name__', '')}" if getattr(value, "__module__", "") == "statistics" else ""
    return name if name and by_name.find(name) is not None and getattr(sys.modules["statistics"], value.__name__, None) is value else ""


def written(value: Any) -> str:
    """The name of the function of ours (_library) that stands for a function of Python; empty if there is none."""
    if (random := module_random()) is not None:
        for name in by_name.OF_PYTHONS_RANDOM:
            if value is getattr(random, name):
                return f"random.{name}"
    if statistics(value):
        return statistics(value)
    name = f"cmath.{getattr(value, '__name__', '')}"
    return name if getattr(value, "__module__", "") == "cmath" and by_name.find(name) is not None else ""


def find(value: Any) -> HostFunction | None:
    """What stands for an object that a program names: itself, or a function of Python that is known here."""
    if type(value) is HostFunction:
        return value
    random = module_random()
    return _KNOWN.get(id(value)) or (_of_random(random).get(id(value)) if random is not None else None)


def place_of(host: HostFunction) -> tuple[str, str] | None:
    """Module and name by which another process finds it, if it stands in a module of Python or of ours."""
    module, name = getattr(host.function, "__module__", None), getattr(host.function, "__name__", "")
    if isinstance(module, str) and find(getattr(sys.modules.get(module), name, None)) is host:
        return module, name
    for ours, held in list(sys.modules.items()):
        if ours.startswith(f"{_library.__name__}."):
            for name, value in vars(held).items():
                if value is host:
                    return ours, name
    return None


def at(module: str, name: str) -> HostFunction | None:
    """What place_of() was told of."""
    return find(getattr(importlib.import_module(module), name, None))


def python(function: Callable[..., Any], returns: Any = None) -> Any:
    """`function` for compiled code, which Python runs: outside of parallel loops, with numbers and read-only copies of arrays.

    `returns` says what it gives: None, or one of Python's own numbers (`float`, "int64"). What gives something else raises
    TypeError.

        total = up.python(lambda a: float(scipy.integrate.simpson(a)), returns=float)
    """
    from unpython._type_names import parse_type

    name = getattr(function, "__name__", "function")

    def on_copies(*given: Any) -> Any:
        return function(*map(_own_copy, given))

    entry = None if returns is None else parse_type(returns, "returns= of up.python()")
    if entry is None:
        return HostFunction(on_copies, "none", name=name)
    dtype, rank = entry
    if rank >= 0 or dtype not in NUMBERS:
        raise TypeError(f"returns= of up.python() names a number of Python's own (bool, int, float, complex), not {returns!r}")
    return HostFunction(on_copies, dtype, name=name)


def _own_copy(value: Any) -> Any:
    if not hasattr(value, "flags") or not hasattr(value, "copy") or not getattr(value, "ndim", 0):
        return value
    copy = value.copy()
    copy.flags.writeable = False
    return copy
