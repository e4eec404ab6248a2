"""What a call gives, as words; what it gives back, as objects.

The caller's lists, dicts and objects are each once on the heap, so who is who is known: one that is returned is the caller's own. When the
call ends each gets its new items, also where the call ends in an exception."""

from __future__ import annotations

import collections
import enum
import threading
from types import BuiltinFunctionType, FunctionType
from typing import Any

from unpython._library.containers import heap
from unpython._objects import Held, Result
from unpython._writing.heap.cells import (
    BOOL,
    COUNTER,
    DEQUE,
    DICT,
    FUNCTION,
    LIST,
    NONE,
    OBJECT,
    OF_DICTS,
    OF_FLOATS,
    OF_INTEGERS,
    OF_LISTS,
    OF_SETS,
    ORDERED,
    REAL,
    ROW,
    SET,
    TEXT,
    TUPLE,
    WHOLE,
    Cell,
    NotOnHeap,
    is_dict,
    is_object,
    is_tuple,
    merge,
)
from unpython._writing.heap.names import Function
from unpython._writing.heap.objects import Class

_MOST_PARTS = 12
_DEFAULTS: dict[Any, int] = {list: OF_LISTS, int: OF_INTEGERS, float: OF_FLOATS, set: OF_SETS, dict: OF_DICTS}
_FACTORIES = {kind: of for of, kind in _DEFAULTS.items()}
_MISSING = object()
_state = threading.local()


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
        return _DEFAULTS.get(value.default_factory, -1)
    if kind is collections.deque and value.maxlen is not None:
        raise Mismatch
    found = _KINDS.get(kind, -1)
    return found


_KINDS = {
    type(None): NONE, bool: BOOL, float: REAL, str: TEXT, list: LIST, set: SET, dict: DICT, collections.deque: DEQUE,
    collections.OrderedDict: ORDERED, collections.Counter: COUNTER,
}  # fmt: skip


def fields_in(value: Any) -> dict[str, Any]:
    """The fields of an object."""
    if isinstance(value, tuple):
        return dict(zip(value._fields, value, strict=True))  # type: ignore[attr-defined]
    named = [vars(base).get("__slots__", ()) for base in type(value).__mro__]
    slots = [name for names in named for name in ([names] if isinstance(names, str) else names)]
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}


