"""The words of what a call gives: lists, dicts and objects once each, by what the cells say (arguments.py)."""

from __future__ import annotations

import collections
import dataclasses
import itertools
from types import FunctionType
from typing import TYPE_CHECKING, Any

from unpython._library.containers import heap
from unpython._library.stand_ins import stand_in
from unpython._writing.heap.arrays.kinds import is_array, is_number, kind_of_numpy
from unpython._writing.heap.arrays.memory import Overlap, put_array, word_of
from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
    BYTES,
    COMPLEX,
    COUNTER,
    DEQUE,
    DICT,
    FROZEN,
    FUNCTION,
    LIST,
    NONE,
    OBJECT,
    OF_OTHERS,
    ORDERED,
    REAL,
    ROW,
    SET,
    SETS,
    TEXT,
    TUPLE,
    WHOLE,
    Cell,
    is_boxed,
    is_dict,
    is_float,
    is_object,
    is_tuple,
    width_of_values,
)  # fmt: skip
from unpython._writing.heap.classes import Class
from unpython._writing.heap.results import DEFAULTS, fields_in
from unpython._writing.heap.structured.kinds import ColumnGiven, is_text_array

if TYPE_CHECKING:
    from unpython._writing.heap.arguments import Plan

_MOST_PARTS = 12


class Mismatch(Exception):
    """A call with other values than the function was written for."""


def kind_of(value: Any) -> int:
    """The kind of a value; -1: it is of a class, or a function."""
    kind = type(value)
    if kind is int:
        if not -(2**63) <= value < 2**63:
            raise Mismatch
        return WHOLE
    if kind is tuple:
        return TUPLE + len(value) if len(value) <= _MOST_PARTS else ROW
    if kind is collections.defaultdict:
        return DEFAULTS.get(value.default_factory, -1)
    if kind is collections.deque and value.maxlen is not None:
        return BOUNDED
    return found if (found := _KINDS.get(kind, -1)) >= 0 else kind_of_numpy(value)


_KINDS = {
    type(None): NONE, bool: BOOL, float: REAL, complex: COMPLEX, bytes: BYTES, str: TEXT, list: LIST, set: SET, frozenset: FROZEN,
    dict: DICT, collections.deque: DEQUE,
    collections.OrderedDict: ORDERED, collections.Counter: COUNTER,
}  # fmt: skip


