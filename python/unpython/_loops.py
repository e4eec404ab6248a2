"""Ranges, `shape` and what functions of our own need besides, as plain Python sees them; compiled functions know them by
identity."""

from __future__ import annotations

from typing import Any, cast

_loop: Any = None  # what makes `prange` of a range, once there are generators: _random.py


def prange(*bounds: int) -> range:
    """`range` whose iterations may run in parallel. In plain Python it is `range`, and generators see its iterations."""
    numbers = range(*bounds)
    return numbers if _loop is None else cast(range, _loop(numbers))


def gpurange(*bounds: int) -> range:
    """`prange` that asks for the GPU. In plain Python it is `range`."""
    return prange(*bounds)


def see_iterations(loop: Any) -> None:
    """`loop(range)` is what `prange` gives from now on."""
    global _loop
    _loop = loop


def _apart(*bounds: int) -> range:
    """`prange` whose iterations touch no element in common, by construction: what nobody can prove from the text, and nobody
    asks."""
    return prange(*bounds)


def xrange(*bounds: int) -> range:
    """`range` under its old name."""
    return range(*bounds)


def shape(array: Any) -> tuple[int, ...]:
    """`array.shape`."""
    return tuple(array.shape)


class _Refusal(NotImplementedError):
    """What compiled code does not do, though Python does: of functions of the library, and of texts in other words."""


def _adds_in_order() -> bool:
    """Whether the order in which floats are added counts, as it does in plain Python and with fp='strict'."""
    return True


def _sum_of_terms(*terms: Any) -> Any:
    """`sum` of a generator that gives these terms."""
    return sum(terms)


def _for_device() -> bool:
    """Whether a call asks for a device, whose work items are many and slow by themselves."""
    return False


def _arrays_apart() -> bool:
    """Whether no two arguments of a call share memory."""
    return False


def _in_parallel() -> bool:
    """Whether the call stands in a parallel loop of a compiled function, where Python cannot be called."""
    return False


def _one_thread() -> bool:
    """Whether a call has a single thread."""
    return True


def _has_numpy() -> bool:
    """Whether a call may ask NumPy's sorts: not where code is built for callers without Python."""
    return False


def _uint64(x: Any) -> Any:
    """`np.uint64(x)`, for functions of ours that are read where NumPy is not."""
    import numpy

    return numpy.uint64(x)


def _bits(x: Any) -> Any:
    """The bytes of a float as a signed integer, and those of a signed integer as a float."""
    import numpy

    item = numpy.asarray(x)
    kind = "float" if item.dtype.kind == "i" else "int"
    return item.view(f"{kind}{8 * item.dtype.itemsize}")[()]


def _time_code(x: Any) -> int:
    """Of dates and differences of dates the number of their type, else 0: include/unpython/time_types.h."""
    import numpy

    dtype = numpy.asarray(x).dtype
    if dtype.kind not in "mM":
        return 0
    unit, multiple = numpy.datetime_data(dtype)
    return 1 << 15 | (dtype.kind == "m") << 14 | _TIME_UNITS.index(unit) << 10 | multiple


_TIME_UNITS = ("Y", "M", "W", "", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "generic")


def _text_of_time(count: Any, code: int) -> str:
    """str() of a date or difference that is known by its integer and the number of its type."""
    import numpy

    unit, multiple = _TIME_UNITS[code >> 10 & 15], code & 1023
    kind = "timedelta64" if code >> 14 & 1 else "datetime64"
    return str(numpy.int64(count).astype(kind if unit == "generic" else f"{kind}[{multiple}{unit}]"))


def _high_product(a: Any, b: Any) -> Any:
    """The upper half of a product of two uint64."""
    import numpy

    return numpy.uint64(int(a) * int(b) >> 64)


def _empty_like(items: Any) -> Any:
    """`np.empty_like`, but an empty list has the type that its items would have, where functions are compiled."""
    import numpy

    return numpy.empty_like(items)
