"""The entries of `type(...)` and `locals=`: text, NumPy types, dtype objects, Python's classes -> (dtype name, rank)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

SCALAR = -1  # the "rank" of an entry that is a number
_MAX_RANK = 8
_NAMES = frozenset(
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    + ["float16", "float32", "float64", "complex64", "complex128"]
)
_C_NAMES = {"double": "float64", "float": "float32"}
_UNCLEAR = {
    "int": "'int' has 32 bits in C and 64 in Python: write 'int32' or 'int64'",
    "long": "'long' differs between systems: write 'int32' or 'int64'",
    "uint": "'uint' has 32 bits in C and 64 in NumPy: write 'uint32' or 'uint64'",
}
_ARRAY = re.compile(r"ndarray\[(.+?)[,_](\d+)\]")

Entry = tuple[str, int]


def parse_type(given: Any, where: str) -> Entry:
    """`where` starts the message of the TypeError for anything else: "type() entry 2 of f()"."""
    if isinstance(given, str):
        text = "".join(given.split())
        array = _ARRAY.fullmatch(text)
        if array is None:
            return _scalar(text, given, where), SCALAR
        rank = int(array[2])
        if rank > _MAX_RANK:
            raise TypeError(f"{where} is {given!r}: arrays have at most {_MAX_RANK} dimensions")
        return _scalar(array[1], given, where), rank
    if given is np.ndarray:
        raise TypeError(f"{where} is numpy.ndarray: say what it holds, for example 'ndarray[double, 2]'")
    if isinstance(given, (type, np.dtype)):
        return _numpy_name(given, given, where), SCALAR
    raise _refuse(given, where)


def _scalar(name: str, given: Any, where: str) -> str:
    if name in _NAMES:
        return name
    if name in _C_NAMES:
        return _C_NAMES[name]
    if name in _UNCLEAR:
        raise TypeError(f"{where} is {given!r}: {_UNCLEAR[name]}")
    return _numpy_name(name, given, where)


def _numpy_name(value: Any, given: Any, where: str) -> str:
    try:
        dtype = np.dtype(value)
    except TypeError:
        raise _refuse(given, where) from None
    if not dtype.isnative:
        raise TypeError(f"{where} is {given!r}: the byte order of another machine is not supported")
    # One name for types of one layout, such as int64 and longlong.
    name = f"{dtype.kind}{dtype.itemsize}"
    found = _BY_LAYOUT.get(name)
    if found is None or value is object:
        raise _refuse(given, where)
    return found


_BY_LAYOUT = {f"{np.dtype(name).kind}{np.dtype(name).itemsize}": name for name in _NAMES}


def _refuse(given: Any, where: str) -> TypeError:
    return TypeError(
        f"{where} is {given!r}; accepted are bool, int8 to int64, uint8 to uint64, float16, float32, float64, "
        "complex64, complex128, C's 'double' and 'float' (32 bits), NumPy types and dtypes, and arrays such as "
        "'ndarray[double, 2]' (type, number of dimensions)"
    )
