"""What stands for a structured type among the classes of a function, and what its objects are when a call gives them."""

from __future__ import annotations

import sys
from typing import Any

from unpython._writing.heap.arrays.kinds import fits, kind_of_numpy, number_kind
from unpython._writing.heap.cells import NotOnHeap

_made: dict[Any, type] = {}
MOST_FIELDS = 12


class Structured:
    """An array: its fields are arrays, and columns of texts."""

    dtype: Any


class Record:
    """An item of one: the array and its place."""

    dtype: Any


class Column:
    """An array of texts, or a field of them: a list of texts, and how many letters each may have."""


class ColumnGiven(Column):
    """One of the caller's."""


class ColumnPart(Column):
    """A slice of one, which shares its memory in NumPy."""


class NumpyText:
    """An item of a column, which NumPy has a type of its own for."""


OF_NUMPY = (Structured, Record, Column, NumpyText)


def _class_for(base: type, key: Any, name: str, value: Any) -> type:
    return _made.setdefault((base, key), type(base.__name__, (base,), {name: value, "__module__": base.__module__}))


def structured(dtype: Any) -> type:
    """Raises NotOnHeap for one whose fields are something else than numbers and texts."""
    if not dtype.names or len(dtype.names) > MOST_FIELDS:
        raise NotOnHeap("a structured type of other fields")
    for name in dtype.names:
        of = dtype.fields[name][0]
        is_number = of.isnative and of.shape == () and (kind := number_kind(of.name)) >= 0 and fits(kind)
        if not (is_number or (of.kind == "U" and of.isnative and of.itemsize)):
            raise NotOnHeap("a structured type of other fields")
    return _class_for(Structured, str(dtype), "dtype", dtype)


def record(dtype: Any) -> type:
    return _class_for(Record, str(dtype), "dtype", dtype)


def is_text_array(value: Any) -> bool:
    """Whether a value is an array of texts of one dimension."""
    numpy = sys.modules.get("numpy")
    if numpy is None or type(value) is not numpy.ndarray:
        return False
    return bool(value.dtype.kind == "U" and value.dtype.isnative and value.ndim == 1 and value.dtype.itemsize)


def fields_of_texts(value: Any) -> dict[str, Any]:
    return {"items": value.tolist(), "width": value.dtype.itemsize // 4}


def given_back(of: Any, fields: dict[str, Any]) -> Any:
    """The object of NumPy that a call gives."""
    import numpy

    if issubclass(of, NumpyText):
        return numpy.str_(fields["text"])
    if issubclass(of, Column):
        return numpy.array(fields["items"], dtype=f"U{fields['width']}")
    made = numpy.empty(len(next(iter(fields.values()))), dtype=of.dtype)
    for name, items in fields.items():
        made[name] = items
    return made


def is_structured_type(value: Any) -> bool:
    return type(value).__module__ == "numpy.dtypes" and type(value).__name__ == "VoidDType" and kind_of_numpy(value) < 0 and value.names is not None