class Plan:
    """`cells`: of the parameters. After take(): what a call needs."""

    def __init__(self, function: FunctionType, shared: Any, given: dict[str, Any]):
        self._shared = shared
        self._cells_of: dict[int, list[Cell]] = {}
        self.count = len(given)
        self.cells: dict[str, Cell] = {}
        try:
            for name, value in given.items():
                cell = shared.types.at(("given", name))
                self._learn(value, cell, 0)
                self.cells[name] = cell
        except Mismatch:
            raise NotOnHeap("an integer of more than 64 bits") from None
        self._kept = list(given.values())

    def __deepcopy__(self, memo: Any) -> Plan:
        return self

    def take(self, writer: Any) -> None:
        self.cells = {name: cell.root() for name, cell in self.cells.items()}
        self.class_list: list[Class] = writer.class_list
        self.classes: dict[Any, Class] = writer.classes
        self.functions = writer.functions
        self.changes = writer.changes
        self.raised = writer.raised
        self.guards, self.guarded = writer.guards, writer.guarded
        self.codes = writer.codes
        self.result = writer.types.at("result")
        self.types = writer.types
        self._cells_of = {}
        self._kept = []

    # What the first call gives.

    def _learn(self, value: Any, cell: Cell, depth: int) -> None:
        if depth > 50:
            raise NotOnHeap("values in values")
        kind = kind_of(value)
        if kind < 0:
            self._learn_other(value, cell, depth)
            return
        if kind < LIST:
            cell.add(kind)
            return
        if is_tuple(kind):
            for part, held in zip(value, cell.holder(kind, len(value)), strict=True):
                self._learn(part, held, depth + 1)
            return
        cells = cell.holder(kind, 2 if is_dict(kind) else 1)
        if self._is_known(value, cells):
            return
        if is_dict(kind):
            for key, item in value.items():
                self._learn(key, cells[0].root(), depth + 1)
                self._learn(item, cells[1].root(), depth + 1)
            return
        for item in value:
            self._learn(item, cells[0].root(), depth + 1)

    def _is_known(self, value: Any, cells: list[Cell]) -> bool:
        known = self._cells_of.setdefault(id(value), cells)
        if known is cells:
            return False
        for one, other in zip(known, cells, strict=True):
            merge(one, other)
        return True

    def _learn_other(self, value: Any, cell: Cell, depth: int) -> None:
        of = type(value)
        if isinstance(value, type) or isinstance(value, (FunctionType, BuiltinFunctionType)):
            place = ("class", value) if isinstance(value, type) else ("known", value)
            number = self._shared.known_functions.setdefault(place, len(self._shared.functions))
            if number == len(self._shared.functions):
                self._shared.functions.append(Function("known", None, value))
            cell.add(FUNCTION + number)
            return
        if of.__module__.split(".")[0] in ("builtins", "numpy", "collections", "array", "decimal", "fractions", "datetime"):
            raise NotOnHeap(f"a {of.__name__}")
        if of not in self._shared.classes:
            self._shared.classes[of] = Class(of, len(self._shared.classes))
            self._shared.class_list.append(self._shared.classes[of])
        known = self._shared.classes[of]
        cell.add(OBJECT + known.number)
        if isinstance(value, enum.Enum) or id(value) in self._cells_of:
            return
        self._cells_of[id(value)] = []
        for name, item in fields_in(value).items():
            if name not in known.fields:
                known.fields.append(name)
            self._learn(item, self._shared.types.at(("field", of, name)), depth + 1)

    # A call.

    def taken(self, value: Any, number: int) -> tuple[Held | None, list[tuple[list[Any], type]]] | None:
        """For each argument in turn; the last one gives the words of all."""
        if number == 0:
            _state.values = []
        _state.values.append(value)
        if number < self.count - 1:
            return (None, []) if len(_state.values) == number + 1 else None
        values, _state.values = _state.values, []
        from unpython._writing.heap.program import guards_hold

        if len(values) != self.count or not guards_hold(self.guards, self.guarded):
            return None
        made = Heap(self)
        try:
            words = [word for value, cell in zip(values, self.cells.values(), strict=True) for word in made.words(value, cell)]
        except (Mismatch, RecursionError):
            return None
        at = made.put(words)
        return Held([], made), [(made.ints, int), (made.floats, float), ([at], int)]

    def make(self, values: tuple[Any, ...]) -> Any:
        result = HeapResult(self, values)
        return result if self.count else result.whole([])


