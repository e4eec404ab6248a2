"""What a call gives back: objects of the words that it leaves."""

from __future__ import annotations

import collections
import itertools
from typing import Any

from unpython._attempts import OF_PROGRAM
from unpython._library.stand_ins import original
from unpython._objects import Held, Result
from unpython._writing.heap.arrays.kinds import is_array, is_number
from unpython._writing.heap.arrays.memory import Arrays, number_of
from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
    BYTES,
    COMPLEX,
    COUNTER,
    COUNTING,
    DICT,
    FROZEN,
    FUNCTION,
    ITERATOR,
    LIST,
    NONE,
    OBJECT,
    OF_DICTS,
    OF_FLOATS,
    OF_INTEGERS,
    OF_LISTS,
    OF_OTHERS,
    OF_SETS,
    ORDERED,
    REAL,
    ROW,
    SET,
    SETS,
    TEXT,
    WHOLE,
    Cell,
    is_boxed,
    is_dict,
    is_float,
    is_object,
    is_tuple,
    width_of_values,
)
from unpython._writing.heap.classes import Class
from unpython._writing.heap.outside import Slot
from unpython._writing.heap.structured.kinds import OF_NUMPY, fields_of_texts, given_back, is_text_array

_MISSING = object()
_COMPARED = frozenset([int, str, bool, bytes])  # of which those that are equal are the same
DEFAULTS: dict[Any, int] = {list: OF_LISTS, int: OF_INTEGERS, float: OF_FLOATS, set: OF_SETS, dict: OF_DICTS}
FACTORIES = {kind: of for of, kind in DEFAULTS.items()}


def fields_in(value: Any) -> dict[str, Any]:
    """The fields of an object."""
    if is_text_array(value):
        return fields_of_texts(value)
    if isinstance(value, tuple):
        return dict(zip(value._fields, value, strict=True))  # type: ignore[attr-defined]
    named = [vars(base).get("__slots__", ()) for base in type(value).__mro__]
    slots = [name for names in named for name in ([names] if isinstance(names, str) else names)]
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}


def _left_alone(error: Exception) -> NotImplementedError:
    """What says that Python makes the call: it would take this error for its own, and nothing that the caller sees has changed."""
    refusal = NotImplementedError(f"{type(error).__name__} of the program")
    refusal.unpython_refused = refusal.unpython_left_alone = True  # type: ignore[attr-defined]
    return refusal


