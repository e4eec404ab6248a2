"""Calls of functions of Python, by name."""

from __future__ import annotations

import ast
import collections
import functools
import operator
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import (
    BOOL,
    COUNTER,
    DEQUE,
    DICT,
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
    WHOLE,
    NotOnHeap,
    flow,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import Loop, Rest, Value
from unpython._writing.heap.library_calls import LibraryCalls
from unpython._writing.heap.names import Function
from unpython._writing.heap.operators import NUMBERS, SEQUENCES

_FACTORIES = {list: OF_LISTS, int: OF_INTEGERS, float: OF_FLOATS, set: OF_SETS, dict: OF_DICTS}
_TYPES: dict[type, int] = {int: WHOLE, float: REAL, str: TEXT, bool: BOOL, list: LIST, set: SET, type(None): NONE, collections.deque: DEQUE}


class PythonCalls(LibraryCalls):
    # Functions of Python, by name.

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            kind = one.kind
            if kind in SEQUENCES:
                return self.whole(self.held(f"I_[{one.words[0]} + 1]"))
            if kind == TEXT:
                return self.whole(one.words[1])
            if kind == SET or is_dict(kind):
                return self.whole(self.held(f"I_[{one.words[0]} + 3]"))
            if is_tuple(kind):
                return self.whole(str(len(self.parts(one))))
            if is_object(kind):
                if self.is_value(one):
                    return self.whole(str(len(self.class_in(one).fields)))
                return self.length_of(one)
            self.refuse("the length of something else")
            return self.whole("0")

        return self.each_kind(self.value_of(args[0]), "len", way)

    def call_sum(self, args: list[Any], keywords: Any, node: Any) -> Value:
        start = args[1] if len(args) > 1 else keywords.get("start")
        return self.sum_of(self.source_of(args[0]), None if start is None else self.value_of(start))

    def call_any(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.any_of(self.source_of(args[0]), True)

    def call_all(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.any_of(self.source_of(args[0]), False)

    def call_max(self, args: list[Any], keywords: Any, node: Any, name: str = "max") -> Value:
        sign = ">" if name == "max" else "<"
        key = keywords.get("key")
        key = None if key is None or (isinstance(key, ast.Constant) and key.value is None) else self.function_of(key)
        if len(args) > 1:
            return self.extreme_of_few(sign, [self.copied(self.value_of(a)) for a in args], key)
        default = self.value_of(keywords["default"]) if "default" in keywords else None
        return self.extreme(sign, self.source_of(args[0]), key, default, self.said(max if name == "max" else min, []))

    def call_min(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_max(args, keywords, node, "min")

    def call_sorted(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_list([], "sorted")
        with self.within("sorted"):
            self.each(self.source_of(args[0]), lambda item: self.push(made, item), "key" not in keywords)
        self.sort(made, keywords)
        return made

    def call_list(self, args: list[Any], keywords: Any, node: Any, kind: int = LIST) -> Value:
        source = self.source_of(args[0]) if args else None
        if isinstance(source, Value) and source.kind == LIST == kind:
            return self.copy_of(source)
        if isinstance(source, Value) and source.kind == kind == ROW:
            return source
        if isinstance(source, Value) and kind == ROW and is_tuple(source.kind):
            return source
        made = self.new_list([], "listed", kind=kind)
        if source is not None:
            self.each(source, lambda item: self.push(made, item))
        return made

    def call_tuple(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_list(args, keywords, node, ROW) if args else self.tuple_of([])

    def call_deque(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if "maxlen" in keywords or len(args) > 1:
            raise NotOnHeap("a deque with a length")
        return self.call_list(args, keywords, node, DEQUE)

    def call_set(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(SET, "set")
        if args:
            self.each(self.source_of(args[0]), lambda item: self.add(made, item), True)
        return made

    def call_dict(self, args: list[Any], keywords: Any, node: Any, kind: int = DICT) -> Value:
        made = self.new_table(kind, "dict")
        if args:
            source = self.source_of(args[0])
            if isinstance(source, Value) and is_dict(source.kind):
                self._put_all(made, source)
            else:
                self.put_pairs(made, source)
        for name, value in keywords.items():
            self.store_value(made, self.text(name), self.value_of(value))
        return made

    def call_OrderedDict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_dict(args, keywords, node, ORDERED)

    def call_defaultdict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        factory = self.known(args[0]) if args and isinstance(args[0], ast.expr) else None
        if factory not in _FACTORIES or len(args) > 1 or keywords:
            raise NotOnHeap("such a defaultdict")
        return self.new_table(_FACTORIES[factory], "defaultdict")

    def call_Counter(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(COUNTER, "Counter")
        made.cell.of(COUNTER)[1].add(WHOLE)
        if keywords:
            raise NotOnHeap("a Counter of keywords")

        if args:
            source = self.source_of(args[0])
            if isinstance(source, Value) and is_dict(source.kind):
                raise NotOnHeap("a Counter of a dict")
            self.each(source, lambda item: self.count(made, item))
        return made

    def call_abs(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            if is_object(one.kind):
                return self.method_called(one, "__abs__", [])
            if one.kind not in NUMBERS:
                self.refuse("abs of something else")
                return self.whole("0")
            return self.of(REAL if one.kind == REAL else WHOLE, self.held(f"abs({one.words[0]})"))

        return self.each_kind(self.value_of(args[0]), "abs", way)

    def call_round(self, args: list[Any], keywords: Any, node: Any) -> Value:
        digits = self.value_of(args[1]) if len(args) > 1 else None
        if digits is not None and digits.kind == NONE:
            digits = None

        def way(one: Value) -> Value:
            if one.kind not in NUMBERS:
                self.refuse("round of something else")
                return self.whole("0")
            if digits is None:
                return self.whole(self.held(f"round({one.words[0]})")) if one.kind == REAL else self.whole(one.words[0])
            if one.kind == REAL:
                return self.real(self.held(f"round({one.words[0]}, {self.number(digits)})"))
            return self.whole(self.held(f"round({one.words[0]}, {self.number(digits)})"))

        return self.each_kind(self.value_of(args[0]), "round", way)

    def call_int(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) > 1 or keywords:
            raise NotOnHeap("int with a base")
        return self._converted(args, WHOLE, "int")

    def call_float(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self._converted(args, REAL, "float")

    def _converted(self, args: list[Any], kind: int, name: str) -> Value:
        def way(one: Value) -> Value:
            one = self.as_number(one)
            if one.kind in NUMBERS:
                return self.of(kind, self.held(f"{name}({one.words[0]})"))
            if one.kind != TEXT:
                self.refuse("a number of something else")
                return self.of(kind, "0" if kind == WHOLE else "0.0")
            codes = self.held(self.codes_of(one))
            with self.block(f"if not {'is_integer' if kind == WHOLE else 'is_float'}({codes}):"):
                said = "invalid literal for int() with base 10: " if kind == WHOLE else "could not convert string to float: "
                self.fail(ValueError, None, [self.texts_joined([self.text(said), self.shown(one, True)])])
            return self.of(kind, self.held(f"{'as_integer' if kind == WHOLE else 'as_float'}({codes})"))

        if not args:
            return self.of(kind, "0" if kind == WHOLE else "0.0")
        return self.each_kind(self.value_of(args[0]), name, way)

    def call_bool(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.truth_value(self.test(self.value_of(args[0])))

    def call_str(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.shown(self.value_of(args[0])) if args else self.text("")

    def call_repr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.shown(self.value_of(args[0]), True)

    def call_format(self, args: list[Any], keywords: Any, node: Any) -> Value:
        spec = args[1] if len(args) > 1 else ast.Constant("")
        return self.formatted(self.value_of(args[0]), spec.value if isinstance(spec, ast.Constant) else self.value_of(spec))

    def call_ord(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if value.kind != TEXT:
            raise NotOnHeap("ord of something else")
        with self.block(f"if {value.words[1]} != 1:"):
            self.refuse("ord of several characters")
        return self.whole(self.held(f"I_[{value.words[0]}]"))

    def call_chr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        number = self.number(self.value_of(args[0]))
        self.check(f"{number} < 0 or {number} > 1114111", ValueError, self.said(chr, -1))
        at = self.room(1)
        self.emit(f"I_[{at}] = {number}")
        return self.of(TEXT, at, "1")

    def call_bin(self, args: list[Any], keywords: Any, node: Any, letter: str = "b") -> Value:
        return self.text_of(self.held(f"formatted({self.number(self.value_of(args[0]))}, {self.codes_of(self.text('#' + letter))})"))

    def call_hex(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_bin(args, keywords, node, "x")

    def call_oct(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_bin(args, keywords, node, "o")

    def call_divmod(self, args: list[Any], keywords: Any, node: Any) -> Value:
        a, b = (self.copied(self.value_of(x)) for x in args)
        return self.tuple_of([self.copied(self.binary("//", a, b)), self.copied(self.binary("%", a, b))])

    def call_pow(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) != 2:
            raise NotOnHeap("pow of three")
        a, b = (self.copied(self.value_of(x)) for x in args)
        return self.binary("**", a, b)

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
        wanted = self.known(args[1]) if not isinstance(args[1], ast.Tuple) else tuple(map(self.known, args[1].elts))
        classes = wanted if isinstance(wanted, tuple) else (wanted,)
        if not all(isinstance(c, type) for c in classes):
            raise NotOnHeap("isinstance of something else")

        def is_one(kind: int) -> bool:
            of = self.type_of_kind(kind)
            return issubclass(of, classes)

        return self._asked_of_kind(value, is_one)

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
        return next((of for of, k in _TYPES.items() if k == kind), type(len))

    def call_print(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if set(keywords) - {"sep", "end"}:
            raise NotOnHeap("print elsewhere")
        self.prints = True
        values = [self.copied(self.value_of(a)) for a in args]
        sep = self.value_of(keywords["sep"]) if "sep" in keywords else self.text(" ")
        end = self.value_of(keywords["end"]) if "end" in keywords else self.text("\n")
        for number, value in enumerate(values):
            if isinstance(value, Rest) or (args and isinstance(args[number], Rest)):
                self._print_rest(value, number > 0, sep)
                continue
            if number:
                self.emit(f"P_.extend({self.codes_of(sep)})")
            with self.within("print", number):
                self.show("P_", value, False)
        self.emit(f"P_.extend({self.codes_of(end)})")
        return self.nothing()

    def _print_rest(self, value: Value, is_behind: bool, sep: Value) -> None:
        is_first = self.held(str(int(not is_behind)))

        def each(item: Value) -> None:
            with self.block(f"if {is_first} == 0:"):
                self.emit(f"P_.extend({self.codes_of(sep)})")
            self.emit(f"{is_first} = 0")
            self.show("P_", item, False)

        self.each(value, each)

    def call_reduce(self, args: list[Any], keywords: Any, node: Any) -> Value:
        cell = self.site("reduced")
        given = self.function_of(args[0])
        source = self.source_of(args[1])
        has = self.held("0" if len(args) < 3 else "1")
        if len(args) > 2:
            first = self.value_of(args[2])
            flow(first.cell, cell)
            names = self.declare(cell)
            self.assign(names, cell, first)
        else:
            names = self.declare(cell)

        def each(item: Value) -> None:
            with self.block(f"if {has} == 0:"):
                self.assign(names, cell, item)
            with self.block("else:"), self.within("step"):
                self.assign(names, cell, self.copied(self.call(given, [self.copied(Value(cell, names)), item], node)))
            self.emit(f"{has} = 1")

        self.each(source, each)
        with self.block(f"if {has} == 0:"):
            self.fail(TypeError, self.said(functools.reduce, operator.add, []))
        return self.copied(Value(cell, names))

    def call_partial(self, args: list[Any], keywords: Any, node: Any) -> Value:
        given = self.function_of(args[0])
        made = Function("partial", None, None if isinstance(given, Value) else given)
        kept = [("function", given)] if isinstance(given, Value) else []
        kept += [(str(number), self.value_of(a)) for number, a in enumerate(args[1:])]
        kept += [(f"={name}", self.value_of(v)) for name, v in keywords.items()]
        return self.function_value(made, kept, (self.path, "partial", id(node)))

    def call_next(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """The first item of a generator expression."""
        if not isinstance(args[0], ast.GeneratorExp):
            raise NotOnHeap("next of something that has a name")
        cell = self.site("next")
        default = self.value_of(args[1]) if len(args) > 1 else None
        if default is not None:
            flow(default.cell, cell)
        names, has = self.declare(cell), self.held("0")

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                self.assign(names, cell, item)
                self.emit(f"{has} = 1")
                self.leave(around)

            self.each(self.source_of(args[0]), each)

        self.once(write)
        with self.block(f"if {has} == 0:"):
            if default is None:
                self.fail(StopIteration)
            else:
                self.assign(names, cell, default)
        return Value(cell, names)

    def call_replace(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """dataclasses.replace"""
        value = self.value_of(args[0])
        if not is_object(value.kind) or not self.class_in(value).is_dataclass:
            raise NotOnHeap("replace of something else")
        known = self.class_in(value)
        given = {name: self.value_of(v) for name, v in keywords.items()}
        return self.made_object(known.of, [], {name: given[name] if name in given else self.read_field(value, name) for name in known.fields})

    def call_astuple(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        parts = self.fields_of(value) if is_object(value.kind) else []
        if not parts or any(k not in (*NUMBERS, TEXT, NONE) for part in parts for k in part.cell.all()):
            raise NotOnHeap("astuple of such fields")
        return self.tuple_of(parts)
