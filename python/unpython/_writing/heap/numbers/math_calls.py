"""Calls of math: of numbers, and of objects that are numbers by their methods."""

from __future__ import annotations

import math
from typing import Any

from unpython._writing.heap.cells import REAL, NotOnHeap, flow, is_object
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.operators import NUMBERS
from unpython._writing.heap.python_calls import PythonCalls

_FLOATS = frozenset(
    "sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log2 log10 log1p degrees radians fabs erf erfc gamma lgamma"
    " atan2 hypot fmod copysign pow cbrt".split()
)
_WHOLES = frozenset("floor ceil trunc gcd lcm comb perm factorial isqrt".split())
_TESTS = frozenset("isnan isinf isfinite".split())


class MathCalls(PythonCalls):
    def _product(self, args: list[Any], keywords: dict[str, Any]) -> Value:
        cell = self.site("product")
        first = self.value_of(keywords["start"]) if "start" in keywords else self.whole("1")
        flow(first.cell, cell)
        names = self.declare(cell)
        self.assign(names, cell, first)

        def each(item: Value) -> None:
            with self.within("times"):
                self.assign(names, cell, self.copied(self.binary("*", self.copied(Value(cell, names)), item)))

        self.each(self.source_of(args[0]), each)
        return Value(cell, names)

    def _distance(self, one: Value, other: Value) -> Value:
        """math.dist of two points of a plane."""
        points = [self.unpacked(value, 2) for value in (one, other)]
        numbers = [[self.copied(self._converted([self.copied(part)], REAL, "float")) for part in parts] for parts in points]
        sides = [f"{b.words[0]} - {a.words[0]}" for a, b in zip(*numbers, strict=True)]
        return self.real(self.held(f"math.hypot({', '.join(sides)})"))

    def _math(self, short: str, values: list[Value], keywords: dict[str, Any]) -> Value:
        if keywords:
            raise NotOnHeap("keywords of math")

        def inner(number: int, words: list[str], kinds: list[int]) -> Value:
            if number == len(values):
                return self._of_math(short, words, kinds)

            def way(one: Value) -> Value:
                one = self.as_number(one)
                if is_object(one.kind) and len(values) == 1:
                    return self._math_of_object(short, one)
                if one.kind not in NUMBERS:
                    return self.wrong_kinds(getattr(math, short), one) if len(values) == 1 else self.wrong("math of something else")
                return inner(number + 1, [*words, one.words[0]], [*kinds, one.kind])

            return self.each_kind(values[number], f"math {number}", way)

        return inner(0, [], [])

    def _math_of_object(self, short: str, value: Value) -> Value:
        """math.floor(x), math.sqrt(x) of an object: by its own method, or of the float that it is."""
        if short in ("floor", "ceil", "trunc") and self.has_method(value, f"__{short}__"):
            return self.method_called(value, f"__{short}__", [])  # type: ignore[no-any-return]
        if short == "trunc" or not self.has_method(value, "__float__"):
            return self.wrong_kinds(getattr(math, short), value)
        return self._math(short, [self.number_of_object(value, REAL, "float")], {})

    def _of_math(self, short: str, words: list[str], kinds: list[int]) -> Value:
        given = f"math.{short}({', '.join(words)})"
        if short == "sqrt":
            self.check(f"{words[0]} < 0", ValueError, self.said(math.sqrt, -1.0))
        if short == "log":
            self.check(f"{words[0]} <= 0", ValueError, self.said(math.log, -1.0) if kinds[0] == REAL else self.said(math.log, -1))
            return self.real(self.held(given))
        if short in _FLOATS:
            return self.real(self.held(given))
        if short in _WHOLES and not (short not in ("floor", "ceil", "trunc") and REAL in kinds):
            return self.whole(self.held(given))
        if short in _TESTS:
            return self.truth_value(given)
        if short == "isclose" and len(words) == 2:
            return self.truth_value(given)
        raise NotOnHeap(f"math.{short}")
