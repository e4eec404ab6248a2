"""Calls with texts, types, functions, tuples, lists and objects among their arguments: a type, a function and a text that chooses a
way count as part of the program; a tuple, a short list of other things than numbers and an object as their items; a list of numbers as
an array, and so a text whose characters are asked for; a dict with integers as keys as two arrays.

Problem: the compiled part passes numbers and arrays.
Choice:  for each combination of texts, lengths of tuples and classes a function is compiled whose parameters are the numbers and
         arrays in them; its body begins with `mode = 'same'`, `shape = (shape.0, shape.1)` and
         `values = [float(x) for x in values]`.

Whether a list is the same object as another one is not known there: only a list that the function does nothing with but read it is
taken apart, or a list of numbers that it changes and does nothing else with (_writing/changed_lists.py).
"""

from __future__ import annotations

import array
import enum
import sys
from types import FunctionType
from typing import Any

from unpython import _records
from unpython._bindings import library_name
from unpython._function_values import is_function, known_function

#: A text, dtype or function as it is, a tuple of layouts for a tuple, a Container; None for what is passed on.
Layout = Any

#: ArgumentLayout::Kind
_CONSTANT, _TUPLE, _LIST, _NUMBERS, _RECORD, _TABLE, _CHANGED, _FIELDS, _ROWS, _DRAWN, _WORDS, _RAGGED = range(1, 13)
#: Among the layouts of a function that was refused as it is: its texts (_writing/text) and its lists of lists (_writing/ragged.py) are
#: written in other words.
IN_OTHER_WORDS = "in other words"
_MOST_FIELDS = 32
_FIELD_TYPES = frozenset("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split())
_LONGEST_LIST = 16  # of what is no number: each item is a parameter


class Container:
    """A list or an object. `kind`: as above; `type`: of the numbers, or the class; `names`: of the fields; of a list that the
    function changes: not empty where it returns it."""

    def __init__(self, kind: int, type: Any, depth: int = 0, names: tuple[str, ...] = (), items: tuple[Layout, ...] = ()):
        self.kind = kind
        self.type = type
        self.depth = depth
        self.names = names
        self.items = items
        self._key = (kind, type, depth, names, items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Container) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class _NotTaken(Exception):
    pass


def taken_apart(
    py_func: FunctionType,
    declared: tuple[Any, ...] | None,
    settings: tuple[dict[str, str], dict[str, Any], str],
    variants: dict[Any, Any],
    args: tuple[Any, ...],
    in_other_words: bool = False,
) -> tuple[Any, tuple[Any, ...]] | None:
    """The function that takes this call, and how its arguments are built (as layout_of in taken_apart.cpp reads it); `args`: by
    parameter. None where nothing can be taken apart, or where types are declared. `in_other_words`: the function was
    refused as it is."""
    code = py_func.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if len(names) != len(args):  # of a function that was made for such layouts: the rest is part of it
        return None
    given = dict(zip(names, args, strict=True))
    found = None if in_other_words else _found(py_func, declared, settings, variants, given, False)
    return found or _found(py_func, declared, settings, variants, given, True)


def _found(
    py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any], in_other_words: bool
) -> tuple[Any, tuple[Any, ...]] | None:
    try:
        others = {name: found for name, value in given.items() if in_other_words and (found := _other_layout(value)) is not None}
        layouts = {name: others[name] if name in others else _layout(value, name) for name, value in given.items()}
    except _NotTaken:
        return None
    if declared is not None or (all(layout is None for layout in layouts.values()) and not in_other_words):
        return None
    from unpython import _argument_uses

    texts = frozenset(name for name, layout in layouts.items() if isinstance(layout, str))
    held = {name: layout for name, layout in layouts.items() if holds_texts(layout)}
    chosen = _read_as_numbers(py_func, variants, texts, held)
    if chosen is None or (in_other_words and not others and not _has_other_words(py_func, variants, bool(chosen or held))):
        return None
    layouts.update(chosen)
    if any(isinstance(layout, str) for layout in layouts.values()):
        unused = _argument_uses.unused(py_func, variants)
        layouts.update((name, "") for name, layout in layouts.items() if isinstance(layout, str) and name in unused)
    layouts.update(_changed(py_func, variants, layouts))
    if any(map(is_rows, layouts.values())):
        try:
            not_written = _argument_uses.rows_not_written(py_func, layouts)
            layouts.update({name: _list_layout(value, (name,)) for name, value in given.items() if name in not_written})
        except _NotTaken:
            return None
    built = tuple(layouts.values())
    key = (IN_OTHER_WORDS, built) if in_other_words else built
    if key not in variants:
        if not _argument_uses.are_known(py_func, variants, layouts):
            return None
        from unpython.decorators import make_function

        variants[key] = make_function(py_func, None, *settings, layouts={**layouts, IN_OTHER_WORDS: True} if in_other_words else layouts)
    return variants[key], tuple(map(_described, built, given.values()))


