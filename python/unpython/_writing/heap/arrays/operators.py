"""Operators, comparisons, truth and texts of arrays and of the numbers of NumPy."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.arrays.copied_views import CopiedViews
from unpython._writing.heap.arrays.kinds import (
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT64,
    TRUTH,
    UINT64,
    code_of,
    dimensions_of,
    dtype_of,
    is_array,
    is_integer,
    is_number,
    is_of_numpy,
    is_real,
    is_time,
    number_kind,
    type_text,
)
from unpython._writing.heap.arrays.natives import Expression, Native, as_words
from unpython._writing.heap.arrays.samples import always_raises, result_of
from unpython._writing.heap.cells import BOOL, DEQUE, LIST, NONE, REAL, ROW, TEXT, WHOLE, NotOnHeap, is_object, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.operators import NUMBERS

_PLAIN = frozenset(["+", "-", "*"])
_OF_ARRAYS = (*NUMBERS, LIST, ROW, DEQUE)


class ArrayOperators(CopiedViews):
    # Numbers, where Python wants one.

    def python_number(self, value: Value) -> Value:
        """A number of NumPy, or an array without dimensions, as the number of Python that it equals."""
        if is_array(value.kind) and dimensions_of(value.kind) == 0:
            value = self.item_of_point(value)
        if not is_number(value.kind):
            return value
        if code_of(value.kind) == TRUTH:
            return self.of(BOOL, value.words[0], test=f"{value.words[0]} != 0")
        self.refuse_wide(value.kind, f"{value.words[0]} < 0")
        return self.of(REAL if is_real(value.kind) else WHOLE, value.words[0])

    def refuse_wide(self, kind: int, test: str) -> None:
        """Python's integers have no room for all of an unsigned type of 64 bits."""
        if code_of(kind) == UINT64:
            with self.block(f"if {test}:"):
                self.refuse("an integer of more than 63 bits")

    def item_of_point(self, value: Value) -> Value:
        """a[()], of an array without dimensions."""
        return self.loaded(self.types.new(number_kind(dtype_of(value.kind))), self.held(f"I_[{value.words[0]}]"))

    def as_number(self, value: Value) -> Value:
        return self.python_number(value) if is_number(value.kind) else super().as_number(value)

    def number(self, value: Value, what: str = "an index", of: Callable[[Any], Any] | None = None) -> str:
        def way(one: Value) -> Value:
            return self.python_number(one) if is_number(one.kind) and is_integer(one.kind) else one

        return super().number(self.each_kind(value, "whole", way), what, of)

    def test(self, value: Value) -> str:
        if is_number(value.kind):
            return f"{value.words[0]} != 0"
        if is_array(value.kind):
            if dimensions_of(value.kind) == 0:
                return f"{self.item_of_point(value).words[0]} != 0"
            self.refuse("the truth of an array")
            return f"{value.words[0]} != 0"
        return super().test(value)

    def hash_of(self, value: Value) -> str:
        return super().hash_of(self.python_number(value))

    # Arithmetic.

    def _binary(self, sign: str, a: Value, b: Value, in_place: bool) -> Value:
        if not is_of_numpy(a.kind) and not is_of_numpy(b.kind):
            return super()._binary(sign, a, b, in_place)
        if is_object(a.kind) and is_of_numpy(b.kind):
            return self._of_object(sign, a, b, in_place)
        if in_place and is_array(a.kind) and dimensions_of(a.kind) == 0:
            raise NotOnHeap("an array without dimensions that changes")
        if in_place and is_array(a.kind):
            return self._in_place(sign, a, b)
        if is_number(a.kind) and (b.kind in (LIST, ROW, DEQUE) or is_tuple(b.kind)):
            raise NotOnHeap("a number of NumPy beside a list")
        if is_number(b.kind) and sign == "*" and (a.kind in (LIST, ROW, DEQUE, TEXT) or is_tuple(a.kind)):
            return super()._binary(sign, a, self.python_number(b), in_place)
        if not all(v.kind in _OF_ARRAYS or is_of_numpy(v.kind) for v in (a, b)):
            return self.wrong("an operator of other values")
        if sign in _PLAIN and not self.float_errors and (kind := self._plain_kind(a, b)) >= 0 and not (isinstance(a, Native) or isinstance(b, Native)):
            return self.of(kind, self.held(f"{self._as_operand(a, kind)} {sign} {self._as_operand(b, kind)}"))
        made = Expression()
        left, right = self._operand_of(a, made), self._operand_of(b, made)
        return self.computed(f"{left} {sign} {right}", made.operands)

    def _operand_of(self, value: Value, made: Expression) -> str:
        made.operands.append(value)
        return f"a{len(made.operands) - 1}_"

    @staticmethod
    def _plain_kind(a: Value, b: Value) -> int:
        """The kind of what is as in Python, but a number of NumPy."""
        for kind, others in ((number_kind("float64"), (REAL, WHOLE)), (number_kind("int64"), (WHOLE,))):
            if {a.kind, b.kind} <= {kind, *others} and kind in (a.kind, b.kind):
                return kind
        return -1

    @staticmethod
    def _as_operand(value: Value, kind: int) -> str:
        return f"float({value.words[0]})" if value.kind == WHOLE and code_of(kind) == FLOAT64 else value.words[0]

    def _in_place(self, sign: str, a: Value, b: Value) -> Value:
        """a += b, of an array."""
        self.changes = True
        if not (b.kind in _OF_ARRAYS or is_of_numpy(b.kind)):
            return self.wrong("an operator of other values")
        kinds = (a.kind, self.native_kind(b))
        if always_raises(self.asked_kind(sign), kinds):
            self.behind_raised(f"operator.i{_NAMES[sign]}(a0_.copy(), a1_)", [a, b], True)
            return self.wrong("an array that another kind of array is stored into")
        found = self.kept_kind(sign, a, b)
        known = self.behind_raised(f"operator.i{_NAMES[sign]}(a0_.copy(), a1_)", [a, b])
        text = self.native_name(self.text_for(f"a0_ {sign} a1_", known))
        self.store_all(a, text, found)
        return a

    @staticmethod
    def asked_kind(sign: str) -> str:
        return f"a0_.__i{_NAMES[sign]}__(a1_).dtype.name == a0_.dtype.name"

    def kept_kind(self, sign: str, a: Value, b: Value) -> int:
        """The kind of a + b, which a += b can store."""
        kinds = (a.kind, self.native_kind(b))
        may = result_of(self.asked_kind(sign), kinds)
        found = result_of(f"a0_ {sign} a1_", kinds)
        if may != BOOL or not is_array(found) or dimensions_of(found) != dimensions_of(a.kind):
            raise NotOnHeap("an array that another kind of array is stored into")
        return found

    def store_all(self, array: Value, native: str, kind: int) -> None:
        """Gives an array the items of another one, of one shape."""
        super().store_all(array, native, kind)
        typed = native if code_of(kind) == code_of(array.kind) else f"{native}.astype({type_text(array.kind)})"
        typed += as_words(array.kind)
        self.emit(f"store_{'floats' if is_real(array.kind) else 'ints'}_{dimensions_of(array.kind)}(I_, F_, {array.words[0]}, {typed})")

    def negated(self, op: ast.unaryop, value: Value) -> Value:
        if not any(map(is_of_numpy, value.cell.all())):
            return super().negated(op, value)
        sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(op)]  # type: ignore[index]
        return self.each_of(value, lambda one: self.computed(f"{sign}a0_", [one]) if is_of_numpy(one.kind) else super(ArrayOperators, self).negated(op, one))

    def of_BinOp(self, node: ast.BinOp) -> Value:
        if not isinstance(node.op, ast.MatMult):
            return super().of_BinOp(node)
        left = self._kept(self.value(node.left), node.right)
        right = self.value(node.right)
        if not any(is_array(kind) for kind in (*left.cell.all(), *right.cell.all())):
            return super().of_BinOp(node)
        return self.computed("a0_ @ a1_", [left, right])

    # Comparisons.

    def _compared(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if not is_of_numpy(a.kind) and not is_of_numpy(b.kind):
            return super()._compared(sign, a, b, inside)
        if inside and any(is_array(v.kind) for v in (a, b)):
            return self.wrong("arrays among items that are compared")
        if all(is_number(v.kind) or v.kind in NUMBERS for v in (a, b)) and self._are_alike(a, b):
            if inside:
                return super()._compared(sign, self.python_number(a), self.python_number(b), True)
            return self.of(number_kind("bool"), self.held(f"1 if {a.words[0]} {sign} {b.words[0]} else 0"))
        if all(v.kind in _OF_ARRAYS or is_of_numpy(v.kind) for v in (a, b)):
            made = Expression()
            left, right = self._operand_of(a, made), self._operand_of(b, made)
            return self.computed(f"{left} {sign} {right}", made.operands)
        if sign in ("==", "!=") and all(is_number(v.kind) or v.kind == NONE for v in (a, b)):
            return self.of(number_kind("bool"), str(int(sign == "!=")))
        return self.wrong("a comparison of NumPy with other values")

    @staticmethod
    def _are_alike(a: Value, b: Value) -> bool:
        """Whether numbers compare as their words do."""
        if any(is_number(v.kind) and (code_of(v.kind) == UINT64 or is_time(v.kind)) for v in (a, b)):
            return False
        reals = [v.kind == REAL or (is_number(v.kind) and is_real(v.kind)) for v in (a, b)]
        narrow = [code_of(v.kind) if is_number(v.kind) and code_of(v.kind) in (FLOAT16, FLOAT32) else 0 for v in (a, b)]
        return reals[0] == reals[1] and narrow[0] == narrow[1]

    def _refuse_nan(self, value: Value) -> None:
        if is_number(value.kind):
            value = self.python_number(value)
        elif value.kind < 0 and any(map(is_of_numpy, value.cell.all())):
            with self.block(f"if {value.words[2]} != {value.words[2]}:"):
                self.refuse("the order of NaN")
        super()._refuse_nan(value)

    def _contains(self, holder: Value, item: Value) -> Value:
        if not is_array(holder.kind):
            return super()._contains(holder, item)
        found = self.computed("(a0_ == a1_).any()", [holder, item])
        return self.truth_value(self.test(found))

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = super().of_NamedExpr(node)
        return Value(value.cell, value.words, value.test)

    def same_object(self, left: Value, right: Value) -> Value:
        if not any(map(is_of_numpy, (*left.cell.all(), *right.cell.all()))):
            return super().same_object(left, right)

        def of(a: Value, b: Value) -> Value:
            if is_of_numpy(a.kind) or is_of_numpy(b.kind):
                if a.kind != b.kind:
                    return self.truth_value("I_[0] == 1")
                if is_number(a.kind):
                    raise NotOnHeap("which object it is")
                return self.truth_value(f"{a.words[0]} == {b.words[0]}")
            return super(ArrayOperators, self).same_object(a, b)

        return self.each_kind(left, "left", lambda a: self.each_kind(right, "right", lambda b: of(a, b)))

    # Texts.

    def _show(self, out: str, value: Value, quotes: bool) -> None:
        kind = value.kind
        if is_array(kind):
            self.refuse("what an array is called")
        elif not is_number(kind):
            super()._show(out, value, quotes)
        elif code_of(kind) not in (TRUTH, FLOAT64, UINT64, *range(INT64 + 4)) or code_of(kind) == FLOAT64 - 1:
            self.refuse("what such a number is called")
        elif code_of(kind) == TRUTH:
            with self.block(f"if {self.test(value)}:"):
                self.put_text(out, "np.True_" if quotes else "True")
            with self.block("else:"):
                self.put_text(out, "np.False_" if quotes else "False")
        else:
            self.put_text(out, f"np.{dtype_of(kind)}(" if quotes else "")
            super()._show(out, self.python_number(value), quotes)
            self.put_text(out, ")" if quotes else "")

    def formatted(self, value: Value, spec: Any) -> Value:
        if not any(map(is_of_numpy, value.cell.all())):
            return super().formatted(value, spec)

        def way(one: Value) -> Value:
            if is_number(one.kind):
                if code_of(one.kind) == TRUTH or (code_of(one.kind) != FLOAT64 and is_real(one.kind) and spec == ""):
                    return self.wrong("a format of such a number")
                one = self.python_number(one)
            return self.wrong("the format of an array") if is_array(one.kind) else super(ArrayOperators, self).formatted(one, spec)

        return self.each_kind(value, "formatted", way)

    def type_of_kind(self, kind: int) -> type:
        if is_of_numpy(kind):
            import numpy

            found: Callable[..., Any] = numpy.ndarray if is_array(kind) else numpy.dtype(dtype_of(kind)).type
            return found  # type: ignore[return-value]
        return super().type_of_kind(kind)


_NAMES = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "&": "and", "|": "or", "^": "xor",
    "<<": "lshift", ">>": "rshift",
}  # fmt: skip
