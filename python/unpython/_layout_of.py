"""The layout (_layouts.py) of each value that a call gives."""

from __future__ import annotations

import enum
import sys
from typing import Any

from unpython import _records
from unpython._bindings import library_name
from unpython._function_values import known_function
from unpython._layouts import (
    CONSTANT,
    DRAWN,
    EMPTY,
    FIELDS,
    GIVEN,
    HELD,
    HOLDERS,
    LIST,
    MIXED_VALUES,
    NOTHING,
    NUMBERS,
    OBJECTS,
    OF_DICTS,
    RAGGED,
    RECORD,
    ROWS,
    SET,
    TABLE,
    THERE,
    TUPLE,
    UNREAD,
    WORDS,
    Chosen,
    Container,
    Layout,
    has_mixed_values,
    has_nothing,
    holder_in,
    is_mixed_numbers,
    is_table,
    items_of,
)

_MOST_FIELDS = 32
_FIELD_TYPES = frozenset("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split())
_LONGEST_LIST = 16  # of what is no number, or numbers of several types: each item is a parameter
_LARGEST_AXIS = 64  # also of its negative ones: NumPy's arrays have no more
_EXACT = 2**53  # integers up to here are floats of the same value
_MIXED = frozenset([bool, int, float, str, type(None)])


class NotTaken(Exception):
    """A value that is not taken apart."""


def layout_of(value: Any, place: Any, keys: frozenset[str] | None = None) -> Layout:
    """`keys`: of a dict, all that is read of it, if that is known."""
    if type(value) is str:
        return value
    if type(value) is tuple:
        return tuple(layout_of(item, (place, i)) for i, item in enumerate(value))
    if type(value) is int and isinstance(place, tuple) and not -(2**63) <= value < 2**63:
        raise NotTaken
    if type(value) is list:
        return list_layout_of(value, place)
    if type(value) is set:
        return _set_layout(value, place)
    if type(value) is frozenset and isinstance(place, tuple):
        raise NotTaken
    if type(value) in (range, slice):
        return _range_layout(value, place)
    if type(value) is getattr(sys.modules.get("array"), "array", None):
        return _array_layout(value, place)
    if type(value) is bytes:
        if isinstance(place, tuple):
            raise NotTaken
        return Container(NUMBERS, int, 1, names=("bytes",))
    if isinstance(value, enum.Enum) and is_plain_member(value):
        return value
    if type(value).__name__ == "ndarray" and getattr(value.dtype, "names", None):
        return _fields_layout(value, place)
    if type(value).__module__ == "numpy.random._generator" and type(value).__name__ == "Generator":
        if isinstance(place, tuple):
            raise NotTaken
        return Container(DRAWN, type(value))
    if (function := known_function(value, place)) is not None:
        return function
    return element_type(value) if isinstance(value, type) else _record_layout(value, place, keys)


def _record_layout(value: Any, place: Any, keys: frozenset[str] | None) -> Layout:
    """An object by its fields, a dict by its keys; None for what is passed on."""
    kind = type(value)
    if kind is dict:
        names = tuple(value)
        if names and not isinstance(place, tuple) and all(type(name) is int for name in names):
            return _table_layout(value)
        if not names or not all(type(name) is str for name in names):
            raise NotTaken
    elif is_library_object(value) or not _records.is_known(kind):
        return element_type(value)
    else:
        names = _records.field_names(value)
    if not 0 < len(names) <= _MOST_FIELDS:
        raise NotTaken
    items = items_of(kind, names, value)
    unread = frozenset(names) - (keys or frozenset(names))
    items = [None if name in unread else item for name, item in zip(names, items, strict=True)]
    layouts = tuple(
        Container(UNREAD, object) if name in unread else layout_of(item, (place, name)) for name, item in zip(names, items, strict=True)
    )
    if len({id(item) for item in items if is_container(item)}) < sum(map(is_container, items)):
        raise NotTaken  # two names of one object
    return Container(RECORD, kind, names=names, items=layouts)


def other_layout_of(value: Any) -> Layout:
    """Of what is not taken apart as it is: a dict with texts as keys, and a list of lists, as arrays of all keys and of all items."""
    if type(value) is dict and value and all(type(key) is str for key in value):
        items = list(value.values())
        kind = _kind_of_all(items)
        if kind is not None:
            return Container(TABLE, kind, names=("str",))
        return _table_of_lists(value, ("str",))
    if type(value) is dict and value and all(type(key) is int for key in value):
        return _table_of_lists(value, ())
    if type(value) is list and value:
        kind = _kind_of_lists(value)
        return None if kind is None else Container(RAGGED, kind)
    return None


def axis_layout_of(value: Any) -> Layout:
    """Of an axis, of a tuple of them, and of what `keepdims` is given; None for anything else."""
    if type(value) is tuple and value:
        items = tuple(map(axis_layout_of, value))
        return None if None in items else items
    return Chosen(value) if type(value) is bool or (type(value) is int and abs(value) <= _LARGEST_AXIS) else None


def objects_layout_of(value: Any) -> Layout:
    """Of an object, of a dict with texts as keys, and of a list of such ones, whose fields are numbers and texts."""
    if (found := _tuples_in_lists(value) or _items_in_dicts(value) or _dicts_with_nothing(value)) is not None:
        return found
    is_list = type(value) is list
    first: Any = (value[0] if value else None) if is_list else value
    kind = type(first)
    if kind is dict:
        names = tuple(first)
        if not names or not all(type(name) is str for name in names):
            return None
    elif is_library_object(first) or not _records.is_known(kind):
        return None
    else:
        names = _records.field_names(first)
    if not 0 < len(names) <= _MOST_FIELDS:
        return None
    types = tuple(map(type, items_of(kind, names, first)))
    return Container(OBJECTS, (kind, names, types), int(is_list)) if {*types} <= {bool, int, float, str} else None


def _tuples_in_lists(value: Any) -> Layout:
    """Of a dict or a list of lists of tuples of numbers and texts."""
    if type(value) is dict and value and {*map(type, value)} in ({int}, {str}):
        shape, lists = "texts" if type(next(iter(value))) is str else "dict", list(value.values())
    elif type(value) is list and value:
        shape, lists = "lists", value
    else:
        return None
    if not all(type(inner) is list for inner in lists):
        return None
    first = next((inner[0] for inner in lists if inner), None)
    types = tuple(map(type, first)) if type(first) is tuple else ()
    if not types or not {*types} <= {bool, int, float, str}:
        return None
    return Container(OBJECTS, (tuple, tuple(map(str, range(len(types)))), types), 2, names=(shape,))


def _dicts_with_nothing(value: Any) -> Layout:
    """Of a list of dicts with texts as keys, and numbers and texts as values, of which some are None, or are not there."""
    if type(value) is not list or not value or not all(type(row) is dict for row in value):
        return None
    names = tuple(dict.fromkeys(name for row in value for name in row))
    if not 0 < len(names) <= _MOST_FIELDS or not all(type(name) is str and not name.endswith((GIVEN, THERE)) for name in names):
        return None
    ends = [(name, GIVEN) for name in names if any(row.get(name, 0) is None for row in value)]
    ends += [(name, THERE) for name in names if any(name not in row for row in value)]
    types = [_kind_or_none([row[name] for row in value if name in row]) for name in names]
    if not ends or None in types:
        return None
    flags = tuple(name + end for name, end in ends)
    return Container(OBJECTS, (dict, (*names, *flags), (*types, *(bool,) * len(flags))), 1, names=(NOTHING,))


def tuples_with_nothing(value: Any) -> Layout:
    """Of a list of tuples of one length, of numbers and texts, of which some are None."""
    if type(value) is not list or not value or not all(type(row) is tuple and len(row) == len(value[0]) for row in value):
        return None
    columns = [[row[place] for row in value] for place in range(len(value[0]))]
    places = tuple(place for place, column in enumerate(columns) if any(item is None for item in column))
    types = [_kind_or_none(column) for column in columns]
    if not places or None in types:
        return None
    return Container(ROWS, (*types, *(bool,) * len(places)), names=(NOTHING, *map(str, places)))


def mixed_values(value: Any) -> Layout:
    """Of a dict with integers or texts as keys, or of a list, with integers and floats that are the same as floats; None for anything else."""
    if type(value) not in (dict, list):
        return None
    items = list(value.values()) if type(value) is dict else value
    if {*map(type, items)} != {int, float} or any(type(item) is int and not -_EXACT <= item <= _EXACT for item in items):
        return None
    keys = {*map(type, value)} if type(value) is dict else set()
    if type(value) is dict and keys not in ({int}, {str}):
        return None
    return Container(ROWS, (*keys, float, bool), names=(MIXED_VALUES,))


def _kind_or_none(items: list[Any]) -> Any:
    """The type of all items but those that are None; of these alone it is any."""
    given = [item for item in items if item is not None]
    return _kind_of_all(given) if given else int


def _items_in_dicts(value: Any) -> Layout:
    """Of a dict of dicts with integers or texts as keys, and numbers or texts of one type as values."""
    if type(value) is not dict or not value or {*map(type, value)} not in ({int}, {str}):
        return None
    if not all(type(inner) is dict for inner in value.values()):
        return None
    first = next((next(iter(inner.items())) for inner in value.values() if inner), None)
    types = tuple(map(type, first)) if first is not None else ()
    if not types or types[0] not in (int, str) or types[1] not in (bool, int, float, str):
        return None
    shape = "texts" if type(next(iter(value))) is str else "dict"
    return Container(OBJECTS, (tuple, ("0", "1"), types), 2, names=(shape + OF_DICTS,))


def _table_of_lists(value: dict[Any, Any], names: tuple[str, ...]) -> Layout:
    """Of a dict whose values are lists, or sets, or tuples of several lengths; those without any item hold what may be a key."""
    items = list(value.values())
    holder = type(items[0])
    if holder not in HOLDERS or not all(type(item) is holder for item in items) or (holder is tuple and len({*map(len, items)}) == 1):
        return None
    held = [item for inner in items for item in inner]
    kind = _kind_of_all(held) if held else type(next(iter(value)))
    return None if kind is None else Container(TABLE, kind, HOLDERS.index(holder), names)


def _kind_of_all(items: list[Any]) -> Any:
    """The type of items that are numbers or texts of one type."""
    kind = type(items[0]) if items else None
    return kind if kind in (bool, int, float, str) and all(type(item) is kind for item in items) else None


def _kind_of_lists(lists: list[Any]) -> Any:
    if not all(type(inner) is list for inner in lists):
        return None
    return _kind_of_all([item for inner in lists for item in inner])


def _table_layout(value: dict[int, Any]) -> Layout:
    """A dict with Python's integers as keys and numbers of one type as values."""
    kind = type(next(iter(value.values())))
    if kind not in (bool, int, float) or mixed_values(value) is not None:
        raise NotTaken
    return Container(TABLE, kind)


def _set_layout(value: set[Any], place: Any) -> Layout:
    """A set of Python's integers, or of texts."""
    kind = type(next(iter(value), 0))
    if isinstance(place, tuple) or kind not in (int, str) or not all(type(item) is kind for item in value):
        raise NotTaken
    return Container(SET, kind)


def _fields_layout(value: Any, place: Any) -> Layout:
    """An array of one dimension of records, by its fields: each of a type that compiled functions take."""
    names = value.dtype.names
    kinds = [value.dtype[name].base for name in names]
    is_known = all(kind.kind in "biufc" and kind.isnative and kind.name in _FIELD_TYPES for kind in kinds)
    if isinstance(place, tuple) or value.ndim != 1 or not is_known or not all(name.isidentifier() for name in names):
        raise NotTaken
    return Container(FIELDS, value.dtype, names=names)


def is_plain_member(value: enum.Enum) -> bool:
    """Of an enumeration whose members are equal to themselves alone."""
    kind = type(value)
    return type(kind) is enum.EnumMeta and kind.__mro__[1:] == (enum.Enum, object) and kind.__eq__ is object.__eq__


def _range_layout(value: Any, place: Any) -> Layout:
    ends = (value.start, value.stop, value.step)
    known = (type(None), int) if isinstance(value, slice) else (int,)
    if isinstance(place, tuple) or not all(type(end) in known and (end is None or -(2**62) < end < 2**62) for end in ends):
        raise NotTaken
    return Container(RECORD, type(value), names=("start", "stop", "step"), items=(None, None, None))


def _array_layout(value: Any, place: Any) -> Layout:
    if isinstance(place, tuple) or value.typecode not in "bBhHiIlLqfd":
        raise NotTaken
    return Container(NUMBERS, float if value.typecode in "fd" else int, 1, names=("array",))


def is_container(value: Any) -> bool:
    return isinstance(value, dict) or (not is_library_object(value) and _records.is_known(type(value)))


def is_library_object(value: Any) -> bool:
    """A number, an array: what compiled functions take, or Python's own."""
    kind = type(value)
    return kind.__module__ in ("builtins", "numpy") or hasattr(kind, "__dlpack__")


def is_array(value: Any) -> bool:
    """What compiled functions take as an array."""
    kind = type(value)
    return (kind.__module__ == "numpy" and getattr(getattr(value, "dtype", None), "names", 0) is None) or hasattr(kind, "__dlpack__")


def list_layout_of(values: list[Any], place: Any) -> Layout:
    """A list of numbers of one type, in lists or not, is one array."""
    types = {*map(type, values)} if len(values) <= _LONGEST_LIST and not isinstance(place, tuple) else set()
    if len(types) > 1 and types <= _MIXED:
        return Container(LIST, tuple, items=tuple(layout_of(item, (place, i)) for i, item in enumerate(values)))
    first, depth = values, 0
    while type(first) is list and first:
        first, depth = first[0], depth + 1
    if type(first) in (bool, int, float):
        if depth == 2 and any(type(inner) is not list or len(inner) != len(values[0]) for inner in values):
            raise NotTaken  # see other_layout_of
        if depth == 1 and not isinstance(place, tuple) and mixed_values(values) is not None:
            raise NotTaken
        return Container(NUMBERS, type(first), depth)
    if type(first) is str and not isinstance(place, tuple) and all(type(item) is str for item in values):
        return Container(WORDS, str)
    if any(isinstance(item, str) or item is None for item in values):
        raise NotTaken
    if type(first) is tuple and not isinstance(place, tuple):
        kinds = tuple(map(type, first))
        if (
            kinds
            and all(type(row) is tuple and tuple(map(type, row)) == kinds for row in values)
            and {*kinds} <= {bool, int, float, str}
        ):
            return Container(ROWS, kinds)
    if len(values) > _LONGEST_LIST:
        raise NotTaken
    return Container(LIST, list, items=tuple(layout_of(item, (place, i)) for i, item in enumerate(values)))


def element_type(value: Any) -> Any:
    """The dtype that `np.float32`, `float` or a dtype stands for; None for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, (type, numpy.dtype)):
        return None
    is_type = isinstance(value, numpy.dtype) or value in (bool, int, float, complex)
    return numpy.dtype(value) if is_type or library_name(value).startswith("numpy.") else None


def is_empty_list(layout: Container, value: Any) -> bool:
    """Of numbers or of lists of numbers, which nothing says."""
    is_list = type(value) is list and not value and not layout.names
    return is_list and (layout.kind == RAGGED or (layout.kind == NUMBERS and layout.depth == 1))


def described(layout: Layout, value: Any) -> tuple[Any, ...] | None:
    if layout is None:
        return None
    if isinstance(layout, tuple):
        return TUPLE, tuple, 0, (), tuple(map(described, layout, value))
    if not isinstance(layout, Container):
        return CONSTANT, value, 0, (), ()
    if is_mixed_numbers(layout):
        return OBJECTS, (layout.type, layout.depth, ()), 2, layout.names, ()
    if has_nothing(layout):
        kind, names, types = layout.type if layout.kind == OBJECTS else (tuple, tuple(map(int, layout.names[1:])), layout.type)
        return OBJECTS, (kind, names, types), 2, (NOTHING,), ()
    if has_mixed_values(layout):
        return OBJECTS, (dict if len(layout.type) > 2 else list, layout.type[0], ()), 2, layout.names, ()
    if is_empty_list(layout, value):
        return OBJECTS, (list, (int,) if layout.kind == RAGGED else (), layout.type), 2, (EMPTY,), ()
    if is_table(layout) and not value:
        return OBJECTS, (layout.type, str if layout.names else int, layout.depth), 2, (EMPTY,), ()
    if is_table(layout) and layout.depth > 1:
        return OBJECTS, (layout.type, str if layout.names else int, holder_in(layout)), 2, (HELD,), ()
    within = items_of(layout.type, layout.names, value) if layout.items else []
    items = tuple(map(described, layout.items, within))
    return layout.kind, layout.type, layout.depth, layout.names, items


def has_objects(how: tuple[Any, ...] | None) -> bool:
    """Whether _objects.py takes the argument apart, so that all that the call gives goes to it."""
    return how is not None and (how[0] == OBJECTS or any(map(has_objects, how[4])))
