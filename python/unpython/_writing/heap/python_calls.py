"""Calls of functions of Python, by name."""

from __future__ import annotations

import ast
import functools
import operator
from typing import Any

from unpython._writing.heap.cells import (
    BOUNDED,
    DEQUE,
    DICT,
    FROZEN,
    FUNCTION,
    LIST,
    NONE,
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
    TUPLE,
    WHOLE,
    NotOnHeap,
    flow,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.copies import Copies
from unpython._writing.heap.emitter import Rest, Value
from unpython._writing.heap.names import Function
from unpython._writing.heap.operators import NUMBERS, SEQUENCES

_FACTORIES = {list: OF_LISTS, int: OF_INTEGERS, float: OF_FLOATS, set: OF_SETS, dict: OF_DICTS}


class PythonCalls(Copies):
    # Functions of Python, by name.

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            kind = one.kind
            if kind in SEQUENCES:
                return self.whole(self.held(f"I_[{one.words[0]} + 1]"))
            if kind == TEXT:
                return self.whole(one.words[1])
            if kind in SETS or is_dict(kind):
                return self.whole(self.held(f"I_[{one.words[0]} + 3]"))
            if is_tuple(kind):
                return self.whole(str(len(self.parts(one))))
            if is_object(kind):
                if self.is_value(one):
                    return self.whole(str(len(self.class_in(one).fields)))
                return self.length_of(one)
            return self.wrong_kinds(len, one)

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
        if not args:
            raise NotOnHeap("the extreme of nothing")
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
        if not set(keywords) - {"reverse"} and self._has_own_firsts(args[0]):
            self.sort(made, keywords, of_first=True)
        else:
            self.sort(made, keywords)
        return made

    def _has_own_firsts(self, node: Any) -> bool:
        """Whether the items are pairs of which no two have the same first part: what stands behind it does not tell their order."""
        if not isinstance(node, ast.Call) or not self._is_lazy(node):
            return False
        if self.called_name(node.func) == "builtins.enumerate":
            return True
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "items" or self.generator_of(node.func) is not None:
            return False
        start = len(self.lines)
        kinds = self.value(node.func.value).cell.all()
        del self.lines[start:]
        return not any(map(is_object, kinds))

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
        most = args[1] if len(args) > 1 else keywords.get("maxlen")
        if most is None or (length := self.value_of(most)).kind == NONE:
            return self.call_list(args[:1], {}, node, DEQUE)
        word = self.number(length)
        self.check(f"{word} < 0", ValueError, "maxlen must be non-negative")
        source = self.source_of(args[0]) if args else None
        source = self.copied(source) if isinstance(source, Value) else source
        with self.within("bounded"):
            at = self.room(1)
            self.emit(f"I_[{at}] = {word}")
            made = self.new_list([], "deque", kind=BOUNDED)  # right behind that word
            if source is not None:
                self.extend(made, source)
        return made

    def call_set(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(SET, "set")
        if args:
            self.each(self.source_of(args[0]), lambda item: self.add(made, item), True)
        return made

    def call_frozenset(self, args: list[Any], keywords: Any, node: Any) -> Value:
        source = self.source_of(args[0]) if args else None
        if isinstance(source, Value) and source.kind == FROZEN:
            return source
        made = self.new_table(FROZEN, "frozenset")
        if source is not None:
            self.each(source, lambda item: self.add(made, item), True)
        return made

    def call_dict(self, args: list[Any], keywords: Any, node: Any, kind: int = DICT) -> Value:
        made = self.new_table(kind, "dict")
        if args:
            self._put_given(made, self.source_of(args[0]))
        for name, value in keywords.items():
            self.store_value(made, self.text(name), self.value_of(value))
        return made

    def put_pairs(self, made: Value, items: Any) -> None:
        number = self.held("-1")

        def each(item: Value) -> None:
            if item.cell.all() != [TUPLE + 2]:
                self.emit(f"{number} += 1")
                item = self.each_kind(self.copied(item), "pair", lambda one: self._checked_pair(one, number))
            self.store_value(made, *self.unpacked(item, 2))

        self.each(items, each)

    def _checked_pair(self, one: Value, number: str) -> Value:
        """What a dict is made of has two parts each."""
        if is_tuple(one.kind):
            count = str(len(self.parts(one)))
        elif one.kind in (*SEQUENCES, TEXT):
            count = one.words[1] if one.kind == TEXT else self.held(f"I_[{one.words[0]} + 1]")
        else:
            return self.wrong("an item of a dict that is no pair")
        if count == "2":
            return one
        with self.block(f"if {count} != 2:"):
            texts = "dictionary update sequence element #", " has length ", "; 2 is required"
            before, between, behind = map(self.text, texts)
            parts = [before, self.shown(self.whole(number)), between, self.shown(self.whole(count)), behind]
            self.fail(ValueError, None, [self.texts_joined(parts)])
        return Value(self.types.new(), ("0",)) if is_tuple(one.kind) else one

    def _put_given(self, made: Value, source: Any) -> None:
        self.of_dict_or(source, lambda one: self._put_all(made, one), lambda items: self.put_pairs(made, items))

    def call_OrderedDict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_dict(args, keywords, node, ORDERED)

    def call_defaultdict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        factory = self.known(args[0]) if args and isinstance(args[0], ast.expr) else None
        if keywords or not args:
            raise NotOnHeap("such a defaultdict")
        made = self.new_table(self._factory(args[0]) if factory not in _FACTORIES else _FACTORIES[factory], "defaultdict")
        if len(args) > 1:
            self._put_given(made, self.source_of(args[1]))
        return made

    def _factory(self, given: Any) -> int:
        """The kind of defaultdicts that ask another function."""
        value = self.value_of(given)
        number = value.kind - FUNCTION
        if number < 0 or self.functions[number].kept:
            raise NotOnHeap("such a defaultdict")
        if number not in self.factories:
            self.factories.append(number)
        return OF_OTHERS + self.factories.index(number)

    def call_abs(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            if is_object(one.kind):
                return self.method_called(one, "__abs__", [])
            if one.kind not in NUMBERS:
                return self.wrong_kinds(abs, one)
            return self.of(REAL if one.kind == REAL else WHOLE, self.held(f"abs({one.words[0]})"))

        return self.each_kind(self.value_of(args[0]), "abs", way)

    def call_round(self, args: list[Any], keywords: Any, node: Any) -> Value:
        digits = self.value_of(args[1]) if len(args) > 1 else None
        if digits is not None and digits.kind == NONE:
            digits = None

        def way(one: Value) -> Value:
            if is_object(one.kind) and self.has_method(one, "__round__"):
                return self.method_called(one, "__round__", [] if digits is None else [digits])
            if one.kind not in NUMBERS:
                return self.wrong_kinds(round, one)
            if digits is None:
                return self.whole(self.held(f"round({one.words[0]})")) if one.kind == REAL else self.whole(one.words[0])
            if one.kind == REAL:
                return self.real(self.held(f"round({one.words[0]}, {self.number(digits)})"))
            return self.whole(self.held(f"round({one.words[0]}, {self.number(digits)})"))

        return self.each_kind(self.value_of(args[0]), "round", way)

    def call_int(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) > 1 or keywords:
            return self._of_base(self.value_of(args[0]), self.value_of(args[1] if len(args) > 1 else keywords["base"]))
        return self._converted(args, WHOLE, "int")

    def _of_base(self, value: Value, base: Value) -> Value:
        if value.kind != TEXT:
            raise NotOnHeap("int of something else with a base")
        number, codes = self.copied(self.whole(self.number(base))).words[0], self.held(self.codes_of(value))
        with self.block(f"if not is_integer_of_base({codes}, {number}):"):
            said = [self.text("invalid literal for int() with base "), self.shown(self.whole(number)), self.text(": "), self.shown(value, True)]
            with self.block(f"if {number} < 2 or {number} > 36:"):
                self.refuse("such a base")
            self.fail(ValueError, None, [self.texts_joined(said)])
        return self.whole(self.held(f"integer_of_base({codes}, {number})"))

    def call_float(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self._converted(args, REAL, "float")

    def _converted(self, args: list[Any], kind: int, name: str) -> Value:
        def way(given: Value) -> Value:
            one = self.copied(self.as_number(given))
            if is_object(one.kind):
                return self.number_of_object(one, kind, name)
            if one.kind in NUMBERS:
                return self.of(kind, self.held(f"{name}({one.words[0]})"))
            if one.kind != TEXT:
                return self.wrong_kinds(int if kind == WHOLE else float, one)
            codes = self.held(self.codes_of(one))
            with self.block(f"if not {'is_integer' if kind == WHOLE else 'is_float'}({codes}):"):
                said = "invalid literal for int() with base 10: " if kind == WHOLE else "could not convert string to float: "
                self.fail(ValueError, None, [self.texts_joined([self.text(said), self.shown(given, True)])])
            return self.of(kind, self.held(f"{'as_integer' if kind == WHOLE else 'as_float'}({codes})"))

        if not args:
            return self.of(kind, "0" if kind == WHOLE else "0.0")
        return self.each_kind(self.value_of(args[0]), name, way)

    def number_of_object(self, value: Value, kind: int, name: str) -> Value:
        """What `__int__` or `__float__` of an object gives; of `__index__` Python knows."""
        if not self.has_method(value, f"__{name}__"):
            return self.wrong("a number of an object") if self.has_method(value, "__index__") else self.wrong_kinds({"int": int, "float": float}[name], value)
        made = self.copied(self.method_called(value, f"__{name}__", []))
        return made if made.cell.all() in ([kind], []) else self.wrong("a number of an object that is none")

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
        if all(self.type_of_kind(kind).__module__ != "numpy" for kind in (*a.cell.all(), *b.cell.all())):
            return self.binary("divmod", a, b)
        return self.tuple_of([self.copied(self.binary("//", a, b)), self.copied(self.binary("%", a, b))])

    def call_pow(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) != 2:
            raise NotOnHeap("pow of three")
        a, b = (self.copied(self.value_of(x)) for x in args)
        return self.binary("**", a, b)

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
        first = self.value_of(args[2]) if len(args) > 2 else None
        if first is not None:
            flow(first.cell, cell)
        names = self.declare(cell)

        def step(item: Value) -> None:
            with self.within("step"):
                self.assign(names, cell, self.copied(self.call(given, [self.copied(Value(cell, names)), item], node)))

        if first is not None:
            self.assign(names, cell, first)
            self.each(source, step)
            return self.copied(Value(cell, names))
        has = self.held("0")

        def each(item: Value) -> None:
            with self.block(f"if {has} == 0:"):
                self.assign(names, cell, item)
            with self.block("else:"):
                step(item)
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