def _has_other_words(py_func: FunctionType, variants: dict[Any, Any], has_texts: bool) -> bool:
    """Whether a function makes texts or lists of lists that can be written in other words. `has_texts`: its texts are."""
    key = (IN_OTHER_WORDS, has_texts)
    if key not in variants:
        from unpython._find_source import find_source
        from unpython._writing import ragged
        from unpython._writing.text import values

        node = find_source(py_func).node
        is_of_texts = not has_texts and values.rewritten(py_func, node, {})[0] is not node
        variants[key] = is_of_texts or ragged.may_have(py_func, node)
    return bool(variants[key])


def _read_as_numbers(
    py_func: FunctionType, variants: dict[Any, Any], texts: frozenset[str], held: dict[str, Layout]
) -> dict[str, Layout] | None:
    """The texts that go to a function as numbers, whichever text a call gives: those of which items, lengths, ... are asked, if all
    that the function does with them can be said of lists of numbers. None where that must be, for texts in lists (`held`), and is not."""
    if not texts and not held:
        return {}
    key = ("texts", texts, tuple(held.items()))
    if key not in variants:
        from unpython._find_source import find_source
        from unpython._writing.text import values
        from unpython._writing.text.kinds import TEXT

        node = find_source(py_func).node
        lists = {name: kind_of_texts(layout) for name, layout in held.items()}
        asked = values.sequences(node, texts)
        ways = (asked, texts) if asked or held else ()
        variants[key] = next(
            (way for way in ways if values.can_be_written(py_func, node, {**lists, **dict.fromkeys(way, TEXT)})),
            None if held else frozenset(),
        )
    chosen = variants[key]
    return None if chosen is None else dict.fromkeys(chosen, Container(_NUMBERS, str, 1))


def _changed(py_func: FunctionType, variants: dict[Any, Any], layouts: dict[str, Layout]) -> dict[str, Layout]:
    """The lists of numbers that the function changes, if no list can hold one of these, or be in one."""
    depths = {name: depth for name, layout in layouts.items() if (depth := depth_of_lists(layout))}
    if set(depths.values()) != {1}:
        return {}
    lists = frozenset(name for name in depths if is_numbers(layouts[name]) and not layouts[name].names)
    chosen: dict[str, bool] | None = variants.get(("changed", lists))
    if chosen is None:
        from unpython._writing import changed_lists

        chosen = variants["changed", lists] = changed_lists.found(py_func, lists)
    return {name: Container(_CHANGED, layouts[name].type, 1, ("list",) if is_whole else ()) for name, is_whole in chosen.items()}


def depth_of_lists(layout: Layout) -> int:
    """How many lists are in one another."""
    if isinstance(layout, tuple):
        return 1 + max(map(depth_of_lists, layout)) if any(map(depth_of_lists, layout)) else 0
    if not isinstance(layout, Container):
        return 0
    inner = max(map(depth_of_lists, layout.items), default=0)
    if layout.kind == _RECORD:
        return 1 + inner if inner else 0
    if layout.kind in (_TABLE, _CHANGED, _FIELDS, _DRAWN):
        return 0
    if layout.kind in (_ROWS, _WORDS):
        return 1
    if layout.kind == _RAGGED:
        return 2
    if layout.kind == _NUMBERS:
        return 0 if layout.type is str else layout.depth
    return 1 + inner