class HeapResult(Result):
    """What a call has left: the words, what it has printed, how it has ended, and where its value is."""

    def __init__(self, plan: Any, values: tuple[Any, ...]):
        self._plan_of = plan
        self._ints, self._floats, self._printed, self._status, self._at = values
        self._made: dict[int, Any] = {}
        self._held: dict[int, tuple[int, list[Cell], Any]] = {}

    def whole(self, held: list[Held]) -> Any:
        plan = self._plan_of
        self._held = held[0].value.held if held else {}
        self._unseen = held[0].value.unseen if held else []
        self._made = {at: value for at, (_, _, value) in self._held.items()}
        self._arrays = Arrays(self._ints, self._floats, held[0].value.memory if held else {})
        error: Exception | None = None
        if self._status:
            of, arguments = plan.raised[self._status - 1]
            args = arguments if type(arguments) is tuple else self._value(arguments, self._at)
            known = plan.classes.get(of)
            error = args[0] if known is not None and known.has_fields else of(*args)
            if isinstance(error, (TypeError, NotImplementedError)):
                setattr(error, OF_PROGRAM, True)
        try:
            result = None if self._status else self._value(plan.result, self._at)
        except RecursionError as deep:
            raise _left_alone(deep) from None
        if plan.changes:
            if any(made.what != "known" for made in plan.functions):
                for at, (kind, _, _) in self._held.items():
                    if is_object(kind):
                        self._fields(at, plan.class_list[kind - OBJECT])  # raises before anything has changed
            for at, (kind, cells, value) in self._held.items():
                self._give(at, kind, cells, value)
            self._give_outside(held)
        if len(self._printed) > 1:
            print("".join(map(chr, self._printed[1:])), end="")
        if error is not None:
            raise error
        return result

    def _value(self, cell: Cell, at: int) -> Any:
        return self._read(cell.root(), at)

    def _read(self, cell: Cell, at: int) -> Any:
        """The value whose words lie there."""
        kind = cell.only()
        if kind >= 0:
            return self._of_kind(cell, kind, at)
        if not cell.kinds:
            return None
        kind = self._ints[at]
        if kind == NONE:
            return None
        if is_float(kind):
            return self._of_kind(cell, kind, at + 2)
        if is_boxed(kind):
            return self._of_kind(cell, kind, self._ints[at + 1])
        return self._of_kind(cell, kind, at + 1)

    def _of_kind(self, cell: Cell, kind: int, at: int) -> Any:
        if kind == NONE:
            return None
        word = self._ints[at] if at < len(self._ints) else 0
        if kind == BOOL:
            return word != 0
        if kind == WHOLE:
            return word
        if is_float(kind):
            return self._floats[at] if kind == REAL else number_of(kind, self._floats[at])
        if is_number(kind):
            return number_of(kind, word)
        if kind == COMPLEX:
            return complex(*self._floats[at : at + 2])
        if kind == BYTES:
            return bytes(self._ints[word : word + self._ints[at + 1]])
        if kind == TEXT:
            return "".join(map(chr, self._ints[word : word + self._ints[at + 1]]))
        if is_tuple(kind):
            parts = []
            for part in cell.of(kind):
                parts.append(self._read(part, at))
                at += len(part.words())
            return tuple(parts)
        if kind >= FUNCTION:
            made = self._plan_of.functions[kind - FUNCTION]
            if made.what != "known":
                raise _left_alone(NotImplementedError("a function that a call gives"))
            return original(made.function)
        if is_object(kind) and self._plan_of.class_list[kind - OBJECT].is_enum:
            return self._plan_of.class_list[kind - OBJECT].members[word]
        if kind in (ITERATOR, COUNTING):
            raise _left_alone(NotImplementedError())
        if word not in self._made:
            self._make(word, kind, [] if is_object(kind) or is_array(kind) else cell.held(kind))
        return self._made[word]

    def _make(self, at: int, kind: int, cells: list[Cell]) -> None:
        if is_array(kind):
            self._made[at] = self._arrays.array_at(at, kind)
        elif kind == ROW:
            self._made[at] = tuple(self._items(at, cells[0]))
        elif is_object(kind):
            self._make_object(at, kind)
        elif kind in SETS:
            made = {key for key, in self._entries(at, cells)}
            self._made[at] = made if kind == SET else frozenset(made)
        elif is_dict(kind):
            of = FACTORIES.get(kind)
            if kind >= OF_OTHERS:
                function = self._plan_of.functions[self._plan_of.factories[kind - OF_OTHERS]]
                if function.what != "known":
                    raise _left_alone(NotImplementedError())
                of = function.function
            empty = {DICT: dict, ORDERED: collections.OrderedDict, COUNTER: collections.Counter}
            self._made[at] = table = collections.defaultdict(of) if of is not None else empty[kind]()
            for key, item in self._entries(at, cells):
                table[key] = item
        else:
            listed: Any = [] if kind == LIST else collections.deque(maxlen=self._ints[at - 1] if kind == BOUNDED else None)
            self._made[at] = listed
            listed.extend(self._items(at, cells[0]))

    def _make_object(self, at: int, kind: int) -> None:
        known = self._plan_of.class_list[kind - OBJECT]
        if known.is_tuple:
            self._made[at] = known.of._make(self._fields(at, known).values())
            return
        if issubclass(known.of, OF_NUMPY):
            self._made[at] = given_back(known.of, self._fields(at, known))
            return
        if known.is_exception:
            fields = self._fields(at, known)
            self._made[at] = made = known.of.__new__(known.of, *fields["args"])
            made.args = fields.pop("args")
            made.__dict__.update(fields)
            return
        self._made[at] = made = object.__new__(original(known.of))
        for name, value in self._fields(at, known).items():
            object.__setattr__(made, name, value)

    def _fields(self, at: int, known: Class) -> dict[str, Any]:
        found = {}
        for name in known.fields:
            cell = self._plan_of.types.at(("field", known.of, name))
            if name not in known.sure:
                at += 1
                if self._ints[at - 1] != 0:
                    found[name] = self._read(cell, at)
            else:
                found[name] = self._read(cell, at)
            at += len(cell.words())
        return found

    def _items(self, at: int, cell: Cell) -> list[Any]:
        begin, count = self._ints[at], self._ints[at + 1]
        width = max(len(cell.words()), 1)
        kind = cell.only()
        if kind == WHOLE:
            return self._ints[begin : begin + count]  # type: ignore[no-any-return]
        if kind == REAL:
            return self._floats[begin : begin + count]  # type: ignore[no-any-return]
        if (column := self._column(cell.root(), begin, count, width)) is not None:
            return column
        return [self._read(cell.root(), begin + i * width) for i in range(count)]

    def _column(self, cell: Cell, begin: int, count: int, width: int) -> list[Any] | None:
        """Items whose words lie so far from each other: numbers, texts and tuples of them; None: others, which are read one by one."""
        kind, end = cell.only(), begin + count * width
        if kind == WHOLE:
            return self._ints[begin:end:width]  # type: ignore[no-any-return]
        if kind == REAL:
            return self._floats[begin:end:width]  # type: ignore[no-any-return]
        if kind == BOOL:
            return [word != 0 for word in self._ints[begin:end:width]]
        if kind == TEXT:
            ints, lengths = self._ints, self._ints[begin + 1 : end + 1 : width]
            return ["".join(map(chr, ints[at : at + n])) for at, n in zip(ints[begin:end:width], lengths, strict=True)]
        if not is_tuple(kind) or not cell.of(kind):
            return None
        columns = []
        for part in cell.of(kind):
            if (column := self._column(part.root(), begin, count, width)) is None:
                return None
            columns.append(column)
            begin += len(part.words())
        return [*zip(*columns, strict=True)]

    def _entries(self, at: int, cells: list[Cell]) -> list[tuple[Any, ...]]:
        begin, count = self._ints[at], self._ints[at + 1]
        size = len(cells[0].words())
        width = 1 + size + (width_of_values(cells[1]) if len(cells) > 1 else 0)
        if count and (columns := self._columns_of_table(cells, begin, count, width)) is not None:
            return columns
        places = [begin + i * width for i in range(count) if self._ints[begin + i * width] >= 0]
        found = []
        for place in places:
            parts = [self._read(cells[0].root(), place + 1)]
            if len(cells) > 1:
                parts.append(self._field_or_value(cells[1].root(), parts[0], place + 1 + size))
            found.append(tuple(parts))
        return found

    def _columns_of_table(self, cells: list[Cell], begin: int, count: int, width: int) -> list[tuple[Any, ...]] | None:
        """The entries of a table of plain keys and values that has lost none."""
        if min(self._ints[begin : begin + count * width : width]) < 0 or (len(cells) > 1 and cells[1].root().is_record):
            return None
        keys = self._column(cells[0].root(), begin + 1, count, width)
        values = None if keys is None or len(cells) < 2 else self._column(cells[1].root(), begin + 1 + len(cells[0].words()), count, width)
        if keys is None or (len(cells) > 1 and values is None):
            return None
        return [*zip(keys, strict=True)] if values is None else [*zip(keys, values, strict=True)]

    def _field_or_value(self, cell: Cell, key: Any, at: int) -> Any:
        if not cell.is_record:
            return self._read(cell, at)
        return self._read(cell.fields[key].root(), at) if key in cell.fields else self._unseen[self._ints[at]]

    # What the caller's objects get.

    def _give_outside(self, held: list[Held]) -> None:
        plan = self._plan_of
        at = held[0].value.begin + sum(len(cell.words()) for cell in plan.cells.values()) if held else 0
        for value, cell in plan.outside:
            if isinstance(value, Slot) and not _same(new := self._read(cell.root(), at), value.value):
                value.give(new)
            at += len(cell.words())

    def _give(self, at: int, kind: int, cells: list[Cell], value: Any) -> None:
        if is_array(kind):
            self._arrays.give(at, kind)
        elif is_object(kind):
            self._give_fields(at, kind, value)
        elif kind in (ROW, FROZEN):
            return
        elif kind == SET:
            items = [key for key, in self._entries(at, cells)]
            if len(items) != len(value) or any(item not in value for item in items):
                value.clear()
                value.update(items)
        elif is_dict(kind):
            new = self._entries(at, cells)
            old = list(value.items())
            if not _are_same(new, old):
                kept = {key: (key, item) for key, item in old}
                value.clear()
                for key, item in new:
                    before = kept.get(key, (key, _MISSING))
                    value[before[0] if _same(before[0], key) else key] = before[1] if _same(before[1], item) else item
        else:
            items = self._items(at, cells[0])
            if not _are_same(items, value):
                old = list(value)
                items = [b if _same(a, b) else a for a, b in zip(items, old, strict=False)] + items[len(old) :]
                if kind == LIST:
                    value[:] = items
                else:
                    value.clear()
                    value.extend(items)

    def _give_fields(self, at: int, kind: int, value: Any) -> None:
        known = self._plan_of.class_list[kind - OBJECT]
        if known.is_tuple or known.is_enum or issubclass(known.of, OF_NUMPY):
            return
        old = fields_in(value)
        for name, item in self._fields(at, known).items():
            if name not in old or not _same(item, old[name]):
                object.__setattr__(value, name, item)


def _are_same(new: list[Any], old: Any) -> bool:
    """Whether nobody can tell these items from those."""
    if len(new) != len(old):
        return False
    ours, theirs = new, [*old]
    if {*map(type, ours)} == {*map(type, theirs)} == {tuple}:
        if [*map(len, ours)] != [*map(len, theirs)]:
            return False
        ours, theirs = [*itertools.chain.from_iterable(ours)], [*itertools.chain.from_iterable(theirs)]
    if {*map(type, ours)} <= _COMPARED:
        return [*map(type, ours)] == [*map(type, theirs)] and ours == theirs
    return all(map(_same, ours, theirs))


def _same(new: Any, old: Any) -> bool:
    """Whether nobody can tell one from the other."""
    if new is old:
        return True
    kind = type(new)
    if kind is not type(old):
        return False
    if kind in (int, str, bool, bytes):
        return bool(new == old)
    if kind is float:
        return bool(new == old) and (new != 0 or str(new) == str(old))
    if kind is complex:
        return bool(new == old) and str(new) == str(old)
    if kind is tuple:
        return len(new) == len(old) and all(map(_same, new, old))
    return False
