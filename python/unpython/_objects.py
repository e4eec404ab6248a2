"""Objects of the caller in calls of compiled functions: their fields as lists, and what they get when the call ends.

`Held` is what of an argument is kept during the call; `Result` what a function gave, whose objects are still numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from unpython._layout_of import mixed_values
from unpython._layouts import EMPTY, GIVEN, HEAP, HELD, MIXED, MIXED_VALUES, NOTHING, OF_DICTS, THERE
from unpython._writing.arrays.read_as_arrays import taken_mixed
from unpython._writing.text.kinds import Dict, List, Object, Set, has_object

_MISSING = object()


class Held:
    """`objects`: those of an argument, each once; `value`: the argument."""

    __slots__ = ("objects", "value")

    def __init__(self, objects: list[Any], value: Any):
        self.objects = objects
        self.value = value


def taken(value: Any, constant: tuple[Any, ...], shape: str) -> tuple[Held | None, list[tuple[list[Any], type]]] | None:
    """The numbers of the objects in a list, and a list for each field, with the types of their items; None where they are not all of that
    class, with these fields. `constant`: the class, the names of its fields, and their types; `shape`: as in _layouts.py. Dicts, which are
    many, are taken by take_argument.cpp."""
    kind, names, types = constant
    if shape == HEAP:
        return kind.taken(value, names)  # type: ignore[no-any-return]
    if shape == MIXED:
        parts_of_list = taken_mixed(value, *constant[:2])
        return None if parts_of_list is None else (None, parts_of_list)
    if shape == HELD:
        parts_of_dict = _held(value, *constant)
        return None if parts_of_dict is None else (None, parts_of_dict)
    if shape == EMPTY and kind is list:
        return (None, [([], part) for part in (types, *names)]) if type(value) is list and not value else None
    if shape == EMPTY:
        return (None, [([], names), ([], kind), *([([], int)] * types)]) if type(value) is dict and not value else None
    if shape == MIXED_VALUES:
        parts_of_rows = _mixed(value, *constant[:2])
        return None if parts_of_rows is None else (None, parts_of_rows)
    if shape == NOTHING:
        return _dicts_with_nothing(value, names, types) if kind is dict else _tuples_with_nothing(value, names, types)
    if shape not in ("one", "list"):
        return _in_lists(value, types, shape)
    is_list = shape == "list"
    given = value if is_list else [value]
    if is_list and type(value) is not list:
        return None
    numbers: dict[int, int] = {}
    rows = [numbers.setdefault(id(item), len(numbers)) for item in given]
    objects = given if len(numbers) == len(given) else list({id(item): item for item in given}.values())
    if not all(map(_test(kind, names), objects)):
        return None
    columns = [[getattr(item, name) for item in objects] for name in names]
    if not all(type(field) is type_ for column, type_ in zip(columns, types, strict=True) for field in column):
        return None
    parts = list(zip(columns, types, strict=True))
    return Held(list(objects), value), [(rows, int), *parts] if is_list else parts


def _held(value: Any, kind: type, key: type, holder: type) -> list[tuple[list[Any], type]] | None:
    """The keys of a dict of sets or tuples, their items, and how many are in each."""
    if type(value) is not dict or not all(type(k) is key for k in value) or not all(type(inner) is holder for inner in value.values()):
        return None
    items = [item for inner in value.values() for item in inner]
    return [(list(value), key), (items, kind), (list(map(len, value.values())), int)] if all(type(item) is kind for item in items) else None


def _mixed(value: Any, kind: type, key: type) -> list[tuple[list[Any], type]] | None:
    """The keys of a dict with integers and floats, these as floats, and which of them are integers; of a list without keys."""
    layout = mixed_values(value)
    if layout is None or type(value) is not kind or layout.type[0] is not key:
        return None
    given: Any = value
    items = list(given.values()) if kind is dict else given
    keys: list[tuple[list[Any], type]] = [(list(given), key)] if kind is dict else []
    return [*keys, (list(map(float, items)), float), ([type(item) is int for item in items], bool)]


def _dicts_with_nothing(value: Any, names: tuple[str, ...], types: tuple[type, ...]) -> tuple[Held, list[tuple[list[Any], type]]] | None:
    """The columns of a list of dicts, and which of their values are given, and there."""
    if type(value) is not list or not all(type(row) is dict and row.keys() <= set(names) for row in value):
        return None
    parts: list[tuple[list[Any], type]] = [(list(range(len(value))), int)]
    for name, kind in zip(names, types, strict=True):
        if name.endswith(GIVEN):
            column: list[Any] = [row.get(name.removesuffix(GIVEN)) is not None for row in value]
        elif name.endswith(THERE):
            column = [name.removesuffix(THERE) in row for row in value]
        else:
            is_given, is_there = name + GIVEN not in names, name + THERE not in names
            if (is_there and not all(name in row for row in value)) or (is_given and any(row.get(name, 0) is None for row in value)):
                return None
            column = [kind() if (item := row.get(name)) is None else item for row in value]
        if not all(type(item) is kind for item in column):
            return None
        parts.append((column, kind))
    return Held(list(value), value), parts


def _tuples_with_nothing(value: Any, places: tuple[int, ...], types: tuple[type, ...]) -> tuple[None, list[tuple[list[Any], type]]] | None:
    """The places of a list of tuples, and which of their items are given."""
    width = len(types) - len(places)
    if type(value) is not list or not all(type(row) is tuple and len(row) == width for row in value):
        return None
    columns: list[list[Any]] = [[row[place] for row in value] for place in range(width)]
    flags = [[item is not None for item in columns[place]] for place in places]
    for place in places:
        columns[place] = [types[place]() if item is None else item for item in columns[place]]
    parts = list(zip([*columns, *flags], types, strict=True))
    return (None, parts) if all(type(item) is kind for column, kind in parts for item in column) else None


def _in_lists(value: Any, types: tuple[type, ...], shape: str) -> tuple[Held, list[tuple[list[Any], type]]] | None:
    """The keys of a dict of lists of tuples, the numbers of the tuples, and how many are in each list."""
    if type(value) is not (list if shape == "lists" else dict):
        return None
    is_of_dicts = shape.endswith(OF_DICTS)
    key = str if shape.removesuffix(OF_DICTS) == "texts" else int
    keys = [] if shape == "lists" else list(value)
    lists: list[Any] = list(value.values()) if isinstance(value, dict) else value
    if is_of_dicts:
        lists = [list(inner.items()) if type(inner) is dict else None for inner in lists]
    if not all(type(inner) is list for inner in lists) or not all(type(k) is key for k in keys):
        return None
    tuples = [item for inner in lists for item in inner]
    if not all(type(item) is tuple and tuple(map(type, item)) == types for item in tuples):
        return None
    parts: list[tuple[list[Any], type]] = [] if shape == "lists" else [(keys, key)]
    parts += [(list(range(len(tuples))), int), (list(map(len, lists)), int)]
    parts += [([item[i] for item in tuples], type_) for i, type_ in enumerate(types)]
    return Held(tuples, value), parts


def _test(kind: type, names: tuple[str, ...]) -> Any:
    """Whether an object is of the class, and has these fields and no others."""
    if issubclass(kind, tuple) or not hasattr(kind, "__dict__") or getattr(kind, "__slots__", None):
        return lambda item: type(item) is kind and all(hasattr(item, name) for name in names)
    return lambda item: type(item) is kind and vars(item).keys() == set(names)


def are_apart(held: list[Held | None]) -> bool:
    """Whether no object is in two arguments."""
    found: set[int] = set()
    for argument in held:
        if argument is None:
            continue  # numbers
        value = argument.value
        inner = value.values() if type(value) is dict else value if type(value) is list else ()
        here = {id(value)} | {id(item) for item in argument.objects if type(item) is not tuple}
        here |= {id(item) for item in inner if type(item) in (list, dict)}
        if found & here:
            return False
        found |= here
    return True


def given_back(held: list[Held | None], given: Any) -> Any:
    """The value of the call, when the caller's objects and lists are as it leaves them."""
    return given.whole([argument for argument in held if argument is not None]) if isinstance(given, Result) else given


