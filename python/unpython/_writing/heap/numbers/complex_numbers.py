"""Complex numbers of Python: two floats each. The compiler computes with its own complex numbers."""

from __future__ import annotations

import ast
import cmath
import operator
from collections.abc import Callable
from typing import Any

from unpython import _source
from unpython._writing.heap.cells import BOOL, COMPLEX, REAL, TEXT, WHOLE, NotOnHeap
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.functions import name_of
from unpython._writing.heap.operators import NUMBERS
from unpython._writing.heap.statements import Statements

_SIGNS = frozenset(["+", "-", "*", "/", "**"])
_COMPENSATES_COMPLEX_SUMS = 14  # version of Python 3
_COMPLEX = frozenset("exp log sqrt sin cos rect".split())
_TESTS = frozenset("isnan isinf isfinite".split())


class ComplexNumbers(Statements):
    def complex_text(self, value: Value) -> str:
        """A number for the compiler."""
        return f"complex({', '.join(value.words)})" if value.kind == COMPLEX else value.words[0]

    def complex_value(self, text: str) -> Value:
        """The value of an expression of the compiler."""
        name = self.held(text)
        return self.of(COMPLEX, self.held(f"{name}.real"), self.held(f"{name}.imag"))

    def constant(self, value: Any, name: str) -> Value:
        if type(value) is complex:
            return self.of(COMPLEX, *(self.constant(part, name).words[0] for part in (value.real, value.imag)))
        return super().constant(value, name)

    def test(self, value: Value) -> str:
        return f"({value.words[0]} != 0 or {value.words[1]} != 0)" if value.kind == COMPLEX else super().test(value)

    # Operators.

    def _binary(self, sign: str, a: Value, b: Value, in_place: bool) -> Value:
        if COMPLEX not in (a.kind, b.kind) or sign not in _SIGNS or not {a.kind, b.kind} <= {COMPLEX, *NUMBERS}:
            return super()._binary(sign, a, b, in_place)
        x, y = self.complex_text(a), self.complex_text(b)
        if sign == "/":
            self.check(f"not ({self.test(b)})", ZeroDivisionError, self.said(operator.truediv, 1j, 0j))
        if sign == "**":
            real, imaginary = (*b.words, "0.0")[:2]
            self.check(f"not ({self.test(a)}) and ({real} < 0 or {imaginary} != 0)", ZeroDivisionError, self.said(operator.pow, 0j, -1j))
        return self.complex_value(f"{x} {sign} {y}")

    def negated(self, op: ast.unaryop, value: Value) -> Value:
        if not value.cell.has(COMPLEX):
            return super().negated(op, value)

        def way(one: Value) -> Value:
            if one.kind != COMPLEX:
                return super(ComplexNumbers, self).negated(op, one)
            if isinstance(op, ast.Invert):
                return self.wrong_kinds(operator.invert, one)
            return self.of(COMPLEX, *(self.held(f"-{word}") for word in one.words)) if isinstance(op, ast.USub) else one

        return self.each_kind(value, "negated", way)

    def _compared_once(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if COMPLEX not in (a.kind, b.kind) or sign not in ("==", "!=") or not {a.kind, b.kind} <= {COMPLEX, *NUMBERS}:
            return super()._compared_once(sign, a, b, inside)
        (x, u), (y, v) = ((*value.words, "0.0")[:2] for value in (a, b))
        if inside and a.kind == b.kind:
            with self.block(f"if ({x} != {x} or {u} != {u}) and ({y} != {y} or {v} != {v}):"):
                self.refuse("NaN beside NaN in lists")
        same = f"{x} == {y} and {u} == {v}"
        return self.truth_value(same if sign == "==" else self.opposite(same))

    def hash_of(self, value: Value) -> str:
        if value.kind != COMPLEX:
            return super().hash_of(value)
        real, imaginary = (self.hash_of(self.real(word)) for word in value.words)
        return self.held(f"{real} if {value.words[1]} == 0 else scattered({real} * 31 + {imaginary})")

    def sum_of(self, items: Any, start: Value | None) -> Value:
        total = super().sum_of(items, start)
        if total.cell.has(COMPLEX) and _source.PYTHON >= _COMPENSATES_COMPLEX_SUMS:
            raise NotOnHeap("a sum of complex numbers")
        return total

    # Parts, functions.

    def part_of_number(self, value: Value, name: str) -> Value | None:
        """x.real, x.imag, n.numerator, n.denominator; None: of something else."""
        if name in ("numerator", "denominator") and value.kind in (BOOL, WHOLE):
            return self.whole(value.words[0] if name == "numerator" else "1")
        if name not in ("real", "imag") or value.kind not in (COMPLEX, *NUMBERS):
            return None
        if value.kind == COMPLEX:
            return self.real(value.words[name == "imag"])
        of = REAL if value.kind == REAL else WHOLE
        return self.of(of, value.words[0] if name == "real" else "0.0" if of == REAL else "0")

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if name == "conjugate" and value.kind in (COMPLEX, *NUMBERS) and not args and not keywords:
            return self.of(COMPLEX, value.words[0], self.held(f"-{value.words[1]}")) if value.kind == COMPLEX else self.of(
                REAL if value.kind == REAL else WHOLE, value.words[0]
            )
        return super()._method_of(value, name, args, keywords, node)

    def call_complex(self, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if set(keywords) - {"real", "imag"} or (args and "real" in keywords) or (len(args) > 1 and "imag" in keywords):
            raise NotOnHeap("such a call of complex")
        given = {**dict(zip(("real", "imag"), args, strict=False)), **keywords}
        values = [self.copied(self.value_of(given[name])) if name in given else self.real("0.0") for name in ("real", "imag")]

        def made(words: list[Value]) -> Value:
            one, other = map(self.as_number, words)
            if one.kind == TEXT or other.kind not in NUMBERS or one.kind not in (COMPLEX, *NUMBERS):
                raise NotOnHeap("complex of something else")
            if one.kind == COMPLEX:
                if "imag" in given:
                    raise NotOnHeap("complex of something else")
                return one
            return self.of(COMPLEX, *(self.held(f"float({v.words[0]})") for v in (one, other)))

        return self._of_each(values, made)

    def _of_each(self, values: list[Value], way: Callable[[list[Value]], Value]) -> Value:
        """What a way gives for the one kind that each of the values has."""

        def inner(number: int, chosen: list[Value]) -> Value:
            if number == len(values):
                return way(chosen)
            return self.each_kind(values[number], f"number {number}", lambda one: inner(number + 1, [*chosen, one]))

        return inner(0, [])

    def call_abs(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if not value.cell.has(COMPLEX):
            return super().call_abs([value], keywords, node)

        def way(one: Value) -> Value:
            if one.kind == COMPLEX:
                return self.real(self.held(f"abs({self.complex_text(one)})"))
            return super(ComplexNumbers, self).call_abs([one], keywords, node)

        return self.each_kind(value, "abs", way)

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        module, _, short = name_of(found).rpartition(".")
        if module != "cmath":
            return super().call_known(found, args, keywords, node)
        if keywords:
            raise NotOnHeap("keywords of cmath")
        return self._of_each([self.copied(self.value_of(a)) for a in args], lambda chosen: self._of_cmath(found, short, chosen))

    def _of_cmath(self, found: Any, short: str, values: list[Value]) -> Value:
        values = [*map(self.as_number, values)]
        if any(v.kind not in (COMPLEX, *NUMBERS) for v in values):
            return self.wrong_kinds(found, values[0]) if len(values) == 1 else self.wrong("cmath of something else")
        text = f"cmath.{short}({', '.join(map(self.complex_text, values))})"
        if short == "log" and len(values) == 1:
            self.check(f"not ({self.test(values[0])})", ValueError, self.said(cmath.log, 0))
        if len(values) == 1 + (short == "rect") and short in _COMPLEX and all(v.kind != COMPLEX or short != "rect" for v in values):
            return self.complex_value(text)
        if len(values) == 1 and short in _TESTS:
            return self.truth_value(text)
        if len(values) == 1 and short in ("phase", "polar"):
            angle = self.real(self.held(f"cmath.phase({self.complex_text(values[0])})"))
            return angle if short == "phase" else self.tuple_of([self.real(self.held(f"abs({self.complex_text(values[0])})")), angle])
        raise NotOnHeap(f"cmath.{short}")

    # Texts.

    def _show(self, out: str, value: Value, quotes: bool) -> None:
        if value.kind == COMPLEX:
            self.emit(f"{out}.extend(shown_complex({', '.join(value.words)}))")
        else:
            super()._show(out, value, quotes)

    def formatted(self, value: Value, spec: Any) -> Value:
        if not value.cell.has(COMPLEX):
            return super().formatted(value, spec)

        def way(one: Value) -> Value:
            if one.kind != COMPLEX:
                return super(ComplexNumbers, self).formatted(one, spec)
            if spec == "":
                return self.shown(one)
            given = self.text(spec) if isinstance(spec, str) else spec
            return self.text_of(self.held(f"formatted_complex({', '.join(one.words)}, {self.codes_of(given)})"))

        return self.each_kind(value, "formatted", way)
