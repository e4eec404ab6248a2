"""How a call is taken apart, argument by argument (_taken_apart.py): what a layout is, and what it says of the parameters."""

from __future__ import annotations

from typing import Any

#: A text, dtype or function as it is, a Chosen, a tuple of layouts for a tuple, a Container; None for what is passed on.
Layout = Any

#: ArgumentLayout::Kind
CONSTANT, TUPLE, LIST, NUMBERS, RECORD, TABLE, CHANGED, FIELDS, ROWS, DRAWN, WORDS, RAGGED, OBJECTS, SET, UNREAD = range(1, 16)
#: Among the layouts of a function that was refused as it is: its texts (_writing/text) and its lists of lists (_writing/lists/ragged.py) are
#: written in other words. Its value: the lists with items of several types (_writing/lists/mixed_lists.py).
IN_OTHER_WORDS = "in other words"
#: Beside it: the names of the parameters that are arrays in the call which the text is written for, and rows_of() those whose rows are
#: arrays too. A later call may give something else: what is written has to be right for it too, or is refused.
ARRAYS = "given as arrays"
#: Beside it: whether each `return` gives a result of its own, since they were refused as values of one type (_writing/results).
RETURNS_APART = "returns apart"
#: Beside it: calls that fail are made by Python (_writing/caught/failing_calls.py).
FAILING = "failing"

#: The attribute of a function that changes copies of lists and dicts which the call gives (_other_functions/changed_holders.py).
CHANGES_COPIES = "changes_copies"

#: The end of the shape of objects that are the items of dicts in a dict: each a tuple of its key and its value.
OF_DICTS = " of dicts"

#: What the values of a dict are by its depth, and the shape of one whose values are no lists, but are given as such:
#: _writing/loops/dicts_gone_through.py.
HOLDERS = (None, list, set, tuple, frozenset)
HELD = "held"

#: The first of the names of a list of tuples or dicts with None among their values, and the shape of one; and how the names of the values
#: end that say whether a value is given, and whether a dict has the key: _writing/records/rows_with_nothing.py.
NOTHING = "nothing"
GIVEN = " is given"
THERE = " is there"

#: Among the names of a list of numbers: several types of them, given as what NumPy makes of them (_writing/arrays/read_as_arrays.py).
MIXED = "mixed"

#: The name of a list of rows that stands for a dict or a list with integers and floats: each row has a key, if it is a dict, the number as
#: a float, and whether it is an integer (_writing/records/mixed_values.py).
MIXED_VALUES = "mixed values"

#: The shape of a dict that is empty when the call gives it (_writing/records/empty_lists.py).
EMPTY = "empty"

#: The shape of an argument that goes to _writing/heap as it is.
HEAP = "heap"


class Chosen:
    """A number that is a part of the program, as a text is: an axis. 1 and True are two of them. Or None."""

    def __init__(self, value: int | None):
        self.value = value
        self._key = (type(value), value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chosen) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Container:
    """A list or an object. `kind`: as above; `type`: of the numbers, or the class; `names`: of the fields; of a list that the
    function changes: not empty where it returns it; of a list of tuples: not empty where the list is empty; of lists of lists:
    "rows" where it changes items of the inner ones, "places" too where these get other places, "list" too where it returns the outer
    one."""

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


def rows_of(name: str) -> str:
    return f"{name}[]"


def depth_of_lists(layout: Layout) -> int:
    """How many lists are in one another."""
    if isinstance(layout, tuple):
        return 1 + max(map(depth_of_lists, layout)) if any(map(depth_of_lists, layout)) else 0
    if not isinstance(layout, Container):
        return 0
    inner = max(map(depth_of_lists, layout.items), default=0)
    if layout.kind == RECORD:
        return 1 + inner if inner else 0
    if layout.kind in (TABLE, CHANGED, FIELDS, DRAWN, OBJECTS, SET, UNREAD):
        return 0
    if layout.kind in (ROWS, WORDS):
        return 1
    if layout.kind == RAGGED:
        return 0 if layout.names else 2
    if layout.kind == NUMBERS:
        return 0 if layout.type is str else layout.depth
    return 1 + inner


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
    return isinstance(layout, tuple) or (
        isinstance(layout, Container) and layout.kind not in (NUMBERS, TABLE, CHANGED, FIELDS, ROWS, DRAWN, WORDS, RAGGED, OBJECTS, SET, UNREAD)
    )


