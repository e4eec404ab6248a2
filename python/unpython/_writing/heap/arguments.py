"""What a call gives, as words; what it gives back, as objects.

The caller's lists, dicts and objects are each once on the heap: one that is returned is the caller's own. Each gets its new items when
the call ends, also by an exception."""

from __future__ import annotations

import abc
import collections
import enum
import sys
import threading
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from unpython import _bindings
from unpython._library.stand_ins import stand_in
from unpython._objects import Held
from unpython._writing.heap.arrays.kinds import is_of_numpy
from unpython._writing.heap.cells import (
    FUNCTION,
    LIST,
    OBJECT,
    OF_NAMES,
    OF_OTHERS,
    PLAIN,
    Cell,
    NotOnHeap,
    is_dict,
    is_tuple,
    merge,
)
from unpython._writing.heap.classes import Class
from unpython._writing.heap.given_words import Heap, Mismatch, kind_of
from unpython._writing.heap.names import Function
from unpython._writing.heap.outside import Slot
from unpython._writing.heap.results import HeapResult, fields_in
from unpython._writing.heap.structured.kinds import ColumnGiven, is_text_array

MOST_FIELDS = 40
_state = threading.local()


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
        self.types.is_done = True
        self.outside = [(value, cell.root()) for value, cell in self.outside]
        self._cells_of = {}
        self._kept = []

    def may_hold(self, value: Any) -> bool:
        """Whether an object outside may be given with the arguments."""
        kind = kind_of(value)
        of = type(value)
        is_own = type(of) in (type, abc.ABCMeta) and (of.__module__ not in sys.stdlib_module_names or stand_in(of) is not of)
        return self.count > 0 and ((kind >= LIST and kind not in PLAIN) or (kind < 0 and is_own))

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
        if kind in PLAIN or is_of_numpy(kind):
            cell.add(kind)
            return
        if is_tuple(kind):
            for part, held in zip(value, cell.holder(kind, len(value)), strict=True):
                self._learn(part, held, depth + 1)
            return
        cell.hold(kind, 2 if is_dict(kind) else 1)
        cells = cell.held(kind)
        if self._is_known(value, cells):
            return
        if is_dict(kind):
            self._learn_dict(value, kind, cells, depth)
            return
        for item in value:
            self._learn(item, cells[0].root(), depth + 1)

    def _learn_dict(self, value: Any, kind: int, cells: list[Cell], depth: int) -> None:
        has_names = kind in OF_NAMES and all(type(key) is str for key in value)
        if has_names and len({*cells[1].root().fields} | {*value}) > MOST_FIELDS:
            has_names = False
        for key, item in value.items():
            self._learn(key, cells[0].root(), depth + 1)
            values = cells[1].root()
            self._learn(item, values.field(key) if has_names else values.open(True), depth + 1)

    def _is_known(self, value: Any, cells: list[Cell]) -> bool:
        known = self._cells_of.setdefault(id(value), cells)
        if known is cells:
            return False
        for one, other in zip(known, cells, strict=True):
            merge(one, other)
        return True

    def _learn_other(self, value: Any, cell: Cell, depth: int) -> None:
        of: Any = ColumnGiven if is_text_array(value) else stand_in(type(value))
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
        if of is ColumnGiven:
            known.sure = {*fields_in(value)}
        cell.add(OBJECT + known.number)
        if isinstance(value, enum.Enum) or id(value) in self._cells_of:
            return
        self._cells_of[id(value)] = []
        for name, item in fields_in(value).items():
            if name not in known.fields:
                known.fields.append(name)
            self._learn(item, self._shared.types.at(("field", of, name)), depth + 1)

    def _number_of(self, function: Any) -> int:
        function = stand_in(function)
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
