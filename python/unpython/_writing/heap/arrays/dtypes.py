"""Types of arrays as values: a.dtype.name, a.dtype == np.float32, np.zeros(n, dtype=a.dtype), np.issubdtype(a.dtype, np.integer)."""

from __future__ import annotations

import sys
from typing import Any

from unpython._writing.heap.arrays.calls import ArrayCalls
from unpython._writing.heap.arrays.kinds import NO_TIME, dimensions_of, dtype_of, is_array, is_of_numpy, is_time, kind_of_numpy, number_kind, type_text
from unpython._writing.heap.arrays.memory import word_of
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.cells import FUNCTION, TEXT, NotOnHeap
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Function

_ASKED = frozenset("issubdtype dtype finfo iinfo can_cast promote_types result_type".split())
_OF_TYPES = frozenset(["finfo", "iinfo"])


class DtypeCalls(ArrayCalls):
    def _known_value(self, found: Any) -> Value:
        """What NumPy knows, as a value: a type of arrays, what np.finfo says."""
        kind = kind_of_numpy(found)
        if kind < 0:
            return self.function_value(Function("known", None, found), [], ("of numpy", type(found), str(found)))
        if not is_time(kind):
            return Value(self.types.new(kind), self.constant(found.item(), "a number").words)
        if word_of(found) == NO_TIME:
            raise NotOnHeap("a time that is none outside")
        return Value(self.types.new(kind), (str(word_of(found)),))

    def _type_held(self, value: Value) -> Any:
        """The type that a value stands for, or what its text names; None: neither."""
        numpy: Any = sys.modules.get("numpy")
        if value.kind == TEXT:
            name = next((text for text, words in self.texts.items() if tuple(map(str, words)) == value.words), None)
            return name if name in numpy.sctypeDict else None
        made = self.functions[value.kind - FUNCTION] if value.kind >= FUNCTION else None
        found = made.function if made is not None and made.what == "known" else None
        return found if isinstance(found, (type, numpy.dtype)) else None

    def _is_dtype(self, value: Value) -> bool:
        numpy = sys.modules.get("numpy")
        return numpy is not None and value.kind >= FUNCTION and isinstance(self._type_held(value), numpy.dtype)

    def attribute_of_array(self, value: Value, name: str) -> Value:
        if name == "dtype":
            import numpy

            return self._known_value(numpy.dtype(dtype_of(value.kind)))
        if name == "itemsize" or (name == "nbytes" and is_array(value.kind)):
            size = self._type_of(value).itemsize
            count = "1" if name == "itemsize" else f"items_in(I_, {value.words[0]}, {dimensions_of(value.kind)})"
            return self.whole(self.held(f"{count} * {size}"))
        return super().attribute_of_array(value, name)

    @staticmethod
    def _type_of(value: Value) -> Any:
        import numpy

        return numpy.dtype(dtype_of(value.kind))

    def constant(self, value: Any, name: str) -> Value:
        return self._known_value(value) if kind_of_numpy(value) >= 0 and not hasattr(value, "__len__") else super().constant(value, name)

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        numpy, name = sys.modules.get("numpy"), getattr(found, "__name__", "")
        if numpy is None or name not in _ASKED or getattr(numpy, name) is not found or keywords:
            return super().call_known(found, args, keywords, node)
        return self._asked_of_types(found, [self.copied(self.value_of(a)) for a in args], name)

    def _asked_of_types(self, found: Any, values: list[Value], name: str) -> Value:
        def inner(number: int, known: list[Any]) -> Value:
            if number == len(values):
                made = found(*known)
                return self.constant(made, "a flag") if isinstance(made, bool) else self._known_value(made)

            def way(one: Value) -> Value:
                held = self._type_of(one) if is_of_numpy(one.kind) and name in _OF_TYPES else self._type_held(one)
                if held is None:
                    raise NotOnHeap(f"np.{name} of something else")
                return inner(number + 1, [*known, held])

            return self.each_kind(values[number], f"asked {number}", way)

        return inner(0, [])

    def _compared(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if not (self._is_dtype(a) or self._is_dtype(b)):
            return super()._compared(sign, a, b, inside)
        one, other = self._type_held(a), self._type_held(b)
        if sign not in ("==", "!=") or (other is None and b.kind == TEXT) or (one is None and a.kind == TEXT):
            return self.wrong("a comparison of types")
        return self.constant((one == other) == (sign == "=="), "a flag")

    def _show(self, out: str, value: Value, quotes: bool) -> None:
        if self._is_dtype(value):
            held = self._type_held(value)
            self.put_text(out, repr(held) if quotes else str(held))
        else:
            super()._show(out, value, quotes)

    def _of_value(self, value: Value, made: Expression) -> str:
        if value.kind >= FUNCTION and value.kind >= 0 and (held := self._type_held(value)) is not None:
            import numpy

            if held is bool or held is int or held is float or held is complex:
                return held.__name__
            if isinstance(held, numpy.dtype) or issubclass(held, numpy.generic):
                kind = number_kind(numpy.dtype(held).name)
                return type_text(kind) if kind >= 0 else f"np.{numpy.dtype(held).name}"
        return super()._of_value(value, made)