def _layout(value: Any, place: Any) -> Layout:
    if type(value) is str:
        return value
    if type(value) is tuple:
        return tuple(_layout(item, (place, i)) for i, item in enumerate(value))
    if type(value) is int and isinstance(place, tuple) and not -(2**63) <= value < 2**63:
        raise _NotTaken
    if type(value) is list:
        return _list_layout(value, place)
    if type(value) in (range, slice):
        return _range_layout(value, place)
    if type(value) is array.array:
        return _array_layout(value, place)
    if isinstance(value, enum.Enum) and is_plain_member(value):
        return value
    if type(value).__name__ == "ndarray" and getattr(value.dtype, "names", None):
        return _fields_layout(value, place)
    if type(value).__module__ == "numpy.random._generator" and type(value).__name__ == "Generator":
        if isinstance(place, tuple):
            raise _NotTaken
        return Container(_DRAWN, type(value))
    if is_function(value):
        return known_function(value, place)
    return element_type(value) if isinstance(value, type) else _record_layout(value, place)


def _record_layout(value: Any, place: Any) -> Layout:
    """An object by its fields, a dict by its keys; None for what is passed on."""
    kind = type(value)
    if kind is dict:
        names = tuple(value)
        if names and not isinstance(place, tuple) and all(type(name) is int for name in names):
            return _table_layout(value)
        if not names or not all(type(name) is str for name in names):
            raise _NotTaken
    elif is_library_object(value) or not _records.is_known(kind):
        return element_type(value)
    else:
        names = _records.field_names(value)
    if not 0 < len(names) <= _MOST_FIELDS:
        raise _NotTaken
    items = items_of(kind, names, value)
    layouts = tuple(_layout(item, (place, name)) for name, item in zip(names, items, strict=True))
    if len({id(item) for item in items if is_container(item)}) < sum(map(is_container, items)):
        raise _NotTaken  # two names of one object
    return Container(_RECORD, kind, names=names, items=layouts)


def _other_layout(value: Any) -> Layout:
    """Of what is not taken apart as it is: a dict with texts as keys, and a list of lists, as arrays of all keys and of all items."""
    if type(value) is dict and value and all(type(key) is str for key in value):
        items = list(value.values())
        kind = _kind_of_all(items)
        if kind is not None:
            return Container(_TABLE, kind, names=("str",))
        kind = _kind_of_lists(items)
        return None if kind is None else Container(_TABLE, kind, 1, names=("str",))
    if type(value) is dict and value and all(type(key) is int for key in value):
        kind = _kind_of_lists(list(value.values()))
        return None if kind is None else Container(_TABLE, kind, 1)
    if type(value) is list and value:
        kind = _kind_of_lists(value)
        return None if kind is None else Container(_RAGGED, kind)
    return None


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
    if kind not in (bool, int, float):
        raise _NotTaken
    return Container(_TABLE, kind)


def _fields_layout(value: Any, place: Any) -> Layout:
    """An array of one dimension of records, by its fields: each of a type that compiled functions take."""
    names = value.dtype.names
    kinds = [value.dtype[name].base for name in names]
    is_known = all(kind.kind in "biufc" and kind.isnative and kind.name in _FIELD_TYPES for kind in kinds)
    if isinstance(place, tuple) or value.ndim != 1 or not is_known or not all(name.isidentifier() for name in names):
        raise _NotTaken
    return Container(_FIELDS, value.dtype, names=names)


def is_plain_member(value: enum.Enum) -> bool:
    """Of an enumeration whose members are equal to themselves alone."""
    kind = type(value)
    return type(kind) is enum.EnumMeta and kind.__mro__[1:] == (enum.Enum, object) and kind.__eq__ is object.__eq__


