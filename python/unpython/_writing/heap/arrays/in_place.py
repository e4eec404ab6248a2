"""Functions of NumPy that change an array: np.fill_diagonal(a, 0), np.add.at(a, indices, 1), a.sort()."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.arrays.kinds import dimensions_of, is_array
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.arrays.samples import always_raises, result_of
from unpython._writing.heap.arrays.statistics_calls import StatisticsCalls
from unpython._writing.heap.cells import FUNCTION, NONE, NotOnHeap
from unpython._writing.heap.emitter import Value

_FUNCTIONS = frozenset(["fill_diagonal", "copyto", "putmask", "place", "put"])
_OF_UFUNCS = frozenset(["reduce", "accumulate", "outer", "reduceat"])


class InPlaceCalls(StatisticsCalls):
    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        numpy, name = sys.modules.get("numpy"), getattr(found, "__name__", "")
        if numpy is not None and name in _FUNCTIONS and getattr(numpy, name) is found and args and not keywords:
            return self._changed_with(f"np.{name}", args)
        return super().call_known(found, args, keywords, node)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        made = self.functions[value.kind - FUNCTION] if value.kind >= FUNCTION else None
        found = made.function if made is not None and made.what == "known" else None
        of = self._numpy_name(found) if type(found).__name__ == "ufunc" else None
        if of is None:
            return super()._method_of(value, name, args, keywords, node)
        if name == "at" and not keywords:
            return self._changed_with(f"{of}.at", args)
        if name not in _OF_UFUNCS:
            raise NotOnHeap(f"the method {name} of a function of NumPy")
        texts = Expression()
        parts = [self.template(a, texts) for a in args]
        parts += [f"{key}={self.template(given, texts)}" for key, given in keywords.items()]
        return self.computed(f"{of}.{name}({', '.join(parts)})", texts.operands, node)

    def _with(self, node: ast.With, item: ast.withitem, body: Callable[[], None]) -> None:
        call = item.context_expr
        numpy = sys.modules.get("numpy")
        if numpy is None or not isinstance(call, ast.Call) or self.known(call.func) is not numpy.errstate:
            super()._with(node, item, body)
            return
        given = {str(k.arg): str(k.value.value) for k in call.keywords if isinstance(k.value, ast.Constant)}
        if call.args or item.optional_vars or len(given) < len(call.keywords) or not {*given.values()} <= {"ignore", "warn", "raise"}:
            raise NotOnHeap("errors of NumPy that are handled otherwise")
        with self.with_float_errors(given):
            if "raise" in given.values():
                body()
                return
            self._without_errors(given, body)

    def _without_errors(self, given: dict[str, str], body: Callable[[], None]) -> None:
        with self.block(f"with np.errstate({', '.join(f'{name}={value!r}' for name, value in given.items())}):"):
            body()

    def _changed_with(self, name: str, args: list[Any]) -> Value:
        """f(a, ...), which changes the array and gives nothing."""
        self.changes = True
        array = self.copied(self.value_of(args[0]))
        made = Expression()
        made.operands.append(array)
        rest = ", ".join(self.template(a, made) for a in args[1:])

        def inner(number: int, chosen: list[Value]) -> Value:
            if number < len(made.operands):
                return self.each_kind(made.operands[number], f"given {number}", lambda one: inner(number + 1, [*chosen, one]))
            if not is_array(chosen[0].kind) or dimensions_of(chosen[0].kind) == 0:
                raise NotOnHeap("a function that changes something else")
            kinds = tuple(map(self.native_kind, chosen))
            if self.known_to_raise() and always_raises(f"{name}(a0_, {rest})", kinds):
                self.behind_raised(f"{name}(a0_.copy(), {rest})", chosen, True)
                return self.wrong("what NumPy raises")
            if result_of(f"{name}(a0_, {rest})", kinds) != NONE:
                raise NotOnHeap("a function that changes an array and gives something")
            known = self.behind_raised(f"{name}(a0_.copy(), {rest})", chosen)
            native = self.native_name(f"{self.native(known[0])}.copy()")
            self.emit(f"{name}({native}, {self.text_for(rest, known)})")
            self.store_all(chosen[0], native, chosen[0].kind)
            return self.nothing()

        return inner(0, [])