class Heap:
    """The words of a call. `held`: the caller's objects: by place, kind and cells, and the object."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self.ints: list[int] = list(plan.codes)
        self.floats: list[float] = [0.0] * len(self.ints)
        self.held: dict[int, tuple[int, list[Cell], Any]] = {}
        self._places: dict[int, int] = {}

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
        if kind == REAL:
            return [kind, 0, own[0]]
        if kind == TEXT or is_tuple(kind):
            return [kind, self.put(own), 0.0]
        return [kind, own[0], 0.0]

    def _kind(self, value: Any) -> int:
        kind = kind_of(value)
        if kind >= 0:
            return kind
        known = self._plan.classes.get(type(value))
        if known is not None:
            return OBJECT + known.number
        for number, made in enumerate(self._plan.functions):
            if made.what == "known" and made.function is value:
                return FUNCTION + number
        raise Mismatch

    def _own_words(self, value: Any, kind: int, cell: Cell) -> list[int | float]:
        if kind == NONE:
            return []
        if kind in (BOOL, WHOLE):
            return [int(value)]
        if kind == REAL:
            return [value]
        if kind == TEXT:
            return [self.put([*map(ord, value)]), len(value)]
        if is_tuple(kind):
            return [word for part, held in zip(value, cell.of(kind), strict=True) for word in self.words(part, held)]
        if kind >= FUNCTION:
            return [0]
        if is_object(kind) and self._plan.class_list[kind - OBJECT].is_enum:
            return [self._plan.class_list[kind - OBJECT].members.index(value)]
        return [self._place(value, kind, cell)]

    def _place(self, value: Any, kind: int, cell: Cell) -> int:
        """Where a list, a dict or an object is."""
        cells = [] if is_object(kind) else cell.of(kind)
        at = self._places.get(id(value))
        if at is not None:
            known = self.held[at]
            if known[0] != kind or any(a is not b for a, b in zip(known[1], cells, strict=True)):
                raise Mismatch
            return at
        if is_object(kind):
            return self._object(value, kind)
        if is_dict(kind) or kind == SET:
            return self._table(value, kind, cells)
        width = max(len(cells[0].words()), 1)
        at = self.put([0] * 3)
        self._note(at, value, kind, cells)
        words: list[int | float] = []
        for item in value:
            own = self.words(item, cells[0])
            words += own if own else [0]
        begin = self.put(words)
        self.ints[at : at + 3] = [begin, len(words) // width, len(words) // width]
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
        words: list[int | float] = []
        for key in value:
            words += [self._hash(key), *self.words(key, cells[0])]
            words += self.words(value[key], cells[1]) if kind != SET else []
        count = len(value)
        self.ints[at] = self.put(words)
        self.ints[at + 1 : at + 4] = [count, count, count]
        size = 8
        while size < 4 * (count + 1):
            size *= 2
        self.ints[at + 4] = self.put([0] * size)
        self.ints[at + 5] = size
        for number in range(count):
            heap.put_in_table(self.ints, at, len(words) // count, number)
        return at

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
        if key is None:
            return 7
        if not isinstance(key, tuple):
            raise Mismatch
        found = 3
        for part in key:
            found = heap.scattered(found * 31 + self._hash(part))
        return found


class HeapResult(Result):
    """What a call has left: the words, what it has printed, how it has ended, and where its value is."""

    def __init__(self, plan: Plan, values: tuple[Any, ...]):
        self._of = plan
        self._ints, self._floats, self._printed, self._status, self._at = values
        self._made: dict[int, Any] = {}
        self._held: dict[int, tuple[int, list[Cell], Any]] = {}

    def whole(self, held: list[Held]) -> Any:
        plan = self._of
        self._held = held[0].value.held if held else {}
        self._made = {at: value for at, (_, _, value) in self._held.items()}
        error: Exception | None = None
        if self._status:
            of, arguments = plan.raised[self._status - 1]
            error = of(*(arguments if type(arguments) is tuple else self._value(arguments, self._at)))
            if isinstance(error, (TypeError, NotImplementedError)):
                raise error  # Python may make the call again
        result = None if self._status else self._value(plan.result, self._at)
        if plan.changes:
            for at, (kind, cells, value) in self._held.items():
                self._give(at, kind, cells, value)
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
        if kind == REAL:
            return self._floats[at + 2]
        if kind == TEXT or is_tuple(kind):
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
        if kind == REAL:
            return self._floats[at]
        if kind == TEXT:
            return "".join(map(chr, self._ints[word : word + self._ints[at + 1]]))
        if is_tuple(kind):
            parts = []
            for part in cell.of(kind):
                parts.append(self._read(part, at))
                at += len(part.words())
            return tuple(parts)
        if kind >= FUNCTION:
            made = self._of.functions[kind - FUNCTION]
            if made.what != "known":
                raise NotImplementedError("a function that a call gives")
            return made.function
        if is_object(kind) and self._of.class_list[kind - OBJECT].is_enum:
            return self._of.class_list[kind - OBJECT].members[word]
        if word not in self._made:
            self._make(word, kind, [] if is_object(kind) else cell.of(kind))
        return self._made[word]

    def _make(self, at: int, kind: int, cells: list[Cell]) -> None:
        if kind == ROW:
            self._made[at] = tuple(self._items(at, cells[0]))
        elif is_object(kind):
            self._make_object(at, kind)
        elif kind == SET:
            self._made[at] = made = set()
            made.update(key for key, in self._entries(at, cells))
        elif is_dict(kind):
            of = _FACTORIES.get(kind)
            empty = {DICT: dict, ORDERED: collections.OrderedDict, COUNTER: collections.Counter}
            self._made[at] = table = collections.defaultdict(of) if of is not None else empty[kind]()
            for key, item in self._entries(at, cells):
                table[key] = item
        else:
            self._made[at] = listed = [] if kind == LIST else collections.deque()
            listed.extend(self._items(at, cells[0]))

    def _make_object(self, at: int, kind: int) -> None:
        known = self._of.class_list[kind - OBJECT]
        if known.is_tuple:
            self._made[at] = known.of._make(self._fields(at, known).values())
            return
        if known.is_exception:
            self._made[at] = known.of(*self._fields(at, known)["args"])
            return
        self._made[at] = made = object.__new__(known.of)
        for name, value in self._fields(at, known).items():
            object.__setattr__(made, name, value)

    def _fields(self, at: int, known: Class) -> dict[str, Any]:
        found = {}
        for name in known.fields:
            cell = self._of.types.at(("field", known.of, name))
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
        return [self._read(cell.root(), begin + i * width) for i in range(count)]

    def _entries(self, at: int, cells: list[Cell]) -> list[tuple[Any, ...]]:
        begin, count = self._ints[at], self._ints[at + 1]
        sizes = [len(cell.words()) for cell in cells]
        width = 1 + sum(sizes)
        places = [begin + i * width for i in range(count) if self._ints[begin + i * width] >= 0]
        found = []
        for place in places:
            parts = [self._read(cells[0].root(), place + 1)]
            if len(cells) > 1:
                parts.append(self._read(cells[1].root(), place + 1 + sizes[0]))
            found.append(tuple(parts))
        return found

    # What the caller's objects get.

    def _give(self, at: int, kind: int, cells: list[Cell], value: Any) -> None:
        if is_object(kind):
            self._give_fields(at, kind, value)
        elif kind == ROW:
            return
        elif kind == SET:
            items = [key for key, in self._entries(at, cells)]
            if len(items) != len(value) or any(item not in value for item in items):
                value.clear()
                value.update(items)
        elif is_dict(kind):
            new = self._entries(at, cells)
            old = list(value.items())
            if len(new) != len(old) or any(not (_same(a, c) and _same(b, d)) for (a, b), (c, d) in zip(new, old, strict=True)):
                kept = {key: (key, item) for key, item in old}
                value.clear()
                for key, item in new:
                    before = kept.get(key, (key, _MISSING))
                    value[before[0] if _same(before[0], key) else key] = before[1] if _same(before[1], item) else item
        else:
            items = self._items(at, cells[0])
            if len(items) != len(value) or any(not _same(a, b) for a, b in zip(items, value, strict=True)):
                old = list(value)
                items = [b if _same(a, b) else a for a, b in zip(items, old, strict=False)] + items[len(old) :]
                if kind == LIST:
                    value[:] = items
                else:
                    value.clear()
                    value.extend(items)

    def _give_fields(self, at: int, kind: int, value: Any) -> None:
        known = self._of.class_list[kind - OBJECT]
        if known.is_tuple or known.is_enum:
            return
        old = fields_in(value)
        for name, item in self._fields(at, known).items():
            if name not in old or not _same(item, old[name]):
                object.__setattr__(value, name, item)


def _same(new: Any, old: Any) -> bool:
    """Whether nobody can tell one from the other."""
    if new is old:
        return True
    kind = type(new)
    if kind is not type(old):
        return False
    if kind in (int, str, bool):
        return bool(new == old)
    if kind is float:
        return bool(new == old) and (new != 0 or str(new) == str(old))
    if kind is tuple:
        return len(new) == len(old) and all(map(_same, new, old))
    return False