class Plan:
    """How a result is built. `parts`: the kinds of what is returned, `is_tuple`: whether as a tuple; `columns`: (class, field, kind of
    the items) of what follows; `arguments`: the class of each argument; `changed`: the columns whose items change; `lists`: by number of
    the argument, those lists that change, whose objects follow the columns; `own`: the arguments that are parts, by number of the part;
    `then`: what makes the result of the parts."""

    def __init__(self, parts: list[Any], is_tuple: bool, columns: list[tuple[Any, str, Any]], arguments: list[Any],
                 changed: set[str], lists: list[int], own: dict[int, int], then: Callable[[tuple[Any, ...]], Any] | None = None):  # fmt: skip
        self.parts = parts
        self.is_tuple = is_tuple
        self.columns = columns
        self.arguments = arguments
        self.changed = changed
        self.lists = lists
        self.own = own
        self.then = then

    def make(self, values: tuple[Any, ...]) -> Any:
        result = Result(self, values)
        return result if self.arguments else result.whole([])


class Result:
    def __init__(self, plan: Plan, values: tuple[Any, ...]):
        self._plan = plan
        self._values = values
        self._cells: dict[Any, dict[str, tuple[Any, list[Any]]]] = {}
        self._known: dict[Any, list[Any]] = {}  # by class
        self._waiting: deque[tuple[Any, Any, int]] = deque()

    def whole(self, held: list[Held]) -> Any:
        plan, values = self._plan, self._values
        at = len(plan.parts)
        for of, field, kind in plan.columns:
            self._cells.setdefault(of, {})[field] = kind, [values[at]] if of.is_alone else values[at]
            at += 1
        for of, argument in zip(plan.arguments, held, strict=True):
            self._known.setdefault(of, []).extend(argument.objects)
        before = {of: len(objects) for of, objects in self._known.items()}
        for number, rows in zip(plan.lists, values[at:], strict=True):
            made = [self._one(plan.arguments[number], row) for row in rows]
            value = held[number].value
            if len(made) != len(value) or any(a is not b for a, b in zip(made, value, strict=True)):
                value[:] = made
        made = [
            held[plan.own[i]].value if i in plan.own else self._of(kind, values[i]) for i, kind in enumerate(plan.parts)
        ]  # fmt: skip
        for of, count in before.items():
            self._change(of, count)
        while self._waiting:
            self._fill(*self._waiting.popleft())
        if plan.then is not None:
            return plan.then(tuple(made))
        return tuple(made) if plan.is_tuple else made[0] if made else None

    def _change(self, of: Any, count: int) -> None:
        for field, (kind, column) in self._cells.get(of, {}).items():
            if of.column(field) in self._plan.changed:
                for item, value in zip(self._known[of][:count], column, strict=False):
                    self._set(of, item, field, self._of(kind, value))

    @staticmethod
    def _set(of: Any, item: Any, field: str, value: Any) -> None:
        old = item[field] if of.kind == "dict" else getattr(item, field)
        if old is value or (type(old) is type(value) and old == value and old != 0):
            return
        if of.kind == "dict":
            item[field] = value
        else:
            object.__setattr__(item, field, value)

    def _one(self, of: Any, row: int) -> Any:
        if row < 0:
            return None
        known = self._known.setdefault(of, [])
        known.extend([_MISSING] * (row + 1 - len(known)))
        if known[row] is _MISSING:
            if of.kind == "tuple":
                known[row] = of.make([self._of(*self._cell(of, field, row)) for field in of.fields])
            else:
                known[row] = {} if of.kind == "dict" else object.__new__(of.type)
                self._waiting.append((of, known[row], row))
        return known[row]

    def _cell(self, of: Any, field: str, row: int) -> tuple[Any, Any]:
        kind, column = self._cells[of][field]
        return kind, column[row]

    def _fill(self, of: Any, item: Any, row: int) -> None:
        for field in of.fields:
            value = self._of(*self._cell(of, field, row))
            if of.kind == "dict":
                item[field] = value
            else:
                object.__setattr__(item, field, value)

    def _of(self, kind: Any, value: Any) -> Any:
        if isinstance(kind, Object):
            return self._one(kind.of, value)
        if not has_object(kind):
            return value
        if isinstance(kind, tuple):
            return tuple(self._of(k, v) for k, v in zip(kind, value, strict=True))
        if isinstance(kind, Dict):
            filled = {key: self._of(kind.value, item) for key, item in value.items()}
            if type(value) is dict:
                return filled
            made = value.copy()  # a defaultdict
            made.update(filled)
            return made
        assert isinstance(kind, (List, Set))
        return [self._of(kind.item, item) for item in value]