def _range_layout(value: Any, place: Any) -> Layout:
    ends = (value.start, value.stop, value.step)
    known = (type(None), int) if isinstance(value, slice) else (int,)
    if isinstance(place, tuple) or not all(type(end) in known and (end is None or -(2**62) < end < 2**62) for end in ends):
        raise _NotTaken
    return Container(_RECORD, type(value), names=("start", "stop", "step"), items=(None, None, None))


def _array_layout(value: Any, place: Any) -> Layout:
    if isinstance(place, tuple) or value.typecode not in "bBhHiIlLqfd":
        raise _NotTaken
    return Container(_NUMBERS, float if value.typecode in "fd" else int, 1, names=("array",))


def is_container(value: Any) -> bool:
    return isinstance(value, dict) or (not is_library_object(value) and _records.is_known(type(value)))


def is_library_object(value: Any) -> bool:
    """A number, an array: what compiled functions take, or Python's own."""
    kind = type(value)
    return kind.__module__ in ("builtins", "numpy") or hasattr(kind, "__dlpack__")


def _list_layout(values: list[Any], place: Any) -> Layout:
    """A list of numbers of one type, in lists or not, is one array."""
    first, depth = values, 0
    while type(first) is list and first:
        first, depth = first[0], depth + 1
    if type(first) in (bool, int, float):
        if depth == 2 and any(type(inner) is not list or len(inner) != len(values[0]) for inner in values):
            raise _NotTaken  # see _other_layout
        return Container(_NUMBERS, type(first), depth)
    if type(first) is str and not isinstance(place, tuple) and all(type(item) is str for item in values):
        return Container(_WORDS, str)
    if any(isinstance(item, str) or item is None for item in values):
        raise _NotTaken
    if type(first) is tuple and not isinstance(place, tuple):
        kinds = tuple(map(type, first))
        if kinds and all(type(row) is tuple and tuple(map(type, row)) == kinds for row in values) and {*kinds} <= {bool, int, float, str}:
            return Container(_ROWS, kinds)
    if len(values) > _LONGEST_LIST:
        raise _NotTaken
    return Container(_LIST, list, items=tuple(_layout(item, (place, i)) for i, item in enumerate(values)))


