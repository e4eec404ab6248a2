"""Operators: arithmetic of numbers, comparisons, truth."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
    DEQUE,
    FROZEN,
    FUNCTION,
    LIST,
    NO_ANSWER,
    NONE,
    REAL,
    ROW,
    SETS,
    TEXT,
    TUPLE,
    WHOLE,
    NotOnHeap,
    Types,
    is_dict,
    is_object,
    is_tuple,
    merge,
)
from unpython._writing.heap.checks import Checks
from unpython._writing.heap.emitter import NO, YES, Value

NUMBERS = (BOOL, WHOLE, REAL)
SEQUENCES = (LIST, ROW, DEQUE, BOUNDED)
_SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_DIVIDE = {"/": operator.truediv, "//": operator.floordiv, "%": operator.mod}
_SPECIAL = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "&": "and", "|": "or", "^": "xor",
    "<<": "lshift", ">>": "rshift", "@": "matmul", "divmod": "divmod", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip
FUNCTIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
    "**": operator.pow, "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "@": operator.matmul, "divmod": divmod, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_OF_ONE: dict[type, Any] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
TOTAL_ORDER = {
    "_ge_from_lt": ("lt", "not"), "_gt_from_lt": ("lt", "not, ne"), "_le_from_lt": ("lt", "eq"), "_lt_from_le": ("le", "ne"),
    "_gt_from_le": ("le", "not"), "_ge_from_le": ("le", "not, eq"), "_lt_from_gt": ("gt", "not, ne"), "_ge_from_gt": ("gt", "eq"),
    "_le_from_gt": ("gt", "not"), "_le_from_ge": ("ge", "not, eq"), "_gt_from_ge": ("ge", "ne"), "_lt_from_ge": ("ge", "not"),
}  # fmt: skip
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_LITERAL = re.compile(r"-?\d+")
_OF_BITS = ("&", "|", "^", "<<", ">>")
_MOST_PARTS = 12  # of a tuple that is a sum


def sign_of(op: Any) -> str:
    return _SIGNS[type(op)]


def _function_of(sign: str, in_place: bool) -> Any:
    return getattr(operator, f"i{_SPECIAL[sign]}") if in_place else FUNCTIONS[sign]


class Operators(Checks):
    def __init__(self, types: Types):
        super().__init__(types)
        self._comparing: list[Any] = []

    # Truth.

    def test(self, value: Value) -> str:
        """An expression that says whether a value is true."""
        kinds = value.cell.all()
        if len(kinds) > 1:
            found = self.each_kind(value, "truth", lambda one: self.truth_value(self.test(one)))
            return f"{found.words[0]} != 0"
        kind = value.kind
        if value.test is not None:
            return value.test
        if kind == NONE or kind < 0:
            return NO
        if kind in NUMBERS:
            return f"{value.words[0]} != 0"
        if kind == TEXT:
            return f"{value.words[1]} != 0"
        if kind in SEQUENCES:
            return f"I_[{value.words[0]} + 1] != 0"
        if kind in SETS or is_dict(kind):
            return f"I_[{value.words[0]} + 3] != 0"
        if is_object(kind):
            return str(self.truth_of_object(value))
        return YES if kind != TUPLE else NO

    # Arithmetic.

    def binary(self, sign: str, left: Value, right: Value, in_place: bool = False) -> Value:
        place = self.path

        def of(a: Value, b: Value) -> Value:
            self.sum_place = place
            return self._binary(sign, a, b, in_place)

        return self.each_kind(left, "left", lambda a: self.each_kind(right, "right", lambda b: of(a, b)))

    def gives_row(self, length: int) -> bool:
        """Whether a sum of tuples gives a row, as one does that gets longer with each turn of a loop or each call."""
        self.lengths.setdefault(self.sum_place, set()).add(length)
        return self.sum_place in self.of_any_length or length > _MOST_PARTS

    def _binary(self, sign: str, a: Value, b: Value, in_place: bool) -> Value:
        if is_object(a.kind) or is_object(b.kind):
            if a.kind == b.kind and sign in ("&", "|", "^") and self.class_in(a).is_flag:
                return self.of(a.kind, self.held(f"{a.words[0]} {sign} {b.words[0]}"))
            x, y = self.plain_value(a), self.plain_value(b)
            if x is not a or y is not b:
                return self.binary(sign, self.copied(x), self.copied(y))
            return self._of_object(sign, a, b, in_place)
        function = _function_of(sign, in_place)
        if sign == "divmod":
            if a.kind not in NUMBERS or b.kind not in NUMBERS:
                return self.wrong_kinds(divmod, a, b)
            zeros = (1.0 if a.kind == REAL else 1, 0.0 if b.kind == REAL else 0)
            self.check(f"{b.words[0]} == 0", ZeroDivisionError, self.said(divmod, *zeros))
            return self.tuple_of([self.copied(self.binary(part, a, b)) for part in ("//", "%")])
        if a.kind in NUMBERS and b.kind in NUMBERS:
            if sign == "@" or (sign in _OF_BITS and REAL in (a.kind, b.kind)):
                return self.wrong_kinds(function, a, b)
            return self.arithmetic(sign, a, b)
        found = self.of_holders(sign, a, b, in_place)
        return self.wrong_kinds(function, a, b) if found is None else found

    def arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        x, y = a.words[0], b.words[0]
        is_real = REAL in (a.kind, b.kind)
        if sign in _OF_BITS:
            if sign in ("<<", ">>"):
                self.check(f"{y} < 0", ValueError, "negative shift count")
            made = self.held(f"{x} {sign} {y}")
            if a.kind == b.kind == BOOL and sign in ("&", "|", "^"):
                return self.of(BOOL, made)
            return self.whole(made)
        if sign in _DIVIDE:
            zeros = [1.0 if v.kind == REAL else 1 for v in (a,)] + [0.0 if b.kind == REAL else 0]
            self.check(f"{y} == 0", ZeroDivisionError, self.said(_DIVIDE[sign], *zeros))
        if sign == "**":
            return self._power(a, b)
        if sign == "/" and not is_real:
            with self.block(f"if max(abs({x}), abs({y})) > {2**53}:"):
                self.refuse("a quotient of integers that are no floats")
        made = self.held(f"{x} {sign} {y}")
        return self.real(made) if is_real or sign == "/" else self.whole(made)

    def _power(self, a: Value, b: Value) -> Value:
        x, y = f"({a.words[0]})", b.words[0]
        if REAL not in (a.kind, b.kind):
            if y.isdigit():
                return self.whole(self.held(f"{x} ** {y}"))
            if y.startswith("-") and y[1:].isdigit():
                self.check(f"{x} == 0", ZeroDivisionError, self.said(operator.pow, 0, -1))
                return self.real(self.held(f"float({x}) ** {y}"))

            def of_floats() -> Value:
                self.check(f"{x} == 0", ZeroDivisionError, self.said(operator.pow, 0, -1))
                return self.real(self.held(f"float({x}) ** {y}"))

            return self.joined("power", [(f"{y} >= 0", lambda: self.whole(self.held(f"int({x} ** {y})")))], of_floats)
        if b.kind == REAL or y.startswith("-") or not y.isdigit():
            self.check(f"{x} == 0 and {y} < 0", ZeroDivisionError, self.said(operator.pow, 0.0, -1.0))
        if b.kind == REAL:
            with self.block(f"if {x} < 0 and {y} != math.floor({y}):"):
                self.refuse("a complex number")
        return self.real(self.held(f"float({x}) ** float({y})" if b.kind == REAL else f"float({x}) ** {y}"))

    def negated(self, op: ast.unaryop, value: Value) -> Value:
        def of(one: Value) -> Value:
            if is_object(one.kind):
                if isinstance(op, ast.Invert) and self.class_in(one).is_flag:
                    return self.of(one.kind, self.held(f"{len(self.class_in(one).members) - 1} - {one.words[0]}"))
                names = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
                return self.method_called(one, names[type(op)], [])  # type: ignore[no-any-return,index]
            if one.kind not in NUMBERS or (isinstance(op, ast.Invert) and one.kind == REAL):
                return self.wrong_kinds(_OF_ONE[type(op)], one)
            word = one.words[0]
            made = {ast.USub: f"-{word}", ast.UAdd: f"+{word}", ast.Invert: f"-{word} - 1"}[type(op)]  # type: ignore[index]
            return self.of(REAL if one.kind == REAL else WHOLE, self.held(made))

        return self.each_kind(value, "negated", of)

    def answered(self, value: Value, other: Callable[[], Value]) -> Value:
        """What a method gives; what `other` gives where that is NotImplemented."""
        if not value.cell.has(NO_ANSWER):
            return value
        return self.each_kind(value, "answer", lambda one: other() if one.kind == NO_ANSWER else one)

    def _of_object(self, sign: str, a: Value, b: Value, in_place: bool) -> Value:
        name = _SPECIAL[sign]
        if in_place and is_object(a.kind) and self.has_method(a, f"__i{name}__"):
            return self.answered(self.method_called(a, f"__i{name}__", [b]), lambda: self._of_object(sign, a, b, False))
        if is_object(a.kind) and self.has_method(a, f"__{name}__"):
            if is_object(b.kind) and a.kind != b.kind and self.has_method(b, f"__r{name}__") and self.is_subclass(b, a):
                raise NotOnHeap("an operator of a class and one below it")
            return self.answered(self.method_called(a, f"__{name}__", [b]), lambda: self._turned(sign, a, b, in_place))
        return self._turned(sign, a, b, in_place)

    def _turned(self, sign: str, a: Value, b: Value, in_place: bool) -> Value:
        """b.__radd__(a)"""

        def neither() -> Value:
            return self.wrong_kinds(_function_of(sign, in_place), a, b, why="an operator of objects")

        name = f"__r{_SPECIAL[sign]}__"
        if is_object(b.kind) and a.kind != b.kind and self.has_method(b, name):
            return self.answered(self.method_called(b, name, [a]), neither)
        return neither()

    # Comparisons.

    def compared(self, sign: str, left: Value, right: Value, inside: bool = False) -> Value:
        """`inside`: of items, where what is the same object is equal."""
        return self.each_kind(
            left, "left", lambda a: self.each_kind(right, "right", lambda b: self._compared(sign, a, b, inside))
        )

    def equal(self, left: Value, right: Value) -> str:
        """A test that says whether items are equal."""
        return self.test(self.compared("==", left, right, inside=True))

    def _compared(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        held = [tuple(map(id, v.cell.held(v.kind))) if v.cell.root().kinds.get(v.kind) else () for v in (a, b)]
        key = (id(self.frame), a.kind, b.kind, *held)
        if not any(held):
            return self._compared_once(sign, a, b, inside)
        if key in self._comparing:  # of values in values of the same kind, as deep as they are
            return self.wrong("a comparison without an end")
        self._comparing.append(key)
        try:
            return self._compared_once(sign, a, b, inside)
        finally:
            self._comparing.remove(key)

    def _compared_once(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if is_object(a.kind) or is_object(b.kind):
            return self._objects_compared(sign, a, b)
        if a.kind in NUMBERS and b.kind in NUMBERS:
            if inside and a.kind == b.kind == REAL:
                with self.block(f"if {a.words[0]} != {a.words[0]} and {b.words[0]} != {b.words[0]}:"):
                    self.refuse("NaN beside NaN in lists")
            known = _LITERAL.fullmatch(a.words[0]) and _LITERAL.fullmatch(b.words[0])
            holds = bool(known) and FUNCTIONS[sign](int(a.words[0]), int(b.words[0]))
            return self.truth_value((YES if holds else NO) if known else f"{a.words[0]} {sign} {b.words[0]}")
        if a.kind == b.kind == TEXT:
            both = ", ".join((*a.words, *b.words))
            if sign in ("==", "!="):
                return self.truth_value(f"{'' if sign == '==' else 'not '}same_texts(I_, {both})")
            return self.truth_value(f"order_of_texts(I_, {both}) {sign} 0")
        if is_tuple(a.kind) and is_tuple(b.kind):
            return self._tuples_compared(sign, a, b)
        if a.kind == b.kind and a.kind in SEQUENCES:
            return self._lists_compared(sign, a, b)
        if ROW in (a.kind, b.kind) and (is_tuple(a.kind) or is_tuple(b.kind)):
            return self._lists_compared(sign, self.as_row(a), self.as_row(b))
        if sign in ("==", "!="):
            if a.kind == b.kind == NONE or (a.kind == b.kind and a.kind >= 0 and a.words == b.words):
                return self.truth_value(YES if sign == "==" else NO)
            if a.kind == b.kind or (is_dict(a.kind) and is_dict(b.kind)) or (a.kind in SETS and b.kind in SETS):
                return self.tables_compared(sign, a, b)  # type: ignore[no-any-return]
            return self.truth_value(NO if sign == "==" else YES)
        if a.kind in SETS and b.kind in SETS:
            return self.tables_compared(sign, a, b)  # type: ignore[no-any-return]
        return self.wrong_kinds(FUNCTIONS[sign], a, b)

    def _objects_compared(self, sign: str, a: Value, b: Value) -> Value:
        ways: list[Callable[[], Value]] = []
        for one, other, of in ((a, b, sign), (b, a, _TURNED[sign])):
            if is_object(one.kind):
                ways += self._comparisons(one, other, of)
        ways.append(lambda: self.plain_objects_compared(sign, a, b))

        def first(number: int) -> Value:
            return self.answered(ways[number](), lambda: first(number + 1))

        return first(0)

    def _comparisons(self, one: Value, other: Value, sign: str) -> list[Callable[[], Value]]:
        name = _SPECIAL[sign]
        if (made := self.total_order(one, f"__{name}__")) is not None:
            return [lambda: self.of_total_order(made, one, other)]
        if self.has_method(one, f"__{name}__"):
            return [lambda: self.method_called(one, f"__{name}__", [other])]
        if sign == "!=" and self.has_method(one, "__eq__"):

            def differ() -> Value:
                found = self.method_called(one, "__eq__", [other])
                return self.each_kind(
                    found, "differ", lambda it: it if it.kind == NO_ANSWER else self.truth_value(self.opposite(self.test(it)))
                )

            return [differ]
        return []

    def _tuples_compared(self, sign: str, a: Value, b: Value) -> Value:
        ours, theirs = self.parts(a), self.parts(b)
        if sign in ("==", "!=") and len(ours) != len(theirs):
            return self.truth_value(NO if sign == "==" else YES)
        name = self.name()
        last = {"==": 1, "!=": 0, "<": len(ours) < len(theirs), ">": len(ours) > len(theirs)}
        last |= {"<=": len(ours) <= len(theirs), ">=": len(ours) >= len(theirs)}
        self.emit(f"{name} = {int(last[sign])}")
        depth = self.indent
        for number, (x, y) in enumerate(zip(ours, theirs, strict=False)):
            with self.within("part", number):
                same = self.equal(x, y)
                with self.block(f"if not ({same}):"):
                    self._tell_by(sign, name, x, y)
                self.emit("else:")
                self.indent += 1
        self.emit("pass")
        self.indent = depth
        return self.of(BOOL, name, test=f"{name} != 0")

    def _tell_by(self, sign: str, name: str, x: Value, y: Value) -> None:
        """The first items that differ say how the whole compares."""
        if sign in ("==", "!="):
            self.emit(f"{name} = {int(sign == '!=')}")
            return
        with self.within("order"):
            self.emit(f"{name} = 1 if {self.test(self.compared(sign, x, y))} else 0")

    def _lists_compared(self, sign: str, a: Value, b: Value) -> Value:
        one, other = a.words[0], b.words[0]
        name, at = self.name(), self.name()
        self.emit(f"{name} = 1 if I_[{one} + 1] {sign} I_[{other} + 1] else 0")
        self.emit(f"{at} = 0")
        ends = [f"{at} >= I_[{one} + 1]", f"{at} >= I_[{other} + 1]"]
        if sign in ("==", "!="):
            ends = [f"I_[{one} + 1] != I_[{other} + 1]", f"{at} >= I_[{one} + 1]"]
        with self.loop():
            with self.block(f"if {' or '.join(ends)}:"):
                self.emit("break")
            x, y = self.item_at(a, at), self.item_at(b, at)
            same = self.equal(x, y)
            with self.block(f"if not ({same}):"):
                self._tell_by(sign, name, x, y)
                self.emit("break")
            self.emit(f"{at} += 1")
        return self.of(BOOL, name, test=f"{name} != 0")

    def same_object(self, left: Value, right: Value) -> Value:
        """left is right"""

        def of(a: Value, b: Value) -> Value:
            if a.kind != b.kind:
                return self.truth_value(NO)
            if a.kind == NONE:
                return self.truth_value(YES)
            if a.kind == BOOL or a.kind in (*SEQUENCES, *SETS) or is_dict(a.kind) or is_object(a.kind):
                if a.kind in (ROW, FROZEN) or (is_object(a.kind) and self.is_value(a)):
                    raise NotOnHeap("which tuple it is")
                if is_object(a.kind) and self.class_in(a).is_exception:
                    raise NotOnHeap("which exception it is")
                return self.truth_value(f"{a.words[0]} == {b.words[0]}")
            if a.kind >= FUNCTION and self.functions[a.kind - FUNCTION].what == "known":
                return self.truth_value(YES)
            raise NotOnHeap("which object it is")

        return self.each_kind(left, "left", lambda a: self.each_kind(right, "right", lambda b: of(a, b)))

    # Hashes.

    def hash_of(self, value: Value) -> str:
        """A number from 0 on that is the same for equal keys."""
        kind = value.kind
        if kind in (BOOL, WHOLE):
            return self.held(f"scattered({value.words[0]} & 0x3FFFFFFFFFFFFFFF)")
        if kind == TEXT:
            return self.held(f"hash_of_text(I_, {value.words[0]}, {value.words[1]})")
        if kind == NONE:
            return "7"
        if is_tuple(kind):
            name = self.held("3")
            for part in self.parts(value):
                self.emit(f"{name} = scattered({name} * 31 + {self.hash_of(part)})")
            return name
        if kind == ROW:
            name, at = self.held("3"), self.held("0")
            with self.loop(f"while {at} < I_[{value.words[0]} + 1]:"):
                item = self.item_at(value, at)
                self.emit(f"{name} = scattered({name} * 31 + {self.hash_of(item)})")
                self.emit(f"{at} += 1")
            return name
        if kind == REAL:
            with self.block(f"if not (abs({value.words[0]}) <= 4e18):"):
                self.refuse("a key that is no finite number")
            return self.held(f"scattered(int({value.words[0]}) & 0x3FFFFFFFFFFFFFFF)")
        if kind < 0:
            self.check_hashes(value.cell)
            return self.each_kind(value, "hash", lambda one: self.whole(self.hash_of(one))).words[0] if value.cell.all() else "0"
        if is_object(kind):
            return self.hash_of_object(value)  # type: ignore[no-any-return]
        raise NotOnHeap("keys of several kinds")

    def same_items(self, a: Value, b: Value) -> None:
        """Both lists hold what either does."""
        for one, other in zip(a.cell.held(a.kind), b.cell.held(b.kind), strict=True):
            merge(one, other)