def is_mixed_list(layout: Layout) -> bool:
    """A list of arrays, of objects, or of numbers and texts of several types: no number says which of them a loop is at."""
    is_list = isinstance(layout, Container) and layout.kind == LIST and bool(layout.items)
    return has_types(layout) or is_list and all(item is None or is_record(item) for item in layout.items)


def has_types(layout: Layout) -> bool:
    """A list of numbers, texts and None of several types, which the function sees as a tuple."""
    return isinstance(layout, Container) and layout.kind == LIST and layout.type is tuple


def lists_in_objects(layout: Layout, is_within: bool = False) -> bool:
    """Whether there are objects, at any depth, that hold lists or dicts."""
    is_object = is_record(layout) and layout.type is not dict
    if is_within and isinstance(layout, Container) and not is_object:
        return True
    return is_of_parts(layout) and any(lists_in_objects(item, is_within or is_object) for _, item in parts(layout))


def may_be_within(objects: Container, layout: Layout) -> bool:
    """Whether one of the objects that a function may change may be what another argument is, or holds, which it only reads."""
    kind, names = objects.type[:2]
    if is_record(layout) and layout.type is kind is not tuple and {*layout.names} <= {*names}:
        return True
    return is_of_parts(layout) and any(may_be_within(objects, item) for _, item in parts(layout))


def arrays_in_lists(layouts: dict[str, Layout]) -> dict[str, int]:
    """The lists of what is passed on as it is, and how many items they have."""
    lists = {name: layout for name, layout in layouts.items() if isinstance(layout, Container) and layout.kind == LIST and layout.type is list}
    return {name: len(layout.items) for name, layout in lists.items() if all(item is None for item in layout.items)}


def lists_of_numbers(layouts: dict[str, Layout]) -> frozenset[str]:
    return frozenset(name for name, layout in layouts.items() if is_numbers(layout) and layout.depth == 1 and layout.type is not str)


def lists_and_dicts(layouts: dict[str, Layout]) -> dict[str, str]:
    """Those of a call that are lists, and those that are dicts, as Python's own types."""
    lists = {name for name in lists_of_numbers(layouts) if is_changed(layouts[name]) or layouts[name].names in ((), ("list",))}  # type: ignore[union-attr]
    lists |= {name for name, layout in layouts.items() if is_ragged(layout) or is_rows(layout)}
    return {**dict.fromkeys(lists, "list"), **{name: "dict" for name, layout in layouts.items() if is_table(layout)}}


def lists_that_numpy_takes(layouts: dict[str, Layout]) -> frozenset[str]:
    """Lists of numbers, and lists of these."""
    return frozenset(name for name, layout in layouts.items() if is_numbers(layout) and layout.type is not str and layout.names in ((), ("list",), (MIXED,)))


def is_table(layout: Layout) -> bool:
    """A dict as its keys and its values."""
    return isinstance(layout, Container) and layout.kind == TABLE


def holder_in(layout: Container) -> type | None:
    """What the values of a dict are, where they are no numbers or texts."""
    return HOLDERS[layout.depth]


def is_set(layout: Layout) -> bool:
    """A set as its items."""
    return isinstance(layout, Container) and layout.kind == SET


def is_nothing(layout: Layout) -> bool:
    """None, of which a function asks no more than whether it is that."""
    return isinstance(layout, Chosen) and layout.value is None


def has_nothing(layout: Layout) -> bool:
    """A list of tuples or dicts with None among their values."""
    return isinstance(layout, Container) and layout.kind in (ROWS, OBJECTS) and layout.names[:1] == (NOTHING,)


def has_mixed_values(layout: Layout) -> bool:
    """A dict or a list with integers and floats, as rows."""
    return isinstance(layout, Container) and layout.kind == ROWS and layout.names == (MIXED_VALUES,)


def is_unread(layout: Layout) -> bool:
    """Anything, of a parameter that the function never reads."""
    return isinstance(layout, Container) and layout.kind == UNREAD


def tables_among(layouts: dict[str, Layout]) -> dict[str, Any]:
    """The dicts with the types of their values, and the sets."""
    return {name: set if is_set(layout) else layout.type for name, layout in layouts.items() if is_table(layout) or is_set(layout)}


def is_range(layout: Layout) -> bool:
    return is_record(layout) and layout.type in (range, slice)


def is_record(layout: Layout) -> bool:
    return isinstance(layout, Container) and layout.kind == RECORD


def is_numbers(layout: Layout) -> bool:
    return isinstance(layout, Container) and layout.kind in (NUMBERS, CHANGED)


def is_mixed_numbers(layout: Layout) -> bool:
    """A list of numbers of several types that only NumPy sees."""
    return isinstance(layout, Container) and layout.kind == NUMBERS and layout.names == (MIXED,)