def element_type(value: Any) -> Any:
    """The dtype that `np.float32`, `float` or a dtype stands for; None for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, (type, numpy.dtype)):
        return None
    is_type = isinstance(value, numpy.dtype) or value in (bool, int, float, complex)
    return numpy.dtype(value) if is_type or library_name(value).startswith("numpy.") else None


def _described(layout: Layout, value: Any) -> tuple[Any, ...] | None:
    if layout is None:
        return None
    if isinstance(layout, tuple):
        return _TUPLE, tuple, 0, (), tuple(map(_described, layout, value))
    if not isinstance(layout, Container):
        return _CONSTANT, value, 0, (), ()
    within = items_of(layout.type, layout.names, value) if layout.items else []
    items = tuple(map(_described, layout.items, within))
    return layout.kind, layout.type, layout.depth, layout.names, items


def items_of(kind: type, names: tuple[str, ...], value: Any) -> list[Any]:
    if kind is dict:
        return [value[name] for name in names]
    return [getattr(value, name) for name in names] if names else list(value)


def parts(layout: Layout) -> tuple[tuple[str, Layout], ...]:
    """The parts of a tuple, list or object, each with the end of its name."""
    items = layout if isinstance(layout, tuple) else layout.items
    names = () if isinstance(layout, tuple) else layout.names
    ends = names if names and all(name.isidentifier() for name in names) else map(str, range(len(items)))
    return tuple(zip(ends, items, strict=True))


def is_of_parts(layout: Layout) -> bool:
    return isinstance(layout, tuple) or (isinstance(layout, Container) and layout.kind not in (_NUMBERS, _TABLE, _CHANGED, _FIELDS, _ROWS, _DRAWN, _WORDS, _RAGGED))


def is_mixed_list(layout: Layout) -> bool:
    """A list of arrays or objects: no number says which of them a loop is at."""
    is_list = isinstance(layout, Container) and layout.kind == _LIST and bool(layout.items)
    return is_list and all(item is None or is_record(item) for item in layout.items)


def is_table(layout: Layout) -> bool:
    """A dict as its keys and its values."""
    return isinstance(layout, Container) and layout.kind == _TABLE


def is_range(layout: Layout) -> bool:
    return is_record(layout) and layout.type in (range, slice)


def is_record(layout: Layout) -> bool:
    return isinstance(layout, Container) and layout.kind == _RECORD


def is_numbers(layout: Layout) -> bool:
    return isinstance(layout, Container) and layout.kind in (_NUMBERS, _CHANGED)


def is_changed(layout: Layout) -> bool:
    """A list that the function changes."""
    return isinstance(layout, Container) and layout.kind == _CHANGED


def is_generator(layout: Layout) -> bool:
    """A generator of NumPy, as the number under which it is kept."""
    return isinstance(layout, Container) and layout.kind == _DRAWN


def is_fields(layout: Layout) -> bool:
    """An array of records by its fields."""
    return isinstance(layout, Container) and layout.kind == _FIELDS


def is_rows(layout: Layout) -> bool:
    """A list of tuples, by the places of the tuples."""
    return isinstance(layout, Container) and layout.kind == _ROWS


def holds_texts(layout: Layout) -> bool:
    """A list of texts, or of tuples with texts."""
    if not isinstance(layout, Container):
        return False
    is_of_texts = layout.kind == _TABLE and (bool(layout.names) or layout.type is str)
    return layout.kind == _WORDS or is_of_texts or (layout.kind == _ROWS and str in layout.type) or (layout.kind == _RAGGED and layout.type is str)


def is_words(layout: Layout) -> bool:
    """A list of texts, as their code points and where each begins."""
    return isinstance(layout, Container) and layout.kind == _WORDS


def kind_of_texts(layout: Layout) -> Any:
    """What a parameter is in _writing/text/kinds.py, if there are texts in it."""
    if not is_text(layout) and not holds_texts(layout):
        return None
    from unpython._writing.text.kinds import TEXT, WORD, Dict, List

    if is_text(layout):
        return TEXT
    item = WORD if layout.type is str else None
    if layout.kind == _TABLE:
        return Dict(WORD if layout.names else None, List(item) if layout.depth else item)
    if layout.kind == _RAGGED:
        return List(List(item))
    return List(WORD) if layout.kind == _WORDS else List(tuple(WORD if kind is str else None for kind in layout.type))


def is_ragged(layout: Layout) -> bool:
    """A list of lists of different lengths."""
    return isinstance(layout, Container) and layout.kind == _RAGGED


def is_text(layout: Layout) -> bool:
    """A text as a list of numbers."""
    return is_numbers(layout) and layout.type is str


def _of_items(name: str, kind: type) -> list[str]:
    return [f"{name}.codes", f"{name}.starts"] if kind is str else [name]


def _of_values(name: str, layout: Layout) -> list[str]:
    if layout.kind == _RAGGED or layout.depth:
        return [*_of_items(f"{name}.items", layout.type), f"{name}.counts"]
    return _of_items(name, layout.type)


def parameter_names(name: str, layout: Layout) -> list[str]:
    """The parameters that stand for one of the function as it is written."""
    if layout is None or is_numbers(layout) or is_generator(layout):
        return [name]
    if is_fields(layout):
        return [f"{name}.{field}" for field in layout.names]
    if is_words(layout):
        return [f"{name}.codes", f"{name}.starts"]
    if is_rows(layout):
        of_place = [(f"{name}.{place}", kind) for place, kind in enumerate(layout.type)]
        return [part for place, kind in of_place for part in ((f"{place}.codes", f"{place}.starts") if kind is str else (place,))]
    if is_table(layout):
        return [*_of_items(f"{name}.keys", str if layout.names else int), *_of_values(f"{name}.values", layout)]
    if is_ragged(layout):
        return _of_values(name, layout)
    if not is_of_parts(layout):
        return []
    return [part for end, item in parts(layout) for part in parameter_names(f"{name}.{end}", item)]
