"""What is asked of the kind of a value: isinstance, hasattr, getattr and their kin."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from typing import Any

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
    ORDERED,
    REAL,
    ROW,
    SET,
    TEXT,
    WHOLE,
    NotOnHeap,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.library_calls import LibraryCalls

_TYPES: dict[type, int] = {
    int: WHOLE, float: REAL, complex: COMPLEX, bytes: BYTES, str: TEXT, bool: BOOL, list: LIST, set: SET, frozenset: FROZEN, type(None): NONE,
    collections.deque: DEQUE,
}  # fmt: skip


class AskedKinds(LibraryCalls):
    def call_hasattr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        name = args[1].value if isinstance(args[1], ast.Constant) else None
        if type(name) is not str:
            raise NotOnHeap("hasattr of a name that the run says")

        def has(kind: int) -> bool:
            if is_object(kind) and name in self.class_list[kind - OBJECT].fields:
                if name not in self.class_list[kind - OBJECT].sure:
                    raise NotOnHeap("a field that some objects have")
                return True
            return hasattr(self.type_of_kind(kind), name)

        return self._asked_of_kind(self.value_of(args[0]), has)

    def call_isinstance(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        classes = tuple(self.classes_of(args[1]))

        def is_one(kind: int) -> bool:
            of = self.type_of_kind(kind)
            return issubclass(of, classes)

        return self._asked_of_kind(value, is_one)

    def classes_of(self, node: Any) -> list[type]:
        """int, (int, float), int | None, and tuples with a name."""
        if isinstance(node, ast.Tuple):
            return [of for part in node.elts for of in self.classes_of(part)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return [*self.classes_of(node.left), *self.classes_of(node.right)]
        found = type(None) if isinstance(node, ast.Constant) and node.value is None else self.known(node)
        inner = found if isinstance(found, tuple) else getattr(found, "__args__", None) if type(found).__name__ == "UnionType" else (found,)
        if not inner or not all(isinstance(of, type) for of in inner):
            raise NotOnHeap("isinstance of something else")
        return [*inner]

    def call_issubclass(self, args: list[Any], keywords: Any, node: Any) -> Value:
        classes = tuple(self.classes_of(args[1]))

        def of(kind: int) -> bool:
            made = self.functions[kind - FUNCTION] if kind >= FUNCTION else None
            if made is None or not isinstance(made.function, type):
                raise NotOnHeap("issubclass of something else")
            return issubclass(made.function, classes)

        return self._asked_of_kind(self.value_of(args[0]), of)

    def call_callable(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self._asked_of_kind(self.value_of(args[0]), lambda kind: kind >= FUNCTION or (is_object(kind) and self._is_called(kind)))

    def _is_called(self, kind: int) -> bool:
        return any("__call__" in vars(of) for of in self.type_of_kind(kind).__mro__)

    def call_getattr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        named = self.value_of(args[1])
        name = self.known_text(named)
        if name is None:
            return self._attribute_named(self.copied(self.value_of(args[0])), named)
        default = self.value_of(args[2]) if len(args) > 2 else None

        def way(one: Value) -> Value:
            if default is None or (is_object(one.kind) and name in self.class_in(one).sure):
                return self._read(one, name)  # type: ignore[no-any-return]
            if is_object(one.kind) and name in self.class_in(one).fields and not hasattr(self.class_in(one).of, name):
                return self.field_or(one, name, default)
            if is_object(one.kind) and (name in self.class_in(one).fields or hasattr(self.class_in(one).of, name)):
                raise NotOnHeap("a field that some objects have")
            if hasattr(self.type_of_kind(one.kind), name):
                raise NotOnHeap("getattr of something else")
            return default

        return self.each_kind(self.value_of(args[0]), "getattr", way)

    def _attribute_named(self, value: Value, named: Value) -> Value:
        """An attribute whose name the run says: a field."""
        if named.kind != TEXT:
            raise NotOnHeap("getattr of something else")

        def way(one: Value) -> Value:
            if not is_object(one.kind) or self.class_in(one).is_enum:
                return self.wrong("getattr of something else")

            def of(name: str) -> Callable[[], Value]:
                return lambda: self.attribute(one, name)

            return self.joined("named", [(self._is_named(named, name), of(name)) for name in self.class_in(one).fields], None)

        return self.each_kind(value, "getattr", way)

    def _is_named(self, named: Value, name: str) -> str:
        return f"same_texts(I_, {', '.join((*named.words, *self.text(name).words))})"

    def call_setattr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        holder, named, item = (self.copied(self.value_of(a)) for a in args)
        name = self.known_text(named)
        if name is not None:
            self._set_field(holder, name, item)
            return self.nothing()
        if not is_object(holder.kind) or named.kind != TEXT:
            raise NotOnHeap("setattr of something else")
        self.joined("stored", [(self._is_named(named, name), self._stored(holder, name, item)) for name in self.class_in(holder).fields], None)
        return self.nothing()

    def _stored(self, holder: Value, name: str, item: Value) -> Callable[[], Value]:
        def store() -> Value:
            self._set_field(holder, name, item)
            return self.nothing()

        return store

    def _asked_of_kind(self, value: Value, holds: Callable[[int], bool]) -> Value:
        kinds = value.cell.all()
        answers = {holds(kind) for kind in kinds}
        if len(answers) < 2:
            return self.constant(answers == {True}, "isinstance")
        return self.truth_value(" or ".join(f"{value.words[0]} == {kind}" for kind in kinds if holds(kind)))

    def type_of_kind(self, kind: int) -> type:
        if is_object(kind):
            return self.class_list[kind - OBJECT].of  # type: ignore[no-any-return]
        if is_tuple(kind) or kind == ROW:
            return tuple
        if is_dict(kind):
            return {DICT: dict, ORDERED: collections.OrderedDict, COUNTER: collections.Counter}.get(kind, collections.defaultdict)
        if kind == BOUNDED:
            return collections.deque
        return next((of for of, k in _TYPES.items() if k == kind), type(len))