def is_bytes(layout: Layout) -> bool:
    """Bytes as a list of their numbers."""
    return isinstance(layout, Container) and layout.kind == NUMBERS and layout.names == ("bytes",)


def is_changed(layout: Layout) -> bool:
    """A list that the function changes."""
    return isinstance(layout, Container) and (layout.kind == CHANGED or (layout.kind == RAGGED and bool(layout.names)))


def is_returned(layout: Container) -> bool:
    """Of a list that the function changes: whether each `return` gives it."""
    return "list" in layout.names


def is_placed(layout: Layout) -> bool:
    """A list of lists whose lists get other places."""
    return is_ragged(layout) and "places" in layout.names


def is_generator(layout: Layout) -> bool:
    """A generator of NumPy, as the number under which it is kept."""
    return isinstance(layout, Container) and layout.kind == DRAWN


def is_fields(layout: Layout) -> bool:
    """An array of records by its fields."""
    return isinstance(layout, Container) and layout.kind == FIELDS


def is_rows(layout: Layout) -> bool:
    """A list of tuples, by the places of the tuples."""
    return isinstance(layout, Container) and layout.kind == ROWS


def holds_texts(layout: Layout) -> bool:
    """A list of texts, or of tuples with texts."""
    if not isinstance(layout, Container):
        return False
    is_of_texts = layout.kind == TABLE and (bool(layout.names) or layout.type is str)
    return (
        layout.kind == WORDS
        or (layout.kind == SET and layout.type is str)
        or is_of_texts
        or (layout.kind == ROWS and str in layout.type)
        or (layout.kind == RAGGED and layout.type is str)
    )


def is_words(layout: Layout) -> bool:
    """A list of texts, as their code points and where each begins."""
    return isinstance(layout, Container) and layout.kind == WORDS


def kind_of_texts(layout: Layout) -> Any:
    """What a parameter is in _writing/text/kinds.py, if there are texts in it."""
    if not is_text(layout) and not holds_texts(layout):
        return None
    from unpython._writing.text.kinds import TEXT, WORD, Dict, List, Set

    if is_text(layout):
        return TEXT
    item = WORD if layout.type is str else None
    if layout.kind == SET:
        return Set(item)
    if layout.kind == TABLE:
        return Dict(WORD if layout.names else None, List(item) if layout.depth else item)
    if layout.kind == RAGGED:
        return List(List(item))
    return List(WORD) if layout.kind == WORDS else List(tuple(WORD if kind is str else None for kind in layout.type))


def is_objects(layout: Layout) -> bool:
    """A list of objects, or one, by their fields: _writing/objects."""
    return isinstance(layout, Container) and layout.kind == OBJECTS


def shape_of_objects(layout: Container) -> str:
    """one, list; of tuples in lists: lists (a list of them), dict or texts (a dict of them, with integers or texts as keys)."""
    return layout.names[0].removesuffix(OF_DICTS) if layout.depth == 2 else "list" if layout.depth else "one"


def holds_dicts(layout: Layout) -> bool:
    """A dict of dicts, as one of lists of their items: _writing/dicts/given_nested.py."""
    return is_objects(layout) and layout.depth == 2 and bool(layout.names[0].endswith(OF_DICTS))


def holder_of_objects(layout: Layout) -> Layout:
    """What is left of a layout when objects are numbers: that of a dict or a list of lists of numbers."""
    if not is_objects(layout) or layout.depth < 2:
        return layout
    shape = shape_of_objects(layout)
    return Container(RAGGED, int) if shape == "lists" else Container(TABLE, int, 1, ("str",) if shape == "texts" else ())


def ends_of_fields(layout: Container) -> list[str]:
    """How the names of the fields of objects end."""
    return [name if name.isidentifier() else str(i) for i, name in enumerate(layout.type[1])]


def texts_in_objects(layouts: dict[str, Layout]) -> dict[str, Any]:
    """The fields of objects that are texts, as lists of them."""
    found = [
        f"{name}.{end}" for name, layout in layouts.items() if is_objects(layout)
        for end, kind in zip(ends_of_fields(layout), layout.type[2], strict=True) if kind is str
    ]  # fmt: skip
    if not found:
        return {}
    from unpython._writing.text.kinds import WORD, List

    return dict.fromkeys(found, List(WORD))


def is_ragged(layout: Layout) -> bool:
    """A list of lists of different lengths."""
    return isinstance(layout, Container) and layout.kind == RAGGED


