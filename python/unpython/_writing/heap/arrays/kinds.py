"""The kinds of arrays and of the numbers of NumPy, and what NumPy says about them. NumPy is asked for when it is needed."""

from __future__ import annotations

import sys
from typing import Any

from unpython._writing.heap.cells import ARRAY, FUNCTION, NUMBER

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64",
    "float16", "uint64", "complex64", "complex128",
    *(f"{of}[{unit}]" for of in ("datetime64", "timedelta64") for unit in "Y M W D h m s ms us ns".split()),
)  # fmt: skip
_NOT_ON_HEAP = ("complex64", "complex128")
NO_TIME = -(2**63)
_CODES = {name: code for code, name in enumerate(DTYPES)}
MOST_DIMENSIONS = 3
TRUTH, FLOAT16, FLOAT32, FLOAT64 = _CODES["bool"], _CODES["float16"], _CODES["float32"], _CODES["float64"]
INT64, UINT64 = _CODES["int64"], _CODES["uint64"]  # on the heap an unsigned integer of 64 bits is the signed one with its bits


def array_kind(dtype: str, dimensions: int) -> int:
    """-1: there is none."""
    return ARRAY + _CODES[dtype] * 8 + dimensions if dtype in _CODES and dimensions < 8 else -1


def number_kind(dtype: str) -> int:
    return NUMBER + _CODES[dtype] if dtype in _CODES else -1


def is_array(kind: int) -> bool:
    return ARRAY <= kind < NUMBER


def is_number(kind: int) -> bool:
    """Whether it is that of a number of NumPy."""
    return NUMBER <= kind < FUNCTION


def is_of_numpy(kind: int) -> bool:
    return ARRAY <= kind < FUNCTION


def code_of(kind: int) -> int:
    return kind - NUMBER if is_number(kind) else (kind - ARRAY) // 8


def dimensions_of(kind: int) -> int:
    return (kind - ARRAY) % 8


def dtype_of(kind: int) -> str:
    return DTYPES[code_of(kind)]


def is_real(kind: int) -> bool:
    """Whether the items are floats."""
    return code_of(kind) in (FLOAT16, FLOAT32, FLOAT64)


def is_integer(kind: int) -> bool:
    """Whether the items may be indices."""
    return not is_real(kind) and code_of(kind) != TRUTH and not is_time(kind)


def is_time(kind: int) -> bool:
    """Whether the items are dates or spans of time."""
    return dtype_of(kind).endswith("]")


def type_text(kind: int) -> str:
    """The type for the compiler."""
    return f'"{dtype_of(kind)}"' if is_time(kind) else "np.bool_" if code_of(kind) == TRUTH else f"np.{dtype_of(kind)}"


def fits(kind: int) -> bool:
    """Whether such a value may be on the heap."""
    return dtype_of(kind) not in _NOT_ON_HEAP and (is_number(kind) or dimensions_of(kind) <= MOST_DIMENSIONS)


def kind_of_numpy(value: Any) -> int:
    """Of an array or a number of NumPy; -1: of something else, or of what does not fit."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return -1
    if type(value) is numpy.ndarray:
        kind = array_kind(value.dtype.name, value.ndim) if value.dtype.isnative else -1
    elif isinstance(value, numpy.generic):
        kind = number_kind(value.dtype.name)
    else:
        return -1
    return kind if kind >= 0 and fits(kind) else -1


def bounds_of(dtype: str) -> tuple[int, int]:
    """The least and the largest integer of a type of that name; those of 64 bits for a type of floats."""
    import numpy

    found = numpy.dtype(getattr(numpy, dtype, dtype))
    info: Any = numpy.iinfo(found if found.kind in "iu" else "int64")
    return int(info.min), int(info.max)


def sample_kind(value: Any) -> int:
    """Of what NumPy gives: also of what does not fit."""
    import numpy

    if type(value) is numpy.ndarray:
        return array_kind(value.dtype.name, value.ndim)
    return number_kind(value.dtype.name) if isinstance(value, numpy.generic) else -1