class Heap:
    """The words of a call. `held`: the caller's objects: by place, kind and cells, and the object."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self.ints: list[int] = list(plan.codes)
        self.floats: list[float] = [0.0] * len(self.ints)
        self.held: dict[int, tuple[int, list[Cell], Any]] = {}
        self._places: dict[int, int] = {}
        self.memory: dict[int, Any] = {}  # of the caller's arrays, by its place
        self.bounds: list[tuple[int, int]] = []
        self.begin = 0
        self.unseen: list[Any] = []

    def put(self, words: list[int | float]) -> int:
        at = len(self.ints)
        for word in words:
            is_real = type(word) is float
            self.ints.append(0 if is_real else word)  # type: ignore[arg-type]
            self.floats.append(word if is_real else 0.0)
        return at

    def words(self, value: Any, cell: Cell) -> list[int | float]:
        cell = cell.root()
        kind = self._kind(value)
        if kind not in cell.kinds:
            raise Mismatch
        own = self._own_words(value, kind, cell)
        if len(cell.kinds) == 1:
            return own
        if kind == NONE:
            return [kind, 0, 0.0]
        if is_float(kind):
            return [kind, 0, own[0]]
        if is_boxed(kind):
            return [kind, self.put(own), 0.0]
        return [kind, own[0], 0.0]

    def _kind(self, value: Any) -> int:
        kind = kind_of(value)
        if kind >= 0:
            return kind
        known = self._plan.classes.get(ColumnGiven if is_text_array(value) else stand_in(type(value)))
        if known is not None:
            return OBJECT + known.number
        if type(value) is collections.defaultdict:
            for number, factory in enumerate(self._plan.factories):
                if self._plan.functions[factory].function is value.default_factory:
                    return OF_OTHERS + number
            raise Mismatch
        for number, made in enumerate(self._plan.functions):
            if made.what == "known" and made.function is stand_in(value):
                return FUNCTION + number
        raise Mismatch

    def _own_words(self, value: Any, kind: int, cell: Cell) -> list[int | float]:
        if kind == NONE:
            return []
        if kind in (BOOL, WHOLE):
            return [int(value)]
        if kind == REAL:
            return [value]
        if kind == COMPLEX:
            return [value.real, value.imag]
        if is_number(kind):
            return [float(value) if is_float(kind) else word_of(value)]
        if is_array(kind):
            return [self._places.get(id(value)) or self._array(value, kind)]
        if kind in (TEXT, BYTES):
            at = len(self.ints)
            self.ints += map(ord, value) if kind == TEXT else value
            self.floats += [0.0] * len(value)
            return [at, len(value)]
        if is_tuple(kind):
            return [word for part, held in zip(value, cell.of(kind), strict=True) for word in self.words(part, held)]
        if kind >= FUNCTION:
            return [0]
        if is_object(kind) and self._plan.class_list[kind - OBJECT].is_enum:
            return [self._plan.class_list[kind - OBJECT].members.index(value)]
        return [self._place(value, kind, cell)]

    def _place(self, value: Any, kind: int, cell: Cell) -> int:
        """Where a list, a dict or an object is."""
        cells = [] if is_object(kind) else cell.held(kind)
        at = self._places.get(id(value))
        if at is not None:
            known = self.held[at]
            if known[0] != kind or any(a is not b for a, b in zip(known[1], cells, strict=True)):
                raise Mismatch
            return at
        if is_object(kind):
            return self._object(value, kind)
        if is_dict(kind) or kind in SETS:
            return self._table(value, kind, cells)
        width = max(len(cells[0].words()), 1)
        if kind == BOUNDED:
            self.put([value.maxlen])
        at = self.put([0] * 3)
        self._note(at, value, kind, cells)
        if (columns := self._columns(value, cells[0])) is not None:
            begin, count = self._put_columns(columns), len(value)
        else:
            words: list[int | float] = []
            for item in value:
                own = self.words(item, cells[0])
                words += own if own else [0]
            begin, count = self.put(words), len(words) // width
        self.ints[at : at + 3] = [begin, count, count]
        return at

    def _columns(self, items: Any, cell: Cell) -> list[Any] | None:
        """What each word of some items is: of numbers, texts and tuples of them, all of one form; None: of others, which are put one by one."""
        kind, types = cell.root().only(), {*map(type, items)}
        if kind == TEXT and types == {str}:
            lengths = [*map(len, items)]
            start = len(self.ints)
            codes = [*map(ord, "".join(items))]
            self.ints += codes
            self.floats += [0.0] * len(codes)
            return [[*itertools.accumulate(lengths[:-1], initial=start)], lengths]
        if kind == REAL and types == {float}:
            return [items]
        if kind == WHOLE and types == {int}:
            return [items] if -(2**63) <= min(items) and max(items) < 2**63 else None
        if not is_tuple(kind) or types != {tuple} or {*map(len, items)} != {kind - TUPLE} or kind == TUPLE:
            return None
        made: list[Any] = []
        for part, held in zip(zip(*items, strict=True), cell.of(kind), strict=True):
            if (columns := self._columns(part, held)) is None:
                return None
            made += columns
        return made

    def _put_columns(self, columns: list[Any]) -> int:
        at, width = len(self.ints), len(columns)
        size = width * len(columns[0])
        self.ints += [0] * size
        self.floats += [0.0] * size
        for number, column in enumerate(columns):
            words: Any = self.floats if type(column[0]) is float else self.ints
            words[at + number :: width] = column
        return at

    def _array(self, value: Any, kind: int) -> int:
        try:
            self._note(at := put_array(self, value, kind), value, kind, [])
        except Overlap:
            raise Mismatch from None
        return at

    def _note(self, at: int, value: Any, kind: int, cells: list[Cell]) -> None:
        self._places[id(value)] = at
        self.held[at] = kind, cells, value

    def _object(self, value: Any, kind: int) -> int:
        known = self._plan.class_list[kind - OBJECT]
        given = fields_in(value)
        if set(given) - set(known.fields):
            raise Mismatch
        sizes = [len(self._field(known, name).words()) + (name not in known.sure) for name in known.fields]
        at = self.put([0] * (sum(sizes) or 1))
        self._note(at, value, kind, [])
        place = at
        for name, size in zip(known.fields, sizes, strict=True):
            if name in given:
                words = self.words(given[name], self._field(known, name))
                self._set(place, [*([1] if name not in known.sure else []), *words])
            elif name in known.sure:
                raise Mismatch
            place += size
        return at

    def _field(self, known: Class, name: str) -> Cell:
        return self._plan.types.at(("field", known.of, name))  # type: ignore[no-any-return]

    def _set(self, at: int, words: list[int | float]) -> None:
        for k, word in enumerate(words):
            if type(word) is float:
                self.floats[at + k] = word
            else:
                self.ints[at + k] = word  # type: ignore[assignment]

    def _table(self, value: Any, kind: int, cells: list[Cell]) -> int:
        at = self.put([0] * 6)
        self._note(at, value, kind, cells)
        count, width = len(value), 1
        columns = self._columns_of_table(value, kind, cells)
        if columns is not None:
            self.ints[at], width = self._put_columns(columns), len(columns)
        else:
            words: list[int | float] = []
            for key in value:
                words += [self._hash(key), *self.words(key, cells[0])]
                words += self._value_words(key, value[key], cells[1]) if kind not in SETS else []
            self.ints[at], width = self.put(words), len(words) // max(count, 1)
        self.ints[at + 1 : at + 4] = [count, count, count]
        size = 8
        while size < 4 * (count + 1):
            size *= 2
        self.ints[at + 4] = self.put([0] * size)
        self.ints[at + 5] = size
        for number in range(count):
            heap.put_in_table(self.ints, at, width, number)
        return at

    def _columns_of_table(self, value: Any, kind: int, cells: list[Cell]) -> list[Any] | None:
        """The hashes, and what the words of keys and values are, as _columns() gives them."""
        if not value or (kind not in SETS and (cells[1].is_record or cells[1].fields)):
            return None
        keys = self._columns([*value], cells[0])
        values = [] if kind in SETS or keys is None else self._columns([*value.values()], cells[1])
        if keys is None or values is None:
            return None
        return [[*map(self._hash, value)], *keys, *values]

    def _value_words(self, key: Any, value: Any, cell: Cell) -> list[int | float]:
        """Of a value of a dict; the program never looks at those of a record that have no field."""
        field = cell.fields.get(key) if type(key) is str else None
        if not cell.is_record:
            if field is not None and not cell.is_any and not self._fits(value, field):
                raise Mismatch
            return self.words(value, cell)
        if field is None:
            self.unseen.append(value)
            words: list[int | float] = [len(self.unseen) - 1]
        else:
            words = self.words(value, field)
        return words + [0] * (width_of_values(cell) - len(words))

    def _fits(self, value: Any, cell: Cell) -> bool:
        kind = self._kind(value)
        if not cell.has(kind):
            return False
        return not is_tuple(kind) or all(map(self._fits, value, cell.held(kind)))

    def _hash(self, key: Any) -> int:
        """As Operators.hash_of() writes it."""
        kind = type(key)
        if kind in (bool, int):
            return heap.scattered(key & 0x3FFFFFFFFFFFFFFF)  # type: ignore[no-any-return]
        if kind is str:
            return heap.hash_of_text([*map(ord, key)], 0, len(key))  # type: ignore[no-any-return]
        if kind is float:
            if not abs(key) <= 4e18:
                raise Mismatch
            return heap.scattered(int(key) & 0x3FFFFFFFFFFFFFFF)  # type: ignore[no-any-return]
        if kind is bytes:
            return heap.hash_of_text([*key], 0, len(key))  # type: ignore[no-any-return]
        if kind is complex:
            parts = self._hash(key.real), self._hash(key.imag)
            return parts[0] if key.imag == 0 else heap.scattered(parts[0] * 31 + parts[1])  # type: ignore[no-any-return]
        if key is None:
            return 7
        known = self._plan.classes.get(kind)
        if known is not None and known.is_enum:
            return known.members.index(key)
        if known is not None and known.is_frozen and known.of.__dataclass_params__.eq and kind.__eq__ is not object.__eq__ and _is_made(kind.__hash__):
            key = tuple(getattr(key, f.name) for f in dataclasses.fields(kind) if f.compare)
        if not isinstance(key, tuple):
            raise Mismatch
        found = 3
        for part in key:
            found = heap.scattered(found * 31 + self._hash(part))
        return found


def _is_made(method: Any) -> bool:
    """Whether a method is one that dataclasses write."""
    return isinstance(method, FunctionType) and method.__code__.co_filename.startswith("<string>")
