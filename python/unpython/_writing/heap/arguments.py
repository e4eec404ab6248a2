"""What a call gives, as words; what it gives back, as objects.

The caller's lists, dicts and objects are each once on the heap: one that is returned is the caller's own. Each gets its new items when
the call ends, also by an exception."""

from __future__ import annotations

import abc
import collections
import dataclasses
import enum
import sys
import threading
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from unpython import _bindings
from unpython._library.containers import heap
from unpython._objects import Held
from unpython._writing.heap.arrays.kinds import is_array, is_number, is_of_numpy, kind_of_numpy
from unpython._writing.heap.arrays.memory import Overlap, put_array
from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
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
    NotOnHeap,
    is_dict,
    is_float,
    is_object,
    is_tuple,
    merge,
)
from unpython._writing.heap.classes import Class
from unpython._writing.heap.names import Function
from unpython._writing.heap.outside import Slot
from unpython._writing.heap.results import DEFAULTS, HeapResult, fields_in

_MOST_PARTS = 12
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
        return DEFAULTS.get(value.default_factory, -1)
    if kind is collections.deque and value.maxlen is not None:
        return BOUNDED
    return found if (found := _KINDS.get(kind, -1)) >= 0 else kind_of_numpy(value)


_KINDS = {
    type(None): NONE, bool: BOOL, float: REAL, str: TEXT, list: LIST, set: SET, frozenset: FROZEN, dict: DICT, collections.deque: DEQUE,
    collections.OrderedDict: ORDERED, collections.Counter: COUNTER,
}  # fmt: skip


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
        self.keeps_results = False  # whether a function of the module does
        self.outside: list[tuple[Any, Cell]] = []  # what is given beside the arguments: objects and slots

    def __deepcopy__(self, memo: Any) -> Plan:
        return self

    def take(self, writer: Any) -> None:
        self.cells = {name: cell.root() for name, cell in self.cells.items()}
        self.class_list: list[Class] = writer.class_list
        self.classes: dict[Any, Class] = writer.classes
        self.functions, self.factories = writer.functions, writer.factories
        self.changes = writer.changes
        self.raised = writer.raised
        self.guards, self.guarded = writer.guards, writer.guarded
        self.codes = writer.codes
        self.result = writer.types.at("result")
        self.types = writer.types
        self.outside = [(value, cell.root()) for value, cell in self.outside]
        self._cells_of = {}
        self._kept = []

    def may_hold(self, value: Any) -> bool:
        """Whether an object outside may be given with the arguments."""
        kind = kind_of(value)
        is_own = type(type(value)) in (type, abc.ABCMeta) and type(value).__module__ not in sys.stdlib_module_names
        return self.count > 0 and (kind >= LIST or (kind < 0 and is_own))

    def learn_outside(self, value: Any) -> None:
        if not self.count:
            raise NotOnHeap("what stands outside a function without arguments")
        cell = self._shared.types.new()
        self.outside.append((value, cell))
        try:
            self._learn(value.value if isinstance(value, Slot) else value, cell, 0)
        except Mismatch:
            raise NotOnHeap("an integer of more than 64 bits") from None

    # What the first call gives.

    def _learn(self, value: Any, cell: Cell, depth: int) -> None:
        if depth > 50:
            raise NotOnHeap("values in values")
        kind = kind_of(value)
        if kind < 0:
            self._learn_other(value, cell, depth)
            return
        if kind < LIST or is_of_numpy(kind):
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
        if of is collections.defaultdict:
            self._learn_default(value, cell, depth)
            return
        if isinstance(value, type) or isinstance(value, (FunctionType, BuiltinFunctionType)):
            cell.add(FUNCTION + self._number_of(value))
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

    def _number_of(self, function: Any) -> int:
        place = ("class", function) if isinstance(function, type) else ("known", function)
        number: int = self._shared.known_functions.setdefault(place, len(self._shared.functions))
        if number == len(self._shared.functions):
            self._shared.functions.append(Function("known", None, function))
        return number

    def _learn_default(self, value: Any, cell: Cell, depth: int) -> None:
        """A defaultdict with another factory."""
        if not isinstance(value.default_factory, (type, FunctionType)):
            raise NotOnHeap("a defaultdict with such a factory")
        number = self._number_of(value.default_factory)
        if number not in self._shared.factories:
            self._shared.factories.append(number)
        cells = cell.holder(OF_OTHERS + self._shared.factories.index(number), 2)
        if not self._is_known(value, cells):
            for key, item in value.items():
                self._learn(key, cells[0].root(), depth + 1)
                self._learn(item, cells[1].root(), depth + 1)

    # A call.

    def taken(self, value: Any, number: int) -> tuple[Held | None, list[tuple[list[Any], type]]] | None:
        """For each argument in turn; the last one gives the words of all."""
        if number == 0:
            _state.values = []
        _state.values.append(value)
        if number < self.count - 1:
            return (None, []) if len(_state.values) == number + 1 else None
        values, _state.values = _state.values, []
        if len(values) != self.count or not guards_hold(self.guards, self.guarded):
            return None
        if any(isinstance(value, Slot) and not value.is_there for value, _ in self.outside):
            return None
        made = Heap(self)
        try:
            words = [word for value, cell in zip(values, self.cells.values(), strict=True) for word in made.words(value, cell)]
            for value, cell in self.outside:
                words += made.words(value.value if isinstance(value, Slot) else value, cell)
        except (Mismatch, RecursionError):
            return None
        at = made.begin = made.put(words)
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
        self.memory: dict[int, Any] = {}  # of the caller's arrays, by its place
        self.bounds: list[tuple[int, int]] = []
        self.begin = 0

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
        if type(value) is collections.defaultdict:
            for number, factory in enumerate(self._plan.factories):
                if self._plan.functions[factory].function is value.default_factory:
                    return OF_OTHERS + number
            raise Mismatch
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
        if is_number(kind):
            return [float(value) if is_float(kind) else int(value)]
        if is_array(kind):
            return [self._places.get(id(value)) or self._array(value, kind)]
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
        if is_dict(kind) or kind in SETS:
            return self._table(value, kind, cells)
        width = max(len(cells[0].words()), 1)
        if kind == BOUNDED:
            self.put([value.maxlen])
        at = self.put([0] * 3)
        self._note(at, value, kind, cells)
        words: list[int | float] = []
        for item in value:
            own = self.words(item, cells[0])
            words += own if own else [0]
        begin = self.put(words)
        self.ints[at : at + 3] = [begin, len(words) // width, len(words) // width]
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
        words: list[int | float] = []
        for key in value:
            words += [self._hash(key), *self.words(key, cells[0])]
            words += self.words(value[key], cells[1]) if kind not in SETS else []
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


def guards_hold(guards: list[tuple[Any, str, Any]], functions: list[tuple[FunctionType, Any]]) -> bool:
    """Whether names around stand for what they stood for."""
    for container, name, value in guards:
        if isinstance(container, tuple):  # an attribute of a class or a module
            found = getattr(container[0], name, None)
            if found is not value and not (isinstance(found, (MethodType, BuiltinFunctionType)) and found == value):
                return False
            continue
        if isinstance(container, dict):
            found = container[name] if name in container else _bindings.builtins_of(container).get(name)
        else:
            found = getattr(container, "cell_contents", None)
        if found is not value:
            return False
    return all(function.__code__ is code for function, code in functions)