def is_of_lists(layout: Layout) -> bool:
    """A list of lists of numbers or texts, of which the function changes nothing."""
    return not layout.names if is_ragged(layout) else is_numbers(layout) and layout.depth == 2 and not layout.names


def is_text(layout: Layout) -> bool:
    """A text as a list of numbers."""
    return is_numbers(layout) and layout.type is str


def holds_functions(layout: Layout) -> bool:
    """A dict with texts as keys, and functions among its values."""
    return is_record(layout) and layout.type is dict and any(map(callable, layout.items))


def is_function(layout: Layout) -> bool:
    return callable(layout) and not isinstance(layout, type)


def has_functions(layout: Layout) -> bool:
    """A tuple or a list, with functions among its items, or in tuples among them."""
    return not callable(layout) and bool(named_functions("", layout))


def named_functions(name: str, layout: Layout) -> list[tuple[str, Any]]:
    """The functions among what a call gives under this name, each with its own name."""
    if is_function(layout):
        return [(name, layout)]
    is_several = isinstance(layout, tuple) or (isinstance(layout, Container) and layout.kind == LIST)
    return [found for end, item in parts(layout) for found in named_functions(f"{name}.{end}", item)] if is_several else []


def is_tuple_of_texts(layout: Layout) -> bool:
    """A tuple whose items are all texts that are part of the program, also one without items."""
    return isinstance(layout, tuple) and all(type(item) is str for item in layout)


def _of_items(name: str, kind: type) -> list[str]:
    return [f"{name}.codes", f"{name}.starts"] if kind is str else [name]


def _of_values(name: str, layout: Layout) -> list[str]:
    if layout.kind == RAGGED or layout.depth:
        return [*_of_items(f"{name}.items", layout.type), f"{name}.counts"]
    return _of_items(name, layout.type)


def parameter_names(name: str, layout: Layout) -> list[str]:
    """The parameters that stand for one of the function as it is written."""
    if is_mixed_numbers(layout) and layout.depth == 2:
        return [f"{name}.items", f"{name}.counts"]
    if is_mixed_numbers(layout) and layout.type is complex:
        return [f"{name}.re", f"{name}.im"]
    if layout is None or is_numbers(layout) or is_generator(layout):
        return [name]
    if is_fields(layout):
        return [f"{name}.{field}" for field in layout.names]
    if is_words(layout):
        return [f"{name}.codes", f"{name}.starts"]
    if is_rows(layout):
        of_place = [(f"{name}.{place}", kind) for place, kind in enumerate(layout.type)]
        return [part for place, kind in of_place for part in ((f"{place}.codes", f"{place}.starts") if kind is str else (place,))]
    if is_set(layout):
        return _of_items(f"{name}.keys", layout.type)
    if is_table(layout):
        return [*_of_items(f"{name}.keys", str if layout.names else int), *_of_values(f"{name}.values", layout)]
    if is_objects(layout):
        fields = [(f"{name}.{end}", kind) for end, kind in zip(ends_of_fields(layout), layout.type[2], strict=True)]
        first = [f"{name}.rows"] if layout.depth == 1 else parameter_names(name, holder_of_objects(layout)) if layout.depth else []
        return [*first, *(part for field, kind in fields for part in _of_items(field, kind))]
    if is_ragged(layout):
        return _of_values(name, layout)
    if not is_of_parts(layout):
        return []
    return [part for end, item in parts(layout) for part in parameter_names(f"{name}.{end}", item)]


def parameters_for(names: tuple[str, ...], layouts: dict[str, Layout]) -> tuple[tuple[str, ...], dict[str, Any], tuple[int, int]]:
    """As _find_source.parameters_of() says it, of a function whose parameters are taken apart: a call gives all parts, by position."""
    found = tuple(part for name in names for part in parameter_names(name, layouts.get(name)))
    return found, {}, (len(found), len(found))


def declared_parts(declared: tuple[Any, ...] | None, layouts: dict[str, Layout]) -> tuple[Any, ...] | None:
    """The types that are declared for the parts; None where an argument that is taken apart has one, or a result that becomes several."""
    if declared is None:
        return None
    *entries, result = declared
    changes = any(map(is_changed, layouts.values()))
    if (changes and result is not None) or any(entry is not None and layout is not None for entry, layout in zip(entries, layouts.values(), strict=True)):
        return None
    names = (parameter_names(name, layout) for name, layout in layouts.items())
    parts = tuple(entry for entry, given in zip(entries, names, strict=True) for entry in (entry,) * len(given))
    return parts if changes else (*parts, result)
